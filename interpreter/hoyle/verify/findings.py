"""What was found of a property, in no language: a key and its values, so that each reader's language can say it.

Comes in: counts, instances, places. Goes out: `Finding`s, their English words, and data for those who say them in other
languages. What always holds: every finding has words in `ENGLISH`; numbers stay numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .rules import Setting

ENGLISH: dict[str, tuple[str, str]] = {
    "run": ("{n:,} run", "{n:,} run"),
    "failing": ("{n:,} run, {failed:,} fail", "{n:,} run, {failed:,} fail"),
    "fault": ("{message}; seen with {seen}", "{message}; seen with {seen}"),
    "proved": ("proved for {of}", "proved for {of}"),
    "plays": ("{n:,} play", "{n:,} plays"),
    "decisions-compared": ("{n:,} decision compared", "{n:,} decisions compared"),
    "plays-compared": ("{n:,} play compared", "{n:,} plays compared"),
    "looked-at": ("{n:,} position looked at, not all of {of}", "{n:,} positions looked at, not all of {of}"),
    "ended": (
        "{n:,} play ended, the longest after {longest:,} decisions",
        "{n:,} plays ended, the longest after {longest:,} decisions",
    ),
    "cut-off": (
        "{n:,} of {plays:,} plays was cut off: with {seen}",
        "{n:,} of {plays:,} plays were cut off: one of them with {seen}",
    ),
    "not-explored": ("not all of {of} was explored", "not all of {of} was explored"),
    "needs-plays": ("exploring positions does not show it; verify without --exhaustive",) * 2,
    "interrupted": ("the search was interrupted before it",) * 2,
    "too-little": ("the budget was too small for it",) * 2,
    "first-seat": ("the rules begin with the first seat ({place})",) * 2,
    "one-player": ("there is one player",) * 2,
    "nothing-hidden": ("nothing is hidden in this game",) * 2,
}
"""The words of each finding, for one (`n` is 1) and for more."""


@dataclass(frozen=True, slots=True)
class Finding:
    """`say` is a key of `ENGLISH`, `values` what its words are filled with; `of` are the instances it is about."""

    say: str
    values: dict[str, int | str] = field(default_factory=dict)
    of: tuple[Setting, ...] = ()

    def words(self) -> str:
        """It in English."""
        one, more = ENGLISH[self.say]
        return (one if self.values.get("n") == 1 else more).format(of=_instances(self.of), **self.values)

    def data(self) -> dict[str, Any]:
        """It as JSON data: `say`, its values, and `of`, a list of settings."""
        found: dict[str, Any] = {"say": self.say, **self.values}
        if self.of:
            found["of"] = [
                {"players": s.players, "variants": list(s.variants), "parameters": dict(s.values), "scope": s.scope}
                for s in self.of
            ]
        return found


def detail(findings: Iterable[Finding]) -> str:
    """Findings in English, one after another."""
    return "; ".join(finding.words() for finding in findings)


def _instances(of: Sequence[Setting]) -> str:
    return of[0].words() if len(of) == 1 else f"{len(of)} small instances"
