"""`hoyle simulate`: the answer of the design, figures that are right, plays cut off, faults, interrupts."""

from __future__ import annotations

import json
import math
import statistics
from pathlib import Path

import pytest

import hoyle as face
from hoyle.cli.tally import Mean
from hoyle.engine import engines
from hoyle.engine.chance import play_seed
from hoyle.engine.engines import installed
from hoyle.engine.machine import Machine, Playout
from hoyle.engine.record import MANY
from small_games import with_dice

from .conftest import Hoyle

KEYS = ["game", "variants", "parameters", "players", "plays", "seed", "engine", "policy", "decisions", "choices"]
KEYS += ["seats", "winner_score", "endings", "capped", "seconds"]


def test_the_answer_has_just_the_keys_of_the_design(hoyle: Hoyle) -> None:
    done = hoyle("simulate", "pig", "--players", 3, "--plays", 20, "--seed", 7, "--json")
    assert done.status == 0
    answer = done.json
    assert list(answer) == KEYS
    assert (answer["game"], answer["variants"], answer["parameters"]) == ("pig", [], {})
    assert (answer["players"], answer["plays"], answer["seed"]) == (3, 20, 7)
    assert (answer["engine"], answer["policy"]) == ("wasm" if installed() else "interpreter", "random")
    for name in ("decisions", "choices"):
        assert list(answer[name]) == ["mean", "se", "min", "max"]
    assert [list(seat) for seat in answer["seats"]] == [["score", "wins"]] * 3
    assert all(list(part) == ["mean", "se"] for seat in answer["seats"] for part in seat.values())
    assert list(answer["winner_score"]) == ["mean", "se"]
    assert sum(answer["endings"].values()) + answer["capped"] == 20
    assert sum(seat["wins"]["mean"] for seat in answer["seats"]) == pytest.approx(1)


def test_options_reach_the_game(hoyle: Hoyle) -> None:
    answer = hoyle("simulate", "twelve_days", "--variant", "short", "--plays", 2, "--seed", 1, "--json").json
    assert answer["variants"] == ["short"]
    answer = hoyle("simulate", "pig", "--set", "target=10", "--plays", 30, "--seed", 1, "--json").json
    assert answer["parameters"] == {"target": 10}
    assert 10 <= answer["winner_score"]["mean"] < 20


def test_the_same_seed_gives_the_same_figures_and_another_gives_others(hoyle: Hoyle) -> None:
    first, again, other = (
        {**hoyle("simulate", "pig", "--plays", 20, "--seed", seed, "--json").json, "seconds": 0, "seed": 0}
        for seed in (3, 3, 4)
    )
    assert first == again
    assert first != other


def test_a_seed_is_drawn_and_said_when_none_is_given(hoyle: Hoyle) -> None:
    seed = hoyle("simulate", "pig", "--plays", 1, "--json").json["seed"]
    assert f"seed {seed}" in hoyle("simulate", "pig", "--plays", 1, "--seed", seed).out


def test_figures_are_those_of_the_plays(hoyle: Hoyle) -> None:
    """Held against the plays one by one, with the textbook's formulas."""
    answer = hoyle("simulate", "kuhn_poker", "--plays", 50, "--seed", 5, "--json").json
    game = face.load("kuhn_poker")
    machine = game.machine(2)
    plays = [machine.playout(play_seed(5, play)) for play in range(1, 51)]
    results = [game.table(2).state(play.frame).result for play in plays]
    decisions = [play.decisions for play in plays]
    assert answer["decisions"]["mean"] == pytest.approx(statistics.mean(decisions))
    assert answer["decisions"]["se"] == pytest.approx(statistics.stdev(decisions) / math.sqrt(50))
    assert (answer["decisions"]["min"], answer["decisions"]["max"]) == (min(decisions), max(decisions))
    first = [result.scores["p1"] for result in results if result and result.scores]
    assert answer["seats"][0]["score"]["mean"] == pytest.approx(statistics.mean(first))
    wins = [("p1" in result.winners) / len(result.winners) for result in results if result]
    assert answer["seats"][0]["wins"]["se"] == pytest.approx(statistics.stdev(wins) / math.sqrt(50))


def test_one_play_has_no_standard_error(hoyle: Hoyle) -> None:
    answer = hoyle("simulate", "pig", "--plays", 1, "--seed", 1, "--json").json
    assert answer["decisions"]["se"] is None
    assert "±" not in hoyle("simulate", "pig", "--plays", 1, "--seed", 1).out


def test_a_play_cut_off_is_capped_and_never_scored(hoyle: Hoyle) -> None:
    args = ["simulate", "pig", "--plays", 5, "--seed", 1, "--max-decisions", 3]
    answer = hoyle(*args, "--json").json
    assert (answer["capped"], answer["plays"], answer["endings"]) == (5, 5, {})
    assert answer["decisions"]["mean"] is None
    assert answer["seats"][0] == {"score": {"mean": None, "se": None}, "wins": {"mean": None, "se": None}}
    told = hoyle(*args).out
    assert "cut off after 3 decisions: 5" in told
    assert "no play came to an end: `hoyle verify` tells why" in told


GREED = """\
game "Greed"
for 2 players
winners: p in players with highest points of p

counter points of each player

to play:
  for each p in players:
    p chooses:
      to take-one:
        p scores 1
      to take-two:
        p scores 2
  end game as taken
"""


def test_greedy_players_take_what_scores_best(hoyle: Hoyle, tmp_path: Path) -> None:
    (tmp_path / "greed.hoyle").write_text(GREED, encoding="utf-8")

    def score(policy: str) -> float:
        answer = hoyle("simulate", "greed.hoyle", "--plays", 40, "--seed", 2, "--policy", policy, "--json").json
        mean = answer["seats"][0]["score"]["mean"]
        assert isinstance(mean, float)
        return mean

    assert score("greedy") == 2
    assert 1 < score("random") < 2


def test_a_player_without_a_move_is_a_fault_that_is_told_and_kept(hoyle: Hoyle, stuck: Path, tmp_path: Path) -> None:
    done = hoyle("simulate", stuck, "--seed", 1)
    assert done.status == 1
    assert "p1 is to choose and has no move" in done.out
    assert "stuck.hoyle:12:5: " in done.out
    assert "\n        p chooses:\n" in done.out
    assert "p1: stay" in done.out
    (record,) = (tmp_path / ".hoyle").glob("*.json")
    again = hoyle("replay", record)
    assert again.status == 0
    assert "p1 is to choose and has no move" in again.out
    fault = hoyle("simulate", stuck, "--seed", 1, "--json").json["fault"]
    assert fault["story"][-1].startswith("p1 is to choose")
    assert (Path(fault["file"]).name, fault["line"], fault["column"]) == ("stuck.hoyle", 12, 5)


def test_what_stands_behind_a_mean_is_a_95_percent_interval(hoyle: Hoyle) -> None:
    """As on the site; the standard errors are in the JSON."""
    args = "simulate", "pig", "--plays", 50, "--seed", 1, "--engine", "interpreter"
    error = hoyle(*args, "--json").json["decisions"]["se"]
    (row,) = [line for line in hoyle(*args).out.splitlines() if line.startswith("decisions a play")]
    assert row.split("±")[1].split()[0] == f"{1.959964 * error:.2f}"
    assert "; ± is a 95 % interval" in hoyle(*args).out


def test_an_interrupt_keeps_the_figures_so_far(hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    playout, played = Machine.playout, []

    def until_interrupted(self: Machine, *args: object) -> Playout:
        played.append(args)
        if len(played) == 8:
            raise KeyboardInterrupt
        return playout(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Machine, "playout", until_interrupted)
    done = hoyle("simulate", "pig", "--plays", 100, "--seed", 1, "--engine", "interpreter", "--json")
    assert done.status == 130
    assert done.json["plays"] == 7
    assert done.err == "hoyle: interrupted; the figures are those of 7 of 100 plays\n"


def test_the_wrong_number_of_players(hoyle: Hoyle) -> None:
    done = hoyle("simulate", "pig", "--players", 11)
    assert (done.status, done.out) == (2, "")
    assert "Pig is for 2 to 10 players, not for 11" in done.err


def test_figures_do_not_depend_on_the_engine_nor_on_how_many_work(hoyle: Hoyle) -> None:
    answers = []
    for how in (["--engine", "interpreter", "--jobs", 1], ["--jobs", 1], ["--jobs", 3]):
        args = ["simulate", "crazy_eights", "--players", 3, "--plays", 60, "--seed", 9, "--max-decisions", 60]
        answer = hoyle(*args, *how, "--json").json
        assert 0 < answer["capped"] < 60
        answers.append({**answer, "seconds": 0, "engine": ""})
    assert answers[0] == answers[1] == answers[2]


def test_without_wasmtime_the_interpreter_plays_and_says_why(hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "installed", lambda: False)
    assert hoyle("simulate", "pig", "--plays", 2, "--json").json["engine"] == "interpreter"
    assert "interpreter (the compiled engine needs wasmtime" in hoyle("simulate", "pig", "--plays", 2).out
    done = hoyle("simulate", "pig", "--plays", 2, "--engine", "wasm")
    assert (done.status, done.out) == (2, "")
    assert "pip install 'hoyle[wasm]'" in done.err


def test_greedy_play_is_the_interpreters(hoyle: Hoyle) -> None:
    args = ["simulate", "pig", "--plays", 2, "--policy", "greedy"]
    assert hoyle(*args, "--json").json["engine"] == "interpreter"
    done = hoyle(*args, "--engine", "wasm")
    assert (done.status, done.out) == (2, "")
    assert "plays at random only" in done.err


def test_means_are_exact_where_sums_of_squares_are_not() -> None:
    mean = Mean()
    for value in (1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16):
        mean.add(value)
    assert mean.figures()["mean"] == 1e9 + 10
    assert mean.figures()["se"] == pytest.approx(math.sqrt(30 / 4))


TOO_MANY = """\
game "Heaps"
for 2 players
winners: p in players with highest points of p
counter points of each player
cards in deck:
  name | value
  card | 1 to 80
pile deck, seen by nobody
pile table, seen by all
zone hand of each player, seen by its owner
combination meld of card c:
  heap: any 12
to play:
  shuffle deck
  deal deck to hand of players
  turns for p in players where hand of p is not empty:
    p takes-turn
  end game as done
turn (player p) takes-turn:
  p chooses:
    to play m from meld of hand of p onto table:
      p scores 1
    to pass:
      end game as passed
"""


@pytest.mark.parametrize("engine", ["wasm", "interpreter"] if installed() else ["interpreter"])
def test_more_moves_than_can_be_listed_is_told_with_its_place(hoyle: Hoyle, tmp_path: Path, engine: str) -> None:
    """40 cards hold 5,586,853,480 sets of twelve."""
    (tmp_path / "heaps.hoyle").write_text(TOO_MANY, encoding="utf-8")
    done = hoyle("simulate", "heaps.hoyle", "--plays", 3, "--seed", 1, "--engine", engine)
    assert done.status == 1
    assert "40 cards hold more than 200000 melds of meld" in done.out + done.err
    assert "heaps.hoyle:21" in done.out + done.err


ENDLESS = with_dice(
    "Endless",
    """to play:
  turns for p in players until 1 > 2:
    p chooses:
      to throw:
        repeat until the total pips of cup = 13:
          roll cup
""",
    dice=2,
)


@pytest.mark.parametrize("engine", ["interpreter", "wasm"])
def test_dice_that_would_fall_for_ever_are_told(hoyle: Hoyle, tmp_path: Path, engine: str) -> None:
    """The play is told up to there and kept, though what falls has no end; two dice never show 13."""
    spec = tmp_path / "endless.hoyle"
    spec.write_text(ENDLESS)
    chosen = ["--engine", engine] if engine == "interpreter" or installed() else []
    done = hoyle("simulate", spec, "--plays", 3, "--seed", 1, *chosen)
    assert done.status == 1
    assert "endless.hoyle:13:22" in done.out
    assert "p1: throw" in done.out or "lines before" in done.out
    assert len(list(Path(".hoyle").glob("endless-*.json"))) == 1


def test_a_play_of_a_game_of_chance_alone_may_be_long(hoyle: Hoyle, tmp_path: Path) -> None:
    """Some 1,300 throws on average until four dice are all sixes: more than are made before one looks ahead."""
    spec = tmp_path / "long.hoyle"
    rules, _, _ = ENDLESS.replace("2 of them", "4 of them").partition("  turns")
    spec.write_text(f"{rules}  repeat until the total pips of cup = 24:\n    roll cup\n  end game as done\n")
    done = hoyle("play", spec, "--seed", 1, "--json")
    assert done.status == 0, done.err
    record = json.loads(done.out[done.out.index("{") :])
    falls = [step["value"] for step in record["steps"]]
    assert len(falls) > MANY
    assert [sum(int(face) for face in fall) for fall in falls].index(24) == len(falls) - 1
