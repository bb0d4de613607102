"""Where Hoyle's own files are: the bundled games, the rulebooks' templates, the site.

In a checkout they are top-level folders, where their authors work; in a wheel they are data of the package. What always
holds: a path given from here is a folder of the file system, read only, whichever of the two it is.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


@cache
def home() -> Path:
    """The folder that holds `spec`, `rulebooks` and `site`: the checkout's root, or the installed package's data."""
    checkout = PACKAGE.parent.parent
    if PACKAGE.parent.name == "interpreter" and (checkout / "pyproject.toml").is_file():
        return checkout
    return PACKAGE / "_data"


def specs() -> Path:
    """The bundled games, a folder each, and the language's reference."""
    return home() / "spec"


def rulebooks() -> Path:
    """Templates, sentence patterns and styles of rulebooks."""
    return home() / "rulebooks"


def site() -> Path:
    """Templates, scripts and styles of the published site."""
    return home() / "site"


def games() -> list[str]:
    """The names of the bundled games, sorted: the folders of `spec` that hold a spec of the same name."""
    return sorted(folder.name for folder in specs().iterdir() if (folder / f"{folder.name}.hoyle").is_file())
