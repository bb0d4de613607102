"""Broken rules are found within the default budget, and told briefly.

The budget is counted in steps, so that nothing depends on how busy the machine is. `STEPS` is a tenth of what the
default budget comes to, so that what is found here is found with ease there.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.verify.campaign import PROFILES, Campaign, Plan
from hoyle.verify.clock import RATE
from hoyle.verify.rules import Rules
from quality.faults import FAULTS, Broken

STEPS = 30_000

MORE = {"points-are-lost": 100_000, "winners-of-two-only": 60_000}
"""Where plays are so long that it takes more."""

FAST = {
    "limit-one-off",
    "fourth-hand-not-set-aside",
    "suits-upside-down",
    "gives-what-is-not-there",
    "first-of-the-lowest",
    "leader-may-pass",
    "hands-of-six",
    "hold-scores-nothing",
    "first-seat-rolls-first",
    "chips-from-nowhere",
    "raise-of-two",
    "asked-again-and-again",
    "peeks-at-the-other-card",
    "bids-come-back",
    "two-prizes-a-round",
    "top-goes-too",
}
"""Those that take a second or two; the others are `long`."""


def of_speed(fast: bool) -> list[object]:
    return [pytest.param(fault, id=fault.name) for fault in FAULTS if (fault.name in FAST) is fast]


def test_there_are_thirty_and_they_are_spread():
    assert len(FAULTS) >= 30
    assert len({fault.game for fault in FAULTS}) == 10
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    assert {fault.name for fault in FAULTS} >= FAST | MORE.keys()
    assert max(STEPS, *MORE.values()) <= PROFILES["default"].budget * RATE


def found(fault: Broken, folder: Path, seed: int) -> None:
    rules = Rules(fault.write(folder))
    variants = (fault.variant,) if fault.variant else None
    steps = MORE.get(fault.name, STEPS)
    plan = Plan(properties=(fault.finds,), variants=variants, steps=steps, first=True, seed=seed)
    report = Campaign(rules, plan).run()
    assert report.status == 1
    if fault.finds.startswith("example "):
        assert fault.finds in [f"example {example.result.name}" for example in report.failed_examples]
        return
    (violation,) = [v for v in report.violations.values() if v.fault.name == fault.finds]
    moves = violation.story(rules).moves
    assert fault.least <= moves <= fault.most, fault.why


@pytest.mark.parametrize("fault", of_speed(fast=True))
def test_found_and_told_briefly(fault: Broken, tmp_path: Path):
    found(fault, tmp_path, seed=0)


@pytest.mark.long
@pytest.mark.parametrize("fault", of_speed(fast=False))
def test_found_and_told_briefly_with_more_work(fault: Broken, tmp_path: Path):
    found(fault, tmp_path, seed=0)
