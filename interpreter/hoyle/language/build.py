"""From Lark's parse tree to the nodes of `tree`: one method for each rule of `grammar.lark`.

Comes in: a tree of Lark. Goes out: a `tree.File`. What always holds: every node has the span of its words; the tags of
the line that opens a construct are the construct's (those behind `else:` or `otherwise:` stay with that block).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lark import Token, Transformer, Tree

from . import tree as t
from .diagnostics import Diagnostic
from .syntax_words import listed

# Words that join two things, in a place where the grammar sees the name of a procedure.
_NOT_CALLED = listed("is are be has have of and or not in from to into onto under where with until by as at than")
_LIFTED = {"turns up": "turn up", "sets aside": "set aside"}


def _tokens(items: list[Any], kind: str) -> list[str]:
    return [str(i) for i in items if isinstance(i, Token) and i.type == kind]


def _words(items: Any) -> Iterator[Token]:
    """The words among the parts of a rule, those of parts that make no node of their own too."""
    for item in items:
        if isinstance(item, Token):
            yield item
        elif isinstance(item, tuple):
            yield from _words(item)


def _some(items: list[Any]) -> list[Any]:
    return [i for i in items if i is not None]


class _Block(list[Any]):
    """The lines below a colon, and the tags behind it, until the construct they belong to takes these."""

    def __init__(self, items: list[Any]) -> None:
        super().__init__(items)
        self.tags: list[str] = []
        self.words: dict[str, t.Span] = {}


class Builder(Transformer[Token, t.Node]):
    """Makes nodes bottom up. `file` goes into every span; `mistakes` are those of shape that the grammar lets pass."""

    def __init__(self, file: str) -> None:
        super().__init__(visit_tokens=False)
        self.file = file
        self.here = t.NOWHERE  # the span of the rule whose method runs
        self.mistakes: list[Diagnostic] = []

    def _span(self, meta: Any) -> t.Span:
        if getattr(meta, "empty", True):
            return t.NOWHERE
        return t.Span(meta.line, meta.column, meta.end_line, meta.end_column, self.file)

    def _token_span(self, token: Token) -> t.Span:
        line, column = token.line or 0, token.column or 0
        return t.Span(line, column, token.end_line or line, token.end_column or column, self.file)

    def _from(self, first: Token | t.Node) -> t.Span:
        """From the first word of `first` to the end of the rule whose method runs."""
        start = first.span if isinstance(first, t.Node) else self._token_span(first)
        return t.Span(start.line, start.column, self.here.end_line, self.here.end_column, self.file)

    def _call_userfunc(self, tree: Tree[Any], new_children: list[Any] | None = None) -> Any:
        items = tree.children if new_children is None else new_children
        places = {str(i): self._token_span(i) for i in items if isinstance(i, Token) and i.type == "TAG"}
        tags = list(places)
        if tree.data == "remove_ruling":  # its tag is what it names
            tags = []
        else:
            items = [i for i in items if not (isinstance(i, Token) and i.type == "TAG")]
        self.here = self._span(tree.meta)
        if tree.data == "ruling":
            return t.Ruling(tags[0], str(items[0])[1:-1], span=self.here, tags=tags[1:])
        block = next((i for i in items if isinstance(i, t.Body | t.Options | _Block)), None)
        if block is not None:
            tags, block.tags = block.tags + tags, []
            places |= {word: span for word, span in block.words.items() if word in tags}
        node = getattr(self, tree.data)(items)
        if isinstance(node, t.Node):
            if node.span is t.NOWHERE:
                node.span = self.here
            if not node.words:
                node.words = {str(token): self._token_span(token) for token in reversed(list(_words(items)))}
            node.tags.extend(tags)
            node.words |= places
        elif isinstance(node, _Block):
            node.tags.extend(tags)
            node.words |= places
        return node

    # ---- a file ----------------------------------------------------------------------------------------------------
    def start(self, items: list[Any]) -> t.File:
        head: t.File
        head, *declarations = _some(items)
        head.declarations = declarations
        head.span = self._from(head)
        return head

    def game(self, items: list[Any]) -> t.File:
        return t.File(str(items[0])[1:-1], None, [], [])

    def variant(self, items: list[Any]) -> t.File:
        name, of, changes = items
        return t.File(str(name), str(of)[1:-1], list(changes), [])

    def scope(self, items: list[Any]) -> t.Scope:
        return t.Scope(str(items[0]), list(items[1]))

    def changes(self, items: list[Any]) -> _Block:
        return _Block(items)

    def set(self, items: list[Any]) -> t.Set:
        return t.Set(str(items[0]), items[1])

    def replace(self, items: list[Any]) -> t.Replace:
        return t.Replace(items[-1], str(items[0]) if len(items) > 1 else None)

    def add(self, items: list[Any]) -> t.Add:
        if len(items) == 1:
            return t.Add(items[0])
        into, beside, options = items
        return t.Add(options, str(into), str(beside) if beside is not None else None)

    def allow(self, items: list[Any]) -> t.Allow:
        name, *rest = _some(items)
        into = next((str(i) for i in rest if isinstance(i, Token)), None)
        where = next((i for i in rest if isinstance(i, t.Where)), None)
        return t.Allow(str(name), into, where.test if where else None)

    def remove(self, items: list[Any]) -> t.Remove:
        name, into = items
        return t.Remove(str(name), str(into) if into is not None else None)

    def remove_measure(self, items: list[Any]) -> t.Remove:
        return t.Remove(str(items[0]), what="measure")

    def remove_ruling(self, items: list[Any]) -> t.Remove:
        tag = self._token_span(items[0])
        span = t.Span(self.here.line, self.here.column, tag.end_line, tag.end_column, self.file)
        return t.Remove(str(items[0]), what="ruling", span=span)

    def hook(self, items: list[Any]) -> t.Hook:
        side, name, into, body = items
        return t.Hook(str(side), str(name), body, str(into) if into is not None else None)

    # ---- declarations ----------------------------------------------------------------------------------------------
    def players(self, items: list[Any]) -> t.Players:
        low = items[0]
        if isinstance(low, t.Arithmetic):
            self.mistakes.append(Diagnostic("E014", "a range is said with `to`", low.span, "like: for 2 to 4 players"))
        if isinstance(low, t.Range):
            return t.Players(low.low, low.high)
        return t.Players(low, low)

    def winners(self, items: list[Any]) -> t.Winners:
        if isinstance(items[0], t.Case):
            return t.Winners(None, items)
        return t.Winners(items[0], [])

    def parameter(self, items: list[Any]) -> t.Parameter:
        name, value, span = items
        if isinstance(span, t.ListOf):
            return t.Parameter(str(name), value, None, None, span.items)
        return t.Parameter(str(name), value, span[0], span[1], [])

    def span(self, items: list[Any]) -> tuple[t.Expr, t.Expr]:
        return items[0], items[1]

    def kind(self, items: list[Any]) -> t.Kind:
        return t.Kind(str(items[0]), items[1] is not None, items[2:])

    def value(self, items: list[Any]) -> t.KindValue:
        items = _some(items)
        return t.KindValue(str(items[0]), str(items[1]) if len(items) > 1 else None)

    def components(self, items: list[Any]) -> t.Components:
        sort, called, *rest = items
        lines: list[t.Line] = rest[-1]
        homes = [i for i in rest[:-1] if isinstance(i, t.Expr)]
        count = [self._size(i) for i in rest[:-1] if isinstance(i, Token)]
        name = str(called) if called is not None else ("card" if sort == "cards" else "die")
        columns = [_column_name(c) for c in lines[0].cells]
        heads = [c.span for c in lines[0].cells]
        return t.Components(name, str(sort), homes, count[0] if count else None, columns, lines[1:], heads)

    def order(self, items: list[Any]) -> t.Order:
        return t.Order(str(items[0]), [str(i) for i in items[1:]])

    def numbered_as(self, items: list[Any]) -> tuple[str, Any]:
        return "numbered", items

    def holding(self, items: list[Any]) -> tuple[str, Any]:
        return "holding", items[0]

    def kept(self, items: list[Any]) -> tuple[str, Any]:
        return "kept", items[0]

    def zone(self, items: list[Any]) -> t.Zone:
        shape, name, each = items[:3]
        extras: dict[str, Any] = dict(i for i in items[3:] if isinstance(i, tuple))
        view = _tokens(items, "VIEW")[0].split()[-1]
        low, high = extras.get("numbered", (None, None))
        return t.Zone(
            str(name),
            str(shape),
            str(each) if each else None,
            low,
            high,
            str(extras["holding"]) if "holding" in extras else None,
            str(extras["kept"]) if "kept" in extras else None,
            view,
        )

    def track(self, items: list[Any]) -> t.Track:
        shape, name, each, of_type, start, within = items
        return t.Track(
            str(name),
            str(shape),
            str(each) if each else None,
            str(of_type) if of_type else None,
            start,
            str(within) if within else None,
        )

    def term(self, items: list[Any]) -> t.Term:
        (form, name, params), *body = items
        if isinstance(body[0], t.Case):
            return t.Term(str(name), form, params, None, body)
        return t.Term(str(name), form, params, body[0], [])

    def value_head(self, items: list[Any]) -> tuple[str, str, list[t.Param]]:
        return "value", items[0], items[1] or []

    def predicate_head(self, items: list[Any]) -> tuple[str, str, list[t.Param]]:
        return "predicate", items[1], items[0]

    def relation_head(self, items: list[Any]) -> tuple[str, str, list[t.Param]]:
        return "relation", items[1], items[0] + items[2]

    def params(self, items: list[Any]) -> list[t.Param]:
        return items

    def param(self, items: list[Any]) -> t.Param:
        return t.Param(str(items[0]), str(items[1]))

    def case(self, items: list[Any]) -> t.Case:
        name, value, *guard = _some(items)
        words = [i for i in guard if isinstance(i, Token)]
        tests = [i for i in guard if isinstance(i, t.Expr)]
        return t.Case(str(name), value, tests[0] if tests else None, bool(words) and words[0] == "otherwise")

    def combination(self, items: list[Any]) -> t.Combination:
        return t.Combination(str(items[0]), str(items[1]), str(items[2]), items[3:])

    def form(self, items: list[Any]) -> t.Form:
        return t.Form(str(items[0]), items[1], items[2])

    def quantity(self, items: list[Any]) -> tuple[t.Expr, t.Expr | None, bool]:
        low, *rest = [self._size(i) for i in _some(items) if not (isinstance(i, Token) and i.type == "OR_MORE")]
        more = any(isinstance(i, Token) and i.type == "OR_MORE" for i in items)
        return low, (rest[0] if rest else None), more

    def any(self, items: list[Any]) -> t.Pattern:
        low, high, more = items[0]
        return t.Pattern("any", low, high, more, None, 1)

    def alike(self, items: list[Any]) -> t.Pattern:
        low, high, more = items[0]
        return t.Pattern("alike", low, high, more, str(items[1]), 1)

    def run(self, items: list[Any]) -> t.Pattern:
        (low, high, more), each, by = items
        return t.Pattern("run", low, high, more, str(by), int(each) if each else 1)

    def procedure(self, items: list[Any]) -> t.Procedure:
        return t.Procedure(str(items[1]), str(items[0]), [], items[2])

    def deed(self, items: list[Any]) -> t.Procedure:
        role, params, name, more, body = items
        return t.Procedure(str(name), str(role), params + (more or []), body)

    def grid(self, items: list[Any]) -> _Block:
        for cell in items[0].cells:
            if len(cell.values) > 1:
                message = "a heading of a table names one column"
                self.mistakes.append(Diagnostic("E011", message, cell.span, "columns are set apart by a bar: `|`"))
        return _Block(items)

    def line(self, items: list[Any]) -> t.Line:
        return t.Line(items)

    def cell(self, items: list[Any]) -> t.Cell:
        if isinstance(items[0], Token):
            return t.Cell(str(items[0]), [])
        return t.Cell(None, items)

    # ---- around the rules ------------------------------------------------------------------------------------------
    def always(self, items: list[Any]) -> t.Always:
        return t.Always(str(items[0]), items[1])

    def measure(self, items: list[Any]) -> t.Measure:
        return t.Measure(_tokens(items, "NAME"), items[-1])

    def example(self, items: list[Any]) -> t.Example:
        seats = [str(i) for i in items[1:] if isinstance(i, Token)]
        return t.Example(str(items[0]), seats, [i for i in items[1:] if isinstance(i, t.Node)])

    def given(self, items: list[Any]) -> t.Given:
        place, *things = items
        if isinstance(things[0], Token):
            return t.Given(place, [], self._value(things[0]))
        return t.Given(place, things, None)

    def thing(self, items: list[Any]) -> t.Thing:
        value, by = items
        return t.Thing(value, str(by) if by else None)

    def at(self, items: list[Any]) -> t.At:
        call = self.call(items)
        call.span = self._from(items[0])
        call.words = {str(token): self._token_span(token) for token in items if isinstance(token, Token)}
        return t.At(call)

    def act(self, items: list[Any]) -> t.Act:
        player = str(items[0])
        k = 1
        how = []
        while items[k].type in ("DOES", "CAN", "ONLY", "CANNOT"):
            how.append(str(items[k]))
            k += 1
        option, what, source, *rest = items[k:]
        to = [i for i in rest if isinstance(i, t.Destined)]
        for_ = [i for i in rest if isinstance(i, t.Expr)]
        return t.Act(player, " ".join(how), str(option), what, source, to, for_)

    def destined(self, items: list[Any]) -> t.Destined:
        return t.Destined(str(items[0]), items[1])

    def luck(self, items: list[Any]) -> t.Luck:
        return t.Luck(items)

    def expect(self, items: list[Any]) -> t.Expect:
        return t.Expect(items[0])

    def expect_end(self, items: list[Any]) -> t.ExpectEnd:
        return t.ExpectEnd(str(items[0]))

    # ---- statements ------------------------------------------------------------------------------------------------
    def body(self, items: list[Any]) -> t.Body:
        return t.Body(items)

    def call(self, items: list[Any]) -> t.Call:
        items = _some(items)
        if isinstance(items[0], Token):
            return t.Call(str(items[0]), [])
        if items[1] in _NOT_CALLED:
            message = f"`{items[1]}` does nothing, and no rule is called so"
            hint = "what changes `becomes` its new value; what is tested stands behind `if`"
            self.mistakes.append(Diagnostic("E014", message, self._token_span(items[1]), hint))
        return t.Call(str(items[1]), [items[0], *(items[2] if len(items) > 2 else [])])

    def args(self, items: list[Any]) -> list[t.Expr]:
        return items

    def let(self, items: list[Any]) -> t.Let:
        return t.Let(str(items[0]), self._value(items[1]))

    def becomes(self, items: list[Any]) -> t.Becomes:
        return t.Becomes(items[0], self._value(items[1]))

    def random(self, items: list[Any]) -> t.RandomOf:
        return t.RandomOf(items[0])

    def gains(self, items: list[Any]) -> t.Gains:
        place, verb, value = items
        plain = {"gain": "gains", "lose": "loses", "score": "scores"}
        return t.Gains(place, plain.get(str(verb), str(verb)), value)

    def if_(self, items: list[Any]) -> t.If:
        items = _some(items)
        tests = [i for i in items if isinstance(i, t.Expr)]
        bodies = [i for i in items if isinstance(i, t.Body)]
        return t.If(tests, bodies[: len(tests)], bodies[len(tests)] if len(bodies) > len(tests) else None)

    def for_(self, items: list[Any]) -> t.For:
        return t.For(items[0], items[1])

    def repeat(self, items: list[Any]) -> t.Repeat:
        return t.Repeat(items[0], items[1])

    def turns(self, items: list[Any]) -> t.Turns:
        return t.Turns(items[0], items[1], items[2])

    def choose(self, items: list[Any]) -> t.Choose:
        player, *rest = _some(items)
        return t.Choose(
            player,
            [i for i in rest if isinstance(i, t.Options)],
            next((i for i in rest if isinstance(i, t.Body)), None),
        )

    def together(self, items: list[Any]) -> t.Together:
        return t.Together(items[0], items[1])

    def options(self, items: list[Any]) -> t.Options:
        options = [i for i in items if isinstance(i, t.Option)]
        return t.Options(options, [i for i in items if isinstance(i, t.Limit)])

    def option(self, items: list[Any]) -> t.Option:
        name, *rest = _some(items)
        body = next((i for i in rest if isinstance(i, t.Body)), None)
        where = next((i for i in rest if isinstance(i, t.Where)), None)
        picks = [i[1] for i in rest if isinstance(i, tuple) and i[0] == "pick"]
        thing = next((i[1] for i in rest if isinstance(i, tuple) and i[0] == "object"), None)
        place = next((i for i in rest if isinstance(i, t.Destination)), None)
        return t.Option(str(name), thing, place, picks, where.test if where else None, body)

    def picked(self, items: list[Any]) -> tuple[str, t.Node]:
        words = {str(items[0]): self._token_span(items[0])}
        return "pick", t.Chosen(str(items[0]), items[1], span=self.here, words=words)

    def chosen(self, items: list[Any]) -> tuple[str, t.Node]:
        words = {str(items[k]): self._token_span(items[k]) for k in (1, 0)}
        return "object", t.Chosen(str(items[0]), items[2], span=self.here, words=words)

    def object(self, items: list[Any]) -> tuple[str, t.Node]:
        return "object", items[0]

    def chosen_place(self, items: list[Any]) -> t.Destination:
        return t.Destination(str(items[0]), str(items[1]), items[2])

    def destination(self, items: list[Any]) -> t.Destination:
        return t.Destination(str(items[0]), None, items[1])

    def limit(self, items: list[Any]) -> t.Limit:
        _, name, option, when, only, possible = items
        return t.Limit(str(name), str(option), when, only, possible is not None)

    def move(self, items: list[Any]) -> t.Move:
        actor = items[0] if isinstance(items[0], t.Expr) else None
        verb, what, preposition, to = items[1:] if actor else items
        return t.Move(actor, _plain(verb), what, str(preposition), to)

    def what(self, items: list[Any]) -> t.What:
        thing, source = items
        if isinstance(thing, Token):
            return t.What(True, None, source)
        return t.What(False, thing, source)

    def deal(self, items: list[Any]) -> t.Deal:
        what, preposition, to, start = items
        return t.Deal(what, str(preposition), to, start)

    def deal_table(self, items: list[Any]) -> t.DealTable:
        source, start, lines = items
        columns = [c.values[0] if c.values else t.Name(c.word or "", span=c.span) for c in lines[0].cells[1:]]
        return t.DealTable(source, start, columns, lines[1:])

    def shuffle(self, items: list[Any]) -> t.Shuffle:
        return t.Shuffle(items[0])

    def roll(self, items: list[Any]) -> t.Roll:
        return t.Roll(items[0])

    def reveal(self, items: list[Any]) -> t.Reveal:
        if len(items) == 3:
            return t.Reveal(items[0], items[1], items[2])
        return t.Reveal(None, items[0], items[1])

    def end(self, items: list[Any]) -> t.End:
        return t.End(str(items[0]))

    def end_game(self, items: list[Any]) -> t.EndGame:
        return t.EndGame(str(items[0]))

    # ---- expressions -----------------------------------------------------------------------------------------------
    def or_(self, items: list[Any]) -> t.Or:
        return t.Or(items[0], items[1])

    def and_(self, items: list[Any]) -> t.And:
        return t.And(items[0], items[1])

    def not_(self, items: list[Any]) -> t.Not:
        return t.Not(items[0])

    def compare(self, items: list[Any]) -> t.Compare:
        return t.Compare(str(items[1]), items[0], items[2])

    def is_(self, items: list[Any]) -> t.Is:
        left, negated, right = items
        return t.Is(left, negated is not None, self._rest(right))

    def _rest(self, right: Any) -> t.Expr:
        if isinstance(right, Token):
            span = self._token_span(right)
            return t.Empty(span=span) if right.type == "EMPTY" else t.Nothing(span=span)
        return right  # type: ignore[no-any-return]

    def is_compare(self, items: list[Any]) -> t.IsCompare:
        return t.IsCompare(" ".join(str(items[0]).split()), items[1])

    def row_test(self, items: list[Any]) -> t.RowTest:
        return t.RowTest(str(items[1]))

    def has(self, items: list[Any]) -> t.Has:
        return t.Has(items[0], items[1])

    def relation(self, items: list[Any]) -> t.Relation:
        if items[1] in _NOT_CALLED:
            message = f"`{items[1]}` does not fit here"
            hint = "put parentheses around what belongs together, like: size of (p in players)"
            self.mistakes.append(Diagnostic("E011", message, self._token_span(items[1]), hint))
        return t.Relation(str(items[1]), items[0], items[2])

    def range(self, items: list[Any]) -> t.Range:
        return t.Range(items[0], items[1])

    def those(self, items: list[Any]) -> t.Binder:
        return items[0]  # type: ignore[no-any-return]

    def query(self, items: list[Any]) -> t.Query:
        return t.Query(" ".join(str(items[0]).split()), items[1])

    def quantifier(self, items: list[Any]) -> t.Quantifier:
        return t.Quantifier(items[0] == "some", items[1])

    def binder(self, items: list[Any]) -> t.Binder:
        name, source, start, *filters = items
        return t.Binder(str(name), source, start, _some(filters))

    def where(self, items: list[Any]) -> t.Where:
        return t.Where(items[0])

    def with_(self, items: list[Any]) -> t.With:
        alone, extreme, key = items
        return t.With(alone is not None, str(extreme), key)

    def arithmetic(self, items: list[Any]) -> t.Arithmetic:
        op = "×" if items[1] == "*" else str(items[1])
        return t.Arithmetic(op, items[0], items[2])

    def number(self, items: list[Any]) -> t.Number:
        return t.Number(int(items[0]))

    def negative(self, items: list[Any]) -> t.Number:
        return t.Number(-int(items[-1]))

    def face(self, items: list[Any]) -> t.Face:
        return t.Face(int(items[0]), items[1])

    def reduce(self, items: list[Any]) -> t.Reduce:
        return t.Reduce(str(items[0]), items[1])

    def name(self, items: list[Any]) -> t.Name:
        return t.Name(str(items[0]))

    def numbered(self, items: list[Any]) -> t.Numbered:
        return t.Numbered(str(items[0]), int(items[1]), items[2] if len(items) > 2 else None)

    def of_(self, items: list[Any]) -> t.Of:
        name, arg = items
        return t.Of(str(name), arg if isinstance(arg, list) else [arg])

    def tuple(self, items: list[Any]) -> list[t.Expr]:
        return items

    def list(self, items: list[Any]) -> t.ListOf:
        return t.ListOf(_some(items))

    # ---- words that stand for a node of their own ------------------------------------------------------------------
    def _size(self, item: Any) -> t.Expr:
        if isinstance(item, Token):
            span = self._token_span(item)
            return t.Number(int(item), span=span) if item.type == "NUMBER" else t.Name(str(item), span=span)
        return item  # type: ignore[no-any-return]

    def _value(self, item: Any) -> t.Expr:
        if isinstance(item, Token):
            span = self._token_span(item)
            return t.Nothing(span=span) if item.type == "NONE" else t.Truth(item == "yes", span=span)
        return item  # type: ignore[no-any-return]


setattr(Builder, "if", Builder.if_)
setattr(Builder, "for", Builder.for_)


def _plain(verb: str) -> str:
    """A verb as the players do it: takes → take, turns up → turn up."""
    verb = " ".join(str(verb).split())
    return _LIFTED.get(verb, verb.removesuffix("s"))


def _column_name(cell: t.Cell) -> str:
    value = cell.values[0] if cell.values else None
    if isinstance(value, t.Name):
        return value.name
    return cell.word or ""
