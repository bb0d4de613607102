"""Flags in the author's words: said of a thing, of the player whose turn it is, with verbs, and how it is not so."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.language.diagnostics import HoyleError
from hoyle.rulebook.book import make

GAME = """game "Aside"
for 2 players
winners: p in players with highest points of p
dice in cup, 3 of them:
  name | pips
  die  | 1 to 6
zone cup, holding die, seen by all
zone kept, holding die, seen by all
counter points of each player
flag kept-one
flag spoken of each player
flag market
to play:
  for each p in players:
    p takes-turn
  end game as over
turn (player p) takes-turn:
  roll cup
  kept-one becomes no
  market becomes no
  p chooses:
    to keep d from cup into kept, where market:
      kept-one becomes yes
      p becomes spoken
    to stop, where kept-one and p is spoken
  otherwise:
    to pass, where not kept-one and p is not spoken and not market
"""
WORDS = {
    "en": """aim = "Roll."
[nouns]
cup = "cup"
kept = "row"
pips = { one = "pip", many = "pips", plural = true }
[adjectives]
spoken = { one = "spoken", verb = { one = "have spoken", helper = true }, not = "keep silent" }
[facts]
kept-one = { noun = "you", verb = { one = "have set a die aside", helper = true }, not = "lack a die in the row" }
market = { noun = "cup", adj = "open", not = "closed" }
[endings]
over = "all have rolled"
""",
    "es": """title = "Aparte"
aim = "Tira."
[nouns]
cup = { one = "cubilete", gender = "m" }
kept = { one = "fila", gender = "f" }
pips = { one = "punto", many = "puntos", gender = "m", plural = true }
[adjectives]
spoken = { one = "hablado", verb = "haber hablado", not = "callar" }
[facts]
kept-one = { noun = "you", verb = "tener un dado aparte", not = "carecer de dados aparte" }
market = { noun = "cup", adj = "abierto", not = "cerrado" }
[endings]
over = "todos han tirado"
""",
    "fr": """title = "De côté"
aim = "Lancez."
[nouns]
cup = { one = "gobelet", gender = "m" }
kept = { one = "rangée", gender = "f" }
pips = { one = "point", many = "points", gender = "m", plural = true }
[adjectives]
spoken = { one = "dit", verb = "avoir parlé", not = "rester silencieux" }
[facts]
kept-one = { noun = "you", verb = "avoir un dé de côté", not = "manquer de dés" }
market = { noun = "cup", adj = "ouvert", not = "fermé" }
[endings]
over = "tout le monde a lancé"
""",
}
SAID = {
    "en": [
        "Keep a die from the cup into the row if the cup is open.",
        "You have now set a die aside.",
        "Stop if you have set a die aside and you have spoken.",
        "Pass if you lack a die in the row, you keep silent and the cup is closed.",
    ],
    "es": [
        "si el cubilete es abierto",
        "si tienes un dado aparte y has hablado",
        "si careces de dados aparte, callas y el cubilete es cerrado",
    ],
    "fr": [
        "si le gobelet est ouvert",
        "si vous avez un dé de côté et si vous avez parlé",
        "si vous manquez de dés, si vous restez silencieux et si le gobelet est fermé",
    ],
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The game and its words."""
    file = tmp_path / "aside.hoyle"
    file.write_text(GAME, encoding="utf-8")
    for language, words in WORDS.items():
        (tmp_path / f"words.{language}.toml").write_text(words, encoding="utf-8")
    return file


@pytest.mark.parametrize("language", WORDS)
def test_what_is_so_and_what_is_not(game: Path, language: str) -> None:
    """Each in the words that the author gave for it, and in the form that its subject asks for."""
    text = " ".join(clause.text for clause in make(game, language).clauses())
    for sentence in SAID[language]:
        assert sentence in text
    assert language != "en" or " not " not in text


def test_what_is_no_field_is_told(game: Path) -> None:
    words = game.with_name("words.en.toml")
    words.write_text(WORDS["en"].replace('not = "closed"', "not = 3"), encoding="utf-8")
    with pytest.raises(HoyleError, match=r"market: `not` is a word"):
        make(game, "en")
