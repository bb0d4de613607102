"""What telling a rule needs to know: the program, and who the names alive at a place stand for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ...language import tree as t
from ...language.faces import FaceRow, GridError, faces_of
from ...language.program import Program, constant
from ...language.types import Type
from .. import phrases as p

Env = dict[str, p.Referent]


@dataclass(slots=True)
class Places:
    """Where the book defines what: the ids that words link to."""

    zones: dict[str, str] = field(default_factory=dict)
    terms: dict[str, str] = field(default_factory=dict)
    procedures: dict[str, str] = field(default_factory=dict)


class Context:
    """The program and small questions about it. What tells expressions and conditions is in the classes built on it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.naming = False  # numbers of parameters are told with their names
        self.brief = False  # in examples cards are told by their signs
        self.samples: dict[tuple[str, str], list[list[str | int]]] | None = None  # found when they are first told
        self.named: dict[str, list[Any]] = {}  # where names are given: settled by `Signs`
        self.faces: dict[str, list[FaceRow]] = {}
        for name, component in program.components.items():
            try:
                self.faces[name] = faces_of(component, program)
            except GridError:
                self.faces[name] = []

    # ---- links -----------------------------------------------------------------------------------------------------
    def link(self, group: str, name: str) -> str:
        """The permanent id of what defines a name."""
        return f"{group}-{name}"

    # ---- nouns -----------------------------------------------------------------------------------------------------
    def noun_of_type(self, type_: Type) -> str:
        """The noun for one of a type: its key in the words files."""
        match type_.name:
            case "player":
                return "player"
            case "place":
                return type_.of
            case "kind" | "meld":
                return type_.of
            case "card":
                return type_.of
            case "play":
                return self.program.zones[type_.of].plays_of or "card"
            case "form":
                return "form"
        return "number"

    def noun_of_name(self, name: str, type_: Type) -> str:
        """The noun for a local name: its own if it is a word (dealer, old), that of its type if it is a letter."""
        return name if len(name) > 1 else self.noun_of_type(type_)

    def referent(self, name: str, type_: Type, env: Env) -> p.Referent:
        """A new referent for a local name; another card if one of its noun is alive already."""
        noun = self.noun_of_name(name, type_)
        taken = any(r.noun == noun and not r.you for r in env.values())
        human = type_.name == "player"
        det = "the" if len(name) > 1 else "that"
        link = self.type_link(type_.of) if type_.name in ("place", "meld") else None
        return p.Referent(noun, det=det, adj="other" if taken and not human else None, link=link, human=human)

    def type_link(self, name: str) -> str | None:
        """Where the type of a place or a combination is defined."""
        if name in self.program.zones:
            return self.link("zone", name)
        return self.link("combination", name) if name in self.program.combinations else None

    def introduce(self, referent: p.Referent, **changes: Any) -> p.NP:
        """The noun phrase that first mentions a referent: a card, another card."""
        det = changes.pop("det", "a")
        if referent.adj == "other" and det == "a":
            det = "another"
        return p.NP(referent.noun, det=det, intro=referent, link=referent.link, **changes)

    def holds(self, zone: str) -> str:
        """The component that lies in a zone."""
        z = self.program.zones[zone]
        if z.holding:
            return z.holding
        if z.plays_of:
            found = self.program.combinations.get(z.plays_of)
            return found.component if found else z.plays_of
        return next(iter(self.program.components), "card")

    def all_of(self, component: t.Expr) -> int | None:
        """How many cards or dice there are, if that does not rest on how many play."""
        found = self.program.components.get(getattr(component, "name", ""))
        if found is None or any(self.per_player(home) for home in found.homes):
            return None
        one = self.program.dice(found) if found.sort == "dice" else sum(f.count for f in self.faces.get(found.name, []))
        return one * max(len(found.homes), 1)

    def is_alone(self, component: str) -> bool:
        """Whether there is one die of its kind: all dice in the cup are the die in the cup."""
        found = self.program.components.get(component)
        return found is not None and found.sort == "dice" and self.program.dice(found) == 1

    def cards_of(self, expr: t.Expr) -> str:
        """The noun of the cards of an expression: of the zone it names, of its type."""
        type_ = expr.type
        if isinstance(type_, Type):
            if type_.name in ("place", "play"):
                return self.holds(type_.of)
            if type_.name == "meld":
                return self.program.combinations[type_.of].component
            if type_.name == "card":
                return type_.of
        return next(iter(self.program.components), "card")

    def number(self, expr: t.Expr) -> int | None:
        """The number an expression stands for, with the parameters as they are set; None of arithmetic with a parameter,
        whose name is told: players may agree on another number."""
        worked_out = isinstance(expr, t.Arithmetic)
        if worked_out and any(isinstance(x, t.Name) and kind(x) == "parameter" for x in expr.walk()):
            return None
        return self.settled(expr)

    def settled(self, expr: t.Expr) -> int | None:
        """The number an expression of numbers comes to, whatever stands in it, with the parameters as they are set."""
        return constant(expr, self.program)

    def figure(self, expr: t.Expr, value: int) -> p.Figure:
        """The number of an expression; of a parameter it links to where the number is agreed on."""
        return p.Figure(value, self.link("parameter", expr.name) if isinstance(expr, t.Name) else None)

    def per_player(self, e: t.Expr) -> bool:
        """Whether a place named is a zone of each player."""
        zone = self.program.zones.get(getattr(e, "name", ""))
        return zone is not None and zone.each == "player"

    def owned(self, zone: str) -> bool:
        """Whether each player has such a zone."""
        return self.program.zones[zone].each == "player"


def kind(expr: t.Expr) -> str:
    """What a name stands for, as the checker found it; empty if it found nothing."""
    ref = expr.ref
    return ref.kind if ref is not None else ""


def mentions(expr: t.Node | None, name: str) -> bool:
    """Whether a local name is used in an expression."""
    return expr is not None and any(isinstance(n, t.Name) and n.name == name for n in expr.walk())


def flat(expr: t.Expr, sort: type[t.And] | type[t.Or]) -> list[t.Expr]:
    """The parts of a chain of and, or of or."""
    if isinstance(expr, sort):
        return flat(expr.left, sort) + flat(expr.right, sort)
    return [expr]
