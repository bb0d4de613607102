"""A small site of one real game, with a book written here, to test the pages by."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import hoyle
from browser import FLAGS, Visitor, chromium, served
from hoyle.cli.app import run
from hoyle.engine.lower import lower
from hoyle.engine.record import record
from hoyle.language.program import Program
from hoyle.library import load_program
from hoyle.pictures import Piece, box, draw, pieces, sprite
from hoyle.rulebook.lexicon import languages
from hoyle.site import (
    Book,
    Change,
    Check,
    Clause,
    Download,
    Entry,
    GamePages,
    Place,
    Playable,
    Plays,
    Report,
    VariantBook,
    Violation,
    build_site,
)
from hoyle.site.replay import Tongue, data, walk

LANGUAGES = languages()


def pictures(program: Program) -> list[Piece]:
    faces = iter(lower(program, program.seats()[0]).faces)
    return [
        p
        for c in program.components
        for p in pieces(program, c, lambda _: next(faces).name, lambda kind, v: (v[:2], v))
    ]


def book(title: str, text: str) -> Book:
    html = f'<section class="clause" id="aim"><h2>1 Aim</h2><p>{text}</p></section>'
    return Book(
        title,
        html,
        f"<p>{text}</p>",
        [Entry("aim", "1", "Aim")],
        [Clause("aim", "1", text, "pig.hoyle", 3)],
        [("Players", "2")],
        f"{text} first",
    )


@pytest.fixture(scope="session")
def pages() -> GamePages:
    program = load_program("pig")
    game = hoyle.game_of(program)
    made = pictures(program)
    faces = [{"name": p.name, "box": box(p)} for p in made]
    tongue = Tongue(
        place=str,
        track=lambda slot, held: f"{slot}: {held}",
        told=lambda events: [type(event).__name__ for event in events],
        seat=str.title,
        result=lambda played: [f"{played.ending}"],
        setup="Set up",
        shared="On the table",
    )
    replay = data(walk(game, record(game, 2, seed=3)), faces, tongue)
    variant = VariantBook(
        "short",
        "Short",
        book("Pig, short", "Reach 50 & win."),
        [Change("aim", "aim", "1", "1", "<p>Reach 100.</p>", "<p>Reach 50.</p>")],
    )
    report = Report(
        checks=[Check("one-place-each", "held", "20 plays"), Check("ends", "proved", "12 states")],
        never=[Place("option pass", "pig.hoyle", 3)],
        violations=[Violation("ends", "it goes on & on", "pig.hoyle", 5, ["ann: roll", "saved: 0 → 6"])],
        plays=20,
        decisions=400,
        reached=(8, 9),
        seconds=1.5,
        seed=1,
        settings=9,
        untried=[{"players": 4, "variants": [], "parameters": {"bad-pips": 6}}],
    )
    return GamePages(
        name="pig",
        titles=dict.fromkeys(LANGUAGES, "Pig"),
        books={code: book("Pig", 'Reach "100" points & win.') for code in LANGUAGES},
        variants={code: [variant] for code in LANGUAGES},
        specs=[(Path(name).name, text) for name, text in program.texts.items()],
        sprites=dict.fromkeys(LANGUAGES, sprite(made)),
        fan={code: [draw(p, "page") for p in made[:3]] for code in LANGUAGES},
        plays=[Plays(2, 100, {20: 30, 25: 50, 90: 20}, [(0.55, 0.05), (0.45, 0.05)], (33.0, 0.5), (30.0, 0.5), 4.0)],
        report=report,
        replays=dict.fromkeys(LANGUAGES, replay),
        downloads=[Download("pig.hoyle", "spec", b"game"), Download("pig-en.md", "md", b"# Pig", "en")],
        playable=Playable({"": b"window.hoyleGames = {};"}, b"// a host", {code: [] for code in LANGUAGES}),
        players="2–10",
    )


@pytest.fixture(scope="session")
def built(pages: GamePages, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site") / "under" / "site"
    build_site([pages], LANGUAGES, out)
    return out


@pytest.fixture
def rebuild(pages: GamePages) -> Callable[[Path], None]:
    return lambda out: build_site([pages], LANGUAGES, out)


# ---- a site of two real games, and a browser -------------------------------------------------------------------------

GAMES = ("friday_the_13th", "crazy_eights")
"""Small games with variants; together they have every kind of page."""

REPORT = json.dumps(
    {
        "game": "crazy_eights",
        "seed": 1,
        "seconds": 2.5,
        "properties": [
            {"property": "ends", "result": "proved", "detail": "proved for small"},
            {"property": "no-dead-end", "result": "held", "detail": "held on 20 plays"},
            {"property": "seats-alike", "result": "violated", "detail": "seat 2 may not pass"},
            {"property": "winners", "result": "not decided", "detail": "the budget was too small for it"},
            {"property": "observations", "result": "not asked", "detail": "nothing is hidden"},
        ],
        "settings": [{"plays": 20, "decisions": 1500}],
        "small_instances": [{"explored": 120}],
        "coverage": {
            "reached": 8,
            "of": 9,
            "never": [{"kind": "branch", "name": "", "file": "spec/crazy_eights.hoyle", "line": 40}],
        },
        "violations": [
            {
                "property": "seats-alike",
                "message": "seat 2 may not pass",
                "file": "spec/crazy_eights.hoyle",
                "line": 41,
                "story": {"beats": [{"player": "ann", "does": "draw", "effects": ["a card"]}], "end": ["unfair"]},
            }
        ],
    }
)
"""What a report of verification may hold, every kind of result among it."""


@pytest.fixture(scope="session")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that holds the site `under/site`, as the command makes it, with reports."""
    home = tmp_path_factory.mktemp("real")
    reports = home / "reports"
    reports.mkdir()
    (reports / "crazy_eights.json").write_text(REPORT, encoding="utf-8")
    out = home / "under" / "site"
    args = ["site", *GAMES, "-o", str(out), "--no-pdf", "--verified", str(reports), "--jobs", "1"]
    assert run(args) == 0
    return home


@pytest.fixture(scope="session")
def chrome() -> Iterator[Any]:
    """A headless Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address(real: Path) -> Iterator[str]:
    """Where the site is served: below a sub-path, as it may be anywhere."""
    with served(real) as home:
        yield f"{home}/under/site"


@pytest.fixture
def visitor(chrome: Any, address: str) -> Iterator[Visitor]:
    """A reader of the served site; at the end nothing has gone elsewhere and no page has complained."""
    found = Visitor(chrome, address)
    yield found
    found.checked()
