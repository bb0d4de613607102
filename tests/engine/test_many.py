"""Many plays: both engines, any number of workers, parts of any size give the same; faults and interrupts."""

from __future__ import annotations

import _thread
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from hoyle.engine import many
from hoyle.engine.engines import Chosen, choose, installed
from hoyle.engine.flow import Flow
from hoyle.engine.lower import lower
from hoyle.engine.many import Came, Task, play_many
from hoyle.language.check import check
from hoyle.language.diagnostics import HoyleError
from hoyle.language.parse import parse
from hoyle.library import load_program
from hoyle.resources import games

compiled = pytest.mark.skipif(not installed(), reason="wasmtime is not installed")


def flow_of(text: str, players: int = 2) -> Flow:
    return lower(check("made", parse(text, "made"), texts={"made": text}), players)


def came(task: Task, engine: Chosen, plays: int, jobs: int = 1) -> Counter[Came]:
    """How often each result came; parts come in order, without gaps."""
    found: Counter[Came] = Counter()
    following = 1
    for part in play_many(task, engine, plays, jobs):
        assert part.fault is None
        assert part.first == following
        assert part.came.total() == part.plays
        following += part.plays
        found += part.came
    assert following == plays + 1
    return found


@compiled
@pytest.mark.parametrize("name", games())
def test_engines_and_workers_make_no_difference(name: str) -> None:
    flow = lower(load_program(name), load_program(name).seats()[-1])
    task = Task(flow, seed=11, most=150)
    expected = came(task, Chosen(), 6)
    for jobs in (1, 3):
        assert came(task, choose(flow), 6, jobs) == expected


@compiled
def test_more_plays_than_a_batch_holds() -> None:
    flow = lower(load_program("kuhn_poker"), 2)
    task = Task(flow, seed=2)
    assert came(task, choose(flow), 9_000, 2) == came(task, choose(flow), 9_000, 1)


def test_processes_play_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    flow = lower(load_program("pig"), 2)
    expected = came(Task(flow, seed=3), Chosen(), 60)
    monkeypatch.setattr(many, "ALONE", 0.0)
    assert came(Task(flow, seed=3), Chosen(), 60, 2) == expected


RARE_FAULT = """game "Rare"
for 2 players
winners: p in players with highest points of p
counter points of each player
counter drawn
cards in deck:
  name | value
  card | 1 to 60
pile deck, seen by nobody
pile table, seen by all
to play:
  shuffle deck
  turn up 1 from deck onto table
  drawn becomes the total value of table
  for each p in players:
    p chooses:
      to divide:
        points of p becomes 10 mod (drawn - 7)
      to wait
  end game as done
"""


@compiled
def test_a_fault_ends_the_part_at_the_same_play_on_both_engines() -> None:
    flow = flow_of(RARE_FAULT)
    told = []
    for engine, jobs in ((Chosen(), 1), (choose(flow), 1), (choose(flow), 3)):
        parts = list(play_many(Task(flow, seed=5), engine, 5_000, jobs))
        fault = parts[-1].fault
        assert fault is not None
        assert sum(part.plays for part in parts) == fault[0] - 1
        error = fault[1]
        assert error is not None
        told.append((fault[0], error.span, sum((part.came for part in parts), Counter())))
    assert told[0] == told[1] == told[2]
    assert told[0][1].line == RARE_FAULT.splitlines().index("        points of p becomes 10 mod (drawn - 7)") + 1


ENDLESS = """game "Endless"
for 2 players
winners: p in players with highest points of p
counter points of each player
cards in deck:
  name | value
  card | 1 to 6
pile deck, seen by nobody
to play:
  turns for p in players until 1 > 2:
    p chooses:
      to gain:
        points of p becomes 1
      to wait
"""


@compiled
def test_plays_that_do_not_end_can_be_stopped() -> None:
    flow = flow_of(ENDLESS)
    parts = play_many(Task(flow, seed=1, most=2_000_000_000), choose(flow), 10, 2)
    with closing(parts), interrupted(), pytest.raises(KeyboardInterrupt):
        next(parts)  # which is never done


@compiled
def test_a_game_that_cannot_be_loaded_is_played_by_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    import wasmtime

    def refuse(text: str) -> bytes:
        raise wasmtime.WasmtimeError("Invalid input:\n  function body too large")

    flow = lower(load_program("pig"), 2)
    monkeypatch.setattr(wasmtime, "wat2wasm", refuse)
    chosen = choose(flow)
    assert (chosen.name, chosen.why) == (
        "interpreter",
        "the compiled game cannot be loaded: function body too large",
    )
    with pytest.raises(HoyleError, match="function body too large; leave out --engine"):
        choose(flow, "wasm")


@contextmanager
def interrupted() -> Iterator[None]:
    """Somebody presses Ctrl-C, and once more if nothing comes of it: Python drops one that comes while it tidies up."""
    done = threading.Event()
    # Where the tests run in the background, SIGINT may be ignored, and then nobody can press it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def press() -> None:
        pause = 0.5
        while not done.wait(pause):
            _thread.interrupt_main()
            pause = 5.0

    thread = threading.Thread(target=press)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        signal.signal(signal.SIGINT, before)
