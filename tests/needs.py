"""Programs beside Python that some tests need."""

from __future__ import annotations

import os
import shutil

import pytest

LACK = "HOYLE_MAY_LACK"
"""The variable of the environment that names the programs that may be missing."""


def program(*names: str, package: str) -> str:
    """Where a program is that may be called by several names.

    If it is nowhere, the test fails and says what to install; it is skipped where the environment says that the first of
    these names may be missing.
    """
    for name in names:
        if path := shutil.which(name):
            return path
    if names[0] in os.environ.get(LACK, "").split():
        pytest.skip(f"there is no {names[0]}")
    pytest.fail(f"this test needs {names[0]} (on Debian: apt-get install {package})", pytrace=False)
