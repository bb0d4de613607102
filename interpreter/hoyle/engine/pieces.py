"""How expressions about cards, places, melds and plays are written.

Comes in: expression nodes of `flow`. Goes out: text of Python expressions (see `text`). What always holds: a look at
what is not there, or at an order that nobody knows yet, raises `PlayError`.
"""

from __future__ import annotations

from . import flow as F
from .primitives import NO_SUCH, NO_VALUE
from .text import NONE, Text, rule


@rule(F.Column)
def column(t: Text, node: F.Column) -> str:
    values = t.flow.tables[node.table]
    must, bounds = node.must and NONE in values, t.within(node.key)
    table = t.constant(values, "table")
    if (isinstance(node.key, F.FaceOf) and t.is_card(node.key.card) and len(values) >= len(t.flow.faces)) or (
        bounds is not None and bounds[0] >= 0 and bounds[1] < len(values)
    ):
        text = f"{table}[{t(node.key)}]"
    else:
        return f"read({table}, {t(node.key)}, {must}, {t.at(node.span)})"
    if not must:
        return text
    value = t.named(text)
    return f"({value} if {value} != {NONE} else {t.fail(node.span, NO_SUCH)})"


@rule(F.FaceOf)
def face_of(t: Text, node: F.FaceOf) -> str:
    return _card(t, node, "&", 0xFFFF)


@rule(F.PlaceOf)
def place_of(t: Text, node: F.PlaceOf) -> str:
    return _card(t, node, ">>", 16)


def _card(t: Text, node: F.FaceOf | F.PlaceOf, sign: str, number: int) -> str:
    """A part of a card."""
    card, bounds = t(node.card), t.within(node.card)
    if sign == "&" and bounds is not None and bounds[0] >= 0 and bounds[1] <= 0xFFFF:
        return card  # it lies nowhere
    if bounds is not None and bounds[0] >= 0:
        return f"({card} {sign} {number})"
    card = t.named(card, "card")
    return f"({card} {sign} {number} if {card} >= 0 else {t.fail(node.span, NO_VALUE)})"


@rule(F.Size)
def size(t: Text, node: F.Size) -> str:
    shapes, lying = t.shapes(node.place), t.lying(t.place(node.place))
    return f"len({lying})" if "plays" not in shapes else f"len(faces({lying}))"


@rule(F.End)
def end(t: Text, node: F.End) -> str:
    place = t.named(t.place(node.place), "place")
    known = f"end(f, {t.constant(t.layout, 'layout')}, {place}, {node.top}, {t.at(node.span)})"
    if t.shapes(node.place) != {"pile"}:
        return known
    lying, bags = t.lying(place), t.layout.bags
    bag = f"f[{bags[int(place)]}]" if place.isdecimal() else f"f[{t.constant(tuple(bags), 'bags')}[{place}]]"
    return f"({place} << 16 | {lying}[{-1 if node.top else 0}] if {lying} and not {bag} else {known})"


# ---- melds and plays -----------------------------------------------------------------------------------------------


def part(t: Text, node: F.Expr, index: str, whole: F.Expr | F.Seq) -> str:
    """A part of a meld or a play."""
    text = t(node)
    if t.within(node) is not None:
        return f"{text}[{index}]"
    value = t.named(text)
    return f"({value}[{index}] if {value}.__class__ is tuple else {t.fail(whole.span, NO_VALUE)})"


@rule(F.MeldForm)
def meld_form(t: Text, node: F.MeldForm) -> str:
    return part(t, node.meld, "0", node)


@rule(F.MeldEnd)
def meld_end(t: Text, node: F.MeldEnd) -> str:
    return f"{part(t, node.meld, '1', node)}[{-1 if node.highest else 0}]"


@rule(F.MeldLength)
def meld_length(t: Text, node: F.MeldLength) -> str:
    forms = t.flow.combinations[node.combination].forms
    each = (*(form.each if form.kind == "run" else 1 for form in forms), 1)  # form -1: single cards
    if set(each) == {1}:
        return f"len({part(t, node.meld, '1', node)})"
    meld = t.named(t(node.meld), "meld")
    length = f"len({meld}[1]) // {t.constant(each, 'each')}[{meld}[0]]"
    if t.within(node.meld) is not None:
        return f"({length})"
    return f"({length} if {meld}.__class__ is tuple else {t.fail(node.span, NO_VALUE)})"


@rule(F.MakeMeld)
def make_meld(t: Text, node: F.MakeMeld) -> str:
    combination = t.constant(t.writer.combinations[node.combination], "combination")
    return f"{combination}.meld([card & 65535 for card in {t(node.cards)}], {t.at(node.span)})"


@rule(F.PlayEnd)
def play_end(t: Text, node: F.PlayEnd) -> str:
    place = t.named(t.place(node.place), "place")
    names = t.constant(tuple(p.name for p in t.flow.places), "names")
    lying = t.lying(place)
    nothing = f"nothing_played({names}[{place}], {t.at(node.span)})"
    return f"({lying}[{-1 if node.latest else 0}] if {lying} else {nothing})"


@rule(F.PlaySeat)
def play_seat(t: Text, node: F.PlaySeat) -> str:
    return part(t, node.play, "0", node)


@rule(F.PlayMeld)
def play_meld(t: Text, node: F.PlayMeld) -> str:
    return part(t, node.play, "1:", node)
