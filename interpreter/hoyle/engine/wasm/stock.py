"""What the options of a decision choose from, gathered once for all of them.

Comes in: a decision, and sequences that its options bind. Goes out: sequences in memory or as bits, each found by a
function of the module when it is first wanted, and tables of which of their members have what value. What always holds: listing moves
changes no state, so that what was gathered stays true until all are listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import replace

from .. import flow as f
from . import wat
from .among import sought, truth
from .expr import scalar
from .facts import Fact
from .gathered import Gathered, Tested, append, each_gathered, gather, gives_distinct, new_list, whole_only
from .lists import clear_slot, put_slot
from .loops import each_bit
from .marked import MADE, Marked, Row, mark, not_empty, row_of
from .masks import conjuncts, safe
from .opened import key_of
from .truths import unless
from .unit import Fn, Int, Value
from .wat import Code, Node

MANY = 32
"""Of so many members at most there are tables: a bit for each."""


class Stock:
    """What is gathered for one decision, by functions whose names begin with one. `shared` are the slots that terms read which
    it calls: they lie in the state."""

    def __init__(self, fn: Fn, choose: f.Choose, shared: set[int], name: str) -> None:
        self.fn, self.shared, self.name = fn, shared, name
        self._lists: dict[Hashable, Gathered | Marked] = {}
        self.all_known = False  # whether all that is asked for has been found already
        self.known: list[str] = []  # the locals that say what has been found: all 0 before
        self.sure: dict[Hashable, Gathered] = {}  # what is gathered in any case, before anything else
        self._tables: dict[Hashable, tuple[Code, int]] = {}
        options = [option for tier in choose.tiers for option in tier.options if option.binds]
        self._often = Counter(key_of(option.binds[0].seq) for option in options)
        self._within = Counter(key_of(bind.seq) for option in options for bind in option.binds[1:])

    def often(self, seq: f.Seq) -> bool:
        """Whether several options choose from a sequence first of all."""
        return self._often[key_of(seq)] > 1

    def members(self, seq: f.Seq, slot: int, tests: list[f.Expr]) -> Gathered | Marked:
        """The members of a sequence for which tests hold that speak of the one in a slot, each once. Its code finds them, if
        that is not done yet."""
        key = (key_of(seq), tuple(key_of(test, slot) for test in tests), slot if slot in self.shared else -1)
        if key not in self._lists:
            # members that pass are taken from all members, where these are wanted more than once
            row = row_of(self.fn, seq)
            common = row is not None or self._within[key[0]] > 1
            every = self.members(seq, slot, []) if tests and common else None
            other = self._other(key, tests, slot)
            name = f"{self.name}-from-{len(self._lists)}"
            self._lists[key] = self._new(name, seq, slot, tests, every, other, row)
        return replace(self._lists[key], code=[] if self.all_known else list(self._lists[key].code))

    def _other(self, key: tuple[Hashable, ...], tests: list[f.Expr], slot: int) -> Marked | None:
        """The members that another option asked for, where the first of some tests says that a member is none of them."""
        if not tests or not isinstance(tests[0], f.Not):
            return None
        opposite = tuple(key_of(part, slot) for part in conjuncts(tests[0].arg))
        found = self._lists.get((key[0], opposite, key[2]))
        return found if isinstance(found, Marked) else None

    def _new(
        self,
        name: str,
        seq: f.Seq,
        slot: int,
        tests: list[f.Expr],
        every: Gathered | Marked | None,
        other: Marked | None,
        row: Row | None,
    ) -> Gathered | Marked:
        """Members that are to be found by a function of this name, from all of them if these are given; `other`: those of
        which the first test says that a member is none."""
        unit = self.fn.unit
        if row is not None and every is None:  # a call would cost as much as that
            assert isinstance(seq, f.OneEmpty)
            whole = Marked([], row, self.fn.local("marked"))
            self.known.append(whole.bits)
            code, bits, whole.full = mark(self.fn, seq, row)
            whole.code = [wat.when(("i32.eqz", wat.get(whole.bits)), [*code, wat.put(whole.bits, bits)])]
            return whole
        full = isinstance(every, Marked) and bool(tests) and not_empty(tests[0], slot)
        tests = tests[1:] if full else tests
        listed = [self._listed(test) for test in tests]
        known: str
        made: Gathered | Marked
        if row is not None:
            made = Marked([], row, self.fn.local("marked"))
            known = made.bits
            unit.function(name, lambda: self._marking(name, row, seq, slot, tests, every, other, listed))
        else:
            list_ = made = new_list(self.fn, self.fn.facts.seq(seq))
            known = made.end
            unit.function(name, lambda: self._gathering(name, list_, seq, slot, tests, every, listed))
        self.known.append(known)
        given: list[Node] = []
        first: Code = []
        if every is not None:
            of = every.end if isinstance(every, Gathered) else every.full if full else every.bits
            first, given = every.code, [wat.get(of)]
        if other is not None:
            given.append(wat.get(other.bits))
        call = wat.call(name, *given, *(wat.get(one.end) for one in listed if one is not None))
        made.code = [wat.when(("i32.eqz", wat.get(known)), [*first, wat.put(known, call)])]
        return made

    def _listed(self, test: f.Expr) -> Gathered | None:
        """What a test looks through, if that is sure to lie in memory already."""
        whole = sought(self.fn.unit, test)
        return None if whole is None else self.sure.get(key_of(whole.seq))

    def _function(
        self, name: str, every: Gathered | Marked | None, listed: list[Gathered | None], other: Marked | None = None
    ) -> tuple[Fn, list[Gathered | None]]:
        """A function that finds members; what its tests look through, whose ends it is given."""
        params = [("$every", "i32")] if every is not None else []
        params += [("$other", "i32")] if other is not None else []
        mine = [None if one is None else replace(one, end=f"$listed{k}", code=[]) for k, one in enumerate(listed)]
        params += [(one.end, "i32") for one in mine if one is not None]
        return Fn(self.fn.unit, name, params, ("i32",)), mine

    def _gathering(
        self,
        name: str,
        whole: Gathered,
        seq: f.Seq,
        slot: int,
        tests: list[f.Expr],
        every: Gathered | Marked | None,
        listed: list[Gathered | None],
    ) -> Node:
        """The function that gathers members, from the list of all up to an end if there is one; it gives the end of theirs."""
        fn, through = self._function(name, every, listed)
        many = fn.facts.seq(seq)
        mine = replace(whole, end=fn.local("end"), code=[])
        tested = Tested(slot, tests, self._set, slot not in self.shared, through)

        def join(member: Value) -> Code:
            return append(fn, mine, member, many, seq.span)

        start = wat.put(mine.end, wat.const(mine.base))
        if isinstance(every, Gathered):
            fill = each_gathered(fn, replace(every, end="$every"), lambda member: tested.passing(fn, member, join))
        elif gives_distinct(fn, seq):
            fill = tested.each(fn, seq, join, True)
        elif whole_only(seq) or not all(safe(fn, test) for test in tests):
            source = gather(fn, seq, distinct=True)
            fill = [*source.code, *each_gathered(fn, source, lambda member: tested.passing(fn, member, join))]
        else:
            fill = gather(fn, seq, True, mine, tested).code
        clean = clear_slot(fn, slot) if slot in self.shared else []
        return fn.finish([start, *fill, *clean, wat.get(mine.end)])

    def _marking(
        self,
        name: str,
        row: Row,
        seq: f.Seq,
        slot: int,
        tests: list[f.Expr],
        every: Gathered | Marked | None,
        other: Marked | None,
        listed: list[Gathered | None],
    ) -> Node:
        """The function that marks members, those that pass of all of them if their bits are given; it gives the bits."""
        fn, through = self._function(name, every, listed, other)
        found = fn.local("found")
        start, first = fn.keep(scalar(fn, row.first), "first")

        def ask(number: Node) -> Code:
            member = Int(wat.add(number, first))
            start = self._set(fn, slot, member)
            # the last tests, as far as they can be, are worked out without a branch, as none could be foreseen
            code: Code = []
            passes: Node = wat.const(1)
            early = list(tests)
            while early and (last := truth(fn, slot, early[-1], through[len(early) - 1])) is not None:
                early.pop()
                code = [*last[0], *code]
                passes = last[1] if wat.known(passes) == 1 else wat.both(last[1], passes)
            joined = wat.put(found, wat.either(wat.get(found), ("i32.shl", passes, number)))
            tested = Tested(slot, early, self._set, False, through[: len(early)])
            if other is None or not early:
                return tested.passing(fn, member, lambda _: [*code, joined])
            skip, asked = fn.label("skip"), fn.label("asked")  # the first test need not be asked where that is done
            done: Code = [
                ("br_if", skip, wat.both(("i32.shr_u", wat.get("$other"), number), wat.const(1))),
                ("br", asked),
            ]
            first_test = [wat.when(wat.get("$other"), done), *unless(fn, tests[0], skip)]
            others = tested.passing(fn, member, lambda _: [*code, joined], early[1:])
            return [*start, wat.block(skip, [wat.block(asked, first_test), *others])]

        clean = clear_slot(fn, slot) if slot in self.shared else []
        begin = wat.put(found, wat.const(wat.wrap32(MADE)))
        loop = each_bit(fn, wat.both(wat.get("$every"), wat.const(MADE - 1)), ask)
        return fn.finish([*start, begin, *loop, *clean, wat.get(found)])

    def equal(
        self, whole: Gathered | Marked, slot: int, value: f.Expr, fact: Fact
    ) -> tuple[Code, Callable[[Node], Node]]:
        """Which members have what value, as bits by their number.

        Args:
            whole: the members, at most `MANY` whole numbers, made already.
            slot: the slot in which `value` finds a member; not one of `shared`.
            value: what is asked of each; it cannot fail.
            fact: the values that are looked up.

        Returns:
            Code that makes the table if it is not there yet; the bits of a value.
        """
        known = (key_of(whole.row.first), whole.row.count) if isinstance(whole, Marked) else whole.base
        key = (known, key_of(value, slot), fact.low, fact.high)
        if key not in self._tables:
            name = f"{self.name}-by-{len(self._tables)}"
            at = self.fn.unit.reserve(4 * (fact.high - fact.low + 1))
            made = self.fn.local("made")
            self.fn.unit.function(name, lambda: self._tabling(name, whole, slot, value, fact, at))
            call = wat.call(name) if isinstance(whole, Marked) else wat.call(name, wat.get(whole.end))
            self.known.append(made)
            make = [call, wat.put(made, wat.const(1))]
            self._tables[key] = [wat.when(("i32.eqz", wat.get(made)), make)], at
        code, base = self._tables[key]
        code = [] if self.all_known else code

        return code, lambda asked: wat.load(wat.shl(wat.sub(asked, wat.const(fact.low)), 2), base)

    def _tabling(self, name: str, whole: Gathered | Marked, slot: int, value: f.Expr, fact: Fact, at: int) -> Node:
        """The function that makes a table of the members: of those up to an end, or of all places of a row."""
        fn = Fn(self.fn.unit, name, [] if isinstance(whole, Marked) else [("$end", "i32")])
        bit, key, where = fn.local("bit"), fn.local("key"), fn.local("entry")
        size = fact.high - fact.low + 1
        entry = wat.add(wat.shl(wat.get(key), 2), wat.const(at))

        def enter(member: Value, mine: Node) -> Code:
            code = self._set(fn, slot, member)
            inside = [
                wat.put(where, entry),
                wat.store(wat.get(where), wat.either(wat.load(wat.get(where)), mine)),
            ]
            many = fn.facts.expr(value)
            within = many.within(fact.low, fact.high) and many.low <= many.high
            return [
                *code,
                wat.put(key, wat.sub(scalar(fn, value), wat.const(fact.low))),
                *(inside if within else [wat.when(("i32.lt_u", wat.get(key), wat.const(size)), inside)]),
            ]

        zero: Code = [wat.store(wat.const(at), wat.const64(0), k, "i64.store") for k in range(0, 4 * (size & -2), 8)]
        zero += [wat.store(wat.const(at + 4 * size - 4), wat.const(0))] if size & 1 else []
        if isinstance(whole, Marked):
            code, first = fn.keep(scalar(fn, whole.row.first), "first")
            for number in range(whole.row.count):
                code += enter(Int(wat.add(first, wat.const(number))), wat.const(1 << number))
            return fn.finish([*zero, *code])

        def turn(member: Value) -> Code:
            return [*enter(member, wat.get(bit)), wat.put(bit, wat.shl(wat.get(bit), 1))]

        fill = each_gathered(fn, replace(whole, end="$end"), turn)
        return fn.finish([*zero, wat.put(bit, wat.const(1)), *fill])

    def _set(self, fn: Fn, slot: int, member: Value) -> Code:
        """A slot takes a member: in a local of the function, or in the state if a term looks there."""
        if slot in self.shared:
            return put_slot(fn, fn.layout.slots[slot], member)
        fn.slots[slot] = member
        return []
