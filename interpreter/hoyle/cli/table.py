"""The conversation of `hoyle play`: what is shown, what is typed, until the game is over or the person leaves.

Comes in: a session, lines typed. Goes out: text on one stream. What always holds: whatever is typed, the worst that can
happen is a sentence that says what is wrong.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TextIO

from rich.text import Text

from ..engine import PlayError
from ..engine.stuck import forbidding
from ..language.diagnostics import HoyleError
from . import board, match, output, remarks
from .lines import lines
from .parting import Parting
from .session import Endless
from .stories import describe, stuck_at
from .telling import Telling
from .tongue import ENGLISH

if TYPE_CHECKING:
    from .options import Request
    from .session import Session
    from .tongue import Plain

COMMANDS = ("help", "table", "moves", "history", "undo", "save", "quit")

Left = Literal["", "quit", "interrupted"]


class Conversation:
    """One game talked through.

    Args:
        session: the game.
        tongue: how it is spoken of.
        request: what was asked for.
        title: what the game is called.
        save: keeps the play and gives the file.
        stream: where the conversation is printed.
        record: the file that was named to keep the play in at its end.
        resume: the file it goes on from, where it is kept again if it is left.
    """

    def __init__(
        self,
        session: Session,
        tongue: Plain,
        request: Request,
        title: str,
        save: Callable[[Path | None], Path],
        stream: TextIO,
        record: Path | None = None,
        resume: Path | None = None,
    ) -> None:
        self.session, self.request, self.title, self.stream = session, request, title, stream
        self.tongue, self.words = tongue, tongue.words
        self.console = output.console(stream)
        self.fault: PlayError | None = session.fault
        self.parting = Parting(self, save, record, resume)
        self._told = 0
        self._warned = False
        self._listed: tuple[Any, match.Moves] | None = None

    def say(self, line: str = "", style: str = "") -> None:
        """A line of the conversation."""
        self.console.print(Text(line, style))

    def whole(self, line: str) -> None:
        """A line that is not broken, as what stands in it is to be copied."""
        self.console.print(Text(line), soft_wrap=True)

    def so(self, key: str, **values: object) -> str:
        """One of the terminal's own sentences, filled in; commands are called as in the language."""
        commands = {name: self.words[f"command {name}"] for name in COMMANDS}
        return self.words[key].format(**{**commands, **values})

    def run(self) -> Left:
        """Play to the end, or until the person leaves; says how they left."""
        session = self.session
        self.say(self.title, board.TITLE)
        players = ", ".join(self.tongue.player(seat) for seat in range(len(session.state.players)))
        key = "head" if self.tongue.is_you(session.seat) else "head_named"
        name = self.tongue.player(session.seat)
        self.say(self.so(key, players=players, name=name, seed=self.request.seed), board.FAINT)
        try:
            self._show()
            while session.mine and self.fault is None:
                line = self._read()
                if line is None:
                    self.parting.leave(anyhow=True)
                    return "quit"
                if self._hear(line):
                    return "quit"
        except KeyboardInterrupt:
            self.say()
            self.parting.leave(anyhow=True)
            return "interrupted"
        self._finish()
        self.parting.end()
        return ""

    def _finish(self) -> None:
        self.say()
        if isinstance(self.fault, Endless):
            self.say(self.so("endless", n=self.fault.made))
        if self.fault is not None:
            self.say(self.so("breaks_down"))
            self.whole(describe(self.fault, self.session.recorder.game))
            return
        self.say(Telling(self.tongue).outcome(self.session.state), board.TITLE)
        result = self.session.state.result
        if result is not None and result.stuck is not None:
            self.whole(describe(stuck_at(self.session.state)))
        self.say(self.so("seed", seed=self.request.seed), board.FAINT)

    def _show(self) -> None:
        """What has happened, the table, the moves."""
        session = self.session
        news, self._told = remarks.news(session.state, session.seat, self._told, session.forced)
        if news:
            self.say()
            scores = remarks.scores_of(session.recorder.game.program)
            board.tell(self.console, session.state, self.tongue, news, scores)
        self.say()
        board.draw(self.console, session.state, self.tongue)
        if session.mine and self.fault is None:
            self.say()
            self._list("", everything=False)
            other = self._moves().mistakable()
            if other and not self._warned:
                self._warned = True
                self.say(self.so("number_alone", move=other), board.FAINT)

    def _moves(self) -> match.Moves:
        """The moves as they are listed."""
        state = self.session.state
        if self._listed is None or self._listed[0] is not state:
            machine = state.table.machine
            moves = machine.moves(state.frame)
            listed = [moves[move.index] for move in board.ordered(state)]

            def say(some: Sequence[int]) -> list[str]:
                return self.tongue.asks(state, [listed[k] for k in some])

            self._listed = state, match.Moves(say, self.tongue.typed(state, listed), self.words)
        return self._listed[1]

    def _read(self) -> str | None:
        """A line typed; None at the end of input."""
        prompt = Text(f"{self.tongue.player(self.session.seat)} > ", board.NUMBER)
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
            word, _, rest = text.removeprefix(":").partition(" ")
            if not self._moves().has(text):
                command = self._command(word, also=text.startswith(":"))
                if command is not None:
                    return command(self, rest.strip())
                if text.startswith(":"):
                    raise HoyleError(self.so("no_command", word=text))
            try:
                chosen = self._moves().find(text)
            except match.NoSuchMove:
                command = self._command(word, also=True)
                if command is None:
                    raise
                return command(self, rest.strip())
            self.session.play(board.ordered(self.session.state)[chosen])
            self._show()
        except match.NoSuchMove as error:
            self.complain(self._not_now(text) or str(error))
        except HoyleError as error:
            self.complain(str(error))
        except PlayError as fault:
            self.fault = fault
        return False

    def _command(self, word: str, also: bool) -> Callable[[Conversation, str], bool] | None:
        """The command that a word means, in the player's language or in English; `also` one of those that are not shown,
        which are words of moves more often."""
        wanted = match.plain(word)
        for words in (self.words, lines(ENGLISH)):
            for name in COMMANDS:
                known = [words[f"command {name}"], *(words[f"also {name}"].split(",") if also else ())]
                if wanted and wanted in map(match.plain, known):
                    return self._commands[name]
        return Conversation._help if word == "?" else None

    def complain(self, text: str) -> None:
        """Say what cannot be done."""
        self.say(text if text.endswith((".", "?", "!")) else f"{text}.")

    def _not_now(self, typed: str) -> str:
        """Which limit does not allow a move that was typed, if one does."""
        state = self.session.state

        def meant(free: list[Any]) -> Any:
            try:
                return free[match.Moves(self.tongue.asks(state, free), self.tongue.typed(state, free)).find(typed)]
            except HoyleError:
                return None

        found = forbidding(state.table.machine, state.frame, meant)
        return self.so("not_now", limit=found[0], move=self.tongue.asks(state, [found[1]])[0]) if found else ""

    # ---- commands ----

    def _help(self, _: str) -> bool:
        moves = self._moves()
        move, example = moves.example()
        output.show(self.console, self.so("help", move=move, example=example))
        called = {name: self.so(f"command {name}") for name in COMMANDS}
        called["save"] += f" [{self.words['file']}]"
        wide = max(map(len, called.values()))
        for name in (*COMMANDS[1:], COMMANDS[0]):
            self.whole(f"  {called[name]:{wide}}   {self.so(f'help {name}')}")
        output.show(self.console, self.so("help_colon", english=", ".join((*COMMANDS[1:], COMMANDS[0]))))
        return False

    def _table(self, _: str) -> bool:
        board.draw(self.console, self.session.state, self.tongue)
        return False

    def _list(self, _: str, everything: bool = True) -> bool:
        board.list_moves(self.console, self._moves(), everything=everything)
        return False

    def _history(self, _: str) -> bool:
        session, telling = self.session, Telling(self.tongue)
        for remark in remarks.news(session.state, session.seat, 0, session.forced)[0]:
            output.show(self.console, self.tongue.whole(telling.line(remark)))
        return False

    def _undo(self, _: str) -> bool:
        if not self.session.can_undo:
            self.say(self.so("nothing_to_take_back"))
            return False
        self.session.undo()
        self._told = len(self.session.state.seen(self.session.seat))
        self.say(self.so("taken_back"))
        self._show()
        return False

    def _save(self, rest: str) -> bool:
        self.parting.keep(Path(rest).expanduser() if rest else None)
        return False

    def _quit(self, _: str) -> bool:
        return self.parting.leave()

    _commands: ClassVar[dict[str, Callable[[Conversation, str], bool]]] = {
        "help": _help,
        "table": _table,
        "moves": _list,
        "history": _history,
        "undo": _undo,
        "save": _save,
        "quit": _quit,
    }
