"""Code that moves all that lies at a place, a play, or a meld.

Comes in: `MoveAll`, `MovePlay`, `MoveMeld`. Goes out: statements. What always holds: bags stay bags, plays stay
plays where plays are kept.
"""

from __future__ import annotations

from ...language.tree import Span
from .. import flow as f
from . import wat
from .carry import has_face, put_face, take_face
from .expr import meld_of, play_of, spot
from .facts import Fact
from .forms import Unsupported
from .gathered import Gathered, each_gathered, gather
from .layout import PLAYS_HEADER
from .moving import change, clear, put_as_play, put_list, seat_of
from .places import Spot, by_make, is_empty, spot_at, zone_words
from .plays import add_play, read_play, remove_play, reorder
from .seq import each_card, each_position
from .unit import Card, Fn, Meld, Play, Value
from .values import as_int, same_parts
from .wat import Code, Node


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
            return [*(change(where, k, "i64.add", word) for k, word in enumerate(words)), *clear(fn, source)]
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
        code, words = reorder(fn, where.packing, list(play.words), True, play.form)
        return [*code, *(change(where, k, "i64.add", word) for k, word in enumerate(words))]
    if where.shape == "pile" and under:
        room = fn.facts.copies(play.packing.component)
        base, end = fn.unit.reserve(4 * room + 8), fn.local("end")

        def join(card: Value) -> Code:
            return [wat.store(wat.get(end), as_int(card)), wat.put(end, wat.add(wat.get(end), wat.const(4)))]

        code = [
            wat.put(end, wat.const(base)),
            *each_position(fn, play, wat.const(0), join, False),
        ]
        whole = Gathered([], base, end, 4, Fact("int", 0, f.LARGEST))
        return [*code, *put_list(fn, where, whole, True, span)]

    def arrive(card: Value) -> Code:
        assert isinstance(card, Card)
        return put_face(fn, where, card.face, under, span)

    return each_position(fn, play, wat.const(0), arrive, False)


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
                more, source = spot_at(fn, as_int(place), places, instr.span)
                take = [*take_face(fn, source, card.face, instr.span), ("br", gone)]
                return [*more, wat.when(has_face(fn, source, card.face), take)]

            missing = fn.fail(instr.span, "a card is to be moved and does not lie there")
            return [wat.block(gone, [*each_gathered(fn, sources, try_place), missing])]

        leave = [*sources.code, *each_position(fn, meld, wat.const(0), each_face, False)]
    put = by_make(fn, where, lambda one: put_play(fn, one, play, instr.under, instr.span))
    return [*code, *to_code, *who, *leave, *put]


def leave_zone(fn: Fn, instr: f.MoveMeld, meld: Meld) -> Code | None:
    """A meld leaves one zone as words; None if there may be several places, or another shape."""
    sources = instr.sources
    if isinstance(sources, f.Items) and len(sources.items) == 1:
        code, source = spot(fn, sources.items[0])
    elif isinstance(sources, f.Values) and len(sources.values) == 1:
        code, source = spot_at(
            fn, wat.const(sources.values[0]), range(sources.values[0], sources.values[0] + 1), instr.span
        )
    else:
        return None
    if source.shape != "zone" or source.packing != meld.packing:
        return None
    more, words = reorder(fn, meld.packing, list(meld.words), True, meld.form)
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
    return [*code, *more, *checks, *(change(source, k, "i64.sub", word) for k, word in enumerate(words))]
