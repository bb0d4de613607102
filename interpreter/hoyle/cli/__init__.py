"""The command line: `hoyle COMMAND`.

Comes in: arguments. Goes out: text (or one JSON document with --json) on stdout, progress and complaints on stderr, and
an exit status. What always holds:

- 0: it holds; 1: violated (the story is printed); 2: the input is wrong (the place is printed); 3: not decided within
  the limits given; 70: a mistake of Hoyle itself; 130: interrupted, what was done is kept. Nobody sees a traceback.
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
        from .app import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:  # while we were still being loaded, or about to leave
        if sys.stderr is not None:
            print("\nhoyle: interrupted", file=sys.stderr)
        status = 130
    sys.exit(status)
