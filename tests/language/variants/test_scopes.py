"""Scopes of one game: each is applied to the game alone, and costs no more where there are many."""

from __future__ import annotations

from pathlib import Path

from hoyle.language import tree as t
from hoyle.language.parse import parse
from hoyle.language.variants import edit

TEXT = (Path(__file__).parent / "good" / "scopes.hoyle").read_text("utf-8")


def test_other_scopes_are_neither_changed_nor_copied() -> None:
    """Only what a scope may change is copied: many scopes are checked one by one."""
    game = parse(TEXT, "scopes.hoyle")
    scopes = [d for d in game.declarations if isinstance(d, t.Scope)]
    done = edit(game.declarations, [], ("two", scopes[1].changes))
    assert not done.errors
    assert [d for d in done.declarations if isinstance(d, t.Scope)] == scopes
    assert all(any(d is scope for d in done.declarations) for scope in scopes)
    assert game == parse(TEXT, "scopes.hoyle")
