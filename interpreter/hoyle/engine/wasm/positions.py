"""The positions that an exploring module knows (see `expanding`), as WebAssembly text.

Comes in: nothing; `expanding` puts numbers for what begins with `@` or `#`. Goes out: functions that give a position its
number, find it again by its hash and bytes, and keep with it the values of measures on the way to it. What always holds:
equal positions, and only those, have one number.
"""

from __future__ import annotations

TABLE = """
;; So many bytes of memory that nobody else uses; 0: there is not so much.
(func $x_alloc (export "alloc") (param $bytes i32) (result i32)
 (local $end i64)
 (local $pages i32)
 (local.set $end (i64.add (i64.extend_i32_u (global.get $free)) (i64.extend_i32_u (local.get $bytes))))
 (if (i64.gt_u (local.get $end) (i64.const 0xFFFF0000)) (then (return (i32.const 0))))
 (local.set $pages (i32.sub (i32.wrap_i64 (i64.shr_u (i64.add (local.get $end) (i64.const 65535)) (i64.const 16)))
                            (memory.size)))
 (if (i32.gt_s (local.get $pages) (i32.const 0)) (then
  (if (i32.eq (memory.grow (local.get $pages)) (i32.const -1)) (then (return (i32.const 0))))))
 (global.get $free)
 (global.set $free (i32.and (i32.add (i32.wrap_i64 (local.get $end)) (i32.const 63)) (i32.const -64))))
;; The address of a position's record.
(func $x_record (export "record") (param $number i32) (result i32)
 (i32.add (i32.load (i32.add (i32.const @chunks) (i32.shl (i32.shr_u (local.get $number) (i32.const #shift)) (i32.const 2))))
          (i32.mul (i32.and (local.get $number) (i32.const #inside)) (i32.const @record))))
;; A number that follows from the bytes of the state.
(func $x_hash (result i32)
 (local $at i32)
 (local $hash i64)
 (local.set $hash (i64.const 0x2545F4914F6CDD1D))
 (local.set $at (i32.const @state))
 (loop $next
  (local.set $hash (i64.mul (i64.xor (local.get $hash) (i64.load (local.get $at))) (i64.const 0x9E3779B97F4A7C15)))
  (local.set $hash (i64.xor (local.get $hash) (i64.shr_u (local.get $hash) (i64.const 29))))
  (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (i32.const @state_end))))
 (i32.wrap_i64 (i64.xor (local.get $hash) (i64.shr_u (local.get $hash) (i64.const 32)))))
;; Whether the state is the one of a record.
(func $x_same (param $record i32) (result i32)
 (local $k i32)
 (loop $next
  (if (i64.ne (i64.load (i32.add (i32.const @state) (local.get $k)))
              (i64.load offset=#header (i32.add (local.get $record) (local.get $k))))
   (then (return (i32.const 0))))
  (br_if $next (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 8))) (i32.const @size))))
 (i32.const 1))
;; Where in the table the state is, or is to be.
(func $x_find (param $hash i32) (result i32)
 (local $slot i32)
 (local $at i32)
 (local $number i32)
 (local.set $slot (i32.and (local.get $hash) (global.get $mask)))
 (loop $next
  (local.set $at (i32.add (global.get $table) (i32.shl (local.get $slot) (i32.const 3))))
  (if (i32.eqz (local.tee $number (i32.load offset=4 (local.get $at)))) (then (return (local.get $at))))
  (if (i32.eq (i32.load (local.get $at)) (local.get $hash)) (then
   (if (call $x_same (call $x_record (i32.sub (local.get $number) (i32.const 1)))) (then (return (local.get $at))))))
  (local.set $slot (i32.and (i32.add (local.get $slot) (i32.const 1)) (global.get $mask)))
  (br $next))
 (unreachable))
;; A table twice as large; 1 if there is no memory for it.
(func $x_rehash (result i32)
 (local $old i32)
 (local $end i32)
 (local $slot i32)
 (local $to i32)
 (local $new i32)
 (local.set $old (global.get $table))
 (local.set $end (i32.add (local.get $old) (i32.shl (i32.add (global.get $mask) (i32.const 1)) (i32.const 3))))
 (if (i32.eqz (global.get $table)) (then (local.set $end (local.get $old))))
 (local.set $new (if (result i32) (global.get $table)
  (then (i32.add (i32.shl (global.get $mask) (i32.const 1)) (i32.const 1)))
  (else (i32.const 8191))))
 (local.set $to (call $x_alloc (i32.shl (i32.add (local.get $new) (i32.const 1)) (i32.const 3))))
 (if (i32.eqz (local.get $to)) (then (return (i32.const 1))))
 (global.set $table (local.get $to))
 (global.set $mask (local.get $new))
 (block $done (loop $next
  (br_if $done (i32.ge_u (local.get $old) (local.get $end)))
  (if (i32.load offset=4 (local.get $old)) (then
   (local.set $slot (i32.and (i32.load (local.get $old)) (global.get $mask)))
   (block $empty (loop $seek
    (local.set $to (i32.add (global.get $table) (i32.shl (local.get $slot) (i32.const 3))))
    (br_if $empty (i32.eqz (i32.load offset=4 (local.get $to))))
    (local.set $slot (i32.and (i32.add (local.get $slot) (i32.const 1)) (global.get $mask)))
    (br $seek)))
   (i64.store (local.get $to) (i64.load (local.get $old)))))
  (local.set $old (i32.add (local.get $old) (i32.const 8)))
  (br $next)))
 (i32.const 0))
;; Room for one record more; 1 if there is none.
(func $x_make_room (result i32)
 (local $chunk i32)
 (if (i32.ge_u (i32.shl (i32.add (global.get $known) (i32.const 1)) (i32.const 1)) (global.get $mask)) (then
  (if (call $x_rehash) (then (return (i32.const 1))))))
 (local.set $chunk (i32.shr_u (global.get $known) (i32.const #shift)))
 (if (i32.ge_u (local.get $chunk) (i32.const #chunk_count)) (then (return (i32.const 1))))
 (local.set $chunk (i32.add (i32.const @chunks) (i32.shl (local.get $chunk) (i32.const 2))))
 (if (i32.eqz (i32.load (local.get $chunk))) (then
  (i32.store (local.get $chunk) (call $x_alloc (i32.shl (i32.const @record) (i32.const #shift))))))
 (i32.eqz (i32.load (local.get $chunk))))
;; One more position has a number.
(func $x_number
 (i32.store (i32.add (i32.const @parents) (i32.shl (global.get $parents_out) (i32.const 2))) (global.get $at))
 (global.set $parents_out (i32.add (global.get $parents_out) (i32.const 1)))
 (global.set $known (i32.add (global.get $known) (i32.const 1))))
;; The way on that was gone leads to a position.
(func $x_edge (param $number i32)
 (i32.store (i32.add (i32.const @edges) (i32.shl (global.get $edges_out) (i32.const 2))) (local.get $number))
 (global.set $edges_out (i32.add (global.get $edges_out) (i32.const 1)))
 (global.set $edges (i32.add (global.get $edges) (i32.const 1)))
 (global.set $way (i32.add (global.get $way) (i32.const 1))))
;; Something does not hold.
(func $x_note (param $what i32) (param $number i32)
 (local $to i32)
 (local.set $to (i32.add (i32.const @notes) (i32.mul (global.get $notes_out) (i32.const #note))))
 (i32.store (local.get $to) (local.get $what))
 (i32.store offset=4 (local.get $to) (global.get $at))
 (i32.store offset=8 (local.get $to) (global.get $way))
 (i32.store offset=12 (local.get $to) (local.get $number))
 (global.set $notes_out (i32.add (global.get $notes_out) (i32.const 1))))
;; The way on leads to the state. 0, or why it cannot be kept.
(func $x_put (export "put") (result i32)
 (local $hash i32)
 (local $slot i32)
 (local $number i32)
 (local $at i32)
 (if (call $x_too_deep) (then (return (i32.const #deep))))
 (if (i32.eqz (global.get $again)) (then
  (if (call $x_make_room) (then (return (i32.const #full))))))
 (local.set $hash (call $x_hash))
 (local.set $slot (call $x_find (local.get $hash)))
 (if (i32.eqz (local.tee $number (i32.load offset=4 (local.get $slot))))
  (then
   (if (global.get $again) (then
    (call $x_sunk_on (i32.const -1))
    (global.set $way (i32.add (global.get $way) (i32.const 1)))
    (return (i32.const 0))))
   (local.set $number (global.get $known))
   (local.set $at (call $x_record (local.get $number)))
   (i32.store (local.get $at) (local.get $hash))
   (i32.store offset=4 (local.get $at) (i32.const 0))
   (memory.copy (i32.add (local.get $at) (i32.const #header)) (i32.const @state) (i32.const @size))
   (call $x_keep_runs (local.get $at))
   (call $x_number)
   (i32.store (local.get $slot) (local.get $hash))
   (i32.store offset=4 (local.get $slot) (global.get $known)))
  (else
   (local.set $number (i32.sub (local.get $number) (i32.const 1)))
   (call $x_join_runs (local.get $number))))
 (call $x_sunk_on (local.get $number))
 (if (global.get $again)
  (then (global.set $way (i32.add (global.get $way) (i32.const 1))))
  (else (call $x_edge (local.get $number))))
 (i32.const 0))
;; The way on leads nowhere: a position of its own stands for that. 0, or why it cannot be kept.
(func $x_put_broken (export "put_broken") (result i32)
 (local $number i32)
 (if (call $x_make_room) (then (return (i32.const #full))))
 (local.set $number (global.get $known))
 (i32.store offset=4 (call $x_record (local.get $number)) (i32.const 1))
 (call $x_number)
 (call $x_edge (local.get $number))
 (i32.const 0))
"""

RUNS = """
;; The values of measures, as they are when the step from a record begins.
(func $x_load_runs (param $record i32)
 (global.set $entered (i32.const 0))
 (global.set $sunk (i32.const -1))
 (global.set $depth (i32.load offset=@runs_off (local.get $record)))
 (memory.copy (i32.const @runs) (i32.add (local.get $record) (i32.const @rows))
              (i32.mul (i32.add (global.get $depth) (i32.const 1)) (i32.const @row))))
(func $x_keep_runs (param $record i32)
 (i32.store offset=@runs_off (local.get $record) (global.get $depth))
 (memory.copy (i32.add (local.get $record) (i32.const @rows)) (i32.const @runs)
              (i32.mul (i32.add (global.get $depth) (i32.const 1)) (i32.const @row))))
(func $x_too_deep (result i32)
 (i32.gt_s (global.get $depth) (i32.const @deep)))
;; For each measure a known position keeps the lower of two last values: the one that is harder to go below.
(func $x_join_runs (param $number i32)
 (local $record i32)
 (local $end i32)
 (local $at i32)
 (local $other i32)
 (local $value i32)
 (local $lower i32)
 (local $k i32)
 (local.set $record (call $x_record (local.get $number)))
 (if (i32.ne (i32.load offset=@runs_off (local.get $record)) (global.get $depth)) (then (return)))
 (local.set $other (i32.add (local.get $record) (i32.const @rows)))
 (local.set $at (i32.const @runs))
 (local.set $end (i32.add (local.get $at) (i32.mul (i32.add (global.get $depth) (i32.const 1)) (i32.const @row))))
 (loop $rows
  (local.set $k (i32.const @measures))
  (loop $values
   (local.set $at (i32.add (local.get $at) (i32.const 4)))
   (local.set $other (i32.add (local.get $other) (i32.const 4)))
   (local.set $value (i32.load (local.get $at)))
   (if (i32.and (i32.ne (local.get $value) (i32.const -2147483648))
                (i32.or (i32.eq (i32.load (local.get $other)) (i32.const -2147483648))
                        (i32.lt_s (local.get $value) (i32.load (local.get $other)))))
    (then
     (i32.store (local.get $other) (local.get $value))
     (local.set $lower (i32.const 1))))
   (br_if $values (local.tee $k (i32.sub (local.get $k) (i32.const 1)))))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (local.set $other (i32.add (local.get $other) (i32.const 4)))
  (br_if $rows (i32.lt_u (local.get $at) (local.get $end))))
 (if (local.get $lower) (then
  (i32.store (i32.add (i32.const @again) (i32.shl (global.get $again_out) (i32.const 2))) (local.get $number))
  (global.set $again_out (i32.add (global.get $again_out) (i32.const 1))))))
;; A measure that did not go down on this way is noted, once.
(func $x_sunk_on (param $number i32)
 (local $what i32)
 (if (i32.lt_s (global.get $sunk) (i32.const 0)) (then (return)))
 (local.set $what (i32.add (global.get $sunk) (i32.const @first_sunk)))
 (if (i32.load8_u (i32.add (i32.const @told) (local.get $what))) (then (return)))
 (i32.store8 (i32.add (i32.const @told) (local.get $what)) (i32.const 1))
 (global.set $at_once (i32.const 1))
 (call $x_note (local.get $what) (local.get $number)))
"""

NO_RUNS = """
;; Without measures there is nothing to keep of the way to a position.
(func $x_load_runs (param $record i32)
 (global.set $entered (i32.const 0))
 (global.set $depth (i32.const 0)))
(func $x_keep_runs (param $record i32))
(func $x_too_deep (result i32) (i32.const 0))
(func $x_join_runs (param $number i32))
(func $x_sunk_on (param $number i32))
"""
