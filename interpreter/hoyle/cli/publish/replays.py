"""A sample game, recorded once and told in each language."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from babel.lists import format_list

from ...engine.events import Asked, Began, Changed, Ended, Event
from ...engine.record import record
from ...numerals import minus
from ...pictures import box
from ...rulebook.speak import seat_name
from ...site.replay import Played, Tongue, data, walk
from ..lines import capital
from ..remarks import remarks
from ..telling import Telling
from ..tongue import Spoken
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

    def told(self, voice: Voice, words: Mapping[str, str]) -> dict[str, Any]:
        """The game as the page's script steps through it, in a language.

        Args:
            voice: the game in that language.
            words: the site's own words in it.
        """
        speaker, players = voice.speaker, self.record.players
        spoken = Spoken(self.played.last.table, 0, speaker)
        telling = Telling(spoken)

        def track(slot: int, held: Any) -> str:
            if held is None or held is False:
                return ""
            said = capital(spoken.track(slot))
            return said if held is True else words["pair"].format(a=said, b=minus(speaker.value(held, players)))

        def told(events: Sequence[Event]) -> list[str]:
            lines = [minus(telling.line(remark)) for remark in remarks(spoken.table, _told(events))]
            return [line if line.endswith(".") else f"{line}." for line in lines]

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
            return [f"{words['the_end']} {capital(ending.rstrip('.'))}.", won]

        tongue = Tongue(
            place=speaker.place,
            track=track,
            told=told,
            seat=seat_name,
            result=result,
            setup=words["first_step"],
            shared=words["shared"],
        )
        return data(self.played, [{"name": p.name, "box": box(p)} for p in voice.pieces], tongue)


def _told(events: Sequence[Event]) -> list[Event]:
    """What is told of a step: not how the game ended, which is its last line, nor the turn of whoever is to choose next,
    whom the table shows."""
    found: list[Event] = [event for event in events if not isinstance(event, Ended)]
    last = max((k for k, event in enumerate(found) if isinstance(event, Began)), default=None)
    if last is not None and all(isinstance(event, Asked | Changed) for event in found[last + 1 :]):
        del found[last]
    return found
