"""Plain English in the lines of rules, forms and examples, met before what is taken for a call or a change."""

from __future__ import annotations

import re

from .syntax_declared import Declared
from .syntax_phrases import SEVERAL, number, said

CALLED = "a procedure is called by its name, behind who acts"
GAME_ENDS = "how the game ends has a name: `end game as …`"
ONE_PLAYER = "that there is one is said with `some`, a name and a list"
PICKED = "a number that is picked stands behind `for`"
LIMIT = "a limit is said as: limit NAME on OPTION: when …, only …"
FORM = "a form is so many `alike in` a column, or a `run of` so many"
COUNTED = "a counter gains and loses a number, a player scores"
SCORED = "what a player gains is said with `scores`, or of a counter of theirs"
GIVEN = "what is given stands behind `given`, a place or counter and a colon"
ACT = "in an example a player `does` an option"
ONLY = "what is the only thing to do is asked with `can only`"
EXPECTED = "what must come out is a condition behind `expect`"
LUCK = "what chance brings stands behind `luck:`"
CHOOSES = "a player who decides `chooses`, and the options stand below"
OPTION = "an option opens with `to` and its name"

_SOME = {"someone": "some", "somebody": "some", "anyone": "some", "anybody": "some", "nobody": "no", "no one": "no"}


def _random(found: re.Match[str], words: Declared) -> str | None:
    if found[2] not in words.people:
        return None
    return f"{found[1]}{found[2]} becomes a random p in players"


def _has_most(found: re.Match[str], words: Declared) -> str:
    """`someone has`, `a player reaches`: one of the players."""
    some = _SOME.get(found[1].lower()) or ("no" if found[1].startswith("no") else "some")
    return f"{some} p in players where p {found[2]} "


def _all_hands(found: re.Match[str], words: Declared) -> str | None:
    return f"{words.hand} of players is empty" if words.hands else None


def _call(found: re.Match[str], words: Declared) -> str | None:
    """`call p bids`, `p.bids`, `do play-trick`."""
    return found[1] + found[2] + found[3] if found[3].strip() in words.procedures else None


def _swapped(found: re.Match[str], words: Declared) -> str | None:
    """`do bids for p`."""
    return f"{found[1]}{found[3]} {found[2]}" if found[2] in words.procedures else None


def _makes(found: re.Match[str], words: Declared) -> str | None:
    """`p makes a bid`."""
    names = [name for name in (found[3], found[3] + "s") if name in words.procedures]
    return f"{found[1]}{found[2]} {names[0]}" if names else None


def _scored(found: re.Match[str], words: Declared) -> str | None:
    """`p gains bid of p points`: the word for what is too much."""
    return found[1] if found[2] in words.counters | {"point", "points", "trick", "tricks", "coins", "chips"} else None


def _reordered(found: re.Match[str], words: Declared) -> str:
    """`limit … : only A when B`."""
    return f"{found[1]}when {found[3]}, only {found[2]}{found[4] or ''}"


def _limited(found: re.Match[str], words: Declared) -> str | None:
    option = next((o for o in ("play", *sorted(words.options)) if o in words.options), None)
    return f"{found[1]}limit {found[2]} on {option}:" if option else None


def _total(found: re.Match[str], words: Declared) -> str | None:
    """`the sum of tray`, where the cards or dice have one column."""
    columns = words.columns - {kind for _, kind in words.kind_of} - {"copies", "name"}
    if found[1] not in words.zones or len(columns) != 1:
        return None
    return f"the total {next(iter(columns))} of {found[1]}"


def _is_given(found: re.Match[str], words: Declared) -> str | None:
    """`trump is spades` in an example: at the start it is given, later expected."""
    if words.holder != "an example" or found[2].split()[0] not in words.names:
        return None
    return f"{found[1]}expect {found[2]} is {found[3]}" if words.started else f"{found[1]}given {found[2]}: {found[3]}"


def _given_counter(found: re.Match[str], words: Declared) -> str | None:
    """`given ann: 10 points`, `given points ann 10`."""
    who, count, thing = found[2], found[3], found[4]
    name = next((c for c in sorted(words.counters) if c.rstrip("s") == thing.rstrip("s")), None)
    return f"{found[1]}{name} of {who}: {count}" if name else None


def _given_cards(found: re.Match[str], words: Declared) -> str | None:
    """`given ann: ace of hearts`, `given ann: leader`."""
    who, what = found[2], found[3]
    if what in words.names and what in words.people:
        return f"{found[1]}{what}: {who}"
    first = re.split(r"[ ,]", what)[0]
    if who not in words.people:
        return None
    return f"{found[1]}{words.hand} of {who}: {what}" if words.kind(first) or first in words.lines else None


def _in_place(found: re.Match[str], words: Declared) -> str:
    return f"{found[1]}{found[3]}: {found[2]}"


def _the_option(found: re.Match[str], words: Declared) -> str | None:
    """`ann does ace of hearts`, where one option alone moves cards."""
    if found[2] in words.options:
        return None
    moving = set(re.findall(r"^ +to ([a-z][\w-]*) [a-z]+ (?:from|in) ", words.text, re.MULTILINE))
    return f"{found[1]} {next(iter(moving))} {found[2]}" if len(moving) == 1 and words.kind(found[2]) else None


def _plays(found: re.Match[str], words: Declared) -> str | None:
    """`ann play: 9 of hearts`, `ann: play 9 of hearts`, `ann must play`."""
    return f"{found[1]}{found[2]} does {found[3]}" if found[3] in words.options else None


def _must(found: re.Match[str], words: Declared) -> str | None:
    return f"{found[1]}{found[2]} can only {found[3]}" if found[3] in words.options else None


def _form_of_faces(found: re.Match[str], words: Declared) -> tuple[str, ...] | None:
    """`single: 1 or 5`, `pair: two aces`: a form by the faces that may be in it."""
    before = words.text.partition(f"\n{found.string}")[0]
    heads = re.findall(r"^(?: +(?:add|replace) )?combination [\w-]+ of [\w-]+ (\w+):", before, re.MULTILINE)
    counted = re.match(r"(?:an? |any )?(?!an? )(\d+|[a-z]+) (?!or )(?=\w)", found[3])
    many = {"single": "1"}.get(counted[1]) or number(counted[1]) if counted is not None else "1"
    said_of = found[3][counted.end() :] if counted is not None else found[3]
    values = [re.sub(r"^an? |^any ", "", one) for one in re.split(r",? or |, ", said_of)]
    if counted is not None:
        ways = [(one, SEVERAL.get(one, one), one.removesuffix("s"), one.removesuffix("es")) for one in values]
        values = [next((v for v in way if words.kind(v) or v.isdigit()), way[0]) for way in ways]
    if not heads or not many.isdigit():
        return None
    kinds = {words.kind(value) for value in values}
    figures = all(value.isdigit() for value in values)
    if not figures and (len(kinds) > 1 or None in kinds):
        return None
    columns = sorted(words.figures) if figures else []
    columns += sorted(column for column in kinds if column is not None and column in words.columns)
    test = f"one of [{', '.join(values)}]" if len(values) > 1 else values[0]
    return tuple(f"{found[1]}any {many}, where {column} of {heads[-1]} is {test}" for column in columns)


SAID_OF_LINES = (
    # who, and which of them
    said(
        r"^(\s*)(?:choose|pick|select|draw)(?: a)? (NAME) (?:at random|randomly)$",
        _random,
        "what is drawn at random gets a name, and a list to come from",
    ),
    said(
        r"^(\s*)(NAME) (?:becomes|is|=) (?:a |any |some |random |a random )player(?: at random| by lot)?$",
        _random,
        "what is drawn at random gets a name, and a list to come from",
    ),
    said(
        r"\bbecomes random (?=NAME in)",
        "becomes a random ",
        "what is drawn at random gets a name, and a list to come from",
    ),
    said(
        r"\b((?:some|any|an?|no) player|someone|somebody|anyone|anybody|nobody|no one) (?:reaches|gets|gains|has at least) (\S+)(?: or more)? ",
        lambda m, w: f"{'no' if m[1].startswith('no') else 'some'} p in players where p has at least {m[2]} ",
        ONE_PLAYER,
    ),
    said(
        r"\b((?:some|any|an?|no) player|someone|somebody|anyone|anybody|nobody|no one) has (\S+) NAME or more\b",
        lambda m, w: f"{'no' if m[1].startswith('no') else 'some'} p in players where p has at least {m[2]} points",
        ONE_PLAYER,
    ),
    said(r"\b(someone|somebody|anyone|anybody|nobody|no one) (has|is) ", _has_most, ONE_PLAYER),
    said(
        r"\b(?:there is an?|one|an?) (NAME) player\b",
        lambda m, w: f"some p in players where p is {m[1]}" if m[1] in w.terms else None,
        ONE_PLAYER,
    ),
    said(r"\b(?:one|any) player is (?=NAME)", "some p in players where p is ", ONE_PLAYER),
    said(
        r"\b(?:some|any) ([a-z]) is (NAME)",
        lambda m, w: f"some {m[1]} in players where {m[1]} is {m[2]}" if m[2] in w.terms else None,
        ONE_PLAYER,
    ),
    said(
        r"\b(?:some|any) ([a-z]) in (WHO) is (NAME)",
        lambda m, w: f"some {m[1]} in {m[2]} where {m[1]} is {m[3]}" if m[3] in w.terms else None,
        ONE_PLAYER,
    ),
    said(
        r"\bplayers (?:is|are) (NAME)",
        lambda m, w: f"some p in players where p is {m[1]}" if m[1] in w.terms else None,
        ONE_PLAYER,
    ),
    said(
        r"\b(NAME) of (some|any|an?|no|every) player (?=[<>=]|is )",
        lambda m, w: f"{'no' if m[2] == 'no' else 'some'} p in players where {m[1]} of p ",
        ONE_PLAYER,
    ),
    said(
        r"\b(?:everyone|everybody|each player|every player|all players)['’]s? hands? (?:is|are) empty",
        _all_hands,
        "that there is nothing in any of them is said of all together",
    ),
    said(
        r"\b(?:players have|everyone has|every player has|all players have|nobody has|no player has|no one has) (?:no |any )?cards(?: left)?",
        _all_hands,
        "that there is nothing in any of them is said of all together",
    ),
    said(
        r"\b(?:the )?player to (?:the )?(NAME)['’]s (left|right)",
        r"\2 of \1",
        "the neighbour of a player is `left of …` or `right of …`",
    ),
    said(
        r"(NAME)['’]s (left|right)['’]s (left|right)",
        r"\3 of \2 of \1",
        "the neighbour of a player is `left of …` or `right of …`",
    ),
    said(
        r"\b(?:the )?player (?:opposite|across from) (?=NAME)",
        "left of left of ",
        "who sits opposite is `left of left of …`, with four players",
    ),
    said(
        r"\bplayer of (?:the )?(NAME) (card|play)$",
        lambda m, w: f"player of the first c in {w.trick} where c is {m[1]}" if m[1] in w.terms and w.trick else None,
        "what is looked for gets a name: the first c in … where …",
    ),
    said(r"^(\s*)in (?:turn|order),? (?=each |every |all )", r"\1", "in turn is how `for each … in players` goes"),
    # the game ends
    said(
        r"^(\s*)(?:the )?(?:end(?: the)? game|game ends?|game over|finish(?: the)? game)(?: as| with| by| because| :|:)* (?=NAME$)",
        r"\1end game as ",
        GAME_ENDS,
    ),
    # calls
    said(
        r"^(\s*)(?:do|call|run|perform|execute|play|go to|goto|start|begin)() (?=NAME|WHO NAME)()",
        lambda m, w: m[1] if m.string[m.end() :].split()[-1] in w.procedures else None,
        CALLED,
    ),
    said(
        r"^(\s*)(NAME)\.(NAME)(?:\(\))?$", lambda m, w: f"{m[1]}{m[2]} {m[3]}" if m[3] in w.procedures else None, CALLED
    ),
    said(r"^(\s*)(?:do |call )?(NAME) (?:for|by|with) (WHO)$", _swapped, CALLED),
    said(r"^(\s*)(WHO) (?:makes|takes|does|performs|has) (?:an? |his |her |their |the )?(NAME)$", _makes, CALLED),
    said(
        r"^(\s*)(?:WHO )?shuffles? (?:the )?(?:cards in |cards of |all |pile )?(?=NAME$)",
        r"\1shuffle ",
        "a pile is shuffled by a rule, without who does it",
    ),
    said(
        r"^(\s*)(NAME) (?:is|gets|are) shuffled$", r"\1shuffle \2", "a pile is shuffled by a rule, without who does it"
    ),
    said(r"^(\s*)(?:WHO )deals (?=\S)", r"\1deal ", "cards are dealt by a rule, without who does it"),
    said(
        r"^(\s*deal )(\d+) (?=to )",
        lambda m, w: f"{m[1]}{m[2]} from {w.deck} ",
        "a deal is said as: so many `from` where `to` the zones of the players",
    ),
    said(
        r"^(\s*deal NAME) out (?=to )", r"\1 ", "a deal is said as: so many `from` where `to` the zones of the players"
    ),
    said(
        r"^(\s*)(?:throw|cast|toss|roll) (?:the )?(?:dice|die|all dice)? ?(?:in |of |from )?(NAME)$",
        r"\1roll \2",
        "dice are rolled where they lie",
    ),
    said(
        r"^(\s*)(?:collect|gather|take|return|put)(?: back)? (?:all(?: the| of the)? |the )?cards$",
        lambda m, w: f"{m[1]}collect {w.cards} into {w.deck}",
        "all cards of the game are collected into a place",
    ),
    said(
        r"^(\s*)(?:gather|return|reunite) (?:all )?(NAME) (?:into|in|to) (NAME)$",
        lambda m, w: f"{m[1]}collect {m[2]} into {m[3]}" if m[2] in w.components else None,
        "all cards of the game are collected into a place",
    ),
    said(r"^(\s*)put all (NAME) but ", r"\1put \2 but ", "all that lies somewhere is said by the place alone"),
    said(
        r"^(\s*put) (WHO) (into|onto|to|under) (NAME) but (.+)$",
        r"\1 \2 but \5 \3 \4",
        "what is left out stands behind what is moved",
    ),
    said(r"\b(top|bottom) cards? of (?=NAME)", r"\1 of ", "a card of a pile is `top of …`"),
    # options
    said(
        r"^(\s+)(?:to )?(NAME) ([a-z]) (?:in|from) (\S+) to (\S+?)(?=:?$)",
        lambda m, w: f"{m[1]}to {m[2]}, for {m[3]} in {m[4]} to {m[5]}" if m[2] not in ("for", "each") else None,
        PICKED,
    ),
    said(r"^(\s+to NAME) ([a-z]),? from (\S+) to (\S+?)(?=:?$)", r"\1, for \2 in \3 to \4", PICKED),
    said(r", for (?:each |every |any )?([a-z]) (?:between|from) (\S+) (?:and|to) ", r", for \1 in \2 to ", PICKED),
    said(r", for (?:each|every|any|some) (?=NAME in)", ", for ", PICKED),
    said(r"^(\s+)plays? (?=[a-z] from )", r"\1to play ", OPTION),
    said(r"^(\s+)(?!to |for |let )(NAME): (?=[a-z] from |top of )", r"\1to \2 ", OPTION),
    said(
        r"^(\s+to NAME) ([a-z]) (onto|into|to|under) (WHO) (from WHO)",
        r"\1 \2 \5 \3 \4",
        "where a card comes from stands before where it goes",
    ),
    said(
        r"^(\s+to NAME) ([a-z]) of (?=NAME of NAME (?:onto|into|to|under))",
        r"\1 \2 from ",
        "where a card comes from is said with `from`",
    ),
    said(
        r"^(\s+to NAME) ([a-z]) (?=(?:onto|into|to|under) )",
        lambda m, w: f"{m[1]} {m[2]} from {w.hand} of p ",
        "where a card comes from is said with `from`",
    ),
    said(r"^(\s+to NAME .*?), (?=(?:onto|into|to|under) )", r"\1 ", "no comma stands before where cards go"),
    said(r",? unless (.+?) is (?!not )", r", where \1 is not ", "when an option may be taken is said with `where`"),
    said(r"^(\s+)(?:or|either|\d+[.)]|[a-z]\)|[-*•]) (?:to )?(?=NAME)", r"\1to ", OPTION),
    said(
        r"^(\s+)(?:to )?(NAME):$",
        lambda m, w: f"{m[1]}to {m[2]}" if m[2] in w.options and not w.block else None,
        "an option that does nothing more ends without a colon",
    ),
    said(r"^(\s*)(WHO) chooses (?:to|between|from|one|among|either|one of)+\s*:$", r"\1\2 chooses:", CHOOSES),
    said(r"^(\s*)(?:the )?player chooses\s*:$", r"\1p chooses:", CHOOSES),
    said(r"^(\s*)chooses (WHO):$", r"\1\2 chooses:", CHOOSES),
    # limits
    said(r"^(\s+limit NAME) (?:for|of|in|to|at) (?=NAME:)", r"\1 on ", LIMIT),
    said(r"^(\s+limit) on (?=NAME:)", r"\1 rule on ", LIMIT),
    said(r"^(\s+)limit (NAME):", _limited, LIMIT),
    said(r"^(\s+limit NAME on NAME:) (?:if|where|while|whenever) ", r"\1 when ", LIMIT),
    said(r"^(\s+limit NAME on NAME: )only (.+?) (?:when|if) (.+?)(, if possible)?$", _reordered, LIMIT),
    said(r"^(\s+limit NAME on NAME: when .+?, )(?!only |(?:\w+ )?(?:must|has to|have to|should) )", r"\1only ", LIMIT),
    said(r"\bonly where ", "only ", LIMIT),
    # conditions and numbers
    said(r"^(\s*)when (?=\S.*:$)", r"\1if ", "a condition opens with `if`"),
    said(
        r"^(\s*)(?:unless|if no) (.+):$",
        lambda m, w: f"{m[1]}if not {m[2]}:" if " in " not in m[2] else None,
        "the other way round is said with `not`",
    ),
    said(
        r"(?<=if )(NAME) is (not )?set\b",
        lambda m, w: f"{'not ' if m[2] else ''}{m[1]}",
        "a flag is a condition by itself",
    ),
    said(
        r"\bnumber of (?:cards |dice |tiles )?(?:in |of )?(?=NAME of NAME|players|NAME)(?<!the number of )",
        "size of ",
        "how many there are is `size of …`",
    ),
    said(r"\b(?:count|amount|quantity) of (?=NAME)", "size of ", "how many there are is `size of …`"),
    said(
        r"\b(?:the )?(?:sum|total|value)(?: of)?(?: the)? (NAME)(?=$| [=<>)]|,)",
        _total,
        "numbers of several are added up with `the total … of`",
    ),
    said(r"\bthe total of (?=NAME of )", "the total ", "numbers of several are added up with `the total … of`"),
    said(
        r"\bthe total (NAME) in (?=NAME)", r"the total \1 of ", "numbers of several are added up with `the total … of`"
    ),
    said(
        r"\b(?:one|some|any)(?: of the)? (?:dice|die|NAME of NAME) (?:is|shows|=) (\d+)",
        lambda m, w: f"some d in {w.tray} where d is {m[1]}",
        ONE_PLAYER,
    ),
    said(r"\bthere is an? (\d+) (?:in|on) (NAME)", r"\2 has \1", "what lies somewhere is asked with `has`"),
    said(r"\bis an? (?=\d)", "is ", "no article stands here"),
    said(
        r"\bis an? (NAME)",
        lambda m, w: f"is {m[1]}" if m[1] in w.names - w.combinations else None,
        "no article stands here",
    ),
    said(r"^(\s*)(NAME) ?\+ ?(\d+)$", r"\1\2 gains \3", COUNTED),
    said(r"^(\s*)(NAME(?: of NAME)*) increases$", r"\1\2 gains 1", COUNTED),
    said(r"^(\s*)(NAME(?: of NAME)*) decreases$", r"\1\2 loses 1", COUNTED),
    said(r"\b(gains|loses|scores) by ", r"\1 ", COUNTED),
    said(r"^(\s*)subtract (.+) from (WHO)$", r"\1\3 loses \2", COUNTED),
    said(
        r"^(\s*)(WHO) (?:places|adds|moves|puts) (\S+) to (?:his |her |their |the )?(?:points|score)$",
        r"\1\2 scores \3",
        SCORED,
    ),
    said(r"^(\s*)(?:gets|scores|score) (?=\S)", r"\1p scores ", "who scores stands before it"),
    said(r"^(\s*WHO (?:gets|gains|scores|loses|earns) \S.*) (NAME)$", _scored, COUNTED),
    said(
        r"^(\s*)(NAME) (?:gets|gains|earns|wins|banks) (?=\S)(?!.* (?:into|onto|to|under) )",
        lambda m, w: f"{m[1]}{m[2]} scores " if m[2] in w.people | {"p", "q"} else None,
        SCORED,
    ),
    said(
        r"^(\s*)(NAME) (?:of )?(NAME) becomes (?=\S)",
        lambda m, w: f"{m[1]}{m[2]} of {m[3]} becomes " if m[2] in w.of_each else None,
        "what belongs to something is said with `of`",
    ),
    said(
        r"^(\s*)(?:reset|clear|unset) (NAME)$",
        lambda m, w: f"{m[1]}{m[2]} becomes {'no' if w.is_flag(m[2]) else '0' if m[2] in w.counters else 'none'}",
        "what changes `becomes` its new value",
    ),
    said(
        r"^(\s*)not (NAME)$",
        lambda m, w: f"{m[1]}{m[2]} becomes no" if w.is_flag(m[2]) else None,
        "a flag `becomes` yes or no",
    ),
    said(
        r"^(\s*)(NAME) (yes|no|true|false)$",
        lambda m, w: f"{m[1]}{m[2]} becomes {'yes' if m[3] in ('yes', 'true') else 'no'}" if w.is_flag(m[2]) else None,
        "a flag `becomes` yes or no",
    ),
    said(r"\bbecomes (?:not set|unset|false|off)$", "becomes no", "a flag `becomes` yes or no"),
    said(r"^(\s*)turns for each (?=NAME in)", r"\1turns for ", "turns go round the seats: `turns for p in players`"),
    said(
        r"^(\s*)turns for players(?= |:)",
        r"\1turns for p in players",
        "turns go round the seats: `turns for p in players`",
    ),
    said(
        r"^(\s*turns for .+?) while (.+?) < (.+)(?=:$)", r"\1 until \2 >= \3", "turns go on `until` a condition holds"
    ),
    said(
        r"^(\s*)(?:stop|leave|finish|exit|quit) (NAME)$",
        lambda m, w: f"{m[1]}end {m[2]}" if m[2] in w.procedures else None,
        "what ends is a procedure, by its name",
    ),
    said(
        r"^(\s*)(?:end|stop)(?: the| my| this)? (?:turn|round|phase|procedure|step|trick|hand)$",
        lambda m, w: f"{m[1]}end {w.here}" if w.here else None,
        "what ends is a procedure, by its name",
    ),
    # forms
    said(
        r"^(\s+(NAME): )((?:any |an? )?\w+(?:(?:,? or |, )(?:an? )?\w+)+|(?:an? |any )?\w+ \w+(?:(?:,? or |, )\w+)*)$",
        _form_of_faces,
        "which cards may be in a form is said with `where`",
    ),
    said(r"^(\s+NAME: )(?:a )?(?:sequence|straight|run) (?:of )?(?=\d)", r"\1run of ", FORM),
    said(r"\brun of (?:at least|minimum|min) (\d+)", r"run of \1 or more", FORM),
    said(r"\brun of (\d+)\+", r"run of \1 or more", FORM),
    said(
        r"(?<=: )(\d+)( or more| to \d+)? (?:cards )?(?:in a run|in sequence|consecutive|successive|in a row|in order)(?: cards)?(?: in (NAME))?$",
        lambda m, w: f"run of {m[1]}{m[2] or ''} in {m[3] or 'rank'}",
        FORM,
    ),
    said(r"\brun of (\d+(?: or more| to \d+)?)$", r"run of \1 in rank", FORM),
    said(r"(?<=: )(\d+) or (\d+) (?=alike)", r"\1 to \2 ", FORM),
    said(r"(?<=: )(\d+)( or more)? of (?:a kind|equal rank|the same rank)$", r"\1\2 alike in rank", FORM),
    said(r"\balike (?:by|of|on|with) (?=NAME)", "alike in ", FORM),
    said(
        r"^combination (NAME)(?: of [a-z])?:$",
        lambda m, w: f"combination {m[1]} of {w.cards} c:",
        "a combination is of cards, and gives one a name",
    ),
    said(
        r"^(NAME) of (NAME) ([a-z]):$",
        lambda m, w: f"combination {m[1]} of {m[2]} {m[3]}:" if m[2] in w.components else None,
        "a combination is of cards, and gives one a name",
    ),
    # the cells of tables
    said(r"(?<=\| )(\d+) ?(?:-|\.\.+|–) ?(\d+)", r"\1 to \2", "a range is said with `to`"),
    said(r"^(\s+NAME *)[:;] (?=\S+(?: to \S+)?$)", r"\1| ", "the cells of a table are set apart by bars"),
    # examples
    said(
        r"^(\s+given )(?:that )?(WHO) (?:is|=|are|has) (.+)$",
        lambda m, w: (
            f"{m[1]}{m[2]}: {m[3]}"
            if m[2].split()[0] in w.names
            else f"{m[1]}{m[3]}: {m[2]}"
            if m[3] in w.names
            else None
        ),
        GIVEN,
    ),
    said(r"^(\s+given )(NAME): (\d+) (NAME)$", _given_counter, GIVEN),
    said(
        r"^(\s+given )(NAME)(?: of)? (NAME) (\S+)$",
        lambda m, w: f"{m[1]}{m[2]} of {m[3]}: {m[4]}" if m[2] in w.of_each | w.hands else None,
        GIVEN,
    ),
    said(r"^(\s+given )(NAME): (.+)$", _given_cards, GIVEN),
    said(r"^(\s+given )(.+) in (NAME \d+|WHO)$", _in_place, GIVEN),
    said(r"^(\s+given NAME)(\d+)(?=: )", r"\1 \2", "a place with a number is two words: `store 2`"),
    said(
        r"^(\s+given )(NAME) (NAME)()$",
        lambda m, w: next((f"{m[1]}{n}: {m[2]}" for n in (m[3].removesuffix("s") + "er",) if n in w.names), None),
        GIVEN,
    ),
    said(
        r"^(\s+)(?!given |luck|at )(WHO): (?=\S)",
        lambda m, w: f"{m[1]}given {m[2]}: " if w.holder == "an example" and m[2].split()[0] in w.names else None,
        GIVEN,
    ),
    said(
        r"^(\s+)(?!given |expect )(WHO) (?:is|=|are) (.+)$",
        _is_given,
        "what holds at the start is `given`, what must come out is told by `expect`",
    ),
    said(
        r"^(\s+)(?:when|start|begin|from|starting at|start at|start with|run) (?:round |turn )?(NAME|NAME NAME)$",
        lambda m, w: f"{m[1]}at {m[2]}" if w.holder == "an example" and m[2].split()[-1] in w.procedures else None,
        "where an example starts is said with `at`",
    ),
    said(r"^(\s+at )(?:round |turn |the |start of )(?=NAME)", r"\1", "where an example starts is said with `at`"),
    said(r"^(\s+)(?:then|now|next),? (?=NAME (?:does|can|cannot) )", r"\1", ACT),
    said(r"^(\s+)(NAME):? (NAME):?(?= |$)", _plays, ACT),
    said(r"^(\s+)(NAME) (?:must|has to|can only|is forced to) (NAME)", _must, ONLY),
    said(r"^(\s+NAME) (?:only can|can just|may only) (?=NAME)", r"\1 can only ", ONLY),
    said(r"^(\s+NAME) can (NAME)(.*?) only$", r"\1 can only \2\3", ONLY),
    said(
        r"^(\s+NAME (?:does|can|can only|cannot)) (\w[\w-]*)(?= of )", _the_option, "the name of an option stands here"
    ),
    said(r"^(\s+NAME (?:does|can|can only|cannot) NAME) [a-z] ?= ?", r"\1 ", ACT),
    said(r"^(\s+NAME does)(?: not)? ?[:,] (?=NAME)", r"\1 ", ACT),
    said(
        r"^(\s+NAME) (?:does not|doesn't|did not) (?=NAME)",
        r"\1 cannot ",
        "what a player may not do is asked with `cannot`",
    ),
    said(
        r"^(\s+NAME (?:does|can|can only|cannot) NAME) \(?([^\[\]():]+(?:,| and) [^\[\]():]+?)\)?$",
        lambda m, w: f"{m[1]} [{re.sub(r' and ', ', ', m[2])}]" if ", for " not in m[2] else None,
        "several cards are a list, in brackets",
    ),
    said(
        r"(\bluck: )(.*)$",
        lambda m, w: m[1] + re.sub(r",? and ", ", ", m[2]),
        "outcomes stand with commas between them",
    ),
    said(
        r"^(\s+)(?:NAME )?(?:rolls?|draws?|throws?):? (?=\d+(?:, |$))",
        lambda m, w: f"{m[1]}luck: " if w.holder == "an example" else None,
        LUCK,
    ),
    said(r"^(\s+expect) that ", r"\1 ", EXPECTED),
    said(
        r"^(\s+)(?:expect )?(?:the )?game (?:ends?|ended|has ended|is over|over)(?: as| by| with| in)? (NAME)$",
        lambda m, w: f"{m[1]}expect game ends as {m[2]}" if w.holder == "an example" else None,
        "how the game has ended is told by `expect game ends as`",
    ),
    said(
        r"^(\s+expect )(NAME)(?: has|:| gets| scores|'s)? (\d+)(?: (NAME))?$",
        lambda m, w: next(
            (
                f"{m[1]}{c} of {m[2]} = {m[3]}"
                for c in sorted(w.counters)
                if c.rstrip("s") == (m[4] or "points").rstrip("s")
            ),
            None,
        ),
        EXPECTED,
    ),
    said(
        r"^(\s+expect )(NAME) (leads|deals|starts|begins)$",
        lambda m, w: next((f"{m[1]}{n} is {m[2]}" for n in (m[3].removesuffix("s") + "er",) if n in w.names), None),
        EXPECTED,
    ),
    said(r"^(\s+expect .+?)(?: is| are)? (?:still|now|again) ", r"\1 is ", EXPECTED),
    said(r"^(\s+expect WHO) (?:: )?(?=\d+$)", r"\1 = ", EXPECTED),
    said(r"^(\s+expect WHO): (?=NAME$)", r"\1 is ", EXPECTED),
    said(r"^(\s+expect WHO): (?=\d+$)", r"\1 = ", EXPECTED),
    said(r"^(\s+expect .+?), (?=NAME$|NAME is |not )", r"\1 and ", "conditions are joined by `and`"),
)
