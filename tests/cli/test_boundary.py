"""What holds for every command: exit statuses, one clear message, no traceback, a quick help."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from hoyle.cli import app, commands
from hoyle.language.diagnostics import HoyleError

from .conftest import Hoyle

COMMANDS = sorted(module.name for module in pkgutil.iter_modules(commands.__path__))


def test_help_lists_every_command(hoyle: Hoyle) -> None:
    done = hoyle("--help")
    assert done.status == 0
    for name in COMMANDS:
        assert f"\n  {name} " in done.out
    assert "..." not in done.out.replace("[ARGS]...", "")  # no sentence is cut off
    assert hoyle().out == done.out  # who types no command is helped, too


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_explains_itself(hoyle: Hoyle, name: str) -> None:
    done = hoyle(name, "--help")
    assert done.status == 0
    assert done.out.startswith(f"Usage: hoyle {name}")


def test_help_is_quick() -> None:
    """Quick means: it imports none of what takes long. Times would depend on the machine."""
    heavy = ["lark", "rich", "hypothesis", "jinja2", "babel", "pytest", "numpy"]
    code = f"""if 1:
        import sys
        from hoyle.cli.app import run
        run(["--help"])
        print([name for name in {heavy} if name in sys.modules], file=sys.stderr)"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr == "[]\n"


def test_a_game_that_is_right_is_checked_without_all_that_knows_of_mistakes() -> None:
    """And each edition of it, with and without its variant, is read once, however many languages its words are in."""
    code = """if 1:
        import sys
        from hoyle import library
        from hoyle.cli.app import run
        run(["check", "goofspiel"])
        print([name for name in ("mistakes", "remedies") if f"hoyle.language.{name}" in sys.modules], file=sys.stderr)
        print(library._checked.cache_info().misses, file=sys.stderr)"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr == "[]\n3\n", done.stderr  # the game, its variant, its scope


def test_version(hoyle: Hoyle) -> None:
    assert hoyle("--version").out.startswith("hoyle 0.")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["simulat"], "there is no command `simulat`; did you mean `simulate`?"),
        (["games", "--fast"], "--fast"),
        (["check"], "hoyle: missing argument `SPEC`\n"),
        (["compile", "pig"], "hoyle: missing option `-o` / `--output`\n"),
        (["book", "pig", "--format", "doc"], "invalid value for `--format`: `doc` is not one of `md`, `html`, `pdf`\n"),
        (["games", "more"], "hoyle: got unexpected extra argument (more)\n"),
        (["simulate", "pig", "--players", "many"], "many"),
        (["simulate", "pig", "--players", "0"], "`0` is not a number of players"),
        (["simulate", "pig", "--players", "-1"], "`-1` is not a number of players"),
        (["simulate", "pig", "--players", ""], "`` is not a number of players"),
        (["simulate", "pig", "--players", "two"], "`two` is not a number of players"),
        (["simulate", "pig", "--players", "1e3"], "`1e3` is not a number of players"),
        (["simulate", "pig", "--players", "1000000000"], "`1000000000` is not a number of players"),
        (["simulate", "pig", "--players", "999999999"], "Pig is for 2 to 10 players, not for 999999999"),
        (["play", "pig", "--players", "2,3"], "`2,3` are several numbers of players, and this command takes one"),
        (["verify", "pig", "--players", "4-2"], "`4-2` is no range"),
        (["verify", "pig", "--budget", "nan"], "`nan` is not a number of seconds"),
        (["verify", "pig", "--budget", "inf"], "inf is not in the range 0<x<=1000000"),
        (["diff", "pig", "pig", "--budget", "nan"], "`nan` is not a number of seconds"),
        (["bench", "pig", "--seconds", "nan"], "`nan` is not a number of seconds"),
        (["verify", "pig", "--mutants", "--exhaustive"], "leave out --exhaustive, or --mutants"),
        (["verify", "pig", "--mutants", "--steps", "10"], "leave out --steps, or --mutants"),
        (["verify", "pig", "--mutants", "--scope", "small"], "leave out --scope, or --mutants"),
        (["verify", "pig", "--players", "2-999999999"], "`2-999999999` is no range"),
        (["diff", "pig", "pig", "--set", "target=20", "--set", "target=30"], "`target` is set twice"),
        (["demo", "--seed", str(2**63)], "--seed"),
        (["simulate", "pig", "--seed", "-1"], "-1"),
        (["simulate", "pig", "--set", "target"], "`target` is not of the form name=value"),
        (["simulate", "pig", "--set", "target=ten"], "`ten` is not a whole number"),
        (["simulate", "pig", "--set", "target=20", "--set", "target=30"], "`target` is set twice"),
        (["simulate", "pig", "--set", "target=1_0"], "`1_0` is not a whole number"),
        (["simulate", "pig", "--set", "target=" + "9" * 5000], "9…` is not a whole number"),
        (["simulate", "pig", "--plays", "0"], "0"),
        (["check", "a" * 5000], "file name too long"),
        (["check", "a" * 5000 + ".hoyle"], "file name too long"),
        (["replay", "a" * 5000], "file name too long"),
        (["new", "game", "--in", "/dev/null"], "cannot be made"),
        (["explain", "\u0000"], "no code"),
        (["check", ""], "the name of the game is empty"),
        (["compile", "pig", "-o", ""], "the name is empty"),
        (["site", "pig", "-o", ""], "the name is empty"),
        (["book", "pig", "-o", ""], "the name is empty"),
        (["demo", "--site", ""], "the name is empty"),
        (["replay", ""], "the name is empty"),
        (["play", "pig", "--record", ""], "the name is empty"),
        (["new", "game", "--in", ""], "the name is empty"),
        (["site", "pig", "--lang", "en,xx", "-o", "out"], "`xx`"),
    ],
)
def test_wrong_command_lines_are_said_in_one_message(hoyle: Hoyle, args: list[str], words: str) -> None:
    done = hoyle(*args)
    assert done.status == 2
    assert done.out == ""
    assert words in done.err
    assert done.err.startswith("hoyle: ")


def test_wrong_input_is_json_too(hoyle: Hoyle) -> None:
    done = hoyle("games", "--fast", "--json")
    assert done.status == 2
    assert "--fast" in done.json["errors"][0]["message"]


class Fails:
    """A command that ends with an error of a user's or of ours."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def command(self) -> click.Command:
        def callback() -> None:
            raise self.error

        return click.Command("games", callback=callback)


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (HoyleError("there is no game `x`"), 2, "hoyle: there is no game `x`\n"),
        (KeyboardInterrupt(), 130, "\nhoyle: interrupted\n"),  # a line of its own, after what the terminal shows
        (app.Stopped("kept 3 plays"), 130, "hoyle: interrupted; kept 3 plays\n"),
    ],
)
def test_errors_become_statuses(
    hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch, error: BaseException, status: int, words: str
) -> None:
    failing = Fails(error).command()
    monkeypatch.setattr(app.Commands, "get_command", lambda *_: failing)
    done = hoyle("games")
    assert (done.status, done.out, done.err) == (status, "", words)


def test_our_own_mistakes_are_owned_and_can_be_reported(
    hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    failing = Fails(ZeroDivisionError("division by zero")).command()
    monkeypatch.setattr(app.Commands, "get_command", lambda *_: failing)
    done = hoyle("games")
    assert done.status == 70
    assert "a mistake in Hoyle, not in your rules (ZeroDivisionError: division by zero)" in done.err
    (report,) = tmp_path.glob("hoyle-*.txt")
    assert str(report) in done.err
    assert "$ hoyle games" in report.read_text()
    assert "Traceback" in report.read_text()


def test_a_reader_that_goes_away_is_no_error() -> None:
    for reader in ("true", "head -1", "head -c 100"):
        pipe = f"set -o pipefail; {sys.executable} -m hoyle explain --json | {reader}"
        done = subprocess.run(["bash", "-c", pipe], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), reader


def test_signs_a_terminal_cannot_show_do_not_stop_a_command(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hoyle", "check", "Überraschung×"],
        capture_output=True,
        cwd=tmp_path,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
    )
    assert done.returncode == 2
    assert b"\\xdc" in done.stderr


SHARED = {
    "--json": set(COMMANDS),
    "--seed": {"demo", "diff", "play", "simulate", "site", "verify"},
    "--players": {"check", "diff", "play", "simulate", "verify"},
    "--variant": {"approve", "book", "check", "compile", "play", "simulate", "verify"},
    "--set": {"approve", "book", "check", "compile", "diff", "play", "simulate", "verify"},
    "--lang": {"approve", "book", "check", "compile", "site", "words"},
}


@pytest.mark.parametrize("option", SHARED)
def test_common_options_are_where_they_make_sense(hoyle: Hoyle, option: str) -> None:
    having = {name for name in COMMANDS if f"\n  {option} " in hoyle(name, "--help").out}
    assert having >= SHARED[option], SHARED[option] - having


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["simulate pig --plays 3 --seed 1", "play pig --seed 1", "check nosuch"])
def test_streams_that_are_closed(tmp_path: Path, command: str, closed: str) -> None:
    call = f"{sys.executable} -m hoyle {command} {closed}"
    done = subprocess.run(["bash", "-c", call], capture_output=True, text=True, cwd=tmp_path, stdin=subprocess.DEVNULL)
    assert done.returncode == (2 if "nosuch" in command else 0), done.stderr
    assert "mistake in Hoyle" not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["explain", "explain --json", "games --json"])
def test_a_full_disk_is_said(tmp_path: Path, command: str) -> None:
    call = f"{sys.executable} -m hoyle {command} > /dev/full"
    done = subprocess.run(["bash", "-c", call], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "hoyle: what is printed cannot be written: no space left on device\n"
