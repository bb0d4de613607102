"""A small example of each form of a combination, such as 9♠ and 9♣ for a pair.

Comes in: a checked program. Goes out: for a combination and a form, the cards of an example, each as the words a spec calls
it by. What always holds: the cards are in the game, and they have that form; the same program gives the same example. A
form that no cards of the game can have, or of which that hangs on more than their faces, has no example.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...language import tree as t
from ...language.faces import FaceRow, face_names
from ...language.never import YES, Judge, OneFace
from ...language.program import Program, constant

Words = list[str | int]


def samples(program: Program) -> dict[tuple[str, str], list[Words]]:
    """The examples, by the names of combination and form."""
    found = {}
    judge = Judge(program)
    for combination in program.combinations.values():
        name = combination.component
        faces = judge.faces[name]
        declared = program.components[name]
        dice = (program.dice(declared) or 1) if declared.sort == "dice" else 0
        called = face_names(program, name, faces)
        for form in combination.forms:
            fit = [
                k
                for k in range(len(faces))
                if form.where is None or judge.truth(form.where, {combination.variable: OneFace(name, k)}) == YES
            ]
            cards = _sample(form.pattern, fit, faces, dice, program)
            if cards:
                found[combination.name, form.name] = [_words(called[card]) for card in cards]
    return found


def _words(name: str) -> Words:
    return [int(word) if word.lstrip("-").isdigit() else word for word in name.replace(" of ", " ").split()]


def _sample(pattern: t.Pattern, fit: list[int], faces: list[FaceRow], dice: int, program: Program) -> list[int]:
    """The cards of an example: as few as the form takes, of those alike two if it takes them; none if there are none."""
    count = constant(pattern.low, program) or 1
    high = constant(pattern.high, program) if pattern.high is not None else None
    if pattern.kind == "alike" and (pattern.more or (high or 1) > 1):
        count = max(count, 2)
    copies = {k: dice or faces[k].count for k in fit}
    groups: dict[int, list[int]] = {}
    for k in fit:
        value = 0 if pattern.by is None or pattern.kind == "any" else faces[k].fields.get(pattern.by)
        if value is not None:
            groups.setdefault(value, []).append(k)
    for value in _from_the_middle(sorted(groups)):
        if pattern.kind != "run":
            found = _taken(groups[value], count, copies)
        else:
            rows = [_taken(groups.get(value + k, []), pattern.each, copies, k) for k in range(count)]
            found = [card for row in rows for card in row] if all(rows) else []
        if found and (not dice or len(found) <= dice):
            return found
    return []


def _from_the_middle(values: list[int]) -> Sequence[int]:
    """Middling values first: neither the highest nor the lowest make a plain example."""
    middle = (len(values) - 1) // 2
    return sorted(values, key=lambda value: abs(values.index(value) - middle))


def _taken(cards: list[int], count: int, copies: dict[int, int], first: int = 0) -> list[int]:
    """So many of some cards, different ones before like ones, from the one in a certain place on; none if there are too
    few."""
    if not cards:
        return []
    order = cards[first % len(cards) :] + cards[: first % len(cards)]
    left = {card: copies[card] for card in order}
    found: list[int] = []
    while len(found) < count and any(left.values()):
        for card in order:
            if left[card] and len(found) < count:
                left[card] -= 1
                found.append(card)
    return sorted(found) if len(found) == count else []
