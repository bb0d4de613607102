"""The rules under test: a spec's trees, parsed once, and from them a game for any variants, parameters, scope and
players.

Comes in: what a user calls a game. Goes out: `Case`s. What always holds: a setting gives the same case; a setting the
rules do not allow raises `HoyleError` or `SpecErrors`, never anything else.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from ..engine.flow import Flow
from ..engine.game import Game
from ..engine.lower import lower
from ..engine.machine import Machine
from ..engine.names import Names, default_seats
from ..engine.observe import Observer
from ..engine.tell import Teller
from ..language import tree as t
from ..language.check import check
from ..language.diagnostics import HoyleError, SpecErrors, did_you_mean
from ..language.parse import Varied, parse
from ..language.program import Program, constant
from ..language.source import read_text
from ..library import find
from .watch import Watch


@dataclass(frozen=True)
class Setting:
    """One way to play a game: variants in order, parameters that differ from their defaults, a small instance or
    None, seats."""

    players: int
    variants: tuple[str, ...] = ()
    values: tuple[tuple[str, int], ...] = ()
    scope: str | None = None

    def words(self) -> str:
        """The setting in words: `3 players, short, target 4`."""
        parts = [f"{self.players} player{'s' if self.players > 1 else ''}"]
        parts += [variant.replace("-", " ") for variant in self.variants]
        parts += [f"scope {self.scope}"] if self.scope else []
        parts += [f"{name.replace('-', ' ')} {value}" for name, value in self.values]
        return ", ".join(parts)


class Rules:
    """A game's rules with all its variants and scopes.

    Args:
        spec: a bundled game's name or a path; the path of a variant's file means the game with that variant.

    Raises:
        HoyleError: there is no such game.
        SpecErrors: the texts are wrong.
    """

    def __init__(self, spec: str | Path) -> None:
        self.source = find(spec)
        self.asked = spec
        self.texts = {str(self.source.file): read_text(self.source.file)}
        self.file = parse(self.texts[str(self.source.file)], str(self.source.file))
        self.always: tuple[str, ...] = (self.source.variant,) if self.source.variant else ()
        self._changes: dict[str, list[t.Node]] = {}
        self._programs: dict[tuple[tuple[str, ...], tuple[tuple[str, int], ...], str | None], Program | Exception] = {}
        self._cases: dict[Setting, Case] = {}

    @property
    def name(self) -> str:
        """The game's name."""
        return self.source.name

    @cached_property
    def variants(self) -> list[str]:
        """The names of its variants."""
        return [name for name in self.source.variants if name not in self.always]

    def variant(self, name: str) -> str:
        """The name of a variant as it is kept.

        Raises:
            HoyleError: there is none of this name.
        """
        return self.source.named(name)

    def chosen(self, names: Iterable[str]) -> list[str]:
        """The names of variants as they are kept, without the one that the path named.

        Raises:
            HoyleError: there is none of one of these names, or one is given twice.
        """
        return [name for name in self.source.chosen(names) if name not in self.always]

    def changes(self, name: str) -> list[t.Node]:
        """What a variant changes."""
        if name not in self._changes:
            path = self.source.variants[self.variant(name)]
            text = self.texts[str(path)] = read_text(path)
            self._changes[name] = parse(text, str(path), Varied(self.file, self.texts[str(self.source.file)])).changes
        return self._changes[name]

    def scopes(self, variants: Iterable[str] = ()) -> dict[str, t.Scope]:
        """The small instances declared, by name."""
        found = {d.name: d for d in self.file.declarations if isinstance(d, t.Scope)}
        for name in (*self.always, *variants):
            for change in self.changes(name):
                if isinstance(change, t.Add | t.Replace) and isinstance(change.new, t.Scope):
                    found[change.new.name] = change.new
        return found

    def program(
        self, variants: Sequence[str] = (), values: Iterable[tuple[str, int]] = (), scope: str | None = None
    ) -> Program:
        """The checked program of a setting.

        Raises:
            HoyleError, SpecErrors: the rules do not allow it.
        """
        key = (tuple(variants), tuple(values), scope)
        if key not in self._programs:
            try:
                self._programs[key] = self._check(*key)
            except (SpecErrors, HoyleError) as error:
                self._programs[key] = error
        found = self._programs[key]
        if isinstance(found, Exception):
            raise found
        return found

    def _check(self, variants: tuple[str, ...], values: tuple[tuple[str, int], ...], scope: str | None) -> Program:
        names = [*self.always, *(name for name in variants if name not in self.always)]
        small = None
        if scope is not None:
            declared = self.scopes(variants)
            if scope not in declared:
                hint = did_you_mean(scope, declared) or f"its scopes: {', '.join(declared) or 'none'}"
                raise HoyleError(f"{self.name} has no scope `{scope}`; {hint}")
            small = scope, declared[scope].changes
        changes = [(name, self.changes(name)) for name in names]
        # Other scopes need not fit these parameters.
        file = self.without_scopes() if values or small else copy.deepcopy(self.file)
        return check(self.name, file, changes, dict(values), self.texts, small)

    def without_scopes(self) -> t.File:
        """A copy of the game's tree, without its small instances."""
        kept = [d for d in self.file.declarations if not isinstance(d, t.Scope)]
        copied: list[t.Node] = pickle.loads(pickle.dumps(kept, pickle.HIGHEST_PROTOCOL))  # far faster than `deepcopy`
        return replace(self.file, declarations=copied)

    def cases(self) -> list[Case]:
        """All cases made so far."""
        return list(self._cases.values())

    def case(self, setting: Setting) -> Case:
        """The game of a setting, ready to be played and watched.

        Raises:
            HoyleError, SpecErrors: the rules do not allow it.
        """
        if setting not in self._cases:
            program = self.program(setting.variants, setting.values, setting.scope)
            self._cases[setting] = Case(self, setting, program)
        return self._cases[setting]


def ranges(program: Program, fixed: Mapping[str, int]) -> dict[str, list[int]]:
    """The values each parameter may take, the present one first; those in `fixed` are left out."""
    found: dict[str, list[int]] = {}
    for name, parameter in program.parameters.items():
        if name in fixed:
            continue
        if parameter.among:
            numbers = [constant(e, program) for e in parameter.among]
        else:
            low = constant(parameter.low, program) if parameter.low else None
            high = constant(parameter.high, program) if parameter.high else None
            numbers = [] if low is None or high is None else list(range(low, high + 1))
        values = [number for number in numbers if number is not None and number != program.value_of(name)]
        present = program.value_of(name)
        if present is not None and values:
            found[name] = [present, *values]
    return found


class Case:
    """One game at one setting: its flow, a machine that is watched, and names for all that happens."""

    def __init__(self, rules: Rules, setting: Setting, program: Program, flow: Flow | None = None) -> None:
        self.rules, self.setting, self.program = rules, setting, program
        self.flow = lower(program, setting.players) if flow is None else flow
        self.watch = Watch(self.flow)
        self.machine = Machine(self.flow, self.watch)
        self.names = Names(self.flow, default_seats(setting.players))
        self.teller = Teller(self.flow, self.names)

    @cached_property
    def observer(self) -> Observer:
        """What the seats see."""
        return Observer(self.machine)

    @cached_property
    def game(self) -> Game:
        """The game as users play it, on a machine of its own."""
        from .. import game_of

        return game_of(self.program)
