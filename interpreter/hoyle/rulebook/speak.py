"""Single things said in a reader's language: faces, places, counters, what a player does. For pictures and recorded
games.

Comes in: a program and the words of its game in a language. Goes out: plain text. What always holds: a word that the
language lacks is said as the spec has it, so that a picture or a replay is never held up by a missing word (the book
reports it).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..language import tree as t
from ..language.diagnostics import SpecErrors
from ..language.examples import check_examples
from ..language.expressions import Expressions
from ..language.faces import face_names, faces_of
from ..language.parse import parse
from ..language.program import Program
from ..language.types import Ref
from . import phrases as p
from .book import prepare
from .refer import settle
from .tell.context import Env
from .tell.examples import Examples
from .text import Text

_HEAD = 'game "a play"\n'


class Speaker:
    """Says things of one game in one language."""

    def __init__(self, program: Program, language: str, words: dict[str, Any]) -> None:
        self.program = program
        self.line = prepare(program, language, words)
        self.lexicon = self.line.lex
        self.tell = Examples(program)

    def say(self, phrase: p.Phrase, otherwise: str, capital: bool = False) -> str:
        """A phrase as text; `otherwise` if a word is missing."""
        return _whole(self.line.line(self.line.say(phrase), capital), otherwise)

    # ---- faces -----------------------------------------------------------------------------------------------------
    def faces(self, component: str) -> list[str]:
        """The names of all faces of a component, in the order of its rows: 3 of spades, cat 4."""
        rows = faces_of(self.program.components[component], self.program)
        found = []
        for spelled in face_names(self.program, component, rows):
            words = [int(w) if w.lstrip("-").isdigit() else w for w in spelled.replace(" of ", " ").split()]
            node = t.Name("", ref=Ref("face", (component, words)))
            found.append(self.say(self.tell.face(node, "bare"), spelled))
        return found

    def label(self, kind: str, value: str) -> tuple[str, str]:
        """The sign and the word of a value of a kind, or of a row: V and valet."""
        group = "nouns" if kind == "row" else "values"
        raw = self.lexicon.raw(group, value)
        entry = raw if isinstance(raw, dict) else {"one": raw} if raw else {}
        word = str(entry.get("one") or value.replace("-", " "))
        return str(entry.get("sign") or (value if value.isdigit() else word[:1].upper())), word

    # ---- places and tracks -----------------------------------------------------------------------------------------
    def place(self, name: str, capital: bool = True) -> str:
        """A place without its owner: hand, store 2, cat pile."""
        return self.say(self._place(name), name.replace("-", " "), capital)

    def places(self, name: str) -> str:
        """What several places of a numbered one's family are called, without their numbers: stores."""
        return self.say(self._place(name).but(label=None, many=True), name.rpartition(" ")[0].replace("-", " "))

    def lies(self, name: str, how: str, owner: p.Referent | None, otherwise: str, known: bool = False) -> str:
        """A place in a sentence: your hand, from the deck, under Ann’s card pile.

        Args:
            name: the place, without its owner.
            how: a preposition of the lexicon, or `the`.
            owner: whose it is.
            otherwise: what is said if a word is missing.
            known: the owner has just been named: their card pile.
        """
        whose = None if owner is None else p.Ref(owner, pronoun=known and not owner.you)
        phrase = self._place(name).but(det="the", owner=whose)
        return self.say(phrase if how == "the" else p.Prep(how, phrase), otherwise)

    def _place(self, name: str) -> p.NP:
        family, _, kind = name.partition(" of ")
        head, _, number = family.partition(" ")
        label = p.Figure(int(number)) if number.isdigit() else None
        return p.NP(head, "bare", label=label, kind=kind or None)

    def track(self, name: str, capital: bool = True) -> str:
        """A counter, flag or marker: points, leader, bound by a pass, the hearts are broken."""
        head, _, kind = name.partition(" of ")
        plain = name.replace("-", " ")
        track = self.program.tracks.get(head)
        if track is not None and track.shape == "flag":
            return self.say(p.Adj(head) if track.each else p.Fact(head), plain, capital)
        said = self.say(self._track(head), plain, capital)
        return f"{said} ({self.named(kind)})" if kind else said

    def held(self, name: str, owner: p.Referent, otherwise: str) -> str:
        """What somebody has of a counter or marker: your points."""
        head, _, kind = name.partition(" of ")
        said = self.say(self._track(head).but(owner=p.Ref(owner)), otherwise)
        return f"{said} ({self.named(kind)})" if kind else said

    def _track(self, head: str) -> p.NP:
        track = self.program.tracks.get(head)
        return p.NP(head, "bare", many=track is not None and track.shape == "counter" and head == self.program.score)

    def turned(self, name: str, now: bool, owner: p.Referent | None, otherwise: str) -> str:
        """That a flag was set, or is set no longer: you are out, the hearts are no longer broken."""
        adverb = None if now else "no-longer"
        if owner is None:
            return self.say(p.Fact(name, not now, adverb=adverb), otherwise)
        return self.say(p.Clause("be", p.Ref(owner), pred=p.Adj(name), negative=not now, adverb=adverb), otherwise)

    def has(self, name: str, owner: p.Referent) -> str | None:
        """A flag of somebody that the language says with a verb, without its subject: have had a turn. None of others."""
        raw = self.lexicon.raw("adjectives", name)
        if not isinstance(raw, dict) or "verb" not in raw:
            return None
        clause = p.Clause("be", p.Ref(owner, gap=True), pred=p.Adj(name))
        return self.say(clause, "") or None

    def pieces(self, component: str, count: int, one: str = "bare") -> str:
        """So many cards or dice: 3 cards; of one, `one` says how: 1 card (bare), a card (a)."""
        if count == 1 and one == "a":
            return self.say(p.NP(component, "a"), f"1 {component}")
        noun = self.say(p.NP(component, "bare", many=count != 1), component)
        return f"{self.line.figure(count)} {noun}"

    def noun(self, name: str) -> str:
        """A thing by its noun."""
        return self.say(p.NP(name, "bare"), name.replace("-", " "))

    def all_pieces(self, component: str, otherwise: str) -> str:
        """All cards, all dice."""
        return self.say(p.NP(component, "all", many=True), otherwise)

    def value(self, held: Any, seats: Sequence[str]) -> str:
        """What a counter or a marker holds, as the engine gives it: a number, a seat, the value of a kind, a face, a
        place.
        """
        if isinstance(held, int):
            return str(held)
        if isinstance(held, list) and len(held) == 2 and isinstance(held[0], str):
            rows = faces_of(self.program.components[held[0]], self.program)
            names = face_names(self.program, held[0], rows)
            return self.faces(held[0])[names.index(held[1])] if held[1] in names else str(held[1])
        if not isinstance(held, str):
            return ""
        if held in seats:
            return seat_name(held)
        return self.place(held) if held.partition(" of ")[0] in self.program.zones else self.named(held)

    def named(self, value: str) -> str:
        """A value of a kind as it is named: spades."""
        return self.say(p.Value(value, "bare"), value.replace("-", " "))

    def ending(self, name: str) -> str:
        """How the game ended."""
        found = self.lexicon.raw("endings", name)
        return str(found if isinstance(found, str) else name.replace("-", " "))

    # ---- acts ------------------------------------------------------------------------------------------------------
    def acts(
        self,
        read: Sequence[t.Node | None],
        plain: Sequence[str],
        seats: Sequence[str],
        you: str = "",
        *,
        names: Mapping[str, str] | None = None,
        told: bool = False,
        brief: bool = True,
    ) -> list[str]:
        """What players did and how luck fell, a sentence each.

        Args:
            read: the lines as `read_lines` gives them.
            plain: what is said of a line that could not be read, or for which a word is missing.
            seats: the names of the seats.
            you: the seat of the reader, who is told what to do: play the 4 of clubs.
            names: what the seats are called, if not by their names.
            told: the reader is told what they did instead (you play …), and of others nobody is named twice.
            brief: cards are told by their signs.
        """
        called = names or {s: seat_name(s) for s in seats}
        env: Env = {s: p.Referent("player", proper=called[s], human=True) for s in seats}
        if you:
            env[you] = p.Referent("player", you=True, human=True)
        self.tell.brief = brief
        said = [
            otherwise if line is None else self._act(line, env, otherwise, told)
            for line, otherwise in zip(read, plain, strict=True)
        ]
        self.tell.brief = False
        return said

    def _act(self, line: t.Node, env: Mapping[str, Any], otherwise: str, told: bool) -> str:
        said = self.tell.line(line, dict(env))
        if not told and isinstance(said, p.Clause) and isinstance(said.subject, p.Ref) and said.subject.to.you:
            said = said.but(subject=None, mood="imp")
        return _whole(self.line.text(settle(p.Sentence(said))), otherwise)


def _whole(text: Text, otherwise: str) -> str:
    """A text; `otherwise` if a word is missing in it."""
    return otherwise if "‹" in str(text) else str(text)


def seat_name(seat: str) -> str:
    """A seat's name as people write it."""
    return seat.replace("-", " ").title()


def read_lines(program: Program, seats: Sequence[str], lines: Sequence[str]) -> list[t.Node | None]:
    """Lines of an example as checked trees, to be told in any language; None for a line that the language of specs
    cannot say.

    Args:
        program: a checked program.
        seats: the names of the seats, as a spec can write them.
        lines: what happened, as an example would say it: `ann does play 4 of clubs`, `luck: 5`.
    """
    if not lines:
        return []
    example = _parsed(seats, lines)
    if example is None:
        half = len(lines) // 2
        return (
            [None] if not half else read_lines(program, seats, lines[:half]) + read_lines(program, seats, lines[half:])
        )
    examples = {"play": t.Example("play", list(seats), [t.At(t.Call("play", [])), *example.lines])}
    asked = replace(program, examples=examples)
    x = Expressions(asked)
    check_examples(asked, x)
    wrong = {error.span.line for error in x.errors}
    return [None if line.span.line in wrong else line for line in example.lines]


def _parsed(seats: Sequence[str], lines: Sequence[str]) -> t.Example | None:
    body = "".join(f"  {line}\n" for line in lines)
    try:
        file = parse(f"{_HEAD}example play for {', '.join(seats)}:\n{body}")
    except SpecErrors:
        return None
    example = next(d for d in file.declarations if isinstance(d, t.Example))
    return example if len(example.lines) == len(lines) else None
