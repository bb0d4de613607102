"""Plain English in conditions: `if ann has no cards`, `until a player has 10 points`, `some die is 1`."""

from __future__ import annotations

import re

from .syntax_declared import Declared
from .syntax_phrases import NAME, Phrase, number, said


def _some(word: str) -> str:
    return "no" if word == "no" else "some"


def _letter(found: re.Match[str], word: str, words: Declared) -> str:
    """A name for one of those that a word for all of them means: a letter that is free in the line."""
    if word not in ("player", "card", words.cards):
        return word
    used = set(re.findall(r"(?<![\w-])[a-z](?![\w-])", found.string))
    return next(
        letter for letter in ("p" if word == "player" else "c", "d", "q", "x", "y", "z", "one") if letter not in used
    )


def _other(name: str) -> str:
    return "d" if name == "c" else "x"


def _has_some(found: re.Match[str], words: Declared) -> str | None:
    who, no, word = found[2], found[1] or found[3], found[4]
    place = _place(who, words)
    some = "no" if no and no.strip() in ("no", "not") else "some"
    one = word if words.kind(word) or word in words.lines else word.removesuffix("s")
    if (kind := words.kind(one)) is not None:
        return f"{some} c in {place} where {kind} of c is {one}"
    if one in words.lines and one != words.cards:
        return f"{some} c in {place} where c is a {one}"
    return None


def _place(who: str, words: Declared) -> str:
    """Where the cards lie that somebody, or a place, has."""
    return who if who.split()[0] in words.zones else f"{words.hand} of {who}"


def _has_none(found: re.Match[str], words: Declared) -> str | None:
    return f"{_place(found[1], words)} is empty"


def _has_any(found: re.Match[str], words: Declared) -> str | None:
    return f"{_place(found[1], words)} is not empty"


def _has_so_many(found: re.Match[str], words: Declared) -> str | None:
    """`leader has more than 3 points`."""
    who, how, count, thing = found[1], found[2] or "", number(found[3]), found[4]
    sign = {"at least": ">=", "at most": "<=", "more than": ">", "over": ">", "less than": "<", "fewer than": "<"}
    compare = sign.get(how.strip(), "=")
    aimed = (
        not how and count != "0" and "until " in found.string[: found.start()]
    )  # points may go past what is aimed at
    if thing.rstrip("s") == "card":
        return f"size of {_place(who, words)} {compare} {count}"
    counter = next((c for c in sorted(words.counters) if c.rstrip("s") == thing.rstrip("s")), None)
    return f"{counter} of {who} {'>=' if aimed else compare} {count}" if counter else None


def _one_of_players(found: re.Match[str], words: Declared) -> str | None:
    quantity = "no" if found[1].startswith("no") else "some"
    return f"{quantity} p in players where p {found[2]}"


_ITEM = r"(?:(?:an?|the) )?[\w-]+(?: of [\w-]+)*"
_ALTERNATIVES = re.compile(
    rf"(?<![\w-])(?P<who>(?!to\b){NAME}(?: of {NAME})*) (?P<how>is not|is neither|is|=) (?:either )?"
    rf"(?P<items>{_ITEM}(?:, {_ITEM})*(?:,? n?or {_ITEM})+)(?! is\b| has\b| of\b| [=<>])(?![\w-])"
)


def _alternatives(found: re.Match[str], words: Declared) -> tuple[str, ...]:
    """`c is an excuse, a joker or 21 of trumps`: one of a list, or several whole conditions, as each item may need its
    own."""
    who, negated = found["who"], found["how"] in ("is not", "is neither")
    items = [re.sub(r"^the ", "", item) for item in re.split(r",? n?or |, ", found["items"])]
    plain = [re.sub(r"^an? ", "", item) for item in items]
    named = [f"{'an' if item[0] in 'aeiou' else 'a'} {item}" if item in words.lines else item for item in plain]
    lists = [f"{who} is {'none of' if negated else 'one of'} [{', '.join(plain)}]"]
    joint, said_is = (" and ", "is not") if negated else (" or ", found["how"])
    kinds = [words.kind(item) for item in plain]
    asked = [f"{kind} of {who} {said_is} {item}" if kind else "" for kind, item in zip(kinds, plain, strict=True)]
    wholes = [joint.join(f"{who} {said_is} {item}" for item in each) for each in (named, plain, items)]
    mixed = joint.join(one or f"{who} {said_is} {item}" for one, item in zip(asked, named, strict=True))
    kind = kinds[0] if len(set(kinds)) == 1 else None
    if kind and not who.startswith(f"{kind} of "):
        lists.append(f"{kind} of {who} is {'none of' if negated else 'one of'} [{', '.join(plain)}]")
    words_alone = all(" " not in item for item in plain)
    return tuple(dict.fromkeys([*lists, *wholes, mixed] if words_alone else [*wholes, mixed, *lists]))


_SEVERAL = Phrase(
    _ALTERNATIVES,
    _alternatives,
    "that it is one of several is said with `is one of […]`, or each side of `or` is a whole condition",
    broad=True,
)


def _of_the_same(found: re.Match[str], words: Declared) -> str | None:
    """`higher: same suit and …`, in a term of two cards: of both."""
    before = words.text.partition(found.string)[0]
    heads = re.findall(
        rf"^ *(?:add |replace )?term \({NAME} ({NAME})\) {NAME} \({NAME} ({NAME})\):", before, re.MULTILINE
    )
    head = re.match(rf"(?:add |replace )?term \({NAME} ({NAME})\) {NAME} \({NAME} ({NAME})\):", found.string.strip())
    one, two = (head[1], head[2]) if head else heads[-1] if heads else ("", "")
    return f"{found[1]} of {one} is {found[1]} of {two}" if one and found[1] in words.columns else None


SAID_OF_CONDITIONS = (
    said(
        r"(?<![\w-])(?:(?:they |both )?(?:have|are of|are in|in|of) )?(?:the )?same (NAME)(?=$| and | or | if )",
        _of_the_same,
        "what is asked of a card is asked of one of its columns",
    ),
    _SEVERAL,
    said(
        r"\b(?:the )?(?:len|length|count|size|number) ?\(([^()]+)\)", r"size of \1", "how many there are is `size of …`"
    ),
    said(
        r"\b(?:the )?(?:sum|total)(?: of)?(?: the| all)? (NAME) (?:of|in|on) (?=NAME)",
        lambda m, w: (
            f"the total {m[1] if m[1] in w.columns | w.names else m[1].removesuffix('s')} of "
            if {m[1], m[1].removesuffix("s")} & (w.columns | w.names)
            else None
        ),
        "numbers of several are added up with `the total … of`",
    ),
    said(
        r"\b(any|some|an?|no|one) (?:die|dice) (?:is|are|shows?|has|=|equals|with)(?: an?)? (\w+)",
        lambda m, w: f"{_some(m[1])} d in {w.tray} where d is {m[2]}",
        "that there is one is said with `some`, a name and a list",
    ),
    said(r"\bhas an? (\d+)", r"has \1", "no article stands here"),
    said(r"(?<=if )(\d+) in (NAME)(?=:)", r"\2 has \1", "what lies somewhere is asked with `has`"),
    said(r"\b(?:the same as|same as|matches)\b", "is", "whether two are the same is asked with `=` or `is`"),
    said(
        r"\b(?:all|every|each)(?: of)?(?: the)? (NAME) (?:is|are) empty",
        lambda m, w: next((f"{z} is empty" for z in (m[1], m[1].removesuffix("s")) if z in w.zones), None),
        "that there is nothing in any of them is said of all together",
    ),
    said(
        r"(?<![\w-])(if|until|where|when|only|and|or|expect|not) (NAME(?: of NAME)*) (?:is|=|==) (?:no|false)(?=:?$| and | or )",
        r"\1 not \2",
        "that a flag is not set is said with `not`",
    ),
    said(
        r"(?<=if |il |re |nd |or )(NAME) (?:is|=|==) (?:yes|true)(?=:?$| and | or )",
        r"\1",
        "a flag is a condition by itself",
    ),
    said(
        r"\b(some|no|any|an?) (NAME) in (NAME(?: of NAME)*) (?!where |with |from |to )(NAME) ",
        lambda m, w: (
            f"{_some(m[1])} {_letter(m, m[2], w)} in {m[3]} where {_letter(m, m[2], w)} {m[4]} "
            if m[4] in {"has", *w.names}
            else None
        ),
        "what holds of it stands behind `where`",
    ),
    said(
        r"\b(NAME) (NAME) (?:every|all|each)(?: other)? (NAME) in (NAME(?: of NAME)*)",
        lambda m, w: f"no {_other(m[1])} in {m[4]} where not {m[1]} {m[2]} {_other(m[1])}" if m[2] in w.names else None,
        "that all are so is said as: no … where not …",
    ),
    said(
        r"\b(some|no|any|an?) player where (.+?)(?=:?$)",
        lambda m, w: f"{_some(m[1])} p in players where " + re.sub(r"\bplayer\b", "p", m[2]),
        "that there is one is said with `some`, a name and a list",
    ),
    said(
        r"\b(player|of) (?:of )?(?:the )?(NAME) card (?:in|of) (NAME)$",
        lambda m, w: f"player of the first c in {m[3]} where c is {m[2]}" if m[2] in w.terms else None,
        "what is looked for gets a name: the first c in … where …",
    ),
    said(
        r"\b(player of|suit of|rank of) (NAME) in (NAME) where ",
        r"\1 the first \2 in \3 where ",
        "one of several is `the first … in …`",
    ),
    said(
        r"\b(NAME(?: of NAME)*) has (NAME) (?=[<>=])",
        lambda m, w: f"{m[2]} of {m[1]} " if m[2] in w.counters else None,
        "what belongs to something is said with `of`",
    ),
    said(
        r"(?<=expect )(NAME(?: of NAME)*) (?:becomes|becoming|will be|should be|are) ",
        r"\1 is ",
        "whether two are the same is asked with `=` or `is`",
    ),
    said(r"\b(?:contains?|includes?|holds)\b", "has", "what lies somewhere is asked with `has`"),
    said(r"\b(?:equals|to be)\b", "=", "whether two are the same is asked with `=` or `is`"),
    said(
        r"\bthere (?:is|are) (?:an?|any|some|still)?(?: ?cards?)?(?: left)? ?in (WHO)",
        r"\1 is not empty",
        "whether there are cards is asked of a place",
    ),
    said(
        r"\bthere (?:is|are) no (?:more )?cards?(?: left)? in (WHO)",
        r"\1 is empty",
        "whether there are cards is asked of a place",
    ),
    said(
        r"\b(any|some|an?|no) player (?=has|is)((?:has|is) .+?)(?=:?$)",
        _one_of_players,
        "that there is one is said with `some`",
    ),
    said(
        r"\b(WHO) has (at least |at most |more than |less than |fewer than |over |exactly )?(COUNT|NAME) (NAME)\b",
        lambda m, w: _has_so_many(m, w) if number(m[3]).isdigit() or m[3] in w.names else None,
        "a number is compared: `points of p >= 3`, `size of hand of p = 3`",
    ),
    said(r"\b(WHO) has no cards(?: left)?\b", _has_none, "whether there are cards is asked of a place"),
    said(r"\b(WHO) has(?: any)? cards(?: left)?\b", _has_any, "whether there are cards is asked of a place"),
    said(
        r"\b(not )?(WHO) has (an? |no |any |some )?(NAME)(?=:?$| and | or )",
        lambda m, w: _has_some(m, w) if m[3] or w.kind(m[4]) or m[4] in w.lines else None,
        "whether one of the cards is so is asked with `some`",
    ),
    said(
        r"(?<![\w-])(where|if|until|when|only|and|or|not|expect) (NAME(?: of NAME)*) (?:becomes |has )?(NAME)(?=$|:| and | or |,)",
        lambda m, w: f"{m[1]} {m[2]} is {m[3]}" if m[3] in w.terms and not m[2].endswith("is") else None,
        "what is said of something stands behind `is`",
    ),
    said(
        r"\b(someone|somebody|anyone|anybody|nobody|no one) ((?:has|is) .+?)(?=:?$)",
        lambda m, w: f"{'no' if m[1].startswith('no') else 'some'} p in players where p {m[2]}",
        "that there is one is said with `some`",
    ),
)
