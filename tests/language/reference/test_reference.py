"""Every example of the designers' pages is run: it checks, its examples hold, its plays come to the end.

A block ```` ```hoyle ```` that opens with a `game` line is a whole spec; one that opens with `variant` is applied to
the whole spec above it. Any other is a piece of the page's small game (the block marked `small`): what it declares
takes the place of what the small game calls so. A block marked `wrong CODE` must be reported with that code and nothing
else.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from hoyle.language import tree as t
from hoyle.language.check import check
from hoyle.language.diagnostics import SpecErrors
from hoyle.language.fmt import format_text
from hoyle.language.grammar import parser
from hoyle.language.parse import parse
from hoyle.language.program import Program
from hoyle.language.syntax_help import keywords
from hoyle.language.syntax_words import DECLARATIONS, PLACES
from language.plays import plays_out

SPEC = Path(__file__).parents[3] / "spec"
PAGES = ["LANGUAGE.md", "HOW_TO_SAY_IT.md"]
FENCE = re.compile(r"^```hoyle(?P<marks>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
ONE_NAME = (t.Zone, t.Track, t.Term, t.Parameter, t.Kind, t.Components, t.Combination)


@dataclass(frozen=True)
class Block:
    """One example of a page: its text, its marks, the whole spec it belongs to."""

    page: str
    line: int
    text: str
    marks: str
    whole: str

    @property
    def name(self) -> str:
        """Where it stands."""
        return f"{self.page}:{self.line}"


def blocks(page: str) -> list[Block]:
    """The examples of a page, in order."""
    text = (SPEC / page).read_text(encoding="utf-8")
    found = []
    small = whole = ""
    for match in FENCE.finditer(text):
        body, marks = match["text"], match["marks"].strip()
        line = text.count("\n", 0, match.start()) + 2
        if marks == "small":
            small = body
        if body.startswith("game "):
            whole = body
        found.append(Block(page, line, body, marks, whole if body.startswith("variant ") else small))
    return found


BLOCKS = [block for page in PAGES for block in blocks(page)]


def program(block: Block) -> Program:
    """The checked program of an example; places in it are lines of the page."""
    ahead = "\n" * (block.line - 1)
    texts = {block.page: (SPEC / block.page).read_text(encoding="utf-8"), "small": block.whole}
    if block.text.startswith("game "):
        return check("example", parse(ahead + block.text, block.page), texts=texts)
    game = parse(block.whole, "small")
    if block.text.startswith("variant "):
        variant = parse(ahead + block.text, block.page)
        return check("example", game, [(variant.title, variant.changes)], texts=texts)
    piece = parse(ahead[1:] + 'game "Piece"\n' + block.text, block.page).declarations
    taken = {key(d) for d in piece}
    kept = [d for d in game.declarations if key(d) not in taken and not isinstance(d, t.Example)]
    return check("example", replace(game, declarations=[*kept, *piece]), texts=texts)


def key(d: t.Node) -> tuple[str, str]:
    """By what a declaration takes the place of another."""
    if isinstance(d, ONE_NAME):
        return "name", d.name
    if isinstance(d, t.Ruling):
        return "ruling", d.tag
    return type(d).__name__, getattr(d, "name", "")


@pytest.mark.parametrize("block", [b for b in BLOCKS if not b.marks.startswith("wrong")], ids=lambda b: b.name)
def test_example(block: Block) -> None:
    """It is right, and does what it says."""
    assert block.marks in ("", "small"), f"what is `{block.marks}`?"
    found = program(block)
    assert plays_out(found) == []
    if block.text.startswith("game "):
        assert found.warnings == []
        assert format_text(block.text) == block.text


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.marks.startswith("wrong")], ids=lambda b: b.name)
def test_wrong_example(block: Block) -> None:
    """It is wrong in the way it says."""
    with pytest.raises(SpecErrors) as caught:
        program(block)
    assert {d.code for d in caught.value.diagnostics} == {block.marks.removeprefix("wrong ")}


def test_every_construct_has_an_example() -> None:
    """Each kind of node, and each rule of the grammar, is in some example that runs."""
    rules: Counter[str] = Counter()
    nodes: set[str] = set()
    for block in BLOCKS:
        if block.marks.startswith("wrong"):
            continue
        head = "" if block.text.startswith(("game ", "variant ")) else 'game "Piece"\n'
        rules.update(str(node.data) for node in parser().parse(head + block.text).iter_subtrees())
        nodes |= {type(node).__name__ for node in parse(head + block.text).walk()}
    # a rule with "?" gives no node of its own, unless it has a name behind "->"
    named = [rule for rule in parser().rules if rule.alias or not (rule.options and rule.options.expand1)]
    wanted = {str(rule.alias or rule.origin.name) for rule in named}
    missing = {rule for rule in wanted if not rule.startswith("_")} - set(rules)
    assert missing == set()
    classes = {c.__name__ for c in _classes(t.Node)} - {"Node", "Expr", "Declaration"}
    assert classes - nodes == set()


@pytest.mark.parametrize("page", [*PAGES, "TUTORIAL.md"])
def test_links(page: str) -> None:
    """Links to headings and to other pages, and to headings of those, lead somewhere."""
    text = re.sub(r"^```.*?^```$", "", (SPEC / page).read_text(encoding="utf-8"), flags=re.M | re.S)
    links = re.findall(r"\]\(([^)]*)\)", text)
    assert links
    for link in links:
        other, _, anchor = link.partition("#")
        assert (SPEC / other).exists(), link
        assert not anchor or anchor in _anchors(other or page), link


def test_every_word_is_in_the_index() -> None:
    """Each word that the grammar knows is told in the index of the reference."""
    text = (SPEC / "LANGUAGE.md").read_text(encoding="utf-8").partition("## Index of words\n")[2]
    told = {word for said in re.findall(r"`([^`]+)`", text) for word in said.split()}
    assert {word for word in keywords() if word.isalpha()} - told - {f"{word}s" for word in told} == set()


def test_all_forms_are_told_in_short() -> None:
    """Each word that opens a line of a spec opens one of the forms, and names, words and brackets are closed."""
    text = (SPEC / "LANGUAGE.md").read_text(encoding="utf-8")
    forms = [
        row for block in re.findall(r"^```text forms\n(.*?)^```$", text, re.M | re.S) for row in block.splitlines()
    ]
    opening = {word for row in forms for word in row.split()[0].split("|")}
    statements = {word for word, place in PLACES.items() if place in ("an example", "a procedure")}
    assert (set(DECLARATIONS) | statements) - {"variant"} - {word.rstrip(":,") for word in opening} == set()
    assert [row for row in forms if row.count("[") != row.count("]") or row.count("(") != row.count(")")] == []


def _anchors(page: str) -> set[str]:
    text = (SPEC / page).read_text(encoding="utf-8")
    return {re.sub(r"[^a-z0-9 -]", "", h.lower()).replace(" ", "-") for h in re.findall(r"^#+ (.*)$", text, re.M)}


def _classes(cls: type) -> list[type]:
    return [cls, *(below for c in cls.__subclasses__() for below in _classes(c))]
