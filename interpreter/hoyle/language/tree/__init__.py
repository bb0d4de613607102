"""The tree of a spec: one class for each kind of node of `grammar.lark`, as written, before any name is resolved.

Comes in: what `parse` reads. Goes out: plain nodes, each with its `span`; expressions get their `type` from `check`.
What always holds: nodes compare by structure alone (spans and types do not count), so that two texts with the same
meaning to the grammar have equal trees; fields hold nodes, lists of nodes, words and numbers, nothing else.

    nodes         what all share
    expressions   names, numbers, conditions, lists; cells of tables
    statements    what happens, choices
    declarations  what stands at the left margin; lines of examples, changes of variants
"""

# All classes are read from here, as `tree.Name`: a list of them would only say again what the modules hold.
from .declarations import *  # noqa: F403
from .expressions import *  # noqa: F403
from .nodes import *  # noqa: F403
from .statements import *  # noqa: F403
