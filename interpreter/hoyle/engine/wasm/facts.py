"""What is known of values before a game is played: their bounds, whether they can be none, how long sequences can be.

Comes in: a flow. Goes out: a `Facts`, asked by the layout (how long lists can be) and by the emitters (which checks
can be left out, which places an expression can mean). What always holds: in every state that play can reach, a
value is within its fact; the loader of states refuses others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import count

from .. import flow as f

LONGEST = 1 << 12  # no list in a slot, and no span of numbers in one, is longer
SMALLEST = f.NONE + 1
PATIENCE = 32
"""After so many passes over a flow nothing more is reckoned of sums, nor of how lists grow: where a term is asked of what it
gave itself (`next of next of n`), each pass would find one more. Most flows are settled after three passes."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A value: an int within low..high, or none; or a meld or a play of a component's faces."""

    shape: str
    low: int
    high: int
    none: bool = False
    component: int = -1

    def join(self, other: Fact) -> Fact:
        """What holds of a value of either kind."""
        if self is other or other is NOTHING:
            return self
        if self is NOTHING:
            return other
        low, high = self.low, self.high
        if low > high:
            low, high = other.low, other.high
        elif other.low <= other.high:
            low, high = min(low, other.low), max(high, other.high)
        return Fact(
            other.shape if self.shape == "int" else self.shape,
            low,
            high,
            self.none or other.none,
            max(self.component, other.component),
        )

    def within(self, low: int, high: int) -> bool:
        """Whether it is surely a number from low to high."""
        return not self.none and low <= self.low and self.high <= high

    @property
    def places(self) -> range:
        """As a place: the places it can be; nowhere only if it can be nothing else."""
        return range(max(self.low, 1 if self.high > 0 else 0), self.high + 1)


NOTHING = Fact("int", 1, 0)
TRUTH = Fact("int", 0, 1)
ANY = Fact("int", SMALLEST, f.LARGEST)


@dataclass(frozen=True, slots=True)
class Many:
    """A sequence: what its members are, how many there can be, whether no two are equal."""

    item: Fact
    bound: int
    distinct: bool = False


class Facts:
    """The facts of a flow. `expr` and `seq` may be asked of every expression in it."""

    def __init__(self, flow: f.Flow) -> None:
        self.flow = flow
        self.registers: dict[int, Fact] = {}
        self.results: list[Fact] = [NOTHING] * len(flow.functions)
        self.lengths: dict[int, int] = {}
        self._lists: dict[int, Fact] = {}
        self.slots = [self._start(slot) for slot in flow.slots]
        self.targets = targets(flow)
        self._exprs: dict[int, Fact] | None = None
        self._seqs: dict[int, Many] = {}
        self._patient = True
        self._settle()

    # ---- the fixed point ------------------------------------------------------------------------------------------

    def _start(self, slot: f.Slot) -> Fact:
        """What the sort of a slot says; cards, places and faces start as nothing and grow by what is assigned."""
        flow, name = self.flow, slot.sort.name
        none = slot.initial == f.NONE and slot.role != "local"
        if name == "truth":
            return Fact("int", 0, 1, none)
        if name == "player":
            return Fact("int", 0, flow.players - 1, none)
        if name == "kind":
            return Fact("int", 0, len(next(k.values for k in flow.kinds if k.name == slot.sort.of)) - 1, none)
        if name == "number":
            return Fact("int", SMALLEST, f.LARGEST, none)
        if slot.role == "local":  # it is assigned before it is read
            return NOTHING
        start = NOTHING if slot.initial == f.NONE else Fact("int", slot.initial, slot.initial)
        return start.join(Fact("int", 1, 0, True)) if none else start

    def _settle(self) -> None:
        """Goes over the whole flow until nothing new comes out, and then keeps what each expression gave."""
        for number in count():
            before = (list(self.slots), dict(self.registers), list(self.results), dict(self.lengths), dict(self._lists))
            self._patient = number < PATIENCE
            self._pass()
            if before == (self.slots, self.registers, self.results, self.lengths, self._lists):
                break
        self._patient = True  # what each expression gives, of what is known now, is within what was found
        self._exprs = {}

    def _pass(self) -> None:
        flow = self.flow
        for pc, instr in enumerate(flow.code):
            self._instr(instr, pc)
        for index, function in enumerate(flow.functions):
            self.results[index] = self.results[index].join(self.expr(function.body))
        for invariant in flow.invariants:
            self.expr(invariant.test)
        for winner in flow.winners:
            if winner.test is not None:
                self.expr(winner.test)
            self._bind(winner.register, self.seq(winner.seats).item)
            if winner.score is not None:
                self._bind(winner.register, Fact("int", 0, flow.players - 1))
                self.expr(winner.score)

    def _bind(self, register: int, fact: Fact) -> None:
        self.registers[register] = self.registers.get(register, NOTHING).join(fact)

    def _assign(self, slot: int, fact: Fact) -> None:
        """A slot takes a value: numbers, seats, truths and values of kinds are bounded by their sort already."""
        if self.flow.slots[slot].sort.name in ("number", "player", "truth", "kind"):
            if fact.none:
                self.slots[slot] = self.slots[slot].join(Fact("int", 1, 0, True))
        else:
            self.slots[slot] = self.slots[slot].join(fact)

    def _instr(self, instr: f.Instr, pc: int) -> None:
        match instr:
            case f.Assign(slot, value):
                fact = self.expr(value)
                if isinstance(value, f.Load) and fact.none and self._is_some(value.slot, pc):
                    fact = replace(fact, none=False)
                self._assign(slot, fact)
            case f.AssignAt(base, index, count, value):
                self.expr(index)
                for slot in range(base, base + count):
                    self._assign(slot, self.expr(value))
            case f.Pick(slot, seq):
                self._assign(slot, self.seq(seq).item)
            case f.ListSet(slot, seq):
                many = self.seq(seq)
                known = self.lengths.get(slot, 0)
                self.lengths[slot] = max(known, min(many.bound, LONGEST))
                if self.lengths[slot] > known and not self._patient:
                    self.lengths[slot] = LONGEST
                self._lists[slot] = self._lists.get(slot, NOTHING).join(many.item)
            case f.ListNext(slot, var, _):
                self._assign(var, self._lists.get(slot, NOTHING))
            case f.Choose():
                self.expr(instr.player)
                for tier in instr.tiers:
                    for option in tier.options:
                        self._option(option)
                    for limit in tier.limits:
                        if limit.when is not None:
                            self.expr(limit.when)
                        self.expr(limit.only)
            case _:
                for name in instr.__slots__:
                    value = getattr(instr, name)
                    if isinstance(value, f.Expr):
                        self.expr(value)
                    elif isinstance(value, f.Seq):
                        self.seq(value)

    def _is_some(self, slot: int, pc: int) -> bool:
        """Whether the way to an instruction has just led past a test that a slot is not none."""
        while pc > 0 and pc not in self.targets:
            pc -= 1
            match self.flow.code[pc]:
                case f.Branch(f.Compare("<>", f.Load(tested), f.Const(f.NONE)), _) if tested == slot:
                    return True
                case f.Mark() | f.Enter() | f.Turn() | f.Branch():
                    continue
            return False
        return False

    def _option(self, option: f.OptionInfo) -> None:
        if option.test is not None:
            self.expr(option.test)
        for bind in option.binds:
            self._assign(bind.slot, self.seq(bind.seq).item)
            if bind.test is not None:
                self.expr(bind.test)

    def lists(self) -> dict[int, tuple[int, int, str, int]]:
        """Of the list in each slot: how long it can be, the bytes of a member, the members' shape and component."""
        found = {}
        for slot, item in self._lists.items():
            small = item.low >= 0 and not item.none
            width = 1 if small and item.high < 1 << 8 else 2 if small and item.high < 1 << 16 else 4
            found[slot] = self.lengths[slot], width, item.shape, item.component
        return found

    def drawn(self) -> set[int]:
        """The places that cards can be drawn from."""
        draws = [instr for instr in self.flow.code if isinstance(instr, f.Draw)]
        return {place for draw in draws for place in self.expr(draw.source).places}

    # ---- values ---------------------------------------------------------------------------------------------------

    def expr(self, expr: f.Expr) -> Fact:
        """What holds of the value of an expression."""
        if self._exprs is None:
            return self._expr(expr)
        fact = self._exprs.get(id(expr))
        if fact is None:
            fact = self._exprs[id(expr)] = self._expr(expr)
        return fact

    def _expr(self, expr: f.Expr) -> Fact:
        match expr:
            case f.Const(value):
                return Fact("int", 1, 0, True) if value == f.NONE else Fact("int", value, value)
            case f.Load(slot):
                return self.slots[slot]
            case f.LoadAt(base, index, count):
                self.expr(index)
                fact = self.slots[base]
                for slot in range(base + 1, base + count):
                    fact = fact.join(self.slots[slot])
                return fact
            case f.Var(register):
                return self.registers.get(register, NOTHING)
            case f.Op(op, left, right):
                fact = _arithmetic(op, self.expr(left), self.expr(right))
                return fact if self._patient or fact is NOTHING else ANY
            case f.Offset(base, index, count):
                at = self.expr(index)
                return Fact("int", base + max(0, at.low), base + min(count - 1, at.high))
            case f.Compare(_, left, right) | f.And(left, right) | f.Or(left, right):
                self.expr(left), self.expr(right)
                return TRUTH
            case f.Not(arg):
                self.expr(arg)
                return TRUTH
            case f.Choice(test, then, other):
                self.expr(test)
                fact = self.expr(then)
                return fact if other is None else fact.join(self.expr(other))
            case f.Let(register, value, body):
                self._bind(register, self.expr(value))
                return self.expr(body)
            case f.Column(table, key, must):
                return self._column(self.flow.tables[table], self.expr(key), must)
            case f.FaceOf(card):
                return self._faces(self.expr(card))
            case f.PlaceOf(card):
                fact = self.expr(card)
                return Fact("int", fact.low >> 16, fact.high >> 16)
            case f.Size(place):
                return Fact("int", 0, max((self.flow.places[p].capacity for p in self.expr(place).places), default=0))
            case f.End(place, _):
                return self._cards(self.expr(place).places)
            case f.Fold():
                return self._fold(expr)
            case f.Some(register, seq, test):
                self._bind(register, self.seq(seq).item)
                self.expr(test)
                return TRUTH
            case f.Same(first, second):
                self.seq(first), self.seq(second)
                return TRUTH
            case f.MeldForm(meld):
                self.expr(meld)
                return Fact("int", -1, max((len(c.forms) for c in self.flow.combinations), default=0) - 1)
            case f.MeldEnd(meld, _):
                component = self.flow.components[self.expr(meld).component]
                return Fact("int", component.first, component.first + component.size - 1)
            case f.MeldLength(meld):
                self.expr(meld)
                return Fact("int", 0, sum(face.count for face in self.flow.faces))
            case f.MakeMeld(combination, cards):
                self.seq(cards)
                return self._meld(self.flow.combinations[combination].component)
            case f.PlayEnd(place, _):
                return self._play(self.expr(place))
            case f.PlaySeat(play):
                self.expr(play)
                return Fact("int", 0, self.flow.players - 1)
            case f.PlayMeld(play):
                return self._meld(self.expr(play).component)
            case f.Call(function, args):
                for register, arg in zip(self.flow.functions[function].params, args, strict=True):
                    self._bind(register, self.expr(arg))
                return self.results[function]
        raise AssertionError(f"no such expression: {expr!r}")

    def _column(self, table: tuple[int, ...], key: Fact, must: bool) -> Fact:
        values = table[max(key.low, 0) : max(key.high + 1, 0)]
        numbers = [value for value in values if value != f.NONE]
        none = not must and len(numbers) < len(values)
        return Fact("int", min(numbers), max(numbers), none) if numbers else Fact("int", 1, 0, none)

    def _faces(self, card: Fact) -> Fact:
        if card.low >> 16 == card.high >> 16:
            return Fact("int", card.low & 0xFFFF, card.high & 0xFFFF)
        return Fact("int", 0, len(self.flow.faces) - 1)

    def _cards(self, places: range) -> Fact:
        """Cards at one of several places."""
        if not places:
            return NOTHING
        components = [self.flow.components[self.flow.places[place].component] for place in places]
        low = min(c.first for c in components)
        high = max(c.first + c.size - 1 for c in components)
        return Fact("int", places[0] << 16 | low, places[-1] << 16 | high)

    def _meld(self, component: int) -> Fact:
        return Fact("meld", 0, 0, component=component)

    def _play(self, place: Fact) -> Fact:
        component = max((self.flow.places[p].component for p in place.places), default=-1)
        return Fact("play", 0, 0, component=component)

    def _fold(self, expr: f.Fold) -> Fact:
        many = self.seq(expr.seq)
        item = many.item
        default = self.expr(expr.default) if expr.default is not None else NOTHING
        if expr.kind == "count":
            return Fact("int", 0, min(many.bound, f.LARGEST))
        if expr.kind == "total":
            if item.low > item.high:
                return Fact("int", 0, 0)
            return _clipped(min(0, many.bound * item.low), max(0, many.bound * item.high))
        return item.join(default)

    # ---- sequences ------------------------------------------------------------------------------------------------

    def seq(self, seq: f.Seq) -> Many:
        """What holds of a sequence."""
        if self._exprs is None:
            return self._seq(seq)
        many = self._seqs.get(id(seq))
        if many is None:
            many = self._seqs[id(seq)] = self._seq(seq)
        return many

    def _seq(self, seq: f.Seq) -> Many:
        match seq:
            case f.Values(values):
                item = NOTHING
                for value in values:
                    item = item.join(Fact("int", 1, 0, True) if value == f.NONE else Fact("int", value, value))
                return Many(item, len(values), len(set(values)) == len(values))
            case f.Items(items):
                item = NOTHING
                for one in items:
                    item = item.join(self.expr(one))
                return Many(item, len(items), len(items) < 2)
            case f.Span_(low, high):
                a, b = self.expr(low), self.expr(high)
                return Many(Fact("int", a.low, max(a.low, b.high)), max(0, b.high - a.low + 1), True)
            case f.Rotate(of, start):
                self.expr(start)
                return self.seq(of)
            case f.Cards(place):
                places = self.expr(place).places
                flow = self.flow
                bound = max((flow.places[p].capacity for p in places), default=0)
                components = {flow.places[p].component for p in places}
                distinct = all(self.single(component) for component in components)
                return Many(self._cards(places), bound, distinct)
            case f.MeldCards(meld):
                component = self.flow.components[self.expr(meld).component]
                item = Fact("int", component.first, component.first + component.size - 1)
                return Many(item, self.copies(self.expr(meld).component))
            case f.PlayCards(play, place):
                places = self.expr(place).places
                return Many(self._cards(places), self.copies(self.expr(play).component))
            case f.Plays(place):
                fact = self.expr(place)
                return Many(self._play(fact), max((self.flow.places[p].capacity for p in fact.places), default=0))
            case f.Concat(seqs):
                item, bound = NOTHING, 0
                for part in seqs:
                    many = self.seq(part)
                    item, bound = item.join(many.item), bound + many.bound
                return Many(item, bound)
            case f.Without(of, less):
                self.seq(less)
                return self.seq(of)
            case f.Flat(register, of, body):
                outer = self.seq(of)
                self._bind(register, outer.item)
                inner = self.seq(body)
                return Many(inner.item, outer.bound * inner.bound)
            case f.Map(register, of, value):
                many = self.seq(of)
                self._bind(register, many.item)
                return Many(self.expr(value), many.bound)
            case f.Filter(register, of, test) | f.Best(register, of, test):
                many = self.seq(of)
                self._bind(register, many.item)
                self.expr(test)
                return many
            case f.LetSeq(register, value, body):
                self._bind(register, self.expr(value))
                return self.seq(body)
            case f.OneEmpty(of):
                return self.seq(of)
            case f.Saved(slot):
                return Many(self._lists.get(slot, NOTHING), self.lengths.get(slot, 0))
            case f.Melds(combination, cards):
                self.seq(cards)
                return Many(self._meld(self.flow.combinations[combination].component), 1 << 40, True)
        raise AssertionError(f"no such sequence: {seq!r}")

    def single(self, component: int) -> bool:
        """Whether there is at most one of each face of a component."""
        info = self.flow.components[component]
        faces = self.flow.faces[info.first : info.first + info.size]
        return info.dice <= 1 and all(face.count <= 1 for face in faces)

    def copies(self, component: int) -> int:
        """How many pieces a component has."""
        info = self.flow.components[component]
        return info.dice or sum(face.count for face in self.flow.faces[info.first : info.first + info.size])


def targets(flow: f.Flow) -> set[int]:
    """The instructions that can be gone to from elsewhere than the one before."""
    found = {flow.entry}
    for pc, instr in enumerate(flow.code):
        match instr:
            case f.Jump(to):
                found.add(to)
            case f.Branch(_, other):
                found.add(other)
            case f.ListNext(_, _, done):
                found.add(done)
            case f.GoSub(to, _):
                found |= {to, pc + 1}
            case f.Choose():
                found |= {option.then for tier in instr.tiers for option in tier.options}
                found |= set() if instr.otherwise is None else {instr.otherwise}
            case f.Return() | f.EndGame():
                found.add(pc + 1)
    return found


def _clipped(low: int, high: int) -> Fact:
    return Fact("int", max(low, SMALLEST), min(high, f.LARGEST))


def _arithmetic(op: str, left: Fact, right: Fact) -> Fact:
    """The bounds of a sum, difference, product, quotient or remainder; beyond 32 bits it fails."""
    a, b, c, d = left.low, left.high, right.low, right.high
    if a > b or c > d:
        return NOTHING
    if op == "+":
        return _clipped(a + c, b + d)
    if op == "-":
        return _clipped(a - d, b - c)
    if op == "*":
        products = (a * c, a * d, b * c, b * d)
        return _clipped(min(products), max(products))
    if op == "/":
        largest = max(abs(a), abs(b))
        return Fact("int", 0 if a >= 0 and c >= 0 else -largest, largest)
    if c > 0:
        return Fact("int", 0, min(d - 1, b) if a >= 0 else d - 1)
    return ANY


def walk(node: object) -> Iterator[object]:
    """A node and all nodes below it."""
    if isinstance(node, list | tuple):
        for item in node:
            yield from walk(item)
    elif isinstance(node, f.Expr | f.Seq) and is_dataclass(node):
        yield node
        for one in fields(node):
            if one.name != "span":
                yield from walk(getattr(node, one.name))
