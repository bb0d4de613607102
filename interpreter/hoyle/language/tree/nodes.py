"""What all nodes of a tree share: their place in the text, and how to walk over them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a text: lines and columns count from 1; `end_column` is one past the last sign."""

    line: int
    column: int
    end_line: int
    end_column: int
    file: str = ""

    def __deepcopy__(self, memo: dict[int, Any]) -> Span:
        """Itself: places do not change, and a variant copies the whole tree."""
        return self


NOWHERE = Span(0, 0, 0, 0)


@dataclass(slots=True)
class Node:
    """What all nodes share: the place in the text, the places of the words that make it up (names and verbs, not what
    is itself a node), the rulings they rest on (`tags`)."""

    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)
    words: dict[str, Span] = field(default_factory=dict, compare=False, repr=False, kw_only=True)
    tags: list[str] = field(default_factory=list, repr=False, kw_only=True)

    def children(self) -> Iterator[Node]:
        """The nodes directly below this one, in written order."""
        for name in _fields(type(self)):
            yield from _nodes(getattr(self, name))

    def walk(self) -> Iterator[Node]:
        """This node and all below it, depth first, in written order."""
        yield self
        for child in self.children():
            yield from child.walk()


_KNOWN: dict[type[Node], tuple[str, ...]] = {}


def _fields(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a kind of node that can hold nodes, in written order; looked up once, as trees are walked often."""
    if kind not in _KNOWN:
        _KNOWN[kind] = tuple(f.name for f in fields(kind) if f.name not in ("span", "words", "tags"))
    return _KNOWN[kind]


def _nodes(value: Any) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _nodes(item)
