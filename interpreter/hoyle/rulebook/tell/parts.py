"""What is in the box and on the table: components, kinds, orders, zones, tracks, parameters."""

from __future__ import annotations

from ...language import tree as t
from ...language.faces import FaceRow
from .. import phrases as p
from .statements import all_tags
from .terms import Terms


class Parts(Terms):
    """Declarations of things, as steps and tables."""

    # ---- components ------------------------------------------------------------------------------------------------
    def components(self, c: t.Components) -> p.Step:
        """Cards or dice: how many, where they start, and a table of their faces."""
        faces = self.faces.get(c.name, [])
        dice = c.sort == "dice"
        total = self.program.dice(c) if dice else sum(f.count for f in faces)
        figure = self.figure(c.copies, total) if dice and c.copies is not None else p.Figure(total)
        noun = p.NP(c.name, "bare", many=True, count=p.Quantity("exactly", figure))
        homes = [self.home(h) for h in c.homes]
        place = homes[0] if len(homes) == 1 else p.Several("and", homes)
        several = len(homes) > 1
        said = p.Made("box-each" if several else "box-line", {"x": noun, "place": place})
        columns = [x for x in c.columns if x != "name" or len(self.row_names(faces)) > 1]
        whole = [p.Sentence(said, ":")]
        if dice and columns:
            die = p.NP(c.name, "each" if total > 1 else "the")
            sides = p.Quantity("exactly", p.Figure(sum(f.count for f in faces)))
            whole = [p.Sentence(said), p.Sentence(p.Made("die-sides", {"x": die, "n": sides}), ":")]
        step = p.Step(self.link("component", c.name), whole, [], c.span, all_tags(c))
        copies = p.Made("copies-of-each", {"x": p.NP(c.name, "bare")})
        head: list[p.Phrase] = [copies if x == "copies" else self.column(x, c) for x in columns]
        if "copies" not in columns and not dice:
            head.append(copies)
        rows = []
        for line in c.rows:
            cells = dict(zip(c.columns, line.cells, strict=False))
            row = [self.face_cell(cells[x], x, c) for x in columns]
            if "copies" not in columns and not dice:
                row.append(p.Figure(1))
            rows.append(row)
        if len(columns) > 0 and not (len(rows) == 1 and columns in (["copies"], [])):
            step.table = p.Table(head, rows)
        else:
            step.sentences[-1].end = "."
        return step

    def row_names(self, faces: list[FaceRow]) -> set[str]:
        return {f.row for f in faces}

    def home(self, e: t.Expr) -> p.Phrase:
        """Where components start: the deck, each player's hand."""
        if self.per_player(e):
            name = getattr(e, "name", "hand")
            return p.NP(name, "the", owner=p.NP("player", "each"), link=self.link("zone", name))
        return self.np(e, {})

    def column(self, name: str, c: t.Components) -> p.Phrase:
        """The head of a column."""
        return p.NP(c.name if name == "name" else name, "bare")

    def face_cell(self, cell: t.Cell, column: str, c: t.Components) -> p.Phrase | None:
        """A cell of a table of faces: names, values, numbers."""
        if cell.word is not None:
            if cell.word == "-":
                return None
            noun = column if column not in ("name", "copies") else c.name
            return p.Made(f"cell-{cell.word}", {"x": p.NP(noun, "bare", many=True)})
        parts: list[p.Phrase] = []
        for value in cell.values:
            if column == "name":
                parts.append(p.NP(getattr(value, "name", c.name), "bare"))
            elif isinstance(value, t.Range):
                parts.append(
                    p.Made(
                        "from-to",
                        {"a": self.cell_value(value.low, column, c), "b": self.cell_value(value.high, column, c)},
                    )
                )
            else:
                parts.append(self.cell_value(value, column, c))
        return parts[0] if len(parts) == 1 else p.Several("comma", parts)

    def cell_value(self, e: t.Expr, column: str, c: t.Components) -> p.Phrase:
        name = e.name if isinstance(e, t.Name) else str(e.value) if isinstance(e, t.Number) else ""
        if column in self.program.kinds and name in self.program.kind_values(column):
            return p.Value(name)
        number = self.number(e)
        if number is not None:
            return self.figure(e, number)
        if isinstance(e, t.Name):
            return p.NP(e.name, "the", owner=p.Ref(p.Referent(c.name), pronoun=True))
        return self.np(e, {})

    # ---- kinds and orders ------------------------------------------------------------------------------------------
    def kind_step(self, kind: t.Kind) -> p.Step:
        """The values of a kind, in their order if they have one."""
        values: list[p.Phrase] = []
        for item in kind.values:
            if item.high is None:
                values.append(p.Value(item.low))
            else:
                values.append(p.Made("from-to", {"a": p.Value(item.low), "b": p.Value(item.high)}))
        count = p.Quantity("exactly", p.Figure(len(self.program.kind_values(kind.name))))
        noun = p.NP(kind.name, "bare", many=True, count=count)
        name = "kind-ordered" if kind.ordered else "kind-list"
        said = p.Made(name, {"x": noun, "list": p.Several("comma" if kind.ordered else "and", values)})
        return p.Step(self.link("kind", kind.name), [p.Sentence(said)], [], kind.span, list(kind.tags))

    def order(self, order: t.Order) -> p.Step:
        """Which of two cards is higher."""
        first, *rest = [p.NP(f, "bare") for f in order.fields]
        cards = p.NP(order.name, "bare", many=True)
        said = p.Made("order-by", {"x": cards, "f": first})
        sentences = [p.Sentence(said)]
        for f in rest:
            sentences.append(p.Sentence(p.Made("order-then", {"f": f})))
        return p.Step(self.link("order", order.name), sentences, [], order.span, list(order.tags))

    # ---- zones -----------------------------------------------------------------------------------------------------
    def zones(self) -> p.Table:
        """Where things lie: each place, how many there are, who sees what lies there."""
        head: list[p.Phrase] = [p.Title("book", x) for x in ("place", "how-many", "contents-of", "who-sees")]
        rows: list[list[p.Phrase | None]] = []
        tags = [list(zone.tags) for zone in self.program.zones.values()]
        for zone in self.program.zones.values():
            rows.append(
                [
                    p.NP(zone.name, "bare"),
                    self.how_many(zone),
                    self.contents(zone),
                    p.Made(f"seen-{zone.view.split()[-1]}", {}),
                ]
            )
        return p.Table(head, rows, tags)

    def places(self) -> dict[str, p.Phrase]:
        """What each zone is, in a line: how many there are, what lies there, who sees it."""
        lines: dict[str, p.Phrase] = {}
        for zone in self.program.zones.values():
            what, many = self.contents(zone), self.how_many(zone)
            if many != p.Figure(1):
                what = p.Made("so-many-of", {"n": many, "x": what})
            lines[self.link("zone", zone.name)] = p.Made(f"place-{zone.view.split()[-1]}", {"x": what})
        return lines

    def how_many(self, zone: t.Zone) -> p.Phrase:
        """One, one for each player, four for each player."""
        many: p.Phrase = p.Figure(1)
        if zone.low is not None and zone.high is not None:
            low, high = self.settled(zone.low), self.settled(zone.high)
            many = p.Figure(high - low + 1) if low is not None and high is not None else self.np(zone.high, {})
        if zone.each is None:
            return many
        return p.Made("for-each-of", {"n": many, "x": p.NP(zone.each, "each")})

    def contents(self, zone: t.Zone) -> p.Phrase:
        """What lies in a place, and whether its order counts."""
        noun = p.NP(zone.plays_of or self.holds(zone.name), "bare", many=True)
        if zone.plays_of:
            return p.Made("as-plays", {"x": noun})
        return p.Made("in-a-pile", {"x": noun}) if zone.shape == "pile" else noun

    # ---- tracks and parameters -------------------------------------------------------------------------------------
    def track(self, track: t.Track) -> p.Step:
        """What is kept in mind: what it can be, how it starts, and when it starts afresh."""
        said = self.track_start(track)
        first = self.marked(track)
        if first:
            said = p.Made("none-yet", {"x": p.NP(track.name)})
        if track.within is not None:
            within = p.NP(track.within, "each", link=self.link("procedure", track.within))
            said = p.Made("at-start-of", {"when": within, "x": said})
        elif track.shape != "counter":
            said = p.Made("at-start", {"x": said})
        return p.Step(self.link("fact", track.name), [*first, p.Sentence(said)], [], track.span, list(track.tags))

    def marked(self, track: t.Track) -> list[p.Sentence]:
        """What a marker points to: one of the players, one of the suits; nothing for a counter or a flag."""
        if track.shape != "marker" or track.of_type is None:
            return []
        each = p.NP(track.each, "each") if track.each else None
        one = p.Made("one-of", {"x": p.NP(track.of_type, "the", many=True)}, noun=track.of_type)
        return [p.Sentence(p.Clause("be", p.NP(track.name, "the", owner=each, emph=True), pred=one))]

    def track_start(self, track: t.Track) -> p.Phrase:
        each = p.NP(track.each, "each") if track.each else None
        if track.shape == "counter":
            start = self.quantity_of(track.start, {}) if track.start is not None else p.Figure(0)
            return p.Clause("start-at", p.NP(track.name, "the", owner=each, emph=True), obj=start)
        if track.shape == "flag":
            if track.each:
                return p.Clause("be", p.NP(track.each, "no"), pred=p.Adj(track.name, emph=True))
            return p.Fact(track.name, True, emph=True)
        subject = p.NP(track.name, "no", emph=True)
        if each is not None:
            return p.Clause("have", each, obj=subject)
        return p.Clause("be", subject, there=True)

    def parameter_step(self, parameter: t.Parameter) -> p.Step:
        """A number that may be agreed on."""
        value = self.program.value_of(parameter.name)
        name = p.NP(parameter.name, "the", emph=True)
        shown = self.set_from(parameter.value) if value is not None else self.np(parameter.value, {})
        if value is not None and value != self.settled(parameter.value):  # set otherwise than it is declared
            shown = p.Figure(value)
        said: p.Phrase = p.Clause("be", name, pred=shown)
        if len(self.agreed(parameter)) == 1:
            pass  # there is nothing to agree on
        elif parameter.low is not None and parameter.high is not None:
            low, high = self.set_from(parameter.low), self.set_from(parameter.high)
            said = p.Made("parameter-span", {"x": name, "v": shown, "a": low, "b": high})
        else:
            among = p.Several("or", [self.quantity_of(x, {}) for x in parameter.among])
            said = p.Made("parameter-among", {"x": name, "v": shown, "among": among})
        return p.Step(
            self.link("parameter", parameter.name), [p.Sentence(said)], [], parameter.span, list(parameter.tags)
        )

    def set_from(self, e: t.Expr) -> p.Phrase:
        """A number of a parameter; one that comes from other parameters with how it does: 4 (twice the march)."""
        value, relation = self.settled(e), self.relation(e)
        if value is None:
            return self.np(e, {})
        if relation is None or isinstance(relation, p.Figure):
            return p.Figure(value)
        return p.Made("number-named", {"n": p.Figure(value), "x": relation}, many=abs(value) != 1)

    def relation(self, e: t.Expr) -> p.Phrase | None:
        """How a number comes from parameters, by their names alone; None where that is not said in a word or two."""
        if isinstance(e, t.Number):
            return p.Figure(e.value)
        if isinstance(e, t.Name):
            return p.NP(e.name, "the", link=self.link("parameter", e.name))
        if not isinstance(e, t.Arithmetic) or e.op not in ("+", "-", "×"):
            return None
        left, right = self.relation(e.left), self.relation(e.right)
        if left is None or right is None or any(isinstance(x, p.Made) for x in (left, right)):
            return None
        if isinstance(left, p.Figure) and isinstance(right, p.Figure):
            return None
        if e.op == "×" and isinstance(right, p.Figure):
            left, right = right, left
        if e.op == "×" and left == p.Figure(2):
            return p.Made("twice", {"b": right})
        return p.Made({"+": "plus", "-": "minus", "×": "times"}[e.op], {"a": left, "b": right})

    def agreed(self, parameter: t.Parameter) -> set[int | None]:
        """What a parameter may be, as far as one or several of it matters: the ends of its span, or the values."""
        ends = [parameter.low, parameter.high] if parameter.low is not None else parameter.among
        return {self.settled(x) for x in ends if x is not None}

    def players_step(self, players: t.Players) -> p.Step:
        """For how many players the game is."""
        seats = self.program.seats()
        low, high = (seats[0], seats[-1]) if seats else (0, 0)
        count = p.Quantity("exactly", p.Figure(low)) if low == high else p.Quantity("to", p.Figure(low), p.Figure(high))
        said = p.Made("for-players", {"x": p.NP("player", "bare", many=True, count=count)})
        return p.Step("players", [p.Sentence(said)], [], players.span, [*self.program.tags, *players.tags])
