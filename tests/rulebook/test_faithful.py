"""Faithfulness: whatever changes in a rule changes its text, in every language.

Every change of `mutations` is made to every bundled game, and the clause it belongs to is told again. What is told
the same
is a fault, unless `ALIKE` says why the two mean the same.
"""

from __future__ import annotations

import pytest

from hoyle import resources
from hoyle.language import tree as t
from hoyle.library import load_program
from hoyle.rulebook import phrases as p
from hoyle.rulebook.book import prepare
from hoyle.rulebook.refer import settle
from hoyle.rulebook.tell.examples import Examples
from hoyle.rulebook.wordfile import read_words
from rulebook.books import GAMES, LANGUAGES
from rulebook.mutations import Mutation, mutations

ALIKE = {
    "hearts line 19: Zone pile turned round": "what is kept as plays is in order, pile or zone",
    "hearts line 57: Query first turned round": "one player holds the 2 of clubs, first and last at once",
    "hearts line 71: Query first turned round": "of one suit no two cards have the same rank",
    "thirteen line 57: Query first turned round": "one player holds the 3 of spades, first and last at once",
    "thirteen line 17: Zone pile turned round": "what is kept as plays is in order, pile or zone",
    "twelve_days line 17: Zone pile turned round": "what is kept as plays is in order, pile or zone",
}


def steps(tell: Examples, declaration: t.Node) -> list[p.Step]:
    """What a book says of a declaration."""
    tell.__init__(tell.program)  # faces are counted afresh
    match declaration:
        case t.Parameter():
            return [tell.parameter_step(declaration)]
        case t.Kind():
            return [tell.kind_step(declaration)]
        case t.Components():
            return [tell.components(declaration)]
        case t.Order():
            return [tell.order(declaration)]
        case t.Zone():
            return [p.Step("zones", [], table=tell.zones())]
        case t.Track():
            return [tell.track(declaration)]
        case t.Term():
            return [tell.term(declaration)]
        case t.Combination():
            return [tell.combination(declaration)]
        case t.Procedure():
            return tell.steps(declaration.body, tell.procedure_env(declaration), declaration.name)
        case t.Always():
            return [tell.always(declaration)]
        case t.Measure():
            return [tell.measure(declaration)]
        case t.Example():
            return [tell.example(declaration)]
        case t.Winners():
            return [tell.winners(declaration)]
        case t.Players():
            return [tell.players_step(declaration)]
    raise TypeError(type(declaration))


def told(line, found: list[p.Step]) -> str:
    """All that is said, in one text."""
    out = []
    for step in found:
        out += [f"[{s.lead}] {line.text(settle(s))}" for s in step.sentences]
        if step.table is not None:
            for row in [step.table.head, *step.table.rows]:
                out.append(" | ".join("–" if c is None else str(line.text(settle(c))) for c in row))
        out.append(f"({step.style}")
        out.append(told(line, step.steps))
        out.append(")")
    return "\n".join(out)


def untold(game: str) -> tuple[int, list[str]]:
    """How many changes there are, and those that some language does not tell."""
    program = load_program(game)
    tell = Examples(program)
    lines = {x: prepare(program, x, read_words(resources.specs() / game, x)) for x in LANGUAGES}
    before: dict[int, dict[str, str]] = {}
    count, silent = 0, []
    for change in mutations(program):
        key = id(change.declaration)
        if key not in before:
            before[key] = {x: told(line, steps(tell, change.declaration)) for x, line in lines.items()}
        after = _after(change, tell, lines)
        count += 1
        same = [x for x in LANGUAGES if after[x] == before[key][x]]
        if same and f"{game} {change.what}" not in ALIKE:
            silent.append(f"{game} {change.what}: the same in {', '.join(same)}")
    return count, silent


def _after(change: Mutation, tell: Examples, lines) -> dict[str, str]:
    change.make()
    try:
        found = steps(tell, change.declaration)
        return {x: told(line, found) for x, line in lines.items()}
    finally:
        change.undo()


@pytest.mark.parametrize("game", GAMES)
def test_every_change_is_told(game):
    count, silent = untold(game)
    print(f"{game}: {count - len(silent)} of {count} changes are told")
    assert count > 50
    assert not silent, "\n".join(silent)
