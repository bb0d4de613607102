"""What the tests of verification share: the command line inside this process."""

from __future__ import annotations

from cli.conftest import hoyle

__all__ = ["hoyle"]
