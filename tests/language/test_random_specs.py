"""Whole random specs go through everything: read, laid out, checked, lowered for every number of players, played.

What may come of a spec is that its rules break while they are played (`PlayError`), rarely that the checker finds
something wrong with it (`SpecErrors`). Anything else is a fault of ours, told with the text of the spec.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, given, note, settings

from hoyle.engine import Game, Luck, State
from hoyle.engine.errors import PlayError
from hoyle.engine.examples import run_examples
from hoyle.engine.flow import Flow
from hoyle.engine.lower import lower
from hoyle.engine.machine import Machine
from hoyle.engine.results import standing
from hoyle.engine.saving import missing
from hoyle.language import tree as t
from hoyle.language.check import check
from hoyle.language.diagnostics import SpecErrors
from hoyle.language.fmt import format_text
from hoyle.language.grammar import parser
from hoyle.language.parse import parse
from hoyle.language.program import Program
from strategies import Spec, spec, specs
from strategies.constructs import constructs

CHUNKS, EACH = 6, 8
DECISIONS = 120
CLEAN = 0.8  # of the specs that the strategy makes, at least so many have no mistakes


@dataclass
class Tally:
    """What came of some specs."""

    clean: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    plays: Counter[str] = field(default_factory=Counter)
    decisions: int = 0


# What is said of what (see `strategies.constructs`): the greater part of it. No change of the strategy should lose any.
SAID = """
    bottom of places; card < card; card = card; card > card; card >= card; card is card; card is not card; card is
    rowtest row; cards has card; cards is cards; cards is empty; choice of 1 tiers; choice of 1 tiers and else;
    choice of 2 tiers; choice of 2 tiers and else; choice of 3 tiers; choice of 3 tiers and else; chosen cards;
    chosen kinds; chosen melds; chosen numbers; chosen place; chosen places; chosen players; column of card; column
    of cards; column of place; column of play; combination of place; counter of each kind; counter of each none;
    counter of each player; counter within; deed of card; deed of kind; deed of number; deed of place; deed of
    player; each cards; each kinds; each melds; each numbers; each places; each players; each plays; face of face;
    face of words; first of kinds; first of numbers; first of players; flag of each kind; flag of each none; flag of
    each player; flag within; form is form; form of meld; from a start; high of meld; index of place; kind < kind;
    kind <= kind; kind = kind; kind >= kind; kind is at most; kind is flag; kind is kind; kind is more than; kind is
    not flag; kind is not kind; kind is nothing; kinds has kind; last of kinds; last of players; latest of place;
    lead of place; left of player; limit if possible; limit when; limit when if possible; list of cards; list of
    kinds; list of numbers; list of players; low of meld; marker of kind of each kind; marker of place of each kind;
    marker of player of each none; marker within; meld is rowtest form; move cards; move into; move onto; move
    place; move to; move top of card; move under; no cards; no places; no players; number + number; number - number;
    number / number; number < number; number <= number; number = number; number > number; number >= number; number
    is at least; number is at most; number is less than; number is more than; number is not number; number is
    number; number mod number; number of face; number of of cards; number of of places; number of value; number ×
    card; number × number; numbered of face; numbered of zone; numbers has number; option of a card to a place;
    option of a card to a place, picks; option of a card to one of several; option of a card to one of several,
    picks; option of a pick to nowhere; option of a pick to nowhere, picks; option of a whole to a place; option of
    a whole to a place, picks; option of a whole to one of several; option of a whole to one of several, picks;
    option of nothing to nowhere; option of nothing to nowhere, picks; others of player; pattern alike, just;
    pattern alike, or more; pattern any, just; pattern any, to; pattern each 1; pattern each 2; pattern run, just;
    pattern run, or more; pattern run, to; pile of each kind, numbered, seen by all; pile of each kind, one, seen by
    all; pile of each kind, one, seen by nobody; pile of each none, one, seen by all; pile of each none, one, seen
    by nobody; place + cards; place + place; place but place; place has card; place is cards; place is empty; place
    is not place; place is not predicate; place is nothing; place is place; place is predicate; places is empty;
    player is flag; player is not flag; player is not player; player is nothing; player is player; player of play;
    players has player; players is empty; procedure round of 0; procedure scoring of 0; procedure setup of 0;
    procedure to of 0; procedure turn of 1; procedure turn of 2; procedure turn of 3; random kinds; random places;
    random players; range of numbers; right of player; size of cards; size of meld; size of place; size of places;
    some cards; some places; some players; term of card; term of kind; term of meld; term of number; term of place;
    term of player; term value kind; term value number; term value places; term value places, rows; the highest of
    cards; the highest of kinds; the highest of numbers; the lowest of cards; the lowest of kinds; the lowest of
    numbers; the total of numbers; top of place; top of places; track of kind; track of kinds; track of player;
    track of players; with fewest kind; with fewest number; with highest kind; with highest number; with lowest
    kind; with lowest number; with most card; with most kind; with most number; zone of each kind, numbered, seen by
    all; zone of each kind, one, seen by all; zone of each kind, one, seen by nobody; zone of each none, numbered,
    seen by all; zone of each none, one, seen by all; zone of each none, one, seen by nobody; zone of each player,
    one, seen by all; zone of each player, one, seen by nobody; zone of each player, one, seen by owner; zone of
    kind; zone of player; zone of players
"""


# ---- one spec ------------------------------------------------------------------------------------------------------


def examine(made: Spec, tally: Tally, laid_out: bool = True) -> None:
    """Put a spec through everything."""
    tree = read(made.text, laid_out)
    variant = read(made.variant, laid_out)
    try:
        program = check("random", tree, texts={"random": made.text})
    except SpecErrors as errors:
        tally.wrong.update(f"{d.code} {d.message}" for d in errors.diagnostics)
        return
    tally.clean += 1
    flows = dict(lowered(program, made.players))
    for players, flow in flows.items():
        play(flow, players, tally)
    if flows:
        walk(program, flows, tally)
    run_examples(program)
    change(tree, variant, made, tally)


def read(text: str, laid_out: bool) -> t.File:
    """The tree of a text; laid out, the text has the same tree, and laid out again it is the same text."""
    tree = parse(text, "random")
    if laid_out:
        once = format_text(text)
        assert parse(once, "random") == tree
        assert format_text(once) == once
    return tree


def lowered(program: Program, players: range) -> Iterator[tuple[int, Flow]]:
    """The flow for each number of players with which the spec works out."""
    for n in players:
        try:
            yield n, lower(program, n)
        except SpecErrors as errors:
            told(errors.diagnostics[0].span, errors)


def told(span: t.Span, error: Exception) -> None:
    """A mistake has a place in the text."""
    assert span.line, f"no place is told: {error}"


def play(flow: Flow, players: int, tally: Tally) -> None:
    """Two whole plays; what came out, by the rules of winning; what always holds, asked at the end."""
    machine = Machine(flow)
    for seed in range(2):
        try:
            out = machine.playout(seed, DECISIONS)
            tally.plays[out.kind] += 1
            tally.decisions += out.decisions
            assert missing(machine, out.frame) == ""
            for invariant in flow.invariants:
                machine.evaluate(out.frame, invariant.test)
            found = standing(machine, out.frame)
            assert (
                found is None or out.kind == "stuck" or sorted(s for g in found.ranking for s in g) == [*range(players)]
            )
        except PlayError as error:
            tally.plays["error"] += 1
            told(error.span, error)


def walk(program: Program, flows: dict[int, Flow], tally: Tally) -> None:
    """A play step by step: chances one by one as the seed would have them, states as JSON, what each player sees."""
    game = Game(flows.__getitem__, list(flows), program.title)
    players = max(flows)
    machine, luck, policy = game.machine(players), Luck(7), Luck(8)
    try:
        state, inside, within = game.start(players), machine.start(seeded := Luck(7)), seeded
        for step in range(40):
            while state.kind == "chance":
                chances = state.chances
                assert sum(probability for _, probability in chances) == 1
                values = [value for value, _ in machine.outcomes(state.frame)]
                assert len(set(values)) == len(values) > 1
                state = state.take(values.index(machine.sample(state.frame, luck)))
            assert state.frame == inside
            assert luck.drawn == within.drawn
            if step % 8 == 0:
                assert State.from_json(game, json.dumps(state.to_json())) == state
                for seat in range(players):
                    json.dumps(state.observation(seat))
                    state.history(seat)
            assert state.story() is not None
            if state.kind != "decision":
                break
            moves = machine.moves(state.frame)
            assert len(set(moves)) == len(moves)
            chosen = policy.index(len(moves))
            inside = machine.play(inside, moves[chosen], within)
            state = state.play(chosen)
    except PlayError:
        tally.plays["error step by step"] += 1


def change(tree: t.File, variant: t.File, made: Spec, tally: Tally) -> None:
    """The variant, applied: it works, or says what does not."""
    try:
        program = check("random", tree, [(variant.title, variant.changes)], texts={"random": made.text})
    except SpecErrors:
        tally.plays["variants with mistakes"] += 1
        return
    for _, flow in lowered(program, program.seats()):
        try:
            Machine(flow).playout(1, 20)
        except PlayError:
            tally.plays["error of a variant"] += 1


def examine_seeds(seeds: range, laid_out: bool = True) -> Tally:
    """Put the specs of some seeds through everything; a fault names its seed."""
    tally = Tally()
    for seed in seeds:
        made = spec(seed)
        try:
            examine(made, tally, laid_out)
        except Exception as error:
            error.add_note(f"the spec of seed {seed}:\n{made.text}\n{made.variant}")
            raise
    return tally


# ---- many specs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chunk", [pytest.param(k, marks=[pytest.mark.long] if k else []) for k in range(CHUNKS)])
def test_random_specs_go_through_everything(chunk: int) -> None:
    tally = examine_seeds(range(chunk * EACH, (chunk + 1) * EACH))
    assert tally.clean >= EACH * CLEAN - 3
    assert tally.plays["over"] + tally.plays["capped"] > tally.plays["error"]


@settings(max_examples=6, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(specs())
def test_specs_that_hypothesis_makes(made: Spec) -> None:
    note(made.text)
    note(made.variant)
    examine(made, Tally())


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(2))
def test_many_random_specs_go_through_everything(chunk: int) -> None:
    tally = examine_seeds(range(10_000 + chunk * 40, 10_000 + (chunk + 1) * 40))
    assert tally.clean >= 40 * CLEAN - 5  # two standard deviations of forty with four in five


# ---- everything joins ----------------------------------------------------------------------------------------------


@contextmanager
def productions(seen: Counter[tuple[str, str, str]]) -> Iterator[set[tuple[str, str, str]]]:
    """While it lasts, count the parts of the grammar that are read: (rule, alternative, part of it); gives all
    there are."""
    callbacks = parser().parser.parser.parser.callbacks  # type: ignore[attr-defined]
    before = dict(callbacks)
    parts: set[tuple[str, str, str]] = set()

    def counted(mine: list[tuple[str, str, str]], made: Any) -> Any:
        def reduce(*args: Any) -> Any:
            seen.update(mine)
            return made(*args)

        return reduce

    for rule, made in before.items():
        name = rule.origin.name
        if name.startswith(("$", "__")):
            continue  # what only says that something may come several times
        # tags may stand on any line; that they do on most is enough
        mine = [(name, rule.alias or "", part.name) for part in rule.expansion if part.name != "__game_star_1"]
        parts.update(mine)
        callbacks[rule] = counted(mine, made)
    try:
        yield parts
    finally:
        callbacks.update(before)


def test_every_construct_joins_and_four_in_five_specs_are_clean() -> None:
    """Every part of every rule of the grammar is used by some of these specs, so none is left out of the tests."""
    seen: Counter[tuple[str, str, str]] = Counter()
    said: Counter[str] = Counter()
    wanted = {" ".join(words.split()) for words in SAID.split(";")}
    clean = tried = 0
    with productions(seen) as parts:
        while tried < 120 and (tried < 30 or parts - set(seen) or wanted - set(said)):
            seed, tried = 1000 + tried, tried + 1
            made = spec(seed)
            parse(made.variant, "random")
            tree = parse(made.text, "random")
            try:
                said += constructs(check("random", tree, texts={"random": made.text}))
                clean += 1
            except SpecErrors:
                pass
    assert sorted(parts - set(seen)) == []
    assert wanted - set(said) == set()
    assert clean >= tried * CLEAN
