"""The conversation of `hoyle play`: what is shown, what is typed, until the game is over or the person leaves.

Comes in: a session, lines typed. Goes out: text on one stream. What always holds: whatever is typed, the worst that can
happen is a sentence that says what is wrong.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal, TextIO

from rich.text import Text

from ..engine import PlayError
from ..language.diagnostics import HoyleError
from . import board, match, output, words
from .stories import describe

if TYPE_CHECKING:
    from .options import Request
    from .session import Session

HELP = """\
Type the number of a move, its words, or enough of them: `pl 7 spa` for `play 7 of spades onto table`.
  table          show the table again
  moves          show all moves again
  history        all that you saw happen
  undo           take your last choice back
  save [FILE]    keep the play, to go on with `hoyle play --resume FILE`
  quit           leave; the play is kept
  help           this
With a colon before it (`:undo`) a word is always a command, even if a move begins the same."""

Left = Literal["", "quit", "interrupted"]


class Conversation:
    """One game talked through. `save` keeps the play and gives the file."""

    def __init__(self, session: Session, request: Request, save: Callable[[Path | None], Path], stream: TextIO) -> None:
        self.session, self.request, self.save, self.stream = session, request, save, stream
        self.console = output.console(stream)
        self.fault: PlayError | None = None
        self._told = 0

    def say(self, line: str = "", style: str = "") -> None:
        """A line of the conversation."""
        self.console.print(Text(line, style))

    def run(self) -> Left:
        """Play to the end, or until the person leaves; says how they left."""
        session = self.session
        game = session.recorder.game
        variants = f" ({', '.join(game.variants)})" if game.variants else ""
        self.say(f"{game.title}{variants}", board.TITLE)
        players = ", ".join(session.state.players)
        me = "" if session.me == "you" else f"; you are {session.me}"
        self.say(f"{players}{me}; seed {self.request.seed}; type `help` for help", board.FAINT)
        try:
            self._show()
            while session.mine and self.fault is None:
                line = self._read()
                if line is None or self._hear(line):
                    return "quit"
        except KeyboardInterrupt:
            self.say()
            return "interrupted"
        self._finish()
        return ""

    def _finish(self) -> None:
        self.say()
        if self.fault is not None:
            self.say(f"The rules break down here:\n{describe(self.fault)}")
            return
        self.say(words.outcome(self.session.state), board.TITLE)
        self.say(f"Seed {self.request.seed}.", board.FAINT)

    def _show(self) -> None:
        """What has happened, the table, the moves."""
        lines, self._told = board.news(self.session.state, self.session.seat, self._told)
        self.say()
        board.tell(self.console, lines)
        self.say()
        board.draw(self.console, self.session.state, self.session.seat)
        if self.session.mine:
            self.say()
            board.list_moves(self.console, self._moves())

    def _moves(self) -> list[str]:
        return [str(move) for move in self.session.state.moves]

    def _read(self) -> str | None:
        """A line typed; None at the end of input."""
        self.console.print(Text(f"{self.session.me} > ", board.NUMBER), end="")
        self.stream.flush()
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            self.say(line.rstrip("\n"))  # so that what is piped in reads like what is typed
        return line if line else None

    def _hear(self, line: str) -> bool:
        """Do what was typed; whether it was to leave."""
        text = line.strip()
        if not text:
            return False
        try:
            if text.casefold() not in [move.casefold() for move in self._moves()]:
                word, _, rest = text.removeprefix(":").partition(" ")
                command = self._commands.get(word.casefold())
                if command is not None:
                    return command(self, rest.strip())
                if text.startswith(":"):
                    raise HoyleError(f"there is no command `{text}`; type `help`")
            move = match.find(text, self._moves())
            self.session.play(move)
            self._show()
        except HoyleError as error:
            self.say(f"{str(error)[:1].upper()}{str(error)[1:]}.")
        except PlayError as fault:
            self.fault = fault
        return False

    # ---- commands ----

    def _help(self, _: str) -> bool:
        self.say(HELP)
        return False

    def _table(self, _: str) -> bool:
        board.draw(self.console, self.session.state, self.session.seat)
        return False

    def _list(self, _: str) -> bool:
        board.list_moves(self.console, self._moves(), everything=True)
        return False

    def _history(self, _: str) -> bool:
        for line in board.news(self.session.state, self.session.seat, 0)[0]:
            self.say(line)
        return False

    def _undo(self, _: str) -> bool:
        self.session.undo()
        self._told = len(self.session.state.seen(self.session.seat))
        self.say("Taken back.")
        self._show()
        return False

    def _save(self, rest: str) -> bool:
        path = self.save(Path(rest) if rest else None)
        self.say(f"Kept in {path}. Go on with: hoyle play --resume {path}")
        return False

    def _quit(self, _: str) -> bool:
        return True

    _commands: ClassVar[dict[str, Callable[[Conversation, str], bool]]] = {
        "help": _help,
        "?": _help,
        "table": _table,
        "moves": _list,
        "history": _history,
        "undo": _undo,
        "save": _save,
        "quit": _quit,
        "exit": _quit,
    }
