"""Languages: one lineariser each makes lines of words out of phrase trees.

Comes in: phrases with every mention settled, and a lexicon. Goes out: `Text`. Agreement, articles, contraction,
elision, negation and conjugation are done here and nowhere else.
"""

from __future__ import annotations

from ..lexicon import Lexicon
from .base import Lineariser


def lineariser(lexicon: Lexicon) -> Lineariser:
    """The lineariser of the lexicon's language."""
    if lexicon.language == "en":
        from .en import English

        return English(lexicon)
    if lexicon.language == "es":
        from .es import Spanish

        return Spanish(lexicon)
    from .fr import French

    return French(lexicon)
