"""One setting put to the test by many plays.

Comes in: a case, the properties that count, seeds. Goes out: counts by property, the first fault of each, what was
covered. What always holds: a slice of work ends soon after its deadline; the same seeds give the same counts and
faults.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from random import Random

from ..engine.engines import INTERPRETER
from ..engine.errors import PlayError
from ..engine.machine import Machine
from ..language.tree import Span
from .checks import Checks
from .clock import late, limit, now, spend
from .plays import CAP, Lucky, Recorded, Run, run
from .properties import ENDS, FOLLOWED, JSON, KNOWN, PATHWISE, SEATS, SEED, SEEN, Fault, Property
from .rules import Case
from .seats import Seats, says_otherwise
from .shrink import Found
from .swift import SHORTER, Swift, Uniform
from .twins import Twins

FIRST_CAP = 4_000
"""Where plays are cut off at first, so that one endless play does not use up the time."""

FURTHER = 5
"""A play that was cut off is let go so many times as far, and again so many times, as long as there is time."""

FURTHEST = 10_000_000
"""Where no play goes any further."""

IN_VAIN = 3
"""After so many plays that did not end even then, plays are no longer let go on at once."""

SHARE_OF_ONE = 0.25
"""The part of the time left that a single play that is let go on may take."""

ASKING = 3.0
"""Seconds that the interpreter has for a play that seemed wrong, though the budget is used up."""

MOST_CUT = 1_000
"""So many plays that were cut off are remembered, to be let go on."""

TWIN_CAPS = (6, 15, 40, 120)
"""How many decisions of a play are compared with twins."""

TWINS = 6
"""With how many twins a play is compared."""

REMEMBERED = 40
"""Over how many steps it is followed what players remember."""

LONGEST_TURNED = 4_000
"""Plays with more steps are not played again one seat further on."""

SHARES = {"many": 0.4, "plays": 0.2, "twins": 0.2, "seats": 0.1, "same": 0.1}
"""How the time is divided. Where there is no compiled game, single plays have its part."""

MANY = 0.25
"""Seconds that the compiled game plays before the others have their turn."""


@dataclass
class Tally:
    """What the plays of one setting came to."""

    plays: int = 0
    compiled: int = 0
    """How many of the plays the compiled engine made."""
    decisions: int = 0
    longest: int = 0
    capped: int = 0
    finished: int = 0
    unsettled: int = 0
    """Plays of the compiled engine that seemed wrong, and that there was no time to ask the interpreter about."""
    nobody: int = 0
    endings: Counter[int] = field(default_factory=Counter)
    checked: Counter[str] = field(default_factory=Counter)
    """By property: how many plays (of moves-are-known, observations: decisions) it was checked on."""


@dataclass
class Cut:
    """A play that was cut off: its seed, whether the compiled engine played it, how far it went and how long that took
    (0 for the compiled engine, which is quick)."""

    seed: int
    compiled: bool
    decisions: int
    time: float = 0.0


class Cell:
    """The plays of one case.

    Args:
        case: what is played.
        wanted: the properties that count.
        seed: what all plays follow from.
        engine: what makes most of the plays (see `engine.engines`); None: the compiled engine if it can.
        jobs: how many of the compiled game's plays are made at once; None: as many as there are cores.
        end: when the time for all plays is over, by `clock.now`: then each ends, wherever it is.
    """

    def __init__(
        self,
        case: Case,
        wanted: list[Property],
        seed: int,
        engine: str | None = INTERPRETER,
        jobs: int | None = None,
        end: float = inf,
    ) -> None:
        self.case = case
        self.end = end
        self._engine, self._jobs = engine, jobs
        self._swift: Swift | None = None
        self._many_seed = seed
        self.why = ""
        self.names = {p.name for p in wanted}
        self.wanted = set(self.names)
        self.tally = Tally()
        self.faults: dict[tuple[str, int, int], Found] = {}
        self.first_seat: Span | None = says_otherwise(case.program)
        self._checks = Checks(case, self.wanted)
        self._twins = Twins(case, self.wanted)
        self._seats = Seats(case)
        self._random = Random(seed)
        self._seed = seed
        self._spent = dict.fromkeys(SHARES, 0.0)
        self._fresh: Machine | None = None
        self._looked_at_long = False
        self.cut: list[Cut] = []
        """Plays that were cut off, and have not come to an end since."""
        self._cap = FIRST_CAP
        self._in_vain = 0

    # ---- working ----

    def work(self, deadline: float, every: bool = False) -> None:
        """Play until the time is over: at least one play, and with `every` one of each kind."""
        kinds = {
            "many": lambda: self._many(deadline),
            "plays": self._play,
            "twins": self._twin,
            "seats": self._turn,
            "same": self._same,
        }
        self._compile()
        live = [kind for kind in kinds if self._counts(kind)] or ["plays"]
        with limit(self.end):
            while live:
                # What has had least of its share is next.
                kind = min(live, key=lambda kind: self._spent[kind] / self._share(kind))
                begin = now()
                kinds[kind]()
                self._spent[kind] += now() - begin
                over = now() >= deadline and (not every or all(self._spent[kind] for kind in live))
                if over or now() >= self.end:
                    return

    def once(self, end: float) -> bool:
        """One play by the interpreter, which need not be compiled for it; whether there was time for it."""
        with limit(min(end, self.end)):
            self._play(late_counts=False)
        return bool(self.tally.plays or self.faults)

    def _share(self, kind: str) -> float:
        alone = kind == "plays" and self._engine == INTERPRETER
        return SHARES["plays"] + SHARES["many"] if alone else SHARES[kind]

    def _counts(self, kind: str) -> bool:
        if kind == "many" and self._swift is None:
            return False
        if kind == "twins":
            return bool(self.wanted & {KNOWN, SEEN}) and self.case.flow.players > 1
        if kind == "seats":
            return SEATS in self.wanted and self.case.flow.players > 1 and self.first_seat is None
        if kind == "same":
            return bool(self.wanted & {SEED, JSON, SEEN})
        # Plays are made for what they cover, too, unless nothing is asked but what the others answer.
        return not self.wanted or bool(self.wanted - set(PATHWISE))

    def _next(self) -> int:
        self._seed += 1
        return self._seed

    def drop(self, name: str) -> None:
        """A property counts no longer: it is known to be violated."""
        if name in self.wanted:
            self.wanted.discard(name)
            self._checks = Checks(self.case, self.wanted)
            self._swift = None

    def _keep(self, found: Found) -> None:
        self.faults.setdefault(found.fault.key, found)
        if found.fault.name != FOLLOWED:
            self.drop(found.fault.name)

    # ---- plays ----

    def _play(self, late_counts: bool = True) -> None:
        tally, seed, begin = self.tally, self._next(), now()
        played = run(self.case, Lucky(seed), self._checks, self._cap)
        if played.kind == "late" and (tally.finished or not late_counts):
            return  # how long it would have been says nothing
        tally.plays += 1
        tally.decisions += played.decisions
        tally.longest = max(tally.longest, played.decisions)
        for name in self.wanted - {KNOWN, SEEN, SEATS, SEED, JSON}:
            tally.checked[name] += 1
        if played.kind in ("capped", "late"):
            self._cut_off([Cut(seed, False, played.decisions, now() - begin)], 1, self.end)
        elif played.kind == "over":
            tally.finished += 1
            tally.endings[played.ending] += 1
        self._look_again(seed, played)

    def _look_again(self, seed: int, played: Run) -> None:
        """Keep a play's fault, with its path."""
        if played.fault is not None and self._wants(played.fault):
            recorded = Recorded(Lucky(seed))
            again = run(self.case, recorded, self._checks, max(CAP, played.decisions + 1))
            if again.fault is not None:
                self._keep(self._found(recorded, again, again.fault))

    def _compile(self) -> None:
        """The compiled game, if it is to play and is not there."""
        if self._swift is None and self._engine != INTERPRETER and self._counts("plays"):
            swift = Swift(self.case, self.wanted, self._engine, self._jobs)
            if swift.program is None:
                self._engine, self.why = INTERPRETER, swift.why
            else:
                self._swift = swift

    def _many(self, deadline: float) -> None:
        """Plays by the compiled game; those that something is wrong with, by the interpreter."""
        self._compile()
        if self._swift is None:
            self._play()
            return
        names = self._swift.names
        self._many_seed, batch = self._swift.play(self._many_seed, min(deadline, now() + MANY))
        tally = self.tally
        tally.plays += batch.plays
        tally.compiled += batch.plays
        tally.decisions += batch.decisions
        tally.longest = max(tally.longest, batch.longest)
        tally.finished += batch.endings.total()
        tally.endings += batch.endings
        for name in names:
            tally.checked[name] += batch.plays
        most = self._swift.most
        for seed in batch.doubts:
            self._ask(seed, most)
        if batch.long and not self._looked_at_long and ENDS in self.wanted:
            # One will do: if its players go round, they mostly do so early.
            self._looked_at_long = True
            self._ask(batch.long[0], FIRST_CAP, doubt=False)
        self._cut_off([Cut(seed, True, most) for seed in batch.long], batch.capped, deadline)

    def _ask(self, seed: int, cap: int, doubt: bool = True) -> None:
        """Let the interpreter say what is wrong with a play of the compiled game, and keep it; what is in doubt is worth
        some time more."""
        recorded = Recorded(Uniform(seed))
        with limit(max(self.end, now() + ASKING) if doubt else inf, anew=doubt):
            again = run(self.case, recorded, self._checks, cap)
        self.tally.unsettled += doubt and again.kind == "late"
        if again.fault is not None and self._wants(again.fault):
            self._keep(self._found(recorded, again, again.fault))

    # ---- long plays ----

    def _cut_off(self, plays: list[Cut], count: int, deadline: float) -> None:
        """Plays were cut off, so many; those at hand are let go further at once, unless that came to nothing before."""
        self.tally.capped += count
        for number, play in enumerate(plays):
            in_time = now() < (deadline if number else self.end)
            share = SHARE_OF_ONE * (self.end - now())
            if in_time and self._in_vain < IN_VAIN and ENDS in self.wanted and FURTHER * play.time <= share:
                if self._further(play, now() + share):
                    continue
                self._in_vain += 1
                if self._in_vain == IN_VAIN and self._swift is not None:
                    self._swift.most = SHORTER
            if len(self.cut) < MOST_CUT:
                self.cut.append(play)

    def go_on(self, end: float) -> None:
        """Let plays that were cut off go on until the time is over, the one that went least far first: it ends, comes
        to a fault, or goes on for long."""
        self._compile()
        asked = False
        with limit(end):
            while ENDS in self.wanted:
                # The others would not come beyond where they were.
                quick = [play for play in self.cut if play.time < end - now()]
                if not quick:
                    return
                play = min(quick, key=lambda play: play.decisions)
                before = play.decisions
                if self._further(play, end):
                    self.cut.remove(play)
                elif play.decisions in (before, FURTHEST):
                    return
                elif play.compiled and not asked:
                    asked = True
                    self._ask(play.seed, CAP, doubt=False)  # it may go round, which the compiled game does not look for

    def _further(self, play: Cut, end: float) -> bool:
        """Let a play that was cut off go further; whether it came to an end, or to a fault. From now on plays may be as
        long as it is, and longer."""
        known = 0 if self._swift is None else self._swift.most
        most = min(max(FURTHER * max(play.decisions, FIRST_CAP), known), FURTHEST)
        if play.compiled:
            batch = self._swift.further(play.seed, most, end) if self._swift is not None else None
            ended, decisions = batch is not None and not batch.capped, batch.decisions if batch else play.decisions
            endings = batch.endings if batch else Counter[int]()
            if batch is not None and batch.doubts:
                self._ask(play.seed, max(most, decisions + 1))
        else:
            begin = now()
            with limit(end):
                played = run(self.case, Lucky(play.seed), self._checks, most)
            play.time = now() - begin
            ended, decisions = played.kind not in ("capped", "late"), played.decisions
            endings = Counter([played.ending] if played.kind == "over" else [])
            self._look_again(play.seed, played)
        tally = self.tally
        tally.decisions += max(0, decisions - play.decisions)
        play.decisions = max(decisions, play.decisions)
        tally.longest = max(tally.longest, play.decisions)
        if ended:
            tally.capped -= 1
            tally.finished += endings.total()
            tally.endings += endings
            if play.compiled and self._swift is not None:
                self._swift.most = max(self._swift.most, 2 * decisions)
            else:
                self._cap = max(self._cap, 2 * decisions)
        return ended

    def _wants(self, fault: Fault) -> bool:
        return fault.name in self.wanted and fault.key not in self.faults

    def _found(self, recorded: Recorded, played: Run, fault: Fault) -> Found:
        return Found(self.case.setting, tuple(recorded.path), fault, played.steps, played.decisions)

    # ---- pairs of plays ----

    def _twin(self) -> None:
        recorded = Recorded(Lucky(self._next()))
        if run(self.case, recorded, None, self._random.choice(TWIN_CAPS)).kind == "late":
            return
        before = self._twins.compared
        told = self._twins.look(recorded.path, self._random, TWINS)
        for name in self.wanted & {KNOWN, SEEN}:
            self.tally.checked[name] += self._twins.compared - before
        if told is not None:
            path = tuple(recorded.path)
            self._keep(Found(self.case.setting, path, told.fault, told.steps, told.decisions))
            self._twins.wanted = self.wanted

    def _turn(self) -> None:
        recorded = Recorded(Lucky(self._next()))
        played = run(self.case, recorded, None, FIRST_CAP)
        if played.kind != "over" or played.steps > LONGEST_TURNED or late():
            return
        before = self._seats.compared
        fault = self._seats.look(recorded.path)
        self.tally.checked[SEATS] += self._seats.compared - before
        if fault is not None:
            self._keep(self._found(recorded, played, fault))

    def _same(self) -> None:
        """The same seed, on the machine that users play on; positions of the play, saved and loaded; what is remembered."""
        seed = self._next()
        recorded = Recorded(Lucky(seed))
        played = run(self.case, recorded, None, FIRST_CAP)
        if played.kind == "late":
            return
        fault = same_again(self.case, seed, played)
        if fault is None and JSON in self.wanted:
            fault = loads_again(self.case, played)
        if fault is None and self.wanted & {JSON, SEEN}:
            fault = remembers(self.case, recorded.path)
        for name in self.wanted & {SEED, JSON}:
            self.tally.checked[name] += 1
        if fault is not None and self._wants(fault):
            self._keep(self._found(recorded, played, fault))


def same_again(case: Case, seed: int, played: Run) -> Fault | None:
    """A fault if a seed gives another game on another machine."""
    machine = case.game.machine(case.setting.players)
    source = Lucky(seed)
    spend(played.steps + 1)
    try:
        frame = machine.start()
        for _ in range(played.steps):
            if machine.stop(frame).kind == "chance":
                frame = machine.take(frame, source.fall(machine, frame))
            else:
                moves = machine.moves(frame)
                frame = machine.play(frame, moves[source.decide(machine, frame, moves) if len(moves) > 1 else 0])
    except (PlayError, ValueError, IndexError):
        frame = ()
    if frame != played.frame and played.kind != "fault":
        return Fault(SEED, "the same seed gives another game when it is played again")
    return None


def loads_again(case: Case, played: Run) -> Fault | None:
    """A fault if a position, saved and loaded, is another one."""
    if played.kind == "fault":
        return None
    table = case.game.table(case.setting.players)
    state = table.state(played.frame)
    again = case.game.state_from_json(json.dumps(state.to_json()))
    if again != state or again.frame != played.frame:
        return Fault(JSON, "a position is another one after it was saved and loaded")
    return None


def remembers(case: Case, path: Sequence[int]) -> Fault | None:
    """A fault if somebody forgets what they saw: later in a play, or when it is saved and loaded."""
    spend(2 * REMEMBERED)
    steps, half = iter(path), None
    try:
        state = case.game.start(case.setting.players)
        for number in range(REMEMBERED):
            ways = len(state.moves) if state.kind == "decision" else len(state.chances) if state.kind == "chance" else 0
            if not ways:
                break
            if number == REMEMBERED // 2:
                half = state
            index = next(steps) if ways > 1 else 0
            state = state.play(index) if state.kind == "decision" else state.take(index)
    except (PlayError, StopIteration):
        return None
    again = case.game.state_from_json(json.dumps(state.to_json()))
    for player in state.players:
        seen = state.seen(player)
        if half is not None and seen[: len(before := half.seen(player))] != before:
            return Fault(SEEN, f"{player} has forgotten something that {player} saw")
        if again.seen(player) != seen:
            return Fault(JSON, f"what {player} saw is another thing after the play was saved and loaded")
    return None
