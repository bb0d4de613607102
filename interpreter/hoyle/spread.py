"""What ± means, wherever it is printed: half of a 95 % interval."""

from __future__ import annotations

Z95 = 1.959964
"""Two-sided 95 % of the normal distribution."""


def interval(se: float) -> float:
    """The half-width of the 95 % interval of a mean with this standard error."""
    return Z95 * se
