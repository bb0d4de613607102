"""Spite & Malice (rulings S1 to S13)."""

from __future__ import annotations

from .protocol import Choice, Model, Result, one_of, result, round_from

SPITE = "spite"


class Over(Exception):
    """Somebody has emptied the card pile."""


def value(card: str) -> int:
    """What a card counts; a Spite counts 0."""
    return 0 if card == SPITE else int(card)


class Table:
    """What lies where. Piles are lists with their top last; `unknown` is the part of the draw pile's top that is
    shuffled."""

    def __init__(self, players: int, endless: bool, last: int) -> None:
        self.players, self.endless, self.last = players, endless, last
        self.no_wild = (1, 2, 7, last)
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.cards: list[list[str]] = [[] for _ in range(players)]  # the card piles, face down
        self.up: list[str | None] = [None] * players
        self.stores: list[list[list[str]]] = [[[], [], [], []] for _ in range(players)]
        self.builds: list[list[str]] = [[] for _ in range(8)]
        self.draw: list[list[str]] = []  # bags, the one on top last
        self.discard: list[str] = []
        self.idle = 0

    # ---- drawing ----

    def drawn(self):  # type: ignore[no-untyped-def]
        """The top card of the draw pile, after the discard pile was shuffled if need be; None if there is none."""
        self.reshuffle()
        while self.draw and not self.draw[-1]:
            self.draw.pop()
        if not self.draw:
            return None
        card = yield one_of(self.draw[-1])
        self.draw[-1].remove(card)
        return card

    def reshuffle(self) -> None:
        """When the draw pile is out, the discard pile becomes it."""
        if not any(self.draw):
            self.draw, self.discard = [self.discard], []

    def fill(self, p: int):  # type: ignore[no-untyped-def]
        """Draw up to five."""
        while len(self.hands[p]) < 5:
            card = yield from self.drawn()
            if card is None:
                return
            self.hands[p].append(card)
            if self.endless:
                self.idle = 0

    # ---- what is where ----

    def known(self, p: int) -> list[tuple[str, str]]:
        """The cards that a player may play, each with where it lies."""
        tops = [(store[-1], f"store {k + 1}") for k, store in enumerate(self.stores[p]) if store]
        return [*self.fresh(p), *tops]

    def fresh(self, p: int) -> list[tuple[str, str]]:
        """Hand and UP card."""
        up = self.up[p]
        return [*((card, "hand") for card in self.hands[p]), *([(up, "up")] if up is not None else [])]

    def take(self, p: int, card: str, where: str) -> None:
        """A card leaves where it lies."""
        if where == "hand":
            self.hands[p].remove(card)
        elif where == "up":
            self.up[p] = None
        else:
            self.stores[p][int(where.split()[1]) - 1].pop()

    def places(self) -> list[int]:
        """The build piles, of the empty places only the first."""
        empty = [k for k, pile in enumerate(self.builds) if not pile]
        return [k for k, pile in enumerate(self.builds) if pile or k == empty[0]]

    def waiting(self) -> int | None:
        """The build pile whose wild is to be covered."""
        return next((k for k, pile in enumerate(self.builds) if pile and pile[-1] == SPITE), None)

    def new_up(self, p: int) -> None:
        """A played UP card is replaced; without one left, the game is over."""
        if self.up[p] is None:
            if not self.cards[p]:
                raise Over
            self.up[p] = self.cards[p].pop()

    # ---- a turn ----

    def plays(self, p: int) -> set[tuple[object, ...]]:
        """The plays onto build piles that a player may choose from, and whether they must be one of these."""
        waiting = self.waiting()
        if waiting is not None:
            return {("play", c, w, waiting) for c, w in self.known(p) if value(c) == len(self.builds[waiting]) + 1}
        fits = {
            ("play", c, w, k) for c, w in self.known(p) for k in self.places() if value(c) == len(self.builds[k]) + 1
        }
        ones = {m for m in fits if m[1] == "1" and m[2] in ("hand", "up")}
        twos = {m for m in fits if m[1] == "2" and m[2] == "hand"}
        return ones or twos or fits

    def forced(self, p: int) -> bool:
        """Whether something must be played."""
        if self.waiting() is not None:
            return True
        two = any(c == "2" and len(pile) == 1 for c in self.hands[p] for pile in self.builds)
        return two or any(c == "1" for c, _ in self.fresh(p))

    def moves(self, p: int) -> set[tuple[object, ...]]:
        """Everything a player may choose."""
        moves = self.plays(p)
        if self.forced(p):
            return moves
        for card, where in self.fresh(p):
            if card == SPITE:
                moves |= {("wild", where, k) for k in self.places() if self.may_be_wild(p, where, k)}
        for card in self.hands[p]:
            if card == SPITE:
                moves.add(("spite",))
            elif card != "2":
                empty = next((k for k, store in enumerate(self.stores[p]) if not store), None)
                moves |= {("store", card, k) for k, store in enumerate(self.stores[p]) if store or k == empty}
        if not self.hands[p]:
            moves.add(("finish",))
        return moves or {("stuck",)}

    def may_be_wild(self, p: int, where: str, k: int) -> bool:
        """Whether a Spite may stand for the next card of a build pile, and be covered by a known card."""
        next_ = len(self.builds[k]) + 1
        cover = str(next_ + 1)
        if next_ in self.no_wild:
            return False
        return any(c == cover for c, w in self.known(p) if not (w == "up" and where == "up"))

    def turn(self, p: int):  # type: ignore[no-untyped-def]
        """One turn."""
        self.idle += 1
        yield from self.fill(p)
        while True:
            move = yield Choice(p, frozenset(self.moves(p)))
            match move[0]:
                case "play":
                    _, card, where, k = move
                    self.take(p, card, where)
                    self.builds[k].append(card)
                    self.idle = 0
                    self.new_up(p)
                    if len(self.builds[k]) == self.last:
                        yield from self.completed(p, k)
                    if (yield from self.spited(p)):
                        return
                    if not self.hands[p]:
                        yield from self.fill(p)
                case "wild":
                    self.take(p, SPITE, move[1])
                    self.builds[move[2]].append(SPITE)
                    self.idle = 0
                    self.new_up(p)
                    if not self.hands[p]:
                        yield from self.fill(p)
                case "store":
                    self.hands[p].remove(move[1])
                    self.stores[p][move[2]].append(move[1])
                    self.idle = 0
                    return
                case "spite":
                    self.spite(p)
                    return
                case "stuck":
                    self.discard += self.hands[p]
                    self.hands[p] = []
                    if self.endless:
                        self.idle = 0
                    return
                case "finish":
                    return

    def spite(self, p: int) -> None:
        """A Spite is played as spite."""
        self.hands[p].remove(SPITE)
        self.discard.append(SPITE)
        if self.endless:
            self.idle = 0

    def completed(self, p: int, k: int):  # type: ignore[no-untyped-def]
        """A full pile is discarded, and a card given unseen to another player, under the card pile."""
        self.discard += self.builds[k]
        self.builds[k] = []
        self.reshuffle()
        others = frozenset(("give", q) for q in range(self.players) if q != p)
        _, to = yield Choice(p, others)
        card = yield from self.drawn()
        self.cards[to].insert(0, card)

    def spited(self, p: int):  # type: ignore[no-untyped-def]
        """Whether one of the others ends the turn with a Spite."""
        for q in round_from(p + 1, self.players)[:-1]:
            if SPITE in self.hands[q] and (yield Choice(q, frozenset({("spite",), ("decline",)})))[0] == "spite":
                self.spite(q)
                return True
        return False


def spite(players: int, endless: bool = False, last: int = 13, pile: int = 8) -> Model:
    """A game. Moves: ("play", card, from, build pile), ("wild", from, build pile), ("store", card, store) and more."""
    t = Table(players, endless, last)
    deck = [str(v) for v in range(1, last + 1) for _ in range(4)] + [SPITE] * 3
    bordered, unbordered = list(deck), list(deck)
    for _ in range(pile):
        for seat in range(players):
            card = yield one_of(bordered)
            bordered.remove(card)
            t.cards[seat].append(card)
    for seat in range(players):
        t.up[seat] = t.cards[seat].pop()
    t.draw = [bordered, unbordered]
    for _ in range(4):
        for seat in range(players):
            t.hands[seat].append((yield from t.drawn()))
    dealer = yield one_of(range(players))
    best = max(value(card or "0") for card in t.up)
    turn = next(seat for seat in round_from(dealer + 1, players) if value(t.up[seat] or "0") == best)
    try:
        while t.idle < (players if endless else 3 * players):
            yield from t.turn(turn)
            turn = (turn + 1) % players
    except Over:
        pass
    left: Result = result([len(t.cards[seat]) + (t.up[seat] is not None) for seat in range(players)], highest=False)
    return left
