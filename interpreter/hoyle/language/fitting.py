"""What all checks of expressions share: mistakes, the names that could be meant, and which type may stand for which.

Comes in: a program whose tables are filled. Goes out: `Fitting`, the base of `Expressions`. What always holds: a
mistake gives the type ERROR, which fits everywhere, so that one mistake is told once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from . import tree as t
from .diagnostics import MAX_MISTAKES, Diagnostic, did_you_mean
from .faces import FaceRow, GridError, faces_of
from .program import Program
from .syntax_trouble import TAGS, without_comment
from .types import LIBRARY, PLAYER, Type

ERROR = Type("error")

_SOUGHT = 20 * MAX_MISTAKES  # so many mistakes get hints; they are told in the order of the text, not as they are found

# What is no type, though people take it for one.
_NO_TYPES = {
    "play": "a play counts as its cards: say `card c`, or the combination that is played",
    "trick": "declare the pile: pile trick, kept as plays of card, seen by all",
    "cards": "say of one of them, `card c`: a term that is about one may be asked of several",
    "zone": "a type is the name of a zone of the game, such as `hand h`",
    "pile": "a type is the name of a pile of the game, such as `deck d`",
    "list": "a term that is about one thing may be asked of several",
    "text": "what is called by words are the values of a kind: kind colour: red, blue",
    **dict.fromkeys(("int", "integer", "points", "amount"), "a number is a `number`"),
    **dict.fromkeys(
        ("bool", "boolean", "flag", "truth"), "what is yes or no is a flag, or a term: term (player p) is …: …"
    ),
}

# What is meant by those of them that people say by themselves.
_BY_ITSELF = {
    "player": "all of them are `players`; one has a name, as in `for each p in players`, `turn (player p) …`",
    "cards": "cards are named by where they lie: `deck`, `hand of p`, `cards of hand of players`",
    "others": "say of whom: `others of p`",
}


@dataclass
class Scope:
    """The names alive at one place: locals with their types; `inside` names the procedure or term around; `told` says
    whether this is an example or an invariant, where `winners` may be asked for; `loose` are the locals that are faces
    alone, not lying anywhere, so that they cannot be moved."""

    locals: dict[str, Type] = field(default_factory=dict)
    inside: str = ""
    told: bool = False
    loose: frozenset[str] = frozenset()

    def with_(self, name: str, type_: Type, loose: bool = False) -> Scope:
        """The same and one more name."""
        names = self.loose | {name} if loose else self.loose - {name}
        return Scope({**self.locals, name: type_}, self.inside, self.told, names)


class Fitting:
    """The program, its mistakes (`errors`) and what of it is used (`used`)."""

    def __init__(self, program: Program) -> None:
        self.p = program
        self.errors: list[Diagnostic] = []
        self.used: set[str] = set()
        self.in_term: list[str] = []
        self.as_one: list[t.Of] = []  # columns of one place, play or combination, of which one value is wanted
        self.asked: t.Is | None = None  # the innermost `… is …` around what is checked
        self.quantified: list[t.Quantifier] = []  # those around what is checked, from the outermost
        self.columns = program.columns
        self.faces: dict[str, list[FaceRow]] = {}
        self.broken: set[str] = set()  # components whose faces are not known, as their table is wrong
        for name, component in program.components.items():
            try:
                self.faces[name] = faces_of(component, program)
            except GridError:
                self._rows(component)
                self.faces[name] = []
                self.broken.add(name)
        # combinations of what is not there, zones that hold what is not there: told where they are declared
        self.strange = {c.name for c in program.combinations.values() if c.component not in program.components}
        self.strange |= {
            z.name
            for z in program.zones.values()
            if (z.holding and z.holding not in program.components)
            or (z.plays_of and z.plays_of not in program.components and z.plays_of not in program.combinations)
            or z.plays_of in self.strange
            or not program.components
        }
        self.kind_of_value: dict[str, list[str]] = {}
        for kind in program.kinds:
            for value in program.kind_values(kind):
                self.kind_of_value.setdefault(value, []).append(kind)
        self.row_of: dict[str, list[str]] = {}
        for name, faces in self.faces.items():
            for row in dict.fromkeys(f.row for f in faces):
                self.row_of.setdefault(row, []).append(name)

    def _rows(self, component: t.Components) -> None:
        """What is wrong with each row of a table."""
        for row in component.rows:
            try:
                faces_of(replace(component, rows=[row]), self.p)
            except GridError as error:
                self.errors.append(Diagnostic("E211", str(error), error.span, error.hint))

    @cached_property
    def options(self) -> dict[str, list[t.Option]]:
        """The options of all choices, by name."""
        found: dict[str, list[t.Option]] = {}
        for procedure in self.p.procedures.values():
            for node in procedure.walk():
                if isinstance(node, t.Option):
                    found.setdefault(node.name, []).append(node)
        return found

    # ---- reporting -------------------------------------------------------------------------------------------------
    def error(self, code: str, message: str, node: t.Node, hint: str = "", at: str = "") -> Type:
        """Note a mistake; gives the type that fits everywhere.

        Args:
            code: what kind of mistake.
            message: what is wrong.
            node: where.
            hint: what would be right.
            at: the word of the node to point at; a declaration's own name if unsaid.
        """
        if not at and isinstance(node, t.Declaration):
            at = node.name
        self.errors.append(Diagnostic(code, message, node.words.get(at, node.span), hint))
        return ERROR

    def known(self, scope: Scope) -> Iterable[str]:
        """Every name that could be meant."""
        p = self.p
        yield from scope.locals
        for table in (p.zones, p.tracks, p.terms, p.parameters, p.kinds, p.components, p.combinations):
            yield from table
        yield from LIBRARY
        yield "players"
        yield from self.kind_of_value
        yield from self.row_of
        for fields_ in self.columns.values():
            yield from fields_

    def near(self, name: str, known: Iterable[str]) -> str:
        """A hint naming the closest of known names. It is sought only for mistakes that may be told, as that takes
        longer than all else about them."""
        return did_you_mean(name, known) if len(self.errors) < _SOUGHT else ""

    def unknown(self, name: str, node: t.Node, scope: Scope, want: Type | None = None) -> Type:
        """A name that stands for nothing. Where the value of a kind is wanted, its values are told."""
        if self.broken and (want is None or want.name == "card"):
            return ERROR  # it may be a card of the table that is wrong
        if want is not None and want.name == "kind":
            values = self.p.kind_values(want.of)
            hint = self.near(name, [*values, *scope.locals]) or f"a {want.of} is one of: {listed(values)}"
            return self.error("E101", f"`{name}` is no {want.of}", node, hint, at=name)
        if any(name in columns for columns in self.columns.values()):
            hint = self.column_alone(name, node, scope) or f"say of which card: `{name} of …`"
            return self.error("E101", f"`{name}` is a column: it is said of a card", node, hint, at=name)
        hint = self.near(name, self.known(scope))
        if name in LIBRARY:
            said = _BY_ITSELF.get(name, f"it is said with `of`: `{name} of …`")
            return self.error("E101", f"`{name}` by itself means nothing", node, said, at=name)
        procedure = self.p.procedures.get(scope.inside)
        term = self.p.terms.get(scope.inside)
        if not hint and len(name) == 1 and term is not None and not term.params:
            hint = f"if it is about somebody, declare: term (player {name}) is {term.name}: …, or term {term.name} of (player {name}): …"
        if not hint and len(name) == 1 and procedure is not None and not procedure.params:
            hint = f"say of whom: `some {name} in players where …`, `for each {name} in players`"
            if procedure.name != "play":
                hint += f"; or if it is who acts, declare: {procedure.role} (player {name}) {procedure.name}:"
        return self.error("E101", f"nothing is called `{name}`", node, hint or self._declare(name, node), at=name)

    def _declare(self, name: str, node: t.Node) -> str:
        """A hint for a name that is near to no other."""
        if isinstance(node, t.Of) and len(node.args) == 1:
            got = node.args[0].type
            each = "each player" if got is not None and got.name == "player" else "…"
            if each != "…":
                return f"declare it: zone, counter, flag or marker {name} of {each}, or term {name} of (player p): …"
            return f"if it is said of something, declare: term {name} of (…): …"
        return "a name is declared at the left margin, as a zone, a counter, a term …, or given in the rule: `for each`, `let`"

    # ---- the line as it would be right -----------------------------------------------------------------------------
    def text(self, node: t.Node) -> str:
        """A node of one line as it is written there."""
        row, end = self._row(node.span)
        return row[node.span.column - 1 : end - 1]

    def written(self, node: t.Node, new: str, otherwise: str = "") -> str:
        """A hint that shows the whole line with something else in the place of this node; `otherwise` if the text is not
        at hand. `{}` in what is new stands for the node as it is written."""
        row, end = self._row(node.span)
        if not row:
            return otherwise
        before = row[: node.span.column - 1].lstrip()
        new = new.replace("{}", self.text(node))
        return f"write: {before.rstrip() if new[:1] in (',', '') else before}{new}{row[end - 1 :]}"

    def _row(self, span: t.Span) -> tuple[str, int]:
        """The line of a place, without its comment and tags, and the column where the place ends; nothing if it goes on in
        the next line. A rule ends where the next one starts."""
        rows = self.p.texts.get(span.file, "").split("\n")
        if not 0 < span.line <= span.end_line <= len(rows):
            return "", 1
        row = TAGS.sub("", without_comment(rows[span.line - 1]))
        if span.end_line == span.line:
            return row, span.end_column
        rest = [*rows[span.line : span.end_line - 1], rows[span.end_line - 1][: span.end_column - 1]]
        return ("", 1) if any(without_comment(more).strip() for more in rest) else (row, len(row) + 1)

    def somebody(self, scope: Scope) -> str:
        """The player who is most likely meant where none is named: the one that was given a name last."""
        seats = [name for name, type_ in scope.locals.items() if type_ == PLAYER]
        return seats[-1] if seats and (not scope.told or len(seats) == 1) else ""

    def whose(self, node: t.Expr, scope: Scope) -> str:
        """A hint for who said `hand` and meant that of a player."""
        name = node.name if isinstance(node, t.Name) else ""
        declared = self.p.zones.get(name) or self.p.tracks.get(name)
        if declared is None or declared.each != "player":
            return ""
        who = self.somebody(scope)
        said_of = (
            f"{who or 'p'} is {name}"
            if isinstance(declared, t.Track) and declared.shape == "flag"
            else f"{name} of {who or 'p'}"
        )
        seats = [name for name, type_ in scope.locals.items() if type_ == PLAYER]
        return (
            self.written(node, said_of)
            if who
            else f"say whose: `{said_of.replace(' p', ' ' + seats[0]) if seats else said_of}`"
        )

    def column_alone(self, name: str, node: t.Expr | t.Node, scope: Scope) -> str:
        """A hint for who said a column without the card: that of the card that was given a name last."""
        cards = [one for one, type_ in scope.locals.items() if type_.name in ("card", "play") and not type_.many]
        fitting = [one for one in cards if name in self.columns.get(self.one(scope.locals[one]).of, ())]
        return self.written(node, f"{name} of {fitting[-1]}") if fitting else ""

    def order_for(self, component: str) -> str:
        """A hint for who compares cards that have no order: by which of their columns they may be compared."""
        ordered = [name for name, kind in self.columns.get(component, {}).items() if self._goes_up(kind)]
        return f"declare: order {component} by {ordered[0] if len(ordered) == 1 else '…'}"

    def _goes_up(self, type_: Type) -> bool:
        return type_.name == "number" or (type_.name == "kind" and self.p.kinds[type_.of].ordered)

    def column_of(self, one: Type, of: Type) -> str:
        """The only column by which something of a card can be compared with a value or a number; nothing if none is."""
        columns = self.columns.get(of.of, {}) if of.name == "card" else {}
        fitting = [name for name, type_ in columns.items() if type_ == one]
        return fitting[0] if len(fitting) == 1 else ""

    # ---- one and many ----------------------------------------------------------------------------------------------
    def element(self, type_: Type) -> Type:
        """The type of what a list, place, meld or play holds."""
        if type_.name == "place":
            zone = self.p.zones[type_.of]
            if zone.plays_of and not type_.many:
                return Type("play", type_.of)
            return Type("card", self.holds(type_.of)) if not type_.many else type_.each()
        if type_.name == "meld" and not type_.many:
            return Type("card", self.p.combinations[type_.of].component)
        if type_.name == "play" and not type_.many:
            return Type("card", self.holds(type_.of))
        return type_.each()

    def holds(self, zone: str) -> str:
        """The component that lies in a zone."""
        z = self.p.zones[zone]
        if z.holding:
            return z.holding
        if z.plays_of:
            return self.p.combinations[z.plays_of].component if z.plays_of in self.p.combinations else z.plays_of
        return next(iter(self.p.components), "card")

    def cards(self, type_: Type) -> Type | None:
        """The type of the cards of something, if it has any."""
        if type_.name == "card":
            return type_.list()
        if type_.name in ("place", "play"):
            return Type("card", self.holds(type_.of), True)
        if type_.name == "meld":
            return Type("card", self.p.combinations[type_.of].component, True)
        return None

    def one(self, type_: Type) -> Type:
        """One of what something is compared by: the card of what has cards, else the thing itself."""
        cards = self.cards(type_)
        return cards.each() if cards is not None else type_.each()

    def single(self, node: t.Expr, got: Type) -> bool:
        """Whether this can be used as one thing: a column of one place, play or combination may turn out to be the same
        all through; else several things are not one."""
        if not got.many:
            return True
        if isinstance(node, t.Of) and node.ref is not None and node.ref.kind == "column":
            holder = node.args[0]
            if holder.type is None or holder.type.many:
                return False
            place = holder.type.name == "place" and holder.ref is not None and holder.ref.kind == "local"
            if not place:
                self.as_one.append(node)
            return not place  # `c in hand of players where rank of c …`: these are the hands, not cards
        return False

    def fits(self, got: Type, want: Type) -> bool:
        """Whether a `got` may stand where a `want` is wanted."""
        if ERROR in (got, want) or got == want:
            return True
        if want.many:
            if got.name == "nothing":
                return True
            if want.name == "card":
                return self.cards(got) == want
            if want.name == "play" and got == Type("place", want.of):
                return True
            return got.each() == want.each()
        if want.name == "card":  # one card, or what turns out to be one card
            return self.cards(got) == want.list()
        if want.name == "meld" and got.name in ("card", "play"):
            return self.cards(got) == Type("card", self.p.combinations[want.of].component, True)
        if want.name in ("number", "kind") and got.many:
            return got.each() == want
        return False

    def zones_of(self, sort: str) -> str:
        """A hint that says where cards or dice of a sort may lie, as a zone holds one sort."""
        theirs = [name for name in self.p.zones if name not in self.strange and self.holds(name) == sort]
        where = f"{sort} lies in {listed(theirs)}" if theirs else f"declare one of theirs: … holding {sort}, seen by …"
        return f"a zone holds one sort of cards or dice; {where}"

    def two_sorts(self, left: Type, right: Type, node: t.Expr, other: t.Expr | None = None) -> bool:
        """Whether cards or dice of two sorts come together in one list; says so."""
        one, two = self.cards(left), self.cards(right)
        if one is None or two is None or one.of == two.of:
            return False
        message = f"cards or dice of two sorts, {one.of} and {two.of}, cannot be in one list"
        hint = "say it of each sort by itself; what is counted is added up: (the number of … in …) + (the number of … in …)"
        if other is not None and isinstance(other, t.Name) and isinstance(node, t.Name):
            counted = [f"(the number of x in {place.name} where …)" for place in (other, node)]
            hint = f"say it of each sort by itself; what is counted is added up: {' + '.join(counted)}"
        self.error("E205", message, node, hint)
        return True

    def need(self, node: t.Expr, scope: Scope, want: Type, what: str = "") -> Type:
        """Check an expression where a type is wanted, and say so if it is another."""
        got = self.expr(node, scope, want)
        several = want.name in ("number", "kind", "card", "truth") and not want.many and not self.single(node, got)
        if got is not ERROR and want is not ERROR and (not self.fits(got, want) or several):
            where = f"{what} " if what else ""
            hint = self.whose(node, scope) or self.of_a_place(node) or self._way(got, want, node)
            return self.error("E201", f"{got.told()}, but {where}{want.wanted()}", node, hint)
        return got

    def places_of_players(self, got: Type, node: t.Expr | None = None) -> str:
        """A hint for who said a player and meant a place of theirs."""
        theirs = [z.name for z in self.p.zones.values() if z.each == "player"]
        if got.name != "player" or not theirs:
            return ""
        said = f"{theirs[0]} of {'players' if got.many else '…'}"
        shown = self.written(node, f"{theirs[0]} of {{}}") if node is not None else ""
        return shown or f"say which of their places: `{said}`"

    def of_a_place(self, node: t.Expr) -> str:
        """A hint for who meant the cards of several zones and got the zones: `c in hand of players`."""
        match node:
            case t.Of(args=[t.Name() as local]) if local.type is not None and local.type.name == "place":
                if local.ref is not None and local.ref.kind == "local":
                    return f"`{local.name}` is a place here; of all the cards say `{local.name} in cards of …`"
        return ""

    def _way(self, got: Type, want: Type, node: t.Expr | None = None) -> str:
        """How people get from what they wrote to what is wanted."""
        if got.many and got.each() == want and want.name in ("number", "kind"):
            return "say `the total …`, `the highest …`, or ask of each: `some x in … where …`"
        if got.many and got.each() == want and want.name == "card":
            return "for one of several say `the first c in …`"
        if want.name == "place" and got.name == "player":
            return self.places_of_players(got, node)
        if node is not None and not got.many and (column := self.column_of(want, got)):
            return self.written(node, f"{column} of {{}}")
        if want.name == "number" and got.name == "kind":
            return (
                "the values of a kind are words, even those in figures; to reckon, give the cards a column of numbers"
            )
        if want.name == "number" and self.cards(got) is not None:
            return "how many they are is `size of …`; a column of theirs is `COLUMN of …`"
        if want.name == "truth" and (got.many or got.name == "place"):
            return "to ask whether there are any, say `… is not empty`"
        if want.name == "player" and got.many:
            return "for one of several say `the first p in …`; to do it for all, `for each p in …`"
        return ""

    def named_type(self, name: str, node: t.Node) -> Type:
        """The type called `name`: player, number, a kind, component, zone or combination."""
        p = self.p
        if name in ("player", "number"):
            return Type(name)
        self.used.add(name)
        for table, sort in ((p.kinds, "kind"), (p.components, "card"), (p.combinations, "meld"), (p.zones, "place")):
            if name in table:
                return ERROR if name in self.strange else Type(sort, name)
        meant = _NO_TYPES.get(name)
        if meant is not None:
            return self.error("E101", f"there is no type `{name}`", node, meant, at=name)
        known = ["player", "number", *p.kinds, *p.components, *p.combinations, *p.zones]
        hint = (
            did_you_mean(name, known)
            or "a type is player, number, or a kind, component, zone or combination of this game"
        )
        return self.error("E101", f"there is no type `{name}`", node, hint, at=name)

    # ---- dispatch --------------------------------------------------------------------------------------------------
    def expr(self, node: t.Expr, scope: Scope, want: Type | None = None) -> Type:
        """The type of an expression; `want` helps to read words that may mean several things."""
        found: Type = getattr(self, "_" + type(node).__name__.lower())(node, scope, want)
        node.type = found
        return found


def listed(words: Iterable[str], most: int = 14) -> str:
    """Words in a row, the rest of a long list left out."""
    all_ = list(words)
    return ", ".join(all_[:most]) + (", …" if len(all_) > most else "")
