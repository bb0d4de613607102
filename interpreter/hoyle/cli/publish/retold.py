"""Stories that verification tells, told again in a reader's language.

Comes in: the JSON of a story, whose lines are in the rules' own words, and what speaks for the game in a language. Goes
out: lines, each with whether it could be said in that language. What always holds: a line that is not understood whole
stays as verification tells it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...language import tree as t
from ...language.examples import act_line
from ...rulebook.speak import read_lines, seat_name
from .edition import Edition, Voice

Line = tuple[str, bool]
"""A line, and whether it is in the reader's language."""


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
        game = edition.game(variants)
        self.seats = [f"p{k}" for k in range(1, players + 1)]
        flow = game.machine(players).flow if players in game.players else None
        self.places: dict[str, str] = {}
        self.tracks: dict[str, str] = {}
        self.things: dict[str, str] = {seat: seat_name(seat) for seat in self.seats}
        self.endings: dict[str, str] = {}
        self.options = {
            node.name for each in self.program.procedures.values() for node in each.walk() if isinstance(node, t.Option)
        }
        if flow is None:
            return
        for place in flow.places[1:]:
            self.places[self._named(place)] = self._owned(self.speaker.place(place.name), place.owner)
        for slot in flow.slots:
            if slot.role == "track":
                said = self._owned(self.speaker.track(slot.name), -1 if slot.owner is None else slot.owner)
                self.tracks[self._named(slot).replace("-", " ")] = said
        for component in self.program.components:
            info = next(c for c in flow.components if c.name == component)
            names = [face.name for face in flow.faces[info.first : info.first + info.size]]
            self.things |= dict(zip(names, self.speaker.faces(component), strict=False))
        for kind in flow.kinds:
            for value in kind.values:
                self.things.setdefault(value, self.speaker.label(kind.name, value)[1])
        self.endings |= {name.replace("-", " "): self.speaker.ending(name) for name in flow.endings}
        self.things |= {"none": "–", "yes": words["yes"], "no": words["no"], **self.places}

    def _named(self, thing: Any) -> str:
        owner = -1 if thing.owner is None else thing.owner
        return str(thing.name) if owner < 0 else f"{thing.name} of {self.seats[owner]}"

    def _owned(self, name: str, owner: int) -> str:
        return name if owner < 0 else self.words["play_owned"].format(place=name, owner=seat_name(self.seats[owner]))

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

    # ---- what comes of a move ----

    def effect(self, text: str) -> str | None:
        """An effect in the language; None if it is not understood whole."""
        if text.endswith(" is shuffled"):
            place = self.places.get(text.removesuffix(" is shuffled"))
            return place and self.words["story_shuffled"].format(place=place)
        if text.startswith("at random: "):
            return self._with("story_random", "x", self.things.get(text.removeprefix("at random: ")))
        if text.startswith("turn of ") and text.removeprefix("turn of ") in self.seats:
            return self._with("turn_of", "name", seat_name(text.removeprefix("turn of ")))
        if text.endswith(", at random"):  # starter is p1, at random
            return self._with(
                "story_random", "x", self.things.get(text.removesuffix(", at random").rpartition(" is ")[2])
            )
        if text.startswith("the game ends: "):
            ending = self.endings.get(text.removeprefix("the game ends: "))
            return ending and f"{self.words['the_end']} {ending[:1].upper()}{ending[1:].rstrip('.')}."
        place_name, falls, faces = text.partition(" falls ")
        if falls and place_name in self.places:
            return self._with("play_dice", "faces", self._all(faces))
        if " → " in text:
            return self._joined([self._change(part) for part in text.split(", ")], " · ")
        if text.startswith("from "):
            source, _, goals = text.removeprefix("from ").partition(" to ")
            parts = [(cards, source, goal) for goal, _, cards in (g.partition(": ") for g in goals.split("; "))]
            return self._joined([self._way(*part) for part in parts], " · ")
        ways = []
        for part in text.split("; "):
            cards, _, rest = part.partition(" from ")
            source, _, goal = rest.partition(" to ")
            ways.append(self._way(cards, source, goal))
        return self._joined(ways, " · ")

    def _with(self, key: str, slot: str, said: str | None) -> str | None:
        return None if said is None else self.words[key].format(**{slot: said})

    def _joined(self, parts: Sequence[str | None], by: str) -> str | None:
        said = [part for part in parts if part is not None]
        return by.join(said) if len(said) == len(parts) else None

    def _all(self, names: str) -> str | None:
        """Cards or dice in the language, like ones counted."""
        found = []
        for name in names.split(", "):
            count, times, face = name.partition(" × ")
            said = self.things.get(face if times else name)
            found.append(said if said is None or not times else f"{count} × {said}")
        return self._joined(found, ", ")

    def _way(self, cards: str, source: str, goal: str) -> str | None:
        said, places = self._all(cards), [self.places.get(source), self.places.get(goal)]
        if said is None or None in places:
            return None
        return self.words["pair"].format(a=f"{places[0]} → {places[1]}", b=said)

    def _change(self, text: str) -> str | None:
        """`points of p1 0 → 5`."""
        before, _, new = text.partition(" → ")
        name, _, old = before.rpartition(" ")
        while name and name not in self.tracks:  # a value of several words
            name, _, more = name.rpartition(" ")
            old = f"{more} {old}"
        values = [self._value(x) for x in (old, new)]
        if not name or None in values:
            return None
        return self.words["pair"].format(a=self.tracks[name], b=" → ".join(map(str, values)))

    def _value(self, text: str) -> str | None:
        return text if text.lstrip("-−").isdigit() else self.things.get(text)
