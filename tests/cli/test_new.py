"""`hoyle new`: a game to start from that works, and nothing of the user's overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Hoyle


def test_the_new_game_holds(hoyle: Hoyle) -> None:
    assert hoyle("new", "my_game").status == 0
    done = hoyle("check", "my_game")
    assert (done.status, done.err) == (0, "")
    assert hoyle("fmt", "--check", "my_game").status == 0
    assert hoyle("simulate", "my_game", "--plays", 20, "--seed", 1).status == 0


def test_its_title_is_its_name(hoyle: Hoyle, tmp_path: Path) -> None:
    hoyle("new", "the_red_queen")
    text = (tmp_path / "the_red_queen" / "the_red_queen.hoyle").read_text(encoding="utf-8")
    assert 'game "The red queen"' in text


def test_it_goes_where_it_is_told(hoyle: Hoyle, tmp_path: Path) -> None:
    assert hoyle("new", "my_game", "--in", "games/mine").status == 0
    assert (tmp_path / "games" / "mine" / "my_game" / "my_game.hoyle").is_file()


def test_nothing_is_overwritten(hoyle: Hoyle, tmp_path: Path) -> None:
    (tmp_path / "my_game").mkdir()
    done = hoyle("new", "my_game")
    assert done.status == 2
    assert "is there already" in done.err
    assert list((tmp_path / "my_game").iterdir()) == []


@pytest.mark.parametrize("name", ["My Game", "a/b", "..", "", "9lives", "a-b"])
def test_names_that_cannot_be(hoyle: Hoyle, tmp_path: Path, name: str) -> None:
    done = hoyle("new", name)
    assert done.status == 2
    assert "cannot name a game" in done.err
    assert list(tmp_path.iterdir()) == []
