"""Texts full of mistakes: the first are told, and that there are more; soon, however many there are."""

from __future__ import annotations

import pytest

from hoyle.language.diagnostics import MAX_MISTAKES, Diagnostic
from language.cases import reported

SMALL = 'game "Small"\nfor 2 players\nwinners: p in players with highest points of p\ncounter points of each player\n'
NAMES = "to play:\n" + "".join(f"  aa-b{n} gains cc-d{n}\n" for n in range(200))
SIGNS = "to play:\n" + "".join("  shuffle ???\n" for _ in range(200))
DECLARATIONS = "".join(f"pile a{n}, seen by ???\n" for n in range(200))


def told(text: str) -> list[Diagnostic]:
    """What is said of a text."""
    return reported(SMALL + text)[1]


@pytest.mark.parametrize("text", [NAMES, SIGNS, DECLARATIONS], ids=["names", "one procedure", "declarations"])
def test_the_first_are_told(text: str) -> None:
    """So many as can be read, in the order of the text, and behind them that there are more."""
    found = told(text)
    assert len(found) == MAX_MISTAKES + 1
    assert [d.span.line for d in found] == sorted(d.span.line for d in found)
    assert [d.code for d in found].count("E006") == 1
    assert found[-1].code == "E006"


def test_how_many_more() -> None:
    """Each of these lines has two names that stand for nothing."""
    assert told(NAMES)[-1].message == f"{400 - MAX_MISTAKES} more mistakes are not told"


def test_as_many_as_are_told() -> None:
    """Nothing is said of more where there are no more."""
    lines = NAMES.split("\n")[: 1 + MAX_MISTAKES // 2]
    assert [d.code for d in told("\n".join(lines) + "\n")] == ["E101"] * MAX_MISTAKES


def test_hints_are_not_sought_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes long about a mistake is done for those that may be told alone."""
    sought = []
    monkeypatch.setattr("hoyle.language.fitting.did_you_mean", lambda name, known: sought.append(name) or "")
    told("to play:\n" + "".join(f"  aa-b{n} gains cc-d{n}\n" for n in range(1_000)))
    assert 0 < len(sought) < 1_000


def test_players_in_letters() -> None:
    """How many play is told once, not again at each example, which has no number of players to be measured by."""
    game = SMALL.replace("for 2 players", "for two players") + "to play:\n  end game as over\n"
    game += "".join(f"example e{n} for ann, bob:\n  at play\n  expect game ends as over\n" for n in range(3))
    assert [(d.span.line, d.hint) for d in reported(game)[1]] == [(2, "write: for 2 players")]
