"""Two sets of rules compared: which rules differ, and the shortest play on which the games part.

Comes in: two games (rules and a setting each) and a budget. Goes out: `Difference`. What always holds: the
play found is a play of both games up to its last position; where none is found, the number of plays tried is said,
and nothing is claimed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import unified_diff
from itertools import islice
from typing import Any

from ..language import tree as t
from ..language.diagnostics import HoyleError
from ..language.program import Program
from .clock import limit, now
from .pairs import Pair
from .plays import CAP, Lucky, Recorded, Run, Source
from .properties import Fault, words
from .rules import Rules, Setting
from .shrink import Drawn, Found, OutOfTime, Shrinker, stream
from .story import Story, place, tell

SKIPPED = (t.Example, t.Ruling, t.Scope)
"""Declarations that change nothing in a play."""


@dataclass(frozen=True)
class Changed:
    """One rule that differs: what it is, and its text in both (None where it is not there)."""

    kind: str
    name: str
    first: str | None
    second: str | None
    where: str

    def lines(self) -> list[str]:
        """It in words."""
        head = f"{self.kind} {words(self.name)}".strip()
        if self.first is None:
            return [f"only in the second: {head} ({self.where})"]
        if self.second is None:
            return [f"only in the first: {head} ({self.where})"]
        return [f"changed: {head} ({self.where})", *_lines(self.first, self.second)]


def _lines(first: str, second: str) -> list[str]:
    """The lines that only one of two texts has, in their order."""
    told = unified_diff(first.splitlines(), second.splitlines(), lineterm="", n=0)
    return [f"  {line[0]} {line[1:]}" for line in islice(told, 2, None) if line[0] in "+-"]


@dataclass
class Difference:
    """What was found. `story` is None where the games did not part within `plays` plays."""

    first: str
    second: str
    rules: list[Changed]
    plays: int = 0
    fault: Fault | None = None
    story: Story | None = None
    settings: list[str] = field(default_factory=list)
    interrupted: bool = False

    def lines(self) -> list[str]:
        """All of it as lines of text."""
        found = [f"first: {self.first}", f"second: {self.second}", ""]
        for changed in self.rules:
            found += changed.lines()
        if not self.rules:
            found.append("no rule differs")
        found.append("")
        if self.story is not None:
            return [*found, "The shortest play found on which they part:", *self.story.lines()]
        if self.interrupted:
            found.append("interrupted: this is what was found so far")
        return [*found, f"no difference within {self.plays:,} plays ({', '.join(self.settings)})"]

    def data(self) -> dict[str, Any]:
        """All of it as JSON data."""
        return {
            "first": self.first,
            "second": self.second,
            "rules": [
                {"kind": c.kind, "name": c.name, "first": c.first, "second": c.second, "where": c.where}
                for c in self.rules
            ],
            "plays": self.plays,
            "interrupted": self.interrupted,
            "settings": self.settings,
            "differ": self.story is not None,
            "message": self.fault.message if self.fault else None,
            "story": self.story.data() if self.story else None,
        }


class Diff:
    """Compares two games.

    Args:
        one, other: the rules, and for each the variants and parameters.
        players: the numbers of players to compare with; all that both games are for if empty.
        budget: how many seconds it may take.
    """

    def __init__(
        self,
        one: tuple[Rules, Setting],
        other: tuple[Rules, Setting],
        players: tuple[int, ...] = (),
        budget: float = 20,
        seed: int = 0,
        progress: Callable[[str, float], None] | None = None,
    ) -> None:
        self.one, self.other, self.budget, self.seed = one, other, budget, seed
        self.programs = [rules.program(s.variants, s.values, s.scope) for rules, s in (one, other)]
        both = [n for n in self.programs[0].seats() if n in self.programs[1].seats()]
        for count in players:
            if count not in both:
                raise HoyleError(f"the games are not both for {count} players; {_both(both, self.programs)}")
        self.players = [n for n in both if not players or n in players]
        self._tell = progress or (lambda text, part: None)
        self._pairs: dict[int, Pair] = {}
        self.begin = now()

    def run(self) -> Difference:
        """Compare the rules, then play."""
        self.begin = now()
        found = Difference(_called(*self.one), _called(*self.other), changes(*self.programs))
        if not self.players:
            return found
        found.settings = [f"{n} players" for n in self.players]
        try:
            parted = self._search(found)
            if parted is None:
                parted = self._stream(found)
            if parted is not None:
                settings = [self._setting(n) for n in self.players]
                end = self.begin + self.budget
                parted = Shrinker(self._play, settings, parted, max(end, now() + self.budget / 4)).shrink()
        except KeyboardInterrupt:
            found.interrupted = True
            parted = None
        if parted is not None:
            found.fault = parted.fault
            case = self._pair(parted.setting.players).one.case
            found.story = tell(case, parted.path, parted.steps, parted.fault)
        return found

    def _setting(self, players: int) -> Setting:
        setting = self.one[1]
        return Setting(players, setting.variants, setting.values, setting.scope)

    def _pair(self, players: int) -> Pair:
        if players not in self._pairs:
            cases = [rules.case(Setting(players, s.variants, s.values, s.scope)) for rules, s in (self.one, self.other)]
            self._pairs[players] = Pair(*cases)
        return self._pairs[players]

    def _play(self, setting: Setting, source: Source, cap: int, steps: int | None = None) -> Run:
        return self._pair(setting.players).run(source, cap, steps)

    def _search(self, found: Difference) -> Found | None:
        """Plays by luck, all numbers of players in turn."""
        end = self.begin + self.budget * 0.6
        number = 0
        while now() < end or number < len(self.players):
            players = self.players[number % len(self.players)]
            seed = self.seed * 1_000_003 + number // len(self.players)
            self._tell(f"{found.plays:,} plays", (now() - self.begin) / self.budget)
            recorded = Recorded(Lucky(seed))
            with limit(self.begin + self.budget):
                run = self._play(self._setting(players), recorded, CAP // 4)
            found.plays += run.kind != "late"
            number += 1
            if run.fault is not None:
                return Found(self._setting(players), tuple(recorded.path), run.fault, run.steps, run.decisions)
        return None

    def _stream(self, found: Difference) -> Found | None:
        """Plays made up by Hypothesis."""
        parted: list[Found] = []
        end = self.begin + self.budget

        def body(draw: Callable[[int], int]) -> bool:
            if now() > end or parted:
                raise OutOfTime
            players = self.players[draw(len(self.players))] if len(self.players) > 1 else self.players[0]
            recorded = Recorded(Drawn(draw))
            with limit(end):
                run = self._play(self._setting(players), recorded, 200, 400)
            found.plays += run.kind != "late"
            if run.fault is not None:
                path = tuple(recorded.path)
                parted.append(Found(self._setting(players), path, run.fault, run.steps, run.decisions))
            return False

        if now() < end:
            stream((), body, 100_000, self.seed)
        return parted[0] if parted else None


def _both(both: list[int], programs: list[Program]) -> str:
    """For how many both games are, in words."""
    if both:
        return f"both are for {_ranges(both)}"
    first, second = (_ranges(list(program.seats())) for program in programs)
    return f"the first is for {first}, the second for {second}"


def _ranges(counts: list[int]) -> str:
    """Numbers of players in words: `2 to 4`, `2, 4`."""
    if len(counts) > 2 and counts == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    return ", ".join(map(str, counts))


def _called(rules: Rules, setting: Setting) -> str:
    parts = [*rules.always, *setting.variants, *(f"{name} = {value}" for name, value in setting.values)]
    return f"{rules.asked}" + (f" ({', '.join(parts)})" if parts else "")


# ---- rules ---------------------------------------------------------------------------------------------------------


def changes(one: Program, other: Program) -> list[Changed]:
    """The rules that differ between two programs."""
    ours, theirs = _rules(one), _rules(other)
    found = []
    for key in [*ours, *(key for key in theirs if key not in ours)]:
        first, second = ours.get(key), theirs.get(key)
        if first is not None and second is not None and first[0] == second[0]:
            continue
        node = (first or second)[0]  # type: ignore[index]
        kind, name = key
        text, text2 = first[1] if first else None, second[1] if second else None
        if first is not None and second is not None and text == text2:  # a part of it was changed, elsewhere
            rows, rows2 = _rows(first[0]), _rows(second[0])
            was, new, said = _set_anew(first[0], second[0], one, other)
            text = "\n".join([*was, *_told(rows - rows2 - said, one).splitlines()])
            text2 = "\n".join([*new, *_told(rows2 - rows - said, other).splitlines()])
        found.append(Changed(kind, name, text, text2, place(node.span)))
    for name in one.parameters:
        if name in other.parameters and one.value_of(name) != other.value_of(name):
            first_, second_ = (f"{name} is {p.value_of(name)}" for p in (one, other))
            same = ours.get(("parameter", name), (None,))[0] == theirs.get(("parameter", name), (None,))[0]
            if same:
                found.append(Changed("parameter", name, first_, second_, place(one.parameters[name].span)))
    return found


def _rules(program: Program) -> dict[tuple[str, str], tuple[t.Node, str]]:
    """The declarations of a program by kind and name, with their texts."""
    found = {}
    for node in program.declarations:
        if isinstance(node, SKIPPED):
            continue
        kind = node.shape if isinstance(node, t.Track) else type(node).__name__.lower()
        name = node.names[0] if isinstance(node, t.Measure) else getattr(node, "name", "")
        found[kind, name] = node, _text(node, program)
    return found


def _rows(node: t.Node) -> set[tuple[str, int]]:
    """The lines, of whatever file, on which something of a declaration begins."""
    return {(part.span.file, part.span.line) for part in node.walk() if part.span.line}


_SET = {t.Option: "where", t.Limit: "only", t.Case: "value", t.Term: "value"}
"""What a variant sets of a part of the rules that stays where it is."""


def _set_anew(
    first: t.Node, second: t.Node, one: Program, other: Program
) -> tuple[list[str], list[str], set[tuple[str, int]]]:
    """The lines of which a variant has set the condition or the value: as they were, as they would be written now, and
    where the variant says so."""
    parts = {_known(part): part for part in first.walk() if type(part) in _SET}
    was: list[str] = []
    new: list[str] = []
    said: set[tuple[str, int]] = set()
    for part in second.walk():
        old = parts.get(_known(part)) if type(part) in _SET else None
        if old is None:
            continue
        before, after = getattr(old, _SET[type(part)]), getattr(part, _SET[type(part)])
        if before == after:
            continue
        own = next((node for node in (before, after) if node is not None and _on(node, old)), None)
        if (
            own is None and before is not None and after is not None
        ):  # both were set elsewhere: the line says a third thing
            continue
        line = _line_of(old, one)
        two = [
            line if node is own else _spliced(old, line, own, _words(node, p))
            for node, p in ((before, one), (after, other))
        ]
        if line and two[0] and two[1]:
            was.append(two[0])
            new.append(two[1])
            said |= {(x.span.file, x.span.line) for node in (before, after) if node is not None for x in node.walk()}
            said.add((old.span.file, old.span.line))
    return was, new, said


def _known(part: t.Node) -> tuple[type, str, str, int]:
    return type(part), str(getattr(part, "name", "")), part.span.file, part.span.line


def _line_of(part: t.Node, program: Program) -> str:
    lines = program.texts.get(part.span.file, "").splitlines()
    return lines[part.span.line - 1].rstrip() if 0 < part.span.line <= len(lines) else ""


def _words(node: t.Node | None, program: Program) -> str | None:
    """What is written there, if it is on one line; an empty text for nothing."""
    if node is None:
        return ""
    if node.span.line != node.span.end_line:
        return None
    return _line_of(node, program)[node.span.column - 1 : node.span.end_column - 1] or None


def _on(node: t.Node, part: t.Node) -> bool:
    """Whether this stands on the line on which a part of the rules begins."""
    return (node.span.file, node.span.line, node.span.end_line) == (part.span.file, part.span.line, part.span.line)


def _spliced(part: t.Node, line: str, before: t.Node | None, words_: str | None) -> str | None:
    """A line with other words in the place of what was set; with the condition of an option behind it, if it had none."""
    if words_ is None or (before is None and not isinstance(part, t.Option)):
        return None
    if before is not None and words_:
        return line[: before.span.column - 1] + words_ + line[before.span.end_column - 1 :]
    if before is not None:
        return re.sub(r",? where\s*$", "", line[: before.span.column - 1]) + line[before.span.end_column - 1 :]
    found = re.match(r"(.*?)(:?(?:\s+@[A-Z]+[0-9]+)*\s*(?:#.*)?)$", line)
    return f"{found[1]}, where {words_}{found[2]}" if found is not None else None


def _told(rows: set[tuple[str, int]], program: Program) -> str:
    return "\n".join(program.texts[file].splitlines()[line - 1].rstrip() for file, line in sorted(rows))


def _text(node: t.Node, program: Program) -> str:
    lines = program.texts.get(node.span.file, "").splitlines()
    own = [line.rstrip() for line in lines[node.span.line - 1 : max(node.span.line, node.span.end_line)]]
    if not own or not own[0][:1].isspace():
        return "\n".join(own)
    # In a variant it stands deeper, behind `replace` or `add`: told as it would stand in the game.
    head = re.sub(r"^\s*(?:(?:replace|add)\s+)?", "", own[0])
    margin = len(own[0]) - len(own[0].lstrip())
    return "\n".join([head, *(line[margin:] if not line[:margin].strip() else line for line in own[1:])])
