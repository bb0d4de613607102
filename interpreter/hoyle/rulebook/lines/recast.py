"""What all languages say otherwise than the phrase has it: facts, sums, one verb for another, a pile called a card.

Comes in: a phrase. Goes out: another phrase, which a lineariser says. What always holds: what is not said otherwise comes
out as it went in; whether a language does is written in its lexicon.
"""

from __future__ import annotations

from dataclasses import replace

from .. import phrases as p
from ..lexicon import Lexicon
from ..text import Text, Token


class Recast:
    """Phrases for phrases; `Lineariser` builds on it."""

    lex: Lexicon
    one_possessive = False  # whether his, her and its are one word

    def remade(self, phrase: p.Made) -> p.Made:
        """A sum of two things is told as one (the sum of the one and the other), and so is a difference that falls."""
        match phrase:
            case p.Made(
                "as-many", {"x": x, "n": p.NP(det="the", owner=None, adjs=[], preps=[], rels=[], worth=None) as n}
            ) if self.lex.noun(n.noun).plural and (n.link or "").startswith(
                "fact-"
            ):  # as many tokens as there are stars
                return replace(phrase, pattern="as-many-there", slots={"x": x, "n": n.but(det="bare", many=True)})
            case p.Made("plus", {"a": a, "b": b}) if not any(isinstance(x, p.Figure | p.Made) for x in (a, b)):
                return p.Made("sum", phrase.slots, noun="sum")
            case p.Made("goes-down", {"what": p.Made("minus", slots)}):
                less = p.Made("difference", slots, noun="difference")
                return replace(phrase, slots={**phrase.slots, "what": less})
        return phrase

    def held_together(self, phrase: p.NP) -> p.NP:
        """What is of a sum, or for one, has it in brackets: the rise of (the number plus 1)."""
        owner = p.bracket(self.named_apart(phrase.owner)) if phrase.owner is not None else None
        preps = [p.Prep(x.key, p.bracket(x.of)) for x in phrase.preps]
        if owner is phrase.owner and all(new.of is x.of for new, x in zip(preps, phrase.preps, strict=True)):
            return phrase
        return phrase.but(owner=owner, preps=preps)

    def named_apart(self, owner: p.Phrase) -> p.Phrase:
        """Where his and its are one word (`one_possessive`), what is a thing’s has its name beside what is somebody’s."""
        if self.one_possessive and isinstance(owner, p.Ref) and owner.beside and owner.pronoun and not owner.to.human:
            return replace(owner, pronoun=False)
        return owner

    def as_such(self, phrase: p.Made) -> p.Phrase | None:
        """As many points as the total of points of the dice are just these: the total of points of the dice."""
        match phrase:
            case p.Made("as-many", {"x": p.NP(noun=noun, link=link), "n": p.NP() as n}) if n.noun == noun:
                return n.but(link=n.link or link) if self.sum_of(n) is not n else None
        return None

    def sum_of(self, phrase: p.NP) -> p.NP:
        """The total points are one thing, the total of points, where the language says so: `total-of` in its words."""
        first = phrase.adjs[0] if phrase.adjs else None
        raw = self.lex.raw("words", "total-of")
        if not raw or first is None or first.key != "total" or not self.lex.noun(phrase.noun).plural:
            return phrase
        key = f"total {phrase.noun}"
        tokens = [*self.word(raw), Token(self.lex.noun(phrase.noun).many, "word")]
        entry = {"one": str(self.line(tokens)), "gender": "m"}
        self.lex.layers[-1].setdefault("nouns", {})[key] = entry
        return phrase.but(noun=key, many=False, adjs=phrase.adjs[1:])

    def fact(self, phrase: p.Fact) -> p.Phrase:
        """A fact as the words files tell it: of a noun that something is so, or that it is something."""
        raw = self.lex.raw("facts", phrase.key)
        if raw is None:
            return p.Raw(self.lex.words("facts", phrase.key))
        negative, adverb, how = phrase.negative, phrase.adverb, "verb" if "verb" in raw else "adj"
        key, said = f"fact {phrase.key}", raw.get(how)
        if negative and "not" in raw:  # the words for when it is not so: you have set nothing aside
            negative, adverb, said, key = False, _so(adverb), raw["not"], f"{key} not"
        game = self.lex.layers[-1]
        pred: p.Phrase
        subject: p.Phrase
        if "is" in raw:  # it is the first trick
            game.setdefault("nouns", {})[key] = raw["is"]
            return p.Made(
                "it-is-not" if phrase.negative else "it-is", {"x": p.NP(key, link=phrase.link, emph=phrase.emph)}
            )
        if raw["noun"] == "you":
            subject = p.you()
        elif isinstance(raw["noun"], str):
            subject = p.NP(raw["noun"], many=raw.get("many", False))
        else:
            game.setdefault("nouns", {})[key] = raw["noun"]
            subject = p.NP(key, many=raw.get("many", False))
        if how == "verb":
            game.setdefault("verbs", {})[key] = said
            return p.Clause(key, subject, negative=negative, adverb=adverb, link=phrase.link, emph=phrase.emph)
        game.setdefault("adjectives", {})[key] = said
        pred = p.Adj(key, phrase.link, phrase.emph)
        return p.Clause("be", subject, pred=pred, negative=negative, adverb=adverb)

    def in_own_words(self, phrase: p.Clause, pred: p.Adj) -> p.Clause:
        """An adjective whose entry has a `verb` for it, or words for when it is `not` so."""
        raw = self.lex.raw("adjectives", pred.key)
        if not isinstance(raw, dict):
            return phrase
        key, said = f"adjective {pred.key}", raw.get("verb")
        if phrase.negative and "not" in raw:
            key, said = f"{key} not", raw["not"]
            phrase = phrase.but(negative=False, adverb=_so(phrase.adverb))
        if said is None:
            return phrase
        game = self.lex.layers[-1]
        if "verb" in raw:
            game.setdefault("verbs", {})[key] = said
            return phrase.but(verb=key, pred=None, link=pred.link, emph=phrase.emph or pred.emph)
        game.setdefault("adjectives", {})[key] = said
        return phrase.but(pred=p.Adj(key, pred.link, pred.emph))

    def recast(self, phrase: p.Clause) -> p.Clause:
        """What one language says with an adjective another says with a verb: `verb` in an adjective's entry."""
        if isinstance(phrase.pred, p.Adj) and phrase.verb == "be":
            phrase = self.in_own_words(phrase, phrase.pred)
        phrase = self.so_many(phrase)
        subject = phrase.subject
        if isinstance(subject, p.NP) and self.marked(subject.noun, "itself"):
            return self.single(phrase, subject)
        match phrase:
            case p.Clause("be", p.NP(owner=p.NP(det="each") as whole) as part, negative=True, pred=pred) if not (
                pred is None or isinstance(pred, p.Adj)
            ):  # the rank of each card is not 2: no card has the rank 2
                own = part.but(owner=None, label=pred)
                return phrase.but(verb="have", subject=whole.but(det="no"), obj=own, pred=None, negative=False)
        match phrase:
            case p.Clause("deal", obj=p.NP(det="all")) if self.lex.words("prepositions", "among-all"):
                return phrase.but(preps=[self.among(x) for x in phrase.preps])
        phrase = self.left_unsaid(phrase)
        for prep in phrase.preps:  # to give under a pile is to put there
            other = self.lex.instead(phrase.verb, prep.key)
            if other and not self.is_person(prep.of):
                return phrase.but(verb=other)
        return phrase

    def left_unsaid(self, phrase: p.Clause) -> p.Clause:
        """Whoever draws, draws into their hand: where the verb's entry says so (`unsaid`), it goes without saying."""
        raw = self.lex.raw("verbs", phrase.verb)
        noun = raw.get("unsaid") if isinstance(raw, dict) else None
        if noun is None:
            return phrase
        preps = [x for x in phrase.preps if not (x.key in ("into", "onto", "to") and _own(phrase.subject, x.of, noun))]
        if len(preps) == len(phrase.preps):
            return phrase
        return phrase.but(preps=[p.Prep("out-of", x.of) if x.key == "from" else x for x in preps])

    def so_many(self, phrase: p.Clause) -> p.Clause:
        """A counter that is always said in the plural: Ann’s tricks are not 1, she has one trick; they are not the bid but
        as many as the bid."""
        subject, pred = phrase.subject, phrase.pred
        if phrase.verb != "be" or phrase.there or not isinstance(subject, p.NP) or pred is None:
            return phrase
        plural = self.lex.noun(subject.noun).plural and not subject.single
        if isinstance(pred, p.Made) and pred.pattern == "as-number":
            said = "exactly-as-many-as" if phrase.negative else "as-many-as"
            same = p.Made(said, {**pred.slots, "s": subject}) if plural else pred.slots["x"]
            return phrase.but(pred=same)
        count = _count(phrase)
        plain = subject.det == "the" and not (subject.adjs or subject.preps or subject.rels or subject.label)
        if not plural or count is None or not plain or not (subject.link or "").startswith("fact-"):
            return phrase
        things = p.NP(subject.noun, "a", many=True, count=count, link=subject.link)
        if subject.owner is None and not phrase.negative and phrase.adverb is None:
            return phrase.but(subject=things, pred=None, preps=[], there=True)
        if subject.owner is not None and self.is_person(subject.owner):
            return phrase.but(verb="have", subject=subject.owner, obj=things, pred=None, preps=[])
        return phrase

    def among(self, prep: p.Prep) -> p.Prep:
        """All cards are not dealt to each hand but among the hands of all."""
        match prep:
            case p.Prep("to", p.NP(owner=p.NP("player", "each") as each) as goal):
                return p.Prep("among-all", goal.but(many=True, owner=each.but(det="all", many=True)))
        return prep

    def marked(self, noun: str, sign: str) -> bool:
        """Whether the entry of a noun bears a sign (`itself`, `each_of`)."""
        raw = self.lex.raw("nouns", noun)
        return isinstance(raw, dict) and bool(raw.get(sign))

    def single(self, phrase: p.Clause, subject: p.NP) -> p.Clause:
        """A pile that is called a card (`itself`): it does not hold cards but is one, and is not empty but missing."""
        match phrase:
            case p.Clause("contain", obj=p.Made("only-these", {"x": x}), negative=False):
                return phrase.but(verb="be", obj=None, pred=x)
            case p.Clause("be", pred=p.Adj("empty"), adverb=None, there=False) if subject.owner is None:
                gone = subject.but(det="a" if phrase.negative else "no", many=False)
                return phrase.but(subject=gone, pred=None, negative=False, there=True)
            case p.Clause("be", pred=p.Adj("empty"), adverb=None) if subject.owner is not None:
                gone = subject.but(owner=None, det="a" if phrase.negative else "no", many=False)
                return phrase.but(verb="have", subject=subject.owner, obj=gone, pred=None, negative=False)
        return phrase

    def plain_value(self, clause: p.Phrase) -> tuple[p.NP, p.Phrase] | None:
        """What a thing's value is, if a relative clause says nothing else: whose suit is hearts, whose rank is 8."""
        match clause:
            case p.Clause("be", p.NP(owner=p.Ref(gap=True)) as part, pred=p.Value() | p.Figure() as value) if not (
                clause.negative or clause.preps or clause.adverb or part.adjs or part.rels
            ):
                return (part, value) if part.noun in ("suit", "rank", "value") else None
            case p.Clause("be", p.NP("suit" | "rank" | "value", owner=p.Ref(gap=True)) as part, pred=p.NP() as value):
                bare = not (clause.negative or clause.preps or clause.adverb or part.adjs or part.rels)
                plain = value.det == "the" and not (value.owner or value.rels or value.adjs or value.preps)
                return (part, value) if bare and plain else None
        return None

    def valued(self, phrase: p.NP) -> p.NP:
        """Cards whose suit is hearts, if that is all that is said of them: cards of hearts, cards of rank 8."""
        if len(phrase.rels) != 1 or phrase.preps or phrase.owner is not None or phrase.det == "no":
            return phrase
        found = self.plain_value(phrase.rels[0].clause)
        if found is None:
            return phrase
        part, value = found
        named = isinstance(value, p.NP) or (isinstance(value, p.Value) and bool(self.lex.value(value.key).bare))
        said = value if named else part.but(owner=None, det="bare", label=value)
        return phrase.but(rels=[], preps=[p.Prep("of", said)])

    def itself(self, phrase: p.NP) -> p.NP:
        """The top card of a pile that is called a card is that card: `itself` in the pile's entry."""
        owner = phrase.owner
        top = isinstance(owner, p.NP) and [a.key for a in phrase.adjs] == ["top"]
        return owner if top and isinstance(owner, p.NP) and self.marked(owner.noun, "itself") else phrase

    # ---- settled by the class built on this one --------------------------------------------------------------------
    def word(self, text: str, kind: str = "fn", link: str | None = None, strong: bool = False) -> list[Token]:
        """Small words of the language."""
        raise NotImplementedError

    def line(self, tokens: list[Token], capital: bool = False) -> Text:
        """Tokens as a line of text."""
        raise NotImplementedError

    def is_person(self, phrase: p.Phrase) -> bool:
        """Whether somebody is spoken of."""
        raise NotImplementedError


def _own(subject: p.Phrase | None, goal: p.Phrase, noun: str) -> bool:
    """Whether a place of that name is that of whoever the clause is of; of a command, the reader."""
    if not isinstance(goal, p.NP) or goal.noun != noun or not isinstance(goal.owner, p.Ref):
        return False
    who = subject.to if isinstance(subject, p.Ref) else subject.intro if isinstance(subject, p.NP) else None
    return goal.owner.to is who if subject is not None else goal.owner.to.you


_COUNTS = {"greater": "more-than", "at-least": "at-least", "less": "less-than", "at-most": "at-most"}


def _count(clause: p.Clause) -> p.Quantity | None:
    """How many a clause says that there are of something; None where it is no figure."""
    match clause:
        case p.Clause(pred=p.Figure() as figure, preps=[]) if figure.value >= 0:
            return p.Quantity("exactly", figure)
        case p.Clause(pred=p.Adj(key), preps=[p.Prep("than", p.Figure() as figure)]) if figure.value >= 0:
            return p.Quantity(_COUNTS[key], figure) if key in _COUNTS else None
    return None


def _so(adverb: str | None) -> str | None:
    """What is no longer so is now as its own words say."""
    return "now" if adverb == "no-longer" else adverb
