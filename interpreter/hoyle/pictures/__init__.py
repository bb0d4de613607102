"""Pictures of cards and dice, as SVG, for any declared deck.

Comes in: a checked program and how its values are called in a language. Goes out: one `Piece` a face (`pieces`), and
its picture (`draw`). What always holds: every picture has its name as spoken text; values are told apart by shape,
never by colour alone; nothing outside the picture is needed, and it is readable on light and on dark.
"""

from .draw import Where, back, box, draw, sprite
from .pieces import Piece, pieces

__all__ = ["Piece", "Where", "back", "box", "draw", "pieces", "sprite"]
