"""Records: whole plays as JSON, to keep, to send, and to play again.

Comes in: a game and who plays it. Goes out: `Record`, with every chance and every choice in words and as data; or the
states of a record played again. What always holds: a record replays to the same result under the same rules, or
`HoyleError` says at which step it does not, and why.

    {"record": 1, "game": title, "spec": digest, "variants": […], "parameters": {…}, "players": [names], "seed": 5 or
    null, "steps": [{"chance": "cat 4", "value": "cat 4"}, {"player": "ann", "choice": "play friday onto omen-pile of
    cat", "option": "play", "values": {…}}, …], "result": {"ending", "stuck", "winners", "scores"} or null if it was
    cut off}
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import count
from typing import Any

from ..language.diagnostics import HoyleError
from .chance import POLICY_STREAM, WORD, Luck
from .errors import PlayError
from .game import Game
from .policy import Policy, uniform
from .state import Move, Outcome, Result, State

FORMAT = 1


@dataclass
class Record:
    """A play. `spec` is the sum of the spec's texts, `seed` None where chances were chosen."""

    game: str
    spec: str
    variants: list[str]
    parameters: dict[str, int]
    players: list[str]
    seed: int | None
    steps: list[dict[str, Any]] = field(default_factory=list)
    result: dict[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """The record as JSON data."""
        return {"record": FORMAT, **asdict(self)}

    @classmethod
    def from_json(cls, data: Any) -> Record:
        """The record of JSON data (a text, or what it holds).

        Raises:
            HoyleError: it is no record, or one of another format.
        """
        if isinstance(data, str | bytes):
            try:
                data = json.loads(data)
            except (ValueError, RecursionError) as error:
                raise HoyleError(f"this record is not JSON: {error}") from None
        if not isinstance(data, dict) or "record" not in data:
            raise HoyleError("this is not a record of a play")
        if data["record"] != FORMAT:
            raise HoyleError(f"this record has format {data['record']!r}; format {FORMAT} can be read")
        for name, sort in FIELDS.items():
            if name not in data or not isinstance(data[name], sort) or isinstance(data[name], bool):
                raise HoyleError(f"the record's `{name}` is missing or not as it should be")
        if data["seed"] is not None and not 0 <= data["seed"] <= WORD:
            raise HoyleError(f"the record's `seed` is not from 0 to {WORD}")
        if not all(isinstance(step, dict) for step in data["steps"]):
            raise HoyleError("the record's `steps` are not all objects")
        return cls(**{name: data[name] for name in FIELDS})


FIELDS: dict[str, Any] = {
    "game": str,
    "spec": str,
    "variants": list,
    "parameters": dict,
    "players": list,
    "seed": int | None,
    "steps": list,
    "result": dict | None,
}


MANY = 500
"""After so many chances without a choice the machine looks ahead, much faster than they can be written down: where they
do not end, it says so."""


class Recorder:
    """Plays a game and writes down what happens. With a seed chances fall by it, else they are given by `take`."""

    def __init__(self, game: Game, players: int | Sequence[str] | None = None, seed: int | None = None) -> None:
        self.game, self.seed = game, seed
        self.state = game.start(players, None)
        self.steps: list[dict[str, Any]] = []
        self._luck = None if seed is None else Luck(seed)
        self._before: list[tuple[State, int, int]] = []
        self._fall()

    def play(self, move: Move | str | int) -> State:
        """Take a move; then chances fall, if there is a seed. An interrupt leaves all as it was."""
        state = self.state
        after = state.play(move)
        index = state._find(move, state.moves, "")
        before = len(self._before)
        try:
            self._before.append((state, len(self.steps), self._luck.drawn if self._luck else 0))
            self.steps.append(_choice(state, state.moves[index]))
            self.state = after
            self._fall()
        except KeyboardInterrupt:
            if len(self._before) > before:
                self.undo()
            raise
        return self.state

    def take(self, outcome: Outcome | str | int) -> State:
        """Let a chance fall out so."""
        state = self.state
        after = state.take(outcome)
        chances = [found for found, _ in state.chances]
        self.steps.append(_chance(chances[state._find(outcome, chances, "")]))
        self.state = after
        return after

    def undo(self) -> State:
        """Take the last choice back, and the chances since; the same luck comes again."""
        if not self._before:
            raise HoyleError("there is nothing to take back")
        self.state, steps, drawn = self._before.pop()
        del self.steps[steps:]
        if self._luck is not None:
            self._luck.drawn = drawn
        return self.state

    def _fall(self) -> None:
        if self._luck is None:
            return
        for number in count():
            if self.state.kind != "chance":
                return
            machine, frame = self.state.table.machine, self.state.frame
            if number == MANY:
                machine.resume(frame, Luck(self._luck.seed, self._luck.drawn))
            value = machine.sample(frame, self._luck)
            self.take([found for found, _ in machine.outcomes(frame)].index(value))

    def record(self) -> Record:
        """What has been played so far."""
        flow = self.state.table.machine.flow
        return Record(
            flow.title,
            self.game.digest,
            list(self.game.variants),
            dict(flow.parameters),
            list(self.state.players),
            self.seed,
            [dict(step) for step in self.steps],
            _result(self.state.result),
        )


def _choice(state: State, move: Move) -> dict[str, Any]:
    return {"player": state.player, "choice": str(move), "option": move.option, "values": dict(move.values)}


def _chance(outcome: Outcome) -> dict[str, Any]:
    return {"chance": str(outcome), "value": outcome.value}


def _result(result: Result | None) -> dict[str, Any] | None:
    if result is None:
        return None
    return {
        "ending": result.ending,
        "stuck": result.stuck,
        "winners": list(result.winners),
        "scores": None if result.scores is None else dict(result.scores),
    }


def record(
    game: Game,
    players: int | Sequence[str] | None,
    seed: int,
    policy: Policy = uniform,
    max_decisions: int = 100_000,
) -> Record:
    """A play by one policy, recorded: the same play as `Machine.playout` of that seed."""
    recorder = Recorder(game, players, seed)
    luck = Luck(seed ^ POLICY_STREAM)
    decisions = 0
    while recorder.state.kind == "decision" and decisions < max_decisions:
        state = recorder.state
        machine = state.table.machine
        moves = machine.moves(state.frame)
        recorder.play(policy(machine, state.frame, moves, luck) if len(moves) > 1 else 0)
        decisions += 1
    return recorder.record()


# ---- played again --------------------------------------------------------------------------------------------------


def replay(game: Game, kept: Record) -> State:
    """The state at the end of a record, played again.

    Raises:
        HoyleError: it does not replay: at which step, and why.
    """
    *_, state = states(game, kept)
    found = json.loads(json.dumps(_result(state.result)))
    if found != kept.result:
        raise HoyleError(f"after the last step the result is {_said(found)}, and the record says {_said(kept.result)}")
    return state


def states(game: Game, kept: Record) -> Iterator[State]:
    """The state before the first step of a record and after each.

    Raises:
        HoyleError: a step cannot be played.
    """
    try:
        state = game.start(kept.players, None)
    except (HoyleError, PlayError) as error:
        raise HoyleError(f"the record cannot be started: {error}{_other(game, kept)}") from None
    yield state
    for number, step in enumerate(kept.steps, 1):
        try:
            state = _next(state, step)
        except (HoyleError, PlayError) as error:
            raise HoyleError(f"step {number} of {len(kept.steps)}: {error}{_other(game, kept)}") from None
        yield state


def _other(game: Game, kept: Record) -> str:
    """Why a record may not replay, if that is known."""
    if kept.spec != game.digest:
        return " (the rules have changed since this was recorded)"
    return ""


def _next(state: State, step: dict[str, Any]) -> State:
    if "chance" in step:
        if state.kind != "chance":
            raise HoyleError(f"the record says that chance gives {_brief(step['chance'])}, but {_standing(state)}")
        words = step["chance"]
        for index, (outcome, _) in enumerate(state.chances):
            said = str(outcome)
            if "value" in step and _plain(outcome.value) == step["value"]:
                _agree(words, said)
                return state.take(index)
            if said == words:
                _agree(words, said, "value" not in step)
                return state.take(index)
        raise HoyleError(f"chance cannot give {_brief(words)} here")
    wanted = step.get("choice")
    if state.kind != "decision":
        raise HoyleError(f"the record says that {step.get('player')} chooses {_brief(wanted)}, but {_standing(state)}")
    if step.get("player") != state.player:
        raise HoyleError(f"the record says that {step.get('player')} chooses, but it is {state.player} who does")
    for index, move in enumerate(state.moves):
        if move.option == step.get("option") and _plain(dict(move.values)) == step.get("values"):
            _agree(wanted, str(move))
            return state.play(index)
    by_words = state.play(str(wanted))
    _agree(wanted, str(wanted), "option" not in step and "values" not in step)
    return by_words


def _agree(words: Any, said: str, so: bool = True) -> None:
    """Refuse a step whose words and values are not of the same thing: nobody could say which of them is right."""
    if words != said or not so:
        other = f", which are of `{said}`" if words != said else ""
        raise HoyleError(f"the record's words, {_brief(words)}, are not those of its values{other}")


def _brief(words: Any) -> str:
    text = str(words)
    return f"`{text if len(text) <= 80 else text[:77] + '...'}`"


def _plain(data: Any) -> Any:
    return json.loads(json.dumps(data))


def _standing(state: State) -> str:
    if state.kind == "decision":
        return f"{state.player} is to choose"
    return {"chance": "a chance is to fall", "over": "the game is over"}.get(state.kind, "a player is stuck")


def _said(result: dict[str, Any] | None) -> str:
    if result is None:
        return "none yet"
    if result.get("stuck"):
        return f"that {result['stuck']} is stuck"
    winners = ", ".join(result.get("winners") or []) or "nobody"
    scores = f" ({result['scores']})" if result.get("scores") else ""
    return f"{result.get('ending')} with {winners} winning{scores}"
