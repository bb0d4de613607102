"""Friday the 13th in plain Python, written by hand for speed: the yardstick of `bench_interpreter`.

Rules as the rulings F1 to F9 settle them; players choose uniformly among the distinct (card, pile) pairs, as Hoyle's
random play does. No framework: cards are small integers, the list of moves is built, one is taken, nothing else is
kept.
"""

from __future__ import annotations

import sys
import time
from random import Random

# A card is omen × 5 + index of its value, 15 is a Friday.
VALUES = (1, 2, 4, 5, 7) * 3 + (4,)
COPIES = (3, 3, 2, 3, 3) * 3 + (8,)
DECK = [card for card in range(16) for _ in range(COPIES[card])]
OMEN = [card // 5 for card in range(16)]
FRIDAY = 15
MOVES = [((card, card // 5),) for card in range(15)] + [((FRIDAY, 0), (FRIDAY, 1), (FRIDAY, 2))]


def play(players: int, random: Random, rounds: int = 4) -> tuple[list[int], int]:
    """One game: the points of each seat, and the number of decisions."""
    points = [0] * players
    starter = int(random.random() * players)
    decisions = 0
    uniform = random.random
    for _ in range(rounds):
        deck = DECK[:]
        random.shuffle(deck)
        hands: list[list[int]] = [[] for _ in range(players)]
        circle = 4 if players == 3 else players
        for i, card in enumerate(deck):
            place = i % circle
            if place < players:
                hands[(starter + place) % players].append(card)
        for hand in hands:
            hand.sort()
        piles: list[list[int]] = [[], [], []]
        totals = [0, 0, 0]
        luck: list[list[int]] = [[] for _ in range(players)]
        seat, left = starter, sum(map(len, hands))
        while left:
            hand = hands[seat]
            if hand:
                moves: list[tuple[int, int]] = []
                before = -1
                for card in hand:
                    if card != before:
                        moves += MOVES[card]
                        before = card
                card, pile = moves[int(uniform() * len(moves))]
                hand.remove(card)
                left -= 1
                decisions += 1
                totals[pile] += VALUES[card]
                if totals[pile] > 13:
                    luck[seat] += piles[pile]
                    piles[pile] = [card]
                    totals[pile] = VALUES[card]
                else:
                    piles[pile].append(card)
            seat = seat + 1 if seat + 1 < players else 0
        counts = [[0, 0, 0, 0] for _ in range(players)]
        for taken, count in zip(luck, counts, strict=True):
            for card in taken:
                count[OMEN[card]] += 1
        for omen in range(3):
            held = [count[omen] for count in counts]
            most = max(held)
            if most and held.count(most) == 1:
                counts[held.index(most)][omen] = 0
        for i, (a, b, c, fridays) in enumerate(counts):
            points[i] += a + b + c + 2 * fridays
        starter = (starter + 1) % players
    return points, decisions


def speed(players: int = 4, seconds: float = 1.0, seed: int = 1) -> float:
    """Decisions a second."""
    random = Random(seed)
    decisions = 0
    begin = time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        decisions += play(players, random)[1]
    return decisions / spent


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    print(f"{speed(count):.0f} decisions a second")
