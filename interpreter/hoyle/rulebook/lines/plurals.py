"""Regular plurals and adjective forms, for entries that do not spell them out."""

from __future__ import annotations

import re

Forms = tuple[str, str, str, str]

_FR_OUX = {"bijou", "caillou", "chou", "genou", "hibou", "joujou", "pou"}


def english(one: str) -> str:
    """The regular plural of an English noun: of its last word (draw piles)."""
    head, _, last = one.rpartition(" ")
    return f"{head} {_en(last)}".strip()


def spanish(one: str) -> str:
    """The regular plural of a Spanish noun: of its first word (pilas de robo)."""
    first, _, rest = one.partition(" ")
    return f"{_es(first)} {rest}".strip()


def french(one: str) -> str:
    """The regular plural of a French noun: of its first word (tas de pioche)."""
    first, _, rest = one.partition(" ")
    return f"{_fr(first)} {rest}".strip()


def _en(word: str) -> str:
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    if re.search(r"(s|x|z|ch|sh)$", word):
        return word + "es"
    return word + "s"


def _es(word: str) -> str:
    if re.search(r"z$", word):
        return word[:-1] + "ces"
    if re.search(r"[aeiouáéó]$", word):
        return word + "s"
    if re.search(r"[íú]$", word):
        return word + "es"
    accent = re.search(r"([áéíóú])([ns])$", word)
    if accent:
        plain = {"á": "a", "é": "e", "í": "i", "ó": "o", "ú": "u"}[accent[1]]
        return word[:-2] + plain + accent[2] + "es"
    if re.search(r"[sx]$", word) and not re.search(r"^[^aeiouáéíóú]*[aeiouáéíóú][sx]$", word):
        return word  # lunes, crisis: stressed before the last syllable
    return word + "es"


def _fr(word: str) -> str:
    if re.search(r"[sxz]$", word):
        return word
    if re.search(r"(eau|eu|au)$", word):
        return word + "x"
    if word in _FR_OUX:
        return word + "x"
    if re.search(r"al$", word):
        return word[:-2] + "aux"
    return word + "s"


def spanish_forms(one: str) -> Forms:
    """The regular forms m, f, mp, fp of an adjective given in the masculine; only its first word changes."""
    first, _, rest = one.partition(" ")
    m, f, mp, fp = (f"{form} {rest}".strip() for form in _es_adjective(first))
    return (m, f, mp, fp)


def french_forms(one: str) -> Forms:
    """The regular forms m, f, mp, fp of an adjective given in the masculine; only its first word changes."""
    first, _, rest = one.partition(" ")
    m, f, mp, fp = (f"{form} {rest}".strip() for form in _fr_adjective(first))
    return (m, f, mp, fp)


def _es_adjective(word: str) -> Forms:
    if word.endswith("o"):
        stem = word[:-1]
        return (word, stem + "a", stem + "os", stem + "as")
    many = _es(word)
    return (word, word, many, many)


def _fr_adjective(word: str) -> Forms:
    if word.endswith("eux"):
        return (word, word[:-1] + "se", word, word[:-1] + "ses")
    if word.endswith("er"):
        f = word[:-2] + "ère"
    elif word.endswith("if"):
        f = word[:-1] + "ve"
    elif re.search(r"(el|en|on)$", word):
        f = word + word[-1] + "e"
    elif word.endswith("e"):
        f = word
    else:
        f = word + "e"
    many = word if word.endswith(("s", "x")) else (word[:-2] + "aux" if word.endswith("al") else word + "s")
    return (word, f, many, f + "s")
