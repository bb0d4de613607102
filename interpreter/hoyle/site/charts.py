"""Charts as SVG: how long games are, and what each seat wins, with intervals.

Comes in: numbers. Goes out: SVG text whose every number is also in its spoken description. What always holds: bars and
whiskers share one scale from 0; nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count, pairwise
from math import gcd

WIDEST = 48
"""How wide a bar of a histogram may be: a game that always takes as long is one bar, not a wall."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its label, its value, and the half-width of its 95 % interval (0: none)."""

    label: str
    value: float
    error: float = 0.0


def bars(
    title: str,
    items: Sequence[Bar],
    *,
    unit: str,
    number: Callable[[float], str] = "{:.1f}".format,
    even: float | None = None,
    even_label: str = "",
) -> str:
    """A chart of horizontal bars.

    Args:
        title: the accessible name.
        items: the bars, top down.
        unit: written behind each number.
        number: how numbers are written.
        even: a value marked by a line (an even share, say), or None.
        even_label: what the line means.
    """
    top = max([b.value + b.error for b in items] + ([even] if even else []) + [1e-9])
    left, width, row = 130, 360, 30
    height = row * len(items) + (34 if even is not None else 12)
    parts = []
    told = []
    for k, bar in enumerate(items):
        y = 6 + row * k
        length = width * bar.value / top
        value = number(bar.value) + unit
        spread = f" ± {number(bar.error)}" if bar.error else ""
        told.append(f"{bar.label}: {value}{spread}")
        parts.append(f'<text class="c-label" x="{left - 8}" y="{y + 15}" text-anchor="end">{escape(bar.label)}</text>')
        parts.append(f'<rect class="c-bar" x="{left}" y="{y + 2}" width="{length:.1f}" height="18" rx="3"/>')
        if bar.error:
            low, high = (left + width * max(0.0, bar.value + sign * bar.error) / top for sign in (-1, 1))
            parts.append(
                f'<path class="c-line" d="M{low:.1f} {y + 11}H{high:.1f}M{low:.1f} {y + 6}v10M{high:.1f} {y + 6}v10"/>'
            )
        end = left + width * (bar.value + bar.error) / top
        parts.append(f'<text class="c-value" x="{end + 8:.1f}" y="{y + 15}">{escape(value + spread)}</text>')
    if even is not None:
        x = left + width * even / top
        bottom = 6 + row * len(items)
        parts.append(f'<path class="c-even" d="M{x:.1f} 2V{bottom}"/>')
        parts.append(
            f'<text class="c-note" x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{escape(even_label)}</text>'
        )
    return _svg(title, told, 640, height, parts)


def histogram(
    title: str, counts: Sequence[tuple[int, int, int]], *, of: str, number: Callable[[int], str] = str
) -> str:
    """How often a number fell into each of some ranges.

    Args:
        title: the accessible name.
        counts: triples of a range's first and last number and how often it came.
        of: what is counted, written under the axis.
        number: how numbers on the scale are written.
    """
    if not counts:
        return ""
    top = max(n for _, _, n in counts) or 1
    width, height, left = 560, 160, 60
    starts = [low for low, _, _ in counts]
    apart = min((b - a for a, b in pairwise(starts)), default=1)  # as wide as a bar may be, in numbers
    scale = width / (starts[-1] - starts[0] + apart)
    step = apart * scale
    bar = min(step - 2, WIDEST)
    parts, told = [], []
    every = max(1, -(-len(counts) // 8))
    for k, (low, high, n) in enumerate(counts):
        tall = height * n / top
        x = left + scale * (low - starts[0])
        parts.append(
            f'<rect class="c-bar" x="{x + (step - bar) / 2:.1f}" y="{10 + height - tall:.1f}" '
            f'width="{max(1.0, bar):.1f}" height="{tall:.1f}"/>'
        )
        span = str(low) if low == high else f"{low}–{high}"
        if n:
            told.append(f"{span}: {n}")
        if k % every == 0:
            parts.append(
                f'<text class="c-note" x="{x + step / 2:.1f}" y="{height + 26}" text-anchor="middle">{span}</text>'
            )
    for n in ticks(top):
        y = 10 + height - height * n / top
        parts.append(f'<path class="c-line" d="M{left - 6} {y:.1f}h6"/>')
        parts.append(f'<text class="c-note" x="{left - 10}" y="{y + 4:.1f}" text-anchor="end">{number(n)}</text>')
    parts.append(f'<path class="c-line" d="M{left} 10v{height}h{width}"/>')
    parts.append(
        f'<text class="c-note" x="{left + width / 2:.0f}" y="{height + 46}" text-anchor="middle">{escape(of)}</text>'
    )
    return _svg(title, told, 640, height + 54, parts)


def ticks(top: int) -> list[int]:
    """Round numbers for a scale from 0 to `top`: 0 and two to five more, or each number where there are fewer."""
    step = next(n * 10**power for power in count() for n in (1, 2, 5) if top // (n * 10**power) <= 5)
    return list(range(0, top + 1, step))


def ranges(values: dict[int, int], most: int = 24) -> list[tuple[int, int, int]]:
    """Counts by number, gathered into ranges of equal width, about as many as `most`.

    Where games come in steps (a whole deal, a round), each range holds as many of the possible numbers as any other;
    numbers that lie as far apart as ranges would are told one by one.
    """
    if not values:
        return []
    low, high = min(values), max(values)
    step = gcd(*(v - low for v in values)) or 1
    steps = (high - low) // step + 1
    many = -(-steps // most)
    width = step * many
    if all(b - a >= width for a, b in pairwise(sorted(values))):
        return [(v, v, n) for v, n in sorted(values.items())]
    start = low - low // step % many * step
    found = []
    while start <= high:
        end = start + width - step
        found.append((start, end, sum(n for v, n in values.items() if start <= v <= end)))
        start += width
    return found


def _svg(title: str, told: Sequence[str], width: int, height: float, parts: Sequence[str]) -> str:
    spoken = escape("; ".join(told), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {width} {height:.0f}" role="img" '
        f'aria-label="{escape(title, quote=True)}. {spoken}">{"".join(parts)}</svg>'
    )
