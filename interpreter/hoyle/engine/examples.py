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
from .lower.examples import ActPlan, EndPlan, ExamplePlan, ExpectPlan, GivenPlace, GivenTrack, LuckPlan, Outcome, plan
from .lower.shown import Shown, Side
from .machine import Machine
from .names import Names
from .primitives import NO_VALUE
from .stuck import forbidding, why

CHANCES = 20_000
"""After so many chances without a choice an example is taken to go on for ever."""


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """How an example came out; `problem` is None if all of it holds."""

    name: str
    span: t.Span
    problem: Diagnostic | None


@dataclass(frozen=True, slots=True)
class _Told:
    """What luck is told to bring, as each sort of thing that it may be."""

    values: dict[F.Sort, int]
    words: str
    span: t.Span


_SHOWN = 12  # members of a list that are shown


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
        message = f"the example `{example.name}` breaks the rules: {fault.message}"
        problem = Diagnostic("E402", message, fault.span, fault.hint)
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
        self.told: list[_Told] = []  # what luck is still to bring
        self.asked: ActPlan | None = None  # the last act
        self.rolled = ""  # what the last roll brought that luck told, for messages
        self.frame: Frozen = self.layout.start()

    def run(self) -> Frozen:
        """Play the example; gives the last frame.

        Raises:
            _Fails: something is not as expected.
            PlayError: the rules cannot be followed, or somebody is stuck at its end.
        """
        self._position()
        failed: _Fails | None = None  # an expectation that does not hold; the luck told after it may say why
        before, after = self.plan.lines[: self.plan.before], self.plan.lines[self.plan.before :]
        for line in before:  # what is expected of the position, before anything is played
            if isinstance(line, ExpectPlan) and (failed := self._expect(line, played=False)) is not None:
                raise failed
        if self.plan.start is not None:
            self.frame = self.machine.resume(self.frame)
        for line in [*(one for one in before if not isinstance(one, ExpectPlan)), *after]:
            if failed is not None and isinstance(line, ActPlan):
                raise failed
            match line:
                case LuckPlan():
                    self.told += [told for outcome in line.outcomes for told in self._outcomes(outcome)]
                case ActPlan():
                    self._settle()
                    self._act(line)
                    self.asked = line
                case ExpectPlan():
                    self._settle()
                    failed = failed or self._expect(line)
                case EndPlan():
                    self._settle()
                    failed = failed or self._ends(line)
        self._settle()
        if self.told and (failed is None or self.told[0].span.line < failed.span.line):
            left = self.told[0]
            hint = "take it out, or tell it before the line at which chance decides"
            raise _Fails(f"{left.words} is left over: nothing more is left to chance in this example", left.span, hint)
        if failed is not None:
            raise failed
        stop = self.machine.stop(self.frame)
        if stop.kind == "stuck":
            node = self.plan.flow.code[self.frame[0]]
            assert isinstance(node, F.Choose)
            name = node.name.replace("-", " ")
            who, reason = self.plan.seats[stop.player], why(self.machine, self.frame)
            raise PlayError(f"{who} is to choose ({name}) and has no move", node.span, reason)
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
        if dice:
            name = flow.components[component].name
            raise _Fails(f"there is no further {name} to be placed", span, f"count each {name} of the position")
        raise _Fails(
            f"there is no further {flow.faces[face].name} to be placed", span, "count the cards of the position"
        )

    # ---- chance ----------------------------------------------------------------------------------------------------
    def _settle(self) -> None:
        """Let chances happen, as told or by the fixed seed, up to the next decision or the end."""
        left = CHANCES
        while self.machine.stop(self.frame).kind == "chance":
            if not left:
                raise PlayError(
                    "the rules go on and on here, and nobody chooses", self.plan.flow.code[self.frame[0]].span
                )
            left -= 1
            outcome = self._by_luck() if self.told else self.machine.sample(self.frame, self.luck)
            self.frame = self.machine.take(self.frame, outcome)

    def _outcomes(self, outcome: Outcome) -> Iterator[_Told]:
        """What is told of one or more chances (`2 × joker`)."""
        try:
            ways = [(sort, [v & FACE for v in self.machine.evaluate(self.frame, seq)]) for sort, seq in outcome.ways]
        except PlayError as fault:
            raise PlayError(fault.message, outcome.span, fault.hint) from None
        for k in range(len(ways[0][1])):
            values = {sort: found[k] for sort, found in ways if len(found) > k}
            first = next(iter(values))
            yield _Told(values, self.names.word(values[first], first), outcome.span)

    def _by_luck(self) -> Any:
        """What comes at a chance, as it is told."""
        instr = self.plan.flow.code[self.frame[0]]
        possible = [outcome for outcome, _ in self.machine.outcomes(self.frame)]
        if isinstance(instr, F.Roll):
            return self._rolled(possible)
        told = self.told.pop(0)
        picked = isinstance(instr, F.Pick)
        sort = self.plan.flow.slots[instr.slot].sort if isinstance(instr, F.Pick) else self._face_sort(possible[0])
        value = told.values.get(sort)
        fitting = [p for p in possible if (p & FACE if sort.name == "card" and p >= 0 else p) == value]
        if value is None or not fitting:
            what = f"{_article(sort.of or sort.name)} is {'picked' if picked else 'drawn'}"
            shown = ", ".join(dict.fromkeys(self._show(p, sort) for p in possible[:40]))
            named = f"{_of_another(told, shown)} cannot come here, where {what}"
            raise _Fails(f"{named}; what can: {shown}", told.span)
        return fitting[0]

    def _rolled(self, possible: list[Any]) -> Any:
        """The faces of dice, as they are told."""
        count, sort = len(possible[0]), self._face_sort(possible[0][0])
        dice = self.told[:count]
        faces = ", ".join(dict.fromkeys(self._show(face, sort) for roll in possible for face in roll))
        for told in dice:
            if told.values.get(sort) not in {face for roll in possible for face in roll}:
                named = f"{_of_another(told, faces)} cannot come here, where {_article(sort.of)} falls"
                raise _Fails(f"{named}; what can: {faces}", told.span)
        self._one_roll(dice, count)
        outcome = tuple(sorted(told.values[sort] for told in dice))
        if outcome not in possible:
            raise _Fails(f"{_words(dice)} cannot come here together", dice[0].span)
        self.rolled = f"; {_words(dice)} came before, by {self._here()}"
        del self.told[:count]
        return outcome

    def _one_roll(self, dice: list[_Told], count: int) -> None:
        """Luck tells the faces of one roll together: not too few of them, and all in one line."""
        hint = "write a line `luck:` for each roll, with the faces of all its dice"
        if len(dice) < count:
            message = f"{count} dice are rolled by {self._here()}, and luck tells {len(dice)} of them: {_words(dice)}"
            raise _Fails(message + self.rolled, dice[0].span, hint)
        second = next((told for told in dice if told.span.line != dice[0].span.line), None)
        if second is not None:
            message = (
                f"{_words(dice)} would be one roll, by {self._here()}, though {second.words} stands in another line"
            )
            raise _Fails(message + self.rolled, second.span, hint)

    def _here(self) -> str:
        """The rule at which chance decides now, as it is written."""
        span = self.plan.flow.code[self.frame[0]].span
        rows = self.plan.texts.get(span.file, "").split("\n")
        words = rows[span.line - 1][span.column - 1 : span.end_column - 1] if 0 < span.line <= len(rows) else ""
        return f"`{words}` (line {span.line})" if words else f"line {span.line}"

    def _face_sort(self, face: int) -> F.Sort:
        flow = self.plan.flow
        return F.Sort("card", flow.components[flow.faces[face & FACE].component].name)

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
            said = f"{who} cannot do that; {who} can: {self._list(moves)}"
            kept_back = forbidding(
                self.machine, self.frame, lambda free: next((move for move in free if self._fits(move, act)), None)
            )
            raise _Fails(said, act.span, f"the limit `{kept_back[0]}` does not allow it" if kept_back else "")
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

    def _list(self, moves: list[tuple[Any, ...]], most: int = 8) -> str:
        shown = "; ".join(self._say(move) for move in moves[:most])
        return f"{shown}{f'; and {len(moves) - most} more' if len(moves) > most else ''}" or "nothing"

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
        if sort.name == "place" and act.what_place is not None:
            return bool(self._value(act.what_place) == value)
        wanted = self.machine.evaluate(self.frame, act.what)  # type: ignore[arg-type]
        if sort.name == "card":
            return [card & FACE for card in wanted] == [value & FACE]
        if sort.name in ("meld", "play"):
            return sorted(card & FACE for card in wanted) == sorted(value[-1])
        return list(wanted) == [value]

    # ---- expectations ----------------------------------------------------------------------------------------------
    def _expect(self, line: ExpectPlan, played: bool = True) -> _Fails | None:
        """Nothing if it holds; else how it fails."""
        if self._value(line.test):
            return None
        parts = [(part.text, self._sentence(part)) for part in line.shown]
        hint = self._pending() if played else ""
        if len(parts) == 1:
            return _Fails(parts[0][1], line.span, hint)
        return _Fails("; ".join(f"`{text}`: {sentence}" for text, sentence in parts), line.span, hint)

    def _pending(self) -> str:
        """Who is still to choose when something was not as expected: what was forgotten may be their move."""
        stop = self.machine.stop(self.frame)
        if stop.kind != "decision":
            return ""
        who = self.plan.seats[stop.player]
        found = f"{who} is still to choose here: {self._list(self.machine.moves(self.frame), 3)}"
        asked = self.asked
        if asked is not None and asked.how in ("can", "can only") and asked.seat == stop.player:
            told = asked.text.replace(f"{who} {asked.how} ", f"{who} does ", 1)
            found += f"; `{asked.how}` only asks and plays nothing: to play it, write below it: {told}"
        return found

    def _ends(self, line: EndPlan) -> _Fails | None:
        """Nothing if the game has ended so; else what is the case."""
        stop = self.machine.stop(self.frame)
        ended = self.plan.flow.code[self.frame[0]]
        if not isinstance(ended, F.EndGame):
            return _Fails(f"the game has not ended: {self._state(stop)}", line.span)
        if self.frame[0] == self.plan.over:
            return _Fails(
                "the game has not ended: what the example starts is over, and the game would go on", line.span
            )
        name = self.plan.flow.endings[ended.ending]
        return None if name == line.ending else _Fails(f"the game has ended as `{name}`", line.span)

    def _sentence(self, part: Shown) -> str:
        try:
            return part.sentence.format(*(self._side(side) for side in part.sides))
        except PlayError as fault:  # a part behind an `or`, never asked
            return fault.message

    def _side(self, side: Side) -> str:
        value = self.machine.evaluate(self.frame, side.value)
        if not side.many:
            return self.names.word(value, side.sort)
        words = [self.names.word(member, side.sort) for member in value]
        more = f", … ({len(words)} in all)" if len(words) > _SHOWN else ""
        return f"[{', '.join(words[:_SHOWN])}{more}]"


def _article(word: str) -> str:
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"


def _of_another(told: _Told, possible: str) -> str:
    """What luck tells, with whose face it is where one that is called the same can come."""
    sort = next(iter(told.values))
    return f"{told.words} of {_article(sort.of)}" if sort.of and told.words in possible.split(", ") else told.words


def _words(told: list[_Told]) -> str:
    return ", ".join(one.words for one in told)
