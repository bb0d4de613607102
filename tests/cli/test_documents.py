"""What the documents for users show is what the commands print."""

from __future__ import annotations

import doctest
import pkgutil
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from hoyle.cli import commands

from .transcripts import ROOT, differences, steps

DOCUMENTS = ["README.md", "spec/TUTORIAL.md", "spec/LANGUAGE.md", "spec/HOW_TO_SAY_IT.md", "spec/VERIFYING.md"]


@pytest.mark.long  # it publishes, verifies and plays all there is: two minutes
def test_commands_in_the_readme_run_as_printed(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "\n\n".join(differences(text, tmp_path)) == ""
    assert untracked(tmp_path) == []


def untracked(folder: Path) -> list[str]:
    """What there is in a folder that git would tell as new, if it lay in the checkout."""
    rules = [line for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    names = [path.name + "/" * path.is_dir() for path in folder.iterdir()]
    return [name for name in names if not any(fnmatch(name, rule.removeprefix("/")) for rule in rules)]


def test_what_the_tour_makes_is_no_news_to_git(tmp_path: Path) -> None:
    """The list is not so long that everything would be on it."""
    for name in ("my_game", "pages", "spec"):
        (tmp_path / name).mkdir()
    for name in ("my_game.html", "kuhn.json", "notes.txt"):
        (tmp_path / name).touch()
    assert sorted(untracked(tmp_path)) == ["notes.txt", "spec/"]


def test_the_readme_shows_commands() -> None:
    assert len(list(steps((ROOT / "README.md").read_text(encoding="utf-8")))) > 5


def test_python_in_the_readme_runs_as_shown() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 5
    assert failed == 0


def test_the_readme_lists_every_command() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in sorted(module.name for module in pkgutil.iter_modules(commands.__path__)):
        assert f"\n| `{name}" in text, name


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert ((ROOT / name).parent / link).exists(), link
