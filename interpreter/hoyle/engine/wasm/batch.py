"""Many games stepped together, with NumPy's arrays: for learning and statistics.

Comes in: a `Game`, how many, for how many players, a seed. Goes out: a `Batch`. What always holds: game k plays as
`game.start(players, seed=int(batch.seeds[k]))` does, to the bit; one call of the compiled module steps them all.

    games = hoyle.batch("friday_the_13th", 1024, players=4, seed=1)
    while not games.done.all():
        games.step(games.sample())             the number of a move for each game; those that are over stay as they are
    games.wins.mean(axis=0)

Needs numpy and wasmtime (`pip install 'hoyle[numpy,wasm]'`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import wasmtime

from ...language.diagnostics import HoyleError
from ...language.integers import whole_number
from .. import flow as f
from ..chance import GOLDEN, POLICY_STREAM, WORD
from ..errors import PlayError
from .actions import Actions
from .code import DECISION, OVER, STUCK
from .seen import Column, Seen
from .states import Codec
from .stepping import FRESH, LEFT, STOP, compile_steps
from .told import Told

if TYPE_CHECKING:
    from ..game import Game
    from ..state import State

BROKEN = 5
Bools = npt.NDArray[np.bool_]


class Batch:
    """Many games of one kind, each at a stop.

    Args:
        game: the game, with its variants and parameters.
        n: how many games.
        players: how many play; the fewest the game is for if not given.
        seed: all chance follows from it: the games' seeds are `number(seed, 1)`, `number(seed, 2)` … (see `chance`).
        autoreset: whether a game that is over begins anew at once, with the next seed. `done`, `wins` and `scores` are
            then those of the last step.

    Raises:
        HoyleError: the game is not for so many, or there are to be no games.
        Unsupported: the rules need something the compiler does not make.
    """

    def __init__(self, game: Game, n: int, players: int | None = None, seed: int = 0, autoreset: bool = False) -> None:
        for number in (n, seed):
            if whole_number(number) is None:
                raise HoyleError(f"the number of games and the seed are whole numbers, not {number!r}")
        n, seed = int(n), int(seed)
        if n < 1:
            raise HoyleError("a batch has one game or more")
        self.game, self.n, self.autoreset = game, n, autoreset
        self.table = game.table(game.players[0] if players is None else players)
        self.players = len(self.table.names.seats)
        self.flow: f.Flow = self.table.machine.flow
        self._made = compile_steps(self.flow)
        self._codec = Codec(self._made.layout)
        self._memory = _Memory(self._made.text)
        self._stepped = Lock()
        self._seed, self._begun = seed & WORD, 0
        layout = self._made.layout
        self._seen = Seen(self.flow, layout)
        self._told = Told(self.flow, layout, self._made.records)
        place = self._memory.place
        place("states", n * layout.size)
        place("lucks", 8 * n)
        place("actions", 4 * n)
        place("stops", STOP * n)
        place("results", self._made.result * n)
        self._room = max(4096, 64 * n)
        place("listed", self._room * self._made.record)
        place("taken_from", self._room * self._made.record)
        self.actions: Actions | None = Actions.of(self.flow, layout, self._made.records, self.table.names)
        """The actions of all decisions, numbered; None where there are too many, as with combinations: see `move_mask`."""
        self.faults: dict[int, PlayError] = {}
        """Faults of the rules, by game: such a game is over, and nobody won."""
        self.seeds: npt.NDArray[np.uint64] = np.zeros(n, np.uint64)
        """The seed of each game."""
        self.decisions: npt.NDArray[np.int64] = np.zeros(n, np.int64)
        """How many moves were taken in each game since it began."""
        self._chosen = np.zeros(n, np.uint64)
        self.done: Bools = np.zeros(n, np.bool_)
        """Which games are over (with `autoreset`: ended in the last step)."""
        self.wins: npt.NDArray[np.float32] = np.zeros((n, self.players), np.float32)
        """What each player won where a game is done: 1, or a part of it if several win together."""
        self.scores: npt.NDArray[np.int32] = np.zeros((n, self.players), np.int32)
        """Every player's score where a game is done; 0 where winning is no matter of numbers."""
        self.reset()

    # ---- going on ----

    def reset(self) -> None:
        """All games begin anew, with new seeds."""
        with self._alone():
            self.faults.clear()
            self._begin(np.ones(self.n, np.bool_))
            self._end()

    def step(self, moves: npt.ArrayLike) -> None:
        """Takes a move in every game that is on.

        Args:
            moves: for each game the number of one of its moves, from 0; what is given for a game that is over is not
                looked at.

        Raises:
            HoyleError: a game has no move of that number, or another thread steps the games; nothing was played then.
        """
        chosen = self._for_each(moves, "moves")
        with self._alone():
            on = self.status == DECISION
            wrong = on & ((chosen < 0) | (chosen >= self.counts))
            if wrong.any():
                k = int(np.argmax(wrong))
                raise HoyleError(f"game {k} has no move {chosen[k]}: there are {self.counts[k]}, counted from 0")
            if self.autoreset:
                self.faults.clear()
            self.decisions += on
            self._memory.swap()
            self._run(np.where(on, chosen, LEFT).astype(np.int32))
            self._end()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """While this lasts no other thread steps the games."""
        if not self._stepped.acquire(blocking=False):
            raise HoyleError(
                "another thread steps these games: a batch is for one at a time, give each a batch of its own"
            )
        try:
            yield
        finally:
            self._stepped.release()

    def step_actions(self, actions: npt.ArrayLike) -> None:
        """Takes an action in every game that is on, by its number in `actions`; otherwise as `step`.

        Raises:
            HoyleError: an action cannot be taken in a game; the game has no numbered actions.
        """
        wanted = self._for_each(actions, "actions")
        ids, counts = self.move_actions, self.counts
        owner = np.repeat(np.arange(self.n), counts)
        hits = np.flatnonzero(ids == wanted[owner])
        chosen = np.full(self.n, -1, np.int64)
        chosen[owner[hits]] = hits - self.offsets[owner[hits]]
        wrong = (self.status == DECISION) & (chosen < 0)
        if wrong.any():
            k = int(np.argmax(wrong))
            raise HoyleError(f"game {k} cannot take action {wanted[k]} now (see `mask`)")
        self.step(chosen)

    def _for_each(self, numbers: npt.ArrayLike, what: str) -> npt.NDArray[Any]:
        """Whole numbers, one for each game."""
        with suppress(ValueError, TypeError):  # lists in lists that are not of one length
            found = np.asarray(numbers)
            if found.shape == (self.n,) and np.issubdtype(found.dtype, np.integer):
                return found
        raise HoyleError(f"{what} are {self.n} whole numbers, one for each game")

    def sample(self) -> npt.NDArray[np.int64]:
        """A move at random for each game, from the game's own luck: as `Machine.playout` chooses. 0 where a game is over.
        Each call draws anew."""
        counts = self.counts.astype(np.uint64)
        several = counts > 1
        self._chosen += several
        with np.errstate(over="ignore"):
            z = (self.seeds ^ np.uint64(POLICY_STREAM)) + self._chosen * np.uint64(GOLDEN)
            found = (_mix(z) >> np.uint64(32)) * counts >> np.uint64(32)
        return np.where(several, found, 0).astype(np.int64)

    def _begin(self, which: Bools) -> None:
        """Games begin anew, with the next seeds."""
        k = np.arange(self._begun + 1, self._begun + self.n + 1, dtype=np.uint64)
        self._begun += self.n
        with np.errstate(over="ignore"):
            seeds = _mix(np.uint64(self._seed) + k * np.uint64(GOLDEN))
        self.seeds[which] = seeds[which]
        self._chosen[which] = 0
        self.decisions[which] = 0
        self._memory.array("lucks", np.uint64, (self.n,))[which] = seeds[which]
        if which.all():
            self._memory.set("filled", 0)
        self._run(np.where(which, FRESH, LEFT).astype(np.int32))

    def _run(self, actions: npt.NDArray[np.int32]) -> None:
        """Steps all games by their actions; faults are kept."""
        memory = self._memory
        memory.array("actions", np.int32, (self.n,))[:] = actions
        at = 0
        while at < self.n:
            try:
                at = memory.step(at, self.n)
            except wasmtime.Trap as trap:
                at = memory.get("done")
                number = memory.get("fault")
                memory.set("fault", -1)
                if number < 0:
                    raise RuntimeError(f"the compiled game went wrong: a fault of the compiler: {trap}") from None
                message, span = self._made.faults[number]
                self.faults[at] = PlayError(message, span)
                memory.array("stops", np.int32, (self.n, 4))[at] = (BROKEN, -1, 0, memory.get("filled"))
                at += 1
                continue
            if at < self.n:
                self._room *= 2
                memory.grow(self._room * self._made.record)

    def _end(self) -> None:
        """What is over after a step, and how it came out."""
        status = self.status
        self.done = status != DECISION
        if self.done.any():
            over = np.flatnonzero(status == OVER)
            data = self._memory.array("results", np.uint8, (self.n, self._made.result))[over].copy()
            bits = data[:, :8].copy().view(np.uint64)
            won = (bits >> np.arange(self.players, dtype=np.uint64) & np.uint64(1)).astype(np.float32)
            self.wins[self.done] = 0
            self.scores[self.done] = 0
            self.wins[over] = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
            scores = data[:, 12 : 12 + 4 * self.players].copy().view(np.int32)
            self.scores[over] = np.where(won.any(axis=1, keepdims=True), scores, 0)
            if self.autoreset:
                self._begin(self.done)

    # ---- what is so ----

    @property
    def _stops(self) -> npt.NDArray[np.int32]:
        return self._memory.array("stops", np.int32, (self.n, 4))

    @property
    def status(self) -> npt.NDArray[np.int32]:
        """Why each game stands still: 0 over, 1 decision, 3 stuck (a player has no move), 5 broken (see `faults`)."""
        return self._stops[:, 0].copy()

    @property
    def player(self) -> npt.NDArray[np.int32]:
        """The seat that is asked in each game, from 0; -1 where nobody is."""
        return self._stops[:, 1].copy()

    @property
    def counts(self) -> npt.NDArray[np.int32]:
        """How many moves each game has."""
        return self._stops[:, 2].copy()

    @property
    def offsets(self) -> npt.NDArray[np.int32]:
        """Where the moves of each game begin in `moves`."""
        counts = self.counts
        return (np.cumsum(counts) - counts).astype(np.int32)

    @property
    def moves(self) -> npt.NDArray[np.int32]:
        """The moves of all games, one behind the other, as numbers: the option of the decision, then the values it binds
        (`describe` says them; offsets of the values are those of the manifest)."""
        record = self._made.record
        listed = self._memory.array("listed", np.int32, (self._memory.get("filled"), record // 4))
        return listed[self._order()]

    def _order(self) -> npt.NDArray[np.int64]:
        """Where the moves lie in memory, game by game."""
        stops = self._stops
        counts, first = stops[:, 2].astype(np.int64), stops[:, 3].astype(np.int64)
        inside = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        found: npt.NDArray[np.int64] = np.repeat(first, counts) + inside
        return found

    @property
    def move_actions(self) -> npt.NDArray[np.int64]:
        """The number of each of `moves` among `actions`."""
        if self.actions is None:
            raise HoyleError(
                f"{self.game.title} has no numbered actions: choose by the number of a move (see `move_mask`)"
            )
        return self.actions.numbers(self._places(), self.moves)

    @property
    def mask(self) -> Bools:
        """Which of `actions` each game has: a row of truths for each."""
        numbers = self.move_actions
        assert self.actions is not None
        found = np.zeros((self.n, self.actions.size), np.bool_)
        found[np.repeat(np.arange(self.n), self.counts), numbers] = True
        return found

    def move_mask(self, width: int | None = None) -> Bools:
        """Which numbers of moves each game has: a row of truths for each, in the order of `moves` and `move_rows`.

        With `table = np.zeros((*mask.shape, width_of_rows)); table[mask] = games.move_rows` each game has its moves as
        rows of one size, to be weighed; the number of the best is what `step` takes. This serves every game: where
        combinations are chosen there is no fixed list of actions, as there are far too many.

        Args:
            width: how many numbers; if not given, as many as the game with most moves has now, and one at least.

        Raises:
            HoyleError: a game has more moves than that.
        """
        counts = self.counts
        most = max(int(counts.max()), 1)
        if width is not None and (whole_number(width) is None or width < most):
            raise HoyleError(
                f"a game has {most} moves now: the mask's width is a whole number, so many or more, not {width!r}"
            )
        try:
            return np.arange(most if width is None else int(width)) < counts[:, None]
        except (MemoryError, ValueError):
            raise HoyleError(f"there is no memory for {self.n} rows of {width} truths") from None

    @property
    def move_columns(self) -> list[Column]:
        """What the columns of `move_rows` are."""
        return self._told.columns

    @property
    def move_rows(self) -> npt.NDArray[np.int32]:
        """What each of `moves` is, as a row of numbers that mean the same in every row and every position."""
        return self._told.rows(self._places(), self.moves)

    def _places(self) -> npt.NDArray[np.int32]:
        """For each of `moves` the place in the rules of its decision."""
        at: npt.NDArray[np.int32] = np.repeat(self.states[:, :4].copy().view(np.int32)[:, 0], self.counts)
        return at

    @property
    def states(self) -> npt.NDArray[np.uint8]:
        """The positions as bytes, a row each: equal exactly if the positions are."""
        return self._memory.array("states", np.uint8, (self.n, self._made.layout.size)).copy()

    def state(self, k: int) -> State:
        """A game as a state of the interpreter, with its luck and without its history.

        Raises:
            HoyleError: there is no game of that number.
        """
        number = whole_number(k)
        if number is None or not 0 <= number < self.n:
            raise HoyleError(f"there is no game {k!r}: there are {self.n}, counted from 0")
        k = number
        seed = int(self.seeds[k])
        luck = int(self._memory.array("lucks", np.uint64, (self.n,))[k])
        drawn = (luck - seed) * pow(GOLDEN, -1, 1 << 64) & WORD
        return self.table.state(self._codec.decode(self.states[k].tobytes()), seed, drawn)

    def describe(self, k: int) -> list[str]:
        """The moves of a game in words."""
        return [str(move) for move in self.state(k).moves]

    # ---- what players see ----

    @property
    def columns(self) -> list[Column]:
        """What the columns of `observe` are."""
        return self._seen.columns

    def observe(self, seats: int | npt.ArrayLike | None = None) -> npt.NDArray[np.int32]:
        """What players see, a row of numbers for each game; all they see, as `State.observation` has it, but for the
        moves. `columns` says what each number is.

        Args:
            seats: whose eyes: a seat, or one for each game; if not given, of who is asked (seat 0 where nobody is).
        """
        whose = np.maximum(self.player, 0) if seats is None else np.broadcast_to(np.asarray(seats), (self.n,))
        if not np.issubdtype(whose.dtype, np.integer) or (whose < 0).any() or (whose >= self.players).any():
            raise HoyleError(f"seats are whole numbers from 0 to {self.players - 1}")
        stuck = self.status == STUCK
        asked = self.player
        for k in np.flatnonzero(stuck):
            asked[k] = self.state(int(k)).table.machine.stop(self.state(int(k)).frame).player
        return self._seen.observe(self.states, whose.astype(np.int64), asked, self.status)


def _mix(z: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The mixing of SplitMix64 (see `chance`)."""
    with np.errstate(over="ignore"):
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


class _Memory:
    """The memory of a module, with arrays behind what it uses itself."""

    def __init__(self, text: str) -> None:
        engine = wasmtime.Engine()
        self._store = wasmtime.Store(engine)
        module = wasmtime.Module(engine, bytes(wasmtime.wat2wasm(text)))
        exports: Any = wasmtime.Instance(self._store, module, []).exports(self._store)
        memory: Any = exports["memory"]
        self._exports, self._memory = exports, memory
        self._step: Any = self._exports["step"]
        self._free = self._memory.data_len(self._store)
        self._at: dict[str, int] = {}
        self._sizes: dict[str, int] = {}

    def get(self, name: str) -> int:
        """The value of a global."""
        return int(self._exports[name].value(self._store))

    def set(self, name: str, value: int) -> None:
        """Sets a global; an address beyond 2 GB is the same bits."""
        self._exports[name].set_value(self._store, value - (1 << 32) if value >> 31 > 0 else value)

    def step(self, first: int, last: int) -> int:
        """Steps games; the number of the first that was not."""
        return int(self._step(self._store, first, last))

    def place(self, name: str, size: int) -> None:
        """Lays out an array, zeros at first."""
        at = self._free
        self._free = -(-(at + size) // 64) * 64
        missing = self._free - self._memory.data_len(self._store)
        if missing > 0:
            if self._free >= 1 << 32:
                raise HoyleError("so many games need more than the 4 GB that a module can have: make the batch smaller")
            try:
                self._memory.grow(self._store, -(-missing // 65536))
            except wasmtime.WasmtimeError:
                raise HoyleError("there is not enough memory for so many games: make the batch smaller") from None
        self._at[name], self._sizes[name] = at, size
        self.set(name, at)
        if name == "listed":
            self.set("listed_end", at + size)

    def array(self, name: str, kind: type[Any], shape: tuple[int, ...]) -> npt.NDArray[Any]:
        """An array as it lies in memory; true until memory grows."""
        base = ctypes.addressof(self._memory.data_ptr(self._store).contents) + self._at[name]
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        whole = (ctypes.c_uint8 * size).from_address(base)
        found: npt.NDArray[Any] = np.frombuffer(memoryview(whole), dtype=np.dtype(kind))
        return found.reshape(shape)

    def swap(self) -> None:
        """The moves listed are those to take from; the other array is for those to come."""
        at, sizes = self._at, self._sizes
        at["listed"], at["taken_from"] = at["taken_from"], at["listed"]
        sizes["listed"], sizes["taken_from"] = sizes["taken_from"], sizes["listed"]
        self.set("listed", at["listed"])
        self.set("taken_from", at["taken_from"])
        self.set("listed_end", at["listed"] + sizes["listed"])
        self.set("filled", 0)

    def grow(self, size: int) -> None:
        """A larger array for moves, with those listed so far."""
        old = bytes(self.array("listed", np.uint8, (self._sizes["listed"],)))
        self.place("listed", size)
        self.array("listed", np.uint8, (len(old),))[:] = np.frombuffer(old, np.uint8)
