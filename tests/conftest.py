"""What all tests share."""

from __future__ import annotations

import os

import pytest

# The specs below are what tests work with, good ones and bad ones; they are no games to be verified.
collect_ignore_glob = ["*.hoyle"]

FAILURES = "HOYLE_FAILURES"
"""The variable of the environment that names a file for what fails."""


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """What fails is written down at once, if there is a file for it: then a run that is cut off tells it, too."""
    kept = os.environ.get(FAILURES)
    if kept and report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        with open(kept, "a", encoding="utf-8") as file:
            file.write(f"{report.nodeid}\n{report.longreprtext}\n")
