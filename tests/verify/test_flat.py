"""Small instances explored by the compiled engine: the positions, ways on, odds and faults of the interpreter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hoyle.engine import engines
from hoyle.engine.engines import INTERPRETER, WASM, installed
from hoyle.engine.lower import lower
from hoyle.language.check import check
from hoyle.language.diagnostics import HoyleError, SpecErrors
from hoyle.language.parse import parse
from hoyle.resources import games
from hoyle.verify import flat
from hoyle.verify.checks import Checks
from hoyle.verify.clock import counted, now
from hoyle.verify.explore import Explored, Limits
from hoyle.verify.flat import LITTLE, explored
from hoyle.verify.properties import FOLLOWED, MEASURE, properties
from hoyle.verify.rules import Case, Rules, Setting
from hoyle.verify.small import small
from strategies import spec
from strategies.bare import bare

pytestmark = pytest.mark.skipif(not installed(), reason="wasmtime is not installed")

SOME = Limits(700)
DEEP = Limits(8_000)


def both(case: Case, limits: Limits = SOME, wanted: set[str] | None = None) -> Explored:
    """A case explored by both engines, which must find the same; what they found."""
    reached = []
    found = []
    for engine in (INTERPRETER, WASM):
        case.watch.marks = [0] * len(case.flow.marks)
        found.append(explored(case, Checks(case, wanted), limits, engine=engine))
        reached.append([count > 0 for count in case.watch.marks])
    plain, flat = found
    assert flat.engine == WASM
    for name in ("first", "follows", "parent", "chances", "left", "why"):
        assert getattr(flat.graph, name) == getattr(plain.graph, name), name
    assert flat.graph.kind == plain.graph.kind
    assert flat.graph.results.keys() == plain.graph.results.keys()
    for state, told in plain.graph.results.items():
        ours = flat.graph.results[state]
        assert (ours.ending, set(ours.winners), ours.scores) == (told.ending, set(told.winners), told.scores)
    assert flat.faults == plain.faults
    assert reached[0] == reached[1]
    assert len(flat.frames) == len(plain.frames)
    for state, frame in enumerate(plain.frames):
        if frame[0] >= 0:  # else no position, but the end of a step that failed
            assert flat.frames[state] == frame
    return flat


def settings(name: str) -> list[Setting]:
    """All small instances of a game, of all variants and numbers of players."""
    rules = Rules(name)
    found = []
    for variants in [(), *((variant,) for variant in rules.variants)]:
        for scope in rules.scopes(variants):
            try:
                seats = rules.program(variants, (), scope).seats()
            except SpecErrors:
                continue
            found += [Setting(players, variants, scope=scope) for players in seats]
    return found


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(x, marks=[pytest.mark.long] if x in ("friday_the_13th", "spite_and_malice", "thirteen") else [])
        for x in games()
    ],
)
def test_every_scope_of_the_games(name: str) -> None:
    for setting in settings(name):
        both(Rules(name).case(setting))


@pytest.mark.long
@pytest.mark.parametrize("name", games())
def test_every_scope_of_the_games_far_into_it(name: str) -> None:
    for setting in settings(name)[:2]:
        both(Rules(name).case(setting), DEEP)


# ---- random specs --------------------------------------------------------------------------------------------------


def random_case(seed: int, make: Any, folder: Path) -> list[Case]:
    made = make(seed)
    file = folder / f"random_{seed}.hoyle"
    file.write_text(made.text, encoding="utf-8")
    try:
        check("random", parse(made.text, "random"), texts={"random": made.text})
        rules = Rules(str(file))
        program = rules.program()
    except SpecErrors:
        return []
    cases = []
    for players in program.seats()[:2]:
        try:
            lower(program, players)
        except HoyleError:
            continue
        cases.append(rules.case(Setting(players)))
    return cases


def explore_random(seed: int, make: Any, folder: Path, limits: Limits) -> int:
    count = 0
    for case in random_case(seed, make, folder):
        try:
            both(case, limits)
            count += 1
        except HoyleError as error:
            assert "the compiled engine cannot play this" in str(error)  # noqa: PT017
            continue
        except BaseException as error:
            error.add_note(f"the spec of seed {seed}, {case.setting.words()}:\n{make(seed).text}")
            raise
    return count


@pytest.mark.parametrize("chunk", [0, *(pytest.param(k, marks=pytest.mark.long) for k in (1, 2))])
def test_random_specs(chunk: int, tmp_path: Path) -> None:
    seeds = range(chunk * 6, chunk * 6 + 6)
    assert sum(explore_random(seed, spec, tmp_path, Limits(120)) for seed in seeds) >= 3


def test_random_specs_without_cards_or_dice(tmp_path: Path) -> None:
    assert sum(explore_random(seed, bare, tmp_path, Limits(300)) for seed in range(20)) >= 20


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(3))
def test_many_random_specs(chunk: int, tmp_path: Path) -> None:
    seeds = range(60_000 + chunk * 15, 60_000 + chunk * 15 + 15)
    assert sum(explore_random(seed, spec, tmp_path, Limits(400)) for seed in seeds) >= 10


# ---- faults --------------------------------------------------------------------------------------------------------

GAME = """game "Counted"
for 2 players
winners: p in players with highest points of p
counter points of each player
to play:
  turns for p in players from (the first q in players) until the highest points of players >= 4:
    p takes-turn
  end game as counted
turn (player p) takes-turn:
  p chooses:
    to gain:
      p scores 1
    to wait
"""


def case_of(folder: Path, more: str) -> Case:
    file = folder / "counted.hoyle"
    file.write_text(GAME + more, encoding="utf-8")
    return Rules(str(file)).case(Setting(2))


def test_steps_that_cannot_be_done(tmp_path: Path) -> None:
    """Each leads to a position of its own, which nothing follows; the story is of the first."""
    case = case_of(tmp_path, "    to think:\n      p scores 7 mod (the total points of players - 1)\n")
    found = both(case)
    fault, path, steps = found.faults[FOLLOWED]
    assert (len(path), steps) == (2, 2)  # a point, and the thought after it
    assert fault.span.line == len(GAME.splitlines()) + 2


def test_an_invariant_that_breaks(tmp_path: Path) -> None:
    found = both(case_of(tmp_path, "always modest: the highest points of players < 3\n"))
    assert found.faults["always modest"][2] == 5  # the first player's third point comes with the fifth move


def test_an_invariant_that_cannot_be_told(tmp_path: Path) -> None:
    found = both(case_of(tmp_path, "always odd: 7 mod (the total points of players - 3) >= 0 - 9\n"))
    assert "cannot be told" in found.faults["always odd"][0].message


def test_a_measure_that_does_not_go_down(tmp_path: Path) -> None:
    found = both(case_of(tmp_path, "measure takes-turn: 100 - the total points of players\n"))
    assert found.faults[MEASURE + "takes-turn"][2] == 1  # the first player waits, and the next turn finds the same


def test_a_measure_that_goes_down_on_the_shortest_way_only(tmp_path: Path) -> None:
    """Waiting raises it; positions are the same whatever was done before, so lower values are followed again."""
    more = "    to rest:\n      p scores 2\nmeasure takes-turn: (the total points of players × 5) mod 7\n"
    assert MEASURE + "takes-turn" in both(case_of(tmp_path, more)).faults


def test_winners_that_cannot_be_told(tmp_path: Path) -> None:
    """It is a fault of the property `winners`, not the end of exploring."""
    text = GAME.replace("highest points of p\n", "highest (7 mod (points of p - 1))\n", 1)
    text = text.replace("p scores 1", "points of p becomes points of p + 1")
    file = tmp_path / "untold.hoyle"
    file.write_text(text, encoding="utf-8")
    found = both(Rules(str(file)).case(Setting(2)))
    assert "who wins cannot be told: a division by zero" in found.faults["winners"][0].message


def test_only_what_is_wanted_counts(tmp_path: Path) -> None:
    more = "always modest: the highest points of players < 3\nmeasure takes-turn: 100 - the total points of players\n"
    assert not both(case_of(tmp_path, more), SOME, set()).faults


STUCK = """game "Stuck"
for 2 players
winners: p in players with highest points of p
counter points of each player
cards in deck:
  name | copies
  red  | 3
  blue | 2
pile deck, seen by nobody
zone hand of each player, seen by its owner
pile table, seen by all
zone cup, holding die, seen by all
kind shape: round, square, star
dice in cup, 2 of them:
  name  | shape
  one   | square
  two   | round
  six   | star
to play:
  shuffle deck
  deal 2 from deck to hand of players
  roll cup
  turns for p in players where hand of p is not empty:
    p takes-turn
  end game as done
turn (player p) takes-turn:
  p chooses:
    to play c from hand of p onto table, where c is red:
      p scores 1
"""


def test_somebody_is_stuck_and_equal_cards_are_one(tmp_path: Path) -> None:
    file = tmp_path / "stuck.hoyle"
    file.write_text(STUCK, encoding="utf-8")
    found = both(Rules(str(file)).case(Setting(2)))
    assert "no-dead-end" in found.faults
    assert any(len(set(weights)) > 1 for weights in found.graph.chances.values())  # three red cards, two blue ones


NOBODY = """game "Nobody"
for 2 players
winners: p in players with highest points of p
counter points of each player
marker chosen: player
to play:
  let lucky be a random p in players
  if lucky is (the first q in players):
    chosen becomes lucky
  chosen chooses:
    to gain, where points of lucky > 3:
      lucky scores 1
  else:
    lucky scores 2
  end game as done
"""


def test_nobody_is_to_choose_where_none_is_wanted(tmp_path: Path) -> None:
    """The rules fail there, though they would go on without a move."""
    file = tmp_path / "nobody.hoyle"
    file.write_text(NOBODY, encoding="utf-8")
    fault, _, _ = both(Rules(str(file)).case(Setting(2))).faults[FOLLOWED]
    assert fault.span.line == 1 + NOBODY.splitlines().index("  chosen chooses:")
    assert "nobody" in str(fault)


# ---- limits, engines -----------------------------------------------------------------------------------------------


def test_steps_are_counted_as_the_interpreter_counts_them() -> None:
    graphs = []
    for engine in (INTERPRETER, WASM):
        case = Rules("friday_the_13th").case(Setting(3, scope="small"))
        with counted():
            limits = Limits(deadline=now() + 0.1234)
            graphs.append(explored(case, Checks(case), limits, engine=engine).graph)
    assert graphs[0].why == graphs[1].why == "the end of the steps given"
    assert graphs[0].follows == graphs[1].follows
    assert graphs[0].left == graphs[1].left > 0


def test_a_little_is_explored_by_the_interpreter_much_by_the_compiled_game() -> None:
    little, much = Rules("kuhn_poker").case(Setting(2, scope="small")), Rules("hearts").case(Setting(4, scope="small"))
    assert explored(little, Checks(little), Limits(10_000)).engine == INTERPRETER
    assert explored(little, Checks(little), Limits(10_000), engine=WASM).engine == WASM
    found = explored(much, Checks(much), Limits(2 * LITTLE))
    assert (found.engine, found.graph.left > 0) == (WASM, True)
    assert explored(much, Checks(much), Limits(2 * LITTLE), engine=INTERPRETER).engine == INTERPRETER


def test_the_report_says_which_engine_explored() -> None:
    case = Rules("pig").case(Setting(2, scope="small"))
    for engine in (WASM, INTERPRETER):
        assert small(case, properties(case.program), SOME, engine=engine).data()["engine"] == engine


def test_without_wasmtime_the_interpreter_explores_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "installed", lambda: False)
    case = Rules("pig").case(Setting(2, scope="small"))
    found = small(case, properties(case.program), SOME)
    assert found.engine == INTERPRETER
    assert "wasmtime" in found.why
    with pytest.raises(HoyleError, match="wasmtime"):
        small(case, properties(case.program), SOME, engine=WASM)


def test_memory_is_capped() -> None:
    case = Rules("pig").case(Setting(2, scope="small"))
    assert "MB of memory" in explored(case, Checks(case), Limits(memory=1), engine=WASM).graph.why


def test_time_is_kept_for_what_follows_from_the_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a second for each position there is no time for two thousand of them."""
    monkeypatch.setattr(flat, "AFTER", 1.0)
    case = Rules("hearts").case(Setting(4, scope="small"))
    found = explored(case, Checks(case), Limits(deadline=now() + 2_000), engine=WASM)
    assert found.graph.why == "the end of the time given"
    assert len(found.graph) < 20_000
