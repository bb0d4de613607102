"""Many games stepped together are the games that the interpreter plays, and the arrays say what it says."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.engine import flow as f
from hoyle.engine.chance import POLICY_STREAM, Luck, number
from hoyle.language.diagnostics import HoyleError
from hoyle.resources import games

np = pytest.importorskip("numpy", reason="NumPy is not installed")

SEED, MANY, STEPS = 11, 4, 30


# ---- what an observation should say, from the interpreter's ---------------------------------------------------------


class Reading:
    """A row of `observe` read back by its columns."""

    def __init__(self, batch: Any, row: Any) -> None:
        self.batch, self.row, self.flow = batch, row, batch.flow
        self.names = batch.table.names

    def parts(self) -> list[tuple[Any, Any]]:
        return [(column, self.row[column.first : column.last]) for column in self.batch.columns]

    def owned(self, column: Any) -> str:
        return column.name if column.owner < 0 else f"{column.name} of {self.names.seats[column.owner]}"

    def faces(self, place: str, counts: Any) -> list[str]:
        """Names of faces by how many there are of each, sorted."""
        component = self.flow.places[self.names.place(place)].component
        first = self.flow.components[component].first
        return sorted(name for k, count in enumerate(counts) for name in [self.names.faces[first + k]] * int(count))


def expected_lying(shown: Any, sort: str) -> Any:
    """What a place shows, as far as its order is known."""
    if sort == "zone":
        return sorted(shown)
    if sort == "pile":
        cards, ranges = (shown["cards"], shown["shuffled"]) if isinstance(shown, dict) else (shown, [])
        return cards, [list(pair) for pair in ranges]
    return [(play["by"], play["form"], sorted(play["cards"])) for play in shown]


def check_observation(batch: Any, k: int, seat: int, row: Any) -> None:
    """A row says what `State.observation` says."""
    state = batch.state(k)
    seen = state.observation(seat)
    reading, flow, names = Reading(batch, row), batch.flow, batch.table.names
    stop = {column.name: int(part[0]) for column, part in reading.parts() if column.of == "stop"}
    assert stop["who"] == seat
    assert (None if stop["asked"] < 0 else names.seats[stop["asked"]]) == seen["asked"]
    assert (None if stop["at"] < 0 else flow.code[stop["at"]].name or None) == seen["in"]
    assert (None if stop["ending"] < 0 else flow.endings[stop["ending"]]) == seen["ending"]
    for column, part in reading.parts():
        name = reading.owned(column)
        if column.of in ("zone", "pile", "plays"):
            place = flow.places[names.place(name)]
            shown = seen["places"][name]
            if not batch.table.observer.sees(seat, names.place(name)):
                assert not part.any(), f"{name} is seen"
                continue
            first = flow.components[place.component].first
            if column.of == "zone":
                assert reading.faces(name, part) == expected_lying(shown, "zone")
            elif column.of == "pile":
                cards, ranges = expected_lying(shown, "pile")
                lying = [int(value) for value in part if value]
                assert [names.faces[first + abs(value) - 1] for value in lying] == cards
                linked = {j for low, high in ranges for j in range(low + 1, high)}
                assert {j for j, value in enumerate(lying) if value < 0} == linked
            else:
                size = flow.components[place.component].size
                plays = part.reshape(-1, 2 + size)
                forms = None if place.combination is None else flow.combinations[place.combination].forms
                found = [
                    (
                        names.seats[play[0] - 1] if play[0] > 0 else None,
                        forms[play[1] - 1].name if forms and play[1] > 0 else None,
                        reading.faces(name, play[2:]),
                    )
                    for play in plays
                    if play[2:].any()
                ]
                assert found == expected_lying(shown, "plays")
        elif column.of == "count":
            whole = state.frame[batch.table.machine.layout.place(names.place(name))]
            assert int(part[0]) == len(whole)
            if len(part) > 1:
                sizes = [(int(part[1 + 2 * j]), int(part[2 + 2 * j]) - 1) for j in range(int(part[0]))]
                assert sizes == [(len(play[2]), play[0]) for play in whole]
    check_slots(batch, state, seat, reading)


def check_slots(batch: Any, state: Any, seat: int, reading: Reading) -> None:
    """Counters, markers and secret choices are those of the frame, as far as the seat sees them."""
    flow = batch.flow
    slots = [k for k, slot in enumerate(flow.slots) if slot.role != "local"]
    parts = [(column, part) for column, part in reading.parts() if column.of in ("track", "held")]
    assert len(slots) == len(parts)
    for index, (column, part) in zip(slots, parts, strict=True):
        slot, value = flow.slots[index], state.frame[1 + index]
        if slot.role == "held" and slot.owner != seat:
            value = slot.initial
        if slot.sort.name not in ("list", "meld", "play"):
            assert int(part[0]) == value, column.name
        elif isinstance(value, int):
            assert not part.any(), column.name
        elif slot.sort.name in ("meld", "play"):
            faces = value[-1]
            assert int(part[2:].sum()) == len(faces)
            assert int(part[1]) == value[-2] + 1


# ---- the tests ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games())
def test_games_stepped_together_are_those_of_the_interpreter(name: str) -> None:
    """Step by step: who is asked, the moves in their order, the positions, the luck; at the end the result."""
    game = hoyle.load(name)
    players = game.players[len(game.players) // 2]
    batch = hoyle.batch(game, MANY, players, SEED)
    seeds = [number(SEED, k + 1) for k in range(MANY)]
    assert batch.seeds.tolist() == seeds
    states = [game.start(players, seed) for seed in seeds]
    policies = [Luck(seed ^ POLICY_STREAM) for seed in seeds]
    for step in range(STEPS):
        moves, offsets, counts = batch.moves, batch.offsets, batch.counts
        for k, state in enumerate(states):
            assert batch.state(k) == state
            assert int(counts[k]) == len(state.moves)
            assert bool(batch.done[k]) == (state.kind != "decision")
            assert int(batch.player[k]) == (-1 if state.player is None else state.players.index(state.player))
            listed = state.table.machine.moves(state.frame) if state.kind == "decision" else []
            assert [int(row[0]) for row in moves[offsets[k] : offsets[k] + counts[k]]] == [move[0] for move in listed]
        chosen = batch.sample()
        for k, state in enumerate(states):
            if state.kind == "decision":
                several = len(state.moves) > 1
                assert int(chosen[k]) == (policies[k].index(len(state.moves)) if several else 0)
                states[k] = state.play(int(chosen[k]))
        if step % 10 == 3:
            for seat in range(players):
                rows = batch.observe(seat)
                for k in range(2):
                    check_observation(batch, k, seat, rows[k])
        batch.step(chosen)


@pytest.mark.parametrize(
    ("name", "players"), [("kuhn_poker", 2), ("pig", 3), ("goofspiel", 3), ("treize_cardinals", 2)]
)
def test_results_are_those_of_whole_plays(name: str, players: int) -> None:
    game = hoyle.load(name)
    batch = hoyle.batch(game, 8, players, SEED)
    while not batch.done.all():
        batch.step(batch.sample())
    for k in range(8):
        played = game.machine(players).playout(int(batch.seeds[k]))
        result = game.table(players).state(played.frame).result
        assert result is not None
        share = [1 / len(result.winners) if seat in result.winners else 0 for seat in batch.table.names.seats]
        assert batch.wins[k].tolist() == pytest.approx(share)
        if result.scores is not None:
            assert batch.scores[k].tolist() == list(result.scores.values())
        assert int(batch.decisions[k]) == played.decisions
        check_observation(batch, k, 0, batch.observe(0)[k])


def test_games_begin_anew_with_the_next_seeds() -> None:
    """Two plays of Kuhn poker run one after the other in each place; all are plays of their seeds."""
    game = hoyle.load("kuhn_poker")
    batch = hoyle.batch(game, 5, seed=3, autoreset=True)
    ended: list[tuple[int, list[float]]] = []
    seeds = batch.seeds.copy()
    for _ in range(12):
        batch.step(batch.sample())
        assert (batch.status == 1).all()
        ended += [(int(seeds[k]), batch.wins[k].tolist()) for k in np.flatnonzero(batch.done)]
        seeds = batch.seeds.copy()
    assert len(ended) > 15
    assert len({seed for seed, _ in ended}) == len(ended)
    for seed, wins in ended:
        result = game.table(2).state(game.machine(2).playout(seed).frame).result
        assert result is not None
        assert wins == [float(seat in result.winners) for seat in ("p1", "p2")]


@pytest.mark.parametrize(("name", "players"), [("friday_the_13th", 4), ("kuhn_poker", 2), ("spite_and_malice", 2)])
def test_actions_have_numbers(name: str, players: int) -> None:
    """A mask has exactly the moves there are; taking an action by its number is taking that move."""
    batch, other = hoyle.batch(name, 6, players, SEED), hoyle.batch(name, 6, players, SEED)
    for _ in range(20):
        mask, offsets, counts = batch.mask, batch.offsets, batch.counts
        assert mask.shape == (6, batch.actions.size)
        assert mask.sum(axis=1).tolist() == counts.tolist()
        chosen = batch.sample()
        numbers = batch.move_actions
        wanted = np.array([numbers[offsets[k] + chosen[k]] if counts[k] else 0 for k in range(6)])
        for k in np.flatnonzero(counts)[:1]:
            move = batch.state(int(k)).moves[int(chosen[k])]
            said = batch.actions.describe(int(wanted[k]))
            assert said.startswith(move.option)
            for value in move.values.values():
                card = isinstance(value, list)
                assert (value[0][1] if card else str(value)) in said
        batch.step(chosen)
        other.step_actions(wanted)
        assert (batch.states == other.states).all()


def test_games_with_combinations_have_none() -> None:
    batch = hoyle.batch("thirteen", 2)
    assert batch.actions is None
    with pytest.raises(HoyleError, match=r"no numbered actions.*move_mask"):
        _ = batch.mask


def bound(batch: Any, row: Any, option: Any) -> list[Any]:
    """What a row of `move_rows` says is bound, as the interpreter has it."""
    parts: dict[tuple[str, str], Any] = {}
    for column in batch.move_columns:
        parts[column.name, column.of] = row[column.first : column.last]
    found: list[Any] = []
    for turn, bind in enumerate(option.binds, 1):
        name = f"{turn}: {bind.sort.of or bind.sort.name}"
        if (name, "cards") in parts:
            first = batch.flow.components[batch._told.layout.slots[bind.slot].component].first
            faces = tuple(first + k for k, n in enumerate(parts[name, "cards"]) for _ in range(n))
            found.append((int(parts[name, "form"][0]) - 1, faces))
        elif (name, "place") in parts:
            found.append(int(parts[name, "place"][0]) << 16 | int(parts[name, "face"][0]))
        else:
            found.append(int(parts[name, "value"][0]))
    return found


@pytest.mark.parametrize("name", games())
def test_moves_are_told_as_rows_of_numbers(name: str) -> None:
    """Combinations too: a row says the option and what it binds, and a mask says whose moves they are."""
    game = hoyle.load(name)
    batch = hoyle.batch(name, 3, game.players[len(game.players) // 2], SEED)
    options = [
        (at, number, option)
        for at, instr in enumerate(batch.flow.code)
        if isinstance(instr, f.Choose)
        for number, option in enumerate(option for tier in instr.tiers for option in tier.options)
    ]
    for _ in range(25):
        rows, mask = batch.move_rows, batch.move_mask()
        assert len(rows) == mask.sum() == batch.counts.sum()
        assert len({row.tobytes() for row in rows[: int(batch.counts[0])]}) == int(batch.counts[0])
        for k in range(batch.n):
            state = batch.state(k)
            listed = state.table.machine.moves(state.frame) if state.kind == "decision" else []
            mine = rows[batch.offsets[k] : batch.offsets[k] + batch.counts[k]]
            assert mask[k].sum() == len(listed)
            for row, move in zip(mine, listed, strict=True):
                at, number, option = options[row[0]]
                assert (at, number) == (state.frame[0], move[0])
                assert bound(batch, row, option) == [
                    (one[-2], one[-1]) if isinstance(one, tuple) else one for one in move[1:]
                ]
        batch.step(batch.sample())


def test_a_policy_weighs_the_moves_of_a_game_with_combinations() -> None:
    """In Thirteen, who plays as many cards as possible beats those who play anything."""
    batch = hoyle.batch("thirteen", 64, 4, SEED)
    (cards,) = [column for column in batch.move_columns if column.of == "cards"]
    for _ in range(2_000):
        if batch.done.all():
            break
        mask = batch.move_mask()
        played = np.full(mask.shape, -1)
        played[mask] = batch.move_rows[:, cards.first : cards.last].sum(axis=1)
        asked = batch.player == 0
        batch.step(np.where(asked, played.argmax(axis=1), batch.sample()))
    assert batch.done.all()
    assert batch.wins[:, 0].mean() > 0.5


def test_a_mask_of_moves_is_as_wide_as_is_asked() -> None:
    batch = hoyle.batch("thirteen", 8, 4, SEED)
    most = int(batch.counts.max())
    assert batch.move_mask().shape == (8, most)
    assert batch.move_mask(most + 5).shape == (8, most + 5)
    assert (batch.move_mask(most + 5)[:, :most] == batch.move_mask()).all()
    for width in (most - 1, 0, "wide", True, 2.5):
        with pytest.raises(HoyleError, match=f"a game has {most} moves now"):
            batch.move_mask(width)


def test_memory_for_moves_grows() -> None:
    """Hearts opens with hundreds of ways to pass for each game: far more than the room at first."""
    batch, small = hoyle.batch("hearts", 64, seed=2), hoyle.batch("hearts", 2, seed=2)
    assert int(batch.counts.sum()) > batch.n * 200
    assert batch.counts[:2].tolist() == small.counts.tolist()
    for _ in range(3):
        batch.step(np.zeros(64, int))
        small.step(np.zeros(2, int))
        assert (batch.states[:2] == small.states).all()
        assert (batch.moves[: small.offsets[1]] == small.moves[: small.offsets[1]]).all()


def test_what_cannot_be_done_is_told_and_nothing_is_played() -> None:
    batch = hoyle.batch("pig", 3, seed=1)
    before = batch.states
    cases: list[tuple[Any, str]] = [
        ([0, 2, 0], "game 1 has no move 2: there are 2"),
        ([0, -1, 0], "game 1 has no move -1"),
        ([0, 0], "3 whole numbers"),
        ([0.0, 0.0, 0.0], "3 whole numbers"),
        ([[0], [0, 1], 0], "3 whole numbers"),
    ]
    for moves, words in cases:
        with pytest.raises(HoyleError, match=words):
            batch.step(moves)
    with pytest.raises(HoyleError, match="cannot take action 7"):
        batch.step_actions([0, 7, 0])
    with pytest.raises(HoyleError, match="from 0 to 1"):
        batch.observe(2)
    assert (batch.states == before).all()
    for wrong, words in [
        (lambda: hoyle.batch("pig", 0), "one game or more"),
        (lambda: hoyle.batch("pig", 2.5), "whole numbers, not 2.5"),
        (lambda: hoyle.batch("pig", "3"), "whole numbers, not '3'"),
        (lambda: hoyle.batch("pig", True), "whole numbers, not True"),
        (lambda: hoyle.batch("pig", 3, seed=1.5), "whole numbers, not 1.5"),
        (lambda: hoyle.batch("pig", 1, 11), "2 to 10 players"),
        (lambda: hoyle.batch("pig", 1, 10**20), "2 to 10 players"),
        (lambda: batch.state(3), "there is no game 3: there are 3, counted from 0"),
        (lambda: batch.describe(-1), "there is no game -1"),
        (lambda: batch.state("a"), "there is no game 'a'"),
        (lambda: hoyle.batch("pug", 1), "did you mean"),
    ]:
        with pytest.raises(HoyleError, match=words):
            wrong()
    assert hoyle.batch("pig", 1, np.int64(4)).wins.shape == (1, 4)


@pytest.mark.parametrize("missing", ["numpy", "wasmtime"])
def test_without_numpy_or_wasmtime_it_is_told_what_to_install(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    for name in ("batch", "actions", "seen"):
        monkeypatch.delitem(sys.modules, f"hoyle.engine.wasm.{name}", raising=False)
    with pytest.raises(HoyleError, match=r"hoyle\[numpy,wasm\]"):
        hoyle.batch("pig", 1)


FAULTY = """game "Faulty"
for 2 players
winners: p in players with highest points of p
counter points of each player
marker chosen: player
to play:
  for each p in players:
    p takes-turn
  end game as done
turn (player p) takes-turn:
  p chooses:
    to stay:
      p scores 1
    to ask:
      chosen scores 1
"""


def test_a_fault_of_the_rules_ends_one_game_and_no_other(tmp_path: Path) -> None:
    spec = tmp_path / "faulty.hoyle"
    spec.write_text(FAULTY)
    batch = hoyle.batch(spec, 4)
    batch.step([0, 1, 0, 1])
    assert batch.status.tolist() == [1, 5, 1, 5]
    assert sorted(batch.faults) == [1, 3]
    assert batch.faults[1].span.line == 1 + FAULTY.splitlines().index("      chosen scores 1")
    batch.step([0, 0, 0, 0])
    assert batch.done.all()
    assert batch.wins.tolist() == [[0.5, 0.5], [0, 0], [0.5, 0.5], [0, 0]]
    assert batch.scores.tolist() == [[1, 1], [0, 0], [1, 1], [0, 0]]


def test_a_game_that_asks_nobody_is_broken(tmp_path: Path) -> None:
    spec = tmp_path / "nobody.hoyle"
    spec.write_text(
        FAULTY.replace("    p takes-turn\n", "    chosen becomes a random q in players where q is not p\n").replace(
            "  end game", "    chosen takes-turn\n    chosen becomes none\n    chosen takes-turn\n  end game"
        )
    )
    batch = hoyle.batch(spec, 2)
    batch.step([0, 0])
    assert batch.status.tolist() == [5, 5]
    assert all("nobody" in str(fault) for fault in batch.faults.values())


def test_games_differ_and_repeat() -> None:
    one, same, other = (hoyle.batch("friday_the_13th", 32, 4, seed) for seed in (1, 1, 2))
    assert (one.states == same.states).all()
    assert not (one.states == other.states).all()
    assert len(Counter(row.tobytes() for row in one.states)) == 32


def test_a_batch_is_for_one_thread_at_a_time() -> None:
    games = hoyle.batch("pig", 4, 2, seed=1)
    with games._alone(), pytest.raises(HoyleError, match="another thread steps these games"):
        games.step(games.sample())
    games.step(games.sample())
    assert games.decisions.tolist() == [1, 1, 1, 1]


def test_a_mask_for_which_there_is_no_memory() -> None:
    games = hoyle.batch("pig", 4, 2, seed=1)
    for width in (10**12, 10**20):
        with pytest.raises(HoyleError, match="no memory for 4 rows"):
            games.move_mask(width)
