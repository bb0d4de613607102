"""French: the reader is vous."""

from __future__ import annotations

import re
from typing import ClassVar

from .. import phrases as p
from ..lexicon import Noun
from ..text import Token
from . import plurals, verbs_fr
from .base import Features, Lineariser, bracketed, choose

_ELIDING = {"le", "la", "de", "ne", "que", "se", "jusque", "lorsque", "puisque", "parce"}
_BREATHED = re.compile(r"^(huit|haut|hasard|hors|héros|hibou|onze|oui|un$|h?s?\W)", re.I)


class French(Lineariser):
    """French sentences."""

    locale = "fr"
    conj: ClassVar[dict[str, str]] = {"and": "et", "or": "ou"}
    articles = frozenset({"le", "la", "les"})
    indefinite = frozenset({"un", "une", "des"})
    gendered = True
    reflexive = "se"
    one_possessive = True
    plural = staticmethod(plurals.french)
    forms = staticmethod(plurals.french_forms)

    # ---- noun phrases ----------------------------------------------------------------------------------------------
    def np(self, phrase: p.NP, det: bool = True) -> list[Token]:
        phrase = self.valued(phrase)
        if phrase.noun == "count" and isinstance(phrase.owner, p.NP) and phrase.owner.noun == "number":
            phrase = phrase.but(noun="number", owner=phrase.owner.but(noun="whole"))  # le nombre d’entiers de 1 à 9
        noun = self.lex.noun(phrase.noun)
        count: list[Token] = []
        many = self.is_many(phrase, noun)
        if phrase.count is not None:
            count, many = self.quantity(phrase.count, noun.gender)
        f = Features(many, noun.gender, "3", noun.person)
        owner = phrase.owner
        partitive = self.possessive(owner, Features(True)) if phrase.det in ("a", "each", "no", "any") else []
        each_of = phrase.det == "each" and det and not partitive and self.marked(phrase.noun, "each_of")
        genitive = partitive or self.possessive(owner, f)
        adjs = [(self.lex.adjective(a.key), a) for a in phrase.adjs]
        out: list[Token] = []
        if partitive:
            table = {"a": "un de|une de", "each": "chacun de|chacune de", "no": "aucun de|aucune de",
                     "any": "n’importe lequel de|n’importe laquelle de"}  # fmt: skip
            out += self.word(table[phrase.det].split("|")[noun.gender == "f"]) + genitive
            f = Features(True, noun.gender, "3", noun.person)
        elif each_of:  # chacun des joueurs les plus malchanceux
            f = Features(True, noun.gender, "3", noun.person)
            out += self.word("chacune de les" if noun.gender == "f" else "chacun de les")
        elif genitive and det:
            out += (
                (self.word("toutes" if f.gender == "f" else "tous") if phrase.det == "all" else []) + genitive + count
            )
        elif det:
            out += self.determiner(phrase, f) + count
        else:
            out += count
        for entry, adj in adjs:
            if entry.pre:
                out += self.adjective(adj, f)
        out += self.noun_word(phrase, noun, f.many)
        for entry, adj in adjs:
            if not entry.pre:
                out += self.adjective(adj, f)
        if phrase.label is not None:
            out += self.say(phrase.label)
        if owner is not None and not genitive and not (isinstance(owner, p.Ref) and owner.gap):
            out += self.word(self.lex.preposition("of", noun)) + self.say(owner, None, "prep")
        if phrase.worth is not None:
            out += bracketed(self.say(phrase.worth))
        for prep in phrase.preps:
            out += self.prep(prep)
        return out + self.rels(phrase, f)

    def noun_word(self, phrase: p.NP, noun: Noun, many: bool) -> list[Token]:
        text = noun.many if many and not noun.mass else noun.one
        if phrase.kind is None:
            return [Token(text, "word", phrase.link, phrase.emph)]
        if noun.kinded:
            text = self.plural(noun.kinded) if many else noun.kinded
        value = self.lex.value(phrase.kind)
        word = value.bare or value.one
        of = "d’" if elides(word) else "de "
        return [Token(f"{text} {of}{word}", "word", phrase.link, phrase.emph)]

    def determiner(self, phrase: p.NP, f: Features) -> list[Token]:
        if phrase.count is not None and phrase.det in ("a", "bare", "no"):
            return []
        table = {
            "the": "le|la|les|les",
            "a": "un|une|des|des",
            "bare": "|||",
            "that": "ce|cette|ces|ces",
            "this": "ce|cette|ces|ces",
            "each": "chaque|chaque|chaque|chaque",
            "no": "aucun|aucune|aucun|aucune",
            "all": "tout le|toute la|tous les|toutes les",
            "any": "n’importe quel|n’importe quelle|n’importe quels|n’importe quelles",
            "other": "l’autre|l’autre|les autres|les autres",
            "each-other": "chaque autre|chaque autre|chaque autre|chaque autre",
            "all-other": "tous les autres|toutes les autres|tous les autres|toutes les autres",
            "another": "un autre|une autre|d’autres|d’autres",
            "same": "le même|la même|les mêmes|les mêmes",
        }
        if phrase.det == "a" and self.lex.noun(phrase.noun).mass:
            return self.word(choose(["du", "de la", "des", "des"], f))
        text = choose(table[phrase.det].split("|"), f)
        return [self.small(w, "this" if phrase.det in ("that", "this") else "fn") for w in text.split()]

    def possessive(self, owner: p.Phrase | None, f: Features) -> list[Token]:
        """Votre, son, leur; nothing where French says de."""
        if isinstance(owner, p.Ref) and not owner.gap:
            if owner.to.you:
                return self.word("vos" if f.many else "votre")
            if owner.pronoun and owner.to.plural:
                return self.word("leurs" if f.many else "leur")
            if owner.pronoun:
                return [Token(choose(["son", "sa", "ses", "ses"], f), "own")]
        return []

    def mention(self, ref: p.Ref, case: str) -> list[Token]:
        to = ref.to
        if ref.gap:
            return []
        if to.you:
            return self.word("" if case == "obj" else "vous")
        if to.proper:
            return [Token(to.proper)]
        f = self.features(ref)
        if ref.pronoun:
            forms = {"subj": "il|elle|ils|elles", "prep": "lui|elle|eux|elles", "obj": "|||"}[case]
            return self.word(choose(forms.split("|"), f))
        return self.np(self.named(ref))

    def value(self, phrase: p.Value) -> list[Token]:
        noun = self.lex.value(phrase.key)
        count: list[Token] = []
        many = phrase.many
        if phrase.count is not None:
            count, many = self.quantity(phrase.count, noun.gender)
        text = noun.many if many else (noun.bare or noun.one if phrase.det == "bare" else noun.one)
        table = {"the": "le|la|les|les", "a": "un|une|des|des", "bare": "|||", "no": "aucun|aucune|aucun|aucune",
                 "that": "ce|cette|ces|ces", "any": "n’importe quel|n’importe quelle||"}  # fmt: skip
        words = choose(table[phrase.det].split("|"), Features(many, noun.gender))
        lead = [self.small(w, "this" if phrase.det == "that" else "fn") for w in words.split()]
        out = (count or lead) + [Token(text, "num" if text.isdigit() else "word")]
        if phrase.of is not None:
            out += self.word("de") + self.say(phrase.of)
        if phrase.number is not None:
            out.append(Token(self.figure(phrase.number), "num"))
        return out

    def plural_count(self, count: p.Quantity) -> bool:
        """In French what is less than two is singular."""
        last = count.high or count.low
        return not (isinstance(last, p.Figure) and abs(last.value) < 2)

    def made(self, phrase: p.Made, mood: str | None = None) -> list[Token]:
        """All cards of the pile except its top card: toutes sauf celle du dessus."""
        match phrase:
            case p.Made("but", {"a": p.NP() as a, "b": p.NP(adjs=[p.Adj("top" | "bottom") as which]) as b}):
                if b.owner is not None and any(x.of == b.owner for x in a.preps):
                    one = self.word("celle" if self.features(b).gender == "f" else "celui")
                    return self.say(a) + self.word("sauf") + one + self.adjective(which, self.features(b))
        return super().made(phrase, mood)

    def quantity(self, count: p.Quantity, gender: str) -> tuple[list[Token], bool]:
        """Un ou plusieurs: of one or more things French does not say at least one."""
        if count.how == "or-more" and isinstance(count.low, p.Figure) and count.low.value == 1:
            return self.word("une" if gender == "f" else "un") + self.word("ou plusieurs"), True
        return super().quantity(count, gender)

    # ---- clauses ---------------------------------------------------------------------------------------------------
    def presents(self, phrase: p.Phrase | None) -> bool:
        """Whether a clause says what its subject is, so that he, she, it is ce: c’est un carré."""
        clause = self.recast(phrase) if isinstance(phrase, p.Clause) else None
        if clause is None or clause.verb != "be" or clause.modal or clause.adverb:
            return False
        subject = clause.subject
        if not isinstance(subject, p.Ref) or not subject.pronoun or subject.gap or self.features(subject).many:
            return False
        if isinstance(clause.pred, p.Adj):
            return self.lex.adjective(clause.pred.key).forms[0].split()[0] in ("un", "une", "le", "la", "les", "des")
        if isinstance(clause.pred, p.Made):
            return clause.pred.noun is not None
        named = clause.pred.items if isinstance(clause.pred, p.Several) else [clause.pred]
        return all(isinstance(x, p.NP | p.Value) and x.det != "bare" for x in named)

    def further(self, clause: p.Clause, last: p.Phrase | None, mood: str) -> list[Token] | None:
        if self.presents(last) and not self.presents(clause):
            return None  # si c’est une carte vendredi ou si elle a …
        own = isinstance(clause.subject, p.Ref) and clause.subject.to.you and mood not in ("imp", "inf")
        both = [clause, self.recast(last)] if isinstance(last, p.Clause) else []
        if own and any(self.is_reflexive(x) for x in both):
            return None  # vous vous arrêtez ou vous relancez; vous continuez ou vous vous arrêtez
        return super().further(clause, last, mood)

    def is_reflexive(self, clause: p.Clause) -> bool:
        """Whether a clause has a verb such as s’arrêter."""
        return self.lex.verb(clause.verb).lemma.startswith(("se ", "s’", "s'"))

    def renamed(self, clause: p.Clause) -> p.Clause:
        """After another subject `c’est` would be taken for that one: si le preneur est seul et si ce joueur est …"""
        subject = clause.subject
        return clause.but(subject=p.Ref(subject.to)) if isinstance(subject, p.Ref) and self.presents(clause) else clause

    def predicate(self, clause: p.Clause) -> list[Token]:
        return self.complements(clause, self.features(clause.subject))

    def there(self, phrase: p.Clause, mood: str) -> list[Token] | None:
        """Il y a un seul joueur; il y en a une, parmi vos cartes, dont …; None for anything else."""
        subject = phrase.subject
        a = self.word("il y ait" if mood == "subj" else "il y a")
        if phrase.negative or phrase.only:
            return None
        match subject:
            case p.NP(det="a", owner=p.Ref() as owner, count=None, rels=[*_, _]):
                if not self.possessive(owner, Features(True)):
                    return None
                one = self.word("une" if self.lex.noun(subject.noun).gender == "f" else "un")
                whole = self.np(subject.but(det="the", many=True, rels=[]))
                en = self.word("il y en ait" if mood == "subj" else "il y en a")
                aside = [Token(",", "mark"), *self.word("parmi"), *whole, Token(",", "mark")]
                return en + one + aside + self.rels(subject, self.features(subject))
            case p.NP(count=p.Quantity("exactly", p.Figure(1))):
                one = self.word("une seule" if self.features(subject).gender == "f" else "un seul")
                return a + one + self.np(subject.but(count=None, many=False), det=False)
            case p.NP(preps=[p.Prep("inside", of)], rels=[], det=det) if det != "no":
                return a + self.np(subject.but(preps=[p.Prep("in", of)]))
        return None

    def clause(self, phrase: p.Clause, mood: str, subject: bool = True) -> list[Token]:
        f = self.features(phrase.subject) if phrase.subject is not None else Features(person="you")
        if phrase.there and phrase.subject is not None:
            words = self.there(phrase, mood)
            if words is not None:
                return words + [t for x in phrase.preps for t in self.prep(x)]
            verb = "ait" if mood == "subj" else "a"
            no = isinstance(phrase.subject, p.NP) and phrase.subject.det == "no" and phrase.subject.count is None
            if phrase.negative or no or phrase.only:
                words = self.word(f"il n’y {verb}" + (" pas" if phrase.negative and not no else ""))
                words += self.word("que") if phrase.only else []
            else:
                words = self.word(f"il y {verb}")
            return words + self.say(phrase.subject) + [t for x in phrase.preps for t in self.prep(x)]
        out: list[Token] = []
        if mood not in ("inf", "imp") and subject and phrase.subject is not None:
            out += self.word("ce") if self.presents(phrase) else self.say(phrase.subject)
        return out + self.verb(phrase, f, mood) + self.complements(phrase, f)

    def complements(self, phrase: p.Clause, f: Features) -> list[Token]:
        if self.heavy(phrase):  # play onto the discard pile a card that …
            short = self.complements(phrase.but(obj=None, only=False, preps=self.near(phrase)), f)
            said = self.word("que" if phrase.only else "") + self.say(phrase.obj or p.Raw(""), None, "obj")
            return short + said + self.after_object(phrase)
        verb = self.lex.verb(phrase.verb)
        rest = [Token(verb.rest, "word", phrase.link, phrase.emph)]
        after = " " in verb.rest and not verb.to and phrase.obj is not None and not self.long(phrase)
        out: list[Token] = [] if after else rest
        out += self.word("que") if phrase.only and phrase.obj is not None else []
        if phrase.obj is not None and (verb.to or not self.clitic_of(phrase.obj)):
            out += self.word(verb.to or "") + self.say(phrase.obj, None, "prep" if verb.to else "obj")
        near = self.beside(phrase) if after else []
        out += [token for x in near for token in self.prep_of(phrase, x)] + (rest if after else [])
        if isinstance(phrase.pred, p.Adj):
            out += self.adjective(phrase.pred, f)
        elif phrase.pred is not None:
            out += self.say(self.agreeing(phrase.pred, f), None, "prep")
        for prep in phrase.preps[len(near) :]:
            than = self.lex.adjective(phrase.pred.key).than if isinstance(phrase.pred, p.Adj) else None
            if prep.key == "than" and than is not None:
                out += self.word(than) + self.say(prep.of, None, "prep")
            else:
                out += self.prep_of(phrase, prep)
        return out

    def clitic_of(self, phrase: p.Phrase) -> str:
        """The object pronoun that stands for the phrase, if it is one."""
        if isinstance(phrase, p.Ref) and not phrase.gap:
            if phrase.to.you:
                return "vous"
            if phrase.pronoun:
                return choose(["le", "la", "les", "les"], self.features(phrase))
        return ""

    def verb(self, phrase: p.Clause, f: Features, mood: str) -> list[Token]:
        entry = self.lex.verb(phrase.verb)
        reflexive = entry.lemma.startswith(("se ", "s’", "s'"))
        forms = verbs_fr.forms(entry.lemma) | entry.forms
        reader = f.person == "you" and not (phrase.subject is None and mood == "inf")  # nobody’s: se composer de
        clitic = ("vous" if reader else "se") if reflexive else ""
        if phrase.obj is not None and not entry.to:
            clitic = clitic or self.clitic_of(phrase.obj)
        link, strong = phrase.link, phrase.emph
        adverb = self.adverb(phrase, f)
        if phrase.adverb == "now" and entry.lemma == "avoir":  # vous avez maintenant parlé
            adverb = self.word(self.lex.words("adverbs", "now-done"))
        nothing = any(isinstance(x, p.NP) and x.det == "no" for x in (phrase.subject, phrase.obj))
        denied = phrase.negative or nothing or phrase.only
        pas = self.word("pas") if phrase.negative and not nothing and phrase.adverb != "no-longer" else []
        ne = self.word("ne") if denied else []
        if phrase.modal:
            helper = verbs_fr.forms("devoir" if phrase.modal == "must" else "pouvoir")
            modal = self.word(helper[person(f, "s" if mood == "subj" else "")])
            only = self.word("que") if phrase.only and phrase.obj is None else []
            return [*ne, *modal, *pas, *only, *adverb, *self.word(clitic), Token(forms["inf"], "word", link, strong)]
        if mood == "inf":
            return [*ne, *pas, *self.word(clitic), Token(forms["inf"], "word", link, strong), *adverb]
        if mood == "imp":
            if clitic and not denied:
                return [Token(f"{forms['i5']}\u2011{clitic}", "word", link, strong), *adverb]
            return [*ne, *self.word(clitic), Token(forms["i5"], "word", link, strong), *pas, *adverb]
        key = person(f, "s" if mood == "subj" else "")
        return [*ne, *self.word(clitic), Token(forms[key], "word", link, strong), *pas, *adverb]

    def relative(self, rel: p.Rel, features: Features, mood: str = "ind") -> list[Token]:
        clause = self.recast(rel.clause) if isinstance(rel.clause, p.Clause) else rel.clause
        if isinstance(clause, p.Both):
            return self.relatives(clause, [rel.of] * len(clause.items), features, mood)
        if features.many and features.human and not rel.of.plural:  # les joueurs pour lesquels leurs cartes …
            rel.of.plural = True
            try:
                return self.relative(rel, features, mood)
            finally:
                rel.of.plural = False
        if isinstance(clause, p.Clause):
            subject = clause.subject
            if isinstance(subject, p.Ref) and subject.gap:
                clause = clause.but(subject=p.Ref(p.Referent(rel.of.noun, plural=features.many)))
                return self.word("qui") + self.clause(clause, mood, subject=False)
            if self.whose(subject)[0] is not None:
                return self.word("dont") + self.clause(clause, mood)
            if isinstance(clause.obj, p.Ref) and clause.obj.gap:
                to = self.lex.verb(clause.verb).to
                lead = self.word(f"{to} {self.which(features)}" if to else "que")
                return lead + self.clause(clause.but(obj=None), mood)
            for prep in clause.preps:
                if isinstance(prep.of, p.Ref) and prep.of.gap:
                    rest = clause.but(preps=[x for x in clause.preps if x is not prep])
                    words = self.word(self.lex.preposition(prep.key, self.lex.noun(rel.of.noun)))
                    return words + self.word(self.which(features)) + self.clause(rest, mood)
        return self.word(f"pour {self.which(features)}") + self.say(clause, mood)

    def which(self, f: Features) -> str:
        """Lequel, laquelle, lesquels, lesquelles."""
        return choose(["lequel", "laquelle", "lesquels", "lesquelles"], f)

    # ---- neighbours ------------------------------------------------------------------------------------------------
    def adjust(self, tokens: list[Token]) -> list[Token]:
        """Elision (l’as, d’une, s’il), cet and son before a vowel, du and au, de without des."""
        out: list[Token] = []
        for k, token in enumerate(tokens):
            after = tokens[k + 1] if k + 1 < len(tokens) else None
            vowel = after is not None and after.kind != "mark" and elides(after.text)
            small = token.kind in ("det", "fn")
            text = token.text.lower()
            if token.kind == "this" and text == "ce" and vowel:
                token.text = "cet"
            elif token.kind == "own" and text == "sa" and vowel:
                token.text = "son"
            elif small and text in _ELIDING and vowel:
                token.text, token.glue = token.text[:-1] + "’", True
            elif small and text == "si" and after is not None and after.text.lower() in ("il", "ils"):
                token.text, token.glue = "s’", True
            elif small and text == "ce" and vowel:
                token.text, token.glue = "c’", True
            last = out[-1] if out else None
            if last and last.kind in ("fn", "det") and not last.glue:
                joined = _CONTRACTED.get((last.text, token.text)) if token.kind in ("det", "fn") else None
                if joined is not None:
                    last.text = joined
                    if joined == "de" and vowel:
                        last.text, last.glue = "d’", True
                    continue
                found = re.match(r"(le|les)(quels?)$", token.text)
                if found and last.text in ("à", "de"):
                    many = found[1] == "les"
                    last.text = {"à": ("au", "aux"), "de": ("du", "des")}[last.text][many]
                    last.glue, token.text = True, found[2]
            out.append(token)
        return out

    def gap(self, before: Token | None, token: Token) -> str:
        """A space that does not break stands before : and between a number and what it counts, a narrow one before ; ! ?"""
        if before is not None and before.kind == "count" and before.text[-1:].isdigit() and token.kind == "word":
            return "\u00a0"
        if before is not None and token.kind == "mark":
            if token.text == ":":
                return "\u00a0"
            if token.text in (";", "!", "?"):
                return "\u202f"
        if before is not None and (before.text == "«" or token.text == "»"):
            return "\u00a0"
        return super().gap(before, token)


_CONTRACTED = {("de", "le"): "du", ("de", "les"): "des", ("à", "le"): "au", ("à", "les"): "aux", ("de", "des"): "de"}


def elides(word: str) -> bool:
    """Whether le, de, que lose their vowel before the word."""
    if _BREATHED.match(word) and word not in ("un", "une"):
        return False
    return word[:1].lower() in "aeiouyàâéèêëîïôöûühœ" and word[:1] != ""


def person(f: Features, mood: str) -> str:
    """The key of a form in `verbs_fr`."""
    if f.person == "you":
        return mood + "5"
    return mood + ("6" if f.many else "3")


LINEARISER = French
