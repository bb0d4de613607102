"""A small example of each form of a combination, such as 7♠ and 7♣ for a pair.

Comes in: a checked program. Goes out: for a combination and a form, the faces of an example, each as the words a spec calls
it by. What always holds: the cards are in the game, and they have that form; the same program gives the same example. A
form that no cards of the game can have has no example.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.flow import NONE, ComponentInfo, Flow, FormPattern
from ...engine.lower import lower
from ...language.diagnostics import SpecErrors
from ...language.program import Program

Words = list[str | int]


def samples(program: Program) -> dict[tuple[str, str], list[Words]]:
    """The examples, by the names of combination and form."""
    if not program.combinations:
        return {}
    try:
        flow = lower(program, program.seats()[0])
    except SpecErrors:  # with these parameters nobody can play; the book tells the rules all the same
        return {}
    found = {}
    for combination in flow.combinations:
        component = flow.components[combination.component]
        for form in combination.forms:
            faces = _sample(form, component, flow)
            if faces:
                found[combination.name, form.name] = [_words(flow.faces[face].name) for face in faces]
    return found


def _words(name: str) -> Words:
    return [int(word) if word.lstrip("-").isdigit() else word for word in name.replace(" of ", " ").split()]


def _sample(form: FormPattern, component: ComponentInfo, flow: Flow) -> list[int]:
    """The faces of an example: as few as the form takes, of those alike two if it takes them; none if there is none."""
    several = form.kind == "alike" and (form.high is None or form.high > 1)
    count = max(form.low, 2 if several else 1)
    groups: dict[int, list[int]] = {}
    for face in range(component.first, component.first + component.size):
        value = 0 if form.column is None else flow.tables[form.column][face]
        if form.allowed[face] and value != NONE:
            groups.setdefault(value, []).append(face)
    for value in _from_the_middle(sorted(groups)):
        if form.kind != "run":
            found = _taken(groups[value], count, flow, component)
        else:
            rows = [_taken(groups.get(value + k, []), form.each, flow, component, k) for k in range(count)]
            found = [face for row in rows for face in row] if all(rows) else []
        if found:
            return found
    return []


def _from_the_middle(values: list[int]) -> Iterator[int]:
    """Middling values first: neither the highest nor the lowest make a plain example."""
    middle = (len(values) - 1) // 2
    yield from sorted(values, key=lambda value: abs(values.index(value) - middle))


def _taken(faces: list[int], count: int, flow: Flow, component: ComponentInfo, first: int = 0) -> list[int]:
    """So many cards of some faces, different ones before like ones, from the one in a certain place on; none if there
    are too few. Of `any` cards the middling ones come first as well."""
    middle = (len(faces) - 1) // 2 if len(faces) > 4 * count else 0
    order = faces[(first + middle) % len(faces) :] + faces[: (first + middle) % len(faces)] if faces else []
    copies = {face: component.dice or flow.faces[face].count for face in order}
    found: list[int] = []
    while len(found) < count and any(copies.values()):
        for face in order:
            if copies[face] and len(found) < count:
                copies[face] -= 1
                found.append(face)
    return sorted(found) if len(found) == count else []
