"""Code for the next number of a stream of luck.

Comes in: a stream, a bound. Goes out: statements and an index below the bound. What always holds: the numbers are those
of the functions `$luck` and `$policy` (see `runtime`); they are written out where they are wanted, as a call costs as much
as what it does.
"""

from __future__ import annotations

from typing import Literal

from . import wat
from .unit import Fn
from .wat import Code, Node

Stream = Literal["luck", "policy"]

MIXING = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
"""SplitMix64: by how much a number is shifted onto itself, and by what it is multiplied then."""
STEP = 0x9E3779B97F4A7C15


def drawn(fn: Fn, stream: Stream, bound: Node) -> tuple[Code, Node]:
    """The next number of a stream, cut down to an index below a bound; to be used once."""
    z = fn.local("z", "i64")
    seed = f"${stream}_seed"
    code: Code = [
        wat.put(z, ("i64.add", ("global.get", seed), wat.const64(STEP))),
        ("global.set", seed, wat.get(z)),
    ]
    for shift, factor in MIXING:
        code.append(wat.put(z, ("i64.mul", _folded(z, shift), wat.const64(factor))))
    high: Node = ("i64.shr_u", _folded(z, 31), wat.const64(32))
    number = wat.known(bound)
    if number is not None and number > 0 and number & (number - 1) == 0:
        return code, ("i32.wrap_i64", ("i64.shr_u", high, wat.const64(33 - number.bit_length())))
    return code, ("i32.wrap_i64", ("i64.shr_u", ("i64.mul", high, ("i64.extend_i32_u", bound)), wat.const64(32)))


def _folded(z: str, shift: int) -> Node:
    return ("i64.xor", wat.get(z), ("i64.shr_u", wat.get(z), wat.const64(shift)))
