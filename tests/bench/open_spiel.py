"""Whole random games beside OpenSpiel's, in C++: `pyspiel.evaluate_bots` with its uniform random bots.

Each pair is as near as both sides allow; `DIFFERENCES` says where they are not the same game. Chance is included, on one
core each; OpenSpiel's bots are made once. OpenSpiel is an optional extra: `pip install 'hoyle[bench]'`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Pair:
    """A game here, and the one of OpenSpiel that is nearest to it."""

    game: str
    players: int
    theirs: str
    parameters: dict[str, int] = field(default_factory=dict)
    differences: str = ""


PAIRS = [
    Pair(
        "hearts",
        4,
        "hearts",
        {"target": 1},
        "one deal on both sides; OpenSpiel passes always to the left in a deal by itself, as does the first deal here",
    ),
    Pair(
        "pig",
        2,
        "pig",
        {},
        "a turn begins with a roll here, and who has enough can only hold; there a random player may end a turn that has "
        "not begun, so that games are longer",
    ),
    Pair(
        "goofspiel", 2, "goofspiel(num_cards=13,players=2,imp_info=False)", {}, "both players' cards are one move there"
    ),
    Pair("kuhn_poker", 2, "kuhn_poker", {}, "none; the dealer is drawn by lot here"),
    Pair(
        "crazy_eights",
        4,
        "crazy_eights(players=4)",
        {},
        "one deal on both sides; OpenSpiel lets a player draw up to 5 cards, does not shuffle the discards anew, and cuts "
        "a game after 100 turns",
    ),
]


def missing() -> str:
    """Why OpenSpiel cannot be measured; empty if it can."""
    try:
        import pyspiel  # noqa: F401
    except ImportError as error:
        return f"OpenSpiel is not installed ({error}); pip install 'hoyle[bench]'"
    return ""


class Theirs:
    """Random games of OpenSpiel."""

    def __init__(self, name: str) -> None:
        import pyspiel

        self.pyspiel: Any = pyspiel
        self.game = pyspiel.load_game(name)
        self.bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(self.game.num_players())]
        self.seed = self.moves = self.games = 0

    def play(self) -> int:
        """One game."""
        self.seed += 1
        state = self.game.new_initial_state()
        self.pyspiel.evaluate_bots(state, self.bots, self.seed)
        self.moves += state.move_number()
        self.games += 1
        return 1
