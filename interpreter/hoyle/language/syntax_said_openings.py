"""Plain English at the left margin: who wins, how many play, kinds, cards, places, what is counted, examples' heads."""

from __future__ import annotations

import re

from .syntax_declared import Declared
from .syntax_phrases import FEW, number, said

_COUNTS = "|".join(word for word in FEW if len(word) > 2 and word not in ("the", "another"))
_N = rf"(?:\d+|{_COUNTS})"
_MOST = "highest|most|lowest|fewest|maximum|max|minimum|min|best|largest|smallest|least"
_EXTREME = {"max": "highest", "maximum": "highest", "best": "highest", "largest": "highest", "min": "lowest"}
_EXTREME |= {"minimum": "lowest", "smallest": "lowest", "least": "lowest"}

PLAYERS = "how many play is said as: for 4 players, or: for 2 to 4 players"
WINNERS = "who wins is a list: p in players with highest … of p"
VALUES = "the values of a kind stand with commas between them"
CARDS = "cards are declared with where they start"
PLACES = "a place opens with `zone` or `pile`, and ends with who sees it"
PARAMETER = "how far a parameter may be set is said with `adjustable`"
ABOUT = "what a term is about stands in parentheses, with its kind"
LIST = "a list stands in brackets"
HEAD = "an example has a name, and seats: example NAME for ann, bob:"


def _players(found: re.Match[str], words: Declared) -> str:
    low, high = number(found[1]), number(found[2]) if found[2] else ""
    return f"for {low} to {high} players" if high and high != low else f"for {low} players"


def _winners(found: re.Match[str], words: Declared) -> str | None:
    if "win" not in found[0] or found[2] not in words.names:
        return None
    return f"winners: p in players with {_EXTREME.get(found[1], found[1])} {found[2]} of p"


def _values(found: re.Match[str], words: Declared) -> str | None:
    """`clubs diamonds hearts and spades`."""
    listed = re.sub(r",? and |;| ?< ?", ", ", found[2].strip("[]{}() "))
    if "<" in found[2] and "low to high" not in found[1]:
        return f"{found[1].rstrip(': ')}, low to high: {listed}"
    if "," not in listed and " to " not in listed:
        listed = ", ".join(listed.split())
    return found[1] + listed


def _ordered(found: re.Match[str], words: Declared) -> str:
    return f"kind {found[1]}, low to high: {found[2]}"


def _cards(found: re.Match[str], words: Declared) -> str:
    return f"cards in {words.deck}:"


def _called(found: re.Match[str], words: Declared) -> str | None:
    """`cards tile in box`, `tiles in box`: the name stands behind `called`."""
    name, zone = found[1], found[2]
    one = name if name in words.holdings else name.removesuffix("s")
    return f"cards called {one} in {zone}:" if zone in words.zones and one in words.holdings else None


def _seen(name: str, rest: str) -> str:
    """Who is likely to see a place, by what it is called."""
    if "of each player" in rest:
        return "seen by its owner"
    return "seen by nobody" if re.search("deck|draw|stock|bag|pond", name) else "seen by all"


def _unseen(found: re.Match[str], words: Declared) -> str:
    return f"{found[0]}, {_seen(found[1], found[2] or '')}"


def _of_a_sort(found: re.Match[str], words: Declared) -> str | None:
    """`private zone hand of each player`, `draw pile deck, seen by nobody`: how it is meant is who sees it."""
    how, shape, rest = found.groups()
    if "seen by" in rest:
        return f"{shape} {rest}"
    view = {"private": "its owner", "own": "its owner", "public": "all", "open": "all", "shared": "all"}.get(
        how, "nobody"
    )
    if how in ("secret", "hidden") and "of each player" in rest:
        view = "its owner"
    return f"{shape} {rest}, seen by {view}"


def _each_has(found: re.Match[str], words: Declared) -> str:
    name, view = found[1], found[2]
    return f"zone {name} of each player{view}" if view else f"counter {name} of each player"


def _pairs(found: re.Match[str], words: Declared) -> str | None:
    """`p and partner of p`, `p, partner of p`: both, as a list."""
    sides = [found[2], found[3]]
    return (
        f"{found[1]}[{', '.join(sides)}]" if all(" " in s or len(s) == 1 or s in words.people for s in sides) else None
    )


def _head(found: re.Match[str], words: Declared) -> str:
    name = re.sub(r"[^a-z0-9]+", "-", found[1].strip("\"' ").lower()).strip("-")
    seats = re.sub(r",? (?:and|&) ", ", ", found[2])
    return f"example {name or 'first'} for {seats}:"


SAID_OF_OPENINGS = (
    said(
        rf"^(?:for )?(?:exactly |only |just )?({_N})(?: ?(?:to|or|-|–) ?({_N}))?(?:[- ]players?)(?: games?)?$",
        _players,
        PLAYERS,
    ),
    said(rf"^(?:number of )?players?(?: is| are|:|=)* ({_N})(?: ?(?:to|or|-|–) ?({_N}))?$", _players, PLAYERS),
    said(
        rf"^(?:winners?(?: is| are)? ?[:=]? ?)?(?:the )?(?:players?|p|who(?:ever)?|they|one)?(?: ?(?:with|has|who has|having))? ?(?:the )?"
        rf"\b({_MOST}) (NAME)(?: of (?:p|player|each player))?(?: wins?)?$",
        _winners,
        WINNERS,
    ),
    said(r"^winners? ?(?:=|is|are) ?(?=NAME in )", "winners: ", "who wins stands behind `winners:`"),
    said(
        rf"(NAME in players) where (NAME of NAME) is (?:the )?({_MOST})$",
        lambda m, w: f"{m[1]} with {_EXTREME.get(m[3], m[3])} {m[2]}",
        "those who tie for the highest are told with `with highest`",
    ),
    said(
        r"^(?:ordered|ranked|sorted) kind (NAME): (.*)$",
        _ordered,
        "a kind has its order behind its name: , low to high",
    ),
    said(
        r"^kind (NAME): (.*), (?:from )?low to high$", _ordered, "a kind has its order behind its name: , low to high"
    ),
    said(
        r"^kind (NAME)(?:,? from|,? in order|,? ordered| \(?)(?: from)? ?low to high\)?: (.*)$",
        _ordered,
        "a kind has its order behind its name: , low to high",
    ),
    said(r"^(kind NAME(?:, low to high)?: )(.* .*)$", _values, VALUES),
    said(r"^(?:the )?(?:cards?|deck|pack)(?: of cards| start| are| lie)*(?: in NAME)?:$", _cards, CARDS),
    said(
        r"^cards called (NAME)s in (NAME):$",
        lambda m, w: f"cards called {m[1]} in {m[2]}:" if m[1] in w.holdings else None,
        CARDS,
    ),
    said(r"^(?:cards? )?(NAME)(?: cards?)? in (NAME):$", _called, CARDS),
    said(
        r"^(\d+) dice called (NAME) in (NAME):$",
        r"dice called \2 in \3, \1 of them:",
        "how many dice there are stands at the end: `, 3 of them`",
    ),
    said(
        r"^dice called (NAME), (\d+) of them,? in (NAME):$",
        r"dice called \1 in \3, \2 of them:",
        "how many dice there are stands at the end: `, 3 of them`",
    ),
    said(
        r"^(dice called NAME in NAME),? (\d+)(?: dice)?:$",
        r"\1, \2 of them:",
        "how many dice there are stands at the end: `, 3 of them`",
    ),
    said(r"^dice (?!called|in)(NAME) in ", r"dice called \1 in ", "what one is called stands behind `called`"),
    said(
        r"^(?:cards? are |NAME are )?(?:ordered|sorted|ranked) by (?=NAME)",
        lambda m, w: f"order {w.cards} by ",
        "an order says of which cards it is",
    ),
    said(
        r"^order (?:of |the )?(NAME)(?: on|:| is by| from) (?=NAME)",
        lambda m, w: f"order {m[1]} by ",
        "an order says of which cards it is, and `by` what",
    ),
    said(r"^order of (?=NAME by)", "order ", "an order says of which cards it is, and `by` what"),
    # places
    said(r"^((?:zone|pile) NAME), (?=of each )", r"\1 ", "of what there are several is said with `of each`"),
    said(
        r"^(?:each player|every player|players) (?:has|have|gets) (?:an? |some |their |the |own )*(NAME)(, seen by .*)?$",
        _each_has,
        "what each player has is declared `of each player`",
    ),
    said(
        r"^(draw|discard|private|public|open|own|hidden|secret|shared|common|face-down|face-up|main) (zone|pile) (NAME.*)$",
        _of_a_sort,
        PLACES,
    ),
    said(
        r"^(\d+) (pile|zone)s (NAME)(?= of|,)",
        r"\2 \3, numbered 1 to \1",
        "several places are `numbered 1 to …`, between commas",
    ),
    said(
        r"(?<=, )(?:numbered (?:from )?)?(?:1 to )?(\d+)(?: of them)?(?=, (?:seen|holding))",
        r"numbered 1 to \1",
        "several places are `numbered 1 to …`, between commas",
    ),
    said(r"(?<=, )numbered from (?=\d)", "numbered ", "several places are `numbered 1 to …`, between commas"),
    said(
        r", kept as plays(?! of)",
        lambda m, w: f", kept as plays of {w.cards}",
        "a pile that keeps plays is `kept as plays of …`",
    ),
    said(
        r"^((?:zone|pile) NAME[^,]*)(, seen by (?:nobody|all|its owner))(, .+)$",
        r"\1\3\2",
        "who sees a place stands at the end",
    ),
    said(
        r",? (?:not|never|un)[- ]?(?:seen|visible|known)(?: by| to)?(?: anyone| anybody| any player| players)?$",
        ", seen by nobody",
        "who sees a zone is its owner, all or nobody",
    ),
    said(
        r"(?<=, )for (NAME)(?=, )",
        lambda m, w: f"holding {m[1]}" if m[1] in w.components else None,
        "which cards or dice lie in a place is said with `holding`",
    ),
    said(
        r"^(?:zone|pile) (NAME)( of each NAME)?(?:, numbered \S+ to \S+)?(?:, holding NAME)?(?:, kept as plays of NAME)?$",
        _unseen,
        "who may see this zone is missing: its owner, all or nobody",
    ),
    # numbers
    said(
        r"^(parameter NAME is [^,(]+?),? ?\(?(?:range|ranging|between|adjustable|allowed|min(?:imum)?)?:? ?(?:from |of |between )?(\w[\w-]*) ?(?:to|-|–|and|, ?max(?:imum)?) ?(\w[\w-]*)\)?$",
        r"\1, adjustable from \2 to \3",
        PARAMETER,
    ),
    said(
        r"^(counter NAME(?: of each NAME)?),? (?:starts?|starting|begins?|initially|from|is|=) ?(?:at|from|with|as)? ?(\d+)$",
        lambda m, w: m[1] + ("" if m[2] == "0" else f" from {m[2]}"),
        "a counter starts `from` a number, or from 0",
    ),
    said(r"^(counter|flag|marker) of (?=NAME)", r"\1 ", "a counter, flag or marker has its name behind that word"),
    said(r"^flag: (?=NAME$)", "flag ", "a counter, flag or marker has its name behind that word"),
    said(
        r"^(flag NAME(?: of each NAME)?),? (?:starts?|initially|is|starting)(?: as| at)? (?:no|false|off|unset)$",
        r"\1",
        "a flag starts as no",
    ),
    said(r"^(marker NAME(?: of each NAME)?), (?=NAME$)", r"\1: ", "what a marker marks stands behind a colon"),
    said(r"^(NAME) marker (NAME)$", r"marker \2: \1", "what a marker marks stands behind a colon"),
    said(
        r"^(marker NAME(?: of each NAME)?: )(?:an? |kind |one )(?=NAME$)",
        r"\1",
        "what a marker marks stands behind a colon",
    ),
    said(r"^(marker) (NAME) (NAME)(?=: NAME$)", r"\1 \2-\3", "a name is one word"),
    said(
        r"^(counter NAME(?: of each NAME)?),? (?:in|during|per|within each|within every|each) (NAME)$",
        lambda m, w: f"{m[1]}, within {m[2]}" if m[2] in w.procedures else None,
        "how long it lives is said with `within`",
    ),
    # terms
    said(r"^(term NAME) of (?:an? |the )?player ([a-z])(?=:)", r"\1 of (player \2)", ABOUT),
    said(r"^(term NAME of \()([a-z]): ?(NAME)(?=\))", r"\1\3 \2", ABOUT),
    said(
        r"^(?!term |winners|combination |always |measure |to |turn |round |setup |scoring |example )(NAME of \([^)]*\)): ",
        r"term \1: ",
        "what a word of the game means is said by a `term`",
    ),
    said(r"^term is (NAME) \(([^)]*)\)(?=:)", r"term (\2) is \1", ABOUT),
    said(r"^term ([a-z]) is (?=NAME:)", r"term (player \1) is ", ABOUT),
    said(r"^(term NAME(?: of \([^)]*\))?: )\{?\(?(WHO), (WHO)\)?\}?$", r"\1[\2, \3]", LIST),
    said(r"^(term NAME(?: of \([^)]*\))?: )(WHO) and (WHO)$", _pairs, LIST),
    said(
        r"(?<=[\w\])])( is (?:not )?[\w-]+(?: of [\w-]+)*), (?=NAME(?: of NAME)* is )",
        r"\1 and ",
        "conditions are joined by `and`",
    ),
    # procedures and examples
    said(r"^to play (?:the |this |a )?(?:game|match)(?=:)", "to play", "the game starts with `to play:`"),
    said(
        r"^(?:the )?(?:game ?(?:flow|play|start|loop)|flow|main loop|start game)(?=:)",
        "to play",
        "the game starts with `to play:`",
    ),
    said(
        r"^(turn|round|setup|scoring):$",
        lambda m, w: (
            {
                "turn": "turn (player p) takes-turn:",
                "round": "round play-round:",
                "setup": "setup set-up:",
            }.get(m[1], "scoring count-up:"),
            *([] if "play" in w.procedures else ["to play:"]),
        ),
        "rules have a name",
    ),
    said(r"^(?:for )?example ((?:\"[^\"]*\"|[\w' -]+?)):? (?:for|with|of|by) (\w.*?):?$", _head, HEAD),
)
