"""Interrupts, and requests from outside to end (`kill`, a terminal that is closed).

Comes in: signals. Goes out: KeyboardInterrupt where work is going on, so that what is done is kept; the end of this
process where there is nothing to keep. What always holds: nobody sees a trace; a request to end is an interrupt, and
only the exit status tells the two apart.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from time import monotonic
from types import FrameType

INTERRUPTED = 130

TWICE = 1.0
"""Seconds within which a second request to end is the first once more: `timeout` sends it to the process, and to its
group."""

_ended: tuple[int, float] | None = None
"""The signal that asked to end, and when."""


def leave_at_once(status: int = INTERRUPTED, said: str = "\nhoyle: interrupted\n") -> None:
    """From now on an interrupt ends this process, as there is nothing to keep: it is being loaded, or about to leave."""

    def leave(number: int, frame: FrameType | None) -> None:
        try:
            os.write(2, said.encode())
        finally:
            os._exit(status)

    _on(signal.SIGINT, leave)


def listen() -> None:
    """From now on interrupts, and requests to end, raise KeyboardInterrupt. What was to be ignored (`nohup`) stays so."""
    _on(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            _on(number, _end)


def status(of_command: int) -> int:
    """The exit status of this process: that of the command, unless it was asked to end."""
    return of_command if _ended is None else 128 + _ended[0]


def _on(number: int, handler: Callable[[int, FrameType | None], object]) -> None:
    # Who starts a process in the background has interrupts ignored there.
    if signal.getsignal(number) is not signal.SIG_IGN:
        signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> None:
    global _ended
    if _ended is None:
        _ended = number, monotonic()
        raise KeyboardInterrupt
    if monotonic() - _ended[1] > TWICE:  # it takes too long to keep what there is
        os._exit(128 + number)
