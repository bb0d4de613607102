"""How things of a game are called at its table, for the player who sits there: places, cards, counters, moves.

Comes in: a table and the seat it is told to. Goes out: words for single things, put together by `telling` and `board`.
What always holds: of what the seat does not see only the kind and the number are said.

`Plain` calls things by their names in the spec; `Spoken` by the words of the game in a language.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..engine import events as E
from ..engine.events import UNSEEN
from ..engine.flow import NONE, Sort
from ..engine.names import Names
from ..language.diagnostics import HoyleError
from ..language.examples import act_line
from ..language.faces import face_names, faces_of
from ..numerals import minus
from . import wording
from .lines import capital, lines
from .wording import YOU

if TYPE_CHECKING:
    from ..engine.game import Game
    from ..engine.state import State, Table
    from ..rulebook import phrases as p
    from ..rulebook.speak import Speaker

ENGLISH = "en"

Said = Sequence[str | tuple[Any, Sort]]


class Plain:
    """The names of the spec, in English sentences."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat
        self.flow, self.names = table.machine.flow, table.names
        self.code = ENGLISH
        self.words = lines(ENGLISH)
        self.mine = wording.yours(table)

    # ---- who ----

    def player(self, seat: int) -> str:
        """What a player is called."""
        return self.names.seats[seat]

    def is_you(self, seat: int) -> bool:
        """Whether a player is spoken to."""
        return self.names.seats[seat] == YOU

    def listed(self, players: Sequence[str]) -> str:
        """Several players: ann, bob and cid."""
        return wording.listed(players)

    # ---- cards and dice ----

    def face(self, face: int) -> str:
        """A face by its name."""
        return self.names.faces[face]

    def pieces(self, component: int, count: int, unseen: bool = False) -> str:
        """So many cards or dice."""
        dice = self.flow.components[component].sort == "dice"
        one, many = ("die", "dice") if dice else ("card", "cards")
        if unseen:
            return f"an unseen {one}" if count == 1 else f"{count} unseen {many}"
        return f"{count} {one if count == 1 else many}"

    def all_pieces(self, component: int) -> str:
        """All cards of a component."""
        return f"every {self.flow.components[component].name}"

    def cards(self, cards: Sequence[int], component: int) -> str:
        """Cards, like ones counted; a face is in the last bits of each."""
        said = []
        for face, same in groupby(cards, key=lambda card: card & UNSEEN):
            count = len(list(same))
            if face == UNSEEN:
                said.append(self.pieces(component, count, unseen=True))
            else:
                said.append(self.face(face) if count == 1 else f"{count} × {self.face(face)}")
        return ", ".join(said)

    # ---- places and what is kept track of ----

    def place(self, place: int) -> str:
        """A place without its owner."""
        return self.flow.places[place].name

    def places(self, place: int) -> str:
        """What the family of a numbered place is called, of which several are told together."""
        return self.place(place).rpartition(" ")[0]

    def lies(self, place: int, how: str, known: bool = False) -> str:
        """A place in a sentence, with its owner: `from your hand`.

        Args:
            place: the place.
            how: a preposition or `the`.
            known: whether its owner has just been named.
        """
        name = self.mine(self.names.places[place])
        return name if how == "the" else f"{how} {name}"

    def track(self, slot: int) -> str:
        """A counter, flag or marker without its owner."""
        return self.flow.slots[slot].name

    def held(self, slot: int) -> str:
        """A counter or marker with its owner."""
        return self.mine(self.names.slots[slot])

    def turned(self, slot: int, now: bool) -> str | None:
        """That a flag is set now, or no longer; None if it is told as other changes are."""
        owner = self.flow.slots[slot].owner
        if owner is None or owner < 0:
            return None
        who = self.player(owner)
        return f"{who} {'are' if who == YOU else 'is'} {'now' if now else 'no longer'} {self.flow.slots[slot].name}"

    # ---- values ----

    def value(self, value: Any, sort: Sort) -> str:
        """What a counter, a marker or a move holds."""
        if value is None:
            return self.words["unseen"]
        if sort.name == "list":
            return "none" if value == NONE else ", ".join(self.value(item, Sort(sort.of)) for item in value)
        return self.mine(self.names.word(value, sort))

    def number(self, number: int) -> str:
        """A number, with its sign."""
        return str(number)

    def ending(self, name: str) -> str:
        """How a game ends."""
        return name.replace("-", " ")

    def form(self, name: str) -> str:
        """A form of a combination."""
        return name.replace("-", " ")

    # ---- moves ----

    def chose(self, event: E.Chose, carried: E.Moved | None) -> str:
        """A choice. What could not be seen where it came from is named as it was seen to arrive."""
        return f"{self.player(event.seat)}: {self.mine(self._text(self.names, event.said, carried).strip())}"

    def _text(self, names: Names, said: Said, carried: E.Moved | None) -> str:
        parts = []
        for part in said:
            if isinstance(part, str):
                parts.append(part)
            elif carried is not None and _unseen(*part):
                parts.append(self._several(names, carried.cards))
            else:
                parts.append(self._word(names, *part))
        return "".join(parts)

    def _several(self, names: Names, cards: Sequence[int]) -> str:
        return names.cards(cards)

    def _word(self, names: Names, value: Any, sort: Sort) -> str:
        return names.word(value, sort)

    def asks(self, state: State, moves: Sequence[E.Move]) -> list[str]:
        """Moves of the seat as they are listed."""
        return self.typed(state, moves)

    def typed(self, state: State, moves: Sequence[E.Move]) -> list[str]:
        """Moves of the seat in the words of the spec."""
        machine = self.table.machine
        return [self.mine(self.names.said(machine.said(state.frame, move))) for move in moves]

    # ---- how it looks ----

    def line(self, text: str) -> str:
        """A line that tells something."""
        return text

    def whole(self, text: str) -> str:
        """A text with the words of each card kept together where lines are broken."""
        return wording.together([name for name in self.names.faces if " " in name])(text)


class Spoken(Plain):
    """The words of a game in a language; where one is missing, the spec's."""

    def __init__(self, table: Table, seat: int, speaker: Speaker) -> None:
        from ..rulebook.phrases import Referent

        super().__init__(table, seat)
        self.speaker = speaker
        self.code = speaker.lexicon.language
        self.words = lines(self.code)
        # Seats under names that a line of an example can have, and no game has.
        self._seats = [f"qzs{_letters(number)}" for number in range(len(self.names.seats))]
        self._inside = Names(self.flow, self._seats)
        self._called = [self._call(name) for name in self.names.seats]
        self._who: list[p.Referent] = [
            Referent("player", you=name == YOU, proper=None if name == YOU else self._called[number], human=True)
            for number, name in enumerate(self.names.seats)
        ]
        self._faces: list[str] = []
        spoken = {
            name: dict(
                zip(
                    face_names(speaker.program, name, faces_of(component, speaker.program)),
                    speaker.faces(name),
                    strict=True,
                )
            )
            for name, component in speaker.program.components.items()
        }
        for face in self.flow.faces:
            component = self.flow.components[face.component].name
            self._faces.append(spoken.get(component, {}).get(face.name, face.name))
        self._asked: dict[str, str] = {}
        self._told: dict[tuple[int, str], str] = {}

    def _call(self, name: str) -> str:
        if name == YOU:
            return self.words["you"]
        return name.title() if name == name.lower() else name

    def player(self, seat: int) -> str:
        return self._called[seat]

    def listed(self, players: Sequence[str]) -> str:
        from babel.lists import format_list

        return format_list(list(players), locale=self.code)

    def face(self, face: int) -> str:
        return self._faces[face]

    def pieces(self, component: int, count: int, unseen: bool = False) -> str:
        return self.speaker.pieces(self.flow.components[component].name, count, one="a" if unseen else "bare")

    def all_pieces(self, component: int) -> str:
        return self.speaker.all_pieces(self.flow.components[component].name, super().all_pieces(component))

    def place(self, place: int) -> str:
        return self.speaker.place(self.flow.places[place].name, capital=False)

    def places(self, place: int) -> str:
        return self.speaker.places(self.flow.places[place].name)

    def lies(self, place: int, how: str, known: bool = False) -> str:
        owner = self.flow.places[place].owner
        who = None if owner < 0 else self._who[owner]
        return self.speaker.lies(self.flow.places[place].name, how, who, super().lies(place, how), known)

    def track(self, slot: int) -> str:
        owner, name = self.flow.slots[slot].owner, self.flow.slots[slot].name
        said = None if owner is None or owner < 0 else self.speaker.has(name, self._who[owner])
        return said or self.speaker.track(name, capital=False)

    def held(self, slot: int) -> str:
        owner = self.flow.slots[slot].owner
        if owner is None or owner < 0:
            return self.track(slot)
        return self.speaker.held(self.flow.slots[slot].name, self._who[owner], super().held(slot))

    def turned(self, slot: int, now: bool) -> str | None:
        owner, name = self.flow.slots[slot].owner, self.flow.slots[slot].name
        if " of " in name:
            return None
        who = None if owner is None or owner < 0 else self._who[owner]
        return self.speaker.turned(name, now, who, super().turned(slot, now) or "") or None

    def value(self, value: Any, sort: Sort) -> str:
        if value is None:
            return self.words["unseen"]
        if sort.name == "list":
            return "–" if value == NONE else ", ".join(self.value(item, Sort(sort.of)) for item in value)
        if value == NONE:
            return "–"
        match sort.name:
            case "card" | "face":
                return self.words["unseen"] if value & UNSEEN == UNSEEN else self.face(value & UNSEEN)
            case "meld" | "play":
                return self.cards(value[-1], 0)
            case "truth":
                return self.words["yes" if value else "no"]
            case "number":
                return self.number(value)
            case "player":
                return self.player(value)
            case "place":
                return self.lies(value, "the")
            case "form":
                return self.form(self.names.word(value, sort))
            case "kind":
                return self.speaker.named(self.names.word(value, sort))
        return self.names.word(value, sort)

    def number(self, number: int) -> str:
        return minus(str(number))

    def ending(self, name: str) -> str:
        return self.speaker.ending(name).rstrip(".")

    def form(self, name: str) -> str:
        return self.speaker.noun(name)

    # ---- moves ----

    def chose(self, event: E.Chose, carried: E.Moved | None) -> str:
        you = self.is_you(event.seat)
        if not event.move:
            return self.words["secretly_you" if you else "secretly"].format(player=self.player(event.seat))
        if carried is None and any(not isinstance(part, str) and part[0] is None for part in event.said):
            return self.words["unseen_choice"].format(player=self.player(event.seat))
        text = self._text(self._inside, event.said, carried).strip()
        option = self.table.machine.chooser(event.at).options[event.move[0]].info.name
        key = event.seat, text
        if key not in self._told:
            line = act_line(self._seats[event.seat], option, text)
            self._told[key] = self._say([line], [super().chose(event, carried)], event.seat if you else None, True)[0]
        return self._told[key]

    def _several(self, names: Names, cards: Sequence[int]) -> str:
        said = [
            self._component(card >> 16) if card & UNSEEN == UNSEEN else names.faces[card & UNSEEN] for card in cards
        ]
        return said[0] if len(said) == 1 else f"[{', '.join(said)}]"

    def _word(self, names: Names, value: Any, sort: Sort) -> str:
        if sort.name == "card" and value is not None and value & UNSEEN == UNSEEN:
            return self._component(value >> 16)
        return names.word(value, sort)

    def _component(self, place: int) -> str:
        return self.flow.components[self.flow.places[place].component].name

    def asks(self, state: State, moves: Sequence[E.Move]) -> list[str]:
        machine = self.table.machine
        options = machine.chooser(state.frame[0]).options
        seat = state.players.index(state.player) if state.player in state.players else self.seat
        said = [self._inside.said(machine.said(state.frame, move)) for move in moves]
        names = [options[move[0]].info.name for move in moves]
        new = {
            text: (name, k) for k, (text, name) in enumerate(zip(said, names, strict=True)) if text not in self._asked
        }
        typed = self.typed(state, moves)
        found = self._say(
            [act_line(self._seats[seat], name, text) for text, (name, _) in new.items()],
            [typed[k] for _, k in new.values()],
            seat,
            False,
        )
        self._asked |= {text: one.rstrip(".") for text, one in zip(new, found, strict=True)}
        return _distinct([self._asked[text] for text in said], typed)

    def _say(self, acts: list[str], plain: list[str], you: int | None, told: bool) -> list[str]:
        """Moves, as lines of an example, in sentences."""
        from ..rulebook.speak import read_lines

        return self.speaker.acts(
            read_lines(self.speaker.program, self._seats, acts),
            plain,
            self._seats,
            "" if you is None else self._seats[you],
            names=dict(zip(self._seats, self._called, strict=True)),
            told=told,
            brief=False,
        )

    def line(self, text: str) -> str:
        return capital(text)

    def whole(self, text: str) -> str:
        return wording.together([name for name in self._faces if " " in name])(text)


def _unseen(value: Any, sort: Sort) -> bool:
    return value is None or (sort.name == "card" and value & UNSEEN == UNSEEN)


def _distinct(said: Sequence[str], otherwise: Sequence[str]) -> list[str]:
    """Sentences of moves, each with the spec's words beside it where two are the same."""
    often = Counter(said)
    return [text if often[text] == 1 else f"{text} ({plain})" for text, plain in zip(said, otherwise, strict=True)]


def _letters(number: int) -> str:
    """A number in letters: a, b, …, z, ba."""
    high, low = divmod(number, 26)
    return (_letters(high) if high else "") + chr(ord("a") + low)


def speak(spec: str, game: Game, table: Table, seat: int, code: str) -> tuple[Plain, str]:
    """What speaks of a game at a table in a language, and the game's title with its variants.

    Args:
        spec: the game's name or path.
        game: the game.
        table: its table.
        seat: to whom it is told.
        code: the language.

    Raises:
        HoyleError: the terminal or the game does not speak it.
        SpecErrors: words of the game are missing in it.
    """
    from ..library import find
    from ..rulebook.book import tell, variant_title
    from ..rulebook.speak import Speaker
    from ..rulebook.wordfile import read_words

    lines(code)
    source = find(spec)
    words = read_words(source.file.parent, code)
    program = game.program
    if program is None or (not words and code == ENGLISH):
        return Plain(table, seat), _titled(game.title, game.variants)
    if not words:
        hint = f"hoyle words {shlex.quote(spec)} --lang {code}"
        raise HoyleError(f"{source.name} has no words in `{code}`: there is no words.{code}.toml; `{hint}` begins it")
    title = str(words.get("title") or game.title)
    if code != ENGLISH:
        title = tell(program, code, words).title
    variants = [variant_title(words, name) if code != ENGLISH else name for name in game.variants]
    return Spoken(table, seat, Speaker(program, code, words)), _titled(title, variants)


def _titled(title: str, variants: Sequence[str]) -> str:
    return f"{title} ({', '.join(variants)})" if variants else title
