"""A small site of one real game, with a book written here, to test the pages by."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import hoyle
from hoyle.engine.lower import lower
from hoyle.engine.record import record
from hoyle.language.program import Program
from hoyle.library import load_program
from hoyle.pictures import Piece, box, draw, pieces, sprite
from hoyle.site import (
    Book,
    Change,
    Check,
    Clause,
    Download,
    Entry,
    GamePages,
    Place,
    Plays,
    Report,
    VariantBook,
    Violation,
    build_site,
)
from hoyle.site.replay import Tongue, data, walk

LANGUAGES = ("en", "es", "fr")


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
    )


@pytest.fixture(scope="session")
def pages() -> GamePages:
    program = load_program("pig")
    game = hoyle.game_of(program)
    made = pictures(program)
    faces = [{"name": p.name, "box": box(p)} for p in made]
    tongue = Tongue(
        place=str,
        track=lambda name, held: f"{name}: {held}",
        deed=lambda deed: deed.sort,
        seat=str.title,
        result=lambda played: [f"{played.ending}"],
        setup="Set up",
        dealt="Dealt",
        shared="On the table",
    )
    replay = data(walk(game, record(game, 2, seed=3)), faces, tongue)
    variant = VariantBook(
        "short",
        "Short",
        book("Pig, short", "Reach 50 & win."),
        [Change("aim", "1", "1", "<p>Reach 100.</p>", "<p>Reach 50.</p>")],
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
