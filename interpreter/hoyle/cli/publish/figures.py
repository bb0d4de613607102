"""How long a game takes, measured in random play, and what each seat wins.

Comes in: a game. Goes out: `Measured`, one a number of players, and the facts a book prints of them. What always holds:
a game is measured by the same seeds everywhere, so that its books are the same on every machine; time is reckoned by a
stated rule of thumb and said to be so.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from babel.numbers import format_decimal

from ... import resources
from ...engine.chance import number
from ...engine.errors import PlayError
from ...engine.game import Game
from ...language.diagnostics import HoyleError
from ..tally import Mean

if TYPE_CHECKING:
    from ...engine.flow import Flow
    from ...engine.machine import Machine
    from ...engine.wasm.host import Runtime

PLAYS = 1000
SLOW_PLAYS = 50
"""How many plays without the compiled engine, which is a thousand times as fast."""

SEED = 1
MAX_DECISIONS = 20_000
CHOICE, FORCED = 6, 2
"""Seconds: the rule of thumb by which decisions become minutes. People play a trick of four cards in about half a
minute.
"""


@dataclass
class Measured:
    """What many random plays with one number of players gave. `lengths`: decisions → how many plays; `wins` a seat's
    shares.
    """

    players: int
    decisions: Mean = field(default_factory=Mean)
    choices: Mean = field(default_factory=Mean)
    lengths: dict[int, int] = field(default_factory=dict)
    wins: list[Mean] = field(default_factory=list)
    capped: int = 0

    @property
    def plays(self) -> int:
        """How many plays came to an end."""
        return self.decisions.count

    @property
    def minutes(self) -> float:
        """How long people may take, by the rule of thumb."""
        return (self.choices.mean * CHOICE + (self.decisions.mean - self.choices.mean) * FORCED) / 60

    def add(self, decisions: int, choices: int, winners: Sequence[int]) -> None:
        """One more play that came to an end."""
        self.decisions.add(decisions)
        self.choices.add(choices)
        self.lengths[decisions] = self.lengths.get(decisions, 0) + 1
        for seat, mean in enumerate(self.wins):
            mean.add(1 / len(winners) if seat in winners else 0.0)


def measure(game: Game, plays: int = PLAYS) -> list[Measured]:
    """Random plays with each number of players; a number with which the rules cannot be followed is left out."""
    found = []
    for players in game.players:
        try:
            found.append(_plays(game, players, plays))
        except PlayError:
            continue
    return [m for m in found if m.plays]


def _plays(game: Game, players: int, plays: int) -> Measured:
    machine = game.machine(players)
    made = Measured(players, wins=[Mean() for _ in range(players)])
    runtime = _compiled(machine.flow)
    if runtime is None:
        return _interpreted(machine, made, min(plays, SLOW_PLAYS))
    for played in runtime.playouts([number(SEED, k) for k in range(1, plays + 1)], MAX_DECISIONS):
        if isinstance(played, PlayError):
            raise played
        if played.kind == "over":
            made.add(played.decisions, played.choices, played.winners)
        else:
            made.capped += 1
    return made


def _compiled(flow: Flow) -> Runtime | None:
    """The compiled engine, if it is installed and can run these rules."""
    try:
        from ...engine.wasm.host import Program, Runtime
    except ImportError:
        return None
    from ...engine.wasm.forms import Unsupported

    try:
        return Runtime(Program(flow))
    except Unsupported:
        return None


def _interpreted(machine: Machine, made: Measured, plays: int) -> Measured:
    from ...engine.results import standing

    for k in range(1, plays + 1):
        played = machine.playout(number(SEED, k), MAX_DECISIONS)
        outcome = standing(machine, played.frame)
        if played.kind == "over" and outcome is not None:
            made.add(played.decisions, played.choices, outcome.winners)
        else:
            made.capped += 1
    return made


# ---- as a book says it -----------------------------------------------------------------------------------------------


@cache
def texts(language: str) -> Mapping[str, str]:
    """The words around the rules in a language.

    Raises:
        HoyleError: the language has none.
    """
    path = resources.rulebooks() / "text" / f"{language}.toml"
    if not path.is_file():
        known = sorted(p.stem for p in path.parent.glob("*.toml"))
        raise HoyleError(f"there are no rulebooks in `{language}`; the languages are {', '.join(known)}")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def figure(n: int | float, language: str) -> str:
    """A whole number as the language writes it."""
    return str(format_decimal(round(n), locale=language))


def span(low: float, high: float, language: str) -> str:
    """A range of whole numbers, or one."""
    first, last = figure(low, language), figure(high, language)
    return first if first == last else f"{first}–{last}"


def _rounded(minutes: float) -> int:
    """Minutes as people say them: whole ones, from ten on by fives."""
    return max(1, round(minutes)) if minutes < 10 else 5 * round(minutes / 5)


def time(measured: Sequence[Measured], language: str) -> str:
    """How long a game takes: about 15–30 minutes."""
    words = texts(language)
    low, high = (_rounded(f(m.minutes for m in measured)) for f in (min, max))
    said = words["minute"] if high == 1 else words["minutes"].replace("{n}", span(low, high, language))
    return words["about"].replace("{x}", said)


def facts(measured: Sequence[Measured], language: str) -> list[tuple[str, str]]:
    """The facts that a book prints of its game: the time, and how it was measured. Nothing if nothing was measured."""
    if not measured:
        return []
    words = texts(language)
    means = [m.choices.mean for m in measured]
    fill = {
        "plays": figure(min(m.plays for m in measured), language),
        "choices": span(min(means), max(means), language),
        "choice": str(CHOICE),
        "forced": str(FORCED),
    }
    rule = words["rule_of_thumb" if len(measured) > 1 else "rule_of_thumb_one"]
    for name, value in fill.items():
        rule = rule.replace(f"{{{name}}}", value)
    return [(words["time"], time(measured, language)), (words["measured"], rule)]
