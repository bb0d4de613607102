"""Luck: where the outcomes of chances come from when nobody chooses them.

Comes in: a seed. Goes out: indices. What always holds: the n-th number depends on the seed and n alone, so luck is
the pair (seed, how many numbers were drawn), and one pair gives the same game on every engine, to the bit.

Definition, all in unsigned 64-bit arithmetic (this is SplitMix64, counted):

    number(seed, n) = mix(seed + n × 0x9E3779B97F4A7C15)                       n = 1, 2, 3, …
    mix(z): z = (z xor z >> 30) × 0xBF58476D1CE4E5B9
            z = (z xor z >> 27) × 0x94D049BB133111EB
            z xor z >> 31
    index(k) = (number >> 32) × k >> 32                                        0 <= index < k, k < 2^31

Each index draws one number. Who draws:

- a chance with one outcome draws nothing (a bag whose cards are all alike, a die with one face, a list of equal
  members);
- `Draw` draws one: index(k) counts into the k faces of the bag (or unordered place), sorted;
- `Roll` draws one a die, as many as lie at the place: index(sum of the weights) falls into the face whose weights,
  added up in order of faces, first exceed it; then the faces are sorted;
- `Pick` draws one: index(k) counts into the k members as the sequence gives them, equal ones included;
- a random policy has a stream of its own, of seed xor 0x706F6C6963790000 (see `policy`), and draws one number a
  decision with two moves or more, none otherwise.
"""

from __future__ import annotations

GOLDEN = 0x9E3779B97F4A7C15
WORD = (1 << 64) - 1
POLICY_STREAM = 0x706F6C6963790000


def number(seed: int, n: int) -> int:
    """The n-th number of a seed, 64 bits."""
    z = (seed + n * GOLDEN) & WORD
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & WORD
    return z ^ (z >> 31)


def play_seed(seed: int, play: int) -> int:
    """The seed of the play-th of many plays from one seed, below 2^63 as every seed on a command line.

    Not seed + play: figures of neighbouring seeds would then share plays.
    """
    return number(seed, play) >> 1


class Luck:
    """A stream of numbers: `seed`, and how many are `drawn`."""

    __slots__ = ("drawn", "seed")

    def __init__(self, seed: int, drawn: int = 0) -> None:
        self.seed = seed & WORD
        self.drawn = drawn

    def index(self, k: int) -> int:
        """A number from 0 to k - 1, each as likely as can be."""
        n = self.drawn = self.drawn + 1
        z = (self.seed + n * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
        return ((z ^ (z >> 31)) >> 32) * k >> 32
