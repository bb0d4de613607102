"""What a text declares, by a quick look at its lines: so that a hint can name the reader's own zones and counters.

Comes in: a text that may be full of mistakes. Goes out: a `Declared`. What always holds: nothing here decides what is
right; a name that is missed makes a hint plainer, never wrong.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

_NAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_HEAD = r"^(?:  (?:replace|add) )?"


@dataclass(frozen=True)
class Declared:
    """The names of a text: each with what people call such a thing where it matters."""

    cards: str = "card"  # what a card is called
    deck: str = "deck"  # where the cards start
    hand: str = "hand"  # a zone of each player
    table: str = "table"  # where everybody sees the cards
    counters: frozenset[str] = frozenset()
    procedures: frozenset[str] = frozenset()
    options: frozenset[str] = frozenset()
    lines: frozenset[str] = frozenset()  # the names of the lines of tables, such as `joker`
    kind_of: tuple[tuple[str, str], ...] = ()  # each value of a kind, and which
    names: frozenset[str] = frozenset()  # all that are declared
    terms: frozenset[str] = frozenset()  # what is said of something with `is`: terms, and flags of each player
    zones: frozenset[str] = frozenset()
    hands: frozenset[str] = frozenset()  # zones of each player
    tray: str = "tray"  # where the dice start
    components: frozenset[str] = frozenset()
    combinations: frozenset[str] = frozenset()
    columns: frozenset[str] = frozenset()
    of_each: frozenset[str] = frozenset()  # counters, markers, terms that are of somebody or something
    people: frozenset[str] = frozenset()  # what stands for a player: markers, seats of examples, names given in rules
    holdings: frozenset[str] = frozenset()  # what zones say they hold, and what the lines of tables are called
    text: str = ""
    here: str = ""  # the procedure that a line stands in
    started: bool = False  # whether an example has said where it starts
    block: bool = False  # whether lines stand below it
    trick: str = ""  # a pile that keeps plays
    flags: frozenset[str] = frozenset()  # flags of nobody
    holder: str = ""  # the kind of declaration that it stands in, such as an example
    markers: frozenset[str] = frozenset()
    pairs: frozenset[str] = frozenset()  # terms of two things: `climbed of (p, n)`
    roles: tuple[tuple[str, str], ...] = ()  # each procedure, and the word it opens with
    acting: frozenset[str] = frozenset()  # procedures that somebody does
    score: str = "points"  # what `winners` compares
    actor: str = "p"  # who acts there
    marked: tuple[tuple[str, str], ...] = ()  # each marker, and of what kind it is
    ranked: frozenset[str] = frozenset()  # the values of kinds that are ranks: with an order, or with numbers

    def is_flag(self, name: str) -> bool:
        """Whether this is a flag of nobody."""
        return name in self.flags

    def kind(self, value: str) -> str | None:
        """The kind that has this value."""
        return dict(self.kind_of).get(value)

    @property
    def kinds(self) -> frozenset[str]:
        """All kinds that have values."""
        return frozenset(kind for _, kind in self.kind_of)

    @property
    def figures(self) -> frozenset[str]:
        """The columns that hold numbers."""
        return self.columns - self.kinds - {"copies", "name"}

    def within(self, rows: list[str]) -> Declared:
        """The same, with the procedure and the player that the last of some rows of a declaration is about."""
        head = re.match(rf"(?:to|setup|round|turn|scoring) (?:\((?:({_NAME}) )?({_NAME})\) *)?({_NAME})?", rows[0])
        here = (head[3] or "") if head else ""
        about = re.search(rf"\(player ({_NAME})\)", rows[0]) if head is None else None  # what a term is about
        actor = head[2] if head and head[1] == "player" else about[1] if about else ""
        depth = len(rows[-1]) - len(rows[-1].lstrip())
        for row in reversed(rows[1:-1]):
            if row.strip() and len(row) - len(row.lstrip()) < depth:
                depth = len(row) - len(row.lstrip())
                named = re.match(rf"\s*(?:for each|turns for|together, each) ({_NAME}) in (?:players|others)\b", row)
                if named is not None:
                    return replace(self, here=here, actor=named[1])
        return replace(self, here=here, actor=actor or "p")


def declared(text: str) -> Declared:
    """The names that the lines of a text declare."""
    kinds: list[tuple[str, str]] = []
    for name, values in re.findall(rf"{_HEAD}kind ({_NAME})[^:\n]*:([^\n#@]*)", text, re.MULTILINE):
        for piece in values.split(","):
            ends = re.findall(r"[\w-]+", piece)
            if len(ends) == 3 and ends[1] == "to" and ends[0].isdigit() and ends[2].isdigit():
                ends = [str(n) for n in range(int(ends[0]), min(int(ends[2]), int(ends[0]) + 200) + 1)]
            kinds += [(value, name) for value in ends]
    ranks = set(re.findall(rf"{_HEAD}kind ({_NAME}), low to high", text, re.MULTILINE))
    ranks |= {kind for value, kind in kinds if value.isdigit()}
    zones = re.findall(rf"{_HEAD}(?:zone|pile) ({_NAME})([^\n]*)", text, re.MULTILINE)
    cards = re.findall(rf"{_HEAD}cards(?: called ({_NAME}))? in ({_NAME})", text, re.MULTILINE)
    dice = re.findall(rf"{_HEAD}dice(?: called ({_NAME}))? in ({_NAME})", text, re.MULTILINE)
    heads = re.findall(
        rf"{_HEAD}(?:parameter|kind|zone|pile|counter|flag|marker|term|combination) ({_NAME})", text, re.MULTILINE
    )
    role = rf"{_HEAD}(to|setup|round|turn|scoring) (\([^)\n]*\) *)?({_NAME})"
    procedures = re.findall(role, text, re.MULTILINE)
    winners = next(iter(re.findall(r"^winners:(?:.*\n(?:  .*\n)*)", text, re.MULTILINE)), "")
    return Declared(
        cards=(cards[0][0] or "card") if cards else "card",
        deck=cards[0][1]
        if cards
        else next((n for n, rest in zones if "seen by nobody" in rest and "each" not in rest), "deck"),
        hand=next((name for name, rest in zones if rest.startswith(" of each player")), "hand"),
        table=next(
            (n for n, rest in zones if "seen by all" in rest and "each" not in rest and "plays" not in rest), "table"
        ),
        counters=frozenset(re.findall(rf"{_HEAD}counter ({_NAME})", text, re.MULTILINE)),
        procedures=frozenset(name for _, _, name in procedures),
        options=frozenset(re.findall(rf"^[ \t]+to ({_NAME})", text, re.MULTILINE)),
        lines=frozenset(re.findall(rf"^[ \t]+({_NAME})[ \t]*\|", text, re.MULTILINE)) - {"name", "players"},
        kind_of=tuple(kinds),
        names=frozenset(heads) | frozenset(re.findall(rf"{_HEAD}term \([^)\n]*\) ({_NAME}) \(", text, re.MULTILINE)),
        terms=frozenset(
            re.findall(rf"{_HEAD}term \([^)\n]*\) (?:is )?({_NAME}):", text, re.MULTILINE)
            + re.findall(rf"{_HEAD}flag ({_NAME}) of each", text, re.MULTILINE)
        ),
        tray=dice[0][1] if dice else "tray",
        components=frozenset([*(one or "card" for one, _ in cards), *(one or "die" for one, _ in dice)] or ["card"]),
        combinations=frozenset(re.findall(rf"{_HEAD}combination ({_NAME}) of", text, re.MULTILINE)),
        columns=frozenset(
            column
            for row in re.findall(r"^[ \t]+name[ \t]*\|([^\n#]*)", text, re.MULTILINE)
            for column in re.findall(_NAME, row)
        ),
        of_each=frozenset(
            re.findall(rf"{_HEAD}(?:counter|marker) ({_NAME}) of each", text, re.MULTILINE)
            + re.findall(rf"{_HEAD}term ({_NAME}) of \([^,()]*\)", text, re.MULTILINE)
        ),
        people=frozenset(
            re.findall(rf"{_HEAD}marker ({_NAME}): player", text, re.MULTILINE)
            + re.findall(rf"\(player ({_NAME})", text)
            + re.findall(rf"({_NAME}) in (?:players|others of)", text)
            + [
                one
                for seats in re.findall(rf"^example {_NAME} for ([^:\n]*):", text, re.MULTILINE)
                for one in seats.split(", ")
            ]
        ),
        holdings=frozenset(re.findall(rf"holding ({_NAME})", text))
        | frozenset(re.findall(rf"^[ \t]+({_NAME})[ \t]*\|", text, re.MULTILINE)) - {"name", "players"},
        trick=next((name for name, rest in zones if "kept as plays" in rest), ""),
        flags=frozenset(re.findall(rf"{_HEAD}flag ({_NAME})(?! of each)\b(?!-)", text, re.MULTILINE)),
        text=text,
        markers=frozenset(re.findall(rf"{_HEAD}marker ({_NAME})", text, re.MULTILINE)),
        marked=tuple(re.findall(rf"{_HEAD}marker ({_NAME})(?: of each {_NAME})?: ({_NAME})", text, re.MULTILINE)),
        ranked=frozenset(value for value, kind in kinds if kind in ranks),
        pairs=frozenset(re.findall(rf"{_HEAD}term ({_NAME}) of \([^)\n]*,", text, re.MULTILINE)),
        roles=tuple((name, role) for role, _, name in procedures),
        acting=frozenset(name for _, subject, name in procedures if subject),
        score=next(iter(re.findall(rf"\b(?:highest|lowest|most|fewest) ({_NAME}) of", winners)), "points"),
        hands=frozenset(name for name, rest in zones if rest.startswith(" of each player")),
        zones=frozenset(name for name, _ in zones),
    )
