"""Imports inside the package run one way: language, engine, the readers, the commands. Readers do not know each other."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import hoyle

PACKAGE = Path(hoyle.__file__).parent
READERS = ("verify", "rulebook", "pictures", "site")
KNOWS: dict[str, set[str]] = {
    "language": set(),
    "engine": {"language"},
    **{reader: {"language", "engine"} for reader in READERS},
    "cli": {"language", "engine", *READERS},
}


def imported(path: Path) -> Iterator[str]:
    """The parts of the package that a file imports, at its head or inside a function."""
    folder = path.relative_to(PACKAGE).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom):
            base = ("hoyle", *folder[: len(folder) + 1 - node.level]) if node.level else ()
            whole = ".".join([*base, *([node.module] if node.module else [])])
            names = [f"{whole}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            first, _, rest = name.partition(".")
            if first == "hoyle" and rest:
                yield rest.partition(".")[0]


def test_imports_run_one_way() -> None:
    wrong = []
    for part, knows in KNOWS.items():
        for path in sorted((PACKAGE / part).rglob("*.py")):
            for other in imported(path):
                if other in KNOWS and other != part and other not in knows:
                    wrong.append(f"{path.relative_to(PACKAGE)} imports {other}")
    assert not wrong, "\n".join(wrong)


def test_the_check_sees_imports_of_every_kind() -> None:
    """The commands import every part, most of them inside functions, by relative names."""
    seen = {other for path in (PACKAGE / "cli").rglob("*.py") for other in imported(path)}
    assert {"language", "engine", *READERS} <= seen
