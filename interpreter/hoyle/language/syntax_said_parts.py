"""Plain English in declarations, combinations, examples and variants: `order by rank`, `given ann bid 2`."""

from __future__ import annotations

import difflib
import re

from .syntax_declared import Declared
from .syntax_phrases import Advice, number, said
from .syntax_words import DECLARATIONS


def _given(found: re.Match[str], words: Declared) -> str | None:
    """`given ann bid 2`, `given ann has 9 of hearts`."""
    who, thing, value = found[1], found[2], found[3]
    if thing in words.names or value.isdigit():
        return f"{thing} of {who}: {value}"
    if thing in ("has", "holds", "hand", words.hand):
        return f"{words.hand} of {who}: {value}"
    return None


def _near(word: str) -> bool:
    """Whether a word is nearly one that opens a declaration: then it was meant to be that."""
    return bool(difflib.get_close_matches(word, DECLARATIONS, n=1, cutoff=0.7))


def _named_marker(found: re.Match[str], words: Declared) -> str | None:
    kinds = {kind for _, kind in words.kind_of}
    if found[2] not in kinds | {"player", "number", words.cards} or _near(found[1]):
        return None
    return f"marker {found[1]}: {found[2]}"


def _does(found: re.Match[str], words: Declared) -> str | None:
    if found[3] in ("does", "can", "cannot"):
        return None
    for option in sorted(words.options):
        first, _, more = option.partition("-")
        for said_so in (f"{first}s {more.replace('-', ' ')}", f"{first}s-{more}"):
            if more and found.string[found.start(3) :].startswith(said_so):
                return None if " " in said_so else f"{found[1]}{found[2]} does {option}"
        ends = (option + "s", option + "es", option[:-1] + "ies", option.replace("-", "s-", 1))
        if found[3] in ends or found[3] == option:
            return f"{found[1]}{found[2]} does {option}"
    return None


SAID_OF_PARTS = (
    # declarations
    said(
        r"^(to|setup|round|turn|scoring) (NAME) ?\( ?([a-z]) ?\)(?=:)",
        r"\1 (player \3) \2",
        "who acts stands before what they do",
    ),
    said(
        r"^(?:def|function|procedure|proc|sub) (NAME) ?\( ?\)(?=:)", r"to \1", "rules that have a name open with `to`"
    ),
    said(
        r"^(?:def|function|procedure|proc|sub) (NAME) ?\( ?(NAME) ?\)(?=:)",
        r"to (player \2) \1",
        "rules that have a name open with `to`",
    ),
    said(r": (\d+) of a kind\b", r": \1 alike in rank", "cards of one rank are so many `alike in` it"),
    said(r": (?:a )?pairs?$", ": 2 alike in rank", "a pair are `2 alike in` a column"),
    said(
        r": (\d+) (?:in (?:a row|sequence|order)|successive|consecutive)(?: cards?)?$",
        r": run of \1 in rank",
        "successive cards are a `run of` so many",
    ),
    said(
        r": (COUNT)( or more)?(?: cards?)? of(?: the)?(?: same)? (NAME)$",
        lambda m, w: f": {number(m[1])}{m[2] or ''} alike in {m[3]}",
        "cards of one rank are so many `alike in` it",
    ),
    said(r": (\d+)( or more)? alike$", r": \1\2 alike in rank", "in what they are alike is missing"),
    said(r": run of (\d+(?: or more| to \d+)?)$", r": run of \1 in rank", "in what they follow each other is missing"),
    said(
        r": (\d+)( or more)? in (?:a )?(?:row|sequence|order)$",
        r": run of \1\2 in rank",
        "successive cards are a `run of` so many",
    ),
    said(r": (?:an? |any )?(?:single |one )?cards?$", ": any 1", "a form says how many cards it has"),
    said(
        r"^(combination NAME) of cards?(?: c)?:$",
        lambda m, w: f"{m[1]} of {w.cards} c:",
        "a combination is of cards, and gives one a name",
    ),
    said(
        r"^(order .+?),? (?:low to high|high to low|ascending|descending|aces? high|aces? low)$",
        r"\1",
        "how values follow each other is told by their kind: kind rank, low to high: …",
    ),
    said(r"^order by (?=NAME)", lambda m, w: f"order {w.cards} by ", "an order says of which cards it is"),
    said(r"^order (?!NAME by\b)(?=NAME)", lambda m, w: f"order {w.cards} by ", "an order says of which cards it is"),
    said(
        r"^(counter NAME(?: of each NAME)?) (?:=|is|:|starts? (?:at|from|as|with)|at) (?=\d)",
        r"\1 from ",
        "a counter starts `from` a number",
    ),
    said(
        r"^(marker NAME(?: of each NAME)?) (?:=|is|of|for|on|marks) (?:an? )?(?!each)",
        r"\1: ",
        "what a marker marks stands behind a colon",
    ),
    said(
        r"^((?:zone|pile|counter|flag|marker) NAME) (?:of |for |per )?(?:each |every |all |per )?(player)s?\b",
        r"\1 of each \2",
        "of what there are several is said with `of each`",
    ),
    said(
        r"^((?:zone|pile) NAME(?: of each NAME)?),? (?:numbered )?(\d+) to (\d+)",
        r"\1, numbered \2 to \3",
        "several places are `numbered 1 to …`, between commas",
    ),
    said(
        r",? ?(?:visible|known|shown|open|seen)(?: only)? (?:to|by)(?: only)?(?: the| its| their)? owners?(?: only)?$",
        ", seen by its owner",
        "who sees a zone is its owner, all or nobody",
    ),
    said(
        r"^(draw|discard|stock|trick|hand|score) (pile|zone)(?: (NAME))?$",
        lambda m, w: f"pile {m[3] or f'{m[1]}-pile'}, seen by {'nobody' if m[1] in ('draw', 'stock') else 'all'}",
        "a place opens with `zone` or `pile`, and has a name of one word",
    ),
    said(
        r"^(parameter NAME is [^,]+),? (?:from|between) (\S+) (?:to|and) (\S+)$",
        r"\1, adjustable from \2 to \3",
        "how far a parameter may be set is said with `adjustable`",
    ),
    said(
        r"^(term NAME) (?:of )?(NAME NAME)(?=:)",
        r"\1 of (\2)",
        "what a term is about stands in parentheses, with its kind",
    ),
    said(r"^(ruling @\w+):? ?(?=\")", r"\1 ", "a ruling has no colon"),
    said(r"^(?:the )?winners? (?:is|are) (?:the )?", "winners: ", "who wins stands behind `winners:`"),
    said(
        r"^(winners: )(?:the )?players? with (?:the )?(highest|lowest|most|fewest) (NAME)$",
        r"\1p in players with \2 \3 of p",
        "what is looked for gets a name, and a list to come from",
    ),
    said(r"^example (?=for NAME, )", "example first ", "an example has a name"),
    said(
        r"^(to|setup|round|turn|scoring)(?: of)?(?: (NAME))? player (NAME):$",
        lambda m, w: f"{m[1]} (player {m[3]}) {m[2] or 'takes-turn'}:",
        "who acts stands in parentheses, before what they do",
    ),
    said(r"^(?:play|start|main|begin|game):$", "to play:", "the game starts with `to play:`"),
    said(r"^(\s*for \d+(?: to \d+)? players?) (?:only|exactly|in all)$", r"\1", "nothing stands behind the players"),
    said(r"^(NAME): (NAME)$", _named_marker, "a marker says what it marks"),
    said(
        r"^(NAME): (NAME(?:, NAME)+)$",
        lambda m, w: None if _near(m[1]) else (f"kind {m[1]}: {m[2]}", f"kind {m[1].removesuffix('s')}: {m[2]}"),
        "a list of words is a `kind`",
    ),
    said(
        r"^(NAME)( of each player)?,? (?=seen by )",
        lambda m, w: None if _near(m[1]) else f"{'zone' if m[2] else 'pile'} {m[1]}{m[2] or ''}, ",
        "where cards lie is a `zone` or a `pile`",
    ),
    said(
        r"^(NAME) (?:is|=|:) (\d+)$",
        lambda m, w: None if _near(m[1]) else f"parameter {m[1]} is {m[2]}, adjustable from 0 to 99",
        "a number that has a name is a parameter, or a counter if it changes",
    ),
    said(r"(?<=, )(plays of NAME)", r"kept as \1", "a pile that keeps plays is `kept as plays of …`"),
    said(
        r"seen by (?:the |that |each |its )?(?:player|holder|self|themselves)$",
        "seen by its owner",
        "who sees a zone is its owner, all or nobody",
    ),
    said(
        r",? (?:reset|renewed|new|cleared|per|for|starts anew|during)(?: (?:each|every|at|in|by|with))* (NAME)$",
        lambda m, w: f", within {m[1]}" if m[1] in w.procedures else None,
        "how long it lives is said with `within`",
    ),
    said(
        r"^(term NAME) of \(?([a-z])\)?(?=:)",
        r"\1 of (player \2)",
        "what a term is about stands in parentheses, with its kind",
    ),
    said(r"^(term NAME of \([^)]*\)) (?:is|=|means) ", r"\1: ", "the meaning of a term stands behind a colon"),
    said(
        r"^(\d+) (dice|die)(?: called (NAME))? in (NAME)(?=:)",
        lambda m, w: f"dice called {m[3] or 'die'} in {m[4]}, {m[1]} of them",
        "how many dice there are stands at the end: `, 3 of them`",
    ),
    said(
        r"^((?:zone|pile) NAME) (?:of|for|with) (?:the )?(?!each)(NAME)(?=,|$)",
        lambda m, w: next(
            (f"{m[1]}, holding {c}" for c in sorted(w.components) if m[2] in (c, c + "s", "dice", "cards")), None
        ),
        "which cards or dice lie in a place is said with `holding`",
    ),
    said(
        r"^term ((?:player|card|number) NAME) (?=is NAME\b|NAME \()",
        r"term (\1) ",
        "what a term is about stands in parentheses, with its kind",
    ),
    said(
        r"^(term \([^)]*\) (?:is )?NAME) (?:if|when|where|=|means) ",
        r"\1: ",
        "the meaning of a term stands behind a colon",
    ),
    said(r"^(flag NAME(?: of each NAME)?) ?(?:=|:|is|starts as) ?(?:no|yes|true|false)$", r"\1", "a flag starts as no"),
    said(r"(?<=\| )all(?: the)? NAME(?= *(?:\||$))", "each", "every value of the kind is `each`"),
    said(r": (\d+)\+ ?(?=alike)", r": \1 or more ", "so many and more are `3 or more`"),
    said(
        r": (?:at least|min(?:imum)?(?: of)?) (\d+) (?=alike|in)", r": \1 or more ", "so many and more are `3 or more`"
    ),
    said(
        r": (\d+)( or more)? (?:cards? )?(?:with|having|of)(?: the)? same (NAME)$",
        r": \1\2 alike in \3",
        "cards of one rank are so many `alike in` it",
    ),
    # examples
    said(
        r"^(\s+)(?:rolls?|draws?|chance|random|dice|cards)(?=: )", r"\1luck", "what chance brings stands behind `luck:`"
    ),
    said(
        r"^(\s+luck: )(\d+(?: \d+)+)$",
        lambda m, w: m[1] + m[2].replace(" ", ", "),
        "outcomes stand with commas between them",
    ),
    said(
        r"^(\s+)(NAME) (?:chooses|picks|selects|decides|opts)(?: to| for)? (NAME)",
        lambda m, w: f"{m[1]}{m[2]} does {m[3]}" if m[3] in w.options else None,
        "in an example a player `does` an option",
    ),
    said(
        r"^(\s+NAME (?:does|can|can only|cannot) NAME) ([^\[\],]+(?:, (?!for )[^\[\],]+)+)$",
        r"\1 [\2]",
        "several cards are a list, in brackets",
    ),
    said(
        r"^(\s+)(NAME)$",
        lambda m, w: f"{m[1]}at {m[2]}" if m[2] in w.procedures else None,
        "where an example starts is said with `at`",
    ),
    said(
        r"^(\s+)(NAME) (?:can ?not|can't|cant|may not|must not|couldn't) (?=NAME)",
        r"\1\2 cannot ",
        "what a player may not do is asked with `cannot`",
    ),
    said(
        r"^(\s+)(NAME) (?:could|may|is able to|might) (?=NAME)",
        r"\1\2 can ",
        "what a player may do is asked with `can`",
    ),
    said(r"^(\s+)luck (?:is|=|comes|gives) ", r"\1luck: ", "what chance brings stands behind `luck:`"),
    said(
        r"^(\s+expect )(?:the )?(?:winner is )?(NAME)(?: wins)?$",
        lambda m, w: f"{m[1]}winners is [{m[2]}]" if "win" in m[0] else None,
        "who wins is the list `winners`",
    ),
    said(
        r"(?<=given )(NAME) (NAME)(?=: )",
        lambda m, w: f"{m[1]} of {m[2]}" if m[1] in w.names else None,
        "what belongs to something is said with `of`",
    ),
    said(
        r"(?<=given )(NAME) (NAME) ([^:]+)$",
        _given,
        "what is given is told as: place or counter, a colon, and what it is",
    ),
    said(r"^(\s+)(NAME) (NAME)\b(?!:)", _does, "in an example a player `does` an option"),
    # variants
    said(
        r"(?<=remove )(?:parameter|kind|cards|dice|zone|pile|counter|flag|marker|term|combination|to|setup|round|turn|scoring|always|option|limit|procedure|rule|row) (?:\([^)]*\) ?)?(NAME)$",
        lambda m, w: m[1],
        "what is taken out is called by its name alone",
    ),
    said(
        r"(?<=remove )(?:ruling )?@?([A-Za-z]+[0-9]+)$",
        lambda m, w: f"@{m[1].upper()}",
        "a ruling is called by its tag",
    ),
    said(r"^(\s+remove NAME) (?:from|of) (?=NAME$)", r"\1 in ", "where it is taken out is said with `in`"),
    said(r"^(\s+)(?:change|set) (NAME) (?:to|=) ?", r"\1\2 is ", "a change sets a value with `is`"),
)

ADVICE = (
    Advice(
        re.compile(
            r"^\s+(?:repeat|while|until)\b (?P<at>.*\b(?:likes?|wants?|wishes|chooses|decides|pleases?)(?: to)?):?$"
        ),
        "who goes on as long as they like is asked each time",
        "write `repeat:`, and below it a choice with an option that goes on and one that ends the procedure: to stop:"
        " and below it: end takes-turn",
    ),
    Advice(
        re.compile(r"^(?:\s+(?:add |replace )?)?(?:to|setup|round|turn|scoring)(?: \((?P<at>player [\w-]+)\)):"),
        "a procedure has a name, behind who does it",
        "like: turn (player p) takes-turn:",
    ),
    Advice(
        re.compile(r"^\s+(?:add |replace )?(?P<at>game|title|name)\b.*\""),
        "a variant is called as its first line says",
        'how a book calls it stands in the words file: below [variant.NAME], title = "…"',
        "a variant",
    ),
    Advice(
        re.compile(
            r"^(?:\s+(?:add|replace) )?(?:counter|flag|marker) [\w-]+ of each [\w-]+(?P<at>,? (?:and |and of |of |for |per )(?:each )?[\w-]+)"
        ),
        "a counter, flag or marker is of each of one thing, not of two",
        "count pieces in a zone of each player: see `A number for each player and each colour` in HOW_TO_SAY_IT.md",
    ),
    Advice(
        re.compile(r": (?P<at>\d+(?: or more)? in) "),
        "a form tells how its cards go together",
        "like: 3 or more alike in rank; or: run of 3 or more in rank",
    ),
    Advice(
        re.compile(r": run of .* in [\w-]+(?P<at>,? (?:and|alike|of|with|same)\b.*)$"),
        "a run says how its cards follow each other, and no more",
        "what else must hold of it, an option asks: to lay m from …, where m is …, by a term (… m) is …",
    ),
    Advice(
        re.compile(
            r"^(?:zone|pile) .*, holding [\w-]+(?P<at>(?:,? (?:and|or)|,| [+&]|/) "
            r"(?!kept\b|seen\b|numbered\b|open\b|closed\b|hidden\b|secret\b|visible\b|shown\b|public\b|private\b)"
            r"[\w-]+)(?=\s*(?:[,+&/]|$|(?:and|or)\b))"
        ),
        "a zone holds one sort of cards or dice",
        "give each sort a zone of its own: zone green-cup, holding green, seen by all; for a cup of several sorts see"
        " `hoyle explain E205`",
    ),
    Advice(
        re.compile(r"^kind [\w-]+, (?P<at>high to low|highest first|descending|in order|ordered)"),
        "a kind with an order goes from low to high",
        "like: kind rank, low to high: 2 to 10, jack, queen, king, ace",
    ),
    Advice(
        re.compile(r"^(?P<at>(?:deck|pack|cards)(?: of cards)?(?: \d+)?):"),
        "cards are declared with where they start, and a table of their faces",
        "like: cards in deck: and below it: name | suit | rank, and: card | each | each",
    ),
    Advice(
        re.compile(
            r"^\s+limit [\w-]+ on [\w-]+: (?:when .*, )?(?:only )?(?P<at>(?:\w+ )?(?:must|has to|have to|should|may)\b.*)"
        ),
        "a limit says what must hold of the pick",
        "like: limit follow on play: when trick is not empty, only suit of c is suit of lead of trick, if possible",
    ),
    Advice(
        re.compile(r"^\s+(?P<at>limit [\w-]+:|must\b|only\b|players? must)"),
        "a limit has a name, and says of which option",
        "like: limit follow on play: when trick is not empty, only suit of c is suit of lead of trick, if possible",
    ),
    Advice(
        re.compile(r"^\s+[\w-]+(?: of [\w-]+)* (?P<at>is|=|are|has) (?!.*:$)\S"),
        "an example has lines that open with `given`, `at`, `luck` and `expect`, and acts",
        "what holds at the start is told like: given trump: spades; what must come out like: expect trump is spades",
        "an example",
    ),
    Advice(
        re.compile(r"^\s+(?:(?:replace|add|remove) )?(?P<at>else|otherwise)\b"),
        "`else:` and `otherwise:` have no name, so a variant cannot change them by themselves",
        "replace the whole procedure: replace turn (player p) NAME: and its rules below",
        "a variant",
    ),
    Advice(
        re.compile(r"^\s+[\w-]+ (?P<at>does|can|can only|cannot) (?=\d)"),
        "the name of an option stands here",
        "like: ann does play 3 of spades",
    ),
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
        re.compile(r": (?P<at>.* alike in NAME and .*)$".replace("NAME", r"\w+")),
        "a form is one set of cards of one size, one kind",
        "what no form tells, such as a full house, is an option with a condition",
    ),
    Advice(
        re.compile(r"^\s+(?P<at>add (?:an? )?(?:option|limit)) "),
        "options and limits are added below a line that says where",
        "like: add in takes-turn: and below it, indented: to pass",
    ),
    Advice(
        re.compile(r"^\s+replace (?P<at>(?!in\b)[a-z][\w-]*):$"),
        "`replace` is followed by `in` and a procedure, for its options and limits, or by a whole declaration",
        "like: replace in takes-turn: and options below it; or: replace turn (player p) takes-turn: and rules below it",
    ),
    Advice(
        re.compile(r"^\s*(?:players|each player|all players|everyone) (?P<at>chooses?)\b.*:$"),
        "a player chooses, or several `together`",
        "say `for each p in players:` and below it `p chooses:`; all in secret: together, each p in players chooses:",
    ),
    Advice(
        re.compile(r"^\s*(?:if|else if)\b.*\b(?P<at>then) [a-z]"),
        "what follows a condition stands below it",
        "end the condition with a colon, and indent what follows by two spaces",
    ),
    Advice(
        re.compile(
            r"^\s*(?:WHO) (?P<at>discards|plays|gives|places) (?:\d+|some|two|three) cards?\b".replace(
                "WHO", r"[\w-]+(?: of [\w-]+)*"
            )
        ),
        "which cards they are, a player chooses",
        "let the player choose one after the other, or one of the combinations: to discard m from pair of hand of p onto …",
    ),
    Advice(
        re.compile(r"^\s*(?P<at>end(?: the)? (?:round|turn|hand|trick|deal|phase))$"),
        "what ends is a procedure, by its name",
        "write `end` and the name behind `to`, `round` or `turn` of the procedure that is over",
    ),
)
