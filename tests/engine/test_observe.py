"""Who knows what: an observation, and a history, hold what was granted and nothing else."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.flows import friday, one_place
from hoyle.engine import Game, Luck, Machine
from hoyle.engine import flow as F
from hoyle.engine.observe import Observer
from hoyle.engine.policy import guess
from hoyle.engine.saving import missing

GAME = Game(lambda players: friday(players, 2), range(3, 7))
NAMES = ["ann", "bob", "cid"]


@given(st.integers(0, 500), st.integers(0, 80), st.integers(0, 2), st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_what_a_seat_does_not_see_changes_nothing_it_sees(seed: int, steps: int, seat: int, other: int) -> None:
    machine = GAME.machine(3)
    observer = Observer(machine)
    frame, luck = machine.start(Luck(seed)), Luck(seed, 1000)
    for _ in range(steps):
        if machine.stop(frame).kind == "decision":
            moves = machine.moves(frame)
            frame = machine.play(frame, moves[luck.index(len(moves))], luck)
    changed = guess(machine, observer, frame, seat, Luck(other))
    assert observer.view(changed, seat) == observer.view(frame, seat)
    assert missing(machine, changed) == ""


def test_an_observation() -> None:
    state = GAME.start(NAMES, seed=3)
    mover = state.player
    assert mover is not None
    for name in NAMES:
        seen = state.observation(name)
        assert isinstance(seen["places"][f"hand of {name}"], list)
        for other in NAMES:
            if other != name:
                assert seen["places"][f"hand of {other}"] in (12, 13)
        assert seen["places"]["unused"] == 12
        assert seen["asked"] == mover
        assert bool(seen["moves"]) == (name == mover)
        assert seen["tracks"]["points of ann"] == 0


def test_a_history_tells_only_what_was_seen() -> None:
    state = GAME.start(NAMES, seed=3)
    whole = state.story()
    deals = [line for line in whole if "from deck" in line]
    for name in NAMES:
        seen = [line for line in state.history(name) if "from deck" in line]
        assert len(seen) == len(deals) == 50
        for told, true in zip(seen, deals, strict=True):
            assert told == true if f"hand of {name}" in true else "an unseen card" in told


def test_a_history_only_grows() -> None:
    state = GAME.start(NAMES, seed=3)
    before = {name: state.seen(name) for name in NAMES}
    for _ in range(40):
        state = state.play(0)
        for name in NAMES:
            assert state.seen(name)[: len(before[name])] == before[name]
            before[name] = state.seen(name)


# ---- decisions that others do not notice, and secret ones ------------------------------------------------------------


def asking(public: bool, secret: bool, sort: F.Sort, seq: F.Seq, *then: F.Instr) -> Machine:
    pick = F.OptionInfo("take", [F.Bind(0, seq, sort)], None, 1, F.Phrase(["take ", 0]), 0)
    leave = F.OptionInfo("leave", [], None, 1, F.Phrase(["leave"]), 0)
    choose = F.Choose("turn", F.Const(0), [F.Tier([pick, leave], [])], None, public, secret)
    slots = [F.Slot("c", sort, F.NONE, "local")]
    code: list[F.Instr] = [choose, *then, F.EndGame(0)]
    return Machine(one_place("zone", {"x": 1, "y": 1}, code, slots=slots))


def seen_by(machine: Machine, seat: int, move: int) -> list[Any]:
    log: list[Any] = []
    observer = Observer(machine)
    frame = machine.start(Luck(1), log)
    machine.play(frame, machine.moves(frame)[move], Luck(1), log)
    return [seen for event in log if (seen := observer.seen(event, seat)) is not None]


CARD = F.Sort("card", "card")


def test_a_choice_of_a_hidden_card_shows_its_place_only() -> None:
    machine = asking(True, False, CARD, F.Cards(F.Const(1)))
    asked, chose, _ = seen_by(machine, 1, 0)
    assert asked.seat == 0
    assert chose.move == (0, 1 << 16 | 0xFFFF)
    assert seen_by(machine, 0, 0)[1].move == (0, 1 << 16)


def test_a_number_is_seen() -> None:
    machine = asking(True, False, F.NUMBER, F.Values((3, 4)))
    assert seen_by(machine, 1, 1)[1].move == (0, 4)


def test_a_decision_that_is_not_public_is_not_noticed() -> None:
    move = F.MoveCards(F.Cards(F.Const(1)), F.Const(2), False, "show", None)
    machine = asking(False, False, F.NUMBER, F.Values((3,)), move)
    observer = Observer(machine)
    frame = machine.start()
    assert observer.asked(frame, 1) == (-1, "", (), -1)
    assert observer.asked(frame, 0)[0] == 0
    kinds = [type(event).__name__ for event in seen_by(machine, 1, 0)]
    assert kinds == ["Moved", "Ended"]
    assert seen_by(machine, 1, 0) == seen_by(machine, 1, 1)


def test_a_secret_choice_is_seen_to_be_made() -> None:
    machine = asking(True, True, F.NUMBER, F.Values((3, 4)))
    assert seen_by(machine, 1, 0) == seen_by(machine, 1, 1) == seen_by(machine, 1, 2)
    assert seen_by(machine, 1, 0)[1].said == ("choose in secret",)
    assert seen_by(machine, 0, 1)[1].move == (0, 4)


def test_cards_moved_out_of_sight_have_no_order() -> None:
    """Both orders of two hidden cards look alike."""

    def moved(*faces: int) -> list[Any]:
        cards = F.Values(tuple(1 << 16 | face for face in faces))
        machine = asking(True, False, F.NUMBER, F.Values((3,)), F.MoveCards(cards, F.Const(3), False, "hide", None))
        machine.flow.places.append(F.Place("c", "c", "pile", 0, "nobody", -1, (), 2))
        return seen_by(Machine(machine.flow), 1, 0)

    assert moved(0, 1) == moved(1, 0)


@pytest.mark.parametrize(("to", "sees"), [(None, True), (F.Values((1,)), True), (F.Values((0,)), False)])
def test_a_reveal_is_seen_by_those_it_is_for(to: F.Seq | None, sees: bool) -> None:
    machine = asking(True, False, F.NUMBER, F.Values((3,)), F.Reveal(F.Cards(F.Const(1)), to, None))
    event = next(event for event in seen_by(machine, 1, 0) if type(event).__name__ == "Revealed")
    assert event.cards == ((1 << 16, 1 << 16 | 1) if sees else (1 << 16 | 0xFFFF,) * 2)


def test_a_drawn_card_is_masked_whether_or_not_it_was_chance() -> None:
    """That the rest of a hidden bag is all alike must not show in what others see of a draw."""

    def drawn(faces: dict[str, int]) -> list[Any]:
        shuffle, draw = F.Shuffle(F.Const(1)), F.Draw(F.Const(1), F.Const(3), False, "draw", None)
        flow = one_place("pile", faces, [shuffle, draw, F.EndGame(0)])
        flow.places.append(F.Place("c", "c", "zone", 0, "nobody", -1, (), 2))
        machine, log = Machine(flow), []
        machine.start(Luck(1), log)  # type: ignore[arg-type]
        return [dataclasses.astuple(Observer(machine).seen(event, 1)) for event in log]  # type: ignore[call-overload]

    assert drawn({"x": 2, "y": 0}) == drawn({"x": 1, "y": 1})
