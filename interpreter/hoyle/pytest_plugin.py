"""pytest collects specs: `pytest spec/` verifies every .hoyle file it finds.

Comes in: .hoyle files. Goes out: one test item for each example, and for each property with each number of players. A
variant's file gives the items of the game with that variant. What always holds: all items of one file and number of
players are answered by one verification, made when the first of them runs (and, with xdist, by one worker for all); a
failure reads as the story that `hoyle verify` tells; what is not decided is skipped, and never passes; the play of a
failing item is kept below `.hoyle/` in a file of its own, and tried first the next time.

    pytest spec/ --hoyle-budget 60         seconds for each file
    pytest spec/ --hoyle-steps 20000       the same work on every machine
    pytest spec/ -k "pig and ends and 2-players"
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

PROFILES = {"dev": 5.0, "ci": 30.0}
"""Seconds for each file."""

WAIT = 0.1


class Told(Exception):
    """A failure whose text is a story."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of `pytest` for specs."""
    group = parser.getgroup("hoyle", "rules of games (.hoyle files)")
    group.addoption(
        "--hoyle-budget", type=_seconds, metavar="SECONDS", help="how long verifying one .hoyle file may take"
    )
    group.addoption(
        "--hoyle-steps",
        type=_from(1),
        metavar="N",
        help="how many steps of plays verifying a .hoyle file with one number of players may take, instead of seconds",
    )
    group.addoption(
        "--hoyle-profile", choices=sorted(PROFILES), default="dev", help="dev: 5 seconds for each .hoyle file; ci: 30"
    )
    group.addoption(
        "--hoyle-seed", type=_from(0), default=0, metavar="N", help="what all plays follow from (default: 0)"
    )
    group.addoption("--no-hoyle", action="store_true", help="do not collect .hoyle files")


def _seconds(text: str) -> float:
    """A number of seconds that somebody gave."""
    with suppress(ValueError):
        seconds = float(text)
        if 0 < seconds <= 1_000_000:
            return seconds
    raise argparse.ArgumentTypeError(f"`{text}` is not a number of seconds, more than 0")


def _from(least: int) -> Callable[[str], int]:
    """Whole numbers that somebody gave, from `least` on."""

    def number(text: str) -> int:
        with suppress(ValueError):
            if least <= (found := int(text)) < 2**63:
                return found
        raise argparse.ArgumentTypeError(f"`{text}` is not a whole number from {least} on")

    return number


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A collector for a spec."""
    if file_path.suffix == ".hoyle" and not parent.config.getoption("--no-hoyle"):
        return SpecFile.from_parent(parent, path=file_path)
    return None


class SpecFile(pytest.File):
    """One spec: a game, or a game with the variant the file holds."""

    def collect(self) -> Iterator[pytest.Item]:
        """An item for each example, and for each property with each number of players."""
        from .language.diagnostics import HoyleError, SpecErrors
        from .verify.properties import properties
        from .verify.rules import Rules

        try:
            self.rules = Rules(self.path)
            program = self.rules.program()
            for example in program.examples:
                yield ExampleItem.from_parent(self, name=f"example {example}", example=example)
            seats = list(program.seats())
            named = properties(program)
        except (HoyleError, SpecErrors) as error:
            yield Mistakes.from_parent(self, name="mistakes", text=str(error))
            return
        for players in seats:
            answers = Answers(self, players, len(seats))
            for one in named:
                unit = "player" if players == 1 else "players"
                yield PropertyItem.from_parent(
                    self, name=f"{one.name}[{players}-{unit}]", answers=answers, property_=one.name
                )


class Item(pytest.Item):
    """What all items share: a failure is told by its own words."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The story of a failure."""
        if isinstance(excinfo.value, Told):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the item is from, and what it is called."""
        return self.path, 0, f"{self.path.name}: {self.name}"


class Mistakes(Item):
    """A spec with mistakes: one item that fails with all of them."""

    def __init__(self, *, text: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.text = text

    def runtest(self) -> None:
        """Fail with the mistakes."""
        raise Told(self.text)


class ExampleItem(Item):
    """An example of a spec."""

    parent: SpecFile

    def __init__(self, *, example: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.example = example

    def runtest(self) -> None:
        """Run the example."""
        from .engine.examples import run_example

        rules = self.parent.rules
        program = rules.program()
        problem = run_example(program, program.examples[self.example]).problem
        if problem is not None:
            raise Told(problem.render(rules.texts))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the example stands."""
        span = self.parent.rules.program().examples[self.example].span
        return self.path, max(0, span.line - 1), f"{self.path.name}: {self.name}"


class PropertyItem(Item):
    """A property with a number of players."""

    def __init__(self, *, answers: Answers, property_: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.answers, self.property = answers, property_

    def runtest(self) -> None:
        """Ask what the verification says of the property."""
        answer = self.answers.get()[self.property]
        self.add_report_section("call", "hoyle", answer["detail"])
        if answer["result"] == "violated":
            raise Told(answer["story"])
        if answer["result"] in ("not decided", "not asked"):
            pytest.skip(f"{answer['result']}: {answer['detail']}")


class Answers:
    """What one verification says of every property of a spec with one number of players."""

    def __init__(self, file: SpecFile, players: int, of: int) -> None:
        self.file, self.players = file, players
        config = file.config
        budget = config.getoption("--hoyle-budget") or PROFILES[config.getoption("--hoyle-profile")]
        self.budget = budget / of
        self._found: dict[str, dict[str, str]] | None = None

    def get(self) -> dict[str, dict[str, str]]:
        """The answers by property; made now, or by another worker."""
        if self._found is None:
            shared = self._shared()
            self._found = self._verify() if shared is None else self._once(shared)
        return self._found

    def _shared(self) -> Path | None:
        """Where the workers of one run share answers; None without xdist."""
        worker = getattr(self.file.config, "workerinput", None)
        cache = getattr(self.file.config, "cache", None)
        if worker is None or cache is None:
            return None
        folder = Path(cache.mkdir("hoyle")) / str(worker["testrunuid"])
        folder.mkdir(exist_ok=True)
        name = "-".join(self.file.nodeid.replace("\\", "/").split("/"))
        return folder / f"{name}-{self.players}.json"

    def _once(self, path: Path) -> dict[str, dict[str, str]]:
        """Verify in the worker that comes first; the others wait for its answers."""
        claim = path.with_suffix(".claim")
        try:
            os.close(os.open(claim, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            end = time.monotonic() + 4 * self.budget + 60
            while time.monotonic() < end:
                if path.exists():
                    found: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
                    return found
                time.sleep(WAIT)
            return self._verify()  # the other worker has died
        answers = self._verify()
        draft = path.with_suffix(".draft")
        draft.write_text(json.dumps(answers), encoding="utf-8")
        draft.replace(path)
        return answers

    def _verify(self) -> dict[str, dict[str, str]]:
        from .cli.keeping import keep, kept
        from .verify.campaign import Campaign, Plan

        config, rules = self.file.config, self.file.rules
        steps, seed = config.getoption("--hoyle-steps"), config.getoption("--hoyle-seed")
        plan = Plan(players=(self.players,), variants=(), budget=self.budget, steps=steps, seed=seed)
        folder = config.rootpath / ".hoyle"
        report = Campaign(rules, plan, kept=kept(folder, rules.name)).run()
        keep(folder, report, lambda text: None)  # the story is told all the same
        found = {}
        for row in report.rows():
            found[row.name] = {"result": row.result, "detail": row.detail, "story": ""}
        for violation in report.violations.values():
            lines = violation.story(report.rules).lines()
            again = [f"  To play it again: hoyle replay {violation.record}"] if violation.record else []
            found[violation.fault.name]["story"] = "\n".join([violation.fault.message, "", *lines, *again])
        return found
