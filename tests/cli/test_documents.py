"""What the documents for users show is what the commands print."""

from __future__ import annotations

import doctest
import pkgutil
import re

import pytest

from hoyle.cli import commands

from .transcripts import ROOT, differences, steps

DOCUMENTS = ["README.md", "spec/TUTORIAL.md", "spec/LANGUAGE.md", "spec/HOW_TO_SAY_IT.md", "spec/VERIFYING.md"]


def test_commands_in_the_readme_run_as_printed() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "\n\n".join(differences(text)) == ""


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
