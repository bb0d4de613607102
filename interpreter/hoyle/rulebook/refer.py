"""Who is meant: in each sentence, which mentions can be pronouns and which are the gap of a relative clause.

Comes in: a phrase with `Ref`s. Goes out: a copy in which every `Ref` is settled. Cautious on purpose: a mention
becomes a pronoun only if it is the subject at hand, the one before, or what a relative clause is said of.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

from . import phrases as p


@dataclass(slots=True)
class State:
    """What is known while a sentence is read: whom it is about, the subject before, the subject at hand, what a clause is
    said of."""

    about: p.Referent | None = None
    before: p.Referent | None = None
    subject: p.Referent | None = None
    subject_phrase: p.Phrase | None = None
    said_of: tuple[p.Referent, ...] = ()
    gap: p.Referent | None = None
    object: p.Referent | None = None
    person: p.Referent | None = None
    thing: p.Referent | None = None
    met: list[p.Referent] = field(default_factory=list)

    def nearest(self, to: p.Referent) -> bool:
        """Whether its or their can only mean this one: it comes first to mind of all things, or of all people."""
        around = (*reversed(self.said_of), self.subject, self.before, self.person, self.thing)
        first = next((r for r in around if r is not None and r.human == to.human and not r.you), None)
        about = self.about  # it has the suit of the lead, the other card has not, and its … : whose? the first one’s
        other = about is not None and about is not to and about.human == to.human and to not in self.said_of
        return first is to and not other

    def beside(self, to: p.Referent) -> bool:
        """Whether, of people and things, one of the other sort is spoken of too."""
        around = (*self.said_of, self.about, self.subject, self.before, self.person, self.thing)
        return any(r is not None and r.human != to.human and not r.you for r in around)

    def first(self, to: p.Referent) -> bool:
        """Whether, of several people of one name that a sentence speaks of, it named this one first."""
        alike = [r for r in self.met if r.noun == to.noun and not r.you]
        return len(alike) > 1 and alike[0] is to and to.det == "that" and not (to.proper or to.adj or to.plural)

    def meet(self, new: p.Referent | None) -> None:
        """Somebody or something is spoken of for the first time."""
        if new is not None and new.human:
            self.person = new
            self.met += [] if any(r is new for r in self.met) else [new]
        elif new is not None:
            self.thing = new


def settle(phrase: p.Phrase) -> Any:
    """A copy of a sentence with its mentions settled."""
    state = State()
    if isinstance(phrase, p.Sentence) and phrase.about is not None:
        state.about = state.before = phrase.about
        state.meet(phrase.about)
    return _settle(phrase, state)


def _settle(phrase: p.Phrase, state: State) -> Any:
    match phrase:
        case p.Ref(to):
            return replace(phrase, first=state.first(to))
        case p.Clause():
            return _clause(phrase, state)
        case p.NP():
            return _np(phrase, state)
        case p.Rel():
            return p.Rel(_rel(phrase.clause, phrase.of, state), phrase.of)
        case p.If():
            test = _settle(phrase.test, state)
            return replace(phrase, test=test, then=_settle(phrase.then, state))
        case p.Only():
            then = _settle(phrase.then, state)
            return replace(phrase, then=then, test=_settle(phrase.test, state))
    return _parts(phrase, state)


def _parts(phrase: p.Phrase, state: State) -> Any:
    changes: dict[str, Any] = {}
    for f in fields(phrase):
        value = getattr(phrase, f.name)
        if isinstance(value, p.Phrase):
            changes[f.name] = _settle(value, state)
        elif isinstance(value, list) and value and isinstance(value[0], p.Phrase):
            changes[f.name] = [_settle(v, state) for v in value]
        elif isinstance(value, dict):
            changes[f.name] = {k: _settle(v, state) for k, v in value.items()}
    return replace(phrase, **changes)


def _referent(phrase: p.Phrase | None) -> p.Referent | None:
    match phrase:
        case p.Ref(to):
            return to
        case p.NP(intro=intro):
            return intro
    return None


def _clause(phrase: p.Clause, state: State) -> p.Clause:
    subject = phrase.subject
    out: dict[str, Any] = {}
    who = _referent(subject)
    if isinstance(subject, p.Ref):
        gap = subject.to is state.gap
        known = who in (state.before, *state.said_of) or (state.gap is not None and who is state.object)
        known = known and not gap
        pronoun = known and not subject.to.you and not subject.to.proper
        out["subject"] = replace(subject, gap=gap, pronoun=pronoun, first=state.first(subject.to))
        if gap:
            state.gap = None
    elif isinstance(subject, p.NP) and state.gap is not None and _belongs(subject, state.gap):
        out["subject"] = _whose(subject, state)
    elif subject is not None:
        out["subject"] = _settle(subject, state)
    outer, state.subject = state.subject, who
    outer_phrase, state.subject_phrase = state.subject_phrase, subject
    for name in ("obj", "pred"):
        value = getattr(phrase, name)
        if isinstance(value, p.Ref) and value.to is state.gap and name == "obj":
            out[name] = replace(value, gap=True)
            state.gap = None
        elif value is not None:
            out[name] = _settle(value, state)
            if name == "obj":
                state.object = _referent(value)
    preps = []
    for prep in phrase.preps:
        if isinstance(prep.of, p.Ref) and prep.of.to is state.gap:
            preps.append(p.Prep(prep.key, replace(prep.of, gap=True)))
            state.gap = None
        else:
            preps.append(_settle(prep, state))
    out["preps"] = preps
    state.subject = outer
    state.subject_phrase = outer_phrase
    if who is not None and not who.you:
        state.before = who
    return replace(phrase, **out)


def _np(phrase: p.NP, state: State) -> p.NP:
    out: dict[str, Any] = {}
    owner = phrase.owner
    if isinstance(owner, p.Ref):
        proper = owner.to.proper and owner.to is not state.subject  # in an example: Ann shows her hand
        pronoun = state.nearest(owner.to) and not owner.to.you and not proper
        pronoun = pronoun and not owner.gap
        out["owner"] = replace(owner, pronoun=pronoun, beside=state.beside(owner.to), first=state.first(owner.to))
    elif isinstance(owner, p.NP) and owner == state.subject_phrase and owner.det == "the":
        out["owner"] = p.Ref(p.Referent(owner.noun), pronoun=True)
    elif owner is not None:
        out["owner"] = _settle(owner, state)
    for name in ("count", "label", "worth"):
        value = getattr(phrase, name)
        if value is not None:
            out[name] = _settle(value, state)
    state.meet(phrase.intro)
    out["preps"] = [_settle(x, state) for x in phrase.preps]
    out["late"] = [_settle(x, state) for x in phrase.late]
    out["rels"] = [_settle(x, state) for x in phrase.rels]
    return phrase.but(**out)


def _rel(clause: p.Phrase, of: p.Referent, state: State) -> Any:
    """A relative clause: one mention becomes the gap, the others pronouns."""
    if isinstance(clause, p.Both):
        return replace(clause, items=[_rel(i, of, state) for i in clause.items])
    inner = replace(state, said_of=(*state.said_of, of), gap=of if _can_gap(clause, of) else None)
    return _settle(clause, inner)


def _belongs(phrase: p.NP, to: p.Referent) -> bool:
    """Whether it is somebody's, or part of what is theirs: their pile, the top card of their pile."""
    owner = phrase.owner
    return owner.to is to if isinstance(owner, p.Ref) else isinstance(owner, p.NP) and _belongs(owner, to)


def _whose(phrase: p.NP, state: State) -> p.NP:
    """What belongs to the gap, with its owner left unsaid."""
    if isinstance(phrase.owner, p.NP):
        owner: p.Phrase = _whose(phrase.owner, state)
    else:
        assert isinstance(phrase.owner, p.Ref)
        owner, state.gap = replace(phrase.owner, gap=True), None
    return _np(phrase.but(owner=None), state).but(owner=owner)


def _can_gap(clause: p.Phrase, of: p.Referent) -> bool:
    if not isinstance(clause, p.Clause) or clause.there:
        return False
    subject = clause.subject
    if isinstance(subject, p.Ref):
        if subject.to is of:
            return True
    elif isinstance(subject, p.NP) and _belongs(subject, of):
        return True
    if isinstance(clause.obj, p.Ref) and clause.obj.to is of:
        return True
    return any(isinstance(x.of, p.Ref) and x.of.to is of for x in clause.preps)
