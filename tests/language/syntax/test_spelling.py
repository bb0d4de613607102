"""Every word of the language, misspelt in every way that happens, gets a message that names the word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.language.diagnostics import SpecErrors
from hoyle.language.grammar import tokens
from hoyle.language.parse import parse

SPECS = sorted((Path(__file__).parents[3] / "spec").rglob("*.hoyle"))
OWN = ("NAME", "NUMBER", "STRING", "TAG", "_NL", "_INDENT", "_DEDENT")
# Where the grammar takes any name, it takes a misspelt word as one: telling so is for the checker.
TAKEN_AS_NAMES = 0.2


def _declarations() -> list[str]:
    """Texts that hold one declaration, or one variant, of the bundled specs."""
    texts = [path.read_text("utf-8") for path in SPECS]
    parts = [part for text in texts for part in re.split(r"^(?=[a-z])", text, flags=re.MULTILINE) if part]
    return [part if part.startswith(("game", "variant")) else f'game "Small"\n{part}' for part in parts]


def _places() -> dict[tuple[str, str], tuple[str, int]]:
    """A text with each word of the language, as each kind of token it is, and its place there."""
    places: dict[tuple[str, str], tuple[str, int]] = {}
    for text in _declarations():
        for token in tokens(text):
            if token.type not in OWN:
                for word in re.finditer(r"[a-z]{3,}", str(token)):
                    places.setdefault((token.type, word[0]), (text, (token.start_pos or 0) + word.start()))
    return places


def _misspelt(word: str) -> list[str]:
    middle = len(word) // 2
    return [
        word[:middle] + word[middle + 1 :],
        word[:middle] + word[middle] + word[middle:],
        word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :],
    ]


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.long)])
def test_misspelt_words(step: int) -> None:
    """One message, on the line of the word, that has the word as it would be right: of one in so many words."""
    silent, wrong = [], []
    places = _places()
    tries = [(word, text, start, new) for (_, word), (text, start) in places.items() for new in _misspelt(word)][::step]
    for word, text, start, new in tries:
        damaged = text[:start] + new + text[start + len(word) :]
        try:
            parse(damaged)
        except SpecErrors as errors:
            line = text.count("\n", 0, start) + 1
            hints = [d.hint for d in errors.diagnostics if d.span.line == line and word in d.hint]
            if len(errors.diagnostics) != 1 or not hints:
                wrong.append(f"{new}: {errors.render()}")
        else:
            silent.append(new)
    assert len(places) > 80
    assert not wrong, "\n".join(wrong)
    assert len(silent) <= TAKEN_AS_NAMES * len(tries), silent


def test_messages_name_no_tokens() -> None:
    """The words for what could stand somewhere are words: no token lacks one."""
    from hoyle.language.grammar import parser
    from hoyle.language.syntax_help import _shown

    told = {terminal.name: _shown(terminal.name) for terminal in parser().terminals}
    assert not [name for name, words in told.items() if name in words and name != name.lower()]
