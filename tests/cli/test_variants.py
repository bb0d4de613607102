"""How a variant is called: by its name, by its file's; and what is told of a file that is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import TOY, Hoyle

LONG = 'variant long-game of "Toy":\n  goal is 9\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game in a folder of its own."""
    home = tmp_path / "toy"
    home.mkdir()
    (home / "toy.hoyle").write_text(TOY, encoding="utf-8")
    return home


@pytest.mark.parametrize("called", ["long-game", "long_game", "other-file", "other_file"])
def test_a_variant_is_called_by_its_name_or_its_files(hoyle: Hoyle, folder: Path, called: str) -> None:
    (folder / "other_file.hoyle").write_text(LONG, encoding="utf-8")
    assert "also as long-game" in hoyle("check", "toy").out
    assert "with long-game" in hoyle("check", "toy", "--variant", called).out
    assert "with long-game" in hoyle("check", "toy/other_file.hoyle").out
    for command in ("simulate", "verify", "book", "compile"):
        more = {"simulate": ["--plays", 2], "verify": ["--steps", 10], "compile": ["-o", "out"]}.get(command, [])
        done = hoyle(command, "toy", "--variant", called, *more)
        assert "no variant" not in done.err
    assert hoyle("diff", "toy", f"toy+{called}", "--budget", 1).out.splitlines()[1] == "second: toy (long-game)"


@pytest.mark.parametrize("again", ["long-game", "long_game"])
@pytest.mark.parametrize("command", ["check", "simulate", "verify", "book", "compile", "diff"])
def test_a_variant_is_given_once(hoyle: Hoyle, folder: Path, command: str, again: str) -> None:
    (folder / "long_game.hoyle").write_text(LONG, encoding="utf-8")
    options = ["--variant", "long-game", "--variant", again, *(["-o", "out"] if command == "compile" else [])]
    args = ["diff", "toy", f"toy+long-game+{again}"] if command == "diff" else [command, "toy", *options]
    done = hoyle(*args)
    assert done.status == 2
    assert "the variant `long-game` of toy is given twice" in done.err


@pytest.mark.parametrize(
    ("first", "words"),
    [("variant long-game:", "here comes `of`"), ("variant long-game of Toy:", "a text stands in quotes")],
)
def test_a_first_line_that_is_no_variants_is_told(hoyle: Hoyle, folder: Path, first: str, words: str) -> None:
    (folder / "long_game.hoyle").write_text(f"{first}\n  goal is 9\n", encoding="utf-8")
    for args in (
        ["check", "toy"],
        ["check", "toy", "--variant", "long-game"],
        ["simulate", "toy", "--variant", "long-game"],
    ):
        done = hoyle(*args)
        assert done.status == 2
        assert words in done.out + done.err
        assert "long_game.hoyle:1:" in done.out + done.err
    assert hoyle("simulate", "toy", "--plays", 2).status == 0


def test_a_variant_of_another_game_is_told(hoyle: Hoyle, folder: Path) -> None:
    (folder / "long_game.hoyle").write_text(LONG.replace("Toy", "Tony"), encoding="utf-8")
    done = hoyle("check", "toy", "--variant", "long-game")
    assert done.status == 2
    assert "long_game.hoyle is a variant of another game" in done.err
    assert 'of "Toy"' in done.err


def test_a_value_beyond_the_range_is_told_with_the_line_to_write(hoyle: Hoyle, folder: Path) -> None:
    variant = folder / "long.hoyle"
    variant.write_text(LONG.replace("goal is 9", "goal is 12"), encoding="utf-8")
    done = hoyle("check", "toy")
    assert "`goal` is 12, but may only be from 1 to 9" in done.out
    mended = "replace parameter goal is 12, adjustable from 1 to 12"
    assert f"for another range write: {mended}" in done.out
    variant.write_text(LONG.replace("goal is 9", mended), encoding="utf-8")
    assert hoyle("check", "toy").status == 0
    assert "replace" not in hoyle("simulate", "toy", "--set", "goal=12").err  # the user does not write the rules


RESTED = """
ruling @E1 "Whoever waits waits for good."
ruling @E2 "A six counts, too."
"""


@pytest.mark.parametrize("more", ["", "  remove @E1\n", "  remove ruling @E1\n"])
@pytest.mark.parametrize(("language", "gone"), [("en", "Does not apply"), ("es", "Suprime"), ("fr", "Supprime")])
def test_a_note_that_no_line_of_a_variant_rests_on_is_left_out(
    hoyle: Hoyle, folder: Path, more: str, language: str, gone: str
) -> None:
    game = TOY.replace("to wait\n", "to wait   @E1\n").replace("to roll:", "to roll:   @E2") + RESTED
    (folder / "toy.hoyle").write_text(game, encoding="utf-8")
    (folder / "quick.hoyle").write_text(f'variant quick of "Toy":\n  remove wait\n{more}', encoding="utf-8")
    hoyle("words", "toy", "--lang", language)
    words = folder / f"words.{language}.toml"
    filled = words.read_text(encoding="utf-8").replace('""', '"x"').replace('gender = "x"', 'gender = "m"')
    words.write_text(filled.replace('E1 = "x"', 'E1 = "Whoever waits waits for good."'), encoding="utf-8")
    plain = hoyle("book", "toy", "--lang", language).out
    assert f"- {gone} [◊E1](#ruling-E1)" in plain
    assert "~~Whoever waits waits for good.~~" in plain
    assert "**◊E1** Whoever waits" in plain
    varied = hoyle("book", "toy", "--lang", language, "--variant", "quick").out
    assert "◊E1" not in varied
    assert "**◊E2**" in varied
    assert ("no line rests on the ruling @E1 any more" in hoyle("check", "toy").out) == (not more)


def test_a_mistake_that_a_variant_causes_points_at_its_change(hoyle: Hoyle, folder: Path) -> None:
    """The game's line is right without it; a mistake that the game has anyway is the game's."""
    (folder / "long_game.hoyle").write_text(LONG, encoding="utf-8")
    game = folder / "toy.hoyle"
    game.write_text(TOY.replace("roll cup\n", "roll goal\n"), encoding="utf-8")
    done = hoyle("check", "toy", "--variant", "long-game")
    assert "without this change" not in done.out
    assert done.out.endswith("Toy: 1 mistake (with long-game)\n")
    assert hoyle("check", "toy").out.endswith("Toy: 1 mistake\n")
    (folder / "long_game.hoyle").write_text(
        'variant long-game of "Toy":\n  goal is 8\n  replace counter points\n', encoding="utf-8"
    )
    game.write_text(TOY, encoding="utf-8")
    done = hoyle("check", "toy", "--variant", "long-game")
    assert "toy/toy.hoyle:3:36: error E" in done.out
    assert (
        "    without this change it is not wrong: toy/long_game.hoyle:3:3\n"
        "      replace counter points\n"
        "      ^^^^^^^^^^^^^^^^^^^^^^\n"
    ) in done.out
    cause = hoyle("check", "toy", "--variant", "long-game", "--json").json["errors"][0]["cause"]
    assert (Path(cause["file"]).name, cause["line"]) == ("long_game.hoyle", 3)
