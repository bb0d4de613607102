"""Moves of options that choose two things: counted, and one of them taken, without writing them down.

Comes in: an option that chooses, second, from a row of places whatever is chosen first. Goes out: code that counts its moves,
and code that takes the one of a number. What always holds: the loops are those that list the moves (`choices`), so their
order and their faults are the same; of the second loop only the number of its turns is wanted, which is a number of bits.
"""

from __future__ import annotations

from collections.abc import Callable

from .. import flow as f
from . import wat
from .choices import Lister
from .gathered import Gathered
from .lists import put_slot
from .loops import each_bit
from .marked import Marked, row_of
from .stock import Stock
from .unit import Fn, Unit, Value
from .wat import Code, Node


class Taker(Lister):
    """Counts and takes moves within a function of the module. `which` is the local with the number of the move to be taken,
    which is used up."""

    def __init__(self, fn: Fn, pc: int, choose: f.Choose, which: str) -> None:
        self.unit: Unit = fn.unit
        self.choose, self.fn, self.which = choose, fn, which
        self.name = wat.identifier(f"some_{pc}_{choose.name}")
        self.shared = self._shared()
        self.asked, self.ahead, self.ended = {}, None, ""
        self.stock = Stock(fn, choose, self.shared, self.name)
        self.many, self.taken = "", ""  # where moves are counted; where a move has been taken

    def possible(self, option: f.OptionInfo) -> bool:
        """Whether the moves of an option can be counted so."""
        if len(option.binds) != 2 or any(bind.slot in self.shared for bind in option.binds):
            return False
        first, second = option.binds
        if self._looks_out(option, 1, second.seq) or row_of(self.fn, second.seq) is None:
            return False
        return all(self.fn.layout.slots[bind.slot].shape == "int" for bind in (first, second))

    def count(self, number: int, option: f.OptionInfo, many: str) -> Code:  # type: ignore[override]
        """Counts the moves of an option in a local."""
        self.many, self.taken = many, ""
        return [wat.put(many, wat.const(0)), *self._loops(number, option)]

    def take(self, number: int, option: f.OptionInfo) -> Code:
        """The slots of an option take what its move of the number in `which` chooses; its moves have been counted."""
        self.many, self.taken, self.stock.all_known = "", self.fn.label("taken"), True
        code: Code = [wat.block(self.taken, self._loops(number, option))]
        self.stock.all_known = False
        return code

    def _loops(self, number: int, option: f.OptionInfo) -> Code:
        self.order(option)
        self.ended = self.fn.label("ended")
        code = wat.block(self.ended, self.binds(number, option, 0, [], 0))
        for bind in option.binds:
            self.fn.slots.pop(bind.slot, None)
        return [code]

    def limited(self, number: int, option: f.OptionInfo, limits: list[f.LimitInfo], bound: int) -> Code:
        """One move is counted; or taken, if it is its turn."""
        if self.many:
            return [wat.put(self.many, wat.add(wat.get(self.many), wat.const(1)))]
        less = wat.put(self.which, wat.sub(wat.get(self.which), wat.const(1)))
        return [wat.when(("i32.eqz", wat.get(self.which)), self._put(option)), less]

    def _put(self, option: f.OptionInfo) -> Code:
        """The slots take what is chosen, and that is all."""
        code: Code = []
        for bind in option.binds:
            more, member = self.get(bind.slot)
            code += [*more, *put_slot(self.fn, self.fn.layout.slots[bind.slot], member)]
        return [*code, ("br", self.taken)]

    def through(
        self, option: f.OptionInfo, k: int, whole: Gathered | Marked, bits: Node | None, turn: Callable[[Value], Code]
    ) -> Code:
        """The second choice, if nothing more is asked of it: as many turns as there are bits."""
        if k == 0 or self.asked[option.binds[k].slot]:
            return super().through(option, k, whole, bits, turn)
        fn = self.fn
        if self.many:
            found: Node = ("i32.popcnt", whole.among(bits))
            return [wat.put(self.many, wat.add(wat.get(self.many), found))]
        left, many = fn.local("left"), fn.local("many")

        def reach(number: Node) -> Code:
            code, member = whole.member(fn, number)
            fn.slots[option.binds[k].slot] = member
            less = wat.put(self.which, wat.sub(wat.get(self.which), wat.const(1)))
            return [wat.when(("i32.eqz", wat.get(self.which)), [*code, *self._put(option)]), less]

        return [
            wat.put(left, whole.among(bits)),
            wat.put(many, ("i32.popcnt", wat.get(left))),
            wat.when(("i32.lt_u", wat.get(self.which), wat.get(many)), each_bit(fn, wat.get(left), reach)),
            wat.put(self.which, wat.sub(wat.get(self.which), wat.get(many))),
        ]
