"""Stories that verification tells, told again in a reader's language.

Comes in: the JSON of a story, whose lines are in the rules' own words, and what speaks for the game in a language. Goes
out: lines, each with whether it could be said in that language. What always holds: a line is read back as the events that
it tells, which are told as the terminal tells them; a line that is not understood whole stays as verification tells it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...engine import events as E
from ...engine.events import Event
from ...engine.flow import NONE, Sort
from ...language import tree as t
from ...language.diagnostics import HoyleError
from ...language.examples import act_line
from ...rulebook.speak import read_lines
from ..lines import capital
from ..remarks import Remark
from ..telling import Telling
from ..tongue import Spoken
from .edition import Edition, Voice

Line = tuple[str, bool]
"""A line, and whether it is in the reader's language."""


class Unread(Exception):
    """A line that is not understood."""


class Teller:
    """Tells stories of one setting in one language.

    Args:
        edition: the game.
        voice: the game in that language, with the variants of the setting.
        variants: these variants.
        players: how many play.
        words: the site's own words in the language.
    """

    def __init__(
        self, edition: Edition, voice: Voice, variants: Sequence[str], players: int, words: Mapping[str, str]
    ) -> None:
        self.words, self.speaker = words, voice.speaker
        self.program = edition.program(variants)
        self.seats = [f"p{k}" for k in range(1, players + 1)]
        self.options = {
            node.name for each in self.program.procedures.values() for node in each.walk() if isinstance(node, t.Option)
        }
        game = edition.game(variants)
        self.reader: Reader | None = None
        if players in game.players:
            tongue = Spoken(game.table(self.seats), 0, self.speaker)
            self.reader, self.telling = Reader(tongue), Telling(tongue)

    def lines(self, story: Mapping[str, Any]) -> Iterator[Line]:
        """The lines of a story: what each player does, what comes of it, how it ends."""
        beats = story.get("beats", [])
        acts = [self._act(b["player"], str(b["does"])) if b.get("player") in self.seats else "" for b in beats]
        wanted = [act for act in acts if act]
        said = dict(zip(wanted, self._said(wanted), strict=True))
        for beat, act in zip(beats, acts, strict=True):
            plain = ": ".join(str(x) for x in (beat.get("player"), beat.get("does")) if x)
            told = said.get(act, "")
            if told or plain:
                yield (told, True) if told else (plain, False)
            for effect in beat.get("effects", []):
                again = self.effect(str(effect))
                yield (str(effect), False) if again is None else (again, True)
        for line in story.get("end", []):
            said_so = self.words.get(f"says {line}")
            yield (said_so, True) if said_so else (str(line), False)

    def _act(self, player: str, does: str) -> str:
        """A move as an example writes it."""
        fitting = [name for name in self.options if f"{does} ".startswith(f"{name.replace('-', ' ')} ")]
        return act_line(player, max(fitting, key=len, default=does.partition(" ")[0]), does)

    def _said(self, acts: list[str]) -> list[str]:
        """Moves as sentences; an empty text for one that cannot be said."""
        return self.speaker.acts(read_lines(self.program, self.seats, acts), [""] * len(acts), self.seats)

    def effect(self, text: str) -> str | None:
        """What comes of a move, in the language; None if it is not understood whole."""
        if self.reader is None:
            return None
        try:
            chance = self.reader.chance(text)
            if chance is not None:
                return capital(self.telling.words["at_random"].format(x=chance))
            return " · ".join(self.telling.line(Remark(event)) for event in self.reader.events(text))
        except (Unread, HoyleError):
            return None


class Reader:
    """Reads lines of stories back as the events that they tell.

    Raises:
        Unread, HoyleError: by each method, if a line names what the game does not have.
    """

    def __init__(self, tongue: Spoken) -> None:
        self.tongue, self.flow, self.names = tongue, tongue.flow, tongue.names
        self.slots = {
            self.names.slots[k].replace("-", " "): k for k, slot in enumerate(self.flow.slots) if slot.role == "track"
        }

    def chance(self, text: str) -> str | None:
        """What was picked at random, in the language; None if the line tells something else."""
        if text.startswith("at random: "):
            return self._thing(text.removeprefix("at random: "))
        if text.endswith(", at random"):  # starter is p1, at random
            return self._thing(text.removesuffix(", at random").rpartition(" is ")[2])
        return None

    def events(self, text: str) -> list[Event]:
        """The events of any other line."""
        if text.endswith(" is shuffled"):
            return [E.Shuffled(self.names.place(text.removesuffix(" is shuffled")))]
        if text.startswith("turn of "):
            return [E.Began(self.names.seat(text.removeprefix("turn of ")))]
        if text.startswith("the game ends: "):
            named = [name.replace("-", " ") for name in self.flow.endings]
            return [E.Ended(_index(named, text.removeprefix("the game ends: ")))]
        place, falls, faces = text.partition(" falls ")
        if falls:
            k = self.names.place(place)
            return [E.Rolled(k, tuple(self._face(face, k) for face in faces.split(", ")))]
        if " → " in text:
            return [self._changed(part) for part in text.split(", ")]
        if text.startswith("from "):
            source, _, goals = text.removeprefix("from ").partition(" to ")
            parts = [goal.partition(": ") for goal in goals.split("; ")]
            return [
                self._moved(cards, source, goal.removesuffix(" (under)"), goal.endswith(" (under)"))
                for goal, _, cards in parts
            ]
        return [self._went(part) for part in text.split("; ")]

    def _went(self, text: str) -> E.Moved:
        """`red 5, red 7 from deck to hand of p1`."""
        cards, _, way = text.partition(" from ")
        under = " under " in way
        source, _, goal = way.partition(" under " if under else " to ")
        return self._moved(cards, source, goal, under)

    def _moved(self, cards: str, source: str, goal: str, under: bool) -> E.Moved:
        at, to = self.names.place(source), self.names.place(goal)
        found: list[int] = []
        for name in cards.split(", "):
            count, times, face = name.partition(" × ")
            found += [at << 16 | self._face(face if times else name, at)] * (int(count) if times else 1)
        return E.Moved(tuple(found), to, under, "", -1)

    def _face(self, name: str, place: int) -> int:
        return self.names.face(name, self.flow.places[place].component)

    def _changed(self, text: str) -> E.Changed:
        """`points of p1 0 → 5`."""
        before, _, new = text.partition(" → ")
        name, _, old = before.rpartition(" ")
        while name and name not in self.slots:  # a value of several words
            name, _, more = name.rpartition(" ")
            old = f"{more} {old}"
        if not name:
            raise Unread
        slot = self.slots[name]
        sort = self.flow.slots[slot].sort
        return E.Changed(slot, self._value(old, sort), self._value(new, sort))

    def _value(self, text: str, sort: Sort) -> Any:
        if text == "none":
            return NONE
        match sort.name:
            case "truth":
                return _index(["no", "yes"], text)
            case "card" | "face":
                return _index(self.names.faces, text)
            case "number":
                return int(text) if text.lstrip("-").isdigit() else _index([], text)
        return self.names.value(text, sort)

    def _thing(self, name: str) -> str:
        """A player, place, card, value or number, in the language."""
        for sort in (
            Sort("player"),
            Sort("place"),
            Sort("face"),
            *(Sort("kind", kind.name) for kind in self.flow.kinds),
        ):
            try:
                return self.tongue.value(self._value(name, sort), sort)
            except (Unread, HoyleError):
                continue
        if name.lstrip("-").isdigit():
            return name
        raise Unread


def _index(names: Sequence[str], name: str) -> int:
    if name not in names:
        raise Unread
    return names.index(name)
