"""Code for combinations: which melds some cards hold, and which meld some cards are.

Comes in: a combination of the flow. Goes out: functions of the module over packed cards. What always holds: cards are packed by
their position in the component's order; melds come by form, then by number of cards, then card by card, each once.

Each form has a function `$list_…` that writes its melds, as plays of nobody, from an address on and gives the address after the
last. Cards are taken one at a time, lowest first, so that melds come in order; where the order of the cards is not that of a
run's values, the runs of each length are sorted.
"""

from __future__ import annotations

from .. import flow as f
from . import wat
from .expr import as_int
from .layout import Packing
from .places import words_sum
from .plays import position_of, positions, reorder
from .seq import ROOM, Body, Gathered, each, each_gathered
from .unit import Card, Fn, Meld, Unit, Value
from .wat import Code, Node

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
        self.limit = 0

    def column(self, form: f.FormPattern) -> list[int]:
        """The value of each position in a form's column; NONE where it may not be in the form."""
        table = None if form.column is None else self.unit.flow.tables[form.column]
        return [
            f.NONE if not form.allowed[face] else 0 if table is None else table[face] for face in self.faces
        ]

    def mask(self, wanted: list[bool]) -> list[int]:
        """The words of some positions."""
        words = [0] * self.packing.words
        for position, yes in enumerate(wanted):
            if yes:
                words[position // self.packing.fields] |= self.packing.mask << (
                    position % self.packing.fields * self.packing.bits
                )
        return words

    def copies(self, position: int) -> int:
        """How many cards of a position there can be."""
        info = self.unit.flow.components[self.info.component]
        return info.dice or self.unit.flow.faces[self.faces[position]].count

    # ---- pieces of text ----

    def each_word(self, text: str) -> str:
        """A text once for each word, `%k` its number."""
        return " ".join(text.replace("%k", str(k)) for k in self.words)

    def folded(self, op: str, text: str) -> str:
        """The words (`%k`) put together by an operator."""
        parts = [text.replace("%k", str(k)) for k in self.words]
        whole = parts[0]
        for part in parts[1:]:
            whole = f"({op} {whole} {part})"
        return whole

    def sum(self, text: str) -> str:
        """How many cards are in the words (`%k`)."""
        nodes: list[Node] = [text.replace("%k", str(k)) for k in self.words]
        return wat.text(words_sum(nodes, self.packing.bits))

    def table(self, masks: list[list[int]], key: str, k: int) -> str:
        """Word k of the mask at a key."""
        return wat.text(self.unit.read_table([mask[k] for mask in masks], key, 8))

    def lowest(self, k: int, word: str, one: str) -> str:
        """`one` = a card of the lowest field of word k, in `word`."""
        bits = self.packing.bits
        if bits == 1:
            return f"(local.set {one} (i64.and (local.get {word}) (i64.sub (i64.const 0) (local.get {word}))))"
        at = f"(i64.and (i64.ctz (local.get {word})) (i64.const {-bits}))"
        return f"(local.set {one} (i64.shl (i64.const 1) {at}))"

    def clear(self, word: str, one: str) -> str:
        """`word` without its lowest field, of which `one` is a card."""
        whole = f"(local.get {one})" if self.packing.bits == 1 else f"(i64.mul (local.get {one}) (i64.const {self.packing.mask}))"
        return f"(local.set {word} (i64.and (local.get {word}) (i64.xor {whole} (i64.const -1))))"

    def position(self, k: int, one: str) -> str:
        """The position of the card `one` of word k."""
        at = f"(i32.wrap_i64 (i64.shr_u (i64.ctz (local.get {one})) (i64.const {self.packing.shift})))"
        return at if k == 0 else f"(i32.add {at} (i32.const {k * self.packing.fields}))"

    @property
    def params(self) -> str:
        return self.each_word("(param $rest%k i64)") + " " + self.each_word("(param $taken%k i64)")

    def taken_with(self, k: int, one: str) -> str:
        """The words of `taken`, and the card `one` of word k."""
        return " ".join(
            f"(i64.add (local.get $taken{j}) (local.get {one}))" if j == k else f"(local.get $taken{j})" for j in self.words
        )

    def rest_from(self, k: int, one: str, group: str = "") -> str:
        """The words of `rest` from word k on, without the card `one` of word k."""
        parts = []
        for j in self.words:
            if j < k:
                parts.append("(i64.const 0)")
            elif j == k:
                parts.append(f"(i64.sub (local.get $rest{j}) (local.get {one}))")
            else:
                parts.append(f"(local.get $rest{j})")
        return " ".join(parts)

    # ---- functions ----

    def write(self) -> str:
        """The function that writes a meld."""
        name = f"$write_meld_{self.info.component}"
        size = self.unit.layout.play_size(self.info.component)
        fault = self.unit.fault(f.NOWHERE, "there are too many melds")

        def make() -> Node:
            stores = "\n ".join(
                f"(i64.store offset={8 + 8 * k} (local.get $to) (local.get $taken{k}))" for k in self.words
            )
            return f"""
;; Writes a meld; the address after it.
(func {name} {self.each_word("(param $taken%k i64)")} (param $form i32) (param $to i32) (param $limit i32) (result i32)
 (if (i32.ge_u (local.get $to) (local.get $limit)) (then (call $fail (i32.const {fault}))))
 (i32.store (local.get $to) (i32.const 0))
 (i32.store offset=4 (local.get $to) (local.get $form))
 {stores}
 (i32.add (local.get $to) (i32.const {size})))
"""

        return self.unit.function(name, make)

    def subsets(self) -> str:
        """The function that adds `left` cards of `rest` to those `taken`, in all ways."""
        name = f"$subsets_{self.info.component}"
        write = self.write()

        def make() -> Node:
            loops = ""
            for k in self.words:
                inner = f"""
   {self.lowest(k, f"$rest{k}", "$one")}
   (local.set $to (call {name} {self.rest_from(k, "$one")} {self.taken_with(k, "$one")}
     (i32.sub (local.get $left) (i32.const 1)) (local.get $form) (local.get $to) (local.get $limit)))
   {self.clear(f"$rest{k}", "$one")}"""
                loops += f"""
 (block $done{k} (loop $next{k}
   (br_if $done{k} (i64.eqz (local.get $rest{k}))){inner}
   (br $next{k})))"""
            return f"""
;; Writes all melds of the cards taken and `left` more of the rest.
(func {name} {self.params} (param $left i32) (param $form i32) (param $to i32) (param $limit i32) (result i32)
 (local $one i64)
 (if (i32.eqz (local.get $left)) (then
  (return (call {write} {self.each_word("(local.get $taken%k)")} (local.get $form) (local.get $to) (local.get $limit)))))
 (if (i32.lt_s {self.sum("(local.get $rest%k)")} (local.get $left)) (then (return (local.get $to)))){loops}
 (local.get $to))
"""

        return self.unit.function(name, make)

    def runs(self, groups: list[list[int]], each_: int) -> str:
        """The function that goes on with a run: `need` more cards of this value out of `rest`, `left` more values."""
        name = f"$runs_{self.info.component}_{each_}_{self.unit.number_of((each_, str(groups)))}"
        write = self.write()

        def make() -> Node:
            hand = self.each_word("(param $hand%k i64)")
            hands = self.each_word("(local.get $hand%k)")
            advance = "\n  ".join(
                f"(local.set $rest{k} (i64.and (local.get $hand{k}) {self.table(groups, '(local.get $value)', k)}))"
                for k in self.words
            )
            loops = ""
            for k in self.words:
                loops += f"""
 (block $done{k} (loop $next{k}
   (br_if $done{k} (i64.eqz (local.get $rest{k})))
   {self.lowest(k, f"$rest{k}", "$one")}
   (local.set $to (call {name} {hands} {self.rest_from(k, "$one")} {self.taken_with(k, "$one")}
     (local.get $value) (i32.sub (local.get $need) (i32.const 1)) (local.get $left) (local.get $form) (local.get $to)
     (local.get $limit)))
   {self.clear(f"$rest{k}", "$one")}
   (br $next{k})))"""
            return f"""
;; Goes on with a run: `need` more cards of this value, and `left` more values.
(func {name} {hand} {self.params} (param $value i32) (param $need i32) (param $left i32) (param $form i32)
  (param $to i32) (param $limit i32) (result i32)
 (local $one i64)
 (if (i32.eqz (local.get $need)) (then
  (if (i32.eqz (local.get $left)) (then
   (return (call {write} {self.each_word("(local.get $taken%k)")} (local.get $form) (local.get $to) (local.get $limit)))))
  (local.set $value (i32.add (local.get $value) (i32.const 1)))
  (local.set $left (i32.sub (local.get $left) (i32.const 1)))
  (local.set $need (i32.const {each_}))
  {advance})){loops}
 (local.get $to))
"""

        return self.unit.function(name, make)

    def list_form(self, number: int) -> str:
        """The function that lists the melds of one form."""
        form = self.info.forms[number]
        name = wat.identifier(f"list_{self.info.name}_{form.name}")
        head = f"""
;; Lists every {form.name} that some cards hold.
(func {name} {self.each_word("(param $hand%k i64)")} (param $to i32) (param $limit i32) (result i32)"""
        lister = self.list_run if form.kind == "run" else self.list_alike
        return self.unit.function(name, lambda: lister(number, form, head))

    def allowed(self, form: f.FormPattern) -> str:
        """`hand` cut down to what may be in a form."""
        mask = self.mask([value != f.NONE for value in self.column(form)])
        return "\n ".join(
            f"(local.set $hand{k} (i64.and (local.get $hand{k}) (i64.const {_signed(mask[k])})))" for k in self.words
        )

    def list_alike(self, number: int, form: f.FormPattern, head: str) -> Node:
        """Cards with one value of a column, or (without a column) any cards."""
        subsets = self.subsets()
        column = self.column(form)
        totals: dict[int, int] = {}
        for position, value in enumerate(column):
            if value != f.NONE:
                totals[value] = totals.get(value, 0) + self.copies(position)
        most = min(max(totals.values(), default=0), form.high or 1 << 20)
        groups = [self.mask([other == value and value != f.NONE for other in column]) for value in column]
        body = ""
        if len(totals) == 1:
            body = f"""
  (local.set $to (call {subsets} {self.each_word("(local.get $hand%k)")} {self.each_word("(i64.const 0)")}
    (local.get $size) (i32.const {number}) (local.get $to) (local.get $limit)))"""
        else:
            for k in self.words:
                rest = []
                for j in self.words:
                    if j < k:
                        rest.append("(i64.const 0)")
                        continue
                    held = f"(i64.sub (local.get $left{k}) (local.get $one))" if j == k else f"(local.get $hand{j})"
                    rest.append(f"(i64.and {held} {self.table(groups, '(local.get $position)', j)})")
                taken = " ".join("(local.get $one)" if j == k else "(i64.const 0)" for j in self.words)
                body += f"""
  (local.set $left{k} (local.get $hand{k}))
  (block $done{k} (loop $next{k}
   (br_if $done{k} (i64.eqz (local.get $left{k})))
   {self.lowest(k, f"$left{k}", "$one")}
   (local.set $position {self.position(k, "$one")})
   (local.set $to (call {subsets} {" ".join(rest)} {taken}
     (i32.sub (local.get $size) (i32.const 1)) (i32.const {number}) (local.get $to) (local.get $limit)))
   {self.clear(f"$left{k}", "$one")}
   (br $next{k})))"""
        return f"""{head}
 (local $size i32)
 (local $position i32)
 (local $one i64)
 {self.each_word("(local $left%k i64)")}
 {self.allowed(form)}
 (local.set $size (i32.const {form.low}))
 (block $end (loop $sizes
  (br_if $end (i32.gt_s (local.get $size) (i32.const {most})))
  (br_if $end (i32.gt_s (local.get $size) {self.sum("(local.get $hand%k)")})){body}
  (local.set $size (i32.add (local.get $size) (i32.const 1)))
  (br $sizes)))
 (local.get $to))
"""

    def groups(self, form: f.FormPattern) -> list[list[int]]:
        """The masks of the values of a run's column, lowest first."""
        column = self.column(form)
        values = max((value for value in column if value != f.NONE), default=-1) + 1
        if values > MOST_VALUES:
            raise Unsupported(f"runs over more than {MOST_VALUES} values")
        return [self.mask([other == value for other in column]) for value in range(values)]

    def list_run(self, number: int, form: f.FormPattern, head: str) -> Node:
        """Successive values of a column, `each` cards of each."""
        groups = self.groups(form)
        if not groups:
            return f"{head}\n (local.get $to))\n"
        runs = self.runs(groups, form.each)
        column = [value for value in self.column(form) if value != f.NONE]
        in_order = column == sorted(column)
        most = min(len(groups), form.high or len(groups))
        masked = [
            f"(i64.and (local.get $hand%k) {self.table(groups, '(local.get $value)', k)})".replace("%k", str(k))
            for k in self.words
        ]
        held = wat.text(words_sum(list(masked), self.packing.bits))
        sort = "" if in_order else f"(call {self.sort()} (local.get $from) (local.get $to))"
        return f"""{head}
 (local $value i32)
 (local $length i32)
 (local $all i64)
 (local $have i64)
 (local $starts i64)
 (local $from i32)
 {self.allowed(form)}
 ;; which values have enough cards
 (loop $values
  (if (i32.ge_s {held} (i32.const {form.each})) (then
   (local.set $all (i64.or (local.get $all) (i64.shl (i64.const 1) (i64.extend_i32_u (local.get $value)))))))
  (local.set $value (i32.add (local.get $value) (i32.const 1)))
  (br_if $values (i32.lt_s (local.get $value) (i32.const {len(groups)}))))
 ;; from which values a run of each length can start
 (local.set $starts (local.get $all))
 (local.set $length (i32.const 1))
 (block $end (loop $lengths
  (br_if $end (i64.eqz (local.get $starts)))
  (if (i32.ge_s (local.get $length) (i32.const {form.low})) (then
   (local.set $from (local.get $to))
   (local.set $have (local.get $starts))
   (block $done (loop $next
    (br_if $done (i64.eqz (local.get $have)))
    (local.set $value (i32.wrap_i64 (i64.ctz (local.get $have))))
    (local.set $have (i64.and (local.get $have) (i64.sub (local.get $have) (i64.const 1))))
    (local.set $to (call {runs} {self.each_word("(local.get $hand%k)")} {self.each_word("(i64.const 0)")}
      {self.each_word("(i64.const 0)")} (i32.sub (local.get $value) (i32.const 1)) (i32.const 0) (local.get $length)
      (i32.const {number}) (local.get $to) (local.get $limit)))
    (br $next)))
   {sort}))
  (br_if $end (i32.ge_s (local.get $length) (i32.const {most})))
  (local.set $length (i32.add (local.get $length) (i32.const 1)))
  (local.set $starts (i64.and (local.get $starts)
    (i64.shr_u (local.get $all) (i64.extend_i32_u (i32.sub (local.get $length) (i32.const 1))))))
  (br $lengths)))
 (local.get $to))
"""

    def sort(self) -> str:
        """The function that sorts melds of one length card by card."""
        name = f"$sort_melds_{self.info.component}"
        size = self.unit.layout.play_size(self.info.component)
        region = self.unit.reserve(size)

        def make() -> Node:
            less = ""
            for k in self.words:
                bits = self.packing.bits
                lowest = "(i64.and (local.get $differ) (i64.sub (i64.const 0) (local.get $differ)))"
                if bits > 1:
                    at = f"(i64.and (i64.ctz (local.get $differ)) (i64.const {-bits}))"
                    field = f"(i64.shl (i64.const {self.packing.mask}) {at})"
                    verdict = f"(i64.gt_u (i64.and (local.get $a) {field}) (i64.and (local.get $b) {field}))"
                else:
                    verdict = f"(i64.ne (i64.and (local.get $a) {lowest}) (i64.const 0))"
                less += f"""
 (local.set $a (i64.load offset={8 + 8 * k} (local.get $left)))
 (local.set $b (i64.load offset={8 + 8 * k} (local.get $right)))
 (local.set $differ (i64.xor (local.get $a) (local.get $b)))
 (if (i64.ne (local.get $differ) (i64.const 0)) (then (return {verdict})))"""
            return f"""
;; Whether a meld comes before another of as many cards: the first card that differs decides.
(func {name}_less (param $left i32) (param $right i32) (result i32)
 (local $a i64)
 (local $b i64)
 (local $differ i64){less}
 (i32.const 0))
;; Sorts melds (Shell's sort).
(func {name} (param $from i32) (param $to i32)
 (local $gap i32)
 (local $at i32)
 (local $back i32)
 (local.set $gap (i32.mul (i32.shr_u (i32.div_u (i32.sub (local.get $to) (local.get $from)) (i32.const {size}))
                                     (i32.const 1)) (i32.const {size})))
 (block $sorted (loop $gaps
  (br_if $sorted (i32.eqz (local.get $gap)))
  (local.set $at (i32.add (local.get $from) (local.get $gap)))
  (block $done (loop $next
   (br_if $done (i32.ge_u (local.get $at) (local.get $to)))
   (memory.copy (i32.const {region}) (local.get $at) (i32.const {size}))
   (local.set $back (local.get $at))
   (block $placed (loop $shift
    (br_if $placed (i32.lt_u (local.get $back) (i32.add (local.get $from) (local.get $gap))))
    (br_if $placed (i32.eqz (call {name}_less (i32.const {region}) (i32.sub (local.get $back) (local.get $gap)))))
    (memory.copy (local.get $back) (i32.sub (local.get $back) (local.get $gap)) (i32.const {size}))
    (local.set $back (i32.sub (local.get $back) (local.get $gap)))
    (br $shift)))
   (memory.copy (local.get $back) (i32.const {region}) (i32.const {size}))
   (local.set $at (i32.add (local.get $at) (i32.const {size})))
   (br $next)))
  (local.set $gap (i32.mul (i32.shr_u (i32.div_u (local.get $gap) (i32.const {size})) (i32.const 1)) (i32.const {size})))
  (br $gaps))))
"""

        return self.unit.function(name, make)

    # ---- what some cards are ----

    def fits(self, number: int) -> str:
        """The function that says whether cards are of one form."""
        form = self.info.forms[number]
        name = wat.identifier(f"is_{self.info.name}_{form.name}")

        def make() -> Node:
            column = self.column(form)
            allowed = self.mask([value != f.NONE for value in column])
            outside = self.folded("i64.or", "(i64.and (local.get $hand%k) (i64.const !%k))")
            for k in self.words:
                outside = outside.replace(f"!{k}", str(_signed(allowed[k] ^ ((1 << 64) - 1))))
            most = form.high if form.high is not None else 1 << 20
            count = "(local.get $count)"
            if form.kind == "run":
                groups = self.groups(form)
                held = wat.text(
                    words_sum(
                        [
                            f"(i64.and (local.get $hand{k}) {self.table(groups, '(local.get $value)', k)})"
                            for k in self.words
                        ],
                        self.packing.bits,
                    )
                )
                return f"""
(func {name} {self.each_word("(param $hand%k i64)")} (result i32)
 (local $value i32)
 (local $here i32)
 (local $count i32)
 (local $last i32)
 (if (i64.ne {outside} (i64.const 0)) (then (return (i32.const 0))))
 (loop $values
  (if (local.tee $here {held}) (then
   (if (i32.ne (local.get $here) (i32.const {form.each})) (then (return (i32.const 0))))
   (if (i32.and (i32.ne (local.get $count) (i32.const 0))
                (i32.ne (local.get $last) (i32.sub (local.get $value) (i32.const 1))))
    (then (return (i32.const 0))))
   (local.set $count (i32.add (local.get $count) (i32.const 1)))
   (local.set $last (local.get $value))))
  (local.set $value (i32.add (local.get $value) (i32.const 1)))
  (br_if $values (i32.lt_s (local.get $value) (i32.const {max(len(groups), 1)}))))
 (i32.and (i32.and (i32.ge_s {count} (i32.const {form.low})) (i32.le_s {count} (i32.const {most})))
          (i32.ne {count} (i32.const 0))))
"""
            groups_by_position = [self.mask([other == value and value != f.NONE for other in column]) for value in column]
            alike = ""
            for k in self.words:
                strange = self.folded("i64.or", "(i64.and (local.get $hand%k) (i64.xor !%k (i64.const -1)))")
                for j in self.words:
                    strange = strange.replace(f"!{j}", self.table(groups_by_position, self.position(k, f"$hand{k}"), j))
                alike += f"""
 (if (i64.ne (local.get $hand{k}) (i64.const 0)) (then (return (i64.eqz {strange}))))"""
            return f"""
(func {name} {self.each_word("(param $hand%k i64)")} (result i32)
 (local $count i32)
 (if (i64.ne {outside} (i64.const 0)) (then (return (i32.const 0))))
 (local.set $count {self.sum("(local.get $hand%k)")})
 (if (i32.or (i32.lt_s {count} (i32.const {form.low})) (i32.gt_s {count} (i32.const {most})))
  (then (return (i32.const 0)))){alike}
 (i32.const 0))
"""

        return self.unit.function(name, make)

    def form_of(self) -> str:
        """The function that finds the one form of cards: -1: none fits, -2: several do."""
        name = wat.identifier(f"form_of_{self.info.name}")

        def make() -> Node:
            asks = ""
            for number in range(len(self.info.forms)):
                asks += f"""
 (if (call {self.fits(number)} {self.each_word("(local.get $hand%k)")}) (then
  (if (i32.ge_s (local.get $found) (i32.const 0)) (then (return (i32.const -2))))
  (local.set $found (i32.const {number}))))"""
            return f"""
;; Which {self.info.name} some cards are: -1: none, -2: more than one.
(func {name} {self.each_word("(param $hand%k i64)")} (result i32)
 (local $found i32)
 (local.set $found (i32.const -1)){asks}
 (local.get $found))
"""

        return self.unit.function(name, make)


def _signed(word: int) -> int:
    return word - (1 << 64) if word >= 1 << 63 else word


# ---- in expressions ------------------------------------------------------------------------------------------------


def packed(fn: Fn, seq: f.Seq, packing: Packing) -> tuple[Code, list[Node]]:
    """The cards of a sequence as words by position, which may be used again."""
    from .masks import resolve

    masked = resolve(fn, seq)
    if masked is not None and not masked.left and masked.packing == packing:
        code: Code = list(masked.code)
        words: list[Node] = []
        for word in masked.words:
            more, node = fn.keep(word, "hand", "i64")
            code += more
            words.append(node)
        more, words = reorder(fn, packing, words, to_faces=False)
        return [*code, *more], words
    names = [fn.local("hand", "i64") for _ in range(packing.words)]
    field = fn.local("field")

    def join(card: Value) -> Code:
        face = card.face if isinstance(card, Card) else wat.both(as_int(card), wat.const(0xFFFF))
        code: Code = [wat.put(field, position_of(fn.unit, packing, wat.sub(face, wat.const(packing.first))))]
        one: Node = ("i64.shl", wat.const64(1), ("i64.extend_i32_u", wat.shl(wat.get(field), packing.shift)))
        for k, name in enumerate(names):
            added = wat.put(name, ("i64.add", wat.get(name), one))
            if len(names) == 1:
                code.append(added)
            else:
                here = ("i32.eq", wat.shr(wat.get(field), packing.fields.bit_length() - 1), wat.const(k))
                code.append(wat.when(here, [added]))
        return code

    zero: Code = [wat.put(name, wat.const64(0)) for name in names]
    return [*zero, *each(fn, seq, join)], [wat.get(name) for name in names]


def recognise(fn: Fn, expr: f.MakeMeld) -> tuple[Code, Value]:
    """Cards as a meld: the one form that fits."""
    forms = Forms(fn.unit, expr.combination)
    code, words = packed(fn, expr.cards, forms.packing)
    form = fn.local("form")
    return [
        *code,
        wat.put(form, wat.call(forms.form_of(), *words)),
        wat.when(
            ("i32.lt_s", wat.get(form), wat.const(0)),
            [fn.fail(expr.span, f"these cards are not one {forms.info.name}")],
        ),
    ], Meld(wat.get(form), tuple(words), forms.packing)


def each_meld(fn: Fn, seq: f.Melds, body: Body) -> Code:
    """A loop over all melds of some cards."""
    forms = Forms(fn.unit, seq.combination)
    code, words = packed(fn, seq.cards, forms.packing)
    size = fn.layout.play_size(forms.info.component)
    base = fn.unit.reserve(ROOM * size)
    limit = wat.const(base + ROOM * size)
    end = fn.local("end")
    code = [*code, wat.put(end, wat.const(base))]
    for number in range(len(forms.info.forms)):
        code.append(wat.put(end, wat.call(forms.list_form(number), *words, wat.get(end), limit)))
    whole = Gathered([], base, end, size, fn.facts.seq(seq).item)
    return [*code, *each_gathered(fn, whole, body)]
