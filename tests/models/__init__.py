"""The five source games once more, in plain Python, written from the rulings alone: a second opinion on every move.

Comes in: a number of players, and whatever is answered to what a model asks. Goes out: a generator that asks
(`Chance`, `Choice`) and in the end returns a `Result`. What always holds: a model knows nothing of specs, flows or
machines; cards are words.
"""

from __future__ import annotations

from .friday import friday
from .protocol import Chance, Choice, Model, Result
from .spite import spite
from .thirteen import thirteen
from .treize import treize
from .twelve import twelve

__all__ = ["Chance", "Choice", "Model", "Result", "friday", "spite", "thirteen", "treize", "twelve"]
