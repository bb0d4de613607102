"""Plays a game that `hoyle compile` made. Needs Python 3.9 or newer and the package `wasmtime`, and no Hoyle.

    rules = Rules.open("pig.json")                     pig.wasm is beside it
    game = rules.start(["ann", "bob"], seed=7)
    while game.kind == "decision":
        print(game.player, [str(move) for move in game.moves])
        game.play(game.moves[0])                       a move, its number, or its words
    print(game.result)

    game.observe("ann")          what a player sees         game.position()    everything, by name
    game.save()                  to keep as JSON            rules.load(saved)  to go on from there
    game.ask(move, "fr")         as it is put to a player    game.greedy_move()   after it the own score stands best
    game.say(move, "fr")         in another language        game.play_on()     at random to the end

What is used wrongly raises `HostError`, which says what is wrong and what would be right, and changes nothing. All is in this
one file, so that it can be copied into your program; change it as you like.
"""

from __future__ import annotations

import json
import math
import operator
import os
import random
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

try:
    import wasmtime
except ImportError:
    if __name__ != "__main__":
        raise
    print(
        f"error: this needs the package wasmtime, which {sys.executable} lacks: pip install wasmtime", file=sys.stderr
    )
    sys.exit(2)

FORMAT = 1
KINDS = ("over", "decision", "chance", "stuck", "capped", "broken")
NONE = -(2**31)
WORD = 2**64 - 1
MOST = 2**31 - 1
LONGEST = 100_000  # moves of a game that this program plays by itself
NO_STOP = "the saved game does not stand where the game stops: it is damaged, or was put together by hand"
DAMAGED = "the saved game is damaged: its `bytes` are not those that were saved"
NO_STATE = "the saved game holds what there is not in this game: it is damaged, or was put together by hand"
# What a manifest has, and what it has for each number of players, there or under `shared`.
PARTS = {
    "module": str,
    "title": str,
    "parameters": list,
    "faults": list,
    "addresses": dict,
    "shared": dict,
    "players": dict,
}
FOR_PLAYERS = (
    *("flow", "size", "addresses", "kinds", "components", "faces", "combinations", "places", "slots", "stops"),
    *("endings", "winners"),
)
GOLDEN = 0x9E3779B97F4A7C15
INVERSE = pow(GOLDEN, -1, 2**64)
POLICY = 0x706F6C6963790000


class HostError(Exception):
    """Something was asked for that cannot be done."""


class RulesFault(HostError):
    """The rules themselves ask for something that cannot be done; `line` is where they do. The game stays as it was."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line} of the rules: {message}" if line else message)
        self.line = line


class Move:
    """A move: `option` is its name in the rules, `values` what it binds; `str(move)` says it in the rules' own words."""

    def __init__(self, index: int, option: str, values: dict[str, Any], text: str) -> None:
        self.index, self.option, self.values, self.text = index, option, values, text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.index}: {self.text}>"


class Rules:
    """A game's module and manifest.

    Args:
        manifest: what the .json file holds.
        module: the bytes of the .wasm file.

    Raises:
        HostError: they do not belong together, or are of a format that this host does not know.
    """

    def __init__(self, manifest: dict[str, Any], module: bytes) -> None:
        if not isinstance(manifest, dict) or "format" not in manifest:
            raise HostError("this is not the manifest of a game: that is what the .json file of `hoyle compile` holds")
        if manifest["format"] != FORMAT:
            raise HostError(f"the manifest is of format {_shown(manifest['format'])}; this host reads format {FORMAT}")
        lacking = [name for name, kind in PARTS.items() if not isinstance(manifest.get(name), kind)]
        if not lacking and not (manifest["players"] and all(count.isdecimal() for count in manifest["players"])):
            lacking = ["players"]
        for own in [] if lacking else manifest["players"].values():
            there = {**manifest["shared"], **own} if isinstance(own, dict) else {}
            lacking += [name for name in FOR_PLAYERS if name not in there]
        if lacking:
            raise HostError(f"the manifest lacks `{lacking[0]}`: it is damaged; compile the game anew")
        self.manifest = manifest
        self._engine = wasmtime.Engine()
        try:
            self._module = wasmtime.Module(self._engine, bytes(memoryview(module)))
        except (wasmtime.WasmtimeError, TypeError) as error:
            raise HostError(f"this is not a WebAssembly module: {str(error).splitlines()[0]}") from None
        try:
            store, exports = self.instance()
            version = f"{exports['version'].value(store) & WORD:016x}"
        except (wasmtime.WasmtimeError, wasmtime.Trap, AttributeError, KeyError, TypeError):
            version = ""  # a module, but of something else
        if version != manifest["module"]:
            raise HostError("the module is of another version than its manifest: compile both anew")

    @classmethod
    def open(cls, path: str | Path) -> Rules:
        """The rules of a manifest's file; the module is beside it.

        Raises:
            HostError: one of them is not there, cannot be read, or is not what `hoyle compile` writes.
        """
        try:
            path = Path(path)
            manifest, module = path.read_bytes(), path.with_suffix(".wasm").read_bytes()
        except OSError as error:
            raise HostError(
                f"{error.filename} cannot be read ({error.strerror}): `hoyle compile` writes a .json and a .wasm file, which "
                "belong beside each other"
            ) from None
        except (TypeError, ValueError):
            raise HostError(f"a manifest's file is named by a text, not by {_shown(path)}") from None
        try:
            return cls(json.loads(manifest), module)
        except (ValueError, RecursionError) as error:  # no text, or no JSON
            raise HostError(f"{path} is not the manifest of a game: {error}") from None

    def instance(self) -> tuple[Any, Any]:
        """A new instance of the module: every game has its own memory."""
        store = wasmtime.Store(self._engine)
        return store, wasmtime.Instance(store, self._module, []).exports(store)

    @property
    def players(self) -> list[int]:
        """The numbers of players the game is for."""
        return [int(count) for count in self.manifest["players"]]

    @property
    def parameters(self) -> dict[str, int]:
        """The parameters the game was compiled with."""
        return {one["name"]: one["value"] for one in self.manifest["parameters"]}

    @property
    def languages(self) -> list[str]:
        """The languages that moves can be said in."""
        return list(self.manifest.get("words", {}))

    def start(
        self,
        players: int | Sequence[str] | None = None,
        seed: int | None = None,
        parameters: dict[str, int] | None = None,
    ) -> Play:
        """A game at its first stop.

        Args:
            players: how many, or their names; the fewest the game is for if not given.
            seed: decides all chances; without one the game stops at each (`chance`, `take`).
            parameters: what the caller counts on; they are compiled in, so others are refused.
        """
        self._check({} if parameters is None else parameters)
        if players is None:
            players = self.players[0]
        if isinstance(players, int) and not isinstance(players, bool):
            self._check_count(players)
            players = [f"p{seat + 1}" for seat in range(players)]
        if seed is not None and not _whole(seed):
            raise HostError(f"a seed is a whole number from 0 to {WORD}, not {_shown(seed)}")
        return Play(self, self._seats(players), seed)

    def load(self, saved: Any) -> Play:
        """The game that `Play.save` gave."""
        self._check_saved(saved)
        game = Play(self, self._seats(saved.get("players")), None, fresh=False)
        game.restore(saved)
        return game

    def _check_saved(self, saved: Any) -> None:
        """Refuses what no game of these rules was saved as; of its `bytes` only that they are there."""
        if not isinstance(saved, dict) or "bytes" not in saved:
            raise HostError("this is not a saved game of this host: it has no `bytes`")
        if saved.get("module") != self.manifest["module"]:
            raise HostError("this game was saved with other rules, other parameters or another version")
        luck = saved.get("luck")
        if luck is None:
            return
        if not (isinstance(luck, dict) and _whole(luck.get("seed")) and _whole(luck.get("drawn"))):
            raise HostError(
                "`luck` is null, or has a seed and how many numbers were `drawn`: the saved game is damaged"
            )
        if not _whole(saved.get("chosen", 0)):
            raise HostError("`chosen` is how many moves were chosen at random: the saved game is damaged")

    def _check_count(self, count: int) -> None:
        if count not in self.players:
            allowed = ", ".join(map(str, self.players))
            raise HostError(f"{self.manifest['title']} is for {allowed} players, not for {_shown(count)}")

    def _seats(self, names: Any) -> list[str]:
        if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) and name.strip() for name in names):
            raise HostError(f"players are a number or a list of names, not {_shown(names)}")
        if len(set(names)) != len(names):
            twice = next(name for name in names if list(names).count(name) > 1)
            raise HostError(f"every player needs a name of their own: {_shown(twice)} is there twice")
        self._check_count(len(names))
        return list(names)

    def _check(self, parameters: Any) -> None:
        if not isinstance(parameters, dict):
            raise HostError(f"parameters are values by their names, not {_shown(parameters)}")
        known = {one["name"]: one for one in self.manifest["parameters"]}
        for name, value in parameters.items():
            if name not in known:
                raise HostError(f"there is no parameter `{_shown(name)}`; there are: {', '.join(known) or 'none'}")
            if isinstance(value, bool) or value != known[name]["value"]:
                raise HostError(
                    f"this module was compiled with {name}={known[name]['value']}: for {_shown(value)}, "
                    f"use `hoyle compile --set {name}={_shown(value)}`"
                )


class Play:
    """A game that is on. Made by `Rules.start` and `Rules.load`."""

    def __init__(self, rules: Rules, seats: list[str], seed: int | None, fresh: bool = True) -> None:
        self.rules, self.players = rules, seats
        self.game = {**rules.manifest["shared"], **rules.manifest["players"][str(len(seats))]}
        self._store, self._exports = rules.instance()
        self._memory = self._exports["memory"]
        self._state_at = rules.manifest["addresses"]["state"]
        self._seed = seed
        self._moves: list[Move] | None = None
        self._call("setup", len(seats))
        if seed is not None:
            self._call("seed", _signed(seed))
        if fresh:
            self._step("resume")

    # ---- the module ----

    def _call(self, name: str, *args: int) -> Any:
        return self._exports[name](self._store, *args)

    def _get(self, name: str) -> int:
        return int(self._exports[name].value(self._store))

    def _set(self, name: str, value: int) -> None:
        self._exports[name].set_value(self._store, value)

    def _read(self, at: int, size: int) -> bytes:
        return bytes(self._memory.read(self._store, at, at + size))

    def _write(self, at: int, data: bytes) -> None:
        self._memory.write(self._store, data, at)

    def _state(self) -> bytes:
        return self._read(self._state_at, self.game["size"])

    def _step(self, name: str, *args: int) -> int:
        """A call that runs the rules; after a fault of theirs all is as it was."""
        before, luck, policy = self._state(), self._get("luck_seed"), self._get("policy_seed")
        if name not in ("said", "result"):
            self._moves = None
        try:
            return int(self._call(name, *args) or 0)
        except wasmtime.Trap as trap:
            number = self._get("fault")
            self._set("fault", -1)
            self._set("given", -1)
            self._write(self._state_at, before)
            self._set("luck_seed", luck)
            self._set("policy_seed", policy)
            if name in ("play", "take", "playout"):
                self._call("resume")
            if number < 0:
                raise HostError(f"the module went wrong: {str(trap).splitlines()[0]}") from None
            fault = self.rules.manifest["faults"][number]
            raise RulesFault(fault["message"], fault["line"]) from None

    # ---- what is so ----

    @property
    def kind(self) -> str:
        """Why the game stands still: decision, chance, over or stuck."""
        return KINDS[self._get("status")]

    @property
    def _at(self) -> int:
        return int.from_bytes(self._read(self._state_at, 4), "little")

    @property
    def _stop(self) -> dict[str, Any]:
        stop: dict[str, Any] = self.game["stops"][str(self._at)]
        return stop

    @property
    def player(self) -> str | None:
        """Who is to choose; None if nobody is."""
        return self.players[self._call("player")] if self.kind == "decision" else None

    @property
    def turn(self) -> str | None:
        """Whose turn it is, also while chance decides; None if it is nobody's, or not known to all."""
        data = self._state()
        for index in reversed(self.game.get("turns", [])):
            seat = self._value(data, self.game["slots"][index])
            if seat != NONE:
                return str(self.players[seat])
        return None

    @property
    def moves(self) -> list[Move]:
        """What the player who is to choose can do."""
        if self._moves is None:
            self._moves = [self._move(index) for index in range(self._get("count"))] if self.kind == "decision" else []
        return list(self._moves)

    def _move(self, index: int) -> Move:
        option, values = self._values(index)
        binds = {bind["name"]: self._data(values[k], bind["sort"]) for k, bind in enumerate(option["binds"])}
        said = [part if isinstance(part, str) else self._word(*part) for part in self._parts(index)]
        return Move(index, option["name"], binds, "".join(said).strip())

    def _values(self, index: int) -> tuple[dict[str, Any], list[Any]]:
        """The option of a move, and the values it binds."""
        stop = self._stop
        data = self._read(self.rules.manifest["addresses"]["moves"] + index * stop["record"], stop["record"])
        option = stop["options"][int.from_bytes(data[:4], "little")]
        return option, [self._value(data, bind) for bind in option["binds"]]

    def _parts(self, index: int) -> list[Any]:
        """How a move is said: words, and values with their sorts."""
        option, values = self._values(index)
        said = b""
        if any(isinstance(part, dict) for part in option["phrase"]):
            at = self._step("said", index)
            said = self._read(at, max(part["at"] + 8 + 8 * self._words(part) for part in _dicts(option["phrase"])))
        found: list[Any] = []
        for part in option["phrase"]:
            if isinstance(part, str):
                found.append(part)
            elif isinstance(part, int):
                found.append((values[part], option["binds"][part]["sort"]))
            else:
                found.append((self._value(said, part), part["sort"]))
        return found

    def _words(self, where: dict[str, Any]) -> int:
        return self.game["components"][where["component"]]["words"] if where["component"] >= 0 else 0

    @property
    def result(self) -> dict[str, Any] | None:
        """How the game came out; None while it goes on."""
        if self.kind == "stuck":
            seat = self.players[self._call("player")]
            return {"ending": None, "stuck": seat, "winners": [], "scores": None}
        if self.kind != "over":
            return None
        self._step("result")
        data = self._read(self.game["addresses"]["result"], 12 + 4 * len(self.players))
        bits, row = int.from_bytes(data[:8], "little"), int.from_bytes(data[8:12], "little", signed=True)
        scored = row >= 0 and self.game["winners"][row]["scored"]
        scores = {
            name: int.from_bytes(data[12 + 4 * seat : 16 + 4 * seat], "little", signed=True)
            for seat, name in enumerate(self.players)
        }
        return {
            "ending": self.game["endings"][self._stop["ending"]],
            "stuck": None,
            "winners": [name for seat, name in enumerate(self.players) if bits >> seat & 1],
            "scores": scores if scored else None,
        }

    # ---- going on ----

    def play(self, move: Move | int | str) -> None:
        """Takes a move, by itself, its number, or its words in the rules' language."""
        self._step("play", self._chosen(move))

    def _chosen(self, move: Any) -> int:
        """The number of a move of those listed, which is given by itself, its number, or its words."""
        if self.kind != "decision":
            raise HostError(self._nobody())
        moves = self.moves
        index = move
        if isinstance(move, Move):
            index = move.index if move in moves else None
        elif isinstance(move, str):
            named = [one.index for one in moves if one.text.casefold() == " ".join(move.split()).casefold()]
            if len(named) > 1:
                raise HostError(f"`{_shown(move)}` may be said of {len(named)} moves: choose by number")
            index = named[0] if named else None
        if not _whole(index) or index >= len(moves):
            what = f"number {_shown(move)}" if isinstance(move, (int, float)) else f"`{_shown(move)}`"
            raise HostError(f"{self.player} has no move {what} here; there are {len(moves)}, counted from 0")
        return int(index)

    def _nobody(self) -> str:
        """Why there is nothing to choose."""
        if self.kind == "chance":
            return "a chance is to fall here: let it with `take`"
        return "the game is over" if self.kind == "over" else f"the game stands still here: it is {self.kind}"

    @property
    def chance(self) -> dict[str, Any] | None:
        """What is to fall at a chance: `{"outcomes": k}`, all equally likely, or
        `{"dice": n, "of": name, "faces": […], "counts": […]}`, where each die falls on a face as often as it is on it."""
        if self.kind != "chance":
            return None
        if self._get("asked_of") < 0:
            return {"outcomes": self._get("asked")}
        component = self.game["components"][self._get("asked_of")]
        every = self.game["faces"][component["first"] : component["first"] + component["size"]]
        faces = [face for face in every if face["count"] > 0]
        names, counts = [face["name"] for face in faces], [face["count"] for face in faces]
        return {"dice": self._get("asked"), "of": component["name"], "faces": names, "counts": counts}

    def take(self, outcome: int | Sequence[str]) -> None:
        """Lets a chance fall: the number of an outcome, or the faces of the dice."""
        asked = self.chance
        if asked is None:
            raise HostError(f"no chance is to fall here: {self.player or 'nobody'} is to choose")
        if "outcomes" in asked:
            if not isinstance(outcome, int) or not _whole(outcome) or outcome >= asked["outcomes"]:
                raise HostError(
                    f"there are {asked['outcomes']} outcomes, counted from 0; none is number {_shown(outcome)}"
                )
            self._step("take", outcome)
            return
        if not isinstance(outcome, (list, tuple)) or any(face not in asked["faces"] for face in outcome):
            raise HostError(f"a list of faces is to fall, each of {', '.join(asked['faces'])}; not {_shown(outcome)}")
        if len(outcome) != asked["dice"]:
            raise HostError(f"{asked['dice']} dice fall, not {len(outcome)}")
        component = self.game["components"][self._get("asked_of")]
        names = [face["name"] for face in self.game["faces"][component["first"] :][: component["size"]]]
        whole = sum(1 << (names.index(face) * component["bits"]) for face in outcome)
        self._write(self.game["addresses"]["given"], whole.to_bytes(8 * component["words"], "little"))
        self._step("take", 0)

    def random_move(self) -> int:
        """The number of a move by the game's own luck for moves at random."""
        if self.kind != "decision":
            raise HostError(self._nobody())
        count = self._get("count")
        return self._call("pick", count) if count > 1 else 0

    def greedy_move(self, pick: Callable[[int], int] = random.randrange) -> int:
        """The number of a move after which the own score stands best, one of these by `pick` (a number below another).

        It is tried in a guess of the position, and not looked further than to where chance or somebody goes on.
        """
        player, count = self.player, self._get("count")
        _check_pick(pick)
        if player is None:
            raise HostError(self._nobody())
        if count < 2:
            return 0
        world = self.guess(player, pick)
        start = world._state()
        values: list[float] = []
        for index in range(count):
            world._write(world._state_at, start)
            world._step("resume")
            value = -math.inf
            if index < world._get("count"):
                with suppress(HostError):  # a move that the rules cannot go on from stands worst
                    world._step("play", index)
                    value = world.ahead(player)
            values.append(value)
        found = [index for index, value in enumerate(values) if value == max(values)]
        return found[_picked(pick, len(found))]

    def ahead(self, player: str | int) -> int:
        """How far a player is ahead of the best of the others, as the rules of winning count; 0 where they count
        nothing."""
        seat = self._seat(player)
        try:
            self._step("result")
        except RulesFault:
            return 0
        data = self._read(self.game["addresses"]["result"], 12 + 4 * len(self.players))
        row = _number(data, 8)
        if row < 0 or not self.game["winners"][row]["scored"]:
            return 0
        sign = 1 if self.game["winners"][row]["highest"] else -1
        scores = [sign * _number(data, 12 + 4 * k) for k in range(len(self.players))]
        return scores.pop(seat) - max(scores, default=0)

    def guess(self, player: str | int, pick: Callable[[int], int] = random.randrange) -> Play:
        """Another game that looks the same to a player: cards and dice they do not see are dealt out anew among the
        places where they may lie, by `pick`. It stops at each chance."""
        seat = self._seat(player)
        _check_pick(pick)
        world = Play(self.rules, self.players, None, fresh=False)
        data = self._state()
        state = bytearray(data)
        for number, component in enumerate(self.game["components"]):
            hidden = [
                place
                for index, place in enumerate(self.game["places"])
                if index and place["component"] == number and place["shape"] != "plays" and not self._sees(seat, index)
            ]
            lying = [
                self._faces(component, data, place["at"], None)
                if place["shape"] == "zone"
                else self._pile(data, place)[0]
                for place in hidden
            ]
            pool = sorted(face for faces in lying for face in faces)
            for k, place in enumerate(hidden):
                dealt = [pool.pop(_picked(pick, len(pool))) - component["first"] for _ in lying[k]]
                self._lay(state, place, dealt)
        world._write(world._state_at, bytes(state))
        world._step("resume")
        return world

    def _lay(self, state: bytearray, place: dict[str, Any], faces: list[int]) -> None:
        """Puts as many faces to a place as lie there; those that lie in an order nobody knows are sorted."""
        component, at = self.game["components"][place["component"]], place["at"]
        if place["shape"] == "zone":
            words = [0] * (2 * component["words"])
            for face in faces:
                word, bit = divmod(face * component["bits"], 32)
                words[word] += 1 << bit
            state[at : at + 8 * component["words"]] = b"".join(word.to_bytes(4, "little") for word in words)
            return
        for start, end in self._pile(bytes(state), place)[1]:
            faces[start:end] = sorted(faces[start:end])
        width = 2 if component["wide"] else 1
        for k, face in enumerate(faces):
            here = at + 4 + width * k
            state[here : here + width] = (2 * face + (state[here] & 1)).to_bytes(width, "little")

    def play_on(self, most: int = 100_000) -> str:
        """Plays on at random, for so many decisions at most; why the game stands still then."""
        if self._seed is None:
            raise HostError("this game has no seed to play on by: start it with one")
        if not _whole(most) or most > MOST:
            raise HostError(f"so many decisions at most are a whole number up to {MOST}, not {_shown(most)}")
        self._step("playout", most)
        return self.kind

    # ---- positions ----

    def observe(self, player: str | int) -> dict[str, Any]:
        """What a player sees: places (only how many, where faces are not seen), counters, who is asked, their moves."""
        seat = self._seat(player)
        data, stop = self._state(), self._stop
        places = {}
        for index, place in enumerate(self.game["places"][1:], 1):
            lying = self._lying if self._sees(seat, index) else self._unseen
            places[self._owned(place)] = lying(data, place)
        asked = self._call("player") if self.kind in ("decision", "stuck") else -1
        told = asked >= 0 and (stop["public"] or asked == seat)
        return {
            "player": self.players[seat],
            "places": places,
            "tracks": self._slots(data, lambda slot, value: slot["role"] == "track"),
            "held": self._slots(
                data,
                lambda slot, value: slot["role"] == "held" and slot["owner"] == seat and value != slot["initial"],
            ),
            "asked": self.players[asked] if told else None,
            "in": stop["in"] or None if told else None,
            "moves": [str(move) for move in self.moves] if asked == seat else [],
            "ending": self.game["endings"][stop["ending"]] if self.kind == "over" else None,
        }

    def position(self) -> dict[str, Any]:
        """Everything, by name: what Hoyle's own `State.to_json` gives without the history."""
        data = self._state()
        places = {self._owned(place): self._lying(data, place) for place in self.game["places"][1:]}
        return {
            "game": self.rules.manifest["title"],
            "players": list(self.players),
            "parameters": self.rules.parameters,
            "flow": self.game["flow"],
            "at": self._at,
            "places": {name: lying for name, lying in places.items() if lying},
            "tracks": self._slots(data, lambda slot, value: slot["role"] == "track"),
            "locals": self._slots(data, lambda slot, value: slot["role"] != "track" and value != slot["initial"]),
            "luck": None if self._seed is None else {"seed": self._seed, "drawn": self._drawn("luck_seed", self._seed)},
        }

    def save(self) -> dict[str, Any]:
        """The game as JSON data: the position by name, which Hoyle reads too, and as the bytes that `Rules.load` reads."""
        data = self._state().hex()
        more = {"module": self.rules.manifest["module"], "bytes": data, "check": _check_sum(data)}
        if self._seed is not None:
            more["chosen"] = self._drawn("policy_seed", self._seed ^ POLICY)
        return {**self.position(), **more}

    def restore(self, saved: dict[str, Any]) -> None:
        """Goes to a saved position; `Rules.load` does so with a new game."""
        self.rules._check_saved(saved)
        if saved.get("flow") != self.game["flow"]:
            raise HostError("this game was saved with another number of players")
        data = saved["bytes"]
        if not isinstance(data, str) or saved.get("check") != _check_sum(data) or len(data) != 2 * self.game["size"]:
            raise HostError(DAMAGED)
        try:
            state = bytes.fromhex(data)
        except ValueError:
            raise HostError(DAMAGED) from None
        if str(int.from_bytes(state[:4], "little")) not in self.game["stops"]:
            raise HostError(NO_STOP)
        if not self._sound(state):
            raise HostError(NO_STATE)
        luck, chosen = saved.get("luck"), saved.get("chosen", 0)
        streams = ("lucky", "luck_seed", "policy_seed")
        before, seed, stood = self._state(), self._seed, self._get("status")
        kept = {name: self._get(name) for name in streams}
        self._write(self._state_at, state)
        self._seed = None if luck is None else luck["seed"]
        self._set("lucky", int(luck is not None))
        if luck is not None:
            self._set("luck_seed", _signed(luck["seed"] + luck["drawn"] * GOLDEN))
            self._set("policy_seed", _signed((luck["seed"] ^ POLICY) + chosen * GOLDEN))
        try:
            self._step("resume")
            if self._state() != state:
                raise HostError(NO_STOP)
            if self.kind in ("decision", "stuck") and not 0 <= self._step("player") < len(self.players):
                raise HostError(NO_STATE)
        except HostError:
            self._write(self._state_at, before)
            self._seed = seed
            for name, value in kept.items():
                self._set(name, value)
            if stood >= 0:
                self._step("resume")
            raise

    def _drawn(self, stream: str, seed: int) -> int:
        return (self._get(stream) - seed) * INVERSE & WORD

    # ---- what a state may hold ----

    def _sound(self, data: bytes) -> bool:
        """Whether a state can be of this game: all cards and dice are there, none twice, and every value names something."""
        there: Counter[int] = Counter()
        for place in self.game["places"] if self.game["components"] else []:
            lying = self._lying_soundly(data, place)
            if lying is None:
                return False
            there.update(lying)
        for component in self.game["components"]:
            faces = range(component["first"], component["first"] + component["size"])
            if component["sort"] == "dice":
                if sum(there[face] for face in faces) != component["dice"]:
                    return False
            elif any(there[face] != self.game["faces"][face]["count"] for face in faces):
                return False
        return all(self._slot_sound(data, slot) for slot in self.game["slots"])

    def _lying_soundly(self, data: bytes, place: dict[str, Any]) -> list[int] | None:
        """The faces at a place; None if it cannot hold what is there."""
        component, at = self.game["components"][place["component"]], place["at"]
        if place["shape"] == "zone":
            return None if self._spills(component, data, at) else self._faces(component, data, at, None)
        if place["shape"] == "pile":
            count, top = (int.from_bytes(data[at + k : at + k + 2], "little") for k in (0, 2))
            if count > place["most"]:
                return None
            faces, ranges = self._pile(data, place)
            last = ranges[-1][1] - ranges[-1][0] if ranges and ranges[-1][1] == count else min(count, 1)
            return faces if top == last else None
        step = 8 + 8 * component["words"]
        count = _number(data, at)
        if not 0 <= count <= place["most"] or any(
            self._spills(component, data, at + 16 + k * step) for k in range(count)
        ):
            return None
        plays, combination = self._plays(data, place), place["combination"]
        forms = 0 if combination is None else len(self.game["combinations"][combination]["forms"])
        if not all(-1 <= seat < len(self.players) and -1 <= form < forms and cards for seat, form, cards in plays):
            return None
        return [face for _, _, cards in plays for face in cards]

    def _spills(self, component: dict[str, Any], data: bytes, at: int) -> bool:
        """Whether the words at an address hold more than the faces of the component."""
        words = int.from_bytes(data[at : at + 8 * component["words"]], "little")
        return bool(words >> component["size"] * component["bits"])

    def _slot_sound(self, data: bytes, slot: dict[str, Any]) -> bool:
        """Whether a slot holds a value of its sort."""
        at, shape, starts = slot["at"], slot["shape"], []
        if shape == "list":
            if not 0 <= _number(data, at) <= slot["most"] + 1:
                return False
            shape = slot["item"]
            starts = [slot["end"] - (k + 1) * slot["width"] for k in range(_number(data, at) - 1)]
        elif shape != "int":
            starts = [at]
        if shape != "int":
            component = self.game["components"][slot["component"]]
            if any(self._spills(component, data, start + 8) for start in starts):
                return False
        value = self._slot(data, slot)
        return value == slot["initial"] or self._known(value, slot["sort"])

    def _known(self, value: Any, sort: Sequence[str]) -> bool:
        """Whether a value of a sort names something of this game."""
        name, of = sort
        if value == NONE:
            return True
        if name == "list":
            return all(self._known(item, [of, ""]) for item in value)
        if name in ("meld", "play"):
            forms = max((len(one["forms"]) for one in self.game["combinations"]), default=0)
            return bool(-1 <= value[-2] < forms and (name == "meld" or -1 <= value[0] < len(self.players)))
        if name == "card":
            return bool(0 <= value >> 16 < len(self.game["places"]) and value & 0xFFFF < len(self.game["faces"]))
        if name == "form":
            counts = [len(one["forms"]) for one in self.game["combinations"] if one["name"] == of]
        elif name == "kind":
            counts = [len(self.game["kinds"][of])] if of in self.game["kinds"] else []
        else:
            things = {"player": self.players, "place": self.game["places"], "face": self.game["faces"], "truth": "ny"}
            counts = [len(things[name])] if name in things else []
        return not counts or 0 <= value < counts[0]

    # ---- reading a state ----

    def _value(self, data: bytes, where: dict[str, Any]) -> Any:
        """A value: a number; a meld (form, faces); a play (seat, form, faces)."""
        at = where["at"]
        if where["shape"] == "int":
            return _number(data, at)
        form, seat = _number(data, at + 4), _number(data, at)
        component = self.game["components"][where["component"]]
        faces = self._faces(component, data, at + 8, component["order"] if form >= 0 else None)
        return (form, faces) if where["shape"] == "meld" else (seat, form, faces)

    def _faces(self, component: dict[str, Any], data: bytes, at: int, order: list[int] | None) -> list[int]:
        """The faces packed at an address, by face or (order) by their place in the component's order."""
        found: list[int] = []
        bits = component["bits"]
        fields = 64 // bits
        words = [int.from_bytes(data[at + 8 * k : at + 8 * k + 8], "little") for k in range(component["words"])]
        for field in range(component["size"]):
            count = words[field // fields] >> (field % fields * bits) & ((1 << bits) - 1)
            found += [component["first"] + (order[field] if order else field)] * count
        return found

    def _slot(self, data: bytes, slot: dict[str, Any]) -> Any:
        if slot["shape"] in ("meld", "play"):
            whole = self._value(data, slot)
            return whole if whole[-1] else slot["initial"]
        if slot["shape"] == "int":
            return _number(data, slot["at"])
        count = _number(data, slot["at"]) - 1
        if count < 0:
            return slot["initial"]
        width, start = slot["width"], slot["end"] - count * slot["width"]
        if slot["item"] == "int":
            cells = [data[start + k * width : start + (k + 1) * width] for k in range(count)]
            return [int.from_bytes(cell, "little", signed=width == 4) for cell in cells]
        one = {"shape": slot["item"], "component": slot["component"]}
        return [self._value(data, {**one, "at": start + k * width}) for k in range(count)]

    def _slots(self, data: bytes, wanted: Any) -> dict[str, Any]:
        """The values of some slots, by name."""
        names = [self._owned(slot) for slot in self.game["slots"]]
        found = {}
        for index, slot in enumerate(self.game["slots"]):
            value = self._slot(data, slot)
            if wanted(slot, value):
                name = names[index] if names.count(names[index]) == 1 else f"{names[index]} #{index}"
                found[name] = self._data(value, slot["sort"])
        return found

    def _pile(self, data: bytes, place: dict[str, Any]) -> tuple[list[int], list[list[int]]]:
        """The faces of a pile from the bottom up, and the ranges of it whose order nobody knows."""
        component, at = self.game["components"][place["component"]], place["at"]
        width = 2 if component["wide"] else 1
        count = int.from_bytes(data[at : at + 2], "little")
        cells = [data[at + 4 + width * k : at + 4 + width * (k + 1)] for k in range(count)]
        entries = [int.from_bytes(cell, "little") for cell in cells]
        ranges, start = [], 0
        for index in range(1, count + 1):
            if index == count or not entries[index] & 1:
                if index - start > 1:
                    ranges.append([start, index])
                start = index
        return [component["first"] + (entry >> 1) for entry in entries], ranges

    def _plays(self, data: bytes, place: dict[str, Any]) -> list[Any]:
        step = 8 + 8 * self.game["components"][place["component"]]["words"]
        one = {"shape": "play", "component": place["component"]}
        count = _number(data, place["at"])
        return [self._value(data, {**one, "at": place["at"] + 8 + k * step}) for k in range(count)]

    def _lying(self, data: bytes, place: dict[str, Any]) -> Any:
        """What lies at a place, by name."""
        faces = self.game["faces"]
        if place["shape"] == "zone":
            component = self.game["components"][place["component"]]
            return [faces[face]["name"] for face in self._faces(component, data, place["at"], None)]
        if place["shape"] == "pile":
            lying, ranges = self._pile(data, place)
            cards = [faces[face]["name"] for face in lying]
            return {"cards": cards, "shuffled": ranges} if ranges else cards
        forms = None if place["combination"] is None else self.game["combinations"][place["combination"]]["forms"]
        return [
            {
                "by": self.players[seat] if seat >= 0 else None,
                "form": forms[form] if forms and form >= 0 else None,
                "cards": [faces[face]["name"] for face in played],
            }
            for seat, form, played in self._plays(data, place)
        ]

    def _unseen(self, data: bytes, place: dict[str, Any]) -> Any:
        """How many cards lie at a place; of plays, how many each has and whose it is."""
        if place["shape"] == "zone":
            component = self.game["components"][place["component"]]
            return len(self._faces(component, data, place["at"], None))
        if place["shape"] == "pile":
            return int.from_bytes(data[place["at"] : place["at"] + 2], "little")
        plays = self._plays(data, place)
        if not plays:
            return []
        return [{"by": self.players[p[0]] if p[0] >= 0 else None, "cards": len(p[2])} for p in plays]

    # ---- names ----

    def _owned(self, thing: dict[str, Any]) -> str:
        return thing["name"] if thing["owner"] is None else f"{thing['name']} of {self.players[thing['owner']]}"

    def _plain(self, value: int, sort: Sequence[str]) -> Any:
        name, of = sort
        if name == "player":
            return self.players[value]
        if name == "place":
            return self._owned(self.game["places"][value])
        if name == "kind" and of in self.game["kinds"]:
            return self.game["kinds"][of][value]
        if name == "form":
            for combination in self.game["combinations"]:
                if combination["name"] == of:
                    return combination["forms"][value]
        return value

    def _face(self, face: int) -> list[str]:
        name = next(c["name"] for c in self.game["components"] if c["first"] <= face < c["first"] + c["size"])
        return [name, self.game["faces"][face]["name"]]

    def _data(self, value: Any, sort: Sequence[str]) -> Any:
        """A value as JSON data."""
        name = sort[0]
        if name == "list":
            return None if value == NONE else [self._data(item, [sort[1], ""]) for item in value]
        if value == NONE:
            return None
        if name == "truth":
            return bool(value)
        if name == "card":
            place = value >> 16
            return [self._face(value & 0xFFFF), self._owned(self.game["places"][place]) if place else None]
        if name == "face":
            return self._face(value)
        if name == "meld":
            return [value[0], [self._face(face) for face in value[1]]]
        if name == "play":
            return [value[0], value[1], [self._face(face) for face in value[2]]]
        return self._plain(value, sort)

    def _word(self, value: Any, sort: Sequence[str]) -> str:
        """A value in the rules' own words."""
        name = sort[0]
        if name == "list":
            return f"[{', '.join(self._word(item, [sort[1], '']) for item in value)}]"
        if value == NONE:
            return "none"
        if name in ("card", "face"):
            return str(self.game["faces"][value & 0xFFFF]["name"])
        if name in ("meld", "play"):
            said = ", ".join(self.game["faces"][face]["name"] for face in value[-1])
            said = said if len(value[-1]) == 1 else f"[{said}]"
            return said if name == "meld" else f"{said} of {self.players[value[0]] if value[0] >= 0 else 'nobody'}"
        if name == "truth":
            return "yes" if value else "no"
        return str(self._plain(value, sort))

    # ---- other languages ----

    def say(self, move: Move | int | str, language: str, to: str | int | None = None) -> str | None:
        """A move of those listed as a sentence of a language; where its words are missing, as the rules say it.

        Args:
            move: the move, its number, or its words in the rules' language.
            language: one of `Rules.languages`.
            to: a player; None is given if they are not to know all that the sentence tells, once the move is made.
        """
        index = self._listed_in(move, language)
        if to is not None and not self._may_know(index, self._seat(to)):
            return None
        said = self._wording(index, language, "moves")
        return said if said is not None else f"{self.player}: {self.moves[index]}"

    def ask(self, move: Move | int | str, language: str) -> str:
        """A move of those listed as it is put to the player who may make it: play the cat 4."""
        index = self._listed_in(move, language)
        said = self._wording(index, language, "asks")
        return said if said is not None else str(self.moves[index])

    def _listed_in(self, move: Any, language: str) -> int:
        """The number of a move that is listed, in a language that there are words in."""
        if language not in self.rules.languages:
            known = ", ".join(self.rules.languages) or "none"
            raise HostError(f"there are no words in `{_shown(language)}`; the languages are {known}")
        return self._chosen(move)

    def _wording(self, index: int, language: str, patterns: str) -> str | None:
        """A move by the patterns of a language; None if there is none for it, or no word for one of its values."""
        option, _ = self._values(index)
        pattern = self.rules.manifest["words"][language][patterns][option["words"]] if "words" in option else None
        return None if pattern is None else self._told(pattern, self._parts(index))

    def _may_know(self, index: int, seat: int) -> bool:
        """Whether a seat may be told a move whole. Of cards that it does not see where they lie, it may if they go where
        it sees them."""
        stop = self._stop
        if self._call("player") == seat:
            return True
        hidden = shown = cards = False
        before = ""
        for part in self._parts(index):
            if isinstance(part, str):
                before = part
                continue
            value, sort = part
            if value == NONE:
                continue
            if sort[0] in ("card", "meld", "play", "face"):
                cards = True
                hidden = hidden or sort[0] != "card" or not self._sees(seat, value >> 16)
            elif sort[0] == "place" and before.split()[-1:] in (["onto"], ["into"], ["to"], ["under"]):
                shown = shown or self._sees(seat, value)
        # Who is asked may be nobody's business, but cards that come to a place are seen to come.
        known = (shown or not hidden) if stop["public"] else (shown and cards)
        return bool(known and not stop["secret"])

    def _sees(self, seat: int, place: int) -> bool:
        """Whether a seat sees the faces at a place."""
        seen = self.game["places"][place]
        return bool(seen["seen"] == "all" or (seen["seen"] == "owner" and seen["owner"] == seat))

    def _seat(self, player: str | int) -> int:
        """The seat of a player's name, or of a number."""
        seat = self.players.index(player) if isinstance(player, str) and player in self.players else player
        if not _whole(seat) or int(seat) >= len(self.players):
            raise HostError(f"there is no player {_shown(player)}; the players are {', '.join(self.players)}")
        return int(seat)

    def _told(self, pattern: list[Any], parts: list[Any]) -> str | None:
        """A pattern with its values filled in; None if it has no words for one of them."""
        said = ""
        for piece in pattern:
            if isinstance(piece, str):
                said += piece.replace("{player}", str(self.player))
                continue
            value, sort = parts[piece["part"]]
            if value == NONE:
                return None
            if sort[0] == "meld":
                alike = groupby(self.game["faces"][face]["name"] for face in value[1])
                counted = [(name, len(list(same))) for name, same in alike]
                words = [piece["words"].get(name if count == 1 else f"{count} × {name}") for name, count in counted]
                if None in words:
                    return None
                said += words[0] if len(words) == 1 else piece["and"].join([piece["comma"].join(words[:-1]), words[-1]])
                continue
            key, owner = self._key(value, sort)
            text = piece["words"].get(key, key if piece.get("number") else None)
            if text is None:
                return None
            if isinstance(text, list):
                text = text[2 if owner == self.player and len(text) > 2 else 1 if _vowel(owner) else 0]
            said += text.replace("{owner}", owner)
        return said

    def _key(self, value: int, sort: Sequence[str]) -> tuple[str, str]:
        """Under which name the words of a value are kept, and who owns it."""
        if sort[0] in ("card", "face"):
            return str(self.game["faces"][value & 0xFFFF]["name"]), ""
        if sort[0] == "place":
            place = self.game["places"][value]
            return place["name"], "" if place["owner"] is None else self.players[place["owner"]]
        if sort[0] == "player":
            return "", self.players[value]
        return str(self._plain(value, sort)), ""


def _dicts(parts: list[Any]) -> list[dict[str, Any]]:
    return [part for part in parts if isinstance(part, dict)]


def _number(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "little", signed=True)


def _signed(number: int) -> int:
    number &= WORD
    return number - 2**64 if number >> 63 else number


def _whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= WORD


def _shown(given: Any) -> str:
    """What was given, for a message: short, and as a text that any screen can show."""
    try:
        text = given if isinstance(given, str) else repr(given)
    except Exception:  # whatever its own code does, and numbers of more digits than Python writes
        text = f"a {type(given).__name__}"
    text = text.encode("utf-8", "replace").decode()
    return text if len(text) <= 60 else f"{text[:57]}..."


def _check_pick(pick: Any) -> None:
    if not callable(pick):
        raise HostError(f"`pick` is a function that gives a whole number below the one it is given, not {_shown(pick)}")


def _picked(pick: Callable[[int], int], count: int) -> int:
    """A number below another, as `pick` gives it."""
    given: Any = pick(count)
    try:
        index = operator.index(given)
    except TypeError:
        index = -1
    if not 0 <= index < count:
        raise HostError(f"`pick` is to give a whole number below {count}; it gave {_shown(given)}")
    return index


def _vowel(name: str) -> bool:
    return unicodedata.normalize("NFD", name[:1]).lower()[:1] in tuple("aeiouyhœæ")


def _check_sum(text: str) -> int:
    """FNV-1a of a text of plain letters: not against fraud, only against damage."""
    found = 0x811C9DC5
    for letter in text.encode("utf-8", "replace"):
        found = (found ^ letter) * 0x01000193 & 0xFFFFFFFF
    return found


def main(args: list[str]) -> int:
    """A game at random, in words; saved and loaded again in the middle."""
    if not args:
        print("usage: python hoyle_host.py GAME.json [players] [seed] [language]", file=sys.stderr)
        return 2
    try:
        rules = Rules.open(args[0])
        numbers: list[int] = []
        for word in args[1:3]:
            if not (word.isascii() and word.isdigit()):
                raise HostError(f"{'seed' if numbers else 'players'}: a whole number, not {word}")
            numbers.append(int(word))
        game = rules.start(numbers[0] if numbers else None, numbers[1] if len(numbers) > 1 else 1)
        language = args[3] if len(args) > 3 else None
        turns = 0
        while game.kind == "decision":
            if turns == LONGEST:
                raise HostError(f"after {LONGEST} moves the game is not over, and may never be")
            move = game.moves[game.random_move()]
            print(game.say(move, language) if language else f"{game.player}: {move}")
            game.play(move)
            turns += 1
            if turns == 5:
                game = rules.load(json.loads(json.dumps(game.save())))
                print("(saved and loaded)")
        print(json.dumps(game.result, ensure_ascii=False))
        sys.stdout.flush()
        return 0
    except BrokenPipeError:  # whoever reads has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except HostError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
