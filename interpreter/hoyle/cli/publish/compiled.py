"""A game as files for programs that know nothing of Hoyle: a module, its manifest, a page about both, hosts.

Comes in: an `Edition`, whose program is compiled for all its numbers of players. Goes out: files by name. What always
holds: the same rules, parameters and variants give the same files.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import repeat
from typing import Any

from ... import __version__
from ...engine import hosts
from ...engine.flow import Flow
from ...engine.lower import lower
from ...engine.wasm.bundle import Bundle, bundle
from ...engine.wasm.manifest import manifest, options_said
from ...language.diagnostics import HoyleError
from ...language.faces import face_names, faces_of, hand_order
from ...pictures import box
from ...rulebook.speak import Speaker
from ...site.model import Playable
from .edition import Edition
from .interface import page
from .opponents import better
from .showing import with_shows
from .wording import words

HOSTS = {"js": "hoyle_host.js", "python": "hoyle_host.py"}


class CannotCompile(HoyleError):
    """The rules need something that the compiler does not make."""


@dataclass(frozen=True)
class Embedded:
    """A compiled game: its module as text and as bytes, and its manifest."""

    stem: str
    bundle: Bundle
    binary: bytes
    manifest: dict[str, Any]

    def files(self, text: bool = False, host: Sequence[str] = tuple(HOSTS)) -> dict[str, bytes]:
        """The files by name.

        Args:
            text: whether the module is written as text too.
            host: for which languages a host is written, of `HOSTS`.
        """
        found = {
            f"{self.stem}.wasm": self.binary,
            f"{self.stem}.json": (json.dumps(self.manifest, ensure_ascii=False) + "\n").encode(),
            f"{self.stem}.md": page(self.stem, self.manifest, len(self.binary)).encode(),
        }
        if text:
            found[f"{self.stem}.wat"] = self.bundle.text.encode()
        return found | {HOSTS[name]: hosts.read(HOSTS[name]) for name in host}


def embedded(
    edition: Edition, variants: Sequence[str] = (), languages: Sequence[str] | None = None, shows: bool = False
) -> Embedded:
    """A game compiled for other programs.

    Args:
        edition: the game.
        variants: the variants it is played with.
        languages: in which moves can be said; those that the game has words in if not given.
        shows: whether a state keeps what was shown to all (see `showing`).

    Raises:
        HoyleError: the rules cannot be compiled, wasmtime is not installed, or there are no words in a language.
        SpecErrors: mistakes of the spec.
    """
    try:
        from wasmtime import wat2wasm
    except ImportError:
        raise HoyleError("compiling needs wasmtime: pip install 'hoyle[wasm]'") from None
    from ...engine.wasm import Unsupported

    program = edition.program(variants)
    stem = "-".join([edition.source.name, *edition.names(variants)])
    flows = {players: lower(program, players) for players in program.seats()}
    if shows:
        flows = {players: with_shows(flow) for players, flow in flows.items()}
    try:
        made = bundle(flows, _heading(program.title, program.variants, flows), program.texts)
    except Unsupported as error:
        raise CannotCompile(f"these rules cannot be compiled yet: {error}") from None
    data = manifest(program, made, __version__)
    data["words"] = {
        language: words(
            program,
            Speaker(program, language, edition.words(language)),
            _title(edition, language, variants),
            flows,
            options_said(made),
        )
        for language in _languages(edition, languages)
    }
    return Embedded(stem, made, bytes(wat2wasm(made.text)), data)


def playable(edition: Edition, languages: Sequence[str]) -> Playable | None:
    """A game for a page on which it is played; None where wasmtime is not installed, or the rules cannot be compiled.

    Args:
        edition: the game.
        languages: of the pages.
    """
    if find_spec("wasmtime") is None:
        return None
    games = {}
    for name in ("", *edition.source.variants):
        with suppress(CannotCompile):
            games[name] = _script(_telling(edition, [name] if name else [], languages), name)
    if "" not in games:
        return None
    found = Playable(games, hosts.read(HOSTS["js"]), others=better(edition.game()))
    program = edition.program()
    faces: list[tuple[str, str, int]] = []
    for name, declared in program.components.items():
        rows = faces_of(declared, program)
        faces += zip(repeat(name), face_names(program, name, rows), hand_order(program, name, rows))
    for language in languages:
        found.pieces[language] = [
            {"component": component, "face": face, "held": held, "name": piece.name, "box": box(piece)}
            for (component, face, held), piece in zip(faces, edition.voice(language).pieces, strict=True)
        ]
    return found


def _telling(edition: Edition, variants: Sequence[str], languages: Sequence[str]) -> Embedded:
    """A compiled game whose states keep what was shown, unless that is more than the compiler makes lists of."""
    try:
        return embedded(edition, variants, languages, shows=True)
    except CannotCompile:
        return embedded(edition, variants, languages)


def _script(made: Embedded, name: str) -> bytes:
    """A compiled game as a script for a page, which may be opened from the disk: nothing is to be fetched there."""
    data = {"manifest": made.manifest, "module": b64encode(made.binary).decode()}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"(window.hoyleGames ??= {{}})[{json.dumps(name)}] = {text};\n".encode()


def _languages(edition: Edition, wanted: Sequence[str] | None) -> list[str]:
    """The languages that moves are said in."""
    if wanted is None:
        return list(edition.spoken)
    for language in wanted:
        edition.words(language)
        if language not in edition.spoken:
            raise HoyleError(f"{edition.source.name} has no words in `{language}`: there is no words.{language}.toml")
    return list(dict.fromkeys(wanted))


def _title(edition: Edition, language: str, variants: Sequence[str]) -> str:
    """What the game is called, with its variants."""
    title = str(edition.words(language).get("title") or edition.program(variants).title)
    return " · ".join([title, *(edition.variant_title(name, language) for name in edition.names(variants))])


def _heading(title: str, variants: Sequence[str], flows: Mapping[int, Flow]) -> str:
    """What the text of the module says at its top."""
    first = next(iter(flows.values()))
    settings = ", ".join(f"{name}={value}" for name, value in first.parameters.items()) or "none"
    return (
        f"{title}{' with ' + ', '.join(variants) if variants else ''}, compiled by Hoyle {__version__}\n"
        f"players: {', '.join(map(str, flows))}; parameters: {settings}\n"
        "`$run` plays from one stop to the next: a comment before each part says which instruction of the rules it is\n"
        "and quotes the line it comes from. `$moves_…` lists the moves of one decision. A name that ends in `.for_3_4`\n"
        "is for so many players; others are for all. At the end: the functions that other programs call."
    )
