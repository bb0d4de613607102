"""The codes of all mistakes, for `hoyle explain`: what each means, a small wrong spec that gets it, and its mending.

What always holds: each `wrong` gets its code and no other, each `right` none. A code never changes its meaning: E0 is
about reading a text, E1 about names, E2 about what fits together, E3 about variants, E4 about what a spec says of
itself; W is doubtful but not wrong; P is found while a game is played. A text may go on with variants, which are then
used together.
"""

from __future__ import annotations

from .syntax_codes import SYNTAX_CODES, Explained

_PARTS = {
    "head": 'game "Small"\nfor 2 to 4 players\n',
    "winners": "winners: p in players with highest points of p\n",
    "cards": """kind suit: clubs, hearts
cards in deck:
  name | suit | value
  card | each | 1 to 9
""",
    "zones": """pile deck, seen by nobody
zone hand of each player, seen by its owner
pile table, seen by all
""",
    "points": "counter points of each player\n",
    "play": """to play:
  shuffle deck
  deal 3 from deck to hand of players
  for each p in players:
    p takes-turn
  end game as all-played
""",
    "turn": """turn (player p) takes-turn:
  p chooses:
    to play c from hand of p onto table:
      p scores value of c
""",
}


def _case(code: str, meaning: str, wrong: str, right: str, without: str = "") -> Explained:
    """A small card game with something wrong in it, and mended; `without` names its parts that are told anew."""
    small = "".join(text for name, text in _PARTS.items() if name not in without.split())
    return Explained(code, meaning, small + wrong, small + right)


_CHECKED = [
    _case(
        "E100",
        "Something is missing that every game has: for how many players it is, who wins, where it starts (`to play:`), "
        "or cards and dice for its zones.",
        "",
        "winners: p in players with highest points of p\n",
        without="winners",
    ),
    _case(
        "E101",
        "A name stands for nothing: it is misspelt, or not declared. Often the message says what is meant.",
        "term rich: p in players where pionts of p > 10\nexample nobody-is for ann, bob:\n  expect rich is empty\n",
        "term rich: p in players where points of p > 10\nexample nobody-is for ann, bob:\n  expect rich is empty\n",
    ),
    _case(
        "E102",
        "A name is used twice: two declarations are called the same, or a name given inside a rule is already that of "
        "something else.",
        "counter table\n",
        "counter tables\nalways none-yet: tables = 0\n",
    ),
    _case(
        "E103",
        "A name means something in every game: `size`, `left`, `top` and the like are said with `of`, `players` and "
        "`player` are the seats. Choose another name.",
        "term size of (player p): size of hand of p\n",
        "term held of (player p): size of hand of p\nalways few: the highest held of players <= 3\n",
    ),
    _case(
        "E110",
        "Something leads back to itself: a term is defined by itself, or a procedure calls itself, perhaps through "
        "others. What goes round is said with `repeat` or `turns`.",
        "turn (player p) takes-turn:\n  p chooses:\n    to play c from hand of p onto table:\n      p takes-turn\n",
        "turn (player p) takes-turn:\n  repeat until hand of p is empty:\n    p chooses:\n"
        "      to play c from hand of p onto table:\n        p scores value of c\n",
        without="turn",
    ),
    _case(
        "E201",
        "Something of one kind stands where another is wanted: a place where a number is wanted, several things where "
        "one is wanted, a card where it could never lie. The message says what it is and what is wanted.",
        "always few-cards: hand of players <= 12\n",
        "always few-cards: size of hand of players <= 12\n",
    ),
    _case(
        "E202",
        "This cannot change, or cannot be asked, like that: only counters gain and lose, only counters, flags and "
        "markers become something, only examples and `always` ask who the winners are.",
        "turn (player p) takes-turn:\n  p chooses:\n    to play c from hand of p onto table:\n      table gains 1\n",
        "turn (player p) takes-turn:\n  p chooses:\n    to play c from hand of p onto table:\n"
        "      points of p gains 1\n",
        without="turn",
    ),
    _case(
        "E203",
        "Things are compared that have no order. A kind gets one by `low to high`, cards by `order`.",
        "always sorted: no c in cards of hand of players where suit of c > hearts\n",
        "always small: no c in cards of hand of players where value of c > 9\n",
    ),
    _case(
        "E204",
        "Something is said of too many things, of too few, or of nobody: `points` is of each player, so say of which.",
        "always none-lost: points >= 0\n",
        "always none-lost: the lowest points of players >= 0\n",
    ),
    _case(
        "E205",
        "Cards or dice of two sorts come together. A zone holds one sort, so does a list: each sort has zones of its own, and "
        "what is counted of each is added up. Dice of several colours that are drawn from one cup are tokens in that cup: "
        "drawn is a token, and the die of its colour is rolled (How to say it, A mixed cup).",
        "cards called token in bag:\n  name  | worth\n  token | 1 to 3\n"
        "pile bag, holding token, seen by nobody\nalways few: size of (deck + bag) < 40\n",
        "cards called token in bag:\n  name  | worth\n  token | 1 to 3\n"
        "pile bag, holding token, seen by nobody\nalways few: size of deck + size of bag < 40\n",
    ),
    _case(
        "E210",
        "It is not clear which is meant: the words fit several cards, or no card; a place has no such number; a word "
        "is a value of two kinds.",
        "always kept: hand of players has 9\n",
        "always never-lost: size of deck > 0 or hand of players has 9 of hearts or size of table > 0\n",
    ),
    _case(
        "E211",
        "A table is not right: a row with too many or too few cells, a word that is no value of its column, a number "
        "that is none.",
        "kind suit: clubs, hearts\ncards in deck:\n  name | suit   | value\n  card | spades | 1 to 9\n",
        "kind suit: clubs, hearts\ncards in deck:\n  name | suit | value\n  card | each | 1 to 9\n",
        without="cards",
    ),
    _case(
        "E220",
        "A rule lacks something that it needs, or has something that does not belong there: where a card goes, who "
        "plays it, an option to limit.",
        "turn (player p) takes-turn:\n  p chooses:\n    to play c from hand of p:\n      p scores value of c\n",
        "turn (player p) takes-turn:\n  p chooses:\n    to play c from hand of p onto table:\n"
        "      p scores value of c\n",
        without="turn",
    ),
    _case(
        "E221",
        "Cards are to be moved, and it is not said where they lie: a face named by its words, the cards of a "
        "combination. Take them from a place.",
        "turn (player p) takes-turn:\n  put 9 of hearts onto table\n",
        "turn (player p) takes-turn:\n  put (c in hand of p where c is 9 of hearts) onto table\n",
        without="turn",
    ),
    _case(
        "E230",
        "What a zone is said to be does not go together: seen by its owner, but nobody's; keeping plays, but one of "
        "each player.",
        "turn (player p) takes-turn:\n  p chooses:\n    to play c from hand of p onto table\n"
        "    to save c from hand of p into spare\nzone spare, seen by its owner\n",
        "turn (player p) takes-turn:\n  p chooses:\n    to play c from hand of p onto table\n"
        "    to save c from hand of p into spare of p\nzone spare of each player, seen by its owner\n",
        without="turn",
    ),
    _case(
        "E240",
        "A number is out of its range: a parameter, a number of players, a numbered place, the size of a combination.",
        "parameter most is 12, adjustable from 1 to 10\nalways few: size of table <= most\n",
        "parameter most is 12, adjustable from 1 to 20\nalways few: size of table <= most\n",
    ),
    _case(
        "E250",
        "For some number of players the cards cannot be dealt: there are too few, or the table of the deal has no row.",
        "to play:\n  shuffle deck\n  deal 5 from deck to hand of players\n  for each p in players:\n"
        "    p takes-turn\n  end game as all-played\n",
        "to play:\n  shuffle deck\n  deal 4 from deck to hand of players\n  for each p in players:\n"
        "    p takes-turn\n  end game as all-played\n",
        without="play",
    ),
    _case(
        "E251",
        "A part of the rules can never come about: an option whose condition nothing fulfils, tiers behind an option "
        "that can always be chosen, rules behind an `end`.",
        "turn (player p) takes-turn:\n  p chooses:\n    to pass\n"
        "    to play c from hand of p onto table, where value of c > 9\n",
        "turn (player p) takes-turn:\n  p chooses:\n    to pass\n"
        "    to play c from hand of p onto table, where value of c > 5\n",
        without="turn",
    ),
    _case(
        "E252",
        "A condition or a list goes through too many cases: lists inside lists, whose lengths are multiplied; terms that ask "
        "twice for a term that does so, too; an option with so many picks that all its moves could not be listed.",
        "term odd: no a in 1 to 999 where some b in 1 to 999 where some c in 1 to 999 where a + b + c = size of table\n"
        "always so: not odd\n",
        "term odd: no a in 1 to 99 where some b in 1 to 99 where a + b = size of table + 1\nalways so: odd or not odd\n",
    ),
    _case(
        "E270",
        "`end` names a procedure that is not always around it, so that it could not always end it.",
        "turn (player p) takes-turn:\n  p moves\n  moves-on\nto (player p) moves:\n  p chooses:\n"
        "    to play c from hand of p onto table:\n      end moves-on\nto moves-on:\n  shuffle table\n",
        "turn (player p) takes-turn:\n  p moves\n  moves-on\nto (player p) moves:\n  p chooses:\n"
        "    to play c from hand of p onto table:\n      end takes-turn\nto moves-on:\n  shuffle table\n",
        without="turn",
    ),
    _case(
        "E271",
        "A `repeat` has no `until`, and nothing in it ends a procedure around it or the game.",
        "turn (player p) takes-turn:\n  repeat:\n    p chooses:\n      to play c from hand of p onto table\n"
        "      to stop\n",
        "turn (player p) takes-turn:\n  repeat:\n    p chooses:\n      to play c from hand of p onto table\n"
        "      to stop:\n        end takes-turn\n",
        without="turn",
    ),
    _case(
        "E272",
        "In what is repeated nobody chooses anything and nothing is left to chance, so that it may go round for ever. "
        "What is done so many times, or for each of a list, is said with `for each`.",
        "turn (player p) takes-turn:\n  repeat until points of p >= 10:\n    p scores 1\n  put hand of p onto table\n",
        "turn (player p) takes-turn:\n  for each n in 1 to 10:\n    p scores 1\n  put hand of p onto table\n",
        without="turn",
    ),
    _case(
        "E280",
        "An example is not set up right: the number of its seats, what is given and how, where it starts.",
        "example too-many for ann, bob, cid, dee, eve:\n  expect table is empty\n",
        "example four for ann, bob, cid, dee:\n  expect table is empty\n",
    ),
    _case(
        "E301",
        "A variant, or a scope, changes what is not there: the name is misspelt, or the game has been changed.",
        "scope small:\n  remove pley in takes-turn\n",
        "scope small:\n  for 2 players\n",
    ),
    _case(
        "E302",
        "The same thing is changed twice, so that one change would do nothing. Of two variants that do so, choose one, or "
        "write a variant that says what holds. A variant that changes a part and then replaces the whole says in the new "
        "text what is to hold.",
        'variant first of "Small":\n  for 3 players\nvariant second of "Small":\n  for 2 players\n',
        'variant first of "Small":\n  for 3 players\nvariant second of "Small":\n'
        "  replace winners: p in players with lowest points of p\n",
    ),
    _case(
        "E303",
        "A change may mean several things: a name that stands more than once, a procedure with several choices, a "
        "procedure and its measure. Say in which procedure it stands (`remove lay in goes-on`), beside which option of a "
        "choice (`add in goes-on beside pass:`), or of what kind it is (`remove measure goes-on`).",
        "turn (player p) takes-turn:\n  p chooses:\n    to lay c from hand of p onto table\n  p goes-on\n"
        "to (player p) goes-on:\n  p chooses:\n    to lay c from hand of p onto table\n    to pass\n"
        "scope small:\n  remove lay\n",
        "turn (player p) takes-turn:\n  p chooses:\n    to lay c from hand of p onto table\n  p goes-on\n"
        "to (player p) goes-on:\n  p chooses:\n    to lay c from hand of p onto table\n    to pass\n"
        "scope small:\n  remove lay in goes-on\n",
        without="turn",
    ),
    _case(
        "E304",
        "A variant, or a scope, takes out the last option of a choice, or the last row of a term or of the winners. Let it "
        "add another, or replace the whole.",
        "turn (player p) takes-turn:\n  p chooses:\n    to lay c from hand of p onto table\n"
        "scope small:\n  remove lay in takes-turn\n",
        "turn (player p) takes-turn:\n  p chooses:\n    to lay c from hand of p onto table\n"
        "scope small:\n  remove lay in takes-turn\n  add in takes-turn:\n    to pass\n",
        without="turn",
    ),
    Explained(
        "E400",
        "A word of the game has no form in the language of the rulebook. Add it to the words file of that language, "
        "beside the game, words.en.toml or words.es.toml; `hoyle words GAME` begins or completes it.",
    ),
    _case(
        "E401",
        "An example fails: what comes out of the rules is not what it expects, or an act is not possible there. Either "
        "the rules are wrong, or the example.",
        "example two-cards for ann, bob:\n  given hand of ann: 3 of clubs, 4 of clubs\n  at ann takes-turn\n"
        "  ann does play 3 of clubs\n  expect points of ann = 4\n",
        "example two-cards for ann, bob:\n  given hand of ann: 3 of clubs, 4 of clubs\n  at ann takes-turn\n"
        "  ann does play 3 of clubs\n  expect points of ann = 3\n",
    ),
    _case(
        "E402",
        "In an example the rules break: something is used that is not there (see P001). Ask before, or give it.",
        "marker leader: player\nturn (player p) takes-turn:\n  p chooses:\n"
        "    to play c from hand of leader onto table\nexample no-leader for ann, bob:\n  at ann takes-turn\n"
        "  ann cannot play 3 of clubs\n",
        "marker leader: player\nturn (player p) takes-turn:\n  leader becomes p\n  p chooses:\n"
        "    to play c from hand of leader onto table\nexample a-leader for ann, bob:\n"
        "  given hand of ann: 3 of clubs\n  at ann takes-turn\n  ann can play 3 of clubs\n",
        without="turn",
    ),
    _case(
        "W501",
        "Something is declared that no rule uses, or is set and never asked.",
        "turn (player p) takes-turn:\n  p chooses:\n    to play c from hand of p onto table\nzone spare, seen by all\n",
        "turn (player p) takes-turn:\n  p chooses:\n    to play c from hand of p onto table\n"
        "    to save c from hand of p into spare\nzone spare, seen by all\n",
        without="turn",
    ),
    _case(
        "W502",
        "A procedure is never called. The game starts with `to play:`, and everything else is called from there.",
        "turn (player p) takes-turn:\n  put hand of p onto table\nto tidy-up:\n  put table into deck\n",
        "turn (player p) takes-turn:\n  put hand of p onto table\n  tidy-up\nto tidy-up:\n  put table into deck\n",
        without="turn",
    ),
    _case(
        "W503",
        "With this variant, or these parameters, a part of the rules can never come about (see E251).",
        "turn (player p) takes-turn:\n  p chooses:\n    to play c from hand of p onto table, where value of c > 5\n"
        "    to pass\n"
        'variant low of "Small":\n  replace cards in deck:\n    name | suit | value  | copies\n'
        "    card | each | 1 to 3 | 3\n",
        "turn (player p) takes-turn:\n  p chooses:\n    to play c from hand of p onto table, where value of c > 5\n"
        "    to pass\n"
        'variant low of "Small":\n  replace cards in deck:\n    name | suit | value  | copies\n'
        "    card | each | 4 to 6 | 3\n",
        without="turn",
    ),
    _case(
        "W504",
        "No line rests on a ruling. Write its tag at the end of the lines that it decides.",
        'ruling @S1 "Aces are low."\n',
        'term lowest-card: the lowest value of card                             @S1\nruling @S1 "Aces are low."\n'
        "always aces-are-one: lowest-card = 1\n",
    ),
    _case(
        "W505",
        "Rules speak of a zone in which nothing ever lies: no cards start there, and no rule puts any there.",
        "turn (player p) takes-turn:\n  p chooses:\n    to play c from hand of p into table\n"
        "zone spare, seen by all\nalways no-spare: size of spare < 3\n",
        "turn (player p) takes-turn:\n  p chooses:\n    to play c from hand of p into table\n"
        "    to save c from hand of p into spare\n"
        "zone spare, seen by all\nalways no-spare: size of spare <= 12\n",
        without="turn",
    ),
    _case(
        "W506",
        "The same cards may have two forms of a combination. A player would be offered one move twice, and the rules "
        "could not tell which is meant: let the sizes of the forms, or their `where`, exclude each other.",
        "combination meld of card c:\n  single: any 1\n  set: 1 or more alike in value\n"
        "always no-set: no m in meld of table where m is a set\n",
        "combination meld of card c:\n  single: any 1\n  set: 2 or more alike in value\n"
        "always no-set: no m in meld of table where m is a set\n",
    ),
    Explained(
        "W507",
        "Words of a words file belong to a rule that has changed: a sentence of the author (`says`), or the translation "
        "of a ruling; or nobody has approved them yet. Read them, mend them, then say so: `hoyle approve GAME`.",
    ),
    _case(
        "W508",
        "A condition behind `no … in …` says nothing of what that is about. It is taken in all the same, as `no … in …` goes "
        "on to the end of the line. Put parentheses around `(no … in …)` to say it beside; or around all that it takes in.",
        "always none-is-high: no c in table where value of c > 9 and size of table < 90\n",
        "always none-is-high: (no c in table where value of c > 9) and size of table < 90\n",
    ),
    Explained(
        "W509",
        "An entry of a words file is about a name that the rules do not have: it is never said. Names are written there "
        "as in the rules; `hoyle words GAME` adds those that are missing.",
    ),
    _case(
        "W510",
        "An option asks for what it has moved itself: it moves first, and then what stands below it is done. Leave the move "
        "out of the option's line, and write it below what asks.",
        "turn (player p) takes-turn:\n  p chooses:\n    to show top of deck onto table, where deck is not empty:\n"
        "      p scores value of top of deck\n    to pass\n",
        "turn (player p) takes-turn:\n  p chooses:\n    to show, where deck is not empty:\n"
        "      turn up 1 from deck onto table\n      p scores value of top of table\n    to pass\n",
        without="turn",
    ),
    _case(
        "W511",
        "A parameter can only have one value, so nobody can agree on another. Allow other numbers; a number that has a name, "
        "and never changes, is a term.",
        "parameter most is 6, adjustable among [6]\nalways few: size of table <= 6 × most\n",
        "term most: 6\nalways few: size of table <= 6 × most\n",
    ),
    _case(
        "W512",
        "A range goes up; one from a higher number to a lower holds nothing, so what is done for each of its numbers is never "
        "done. To count down, let a number go up and reckon with it.",
        "parameter most is 6, adjustable from 2 to 9\n"
        "turn (player p) takes-turn:\n  for each n in most to 1:\n    p scores n\n  put hand of p onto table\n",
        "parameter most is 6, adjustable from 2 to 9\n"
        "turn (player p) takes-turn:\n  for each n in 1 to most:\n    p scores most + 1 - n\n  put hand of p onto table\n",
        without="turn",
    ),
    _case(
        "W513",
        "One number is asked of several cards or dice together, and nothing says that it is the same of all of them: most "
        "likely their total is meant, or the highest.",
        "combination pair of card c:\n  pair: any 2\n"
        "turn (player p) takes-turn:\n  p chooses:\n    to lay m from pair of hand of p onto table:\n"
        "      p scores value of m\n",
        "combination pair of card c:\n  pair: any 2\n"
        "turn (player p) takes-turn:\n  p chooses:\n    to lay m from pair of hand of p onto table:\n"
        "      p scores the total value of m\n",
        without="turn",
    ),
    _case(
        "W514",
        "Cards or dice are moved from a place to the same place, which changes nothing: most likely another place is meant.",
        "turn (player p) takes-turn:\n  put (c in hand of p where value of c < 5) into hand of p\n  put hand of p onto table\n",
        "turn (player p) takes-turn:\n  put (c in hand of p where value of c < 5) into deck\n  put hand of p onto table\n",
        without="turn",
    ),
    _case(
        "P001",
        "While it was played, the rules broke: a card was drawn from an empty place, a marker was used that marks "
        "nothing, the first of an empty list was taken, the top of a shuffled pile was looked at. Say what holds then.",
        "turn (player p) takes-turn:\n  p draws 5 from deck into hand of p\n  put hand of p onto table\n",
        "turn (player p) takes-turn:\n  for each n in 1 to 5:\n    if deck is not empty:\n"
        "      p draws 1 from deck into hand of p\n  put hand of p onto table\n",
        without="turn",
    ),
]

CATALOGUE = {explained.code: explained for explained in [*SYNTAX_CODES, *_CHECKED]}
