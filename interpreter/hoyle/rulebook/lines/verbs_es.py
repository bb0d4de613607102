"""Spanish verbs in the present: indicative, subjunctive, imperative, for tú, él and ellos."""

from __future__ import annotations

_IRREGULAR: dict[str, dict[str, str]] = {
    # 2, 3, 6: indicative of tú, él, ellos; s2, s3, s6: subjunctive; i2: imperative of tú; pp: participle
    "ser": {"2": "eres", "3": "es", "6": "son", "s2": "seas", "s3": "sea", "s6": "sean", "i2": "sé", "pp": "sido"},
    "estar": {"2": "estás", "3": "está", "6": "están", "s2": "estés", "s3": "esté", "s6": "estén"},
    "haber": {"2": "has", "3": "ha", "6": "han", "s2": "hayas", "s3": "haya", "s6": "hayan"},
    "tener": {"2": "tienes", "3": "tiene", "6": "tienen", "s": "teng", "i2": "ten"},
    "venir": {"2": "vienes", "3": "viene", "6": "vienen", "s": "veng", "i2": "ven"},
    "poner": {"2": "pones", "3": "pone", "6": "ponen", "s": "pong", "i2": "pon", "pp": "puesto"},
    "hacer": {"2": "haces", "3": "hace", "6": "hacen", "s": "hag", "i2": "haz", "pp": "hecho"},
    "decir": {"2": "dices", "3": "dice", "6": "dicen", "s": "dig", "i2": "di", "pp": "dicho"},
    "salir": {"2": "sales", "3": "sale", "6": "salen", "s": "salg", "i2": "sal"},
    "valer": {"2": "vales", "3": "vale", "6": "valen", "s": "valg"},
    "ir": {"2": "vas", "3": "va", "6": "van", "s": "vay", "i2": "ve", "pp": "ido"},
    "dar": {"2": "das", "3": "da", "6": "dan", "s2": "des", "s3": "dé", "s6": "den"},
    "ver": {"2": "ves", "3": "ve", "6": "ven", "s": "ve", "pp": "visto"},
    "caer": {"2": "caes", "3": "cae", "6": "caen", "s": "caig"},
    "traer": {"2": "traes", "3": "trae", "6": "traen", "s": "traig"},
    "seguir": {"2": "sigues", "3": "sigue", "6": "siguen", "s": "sig"},
    "elegir": {"2": "eliges", "3": "elige", "6": "eligen", "s": "elij"},
    "pedir": {"2": "pides", "3": "pide", "6": "piden", "s": "pid"},
    "repetir": {"2": "repites", "3": "repite", "6": "repiten", "s": "repit"},
    "servir": {"2": "sirves", "3": "sirve", "6": "sirven", "s": "sirv"},
}
# stem vowels that change under the stress
_CHANGES = {
    "jugar": "jueg", "poder": "pued", "volver": "vuelv", "devolver": "devuelv",
    "mostrar": "muestr", "contar": "cuent", "empezar": "empiez",
    "comenzar": "comienz", "perder": "pierd", "cerrar": "cierr",
    "querer": "quier", "mover": "muev", "encontrar": "encuentr",
    "apostar": "apuest", "acertar": "aciert", "renovar": "renuev",
    "sentar": "sient", "resolver": "resuelv", "puntuar": "puntú", "reunir": "reún",
    "continuar": "continú", "enviar": "enví", "confiar": "confí",
}  # fmt: skip
_PARTICIPLES = {"volver": "vuelto", "devolver": "devuelto", "abrir": "abierto", "cubrir": "cubierto",
                "resolver": "resuelto"}  # fmt: skip


def _soft(stem: str, ending: str, a: bool) -> str:
    """The stem before e (verbs in -ar) or a (others), spelt as it sounds: jug- → jugue, recog- → recoja."""
    if a:
        for hard, soft in (("g", "gu"), ("c", "qu"), ("z", "c")):
            if stem.endswith(hard):
                return stem[: -len(hard)] + soft
    elif stem.endswith("gu"):
        return stem[:-1]
    elif stem.endswith("g"):
        return stem[:-1] + "j"
    elif stem.endswith("c"):
        return stem[:-1] + ("z" if stem[-2:-1] not in "aeiou" else "zc")
    return stem


def forms(lemma: str) -> dict[str, str]:
    """All forms of a verb by their keys (see `_IRREGULAR`); a lemma in -se is conjugated without its pronoun."""
    if " y " in lemma:  # mostrar y descartar: muestra y descarta
        one, _, other = lemma.partition(" y ")
        first, second = forms(one), forms(other)
        return {key: f"{first[key]} y {second[key]}" for key in first if key in second}
    lemma = lemma.removesuffix("se") if lemma[-4:] in ("arse", "erse", "irse") else lemma
    stem, ending = lemma[:-2], lemma[-2:]
    strong = _CHANGES.get(lemma, stem)
    a = ending == "ar"
    vowel = "a" if a else "e"
    other = "e" if a else "a"
    soft = _soft(strong, ending, a)
    out = {
        "inf": lemma,
        "2": strong + vowel + "s",
        "3": strong + vowel,
        "6": strong + vowel + "n",
        "s2": soft + other + "s",
        "s3": soft + other,
        "s6": soft + other + "n",
        "pp": _PARTICIPLES.get(lemma, stem + ("ado" if a else "ido")),
    }
    if lemma.endswith("uir") and not lemma.endswith("guir"):  # construir: construye, construya
        out |= {k: stem + "y" + e for k, e in zip(("2", "3", "6"), ("es", "e", "en"), strict=True)}
        out |= {k: stem + "y" + e for k, e in zip(("s2", "s3", "s6"), ("as", "a", "an"), strict=True)}
    for prefix in ("", "re", "man", "con", "ob", "de", "dis", "com", "des", "ante"):
        root = _IRREGULAR.get(lemma.removeprefix(prefix)) if lemma.startswith(prefix) else None
        if root:
            for key, form in root.items():
                if key == "s":
                    out |= {"s2": prefix + form + "as", "s3": prefix + form + "a", "s6": prefix + form + "an"}
                else:
                    out[key] = prefix + form
            if prefix and out.get("i2", "").endswith(("n",)):
                out["i2"] = _stressed(out["i2"])
            break
    out.setdefault("i2", out["3"])
    return out


def _stressed(word: str) -> str:
    """A longer imperative keeps its stress on the last syllable: compón, mantén."""
    plain = "aeiou"
    k = max(word.rfind(v) for v in plain)
    return word[:k] + "áéíóú"[plain.index(word[k])] + word[k + 1 :]
