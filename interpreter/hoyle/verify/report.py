"""What a verification found, for people and for programs.

Comes in: examples, small instances, cells of plays, violations. Goes out: a table, stories, JSON data and an exit
status. What always holds: a property's result is the worst of what was found of it; what was not looked at is *not
decided*, and never shown as success.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from ..engine import flow as F
from ..engine.examples import ExampleResult
from .cell import Cell
from .findings import Finding, detail
from .plays import Fixed, Path, run
from .properties import ENDS, KNOWN, PATHWISE, SEATS, SEEN, Fault, Property
from .rules import Case, Rules, Setting
from .small import Small
from .story import Story, place, tell
from .watch import Mark, key_of

Result = Literal["proved", "held", "violated", "not decided", "not asked"]


@dataclass(frozen=True)
class Example:
    """An example of the game with some variants, and how it came out."""

    variants: tuple[str, ...]
    result: ExampleResult


@dataclass
class Violation:
    """A fault with a play that shows it. `path` is empty where no play was needed; `seen` are all settings it was met
    in."""

    setting: Setting
    fault: Fault
    path: Path
    steps: int
    seen: list[Setting] = field(default_factory=list)
    record: str | None = None
    shortest: bool = False

    def decisions(self, rules: Rules) -> int:
        """How many decisions its play has."""
        return run(rules.case(self.setting), Fixed(self.path), None, 1_000_000, self.steps).decisions

    def story(self, rules: Rules) -> Story:
        """The play, told."""
        try:
            case = rules.case(self.setting)
        except Exception:  # the setting itself is what is wrong
            return Story(f"{rules.name}, {self.setting.words()}", [], [self.fault.message])
        if not self.path and not self.steps:
            last = [f"{place(self.fault.span)}: {self.fault.message}" if self.fault.span.line else self.fault.message]
            return Story(f"{case.program.title}, {self.setting.words()}", [], [*last, *self.fault.lines])
        return tell(case, self.path, self.steps, self.fault)


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    name: str
    result: Result
    findings: tuple[Finding, ...] = ()

    @property
    def detail(self) -> str:
        """What was found, in English."""
        return detail(self.findings)


@dataclass
class Report:
    """Everything a verification found."""

    rules: Rules
    seed: int
    budget: float
    properties: list[Property]
    examples: list[Example] = field(default_factory=list)
    small: list[Small] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    others: list[Cell] = field(default_factory=list)
    untried: list[Setting] = field(default_factory=list)
    """The settings with a parameter at an end of its range that there was no time to play."""
    refused: int = 0
    """How many such settings the rules do not allow."""
    violations: dict[tuple[Any, ...], Violation] = field(default_factory=dict)
    smaller: dict[tuple[Any, ...], Violation] = field(default_factory=dict)
    reached: dict[Mark, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    streamed: int = 0
    interrupted: bool = False
    counted: bool = False
    """Whether steps were what bounded it, not seconds."""
    seconds: float = 0.0

    # ---- settings ----

    def settings(self) -> tuple[int, list[Setting]]:
        """How many settings there are (each number of players and variant; each of them with each parameter at an end of its
        range), and those not tried."""
        cells = [*self.cells, *self.others]
        unplayed = [cell.case.setting for cell in cells if not cell.tally.plays and not cell.faults]
        return len(cells) + self.refused + len(self.untried), [*unplayed, *self.untried]

    # ---- violations ----

    def add(self, violation: Violation) -> bool:
        """Note a violation; whether it is the first of its kind. One of the whole game counts before one of a small
        instance."""
        key = violation.fault.key
        known = self.violations.get(key)
        if known is None:
            violation.seen.append(violation.setting)
            self.violations[key] = violation
            return True
        if violation.setting not in known.seen:
            known.seen.append(violation.setting)
        if known.setting.scope is not None and violation.setting.scope is None:
            violation.seen = known.seen
            self.violations[key] = violation
            self.smaller[key] = known
        return False

    def replace(self, old: Violation, new: Violation) -> None:
        """A plainer play of the same fault."""
        small = self.smaller.get(old.fault.key)
        if small is not None and 3 * small.decisions(self.rules) < new.decisions(self.rules):
            new = small  # a much shorter play, if of a small instance only
        new.seen = old.seen
        self.violations[old.fault.key] = new

    # ---- results ----

    @property
    def failed_examples(self) -> list[Example]:
        """The examples that do not hold."""
        return [example for example in self.examples if example.result.problem is not None]

    def rows(self) -> list[Row]:
        """The table, examples first."""
        found = []
        if self.examples:
            failed = len(self.failed_examples)
            values: dict[str, int | str] = {"n": len(self.examples)}
            run_ = Finding("failing", {**values, "failed": failed}) if failed else Finding("run", values)
            found.append(Row("examples", "violated" if failed else "held", (run_,)))
        return found + [self.row(p) for p in self.properties]

    def row(self, one: Property) -> Row:
        """The result of one property."""
        broken = [v for v in self.violations.values() if v.fault.name == one.name]
        if broken:
            seen = list(dict.fromkeys(s.words() for v in broken for s in v.seen))
            more = f" (and {len(seen) - 3} more)" if len(seen) > 3 else ""
            fault = Finding("fault", {"message": broken[0].fault.message, "seen": "; ".join(seen[:3]) + more})
            return Row(one.name, "violated", (fault,))
        proved = [s for s in self.small if one.name in s.proved]
        parts = []
        if proved:
            parts.append(Finding("proved", of=_settings(proved)))
        counted = sum(cell.tally.checked[one.name] for cell in [*self.cells, *self.others])
        open_ = [s for s in self.small if not s.graph.whole and one.name not in PATHWISE]
        if one.name not in PATHWISE and any(cell.tally.unsettled for cell in [*self.cells, *self.others]):
            return Row(one.name, "not decided", (Finding("too-little"),))
        if one.name == ENDS:
            return self._ends(parts, counted)
        if counted:
            parts.append(Finding(_UNITS.get(one.name, "plays"), {"n": counted}))
        elif one.name == SEATS and (apart := self._apart()) is not None:
            return Row(one.name, "not asked", (apart,))
        elif one.name in (KNOWN, SEEN, SEATS) and self.cells and (why := self._nothing_hidden(one.name)):
            return Row(one.name, "not asked", (why,))
        if open_ and not self.cells:
            done = sum(len(s.graph) - s.graph.left for s in open_)
            parts.append(Finding("looked-at", {"n": done}, _settings(open_)))
            return Row(one.name, "not decided", tuple(parts))
        if not parts:
            return Row(one.name, "not decided", (self._why_not(one.name),))
        return Row(one.name, "held" if counted or not proved else "proved", tuple(parts))

    def _why_not(self, name: str) -> Finding:
        if not self.cells and name in PATHWISE:
            return Finding("needs-plays")
        return Finding("interrupted" if self.interrupted else "too-little")

    def _ends(self, parts: list[Finding], counted: int) -> Row:
        cells = [*self.cells, *self.others]
        capped = sum(cell.tally.capped for cell in cells)
        if counted:
            longest = max(cell.tally.longest for cell in cells)
            parts.append(Finding("ended", {"n": counted, "longest": longest}))
        if capped:
            seen = next(cell.case.setting.words() for cell in cells if cell.tally.capped)
            parts[-1:] = [Finding("cut-off", {"n": capped, "plays": counted, "seen": seen})]
            return Row(ENDS, "not decided", tuple(parts))
        left = [s for s in self.small if not s.graph.whole]
        if left and not self.cells:
            return Row(ENDS, "not decided", (*parts, Finding("not-explored", of=_settings(left))))
        if not parts:
            return Row(ENDS, "not decided", (self._why_not(ENDS),))
        return Row(ENDS, "held" if counted else "proved", tuple(parts))

    def _apart(self) -> Finding | None:
        """Where the rules themselves begin with the first seat."""
        spans = [cell.first_seat for cell in self.cells]
        if not spans or any(span is None for span in spans):
            return None
        assert spans[0] is not None
        return Finding("first-seat", {"place": place(spans[0])})

    def _nothing_hidden(self, name: str) -> Finding | None:
        if all(cell.case.flow.players == 1 for cell in self.cells):
            return Finding("one-player")
        if name != SEATS and all(open_to_all(cell.case) for cell in self.cells):
            return Finding("nothing-hidden")
        return None

    @property
    def status(self) -> int:
        """The exit status: 0 it holds, 1 violated, 3 not decided."""
        rows = self.rows()
        if any(row.result == "violated" for row in rows):
            return 1
        return 3 if self.interrupted or any(row.result == "not decided" for row in rows) else 0

    # ---- coverage ----

    def coverage(self) -> tuple[int, int, list[Mark]]:
        """How many places of the rules were reached, of how many, and those that never were."""
        can = self._reachable()
        never = sorted((mark for mark in can if not self.reached.get(mark)), key=lambda m: (m[2], m[3], m[4]))
        return len(can) - len(never), len(can), never

    def _reachable(self) -> set[Mark]:
        """The places of the rules that some way leads to."""
        cases = [cell.case for cell in self.cells] or [s.case for s in self.small]
        return {mark for case in cases for mark in reachable_marks(case)}

    def unasked(self) -> list[tuple[Mark, int]]:
        """Where nobody had an option, so that nobody was asked, and how often."""
        return [(mark, count) for mark, count in self.reached.items() if mark[0] == "otherwise" and count]

    # ---- as data ----

    def data(self) -> dict[str, Any]:
        """The report as JSON data."""
        reached, of, never = self.coverage()
        return {
            "game": self.rules.name,
            "seed": self.seed,
            "budget": self.budget,
            "seconds": round(self.seconds, 2),
            "status": self.status,
            "interrupted": self.interrupted,
            "properties": [
                {"property": r.name, "result": r.result, "detail": r.detail, "findings": [f.data() for f in r.findings]}
                for r in self.rows()
            ],
            "examples": [self._example(example) for example in self.examples],
            "violations": [self._violation(violation) for violation in self.violations.values()],
            "settings": [self._cell(cell) for cell in [*self.cells, *self.others]],
            "settings_in_all": self.settings()[0],
            "not_tried": [_setting(setting) for setting in self.settings()[1]],
            "small_instances": [s.data() for s in self.small],
            "coverage": {
                "reached": reached,
                "of": of,
                "never": [{"kind": m[0], "name": m[1], "file": m[2], "line": m[3]} for m in never],
                "nobody_could_choose": [
                    {"name": m[1], "file": m[2], "line": m[3], "times": count} for m, count in self.unasked()
                ],
            },
            "notes": self.notes,
        }

    def _example(self, example: Example) -> dict[str, Any]:
        problem = example.result.problem
        return {
            "name": example.result.name,
            "variants": list(example.variants),
            "holds": problem is None,
            "problem": None if problem is None else problem.data(),
        }

    def _violation(self, violation: Violation) -> dict[str, Any]:
        fault, setting = violation.fault, violation.setting
        return {
            "property": fault.name,
            "message": fault.message,
            "file": fault.span.file or None,
            "line": fault.span.line or None,
            "players": setting.players,
            "variants": list(setting.variants),
            "parameters": dict(setting.values),
            "scope": setting.scope,
            "seen_with": [s.words() for s in violation.seen],
            "story": violation.story(self.rules).data(),
            "record": violation.record,
        }

    def _cell(self, cell: Cell) -> dict[str, Any]:
        tally = cell.tally
        return {
            **_setting(cell.case.setting),
            "plays": tally.plays,
            "compiled": tally.compiled,
            "decisions": tally.decisions,
            "longest": tally.longest,
            "cut_off": tally.capped,
            "endings": {cell.case.flow.endings[ending]: count for ending, count in sorted(tally.endings.items())},
        }


def _setting(setting: Setting) -> dict[str, Any]:
    return {
        "players": setting.players,
        "variants": list(setting.variants),
        "parameters": dict(setting.values),
    }


def _settings(found: list[Small]) -> tuple[Setting, ...]:
    return tuple(s.case.setting for s in found)


_UNITS = {KNOWN: "decisions-compared", SEEN: "decisions-compared", SEATS: "plays-compared"}


def open_to_all(case: Case) -> bool:
    """Whether everybody sees everything: no place is hidden and no choice is secret."""
    flow = case.flow
    hidden = any(place.view != "all" and place.capacity for place in flow.places[1:])
    return not hidden and not any(isinstance(i, F.Choose) and (i.secret or not i.public) for i in flow.code)


def reachable_marks(case: Case) -> set[Mark]:
    """The marks of a flow that some way leads to (what follows an `end`, for one, has none)."""
    code = case.flow.code
    seen: set[int] = set()
    todo = [case.flow.entry]
    while todo:
        pc = todo.pop()
        if pc in seen or not 0 <= pc < len(code):
            continue
        seen.add(pc)
        todo += _following(code[pc], pc)
    found = {key_of(case.flow.marks[i.mark]) for pc in seen if isinstance(i := code[pc], F.Mark)}
    limits = [limit for pc in seen if isinstance(i := code[pc], F.Choose) for tier in i.tiers for limit in tier.limits]
    return found | {key_of(case.flow.marks[limit.mark]) for limit in limits}


def _following(instr: F.Instr, pc: int) -> list[int]:
    match instr:
        case F.Jump():
            return [instr.to]
        case F.Branch():
            return [pc + 1, instr.other]
        case F.GoSub():
            return [instr.to, pc + 1]
        case F.ListNext():
            return [pc + 1, instr.done]
        case F.Choose():
            ways = [option.then for tier in instr.tiers for option in tier.options]
            return ways if instr.otherwise is None else [*ways, instr.otherwise]
        case F.EndGame() | F.Return():
            return []
    return [pc + 1]
