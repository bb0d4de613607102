"""What verification found, as the site shows it: from the JSON of `hoyle verify`, kept in a file or made now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ...language.diagnostics import HoyleError
from ...site import model as s
from .. import files

RESULTS = {
    "proved": "proved",
    "held": "held",
    "violated": "violated",
    "not decided": "undecided",
    "not asked": "unasked",
}


def read(folder: Path, game: str) -> s.Report | None:
    """The report of a game from a folder of them, `GAME.json` each; None if there is none of this game.

    Raises:
        HoyleError: it cannot be read, or is no report of this game.
    """
    path = folder / f"{game}.json"
    if not path.exists():
        return None
    return report(files.read_json(path), game, str(path))


def run(spec: str | Path, seconds: float, seed: int) -> s.Report:
    """Verify a game now, for so long.

    Raises:
        HoyleError, SpecErrors: there is no such game, or it has mistakes.
    """
    from ...verify.campaign import Campaign, Plan
    from ...verify.rules import Rules

    rules = Rules(spec)
    return report(Campaign(rules, Plan(budget=seconds, seed=seed)).run().data(), rules.name, "the report")


def report(data: Any, game: str, where: str) -> s.Report:
    """The report of JSON data.

    Raises:
        HoyleError: the data is no report of this game.
    """
    try:
        if data["game"] != game:
            raise HoyleError(f"{where} is a report of {data['game']}, not of {game}")
        cells = data["settings"]
        return s.Report(
            checks=[
                s.Check(row["property"], RESULTS[row["result"]], str(row["detail"]), list(row.get("findings", [])))
                for row in data["properties"]
            ],
            never=[_place(mark) for mark in data["coverage"]["never"]],
            violations=[
                s.Violation(
                    v["property"],
                    str(v["message"]),
                    Path(v["file"] or "").name,
                    v["line"] or 0,
                    list(_story(v)),
                    data=dict(v.get("story") or {}),
                    players=int(v.get("players") or 0),
                    variants=tuple(str(x) for x in v.get("variants") or ()),
                )
                for v in data["violations"]
            ],
            plays=sum(cell["plays"] for cell in cells),
            decisions=sum(cell["decisions"] for cell in cells),
            positions=sum(small["explored"] for small in data["small_instances"]),
            reached=(int(data["coverage"]["reached"]), int(data["coverage"]["of"])),
            seconds=float(data["seconds"]),
            seed=int(data["seed"]),
            settings=int(data.get("settings_in_all", len(cells))),
            untried=list(data.get("not_tried", [])),
            variants=tuple(dict.fromkeys(name for part in _parts(data) for name in part.get("variants", ()))),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise HoyleError(f"{where} is not a report of `hoyle verify --json`: {type(error).__name__} {error}") from None


def _parts(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """What was verified or was to be: each is of a group of variants."""
    for key in ("settings", "not_tried", "examples"):
        yield from data.get(key, ())


def _place(mark: Mapping[str, Any]) -> s.Place:
    return s.Place(f"{mark['kind']} {mark['name']}".strip(), Path(mark["file"] or "").name, int(mark["line"] or 0))


def _story(violation: Mapping[str, Any]) -> Iterator[str]:
    """A story as lines: who does what, what comes of it, how it ends."""
    told = violation.get("story") or {}
    for beat in told.get("beats", []):
        head = ": ".join(str(x) for x in (beat.get("player"), beat.get("does")) if x)
        if head:
            yield head
        yield from (str(effect) for effect in beat.get("effects", []))
    yield from (str(line) for line in told.get("end", []))
