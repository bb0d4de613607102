"""States: immutable positions of a game, and what can be done at them.

Comes in: made by `Game.start`, `State.play`, `State.take` and `State.from_json`. Goes out: new states. What always
holds: a state never changes; two states are equal, and hash alike, if they are the same position of the same rules
with the same luck to come; the history is carried along but is not part of that.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..language.diagnostics import HoyleError, did_you_mean
from ..language.integers import whole_number
from .chance import Luck
from .events import Event
from .flow import Draw, Pick
from .layout import Frozen
from .machine import Machine
from .names import Names
from .observe import Observer
from .results import standing
from .saving import Saver
from .tell import Teller, event_data, event_of

if TYPE_CHECKING:
    from .game import Game


@dataclass(frozen=True, slots=True)
class Move:
    """One thing a player can do: `str(move)` says it, `option` is its name in the rules, `values` what it binds, as
    data."""

    option: str
    values: Mapping[str, Any]
    text: str
    index: int

    def __str__(self) -> str:
        return self.text

    def __hash__(self) -> int:
        return hash((self.option, self.text, self.index))


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way a chance can fall: `str(outcome)` says it, `kind` is draw, roll or pick, `value` is it as data."""

    kind: str
    value: Any
    text: str
    index: int

    def __str__(self) -> str:
        return self.text

    def __hash__(self) -> int:
        return hash((self.kind, self.text, self.index))


@dataclass(frozen=True, slots=True)
class Result:
    """How a game came out. `ending` is its name in the rules, or None where a player is `stuck` (a fault of the
    rules)."""

    ending: str | None
    stuck: str | None
    winners: tuple[str, ...]
    scores: Mapping[str, int] | None
    ranking: tuple[tuple[str, ...], ...]


class Table:
    """What the states of one game with its players share."""

    def __init__(self, game: Game, machine: Machine, observer: Observer, names: Names, digest: str) -> None:
        self.game, self.machine, self.observer, self.names = game, machine, observer, names
        self.teller = Teller(machine.flow, names)
        self.saver = Saver(machine, names, digest)

    def __reduce__(self) -> tuple[Any, ...]:
        return self.game.table, (self.names.seats,)

    def start(self, seed: int | None) -> State:
        """The state at the first stop."""
        log: list[Event] = []
        luck = None if seed is None else Luck(seed)
        return State(self, self.machine.start(luck, log), luck, _Past(None, tuple(log)))

    def state(self, frame: Frozen, seed: int | None = None, drawn: int = 0) -> State:
        """The state of a frame at a stop, without a history."""
        return State(self, frame, None if seed is None else Luck(seed, drawn), _Past(None, ()))

    def same(self, other: Table) -> bool:
        """Whether another table plays the same rules with the same players."""
        return self is other or (self.saver.digest, self.names.seats) == (other.saver.digest, other.names.seats)


class _Past:
    """The events up to a state: those of its last step, and what was before."""

    __slots__ = ("before", "events")

    def __init__(self, before: _Past | None, events: tuple[Event, ...]) -> None:
        self.before, self.events = before, events

    def all(self) -> list[Event]:
        """All events, first to last."""
        steps = []
        step: _Past | None = self
        while step is not None:
            steps.append(step.events)
            step = step.before
        return [event for events in reversed(steps) for event in events]


class State:
    """A position of a game at a decision, a chance or the end."""

    __slots__ = ("_luck", "_moves", "_past", "_stop", "frame", "table")

    def __init__(self, table: Table, frame: Frozen, luck: Luck | None, past: _Past) -> None:
        self.table, self.frame = table, frame
        self._luck, self._past = luck, past
        self._stop = table.machine.stop(frame)
        self._moves: tuple[Move, ...] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle`: a state goes to another process with its game, its luck and its history."""
        return _revived, (self.table, self.frame, self.luck, tuple(self._past.all()))

    def __copy__(self) -> State:
        return self  # nothing changes a state

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self

    # ---- what is so ----

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, in their seats."""
        return self.table.names.seats

    @property
    def kind(self) -> str:
        """Why the game stands still: decision, chance, over or stuck."""
        return self._stop.kind

    @property
    def player(self) -> str | None:
        """Who is to choose; None at a chance and at the end."""
        return self.players[self._stop.player] if self.kind == "decision" else None

    @property
    def luck(self) -> tuple[int, int] | None:
        """The seed and how many numbers were drawn from it; None if chances are left to the caller."""
        return None if self._luck is None else (self._luck.seed, self._luck.drawn)

    @property
    def moves(self) -> tuple[Move, ...]:
        """What the player who is to choose can do, in a stable order; empty if nobody is."""
        if self._moves is None:
            self._moves = self._list() if self.kind == "decision" else ()
        return self._moves

    def _list(self) -> tuple[Move, ...]:
        machine, names = self.table.machine, self.table.names
        options = machine.chooser(self.frame[0]).options
        found = []
        for index, move in enumerate(machine.moves(self.frame)):
            info = options[move[0]].info
            values = {
                machine.flow.slots[bind.slot].name.rpartition(": ")[2]: names.data(value, bind.sort)
                for bind, value in zip(info.binds, move[1:], strict=True)
            }
            found.append(Move(info.name, values, names.said(machine.said(self.frame, move)), index))
        return tuple(found)

    @property
    def chances(self) -> list[tuple[Outcome, Fraction]]:
        """What can come at a chance, each with its exact probability; empty elsewhere."""
        if self.kind != "chance":
            return []
        found = self.table.machine.outcomes(self.frame)
        return [(self._outcome(value, index), probability) for index, (value, probability) in enumerate(found)]

    def _outcome(self, value: Any, index: int) -> Outcome:
        machine, names = self.table.machine, self.table.names
        instr = machine.flow.code[self.frame[0]]
        if isinstance(instr, Draw):
            return Outcome("draw", names.faces[value], names.faces[value], index)
        if isinstance(instr, Pick):
            sort = machine.flow.slots[instr.slot].sort
            return Outcome("pick", names.data(value, sort), names.word(value, sort), index)
        faces = [names.faces[face] for face in value]
        return Outcome("roll", faces, ", ".join(faces), index)

    @property
    def result(self) -> Result | None:
        """How the game came out; None while it goes on."""
        found = standing(self.table.machine, self.frame)
        if found is None:
            return None
        seats = self.players
        return Result(
            None if found.ending < 0 else self.table.machine.flow.endings[found.ending],
            None if found.stuck < 0 else seats[found.stuck],
            tuple(seats[seat] for seat in found.winners),
            None if found.scores is None else dict(zip(seats, found.scores, strict=True)),
            tuple(tuple(seats[seat] for seat in group) for group in found.ranking),
        )

    # ---- going on ----

    def play(self, move: Move | str | int) -> State:
        """The state after a move: one of `moves`, its words, or its index.

        Raises:
            HoyleError: it is not one of the moves.
            PlayError: the rules ask for something that cannot be done.
        """
        if self.kind != "decision":
            raise HoyleError({"chance": "a chance is to fall here (see chances)"}.get(self.kind, "the game is over"))
        machine = self.table.machine
        chosen = machine.moves(self.frame)[self._find(move, self.moves, f"{self.player} cannot")]
        log: list[Event] = []
        luck = self._fresh_luck()
        return State(self.table, machine.play(self.frame, chosen, luck, log), luck, _Past(self._past, tuple(log)))

    def take(self, outcome: Outcome | str | int) -> State:
        """The state after a chance fell out so: one of `chances`, its words, or its index.

        Raises:
            HoyleError: it is not one of the outcomes.
        """
        if self.kind != "chance":
            raise HoyleError("no chance is to fall here")
        machine = self.table.machine
        index = self._find(outcome, [found for found, _ in self.chances], "chance cannot give")
        log: list[Event] = []
        luck = self._fresh_luck()
        frame = machine.take(self.frame, machine.outcomes(self.frame)[index][0], luck, log)
        return State(self.table, frame, luck, _Past(self._past, tuple(log)))

    def with_seed(self, seed: int | None, drawn: int = 0) -> State:
        """The same position with other luck to come: of a seed, or left to the caller.

        Raises:
            HoyleError: the seed, or how many numbers were drawn from it, is none that can be.
        """
        luck = None if seed is None else _luck({"seed": whole_number(seed), "drawn": whole_number(drawn)})
        log: list[Event] = []
        frame = self.table.machine.resume(self.frame, luck, log) if self.kind == "chance" and luck else self.frame
        return State(self.table, frame, luck, _Past(self._past, tuple(log)))

    def _fresh_luck(self) -> Luck | None:
        return None if self._luck is None else Luck(self._luck.seed, self._luck.drawn)

    def _find(self, wanted: Any, among: Any, cannot: str) -> int:
        """The index of one of `among`."""
        if isinstance(wanted, Move | Outcome):
            if wanted.index < len(among) and among[wanted.index] == wanted:
                return wanted.index
            raise HoyleError(f"{cannot} `{wanted}` here")
        if isinstance(wanted, int):
            if 0 <= wanted < len(among):
                return wanted
            raise HoyleError(f"{cannot} number {wanted}: there are {len(among)}, counted from 0")
        text = " ".join(str(wanted).split()).casefold()
        found: list[int] = [item.index for item in among if item.text.casefold() == text]
        if len(found) == 1:
            return found[0]
        if found:
            raise HoyleError(f"`{text}` may be said of {len(found)} of these: choose by number")
        hint = did_you_mean(text, [item.text for item in among])
        raise HoyleError(f"{cannot} `{text}` here{'; ' + hint if hint else ''}")

    # ---- who knows what ----

    def observation(self, player: str | int) -> dict[str, Any]:
        """What a player sees, as JSON data: places (how many, where faces are not seen), tracks, who is asked, their
        moves."""
        names, observer, machine = self.table.names, self.table.observer, self.table.machine
        seat = names.seat(player)
        flow = machine.flow
        whole = self.table.saver.data(self.frame)["places"]
        places: dict[str, Any] = {}
        for index in range(1, len(flow.places)):
            name = names.places[index]
            if observer.sees(seat, index):
                places[name] = whole.get(name, [])
            else:
                seen = observer.place_view(self.frame, seat, index)
                if isinstance(seen, tuple):
                    seen = [{"by": names.seats[by] if by >= 0 else None, "cards": count} for by, count in seen]
                places[name] = seen
        asked, procedure, moves, ending = observer.asked(self.frame, seat)
        slots = enumerate(flow.slots)
        held = {
            names.slots[i]: names.data(self.frame[1 + i], slot.sort)
            for i, slot in slots
            if slot.role == "held" and slot.owner == seat and self.frame[1 + i] != slot.initial
        }
        return {
            "player": names.seats[seat],
            "places": places,
            "tracks": {
                names.slots[i]: names.data(self.frame[1 + i], slot.sort)
                for i, slot in enumerate(flow.slots)
                if slot.role == "track"
            },
            "held": held,
            "asked": names.seats[asked] if asked >= 0 else None,
            "in": procedure or None,
            "moves": [str(move) for move in self.moves] if moves else [],
            "ending": flow.endings[ending] if ending >= 0 else None,
        }

    @property
    def events(self) -> list[Event]:
        """Everything that has happened, unmasked."""
        return self._past.all()

    @property
    def latest(self) -> tuple[Event, ...]:
        """What happened in the last step: from the choice or chance before to this stop."""
        return self._past.events

    def seen(self, player: str | int) -> list[Event]:
        """What a player saw of all that has happened, as events."""
        seat, observer = self.table.names.seat(player), self.table.observer
        return [seen for event in self.events if (seen := observer.seen(event, seat)) is not None]

    def history(self, player: str | int) -> list[str]:
        """What a player saw of all that has happened, one line each."""
        return [self.table.teller.words(event) for event in self.seen(player)]

    def story(self) -> list[str]:
        """All that has happened, one line each."""
        return [self.table.teller.words(event) for event in self.events]

    # ---- as data ----

    def to_json(self, history: bool = True) -> dict[str, Any]:
        """The state as JSON data; `history=False` leaves out what has happened."""
        data = {
            "game": self.table.machine.flow.title,
            "players": list(self.players),
            "parameters": dict(self.table.machine.flow.parameters),
            **self.table.saver.data(self.frame),
            "luck": None if self._luck is None else {"seed": self._luck.seed, "drawn": self._luck.drawn},
        }
        if history:
            data["history"] = [event_data(event) for event in self.events]
        return data

    @classmethod
    def from_json(cls, game: Game, data: Any) -> State:
        """The state of JSON data (a text, or what it holds) of a game.

        Raises:
            HoyleError: the data is not a state of this game.
        """
        if isinstance(data, str | bytes):
            try:
                data = json.loads(data)
            except (ValueError, RecursionError) as error:
                raise HoyleError(f"this is not JSON: {error}") from None
        if not isinstance(data, dict):
            raise HoyleError("a state is a JSON object")
        players = data.get("players")
        if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
            raise HoyleError("a state needs `players`, a list of names")
        table = game.table(players)
        frame = table.saver.frame(data)
        events = data.get("history", [])
        if not isinstance(events, list):
            raise HoyleError("the history of a state is a list")
        past = tuple(event_of(event) for event in events)
        try:
            for event in past:
                table.teller.words(event)
                for seat in range(len(players)):
                    table.observer.seen(event, seat)
        except (TypeError, ValueError, IndexError, KeyError, AttributeError):
            raise HoyleError("the history cannot be read: it is not of this game") from None
        return cls(table, frame, _luck(data.get("luck")), _Past(None, past))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.frame == other.frame and self.luck == other.luck and self.table.same(other.table)

    def __hash__(self) -> int:
        return hash((self.frame, self.luck))

    def __repr__(self) -> str:
        who = f" {self.player}" if self.player else ""
        return f"<State of {self.table.machine.flow.title}: {self.kind}{who}>"


def _revived(table: Table, frame: Frozen, luck: tuple[int, int] | None, past: tuple[Event, ...]) -> State:
    """A state that was pickled."""
    return State(table, frame, None if luck is None else Luck(*luck), _Past(None, past))


def _luck(data: Any) -> Luck | None:
    if data is None:
        return None
    seed, drawn = (data.get("seed"), data.get("drawn")) if isinstance(data, dict) else (None, None)
    for number in (seed, drawn):
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 2**64:
            raise HoyleError("`luck` is null, or has a seed and how many numbers were drawn")
    assert isinstance(seed, int)
    assert isinstance(drawn, int)
    return Luck(seed, drawn)
