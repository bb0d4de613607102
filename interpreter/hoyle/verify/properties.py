"""The properties that are verified: what each is called, what it says, and what a fault of one is.

Comes in: a program. Goes out: the properties that hold for it. What always holds: a property's name is stable
(reports, records and test items are found by it); the built-in ones come first, then the spec's own, as written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..engine.errors import PlayError
from ..language.diagnostics import HoyleError, did_you_mean
from ..language.program import Program
from ..language.tree import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Property:
    """`name` is stable, `says` is what must hold, in words; `how` is how that is decided; `span` is the spec's own
    clause, if it is one."""

    name: str
    says: str
    how: str = ""
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong at a position: the property's name, what was found, and the place in the spec, if one is known."""

    name: str
    message: str
    span: Span = NOWHERE
    lines: tuple[str, ...] = ()
    """Further lines that a story ends with."""
    loop: int | None = None
    """After how many steps the play comes to the position that its last step comes to again, if it goes round."""

    @property
    def key(self) -> tuple[str, int, int]:
        """What two faults share that are the same mistake of the rules: shrinking never trades one for another."""
        if self.name == FOLLOWED:
            return self.name, self.span.line, self.span.column
        return self.name, 0, 0


def unfollowed(error: PlayError) -> Fault:
    """The fault of rules that cannot be followed."""
    return Fault(FOLLOWED, error.message, error.span, (error.hint,) if error.hint else ())


FOLLOWED, DEAD_END, ENDS, OVER = "can-be-followed", "no-dead-end", "ends", "over-is-over"
PLACES, WINNERS, SEED, JSON = "one-place-each", "winners", "same-seed", "round-trip"
KNOWN, SEEN, SEATS = "moves-are-known", "observations", "seats-alike"

BUILT_IN = [
    Property(
        FOLLOWED,
        "the rules never ask for what cannot be done",
        "Drawing from an empty pile, taking the first of nothing, using a marker that is none, or a number too large is "
        "a fault at the line that asks for it. Parameters at the ends of their ranges are tried, too.",
    ),
    Property(
        DEAD_END,
        "whoever is to choose has a move",
        "Violated where a player is to choose, no option is possible, and no `else:` says what happens then.",
    ),
    Property(
        ENDS,
        "the game ends",
        "Violated where the players can bring back a position by moves alone, or go round for ever whatever chance "
        "brings: the story shows the way there and the loop. In a small instance looked at wholly it is proved if no "
        "such loop is there; positions that come again only by chance are left with probability 1. In plays, the "
        "longest is reported. Plays are cut off at some thousand decisions; one that was is let go on, farther and farther, "
        "as long as there is time, and is played to its end if it has one. A play that was cut off and has not ended makes "
        "it not decided. Where not one play of a setting came to an "
        "end, and a much longer one did not either, it is violated: that it would end by rare luck is no end.",
    ),
    Property(
        OVER,
        "nothing happens after the end",
        "A position that is over is asked to go on, and must not change.",
    ),
    Property(
        PLACES,
        "each card and die is in exactly one place",
        "All cards and dice are counted by face at every step, and must be those that the game began with.",
    ),
    Property(
        WINNERS,
        "the result is what `winners` says",
        "The winners told are held against the row of `winners` that holds, and against the scores: nobody who is "
        "better, or level, may be left out unless a condition leaves them out.",
    ),
    Property(
        SEED,
        "the same seed gives the same game",
        "Plays are made once more from their seed, on a game made anew, and must come to the same position.",
    ),
    Property(
        JSON,
        "a position saved and loaded is the same",
        "Positions are written as JSON, read again, and must be equal.",
    ),
    Property(
        KNOWN,
        "moves depend only on what their player knows",
        "Cards that a player has never seen change places with each other in all ways that fit what the player has "
        "seen; the play is made again with them. As long as the player sees the same, the moves offered must be the "
        "same. The story names the cards that change places and the moves that appear or vanish.",
    ),
    Property(
        SEEN,
        "what a player sees follows from what was shown, and is not forgotten",
        "In the same pairs of plays all that the player sees must be alike: what was not shown makes no difference. And "
        "what a player has seen of a play stays part of what they have seen, later on and when the play is loaded again.",
    ),
    Property(
        SEATS,
        "no seat is treated otherwise than the others",
        "A whole play is made again with everybody one seat further on: the same cards come to the same people, who "
        "choose the same. The result must move on, too. Each play is compared with its own counterpart, so one that "
        "differs is a fault and no matter of luck. Not asked where the rules themselves go through the players from the "
        "first seat on.",
    ),
]

EXAMPLE, ALWAYS, MEASURE = "example ", "always ", "measure "
PATHWISE = (SEED, JSON, KNOWN, SEEN, SEATS)
"""Properties that compare plays, and cannot be seen in single positions."""


def properties(program: Program) -> list[Property]:
    """All properties of a program but its examples."""
    found = list(BUILT_IN)
    found += [Property(ALWAYS + a.name, f"always {words(a.name)}", span=a.span) for a in program.invariants.values()]
    for measure in program.measures:
        name = " or ".join(measure.names)
        found.append(Property(MEASURE + name, f"what `{name}` is measured by goes down", span=measure.span))
    return found


def select(known: Iterable[Property], wanted: Iterable[str]) -> list[Property]:
    """The properties named; all if none is.

    Raises:
        HoyleError: there is none of that name.
    """
    known = list(known)
    names = [p.name for p in known]
    chosen = []
    for name in wanted:
        fitting = [n for n in names if n == name or n.partition(" ")[2] == name]
        if not fitting:
            hint = did_you_mean(name, [*names, *(n.partition(" ")[2] for n in names)])
            raise HoyleError(f"there is no property `{name}`; {hint or 'the properties: ' + ', '.join(names)}")
        chosen += fitting
    return [p for p in known if p.name in chosen] if chosen else known


def winning(names: Sequence[str]) -> str:
    """Who wins, in words: `p1 wins`, `p1 and p2 win`, `nobody wins`."""
    if len(names) < 2:
        return f"{names[0] if names else 'nobody'} wins"
    return f"{', '.join(names[:-1])} and {names[-1]} win"


def words(name: str) -> str:
    """A name of the spec, as words."""
    return name.replace("-", " ")
