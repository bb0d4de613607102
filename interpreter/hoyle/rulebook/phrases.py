"""Phrase trees: what a sentence says, in no language.

Comes in: built by `tell` from the tree of the rules. Goes out: to `lines`, where each language makes words of it.
What always holds: a phrase holds keys of the lexicon, never words; who is meant by a `Ref` is settled by `refer`
before a language sees it. Numbers are kept as numbers, so that each language writes them its own way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any


@dataclass(slots=True)
class Phrase:
    """Anything that can be said."""

    def parts(self) -> Iterator[Phrase]:
        """The phrases directly inside this one."""
        for f in fields(self):
            yield from _phrases(getattr(self, f.name))

    def walk(self) -> Iterator[Phrase]:
        """This phrase and all inside it."""
        yield self
        for part in self.parts():
            yield from part.walk()


def _phrases(value: Any) -> Iterator[Phrase]:
    if isinstance(value, Phrase):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _phrases(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _phrases(item)


# ---- who and what is spoken of -------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Referent:
    """A person or thing that a text speaks of more than once: `noun` is a key, `you` says it is the reader.

    `proper` is the name of a seat in an example; `known` says it was spoken of before (so: that card, not a card).
    """

    noun: str
    you: bool = False
    proper: str | None = None
    plural: bool = False
    det: str = "the"
    adj: str | None = None
    link: str | None = None
    human: bool = False


@dataclass(slots=True)
class Ref(Phrase):
    """One mention of a referent; `pronoun` is set by `refer` where a pronoun (it, its, whose gap) will do; `beside`: where
    it is a thing and somebody is spoken of too, or the other way round, so that his and its must not be one word; `first`: of
    several people in the sentence it is the one named first, whom `that player` would not tell from the others."""

    to: Referent
    pronoun: bool = False
    gap: bool = False
    beside: bool = False
    first: bool = False


@dataclass(slots=True)
class Figure(Phrase):
    """A number as such: over 13; the value 4. `link` leads to the parameter it is."""

    value: int
    link: str | None = None


@dataclass(slots=True)
class Quantity(Phrase):
    """How many: `how` is exactly, at-least, at-most, more-than, less-than, or-more, to (low to high)."""

    how: str
    low: Phrase
    high: Phrase | None = None


@dataclass(slots=True)
class Adj(Phrase):
    """An adjective of the lexicon; `link` leads to its definition."""

    key: str
    link: str | None = None
    emph: bool = False


@dataclass(slots=True)
class Prep(Phrase):
    """A preposition of the lexicon and what it governs."""

    key: str
    of: Phrase


@dataclass(slots=True)
class Rel(Phrase):
    """A relative clause: inside `clause`, the mention with `gap` is what the clause is said of."""

    clause: Phrase
    of: Referent


@dataclass(slots=True)
class NP(Phrase):
    """A noun phrase. `det`: the, a, bare, that, each, no, all, any, other, same, own; `owner`: whose it is;
    `late` is set off by commas after the relative clauses; `single`: one, even of what is always said in the plural."""

    noun: str
    det: str = "the"
    many: bool = False
    owner: Phrase | None = None
    count: Quantity | None = None
    adjs: list[Adj] = field(default_factory=list)
    preps: list[Prep] = field(default_factory=list)
    rels: list[Rel] = field(default_factory=list)
    late: list[Phrase] = field(default_factory=list)
    label: Phrase | None = None
    worth: Phrase | None = None
    kind: str | None = None
    link: str | None = None
    emph: bool = False
    only: bool = False
    intro: Referent | None = None
    single: bool = False

    def but(self, **changes: Any) -> NP:
        """A copy with some fields changed."""
        return replace(self, **changes)


@dataclass(slots=True)
class Value(Phrase):
    """A value of a kind by its own name: cat, spades, jack; `det` as of a noun phrase, mostly bare; `brief`: by its
    sign."""

    key: str
    det: str = "bare"
    many: bool = False
    of: Phrase | None = None
    number: int | None = None
    count: Quantity | None = None
    brief: bool = False


@dataclass(slots=True)
class Several(Phrase):
    """Phrases side by side: `how` is and, or, comma (a bare list)."""

    how: str
    items: list[Phrase]


@dataclass(slots=True)
class Made(Phrase):
    """A pattern of the language, by name, with its slots filled; `many` and `noun` give the features of a noun
    phrase."""

    pattern: str
    slots: dict[str, Phrase]
    noun: str | None = None
    many: bool = False


@dataclass(slots=True)
class Title(Phrase):
    """A heading or label of the words files, told as it is written; `group` is titles, endings, labels, …"""

    group: str
    key: str
    link: str | None = None


@dataclass(slots=True)
class Raw(Phrase):
    """Words that are not language's business: a name a reader gave, a sign."""

    text: str


# ---- clauses -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Clause(Phrase):
    """Subject, verb and what follows. `subject` None with mood imp: said to the reader; with `there`: there is …

    `verb` is a key; `obj` its object, `pred` what a copula says of the subject, `preps` more. `modal`: may, must.
    `mood` is imp, ind or inf and is the clause's own; a pattern may ask for the subjunctive.
    """

    verb: str
    subject: Phrase | None = None
    obj: Phrase | None = None
    pred: Phrase | None = None
    preps: list[Prep] = field(default_factory=list)
    negative: bool = False
    modal: str | None = None
    only: bool = False
    mood: str = "ind"
    there: bool = False
    link: str | None = None
    emph: bool = False
    adverb: str | None = None

    def but(self, **changes: Any) -> Clause:
        """A copy with some fields changed."""
        return replace(self, **changes)


@dataclass(slots=True)
class Fact(Phrase):
    """A state of the game that the words files tell whole: the hearts are broken, it is the first trick."""

    key: str
    negative: bool = False
    adverb: str | None = None
    link: str | None = None
    emph: bool = False


@dataclass(slots=True)
class Both(Phrase):
    """Clauses joined by and / or; the subject of a later one is left unsaid where it is the same."""

    how: str
    items: list[Phrase]


@dataclass(slots=True)
class If(Phrase):
    """A condition before what follows from it; `word` is if, when, unless, until, as-long-as."""

    test: Phrase
    then: Phrase
    word: str = "if"
    otherwise: bool = False


@dataclass(slots=True)
class Only(Phrase):
    """What follows from a condition said after it: play a card, if the table is empty."""

    then: Phrase
    test: Phrase
    word: str = "if"


@dataclass(slots=True)
class Seq(Phrase):
    """Clauses one after another in one sentence: `how` is then or semicolon."""

    items: list[Phrase]
    how: str = "semicolon"


# ---- what is laid out ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Sentence(Phrase):
    """A full sentence; `end` is its closing sign, `about` who or what was spoken of before it."""

    of: Phrase
    end: str = "."
    tags: list[str] = field(default_factory=list)
    lead: str | None = None
    about: Referent | None = None


@dataclass(slots=True)
class Step(Phrase):
    """A clause of the book: sentences, then steps under it. `key` names it for good, `span` is its line in the spec."""

    key: str
    sentences: list[Sentence]
    steps: list[Step] = field(default_factory=list)
    span: Any = None
    tags: list[str] = field(default_factory=list)
    table: Table | None = None
    style: str = "steps"


@dataclass(slots=True)
class Table(Phrase):
    """Rows of cells under a head; a cell is a phrase, or nothing. `tags`: the rulings each row rests on."""

    head: list[Phrase]
    rows: list[list[Phrase | None]]
    tags: list[list[str]] = field(default_factory=list)


SUMS = ("plus", "minus", "negative", "times", "twice", "divided", "divided-to-zero", "remainder")
"""The patterns of arithmetic."""


def bracket(phrase: Phrase) -> Phrase:
    """A sum, a product and the like in brackets; anything else as it is."""
    if isinstance(phrase, Made) and phrase.pattern in SUMS:
        return Made("brackets", {"x": phrase}, phrase.noun, phrase.many)
    return phrase


def you() -> Ref:
    """The reader."""
    return Ref(Referent("player", you=True, human=True))


def put_first(phrase: Any, one: Referent, new: Phrase) -> tuple[Any, bool]:
    """A copy of a phrase in which the first mention of a referent is told in full."""
    if isinstance(phrase, Ref) and phrase.to is one:
        return new, True
    if not isinstance(phrase, Phrase):
        return phrase, False
    for f in fields(phrase):
        value = getattr(phrase, f.name)
        if isinstance(value, Phrase):
            made, found = put_first(value, one, new)
            if found:
                return replace(phrase, **{f.name: made}), True
        elif isinstance(value, list):
            for k, item in enumerate(value):
                made, found = put_first(item, one, new)
                if found:
                    return replace(phrase, **{f.name: [*value[:k], made, *value[k + 1 :]]}), True
        elif isinstance(value, dict):
            for k, item in value.items():
                made, found = put_first(item, one, new)
                if found:
                    return replace(phrase, **{f.name: {**value, k: made}}), True
    return phrase, False
