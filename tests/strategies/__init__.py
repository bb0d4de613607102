"""Whole random specs, as text, that nearly always pass the checker: what everything after the text can be tried on.

Comes in: a source of decisions: Hypothesis, which can shrink them, or a seed, which is fast and repeats. Goes out: a
`Spec`: the text of a game, a variant of it, the numbers of players. What always holds: every name used is declared
and used as its type asks; loops are bounded by counters of their own, so that a play ends or goes on for few
decisions.

Each new construct of the language joins here: `tests/language/test_random_specs.py` fails when the grammar has a rule
that no random spec uses.

    world        what is declared: the names to speak of, with their types
    parts        players, parameters, kinds, cards and dice, orders, zones and piles, tracks
    expressions  well-typed expressions of every type
    terms        terms, combinations
    statements   bodies of procedures; `choices` their options
    around       examples, invariants, measures, scopes, variants
    spec         all of it put together
    bare         specs without cards or dice
"""

from __future__ import annotations

from .source import Seeded, Source
from .spec import Spec, make, spec, specs

__all__ = ["Seeded", "Source", "Spec", "make", "spec", "specs"]
