"""What a player sees of the table, and of what has just happened, drawn for a terminal.

Comes in: a state and a seat. Goes out: lines on a rich console. What always holds: what lies where is taken from
`state.observation` of that seat alone, and what happened from what that seat saw, so nothing hidden can slip in; from
the flow come only names and owners, which everybody knows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Sequence
from itertools import count, zip_longest
from math import ceil
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..engine import events as E
from ..engine.events import UNSEEN, Event
from ..language import tree as t
from . import match, output, wording

if TYPE_CHECKING:
    from ..engine.flow import Place
    from ..engine.state import Move, State
    from ..language.program import Program

TITLE, FAINT, OWN, NUMBER = "bold", "dim", "bold", "cyan"

# Of a long pile only its last cards matter, not so of a hand, where nothing is last; of a long list of moves nobody reads
# more.
SHOWN_CARDS = 16
SHOWN_PLAYS = 8
SHOWN_ROWS = 18
SHOWN_EVENTS = 16

ONLY_MOVE = " (the only move)"

# Spaces between columns of moves.
GAP = 3


def draw(console: Console, state: State, seat: int) -> None:
    """The table as a seat sees it: what is shared, the players, the seat's own cards last."""
    seen = state.observation(seat)
    flow, names = state.table.machine.flow, state.table.names
    grid = Table.grid(padding=(0, 2), pad_edge=False)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")

    def lying(owner: int) -> list[tuple[Place, Any]]:
        places = enumerate(flow.places)
        return [(p, seen["places"][names.places[i]]) for i, p in places if i and p.owner == owner]

    def tracks(owner: int) -> list[str]:
        slots = [(i, slot) for i, slot in enumerate(flow.slots) if slot.role == "track" and slot.owner == owner]
        said = [_track(slot.name, seen["tracks"][names.slots[i]]) for i, slot in slots]
        return [one for one in said if one]

    grid.add_row(Text("table", TITLE), Text(", ".join(tracks(-1))))
    for place, what in lying(-1):
        if what:
            grid.add_row(f"  {place.name}", _contents(state, place, what))
    empty = [place.name for place, what in lying(-1) if not what]
    if empty:
        grid.add_row(Text("  empty", FAINT), Text(", ".join(_families(empty)), FAINT))
    for owner, player in enumerate(state.players):
        facts = tracks(owner)
        for place, what in lying(owner):
            if isinstance(what, int):
                facts.append(f"{place.name} {_count(what, _pieces(state, place))}")
        name = f"{player} *" if player == seen["asked"] else player
        grid.add_row(Text(name, OWN if owner == seat else TITLE), Text(", ".join(facts)))
        for place, what in lying(owner):
            if what and not isinstance(what, int):
                style = OWN if owner == seat and place.view == "owner" else ""
                grid.add_row(f"  {place.name}", _contents(state, place, what, style))
    output.show(console, grid)


def _families(names: Sequence[str]) -> list[str]:
    """Names of places; numbered ones that follow one another are told as one: `build-pile 1 to 8`."""
    told: list[tuple[str, int, int]] = []
    for name in names:
        family, _, number = name.rpartition(" ")
        if not family or not number.isdigit():
            told.append((name, -1, -1))
        elif told and told[-1][0] == family and told[-1][2] == int(number) - 1:
            told[-1] = (family, told[-1][1], int(number))
        else:
            told.append((family, int(number), int(number)))
    return [
        name if low < 0 else f"{name} {low}" if low == high else f"{name} {low} to {high}" for name, low, high in told
    ]


def _track(name: str, value: Any) -> str:
    """A counter, flag or marker in words; nothing if it says nothing now."""
    if value is None or value is False:
        return ""
    return name if value is True else f"{name} {_said(value)}"


def _said(value: Any) -> str:
    if isinstance(value, list):  # a card is data of its face and its place, a face of its component and its name
        return ", ".join(_said(item) for item in value if item is not None)
    return str(value)


def _in_order(state: State, place: Place, what: list[str]) -> list[str]:
    """What lies in no order of its own, sorted as players sort a hand."""
    names = state.table.names
    return sorted(what, key=lambda card: names.held(names.face(card, place.component)))


def _pieces(state: State, place: Place) -> str:
    return "dice" if state.table.machine.flow.components[place.component].sort == "dice" else "cards"


def _count(count: int, pieces: str) -> str:
    one = {"cards": "card", "dice": "die"}[pieces]
    return f"{count} {one if count == 1 else pieces}" if count else "–"


def _contents(state: State, place: Place, what: Any, style: str = "") -> Text:
    """What lies at a place, as an observation has it."""
    pieces = _pieces(state, place)
    if isinstance(what, int):
        return Text(_count(what, pieces), FAINT)
    if isinstance(what, dict):
        return Text(f"{_count(len(what['cards']), pieces)}, shuffled: {_alike(what['cards'])}", style)
    if isinstance(what[0], dict):
        before = f"{len(what) - SHOWN_PLAYS} before, " if len(what) > SHOWN_PLAYS else ""
        return Text(before + "; ".join(_play(play, pieces) for play in what[-SHOWN_PLAYS:]), style)
    if pieces == "dice":  # each by itself: `2 × 1` would read as a sum
        return Text(", ".join(die.replace(" ", output.TOGETHER) for die in _in_order(state, place, what)), style)
    if place.shape == "zone":
        return Text(_alike(_in_order(state, place, what)), style)
    if len(what) > SHOWN_CARDS and len(set(what)) > SHOWN_CARDS:
        return Text(f"{len(what) - SHOWN_CARDS} before, {_alike(what[-SHOWN_CARDS:])}", style)
    return Text(_alike(what), style)


def _play(play: dict[str, Any], pieces: str) -> str:
    cards = play["cards"]
    said = _count(cards, pieces) if isinstance(cards, int) else _alike(cards)
    form = f" ({play['form'].replace('-', ' ')})" if play.get("form") and len(cards) > 1 else ""
    return f"{play['by'] or 'nobody'}: {said}{form}"


def _alike(cards: Sequence[str]) -> str:
    """Cards in their order; those that lie together and are alike are counted."""
    runs: list[tuple[str, int]] = []
    for card in cards:
        if runs and runs[-1][0] == card:
            runs[-1] = (card, runs[-1][1] + 1)
        else:
            runs.append((card, 1))
    said = [card if count == 1 else f"{count} × {card}" for card, count in runs]
    return ", ".join(one.replace(" ", output.TOGETHER) for one in said)


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


def list_moves(console: Console, moves: Sequence[str], everything: bool = False) -> None:
    """The moves with their numbers, in as many columns as there is room for; not more than a screen of them unless
    `everything` is wanted."""
    listed = match.numbers(moves)
    digits = len(str(max(listed)))
    longest = max(map(len, moves)) + digits + 2
    columns = max(1, (console.width + GAP) // (longest + GAP))
    shown = len(moves) if everything else min(len(moves), columns * SHOWN_ROWS)
    items = [
        Text.assemble((f"{number:>{digits}}) ", NUMBER), move)
        for number, move in zip(listed[:shown], moves[:shown], strict=True)
    ]
    grid = Table.grid(padding=(0, GAP), pad_edge=False)
    columns_ = _columns(items, console.width)
    for _ in columns_:
        grid.add_column(overflow="fold")
    for row in zip_longest(*columns_, fillvalue=Text()):
        grid.add_row(*row)
    output.show(console, grid)
    if len(moves) > shown:
        console.print(Text(f"… and {len(moves) - shown} more: type `moves`, or some words of one", FAINT))


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


def news(state: State, seat: int, since: int, forced: Container[int] = ()) -> tuple[list[str], int]:
    """What a seat saw happen after its first `since` events, in short lines; and how many events it has seen by now.

    Args:
        state, seat, since: of whom, and from where on.
        forced: which of the seat's own choices (counted from 0 from the beginning of the play) were made for it.
    """
    seen = state.seen(seat)
    own = count(sum(isinstance(event, E.Chose) and event.seat == seat for event in seen[:since]))
    alone = {
        index
        for index, event in enumerate(seen[since:])
        if isinstance(event, E.Chose) and event.seat == seat and next(own) in forced
    }
    return lines_of(state, seen[since:], alone), len(seen)


def tell(console: Console, state: State, lines: Sequence[str], scores: Container[str] = ()) -> None:
    """What happened; of much, what players did rather than what changed by it, what fell rather than what one had to do,
    and the last of that. What changes one of the `scores` is always told."""
    over = len(lines) - SHOWN_EVENTS
    if over > 1:  # nothing is won by leaving out one line for another that says so
        count, lines = len(lines), _brief(lines)
        over = max(len(lines) - SHOWN_EVENTS, 0)
        weights = [_weight(line, scores) for line in lines]
        least = sorted((weight, index) for index, weight in enumerate(weights) if weight < _SCORED)
        left_out = {index for _, index in least[:over]}
        lines = _without_empty_turns([line for index, line in enumerate(lines) if index not in left_out])
        hint = ": type `history`" if state.kind == "decision" else ""
        console.print(Text(f"… {count - len(lines)} lines more{hint}", FAINT))
    whole = wording.whole_cards(state.table)
    for line in lines:
        output.show(console, Text(whole(line), FAINT if _minor(line) else ""))


def _minor(line: str) -> bool:
    """Whether a line tells what follows from a choice, and not a choice or what is shown."""
    return (": " not in line or " → " in line) and not _TURN.fullmatch(line)


_TURN = re.compile("your turn|turn of (?!.* → ).*")
_FALLS = re.compile("[^:]+ falls ")
_CHANGED = re.compile("(?P<what>.+?): (?P<old>.*) → (?P<new>.*)")

_SCORED = 3


def _weight(line: str, scores: Container[str]) -> int:
    """How much a line matters where not all can be told."""
    changed = re.match(r"(?:your )?([^ :]+)(?: of [^:]+)?: .* → ", line)
    if (changed and changed[1] in scores) or _TURN.fullmatch(line):
        return _SCORED
    if line.endswith(ONLY_MOVE):
        return 1
    return 0 if _minor(line) and not _FALLS.match(line) else 2


def scores_of(program: Program | None) -> set[str]:
    """The names of the counters that say who wins, also where a term adds them up."""
    if program is None or program.winners is None:
        return set()
    names: set[str] = set()
    asked: list[t.Node] = [program.winners]
    while asked:
        for node in asked.pop().walk():
            name = getattr(node, "name", None)
            if name in names:
                continue
            if name in program.tracks and program.tracks[name].shape == "counter":
                names.add(name)
            elif name in program.terms:
                names.add(name)
                asked.append(program.terms[name])
    return {name for name in names if name in program.tracks}


def _without_empty_turns(lines: Sequence[str]) -> list[str]:
    """Lines without those that say whose turn begins where nothing is told of it before somebody acts."""
    following = [*lines[1:], "your turn"]
    return [line for line, after in zip(lines, following, strict=True) if not _TURN.fullmatch(line) or _minor(after)]


def _brief(lines: Sequence[str]) -> list[str]:
    """Lines with those made one, where the last of them stands, that tell more of the same thing before somebody else acts:
    all changes of a counter, and what is said several times."""
    told: dict[int, str] = {}
    same: dict[str, tuple[int, str, int]] = {}
    for index, line in enumerate(lines):
        if not _minor(line):
            same = {}
        told[index] = line
        changed = _CHANGED.fullmatch(line)
        if not _minor(line) or _FALLS.match(line):
            continue
        key = changed["what"] if changed else line
        before, old, times = same.get(key, (-1, changed["old"] if changed else "", 0))
        same[key] = index, old, times + 1
        if before >= 0:
            del told[before]
            told[index] = f"{key}: {old} → {changed['new']}" if changed else f"{line} ({times + 1} times)"
    return list(told.values())


def lines_of(state: State, events: Sequence[Event], alone: Container[int] = ()) -> list[str]:
    """One line for each thing a player would remark on: nobody needs `is asked`, nor a card's way told twice.

    Args:
        state, events: what happened in which game.
        alone: the indices of choices in which there was nothing to choose.
    """
    words = state.table.teller.words
    lines: list[str] = []
    index = 0
    turn: E.Began | None = None
    while index < len(events):
        event = events[index]
        index += 1
        if isinstance(event, E.Asked | E.Stuck):  # that a player is stuck is how the game came out
            continue
        if isinstance(event, E.Began):
            turn = event
            continue
        if turn is not None:
            # A turn is told where more than what is kept track of comes before its player's choice.
            told = (later for later in events[index - 1 :] if not isinstance(later, E.Asked | E.Changed))
            first = next(told, None)
            if not isinstance(event, E.Ended) and not (isinstance(first, E.Chose) and first.seat == turn.seat):
                lines.append(words(turn))
            turn = None
        if isinstance(event, E.Chose):
            after = events[index] if index < len(events) else None
            carried = after if isinstance(after, E.Moved) and _goes_to(event, after.to) else None
            lines.append(_choice(state, event, carried) + (ONLY_MOVE if index - 1 in alone else ""))
            index += carried is not None
        elif isinstance(event, E.Moved):
            moves = [event]
            while index < len(events) and isinstance(moved := events[index], E.Moved) and not moved.under:
                moves.append(moved)
                index += 1
            lines += [words(move) for move in _together(state, moves)]
        else:
            lines.append(words(event))
    return [wording.yours(state.table)(line) for line in lines]


def _goes_to(event: E.Chose, place: int) -> bool:
    return any(not isinstance(part, str) and part[1].name == "place" and part[0] == place for part in event.said)


def _choice(state: State, event: E.Chose, carried: E.Moved | None) -> str:
    """A choice in words. What could not be seen in the hand it came from is named as it was seen to arrive."""
    names = state.table.names
    parts = []
    for part in event.said:
        if isinstance(part, str):
            parts.append(part)
            continue
        value, sort = part
        unseen = value is None or (sort.name == "card" and value & UNSEEN == UNSEEN)
        if unseen and carried is not None:
            parts.append(names.cards(carried.cards))
        else:
            parts.append(names.word(value, sort))
    return f"{state.players[event.seat]}: {''.join(parts).strip()}"


def _together(state: State, moves: Sequence[E.Moved]) -> list[E.Moved]:
    """Moves one after another, told as one for each way they went (a deal goes round card by card); sorted where they
    come to lie in no order."""
    ways: dict[tuple[Any, ...], list[int]] = {}
    for move in moves:
        for card in move.cards:
            ways.setdefault((card >> 16, move.to, move.under), []).append(card)
    told = []
    for (_, to, under), cards in ways.items():
        often = Counter(cards)
        order = list(often)
        if state.table.machine.flow.places[to].shape == "zone":
            order.sort(key=state.table.names.held)
        told.append(E.Moved(tuple(card for card in order for _ in range(often[card])), to, under, "", -1))
    return told
