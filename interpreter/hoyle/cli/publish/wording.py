"""Words for programs that play a game without Hoyle: sentences for moves with gaps to fill, names of things.

Comes in: a program, its flows and what speaks for it in a language. Goes out: JSON data (the `words` of a manifest). What
always holds: a pattern gives, for every move it was tried with, exactly the sentence that the rulebook's grammar makes;
where none can be found there is none, and a host says the move in the rules' own words.

A pattern is found by telling moves that differ in one value: what changes in the sentence are the words of that value.

    ["{player} plays ", {"part": 2, "words": {"cat 4": "the cat 4", …}}, " onto ", {"part": 4, "words": {…}}, "."]

`part` is a place in the option's phrase. Words are kept by the name of a face, a value, or a place without its owner;
of the cards of a meld, like ones that lie together are counted, and kept under `3 × cat 4`. `{owner}` stands for the
owner's name. Words in a list are for owners whose names begin with a consonant and with a vowel (de Bob, d’Ann), and for
what whoever moves owns: their hand; your hand in the patterns of `asks`, which say a move to the player who may make it
(play the cat 4).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby, islice, product
from typing import Any

from ...engine import flow as f
from ...language.examples import act_line
from ...language.program import Program
from ...rulebook.phrases import Referent
from ...rulebook.speak import Speaker, read_lines
from ..lines import capital

_PLAYER, _OWNER = ("qzan", "azan"), ("qzbn", "azbn")
"""Names that no game has: of who moves and of who owns a place, with a consonant and with a vowel at their front."""
MINE = 2
"""Which of the words for owners is for what whoever moves owns."""
OWNERS = (0, 1, MINE)
_NUMBERS = ("1", "2", "3", "5", "11", "40")
_TRIED, _BASES = 24, 60
_ALIKE = 20
"""Of so many like cards in a meld the words are found, at most."""
_UNSAID = "\ue000"

Pattern = list[Any]


@dataclass(frozen=True)
class Said:
    """A value that a part of a phrase can have: the name its words are kept under, how a spec writes it, whether
    somebody owns it, of a face how many there can be, whether it is a place of whoever moves."""

    key: str
    text: str
    owned: bool = False
    copies: int = 1
    own: bool = False


@dataclass(frozen=True)
class Gap:
    """A part of a phrase whose value is said: its place in the phrase, its sort, the values it can have."""

    part: int
    sort: f.Sort
    values: tuple[Said, ...]


def words(
    program: Program,
    speaker: Speaker,
    title: str,
    flows: Mapping[int, f.Flow],
    options: list[tuple[int, f.OptionInfo]],
) -> dict[str, Any]:
    """The words of a game in one language.

    Args:
        program: the game.
        speaker: says its things in the language.
        title: what the game is called in it.
        flows: the flow for each number of players.
        options: for each pattern that is wanted, an option and the number of players whose flow it is from.
    """
    everywhere = list(flows.values())
    places = {place.name for flow in everywhere for place in flow.places[1:]}
    tracks = {slot.name for flow in everywhere for slot in flow.slots if slot.role == "track"}
    flags = {slot.name for flow in everywhere for slot in flow.slots if slot.sort.name == "truth"}
    return {
        "title": title,
        "faces": {
            name: dict(zip(_faces(everywhere, name), speaker.faces(name), strict=False)) for name in program.components
        },
        "places": {name: speaker.place(name) for name in sorted(places)},
        "tracks": {name: speaker.track(name) for name in sorted(tracks)},
        "flags": {name: _flag(speaker, name) for name in sorted(tracks & flags)},
        "values": {kind.name: {value: speaker.named(value) for value in kind.values} for kind in everywhere[-1].kinds},
        "endings": {name: speaker.ending(name) for flow in everywhere for name in flow.endings},
        "moves": [Finder(program, speaker, flows[players], option).pattern() for players, option in options],
        "asks": [Finder(program, speaker, flows[players], option, asks=True).pattern() for players, option in options],
    }


def _flag(speaker: Speaker, name: str) -> dict[str, str]:
    """How a flag is told: that it was set (`set`), that it is so no longer (`unset`), and what it says beside its owner's
    name (`holds`); nothing of what the language has no words for."""
    owner = _OWNER[0].title()
    track = speaker.program.tracks.get(name)
    who = Referent("player", proper=owner, human=True) if track is not None and track.each else None
    said = {
        "set": speaker.turned(name, True, who, ""),
        "unset": speaker.turned(name, False, who, ""),
        "holds": speaker.has(name, who) or "" if who is not None else "",
    }
    return {key: capital(text).replace(owner, "{owner}") for key, text in said.items() if text}


def _faces(flows: list[f.Flow], component: str) -> list[str]:
    """The names of a component's faces, as the flow with most of them has them."""
    found: list[str] = []
    for flow in flows:
        info = next(c for c in flow.components if c.name == component)
        names = [face.name for face in flow.faces[info.first : info.first + info.size]]
        found = max(found, names, key=len)
    return found


class Finder:
    """Finds the pattern of an option: what a player does, or (`asks`) what they are told they may do."""

    def __init__(
        self, program: Program, speaker: Speaker, flow: f.Flow, option: f.OptionInfo, asks: bool = False
    ) -> None:
        self.program, self.speaker, self.flow, self.option, self.asks = program, speaker, flow, option, asks
        self.mover = next((x.player for x in flow.code if isinstance(x, f.Choose) and _offers(x, option)), None)
        self.gaps = [
            Gap(number, sort, values)
            for number, part in enumerate(option.phrase.parts)
            if not isinstance(part, str)
            for sort, values in [self._values(part)]
        ]
        self._told: dict[tuple[str, int], str | None] = {}

    def pattern(self) -> Pattern | None:
        """The pattern; None if there is none that always fits."""
        if any(not gap.values for gap in self.gaps):
            return None
        base = self._base()
        if base is None:
            return None
        found = self._cut(base)
        return found if found is not None and self._fits(found) else None

    # ---- what the parts of a phrase can be ----

    def _values(self, part: int | tuple[f.Expr, f.Sort]) -> tuple[f.Sort, tuple[Said, ...]]:
        """The values that a part of the phrase can have; none if they are of a sort that is not spoken of here."""
        flow = self.flow
        sort = self.option.binds[part].sort if isinstance(part, int) else part[1]
        match sort.name:
            case "card" | "face" | "meld":
                copies: dict[str, int] = {}
                for face in flow.faces:
                    if face.count and self._component(sort) in ("", self._of(face)):
                        dice = flow.components[face.component].dice
                        copies[face.name] = max(copies.get(face.name, 0), min(dice or face.count, _ALIKE))
                return sort, tuple(Said(name, name, copies=many) for name, many in copies.items())
            case "place":
                return sort, self._places(part, sort)
            case "player":
                return sort, (Said("", "", owned=True),)
            case "kind":
                values = next((kind.values for kind in flow.kinds if kind.name == sort.of), ())
                return sort, tuple(Said(value, value) for value in values)
            case "number":
                return sort, tuple(Said(number, number) for number in _NUMBERS)
        return sort, ()

    def _component(self, sort: f.Sort) -> str:
        """The component of the cards of a sort; empty if it may be any."""
        for combination in self.flow.combinations:
            if combination.name == sort.of:
                return self.flow.components[combination.component].name
        return sort.of if any(c.name == sort.of for c in self.flow.components) else ""

    def _of(self, face: f.FaceInfo) -> str:
        return self.flow.components[face.component].name

    def _places(self, part: int | tuple[f.Expr, f.Sort], sort: f.Sort) -> tuple[Said, ...]:
        """The places that a part can be."""
        flow = self.flow
        some = range(1, len(flow.places))
        own = False
        if not isinstance(part, int):
            match part[0]:
                case f.Const(value):
                    some = range(value, value + 1)
                case f.Offset(base, index, count):
                    some = range(base, base + count)
                    own = index == self.mover  # Ann bids a 3 as her offer: nobody else’s can be meant
        for family in flow.families:
            if family.name == sort.of:
                some = range(family.first, family.first + family.size)
        found = {flow.places[k].name: flow.places[k].owner >= 0 for k in some if k}
        return tuple(Said(name, name, owned and not own, own=owned and own) for name, owned in found.items())

    # ---- telling moves ----

    def _line(self, values: tuple[Said | tuple[Said, ...], ...], vowel: int) -> str:
        """A move as an example of the spec would write it."""
        player, owner = self._names(vowel)
        given = dict(zip((gap.part for gap in self.gaps), values, strict=True))
        text = ""
        for number, part in enumerate(self.option.phrase.parts):
            if isinstance(part, str):
                text += part
                continue
            value = given[number]
            if isinstance(value, tuple):
                text += value[0].text if len(value) == 1 else f"[{', '.join(one.text for one in value)}]"
            elif not value.text:
                text += owner
            elif value.own:
                text += f"{value.text} of {player}"
            else:
                text += f"{value.text} of {owner}" if value.owned else value.text
        return act_line(player, self.option.name, text)

    def _names(self, vowel: int) -> tuple[str, str]:
        """The names of who moves and of who owns; the same where only one plays, and of what is one's own."""
        if vowel == MINE:
            return _PLAYER[0], _PLAYER[0]
        return _PLAYER[vowel], _OWNER[vowel] if self.flow.players > 1 else _PLAYER[vowel]

    def _said(self, lines: list[str], seats: list[str]) -> list[str]:
        """Lines as sentences, the first seat moving."""
        read = read_lines(self.program, seats, lines)
        return self.speaker.acts(read, [_UNSAID] * len(lines), seats, seats[0] if self.asks else "")

    def _seats(self, vowel: int) -> list[str]:
        named = list(dict.fromkeys(self._names(vowel)))
        return [*named, *(f"qzs{'abcdefghijklmnopqrstuvwxyz'[k]}" for k in range(self.flow.players - len(named)))]

    def _tell(self, lines: list[str], vowel: int) -> list[str | None]:
        """Sentences of moves; None for one that cannot be told."""
        new = [line for line in dict.fromkeys(lines) if (line, vowel) not in self._told]
        seats = self._seats(vowel)
        for line, said in zip(new, self._said(new, seats), strict=True):
            self._told[line, vowel] = None if said == _UNSAID else said
        return [self._told[line, vowel] for line in lines]

    # ---- finding the pattern ----

    def _base(self) -> tuple[Said, ...] | None:
        """Values with which the move can be told."""
        for some in islice(product(*(gap.values for gap in self.gaps)), _BASES):
            if self._tell([self._line(self._wrapped(some), 0)], 0)[0] is not None:
                return some
        return None

    def _wrapped(self, values: tuple[Said, ...]) -> tuple[Said | tuple[Said, ...], ...]:
        """Values as they are written: of a meld, a single card."""
        return tuple(
            (value,) if gap.sort.name == "meld" else value for gap, value in zip(self.gaps, values, strict=True)
        )

    def _variants(self, base: tuple[Said, ...], k: int) -> tuple[list[str], dict[str, dict[int, str]]]:
        """Sentences that differ in one value (and its owner's name), or in how many like cards are a meld: all, and by
        the name that the words are kept under."""
        gap = self.gaps[k]
        some = [(value.key, self._wrapped((*base[:k], value, *base[k + 1 :]))) for value in gap.values]
        if gap.sort.name == "meld":
            wrapped = self._wrapped(base)
            some += [
                (f"{many} × {value.key}", (*wrapped[:k], (value,) * many, *wrapped[k + 1 :]))
                for value in gap.values
                for many in range(2, value.copies + 1)
            ]
        found: list[str] = []
        by_key: dict[str, dict[int, str]] = {}
        for vowel in OWNERS if any(value.owned for value in gap.values) else (0,):
            lines = []
            for _, changed in some:
                line = self._line(changed, vowel)
                # Only the owner's name may begin with another letter: who moves stays who it is.
                lines.append(line.replace(_PLAYER[1], _PLAYER[0]) if vowel and self.flow.players > 1 else line)
            seats = [_PLAYER[0], *self._seats(vowel)[1:]] if vowel and self.flow.players > 1 else self._seats(vowel)
            for (key, _), said in zip(some, self._said(lines, seats), strict=True):
                if said != _UNSAID:
                    found.append(said)
                    by_key.setdefault(key, {})[vowel] = said
        return found, by_key

    def _cut(self, base: tuple[Said, ...]) -> Pattern | None:
        """The sentence of the base, cut at the words of its values."""
        (whole,) = self._tell([self._line(self._wrapped(base), 0)], 0)
        assert whole is not None
        pieces: list[tuple[int, int, dict[str, Any]]] = []
        for k, gap in enumerate(self.gaps):
            found, by_key = self._variants(base, k)
            if len(set(found)) < 2:
                if gap.sort.name == "meld":
                    return None
                continue
            start, after = _common(found)
            words: dict[str, Any] = {}
            for key, said in by_key.items():
                if len(said) not in (1, len(OWNERS)):
                    continue
                forms = [
                    said[vowel][start : len(said[vowel]) - after].replace(self._names(vowel)[1].title(), "{owner}")
                    for vowel in sorted(said)
                ]
                words[key] = forms[0] if len(set(forms)) == 1 else forms
            piece: dict[str, Any] = {"part": gap.part, "words": words}
            if gap.sort.name == "number":
                if any(words.get(number) != number for number in _NUMBERS):
                    return None
                piece |= {"words": {}, "number": True}
            if gap.sort.name == "meld" and not self._joined(base, k, start, after, piece):
                return None
            pieces.append((start, len(whole) - after, piece))
        pieces.sort(key=lambda one: one[:2])
        pattern: Pattern = []
        at = 0
        for start, end, piece in pieces:
            if start < at:
                return None
            pattern += [self._plain(whole[at:start]), piece]
            at = end
        return [part for part in [*pattern, self._plain(whole[at:])] if part]

    def _plain(self, text: str) -> str:
        return text.replace(_PLAYER[0].title(), "{player}")

    def _joined(self, base: tuple[Said, ...], k: int, start: int, after: int, piece: dict[str, Any]) -> bool:
        """How the cards of a meld are joined: from sentences with two and with three; whether that is known."""
        values = self.gaps[k].values
        # With two faces a third card is like the first: like ones that lie apart are not counted.
        some = (values[0], values[len(values) // 2], values[-1] if len(values) > 2 else values[0])
        if len(values) == 1:
            piece |= {"and": "", "comma": ""}
            return True
        wrapped = self._wrapped(base)
        two, three = self._tell(
            [
                self._line((*wrapped[:k], some[:2], *wrapped[k + 1 :]), 0),
                self._line((*wrapped[:k], some, *wrapped[k + 1 :]), 0),
            ],
            0,
        )
        a, b, c = (piece["words"].get(value.key) for value in some)
        if two is None or three is None or not (a and b and c):
            return False
        pair, triple = two[start : len(two) - after], three[start : len(three) - after]
        if not (pair.startswith(a) and pair.endswith(b) and triple.startswith(a) and triple.endswith(c)):
            return False
        piece["and"] = pair[len(a) : len(pair) - len(b)]
        head = triple[: len(triple) - len(piece["and"] + c)]
        piece["comma"] = head[len(a) : len(head) - len(b)]
        return bool(triple == a + piece["comma"] + b + piece["and"] + c)

    # ---- trying it ----

    def _fits(self, pattern: Pattern) -> bool:
        """Whether the pattern gives what is told, for moves at random."""
        source = random.Random(1)
        for vowel in OWNERS:
            tried: list[tuple[Said | tuple[Said, ...], ...]] = []
            for _ in range(_TRIED if self.gaps else 1):
                values: list[Said | tuple[Said, ...]] = []
                for gap in self.gaps:
                    one: Any = source.choice(gap.values)
                    if gap.sort.name == "meld":
                        cards = [value for value in gap.values for _ in range(value.copies)]
                        one = tuple(source.sample(cards, source.randint(1, min(5, len(cards)))))
                    values.append(one)
                tried.append(tuple(values))
            told = self._tell([self._line(some, vowel) for some in tried], vowel)
            for some, said in zip(tried, told, strict=True):
                if said is not None and self._filled(pattern, some, vowel) not in (said, None):
                    return False
        return True

    def _filled(self, pattern: Pattern, values: tuple[Any, ...], vowel: int) -> str | None:
        """A pattern filled in as a host does it; None where it has no words."""
        given = dict(zip((gap.part for gap in self.gaps), values, strict=True))
        player, owner = (name.title() for name in self._names(vowel))
        said = ""
        for piece in pattern:
            if isinstance(piece, str):
                said += piece.replace("{player}", player)
                continue
            value = given[piece["part"]]
            if isinstance(value, tuple):
                names = [
                    piece["words"].get(key if count == 1 else f"{count} × {key}")
                    for key, count in ((key, len(list(same))) for key, same in groupby(one.key for one in value))
                ]
                if None in names:
                    return None
                said += names[0] if len(names) == 1 else piece["and"].join([piece["comma"].join(names[:-1]), names[-1]])
                continue
            text = piece["words"].get(value.key, value.key if piece.get("number") else None)
            if text is None:
                return None
            said += (text[vowel] if isinstance(text, list) else text).replace("{owner}", owner)
        return said


def _offers(choose: f.Choose, option: f.OptionInfo) -> bool:
    """Whether an option is one of a choice."""
    return any(one is option for tier in choose.tiers for one in tier.options)


def _common(texts: list[str]) -> tuple[int, int]:
    """How much all texts have in common in front and behind, whole words only."""
    start = _prefix(texts)
    shortest = min(len(text) for text in texts)
    after = min(_prefix([text[::-1] for text in texts]), shortest - start)
    start = texts[0].rfind(" ", 0, start) + 1
    behind = texts[0][len(texts[0]) - after :]
    return start, after - next((k for k, sign in enumerate(behind) if not sign.isalnum()), len(behind))


def _prefix(texts: list[str]) -> int:
    """How many signs all texts have in common in front."""
    first, last = min(texts), max(texts)
    return next((k for k, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
