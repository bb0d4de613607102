"""Code for decisions: a function that lists the moves of each.

Comes in: `Choose`. Goes out: functions `$moves_…`, which write the moves as records and give how many there are.
What always holds: moves come in the interpreter's order; listing leaves the state as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from .. import flow as f
from . import wat
from .expr import scalar
from .facts import walk
from .forms import Forms
from .gathered import Gathered, each_gathered, gather, gives_distinct, split, whole_only
from .lists import clear_slot, put_slot
from .loops import each_field
from .marked import Marked
from .masks import Masked, cannot_fail, cut, safe
from .melds import packed
from .opened import key_of, tests
from .prune import list_passing
from .records import is_meld_option, read_value, record_of, write_value
from .related import Related, each_related, relate
from .seq import each
from .stock import MANY, Stock
from .truths import unless
from .unit import MOVES_SIZE, STATE, Card, Fn, Int, Meld, Play, Unit, Value
from .values import as_int
from .wat import Code, Node

DROPPED = 1 << 16
"""Marks a record that a limit drops."""


class Lister:
    """Makes the function that lists the moves of one decision."""

    def __init__(self, unit: Unit, pc: int, choose: f.Choose) -> None:
        self.unit, self.choose = unit, choose
        self.record = record_of(unit, choose)
        self.name = wat.identifier(f"moves_{pc}_{choose.name}")
        self.fn = Fn(unit, self.name, [], ("i32",))
        self.to = self.fn.local("to")
        self.shared = self._shared()
        self.asked: dict[int, list[f.Expr]] = {}  # what is left of the tests of binds
        self.ahead: Code | None = None  # what is done before the loop over the first bind
        self.ended = ""  # where the option that is being listed has no more moves
        self.stock = Stock(self.fn, choose, self.shared, self.name)
        unit.function(self.name, self.make)

    def _shared(self) -> set[int]:
        """The slots that a term called by the decision reads: those must be in the state, not in locals."""
        seen: set[int] = set()
        slots: set[int] = set()
        waiting: list[object] = [self._expressions()]
        while waiting:
            for node in walk(waiting.pop()):
                if isinstance(node, f.Call) and node.function not in seen:
                    seen.add(node.function)
                    body = self.unit.flow.functions[node.function].body
                    waiting.append(body)
                    for part in walk(body):
                        if isinstance(part, f.Load | f.Saved):
                            slots.add(part.slot)
                        elif isinstance(part, f.LoadAt):
                            slots |= set(range(part.base, part.base + part.count))
        return slots

    def _expressions(self) -> list[f.Expr | f.Seq]:
        """All that the decision asks."""
        found: list[f.Expr | f.Seq | None] = []
        for tier in self.choose.tiers:
            for option in tier.options:
                found.append(option.test)
                for bind in option.binds:
                    found += [bind.seq, bind.test]
            for limit in tier.limits:
                found += [limit.when, limit.only]
        return [one for one in found if one is not None]

    def make(self) -> Node:
        """The function."""
        fn, start = self.fn, wat.const(self.unit.moves_at)
        body: Code = []
        number = 0
        for tier in self.choose.tiers:
            body.append(wat.put(self.to, start))
            first = number
            hard = (
                set()
                if self.unit.watch
                else {
                    k for k, limit in enumerate(tier.limits) if not any(one.if_possible for one in tier.limits[: k + 1])
                }
            )
            for k, option in enumerate(tier.options):
                tests = [tier.limits[i] for i in sorted(hard) if tier.limits[i].option == k]
                body += [wat.Note(f"{option.name}"), *self.option(number, option, tests)]
                number += 1
            for k, limit in enumerate(tier.limits):
                if k not in hard:
                    body += [
                        wat.Note(f"limit {limit.name}"),
                        *self.limit(first + limit.option, tier.options[limit.option], limit),
                    ]
            some = ("i32.ne", wat.get(self.to), start)
            body.append(wat.when(some, [("return", self.count())]))
        return fn.finish([*body, wat.const(0)])

    def count(self) -> Node:
        """How many records there are."""
        size, length = self.record.size, wat.sub(wat.get(self.to), wat.const(self.unit.moves_at))
        return (
            wat.shr(length, size.bit_length() - 1) if size & (size - 1) == 0 else ("i32.div_u", length, wat.const(size))
        )

    # ---- listing ----

    def option(self, number: int, option: f.OptionInfo, limits: list[f.LimitInfo]) -> Code:
        """The moves of one option, those that its first limits allow."""
        fn = self.fn
        out = fn.label("no")
        code: Code = [] if option.test is None else unless(fn, option.test, out)
        if self._in_place(option):
            code += self.melds(number, option.binds[0], limits)
            return [wat.block(out, code)] if option.test is not None else code
        bound = 1
        for bind in option.binds:
            bound *= max(fn.facts.seq(bind.seq).bound, 1)
        self.order(option)
        self.ended = fn.label("ended")
        code.append(wat.block(self.ended, self.binds(number, option, 0, limits, bound)))
        for bind in option.binds:
            fn.slots.pop(bind.slot, None)
            if bind.slot in self.shared:
                code += clear_slot(fn, bind.slot)
        return [wat.block(out, code)] if option.test is not None else code

    def order(self, option: f.OptionInfo) -> None:
        """Divides the tests of the binds. What begins the test of a bind and does not speak of it is asked before its loop,
        where neither that nor what it is chosen from can fail."""
        for bind in option.binds:
            self.asked[bind.slot] = tests(self.unit, bind.test)
        for before, bind in pairwise(option.binds):
            asked = self.asked[bind.slot]
            if isinstance(bind.seq, f.Values) or not cannot_fail(self.fn, bind.seq):
                continue
            while asked and not self._reads(asked[0], bind.slot) and safe(self.fn, asked[0]):
                self.asked[before.slot].append(asked.pop(0))

    def _in_place(self, option: f.OptionInfo) -> bool:
        """Whether the melds of an option can be listed right where its moves are to stand."""
        if not is_meld_option(self.unit, option) or option.binds[0].slot in self.shared:
            return False
        return self.record.size == self.unit.layout.slots[option.binds[0].slot].size

    def melds(self, number: int, bind: f.Bind, limits: list[f.LimitInfo]) -> Code:
        """The moves of an option that chooses a meld, listed where they are to stand."""
        assert isinstance(bind.seq, f.Melds)
        fn = self.fn
        packing = Forms(self.unit, bind.seq.combination).packing
        code, words = packed(fn, bind.seq.cards, packing)
        return [*code, *list_passing(fn, bind, limits, words, number, self.to, self.unit.moves_at + MOVES_SIZE)]

    def binds(self, number: int, option: f.OptionInfo, k: int, limits: list[f.LimitInfo], bound: int) -> Code:
        """The loops over the binds from the k-th on."""
        fn = self.fn
        if k == len(option.binds):
            return self.limited(number, option, limits, bound)
        bind = option.binds[k]
        related = self.related(option, k)
        alone = bool(k) and not isinstance(bind.seq, f.Values) and not self._looks_out(option, k, bind.seq)
        masked = None if alone or related is not None else self.masked(bind)

        def turn(member: Value) -> Code:
            skip = fn.label("skip")
            code = self.set(bind.slot, member)
            left = self.asked[bind.slot] if related is None else related.left
            passing = [part for test in left for part in unless(fn, test, skip)]
            inner = self.binds(number, option, k + 1, limits, bound)
            return [*code, wat.block(skip, [*passing, *inner])] if passing else [*code, *inner]

        if related is not None:
            return each_related(fn, related, fn.slots[related.outer], turn, bind)
        if alone:
            return self.kept(option, k, turn)
        if masked is not None:
            words, packing = masked.words, masked.packing
            cards = each_field(
                fn, packing, None, words, True, lambda face: turn(Card(masked.place, face)), packing.first
            )
            return [*masked.code, *cards]
        if gives_distinct(fn, bind.seq):
            return each(fn, bind.seq, turn, once=True)
        if k == 0 and self.stock.often(bind.seq):
            early = self.early(bind)
            self.asked[bind.slot] = self.asked[bind.slot][len(early) :]
            first = self.stock.members(bind.seq, bind.slot, early)
            if number == 0 and option.test is None and not early and isinstance(first, Gathered):
                self.stock.sure[key_of(bind.seq)] = first
            self.ahead = []
            loop = first.each(fn, turn)
            ahead, self.ahead = self.ahead, None
            return [*first.code, *([wat.when(wat.negated(first.none), ahead)] if ahead else []), *loop]
        whole = gather(fn, bind.seq, distinct=True)
        return [*whole.code, *each_gathered(fn, whole, turn)]

    def early(self, bind: f.Bind) -> list[f.Expr]:
        """The tests of a bind with which its members are gathered: those that masks answer for the cards of a zone among
        what it is chosen from."""
        asked = self.asked[bind.slot]
        if bind.slot in self.shared or whole_only(bind.seq) or not asked:
            return []
        probe = Fn(self.unit, "$probe")
        found = [cut(probe, part, bind.slot, asked) for _, part in split(probe, bind.seq)]
        return asked[: max(len(asked) - len(left) for _, left in found)]

    def masked(self, bind: f.Bind) -> Masked | None:
        """The cards of a zone that pass the first parts of a bind's test, as far as masks say; None if it does not begin so."""
        if bind.slot in self.shared or not isinstance(bind.seq, f.Cards):
            return None
        found, self.asked[bind.slot] = cut(self.fn, bind.seq, bind.slot, self.asked[bind.slot])
        return found

    def _looks_out(self, option: f.OptionInfo, k: int, node: f.Seq | f.Expr) -> bool:
        """Whether an expression can depend on a bind before the k-th."""
        return any(self._reads(node, bind.slot) for bind in option.binds[:k])

    def kept(self, option: f.OptionInfo, k: int, turn: Callable[[Value], Code]) -> Code:
        """A loop over the k-th bind, which does not depend on those before it: its members that pass the first parts of
        its test, as far as these do not either, are gathered when first needed. Where what is asked next is an equation
        with something of the binds before it, only members for which it holds are gone through."""
        fn, bind = self.fn, option.binds[k]
        early: list[f.Expr] = []
        late = list(self.asked[bind.slot])
        while late and not self._looks_out(option, k, late[0]):
            early.append(late.pop(0))

        self.asked[bind.slot] = late
        whole = self.stock.members(bind.seq, bind.slot, early)
        if k == 1 and self._done_without(option.binds[0]):
            whole.code.append(("br_if", self.ended, whole.none))
        equation = self.equation(option, k, late[0]) if late else None
        if equation is None:
            return [*self._ahead(option, k, whole.code), *self.through(option, k, whole, None, turn)]
        outer, inner = equation
        self.asked[bind.slot] = late[1:]
        code, bits = self.stock.equal(whole, bind.slot, inner, fn.facts.expr(outer))
        ahead = self._ahead(option, k, [*whole.code, *code])
        return [*ahead, *self.through(option, k, whole, bits(scalar(fn, outer)), turn)]

    def through(
        self, option: f.OptionInfo, k: int, whole: Gathered | Marked, bits: Node | None, turn: Callable[[Value], Code]
    ) -> Code:
        """The loop over the members of the k-th bind; over those only whose bits are set, if bits are given."""
        return whole.each(self.fn, turn, bits)

    def _ahead(self, option: f.OptionInfo, k: int, code: Code) -> Code:
        """Code that is to be done once in the loop over the first bind; where each of its members comes to it, before the
        loop, and nothing is left to be done within."""
        if k != 1 or self.ahead is None or self.asked[option.binds[0].slot]:
            return code
        self.ahead += code
        return []

    def _done_without(self, first: f.Bind) -> bool:
        """Whether nothing more can happen in the loop over the first bind where there is nothing to choose within it: no test
        of what is still to come can fail."""
        known = isinstance(first.seq, f.Cards) or not gives_distinct(self.fn, first.seq)
        return known and all(safe(self.fn, test) for test in self.asked[first.slot])

    def equation(self, option: f.OptionInfo, k: int, test: f.Expr) -> tuple[f.Expr, f.Expr] | None:
        """The sides of a test that asks whether something of the binds before the k-th is something of that one: both are
        whole numbers that cannot fail, the first one of a few."""
        slot = option.binds[k].slot
        many = self.fn.facts.seq(option.binds[k].seq)
        if not isinstance(test, f.Compare) or test.op != "=" or many.bound > MANY or many.item.shape != "int":
            return None
        if slot in self.shared or not safe(self.fn, test.left) or not safe(self.fn, test.right):
            return None
        for outer, inner in ((test.left, test.right), (test.right, test.left)):
            fact = self.fn.facts.expr(outer)
            few = fact.within(fact.low, fact.low + 63) and fact.low <= fact.high
            if few and not self._reads(outer, slot) and not self._looks_out(option, k, inner):
                return outer, inner
        return None

    def related(self, option: f.OptionInfo, k: int) -> Related | None:
        """The k-th bind as a table, if it is one of a few constants whose test looks at one bind further out."""
        bind = option.binds[k]
        if not isinstance(bind.seq, f.Values) or bind.test is None or not 0 < len(bind.seq.values) <= 32:
            return None
        if bind.slot in self.shared or len(set(bind.seq.values)) < len(bind.seq.values):
            return None
        for outer in option.binds[:k]:
            member = self.fn.slots.get(outer.slot)
            if isinstance(member, Card | Int):
                found = relate(self.fn, outer.slot, self.fn.facts.slots[outer.slot], member, bind)
                if found is not None:
                    return found
        return None

    def set(self, slot: int, member: Value) -> Code:
        """A bind's slot takes a value: in locals, or in the state if a term looks there."""
        if slot in self.shared:
            return put_slot(self.fn, self.fn.layout.slots[slot], member)
        self.fn.slots[slot] = member
        return []

    def get(self, slot: int) -> tuple[Code, Value]:
        """The value of a bind's slot."""
        if slot in self.fn.slots:
            return [], self.fn.slots[slot]
        at = self.fn.layout.slots[slot]
        return read_value(self.fn, at, wat.const(STATE + at.offset))

    def limited(self, number: int, option: f.OptionInfo, limits: list[f.LimitInfo], bound: int) -> Code:
        """One move, if its limits allow it, becomes a record."""
        fn = self.fn
        out = fn.label("forbidden")
        tests: Code = []
        for limit in limits:
            allowed = fn.label("allowed")
            asked: Code = [] if limit.when is None else unless(fn, limit.when, allowed)
            tests.append(wat.block(allowed, [*asked, *unless(fn, limit.only, out)]))
        to = wat.get(self.to)
        write: Code = []
        if bound * self.record.size > MOVES_SIZE // 4:
            full = ("i32.ge_u", to, wat.const(self.unit.moves_at + MOVES_SIZE - 2 * self.record.size))
            write.append(wat.when(full, [fn.fail(self.choose.span, "there are too many moves")]))
        for bind, offset in zip(option.binds, self.record.offsets[number], strict=True):
            code, member = self.get(bind.slot)
            if isinstance(member, Meld | Play):
                more, address = fn.keep(wat.add(to, wat.const(offset)), "at")
                write += [*code, *more, *write_value(member, address)]
            else:
                write += [*code, wat.store(to, as_int(member), offset)]
        write += [wat.store(to, wat.const(number)), wat.put(self.to, wat.add(to, wat.const(self.record.size)))]
        return [wat.block(out, [*tests, *write])] if tests else write

    # ---- limits --------------------------------------------------------------------------------------------------

    def limit(self, number: int, option: f.OptionInfo, limit: f.LimitInfo) -> Code:
        """Drops the records of an option that a limit forbids; `if_possible`: unless none would be left."""
        fn = self.fn
        at, kept, all_ = fn.local("at"), fn.local("kept"), fn.local("all")
        asked = fn.local("when")
        size, start = wat.const(self.record.size), wat.const(self.unit.moves_at)
        done, next_ = fn.label("done"), fn.label("next")
        keep, drop = fn.label("keep"), fn.label("drop")
        code: Code = []
        for bind, offset in zip(option.binds, self.record.offsets[number], strict=True):
            more, value = read_value(fn, fn.layout.slots[bind.slot], wat.add(wat.get(at), wat.const(offset)))
            code += [*more, *self.set(bind.slot, value)]
        tests: Code = []
        if limit.when is not None:
            if any(self._reads(limit.when, bind.slot) for bind in option.binds):
                tests += unless(fn, limit.when, keep)
            else:
                ask = wat.put(asked, scalar(fn, limit.when))
                tests += [
                    wat.when(("i32.lt_s", wat.get(asked), wat.const(0)), [ask]),
                    ("br_if", keep, ("i32.eqz", wat.get(asked))),
                ]
        tests += unless(fn, limit.only, drop)
        clean = [part for bind in option.binds if bind.slot in self.shared for part in clear_slot(fn, bind.slot)]
        for bind in option.binds:
            fn.slots.pop(bind.slot, None)
        mark = wat.store(wat.get(at), wat.const(number | DROPPED))
        visit: Code = [
            wat.block(
                drop,
                [
                    wat.block(
                        keep,
                        [
                            ("br_if", keep, ("i32.ne", wat.load(wat.get(at)), wat.const(number))),
                            *code,
                            *tests,
                            ("br", keep),
                        ],
                    ),
                    wat.put(kept, wat.add(wat.get(kept), wat.const(1))),
                    wat.put(at, wat.add(wat.get(at), size)),
                    ("br", next_),
                ],
            ),
            mark,
            wat.put(at, wat.add(wat.get(at), size)),
            ("br", next_),
        ]
        loop: Code = [
            wat.put(asked, wat.const(-1)),
            wat.put(kept, wat.const(0)),
            wat.put(all_, self.count()),
            wat.put(at, start),
            wat.block(done, [wat.loop(next_, [("br_if", done, ("i32.ge_u", wat.get(at), wat.get(self.to))), *visit])]),
            *clean,
        ]
        sweep = wat.put(self.to, wat.call(sweeper(fn), start, wat.get(self.to), size, wat.const(DROPPED)))
        forgive = ("drop", wat.call(forgiver(fn), start, wat.get(self.to), size, wat.const(DROPPED)))
        some_dropped = ("i32.ne", wat.get(kept), wat.get(all_))
        told = [] if self.unit.watch is None else self.unit.watch.mark(limit.mark)
        if not limit.if_possible:
            return [*loop, wat.when(some_dropped, [sweep, *told])]
        return [*loop, wat.when(some_dropped, [wat.when(wat.get(kept), [sweep, *told], [forgive])])]

    def _reads(self, expr: f.Expr | f.Seq, slot: int) -> bool:
        """Whether the value of an expression can depend on a slot."""
        return slot in self.shared or any(isinstance(part, f.Load) and part.slot == slot for part in walk(expr))


def sweeper(fn: Fn) -> str:
    """The function that closes up records, without those that are marked; the new end."""
    return fn.unit.function("$sweep", lambda: SWEEP)


def forgiver(fn: Fn) -> str:
    """The function that takes the marks off all records."""
    return fn.unit.function("$forgive", lambda: FORGIVE)


SWEEP = """
;; Closes up records of `size` bytes, without those whose first number has the mark; the new end.
(func $sweep (param $at i32) (param $end i32) (param $size i32) (param $mark i32) (result i32)
 (local $to i32)
 (local.set $to (local.get $at))
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
  (if (i32.eqz (i32.and (i32.load (local.get $at)) (local.get $mark))) (then
   (if (i32.ne (local.get $to) (local.get $at)) (then
    (memory.copy (local.get $to) (local.get $at) (local.get $size))))
   (local.set $to (i32.add (local.get $to) (local.get $size)))))
  (local.set $at (i32.add (local.get $at) (local.get $size)))
  (br $next)))
 (local.get $to))
"""

FORGIVE = """
;; Takes the mark off all records.
(func $forgive (param $at i32) (param $end i32) (param $size i32) (param $mark i32) (result i32)
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
  (i32.store (local.get $at) (i32.and (i32.load (local.get $at)) (i32.xor (local.get $mark) (i32.const -1))))
  (local.set $at (i32.add (local.get $at) (local.get $size)))
  (br $next)))
 (local.get $at))
"""
