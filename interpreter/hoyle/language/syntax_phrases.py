"""How plain English is met: a `Phrase` is something people say, and what is written for it here.

Comes in: a line, and what its text declares. Goes out: `Reading`s, the line as it would be written. What always holds:
phrases follow each other on one line until the grammar takes it, as one line may hold several slips; whoever tells a
reading tries it first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from .syntax_declared import Declared

NAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
OF = rf"(?!to\b){NAME}(?: of {NAME})*"
ALL = r"(?:each|every|all)(?: of)?(?: the)? players?|every ?one|every ?body|players"
FEW = {
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "ten": "10",
}
FEW |= {"a": "1", "an": "1", "the": "1", "another": "1"}
COUNT = rf"(?:\d+|{'|'.join(FEW)})"
VERBS = "draws?|takes?|plays?|puts?|places?|gives?|discards?|returns?|collects?|turns? up|deals?"

ARTICLE = "no article stands here"

Write = Callable[["re.Match[str]", Declared], str | None]


@dataclass(frozen=True)
class Phrase:
    """Something people say: `pattern` in a line, what to write for the match (nothing: not this one), what is wrong."""

    pattern: re.Pattern[str]
    write: Write
    message: str


@dataclass(frozen=True)
class Reading:
    """A line as it would be written, what is wrong with it as it is, and from where to where."""

    text: str
    message: str
    start: int
    end: int


def readings(line: str, words: Declared, phrases: Iterable[Phrase]) -> Iterator[Reading]:
    """What a line may be meant to say, from the fewest changes to the most."""
    text, first = line, None
    for phrase in phrases:
        found = phrase.pattern.search(text)
        new = phrase.write(found, words) if found else None
        if found is None or new is None or new == found[0]:
            continue
        if first is None or first.message == ARTICLE:
            start = found.start() + len(found[0]) - len(found[0].lstrip())
            first = Reading("", phrase.message.format(found=found[0].strip()), start, max(found.end(), start + 1))
        text = text[: found.start()] + new + text[found.end() :]
        yield Reading(text, first.message, first.start, first.end)


def said(pattern: str, write: str | Write, message: str) -> Phrase:
    """A phrase; in its pattern stand NAME, WHO (a name, perhaps `of` another), ALL (all players) and COUNT."""
    full = pattern.replace("NAME", NAME).replace("WHO", OF).replace("ALL", ALL).replace("COUNT", COUNT)
    made = re.compile(full.replace("VERBS", VERBS))
    if isinstance(write, str):
        template = write
        return Phrase(made, lambda found, _: found.expand(template), message)
    return Phrase(made, write, message)


def _number(word: str) -> str:
    return FEW.get(word, word)


def number(word: str) -> str:
    """A count as figures: `three`, `a`."""
    return FEW.get(word, word)


@dataclass(frozen=True)
class Advice:
    """Something people write that one line cannot say: `pattern`, what is wrong, and what to do."""

    pattern: re.Pattern[str]
    message: str
    hint: str
    holder: str = ""  # in what the line stands, if it is only there
