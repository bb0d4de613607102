"""Figures of many plays: means with their standard errors, counts of endings.

Comes in: one finished play after another. Goes out: the answer of `hoyle simulate`. What always holds: a play that was
cut off is counted as `capped` and nowhere else; a figure that cannot be known (a mean of nothing, the error of one) is
None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from ..engine.results import Standing

Figures = dict[str, float | None]


@dataclass
class Mean:
    """A running mean and its standard error (Welford's way, which loses no digits)."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0
    low: float | None = None
    high: float | None = None

    def add(self, value: float) -> None:
        """One more value."""
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self.squares += step * (value - self.mean)
        self.low = value if self.low is None else min(self.low, value)
        self.high = value if self.high is None else max(self.high, value)

    def figures(self, *, ends: bool = False) -> Figures:
        """The mean and its standard error; with `ends` the least and the greatest value too."""
        error = sqrt(self.squares / (self.count - 1) / self.count) if self.count > 1 else None
        found: Figures = {"mean": self.mean if self.count else None, "se": error}
        return {**found, "min": self.low, "max": self.high} if ends else found


@dataclass
class Tally:
    """What many plays came to. `endings` names the game's endings, in their order."""

    seats: int
    endings: Sequence[str]
    decisions: Mean = field(default_factory=Mean)
    choices: Mean = field(default_factory=Mean)
    winner_score: Mean = field(default_factory=Mean)
    ended: Counter[str] = field(default_factory=Counter)
    capped: int = 0

    def __post_init__(self) -> None:
        self.scores = [Mean() for _ in range(self.seats)]
        self.wins = [Mean() for _ in range(self.seats)]

    @property
    def plays(self) -> int:
        """How many plays there were, capped ones included."""
        return self.ended.total() + self.capped

    def add(self, standing: Standing, decisions: int, choices: int) -> None:
        """A play that came to its end."""
        self.ended[self.endings[standing.ending]] += 1
        self.decisions.add(decisions)
        self.choices.add(choices)
        for seat, wins in enumerate(self.wins):
            wins.add(1 / len(standing.winners) if seat in standing.winners else 0)
        if standing.scores is None:
            return
        for score, value in zip(self.scores, standing.scores, strict=True):
            score.add(value)
        if standing.winners:
            self.winner_score.add(sum(standing.scores[seat] for seat in standing.winners) / len(standing.winners))

    def add_capped(self) -> None:
        """A play that was cut off."""
        self.capped += 1

    def data(self) -> dict[str, Any]:
        """The figures, as the command's JSON answer has them."""
        return {
            "decisions": self.decisions.figures(ends=True),
            "choices": self.choices.figures(ends=True),
            "seats": [
                {"score": score.figures(), "wins": wins.figures()}
                for score, wins in zip(self.scores, self.wins, strict=True)
            ],
            "winner_score": self.winner_score.figures(),
            "endings": {name: self.ended[name] for name in self.endings if self.ended[name]},
            "capped": self.capped,
        }
