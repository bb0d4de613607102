"""Code for lists that are kept in slots, and for slots of any shape.

Comes in: `ListSet`, `ListNext`, `Saved`, and values that go into slots. Goes out: statements. What always holds: a
list's members lie at the end of its room, so that two equal lists are equal bytes, however many members have been
taken already.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import flow as f
from . import wat
from .expr import NO_VALUE
from .gathered import gather
from .layout import SlotAt
from .loops import counted
from .plays import read_meld, read_play, write_meld, write_play
from .seq import Body, each
from .unit import STATE, Fn, Int, Meld, Play, Value
from .values import as_int
from .wat import Code, Node


def put_slot(fn: Fn, at: SlotAt, given: Value, address: Node | None = None) -> Code:
    """A slot takes a value; one of melds or plays takes none as well."""
    address = wat.const(STATE + at.offset) if address is None else address
    if isinstance(given, Meld) and at.shape == "meld":
        return write_meld(given, address)
    if isinstance(given, Play) and at.shape == "play":
        return write_play(given, address)
    if at.shape == "int":
        return [wat.store(address, as_int(given))]
    return [("memory.fill", address, wat.const(0), wat.const(at.size)), *_none(at, address)]


def _none(at: SlotAt, address: Node) -> Code:
    """The mark of none in a slot of melds or plays that is zero otherwise."""
    return [wat.store(address, wat.const(f.NONE), 4 if at.shape == "meld" else 0)]


def clear_slot(fn: Fn, slot: int) -> Code:
    """A slot takes its initial value again."""
    at, initial = fn.layout.slots[slot], fn.flow.slots[slot].initial
    address = wat.const(STATE + at.offset)
    if at.shape == "int":
        return [wat.store(address, wat.const(initial))]
    if at.shape == "list":
        code: Code = [
            ("memory.fill", address, wat.const(0), wat.const(at.size))
            if at.size > 16
            else wat.store(address, wat.const(0))
        ]
        if at.size <= 16:
            code = [wat.store(address, wat.const(0), k) for k in range(0, at.size - 3, 4)]
            code += [wat.store(address, wat.const(0), k, "i32.store8") for k in range(at.size // 4 * 4, at.size)]
        # most lists are empty when they are cleared: then only the count says so
        return code if at.size <= 16 else [wat.when(wat.load(address), code)]
    code = [wat.store(address, wat.const64(0), k, "i64.store") for k in range(0, at.size, 8)]
    return code + (_none(at, address) if initial == f.NONE else [])


def clear_slots(fn: Fn, slots: Sequence[int]) -> Code:
    """Slots take their initial values again; of numbers that lie side by side two at a time."""
    numbers = {at.offset: slot for slot in slots if (at := fn.layout.slots[slot]).shape == "int"}
    code = [part for slot in slots if slot not in numbers.values() for part in clear_slot(fn, slot)]
    left = sorted(numbers)
    while left:
        offset = left.pop(0)
        if left and left[0] == offset + 4:
            values = (fn.flow.slots[numbers[at]].initial for at in (offset, left.pop(0)))
            both = int.from_bytes(b"".join((value & 0xFFFFFFFF).to_bytes(4, "little") for value in values), "little")
            code.append(wat.store(wat.const(STATE + offset), wat.const64(both), 0, "i64.store"))
        else:
            code += clear_slot(fn, numbers[offset])
    return code


def list_set(fn: Fn, instr: f.ListSet) -> Code:
    """A slot takes the members of a sequence."""
    at = fn.layout.slots[instr.slot]
    head = wat.const(STATE + at.offset)
    end = STATE + at.end
    exact = length(fn, instr.seq)
    constants = constant_list(instr.seq)
    if constants is not None and exact == at.capacity and at.item == "int" and exact * at.width > 8:
        image, _ = fn.unit.table(list(list_bytes(constants, at.width)), 1)
        copied = ("memory.copy", wat.const(end - exact * at.width), wat.const(image), wat.const(exact * at.width))
        return [copied, wat.store(head, wat.const(exact + 1))]
    if exact is not None:
        to = fn.local("to")

        def write(member: Value) -> Code:
            return [*_write_entry(at, member, wat.get(to)), wat.put(to, wat.add(wat.get(to), wat.const(at.width)))]

        wipe: Code = clear_slot(fn, instr.slot) if exact < at.capacity else []
        start = wat.put(to, wat.const(end - exact * at.width))
        return [*wipe, start, *each(fn, instr.seq, write, calm=True), wat.store(head, wat.const(exact + 1))]
    whole = gather(fn, instr.seq)
    to = fn.local("to")
    source = fn.local("from")
    read, member = whole.read(fn, wat.get(source))
    done, next_ = fn.label("done"), fn.label("next")
    too_many = wat.when(
        ("i32.gt_u", whole.count, wat.const(at.capacity)), [fn.fail(instr.span, "there are too many of these")]
    )
    return [
        *whole.code,
        too_many,
        *clear_slot(fn, instr.slot),
        wat.store(head, wat.add(whole.count, wat.const(1))),
        wat.put(to, wat.sub(wat.const(end), wat.mul(whole.count, wat.const(at.width)))),
        wat.put(source, wat.const(whole.base)),
        wat.block(
            done,
            [
                wat.loop(
                    next_,
                    [
                        ("br_if", done, ("i32.ge_u", wat.get(source), wat.get(whole.end))),
                        *read,
                        *_write_entry(at, member, wat.get(to)),
                        wat.put(source, wat.add(wat.get(source), wat.const(whole.item_size))),
                        wat.put(to, wat.add(wat.get(to), wat.const(at.width))),
                        ("br", next_),
                    ],
                )
            ],
        ),
    ]


def constant_list(seq: f.Seq) -> list[int] | None:
    """The members of a sequence of constants."""
    match seq:
        case f.Values(values):
            return list(values)
        case f.Span_(f.Const(low), f.Const(high)) if high - low < 256:
            return list(range(low, high + 1))
    return None


def list_bytes(values: list[int], width: int) -> bytes:
    """Numbers as bytes."""
    return b"".join((value & ((1 << 8 * width) - 1)).to_bytes(width, "little") for value in values)


def length(fn: Fn, seq: f.Seq) -> int | None:
    """How many members a sequence surely has; None if that is not known."""
    match seq:
        case f.Values(values):
            return len(values)
        case f.Items(items):
            return len(items)
        case f.Rotate(of) | f.Map(_, of) if not isinstance(seq, f.Rotate) or isinstance(of, f.Values):
            return length(fn, of)
        case f.Span_(f.Const(low), f.Const(high)):
            found = max(high - low + 1, 0)
            return found if found <= fn.facts.seq(seq).bound <= 256 else None
        case f.LetSeq(_, _, body):
            return length(fn, body)
    return None


def _write_entry(at: SlotAt, member: Value, address: Node) -> Code:
    """A member at an address, which may be used again."""
    if isinstance(member, Meld):
        return write_meld(member, address)
    if isinstance(member, Play):
        return write_play(member, address)
    op = {1: "i32.store8", 2: "i32.store16", 4: "i32.store"}[at.width]
    return [wat.store(address, as_int(member), 0, op)]


def read_entry(fn: Fn, at: SlotAt, address: Node) -> tuple[Code, Value]:
    """The member at an address."""
    packing = fn.layout.packings[max(at.component, 0)]
    if at.item == "meld":
        return read_meld(fn, packing, address)
    if at.item == "play":
        return read_play(fn, packing, address)
    op = {1: "i32.load8_u", 2: "i32.load16_u", 4: "i32.load"}[at.width]
    code, node = fn.keep(wat.load(address, 0, op), "x")
    return code, Int(node)


def list_next(fn: Fn, instr: f.ListNext, done: Code) -> Code:
    """The first of a list goes into a slot; when there is none, both are cleared and `done` goes on."""
    at, to = fn.layout.slots[instr.slot], fn.layout.slots[instr.var]
    head = wat.const(STATE + at.offset)
    count, where = fn.local("count"), fn.local("at")
    read, member = read_entry(fn, at, wat.get(where))
    left = ("i32.le_u", ("local.tee", count, wat.load(head)), wat.const(1))
    if at.item == "int":
        op = {1: "i32.store8", 2: "i32.store16", 4: "i32.store"}[at.width]
        wipe: Code = [wat.store(wat.get(where), wat.const(0), 0, op)]
    else:
        wipe = [wat.store(wat.get(where), wat.const64(0), k, "i64.store") for k in range(0, at.width, 8)]
    ended: Code = [wat.store(head, wat.const(0)), *clear_slot(fn, instr.var), *done]
    take: Code = [
        wat.put(count, wat.sub(wat.get(count), wat.const(1))),
        wat.store(head, wat.get(count)),
        wat.put(where, wat.sub(wat.const(STATE + at.end), wat.mul(wat.get(count), wat.const(at.width)))),
        *read,
        *wipe,
        *put_slot(fn, to, member),
    ]
    return [wat.when(left, ended), *take]


def each_saved(fn: Fn, seq: f.Saved, body: Body) -> Code:
    """A loop over the list in a slot."""
    at = fn.layout.slots[seq.slot]
    count, where = fn.local("count"), fn.local("at")
    read, member = read_entry(fn, at, wat.get(where))

    def turn(_: Node) -> Code:
        return [*read, *body(member), wat.put(where, wat.add(wat.get(where), wat.const(at.width)))]

    left = wat.sub(wat.get(count), wat.const(1))
    return [
        wat.put(count, wat.load(wat.const(STATE + at.offset))),
        wat.when(("i32.eqz", wat.get(count)), [fn.fail(seq.span, NO_VALUE)]),
        wat.put(where, wat.sub(wat.const(STATE + at.end), wat.mul(left, wat.const(at.width)))),
        *counted(fn, wat.const(1), left, turn),
    ]
