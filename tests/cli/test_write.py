"""The commands with which rules are written: `check` and `fmt`."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle import resources

from .conftest import TOY, Hoyle


@pytest.mark.parametrize("name", resources.games())
def test_every_bundled_game_holds(hoyle: Hoyle, name: str) -> None:
    done = hoyle("check", name)
    assert (done.status, done.err) == (0, ""), done.out
    assert "no mistakes" in done.out
    assert "warning" not in done.out


def test_all_mistakes_come_at_once(hoyle: Hoyle, toy: Path) -> None:
    toy.write_text(TOY.replace("roll cup", "roll cap").replace("p scores", "q scores"), encoding="utf-8")
    done = hoyle("check", toy)
    assert done.status == 2
    assert "toy.hoyle:24:12: error" in done.out
    assert "toy.hoyle:25:7: error" in done.out
    assert "Toy: 2 mistakes" in done.out
    answer = hoyle("check", toy, "--json")
    assert answer.status == 2
    assert [error["line"] for error in answer.json["errors"]] == [24, 25]


def test_an_example_that_fails_is_violated(hoyle: Hoyle, toy: Path) -> None:
    example = "\nexample waiting for ann, bob:\n  at ann takes-turn\n  ann does wait\n  expect points of ann = 1\n"
    toy.write_text(TOY + example, encoding="utf-8")
    done = hoyle("check", toy)
    assert done.status == 1
    assert "expected 1, but it is 0" in done.out
    assert "1 of 1 example failed" in done.out


SHORT = """game "Short"
for 2 to 4 players
winners: p in players with most hand of p
kind colour: red, blue, green
cards in deck:
  name | colour | value
  card | each   | 1 to 3
pile deck, seen by nobody
zone hand of each player, seen by its owner
pile table, seen by all
to play:
  shuffle deck
  for each p in players:
    p draws 2 from deck into hand of p
  turn up 2 from deck onto table
  for each p in players:
    p chooses:
      to keep
      to change:
        put hand of p under deck
  end game as done
"""


def test_a_game_that_cannot_be_set_up(hoyle: Hoyle, tmp_path: Path) -> None:
    """Nine cards: four players draw eight, and two are turned up."""
    spec = tmp_path / "short.hoyle"
    spec.write_text(SHORT.replace("most hand of p", "most size of hand of p"), encoding="utf-8")
    done = hoyle("check", spec)
    assert done.status == 2
    assert "short.hoyle:15:" in done.out
    assert "with 4 players, " in done.out
    assert done.out.count("error") == 1


def test_what_cannot_be_with_several_numbers_of_players_is_told_once(hoyle: Hoyle, tmp_path: Path) -> None:
    """The top card of a shuffled pile is known to nobody, however many play."""
    spec = tmp_path / "short.hoyle"
    text = SHORT.replace("most hand of p", "most size of hand of p")
    spec.write_text(
        text.replace("  shuffle deck\n", "  shuffle deck\n  if value of top of deck > 1:\n    shuffle deck\n"),
        encoding="utf-8",
    )
    done = hoyle("check", spec)
    assert done.status == 2
    assert "with 2 to 4 players, deck is shuffled: nobody knows its top card yet" in done.out
    assert "turn it up before, where all can see it: turn up 1 from deck onto …" in done.out
    assert done.out.count("error") == 1


def test_a_scope_that_cannot_be_set_up(hoyle: Hoyle, tmp_path: Path) -> None:
    """Six cards, one colour less: three players draw six, and none are left to turn up."""
    spec = tmp_path / "short.hoyle"
    text = SHORT.replace("most hand of p", "most size of hand of p").replace("2 to 4 players", "2 to 3 players")
    scope = "scope small:\n  replace kind colour: red, blue\n"
    spec.write_text(text + scope + "  for 2 players\n", encoding="utf-8")
    assert hoyle("check", spec).status == 0
    spec.write_text(text + scope, encoding="utf-8")
    done = hoyle("check", spec)
    assert done.status == 2
    assert "in the scope `small`: with 3 players, " in done.out


def test_each_variant_is_checked(hoyle: Hoyle, toy: Path, tmp_path: Path) -> None:
    (tmp_path / "long.hoyle").write_text('variant long of "Toy":\n  gaol is 9\n', encoding="utf-8")
    done = hoyle("check", toy)
    assert done.status == 2
    assert "long.hoyle:2" in done.out
    assert "did you mean `goal`?" in done.out


def test_a_parameter_out_of_its_range(hoyle: Hoyle, toy: Path) -> None:
    done = hoyle("check", toy, "--set", "goal=10")
    assert done.status == 2
    assert "from 1 to 9" in done.out
    done = hoyle("simulate", toy, "--set", "gaol=1")
    assert done.status == 2
    assert "did you mean `goal`?" in done.err


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"\x89PNG\r\n\x1a\n\xff", "not UTF-8 text"), (b"#" * 10_000_000, "10,000,000 bytes long"), (b"", "empty")],
)
@pytest.mark.parametrize("command", ["approve", "book", "check", "fmt", "play", "simulate", "verify", "words"])
def test_files_that_are_no_specs(hoyle: Hoyle, tmp_path: Path, command: str, content: bytes, words: str) -> None:
    path = tmp_path / "game.hoyle"
    path.write_bytes(content)
    done = hoyle(command, path)
    assert done.status == 2
    assert words in done.out + done.err
    assert path.read_bytes() == content


@pytest.mark.parametrize("command", ["check", "fmt", "play", "simulate"])
def test_games_that_are_not_there(hoyle: Hoyle, command: str) -> None:
    done = hoyle(command, "pog")
    assert done.status == 2
    assert "there is no game `pog`; did you mean `pig`?" in done.err
    assert hoyle(command, "no/such.hoyle").status == 2
    assert hoyle(command, ".").status == 2


def test_fmt_lays_out_in_place_and_once(hoyle: Hoyle, toy: Path) -> None:
    messy = TOY.replace("  p takes-turn", "      p   takes-turn  # each in turn").replace("name | pips", "name|pips")
    toy.write_text(messy, encoding="utf-8")
    assert hoyle("fmt", "--check", toy).status == 1
    assert toy.read_text(encoding="utf-8") == messy
    done = hoyle("fmt", toy)
    assert (done.status, done.out) == (0, f"{toy} laid out\n")
    assert "    p takes-turn  # each in turn\n" in toy.read_text(encoding="utf-8")
    assert hoyle("fmt", "--check", toy).status == 0
    assert hoyle("fmt", toy).out == "1 file is laid out already\n"


def test_fmt_mends_line_ends(hoyle: Hoyle, toy: Path) -> None:
    toy.write_bytes(TOY.replace("\n", "\r\n").encode())
    assert hoyle("fmt", toy).status == 0
    assert toy.read_text(encoding="utf-8") == TOY


def test_fmt_leaves_what_it_cannot_read_and_does_the_rest(hoyle: Hoyle, toy: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.hoyle"
    broken.write_text("gme\n", encoding="utf-8")
    toy.write_text(TOY.replace("roll cup", "roll   cup"), encoding="utf-8")
    done = hoyle("fmt", tmp_path)
    assert done.status == 2
    assert "broken.hoyle:1" in done.err
    assert broken.read_text(encoding="utf-8") == "gme\n"
    assert toy.read_text(encoding="utf-8") == TOY
    answer = hoyle("fmt", tmp_path, "--json").json
    assert (len(answer["files"]), answer["changed"], len(answer["errors"])) == (2, [], 1)
