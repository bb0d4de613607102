"""Sequences as a whole, in memory.

Comes in: sequences of the flow that have to be known as a whole, or of whose members each is wanted once. Goes out:
a `Gathered`. What always holds: each has a region of memory of its own; nothing is allocated while a game is
played.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeGuard

from ...language.tree import Span
from .. import flow as f
from . import wat
from .expr import NO_VALUE, bind, scalar, value
from .facts import Fact, Many
from .loops import each_bit, each_field
from .places import Spot, any_of
from .plays import read_meld, read_play, write_meld, write_play
from .unit import Card, Fn, Int, Meld, Play, Value
from .values import as_int, as_whole, same_parts
from .wat import Code, Node

ROOM = 1 << 16
"""How many members a sequence that is gathered can have at most."""


@dataclass(slots=True)
class Gathered:
    """A sequence in memory: the code that puts it there, its address, the local with the address of its end."""

    code: Code
    base: int
    end: str
    item_size: int
    fact: Fact

    def read(self, fn: Fn, address: Node) -> tuple[Code, Value]:
        """The member at an address."""
        packing = fn.layout.packings[max(self.fact.component, 0)]
        if self.fact.shape == "meld":
            return read_meld(fn, packing, address)
        if self.fact.shape == "play":
            return read_play(fn, packing, address)
        code, node = fn.keep(wat.load(address), "x")
        return code, Int(node)

    def write(self, member: Value, address: Node) -> Code:
        """Puts a member at an address, which may be used again."""
        if isinstance(member, Meld):
            return write_meld(member, address)
        if isinstance(member, Play):
            return write_play(member, address)
        return [wat.store(address, as_int(member))]

    @property
    def none(self) -> Node:
        """Whether there are no members."""
        return ("i32.eq", wat.get(self.end), wat.const(self.base))

    def among(self, bits: Node | None) -> Node:
        """The bits of members by their numbers; they are given, as members in memory have none."""
        assert bits is not None
        return bits

    def member(self, fn: Fn, number: Node) -> tuple[Code, Value]:
        """The member of a number, a whole number."""
        return self.read(fn, wat.add(wat.shl(number, 2), wat.const(self.base)))

    def each(self, fn: Fn, body: Callable[[Value], Code], bits: Node | None = None) -> Code:
        """A loop over the members; over those only whose bits are set, by their numbers, if bits are given."""
        if bits is None:
            return each_gathered(fn, self, body)

        def turn(number: Node) -> Code:
            read, member = self.member(fn, number)
            return [*read, *body(member)]

        return each_bit(fn, bits, turn)

    @property
    def count(self) -> Node:
        """How many members there are."""
        length = wat.sub(wat.get(self.end), wat.const(self.base))
        if self.item_size & (self.item_size - 1) == 0:
            return wat.shr(length, self.item_size.bit_length() - 1)
        return ("i32.div_u", length, wat.const(self.item_size))


def item_size(fn: Fn, fact: Fact) -> int:
    """Bytes of one member in memory."""
    return 4 if fact.shape == "int" else fn.layout.play_size(max(fact.component, 0))


def new_list(fn: Fn, many: Many, extra: int = 0) -> Gathered:
    """Room for a sequence, `extra` bytes beside each member."""
    room = min(max(many.bound, 1), ROOM)
    size_ = item_size(fn, many.item) + extra
    base = fn.unit.reserve(room * size_ + 8)
    end = fn.local("end")
    return Gathered([wat.put(end, wat.const(base))], base, end, size_, many.item)


def append(fn: Fn, whole: Gathered, member: Value, many: Many, span: Span) -> Code:
    """A member joins a sequence that is being gathered."""
    code: Code = []
    if many.bound > ROOM:
        limit = wat.const(whole.base + ROOM * whole.item_size)
        code = [wat.when(("i32.ge_u", wat.get(whole.end), limit), [fn.fail(span, "there are too many of these")])]
    at = wat.get(whole.end)
    return [*code, *whole.write(member, at), wat.put(whole.end, wat.add(at, wat.const(whole.item_size)))]


def each_gathered(fn: Fn, whole: Gathered, body: Callable[[Value], Code], begin: str = "") -> Code:
    """A loop over a sequence in memory; only from an address on, which a local holds, if one is given."""
    at, done, next_ = fn.local("at"), fn.label("done"), fn.label("next")
    code, member = whole.read(fn, wat.get(at))
    return [
        wat.put(at, wat.get(begin) if begin else wat.const(whole.base)),
        wat.block(
            done,
            [
                wat.loop(
                    next_,
                    [
                        ("br_if", done, ("i32.ge_u", wat.get(at), wat.get(whole.end))),
                        *code,
                        wat.put(at, wat.add(wat.get(at), wat.const(whole.item_size))),
                        *body(member),
                        ("br", next_),
                    ],
                )
            ],
        ),
    ]


def gather(
    fn: Fn, seq: f.Seq, distinct: bool = False, whole: Gathered | None = None, tested: Tested | None = None
) -> Gathered:
    """A sequence as a whole in memory; `distinct`: each of its members once.

    Args:
        fn: the function that is being made.
        seq: the sequence.
        distinct: whether equal members come once.
        whole: where it is put; a region of its own, if it is not given.
        tested: what is asked of each member before it joins; not of sequences that are `whole_only`.
    """
    from . import folds
    from .seq import each

    many = fn.facts.seq(seq)
    if whole_only(seq):
        assert whole is None
        assert tested is None
        found = best(fn, seq, many) if isinstance(seq, f.Best) else folds.without(fn, seq)
        return once_each(fn, found, many, seq.span) if distinct else found
    if whole is None:
        whole = new_list(fn, many)
    list_ = whole
    begin = ""  # the local with where the members begin that another can equal

    def join(member: Value) -> Code:
        added = append(fn, list_, member, many, seq.span)
        if not distinct:
            return added
        skip = fn.label("known")
        same = each_gathered(fn, list_, lambda other: [("br_if", skip, same_parts(as_whole(member), other))], begin)
        return [wat.block(skip, [*same, *added])]

    def join_new(member: Value) -> Code:
        return append(fn, list_, member, many, seq.span)

    parts_ = split(fn, seq)
    apart = distinct and _apart(fn, [part for _, part in parts_])
    for code, part in parts_:
        alone = apart and gives_distinct(fn, part)
        into = join_new if alone else join
        if apart and not alone:
            begin = fn.local("begin")
            code = [*code, wat.put(begin, wat.get(whole.end))]
        if isinstance(part, f.Items):
            for item in part.items:
                more, member = value(fn, item)
                code = [*code, *more, *(into(member) if tested is None else tested.passing(fn, member, into))]
            whole.code += code
        elif tested is not None:
            whole.code += [*code, *tested.each(fn, part, into, distinct)]
        else:
            whole.code += [*code, *each(fn, part, into, distinct, calm=True)]
    return whole


def whole_only(seq: f.Seq) -> TypeGuard[f.Best | f.Without]:
    """Whether a sequence is only known when all that it is taken from is."""
    return isinstance(seq, f.Best | f.Without)


@dataclass(slots=True)
class Tested:
    """Tests of the member in a slot that are asked one by one; `set_` gives the slot its value; `masks`: whether tests of
    cards may be asked of all at once; `listed`: of each test, what it looks through, if that is in memory."""

    slot: int
    tests: list[f.Expr]
    set_: Callable[[Fn, int, Value], Code]
    masks: bool = False
    listed: list[Gathered | None] = field(default_factory=list)

    def passing(self, fn: Fn, member: Value, body: Callable[[Value], Code], tests: list[f.Expr] | None = None) -> Code:
        """What is done with a member that passes."""
        from .among import among
        from .truths import unless

        skip = fn.label("skip")
        code = self.set_(fn, self.slot, member)
        asked: Code = []
        tests = self.tests if tests is None else tests
        listed = self.listed[len(self.listed) - len(tests) :] if self.listed else [None] * len(tests)
        for test, through in zip(tests, listed, strict=True):
            asked += among(fn, self.slot, test, skip, through) or unless(fn, test, skip)
        return [*code, wat.block(skip, [*asked, *body(member)])] if asked else [*code, *body(member)]

    def each(self, fn: Fn, seq: f.Seq, body: Callable[[Value], Code], once: bool) -> Code:
        """A loop over the members that pass: where the first tests look at the faces of a zone's cards alone, as masks."""
        from .masks import cut
        from .seq import each

        masked, left = cut(fn, seq, self.slot, self.tests) if self.masks else (None, self.tests)
        if masked is None:
            calm = fn.unit.sure(*self.tests)
            return each(fn, seq, lambda member: self.passing(fn, member, body), once, calm)

        def turn(face: Node) -> Code:
            return self.passing(fn, Card(masked.place, face), body, left)

        return [
            *masked.code,
            *each_field(fn, masked.packing, None, masked.words, once, turn, masked.packing.first),
        ]


def once_each(fn: Fn, source: Gathered, many: Many, span: Span) -> Gathered:
    """The members of a sequence in memory, each once."""
    whole = new_list(fn, many)

    def join(member: Value) -> Code:
        skip = fn.label("known")
        seen = each_gathered(fn, whole, lambda other: [("br_if", skip, same_parts(as_whole(member), other))])
        return [wat.block(skip, [*seen, *append(fn, whole, member, many, span)])]

    whole.code = [*source.code, *whole.code, *each_gathered(fn, source, join)]
    return whole


def split(fn: Fn, seq: f.Seq) -> list[tuple[Code, f.Seq]]:
    """The sequences that one after the other make up a sequence, each with the bindings that come before it."""
    if isinstance(seq, f.LetSeq) and isinstance(seq.body, f.LetSeq | f.Concat):
        code = bind(fn, seq.register, seq.value)
        parts_ = split(fn, seq.body)
        return [([*code, *parts_[0][0]], parts_[0][1]), *parts_[1:]]
    if isinstance(seq, f.Concat):
        return [part for one in seq.seqs for part in split(fn, one)]
    return [([], seq)]


def _apart(fn: Fn, seqs: list[f.Seq]) -> bool:
    """Whether no member of one sequence can be a member of another: they are cards of different places."""
    if len(seqs) == 1:
        return True
    spans = sorted((many.item.low >> 16, many.item.high >> 16) for many in map(fn.facts.seq, seqs))
    if any(low < 1 for low, _ in spans):
        return False
    return all(before[1] < after[0] for before, after in pairwise(spans))


def gives_distinct(fn: Fn, seq: f.Seq) -> bool:
    """Whether a loop over a sequence gives no value twice, when equal cards of one zone may come once."""
    match seq:
        case f.Values() | f.Span_() | f.Melds():
            return fn.facts.seq(seq).distinct
        case f.Items(items):
            return len(items) < 2
        case f.Cards(place):
            shapes = {fn.layout.places[p].shape for p in fn.facts.expr(place).places}
            return shapes == {"zone"} or fn.facts.seq(seq).distinct
        case f.Filter(_, of) | f.OneEmpty(of):
            return gives_distinct(fn, of)
        case f.Rotate(of):
            return fn.facts.seq(of).distinct
        case f.LetSeq(_, _, body):
            return gives_distinct(fn, body)
        case f.Map(register, of, f.End(f.Var(place))) if place == register:
            return gives_distinct(fn, of)
        case f.Flat(register, of, f.Cards(f.Var(place))) if place == register:
            return gives_distinct(fn, of) and gives_distinct(fn, seq.body)
    return False


def gather_any(fn: Fn, where: Spot) -> Gathered:
    """The cards of a place that can be of any shape."""
    room = max(fn.layout.places[p].capacity for p in where.places)
    base = fn.unit.reserve(4 * room + 8)
    end = fn.local("end")

    from .seq import each_card

    def case(inner: Fn, one: Spot) -> Code:
        def join(member: Value) -> Code:
            at = wat.get("$to")
            return [wat.store(at, as_int(member)), wat.put("$to", wat.add(at, wat.const(4)))]

        return [*each_card(inner, one, join, False), ("return", wat.get("$to"))]

    name = any_of(fn, "list_any", [("$to", "i32")], "i32", case)
    fact = Fact("int", 0, f.LARGEST)
    return Gathered([wat.put(end, wat.call(name, where.index, wat.const(base)))], base, end, 4, fact)


def best(fn: Fn, seq: f.Best, many: Many) -> Gathered:
    """The members with the highest (or lowest) key: whenever a better one comes, what was gathered is forgotten. Where both
    members and keys can fail, all members are found before a key is asked: it is the member's fault that is told."""
    from .masks import cannot_fail, safe
    from .seq import each

    whole = new_list(fn, many)
    top, key = fn.local("top"), fn.local("key")
    better = "i32.gt_s" if seq.highest else "i32.lt_s"

    def turn(member: Value) -> Code:
        fn.registers[seq.register] = member
        skip = fn.label("worse")
        found = fn.need(scalar(fn, seq.key), fn.facts.expr(seq.key), seq.span, NO_VALUE)
        is_better = (better, wat.get(key), wat.get(top))
        if not seq.highest:
            is_better = ("i32.or", is_better, ("i32.eq", wat.get(top), wat.const(f.NONE)))
        restart = [wat.put(top, wat.get(key)), wat.put(whole.end, wat.const(whole.base))]
        fresh = fn.label("fresh")
        return [
            wat.put(key, found),
            wat.block(
                skip,
                [
                    wat.block(
                        fresh,
                        [
                            ("br_if", fresh, ("i32.eq", wat.get(key), wat.get(top))),
                            ("br_if", skip, ("i32.eqz", is_better)),
                            *restart,
                        ],
                    ),
                    *append(fn, whole, member, many, seq.span),
                ],
            ),
        ]

    fn.registers.setdefault(seq.register, Int(wat.const(0)))  # that it has a value there is all that `safe` asks
    if cannot_fail(fn, seq.seq) or safe(fn, seq.key):
        members = each(fn, seq.seq, turn, calm=True)
    else:
        found = gather(fn, seq.seq)
        members = [*found.code, *each_gathered(fn, found, turn)]
    whole.code += [wat.put(top, wat.const(f.NONE)), *members]
    if seq.alone:
        several = ("i32.gt_u", wat.get(whole.end), wat.const(whole.base + whole.item_size))
        whole.code.append(wat.when(several, [wat.put(whole.end, wat.const(whole.base))]))
    return whole
