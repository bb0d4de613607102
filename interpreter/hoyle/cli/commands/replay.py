"""`hoyle replay RECORD`: a recorded play, played again; of one that `verify` kept, whether it still shows its fault."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...engine.events import Chose
from ...language.diagnostics import HoyleError
from .. import output
from ..app import UNDECIDED, VIOLATED, Command
from ..options import Named, as_json, language_

if TYPE_CHECKING:
    from ...verify.kept import Verdict
    from ..stories import Kept


@click.command(cls=Command, section="Play")
@click.argument("record", type=Named())
@click.option("--spec", metavar="SPEC", help="Where the rules are, if not where the record says.")
@click.option("--seat", metavar="NAME", help="Tell it as this player saw it.")
@click.option(
    "--as-example", is_flag=True, help="Print a play that `verify` kept as an example to paste into the spec."
)
@language_("The language to tell it in", "as a play was kept, else en")
@as_json
def command(record: Path, spec: str | None, seat: str | None, as_example: bool, code: str | None, json: bool) -> int:
    """Play a recorded play again, and tell it.

    RECORD is a file that `play`, `simulate`, `verify` or another command kept. Where it does not go as recorded, because
    the rules or the record have changed, the step and the reason are said, and the exit status is 2.

    Of a play that `verify` kept it is said whether it FAILS (it still shows what is wrong; the exit status is 1), is
    FIXED (it can be played, and nothing is wrong at its end; 0) or no longer applies (it cannot be played any more, so
    that it shows nothing; 3).
    """
    from ..stories import read

    kept = read(record)
    if "verify" in kept.data and seat is None:
        return _verdict(kept, record, spec, as_example, code or kept.language(), json)
    if as_example:
        raise HoyleError("--as-example is for plays that `hoyle verify` kept, and without --seat")
    _replay(kept, record, spec, seat, code or kept.language(), json)
    return 0


def _replay(kept: Kept, record: Path, spec: str | None, seat: str | None, code: str, json: bool) -> None:
    from ...engine.record import replay
    from ..remarks import remarks
    from ..telling import Telling
    from ..tongue import speak

    game = kept.game(spec)
    state = replay(game, kept.record)
    if json:
        story = state.story() if seat is None else state.history(seat)
        output.answer(
            {"record": str(record), "steps": len(kept.record.steps), "story": story, "result": kept.record.result}
        )
        return
    me = state.players.index(seat) if seat in state.players else 0
    tongue, _ = speak(spec or kept.spec or "", game, state.table, me, code)
    telling = Telling(tongue)
    for remark in remarks(state.table, state.events if seat is None else state.seen(seat)):
        output.say(telling.line(remark))
    output.say()
    output.say(telling.outcome(state) if state.result else tongue.words["record_ends"])
    output.say(tongue.words["replayed"].format(n=len(kept.record.steps), seed=kept.record.seed))


def _story(found: Verdict, spec: str, code: str) -> list[str]:
    """The story of a play that still fails; in another language than English without what only the rules' own words say."""
    from ...verify.plays import retrace
    from ..remarks import remarks
    from ..telling import Telling
    from ..tongue import ENGLISH, speak

    case, story = found.case, found.story
    if story is None or case is None:
        return []
    if code == ENGLISH:
        return story.lines()
    table = case.game.table(case.setting.players)
    tongue, title = speak(spec, case.game, table, 0, code)
    telling = Telling(tongue)
    lines, number = [title], 0
    for remark in remarks(table, [event for step in retrace(case, found.path, found.steps) for event in step.events]):
        chose = isinstance(remark.event, Chose)
        number += chose
        lines.append(f"{f'{number}.' if chose else '':>4} {telling.line(remark)}")
    return [*lines, *(f"     {line}" for line in story.last)]


def _verdict(kept: Kept, record: Path, spec: str | None, wanted: bool, code: str, json: bool) -> int:
    """What a play that `verify` kept shows of the rules as they are now."""
    from ...verify.kept import FAILS, FIXED, judge
    from ...verify.paste import as_example

    found = judge(kept.data, spec)
    example = None
    if wanted:
        if found.case is None or found.fault is None:
            raise HoyleError(f"{record} {found.result}, so there is no example of it: {found.message}")
        example = as_example(found.case, found.path, found.steps, found.fault, fails=found.result == FAILS)
    if json:
        output.answer(
            {
                "record": str(record),
                "result": found.result,
                "property": found.property,
                "message": found.message,
                "story": None if found.story is None else found.story.data(),
                "example": example,
            }
        )
    elif example is not None:
        output.say(example)
    else:
        for line in _story(found, spec or kept.spec or "", code):
            output.say(line)
        if found.story is not None:
            output.say()
        output.say(f"{found.result}: {found.property}: {found.message}")
    statuses: dict[str, Any] = {FAILS: VIOLATED, FIXED: 0}
    return int(statuses.get(found.result, UNDECIDED))
