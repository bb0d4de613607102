"""A wheel and a source archive built once, and a fresh environment with the wheel in it."""

from __future__ import annotations

import os
import site
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a source archive, and a wheel that was built from that archive, as for a release."""
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


@pytest.fixture(scope="session")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of a fresh environment that holds the wheel.

    Its dependencies are those of this environment, made visible by a path file, so that nothing is downloaded.
    """
    home = tmp_path_factory.mktemp("fresh") / "venv"
    venv.create(home, with_pip=False)
    bin_ = home / ("Scripts" if os.name == "nt" else "bin")
    (wheel,) = built.glob("*.whl")
    command = [sys.executable, "-m", "pip", "--python", str(bin_ / "python"), "install", "--quiet"]
    command += ["--disable-pip-version-check", "--no-deps", "--no-index", str(wheel)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    fresh_site = next(home.glob("lib/python*/site-packages"), home / "Lib" / "site-packages")
    folders = [folder for folder in site.getsitepackages() if Path(folder).is_dir()]
    # They are searched after the fresh environment's own folder, and path files in them (an editable install of this
    # very project, say) are not followed.
    (fresh_site / "dependencies.pth").write_text("\n".join(folders) + "\n")
    return bin_
