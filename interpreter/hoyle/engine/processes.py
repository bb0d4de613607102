"""Processes that help this one.

Comes in: how many, and what each does first. Goes out: a pool of them. What always holds: they end when this process
is interrupted, fails or is ended from outside, even in the middle of their work; an interrupt, or a request to end, that
reaches all processes (of a terminal, of `timeout`) is left to this one.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from time import monotonic, sleep
from typing import Any

from ..language.diagnostics import HoyleError


class ProcessEnded(HoyleError):
    """A process that helped was ended from outside."""

    def __init__(self) -> None:
        super().__init__(
            "one of the processes that share the work was ended from outside; if memory was short, ask for fewer "
            "with --jobs"
        )


class Processes(ProcessPoolExecutor):
    """A pool of processes that know when they are at work."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Let one of them call a function."""
        # New processes take over what is held back, and else would tell of an interrupt while they begin.
        with _interrupts_held_back():
            return super().submit(_work, function, *args, **kwargs)


@contextmanager
def processes(count: int, begin: Callable[..., None] | None = None, *args: Any) -> Iterator[Processes]:
    """A pool of processes for as long as this lasts.

    Args:
        count: how many.
        begin: what each of them does first, with `args`.

    Raises:
        ProcessEnded: one of them was ended from outside.
    """
    # New processes rather than copies of this one: a copy of a process that has threads may stand still for ever.
    context = get_context("spawn")
    # Nothing is ever sent: what each process waits for is that this end is closed, by us or because we are gone.
    theirs, ours = context.Pipe(duplex=False)
    pool = Processes(count, context, _ready, (theirs, begin, args))
    try:
        yield pool
    except BrokenProcessPool:
        raise ProcessEnded from None
    finally:
        ours.close()
        pool.shutdown(cancel_futures=True)
        theirs.close()


LEFT_TO_US = {signal.SIGINT, signal.SIGTERM}
"""What the processes that help do not hear."""

_at_work = False
"""Whether this process is at work, not waiting or handing over what came of it."""

GRACE = 1.0
"""Seconds that a process has to hand over what came of its work: half of it would leave the other side waiting."""


def _work(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    global _at_work
    _at_work = True
    try:
        return function(*args, **kwargs)
    finally:
        _at_work = False


def _ready(ours: Connection, begin: Callable[..., None] | None, args: tuple[Any, ...]) -> None:
    """Make a new process ready."""
    for number in LEFT_TO_US:
        signal.signal(number, signal.SIG_IGN)
    Thread(target=_end_with, args=(ours,), daemon=True).start()
    if begin is not None:
        _work(begin, *args)


def _end_with(ours: Connection) -> None:
    """End this process when the other end is closed."""
    ours.poll(None)
    end = monotonic() + GRACE
    while not _at_work and monotonic() < end:
        sleep(0.01)
    os._exit(1)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """An interrupt, or a request to end, that comes meanwhile counts afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, LEFT_TO_US)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
