"""What a game is played with, laid out: kinds, faces, places, slots and constant tables of a Flow."""

from __future__ import annotations

from collections import Counter

from ...language import tree as t
from ...language.diagnostics import Diagnostic, SpecErrors
from ...language.faces import FaceRow, GridError, face_names, faces_of, fields_of, hand_order, matching
from ...language.program import Program, constant
from ...language.types import Type
from .. import flow as f


class Tables:
    """The fixed part of a flow for one number of players; how declared names are found in it."""

    def __init__(self, program: Program, players: int) -> None:
        self.p = program
        self.n = players
        settings = {name: program.value_of(name) or 0 for name in program.parameters}
        self.flow = f.Flow(program.title, players, settings)
        self.rows: dict[str, list[FaceRow]] = {}
        self.first_face: dict[str, int] = {}
        self.component_index: dict[str, int] = {}
        self.family: dict[str, f.Family] = {}
        self.track_base: dict[str, int] = {}
        self._tables: dict[tuple[int, ...], int] = {}
        self._kinds()
        self._components()
        self._places()
        self._homes()
        self._tracks()

    def fail(self, message: str, node: t.Node, code: str = "E211") -> SpecErrors:
        """A mistake that only shows with these players and parameters."""
        return SpecErrors([Diagnostic(code, message, node.span)], self.p.texts)

    # ---- components ------------------------------------------------------------------------------------------------
    def _kinds(self) -> None:
        for name, kind in self.p.kinds.items():
            self.flow.kinds.append(f.KindInfo(name, kind.ordered, tuple(self.p.kind_values(name))))

    def _components(self) -> None:
        for name, component in self.p.components.items():
            try:
                rows = faces_of(component, self.p)
            except GridError as error:
                raise SpecErrors([Diagnostic("E211", str(error), error.span, error.hint)], self.p.texts) from None
            self.rows[name] = rows
            self.first_face[name] = len(self.flow.faces)
            self.component_index[name] = len(self.flow.components)
            sort = "cards" if component.sort == "cards" else "dice"
            dice = 0 if sort == "cards" else self.p.dice(component)
            self.flow.components.append(f.ComponentInfo(name, sort, len(self.flow.faces), len(rows), dice))  # type: ignore[arg-type]
            held = hand_order(self.p, name, rows)
            for k, (row, spelled) in enumerate(zip(rows, face_names(self.p, name, rows), strict=True)):
                fields = {k: v for k, v in row.fields.items() if v is not None}
                info = f.FaceInfo(spelled, row.row, len(self.flow.components) - 1, fields, row.count, held[k])
                self.flow.faces.append(info)

    def kind_size(self, name: str) -> int:
        """How many values a kind has."""
        return len(self.p.kind_values(name))

    def index_size(self, each: str | None) -> int:
        """How many places or slots `of each` makes."""
        return 1 if each is None else self.n if each == "player" else self.kind_size(each)

    # ---- places ----------------------------------------------------------------------------------------------------
    def holds(self, zone: t.Zone) -> str:
        """The component that lies in a zone."""
        if zone.holding:
            return zone.holding
        if zone.plays_of:
            combination = self.p.combinations.get(zone.plays_of)
            return combination.component if combination else zone.plays_of
        return next(iter(self.p.components))

    def number(self, expr: t.Expr) -> int:
        """A number known before play."""
        value = constant(expr, self.p)
        if value is None:
            raise self.fail("this must be a number known before the game", expr, "E201")
        return value

    def _places(self) -> None:
        flow = self.flow
        flow.places.append(f.Place("nowhere", "", "zone", 0, "nobody", -1, (), 0))
        for name, zone in self.p.zones.items():
            outer = self.index_size(zone.each)
            low, high = (
                (self.number(zone.low), self.number(zone.high))
                if zone.low is not None and zone.high is not None
                else (0, 0)
            )
            inner = max(0, high - low + 1)
            if inner > 1000:
                raise self.fail("more than 1,000 places", zone)
            family = f.Family(
                name, len(flow.places), outer * inner, zone.each or "", inner if zone.low is not None else 0
            )
            self.family[name] = family
            flow.families.append(family)
            shape = "plays" if zone.plays_of else zone.shape
            combination = (
                list(self.p.combinations).index(zone.plays_of) if zone.plays_of in self.p.combinations else None
            )
            for k in range(outer):
                for number in range(low, high + 1):
                    label = f"{name} {number}" if zone.low is not None else name
                    if zone.each and zone.each != "player":
                        label += f" of {self.p.kind_values(zone.each)[k]}"
                    owner = k if zone.each == "player" else -1
                    component = self.component_index[self.holds(zone)]
                    flow.places.append(f.Place(label, name, shape, component, zone.view, owner, (), 0, combination))  # type: ignore[arg-type]

    def _homes(self) -> None:
        """Put the components where they start; count them."""
        flow = self.flow
        totals: Counter[int] = Counter()
        for name, component in self.p.components.items():
            index = self.component_index[name]
            first = self.first_face[name]
            dice = flow.components[index].dice
            one_set = (
                tuple(first for _ in range(dice))
                if dice
                else tuple(first + k for k, row in enumerate(self.rows[name]) for _ in range(row.count))
            )
            homes = [place for home in component.homes for place in self.home_places(home)]
            for place in homes:
                old = flow.places[place]
                flow.places[place].start = (
                    old.start + one_set if old.shape == "pile" else tuple(sorted(old.start + one_set))
                )
                totals[index] += len(one_set)
            for k in range(first, first + len(self.rows[name])):
                if not dice:
                    flow.faces[k].count *= max(1, len(homes))
            if dice:
                flow.components[index].dice = dice * max(1, len(homes))
        for where in flow.places[1:]:
            where.capacity = totals[where.component]

    def home_places(self, home: t.Expr) -> list[int]:
        """The places a home names."""
        if isinstance(home, t.Numbered) and home.of is None:
            family = self.family[home.name]
            low = self.number(self.p.zones[home.name].low)  # type: ignore[arg-type]
            return [family.first + home.number - low]
        name = home.name if isinstance(home, t.Name | t.Of | t.Numbered) else ""
        if name not in self.family:
            raise self.fail("components start in a zone", home)
        family = self.family[name]
        if (
            isinstance(home, t.Of)
            and not home.type.many
            and home.args[0].ref is not None
            and home.args[0].ref.kind == "value"
        ):
            kind, value = home.args[0].ref.what
            return [family.first + self.p.kind_values(kind).index(value)]
        return list(range(family.first, family.first + family.size))

    # ---- tracks ----------------------------------------------------------------------------------------------------
    def _tracks(self) -> None:
        for name, track in self.p.tracks.items():
            self.track_base[name] = len(self.flow.slots)
            start = self.number(track.start) if track.start is not None else 0
            initial = f.NONE if track.shape == "marker" else start
            sort = {"counter": f.NUMBER, "flag": f.TRUTH}.get(track.shape) or self.sort_named(track.of_type or "number")
            for k in range(self.index_size(track.each)):
                label = name
                owner = -1
                if track.each == "player":
                    owner = k
                elif track.each:
                    label = f"{name} of {self.p.kind_values(track.each)[k]}"
                self.flow.slots.append(f.Slot(label, sort, initial, "track", owner))

    def sort_named(self, name: str) -> f.Sort:
        """The sort of a declared type."""
        if name in ("player", "number"):
            return f.Sort(name)
        if name in self.p.kinds:
            return f.Sort("kind", name)
        if name in self.p.components:
            return f.Sort("card", name)
        if name in self.p.combinations:
            return f.Sort("meld", name)
        return f.Sort("place", name)

    def sort(self, type_: Type) -> f.Sort:
        """The sort of a checked type."""
        return f.Sort("list", type_.name) if type_.many else f.Sort(type_.name, type_.of)

    # ---- constant tables -------------------------------------------------------------------------------------------
    def table(self, values: tuple[int, ...]) -> int:
        """The index of a constant table; equal tables are one."""
        if values not in self._tables:
            self._tables[values] = len(self.flow.tables)
            self.flow.tables.append(values)
        return self._tables[values]

    def field_table(self, component: str, field: str) -> int:
        """A field by face (over all faces; NONE where there is no such field)."""
        values = [f.NONE] * len(self.flow.faces)
        for k, row in enumerate(self.rows[component]):
            value = row.fields.get(field)
            if value is not None:
                values[self.first_face[component] + k] = value
        return self.table(tuple(values))

    def row_table(self, component: str, row: str) -> int:
        """1 for the faces of a row, else 0."""
        names = self.rows[component]
        first = self.first_face[component]
        return self.table(
            tuple(
                int(first <= k < first + len(names) and names[k - first].row == row)
                for k in range(len(self.flow.faces))
            )
        )

    def order_table(self, component: str) -> int:
        """The rank of each face in the declared order: equal fields, equal rank; without an order all are equal."""
        order = self.p.orders.get(component)
        fields = order.fields if order else []
        keys = [
            tuple(r.fields.get(x) if r.fields.get(x) is not None else -1 for x in fields) for r in self.rows[component]
        ]
        ranks = {key: k for k, key in enumerate(sorted(set(keys)))}
        values = [0] * len(self.flow.faces)
        for k, key in enumerate(keys):
            values[self.first_face[component] + k] = ranks[key]
        return self.table(tuple(values))

    def index_table(self, zone: str) -> int:
        """For each place, which of `each` it belongs to."""
        family = self.family[zone]
        inner = max(1, family.numbered)
        return self.table(
            tuple(
                (k - family.first) // inner if family.first <= k < family.first + family.size else f.NONE
                for k in range(len(self.flow.places))
            )
        )

    def face(self, component: str, words: list[str | int]) -> int:
        """The face the words name, or -1 if these parameters leave none."""
        found = matching(words, self.p.components[component], self.rows[component], self.p)
        return self.first_face[component] + found[0] if len(found) == 1 else -1

    def fields(self, component: str) -> list[str]:
        """The fields of a component."""
        return fields_of(self.p.components[component])
