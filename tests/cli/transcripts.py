"""Transcripts in documents: commands and what they print, run and compared, so that what readers type works as shown.

Comes in: a Markdown text. In its `console` blocks a line `$ COMMAND` is run by bash, all blocks in one folder, one
after another, and the lines below it must be what it prints. A line `…` stands for any lines; figures of time
(`0.12 s`, and what stands under `seconds`) may differ. `python transcripts.py FILE` writes what is printed into FILE.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ANYTHING = "…"


@dataclass
class Step:
    """A command of a document, at a line of it, and the lines shown below it."""

    line: int
    command: str
    shown: list[str] = field(default_factory=list)


def steps(text: str) -> Iterator[Step]:
    """The commands of a document, in order."""
    step: Step | None = None
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            inside = line == "```console"
            if step is not None:
                yield step
            step = None
        elif inside and line.startswith("$ "):
            if step is not None:
                yield step
            step = Step(number, line[2:].partition("   #")[0].strip())
        elif inside and step is not None:
            step.shown.append(line)


def run(step: Step, folder: Path) -> list[str]:
    """What a command prints, both streams as a terminal mixes them. `make demo` is what its rule says."""
    bin_ = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}", "PYTHONUNBUFFERED": "1"}
    command = f"hoyle {demo_rule()}" if step.command == "make demo" else step.command
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=400,  # `make demo` publishes everything: a minute, more where others work
    )
    return done.stdout.rstrip("\n").splitlines()


def demo_rule() -> str:
    """What the Makefile calls `hoyle` with for `make demo`."""
    found = re.search(
        r"^demo:.*\n\t@\$\(BIN\)/hoyle (.+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert found
    return found[1]


def same(shown: list[str], printed: list[str]) -> bool:
    """Whether what is shown is what is printed."""
    parts = [re.escape(_timeless(line)) if line != ANYTHING else r"(?:.*\n)*?.*" for line in _trimmed(shown)]
    return re.fullmatch("\n".join(parts), "\n".join(_timeless(line) for line in _trimmed(printed))) is not None


def _trimmed(lines: list[str]) -> list[str]:
    return "\n".join(line.rstrip() for line in lines).strip("\n").splitlines()


def _timeless(line: str) -> str:
    return re.sub(r"\b\d+\.\d\d$|\b\d+(\.\d+)? s\b", "TIME", line)


def differences(text: str, folder: Path) -> list[str]:
    """Where a document shows something else than its commands print, run in a folder."""
    found = []
    for step in steps(text):
        printed = run(step, folder)
        if not same(step.shown, printed):
            found.append("\n".join([f"line {step.line}: $ {step.command}", "prints", *printed]))
    return found


def updated(text: str) -> str:
    """The document with what its commands print; what is shown with `…` in it stays if it still fits."""
    lines = text.splitlines()
    with tempfile.TemporaryDirectory() as folder:
        changes = []
        for step in steps(text):
            printed = run(step, Path(folder))
            if not same(step.shown, printed):
                changes.append((step.line, len(step.shown), [line.rstrip() for line in printed]))
    for line, count, printed in reversed(changes):
        lines[line : line + count] = printed
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(updated(Path(name).read_text(encoding="utf-8")), encoding="utf-8")
