"""Expressions: what gives one value, and what gives a sequence of values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ...language.tree import NOWHERE, Span

FEW = 64
"""How many numbers of a range need not be counted."""

# ---- expressions: scalars ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Expr:
    """A pure expression that gives one value. `span` is the place to name when it fails."""

    span: Span = field(default=NOWHERE, kw_only=True, compare=False, repr=False)


@dataclass(slots=True)
class Const(Expr):
    value: int


@dataclass(slots=True)
class Load(Expr):
    """The value of a slot."""

    slot: int


@dataclass(slots=True)
class LoadAt(Expr):
    """The value of slot `base + index`, 0 <= index < count; an index of NONE fails."""

    base: int
    index: Expr
    count: int


@dataclass(slots=True)
class Var(Expr):
    """The value of a register."""

    register: int


@dataclass(slots=True)
class Op(Expr):
    """`+ - * / mod` on numbers; beyond 32 bits, a NONE, or a division by zero fails. Division rounds towards zero
    (as WebAssembly's does); `mod` has the sign of the divisor for positive divisors: never negative."""

    op: Literal["+", "-", "*", "/", "mod"]
    left: Expr
    right: Expr


@dataclass(slots=True)
class Offset(Expr):
    """`base + index` with 0 <= index < count: a place of a family. NONE or outside fails."""

    base: int
    index: Expr
    count: int


@dataclass(slots=True)
class Compare(Expr):
    """Of two plain integers. `=` and `<>` take NONE, the others fail on it when `checked`."""

    op: Literal["=", "<>", "<", "<=", ">", ">="]
    left: Expr
    right: Expr
    checked: bool = False


@dataclass(slots=True)
class And(Expr):
    left: Expr
    right: Expr


@dataclass(slots=True)
class Or(Expr):
    left: Expr
    right: Expr


@dataclass(slots=True)
class Not(Expr):
    arg: Expr


@dataclass(slots=True)
class Choice(Expr):
    """`then` if `test`, else `other`. `other` None: having no case is a failure."""

    test: Expr
    then: Expr
    other: Expr | None


@dataclass(slots=True)
class Let(Expr):
    register: int
    value: Expr
    body: Expr


@dataclass(slots=True)
class Column(Expr):
    """A constant table read at a face, place or other small integer. `must`: a NONE read is a failure.

    `table` is an index into `Flow.tables`."""

    table: int
    key: Expr
    must: bool = False


@dataclass(slots=True)
class FaceOf(Expr):
    """The face of a card (a face is its own)."""

    card: Expr


@dataclass(slots=True)
class PlaceOf(Expr):
    """The place of a card."""

    card: Expr


@dataclass(slots=True)
class Size(Expr):
    """How many cards lie at a place."""

    place: Expr


@dataclass(slots=True)
class End(Expr):
    """The top (or bottom) card of a place, as a card. Fails when empty, or when its order is not known yet (a shuffled
    bag). Of an unordered place: its one card; fails unless it has exactly one kind of face."""

    place: Expr
    top: bool = True


@dataclass(slots=True)
class Fold(Expr):
    """One value out of a sequence.

    count: how many; total: sum (checked; fails on NONE); highest, lowest: of numbers, fails when empty;
    first, last: a member, `default` (an Expr) when there is none, or a failure; only: the member if there is exactly one
    face or value (equal members count once), else a failure.
    """

    kind: Literal["count", "total", "highest", "lowest", "first", "last", "only"]
    seq: Seq
    default: Expr | None = None


@dataclass(slots=True)
class Some(Expr):
    """Whether `test` holds for some member (bound to `register`) of the sequence."""

    register: int
    seq: Seq
    test: Expr


@dataclass(slots=True)
class Same(Expr):
    """Whether two sequences hold equal faces (of `cards`) or values, each as often, whatever their order."""

    left: Seq
    right: Seq
    cards: bool


@dataclass(slots=True)
class MeldForm(Expr):
    meld: Expr


@dataclass(slots=True)
class MeldEnd(Expr):
    """The face of a meld that its component's order puts highest (or lowest)."""

    meld: Expr
    highest: bool


@dataclass(slots=True)
class MeldLength(Expr):
    """How many successive values, for a run; how many cards otherwise. `combination` is the one the meld is of."""

    meld: Expr
    combination: int = 0


@dataclass(slots=True)
class MakeMeld(Expr):
    """Cards as a meld of combination `combination`: the one form that fits, else a failure."""

    combination: int
    cards: Seq


@dataclass(slots=True)
class PlayEnd(Expr):
    """The latest (or first, the lead) play of a place that keeps plays; fails when there is none."""

    place: Expr
    latest: bool


@dataclass(slots=True)
class PlaySeat(Expr):
    play: Expr


@dataclass(slots=True)
class PlayMeld(Expr):
    """A play as a meld: its form and faces."""

    play: Expr


@dataclass(slots=True)
class Call(Expr):
    """A function of `Flow.functions` with its arguments."""

    function: int
    args: list[Expr]


# ---- expressions: sequences ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class Seq:
    """A pure expression that gives finitely many values in an order."""

    span: Span = field(default=NOWHERE, kw_only=True, compare=False, repr=False)


@dataclass(slots=True)
class Values(Seq):
    """Constants."""

    values: tuple[int, ...]


@dataclass(slots=True)
class Items(Seq):
    """The values of some expressions."""

    items: list[Expr]


@dataclass(slots=True)
class Span_(Seq):
    """The numbers low, low + 1, … high; none if high < low."""

    low: Expr
    high: Expr

    @property
    def is_short(self) -> bool:
        """Whether the rules say that there are few numbers. All others are counted in play, so that ranges in ranges cannot
        go on for ever."""
        match self.low, self.high:
            case Const(low), Const(high):
                return high - low < FEW
            case low, Op("+", same, Const(more)):
                return low == same and more < FEW
        return False


@dataclass(slots=True)
class Rotate(Seq):
    """The same members, from `start` on and round to the one before it; fails if `start` is not a member."""

    seq: Seq
    start: Expr


@dataclass(slots=True)
class Cards(Seq):
    """The cards at a place: of a pile from the bottom up (within a bag sorted by face), of a zone sorted by face."""

    place: Expr


@dataclass(slots=True)
class MeldCards(Seq):
    """The faces of a meld, sorted by the component's order, as cards at NOPLACE."""

    meld: Expr


@dataclass(slots=True)
class PlayCards(Seq):
    """The cards of a play, at the place they were played to (`place`)."""

    play: Expr
    place: Expr


@dataclass(slots=True)
class Plays(Seq):
    """The plays of a place, first to latest."""

    place: Expr


@dataclass(slots=True)
class Concat(Seq):
    seqs: list[Seq]


@dataclass(slots=True)
class Without(Seq):
    """The members of `seq` without those of `less`: for each of these one that is equal is dropped, the latest. `cards`
    are equal if their faces are."""

    seq: Seq
    less: Seq
    cards: bool


@dataclass(slots=True)
class Flat(Seq):
    """For each member of `seq`, bound to `register`, the members of `body`."""

    register: int
    seq: Seq
    body: Seq


@dataclass(slots=True)
class Map(Seq):
    register: int
    seq: Seq
    value: Expr


@dataclass(slots=True)
class Filter(Seq):
    register: int
    seq: Seq
    test: Expr


@dataclass(slots=True)
class Best(Seq):
    """The members with the highest (lowest) `key`; all that tie, or with `alone` nobody if more than one ties."""

    register: int
    seq: Seq
    key: Expr
    highest: bool
    alone: bool


@dataclass(slots=True)
class LetSeq(Seq):
    register: int
    value: Expr
    body: Seq


@dataclass(slots=True)
class Saved(Seq):
    """The members of the list kept in a slot."""

    slot: int


@dataclass(slots=True)
class OneEmpty(Seq):
    """Places, of the empty ones only the first."""

    seq: Seq


@dataclass(slots=True)
class Melds(Seq):
    """All melds of a combination that the cards hold, each once: by form as declared, then by size, then by faces."""

    combination: int
    cards: Seq
