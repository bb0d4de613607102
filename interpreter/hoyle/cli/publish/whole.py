"""A whole site: the pages of games made side by side, then laid down in a folder.

Comes in: specs, what the site is to hold, a folder. Goes out: the folder. What always holds: it is as it was before
until all pages are made.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ...engine.processes import processes
from ...language.diagnostics import HoyleError
from ...library import find
from ...rulebook.lexicon import languages
from ...site import GamePages, build_site, check_folder
from .. import output
from .pages import Wanted, game_pages


def publish(
    specs: Sequence[str], wanted: Wanted, folder: Path, jobs: int | None = None
) -> tuple[list[str], tuple[str, ...]]:
    """Make the site of some games.

    Args:
        specs: bundled games' names or paths.
        wanted: what the site is to hold.
        folder: where it is made; it may be there if it is new, empty or made by this before.
        jobs: how many games are made at once; as many as there are processors if not given.

    Returns:
        The games' names, and the languages of the site.

    Raises:
        HoyleError, SpecErrors: a game has mistakes or is named twice; the folder holds anything else.
    """
    specs = list(dict.fromkeys(specs))
    names = [find(spec).name for spec in specs]
    for name in names:
        if names.count(name) > 1:
            raise HoyleError(f"two of the games are called {name}; a site holds one of them")
    check_folder(folder)
    tasks = [(spec, wanted) for spec in specs]
    with (
        _workers(min(jobs or os.cpu_count() or 1, len(tasks))) as each,
        output.progress(each(tasks), len(tasks), "publishing") as made,
    ):
        games = list(made)
    spoken = wanted.languages or tuple(code for code in languages() if any(code in game.titles for game in games))
    build_site(games, spoken, folder)
    return names, spoken


def _pages(task: tuple[str, Wanted]) -> GamePages:
    """The pages of one game, in whatever process."""
    return game_pages(*task)


@contextmanager
def _workers(count: int) -> Iterator[Callable[[Sequence[tuple[str, Wanted]]], Iterator[GamePages]]]:
    """What makes games, in their order: this process, or several."""
    if count == 1:
        yield lambda tasks: map(_pages, tasks)
        return
    with processes(count) as pool:
        yield lambda tasks: pool.map(_pages, tasks)
