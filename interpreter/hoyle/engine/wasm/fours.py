"""Values that have four cards each, side by side in a word, as the ranks of a deck with four suits do: how many cards of each
are held is found for all at once.

Comes in: a form's column. Goes out: text over 64-bit words in which value v has bits 4v to 4v + 3. What always holds: where
the cards do not lie so, there is none.
"""

from __future__ import annotations

from .. import flow as f
from .forms import Forms

ONES = 0x1111111111111111
LOWEST_PAIRS = 0x3333333333333333
SECONDS = 0x5555555555555555


def by_fours(forms: Forms, form: f.FormPattern) -> bool:
    """Whether the cards that may be in a form lie so: all four of a value, or none."""
    column = forms.column(form)
    if form.column is None or forms.packing.words > 1 or forms.packing.bits > 1 or not any(v != f.NONE for v in column):
        return False
    if len(column) % 4 or len(column) > 64:
        return False
    return all(value in (f.NONE, place // 4) and value == column[place & -4] for place, value in enumerate(column))


def held(hand: str, name: str) -> str:
    """A local of 64 bits takes in each field how many cards of the value there are in a word."""
    get = f"(local.get {name})"
    pairs = f"(i64.and (i64.shr_u {hand} (i64.const 1)) (i64.const {SECONDS}))"
    high = f"(i64.and (i64.shr_u {get} (i64.const 2)) (i64.const {LOWEST_PAIRS}))"
    return f"""
 (local.set {name} (i64.sub {hand} {pairs}))
 (local.set {name} (i64.add (i64.and {get} (i64.const {LOWEST_PAIRS})) {high}))"""


def enough(name: str, least: str) -> str:
    """The lowest bit of each field in which a local has at least so many, of 1 to 4."""
    missing = f"(i64.mul (i64.sub (i64.const 8) {least}) (i64.const {ONES}))"
    return f"(i64.and (i64.shr_u (i64.add (local.get {name}) {missing}) (i64.const 3)) (i64.const {ONES}))"


def whole(fields: str) -> str:
    """All bits of the fields whose lowest bit is set."""
    return f"(i64.mul {fields} (i64.const 15))"


def span(value: str, length: str) -> str:
    """All bits of so many values, less than sixteen, from one on."""
    ones = f"(i64.sub (i64.shl (i64.const 1) (i64.shl (i64.extend_i32_u {length}) (i64.const 2))) (i64.const 1))"
    return f"(i64.shl {ones} (i64.shl (i64.extend_i32_u {value}) (i64.const 2)))"
