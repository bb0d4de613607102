"""Thirteen (rulings T1 to T10)."""

from __future__ import annotations

from itertools import combinations, product

from .protocol import Choice, Model, one_of, result, round_from

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace", "2")
SUITS = ("spades", "clubs", "diamonds", "hearts")
TWO = RANKS.index("2")
Card = tuple[int, int]  # rank and suit, each by its place, so that cards compare as the game says
Meld = frozenset[Card]
Kind = tuple[str, int]  # the type of a combination, and of how many cards it is


def said(card: Card) -> str:
    """A card in words."""
    return f"{RANKS[card[0]]} of {SUITS[card[1]]}"


def kind_of(cards: Meld) -> Kind | None:
    """What some cards are together, if they are a combination."""
    ranks = sorted(rank for rank, _ in cards)
    if len(set(ranks)) == 1 and len(ranks) <= 4:
        return ("single", "pair", "triple", "four")[len(ranks) - 1], len(ranks)
    distinct = sorted(set(ranks))
    in_a_row = distinct[-1] - distinct[0] == len(distinct) - 1 and distinct[-1] != TWO and len(distinct) >= 3
    if in_a_row and len(ranks) == len(distinct):
        return "sequence", len(ranks)
    if in_a_row and ranks == sorted(distinct * 2):
        return "double", len(ranks)
    return None


def beats(new: Meld, old: Meld) -> bool:
    """Whether a combination may be played on another."""
    kind, on = kind_of(new), kind_of(old)
    assert kind is not None
    assert on is not None
    if kind == on and max(new) > max(old):
        return True
    if not all(rank == TWO for rank, _ in old) or on[0] == "four":
        return False
    pairs_in_a_row = kind[1] // 2 if kind[0] == "double" else 0
    return pairs_in_a_row >= len(old) + 2 or (kind[0] == "four" and len(old) == 1)


def melds(hand: set[Card]) -> list[Meld]:
    """All combinations of a hand, by rank and then by suits."""
    held = {rank: sorted(card for card in hand if card[0] == rank) for rank in range(len(RANKS))}
    found = [frozenset(cards) for group in held.values() for size in range(1, 5) for cards in combinations(group, size)]
    for each in (1, 2):
        ways = [list(combinations(held[rank], each)) for rank in range(TWO)]
        for low in range(TWO):
            for high in range(low + 3, TWO + 1):
                found += [frozenset(c for part in parts for c in part) for parts in product(*ways[low:high])]
    return found


def thirteen(players: int = 4, shared_win: bool = False, instant_wins: bool = False) -> Model:
    """A game to ten points. Moves: a set of cards in words, or "pass"."""
    points = [0] * players
    leader = -1
    while True:
        hands: list[set[Card]] = [set() for _ in range(players)]
        left = [(rank, suit) for rank in range(13) for suit in range(4)]
        words = {said(card): card for card in left}
        for k in range(52):
            card = words[(yield one_of(said(c) for c in left))]
            left.remove(card)
            hands[k % players].add(card)
        opening = leader < 0
        if opening:
            leader = next(seat for seat in range(players) if (0, 0) in hands[seat])
        lucky = [seat for seat in round_from(leader, players) if instant_wins and dealt_a_win(hands[seat])]
        if lucky:
            points[lucky[0]] += 3
            leader = lucky[0]
        else:
            order = yield from play_round(hands, leader, opening, words)
            for place, seat in enumerate(order):
                points[seat] += 3 - place
            leader = order[0]
        best = max(points)
        if best >= 10 and (shared_win or points.count(best) == 1):
            return result(points, highest=True)


def dealt_a_win(hand: set[Card]) -> bool:
    """Four 2s, or a sequence from 3 to ace."""
    ranks = [rank for rank, _ in hand]
    return ranks.count(TWO) == 4 or set(range(TWO)) <= set(ranks)


def play_round(hands: list[set[Card]], leader: int, opening: bool, words: dict[str, Card]):  # type: ignore[no-untyped-def]
    """A round; gives the seats that went out, in their order. It ends with the third."""
    players = len(hands)
    out: list[int] = []
    while True:
        table: Meld | None = None
        last = leader
        bound: set[int] = set()
        turn: int | None = leader
        while turn is not None:
            moves: dict[object, Meld | None] = {}
            for meld in melds(hands[turn]):
                if (table is None or beats(meld, table)) and (not opening or (0, 0) in meld):
                    moves[frozenset(said(card) for card in meld)] = meld
            if table is not None:
                moves["pass"] = None
            chosen = moves[(yield Choice(turn, frozenset(moves)))]
            opening = False
            if chosen is None:
                bound.add(turn)
            else:
                table, last = chosen, turn
                hands[turn] -= chosen
                if not hands[turn]:
                    out.append(turn)
                    if len(out) == 3:
                        return out
            waiting = [seat for seat in round_from(turn + 1, players) if hands[seat] and seat not in bound | {last}]
            turn = waiting[0] if waiting else None
        leader = next(seat for seat in round_from(last, players) if hands[seat])
