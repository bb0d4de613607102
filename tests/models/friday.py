"""Friday the 13th (rulings F1 to F9)."""

from __future__ import annotations

from .protocol import Choice, Model, one_of, result, round_from

OMENS = ("cat", "mirror", "ladder")
COPIES = {1: 3, 2: 3, 4: 2, 5: 3, 7: 3}
FRIDAY = "friday"


def value(card: str) -> int:
    """What a card counts on a pile."""
    return 4 if card == FRIDAY else int(card.split()[1])


def omen(card: str) -> str:
    """What a card is an omen of; Fridays are of none."""
    return card.split()[0]


def friday(players: int, more_than_half: bool = False) -> Model:
    """A game of four rounds. Moves: (card, omen of the pile)."""
    deck = [f"{o} {v}" for o in OMENS for v, n in COPIES.items() for _ in range(n)] + [FRIDAY] * 8
    points = [0] * players
    starter = yield one_of(range(players))
    for _ in range(4):
        hands: list[list[str]] = [[] for _ in range(players)]
        aside: list[str] = []
        left = list(deck)
        targets = [hands[seat] for seat in round_from(starter, players)] + ([aside] if players == 3 else [])
        while left:
            for target in targets:
                if left:
                    card = yield one_of(left)
                    left.remove(card)
                    target.append(card)
        piles: dict[str, list[str]] = {o: [] for o in OMENS}
        luck: list[list[str]] = [[] for _ in range(players)]
        turn = starter
        while any(hands):
            if hands[turn]:
                moves = {(c, o) for c in hands[turn] for o in OMENS if c == FRIDAY or omen(c) == o}
                card, where = yield Choice(turn, frozenset(moves))
                hands[turn].remove(card)
                piles[where].append(card)
                if sum(value(c) for c in piles[where]) > 13:
                    luck[turn] += piles[where][:-1]
                    piles[where] = [card]
            turn = (turn + 1) % players
        for seat, gained in enumerate(scored(luck, more_than_half)):
            points[seat] += gained
        starter = (starter + 1) % players
    return result(points, highest=False)


def scored(luck: list[list[str]], more_than_half: bool) -> list[int]:
    """The points of a round: who alone has most of an omen is rid of it."""
    kept = [list(cards) for cards in luck]
    for o in OMENS:
        counts = [sum(omen(c) == o for c in cards) for cards in luck]
        for seat, mine in enumerate(counts):
            others = counts[:seat] + counts[seat + 1 :]
            if mine > (sum(others) if more_than_half else max(others)):
                kept[seat] = [c for c in kept[seat] if omen(c) != o]
    return [sum(2 if c == FRIDAY else 1 for c in cards) for cards in kept]
