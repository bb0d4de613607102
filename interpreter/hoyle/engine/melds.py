"""Combinations of cards: which ones a hand holds, and what some cards are together.

Comes in: a combination of a flow, and faces. Goes out: melds (form, faces), faces sorted by the component's order
(lowest first, ties by face). What always holds: melds come by form as declared, then by number of cards, then card by
card in that order; each set of faces comes once for a form. Both directions are memoised: hands are asked about again
and again, and mostly a hand is one of those before without a few cards.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, islice, product, repeat

from ..language.tree import Span
from .errors import fail
from .flow import NONE, Flow, FormPattern

Meld = tuple[int, tuple[int, ...]]
LIMIT = 200_000
"""How many melds of one hand are listed before the rules are said to ask for too much."""
MEMO = 20_000
LATEST = 12
"""So many hands are looked at for one that holds all of another and little more."""
MORE = 5
"""So many cards more it may hold."""


class Combination:
    """What a combination's forms mean for faces.

    Inside, cards are *positions*: their places in the component's order, so that sorting them sorts cards.
    """

    def __init__(self, flow: Flow, index: int) -> None:
        info = flow.combinations[index]
        component = flow.components[info.component]
        order = flow.tables[info.order]
        self.name, self.forms = info.name, info.forms
        self.faces = sorted(
            range(component.first, component.first + component.size), key=lambda face: (order[face], face)
        )
        self.position = {face: i for i, face in enumerate(self.faces)}
        self._columns = [
            [0 if form.column is None else flow.tables[form.column][face] for face in self.faces] for form in self.forms
        ]
        self._allowed = [[form.allowed[face] for face in self.faces] for form in self.forms]
        self._melds: dict[tuple[int, ...], list[Meld]] = {}
        self._latest: deque[tuple[int, ...]] = deque(maxlen=LATEST)
        self._single: dict[tuple[int, ...], Meld | str] = {}

    # ---- what a hand holds ----

    def melds(self, faces: tuple[int, ...], span: Span) -> list[Meld]:
        """All melds of some faces (sorted). More than can be listed is a fault of the rules."""
        found = self._melds.get(faces)
        if found is None:
            if len(self._melds) >= MEMO:
                self._melds.clear()
                self._latest.clear()
            found = self._left_of_latest(faces)
            if found is None:
                found = self._list(faces, span)
            self._melds[faces] = found
            self._latest.appendleft(faces)
        return found

    def _left_of_latest(self, faces: tuple[int, ...]) -> list[Meld] | None:
        """The melds of some faces, out of those of a hand that held them all, if there was one of late."""
        held = set(faces)
        for hand in self._latest:
            if 0 < len(hand) - len(faces) <= MORE and held.issubset(hand):
                gone = Counter(hand)
                gone.subtract(faces)
                if min(gone.values()) < 0:
                    continue
                none_left = gone.keys() - held
                melds = [meld for meld in self._melds[hand] if none_left.isdisjoint(meld[1])]
                for face in held:
                    if gone[face]:
                        left = faces.count(face)
                        melds = [meld for meld in melds if meld[1].count(face) <= left]
                return melds
        return None

    def _list(self, faces: tuple[int, ...], span: Span) -> list[Meld]:
        held = Counter(self.position[face] for face in faces)
        found: list[Meld] = []
        for index, form in enumerate(self.forms):
            groups = self._groups(index, held)
            if form.kind == "any":  # one group, whose sets come in order
                cards = [self.faces[p] for group in groups.values() for p in group]
                melds = [(index, some) for some in islice(_of_one_kind(form, cards), LIMIT + 1)]
            else:
                of_groups = map(_of_one_kind, repeat(form), groups.values())
                sets = list(islice(_runs(form, groups) if form.kind == "run" else chain(*of_groups), LIMIT + 1))
                sets.sort(key=lambda cards: (len(cards), cards))
                melds = [(index, tuple([self.faces[p] for p in cards])) for cards in sets]
            if len(melds) > LIMIT:
                fail(span, f"{len(faces)} cards hold more than {LIMIT} melds of {self.name}")
            found += melds
        return found

    def _groups(self, index: int, held: Counter[int]) -> dict[int, list[int]]:
        """The positions that may be in one form, by what is to be alike or in a row."""
        allowed, column = self._allowed[index], self._columns[index]
        groups: dict[int, list[int]] = {}
        for p in sorted(held):
            if allowed[p] and column[p] != NONE:
                groups.setdefault(column[p], []).extend([p] * held[p])
        return groups

    # ---- what some cards are ----

    def meld(self, faces: list[int], span: Span) -> Meld:
        """Faces, in any order, as a meld: the one form that fits. None or several is a fault of the rules."""
        key = tuple(sorted(faces))
        found = self._single.get(key)
        if found is None:
            if len(self._single) >= MEMO:
                self._single.clear()
            found = self._single[key] = self._recognise(key)
        if isinstance(found, str):
            fail(span, found)
        return found

    def _recognise(self, faces: tuple[int, ...]) -> Meld | str:
        if not all(face in self.position for face in faces):
            return f"these are not cards that {self.name} speaks of"
        cards = sorted(self.position[face] for face in faces)
        fitting = [index for index in range(len(self.forms)) if self.fits(index, cards)]
        if len(fitting) == 1:
            return fitting[0], tuple(self.faces[p] for p in cards)
        if not fitting:
            return f"these cards are no {self.name}"
        return f"these cards are several forms of {self.name}: {', '.join(self.forms[i].name for i in fitting)}"

    def fits(self, index: int, cards: list[int]) -> bool:
        """Whether positions are of one form."""
        form, allowed, column = self.forms[index], self._allowed[index], self._columns[index]
        values = Counter(column[p] for p in cards)
        if not cards or not all(allowed[p] for p in cards) or NONE in values:
            return False
        if form.kind == "run":
            long_enough = form.low <= len(values) and (form.high is None or len(values) <= form.high)
            together = max(values) - min(values) == len(values) - 1
            return long_enough and together and all(n == form.each for n in values.values())
        return len(values) == 1 and form.low <= len(cards) and (form.high is None or len(cards) <= form.high)


def _of_one_kind(form: FormPattern, cards: list[int]) -> Iterator[tuple[int, ...]]:
    """All sets of a form's sizes, of sorted cards that fit together."""
    for size in range(form.low, min(len(cards), form.high or len(cards)) + 1):
        yield from subsets(cards, size)


def _runs(form: FormPattern, groups: dict[int, list[int]]) -> Iterator[tuple[int, ...]]:
    """All runs over groups of positions by value: each way to take `each` of every value in a row."""
    # Of one value there may be more ways than can be listed: then the caller stops, as every run has many.
    ways = {
        value: list(islice(subsets(group, form.each), LIMIT + 1))
        for value, group in groups.items()
        if len(group) >= form.each
    }
    for first in sorted(ways):
        row: list[list[tuple[int, ...]]] = []
        value = first
        while value in ways and (form.high is None or len(row) < form.high):
            row.append(ways[value])
            value += 1
            if len(row) >= form.low:
                for picks in product(*row):
                    yield tuple(sorted([p for pick in picks for p in pick]))


def subsets(cards: list[int], size: int) -> Iterable[tuple[int, ...]]:
    """The distinct subsets of a sorted list with repetitions, of one size, in order, made as they are asked for."""
    distinct = len(set(cards))
    if distinct == len(cards):
        return combinations(cards, size)
    if distinct == 1:
        return [tuple(cards[:size])] if size <= len(cards) else []
    counts = list(Counter(cards).items())

    def rest(group: int, left: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            yield ()
        elif group < len(counts):
            card, count = counts[group]
            for n in range(min(count, left), -1, -1):
                for more in rest(group + 1, left - n):
                    yield (card,) * n + more

    return rest(0, size)
