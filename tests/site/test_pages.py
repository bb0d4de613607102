"""The built site: whole, linked, in every language, and never half written."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from itertools import groupby
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import hoyle
from hoyle.engine.record import record
from hoyle.language.diagnostics import HoyleError
from hoyle.rulebook.lexicon import languages
from hoyle.site import build_site
from hoyle.site.charts import Bar, bars, histogram, ranges, ticks
from hoyle.site.figures import count, decimal
from hoyle.site.highlight import lines
from hoyle.site.model import Check, Download, GamePages, Place, Violation
from hoyle.site.replay import walk
from hoyle.site.report import Reader, Said
from hoyle.site.text import texts
from hoyle.verify.findings import ENGLISH

VOID = {"meta", "link", "br", "input", "img", "hr"}


class Page(HTMLParser):
    """Links, ids and balance of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.links += [v for k in ("href", "src") if (v := named.get(k))]
        if named.get("id"):
            self.ids.append(str(named["id"]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1:] == [tag], f"</{tag}> closes {self.open[-1:]}"
        self.open.pop()


def all_pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}


def test_a_game_that_cannot_be_played_here_is_not_offered(pages: GamePages, built: Path, tmp_path: Path) -> None:
    assert 'href="play.html"' in (built / "en/pig/index.html").read_text(encoding="utf-8")
    assert (built / "static/hoyle_host.js").read_bytes() == b"// a host"
    build_site([replace(pages, playable=None)], languages(), tmp_path / "site")
    assert 'href="play.html"' not in (tmp_path / "site/en/pig/index.html").read_text(encoding="utf-8")
    assert not (tmp_path / "site/en/pig/play.html").exists()


def test_each_page_leads_to_the_games_and_to_all_languages(built: Path) -> None:
    """The site's name leads to the page on which a language is chosen, *Games* to all games of the page's language."""
    for path, page in all_pages(built).items():
        if path == built / "index.html":
            continue
        led = {(path.parent / link).resolve() for link in page.links if not urlsplit(link).scheme}
        code = path.relative_to(built).parts[0]
        assert built / "index.html" in led, path
        assert built / code / "index.html" in led, path


def test_where_only_the_game_itself_was_verified_the_page_says_so(
    pages: GamePages, built: Path, tmp_path: Path
) -> None:
    said = {code: texts(code)["verified_alone"] for code in languages()}
    for code, text in said.items():
        assert text in (built / code / "pig/verified.html").read_text(encoding="utf-8")
    assert pages.report is not None
    with_variants = replace(pages, report=replace(pages.report, variants=("short",)))
    without_any = replace(pages, variants={code: [] for code in languages()})
    for k, other in enumerate((with_variants, without_any)):
        build_site([other], languages(), tmp_path / str(k))
        for code, text in said.items():
            assert text not in (tmp_path / str(k) / code / "pig/verified.html").read_text(encoding="utf-8")


def test_no_link_and_no_fragment_is_dead_and_none_leaves_the_site(built: Path) -> None:
    pages = all_pages(built)
    assert len(pages) > 20
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            assert parts[:2] == ("", ""), f"{path}: {link}"
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.is_file(), f"{path.relative_to(built)}: {link}"
            if parts.fragment and target.suffix == ".html":
                assert parts.fragment in pages[target].ids, f"{path.relative_to(built)}: {link}"


def test_ids_are_unique_and_every_page_names_its_language(built: Path) -> None:
    for path, page in all_pages(built).items():
        assert len(page.ids) == len(set(page.ids)), path
        text = path.read_text(encoding="utf-8")
        language = path.relative_to(built).parts[0] if path.parent != built else "en"
        assert f'<html lang="{language}">' in text


def test_every_language_has_the_same_pages(built: Path) -> None:
    by_language = [{p.relative_to(built / code) for p in (built / code).rglob("*.html")} for code in languages()]
    assert by_language[0] == by_language[1] == by_language[2]


def test_a_visitor_reads_what_a_game_is_about_before_choosing_it(built: Path) -> None:
    aim = "Reach &#34;100&#34; points &amp; win. first"
    for page in ("en/index.html", "en/pig/index.html"):
        assert aim in (built / page).read_text(encoding="utf-8"), page


def test_every_page_of_a_game_leads_to_the_others(built: Path) -> None:
    """The page itself is marked; a page that was not made is not offered."""
    made = {path.name for path in (built / "es/pig").glob("*.html")} - {"index.html"}
    for path in (built / "es/pig").glob("*.html"):
        text = path.read_text(encoding="utf-8")
        tabs = re.findall(r'<nav class="tabs".*?</nav>', text, re.DOTALL)
        if path.name == "index.html":
            assert tabs == []
            continue
        found = re.findall(r'<a href="([^"]*)"( aria-current="page")?>', tabs[0])
        assert {href for href, _ in found} == {name for name in made if not name.startswith("rules-")}
        assert [href for href, here in found if here] == ([path.name] if path.name in dict(found) else [])


def test_words_of_results_are_explained_where_they_are_used(built: Path) -> None:
    for code in languages():
        words, text = texts(code), (built / code / "pig/verified.html").read_text(encoding="utf-8")
        for word in ("held", "proved"):
            assert words[word].capitalize() in words["held_means"], code
        assert words["held_means"] in text


def test_settings_that_were_not_tried_are_named(built: Path) -> None:
    for code in languages():
        words, text = texts(code), (built / code / "pig/verified.html").read_text(encoding="utf-8")
        assert words["verified_settings"].format(n=8, of=9) in text
        assert words["verified_untried"].format(n=1) in text
        assert re.search(r"<li>4 \w+ \(bad pips 6\)</li>", text), code


def test_building_again_replaces_and_a_strange_folder_is_refused(
    rebuild: Callable[[Path], None], tmp_path: Path
) -> None:
    out = tmp_path / "site"
    rebuild(out)
    (out / "stale.html").write_text("old")
    rebuild(out)
    assert not (out / "stale.html").exists()
    strange = tmp_path / "strange"
    strange.mkdir()
    (strange / "letter.txt").write_text("mine")
    with pytest.raises(HoyleError, match="holds other things"):
        rebuild(strange)
    assert [p.name for p in strange.iterdir()] == ["letter.txt"]
    assert not list(tmp_path.glob(".hoyle-*"))


def test_hands_lie_suit_by_suit_and_piles_as_they_lie() -> None:
    game = hoyle.load("crazy_eights")
    machine = game.machine(2)
    suits = [face.fields["suit"] for face in machine.flow.faces]
    hands = [k for k, place in enumerate(machine.flow.places) if place.name == "hand"]
    for step in walk(game, record(game, 2, seed=5)).steps:
        for hand in hands:
            held = [suits[face] for face in step.places[hand]]
            assert len([suit for suit, _ in groupby(held)]) == len(set(held)), held


def test_a_file_in_the_way_is_said(rebuild: Callable[[Path], None], tmp_path: Path) -> None:
    (tmp_path / "site").write_text("a file")
    with pytest.raises(HoyleError, match="is a file"):
        rebuild(tmp_path / "site")


def test_highlighting_keeps_the_text() -> None:
    import html
    import re

    from hoyle.library import find

    for game in ("pig", "spite_and_malice"):
        text = find(game).file.read_text(encoding="utf-8")
        made = lines(text, lambda line, tag: None)
        plain = [
            html.unescape(re.sub(r"<[^>]*>", "", re.sub(r'<span class="s-line">\d+</span>', "", row))) for row in made
        ]
        assert plain == text.splitlines()
        assert '<span class="s-keyword">chooses</span>' in "".join(made)


@pytest.mark.parametrize(
    ("top", "marks"),
    [(1, [0, 1]), (4, [0, 1, 2, 3, 4]), (9, [0, 2, 4, 6, 8]), (37, [0, 10, 20, 30]), (430, [0, 100, 200, 300, 400])],
)
def test_a_histogram_has_a_scale_of_round_numbers(top: int, marks: list[int]) -> None:
    assert ticks(top) == marks
    drawn = histogram("L", [(1, 1, top), (2, 2, 1)], of="")
    assert [int(n) for n in re.findall(r'text-anchor="end">(\d+)</text>', drawn)] == marks


def test_players_are_counted_in_the_headings_of_charts(built: Path) -> None:
    for code, said in {"en": "with 2 players", "es": "con 2 jugadores", "fr": "à 2 joueurs"}.items():
        text = (built / code / "pig/verified.html").read_text(encoding="utf-8")
        assert len(re.findall(f"<h3>[^<]* {said}</h3>", text)) == 2, code


def test_an_aid_speaks_of_a_pdf_only_where_there_is_one_and_leads_to_it(pages: GamePages, tmp_path: Path) -> None:
    for code in languages():
        assert "PDF" not in _aid(pages, code, tmp_path / f"{code}-none")
    files = [Download(f"pig-{code}-aid.pdf", "aid", b"%PDF", code) for code in languages()]
    printed = replace(pages, downloads=[*pages.downloads, *files])
    for code in languages():
        assert f'href="../../files/pig/pig-{code}-aid.pdf"' in _aid(printed, code, tmp_path / f"{code}-some")


def _aid(pages: GamePages, code: str, out: Path) -> str:
    build_site([pages], [code], out)
    return (out / code / "pig/aid.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["1,000", "10,000", "−12", "1,234.5"]),
        ("es", ["1000", "10.000", "−12", "1234,5"]),
        ("fr", ["1\u202f000", "10\u202f000", "−12", "1\u202f234,5"]),
    ],
)
def test_numbers_are_written_as_the_language_does(language: str, expected: list[str]) -> None:
    numbers = [count(1000, language), count(10_000, language), count(-12, language), decimal(1234.5, language)]
    assert numbers == expected


def test_ranges_count_everything_once() -> None:
    values = {3: 1, 40: 2, 41: 5, 200: 4}
    found = ranges(values, most=10)
    assert sum(n for _, _, n in found) == 12
    assert len(found) <= 11
    assert all(found[k][1] + 1 == found[k + 1][0] for k in range(len(found) - 1))


def test_ranges_are_even_where_games_come_in_steps() -> None:
    """Hearts takes 64 decisions a deal, and 52 where nothing is passed: far apart, a bar each. In steps of 4, as many
    steps in each range as in any other."""
    lengths = {64 * deals - 12 * (deals // 4): 10 for deals in range(5, 15)}
    assert ranges(lengths) == [(v, v, 10) for v in sorted(lengths)]
    stepped = ranges({4 * k + 3: 1 for k in range(60)})
    assert {n for _, _, n in stepped[1:-1]} == {3}
    assert [low for low, _, _ in stepped[1:]] == [low + 12 for low, _, _ in stepped[:-1]]
    assert all(low % 4 == high % 4 == 3 for low, high, _ in stepped)


def test_bars_stand_where_their_numbers_are() -> None:
    def bars_of(counts: list[tuple[int, int, int]]) -> list[tuple[float, float]]:
        found = re.findall(
            r'<rect class="c-bar" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', histogram("L", counts, of="")
        )
        return [(float(x), float(width)) for x, width in found]

    (a, w), (b, _), (c, _) = bars_of([(100, 100, 1), (150, 150, 2), (250, 250, 1)])
    assert c - b == pytest.approx(2 * (b - a), abs=0.2)
    assert w < b - a
    assert bars_of([(152, 152, 1000)])[0][1] <= 48


def test_a_chart_says_its_numbers() -> None:
    svg = bars("Wins", [Bar("Seat 1", 55.0, 9.8)], unit=" %", even=50, even_label="even")
    assert 'aria-label="Wins. Seat 1: 55.0 % ± 9.8"' in svg


def test_what_never_happened_is_named_in_the_reader_s_language(pages: GamePages) -> None:
    place = Place("option pass", "elsewhere.hoyle", 3)
    told = {code: Reader(pages, code, texts(code)).place(place) for code in languages()}
    assert {code: said.text for code, said in told.items()} == {
        "en": "the option pass", "es": "la opción pass", "fr": "l’option pass",
    }  # fmt: skip
    assert all(said.own for said in told.values())


@pytest.mark.parametrize("code", languages())
def test_every_finding_of_verification_has_words(code: str) -> None:
    words = texts(code)
    slots = re.compile(r"\{(\w+)")
    for key, (one, more) in ENGLISH.items():
        if key == "fault":  # what is wrong is told by the engine, and marked as English
            continue
        assert set(slots.findall(words[f"how {key}"])) <= set(slots.findall(more)), key
        if one != more:
            told = words.get(f"how {key} one", words[f"how {key}"])
            assert set(slots.findall(told)) <= set(slots.findall(one)), key


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("en", ["1,200 plays", "proved for 2 players (tiny); 1 play", "held by 3", "2 run"]),
        ("es", ["1200 partidas", "demostrado para 2 jugadores (tiny); 1 partida", "held by 3", "ejemplos probados: 2"]),
        ("fr", ["1\u202f200 parties", "prouvé pour 2 joueurs (tiny)\u202f; 1 partie", "held by 3",
                "exemples essayés\u00a0: 2"]),
    ],
)  # fmt: skip
def test_findings_are_told_in_the_reader_s_language(code: str, expected: list[str], pages: GamePages) -> None:
    reader = Reader(pages, code, texts(code))
    tiny = {"players": 2, "variants": [], "parameters": {}, "scope": "tiny"}
    checks = [
        Check("ends", "held", "1,200 plays", [{"say": "plays", "n": 1200}]),
        Check("ends", "proved", "x", [{"say": "proved", "of": [tiny]}, {"say": "plays", "n": 1}]),
        Check("ends", "held", "held by 3", [{"say": "not known here", "n": 3}]),
        Check("examples", "held", "2 run", [{"say": "run", "n": 2}]),
    ]
    said = [reader.detail(check) for check in checks]
    assert [x.text for x in said] == expected
    assert [x.own for x in said] == [True, True, code == "en", True]


@pytest.mark.parametrize("code", languages())
def test_signs_at_clauses_are_explained_where_they_stand(code: str, pages: GamePages, tmp_path: Path) -> None:
    """A page without such signs says nothing of them."""
    words = texts(code)
    plain = pages.books[code]
    for sign, key in (("{…}", "legend_source"), ("◊", "legend_note")):
        assert sign in words[key]
        marked = {**pages.books, code: replace(plain, html=f"{plain.html}<p>{sign}</p>")}
        build_site([replace(pages, books=marked)], [code], tmp_path / key)
        page = (tmp_path / key / code / "pig" / "rules.html").read_text(encoding="utf-8")
        assert words[key] in page
        assert words["legend_note" if key == "legend_source" else "legend_source"] not in page
    assert words["legend_note"] not in (tmp_path / "legend_note" / code / "pig" / "aid.html").read_text(
        encoding="utf-8"
    )


def test_a_story_is_marked_as_english_where_it_is(pages: GamePages) -> None:
    violation = Violation("ends", "it goes on", story=["ann: roll"], told={"es": [("Ann tira.", True), ("odd", False)]})
    told = {code: [(x.text, x.own) for x in Reader(pages, code, texts(code)).story(violation)] for code in languages()}
    assert told["en"] == [("ann: roll", True)]
    assert told["es"] == [("Ann tira.", True), ("odd", False)]
    assert told["fr"] == [("ann: roll", False)]


def test_what_is_wrong_is_said_in_the_reader_s_language_where_every_game_can_have_it(pages: GamePages) -> None:
    common = "a card or die is not in exactly one place"
    found = [{"say": "fault", "message": common, "seen": "2 players"}]
    check = Check("one-place-each", "violated", f"{common}; seen with 2 players", found)
    for code in languages():
        reader = Reader(pages, code, texts(code))
        said = reader.message(Violation("one-place-each", common))
        assert (said.text == common, said.own) == (code == "en", True)
        assert reader.detail(check).own
        assert reader.message(Violation("ends", "line 3 is odd")) == Said("line 3 is odd", code == "en")
