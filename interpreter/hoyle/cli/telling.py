"""What happened, told in lines: the one teller of the terminal, in every language.

Comes in: remarks, and how things are called (`tongue`). Goes out: a line each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar

from ..engine import events as E
from ..engine.events import UNSEEN
from ..engine.flow import NONE

if TYPE_CHECKING:
    from ..engine.state import State
    from .remarks import Remark
    from .tongue import Plain

NAMING = ("card", "face", "meld", "play", "list")
"""The sorts of values of a move whose words name cards."""


class Telling:
    """Tells what happened at a table."""

    def __init__(self, tongue: Plain) -> None:
        self.tongue, self.words = tongue, tongue.words

    def line(self, remark: Remark) -> str:
        """A remark in one line."""
        event = remark.event
        if isinstance(event, E.Chose):
            said = self.tongue.chose(event, remark.carried)
            found = self._found(event, remark.carried)
            if found:
                said = self.words["found"].format(move=said.removesuffix("."), cards=found)
            said = self.words["only_move"].format(move=said) if remark.alone else said
        else:
            said = self._events[type(event)](self, event)
        if remark.times > 1:
            said = self.words["times"].format(line=said, n=remark.times)
        return self.tongue.line(said)

    def _found(self, event: E.Chose, carried: E.Moved | None) -> str:
        """The cards that a choice moved without naming them, as the top of a pile, if any of them is seen."""
        if carried is None or not event.move or all(card & UNSEEN == UNSEEN for card in carried.cards):
            return ""
        if any(not isinstance(part, str) and part[1].name in NAMING for part in event.said):
            return ""
        return self.tongue.cards(carried.cards, self.tongue.flow.places[carried.to].component)

    def _began(self, event: E.Began) -> str:
        if self.tongue.is_you(event.seat):
            return self.words["your_turn"]
        return self.words["turn_of"].format(player=self.tongue.player(event.seat))

    def _moved(self, event: E.Moved) -> str:
        place = self.tongue.flow.places[event.to]

        def way(source: int, cards: Sequence[int]) -> str:
            whose = self.tongue.flow.places[source].owner
            to = self.tongue.lies(event.to, "under" if event.under else "to", known=place.owner == whose)
            said = self.tongue.cards(cards, place.component)
            return self.words["moved"].format_map({"cards": said, "from": self.tongue.lies(source, "from"), "to": to})

        return self.words["between"].join(way(source, cards) for source, cards in _by_place(event.cards))

    def _gathered(self, event: E.Gathered) -> str:
        return self.words["gathered"].format(
            all=self.tongue.all_pieces(event.component), to=self.tongue.lies(event.to, "to")
        )

    def _shuffled(self, event: E.Shuffled) -> str:
        return self.words["shuffled"].format(place=self.tongue.lies(event.place, "the"))

    def _rolled(self, event: E.Rolled) -> str:
        where = {"in": self.tongue.lies(event.place, "in")}
        if UNSEEN in event.faces:
            return self.words["rolled_unseen"].format_map(where)
        # Each die by itself: `2 × 1` would read as a sum.
        faces = ", ".join(self.tongue.face(face) for face in event.faces)
        return self.words["rolled"].format_map({**where, "faces": faces})

    def _picked(self, event: E.Picked) -> str:
        sort = self.tongue.flow.slots[event.slot].sort
        return self.words["at_random"].format(x=self.tongue.value(event.value, sort))

    def _revealed(self, event: E.Revealed) -> str:
        tongue, words = self.tongue, self.words
        what = words["between"].join(
            words["shown_part"].format(
                place=tongue.lies(place, "the"), cards=tongue.cards(cards, tongue.flow.places[place].component)
            )
            for place, cards in _by_place(event.cards)
        )
        if len(event.to) == tongue.flow.players:
            return words["shown"].format(what=what)
        if len(event.to) == 1 and tongue.is_you(event.to[0]):
            return words["shown_you"].format(what=what)
        players = tongue.listed([tongue.player(seat) for seat in event.to]) or words["nobody"]
        return words["shown_to"].format(players=players, what=what)

    def _changed(self, event: E.Changed) -> str:
        sort = self.tongue.flow.slots[event.slot].sort
        if sort.name == "truth" and event.new in (0, 1):
            said = self.tongue.turned(event.slot, bool(event.new))
            if said is not None:
                return said
        return self.words["changed_first" if event.old == NONE else "changed"].format(
            name=self.tongue.held(event.slot),
            old=self.tongue.value(event.old, sort),
            new=self.tongue.value(event.new, sort),
        )

    def _ended(self, event: E.Ended) -> str:
        return self.words["the_game_ends"].format(ending=self.tongue.ending(self.tongue.flow.endings[event.ending]))

    _events: ClassVar[dict[type, Callable[[Any, Any], str]]] = {
        E.Began: _began,
        E.Moved: _moved,
        E.Gathered: _gathered,
        E.Shuffled: _shuffled,
        E.Rolled: _rolled,
        E.Picked: _picked,
        E.Revealed: _revealed,
        E.Changed: _changed,
        E.Ended: _ended,
    }

    def outcome(self, state: State) -> str:
        """How a game came out, in one sentence; it must be over or stuck."""
        result, tongue = state.result, self.tongue
        assert result is not None
        if result.ending is None:
            seat = state.players.index(result.stuck) if result.stuck in state.players else tongue.seat
            return self.words["stuck_you" if tongue.is_you(seat) else "stuck"].format(player=tongue.player(seat))
        called = {name: tongue.player(seat) for seat, name in enumerate(state.players)}
        ending = tongue.ending(result.ending)
        if not result.winners:
            return self.words["over_nobody"].format(ending=ending)
        scores = ""
        if result.scores is not None:
            said = [
                f"{called[name]} {tongue.number(result.scores[name])}" for group in result.ranking for name in group
            ]
            scores = self.words["scores"].format(scores=", ".join(said))
        alone = len(result.winners) == 1
        you = alone and tongue.is_you(state.players.index(result.winners[0]))
        return self.words["over_you" if you else "over_one" if alone else "over_several"].format(
            ending=ending, players=tongue.listed([called[name] for name in result.winners]), scores=scores
        )


def _by_place(cards: Sequence[int]) -> list[tuple[int, list[int]]]:
    """Cards by the place where they lay."""
    return [(place, list(same)) for place, same in groupby(cards, key=lambda card: card >> 16)]
