"""A combination's forms as masks of packed cards, and the pieces of text that its functions are made of.

Comes in: a combination of the flow. Goes out: masks by position in the component's order, and text. What always
holds: position p of a component is field p of its words, lowest card first.
"""

from __future__ import annotations

from ...language.tree import NOWHERE
from .. import flow as f
from . import wat
from .layout import Packing
from .places import words_sum
from .plays import positions
from .unit import Unit
from .wat import Node

MOST_VALUES = 64


class Unsupported(Exception):
    """The rules need something that the compiler does not make; the interpreter plays them."""


class Forms:
    """A combination, with its faces by position."""

    def __init__(self, unit: Unit, index: int) -> None:
        self.unit, self.index = unit, index
        self.info = unit.flow.combinations[index]
        self.packing: Packing = unit.layout.packings[self.info.component]
        self.faces = [self.packing.first + face for face in positions(unit, self.info.component)]
        self.words = range(self.packing.words)
        self.size = unit.layout.play_size(self.info.component)

    # ---- masks ----

    def column(self, form: f.FormPattern) -> list[int]:
        """The value of each position in a form's column; NONE where it may not be in the form."""
        table = None if form.column is None else self.unit.flow.tables[form.column]
        return [f.NONE if not form.allowed[face] else 0 if table is None else table[face] for face in self.faces]

    def mask(self, wanted: list[bool]) -> list[int]:
        """The words of some positions."""
        words = [0] * self.packing.words
        for position, yes in enumerate(wanted):
            if yes:
                words[position // self.packing.fields] |= self.packing.mask << (
                    position % self.packing.fields * self.packing.bits
                )
        return words

    def groups(self, form: f.FormPattern) -> list[list[int]]:
        """The masks of the values of a run's column, lowest first."""
        column = self.column(form)
        values = max((value for value in column if value != f.NONE), default=-1) + 1
        if values > MOST_VALUES:
            raise Unsupported(f"runs over more than {MOST_VALUES} values")
        return [self.mask([other == value for other in column]) for value in range(values)]

    def own_group(self, form: f.FormPattern) -> list[list[int]]:
        """For each position the mask of those with its value."""
        column = self.column(form)
        masks = {value: self.mask([other == value for other in column]) for value in set(column)}
        masks[f.NONE] = self.mask([False] * len(column))
        return [masks[value] for value in column]

    def copies(self, position: int) -> int:
        """How many cards of a position there can be."""
        info = self.unit.flow.components[self.info.component]
        return info.dice or self.unit.flow.faces[self.faces[position]].count

    # ---- pieces of text ----

    def each_word(self, text: str) -> str:
        """A text once for each word, `%k` its number."""
        return " ".join(text.replace("%k", str(k)) for k in self.words)

    def folded(self, op: str, parts: list[str]) -> str:
        """Words put together by an operator."""
        whole = parts[0]
        for part in parts[1:]:
            whole = f"({op} {whole} {part})"
        return whole

    def sum(self, words: list[str]) -> str:
        """How many cards are in words."""
        nodes: list[Node] = list(words)
        return wat.text(words_sum(nodes, self.packing.bits))

    def hand(self) -> list[str]:
        return [f"(local.get $hand{k})" for k in self.words]

    def table(self, masks: list[list[int]], key: str, k: int) -> str:
        """Word k of the mask at a key."""
        return wat.text(self.unit.read_table([mask[k] for mask in masks], key, 8))

    def lowest(self, word: str, one: str) -> str:
        """`one` = a card of the lowest field of `word`, which is not zero."""
        if self.packing.bits == 1:
            return f"(local.set {one} (i64.and (local.get {word}) (i64.sub (i64.const 0) (local.get {word}))))"
        at = f"(i64.and (i64.ctz (local.get {word})) (i64.const {-self.packing.bits}))"
        return f"(local.set {one} (i64.shl (i64.const 1) {at}))"

    def clear(self, word: str, one: str) -> str:
        """`word` without its lowest field, of which `one` is a card."""
        if self.packing.bits == 1:
            return f"(local.set {word} (i64.and (local.get {word}) (i64.sub (local.get {word}) (i64.const 1))))"
        whole = f"(i64.mul (local.get {one}) (i64.const {self.packing.mask}))"
        return f"(local.set {word} (i64.and (local.get {word}) (i64.xor {whole} (i64.const -1))))"

    def position(self, k: int, one: str) -> str:
        """The position of the card `one` of word k."""
        at = f"(i32.wrap_i64 (i64.ctz (local.get {one})))"
        if self.packing.shift:
            at = f"(i32.shr_u {at} (i32.const {self.packing.shift}))"
        return at if k == 0 else f"(i32.add {at} (i32.const {k * self.packing.fields}))"

    def loop_cards(self, k: int, word: str, body: str) -> str:
        """A loop over the distinct cards of word k; `$one` is one card of each."""
        return f"""
 (block $done{k} (loop $next{k}
  (br_if $done{k} (i64.eqz (local.get {word})))
  {self.lowest(word, "$one")}
  {body}
  {self.clear(word, "$one")}
  (br $next{k})))"""

    def allowed(self, form: f.FormPattern) -> str:
        """`hand` cut down to what may be in a form."""
        mask = self.mask([value != f.NONE for value in self.column(form)])
        every = self.mask([True] * len(self.faces))
        return "".join(
            f"\n (local.set $hand{k} (i64.and (local.get $hand{k}) (i64.const {signed(mask[k])})))"
            for k in self.words
            if mask[k] != every[k]
        )

    def write(self, taken: list[str]) -> str:
        """Writes a meld at `$to`, and goes on behind it."""
        fail = wat.text(wat.fail(wat.const(self.unit.fault(NOWHERE, "there are too many melds"))))
        stores = " ".join(f"(i64.store offset={8 + 8 * k} (local.get $to) {word})" for k, word in enumerate(taken))
        return f"""(if (i32.ge_u (local.get $to) (local.get $limit)) (then {fail}))
  (i32.store (local.get $to) (local.get $mark))
  (i32.store offset=4 (local.get $to) (local.get $form))
  {stores}
  (local.set $to (i32.add (local.get $to) (i32.const {self.size})))"""


WHERE = "(param $mark i32) (param $form i32) (param $to i32) (param $limit i32) (result i32)"
"""The parameters that say where melds are written, and how they are marked."""
PASS_ON = "(local.get $mark) (local.get $form) (local.get $to) (local.get $limit)"


def signed(word: int) -> int:
    """A 64-bit word as a signed number."""
    return word - (1 << 64) if word >= 1 << 63 else word
