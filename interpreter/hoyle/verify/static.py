"""Static questions about a spec, answered by looking at every position of its small instances.

Comes in: rules, and how long it may take. Goes out: `Answer`s. What always holds: *proved* is said only of a small
instance looked at wholly, and names it; a *counterexample* is a position that a real play reaches; everything else is
*unknown*.

The questions: can a guard ever hold (is each option ever possible, is each branch ever taken); do two options of one
choice overlap that should exclude each other (an option is possible and so is another, always or never both); is
there a position in which somebody is to choose and no option is possible.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import Any, Literal

from ..engine import flow as F
from ..engine.errors import PlayError
from ..language.tree import Span
from .checks import Checks
from .explore import DECISION, Explored, Limits, explore
from .properties import DEAD_END, words
from .report import reachable_marks
from .rules import Case, Rules, Setting
from .story import Story, place, tell
from .watch import Mark

Result = Literal["proved", "counterexample", "unknown"]


@dataclass(frozen=True)
class Answer:
    """One question answered: `result` is of what `says` claims; `bound` is the small instance it was looked at in."""

    question: str
    says: str
    result: Result
    bound: str
    where: str
    story: Story | None = None

    def line(self) -> str:
        """It in one line."""
        return f"{self.where}: {self.says}: {self.result} ({self.bound})"

    def data(self) -> dict[str, Any]:
        """It as JSON data."""
        return {
            "question": self.question,
            "says": self.says,
            "result": self.result,
            "bound": self.bound,
            "where": self.where,
            "story": None if self.story is None else self.story.data(),
        }


def static(rules: Rules, seconds: float = 10, variants: tuple[str, ...] = ()) -> list[Answer]:
    """Answer the static questions for each small instance a spec declares.

    Raises:
        HoyleError, SpecErrors: the rules are wrong.
    """
    settings = []
    for scope in rules.scopes(variants):
        seats = rules.program(variants, (), scope).seats()
        settings += [Setting(n, variants, (), scope) for n in seats]
    answers = []
    end = monotonic() + seconds
    for number, setting in enumerate(settings):
        share = max(0.0, end - monotonic()) / (len(settings) - number)
        case = rules.case(setting)
        before = list(case.watch.marks)
        found = explore(case, Checks(case, {DEAD_END}), Limits(deadline=monotonic() + share))
        reached = [now - then for now, then in zip(case.watch.marks, before, strict=True)]
        answers += [*_guards(case, found, reached), *_overlaps(case, found), _dead_end(case, found)]
    return answers


def _bound(case: Case, found: Explored) -> str:
    graph = found.graph
    looked = len(graph) - graph.left
    return f"{case.setting.words()}, {looked:,} positions" + ("" if graph.whole else ", not all")


def _guards(case: Case, found: Explored, reached: list[int]) -> list[Answer]:
    """For each option and branch that never came about: whether it can."""
    can = reachable_marks(case)
    seen: dict[Mark, tuple[int, Span]] = {}
    for info, count in zip(case.flow.marks, reached, strict=True):
        if info.kind in ("option", "branch", "limit"):
            key = (info.kind, info.name, info.span.file, info.span.line, info.span.column)
            seen[key] = seen.get(key, (0, info.span))[0] + count, info.span
    answers = []
    for key, (count, span) in seen.items():
        if count or key not in can:
            continue
        result: Result = "proved" if found.graph.whole else "unknown"
        says = f"{key[0]} {words(key[1])} never comes about"
        answers.append(Answer("guard", says, result, _bound(case, found), place(span)))
    return answers


def _overlaps(case: Case, found: Explored) -> list[Answer]:
    """For each pair of options of one choice: whether both can be possible at once, with the first position where."""
    pairs: dict[tuple[int, int, int], int] = {}
    met: dict[int, set[int]] = {}
    machine, graph = case.machine, found.graph
    for state, frame in enumerate(found.frames):
        if graph.kind[state] != DECISION:
            continue
        pc = frame[0]
        try:
            options = sorted({move[0] for move in machine.moves(frame)})
        except PlayError:
            continue
        met.setdefault(pc, set()).update(options)
        for i, one in enumerate(options):
            for other in options[i + 1 :]:
                pairs.setdefault((pc, one, other), state)
    answers = []
    for pc, options_ in met.items():
        node = case.flow.code[pc]
        assert isinstance(node, F.Choose)
        infos = [option for tier in node.tiers for option in tier.options]
        tiers = [number for number, tier in enumerate(node.tiers) for _ in tier.options]
        known = sorted(options_)
        for i, one in enumerate(known):
            for other in known[i + 1 :]:
                if tiers[one] != tiers[other]:
                    continue  # the later tier is asked only when the earlier has nothing
                says = f"{words(infos[one].name)} and {words(infos[other].name)} exclude each other"
                both = pairs.get((pc, one, other))
                answers.append(_overlap(case, found, says, both, node.span))
    return answers


def _overlap(case: Case, found: Explored, says: str, state: int | None, span: Span) -> Answer:
    bound, where = _bound(case, found), place(span)
    if state is None:
        return Answer("overlap", says, "proved" if found.graph.whole else "unknown", bound, where)
    way = found.graph.path(state)
    story = tell(case, found.graph.steps(way), len(way) - 1)
    return Answer("overlap", says, "counterexample", bound, where, story)


def _dead_end(case: Case, found: Explored) -> Answer:
    says, where = "whoever is to choose has an option", str(case.rules.source.file.name)
    if DEAD_END in found.faults:
        fault, path, steps = found.faults[DEAD_END]
        story = tell(case, path, steps, fault)
        return Answer("no option", says, "counterexample", _bound(case, found), place(fault.span), story)
    return Answer("no option", says, "proved" if found.graph.whole else "unknown", _bound(case, found), where)
