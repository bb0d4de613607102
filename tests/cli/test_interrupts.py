"""Interrupts and requests to end: nobody sees a trace, what is done is kept, processes that help are gone."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are those of POSIX")

# `hoyle`, which gets a signal when it begins to import WHERE.
AT_IMPORT = """
import os, signal, sys

class AtImport:
    def find_spec(self, name, path=None, target=None):
        if name == {where!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, AtImport())
sys.argv = ["hoyle", "games"]
{entry}
"""

ENTRIES = {
    "hoyle": "from hoyle.cli import main; sys.exit(main())",
    "python -m hoyle": "import runpy; runpy.run_module('hoyle', run_name='__main__', alter_sys=True)",
}


def heard() -> None:
    """What a child begins with: interrupts are not ignored, as they are for a job in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize(
    "where", ["hoyle.cli.interrupts", "hoyle.cli.app", "click", "hoyle.language.diagnostics", "hoyle.resources", "rich"]
)
def test_an_interrupt_while_being_loaded_is_told_in_a_line(entry: str, where: str) -> None:
    code = AT_IMPORT.format(where=where, entry=ENTRIES[entry])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, preexec_fn=heard)
    assert done.stderr == "\nhoyle: interrupted\n"
    assert done.returncode == 130


def test_nothing_is_loaded_before_somebody_listens() -> None:
    """Until then an interrupt shows a trace, whatever we do."""
    code = "import sys; before = set(sys.modules); import hoyle.cli; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"hoyle", "hoyle.cli", "__future__"}


def test_an_interrupt_at_the_very_end_changes_nothing(tmp_path: Path) -> None:
    code = """if 1:
        import atexit, os, signal, sys
        atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))
        sys.argv = ["hoyle", "check", "nosuch"]
        from hoyle.cli import main
        main()"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, preexec_fn=heard, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("hoyle: there is no game `nosuch`")
    assert len(done.stderr.splitlines()) == 1


def begun(tmp_path: Path, *args: str) -> subprocess.Popen[str]:
    """A command at work, in a group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "hoyle", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        start_new_session=True,
        preexec_fn=heard,
    )


def members(group: int) -> list[int]:
    """The processes of a group that are still there."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group = stat.read_text().rpartition(")")[2].split()[:3]
        except (OSError, ValueError):
            continue
        if int(its_group) == group and state != "Z":
            found.append(int(stat.parent.name))
    return found


def left_alone(group: int) -> None:
    """No process of a group stays behind; those that helped have some time to see that it is over."""
    end = monotonic() + 30
    while members(group) and monotonic() < end:
        sleep(0.05)
    assert members(group) == []


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")


@needs_proc
@pytest.mark.parametrize(("by", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("to", ["process", "group"])
def test_simulate_gives_the_figures_so_far(tmp_path: Path, by: signal.Signals, status: int, to: str) -> None:
    plays = ["--plays", "100000000", "--seed", "1", "--json", "--jobs", "2"]
    program = begun(tmp_path, "simulate", "pig", "--engine", "interpreter", *plays)
    end = monotonic() + 60
    while len(members(program.pid)) < 3 and monotonic() < end:  # processes help
        sleep(0.05)
    sleep(1.0)
    (os.killpg if to == "group" else os.kill)(program.pid, by)
    out, err = program.communicate(timeout=60)
    assert program.returncode == status, err
    assert json.loads(out)["plays"] > 10
    assert err.startswith("hoyle: interrupted; the figures are those of ")
    assert len(err.splitlines()) == 1
    left_alone(program.pid)


@needs_proc
def test_verify_and_mutants_give_what_they_found_when_asked_to_end(tmp_path: Path) -> None:
    for extra, words in (
        ([], "Interrupted; these are the results so far"),
        (["--mutants", "--jobs", "2"], "interrupted: "),
    ):
        program = begun(tmp_path, "verify", "kuhn_poker", "--budget", "100", "--seed", "1", *extra)
        sleep(4)
        os.killpg(program.pid, signal.SIGTERM)
        out, err = program.communicate(timeout=60)
        assert program.returncode == 143, err
        assert err == ""
        assert words in out
        left_alone(program.pid)


def test_what_was_to_be_ignored_stays_ignored(tmp_path: Path) -> None:
    code = """if 1:
        import os, signal, sys
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        from hoyle.cli import interrupts
        interrupts.listen()
        os.kill(os.getpid(), signal.SIGHUP)
        print("still here")"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "still here\n")


def test_asked_twice_at_once_is_asked_once(tmp_path: Path) -> None:
    """`timeout` sends SIGTERM to the process and then to its group."""
    code = """if 1:
        import os, signal, sys
        from hoyle.cli import interrupts
        interrupts.listen()
        try:
            os.kill(os.getpid(), signal.SIGTERM)
        except KeyboardInterrupt:
            os.kill(os.getpid(), signal.SIGTERM)
            print("kept")
        sys.exit(interrupts.status(1))"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (143, "kept\n")
