"""Procedures → instructions: a flat list with jumps; each procedure has its own slots, cleared when it is left."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from ...language import tree as t
from ...language.types import PLAYER, Type
from .. import flow as f
from .conditions import Conditions
from .exprs import Env
from .secrecy import reads_hidden


class Label(int):
    """A position in the code, known once it is placed. It stands for itself in instructions until `resolve`."""

    at: int

    def __new__(cls) -> Label:
        self = super().__new__(cls, -1)
        self.at = -1
        return self


class Frame:
    """What belongs to one procedure: where it starts and ends, its slots."""

    def __init__(self, procedure: t.Procedure, ret: int) -> None:
        self.procedure = procedure
        self.ret = ret
        self.entry = Label()
        self.exit = Label()
        self.params: list[int] = []
        self.slots: list[int] = []


class Code(Conditions):
    """Lowers statements. `here` is the procedure being lowered; `hidden` counts the secret conditions around."""

    def __init__(self, program: Any, players: int) -> None:
        super().__init__(program, players)
        self.frames: dict[str, Frame] = {}
        self.here: Frame = None  # type: ignore[assignment]
        self.hidden = 0
        self.calls: dict[str, set[str]] = {}
        self.turns: list[tuple[f.Turn, str]] = []
        self.hushed: set[str] = set()  # procedures that are called where not everybody may know it
        self.origins: dict[int, tuple[t.Expr, Env]] = {}  # where the combination in a slot was found

    # ---- emitting --------------------------------------------------------------------------------------------------
    def emit(self, instr: f.Instr) -> int:
        """Add an instruction; gives its position."""
        self.flow.code.append(instr)
        return len(self.flow.code) - 1

    def place_label(self, label: Label) -> None:
        """The label is here."""
        label.at = len(self.flow.code)

    def slot(self, name: str, sort: f.Sort, initial: int = 0, role: str = "local", owner: int = -1) -> int:
        """A new slot of the procedure being lowered."""
        self.flow.slots.append(f.Slot(f"{self.here.procedure.name}: {name}", sort, initial, role, owner))  # type: ignore[arg-type]
        self.here.slots.append(len(self.flow.slots) - 1)
        return len(self.flow.slots) - 1

    def mark(self, kind: str, name: str, node: t.Node) -> int:
        """A new coverage mark."""
        self.flow.marks.append(f.MarkInfo(kind, name, node.span))
        return len(self.flow.marks) - 1

    def cover(self, kind: str, name: str, node: t.Node) -> None:
        """Mark that this part of the rules is reached."""
        self.emit(f.Mark(self.mark(kind, name, node), span=node.span))

    def resolve(self) -> None:
        """Put positions where labels stand."""
        for instr in self.flow.code:
            _resolve(instr)

    # ---- procedures ------------------------------------------------------------------------------------------------
    def procedures(self) -> None:
        """Lower all procedures."""
        for procedure in self.p.procedures.values():
            self.frame(procedure)
        for name in self.p.procedures:
            self.calls[name] = {n.name for n in self.p.procedures[name].walk() if isinstance(n, t.Call)}
        for frame in self.frames.values():
            self._procedure(frame)

    def frame(self, procedure: t.Procedure) -> Frame:
        """Make room for a procedure."""
        self.flow.slots.append(f.Slot(f"{procedure.name}: back to", f.NUMBER, 0, "local"))
        frame = Frame(procedure, len(self.flow.slots) - 1)
        self.frames[procedure.name] = self.here = frame
        for param in procedure.params:
            type_ = self.named(param.of_type)
            frame.params.append(self.slot(param.name, self.sort(type_), self._blank(type_)))
        self.flow.procedures.append(procedure.name)
        return frame

    @staticmethod
    def _blank(type_: Type) -> int:
        return f.NONE if type_ == PLAYER else 0

    def _procedure(self, frame: Frame) -> None:
        procedure = frame.procedure
        self.here, self.hidden = frame, 0
        index = self.flow.procedures.index(procedure.name)
        within = [
            self.track_base[n] + k
            for n, track in self.p.tracks.items()
            if track.within == procedure.name
            for k in range(self.index_size(track.each))
        ]
        self.place_label(frame.entry)
        self.emit(f.Enter(index, span=procedure.span))
        if procedure.role == "turn" and frame.params:
            self.turn(frame.params[0], procedure)
        self.cover("procedure", procedure.name, procedure)
        if within:
            self.emit(f.Clear(within))
        self.gauge(procedure.name)
        env: Env = {q.name: f.Load(s) for q, s in zip(procedure.params, frame.params, strict=True)}
        self.body(procedure.body, env)
        self.place_label(frame.exit)
        self.emit(f.Leave(index))
        clear = self.emit(f.Clear([]))
        if procedure.name == "play":
            self.end_game("the-end", procedure)
        else:
            self.emit(f.Return(frame.ret, span=procedure.span))
        self.flow.code[clear].slots = frame.slots + within  # type: ignore[attr-defined]

    def turn(self, player: int, node: t.Node) -> None:
        """A turn of the player in a slot begins here."""
        instr = f.Turn(player, not self.hidden, span=node.span)
        self.emit(instr)
        self.turns.append((instr, self.here.procedure.name))

    def finish_turns(self) -> None:
        """Of turns that begin in procedures called where not everybody may know it, nobody is told."""
        hushed = self.hushed.union(*(self.reachable(name) for name in self.hushed))
        for instr, name in self.turns:
            instr.public &= name not in hushed
        known = [(instr.player, name) for instr, name in self.turns if instr.public]
        known.sort(key=lambda turn: -len(self.reachable(turn[1])))  # what is reached from another reaches less
        self.flow.turns = [player for player, _ in known]

    def gauge(self, name: str) -> None:
        """The measures that are read when `name` is entered."""
        for k, measure in enumerate(self.p.measures):
            if name in measure.names:
                self.emit(f.Gauge(k, self.number_(measure.value, {}), span=measure.span))

    def body(self, body: t.Body | None, env: Env) -> None:
        """Lower statements; a `let` is alive from there on."""
        if body is not None:
            for statement in body.statements:
                env = getattr(self, "_do_" + type(statement).__name__.lower())(statement, env) or env

    # ---- control ---------------------------------------------------------------------------------------------------
    def _do_call(self, s: t.Call, env: Env) -> None:
        self.go(
            s.name,
            [
                self.as_type(a, self.named(q.of_type), env)
                for a, q in zip(s.args, self.p.procedures[s.name].params, strict=True)
            ],
            s,
        )

    def go(self, name: str, args: list[f.Expr], node: t.Node) -> None:
        """Call a procedure."""
        frame = self.frames[name]
        if self.hidden:
            self.hushed.add(name)
        for slot, arg in zip(frame.params, args, strict=True):
            self.emit(f.Assign(slot, arg, span=node.span))
        self.emit(f.GoSub(frame.entry, frame.ret, span=node.span))

    def _do_let(self, s: t.Let, env: Env) -> Env:
        slot = self.slot(s.name, self.sort(s.value.type), self._blank(s.value.type))
        if isinstance(s.value, t.RandomOf):
            self.emit(f.Pick(slot, self.bind(s.value.binder, env), span=s.span))
        else:
            self.emit(f.Assign(slot, self.as_type(s.value, s.value.type, env), span=s.span))
        self.found_at(f.Load(slot), s.value, env)
        return {**env, s.name: f.Load(slot)}

    def found_at(self, where: f.Expr, source: t.Expr, env: Env) -> None:
        """Note where the combination in a slot was found, so that its cards can be moved from there."""
        if isinstance(where, f.Load) and source.type.name == "meld":
            self.origins[where.slot] = (source, dict(env))

    def store(self, place: t.Expr, value: f.Expr, env: Env, node: t.Node) -> None:
        """Set a counter, flag or marker."""
        name = place.name  # type: ignore[attr-defined]
        base = self.track_base[name]
        if isinstance(place, t.Of):
            index = self.number_(place.args[0], env)
            self.emit(f.AssignAt(base, index, self.index_size(self.p.tracks[name].each), value, span=node.span))
        else:
            self.emit(f.Assign(base, value, span=node.span))

    def _do_becomes(self, s: t.Becomes, env: Env) -> None:
        word = s.value.arg if isinstance(s.value, t.Not) else s.value
        if word.ref is not None and word.ref.kind == "flag" and s.place.type != Type("truth"):
            value = f.Const(0 if isinstance(s.value, t.Not) else 1)
            name = word.ref.what
            index = self.number_(s.place, env)
            self.emit(
                f.AssignAt(self.track_base[name], index, self.index_size(self.p.tracks[name].each), value, span=s.span)
            )
            return
        if isinstance(s.value, t.RandomOf):
            slot = self.slot("chance", self.sort(s.value.type), self._blank(s.value.type))
            self.emit(f.Pick(slot, self.bind(s.value.binder, env), span=s.span))
            self.store(s.place, f.Load(slot), env, s)
            self.emit(f.Clear([slot]))
            return
        value_ = (
            self.value(s.value, env) if isinstance(s.value, t.Nothing) else self.as_type(s.value, s.place.type, env)
        )
        if s.place.type.name == "card" and not isinstance(value_, f.Const):
            value_ = f.FaceOf(value_, span=s.span)  # a marker remembers the face, not where it lay
        self.store(s.place, value_, env, s)

    def _do_gains(self, s: t.Gains, env: Env) -> None:
        amount = self.number_(s.value, env)
        if s.verb == "scores":
            base, count = self.track_base[self.p.score or ""], self.n
            index = self.number_(s.place, env)
            new = f.Op("+", f.LoadAt(base, index, count, span=s.span), amount, span=s.span)
            self.emit(f.AssignAt(base, index, count, new, span=s.span))
            return
        old = self.value(s.place, env)
        self.store(s.place, f.Op("+" if s.verb == "gains" else "-", old, amount, span=s.span), env, s)

    def _do_if(self, s: t.If, env: Env) -> None:
        done = Label()
        secret = any(reads_hidden(test, self.p) for test in s.tests)
        self.hidden += secret
        for test, body in zip(s.tests, s.bodies, strict=True):
            other = Label()
            self.emit(f.Branch(self.truth(test, env), other, span=test.span))
            self.cover("branch", "if", test)
            self.body(body, env)
            self.emit(f.Jump(done))
            self.place_label(other)
        if s.else_ is not None:
            self.cover("branch", "else", s.else_)
            self.body(s.else_, env)
        self.place_label(done)
        self.hidden -= secret

    def _do_for(self, s: t.For, env: Env) -> None:
        secret = reads_hidden(s.binder, self.p)
        self.hidden += secret
        type_ = s.binder.type.each()
        var = self.slot(s.binder.name, self.sort(type_), self._blank(type_))
        self.found_at(f.Load(var), s.binder, env)
        self.loop(self.bind(s.binder, env), var, s, lambda: self.body(s.body, {**env, s.binder.name: f.Load(var)}))
        self.hidden -= secret

    def loop(self, seq: f.Seq, var: int, node: t.Node, body: Any) -> None:
        """Do something for each member of a list taken now."""
        list_ = self.slot("to do", f.Sort("list", self.flow.slots[var].sort.name))
        top, done = Label(), Label()
        self.emit(f.ListSet(list_, seq, span=node.span))
        self.place_label(top)
        self.emit(f.ListNext(list_, var, done, span=node.span))
        body()
        self.emit(f.Jump(top))
        self.place_label(done)

    def _do_repeat(self, s: t.Repeat, env: Env) -> None:
        top, done = Label(), Label()
        self.place_label(top)
        if s.until is not None:
            self.emit(f.Branch(f.Not(self.truth(s.until, env)), done, span=s.until.span))
        self.body(s.body, env)
        self.emit(f.Jump(top, span=s.span))
        self.place_label(done)

    def _do_turns(self, s: t.Turns, env: Env) -> None:
        binder = s.binder
        secret = reads_hidden(binder, self.p)
        self.hidden += secret
        seat = self.slot("next seat", f.PLAYER, 0)
        var = self.slot(binder.name, f.PLAYER, f.NONE)
        top, done = Label(), Label()
        start = self.number_(binder.start, env) if binder.start is not None else f.Const(0)
        self.emit(f.Assign(seat, start, span=s.span))
        self.place_label(top)
        if s.until is not None:
            self.emit(f.Branch(f.Not(self.truth(s.until, env)), done, span=s.until.span))
        seq: f.Seq = f.Rotate(f.Values(tuple(range(self.n))), f.Load(seat), span=s.span)
        if not (binder.source.ref is not None and binder.source.ref.kind == "players"):
            seq = self._only_members(seq, binder, env)
        for one in binder.filters:
            seq = self.filtered(seq, binder.name, one, env)
        self.emit(f.Assign(var, f.Fold("first", seq, f.Const(f.NONE)), span=s.span))
        self.emit(f.Branch(f.Compare("<>", f.Load(var), f.Const(f.NONE)), done, span=s.span))
        called = {call.name for call in s.body.walk() if isinstance(call, t.Call)}
        if not any(self.p.procedures[x].role == "turn" for one in called for x in {one, *self.reachable(one)}):
            self.turn(var, s)
        self.body(s.body, {**env, binder.name: f.Load(var)})
        following = f.Op("mod", f.Op("+", f.Load(var), f.Const(1)), f.Const(self.n))
        self.emit(f.Assign(seat, following))
        self.emit(f.Jump(top, span=s.span))
        self.place_label(done)
        self.emit(f.Clear([seat, var]))
        self.hidden -= secret

    def _only_members(self, seq: f.Seq, binder: t.Binder, env: Env) -> f.Seq:
        r, r2 = self.register(), self.register()
        found = f.Some(r2, self.members(binder.source, env), f.Compare("=", f.Var(r2), f.Var(r)))
        return f.Filter(r, seq, found)

    def _do_end(self, s: t.End, env: Env) -> None:
        frame = self.frames[s.name]
        below = self.reachable(s.name)
        slots = [x for name in sorted(below) for x in [*self.frames[name].slots, self.frames[name].ret]]
        # cleared when everything is lowered, as those procedures may get more slots yet
        instr = f.Clear(slots, span=s.span)
        self.emit(instr)
        self.late_clears.append((instr, sorted(below)))
        self.emit(f.Jump(frame.exit, span=s.span))

    @property
    def late_clears(self) -> list[tuple[f.Clear, list[str]]]:
        """Clears whose slots are known only at the end."""
        if not hasattr(self, "_late"):
            self._late: list[tuple[f.Clear, list[str]]] = []
        return self._late

    def finish_clears(self) -> None:
        """Fill in the slots of procedures that an `end` leaves on the way."""
        for instr, names in self.late_clears:
            slots = [x for name in names for x in [*self.frames[name].slots, self.frames[name].ret]]
            within = [
                self.track_base[n] + k
                for n, track in self.p.tracks.items()
                if track.within in names
                for k in range(self.index_size(track.each))
            ]
            instr.slots = slots + within

    def reachable(self, name: str) -> set[str]:
        """The procedures that one may be in when inside `name`, itself left out."""
        todo, found = list(self.calls[name]), set()
        while todo:
            one = todo.pop()
            if one not in found and one in self.frames:
                found.add(one)
                todo += self.calls[one]
        return found - {name}

    def _do_endgame(self, s: t.EndGame, env: Env) -> None:
        self.end_game(s.name, s)

    def end_game(self, name: str, node: t.Node) -> None:
        """The game is over."""
        if name not in self.flow.endings:
            self.flow.endings.append(name)
        self.cover("ending", name, node)
        self.emit(f.EndGame(self.flow.endings.index(name), span=node.span))


def _resolve(thing: Any) -> None:
    for field in fields(thing):
        value = getattr(thing, field.name)
        if isinstance(value, Label):
            setattr(thing, field.name, value.at)
        elif isinstance(value, list):
            for item in value:
                if isinstance(item, f.OptionInfo | f.Tier):
                    _resolve(item)
