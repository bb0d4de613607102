"""The pages in a browser: fit for everybody, by keyboard alone, on a phone, offline, from the disk, on paper."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from pypdf import PdfReader

from browser import Visitor
from hoyle.rulebook.lexicon import languages

LANGUAGES = languages()
pytestmark = pytest.mark.long  # they need Chromium, which `make test` may not ask for

CORE = [
    ("index.html", "light"),
    ("en/index.html", "dark"),
    ("fr/search.html?q=carte", "light"),
    ("en/crazy_eights/index.html", "dark"),
    ("es/crazy_eights/rules-draw-three.html", "light"),
    ("fr/crazy_eights/variants.html", "dark"),
    ("es/crazy_eights/replay.html", "light"),
    ("fr/crazy_eights/play.html", "dark"),
    ("en/crazy_eights/verified.html", "dark"),
]
"""A page of most kinds, the languages and the colours in turn; the long test looks at all of them."""


def every_page(real: Path) -> list[str]:
    site = real / "under" / "site"
    return sorted(str(path.relative_to(site)) for path in site.rglob("*.html"))


# ---- for everybody -----------------------------------------------------------------------------------------------


def violations(visitor: Visitor, path: str, scheme: str, other: str | None = None) -> list[str]:
    """What axe says of a page, everything that folds open; of its `other` colours only whether they can be read."""
    with visitor.page(path, color_scheme=scheme, reduced_motion="reduce") as page:
        page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        if path.endswith("replay.html"):
            page.click("#last")
        if path.endswith("/play.html"):
            page.click("#play-form button[type=submit]")
        found = Axe().run(page).response["violations"]
        if other is not None:
            page.emulate_media(color_scheme=other)
            found += (
                Axe()
                .run(page, options={"runOnly": ["color-contrast"], "resultTypes": ["violations"]})
                .response["violations"]
            )
    return [f"{path} ({scheme}): {v['id']}: {v['help']}: {[n['html'][:160] for n in v['nodes'][:3]]}" for v in found]


@pytest.mark.parametrize(("path", "scheme"), CORE)
def test_axe_finds_no_violation(visitor: Visitor, path: str, scheme: str) -> None:
    assert violations(visitor, path, scheme) == []


@pytest.mark.parametrize("part", ["en/friday_the_13th", "es/crazy_eights"])
def test_axe_finds_no_violation_on_any_page_light_or_dark(visitor: Visitor, real: Path, part: str) -> None:
    # Every page of a game in one language: in another it differs in its words alone.
    paths = [path for path in every_page(real) if path.startswith(part)]
    assert len(paths) > 7
    found = [line for path in paths for line in violations(visitor, path, "light", "dark")]
    assert found == []


# ---- by keyboard -------------------------------------------------------------------------------------------------

REACHABLE = """() => {
  const wanted = 'a[href], button, input, select, summary, [tabindex="0"]';
  const shown = (e) => e.checkVisibility({visibilityProperty: true}) && !e.disabled;
  return [...document.querySelectorAll(wanted)].filter(shown).map((e, k) => { e.dataset.stop = k; return k; });
}"""
FOCUSED = """() => {
  const e = document.activeElement, look = getComputedStyle(e);
  const seen = look.outlineStyle !== 'none' && parseFloat(look.outlineWidth) > 0;
  return {stop: e.dataset.stop ?? null, seen, html: e.outerHTML.slice(0, 90)};
}"""


def walked(page: Any) -> tuple[set[int], set[int], list[str]]:
    """What should be reached, what the Tab key reaches, and where the focus cannot be seen."""
    should = set(page.evaluate(REACHABLE))
    reached: set[int] = set()
    unseen = []
    for _ in range(len(should) + 5):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUSED)
        if at["stop"] is None:
            break
        reached.add(int(at["stop"]))
        if not at["seen"]:
            unseen.append(at["html"])
    return should, reached, unseen


@pytest.mark.parametrize(
    "path",
    [
        "en/crazy_eights/index.html",
        "es/crazy_eights/replay.html",
        "es/crazy_eights/play.html",
        "fr/crazy_eights/verified.html",
    ],
)
def test_the_tab_key_reaches_everything_and_shows_where_it_is(visitor: Visitor, path: str) -> None:
    with visitor.page(path) as page:
        should, reached, unseen = walked(page)
    assert len(should) > 8
    assert reached == should
    assert unseen == []


def test_the_tab_key_reaches_everything_on_every_page_of_a_game(visitor: Visitor, real: Path) -> None:
    for path in every_page(real):
        if path.startswith("en/friday"):
            with visitor.page(path) as page:
                should, reached, unseen = walked(page)
            assert (path, reached, unseen) == (path, should, [])


def test_the_first_stop_skips_to_the_content(visitor: Visitor) -> None:
    with visitor.page("en/crazy_eights/rules.html") as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "content"


# ---- a game to step through --------------------------------------------------------------------------------------


def test_a_game_is_stepped_through_by_clicks_keys_and_slider(visitor: Visitor) -> None:
    with visitor.page("en/crazy_eights/replay.html") as page:
        count, told = page.locator("#count"), page.locator("#told")
        steps = int(count.inner_text().split("/")[1])
        assert steps > 5
        start = page.locator("#table").inner_text()
        page.click("#on")
        assert count.inner_text() == f"2 / {steps}"
        assert told.inner_text().startswith(("Ann ", "Bob ", "Cid "))
        assert page.locator("#table").inner_text() != start
        assert page.locator(".area.turn").count() == 1
        page.click("#back")
        assert page.locator("#table").inner_text() == start
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        assert count.inner_text() == f"2 / {steps}"
        page.focus("#step")
        page.keyboard.press("ArrowRight")
        assert count.inner_text() == f"3 / {steps}"
        page.locator("#step").evaluate("(e) => { e.value = 5; e.dispatchEvent(new Event('input')); }")
        assert count.inner_text() == f"6 / {steps}"
        page.focus("#on")
        page.keyboard.press("End")
        assert count.inner_text() == f"{steps} / {steps}"
        assert "Winner" in told.inner_text()
        rows = page.locator(".score tbody tr")
        assert rows.count() == 3
        assert "Won" in rows.first.inner_text()
        page.click("#on", force=True)  # beyond the end there is nothing, and the button keeps the focus
        assert count.inner_text() == f"{steps} / {steps}"
        assert page.evaluate("document.activeElement.id") == "on"
        page.keyboard.press("Home")
        assert count.inner_text() == f"1 / {steps}"


def test_a_deck_is_folded_and_opens(visitor: Visitor) -> None:
    with visitor.page("fr/crazy_eights/replay.html") as page:
        deck = page.locator(".area.shared details").first
        assert not deck.locator("li").first.is_visible()
        deck.locator("summary").click()
        assert deck.locator("li").first.is_visible()
        page.click("#on")
        assert page.locator(".area.shared details li").first.is_visible()  # it stays open from step to step
        names = page.locator("#table svg[role=img]").evaluate_all(
            "(all) => all.map((e) => e.getAttribute('aria-label'))"
        )
        assert any("♠" in name or "pique" in name for name in names)


# ---- search and colours ------------------------------------------------------------------------------------------


def test_search_finds_rules_and_leads_to_them(visitor: Visitor) -> None:
    with visitor.page("fr/search.html") as page:
        page.fill("#search", "pioch")
        assert page.locator("#found li").count() > 0
        assert page.locator("#found mark").count() > 0
        page.fill("#search", "CŒUR trèfle")
        accented = page.locator("#found li").count()
        page.fill("#search", "cœur trefle")
        assert page.locator("#found li").count() == accented > 0
        page.fill("#search", "zzzz")
        assert page.locator("#found li").count() == 0
        assert page.locator("#status").inner_text().startswith("Rien trouvé")
        page.fill("#search", "trèfle")
        link = page.locator("#found a[href*='#']").first
        fragment = str(link.get_attribute("href")).split("#")[1]
        link.click()
        page.wait_for_url(f"**#{fragment}")
        assert page.evaluate("document.querySelector(':target').id") == fragment


def test_a_search_is_kept_in_the_address(visitor: Visitor) -> None:
    with visitor.page("en/search.html?q=deck") as page:
        found = page.locator("#found li").count()
        assert found > 0
        page.fill("#search", "deck shuffle")
        page.wait_for_url("**/search.html?q=deck%20shuffle")  # it is written as the browser comes to it
        assert 0 < page.locator("#found li").count() < found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_follow_the_reader_and_the_button_and_are_kept(visitor: Visitor, scheme: str) -> None:
    def lightness(page: Any) -> int:
        return int(page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0]"))

    with visitor.page("en/crazy_eights/index.html", color_scheme=scheme) as page:
        first = lightness(page)
        assert (first > 128) == (scheme == "light")
        button = page.locator("[data-theme-button]")
        assert button.get_attribute("aria-pressed") == str(scheme == "dark").lower()
        button.click()
        assert (lightness(page) > 128) != (first > 128)
        page.goto(f"{visitor.home}/en/crazy_eights/rules.html")
        assert (lightness(page) > 128) != (first > 128)


def test_motion_is_only_for_those_who_like_it(visitor: Visitor) -> None:
    for wish, behaviour in (("reduce", "auto"), ("no-preference", "smooth")):
        with visitor.page("en/index.html", reduced_motion=wish) as page:
            assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == behaviour


# ---- anywhere ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_wider_than_the_screen(visitor: Visitor, real: Path, language: str) -> None:
    """On telephones and tablets nothing has to be scrolled sideways for."""
    paths = [path for path in every_page(real) if path.startswith(f"{language}/") or "/" not in path]
    assert len(paths) > 15
    wide = []
    with visitor.page("index.html") as page:
        for path in paths:
            page.goto(f"{visitor.home}/{path}")
            for width in (768, 360, 320):
                page.set_viewport_size({"width": width, "height": 740})
                over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                if over > 0:
                    wide.append((path, width, over))
    assert wide == []


def test_pages_work_from_the_disk(chrome: Any, real: Path) -> None:
    visitor = Visitor(chrome, (real / "under" / "site").as_uri())
    with visitor.page("index.html") as page:
        page.click("text=Español")
        page.locator(".games a").first.click()
        page.click("text=Una partida, paso a paso")
        page.click("#on")
        assert page.locator("#count").inner_text().startswith("2 /")
        page.click("text=Buscar")
        page.fill("#search", "mazo")
        assert page.locator("#found li").count() > 0
        page.locator("#found a").first.click()
        assert page.locator("h1").count() == 1
    visitor.checked()


def test_without_scripts_everything_can_be_read(visitor: Visitor) -> None:
    with visitor.page("en/crazy_eights/replay.html", java_script_enabled=False) as page:
        assert not page.locator("#player").is_visible()
        page.click("summary")
        assert page.locator(".told-all li").count() > 5
        assert (
            "wins" in page.locator(".told-all").inner_text().lower()
            or "Winner" in page.locator(".told-all").inner_text()
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_aid_prints_on_one_page_and_only_itself(visitor: Visitor, language: str) -> None:
    with visitor.page(f"{language}/crazy_eights/aid.html") as page:
        printed = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
        assert len(printed.pages) == 1
        text = printed.pages[0].extract_text()
        assert page.locator("[data-theme-button]").inner_text() not in text
        assert page.locator(".aid h2").first.inner_text().split()[0] in text


def test_ways_to_the_spec_break_no_line(visitor: Visitor) -> None:
    """With a pointer they show only at the clause pointed at, so no clause may be higher for what is not seen."""
    with visitor.page("fr/friday_the_13th/rules.html") as page:
        heights = "[...document.querySelectorAll('.text .clause > p')].map((p) => p.offsetHeight)"
        before = page.evaluate(heights)
        page.evaluate("document.querySelectorAll('a.source').forEach((a) => a.remove())")
        assert len(before) > 20
        assert before == page.evaluate(heights)


def test_rules_and_spec_lead_to_each_other(visitor: Visitor) -> None:
    with visitor.page("en/crazy_eights/rules.html") as page:
        link = page.locator(".clause a.source").first
        clause = link.evaluate("(e) => e.closest('[id]').id")
        link.focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**/spec.html#*")
        row = page.locator(":target")
        assert row.evaluate("(e) => e.className") == "s-row"
        row.locator("a.s-line").click()
        page.wait_for_url("**/rules.html#*")
        assert page.evaluate("document.querySelector(':target').id") == clause


def test_pictures_and_tables_of_rules_are_no_wider_than_their_text(visitor: Visitor) -> None:
    """On a wide page a suit of 13 cards is a row, which ends where the sentences end."""
    with visitor.page("es/crazy_eights/rules.html", viewport={"width": 1280, "height": 900}) as page:
        right = "(e) => e.getBoundingClientRect().right"
        text = page.locator(".text .aim").evaluate(right)
        cards = page.locator(".text > section > .pieces").first.locator("svg")
        tops = [cards.nth(k).evaluate("(e) => e.getBoundingClientRect().top") for k in range(14)]
        assert tops[0] == tops[12] < tops[13]
        assert cards.nth(12).evaluate(right) <= text + 1
        for table in page.locator(".text table").all():
            assert table.evaluate(right) <= text + 1
