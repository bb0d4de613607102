"""What a player sees of the table, and the moves there are, drawn for a terminal.

Comes in: a state, a seat, and how things are called. Goes out: lines on a rich console. What always holds: what lies
where is taken from `state.observation` of that seat alone, so nothing hidden can slip in; from the flow come only names
and owners, which everybody knows.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import zip_longest
from math import ceil
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from . import output
from .remarks import Remark, few
from .telling import Telling

if TYPE_CHECKING:
    from ..engine.flow import Place
    from ..engine.state import Move, State
    from .match import Moves
    from .tongue import Plain

TITLE, FAINT, OWN, NUMBER = "bold", "dim", "bold", "cyan"

# Of a long pile only its last cards matter, not so of a hand, where nothing is last; of a long list of moves nobody reads
# more.
SHOWN_CARDS = 16
SHOWN_PLAYS = 8
SHOWN_ROWS = 18
MOST_COLUMNS = 16
SHOWN_EVENTS = 16

# Spaces between columns of moves.
GAP = 3


def draw(console: Console, state: State, tongue: Plain) -> None:
    """The table as a seat sees it: what is shared, the players, the seat's own cards last."""
    Board(state, tongue).draw(console)


class Board:
    """The table of a state, as the seat of a tongue sees it."""

    def __init__(self, state: State, tongue: Plain) -> None:
        self.state, self.tongue, self.words = state, tongue, tongue.words
        self.flow, self.names = state.table.machine.flow, state.table.names
        self.seen = state.observation(tongue.seat)

    def draw(self, console: Console) -> None:
        """Everything on it."""
        grid = Table.grid(padding=(0, 2), pad_edge=False)
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        grid.add_row(Text(self.words["table"], TITLE), Text(", ".join(self._tracks(-1))))
        empty = []
        for k, place, what in self._lying(-1):
            if what:
                grid.add_row(f"  {self.tongue.place(k)}", self._contents(place, what))
            else:
                empty.append((self.tongue.place(k), self.tongue.places(k)))
        if empty:
            names = families(empty, self.words["span"])
            grid.add_row(Text(f"  {self.words['empty']}", FAINT), Text(", ".join(names), FAINT))
        for owner, name in enumerate(self.state.players):
            self._player(grid, owner, f"{self.tongue.player(owner)}{' *' if name == self.seen['asked'] else ''}")
        output.show(console, grid)

    def _player(self, grid: Table, owner: int, name: str) -> None:
        own = owner == self.tongue.seat
        facts = self._tracks(owner)
        for k, place, what in self._lying(owner):
            if isinstance(what, int):
                facts.append(self._holds(self.tongue.place(k), self._count(what, place)))
        grid.add_row(Text(name, OWN if own else TITLE), Text(", ".join(facts)))
        for k, place, what in self._lying(owner):
            if what and not isinstance(what, int):
                style = OWN if own and place.view == "owner" else ""
                grid.add_row(f"  {self.tongue.place(k)}", self._contents(place, what, style))

    def _lying(self, owner: int) -> list[tuple[int, Place, Any]]:
        places = enumerate(self.flow.places)
        return [(k, p, self.seen["places"][self.names.places[k]]) for k, p in places if k and p.owner == owner]

    def _tracks(self, owner: int) -> list[str]:
        """Counters, flags and markers in words; nothing of one that says nothing now."""
        said = []
        for k, slot in enumerate(self.flow.slots):
            if slot.role != "track" or slot.owner != owner:
                continue
            held = self.seen["tracks"][self.names.slots[k]]
            if held is True:
                said.append(self.tongue.track(k))
            elif held is not None and held is not False:
                said.append(
                    self._holds(self.tongue.track(k), self.tongue.value(self.names.value(held, slot.sort), slot.sort))
                )
        return said

    def _holds(self, name: str, value: str) -> str:
        return self.words["holds"].format(name=name, value=value)

    def _count(self, count: int, place: Place) -> str:
        return self.tongue.pieces(place.component, count) if count else "–"

    def _contents(self, place: Place, what: Any, style: str = "") -> Text:
        """What lies at a place, as an observation has it."""
        if isinstance(what, int):
            return Text(self._count(what, place), FAINT)
        if isinstance(what, dict):
            cards = self._alike(place, what["cards"])
            count = self._count(len(what["cards"]), place)
            return Text(self.words["shuffled_cards"].format(count=count, cards=cards), style)
        if isinstance(what[0], dict):
            said = self.words["between"].join(self._play(play, place) for play in what[-SHOWN_PLAYS:])
            return Text(self._after(len(what) - SHOWN_PLAYS, said), style)
        if self.flow.components[place.component].sort == "dice":  # each by itself: `2 × 1` would read as a sum
            dice = [self.tongue.face(face) for face in self._in_order(place, what)]
            return Text(", ".join(die.replace(" ", output.TOGETHER) for die in dice), style)
        if place.shape == "zone":
            return Text(self._said([*self._in_order(place, what)], place), style)
        if len(what) > SHOWN_CARDS and len(set(what)) > SHOWN_CARDS:
            return Text(self._after(len(what) - SHOWN_CARDS, self._alike(place, what[-SHOWN_CARDS:])), style)
        return Text(self._alike(place, what), style)

    def _after(self, before: int, said: str) -> str:
        return self.words["before"].format(n=before, cards=said) if before > 0 else said

    def _faces(self, place: Place, what: Sequence[str]) -> list[int]:
        return [self.names.face(face, place.component) for face in what]

    def _in_order(self, place: Place, what: Sequence[str]) -> list[int]:
        """What lies in no order of its own, sorted as players sort a hand."""
        return sorted(self._faces(place, what), key=self.names.held)

    def _alike(self, place: Place, what: Sequence[str]) -> str:
        return self._said(self._faces(place, what), place)

    def _said(self, faces: Sequence[int], place: Place) -> str:
        """Cards in their order; those that lie together and are alike are counted."""
        return self.tongue.whole(self.tongue.cards(faces, place.component)).replace(
            " × ", f"{output.TOGETHER}×{output.TOGETHER}"
        )

    def _play(self, play: dict[str, Any], place: Place) -> str:
        cards = play["cards"]
        said = self._count(cards, place) if isinstance(cards, int) else self._alike(place, cards)
        if play.get("form") and len(cards) > 1:
            said = self.words["of_form"].format(cards=said, form=self.tongue.form(play["form"]))
        by = self.words["nobody"] if play["by"] is None else self.tongue.player(self.names.seat(play["by"]))
        return self.words["played_by"].format(player=by, cards=said)


def families(names: Sequence[tuple[str, str]], span: str) -> list[str]:
    """Names of places, each with what several of its family are called; numbered ones that follow one another are told as
    one: `build piles 1 to 8`."""
    told: list[tuple[str, str, int, int]] = []
    for name, many in names:
        family, _, number = name.rpartition(" ")
        if not family or not number.isdigit():
            told.append((name, many, -1, -1))
        elif told and told[-1][0] == family and told[-1][3] == int(number) - 1:
            told[-1] = (family, many, told[-1][2], int(number))
        else:
            told.append((family, many, int(number), int(number)))
    return [
        name if low < 0 else f"{name} {low}" if low == high else span.format(name=many, low=low, high=high)
        for name, many, low, high in told
    ]


# ---- moves -----------------------------------------------------------------------------------------------------------


def ordered(state: State) -> list[Move]:
    """The moves as they are listed: option by option, and the cards in them as in a sorted hand."""
    machine, names = state.table.machine, state.table.names
    options = machine.chooser(state.frame[0]).options
    moves = machine.moves(state.frame)
    first: dict[Any, int] = {}
    for index, move in enumerate(moves):
        first.setdefault(move[0], index)
        for bind, value in enumerate(move[1:]):
            first.setdefault((move[0], bind, value), index)

    def key(move: Move) -> tuple[int, ...]:
        option, *values = moves[move.index]
        binds = options[option].info.binds
        places = [
            names.held(value) if bind.sort.name in ("card", "face") else first[option, number, value]
            for number, (bind, value) in enumerate(zip(binds, values, strict=True))
        ]
        return (first[option], *places, move.index)

    return sorted(state.moves, key=key)


def list_moves(console: Console, moves: Moves, everything: bool = False) -> None:
    """The moves with their numbers, in as many columns as there is room for; not more than a screen of them unless
    `everything` is wanted."""
    listed, said = moves.numbers, moves.said if everything else moves.first(SHOWN_ROWS * MOST_COLUMNS)
    digits = len(str(max(listed)))
    longest = max(map(len, said)) + digits + 2
    columns = max(1, (console.width + GAP) // (longest + GAP))
    shown = len(said) if everything else min(len(said), columns * SHOWN_ROWS)
    items = [
        Text.assemble((f"{number:>{digits}}) ", NUMBER), move)
        for number, move in zip(listed[:shown], said[:shown], strict=True)
    ]
    grid = Table.grid(padding=(0, GAP), pad_edge=False)
    columns_ = _columns(items, console.width)
    for _ in columns_:
        grid.add_column(overflow="fold")
    for row in zip_longest(*columns_, fillvalue=Text()):
        grid.add_row(*row)
    output.show(console, grid)
    if len(moves) > shown:
        words = moves.words
        more = words["more_moves"].format(n=len(moves) - shown, moves=words["command moves"])
        console.print(Text(more, FAINT))


def _columns(items: Sequence[Text], width: int) -> list[Sequence[Text]]:
    """Items one below the other, in as few rows as there is room for: every column but the last is full."""
    widths = [item.cell_len + GAP for item in items]
    fewest = max(1, ceil(sum(widths) / (width + GAP)))  # columns are as wide as their widest item, at least as the mean
    for rows in range(fewest, len(items)):
        starts = range(0, len(items), rows)
        if sum(max(widths[k : k + rows]) for k in starts) <= width + GAP:
            return [items[k : k + rows] for k in starts]
    return [items]


# ---- what happened ---------------------------------------------------------------------------------------------------


def tell(console: Console, state: State, tongue: Plain, remarks: Sequence[Remark], scores: Container[str] = ()) -> None:
    """What happened; of much, the last (see `few`), with a word about how to read the rest where something is missing."""
    telling = Telling(tongue)
    told = few(tongue.flow, remarks, SHOWN_EVENTS, scores)
    missing = len(remarks) - sum(remark.times for remark in told if remark is not None)
    key = "more_lines_so" if state.kind == "decision" else "more_lines"
    gap = tongue.words[key].format(n=missing, history=tongue.words["command history"])
    for remark in told:
        if remark is None:
            console.print(Text(gap, FAINT))
            gap = "…"
            continue
        output.show(console, Text(tongue.whole(telling.line(remark)), FAINT if remark.minor else ""))
