"""Sample mistakes of syntax: each file of `bad` has the message expected beside each wrong line, `### "pattern"`.

Every line marked must be reported with a message (or hint) that its pattern finds; no other line may be.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.language.diagnostics import SpecErrors
from hoyle.language.parse import parse

SAMPLES = sorted((Path(__file__).parent / "bad").glob("*.hoyle"))
MARK = re.compile(r'\s*### "(.*)"$')


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_sample(path: Path) -> None:
    """The messages are those beside the lines."""
    rows = path.read_text(encoding="utf-8").split("\n")
    expected = {number: mark[1] for number, row in enumerate(rows, 1) if (mark := MARK.search(row))}
    text = "\n".join(MARK.sub("", row) for row in rows)
    with pytest.raises(SpecErrors) as caught:
        parse(text, path.name)
    found = {d.span.line: f"{d.message} {d.hint}" for d in caught.value.diagnostics}
    wrong = [
        f"line {line}: expected {expected.get(line)!r}, found {found.get(line)!r}"
        for line in sorted(expected.keys() | found.keys())
        if line not in found or line not in expected or not re.search(expected[line].replace('\\"', '"'), found[line])
    ]
    assert not wrong, "\n".join(wrong)


def test_enough_samples() -> None:
    """There are samples, or the test above would pass with none."""
    assert sum(len(MARK.findall(row)) for path in SAMPLES for row in path.read_text("utf-8").split("\n")) >= 100
