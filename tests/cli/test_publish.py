"""`hoyle book`, `hoyle approve` and `hoyle site`: what they write, and that wrong input is said and changes nothing."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hoyle import resources
from hoyle.cli.publish import Edition, changelog, figures
from hoyle.cli.publish.retold import Teller
from hoyle.engine import length
from hoyle.language.faces import faces_of
from hoyle.rulebook import facts, render, typeset
from hoyle.site import texts as site_texts

Hoyle = Callable[..., object]


def copy(game: str, into: Path, **changes: Callable[[str], str]) -> Path:
    """A bundled game copied, with some of its files changed (`words_fr` is words.fr.toml)."""
    home = into / game
    shutil.copytree(resources.specs() / game, home)
    for name, change in changes.items():
        path = home / (f"{name.replace('_', '.')}.toml" if name.startswith("words") else f"{name}.hoyle")
        text = path.read_text(encoding="utf-8")
        changed = change(text)
        assert changed != text
        path.write_text(changed, encoding="utf-8")
    return home


@pytest.fixture
def own_files(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copies of the rulebooks' and the site's folders, used instead of them."""
    home = tmp_path_factory.mktemp("home")
    for name in ("rulebooks", "site", "spec"):
        shutil.copytree(resources.home() / name, home / name)
    monkeypatch.setattr(resources, "home", lambda: home)
    for kept in (render._environment, typeset._environment, facts.texts):
        kept.cache_clear()
    yield home
    for kept in (render._environment, typeset._environment, facts.texts):
        kept.cache_clear()


def listing(folder: Path) -> list[str]:
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*"))


# ---- books -------------------------------------------------------------------------------------------------------


def test_a_book_goes_to_the_standard_output(hoyle) -> None:
    done = hoyle("book", "pig", "--lang", "es")
    assert done.status == 0
    assert done.out.startswith("# Pig\n")
    assert "Duración: aproximadamente" in done.out
    head, _, foot = done.out.partition("\n## ")
    assert "al azar" not in head  # how the time was measured is a note at the end
    last = foot.rstrip().splitlines()[-1]
    assert last.startswith("*Cómo se midió la duración:* 50 partidas al azar")


def test_books_are_written_as_files_named_after_what_they_are(hoyle, tmp_path: Path) -> None:
    wanted = ["--variant", "more_than_half", "--lang", "en", "--lang", "fr", "--format", "html", "--format", "pdf"]
    done = hoyle("book", "friday_the_13th", *wanted, "-o", "out", "--json")
    assert done.status == 0
    stems = [f"friday_the_13th-more-than-half-{code}" for code in ("en", "fr")]
    names = sorted(f"{stem}{end}" for stem in stems for end in (".html", "-aid.html", ".pdf", "-aid.pdf"))
    assert listing(tmp_path / "out") == names
    assert sorted(Path(name).name for name in done.json["files"]) == names
    page = (tmp_path / "out" / f"{stems[1]}.html").read_text(encoding="utf-8")
    assert '<html lang="fr">' in page
    assert '<figure class="position">' in page
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")


def test_a_parameter_changes_the_book(hoyle) -> None:
    plain, low = hoyle("book", "pig"), hoyle("book", "pig", "--set", "target=20")
    assert "100" in plain.out
    assert "20" in low.out
    assert plain.out != low.out


def test_the_examples_that_score_are_named_where_scoring_is_told(hoyle) -> None:
    page = hoyle("book", "hearts", "--format", "html").out
    assert '<p class="see">Worked examples: <a href="#example-shooting-the-moon">' in page


def test_what_is_new_since_an_older_version(hoyle, tmp_path: Path) -> None:
    older = copy("pig", tmp_path / "older", pig=lambda text: text.replace("target is 100", "target is 50"))
    done = hoyle("book", "pig", "--since", older)
    assert done.status == 0
    assert "~~50~~" in done.out
    assert "**100**" in done.out
    french = hoyle("book", "pig", "--since", older, "--lang", "fr", "--format", "html")
    assert "<del>50</del>" in french.out
    assert "<ins>100</ins>" in french.out
    assert hoyle("book", "pig", "--since", "pig").out.endswith("The two texts tell the same rules.\n")
    refused = hoyle("book", "pig", "--since", older, "--format", "pdf", "-o", "out")
    assert (refused.status, refused.err) == (2, "hoyle: what is new is written in md or html\n")


def test_differences_are_marked_word_by_word_and_lose_nothing() -> None:
    old, new = "You draw 1 card, then stop.", "You draw 3 cards, then you may stop."
    before, after = changelog.difference(old, new)
    assert "".join(text for text, _ in before) == old
    assert "".join(text for text, _ in after) == new
    assert [text.strip() for text, differs in before if differs] == ["1 card"]
    assert [text.strip() for text, differs in after if differs] == ["3 cards", "you may"]


# ---- wrong input -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [("book", "pig"), ("site", "pig", "-o", "out"), ("approve", "pig")])
def test_an_unknown_language_is_said(hoyle, tmp_path: Path, command: tuple[str, ...]) -> None:
    done = hoyle(*command, "--lang", "de")
    assert done.status == 2
    assert "`de`" in done.err
    assert "en, es, fr" in done.err
    assert listing(tmp_path) == []


def test_a_missing_word_is_said_with_its_place_and_nothing_is_written(hoyle, tmp_path: Path) -> None:
    game = copy("pig", tmp_path, words_fr=lambda text: text.replace("cup = {", "coop = {"))
    before = listing(tmp_path)
    for command in (("book", game, "--lang", "fr", "-o", "out"), ("site", game, "-o", "out")):
        done = hoyle(*command)
        assert done.status == 2
        assert "`cup` in French" in done.err
        assert "words.fr.toml" in done.err
        assert "pig.hoyle:8:" in done.err
        assert listing(tmp_path) == before


def test_a_folder_that_cannot_be_written_is_said(hoyle, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    before = listing(tmp_path)
    for command in (
        ("book", "pig", "-o", "file/out"),
        ("site", "pig", "-o", "file/out"),
        ("site", "pig", "-o", "file"),
    ):
        done = hoyle(*command)
        assert done.status == 2
        assert "file" in done.err
        assert listing(tmp_path) == before
    assert (tmp_path / "file").read_text() == "mine"


def test_a_folder_with_other_things_is_refused_before_the_long_work(hoyle, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "letter.txt").write_text("mine")
    done = hoyle("site", "-o", "out")
    assert done.status == 2
    assert "holds other things" in done.err
    assert listing(tmp_path) == ["out", "out/letter.txt"]


@pytest.mark.parametrize(
    ("template", "wrong", "command"),
    [
        ("rulebooks/templates/book.md.j2", "{% if %}", ("book", "pig", "-o", "out")),
        ("rulebooks/templates/body.html.j2", "{{ nothing.of.this }}", ("book", "pig", "--format", "html", "-o", "out")),
        ("rulebooks/templates/book.typ.j2", "{% endfor %}", ("book", "pig", "--format", "pdf", "-o", "out")),
        ("rulebooks/styles/print.typ", "#let a = nothing-of-this", ("book", "pig", "--format", "pdf", "-o", "out")),
        ("rulebooks/templates/changes.md.j2", "{{ nothing }}", ("book", "pig", "--since", "pig", "-o", "out")),
        ("site/templates/rules.html", "{% block %}", ("site", "pig", "--lang", "en", "--no-pdf", "-o", "out")),
        ("site/templates/base.html", "{{ nothing }}", ("site", "pig", "--lang", "en", "--no-pdf", "-o", "deep/out")),
    ],
)
def test_a_wrong_template_is_said_and_nothing_is_written(
    hoyle, own_files: Path, tmp_path: Path, template: str, wrong: str, command: tuple[str, ...]
) -> None:
    path = own_files / template
    path.write_text(path.read_text(encoding="utf-8") + wrong, encoding="utf-8")
    done = hoyle(*command)
    assert done.status == 2
    assert Path(template).name in done.err or "typst refuses" in done.err
    assert listing(tmp_path) == []


def test_a_word_that_the_site_lacks_is_said(hoyle, own_files: Path, tmp_path: Path) -> None:
    from hoyle.site.text import texts

    path = own_files / "site" / "text" / "fr.toml"
    kept = [x for x in path.read_text(encoding="utf-8").splitlines() if not x.startswith("search =")]
    path.write_text("\n".join(kept), encoding="utf-8")
    texts.cache_clear()
    try:
        done = hoyle("site", "pig", "-o", "out")
    finally:
        texts.cache_clear()
    assert done.status == 2
    assert "fr.toml lacks the word search" in done.err
    assert listing(tmp_path) == []


def test_several_books_want_a_folder(hoyle) -> None:
    for options in (("--format", "pdf"), ("--lang", "en", "--lang", "fr"), ("--format", "md", "--format", "html")):
        done = hoyle("book", "pig", *options)
        assert done.status == 2
        assert "-o FOLDER" in done.err


# ---- the site ----------------------------------------------------------------------------------------------------


def test_a_site_of_two_games_made_in_two_processes(hoyle, tmp_path: Path) -> None:
    done = hoyle("site", "pig", "kuhn_poker", "--lang", "en", "--no-pdf", "-o", "out", "--jobs", "2")
    assert done.status == 0
    assert done.out == "2 games in 1 language: open out/index.html\n"
    alone = hoyle("site", "pig", "kuhn_poker", "--lang", "en", "--no-pdf", "-o", "alone", "--jobs", "1")
    assert alone.status == 0
    first, second = (
        {str(p.relative_to(tmp_path / name)): p.read_bytes() for p in (tmp_path / name).rglob("*") if p.is_file()}
        for name in ("out", "alone")
    )
    assert first == second  # the same pages, however many processes make them


def test_a_site_of_an_own_game_shows_its_report(hoyle, tmp_path: Path) -> None:
    game = copy("kuhn_poker", tmp_path)
    reports = tmp_path / "reports"
    reports.mkdir()
    made = hoyle("verify", game, "--budget", "1", "--seed", "1", "--json")
    (reports / "kuhn_poker.json").write_text(made.out, encoding="utf-8")
    done = hoyle("site", game, "--lang", "fr", "--no-pdf", "-o", "out", "--verified", "reports")
    assert done.status == 0
    page = (tmp_path / "out" / "fr" / "kuhn_poker" / "verified.html").read_text(encoding="utf-8")
    assert "la partie se termine" in page
    assert "parties ont été jouées" in page
    (reports / "kuhn_poker.json").write_text(json.dumps({"game": "pig"}), encoding="utf-8")
    wrong = hoyle("site", game, "--lang", "fr", "--no-pdf", "-o", "out", "--verified", "reports")
    assert wrong.status == 2
    assert "is a report of pig, not of kuhn_poker" in wrong.err
    assert page == (tmp_path / "out" / "fr" / "kuhn_poker" / "verified.html").read_text(encoding="utf-8")


def test_a_report_knows_whether_variants_were_verified() -> None:
    from hoyle.cli.publish.verified import report
    from hoyle.verify.campaign import Campaign, Plan
    from hoyle.verify.rules import Rules

    for variants, known in (((), ()), (None, ("carry-over",)), (("carry-over",), ("carry-over",))):
        rules = Rules("goofspiel")
        data = Campaign(rules, Plan(variants=variants, steps=500, seed=1)).run().data()
        assert report(data, "goofspiel", "here").variants == known


RACE = """game "Race"
for 2 to 3 players
winners: p in players with highest points of p
counter points of each player
to play:
  let first-player be a random p in players
  turns for p in players from first-player until the highest points of players >= 20:
    p takes-turn
turn (player p) takes-turn:
  p chooses:
    to take, for n in 1 to 3:
      p scores n
"""


def test_the_better_players_are_found_by_playing(tmp_path: Path) -> None:
    """In Pig, who looks one move ahead holds the first points of a turn and never dares more, which is hopeless; in a race
    in which each picks how much to score, it is all there is to know."""
    import hoyle as package
    from hoyle.cli.publish.opponents import better

    assert better(package.load("pig")) == "random"
    (tmp_path / "race.hoyle").write_text(RACE)
    assert better(package.load(str(tmp_path / "race.hoyle"))) == "greedy"
    (tmp_path / "race.hoyle").write_text(RACE.replace("highest points of p", "lowest points of p"))
    assert better(package.load(str(tmp_path / "race.hoyle"))) == "greedy"  # now it takes little
    (tmp_path / "race.hoyle").write_text(RACE.replace("2 to 3 players", "1 players"))
    assert better(package.load(str(tmp_path / "race.hoyle"))) == "random"  # there are no others


def test_a_site_can_verify_as_it_is_made(hoyle, tmp_path: Path) -> None:
    done = hoyle("site", "kuhn_poker", "--lang", "en", "--no-pdf", "-o", "out", "--verify", "1")
    assert done.status == 0
    page = (tmp_path / "out" / "en" / "kuhn_poker" / "verified.html").read_text(encoding="utf-8")
    assert "whoever is to choose has a move" in page
    assert hoyle("site", "pig", "-o", "x", "--verify", "1", "--verified", str(tmp_path)).status == 2


@pytest.fixture
def no_typst(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if the extra `pdf` were not installed."""
    monkeypatch.setitem(sys.modules, "typst", None)
    typeset._fonts.cache_clear()
    yield
    typeset._fonts.cache_clear()


def test_without_typst_a_site_goes_without_booklets_and_says_so(hoyle, tmp_path: Path, no_typst) -> None:
    done = hoyle("site", "kuhn_poker", "--lang", "en", "-o", "out", "--jobs", "1")
    assert done.status == 0
    assert "without booklets in PDF" in done.err
    assert "pip install 'hoyle[pdf]'" in done.err
    assert not list((tmp_path / "out").rglob("*.pdf"))
    page = (tmp_path / "out" / "en" / "kuhn_poker" / "index.html").read_text(encoding="utf-8")
    assert "kuhn_poker-en.md" in page
    assert ".pdf" not in page


def test_what_is_asked_for_and_cannot_be_printed_is_an_error(hoyle, tmp_path: Path, no_typst) -> None:
    for words in (("site", "kuhn_poker", "--lang", "en", "--pdf"), ("book", "kuhn_poker", "--format", "pdf")):
        done = hoyle(*words, "-o", "out")
        assert done.status == 2
        assert "`typst`: pip install 'hoyle[pdf]'" in done.err
        assert listing(tmp_path) == []


def test_two_games_of_one_name_are_refused(hoyle, tmp_path: Path) -> None:
    done = hoyle("site", "pig", copy("pig", tmp_path), "-o", "out")
    assert done.status == 2
    assert "called pig" in done.err


# ---- stories of faults ---


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "es",
            [
                "Al azar: P1",
                "P1 tira.",
                "Tirada en el cubilete: 5, 5",
                "Total del turno: 0 → 5",
                "Puntos de P2: 3 → 8",
                "strange thing",
            ],
        ),
        (
            "fr",
            [
                "Au hasard : P1",
                "P1 lance.",
                "Lancer dans le gobelet : 5, 5",
                "Total du tour : 0 → 5",
                "Points de P2 : 3 → 8",
                "strange thing",
            ],
        ),
    ],
)
def test_a_story_of_verification_is_told_in_the_reader_s_language(language: str, lines: list[str]) -> None:
    """As the terminal tells it, by the rulebook's grammar; the rest stays English."""
    edition = Edition("pig")
    beats = [
        {"player": None, "does": "", "effects": ["starter is p1, at random"]},
        {"player": "p1", "does": "roll", "effects": ["cup falls 5, 5", "saved 0 → 5", "points of p2 3 → 8"]},
    ]
    teller = Teller(edition, edition.voice(language), (), 2, site_texts(language))
    told = list(teller.lines({"beats": beats, "end": ["strange thing"]}))
    assert [text.replace("\u00a0", " ").replace("\u202f", " ") for text, _ in told] == lines
    assert [own for _, own in told] == [True] * 5 + [False]


def test_cards_of_a_story_are_told_where_they_went() -> None:
    edition = Edition("crazy_eights")
    teller = Teller(edition, edition.voice("es"), (), 2, site_texts("es"))
    said = {
        "8 of clubs from deck to hand of p2": "Del mazo a la mano de P2: 8 de tréboles",
        "from deck to hand of p2: 2 × 7 of clubs; discard-pile (under): 8 of hearts": "Del mazo a la mano de P2: 2 × 7 de "
        "tréboles · Del mazo debajo de la pila de descarte: 8 de corazones",
        "9 of spades from hand of p1 under discard-pile": "De la mano de P1 debajo de la pila de descarte: 9 de picas",
        "deck is shuffled": "Se baraja el mazo",
        "turn of p2": "Turno de P2",
        "dealer none → p1, wanted clubs → hearts": "Repartidor: P1 · Palo pedido: tréboles → corazones",
        "the game ends: hand emptied": "Fin de la partida: "
        + edition.voice("es").speaker.ending("hand-emptied").rstrip("."),
        "8 of swords from deck to hand of p2": None,
        "8 of clubs from deck to hand of p9": None,
        "dealer none → p9": None,
        "something else": None,
    }
    assert {text: teller.effect(text) for text in said} == said


# ---- figures -----------------------------------------------------------------------------------------------------


def test_time_is_measured_the_same_by_both_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many plays the figures of seats are of, and without the compiled engine."""
    import hoyle as package

    compiled = figures.measure(package.load("kuhn_poker"), plays=120)
    monkeypatch.setattr(length, "compiled", lambda flow: None)
    plain = figures.measure(package.load("kuhn_poker"), plays=120)
    assert [m.plays for m in compiled] == [120]
    assert [m.plays for m in plain] == [length.PLAYS]
    assert [m.length for m in compiled] == [m.length for m in plain] == length.lengths(package.load("kuhn_poker"))
    said = {facts.time([m.length], "en") for made in (compiled, plain) for m in made if m.length}
    assert said == {"about 1 minute"}


def test_a_published_book_says_the_same_time_as_the_command(hoyle, tmp_path: Path) -> None:
    printed = hoyle("book", "kuhn_poker", "--lang", "es", "-o", str(tmp_path / "k.md"))
    assert printed.status == 0
    line = next(x for x in (tmp_path / "k.md").read_text(encoding="utf-8").splitlines() if "Duración" in x)
    published = resources.rulebooks() / "published" / "kuhn_poker.es.md"
    assert line in published.read_text(encoding="utf-8").splitlines()


def test_minutes_are_said_as_people_say_them() -> None:
    def measured(minutes: float) -> length.Length:
        choices = minutes * 60 / facts.CHOICE
        return length.Length(2, length.PLAYS, choices, choices)

    assert facts.time([measured(0.2)], "en") == "about 1 minute"
    assert facts.time([measured(4.4), measured(17)], "en") == "about 4–15 minutes"
    assert facts.time([measured(33)], "fr") == "environ 35\u00a0minutes"


def test_pictures_on_a_cover_differ() -> None:
    """Goofspiel's prizes and the cards that are bid look alike: from 1 to 13, with what lies in the middle."""
    assert [piece.index for piece in Edition("goofspiel").voice("en").fan()] == ["1", "7", "13"]


def test_every_face_of_every_position_is_one_that_can_be_drawn() -> None:
    for game in ("hearts", "treize_cardinals"):
        voice = Edition(game).voice("en")
        faces = sum(len(faces_of(c, voice.program)) for c in voice.program.components.values())
        assert len(voice.pieces) == faces
        rows = [row for rows in voice.positions.values() for row in rows]
        assert rows
        assert all(0 <= face < faces for row in rows for face in row.faces)
    moon = next(rows for name, rows in Edition("hearts").voice("en").positions.items() if name == "shooting-the-moon")
    assert len(moon[0].faces) == 14  # all hearts, as the example says it, and the queen of spades


@pytest.mark.parametrize("name", ["pig.md", "deep/folder/pig.html", "PIG.MD"])
def test_a_name_with_an_ending_is_that_file(hoyle: Hoyle, tmp_path: Path, name: str) -> None:
    done = hoyle("book", "pig", "-o", name)
    assert (done.status, done.out) == (0, f"{name}\n")
    assert (tmp_path / name).is_file()
    assert "Pig" in (tmp_path / name).read_text(encoding="utf-8")
    assert [path.name for path in (tmp_path / name).parent.iterdir()] == [Path(name).name]


def test_a_folder_that_ends_so_stays_a_folder(hoyle: Hoyle, tmp_path: Path) -> None:
    (tmp_path / "books.md").mkdir()
    assert hoyle("book", "pig", "-o", "books.md").out == "books.md/pig-en.md\n"
    assert hoyle("book", "pig", "-o", "v1.2").out == "v1.2/pig-en.md\n"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["-o", "pig.md", "--format", "html"], "pig.md is the name of one file in .md, and --format says html"),
        (["-o", "pig.md", "--lang", "en", "--lang", "fr"], "several books are written as files of a folder"),
        (["-o", "pig.docx"], "no book is written in .docx; end the name in .md, .html or .pdf"),
        (["--format", "pdf"], "say which with -o FILE.pdf, or -o FOLDER"),
        (["-o", "toy.hoyle/books"], "cannot be written"),
    ],
)
def test_places_where_no_book_can_be(hoyle: Hoyle, toy: Path, tmp_path: Path, args: list[str], words: str) -> None:
    done = hoyle("book", "pig", *args)
    assert (done.status, done.out) == (2, "")
    assert words in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["toy.hoyle"]


def test_a_book_as_an_answer(hoyle: Hoyle) -> None:
    answer = hoyle("book", "pig", "--json").json
    assert (answer["language"], answer["format"]) == ("en", "md")
    assert answer["text"].startswith("# Pig\n")


def test_games_of_different_languages_share_a_site(hoyle, toy: Path, tmp_path: Path) -> None:
    """Each game is there in its own languages, and the site in all of them; whoever changes to a language that a game
    does not speak finds the games that do."""
    for name, code in (("one", "es"), ("two", "fr")):
        home = tmp_path / name
        home.mkdir()
        (home / f"{name}.hoyle").write_text(toy.read_text(encoding="utf-8"), encoding="utf-8")
        for language in ("en", code):
            assert hoyle("words", name, "--lang", language).status == 0
            words = home / f"words.{language}.toml"
            if words.exists():
                text = words.read_text(encoding="utf-8").replace('gender = ""', 'gender = "f"')
                words.write_text(text.replace('= ""', '= "cosa"'), encoding="utf-8")
    done = hoyle("site", "one", "two", "--no-pdf", "-o", "out")
    assert done.out == "2 games in 3 languages: open out/index.html\n", done.err
    there = {
        code: sorted(p.name for p in (tmp_path / "out" / code).iterdir() if p.is_dir()) for code in ("en", "es", "fr")
    }
    assert there == {"en": ["one", "two"], "es": ["one"], "fr": ["two"]}
    page = (tmp_path / "out/es/one/rules.html").read_text(encoding="utf-8")
    assert 'href="../../fr/index.html" lang="fr"' in page
    assert 'href="../../en/one/rules.html" lang="en"' in page
    refused = hoyle("site", "one", "two", "--lang", "en,fr", "--no-pdf", "-o", "other")
    assert refused.status == 2
    assert "one has no words in `fr`" in refused.err
    assert hoyle("site", "one", "--lang", "en,xx", "-o", "other").status == 2
