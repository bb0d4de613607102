"""Permanent names of clauses, made of the names in the spec: they outlive renumbering."""

from __future__ import annotations

from ...language import tree as t


def key_of(s: t.Node) -> str:
    """A short name for a statement, an option, a limit, from the names it uses."""
    match s:
        case t.Call(name) | t.Let(name) | t.Option(name) | t.Limit(name) | t.End(name) | t.EndGame(name):
            return name
        case t.Becomes(place):
            return f"{_name(place)}-becomes"
        case t.Gains(place, verb):
            return "scores" if verb == "scores" else f"{_name(place)}-{verb}"
        case t.If(tests=tests):
            return "if-" + _name(tests[0])
        case t.For(binder):
            return f"each-{_name(binder.source)}"
        case t.Repeat(until):
            return "repeat-" + _name(until) if until is not None else "repeat"
        case t.Turns():
            return "turns"
        case t.Choose():
            return "choice"
        case t.Together():
            return "together"
        case t.Move(verb=verb):
            return verb.replace(" ", "-")
        case t.Deal() | t.DealTable():
            return "deal"
        case t.Shuffle(place):
            return f"shuffle-{_name(place)}"
        case t.Roll(place):
            return f"roll-{_name(place)}"
        case t.Reveal(what=what):
            return f"reveal-{_name(what)}"
    return type(s).__name__.lower()


def _name(e: t.Node | None) -> str:
    """The first name in an expression."""
    if e is None:
        return "it"
    for node in e.walk():
        name = getattr(node, "name", None)
        if isinstance(name, str) and len(name) > 1:
            return name
    return "it"


class Keys:
    """Makes keys unique within one clause: the second of a name gets -2."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.seen: dict[str, int] = {}

    def of(self, s: t.Node) -> str:
        """The full key of a statement."""
        return self.named(key_of(s))

    def named(self, name: str) -> str:
        """The full key for a name."""
        self.seen[name] = self.seen.get(name, 0) + 1
        mine = name if self.seen[name] == 1 else f"{name}-{self.seen[name]}"
        return f"{self.path}.{mine}" if self.path else mine
