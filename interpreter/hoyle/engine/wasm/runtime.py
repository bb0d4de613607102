"""The functions that every compiled game has, as WebAssembly text: faults, arithmetic that cannot overflow, luck,
piles.

Comes in: nothing but how wide the entries of piles are. Goes out: text. What always holds: a pile's header is true
after each function, its bags hold at least two unlike cards and are sorted, and what lies beyond its count is zero.
"""

from __future__ import annotations

from .layout import PILE_HEADER

FAULTS = """
;; What ends everything: the host reads $fault and finds the place in the rules.
(func $divide (param $left i32) (param $right i32) (param $number i32) (result i32)
 (if (i32.eqz (local.get $right)) (then (global.set $fault (local.get $number)) (unreachable)))
 (i32.div_s (local.get $left) (local.get $right)))
;; What is left by a division: it has the sign of the divisor.
(func $modulo (param $left i32) (param $right i32) (param $number i32) (result i32)
 (local $rest i32)
 (if (i32.eqz (local.get $right)) (then (global.set $fault (local.get $number)) (unreachable)))
 (local.set $rest (i32.rem_s (local.get $left) (local.get $right)))
 (if (i32.and (i32.ne (local.get $rest) (i32.const 0))
              (i32.lt_s (i32.xor (local.get $rest) (local.get $right)) (i32.const 0)))
  (then (local.set $rest (i32.add (local.get $rest) (local.get $right)))))
 (local.get $rest))
"""

LUCK = """
;; The next number of a stream (SplitMix64), cut down to an index below k.
(func $luck (param $k i32) (result i32)
 (local $z i64)
 (global.set $luck_seed (local.tee $z (i64.add (global.get $luck_seed) (i64.const 0x9E3779B97F4A7C15))))
 (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 30)))
                        (i64.const 0xBF58476D1CE4E5B9)))
 (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 27)))
                        (i64.const 0x94D049BB133111EB)))
 (local.set $z (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 31))))
 (i32.wrap_i64 (i64.shr_u (i64.mul (i64.shr_u (local.get $z) (i64.const 32)) (i64.extend_i32_u (local.get $k)))
                          (i64.const 32))))
(func $policy (param $k i32) (result i32)
 (local $z i64)
 (global.set $policy_seed (local.tee $z (i64.add (global.get $policy_seed) (i64.const 0x9E3779B97F4A7C15))))
 (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 30)))
                        (i64.const 0xBF58476D1CE4E5B9)))
 (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 27)))
                        (i64.const 0x94D049BB133111EB)))
 (local.set $z (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 31))))
 (i32.wrap_i64 (i64.shr_u (i64.mul (i64.shr_u (local.get $z) (i64.const 32)) (i64.extend_i32_u (local.get $k)))
                          (i64.const 32))))
;; Which of k equal chances comes: the one given, or one by luck, or -1: it is asked for.
(func $chance (param $k i32) (result i32)
 (local $given i32)
 (if (i32.ge_s (local.tee $given (global.get $given)) (i32.const 0))
  (then (global.set $given (i32.const -1)) (return (local.get $given))))
 (global.set $asked (local.get $k))
 (global.set $asked_of (i32.const -1))
 (if (result i32) (global.get $lucky) (then (call $luck (local.get $k))) (else (i32.const -1))))
"""

PILES = """
;; ---- piles: [count, cards in the top bag, entries from the bottom up]; an entry is
;; face × 2 + (of one bag with the one below)
(func $push% (param $pile i32) (param $face i32)
 (local $count i32)
 (local.set $count (i32.load16_u (local.get $pile)))
 (i32.store%W offset=%H (i32.add (local.get $pile) (i32.mul (local.get $count) (i32.const %B)))
                      (i32.shl (local.get $face) (i32.const 1)))
 (i32.store (local.get $pile) (i32.add (local.get $count) (i32.const 0x10001))))
(func $push_under% (param $pile i32) (param $face i32)
 (local $count i32)
 (local.set $count (i32.load16_u (local.get $pile)))
 (memory.copy (i32.add (local.get $pile) (i32.const %N)) (i32.add (local.get $pile) (i32.const %H))
              (i32.mul (local.get $count) (i32.const %B)))
 (i32.store%W offset=%H (local.get $pile) (i32.shl (local.get $face) (i32.const 1)))
 (i32.store16 (local.get $pile) (i32.add (local.get $count) (i32.const 1)))
 (if (i32.eqz (local.get $count)) (then (i32.store16 offset=2 (local.get $pile) (i32.const 1)))))
(func $entry% (param $pile i32) (param $at i32) (result i32)
 (i32.load%W_u offset=%H (i32.add (local.get $pile) (i32.mul (local.get $at) (i32.const %B)))))
;; Counts the cards of the bag on top anew.
(func $retop% (param $pile i32)
 (local $at i32)
 (local $count i32)
 (local.set $at (local.tee $count (i32.load16_u (local.get $pile))))
 (if (local.get $count) (then
  (loop $down
   (local.set $at (i32.sub (local.get $at) (i32.const 1)))
   (br_if $down (i32.and (call $entry% (local.get $pile) (local.get $at)) (i32.const 1))))))
 (i32.store16 offset=2 (local.get $pile) (i32.sub (local.get $count) (local.get $at))))
;; The entries above `at` come down by one, eight bytes at a time; zeros follow.
(func $close% (param $pile i32) (param $at i32) (param $count i32)
 (local $to i32)
 (local $end i32)
 (local.set $to (i32.add (local.get $pile) (i32.mul (local.get $at) (i32.const %B))))
 (local.set $end (i32.add (local.get $pile) (i32.mul (local.get $count) (i32.const %B))))
 (loop $on
  (i64.store offset=%H (local.get $to) (i64.load offset=%N (local.get $to)))
  (br_if $on (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 8))) (local.get $end)))))
;; Entries from..to are sorted: no longer one bag if they are alike.
(func $settle% (param $pile i32) (param $from i32) (param $to i32)
 (if (i32.ge_s (i32.add (local.get $from) (i32.const 1)) (local.get $to)) (then (return)))
 (if (i32.ne (i32.shr_u (call $entry% (local.get $pile) (local.get $from)) (i32.const 1))
             (i32.shr_u (call $entry% (local.get $pile) (i32.sub (local.get $to) (i32.const 1))) (i32.const 1)))
  (then (return)))
 (loop $on
  (i32.store%W offset=%H (i32.add (local.get $pile) (i32.mul (local.get $from) (i32.const %B)))
    (i32.and (call $entry% (local.get $pile) (local.get $from)) (i32.const -2)))
  (br_if $on (i32.lt_s (local.tee $from (i32.add (local.get $from) (i32.const 1))) (local.get $to)))))
;; Takes card r of the bag on top (r is 0 if the top is known); the pile is not empty.
(func $draw% (param $pile i32) (param $r i32) (result i32)
 (local $count i32)
 (local $bag i32)
 (local $base i32)
 (local $end i32)
 (local $at i32)
 (local $face i32)
 (local $first i32)
 (local $a i64)
 (local $b i64)
 (local $c i64)
 (local $d i64)
 (local.set $count (i32.sub (i32.load16_u (local.get $pile)) (i32.const 1)))
 (local.set $bag (i32.sub (i32.load16_u offset=2 (local.get $pile)) (i32.const 1)))
 (local.set $end (i32.add (local.get $pile) (i32.mul (local.get $count) (i32.const %B))))
 (local.set $base (i32.sub (local.get $end) (i32.mul (local.get $bag) (i32.const %B))))
 (local.set $at (i32.add (local.get $base) (i32.mul (local.get $r) (i32.const %B))))
 (local.set $face (i32.shr_u (i32.load%W_u offset=%H (local.get $at)) (i32.const 1)))
 ;; what lies above comes down, 32 bytes at a time, so that there is mostly one turn; zeros follow
 (loop $on
  (local.set $a (i64.load offset=%N (local.get $at)))
  (local.set $b (i64.load offset=%N8 (local.get $at)))
  (local.set $c (i64.load offset=%N16 (local.get $at)))
  (local.set $d (i64.load offset=%N24 (local.get $at)))
  (i64.store offset=%H (local.get $at) (local.get $a))
  (i64.store offset=%H8 (local.get $at) (local.get $b))
  (i64.store offset=%H16 (local.get $at) (local.get $c))
  (i64.store offset=%H24 (local.get $at) (local.get $d))
  (br_if $on (i32.le_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (local.get $end))))
 (i32.store (local.get $pile) (i32.or (local.get $count) (i32.shl (local.get $bag) (i32.const 16))))
 (if (i32.eqz (local.get $bag)) (then (call $retop% (local.get $pile)) (return (local.get $face))))
 ;; the lowest of what is left of the bag is linked to nothing; if all are alike now, it is no bag
 (local.set $first (i32.and (i32.load%W_u offset=%H (local.get $base)) (i32.const -2)))
 (i32.store%W offset=%H (local.get $base) (local.get $first))
 (if (i32.eq (local.get $first)
             (i32.and (i32.load%W_u offset=%H (i32.sub (local.get $end) (i32.const %B))) (i32.const -2)))
  (then
   (call $settle% (local.get $pile) (i32.sub (local.get $count) (local.get $bag)) (local.get $count))
   (i32.store16 offset=2 (local.get $pile) (i32.const 1))))
 (local.get $face))
;; Takes the highest card of a face; -1: there is none.
(func $pull% (param $pile i32) (param $face i32) (result i32)
 (local $count i32)
 (local $at i32)
 (local $low i32)
 (local $high i32)
 (local.set $at (local.tee $count (i32.load16_u (local.get $pile))))
 (loop $down
  (if (i32.eqz (local.get $at)) (then (return (i32.const -1))))
  (local.set $at (i32.sub (local.get $at) (i32.const 1)))
  (br_if $down (i32.ne (i32.shr_u (call $entry% (local.get $pile) (local.get $at)) (i32.const 1)) (local.get $face))))
 (local.set $low (local.get $at))
 (block $found (loop $down
  (br_if $found (i32.eqz (i32.and (call $entry% (local.get $pile) (local.get $low)) (i32.const 1))))
  (local.set $low (i32.sub (local.get $low) (i32.const 1)))
  (br $down)))
 (local.set $high (i32.add (local.get $at) (i32.const 1)))
 (block $found (loop $up
  (br_if $found (i32.ge_s (local.get $high) (local.get $count)))
  (br_if $found (i32.eqz (i32.and (call $entry% (local.get $pile) (local.get $high)) (i32.const 1))))
  (local.set $high (i32.add (local.get $high) (i32.const 1)))
  (br $up)))
 (call $close% (local.get $pile) (local.get $at) (local.get $count))
 (i32.store16 (local.get $pile) (local.tee $count (i32.sub (local.get $count) (i32.const 1))))
 (local.set $high (i32.sub (local.get $high) (i32.const 1)))
 (if (i32.lt_s (local.get $low) (local.get $high)) (then
  (i32.store%W offset=%H (i32.add (local.get $pile) (i32.mul (local.get $low) (i32.const %B)))
    (i32.and (call $entry% (local.get $pile) (local.get $low)) (i32.const -2)))
  (call $settle% (local.get $pile) (local.get $low) (local.get $high))))
 (call $retop% (local.get $pile))
 (i32.const 0))
;; The whole pile becomes one bag: its entries are counted by face at `counts` (zero before and after) and written anew.
(func $shuffle% (param $pile i32) (param $counts i32) (param $faces i32)
 (local $at i32)
 (local $end i32)
 (local $face i32)
 (local $slot i32)
 (local $link i32)
 (local.set $end (i32.add (local.tee $at (local.get $pile))
                          (i32.mul (i32.load16_u (local.get $pile)) (i32.const %B))))
 (block $counted (loop $on
  (br_if $counted (i32.ge_u (local.get $at) (local.get $end)))
  (local.set $slot (i32.add (local.get $counts)
    (i32.shl (i32.shr_u (i32.load%W_u offset=%H (local.get $at)) (i32.const 1)) (i32.const 1))))
  (i32.store16 (local.get $slot) (i32.add (i32.load16_u (local.get $slot)) (i32.const 1)))
  (local.set $at (i32.add (local.get $at) (i32.const %B)))
  (br $on)))
 (local.set $at (local.get $pile))
 (loop $next
  (local.set $slot (i32.add (local.get $counts) (i32.shl (local.get $face) (i32.const 1))))
  (block $none (loop $on
   (br_if $none (i32.eqz (i32.load16_u (local.get $slot))))
   (i32.store16 (local.get $slot) (i32.sub (i32.load16_u (local.get $slot)) (i32.const 1)))
   (i32.store%W offset=%H (local.get $at) (i32.or (i32.shl (local.get $face) (i32.const 1)) (local.get $link)))
   (local.set $link (i32.const 1))
   (local.set $at (i32.add (local.get $at) (i32.const %B)))
   (br $on)))
  (br_if $next (i32.lt_s (local.tee $face (i32.add (local.get $face) (i32.const 1))) (local.get $faces))))
 (call $settle% (local.get $pile) (i32.const 0) (i32.load16_u (local.get $pile)))
 (call $retop% (local.get $pile)))
;; The same where one word counts all faces, in fields of 2^shift bits.
(func $shuffle_word% (param $pile i32) (param $shift i32)
 (local $at i32)
 (local $end i32)
 (local $count i32)
 (local $link i32)
 (local $word i64)
 (local $field i64)
 (local.set $count (i32.load16_u (local.get $pile)))
 (local.set $at (local.get $pile))
 (local.set $end (i32.add (local.get $pile) (i32.mul (local.get $count) (i32.const %B))))
 (block $counted (loop $on
  (br_if $counted (i32.ge_u (local.get $at) (local.get $end)))
  (local.set $word (i64.add (local.get $word) (i64.shl (i64.const 1) (i64.extend_i32_u
   (i32.shl (i32.shr_u (i32.load%W_u offset=%H (local.get $at)) (i32.const 1)) (local.get $shift))))))
  (local.set $at (i32.add (local.get $at) (i32.const %B)))
  (br $on)))
 (local.set $at (local.get $pile))
 (block $written (loop $on
  (br_if $written (i64.eqz (local.get $word)))
  (local.set $field (i64.shr_u (i64.ctz (local.get $word)) (i64.extend_i32_u (local.get $shift))))
  (local.set $word (i64.sub (local.get $word)
   (i64.shl (i64.const 1) (i64.shl (local.get $field) (i64.extend_i32_u (local.get $shift))))))
  (i32.store%W offset=%H (local.get $at)
   (i32.or (i32.shl (i32.wrap_i64 (local.get $field)) (i32.const 1)) (local.get $link)))
  (local.set $link (i32.const 1))
  (local.set $at (i32.add (local.get $at) (i32.const %B)))
  (br $on)))
 (i32.store16 offset=2 (local.get $pile) (local.get $count))
 (call $settle% (local.get $pile) (i32.const 0) (local.get $count))
 (if (i32.gt_u (local.get $count) (i32.const 1)) (then
  (if (i32.eqz (i32.and (call $entry% (local.get $pile) (i32.const 1)) (i32.const 1))) (then
   (i32.store16 offset=2 (local.get $pile) (i32.const 1)))))))
;; Of a pile whose top is known, only that stays.
(func $only_top% (param $pile i32)
 (local $count i32)
 (local $top i32)
 (local.set $count (i32.load16_u (local.get $pile)))
 (if (i32.le_u (local.get $count) (i32.const 1)) (then (return)))
 (local.set $top (i32.and (call $entry% (local.get $pile) (i32.sub (local.get $count) (i32.const 1))) (i32.const -2)))
 (memory.fill (i32.add (local.get $pile) (i32.const %H)) (i32.const 0) (i32.mul (local.get $count) (i32.const %B)))
 (i32.store%W offset=%H (local.get $pile) (local.get $top))
 (i32.store (local.get $pile) (i32.const 0x10001)))
;; Whether a face is in a pile.
(func $has% (param $pile i32) (param $face i32) (result i32)
 (local $at i32)
 (local.set $at (i32.load16_u (local.get $pile)))
 (loop $down
  (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))
  (local.set $at (i32.sub (local.get $at) (i32.const 1)))
  (br_if $down (i32.ne (i32.shr_u (call $entry% (local.get $pile) (local.get $at)) (i32.const 1)) (local.get $face))))
 (i32.const 1))
;; All of one pile, which is not empty, goes on top of another, bags as bags.
(func $stack% (param $to i32) (param $from i32)
 (local $size i32)
 (local.set $size (i32.mul (i32.load16_u (local.get $from)) (i32.const %B)))
 (memory.copy (i32.add (i32.add (local.get $to) (i32.const %H)) (i32.mul (i32.load16_u (local.get $to)) (i32.const %B)))
              (i32.add (local.get $from) (i32.const %H)) (local.get $size))
 (i32.store16 (local.get $to) (i32.add (i32.load16_u (local.get $to)) (i32.load16_u (local.get $from))))
 (i32.store16 offset=2 (local.get $to) (i32.load16_u offset=2 (local.get $from)))
 (memory.fill (local.get $from) (i32.const 0) (i32.add (local.get $size) (i32.const %H))))
;; All of one pile, which is not empty, goes under another.
(func $tuck% (param $to i32) (param $from i32)
 (local $size i32)
 (local.set $size (i32.mul (i32.load16_u (local.get $from)) (i32.const %B)))
 (memory.copy (i32.add (i32.add (local.get $to) (i32.const %H)) (local.get $size))
              (i32.add (local.get $to) (i32.const %H)) (i32.mul (i32.load16_u (local.get $to)) (i32.const %B)))
 (memory.copy (i32.add (local.get $to) (i32.const %H)) (i32.add (local.get $from) (i32.const %H)) (local.get $size))
 (if (i32.eqz (i32.load16_u (local.get $to)))
  (then (i32.store16 offset=2 (local.get $to) (i32.load16_u offset=2 (local.get $from)))))
 (i32.store16 (local.get $to) (i32.add (i32.load16_u (local.get $to)) (i32.load16_u (local.get $from))))
 (memory.fill (local.get $from) (i32.const 0) (i32.add (local.get $size) (i32.const %H))))
"""


def piles(wide: bool) -> str:
    """The functions of piles whose entries take two bytes or one; their names end in 2 or 1."""
    width = 2 if wide else 1
    text = PILES.replace("%W", str(8 * width))
    for further in (24, 16, 8):
        text = text.replace(f"%H{further}", str(PILE_HEADER + further))
        text = text.replace(f"%N{further}", str(PILE_HEADER + width + further))
    return (
        text.replace("%H", str(PILE_HEADER))
        .replace("%N", str(PILE_HEADER + width))
        .replace("%B", str(width))
        .replace("%", str(width))
    )
