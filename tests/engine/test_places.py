"""Cards come and go: whatever is done, zones stay sorted, bags stay true, and no card is lost."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.flows import one_place
from hoyle.engine import flow as F
from hoyle.engine.errors import PlayError
from hoyle.engine.layout import Frame, Layout
from hoyle.engine.machine import Machine
from hoyle.engine.places import Places, shifted, whole, without_one

CARDS = {"x": 3, "y": 3, "z": 2}


def start(shape: str) -> tuple[Layout, Places, Frame]:
    layout = Layout(one_place(shape, CARDS, []))
    return layout, Places(layout, []), layout.thaw(layout.start())


def bags_are_true(lying: tuple[int, ...], ranges: Any) -> bool:
    before = 0
    for a, b in ranges:
        part = lying[a:b]
        if a < before or b > len(lying) or part != tuple(sorted(part)) or part[0] == part[-1]:
            return False
        before = b
    return True


@given(st.sampled_from(["zone", "pile", "plays"]), st.data())
def test_moving_to_and_fro_keeps_everything(shape: str, data: st.DataObject) -> None:
    layout, places, f = start(shape)
    if shape == "plays":
        f[layout.place(2)], f[layout.place(1)] = f[layout.place(1)], ()
    bag = layout.bags[1]
    if shape == "pile":
        f[bag] = whole(f[layout.place(1)])
    for _ in range(data.draw(st.integers(0, 12))):
        held = {1: contents(f[layout.place(1)]), 2: contents(f[layout.place(2)])}
        source = data.draw(st.sampled_from([p for p in (1, 2) if held[p]]))
        face = data.draw(st.sampled_from(sorted(held[source])))
        places.remove[source](f, face, F.NOWHERE)
        places.add[3 - source](f, (face,), data.draw(st.booleans()), data.draw(st.sampled_from([0, 1])), F.NOWHERE)
        assert contents(f[layout.place(1)]) + contents(f[layout.place(2)]) == Counter({0: 3, 1: 3, 2: 2})
        assert f[layout.place(2)] == tuple(sorted(f[layout.place(2)]))
        if shape == "pile":
            assert bags_are_true(f[layout.place(1)], f[bag])
        if shape == "plays":
            assert all(play[2] for play in f[layout.place(1)])


def contents(lying: tuple[Any, ...]) -> Counter[int]:
    return Counter(face for item in lying for face in (item[2] if isinstance(item, tuple) else (item,)))


def test_the_latest_of_a_face_leaves_a_pile() -> None:
    layout, places, f = start("pile")
    f[layout.place(1)] = (0, 1, 0, 2)
    places.remove[1](f, 0, F.NOWHERE)
    assert f[layout.place(1)] == (0, 1, 2)


@pytest.mark.parametrize("shape", ["zone", "pile", "plays"])
def test_what_is_not_there_cannot_leave(shape: str) -> None:
    layout, places, f = start(shape)
    f[layout.place(1)] = ()
    with pytest.raises(PlayError, match="not there"):
        places.remove[1](f, 0, F.NOWHERE)


def test_ranges() -> None:
    assert whole(()) == ()
    assert whole((1, 1)) == ()
    assert whole((1, 2)) == ((0, 2),)
    assert shifted(((0, 2), (3, 6)), 4) == ((4, 6), (7, 10))
    # The card at 3 has left (0, 1, 0, 0, 1, 2): the second bag is one shorter, the first is as it was.
    assert without_one((0, 1, 0, 1, 2), ((0, 2), (2, 6)), 3) == ((0, 2), (2, 5))
    # What is left of a bag is all alike: its order is known.
    assert without_one((0, 0), ((0, 3),), 2) == ()


def test_a_bag_moves_as_a_bag() -> None:
    code: list[F.Instr] = [
        F.Shuffle(F.Const(1)),
        F.MoveAll(F.Const(1), F.Const(3), False, "put", None),
        F.EndGame(0),
    ]
    flow = one_place("pile", CARDS, code)
    flow.places.append(F.Place("c", "c", "pile", 0, "nobody", -1, (), 8))
    machine = Machine(flow)
    frame = machine.start()
    layout = machine.layout
    assert frame[layout.place(1)] == ()
    assert frame[layout.place(3)] == (0, 0, 0, 1, 1, 1, 2, 2)
    assert frame[layout.bags[3]] == ((0, 8),)
    assert frame[layout.bags[1]] == ()
