"""`hoyle compile`: a game as files for other programs, all of them or none."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from .conftest import Hoyle

needs_wasmtime = pytest.mark.skipif(not find_spec("wasmtime"), reason="wasmtime is not installed")


@needs_wasmtime
def test_files_are_written_beside_each_other(hoyle: Hoyle, tmp_path: Path) -> None:
    done = hoyle("compile", "pig", "-o", tmp_path / "out", "--wat")
    assert (done.status, done.err) == (0, "")
    names = ["hoyle_host.js", "hoyle_host.py", "pig.json", "pig.md", "pig.wasm", "pig.wat"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == names
    assert all(name in done.out for name in names)
    assert (tmp_path / "out/pig.wasm").read_bytes()[:4] == b"\0asm"
    manifest = json.loads((tmp_path / "out/pig.json").read_text(encoding="utf-8"))
    assert [manifest["format"], list(manifest["words"])] == [1, ["en", "es", "fr"]]
    assert manifest["parameters"][0] == {"name": "target", "value": 100, "default": 100, "from": 1, "to": 500}
    page = (tmp_path / "out/pig.md").read_text(encoding="utf-8")
    assert manifest["module"] in page
    assert "| target | 100 | 100 | 1 to 500 |" in page
    assert "{" not in page.replace("{ Rules }", "").replace("{ players: 2, seed: 7 }", "").replace(
        "({players, seed, parameters})", ""
    ).replace('"decision") {', "")


@needs_wasmtime
def test_a_title_and_remarks_of_any_signs(hoyle: Hoyle, toy: Path, tmp_path: Path) -> None:
    text = toy.read_text(encoding="utf-8")
    title = text.split('"')[1]
    (tmp_path / "turned.hoyle").write_text(text.replace(title, "</script> \u202eשלום\u202c 🂡", 1), encoding="utf-8")
    done = hoyle("compile", tmp_path / "turned.hoyle", "-o", tmp_path / "out")
    assert done.status == 0, done.err
    assert (tmp_path / "out/turned.wasm").read_bytes()[:4] == b"\0asm"


@needs_wasmtime
def test_what_is_compiled_can_be_chosen(hoyle: Hoyle, tmp_path: Path) -> None:
    done = hoyle(
        *("compile", "twelve_days", "--variant", "short", "--set", "hands=2", "-o", tmp_path / "out"),
        *("--host", "js", "--lang", "fr", "--json"),
    )
    assert done.status == 0
    files = ["twelve_days-short.wasm", "twelve_days-short.json", "twelve_days-short.md", "hoyle_host.js"]
    assert [Path(name).name for name in done.json["files"]] == files
    assert done.json["variants"] == ["short"]
    assert done.json["players"] == [2, 3, 4, 5, 6, 7, 8]
    manifest = json.loads((tmp_path / "out/twelve_days-short.json").read_text(encoding="utf-8"))
    assert list(manifest["words"]) == ["fr"]
    assert {one["name"]: one["value"] for one in manifest["parameters"]}["hands"] == 2
    assert manifest["module"] == done.json["module"]
    done = hoyle("compile", "pig", "-o", tmp_path / "bare", "--host", "none")
    assert sorted(path.name for path in (tmp_path / "bare").iterdir()) == ["pig.json", "pig.md", "pig.wasm"]


@needs_wasmtime
def test_a_game_without_words_is_said_as_its_rules_are(hoyle: Hoyle, toy: Path, tmp_path: Path) -> None:
    assert hoyle("compile", toy, "-o", tmp_path / "out").status == 0
    assert json.loads((tmp_path / "out/toy.json").read_text(encoding="utf-8"))["words"] == {}


@needs_wasmtime
@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["pig", "--lang", "de"], "the languages are en, es, fr"),
        (["pig", "--host", "none", "--host", "js"], "goes with no other host"),
        (["pig", "--set", "target=0"], "from 1 to 500"),
        (["pig", "--variant", "long"], "no variant `long`"),
        (["pug"], "did you mean `pig`"),
    ],
)
def test_wrong_input_writes_nothing(hoyle: Hoyle, tmp_path: Path, options: list[str], words: str) -> None:
    done = hoyle("compile", *options, "-o", tmp_path / "out")
    assert done.status == 2
    assert words in done.err + done.out
    assert not (tmp_path / "out").exists()


@needs_wasmtime
def test_a_folder_that_cannot_be_written_is_told(hoyle: Hoyle, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    done = hoyle("compile", "pig", "-o", tmp_path / "out")
    assert done.status == 2
    assert (tmp_path / "out").read_text() == "a file"


@needs_wasmtime
def test_how_a_game_ends_by_itself_is_said_in_every_language(hoyle: Hoyle, tmp_path: Path) -> None:
    """The rules just run out: no ending is named that a words file could have words for."""
    spec = tmp_path / "last.hoyle"
    spec.write_text(
        'game "Last"\nfor 2 players\nwinners: p in players with highest points of p\ncounter points of each player\nto play:\n  for each p in players:\n    p scores 1\n'
    )
    for language in ("en", "es", "fr"):
        assert hoyle("words", spec, "--lang", language).status == 0
    assert hoyle("compile", spec, "-o", tmp_path / "out").status == 0
    words = json.loads((tmp_path / "out" / "last.json").read_text(encoding="utf-8"))["words"]
    said = {language: words[language]["endings"] for language in ("es", "fr")}
    assert said == {
        "es": {"the-end": "se ha jugado hasta el final"},
        "fr": {"the-end": "elle a été jouée jusqu’au bout"},
    }


def test_without_wasmtime_it_is_told_what_to_install(
    hoyle: Hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    done = hoyle("compile", "pig", "-o", tmp_path / "out")
    assert done.status == 2
    assert "pip install 'hoyle[wasm]'" in done.err
    assert not (tmp_path / "out").exists()
