"""How plain English is met: a `Phrase` is something people say, and what is written for it here.

Comes in: a line, and what its text declares. Goes out: `Reading`s, the line as it would be written. What always holds:
phrases follow each other on one line until the grammar takes it, as one line may hold several slips; whoever tells a
reading tries it first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from .syntax_declared import Declared

NAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
OF = rf"(?!to\b){NAME}(?: of {NAME})*"
ALL = r"(?:each|every|all)(?: of)?(?: the)? players?|every ?one|every ?body|players"
_TO_TWENTY = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
FEW = {word: str(figure) for figure, word in enumerate(_TO_TWENTY.split())}
IN_LETTERS = "|".join(FEW)
FEW |= {"a": "1", "an": "1", "the": "1", "another": "1"}
COUNT = rf"(?:\d+|{'|'.join(FEW)})"
VERBS = "draws?|takes?|plays?|puts?|places?|gives?|discards?|returns?|collects?|turns? up|deals?"

ARTICLE = "no article stands here"

Write = Callable[["re.Match[str]", Declared], "str | tuple[str, ...] | None"]


@dataclass(frozen=True)
class Phrase:
    """Something people say: `pattern` in a line, what to write for the match (nothing: not this one), what is wrong."""

    pattern: re.Pattern[str]
    write: Write
    message: str
    broad: bool = False  # whether it is met in much that is right: then it is believed only if it can be tried
    holder: str = ""  # what kind of declaration the line stands in, if people say so only there


@dataclass(frozen=True)
class Reading:
    """A line as it would be written, what is wrong with it as it is, and from where to where."""

    text: str
    message: str
    start: int
    end: int


def readings(line: str, words: Declared, phrases: Iterable[Phrase]) -> Iterator[Reading]:
    """What a line may be meant to say: with one phrase of it written as it is here, then with one after the other, those
    that are not broad by themselves at last.

    What stands in quotes is nobody's to change.
    """
    bare = re.sub(r'"[^"]*"', lambda quoted: '"' + "\0" * (len(quoted[0]) - 2) + '"', line)
    quoted = re.findall(r'"[^"]*"', line)
    heard = [phrase for phrase in phrases if not phrase.holder or phrase.holder == words.holder]
    broad = [phrase for phrase in heard if phrase.broad]
    others = [phrase for phrase in heard if not phrase.broad]
    for phrase in (*broad, *others):
        for one in _heard(phrase, bare, words):
            yield _unveiled(one, quoted)
    for following in ((*others, *broad), others) if broad else (others,):
        text = bare
        first: Reading | None = None
        for phrase in following:
            met = next(_heard(phrase, text, words), None)
            if met is None:
                continue
            if first is None or first.message == ARTICLE:
                first = met
            text = met.text
            yield _unveiled(replace(first, text=text), quoted)


def _heard(phrase: Phrase, text: str, words: Declared) -> Iterator[Reading]:
    """The ways to write what is said in a line, if it is said there: each time by itself, then everywhere."""
    whole, at, met = "", 0, 0
    for found in phrase.pattern.finditer(text):
        made = phrase.write(found, words)
        ways = (made,) if isinstance(made, str) else made or ()
        start = found.start() + len(found[0]) - len(found[0].lstrip())
        end = max(found.end(), start + 1)
        message = phrase.message.format(found=found[0].strip())
        for new in ways:
            if new != found[0]:
                yield Reading(text[: found.start()] + new + text[found.end() :], message, start, end)
        first = next(iter(ways), found[0])
        met += first != found[0]
        whole, at = whole + text[at : found.start()] + first, found.end()
        last = (message, start, end)
    if met > 1:
        yield Reading(whole + text[at:], *last)


def _unveiled(reading: Reading, quoted: list[str]) -> Reading:
    texts = iter(quoted)
    return replace(reading, text=re.sub(r'"\0*"', lambda blank: next(texts, blank[0]), reading.text))


def said(pattern: str, write: str | Write, message: str) -> Phrase:
    """A phrase; in its pattern stand NAME, WHO (a name, perhaps `of` another), ALL (all players) and COUNT."""
    full = pattern.replace("NAME", NAME).replace("WHO", OF).replace("ALL", ALL).replace("COUNT", COUNT)
    made = re.compile(full.replace("VERBS", VERBS))
    if isinstance(write, str):
        template = write
        return Phrase(made, lambda found, _: found.expand(template), message)
    return Phrase(made, write, message)


def number(word: str) -> str:
    """A count as figures: `three`, `a`."""
    return FEW.get(word, word)


@dataclass(frozen=True)
class Advice:
    """Something people write that one line cannot say: `pattern`, what is wrong, and what to do."""

    pattern: re.Pattern[str]
    message: str
    hint: str
    holder: str = ""  # in what the line stands, if it is only there


# ---- rows of tables ----------------------------------------------------------------------------------------------------


def sorts(words: Declared) -> list[str]:
    """The columns that hold the values of a kind, those with fewest values first: by these cards are told apart."""
    many = {kind: sum(k == kind for _, k in words.kind_of) for kind in words.kinds}
    return sorted(words.columns & words.kinds, key=lambda kind: (kind != "suit", many[kind], kind))


# The slots of a row, and which of a text's names may stand there. `COUNTER` in what is said is a counter of this game,
# also in the plural; in what is written it is that counter's name.
_OF_THE_GAME: dict[str, Callable[[Declared], Iterable[str]]] = {
    "COUNTER": lambda words: words.counters,
    "MARKER": lambda words: words.markers,
    "BADGE": lambda words: [name for name, kind in words.marked if kind == "player"],
    "ZONE": lambda words: words.zones,
    "HOLD": lambda words: words.hands,
    "TERM": lambda words: words.terms,
    "PAIR": lambda words: words.pairs,
    "THING": lambda words: words.names,
    "KIND": lambda words: words.kinds,
    "COLUMN": lambda words: words.columns,
    "FIGURE": lambda words: words.figures,
    "LINE": lambda words: words.lines | words.components | {words.cards},
    "CARD": lambda words: words.components | {words.cards, "card", "die", "dice"},
    "FORMED": lambda words: words.combinations,
    "CALL": lambda words: words.procedures,
    "ACT": lambda words: words.acting,
    "OPTION": lambda words: words.options,
    "NAMING": lambda words: re.findall(rf"^[ \t]+to ({NAME})[^\n]*, for ", words.text, re.MULTILINE),
    "VALUE": lambda words: dict(words.kind_of),
    "FLAG": lambda words: words.flags,
    "RANKED": lambda words: words.ranked,
    "SUITED": lambda words: dict(words.kind_of).keys() - words.ranked,
}
_SEATS = ("ann", "bob", "cid", "dee", "eve", "fay", "gus", "hal")
SEVERAL = {"ones": "1", "twos": "2", "threes": "3", "fours": "4", "fives": "5", "sixes": "6"}
_FREE = {
    "NAME": NAME,
    "NEW": NAME,  # that is not declared
    "WHO": OF,
    "MANY": COUNT,
    "ONE": "[a-z]",
    "NUM": r"(?!an? |no |the |at |more |less |over )[\w-]+",
    "REST": r"\S.*?",
    "ALL": ALL,
    "FACE": r"(?:an? )?[\w-]+(?: of [\w-]+)?",
    "SIDE": "left|right",
    "PART": "up|down|out|in|back|away|over|off|aside|around|apart|on",
    "SOME": "some|any|no",
    "HOW": "does|can only|cannot|can",
    "BEST": "highest|lowest|total",
    "MOST": "most|fewest|highest|lowest",
    "ROLE": "to|setup|round|turn|scoring",
    "ONTO": "into|onto|under|to",
    "WORD": r"[\w-]+",
    "PICK": "first|last",
    "ISNT": "is not|is",
    "SHAPE": "zone|pile",
    "PART_OF": NAME,
    "THAN": "at least|at most|more than|less than|one of|none of",
    "BEFORE": "becomes|be|is|scores|gains|loses|than|least|most|if|and|or|not|where|expect|only",
    "OPERATOR": "[×/*+]|mod",
    "SIGN": "<=|>=|<|>|=",
    "LIFE": "within|per|each|every|in each|during|for each|for",
    "OF_A_KIND": r"[a-z]{3,}s|\\d+s",
    "VERB": VERBS,
}
_KNOWN: dict[str, Callable[[Declared], str]] = {
    "DECK": lambda words: words.deck,
    "HAND": lambda words: words.hand,
    "TABLE": lambda words: words.table,
    "CARDS": lambda words: words.cards,
    "TRAY": lambda words: words.tray,
    "TRICK": lambda words: words.trick or "trick",
    "SUIT": lambda words: next(iter(sorts(words)), "suit"),
    "HERE": lambda words: words.here,
    "ACTOR": lambda words: words.actor,
    "SCORE": lambda words: words.score,
}
# What may be written in several ways, as the game has several such things: the right one is found by trying.
_ANY: dict[str, Callable[[Declared, dict[str, str]], Iterable[str]]] = {
    "EACHFIGURE": lambda words, slots: sorted(words.figures),
    "EACHFORM": lambda words, slots: sorted(words.combinations),
    "EACHSORT": lambda words, slots: sorts(words),
    "EACHRANK": lambda words, slots: sorted(
        words.columns & words.kinds, key=lambda kind: (kind != "rank", -sum(k == kind for _, k in words.kind_of), kind)
    ),
    "EACHHOLD": lambda words, slots: sorted(words.hands, key=lambda zone: (zone not in ("won", "taken"), zone)),
    "ITSKIND": lambda words, slots: sorted({kind for value, kind in words.kind_of if value == slots.get("VALUE")}),
    "MARKED": lambda words, slots: [kind for name, kind in words.marked if name == slots.get("MARKER")],
    "PICKED": lambda words, slots: dict.fromkeys(  # what the option of a limit gives a name
        re.findall(rf"^[ \t]+to {slots.get('OPTION', 'play')} ({NAME}) (?:from|in) ", words.text, re.MULTILINE)
    ),
    "HASOPTION": lambda words, slots: re.findall(
        rf"^(?:to|setup|round|turn|scoring) (?:\([^)\n]*\) *)?({NAME})[^\n]*:\n(?:[ \t]+.*\n|\n)*?[ \t]+to {slots.get('OPTION', '')}\b",
        words.text,
        re.MULTILINE,
    ),
    "ITSHEAD": lambda words, slots: re.findall(
        rf"^((?:to|setup|round|turn|scoring) (?:\([^)\n]*\) *)?{slots.get('CALL', '')}(?: \([^)\n]*\))?):",
        words.text,
        re.MULTILINE,
    ),
    "LETTER": lambda words, slots: _letters(slots["line"], slots.get("KIND", "x")),
    "EACHCARD": lambda words, slots: sorted(words.components | {words.cards}),
    "EACHCOLUMN": lambda words, slots: sorted(words.columns - {"name", "copies"}),
    "SEATS": lambda words, slots: [", ".join(_SEATS[: int(slots["NUM"])])] if slots["NUM"].isdigit() else [],
    "LIKELIFE": lambda words, slots: [
        name
        for _, name in sorted((role != "round", name) for name, role in words.roles)
        if slots["PART_OF"] in name.split("-")
    ],
    "ITSPROCEDURE": lambda words, slots: sorted(
        {name for name, role in words.roles if role == slots.get("ROLE")}, key=lambda name: (name != words.here, name)
    ),
}
_SLOT = re.compile(rf"\b(?:{'|'.join([*_OF_THE_GAME, *_FREE])})\d?\b")
_WRITTEN = re.compile(rf"\b(?:{'|'.join([*_OF_THE_GAME, *_FREE, *_KNOWN, *_ANY])})\d?\b")


_LOOKING = re.compile(r"\(\?[=!<](?:[^()]|\([^()]*\))*\)$")  # a pattern that ends with what must (not) follow


def row(says: str, writes: str | tuple[str, ...], message: str, holder: str = "") -> Phrase:
    """A phrase as a row of a table: what people say, what is written for it (several, if it may mean several things),
    and what is wrong. In both stand slots, in capitals; a line that is written below another stands behind a `\\n`."""
    seen: set[str] = set()

    def group(slot: re.Match[str]) -> str:
        if slot[0] in seen:
            return f"(?P={slot[0]})"
        seen.add(slot[0])
        return f"(?P<{slot[0]}>{_FREE.get(slot[0].rstrip('0123456789'), NAME)})"

    opens, ends = says.startswith("^"), "" if says[-1] in " $" or _LOOKING.search(says) else r"(?![\w-])"
    pattern = _SLOT.sub(group, says[1:] if opens else says) + ends
    pattern = rf"^(?P<margin>\s*){pattern}" if opens else rf"(?<![\w-]){pattern}"
    templates = (writes,) if isinstance(writes, str) else writes

    def write(found: re.Match[str], words: Declared) -> tuple[str, ...] | None:
        filled = {name: _filled(name, text, words) for name, text in found.groupdict().items() if text is not None}
        slots = {name: text for name, text in filled.items() if text is not None}
        if len(slots) < len(filled):
            return None
        slots |= {name: known(words) for name, known in _KNOWN.items()} | {"line": found.string}
        margin = slots.get("margin", "")
        ways = [slots]
        for name in _ANY:
            if any(name in template for template in templates):
                ways = [{**way, name: one} for way in ways for one in _ANY[name](words, way)]
        written = dict.fromkeys(_with_slots(text, way) for text in templates for way in ways)
        return tuple(margin + text.replace("\n", f"\n{margin}") for text in written)

    return Phrase(re.compile(pattern), write, message, broad=True, holder=holder)


def _letters(line: str, kind: str) -> list[str]:
    """Names that a thing of a kind may have been given in a line: those of one letter that stand there, then its own."""
    used = re.findall(r"(?<![\w-])[b-z](?![\w-])", line)
    return list(dict.fromkeys([*used, kind[0]]))


def _with_slots(template: str, slots: dict[str, str]) -> str:
    return _WRITTEN.sub(lambda slot: slots.get(slot[0], ""), template)


def _filled(slot: str, text: str, words: Declared) -> str | None:
    """What stands in a slot, as it is written here; nothing if that cannot stand there."""
    plain = slot.rstrip("0123456789")
    if plain == "MANY":
        return number(text)
    if plain == "NEW":
        return None if text in words.names else text
    if plain == "OF_A_KIND":
        one = SEVERAL.get(text, text.removesuffix("s"))
        return one if one.isdigit() or words.kind(one) or one in words.lines else None
    names = _OF_THE_GAME.get(plain)
    if names is None:
        return text
    known = set(names(words))
    forms = (text, text.removesuffix("s"), text.removesuffix("es"), text + "s", re.sub("ies$", "y", text))
    return next((form for form in forms if form in known), None)
