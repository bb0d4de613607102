"""WebAssembly text as trees: how they are made, and how they are printed for people to read.

Comes in: nodes, made by the emitters. Goes out: text that any WebAssembly assembler takes. What always holds: a
node is a string (one token), a `Note` (a comment on a line of its own) or a tuple whose first member is its
operator; nodes are never changed once made, so they may be shared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

WIDTH = 110


class Note(str):
    """A comment; it takes a line of its own."""

    __slots__ = ()


Node: TypeAlias = "str | tuple[Node, ...]"
Code: TypeAlias = "list[Node]"


# ---- making nodes --------------------------------------------------------------------------------------------------


def const(value: int) -> Node:
    """A 32-bit constant."""
    return ("i32.const", str(value))


def const64(value: int) -> Node:
    """A 64-bit constant, given as signed or unsigned."""
    return ("i64.const", str(value - (1 << 64) if value >= 1 << 63 else value))


def known(node: Node) -> int | None:
    """The value of a 32-bit constant, or None if the node is not one."""
    if isinstance(node, tuple) and node[0] == "i32.const" and isinstance(node[1], str):
        return int(node[1])
    return None


def get(local: str) -> Node:
    return ("local.get", local)


def put(local: str, value: Node) -> Node:
    """local = value."""
    return ("local.set", local, value)


def wrap32(value: int) -> int:
    """A number as a signed 32-bit integer."""
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)


def add(left: Node, right: Node) -> Node:
    """left + right, folded where both are known or one is 0."""
    a, b = known(left), known(right)
    if a is not None and b is not None:
        return const(wrap32(a + b))
    if b == 0:
        return left
    if a == 0:
        return right
    return ("i32.add", left, right)


def sub(left: Node, right: Node) -> Node:
    a, b = known(left), known(right)
    if a is not None and b is not None:
        return const(wrap32(a - b))
    return left if b == 0 else ("i32.sub", left, right)


def mul(left: Node, right: Node) -> Node:
    """left × right; a power of two becomes a shift."""
    a, b = known(left), known(right)
    if a is not None and b is not None:
        return const(wrap32(a * b))
    if a is not None:
        left, right, a, b = right, left, b, a
    if b is not None and b > 0 and b & (b - 1) == 0:
        return shl(left, b.bit_length() - 1)
    return ("i32.mul", left, right)


def shl(value: Node, by: int) -> Node:
    """value << by."""
    number = known(value)
    if number is not None:
        return const(wrap32(number << by))
    return ("i32.shl", value, const(by)) if by else value


def shr(value: Node, by: int) -> Node:
    """value >> by, without sign."""
    return ("i32.shr_u", value, const(by)) if by else value


def both(left: Node, right: Node) -> Node:
    """Bits that both have."""
    return ("i32.and", left, right)


def bit(bits: Node, number: Node) -> Node:
    """Whether the bit of a number is set in 64 bits: 1 or 0."""
    return both(("i32.wrap_i64", ("i64.shr_u", bits, ("i64.extend_i32_u", number))), const(1))


def either(left: Node, right: Node) -> Node:
    """Bits that one has."""
    if known(left) == 0:
        return right
    if known(right) == 0:
        return left
    return ("i32.or", left, right)


def negated(test: Node) -> Node:
    """Whether a test fails."""
    if isinstance(test, tuple):
        head = test[0]
        opposite = _OPPOSITES.get(head) if isinstance(head, str) else None
        if opposite:
            return (opposite, *test[1:])
        number = known(test)
        if number is not None:
            return const(0 if number else 1)
    return ("i32.eqz", test)


_OPPOSITES = {
    "i32.eq": "i32.ne",
    "i32.ne": "i32.eq",
    "i32.lt_s": "i32.ge_s",
    "i32.ge_s": "i32.lt_s",
    "i32.gt_s": "i32.le_s",
    "i32.le_s": "i32.gt_s",
    "i32.lt_u": "i32.ge_u",
    "i32.ge_u": "i32.lt_u",
    "i64.eq": "i64.ne",
    "i64.ne": "i64.eq",
}


def load(address: Node, offset: int = 0, op: str = "i32.load") -> Node:
    """A read of memory; a known address joins the offset."""
    address, offset = _split(address, offset)
    return (op, f"offset={offset}", address) if offset else (op, address)


def store(address: Node, value: Node, offset: int = 0, op: str = "i32.store") -> Node:
    """A write to memory."""
    address, offset = _split(address, offset)
    return (op, f"offset={offset}", address, value) if offset else (op, address, value)


def _split(address: Node, offset: int) -> tuple[Node, int]:
    """The same address with what is known of it in the offset."""
    number = known(address)
    if number is not None and number + offset >= 0:
        return const(0), number + offset
    if isinstance(address, tuple) and address[0] == "i32.add" and len(address) == 3:
        number = known(address[2])
        if number is not None and number >= 0:
            return address[1], number + offset
    return address, offset


def call(function: str, *args: Node) -> Node:
    return ("call", function, *args)


def fail(fault: Node) -> Node:
    """A statement that ends everything with the fault of a number. No function is called: one that calls none is faster."""
    return ("block", ("global.set", "$fault", fault), "(unreachable)")


def when(test: Node, then: Iterable[Node], other: Iterable[Node] = ()) -> Node:
    """`if` without a value."""
    other = tuple(other)
    return ("if", test, ("then", *then), ("else", *other)) if other else ("if", test, ("then", *then))


def choose(test: Node, then: Node, other: Node, kind: str = "i32") -> Node:
    """`if` with a value."""
    return ("if", ("result", kind), test, ("then", then), ("else", other))


def block(label: str, body: Iterable[Node]) -> Node:
    return ("block", label, *body)


def valued(body: Sequence[Node], value: Node, kind: str = "i32") -> Node:
    """Statements, and then a value."""
    return ("block", ("result", kind), *body, value) if body else value


def loop(label: str, body: Iterable[Node]) -> Node:
    return ("loop", label, *body)


def weight(node: Node | Code) -> int:
    """How many operators code has."""
    if isinstance(node, str):
        return 0
    return sum(weight(part) for part in node) + isinstance(node, tuple)


# ---- printing ------------------------------------------------------------------------------------------------------


def remark(words: str) -> str:
    """A comment. Signs that cannot be seen, such as those that turn the direction of writing, are refused in a module's
    text; dots stand for them."""
    return ";; " + "".join(sign if sign.isprintable() else "·" for sign in words)


def text(node: Node) -> str:
    """The node as lines of text, indented, none wider than need be."""
    if isinstance(node, str):
        return remark(node) if isinstance(node, Note) else node.strip()
    parts = [part if type(part) is str else text(part) for part in node]
    head = parts[0]
    if head not in _OPEN:
        line = " ".join(parts)
        if len(line) < WIDTH and "\n" not in line and ";;" not in line:
            return f"({line})"
    index = 1
    while index < len(parts) and "\n" not in parts[index] and _stays(head, node[index]):
        head += " " + parts[index]
        index += 1
    if index == len(parts):
        return f"({head})"
    body = "\n".join(parts[index:]).replace("\n", "\n ")
    end = "\n)" if body.rpartition("\n")[2].lstrip().startswith(";;") else ")"
    return f"({head}\n {body}{end}"


# Operators whose members each take a line, however short they are.
_OPEN = {"module", "func", "loop", "block", "then", "else"}


def _stays(head: str, node: Node) -> bool:
    """Whether a node stays on the line of the operator it belongs to."""
    if type(node) is str:
        return True
    return isinstance(node, tuple) and (
        node[0] in ("result", "param", "export") or (head == "if" and node[0] != "then")
    )


def quoted(data: bytes) -> str:
    """Bytes as a string of WebAssembly text."""
    return '"' + "".join(f"\\{byte:02x}" for byte in data) + '"'


def identifier(words: str) -> str:
    """A name as an identifier of WebAssembly text."""
    return "$" + "".join(c if c.isascii() and (c.isalnum() or c in "-_.'") else "_" for c in words.replace(" ", "-"))
