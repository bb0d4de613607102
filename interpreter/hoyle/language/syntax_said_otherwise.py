"""Other words for the same, wherever they stand: what opens a line, how many, which, whose; most are rows of a table.

These are met before all other plain English, as what is made of a line by them may then be understood further.
"""

from __future__ import annotations

import re

from .syntax_declared import Declared
from .syntax_phrases import FEW, NAME, Phrase, number, said
from .syntax_words import listed

SAID_OTHERWISE = "`{found}` is said otherwise here"
_COUNTS = "|".join(word for word in FEW if len(word) > 2 and word not in ("the", "another"))

# What people call what a line declares, or how they open a line of an example.
_OPENERS = {
    "pile": "stack heap",
    "zone": "area region place spot",
    "counter": "variable var score number tally integer int count",
    "parameter": "constant const setting config",
    "flag": "boolean bool switch",
    "marker": "pointer token",
    "kind": "enum set category type",
    "order": "sort rank",
    "term": "define definition concept word",
    "example": "test case scenario",
    "combination": "combinations meld hand-type",
    "dice": "die",
}
_VERBS_OF_CARDS = {
    "takes": "wins gets grabs captures receives collects gains",
    "places": "lays adds moves throws drops banks stores",
}
_SIGN_OF = {"plus": "+", "minus": "-", "times": "×", "multiplied": "×", "divided": "/", "x": "×"}
_LETTERS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
_SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs", "♤": "spades", "♡": "hearts", "♢": "diamonds"}
_SUITS |= {"♧": "clubs"}


def _opened(canonical: str, others: str) -> Phrase:
    said_so = "|".join(listed(others))
    return said(
        rf"^(?:{said_so}) (?=NAME)",
        lambda found, words: None if found[0].strip() in words.names and "of each" in found.string else canonical + " ",
        f"a line like this opens with `{canonical}`",
    )


def _moved(canonical: str, others: str) -> Phrase:
    said_so = "|".join(listed(others))
    return said(
        rf"^(\s+WHO) (?:{said_so}) (?=\S.* (?:into|onto|to|under) )",
        rf"\1 {canonical} ",
        "cards are moved by a verb of their own",
    )


def _signed(found: re.Match[str], words: Declared) -> str | None:
    """`Q♠`, `10 ♥`."""
    suit = _SUITS[found[2]]
    rank = _LETTERS.get(found[1].upper(), found[1].lower())
    return f"{rank} of {suit}" if words.kind(suit) and (words.kind(rank) or rank.isdigit()) else None


def _lowered(found: re.Match[str], words: Declared) -> str | None:
    """`Ann, Bob`: all names of a line that are written with capitals."""
    text = re.sub(r"(?<![\w@-])[A-Z][a-z]*(?:[ -][A-Z]?[a-z]+)*(?![\w-])", lambda m: m[0].lower(), found[0])
    return text if '"' not in text else None


def _of(found: re.Match[str], words: Declared) -> str | None:
    """`tricks leader`, `bob tricks`: a word that is of each, and whose it is."""
    each = words.of_each | words.hands | (words.columns - {"copies"})
    people = words.people

    def somebody(word: str) -> bool:
        return word in people or (len(word) == 1 and word.isalpha())

    def joined(pair: re.Match[str]) -> str:
        if pair[1] in each and somebody(pair[2]):
            return f"{pair[1]} of"
        return pair[0]

    text = re.sub(rf"(?<![\w-])({NAME})(?= ({NAME})(?![\w-]))", joined, found[0])
    if text != found[0]:
        return text
    back = re.sub(
        rf"(?<![\w-])(?<!of )({NAME}) ({NAME})(?= [=<>]| is )",
        lambda m: f"{m[2]} of {m[1]}" if m[2] in each and somebody(m[1]) else m[0],
        found[0],
    )
    return back if back != found[0] else None


def _own_of(found: re.Match[str], words: Declared) -> str | None:
    """`rung-of n`: the word `of` as a part of the name, that the game may have declared so or otherwise."""
    for name, new in ((f"{found[1]}-of", f"{found[1]}-of of"), (found[1], f"{found[1]} of")):
        if name in words.names:
            return f"{new} "
    return None


def _one_or_several(found: re.Match[str], words: Declared) -> str | None:
    """`hands of players`, where `hand` is declared."""
    known = words.names | words.options | words.procedures | words.components | words.columns

    def right(word: re.Match[str]) -> str:
        if word[0] in known or word[0] in ("players", "cards", "is", "has", "this") or words.kind(word[0]):
            return word[0]
        one = word[0].removesuffix("s")
        return one if one != word[0] and one in words.zones | words.of_each | words.components else word[0]

    text = re.sub(rf"(?<![\w-]){NAME}(?![\w-])", right, found[0])
    return text if text != found[0] else None


def _named(found: re.Match[str], words: Declared) -> str | None:
    """`the first card in trick where card is winning`: it gets a name of one letter, wherever it is said."""
    what = found[2]
    letter = what[0]
    if re.search(rf"(?<![\w-]){letter}(?![\w-])", found.string) or what in words.zones:
        return None
    return f"{found[1]} {letter} in " + re.sub(rf"(?<![\w-]){what}(?![\w-])", letter, found[3])


def _swapped(found: re.Match[str], words: Declared) -> str | None:
    """`bids for p`."""
    return f"{found[1]}{found[3]} {found[2]}" if found[2] in words.procedures else None


def _several(found: re.Match[str], words: Declared) -> str | None:
    """`3, 4, 5 of clubs`: each with its suit."""
    head, told = found[0].split(": ", 1)
    suit, cards = "", []
    for card in reversed(told.split(", ")):
        whole = re.fullmatch(r"[\w-]+ of ([\w-]+)", card)
        suit = whole[1] if whole else suit
        cards.append(card if whole or not suit or not words.kind(card) else f"{card} of {suit}")
    return f"{head}: {', '.join(reversed(cards))}" if all(words.kind(s) for s in [suit] if s) else None


SAID_OF_WORDS = (
    said(r"(?<=\s)(?<!term )(NAME)-of (?!of )(?=\w|\()", _own_of, "what belongs to something is said with `of`"),
    *(_opened(canonical, others) for canonical, others in _OPENERS.items()),
    said(r"(?<![\w-])(10|[2-9AKQJTakqjt]|[a-z]{3,}) ?(?:of )?([♠♥♦♣♤♡♢♧])", _signed, "a card is named with `of`"),
    said(r"^[^\"]*[A-Z][^\"]*$", _lowered, "names are written in small letters"),
    said(
        rf"\b(gains|loses|scores|draws|takes|by|numbered|times|=|>=|<=|<|>) ({_COUNTS})(?![\w-])",
        lambda m, w: f"{m[1]} {number(m[2])}",
        "numbers are written as figures",
    ),
    said(
        rf"^(\s+(?:put|turn up|deal|place|give) )({_COUNTS})(?= )",
        lambda m, w: f"{m[1]}{number(m[2])}",
        "numbers are written as figures",
    ),
    said(
        rf"\b({_COUNTS}) (?=of them|or more|alike)", lambda m, w: f"{number(m[1])} ", "numbers are written as figures"
    ),
    said(
        r" (plus|minus|times|multiplied by|divided by|x) (?=\S)",
        lambda m, w: f" {_SIGN_OF[m[1].split()[0]]} ",
        "numbers are reckoned with signs",
    ),
    said(r"\b(?:max|maximum|largest|biggest|greatest|best|most high) (?=NAME(?: of|$))", "highest ", SAID_OTHERWISE),
    said(r"\b(?:min|minimum|smallest|least|fewest of|worst) (?=NAME(?: of|$))", "lowest ", SAID_OTHERWISE),
    said(r"(?<!is )\b(?:higher|greater|larger|bigger) than (?!or)", "> ", "a sign compares numbers and ranks"),
    said(r"(?<!is )\b(?:lower|smaller) than (?!or)", "< ", "a sign compares numbers and ranks"),
    said(r"\bnone (?=NAME in\b)", "no ", "that there is none is said with `no`"),
    said(r"\b(?:at least one|one or more) (?=NAME in\b)", "some ", "that there is one is said with `some`"),
    said(
        r"(?<!some )(?<!no )\b(?:exists|there (?:is|exists)(?: an?)?) (?=NAME in\b)",
        "some ",
        "that there is one is said with `some`",
    ),
    said(
        r"(?<= )(NAME in WHO) with (?!most|fewest|highest|lowest)(?=NAME)",
        r"\1 where ",
        "what holds of each is said with `where`",
    ),
    said(
        r"\b(?:first|last) (?=NAME in\b)(?<!the first )(?<!the last )",
        lambda m, w: f"the {m[0]}",
        "one of several is `the first … in …`",
    ),
    said(
        r"\b(the (?:first|last|number of)|some|no|for each) (card|die|tile|player|CARDS) in (.*)$".replace(
            "|CARDS", ""
        ),
        _named,
        "what is looked for gets a name of its own",
    ),
    said(
        r"(?<=[\w-]) (?:is )?not empty\b(?<!is not empty)",
        " is not empty",
        "what is said of something stands behind `is`",
    ),
    said(r"(?<=[\w-]) are (?=(?:not )?(?:empty|none|NAME))", " is ", "what is said of several is said as of one"),
    said(r"\bowner of (?=the first|the last|NAME)", "player of ", "whose a card or a place is, is `player of …`"),
    said(r"\bwho played (?:the )?(?=NAME|the )", "player of ", "whose a card is, is `player of …`"),
    said(
        r"\b(?:first|starting|leading|opening)(?: card| play)? (?:of|in) (?=NAME$|NAME,|NAME )(?<!the first of )",
        lambda m, w: "lead of " if "kept as plays" in w.text else None,
        "the first play of a pile is its `lead`",
    ),
    said(
        r"\bnext (?:player )?(?:of|after|to) (?=NAME)",
        "left of ",
        "the next player is the one to the left: `left of …`",
    ),
    said(
        r"\b(?:the )?player (?:after|next to|behind|following) (?=NAME)",
        "left of ",
        "the next player is the one to the left: `left of …`",
    ),
    said(
        r"\b(left|right) (?!of\b)(NAME)(?=$|:)",
        lambda m, w: f"{m[1]} of {m[2]}" if m[2] in w.people else None,
        "what belongs to something is said with `of`",
    ),
    said(
        r"^(\s*)(NAME) (?:becomes|=|is) \2 ?\+ ?1$",
        lambda m, w: f"{m[1]}{m[2]} becomes left of {m[2]}" if m[2] in w.people else None,
        "the next player is the one to the left: `left of …`",
    ),
    said(r"^(.*)$", _of, "what belongs to something is said with `of`"),
    said(r"^(.*)$", _one_or_several, "what is declared is called by its own name"),
    said(
        r"(?<=\s)(?<!zone )(?<!pile )(NAME) (pile|zone|stack|hand|place)(?=$|:|,| )",
        lambda m, w: m[1] if m[1] in w.zones and m[2] not in w.names else None,
        "a place is called by its name alone",
    ),
    said(r"\bof all players\b", "of players", "all players are `players`"),
    said(
        r"\bin player (?=from|where|with)|\bin player(?=:)",
        lambda m, w: m[0].replace("player", "players"),
        "all players are `players`",
    ),
    said(r"\ball(?: the| of the)? cards? of (?=NAME)", "all from ", "all that lies somewhere is `all from …`"),
    said(r"\ball of (?=NAME (?:into|onto|to|under)\b)", "all from ", "all that lies somewhere is `all from …`"),
    *(_moved(canonical, others) for canonical, others in _VERBS_OF_CARDS.items()),
    said(
        r"^(\s+)(?!to\b)(WHO) (?:goes|go|moves?|is put|are put|is placed) (into|onto|to|under) ",
        r"\1put \2 \3 ",
        "what moves cards is `put`, `take`, `give` …",
    ),
    said(
        r"^(\s+)(?:gather|lay|throw|drop) (?=\S.* (?:into|onto|on|to|under|in) )",
        r"\1put ",
        "what moves cards is `put`, `take`, `give` …",
    ),
    said(
        r"^(\s+(?:put|take|give|draw|discard|return|turn up|collect|place) .+) in (?=WHO$)",
        r"\1 into ",
        "cards go `onto`, `into`, `to` or `under` a place",
    ),
    said(
        r"^(\s+WHO (?:takes|puts|gives|draws|discards|returns|collects|places) .+) in (?=WHO$)",
        r"\1 into ",
        "cards go `onto`, `into`, `to` or `under` a place",
    ),
    said(r"\bon top of (?=NAME)", "onto ", "cards go `onto`, `into`, `to` or `under` a place"),
    said(
        r"(?<=[\w-]) (?:face up|face down|face-up|face-down) (?=(?:onto|into|to|on) )",
        " ",
        "who sees a card hangs on the place where it lies",
    ),
    said(r"(\bluck: )\[(.*)\]$", r"\1\2", "outcomes stand with commas between them"),
    said(
        r"(?<=: )\[([^\[\]]*)\]$",
        lambda m, w: m[1] if m.string.lstrip().startswith(("given", "kind")) else None,
        "what is listed stands with commas between it, without brackets",
    ),
    said(
        r"^(\s+given [^:]+: )(.+)$",
        lambda m, w: m[1] + re.sub(r" and ", ", ", m[2]),
        "what is listed stands with commas between it",
    ),
    said(r"^(\s+given [^:]+: .+)$", _several, "each card is named by itself"),
)
