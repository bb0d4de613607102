"""What the options of a decision choose from, gathered once for all of them.

Comes in: a decision, and sequences that its options bind. Goes out: sequences in memory, each made by a function of the
module when it is first wanted, and tables of which of their members have what value. What always holds: listing moves
changes no state, so that what was gathered stays true until all are listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import replace

from .. import flow as f
from . import wat
from .expr import scalar
from .facts import Fact
from .gathered import Gathered, append, each_gathered, gather, gives_distinct, new_list
from .lists import clear_slot, put_slot
from .opened import key_of
from .seq import each
from .truths import unless
from .unit import Fn, Value
from .wat import Code, Node

MANY = 32
"""Of so many members at most there are tables: a bit for each."""


class Stock:
    """What is gathered for one decision. `shared` are the slots that terms read which it calls: they lie in the state."""

    def __init__(self, fn: Fn, choose: f.Choose, shared: set[int]) -> None:
        self.fn, self.shared = fn, shared
        self._lists: dict[Hashable, Gathered] = {}
        self._tables: dict[Hashable, tuple[Code, int]] = {}
        options = [option for tier in choose.tiers for option in tier.options if option.binds]
        self._often = Counter(key_of(option.binds[0].seq) for option in options)
        self._within = Counter(key_of(bind.seq) for option in options for bind in option.binds[1:])

    def often(self, seq: f.Seq) -> bool:
        """Whether several options choose from a sequence first of all."""
        return self._often[key_of(seq)] > 1

    def members(self, seq: f.Seq, slot: int, tests: list[f.Expr]) -> Gathered:
        """The members of a sequence for which tests hold that speak of the one in a slot, each once. Its code makes them, if
        they are not there yet."""
        key = (key_of(seq), tuple(key_of(test, slot) for test in tests), slot if slot in self.shared else -1)
        if key not in self._lists:
            # members that pass are taken from all members, where these are wanted more than once
            every = self.members(seq, slot, []) if tests and self._within[key[0]] > 1 else None
            name = f"{self.fn.name}-from-{len(self._lists)}"
            whole = new_list(self.fn, self.fn.facts.seq(seq))
            self.fn.unit.function(name, lambda: self._gathering(name, whole, seq, slot, tests, every))
            make = wat.call(name) if every is None else wat.call(name, wat.get(every.end))
            first = [] if every is None else every.code
            made = wat.when(("i32.eqz", wat.get(whole.end)), [*first, wat.put(whole.end, make)])
            self._lists[key] = replace(whole, code=[made])
        return replace(self._lists[key], code=list(self._lists[key].code))

    def _gathering(
        self, name: str, whole: Gathered, seq: f.Seq, slot: int, tests: list[f.Expr], every: Gathered | None
    ) -> Node:
        """The function that gathers members, from the list of all up to an end if there is one; it gives the end of theirs."""
        fn = Fn(self.fn.unit, name, [] if every is None else [("$every", "i32")], ("i32",))
        many = fn.facts.seq(seq)
        mine = replace(whole, end=fn.local("end"), code=[])

        def join(member: Value) -> Code:
            skip = fn.label("skip")
            code = self._set(fn, slot, member)
            passing = [part for test in tests for part in unless(fn, test, skip)]
            return [*code, wat.block(skip, [*passing, *append(fn, mine, member, many, seq.span)])]

        start = wat.put(mine.end, wat.const(mine.base))
        if every is not None:
            fill = each_gathered(fn, replace(every, end="$every"), join)
        elif gives_distinct(fn, seq):
            fill = each(fn, seq, join, once=True)
        else:
            source = gather(fn, seq, distinct=True)
            fill = [*source.code, *each_gathered(fn, source, join)]
        clean = clear_slot(fn, slot) if slot in self.shared else []
        return fn.finish([start, *fill, *clean, wat.get(mine.end)])

    def equal(self, whole: Gathered, slot: int, value: f.Expr, fact: Fact) -> tuple[Code, Callable[[Node], Node]]:
        """Which members have what value, as bits by their number.

        Args:
            whole: the members, at most `MANY` whole numbers, made already.
            slot: the slot in which `value` finds a member; not one of `shared`.
            value: what is asked of each; it cannot fail.
            fact: the values that are looked up.

        Returns:
            Code that makes the table if it is not there yet; the bits of a value.
        """
        key = (whole.base, key_of(value, slot), fact.low, fact.high)
        if key not in self._tables:
            name = f"{self.fn.name}-by-{len(self._tables)}"
            at = self.fn.unit.reserve(4 * (fact.high - fact.low + 1))
            made = self.fn.local("made")
            self.fn.unit.function(name, lambda: self._tabling(name, whole, slot, value, fact, at))
            make = [wat.call(name, wat.get(whole.end)), wat.put(made, wat.const(1))]
            self._tables[key] = [wat.when(("i32.eqz", wat.get(made)), make)], at
        code, base = self._tables[key]
        return code, lambda asked: wat.load(wat.shl(wat.sub(asked, wat.const(fact.low)), 2), base)

    def _tabling(self, name: str, whole: Gathered, slot: int, value: f.Expr, fact: Fact, at: int) -> Node:
        """The function that makes a table of the members up to an end."""
        fn = Fn(self.fn.unit, name, [("$end", "i32")])
        bit, key, where = fn.local("bit"), fn.local("key"), fn.local("entry")
        size = fact.high - fact.low + 1
        entry = wat.add(wat.shl(wat.get(key), 2), wat.const(at))

        def enter(member: Value) -> Code:
            code = self._set(fn, slot, member)
            inside = [
                wat.put(where, entry),
                wat.store(wat.get(where), wat.either(wat.load(wat.get(where)), wat.get(bit))),
            ]
            return [
                *code,
                wat.put(key, wat.sub(scalar(fn, value), wat.const(fact.low))),
                wat.when(("i32.lt_u", wat.get(key), wat.const(size)), inside),
                wat.put(bit, wat.shl(wat.get(bit), 1)),
            ]

        zero: Code = [wat.store(wat.const(at), wat.const64(0), k, "i64.store") for k in range(0, 4 * (size & -2), 8)]
        zero += [wat.store(wat.const(at + 4 * size - 4), wat.const(0))] if size & 1 else []
        fill = each_gathered(fn, replace(whole, end="$end"), enter)
        return fn.finish([*zero, wat.put(bit, wat.const(1)), *fill])

    def _set(self, fn: Fn, slot: int, member: Value) -> Code:
        """A slot takes a member: in a local of the function, or in the state if a term looks there."""
        if slot in self.shared:
            return put_slot(fn, fn.layout.slots[slot], member)
        fn.slots[slot] = member
        return []


def each_bit(fn: Fn, bits: Node, whole: Gathered, body: Callable[[Value], Code]) -> Code:
    """A loop over those members whose bits are set."""
    left, done, next_ = fn.local("fitting"), fn.label("done"), fn.label("next")
    at = fn.local("at")
    read, member = whole.read(fn, wat.get(at))
    return [
        wat.put(left, bits),
        wat.block(
            done,
            [
                wat.loop(
                    next_,
                    [
                        ("br_if", done, ("i32.eqz", wat.get(left))),
                        wat.put(at, wat.add(wat.shl(("i32.ctz", wat.get(left)), 2), wat.const(whole.base))),
                        wat.put(left, wat.both(wat.get(left), wat.sub(wat.get(left), wat.const(1)))),
                        *read,
                        *body(member),
                        ("br", next_),
                    ],
                )
            ],
        ),
    ]
