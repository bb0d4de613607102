"""Code that moves cards: one, some, or packed ones that become a play.

Comes in: `MoveCards`, and cards in locals or in memory. Goes out: statements. What always holds: what an
instruction moves is known as a whole before anything moves; all that leaves has left before anything arrives.
"""

from __future__ import annotations

from ...language.tree import Span
from .. import flow as f
from . import wat
from .carry import put_face, take_face
from .expr import NO_VALUE, bind, face_of, scalar, spot, value
from .forms import Forms
from .gathered import Gathered, each_gathered, gather
from .layout import PILE_HEADER, PLAYS_HEADER
from .masks import Masked, resolve
from .melds import form_of
from .places import Spot, by_make, size, spot_at
from .plays import add_play, position_of
from .seq import each_card
from .unit import Card, Fn, Play, Value
from .values import as_int
from .wat import Code, Node


def move_cards(fn: Fn, instr: f.MoveCards) -> Code:
    """Cards, each from where it is, to a place."""
    target_places = fn.facts.expr(instr.to).places
    shapes = {fn.layout.places[p].shape for p in target_places}
    if isinstance(instr.cards, f.Items) and len(instr.cards.items) == 1 and shapes <= {"zone", "pile"}:
        return move_one(fn, instr, instr.cards.items[0])
    if shapes == {"zone"}:
        bindings, inner = strip(fn, instr.cards)
        masked = resolve(fn, inner)
        if masked is not None and not masked.left and {masked.packing.component} == _components(fn, target_places):
            return [*bindings, *move_masked(fn, instr, masked)]
        but_one = move_all_but_one(fn, instr)
        if but_one is not None:
            return but_one
    whole = gather(fn, instr.cards)
    code, where = spot(fn, instr.to)

    def put(one: Spot) -> Code:
        if one.shape == "plays":
            return put_as_play(fn, one, whole, instr)
        return put_list(fn, one, whole, instr.under, instr.span)

    arrive = put(where) if shapes <= {"zone", "pile"} else by_make(fn, where, put)
    cards = fn.facts.seq(instr.cards).item

    def leave(card: Value) -> Code:
        more, source = spot_at(
            fn, wat.shr(as_int(card), 16), range(cards.low >> 16, (cards.high >> 16) + 1), instr.span
        )
        return [*more, *take_face(fn, source, wat.both(as_int(card), wat.const(0xFFFF)), instr.span)]

    some = ("i32.ne", wat.get(whole.end), wat.const(whole.base))
    gone = all_but_top(fn, instr) or each_gathered(fn, whole, leave)
    return [*whole.code, wat.when(some, [*code, *gone, *arrive])]


def all_but_top(fn: Fn, instr: f.MoveCards) -> Code | None:
    """The cards of a pile without its top leave it; None if it is not so."""
    match instr.cards:
        case f.Without(f.Cards(place), f.Items([f.End(other, True)])) if place == other:
            pass
        case _:
            return None
    if {fn.layout.places[p].shape for p in fn.facts.expr(place).places} != {"pile"}:
        return None
    code, source = spot(fn, place)
    return [*code, wat.call(f"$only_top{source.suffix}", source.address)]


def strip(fn: Fn, seq: f.Seq) -> tuple[Code, f.Seq]:
    """The bindings around a sequence, made, and the sequence within."""
    code: Code = []
    while isinstance(seq, f.LetSeq):
        code += bind(fn, seq.register, seq.value)
        seq = seq.body
    return code, seq


def _components(fn: Fn, places: range) -> set[int]:
    return {fn.layout.places[p].component for p in places}


def move_one(fn: Fn, instr: f.MoveCards, card: f.Expr) -> Code:
    """One card."""
    code, one = value(fn, card)
    fact = fn.facts.expr(card)
    if isinstance(one, Card):
        face, place = one.face, one.place
    else:
        node = fn.need(as_int(one), fact, instr.span, NO_VALUE)
        more, face = fn.keep(wat.both(node, wat.const(0xFFFF)), "face")
        code += more
        place = wat.shr(as_int(one), 16)
    more, source = spot_at(fn, place, range(fact.low >> 16, (fact.high >> 16) + 1), instr.span)
    to_code, where = spot(fn, instr.to)
    leave = take_face(fn, source, face, instr.span)
    return [*code, *more, *to_code, *leave, *put_face(fn, where, face, instr.under, instr.span)]


def move_all_but_one(fn: Fn, instr: f.MoveCards) -> Code | None:
    """All cards of a pile but one go to a zone: all are added, that one is taken back. None if it is not so."""
    match instr.cards:
        case f.Without(f.Cards(place), f.Items([f.Load() as card])) if fn.flow.slots[card.slot].sort.name == "card":
            pass
        case _:
            return None
    places, targets = fn.facts.expr(place).places, fn.facts.expr(instr.to).places
    if {fn.layout.places[p].shape for p in places} != {"pile"}:
        return None
    if {fn.layout.places[p].component for p in places} != _components(fn, targets):
        return None
    code, source = spot(fn, place)
    to_code, where = spot(fn, instr.to)
    more, face = fn.keep(face_of(fn, card, card.span), "face")
    left = fn.local("left")
    every = each_card(fn, source, lambda one: put_face(fn, where, _face(one), False, instr.span), False)
    held = wat.call(f"$has{source.suffix}", source.address, source.local_face(face))
    return [
        *code,
        *to_code,
        *more,
        wat.put(left, held),
        *every,
        *clear(fn, source),
        wat.when(
            wat.get(left),
            [
                *take_face(fn, where, face, instr.span),
                wat.call(f"$push{source.suffix}", source.address, source.local_face(face)),
            ],
        ),
    ]


def _face(card: Value) -> Node:
    assert isinstance(card, Card)
    return card.face


def move_masked(fn: Fn, instr: f.MoveCards, masked: Masked) -> Code:
    """Some of the cards of a zone to a zone: words that are taken away and added."""
    code: Code = list(masked.code)
    words: list[Node] = []
    for word in masked.words:
        more, node = fn.keep(word, "moved", "i64")
        code += more
        words.append(node)
    cards = fn.facts.seq(instr.cards).item
    from_code, source = spot_at(fn, masked.place, range(cards.low >> 16, (cards.high >> 16) + 1), instr.span)
    to_code, where = spot(fn, instr.to)
    together = words[0]
    for word in words[1:]:
        together = ("i64.or", together, word)
    leave = [change(source, k, "i64.sub", word) for k, word in enumerate(words)]
    arrive = [change(where, k, "i64.add", word) for k, word in enumerate(words)]
    return [
        *code,
        wat.when(("i64.ne", together, wat.const64(0)), [*from_code, *to_code, *leave, *arrive]),
    ]


def change(zone: Spot, k: int, op: str, word: Node) -> Node:
    """A word of a zone gets more or less."""
    return wat.store(zone.address, (op, wat.load(zone.address, 8 * k, "i64.load"), word), 8 * k, "i64.store")


def put_list(fn: Fn, where: Spot, whole: Gathered, under: bool, span: Span) -> Code:
    """Cards in memory come to a zone or a pile: in their order on top, or under what lies there."""
    step = whole.item_size

    def arrive(card: Value) -> Code:
        more, face = fn.keep(wat.both(as_int(card), wat.const(0xFFFF)), "face")
        return [*more, *put_face(fn, where, face, under, span)]

    if not under:
        return each_gathered(fn, whole, arrive)
    at, done, next_ = fn.local("at"), fn.label("done"), fn.label("next")
    code, card = whole.read(fn, wat.get(at))
    return [
        wat.put(at, wat.get(whole.end)),
        wat.block(
            done,
            [
                wat.loop(
                    next_,
                    [
                        ("br_if", done, ("i32.le_u", wat.get(at), wat.const(whole.base))),
                        wat.put(at, wat.sub(wat.get(at), wat.const(step))),
                        *code,
                        *arrive(card),
                        ("br", next_),
                    ],
                )
            ],
        ),
    ]


def put_as_play(fn: Fn, where: Spot, whole: Gathered, instr: f.MoveCards | f.MoveAll | f.Draw) -> Code:
    """Cards in memory become one play."""
    names = [fn.local("faces", "i64") for _ in range(where.packing.words)]
    join = Adder(fn, where, names)
    pack: Code = [wat.put(name, wat.const64(0)) for name in names]
    pack += each_gathered(fn, whole, lambda card: join(wat.both(as_int(card), wat.const(0xFFFF))))
    return [*pack, *add_words(fn, where, [wat.get(name) for name in names], instr.seat, instr.under, instr.span)]


class Adder:
    """Adds a face to words that are packed as a play that comes to a place will be."""

    def __init__(self, fn: Fn, where: Spot, names: list[str]) -> None:
        self.fn, self.packing, self.names = fn, where.packing, names
        self.form = form_at(fn, where)
        self.field = fn.local("field")

    def __call__(self, face: Node) -> Code:
        packing = self.packing
        local = wat.sub(face, wat.const(packing.first))
        code: Code = [wat.put(self.field, position_of(self.fn.unit, packing, local, self.form))]
        one: Node = ("i64.shl", wat.const64(1), ("i64.extend_i32_u", wat.shl(wat.get(self.field), packing.shift)))
        for k, name in enumerate(self.names):
            added = wat.put(name, ("i64.add", wat.get(name), one))
            here = ("i32.eq", wat.shr(wat.get(self.field), packing.fields.bit_length() - 1), wat.const(k))
            code.append(added if len(self.names) == 1 else wat.when(here, [added]))
        return code


def form_at(fn: Fn, where: Spot) -> Node:
    """-1 if cards that come to a place of plays are single cards, 0 if they are a meld of some form."""
    (combination,) = {fn.flow.places[p].combination for p in where.members}
    return wat.const(-1 if combination is None else 0)


def seat_of(fn: Fn, seat: f.Expr | None) -> Node:
    return wat.const(-1) if seat is None else scalar(fn, seat)


def add_words(fn: Fn, where: Spot, words: list[Node], seat: f.Expr | None, under: bool, span: Span) -> Code:
    """Packed cards become one play of a place: of the one form that fits, if plays have forms there."""
    (combination,) = {fn.flow.places[p].combination for p in where.members}
    form = fn.local("form")
    if combination is None:
        code: Code = [wat.put(form, wat.const(-1))]
    else:
        forms = Forms(fn.unit, combination)
        code = [
            wat.put(form, wat.call(form_of(forms), *words)),
            wat.when(
                ("i32.lt_s", wat.get(form), wat.const(0)),
                [fn.fail(span, f"these cards are not one {forms.info.name}")],
            ),
        ]
    more, who = fn.keep(seat_of(fn, seat), "seat")
    return [*code, *more, *add_play(fn, where, Play(who, wat.get(form), tuple(words), where.packing), under)]


def clear(fn: Fn, where: Spot) -> Code:
    """Nothing lies at a place any more."""
    if where.shape == "zone":
        return [wat.store(where.address, wat.const64(0), 8 * k, "i64.store") for k in range(where.packing.words)]
    if where.shape == "pile":
        width = 2 if where.packing.wide else 1
        length = wat.add(wat.mul(size(fn, where), wat.const(width)), wat.const(PILE_HEADER))
        return [("memory.fill", where.address, wat.const(0), length)]
    step = fn.layout.play_size(where.packing.component)
    length = wat.add(wat.mul(wat.load(where.address), wat.const(step)), wat.const(PLAYS_HEADER))
    return [("memory.fill", where.address, wat.const(0), length)]
