"""Words files: read and checked, and begun or completed with what a game still lacks.

Comes in: `words.LANG.toml` beside a game. Goes out: its entries by group and key; or the text of such a file with an
entry for every missing word. What always holds: an entry whose text is empty counts as missing; what is there already
stays to the letter. The format is described in `spec/LANGUAGE.md`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..language import tree as t
from ..language.diagnostics import Diagnostic, HoyleError, did_you_mean
from ..language.program import Program
from ..language.tree import NOWHERE, Span
from ..resources import rulebooks
from . import lines
from .lexicon import SPEC_LANGUAGE, read_toml

Shape = str | tuple[str, ...]

TEXT, FLAG, PREPOSITIONS, FORMS, WORD = "a text", "true or false", "a table of texts", "four texts", "a word"

_NOUN: dict[str, Shape] = {
    "one": TEXT,
    "many": TEXT,
    "gender": ("m", "f"),
    "person": FLAG,
    "mass": FLAG,
    "plural": FLAG,
    "many_only": FLAG,
    "kinded": TEXT,
    "bare": TEXT,
    "named": TEXT,
    "prep": PREPOSITIONS,
    "an": FLAG,
    "itself": FLAG,
    "each_of": FLAG,
    "sign": TEXT,
}
_VERB: dict[str, Shape] = {
    "one": TEXT,
    "to": TEXT,
    "forms": PREPOSITIONS,
    "prep": PREPOSITIONS,
    "instead": PREPOSITIONS,
    "helper": FLAG,
    "before": FLAG,
}
_ADJECTIVE: dict[str, Shape] = {
    "one": TEXT,
    "forms": FORMS,
    "copula": ("be", "stay"),
    "pre": FLAG,
    "than": TEXT,
    "superlative": FLAG,
    "attributive": FLAG,
    "verb": WORD,
    "not": WORD,
}
_FACT: dict[str, Shape] = {"noun": WORD, "many": FLAG, "adj": WORD, "verb": WORD, "not": WORD, "is": WORD}
_SAYS: dict[str, Shape] = {"text": TEXT, "rule": TEXT}

GROUPS: dict[str, dict[str, Shape]] = {
    "nouns": _NOUN,
    "values": _NOUN,
    "adjectives": _ADJECTIVE,
    "verbs": _VERB,
    "facts": _FACT,
    "titles": {},
    "labels": {},
    "options": {},
    "endings": {},
    "examples": {},
    "rulings": {},
    "approved": {},
    "prepositions": {"one": TEXT, "you": TEXT},
    "adverbs": {},
    "says": _SAYS,
}
"""What may stand in a words file: of each group the fields of an entry. An entry may also be a text by itself, but in
`facts` and `says`."""


def read_words(folder: Path, language: str) -> dict[str, Any]:
    """The words of a game in a language; nothing if there is no such file (what is missing is reported by name).

    Errors: HoyleError if the file cannot be read or an entry is not written as entries are; says which.
    """
    file = folder / f"words.{language}.toml"
    if not os.path.lexists(file):  # a folder of that name, or a link that leads nowhere, is told
        return {}
    words = read_toml(file)
    wrong = _wrong(words, language)
    if wrong:
        where, what = wrong
        raise HoyleError(f"{file}{_line(file, where)}: {' '.join(where)}: {what}")
    return _filled(words)


def _filled(words: dict[str, Any]) -> dict[str, Any]:
    """The words without entries that have no text yet."""
    found: dict[str, Any] = {}
    for key, value in words.items():
        if isinstance(value, dict):
            if any(_empty(value.get(needed)) for needed in ("one", "adj", "is", "verb", "text")):
                continue
            value = _filled(value)
        if value != "":
            found[key] = value
    return found


def facts_with_nouns(folder: Path) -> dict[str, str]:
    """The facts that the English words of a game say with a noun (`{ is = "first trick" }`), with that noun.

    Errors: as for `read_words`.
    """
    words = read_words(folder, SPEC_LANGUAGE)
    found = {}
    for part in (words, *words.get("variant", {}).values()):
        for name, entry in part.get("facts", {}).items():
            noun = entry.get("is", "")
            found[name] = noun["one"] if isinstance(noun, dict) else noun
    return {name: noun for name, noun in found.items() if noun}


def _empty(value: Any) -> bool:
    """Whether a word has no text yet: `""`, or `{ one = "", gender = "" }`."""
    return bool(value == "" or (isinstance(value, dict) and value.get("one") == ""))


# ---- what is not as it should be -------------------------------------------------------------------------------------

Wrong = tuple[tuple[str, ...], str]


def _wrong(words: dict[str, Any], language: str, inside: tuple[str, ...] = ()) -> Wrong | None:
    """The first entry that is not as entries are: where, and what is wrong."""
    for group, entries in words.items():
        place = (*inside, f"[{group}]" if isinstance(entries, dict) else group)
        if group in ("title", "aim"):
            if not isinstance(entries, str):
                return place, "is a text in quotes"
        elif group == "variant" and not inside:
            if not isinstance(entries, dict):
                return place, "has a table for each variant: [variant.short]"
            for name, part in entries.items():
                if not isinstance(part, dict):
                    return (f"[variant.{name}]",), "is a table"
                found = _wrong(part, language, (f"[variant.{name}]",))
                if found:
                    return found
        elif group not in GROUPS:
            hint = did_you_mean(group, GROUPS) or f"the groups are {', '.join(GROUPS)}"
            return place, f"is no group of words; {hint}"
        elif not isinstance(entries, dict):
            return place, "is a group: its words stand below it, a line each"
        else:
            for key, entry in entries.items():
                found_ = _wrong_entry(entry, group) or _misread(entry, group, language)
                if found_:
                    return (*place, key), found_
    return None


def _wrong_entry(entry: Any, group: str) -> str:
    fields = GROUPS[group]
    if isinstance(entry, str):
        return "" if group not in ("facts", "says") else f"is a table: {_EXAMPLES[group]}"
    if isinstance(entry, list) and group == "adverbs":
        return "" if all(isinstance(form, str) for form in entry) else "is a list of texts"
    if not isinstance(entry, dict) or not fields:
        return "is a text in quotes" + (', or a table: { one = "…" }' if "one" in fields else "")
    for field, value in entry.items():
        if field not in fields:
            if group == "facts" and field in _NOUN and isinstance(entry.get("is"), str):
                return f"`{field}` belongs to what it is: {{ is = {{ one = {_quoted(entry['is'])}, {field} = … }} }}"
            return f"has no field `{field}`; {did_you_mean(field, fields) or 'its fields are ' + ', '.join(fields)}"
        shape = fields[field]
        if not _fits(value, shape):
            return f"`{field}` is {shape if isinstance(shape, str) else ' or '.join(shape)}"
    if group == "facts" and not ("is" in entry or ("noun" in entry and ("adj" in entry or "verb" in entry))):
        return f"says of what and what it is: {_EXAMPLES[group]}"
    if group == "says" and "text" not in entry:
        return f"has a text: {_EXAMPLES[group]}"
    if group not in ("facts", "says", "adjectives") and "one" not in entry:
        if entry.get("plural") and entry.get("many"):
            return f'gives the singular too: {{ one = "…", many = {_quoted(entry["many"])}, plural = true }}'
        return 'says how it is called: one = "…"'
    return ""


def _misread(entry: Any, group: str, language: str) -> str:
    """What is written as entries are, but would be said wrongly."""
    fields = entry if isinstance(entry, dict) else {"one": entry}
    one = fields.get("one", "")
    if group == "nouns" and fields.get("plural") and "many" not in fields:
        return f'is always said in the plural: give that as `many`, beside the singular, not only "{one}": {_PLURAL}'
    if group in ("nouns", "values") and _article(fields, language):
        return _article(fields, language)
    if group == "verbs" and language == "en" and one.startswith("to "):
        return f'the infinitive stands without `to`: "{one.removeprefix("to ")}"'
    if group == "adjectives" and "verb" not in fields:
        return _several_words(fields, language)
    if group == "facts":
        for field in ("is", "noun"):
            said = fields.get(field, {})
            found = _article(said if isinstance(said, dict) else {"one": said}, language)
            if found:
                return f"`{field}` {found}"
        adjectives = [fields.get("adj", "")] + ([fields.get("not", "")] if "adj" in fields else [])
        wrong = [_several_words(a if isinstance(a, dict) else {"one": a}, language) for a in adjectives]
        return next((found for found in wrong if found), "")
    if not (fields.get("prep") or fields.get("instead")):
        return ""
    known = read_toml(rulebooks() / "lexicons" / f"{language}.toml")["prepositions"]
    for field in ("prep", "instead"):
        for key in fields.get(field, {}):
            if key not in known:
                plain = [name for name in known if "-" not in name]
                hint = did_you_mean(key, known) or f"those of the rules are {', '.join(plain)}"
                return f"`{field}` goes by a preposition of the rules, and `{key}` is none; {hint}"
    return ""


def _article(noun: dict[str, Any], language: str) -> str:
    """A noun given with an article: which one it has, the sentences say."""
    one = noun.get("one", "")
    first, _, rest = one.partition(" ")
    if not rest or first.lower() not in lines.of(language).articles | lines.of(language).indefinite:
        return ""
    return f'stands without `{first}`, for the article is found by Hoyle: "{rest}"'


def _several_words(adjective: dict[str, Any], language: str) -> str:
    """An adjective of several words, whose forms cannot be guessed."""
    one = adjective.get("one", "")
    if not lines.of(language).gendered or " " not in one.strip() or "forms" in adjective:
        return ""
    forms = ", ".join([f'"{one}"'] * 2 + ['"…"'] * 2)
    return f"is an adjective of several words: tell its forms (m, f, and both plurals): {{ forms = [{forms}] }}"


_PLURAL = '{ one = "point", many = "points", plural = true }'
_EXAMPLES = {"facts": '{ noun = "game", adj = "decided" }', "says": '[says."takes-turn.play"] text = "…"'}


def _fits(value: Any, shape: Shape) -> bool:
    """Whether a field's value has its shape."""
    if isinstance(shape, tuple):
        return value in ("", *shape)
    if shape == PREPOSITIONS:
        return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())
    if shape == FORMS:
        return isinstance(value, list) and len(value) == 4 and all(isinstance(text, str) for text in value)
    return isinstance(value, {TEXT: str, FLAG: bool, WORD: str | dict}[shape])


def _line(file: Path, where: tuple[str, ...]) -> str:
    """`:12`, where the entry stands, if it can be found."""
    wanted = where[-1]
    table = wanted if wanted.startswith("[") else where[-2] if len(where) > 1 else ""
    inside = ""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        head = line.strip()
        if head.startswith("["):
            inside = head.partition("]")[0] + "]"
        if table.strip("[]") in inside and (
            inside == head if wanted == table else re.match(rf'"?{re.escape(wanted)}"?\s*=', head)
        ):
            return f":{number}"
    return ""


# ---- what no rule asks for -------------------------------------------------------------------------------------------

_OF_NAMES = ("nouns", "values", "adjectives", "verbs", "facts", "titles", "labels", "options", "endings", "examples")


def said_at(folder: Path, language: str, clause: str) -> Span:
    """Where a words file has the author's own words for a clause; nowhere if it has none in a group of their own."""
    file = folder / f"words.{language}.toml"
    if not file.is_file():
        return NOWHERE
    for number, row in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if re.match(rf"\s*\[(?:variant\.[^.\]]+\.)?says\.[\"']?{re.escape(clause)}[\"']?\]", row):
            return Span(number, 1, number, len(row.rstrip()) + 1, str(file))
    return NOWHERE


def strange(
    folder: Path, language: str, texts: Mapping[str, str], missing: Iterable[tuple[str, str]] = ()
) -> tuple[list[Diagnostic], dict[str, str]]:
    """Entries of a words file that no rule asks for, as nothing is called so, or not in that group.

    Args:
        folder: where the game is.
        language: en, es or fr.
        texts: the texts of the game and of all its variants.
        missing: the words that are asked for and not there: group and name.

    Returns:
        A warning for each, and the text of the file by its name.
    """
    file = folder / f"words.{language}.toml"
    if not file.is_file():
        return [], {}
    words = read_toml(file)
    base = read_toml(rulebooks() / "lexicons" / f"{language}.toml")
    names = {name for text in texts.values() for name in re.findall(r"[a-z][a-z0-9-]*|[0-9]+", text)}
    parts = [((), words), *((("variant", name), part) for name, part in words.get("variant", {}).items())]
    lacking = list(missing)
    found = []
    for inside, part in parts:
        for group in _OF_NAMES:
            for key in part.get(group, {}):
                right = [
                    other for other, name in lacking if name == key and other != group and (group, key) not in lacking
                ]
                if not right and (key in names or key in base.get(group, {})):
                    continue
                at = _line(file, (*(f"[{'.'.join(inside)}]",), f"[{group}]", key) if inside else (f"[{group}]", key))
                number = int(at.removeprefix(":") or 0)
                span = Span(number, 1, number, len(key) + 1, str(file))
                message = f"`{key}` stands under [{group}], and nothing in the rules is called so"
                hint = did_you_mean(key, sorted(name for other, name in lacking if other == group)) or did_you_mean(
                    key, sorted(names)
                )
                hint = hint or "take it out, or call it by its name in the rules"
                if right:
                    message = f"`{key}` stands under [{group}], and is asked for under [{right[0]}]"
                    shape = f", written like {key} = {_EXAMPLES[right[0]]}" if right[0] in _EXAMPLES else ""
                    hint = f"put it below [{right[0]}]{shape}"
                found.append(Diagnostic("W509", message, span, hint, warning=True))
    return found, {str(file): file.read_text(encoding="utf-8")}


# ---- what is still missing -------------------------------------------------------------------------------------------

Missing = Mapping[tuple[str, str], str]

HEADS = {
    "en": "# The words of {title} in English, guessed from the names of its rules: read each line, and mend it.",
    "es": "# The words of {title} in Spanish: fill in each line. Behind it stands what it is in the rules.\n"
    '# An adjective of several words has four forms: {{ forms = ["sin cartas", "sin cartas", "…", "…"] }}\n'
    '# An adjective that is said with estar says so: {{ one = "cansado", copula = "stay" }}; without it, with ser.',
    "fr": "# The words of {title} in French: fill in each line. Behind it stands what it is in the rules.\n"
    '# An adjective of several words has four forms: {{ forms = ["sans carte", "sans carte", "…", "…"] }}',
}
_WHOLE = ("titles", "labels", "examples", "rulings", "endings", "options")


def completed(
    text: str,
    language: str,
    title: str,
    missing: Missing,
    english: Mapping[str, str],
    variants: Sequence[str] = (),
    nouns: Mapping[str, str] | None = None,
) -> str:
    """The text of a words file with an entry for every missing word.

    Args:
        text: the file as it is; empty if there is none.
        language: en, es or fr. In English the entries are guessed from the names; else they are empty, to be filled.
        title: the game's.
        missing: the missing words by group and key, with what is said of them.
        english: what to show behind an empty entry of this key, where that is more than its name (rulings).
        variants: the game's; each gets a title, and a new file a line for the aim of the game.
        nouns: facts that English says with a noun (`{ is = "first trick" }`), with that noun: the entry of another
            language has its form.

    Returns:
        The text; the same if nothing is missing, or what is missing stands there already and is to be mended.
    """
    lines = text.rstrip("\n").splitlines() if text.strip() else [HEADS[language].format(title=title)]
    if not text.strip():
        lines.append('aim = ""  # what the game is about, in a sentence or two')
    if any(group == "title" for group, _ in missing) and not any(re.match(r"title\s*=", line) for line in lines):
        at = next((k for k, line in enumerate(lines) if not line.startswith("#")), len(lines))
        lines.insert(at, f"title = {_quoted(title if language == 'en' else '')}{_aside(language, title)}")
    for group in GROUPS:
        wanted = sorted((key for found, key in missing if found == group), key=_counted)
        if group == "labels":  # what has a noun is called by it
            wanted = [key for key in wanted if ("nouns", key) not in missing]
        new = [
            _entry(group, key, language, english.get(key, ""), (nouns or {}).get(key, ""))
            for key in wanted
            if not _has(lines, group, key)
        ]
        if not new:
            continue
        if f"[{group}]" in lines:
            end = lines.index(f"[{group}]") + 1
            while end < len(lines) and not lines[end].startswith("["):
                end += 1
            while not lines[end - 1].strip():
                end -= 1
            lines[end:end] = new
        else:
            lines += ["", f"[{group}]", *new]
    for name in untitled(text, variants):
        said = _guess("titles", name)
        title_line = f"title = {_quoted(said if language == 'en' else '')}{_aside(language, said)}"
        if f"[variant.{name}]" in lines:
            lines.insert(lines.index(f"[variant.{name}]") + 1, title_line)
        else:
            lines += ["", f"[variant.{name}]", title_line]
    return text if lines == text.rstrip("\n").splitlines() else "\n".join(lines) + "\n"


def untitled(text: str, variants: Iterable[str]) -> list[str]:
    """The variants of which a words file (its text) has no entry for the title, not even an empty one."""
    import tomllib

    known = tomllib.loads(text).get("variant", {})
    return [name for name in variants if "title" not in known.get(name, {})]


def known(program: Program, language: str, words: Mapping[str, Any]) -> str:
    """The words that Hoyle has for names of a game by itself, as entries of a words file, where they may be said otherwise.

    Args:
        program: the game, with its variants.
        language: the language of the words.
        words: the game's words file, as read; what stands there is left out.
    """
    lexicon = read_toml(rulebooks() / "lexicons" / f"{language}.toml")
    options = [node.name for x in program.procedures.values() for node in x.walk() if isinstance(node, t.Option)]
    done = [*program.procedures, *options]
    things = [*program.zones, *program.tracks, *program.terms, *program.combinations, *program.parameters,
              *program.kinds, *program.components, *program.procedures]  # fmt: skip
    values = [value for kind in program.kinds for value in program.kind_values(kind)]
    lines: list[str] = []
    for group, names in (("nouns", things), ("values", values), ("verbs", done), ("titles", list(program.procedures))):
        has, mine = lexicon.get(group, {}), words.get(group, {})
        found = [f"{name} = {_written(has[name])}" for name in dict.fromkeys(names) if name in has and name not in mine]
        lines += [f"[{group}]", *found, ""] if found else []
    return "\n".join(lines).rstrip("\n")


def _written(entry: Any) -> str:
    """An entry in TOML."""
    match entry:
        case bool():
            return "true" if entry else "false"
        case dict():
            return "{ " + ", ".join(f"{key} = {_written(value)}" for key, value in entry.items()) + " }"
        case list():
            return "[" + ", ".join(_written(x) for x in entry) + "]"
    return _quoted(str(entry))


def _counted(key: str) -> tuple[str, int]:
    """T2 before T10."""
    found = re.fullmatch(r"([A-Z]+)([0-9]+)", key)
    return (found[1], int(found[2])) if found else (key, 0)


def _has(lines: list[str], group: str, key: str) -> bool:
    inside = False
    for line in lines:
        if line.startswith("["):
            inside = line.strip() == f"[{group}]"
        elif inside and re.match(rf'"?{re.escape(key)}"?\s*=', line):
            return True
    return False


def _entry(group: str, key: str, language: str, english: str, noun: str = "") -> str:
    name = key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _quoted(key)
    said = english or _guess(group, key)
    gendered = lines.of(language).gendered
    if group == "facts" and noun and language != "en":
        return f'{name} = {{ is = {{ one = ""{", gender = " + _quoted("") if gendered else ""} }} }}{_aside(language, noun)}'
    if group == "facts":
        of, _, adjective = key.rpartition("-is-")  # `talon-is-open` says it of the talon
        adjective = (adjective.replace("-", " ") if of else said) if language == "en" else ""
        return f"{name} = {{ noun = {_quoted(of or 'game')}, adj = {_quoted(adjective)} }}{_aside(language, said)}"
    if language == "en" and group == "nouns" and not english:
        one = singular(said)
        if one != said:
            return f"{name} = {{ one = {_quoted(one)}, many = {_quoted(said)}, plural = true }}"
    if language == "en":
        return f"{name} = {_quoted(said)}"
    if group in ("nouns", "values") and gendered:
        return f'{name} = {{ one = "", gender = "" }}{_aside(language, said)}'
    if language == "es" and group == "adjectives":
        return f'{name} = {{ one = "", copula = "be" }}{_aside(language, said)}'
    return f'{name} = ""{_aside(language, said)}'


def _aside(language: str, said: str) -> str:
    return "" if language == "en" else f"  # {said}"


def _guess(group: str, key: str) -> str:
    """English for a name: `to-beat` is to beat, `goes-out` as a verb go out, `an-equal-card` as a title An equal card."""
    words = key.replace("-", " ").split()
    if group in ("nouns", "values") and len(words) > 1 and words[0] in ("the", "a", "an"):
        words = words[1:]
    if group == "verbs":
        words[0] = infinitive(words[0])
    said = " ".join(words)
    return said[:1].upper() + said[1:] if group in _WHOLE and group != "endings" else said


def infinitive(word: str) -> str:
    """The infinitive of an English verb in the third person: goes, carries, passes, takes."""
    known = {"has": "have", "is": "be", "does": "do", "goes": "go"}
    if word in known:
        return known[word]
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if re.search(r"(ss|sh|ch|x|zz)es$", word):
        return word[:-2]
    return word[:-1] if re.search(r"[^s]s$", word) else word


def singular(noun: str) -> str:
    """The singular of an English noun that looks like a plural: pips, boxes, bodies; another as it is."""
    if re.search(r"(ss|us|is|as|series|species|lens)$", noun):
        return noun
    if re.search(r"[a-z]{2}ies$", noun):
        return f"{noun[:-3]}y"
    if re.search(r"(ss|sh|ch|x|zz)es$", noun):
        return noun[:-2]
    return noun.removesuffix("s") if len(noun) > 3 else noun


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)
