"""A sample game, recorded once and told in each language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from babel.lists import format_list

from ...engine.record import record
from ...language import tree as t
from ...language.examples import act_line
from ...pictures import box
from ...rulebook.speak import read_lines, seat_name
from ...site.replay import Deed, Played, Tongue, data, walk
from .edition import Edition, Voice

SEATS = ("ann", "bob", "cid", "dee", "eve", "fay", "gus", "hal", "ida", "jon", "kim", "lou")

LONGEST = 3_000
"""So many decisions of a play are shown at most; those of the games Hoyle has by itself take fewer than 1,000."""


def seats(players: int) -> list[str]:
    """Names for so many seats."""
    return [*SEATS[:players], *(f"p{k}" for k in range(len(SEATS) + 1, players + 1))]


class Sample:
    """A sample game of an edition, at the number of players that shows most: three, if so many can play.

    Args:
        edition: the game.
        seed: of the play.
    """

    def __init__(self, edition: Edition, seed: int) -> None:
        self.game = edition.game()
        counts = self.game.players
        players = min(counts[-1], max(counts[0], 3))
        self.record = record(self.game, seats(players), seed=seed, max_decisions=LONGEST)
        self.program = edition.program()

    @cached_property
    def played(self) -> Played:
        """The game cut into steps."""
        return walk(self.game, self.record)

    def file(self) -> bytes:
        """The record, to keep."""
        return json.dumps(self.record.to_json(), ensure_ascii=False, indent=1).encode()

    @cached_property
    def _choices(self) -> list[dict[str, Any]]:
        return [step for step in self.record.steps if "choice" in step]

    @cached_property
    def _rolls(self) -> list[Deed]:
        return [deed for step in self.played.steps for deed in step.deeds if deed.sort == "roll"]

    @cached_property
    def _read(self) -> tuple[list[t.Node | None], list[t.Node | None]]:
        """Choices and rolls as lines of an example, read once for all languages."""
        faces = [face.name for face in self.played.last.table.machine.flow.faces]
        acts = [act_line(x["player"], x["option"], x["choice"]) for x in self._choices]
        luck = [f"luck: {', '.join(faces[face] for face in deed.faces)}" for deed in self._rolls]
        return read_lines(self.program, self.record.players, acts), read_lines(self.program, self.record.players, luck)

    def told(self, voice: Voice, words: Mapping[str, str]) -> dict[str, Any]:
        """The game as the page's script steps through it, in a language.

        Args:
            voice: the game in that language.
            words: the site's own words in it.
        """
        speaker, players = voice.speaker, self.record.players
        plain = [f"{seat_name(x['player'])}: {x['choice']}" for x in self._choices]
        shown = [", ".join(voice.pieces[face].name for face in deed.faces) for deed in self._rolls]
        choices = speaker.acts(self._read[0], plain, players)
        rolls = dict(zip(map(id, self._rolls), speaker.acts(self._read[1], shown, players), strict=True))

        def track(name: str, held: Any) -> str:
            if held is None or held is False:
                return ""
            said = speaker.track(name)
            return said if held is True else words["pair"].format(a=said, b=speaker.value(held, players))

        def deed(one: Deed) -> str:
            if one.sort == "turn":
                return words["turn_of"].format(name=seat_name(one.seat))
            return choices[one.choice] if one.sort == "choice" else rolls[id(one)]

        def result(played: Played) -> list[str]:
            if played.ending is None:
                return [words["play_stuck" if played.last.kind == "stuck" else "goes_on"]]
            ending = speaker.ending(played.ending)
            names = format_list([seat_name(s) for s in played.winners], locale=voice.book.language)
            won = (
                words["winner" if len(played.winners) == 1 else "winners"].format(names=names)
                if played.winners
                else words["nobody_wins"]
            )
            return [f"{words['the_end']} {ending[:1].upper()}{ending[1:].rstrip('.')}.", won]

        tongue = Tongue(
            place=speaker.place,
            track=track,
            deed=deed,
            seat=seat_name,
            result=result,
            setup=words["first_step"],
            dealt=words["dealt"],
            shared=words["shared"],
        )
        return data(self.played, [{"name": p.name, "box": box(p)} for p in voice.pieces], tongue)
