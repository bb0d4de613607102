"""A game between a person and policies: whose turn it is, taking back, keeping and going on.

Comes in: a game, the person's seat, choices. Goes out: states at which the person chooses, or the end. What always
holds: the others' choices follow from the seed and the position in the play, so that what is taken back and chosen
again the same way goes on the same way; the person's single moves are made for them.
"""

from __future__ import annotations

import json
from itertools import count
from typing import TYPE_CHECKING, Any

from ..engine import POLICIES, Luck, PlayError
from ..engine.chance import POLICY_STREAM, number
from ..engine.record import Record, Recorder, replay
from ..language.diagnostics import HoyleError

if TYPE_CHECKING:
    from ..engine.game import Game
    from ..engine.state import Move, State


MOST = 10_000
"""So many choices are made without the person before it is said that they are not asked any more."""


class Endless(PlayError):
    """So many choices were `made`, and none of them was the person's."""

    made = MOST


class Session:
    """One game in play. `seed` decides all chance and the others' choices.

    Errors: PlayError if the rules break down before there is any position.
    """

    def __init__(self, game: Game, players: list[str], seat: int, policy: str, seed: int) -> None:
        self.recorder = Recorder(game, players, seed)
        self.me = players[seat]
        self.seat = seat
        self.policy = policy
        self._choose = POLICIES[policy]()
        self._seed = seed ^ POLICY_STREAM
        self.forced: set[int] = set()
        """Which of the person's choices, counted from 0, were made for them."""
        self.fault: PlayError | None = None
        """What went wrong before the person was asked at all; the play up to there can still be told and kept."""
        self._begin()

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.recorder.state

    @property
    def mine(self) -> bool:
        """Whether the person is to choose."""
        return self.state.player == self.me

    @property
    def can_undo(self) -> bool:
        """Whether the person has chosen anything to take back."""
        return any(self._asked_before())

    @property
    def chosen(self) -> int:
        """How many choices the person has made, those made for them included."""
        return sum(step.get("player") == self.me for step in self.recorder.steps)

    def play(self, move: Move | int) -> None:
        """The person's choice; then everybody else's until the person chooses again or the game is over.

        Errors: PlayError for a fault of the rules; the choice that led to it stays made.
        """
        self.recorder.play(move)
        self.advance()

    def advance(self) -> None:
        """Let the others choose, and the person where there is nothing to choose.

        Errors: PlayError if that does not come to an end.
        """
        self.forced = {number for number in self.forced if number < self.chosen}
        for made in count():
            if self.state.kind != "decision" or (self.mine and len(self.state.moves) > 1):
                return
            if made == MOST:
                flow = self.state.table.machine.flow
                raise Endless(f"{MOST} choices were made and none of them was yours", flow.where(self.state.frame[0]))
            if self.mine:
                self.forced.add(self.chosen)
            self.recorder.play(self._index())

    def undo(self) -> None:
        """Go back to the person's last choice.

        Errors: HoyleError if there was none.
        """
        if not self.can_undo:
            raise HoyleError("there is nothing to take back")
        self.recorder.undo()
        while not self.mine or len(self.state.moves) == 1:
            self.recorder.undo()

    def resume(self, kept: Record) -> None:
        """Go to where a recorded play of this game stopped.

        Errors: HoyleError if the record is not of a play of this game with these players and this seed.
        """
        replay(self.recorder.game, kept)  # says at which step and why, if it cannot be
        self.recorder = Recorder(self.recorder.game, kept.players, kept.seed)
        self.forced.clear()
        for step in kept.steps:
            if "choice" in step:
                if self.mine and len(self.state.moves) == 1:
                    self.forced.add(self.chosen)
                self.recorder.play(_move(self.state, step))
        if self.recorder.steps != _plain(kept.steps):
            raise HoyleError("the record's chances are not those of its seed, so its play cannot go on")
        self._begin()

    def _begin(self) -> None:
        self.fault = None
        try:
            self.advance()
        except PlayError as fault:
            self.fault = fault

    def _asked_before(self) -> list[bool]:
        return [len(state.moves) > 1 and state.player == self.me for state, _, _ in self.recorder._before]

    def _index(self) -> int:
        """The index of the move the one to choose takes."""
        state = self.state
        if len(state.moves) == 1:
            return 0
        machine = state.table.machine
        luck = Luck(number(self._seed, len(self.recorder.steps) + 1))
        return self._choose(machine, state.frame, machine.moves(state.frame), luck)


def _move(state: State, step: dict[str, Any]) -> int | str:
    for move in state.moves:
        if move.option == step.get("option") and _plain(dict(move.values)) == step.get("values"):
            return move.index
    return str(step["choice"])


def _plain(data: Any) -> Any:
    return json.loads(json.dumps(data))
