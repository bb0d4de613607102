"""Broken rules are found within the default budget, and told briefly."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.verify.campaign import Campaign, Plan
from hoyle.verify.rules import Rules
from quality.faults import FAULTS, Broken


def test_there_are_thirty_and_they_are_spread():
    assert len(FAULTS) >= 30
    assert len({fault.game for fault in FAULTS}) == 10
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_found_and_told_briefly(fault: Broken, tmp_path: Path):
    rules = Rules(fault.write(tmp_path))
    wanted = () if fault.finds.startswith("example ") else (fault.finds,)
    variants = (fault.variant,) if fault.variant else None
    report = Campaign(rules, Plan(properties=wanted, variants=variants, first=True)).run()
    if not wanted:
        assert fault.finds in [f"example {example.result.name}" for example in report.failed_examples]
        return
    found = [v for v in report.violations.values() if v.fault.name == fault.finds]
    assert found, list(report.rows())
    assert min(v.story(rules).moves for v in found) <= fault.moves
