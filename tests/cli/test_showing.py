"""A flow for a page keeps what is shown to all, and plays as the game does."""

from __future__ import annotations

import pytest

from hoyle.cli.publish.edition import Edition
from hoyle.cli.publish.showing import SHOWN, with_shows
from hoyle.engine import Machine
from hoyle.engine.chance import POLICY_STREAM, Luck
from hoyle.engine.events import Event, Revealed
from hoyle.engine.flow import NONE, Load, Saved
from hoyle.engine.lower import lower


@pytest.mark.parametrize("name", ["kuhn_poker", "goofspiel", "friday_the_13th"])
def test_what_is_shown_is_kept_and_changes_no_play(name: str) -> None:
    """The lists hold what the events of the game itself, played by the same luck, say was shown."""
    program = Edition(name).program()
    players = program.seats()[0]
    plain = Machine(lower(program, players))
    keeping = Machine(with_shows(lower(program, players)))
    (slot,) = [k for k, slot in enumerate(keeping.flow.slots) if slot.name.startswith(SHOWN)]
    shown = 0
    for seed in range(8):
        events: list[Event] = []
        luck, same, choice = Luck(seed), Luck(seed), Luck(seed ^ POLICY_STREAM)
        frame, other = plain.start(luck, events), keeping.start(same)
        told: list[tuple[int, ...]] = []
        while plain.stop(frame).kind == "decision":
            moves, there = plain.moves(frame), keeping.moves(other)
            at = choice.index(len(moves))
            assert len(there) == len(moves)
            frame, other = plain.play(frame, moves[at], luck, events), keeping.play(other, there[at], same)
            told = [tuple(event.cards) for event in events if isinstance(event, Revealed)]
            if told:
                assert tuple(keeping.evaluate(other, Saved(slot))) == told[-1]
            else:
                assert keeping.evaluate(other, Load(slot)) == NONE
        shown += len(told)
        assert plain.stop(frame) == keeping.stop(other)
    assert shown
