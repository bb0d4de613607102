"""What a player typed, as one of the moves listed: its number, its words, or enough of them.

Comes in: a line and the moves' texts. Goes out: the index of one move, or what to say. What always holds: what fits a
move exactly means that move, whatever else begins like it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..language.diagnostics import HoyleError, did_you_mean

SHOWN = 6


def find(typed: str, moves: Sequence[str]) -> int:
    """The index of the move meant.

    Args:
        typed: a number from 1, a move's words, the beginning of its words, or some of its words, best in order, each of
            them possibly cut short: `pl 7 spa` for `play 7 of spades onto table`.
        moves: the texts of all moves.

    Raises:
        HoyleError: no move fits, or several do; says which.
    """
    if re.fullmatch(r"[0-9]{1,9}", typed.strip()):
        number = int(typed)
        # A number by itself may also be the words of a move (`bid 3` among bids): the list's numbers come first.
        if 1 <= number <= len(moves):
            return number - 1
        raise HoyleError(f"the moves are numbered from 1 to {len(moves)}")
    wanted = _words(typed)
    if not wanted:
        raise HoyleError("type the number of a move, or its words")
    texts = [_words(move) for move in moves]
    for fits in (_same, _begins, _has_in_order, _has):
        found = [index for index, words in enumerate(texts) if fits(wanted, words)]
        if len(found) == 1:
            return found[0]
        if found:
            raise HoyleError(f"that may be {_either(moves[index] for index in found)}; type more of it, or its number")
    raise HoyleError(_nothing(typed, moves))


def _nothing(typed: str, moves: Sequence[str]) -> str:
    hint = did_you_mean(" ".join(_words(typed)), [" ".join(_words(move)) for move in moves])
    return f"there is no such move: {typed.strip()}" + (f"; {hint}" if hint else "; type `help` for what can be typed")


def _words(text: str) -> list[str]:
    """The words of a move, without the signs between them; `×` and `[` are nobody's keys."""
    return re.findall(r"[^\W_]+(?:[-'][^\W_]+)*|-?[0-9]+", text.casefold())


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


def _either(moves: Iterable[str]) -> str:
    shown = list(moves)
    more = len(shown) - SHOWN
    if more > 0:
        return ", ".join(f"`{move}`" for move in shown[:SHOWN]) + f", or one of {more} more"
    return ", ".join(f"`{move}`" for move in shown[:-1]) + f" or `{shown[-1]}`"
