"""Plain English in rules: `deal each player 5 cards`, `repeat 3 times`, `if ann has no cards`."""

from __future__ import annotations

import re

from .syntax_declared import Declared
from .syntax_phrases import ALL, ARTICLE, FEW, NAME, OF, VERBS, number, said

# ---- who and whose ---------------------------------------------------------------------------------------------------


def _signs(found: re.Match[str], words: Declared) -> str | None:
    """`c.suit == trump && d.suit != trump`: where there are several such signs, all of them at once."""
    signs = (
        (r"\b(NAME)\.(NAME)\b", r"\2 of \1"),
        (r" ?== ?", " = "),
        (r" ?!= ?", " is not "),
        (r" ?&& ?", " and "),
        (r" ?\|\| ?", " or "),
    )
    text, met = found[0], 0
    for pattern, new in signs:
        text, count = re.subn(pattern.replace("NAME", NAME), new, text)
        met += count
    return text if met > 1 else None


def _theirs(found: re.Match[str], words: Declared) -> str | None:
    line = found.string
    subject = re.match(rf"\s*({OF}) (?:{VERBS}|chooses|scores|gains|loses)\b", line)
    who = subject[1] if subject and not re.fullmatch(ALL, subject[1]) else "p"
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
    if found[2].split()[0] not in words.procedures and not re.match(VERBS, found[2]):
        return None
    return f"{found[1]}for each p in players:\n{found[1]}  p {found[2]}"


def _given_to(found: re.Match[str], words: Declared) -> str | None:
    """`3 pays`, `(bid + 1) pays`: a value gets a name first."""
    if found[3] not in words.procedures:
        return None
    value = found[2][1:-1] if re.fullmatch(r"\([^()]*\)", found[2]) else found[2]
    return f"{found[1]}let n be {value}\n{found[1]}n {found[3]}"


def _called_with(found: re.Match[str], words: Declared) -> str | None:
    """`pays 3`, `pays(3)`."""
    if found[2] not in words.procedures:
        return None
    return f"{found[1]}let n be {found[3]}\n{found[1]}n {found[2]}"


def _neighbour(found: re.Match[str], words: Declared) -> str | None:
    return f"{found[1]}{found[2]} becomes left of {found[2]}"


def _left(found: re.Match[str], words: Declared) -> str | None:
    """`return`, `break`: what ends is a procedure."""
    return f"{found[1]}end {words.here}" if words.here else None


# ---- cards -----------------------------------------------------------------------------------------------------------


def _deal(found: re.Match[str], words: Declared) -> str | None:
    rest, first = found[2], ""
    start = re.search(rf" from ((?:left|right) of {NAME})$", rest)
    if start is not None:
        rest, first = rest[: start.start()], f" from {start[1]}"
    if ":" in rest or (re.search(r"\bof (players|others)\b", rest) and "card" not in rest):
        return None
    if not re.search(r"\b(each|every|every ?one|every ?body|all players|players?|cards?)\b", rest):
        return None
    source = re.search(rf"\b(?:from|of) (?:the |a )?(?!each|every|all|players?)({NAME})", rest)
    place = re.search(rf"\b(?:to|into|onto) (?:the )?({NAME})s? of\b", rest)
    count = re.search(
        r"\b(\d+|all|" + "|".join(k for k in FEW if len(k) > 2 and k != "the") + r")\b(?! of| players)", rest
    )
    named = re.search(rf"^ (?:each player |each |out )*({NAME}) (?:cards|from)\b", rest)
    many = number(count[1]) if count else named[1] if named and named[1] in words.names else "5"
    deck = source[1] if source and source[1] not in ("hand", words.hand) else words.deck
    hand = place[1] if place else words.hand
    return f"{found[1]}deal {many} from {deck} to {hand} of players{first}"


def _dealt(found: re.Match[str], words: Declared) -> str | None:
    source = re.search(rf"\bfrom (?:the )?({NAME})", found[0])
    return f"{found[1]}deal {number(found[2])} from {source[1] if source else words.deck} to {words.hand} of players"


def _drawn(found: re.Match[str], words: Declared) -> str | None:
    verb = "draws" if found[3].split()[0] in ("picks", "gets", "receives") else found[3]
    return f"{found[1]}{found[2]} {verb} {number(found[4])} from {found[5] or words.deck}"


def _into(found: re.Match[str], words: Declared) -> str | None:
    return f"{found[0].rstrip()} into {words.hand} of {found[1]}"


def _a_card(found: re.Match[str], words: Declared) -> str | None:
    """`p plays a card onto table`: an option."""
    margin, who, verb, source, how, place = found.groups()
    how = {"on": "onto", None: "onto"}.get(how, how)
    option = f"to {verb.split()[0].removesuffix('s')} c from {source or f'{words.hand} of {who}'} {how} {place or words.table}"
    return f"{margin}{who} chooses:\n{margin}  {option}"


def _turned(found: re.Match[str], words: Declared) -> str | None:
    return f"{found[1]}turn up {number(found[2] or 'a')} from {found[3] or words.deck} onto {found[4] or words.table}"


def _face(found: re.Match[str], words: Declared) -> str | None:
    """`9 hearts`: two values of different kinds."""

    line = re.sub(
        rf"(?<![\w-])({'|'.join(word for word in FEW if len(word) > 2)}) of (?=\w)",
        lambda m: f"{number(m[1])} of " if words.kind(number(m[1])) else m[0],
        found[0],
    )

    def named(pair: re.Match[str]) -> str:
        one, other = words.kind(pair[1]), words.kind(pair[2])
        if other is None or one == other or (one is None and not pair[1].isdigit()):
            return pair[0]
        return f"{pair[1]} of {pair[2]}"

    return re.sub(r"(?<![\w-])(\w+) (\w+)(?![\w-])", named, line)


def _while(found: re.Match[str], words: Declared) -> str | None:
    """`while points of p < 5`: the other way round."""
    test = found[2].strip()
    turned = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "=": "is not", "==": "is not", "!=": "is"}
    simple = re.fullmatch(r"([^<>=!]+) (<=|>=|==|!=|<|>|=) ([^<>=!]+)", test)
    asks = re.fullmatch(r"(.+?) is (not )?((?:(?! and | or | is ).)+)", test)
    quantity = re.match(r"(some|any|no) ", test)
    if quantity is not None:
        turned_test = ("some" if quantity[1] == "no" else "no") + test[quantity.end() - 1 :]
    elif re.search(r" (?:and|or) ", test):
        turned_test = f"not ({test})"
    elif simple is not None:
        turned_test = f"{simple[1]} {turned[simple[2]]} {simple[3]}"
    elif asks is not None and not asks[3].startswith("not "):
        turned_test = f"{asks[1]} is {'' if asks[2] else 'not '}{asks[3]}"
    else:
        turned_test = test.removeprefix("not ") if test.startswith("not ") else f"not ({test})"
    return f"{found[1]}repeat until {turned_test}:"


# ---- numbers ---------------------------------------------------------------------------------------------------------


def _counted(found: re.Match[str], words: Declared) -> str | None:
    """`leader gets 1 trick`: the counter of that name, or the points that `winners` compares."""
    margin, who, verb, count, thing = found[1], found[2], found[3], number(found[4]), found[5]
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
    whole = (
        "players" if what.rstrip("s") == "player" else what if what in kinds | words.zones else what.removesuffix("s")
    )
    if whole != "players" and whole not in {*kinds, words.cards, *words.zones}:
        return None
    return f"{found[1]}for each {letter} in {whole}{rest}"


def _random(found: re.Match[str], words: Declared) -> str | None:
    what = found[1]
    if what.rstrip("s") == "player":
        return "becomes a random p in players"
    return f"becomes a random {what[0]} in {what}" if what in {kind for _, kind in words.kind_of} else None


def _one_card(found: re.Match[str], words: Declared) -> str | None:
    """`to play card from hand`."""
    whose = f" of {found[4] or 'p'}" if found[4] or found[3] in words.hands else ""
    return f"{found[1]} c {found[2]} {found[3]}{whose}"


def _option(found: re.Match[str], words: Declared) -> str | None:
    """`to play a card`; of the pile where the cards start, the top."""
    how = {"on": "onto", None: "onto"}.get(found[4], found[4])
    if found[3] == words.deck:
        place = found[5] if found[5] else f"{words.hand} of p"
        return f"{found[1]}to {found[2]} top of {words.deck} {found[4] or 'into'} {place}"
    return f"{found[1]}to {found[2]} c from {found[3] or f'{words.hand} of p'} {how} {found[5] or words.table}"


def _ended(found: re.Match[str], words: Declared) -> str | None:
    return f"{found[1]}end game as over"


def _wins(found: re.Match[str], words: Declared) -> str | None:
    return f"{found[1]}end game as won"


def _kind_picked(found: re.Match[str], words: Declared) -> str | None:
    """`to name suit`, `to ask a player`."""
    if found[2] == "player":
        return f"{found[1]} q in players"
    kinds = {kind for _, kind in words.kind_of}
    return f"{found[1]} {found[2][0]} in {found[2]}" if found[2] in kinds else None


SAID_OF_RULES = (
    said(r"\S.*", _signs, "signs of other languages have words here"),
    said(
        r",? (?:starting|beginning)(?: (?:with|from|at|by))?(?: the)? (?=NAME)",
        " from ",
        "with whom it begins is said with `from`",
    ),
    # whose it is, first: what stands for a player must be one before anything else is understood
    said(r"\b(?:his|her|their|its)(?: own)? (?!owner)(NAME)\b", _theirs, "whose it is, is said with `of`"),
    said(r"\S.*", _one_word, "a name is one word"),
    said(r"\bshuffles? (?:the )?cards?$", lambda m, w: f"shuffle {w.deck}", "a pile is shuffled"),
    said(
        r"^(\s*)(WHO) becomes (?:the )?(?:next|following) player$",
        _neighbour,
        "the next player is the one to the left: `left of …`",
    ),
    said(
        r"\b(?:the )?(?:player|one|neighbour) (?:to|on|at)?(?: the)? ?(left|right) of\b",
        r"\1 of",
        "the neighbour of a player is `left of …` or `right of …`",
    ),
    said(r"\b(NAME)['’]s (NAME)", r"\2 of \1", "what belongs to something is said with `of`"),
    said(
        r"\b(NAME)\((NAME(?: of NAME)*)\)",
        lambda m, w: f"{m[1]} of {m[2]}" if m[1] in w.names | {"left", "right", "top", "size"} else None,
        "what belongs to something is said with `of`",
    ),
    said(r"^(\s*)(WHO) ?\+= ?", r"\1\2 gains ", "a counter `gains` and `loses`"),
    said(r"^(\s*)(WHO) ?-= ?", r"\1\2 loses ", "a counter `gains` and `loses`"),
    said(r"^(\s*)(?:increment|increase) (WHO)$", r"\1\2 gains 1", "a counter `gains` and `loses`"),
    said(r"^(\s*)(?:decrement|decrease) (WHO)$", r"\1\2 loses 1", "a counter `gains` and `loses`"),
    said(
        r"^(\s*)(WHO) (?:is now|is set to|is changed to|changes to|turns into|will be|gets value) ",
        r"\1\2 becomes ",
        "what changes `becomes` its new value",
    ),
    said(
        r"\bthe (?!first\b|last\b|number of\b|total\b|highest\b|lowest\b|next\b|top\b|bottom\b|player\b)", "", ARTICLE
    ),
    said(
        r"^(\s*)(NAME) (?:moves|passes|goes|rotates|shifts|advances)(?: on)?(?: one)?(?: seat)?(?: to)?(?: the)? (left|right|next player)$",
        lambda m, w: f"{m[1]}{m[2]} becomes {m[3] if m[3] in ('left', 'right') else 'left'} of {m[2]}",
        "what changes `becomes` its new value",
    ),
    said(
        r"^(\s*)next (NAME)$",
        lambda m, w: f"{m[1]}{m[2]} becomes left of {m[2]}" if m[2] in w.names else None,
        "what changes `becomes` its new value",
    ),
    said(
        r"^(\s*)(?:otherwise|else if not|in other cases):$", r"\1else:", "the other case of an `if` opens with `else:`"
    ),
    said(
        r"^(\s*end game as) (NAME(?: NAME)+)$",
        lambda m, w: f"{m[1]} {m[2].replace(' ', '-')}",
        "a name is one word",
    ),
    # what is done so many times, or for each
    said(r"^(\s*)(?:while|as long as|repeat while) (?!(?:[Tt]rue|yes|1):)(.+?)\s*:$", _while, "there is no `while`"),
    said(
        r"^(\s*)(?:repeat(?: for)?|do|loop|for)? ?(COUNT)(?: times| rounds| turns)?(?: do)?(?: this)?:$",
        lambda m, w: f"{m[1]}for each n in 1 to {number(m[2])}:",
        "what is done so many times is done for each of so many numbers",
    ),
    said(
        r"^(\s*)(?:repeat(?: for)?|do|loop) (NAME) times:?$",
        lambda m, w: f"{m[1]}for each {'k' if m[2] == 'n' else 'n'} in 1 to {m[2]}:",
        "what is done so many times is done for each of so many numbers",
    ),
    said(r"^(\s*)repeat (?=for each )", r"\1", "what is done for each of a list is said without `repeat`"),
    said(
        r"^(\s*)for (?:each )?(NAME) in range ?\( ?(?:1, ?)?([^(),]+?) ?\)\s*:?$",
        r"\1for each \2 in 1 to \3:",
        "numbers are counted up with `1 to …`",
    ),
    said(
        r"^(\s*)for (?:each )?(NAME) (?:from|=) ?(.+) to (.+)$",
        r"\1for each \2 in \3 to \4",
        "numbers are counted up with `in 1 to …`",
    ),
    said(
        r"^(\s*)for each (NAME) (?=(?:from|where|with) [^:]*:$)",
        lambda m, w: f"{m[1]}for each {m[2]} in players " if len(m[2]) == 1 else None,
        "what is done for all of a list names the list",
    ),
    said(
        r"^(\s*)(?:for )?(?:each|every|all) (players?|NAME)(?: (NAME))?((?: (?:in|from|where|with) [^:]*)?:)$",
        _each_of,
        "what is done for all of a list gives each a name: `for each NAME in LIST`",
    ),
    said(r"^(\s*)while (?:[Tt]rue|yes|1)\s*:$", r"\1repeat:", "there is no `{found}`"),
    # cards
    said(
        r"^(\s*)(?:(?:p|NAME) )?rolls? (?:the |all |all the |his |her |their )?(?:\d+ )?(?:dice|die)$",
        lambda m, w: f"{m[1]}roll {w.tray}",
        "dice are rolled where they lie",
    ),
    said(r"^(\s*)(?!roll)NAME rolls (?=NAME$)", r"\1roll ", "dice are rolled by a rule, without who does it"),
    said(
        r"^(\s*)turn(?: over)? (?:the )?(?=top (?:of|card of) NAME onto)",
        r"\1turn up ",
        "a card that is shown and moved is turned `up`",
    ),
    said(r"^(\s*)(?:turn over|show|flip)(?: up| over)? (?=NAME)", r"\1reveal ", "cards are shown with `reveal`"),
    said(r"\b(?:except|without|excluding)(?: for)? (?=NAME)", "but ", "what is left out stands behind `but`"),
    said(r"\ball but (top|bottom) of (NAME)", r"\2 but \1 of \2", "what is left out stands behind `but`"),
    said(r"\b(?:the )?(top|bottom) cards? (?:of|from|on|off)(?: the)? ", r"\1 of ", "a card of a pile is `top of …`"),
    said(
        r"\b(?:the )?(top|bottom) cards?(?= (?:in)?to )",
        lambda m, w: f"{m[1]} of {w.deck}",
        "a card of a pile is `top of …`",
    ),
    said(
        r"\b(?:the )?last card (?:of|in)(?: the)? (NAME)",
        lambda m, w: f"bottom of {m[1]}" if m[1] in w.zones else None,
        "a card of a pile is `bottom of …`",
    ),
    said(
        r"^(\s*)(?:collect|put|gather|return|take|move)(?: back)?(?: all)?(?: the)? cards (?:in|on)?to (NAME)$",
        lambda m, w: f"{m[1]}collect {w.cards} into {m[2]}",
        "all cards of the game are collected",
    ),
    said(
        r"^(\s*)(?:move|transfer|send) (?=\S.* (?:to|into|onto|under) )",
        r"\1put ",
        "what moves cards is `put`, `take`, `give` …",
    ),
    said(r"^(\s*)deal(?![\w-])(.*)$", _deal, "a deal is said as: so many `from` where `to` the zones of the players"),
    said(
        rf"^(\s*)(?:{ALL}) (?:gets?|draws?|takes?|receives?|is dealt|are dealt) (COUNT) cards?(?: from(?: the)? NAME)?$",
        _dealt,
        "what all players get is dealt",
    ),
    said(
        r"^(\s*)(?!each |every |all )(WHO) (draws?|takes?|gets|picks(?: up)?|receives) (COUNT)(?: more)? (?:cards?|dice|die)(?: from(?: the)? (NAME))?",
        _drawn,
        "so many cards are taken `from` a place `into` another",
    ),
    said(
        r"^\s*(?!each |every |all )(WHO) (?:draws?|takes?) (?:\S+ from NAME(?: of NAME)*|top of NAME|NAME)$",
        lambda m, w: _into(m, w) if " " in m[0].split("s ", 1)[-1] or m[0].split()[-1] in w.zones else None,
        "where the cards go is missing",
    ),
    said(
        r"^(\s*)(?:turn up|flip|turn over|reveal) (COUNT )?(?:cards?|top card)(?: (?:from|of)(?: the)? (NAME))?(?: onto(?: the)? (NAME))?$",
        lambda m, w: f"{m[1]}turn up {number((m[2] or 'a').strip())} from {m[3] or w.deck} onto {m[4] or w.table}",
        "so many cards are turned up `from` a pile `onto` a place",
    ),
    said(
        r"^(\s*)(WHO) (plays?|discards?|puts?|places?|lays?(?: down)?|gives?|returns?) (?:an?|one|any) card(?: of NAME)?(?: from (WHO))?(?: (onto|on|to|into|under) (WHO))?$",
        _a_card,
        "which card it is, a player chooses",
    ),
    said(r"\b(\d+) cards? (?=from\b|of\b)", r"\1 ", "so many cards are said by the number alone"),
    said(r"\ball(?: the| of the)? cards? (?=from\b|in\b)", "all ", "all that lies somewhere is `all from …`"),
    said(r"\ball in (?=(?:the )?NAME)", "all from ", "all that lies somewhere is `all from …`"),
    said(r"\S.*", _face, "a card is named with `of`"),
    said(r"^(\s+to NAME) for (?=NAME in\b)", r"\1, for ", "a comma stands before `for`"),
    said(
        r"^(\s+)(?:to )?(NAME) (?:an? |any |some )?(?:number|amount|value)(?: NAME)?,? (?:from |between |of |in )?(\S+) (?:to|and) (\S+?)(?=:?$)",
        r"\1to \2, for n in \3 to \4",
        "a number that is picked stands behind `for`",
    ),
    said(
        r"^(\s+to NAME) card (from|in) (NAME)(?: of (NAME))?(?= )",
        _one_card,
        "an option gives the card a name of its own",
    ),
    said(r"^(\s+limit .*?when .+?[^,]) only ", r"\1, only ", "a comma stands before `only`"),
    said(
        r"^(\s+)to (NAME) (?:an?|one|any|1|the) cards?(?: (?:from|of) (WHO))?(?: (onto|on|to|into|under) (WHO))?(?=:?$)",
        _option,
        "an option says which card from where onto what: `c from hand of p onto …`",
    ),
    said(
        r"^(\s*)(NAME(?: of NAME)*) (?:chooses|can|may|must) (?:one of(?: these)?|(?:NAME or )+NAME)\s*:$",
        r"\1\2 chooses:",
        "a player who decides `chooses`",
    ),
    said(
        r"^(\s*)(NAME(?: of NAME)*) (chooses|picks|selects) (?:an?|one) card(?: from (WHO))?$",
        lambda m, w: f"{m[1]}{m[2]} chooses:\n{m[1]}  to play c from {m[4] or f'{w.hand} of {m[2]}'} onto {w.table}",
        "what is chosen among stands below, as options",
    ),
    said(r"^(\s+)[-*•] (?=NAME)", r"\1to ", "an option opens with `to`"),
    said(
        r"^(\s*)(?:choose|pick|select)(?: one)?(?: of)?(?: these)?:$", r"\1p chooses:", "a player who decides `chooses`"
    ),
    said(
        r"^(\s+to NAME) from (NAME)(?: into WHO)?(?=:?$)",
        lambda m, w: f"{m[1]} top of {m[2]} into {w.hand} of p",
        "an option says what is moved: `top of …`, or `c from …`",
    ),
    said(
        r"^(\s+to NAME) (?:any |one |an? |the )?card ([a-z]) (?=from\b|in\b)",
        r"\1 \2 ",
        "an option gives the card a name, and no more",
    ),
    said(
        r"^(\s+to NAME) (?:an? |any |one )?(NAME) from (NAME(?: of NAME)*)",
        lambda m, w: f"{m[1]} m from {m[2]} of {m[3]}" if m[2] in w.combinations else None,
        "a combination gets a name, and is picked from all of its kind: `m from … of hand of p`",
    ),
    said(r"^(\s+to NAME .+) on (?=NAME)", r"\1 onto ", "cards go `onto`, `into`, `to` or `under` a place"),
    said(r"^(\s+to NAME) (up|over|down|out|off|back) (?=NAME (?:in|from)\b)", r"\1-\2 ", "a name is one word"),
    # numbers
    said(
        r"^(\s*)(?:WHO) (?:wins|loses)(?: the)?(?: game)?$",
        _wins,
        "who wins is said once, by `winners:`; here the game ends",
    ),
    said(
        r"^(\s*)(WHO) (gains?|gets?|scores?|earns?|receives?|wins|loses?) (COUNT) (NAME)$",
        _counted,
        "a counter gains and loses a number, without a word for what",
    ),
    said(
        r"^(\s*)()(gain|get|score|lose) (COUNT) (NAME)$",
        lambda m, w: _counted(re.match(r"(\s*)(p) (\w+) (\w+) (\S+)$", f"{m[1]}p {m[3]}s {m[4]} {m[5]}"), w),  # type: ignore[arg-type]
        "a counter gains and loses a number, a player scores",
    ),
    said(
        r"^(\s*)(WHO) (gets?|earns?|receives?) (\d+)()$",
        _counted,
        "a counter gains and loses a number, a player scores",
    ),
    said(r"^(\s*)(WHO) increases by ", r"\1\2 gains ", "a counter `gains` and `loses`"),
    said(r"^(\s*)(WHO) (?:decreases|is reduced|goes down) by ", r"\1\2 loses ", "a counter `gains` and `loses`"),
    said(
        r"\bbecomes (?:a )?random(?:ly)? (NAME)\b(?! in\b)",
        _random,
        "what is drawn at random gets a name, and a list to come from",
    ),
    said(r"\b(becomes|be|is|=) true$", r"\1 yes", "a flag is `yes` or `no`"),
    said(r"\b(becomes|be|is|=) false$", r"\1 no", "a flag is `yes` or `no`"),
    said(
        r"^(\s*)(WHO) (?:=|:=|is) (true|false)$",
        lambda m, w: f"{m[1]}{m[2]} becomes {'yes' if m[3] == 'true' else 'no'}",
        "a flag `becomes` yes or no",
    ),
    said(r"^(\s*)score (?=[^:=]+$)", r"\1p scores ", "who scores stands before it"),
    # what ends
    said(
        r"^(\s*)(?:the )?(?:end(?: the)? game|game (?:ends|is over)|finish(?: the)? game)(?: now)?$",
        _ended,
        "how the game ends has a name: `end game as …`",
    ),
    said(r"^(\s*)(?:return|break|exit|stop|leave|quit)$", _left, "what ends is a procedure, by its name"),
    # calls
    said(
        r"^(\s*)(NAME) ?\(? ?(\d+|[^()=:]+ [-+*×/] [^()=:]+?)\)?$",
        _called_with,
        "what a procedure is given has a name, and stands before the procedure's",
    ),
    said(
        r"^(\s*)(\d+|\(.+\)|[^=:]+ [-+*×/] [^=:]+?) (NAME)$",
        _given_to,
        "what stands before a procedure's name is a name",
    ),
    said(r"^(\s*)(NAME) (NAME)$", _swapped, "who acts stands before what they do"),
    said(
        rf"^(\s*)(?:{ALL}) ((?!chooses\b)NAME.*[^:])$",
        _called,
        "what each player does stands in a block of `for each`",
    ),
    said(r"^(\s+to NAME) (NAME)(?=:?$)", _kind_picked, "what is picked gets a name, and a list to come from"),
    said(r"^(\s+to) (NAME) (NAME)(?=:?$)", r"\1 \2-\3", "a name is one word"),
    said(
        r"^(\s+)(NAME(?: of NAME)*) (?:=|:=|==|is|are) (?=\S)(?!.*:$)",
        r"\1\2 becomes ",
        "what changes `becomes` its new value",
    ),
)
