"""How a conversation of `hoyle play` ends without losing the play, whatever ends it.

Comes in: the conversation, and what keeps its play. Goes out: a file, and a word about where it is. What always holds: a
play that somebody has chosen in is kept unless they leave it a second time where it cannot be, and it is said where.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ..language.diagnostics import HoyleError
from . import output
from .stories import keep_elsewhere

if TYPE_CHECKING:
    from ..engine.state import State
    from .table import Conversation


class Parting:
    """Keeps the play of a conversation.

    Args:
        talk: the conversation.
        save: keeps the play in a file, or where it is kept if none is named, and gives the file.
        record: the file named to keep it in at its end.
        resume: the file it goes on from.
    """

    def __init__(
        self, talk: Conversation, save: Callable[[Path | None], Path], record: Path | None, resume: Path | None
    ) -> None:
        self.talk, self.save, self.record = talk, save, record
        self.file = record or resume
        self.failed = False
        """Whether the play was left, and its file could not be written."""
        self._saved: State | None = None
        self._refused: State | None = None

    @property
    def _worth(self) -> bool:
        """Whether the seed alone would not give this play again."""
        return self.talk.session.chosen > 0 or self.record is not None

    def keep(self, path: Path | None = None) -> None:
        """Keep the play, and say where.

        Errors: HoyleError if it cannot be written.
        """
        self._tell(self.save(path))
        self._saved = self.talk.session.state

    def leave(self, anyhow: bool = False) -> bool:
        """Keep the play of somebody who leaves, and say where; whether they may leave.

        Where its file cannot be written they may not, so that they can name another one: unless they ask a second time, or
        nothing more can be typed (`anyhow`); then it is kept elsewhere if it can be.
        """
        talk = self.talk
        state = talk.session.state
        if not self._worth:
            talk.say(talk.so("nothing_kept", seed=talk.request.seed))
            return True
        try:
            self.keep(self.file)
        except HoyleError as error:
            saved = self._saved is state
            if self._refused is not state:
                talk.complain(str(error))
                if not anyhow and not saved:
                    self._refused = state
                    talk.say(talk.so("not_left", file=talk.words["file"]))
                    return False
            if saved:
                return True
            self._elsewhere(self._tell)
        return True

    def end(self) -> None:
        """Keep a play that has come to its end, where that was asked for or the rules broke down in it."""
        talk = self.talk
        result = talk.session.state.result
        broken = talk.fault is not None or (result is not None and result.stuck is not None)
        if self.record is None and not broken:
            return
        try:
            kept = self.save(self.record)
        except HoyleError as error:
            talk.complain(str(error))
            self._elsewhere(self._tell_end)
        else:
            if broken:
                self._tell_end(kept)

    def break_off(self) -> None:
        """Keep the play where Hoyle itself went wrong or nothing can be printed, and say where beside the conversation."""
        if not self._worth:
            return
        try:
            kept: Path | None = self.save(self.file)
        except HoyleError:
            kept = keep_elsewhere(self.save)
        if kept is not None:
            with suppress(OSError):
                output.complain(f"{self.talk.so('kept', file=kept)}\n  {_command('play --resume', kept)}")

    def _elsewhere(self, tell: Callable[[Path], None]) -> None:
        self.failed = True
        kept = keep_elsewhere(self.save)
        if kept is None:
            self.talk.say(self.talk.so("not_kept", seed=self.talk.request.seed))
        else:
            tell(kept)

    def _tell(self, kept: Path) -> None:
        self.talk.whole(self.talk.so("kept", file=kept))
        self.talk.whole(f"  {_command('play --resume', kept)}")

    def _tell_end(self, kept: Path) -> None:
        self.talk.whole(self.talk.so("kept_end", file=kept))
        self.talk.whole(f"  {_command('replay', kept)}")


def _command(what: str, kept: Path) -> str:
    return f"hoyle {what} {shlex.quote(str(kept))}"
