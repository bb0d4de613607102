"""Code that says what a move speaks of besides what it binds: the place a card is in, the top card of a pile.

Comes in: the decisions of a flow. Goes out: the function `$said`, and where it writes the values of a move's phrase.
What always holds: asking leaves the position as it was.
"""

from __future__ import annotations

from dataclasses import dataclass

from .. import flow as f
from . import wat
from .code import Runner
from .expr import value
from .lists import clear_slot, put_slot
from .records import read_value, write_value
from .unit import STATE, Fn, Meld, Play, Unit
from .wat import Code, Node


@dataclass(frozen=True, slots=True)
class Spoken:
    """A value of a phrase: its offset from where `$said` writes; its shape (int, meld or play) and component."""

    offset: int
    shape: str
    component: int


class Said:
    """Makes `$said`. `at`: where it writes; `spoken`: for each decision and option, the values of its phrase."""

    def __init__(self, unit: Unit, runner: Runner) -> None:
        self.unit = unit
        self.spoken: dict[int, list[list[Spoken]]] = {}
        most = max((self._most(lister.choose) for lister in runner.listers.values()), default=0)
        widest = max((unit.layout.play_size(k) for k in range(len(unit.layout.packings))), default=8)
        self.at = unit.reserve(max(8, most * widest))
        fn = Fn(unit, "$said", [("$move", "i32")], ("i32",))
        picked = fn.local("picked")
        body: Code = []
        for pc, lister in runner.listers.items():
            record = lister.record
            inside: Code = [
                wat.put(picked, wat.add(wat.const(unit.moves_at), wat.mul(wat.get("$move"), wat.const(record.size))))
            ]
            options = [option for tier in lister.choose.tiers for option in tier.options]
            self.spoken[pc] = []
            for number, option in enumerate(options):
                code = self._option(fn, option, record.offsets[number], picked, self.spoken.setdefault(pc, []))
                if code:
                    inside.append(wat.when(("i32.eq", wat.load(wat.get(picked)), wat.const(number)), code))
            if len(inside) > 1:
                body.append(wat.when(("i32.eq", wat.load(wat.const(STATE)), wat.const(pc)), inside))
        self.node: Node = fn.finish([*body, wat.const(self.at)])

    @staticmethod
    def _most(choose: f.Choose) -> int:
        """How many values a phrase of a decision has."""
        options = [option for tier in choose.tiers for option in tier.options]
        return max((sum(isinstance(part, tuple) for part in option.phrase.parts) for option in options), default=0)

    def _option(
        self, fn: Fn, option: f.OptionInfo, offsets: tuple[int, ...], picked: str, found: list[list[Spoken]]
    ) -> Code:
        """Code that writes the values of an option's phrase; none if it has none."""
        mine: list[Spoken] = []
        found.append(mine)
        exprs = [part[0] for part in option.phrase.parts if isinstance(part, tuple)]
        if not exprs:
            return []
        code: Code = []
        for bind, offset in zip(option.binds, offsets, strict=True):
            at = self.unit.layout.slots[bind.slot]
            more, member = read_value(fn, at, wat.add(wat.get(picked), wat.const(offset)))
            code += [*more, *put_slot(fn, at, member)]
        to = self.at
        for expr in exprs:
            more, member = value(fn, expr)
            whole = isinstance(member, Meld | Play)
            component = member.packing.component if isinstance(member, Meld | Play) else -1
            to = -(-to // 8) * 8 if whole else to
            shape = "meld" if isinstance(member, Meld) else "play" if whole else "int"
            mine.append(Spoken(to - self.at, shape, component))
            code += [*more, *write_value(member, wat.const(to))]
            to += self.unit.layout.play_size(component) if whole else 4
        return [*code, *(part for bind in option.binds for part in clear_slot(fn, bind.slot))]
