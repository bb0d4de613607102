"""What `check` asks of a game: its text, its variants, each number of players, its examples.

Comes in: a game as a user names it. Goes out: everything found, each mistake once. What always holds: nothing is played
but the examples and what comes before the first choice, so it takes a second or so; a later question is asked only
where the earlier ones found no error.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from .. import game_of
from ..engine.chance import Luck
from ..engine.errors import PlayError
from ..engine.examples import run_examples
from ..language.check import check
from ..language.diagnostics import Diagnostic, HoyleError, SpecErrors
from ..language.parse import Varied, parse
from ..language.program import Program
from ..language.several import with_total
from ..language.source import read_text
from ..language.tree import NOWHERE
from ..library import find, load_program
from ..rulebook.book import diagnose, missing_words, stale_words
from ..rulebook.lexicon import languages as spoken
from ..rulebook.wordfile import said_at, strange
from .words import outdated

_CHANCES = 2_000  # what is left to chance before the first choice, at most, when a game is set up


@dataclass
class Findings:
    """What a check found. `program` is the game without further variants, None if its text is wrong;
    `applied` are the variants it was asked about with."""

    name: str
    program: Program | None = None
    variants: list[str] = field(default_factory=list)
    examples: int = 0
    errors: dict[Diagnostic, None] = field(default_factory=dict)
    failures: dict[Diagnostic, None] = field(default_factory=dict)
    warnings: dict[Diagnostic, None] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    applied: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What the game is called, where that can be read; else its file's name."""
        heads = (re.match(r'\s*(?:#[^\n]*\n\s*)*game\s+"([^"\n]+)"', text) for text in self.texts.values())
        return self.program.title if self.program else next((head[1] for head in heads if head), self.name)

    @property
    def players(self) -> list[int]:
        """For how many the game is."""
        return list(self.program.seats()) if self.program else []

    def all(self) -> list[Diagnostic]:
        """Errors, failed examples, warnings, in the order of the text."""
        found = [*self.errors, *self.failures, *self.warnings]
        return sorted(found, key=lambda one: (one.span.file, one.span.line, one.span.column))


def examine(
    spec: str,
    variants: Sequence[str] = (),
    settings: Mapping[str, int] | None = None,
    players: Sequence[int] = (),
    languages: Sequence[str] = (),
) -> Findings:
    """Check a game.

    Args:
        spec: a bundled game's name or a path.
        variants: the variants to check it with, together; if there are none, each of its variants is checked by itself.
        settings: parameters set by the caller.
        players: the numbers of players to ask about; all that the game is for if there are none.
        languages: in which languages its rulebook must have all its words.

    Raises:
        HoyleError: there is no such game or variant, or a words file is not written as it should be.
    """
    source = find(spec)
    findings = Findings(source.name, applied=tuple(source.chosen(variants)))
    findings.texts[str(source.file)] = read_text(source.file)
    findings.program = _examine(findings, spec, variants, settings, players)
    if findings.program is not None:
        findings.variants = list(findings.program.variants)
        if not variants and source.variant is None:
            findings.variants = list(source.variants)
            for variant in source.variants:
                _examine(findings, spec, [variant], settings, players)
            for path in source.strays:
                _stray(findings, path)
    if not findings.errors:
        lacking: dict[str, list[tuple[str, str]]] = {}
        for language in languages:
            program, missing = missing_words(spec, language, variants, settings)
            others = [] if variants or source.variant is not None or not missing else source.variants
            varied = [load_program(spec, [name], settings) for name in others]
            findings.errors.update(dict.fromkeys(diagnose(missing, language, program, varied)))
            lacking[language] = list(missing)
        for language in languages:
            rules = {str(path): read_text(path) for path in (source.file, *source.variants.values())}
            told, words_texts = strange(source.file.parent, language, rules, lacking[language])
            findings.warnings.update(dict.fromkeys(told))
            findings.texts.update(words_texts)
        for language in spoken():
            findings.warnings.update(dict.fromkeys(_outdated(findings, spec, language, variants, settings)))
    return findings


def _stray(findings: Findings, path: Path) -> None:
    """The mistakes of a file beside the game that begins like a variant and is not written as one."""
    try:
        findings.texts[str(path)] = read_text(path)
        parse(findings.texts[str(path)], str(path))
    except SpecErrors as errors:
        findings.errors.update(dict.fromkeys(errors.diagnostics))


def _outdated(
    findings: Findings, spec: str, language: str, variants: Sequence[str], settings: Mapping[str, int] | None
) -> Iterator[Diagnostic]:
    """Warnings of an author's words that may no longer fit the rules, at the ruling if it is one that they translate.

    A words file that cannot be read is no matter of a check that was not asked about its language.
    """
    try:
        stale = stale_words(spec, language, variants, settings)
    except HoyleError:
        return
    rulings = findings.program.rulings if findings.program is not None else {}
    for item in stale:
        ruling = rulings.get(f"@{item.key.removeprefix('ruling-')}")
        place = ruling.span if ruling is not None and item.section != "says" else NOWHERE
        hint = f"read the words, mend them, then say so: hoyle approve {shlex.quote(spec)}"
        if item.is_lost:
            hint = "a clause is named as in the links of the book: after the # of the link to it"
        if item.section == "says":
            place = said_at(find(spec).file.parent, language, item.key)
            if place.file:
                findings.texts[place.file] = read_text(Path(place.file))
        yield Diagnostic("W507", outdated(item).removesuffix(" (hoyle approve)"), place, hint, warning=True)


def _examine(
    findings: Findings, spec: str, variants: Sequence[str], settings: Mapping[str, int] | None, players: Sequence[int]
) -> Program | None:
    """Check a game with variants; its program if there is no error in it."""
    try:
        program = load_program(spec, variants, settings)
    except SpecErrors as errors:
        findings.texts.update(errors.texts)
        for one in errors.diagnostics:
            (findings.warnings if one.warning else findings.errors)[one] = None
        return None
    findings.texts.update(program.texts)
    findings.warnings.update(dict.fromkeys(program.warnings))
    unplayable = list(_unplayable(program, players))
    if not unplayable:
        unplayable = list(_not_set_up(program, players))
        if not variants and not settings:
            unplayable += _scopes(program, spec)
    findings.errors.update(dict.fromkeys(unplayable))
    if unplayable or settings:  # examples say what comes out with the parameters as written
        return program
    results = run_examples(program)
    findings.examples += len(results)
    findings.failures.update({with_total(one.problem, program): None for one in results if one.problem})
    return program


def _unplayable(program: Program, players: Sequence[int]) -> Iterator[Diagnostic]:
    """What does not work out with one of the numbers of players."""
    game = game_of(program)
    for count in players or program.seats():
        try:
            game.machine(count)
        except SpecErrors as errors:
            yield from errors.diagnostics


def _not_set_up(program: Program, players: Sequence[int]) -> Iterator[Diagnostic]:
    """The faults met before anybody has chosen anything: each play begins so."""
    game = game_of(program)
    met: dict[Diagnostic, list[int]] = {}
    for count in players or program.seats():
        machine, luck = game.machine(count), Luck(0)
        try:
            frame = machine.start()
            for _ in range(_CHANCES):
                if machine.stop(frame).kind != "chance":
                    break
                frame = machine.take(frame, machine.sample(frame, luck))
        except PlayError as fault:
            met.setdefault(with_total(fault.diagnostic(), program), []).append(count)
    for found, counts in met.items():
        yield replace(found, message=f"with {_players(counts)}, {found.message}")


def _players(counts: Sequence[int]) -> str:
    """So many players: `3 players`, `3 or 5 players`, `3 to 5 players`."""
    first, last = counts[0], counts[-1]
    if len(counts) > 2 and list(counts) == list(range(first, last + 1)):
        return f"{first} to {last} players"
    many = ", ".join(map(str, counts[:-1])) + f" or {last}" if len(counts) > 1 else str(last)
    return f"{many} player{'' if counts == [1] else 's'}"


def _scopes(program: Program, spec: str) -> Iterator[Diagnostic]:
    """The same of the game's small instances."""
    for scope in program.scopes:
        small = load_program(spec, (), None, scope)
        for one in [*_unplayable(small, ())] or _not_set_up(small, ()):
            yield replace(one, message=f"in the scope `{scope}`: {one.message}")


def judge(text: str, file: str) -> list[Diagnostic]:
    """All that is said of a spec given as a text: mistakes, warnings, failed examples, and what breaks down in play.

    Args:
        text: a game, and perhaps variants of it below, which are applied together.
        file: what to call it in messages.
    """
    rows = text.splitlines(keepends=True)
    starts = [number for number, row in enumerate(rows) if row.startswith("variant ")]
    ends = [*starts, len(rows)]
    try:
        game = parse("".join(rows[: ends[0]]), file)
        variants = []
        for start, end in zip(starts, ends[1:], strict=True):
            # The blank lines keep the numbers of the lines.
            variant = parse("\n" * start + "".join(rows[start:end]), file, Varied(game, "".join(rows[: ends[0]])))
            variants.append((variant.title, variant.changes))
        program = check(file, game, variants, texts={file: text})
        found = [*program.warnings, *_unplayable(program, ())]
        if any(not one.warning for one in found):
            return found
        return [
            *found,
            *(with_total(one.problem, program) for one in run_examples(program) if one.problem),
            *_breaks(program),
        ]
    except SpecErrors as errors:
        return errors.diagnostics


def _breaks(program: Program) -> Iterator[Diagnostic]:
    """The first fault met in a few short random plays with each number of players."""
    game = game_of(program)
    try:
        for players in game.players:
            for seed in range(5):
                game.machine(players).playout(seed, max_decisions=500)
    except PlayError as fault:
        yield with_total(fault.diagnostic(), program)
