"""`hoyle verify` and `hoyle replay` as a user meets them: tables, stories, records, exit statuses, bad input."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Hoyle
from hoyle.cli.commands import verify
from hoyle.verify import explore
from hoyle.verify.properties import BUILT_IN
from verify.ladder import EDITS, LADDER, ladder

QUICK = ("--steps", 3_000, "--seed", 1)


def record(folder: Path, name: str, hoyle: Hoyle) -> Path:
    """The record of the ladder with a property broken."""
    ladder(folder, EDITS[name])
    assert hoyle("verify", "ladder.hoyle", *QUICK, "--property", name).status == 1
    (kept,) = (folder / ".hoyle").glob("*.json")
    return kept


# ---- what is printed -----------------------------------------------------------------------------------------------


def test_what_holds_is_told_in_a_table(hoyle: Hoyle, tmp_path: Path):
    ladder(tmp_path)
    done = hoyle("verify", "ladder.hoyle", *QUICK)
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    rows = {line.split("  ")[0]: line for line in lines}
    for one in BUILT_IN:
        assert " held " in rows[one.name]
    assert "proved for 2 players, scope small; " in rows["no-dead-end"]
    assert "decisions compared" in rows["moves-are-known"]
    assert "Covered: 4 of 4 procedures, options, branches, limits and endings." in lines
    assert lines[-1].endswith(", seed 1.")
    assert max(map(len, lines)) <= 120


def test_what_is_violated_is_told_as_a_story_and_kept(hoyle: Hoyle, tmp_path: Path):
    ladder(tmp_path, EDITS["always points-lie-there"])
    done = hoyle("verify", "ladder.hoyle", *QUICK)
    assert done.status == 1
    assert "Violated: always points-lie-there" in done.out
    assert re.search(r"^ +1\. (p\d): play [234] .*onto table$", done.out, re.M)  # a 1 scores as it should
    assert "ladder.hoyle:27: `points lie there` does not hold" in done.out
    assert "To play it again: hoyle replay .hoyle/ladder-always-points-lie-there" in done.out


def test_never_happened_says_where(hoyle: Hoyle, tmp_path: Path):
    ladder(
        tmp_path,
        ("      p scores value of c\n", "      if points of p > 90:\n        p scores 1\n      p scores value of c\n"),
    )
    done = hoyle("verify", "ladder.hoyle", *QUICK)
    assert "Covered: 4 of 5" in done.out
    assert "never happened: branch if (ladder.hoyle:25)" in done.out


def test_the_same_as_data(hoyle: Hoyle, tmp_path: Path):
    ladder(tmp_path, EDITS["no-dead-end"])
    done = hoyle("verify", "ladder.hoyle", *QUICK, "--json")
    data = done.json
    assert done.status == data["status"] == 1
    results = {row["property"]: row["result"] for row in data["properties"]}
    assert results["no-dead-end"] == "violated"
    (violation,) = data["violations"]
    assert violation["story"]["moves"] <= 1
    assert Path(violation["record"]).exists()
    Path(violation["record"]).unlink()  # or it would be tried first
    again = hoyle("verify", "ladder.hoyle", *QUICK, "--json").json
    for key in ("properties", "violations", "settings", "coverage", "seed"):
        assert again[key] == data[key]


def test_the_properties_are_listed(hoyle: Hoyle, tmp_path: Path):
    ladder(tmp_path)
    listed = hoyle("verify", "ladder.hoyle", "--properties", "--json").json["properties"]
    assert [row["property"] for row in listed] == [
        *(one.name for one in BUILT_IN),
        "always points-lie-there",
        "measure takes-turn",
    ]
    assert listed[-1]["place"] == "ladder.hoyle:28"
    assert "no matter of luck" in hoyle("explain", "seats-alike").out
    assert hoyle("explain", "moves-are-know").status == 2


def test_not_decided_is_no_success(hoyle: Hoyle, tmp_path: Path):
    done = hoyle("verify", "pig", "--exhaustive", "--steps", 2_000, "--property", "ends", "--property", "no-dead-end")
    assert done.status == 3
    assert "not decided" in done.out
    assert "proved" not in done.out
    assert "not all (the end of the steps given)" in done.out


def test_the_memory_cap_is_told(hoyle: Hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    used = iter(range(0, 100_000, 60))
    monkeypatch.setattr(explore, "memory", lambda: next(used))
    done = hoyle("verify", "pig", "--exhaustive", "--plain", "--memory", 100, "--engine", "interpreter")
    assert done.status == 3
    # Memory is looked at every 512 positions: 0, 60 and then 120 MB.
    assert "explored 1,024 positions, not all (the limit of 100 MB of memory)" in done.out


def test_exact_odds_are_printed(hoyle: Hoyle, tmp_path: Path):
    ladder(tmp_path)
    done = hoyle("verify", "ladder.hoyle", "--exhaustive")
    assert done.status == 0
    assert "all played, p1 and p2 win: 2/3 = 66.67 %" in done.out
    assert "proved   for 2 players, scope small" in done.out


# ---- bad input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--property", "no-dead-ends"], "did you mean `no-dead-end`"),
        (["--property", "zzz"], "the properties: can-be-followed"),
        (["--players", "7"], "for 2 to 3 players, not for 7"),
        (["--players", "x"], "not a number of players"),
        (["--scope", "smal"], "did you mean `small`"),
        (["--scope", "small", "--players", "3"], "scope small is not for"),
        (["--variant", "quick"], "no variant `quick`"),
        (["--budget", "0"], "budget"),
        (["--budget", "1", "--steps", "5"], "leave one of them out"),
        (["--plain", "--variant", "quick"], "--plain"),
        (["--set", "target=4"], "target"),
    ],
)
def test_what_cannot_be_verified(arguments: list[str], word: str, hoyle: Hoyle, tmp_path: Path):
    ladder(tmp_path)
    done = hoyle("verify", "ladder.hoyle", *arguments)
    assert (done.status, done.out) == (2, "")
    assert word in done.err


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("card | 1 to 2 | 2", "card | 1 to 2 | 0", "a set has from 1 to 1,000 cards"),
        ("  for 2 players\n", "  for 9 players\n", "9"),
        ("  replace cards in deck:", "  replace cards in dekc:", "dekc"),
    ],
)
def test_impossible_scopes(old: str, new: str, word: str, hoyle: Hoyle, tmp_path: Path):
    ladder(tmp_path, (old, new))
    done = hoyle("verify", "ladder.hoyle", "--exhaustive", "--steps", 3_000)
    assert done.status in (1, 2)
    assert word in done.err + done.out
    assert "held" not in done.out


def test_no_scope_to_explore(hoyle: Hoyle, tmp_path: Path):
    (tmp_path / "ladder.hoyle").write_text(LADDER[: LADDER.index("scope small")], encoding="utf-8")
    done = hoyle("verify", "ladder.hoyle", "--exhaustive")
    assert done.status == 2
    assert "declares no small instance" in done.err


# ---- what goes wrong on the way ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "status"), [("always points-lie-there", 1), (None, 3)])
def test_an_interrupt_keeps_what_is_done(
    name: str | None,
    status: int,
    hoyle: Hoyle,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    ladder(tmp_path, *([EDITS[name]] if name else []))

    @contextmanager
    def impatient() -> Iterator[Any]:
        def tell(text: str, part: float) -> None:
            if "plays," in text and not text.split(": ")[1].startswith("0 plays"):
                raise KeyboardInterrupt

        yield tell

    monkeypatch.setattr(verify, "progress_line", impatient)
    done = hoyle("verify", "ladder.hoyle", "--seed", 1)
    assert done.status == status
    assert "Interrupted; these are the results so far" in done.out
    assert "proved for 2 players, scope small" in done.out
    assert bool(name) is (tmp_path / ".hoyle").exists()


def test_where_nothing_can_be_kept_the_results_are_told(hoyle: Hoyle, tmp_path: Path):
    ladder(tmp_path, EDITS["no-dead-end"])
    (tmp_path / ".hoyle").write_text("in the way", encoding="utf-8")
    done = hoyle("verify", "ladder.hoyle", *QUICK)
    assert done.status == 1
    assert "Violated: no-dead-end" in done.out
    assert "this play is not kept" in done.err
    assert "To play it again" not in done.out


# ---- replay --------------------------------------------------------------------------------------------------------


def test_a_kept_play_fails_is_fixed_and_no_longer_applies(hoyle: Hoyle, tmp_path: Path):
    kept = record(tmp_path, "always points-lie-there", hoyle)
    fails = hoyle("replay", kept)
    assert fails.status == 1
    assert "onto table" in fails.out
    assert fails.out.splitlines()[-1].startswith("FAILS: always points-lie-there: ")
    ladder(tmp_path)
    fixed = hoyle("replay", kept)
    assert (fixed.status, fixed.out.split(":")[0]) == (0, "FIXED")
    ladder(tmp_path, ("card | 1 to 4 | 2", "card | 6 to 9 | 2"))
    gone = hoyle("replay", kept, "--json")
    assert (gone.status, gone.json["result"]) == (3, "no longer applies")
    assert "step " in gone.json["message"]
    assert hoyle("replay", kept, "--as-example").status == 2


def test_what_was_found_before_is_tried_first(hoyle: Hoyle, tmp_path: Path):
    record(tmp_path, "seats-alike", hoyle)
    done = hoyle("verify", "ladder.hoyle", "--steps", 1, "--property", "seats-alike")
    assert done.status == 1


def test_a_record_of_another_version(hoyle: Hoyle, tmp_path: Path):
    kept = record(tmp_path, "no-dead-end", hoyle)
    data = json.loads(kept.read_text(encoding="utf-8"))
    kept.write_text(json.dumps({**data, "record": 99}), encoding="utf-8")
    done = hoyle("replay", kept)
    assert done.status == 2
    assert "format 99" in done.err


EXAMPLES = {
    "always points-lie-there": "does not hold|expected",
    "no-dead-end": "is to choose (takes turn) and has no move",
    "can-be-followed": "breaks the rules",
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_pasted_as_an_example_it_fails_and_holds_when_mended(name: str, hoyle: Hoyle, tmp_path: Path):
    kept = record(tmp_path, name, hoyle)
    printed = hoyle("replay", kept, "--as-example")
    assert printed.status == 1
    assert not printed.out.startswith("#")
    file = tmp_path / "ladder.hoyle"
    text = file.read_text(encoding="utf-8")
    file.write_text(f"{text}\n{printed.out}", encoding="utf-8")
    checked = hoyle("check", "ladder.hoyle")
    assert checked.status == 1
    assert any(word in checked.out + checked.err for word in EXAMPLES[name].split("|"))
    ladder(tmp_path)
    mended = hoyle("replay", kept, "--as-example")
    if name == "can-be-followed":  # without what was drawn there, other cards come
        assert mended.status == 2
        return
    assert mended.status == 0
    file.write_text(f"{LADDER}\n{mended.out}", encoding="utf-8")
    assert "1 example holds" in hoyle("check", "ladder.hoyle").out


def test_what_no_example_can_say_is_said(hoyle: Hoyle, tmp_path: Path):
    kept = record(tmp_path, "ends", hoyle)
    printed = hoyle("replay", kept, "--as-example").out
    assert printed.startswith("# No example can say it: ")
    text = (tmp_path / "ladder.hoyle").read_text(encoding="utf-8")
    (tmp_path / "ladder.hoyle").write_text(f"{text}\n{printed}", encoding="utf-8")
    assert "1 example holds" in hoyle("check", "ladder.hoyle").out


def test_plays_of_other_commands_are_replayed_as_before(hoyle: Hoyle, tmp_path: Path):
    hoyle("play", "kuhn_poker", "--seed", 3, "--record", "kuhn.json", typed="1\n1\n1\n")
    assert hoyle("replay", "kuhn.json").status == 0
    assert "`hoyle verify` kept" in hoyle("replay", "kuhn.json", "--as-example").err
