"""What people say, and what is written for it: a table. In a row stand slots in capitals (`syntax_phrases.row`).

What always holds: rows only guess. A line made from one is tried before it is shown, and one that names what is nowhere
declared is not believed; so a row may be broad.
"""

from __future__ import annotations

from .syntax_phrases import row, said

_GOES = "where the cards go is missing"
_MANY = "so many cards are a number, `from` where they lie"
_EMPTY = "whether there are cards is asked of a place"
_COUNTS = "a counter gains and loses a number, without a word for what"
_PICKS = "an option gives what is picked a name: `NAME in LIST`, `NAME from PLACE`"
_MOVED = "which cards are moved stands in parentheses"
_NEIGHBOUR = "the neighbour of a player is `left of …` or `right of …`"
_PARAMETERS = "what it is about stands in parentheses, each with its kind"
_FIRST = "one of several is `the first … in …`, with a name of its own"
_OTHERS = "the other players are `others of …`, and each gets a name"
_ENDS = "what ends is a procedure, by its name"
_NAMED = "the form of a combination and the line of a card are asked with `a`"
_FORM = "a form is so many `alike in` a column, or a `run of` so many"
_COMPARED = "a number is compared with `=`, `<`, `>=` and the like"
_ASKED = "what is asked of a card is asked of one of its columns"
_MARKER = "whether a marker marks something is asked with `is none` and `is not none`"

_GIVEN_FLAG = "a flag is given as `yes` or `no`"
_BESIDE = "what starts with `some` or `no` goes on to the end of the line: with something beside it, it has parentheses"
_MANY_ARE = "how many there are is `size of …`"
_WHEN = "when an option may be taken is said with `where`"
_ROW = "a row gives its value first, then its condition behind `if`, or `otherwise`"
_TIMES = "what is done so many times is done for each of so many numbers"
_UNTIL = "what goes round until something holds stands in the block of a `repeat until`"
_BADGE = "who is marked is asked with `is`"
_IS = "what is compared stands behind `is`"
_YES = "a flag is a condition by itself"
_NO = "that a flag is not set is said with `not`"
_FACE = "a card is named with `of`, its rank before its suit"
_ONE_OF = "that it is one of several is said with `is one of […]`"
_EACH_SIDE = "each side of `or` and of `and` is a whole condition"
_HAS = "what lies somewhere, or is in a list, is asked with `has`"
_EMPTY_OR_NOT = "whether there is anything is asked with `is empty` and `is not empty`"
_LIMITED = "a limit says what must hold of the pick"
_NEGATIVE = "the negative of a thing is taken from 0"
_ENDED = "how the game ends stands in a line of its own"
_FALLS = "a face is told by its own words, without those of the card or die"
_FORMS = "of all that can be made of cards one gets a name: `m in … of …`"

ROWS = (
    # what moves, before what is counted: `leader wins the trick`
    row("^WHO takes ZONE$", "WHO takes ZONE into HAND of WHO", _GOES),
    row("^WHO (?:wins|gets|collects) (?:the )?ZONE$", "WHO takes ZONE into EACHHOLD of WHO", _GOES),
    row("^WHO (?:wins|gets|collects|takes) all from WHO2$", "WHO takes all from WHO2 into EACHHOLD of WHO", _GOES),
    row("^WHO takes ONE$", "WHO takes ONE into HAND of WHO", _GOES),
    row("^turn up top of ZONE$", "turn up top of ZONE onto TABLE", _GOES),
    row("^WHO VERB top of ZONE$", "WHO VERB top of ZONE into HAND of WHO", _GOES),
    row(
        "^(?:put|take|return|gather|move|place|collect)(?: back)? all(?: the| of the)? CARD (?:back )?ONTO ZONE$",
        "collect EACHCARD into ZONE",
        "all cards or dice of the game, wherever they are, are collected",
    ),
    row("^put MANY CARD from ", "put MANY from ", _MANY),
    row("^put MANY CARD (?:on|in|onto|into|to) WHO$", "put MANY from DECK onto WHO", _MANY),
    row("^deal NUM (?:CARD )?to HOLD of players", "deal NUM from DECK to HOLD of players", _MANY),
    row(
        "ZONE (?:but|without|except)(?: its| the)? top(?: card)?(?! of)",
        "ZONE but top of ZONE",
        "a card of a pile is `top of …`",
    ),
    row("(?:the )?top ZONE", "top of ZONE", "a card of a pile is `top of …`"),
    row("(?<!zone )(?<!pile )(?:the )?ZONE (?:pile|zone|stack|heap)", "ZONE", "a place is called by its name alone"),
    row(
        "(?:the )?ZONE (?:runs out|ran out|is out|has run out|is used up|is exhausted)(?: of cards)?",
        "ZONE is empty",
        _EMPTY,
    ),
    row("WHO has an empty HOLD", "HOLD of WHO is empty", _EMPTY),
    row(
        "(?:the )?BEST FIGURE of HOLD(?! of)",
        "the BEST FIGURE of HOLD of ACTOR",
        "of each player there is one: whose it is, is said with `of`",
    ),
    row(
        "^WHO scores (?:the )?FIGURE of WHO2$",
        "WHO scores the total FIGURE of WHO2",
        "numbers of several are added up with `the total … of`",
    ),
    row(
        "no (?:other )?CARD in ZONE NAME ONE",
        "no d in ZONE where d NAME ONE",
        "what is looked for gets a name, and `where` says what holds of it",
    ),
    row(
        "^(?:give|hand|pass|serve|hand out)(?: out)? (?:to )?ALL MANY CARD$",
        "deal MANY from DECK to HAND of players",
        "cards are dealt `from` where `to` the zones of the players",
    ),
    row(
        "^ALL (?:gets?|receives?|draws?|takes?|is dealt|are dealt) MANY CARD$",
        "deal MANY from DECK to HAND of players",
        "cards are dealt `from` where `to` the zones of the players",
    ),
    # calls
    row("^ACT WHO REST$", "WHO ACT REST", "who acts stands before what they do"),
    row("^(?:repeat |do )?CALL MANY times$", "for each n in 1 to MANY:\n  CALL", _TIMES),
    row("^(?:play|do|have|hold) MANY PART_OF(?:s)$", "for each n in 1 to MANY:\n  LIKELIFE", _TIMES),
    row("^(?:repeat |do )?CALL until REST:?$", "repeat until REST:\n  CALL", _UNTIL),
    row("^(?:repeat |do )?WHO ACT until REST:?$", "repeat until REST:\n  WHO ACT", _UNTIL),
    row(
        "^(?:the )?deal (?:passes|moves|goes|rotates)(?: on)?(?: to)?(?: the)? SIDE(?: of dealer)?$",
        "dealer becomes SIDE of dealer",
        "what changes `becomes` its new value",
    ),
    row(
        "^WHO (?:shows?|exposes?|uncovers?) REST$", ("WHO reveals REST", "reveal REST"), "cards are shown with `reveal`"
    ),
    row("^put top(?: card)?(?: of)? ZONE (?:on|in|over|at)(?: top of)? ZONE2$", "put top of ZONE onto ZONE2", _GOES),
    row("all(?: the)? CARD from", "all from", _MANY),
    # players
    row("of (?:the )?(?:each|every|all)(?: the)? players?", "of players", "of all together is said `of players`"),
    row("from (?:the )?SIDE (?:from|to) NAME", "from SIDE of NAME", _NEIGHBOUR),
    row("from NAME(?:'s)? SIDE", "from SIDE of NAME", _NEIGHBOUR),
    row("^for (?:each|every|all)(?: the)? other players? ONE:$", "for each ONE in others of ACTOR:", _OTHERS),
    row("^for (?:each|every|all)(?: of)?(?: the)? others?(?: players?)?:$", "for each q in others of ACTOR:", _OTHERS),
    row(
        "^ALL CALL (?=from|where)REST$",
        "for each p in players REST:\n  p CALL",
        "what each player does stands in a block",
    ),
    row(
        "^(?![a-z] )WHO (?:score|gain)s? REST$",
        "for each p in WHO:\n  p scores REST",
        "what several get, each of them is given",
    ),
    row(
        "^turns for (?:each|every|all) NAME in ",
        "turns for NAME in ",
        "`turns for` goes round by itself, without `each`",
    ),
    row(
        "^for each player ONE,? from REST:$",
        "for each ONE in players from REST:",
        "what is done for all of a list names the list",
    ),
    # declarations
    row("^ROLE ONE NAME:$", "ROLE (player ONE) NAME:", _PARAMETERS),
    row("^term NAME (?:of )?NAME1 ONE, NAME2 ONE2: ", "term NAME of (NAME1 ONE, NAME2 ONE2): ", _PARAMETERS),
    row("^term (?!\\S*-of )NAME \\(NAME1 ONE\\): ", "term NAME of (NAME1 ONE): ", _PARAMETERS),
    row("^term NAME \\(NAME1 ONE, NAME2 ONE2\\): ", "term NAME of (NAME1 ONE, NAME2 ONE2): ", _PARAMETERS),
    row(
        "^NAME: (?:if|when|where) REST(?:,? then|,) REST2$",
        "NAME: REST2 if REST",
        "a row gives its value first, then its condition",
    ),
    row("^NAME: (?:if|when|where) REST(?:, then| then|:|,) REST2$", "NAME: REST2 if REST", _ROW),
    row("^NAME: REST,? (?:when|where|in case|as long as) REST2$", "NAME: REST if REST2", _ROW),
    row("^NAME: REST,? unless REST2$", "NAME: REST if not (REST2)", _ROW),
    row("^NAME: (?:otherwise|else),? REST$", "NAME: REST otherwise", _ROW),
    row("^NAME: REST,? (?:else|in other cases|in all other cases)$", "NAME: REST otherwise", _ROW),
    row("^term NAME of:", "term NAME:", _PARAMETERS),
    row(
        "^flag REST (?:is|=|from|starts? as|starts) (?:no|false|off|unset),? within NAME$",
        "flag REST, within NAME",
        "a flag starts as no",
    ),
    row(
        "^measure NAME: (?:the )?number of NAME2 (?:in|of|on) WHO$",
        "measure NAME: size of WHO",
        "how many there are is `size of …`",
    ),
    row("(?:the )?number of CARD (?:in|of|on) WHO", "size of WHO", "how many there are is `size of …`"),
    row("^NAME: (?:any )?MANY CARD$", "NAME: any MANY", "so many cards, whichever, are `any 2`"),
    row(
        "^SHAPE NAME,? holding NAME2,? seen by REST$",
        "SHAPE NAME, holding NAME2, seen by REST",
        "commas stand between what is said of a place",
    ),
    row("^example NAME for NUM players?:", "example NAME for SEATS:", "the seats of an example have names"),
    row("^order (?:the )?cards by ", "order CARDS by ", "an order says of which cards it is"),
    row("^order REST,? then REST2$", "order REST, REST2", "columns stand with commas between them"),
    row("^ruling (?=[A-Z])", "ruling @", "a ruling is marked by @"),
    row(
        "^parameter NAME is NUM,? (?:which )?(?:can be|may be|allowed|between) NUM1 (?:to|and) NUM2$",
        "parameter NAME is NUM, adjustable from NUM1 to NUM2",
        "how far a parameter may be set is said with `adjustable`",
    ),
    row(
        "^NAME: at least MANY (?:CARD )?(?:of|with|in)(?: the)? (?:equal|same) COLUMN$",
        "NAME: MANY or more alike in COLUMN",
        _FORM,
    ),
    row(
        "^NAME: MANY or more (?:consecutive|successive|following) CARD.*$",
        "NAME: run of MANY or more in EACHRANK",
        _FORM,
    ),
    row("^NAME: MANY (?:consecutive|successive|following) CARD.*$", "NAME: run of MANY in EACHRANK", _FORM),
    row("^term NAME ONE is NAME2: ", "term (NAME ONE) is NAME2: ", _PARAMETERS),
    row("^term NAME ONE NAME2 NAME1 ONE2: ", "term (NAME ONE) NAME2 (NAME1 ONE2): ", _PARAMETERS),
    row(
        "^MANY dice in NAME:$",
        "dice called die in NAME, MANY of them:",
        "how many dice there are stands at the end: `, 3 of them`",
    ),
    row(
        "^dice in NAME,? MANY:$",
        "dice called die in NAME, MANY of them:",
        "how many dice there are stands at the end: `, 3 of them`",
    ),
    row(
        "^term \\(NAME1 ONE\\) is NAME \\(NAME2 ONE2\\):",
        "term (NAME1 ONE) NAME (NAME2 ONE2):",
        "what is said of two things stands between them, without `is`",
    ),
    row("(?<=[|] )MANY to MANY2", "MANY to MANY2", "numbers are written as figures"),
    row("^NAME: WHO and WHO2(?= if | otherwise)", "NAME: [WHO, WHO2]", "a list stands in brackets"),
    row(
        "^(?:counter|flag|marker) REST,? LIFE PART_OF$",
        ("counter REST, within LIKELIFE", "flag REST, within LIKELIFE", "marker REST, within LIKELIFE"),
        "how long it lives is said with `within`",
    ),
    row("^NAME: 1 to MANY$", ("NAME: run of MANY in EACHCOLUMN", "NAME: any 1 to MANY"), _FORM),
    row("(?<![(])SOME ONE in WHO (?=and |or )", "(SOME ONE in WHO) ", _BESIDE),
    row("WHO has no CARD", "WHO is empty", _EMPTY),
    # examples
    row(
        "^expect game (?:ends|ended|is over)(?: as| with| by)? NAME,? and (?:that )?REST$",
        "expect game ends as NAME\nexpect REST",
        _ENDED,
        "an example",
    ),
    row(
        "^expect REST,? and (?:the )?game (?:ends|ended)(?: as| with| by)? NAME$",
        "expect REST\nexpect game ends as NAME",
        _ENDED,
        "an example",
    ),
    row("(?<=[:,] )CARD FACE(?=,|$)", "FACE", _FALLS, "an example"),
    row("(?<=[:,] )FACE of CARD(?=,|$)", "FACE", _FALLS, "an example"),
    # numbers
    row("(?<=[:(=<>,] )(?:- ?|minus )(?=[^ 0-9])", "0 - ", _NEGATIVE),
    row("(?<=[(])(?:- ?|minus )(?=[^ 0-9])", "0 - ", _NEGATIVE),
    row("BEFORE (?:- ?|minus )(?=[^ 0-9])", "BEFORE 0 - ", _NEGATIVE),
    row("OPERATOR (?:- ?|minus )WHO", "OPERATOR (0 - WHO)", _NEGATIVE),
    row("OPERATOR (?:- ?|minus )[(]REST[)]", "OPERATOR (0 - (REST))", _NEGATIVE),
    row("^WHO becomes \\+ ?REST$", "WHO gains REST", _COUNTS),
    row("^WHO becomes - ?REST$", "WHO loses REST", _COUNTS),
    row("^WHO (?:scores|gains|gets|earns|wins) REST (?:points?|SCORE)$", "WHO scores REST", _COUNTS),
    row("^COUNTER of WHO loses REST COUNTER$", "COUNTER of WHO loses REST", _COUNTS),
    row("^COUNTER of WHO gains REST COUNTER$", "COUNTER of WHO gains REST", _COUNTS),
    row("^WHO loses REST COUNTER$", "COUNTER of WHO loses REST", _COUNTS),
    row("^WHO (?:gains|gets|earns|wins|receives) REST COUNTER$", "COUNTER of WHO gains REST", _COUNTS),
    row("^WHO (?:loses|pays) REST$", "SCORE of WHO loses REST", "what is lost is a counter of the player"),
    row("^(?:subtract|deduct|take) REST from WHO$", "WHO loses REST", _COUNTS),
    row("^WHO \\+ REST$", "WHO gains REST", _COUNTS),
    row("^WHO - REST$", "WHO loses REST", _COUNTS),
    row("^COUNTER \\+ REST$", "COUNTER gains REST", _COUNTS),
    row("^COUNTER - REST$", "COUNTER loses REST", _COUNTS),
    row("^(?:the )?NEW (?:is|be|=|:=) REST$", "let NEW be REST", "a new name for a value is given by `let … be`"),
    row("(?<=[\\w)]) [x·] (?=[\\w(])", " × ", "the sign of multiplication is × or *"),
    row(
        "(?:the )?(?:sum|total)(?: value)? of WHO",
        "the total EACHFIGURE of WHO",
        "what is added up is a column: `the total COLUMN of …`",
    ),
    row("BEST THING of", "the BEST THING of", "the highest, the lowest and the total of a list are said with `the`"),
    row("is (?:no|not) more than", "is at most", _IS),
    row("is (?:no|not) (?:less|fewer) than", "is at least", _IS),
    row("(?:is|=) NUM or (?:less|fewer|lower|below|under)", "is at most NUM", _IS),
    row("(?:is|=) NUM or (?:more|higher|greater|above|over)", "is at least NUM", _IS),
    row("WHO is between NUM and NUM2", "WHO >= NUM and WHO <= NUM2", _COMPARED),
    row("FACE is (?:in|on|among|part of|one of) (?!\\[)WHO", "WHO has FACE", _HAS),
    row("FACE is not (?:in|on|among|part of|one of) (?!\\[)WHO", "not WHO has FACE", _HAS),
    row("(?<=if |or )FACE (?:in|on) WHO(?=:?$| and | or )", "WHO has FACE", _HAS),
    row("(?<=and |not )FACE (?:in|on) WHO(?=:?$| and | or )", "WHO has FACE", _HAS),
    row("(?<=expect )FACE (?:in|on) WHO(?=:?$| and | or )", "WHO has FACE", _HAS),
    row("(?<=: )FACE (?:in|on) WHO(?=:?$| and | or )", "WHO has FACE", _HAS),
    row("WHO (?:holds|owns|contains|includes) FACE", ("WHO has FACE", "HAND of WHO has FACE"), _HAS),
    row("WHO (?:is )?in (?=\\[)", "WHO is one of ", _ONE_OF),
    row("WHO (?:is )?not in (?=\\[)", "WHO is none of ", _ONE_OF),
    row("(?<=[a-z=<>] )zero", "0", "numbers are written as figures"),
    row("WHO (?:is )?THAN NUM or (?:is )?THAN2 NUM2", "WHO is THAN NUM or WHO is THAN2 NUM2", _EACH_SIDE),
    row("WHO (?:is )?THAN NUM and (?:is )?THAN2 NUM2", "WHO is THAN NUM and WHO is THAN2 NUM2", _EACH_SIDE),
    row("WHO SIGN NUM or SIGN2 NUM2", "WHO SIGN NUM or WHO SIGN2 NUM2", _EACH_SIDE),
    row("WHO (?:has )?THING THAN NUM", ("THING of WHO is THAN NUM", "THING is THAN NUM"), _IS),
    row("WHO (?:has )?THING SIGN NUM", ("THING of WHO SIGN NUM", "THING SIGN NUM"), _COMPARED),
    row(
        "WHO (?:has )?THING (?:less|fewer|smaller|lower) than NUM(?: (?!and |or )[a-z-]+)?",
        ("THING of WHO is less than NUM", "THING is less than NUM"),
        _IS,
    ),
    row(
        "WHO (?:has )?THING (?:more|greater|higher|larger) than NUM(?: (?!and |or )[a-z-]+)?",
        ("THING of WHO is more than NUM", "THING is more than NUM"),
        _IS,
    ),
    row("(?<! is )(?<!not )THAN", "is THAN", _IS),
    row("(?<! is )(?:less|fewer|smaller|lower)(?: than)?(?! than)", "is less than", _IS),
    row("(?<! is )(?:more|greater|bigger|higher|larger)(?: than)?(?! than)", "is more than", _IS),
    row("(?:is )?(?:under|below)", "is less than", _IS),
    row("(?:is )?(?:over|above)", "is more than", _IS),
    row("is (?:greater|more|higher|larger) (?:than )?or equal(?: to)?", ">=", _COMPARED),
    row("is (?:less|fewer|lower|smaller) (?:than )?or equal(?: to)?", "<=", _COMPARED),
    row("^expect WHO has NUM THING$", "expect THING of WHO = NUM", _COMPARED, "an example"),
    row("WHO has (?!\\d)NUM THING", "THING of WHO >= NUM", _COMPARED),
    row("WHO has (?:either )?NUM or NUM2 THING", "THING of WHO is one of [NUM, NUM2]", _ONE_OF),
    row("WHO has (?:either )?NUM(?: or|,) NUM2,? or NUM3 THING", "THING of WHO is one of [NUM, NUM2, NUM3]", _ONE_OF),
    row("WHO (?:reaches|has reached|gets to|hits) NUM", "WHO >= NUM", _COMPARED),
    row("is MANY", "is MANY", "numbers are written as figures"),
    row("COLUMN of SOME ONE in WHO is FACE", "SOME ONE in WHO where COLUMN of ONE is FACE", _FIRST),
    row("^until REST:$", "repeat until REST:", "what goes round until something holds is a `repeat`"),
    row("^WHO (?:goes|moves) up by REST$", "WHO gains REST", _COUNTS),
    row("^WHO (?:goes|moves) down by REST$", "WHO loses REST", _COUNTS),
    row("^FLAG$", "FLAG becomes yes", "a flag `becomes` yes or no"),
    row("(?:every|each|all) ONE in ", "ONE in ", "all of a list that are so are `NAME in LIST where …`"),
    row("ONE is (?![aeiou])NAME(?= or | and |$|:)", "ONE is a NAME", _NAMED),
    row("ONE is (?=[aeiou])NAME(?= or | and |$|:)", "ONE is an NAME", _NAMED),
    row("(?<=[:(,] )is THING", "THING", _YES),
    row("(?<=if |or )is THING", "THING", _YES),
    row("(?<=and )is THING", "THING", _YES),
    row(
        "MARKER (?:is|=|==) (?:none|nobody|nothing|no ?one|not set|unset|empty|undefined|null|nil)",
        "MARKER is none",
        _MARKER,
    ),
    row(
        "MARKER (?:is|=) (?:set|not null|not nobody|not nothing|not empty|somebody|someone)",
        "MARKER is not none",
        _MARKER,
    ),
    row("MARKER of WHO (?:is|=|==) (?:none|nobody|nothing|not set|unset|empty)", "MARKER of WHO is none", _MARKER),
    row("THING (?:is|=) (?:yes|true|set|on)", "THING", _YES),
    row("THING (?:is|=) (?:no|false|off|unset|not set|not yes|not true)", "not THING", _NO),
    row("TERM of WHO (?:is|=) (?:yes|true|set|on)", "WHO is TERM", _YES),
    row("TERM of WHO (?:is|=) (?:no|false|off|unset|not set|not yes)", "WHO is not TERM", _NO),
    row("WHO is TERM (?:is|=) (?:yes|true)", "WHO is TERM", _YES),
    row("WHO is TERM (?:is|=) (?:no|false)", "WHO is not TERM", _NO),
    row(
        "WHO is FACE and FACE2(?! is| has| of)",
        "WHO is FACE and WHO is FACE2",
        "each side of `and` is a whole condition",
    ),
    row("not BADGE(?! is| of)", "ACTOR is not BADGE", _BADGE),
    row("(?:not|no) MARKER(?! is| of)", "MARKER is none", _MARKER),
    row("BADGE(?= and| or|:|$)(?! is| of)", "ACTOR is BADGE", _BADGE),
    row("MARKER(?= and| or|:|$)(?! is| of)", "MARKER is not none", _MARKER),
    row("(?<=if )not WHO(?=:)", "WHO is empty", _EMPTY_OR_NOT),
    row("(?<=if )WHO(?=:)", "WHO is not empty", _EMPTY_OR_NOT),
    row("nothing in WHO is an? FORMED", "no m in FORMED of WHO", _FORMS),
    row("nothing in WHO is REST(?=:?$)", "no x in WHO where x is REST", _FIRST),
    row("(?:something|anything) in WHO is REST(?=:?$)", "some x in WHO where x is REST", _FIRST),
    row(
        "WHO (?:has|holds) (?:an? |any |some )?CARD (?:that|which) is REST(?=:?$)",
        "some x in WHO where x is REST",
        _FIRST,
    ),
    row("WHO ISNT an? MARKER", "MARKED of WHO ISNT MARKER", _ASKED),
    row("WHO (?:has|is|is of|is in) (?:the )?same COLUMN (?:as|of) WHO2", "COLUMN of WHO is COLUMN of WHO2", _ASKED),
    row(
        "WHO and WHO2 (?:have |are of |are in |share |of )?(?:the )?same COLUMN",
        "COLUMN of WHO is COLUMN of WHO2",
        _ASKED,
    ),
    row("WHO and WHO2 (?:match|are equal|are the same|are alike)", "EACHCOLUMN of WHO is EACHCOLUMN of WHO2", _ASKED),
    row("COLUMN of WHO(?! of)", "COLUMN of top of WHO", "a card of a pile is `top of …`"),
    row("(?<!is )equal to", "is", _COMPARED),
    row(">= NUM or (?:more|higher|better|above)", ">= NUM", _COMPARED),
    row("<= NUM or (?:less|lower|fewer|below)", "<= NUM", _COMPARED),
    row("WHO is VALUE and NAME(?! is| of| has)", "ITSKIND of WHO is VALUE and EACHSORT of WHO is NAME", _ASKED),
    row("SOME FORMED in WHO", "SOME m in FORMED of WHO", _FORMS),
    row("there is (?:an? |any |some )?FORMED in WHO", "some m in FORMED of WHO", _FORMS),
    row("there is no FORMED in WHO", "no m in FORMED of WHO", _FORMS),
    row("WHO has no FORMED", ("no m in FORMED of WHO", "no m in FORMED of HAND of WHO"), _FORMS),
    row("WHO has an? FORMED", ("some m in FORMED of WHO", "some m in FORMED of HAND of WHO"), _FORMS),
    row("WHO is (?:the |an? )?VALUE of NAME", "ITSKIND of WHO is VALUE and EACHSORT of WHO is NAME", _ASKED),
    row("(?<=if )(?:there is )?no MARKER", "MARKER is none", _MARKER),
    row("there is no MARKER", "MARKER is none", _MARKER),
    row("there is an? MARKER", "MARKER is not none", _MARKER),
    row("WHO has(?: the)? COLUMN WHO2", "COLUMN of WHO is WHO2", _ASKED),
    row("is (?:an? )?VALUE", "is VALUE", _ASKED),
    row("is not (?:an? )?VALUE", "is not VALUE", _ASKED),
    row("WHO is an? VALUE", "ITSKIND of WHO is VALUE", _ASKED),
    row("WHO is not an? VALUE", "ITSKIND of WHO is not VALUE", _ASKED),
    row("WHO (?:follows|follow) suit", "EACHSORT of WHO is EACHSORT of lead of TRICK", _ASKED),
    row("PAIR of WHO, WHO2", "PAIR of (WHO, WHO2)", "what is said of two things has them in parentheses"),
    row(
        "^limit NAME on OPTION: (?:when REST, )?(?:only )?(?:WHO )?(?:must |has to |have to |should )?follows? suit,?"
        "(?: if (?:possible|able|(?:they|he|she|you|one|WHO2) can))?$",
        "limit NAME on OPTION: when TRICK is not empty, only SUIT of PICKED is SUIT of lead of TRICK, if possible",
        _LIMITED,
    ),
    row(
        "^limit NAME on OPTION: (?:when REST, )?(?:only )?(?:WHO )?(?:must|has to|have to) (?:play|be|have) (?:an? )?VALUE,?"
        "(?: if (?:possible|able|(?:they|he|she|you|one|WHO2) can))?$",
        (
            "limit NAME on OPTION: when REST, only ITSKIND of PICKED is VALUE, if possible",
            "limit NAME on OPTION: only ITSKIND of PICKED is VALUE, if possible",
        ),
        _LIMITED,
    ),
    row("(?<=only )REST if possible$", "REST, if possible", "a comma stands before `if possible`"),
    row("only if ", "only ", "a limit says what is allowed, without `if`"),
    row("^limit NAME on NAME2: if ", "limit NAME on NAME2: when ", "when a limit counts is said with `when`"),
    row("of (?:the )?player of", "of player of", "no article stands here"),
    row(
        "becomes the (?=first|last)PICK ONE in",
        "becomes player of the PICK ONE in",
        "whose a play is, is `player of …`",
    ),
    row("player of (?:the )?ONE in (?=WHO (?:where|with))", "player of the first ONE in ", _FIRST),
    row("COLUMN of (?:the )?ONE in (?=WHO (?:where|with))", "COLUMN of the first ONE in ", _FIRST),
    row("(?<=es |is )(?:the )?ONE in (?=WHO (?:where|with))", "the first ONE in ", _FIRST),
    row("becomes the player of", "becomes player of", "no article stands here"),
    row("(?<!the )(?:first|last) NAME in", "the first NAME in", _FIRST),
    row("(?:the )?first CARD (?:in|of|on) WHO (?:that|which) is REST$", "the first c in WHO where c is REST", _FIRST),
    row("(?:the )?last CARD (?:in|of|on) WHO (?:that|which) is REST$", "the last c in WHO where c is REST", _FIRST),
    # what is moved
    row(
        "^(?:put|take|place|move|return|collect) (?:all )?NAME in REST ONTO WHO$", "put (NAME in REST) ONTO WHO", _MOVED
    ),
    row("^NAME1 VERB (?:all )?NAME in REST ONTO WHO$", "NAME1 VERB (NAME in REST) ONTO WHO", _MOVED),
    row(
        "all(?: the)?(?: CARD)? (?:of|in|from|on) ZONE (?=into|onto|to|under)",
        "ZONE ",
        "a place by itself is all that lies there",
    ),
    row("^WHO takes ZONE$", "WHO takes ZONE into HAND of WHO", "where the cards go is missing"),
    row(
        "^deal MANY (?:CARD )?(?:in)?to (?:the )?ZONE$",
        "put MANY from DECK into ZONE",
        "cards are dealt to places of the players; to one place they are `put`",
    ),
    # choices
    row(
        "^to REST(?<!,),? (?:only if|only when|provided that|provided|as long as|only where|given that) REST2",
        "to REST, where REST2",
        _WHEN,
    ),
    row("^to OPTION \\((?:if |when |where |only if )?REST\\)", "to OPTION, where REST", _WHEN),
    row(
        "^to OPTION,? (?:except|but not|not)(?: if| when| for| as)?(?: the)? BADGE(?=:|$)",
        "to OPTION, where ACTOR is not BADGE",
        _WHEN,
    ),
    row("^to REST(?<!,),? except (?:if |when )?REST2(?=:?$)", "to REST, where not (REST2)", _WHEN),
    row("^to REST(?<!,) where ", "to REST, where ", "a comma stands before `where`"),
    row("^to OPTION (?:an? |any |one |the )?KIND(?=,|:|$)", "to OPTION LETTER in KIND", _PICKS),
    row("^to OPTION (?:an? |any |one |the )?player(?=,|:|$)", "to OPTION LETTER in players", _PICKS),
    row("^to OPTION KIND ONE", "to OPTION ONE in KIND", _PICKS),
    row(
        "^to OPTION (?!an? |one |1 |the )MANY CARD from WHO(?= |$|,|:)",
        ("to OPTION c from EACHFORM of WHO", "to OPTION m from EACHFORM of WHO"),
        _PICKS,
    ),
    row("^to OPTION ONE, ONE2 from WHO(?= |$|,|:)", "to OPTION ONE from EACHFORM of WHO", _PICKS),
    row("^to OPTION (?:an? )?ZONE ONE(?=,|:|$)", "to OPTION ONE in ZONE", _PICKS),
    row("^to NAME PART (?=\\w)", "to NAME-PART ", "a name is one word"),
    row(
        "^NAME HOW NAMING REST$",
        "NAME HOW NAMING, for REST",
        "what is picked with it stands behind a comma and `for`",
        "an example",
    ),
    row(
        "^to OPTION,? (?:with|and|choosing|naming) ONE (?:from|in|between) NUM (?:to|and) NUM2",
        "to OPTION, for ONE in NUM to NUM2",
        "a number that is picked stands behind `for`",
    ),
    row("^to OPTION player ONE", "to OPTION ONE in others of ACTOR", _PICKS),
    # what ends
    row("^end(?: the| this)? ROLE$", ("end ITSPROCEDURE", "end HERE"), _ENDS),
    row("^end(?: the| this)? (?:hand|deal|trick|phase)$", "end HERE", _ENDS),
    # examples
    row("^NAME has FACE(?=,|$)", "given HAND of NAME: FACE", "what holds at the start is `given`", "an example"),
    row(
        "^given REST (?:on|at|onto) ZONE NUM$",
        "given ZONE NUM: REST",
        "what is given stands behind a colon",
        "an example",
    ),
    row("^given REST(?::| is| =) (?:true|on|set)$", "given REST: yes", _GIVEN_FLAG, "an example"),
    row("^given REST(?::| is| =) (?:false|off|unset|not set)$", "given REST: no", _GIVEN_FLAG, "an example"),
    row("^given (?:that )?FLAG$", "given FLAG: yes", _GIVEN_FLAG, "an example"),
    row("^given not FLAG$", "given FLAG: no", _GIVEN_FLAG, "an example"),
    row("^given NAME is MARKER$", "given MARKER: NAME", "a marker is given like a counter, by its name", "an example"),
    row("^given NAME (?:is|has) TERM$", "given NAME: TERM", "a flag of somebody is given behind a colon", "an example"),
    row("(?<=\\w )MANY OF_A_KIND(?=,|$)", "MANY × OF_A_KIND", "several of one kind are said with `×`", "an example"),
    said(
        r"(?<![\w-])([a-z0-9]+)-of-([a-z0-9]+)(?![\w-])",
        lambda found, words: f"{found[1]} of {found[2]}" if words.kind(found[2]) else None,
        _FACE,
    ),
    row("^expect WHO has MANY CARD$", "expect size of WHO = MANY", _MANY_ARE, "an example"),
    row(
        "^expect (?:there are |that there are )?MANY CARD (?:in|on|at) WHO$",
        "expect size of WHO = MANY",
        _MANY_ARE,
        "an example",
    ),
    row("SUITED RANKED(?=,|$)", "RANKED of SUITED", _FACE, "an example"),
    row("RANKED SUITED(?=,|$)", "RANKED of SUITED", _FACE, "an example"),
    row("(?<=[:,] )MANY LINE (?!of)(?=\\w)", "MANY × LINE ", "several of one kind are said with `×`", "an example"),
    row(
        "^NAME (?:must|has to|may only|can just|only can) ",
        "NAME can only ",
        "what alone a player may do is asked with `can only`",
        "an example",
    ),
    row("^expect REST, REST2$", "expect REST and REST2", "conditions are joined by `and`", "an example"),
    row(
        "^given REST: REST1 and REST2$",
        "given REST: REST1, REST2",
        "what lies there is told with commas between",
        "an example",
    ),
)
