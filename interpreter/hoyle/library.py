"""Finding specs: a bundled game's name or a path → the checked program, with variants, parameters or a scope applied.

Comes in: what a user calls a game. Goes out: a `Program`. What always holds: a variant is found beside its game, by its name
or its file's name; hyphens and underscores count as the same; a file that is meant as a variant and is not written as
one is told, not passed over.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from . import resources
from .language import tree as t
from .language.check import check
from .language.diagnostics import HoyleError, did_you_mean
from .language.integers import whole_number
from .language.parse import Varied, parse
from .language.program import Program
from .language.source import read_text


@dataclass(frozen=True)
class Source:
    """Where a game is: its name, its file, its variants' files by name; `variant` if the path named one of them; `strays`
    are files beside it that begin like a variant and do not say of which game."""

    name: str
    file: Path
    variants: dict[str, Path]
    variant: str | None = None
    strays: tuple[Path, ...] = ()

    def named(self, variant: str) -> str:
        """The name of a variant that a user calls by its name or by that of its file.

        Raises:
            HoyleError: there is no such variant.
            SpecErrors: there is a file of that name, and its first line is not that of a variant.
        """
        name = variant.replace("_", "-")
        if name in self.variants:
            return name
        for known, path in self.variants.items():
            if name == _stem(path):
                return known
        for path in self.strays:
            if name == _stem(path):
                parse(read_text(path), str(path))
        for path in _specs_in(self.file.parent):
            if name in (_stem(path), _called(path)) and path != self.file and not _is_game(path):
                raise HoyleError(
                    f"{path} is a variant of another game: its first line must end with the game's own title, "
                    f"of {_first_word(self.file).removeprefix('game').strip()}"
                )
        hint = did_you_mean(name, self.variants) or (
            f"its variants: {', '.join(self.variants)}" if self.variants else "it has none"
        )
        raise HoyleError(f"{self.name} has no variant `{variant}`; {hint}")

    def chosen(self, variants: Iterable[str]) -> list[str]:
        """The names of the variants that a user chose, in order; first that which the path named, if it did.

        Raises:
            HoyleError: there is no such variant, or one is chosen twice.
            SpecErrors: see `named`.
        """
        names: list[str] = []
        for name in map(self.named, variants):
            if name in names:
                raise HoyleError(f"the variant `{name}` of {self.name} is given twice")
            names.append(name)
        return [self.variant, *(n for n in names if n != self.variant)] if self.variant else names


def find(spec: str | Path) -> Source:
    """Where a game is.

    Args:
        spec: a bundled game's name, a folder with a game in it, or a file (of a game or of a variant).

    Raises:
        HoyleError: there is no such game.
    """
    if not isinstance(spec, str | os.PathLike):
        raise HoyleError(f"a game is a bundled game's name or the path of a spec, a text, not {spec!r}")
    text = str(spec)
    path = Path(spec)
    if not text:
        raise HoyleError("the name of the game is empty; `hoyle games` lists names, or give the path of a spec")
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
            for name, file in source.variants.items():
                if file == path:
                    return replace(source, variant=name)
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


def _stem(path: Path) -> str:
    return path.stem.replace("_", "-")


def _called(variant: Path) -> str:
    """The name of a variant as its first line says it; empty if that is not written as it should be."""
    found = re.match(r'variant\s+([\w-]+)\s+of\s+"', _first_word(variant))
    return found[1] if found else ""


def _source(name: str, file: Path) -> Source:
    found: dict[str, Path] = {}
    strays = []
    for other in _specs_in(file.parent):
        if other == file or _is_game(other):
            continue
        if not (called := _called(other)):
            strays.append(other)
        elif _titles_match(file, other):
            # Two files that call themselves alike are told apart by the names of the files.
            found[_stem(other) if called in found else called] = other
    return Source(name, file, found, None, tuple(strays))


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

    Returns:
        The program; the same one as long as its files hold the same texts, so it is not to be changed.

    Raises:
        HoyleError: there is no such game, variant or scope, or a value is no whole number.
        SpecErrors: all mistakes of its text.
    """
    values = _values({} if parameters is None else parameters)
    if not isinstance(scope, str | None):
        raise HoyleError(f"a scope is a name, not {scope!r}")
    source = find(spec)
    names = source.chosen(_names(variants))
    files = [source.file, *(source.variants[name] for name in names)]
    texts = tuple((str(path), read_text(path)) for path in files)
    return _checked(source.name, texts, tuple(names), values, scope)


def _names(variants: Iterable[str]) -> list[str]:
    """Names of variants as a program gives them."""
    if isinstance(variants, str):
        raise HoyleError(f"variants are a list of names: [{variants!r}]")
    names = list(variants) if isinstance(variants, Iterable) else [variants]
    for name in names:
        if not isinstance(name, str):
            raise HoyleError(f"variants are a list of names, and {name!r} is none")
    return names


def _values(parameters: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Parameters as a program gives them, in a fixed order. Of numbers that are equal each other kind is refused: the
    program that is kept for 1 would be that for True."""
    if not isinstance(parameters, Mapping):
        raise HoyleError(f"parameters are names with their values, like {{'target': 20}}, not {parameters!r}")
    values = {}
    for name, value in parameters.items():
        if not isinstance(name, str):
            raise HoyleError(f"the name of a parameter is a text, not {name!r}")
        number = whole_number(value)
        if number is None:
            raise HoyleError(f"the value of `{name}` is a whole number, not {value!r}")
        values[name] = number
    return tuple(sorted(values.items()))


# Books in three languages, with and without variants, ask for the same few programs again and again.
@functools.lru_cache(maxsize=16)
def _checked(
    name: str,
    texts: tuple[tuple[str, str], ...],
    variants: tuple[str, ...],
    parameters: tuple[tuple[str, int], ...],
    scope: str | None,
) -> Program:
    """The program made of the texts of a game and its variants; arguments and errors as for `load_program`."""
    (path, text), *others = texts
    # Variants and scopes are applied to a copy of the tree; a check of the game itself writes types into it.
    file = _tree(text, path) if variants or scope is not None else parse(text, path)
    changed = [parse(other, at, Varied(file, text)) for at, other in others]
    changes = [(variant, one.changes) for variant, one in zip(variants, changed, strict=True)]
    small = _scope(scope, file, name, changes) if scope is not None else None
    return check(name, file, changes, dict(parameters), dict(texts), small)


@functools.lru_cache(maxsize=2)
def _tree(text: str, path: str) -> t.File:
    """The tree of a game that is only ever copied: each of its scopes asks for it."""
    return parse(text, path)


def _scope(scope: str, file: t.File, game: str, changes: list[tuple[str, list[t.Node]]]) -> tuple[str, list[t.Node]]:
    declared = {d.name: d for d in file.declarations if isinstance(d, t.Scope)}
    for _, nodes in changes:
        for node in nodes:
            if isinstance(node, t.Add | t.Replace) and isinstance(node.new, t.Scope):
                declared[node.new.name] = node.new
    if scope not in declared:
        hint = did_you_mean(scope, declared) or (
            f"its scopes: {', '.join(declared)}" if declared else "it declares none"
        )
        raise HoyleError(f"{game} has no scope `{scope}`; {hint}")
    return scope, declared[scope].changes
