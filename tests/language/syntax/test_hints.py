"""What a hint says to write can be written: each is put in the place of the line it is about, and read there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.language.diagnostics import Diagnostic, SpecErrors
from hoyle.language.grammar import Failure, read
from hoyle.language.parse import parse
from hoyle.language.syntax_words import INNER_MODELS, MODELS, STATEMENT_MODELS

HERE = Path(__file__).parent
SAMPLES = sorted((HERE / "bad").glob("*.hoyle"))
MARK = re.compile(r'\s*### "(.*)"$')
LINE = re.compile(r"write: (.*?)(?: and below it(, indented)?: (.*))?$")
SMALL = """game "Small"
for 2 to 4 players
winners: p in players with highest points of p
kind suit: clubs, hearts
kind rank, low to high: 7 to 10, jack, ace
cards in deck:
  name | suit | rank
  card | each | each
order card by rank
pile deck, seen by nobody
zone hand of each player, seen by its owner
pile table, seen by all
counter points of each player
counter tricks of each player
marker leader: player
marker trump: suit
"""


def mistakes(text: str) -> list[Diagnostic]:
    """The mistakes of syntax of a text."""
    try:
        parse(text, "sample")
    except SpecErrors as errors:
        return errors.diagnostics
    return []


def wrong_hints(text: str) -> list[str]:
    """The hints of a text's mistakes that cannot be written, or that say what stands there already."""
    rows = text.split("\n")
    wrong = []
    for d in mistakes(text):
        same = re.search(r"did you mean `(.*?)`", d.hint)
        row = rows[d.span.line - 1]
        if same and same[1] == row[d.span.column - 1 : d.span.end_column - 1]:
            wrong.append(f"{row}: {d.hint}")
        said = LINE.search(d.hint)
        if said is None or d.code in ("E013", "E015", "E016") or len(said[1].split()) < 2:  # a word or a sign, no line
            continue
        margin = row[: len(row) - len(row.lstrip())]
        new = [margin + said[1], *([f"{margin}{'  ' if said[2] else ''}{said[3]}"] if said[3] else [])]
        changed = "\n".join([*rows[: d.span.line - 1], *new, *rows[d.span.line :]])
        still = [m for m in mistakes(changed) if d.span.line <= m.span.line < d.span.line + len(new)]
        if still and not _also_there(row, d, still):
            wrong.append(f"{row.strip()}: {d.hint}: {still[0].message}")
    return wrong


def _also_there(row: str, d: Diagnostic, still: list[Diagnostic]) -> bool:
    """Whether what is still wrong was wrong before, further along the line, and of another kind."""
    return all(m.message != d.message and m.span.column > d.span.column for m in still) and len(row) > 60


LARGEST = {"plain_english", "plain_english_rules", "plain_english_parts", "variant_changes"}
"""Samples with so many mistakes that trying each line again takes seconds."""


@pytest.mark.parametrize(
    "path",
    [pytest.param(x, id=x.stem, marks=[pytest.mark.long] if x.stem in LARGEST else []) for x in SAMPLES],
)
def test_hints_of_samples(path: Path) -> None:
    """The hint of each sample mistake is a line that is read where the mistake stood."""
    text = "\n".join(MARK.sub("", row) for row in path.read_text(encoding="utf-8").split("\n"))
    assert wrong_hints(text) == []


RULES = """deal each player 5 cards | deal 5 cards from deck | deal out 5 cards to everyone | deal the deck to all players
each player draws 2 cards | leader draws a card from the deck | leader picks up 2 cards | leader takes 3 from deck
leader takes the top card of the deck | leader plays a card | leader plays a card from hand of leader on table
leader discards 2 cards | leader puts card onto table | put top card of deck onto table | turn up a card from deck
turn up top card | flip a card | reveal top card of deck | shuffle the cards | shuffle deck and deal 5 cards
repeat 3 times: | repeat three times: | do 3 times: | 3 times: | repeat 3: | repeat n times: | repeat for 3 rounds:
for each player p from leader: | for each player: | for each player p: | for every player p in players: | for each card:
for each card c in hand of leader: | for each suit: | for each p: | for all players: | for i in range(1, 5): | for i = 1 to 5:
for p in players | while points of leader < 5: | while True: | loop: | until points of leader > 5: | repeat while trump is none:
if leader has no cards: | if leader has an ace: | if leader has hearts: | if hand of leader has no ace: | if leader has won:
if hand of leader contains an ace: | if leader has 3 points: | if leader has more than 3 points: | if points of leader == 3:
if leader is out then: | if not leader has cards: | if there is a card in deck: | if deck is not empty then shuffle deck
if points of leader >= 3 and <= 5: | if any player has 5 points: | if every player has no cards: | else if leader: | elif trump:
leader gains 1 trick | leader scores 2 points | leader gets a point | leader wins | leader wins the game | leader loses 1 point
tricks of leader gains 1 trick | leader's tricks += 1 | tricks(leader) += 1 | tricks of leader = tricks of leader + 1
increment tricks of leader | add 1 to tricks of leader | tricks of leader increases by 2 | set tricks of leader to 0
trump becomes a random suit | trump becomes random suit | trump = hearts | trump is now hearts | trump becomes the suit hearts
leader becomes the next player | leader becomes player to the left of leader | leader becomes left leader | leader = left(leader)
let leader's hand be empty | let x = 3 | let x is points of leader | end the game | end game | game over | end round | return
3 acts | (2 + 1) acts | tricks of leader + 1 acts | acts 3 | acts(3)
return points of leader | break | continue | each player takes turn | next player takes turn | the leader chooses a card
leader may choose: | leader can play or pass: | leader chooses one of: | choose: | to play a card | players choose:"""
DECLARED = """order by rank | order rank | order cards by rank | order card by rank low to high | kind colour = red, blue
kind colour: red blue | counter bid per player | counter bid for each player | counter bid = 3 | counter bid starts at 3
flag out for each player | marker dealer | marker dealer = player | zone bag each player seen by owner | zone bag of player
pile row 1 to 4, seen by all | pile row numbered 1 to 4 seen by all | zone bag of each player seen by its owner
zone bag of each player visible to owner | pile heap face up | discard pile heap | parameter goal = 5 | parameter goal is 5
parameter goal is 5 adjustable from 1 to 9 | parameter goal is 5, from 1 to 9 | term best = 3 | term best player: leader
term value of card c: 3 | term (card c) high: rank of c is ace | term high (card c): rank of c is ace | always: points of ann > 1
combination set of card c: | combination meld of cards: | measure: size of deck | ruling F1 "So be it." | ruling @F1: "So be it."
winner: leader | winners are players with most points | winners: players with highest points | winner is the player with most points
example one: | example for ann, bob: | turn takes-turn player p: | turn of player p: | turn: | round: | setup: | to play | play:"""
FORMS = """pair: two of same rank | pair: 2 of a kind | pair: 2 cards of same rank | set: 3 alike | set: 3 or more of rank
run: run of 3 | run: 3 or more in sequence | two-pairs: 2 times 2 alike in rank | two-pairs: two pairs | flush: 5 of same suit
flush: 5 alike suit | full: 3 alike in rank and 2 alike in rank | run: run 3 or more in rank | any: any card | one: single card"""
TOLD = """given trick: 9 hearts by ann | given hand of ann: 9 hearts, ace clubs | given ann has 9 of hearts | given ann tricks 2
given ann bid 2 | given ann's hand: 9 of hearts | given points ann: 3 | given trump hearts | given trump is hearts | given ann out
given leader ann | at ann turn | at ann's turn | at turn of ann | ann plays 9 of hearts | ann lays 9 hearts | ann does 9 of hearts
ann passes | ann cant play 9 of hearts | ann can not play 9 of hearts | ann could play 9 of hearts | luck 9 of hearts | luck is 3
expect ann has 3 points | expect points of ann to be 3 | expect points of ann equals 3 | expect ann wins | expect the winner is ann
expect hand of ann contains 9 of hearts | then points of ann = 3 | expect: points of ann = 3 | expect ann's points = 3"""
CHANGED = """remove turn throws | remove counter tricks | remove to play | remove the option lay | remove option lay from throws
remove lay from throws | replace throws: | replace counter tricks of each player with 3 | change goal to 3 | set goal to 3 | goal = 3
goal becomes 3 | goal: 3 | add option skip to throws: | add to throws: | after throws | before: | for 2 players only | else: | otherwise: | replace else in throws:
ruling @F2 "So be it." | counter misses of each player | zone spare, seen by all | remove else | to tidy:"""


def _texts(lines: str, before: str, inside: str = "", after: str = "") -> list[str]:
    """A spec with each of these phrases as a line of its own."""
    found = []
    for phrase in (piece.strip() for row in lines.split("\n") for piece in row.split(" | ")):
        block = (
            f"\n{inside}  {'expect x = x' if phrase.startswith('example') else 'shuffle deck'}"
            if phrase.endswith(":")
            else ""
        )
        found.append(f"{before}{inside}{phrase}{block}\n{after}")
    return found


SAID = [
    *_texts(RULES, f"{SMALL}to (player p) acts:\n", "  ", "  shuffle deck\n"),
    *_texts(DECLARED, SMALL),
    *_texts(FORMS, f"{SMALL}combination meld of card c:\n", "  "),
    *_texts(
        TOLD,
        f"{SMALL}turn (player p) takes-turn:\n  p chooses:\n    to lay c from hand of p onto table\n    to pass\n"
        "example one for ann, bob:\n",
        "  ",
        "  expect trump is none\n",
    ),
    *_texts(CHANGED, 'variant other of "Small":\n', "  "),
]


@pytest.mark.parametrize("text", SAID, ids=range(len(SAID)))
def test_hints_of_phrases(text: str) -> None:
    """The same for what people say, right or wrong."""
    assert wrong_hints(text) == []


def _hosted(word: str, model: str) -> list[str]:
    """Specs in which a model line stands where lines open so."""
    below = {
        "cards": ["name | x", "x | 1"],
        "dice": ["name | x", "x | 1"],
        "variant": ["remove x"],
        "scope": ["remove x"],
        "chooses": ["to pass"],
        "together": ["to pass"],
        "otherwise": ["to pass"],
        "combination": ["x: any 1"],
        "example": ["expect x = x"],
    }  # fmt: skip
    lines = below.get(word, ["x"] if model.endswith(":") else [])
    hosts = {
        "otherwise": ["to x:\n  p chooses:\n    to pass\n  "],
        "else": ["to x:\n  if x:\n    x\n  "],
        "limit": ["to x:\n  p chooses:\n    to play\n    "],
        "to": ["to x:\n  p chooses:\n    "],
    }.get(
        word, ["", "to x:\n  ", "example x for ann, bob:\n  expect x = x\n  ", "example x for ann, bob:\n  ", "variant"]
    )
    texts = []
    for host in hosts:
        opening = 'variant x of "Small":\n  ' if host == "variant" else host
        margin = " " * (len(opening) - opening.rfind("\n") - 1) if opening else ""
        texts.append(opening + model + "".join(f"\n{margin}  {line}" for line in lines) + "\n")
    return texts


@pytest.mark.parametrize(
    ("word", "model"),
    [*MODELS.items(), *STATEMENT_MODELS.items(), *INNER_MODELS.items()],
    ids=lambda text: text[:20],
)
def test_models(word: str, model: str) -> None:
    """The lines shown as models are lines."""
    texts = _hosted(word, model)
    heads = [t if t.startswith(("game", "variant")) else f'game "Small"\n{t}' for t in texts]
    assert any(not isinstance(read(text), Failure) for text in heads), texts
