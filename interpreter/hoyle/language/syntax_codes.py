"""The codes of mistakes that keep a text from being read: for `explain`, a small wrong spec and how it is mended.

What always holds: each `wrong` gets its code, each `right` is a spec. A code with no texts is about whole files.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Explained:
    """What a code means, in a sentence or two; a small spec that gets it, and the same as it would be right."""

    code: str
    meaning: str
    wrong: str = ""
    right: str = ""


_HEAD = 'game "Small"\nfor 2 players\n'


def _explained(code: str, meaning: str, wrong: str = "", right: str = "") -> Explained:
    return Explained(code, meaning, _HEAD + wrong if wrong else "", _HEAD + right if right else "")


SYNTAX_CODES = [
    _explained("E001", "The file is not text in UTF-8. Save it as UTF-8 in your editor."),
    _explained("E002", "The file, or a line of it, is longer than a spec can be. Write long lines as several terms."),
    _explained(
        "E003",
        "Parentheses, or lines below lines, are nested more deeply than anybody can read: name a part as a term, or "
        "make it a procedure of its own. Or terms ask for terms, or procedures are done within procedures, more deeply "
        "than can be followed: let one of them do what several do.",
        "always deep: " + "(" * 70 + "1 = 1" + ")" * 70 + "\n",
        "always shallow: 1 = 1\n",
    ),
    Explained("E004", 'The file is empty. A spec opens with a line like: game "Pig"', "\n", 'game "Small"\n'),
    _explained(
        "E005",
        "A number is larger than the engines count.",
        "counter points of each player from 99999999999\n",
        "counter points of each player from 999999\n",
    ),
    _explained("E006", "There are more mistakes than are told in one run. Mend the first, and check again."),
    _explained(
        "E010",
        "A line is not indented as it should be. What belongs under a line that ends with a colon is indented by two "
        "spaces more than that line, and lines that belong together start at the same column.",
        "to play:\n  repeat:\n  shuffle deck\n",
        "to play:\n  repeat:\n    shuffle deck\n",
    ),
    _explained(
        "E011",
        "A word or a sign does not fit where it stands, or the line ends too early. The hint shows what could stand "
        "there, or how such a line looks.",
        "to play:\n  shuffle deck and table\n",
        "to play:\n  shuffle deck\n  shuffle table\n",
    ),
    _explained(
        "E012",
        "A word of the language is misspelt or missing, or a comma, a colon or the end of a parenthesis is.",
        "to play:\n  roll tray\ncuonter points of each player\n",
        "to play:\n  roll tray\ncounter points of each player\n",
    ),
    _explained(
        "E013",
        "A sign is not one of the language. It has = < <= > >= + - × * / for numbers, ( ) and [ ], commas, colons, "
        "the bars of tables, and straight double quotes.",
        "always small: size of hand of players ≠ 3\n",
        "always small: size of hand of players is not 3\n",
    ),
    _explained(
        "E014",
        "What is meant is clear, but the language says it with other words.",
        "to play:\n  deal 5 cards to each player\n",
        "to play:\n  deal 5 from deck to hand of players\n",
    ),
    _explained(
        "E015",
        "A name is not written as names are: small letters a to z, digits and hyphens, a letter first, no spaces.",
        "zone Draw_Pile, seen by all\n",
        "zone draw-pile, seen by all\n",
    ),
    _explained(
        "E016",
        "A text has no quotes, or no end; or a name has quotes.",
        "ruling @F1 Nobody starts.\n",
        'ruling @F1 "Nobody starts."\n',
    ),
]
