"""Cards are moved, gathered, shuffled and shown: what the instructions of a flow about cards do.

Comes in: a frame, and what an instruction says, worked out. Goes out: the frame, changed, and its log, if it has one.
What always holds: cards come and go by `places` only; nothing happens, and nothing is told, where nothing is moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..language.tree import Span
from . import flow as F
from .errors import fail
from .events import Gathered, Moved, Revealed, Shuffled
from .layout import FACE, Frame, Layout
from .places import Places, shifted, whole
from .primitives import NO_VALUE


class Moving:
    """The movements of one flow. `seat` is whose play it is where plays are kept, `actor` who does it; -1 nobody."""

    def __init__(self, layout: Layout, places: Places) -> None:
        self.flow, self.places = layout.flow, places
        self.first, self.bags, self.log = layout.places, layout.bags, layout.log
        self.keeps_plays = [place.shape == "plays" for place in layout.flow.places]

    def card(self, f: Frame, card: int, to: int, under: bool, verb: str, seat: int, actor: int, at: Span) -> None:
        """One card goes to a place."""
        if card < 0:
            fail(at, NO_VALUE)
        self.places.remove[card >> 16](f, card & FACE, at)
        self.places.add[to](f, (card & FACE,), under, seat, at)
        if f[self.log] is not None:
            f[self.log].append(Moved((card,), to, under, verb, actor))

    def cards(
        self, f: Frame, cards: Sequence[int], to: int, under: bool, verb: str, seat: int, actor: int, at: Span
    ) -> None:
        """Some cards go to a place."""
        remove = self.places.remove
        for card in cards:
            if card < 0:
                fail(at, NO_VALUE)
            remove[card >> 16](f, card & FACE, at)
        self.places.add[to](f, [card & FACE for card in cards], under, seat, at)
        if f[self.log] is not None:
            f[self.log].append(Moved(tuple(cards), to, under, verb, actor))

    def all(self, f: Frame, source: int, to: int, under: bool, verb: str, seat: int, actor: int, at: Span) -> None:
        """All that lies at a place goes to another, in order, bags as bags."""
        first, bags = self.first, self.bags
        lying = f[first + source]
        if not lying or source == to:
            return
        ranges: Any = ()
        f[first + source] = ()
        faces = lying
        if bags[source]:
            ranges, f[bags[source]] = f[bags[source]], ()
        elif self.keeps_plays[source]:
            faces = tuple([face for play in lying for face in play[2]])
        if self.keeps_plays[source] and self.keeps_plays[to]:
            f[first + to] = (*lying, *f[first + to]) if under else (*f[first + to], *lying)
        else:
            base = 0 if under else len(f[first + to])
            self.places.add[to](f, faces, under, seat, at)
            if ranges and bags[to]:
                ranges = shifted(ranges, base)
                f[bags[to]] = (*ranges, *f[bags[to]]) if under else (*f[bags[to]], *ranges)
        if f[self.log] is not None:
            f[self.log].append(Moved(tuple([source << 16 | face for face in faces]), to, under, verb, actor))

    def play(self, f: Frame, play: Any, source: int, to: int, under: bool, verb: str, actor: int, at: Span) -> None:
        """One play, as a whole, leaves the place it was played to."""
        cell = self.first + source
        plays = f[cell]
        if play not in plays:
            fail(at, NO_VALUE if play == F.NONE else "a play is to be moved that does not lie there")
        i = plays.index(play)
        f[cell] = plays[:i] + plays[i + 1 :]
        self._put(f, play, to, under, at)
        if f[self.log] is not None:
            f[self.log].append(Moved(tuple([source << 16 | face for face in play[2]]), to, under, verb, actor))

    def meld(
        self,
        f: Frame,
        meld: Any,
        sources: Sequence[int],
        to: int,
        under: bool,
        verb: str,
        seat: int,
        actor: int,
        at: Span,
    ) -> None:
        """The faces of a meld leave some places, and are one play where plays are kept."""
        if meld.__class__ is int:
            fail(at, NO_VALUE)
        first, keeps_plays = self.first, self.keeps_plays
        cards: list[int] = []
        for face in meld[1]:
            for place in sources:
                lying = f[first + place]
                if face in lying or (keeps_plays[place] and any(face in play[2] for play in lying)):
                    break
            else:
                fail(at, f"{self.flow.faces[face].name} is to be moved and does not lie there")
            self.places.remove[place](f, face, at)
            cards.append(place << 16 | face)
        self._put(f, (seat, *meld), to, under, at)
        if f[self.log] is not None:
            f[self.log].append(Moved(tuple(cards), to, under, verb, actor))

    def _put(self, f: Frame, play: Any, to: int, under: bool, at: Span) -> None:
        """A whole play comes to a place: as a play where plays are kept, else as cards."""
        if self.keeps_plays[to]:
            cell = self.first + to
            f[cell] = (play, *f[cell]) if under else (*f[cell], play)
        else:
            self.places.add[to](f, play[2], under, play[0], at)

    def collect(self, f: Frame, component: int, to: int, at: Span) -> None:
        """All pieces of a component, wherever they are, go to a place."""
        faces: list[int] = []
        for index, place in enumerate(self.flow.places):
            if place.component != component or index == F.NOPLACE:
                continue
            lying = f[self.first + index]
            if self.keeps_plays[index]:
                for play in lying:
                    faces += play[2]
            else:
                faces += lying
            f[self.first + index] = ()
            if self.bags[index]:
                f[self.bags[index]] = ()
        faces.sort()
        self.places.add[to](f, faces, False, -1, at)
        if f[self.log] is not None:
            f[self.log].append(Gathered(component, to))

    def shuffle(self, f: Frame, place: int, at: Span) -> None:
        """A pile becomes one bag."""
        if not self.bags[place]:
            fail(at, "only a pile can be shuffled")
        faces = f[self.first + place] = tuple(sorted(f[self.first + place]))
        f[self.bags[place]] = whole(faces)
        if f[self.log] is not None:
            f[self.log].append(Shuffled(place))

    def reveal(self, f: Frame, cards: Sequence[int], seats: Sequence[int] | None, actor: int) -> None:
        """Some cards are shown to some seats, to all if None."""
        if f[self.log] is not None and cards:
            to = tuple(range(self.flow.players)) if seats is None else tuple(seats)
            f[self.log].append(Revealed(tuple(cards), to, actor))
