"""What verification says of small games whose answers are known."""

from __future__ import annotations

import json
from fractions import Fraction
from time import monotonic

import pytest

from hoyle.language.diagnostics import HoyleError
from hoyle.verify.campaign import Campaign, Plan
from hoyle.verify.checks import Checks
from hoyle.verify.cycles import ending
from hoyle.verify.explore import Limits, explore
from hoyle.verify.odds import odds
from hoyle.verify.plays import Fixed, Lucky, Recorded, run
from hoyle.verify.rules import Rules, Setting
from hoyle.verify.small import small


def explored(game: str, variants: tuple[str, ...] = (), states: int = 100_000):
    rules = Rules(game)
    players = rules.program(variants, (), "small").seats()[0]
    case = rules.case(Setting(players, variants, (), "small"))
    return explore(case, Checks(case), Limits(states=states))


def test_kuhn_poker_is_explored_wholly_with_exact_odds():
    found = explored("kuhn_poker")
    end = ending(found.graph)
    told = odds(found.graph, end.components, monotonic() + 20)
    assert found.graph.whole
    assert not found.faults
    assert len(found.graph) == 52
    assert (end.shortest, end.longest, end.forever, end.lost) == (2, 3, None, None)
    assert told is not None
    assert told.results == {(0, (0,)): Fraction(9, 16), (0, (1,)): Fraction(7, 16)}
    assert (told.never, told.decisions) == (0, Fraction(9, 4))


def test_a_limit_is_told_and_nothing_is_called_proved():
    rules = Rules("goofspiel")
    case = rules.case(Setting(2, scope="small"))
    campaign = Campaign(rules, Plan(players=(2,)))
    found = small(case, campaign.of(case.setting), Limits(states=100))
    assert not found.graph.whole
    assert not found.proved
    assert "not all" in "\n".join(found.lines())


def test_players_of_crazy_eights_can_go_round_for_ever():
    found = explored("crazy_eights")
    end = ending(found.graph)
    assert end.forever is not None
    stem, loop = end.forever
    assert loop[0] in found.graph.after(loop[-1])
    assert stem[-1] == loop[0]
    assert end.almost_surely


def test_a_seed_gives_its_play_again_and_so_does_its_path():
    case = Rules("hearts").case(Setting(4))
    recorded = Recorded(Lucky(3))
    first = run(case, recorded, None, 60)
    again = run(case, Lucky(3), None, 60)
    followed = run(case, Fixed(recorded.path), None, 60)
    assert first.frame == again.frame == followed.frame


def test_a_report_has_every_property_and_is_data():
    report = Campaign(Rules("kuhn_poker"), Plan(budget=3, variants=())).run()
    assert report.status == 0
    names = [row.name for row in report.rows()]
    assert {"ends", "seats-alike", "always nothing-is-lost", "measure takes-turn"} <= set(names)
    assert json.loads(json.dumps(report.data()))["status"] == 0
    assert not report.coverage()[2]


def test_a_small_budget_is_not_success():
    report = Campaign(Rules("kuhn_poker"), Plan(budget=3, exhaustive=True, states=5, variants=())).run()
    assert report.status == 3


@pytest.mark.parametrize(
    ("plan", "word"),
    [
        (Plan(properties=("endss",)), "ends"),
        (Plan(players=(9,)), "players"),
        (Plan(scopes=("tiny",)), "tiny"),
        (Plan(variants=("no-such",)), "no-such"),
    ],
)
def test_what_does_not_fit_the_rules_is_said(plan: Plan, word: str):
    with pytest.raises(HoyleError, match=word):
        Campaign(Rules("kuhn_poker"), plan).run()
