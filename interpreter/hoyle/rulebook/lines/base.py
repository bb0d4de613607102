"""What the three languages share: dispatch, lists, patterns, conditions, and how tokens become a line."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import ClassVar

from ...numerals import written
from .. import phrases as p
from ..lexicon import Lexicon, Noun
from ..text import Run, Text, Token, runs
from .recast import Recast

_PIECES = re.compile(r"\{[^}]+\}|<[^>]+>|[^\s{}<>,.;:!?]+|[,.;:!?]")
_PLACES = ("from", "into", "onto", "to", "under")
_CLOSING = {",", ".", ";", ":", "!", "?", ")"}


@dataclass(slots=True)
class Features:
    """What words about a phrase agree with: number, gender, person (you, or 3)."""

    many: bool = False
    gender: str = "m"
    person: str = "3"
    human: bool = False


class Lineariser(Recast):
    """Words from phrases. A language fills in `np`, `mention`, `clause`, `relative` and `adjust`."""

    locale = ""
    gendered = False  # whether nouns have a gender, which their entries must give
    reflexive = ""  # the word that makes a verb reflexive and belongs to its lemma: se (retirer)
    conj: ClassVar[dict[str, str]] = {"and": "", "or": ""}
    articles: frozenset[str] = frozenset()
    indefinite: frozenset[str] = frozenset()
    wishes = False  # whether of any such thing (a card that fits) the language speaks in the subjunctive
    wished = False  # whether any such thing is spoken of now

    @staticmethod
    def plural(one: str) -> str:
        """The regular plural of a noun, where its entry does not give it."""
        raise NotImplementedError

    @staticmethod
    def forms(one: str) -> tuple[str, str, str, str]:
        """The regular forms m, f, mp, fp of an adjective, where its entry does not give them."""
        return (one, one, one, one)

    def __init__(self, lexicon: Lexicon) -> None:
        self.lex = lexicon

    # ---- whole lines -----------------------------------------------------------------------------------------------
    def text(self, phrase: p.Phrase) -> Text:
        """A phrase as a line; a `Sentence` gets its capital and its closing sign."""
        if isinstance(phrase, p.Sentence):
            tokens = self.say(phrase.of)
            if phrase.end:
                tokens = [*tokens, Token(phrase.end, "mark")]
            return self.line(tokens, capital=True)
        return self.line(self.say(phrase))

    def line(self, tokens: list[Token], capital: bool = False) -> Text:
        """Tokens as a line of text: contracted, elided, spaced."""
        tokens = self.adjust(_clean(tokens))
        if capital:
            tokens = self.open(tokens)
        gaps = [self.gap(a, b) for a, b in zip([None, *tokens], tokens, strict=False)]
        return Text(_tidy(runs(tokens, gaps)))

    def open(self, tokens: list[Token]) -> list[Token]:
        """The first letter as a capital."""
        k = next((k for k, token in enumerate(tokens) if token.kind != "bracket"), None)
        if k is None:
            return tokens
        return [*tokens[:k], replace(tokens[k], text=capitalise(tokens[k].text)), *tokens[k + 1 :]]

    def adjust(self, tokens: list[Token]) -> list[Token]:
        """What neighbours do to each other: contraction, elision, a or an."""
        return tokens

    def gap(self, before: Token | None, token: Token) -> str:
        """What stands between two tokens."""
        if before is None or before.glue or token.text in _CLOSING:
            return ""
        return " "

    # ---- words -----------------------------------------------------------------------------------------------------
    def word(self, text: str, kind: str = "fn", link: str | None = None, strong: bool = False) -> list[Token]:
        """Small words of the language, each a token of its own."""
        return [self.small(w, kind, link, strong) for w in text.split()]

    def small(self, text: str, kind: str = "fn", link: str | None = None, strong: bool = False) -> Token:
        """One small word; articles are told apart, since they contract."""
        return Token(text, "det" if text.lower() in self.articles and kind == "fn" else kind, link, strong)

    def figure(self, value: int) -> str:
        """A number in figures, as the language writes it."""
        return written(value, self.locale)

    def number_word(self, value: int, gender: str = "m") -> str:
        """A number of things in words up to twelve, in figures beyond."""
        words = self.lex.layers[0]["numbers"]
        found = words.get(f"{value}{gender}", words.get(str(value)))
        return found if found is not None else self.figure(value)

    def join(self, items: list[list[Token]], how: str) -> list[Token]:
        """A list: a, b and c."""
        items = [i for i in items if i]
        out: list[Token] = []
        for k, item in enumerate(items):
            if k and (k < len(items) - 1 or how == "comma"):
                out.append(Token(",", "mark"))
            elif k:
                out.extend(self.conjunction(how, item))
            out.extend(item)
        return out

    def conjunction(self, how: str, following: list[Token]) -> list[Token]:
        """And, or."""
        return [Token(self.conj[how], "fn")]

    # ---- dispatch --------------------------------------------------------------------------------------------------
    def say(self, phrase: p.Phrase, mood: str | None = None, case: str = "subj") -> list[Token]:
        """The tokens of a phrase. `mood` is what a construction wants of a clause; `case` subj, obj or prep."""
        match phrase:
            case p.Figure(value, link):
                return [Token(self.figure(value), "num", link)]
            case p.NP():
                return self.np(self.held_together(self.sum_of(self.itself(phrase))))
            case p.Ref():
                return self.mention(phrase, case)
            case p.Value():
                return self.sign(phrase) or self.value(phrase)
            case p.Several(how, items):
                return self.join([self.say(i, mood, case) for i in items], how)
            case p.Made():
                return self.made(phrase, mood)
            case p.Title(group, key, link):
                return [Token(self.lex.words(group, key), "word", link)]
            case p.Raw(text):
                return [Token(text, "word")]
            case p.Adj():
                return self.adjective(phrase, Features())
            case p.Prep():
                return self.prep(phrase)
            case p.Clause():
                return self.clause(self.recast(phrase), mood or phrase.mood)
            case p.Both():
                return self.both(phrase, mood)
            case p.Fact():
                return self.say(self.fact(phrase), mood)
            case p.If():
                return self.condition_first(phrase, mood)
            case p.Only():
                return self.say(phrase.then, mood) + self.condition(phrase.word, self.of_the_same(phrase))
            case p.Seq(items, how):
                out: list[Token] = []
                for k, item in enumerate(items):
                    if k:
                        out += [Token("," if how == "then" else ";", "mark")]
                        out += self.word(self.lex.words("words", "then")) if how == "then" else []
                    out += self.say(item, mood)
                return out
            case p.Quantity():
                return self.quantity(phrase, "m")[0]
            case p.Sentence():
                return self.say(phrase.of)
        raise TypeError(f"no way to say {type(phrase).__name__}")

    def features(self, phrase: p.Phrase | None) -> Features:
        """What agrees with the phrase."""
        match phrase:
            case p.NP():
                phrase = self.sum_of(self.itself(phrase))
                noun = self.lex.noun(phrase.noun)
                many = self.is_many(phrase, noun)
                return Features(many, noun.gender, "3", noun.person)
            case p.Ref(to):
                noun = self.lex.noun(to.noun)
                human = noun.person or to.human
                return Features(to.plural, noun.gender, "you" if to.you else "3", human)
            case p.Value():
                many = phrase.many or (phrase.count is not None and self.plural_count(phrase.count))
                return Features(many, self.lex.value(phrase.key).gender)
            case p.Several(_, [only]):
                return self.features(only)
            case p.Several(how, items):
                some = [self.features(i) for i in items]
                gender = "f" if some and all(f.gender == "f" for f in some) else "m"
                return Features(how != "or" and len(items) > 1, gender, "3", any(f.human for f in some))
            case p.Made():
                phrase = self.remade(phrase)
                if phrase.noun is None:
                    return Features(phrase.many)
                named = self.lex.noun(phrase.noun)
                return Features(phrase.many, named.gender, "3", named.person)
        return Features()

    def is_many(self, phrase: p.NP, noun: Noun) -> bool:
        """Whether a noun phrase is plural: by its count, or as such; points are many unless counted."""
        if phrase.count is not None:
            return self.plural_count(phrase.count)
        single = phrase.det in ("each", "each-other", "a", "no", "any", "another") or bool(phrase.kind) or phrase.single
        return (phrase.many and phrase.det not in ("each", "each-other")) or (noun.plural and not single)

    def plural_count(self, count: p.Quantity) -> bool:
        """Whether so many things are spoken of in the plural."""
        last = count.high or count.low
        return not (isinstance(last, p.Figure) and last.value == 1 and count.how not in ("or-more",))

    def is_person(self, phrase: p.Phrase) -> bool:
        return self.features(phrase).human

    # ---- patterns --------------------------------------------------------------------------------------------------
    def made(self, phrase: p.Made, mood: str | None = None) -> list[Token]:
        """A pattern with its slots filled. `{x}` is said plainly; `{x:subj}`, `{x:inf}`, `{x:prep}` as asked;
        `{x:if}` and `{x:until}`
        with the word and mood of the condition;
        `<x:one|many>` or `<x:m|f|mp|fp>` are words that agree with the slot x."""
        phrase = self.remade(phrase)
        same = self.as_such(phrase)
        if same is not None:
            return self.say(same, mood)
        return self.filled(phrase, mood)

    def filled(self, phrase: p.Made, mood: str | None) -> list[Token]:
        """A pattern as the language has it, with its slots filled."""
        out: list[Token] = []
        for piece in _PIECES.findall(self.lex.pattern(phrase.pattern)):
            if piece[0] == "{":
                name, _, mode = piece[1:-1].partition(":")
                slot = phrase.slots[name]
                if mode in ("if", "until", "when"):
                    out += self.condition(mode, slot)
                elif mode in ("obj", "prep"):
                    out += self.say(slot, None, mode)
                elif mode == "bare":
                    out += self.say(slot.but(det="bare") if isinstance(slot, p.NP) else slot)
                elif mode == "inner":
                    out += self.say(slot, mood)
                elif mode == "plain":  # in brackets: the one plus the other, not the sum of both
                    out += self.filled(slot, mood) if isinstance(slot, p.Made) else self.say(slot)
                else:
                    out += self.say(slot, mode or None)
            elif piece[0] == "<":
                name, _, forms = piece[1:-1].partition(":")
                slot = phrase.slots[name]
                agreed = Features(abs(slot.value) != 1) if isinstance(slot, p.Figure) else self.features(slot)
                out += self.word(choose(forms.split("|"), agreed))
            elif piece in "()":
                out.append(Token(piece, "bracket", glue=piece == "("))
            elif piece in _CLOSING:
                out.append(Token(piece, "mark"))
            else:
                out.append(self.small(piece))
        return out

    # ---- clauses together ------------------------------------------------------------------------------------------
    def both(self, phrase: p.Both, mood: str | None, again: str | None = None) -> list[Token]:
        """Clauses joined; `again` is a word repeated before each that has its own subject (si, que).

        Clauses about one subject stand together, and the subject is said once: x is a and b, and y is c.
        """
        groups: list[list[list[Token]]] = []
        before: p.Phrase | None = None
        last: p.Phrase | None = None
        grouped = any(joined(item) for item in phrase.items[:-1])
        for k, item in enumerate(self.so_many(x) if isinstance(x, p.Clause) else x for x in phrase.items):
            inner = isinstance(item, p.Both)
            subject = getattr(item, "subject", None)
            same = k > 0 and subject is not None and _same(subject, before) and not inner
            last, before_it = item, last
            if same and isinstance(item, p.Clause) and not item.there:
                item = item.but(subject=before)  # they have one or have two; that player has one or has two
                words = self.further(self.recast(item), before_it, mood or item.mood)
                if words is not None:
                    groups[-1].append(words)
                    grouped = True
                    continue
            elif k and isinstance(item, p.Clause):
                item = self.renamed(item)
            words = (
                self.inside(item, phrase, self.both(item, mood)) if isinstance(item, p.Both) else self.say(item, mood)
            )
            grouped = grouped or inner
            groups.append([(self.word(again) if again and k else []) + words])
            before = subject if not inner else None
        return self.grouped([self.join(g, phrase.how) for g in groups], phrase.how, grouped)

    def grouped(self, parts: list[list[Token]], how: str, apart: bool) -> list[Token]:
        """A list whose last conjunction stands after a comma, if the parts have conjunctions of their own."""
        if len(parts) == 1 or not apart:
            return self.join(parts, how)
        out = self.join(parts[:-1], "comma")
        return [*out, Token(",", "mark"), *self.conjunction(how, parts[-1]), *parts[-1]]

    def further(self, clause: p.Clause, last: p.Phrase | None, mood: str) -> list[Token] | None:
        """A further clause about the subject at hand, which is not said again; a copula neither: it is a or b.

        None where the subject must be said again."""
        plain = isinstance(last, p.Clause) and self.recast(last).verb == "be" and clause.verb == "be"
        if plain and isinstance(last, p.Clause) and clause.pred is not None and last.pred is not None:
            alike = not any((c.negative, c.adverb, c.modal, c.only, c.preps) != (False, None, None, False, [])
                            for c in (clause, last))  # fmt: skip
            if alike and type(clause.pred) is type(last.pred):
                return self.predicate(clause)
        if isinstance(last, p.Clause) and _and_in_all(clause, last):
            clause = clause.but(obj=p.Made("in-all", {"x": clause.obj}, many=True))  # type: ignore[dict-item]
        if isinstance(last, p.Clause) and (count := self.another_count(clause, self.recast(last))) is not None:
            return self.say(count, None, "obj")
        return self.clause(clause, mood, subject=False)

    def another_count(self, clause: p.Clause, last: p.Clause) -> p.NP | None:
        """Of what is held or had a second number, for which the verb is not said again: more than five cards and fewer
        than nine cards. None of other clauses."""
        for one in (clause, last):
            bare = not (one.negative or one.preps or one.adverb or one.modal or one.only or one.there)
            if not (bare and isinstance(one.obj, p.NP) and one.obj.count is not None and not one.obj.rels):
                return None
        assert isinstance(clause.obj, p.NP)
        return clause.obj if clause.verb == last.verb and not self.lex.verb(clause.verb).to else None

    def predicate(self, clause: p.Clause) -> list[Token]:
        """What a copula says, without the copula."""
        return self.clause(clause, "ind", subject=False)

    def renamed(self, clause: p.Clause) -> p.Clause:
        """A clause after one with another subject: where a pronoun is not said, its subject may need its name."""
        return clause

    def inside(self, phrase: p.Both, outer: p.Both, said: list[Token]) -> list[Token]:
        """Conditions inside another list of conditions: the comma between them, or either, tells what belongs
        together where both lists are short; else brackets do."""
        plain = not any(joined(item) for item in phrase.items)
        lead = self.word(self.lex.words("words", "either")) if phrase.how == "or" and plain else []
        if lead or (plain and len(phrase.items) == len(outer.items) == 2):
            return lead + said
        return bracketed(said)

    def condition(self, word: str, test: p.Phrase) -> list[Token]:
        """If, unless, until … with its clause; the language's words say which mood it wants."""
        entry = self.lex.layers[0]["conditions"][word]
        words = entry if isinstance(entry, str) else entry["one"]
        mood = None if isinstance(entry, str) else entry.get("mood")
        again = None if isinstance(entry, str) else entry.get("again")
        said = self.both(test, mood, again) if isinstance(test, p.Both) else self.say(test, mood)
        return self.word(words) + said

    def of_the_same(self, phrase: p.Only) -> p.Phrase:
        """The condition of a fact about a thing, which is not called by its name again: the deck is used up when it is
        empty."""
        head = self.fact(phrase.then) if isinstance(phrase.then, p.Fact) else None
        test = phrase.test
        first = test.items[0] if isinstance(test, p.Both) else test
        match head, first:
            case p.Clause(subject=p.NP() as thing), p.Clause(subject=p.NP(det="the", owner=None, many=False) as same):
                bare = not (same.adjs or same.preps or same.rels or same.label or same.kind or first.there)
                if (
                    bare
                    and self.lex.noun(thing.noun).one == self.lex.noun(same.noun).one
                    and same == p.NP(same.noun, link=same.link)
                ):
                    told = first.but(subject=p.Ref(p.Referent(same.noun), pronoun=True))
                    return replace(test, items=[told, *test.items[1:]]) if isinstance(test, p.Both) else told
        return test

    def condition_first(self, phrase: p.If, mood: str | None) -> list[Token]:
        """If it is so, this follows."""
        return [*self.condition(phrase.word, phrase.test), Token(",", "mark"), *self.say(phrase.then, mood)]

    # ---- helpers for the languages ---------------------------------------------------------------------------------
    def rels(self, phrase: p.NP, features: Features) -> list[Token]:
        """Relative clauses, the last with and; then what stands after them."""
        unsure = phrase.det == "no" or (phrase.count is not None and phrase.count.how == "at-most")
        mood = "subj" if unsure or (self.wished and phrase.det in ("a", "another")) else "ind"
        outer, self.wished = self.wished, self.wished or (unsure and self.wishes)
        clauses = p.Both("and", [r.clause for r in phrase.rels])
        out = self.relatives(clauses, [r.of for r in phrase.rels], features, mood)
        self.wished = outer
        for late in phrase.late:
            out += [Token(",", "mark"), *self.say(late), Token(",", "mark")]
        return out

    def relatives(self, phrase: p.Both, of: list[p.Referent], features: Features, mood: str) -> list[Token]:
        """Relative clauses that are joined, each said of one of `of`."""
        parts: list[list[Token]] = []
        last: p.Phrase | None = None
        for clause, one in zip(phrase.items, of, strict=True):
            said = self.again_whose(clause, last, mood) or self.relative(p.Rel(clause, one), features, mood)
            last = clause
            both = isinstance(clause, p.Both) and len(phrase.items) > 1
            parts.append(self.inside(clause, phrase, said) if both else said)  # type: ignore[arg-type]
        return self.grouped(parts, phrase.how, any(joined(x) for x in phrase.items[:-1]))

    def again_whose(self, clause: p.Phrase, last: p.Phrase | None, mood: str) -> list[Token] | None:
        """A further clause about what somebody owns: whose hand holds five cards and is not empty. None of others."""
        if not (isinstance(clause, p.Clause) and isinstance(last, p.Clause)):
            return None
        before, clause = self.recast(last), self.recast(clause)
        own, outer = self.whose(clause.subject)
        if own is None or outer or clause.there or before.there or clause.subject != before.subject:
            return None
        return self.further(clause, before, mood)

    def prep(self, phrase: p.Prep) -> list[Token]:
        """A preposition with what it governs; the noun may want a word of its own (on the table)."""
        noun = self.head(phrase.of)
        raw = self.lex.raw("prepositions", phrase.key)
        if isinstance(raw, dict) and isinstance(phrase.of, p.Ref) and phrase.of.to.you:
            return self.word(raw["you"])
        return self.word(self.lex.preposition(phrase.key, noun)) + self.say(phrase.of, None, "prep")

    def prep_of(self, clause: p.Clause, prep: p.Prep) -> list[Token]:
        """A preposition in a clause: the verb may want a word of its own."""
        own = self.lex.verb(clause.verb).preps.get(prep.key)
        if own is None:
            return self.prep(prep)
        if own.startswith("="):  # deal to a hand as onto a hand
            return self.prep(p.Prep(own[1:], prep.of))
        return self.word(own) + self.say(prep.of, None, "prep")

    def long(self, clause: p.Clause) -> bool:
        """Whether the object is too long for something short to follow it."""
        return isinstance(clause.obj, p.NP) and bool(clause.obj.rels)

    def heavy(self, clause: p.Clause) -> bool:
        """Whether a long object had better stand after the short places the clause names."""
        obj = clause.obj
        if not clause.preps or self.lex.verb(clause.verb).to:
            return False
        if isinstance(obj, p.Made) and obj.pattern == "as-many":  # draw from the cup as many tokens as …
            return self.near(clause) != []
        if not isinstance(obj, p.NP) or not obj.rels:
            return False
        return not any(isinstance(x, p.Rel) for prep in clause.preps for x in prep.walk())

    def near(self, clause: p.Clause) -> list[p.Prep]:
        """What a clause says before a long object: all, or of a long number only where from and where to."""
        if isinstance(clause.obj, p.Made):
            return [x for x in clause.preps if x.key in _PLACES]
        return clause.preps

    def beside(self, clause: p.Clause) -> list[p.Prep]:
        """Where an object comes from, if that is said first of all: it stands beside the object, before further words of
        the verb (play a card from your hand as a wild card)."""
        first = clause.preps[0] if clause.preps else None
        return [first] if first is not None and first.key in ("from", "out-of") else []

    def after_object(self, clause: p.Clause) -> list[Token]:
        """What a clause says after a long object."""
        near = self.near(clause)
        return [token for x in clause.preps if x not in near for token in self.prep_of(clause, x)]

    def named(self, ref: p.Ref) -> p.NP:
        """Somebody or something known by its noun: that player, the other card, the first-named player."""
        adj = "first-named" if ref.first else ref.to.adj
        det = "the" if ref.first else ref.to.det
        return p.NP(ref.to.noun, det=det, many=ref.to.plural, adjs=[p.Adj(adj)] if adj else [])

    def sign(self, phrase: p.Value) -> list[Token]:
        """A card by its signs (3♠), where both its values have one; nothing otherwise."""
        if not phrase.brief or phrase.of is None or phrase.count is not None or not isinstance(phrase.of, p.Value):
            return []
        rank = phrase.key if phrase.key.isdigit() else self.sign_of(phrase.key)
        suit = self.sign_of(phrase.of.key)
        return [Token(rank + suit, "sign")] if rank and suit else []

    def sign_of(self, key: str) -> str:
        raw = self.lex.raw("values", key)
        return str(raw.get("sign", "")) if isinstance(raw, dict) else ""

    def whose(self, phrase: p.Phrase | None) -> tuple[p.NP | None, list[p.NP]]:
        """What is owned by the gap of a relative clause, and what is said of that: the pile, whose; its top card."""
        outer: list[p.NP] = []
        while isinstance(phrase, p.NP):
            phrase = self.itself(phrase)
            if isinstance(phrase.owner, p.Ref):
                return (phrase, outer) if phrase.owner.gap else (None, [])
            outer.append(phrase)
            phrase = phrase.owner
        return None, []

    def adverb(self, clause: p.Clause, f: Features) -> list[Token]:
        """An adverb; in some languages it agrees (seul, seule)."""
        if clause.adverb is None:
            return []
        raw = self.lex.raw("adverbs", clause.adverb)
        return self.word(choose(raw, f) if isinstance(raw, list) else self.lex.words("adverbs", clause.adverb))

    def agreeing(self, pred: p.Phrase, f: Features) -> p.Phrase:
        """What several things are: they are Friday cards. What value something has: la couleur est le vert."""
        if isinstance(pred, p.Several):
            return p.Several(pred.how, [self.agreeing(x, f) if isinstance(x, p.Value) else x for x in pred.items])
        if isinstance(pred, p.Value) and pred.det == "bare" and pred.of is None and pred.number is None:
            value = self.lex.value(pred.key)
            named = value.named or (self.lex.raw("named", value.one) if f.gender == "f" and not f.many else None)
            return p.Raw(named) if named else pred
        one = isinstance(pred, p.NP) and pred.det == "a" and pred.count is None and not pred.owner
        return pred.but(many=True) if f.many and one and isinstance(pred, p.NP) else pred

    def head(self, phrase: p.Phrase) -> Noun | None:
        """The noun that heads a phrase."""
        match phrase:
            case p.NP(noun=key):
                return self.lex.noun(key)
            case p.Ref(to):
                return self.lex.noun(to.noun)
        return None

    # ---- what a language must say ----------------------------------------------------------------------------------
    def np(self, phrase: p.NP) -> list[Token]:
        """A noun phrase."""
        raise NotImplementedError

    def mention(self, ref: p.Ref, case: str) -> list[Token]:
        """Somebody or something known."""
        raise NotImplementedError

    def value(self, phrase: p.Value) -> list[Token]:
        """A value of a kind."""
        raise NotImplementedError

    def clause(self, phrase: p.Clause, mood: str, subject: bool = True) -> list[Token]:
        """A clause; without `subject` only what follows it, with the verb still agreeing."""
        raise NotImplementedError

    def relative(self, rel: p.Rel, features: Features, mood: str = "ind") -> list[Token]:
        """A relative clause about something with these features."""
        raise NotImplementedError

    def adjective(self, adj: p.Adj, features: Features) -> list[Token]:
        """An adjective that agrees."""
        forms = self.lex.adjective(adj.key).forms
        return [Token(choose(list(forms), features), "word", adj.link, adj.emph)]

    def quantity(self, count: p.Quantity, gender: str) -> tuple[list[Token], bool]:
        """How many, and whether the noun is plural."""
        low = self.amount(count.low, gender)
        if count.how == "to" and count.high is not None:
            words = self.word(self.lex.words("quantities", "to"))
            lead = self.word(self.lex.words("quantities", "between"))
            return lead + low + words + self.amount(count.high, gender), True
        before, _, after = self.lex.words("quantities", count.how).partition("#")
        return self.word(before) + low + self.word(after), self.plural_count(count)

    def amount(self, phrase: p.Phrase, gender: str) -> list[Token]:
        """The number in a quantity."""
        if isinstance(phrase, p.Figure):
            return [Token(self.number_word(phrase.value, gender), "count", phrase.link)]
        return self.say(phrase)


def _and_in_all(clause: p.Clause, last: p.Clause) -> bool:
    """Whether after a card that is held it is told how many are."""
    held = clause.verb == last.verb == "contain" and not (clause.negative or last.negative)
    counted = [isinstance(x.obj, p.NP) and x.obj.count is not None for x in (last, clause)]
    return held and counted == [False, True]


def joined(phrase: p.Phrase) -> bool:
    """Whether a condition has a conjunction of its own: after it a further one needs a comma."""
    return any(
        isinstance(x, p.Both)
        or (isinstance(x, p.Several) and x.how != "comma" and len(x.items) > 1)
        or (isinstance(x, p.NP) and len(x.rels) > 1)
        for x in phrase.walk()
    )


def bracketed(tokens: list[Token]) -> list[Token]:
    """In brackets: what a comma would not show to belong together."""
    return [Token("(", "bracket", glue=True), *tokens, Token(")", "bracket")]


def choose(forms: list[str], f: Features) -> str:
    """The form that agrees: of one and many, or of m, f, mp, fp."""
    if len(forms) == 2:
        return forms[f.many]
    return forms[2 * f.many + (f.gender == "f")]


def capitalise(text: str) -> str:
    """The first letter of a text as a capital, whatever stands before it."""
    for k, sign in enumerate(text):
        if sign.isalpha():
            return text[:k] + sign.upper() + text[k + 1 :]
        if sign.isdigit():
            return text
    return text


def _same(a: p.Phrase, b: p.Phrase | None) -> bool:
    if isinstance(a, p.Ref) and isinstance(b, p.Ref):
        return a.to is b.to
    return isinstance(a, p.NP) and a == b and a.det != "a"


def _clean(tokens: list[Token]) -> list[Token]:
    """Without empty tokens and without a mark right after another."""
    out: list[Token] = []
    for token in tokens:
        if not token.text:
            continue
        if token.kind == "mark" and out and out[-1].kind == "mark":
            if token.text == ",":
                continue
            if out[-1].text == ",":
                out.pop()
        elif token.text == ")" and out and (out[-1].kind, out[-1].text) == ("mark", ","):
            out.pop()
        out.append(replace(token))
    return out[:-1] if out and out[-1].text == "," and out[-1].kind == "mark" else out


def _tidy(found: list[Run]) -> list[Run]:
    return [r for r in found if r.text]
