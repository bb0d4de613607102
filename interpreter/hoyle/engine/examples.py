"""Running a spec's examples: set up the position, play what is said, and hold what comes out against what is expected.

Comes in: a checked program. Goes out: one `ExampleResult` an example. What always holds: an example starts as a game
starts, save for what it gives; cards it does not place are at home, and piles at home are shuffled; luck that it does
not name comes from a fixed seed; who leaves the procedure in which the example starts, ends the example.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..language import tree as t
from ..language.diagnostics import Diagnostic, SpecErrors
from ..language.program import Program
from . import flow as F
from .chance import Luck
from .errors import PlayError
from .layout import FACE, Frozen
from .lower.examples import ActPlan, ExamplePlan, ExpectPlan, GivenPlace, GivenTrack, LuckPlan, plan
from .machine import Machine
from .names import Names
from .scalars import NO_VALUE


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """How an example came out; `problem` is None if all of it holds."""

    name: str
    span: t.Span
    problem: Diagnostic | None


class _Fails(Exception):
    def __init__(self, message: str, span: t.Span, hint: str = "") -> None:
        super().__init__(message)
        self.span = span
        self.hint = hint


def run_examples(program: Program) -> list[ExampleResult]:
    """Run all examples of a program."""
    return [run_example(program, example) for example in program.examples.values()]


def run_example(program: Program, example: t.Example) -> ExampleResult:
    """Run one example."""
    problem = None
    try:
        Run(plan(program, example)).run()
    except _Fails as failure:
        problem = Diagnostic("E401", f"the example `{example.name}` fails: {failure}", failure.span, failure.hint)
    except PlayError as fault:
        problem = Diagnostic("E402", f"the example `{example.name}` breaks the rules: {fault.message}", fault.span)
    except SpecErrors as errors:
        problem = errors.diagnostics[0]
    return ExampleResult(example.name, example.span, problem)


class Run:
    """One run of an example's plan."""

    def __init__(self, plan: ExamplePlan) -> None:
        self.plan = plan
        self.machine = Machine(plan.flow)
        self.layout = self.machine.layout
        self.names = Names(plan.flow, plan.seats)
        self.luck = Luck(0)
        self.outcomes: list[tuple[int, t.Span]] = []
        self.frame: Frozen = self.layout.start()

    def run(self) -> Frozen:
        """Play the example; gives the last frame.

        Raises:
            _Fails: something is not as expected.
            PlayError: the rules cannot be followed, or somebody is stuck at its end.
        """
        self._position()
        if self.plan.start is not None:
            self.frame = self.machine.resume(self.frame)
        for line in self.plan.lines:
            match line:
                case LuckPlan():
                    for outcome in line.outcomes:
                        values = self.machine.evaluate(self.frame, outcome)
                        self.outcomes += [(value & FACE, line.span) for value in values]
                case ActPlan():
                    self._settle()
                    self._act(line)
                case ExpectPlan():
                    self._settle()
                    self._expect(line)
        self._settle()
        if self.outcomes:
            raise _Fails("nothing was left to chance here any more", self.outcomes[0][1])
        stop = self.machine.stop(self.frame)
        if stop.kind == "stuck":
            node = self.plan.flow.code[self.frame[0]]
            assert isinstance(node, F.Choose)
            raise PlayError(f"{self.plan.seats[stop.player]} is to choose ({node.name}) and has no move", node.span)
        return self.frame

    # ---- the position ----------------------------------------------------------------------------------------------
    def _position(self) -> None:
        flow, layout = self.plan.flow, self.layout
        home = {k: list(place.start) for k, place in enumerate(flow.places) if place.start}
        laid: dict[int, list[Any]] = {}
        # what is of something comes last: a marker that is given may say of what
        for given in sorted(self.plan.given, key=lambda g: isinstance(g, GivenTrack) and g.index is not None):
            if isinstance(given, GivenTrack):
                self._set(given)
        cells: list[Any] = list(self.frame)
        for given in self.plan.given:
            if isinstance(given, GivenPlace):
                self._lay(given, home, laid)
        for k, place in enumerate(flow.places):
            lying: list[Any] = [*home.get(k, ()), *laid.get(k, ())]
            if place.shape == "plays":
                cells[layout.place(k)] = tuple(laid.get(k, ()))
            elif place.shape == "zone":
                cells[layout.place(k)] = tuple(sorted(lying))
            else:
                resting = sorted(home.get(k, ()))
                cells[layout.place(k)] = (*resting, *laid.get(k, ()))
                cells[layout.bags[k]] = ((0, len(resting)),) if len(set(resting)) > 1 else ()
        for back in self.plan.backs:
            cells[layout.slot(back)] = self.plan.over
        cells[0] = self.plan.over if self.plan.start is None else self.plan.start
        self.frame = tuple(cells)

    def _set(self, given: GivenTrack) -> None:
        index = 0 if given.index is None else self._value(given.index)
        if index < 0:
            raise _Fails(NO_VALUE, given.span)
        slot = given.base + index
        value = self._value(given.value)
        at = self.layout.slot(slot)
        value = value & FACE if self.plan.flow.slots[slot].sort.name == "card" and value >= 0 else value
        self.frame = (*self.frame[:at], value, *self.frame[at + 1 :])

    def _value(self, expr: F.Expr) -> Any:
        return self.machine.evaluate(self.frame, expr)

    def _lay(self, given: GivenPlace, home: dict[int, list[int]], laid: dict[int, list[Any]]) -> None:
        place = self._value(given.place)
        faces = [card & FACE for card in self.machine.evaluate(self.frame, given.faces)]
        rows = laid.setdefault(place, [])
        dice = self.plan.flow.components[self.plan.flow.places[place].component].dice
        for face in faces:
            self._from_home(face, place, home, given.span, bool(dice))
            rows.append(face)
        combination = self.plan.flow.places[place].combination
        for seat, seq in given.plays:
            cards = [card & FACE for card in self.machine.evaluate(self.frame, seq)]
            for face in cards:
                self._from_home(face, place, home, given.span, False)
            form = -1
            if combination is not None:
                meld = self.machine.evaluate(
                    self.frame, F.MakeMeld(combination, F.Values(tuple(cards)), span=given.span)
                )
                form, cards = meld[0], list(meld[1])
            rows.append((seat, form, tuple(cards)))

    def _from_home(self, face: int, place: int, home: dict[int, list[int]], span: t.Span, dice: bool) -> None:
        flow = self.plan.flow
        if face >= len(flow.faces):
            raise _Fails("with these parameters there is no such card", span)
        owner = flow.places[place].owner
        component = flow.faces[face].component
        order = sorted(home, key=lambda k: (k == place, flow.places[k].owner != owner))
        for k in order:
            if dice and flow.places[k].component == component and home[k]:
                home[k].pop()
                return
            if face in home[k]:
                home[k].remove(face)
                return
        raise _Fails(
            f"there is no further {flow.faces[face].name} to be placed", span, "count the cards of the position"
        )

    # ---- chance ----------------------------------------------------------------------------------------------------
    def _settle(self) -> None:
        """Let chances happen, as told or by the fixed seed, up to the next decision or the end."""
        while self.machine.stop(self.frame).kind == "chance":
            outcome = self._told() if self.outcomes else self.machine.sample(self.frame, self.luck)
            self.frame = self.machine.take(self.frame, outcome)

    def _told(self) -> Any:
        instr = self.plan.flow.code[self.frame[0]]
        possible = [outcome for outcome, _ in self.machine.outcomes(self.frame)]
        span = self.outcomes[0][1]
        if isinstance(instr, F.Roll):
            count = len(possible[0])
            if len(self.outcomes) < count:
                raise _Fails(f"{count} dice are rolled, luck is told of {len(self.outcomes)}", span)
            outcome: Any = tuple(sorted(value for value, _ in self.outcomes[:count]))
            del self.outcomes[:count]
        else:
            outcome = self.outcomes.pop(0)[0]
        if outcome not in possible:
            faces = range(len(self.plan.flow.faces))
            if isinstance(instr, F.Roll) and any(face not in faces for face in outcome):
                raise _Fails("dice fall on their own faces only, and this is none", span)
            sort = F.Sort("card") if not isinstance(instr, F.Pick) else self.plan.flow.slots[instr.slot].sort
            shown = ", ".join(self._show(p, sort) for p in possible[:8])
            # Where something is picked, what was told may be of another kind, and has no name among what can be.
            told = "this" if isinstance(instr, F.Pick) else self._show(outcome, sort)
            raise _Fails(f"{told} cannot come here; what can: {shown}{' …' if len(possible) > 8 else ''}", span)
        return outcome

    def _show(self, value: Any, sort: F.Sort) -> str:
        if isinstance(value, tuple):
            return ", ".join(self.names.card(v) for v in value) or "nothing"
        return self.names.word(value, sort)

    # ---- acts ------------------------------------------------------------------------------------------------------
    def _act(self, act: ActPlan) -> None:
        stop = self.machine.stop(self.frame)
        who = self.plan.seats[act.seat]
        asked = stop.kind == "decision" and stop.player == act.seat
        moves = self.machine.moves(self.frame) if asked else []
        fitting = [move for move in moves if self._fits(move, act)]
        if act.how == "cannot":
            if fitting:
                raise _Fails(f"{who} can: {self._say(fitting[0])}", act.span)
            return
        if not asked:
            raise _Fails(f"{who} is not asked here: {self._state(stop)}", act.span)
        if not fitting:
            raise _Fails(f"{who} cannot do that; {who} can: {self._list(moves)}", act.span)
        if act.how == "can only" and len(fitting) < len(moves):
            others = [move for move in moves if move not in fitting]
            raise _Fails(f"{who} can also: {self._list(others)}", act.span)
        if act.how == "does":
            if len(fitting) > 1:
                raise _Fails(
                    f"this may mean: {self._list(fitting)}", act.span, "say which, for example with `from` or `onto`"
                )
            self.frame = self.machine.play(self.frame, fitting[0])

    def _state(self, stop: Any) -> str:
        if stop.kind == "over":
            return "nobody is, all is over"
        if stop.kind == "stuck":
            return f"{self.plan.seats[stop.player]} is stuck"
        return f"{self.plan.seats[stop.player]} is to choose"

    def _say(self, move: tuple[Any, ...]) -> str:
        return self.names.said(self.machine.said(self.frame, move))

    def _list(self, moves: list[tuple[Any, ...]]) -> str:
        shown = "; ".join(self._say(move) for move in moves[:8])
        return f"{shown}{f'; and {len(moves) - 8} more' if len(moves) > 8 else ''}" or "nothing"

    def _fits(self, move: tuple[Any, ...], act: ActPlan) -> bool:
        chooser = self.machine.chooser(self.frame[0])
        option = chooser.options[move[0]]
        info = option.info
        if info.name != act.option:
            return False
        cells = list(self.frame)
        for bind, value in zip(info.binds, move[1:], strict=True):
            cells[self.layout.slot(bind.slot)] = value
        frame = tuple(cells)
        said = dict(self._parts(info, move, frame))
        if act.what is not None and "what" in said and not self._same(said["what"], act):
            return False
        if act.source is not None and self._value(act.source) not in (said.get("from"), self._source(said)):
            return False
        if act.to and (said.get("to") is None or self._value(act.to[0]) != said["to"][0]):
            return False
        return all(self._value(pick) in move[1:] for pick in act.picks)

    def _parts(self, info: F.OptionInfo, move: tuple[Any, ...], frame: Frozen) -> Iterator[tuple[str, Any]]:
        """What of an option is said where: what, from, to, for."""
        word = ""
        for part in info.phrase.parts[1:]:
            if isinstance(part, str):
                word = part.strip()
                continue
            role = {"": "what", "from": "from", "for": "for"}.get(word, "to")
            if isinstance(part, int):
                yield role, (move[1 + part], info.binds[part].sort)
            elif role in ("from", "to"):
                value = self.machine.evaluate(frame, part[0])
                yield role, value if role == "from" else (value, part[1])

    @staticmethod
    def _source(said: dict[str, Any]) -> int | None:
        value, sort = said.get("what", (0, F.NUMBER))
        return value >> 16 if sort.name == "card" else None

    def _same(self, said: tuple[Any, F.Sort], act: ActPlan) -> bool:
        value, sort = said
        wanted = self.machine.evaluate(self.frame, act.what)  # type: ignore[arg-type]
        if sort.name == "card":
            return [card & FACE for card in wanted] == [value & FACE]
        if sort.name in ("meld", "play"):
            return sorted(card & FACE for card in wanted) == sorted(value[-1])
        return list(wanted) == [value]

    # ---- expectations ----------------------------------------------------------------------------------------------
    def _expect(self, line: ExpectPlan) -> None:
        if self._value(line.test):
            return
        if line.sides is None:
            raise _Fails("this does not hold", line.span)
        actual, expected = (self._side(side) for side in line.sides)
        raise _Fails(f"expected {expected}, but it is {actual}", line.span)

    def _side(self, side: tuple[F.Expr | F.Seq, F.Sort]) -> str:
        value = self.machine.evaluate(self.frame, side[0])
        sort = side[1]
        if sort.name == "list":
            return f"[{', '.join(self.names.word(v, F.Sort(sort.of)) for v in value)}]"
        return self.names.word(value, sort)
