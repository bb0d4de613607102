"""What can go wrong while a game is played: a fault of its rules, at a place in their text.

Comes in: a message and the span of the expression or statement that failed. Goes out: an exception that tools show as
any other mistake in a spec. A player who has no move is not an error but a result of its own (see `machine`).
"""

from __future__ import annotations

from typing import NoReturn

from ..language.diagnostics import Diagnostic
from ..language.tree import NOWHERE, Span

ENDLESS = "the rules go round here, for ever or for too long, and come to no choice"
"""What is said where a loop without a decision does not end, whatever luck brings in it."""


class PlayError(Exception):
    """The rules ask for something that cannot be done: `message` says what, `span` where, `hint` what else is known."""

    def __init__(self, message: str, span: Span = NOWHERE, hint: str = "") -> None:
        self.message = message
        self.span = span
        self.hint = hint
        super().__init__(message)

    def __str__(self) -> str:
        span = self.span
        return f"{span.file or 'spec'}:{span.line}:{span.column}: {self.message}" if span.line else self.message

    def diagnostic(self, code: str = "P001") -> Diagnostic:
        """The fault in the form of every other mistake in a spec."""
        return Diagnostic(code, self.message, self.span, self.hint)


def fail(span: Span, message: str, hint: str = "") -> NoReturn:
    """Stop the play with a fault of the rules."""
    raise PlayError(message, span, hint)
