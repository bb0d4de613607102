"""How calls of terms with parameters are written.

Comes in: `Call` nodes. Goes out: text of Python expressions (see `text`). What always holds: arguments are worked out
first; what a function gave that goes through a sequence is remembered by its arguments while the moves of a decision
are listed, as nothing changes then that it could read.
"""

from __future__ import annotations

from . import flow as F
from .text import ANY_NUMBER, CARD, Bounds, Text, rule

Fact = tuple[Bounds | None, bool]

SHORT = 24
"""Up to how many parts a function is put in where it is called, if it goes through no sequence."""


@rule(F.Call)
def call(t: Text, node: F.Call) -> str:
    function = t.flow.functions[node.function]
    body, facts = t.known.reads(function.body), [(t.within(arg), t.is_card(arg)) for arg in node.args]
    if body.costly or body.parts > SHORT:
        return f"{function_of(t, node.function, tuple(facts))}({', '.join(['f', *t.each(*node.args)])})"
    for register, text, fact in zip(function.params, t.simple(*node.args), facts, strict=True):
        t.bind(register, text, *fact)
    return t(function.body)


def function_of(t: Text, index: int, facts: tuple[Fact, ...]) -> str:
    """The name of a term's function, for arguments of which something is known. Functions do not call themselves, so
    one is written when first called for."""
    facts = tuple((roughly(bounds), card) for bounds, card in facts)
    terms = t.writer.terms
    if (index, facts) not in terms:
        function = t.flow.functions[index]
        given = [f"r{r}" for r in function.params]

        def write(text: Text) -> None:
            for register, name, fact in zip(function.params, given, facts, strict=True):
                text.bind(register, name, *fact)
            (remembered if text.known.reads(function.body).walks else plainly)(text, function, index, given)

        terms[index, facts] = t.writer.define(function.name, given, write)
    return terms[index, facts]


def roughly(bounds: Bounds | None) -> Bounds | None:
    """Bounds that many values have, so that a function is written for all of them."""
    return bounds if bounds is None or bounds[0] == 0 else CARD if bounds[0] > 0 else ANY_NUMBER


def plainly(t: Text, function: F.Function, index: int, given: list[str]) -> None:
    """A function that is worked out whenever it is called."""
    t.line(f"return {t(function.body)}")


def remembered(t: Text, function: F.Function, index: int, given: list[str]) -> None:
    """A function that looks first whether its value is known."""
    t.line(f"kept, key = f[{t.layout.listing}], ({', '.join([str(index), *given])},)")
    with t.block("if kept is not None and key in kept:"):
        t.line("return kept[key]")
    t.line(f"result = {t(function.body)}")
    with t.block("if kept is not None:"):
        t.line("kept[key] = result")
    t.line("return result")
