"""Luck is SplitMix64, counted: other engines repeat it to the bit, so its numbers are fixed here."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from hoyle.engine.chance import Luck, number

# The published first outputs of SplitMix64 for the seeds 0 and 1234567.
KNOWN = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC],
    1234567: [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431],
}


def test_numbers_are_those_of_splitmix64() -> None:
    for seed, expected in KNOWN.items():
        assert [number(seed, n) for n in range(1, len(expected) + 1)] == expected


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**31 - 1), st.integers(0, 1000))
def test_an_index_is_the_number_scaled(seed: int, k: int, drawn: int) -> None:
    luck = Luck(seed, drawn)
    index = luck.index(k)
    assert index == (number(seed, drawn + 1) >> 32) * k >> 32
    assert 0 <= index < k
    assert luck.drawn == drawn + 1


def test_indices_are_about_uniform() -> None:
    luck = Luck(7)
    counts = Counter(luck.index(6) for _ in range(60_000))
    assert all(abs(counts[face] - 10_000) < 500 for face in range(6))
