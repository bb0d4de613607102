"""What a random spec has declared so far: names with what a generator must know to use them rightly."""

from __future__ import annotations

from dataclasses import dataclass, field

from hoyle.language.types import NUMBER, PLAYER, TRUTH, Type

from .source import Source

# Names that could be taken for words of the language stand among the others: they are keywords elsewhere only.
_WORDS = {
    "parameter": """
        target limit rounds stakes most last-value bonus
    """,
    "kind": """
        suit rank omen metal shape colour guild
    """,
    "value": """
        oak ash elm fir yew gold tin iron lead-grey red blue green amber north south east west cat mirror
        ladder king queen jack ace moon star drop heart spade cup sword first last high-tide total
    """,
    "component": """
        card tile gift token chip
    """,
    "row": """
        plain friday spite joker trump wild blank common
    """,
    "column": """
        value cost pips weight power
    """,
    "zone": """
        deck hand trick discards stock table pool unused taken offer build store shelf aside river lost won
    """,
    "track": """
        points clock stake deals leader dealer wanted marked bound broken asked saved turns-taken tally
    """,
    "term": """
        luck fits worth strength allowed beats rich next-up chosen suited ready covers follows lowest-one
    """,
    "combination": """
        meld parcel group
    """,
    "form": """
        single pair triple street set-of bundle ladder-of-pairs
    """,
    "procedure": """
        takes-turn play-round deal-cards score-round goes-on settles set-up answers builds
    """,
    "option": """
        play hold bid pass fold pick-up roll keep stop name swap show call
    """,
    "case": """
        plainly otherwise-so by-luck rarely always-so
    """,
    "ending": """
        target-reached out-of-time stalled settled
    """,
    "limit": """
        follow opening closed careful
    """,
    "always": """
        all-there never-less kept
    """,
    "example": """
        a-first-try how-it-goes who-is-next
    """,
    "scope": """
        small tiny
    """,
    "variant": """
        short harder open-hand
    """,
}
_LOCALS = {
    "player": "pqrst",
    "card": "cdefghijkl",
    "number": "nimuvw",
    "kind": "syz",
    "place": "obx",
    "meld": "mab",
    "play": "xyz",
}


class Names:
    """Gives out names, each once."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.taken: set[str] = {"player", "number", "players", "die", "name", "copies", "play"}

    def new(self, what: str) -> str:
        """A name for a new thing of some sort."""
        words = _WORDS[what].split()
        free = [word for word in words if word not in self.taken]
        if free:
            name = self.source.pick(free)
        else:
            k = 2
            while f"{words[0]}-{k}" in self.taken:
                k += 1
            name = f"{words[0]}-{k}"
        self.taken.add(name)
        return name

    def local(self, sort: str, scope: Scope) -> str:
        """A name for a variable."""
        for letter in _LOCALS.get(sort, "uvw") + "abcdefghijklmnopqrstuvwxyz":
            if letter not in scope.locals and letter not in self.taken:
                return letter
        k = 1
        while f"it{k}" in scope.locals:
            k += 1
        return f"it{k}"


@dataclass(frozen=True)
class Scope:
    """The variables alive at one place. `sure` are texts of places and tracks that hold something here;
    `still` are cards whose place may be relied on (they were not moved)."""

    locals: dict[str, Type] = field(default_factory=dict)
    sure: frozenset[str] = frozenset()
    still: frozenset[str] = frozenset()

    def having(self, name: str, type_: Type, still: bool = False) -> Scope:
        """The same with one more variable."""
        return Scope({**self.locals, name: type_}, self.sure, self.still | {name} if still else self.still)

    def knowing(self, text: str) -> Scope:
        """The same where a place is not empty, or a track not none."""
        return Scope(self.locals, self.sure | {text}, self.still)

    def moved(self) -> Scope:
        """The same where cards have left their places, some of these among them: nothing is sure to lie anywhere
        any more."""
        return Scope(self.locals, frozenset(), frozenset())

    def of(self, *types: Type) -> list[str]:
        """The variables of some types."""
        return [name for name, type_ in self.locals.items() if type_ in types]


@dataclass
class Kind:
    """A kind: its values in order."""

    values: list[str]
    ordered: bool


@dataclass
class Face:
    """A face: its row, and its fields as written (a kind's value or a number)."""

    row: str
    fields: dict[str, str]
    count: int


@dataclass
class Component:
    """Cards or dice: columns with their types; `whole` are those that every face has."""

    sort: str
    columns: dict[str, Type]
    faces: list[Face]
    homes: list[str] = field(default_factory=list)
    ordered: bool = False

    @property
    def whole(self) -> dict[str, Type]:
        """The columns that every face has a value in."""
        return {c: type_ for c, type_ in self.columns.items() if all(c in face.fields for face in self.faces)}


@dataclass
class Zone:
    """A zone or pile: of each player or of each value of a kind, numbered or not; `plays` a combination or component.
    A pile that is a `bag` may be shuffled, so nobody asks what lies on top of it."""

    shape: str
    component: str
    each: str | None = None
    numbers: tuple[int, int] | None = None
    plays: str | None = None
    view: str = "all"
    bag: bool = False

    @property
    def many(self) -> bool:
        """Whether the bare name stands for several places."""
        return self.each is not None or self.numbers is not None

    @property
    def is_pile(self) -> bool:
        """Whether cards lie in an order here."""
        return self.shape == "pile" and not self.plays


@dataclass
class Track:
    """A counter, flag or marker. `sure`: it is set before it is read; `kept`: random rules leave it alone."""

    shape: str
    type: Type
    each: str | None = None
    within: str | None = None
    sure: bool = True
    kept: bool = False


@dataclass
class Term:
    """A term: value, predicate or relation; `safe`: it cannot fail in a play, as far as the generator knows."""

    form: str
    params: list[tuple[Type, str]]
    result: Type
    safe: bool = True


@dataclass
class Combination:
    """Patterns of one component's cards."""

    component: str
    forms: list[str]


@dataclass
class Procedure:
    """A procedure: its signature, and where it may be called: from `parent` alone, or from any before it."""

    role: str
    params: list[tuple[Type, str]]
    parent: str | None
    options: list[str] = field(default_factory=list)


@dataclass
class Option:
    """An option: what its author binds, so that examples can speak of it; `cards`: of which component, if cards
    are played."""

    what: Type | None = None
    picks: list[Type] = field(default_factory=list)
    to: str | None = None


@dataclass
class World:
    """Everything declared, by name, in order. `fixed` are the parameters that other declarations hang on: a face or a
    place that the rules speak of is not there with every value of these."""

    source: Source
    names: Names
    low: int = 2
    high: int = 2
    parameters: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    components: dict[str, Component] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    tracks: dict[str, Track] = field(default_factory=dict)
    terms: dict[str, Term] = field(default_factory=dict)
    combinations: dict[str, Combination] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    score: str | None = None
    shuffled: bool = False
    fixed: set[str] = field(default_factory=set)
    lines: list[str] = field(default_factory=list)
    endings: list[str] = field(default_factory=list)
    rulings: list[str] = field(default_factory=list)
    spare_ruling: str = ""

    def each_type(self, each: str) -> Type:
        """The type of what a family is of."""
        return PLAYER if each == "player" else Type("kind", each)

    def cards(self, type_: Type) -> str | None:
        """The component of the cards that something has, if any."""
        match type_.name:
            case "card":
                return type_.of
            case "place" | "play":
                return self.zones[type_.of].component
            case "meld":
                return self.combinations[type_.of].component
        return None

    def total(self, component: str) -> int:
        """How many cards or dice of a component there are at least."""
        declared = self.components[component]
        return 1 if declared.sort == "dice" else sum(face.count for face in declared.faces)

    def most_each(self, component: str, zone: str) -> int:
        """How many cards each place of a zone can surely be dealt."""
        declared = self.zones[zone]
        places = (
            1
            if declared.each is None
            else self.high
            if declared.each == "player"
            else len(self.kinds[declared.each].values)
        )
        if declared.numbers:
            places *= declared.numbers[1] - declared.numbers[0] + 1
        return self.total(component) // places

    def cards_of(self, combination: str) -> str:
        """The component a combination is of."""
        return self.combinations[combination].component

    def ordered(self, type_: Type) -> bool:
        """Whether things of a type have an order."""
        match type_.name:
            case "number":
                return True
            case "kind":
                return self.kinds[type_.of].ordered
            case "card":
                return self.components[type_.of].ordered
        return False

    def simple_types(self) -> list[Type]:
        """The types of single things that variables and parameters may have."""
        types = [PLAYER, NUMBER]
        types += [Type("kind", name) for name in self.kinds]
        types += [Type("card", name) for name in self.components]
        types += [Type("place", name) for name, zone in self.zones.items() if zone.many]
        types += [Type("meld", name) for name in self.combinations]
        return types

    def type_name(self, type_: Type) -> str:
        """How a type is written."""
        return type_.of or type_.name


__all__ = [
    "NUMBER",
    "PLAYER",
    "TRUTH",
    "Combination",
    "Component",
    "Face",
    "Kind",
    "Names",
    "Option",
    "Procedure",
    "Scope",
    "Term",
    "Track",
    "World",
    "Zone",
]
