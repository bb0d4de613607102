"""The options that mean the same everywhere: SPEC, --variant, --players, --set, --seed, --json."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from ..language.diagnostics import HoyleError

if TYPE_CHECKING:
    from ..language.program import Program

LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Request:
    """What the common options say. `seed` is always there: the one given, or one drawn for this run."""

    spec: str
    variants: tuple[str, ...]
    settings: dict[str, int]
    players: int | None
    seed: int
    json: bool

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
        raise click.BadParameter(f"`{value}` is not of the form name=value")
    try:
        return name.strip(), int(number)
    except ValueError:
        raise click.BadParameter(f"`{number}` is not a whole number, and every parameter is one") from None


as_json = click.option("--json", "json", is_flag=True, help="Give the answer as one JSON document.")
seed = click.option(
    "--seed", type=click.IntRange(0, LARGEST_SEED), help="All chance follows from it. Drawn and printed if not given."
)
set_ = click.option(
    "--set",
    "settings",
    multiple=True,
    type=setting,
    metavar="NAME=VALUE",
    help="Set a parameter of the game. Repeatable.",
)
players_ = click.option("--players", type=click.IntRange(1), help="How many play. The fewest that can if not given.")


def language(ctx: click.Context, option: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Languages in which there are rulebooks, each once."""
    from ..rulebook.lexicon import known

    for code in value:
        known(code)
    return tuple(dict.fromkeys(value))


def languages_(what: str = "The language", default: str = "en if not given") -> Callable[[Any], Any]:
    """--lang, repeatable: what it means for a command, and what holds without it."""
    return click.option(
        "--lang",
        "languages",
        multiple=True,
        metavar="CODE",
        callback=language,
        help=f"{what}, by its code: en, es, fr. Repeatable; {default}.",
    )


variant_ = click.option("--variant", multiple=True, metavar="NAME", help="Play with this variant. Repeatable.")


engine_ = click.option(
    "--engine",
    type=click.Choice(["wasm", "interpreter"]),
    help="What plays: the compiled game, or the interpreter. Compiled if it can be.",
)
jobs_ = click.option(
    "--jobs", type=click.IntRange(1, 256), metavar="N", help="How many work at once; as many as there are cores."
)


def game_options(
    *, players: bool = True, chance: bool = True, optional_spec: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the common options; it gets them as a `Request`, its first argument.

    Args:
        players: whether the command takes --players.
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
            seed: int | None = None,
            **rest: Any,
        ) -> Any:
            names = [name for name, _ in settings]
            for name in names:
                if names.count(name) > 1:
                    raise HoyleError(f"the parameter `{name}` is set twice")
            drawn = secrets.randbelow(2**31) if seed is None else seed
            return function(Request(spec, variant, dict(settings), players, drawn, json), **rest)

        decorated: Callable[..., Any] = as_json(with_request)
        if chance:
            decorated = seed(decorated)
        decorated = set_(decorated)
        if players:
            decorated = players_(decorated)
        spec = click.argument("spec", default="") if optional_spec else click.argument("spec")
        return spec(variant_(decorated))

    return decorate
