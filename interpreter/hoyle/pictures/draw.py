"""From a piece to its SVG.

A card is 100 by 140, a die 100 by 100. Colours are custom properties with a default (`--piece`, `--ink`, `--red`, `--edge`), so that a
page may set them once for light and dark; alone, the picture follows the reader's preference by itself.
"""

from __future__ import annotations

from html import escape

from .pieces import Piece

_STYLE = (
    "<style>.h-p{fill:var(--piece,#fffdf8);stroke:var(--edge,#6b6257);stroke-width:1.5}.h-k{fill:var(--ink,#1d1b19)}"
    ".h-r{fill:var(--red,#b3191f)}.h-t{font-family:Georgia,'DejaVu Serif',serif;text-anchor:middle}"
    "@media(prefers-color-scheme:dark){.h-alone .h-p{fill:#2a2724;stroke:#a89f92}.h-alone .h-k{fill:#f3efe8}.h-alone .h-r{fill:#ff8a80}}</style>"
)

# Where pips lie on a card, as (column, row): columns -1, 0, 1 and rows from -1 to 1; below the middle they stand on their heads.
_COLUMNS = {
    2: [(0, -1), (0, 1)],
    3: [(0, -1), (0, 0), (0, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    7: [(-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    8: [(-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (0, 0.5), (-1, 1), (1, 1)],
    9: [(-1, -1), (1, -1), (-1, -0.33), (1, -0.33), (0, 0), (-1, 0.33), (1, 0.33), (-1, 1), (1, 1)],
    10: [(-1, -1), (1, -1), (0, -0.66), (-1, -0.33), (1, -0.33), (-1, 0.33), (1, 0.33), (0, 0.66), (-1, 1), (1, 1)],
}
_DIE = {**{k: v for k, v in _COLUMNS.items() if k not in (2, 3)}, 1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)]}


def draw(piece: Piece, *, alone: bool = True, width: int | None = None) -> str:
    """The picture of a piece.

    Args:
        piece: what to show.
        alone: whether it stands by itself (a file, an image): then it carries its colours for light and dark.
        width: in CSS pixels; unsaid, the picture fills what is around it.
    """
    height = 140 if piece.sort == "card" else 100
    inside = _card(piece) if piece.sort == "card" else _die(piece)
    size = f' width="{width}" height="{width * height // 100}"' if width else ""
    kind = "piece h-alone" if alone else "piece"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" viewBox="0 0 100 {height}"{size} role="img" '
        f'aria-label="{escape(piece.name, quote=True)}"><title>{escape(piece.name)}</title>{_STYLE if alone else ""}{inside}</svg>'
    )


def sprite(made: list[Piece], prefix: str = "f") -> str:
    """All pictures as symbols `f0`, `f1`, …, to be shown with `<use>`; the page's own colours apply."""
    symbols = "".join(
        f'<symbol id="{prefix}{k}" viewBox="{box(piece)}">{_card(piece) if piece.sort == "card" else _die(piece)}</symbol>'
        for k, piece in enumerate(made)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" focusable="false">{symbols}</svg>'


def box(piece: Piece) -> str:
    """The view box of a piece's picture."""
    return "0 0 100 140" if piece.sort == "card" else "0 0 100 100"


def back(name: str, *, alone: bool = True, width: int | None = None) -> str:
    """The back of a card; `name` is what is spoken."""
    size = f' width="{width}" height="{width * 140 // 100}"' if width else ""
    weave = "".join(f'<path class="h-b" d="M{x} 8l-84 124M{x - 84} 8l84 124"/>' for x in range(8, 180, 14))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="piece{" h-alone" if alone else ""}" viewBox="0 0 100 140"{size} role="img" '
        f'aria-label="{escape(name, quote=True)}"><title>{escape(name)}</title>{_STYLE if alone else ""}'
        '<rect class="h-p" x="1" y="1" width="98" height="138" rx="9"/>'
        '<svg x="8" y="8" width="84" height="124" viewBox="8 8 84 124" stroke="var(--edge,#6b6257)" stroke-width="1.5" fill="none">'
        f"{weave}</svg></svg>"
    )


def _ink(piece: Piece) -> str:
    return "h-r" if piece.red else "h-k"


def _glyph(piece: Piece, x: float, y: float, size: float, turned: bool = False) -> str:
    """The emblem, its middle at x, y."""
    if not piece.emblem:
        return ""
    scale = size / 24
    move = f"translate({x - size / 2:.4g} {y - size / 2:.4g}) scale({scale:.4g})"
    if turned:
        move = f"rotate(180 {x:.4g} {y:.4g}) {move}"
    return f'<path class="{_ink(piece)}" fill-rule="evenodd" transform="{move}" d="{piece.emblem}"/>'


def _text(text: str, x: float, y: float, size: float, ink: str, weight: str = "bold") -> str:
    return f'<text class="h-t {ink}" x="{x:.4g}" y="{y:.4g}" font-size="{size:.4g}" font-weight="{weight}">{escape(text)}</text>'


def _corner(piece: Piece) -> str:
    if not piece.index:
        return ""
    size = {1: 19, 2: 16}.get(len(piece.index), 11)
    return _text(piece.index, 13, 22, size, _ink(piece)) + _glyph(piece, 13, 33, 13)


def _card(piece: Piece) -> str:
    corner = _corner(piece)
    parts = ['<rect class="h-p" x="1" y="1" width="98" height="138" rx="9"/>', corner]
    if corner:
        parts.append(f'<g transform="rotate(180 50 70)">{corner}</g>')
    if piece.pips in _COLUMNS:
        parts += [_glyph(piece, 50 + 18 * x, 70 + 44 * y, 20, y > 0) for x, y in _COLUMNS[piece.pips]]
    elif piece.court and len(piece.index) == 1:
        frame = '<rect x="26" y="26" width="48" height="88" rx="5" fill="none" stroke="var(--edge,#6b6257)"/>'
        parts += [frame, _text(piece.index, 50, 76, 46, _ink(piece)), _glyph(piece, 50, 96, 22)]
    else:
        lift = 8 if piece.title else 0
        if piece.emblem:
            parts.append(_glyph(piece, 50, 70 - lift, 46))
        elif piece.index:
            parts.append(_text(piece.index, 50, 86 - lift, 46 if len(piece.index) < 3 else 26, _ink(piece)))
        if piece.title:
            parts.append(_title(piece))
    return "".join(parts)


def _title(piece: Piece) -> str:
    size = min(14.0, 78 / max(1, len(piece.title)) * 1.7)
    return _text(piece.title, 50, 108, size, _ink(piece), "normal")


def _die(piece: Piece) -> str:
    parts = ['<rect class="h-p" x="2" y="2" width="96" height="96" rx="16"/>']
    if piece.pips in _DIE:
        parts += [_glyph(piece, 50 + 25 * x, 50 + 25 * y, 17) for x, y in _DIE[piece.pips]]
    elif piece.emblem:
        parts.append(_glyph(piece, 50, 46, 52))
        if piece.index:
            parts.append(_text(piece.index, 83, 89, 20, _ink(piece)))
    else:
        parts.append(_text(piece.index or piece.title, 50, 64, 40 if len(piece.index) < 3 else 20, _ink(piece)))
    return "".join(parts)
