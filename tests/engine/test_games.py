"""What must hold of every bundled game, whatever it is: checked along random plays, at decisions and at chances."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import pytest

from hoyle.engine import Game, Luck, State, record, replay
from hoyle.engine.lower import lower
from hoyle.engine.observe import Observer
from hoyle.engine.policy import guess
from hoyle.engine.saving import missing
from hoyle.library import load_program
from hoyle.resources import games

STEPS = 250


@cache
def game(name: str) -> Game:
    program = load_program(name)
    return Game(lambda players: lower(program, players), program.seats(), program.title)


def counts(name: str) -> list[int]:
    """The fewest and the most players, for all of a size would take long."""
    seats = game(name).players
    return sorted({seats[0], seats[-1]})


@pytest.mark.parametrize("name", games())
def test_chances_taken_one_by_one_are_the_seeded_game(name: str) -> None:
    for players in counts(name):
        machine = game(name).machine(players)
        luck, policy = Luck(3), Luck(4)
        frame = machine.start()
        inside, drawn = machine.start(inside_luck := Luck(3)), 0
        for _ in range(STEPS):
            while machine.stop(frame).kind == "chance":
                outcomes = machine.outcomes(frame)
                assert sum(probability for _, probability in outcomes) == 1
                assert max(Counter(value for value, _ in outcomes).values()) == 1
                frame = machine.take(frame, machine.sample(frame, luck))
                assert missing(machine, frame) == ""
            assert frame == inside
            assert luck.drawn == inside_luck.drawn >= drawn
            if machine.stop(frame).kind != "decision":
                break
            moves = machine.moves(frame)
            assert len(set(moves)) == len(moves)
            move = moves[policy.index(len(moves))]
            frame, inside = machine.play(frame, move), machine.play(inside, move, inside_luck)


@pytest.mark.parametrize("name", games())
def test_json_comes_back_the_same_and_moves_have_words_of_their_own(name: str) -> None:
    for players in counts(name):
        policy = Luck(5)
        for seed in (None, 5):
            state = game(name).start(players, seed)
            for step in range(60):
                if state.kind in ("over", "stuck"):
                    break
                if step % 6 == 0:
                    again = State.from_json(game(name), json.dumps(state.to_json()))
                    assert again == state
                    assert [again.seen(p) for p in state.players] == [state.seen(p) for p in state.players]
                if state.kind == "chance":
                    state = state.take(policy.index(len(state.chances)))
                else:
                    texts = [str(move) for move in state.moves]
                    assert len(set(texts)) == len(texts)
                    state = state.play(texts[policy.index(len(texts))])


@pytest.mark.parametrize("name", games())
def test_what_is_not_seen_changes_nothing_that_is_seen(name: str) -> None:
    """Hidden cards are dealt out anew among the places a seat does not see: its view, and its moves, stay the same."""
    for players in counts(name):
        machine = game(name).machine(players)
        observer = Observer(machine)
        luck, policy, other = Luck(6), Luck(7), Luck(8)
        frame = machine.start(luck)
        for step in range(STEPS):
            if machine.stop(frame).kind != "decision":
                break
            if step % 3 == 0:
                for seat in range(players):
                    changed = guess(machine, observer, frame, seat, other)
                    assert missing(machine, changed) == ""
                    if machine.stop(changed) == machine.stop(frame):  # who sees more than `seat` may be asked otherwise
                        assert observer.view(changed, seat) == observer.view(frame, seat)
            moves = machine.moves(frame)
            frame = machine.play(frame, moves[policy.index(len(moves))], luck)


@pytest.mark.parametrize("name", games())
def test_a_record_of_it_replays(name: str) -> None:
    for players in counts(name):
        kept = record(game(name), players, 9, max_decisions=150)
        out = game(name).machine(players).playout(9, 150)
        assert replay(game(name), kept).frame == out.frame
