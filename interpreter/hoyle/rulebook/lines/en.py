"""English."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import ClassVar

from .. import phrases as p
from ..lexicon import Noun
from ..text import Token
from . import plurals, verbs_en
from .base import Features, Lineariser, bracketed

_SOUNDS_CONSONANT = re.compile(r"^(one|once|uni|use|usu|eu|u[^aeiou]i)", re.I)
_SILENT_H = re.compile(r"^(hour|heir|honest|honou?r)", re.I)


class English(Lineariser):
    """English sentences."""

    locale = "en"
    plural = staticmethod(plurals.english)
    conj: ClassVar[dict[str, str]] = {"and": "and", "or": "or"}
    articles = frozenset({"the", "a", "an"})

    # ---- noun phrases ----------------------------------------------------------------------------------------------
    def np(self, phrase: p.NP, det: bool = True) -> list[Token]:
        phrase = self.attributive(phrase)
        noun = self.lex.noun(phrase.noun)
        count: list[Token] = []
        many = self.is_many(phrase, noun)
        if phrase.count is not None:
            count, many = self.quantity(phrase.count, "m")
        owner = phrase.owner
        genitive = self.possessive(owner) if owner is not None else []
        partitive = bool(genitive) and phrase.det in ("a", "each", "no", "any")
        word = self.noun_word(phrase, noun, many or partitive)
        out: list[Token] = []
        if partitive:
            out += self.word({"a": "one of", "each": "each of", "no": "none of", "any": "any of"}[phrase.det])
        elif genitive and phrase.det == "all":
            out += self.word("all")
        if not det:
            out += count
        elif genitive and count and phrase.rels and phrase.det == "bare":
            out += count + self.word("of") + genitive  # four of Cid’s store piles that are empty
        elif genitive:
            out += genitive + count
        elif isinstance(phrase.label, p.Figure) and phrase.det == "the" and owner is None:
            out += count  # build pile 1
        else:
            out += self.determiner(phrase, noun, many) + count
        for adj in phrase.adjs:
            out += self.adjective(adj, Features(many))
        out += word
        if phrase.label is not None:
            out += self.say(phrase.label)
        if owner is not None and not genitive and not (isinstance(owner, p.Ref) and owner.gap):
            out += self.word(self.lex.preposition("of", noun)) + self.say(owner, None, "prep")
        if phrase.worth is not None:
            out += bracketed(self.say(phrase.worth))
        for prep in phrase.preps:
            out += self.prep(prep)
        return out + self.rels(phrase, Features(many, "m", "3", noun.person))

    def attributive(self, phrase: p.NP) -> p.NP:
        """A group that is new is a new group, where the adjective can stand so."""
        rels: list[p.Rel] = []
        adjs = list(phrase.adjs)
        for rel in phrase.rels:
            clause = rel.clause
            plain = isinstance(clause, p.Clause) and isinstance(clause.subject, p.Ref) and clause.subject.gap
            adj = clause.pred if plain and isinstance(clause, p.Clause) and not clause.negative else None
            if isinstance(adj, p.Adj) and self.lex.adjective(adj.key).attributive:
                adjs.append(adj)
            else:
                rels.append(rel)
        return phrase.but(adjs=adjs, rels=rels) if len(rels) < len(phrase.rels) else phrase

    def rels(self, phrase: p.NP, features: Features) -> list[Token]:
        """Who is not out, not bound and not the last: what somebody is not is told in one clause."""
        denied = [r for r in phrase.rels if _denies(r) and self.recast(r.clause) is r.clause]  # type: ignore[arg-type]
        if len(denied) < 2 or len(denied) < len(phrase.rels):
            return super().rels(phrase, features)
        first, *rest = denied
        parts = [super().rels(phrase.but(rels=[first], late=[]), features)]
        parts += [self.word("not") + self.adjective(r.clause.pred, features) for r in rest]  # type: ignore[attr-defined]
        return self.join(parts, "and") + super().rels(phrase.but(rels=[]), features)

    def heavy(self, clause: p.Clause) -> bool:
        obj = self.attributive(clause.obj) if isinstance(clause.obj, p.NP) else clause.obj
        return super().heavy(clause.but(obj=obj))

    def noun_word(self, phrase: p.NP, noun: Noun, many: bool) -> list[Token]:
        text = noun.many if many and not noun.mass else noun.one
        if phrase.kind is None:
            return [Token(text, "word", phrase.link, phrase.emph)]
        short = noun.kinded or noun.one
        value = self.lex.value(phrase.kind)
        word = (self.plural(short) if many else short) if noun.kinded else text
        return [Token(f"{value.bare or value.one} {word}", "word", phrase.link, phrase.emph)]

    def determiner(self, phrase: p.NP, noun: Noun, many: bool) -> list[Token]:
        if phrase.count is not None and phrase.det in ("a", "bare", "no"):
            return self.word("only") if phrase.only else []
        text = {
            "the": "the",
            "a": "" if many or noun.mass else "a",
            "bare": "",
            "that": "those" if many else "that",
            "this": "these" if many else "this",
            "each": "each",
            "no": "no",
            "all": "all",
            "any": "any",
            "other": "the other",
            "each-other": "each other",
            "all-other": "all other",
            "another": "other" if many else "another",
            "same": "the same",
        }[phrase.det]
        return self.word(text)

    def possessive(self, owner: p.Phrase) -> list[Token]:
        """Your, its, Ann's; nothing where English says of."""
        if isinstance(owner, p.Ref):
            if owner.gap:
                return []
            if owner.to.you:
                return self.word("your")
            if owner.pronoun:
                return self.word("their" if owner.to.plural or self.features(owner).human else "its")
            if owner.to.proper or self.features(owner).human:
                return self.of_person(self.say(owner))
        if isinstance(owner, p.NP) and self.lex.noun(owner.noun).person:
            plain = not (owner.preps or owner.rels or owner.label) and owner.det not in ("all", "each-other")
            if plain and not owner.many and owner.count is None:
                return self.of_person(self.np(owner))
        return []

    def of_person(self, words: list[Token]) -> list[Token]:
        last = words[-1]
        return [*words[:-1], replace(last, text=last.text + ("’" if last.text.endswith("s’") else "’s"))]

    def mention(self, ref: p.Ref, case: str) -> list[Token]:
        to = ref.to
        if ref.gap:
            return []
        if to.you:
            return self.word("you")
        if to.proper:
            return [Token(to.proper)]
        human = self.features(ref).human
        if ref.pronoun:
            if to.plural or human:
                return self.word("they" if case == "subj" else "them")
            return self.word("it")
        return self.np(self.named(ref))

    def value(self, phrase: p.Value) -> list[Token]:
        noun = self.lex.value(phrase.key)
        count: list[Token] = []
        many = phrase.many
        if phrase.count is not None:
            count, many = self.quantity(phrase.count, "m")
        text = (
            (f"{noun.many}s" if noun.many.isdigit() else noun.many)
            if many
            else (noun.bare or noun.one if phrase.det == "bare" else noun.one)
        )
        lead = {"the": "the", "a": "a", "bare": "", "no": "no", "that": "that", "any": "any"}[phrase.det]
        out = (count or self.word("" if many and lead == "a" else lead)) + [
            Token(text, "num" if text.isdigit() else "word")
        ]
        if phrase.of is not None:
            out += self.word("of") + self.say(phrase.of)
        if phrase.number is not None:
            out.append(Token(self.figure(phrase.number), "num"))
        return out

    # ---- clauses ---------------------------------------------------------------------------------------------------
    def clause(self, phrase: p.Clause, mood: str, subject: bool = True) -> list[Token]:
        f = self.features(phrase.subject) if phrase.subject is not None else Features(person="you")
        out: list[Token] = []
        if phrase.there and phrase.subject is not None:
            f = self.features(phrase.subject)
            out += self.word("there") + self.verb(phrase, f, mood)
            return out + self.say(phrase.subject, None, "obj") + [t for x in phrase.preps for t in self.prep(x)]
        if mood in ("inf", "imp") and phrase.modal is None:
            out += self.verb(phrase, f, mood)
        else:
            out += (self.say(phrase.subject) if subject and phrase.subject is not None else []) + self.verb(
                phrase, f, mood
            )
        return out + self.complements(phrase, f)

    def complements(self, phrase: p.Clause, f: Features) -> list[Token]:
        if self.heavy(phrase):  # play onto the discard pile a card that …
            short = self.complements(phrase.but(obj=None, preps=self.near(phrase)), f)
            return short + self.say(phrase.obj or p.Raw(""), None, "obj") + self.after_object(phrase)
        verb = self.lex.verb(phrase.verb)
        out: list[Token] = []
        rest = [Token(verb.rest, "word", phrase.link, phrase.emph)]
        gap = isinstance(phrase.obj, p.Ref) and phrase.obj.gap
        obj = self.word(verb.to or "") + self.say(phrase.obj, None, "obj") if phrase.obj is not None and not gap else []
        after = " " in verb.rest and not verb.to and not self.long(phrase)
        near = self.beside(phrase) if after and obj else []
        whence = [token for x in near for token in self.prep_of(phrase, x)]
        out += obj + whence + rest if after else rest + obj
        if isinstance(phrase.pred, p.Adj):
            best = self.lex.adjective(phrase.pred.key).superlative
            out += (self.word("the") if best else []) + self.adjective(phrase.pred, f)
        elif phrase.pred is not None:
            out += self.say(self.agreeing(phrase.pred, f), None, "obj")
        for prep in phrase.preps[len(near) :]:
            than = self.lex.adjective(phrase.pred.key).than if isinstance(phrase.pred, p.Adj) else None
            if prep.key == "than" and than is not None:
                out += self.word(than) + self.say(prep.of, None, "prep")
            else:
                out += self.prep_of(phrase, prep)
        return out

    def verb(self, phrase: p.Clause, f: Features, mood: str) -> list[Token]:
        verb = self.lex.verb(phrase.verb)
        many = f.many or f.person == "you" or (isinstance(phrase.subject, p.Ref) and phrase.subject.pronoun and f.human)
        link, strong = phrase.link, phrase.emph
        adverb = self.adverb(phrase, f)
        base = [Token(verb.lemma, "word", link, strong)]
        only = self.word("only") if phrase.only else []
        if phrase.modal:
            helper = {"may": "may not" if phrase.negative else "may", "must": "must not" if phrase.negative else "must",
                      "can": "cannot" if phrase.negative else "can"}[phrase.modal]  # fmt: skip
            return self.word(helper) + only + adverb + base
        if mood in ("inf", "imp"):
            return (self.word("do not") if phrase.negative else []) + only + adverb + base
        if verb.lemma == "be":
            is_ = [Token("are" if many else "is", "word", link, strong)]
            no = phrase.negative and phrase.adverb != "no-longer"
            return is_ + (self.word("not") if no else []) + only + adverb
        if verb.helper or verb.lemma in verbs_en.MODALS:
            have = [Token(verb.lemma if many else verbs_en.third(verb.lemma), "word", link, strong)]
            no = phrase.negative and phrase.adverb != "no-longer" and not self.says_no(phrase)
            return have + (self.word("not") if no else []) + adverb
        if phrase.negative and phrase.adverb != "no-longer" and not self.says_no(phrase):
            return self.word("do not" if many else "does not") + adverb + base
        return (
            only
            + adverb
            + [Token(verb.lemma if many else verb.forms.get("3") or verbs_en.third(verb.lemma), "word", link, strong)]
        )

    def says_no(self, phrase: p.Clause) -> bool:
        """Whether a no in the clause already denies it."""
        return any(isinstance(x, p.NP) and x.det == "no" for x in (phrase.subject, phrase.obj))

    def relative(self, rel: p.Rel, features: Features, mood: str = "ind") -> list[Token]:
        clause = self.recast(rel.clause) if isinstance(rel.clause, p.Clause) else rel.clause
        if isinstance(clause, p.Both):
            return self.relatives(clause, [rel.of] * len(clause.items), features, mood)
        who = "who" if features.human else "that"
        such = "for whom" if features.human else "for which"
        if not isinstance(clause, p.Clause):
            return self.word(such) + self.say(clause)
        subject = clause.subject
        if isinstance(subject, p.Ref) and subject.gap:
            clause = clause.but(subject=p.Ref(p.Referent(rel.of.noun, plural=features.many)))
            return self.word(who) + self.clause(clause, mood, subject=False)
        own, outer = self.whose(subject)
        if own is not None:  # whose pile is empty; the top card of whose pile is a 3
            said = [w for x in outer for w in [*self.np(x.but(owner=None)), *self.word("of")]]
            return (
                said
                + self.word("whose")
                + self.np(own, det=False)
                + self.clause(clause.but(subject=outer[0] if outer else own), mood, subject=False)
            )
        if isinstance(clause.obj, p.Ref) and clause.obj.gap:
            to = self.lex.verb(clause.verb).to
            return self.word(who) + self.clause(clause, mood) + self.word(to or "")
        for prep in clause.preps:
            if isinstance(prep.of, p.Ref) and prep.of.gap:
                rest = clause.but(preps=[x for x in clause.preps if x is not prep])
                words = self.word(self.lex.preposition(prep.key, self.lex.noun(rel.of.noun)))
                return words + self.word("whom" if features.human else "which") + self.clause(rest, mood)
        return self.word(such) + self.clause(clause, mood)

    # ---- neighbours ------------------------------------------------------------------------------------------------
    def adjust(self, tokens: list[Token]) -> list[Token]:
        for token, after in pairwise(tokens):
            if token.kind == "det" and token.text in ("a", "an"):
                token.text = "an" if _vowel(after.text) else "a"
        return tokens


def _denies(rel: p.Rel) -> bool:
    """Whether a relative clause only says what somebody is not."""
    clause = rel.clause
    if not (isinstance(clause, p.Clause) and isinstance(clause.pred, p.Adj) and clause.verb == "be"):
        return False
    gap = isinstance(clause.subject, p.Ref) and clause.subject.gap
    return gap and clause.negative and not (clause.preps or clause.adverb or clause.modal)


def _vowel(word: str) -> bool:
    if word[:1].isdigit():
        return word.startswith("8") or word in ("11", "18")
    if _SILENT_H.match(word):
        return True
    return word[:1].lower() in "aeiou" and not _SOUNDS_CONSONANT.match(word)


LINEARISER = English
