"""The options that mean the same everywhere: SPEC, --variant, --players, --set, --seed, --json."""

from __future__ import annotations

import math
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ..language.program import Program

LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Request:
    """What the common options say. `seed` is always there: the one given, or one drawn for this run. `players` is the one
    number of players that a command wants, `counts` are all that one which can do with several was given."""

    spec: str
    variants: tuple[str, ...]
    settings: dict[str, int]
    players: int | None
    seed: int
    json: bool
    counts: tuple[int, ...] = ()

    def program(self) -> Program:
        """The program asked for, with its variants and parameters.

        Errors: SpecErrors for mistakes in its text; HoyleError if there is no such game or variant.
        """
        from ..library import load_program

        return load_program(self.spec, self.variants, self.settings)


def setting(value: str) -> tuple[str, int]:
    """`name=value` with a whole number as its value, as a pair."""
    name, sign, number = value.partition("=")
    if not sign or not name.strip():
        raise click.BadParameter(f"`{shortened(value)}` is not of the form name=value")
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", number.strip()):
        raise click.BadParameter(f"`{shortened(number)}` is not a whole number, and every parameter is one")
    return name.strip(), int(number)


def shortened(text: str) -> str:
    """A text that a user gave, short enough to be repeated in a message."""
    return text if len(text) <= 60 else f"{text[:57]}…"


def settings(
    ctx: click.Context, option: click.Parameter, value: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...]:
    """Parameters and their values, none of them twice."""
    names = [name for name, _ in value]
    for name in names:
        if names.count(name) > 1:
            raise click.BadParameter(f"the parameter `{name}` is set twice")
    return value


def counts(ctx: click.Context, option: click.Parameter, value: str | None) -> tuple[int, ...]:
    """Numbers of players: `3`, `2,4` or `2-5`, in their order, each once."""
    found: list[int] = []
    for part in ("" if value is None else value.replace(" ", "")).split(",") if value is not None else []:
        low, sign, high = part.partition("-")
        if not re.fullmatch(r"[0-9]{1,9}(-[0-9]{1,9})?", part) or int(low) < 1:
            raise click.BadParameter(f"`{part}` is not a number of players, nor a range like 2-4")
        if sign and not int(low) <= int(high) < int(low) + LONGEST_RANGE:
            raise click.BadParameter(f"`{part}` is no range of numbers of players")
        found += range(int(low), int(high or low) + 1)
    return tuple(dict.fromkeys(found))


def one_count(ctx: click.Context, option: click.Parameter, value: str | None) -> int | None:
    """One number of players, as this command wants it."""
    found = counts(ctx, option, value)
    if len(found) > 1:
        raise click.BadParameter(f"`{value}` are several numbers of players, and this command takes one")
    return found[0] if found else None


LONGEST_RANGE = 1000


class Seconds(click.FloatRange):
    """So many seconds: more than 0, and not more than `most`."""

    name = "seconds"

    def __init__(self, most: float = 1_000_000) -> None:
        super().__init__(0, most, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; what is no number is larger than none and smaller than none, so a range lets it pass."""
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"`{value}` is not a number of seconds", param, ctx)
        return seconds


class Named(click.Path):
    """A file or a folder by its name, which is not empty: that would be the folder where one is."""

    def __init__(self, **more: Any) -> None:
        super().__init__(path_type=Path, **more)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path."""
        if not str(value):
            self.fail("the name is empty; `.` is the folder where you are", param, ctx)
        return super().convert(value, param, ctx)


as_json = click.option("--json", "json", is_flag=True, help="Give the answer as one JSON document.")


def seed_(what: str = "All chance follows from it", default: int | None = None) -> Callable[[Any], Any]:
    """--seed: what follows from it, and what it is if it is not given (None: drawn, and printed)."""
    drawn = "Drawn and printed if not given." if default is None else f"{default} if not given."
    return click.option(
        "--seed", type=click.IntRange(0, LARGEST_SEED), metavar="N", default=default, help=f"{what}. {drawn}"
    )


def set_(name: str = "--set", key: str = "settings", whose: str = "the game") -> Callable[[Any], Any]:
    """--set NAME=VALUE, repeatable: how it is spelled, under which key the command gets it, what it sets."""
    return click.option(
        name,
        key,
        multiple=True,
        type=setting,
        callback=settings,
        metavar="NAME=VALUE",
        help=f"Set a parameter of {whose}. Repeatable.",
    )


players_ = click.option(
    "--players", callback=one_count, metavar="N", help="How many play. The fewest that can if not given."
)
counts_ = click.option(
    "--players",
    "seats",
    callback=counts,
    metavar="N",
    help="How many play: 3, or 2,4, or 2-5. Every number the game is for if not given.",
)


def language(ctx: click.Context, option: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Languages in which there are rulebooks, each once: `en`, or `en,fr`."""
    from ..rulebook.lexicon import known

    codes = [code.strip() for part in value for code in part.split(",")]
    for code in codes:
        known(code)
    return tuple(dict.fromkeys(codes))


def languages_(what: str = "The language", default: str = "en if not given") -> Callable[[Any], Any]:
    """--lang, repeatable: what it means for a command, and what holds without it."""
    return click.option(
        "--lang",
        "languages",
        multiple=True,
        metavar="CODE",
        callback=language,
        help=f"{what}, by its code: en, es, fr; or several, en,fr. Repeatable; {default}.",
    )


def _one(ctx: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """A language in which there are rulebooks, or none."""
    from ..rulebook.lexicon import known

    return None if value is None else known(value)


def language_(what: str, default: str = "en if not given") -> Callable[[Any], Any]:
    """--lang, once: what it means for a command, and what holds without it."""
    return click.option(
        "--lang", "code", metavar="CODE", callback=_one, help=f"{what}, by its code: en, es, fr; {default}."
    )


variant_ = click.option("--variant", multiple=True, metavar="NAME", help="With this variant of the game. Repeatable.")


engine_ = click.option(
    "--engine",
    type=click.Choice(["wasm", "interpreter"]),
    help="What plays: the compiled game, or the interpreter. Compiled if it can be.",
)
jobs_ = click.option(
    "--jobs", type=click.IntRange(1, 256), metavar="N", help="How many work at once; as many as there are cores."
)


def game_options(
    *, players: bool = True, several: bool = False, chance: bool = True, optional_spec: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the common options; it gets them as a `Request`, its first argument.

    Args:
        players: whether the command takes --players.
        several: whether it can do with several numbers of players, which are then in `Request.counts`.
        chance: whether it takes --seed.
        optional_spec: whether SPEC may be left out (an empty text then), as something else says what the game is.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def with_request(
            spec: str,
            variant: tuple[str, ...],
            settings: tuple[tuple[str, int], ...],
            json: bool,
            players: int | None = None,
            seats: tuple[int, ...] = (),
            seed: int | None = None,
            **rest: Any,
        ) -> Any:
            drawn = secrets.randbelow(2**31) if seed is None else seed
            return function(Request(spec, variant, dict(settings), players, drawn, json, seats), **rest)

        decorated: Callable[..., Any] = as_json(with_request)
        if chance:
            decorated = seed_()(decorated)
        decorated = set_()(decorated)
        if players:
            decorated = (counts_ if several else players_)(decorated)
        spec = click.argument("spec", default="") if optional_spec else click.argument("spec")
        return spec(variant_(decorated))

    return decorate
