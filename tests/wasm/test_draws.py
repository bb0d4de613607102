"""Cards drawn from a bag: what lies above comes down many bytes at a time, and nothing else moves."""

from __future__ import annotations

import pytest

from hoyle.engine.wasm import compile_flow
from hoyle.engine.wasm.layout import DRAW_SLACK, PILE_HEADER
from wasm.compare import Both
from wasm.test_chosen import ALWAYS, flow_of


@pytest.mark.parametrize(("values", "copies"), [(12, 2), (40, 1), (40, 2)])
def test_draws_from_a_full_pile(values: int, copies: int) -> None:
    """Entries of one byte, and (more than 128 faces) of two; the first draw is from a pile as full as it can be."""
    both = Both(flow_of(values, copies, 2 * values * copies, ALWAYS))
    both.explore(3, most=8 * values * copies)
    assert both.play(1, most=30) == 30


def test_a_pile_that_is_drawn_from_has_room_to_move_many_bytes() -> None:
    """What is read beyond the last entry is zero and of the pile itself."""
    layout = compile_flow(flow_of(40, 1, 3, ALWAYS)).layout
    piles = [place for place in layout.places if place.shape == "pile"]
    deck, *rows = piles
    assert deck.size >= PILE_HEADER + 2 * 160 + DRAW_SLACK
    assert all(row.size < deck.size for row in rows)
