"""What all tests share: programs that some need, and a file for what fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from needs import LACK, program


def test_a_program_is_found_failed_or_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv(LACK, "java")
    with pytest.raises(pytest.fail.Exception, match=r"this test needs lathe .*apt-get install lathes"):
        program("lathe", "wheel", package="lathes")
    monkeypatch.setenv(LACK, "java lathe")
    with pytest.raises(pytest.skip.Exception, match="there is no lathe"):
        program("lathe", "wheel", package="lathes")
    file = tmp_path / "wheel"
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)
    assert program("lathe", "wheel", package="lathes") == str(file)


@pytest.mark.parametrize("workers", ["0", "2"])
def test_what_fails_is_written_down_at_once(workers: str, tmp_path: Path) -> None:
    """The third test ends Python before pytest could tell of the second."""
    shutil.copy(Path(__file__).parent / "conftest.py", tmp_path)
    (tmp_path / "test_three.py").write_text(
        "import os\n\n\ndef test_holds():\n    pass\n\n\ndef test_fails():\n    assert 7 == 8\n\n\n"
        "def test_ends():\n    os._exit(9)\n",
        encoding="utf-8",
    )
    kept = tmp_path / "failed.txt"
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", workers, "."],
        env={**env, "HOYLE_FAILURES": str(kept)},
        cwd=tmp_path,
        capture_output=True,
        timeout=120,
        check=False,
    )
    told = kept.read_text(encoding="utf-8")
    assert "test_three.py::test_fails\n" in told
    assert told.count("\nE       assert 7 == 8") == 1
    assert "test_holds" not in told
