"""Figures of many plays: means with their standard errors, counts of endings.

Comes in: how plays came out, and how often each way. Goes out: the answer of `hoyle simulate`. What always holds: a
play that was cut off is counted as `capped` and nowhere else; a figure that cannot be known (a mean of nothing, the
error of one) is None; figures depend on the plays alone, not on the order in which they are told of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

from ..engine.many import Came

Figures = dict[str, float | None]


@dataclass
class Mean:
    """A mean and its standard error, exact to the last digit: the values are kept with how often each came."""

    values: Counter[float] = field(default_factory=Counter)

    def add(self, value: float, times: int = 1) -> None:
        """One more value, or several times the same."""
        self.values[value] += times

    @property
    def count(self) -> int:
        """How many values there are."""
        return self.values.total()

    @property
    def mean(self) -> float:
        """Their mean; 0 if there is none."""
        return self.figures()["mean"] or 0.0

    def figures(self, *, ends: bool = False) -> Figures:
        """The mean and its standard error; with `ends` the least and the greatest value too."""
        count = self.count
        total = squares = Fraction(0)
        for value, times in self.values.items():
            exact = Fraction(value)
            total += exact * times
            squares += exact * exact * times
        error = None
        if count > 1:
            error = sqrt((squares - total * total / count) / (count - 1) / count)
        found: Figures = {"mean": float(total / count) if count else None, "se": error}
        low, high = min(self.values, default=None), max(self.values, default=None)
        return {**found, "min": low, "max": high} if ends else found


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

    def add(self, came: Came, times: int = 1) -> None:
        """Plays that came out so."""
        ending, decisions, choices, winners, scores = came
        if ending < 0:
            self.capped += times
            return
        self.ended[self.endings[ending]] += times
        self.decisions.add(decisions, times)
        self.choices.add(choices, times)
        for seat, wins in enumerate(self.wins):
            wins.add(1 / len(winners) if seat in winners else 0, times)
        if scores is None:
            return
        for score, value in zip(self.scores, scores, strict=True):
            score.add(value, times)
        if winners:
            self.winner_score.add(sum(scores[seat] for seat in winners) / len(winners), times)

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
