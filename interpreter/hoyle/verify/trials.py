"""One small change of the rules, held against everything that could notice it.

Comes in: a game's rules, then `Mutant`s. Goes out: a `Fate` for each. What always holds: a fate depends on the rules,
the change and the seed alone, never on the clock or on what was tried before; a change counts as one that makes a
difference only if a difference is seen; everything that notices it is something `hoyle verify` looks at, too.

What is cheap comes first: the examples, then many plays of the compiled game next to those of the rules as they are,
then a small instance, which the compiled game explores, too, then plays held against their twins and moved on by a seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ..engine.errors import PlayError
from ..engine.examples import run_example
from ..engine.flow import EndGame
from ..language import tree as t
from ..language.check import check
from ..language.diagnostics import HoyleError, SpecErrors
from ..language.program import Program
from .checks import Checks
from .explore import Limits
from .flat import explored
from .mutate import Mutant
from .pairs import Pair
from .plays import Lucky, Recorded, Source, run
from .properties import ALWAYS, DEAD_END, ENDS, EXAMPLE, FOLLOWED, MEASURE, PLACES, SEATS, words
from .rules import Case, Rules, Setting
from .seats import Seats, says_otherwise
from .swift import Uniform
from .twins import Twins

PLAYS = 400
"""How many plays of each setting are made with each change."""

FIRST = 20
"""How many of them are made first, to see whether they end at all."""

STATES = 10_000
"""How many positions of each small instance are looked at with each change: the compiled game does it in about the time that
the interpreter needs for a tenth of them."""

STEPPED = 12
"""How many plays of each setting are made in step with the rules as they are."""

CAP = 20_000
"""The most decisions of a play."""

FUEL = 1_000_000_000
"""The most instructions of a batch of plays of a compiled game; what only chance drives on may never end."""

LONGER = 5
"""A play that goes on so much longer than the longest of the rules as they are is cut off."""


@dataclass(frozen=True)
class Fate:
    """What became of a change.

    `result` is *noticed* (then `by` says by what), *survived* (it makes a difference, and nothing noticed), *same* (no
    difference was seen in `plays` plays), *equal* (the game made of it is the very same) or *refused* (by the checker).
    """

    mutant: Mutant
    result: str
    by: str = ""
    plays: int = 0


class Trials:
    """Tries changes of one game.

    Args:
        rules: the game; its tree is changed while a change is tried, and is then as before.
        settings: what is played, alike but for players and scopes; those with a scope are explored, too. The first
            has none.
        seed: decides the plays.
        memory: where exploring stops, in megabytes.

    Raises:
        HoyleError: something is wrong with the rules as they are.
    """

    def __init__(self, rules: Rules, settings: Sequence[Setting], seed: int, memory: int = 3_000) -> None:
        self.rules, self.settings, self.seed, self.memory = rules, list(settings), seed, memory
        self.base = {setting: rules.case(setting) for setting in settings}
        self.caps = dict.fromkeys(settings, CAP)
        self.known: dict[Setting, list[Any]] = {}
        self.kept = {id(node): name for node in rules.file.declarations if (name := _notices(node)) is not None}
        broken = self._examples(self.base[self.settings[0]].program)
        for setting in self.settings:
            broken = broken or self._many(self.base[setting])
        broken = broken or self._closely(self.base)
        if broken is not None:
            raise HoyleError(f"the rules are wrong as they are ({words(broken)}): mend that first (hoyle verify)")

    def __call__(self, mutant: Mutant) -> Fate:
        """What becomes of a change."""
        with mutant.applied():
            try:
                whole = self._program(self.settings[0])
                by = self._examples(whole)
                if by is not None:
                    return Fate(mutant, "noticed", by)
                cases = {s: Case(self.rules, s, whole if s.scope is None else self._program(s)) for s in self.settings}
            except SpecErrors as errors:
                by = self._unreadable(errors)
                return Fate(mutant, "refused") if by is None else Fate(mutant, "noticed", by)
            except HoyleError:
                return Fate(mutant, "refused")
        if all(case.flow == self.base[setting].flow for setting, case in cases.items()):
            return Fate(mutant, "equal")
        apart: dict[Setting, list[int]] = {}
        for setting, case in cases.items():
            by = self._many(case, apart.setdefault(setting, []))
            if by is not None:
                return Fate(mutant, "noticed", by)
        by = self._closely(cases)
        if by is not None:
            return Fate(mutant, "noticed", by)
        plays = PLAYS * len(cases)
        return Fate(mutant, "survived" if self._differs(cases, apart) else "same", "", plays)

    def _program(self, setting: Setting) -> Program:
        rules = self.rules
        names = [*rules.always, *(name for name in setting.variants if name not in rules.always)]
        small = (setting.scope, rules.scopes(setting.variants)[setting.scope].changes) if setting.scope else None
        changes = [(name, rules.changes(name)) for name in names]
        return check(rules.name, rules.without_scopes(), changes, dict(setting.values), rules.texts, small)

    # ---- noticing ----

    def _examples(self, program: Program) -> str | None:
        for example in program.examples.values():
            if run_example(program, example).problem is not None:
                return EXAMPLE + example.name
        return None

    def _unreadable(self, errors: SpecErrors) -> str | None:
        """The example or promise that cannot be read any more, if nothing else is wrong."""
        found = None
        for one in errors.diagnostics:
            if one.warning:
                continue
            holding = [
                name
                for node in self.rules.file.declarations
                if (name := self.kept.get(id(node))) is not None
                and node.span.file == one.span.file
                and node.span.line <= one.span.line <= node.span.end_line
            ]
            if not holding:
                return None
            found = found or holding[0]
        return found

    def _many(self, case: Case, apart: list[int] | None = None) -> str | None:
        """What is seen to be wrong in many plays. The seeds of plays that come out otherwise than those of the rules as
        they are, are put into `apart`; without it, these are the rules as they are."""
        setting = case.setting
        results: list[Any] = []
        known = self.known.get(setting, [])
        cap = self.caps[setting]
        for result in self._outcomes(case, cap):
            number = len(results)
            results.append(result)
            if apart is not None and result != known[number]:
                apart.append(self._seed(number))
            if result[0] == "broken":
                return str(result[1])
            if number == FIRST - 1 and all(one[0] == "capped" for one in results):
                return ENDS if apart is not None else None
        if apart is None:
            self.known[setting] = results
            longest = max(result[1] for result in results)
            self.caps[setting] = CAP if any(r[0] == "capped" for r in results) else max(1_000, LONGER * longest)
        return None

    def _seed(self, number: int) -> int:
        return self.seed * 1_000_003 + number

    def _outcomes(self, case: Case, cap: int) -> Iterator[tuple[Any, ...]]:
        """How the plays of a case come out: how they ended, decisions, choices, winners, scores."""
        from ..engine.wasm import Program as Compiled
        from ..engine.wasm import Runtime, Unsupported
        from ..engine.wasm.host import OutOfFuel, counting_engine

        try:
            runtime = Runtime(Compiled(case.flow, watched=True, engine=counting_engine()), FUEL)
        except Unsupported:
            yield from self._plainly(case, cap)
            return
        code = case.flow.code
        for first in range(0, PLAYS, FIRST):
            seeds = [self._seed(number) for number in range(first, first + FIRST)]
            try:
                batch = runtime.playouts(seeds, cap)
            except OutOfFuel:
                yield from [("capped", cap)] * (PLAYS - first)
                return
            for played in batch:
                if isinstance(played, PlayError):
                    yield "broken", FOLLOWED
                elif played.kind == "stuck":
                    yield "broken", DEAD_END
                elif played.kind == "broken":
                    yield "broken", _named(case, played.broken)
                else:
                    last = code[played.at]
                    end = case.flow.endings[last.ending] if isinstance(last, EndGame) else ""
                    yield played.kind, played.decisions, played.choices, end, played.winners, played.scores

    def _plainly(self, case: Case, cap: int) -> Iterator[tuple[Any, ...]]:
        """The same by the interpreter, a tenth as many."""
        checks = Checks(case)
        for number in range(PLAYS // 10):
            played = run(case, Uniform(self._seed(number)), checks, cap)
            if played.fault is not None:
                yield "broken", played.fault.name
            else:
                yield played.kind, played.decisions, played.choices, played.frame

    def _closely(self, cases: dict[Setting, Case]) -> str | None:
        """What is seen to be wrong in a small instance, and in a few plays looked at closely."""
        for setting, case in cases.items():
            if setting.scope is not None:
                faults = explored(case, Checks(case), Limits(STATES, self.memory)).faults
                if faults:
                    return sorted(faults)[0]
        for case in cases.values():
            checks = Checks(case)
            for number in range(2):
                recorded = Recorded(Lucky(self._seed(number)))
                played = run(case, recorded, checks, 400)
                if played.fault is not None:
                    return played.fault.name
                by = self._compared(case, recorded.path, played.kind == "over")
                if by is not None:
                    return by
        return None

    def _compared(self, case: Case, path: list[int], over: bool) -> str | None:
        told = Twins(case).look(path, Random(1), 2, 60)
        if told is not None:
            return told.fault.name
        if not over or says_otherwise(case.program) is not None:
            return None
        return None if Seats(case).look(path) is None else SEATS

    # ---- making a difference ----

    def _differs(self, cases: dict[Setting, Case], apart: dict[Setting, list[int]]) -> bool:
        """Whether a change makes a difference in a play: in one that came out otherwise, or in another."""
        for setting, case in cases.items():
            pair = Pair(self.base[setting], case)
            sources: list[Source] = [Uniform(seed) for seed in apart[setting][:3]]
            sources += [Lucky(self._seed(number)) for number in range(STEPPED)]
            for source in sources:
                cap = self.caps[setting] if isinstance(source, Uniform) else 500
                try:
                    if pair.run(source, cap).fault is not None:
                        return True
                except PlayError:
                    return True
        return False


def _named(case: Case, broken: str) -> str:
    """The property that does not hold: an invariant, a measure, or that each card is in one place."""
    if broken == "pieces":
        return PLACES
    if broken == "measure":
        return MEASURE.strip()
    return ALWAYS + broken


def _notices(node: t.Node) -> str | None:
    """What an example or promise is called; None for what is neither."""
    match node:
        case t.Example():
            return EXAMPLE + node.name
        case t.Always():
            return ALWAYS + node.name
        case t.Measure():
            return MEASURE + " or ".join(node.names)
    return None
