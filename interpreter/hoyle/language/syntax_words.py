"""The words in which mistakes of syntax are told: what each token is called, how each construct looks, which habits of
other languages and of plain English have a right form here.

What always holds: nothing here decides what is right. A replacement is tried, and told only if the grammar takes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass


def listed(text: str) -> tuple[str, ...]:
    """The words of a text, for lists of them that read as lines."""
    return tuple(text.split())


# What a token is called in a message. A token that is one fixed word is called by that word, and needs no line here.
TOKENS = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "a text in quotes",
    "TAG": "a ruling such as @F3",
    "COMPARE": "a comparison such as `=` or `<`",
    "PLUS": "`+` or `-`",
    "TIMES": "`×` or `/`",
    "DASH": "`-`",
    "ARTICLE": "`a`",
    "PICK": "`first`, `last` or `number of`",
    "REDUCE": "`total`, `highest` or `lowest`",
    "EXTREME": "`most`, `fewest`, `highest` or `lowest`",
    "GAIN": "`gains` or `loses`",
    "HOOK": "`after` or `before`",
    "ALONE": "`alone`",
    "VIEW": "`seen by its owner`, `seen by all` or `seen by nobody`",
    "VERB": "a verb such as `take`, `put` or `discard`",
    "VERBS": "a verb such as `takes`, `puts` or `discards`",
    "IS_COMPARE": "`at least`, `at most` or another comparison",
    "LIMIT": "`limit`",
    "LOW_TO_HIGH": "`, low to high`",
    "IF_POSSIBLE": "`, if possible`",
    "_A_RANDOM": "`a random`",
    "_ALLOW": "`allow`",
    "_GAME_ENDS": "`game ends as`",
    "_GAME": "`game`",
    "_VARIANT": "`variant`",
    "SHAPE": "`zone` or `pile`",
    "TRACK": "`counter`, `flag` or `marker`",
    "COMPONENT": "`cards` or `dice`",
    "ROLE": "`to`",
    "_FOR": "`for`",
    "_FOR_EXAMPLE": "`for`",
    "_NL": "the end of the line",
    "_INDENT": "an indented line",
    "_DEDENT": "the end of the block",
    "$END": "the end of the file",
}

# What to try in the place of a token that is missing, where it is not one fixed word.
FILLERS = {
    "NAME": "x",
    "NUMBER": "1",
    "STRING": '"x"',
    "VIEW": "seen by all",
    "_A_RANDOM": "a random",
    "_ALLOW": "allow",
    "_GAME_ENDS": "game ends as",
}

DECLARATIONS = listed(
    "game variant for winners parameter kind cards dice order zone pile counter flag marker term combination to setup "
    "round turn scoring ruling example always measure scope"
)

# Which words open a line where: in what a declaration holds, or at the left margin.
_OPENING = listed("let if else for repeat turns together deal shuffle roll reveal end otherwise")
PLACES = {
    **dict.fromkeys(("given", "at", "expect"), "an example"),
    **dict.fromkeys(_OPENING, "a procedure"),
    **dict.fromkeys(("replace", "add", "remove", "allow", "after", "before"), "a variant"),
}
HOLDERS = {
    "example": "an example",
    **dict.fromkeys(("to", "setup", "round", "turn", "scoring", "after", "before"), "a procedure"),
    **dict.fromkeys(("variant", "scope"), "a variant"),
}

CONTINUING = ("and", "or", "where", "with", "alone", "until")

# How a line looks that opens with this word, or holds it (the second table, where the word stands further in).
MODELS = {
    "game": 'game "Pig"',
    "variant": 'variant short of "Pig":',
    "scope": "scope small:",
    "winners": "winners: p in players with highest points of p",
    "parameter": "parameter target is 100, adjustable from 10 to 500",
    "kind": "kind suit, low to high: clubs, diamonds, hearts, spades",
    "cards": "cards in deck:",
    "dice": "dice in cup, 2 of them:",
    "order": "order card by rank, suit",
    "zone": "zone hand of each player, seen by its owner",
    "pile": "pile deck, seen by nobody",
    "counter": "counter points of each player",
    "flag": "flag bound of each player, within play-table",
    "marker": "marker starter: player",
    "term": "term (player p) is out: hand of p is empty",
    "combination": "combination meld of card c:",
    "setup": "setup deal-round:",
    "round": "round play-round:",
    "turn": "turn (player p) takes-turn:",
    "scoring": "scoring (player p) goes-out:",
    "ruling": 'ruling @F2 "The source does not say who starts."',
    "always": "always one-winner: size of winners-so-far <= 1",
    "measure": "measure takes-turn: size of hand of players",
    "example": "example a-pair-wins for ann, bob:",
    "given": "given hand of ann: 3 of spades, 4 of hearts",
    "at": "at ann takes-turn",
    "luck": "luck: die 6",
    "expect": "expect points of ann = 2",
    "let": "let starter be a random p in players",
    "if": "if hand of p is empty:",
    "else": "else if points of p > 10:",
    "repeat": "repeat until points of p >= target:",
    "turns": "turns for p in players from starter until decided:",
    "together": "together, each p in players chooses:",
    "otherwise": "otherwise:",
    "limit": "limit opening on play: when table is empty, only m has 3 of spades",
    "deal": "deal 5 from deck to hand of players",
    "shuffle": "shuffle deck",
    "roll": "roll cup",
    "reveal": "reveal hand of p to all",
    "end": "end game as target-reached",
    "replace": "replace kind rank: 3, 4, 5",
    "add": "add counter misses of each player",
    "remove": "remove pass",
    "allow": "allow pass in takes-turn, where hand of p is empty",
    "after": "after takes-turn:",
    "before": "before takes-turn:",
}
STATEMENT_MODELS = {
    "for": "for each p in players:",
    "to": "to play c from hand of p onto table, where c fits table:",
    "turn": "turn up 1 from deck onto table",
}
INNER_MODELS = {
    "chooses": "p chooses:",
    "becomes": "starter becomes left of starter",
    "gains": "p gains 3",
    "scores": "p scores 3",
    "loses": "chips of p loses 2",
    "does": "ann does play 3 of spades onto table",
    "cannot": "ann cannot pass",
    "takes": "p takes top of deck into hand of p",
    "discards": "p discards c onto discard-pile",
}


Replacement = str | Callable[[re.Match[str]], str]


@dataclass(frozen=True)
class Habit:
    """Something people write: `pattern` in a line, what to write for it, what is wrong with it.

    The caret goes under the group `at` of the pattern. Where `hint` is empty, the line is shown as it would be right.
    `holder` is the word that opens the declarations where people write so, if it is only there.
    """

    pattern: re.Pattern[str]
    replacement: Replacement
    message: str
    hint: str
    holder: str


def _habits(message: str, *pairs: tuple[str, Replacement], hint: str = "", holder: str = "") -> list[Habit]:
    name = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
    return [Habit(re.compile(p.replace("NAME", name)), new, message, hint, holder) for p, new in pairs]


_WHO_SEES = "`{at}`: who sees a zone is its owner, all or nobody"
_ROLE = r"^(to|setup|round|turn|scoring)"
_DECIDES = r"(?:may |can |must )?(?:choose|pick|decide)s?|chose|may|must"
_EACH = "for each|per|for every|for all|of every|of all"
_MANY = r"every ?one|every ?body|any ?one|every player|all players|each player|players|the table"

# Tried in this order on the line of a mistake; the first whose replacement lets reading go on past the line is told.
_DECLARATION_HABITS = [
    *_habits(
        _WHO_SEES,
        (r"\bseen by (?P<at>(?:the |their |its |an? )?owners?(?: only)?)(?=\s|$)", "seen by its owner"),
        (rf"\bseen by (?P<at>{_MANY})\b", "seen by all"),
        (r"\bseen by (?P<at>no ?one|no-one|none|no players?)\b", "seen by nobody"),
        (r",?\s*(?P<at>face[ -]?up|visible(?: to (?:all|everyone))?|open|public)$", ", seen by all"),
        (r",?\s*(?P<at>face[ -]?down|hidden|secret|invisible)$", ", seen by nobody"),
        (r",?\s*(?P<at>private)$", ", seen by its owner"),
    ),
    *_habits("a comma stands before `seen by`", (r"(?<=[^,\s])(?P<at>\s+)seen by", ", seen by")),
    *_habits(
        "who may see this zone is missing",
        (r"^(?P<at>\s*(?:replace |add )?(?:zone|pile) .*?),?$", r"\1, seen by all"),
        hint="end the line with one of: seen by its owner, seen by all, seen by nobody",
    ),
    *_habits(
        "a parameter gets its value after `is`",
        (r"^(parameter NAME)\s*(?P<at>:=|==|=|:)\s*", r"\1 is "),
    ),
    *_habits(
        "the range of a parameter is said with `from … to …`",
        (r",?\s*(?:adjustable )?(?P<at>(?:between|in) (\S+) and (\S+))$", r", adjustable from \2 to \3"),
    ),
    *_habits(
        "how far the parameter may be set is missing",
        (r"^(?P<at>parameter NAME is [^,]+?),?$", r"\1, adjustable from 0 to 99"),
        hint="end the line like: , adjustable from 1 to 20",
    ),
    *_habits(
        "the numbers of players stand in a line that opens with `for`",
        (r"^(?P<at>(?:players\s*:?\s*)?(\d+)\s*(?:-|–|\.\.+|…|or|to)\s*(\d+)(?: players)?)$", r"for \2 to \3 players"),
        (r"^(?P<at>(?:players\s*:?\s*)?(\d+)(?: players)?)$", r"for \2 players"),
    ),
    *_habits("a range is said with `to`", (r"^for (?P<at>(\d+)\s*(?:-|–|\.\.+|…|or)\s*(\d+))", r"for \2 to \3")),
    *_habits(
        "the values of a kind stand behind a colon",
        (r"^(kind NAME(?:, low to high)?)\s*(?P<at>=|is|are|of)\s*", r"\1: "),
    ),
    *_habits("a comma stands before `low to high`", (r"(?<=[^,\s])(?P<at> \(?low to high\)?)", ", low to high")),
    *_habits("a comma stands before `if possible`", (r"(?<=[^,\s])(?P<at> if possible)", ", if possible")),
    *_habits(
        "`{at}` opens no declaration",
        (r"^(?P<at>procedure|function|def|action|phase|step|proc|routine|sub) ", "to "),
        hint="rules that have a name open with `to`, `setup`, `round`, `turn` or `scoring`",
    ),
    *_habits("who acts stands before what they do", (rf"{_ROLE} (?P<at>(NAME) ?(\(.*\)))(?=\s*:)", r"\1 \4 \3")),
    *_habits(
        "who acts stands in parentheses, with its kind",
        (rf"{_ROLE} (?P<at>(NAME NAME)) (NAME)(?=\s*:)", r"\1 (\3) \4"),
    ),
    *_habits("rules that need nothing have no parentheses", (rf"{_ROLE} (NAME)(?P<at>\(\))(?=\s*:)", r"\1 \2")),
    *_habits(
        "in the parentheses stand a kind of thing and a name for it",
        (rf"{_ROLE} \((?P<at>[a-z])\)", r"\1 (player \2)"),
        (rf"{_ROLE} \((?P<at>NAME)\)", lambda m: f"{m[1]} ({m[2]} {m[2][0]})"),
    ),
    *_habits(
        "of what there are several is said with `of each`",
        (rf"^((?:zone|pile|counter|flag|marker) NAME) (?P<at>{_EACH}) ", r"\1 of each "),
    ),
    *_habits(
        "the meaning of a term stands behind a colon",
        (r"^(term NAME)\s*(?P<at>=|:=|is|means|are)\s+", r"\1: "),
    ),
    *_habits(
        "what belongs to something is said with `of`, a word of its own",
        (r"^term (?P<at>([a-z][a-z0-9-]*)-of) ?(?=\()", r"term \2 of "),
    ),
    *_habits(
        "what is said of something stands behind `is`",
        (r"^(term \([^()]*\))(?P<at> )(?=NAME:)", r"\1 is "),
    ),
]

_STATEMENT_HABITS = [
    *_habits("`{at}` is said otherwise", (r"^(\s*)(?P<at>elif|elsif|elseif|else, if|otherwise if)\b", r"\1else if")),
    *_habits(
        "there is no `{at}`",
        (r"^(\s*)(?P<at>while|as long as)\s+(.+?)\s*:?$", r"\1repeat until not (\3):"),
        (r"^(\s*)repeat (?P<at>while) (.+?)(?=\s*:$)", r"\1repeat until not (\3)"),
        hint="`repeat until …:` goes on until its condition holds",
    ),
    *_habits(
        "`{at}` is said otherwise",
        (r"^(\s*)(?P<at>loop|forever|do|repeat forever|repeat always)\s*:?$", r"\1repeat:"),
    ),
    *_habits(
        "what is done for all of a list opens with `for each`",
        (r"^(\s*)(?P<at>foreach|for every|for all|for any|for)\s+(?=NAME in\b)", r"\1for each "),
    ),
    *_habits(
        "`for each` gives a name to what it goes through",
        (r"^(\s*)for each (?P<at>player)(?=\s*:)", r"\1for each p in players"),
    ),
    *_habits(
        "there is no `then`",
        (r"(?P<at>,?\s*\bthen)\s*:?\s*$", ":"),
        hint="a condition ends with a colon, and what follows stands indented below it",
    ),
    *_habits(
        "`let` gives a name with `be`",
        (r"^(\s*)let (NAME)\s*(?P<at>:=|==|=|\bis\b|\bbecomes\b)\s*", r"\1let \2 be "),
    ),
    *_habits(
        "a counter `gains` and `loses`",
        (r"^(\s*)(NAME(?: of .+?)?)\s*(?P<at>\+=)\s*", r"\1\2 gains "),
        (r"^(\s*)(NAME(?: of .+?)?)\s*(?P<at>-=)\s*", r"\1\2 loses "),
        (r"^(\s*)(NAME(?: of .+?)?)\s*(?P<at>\+\+)$", r"\1\2 gains 1"),
        (r"^(\s*)(NAME(?: of .+?)?)\s*(?P<at>--)$", r"\1\2 loses 1"),
        (r"^(\s*)(?P<at>add) (.+) to (NAME(?: of .+)?)$", r"\1\4 gains \3"),
        (r"^(\s*)(?P<at>increase|raise) (.+) by (.+)$", r"\1\3 gains \4"),
        (r"^(\s*)(?P<at>decrease|reduce|lower) (.+) by (.+)$", r"\1\3 loses \4"),
    ),
    *_habits(
        "a procedure is called without parentheses, behind who acts",
        (r"^(\s*)(?P<at>(NAME) ?\(\s*\))$", r"\1\3"),
        (r"^(\s*)(?P<at>(NAME) ?\(\s*([^(),]+?)\s*\))$", r"\1\4 \3"),
        (r"^(\s*)(?P<at>(NAME) ?\(\s*([^(),]+?)\s*,\s*([^()]+?)\s*\))$", r"\1\4 \3 \5"),
        (r"^(\s*)(?P<at>(?:call|do|run|execute) )(?=NAME\b)", r"\1"),
    ),
    *_habits(
        "a player who decides `chooses`",
        (rf"^(\s*)(?:player )?(NAME) (?P<at>{_DECIDES})\s*:?$", r"\1\2 chooses:"),
        (r"^(\s*)(?P<at>choose|choice|options|chooses)\s*:?$", r"\1p chooses:"),
    ),
    *_habits("an option opens with `to`", (r"^(\s*)(?P<at>option|may|can|choose to) (?=NAME\b)", r"\1to ")),
    *_habits(
        "when an option may be taken is said with `where`",
        (r"^(\s*to NAME(?: [^,:]+)?)(?P<at>,? (?:if|when)) (?=\S)", r"\1, where "),
    ),
    *_habits(
        "an option moves the top of a pile, or what is picked",
        (r"^(\s*to NAME )(?P<at>(?:1|one|a card|the top card) (?:from|of) )(?=NAME)", r"\1top of "),
    ),
    *_habits("no article stands here", (r"^(\s*)end (?P<at>the )?game as", r"\1end game as")),
    *_habits(
        "how the game ends has a name",
        (r"^(\s*)(?P<at>game over|end the game|end game:|finish|stop)$", r"\1end game as over"),
        hint="like: end game as target-reached",
    ),
    *_habits(
        "what must come out opens with `expect`",
        (r"^(\s*)(?P<at>assert|check|then|ensure) ", r"\1expect "),
    ),
    *_habits(
        "what is given stands behind a colon",
        (r"^(\s+given [^:]*?)\s*(?P<at>==|=|\bis\b|\bare\b|\bbecomes\b|\bhas\b)\s*", r"\1: "),
    ),
    *_habits(
        "in an example a player `does` an option",
        (r"^(\s+)(NAME) (?!does\b|is\b|has\b|was\b)(?P<at>(NAME)s)\b", r"\1\2 does \4"),
        holder="example",
    ),
    *_habits(
        "what changes `becomes` its new value",
        (r"^(\s*)(?:set|change|make) (NAME(?: of .+?)?) (?P<at>to|=|:=|into) ", r"\1\2 becomes "),
        (r"^(\s*)(NAME(?: of .+?)?)\s*(?P<at>:=|==|=|<-|:|\bis\b|\bare\b)\s*", r"\1\2 becomes "),
    ),
    *_habits(
        "a change sets a value with `is`",
        (r"^(\s+)(NAME)\s*(?P<at>:=|==|=|:|\bbecomes\b|\bto\b)\s*(?=\S)", r"\1\2 is "),
    ),
]

_EXPRESSION_HABITS = [
    *_habits(
        "`{at}` is said otherwise",
        (r"(?P<at>\b(?:is )?(?:greater|bigger|larger|higher) than or equal(?: to)?)\b", "is at least"),
        (r"(?P<at>\b(?:is )?(?:less|smaller|lower|fewer) than or equal(?: to)?)\b", "is at most"),
        (r"(?P<at>\bis (?:greater|bigger|larger|higher|over|above)(?: than)?)\b", "is more than"),
        (r"(?P<at>\bis (?:smaller|lower|fewer|under|below)(?: than)?)\b", "is less than"),
        (r"(?P<at>\bis not equal to|\bis unequal to|\bis different from|\bisn't|\bisnt)\b", "is not"),
        (r"(?P<at>\bis equal to|\bequals to|\bequals|\bis the same as)\b", "is"),
    ),
    *_habits(
        "`is` is missing before `{at}`",
        (r"(?<!\bis )(?<!\bnot )(?P<at>\b(?:at least|at most|more than|less than|one of|none of))\b", r"is \1"),
    ),
    *_habits("a sign compares by itself, without `is`", (r"\b(?P<at>is )(<=|>=|<|>|=)", r"\2")),
    *_habits(
        "what belongs to something is said with `of`",
        (r"(?P<at>\b(NAME)\.(NAME))\b", r"\3 of \2"),
        (r"(?P<at>\b(NAME)['’]s (NAME))\b", r"\3 of \2"),
        (r"(?P<at>\b(NAME)\[([^\[\],]+)\])", r"\2 of \3"),
        (r"(?P<at>\b(NAME) ?\()(?=.)", r"\2 of ("),
    ),
    *_habits(
        "that there is one is said with `some`",
        (r"(?P<at>\b(?:any|exists|there is an?|there exists an?)) (?=NAME in\b)", "some "),
    ),
    *_habits(
        "what is drawn at random gets a name, and a list to come from",
        (r"(?P<at>\ba random player)\b", "a random p in players"),
    ),
    *_habits(
        "no article stands here",
        (r"(?P<at>\bthe (?=(?!first|last|number|total|highest|lowest)NAME))", ""),
        (r"(?P<at>\ban? )(?=NAME)", ""),
    ),
    *_habits("a range is said with `to`", (r"\b(?P<at>(\d+)(?:\.\.+|…|–|-)(\d+))\b", r"\2 to \3")),
    *_habits(
        "what is compared is said again",
        (r"(NAME(?: of NAME)*) ?(<=|>=|<|>|=) ?(\w\S*) (and|or) (?P<at><=|>=|<|>|=)", r"\1 \2 \3 \4 \1 \5"),
    ),
    *_habits(
        "what is looked for gets a name, and a list to come from",
        (r"\bthe (first|last|number of) (?P<at>players?) (?=where|with)", r"the \1 p in players "),
        (r"(?P<at>\b(?:the )?players?) with (highest|lowest|most|fewest) (NAME)$", r"p in players with \2 \3 of p"),
    ),
    *_habits(
        "that all are so is said as: no … where not …",
        (r"(?P<at>\b(?:every|each|all) (NAME)) in (.+?) where (.+)$", r"no \2 in \3 where not (\4)"),
    ),
    *_habits(
        "the highest, the lowest and the total of a list are said with `the`",
        (r"(?<!the )(?P<at>\b(total|highest|lowest)) (?=NAME of\b)", r"the \2 "),
    ),
    *_habits(
        "that all are so is said as: no … where … not …",
        (r"(?P<at>\b(?:every|each|all) (NAME) in (.+?) (?:is|are) not (.+?))(?=:?$)", r"no \2 in \3 where \2 is \4"),
        (r"(?P<at>\b(?:every|each|all) (NAME) in (.+?) (?:is|are) (.+?))(?=:?$)", r"no \2 in \3 where \2 is not \4"),
    ),
    *_habits(
        "those who have most are a list: … in players with most …",
        (
            r"(NAME) (?P<at>has (?:the )?(most|fewest|highest|lowest) (NAME))\b",
            r"\1 is one of (x in players with \3 \4 of x)",
        ),
    ),
    *_habits("one space stands here", (r"\b(replace|add)(?P<at>\s{2,})(?=NAME)", r"\1 ")),
    *_habits("numbers are whole", (r"\b(?P<at>(\d+)[.,](\d+))\b", r"\2"), hint="count in a smaller unit"),
]

HABITS = (*_DECLARATION_HABITS, *_STATEMENT_HABITS, *_EXPRESSION_HABITS)


@dataclass(frozen=True)
class Sign:
    """Signs that the language does not have: `pattern` at the place of a mistake, what to write, what is wrong."""

    pattern: re.Pattern[str]
    replacement: Replacement
    message: str
    hint: str


def _sign(pattern: str, replacement: Replacement, hint: str, message: str = "`{found}` is no sign here") -> Sign:
    return Sign(re.compile(pattern), replacement, message, hint)


_STRAIGHT = 'texts stand in straight double quotes: "'
_QUOTES = "“”„‟«»"
_INVISIBLE = "\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\u0085\x01-\x08\x0b\x0c\x0e-\x1f\x7f"


def _straight(found: re.Match[str]) -> str:
    return '"' + found[0].strip(_QUOTES + "‘’'`\"") + '"'


SIGNS = (
    _sign(f'[{_QUOTES}][^{_QUOTES}"]*[{_QUOTES}"]?', _straight, _STRAIGHT, "these are curly quotes"),
    _sign("‘[^‘’]*’|'[^']*'|`[^`]*`", _straight, _STRAIGHT, "these are not the quotes of a text"),
    _sign(r"==+", "=", "write: ="),
    _sign(r"!==?|<>|≠|=/=|~=", " is not ", "write: is not"),
    _sign(r"=>|≥", ">=", "write: >="),
    _sign(r"=<|≤", "<=", "write: <="),
    _sign(r":=|<-", "becomes", "what changes `becomes` its new value"),
    _sign(r"&&?", " and ", "write: and"),
    _sign(r"\|\|", " or ", "write: or"),
    _sign(r"!(?=\s*[a-z(])", "not ", "write: not"),
    _sign(r"%", " mod ", "write: mod"),
    _sign(r"÷", "/", "write: /"),
    _sign(r"[♠♥♦♣♤♡♢♧]", "", "say the suit in words: 2 of spades"),
    _sign(r"[−–—‐‑]", "-", "write: -", "`{found}` is not the minus of the keyboard"),
    _sign(r"[·∙⋅•✕✖]", "×", "write: × or *"),
    _sign(r"//.*|/\*.*|--.*", "", "a comment opens with #", "a comment does not open like this"),
    _sign(r";", "", "each rule has a line of its own"),
    _sign(r"[{}]", "", "what belongs together is indented below a line that ends with a colon"),
    _sign(r"\.(?=\s|$)", "", "leave it out", "a line ends without a full stop"),
    _sign(r"[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]", " ", "write a plain space", "this is not a plain space"),
    _sign(f"[{_INVISIBLE}]", "", "delete it, and type the words around it again", "an invisible sign stands here"),
    _sign(r"[^\w\s\"'#@()\[\]|,:<>=+*/×.-]", "", "leave it out"),
    _sign(r"\r", "", "save the file with other line ends", "the line ends with a lone carriage return"),
)


def replaced(text: str, found: re.Match[str], replacement: Replacement) -> str:
    """A text with what was found in it replaced."""
    new = replacement(found) if callable(replacement) else found.expand(replacement)
    return text[: found.start()] + new + text[found.end() :]
