"""The flow of a game: its rules as a control-flow graph for one number of players and one setting of the parameters.

Comes in: made by `lower` from a checked program. Goes out: read by the engines (interpreter, compiler) and by nothing else
but them and tools that print it. What always holds:

- A *frame* is fixed: `slots` (machine integers, and a few lists, plays and melds) and `places` (what lies where). Nothing
  else changes while a game is played.
- `code` is a list of instructions; a position in it is a program counter, and is itself part of a state. Instructions
  that can stop are decisions (`Choose`), chances (`Draw`, `Roll`, `Pick`) and the end (`EndGame`).
- Procedures do not recurse, so each has its own slots, cleared when it is left: two states that differ only in what is
  over are equal.
- Expressions are pure; sequences are finite, have an order, and may be walked again. Every variable of a binder is a
  *register* of its own, alive only inside one evaluation.

Values: numbers, seats (0 first), truths, values of a kind (their position in it), places (their index), faces (their
index over all components), forms (their position) are plain integers. A *card* is a face at a place, `place << 16 | face`
(`place` 0 is nowhere). A *meld* is (form, faces); a *play* is (seat, form, faces), form -1 where single cards are played.
None is `NONE`.

    values        none, the sorts of values
    expressions   what gives one value, what gives a sequence
    declared      terms, combinations, pieces, places, slots
    instructions  what a program counter stands at; options of decisions
    graph         the whole
"""

# All classes are read from here, as `flow.Name`: a list of them would only say again what the modules hold.
from .declared import *  # noqa: F403
from .expressions import *  # noqa: F403
from .graph import *  # noqa: F403
from .instructions import *  # noqa: F403
from .values import *  # noqa: F403
