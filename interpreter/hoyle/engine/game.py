"""A game ready to be played, for any of its numbers of players.

Comes in: something that makes a flow for a number of players. Goes out: `State`s (see `state`). What always holds:
the flow and the machine of a number of players are made once, when first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..language.diagnostics import HoyleError
from ..language.integers import whole_number
from ..language.program import Program
from .flow import Flow
from .machine import Machine
from .names import Names, default_seats
from .observe import Observer
from .saving import flow_digest
from .state import State, Table


class Game:
    """Rules that can be played.

    Args:
        flow_for: gives the flow for a number of players.
        players: the numbers of players the game is for.
        title: what the game is called.
        digest: a sum of the spec's texts and variants, written into records; empty if there is none.
        variants: the names of the variants that are part of the rules.
        program: the checked program, if the flow is made of one.
    """

    def __init__(
        self,
        flow_for: Callable[[int], Flow],
        players: Sequence[int],
        title: str = "",
        digest: str = "",
        variants: Sequence[str] = (),
        program: Program | None = None,
    ) -> None:
        if not players:
            raise ValueError("a game needs a number of players")
        self.players = tuple(players)
        self.title = title
        self.digest = digest
        self.variants = tuple(variants)
        self.program = program
        self._flow_for = flow_for
        self._machines: dict[int, tuple[Machine, Observer, str]] = {}

    def __getstate__(self) -> dict[str, Any]:
        """What another process gets of a game (`pickle`): machines are made anew there."""
        return {**self.__dict__, "_machines": {}}

    def machine(self, players: int) -> Machine:
        """The machine for a number of players.

        Raises:
            HoyleError: the game is not for so many.
        """
        return self._made(players)[0]

    def _made(self, players: int) -> tuple[Machine, Observer, str]:
        if whole_number(players) is None:
            raise HoyleError(f"how many play is a whole number, not {players!r}")
        if players not in self._machines:
            if players not in self.players:
                raise HoyleError(
                    f"{self.title or 'this game'} is for {_counts(self.players)} players, not for {players}"
                )
            flow = self._flow_for(players)
            machine = Machine(flow)
            self._machines[players] = machine, Observer(machine), flow_digest(flow)
        return self._machines[players]

    def table(self, players: int | Sequence[str]) -> Table:
        """What all states of a game with these players share. `players`: how many, or their names."""
        if (number := whole_number(players)) is not None:
            self._made(number)  # before there are names for a thousand million
            seats = default_seats(number)
        elif isinstance(players, str) or not isinstance(players, Iterable):
            raise HoyleError(f"players are a number, or a list of their names, not {players!r}")
        else:
            seats = tuple(players)
            if not all(isinstance(seat, str) and seat.strip() for seat in seats) or len(set(seats)) != len(seats):
                raise HoyleError("every player needs a name of their own")
        machine, observer, digest = self._made(len(seats))
        return Table(self, machine, observer, Names(machine.flow, seats), digest)

    def start(self, players: int | Sequence[str] | None = None, seed: int | None = None) -> State:
        """The state at the first stop.

        Args:
            players: how many, or their names; the fewest the game is for if not given.
            seed: decides all chances; None leaves them to the caller, who is asked at each (`State.chances`).

        Raises:
            HoyleError: the game is not for so many, or two have one name.
            PlayError: the rules ask for something that cannot be done.
        """
        if seed is not None:
            number = whole_number(seed)
            if number is None or not 0 <= number < 2**64:
                raise HoyleError("a seed is a whole number from 0 to 18446744073709551615")
            seed = number
        return self.table(self.players[0] if players is None else players).start(seed)

    def state_from_json(self, data: Any) -> State:
        """The state of JSON data (a text, or what it holds).

        Raises:
            HoyleError: the data is not a state of this game.
        """
        return State.from_json(self, data)


def _counts(players: Sequence[int]) -> str:
    low, high = min(players), max(players)
    return str(low) if low == high else f"{low} to {high}"
