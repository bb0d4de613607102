"""A game as it is published: its programs, words, books and pictures, each made once and kept."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ... import game_of
from ...engine.game import Game
from ...engine.length import Length, lengths
from ...language.program import Program
from ...library import Source, find, load_program
from ...pictures import Piece, pieces
from ...rulebook.book import Book, tell, variant_title
from ...rulebook.compare import changes
from ...rulebook.lexicon import known, languages
from ...rulebook.speak import Speaker
from ...rulebook.wordfile import read_words
from .figures import Measured, measure
from .positions import Row, positions


@dataclass
class Voice:
    """A game in one language: its book, its speaker, its pictures in the order of the flow's faces, its examples'
    positions.
    """

    program: Program
    book: Book
    speaker: Speaker
    pieces: list[Piece]
    positions: dict[str, list[Row]]

    @property
    def title(self) -> str:
        """The title of the book, with its variants."""
        return " · ".join([self.book.title, *self.book.variants])

    def fan(self, count: int = 3) -> list[Piece]:
        """A few pictures that show what the game is played with, the first and the last among them, no two alike."""
        looks = list({replace(piece, name=""): piece for piece in reversed(self.pieces)}.values())[::-1]
        last = len(looks) - 1
        chosen = dict.fromkeys(round(k * last / max(1, count - 1)) for k in range(count)) if last >= 0 else {}
        return [looks[k] for k in chosen]

    def gallery(self) -> list[Piece]:
        """The pictures shown with what is in the box, those with one emblem together."""
        groups = {emblem: k for k, emblem in enumerate(dict.fromkeys(p.emblem for p in self.pieces))}
        return sorted(self.pieces, key=lambda p: groups[p.emblem])


class Edition:
    """What is published of one game.

    Args:
        spec: a bundled game's name or a path.
        parameters: values of parameters, the same in all its books.

    Raises:
        HoyleError: there is no such game.
    """

    def __init__(self, spec: str | Path, parameters: Mapping[str, int] | None = None) -> None:
        self.spec, self.parameters = spec, dict(parameters or {})
        self.source: Source = find(spec)
        self._games: dict[tuple[str, ...], Game] = {}
        self._words: dict[str, dict[str, Any]] = {}
        self._voices: dict[tuple[str, tuple[str, ...]], Voice] = {}
        self._measured: dict[tuple[str, ...], list[Measured]] = {}
        self._lengths: dict[tuple[str, ...], list[Length]] = {}
        self._positions: dict[tuple[str, ...], dict[str, list[Row]]] = {}

    @cached_property
    def own(self) -> tuple[str, ...]:
        """The variant that the path named, if it named one."""
        return (self.source.variant,) if self.source.variant else ()

    @cached_property
    def spoken(self) -> tuple[str, ...]:
        """The languages that the game has words in."""
        folder = self.source.file.parent
        return tuple(code for code in languages() if os.path.lexists(folder / f"words.{code}.toml"))

    def names(self, variants: Iterable[str]) -> tuple[str, ...]:
        """The variants of a book by their names in the spec, the path's own first.

        Raises:
            HoyleError: there is no such variant, or one is given twice.
        """
        return tuple(self.source.chosen(variants))

    def program(self, variants: Sequence[str] = ()) -> Program:
        """The checked program with variants.

        Raises:
            HoyleError, SpecErrors: as `load_program`.
        """
        return load_program(self.spec, self.names(variants), self.parameters)

    def game(self, variants: Sequence[str] = ()) -> Game:
        """The game ready to be played."""
        key = self.names(variants)
        if key not in self._games:
            self._games[key] = game_of(self.program(key))
        return self._games[key]

    def words(self, language: str) -> dict[str, Any]:
        """The game's words in a language."""
        if known(language) not in self._words:
            self._words[language] = read_words(self.source.file.parent, language)
        return self._words[language]

    def variant_title(self, name: str, language: str) -> str:
        """What a variant is called."""
        return variant_title(self.words(language), name)

    def voice(self, language: str, variants: Sequence[str] = ()) -> Voice:
        """The game in a language, with variants. The book of the plain game tells what each variant changes.

        Raises:
            HoyleError: there is no such variant, or the language has no rulebooks.
            SpecErrors: mistakes of the spec, or words that are missing in the language.
        """
        key = language, self.names(variants)
        if key not in self._voices:
            self._voices[key] = self._make(*key)
        return self._voices[key]

    def _make(self, language: str, variants: tuple[str, ...]) -> Voice:
        program, words = self.program(variants), self.words(language)
        book = tell(program, language, words)
        book.variants = [self.variant_title(v, language) for v in variants]
        if not variants:
            for name in self.source.variants:
                other = self.voice(language, [name]).book
                book.changes.append(changes(book, other, name, self.variant_title(name, language)))
        speaker = Speaker(program, language, words)
        made: list[Piece] = []
        for component in program.components:
            names = iter(speaker.faces(component))
            made += pieces(program, component, lambda _, names=names: next(names), speaker.label)  # type: ignore[misc]
        if variants not in self._positions:
            self._positions[variants] = positions(program)
        return Voice(program, book, speaker, made, self._positions[variants])

    def measured(self, variants: Sequence[str] = ()) -> list[Measured]:
        """What random play gives, for each number of players; nothing if the rules cannot be followed."""
        key = self.names(variants)
        if key not in self._measured:
            self._measured[key] = measure(self.game(key))
        return self._measured[key]

    def lengths(self, variants: Sequence[str] = ()) -> list[Length]:
        """How long plays are, which a book prints; nothing if the rules cannot be followed."""
        key = self.names(variants)
        if key in self._measured:
            return [m.length for m in self._measured[key] if m.length is not None]
        if key not in self._lengths:
            self._lengths[key] = lengths(self.game(key))
        return self._lengths[key]

    def stem(self, language: str, variants: Sequence[str] = ()) -> str:
        """What a book's files are called."""
        return "-".join([self.source.name, *self.names(variants), language])
