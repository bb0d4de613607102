"""What a player typed, as one of the moves listed: its number, its words, or enough of them.

Comes in: a line and the moves' texts, as they are listed and as the spec has them. Goes out: the index of one move, or what to say. What always holds: a number by
itself is the number that stands before a move; what fits a move exactly means that move, whatever else begins like it.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain, combinations

from ..language.diagnostics import HoyleError
from .lines import lines

SHOWN = 6

WORDY, CUT = 6, 3
"""An example of what can be typed is a move of some words, cut to so many letters."""

LONG = 300
"""Of more moves than these a sentence is made only where it is read or meant: each costs a millisecond."""

CLOSE = 0.65
"""How much alike what was typed must be to a move that is offered instead."""

# A whole number among the words of a move.
NUMBER = r"(?<![\w-])[0-9]{1,9}(?!\w)"


class NoSuchMove(HoyleError):
    """No move fits what was typed."""


def numbers(moves: Sequence[str]) -> list[int]:
    """The numbers under which moves are listed: from 1; or, where they differ in one number alone (`bid 2`, `bid 5`),
    that number, so that nobody can mean the one and get the other."""
    said = [re.findall(NUMBER, move) for move in moves]
    if len({re.sub(NUMBER, "", move) for move in moves}) == 1 and all(len(found) == 1 for found in said):
        own = [int(found[0]) for found in said]
        if len(set(own)) == len(own) > 1 and min(own) >= 0:
            return own
    return list(range(1, len(moves) + 1))


class Moves:
    """The moves there are. Of more than `LONG` no more are put into sentences than somebody reads or means.

    Args:
        said: as they are listed; or what says those with some indices.
        typed: as they may be typed too, in the spec's words; the same if not given.
        words: what the terminal says, in the player's language; in English if not given.
    """

    def __init__(
        self,
        said: Sequence[str] | Callable[[Sequence[int]], list[str]],
        typed: Sequence[str] | None = None,
        words: Mapping[str, str] | None = None,
    ) -> None:
        if callable(said):
            self._say = said
            self.typed = list(typed or ())
        else:
            listed = list(said)
            self._say = lambda some: [listed[k] for k in some]
            self.typed = listed if typed is None else list(typed)
        self.words = lines("en") if words is None else words
        self._long = len(self.typed) > LONG

    def __len__(self) -> int:
        return len(self.typed)

    @cached_property
    def said(self) -> list[str]:
        """All of them as they are listed."""
        return self._say(range(len(self)))

    def first(self, many: int) -> list[str]:
        """The first of them as they are listed."""
        return self._say(range(min(many, len(self)))) if self._long else self.said[:many]

    @cached_property
    def numbers(self) -> list[int]:
        """The numbers under which they are listed (see `numbers`), if each is said in its sentence; else from 1."""
        own, plain = numbers(self.typed), list(range(1, len(self) + 1))
        if own == plain:
            return plain
        shown = all(str(number) in re.findall(NUMBER, move) for number, move in zip(own, self.said, strict=True))
        return own if shown else plain

    def has(self, typed: str) -> bool:
        """Whether a move is typed whole."""
        wanted = _words(typed)
        ways = map(_words, self.typed) if self._long else chain.from_iterable(self._ways)
        return bool(wanted) and any(wanted == words for words in ways)

    @cached_property
    def _ways(self) -> list[tuple[list[str], list[str]]]:
        """The words of each move, as it is listed and as it may be typed too."""
        return [(_words(said), _words(plain)) for said, plain in zip(self.said, self.typed, strict=True)]

    def mistakable(self) -> str | None:
        """The words of a move with a number in them that is listed before another move: the 3 that is not number 3."""
        some = self.first(LONG)
        listed = dict(zip(self.numbers, some, strict=False))
        said = {move: set(re.findall(NUMBER, move)) for move in some}
        meant = [
            _until(move, found)
            for move in some
            for found in said[move]
            if int(found) in listed and found not in said[listed[int(found)]]
        ]
        return min(meant, key=len, default=None)

    def find(self, typed: str) -> int:
        """The index of the move meant.

        Args:
            typed: a number of `numbers`, a move's words, the beginning of its words, or some of its words, best in order,
                each of them possibly cut short: `pl 7 spa` for `play 7 of spades onto table`.

        Raises:
            NoSuchMove: no move fits.
            HoyleError: several do; says which.
        """
        if re.fullmatch(r"[0-9]{1,9}", typed.strip()):
            return self._numbered(typed.strip())
        wanted = _words(typed)
        if not wanted:
            raise HoyleError(self.words["type_a_move"])
        for fits in (_same, _begins, _has_in_order, _has):
            found = [index for index, ways in enumerate(self._ways) if any(fits(wanted, words) for words in ways)]
            if len(found) == 1:
                return found[0]
            if found:
                raise HoyleError(self.words["may_be"].format(moves=self._either([self.said[k] for k in found])))
        raise NoSuchMove(self._nothing(typed))

    def example(self) -> tuple[str, str]:
        """A move, and few words cut short that are enough for it."""
        if self._long:
            return self.first(1)[0], self.first(1)[0]
        move = max(self.said, key=lambda said: (min(len(_words(said)), WORDY), -len(said)))
        words = [word[:CUT] for word in _words(move) if len(word) >= CUT or word.isdigit()]
        for some in chain.from_iterable(combinations(words, many) for many in (2, 3)):
            with suppress(HoyleError):
                if self.said[self.find(" ".join(some))] == move:
                    return move, " ".join(some)
        return move, move

    def _numbered(self, typed: str) -> int:
        if int(typed) in self.numbers:
            return self.numbers.index(int(typed))
        plain = self.numbers == list(range(1, len(self) + 1))
        if plain:
            said = self.words["numbered"].format(n=len(self))
        else:
            said = self.words["not_numbered"].format(n=typed, numbers=self._these())
        named = [_until(move, typed) for move in self.first(LONG) if typed in re.findall(NUMBER, move)]
        if named:
            said += " " + self.words["named_so"].format(n=typed, move=min(named, key=len))
        raise HoyleError(said)

    def _these(self) -> str:
        """The numbers there are: 1 to 3, 7 and 9; of many the first."""
        runs: list[list[int]] = []
        for number in sorted(self.numbers):
            if runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        said = []
        for run in runs:
            if len(run) > 2:
                said.append(self.words["numbers"].format(low=run[0], high=run[-1]))
            else:
                said += map(str, run)
        if len(said) > SHOWN:
            return ", ".join([*said[:SHOWN], "…"])
        return self.words["and"].format(a=", ".join(said[:-1]), b=said[-1]) if len(said) > 1 else said[0]

    def _nothing(self, typed: str) -> str:
        plain = [" ".join(_words(move)) for move in self.said]
        wanted = " ".join(_words(typed))
        close = difflib.get_close_matches(wanted, [move for move in plain if move != wanted], n=1, cutoff=CLOSE)
        values = {"typed": typed.strip(), "help": self.words["command help"]}
        if close:
            return self.words["no_such_move_but"].format(**values, move=self.said[plain.index(close[0])])
        return self.words["no_such_move"].format(**values)

    def _either(self, moves: Sequence[str]) -> str:
        more = len(moves) - SHOWN
        if more > 0:
            return self.words["or_more"].format(a=", ".join(f"`{move}`" for move in moves[:SHOWN]), n=more)
        return self.words["or"].format(a=", ".join(f"`{move}`" for move in moves[:-1]), b=f"`{moves[-1]}`")


def _until(move: str, number: str) -> str:
    """The beginning of a move, up to a number in it."""
    found = re.search(rf"(?<![\w-]){number}(?!\w)", move)
    return move[: found.end()].replace("[", "") if found else move


def plain(text: str) -> str:
    """A text as it may be typed: in small letters, without accents and signs."""
    return " ".join(_words(text))


_SIGNS = {ord("œ"): "oe", ord("æ"): "ae", ord("−"): "-"}


def _words(text: str) -> list[str]:
    """The words of a move, without the signs between them: `×` and `[` are nobody's keys, and who types `draw-pile` or
    `throw-again` means the same two words as who leaves the hyphen out. Accents may be left out too, `oe` be written for
    `œ`."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_SIGNS))
    bare = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return re.findall(r"(?<![^\W_])-[0-9]+|[^\W_]+", bare)


def _same(wanted: list[str], words: list[str]) -> bool:
    return wanted == words


def _begins(wanted: list[str], words: list[str]) -> bool:
    return wanted == words[: len(wanted)]


def _has_in_order(wanted: list[str], words: list[str]) -> bool:
    rest = iter(words)
    return all(any(_cut_short(part, word) for word in rest) for part in wanted)


def _has(wanted: list[str], words: list[str]) -> bool:
    rest = list(words)
    for part in wanted:
        found = next((word for word in rest if _cut_short(part, word)), None)
        if found is None:
            return False
        rest.remove(found)
    return True


def _cut_short(part: str, word: str) -> bool:
    return word == part or (word.startswith(part) and not part.isdigit())
