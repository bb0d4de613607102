"""Whether games end: the cycles of a graph, and who can stay in them.

Comes in: a `Graph`. Goes out: `Ending`. What always holds: positions not looked at count as ends, so that a way of
going on for ever that is found is one, whatever lies beyond them; without any left, what is not found is not there.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from .explore import CHANCE, DECISION, Graph


@dataclass
class Ending:
    """What is known of how the plays of a graph end.

    `components` are the strongly connected parts in an order in which what follows comes first; `forever` a way to go
    on for ever by choices alone, whatever falls, as positions of a stem and of a loop (the loop's first follows its
    last); `lost` a position from which no end can be reached; `longest` and `shortest` count decisions, None where
    there is no such number. Of a graph with positions left, `lost`, `longest` and `shortest` are not known: None.
    """

    components: list[list[int]]
    cyclic: int
    forever: tuple[list[int], list[int]] | None
    chances: bool
    lost: int | None
    shortest: int | None
    longest: int | None

    @property
    def almost_surely(self) -> bool:
        """Whether random play ends with probability 1."""
        return self.lost is None


def ending(graph: Graph) -> Ending:
    """Find out how the plays of a graph end."""
    parts = components(graph)
    cyclic = [part for part in parts if len(part) > 1 or part[0] in graph.after(part[0])]
    safe = _safe(graph, cyclic)
    forever, chances = _stem_and_loop(graph, safe) if safe else (None, False)
    return Ending(
        parts,
        sum(map(len, cyclic)),
        forever,
        chances,
        _lost(graph) if graph.whole else None,
        _shortest(graph) if graph.whole else None,
        None if cyclic or not graph.whole else _longest(graph, parts),
    )


def components(graph: Graph) -> list[list[int]]:
    """Strongly connected parts (Tarjan's way, without recursion), each after all parts that follow it."""
    count = len(graph)
    index, low, on = array("l", [-1]) * count, array("l", [0]) * count, bytearray(count)
    found: list[list[int]] = []
    stack: list[int] = []
    number = 0
    for root in range(count):
        if index[root] >= 0:
            continue
        index[root] = low[root] = number
        number += 1
        stack.append(root)
        on[root] = 1
        todo = [(root, iter(graph.after(root)))]
        while todo:
            state, after = todo[-1]
            for following in after:
                if index[following] < 0:
                    index[following] = low[following] = number
                    number += 1
                    stack.append(following)
                    on[following] = 1
                    todo.append((following, iter(graph.after(following))))
                    break
                if on[following]:
                    low[state] = min(low[state], index[following])
            else:
                todo.pop()
                if todo:
                    low[todo[-1][0]] = min(low[todo[-1][0]], low[state])
                if low[state] == index[state]:
                    part = []
                    while True:
                        member = stack.pop()
                        on[member] = 0
                        part.append(member)
                        if member == state:
                            break
                    found.append(part)
    return found


def _safe(graph: Graph, cyclic: list[list[int]]) -> set[int]:
    """Positions of cycles from which choices alone keep the play going for ever, whatever falls.

    From all positions of cycles those are taken away, again and again, where chance may lead out or no choice leads in.
    """
    inside = {state for part in cyclic for state in part if graph.kind[state] in (DECISION, CHANCE)}
    before: dict[int, list[int]] = {state: [] for state in inside}
    ways: dict[int, int] = {}
    for state in inside:
        after = set(graph.after(state))
        kept = after & inside
        for following in kept:
            before[following].append(state)
        ways[state] = len(kept) if graph.kind[state] == DECISION else int(kept == after)
    gone = deque(state for state in inside if not ways[state])
    out = set(gone)
    while gone:
        for state in before[gone.popleft()]:
            if state in out:
                continue
            ways[state] -= 1
            if graph.kind[state] == CHANCE or not ways[state]:
                out.add(state)
                gone.append(state)
    return inside - out


def _stem_and_loop(graph: Graph, safe: set[int]) -> tuple[tuple[list[int], list[int]], bool]:
    """A way into a loop among safe positions, both together as short as can be, and whether chance is on the loop."""
    best: tuple[list[int], list[int]] | None = None
    for state in sorted(safe)[:200]:
        loop = _loop(graph, safe, state)
        if loop is None:
            continue
        stem = graph.path(state)
        if best is None or (len(stem) + len(loop), len(loop)) < (len(best[0]) + len(best[1]), len(best[1])):
            best = stem, loop
    assert best is not None  # from a safe position one can go on for ever, so some safe position comes again
    return best, any(graph.kind[state] == CHANCE for state in best[1])


def _loop(graph: Graph, safe: set[int], start: int) -> list[int] | None:
    """The shortest way from a position back to it through safe ones."""
    parent: dict[int, int] = {}
    todo = deque([start])
    while todo:
        state = todo.popleft()
        for following in graph.after(state):
            if following == start:
                way = [state]
                while way[-1] != start:
                    way.append(parent[way[-1]])
                return way[::-1]
            if following in safe and following not in parent:
                parent[following] = state
                todo.append(following)
    return None


def _lost(graph: Graph) -> int | None:
    """The first position from which no end can be reached."""
    before: dict[int, list[int]] = {}
    todo = []
    for state in range(len(graph)):
        after = graph.after(state)
        if not after:
            todo.append(state)
        for following in after:
            before.setdefault(following, []).append(state)
    alive = bytearray(len(graph))
    for state in todo:
        alive[state] = 1
    while todo:
        for state in before.get(todo.pop(), ()):
            if not alive[state]:
                alive[state] = 1
                todo.append(state)
    return next((state for state in range(len(graph)) if not alive[state]), None)


def _shortest(graph: Graph) -> int | None:
    """The fewest decisions to an end."""
    best = {0: 0}
    todo = deque([0])
    while todo:
        state = todo.popleft()
        if state in graph.results:
            return best[state]
        cost = int(graph.kind[state] == DECISION)
        for following in graph.after(state):
            if best[state] + cost < best.get(following, 1 << 60):
                best[following] = best[state] + cost
                (todo.append if cost else todo.appendleft)(following)
    return None


def _longest(graph: Graph, parts: list[list[int]]) -> int:
    """The most decisions of a play, where no position comes again."""
    most = array("l", [0]) * len(graph)
    for (state,) in parts:
        after = graph.after(state)
        if after:
            most[state] = max(most[following] for following in after) + (graph.kind[state] == DECISION)
    return most[0]


def walk(graph: Graph, stem: list[int], loop: list[int]) -> Iterator[int]:
    """The positions of a stem and once round its loop, ending where the loop began."""
    yield from stem
    yield from loop[1:]
    yield loop[0]
