"""English verbs: the third person and the participle."""

from __future__ import annotations

import re

_PARTICIPLES = {
    "take": "taken", "draw": "drawn", "deal": "dealt", "put": "put", "give": "given", "hold": "held", "be": "been",
    "have": "had", "win": "won", "lose": "lost", "go": "gone", "beat": "beaten", "choose": "chosen", "throw": "thrown",
    "show": "shown", "keep": "kept", "set": "set", "bid": "bid", "begin": "begun", "turn": "turned", "become": "become",
    "lead": "led", "make": "made", "lie": "lain", "fit": "fitted", "pass": "passed", "bet": "bet",
}  # fmt: skip


MODALS = ("may", "can", "must")
"""Verbs of which he, she and it say no s, and that deny without do."""


def third(lemma: str) -> str:
    """He, she or it: take → takes, pass → passes, carry → carries."""
    known = {"be": "is", "have": "has", "do": "does", "go": "goes"}
    if lemma in known:
        return known[lemma]
    if lemma in MODALS:
        return lemma
    if re.search(r"[^aeiou]y$", lemma):
        return lemma[:-1] + "ies"
    if re.search(r"(s|x|z|ch|sh|o)$", lemma):
        return lemma + "es"
    return lemma + "s"


def participle(lemma: str) -> str:
    """The past participle: take → taken, play → played."""
    if lemma in _PARTICIPLES:
        return _PARTICIPLES[lemma]
    if lemma.endswith("e"):
        return lemma + "d"
    if re.search(r"[^aeiou]y$", lemma):
        return lemma[:-1] + "ied"
    if re.search(r"^[^aeiou]*[aeiou][bdgmnprt]$", lemma):
        return lemma + lemma[-1] + "ed"
    return lemma + "ed"
