"""Plain English about those who play: the opponent, each player's hand, turns for each player, as often as one likes."""

from __future__ import annotations

import re
from collections.abc import Callable

from .syntax_declared import Declared
from .syntax_phrases import IN_LETTERS, NAME, OF, Phrase, number, said

_OPPONENT = "for two players the other one is `left of …`: say of whom"
_EACH_PLAYER = "what each player has is declared `of each player`"
_ONE_OF_THEM = "that there is one is said with `some`, a name and a list"
_TURNS = "turns go round the seats: `turns for p in players`"
_AT_WILL = (
    "what a player does as often as they like is a `repeat` around a choice, with an option that ends it by `end NAME`"
)
_HOW_MANY = "how many play is said as: for 4 players, or: for 2 to 4 players"
_IN_FIGURES = "numbers are written as figures"


def _for_two(words: Declared) -> bool:
    """Whether no more than two can play."""
    return re.search(r"^for (?:1 to )?2 players", words.text, re.MULTILINE) is not None


def _people(words: Declared) -> list[str]:
    """Of whom somebody may be the opponent: of who acts there, or whom the term is about; else of those of whom the
    procedure speaks, by its name first."""
    head = rf"^(?:to|setup|round|turn|scoring) (\(player {NAME}\) )?{words.here}(?![\w-]).*\n((?:[ \t]+.*\n|\n)*)"
    block = re.search(head, words.text, re.MULTILINE) if words.here else None
    markers = [name for name, kind in words.marked if kind == "player"]
    if block is None or block[1]:
        return [words.actor, *markers]
    spoken = re.findall(NAME, block[2])
    told = [name for name in dict.fromkeys([*words.here.split("-"), *spoken]) if name in markers]
    return list(dict.fromkeys([*([words.actor] if words.actor != "p" else []), *told, *markers]))


def _opponent(found: re.Match[str], words: Declared) -> tuple[str, ...] | None:
    """`the opponent scores 3`, `hand of the other player`."""
    if not _for_two(words) or "opponent" in words.names | words.procedures:
        return None
    whose = [found["of"] or found["whose"]] if found["of"] or found["whose"] else _people(words)
    return tuple(f"left of {one}" for one in whose)


def _at_most(found: re.Match[str], words: Declared) -> str | None:
    """`for 2, 3 or 4 players`, `for players 2`."""
    if re.fullmatch(r"for \d+ to \d+ players", found.string.strip()):  # it can be read, and is told where it is checked
        return None
    numbers = [int(number(one)) for one in re.findall(rf"\d+|{IN_LETTERS}", found["numbers"])]
    low, high = min(numbers), max(numbers)
    return f"for {low} to {high} players" if low < high else f"for {low} players"


def _of_opponent(found: re.Match[str], words: Declared) -> tuple[str, ...] | None:
    """`the opponent's hand`."""
    if not _for_two(words) or "opponent" in words.names | words.procedures:
        return None
    return tuple(f"{found['thing']} of left of {one}" for one in _people(words))


def _each_of_them(found: re.Match[str], words: Declared) -> tuple[str, ...]:
    """`zone each player's hand`, `each player has a counter points`."""
    name, rest = found["name"], found["rest"]
    sight = "" if "seen by" in rest or found["sort"] not in ("zone", "pile") else ", seen by its owner"
    return (f"{found['change'] or ''}{found['sort']} {name} of each player{rest}{sight}",)


def _some_of_them(which: str, holds: Callable[[str, re.Match[str]], str]) -> Callable[..., tuple[str, ...]]:
    def write(found: re.Match[str], words: Declared) -> tuple[str, ...]:
        some = "no" if found["some"] == "no" else "some"
        named = [found["one"]] if "one" in found.groupdict() and found["one"] else ["p", "q"]
        return tuple(f"{some} {one} in {which} where {holds(one, found)}" for one in named)

    return write


def _at_will(found: re.Match[str], words: Declared) -> str | None:
    """`repeat as often as p likes:`, where somebody chooses in the block."""
    block = re.search(rf"^{re.escape(found.string)}.*\n((?:{found['margin']}[ \t]+.*\n|\n)*)", words.text, re.MULTILINE)
    asked = block is not None and re.search(
        rf"\bchooses:|\b(?:{'|'.join(words.acting) or 'chooses'})$", block[1], re.MULTILINE
    )
    return f"{found['margin']}repeat:" if asked else None


def _renamed(found: re.Match[str], words: Declared) -> str | None:
    """`turns for p in players until some p in players where …`: a name that is given twice in one line."""
    line, name, start = found.string, found["one"], found.start("again")
    free = next(one for one in "qrxyzuv" if not re.search(rf"(?<![\w-]){one}(?![\w-])", line))
    return line[:start] + re.sub(rf"(?<![\w-]){name}(?![\w-])", free, line[start:])


def _phrase(pattern: str, write: Callable[..., tuple[str, ...] | str | None], message: str) -> Phrase:
    return Phrase(re.compile(pattern), write, message, broad=True)


_SOMEBODY = r"(?<![\w-])(?P<some>some|any|an?|one|no)(?: of the)? players?"
_WANTS = "likes?|wants?|wishe?s?|pleases?|cares?|decides?|can|is able|chooses?"
_N = rf"(?:\d+|{IN_LETTERS})"
_TRACKS = "zone|pile|counter|flag|marker"

SAID_OF_SEATS = (
    # the opponent
    _phrase(
        rf"(?<![\w-])(?:(?:the |an? |his |her |their |your |my )?(?:opponent|adversary|rival|enemy|other one|(?:other|second) player)(?: of (?:the )?(?P<of>{OF}))?"
        rf"|(?:the )?(?P<whose>{NAME})['’]s? (?:opponent|adversary|rival|enemy))(?![\w'’-])",
        _opponent,
        _OPPONENT,
    ),
    _phrase(
        rf"(?<![\w-])(?:the |his |her |their |your |my )?(?:opponent|adversary|rival|enemy|(?:other|second) player)['’]s? (?P<thing>{NAME})(?![\w-])",
        _of_opponent,
        _OPPONENT,
    ),
    # declarations
    _phrase(
        rf"^(?P<change> +(?:add|replace) )?(?P<sort>{_TRACKS}) (?:(?:each|every|a|the|all) )?players?['’]s? (?P<name>{NAME})(?P<rest>.*)$",
        _each_of_them,
        _EACH_PLAYER,
    ),
    _phrase(
        rf"^(?P<change> +(?:add|replace) )?(?:(?:each|every|a|the) player|all players)['’]s? (?P<sort>{_TRACKS}) (?P<name>{NAME})(?P<rest>.*)$",
        _each_of_them,
        _EACH_PLAYER,
    ),
    _phrase(
        rf"^(?P<change> +(?:add|replace) )?(?:(?:each|every|a) player has|(?:all )?players have) (?:an? |their |the )?(?:own )?"
        rf"(?P<sort>{_TRACKS})(?: called| named)? (?P<name>{NAME})(?P<rest>.*)$",
        _each_of_them,
        _EACH_PLAYER,
    ),
    _phrase(rf"^(?:for )?(?P<numbers>{_N}(?:, {_N})*,? (?:or|and|to) {_N}) players?$", _at_most, _HOW_MANY),
    _phrase(rf"^for players?:? (?P<numbers>{_N}(?: (?:or|to|-|–) {_N})?)$", _at_most, _HOW_MANY),
    said(
        rf"(?<=[|:,] )({IN_LETTERS}) (?:to|-|–) ({IN_LETTERS})(?![\w-])",
        lambda m, w: f"{number(m[1])} to {number(m[2])}",
        _IN_FIGURES,
    ),
    said(rf"(?<=[|:,] )({IN_LETTERS})(?= *(?:[|,]|$))", lambda m, w: number(m[1]), _IN_FIGURES),
    # turns
    said(
        r"^(\s*)(?:take )?turns? (?:for|of|by|to) (?:each|every|all|the)(?: of)?(?: the)? players?(?: ([a-z]))?(?= |:)",
        lambda m, w: f"{m[1]}turns for {m[2] or 'p'} in players",
        _TURNS,
    ),
    _phrase(
        r"(?<![\w-])(?<!no )(?<!some )(?P<one>[a-z]) in [^()]*?(?<![\w-])(?:some|no) (?P<again>(?P=one) in .*)$",
        lambda found, words: (renamed := _renamed(found, words)) and renamed[found.start() :],
        "a name that is given once in a line is not given again in it",
    ),
    # some player
    _phrase(
        rf"{_SOMEBODY} (?P<one>[a-z])(?: (?:where|who|that))? (?P<what>(?:has|is) .+?)(?=:?$)",
        _some_of_them("players", lambda one, found: f"{one} {found['what']}"),
        _ONE_OF_THEM,
    ),
    _phrase(
        rf"{_SOMEBODY}(?: who| that)? has (?P<name>{NAME}) (?P<rest>(?:<=|>=|[<>=]|at least|at most|more than|less than) .+?)(?=:?$)",
        _some_of_them(
            "players",
            lambda one, found: f"{found['name']} of {one} {'is ' if found['rest'][0].isalpha() else ''}{found['rest']}",
        ),
        _ONE_OF_THEM,
    ),
    _phrase(
        rf"{_SOMEBODY}['’]s? (?P<name>{NAME}) (?P<rest>(?:<=|>=|[<>=]|is) .+?)(?=:?$)",
        _some_of_them("players", lambda one, found: f"{found['name']} of {one} {found['rest']}"),
        _ONE_OF_THEM,
    ),
    # as often as one likes
    _phrase(
        rf"^(?P<margin>\s*)(?:repeat(?: this)?,? )?(?:as (?:often|long|many times|much) as|while|until|whenever|if) {OF} (?:{_WANTS}|stops?|passes"
        r"|has enough)(?: to| so| it| (?:to )?(?:stop|go on|continue|pass))?:?$",
        _at_will,
        _AT_WILL,
    ),
    _phrase(
        r"^(?P<margin>\s*)repeat(?: this)?,? (?:any number of times|at will|ad lib|freely|over and over|again and again):?$",
        _at_will,
        _AT_WILL,
    ),
)
