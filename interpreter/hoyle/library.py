"""Finding specs: a bundled game's name or a path → the checked program, with variants, parameters or a scope applied.

Comes in: what a user calls a game. Goes out: a `Program`. What always holds: a variant is found beside its game, by its name
or its file's name; hyphens and underscores count as the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from . import resources
from .language import tree as t
from .language.check import check
from .language.diagnostics import HoyleError, did_you_mean
from .language.parse import parse
from .language.program import Program
from .language.source import read_text


@dataclass(frozen=True)
class Source:
    """Where a game is: its name, its file, its variants' files by name; `variant` if the path named one of them."""

    name: str
    file: Path
    variants: dict[str, Path]
    variant: str | None = None


def find(spec: str | Path) -> Source:
    """Where a game is.

    Args:
        spec: a bundled game's name, a folder with a game in it, or a file (of a game or of a variant).

    Raises:
        HoyleError: there is no such game.
    """
    text = str(spec)
    path = Path(spec)
    bundled = resources.games()
    if not path.exists() and "/" not in text and not text.endswith(".hoyle"):
        name = text.replace("-", "_")
        if name in bundled:
            return _source(name, resources.specs() / name / f"{name}.hoyle")
        hint = did_you_mean(name, bundled) or f"the bundled games: {', '.join(bundled)}; or give the path of a spec"
        raise HoyleError(f"there is no game `{text}`; {hint}")
    if path.is_dir():
        inside = _specs_in(path)
        named = path.resolve() / f"{path.resolve().name}.hoyle"
        games = [p for p in inside if _is_game(p)]
        if named.is_file():
            return _source(path.resolve().name, path / named.name)
        if len(games) == 1:
            return _source(games[0].stem, games[0])
        what = (
            "no spec (a file that ends in .hoyle)"
            if not games
            else f"several games: {', '.join(p.name for p in games)}"
        )
        raise HoyleError(f"the folder {text} holds {what}; name the file")
    if not path.exists():
        raise HoyleError(f"there is no file {text}")
    if _is_game(path):
        return _source(path.stem, path)
    for other in _specs_in(path.parent):
        if other != path and _is_game(other):
            source = _source(other.stem, other)
            if path.stem.replace("_", "-") in source.variants and _titles_match(other, path):
                return Source(source.name, source.file, source.variants, path.stem.replace("_", "-"))
    return _source(path.stem, path)


def _specs_in(folder: Path) -> list[Path]:
    """The specs of a folder; the folder of saved plays, `.hoyle`, is none."""
    return sorted(p for p in folder.glob("*.hoyle") if not p.name.startswith(".") and p.is_file())


def _first_word(path: Path) -> str:
    """The first line that says something, of the first hundred or so; longer lines are cut."""
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            for _ in range(200):
                line = stream.readline(1000)
                if not line:
                    break
                if line.strip() and not line.lstrip().startswith("#"):
                    return line.strip()
    except OSError:
        pass
    return ""


def _is_game(path: Path) -> bool:
    return not _first_word(path).startswith("variant ")


def _titles_match(game: Path, variant: Path) -> bool:
    title = _first_word(game).partition('"')[2].partition('"')[0]
    return title == _first_word(variant).partition('"')[2].partition('"')[0]


def _source(name: str, file: Path) -> Source:
    found = {}
    for other in _specs_in(file.parent):
        if other != file and not _is_game(other) and _titles_match(file, other):
            found[other.stem.replace("_", "-")] = other
    return Source(name, file, found)


def load_program(
    spec: str | Path,
    variants: Iterable[str] = (),
    parameters: Mapping[str, int] | None = None,
    scope: str | None = None,
) -> Program:
    """The checked program of a game.

    Args:
        spec: a bundled game's name or a path.
        variants: names of variants to apply, in order.
        parameters: values of parameters.
        scope: the name of a declared scope (a small instance) to apply after the variants.

    Raises:
        HoyleError: there is no such game, variant or scope.
        SpecErrors: all mistakes of its text.
    """
    source = find(spec)
    names = [source.variant] if source.variant else []
    names += [v for v in (v.replace("_", "-") for v in variants) if v not in names]
    texts = {str(source.file): read_text(source.file)}
    file = parse(texts[str(source.file)], str(source.file))
    changes: list[tuple[str, list[t.Node]]] = []
    for name in names:
        if name not in source.variants:
            hint = did_you_mean(name, source.variants) or (
                f"its variants: {', '.join(source.variants)}" if source.variants else "it has none"
            )
            raise HoyleError(f"{source.name} has no variant `{name}`; {hint}")
        path = source.variants[name]
        texts[str(path)] = read_text(path)
        changes.append((name, parse(texts[str(path)], str(path)).changes))
    small = _scope(scope, file, source, changes) if scope is not None else None
    return check(source.name, file, changes, dict(parameters or {}), texts, small)


def _scope(
    scope: str, file: t.File, source: Source, changes: list[tuple[str, list[t.Node]]]
) -> tuple[str, list[t.Node]]:
    declared = {d.name: d for d in file.declarations if isinstance(d, t.Scope)}
    for _, nodes in changes:
        for node in nodes:
            if isinstance(node, t.Add | t.Replace) and isinstance(node.new, t.Scope):
                declared[node.new.name] = node.new
    if scope not in declared:
        hint = did_you_mean(scope, declared) or (
            f"its scopes: {', '.join(declared)}" if declared else "it declares none"
        )
        raise HoyleError(f"{source.name} has no scope `{scope}`; {hint}")
    return scope, declared[scope].changes
