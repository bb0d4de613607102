"""Pieces of text with how tightly they hold together, so that parentheses stand exactly where the grammar wants
them."""

from __future__ import annotations

from dataclasses import dataclass

RANGE, OR, AND, NOT, COMPARISON, SUM, PRODUCT, ATOM = range(8)
"""How tightly a closed expression holds together, loosest first."""

CLOSED, OPEN, OPEN_AND, OPEN_OR = range(4)
"""Whether an expression runs to the end of the line: not at all, by itself, as the last part of an `and` or of an
`or`."""


@dataclass(frozen=True)
class E:
    """An expression as text."""

    text: str
    level: int = ATOM
    open: int = CLOSED

    def at(self, level: int) -> str:
        """The text where something at least so tight is wanted."""
        return self.text if self.open == CLOSED and self.level >= level else f"({self.text})"

    @property
    def atom(self) -> str:
        """The text as an atom."""
        return self.at(ATOM)

    @property
    def sum(self) -> str:
        """The text as a sum."""
        return self.at(SUM)

    @property
    def range(self) -> str:
        """The text as a range or a sum."""
        return self.text if self.open == CLOSED and self.level in (RANGE, SUM, PRODUCT, ATOM) else f"({self.text})"


def of(name: str, *args: E) -> E:
    """`name of x`, `name of (x, y)`."""
    if len(args) == 1:
        return E(f"{name} of {args[0].atom}")
    return E(f"{name} of ({', '.join(a.text for a in args)})")


def and_(left: E, right: E) -> E:
    """Both hold."""
    if right.open == OPEN:
        return E(f"{left.at(AND)} and {right.text}", AND, OPEN_AND)
    return E(f"{left.at(AND)} and {right.at(NOT)}", AND)


def or_(left: E, right: E) -> E:
    """One holds."""
    if right.open in (OPEN, OPEN_AND):
        return E(f"{left.at(OR)} or {right.text}", OR, OPEN_OR)
    return E(f"{left.at(OR)} or {right.at(AND)}", OR)


def not_(arg: E, quantified: bool = False) -> E:
    """It does not hold."""
    if quantified and arg.open == OPEN:
        return E(f"not {arg.text}", NOT, OPEN)
    return E(f"not {arg.at(NOT)}", NOT)


def is_place(e: E) -> bool:
    """Whether the grammar takes it where nothing but a place may stand: a name, a numbered name, what is `of`
    something."""
    return not e.open and e.level == ATOM and e.text[0] not in "([-0123456789" and not e.text.startswith("the ")
