"""The meaning of expressions and moves again, as plainly as it can be written: slow, nothing kept, nothing specialised.

What the interpreter runs must agree with it on every value, every move, and on what fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from hoyle.engine import flow as F
from hoyle.engine.layout import FACE, Frozen, Layout

NONE = F.NONE


class Failure(Exception):
    """What the flow calls a failure."""


def need(holds: object) -> None:
    if not holds:
        raise Failure


class Reference:
    """Evaluates nodes of a flow at a frame. `slots` overrides slots (for binds)."""

    def __init__(self, flow: F.Flow, frame: Frozen) -> None:
        self.flow, self.frame, self.layout = flow, frame, Layout(flow)
        self.slots: dict[int, Any] = {}
        self.vars: dict[int, Any] = {}

    def slot(self, slot: int) -> Any:
        return self.slots.get(slot, self.frame[self.layout.slot(slot)])

    def lying(self, place: int) -> Any:
        need(place > 0)
        return self.frame[self.layout.place(place)]

    def faces(self, place: int) -> list[int]:
        lying = self.lying(place)
        if self.flow.places[place].shape == "plays":
            return [face for play in lying for face in play[2]]
        return list(lying)

    def number(self, node: F.Expr) -> int:
        value = self(node)
        need(value != NONE)
        return int(value)

    def __call__(self, node: Any) -> Any:
        return getattr(self, f"eval_{type(node).__name__.rstrip('_').lower()}")(node)

    # ---- scalars ----

    def eval_const(self, n: F.Const) -> Any:
        return n.value

    def eval_load(self, n: F.Load) -> Any:
        return self.slot(n.slot)

    def index(self, n: F.LoadAt | F.Offset) -> int:
        index = self(n.index)
        need(0 <= index < n.count)
        return n.base + int(index)

    def eval_loadat(self, n: F.LoadAt) -> Any:
        return self.slot(self.index(n))

    def eval_offset(self, n: F.Offset) -> Any:
        return self.index(n)

    def eval_var(self, n: F.Var) -> Any:
        return self.vars[n.register]

    def eval_op(self, n: F.Op) -> Any:
        a, b = self.number(n.left), self.number(n.right)
        if n.op in ("/", "mod"):
            need(b != 0)
        # Rounded towards zero, as the sign of the quotient says.
        quotient = 0 if n.op != "/" else (abs(a) // abs(b)) * (1 if a * b >= 0 else -1)
        value = {"+": a + b, "-": a - b, "*": a * b, "/": quotient, "mod": a % b if n.op == "mod" else 0}[n.op]
        need(-(2**31) < value < 2**31)
        return value

    def eval_compare(self, n: F.Compare) -> Any:
        a, b = self(n.left), self(n.right)
        if n.op in ("=", "<>"):
            return (a == b) == (n.op == "=")
        need(not n.checked or (a != NONE and b != NONE))
        return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[n.op]

    def eval_and(self, n: F.And) -> Any:
        return bool(self(n.left)) and bool(self(n.right))

    def eval_or(self, n: F.Or) -> Any:
        return bool(self(n.left)) or bool(self(n.right))

    def eval_not(self, n: F.Not) -> Any:
        return not self(n.arg)

    def eval_choice(self, n: F.Choice) -> Any:
        if self(n.test):
            return self(n.then)
        need(n.other is not None)
        return self(n.other)

    def eval_let(self, n: F.Let | F.LetSeq) -> Any:
        self.vars[n.register] = self(n.value)
        return self(n.body)

    eval_letseq = eval_let

    def eval_column(self, n: F.Column) -> Any:
        table, key = self.flow.tables[n.table], self(n.key)
        need(0 <= key < len(table))
        need(not n.must or table[key] != NONE)
        return table[key]

    def eval_faceof(self, n: F.FaceOf) -> Any:
        return self.number(n.card) & FACE

    def eval_placeof(self, n: F.PlaceOf) -> Any:
        return self.number(n.card) >> 16

    def eval_size(self, n: F.Size) -> Any:
        return len(self.faces(self(n.place)))

    def eval_end(self, n: F.End) -> Any:
        place = self(n.place)
        lying, shape = self.lying(place), self.flow.places[place].shape
        need(lying)
        if shape == "pile":
            at = len(lying) - 1 if n.top else 0
            need(not any(a <= at < b for a, b in self.frame[self.layout.bags[place]]))
        elif shape == "zone":
            need(len(set(lying)) == 1)
        else:
            lying = lying[-1 if n.top else 0][2]
        return place << 16 | lying[-1 if n.top else 0]

    def eval_fold(self, n: F.Fold) -> Any:
        if n.kind == "first" and isinstance(n.seq, F.Filter):  # nobody after the first is tested
            for member in self.each(n.seq.register, n.seq.seq):
                if self(n.seq.test):
                    return member
        members = list(self(n.seq))
        if n.kind == "count":
            return len(members)
        if n.kind == "total":
            need(NONE not in members and -(2**31) < sum(members) < 2**31)
            return sum(members)
        if n.kind in ("highest", "lowest"):
            need(members and NONE not in members)
            return max(members) if n.kind == "highest" else min(members)
        if n.kind == "only":
            need(len(set(members)) == 1)
            return members[0]
        if members:
            return members[0 if n.kind == "first" else -1]
        need(n.default is not None)
        return self(n.default)

    def eval_some(self, n: F.Some) -> Any:
        return any(self(n.test) for _ in self.each(n.register, n.seq))

    def eval_same(self, n: F.Same) -> Any:
        left, right = ((c & FACE if n.cards else c for c in self(seq)) for seq in (n.left, n.right))
        return Counter(left) == Counter(right)

    def whole(self, node: F.Expr) -> Any:
        value = self(node)
        need(isinstance(value, tuple))
        return value

    def eval_meldform(self, n: F.MeldForm) -> Any:
        return self.whole(n.meld)[0]

    def eval_meldend(self, n: F.MeldEnd) -> Any:
        return self.whole(n.meld)[1][-1 if n.highest else 0]

    def eval_meldlength(self, n: F.MeldLength) -> Any:
        form, faces = self.whole(n.meld)
        forms = self.flow.combinations[n.combination].forms
        return len(faces) // (forms[form].each if form >= 0 and forms[form].kind == "run" else 1)

    def eval_makemeld(self, n: F.MakeMeld) -> Any:
        faces = [c & FACE for c in self(n.cards)]
        found = [meld for meld in self.melds(n.combination, faces) if len(meld[1]) == len(faces)]
        need(len(found) == 1)
        return found[0]

    def eval_playend(self, n: F.PlayEnd) -> Any:
        plays = self.lying(self(n.place))
        need(plays)
        return plays[-1 if n.latest else 0]

    def eval_playseat(self, n: F.PlaySeat) -> Any:
        return self.whole(n.play)[0]

    def eval_playmeld(self, n: F.PlayMeld) -> Any:
        return self.whole(n.play)[1:]

    def eval_call(self, n: F.Call) -> Any:
        function = self.flow.functions[n.function]
        args = [self(arg) for arg in n.args]
        self.vars.update(zip(function.params, args, strict=True))
        return self(function.body)

    # ---- sequences ----

    def eval_values(self, n: F.Values) -> Any:
        return list(n.values)

    def eval_items(self, n: F.Items) -> Any:
        return [self(item) for item in n.items]

    def eval_span(self, n: F.Span_) -> Any:
        return list(range(self.number(n.low), self.number(n.high) + 1))

    def eval_rotate(self, n: F.Rotate) -> Any:
        members, start = list(self(n.seq)), self(n.start)
        need(start in members)
        at = members.index(start)
        return members[at:] + members[:at]

    def eval_cards(self, n: F.Cards) -> Any:
        place = self(n.place)
        return [place << 16 | face for face in self.faces(place)]

    def eval_meldcards(self, n: F.MeldCards) -> Any:
        return list(self.whole(n.meld)[1])

    def eval_playcards(self, n: F.PlayCards) -> Any:
        place = self(n.place)
        return [place << 16 | face for face in self.whole(n.play)[2]]

    def eval_plays(self, n: F.Plays) -> Any:
        return list(self.lying(self(n.place)))

    def eval_concat(self, n: F.Concat) -> Any:
        return [member for seq in n.seqs for member in self(seq)]

    def eval_without(self, n: F.Without) -> Any:
        members = list(self(n.seq))
        for gone in self(n.less):
            at = [i for i, m in enumerate(members) if m == gone or (n.cards and m & FACE == gone & FACE)]
            if at:
                del members[at[-1]]
        return members

    def each(self, register: int, seq: F.Seq) -> Iterator[Any]:
        for member in list(self(seq)):
            self.vars[register] = member
            yield member

    def eval_flat(self, n: F.Flat) -> Any:
        return [inner for _ in self.each(n.register, n.seq) for inner in list(self(n.body))]

    def eval_map(self, n: F.Map) -> Any:
        return [self(n.value) for _ in self.each(n.register, n.seq)]

    def eval_filter(self, n: F.Filter) -> Any:
        return [member for member in self.each(n.register, n.seq) if self(n.test)]

    def eval_best(self, n: F.Best) -> Any:
        keyed = [(member, self.number(n.key)) for member in self.each(n.register, n.seq)]
        if not keyed:
            return []
        value = (max if n.highest else min)(key for _, key in keyed)
        found = [member for member, key in keyed if key == value]
        return [] if n.alone and len(found) > 1 else found

    def eval_saved(self, n: F.Saved) -> Any:
        need(isinstance(self.slot(n.slot), tuple))
        return list(self.slot(n.slot))

    def eval_oneempty(self, n: F.OneEmpty) -> Any:
        members = list(self(n.seq))
        empty = [place for place in members if not self.lying(place)]
        return [place for place in members if self.lying(place) or place == empty[0]]

    def eval_melds(self, n: F.Melds) -> Any:
        return self.melds(n.combination, [c & FACE for c in self(n.cards)])

    def melds(self, combination: int, faces: list[int]) -> list[Any]:
        """All melds, by trying all subsets form by form (of a run's length, or alike)."""
        info = self.flow.combinations[combination]
        rank = self.flow.tables[info.order]
        hand = sorted(faces, key=lambda face: (rank[face], face))
        found = []
        for index, form in enumerate(info.forms):
            usable = [face for face in hand if form.allowed[face]]
            subsets = {
                s for size in range(1, len(usable) + 1) for s in combinations(usable, size) if self.fits(form, s)
            }
            order = sorted(subsets, key=lambda s: (len(s), [(rank[face], face) for face in s]))
            found += [(index, s) for s in order]
        return found

    def fits(self, form: F.FormPattern, faces: tuple[int, ...]) -> bool:
        column = self.flow.tables[form.column] if form.column is not None else [0] * len(self.flow.faces)
        values = Counter(column[face] for face in faces)
        units = len(values) if form.kind == "run" else len(faces)
        if NONE in values or not form.low <= units <= (form.high or units):
            return False
        if form.kind == "run":
            return set(values.values()) == {form.each} and max(values) - min(values) + 1 == len(values)
        return len(values) == 1

    # ---- moves ----

    def moves(self, node: F.Choose) -> list[tuple[Any, ...]]:
        """The moves of a decision."""
        number = 0
        for tier in node.tiers:
            found: list[tuple[Any, ...]] = []
            for i, option in enumerate(tier.options):
                self.slots = {}
                if option.test is None or self(option.test):
                    found += self.bound(option.binds, (number + i,))
            for limit in tier.limits:
                option, mine = tier.options[limit.option], number + limit.option
                kept = [move for move in found if move[0] != mine or self.allowed(limit, option, move)]
                if kept or not limit.if_possible:
                    found = kept
            if found:
                return found
            number += len(tier.options)
        return []

    def bound(self, binds: list[F.Bind], move: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        if not binds:
            return [move]
        bind, *rest = binds
        found = []
        for value in dict.fromkeys(self(bind.seq)):
            self.slots[bind.slot] = value
            if bind.test is None or self(bind.test):
                found += self.bound(rest, (*move, value))
        return found

    def allowed(self, limit: F.LimitInfo, option: F.OptionInfo, move: tuple[Any, ...]) -> bool:
        self.slots = {bind.slot: value for bind, value in zip(option.binds, move[1:], strict=True)}
        return not (limit.when is None or self(limit.when)) or bool(self(limit.only))
