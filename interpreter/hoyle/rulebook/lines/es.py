"""Spanish: the reader is tú."""

from __future__ import annotations

import re
from typing import ClassVar

from .. import phrases as p
from ..lexicon import Noun
from ..text import Token
from . import plurals, verbs_es
from .base import Features, Lineariser, bracketed, capitalise, choose

_VOWELS = "aeiouáéíóú"


class Spanish(Lineariser):
    """Spanish sentences."""

    locale = "es"
    conj: ClassVar[dict[str, str]] = {"and": "y", "or": "o"}
    articles = frozenset({"el", "la", "los", "las"})
    indefinite = frozenset({"un", "una", "unos", "unas"})
    wishes = True
    gendered = True
    one_possessive = True
    plural = staticmethod(plurals.spanish)
    forms = staticmethod(plurals.spanish_forms)

    def conjunction(self, how: str, following: list[Token]) -> list[Token]:
        """Y before an i sound is e; o before an o sound is u."""
        word = self.conj[how]
        first = following[0].text.lower() if following else ""
        if how == "and" and re.match(r"h?i(?![aeo])", first):
            word = "e"
        if how == "or" and (re.match(r"h?o", first) or re.match(r"(8|11)(\D|$)", first)):
            word = "u"
        return [Token(word, "fn")]

    # ---- noun phrases ----------------------------------------------------------------------------------------------
    def np(self, phrase: p.NP, det: bool = True) -> list[Token]:
        phrase = self.valued(phrase)
        noun = self.lex.noun(phrase.noun)
        count: list[Token] = []
        many = self.is_many(phrase, noun)
        if phrase.count is not None:
            count, many = self.quantity(phrase.count, noun.gender)
        f = Features(many, noun.gender, "3", noun.person)
        owner = phrase.owner
        partitive = self.possessive(owner, True) if phrase.det in ("a", "each", "no", "any") else []
        each_of = phrase.det == "each" and det and not partitive and self.marked(phrase.noun, "each_of")
        genitive = partitive or self.possessive(owner, many)
        adjs = [(self.lex.adjective(a.key), a) for a in phrase.adjs]
        out: list[Token] = []
        if partitive:
            f = Features(True, noun.gender, "3", noun.person)
            one = Features(False, noun.gender)
            lead = {"a": "una de|uno de", "each": "cada una de|cada uno de", "no": "ninguna de|ninguno de",
                    "any": "cualquiera de|cualquiera de"}[phrase.det]  # fmt: skip
            feminine, masculine = lead.split("|")
            out += self.word(feminine if one.gender == "f" else masculine) + genitive
        elif each_of:  # cada uno de los jugadores más gafes
            f = Features(True, noun.gender, "3", noun.person)
            out += self.word(choose(["cada uno de los", "cada una de las"] * 2, Features(False, noun.gender)))
        elif genitive and det:
            out += (
                (self.word("todas" if f.gender == "f" else "todos") if phrase.det == "all" else []) + genitive + count
            )
        elif det:
            out += self.determiner(phrase, f) + count
        else:
            out += count
        if phrase.det == "each-other" and det:
            f = Features(True, noun.gender, "3", noun.person)  # cada uno de los demás jugadores
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
        return [Token(f"{text} de {value.bare or value.one}", "word", phrase.link, phrase.emph)]

    def determiner(self, phrase: p.NP, f: Features) -> list[Token]:
        counted = phrase.count is not None
        if counted and phrase.det in ("a", "bare", "no"):
            return self.word("solo") if phrase.only else []
        table = {
            "the": "el|la|los|las",
            "a": "un|una||",
            "bare": "|||",
            "that": "ese|esa|esos|esas",
            "this": "este|esta|estos|estas",
            "each": "cada|cada|cada|cada",
            "no": "ningún|ninguna|ningún|ninguna",
            "all": "todo el|toda la|todos los|todas las",
            "any": "cualquier|cualquier|cualesquiera|cualesquiera",
            "other": "el otro|la otra|los otros|las otras",
            "each-other": "cada uno de los demás|cada una de las demás|cada uno de los demás|cada una de las demás",
            "all-other": "todos los demás|todas las demás|todos los demás|todas las demás",
            "another": "otro|otra|otros|otras",
            "same": "el mismo|la misma|los mismos|las mismas",
        }
        if phrase.det == "a" and self.lex.noun(phrase.noun).mass:
            return []
        return self.word(choose(table[phrase.det].split("|"), f))

    def possessive(self, owner: p.Phrase | None, many: bool) -> list[Token]:
        """Tu, su; nothing where Spanish says de."""
        if isinstance(owner, p.Ref) and not owner.gap:
            if owner.to.you:
                return self.word("tus" if many else "tu")
            if owner.pronoun:
                return self.word("sus" if many else "su")
        return []

    def mention(self, ref: p.Ref, case: str) -> list[Token]:
        to = ref.to
        if ref.gap:
            return []
        if to.you:
            return self.word({"subj": "", "obj": "", "prep": "ti"}[case])
        if to.proper:
            return [Token(to.proper)]
        f = self.features(ref)
        if ref.pronoun:
            return self.word("" if case != "prep" else choose(["él", "ella", "ellos", "ellas"], f))
        return self.np(self.named(ref))

    def value(self, phrase: p.Value) -> list[Token]:
        noun = self.lex.value(phrase.key)
        count: list[Token] = []
        many = phrase.many
        if phrase.count is not None:
            count, many = self.quantity(phrase.count, noun.gender)
        text = noun.many if many else (noun.bare or noun.one if phrase.det == "bare" else noun.one)
        table = {"the": "el|la|los|las", "a": "un|una||", "bare": "|||", "no": "ningún|ninguna|ningún|ninguna",
                 "that": "ese|esa|esos|esas", "any": "cualquier|cualquier||"}  # fmt: skip
        lead = self.word(choose(table[phrase.det].split("|"), Features(many, noun.gender)))
        out = (count or lead) + [Token(text, "num" if text.isdigit() else "word")]
        if phrase.of is not None:
            out += self.word("de") + self.say(phrase.of)
        if phrase.number is not None:
            out.append(Token(self.figure(phrase.number), "num"))
        return out

    def quantity(self, count: p.Quantity, gender: str) -> tuple[list[Token], bool]:
        """Uno o más: before the noun itself it would be un."""
        words, many = super().quantity(count, gender)
        if count.how in ("or-more", "to"):
            for word in words:
                word.text = "uno" if word.text == "un" and word is not words[-1] else word.text
        return words, many

    def made(self, phrase: p.Made, mood: str | None = None) -> list[Token]:
        """All cards of the pile except its top card: todas excepto la de arriba."""
        match phrase:
            case p.Made("but", {"a": p.NP() as a, "b": p.NP(adjs=[p.Adj("top" | "bottom") as which]) as b}):
                if b.owner is not None and any(x.of == b.owner for x in a.preps):
                    one = self.determiner(p.NP(b.noun), self.features(b)) + self.adjective(which, self.features(b))
                    return self.say(a) + self.word("excepto") + one
        return super().made(phrase, mood)

    # ---- clauses ---------------------------------------------------------------------------------------------------
    def recast(self, phrase: p.Clause) -> p.Clause:
        """What becomes so: los corazones quedan abiertos; who it is now: el jugador de salida es …"""
        phrase = super().recast(phrase)
        if phrase.verb == "be" and phrase.adverb == "now":
            if self.stays(phrase):
                return phrase.but(verb="remain", adverb=None)
            return phrase.but(verb="become" if isinstance(phrase.pred, p.Adj) else "be", adverb=None)
        return phrase

    def renamed(self, clause: p.Clause) -> p.Clause:
        """Without a pronoun a new subject is taken for the old one, unless it is somebody who does something."""
        subject = clause.subject
        if not isinstance(subject, p.Ref) or not subject.pronoun or clause.there:
            return clause
        doubtful = not self.features(subject).human or (clause.verb == "be" and isinstance(clause.pred, p.NP))
        return clause.but(subject=p.Ref(subject.to)) if doubtful else clause

    def there(self, phrase: p.Clause, mood: str) -> list[Token]:
        """Hay: hay un solo jugador, hay entre tus cartas una que …"""
        subject = phrase.subject
        hay = {"ind": "hay", "subj": "haya", "inf": "haber", "imp": "hay"}[mood]
        words = self.word("no" if phrase.negative or self.says_no(phrase, after=True) else "") + self.word(hay)
        rest = [t for x in phrase.preps for t in self.prep(x)]
        match subject:
            case p.NP(det="a", owner=p.Ref() as owner, count=None, rels=[*_, _]) if self.possessive(owner, True):
                noun = self.lex.noun(subject.noun)
                one = self.word("una" if noun.gender == "f" else "uno")
                whole = self.np(subject.but(det="the", many=True, rels=[]))
                return words + self.word("entre") + whole + one + self.rels(subject, self.features(subject)) + rest
            case p.NP(count=p.Quantity("exactly", p.Figure(1))):
                one = self.word("una sola" if self.features(subject).gender == "f" else "un solo")
                return words + one + self.np(subject.but(count=None, many=False), det=False) + rest
            case p.NP(preps=[p.Prep("inside", of)], rels=[]):
                subject = subject.but(preps=[p.Prep("in", of)])
        outer, self.wished = self.wished, self.wished or mood == "subj"  # hasta que haya un jugador que tenga …
        said = self.say(subject or p.Raw(""), None, "obj")
        self.wished = outer
        return words + said + rest

    def predicate(self, clause: p.Clause) -> list[Token]:
        return self.complements(clause, self.features(clause.subject))

    def clause(self, phrase: p.Clause, mood: str, subject: bool = True) -> list[Token]:
        f = self.features(phrase.subject) if phrase.subject is not None else Features(person="you")
        if phrase.there and phrase.subject is not None:
            return self.there(phrase, mood)
        late = subject and self.late(phrase, mood)
        if late and phrase.subject is not None:  # gana el jugador que …
            none = isinstance(phrase.subject, p.NP) and phrase.subject.det == "no"  # a la que no gana ninguna carta
            return (self.word("no") if none else []) + self.verb(phrase, f, mood) + self.say(phrase.subject)
        out: list[Token] = []
        if mood not in ("inf", "imp") and subject and phrase.subject is not None:
            out += self.say(phrase.subject)
        outer, self.wished = (
            self.wished,
            self.wished or f.person == "you" or mood in ("inf", "imp") or bool(phrase.modal),
        )
        out += self.verb(phrase, f, mood) + self.complements(phrase, f)
        self.wished = outer
        return out

    def late(self, phrase: p.Clause, mood: str) -> bool:
        """Whether a long subject stands after a verb that has nothing else with it."""
        bare = phrase.obj is None and phrase.pred is None and not phrase.preps and not phrase.negative
        subject = phrase.subject
        if not bare or not isinstance(subject, p.NP):
            return False
        long = (bool(subject.rels or subject.preps) and subject.det != "each") or (
            phrase.verb == "begin" and subject.det == "a"
        )
        return long and mood == "ind" and not phrase.modal and not self.lex.verb(phrase.verb).rest

    def says_no(self, phrase: p.Clause, after: bool = False) -> bool:
        parts = (phrase.subject, phrase.obj) if after else (phrase.obj,)
        return any(isinstance(x, p.NP) and x.det == "no" for x in parts)

    def complements(self, phrase: p.Clause, f: Features) -> list[Token]:
        if self.heavy(phrase):  # play onto the discard pile a card that …
            short = self.complements(phrase.but(obj=None, preps=self.near(phrase)), f)
            return short + self.say(phrase.obj or p.Raw(""), None, "obj") + self.after_object(phrase)
        verb = self.lex.verb(phrase.verb)
        rest = [Token(verb.rest, "word", phrase.link, phrase.emph)]
        after = " " in verb.rest and not verb.to and phrase.obj is not None and not self.long(phrase)
        out: list[Token] = [] if after else rest
        if phrase.obj is not None and not self.clitic_of(phrase.obj):
            personal = self.features(phrase.obj).human and not verb.to and self.takes_a(phrase.obj)
            out += self.word(verb.to or ("a" if personal else "")) + self.say(
                phrase.obj, None, "prep" if verb.to else "obj"
            )
        elif phrase.obj is not None and verb.to:
            out += self.word(verb.to) + self.say(phrase.obj, None, "prep")
        near = self.beside(phrase) if after else []
        out += [token for x in near for token in self.prep_of(phrase, x)] + (rest if after else [])
        if isinstance(phrase.pred, p.Adj):
            if self.lex.adjective(phrase.pred.key).superlative:
                out += self.word(choose(["el", "la", "los", "las"], f))
            out += self.adjective(phrase.pred, f)
        elif isinstance(phrase.pred, p.Made) and phrase.pred.pattern == "player-of":
            out += self.made(p.Made("who-played", phrase.pred.slots))
        elif phrase.pred is not None:
            out += self.say(self.agreeing(phrase.pred, f), None, "obj")
        for prep in phrase.preps[len(near) :]:
            than = self.lex.adjective(phrase.pred.key).than if isinstance(phrase.pred, p.Adj) else None
            if prep.key == "than" and than is not None:
                out += self.word(than) + self.say(prep.of, None, "prep")
            else:
                out += self.prep_of(phrase, prep)
        return out

    def takes_a(self, phrase: p.Phrase) -> bool:
        return not (isinstance(phrase, p.NP) and phrase.det == "bare")

    def clitic_of(self, phrase: p.Phrase) -> str:
        """The object pronoun that stands for the phrase, if it is one."""
        if isinstance(phrase, p.Ref) and not phrase.gap:
            if phrase.to.you:
                return "te"
            if phrase.pronoun:
                return choose(["lo", "la", "los", "las"], self.features(phrase))
        return ""

    def verb(self, phrase: p.Clause, f: Features, mood: str) -> list[Token]:
        entry = self.lex.verb(phrase.verb)
        lemma = entry.lemma
        if lemma == "ser" and self.stays(phrase):
            lemma = "estar"
        reflexive = lemma[-4:] in ("arse", "erse", "irse")
        forms = verbs_es.forms(lemma) | entry.forms
        reader = f.person == "you" and not (phrase.subject is None and mood == "inf")  # nobody’s: componerse de
        clitic = ("te" if reader else "se") if reflexive else ""
        if phrase.obj is not None and not entry.to:
            clitic = clitic or self.clitic_of(phrase.obj)
        no = phrase.negative or self.says_no(phrase)
        done = phrase.adverb == "now" and lemma == "haber"  # ya has hablado
        out = self.word(
            self.lex.words("adverbs", "now-done") if done else "ya" if phrase.adverb == "no-longer" else ""
        ) + (self.word("no") if no else [])
        out += self.word("solo") if phrase.only else []
        link, strong = phrase.link, phrase.emph
        adverb = self.adverb(phrase, f) if phrase.adverb != "no-longer" and not done else []
        if phrase.modal:
            helper = verbs_es.forms("deber" if phrase.modal == "must" else "poder")
            key = person(f, "s" if mood == "subj" else "")
            return [*out, *self.word(helper[key]), *adverb, Token(forms["inf"] + clitic, "word", link, strong)]
        if mood == "inf":
            return [*out, *adverb, Token(forms["inf"] + clitic, "word", link, strong)]
        if mood == "imp":
            if no:
                return [*out, *self.word(clitic), Token(forms["s2"], "word", link, strong), *adverb]
            text = _stress(forms["i2"]) + clitic if clitic else forms["i2"]
            return [*out, Token(text, "word", link, strong), *adverb]
        key = person(f, "s" if mood == "subj" else "")
        return [*out, *self.word(clitic), Token(forms[key], "word", link, strong), *adverb]

    def stays(self, phrase: p.Clause) -> bool:
        """Whether to be is estar: for states and places."""
        if isinstance(phrase.pred, p.Adj):
            return self.lex.adjective(phrase.pred.key).copula == "stay"
        return phrase.pred is None and bool(phrase.preps)

    def relative(self, rel: p.Rel, features: Features, mood: str = "ind") -> list[Token]:
        clause = self.recast(rel.clause) if isinstance(rel.clause, p.Clause) else rel.clause
        if isinstance(clause, p.Both):
            return self.relatives(clause, [rel.of] * len(clause.items), features, mood)
        the = choose(["el", "la", "los", "las"], features)
        if isinstance(clause, p.Clause):
            subject = clause.subject
            if isinstance(subject, p.Ref) and subject.gap:
                clause = clause.but(subject=p.Ref(p.Referent(rel.of.noun, plural=features.many)))
                return self.word("que") + self.clause(clause, mood, subject=False)
            own, outer = self.whose(subject)
            if own is not None:
                words = [w for x in outer for w in [*self.np(x.but(owner=None)), *self.word("de")]]
                words += self.word(choose(["cuyo", "cuya", "cuyos", "cuyas"], self.features(own)))
                clause = clause.but(subject=outer[0] if outer else own)
                return words + self.np(own, det=False) + self.clause(clause, mood, subject=False)
            if isinstance(clause.obj, p.Ref) and clause.obj.gap:
                to = self.lex.verb(clause.verb).to
                lead = self.word(f"{to} {the} que" if to else "que")
                return lead + self.clause(clause.but(obj=None), mood)
            for prep in clause.preps:
                if isinstance(prep.of, p.Ref) and prep.of.gap:
                    rest = clause.but(preps=[x for x in clause.preps if x is not prep])
                    words = self.word(self.lex.preposition(prep.key, self.lex.noun(rel.of.noun)))
                    return words + self.word(f"{the} que") + self.clause(rest, mood)
        return self.word(f"para {the} que") + self.say(clause, mood)

    # ---- neighbours ------------------------------------------------------------------------------------------------
    def adjust(self, tokens: list[Token]) -> list[Token]:
        """De + el is del, a + el is al; la before a stressed a is el."""
        out: list[Token] = []
        for k, token in enumerate(tokens):
            after = tokens[k + 1].text.lower() if k + 1 < len(tokens) else ""
            if (
                token.kind == "det"
                and token.text == "la"
                and re.match(r"(a|á|ha|há)(gua|rma|la|lma|rea|guila)\b", after)
            ):
                token.text = "el"
            last = out[-1] if out else None
            if token.kind == "det" and token.text == "el" and last and last.kind == "fn" and last.text in ("de", "a"):
                last.text += "l"
                continue
            out.append(token)
        return out

    def open(self, tokens: list[Token]) -> list[Token]:
        """A question or exclamation opens as it closes; then the capital."""
        tokens = super().open(tokens)
        sign = {"!": "¡", "?": "¿"}.get(tokens[-1].text if tokens else "")
        if sign:
            tokens = [Token(sign + capitalise(tokens[0].text), tokens[0].kind), *tokens[1:]]
        return tokens


def person(f: Features, mood: str) -> str:
    """The key of a form in `verbs_es`."""
    if f.person == "you":
        return mood + "2"
    return mood + ("6" if f.many else "3")


def _stress(word: str) -> str:
    """An imperative before a pronoun keeps its stress: retira → retíra(te)."""
    places = [k for k, sign in enumerate(word) if sign in _VOWELS and word[k - 1 : k] not in ("q",)]
    if len(places) < 2 or any(v in word for v in "áéíóú"):
        return word
    k = places[-2]
    return word[:k] + "áéíóú"["aeiou".index(word[k])] + word[k + 1 :]


LINEARISER = Spanish
