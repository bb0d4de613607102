"""`hoyle words SPEC`: a words file for a rulebook, begun or completed."""

from __future__ import annotations

import click

from .. import files, output
from ..app import Command
from ..options import as_json, languages_


@click.command(cls=Command, section="Publish")
@click.argument("spec")
@languages_("The language")
@as_json
def command(spec: str, languages: tuple[str, ...], json: bool) -> int:
    """Write down the words that a game's rulebook still lacks, to be filled in.

    Beside the game, words.en.toml is made, or completed: an entry for each name that the rules use and the file does
    not have. English is guessed from the names; in other languages the entries are empty, and the English stands
    behind. What is in the file already stays as it is.
    """
    from ...library import find
    from ...rulebook.book import missing_words
    from ...rulebook.wordfile import completed, facts_with_nouns, untitled

    source = find(spec)
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
