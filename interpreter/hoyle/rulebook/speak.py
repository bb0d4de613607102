"""Single things said in a reader's language: faces, places, counters, what a player does. For pictures and recorded games.

Comes in: a program and the words of its game in a language. Goes out: plain text. What always holds: a word that the language lacks
is said as the spec has it, so that a picture or a replay is never held up by a missing word (the book reports it).
"""

from __future__ import annotations

from collections.abc import Sequence
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
from .tell.context import Env
from .tell.examples import Examples

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
        before = len(self.lexicon.missing)
        text = str(self.line.line(self.line.say(phrase), capital))
        return text if len(self.lexicon.missing) == before else otherwise

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
    def place(self, name: str) -> str:
        """A place without its owner: hand, store 2, cat pile."""
        family, _, kind = name.partition(" of ")
        head, _, number = family.partition(" ")
        label = p.Figure(int(number)) if number.isdigit() else None
        phrase = p.NP(head, "bare", label=label, kind=kind) if kind else p.NP(head, "bare", label=label)
        return self.say(phrase, name.replace("-", " "), capital=True)

    def track(self, name: str) -> str:
        """A counter, flag or marker: points, leader."""
        head, _, kind = name.partition(" of ")
        plain = name.replace("-", " ")
        track = self.program.tracks.get(head)
        if track is not None and track.shape == "flag":
            adjective = self.lexicon.raw("adjectives", head)
            word = adjective.get("one") if isinstance(adjective, dict) else adjective
            fact = self.lexicon.raw("facts", head)
            noun = fact.get("noun", fact.get("is")) if isinstance(fact, dict) else None
            whole = " ".join(str(x) for x in ((noun or {}).get("one"), (fact or {}).get("adj")) if x) if isinstance(fact, dict) else ""
            return str(word or whole or plain).capitalize()
        said = self.say(p.NP(head, "bare", many=track is not None and track.shape == "counter" and head == self.program.score), plain, capital=True)
        return f"{said} ({self.label('', kind)[1]})" if kind else said

    def ending(self, name: str) -> str:
        """How the game ended."""
        found = self.lexicon.raw("endings", name)
        return str(found if isinstance(found, str) else name.replace("-", " "))

    # ---- acts ------------------------------------------------------------------------------------------------------
    def acts(self, seats: Sequence[str], steps: Sequence[tuple[str, str, str]]) -> list[str]:
        """What players did, a sentence each.

        Args:
            seats: the names of the seats, as a spec can write them.
            steps: (seat, option, the move as the engine says it) for each choice.
        """
        lines = [f"  {seat} does {option}{text[len(option) :]}" for seat, option, text in steps]
        plain = [f"{seat}: {text}" for seat, _, text in steps]
        if not lines:
            return []
        source = f"{_HEAD}example play for {', '.join(seats)}:\n" + "\n".join(lines) + "\n"
        try:
            example = next(d for d in parse(source).declarations if isinstance(d, t.Example))
        except SpecErrors:
            return plain
        env: Env = {s: p.Referent("player", proper=s.replace("-", " ").title(), human=True) for s in seats}
        said = []
        for line, otherwise in zip(example.lines, plain, strict=True):
            said.append(self._act(line, env, example.seats, otherwise))
        return said

    def _act(self, line: t.Node, env: Env, seats: list[str], otherwise: str) -> str:
        x = Expressions(self.program)
        kept = self.program.examples
        self.program.examples = {"play": t.Example("play", seats, [t.At(t.Call("play", [])), line])}
        try:
            check_examples(self.program, x)
        finally:
            self.program.examples = kept
        if x.errors:
            return otherwise
        self.tell.brief = True
        before = len(self.lexicon.missing)
        text = str(self.line.text(p.Sentence(self.tell.line(line, env))))
        self.tell.brief = False
        return text if len(self.lexicon.missing) == before else otherwise
