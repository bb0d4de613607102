"""What can fail: whether an expression or a sequence can, and whether a sequence can after it gave a member.

Comes in: nodes of the flow, and what is known of values (`facts`). Goes out: truths. What always holds: what is sure
does not fail in any state that play can reach. A sequence is worked out as a whole before anything is done with its
members; a loop that hands on one after the other is the same only where nothing of it fails later.
"""

from __future__ import annotations

from .. import flow as f
from .facts import Fact, Facts


def fits(op: str, left: Fact, right: Fact) -> bool:
    """Whether a sum, difference or product surely stays within 32 bits."""
    a, b, c, d = left.low, left.high, right.low, right.high
    if op == "+":
        low, high = a + c, b + d
    elif op == "-":
        low, high = a - d, b - c
    else:
        products = (a * c, a * d, b * c, b * d)
        low, high = min(products), max(products)
    return low >= -f.LARGEST and high <= f.LARGEST


class Sure:
    """Answers for one flow."""

    def __init__(self, flow: f.Flow, facts: Facts) -> None:
        self.flow, self.facts = flow, facts
        self._known: dict[int, tuple[object, bool]] = {}
        self._terms: dict[int, bool] = {}

    def __call__(self, *nodes: f.Expr | f.Seq | None) -> bool:
        """Whether none of some nodes can fail; nodes that are not there cannot."""
        return all(node is None or self._one(node) for node in nodes)

    def _one(self, node: f.Expr | f.Seq) -> bool:
        if id(node) not in self._known:
            found = self._seq(node) if isinstance(node, f.Seq) else self._expr(node)
            self._known[id(node)] = node, found  # kept with the node, as its id is the key
        return self._known[id(node)][1]

    def later(self, seq: f.Seq) -> bool:
        """Whether a loop over a sequence can fail after it has handed on a member."""
        match seq:
            case f.Items(items):
                return not self(*items[1:])
            case f.Concat(seqs):
                return any(map(self.later, seqs[:1])) or not self(*seqs[1:])
            case f.Flat(_, of, body):
                return self.later(of) or (self.later(body) if self._one_at_most(of) else not self(body))
            case f.Map(_, of, each) | f.Filter(_, of, each):
                return self.later(of) or not (self._one_at_most(of) or self(each))
            case f.LetSeq(_, _, body):
                return self.later(body)
            case f.OneEmpty(of):
                return self.later(of) or not (self._one_at_most(of) or self.are_places(of))
        return False  # it is known as a whole, or all that can fail comes first

    def _one_at_most(self, seq: f.Seq) -> bool:
        return self.facts.seq(seq).bound <= 1

    def _there(self, *nodes: f.Expr) -> bool:
        """Whether some expressions cannot fail, and none of them is none."""
        return self(*nodes) and not any(self.facts.expr(node).none for node in nodes)

    def are_places(self, seq: f.Seq) -> bool:
        """Whether the members of a sequence are sure to be places."""
        item = self.facts.seq(seq).item
        return not item.none and item.low > 0

    def _place(self, place: f.Expr) -> bool:
        return self._there(place) and self.facts.expr(place).low > 0

    # ---- values ----

    def _expr(self, expr: f.Expr) -> bool:
        facts = self.facts
        match expr:
            case f.Const() | f.Load() | f.Var():
                return True
            case f.LoadAt(_, index, count) | f.Offset(_, index, count):
                return self(index) and facts.expr(index).within(0, count - 1)
            case f.Op("+" | "-" | "*" as op, left, right):
                return self._there(left, right) and fits(op, facts.expr(left), facts.expr(right))
            case f.Op(_, left, right):
                return self._there(left, right) and facts.expr(right).low > 0
            case f.Compare(_, left, right, checked):
                return self._there(left, right) if checked else self(left, right)
            case f.And(left, right) | f.Or(left, right):
                return self(left, right)
            case f.Not(arg):
                return self(arg)
            case f.Choice(test, then, other):
                return other is not None and self(test, then, other)
            case f.Let(_, value, body):
                return self(value, body)
            case f.Column(table, key, must):
                rows, fact = self.flow.tables[table], facts.expr(key)
                inside = fact.low <= fact.high and fact.within(0, len(rows) - 1)
                return self(key) and inside and not (must and f.NONE in rows[fact.low : fact.high + 1])
            case f.FaceOf(of) | f.PlaceOf(of) | f.MeldForm(of) | f.MeldEnd(of) | f.MeldLength(of):
                return self._there(of)
            case f.PlaySeat(of) | f.PlayMeld(of):
                return self._there(of)
            case f.Size(place):
                return self._place(place)
            case f.Fold():
                return self._fold(expr)
            case f.Some(_, seq, test):
                return self(seq, test)
            case f.Same(left, right):
                return self(left, right)
            case f.Call(function, args):
                return self(*args) and self._term(function)
        return False

    def _term(self, function: int) -> bool:
        if function not in self._terms:
            self._terms[function] = self(self.flow.functions[function].body)
        return self._terms[function]

    def _fold(self, fold: f.Fold) -> bool:
        many = self.facts.seq(fold.seq)
        if not self(fold.seq, fold.default):
            return False
        if fold.kind == "count":
            return True
        if fold.kind == "total":
            low, high = many.bound * min(many.item.low, 0), many.bound * max(many.item.high, 0)
            return not many.item.none and low >= -f.LARGEST and high <= f.LARGEST
        if fold.kind == "only":
            return isinstance(fold.seq, f.Items) and len(fold.seq.items) == 1
        if fold.kind in ("highest", "lowest") and many.item.none:
            return False
        return fold.default is not None or surely_some(fold.seq)

    # ---- sequences ----

    def _seq(self, seq: f.Seq) -> bool:
        match seq:
            case f.Values() | f.Saved():
                return isinstance(seq, f.Values)
            case f.Items(items):
                return self(*items)
            case f.Span_(low, high):
                return self._there(low, high) and seq.is_short
            case f.Cards(place) | f.Plays(place):
                return self._place(place)
            case f.MeldCards(meld):
                return self._there(meld)
            case f.PlayCards(play, place):
                return self._there(play) and self._place(place)
            case f.Concat(seqs):
                return self(*seqs)
            case f.Without(of, less):
                return self(of, less)
            case f.Flat(_, of, inner) | f.Map(_, of, inner) | f.Filter(_, of, inner) | f.LetSeq(_, of, inner):
                return self(of, inner)
            case f.Best(_, of, key):
                return self(of) and self._there(key)
            case f.OneEmpty(of):
                return self(of) and self.are_places(of)
        return False  # a start that is no member, more melds than there is room for


def surely_some(seq: f.Seq) -> bool:
    """Whether a sequence has a member in any case."""
    match seq:
        case f.Values(values):
            return bool(values)
        case f.Items(items):
            return bool(items)
        case f.Map(_, of) | f.Rotate(of) | f.LetSeq(_, _, of):
            return surely_some(of)
        case f.Concat(seqs):
            return any(surely_some(one) for one in seqs)
    return False
