"""Files are written whole or not at all, and read with a clear word when they cannot be."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from hoyle.cli import files
from hoyle.language.diagnostics import HoyleError

from .conftest import Hoyle


def test_a_file_is_written_with_its_folders(tmp_path: Path) -> None:
    files.write(tmp_path / "a" / "b.txt", "één\n")
    assert (tmp_path / "a" / "b.txt").read_bytes() == "één\n".encode()
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["b.txt"]


def test_a_file_keeps_its_mode_and_its_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    files.write(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_new_file_can_be_read_by_others_as_usual(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        files.write(tmp_path / "new.txt", "x")
    finally:
        os.umask(mask)
    assert (tmp_path / "new.txt").stat().st_mode & 0o777 == 0o644


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(HoyleError, match="no space left on device"):
        files.write(path, "new")
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["a.txt"]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(HoyleError, match="cannot be written: is a directory"):
        files.write(tmp_path, "x")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{", "a.json:1:2: not JSON"),
        (b"\xff\xfe", "is not text"),
        (b"[" * 100_000, "nested too deeply"),
        (b"1" * 10_000, "a number too long"),
    ],
)
def test_what_is_no_json(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(HoyleError) as caught:
        files.read_json(path)
    assert words in str(caught.value)


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST_JSON", 10)
    (tmp_path / "a.json").write_text("[0, 1, 2, 3, 4]")
    with pytest.raises(HoyleError, match="no record of a game"):
        files.read_json(tmp_path / "a.json")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(HoyleError, match="there is no file"):
        files.read_json(tmp_path / "a.json")
    with pytest.raises(HoyleError, match="is a directory"):
        files.read_json(tmp_path)


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    """As root a device could be replaced by a file, and with it the null device of the whole machine."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "folder").mkdir()
    for path in (pipe, tmp_path / "folder" / ".." / "pipe", tmp_path / "none" / ".." / "pipe"):
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        try:
            try:
                files.write(path, "text")
            except HoyleError:
                assert "none" in path.parts
            else:
                assert os.read(reader, 100) == b"text"
        finally:
            os.close(reader)
        assert pipe.is_fifo()
    with pytest.raises(HoyleError, match="no space left on device"):
        files.write(Path("/dev/full"), "text")
    assert Path("/dev/full").is_char_device()


def test_names_that_no_file_can_have(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name in ("loop", "a\0b", "x" * 5000, "x" * 250 + "/" + "y" * 300):
        with pytest.raises(HoyleError, match="cannot be written"):
            files.write(tmp_path / name, "text")
    files.write(tmp_path / ("x" * 255), "text")
    assert (tmp_path / ("x" * 255)).read_text() == "text"


def test_a_site_for_which_there_is_no_room(hoyle: Hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python tells of each file that it could not copy; people are told once, in words."""

    def full(*args: object, **kwargs: object) -> None:
        raise shutil.Error([("a.js", "b.js", "[Errno 28] No space left on device: 'b.js'"), ("c", "d", "x")])

    monkeypatch.setattr(shutil, "copytree", full)
    done = hoyle("site", "kuhn_poker", "--lang", "en", "--no-pdf", "-o", "s", "--jobs", "1")
    assert done.status == 2
    assert done.err.startswith("hoyle: the site cannot be written to ")
    assert done.err.endswith(": no space left on device\n")
    assert list(tmp_path.iterdir()) == []
