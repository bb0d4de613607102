"""The nodes of the tree: one for each rule of the grammar, with the places of its words and the tags of its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lark import Tree

from hoyle.language import grammar
from hoyle.language import tree as t
from hoyle.language.build import Builder
from hoyle.language.diagnostics import SpecErrors
from hoyle.language.parse import parse

SPECS = sorted((Path(__file__).parents[3] / "spec").rglob("*.hoyle"))
HEAD = 'game "Small"\n'


def _with_parents(node: t.Node) -> Iterator[tuple[t.Node, t.Node]]:
    for child in node.children():
        yield node, child
        yield from _with_parents(child)


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_places(path: Path) -> None:
    """Each node has the place of its words: inside that of the node above, without blanks, tags, comments."""
    text = path.read_text("utf-8")
    rows = text.split("\n")
    for above, node in _with_parents(parse(text, path.name)):
        span = node.span
        assert span.file == path.name
        start, end = (span.line, span.column), (span.end_line, span.end_column)
        assert start < end
        assert (above.span.line, above.span.column) <= start
        assert end <= (above.span.end_line, above.span.end_column)
        first, last = rows[span.line - 1][span.column - 1 :], rows[span.end_line - 1][: span.end_column - 1]
        assert first[:1].strip()
        assert last[-1:].strip()
        assert not re.search(r"@[A-Z]+[0-9]+$|#[^\"]*$", last) or isinstance(node, t.Ruling)
        if span.line == span.end_line:
            words = rows[span.line - 1][span.column - 1 : span.end_column - 1]
            if isinstance(node, t.Name):
                assert words == node.name
            if isinstance(node, t.Number):
                assert words.replace(" ", "") == str(node.value)
            if isinstance(node, t.Call):
                assert node.name in words


SAMPLES = """game "Small"
for 2 to 4 players  @A1
for n players
winners: p in players with highest points of p
winners:
  most: p in players if x = 1
  least: p in players otherwise  @A2
parameter a is 3, adjustable from 1 to 5
parameter b is 3, adjustable among [1, 3]
kind suit, low to high: clubs, 2 to 10, to-the-left
cards called bid in deck and hand of players:  @A3
  name | value
  bid | 1, 2 to 4
  joker | -
dice in cup, 2 of them:
  name | pips
  die | each
order bid by value, suit
zone a, seen by all
zone b of each player, numbered 1 to 4, holding bid, seen by its owner
pile c, kept as plays of meld, seen by nobody
counter d of each player from 3, within play-round
marker e: player
flag f
term g: 1
term h of (player p, suit s): 1
term (player p) is out: x is empty
term (bid x) beats (bid y):
  first: x > y if a
  second: x < y otherwise
combination meld of bid c:
  single: any 1
  pair: 2 alike in value
  long: 3 to n alike in value, where x is not none
  sequence: run of 3 or more, 2 each, in value
setup i:  @A4
  x
turn (player p) j:
  p k
  p k 1, 2
  let x be 3
  let x be a random p in players
  x becomes none
  x of p becomes yes
  p gains 3
  p scores 3
  if x:  @A5
    y
  else if z:
    y
  else:  @A6
    y
  for each p in players:
    y
  repeat:
    y
  repeat until x:
    y
  turns for p in players from x where y until z:
    y
  p chooses:  @A7
    to l
    to m c from hand of p onto o in a, for n in 1 to 3, where c fits o:  @A8
      y
    limit o on l: when x, only y, if possible
  otherwise:  @A9
    to q x into y  @A10
  else:
    y
  together, each p in players chooses:
    to l
  discard x from y into z
  p turns up all from y to z
  deal 5 from deck to hand of players
  deal deck from starter:
    players | hand | rest
    3 | all | -
  shuffle deck
  roll cup
  reveal x
  p reveals x to y
  end j
  end game as over
scoring (player p) r (player q):
  x
ruling @A1 "Yes." @A2
example s for ann, bob:
  given x of ann: 3 by bob, 4 to 5
  given f: no
  given e: none
  at ann k
  at i
  ann does l x from y onto z, for 2
  ann can only pass
  ann cannot pass
  luck: 1, 2 of spades
  expect x
always u: 1 + 2 × 3 - 4 = -5
always v: x or y and not z or not some p in players
always w: x has y and the number of p in players from q with most x alone with fewest y where no p in players
always x: [1, 2] is one of []
always y: x is at least 3 and x is a pair and build 1 is store 2 of p but luck of (p, x)
always z: the total value of x is 3 of spades
measure a or b: size of (p in players)
scope small:
  for 2 players
  a is 3
  replace zone a, seen by nobody
  add counter f
  remove x
  remove measure x
  remove ruling @A2
  allow x in y, where z
  after j:
    x
"""


def test_every_rule_has_its_node() -> None:
    """The samples, with the bundled specs, use every rule of the grammar; the builder knows each of them."""
    used = {str(node.data) for text in (SAMPLES, *map(_text, SPECS)) for node in _lark(text).iter_subtrees()}
    rules = set()
    for rule in grammar.parser().rules:
        name = str(rule.alias or rule.options.template_source or rule.origin.name)
        if not name.startswith("_"):
            rules.add(name)
    missing = {name for name in rules - used if not name.startswith("__")}
    # a rule that gives way to its only child is a node nowhere
    assert missing <= {"span_", "head", "pattern", "object_", "destination_", "comparison", "sum", "product", "atom",
                       "place", "open", "expr", "last_filter", "range_list"}  # fmt: skip
    assert {name for name in used if name != "ruling" and not hasattr(Builder, name)} == set()


def _text(path: Path) -> str:
    return path.read_text("utf-8")


def _lark(text: str) -> Tree[object]:
    found = grammar.read(text)
    assert isinstance(found, Tree)
    return found


def test_samples_have_places() -> None:
    """Also in the samples each node has a place inside that of the node above."""
    for above, node in _with_parents(parse(SAMPLES, "s")):
        assert (above.span.line, above.span.column) <= (node.span.line, node.span.column)
        assert (node.span.end_line, node.span.end_column) <= (above.span.end_line, above.span.end_column)
        assert node.span.file == "s"


def one(line: str) -> t.Node:
    """The only declaration of a text."""
    (node,) = parse(HEAD + line).declarations
    return node


def name(word: str) -> t.Name:
    """A name's node."""
    return t.Name(word)


def number(value: int) -> t.Number:
    """A number's node."""
    return t.Number(value)


NODES = [
    ("for 2 to 4 players", t.Players(number(2), number(4))),
    ("for n players", t.Players(name("n"), name("n"))),
    (
        "winners: p in players with fewest x",
        t.Winners(t.Binder("p", name("players"), None, [t.With(False, "fewest", name("x"))]), []),
    ),
    ("parameter a is 3, adjustable from 1 to b", t.Parameter("a", number(3), number(1), name("b"), [])),
    ("parameter a is 3, adjustable among [1, 3]", t.Parameter("a", number(3), None, None, [number(1), number(3)])),
    ("kind k, low  to high: a, 2 to 9", t.Kind("k", True, [t.KindValue("a"), t.KindValue("2", "9")])),
    ("kind k: a to b", t.Kind("k", False, [t.KindValue("a", "b")])),
    (
        "dice in cup, 2 of them:\n  name | pips\n  die | 1, 2 to 3\n  x | -",
        t.Components(
            "die",
            "dice",
            [name("cup")],
            number(2),
            ["name", "pips"],
            [
                t.Line([t.Cell(None, [name("die")]), t.Cell(None, [number(1), t.Range(number(2), number(3))])]),
                t.Line([t.Cell(None, [name("x")]), t.Cell("-", [])]),
            ],
        ),
    ),
    ("order card by rank, suit", t.Order("card", ["rank", "suit"])),
    (
        "zone a of each b, numbered 1 to n, holding c, seen by its  owner",
        t.Zone("a", "zone", "b", number(1), name("n"), "c", None, "owner"),
    ),
    ("pile a, kept as plays of m, seen by all", t.Zone("a", "pile", None, None, None, None, "m", "all")),
    ("counter a of each b from 3, within c", t.Track("a", "counter", "b", None, number(3), "c")),
    ("marker a: player", t.Track("a", "marker", None, "player", None, None)),
    ("term a: 1", t.Term("a", "value", [], number(1), [])),
    ("term a of (b c): 1", t.Term("a", "value", [t.Param("b", "c")], number(1), [])),
    (
        "term (b c) is a:\n  x: 1 if d\n  y: 2 otherwise",
        t.Term(
            "a",
            "predicate",
            [t.Param("b", "c")],
            None,
            [t.Case("x", number(1), name("d")), t.Case("y", number(2), None, True)],
        ),
    ),
    ("term (b c) a (d e): 1", t.Term("a", "relation", [t.Param("b", "c"), t.Param("d", "e")], number(1), [])),
    (
        "combination m of card c:\n  a: any 1\n  b: n or more alike in r, where x\n  c: run of 2 to 3, 4 each, in r",
        t.Combination(
            "m",
            "card",
            "c",
            [
                t.Form("a", t.Pattern("any", number(1), None, False, None, 1), None),
                t.Form("b", t.Pattern("alike", name("n"), None, True, "r", 1), name("x")),
                t.Form("c", t.Pattern("run", number(2), number(3), False, "r", 4), None),
            ],
        ),
    ),
    ("setup a:\n  b", t.Procedure("a", "setup", [], t.Body([t.Call("b", [])]))),
    (
        "to (player p) a (card c):\n  p b 1, x",
        t.Procedure(
            "a",
            "to",
            [t.Param("player", "p"), t.Param("card", "c")],
            t.Body([t.Call("b", [name("p"), number(1), name("x")])]),
        ),
    ),
    ('ruling @A1 "Yes." @B2', t.Ruling("@A1", "Yes.", tags=["@B2"])),
    ("always a: x", t.Always("a", name("x"))),
    ("measure a or b: x", t.Measure(["a", "b"], name("x"))),
]


@pytest.mark.parametrize(("line", "node"), NODES, ids=[line for line, _ in NODES])
def test_declaration(line: str, node: t.Node) -> None:
    """A declaration and its node."""
    assert one(line) == node


def _all_in(place: t.Expr | None) -> t.What:
    return t.What(True, None, place)


STATEMENTS = [
    ("let x be 3", t.Let("x", number(3))),
    ("let x be a random p in l", t.Let("x", t.RandomOf(t.Binder("p", name("l"))))),
    ("x becomes none", t.Becomes(name("x"), t.Nothing())),
    ("x becomes no", t.Becomes(name("x"), t.Truth(False))),
    ("x gain 3", t.Gains(name("x"), "gains", number(3))),
    ("x loses 3", t.Gains(name("x"), "loses", number(3))),
    ("if x:\n    a", t.If([name("x")], [t.Body([t.Call("a", [])])], None)),
    (
        "if x:\n    a\n  else if y:\n    b\n  else:\n    c",
        t.If(
            [name("x"), name("y")],
            [t.Body([t.Call("a", [])]), t.Body([t.Call("b", [])])],
            t.Body([t.Call("c", [])]),
        ),
    ),
    ("for each x in l:\n    a", t.For(t.Binder("x", name("l")), t.Body([t.Call("a", [])]))),
    ("repeat:\n    a", t.Repeat(None, t.Body([t.Call("a", [])]))),
    ("repeat until x:\n    a", t.Repeat(name("x"), t.Body([t.Call("a", [])]))),
    (
        "turns for p in l from s until x:\n    a",
        t.Turns(t.Binder("p", name("l"), name("s")), name("x"), t.Body([t.Call("a", [])])),
    ),
    (
        "p chooses:\n    to a\n    limit b on a: when x, only y, if possible\n  otherwise:\n    to c\n  else:\n    d",
        t.Choose(
            name("p"),
            [
                t.Options([t.Option("a", None, None, [], None, None)], [t.Limit("b", "a", name("x"), name("y"), True)]),
                t.Options([t.Option("c", None, None, [], None, None)], []),
            ],
            t.Body([t.Call("d", [])]),
        ),
    ),
    (
        "together, each p in l chooses:\n    to a c from h onto o in z, for n in 1 to 3, where x:\n      d",
        t.Together(
            t.Binder("p", name("l")),
            t.Options(
                [
                    t.Option(
                        "a",
                        t.Chosen("c", name("h")),
                        t.Destination("onto", "o", name("z")),
                        [t.Chosen("n", t.Range(number(1), number(3)))],
                        name("x"),
                        t.Body([t.Call("d", [])]),
                    )
                ],
                [],
            ),
        ),
    ),
    (
        "p chooses:\n    to a x into y",
        t.Choose(
            name("p"),
            [t.Options([t.Option("a", name("x"), t.Destination("into", None, name("y")), [], None, None)], [])],
            None,
        ),
    ),
    ("discard x into y", t.Move(None, "discard", t.What(False, name("x"), None), "into", name("y"))),
    ("p turns up all from x to y", t.Move(name("p"), "turn up", _all_in(name("x")), "to", name("y"))),
    ("p sets  aside x to y", t.Move(name("p"), "set aside", t.What(False, name("x"), None), "to", name("y"))),
    ("p places x to y", t.Move(name("p"), "place", t.What(False, name("x"), None), "to", name("y"))),
    (
        "deal 5 from d to h from s",
        t.Deal(t.What(False, number(5), name("d")), "to", name("h"), name("s")),
    ),
    (
        "deal d from s:\n    players | h\n    3 | all",
        t.DealTable(
            name("d"),
            name("s"),
            [name("h")],
            [t.Line([t.Cell(None, [number(3)]), t.Cell("all", [])])],
        ),
    ),
    ("shuffle x", t.Shuffle(name("x"))),
    ("roll x", t.Roll(name("x"))),
    ("reveal x", t.Reveal(None, name("x"), None)),
    ("p reveals x to y", t.Reveal(name("p"), name("x"), name("y"))),
    ("end x", t.End("x")),
    ("end game as x", t.EndGame("x")),
]


@pytest.mark.parametrize(("lines", "node"), STATEMENTS, ids=[lines for lines, _ in STATEMENTS])
def test_statement(lines: str, node: t.Node) -> None:
    """A statement and its node."""
    procedure = one(f"to play:\n  {lines}\n")
    assert isinstance(procedure, t.Procedure)
    assert procedure.body.statements == [node]


EXPRESSIONS = [
    ("1 + 2 * 3", t.Arithmetic("+", number(1), t.Arithmetic("×", number(2), number(3)))),
    ("1 - 2 - 3", t.Arithmetic("-", t.Arithmetic("-", number(1), number(2)), number(3))),
    ("(1 - 2) mod -3", t.Arithmetic("mod", t.Arithmetic("-", number(1), number(2)), number(-3))),
    ("x but y", t.Arithmetic("but", name("x"), name("y"))),
    ("3 of spades", t.Face(3, name("spades"))),
    ("build 1", t.Numbered("build", 1)),
    ("store 2 of p", t.Numbered("store", 2, name("p"))),
    ("hand of left of p", t.Of("hand", [t.Of("left", [name("p")])])),
    ("luck of (p, o)", t.Of("luck", [name("p"), name("o")])),
    ("size of (p in players)", t.Of("size", [t.Binder("p", name("players"))])),
    ("size of the first p in l", t.Of("size", [t.Query("first", t.Binder("p", name("l")))])),
    ("the total value of o", t.Reduce("total", t.Of("value", [name("o")]))),
    ("[1, x]", t.ListOf([number(1), name("x")])),
    ("[]", t.ListOf([])),
    ("1 to 3", t.Range(number(1), number(3))),
    ("x <= 3", t.Compare("<=", name("x"), number(3))),
    ("x is not empty", t.Is(name("x"), True, t.Empty())),
    ("x is none", t.Is(name("x"), False, t.Nothing())),
    ("x is at  least 3", t.Is(name("x"), False, t.IsCompare("at least", number(3)))),
    ("x is an ace", t.Is(name("x"), False, t.RowTest("ace"))),
    ("x has y", t.Has(name("x"), name("y"))),
    ("x beats y", t.Relation("beats", name("x"), name("y"))),
    ("x or y and not z", t.Or(name("x"), t.And(name("y"), t.Not(name("z"))))),
    ("x and no y in z", t.And(name("x"), t.Quantifier(False, t.Binder("y", name("z"))))),
    (
        "the number  of x in 1 to 3 from y where a alone with most b",
        t.Query(
            "number of",
            t.Binder(
                "x",
                t.Range(number(1), number(3)),
                name("y"),
                [t.Where(name("a")), t.With(True, "most", name("b"))],
            ),
        ),
    ),
    (
        "some x in y where z\n  or not some v in w",
        t.Quantifier(
            True,
            t.Binder(
                "x",
                name("y"),
                None,
                [t.Where(t.Or(name("z"), t.Not(t.Quantifier(True, t.Binder("v", name("w"))))))],
            ),
        ),
    ),
]


@pytest.mark.parametrize(("words", "node"), EXPRESSIONS, ids=[words for words, _ in EXPRESSIONS])
def test_expression(words: str, node: t.Expr) -> None:
    """An expression and its node."""
    assert one(f"always a: {words}") == t.Always("a", node)


LINES = [
    (
        "given x of ann: 3 by bob, 4 to 5",
        t.Given(
            t.Of("x", [name("ann")]),
            [t.Thing(number(3), "bob"), t.Thing(t.Range(number(4), number(5)), None)],
            None,
        ),
    ),
    ("given x: yes", t.Given(name("x"), [], t.Truth(True))),
    ("given x: none", t.Given(name("x"), [], t.Nothing())),
    ("at play-round", t.At(t.Call("play-round", []))),
    ("at ann takes-turn 3", t.At(t.Call("takes-turn", [name("ann"), number(3)]))),
    ("ann does play", t.Act("ann", "does", "play", None, None, [], [])),
    ("ann can only play x from y", t.Act("ann", "can only", "play", name("x"), name("y"), [], [])),
    (
        "ann cannot play x onto y, for 2",
        t.Act("ann", "cannot", "play", name("x"), None, [t.Destined("onto", name("y"))], [number(2)]),
    ),
    ("luck: die 1, 2", t.Luck([t.Numbered("die", 1), number(2)])),
    ("expect x", t.Expect(name("x"))),
]


@pytest.mark.parametrize(("line", "node"), LINES, ids=[line for line, _ in LINES])
def test_line_of_an_example(line: str, node: t.Node) -> None:
    """A line of an example and its node."""
    assert one(f"example a for ann, bob:\n  {line}\n") == t.Example("a", ["ann", "bob"], [node])


def test_variant() -> None:
    """A variant and its changes."""
    changes = "  for 2 players\n  a is 3\n  replace zone z, seen by all\n  remove x\n  after y:\n    b\n"
    changes += "  add in y: @A1\n    to c\n  replace in y:\n    limit d on c: only e\n  remove x in y\n"
    changes += "  remove measure y\n  remove ruling @A1\n  add in y beside c:\n    to d\n"
    changes += "  allow c in y, where e\n  allow c\n"
    found = parse(f'variant short of "Small":\n{changes}')
    zone = t.Zone("z", "zone", None, None, None, None, None, "all")
    assert found == t.File(
        "short",
        "Small",
        [
            t.Players(number(2), number(2)),
            t.Set("a", number(3)),
            t.Replace(zone),
            t.Remove("x"),
            t.Hook("after", "y", t.Body([t.Call("b", [])])),
            t.Add(t.Options([t.Option("c", None, None, [], None, None)], []), "y", tags=["@A1"]),
            t.Replace(t.Options([], [t.Limit("d", "c", None, name("e"), False)]), "y"),
            t.Remove("x", "y"),
            t.Remove("y", what="measure"),
            t.Remove("@A1", what="ruling"),
            t.Add(t.Options([t.Option("d", None, None, [], None, None)], []), "y", "c"),
            t.Allow("c", "y", name("e")),
            t.Allow("c"),
        ],
        [],
    )


def test_tags() -> None:
    """The tags of a line are those of its construct; those behind `else:` and `otherwise:` are those of that block."""
    found = {tag: type(node).__name__ for node in parse(SAMPLES).walk() for tag in node.tags}
    assert found == {
        "@A1": "Players",
        "@A2": "Ruling",
        "@A3": "Components",
        "@A4": "Procedure",
        "@A5": "If",
        "@A6": "Body",
        "@A7": "Choose",
        "@A8": "Option",
        "@A9": "Options",
        "@A10": "Option",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cards in deck:\n  name, rank | suit\n  a | b\n", "a heading of a table names one column"),
        ("counter saved\nto play:\n  saved is 3\n", "write: saved becomes 3"),
        ("for 2-4 players\n", "how many play .*for 2 to 4 players"),
        ("always a: size of p in players\n", "`in` does not fit here"),
    ],
)
def test_shapes_that_the_grammar_lets_pass(text: str, message: str) -> None:
    """What the grammar takes, but nobody means."""
    with pytest.raises(SpecErrors, match=message):
        parse(HEAD + text)
