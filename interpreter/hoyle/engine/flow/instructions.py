"""Instructions: what a program counter stands at, and the options of a decision."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...language.tree import NOWHERE, Span
from .expressions import Expr, Seq
from .values import Sort


@dataclass(slots=True)
class Instr:
    span: Span = field(default=NOWHERE, kw_only=True, compare=False, repr=False)


@dataclass(slots=True)
class Assign(Instr):
    """slot = value. A number beyond 32 bits fails."""

    slot: int
    value: Expr


@dataclass(slots=True)
class AssignAt(Instr):
    """slot base + index = value."""

    base: int
    index: Expr
    count: int
    value: Expr


@dataclass(slots=True)
class Clear(Instr):
    """Slots go back to their initial values."""

    slots: list[int]


@dataclass(slots=True)
class Jump(Instr):
    to: int


@dataclass(slots=True)
class Branch(Instr):
    """Go on if `test` holds, else go to `other`."""

    test: Expr
    other: int


@dataclass(slots=True)
class Enter(Instr):
    """A procedure (index into `Flow.procedures`) begins: for traces."""

    procedure: int


@dataclass(slots=True)
class Leave(Instr):
    """A procedure ends: for traces."""

    procedure: int


@dataclass(slots=True)
class Turn(Instr):
    """A turn of the seat in slot `player` begins: for what is told; does nothing else. `public`: whether everybody knows."""

    player: int
    public: bool


@dataclass(slots=True)
class GoSub(Instr):
    """slot `ret` = the next program counter; go to `to`."""

    to: int
    ret: int


@dataclass(slots=True)
class Return(Instr):
    """Go to the program counter in slot `ret`, and clear that slot."""

    ret: int


@dataclass(slots=True)
class Gauge(Instr):
    """The value of a declared measure here (index into `Flow.measures`): for traces; does nothing else."""

    measure: int
    value: Expr


@dataclass(slots=True)
class Mark(Instr):
    """A place of the rules has been reached (index into `Flow.marks`): for coverage; does nothing else."""

    mark: int


@dataclass(slots=True)
class ListSet(Instr):
    """slot = the members of the sequence now, as a list."""

    slot: int
    seq: Seq


@dataclass(slots=True)
class ListNext(Instr):
    """Take the first of the list in `slot` into slot `var`; when there is none, clear both and go to `done`."""

    slot: int
    var: int
    done: int


@dataclass(slots=True)
class MoveCards(Instr):
    """The cards of the sequence (each where it says it is) go to place `to`: on top in their order, or under it.

    From a place that keeps plays, a card leaves the first play that has it; a play without cards is gone.
    Into a place that keeps plays, they are one play of seat `seat`.
    From a bag: the cards themselves, wherever in the bag they are.
    """

    cards: Seq
    to: Expr
    under: bool
    verb: str
    actor: Expr | None
    seat: Expr | None = None


@dataclass(slots=True)
class MoveAll(Instr):
    """All that lies at `source` goes to `to`, in order, bags as bags; nothing happens if there is nothing."""

    source: Expr
    to: Expr
    under: bool
    verb: str
    actor: Expr | None
    seat: Expr | None = None


@dataclass(slots=True)
class MovePlay(Instr):
    """One play, as a whole, leaves the place it was played to."""

    play: Expr
    source: Expr
    to: Expr
    under: bool
    verb: str
    actor: Expr | None


@dataclass(slots=True)
class MoveMeld(Instr):
    """The faces of a meld leave `sources` (a sequence of places that hold them) and are one play of `seat` at `to`,
    or lie there as cards if `to` keeps no plays."""

    meld: Expr
    sources: Seq
    to: Expr
    under: bool
    verb: str
    actor: Expr | None
    seat: Expr | None


@dataclass(slots=True)
class Draw(Instr):
    """The top card of `source` goes to `to` (under it, or on top). A chance if it lies in a bag or in an unordered place of
    several faces: each face with probability (its number there) / (number of cards there). Fails when empty."""

    source: Expr
    to: Expr
    under: bool
    verb: str
    actor: Expr | None
    seat: Expr | None = None


@dataclass(slots=True)
class Collect(Instr):
    """All pieces of a component, wherever they are, go to `to`."""

    component: int
    to: Expr


@dataclass(slots=True)
class Shuffle(Instr):
    """The pile becomes one bag."""

    place: Expr


@dataclass(slots=True)
class Roll(Instr):
    """All dice at the place get new faces: one chance, whose outcomes are the multisets of faces."""

    place: Expr


@dataclass(slots=True)
class Pick(Instr):
    """slot = a member of the sequence at random, each equally likely. A chance unless there is one. Fails on none."""

    slot: int
    seq: Seq


@dataclass(slots=True)
class Reveal(Instr):
    """The cards are shown to seats `to` (all if None)."""

    cards: Seq
    to: Seq | None
    actor: Expr | None


@dataclass(slots=True)
class Bind:
    """A blank of an option: `slot` takes each distinct member of `seq` for which `test` holds (read with the slot set)."""

    slot: int
    seq: Seq
    sort: Sort
    test: Expr | None = None


@dataclass(slots=True)
class Phrase:
    """How a move is said: parts are words, numbers of binds, or expressions with their sort (a place, a card)."""

    parts: list[str | int | tuple[Expr, Sort]]


@dataclass(slots=True)
class OptionInfo:
    """One option of a decision. `test`: whether it is there at all; `then`: where to go on; `mark`: its coverage mark.

    `name` is what its author calls it; `source_shown`: the card's place is said (it may come from several)."""

    name: str
    binds: list[Bind]
    test: Expr | None
    then: int
    phrase: Phrase
    mark: int


@dataclass(slots=True)
class LimitInfo:
    """Of the moves of `option` (an index in the tier): only those with `only`; if_possible: unless the tier would then
    have no move at all."""

    name: str
    option: int
    when: Expr | None
    only: Expr
    if_possible: bool
    mark: int


@dataclass(slots=True)
class Tier:
    options: list[OptionInfo]
    limits: list[LimitInfo]


@dataclass(slots=True)
class Choose(Instr):
    """A decision: `player` takes one of the moves of the first tier that has any, in order of options, then of binds.

    With none: go to `otherwise`; if that is None the player is stuck.
    `public`: whether others know that the player is asked. `secret`: the choice is held, nobody else sees it yet.
    `name`: the procedure it stands in. Options are numbered through all tiers.
    """

    name: str
    player: Expr
    tiers: list[Tier]
    otherwise: int | None
    public: bool
    secret: bool


@dataclass(slots=True)
class EndGame(Instr):
    """The game is over, by this ending (index into `Flow.endings`)."""

    ending: int
