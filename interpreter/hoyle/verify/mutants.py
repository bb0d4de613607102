"""How well the rules are pinned down: small changes, each held against everything that could notice it.

Comes in: a spec and a plan. Goes out: `Pinned`: the changes nothing noticed, as questions. What always holds: a
change counts only if it is seen to change a play; one that is refused by the checker, or makes no difference in any
play tried, is counted apart.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from ..engine.errors import PlayError
from ..engine.examples import run_example
from ..language.check import check
from ..language.diagnostics import HoyleError, SpecErrors
from ..language.program import Program
from .campaign import PROFILES, Plan, Progress
from .checks import Checks
from .explore import Limits, explore
from .mutate import Mutant, mutants
from .pairs import Pair
from .plays import Lucky, Recorded, run
from .properties import EXAMPLE, SEATS
from .rules import Case, Rules, Setting
from .seats import Seats, says_otherwise
from .story import place
from .twins import Twins

STATES = 1_500
"""How many positions of a small instance are looked at for each change."""

CAP = 1_500
"""Where a play is cut off; a change after which plays go on far longer than before has made a difference."""

SECONDS = 1.0
"""How long plays are compared for each change, at most, where nothing else has noticed it."""


@dataclass(frozen=True)
class Fate:
    """What became of a change: by what it was noticed ("" if by nothing), or `same` or `refused`."""

    mutant: Mutant
    result: str
    by: str = ""


@dataclass
class Pinned:
    """What was found of all changes."""

    rules: Rules
    fates: list[Fate] = field(default_factory=list)
    of: int = 0
    seed: int = 0
    seconds: float = 0.0
    interrupted: bool = False

    def count(self, result: str) -> int:
        """How many changes came out so."""
        return sum(1 for fate in self.fates if fate.result == result)

    @property
    def survivors(self) -> list[Fate]:
        """The changes that make a difference and that nothing noticed."""
        return [fate for fate in self.fates if fate.result == "survived"]

    @property
    def score(self) -> float | None:
        """The part of the changes that make a difference that was noticed; None if there is none."""
        counted = self.count("noticed") + len(self.survivors)
        return self.count("noticed") / counted if counted else None

    @property
    def status(self) -> int:
        """The exit status: 0 if all changes were looked at, else 3."""
        return 0 if len(self.fates) == self.of else 3

    def lines(self) -> list[str]:
        """All of it as lines of text."""
        found = []
        for fate in self.survivors:
            found.append(f"{place(fate.mutant.span)}: nothing you wrote would notice if {fate.mutant.words}")
        if found:
            found += ["Give an example, or say what always holds, for each of these that matters.", ""]
        noticed = Counter(fate.by.partition(" ")[0] for fate in self.fates if fate.result == "noticed")
        by = ", ".join(f"{name} {count}" for name, count in noticed.most_common())
        found.append(
            f"{len(self.fates)} of {self.of} small changes looked at in {self.seconds:.0f} s, seed {self.seed}:"
        )
        found.append(f"  noticed {self.count('noticed')}" + (f" ({by})" if by else ""))
        found.append(f"  not noticed {len(self.survivors)}")
        found.append(f"  without any difference in the plays tried {self.count('same')}")
        found.append(f"  refused by the checker {self.count('refused')}")
        if self.score is not None:
            found.append(f"  noticed of those that make a difference: {self.score * 100:.0f} %")
        return found

    def data(self) -> dict[str, Any]:
        """All of it as JSON data."""
        return {
            "game": self.rules.name,
            "seed": self.seed,
            "changes": self.of,
            "looked_at": len(self.fates),
            "noticed": self.count("noticed"),
            "survived": len(self.survivors),
            "same": self.count("same"),
            "refused": self.count("refused"),
            "score": self.score,
            "fates": [
                {
                    "change": fate.mutant.words,
                    "file": fate.mutant.span.file,
                    "line": fate.mutant.span.line,
                    "result": fate.result,
                    "by": fate.by or None,
                }
                for fate in self.fates
            ],
            "seconds": round(self.seconds, 1),
        }


class Mutants:
    """Tries the small changes of one spec.

    Args:
        spec: a bundled game's name or a path.
        plan: numbers of players, parameters, budget (four times the profile's if not given), seed.
        progress: told what is being done.

    Raises:
        HoyleError, SpecErrors: there is no such game, or it is wrong as it is.
    """

    def __init__(self, spec: str | Path, plan: Plan, progress: Progress | None = None) -> None:
        self.rules, self.plan = Rules(spec), plan
        self.budget = PROFILES[plan.profile].budget * 4 if plan.budget is None else plan.budget
        self._tell = progress or (lambda text, part: None)
        self.variants = tuple(self.rules.variant(name) for name in plan.variants or ())
        seats = self.rules.program(self.variants, plan.values).seats()
        counts = [n for n in seats if not plan.players or n in plan.players]
        if not counts:
            raise HoyleError(f"{self.rules.name} is for {seats[0]} to {seats[-1]} players")
        self.settings = [Setting(n, self.variants, plan.values) for n in dict.fromkeys((counts[0], counts[-1]))]
        for scope in self.rules.scopes(self.variants):
            small = self.rules.program(self.variants, plan.values, scope).seats()
            self.settings.append(Setting(small[0], self.variants, plan.values, scope))

    def run(self) -> Pinned:
        """Try all changes, in an order drawn by the seed, as long as there is time."""
        begin = monotonic()
        every = mutants(self.rules.file, self.rules.texts)
        found = Pinned(self.rules, of=len(every), seed=self.plan.seed)
        order = list(every)
        Random(self.plan.seed).shuffle(order)
        try:
            broken = self._noticed({s: self.rules.case(s) for s in self.settings})
            if broken is not None:
                raise HoyleError(f"the rules are wrong as they are ({broken}): mend that first (hoyle verify)")
            for mutant in order:
                if monotonic() - begin > self.budget:
                    break
                self._tell(mutant.words, (monotonic() - begin) / self.budget)
                found.fates.append(self._try(mutant))
        except KeyboardInterrupt:
            found.interrupted = True
        found.fates.sort(key=lambda fate: (fate.mutant.span.line, fate.mutant.span.column))
        found.seconds = monotonic() - begin
        return found

    # ---- one change ----

    def _try(self, mutant: Mutant) -> Fate:
        with mutant.applied():
            try:
                cases = {setting: self._case(setting) for setting in self.settings}
            except (SpecErrors, HoyleError):
                return Fate(mutant, "refused")
        by = self._noticed(cases)
        if by is not None:
            return Fate(mutant, "noticed", by)
        return Fate(mutant, "survived" if self._differs(cases) else "same")

    def _case(self, setting: Setting) -> Case:
        return Case(self.rules, setting, self._program(setting))

    def _program(self, setting: Setting) -> Program:
        rules = self.rules
        names = [*rules.always, *(name for name in setting.variants if name not in rules.always)]
        small = (setting.scope, rules.scopes(setting.variants)[setting.scope].changes) if setting.scope else None
        changes = [(name, rules.changes(name)) for name in names]
        return check(rules.name, rules.without_scopes(), changes, dict(setting.values), rules.texts, small)

    def _noticed(self, cases: dict[Setting, Case]) -> str | None:
        """What notices that something is wrong: an example, or a property in a few plays."""
        whole = [case for setting, case in cases.items() if setting.scope is None]
        program = whole[0].program
        for example in program.examples.values():
            if run_example(program, example).problem is not None:
                return EXAMPLE + example.name
        for setting, case in cases.items():
            if setting.scope is not None:
                limits = Limits(STATES, self.plan.memory, monotonic() + SECONDS)
                faults = explore(case, Checks(case), limits).faults
                if faults:
                    return sorted(faults)[0]
        for case in cases.values():
            if (by := self._played(case)) is not None:
                return by
        return None

    def _played(self, case: Case) -> str | None:
        """What is wrong in a few plays of a case."""
        checks, end = Checks(case), monotonic() + SECONDS / 2
        capped = 0
        for number in range(30):
            recorded = Recorded(Lucky(self.plan.seed * 1000 + number))
            played = run(case, recorded, checks, CAP)
            capped += played.kind == "capped"
            if played.fault is not None:
                return played.fault.name
            if capped == 3 and number == 2:
                return "ends"
            if number < 3:
                by = self._compared(case, recorded, played.kind == "over")
                if by is not None:
                    return by
            if monotonic() > end:
                break
        return None

    def _compared(self, case: Case, recorded: Recorded, over: bool) -> str | None:
        told = Twins(case).look(recorded.path, Random(1), 2, 60)
        if told is not None:
            return told.fault.name
        if not over or len(recorded.path) > 1_000 or says_otherwise(case.program) is not None:
            return None
        return None if Seats(case).look(recorded.path) is None else SEATS

    def _differs(self, cases: dict[Setting, Case]) -> bool:
        """Whether a change makes a difference in a play."""
        pairs = [Pair(self.rules.case(setting), case) for setting, case in cases.items()]
        end = monotonic() + SECONDS
        number = 0
        while number < len(pairs) or monotonic() < end:
            pair = pairs[number % len(pairs)]
            try:
                if pair.run(Lucky(number // len(pairs)), CAP).fault is not None:
                    return True
            except PlayError:
                return True
            number += 1
        return False
