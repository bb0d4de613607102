"""Code for the instructions that move cards.

Comes in: `MoveCards`, `MoveAll`, `MovePlay`, `MoveMeld`, `Collect`, `Shuffle`. Goes out: statements. What always
holds: what an instruction moves is known as a whole before anything moves; all that leaves has left before anything
arrives.
"""

from __future__ import annotations

from ...language.tree import Span
from .. import flow as f
from . import wat
from .carry import has_face, put_face, take_face
from .expr import NO_VALUE, as_int, bind, face_of, meld_of, play_of, same_parts, scalar, spot, value
from .facts import Fact
from .layout import LINKED, PILE_HEADER, PLAYS_HEADER, Packing
from .masks import Masked, resolve
from .melds import Forms, Unsupported, form_of, packed
from .places import Spot, by_make, is_empty, size, spot_at, zone_words
from .plays import add_play, positions, read_play, remove_play, reorder
from .seq import Gathered, each, each_card, each_field, each_gathered, each_position, gather
from .unit import STATE, Card, Fn, Int, Meld, Play, Value
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
        more, source = spot_at(fn, wat.shr(as_int(card), 16), range(cards.low >> 16, (cards.high >> 16) + 1))
        return [*more, *take_face(fn, source, wat.both(as_int(card), wat.const(0xFFFF)), instr.span)]

    some = ("i32.ne", wat.get(whole.end), wat.const(whole.base))
    return [*whole.code, wat.when(some, [*code, *each_gathered(fn, whole, leave), *arrive])]


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
    more, source = spot_at(fn, place, range(fact.low >> 16, (fact.high >> 16) + 1))
    to_code, where = spot(fn, instr.to)
    leave = take_face(fn, source, face, instr.span)
    return [*code, *more, *to_code, *leave, *put_face(fn, where, face, instr.under, instr.span)]


def move_all_but_one(fn: Fn, instr: f.MoveCards) -> Code | None:
    """All cards of a pile but one go to a zone: all are added, that one is taken back and is the pile. None if it is not so."""
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
    more, face = fn.keep(face_of(fn, card), "face")
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
    from_code, source = spot_at(fn, masked.place, range(cards.low >> 16, (cards.high >> 16) + 1))
    to_code, where = spot(fn, instr.to)
    together = words[0]
    for word in words[1:]:
        together = ("i64.or", together, word)
    leave = [_change(source, k, "i64.sub", word) for k, word in enumerate(words)]
    arrive = [_change(where, k, "i64.add", word) for k, word in enumerate(words)]
    return [
        *code,
        wat.when(("i64.ne", together, wat.const64(0)), [*from_code, *to_code, *leave, *arrive]),
    ]


def _change(zone: Spot, k: int, op: str, word: Node) -> Node:
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
    join = Adder(fn, where.packing, names)
    pack: Code = [wat.put(name, wat.const64(0)) for name in names]
    pack += each_gathered(fn, whole, lambda card: join(wat.both(as_int(card), wat.const(0xFFFF))))
    return [*pack, *add_words(fn, where, [wat.get(name) for name in names], instr.seat, instr.under, instr.span)]


class Adder:
    """Adds a face to words that are packed by position."""

    def __init__(self, fn: Fn, packing: Packing, names: list[str]) -> None:
        self.fn, self.packing, self.names = fn, packing, names
        self.field = fn.local("field")

    def __call__(self, face: Node) -> Code:
        from .plays import position_of

        packing = self.packing
        code: Code = [wat.put(self.field, position_of(self.fn.unit, packing, wat.sub(face, wat.const(packing.first))))]
        one: Node = ("i64.shl", wat.const64(1), ("i64.extend_i32_u", wat.shl(wat.get(self.field), packing.shift)))
        for k, name in enumerate(self.names):
            added = wat.put(name, ("i64.add", wat.get(name), one))
            here = ("i32.eq", wat.shr(wat.get(self.field), packing.fields.bit_length() - 1), wat.const(k))
            code.append(added if len(self.names) == 1 else wat.when(here, [added]))
        return code


def seat_of(fn: Fn, seat: f.Expr | None) -> Node:
    return wat.const(-1) if seat is None else scalar(fn, seat)


def add_words(fn: Fn, where: Spot, words: list[Node], seat: f.Expr | None, under: bool, span: Span) -> Code:
    """Packed cards (by position) become one play of a place: of the one form that fits, if plays have forms there."""
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


# ---- everything ----------------------------------------------------------------------------------------------------


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


def move_all(fn: Fn, instr: f.MoveAll) -> Code:
    """All that lies at a place, bags as bags."""
    code, source = spot(fn, instr.source)
    more, where = spot(fn, instr.to)
    different: Node = wat.const(1)
    if set(source.places) & set(where.places):
        different = ("i32.ne", source.index, where.index)
    something = wat.negated(is_empty(fn, source))
    test = something if wat.known(different) == 1 else wat.both(something, different)
    whole = by_make(fn, source, lambda one: by_make(fn, where, lambda other: transfer(fn, one, other, instr)))
    return [*code, *more, wat.when(test, whole)]


def transfer(fn: Fn, source: Spot, where: Spot, instr: f.MoveAll) -> Code:
    """What lies at one place goes to another, which is not the same one."""
    if source.packing != where.packing:
        return ["(unreachable)"]
    if where.shape == "zone":
        if source.shape == "zone":
            words = zone_words(source)
            return [*(_change(where, k, "i64.add", word) for k, word in enumerate(words)), *clear(fn, source)]
        arrive = each_card(fn, source, lambda card: _arrive(fn, where, card, instr), False)
        return [*arrive, *clear(fn, source)]
    if where.shape == "pile" and source.shape == "pile":
        name = ("$tuck" if instr.under else "$stack") + where.suffix
        return [wat.call(name, where.address, source.address)]
    if where.shape == "plays" and source.shape == "plays":
        name = "$tuck_plays" if instr.under else "$stack_plays"
        step = wat.const(fn.layout.play_size(where.packing.component))
        fn.unit.function(name, lambda: TUCK_PLAYS if instr.under else STACK_PLAYS)
        return [wat.call(name, where.address, source.address, step)]
    if where.shape == "pile":
        whole = cards_of(fn, source)
        return [*whole.code, *clear(fn, source), *put_list(fn, where, whole, instr.under, instr.span)]
    whole = cards_of(fn, source)
    return [*whole.code, *clear(fn, source), *put_as_play(fn, where, whole, instr)]


def _arrive(fn: Fn, where: Spot, card: Value, instr: f.MoveAll) -> Code:
    assert isinstance(card, Card)
    return put_face(fn, where, card.face, instr.under, instr.span)


def cards_of(fn: Fn, source: Spot) -> Gathered:
    """The cards of a place in memory."""
    room = max(fn.layout.places[p].capacity for p in source.places)
    base = fn.unit.reserve(4 * room + 8)
    end = fn.local("end")

    def join(card: Value) -> Code:
        at = wat.get(end)
        return [wat.store(at, as_int(card)), wat.put(end, wat.add(at, wat.const(4)))]

    code: Code = [wat.put(end, wat.const(base)), *each_card(fn, source, join, False)]
    return Gathered(code, base, end, 4, Fact("int", 0, f.LARGEST))


STACK_PLAYS = f"""
;; All plays of one place go to another, as the latest.
(func $stack_plays (param $to i32) (param $from i32) (param $step i32)
 (local $size i32)
 (local.set $size (i32.mul (i32.load (local.get $from)) (local.get $step)))
 (memory.copy (i32.add (i32.add (local.get $to) (i32.const {PLAYS_HEADER}))
                       (i32.mul (i32.load (local.get $to)) (local.get $step)))
              (i32.add (local.get $from) (i32.const {PLAYS_HEADER})) (local.get $size))
 (i32.store (local.get $to) (i32.add (i32.load (local.get $to)) (i32.load (local.get $from))))
 (memory.fill (local.get $from) (i32.const 0) (i32.add (local.get $size) (i32.const {PLAYS_HEADER}))))
"""
TUCK_PLAYS = f"""
;; All plays of one place go to another, as the first.
(func $tuck_plays (param $to i32) (param $from i32) (param $step i32)
 (local $size i32)
 (local.set $size (i32.mul (i32.load (local.get $from)) (local.get $step)))
 (memory.copy (i32.add (i32.add (local.get $to) (i32.const {PLAYS_HEADER})) (local.get $size))
              (i32.add (local.get $to) (i32.const {PLAYS_HEADER}))
              (i32.mul (i32.load (local.get $to)) (local.get $step)))
 (memory.copy (i32.add (local.get $to) (i32.const {PLAYS_HEADER}))
              (i32.add (local.get $from) (i32.const {PLAYS_HEADER})) (local.get $size))
 (i32.store (local.get $to) (i32.add (i32.load (local.get $to)) (i32.load (local.get $from))))
 (memory.fill (local.get $from) (i32.const 0) (i32.add (local.get $size) (i32.const {PLAYS_HEADER}))))
"""


# ---- plays and melds -----------------------------------------------------------------------------------------------


def move_play(fn: Fn, instr: f.MovePlay) -> Code:
    """One play as a whole; the first that equals it, where there are several."""
    code, play = play_of(fn, instr.play)
    more, source = spot(fn, instr.source)
    to_code, where = spot(fn, instr.to)
    if source.shape != "plays":
        raise Unsupported("a play that leaves a place without plays")
    put = by_make(fn, where, lambda one: put_play(fn, one, play, instr.under, instr.span))
    at, left, found, next_ = fn.local("at"), fn.local("left"), fn.label("found"), fn.label("next")
    read, other = read_play(fn, source.packing, wat.get(at))
    step = fn.layout.play_size(source.packing.component)
    missing = fn.fail(instr.span, "a play is to be moved that does not lie there")
    search: Code = [
        wat.put(at, wat.add(source.address, wat.const(PLAYS_HEADER))),
        wat.put(left, wat.load(source.address)),
        wat.block(
            found,
            [
                wat.loop(
                    next_,
                    [
                        wat.when(("i32.eqz", wat.get(left)), [missing]),
                        *read,
                        ("br_if", found, same_parts(play, other)),
                        wat.put(left, wat.sub(wat.get(left), wat.const(1))),
                        wat.put(at, wat.add(wat.get(at), wat.const(step))),
                        ("br", next_),
                    ],
                )
            ],
        ),
        wat.call(remove_play(fn, source.packing.component), source.address, wat.get(at)),
    ]
    return [*code, *more, *to_code, *search, *put]


def put_play(fn: Fn, where: Spot, play: Play, under: bool, span: Span) -> Code:
    """A play comes to a place: as a play where plays are kept, else as cards."""
    if where.packing != play.packing:
        return ["(unreachable)"]
    if where.shape == "plays":
        return add_play(fn, where, play, under)
    if where.shape == "zone":
        code, words = reorder(fn, where.packing, list(play.words), to_faces=True)
        return [*code, *(_change(where, k, "i64.add", word) for k, word in enumerate(words))]
    if where.shape == "pile" and under:
        room = fn.facts.copies(play.packing.component)
        base, end = fn.unit.reserve(4 * room + 8), fn.local("end")

        def join(card: Value) -> Code:
            return [wat.store(wat.get(end), as_int(card)), wat.put(end, wat.add(wat.get(end), wat.const(4)))]

        code = [
            wat.put(end, wat.const(base)),
            *each_position(fn, play.packing, list(play.words), wat.const(0), join, False),
        ]
        whole = Gathered([], base, end, 4, Fact("int", 0, f.LARGEST))
        return [*code, *put_list(fn, where, whole, True, span)]

    def arrive(card: Value) -> Code:
        assert isinstance(card, Card)
        return put_face(fn, where, card.face, under, span)

    return each_position(fn, play.packing, list(play.words), wat.const(0), arrive, False)


def move_meld(fn: Fn, instr: f.MoveMeld) -> Code:
    """The faces of a meld leave the places that hold them and are one play, or lie there as cards."""
    code, meld = meld_of(fn, instr.meld)
    to_code, where = spot(fn, instr.to)
    who, seat = fn.keep(seat_of(fn, instr.seat), "seat")
    play = Play(seat, meld.form, meld.words, meld.packing)
    leave = leave_zone(fn, instr, meld)
    if leave is None:
        sources = gather(fn, instr.sources)
        places = fn.facts.seq(instr.sources).item.places

        def each_face(card: Value) -> Code:
            assert isinstance(card, Card)
            gone = fn.label("gone")

            def try_place(place: Value) -> Code:
                more, source = spot_at(fn, as_int(place), places)
                take = [*take_face(fn, source, card.face, instr.span), ("br", gone)]
                return [*more, wat.when(has_face(fn, source, card.face), take)]

            missing = fn.fail(instr.span, "a card is to be moved and does not lie there")
            return [wat.block(gone, [*each_gathered(fn, sources, try_place), missing])]

        leave = [*sources.code, *each_position(fn, meld.packing, list(meld.words), wat.const(0), each_face, False)]
    put = by_make(fn, where, lambda one: put_play(fn, one, play, instr.under, instr.span))
    return [*code, *to_code, *who, *leave, *put]


def leave_zone(fn: Fn, instr: f.MoveMeld, meld: Meld) -> Code | None:
    """A meld leaves one zone as words; None if there may be several places, or another shape."""
    sources = instr.sources
    if isinstance(sources, f.Items) and len(sources.items) == 1:
        code, source = spot(fn, sources.items[0])
    elif isinstance(sources, f.Values) and len(sources.values) == 1:
        code, source = spot_at(fn, wat.const(sources.values[0]), range(sources.values[0], sources.values[0] + 1))
    else:
        return None
    if source.shape != "zone" or source.packing != meld.packing:
        return None
    more, words = reorder(fn, meld.packing, list(meld.words), to_faces=True)
    missing = fn.fail(instr.span, "a card is to be moved and does not lie there")
    low = sum(1 << i for i in range(meld.packing.bits, 64, meld.packing.bits))
    checks: Code = []
    for word, held in zip(words, zone_words(source), strict=True):
        if meld.packing.bits == 1:
            absent: Node = ("i64.ne", ("i64.and", word, ("i64.xor", held, wat.const64(-1))), wat.const64(0))
        else:  # a field that goes below zero borrows from the next
            borrows = ("i64.xor", ("i64.xor", ("i64.sub", held, word), held), word)
            absent = (
                "i32.or",
                ("i64.ne", ("i64.and", borrows, wat.const64(low)), wat.const64(0)),
                ("i64.lt_u", held, word),
            )
        checks.append(wat.when(absent, [missing]))
    return [*code, *more, *checks, *(_change(source, k, "i64.sub", word) for k, word in enumerate(words))]


# ---- gathering and shuffling ---------------------------------------------------------------------------------------


def collect(fn: Fn, instr: f.Collect, shuffled: bool = False) -> Code:
    """All pieces of a component go to a place, in the order of their faces; `shuffled`: and are one bag there."""
    code, where = spot(fn, instr.to)
    if not where.shape:  # evaluated once, and then each make for itself
        parts_ = by_make(fn, where, lambda one: _collect(fn, instr, one, False))
        return [*code, *parts_]
    return [*code, *_collect(fn, instr, where, shuffled)]


def _collect(fn: Fn, instr: f.Collect, where: Spot, shuffled: bool) -> Code:
    layout, component = fn.layout, instr.component
    mine = [p for p in range(1, len(layout.places)) if layout.places[p].component == component]
    packing = layout.packings[component]
    code: Code = []
    if where.packing != packing:
        return ["(unreachable)"]
    if fn.flow.components[component].sort == "dice":
        names = [fn.local("all", "i64") for _ in range(packing.words)]
        join = _Sum(fn, names, packing)
        code += [wat.put(name, wat.const64(0)) for name in names]
        for place in mine:
            code += join.place(place)
        code += [fill for place in mine for fill in _wipe(fn, [place])]
        if where.shape == "zone":
            return [
                *code,
                *(wat.store(where.address, wat.get(name), 8 * k, "i64.store") for k, name in enumerate(names)),
            ]
        words: list[Node] = [wat.get(name) for name in names]
        if where.shape == "plays":
            more, words = reorder(fn, packing, words, to_faces=False)
            return [*code, *more, *add_words(fn, where, words, None, False, instr.span)]

        def push(face: Node) -> Code:
            return put_face(fn, where, face, False, instr.span)

        return [*code, *each_field(fn, packing, None, words, False, push, packing.first)]
    faces = sorted(face for p in mine for face in fn.flow.places[p].start)
    code += _wipe(fn, mine)
    if where.shape == "zone":
        return [
            *code,
            *(
                wat.store(where.address, wat.const64(word), 8 * k, "i64.store")
                for k, word in enumerate(packing.pack(faces))
            ),
        ]
    if where.shape == "plays":
        order = positions(fn.unit, component)
        packed_ = packing.pack([packing.first + order.index(face - packing.first) for face in faces])
        return [*code, *add_words(fn, where, [wat.const64(word) for word in packed_], None, False, instr.span)]
    image = pile_image(packing, faces, shuffled)
    address, _ = fn.unit.table(list(image), 1)
    return [*code, ("memory.copy", where.address, wat.const(address), wat.const(len(image)))]


def pile_image(packing: Packing, faces: list[int], shuffled: bool) -> bytes:
    """The bytes of a pile of these faces, sorted; `shuffled`: as one bag."""
    bag = shuffled and len(faces) > 1 and faces[0] != faces[-1]
    width = 2 if packing.wide else 1
    top = (len(faces) if bag else 1) if faces else 0
    data = len(faces).to_bytes(2, "little") + top.to_bytes(2, "little")
    for index, face in enumerate(faces):
        entry = (face - packing.first) << 1 | (LINKED if bag and index else 0)
        data += entry.to_bytes(width, "little")
    return data


def _wipe(fn: Fn, places: list[int]) -> Code:
    """Nothing lies at some places; neighbours are wiped together."""
    code: Code = []
    spans: list[list[int]] = []
    for place in places:
        at = fn.layout.places[place]
        if spans and spans[-1][1] == at.offset:
            spans[-1][1] = at.offset + at.size
        else:
            spans.append([at.offset, at.offset + at.size])
    for start, end in spans:
        address = wat.const(STATE + start)
        if end - start <= 64:
            code += [wat.store(address, wat.const64(0), k, "i64.store") for k in range(0, end - start, 8)]
        else:
            code.append(("memory.fill", address, wat.const(0), wat.const(end - start)))
    return code


class _Sum:
    """Adds up what lies at places, as words by face."""

    def __init__(self, fn: Fn, names: list[str], packing: Packing) -> None:
        self.fn, self.names, self.packing = fn, names, packing

    def place(self, place: int) -> Code:
        """What lies at a place joins."""
        _, where = spot_at(self.fn, wat.const(place), range(place, place + 1))
        if where.shape == "zone":
            words = zone_words(where)
            return [
                wat.put(name, ("i64.add", wat.get(name), word)) for name, word in zip(self.names, words, strict=True)
            ]

        def join(card: Value) -> Code:
            assert isinstance(card, Card)
            field = wat.sub(card.face, wat.const(self.packing.first))
            one: Node = ("i64.shl", wat.const64(1), ("i64.extend_i32_u", wat.shl(field, self.packing.shift)))
            code: Code = []
            for k, name in enumerate(self.names):
                here = ("i32.eq", wat.shr(field, self.packing.fields.bit_length() - 1), wat.const(k))
                code.append(wat.when(here, [wat.put(name, ("i64.add", wat.get(name), one))]))
            return code

        return each_card(self.fn, where, join, False)


def shuffle(fn: Fn, instr: f.Shuffle) -> Code:
    """A pile becomes one bag."""
    code, where = spot(fn, instr.place)
    if where.shape != "pile":
        return [*code, fn.fail(instr.span, "only a pile can be shuffled")]
    counts = fn.unit.reserve(2 * where.packing.size)
    return [
        *code,
        wat.call(f"$shuffle{where.suffix}", where.address, wat.const(counts), wat.const(where.packing.size)),
    ]


__all__ = [
    "Adder",
    "Int",
    "collect",
    "each",
    "is_empty",
    "move_all",
    "move_cards",
    "move_meld",
    "move_play",
    "packed",
    "put_as_play",
    "put_play",
    "shuffle",
]
