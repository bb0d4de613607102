"""How sequences are written.

Comes in: sequence nodes of `flow`. Goes out: text of Python expressions that give a list, tuple or range of values, in
the order the node says. What always holds: nobody changes a list that a sequence gave, so the same one may be given
again.
"""

from __future__ import annotations

from . import flow as F
from .pieces import part
from .primitives import NO_VALUE
from .text import Text, rule


@rule(F.Values)
def values(t: Text, node: F.Values) -> str:
    return t.constant(tuple(node.values), "values")


@rule(F.Items)
def items(t: Text, node: F.Items) -> str:
    return f"({''.join(f'{item}, ' for item in t.each(*node.items))})"


@rule(F.Span_)
def span_(t: Text, node: F.Span_) -> str:
    low, high = t.each(node.low, node.high)
    if node.is_short:
        return f"short({low}, {high}, {t.at(node.span)})"
    return f"numbers(f, {t.layout.work}, {low}, {high}, {t.at(node.span)})"


@rule(F.Rotate)
def rotate(t: Text, node: F.Rotate) -> str:
    seq, start = t.each(node.seq, node.start)
    return f"turned({seq}, {start}, {t.at(node.span)})"


@rule(F.Cards)
def cards(t: Text, node: F.Cards) -> str:
    place = t.named(t.place(node.place), "place")
    faces = faces_at(t, node.place, place)
    base = str(int(place) << 16) if place.isdecimal() else t.named(f"{place} << 16", "base")
    return f"[{base} | face for face in {faces}]"


def faces_at(t: Text, node: F.Expr, place: str) -> str:
    """The faces of what lies at a place."""
    return t.lying(place) if "plays" not in t.shapes(node) else f"faces({t.lying(place)})"


@rule(F.MeldCards)
def meld_cards(t: Text, node: F.MeldCards) -> str:
    return part(t, node.meld, "1", node)  # kept in order; a face alone is a card at no place


@rule(F.PlayCards)
def play_cards(t: Text, node: F.PlayCards) -> str:
    with t.apart() as lines:
        faces, place = part(t, node.play, "2", node), t.place(node.place)
    t.lines += lines
    base = str(int(place) << 16) if place.isdecimal() else t.named(f"{place} << 16", "base")
    return f"[{base} | face for face in {faces}]"


@rule(F.Plays)
def plays(t: Text, node: F.Plays) -> str:
    return t.lying(t.place(node.place))


@rule(F.Concat)
def concat(t: Text, node: F.Concat) -> str:
    return f"[{', '.join(f'*{seq}' for seq in t.each(*node.seqs))}]"


@rule(F.Without)
def without(t: Text, node: F.Without) -> str:
    seq, less = t.each(node.seq, node.less)
    return f"without({seq}, {less}, {node.cards})"


@rule(F.Flat)
def flat(t: Text, node: F.Flat) -> str:
    head, found = t.loop(node.register, node.seq), t.new("found")
    t.line(f"{found} = []")
    with t.block(head):
        if isinstance(node.body, F.Items) and len(node.body.items) == 1:
            t.line(f"{found}.append({t(node.body.items[0])})")
        else:
            t.line(f"{found} += {t(node.body)}")
    return found


@rule(F.Map)
def map_(t: Text, node: F.Map) -> str:
    head, found = t.loop(node.register, node.seq), t.new("found")
    t.line(f"{found} = []")
    with t.block(head):
        t.line(f"{found}.append({t(node.value)})")
    return found


@rule(F.Filter)
def filter_(t: Text, node: F.Filter) -> str:
    head, found = t.loop(node.register, node.seq), t.new("found")
    t.line(f"{found} = []")
    with t.block(head), t.test(node.test):
        t.line(f"{found}.append({t.variable(node.register)})")
    return found


@rule(F.Best)
def best(t: Text, node: F.Best) -> str:
    members, keys = t.named(t(node.seq), "members"), t.new("keys")
    name = t.variable(node.register)
    t.learn(name, *t.members(node.seq))
    t.line(f"{keys} = []")
    with t.block(f"for {name} in {members}:"):
        t.line(f"{keys}.append({t(node.key)})")
    return f"best({members}, {keys}, {node.highest}, {node.alone}, {t.at(node.span)})"


@rule(F.Saved)
def saved(t: Text, node: F.Saved) -> str:
    cell = f"f[{t.layout.slot(node.slot)}]"
    return f"({cell} if {cell}.__class__ is not int else {t.fail(node.span, NO_VALUE)})"


@rule(F.OneEmpty)
def one_empty(t: Text, node: F.OneEmpty) -> str:
    return f"one_empty(f, {t.layout.places}, {t(node.seq)})"


@rule(F.Melds)
def melds(t: Text, node: F.Melds) -> str:
    combination = t.constant(t.writer.combinations[node.combination], "combination")
    return f"{combination}.melds(tuple(sorted([card & 65535 for card in {t(node.cards)}])), {t.at(node.span)})"
