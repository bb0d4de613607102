"""Static questions about a spec: can a condition ever hold, do options exclude each other, has whoever chooses an option.

Comes in: rules, and how far to look. Goes out: `Answer`s. Each is about a claim, and is one of four:

- *proved*: for every position of the declared kind, or for every position of a small instance; `bound` says which;
- *counterexample*: a position that a real play reaches; the play is told;
- *maybe*: a position of the declared kind in which the claim does not hold, which no play reached: perhaps none can;
- *unknown*: none of these within the limits.

Plays of the game and its small instances are looked at first, as what they reach is certain: some by the interpreter,
and of very many of the compiled game those that reach something new. Then the positions of the declared kind (see
`domain`), whether a play can reach them or not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ..engine import flow as F
from ..engine.engines import choose
from ..engine.errors import PlayError
from ..engine.layout import Frozen
from ..language.diagnostics import HoyleError, SpecErrors
from ..language.tree import Span
from .checks import Checks
from .domain import Domain
from .explore import BROKEN, DECISION, STUCK, Explored, Limits
from .flat import explored
from .plays import Lucky, Path, Source
from .properties import Fault, words
from .report import reachable_marks
from .rules import Case, Rules, Setting
from .story import Story, place, tell
from .swift import Uniform
from .watch import key_of

Result = Literal["proved", "counterexample", "maybe", "unknown"]

RESULTS: dict[Result, str] = {
    "proved": "proved",
    "counterexample": "counterexample, reached in a real play",
    "maybe": "counterexample, maybe unreachable",
    "unknown": "unknown",
}

STATES = 3_000
"""How many positions of each small instance are looked at."""

DECISIONS = 1_500
"""How many decisions of plays of each setting are looked at by the interpreter."""

MANY, LONGEST, AT_ONCE = 200_000, 2_000, 64
"""How many decisions the compiled game plays in each setting, how many of them in one play, and how many plays at once."""

Key = tuple[str, str, str, int, int]
"""What a claim is about: the question, the names, and the place in the spec."""


@dataclass(frozen=True)
class Answer:
    """One claim, and what was found of it: `bound` says where it was looked for, `story` is a play that reaches a
    counterexample, `position` what is known of one that perhaps none reaches."""

    question: str
    says: str
    result: Result
    bound: str
    where: str
    story: Story | None = None
    position: tuple[str, ...] = ()

    def line(self) -> str:
        """It in one line."""
        return f"{self.where}: {self.says}: {RESULTS[self.result]} ({self.bound})"

    def data(self) -> dict[str, Any]:
        """It as JSON data."""
        return {
            "question": self.question,
            "says": self.says,
            "result": self.result,
            "bound": self.bound,
            "where": self.where,
            "story": None if self.story is None else self.story.data(),
            "position": list(self.position),
        }


@dataclass
class _Claim:
    """What is found of one claim in all settings."""

    says: str
    span: Span
    reached: tuple[Case, Path, int, str] | None = None
    told: tuple[str, Story] | None = None
    maybe: tuple[str, list[str]] | None = None
    """Where it was looked for, and a position that no play reached."""
    everywhere: list[str] = field(default_factory=list)
    """Settings of which every position of the declared kind was looked at."""
    explored: list[str] = field(default_factory=list)
    """Small instances of which every position was looked at."""
    open: bool = False
    """Whether there is a setting of the whole game of which not all was looked at."""


def static(
    rules: Rules,
    variants: tuple[str, ...] = (),
    values: tuple[tuple[str, int], ...] = (),
    players: Sequence[int] = (),
    states: int = STATES,
    decisions: int = DECISIONS,
) -> list[Answer]:
    """Answer the static questions of a game, in the order of its text.

    Args:
        rules: the game.
        variants: those that are part of it.
        values: parameters set by the user.
        players: the numbers of players to ask about; of them, or of all if none is given, the fewest and the most.
        states: how many positions of each small instance are looked at.
        decisions: how many decisions of plays are looked at in each setting.

    Raises:
        HoyleError, SpecErrors: the rules are wrong.
    """
    return _Static(rules, variants, values, players).run(states, decisions)


class _Static:
    def __init__(
        self, rules: Rules, variants: tuple[str, ...], values: tuple[tuple[str, int], ...], players: Sequence[int]
    ) -> None:
        self.rules, self.variants, self.values, self.players = rules, variants, values, players
        self.claims: dict[Key, _Claim] = {}
        self.plays: Counter[Case] = Counter()

    def run(self, states: int, decisions: int) -> list[Answer]:
        whole, small = self._cases()
        for case in (*whole, *small):
            self._claim(case)
        for case in small:
            self._explore(case, states)
        for case in (*whole, *small):
            self._play(case, decisions)
            self._many(case)
        for case in whole:
            self._everywhere(case)
        ordered = sorted(self.claims.items(), key=lambda item: (item[1].span.line, item[1].span.column, item[0]))
        return [self._answer(key, claim) for key, claim in ordered]

    def _cases(self) -> tuple[list[Case], list[Case]]:
        """The game for the fewest and the most players, and its small instances."""
        rules, variants, values = self.rules, self.variants, self.values
        seats = rules.program(variants, values).seats()
        counts = [n for n in seats if not self.players or n in self.players]
        if not counts:
            raise HoyleError(f"{rules.name} is for {seats[0]} to {seats[-1]} players")
        whole = [rules.case(Setting(n, variants, values)) for n in dict.fromkeys((counts[0], counts[-1]))]
        small = []
        for scope in rules.scopes(variants):
            try:
                fewest = rules.program(variants, values, scope).seats()[0]
                small.append(rules.case(Setting(fewest, variants, values, scope)))
            except SpecErrors:
                continue  # a small instance need not fit every variant and parameter
        return whole, small

    # ---- the claims ----

    def _claim(self, case: Case) -> None:
        """Enter what is asked of a case."""
        can = reachable_marks(case)
        for info in case.flow.marks:
            if key_of(info) in can and info.kind in ("option", "branch"):
                self.claims.setdefault(_mark(info), _Claim(self._never(info), info.span))
        for node in case.flow.code:
            if isinstance(node, F.Choose):
                for one, other in _pairs(node):
                    says = f"`{words(one)}` and `{words(other)}` exclude each other ({words(node.name)})"
                    self.claims.setdefault(_pair(node, one, other), _Claim(says, node.span))
                if node.otherwise is None:
                    says = f"whoever is to choose has an option ({words(node.name)})"
                    self.claims.setdefault(_choice(node), _Claim(says, node.span))

    def _never(self, info: F.MarkInfo) -> str:
        if info.kind == "option":
            return f"`{words(info.name)}` can never be chosen"
        span = info.span
        lines = self.rules.texts.get(span.file, "").splitlines()[span.line - 1 : span.end_line]
        if info.name != "if" or not lines:
            return "`else` is never reached"
        said = lines[0][span.column - 1 : span.end_column - 1 if len(lines) == 1 else None].strip()
        return f"`{said}` never holds"

    # ---- what is reached ----

    def _seen(self, key: Key, case: Case, path: Path, steps: int, what: str) -> None:
        claim = self.claims.get(key)
        if claim is not None and claim.reached is None:
            claim.reached = case, path, steps, what

    def _at(self, case: Case, frame: Frozen, path: Path, steps: int) -> None:
        """What a decision that was reached shows."""
        node = case.flow.code[frame[0]]
        assert isinstance(node, F.Choose)
        who = case.names.seats[case.machine.stop(frame).player]
        names = _possible(case, frame)
        for key, what in _shown(case, node, names):
            self._seen(key, case, path, steps, f"here {who} {what}")

    def _explore(self, case: Case, states: int) -> None:
        found = explored(case, Checks(case, set()), Limits(states))
        graph = found.graph
        for state, frame in enumerate(found.frames):
            if graph.kind[state] in (DECISION, STUCK):
                try:
                    names = _possible(case, frame)
                    node = case.flow.code[frame[0]]
                    assert isinstance(node, F.Choose)
                    shown = _shown(case, node, names)
                except PlayError:
                    continue
                if any(key in self.claims and self.claims[key].reached is None for key, _ in shown):
                    way = graph.path(state)
                    self._at(case, frame, graph.steps(way), len(way) - 1)
        self._branches(case, found)
        if graph.whole:
            bound = f"{case.setting.words()}: all {len(graph):,} positions"
            for claim in self.claims.values():
                claim.explored.append(bound)

    def _branches(self, case: Case, found: Explored) -> None:
        """Which conditions hold on the way from one position to the next, looked for as long as some are open."""
        wanted = {i: _mark(info) for i, info in enumerate(case.flow.marks) if info.kind == "branch"}
        wanted = {i: key for i, key in wanted.items() if key in self.claims and case.watch.marks[i]}
        graph, marks = found.graph, case.watch.marks
        for state, frame in enumerate(found.frames[: len(found.frames) - graph.left]):
            if graph.kind[state] == BROKEN:
                continue
            if all(self.claims[key].reached for key in wanted.values()):
                return
            for following, go in _ways(case, frame):
                before = list(marks)
                try:
                    go()
                except PlayError:
                    continue
                for index, key in wanted.items():
                    if marks[index] > before[index] and self.claims[key].reached is None:
                        way = graph.path(state)
                        path = graph.steps(way) + ((following,) if len(graph.after(state)) > 1 else ())
                        self._seen(key, case, path, len(way), "this comes about")

    def _play(self, case: Case, decisions: int) -> None:
        """Plays at random, until so many decisions were looked at."""
        seed = 0
        while decisions > 0:
            seed += 1
            self.plays[case] += 1
            decisions -= self._follow(case, Lucky(seed), decisions)

    def _follow(self, case: Case, source: Source, most: int) -> int:
        """One play by the interpreter, of so many decisions at most, and all that it shows; how many there were, and 1."""
        machine, marks = case.machine, case.watch.marks
        keys = [_mark(info) if info.kind == "branch" else None for info in case.flow.marks]
        path: list[int] = []
        decisions = steps = 0
        frame = machine.layout.start()
        case.watch.begin()
        try:
            before = list(marks)
            frame = machine.start()
            while decisions < most and steps < 20 * most:
                for index, key in enumerate(keys):
                    if key is not None and marks[index] > before[index]:
                        self._seen(key, case, tuple(path), steps, "this comes about")
                stop = machine.stop(frame)
                if stop.kind == "over":
                    break
                before = list(marks)
                if stop.kind == "chance":
                    outcome = source.fall(machine, frame)
                    outcomes = [value for value, _ in machine.outcomes(frame)]
                    path += [outcomes.index(outcome)] if len(outcomes) > 1 else []
                    steps += 1
                    frame = machine.take(frame, outcome)
                    continue
                self._at(case, frame, tuple(path), steps)
                decisions += 1
                if stop.kind == "stuck":
                    break
                moves = machine.moves(frame)
                index = source.decide(machine, frame, moves) if len(moves) > 1 else 0
                path += [index] if len(moves) > 1 else []
                steps += 1
                frame = machine.play(frame, moves[index])
        except PlayError:
            pass
        return decisions + 1

    def _many(self, case: Case) -> None:
        """Plays of the compiled game, if it can be: the interpreter follows those that reach what no play reached before,
        or at whose end somebody cannot choose."""
        program = choose(case.flow, watched=frozenset()).program
        wanted = {i: _mark(info) for i, info in enumerate(case.flow.marks) if info.kind in ("option", "branch")}
        choices = [_choice(node) for node in case.flow.code if isinstance(node, F.Choose)]
        if program is None:
            return
        from ..engine.wasm import Runtime
        from ..engine.wasm.host import CAPPED, OVER

        runtime, width = Runtime(program), program.compiled.result_size // 4

        def reached(seeds: range, most: int) -> tuple[set[int], list[int], list[int]]:
            """Marks that these plays reach; how each of them came out, and after how many decisions."""
            before = runtime.marks()
            data, faults = runtime.batch(seeds, most)
            numbers = memoryview(data).cast("i").tolist()
            kinds = [OVER if play in faults else kind for play, kind in enumerate(numbers[::width])]
            return (
                {i for i, (was, now) in enumerate(zip(before, runtime.marks(), strict=True)) if now != was},
                kinds,
                numbers[2::width],
            )

        left, first = MANY, 1
        while left > 0:
            unseen = {i for i, key in wanted.items() if key in self.claims and self.claims[key].reached is None}
            if not unseen and all(key not in self.claims or self.claims[key].reached for key in choices):
                return
            seeds = range(first, first + AT_ONCE)
            new, kinds, decisions = reached(seeds, LONGEST)
            left -= sum(decisions) + AT_ONCE
            first = seeds.stop
            self.plays[case] += AT_ONCE
            for seed, kind, count in zip(seeds, kinds, decisions, strict=True):
                if kind not in (OVER, CAPPED) or (new & unseen and reached(range(seed, seed + 1), LONGEST)[0] & unseen):
                    self._follow(case, Uniform(seed), count + 1)
                    unseen = {i for i in unseen if self.claims[wanted[i]].reached is None}

    # ---- positions of the declared kind ----

    def _everywhere(self, case: Case) -> None:
        """What no play has shown: looked for in all positions there could be."""
        can = reachable_marks(case)
        for pc, node in enumerate(case.flow.code):
            if isinstance(node, F.Choose):
                keys = [
                    *(_mark(case.flow.marks[o.mark]) for tier in node.tiers for o in tier.options),
                    *(_pair(node, one, other) for one, other in _pairs(node)),
                    *([_choice(node)] if node.otherwise is None else []),
                ]
                self._positions(case, node, pc, keys)
            elif isinstance(node, F.Branch):
                mark = case.flow.code[pc + 1]
                info = case.flow.marks[mark.mark] if isinstance(mark, F.Mark) else None
                if info is not None and info.kind == "branch" and key_of(info) in can:
                    self._positions(case, node.test, pc, [_mark(info)])

    def _positions(self, case: Case, node: F.Choose | F.Expr, pc: int, keys: list[Key]) -> None:
        todo = {key for key in keys if key in self.claims and self.claims[key].reached is None}
        if isinstance(node, F.Choose) and _always(node):
            self.claims[_choice(node)].everywhere.append(case.setting.words())
            todo.discard(_choice(node))
        if not todo:
            return
        domain = Domain(case, node, pc)
        for frame in domain.frames():
            try:
                if isinstance(node, F.Choose):
                    case.machine.chooser(pc).player(case.machine.layout.thaw(frame))
                    shown = [key for key, _ in _shown(case, node, _possible(case, frame))]
                else:
                    shown = list(todo) if case.machine.evaluate(frame, node) else []
            except PlayError:
                continue
            for key in shown:
                if key in todo:
                    todo.discard(key)
                    claim = self.claims[key]
                    none = f"{case.setting.words()}: none of {self.plays[case]:,} plays reached it"
                    claim.maybe = claim.maybe or (none, domain.told(frame))
            if not todo:
                break
        for key in todo:
            if domain.whole:
                self.claims[key].everywhere.append(case.setting.words())
            else:
                self.claims[key].open = True

    # ---- answers ----

    def _answer(self, key: Key, claim: _Claim) -> Answer:
        where, question = place(claim.span), key[0]
        if claim.reached is not None:
            case, path, steps, what = claim.reached
            story = tell(case, path, steps, Fault(question, what, claim.span))
            return Answer(question, claim.says, "counterexample", case.setting.words(), where, story)
        # A small instance has few cards: that an option cannot be chosen there says little of the game itself.
        if claim.maybe is not None and (question == "guard" or not claim.explored):
            bound, lines = claim.maybe
            return Answer(question, claim.says, "maybe", bound, where, None, tuple(lines))
        if claim.everywhere and not claim.open:
            bound = f"every position of the declared kind, {' and '.join(claim.everywhere)}"
            return Answer(question, claim.says, "proved", bound, where)
        if claim.explored:
            return Answer(question, claim.says, "proved", "; ".join(claim.explored), where)
        return Answer(question, claim.says, "unknown", "not seen in the plays and positions looked at", where)


def _mark(info: F.MarkInfo) -> Key:
    span = info.span
    return "guard", f"{info.kind} {info.name}", span.file, span.line, span.column


def _pair(node: F.Choose, one: str, other: str) -> Key:
    return "overlap", f"{one} / {other}", node.span.file, node.span.line, node.span.column


def _choice(node: F.Choose) -> Key:
    return "no option", node.name, node.span.file, node.span.line, node.span.column


def _pairs(node: F.Choose) -> list[tuple[str, str]]:
    """The options of one choice that have conditions, two by two; what stands in different tiers excludes each other."""
    found = []
    for tier in node.tiers:
        names = list(dict.fromkeys(o.name for o in tier.options if _conditional(o)))
        found += [(one, other) for i, one in enumerate(names) for other in names[i + 1 :]]
    return found


def _conditional(option: F.OptionInfo) -> bool:
    return option.test is not None or any(bind.test is not None for bind in option.binds)


def _always(node: F.Choose) -> bool:
    """Whether an option is possible whatever happens: nothing is picked, and no condition or limit is on it."""
    for tier in node.tiers:
        limited = {limit.option for limit in tier.limits}
        if any(o.test is None and not o.binds and k not in limited for k, o in enumerate(tier.options)):
            return node.otherwise is None
    return False


def _possible(case: Case, frame: Frozen) -> dict[int, str]:
    """The options that are possible at a decision, by number."""
    options = case.machine.chooser(frame[0]).options
    return {number: options[number].info.name for number in sorted({move[0] for move in case.machine.moves(frame)})}


def _shown(case: Case, node: F.Choose, possible: dict[int, str]) -> list[tuple[Key, str]]:
    """The claims that a decision with these options refutes, and how."""
    options = [option for tier in node.tiers for option in tier.options]
    found = [(_mark(case.flow.marks[options[number].mark]), f"can {words(name)}") for number, name in possible.items()]
    names = set(possible.values())
    for one, other in _pairs(node):
        if one in names and other in names:
            found.append((_pair(node, one, other), f"can {words(one)}, and can {words(other)}"))
    if not possible and node.otherwise is None:
        found.append((_choice(node), "is to choose and has no option"))
    return found


def _ways(case: Case, frame: Frozen) -> Iterator[tuple[int, Any]]:
    """The ways on from a position: their numbers, and what takes them."""
    machine = case.machine
    try:
        stop = machine.stop(frame)
        if stop.kind == "decision":
            for number, move in enumerate(machine.moves(frame)):
                yield number, lambda move=move: machine.play(frame, move)
        elif stop.kind == "chance":
            for number, (outcome, _) in enumerate(machine.outcomes(frame)):
                yield number, lambda outcome=outcome: machine.take(frame, outcome)
    except PlayError:
        return
