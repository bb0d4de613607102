"""Processes that help end with the one that they help, whatever they are doing, and leave interrupts to it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from hoyle.engine.processes import ProcessEnded, processes

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are those of POSIX")

HELPED = """
import os, sys, time
from hoyle.engine.processes import processes

def work():
    print("at work", os.getpid(), flush=True)
    time.sleep(60)

if __name__ == "__main__":
    with processes(2) as pool:
        working = [pool.submit(work), pool.submit(work)]
        print("begun", flush=True)
        working[0].result()
"""


@pytest.fixture
def helped(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A program that is helped by two processes."""
    script = tmp_path / "helped.py"
    script.write_text(HELPED, encoding="utf-8")
    program = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    yield program
    program.kill()
    program.communicate()


def lines(program: subprocess.Popen[str], count: int) -> list[str]:
    assert program.stdout is not None
    return [program.stdout.readline() for _ in range(count)]


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{pid}/stat").exists() and Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z"


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_they_end_when_who_they_help_is_ended(helped: subprocess.Popen[str], by: signal.Signals) -> None:
    helpers = [int(line.split()[-1]) for line in lines(helped, 3)[1:]]
    helped.send_signal(by)
    helped.wait(20)
    end = monotonic() + 20
    while not all(gone(pid) for pid in helpers):
        assert monotonic() < end, "a process was left behind"
        sleep(0.05)


def test_an_interrupt_while_they_begin_is_told_once(helped: subprocess.Popen[str]) -> None:
    assert lines(helped, 1) == ["begun\n"]
    os.killpg(helped.pid, signal.SIGINT)
    said = helped.communicate(timeout=30)[1]
    assert said.count("KeyboardInterrupt\n") == 1, said


def test_what_fails_does_not_wait_for_their_work() -> None:
    def fail() -> None:
        with processes(1) as pool:
            assert pool.submit(abs, -3).result() == 3
            pool.submit(sleep, 60)
            raise KeyboardInterrupt

    begin = monotonic()
    with pytest.raises(KeyboardInterrupt):
        fail()
    assert monotonic() - begin < 20


def test_one_that_is_ended_from_outside_is_told() -> None:
    def go_on_without_it() -> None:
        with processes(1) as pool:
            os.kill(pool.submit(os.getpid).result(), signal.SIGKILL)
            pool.submit(abs, -3).result()

    with pytest.raises(ProcessEnded, match="ended from outside"):
        go_on_without_it()
