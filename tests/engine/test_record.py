"""A record replays, or says where and why it does not. Policies keep to what they may know."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from engine.flows import friday
from hoyle.engine import POLICIES, Game, Luck, Record, record, replay
from hoyle.engine.observe import Observer
from hoyle.engine.policy import Greedy, guess
from hoyle.engine.record import Recorder, states
from hoyle.language.diagnostics import HoyleError

GAME = Game(lambda players: friday(players, 1), range(3, 7), "Friday the 13th", digest="abc")
NAMES = ["ann", "bob", "cid"]
KEPT = record(GAME, NAMES, 5)


def test_a_record_replays() -> None:
    again = Record.from_json(json.dumps(KEPT.to_json()))
    assert again == KEPT
    end = replay(GAME, again)
    assert end.kind == "over"
    assert end.result is not None
    assert list(end.result.winners) == KEPT.result["winners"]  # type: ignore[index]
    assert len(list(states(GAME, again))) == len(KEPT.steps) + 1


def test_a_record_is_the_playout_of_its_seed() -> None:
    out = GAME.machine(3).playout(5)
    assert replay(GAME, KEPT).frame == out.frame
    assert sum("choice" in step for step in KEPT.steps) == out.decisions


def changed(change: Any) -> Record:
    data = copy.deepcopy(KEPT.to_json())
    change(data)
    return Record.from_json(data)


def at(kind: str) -> int:
    return next(i for i, step in enumerate(KEPT.steps) if kind in step)


def test_a_record_that_does_not_replay_says_where_and_why() -> None:
    first = at("choice")

    def other_choice(data: Any) -> None:
        data["steps"][first].update(choice="play unicorn onto omen-pile of cat", values={})

    with pytest.raises(HoyleError, match=rf"step {first + 1} of \d+: \w+ cannot `play unicorn"):
        replay(GAME, changed(other_choice))
    with pytest.raises(HoyleError, match=r"step 1 of .* chance cannot give `dan`"):
        replay(GAME, changed(lambda data: data["steps"][0].update(chance="dan", value="dan")))
    with pytest.raises(HoyleError, match="but it is"):
        replay(GAME, changed(lambda data: data["steps"][first].update(player="zoe")))
    with pytest.raises(HoyleError, match="but a chance is to fall"):
        replay(GAME, changed(lambda data: data["steps"].insert(0, dict(KEPT.steps[first]))))
    with pytest.raises(HoyleError, match="the result is none yet"):
        replay(GAME, changed(lambda data: data["steps"].pop()))
    with pytest.raises(HoyleError, match="the record says"):
        replay(GAME, changed(lambda data: data["result"].update(winners=["zoe"])))
    with pytest.raises(HoyleError, match="the game is over"):
        replay(GAME, changed(lambda data: data["steps"].append(dict(KEPT.steps[-1]))))
    with pytest.raises(HoyleError, match="the rules have changed"):
        replay(GAME, changed(lambda data: (data.update(spec="other"), other_choice(data))))
    with pytest.raises(HoyleError, match="cannot be started"):
        replay(GAME, changed(lambda data: data.update(players=["ann"])))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"record": 2}', '{"record": 1, "game": "x"}', "[" * 100_000])
def test_what_is_no_record_is_said(text: str) -> None:
    with pytest.raises(HoyleError):
        Record.from_json(text)


def test_taking_back() -> None:
    recorder = Recorder(GAME, NAMES, 5)
    begin = recorder.state
    after = recorder.play(0)
    steps = len(recorder.steps)
    recorder.play(0)
    assert recorder.undo() == after
    assert len(recorder.steps) == steps
    assert recorder.undo() == begin
    assert recorder.play(0) == after
    recorder.undo()
    with pytest.raises(HoyleError, match="nothing to take back"):
        recorder.undo()


def test_a_cut_off_play_has_no_result() -> None:
    kept = record(GAME, NAMES, 5, max_decisions=3)
    assert kept.result is None
    assert replay(GAME, kept).kind == "decision"


# ---- policies ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_plays_to_the_end_the_same_way_twice(name: str) -> None:
    machine = GAME.machine(3)
    first, second = (machine.playout(4, policy=POLICIES[name]()) for _ in range(2))
    assert first == second
    assert first.kind == "over"


def test_greedy_does_not_look_at_hidden_cards() -> None:
    machine = GAME.machine(3)
    observer, greedy = Observer(machine), Greedy()
    frame, luck = machine.start(Luck(8)), Luck(8, 500)
    while machine.stop(frame).kind == "decision":
        moves, seat = machine.moves(frame), machine.stop(frame).player
        other = guess(machine, observer, frame, seat, Luck(77))
        for seed in range(3):
            assert greedy(machine, frame, moves, Luck(seed)) == greedy(machine, other, moves, Luck(seed))
        frame = machine.play(frame, moves[luck.index(len(moves))], luck)


def test_greedy_beats_chance() -> None:
    """A race: every turn a seat takes any of three numbers, the highest total wins."""
    from engine.flows import NOWHERE
    from hoyle.engine import Machine
    from hoyle.engine import flow as F

    slots = [F.Slot("points", F.NUMBER, 0, "track", 0), F.Slot("points", F.NUMBER, 0, "track", 1)]
    slots += [F.Slot("n", F.NUMBER, F.NONE, "local"), F.Slot("p", F.PLAYER, 0, "local")]
    take = F.OptionInfo("take", [F.Bind(2, F.Values((1, 2, 3)), F.NUMBER)], None, 1, F.Phrase(["take ", 0]), 0)
    code: list[F.Instr] = [
        F.Choose("turn", F.Load(3), [F.Tier([take], [])], None, True, False),
        F.AssignAt(0, F.Load(3), 2, F.Op("+", F.LoadAt(0, F.Load(3), 2), F.Load(2))),
        F.Assign(3, F.Op("-", F.Const(1), F.Load(3))),
        F.Branch(F.Compare("<", F.LoadAt(0, F.Const(1), 2), F.Const(30)), 5),
        F.Jump(0),
        F.EndGame(0),
    ]
    winner = F.Winner(None, F.Values((0,)), 0, F.LoadAt(0, F.Var(0), 2), True)
    flow = F.Flow(
        "race", 2, {}, places=[NOWHERE], slots=slots, code=code, endings=["done"], winners=[winner], registers=1
    )
    machine = Machine(flow)
    seats = [Greedy(), POLICIES["random"]()]
    out = machine.playout(3, policy=lambda m, f, moves, luck: seats[m.stop(f).player](m, f, moves, luck))
    assert out.frame[1] == 3 * (out.decisions // 2)
    assert out.frame[1] > out.frame[2]
