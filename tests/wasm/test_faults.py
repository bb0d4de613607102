"""Faults of the rules, and rules that would never end: a clear error with the place in the spec, and the engine goes
on."""

from __future__ import annotations

import pytest

from hoyle.engine import flow as f
from hoyle.engine.chance import Luck
from hoyle.engine.errors import PlayError
from hoyle.engine.lower import lower
from hoyle.engine.machine import Machine
from hoyle.engine.wasm import Program, Runtime, Unsupported, compile_flow
from hoyle.language.check import check
from hoyle.language.parse import parse
from hoyle.language.tree import Span
from small_games import with_dice
from wasm.compare import Both

HEAD = """game "Faulty"
for 2 players
winners: p in players with highest points of p
counter points of each player
counter count
cards in deck:
  name | value
  card | 1 to 6
pile deck, seen by nobody
zone hand of each player, seen by its owner
parameter most is 3, adjustable from 0 to 10
marker chosen: player
"""


def flow_of(body: str) -> f.Flow:
    """A game with this beginning."""
    text = HEAD + "to play:\n" + "".join(f"  {line}\n" for line in body.strip().splitlines())
    return lower(check("faulty", parse(text, "faulty"), texts={"faulty": text}), 2)


def runtime(body: str) -> Runtime:
    """A game with this beginning, compiled."""
    return Runtime(Program(flow_of(body)))


def fault(body: str) -> PlayError:
    """The fault that a body ends in."""
    game = runtime(body)
    game.reset()
    game.seed(1)
    with pytest.raises(PlayError) as caught:
        game.resume()
    return caught.value


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("count becomes (count + 1000000000) × 3", "range"),
        ("count becomes 3 mod count", "zero"),
        ("points of chosen gains 1", "none|no such"),
        ("count becomes value of top of deck", "no such card"),
    ],
)
def test_a_fault_names_its_line(line: str, message: str) -> None:
    prepare = "count becomes 0\nshuffle deck\n"
    error = fault(prepare + line + "\nend game as over")
    assert error.span.line == HEAD.count("\n") + 4
    assert error.span.file == "faulty"


def test_rules_that_go_round_for_ever_are_stopped() -> None:
    slots = [f.Slot("x", f.NUMBER, 0, "track")]
    nowhere = f.Place("nowhere", "", "zone", 0, "nobody", -1, (), 0)
    flow = f.Flow(
        "endless", 2, {}, components=[f.ComponentInfo("card", "cards", 0, 0, 0)], places=[nowhere], slots=slots
    )
    flow.code = [f.Assign(0, f.Const(1)), f.Assign(0, f.Const(2)), f.Jump(0)]
    game = Runtime(Program(flow))
    game.reset()
    with pytest.raises(PlayError, match="for ever"):
        game.resume()
    flow.code = [f.Assign(0, f.Fold("count", f.Flat(0, LONG, f.Flat(1, LONG, LONG)))), f.EndGame(0)]
    flow.endings = ["over"]
    with pytest.raises(PlayError, match="numbers are gone through") as expected:
        Machine(flow).start()
    game = Runtime(Program(flow))
    game.reset()
    with pytest.raises(PlayError) as caught:
        game.resume()
    assert str(caught.value) == str(expected.value)


@pytest.mark.parametrize("asked", [f.FaceOf, f.PlaceOf])
def test_a_card_that_is_none_is_told_where_it_is_asked_for(asked: type[f.FaceOf] | type[f.PlaceOf]) -> None:
    """The card itself stands nowhere in the rules: what is asked of it does."""
    here = Span(7, 3, 7, 9, "none")
    slots = [f.Slot("x", f.NUMBER, 0, "track")]
    nowhere = f.Place("nowhere", "", "zone", 0, "nobody", -1, (), 0)
    flow = f.Flow("none", 2, {}, components=[f.ComponentInfo("card", "cards", 0, 0, 0)], places=[nowhere], slots=slots)
    flow.code = [f.Assign(0, asked(f.Const(f.NONE), span=here)), f.EndGame(0)]
    flow.endings = ["over"]
    with pytest.raises(PlayError) as expected:
        Machine(flow).start()
    assert expected.value.span == here
    game = Runtime(Program(flow))
    game.reset()
    with pytest.raises(PlayError) as caught:
        game.resume()
    assert (caught.value.span, str(caught.value)) == (here, str(expected.value))


LONG = f.Span_(f.Const(1), f.Const(9_000))


def test_numbers_are_counted_from_stop_to_stop() -> None:
    """Each of two players goes through two million numbers, which no stop between them would make too many."""
    body = """
count becomes 1000
for each p in players:
  if some m in 1 to 1000 + count where (some n in 1 to count where n > m + count):
    count gains 1
  p chooses:
    to pass
end game as over
"""
    assert [one.kind for one in runtime(body).playouts(range(2))] == ["over", "over"]
    assert Machine(flow_of(body)).playout(1).kind == "over"


def test_short_ranges_in_ranges_are_not_counted() -> None:
    """Four million numbers, which the spec says beforehand, and no rule against it: neither engine stops."""
    body = """
if some a in 1 to 64 where some b in 1 to 64 where some c in 1 to 64 where some d in 1 to 16 where a + b + c + d > 999:
  count gains 1
end game as over
"""
    assert [one.kind for one in runtime(body).playouts(range(1))] == ["over"]
    assert Machine(flow_of(body)).playout(1).kind == "over"


def test_a_game_goes_on_after_a_fault_and_a_batch_past_it() -> None:
    body = """
let p be a random p in players
if p is (the first q in players):
  count becomes 5 mod count
end game as over
"""
    game = runtime(body)
    played = game.playouts(range(40))
    broken = [one for one in played if isinstance(one, PlayError)]
    assert 5 < len(broken) < 35
    assert all(one.span.line == broken[0].span.line for one in broken)
    again = game.playouts(range(40))
    assert [str(one) for one in again] == [str(one) for one in played]


def test_a_long_play_is_capped() -> None:
    body = """
turns for p in players from (the first q in players):
  p chooses:
    to wait
    to stand
"""
    game = runtime(body + "\nend game as over")
    (played,) = game.playouts([3], most=25)
    assert not isinstance(played, PlayError)
    assert (played.kind, played.decisions, played.choices) == ("capped", 25, 25)


def test_an_unlisted_move_is_refused() -> None:
    game = runtime("turns for p in players from (the first q in players):\n  p chooses:\n    to wait\nend game as over")
    game.reset()
    game.resume()
    assert game.count == 1
    with pytest.raises(IndexError):
        game.play(1)


def test_both_engines_fail_at_the_same_place() -> None:
    body = """shuffle deck
deal 2 from deck to hand of players
count becomes value of hand of (the first p in players)
end game as over"""
    text = HEAD + "to play:\n" + "".join(f"  {line}\n" for line in body.splitlines())
    both = Both(lower(check("faulty", parse(text, "faulty"), texts={"faulty": text}), 2))
    both.play(1)
    both.whole(range(5))


NOBODY = """
let lucky be a random p in players
if lucky is (the first q in players):
  chosen becomes lucky
chosen chooses:
  to wait{where}
"""


@pytest.mark.parametrize(
    ("where", "rest"),
    [
        ("\n  to stand", ""),
        (", where count > 3", ""),
        (", where count > 3", "else:\n  count gains 1\n"),
        ("", ""),
    ],
)
def test_nobody_is_to_choose(where: str, rest: str) -> None:
    """Half of the plays ask nobody, which both engines tell at the decision: with moves, with none, and where none are
    wanted."""
    flow = flow_of(NOBODY.format(where=where) + rest + "end game as over")
    both = Both(flow)
    both.whole(range(20))
    for seed in range(20):
        both.play(seed)
        both.follow(seed)
        both.explore(seed)
    played = both.runtime.playouts(range(20))
    broken = [one for one in played if isinstance(one, PlayError)]
    assert 3 < len(broken) < 17
    assert {one.span.line for one in broken} == {HEAD.count("\n") + 5}
    assert all("nobody" in str(one) for one in broken)


def test_rules_too_deep_for_one_function_are_played_by_the_interpreter() -> None:
    """Each `otherwise` stands inside the one before in the compiled game; Python writes code only so deep."""
    rows = [
        'game "Deep"',
        "for 2 players",
        "winners: p in players with highest points of p",
        "counter points of each player",
        "to play:",
        "  for each p in players:",
        "    p chooses:",
        "      to wait, where points of p > 1",
    ]
    for k in range(600):
        rows += ["    otherwise:", f"      to go-{k}, where points of p > {k}"]
    rows += ["    else:", "      p scores 1", "  end game as over", ""]
    text = "\n".join(rows)
    flow = lower(check("deep", parse(text, "deep"), texts={"deep": text}), 2)
    with pytest.raises(Unsupported, match="too many options or cases"):
        compile_flow(flow)
    assert Machine(flow).playout(1).kind == "over"


ENDLESS = with_dice(
    "Endless",
    """to play:
  turns for p in players until 1 > 2:
    p chooses:
      to throw:
        throw-it
      to wait
to throw-it:
  throw-twice
  repeat until the total pips of cup = 13:
    throw-twice
to throw-twice:
  roll cup
  roll cup
""",
    dice=2,
)


def test_luck_that_never_brings_what_is_waited_for_is_stopped_where_the_loop_stands() -> None:
    """Two dice never show 13. Chances that fall by luck are no stops: both engines say where the rules go round."""
    flow = lower(check("endless", parse(ENDLESS, "endless"), texts={"endless": ENDLESS}), 2)
    game = Runtime(Program(flow))
    game.reset()
    game.seed(1)
    game.resume()
    places = []
    with pytest.raises(PlayError, match="go round here, for ever") as caught:
        game.play(0)
    places.append(caught.value.span)
    (played,) = game.playouts([1])
    assert isinstance(played, PlayError)
    places.append(played.span)
    machine = Machine(flow)
    start = machine.start()
    with pytest.raises(PlayError, match="go round here, for ever") as caught:
        machine.play(start, machine.moves(start)[0], Luck(1))
    places.append(caught.value.span)
    with pytest.raises(PlayError, match="go round here, for ever") as caught:
        machine.playout(1)
    places.append(caught.value.span)
    assert {place.line for place in places} == {
        1 + ENDLESS.splitlines().index("  repeat until the total pips of cup = 13:")
    }
    # Left to the caller, each chance is a stop, and nothing is wrong with any of them.
    frame = machine.play(start, machine.moves(start)[0])
    for _ in range(5):
        assert machine.stop(frame).kind == "chance"
        frame = machine.take(frame, machine.outcomes(frame)[0][0])


NESTED = with_dice(
    "Nested",
    """term next-after of (number n): n + 1
term below of (number n): n - 7
to play:
  for each p in players:
    p chooses:
      to gain:
        points of p becomes next-after of next-after of 3
      to lose:
        points of p becomes below of next-after of below of 3
  end game as done
""",
)


def test_a_term_of_what_it_gave_itself() -> None:
    """Whatever is known of such a term's number grows with each look at it, and nobody waits until it is all numbers:
    (3 + 1) + 1 = 5, ((3 - 7) + 1) - 7 = -10."""
    flow = lower(check("nested", parse(NESTED, "nested"), texts={"nested": NESTED}), 2)
    game = Runtime(Program(flow))
    game.reset()
    game.resume()
    game.play(0)
    game.play(1)
    assert game.result()[1] == (5, -10)
    assert Both(flow).follow(1) > 0
