"""12 Days of Christmas (rulings D1 to D8)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from .protocol import Choice, Model, one_of, result, round_from

Cards = tuple[int, ...]


def kind_of(cards: Cards) -> str | None:
    """What some cards are together: cards sorted, lowest first."""
    if len(cards) == 1:
        return "single"
    if len(set(cards)) == 1:
        return "set"
    if all(high - low == 1 for low, high in pairwise(cards)):
        return "straight"
    return None


def melds(hand: list[int]) -> set[Cards]:
    """All combinations of a hand; equal cards are interchangeable."""
    counts = Counter(hand)
    found = {(v,) * n for v in counts for n in range(1, counts[v] + 1)}
    for low in counts:
        high = low
        while high + 1 in counts:
            high += 1
            found.add(tuple(range(low, high + 1)))
    return found


def twelve(players: int, short: bool = False) -> Model:
    """A game of twelve hands, or of three. Moves: the values played, or "pass"."""
    gifts = [1 if short else 0] * players
    supply = 12 - sum(gifts)
    size = {7: 11, 8: 9}.get(players, 12)
    dealer = yield one_of(range(players))
    leader = (dealer + 1) % players
    for _ in range(3 if short else 12):
        hands: list[list[int]] = [[] for _ in range(players)]
        left = [v for v in range(1, 13) for _ in range(v)]
        for _ in range(size):
            for seat in round_from(leader, players):
                card = int((yield one_of(str(c) for c in left)))
                left.remove(card)
                hands[seat].append(card)
        won = False
        while not won:
            leader = yield from play_trick(hands, leader)
            won = not hands[leader]
        supply -= 1
        gained = 1
        most = max(len(hand) for hand in hands)
        for seat in range(players):
            if len(hands[seat]) == most and gifts[seat]:
                gifts[seat] -= 1
                gained += 1
        gifts[leader] += gained
    return result(gifts, highest=True)


def play_trick(hands: list[list[int]], leader: int):  # type: ignore[no-untyped-def]
    """One trick; gives who won it."""
    lead: Cards = ()
    played: list[tuple[int, Cards]] = []
    for seat in round_from(leader, len(hands)):
        moves: set[Cards | str] = {
            m for m in melds(hands[seat]) if not lead or (kind_of(m) == kind_of(lead) and m[0] <= lead[0])
        }
        if lead:
            moves.add("pass")
        move = yield Choice(seat, frozenset(moves))
        if move != "pass":
            lead = lead or move
            played.append((seat, move))
            for card in move:
                hands[seat].remove(card)
    lowest = min(cards[0] for _, cards in played)
    winner: int = [seat for seat, cards in played if cards[0] == lowest][-1]
    for seat, cards in played:
        if seat != winner and not hands[seat]:
            hands[seat] += cards
    return winner
