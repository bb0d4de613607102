"""Plain English that is said otherwise here: `deal each player 5 cards`, `repeat 3 times`, `if ann has no cards`.

Comes in: a line, and what its text declares. Goes out: the line as it would be written, and what is wrong with it. What
always holds: phrases follow each other on one line until the grammar takes it, as one line may hold several; whoever
tells a reading tries it first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .syntax_declared import Declared

_NAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_OF = rf"{_NAME}(?: of {_NAME})*"
_ALL = r"(?:each|every|all)(?: of)?(?: the)? players?|every ?one|every ?body|players"
_FEW = {
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "ten": "10",
}
_FEW |= {"a": "1", "an": "1", "the": "1", "another": "1"}
_COUNT = rf"(?:\d+|{'|'.join(_FEW)})"
_VERBS = "draws?|takes?|plays?|puts?|places?|gives?|discards?|returns?|collects?|turns? up|deals?"

_ARTICLE = "no article stands here"

Write = Callable[["re.Match[str]", Declared], str | None]


@dataclass(frozen=True)
class Phrase:
    """Something people say: `pattern` in a line, what to write for the match (nothing: not this one), what is wrong."""

    pattern: re.Pattern[str]
    write: Write
    message: str


@dataclass(frozen=True)
class Reading:
    """A line as it would be written, what is wrong with it as it is, and from where to where."""

    text: str
    message: str
    start: int
    end: int


def readings(line: str, words: Declared) -> Iterator[Reading]:
    """What a line may be meant to say, from the fewest changes to the most."""
    text, first = line, None
    for phrase in PHRASES:
        found = phrase.pattern.search(text)
        new = phrase.write(found, words) if found else None
        if found is None or new is None or new == found[0]:
            continue
        if first is None or first.message == _ARTICLE:
            start = found.start() + len(found[0]) - len(found[0].lstrip())
            first = Reading("", phrase.message.format(found=found[0].strip()), start, max(found.end(), start + 1))
        text = text[: found.start()] + new + text[found.end() :]
        yield Reading(text, first.message, first.start, first.end)


def _phrase(pattern: str, write: str | Write, message: str) -> Phrase:
    full = pattern.replace("NAME", _NAME).replace("WHO", _OF).replace("ALL", _ALL).replace("COUNT", _COUNT)
    made = re.compile(full.replace("VERBS", _VERBS))
    if isinstance(write, str):
        template = write
        return Phrase(made, lambda found, _: found.expand(template), message)
    return Phrase(made, write, message)


def _number(word: str) -> str:
    return _FEW.get(word, word)


# ---- who and whose ---------------------------------------------------------------------------------------------------


def _theirs(found: re.Match[str], words: Declared) -> str | None:
    line = found.string
    subject = re.match(rf"\s*({_OF}) (?:{_VERBS}|chooses|scores|gains|loses)\b", line)
    who = subject[1] if subject and not re.fullmatch(_ALL, subject[1]) else "p"
    return f"{found[1]} of {who}"


def _one_word(found: re.Match[str], words: Declared) -> str | None:
    """The words of a declared name with spaces for its hyphens, perhaps with an article: `takes a turn`."""
    for name in sorted(words.names | words.procedures | words.options):
        if "-" in name:
            said = r" (?:the |an? |his |her |their )?".join(name.split("-"))
            text = re.sub(rf"(?<![\w-]){said}(?![\w-])", name, found[0])
            if text != found[0]:
                return text
    return None


def _swapped(found: re.Match[str], words: Declared) -> str | None:
    """`takes-turn leader`."""
    return (
        f"{found[1]}{found[3]} {found[2]}"
        if found[2] in words.procedures and found[3] not in words.procedures
        else None
    )


def _called(found: re.Match[str], words: Declared) -> str | None:
    """`each player takes-turn`: what each does stands in a block."""
    if found[2].split()[0] not in words.procedures and not re.match(_VERBS, found[2]):
        return None
    return f"{found[1]}for each p in players:\n{found[1]}  p {found[2]}"


def _neighbour(found: re.Match[str], words: Declared) -> str | None:
    return f"{found[1]}{found[2]} becomes left of {found[2]}"


def _left(found: re.Match[str], words: Declared) -> str | None:
    """`return`, `break`: what ends is a procedure."""
    return f"{found[1]}end {words.here}" if words.here else None


# ---- cards -----------------------------------------------------------------------------------------------------------


def _deal(found: re.Match[str], words: Declared) -> str | None:
    rest = found[2]
    if ":" in rest or (re.search(r"\bof (players|others)\b", rest) and "card" not in rest):
        return None
    if not re.search(r"\b(each|every|every ?one|every ?body|all players|players?|cards?)\b", rest):
        return None
    source = re.search(rf"\b(?:from|of) (?:the |a )?(?!each|every|all|players?)({_NAME})", rest)
    place = re.search(rf"\b(?:to|into|onto) (?:the )?({_NAME})s? of\b", rest)
    count = re.search(
        r"\b(\d+|all|" + "|".join(k for k in _FEW if len(k) > 2 and k != "the") + r")\b(?! of| players)", rest
    )
    named = re.search(rf"^ (?:each player |each |out )*({_NAME}) (?:cards|from)\b", rest)
    many = _number(count[1]) if count else named[1] if named and named[1] in words.names else "5"
    deck = source[1] if source and source[1] not in ("hand", words.hand) else words.deck
    hand = place[1] if place else words.hand
    return f"{found[1]}deal {many} from {deck} to {hand} of players"


def _dealt(found: re.Match[str], words: Declared) -> str | None:
    source = re.search(rf"\bfrom (?:the )?({_NAME})", found[0])
    return f"{found[1]}deal {_number(found[2])} from {source[1] if source else words.deck} to {words.hand} of players"


def _drawn(found: re.Match[str], words: Declared) -> str | None:
    verb = "draws" if found[3].split()[0] in ("picks", "gets", "receives") else found[3]
    return f"{found[1]}{found[2]} {verb} {_number(found[4])} from {found[5] or words.deck}"


def _into(found: re.Match[str], words: Declared) -> str | None:
    return f"{found[0].rstrip()} into {words.hand} of {found[1]}"


def _a_card(found: re.Match[str], words: Declared) -> str | None:
    """`p plays a card onto table`: an option."""
    margin, who, verb, source, how, place = found.groups()
    how = {"on": "onto", None: "onto"}.get(how, how)
    option = f"to {verb.split()[0].removesuffix('s')} c from {source or f'{words.hand} of {who}'} {how} {place or words.table}"
    return f"{margin}{who} chooses:\n{margin}  {option}"


def _turned(found: re.Match[str], words: Declared) -> str | None:
    return f"{found[1]}turn up {_number(found[2] or 'a')} from {found[3] or words.deck} onto {found[4] or words.table}"


def _face(found: re.Match[str], words: Declared) -> str | None:
    """`9 hearts`: two values of different kinds."""

    def named(pair: re.Match[str]) -> str:
        one, other = words.kind(pair[1]), words.kind(pair[2])
        if other is None or one == other or (one is None and not pair[1].isdigit()):
            return pair[0]
        return f"{pair[1]} of {pair[2]}"

    return re.sub(r"(?<![\w-])(\w+) (\w+)(?![\w-])", named, found[0])


def _has_some(found: re.Match[str], words: Declared) -> str | None:
    who, no, word = found[2], found[1] or found[3], found[4]
    place = who if who.split()[0] == words.hand else f"{words.hand} of {who}"
    some = "no" if no and no.strip() in ("no", "not") else "some"
    one = word if words.kind(word) or word in words.lines else word.removesuffix("s")
    if (kind := words.kind(one)) is not None:
        return f"{some} c in {place} where {kind} of c is {one}"
    if one in words.lines and one != words.cards:
        return f"{some} c in {place} where c is a {one}"
    return None


def _has_none(found: re.Match[str], words: Declared) -> str | None:
    place = found[1] if found[1].split()[0] == words.hand else f"{words.hand} of {found[1]}"
    return f"{place} is empty"


def _has_any(found: re.Match[str], words: Declared) -> str | None:
    place = found[1] if found[1].split()[0] == words.hand else f"{words.hand} of {found[1]}"
    return f"{place} is not empty"


# ---- numbers ---------------------------------------------------------------------------------------------------------


def _counted(found: re.Match[str], words: Declared) -> str | None:
    """`leader gets 1 trick`: the counter of that name, or the points that `winners` compares."""
    margin, who, verb, count, thing = found[1], found[2], found[3], _number(found[4]), found[5]
    gains = "loses" if verb.startswith("lose") else "gains"
    for counter in sorted(words.counters):
        if thing is not None and thing.rstrip("s") == counter.rstrip("s"):
            return (
                f"{margin}{counter} of {who} {gains} {count}"
                if not who.startswith(counter)
                else f"{margin}{who} {gains} {count}"
            )
    if " of " in who:
        return f"{margin}{who} {gains} {count}"
    if gains == "gains":
        return f"{margin}{who} scores {count}"
    points = "points" if "points" in words.counters else min(words.counters, default="points")
    return f"{margin}{points} of {who} loses {count}"


def _each_of(found: re.Match[str], words: Declared) -> str | None:
    """`for each suit s`, `for each card c in hand of p`, `for each player p from leader`."""
    what, name, rest = found[2], found[3], found[4] or ""
    kinds = {kind for _, kind in words.kind_of}
    if name in ("in", "from", "where", "with"):
        name, rest = "", f" {found[3]}{rest}"
    letter = name or ("c" if what.startswith("card") else what[0])
    if rest.lstrip().startswith("in "):
        return f"{found[1]}for each {letter}{rest}"
    whole = "players" if what.rstrip("s") == "player" else what if what in kinds else what.removesuffix("s")
    if whole != "players" and whole not in kinds and whole != words.cards:
        return None
    return f"{found[1]}for each {letter} in {whole}{rest}"


def _random(found: re.Match[str], words: Declared) -> str | None:
    what = found[1]
    if what.rstrip("s") == "player":
        return "becomes a random p in players"
    return f"becomes a random {what[0]} in {what}" if what in {kind for _, kind in words.kind_of} else None


def _ended(found: re.Match[str], words: Declared) -> str | None:
    return f"{found[1]}end game as over"


def _wins(found: re.Match[str], words: Declared) -> str | None:
    return f"{found[1]}end game as won"


# ---- declarations, examples, variants --------------------------------------------------------------------------------


def _given(found: re.Match[str], words: Declared) -> str | None:
    """`given ann bid 2`, `given ann has 9 of hearts`."""
    who, thing, value = found[1], found[2], found[3]
    if thing in words.names:
        return f"{thing} of {who}: {value}"
    if thing in ("has", "holds", "hand", words.hand):
        return f"{words.hand} of {who}: {value}"
    return None


def _does(found: re.Match[str], words: Declared) -> str | None:
    for option in words.options:
        ends = (option + "s", option + "es", option[:-1] + "ies", option.replace("-", "s-", 1))
        if found[3] in ends or found[3] == option:
            return f"{found[1]}{found[2]} does {option}"
    return None


def _removed(found: re.Match[str], words: Declared) -> str | None:
    return f"remove {found[1]}"


PHRASES = (
    # whose it is, first: what stands for a player must be one before anything else is understood
    _phrase(r"\b(?:his|her|their|its)(?: own)? (NAME)\b", _theirs, "whose it is, is said with `of`"),
    _phrase(r"\S.*", _one_word, "a name is one word"),
    _phrase(
        r"\bthe (?!first\b|last\b|number of\b|total\b|highest\b|lowest\b|next\b|top\b|bottom\b|player\b)", "", _ARTICLE
    ),
    # what is done so many times, or for each
    _phrase(
        r"^(\s*)(?:repeat(?: for)?|do|loop|for)? ?(COUNT)(?: times| rounds| turns)?(?: do)?(?: this)?:$",
        lambda m, w: f"{m[1]}for each n in 1 to {_number(m[2])}:",
        "what is done so many times is done for each of so many numbers",
    ),
    _phrase(
        r"^(\s*)(?:repeat(?: for)?|do|loop) (NAME) times:?$",
        r"\1for each n in 1 to \2:",
        "what is done so many times is done for each of so many numbers",
    ),
    _phrase(r"^(\s*)repeat (?=for each )", r"\1", "what is done for each of a list is said without `repeat`"),
    _phrase(
        r"^(\s*)for (?:each )?(NAME) in range ?\( ?(?:1, ?)?([^(),]+?) ?\)\s*:?$",
        r"\1for each \2 in 1 to \3:",
        "numbers are counted up with `1 to …`",
    ),
    _phrase(
        r"^(\s*)for (?:each )?(NAME) (?:from|=) ?(.+) to (.+)$",
        r"\1for each \2 in \3 to \4",
        "numbers are counted up with `in 1 to …`",
    ),
    _phrase(
        r"^(\s*)(?:for )?(?:each|every|all) (players?|NAME)(?: (NAME))?((?: (?:in|from|where|with) [^:]*)?:)$",
        _each_of,
        "what is done for all of a list gives each a name: `for each NAME in LIST`",
    ),
    _phrase(r"^(\s*)while (?:[Tt]rue|yes|1)\s*:$", r"\1repeat:", "there is no `{found}`"),
    # cards
    _phrase(
        r"\b(?:the )?(top|bottom) cards? (?:of|from|on|off)(?: the)? ", r"\1 of ", "a card of a pile is `top of …`"
    ),
    _phrase(
        r"\b(?:the )?(top|bottom) cards?(?= (?:in)?to )",
        lambda m, w: f"{m[1]} of {w.deck}",
        "a card of a pile is `top of …`",
    ),
    _phrase(r"^(\s*)deal\b(.*)$", _deal, "a deal is said as: so many `from` where `to` the zones of the players"),
    _phrase(
        rf"^(\s*)(?:{_ALL}) (?:gets?|draws?|takes?|receives?|is dealt|are dealt) (COUNT) cards?(?: from(?: the)? NAME)?$",
        _dealt,
        "what all players get is dealt",
    ),
    _phrase(
        r"^(\s*)(?!each |every |all )(WHO) (draws?|takes?|gets|picks(?: up)?|receives) (COUNT)(?: more)? (?:cards?|dice|die)(?: from(?: the)? (NAME))?",
        _drawn,
        "so many cards are taken `from` a place `into` another",
    ),
    _phrase(
        r"^\s*(?!each |every |all )(WHO) (?:draws?|takes?) \S+ from NAME(?: of NAME)*$",
        _into,
        "where the cards go is missing",
    ),
    _phrase(
        r"^(\s*)(?:turn up|flip|turn over|reveal) (COUNT )?(?:cards?|top card)(?: (?:from|of)(?: the)? (NAME))?(?: onto(?: the)? (NAME))?$",
        lambda m, w: f"{m[1]}turn up {_number((m[2] or 'a').strip())} from {m[3] or w.deck} onto {m[4] or w.table}",
        "so many cards are turned up `from` a pile `onto` a place",
    ),
    _phrase(
        r"^(\s*)(WHO) (plays?|discards?|puts?|places?|lays?(?: down)?|gives?|returns?) (?:an?|one|any) card(?: of NAME)?(?: from (WHO))?(?: (onto|on|to|into|under) (WHO))?$",
        _a_card,
        "which card it is, a player chooses",
    ),
    _phrase(r"\b(\d+) cards? (?=from\b|of\b)", r"\1 ", "so many cards are said by the number alone"),
    _phrase(r"\ball(?: the| of the)? cards? (?=from\b|in\b)", "all ", "all that lies somewhere is `all from …`"),
    _phrase(r"\ball (?=in (?:the )?NAME)", "all from ", "all that lies somewhere is `all from …`"),
    _phrase(r"\S.*", _face, "a card is named with `of`"),
    # conditions
    _phrase(r"\b(WHO) has no cards(?: left)?\b", _has_none, "whether there are cards is asked of a place"),
    _phrase(r"\b(WHO) has(?: any)? cards(?: left)?\b", _has_any, "whether there are cards is asked of a place"),
    _phrase(
        r"\b(not )?(WHO) has (an? |no |any |some )?(NAME)(?=:?$| and | or )",
        lambda m, w: _has_some(m, w) if m[3] or w.kind(m[4]) or m[4] in w.lines else None,
        "whether one of the cards is so is asked with `some`",
    ),
    _phrase(r"\b(?:contains?|includes?|holds)\b", "has", "what lies somewhere is asked with `has`"),
    # numbers
    _phrase(
        r"^(\s*)(?:WHO) (?:wins|loses)(?: the)?(?: game)?$",
        _wins,
        "who wins is said once, by `winners:`; here the game ends",
    ),
    _phrase(
        r"^(\s*)(WHO) (gains?|gets?|scores?|earns?|receives?|wins|loses?) (COUNT) (NAME)$",
        _counted,
        "a counter gains and loses a number, without a word for what",
    ),
    _phrase(
        r"^(\s*)(WHO) (gets?|earns?|receives?) (\d+)()$",
        _counted,
        "a counter gains and loses a number, a player scores",
    ),
    _phrase(r"^(\s*)(WHO) increases by ", r"\1\2 gains ", "a counter `gains` and `loses`"),
    _phrase(r"^(\s*)(WHO) (?:decreases|is reduced|goes down) by ", r"\1\2 loses ", "a counter `gains` and `loses`"),
    _phrase(
        r"\bbecomes (?:a )?random(?:ly)? (NAME)\b(?! in\b)",
        _random,
        "what is drawn at random gets a name, and a list to come from",
    ),
    _phrase(
        r"^(\s*)(WHO) becomes (?:the )?(?:next|following) player$",
        _neighbour,
        "the next player is the one to the left: `left of …`",
    ),
    _phrase(
        r"\b(?:the )?player (?:to|on|at)?(?: the)? ?(left|right) of\b",
        r"\1 of",
        "the neighbour of a player is `left of …` or `right of …`",
    ),
    _phrase(r"\b(becomes|be|is|=) true$", r"\1 yes", "a flag is `yes` or `no`"),
    _phrase(r"\b(becomes|be|is|=) false$", r"\1 no", "a flag is `yes` or `no`"),
    # what ends
    _phrase(
        r"^(\s*)(?:the )?(?:end(?: the)? game|game (?:ends|is over)|finish(?: the)? game)(?: now)?$",
        _ended,
        "how the game ends has a name: `end game as …`",
    ),
    _phrase(r"^(\s*)(?:return|break|exit|stop|leave|quit)$", _left, "what ends is a procedure, by its name"),
    # calls
    _phrase(r"^(\s*)(NAME) (NAME)$", _swapped, "who acts stands before what they do"),
    _phrase(
        rf"^(\s*)(?:{_ALL}) ((?!chooses\b)NAME.*[^:])$",
        _called,
        "what each player does stands in a block of `for each`",
    ),
    # declarations
    _phrase(r"^order by ", lambda m, w: f"order {w.cards} by ", "an order says of which cards it is"),
    _phrase(
        r"^(to|setup|round|turn|scoring) (NAME) ?\( ?([a-z]) ?\)(?=:)",
        r"\1 (player \3) \2",
        "who acts stands before what they do",
    ),
    _phrase(
        r"^(?:def|function|procedure|proc|sub) (NAME) ?\( ?\)(?=:)", r"to \1", "rules that have a name open with `to`"
    ),
    _phrase(
        r"^(?:def|function|procedure|proc|sub) (NAME) ?\( ?(NAME) ?\)(?=:)",
        r"to (player \2) \1",
        "rules that have a name open with `to`",
    ),
    _phrase(r": (\d+) of a kind\b", r": \1 alike in rank", "cards of one rank are so many `alike in` it"),
    _phrase(r": (?:a )?pairs?$", ": 2 alike in rank", "a pair are `2 alike in` a column"),
    _phrase(
        r": (\d+) (?:in (?:a row|sequence|order)|successive|consecutive)(?: cards?)?$",
        r": run of \1 in rank",
        "successive cards are a `run of` so many",
    ),
    # examples
    _phrase(
        r"(?<=given )(NAME) (NAME) ([^:]+)$",
        _given,
        "what is given is told as: place or counter, a colon, and what it is",
    ),
    _phrase(r"^(\s+)(NAME) (NAME)\b(?!:)", _does, "in an example a player `does` an option"),
    # variants
    _phrase(
        r"(?<=remove )(?:parameter|kind|cards|dice|zone|pile|counter|flag|marker|term|combination|to|setup|round|turn|scoring|ruling|always|measure|option|limit|procedure|rule|row) (?:\([^)]*\) ?)?(NAME)$",
        lambda m, w: m[1],
        "what is taken out is called by its name alone",
    ),
    _phrase(r"^(\s+)(?:change|set) (NAME) (?:to|=) ?", r"\1\2 is ", "a change sets a value with `is`"),
)


@dataclass(frozen=True)
class Advice:
    """Something people write that one line cannot say: `pattern`, what is wrong, and what to do."""

    pattern: re.Pattern[str]
    message: str
    hint: str


ADVICE = (
    Advice(
        re.compile(r"^\s*(?P<at>until) .*"),
        "what ends a `repeat` stands in its first line",
        "say `repeat until …:` in the place of the `repeat:` above, and take this line out",
    ),
    Advice(
        re.compile(r": (?P<at>(?:\d+|two|three|several) (?:times .*|pairs?|sets?|runs?))$"),
        "a form is one set of cards of one size, one kind",
        "like: 2 alike in rank, or: run of 3 or more, 2 each, in rank; what no form tells is an option with a condition",
    ),
    Advice(
        re.compile(r"^\s*(?P<at>end(?: the)? (?:round|turn|hand|trick|deal|phase))$"),
        "what ends is a procedure, by its name",
        "write `end` and the name behind `to`, `round` or `turn` of the procedure that is over",
    ),
)
