"""Code for sequences: loops that hand each member to the code that wants it.

Comes in: sequences of the flow, and what is to be done with a member (`Body`). Goes out: statements. What always
holds: the code of the body stands once in what goes out; nothing is allocated: a sequence that has to be known as a
whole is gathered in a region of memory of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from .. import flow as f
from . import wat
from .expr import (
    NO_VALUE,
    as_int,
    bind,
    entry,
    from_parts,
    hold,
    meld_of,
    parts,
    play_of,
    same_parts,
    scalar,
    spot,
    unless,
    value,
)
from .facts import Fact, Many
from .layout import PLAYS_HEADER, Packing
from .places import Spot, any_of, is_empty, size, spot_at
from .plays import face_at, read_meld, read_play, write_meld, write_play
from .unit import Card, Fn, Int, Meld, Play, Value
from .wat import Code, Node

Body: TypeAlias = Callable[[Value], Code]
SMALL = 1 << 12
"""A loop that can be longer than this counts as work, so that it cannot go on for ever."""
ROOM = 1 << 16
"""How many members a sequence that is gathered can have at most."""


def each(fn: Fn, seq: f.Seq, body: Body, once: bool = False) -> Code:
    """A loop over a sequence. `once`: equal members of one place need come only once."""
    from . import lists, masks, melds

    match seq:
        case f.Values(values):
            return each_constant(fn, values, body)
        case f.Items(items) if len(items) == 1:
            code, member = value(fn, items[0])
            more, member = hold(fn, member, "x")
            return [*code, *more, *body(member)]
        case f.Span_():
            return each_number(fn, seq, body)
        case f.Rotate():
            return rotated(fn, seq, body)
        case f.Cards(place):
            code, where = spot(fn, place)
            return [*code, *each_card(fn, where, body, once)]
        case f.MeldCards(meld):
            code, found = meld_of(fn, meld)
            return [*code, *each_position(fn, found.packing, list(found.words), wat.const(f.NOPLACE), body, once)]
        case f.PlayCards(play, place):
            code, whole = play_of(fn, play)
            more, where = spot(fn, place)
            return [*code, *more, *each_position(fn, whole.packing, list(whole.words), where.index, body, once)]
        case f.Plays(place):
            code, where = spot(fn, place)
            return [*code, *each_play(fn, where, body)]
        case f.Flat(register, of, inner):

            def outer(member: Value) -> Code:
                fn.registers[register] = member
                return each(fn, inner, body, once)

            return each(fn, of, outer, False)
        case f.Map(register, of, mapped):

            def turn(member: Value) -> Code:
                fn.registers[register] = member
                code, result = value(fn, mapped)
                more, result = hold(fn, result, "x")
                return [*code, *more, *body(result)]

            return each(fn, of, turn, False)
        case f.Filter():
            fast = masks.filtered(fn, seq, body, once)
            return fast if fast is not None else filtered(fn, seq, body, once)
        case f.LetSeq(register, bound, inner):
            return [*bind(fn, register, bound), *each(fn, inner, body, once)]
        case f.OneEmpty(of):
            return one_empty(fn, of, body)
        case f.Saved():
            return lists.each_saved(fn, seq, body)
        case f.Melds():
            return melds.each_meld(fn, seq, body)
    whole = gather(fn, seq)
    return [*whole.code, *each_gathered(fn, whole, body)]


def filtered(fn: Fn, seq: f.Filter, body: Body, once: bool) -> Code:
    """The members for which a test holds."""

    def tested(member: Value) -> Code:
        fn.registers[seq.register] = member
        skip = fn.label("skip")
        return [wat.block(skip, [*unless(fn, seq.test, skip), *body(member)])]

    return each(fn, seq.seq, tested, once)


# ---- numbers -------------------------------------------------------------------------------------------------------


def counted(fn: Fn, low: Node, high: Node, body: Callable[[Node], Code], long: bool = False) -> Code:
    """A loop over the numbers from low to high."""
    at, end, done, next_ = fn.local("i"), fn.local("end"), fn.label("done"), fn.label("next")
    code: Code = [wat.put(at, low)]
    last = high
    if wat.known(high) is None:
        code.append(wat.put(end, high))
        last = wat.get(end)
    inside: Code = [wat.call("$work")] if long else []
    inside += body(wat.get(at))
    advance = [wat.put(at, wat.add(wat.get(at), wat.const(1))), ("br", next_)]
    inside.append(wat.when(("i32.lt_s", wat.get(at), last), advance))
    a, b = wat.known(low), wat.known(high)
    if a is not None and b is not None:
        return [*code, wat.loop(next_, inside)] if a <= b else []
    return [*code, wat.block(done, [("br_if", done, ("i32.gt_s", wat.get(at), last)), wat.loop(next_, inside)])]


def each_constant(fn: Fn, values: tuple[int, ...], body: Body) -> Code:
    """A loop over constants: counted if they follow one another, from a table otherwise."""
    if not values:
        return []
    if len(values) == 1:
        return body(Int(wat.const(values[0])))
    if values == tuple(range(values[0], values[0] + len(values))):
        return counted(fn, wat.const(values[0]), wat.const(values[-1]), lambda at: body(Int(at)))

    def read(at: Node) -> Code:
        code, node = fn.keep(fn.unit.read_table(values, at), "x")
        return [*code, *body(Int(node))]

    return counted(fn, wat.const(0), wat.const(len(values) - 1), read)


def each_number(fn: Fn, seq: f.Span_, body: Body) -> Code:
    """A loop over a span of numbers."""
    low_fact, high_fact = fn.facts.expr(seq.low), fn.facts.expr(seq.high)
    low = fn.need(scalar(fn, seq.low), low_fact, seq.span, NO_VALUE)
    high = fn.need(scalar(fn, seq.high), high_fact, seq.span, NO_VALUE)
    bound = fn.facts.seq(seq).bound
    if bound <= SMALL:
        return counted(fn, low, high, lambda at: body(Int(at)))
    code, low = fn.keep(low, "low")
    more, high = fn.keep(high, "high")
    width = ("i64.sub", ("i64.extend_i32_s", high), ("i64.extend_i32_s", low))
    check = wat.when(("i64.gt_s", width, wat.const64(1_000_000)), [fn.fail(seq.span, "a range of numbers is too long")])
    return [*code, *more, check, *counted(fn, low, high, lambda at: body(Int(at)), long=True)]


def rotated(fn: Fn, seq: f.Rotate, body: Body) -> Code:
    """The same members from one of them on."""
    of, message = seq.seq, "the one to start from is not among these"
    if isinstance(of, f.Values) and of.values == tuple(range(len(of.values))) and of.values:
        count = wat.const(len(of.values))
        start = scalar(fn, seq.start)
        if not fn.facts.expr(seq.start).within(0, len(of.values) - 1):
            start = fn.within(start, len(of.values), seq.span, message)
        at = fn.local("at")

        def turn(_: Node) -> Code:
            code: Code = body(Int(wat.get(at)))
            wrapped = wat.choose(
                ("i32.eq", wat.get(at), wat.sub(count, wat.const(1))), wat.const(0), wat.add(wat.get(at), wat.const(1))
            )
            return [*code, wat.put(at, wrapped)]

        return [wat.put(at, start), *counted(fn, wat.const(1), count, turn)]
    whole = gather(fn, of)
    code, start = fn.keep(scalar(fn, seq.start), "start")
    at, left, found, next_, done = (
        fn.local("at"),
        fn.local("left"),
        fn.label("found"),
        fn.label("next"),
        fn.label("done"),
    )
    step = wat.const(whole.item_size)
    search: Code = [
        wat.put(at, wat.const(whole.base)),
        wat.block(
            found,
            [
                wat.loop(
                    next_,
                    [
                        wat.when(("i32.ge_u", wat.get(at), wat.get(whole.end)), [fn.fail(seq.span, message)]),
                        ("br_if", found, ("i32.eq", wat.load(wat.get(at)), start)),
                        wat.put(at, wat.add(wat.get(at), step)),
                        ("br", next_),
                    ],
                )
            ],
        ),
        wat.put(left, wat.sub(wat.get(whole.end), wat.const(whole.base))),
    ]
    again = fn.label("next")
    more, member = whole.read(fn, wat.get(at))
    go: Code = [
        wat.block(
            done,
            [
                wat.loop(
                    again,
                    [
                        ("br_if", done, ("i32.eqz", wat.get(left))),
                        wat.put(left, wat.sub(wat.get(left), step)),
                        *more,
                        wat.put(at, wat.add(wat.get(at), step)),
                        wat.when(("i32.eq", wat.get(at), wat.get(whole.end)), [wat.put(at, wat.const(whole.base))]),
                        *body(member),
                        ("br", again),
                    ],
                )
            ],
        )
    ]
    return [*whole.code, *code, *search, *go]


# ---- cards ---------------------------------------------------------------------------------------------------------


def each_card(fn: Fn, where: Spot, body: Body, once: bool) -> Code:
    """A loop over what lies at a place."""
    packing = where.packing
    if where.shape == "zone":
        return each_field(
            fn, packing, where.address, None, once, lambda face: body(Card(where.index, face)), packing.first
        )
    if where.shape == "pile":
        face = fn.local("face")

        def read(at: Node) -> Code:
            here = where.global_face(wat.shr(entry(where, at), 1))
            return [wat.put(face, here), *body(Card(where.index, wat.get(face)))]

        return counted(fn, wat.const(0), wat.sub(size(fn, where), wat.const(1)), read)
    if where.shape == "plays":

        def played(play: Value) -> Code:
            assert isinstance(play, Play)
            return each_position(fn, packing, list(play.words), where.index, body, False)

        return each_play(fn, where, played)
    whole = gather_any(fn, where)
    return [*whole.code, *each_gathered(fn, whole, body)]


def each_position(fn: Fn, packing: Packing, words: list[Node], place: Node, body: Body, once: bool) -> Code:
    """A loop over the cards of a meld or a play, lowest first."""

    def turn(position: Node) -> Code:
        code, face = fn.keep(wat.add(face_at(fn.unit, packing, position), wat.const(packing.first)), "face")
        return [*code, *body(Card(place, face))]

    return each_field(fn, packing, None, words, once, turn, 0)


def each_field(
    fn: Fn,
    packing: Packing,
    address: Node | None,
    words: list[Node] | None,
    once: bool,
    body: Callable[[Node], Code],
    first: int,
) -> Code:
    """A loop over packed cards, at an address or in nodes: the body gets the number of the field, plus `first`."""
    word, field = fn.local("word", "i64"), fn.local("face")
    done, next_ = fn.label("done"), fn.label("next")
    if packing.words == 1:
        start: Node = words[0] if words else wat.load(address or wat.const(0), 0, "i64.load")
        inner = _fields(fn, packing, word, field, wat.const(first), once, body)
        return [
            wat.put(word, start),
            wat.block(done, [wat.loop(next_, [("br_if", done, ("i64.eqz", wat.get(word))), *inner, ("br", next_)])]),
        ]
    code: Code = []
    if address is None:
        region = fn.unit.reserve(8 * packing.words)
        address = wat.const(region)
        code = [wat.store(address, one, 8 * k, "i64.store") for k, one in enumerate(words or [])]
    number, base = fn.local("number"), fn.local("base")
    inner = _fields(fn, packing, word, field, wat.get(base), once, body)
    ended, on = fn.label("ended"), fn.label("on")
    return [
        *code,
        wat.put(number, wat.const(0)),
        wat.put(base, wat.const(first)),
        wat.loop(
            on,
            [
                wat.put(word, wat.load(wat.add(address, wat.shl(wat.get(number), 3)), 0, "i64.load")),
                wat.block(
                    ended, [wat.loop(next_, [("br_if", ended, ("i64.eqz", wat.get(word))), *inner, ("br", next_)])]
                ),
                wat.put(base, wat.add(wat.get(base), wat.const(packing.fields))),
                (
                    "br_if",
                    on,
                    (
                        "i32.lt_s",
                        ("local.tee", number, wat.add(wat.get(number), wat.const(1))),
                        wat.const(packing.words),
                    ),
                ),
            ],
        ),
    ]


def _fields(
    fn: Fn, packing: Packing, word: str, field: str, base: Node, once: bool, body: Callable[[Node], Code]
) -> Code:
    """One turn of a loop over a word: takes its lowest card (or all of that face) out, and hands it on."""
    if packing.bits == 1:
        take: Code = [
            wat.put(field, wat.add(("i32.wrap_i64", ("i64.ctz", wat.get(word))), base)),
            wat.put(word, ("i64.and", wat.get(word), ("i64.sub", wat.get(word), wat.const64(1)))),
        ]
        return [*take, *body(wat.get(field))]
    shift = fn.local("shift", "i64")
    out: Node = ("i64.shl", wat.const64(packing.mask if once else 1), wat.get(shift))
    rest: Node = (
        ("i64.and", wat.get(word), ("i64.xor", out, wat.const64(-1))) if once else ("i64.sub", wat.get(word), out)
    )
    return [
        wat.put(shift, ("i64.and", ("i64.ctz", wat.get(word)), wat.const64(-packing.bits))),
        wat.put(
            field,
            wat.add(("i32.wrap_i64", ("i64.shr_u", wat.get(shift), wat.const64(packing.shift))), base),
        ),
        wat.put(word, rest),
        *body(wat.get(field)),
    ]


def each_play(fn: Fn, where: Spot, body: Body) -> Code:
    """A loop over the plays of a place."""
    at = fn.local("play")
    code, play = read_play(fn, where.packing, wat.get(at))
    step = fn.layout.play_size(where.packing.component)

    def turn(_: Node) -> Code:
        return [*code, *body(play), wat.put(at, wat.add(wat.get(at), wat.const(step)))]

    last = wat.sub(wat.load(where.address), wat.const(1))
    return [wat.put(at, wat.add(where.address, wat.const(PLAYS_HEADER))), *counted(fn, wat.const(0), last, turn)]


def one_empty(fn: Fn, of: f.Seq, body: Body) -> Code:
    """Places; of the empty ones only the first."""
    seen = fn.local("seen")
    places = fn.facts.seq(of).item.places

    def turn(member: Value) -> Code:
        skip, full = fn.label("skip"), fn.label("full")
        code, where = spot_at(fn, as_int(member), places)
        empty = [
            ("br_if", full, wat.negated(is_empty(fn, where))),
            ("br_if", skip, wat.get(seen)),
            wat.put(seen, wat.const(1)),
        ]
        return [wat.block(skip, [*code, wat.block(full, empty), *body(member)])]

    return [wat.put(seen, wat.const(0)), *each(fn, of, turn)]


# ---- sequences as a whole ------------------------------------------------------------------------------------------


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


def append(fn: Fn, whole: Gathered, member: Value, many: Many, span: f.Span) -> Code:
    """A member joins a sequence that is being gathered."""
    code: Code = []
    if many.bound > ROOM:
        limit = wat.const(whole.base + ROOM * whole.item_size)
        code = [wat.when(("i32.ge_u", wat.get(whole.end), limit), [fn.fail(span, "there are too many of these")])]
    at = wat.get(whole.end)
    return [*code, *whole.write(member, at), wat.put(whole.end, wat.add(at, wat.const(whole.item_size)))]


def gather(fn: Fn, seq: f.Seq, distinct: bool = False) -> Gathered:
    """A sequence as a whole in memory; `distinct`: each of its members once."""
    from . import folds

    many = fn.facts.seq(seq)
    if isinstance(seq, f.Best | f.Without):
        found = best(fn, seq, many) if isinstance(seq, f.Best) else folds.without(fn, seq)
        return once_each(fn, found, many, seq.span) if distinct else found
    whole = new_list(fn, many)

    def join(member: Value) -> Code:
        added = append(fn, whole, member, many, seq.span)
        if not distinct:
            return added
        skip = fn.label("known")
        seen = each_gathered(fn, whole, lambda other: [("br_if", skip, same_parts(as_whole(member), other))])
        return [wat.block(skip, [*seen, *added])]

    def join_new(member: Value) -> Code:
        return append(fn, whole, member, many, seq.span)

    parts_ = split(fn, seq)
    apart = distinct and _apart(fn, [part for _, part in parts_])
    for code, part in parts_:
        alone = apart and gives_distinct(fn, part)
        into = join_new if alone else join
        if isinstance(part, f.Items):
            for item in part.items:
                more, member = value(fn, item)
                code = [*code, *more, *into(member)]
            whole.code += code
        else:
            whole.code += [*code, *each(fn, part, into, distinct)]
    return whole


def once_each(fn: Fn, source: Gathered, many: Many, span: f.Span) -> Gathered:
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
    return all(before[1] < after[0] for before, after in zip(spans, spans[1:], strict=False))


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


def as_whole(member: Value) -> Value:
    """A card as one integer; other values as they are."""
    return Int(as_int(member)) if isinstance(member, Card) else member


def gather_any(fn: Fn, where: Spot) -> Gathered:
    """The cards of a place that can be of any shape."""
    room = max(fn.layout.places[p].capacity for p in where.places)
    base = fn.unit.reserve(4 * room + 8)
    end = fn.local("end")

    def case(inner: Fn, one: Spot) -> Code:
        def join(member: Value) -> Code:
            at = wat.get("$to")
            return [wat.store(at, as_int(member)), wat.put("$to", wat.add(at, wat.const(4)))]

        return [*each_card(inner, one, join, False), ("return", wat.get("$to"))]

    name = any_of(fn, "list_any", [("$to", "i32")], "i32", case)
    fact = Fact("int", 0, f.LARGEST)
    return Gathered([wat.put(end, wat.call(name, where.index, wat.const(base)))], base, end, 4, fact)


def each_gathered(fn: Fn, whole: Gathered, body: Body) -> Code:
    """A loop over a sequence in memory."""
    at, done, next_ = fn.local("at"), fn.label("done"), fn.label("next")
    code, member = whole.read(fn, wat.get(at))
    return [
        wat.put(at, wat.const(whole.base)),
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


def best(fn: Fn, seq: f.Best, many: Many) -> Gathered:
    """The members with the highest (or lowest) key: whenever a better one comes, what was gathered is forgotten."""
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

    whole.code += [wat.put(top, wat.const(f.NONE)), *each(fn, seq.seq, turn)]
    if seq.alone:
        several = ("i32.gt_u", wat.get(whole.end), wat.const(whole.base + whole.item_size))
        whole.code.append(wat.when(several, [wat.put(whole.end, wat.const(whole.base))]))
    return whole


__all__ = [
    "Body",
    "Gathered",
    "append",
    "each",
    "each_card",
    "each_field",
    "each_gathered",
    "each_position",
    "filtered",
    "from_parts",
    "gather",
    "gives_distinct",
    "new_list",
    "parts",
    "split",
]
