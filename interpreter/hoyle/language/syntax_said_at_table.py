"""What rules of games say in prose, and what is written for it: rows of a table, as in `syntax_said_table`."""

from __future__ import annotations

import re

from .syntax_declared import Declared
from .syntax_phrases import OF, Phrase, row

_FALLEN = "what has fallen is asked of the dice: that there is one is said with `some`, a name and a list"
_ADDED = "numbers of several are added up with `the total … of`"
_ROLLED = "dice are rolled where they lie"
_FORM = "a form is so many `alike in` a column, or a `run of` so many"
_ONE_SUIT = "a run is told by its ranks; that it is of one suit is asked by a term of it, where it is picked"
_EMPTY = "whether there are cards is asked of a place"
_TURNED = "a card is turned up `from` where `onto` where"
_ONLY_NUMBER = "a number stands without a word for what"
_LIMITED = "a limit says what must hold of the pick"
_COMPARED = "a number is compared with `=`, `<`, `>=` and the like"

_PICKED = "an option gives what is picked a name: `NAME from PLACE`"
_MARKED = "a marker `becomes` whom it marks"
_ASKED = "what is asked of a card is asked of one of its columns"
_SCORED = "what a player gains is said with `scores`, or of a counter of theirs"
_COUNTED = "a counter gains and loses a number, or becomes another"
_ENDS = "what ends is a procedure, by its name; whose turn is next, the rule says that calls it"


def _drawn(found: re.Match[str], words: Declared) -> str | None:
    """`to draw a card from the deck`: what is drawn goes into the hand."""
    if not words.hands:
        return None
    option = found["option"].replace(" ", "-")
    return f"{found['margin']}to {option} top of {found['place']} into {words.hand} of {words.actor}"


SAID_AT_TABLE = (
    # dice
    row("(?:an? |any |the )?NUM (?:is|was|has been|gets) (?:rolled|thrown)", "some d in TRAY where d is NUM", _FALLEN),
    row("(?:an? |any )?NUM (?:comes|shows|turns) up", "some d in TRAY where d is NUM", _FALLEN),
    row(
        "WHO (?:rolls|has rolled|rolled|throws|threw) (?:an? |any )?(?=\\d)NUM",
        "some d in TRAY where d is NUM",
        _FALLEN,
    ),
    row(
        "(?:the )?(?:sum|total|value|number|points|pips)(?: rolled)?(?: of| on| shown by)? (?:the |all |all the |both )?(?:dice|rolled dice|roll)",
        "the total EACHFIGURE of TRAY",
        _ADDED,
    ),
    row(
        "^(?:WHO )?(?:rolls?|throws?) (?:the |all |all the |their |his |her )?(?:MANY )?dice(?: again| together| at once)?$",
        "roll TRAY",
        _ROLLED,
    ),
    # forms
    row(
        "^NAME: MANY or MANY2 (?:CARD )?(?:of|with|in) (?:the )?(?:same|equal) COLUMN$",
        "NAME: MANY to MANY2 alike in COLUMN",
        _FORM,
    ),
    row(
        "^NAME: MANY(?: CARD)? or more(?: CARD)? (?:of|with|in) (?:the )?(?:same|equal) COLUMN$",
        "NAME: MANY or more alike in COLUMN",
        _FORM,
    ),
    row(
        "^NAME: (?:an? )?(?:sequence|run) of (?:at least )?MANY(?: or more)?(?: CARD)?$",
        "NAME: run of MANY or more in EACHRANK",
        _FORM,
    ),
    row(
        "^NAME: (?:at least )?MANY(?: or more)? CARD in (?:a )?(?:sequence|a row|order|succession)$",
        "NAME: run of MANY or more in EACHRANK",
        _FORM,
    ),
    row(
        "^NAME: (?:an? )?(?:sequence|run|straight) of (?:at least )?MANY(?: or more)?(?: CARD)? (?:of|in|with) (?:the )?(?:same|one|equal) COLUMN$",
        "NAME: run of MANY or more in EACHRANK",
        _ONE_SUIT,
    ),
    row(
        "^NAME: (?:at least )?MANY(?: or more)? CARD in (?:a )?(?:sequence|a row|order|succession),? (?:of|in|with) (?:the )?(?:same|one|equal) COLUMN$",
        "NAME: run of MANY or more in EACHRANK",
        _ONE_SUIT,
    ),
    # cards
    row(
        "WHO has no (?:more )?CARD(?: left| any ?more)?(?: in (?:the |his |her |their )?hand)?(?=:?$| and | or )",
        "HAND of WHO is empty",
        _EMPTY,
    ),
    row("WHO has no (?:more )?CARD (?:left )?(?:in|on) (?:the |his |her |their )?HOLD", "HOLD of WHO is empty", _EMPTY),
    row(
        "^(?:turn up|turn over|flip|flip over|reveal|turn) (?:the )?(?:top )?(?:CARD )?(?:of|from) (?:the )?ZONE"
        " (?:to start|to begin|to form|to make|as|to|for|onto|on|beside it as)(?: the| an?)?(?: new)? ZONE2$",
        "turn up 1 from ZONE onto ZONE2",
        _TURNED,
    ),
    row(
        "^(?:turn over|turn|flip|flip over) (?:the )?ZONE to (?:form|become|make|be)(?: the| an?)?(?: new)? ZONE2$",
        "put ZONE into ZONE2",
        "cards go `into`, `onto`, `to` or `under` a place",
    ),
    row(
        "(?:the )?(?:sum of |total of )?(?:the )?FIGURE of (?:all )?(?:the )?CARD (?:left |remaining |still |that are |they have )?(?:in|of|on) (?:the )?WHO",
        "the total FIGURE of WHO",
        _ADDED,
    ),
    # numbers
    row("^NAME: NUM THING(?= if | otherwise)", "NAME: NUM", _ONLY_NUMBER),
    row("WHO has (?:less|fewer) than NUM THING", "THING of WHO < NUM", _COMPARED),
    row("WHO has (?:more than|over) NUM THING", "THING of WHO > NUM", _COMPARED),
    row("WHO has (?:at least NUM|NUM or more) THING", "THING of WHO >= NUM", _COMPARED),
    row("WHO has (?:at most NUM|NUM or (?:less|fewer)) THING", "THING of WHO <= NUM", _COMPARED),
    # limits
    row(
        "^limit NAME on OPTION: (?:when REST, )?(?:only )?(?:the |of the )?same COLUMN as REST2, if possible$",
        (
            "limit NAME on OPTION: when REST, only COLUMN of PICKED is COLUMN of REST2, if possible",
            "limit NAME on OPTION: only COLUMN of PICKED is COLUMN of REST2, if possible",
        ),
        _LIMITED,
    ),
    row(
        "^limit NAME on OPTION: (?:when REST, )?(?:only )?(?:the |of the )?same COLUMN as REST2$",
        (
            "limit NAME on OPTION: when REST, only COLUMN of PICKED is COLUMN of REST2",
            "limit NAME on OPTION: only COLUMN of PICKED is COLUMN of REST2",
        ),
        _LIMITED,
    ),
    # options
    Phrase(
        re.compile(
            rf"^(?P<margin>\s*)to (?P<option>draw|take|pick-up|pick up|get|buy)(?: up)? (?:an? |one |1 |the )?"
            rf"(?:(?:top )?card (?:from|of|off)(?: the)?|top of(?: the)?) (?P<place>{OF})(?=,|:|$)"
        ),
        _drawn,
        "an option says where the card goes: `into hand of p`",
        broad=True,
    ),
    row(
        "^to OPTION (?:an? |one |the )?FORMED (?=from|into|onto|under)",
        "to OPTION m from FORMED of HAND of ACTOR ",
        _PICKED,
    ),
    row(
        "^to OPTION (?:an? |one |the )?FORMED from WHO (?=into|onto|under)REST where it ",
        "to OPTION m from FORMED of WHO REST where m ",
        _PICKED,
    ),
    row("^to OPTION ONE (?=from|in)REST where it ", "to OPTION ONE REST where ONE ", _PICKED),
    row(
        "^to OPTION (?:the )?ZONE(?=,|:|$)",
        "to OPTION",
        "an option is called by one word; what it does stands below it",
    ),
    # who is marked
    row("^WHO becomes (?:the )?(?:new )?MARKER$", "MARKER becomes WHO", _MARKED),
    row("^WHO is (?:now )?(?:the )?(?:new )?MARKER$", "MARKER becomes WHO", _MARKED),
    row(
        "^(?:the )?MARKER is (?:chosen|drawn|picked|selected|determined|decided)(?: at random| by lot| randomly| by chance)?$",
        "MARKER becomes a random p in players",
        "what is drawn at random gets a name, and a list to come from",
    ),
    row("^(?:the )?players take turns (?:as|being|to be) (?:the )?MARKER$", "MARKER becomes left of MARKER", _MARKED),
    # what holds
    row(
        "(?<=until )(?:all|every)(?: of)?(?: the)? CARD (?:is|are|has been|have been) (?:played|gone|used|used up|laid)(?: out| down)?",
        "HAND of players is empty",
        _EMPTY,
    ),
    row(
        "WHO has (?:an? |the )?(?:higher|bigger|greater|larger|better) COLUMN than WHO2",
        "COLUMN of WHO > COLUMN of WHO2",
        _ASKED,
    ),
    row("WHO has (?:an? |the )?(?:lower|smaller|less) COLUMN than WHO2", "COLUMN of WHO < COLUMN of WHO2", _ASKED),
    row("WHO is (?:higher|stronger|better|greater) than WHO2", "EACHRANK of WHO > EACHRANK of WHO2", _ASKED),
    row("WHO is (?:lower|weaker|smaller) than WHO2", "EACHRANK of WHO < EACHRANK of WHO2", _ASKED),
    row(
        "WHO is (?:an? )?MARKER and WHO2 is not(?=:?$| if | and )",
        "MARKED of WHO is MARKER and MARKED of WHO2 is not MARKER",
        "each side of `and` is a whole condition",
    ),
    row(
        "WHO is NAME and WHO2 is not(?=:?$| if | and )",
        "WHO is NAME and WHO2 is not NAME",
        "each side of `and` is a whole condition",
    ),
    # what is won and lost
    row("^WHO (?:keeps|gets|takes|banks|wins|earns) (?:the |all the |all )?COUNTER$", "WHO scores COUNTER", _SCORED),
    row("^(?:the )?COUNTER is added to REST$", "REST gains COUNTER", _COUNTED),
    row(
        "^WHO loses (?:all )?(?:of )?(?:the |his |her |their )?COUNTER$",
        ("COUNTER becomes 0", "COUNTER of WHO becomes 0"),
        _COUNTED,
    ),
    row("^(?:the )?COUNTER (?:is|are) lost$", "COUNTER becomes 0", _COUNTED),
    # what ends
    row(
        "^(?:the |this |his |her |their )?(?:turn|trick|hand|deal|round) (?:ends?|is over|is finished|stops)(?: here| now| at once)?$",
        "end HERE",
        _ENDS,
    ),
    row(
        "^(?:the )?turn (?:passes|goes|moves)(?: on)?(?: to)? (?:the )?(?:next player|left|SIDE)(?: of WHO)?$",
        "end HERE",
        _ENDS,
    ),
    row("^(?:it is )?(?:the )?next player(?:'s turn| plays| is on turn)?$", "end HERE", _ENDS),
)
