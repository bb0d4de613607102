"""The conversation of `hoyle play`: what is shown, what is typed, until the game is over or the person leaves.

Comes in: a session, lines typed. Goes out: text on one stream. What always holds: whatever is typed, the worst that can
happen is a sentence that says what is wrong.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TextIO

from rich.text import Text

from ..engine import PlayError
from ..engine.stuck import forbidding
from ..language.diagnostics import HoyleError
from . import board, match, output, wording, words
from .stories import describe, stuck_at

if TYPE_CHECKING:
    from .options import Request
    from .session import Session

HELP = """\
Type the number that stands before a move, or its words, or enough of them: `pl 7 spa` for
`play 7 of spades onto table`. A number by itself is always the number before a move: for a
card that is called by a number, type `play 7`.
  table          show the table again
  moves          show all moves again
  history        all that you saw happen
  undo           take your last choice back
  save [FILE]    keep the play, to go on with `hoyle play --resume FILE`
  quit           leave; the play is kept if you have chosen anything
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
        self._warned = False

    def say(self, line: str = "", style: str = "") -> None:
        """A line of the conversation."""
        self.console.print(Text(line, style))

    def whole(self, line: str) -> None:
        """A line that is not broken, as what stands in it is to be copied."""
        self.console.print(Text(line), soft_wrap=True)

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
            self.say("The rules break down here:")
            self.whole(describe(self.fault, self.session.recorder.game))
            return
        self.say(words.outcome(self.session.state), board.TITLE)
        result = self.session.state.result
        if result is not None and result.stuck is not None:
            self.whole(describe(stuck_at(self.session.state)))
        self.say(f"Seed {self.request.seed}.", board.FAINT)

    def _show(self) -> None:
        """What has happened, the table, the moves."""
        session = self.session
        lines, self._told = board.news(session.state, session.seat, self._told, session.forced)
        self.say()
        board.tell(self.console, session.state, lines, board.scores_of(session.recorder.game.program))
        self.say()
        board.draw(self.console, self.session.state, self.session.seat)
        if self.session.mine:
            self.say()
            moves = self._moves()
            board.list_moves(self.console, moves)
            other = match.mistakable(moves)
            if other and not self._warned:
                self._warned = True
                self.say(
                    f"A number by itself is the number before a move; else type more words: `{other}`.", board.FAINT
                )

    def _moves(self) -> list[str]:
        """The moves as they are listed."""
        mine = wording.yours(self.session.state.table)
        return [mine(str(move)) for move in board.ordered(self.session.state)]

    def _read(self) -> str | None:
        """A line typed; None at the end of input."""
        prompt = Text(f"{self.session.me} > ", board.NUMBER)
        if sys.stdin is not None and sys.stdin.isatty() and self.stream is sys.stdout and self.console.is_terminal:
            return self._edited(prompt)
        self.console.print(prompt, end="")
        self.stream.flush()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            self.say()
        elif not sys.stdin.isatty():
            self.say(line.rstrip("\n"))  # so that what is piped in reads like what is typed
        return line if line else None

    def _edited(self, prompt: Text) -> str | None:
        """A line typed at a terminal, where arrows edit it and bring back lines before; None at the end of input."""
        with suppress(ImportError):
            import readline  # noqa: F401  (input edits lines once it is imported)
        with self.console.capture() as caught:
            self.console.print(prompt, end="")
        # Between these marks is what takes no room on the line.
        marked = re.sub(r"(\x1b\[[0-9;]*m)", "\x01\\1\x02", caught.get())
        try:
            return f"{input(marked)}\n"
        except EOFError:
            self.say()
            return None

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
            chosen = match.find(wording.yours(self.session.state.table)(text), self._moves())
            self.session.play(board.ordered(self.session.state)[chosen])
            self._show()
        except match.NoSuchMove as error:
            self._complain(self._not_now(text) or str(error))
        except HoyleError as error:
            self._complain(str(error))
        except PlayError as fault:
            self.fault = fault
        return False

    def _complain(self, text: str) -> None:
        self.say(f"{text[:1].upper()}{text[1:]}.")

    def _not_now(self, typed: str) -> str:
        """Which limit does not allow a move that was typed, if one does."""
        state = self.session.state
        machine, names = state.table.machine, state.table.names
        mine = wording.yours(state.table)

        def said(move: Any) -> str:
            return mine(names.said(machine.said(state.frame, move)))

        def meant(free: list[Any]) -> Any:
            try:
                return free[match.find(mine(typed), [said(move) for move in free])]
            except HoyleError:
                return None

        found = forbidding(machine, state.frame, meant)
        return f"not now: `{found[0]}` does not allow {said(found[1])}" if found else ""

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
        session = self.session
        for line in board.news(session.state, session.seat, 0, session.forced)[0]:
            self.say(line)
        return False

    def _undo(self, _: str) -> bool:
        self.session.undo()
        self._told = len(self.session.state.seen(self.session.seat))
        self.say("Taken back.")
        self._show()
        return False

    def _save(self, rest: str) -> bool:
        self.keep(Path(rest).expanduser() if rest else None)
        return False

    def keep(self, path: Path | None = None) -> None:
        """Keep the play, and say where.

        Errors: HoyleError if it cannot be written.
        """
        kept = self.save(path)
        self.whole(f"Kept in {kept}. Go on with:")
        self.whole(f"  hoyle play --resume {shlex.quote(str(kept))}")

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
