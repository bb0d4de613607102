"""What a player typed, as one of the moves listed: its number, its words, or enough of them.

Comes in: a line and the moves' texts. Goes out: the index of one move, or what to say. What always holds: a number by
itself is the number that stands before a move; what fits a move exactly means that move, whatever else begins like it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..language.diagnostics import HoyleError, did_you_mean

SHOWN = 6

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


def mistakable(moves: Sequence[str]) -> str | None:
    """The words of a move with a number in them that is listed before another move: the 3 that is not number 3."""
    listed = dict(zip(numbers(moves), moves, strict=True))
    said = {move: set(re.findall(NUMBER, move)) for move in moves}
    meant = [
        _until(move, found)
        for move in moves
        for found in said[move]
        if int(found) in listed and found not in said[listed[int(found)]]
    ]
    return min(meant, key=len, default=None)


def find(typed: str, moves: Sequence[str]) -> int:
    """The index of the move meant.

    Args:
        typed: a number of `numbers`, a move's words, the beginning of its words, or some of its words, best in order,
            each of them possibly cut short: `pl 7 spa` for `play 7 of spades onto table`.
        moves: the texts of all moves.

    Raises:
        NoSuchMove: no move fits.
        HoyleError: several do; says which.
    """
    if re.fullmatch(r"[0-9]{1,9}", typed.strip()):
        return _numbered(typed.strip(), moves)
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
    raise NoSuchMove(_nothing(typed, moves))


def _numbered(typed: str, moves: Sequence[str]) -> int:
    listed = numbers(moves)
    if int(typed) in listed:
        return listed.index(int(typed))
    plain = listed == list(range(1, len(moves) + 1))
    said = f"the moves are numbered from 1 to {len(moves)}" if plain else f"no move has the number {typed}"
    named = [_until(move, typed) for move in moves if typed in re.findall(NUMBER, move)]
    if named:
        said += f"; for what is called {typed}, type more words: `{min(named, key=len)}`"
    raise HoyleError(said)


def _until(move: str, number: str) -> str:
    """The beginning of a move, up to a number in it."""
    found = re.search(rf"(?<![\w-]){number}(?!\w)", move)
    return move[: found.end()].replace("[", "") if found else move


def _nothing(typed: str, moves: Sequence[str]) -> str:
    hint = did_you_mean(" ".join(_words(typed)), [" ".join(_words(move)) for move in moves])
    return f"there is no such move: {typed.strip()}" + (f"; {hint}" if hint else "; type `help` for what can be typed")


def _words(text: str) -> list[str]:
    """The words of a move, without the signs between them: `×` and `[` are nobody's keys, and who types `draw-pile` or
    `throw-again` means the same two words as who leaves the hyphen out."""
    return re.findall(r"(?<![^\W_])-[0-9]+|[^\W_]+(?:'[^\W_]+)*", text.casefold())


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
