"""Plain English for one thing among many, by what stands in its columns: `the highest card in trick`, `a step of column n`.

What always holds: what is written is tried before it is shown, so several ways may be given, the likeliest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .syntax_declared import Declared
from .syntax_phrases import NAME, OF, Phrase, sorts

_BEST = {
    **dict.fromkeys(("highest", "best", "strongest", "biggest", "greatest", "largest", "top-ranking"), "highest"),
    **dict.fromkeys(("lowest", "worst", "weakest", "smallest", "least"), "lowest"),
}
# What a term of two cards may be called that says which of them is better.
_BETTER = re.compile(r"(?:beat|take|top|win|trump|outrank|cover|capture|kill|rank|precede|high|strong|better|over)")
_AMONG = r"(?:in|of|on|from|among|played (?:in|to|on)|lying (?:in|on))(?: the)?"


def _free(line: str) -> str:
    """A name of one letter that does not stand in a line."""
    used = set(re.findall(r"(?<![\w-])[a-z](?![\w-])", line))
    return next(letter for letter in ("x", "y", "z", "w", "v", "u", "one") if letter not in used)


def _measures(component: str, words: Declared) -> list[str]:
    """By what the cards of a sort are likely compared: what they are put in order by, what a term says of each, columns."""
    ordered = re.findall(rf"^(?: +(?:add|replace) )?order {component} by ({NAME})", words.text, re.MULTILINE)
    terms = re.findall(rf"^(?: +(?:add|replace) )?term ({NAME}) of \({component} [^,()]*\)", words.text, re.MULTILINE)
    columns = [*sorts(words)[::-1], *sorted(words.figures)]
    return list(dict.fromkeys([*ordered, *terms, *(["rank"] if "rank" in columns else []), *columns]))


def _winning(best: str, place: str, component: str, words: Declared) -> Iterator[str]:
    """The card of a trick that no other one beats, where the game says which card beats which."""
    if place != words.trick or best != "highest":
        return
    of_two = rf"^(?: +(?:add|replace) )?term \({component} {NAME}\) ({NAME}) \({component} {NAME}\)"
    for term in re.findall(of_two, words.text, re.MULTILINE):
        if _BETTER.match(term):
            yield f"no ONE2 in {place} where ONE2 {term} ONE"


def _single(word: str, words: Declared) -> str | None:
    """What a card or die is called, of which people speak by this word."""
    things = words.components | {words.cards}
    for form in (word, word.removesuffix("s"), "die" if word == "dice" else word):
        if form in things:
            return form
    return words.cards if word in ("card", "cards", "play") else None


def _in_line(found: re.Match[str], words: tuple[str, ...]) -> tuple[str, ...]:
    """What is written for a match, in parentheses where more follows it."""
    rest = found.string[found.end() :]
    closed = not rest or rest.startswith((")", ":")) or re.match(r" (?:if|otherwise)\b", rest) is not None
    return tuple(one if closed else f"({one})" for one in words)


def _named(text: str, line: str) -> str:
    """The same with free names of one letter in the places of ONE and ONE2."""
    one = _free(line)
    return text.replace("ONE2", _free(f"{line} {one}")).replace("ONE", one)


def _the_best(best: str, component: str, place: str, line: str, words: Declared) -> tuple[str, ...]:
    ways = [*_winning(_BEST[best], place, component, words)]
    told = [f"the first ONE in {place} where {way}" for way in ways]
    told += [f"the first ONE in {place} with {_BEST[best]} {column} of ONE" for column in _measures(component, words)]
    return tuple(_named(one, line) for one in told)


def _best_card(found: re.Match[str], words: Declared) -> tuple[str, ...] | None:
    component = _single(found["card"], words)
    if component is None:
        return None
    return _in_line(found, _the_best(found["best"], component, found["place"], found.string, words))


def _who_played(found: re.Match[str], words: Declared) -> tuple[str, ...] | None:
    """`the player with the highest card`, `who played the best card in trick`: only of a trick it is kept who played."""
    component, place = _single(found["card"], words), found["place"] or words.trick
    if component is None or not place or place != words.trick:
        return None
    return tuple(f"player of {one}" for one in _the_best(found["best"], component, place, found.string, words))


# ---- a thing by one of its columns ---------------------------------------------------------------------------------

_VALUED = rf"(?:of|with|in|at)(?: the| an?)? (?P<column>{NAME}) (?P<value>{NAME}|\d+|\([^()]+\))"
_MOVES = r"(?:put|move|take|place|return|give|bring|get|transfer|lay)"


def _tests(found: re.Match[str], words: Declared) -> list[str]:
    """What must hold of the thing: that it has a value in a column; by a number alone, in one of those with numbers."""
    column, value = found["column"], found["value"]
    if column is None:
        return [f"{figure} of ONE = {found['bare']}" for figure in _figures(words)]
    forms = [form for form in (column, column.removesuffix("s")) if form in words.columns - {"name", "copies"}]
    return [f"{form} of ONE {'is' if words.kind(value) == form else '='} {value}" for form in forms[:1]]


def _figures(words: Declared) -> list[str]:
    """The columns with numbers, as they stand in the tables."""
    return sorted(words.figures, key=words.text.find)


def _start(component: str, words: Declared) -> str:
    """Where the cards of a sort are at the start."""
    at = re.search(rf"^(?: +(?:add|replace) )?(?:cards|dice) called {component} in ({NAME})", words.text, re.MULTILINE)
    return at[1] if at else words.deck


def _moved(found: re.Match[str], words: Declared) -> tuple[str, ...] | None:
    """`move a step of column n from supply to progress`."""
    component = _single(found["card"], words)
    if component is None:
        return None
    place = found["place"] or _start(component, words)
    plural = (found["many"] or "").split(" ")[0] in ("all", "every", "each")
    plural = plural or (found["many"] is None and found["card"] != component)
    ends = {"to": "into", "in": "into", "on": "onto"}.get(found["prep"], found["prep"])
    margin, verb, goal = found["margin"], found["who"] or "put", f"{ends} {found['goal']}"
    ways = []
    for test in _tests(found, words):
        those = f"ONE in {place} where {test}"
        ways.append(f"{margin}{verb} ({'' if plural else 'the first '}{those}) {goal}")
        if plural:  # of plays one is moved at a time
            ways.append(f"{margin}for each {those}:\n{margin}  {verb} ONE {goal}")
    return tuple(_named(way, found.string) for way in ways)


def _counted(found: re.Match[str], words: Declared) -> tuple[str, ...] | None:
    """`number of steps of column n in rope`, `some step of column n in rope`."""
    if _single(found["card"], words) is None:
        return None
    how = found["how"].removeprefix("there is ").removeprefix("there are ").removeprefix("the ")
    opens = "no" if how == "no" else "the number of" if how.endswith(" of") else "some"
    told = [_named(f"{opens} ONE in {found['place']} where {test}", found.string) for test in _tests(found, words)]
    return _in_line(found, tuple(told))


_BEST_WORDS = "|".join(_BEST)
_WHICH = "which card is meant is said by what it has: the first x in … with highest … of x, or where …"
_WHERE = "what is looked for gets a name, and `where` says what its columns hold"

SAID_OF_THINGS = (
    Phrase(
        re.compile(
            rf"(?<![\w-])(?:the )?(?:player|one|whoever|who)(?: (?:that|who))? (?:with|of|has|had|holding|played|of whom is) "
            rf"(?:the )?(?P<best>{_BEST_WORDS}) (?P<card>[a-z][\w-]*)(?: {_AMONG} (?P<place>{OF}))?(?![\w-])"
        ),
        _who_played,
        _WHICH,
        broad=True,
    ),
    Phrase(
        re.compile(
            rf"(?<![\w-])(?:the )?(?P<best>{_BEST_WORDS}) (?P<card>[a-z][\w-]*) {_AMONG} (?P<place>{OF})(?![\w-])"
        ),
        _best_card,
        _WHICH,
        broad=True,
    ),
    Phrase(
        re.compile(
            rf"^(?P<margin>\s*)(?:{_MOVES}|(?P<who>{OF} (?:takes|puts|places|gives|draws|discards|returns)))"
            rf" (?:(?P<many>an?|the|one|1|any|some|all the|all|every|each) )?(?P<card>[a-z][\w-]*) (?:{_VALUED}|(?P<bare>[a-z]|\d+))"
            rf"(?: (?:from|in|out of)(?: the)? (?P<place>{OF}))? (?P<prep>into|onto|under|to|in|on)(?: the)? (?P<goal>{OF})$"
        ),
        _moved,
        _WHERE,
        broad=True,
    ),
    Phrase(
        re.compile(
            rf"(?<![\w-])(?P<how>(?:the )?(?:number|count|amount) of|(?:there (?:is|are) )?(?:no|some|an?|any))"
            rf" (?P<card>[a-z][\w-]*) {_VALUED} (?:in|on|from|among)(?: the)? (?P<place>{OF})(?![\w-])"
        ),
        _counted,
        _WHERE,
        broad=True,
    ),
)
