"""The largest D_α/α over orders, in balls."""

from __future__ import annotations

from flint import arb, fmpq

from verified.numbers.ball_orders import largest_over_orders
from verified.numbers.balls import Scalar, precision


def test_few_bits_ask_for_few_orders() -> None:
    """Where D_α/α hardly depends on the order, as for Gaussians, all orders are to be told apart;
    what a coarse enclosure leaves open is asked with more bits."""
    radii, counts = [], []
    for bits in (64, 256):
        asked: list[Scalar] = []

        def divergence(order: Scalar, asked: list[Scalar] = asked) -> Scalar:
            asked.append(order)
            # As of two laws whose log ratio is bounded: flat for small orders.
            return order / 2 if isinstance(order, fmpq) and order < 10 else fmpq(5)

        with precision(bits):
            found = largest_over_orders(divergence)
            assert arb(found).contains(arb(fmpq(1, 2)))
            radii.append(float(arb(found).rad()))
        counts.append(len(asked))
    assert counts[0] <= 32 + 2 < counts[1]
    assert radii[1] < radii[0] < 0.01
