"""Plain English and slips that come together: what a line may be meant to say, and what one line cannot say.

Each function here explains the trouble if it knows it, and gives nothing if not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from .syntax_phrases import Reading, readings
from .syntax_said_at_table import SAID_AT_TABLE
from .syntax_said_conditions import SAID_OF_CONDITIONS
from .syntax_said_lines import SAID_OF_LINES
from .syntax_said_openings import SAID_OF_OPENINGS
from .syntax_said_otherwise import SAID_OF_WORDS
from .syntax_said_parts import ADVICE, SAID_OF_PARTS
from .syntax_said_rules import SAID_OF_RULES
from .syntax_said_seats import SAID_OF_SEATS
from .syntax_said_table import ROWS
from .syntax_said_things import SAID_OF_THINGS
from .syntax_said_variants import ROWS_OF_VARIANTS
from .syntax_trouble import Explanation, Trouble, indent_of, likeliest
from .syntax_words import HABITS, Habit, replaced

SAID = (
    *(*SAID_OF_RULES, *SAID_OF_CONDITIONS, *SAID_OF_PARTS),
    *(*SAID_OF_OPENINGS, *SAID_OF_WORDS, *SAID_OF_LINES, *ROWS, *ROWS_OF_VARIANTS),
    *(*SAID_OF_THINGS, *SAID_OF_SEATS, *SAID_AT_TABLE),
)


def phrases(trouble: Trouble, broad: bool = True) -> Iterator[Explanation]:
    """Plain English that has a form here: what the line may be meant to say, from the fewest changes to the most; without
    what is met in much that is right, if not `broad`."""
    tail = trouble.code[len(trouble.body) :]
    for reading in _readings(trouble, trouble.body, broad):
        mended = trouble.mended(reading.text + tail)
        if mended is not None and not trouble.calls_nothing(mended):
            place = (reading.start, reading.end)
            yield trouble.explain(reading.message, written(reading.text), place, "E014", mended)


def phrase(trouble: Trouble, broad: bool = True) -> Explanation | None:
    """The likeliest of these: the first with which nothing is wrong with the line any more. Where that cannot be known,
    as something else is wrong, too, whatever is said otherwise in the line is told at once."""
    return likeliest(trouble, phrases(trouble, broad), last=True)


def _readings(trouble: Trouble, body: str, broad: bool = True) -> Iterator[Reading]:
    at = trouble.index
    below = trouble.rows[at + 1].text if at + 1 < len(trouble.rows) else ""
    words = replace(
        trouble.declared.within([row.text for row in trouble.rows[: at + 1]]),
        holder=trouble.holder(),
        started=any(row.text.lstrip().startswith("at ") for row in trouble.rows[:at]),
        block=bool(below.strip()) and len(indent_of(below)) > len(indent_of(trouble.code)),
    )
    return readings(body, words, SAID if broad else [one for one in SAID if not one.broad])


def advice(trouble: Trouble) -> Explanation | None:
    """What one line cannot say."""
    for one in ADVICE:
        if one.holder and one.holder != trouble.holder():
            continue
        found = one.pattern.search(trouble.body)
        if found is not None:
            return trouble.explain(one.message, one.hint, found.span("at"), "E014")
    return None


def several(trouble: Trouble) -> Explanation | None:
    """Two slips in one line: what people say, and then what they say of that."""
    body, tail = trouble.body, trouble.code[len(trouble.body) :]
    firsts = [(r.text, r.message, r.start, r.end) for r in _readings(trouble, body)]
    for habit, found in _met(body, trouble):
        firsts.append(
            (
                replaced(body, found, habit.replacement),
                habit.message.format(at=(found["at"] or "").strip()),
                *found.span("at"),
            )
        )
    for text, message, start, end in firsts:
        seconds = [replaced(text, found, habit.replacement) for habit, found in _met(text, trouble)]
        for new in [*seconds, *(r.text for r in _readings(trouble, text))]:
            mended = trouble.mended(new + tail)
            if mended is not None and not trouble.calls_nothing(mended):
                return trouble.explain(message, written(new), (start, max(end, start + 1)), "E014", mended)
    return None


def _met(body: str, trouble: Trouble) -> list[tuple[Habit, re.Match[str]]]:
    """The habits that a line shows."""
    opens = trouble.opens
    habits = [h for h in HABITS if not h.holder or h.holder == opens]
    return [(h, found) for h in habits for found in [h.pattern.search(body)] if found is not None]


def written(text: str) -> str:
    """A hint that shows how a line, or a line and what follows it, would be written."""
    line, _, below = text.partition("\n")
    deeper = len(indent_of(below)) > len(indent_of(line))
    return f"write: {line.strip()}" + (
        f" and below it{', indented' if deeper else ''}: {below.strip()}" if below else ""
    )
