"""The command line: `hoyle COMMAND`.

Comes in: arguments. Goes out: text (or one JSON document with --json) on stdout, progress and complaints on stderr, and
an exit status. What always holds:

- 0: it holds; 1: violated (the story is printed); 2: the input is wrong (the place is printed); 3: not decided within
  the limits given; 70: a mistake of Hoyle itself; 130: interrupted, 143: asked to end (SIGTERM), and what was done is
  kept. Nobody sees a traceback, not even who interrupts while all this is being loaded: this module, and the package
  above it, import next to nothing.
- Common options (`options`) mean the same everywhere, and the seed is always printed.
- A command is one module of `commands`, found by its file name and imported when it is needed. Such a module imports
  nothing heavy at its top, so that `hoyle --help` is quick.
- Files are written whole or not at all (`files`).
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line of this process and leave with its exit status."""
    try:
        from . import interrupts

        interrupts.leave_at_once()
        from .app import run

        interrupts.listen()
        status = interrupts.status(run(sys.argv[1:]))
        interrupts.leave_at_once(status, "")
    except KeyboardInterrupt:  # before there was anybody to listen
        if sys.stderr is not None:
            print("\nhoyle: interrupted", file=sys.stderr)
        status = 130
    sys.exit(status)
