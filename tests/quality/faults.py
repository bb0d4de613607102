"""Broken rules: each is a bundled game with one small edit, a fault of its own kind.

`finds` is the property (or the example) that must be reported. Its story has `least` decisions at least, for the reason
`why`, and must not have more than `most`, which leaves some slack for luck where plays are long.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from hoyle import resources


@dataclass(frozen=True)
class Broken:
    """One edit of one game: the text `old` becomes `new`."""

    name: str
    game: str
    old: str
    new: str
    finds: str
    least: int = 0
    most: int = 0
    why: str = ""
    variant: str | None = None

    def write(self, folder: Path) -> Path:
        """The broken game, with its variant if that is what it is about, in a folder."""
        home = resources.specs() / self.game
        text = (home / f"{self.game}.hoyle").read_text(encoding="utf-8")
        assert text.count(self.old) == 1, f"{self.name}: the text to be edited is there {text.count(self.old)} times"
        text = text.replace(self.old, self.new)
        if not self.finds.startswith("example "):
            # The game's examples would tell most of these; here the properties must.
            text = re.sub(r"(?m)^example .*\n(?:(?:  .*)?\n)*", "", text)
        file = folder / f"{self.game}.hoyle"
        file.write_text(text, encoding="utf-8")
        if self.variant:
            name = f"{self.variant.replace('-', '_')}.hoyle"
            (folder / name).write_text((home / name).read_text(encoding="utf-8"), encoding="utf-8")
        return file


FAULTS = [
    # ---- Friday the 13th
    Broken("limit-one-off", "friday_the_13th", "if the total value of o > limit:", "if the total value of o > limit + 1:",
           "always no-pile-over-limit", 2, 3, "two cards make more than the limit"),
    Broken("empty-hand-is-asked", "friday_the_13th", "turns for p in players from starter where hand of p is not empty:",
           "turns for p in players from left of starter until hand of players is empty:", "no-dead-end", 37, 37, "with three players twelve circles and one card more; with more players it takes longer"),
    Broken("any-card-fits", "friday_the_13th", "onto o in omen-pile, where c fits o:", "onto o in omen-pile:",
           "always every-pile-fits", 1, 1, "the first card is enough"),
    Broken("first-seat-starts", "friday_the_13th", "starter becomes a random p in players ",
           "starter becomes the first p in players ", "seats-alike", 6, 12, "a whole play: a round of six cards at least"),
    Broken("fourth-hand-not-set-aside", "friday_the_13th", "    3       | all  | all\n", "    3       | all  | -\n",
           "example three-players-set-a-hand-aside"),
    # ---- Thirteen
    Broken("pass-does-not-bind", "thirteen", "      p becomes bound\n", "      p becomes not bound\n", "ends", 5, 5, "a lead, and once round the table"),
    Broken("three-for-everybody", "thirteen", "p scores size of still-in", "p scores 2", "always six-a-round", 1, 8, "the first to be out scores; at best by the first lead"),
    Broken("round-never-ends", "thirteen", "if size of still-in = 1: ", "if size of still-in = 9: ", "can-be-followed", 4, 10, "two cards each in the small instance: three must be out, and the fourth asked for more"),
    Broken("suits-upside-down", "thirteen", "order card by rank, suit", "order card by rank",
           "example suits-break-ties"),
    # ---- 12 Days of Christmas
    Broken("any-reply", "twelve_days", "onto trick, where trick is empty or m answers lead of trick ", "onto trick ",
           "always every-play-answers", 2, 2, "a lead and a reply"),
    Broken("gives-what-is-not-there", "twelve_days", " where gifts of p is not empty: ", ": ", "can-be-followed", 2, 6, "one trick of two players empties a hand"),
    Broken("first-of-the-lowest", "twelve_days", "player of the last x in trick", "player of the first x in trick",
           "example the-latest-of-the-lowest-wins"),
    Broken("leader-may-pass", "twelve_days", "    to pass, where trick is not empty ", "    to pass ", "can-be-followed", 2, 3, "two players, both pass"),
    # ---- Spite & Malice
    Broken("wild-without-cover", "spite_and_malice", "where c stands-in-on b and p can-cover b:", "where c stands-in-on b:",
           "always one-wild-waits", 6, 30, "1, 2 and a wild on two piles"),
    Broken("no-new-draw-pile", "spite_and_malice", "draw-pile is empty and discard-pile is empty:\n    replenish\n",
           "draw-pile is empty and discard-pile is empty:\n", "can-be-followed", 3, 12, "a small draw pile of five cards, of which a turn draws two at most"),
    Broken("anything-stored", "spite_and_malice", "onto s in store of p, where c is storable:", "onto s in store of p:",
           "always nothing-forbidden-stored", 1, 3, "the first turn may end so"),
    Broken("no-way-out", "spite_and_malice", """  otherwise:
    to show-and-discard hand of p onto discard-pile:                   @S11
      end takes-turn
""", "", "no-dead-end", 1, 8, "a turn in which nothing can be played or stored"),
    Broken("endless", "spite_and_malice", "game \"Spite & Malice\"", "game \"Spite & Malice\"", "ends", 4, 16, "a card of each must have been played or discarded before both do nothing", variant="endless"),
    Broken("hands-of-six", "spite_and_malice", "repeat until size of hand of p >= hand-size or",
           "repeat until size of hand of p > hand-size or", "always small-hands", 0, 1, "the first turn begins with drawing"),
    # ---- Treize Cardinals
    Broken("points-are-lost", "treize_cardinals", "points of p gains the total points of aside",
           "points of p loses the total points of aside", "ends", 0, 0, "no play can show it"),
    Broken("dice-stay-aside", "treize_cardinals", "  collect die into cup\n", "", "can-be-followed", 1, 3, "the dice set aside once are never thrown again"),
    Broken("winners-of-two-only", "treize_cardinals", "with highest points of p otherwise ",
           "with highest points of p if size of players = 2 ", "winners", 33, 260, "three players, three turns each: two decisions a turn at least, seven for thirteen points"),
    # ---- Pig
    Broken("rolls-for-ever", "pig", "to roll, where points of p + saved < target ", "to roll ", "measure roll", 3, 8, "to have reached the target, and to roll then"),
    Broken("hold-scores-nothing", "pig", "        p scores saved\n", "", "example holding-scores"),
    Broken("first-seat-rolls-first", "pig", "let first-player be a random p in players ",
           "let first-player be the first p in players ", "seats-alike", 1, 6, "a whole play: one roll and one hold at a target of one"),
    Broken("two-can-reach", "pig", "until the highest points of players >= target:",
           "until the lowest points of players >= target:", "always one-winner", 2, 8, "both reach a target of one by a roll and a hold each"),
    # ---- Kuhn Poker
    Broken("chips-from-nowhere", "kuhn_poker", "  for each p in players:\n    points of p loses stake of p\n", "",
           "always nothing-is-lost", 2, 3, "the shortest deal: two checks, or a bet and a fold"),
    Broken("raise-of-two", "kuhn_poker", "stake of p gains raise", "stake of p gains raise + 1",
           "always one-raise-at-most", 1, 1, "one bet"),
    Broken("asked-again-and-again", "kuhn_poker", "  p becomes asked\n", "", "ends", 2, 2, "two checks"),
    Broken("peeks-at-the-other-card", "kuhn_poker", "to check, where p is not behind\n",
           "to check, where p is not behind and strength of p > strength of left of p\n", "moves-are-known", 0, 1, "the first choice of all shows it"),
    # ---- Goofspiel
    Broken("tie-wins-the-prize", "goofspiel", "for each p in players alone with highest offered of p:",
           "for each p in players with highest offered of p:", "seats-alike", 4, 12, "a whole play: two rounds of two bids"),
    Broken("bids-come-back", "goofspiel", "put offer of p into spent of p", "put offer of p into hand of p",
           "example a-tie-below-the-highest-bid"),
    Broken("two-prizes-a-round", "goofspiel", "turn up 1 from deck onto stake", "turn up 2 from deck onto stake",
           "can-be-followed", 12, 14, "six rounds take twelve of thirteen prizes; all smaller last values tried are even"),
    # ---- Hearts
    Broken("must-follow-suit", "hearts", "only suit of c is led-suit, if possible", "only suit of c is led-suit",
           "no-dead-end", 1, 6, "with no cards passed one lead; else four passes and a lead"),
    Broken("nobody-leads", "hearts", "  leader becomes the first p in players where hand of p has 2 of clubs\n", "",
           "can-be-followed", 4, 4, "four passes, then somebody must lead"),
    Broken("trick-back-to-the-hand", "hearts", "leader takes trick into taken of leader",
           "leader takes trick into hand of leader", "measure play-trick", 8, 9, "four passes and a trick"),
    Broken("neighbour-s-queen", "hearts", "to play c from hand of p onto trick:",
           "to play c from hand of p onto trick, where suit of c is not spades or hand of left of p has queen of spades:",
           "moves-are-known", 1, 12, "a spade in hand when a trick may be played to"),
    # ---- Crazy Eights
    Broken("top-goes-too", "crazy_eights", "put discard-pile but top of discard-pile onto deck", "put discard-pile onto deck",
           "can-be-followed", 1, 4, "the small draw pile has one card"),
    Broken("never-restocked", "crazy_eights", "    restock\n", "", "can-be-followed", 1, 12, "the small draw pile has one card"),
    Broken("deal-of-thirty", "crazy_eights", "parameter dealt is 5, adjustable from 1 to 10",
           "parameter dealt is 5, adjustable from 1 to 30", "can-be-followed", 0, 0, "no play: the deal itself"),
]  # fmt: skip
