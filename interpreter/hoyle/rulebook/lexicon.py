"""The words of a language: its closed lexicon, and the words of a game laid over it.

Comes in: `rulebooks/lexicons/LANG.toml`, `rulebooks/patterns/LANG.toml`, `spec/GAME/words.LANG.toml`.
Goes out: entries by group and key. A word that is missing, or that lacks a form its language needs, is noted in
`missing` and stands in the text as ‹key› so that all of them are found in one run; `Book` turns them into errors.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from ..language.diagnostics import HoyleError
from ..resources import rulebooks

E = TypeVar("E")
SPEC_LANGUAGE = "en"
"""The language of what specs themselves say: titles, rulings."""


def languages() -> tuple[str, ...]:
    """The codes of the languages that have a lexicon, sorted; that of the specs first."""
    found = sorted(path.stem for path in (rulebooks() / "lexicons").glob("*.toml"))
    return tuple(sorted(found, key=lambda code: code != SPEC_LANGUAGE))


def known(language: str) -> str:
    """The code of a language.

    Raises:
        HoyleError: there are no books in it.
    """
    if language not in languages():
        raise HoyleError(f"there are no rulebooks in `{language}`; the languages are {', '.join(languages())}")
    return language


def language_name(language: str) -> str:
    """What a language is called in messages."""
    return str(read_toml(rulebooks() / "lexicons" / f"{known(language)}.toml")["language"]["name"])


@dataclass(slots=True)
class Noun:
    """A noun. `person` chooses who over which; `plural`: many unless counted (the points); `mass`: never counted.

    `kinded` is the short noun that a value goes with (the cat *pile*); `bare` its form without an article; `prep` has
    prepositions of its own (on the table); `named` is what stands for a value after to be:
    its colour is green, sa couleur est le vert; `itself`: a pile called a card.
    """

    one: str
    many: str
    gender: str = "m"
    person: bool = False
    mass: bool = False
    plural: bool = False
    kinded: str | None = None
    bare: str | None = None
    prep: dict[str, str] = field(default_factory=dict)
    an: bool | None = None
    named: str = ""
    itself: bool = False


@dataclass(slots=True)
class Adjective:
    """Forms m, f, mp, fp; `copula` is be or stay (Spanish estar); `pre` stands before its noun; `than` a
    preposition; `attributive`: English says a new group for a group that is new."""

    forms: tuple[str, str, str, str]
    copula: str = "be"
    pre: bool = False
    than: str | None = None
    superlative: bool = False
    attributive: bool = False


@dataclass(slots=True)
class Verb:
    """A lemma, what follows it unchanged, the preposition before its object, irregular forms, its own prepositions.

    `helper`: the lemma only helps another verb (have spoken), so English denies it without do.
    """

    lemma: str
    rest: str = ""
    to: str | None = None
    forms: dict[str, str] = field(default_factory=dict)
    preps: dict[str, str] = field(default_factory=dict)
    helper: bool = False


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file, or a clear error naming it."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as e:
        raise HoyleError(f"{path} cannot be read: {_in_plain_words(path, str(e))}") from e
    except (UnicodeDecodeError, RecursionError) as e:
        raise HoyleError(f"{path} cannot be read: it is not text in TOML") from e
    except OSError as e:
        reason = "the link leads nowhere" if path.is_symlink() and not path.exists() else str(e.strerror).lower()
        raise HoyleError(f"{path} cannot be read: {reason}") from e


def _in_plain_words(path: Path, message: str) -> str:
    """What is wrong with a TOML file, with the line it is about, and the line to write where that is known."""
    found = re.search(r"at line (\d+)", message)
    rows = path.read_text(encoding="utf-8").splitlines()
    number = int(found[1]) if found is not None else len(rows)
    if not 0 < number <= len(rows):
        return "it is not text in TOML"
    row = rows[number - 1].strip()
    for what, mended in _mendings(row):
        if _right_up_to(number, [*rows[: number - 1], mended, *rows[number:]]):
            return f"line {number}: {what}: {mended}"
    if _right_up_to(number, [*rows[: number - 1], "", *rows[number:]]) and re.search("overwrite|twice", message):
        return f"line {number}: this stands twice, leave one of the two out: {row}"
    return f'line {number}: {row}: an entry is written like march = "march", or march = {{ one = "march" }}'


def _mendings(row: str) -> Iterator[tuple[str, str]]:
    """What may be wrong with a line, and how it would be right."""
    key = r"([\w-]+(?: +[\w-]+)*)"
    yield "the quotes of a text are straight", re.sub("[“”„«»]", '"', row)
    truth = re.sub(r"(=\s*)(?:yes|on)(?=\s*[,}])", r"\1true", row)
    yield "what is so or not is true or false", re.sub(r"(=\s*)(?:no|off)(?=\s*[,}])", r"\1false", truth)
    yield "`=` stands between a name and what it means", re.sub(rf"(^|[{{,]\s*){key}\s*:\s*", r"\1\2 = ", row)
    yield "`=` stands between a name and what it means", re.sub(r"^([\w-]+)\s+(?=[\"{])", r"\1 = ", row)
    yield "a name is one word", re.sub(rf"^{key}(?=\s*=)", lambda m: re.sub(" +", "-", m[1]), row)
    yield "what is opened by [ is closed by ]", f"{row.rstrip(':')}]"
    bare = re.match(r"([^=]+=\s*)([^\W\d][^\"'#,{}\[\]]*?)\s*(#.*)?$", row)
    if bare is not None and bare[2] not in ("true", "false"):
        yield "a text stands in quotes", f'{bare[1]}"{bare[2]}"'
    inside = re.sub(r"(=\s*)(?!true\b|false\b)([^\W\d][^\"'#,{}\[\]=]*?)(?=\s*[,}])", r'\1"\2"', row)
    yield "a text stands in quotes", inside
    yield "a comma stands between two fields", re.sub(r'(?<=["\]}])\s+(?=\w+\s*=)|(?<=true)\s+(?=\w+\s*=)', ", ", row)
    yield "what is opened by { is closed by }", f"{row} }}"
    yield "what is opened by { is closed by }", f"{row.rstrip('}').rstrip()} }}"
    yield "a text ends with a quote", f'{row}"'


def _right_up_to(number: int, rows: list[str]) -> bool:
    """Whether nothing is wrong with a TOML file up to a line."""
    try:
        tomllib.loads("\n".join(rows))
    except tomllib.TOMLDecodeError as e:
        found = re.search(r"at line (\d+)", str(e))
        return found is not None and int(found[1]) > number
    return True


class Lexicon:
    """All words of one language for one game. `layers` are read from the last (the game's) to the first."""

    def __init__(self, language: str, words: dict[str, Any] | None = None) -> None:
        from . import lines

        self.language = known(language)
        self.lines = lines.of(language)
        base = rulebooks()
        self.layers: list[dict[str, Any]] = [read_toml(base / "lexicons" / f"{language}.toml"), words or {}]
        self.patterns: dict[str, str] = read_toml(base / "patterns" / f"{language}.toml")
        self.missing: dict[tuple[str, str], str] = {}
        self._cache: dict[tuple[str, str], Any] = {}

    # ---- looking up ------------------------------------------------------------------------------------------------
    def raw(self, group: str, key: str) -> Any:
        """The entry as written, or None."""
        for layer in reversed(self.layers):
            if key in layer.get(group, {}):
                return layer[group][key]
        return None

    def has(self, group: str, key: str) -> bool:
        """Whether there is such an entry."""
        return self.raw(group, key) is not None

    def _note(self, group: str, key: str, why: str) -> None:
        if key.startswith("fact "):  # a word of a fact is asked for where the words file has it
            group, key = "facts", key.removeprefix("fact ").removesuffix(" not")
        self.missing.setdefault((group, key), why)

    def _entry(self, group: str, key: str, make: Callable[[str, str, dict[str, Any]], E], blank: E) -> E:
        found: E | None = self._cache.get((group, key))
        if found is None:
            raw = self.raw(group, key)
            if raw is None:
                self._note(group, key, "no word for it")
                found = blank
            else:
                try:
                    found = make(group, key, raw if isinstance(raw, dict) else {"one": str(raw)})
                except (KeyError, TypeError, AttributeError, ValueError):
                    self._note(group, key, 'it is not written as an entry should be ({ one = "…" })')
                    found = blank
            self._cache[group, key] = found
        return found

    def noun(self, key: str) -> Noun:
        """A noun by its key."""
        return self._entry("nouns", key, self._noun, Noun(f"‹{key}›", f"‹{key}›"))

    def value(self, key: str) -> Noun:
        """The name of a value of a kind; a number stands for itself."""
        if key.lstrip("-").isdigit() and not self.has("values", key):
            return Noun(key, key)
        return self._entry("values", key, self._noun, Noun(f"‹{key}›", f"‹{key}›"))

    def _noun(self, group: str, key: str, raw: dict[str, Any]) -> Noun:
        one = raw["one"]
        if self.lines.gendered and "gender" not in raw and not raw.get("many_only"):
            shape = 'gender = "m" or "f"'
            if key.startswith("fact "):
                field_ = "is" if "is" in (self.raw("facts", key.removeprefix("fact ")) or {}) else "noun"
                shape = f'{field_} = {{ one = "{one}", gender = "f" }}, or "m"'
            self._note(group, key, f"its gender is missing ({shape})")
        return Noun(
            one,
            raw.get("many") or self.lines.plural(one),
            raw.get("gender", "m"),
            raw.get("person", False),
            raw.get("mass", False),
            raw.get("plural", False),
            raw.get("kinded"),
            raw.get("bare"),
            raw.get("prep", {}),
            raw.get("an"),
            raw.get("named", ""),
            bool(raw.get("itself")),
        )

    def adjective(self, key: str) -> Adjective:
        """An adjective by its key."""
        blank = f"‹{key}›"
        return self._entry("adjectives", key, self._adjective, Adjective((blank, blank, blank, blank)))

    def _adjective(self, group: str, key: str, raw: dict[str, Any]) -> Adjective:
        forms = raw.get("forms") or self.lines.forms(raw["one"])
        if "verb" in raw and "forms" not in raw and "one" not in raw:
            raise KeyError("one")
        masculine, feminine, men, women = forms
        return Adjective(
            (masculine, feminine, men, women),
            raw.get("copula", "be"),
            raw.get("pre", False),
            raw.get("than"),
            raw.get("superlative", False),
            raw.get("attributive", False),
        )

    def verb(self, key: str) -> Verb:
        """A verb by its key."""
        return self._entry("verbs", key, self._verb, Verb(f"‹{key}›"))

    def _verb(self, group: str, key: str, raw: dict[str, Any]) -> Verb:
        lemma, _, rest = raw["one"].partition(" ")
        if "3" in raw.get("forms", {}) and " " in raw["one"]:  # show and discard: told whole
            lemma, rest = raw["one"], ""
        if lemma == self.lines.reflexive:
            head, _, rest = rest.partition(" ")
            lemma = f"{lemma} {head}"
        return Verb(lemma, rest, raw.get("to"), raw.get("forms", {}), raw.get("prep", {}), raw.get("helper", False))

    def instead(self, verb: str, preposition: str) -> str | None:
        """The verb that stands for another before a preposition (give under: put), or None."""
        raw = self.raw("verbs", verb)
        found = raw.get("instead", {}).get(preposition) if isinstance(raw, dict) else None
        return str(found) if found else None

    def words(self, group: str, key: str) -> str:
        """A text of the words files: a title, an ending, a ruling."""
        found = self.raw(group, key)
        if found is None:
            self._note(group, key, "no text for it")
            return f"‹{key}›"
        return found if isinstance(found, str) else found["one"]

    def pattern(self, name: str) -> str:
        """The pattern of a construction. A missing one is a fault of Hoyle's own data."""
        if name not in self.patterns:
            raise HoyleError(f"rulebooks/patterns/{self.language}.toml has no pattern `{name}`")
        return self.patterns[name]

    def preposition(self, key: str, noun: Noun | None = None) -> str:
        """A preposition, as the noun it governs wants it."""
        if noun and key in noun.prep:
            return noun.prep[key]
        if noun and noun.itself and key in ("into", "onto"):  # turned up as the turned-up card
            return self.words("prepositions", "in-place-of")
        same = key == "inside" and self.words("prepositions", key) == self.words("prepositions", "in")
        if noun and same and "in" in noun.prep:
            return noun.prep["in"]
        return self.words("prepositions", key)
