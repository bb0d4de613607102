"""Functions that list the melds some cards hold.

Comes in: a form of a combination. Goes out: functions `$list_…` of the module over packed cards: they write the
form's melds from an address on, each as [mark, form, faces], and give the address after the last. `least` and
`most` bound the number of cards. What always holds: melds come by number of cards, then card by card, each once.

Cards are taken one at a time, lowest first, so that melds come in order; where the order of the cards is not that
of a run's values, the runs of each length are sorted.
"""

from __future__ import annotations

from .. import flow as f
from . import wat
from .forms import PASS_ON, WHERE, Forms, signed
from .fours import by_fours, enough, held, span, whole
from .wat import Node


def list_form(forms: Forms, number: int) -> str:
    """The name of the function that lists the melds of one form."""
    form = forms.info.forms[number]
    name = wat.identifier(f"list_{forms.info.name}_{form.name}")
    head = f"""
;; Lists every {form.name} of `least` to `most` cards that some cards hold.
(func {name} {forms.each_word("(param $hand%k i64)")} (param $least i32) (param $most i32) {WHERE}"""

    def make() -> Node:
        if form.kind == "run":
            return list_run(forms, form, head)
        return list_alike(forms, form, head)

    return forms.unit.function(name, make)


# ---- cards alike, or any -------------------------------------------------------------------------------------------


def subsets(forms: Forms) -> str:
    """The function that adds `left` cards of `rest`, at least one, to those `taken`, in all ways."""
    name = f"$subsets_{forms.info.component}"

    def make() -> Node:
        leaf, inner = "", ""
        for k in forms.words:
            taken = [_plus(f"(local.get $taken{j})", "(local.get $one)", j == k) for j in forms.words]
            leaf += (
                forms.loop_cards(k, f"$rest{k}", forms.write(taken)).replace("$done", "$all").replace("$next", "$on")
            )
            rest = [
                "(i64.const 0)" if j < k else _minus(f"(local.get $rest{j})", "(local.get $one)", j == k)
                for j in forms.words
            ]
            call = f"""(local.set $to (call {name} {" ".join(rest)} {" ".join(taken)}
   (i32.sub (local.get $left) (i32.const 1)) {PASS_ON}))"""
            inner += forms.loop_cards(k, f"$rest{k}", call)
        held = forms.sum([f"(local.get $rest{k})" for k in forms.words])
        return f"""
;; Writes all melds of the cards taken and `left` (one or more) of the rest.
(func {name} {forms.each_word("(param $rest%k i64)")} {forms.each_word("(param $taken%k i64)")}
  (param $left i32) {WHERE}
 (local $one i64)
 (if (i32.le_s (local.get $left) (i32.const 1)) (then {leaf}
  (return (local.get $to))))
 (if (i32.lt_s {held} (local.get $left)) (then (return (local.get $to)))){inner}
 (local.get $to))
"""

    return forms.unit.function(name, make)


def _plus(word: str, one: str, here: bool) -> str:
    return f"(i64.add {word} {one})" if here else word


def _minus(word: str, one: str, here: bool) -> str:
    return f"(i64.sub {word} {one})" if here else word


def list_alike(forms: Forms, form: f.FormPattern, head: str) -> Node:
    """Cards with one value of a column, or (without a column) any cards."""
    column = forms.column(form)
    members: dict[int, list[int]] = {}
    for position, value in enumerate(column):
        if value != f.NONE:
            members.setdefault(value, []).append(position)
    totals = [sum(forms.copies(position) for position in group) for group in members.values()]
    highest = min(max(totals, default=0), form.high or 1 << 20)
    nothing = forms.each_word("(i64.const 0)")
    count = ""
    if all(len(group) == 1 for group in members.values()) and len(members) > 1:
        body = copies_of_one(forms)
    elif len(members) == 1:
        body = f"""
  (local.set $to (call {subsets(forms)} {" ".join(forms.hand())} {nothing} (local.get $size) {PASS_ON}))"""
    else:
        from_ = forms.hand()
        if by_fours(forms, form):  # only values of which there are enough
            count = held("(local.get $hand0)", "$field")
            from_ = [f"(i64.and {from_[0]} {whole(enough('$field', '(i64.extend_i32_u (local.get $size))'))})"]
        body = firsts(forms, forms.own_group(form), from_)
    return f"""{head}
 (local $size i32)
 (local $held i32)
 (local $field i64)
 (local $one i64)
 {forms.each_word("(local $left%k i64)")}{forms.allowed(form)}{count}
 (local.set $size (i32.const {form.low}))
 (if (i32.lt_s (local.get $size) (local.get $least)) (then (local.set $size (local.get $least))))
 (if (i32.gt_s (local.get $most) (i32.const {highest})) (then (local.set $most (i32.const {highest}))))
 (local.set $held {forms.sum(forms.hand())})
 (if (i32.gt_s (local.get $most) (local.get $held)) (then (local.set $most (local.get $held))))
 (block $end (loop $sizes
  (br_if $end (i32.gt_s (local.get $size) (local.get $most))){body}
  (local.set $size (i32.add (local.get $size) (i32.const 1)))
  (br $sizes)))
 (local.get $to))
"""


def firsts(forms: Forms, groups: list[list[int]], from_: list[str]) -> str:
    """For each of some cards as the lowest of a meld: the rest of `size` cards of its group, from it on."""
    text = ""
    for k in forms.words:
        rest = []
        for j in forms.words:
            held = "(i64.const 0)" if j < k else f"(local.get $hand{j})"
            if j == k:
                held = f"(i64.sub (local.get $left{k}) (local.get $one))"
            group = forms.table(groups, forms.position(k, "$one"), j)
            rest.append(held if j < k else f"(i64.and {held} {group})")
        taken = ["(local.get $one)" if j == k else "(i64.const 0)" for j in forms.words]
        more = f"""(local.set $to (call {subsets(forms)} {" ".join(rest)} {" ".join(taken)}
   (i32.sub (local.get $size) (i32.const 1)) {PASS_ON}))"""
        enough = f"(i32.ge_s {forms.sum(rest)} (i32.sub (local.get $size) (i32.const 1)))"
        body = f"""(if (i32.eq (local.get $size) (i32.const 1))
   (then {forms.write(taken)})
   (else (if {enough} (then {more}))))"""
        text += f"\n (local.set $left{k} {from_[k]})" + forms.loop_cards(k, f"$left{k}", body)
    return text


def copies_of_one(forms: Forms) -> str:
    """Every value has one face: `size` copies of each face that has as many; with none, there are no larger ones."""
    text = "\n (local.set $held (i32.const 0))"
    for k in forms.words:
        field = f"(i64.and (local.get $left{k}) (i64.mul (local.get $one) (i64.const {forms.packing.mask})))"
        asked = "(i64.mul (local.get $one) (i64.extend_i32_u (local.get $size)))"
        taken = [asked if j == k else "(i64.const 0)" for j in forms.words]
        body = f"""(if (i64.ge_u {field} {asked}) (then
   (local.set $held (i32.const 1))
   {forms.write(taken)}))"""
        text += f"\n (local.set $left{k} (local.get $hand{k}))" + forms.loop_cards(k, f"$left{k}", body)
    return text + "\n (br_if $end (i32.eqz (local.get $held)))"


# ---- runs ----------------------------------------------------------------------------------------------------------


def runs(forms: Forms, groups: list[list[int]], each: int) -> str:
    """The function that goes on with a run: `need` more cards of this value out of `rest`, `left` more values."""
    name = f"$runs_{forms.info.component}_{each}_{forms.unit.number_of((each, str(groups)))}"

    def make() -> Node:
        hand = forms.each_word("(param $hand%k i64)")
        hands = forms.each_word("(local.get $hand%k)")
        advance = " ".join(
            f"(local.set $rest{k} (i64.and (local.get $hand{k}) {forms.table(groups, '(local.get $value)', k)}))"
            for k in forms.words
        )
        leaf, inner = "", ""
        for k in forms.words:
            taken = [_plus(f"(local.get $taken{j})", "(local.get $one)", j == k) for j in forms.words]
            rest = [
                "(i64.const 0)" if j < k else _minus(f"(local.get $rest{j})", "(local.get $one)", j == k)
                for j in forms.words
            ]
            leaf += (
                forms.loop_cards(k, f"$rest{k}", forms.write(taken)).replace("$done", "$all").replace("$next", "$on")
            )
            call = f"""(local.set $to (call {name} {hands} {" ".join(rest)} {" ".join(taken)}
   (local.get $value) (i32.sub (local.get $need) (i32.const 1)) (local.get $left) {PASS_ON}))"""
            inner += forms.loop_cards(k, f"$rest{k}", call)
        return f"""
;; Goes on with a run: `need` more cards of this value, and `left` more values.
(func {name} {hand} {forms.each_word("(param $rest%k i64)")} {forms.each_word("(param $taken%k i64)")}
  (param $value i32) (param $need i32) (param $left i32) {WHERE}
 (local $one i64)
 (if (i32.eqz (local.get $need)) (then
  (local.set $value (i32.add (local.get $value) (i32.const 1)))
  (local.set $left (i32.sub (local.get $left) (i32.const 1)))
  (local.set $need (i32.const {each}))
  {advance}))
 (if (i32.and (i32.eq (local.get $need) (i32.const 1)) (i32.eqz (local.get $left))) (then {leaf}
  (return (local.get $to)))){inner}
 (local.get $to))
"""

    return forms.unit.function(name, make)


def list_run(forms: Forms, form: f.FormPattern, head: str) -> Node:
    """Successive values of a column, `each` cards of each."""
    groups = forms.groups(form)
    if not groups:
        return f"{head}\n (local.get $to))\n"
    column = [value for value in forms.column(form) if value != f.NONE]
    in_order = column == sorted(column)
    longest = min(len(groups), form.high or len(groups))
    masked = [f"(i64.and (local.get $hand{k}) {forms.table(groups, '(local.get $value)', k)})" for k in forms.words]
    sort = "" if in_order else f"(call {sorter(forms)} (local.get $from) (local.get $to))"
    if ladder(forms, form):
        ones = sum(1 << position for position in range(0, 64, forms.packing.bits))
        width = f"(i64.shl (i64.extend_i32_u (local.get $length)) (i64.const {forms.packing.shift}))"
        units = f"(i64.and (i64.const {signed(ones)}) (i64.sub (i64.shl (i64.const 1) {width}) (i64.const 1)))"
        lowest = min(column)
        first = forms.column(form).index(lowest) - lowest
        position = f"(i64.extend_i32_u (i32.add (local.get $value) (i32.const {first})))"
        start = f"(i64.shl {position} (i64.const {forms.packing.shift}))"
        run = forms.write([f"(i64.shl {units} {start})"])
    else:
        nothing = forms.each_word("(i64.const 0)")
        run = f"""(local.set $to (call {runs(forms, groups, form.each)} {" ".join(forms.hand())} {nothing} {nothing}
     (i32.sub (local.get $value) (i32.const 1)) (i32.const 0) (local.get $length) {PASS_ON}))"""
    values = f"""
 (loop $values
  (local.set $all (i64.or (local.get $all) (i64.shl
   (i64.extend_i32_u (i32.ge_s {forms.sum(masked)} (i32.const {form.each}))) (i64.extend_i32_u (local.get $value)))))
  (local.set $value (i32.add (local.get $value) (i32.const 1)))
  (br_if $values (i32.lt_s (local.get $value) (i32.const {len(groups)}))))"""
    shift = 0
    if form.each <= 4 and len(groups) < 16 and by_fours(forms, form):
        shift = 2
        least = enough("$all", f"(i64.const {form.each})")
        values = held("(local.get $hand0)", "$all") + f"\n (local.set $all {least})"
        # where there are no more cards than it takes, they are the run
        exact = f"(i32.mul (local.get $length) (i32.const {form.each}))"
        run = f"""(local.set $one (i64.and (local.get $hand0) {span("(local.get $value)", "(local.get $length)")}))
    (if (i32.eq {forms.sum(["(local.get $one)"])} {exact})
     (then {forms.write(["(local.get $one)"])})
     (else {run}))"""
    spread = f"(i64.extend_i32_u {wat.text(wat.shl('(local.get $length)', shift))})"
    found = wat.text(wat.shr("(i32.wrap_i64 (i64.ctz (local.get $have)))", shift))
    return f"""{head}
 (local $value i32)
 (local $length i32)
 (local $all i64)
 (local $have i64)
 (local $starts i64)
 (local $one i64)
 (local $from i32){forms.allowed(form)}
 ;; which values have enough cards{values}
 ;; from which values a run of each length can start
 (local.set $starts (local.get $all))
 (local.set $length (i32.const 1))
 (block $end (loop $lengths
  (br_if $end (i64.eqz (local.get $starts)))
  (br_if $end (i32.gt_s (i32.mul (local.get $length) (i32.const {form.each})) (local.get $most)))
  (if (i32.and (i32.ge_s (local.get $length) (i32.const {form.low}))
               (i32.ge_s (i32.mul (local.get $length) (i32.const {form.each})) (local.get $least))) (then
   (local.set $from (local.get $to))
   (local.set $have (local.get $starts))
   (block $done (loop $next
    (br_if $done (i64.eqz (local.get $have)))
    (local.set $value {found})
    (local.set $have (i64.and (local.get $have) (i64.sub (local.get $have) (i64.const 1))))
    {run}
    (br $next)))
   {sort}))
  (br_if $end (i32.ge_s (local.get $length) (i32.const {longest})))
  (local.set $starts (i64.and (local.get $starts) (i64.shr_u (local.get $all) {spread})))
  (local.set $length (i32.add (local.get $length) (i32.const 1)))
  (br $lengths)))
 (local.get $to))
"""


def ladder(forms: Forms, form: f.FormPattern) -> bool:
    """Whether a run takes one card of each value, every value has one face, and they lie side by side in one word."""
    column = forms.column(form)
    values = [value for value in column if value != f.NONE]
    if form.each != 1 or forms.packing.words > 1 or not values:
        return False
    if values != list(range(values[0], values[0] + len(values))):
        return False
    first = column.index(values[0])
    return column[first : first + len(values)] == values and len(values) * forms.packing.bits < 64


def sorter(forms: Forms) -> str:
    """The function that sorts melds of one length card by card."""
    name = f"$sort_melds_{forms.info.component}"
    size = forms.size
    region = forms.unit.reserve(size)

    def make() -> Node:
        less = ""
        for k in forms.words:
            bits = forms.packing.bits
            if bits > 1:
                at = f"(i64.and (i64.ctz (local.get $differ)) (i64.const {-bits}))"
                field = f"(i64.shl (i64.const {forms.packing.mask}) {at})"
                verdict = f"(i64.gt_u (i64.and (local.get $a) {field}) (i64.and (local.get $b) {field}))"
            else:
                lowest = "(i64.and (local.get $differ) (i64.sub (i64.const 0) (local.get $differ)))"
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
  (local.set $gap (i32.mul (i32.shr_u (i32.div_u (local.get $gap) (i32.const {size})) (i32.const 1))
                           (i32.const {size})))
  (br $gaps))))
"""

    return forms.unit.function(name, make)
