"""The tutorial is followed as a reader would: each piece goes into the file, each command is run and prints what is
printed.

A block ```` ```hoyle ```` is put into `top_card.hoyle`: what it declares takes the place of what is called so there,
the rest is added (or, marked with a file's name, it is that file). A block ```` ```toml NAME ```` is the file NAME. In what a command prints, `…` alone on a line stands
for any lines.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from hoyle.cli.app import run
from hoyle.language.parse import parse

PAGE = Path(__file__).parents[3] / "spec" / "TUTORIAL.md"
BLOCK = re.compile(r"^```(?P<sort>hoyle|toml|console)(?P<file>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def test_tutorial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """All steps, in order."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    steps = list(BLOCK.finditer(PAGE.read_text(encoding="utf-8")))
    assert len(steps) > 10
    for step in steps:
        if step["sort"] == "toml":
            (tmp_path / step["file"].strip()).write_text(step["text"], encoding="utf-8")
            continue
        if step["sort"] == "hoyle":
            file = tmp_path / (step["file"].strip() or "top_card.hoyle")
            text = step["text"]
            if file.exists():
                text = merged(file.read_text(encoding="utf-8"), text)
            file.write_text(text, encoding="utf-8")
            continue
        command, _, printed = step["text"].partition("\n")
        assert command.startswith("$ hoyle ")
        capsys.readouterr()
        run(shlex.split(command.removeprefix("$ hoyle ")))
        said = capsys.readouterr()
        shown = "\n".join(line.rstrip() for line in (said.err + said.out).strip("\n").splitlines())
        assert fits(shown, printed), f"{command}\n{shown}"


def merged(text: str, piece: str) -> str:
    """A file with the declarations of a piece in it: in place of those called so; new ones behind the last of their
    sort, parameters behind the winners, the rest at the end."""
    found = chunks(text)
    for new in chunks(piece):
        names = [name(chunk) for chunk in found]
        sorts = [sort for sort, _ in names]
        body = new.rstrip("\n") + "\n"
        if name(new) in names:
            k = names.index(name(new))
            found[k] = body + found[k][len(found[k].rstrip("\n")) + 1 :]
        else:
            before = {"track": "track", "parameter": "winners"}.get(name(new)[0])
            k = max((i for i, sort in enumerate(sorts) if sort == before), default=len(found) - 1) + 1
            close = before == "track"
            if k == len(found):
                found[-1] = found[-1].rstrip("\n") + "\n\n"
            elif close:
                found[k - 1] = found[k - 1].rstrip("\n") + "\n"
            found.insert(k, body if k == len(found) else body + "\n")
    return "".join(found)


def chunks(text: str) -> list[str]:
    """The declarations of a text, as written."""
    return [chunk for chunk in re.split(r"^(?=\S)", text, flags=re.MULTILINE) if chunk.strip()]


def name(chunk: str) -> tuple[str, str]:
    """What a declaration is, and what it is called."""
    if chunk.startswith("game"):
        return "game", ""
    declared = parse(f'game "Small"\n{chunk}').declarations[0]
    return type(declared).__name__.lower(), getattr(declared, "name", "")


def fits(shown: str, printed: str) -> bool:
    """Whether what is shown is what the page prints."""
    parts = re.split(r"^…\n?", printed, flags=re.MULTILINE)
    pattern = r"(?:.*\n)*?".join(re.escape(part) for part in parts)
    return re.fullmatch(pattern, shown + "\n") is not None
