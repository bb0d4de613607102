"""Trees of WebAssembly text: what is known is folded, and people can read what comes out."""

from __future__ import annotations

from hoyle.engine.wasm import wat
from hoyle.engine.wasm.wat import const, get


def test_constants_are_folded() -> None:
    assert wat.add(const(2), const(3)) == const(5)
    assert wat.add(get("$x"), const(0)) == get("$x")
    assert wat.mul(get("$x"), const(8)) == ("i32.shl", get("$x"), const(3))
    assert wat.add(const(2147483647), const(1)) == const(-2147483648)
    assert wat.load(wat.add(get("$x"), const(12)), 4) == ("i32.load", "offset=16", get("$x"))
    assert wat.negated(("i32.lt_s", get("$x"), get("$y"))) == ("i32.ge_s", get("$x"), get("$y"))


def test_text_is_indented_and_notes_stand_alone() -> None:
    node = wat.block("$b", [wat.Note("why"), wat.put("$x", const(1)), wat.when(get("$x"), [("br", "$b")])])
    assert wat.text(node).splitlines() == [
        "(block $b",
        " ;; why",
        " (local.set $x (i32.const 1))",
        " (if (local.get $x)",
        "  (then",
        "   (br $b))))",
    ]


def test_signs_that_cannot_be_seen_are_no_part_of_the_text() -> None:
    """Signs that turn the direction of writing are refused where modules are read."""
    node = wat.block("$b", [wat.Note("line 3: # \u202eturned\u202c שלום"), wat.put("$x", const(1))])
    assert ";; line 3: # ·turned· שלום" in wat.text(node)
    assert wat.remark("two\nlines") == ";; two·lines"


def test_names_are_identifiers() -> None:
    assert wat.identifier("takes turn: p") == "$takes-turn_-p"
