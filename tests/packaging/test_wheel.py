"""The wheel holds everything, works from any folder, and so does an editable install."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from hoyle import resources

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ["spec", "rulebooks", "site"]


def in_checkout(folder: str) -> set[str]:
    """The files of a folder as git has them; all of them where there is no git."""
    listed = subprocess.run(["git", "ls-files", folder], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0:
        return {name for name in listed.stdout.splitlines() if (ROOT / name).is_file()}
    return {str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob("*") if path.is_file()}


def test_wheel_carries_the_games_the_templates_and_the_site(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in FOLDERS:
        assert {f"hoyle/_data/{name}" for name in in_checkout(folder)} <= names
    assert {name.removeprefix("interpreter/") for name in in_checkout("interpreter/hoyle")} <= names


def test_wheel_carries_nothing_else(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"hoyle"}
    assert not [name for name in names if "__pycache__" in name or name.startswith("hoyle/tests")]


def test_source_archive_has_all_that_is_under_version_control(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    assert in_checkout(".") <= names


@pytest.mark.parametrize("as_module", [False, True])
def test_installed_wheel_knows_its_games_from_any_folder(installed: Path, tmp_path: Path, as_module: bool) -> None:
    start = [str(installed / "python"), "-m", "hoyle"] if as_module else [str(installed / "hoyle")]
    done = subprocess.run([*start, "games", "--json"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert [game["name"] for game in json.loads(done.stdout)["games"]] == resources.games()


def test_installed_wheel_uses_its_own_files(installed: Path, tmp_path: Path) -> None:
    show = "import hoyle, hoyle.resources as r; print(hoyle.__file__); print(r.specs()); print(r.home())"
    done = subprocess.run([str(installed / "python"), "-c", show], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    home = str(installed.parent.resolve())
    assert all(line.startswith(home) for line in done.stdout.splitlines()), done.stdout


def test_checkout_uses_its_own_files(tmp_path: Path) -> None:
    show = "import hoyle.resources as r; print(r.home())"
    done = subprocess.run([sys.executable, "-c", show], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.strip() == str(ROOT)


def test_bundled_games_are_found() -> None:
    assert {"friday_the_13th", "pig", "thirteen"} <= set(resources.games())
