"""What the command line prints: answers on stdout; complaints, notes and progress on stderr."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

Item = TypeVar("Item")

# Stands for a space at which no line is broken. Rich breaks lines at every kind of space, hard ones included.
TOGETHER = "\ue000"

# What tables are laid out for when nobody knows how wide the reader is.
WIDTH_OF_FILES = 120

# What is wrong is told with words of users' files, which must not steer the terminal.
CONTROLS = {code: f"\\x{code:02x}" for code in [*range(32), 127] if chr(code) not in "\t\n"}


def prepare() -> None:
    """Let no sign that a terminal cannot show stop the program: it is written as an escape. A stream that was closed
    before we started takes everything and gives nothing."""
    # Not closed again: they stand for the standard streams until the process ends.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def say(text: str = "") -> None:
    """A line of the answer."""
    print(text)


def paragraph(text: str) -> None:
    """A paragraph of the answer, broken into lines where there is room."""
    show(console(), text)


def note(text: str) -> None:
    """A line beside the answer, on stderr."""
    print(text, file=sys.stderr)


def complain(text: str) -> None:
    """What is wrong, on stderr, after what has been said so far."""
    with suppress(BrokenPipeError):
        sys.stdout.flush()
    print(text.translate(CONTROLS), file=sys.stderr, flush=True)


def answer(data: object) -> None:
    """The answer as one JSON document."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def console(stream: TextIO | None = None) -> Console:
    """A rich console for stdout (or `stream`) that takes everything literally: no markup, emoji or guessed colours."""
    from rich.console import Console

    stream = stream or sys.stdout
    width = None if stream.isatty() else WIDTH_OF_FILES
    return Console(file=stream, width=width, markup=False, emoji=False, highlight=False, soft_wrap=False)


def table(head: Sequence[str], rows: Iterable[Sequence[object]], numbers: Iterable[int] = ()) -> None:
    """A table on stdout. `numbers` are the columns set flush right."""
    from rich import box
    from rich.table import Table

    right = set(numbers)
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for index, title in enumerate(head):
        grid.add_column(title, justify="right" if index in right else "left", overflow="fold")
    for row in rows:
        grid.add_row(*(str(cell) for cell in row))
    show(console(), grid)


def show(target: Console, what: RenderableType) -> None:
    """Print something laid out in columns; without the spaces at the ends of lines where nobody watches.

    `TOGETHER` in it keeps words together when lines are broken, and is printed as a space.
    """
    with target.capture() as caught:
        target.print(what)
    text = caught.get().replace(TOGETHER, " ")
    target.file.write(text if target.is_terminal else "".join(f"{line.rstrip()}\n" for line in text.splitlines()))


@contextmanager
def progress(items: Iterable[Item], total: int, label: str) -> Iterator[Iterable[Item]]:
    """The items, with a bar on stderr while they are walked, if somebody watches."""
    with advance(total, label) as step:

        def each() -> Iterator[Item]:
            for item in items:
                yield item
                step(1)

        yield each()


@contextmanager
def advance(total: int, label: str) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, if somebody watches; what is given is told how much more is done."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns: list[Any] = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    with Progress(*columns, console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done: bar.advance(task, done)
