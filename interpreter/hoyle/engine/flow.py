"""The flow of a game: its rules as a control-flow graph for one number of players and one setting of the parameters.

Comes in: made by `lower` from a checked program. Goes out: read by the engines (interpreter, compiler) and by nothing else
but them and tools that print it. What always holds:

- A *frame* is fixed: `slots` (machine integers, and a few lists, plays and melds) and `places` (what lies where). Nothing
  else changes while a game is played.
- `code` is a list of instructions; a position in it is a program counter, and is itself part of a state. Instructions
  that can stop are decisions (`Choose`), chances (`Draw`, `Roll`, `Pick`) and the end (`EndGame`).
- Procedures do not recurse, so each has its own slots, cleared when it is left: two states that differ only in what is
  over are equal.
- Expressions are pure; sequences are finite, have an order, and may be walked again. Every variable of a binder is a
  *register* of its own, alive only inside one evaluation.

Values: numbers, seats (0 first), truths, values of a kind (their position in it), places (their index), faces (their
index over all components), forms (their position) are plain integers. A *card* is a face at a place, `place << 16 | face`
(`place` 0 is nowhere). A *meld* is (form, faces); a *play* is (seat, form, faces), form -1 where single cards are played.
None is `NONE`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ..language.tree import NOWHERE, Span

NONE = -(2**31)
LARGEST = 2**31 - 1
NOPLACE = 0


@dataclass(frozen=True, slots=True)
class Sort:
    """What a value is: number, truth, player, kind, face, card, place, form, meld, play or list (of `of`).

    `of` names the kind, component, zone family or combination where one is meant.
    """

    name: str
    of: str = ""


NUMBER, TRUTH, PLAYER = Sort("number"), Sort("truth"), Sort("player")


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
    """Whether two sequences hold equal faces (or values), each as often, whatever their order."""

    left: Seq
    right: Seq


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
    """The members of `seq` without those of `less`: for each of these one member of equal face is dropped, the latest."""

    seq: Seq
    less: Seq


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


# ---- what expressions speak of -------------------------------------------------------------------------------------


@dataclass(slots=True)
class Function:
    """A term that gives one value. Parameters are registers; `pure` if it reads no slot and no place (may be memoised)."""

    name: str
    params: list[int]
    body: Expr
    pure: bool
    sort: Sort


@dataclass(slots=True)
class FormPattern:
    """One form of a combination.

    kind any: `low` to `high` cards; alike: so many with one value of `column`; run: `low` to `high` successive values of
    `column`, `each` cards of each. `high` None: no bound. `allowed[face]`: whether the face may be in it.
    `column` is an index into `Flow.tables`, values in order are 0, 1, 2 …
    """

    name: str
    kind: Literal["any", "alike", "run"]
    low: int
    high: int | None
    column: int | None
    each: int
    allowed: tuple[bool, ...]


@dataclass(slots=True)
class CombinationInfo:
    """`order` is the table that ranks faces (highest is largest); ties by face."""

    name: str
    component: int
    forms: list[FormPattern]
    order: int


@dataclass(slots=True)
class FaceInfo:
    """A face: `name` as people write it, unique within its component; `row` its row's name; `count` how many there are;
    `held` its place in a sorted hand, among the faces of its component."""

    name: str
    row: str
    component: int
    fields: dict[str, int]
    count: int
    held: int = 0


@dataclass(slots=True)
class ComponentInfo:
    """`first` .. `first + size` are its faces. For dice, `count` on a face is its weight, and `dice` how many dice there are
    (0 for cards)."""

    name: str
    sort: Literal["cards", "dice"]
    first: int
    size: int
    dice: int


@dataclass(slots=True)
class KindInfo:
    name: str
    ordered: bool
    values: tuple[str, ...]


@dataclass(slots=True)
class Place:
    """Where components lie.

    shape: zone (unordered), pile (ordered, may hold bags) or plays. view: who sees its faces. owner: seat or -1.
    start: the faces there before the game, bottom first. capacity: what it can ever hold.
    """

    name: str
    family: str
    shape: Literal["zone", "pile", "plays"]
    component: int
    view: Literal["nobody", "owner", "all"]
    owner: int
    start: tuple[int, ...]
    capacity: int
    combination: int | None = None


@dataclass(slots=True)
class Family:
    """The places of one zone declaration: `first` .. `first + size`. `numbered`: its places are told apart by number only."""

    name: str
    first: int
    size: int
    each: str
    numbered: int


@dataclass(slots=True)
class Slot:
    """A value of the frame. role: track (seen by all), local (of a procedure), held (a secret choice, seen by seat `owner`).

    `sort` list: a tuple of integers."""

    name: str
    sort: Sort
    initial: int
    role: Literal["track", "local", "held"]
    owner: int = -1


# ---- instructions --------------------------------------------------------------------------------------------------


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


# ---- the whole -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Winner:
    """Who wins: `seats` (if `test` holds; the first row that does). `score` reads register `register` as a seat;
    None where winners are not a matter of a highest or lowest number."""

    test: Expr | None
    seats: Seq
    register: int
    score: Expr | None
    highest: bool


@dataclass(slots=True)
class MarkInfo:
    """kind: procedure, option, branch, row, limit, otherwise or ending."""

    kind: str
    name: str
    span: Span


@dataclass(slots=True)
class MeasureInfo:
    name: str
    procedure: str
    span: Span


@dataclass(slots=True)
class InvariantInfo:
    name: str
    test: Expr
    span: Span


@dataclass(slots=True)
class Flow:
    """A game's rules, ready to be played. `players` is the number of seats; `parameters` their values.

    `cards` of a place family etc. are found by name in `families`; `tables` are the constant tables of `Column`.
    """

    title: str
    players: int
    parameters: dict[str, int]
    kinds: list[KindInfo] = field(default_factory=list)
    components: list[ComponentInfo] = field(default_factory=list)
    faces: list[FaceInfo] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    families: list[Family] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    tables: list[tuple[int, ...]] = field(default_factory=list)
    combinations: list[CombinationInfo] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    code: list[Instr] = field(default_factory=list)
    procedures: list[str] = field(default_factory=list)
    marks: list[MarkInfo] = field(default_factory=list)
    endings: list[str] = field(default_factory=list)
    winners: list[Winner] = field(default_factory=list)
    measures: list[MeasureInfo] = field(default_factory=list)
    invariants: list[InvariantInfo] = field(default_factory=list)
    entry: int = 0
    registers: int = 0
