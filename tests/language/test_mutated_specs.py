"""Random specs with something wrong in them: they are read and checked, or it is told what is wrong, and where.

Most changes put one name of the spec in the place of another: the grammar takes it, and the checker must notice, or be
right that all is well; then it is played.
"""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from hoyle.engine.errors import PlayError
from hoyle.engine.examples import run_examples
from hoyle.engine.lower import lower
from hoyle.engine.machine import Machine
from hoyle.language.check import check
from hoyle.language.diagnostics import SpecErrors
from hoyle.language.grammar import tokens
from hoyle.language.parse import parse
from strategies import spec

WORD = re.compile(r"[a-z][a-z0-9-]*|[0-9]+|@[A-Z]+[0-9]+|[^\sa-z0-9]")


def renamed(text: str, luck: random.Random) -> str:
    """A text with a name, or two, in the place of another."""
    rows = text.split("\n")
    names = [token for token in tokens(text) if token.type in ("NAME", "NUMBER")]
    for old in sorted(luck.sample(names, luck.randint(1, 2)), key=lambda token: -token.start_pos):
        new = luck.choice([name for name in names if name.type == old.type])
        row = rows[old.line - 1]
        rows[old.line - 1] = row[: old.column - 1] + new + row[old.end_column - 1 :]
    return "\n".join(rows)


def garbled(text: str, luck: random.Random) -> str:
    """A text with a line or a word too many, too few, or in the wrong place."""
    rows = text.split("\n")
    at = luck.choice([k for k, row in enumerate(rows) if WORD.search(row) and '"' not in row])
    row = rows[at]
    word, other = (luck.choice(list(WORD.finditer(row))) for _ in range(2))
    match luck.randint(0, 5):
        case 0:
            rows.pop(at)
        case 1:
            rows.insert(at, luck.choice(rows))
        case 2:
            rows[at] = row[: word.start()] + row[word.end() :]
        case 3:
            rows[at] = f"{row[: word.start()]}{word[0]} {other[0]}{row[word.end() :]}"
        case 4:
            rows[at] = ("  " + row) if luck.random() < 0.5 else row.removeprefix("  ")
        case 5:
            rows[at] = row[: word.start()] + str(luck.choice([0, -1, 7, 1000, 2**31])) + row[word.end() :]
    return "\n".join(rows)


def changed(text: str, luck: random.Random) -> str:
    """A text that is wrong somewhere, most often in a name."""
    return garbled(text, luck) if luck.random() < 0.25 else renamed(text, luck)


def told(errors: SpecErrors) -> None:
    """Every mistake has a place, and can be shown."""
    assert errors.diagnostics
    assert all(d.span.line for d in errors.diagnostics)
    assert errors.render()


def attempt(text: str, tally: Counter[str]) -> None:
    """As far as the text leads."""
    try:
        tree = parse(text, "changed")
    except SpecErrors as errors:
        told(errors)
        tally["not read"] += 1
        return
    try:
        program = check("changed", tree, texts={"changed": text})
    except SpecErrors as errors:
        told(errors)
        tally["wrong"] += 1
        return
    tally["right"] += 1
    run_examples(program)
    for players in program.seats():
        try:
            Machine(lower(program, players)).playout(0, 60)
        except (SpecErrors, PlayError):
            tally["breaks"] += 1


def attempts(seeds: range, each: int) -> Counter[str]:
    """Change the specs of some seeds, some times each."""
    tally: Counter[str] = Counter()
    for seed in seeds:
        luck = random.Random(seed)
        made = spec(seed)
        for _ in range(each):
            text = changed(made.text, luck)
            try:
                attempt(text, tally)
            except Exception as error:
                error.add_note(f"a change of the spec of seed {seed}:\n{text}")
                raise
    return tally


@pytest.mark.parametrize("chunk", [0, *(pytest.param(k, marks=pytest.mark.long) for k in (1, 2, 3))])
def test_a_changed_spec_is_right_or_told_what_is_wrong(chunk: int) -> None:
    tally = attempts(range(500 + chunk * 5, 505 + chunk * 5), 4)
    assert tally["not read"]
    assert tally["wrong"]


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(2))
def test_many_changed_specs_are_right_or_told_what_is_wrong(chunk: int) -> None:
    attempts(range(20_000 + chunk * 20, 20_020 + chunk * 20), 6)
