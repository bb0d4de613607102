"""What a player would remark on of what happened, and of much of it the last.

Comes in: events, whole or as a seat sees them. Goes out: remarks, in no language. What always holds: a remark holds
nothing that its events do not hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from ..engine import events as E
from ..engine.events import Event
from ..engine.flow import NONE
from ..language import tree as t

if TYPE_CHECKING:
    from ..engine.flow import Flow
    from ..engine.names import Names
    from ..engine.state import State, Table
    from ..language.program import Program


@dataclass(frozen=True, slots=True)
class Remark:
    """An event to tell. Of a choice `carried` is what it moved, as far as it could be seen to arrive; `alone`: there was
    nothing to choose; `times`: so often it happened."""

    event: Event
    carried: E.Moved | None = None
    alone: bool = False
    times: int = 1

    @property
    def minor(self) -> bool:
        """Whether it follows from a choice, and is neither a choice nor something shown."""
        return isinstance(self.event, E.Moved | E.Gathered | E.Shuffled | E.Rolled | E.Changed)


def news(state: State, seat: int, since: int, forced: Container[int] = ()) -> tuple[list[Remark], int]:
    """What a seat saw happen after its first `since` events; and how many events it has seen by now.

    Args:
        state, seat, since: of whom, and from where on.
        forced: which of the seat's own choices (counted from 0 from the beginning of the play) were made for it.
    """
    seen = state.seen(seat)
    own = count(sum(isinstance(event, E.Chose) and event.seat == seat for event in seen[:since]))
    alone = {
        index
        for index, event in enumerate(seen[since:])
        if isinstance(event, E.Chose) and event.seat == seat and next(own) in forced
    }
    return remarks(state.table, seen[since:], alone), len(seen)


def remarks(table: Table, events: Sequence[Event], alone: Container[int] = ()) -> list[Remark]:
    """One remark for each thing to tell: nobody needs `is asked`, nor a card's way told twice.

    Args:
        table, events: what happened in which game.
        alone: the indices of choices in which there was nothing to choose.
    """
    found: list[Remark] = []
    index = 0
    turn: E.Began | None = None
    while index < len(events):
        event = events[index]
        index += 1
        if isinstance(event, E.Asked | E.Stuck):  # that a player is stuck is how the game came out
            continue
        if isinstance(event, E.Began):
            turn = event
            continue
        if turn is not None:
            # A turn is told where more than what is kept track of comes before its player's choice.
            told = (later for later in events[index - 1 :] if not isinstance(later, E.Asked | E.Changed))
            first = next(told, None)
            if not isinstance(event, E.Ended) and not (isinstance(first, E.Chose) and first.seat == turn.seat):
                found.append(Remark(turn))
            turn = None
        if isinstance(event, E.Chose):
            after = events[index] if index < len(events) else None
            carried = after if isinstance(after, E.Moved) and _goes_to(event, after.to) else None
            found.append(Remark(event, carried, index - 1 in alone))
            index += carried is not None
        elif isinstance(event, E.Moved):
            moves = [event]
            while index < len(events) and isinstance(moved := events[index], E.Moved) and not moved.under:
                moves.append(moved)
                index += 1
            found += [Remark(move) for move in _together(table.machine.flow, table.names, moves)]
        else:
            found.append(Remark(event))
    return found


def _goes_to(event: E.Chose, place: int) -> bool:
    return any(not isinstance(part, str) and part[1].name == "place" and part[0] == place for part in event.said)


def _together(flow: Flow, names: Names, moves: Sequence[E.Moved]) -> list[E.Moved]:
    """Moves one after another, told as one for each way they went (a deal goes round card by card); sorted where they
    come to lie in no order."""
    ways: dict[tuple[Any, ...], list[int]] = {}
    for move in moves:
        for card in move.cards:
            ways.setdefault((card >> 16, move.to, move.under), []).append(card)
    told = []
    for (_, to, under), cards in ways.items():
        often = Counter(cards)
        order = list(often)
        if flow.places[to].shape == "zone":
            order.sort(key=names.held)
        told.append(E.Moved(tuple(card for card in order for _ in range(often[card])), to, under, "", -1))
    return told


# ---- of much, the last ----------------------------------------------------------------------------------------------


def few(flow: Flow, all_: Sequence[Remark], most: int, scores: Container[str] = ()) -> list[Remark | None]:
    """Of much, the last in a row, so that nothing is missing in it, and what changed one of the `scores` before. None stands
    where something is left out."""
    if len(all_) <= most + 1:  # nothing is won by leaving out one line for another that says so
        return list(all_)
    left = _without_empty_turns(_brief(all_))
    if len(left) <= most + 1:
        return list(left)
    told: list[Remark | None] = []
    for index, remark in enumerate(left):
        if index >= len(left) - most or _scored(flow, remark, scores):
            told.append(remark)
        elif not told or told[-1] is not None:
            told.append(None)
    return told


def _scored(flow: Flow, remark: Remark, scores: Container[str]) -> bool:
    event = remark.event
    return isinstance(event, E.Changed) and flow.slots[event.slot].name.partition(" of ")[0] in scores


def _without_empty_turns(all_: Sequence[Remark]) -> list[Remark]:
    """Remarks without those that say whose turn begins where nothing is told of it before somebody acts."""
    following: list[Remark | None] = [*all_[1:], None]
    return [
        remark
        for remark, after in zip(all_, following, strict=True)
        if not isinstance(remark.event, E.Began) or (after is not None and after.minor)
    ]


def _brief(all_: Sequence[Remark]) -> list[Remark]:
    """Remarks with those made one, where the last of them stands, that tell more of the same thing before somebody else
    acts: all changes of a counter, and what happens several times; also a choice made several times on end."""
    told: dict[int, Remark] = {}
    same: dict[object, int] = {}
    for index, remark in enumerate(all_):
        if not remark.minor:
            same = {}
        last = next(reversed(told), None)
        if last is not None and replace(told[last], times=1) == remark and isinstance(remark.event, E.Chose):
            remark = replace(remark, times=told.pop(last).times + 1)
        told[index] = remark
        event = remark.event
        if not remark.minor or isinstance(event, E.Rolled):
            continue
        key = event.slot if isinstance(event, E.Changed) else event
        if key in same:
            before = told.pop(same[key])
            if not isinstance(event, E.Changed):
                told[index] = replace(remark, times=before.times + 1)
            elif isinstance(before.event, E.Changed) and before.event.old != event.new:
                told[index] = replace(remark, event=replace(event, old=before.event.old))
            elif event.old != NONE:  # it is what it was: nothing to tell, unless it is a marker that was set anew
                del told[index]
                del same[key]
                continue
        same[key] = index
    return list(told.values())


def scores_of(program: Program | None) -> set[str]:
    """The names of the counters that say who wins, also where a term adds them up."""
    if program is None or program.winners is None:
        return set()
    names: set[str] = set()
    asked: list[t.Node] = [program.winners]
    while asked:
        for node in asked.pop().walk():
            name = getattr(node, "name", None)
            if name in names:
                continue
            if name in program.tracks and program.tracks[name].shape == "counter":
                names.add(name)
            elif name in program.terms:
                names.add(name)
                asked.append(program.terms[name])
    return {name for name in names if name in program.tracks}
