"""Code for places that keep plays: [count, plays first to latest]; a play is [seat, form, packed faces].

Comes in: spots, and plays or melds in locals. Goes out: statements. What always holds: the faces of a meld are
packed by their position in the component's order, so that lower fields are lower cards; those of a play of single
cards (its form is -1) by face. A play without cards is gone, and what follows comes down.
"""

from __future__ import annotations

from . import wat
from .layout import PLAYS_HEADER, Packing
from .places import Spot, field_of
from .unit import Fn, Meld, Play, Unit
from .wat import Code, Node


def positions(unit: Unit, component: int) -> tuple[int, ...]:
    """The faces of a component (as indices within it), lowest in its order first."""
    packing = unit.layout.packings[component]
    order = next((c.order for c in unit.flow.combinations if c.component == component), None)
    faces = range(packing.size)
    if order is None:
        return tuple(faces)
    ranks = unit.flow.tables[order]
    return tuple(sorted(faces, key=lambda face: (ranks[packing.first + face], face)))


def is_straight(unit: Unit, component: int) -> bool:
    """Whether the order of a component is that of its faces."""
    order = positions(unit, component)
    return order == tuple(range(len(order)))


def position_of(unit: Unit, packing: Packing, face: Node, form: Node) -> Node:
    """The field of a face of a play of some form, both counted within the component."""
    order = positions(unit, packing.component)
    return _turned(unit, packing, [order.index(face) for face in range(packing.size)], face, form)


def face_at(unit: Unit, packing: Packing, position: Node, form: Node) -> Node:
    """The face in a field of a play of some form, both counted within the component."""
    return _turned(unit, packing, list(positions(unit, packing.component)), position, form)


def _turned(unit: Unit, packing: Packing, table: list[int], key: Node, form: Node) -> Node:
    """An entry of a table for melds; the key itself for single cards, whose form is -1."""
    number = wat.known(form)
    if is_straight(unit, packing.component) or (number is not None and number < 0):
        return key
    if number is not None:
        return unit.read_table(table, key)
    single = ("i32.mul", ("i32.ge_s", form, wat.const(0)), wat.const(packing.size))
    return unit.read_table([*range(packing.size), *table], wat.add(key, single))


def reorder(fn: Fn, packing: Packing, words: list[Node], to_faces: bool, form: Node) -> tuple[Code, list[Node]]:
    """Packed words from fields by face to the fields of a play of some form, or back."""
    unit = fn.unit
    if is_straight(unit, packing.component) or (wat.known(form) or 0) < 0:
        return [], words
    name = f"${'by_face' if to_faces else 'by_position'}_{packing.component}"
    params = [(f"$word{k}", "i64") for k in range(packing.words)]

    def make() -> Node:
        inner = Fn(unit, name, params, ("i64",) * packing.words)
        out = [inner.local(f"out{k}", "i64") for k in range(packing.words)]
        field, new, count = inner.local("field"), inner.local("new"), inner.local("count", "i64")
        body: Code = []
        turn = face_at if to_faces else position_of
        for k, (word, _) in enumerate(params):
            shift: Node = ("i64.extend_i32_u", wat.shl(wat.get(field), packing.shift))
            counted = ("i64.and", ("i64.shr_u", wat.get(word), shift), wat.const64(packing.mask))
            old = wat.add(wat.get(field), wat.const(k * packing.fields))
            step: Code = [
                wat.put(field, ("i32.wrap_i64", ("i64.shr_u", ("i64.ctz", wat.get(word)), wat.const64(packing.shift)))),
                wat.put(count, counted),
                wat.put(word, ("i64.xor", wat.get(word), ("i64.shl", wat.get(count), shift))),
                wat.put(new, turn(unit, packing, old, wat.const(0))),
            ]
            shifted: Node = ("i64.shl", wat.get(count), ("i64.extend_i32_u", wat.shl(wat.get(new), packing.shift)))
            for j, target in enumerate(out):
                added = wat.put(target, ("i64.add", wat.get(target), shifted))
                inside = ("i32.eq", wat.shr(wat.get(new), packing.fields.bit_length() - 1), wat.const(j))
                step.append(added if packing.words == 1 else wat.when(inside, [added]))
            turns = [("br_if", f"$done{k}", ("i64.eqz", wat.get(word))), *step, ("br", f"$next{k}")]
            body.append(wat.block(f"$done{k}", [wat.loop(f"$next{k}", turns)]))
        return inner.finish([*body, *(wat.get(target) for target in out)])

    unit.function(name, make)
    targets = [fn.local("w", "i64") for _ in words]
    code: Code = [wat.call(name, *words), *(("local.set", target) for target in reversed(targets))]
    if wat.known(form) is None:
        same = [wat.put(target, word) for target, word in zip(targets, words, strict=True)]
        code = [wat.when(("i32.ge_s", form, wat.const(0)), code, same)]
    return code, [wat.get(target) for target in targets]


# ---- reading -------------------------------------------------------------------------------------------------------


def read_play(fn: Fn, packing: Packing, address: Node) -> tuple[Code, Play]:
    """The play at an address, in locals."""
    seat, form = fn.local("seat"), fn.local("form")
    words = [fn.local("faces", "i64") for _ in range(packing.words)]
    code: Code = [wat.put(seat, wat.load(address)), wat.put(form, wat.load(address, 4))]
    code += [wat.put(word, wat.load(address, 8 + 8 * k, "i64.load")) for k, word in enumerate(words)]
    return code, Play(wat.get(seat), wat.get(form), tuple(wat.get(word) for word in words), packing)


def write_play(play: Play, address: Node) -> Code:
    """Puts a play at an address, which may be used again."""
    code: Code = [wat.store(address, play.seat), wat.store(address, play.form, 4)]
    return code + [wat.store(address, word, 8 + 8 * k, "i64.store") for k, word in enumerate(play.words)]


def read_meld(fn: Fn, packing: Packing, address: Node) -> tuple[Code, Meld]:
    """The meld at an address, in locals."""
    form = fn.local("form")
    words = [fn.local("faces", "i64") for _ in range(packing.words)]
    code: Code = [wat.put(form, wat.load(address, 4))]
    code += [wat.put(word, wat.load(address, 8 + 8 * k, "i64.load")) for k, word in enumerate(words)]
    return code, Meld(wat.get(form), tuple(wat.get(word) for word in words), packing)


def write_meld(meld: Meld, address: Node) -> Code:
    """Puts a meld at an address, as a play of seat 0 would lie there."""
    code: Code = [wat.store(address, wat.const(0)), wat.store(address, meld.form, 4)]
    return code + [wat.store(address, word, 8 + 8 * k, "i64.store") for k, word in enumerate(meld.words)]


def at_end(fn: Fn, spot: Spot, latest: bool) -> Node:
    """The address of the latest or first play of a place that has one."""
    first = wat.add(spot.address, wat.const(PLAYS_HEADER))
    if not latest:
        return first
    step = fn.layout.play_size(spot.packing.component)
    return wat.add(
        wat.add(spot.address, wat.const(PLAYS_HEADER - step)), wat.mul(wat.load(spot.address), wat.const(step))
    )


# ---- changing ------------------------------------------------------------------------------------------------------


def add_play(fn: Fn, spot: Spot, play: Play, under: bool) -> Code:
    """A play comes to a place, as the latest or (under) as the first."""
    step = fn.layout.play_size(spot.packing.component)
    count = wat.load(spot.address)
    grow = wat.store(spot.address, wat.add(count, wat.const(1)))
    first = wat.add(spot.address, wat.const(PLAYS_HEADER))
    if under:
        code, address = fn.keep(first, "at")
        move = ("memory.copy", wat.add(address, wat.const(step)), address, wat.mul(count, wat.const(step)))
        return [*code, move, *write_play(play, address), grow]
    code, address = fn.keep(wat.add(wat.mul(count, wat.const(step)), first), "at")
    return [*code, *write_play(play, address), grow]


def remove_play(fn: Fn, component: int) -> str:
    """The function that takes a play away: $plays is the place, $play the play's address."""
    name = f"$remove_play_{component}"
    step = fn.layout.play_size(component)

    def make() -> Node:
        return f"""
;; Takes a play away from a place; the later ones come down, and zeros follow.
(func {name} (param $plays i32) (param $play i32)
 (local $end i32)
 (i32.store (local.get $plays) (i32.sub (i32.load (local.get $plays)) (i32.const 1)))
 (local.set $end (i32.add (i32.add (local.get $plays) (i32.const {PLAYS_HEADER}))
                          (i32.mul (i32.load (local.get $plays)) (i32.const {step}))))
 (memory.copy (local.get $play) (i32.add (local.get $play) (i32.const {step}))
              (i32.sub (local.get $end) (local.get $play)))
 (memory.fill (local.get $end) (i32.const 0) (i32.const {step})))
"""

    return fn.unit.function(name, make)


def find_in_plays(fn: Fn, spot: Spot) -> str:
    """The function that finds the first play with a face (within its component): its number, or -1."""
    packing = spot.packing
    name = f"$find_in_plays_{packing.component}"

    def make() -> Node:
        inner = Fn(fn.unit, name, [("$plays", "i32"), ("$face", "i32")], ("i32",))
        number, at, field = inner.local("number"), inner.local("at"), inner.local("field")
        offset, one = field_of(packing, wat.get(field))
        if packing.bits > 1:
            one = ("i64.mul", one, wat.const64(packing.mask))
        word = wat.load(wat.add(wat.get(at), offset), 8, "i64.load")
        place = position_of(fn.unit, packing, wat.get("$face"), wat.load(wat.get(at), 4))
        step = wat.const(fn.layout.play_size(packing.component))
        ended = ("i32.ge_s", wat.get(number), wat.load(wat.get("$plays")))
        turns: Code = [
            wat.when(ended, [("return", wat.const(-1))]),
            wat.put(field, place),
            wat.when(("i64.ne", ("i64.and", word, one), wat.const64(0)), [("return", wat.get(number))]),
            wat.put(number, wat.add(wat.get(number), wat.const(1))),
            wat.put(at, wat.add(wat.get(at), step)),
            ("br", "$next"),
        ]
        return inner.finish(
            [
                wat.put(at, wat.add(wat.get("$plays"), wat.const(PLAYS_HEADER))),
                wat.loop("$next", turns),
                "(unreachable)",
            ]
        )

    return fn.unit.function(name, make)


def take_from_plays(fn: Fn, spot: Spot) -> str:
    """The function that takes a face (within its component) from the first play that has it; 0: none has."""
    packing = spot.packing
    name = f"$take_from_plays_{packing.component}"

    def make() -> Node:
        inner = Fn(fn.unit, name, [("$plays", "i32"), ("$face", "i32")], ("i32",))
        number, at, word = inner.local("number"), inner.local("at"), inner.local("word")
        offset, one = field_of(packing, wat.get("$face"))
        step = fn.layout.play_size(packing.component)
        words = [wat.load(wat.get(at), 8 + 8 * k, "i64.load") for k in range(packing.words)]
        left = words[0]
        for other in words[1:]:
            left = ("i64.or", left, other)
        find = wat.call(find_in_plays(inner, spot), wat.get("$plays"), wat.get("$face"))
        return inner.finish(
            [
                wat.when(("i32.lt_s", ("local.tee", number, find), wat.const(0)), [("return", wat.const(0))]),
                wat.put(
                    at,
                    wat.add(
                        wat.add(wat.get("$plays"), wat.const(PLAYS_HEADER)), wat.mul(wat.get(number), wat.const(step))
                    ),
                ),
                wat.put("$face", position_of(fn.unit, packing, wat.get("$face"), wat.load(wat.get(at), 4))),
                wat.put(word, wat.add(wat.get(at), offset)),
                wat.store(wat.get(word), ("i64.sub", wat.load(wat.get(word), 8, "i64.load"), one), 8, "i64.store"),
                wat.when(
                    ("i64.eqz", left),
                    [wat.call(remove_play(inner, packing.component), wat.get("$plays"), wat.get(at))],
                ),
                wat.const(1),
            ]
        )

    return fn.unit.function(name, make)
