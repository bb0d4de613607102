"""What was measured, as the page shows it: a table of all numbers of players, charts of the fewest and the most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from ..numerals import written
from ..spread import interval
from .charts import Bar, bars, histogram, ranges
from .model import Mean, Plays


def decimal(value: float, language: str, digits: int = 1) -> str:
    """A number with so many digits after its point, as the language writes it."""
    return written(value, language, f"#,##0.{'0' * digits}")


def count(value: int, language: str) -> str:
    """A whole number as the language writes it."""
    return written(value, language)


def _mean(mean: Mean, language: str) -> str:
    value, error = mean
    return f"{decimal(value, language)} ± {decimal(interval(error), language)}" if error else decimal(value, language)


def file_size(data: bytes, language: str) -> str:
    """How large a file is, as people say it."""
    return f"{decimal(len(data) / 1024, language, 0 if len(data) >= 10240 else 1)} kB"


def table(plays: Sequence[Plays], language: str) -> list[list[str]]:
    """A row for each number of players: players, plays, decisions, choices, minutes."""
    return [
        [
            str(p.players),
            count(p.plays, language),
            _mean(p.decisions, language),
            _mean(p.choices, language),
            decimal(p.minutes, language),
        ]
        for p in plays
    ]


def note(plays: Sequence[Plays], t: Mapping[str, str], language: str) -> str:
    """How the figures came about; empty if there are none."""
    if not plays:
        return ""
    fill = {"plays": max(p.plays + p.capped for p in plays), "timed": max(p.timed for p in plays)}
    said = t["figures_of"]
    for key, value in fill.items():
        said = said.replace(f"{{{key}}}", count(value, language))
    return said


def capped(plays: Sequence[Plays], t: Mapping[str, str], language: str) -> list[str]:
    """What is said of plays that were cut off."""
    said = []
    for p in plays:
        if p.capped:
            fill = {
                "n": count(p.capped, language),
                "plays": count(p.plays + p.capped, language),
                "players": str(p.players),
            }
            said.append(t["capped"].format(**fill))
    return said


def _players(many: int, t: Mapping[str, str]) -> str:
    """So many players."""
    return t["how players one" if many == 1 else "how players"].format(n=many)


def charts(plays: Sequence[Plays], t: Mapping[str, str], language: str) -> list[tuple[str, str]]:
    """Headings and charts: how long games are, what each seat wins, for the fewest and the most players."""
    found = []
    shown = [p for p in plays if p.players in (plays[0].players, plays[-1].players)]
    for p in shown:
        title = t["lengths"].format(players=_players(p.players, t))
        of = t["decisions"].replace("{plays}", count(p.plays, language))
        found.append((title, histogram(title, ranges(p.lengths), of=of, number=partial(count, language=language))))
    for p in shown:
        if p.players == 1:
            continue
        title = t["wins"].format(players=_players(p.players, t))
        items = [
            Bar(t["seat"].replace("{n}", str(k)), 100 * mean, 100 * interval(error))
            for k, (mean, error) in enumerate(p.wins, 1)
        ]
        number = lambda value: decimal(value, language)  # noqa: E731
        found.append(
            (title, bars(title, items, unit="\u00a0%", number=number, even=100 / p.players, even_label=t["even"]))
        )
    return found
