"""Languages: one lineariser each makes lines of words out of phrase trees.

Comes in: phrases with every mention settled, and a lexicon. Goes out: `Text`. Agreement, articles, contraction,
elision, negation and conjugation are done here and nowhere else. What always holds: a language is a module of this
package called by its code (`es`), with its class as `LINEARISER`; nothing else lists the languages.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ...language.diagnostics import HoyleError

if TYPE_CHECKING:
    from ..lexicon import Lexicon
    from .base import Lineariser


def of(language: str) -> type[Lineariser]:
    """The class that makes lines of a language.

    Raises:
        HoyleError: there is none.
    """
    name = f"{__name__}.{language}"
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise HoyleError(f"`{language}` has a lexicon but no lineariser: {name} is missing") from None
    found: type[Lineariser] = module.LINEARISER
    return found


def lineariser(lexicon: Lexicon) -> Lineariser:
    """The lineariser of the lexicon's language."""
    return of(lexicon.language)(lexicon)
