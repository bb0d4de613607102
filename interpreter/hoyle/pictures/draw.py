"""From a piece to its SVG.

A card is 100 by 140, a die 100 by 100. On a page, colours are custom properties (`--piece`, `--ink`, `--red`, `--blue`, …)
that the page sets once for light and dark; alone, the picture follows the reader's preference by itself; in print its
colours are fixed, as printers know no custom properties.
"""

from __future__ import annotations

from html import escape
from typing import Literal

from .pieces import Piece

Where = Literal["page", "alone", "print"]
"""Where a picture stands: in a page that sets its colours, by itself, or on paper."""

_STYLES: dict[Where, str] = {
    "page": "",
    "alone": (
        "<style>.h-p{fill:var(--piece,#fffdf8);stroke:var(--edge,#6b6257);stroke-width:1.5}.h-k{fill:var(--ink,#1d1b19)}"
        ".h-r{fill:var(--red,#b3191f)}.h-blue{fill:var(--blue,#1d4f9c)}.h-green{fill:var(--green,#1c6b3a)}"
        ".h-yellow{fill:var(--yellow,#8a6100)}.h-t{font-family:Georgia,'DejaVu Serif',serif;text-anchor:middle}"
        ".h-b{stroke:var(--edge,#6b6257)}.h-f{stroke:var(--edge,#6b6257)}"
        "@media(prefers-color-scheme:dark){.h-alone .h-p{fill:#2a2724;stroke:#a89f92}"
        ".h-alone .h-k{fill:#f3efe8}.h-alone .h-r{fill:#ff8a80}.h-alone .h-blue{fill:#8ab8ff}.h-alone .h-green{fill:#7fd6a0}"
        ".h-alone .h-yellow{fill:#ffd166}.h-alone .h-b,.h-alone .h-f{stroke:#a89f92}}</style>"
    ),
    "print": (
        "<style>.h-p{fill:#fffdf8;stroke:#6b6257;stroke-width:1.5}.h-k{fill:#1d1b19}.h-r{fill:#b3191f}.h-b,.h-f{stroke:#6b6257}"
        ".h-blue{fill:#1d4f9c}.h-green{fill:#1c6b3a}.h-yellow{fill:#8a6100}"
        ".h-t{font-family:'Libertinus Serif';text-anchor:middle}</style>"
    ),
}

# Where pips lie on a card, as (column, row): columns -1, 0, 1 and rows from -1 to 1; below the middle they stand on
# their heads.
_COLUMNS: dict[int, list[tuple[float, float]]] = {
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
_DIE: dict[int, list[tuple[float, float]]] = {
    **{k: v for k, v in _COLUMNS.items() if k not in (2, 3)},
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
}


def draw(piece: Piece, where: Where = "alone", width: int | None = None) -> str:
    """The picture of a piece.

    Args:
        piece: what to show.
        where: where it stands, which says who gives it its colours.
        width: in CSS pixels; unsaid, the picture fills what is around it.
    """
    return _svg(piece.name, 140 if piece.sort == "card" else 100, _inside(piece), where, width)


def _inside(piece: Piece) -> str:
    return _card(piece) if piece.sort == "card" else _die(piece)


def _svg(name: str, height: int, inside: str, where: Where, width: int | None) -> str:
    size = f' width="{width}" height="{width * height // 100}"' if width else ""
    kind = "piece h-alone" if where == "alone" else "piece"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" viewBox="0 0 100 {height}"{size} role="img" '
        f'aria-label="{escape(name, quote=True)}"><title>{escape(name)}</title>{_STYLES[where]}{inside}</svg>'
    )


def sprite(made: list[Piece], prefix: str = "f") -> str:
    """All pictures as symbols `f0`, `f1`, …, and a back as `fb`, to be shown with `<use>`; the page's own colours
    apply.
    """
    symbols = "".join(
        f'<symbol id="{prefix}{k}" viewBox="{box(piece)}">{_inside(piece)}</symbol>' for k, piece in enumerate(made)
    )
    symbols += f'<symbol id="{prefix}b" viewBox="0 0 100 140">{BACK}</symbol>'
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" focusable="false">'
    return f"{head}{symbols}</svg>"


def box(piece: Piece) -> str:
    """The view box of a piece's picture."""
    return "0 0 100 140" if piece.sort == "card" else "0 0 100 100"


def back(name: str, where: Where = "alone", width: int | None = None) -> str:
    """The back of a card; `name` is what is spoken."""
    return _svg(name, 140, BACK, where, width)


BACK = (
    '<rect class="h-p" x="1" y="1" width="98" height="138" rx="9"/>'
    '<svg x="8" y="8" width="84" height="124" viewBox="8 8 84 124" stroke-width="1.5" fill="none">'
    + "".join(f'<path class="h-b" d="M{x} 8l-84 124M{x - 84} 8l84 124"/>' for x in range(8, 180, 14))
    + "</svg>"
)
"""What a back shows: a weave."""


def _ink(piece: Piece) -> str:
    return {"black": "h-k", "red": "h-r"}.get(piece.ink, f"h-{piece.ink}")


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
    where = f'x="{x:.4g}" y="{y:.4g}" font-size="{size:.4g}" font-weight="{weight}"'
    return f'<text class="h-t {ink}" {where}>{escape(text)}</text>'


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
        frame = '<rect x="26" y="26" width="48" height="88" rx="5" fill="none" class="h-f"/>'
        parts += [frame, _text(piece.index, 50, 76, 46, _ink(piece)), _glyph(piece, 50, 96, 22)]
    else:
        lift = 12 if piece.title else 0
        if piece.emblem:
            parts.append(_glyph(piece, 50, 70 - lift, 46))
        elif piece.index:
            parts.append(_text(piece.index, 50, 86 - lift, 46 if len(piece.index) < 3 else 26, _ink(piece)))
        if piece.title:
            parts.append(_title(piece))
    return "".join(parts)


def _title(piece: Piece) -> str:
    # above the lower corner, in letters that leave the title a margin: a letter is about half as wide as it is high
    size = min(14.0, 172 / max(1, len(piece.title)))
    return _text(piece.title, 50, 97, size, _ink(piece), "normal")


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
