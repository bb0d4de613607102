"""The bench runs, and no game is far from where it should be (1/30 of plain Python; noise is allowed for here)."""

from __future__ import annotations

from random import Random

from bench.bench_interpreter import measure
from bench.friday_plain import play
from hoyle.resources import games


def test_every_game_is_measured() -> None:
    for name in games():
        players, micros, ratio = measure(name, 0.05)
        assert players >= 1
        assert micros > 0
        assert ratio < 60, name


def test_the_plain_friday_keeps_to_the_rules() -> None:
    for players in (3, 4, 5, 6):
        points, decisions = play(players, Random(players))
        assert decisions == 4 * (38 if players == 3 else 50)
        assert len(points) == players
        assert 0 <= sum(points) <= 4 * (42 + 2 * 8)
