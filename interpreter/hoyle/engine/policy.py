"""Policies: who chooses when nobody plays.

Comes in: a machine, a frame at a decision, its moves, and luck of the policy's own (see `chance`). Goes out: the
index of a move. What always holds: a policy draws from its own luck only, and uses only what the player to move may
know.

`uniform` takes each move with the same probability: it draws one number, `index(number of moves)`, if there are two
or more.

`greedy` looks one move ahead and knows no game: of all moves it takes one after which its own score (as `winners`
counts it, against the best of the others) stands best, at random among those. It looks from a *guess*: cards at
places whose faces it does not see are dealt out anew among these places, so that nothing it cannot see bears on its
choice, and it stops looking where chance or somebody else would go on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from . import flow as F
from .chance import Luck
from .errors import PlayError
from .events import Move
from .layout import Frozen
from .machine import Machine
from .observe import Observer
from .places import whole

Policy = Callable[[Machine, Frozen, Sequence[Move], Luck], int]


def uniform(machine: Machine, frame: Frozen, moves: Sequence[Move], luck: Luck) -> int:
    """Any move, each as likely."""
    return luck.index(len(moves)) if len(moves) > 1 else 0


class Greedy:
    """The move after which the own score stands best."""

    def __init__(self) -> None:
        self._observers: dict[int, Observer] = {}

    def __call__(self, machine: Machine, frame: Frozen, moves: Sequence[Move], luck: Luck) -> int:
        """The index of a move."""
        if len(moves) == 1:
            return 0
        if id(machine) not in self._observers:
            self._observers[id(machine)] = Observer(machine)
        seat = machine.stop(frame).player
        world = guess(machine, self._observers[id(machine)], frame, seat, luck)
        values = [self._value(machine, world, move, seat) for move in moves]
        best = max(values)
        return [i for i, value in enumerate(values) if value == best][luck.index(values.count(best))]

    def _value(self, machine: Machine, frame: Frozen, move: Move, seat: int) -> int:
        try:
            return advantage(machine, machine.play(frame, move), seat)
        except PlayError:
            return -F.LARGEST


def advantage(machine: Machine, frame: Frozen, seat: int) -> int:
    """How far a seat is ahead of the best of the others; 0 where winning is no matter of numbers."""
    for row in machine.flow.winners:
        if row.score is None:
            continue
        try:
            scores = [machine.evaluate(frame, row.score, {row.register: s}) for s in range(machine.flow.players)]
        except PlayError:
            return 0
        signed = scores if row.highest else [-score for score in scores]
        mine: int = signed.pop(seat)
        return mine - max(signed, default=0)
    return 0


def guess(machine: Machine, observer: Observer, frame: Frozen, seat: int, luck: Luck) -> Frozen:
    """A frame that looks the same to a seat, with all that it does not see dealt out anew."""
    flow, layout = machine.flow, machine.layout
    f = list(frame)
    for component in range(len(flow.components)):
        hidden = [
            i
            for i, place in enumerate(flow.places)
            if i and place.component == component and place.shape != "plays" and not observer.sees(seat, i)
        ]
        pool = sorted(
            face for i in hidden for face in frame[layout.place(i)]
        )  # so that nothing of where they lie is kept
        for i in hidden:
            lying = [pool.pop(luck.index(len(pool))) for _ in frame[layout.place(i)]]
            if flow.places[i].shape == "zone":
                f[layout.place(i)] = tuple(sorted(lying))
                continue
            bags = []
            for start, end in frame[layout.bags[i]]:
                lying[start:end] = sorted(lying[start:end])
                bags += [(a + start, b + start) for a, b in whole(tuple(lying[start:end]))]
            f[layout.place(i)], f[layout.bags[i]] = tuple(lying), tuple(bags)
    return tuple(f)


POLICIES: dict[str, Callable[[], Policy]] = {"random": lambda: uniform, "greedy": Greedy}
"""Policies by name; each call makes one."""
