"""`hoyle check SPEC`: all mistakes of a game's text, at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .. import output
from ..app import VIOLATED, WRONG_INPUT, Command
from ..options import Request, game_options, languages_
from ..words import LACKING, fill_in

if TYPE_CHECKING:
    from ...verify.static import Answer
    from ..checking import Findings

SHOWN = 14
"""Of a longer story only the end is printed."""


@click.command(cls=Command, section="Write")
@game_options(several=True, chance=False)
@languages_("Ask for all words of its rulebook too, in this language", "none if not given")
@click.option(
    "--questions",
    is_flag=True,
    help="Ask, too, whether conditions can never hold, options exclude each other, somebody has no option.",
)
def command(request: Request, languages: tuple[str, ...], questions: bool) -> int:
    """Find all mistakes of a game's rules, and run its examples.

    Without --variant each of the game's variants is checked too. Nothing is played but the examples. Warnings are
    about what is doubtful but not wrong. The exit status is 2 for mistakes, 1 if only examples fail, else 0.

    With --questions some plays, the small instances, and positions of the declared kind are looked at as well. Each
    answer is one of: proved; counterexample, reached in a real play; counterexample, maybe unreachable; unknown. Those
    that nobody would wonder at are only counted. The exit status is 1 if a play comes to a choice without any option.
    """
    from ..checking import examine

    findings = examine(request.spec, request.variants, request.settings, request.counts, languages)
    answers = _answers(request) if questions and not findings.errors else None
    if request.json:
        output.answer(
            {
                "game": findings.name,
                "title": findings.program.title if findings.program else None,
                "players": findings.players,
                "variants": findings.variants,
                "examples": findings.examples,
                "errors": [one.data() for one in findings.all() if not one.warning],
                "warnings": [one.data() for one in findings.warnings],
                **({} if answers is None else {"questions": [answer.data() for answer in answers]}),
            }
        )
    else:
        _print(findings)
        if any(one.code == LACKING for one in findings.errors):
            output.note(fill_in(request.spec, languages))
        if answers is not None:
            _print_answers(answers)
    if findings.errors:
        return WRONG_INPUT
    return VIOLATED if findings.failures or any(map(_stuck, answers or ())) else 0


def _answers(request: Request) -> list[Answer]:
    from ...verify.rules import Rules
    from ...verify.static import static

    rules = Rules(request.spec)
    variants = tuple(rules.chosen(request.variants))
    return static(rules, variants, tuple(request.settings.items()), request.counts)


def _stuck(answer: Answer) -> bool:
    """Whether a play comes to a choice without any option."""
    return answer.question == "no option" and answer.result == "counterexample"


def _print_answers(answers: list[Answer]) -> None:
    """The answers that ask to be judged; what is as a designer means it to be is only counted."""
    from ...verify.static import RESULTS

    told = [one for one in answers if not _as_meant(one)]
    output.say()
    output.say("Questions about the rules:")
    for result, said in RESULTS.items():
        some = [one for one in told if one.result == result]
        if some:
            output.say(f"  {said}:")
        for one in some:
            output.say(f"    {one.where}: {one.says} ({one.bound})")
            for line in _shown(one):
                output.say(f"    {line}")
    meant = [one.question for one in answers if _as_meant(one)]
    for question, single, several, comes in AS_MEANT:
        if question in meant:
            output.say(f"  {counted(meant.count(question), single, several)} {comes}")
    output.say("  (--json tells each)")


AS_MEANT = [
    ("guard", "option or condition", "options and conditions", "seen to come about in plays"),
    ("overlap", "pair of options of one choice", "pairs of options of one choice", "seen to be possible both at once"),
    ("no option", "choice", "choices", "at which somebody without an option was never seen"),
]
"""What is only counted: the question, what it is about (one, several), and what was found."""


def _as_meant(answer: Answer) -> bool:
    """Whether nobody would wonder at an answer: options and conditions come about, options leave a choice, and whoever
    is to choose can, in all plays (that a hand might be empty in a position that no play reaches is no news)."""
    if answer.question == "no option":
        return answer.result != "counterexample"
    return answer.result == "counterexample"


def _shown(answer: Answer) -> list[str]:
    """The play or the position of an answer; of a longer play only its end."""
    if answer.story is None:
        return [f"     {line}" for line in answer.position]
    lines = answer.story.lines()[1:]
    if len(lines) <= SHOWN:
        return lines
    return [f"     a play of {answer.story.moves} moves (--json tells it whole)", *lines[-1:]]


def _print(findings: Findings) -> None:
    for one in findings.all():
        output.say(one.render(findings.texts))
        output.say()
    output.say(f"{findings.title}: {summary(findings)}")


def summary(findings: Findings) -> str:
    """What was found, in one sentence."""
    said = []
    if findings.errors:
        applied = f" (with {', '.join(findings.applied)})" if findings.applied else ""
        said.append(f"{counted(len(findings.errors), 'mistake')}{applied}")
    if findings.failures:
        said.append(f"{len(findings.failures)} of {counted(findings.examples, 'example')} failed")
    elif findings.examples:
        said.append(f"{counted(findings.examples, 'example')} {'holds' if findings.examples == 1 else 'hold'}")
    if findings.warnings:
        said.append(counted(len(findings.warnings), "warning"))
    if not findings.errors:
        said.insert(0, f"no mistakes (for {players(findings.players)}{with_variants(findings)})")
    return ", ".join(said)


def counted(count: int, what: str, several: str = "") -> str:
    """`1 mistake`, `2 mistakes`."""
    return f"{count} {what if count == 1 else several or what + 's'}"


def players(counts: list[int]) -> str:
    """`2 to 4 players`."""
    return counted(counts[0], "player") if len(counts) == 1 else f"{counts[0]} to {counts[-1]} players"


def with_variants(findings: Findings) -> str:
    """`; also as short` for variants checked beside the game, `; with short` for those that are part of it."""
    if not findings.variants:
        return ""
    alone = findings.program is not None and findings.program.variants
    return f"; {'with' if alone else 'also as'} {', '.join(findings.variants)}"
