"""French verbs in the present: indicative, subjunctive, imperative, for il, vous and ils."""

from __future__ import annotations

import re

_IRREGULAR: dict[str, tuple[str, str, str, str, str]] = {
    # il, vous, ils, subjunctive of il, participle; the subjunctive of ils follows from it
    "être": ("est", "êtes", "sont", "soit", "été"),
    "avoir": ("a", "avez", "ont", "ait", "eu"),
    "aller": ("va", "allez", "vont", "aille", "allé"),
    "faire": ("fait", "faites", "font", "fasse", "fait"),
    "dire": ("dit", "dites", "disent", "dise", "dit"),
    "prendre": ("prend", "prenez", "prennent", "prenne", "pris"),
    "mettre": ("met", "mettez", "mettent", "mette", "mis"),
    "battre": ("bat", "battez", "battent", "batte", "battu"),
    "pouvoir": ("peut", "pouvez", "peuvent", "puisse", "pu"),
    "devoir": ("doit", "devez", "doivent", "doive", "dû"),
    "recevoir": ("reçoit", "recevez", "reçoivent", "reçoive", "reçu"),
    "vouloir": ("veut", "voulez", "veulent", "veuille", "voulu"),
    "valoir": ("vaut", "valez", "valent", "vaille", "valu"),
    "suivre": ("suit", "suivez", "suivent", "suive", "suivi"),
    "tenir": ("tient", "tenez", "tiennent", "tienne", "tenu"),
    "venir": ("vient", "venez", "viennent", "vienne", "venu"),
    "sortir": ("sort", "sortez", "sortent", "sorte", "sorti"),
    "partir": ("part", "partez", "partent", "parte", "parti"),
    "servir": ("sert", "servez", "servent", "serve", "servi"),
    "ouvrir": ("ouvre", "ouvrez", "ouvrent", "ouvre", "ouvert"),
    "couvrir": ("couvre", "couvrez", "couvrent", "couvre", "couvert"),
    "voir": ("voit", "voyez", "voient", "voie", "vu"),
    "lire": ("lit", "lisez", "lisent", "lise", "lu"),
    "écrire": ("écrit", "écrivez", "écrivent", "écrive", "écrit"),
    "inscrire": ("inscrit", "inscrivez", "inscrivent", "inscrive", "inscrit"),
    "savoir": ("sait", "savez", "savent", "sache", "su"),
    "courir": ("court", "courez", "courent", "coure", "couru"),
    "connaître": ("connaît", "connaissez", "connaissent", "connaisse", "connu"),
    "finir": ("finit", "finissez", "finissent", "finisse", "fini"),
}
_PREFIXES = (
    "re",
    "ap",
    "com",
    "entre",
    "sur",
    "main",
    "con",
    "ob",
    "de",
    "re-",
    "par",
    "per",
    "dé",
    "r",
    "pour",
    "inter",
)


def forms(lemma: str) -> dict[str, str]:
    """Forms by key: 3, 5, 6 indicative of il, vous, ils; s3, s5, s6 subjunctive; i5 imperative; pp; inf."""
    if " et " in lemma:  # montrer et défausser : montrez et défaussez
        one, _, other = lemma.partition(" et ")
        first, second = forms(one), forms(other)
        return {key: f"{first[key]} et {second[key]}" for key in first if key in second}
    lemma = lemma.removeprefix("se ").removeprefix("s'").removeprefix("s’")
    found = _irregular(lemma)
    il, vous, ils, sub, pp = found or _regular(lemma)
    s6 = {"soit": "soient", "ait": "aient"}.get(sub, sub + "nt")
    s5 = {"soit": "soyez", "ait": "ayez"}.get(sub, vous[:-2] + "iez" if vous.endswith("ez") else sub[:-1] + "iez")
    imp = {"être": "soyez", "avoir": "ayez", "savoir": "sachez", "vouloir": "veuillez"}.get(lemma, vous)
    return {"inf": lemma, "3": il, "5": vous, "6": ils, "s3": sub, "s5": s5, "s6": s6, "i5": imp, "pp": pp}


def _irregular(lemma: str) -> tuple[str, str, str, str, str] | None:
    if lemma in _IRREGULAR:
        return _IRREGULAR[lemma]
    for prefix in _PREFIXES:
        root = lemma.removeprefix(prefix)
        if root != lemma and root in _IRREGULAR and root not in ("aller", "être", "avoir", "lire"):
            return tuple(prefix + f for f in _IRREGULAR[root])  # type: ignore[return-value]
    return None


def _regular(lemma: str) -> tuple[str, str, str, str, str]:
    stem, ending = lemma[:-2], lemma[-2:]
    if ending == "er":
        strong = stem
        if re.search(r"e(l|t)$", stem) and stem.endswith(("appel", "jet")):
            strong = stem + stem[-1]  # appelle, jette
        elif re.search(r"e[^aeiouyé]r?$", stem):
            strong = re.sub(r"e([^aeiouyé]r?)$", r"è\1", stem)  # mène, enlève
        elif re.search(r"é([^aeiouyé]+)$", stem):
            strong = re.sub(r"é([^aeiouyé]+)$", r"è\1", stem)  # possède
        elif stem.endswith(("oy", "uy")):
            strong = stem[:-1] + "i"  # essuie
        return (strong + "e", stem + "ez", strong + "ent", strong + "e", stem + "é")
    if ending == "re":
        return (stem, stem + "ez", stem + "ent", stem + "e", stem + "u")
    return (stem + "it", stem + "issez", stem + "issent", stem + "isse", stem + "i")
