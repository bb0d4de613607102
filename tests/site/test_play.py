"""A game is played in the browser, against players who choose at random."""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest

from browser import Visitor
from hoyle.cli.app import run
from hoyle.site.text import texts
from small_games import LONELY

pytestmark = pytest.mark.long  # they need Chromium, which `make test` may not ask for

MOVES = "#play-moves button:visible"


def begin(page: Any, players: str | None = None, name: str | None = None) -> None:
    """Begins a game."""
    page.wait_for_selector("#play:not([hidden])")
    if players is not None:
        page.select_option("#play-players", players)
    if name is not None:
        page.fill("#play-name", name)
    page.click("#play-form button[type=submit]")


def test_a_game_is_played_to_its_end_by_keyboard(visitor: Visitor) -> None:
    """Tab leads from the heading to the moves, Enter takes one; at the end stands the result of all."""
    with visitor.page("en/crazy_eights/play.html") as page:
        begin(page, "3", "Zoe")
        turns = 0
        while page.locator(MOVES).count():
            assert page.evaluate("document.activeElement.id") == "play-head"
            assert page.locator("#play-head").inner_text() == "Zoe chooses"
            page.keyboard.press("Tab")
            if page.locator("#play-find").is_visible():
                page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement.closest('#play-moves') !== null")
            said = page.evaluate("document.activeElement.textContent")
            assert "Zoe" not in said.split()[0]
            page.keyboard.press("Enter")
            first, *rest = said.removesuffix(".").split()
            told = page.locator("#play-told p").first.inner_text()
            assert told.startswith(f"Zoe {first.lower()}")
            assert all(word in told for word in rest if word not in ("your", "the")), (said, told)
            turns += 1
            assert turns < 2000
        assert turns > 1
        rows = page.locator(".score tbody tr")
        assert rows.count() == 3
        assert [row.split()[0] for row in rows.all_inner_texts()] == ["Zoe", "Bob", "Cid"]
        assert "Won" in page.locator(".score").inner_text()


def test_a_move_is_taken_back(visitor: Visitor) -> None:
    with visitor.page("fr/friday_the_13th/play.html") as page:
        page.wait_for_selector("#play:not([hidden])")
        assert not page.locator("#play-undo").is_visible()  # nothing can be taken back before the first game
        begin(page, "4")
        moves, table = page.locator("#play-moves").inner_text(), page.locator("#play-table").inner_text()
        page.locator(MOVES).first.click()
        after = page.locator("#play-table").inner_text()
        assert after != table
        page.click("#play-undo")
        assert page.locator("#play-moves").inner_text() == moves
        assert page.locator("#play-table").inner_text() == table
        page.locator(MOVES).first.click()
        assert page.locator("#play-table").inner_text() == after  # the same luck again


def test_all_that_falls_is_told(chrome: Any, tmp_path: Path) -> None:
    """In Pig a roll is told by each player who rolls, also where the same face comes again and where a 1 ends the turn."""
    assert run(["site", "pig", "--lang", "en", "-o", str(tmp_path / "site")]) == 0
    with Visitor(chrome, (tmp_path / "site").as_uri()).page("en/pig/play.html") as page:
        begin(page, "2")
        for _ in range(12):
            if not page.locator(MOVES).count():
                break
            page.locator(MOVES).first.click()  # to roll
            told = [line for line in page.locator("#play-told p").all_inner_texts() if "→" not in line]
            assert told[0].endswith("rolls."), told
            for line, following in pairwise(told):
                assert not line.endswith("rolls.") or following.startswith("Dice: "), told
                # Whoever's dice fall, they have just rolled, or it is said whose turn it is.
                named = line.endswith("rolls.") or re.fullmatch(r"It is \w+’s turn\.", line)
                assert not following.startswith("Dice: ") or named, told
            assert told[-1].startswith("Dice: "), told  # a turn begins with a roll


def test_what_follows_from_moves_is_told_as_far_as_one_sees_it(chrome: Any, tmp_path: Path) -> None:
    """Hearts: the cards that were passed to one, and who took the trick, as its rules say: the highest of the suit led."""
    assert run(["site", "hearts", "--lang", "en", "--no-pdf", "-o", str(tmp_path / "site")]) == 0
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    with Visitor(chrome, (tmp_path / "site").as_uri()).page("en/hearts/play.html") as page:
        begin(page, "4", "Zoe")
        page.locator(MOVES).first.click()  # three cards are passed
        told = page.locator("#play-told p").all_inner_texts()
        came = re.search(r"Hand \(Zoe\): \+ ([^·]*)", " ".join(told))
        assert came is not None, told
        hand = [
            str(one.get_attribute("aria-label"))
            for one in page.locator(".area:not(.shared)").first.locator("svg").all()
        ]
        passed = [name.strip() for name in came[1].split("Bob")[0].split("Cid")[0].split("Dee")[0].split(",")]
        assert len(passed) == 3
        assert set(passed) <= {name.lower() for name in hand}, (passed, hand)
        table: list[tuple[str, str, str]] = []
        for _ in range(6):
            for line in told:
                if play := re.match(r"(\w+) plays (\w+)(\W) to the trick", line):
                    table.append((play[1], play[2], play[3]))
                taken = re.search(r"Pile of cards taken \((\w+)\): 4 more", line)
                assert (taken is not None) == (len(table) == 4 and " plays " not in line), (line, table)
                if taken:
                    of_suit = [one for one in table if one[2] == table[0][2]]
                    assert taken[1] == max(of_suit, key=lambda one: ranks.index(one[1]))[0]
                    table = []
            page.locator(MOVES).first.click()
            told = page.locator("#play-told p").all_inner_texts()


def test_others_may_look_one_move_ahead(chrome: Any, tmp_path: Path) -> None:
    """In Pig, who does so holds what is saved at once: it is worth more points than none. By chance some roll again."""
    assert run(["site", "pig", "--lang", "es", "--no-pdf", "-o", str(tmp_path / "site")]) == 0
    with Visitor(chrome, (tmp_path / "site").as_uri()).page("es/pig/play.html") as page:
        page.wait_for_selector("#play:not([hidden])")
        assert page.input_value("#play-others") == "random"  # in Pig they are the better ones
        rolled = {}
        for policy in ("greedy", "random"):
            page.select_option("#play-others", policy)
            begin(page, "5")
            lines: list[str] = []
            for _ in range(5):
                page.locator(MOVES, has_text="Plántate").or_(page.locator(MOVES).last).first.click()
                lines += page.locator("#play-told p").all_inner_texts()
            rolled[policy] = sum(" tira" in line and not line.startswith("Ann") for line in lines)
        assert rolled["greedy"] == 0
        assert rolled["random"] > 0


def test_the_others_look_ahead_where_that_is_the_better_game_and_a_wish_is_kept(chrome: Any, tmp_path: Path) -> None:
    """In Goofspiel, who looks ahead takes more; of a wish the other games are told too."""
    assert run(["site", "goofspiel", "pig", "--lang", "en", "--no-pdf", "-o", str(tmp_path / "site")]) == 0
    with Visitor(chrome, (tmp_path / "site").as_uri()).page("en/goofspiel/play.html") as page:
        page.wait_for_selector("#play:not([hidden])")
        assert page.input_value("#play-others") == "greedy"
        page.select_option("#play-others", "random")
        page.reload()
        page.wait_for_selector("#play:not([hidden])")
        assert page.input_value("#play-others") == "random"


def test_other_hands_are_not_shown(visitor: Visitor) -> None:
    """Of the hands of others there is one back each; all faces shown are one's own or lie open."""
    with visitor.page("es/crazy_eights/play.html") as page:
        begin(page, "4")
        areas = page.locator("#play-table .area:not(.shared)")
        assert areas.count() == 4
        for k in range(1, 4):
            assert areas.nth(k).locator("svg[role=img]").count() == 0
            assert areas.nth(k).locator("svg.back").count() == 1
        own = areas.nth(0)
        count = int(re.search(r"\((\d+)\)", own.locator(".zone b").inner_text())[1])
        assert own.locator("svg[role=img]").count() == count
        names = [own.locator("svg[role=img]").nth(k).get_attribute("aria-label") for k in range(count)]
        suits = [str(name).split()[-1] for name in names]  # "3 de tréboles"
        assert len([suit for suit, _ in groupby(suits)]) == len(set(suits)), names


def test_moves_are_found_and_wrong_names_told(visitor: Visitor) -> None:
    with visitor.page("en/friday_the_13th/play.html") as page:
        begin(page, "3")
        if page.locator("#play-find").is_visible():
            page.fill("#play-filter", "cat")
            assert all("cat" in text for text in page.locator(MOVES).all_inner_texts())
        page.fill("#play-name", " ")
        page.click("#play-form button[type=submit]")
        assert (
            page.locator("#play-wrong").inner_text() == 'players are a number or a list of names, not ["","Bob","Cid"]'
        )


def test_tiles_of_games_are_boxes_and_cards_to_pick_are_not(visitor: Visitor) -> None:
    """What only cards to pick should look like does not reach the tiles of the pages of games."""
    for path in ("index.html", "en/index.html"):
        with visitor.page(path) as page:
            tile = page.locator(".card").first
            style = tile.evaluate("one => [getComputedStyle(one).lineHeight, getComputedStyle(one).paddingLeft]")
            assert all(float(length.removesuffix("px")) > 10 for length in style), style


def test_a_game_is_played_from_the_disk(chrome: Any, real: Path) -> None:
    visitor = Visitor(chrome, (real / "under" / "site").as_uri())
    with visitor.page("fr/crazy_eights/index.html") as page:
        page.click(".ways a >> text=Jouer")
        begin(page)
        page.locator(MOVES).first.click()
        assert page.locator("#play-told p").count() > 0
    visitor.checked()


def test_a_card_is_picked_and_picked_once_more(visitor: Visitor) -> None:
    """A card of one's own leaves only the moves with it; where there is one, picking it again makes it."""
    with visitor.page("en/crazy_eights/play.html") as page:
        for _ in range(60):
            begin(page, "2", "Zoe")
            if page.locator("button.card").count():
                break
        card = page.locator("button.card").first
        name = str(card.locator("svg").get_attribute("aria-label"))
        listed = page.locator(MOVES).count()
        card.focus()
        page.keyboard.press("Enter")
        assert card.get_attribute("aria-pressed") == "true"
        said = page.locator(MOVES).all_inner_texts()
        assert len(said) == 1
        assert name.split()[0].lower()[:1] in said[0].lower()
        assert page.locator("#play-left").inner_text() == f"{said[0]} Pick it once more to do so."
        if listed > 1:
            other = page.locator("button.card").nth(1)
            if other.count():
                other.click()  # one card is played at a time: the other takes its place
                assert (card.get_attribute("aria-pressed"), other.get_attribute("aria-pressed")) == ("false", "true")
                other.click()
        else:
            page.keyboard.press("Enter")
        assert page.locator("#play-told p").first.inner_text().startswith("Zoe plays")
        page.click("#play-undo")
        assert page.locator(MOVES).count() == listed


def test_a_variant_is_chosen(visitor: Visitor) -> None:
    """Its compiled game is asked for when it is chosen, and not before."""
    with visitor.page("fr/crazy_eights/play.html") as page:
        page.wait_for_selector("#play:not([hidden])")
        assert page.locator("#play-variant option").count() == 2
        assert page.evaluate("Object.keys(hoyleGames)") == [""]
        page.select_option("#play-variant", "draw-three")
        page.wait_for_function("Object.keys(hoyleGames).length === 2")
        begin(page, "3")
        page.locator(MOVES).first.click()
        assert page.locator("#play-told p").count() > 0
    with visitor.page("fr/friday_the_13th/play.html") as page:
        page.wait_for_selector("#play:not([hidden])")
        assert page.locator("#play-variant").is_visible()


def test_what_is_no_choice_is_made_for_one_if_one_likes(visitor: Visitor) -> None:
    """With the wish no list has a single move; without it there is one sooner or later. The wish is kept."""

    def singles(page: Any) -> int:
        found = turns = 0
        while page.locator(MOVES).count() and turns < 300:
            found += page.locator(MOVES).count() == 1
            page.locator(MOVES).first.click()
            turns += 1
        return found

    with visitor.page("en/crazy_eights/play.html") as page:
        page.wait_for_selector("#play:not([hidden])")
        assert page.locator("#play-forced").is_checked()
        begin(page, "2")
        assert singles(page) == 0
        page.uncheck("#play-forced")
        page.reload()
        page.wait_for_selector("#play:not([hidden])")
        assert not page.locator("#play-forced").is_checked()
        for _ in range(5):
            begin(page, "2")
            if singles(page):
                break
        else:
            pytest.fail("no single move in five games")
        page.check("#play-forced")


def test_what_the_rules_show_is_told_and_lies_open_at_the_end(chrome: Any, tmp_path: Path) -> None:
    """Kuhn Poker: both hands are shown unless somebody has folded; then the card of the other stays hidden."""
    assert run(["site", "kuhn_poker", "--no-pdf", "-o", str(tmp_path / "site")]) == 0
    cards = {"en": ("Shown: ", "jack|queen|king"), "fr": ("Montré : ", r"\w+"), "es": ("Se enseña: ", r"\w+")}
    for language, (opening, card) in cards.items():
        with Visitor(chrome, (tmp_path / "site").as_uri()).page(f"{language}/kuhn_poker/play.html") as page:
            ends = set()
            for game in range(40):
                begin(page, None, "Zoe")
                while page.locator(MOVES).count():  # at first to check or to call, then to bet or to fold
                    page.locator(MOVES).nth(game % 2).click()
                told = page.locator("#play-told p").all_inner_texts()
                shown = [line for line in told if line.replace("\u00a0", " ").startswith(opening)]
                faces = page.locator("#play-table .area:not(.shared)").nth(1).locator("svg[aria-label]")
                if not shown:
                    assert faces.count() == 0, told
                else:
                    assert len(shown) == 1, told
                    hand = re.search(rf"\(Bob\)\W+({card})", shown[0])
                    assert hand is not None, shown
                    assert [str(one.get_attribute("aria-label")).lower() for one in faces.all()] == [hand[1].lower()]
                ends.add(bool(shown))
                if len(ends) == 2:
                    break
            assert ends == {True, False}, language


def test_a_game_that_does_not_come_back_to_one_is_stopped(chrome: Any, tmp_path: Path) -> None:
    """The other nods for ever: the page says so, and one's own choice can be taken back."""
    spec = tmp_path / "lonely.hoyle"
    spec.write_text(LONELY)
    assert run(["words", str(spec), "--lang", "en"]) == 0
    assert run(["site", str(spec), "--lang", "en", "--no-pdf", "-o", str(tmp_path / "site")]) == 0
    with Visitor(chrome, (tmp_path / "site").as_uri()).page("en/lonely/play.html") as page:
        begin(page, "2")
        assert page.locator(MOVES).count() == 2
        page.locator(MOVES).first.click()
        assert "you are not asked any more" in page.locator("#play-moves").inner_text()
        assert page.locator(MOVES).count() == 0
        page.click("#play-undo")
        assert page.locator(MOVES).count() == 2


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_all_that_was_told_unfolds_and_is_taken_back_with_a_move(visitor: Visitor, language: str) -> None:
    """By keyboard; what is told now comes last. A move taken back leaves what was told before it."""
    with visitor.page(f"{language}/friday_the_13th/play.html") as page:
        begin(page, "4", "Zoe")
        first = page.locator("#play-told p").all_inner_texts()
        assert first[0] == texts(language)["first_step"]
        assert any("(Bob)" in line for line in first), first  # how many cards were dealt to whom
        assert not page.locator("#play-history").is_visible()  # nothing but what stands above it
        told = [first]
        for _ in range(4):
            page.locator(MOVES).first.click()
            told.append(page.locator("#play-told p").all_inner_texts())
        while page.evaluate("document.activeElement.parentElement.id") != "play-history":
            page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == texts(language)["play_history"]
        assert page.locator("#play-history-told p").count() == 0
        page.keyboard.press("Enter")
        page.wait_for_selector("#play-history-told p")
        lines = page.locator("#play-history-told p")
        assert lines.all_inner_texts() == [line for some in told for line in some]
        page.click("#play-undo")
        assert page.locator("#play-told p").all_inner_texts() == told[-2]
        assert lines.all_inner_texts() == [line for some in told[:-1] for line in some]
        begin(page, "4", "Zoe")
        assert not page.locator("#play-history").is_visible()


def test_of_what_followed_what_was_won_is_told_first(chrome: Any, tmp_path: Path) -> None:
    """Goofspiel: who won the prize comes before the bids that were laid aside."""
    assert run(["site", "goofspiel", "--lang", "en", "--no-pdf", "-o", str(tmp_path / "site")]) == 0
    with Visitor(chrome, (tmp_path / "site").as_uri()).page("en/goofspiel/play.html") as page:
        begin(page, "2", "Zoe")
        won = 0
        for _ in range(8):
            page.locator(MOVES).first.click()
            for line in page.locator("#play-told small").all_inner_texts():
                places = [re.sub(r" \(.*", "", note.split(":")[0]) for note in line.split(" · ")]
                laid = [k for k, place in enumerate(places) if "bids spent" in place]
                taken = [k for k, place in enumerate(places) if "prizes won" in place]
                won += bool(taken and laid)
                assert not taken or not laid or max(taken) < min(laid), line
        assert won, page.locator("#play-history-told").inner_text()


def test_a_flag_is_told_as_a_fact(chrome: Any, tmp_path: Path) -> None:
    """Kuhn Poker: that a player has had a turn is no question that was asked them; negative points have their sign."""
    assert run(["site", "kuhn_poker", "--no-pdf", "-o", str(tmp_path / "site")]) == 0
    for language, fact in {"en": "has had a turn", "es": "ha hablado", "fr": "a parlé"}.items():
        with Visitor(chrome, (tmp_path / "site").as_uri()).page(f"{language}/kuhn_poker/play.html") as page:
            begin(page, "2", "Zoe")
            while page.locator(MOVES).count():
                page.locator(MOVES).first.click()
            page.locator("#play-history summary").click()
            page.wait_for_selector("#play-history-told p")
            told = page.locator("#play-history-told").inner_text() + page.locator("#play-told").inner_text()
            assert f"Bob {fact}" in told
            assert fact in page.locator("#play-table").inner_text().replace(fact.capitalize(), fact)
            assert re.search("−[12]", page.locator(".score").inner_text())
            assert not re.search("-[0-9]", page.locator("#play-game").inner_text())
