"""`hoyle words SPEC`: a words file for a rulebook, begun or completed."""

from __future__ import annotations

import click

from .. import files, output
from ..app import Command
from ..options import as_json, languages_


@click.command(cls=Command, section="Publish")
@click.argument("spec")
@languages_("The language")
@click.option("--known", is_flag=True, help="Show the words that Hoyle has by itself, and write nothing.")
@as_json
def command(spec: str, languages: tuple[str, ...], known: bool, json: bool) -> int:
    """Write down the words that a game's rulebook still lacks, to be filled in.

    Beside the game, words.en.toml is made, or completed: an entry for each name that the rules use and the file does
    not have. English is guessed from the names; in other languages the entries are empty, and the English stands
    behind. What is in the file already stays as it is.

    With --known nothing is written: the words that Hoyle has for the game's names by itself are shown, as entries that
    may be put into the file to be said otherwise.
    """
    from ...library import find
    from ...rulebook.book import missing_words
    from ...rulebook.wordfile import completed, facts_with_nouns, untitled

    source = find(spec)
    if known:
        return _show_known(spec, languages or ("en",), json)
    nouns = facts_with_nouns(source.file.parent)
    answer, said = [], []
    for language in languages or ("en",):
        path = source.file.parent / f"words.{language}.toml"
        program, missing = missing_words(spec, language)
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        english = {tag.removeprefix("@"): ruling.text for tag, ruling in program.rulings.items()}
        new = completed(text, language, program.title, missing, english, tuple(source.variants), nouns)
        titles = len(untitled(text, source.variants)) if text.strip() else 0  # of variants that came since
        if new != text and (missing or titles):
            files.write(path, new)
        left = missing_words(spec, language)[1]
        wanted = len(missing) + (titles if language == "en" else 0)
        empty = len(left)
        answer.append({"file": str(path), "added": wanted - empty, "to_fill": empty})
        said.append(_said(str(path), "made" if not text else "completed" if new != text else "", wanted, empty))
    if json:
        output.answer({"words": answer})
    else:
        for line in said:
            output.say(line)
    return 0


def _show_known(spec: str, languages: tuple[str, ...], json: bool) -> int:
    """Show what Hoyle knows of a game's words."""
    from ...library import find, load_program
    from ...rulebook.wordfile import known, read_words

    folder, program = find(spec).file.parent, load_program(spec)
    found = {language: known(program, language, read_words(folder, language)) for language in languages}
    if json:
        output.answer({"known": found})
    else:
        output.say("\n\n".join(f"# words.{language}.toml\n{text}" for language, text in found.items()))
    return 0


def _said(path: str, how: str, missing: int, left: int) -> str:
    """What was done to a file: `how` is empty if nothing was."""
    if not missing:
        return f"{path}: no word is missing"
    done = f"{how}, " if how else ""
    if left:
        return f"{path}: {done}{_counted(left)} to fill in"
    return f"{path}: {done}{_counted(missing)} guessed from the names; read them"


def _counted(words: int) -> str:
    return "1 word" if words == 1 else f"{words} words"
