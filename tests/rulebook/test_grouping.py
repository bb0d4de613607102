"""What belongs together: conditions and sums that mean different things never read the same, whatever stands in them.

Every way to join some parts by and, or, and every way to put brackets, is told; so is every sum, difference, product and
quotient. Two that are told with the same words must have the same truth table, or the same numbers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from hoyle.language.check import check
from hoyle.language.parse import parse
from hoyle.rulebook.book import prepare
from hoyle.rulebook.refer import settle
from hoyle.rulebook.tell.examples import Examples
from rulebook.books import LANGUAGES

GAME = """game "Grouping"
for 2 players
winners: p in players with highest points of p

parameter limit is 5, adjustable from 1 to 9

kind suit: clubs, hearts
kind rank, low to high: 2 to 6

cards in deck:
  suit         | rank   | worth
  clubs, hearts | 2 to 6 | 1

zone deck, seen by nobody
zone stock, seen by all
zone hand of each player, seen by its owner

counter points of each player
counter rounds
counter debts
flag asleep of each player
flag awake of each player
flag late
flag dark

term rise of (number n): n + 1
term (card c) is special: rank of c is 2
term (card c) is dull: rank of c is 3

to play:
  rounds gains 1
  debts loses 1
  end game as done
"""

WORDS = {
    "nouns": {
        "limit": {"one": "limit", "gender": "m"},
        "suit": {"one": "suit", "gender": "m"},
        "rank": {"one": "rank", "gender": "m"},
        "worth": {"one": "worth", "gender": "m"},
        "stock": {"one": "stock", "gender": "m"},
        "rounds": {"one": "round", "gender": "m"},
        "debts": {"one": "debt", "gender": "m"},
        "rise": {"one": "rise", "gender": "m"},
    },
    "adjectives": {
        "awake": {"forms": ["awake"] * 4},
        "asleep": {"forms": ["asleep"] * 4},
        "special": {"forms": ["special"] * 4},
        "dull": {"forms": ["dull"] * 4},
    },
    "facts": {
        "late": {"noun": {"one": "hour", "gender": "m"}, "adj": {"forms": ["late"] * 4}},
        "dark": {"noun": {"one": "room", "gender": "m"}, "adj": {"forms": ["dark"] * 4}},
    },
}


def told(definitions: list[str]) -> list[dict[str, str]]:
    """What is said of each definition, in each language; `NAME` in it is its name, which reads the same for all."""
    names = [f"tested-{k}" for k in range(len(definitions))]
    text = GAME + "".join(d.replace("NAME", n) + "\n" for d, n in zip(definitions, names, strict=True))
    program = check("grouping", parse(text, "grouping"), texts={"grouping": text})
    tell = Examples(program)
    nouns = {**WORDS["nouns"], **{n: {"one": "result", "gender": "m"} for n in names}}
    verb = {"en": "test", "fr": "tester", "es": "probar"}
    out: list[dict[str, str]] = [{} for _ in names]
    for language in LANGUAGES:
        line = prepare(program, language, {**WORDS, "nouns": nouns, "verbs": dict.fromkeys(names, verb[language])})
        for k, name in enumerate(names):
            step = tell.term(program.terms[name])
            out[k][language] = " ".join(str(line.text(settle(s))) for s in step.sentences)
        assert not line.lex.missing, line.lex.missing
    return out


# ---- shapes: how parts can be put together -----------------------------------------------------------------------------


def shapes(parts: list[str], joins: str) -> Iterator[object]:
    """Every tree over the parts in their order, its inner nodes (join, left, right)."""
    if len(parts) == 1:
        yield parts[0]
    for k in range(1, len(parts)):
        for left in shapes(parts[:k], joins):
            for right in shapes(parts[k:], joins):
                for join in joins.split():
                    yield (join, left, right)


def written(tree) -> str:
    if isinstance(tree, str):
        return f"({tree})" if " in " in tree else tree  # where … takes all that follows
    return f"({written(tree[1])} {tree[0]} {written(tree[2])})"


def clashes(trees: list, definition: str, meaning: Callable[[object], object]) -> list[str]:
    """Two trees of different meanings that are told alike, as lines to read."""
    found: dict[tuple[str, str], tuple[str, object]] = {}
    out = []
    for tree, said in zip(trees, told([definition.format(written(x)) for x in trees]), strict=True):
        means = meaning(tree)
        for language, text in said.items():
            source, meant = found.setdefault((language, text), (written(tree), means))
            if meant != means:
                out.append(f"{language}: {source} and {written(tree)}: {text}")
    return out


def table(leaves: list[str]) -> Callable[[object], tuple[bool, ...]]:
    def truth(tree, held: dict[str, bool]) -> bool:
        if isinstance(tree, str):
            return held[tree]
        left, right = truth(tree[1], held), truth(tree[2], held)
        return (left and right) if tree[0] == "and" else (left or right)

    cases = [{x: bool(k >> n & 1) for n, x in enumerate(leaves)} for k in range(2 ** len(leaves))]
    return lambda tree: tuple(truth(tree, held) for held in cases)


CONDITIONS = {
    "facts": ["late", "dark", "rounds > 3", "deck is empty"],
    "of one player": ["p is asleep", "points of p > 3", "p is awake", "hand of p is empty"],
    "there is": [
        "some c in stock where c is special", "late", "no c in deck where suit of c is hearts", "rounds = 2",
    ],
    "with conditions inside": [
        "some c in stock where c is special or suit of c is hearts", "late",
        "some c in deck where c is dull and suit of c is clubs", "dark",
    ],
    "what it is": ["suit of x is hearts", "suit of x is clubs", "rank of x is 2", "rank of x is 3"],
    "places": ["deck is empty", "stock is empty", "late", "hand of p is empty"],
}  # fmt: skip


FRAMES = {
    "what is so": "term (player p) NAME (card x): {}",
    "which ones": "term NAME of (player p): the number of x in stock where {}",
    "none of which": "term (player p) NAME (card y): no x in stock where {}",
    "not so": "term (player p) NAME (card x): not {}",
}


@pytest.mark.parametrize("family", CONDITIONS)
@pytest.mark.parametrize("frame", FRAMES)
def test_conditions_that_differ_are_told_differently(family, frame):
    leaves = CONDITIONS[family]
    found = clashes(list(shapes(leaves, "and or")), FRAMES[frame], table(leaves))
    assert not found, "\n".join(found[:20])


NUMBERS = {
    "counters": ["rounds", "debts", "points of p", "n"],
    "of cards": ["size of stock", "the number of x in hand of p where x is special", "rounds", "size of deck"],
    "numbers": ["7", "rounds", "2", "limit"],
    "of a sum": ["rise of (rounds + 1)", "the total worth of stock", "debts", "3"],
}


def amounts(leaves: list[str]) -> Callable[[object], tuple]:
    """What a tree gives for some numbers of its parts, divided as the engine divides."""
    luck = random.Random(3)
    cases = [{x: int(x) if x.isdigit() else 5 if x == "limit" else luck.randint(-9, 9) for x in leaves}
             for _ in range(30)]  # fmt: skip

    def value(tree, held: dict[str, int]) -> int | None:
        if isinstance(tree, str):
            return held[tree]
        left, right = value(tree[1], held), value(tree[2], held)
        if left is None or right is None or (tree[0] in ("/", "mod") and right == 0):
            return None
        match tree[0]:
            case "+":
                return left + right
            case "-":
                return left - right
            case "×":
                return left * right
            case "/":
                return int(Fraction(left, right))
        return left - right * int(Fraction(left, right))

    return lambda tree: tuple(value(tree, held) for held in cases)


@pytest.mark.parametrize("family", NUMBERS)
def test_sums_that_differ_are_told_differently(family):
    leaves = NUMBERS[family]
    trees = [x for k in range(2) for x in shapes(leaves[k : k + 3], "+ - × / mod")]
    trees += random.Random(7).sample(list(shapes(leaves, "+ - × / mod")), 80)
    found = clashes(trees, "term NAME of (player p, number n): {}", amounts(leaves))
    assert not found, "\n".join(found[:20])


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("rise of (n + 1)", "rise of n + 1"),
        ("the number of c in stock where worth of c = 2 + n", "(the number of c in stock where worth of c = 2) + n"),
        ("the number of c in (stock but (hand of p + deck)) where c is dull",
         "the number of c in ((stock but hand of p) + deck) where c is dull"),
    ],
)  # fmt: skip
def test_what_belongs_to_a_noun_is_told(left, right):
    one, other = told([f"term NAME of (player p, number n): {x}" for x in (left, right)])
    assert all(one[x] != other[x] for x in LANGUAGES), one


def test_brackets_are_where_words_would_not_tell():
    said = told(
        [
            "term NAME of (player p): (rounds + debts) × points of p",
            "term NAME of (player p): rounds + debts × points of p",
            "term NAME of (player p): rounds - (debts - points of p)",
            "term NAME of (player p): rounds - debts - points of p",
            "term (player p) NAME (card x): late or (dark and rounds = 2)",
            "term (player p) NAME (card x): (late or dark) and rounds = 2",
        ]
    )
    assert [x["en"].split(" is ", 1)[1] for x in said[:4]] == [
        "(the round plus the debt) times their points.",
        "the round plus the debt times their points.",
        "the round minus (the debt minus their points).",
        "the round minus the debt minus their points.",
    ]
    assert [x["en"].split(" when ", 1)[1] for x in said[4:]] == [
        "the hour is late, or the room is dark and the round is 2.",
        "either the hour is late or the room is dark, and the round is 2.",
    ]


@pytest.mark.parametrize(
    ("quotient", "never_negative"),
    [
        ("rounds / 2", True),  # it is only added to
        ("debts / 2", False),
        ("(rounds - 1) / 2", False),
        ("(size of stock + limit × rounds) / 3", True),
        ("the total worth of stock / 2", True),
        ("rise of rounds / 2", True),
        ("rise of debts / 2", False),
        ("points of p / 2", True),
    ],
)
def test_down_is_said_only_where_it_is_towards_zero_too(quotient, never_negative):
    said = told([f"term NAME of (player p): {quotient}"])[0]
    down = {"en": "rounded down", "fr": "à l’entier inférieur", "es": "redondeado hacia abajo"}
    zero = {"en": "rounded towards zero", "fr": "vers zéro", "es": "redondeado hacia cero"}
    for language, text in said.items():
        assert (down if never_negative else zero)[language] in text, text
        assert (zero if never_negative else down)[language] not in text, text
