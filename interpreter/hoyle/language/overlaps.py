"""Forms of a combination that the same cards may have: which of them is meant would only be told in play, as a fault.

Comes in: a program without mistakes. Goes out: warnings. What always holds: what is told is so, as a set of cards is
found for it; what is not told may still be so where a condition hangs on more than a card's face.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

from . import tree as t
from .diagnostics import Diagnostic
from .faces import FaceRow, face_names
from .never import YES, Env, Judge, OneFace
from .program import Program, constant

_MOST = 40  # cards of a set that is looked for
_SHOWN = 6


def overlaps(program: Program) -> list[Diagnostic]:
    """Each pair of forms of one combination that share a set of cards."""
    judge = Judge(program)
    found = []
    for combination in program.combinations.values():
        for one, other in itertools.combinations(combination.forms, 2):
            shared = _shared(one, other, combination, judge, program)
            if shared is None:
                continue
            names = face_names(program, combination.component, judge.faces[combination.component])
            said = ", ".join(names[face] for face in shared[:_SHOWN]) + (", …" if len(shared) > _SHOWN else "")
            message = f"the same cards may be {one.name} and {other.name}: {said}"
            hint = "a set of cards has one form: let their sizes or their `where` exclude each other"
            span = other.words.get(other.name, other.span)
            found.append(Diagnostic("W506", message, span, hint, warning=True))
    return found


def _shared(one: t.Form, other: t.Form, c: t.Combination, judge: Judge, program: Program) -> list[int] | None:
    """The faces of a set that has both forms."""
    faces = judge.faces[c.component]
    cards: list[int] = []  # those that may be in both
    for k, face in enumerate(faces):
        env: Env = {c.variable: OneFace(c.component, k)}
        if all(f.where is None or judge.truth(f.where, env) == YES for f in (one, other)):
            cards += [k] * face.count
    first, second = sorted((one.pattern, other.pattern), key=lambda pattern: _RANKED.index(pattern.kind))
    sizes = _sizes(first, program)
    for group in _groups(first, cards, faces):
        if second.kind == "run":
            for run in _runs(second, group, faces, program):
                if first.kind == "run":
                    if _is_run(first, run, faces, program):
                        return run
                elif len(run) in sizes:
                    return run
            continue
        common = [size for size in _sizes(second, program) if size in sizes]
        for part in _groups(second, group, faces):
            if common and len(part) >= common[0]:
                return part[: common[0]]
    return None


_RANKED = ("any", "alike", "run")


def _sizes(pattern: t.Pattern, program: Program) -> range:
    """How many cards (of a run: how many values) a form has."""
    low = constant(pattern.low, program) or 1
    high = low if pattern.high is None else constant(pattern.high, program) or low
    return range(low, (_MOST if pattern.more else min(high, _MOST)) + 1)


def _groups(pattern: t.Pattern, cards: list[int], faces: list[FaceRow]) -> list[list[int]]:
    """The cards that may be together in a form: those alike, or all."""
    if pattern.kind != "alike" or pattern.by is None:
        return [cards]
    groups: dict[int, list[int]] = {}
    for card in cards:
        value = faces[card].fields.get(pattern.by)
        if value is not None:
            groups.setdefault(value, []).append(card)
    return list(groups.values())


def _runs(pattern: t.Pattern, cards: list[int], faces: list[FaceRow], program: Program) -> Iterator[list[int]]:
    """Runs that can be made of some cards: of each length from each value, one."""
    assert pattern.by is not None
    by: dict[int, list[int]] = {}
    for card in cards:
        value = faces[card].fields.get(pattern.by)
        if value is not None:
            by.setdefault(value, []).append(card)
    sizes = _sizes(pattern, program)
    for first in sorted(by):
        run: list[int] = []
        for value in itertools.count(first):
            if len(by.get(value, ())) < pattern.each or value - first >= sizes.stop - 1:
                break
            run = run + by[value][: pattern.each]
            if value - first + 1 in sizes:
                yield run


def _is_run(pattern: t.Pattern, cards: list[int], faces: list[FaceRow], program: Program) -> bool:
    values = Counter(faces[card].fields.get(pattern.by or "") for card in cards)
    known = [value for value in values if value is not None]
    if len(known) < len(values) or len(values) not in _sizes(pattern, program):
        return False
    return max(known) - min(known) == len(known) - 1 and all(n == pattern.each for n in values.values())
