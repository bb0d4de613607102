"""Decisions whose moves are counted option by option, and one of them taken, without a list.

Comes in: a decision. Goes out: a `Chosen`, or None if one of its options is not of these kinds. What always holds: the
number of a move means the same here and in the list.

An option that binds nothing is one move, or none if its test fails. One that binds a card of a zone has a bit for each
card, the lowest of its field in the zone's words; where one of a few constants is chosen too, the field holds a bit for
each of them that goes with the card. One that binds a constant has a bit for each that passes its test.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .. import flow as f
from . import wat
from .facts import walk
from .layout import Packing
from .lists import put_slot
from .loops import counted
from .masks import Masked, of_slot, resolve
from .related import Related, relate
from .taking import Taker
from .truths import test, unless
from .unit import Card, Fn, Int
from .wat import Code, Node

MOST_WORDS = 4
"""Of more words than these, the list is as good."""


@dataclass(slots=True)
class Part:
    """The moves of one option: code that counts them, the count (a local or a constant), and code that takes the one of the
    number in `which`, counted from the option's first."""

    option: f.OptionInfo
    count: Code
    many: Node
    take: Code


@dataclass(slots=True)
class Chosen:
    """What takes a move at random: code that counts, the count, the local for the number of a move, the options' parts in
    their order."""

    count: Code
    many: Node
    which: str
    parts: list[Part]
    listed_first: bool = False  # whether counting costs so much that a host, who wants the list, is given it without

    def take(self, go: Callable[[int], Code]) -> Code:
        """Takes the move of the number in `which`; `go` goes on in the rules."""
        code: Code = []
        for part in self.parts[:-1]:
            here = [*part.take, *go(part.option.then)]
            code.append(wat.when(("i32.lt_u", wat.get(self.which), part.many), here))
            code.append(wat.put(self.which, wat.sub(wat.get(self.which), part.many)))
        last = self.parts[-1]
        return [*code, *last.take, *go(last.option.then)]


def chosen(fn: Fn, pc: int, choose: f.Choose, shared: set[int]) -> Chosen | None:
    """The moves of the decision at a place of the flow without a list; None if one of its options cannot be counted so.
    `shared` are the slots that terms read which the decision calls."""
    which, many, found = fn.local("which"), fn.local("moves"), fn.label("found")
    parts: list[Part] = []
    known: list[tuple[f.Expr, Node]] = []  # tests of options that bind nothing, each asked once
    taker = Taker(fn, pc, choose, which)
    code: Code = []
    first = 0
    for tier in choose.tiers:
        several = len(tier.options) > 1
        if tier.limits and (fn.unit.watch is not None or (several and any(one.if_possible for one in tier.limits))):
            return None
        whole: Node = wat.const(0)
        for number, option in enumerate(tier.options):
            limits = [limit for limit in tier.limits if limit.option == number]
            part = part_of(fn, option, limits, shared, which, known)
            if part is None and not limits and taker.possible(option):
                part = asked(fn, option, pair_of(fn, taker, first + number, option), known)
            if part is None:
                return None
            parts.append(part)
            code += part.count
            whole = wat.add(whole, part.many)
        first += len(tier.options)
        code.append(wat.put(many, whole))
        if tier is not choose.tiers[-1]:  # a later tier is not looked at where one before it has a move
            code.append(("br_if", found, wat.get(many)))
    if len(choose.tiers) > 1:
        code = [wat.block(found, code)]
    nothing_known: Code = [wat.put(name, wat.const(0)) for name in taker.stock.known]
    return Chosen([*nothing_known, *code], wat.get(many), which, parts, bool(nothing_known))


def pair_of(fn: Fn, taker: Taker, number: int, option: f.OptionInfo) -> Part:
    """The moves of an option that chooses two things, the second from a row of places."""
    many = fn.local("many")
    return Part(option, taker.count(number, option, many), wat.get(many), taker.take(number, option))


def part_of(
    fn: Fn,
    option: f.OptionInfo,
    limits: list[f.LimitInfo],
    shared: set[int],
    which: str,
    known: list[tuple[f.Expr, Node]],
) -> Part | None:
    """The moves of an option; None if they cannot be counted without a list."""
    if not option.binds:
        part = None if limits else Part(option, [], wat.const(1), [])
    elif isinstance(option.binds[0].seq, f.Values):
        part = None if limits else constants_of(fn, option, shared, which)
    else:
        part = cards_of(fn, option, limits, shared, which)
    return None if part is None else asked(fn, option, part, known)


def asked(fn: Fn, option: f.OptionInfo, part: Part, known: list[tuple[f.Expr, Node]]) -> Part:
    """The moves of an option if its own test holds."""
    if option.test is None:
        return part
    if not option.binds:
        count, holds = truth(fn, option.test, known)
        return Part(option, count, holds, [])
    many, none = fn.local("many"), fn.label("none")
    inside = [*unless(fn, option.test, none), *part.count, wat.put(many, part.many)]
    return Part(option, [wat.put(many, wat.const(0)), wat.block(none, inside)], wat.get(many), part.take)


def truth(fn: Fn, expr: f.Expr, known: list[tuple[f.Expr, Node]]) -> tuple[Code, Node]:
    """Whether a test holds, asked only if neither it nor its opposite is known."""
    whole, opposite = expr, False
    while isinstance(whole, f.Not):
        whole, opposite = whole.arg, not opposite
    node = next((node for one, node in known if one == whole), None)
    code: Code = []
    if node is None:
        holds = fn.local("holds")
        code, node = [wat.put(holds, test(fn, whole))], wat.get(holds)
        known.append((whole, node))
    return code, ("i32.eqz", node) if opposite else node


def constants_of(fn: Fn, option: f.OptionInfo, shared: set[int], which: str) -> Part | None:
    """The moves of an option that chooses one of a few constants: a bit for each that passes its test."""
    bind = option.binds[0]
    assert isinstance(bind.seq, f.Values)
    values, at = bind.seq.values, fn.layout.slots[bind.slot]
    if len(option.binds) > 1 or len(set(values)) < len(values) or not 0 < len(values) <= 64 or at.shape != "int":
        return None
    if bind.test is None:
        return Part(option, [], wat.const(len(values)), put_slot(fn, at, Int(nth_value(fn, values, wat.get(which)))))
    if bind.slot in shared:
        return None
    bits, bit = fn.local("bits", "i64"), fn.local("bit")

    def ask(number: Node) -> Code:
        code, one = fn.keep(nth_value(fn, values, number), "x")
        fn.slots[bind.slot] = Int(one)
        fails = fn.label("fails")
        assert bind.test is not None
        joined: Node = ("i64.or", wat.get(bits), ("i64.shl", wat.const64(1), ("i64.extend_i32_u", number)))
        return [*code, wat.block(fails, [*unless(fn, bind.test, fails), wat.put(bits, joined)])]

    count: Code = [wat.put(bits, wat.const64(0)), *counted(fn, wat.const(0), wat.const(len(values) - 1), ask)]
    del fn.slots[bind.slot]
    many = fn.local("many")
    take = [*nth(fn, [bits], which, bit), *put_slot(fn, at, Int(nth_value(fn, values, wat.get(bit))))]
    return Part(option, [*count, wat.put(many, ones(bits))], wat.get(many), take)


def nth_value(fn: Fn, values: tuple[int, ...], number: Node) -> Node:
    """One of some constants."""
    if values == tuple(range(values[0], values[0] + len(values))):
        return wat.add(number, wat.const(values[0]))
    return fn.unit.read_table(values, number)


def cards_of(fn: Fn, option: f.OptionInfo, limits: list[f.LimitInfo], shared: set[int], which: str) -> Part | None:
    """The moves of an option that chooses a card of one zone, and perhaps one of a few constants."""
    if len(option.binds) > 2 or (limits and len(option.binds) > 1):
        return None
    first = option.binds[0]
    if fn.layout.slots[first.slot].shape != "int":
        return None
    tests = [] if first.test is None else [f.LimitInfo("", 0, None, first.test, False, 0)]
    masked = resolve(fn, first.seq)
    if masked is None or masked.left or masked.packing.words > MOST_WORDS:
        return None
    packing = masked.packing
    names = [fn.local("bits", "i64") for _ in masked.words]
    code: Code = list(masked.code)
    for name, word in zip(names, masked.words, strict=True):
        code.append(wat.put(name, word))
    for limit in [*tests, *limits]:
        obeyed = obey(fn, first.slot, limit, names, packing, shared)
        if obeyed is None:
            return None
        code += obeyed
    code += [part for name in names for part in lowest(name, packing)]
    second = option.binds[1] if len(option.binds) == 2 else None
    values: tuple[int, ...] = ()
    if second is not None:
        related = fitting(fn, first, second, masked)
        if related is None:
            return None
        assert isinstance(second.seq, f.Values)
        values = second.seq.values
        code += [wat.put(name, fitted(name, k, related, packing, len(values))) for k, name in enumerate(names)]
    many = fn.local("many")
    total: Node = wat.const(0)
    for name in names:
        total = wat.add(total, ones(name))
    code.append(wat.put(many, total))
    at = fn.local("bit")
    take = [*nth(fn, names, which, at)]
    face = wat.add(wat.shr(wat.get(at), packing.shift), wat.const(packing.first))
    more, face = fn.keep(face, "face")
    take += [*more, *put_slot(fn, fn.layout.slots[first.slot], Card(masked.place, face))]
    if second is not None:
        index = wat.both(wat.get(at), wat.const(packing.bits - 1))
        take += put_slot(fn, fn.layout.slots[second.slot], Int(nth_value(fn, values, index)))
    return Part(option, code, wat.get(many), take)


def obey(fn: Fn, slot: int, limit: f.LimitInfo, names: list[str], packing: Packing, shared: set[int]) -> Code | None:
    """Leaves in the words what a limit allows: it is asked only if there is anything, as for each move of a list. None if it
    cannot be said of the faces as a whole."""
    if slot in shared or any(isinstance(part, f.Load) and part.slot == slot for part in walk(limit.when)):
        return None
    out = fn.label("obeyed")
    asked: Code = [("br_if", out, ("i64.eqz", together(names)))]
    if limit.when is not None:
        asked += unless(fn, limit.when, out)
    mask = of_slot(fn, slot, limit.only, packing)
    if mask is None:
        return None
    left = [fn.local("left", "i64") for _ in names]
    asked += mask[0]
    for name, word, rest in zip(names, mask[1], left, strict=True):
        asked.append(wat.put(rest, ("i64.and", wat.get(name), word)))
    if limit.if_possible:
        asked.append(("br_if", out, ("i64.eqz", together(left))))
    asked += [wat.put(name, wat.get(rest)) for name, rest in zip(names, left, strict=True)]
    return [wat.block(out, asked)]


def together(names: list[str]) -> Node:
    """The bits that any of some words has."""
    whole = wat.get(names[0])
    for name in names[1:]:
        whole = ("i64.or", whole, wat.get(name))
    return whole


def fitting(fn: Fn, first: f.Bind, second: f.Bind, masked: Masked) -> Related | None:
    """Which constants of the second bind go with each face, if a field has a bit for each and nothing else is asked."""
    packing = masked.packing
    if not isinstance(second.seq, f.Values) or not 0 < len(second.seq.values) <= packing.bits:
        return None
    if len(set(second.seq.values)) < len(second.seq.values) or fn.layout.slots[second.slot].shape != "int":
        return None
    if second.test is None:
        return Related(first.slot, packing.first, [(1 << len(second.seq.values)) - 1] * packing.size, [])
    related = relate(fn, first.slot, fn.facts.slots[first.slot], Card(masked.place, wat.const(0)), second)
    return None if related is None or related.left else related


def lowest(name: str, packing: Packing) -> Code:
    """Of each field of a word that is not zero only the lowest bit is left."""
    if packing.bits == 1:
        return []
    code: Code = []
    shift = 1
    while shift < packing.bits:
        code.append(wat.put(name, ("i64.or", wat.get(name), ("i64.shr_u", wat.get(name), wat.const64(shift)))))
        shift *= 2
    low = sum(1 << at for at in range(0, 64, packing.bits))
    return [*code, wat.put(name, ("i64.and", wat.get(name), wat.const64(low)))]


def fitted(name: str, number: int, related: Related, packing: Packing, many: int) -> Node:
    """In each field, for the lowest bit, the bits of the constants that go with its face."""
    mask = 0
    for field in range(packing.fields):
        index = number * packing.fields + field
        if index < packing.size:
            mask |= related.bits[index] << (field * packing.bits)
    return ("i64.and", ("i64.mul", wat.get(name), wat.const64((1 << many) - 1)), wat.const64(mask))


def ones(name: str) -> Node:
    """How many bits of a word are set."""
    return ("i32.wrap_i64", ("i64.popcnt", wat.get(name)))


def nth(fn: Fn, names: list[str], which: str, at: str) -> Code:
    """The number of the bit before which so many bits of some words stand; `which` is used up."""
    word, base, there = fn.local("rest", "i64"), fn.local("base"), fn.label("there")
    code: Code = [wat.put(word, wat.get(names[0])), wat.put(base, wat.const(0))]
    if len(names) > 1:
        seek: Code = []
        for k, name in enumerate(names[1:], 1):
            seek += [
                ("br_if", there, ("i32.lt_u", wat.get(which), ones(word))),
                wat.put(which, wat.sub(wat.get(which), ones(word))),
                wat.put(word, wat.get(name)),
                wat.put(base, wat.const(64 * k)),
            ]
        code.append(wat.block(there, seek))
    return [*code, *nth_of_word(fn, word, which, at), wat.put(at, wat.add(wat.get(at), wat.get(base)))]


def nth_of_word(fn: Fn, word: str, which: str, at: str) -> Code:
    """The same in one word, without a branch, as none could be foreseen: the byte by sums of bits up to each byte, the bit in
    it from a table."""
    sums, more = fn.local("sums", "i64"), fn.local("sums", "i64")
    get = wat.get(sums)
    each_byte = 0x0101010101010101
    high = wat.const64(0x80 * each_byte)

    def fields(mask: int, shift: int) -> Node:
        return ("i64.and", ("i64.shr_u", get, wat.const64(shift)), wat.const64(mask))

    two, four = 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
    given = ("i64.mul", ("i64.extend_i32_u", wat.get(which)), wat.const64(each_byte))
    passed = ("i64.and", ("i64.sub", ("i64.or", given, high), get), high)
    before = ("i64.shr_u", ("i64.shl", get, wat.const64(8)), ("i64.extend_i32_u", wat.get(at)))
    left = wat.sub(wat.get(which), wat.both(("i32.wrap_i64", before), wat.const(255)))
    byte = ("i32.wrap_i64", ("i64.shr_u", wat.get(word), ("i64.extend_i32_u", wat.get(at))))
    key = wat.either(wat.shl(wat.both(byte, wat.const(255)), 3), left)
    return [
        wat.put(sums, wat.get(word)),
        wat.put(sums, ("i64.sub", get, fields(0x5555555555555555, 1))),
        wat.put(more, fields(two, 2)),
        wat.put(sums, ("i64.add", ("i64.and", get, wat.const64(two)), wat.get(more))),
        wat.put(sums, ("i64.and", ("i64.add", get, ("i64.shr_u", get, wat.const64(4))), wat.const64(four))),
        wat.put(sums, ("i64.mul", get, wat.const64(each_byte))),
        wat.put(at, wat.shl(("i32.wrap_i64", ("i64.popcnt", passed)), 3)),
        wat.put(at, wat.add(wat.get(at), fn.unit.read_table(BITS, key, 1))),
    ]


BITS = [([bit for bit in range(8) if byte >> bit & 1] + [0] * 8)[k] for byte in range(256) for k in range(8)]
"""Of each byte, which is its k-th bit."""
