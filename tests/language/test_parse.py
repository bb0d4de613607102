"""Reading: files and texts that are none, the limits, the cache of the tables."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Tree

from hoyle.language import grammar, source
from hoyle.language.diagnostics import HoyleError, SpecErrors
from hoyle.language.parse import parse, read_text
from hoyle.language.syntax_codes import SYNTAX_CODES, Explained

ROOT = Path(__file__).parents[2]
SPECS = sorted((ROOT / "spec").rglob("*.hoyle"))
HEAD = 'game "Small"\n'


def codes(text: str) -> list[str]:
    """The codes of the mistakes of a text."""
    with pytest.raises(SpecErrors) as caught:
        parse(text, "small.hoyle")
    return [d.code for d in caught.value.diagnostics]


# ---- files that are no specs ---------------------------------------------------------------------------------------


def test_read_text(tmp_path: Path) -> None:
    """A file's text comes without a byte order mark and with plain line ends."""
    path = tmp_path / "small.hoyle"
    path.write_bytes(b'\xef\xbb\xbfgame "Caf\xc3\xa9"\r\nfor 2 players\r\n')
    assert read_text(path) == 'game "Café"\nfor 2 players\n'


@pytest.mark.parametrize(
    ("data", "code", "message"),
    [
        (b'game "Caf\xe9"\n', "E001", "not UTF-8 text: byte 0xe9 on line 1"),
        (b"game\n\n\xff\n", "E001", "byte 0xff on line 3"),
        ('game "Small"\n'.encode("utf-16"), "E001", "UTF-16"),
        (b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0\x01\0\0\0\x90\xff", "E001", "not UTF-8"),
        (b"x" * 10_000_000, "E002", "10,000,000 bytes long; a spec may have 400,000"),
    ],
)
def test_not_text(tmp_path: Path, data: bytes, code: str, message: str) -> None:
    """A file that is no text, or far too long, says so at once."""
    path = tmp_path / "small.hoyle"
    path.write_bytes(data)
    start = time.perf_counter()
    with pytest.raises(SpecErrors) as caught:
        read_text(path)
    assert time.perf_counter() - start < 1
    (found,) = caught.value.diagnostics
    assert found.code == code
    assert message in found.message
    assert str(path) in caught.value.render()


def test_no_file(tmp_path: Path) -> None:
    """A path that leads to no file is told in one sentence."""
    with pytest.raises(HoyleError, match="there is no file"):
        read_text(tmp_path / "none.hoyle")
    with pytest.raises(HoyleError, match=r"is a folder|cannot be read"):
        read_text(tmp_path)
    with pytest.raises(HoyleError, match="cannot be read"):
        read_text("a\0b")


@pytest.mark.parametrize("text", ["", "\n\n", "  \n\t\n", "# only\n  # comments\n"])
def test_empty(text: str) -> None:
    """A text with nothing in it."""
    assert codes(text) == ["E004"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (HEAD + "always a: " + "(" * 5_000 + "1" + ")" * 5_000, "E002"),
        (HEAD + "always a: " + "(" * 900 + "1" + ")" * 900, "E003"),
        (HEAD + "always a: " + "[" * 900, "E003"),
        (HEAD + "always a: " + "not " * 300 + "x is y\n", "E003"),
        (HEAD + "always a: x" + " + x" * 300, "E003"),
        (HEAD + "always a: x" + " or x" * 300, "E003"),
        (HEAD + "always a: " + "a of " * 300 + "x", "E003"),
        (HEAD + "always a: x" + "\n  or x" * 5_000, "E003"),
        (HEAD + "to play:\n" + "".join(" " * n + "repeat:\n" for n in range(1, 600)), "E003"),
        (HEAD + "to play:\n" + "".join(" " * n + "repeat:\n" for n in range(1, 29)) + " " * 29 + "x\n", None),
        (HEAD + "always a: " + "x" * 300_000, "E002"),
        (HEAD + "zone a, seen by all\n" * 50_000, "E002"),
        (HEAD + "counter a from " + "9" * 1_500, "E005"),
        (HEAD + "counter a from 0000000000000000000001", None),
        (HEAD + "zone \0, seen by all\n", "E001"),
        ("(" * 399_999, "E002"),
        (HEAD + "x\n" * 150_000, "E002"),
        ("(\n" * 5_999, "E011"),
        (HEAD + " \t" * 100_000 + "x", "E002"),
        (HEAD + "x\n" * 5_990, "E011"),
        (HEAD + "to play:\n" + "  x x x x x ♥\n" * 5_990, "E011"),
        (HEAD + "to play:\n" + "  if x\n" * 5_990, "E012"),
        (HEAD + "example a for b:\n" + "  x : ,\n" * 5_990, "E011"),
    ],
    ids=range(23),
)
def test_limits(text: str, code: str | None) -> None:
    """Texts that no person wrote get a message, and soon: no traceback, no waiting."""
    start = time.process_time()
    if code is None:
        parse(text)
    else:
        assert code in codes(text)
    assert time.process_time() - start < 15  # of processor time, whatever else runs


@pytest.mark.parametrize("explained", SYNTAX_CODES, ids=lambda explained: explained.code)
def test_codes(explained: Explained) -> None:
    """The wrong spec of each code gets that code, and the right one is right."""
    if explained.wrong:
        assert codes(explained.wrong) == [explained.code]
        parse(explained.right)


def test_all_codes_are_explained() -> None:
    """Every code that reading can give is explained."""
    folder = Path(source.__file__).parent
    texts = [path.read_text("utf-8") for path in folder.glob("*.py") if path.name != "syntax_codes.py"]
    used = {code for text in texts for code in re.findall(r'"(E0\d\d)"', text)}
    assert used == {explained.code for explained in SYNTAX_CODES}


_TOKENS = {terminal.name for terminal in grammar.parser().terminals} - {"NAME"} | {"_INDENT", "_DEDENT"}
"""Not NAME: that is also how messages write where a name of one's own is to stand."""


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_damage(data: st.DataObject) -> None:
    """A damaged spec is read or gets messages: on lines it has, in words, and never in the names of tokens."""
    text = data.draw(st.sampled_from(SPECS)).read_text("utf-8")
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        width = data.draw(st.integers(0, 12))
        new = data.draw(st.sampled_from(["", " ", "\n", "\n  ", ":", ",", "(", '"', "=", "X", "é", "if ", "of ", "x "]))
        text = text[:start] + new + text[start + width :]
    try:
        parse(text)
    except SpecErrors as errors:
        for d in errors.diagnostics:
            assert 1 <= d.span.line <= text.count("\n") + 1
            shown = set(re.findall(r"\$?[A-Z_]{2,}", f"{d.message} {d.hint}"))
            assert not shown & {name for name in _TOKENS if name not in text}
        lines = [d.span.line for d in errors.diagnostics]
        assert len(lines) == len(set(lines))


# ---- the cache of the tables ---------------------------------------------------------------------------------------


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder of the user's; the folder of ours in it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path / "hoyle"


def _reads(parser: grammar.Lark) -> bool:
    return isinstance(parser.parse('game "Small"\nfor 2 players\n'), Tree)


def test_cache(cache: Path) -> None:
    """What is saved is loaded again, from the user's own folder."""
    assert grammar._load("a.tables") is None
    grammar._save(grammar.parser(), "a.tables")
    assert [file.name for file in cache.iterdir()] == ["a.tables"]
    loaded = grammar._load("a.tables")
    assert loaded is not None
    assert _reads(loaded)


def test_cache_is_of_its_grammar() -> None:
    """Another grammar has other tables."""
    assert grammar._cache_name("a") != grammar._cache_name("b")


@pytest.mark.parametrize("damage", [b"", b"x", b"x" * 100_000])
def test_cache_damaged(cache: Path, damage: bytes) -> None:
    """A damaged file is not believed, and is replaced."""
    grammar._save(grammar.parser(), "a.tables")
    whole = (cache / "a.tables").read_bytes()
    (cache / "a.tables").write_bytes(whole[: len(whole) // 2] + damage)
    assert grammar._load("a.tables") is None
    grammar._save(grammar.parser(), "a.tables")
    assert grammar._load("a.tables") is not None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners of files")
def test_cache_of_others(cache: Path) -> None:
    """A file that others may write is not loaded: loading it would run what they put there."""
    grammar._save(grammar.parser(), "a.tables")
    (cache / "a.tables").chmod(0o666)
    assert grammar._load("a.tables") is None


def test_cache_read_only(cache: Path) -> None:
    """Where nothing can be written, nothing is, and nothing is said."""
    cache.write_text("a file where the folder should be")
    grammar._save(grammar.parser(), "a.tables")
    assert grammar._load("a.tables") is None


def test_cache_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without a home has no cache."""
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)

    def none() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(Path, "home", none)
    grammar._save(grammar.parser(), "a.tables")
    assert grammar._load("a.tables") is None


def test_cache_keeps_few(cache: Path) -> None:
    """Tables of older versions go, the newest stay."""
    for n in range(8):
        grammar._save(grammar.parser(), f"grammar-{n}.tables")
    assert len(list(cache.iterdir())) == grammar._KEPT
    assert (cache / "grammar-7.tables").exists()


def test_cache_of_many_runs_at_once(cache: Path) -> None:
    """Whoever reads while others write finds a whole file, and none is left half written."""
    grammar._save(grammar.parser(), "a.tables")
    found: list[bool] = []

    def run() -> None:
        for _ in range(2):
            grammar._save(grammar.parser(), "a.tables")
            found.append(grammar._load("a.tables") is not None)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 8
    assert [file.name for file in cache.iterdir()] == ["a.tables"]


def test_threads() -> None:
    """Threads may read at once: each text has its own levels of indentation."""
    text = SPECS[0].read_text("utf-8")
    wanted = parse(text)
    found: list[bool] = []
    threads = [threading.Thread(target=lambda: found.append(parse(text) == wanted)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 4
