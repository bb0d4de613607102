"""What the functions that are written for a flow call: the parts of the language that are not an expression of Python.

Comes in: values, and the place in the spec to name if it fails. Goes out: values. What always holds: what the flow
calls a failure raises `PlayError`; nobody changes a list that is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from ..language.tree import Span
from . import flow as F
from .errors import fail
from .layout import FACE, Frame, Layout

NONE = F.NONE
NO_VALUE = "`none` is used where a value is needed"
NO_SUCH = "this has no such value"
NOTHING = "there is none of these"
TOO_LARGE = "a number leaves the range from -2147483647 to 2147483647"

LONGEST = 20_000
"""The longest range of numbers, less one."""

WORK = 3_000_000
"""How many numbers of ranges may be gone through between two stops."""

TOO_MUCH = f"more than {WORK:,} numbers are gone through here, without a choice or a chance"


# ---- numbers -------------------------------------------------------------------------------------------------------


def in_range(value: int, at: Span) -> int:
    """A number, if it is one of 32 bits."""
    if -0x80000000 < value < 0x80000000:
        return value
    fail(at, TOO_LARGE)


def plus(a: int, b: int, at: Span) -> int:
    """The sum."""
    if a == NONE or b == NONE:
        fail(at, NO_VALUE)
    return in_range(a + b, at)


def minus(a: int, b: int, at: Span) -> int:
    """The difference."""
    if a == NONE or b == NONE:
        fail(at, NO_VALUE)
    return in_range(a - b, at)


def times(a: int, b: int, at: Span) -> int:
    """The product."""
    if a == NONE or b == NONE:
        fail(at, NO_VALUE)
    return in_range(a * b, at)


def over(a: int, b: int, at: Span) -> int:
    """The quotient, rounded towards zero."""
    if a == NONE or b == NONE:
        fail(at, NO_VALUE)
    if b == 0:
        fail(at, "a division by zero")
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def modulo(a: int, b: int, at: Span) -> int:
    """What is left by a division, never negative for a positive divisor."""
    if a == NONE or b == NONE:
        fail(at, NO_VALUE)
    if b == 0:
        fail(at, "a division by zero")
    return a % b


def outside(index: int, count: int, at: Span) -> NoReturn:
    """There is none of this index in a family."""
    fail(at, NO_VALUE if index == NONE else f"number {index + 1} of {count} does not exist")


def read(table: tuple[int, ...], key: int, must: bool, at: Span) -> int:
    """What stands in a table."""
    if key < 0:
        fail(at, NO_VALUE)
    if key >= len(table):
        fail(at, f"there is no row {key} in a table of {len(table)}")
    value = table[key]
    if must and value == NONE:
        fail(at, NO_SUCH)
    return value


# ---- cards ---------------------------------------------------------------------------------------------------------


def end(f: Frame, layout: Layout, place: int, top: bool, at: Span) -> int:
    """The top or bottom card of a place."""
    lying, bag, place_info = f[layout.places + place], layout.bags[place], layout.flow.places[place]
    if not lying:
        fail(at, f"{place_info.name} is empty: it has no {'top' if top else 'bottom'}")
    if bag:
        ranges = f[bag]
        if ranges and (ranges[-1][1] == len(lying) if top else ranges[0][0] == 0):
            hint = f"turn it up before, where all can see it: turn up 1 from {place_info.name} onto …, and ask of that"
            fail(at, f"{place_info.name} is shuffled: nobody knows its {'top' if top else 'bottom'} card yet", hint)
    elif place_info.shape == "plays":
        lying = lying[-1 if top else 0][2]
    elif lying[0] != lying[-1]:  # sorted: unlike ends mean several faces
        fail(at, f"{place_info.name} has no order: which of its cards is meant is not clear")
    face: int = lying[-1 if top else 0]
    return place << 16 | face


def faces(lying: tuple[Any, ...]) -> Sequence[int]:
    """The faces at a place, which may keep plays."""
    if lying and lying[0].__class__ is tuple:
        return [face for play in lying for face in play[2]]
    return lying


def nothing_played(name: str, at: Span) -> NoReturn:
    """There is no play at a place."""
    fail(at, f"nothing has been played to {name}")


def without(members: Sequence[Any], less: Sequence[Any], cards: bool) -> list[Any]:
    """The members that are left when for each of some others one that is equal is dropped, the latest."""
    left = list(members)
    keys = [m & FACE for m in left] if cards else list(left)
    for gone in less:
        key = gone & FACE if cards else gone
        for i in range(len(keys) - 1, -1, -1):
            if keys[i] == key:
                del keys[i], left[i]
                break
    return left


def one_empty(f: Frame, first: int, places: Iterable[int]) -> list[int]:
    """Places, of the empty ones only the first. `first` is the cell of the first place."""
    found, empty = [], False
    for place in places:
        if f[first + place]:
            found.append(place)
        elif not empty:
            empty = True
            found.append(place)
    return found


# ---- lists ---------------------------------------------------------------------------------------------------------


def numbers(f: Frame, work: int, a: int, b: int, at: Span) -> range:
    """The numbers from one to another. `work` is the cell that counts them."""
    found = short(a, b, at)
    if b - a > LONGEST:
        fail(at, f"a range of {b - a + 1} numbers is too long")
    if b >= a:
        f[work] = (f[work] or 0) + b - a + 1
        if f[work] > WORK:
            fail(at, TOO_MUCH)
    return found


def short(a: int, b: int, at: Span) -> range:
    """The numbers from one to another, of which the rules say that they are few."""
    if a == NONE or b == NONE:
        fail(at, NO_VALUE)
    return range(a, b + 1)


def turned(members: Any, start: Any, at: Span) -> Any:
    """The same members, from one on and round."""
    try:
        i = members.index(start)
    except ValueError:
        fail(at, NO_VALUE if start == NONE else "the one to start from is not among these")
    return [*members[i:], *members[:i]] if i else members


def best(members: Sequence[Any], keys: list[int], highest: bool, alone: bool, at: Span) -> list[Any]:
    """The members with the highest or lowest key; nobody if several tie and one is to be `alone`."""
    if not keys:
        return []
    if NONE in keys:
        fail(at, NO_VALUE)
    value = max(keys) if highest else min(keys)
    if alone and keys.count(value) > 1:
        return []
    return [m for m, k in zip(members, keys, strict=True) if k == value]


def total(members: Sequence[int], at: Span) -> int:
    """The sum."""
    value = sum(members)
    if -0x80000000 < value < 0x80000000 and NONE not in members:
        return value
    fail(at, NO_VALUE if NONE in members else TOO_LARGE)


def highest(members: Sequence[int], at: Span) -> int:
    """The highest number."""
    if not members:
        fail(at, "there is no highest of nothing")
    if NONE in members:
        fail(at, NO_VALUE)
    return max(members)


def lowest(members: Sequence[int], at: Span) -> int:
    """The lowest number."""
    if not members:
        fail(at, "there is no lowest of nothing")
    if NONE in members:
        fail(at, NO_VALUE)
    return min(members)


def only(members: Sequence[Any], at: Span) -> Any:
    """The one member, which may be there several times."""
    first = members[0]
    if any(m != first for m in members):
        fail(at, "there are several of these: which is meant is not clear")
    return first


def same_faces(left: Iterable[int], right: Iterable[int]) -> bool:
    """Whether two lists of cards have equal faces, each as often."""
    return sorted([c & FACE for c in left]) == sorted([c & FACE for c in right])


def same(left: Iterable[Any], right: Iterable[Any]) -> bool:
    """Whether two lists have equal members, each as often."""
    return sorted(left) == sorted(right)


def has_option(moves: Iterable[Any], number: int) -> bool:
    """Whether some moves are of an option."""
    return any(move[0] == number for move in moves)


FOR_FUNCTIONS = {
    function.__name__: function
    for function in (
        *(fail, in_range, plus, minus, times, over, modulo, outside, read),
        *(end, faces, nothing_played, without, one_empty),
        *(numbers, short, turned, best, total, highest, lowest, only, same_faces, same, has_option),
    )
}
"""By the names that functions know them under."""
