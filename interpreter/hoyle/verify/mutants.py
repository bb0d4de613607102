"""How well the rules are pinned down: small changes, each held against everything that could notice it.

Comes in: a spec and a plan. Goes out: `Pinned`: the changes nothing noticed, as questions. What always holds: what
becomes of a change depends on the rules and the seed alone (see `trials`), not on how many processes try changes; an
interrupt or the end of the budget keeps what is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from ..engine.processes import ProcessEnded, processes
from ..language.diagnostics import HoyleError
from .campaign import PROFILES, Plan, Progress
from .mutate import mutants
from .properties import words
from .rules import Rules, Setting
from .story import place
from .trials import Fate, Trials

BUDGET = 10
"""How many times the budget of a profile the changes get, if no budget is given."""

FEW = 8
"""So many changes are not worth a second process."""


@dataclass
class Pinned:
    """What was found of all changes."""

    rules: Rules
    fates: list[Fate] = field(default_factory=list)
    of: int = 0
    seed: int = 0
    seconds: float = 0.0
    interrupted: bool = False
    settings: list[Setting] = field(default_factory=list)

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
            span = fate.mutant.span
            found.append(f"{place(span)}: nothing you wrote would notice if {fate.mutant.words}")
            text = self.rules.texts.get(span.file, "").splitlines()[span.line - 1 : span.line]
            if text:
                width = (span.end_column if span.end_line == span.line else len(text[0]) + 1) - span.column
                found += [f"    {text[0]}", f"    {' ' * (span.column - 1)}{'^' * max(1, width)}"]
        if found:
            found += ["Give an example, or say what always holds, for each of these that matters.", ""]
        how = "interrupted: " if self.interrupted else ""
        found.append(
            f"{how}{len(self.fates)} of {self.of} small changes looked at in {self.seconds:.0f} s, seed {self.seed}"
        )
        noticed = Counter(fate.by.partition(" ")[0] for fate in self.fates if fate.result == "noticed")
        by = ", ".join(f"{name} {count}" for name, count in noticed.most_common())
        found.append(f"  noticed: {self.count('noticed')}" + (f" ({by})" if by else ""))
        found.append(f"  not noticed: {len(self.survivors)}")
        plays = max((fate.plays for fate in self.fates if fate.result == "same"), default=0)
        if plays:
            found.append(f"  no difference seen in {plays:,} plays each: {self.count('same')}")
        found.append(f"  make the very same game: {self.count('equal')}")
        found.append(f"  refused by the checker: {self.count('refused')}")
        if self.score is not None:
            found.append(f"Noticed of those that make a difference: {self.score * 100:.0f} %.")
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
            "equal": self.count("equal"),
            "refused": self.count("refused"),
            "score": self.score,
            "settings": [setting.words() for setting in self.settings],
            "interrupted": self.interrupted,
            "fates": [
                {
                    "change": fate.mutant.words,
                    "file": fate.mutant.span.file,
                    "line": fate.mutant.span.line,
                    "column": fate.mutant.span.column,
                    "result": fate.result,
                    "by": fate.by or None,
                    "plays": fate.plays or None,
                }
                for fate in self.fates
            ],
            "seconds": round(self.seconds, 1),
        }


class Mutants:
    """Tries the small changes of one spec.

    Args:
        spec: a bundled game's name or a path.
        plan: numbers of players, parameters, budget (ten times the profile's if not given), seed.
        progress: told what is being done.
        jobs: how many processes try changes at once.
        part: only so many of the changes, drawn by the seed; all if None.

    Raises:
        HoyleError, SpecErrors: there is no such game, or it is wrong as it is.
    """

    def __init__(
        self,
        spec: str | Path,
        plan: Plan,
        progress: Progress | None = None,
        jobs: int = 1,
        part: int | None = None,
    ) -> None:
        self.spec, self.rules, self.plan, self.part = spec, Rules(spec), plan, part
        self.budget = PROFILES[plan.profile].budget * BUDGET if plan.budget is None else plan.budget
        self.jobs = jobs
        self._tell = progress or (lambda text, part: None)
        self.variants = tuple(self.rules.chosen(plan.variants or ()))
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
        order = list(range(len(every)))
        Random(self.plan.seed).shuffle(order)
        order = order[: self.part]
        found = Pinned(self.rules, of=len(order), seed=self.plan.seed, settings=self.settings)
        try:
            for number, result, by, plays in self._fates(order):
                found.fates.append(Fate(every[number], result, by, plays))
                self._tell(every[number].words, min(1.0, (monotonic() - begin) / self.budget))
                if monotonic() - begin > self.budget:
                    break
        except (KeyboardInterrupt, ProcessEnded):
            found.interrupted = True
        found.fates.sort(key=lambda fate: (fate.mutant.span.line, fate.mutant.span.column, fate.mutant.words))
        found.seconds = monotonic() - begin
        return found

    def _fates(self, order: list[int]) -> Iterator[_Told]:
        """What becomes of the changes of these numbers, as they come."""
        self._tell(f"{words(self.rules.name)} as it is", 0.0)
        task = self.spec, self.settings, self.plan.seed, self.plan.memory
        if self.jobs == 1 or len(order) <= FEW:
            one = _Worker(*task)
            yield from map(one, order)
            return
        jobs = min(self.jobs, len(order))
        with processes(jobs, _begin, *task) as pool:
            todo = iter(order)
            running: set[Future[_Told]] = {
                pool.submit(_try, number) for _, number in zip(range(2 * jobs), todo, strict=False)
            }
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
                    following = next(todo, None)
                    if following is not None:
                        running.add(pool.submit(_try, following))


_Told = tuple[int, str, str, int]
"""What became of a change, by its number: result, by what, plays."""


class _Worker:
    """Tries changes by their numbers, in whatever process."""

    def __init__(self, spec: str | Path, settings: list[Setting], seed: int, memory: int) -> None:
        rules = Rules(spec)
        self.trials = Trials(rules, settings, seed, memory)
        self.every = mutants(rules.file, rules.texts)

    def __call__(self, number: int) -> _Told:
        fate = self.trials(self.every[number])
        return number, fate.result, fate.by, fate.plays


_worker: _Worker | HoyleError


def _begin(spec: str | Path, settings: list[Setting], seed: int, memory: int) -> None:
    """Make ready a process that tries changes."""
    global _worker
    try:
        _worker = _Worker(spec, settings, seed, memory)
    except HoyleError as error:
        _worker = error


def _try(number: int) -> _Told:
    if isinstance(_worker, HoyleError):
        raise _worker
    return _worker(number)
