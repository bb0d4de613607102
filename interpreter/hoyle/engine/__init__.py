"""The engine: a flow goes in, states and moves come out.

What comes in: a `Flow` (`flow`), a game's rules as a control-flow graph for one number of players, made by
`lower`. What goes out: states, which are values, from one stop to the next. A stop is a *decision* (a player chooses
among distinct moves), a *chance* (a card leaves a shuffled pile, dice fall, somebody is picked) or the *end*; a
player who is to choose and cannot is *stuck*.

    game = Game(flow_for, players=range(3, 7))        `flow_for(players)` gives a flow
    state = game.start(["ann", "bob", "cid"], seed=1)  or seed=None, and chances are left to the caller
    state.moves, state.play("play friday onto omen-pile of cat")
    state.chances, state.take(outcome)                 with exact probabilities
    state.observation("ann"), state.history("ann"), state.result, state.to_json()

What always holds: a state never changes, is compared by position, and is all there is: no hidden luck, no generators.
The same choices and the same luck give the same states, on every engine, to the bit (`chance.py`). A fault of the
rules raises `PlayError`.

Inside, from the bottom: `layout` (a position as one list), `places` and `moving` (cards come and go), `melds`;
`known`, `text` and `writer` (a flow becomes Python functions) with `scalars`, `pieces`, `folds`, `calls`, `sequences`
(how expressions are written) and `primitives` (what they call), `steps` and `stops` with `moves` (how instructions
are); `machine` (from stop to stop), `results`; then `events`, `observe`, `names`, `tell` (what happened, who knows it, in
words), `saving`, `state`, `game`, `record`, `policy`, and `length` (how long a game is).
"""

from .chance import Luck
from .errors import PlayError
from .flow import Flow
from .game import Game
from .machine import Machine, Playout, Stop
from .policy import POLICIES
from .record import Record, record, replay
from .state import Move, Outcome, Result, State

__all__ = [
    "POLICIES",
    "Flow",
    "Game",
    "Luck",
    "Machine",
    "Move",
    "Outcome",
    "PlayError",
    "Playout",
    "Record",
    "Result",
    "State",
    "Stop",
    "record",
    "replay",
]
