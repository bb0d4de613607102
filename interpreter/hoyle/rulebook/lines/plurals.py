"""Regular plurals and adjective forms, for entries that do not spell them out."""

from __future__ import annotations

import re

_FR_OUX = {"bijou", "caillou", "chou", "genou", "hibou", "joujou", "pou"}


def plural(language: str, one: str) -> str:
    """The regular plural of a noun: of its first word in Spanish and French, of its last in English.

    In `pila de robo`, `tas de pioche`, `draw pile` the other words stay as they are.
    """
    if language == "en":
        head, _, last = one.rpartition(" ")
        return f"{head} {_en(last)}".strip()
    first, _, rest = one.partition(" ")
    many = _es(first) if language == "es" else _fr(first)
    return f"{many} {rest}".strip()


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


def adjective(language: str, one: str) -> tuple[str, str, str, str]:
    """The regular forms m, f, mp, fp of an adjective given in the masculine; only its first word changes."""
    if language == "en":
        return (one, one, one, one)
    first, _, rest = one.partition(" ")
    forms = _es_adjective(first) if language == "es" else _fr_adjective(first)
    return tuple(f"{f} {rest}".strip() for f in forms)  # type: ignore[return-value]


def _es_adjective(word: str) -> tuple[str, str, str, str]:
    if word.endswith("o"):
        stem = word[:-1]
        return (word, stem + "a", stem + "os", stem + "as")
    many = _es(word)
    return (word, word, many, many)


def _fr_adjective(word: str) -> tuple[str, str, str, str]:
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
