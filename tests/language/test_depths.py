"""Terms that ask for terms, and procedures done within procedures: as deep as is allowed they are played by both engines,
and what is deeper is told."""

from __future__ import annotations

from contextlib import suppress

import pytest

from hoyle.engine import flow as f
from hoyle.engine.lower import lower
from hoyle.language.check import check
from hoyle.language.depths import DEEPEST, LONGEST
from hoyle.language.diagnostics import SpecErrors
from hoyle.language.flow_rules import DEEPEST as DEEPEST_PROCEDURES
from hoyle.language.parse import parse
from hoyle.language.source import MAX_NESTING
from small_games import with_dice
from wasm.compare import Both

HEAD = with_dice("Deep", "")

TERMS = {
    "no parameter": ("term t0: 1", "term t{n}: t{before} + 1", ""),
    "a parameter": ("term t0 of (number n): n", "term t{n} of (number n): t{before} of (n + 1)", " of 1"),
    "several parts": (
        "term t0 of (number n): n",
        "term t{n} of (number n): (the total [t{before} of (n + 1)])",
        " of 1",
    ),
}


def flow_of(text: str) -> f.Flow:
    return lower(check("deep", parse(text, "deep"), texts={"deep": text}), 2)


def terms(kind: str, count: int) -> str:
    first, other, of = TERMS[kind]
    lines = [first, *(other.format(n=n, before=n - 1) for n in range(1, count))]
    body = f"to play:\n  for each p in players:\n    points of p becomes t{count - 1}{of}\n  end game as done\n"
    return HEAD + "\n".join(lines) + "\n" + body


def procedures(count: int, reverse: bool) -> str:
    """`play` and so many less one, each done by the one before."""
    bodies = [f"to x{n}:\n  x{n + 1}\n  roll cup\n" for n in range(count - 2)] + [f"to x{count - 2}:\n  roll cup\n"]
    return HEAD + "to play:\n  x0\n  end game as done\n" + "".join(reversed(bodies) if reverse else bodies)


@pytest.mark.parametrize("kind", TERMS)
def test_terms_as_deep_as_they_may_be_are_played(kind: str) -> None:
    """Each adds one to what the one below it gives, which is 1."""
    both = Both(flow_of(terms(kind, DEEPEST)))
    both.follow(1)
    assert both.runtime.result()[1] == (DEEPEST, DEEPEST)


@pytest.mark.parametrize("kind", TERMS)
@pytest.mark.parametrize("count", [DEEPEST + 1, 400])
def test_terms_that_are_deeper_are_told(kind: str, count: int) -> None:
    with pytest.raises(SpecErrors) as caught:
        flow_of(terms(kind, count))
    (one,) = caught.value.diagnostics
    assert one.code == "E003"
    assert one.span.line == HEAD.count("\n") + DEEPEST + 1


ROWS = "term worth of (number n):\n{rows}\n  other: 0\nto play:\n  for each p in players:\n    points of p becomes worth of {asked}\n  end game as done\n"


def test_rows_lie_within_one_another() -> None:
    """Each row is what holds where none before it does; as many as may be are played, more are told."""
    rows = "\n".join(f"  row-{n}: {2 * n} if n = {n}" for n in range(LONGEST - 10))
    both = Both(flow_of(HEAD + ROWS.format(rows=rows, asked=LONGEST - 11)))
    both.follow(1)
    assert both.runtime.result()[1] == (2 * (LONGEST - 11),) * 2
    more = "\n".join(f"  row-{n}: {2 * n} if n = {n}" for n in range(LONGEST + 10))
    with pytest.raises(SpecErrors, match=f"has {LONGEST + 11} rows"):
        flow_of(HEAD + ROWS.format(rows=more, asked=1))


def test_what_is_nested_as_deep_as_it_may_be_is_played_by_both() -> None:
    def play(times: int) -> None:
        lines = f"  for each p in players:\n    points of {'left of ' * times}p becomes 1\n  end game as done\n"
        Both(flow_of(HEAD + "to play:\n" + lines)).follow(1)

    def fits(times: int) -> bool:
        with suppress(SpecErrors):
            play(times)
            return True
        return False

    most = next(times for times in range(MAX_NESTING, 0, -1) if fits(times))
    assert most > MAX_NESTING - 20


@pytest.mark.parametrize("reverse", [False, True])
def test_procedures_within_procedures(reverse: bool) -> None:
    Both(flow_of(procedures(DEEPEST_PROCEDURES, reverse))).follow(1)
    for count in (DEEPEST_PROCEDURES + 1, 1_500):
        with pytest.raises(SpecErrors) as caught:
            flow_of(procedures(count, reverse))
        (one,) = caught.value.diagnostics
        assert one.code == "E003"
