"""The corners that vectors are made of: numbers, laws, channels and databases, all exact.

Nearly all numbers are binary floating-point numbers exactly, so that a test of floats has no input
error of its own; what isn't has the flag InexactInput.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

Row = tuple[Fraction, ...]
Rows = tuple[Row, ...]
Exact = Fraction | int | str


def two(power: int) -> Fraction:
    """2 to a power."""
    return Fraction(2) ** power


# --- numbers --------------------------------------------------------------------------------------

LOG3 = "log(3)"
EPSILONS: tuple[Exact, ...] = (
    0, two(-52), Fraction(1e-9), two(-7), Fraction(0.1), Fraction(1, 2), 1, LOG3, 2, Fraction(7, 2),
    8, 20, 50, 100, 300, 700, Fraction(1419, 2), 710, 746, 1000, 5000, -two(-20), -1, -10, -750,
)
FEW_EPSILONS: tuple[Exact, ...] = (
    0, two(-30), Fraction(1, 8), Fraction(1, 2), 1, LOG3, 2, 4, 20, 710, -1, -20,
)
DELTAS: tuple[Exact, ...] = (
    Fraction(1, 2), Fraction(0.1), Fraction(1e-3), Fraction(1e-6), Fraction(1e-10), Fraction(1e-15),
    two(-60), Fraction(1e-30), Fraction(1e-100), Fraction(1e-300), Fraction(5e-324),
)
ORDERS: tuple[Exact, ...] = (
    1 + two(-52), 1 + two(-30), 1 + two(-10), Fraction(3, 2), 2, 10, 64, 1024, two(20),
)
ALL_ORDERS: tuple[Exact, ...] = (
    0, Fraction(1, 2), 1 - two(-30), 1, 1 + two(-30), 1 + two(-10), 2, 10, 1024, "inf",
)
SIGMAS: tuple[Exact, ...] = (
    two(-4), Fraction(0.3), Fraction(1, 2), 1, 2, 10, 100, 1024,
)
SCALES: tuple[Exact, ...] = (two(-4), Fraction(0.3), Fraction(1, 2), 1, 2, 16, 128)


# --- laws -----------------------------------------------------------------------------------------


def drawn(seed: int, size: int, bits: int = 12) -> Row:
    """A law with denominators of 2, the same for a seed on every machine."""
    state, parts = seed * 2654435761 % 2**32 or 1, []
    for _ in range(size - 1):
        state = (1103515245 * state + 12345) % 2**31
        parts.append(1 + (state >> 8) % (2**bits // size - 1))
    whole = 2**bits
    return tuple(Fraction(part, whole) for part in (*parts, whole - sum(parts)))


def law(*parts: Fraction | int | float) -> Row:
    """A law of these masses, the last being what is left of 1."""
    masses = [Fraction(part) for part in parts]
    return (*masses, 1 - sum(masses, Fraction(0)))


def geometric(size: int) -> Row:
    """1/2, 1/4, …, the last one twice."""
    return law(*(two(-j) for j in range(1, size)))


HALF = law(Fraction(1, 2))
_PAIRS: tuple[tuple[str, Row, Row], ...] = (
    ("equal laws", HALF, HALF),
    ("one symbol", (Fraction(1),), (Fraction(1),)),
    ("disjoint supports", law(1), law(0)),
    ("randomised response, ratio 3", law(Fraction(3, 4)), law(Fraction(1, 4))),
    ("nearly equal", law(Fraction(1, 2) + two(-30)), HALF),
    ("as near as floats are", law(Fraction(1, 2) + two(-52)), HALF),
    ("a rare symbol", law(two(-40)), HALF),
    ("two rare symbols, far ratio", law(two(-50)), law(two(-10))),
    ("a symbol of one law only", law(Fraction(1, 4), Fraction(1, 4)), law(Fraction(1, 2), 0)),
    ("a symbol of neither", law(Fraction(1, 4), 0), law(Fraction(1, 2), 0)),
    ("thirds", law(Fraction(1, 3)), law(Fraction(2, 3))),
    ("geometric against its mirror", geometric(12), geometric(12)[::-1]),
    ("long geometric against its mirror", geometric(30), geometric(30)[::-1]),
    ("drawn, 3 symbols", drawn(1, 3), drawn(2, 3)),
    ("drawn, 8 symbols", drawn(3, 8), drawn(4, 8)),
    ("drawn, 16 symbols", drawn(5, 16), drawn(6, 16)),
)


def pairs() -> Iterator[tuple[str, Row, Row]]:
    """Pairs of laws, both ways round where they differ."""
    for name, one, another in _PAIRS:
        yield name, one, another
        if one != another and one[::-1] != another:
            yield f"{name}, swapped", another, one


LAWS: tuple[tuple[str, Row], ...] = (
    ("one symbol", (Fraction(1),)), ("a point mass", law(0, 1)), ("a fair coin", HALF),
    ("a rare symbol", law(two(-40))), ("a nearly fair coin", law(Fraction(1, 2) + two(-30))),
    ("thirds", law(Fraction(1, 3), Fraction(1, 3))), ("geometric", geometric(12)),
    ("long geometric", geometric(40)), ("drawn, 8 symbols", drawn(3, 8)),
    ("drawn, 16 symbols", drawn(5, 16)), ("zeros", law(Fraction(1, 2), 0, 0)),
)


# --- channels -------------------------------------------------------------------------------------


def flipping(first: Fraction, second: Fraction | None = None) -> Rows:
    """The binary channel that flips 0 and 1 with these probabilities."""
    other = first if second is None else second
    return (1 - first, first), (other, 1 - other)


def identity(size: int) -> Rows:
    """The channel that tells its input."""
    return tuple(tuple(Fraction(int(i == j)) for j in range(size)) for i in range(size))


CHANNELS: tuple[tuple[str, Rows], ...] = (
    ("identity of 2", identity(2)), ("identity of 4", identity(4)),
    ("flips with 1/4", flipping(Fraction(1, 4))), ("flips with 3/4", flipping(Fraction(3, 4))),
    ("useless", flipping(Fraction(1, 2))),
    ("near-useless", flipping(Fraction(1, 2) - two(-20))),
    ("as near to useless as floats are", flipping(Fraction(1, 2) - two(-50))),
    ("nearly perfect", flipping(two(-40))),
    ("one-sided, 1/2", flipping(Fraction(0), Fraction(1, 2))),
    ("one-sided, nearly useless", flipping(Fraction(0), 1 - two(-30))),
    ("asymmetric", flipping(Fraction(1, 8), Fraction(1, 4))),
    ("erasure, 1/4", ((Fraction(3, 4), Fraction(1, 4), Fraction(0)),
                      (Fraction(0), Fraction(1, 4), Fraction(3, 4)))),
    ("one input", (drawn(7, 3),)), ("one output", ((Fraction(1),),) * 3),
    ("equal rows", (drawn(8, 4), drawn(8, 4), drawn(9, 4))),
    ("more inputs than outputs", (law(Fraction(1, 8)), law(Fraction(1, 2)), law(Fraction(7, 8)))),
    ("drawn, 3 to 5", (drawn(10, 5), drawn(11, 5), drawn(12, 5))),
    ("drawn, 4 to 4", tuple(drawn(13 + i, 4) for i in range(4))),
    ("drawn, 8 to 8", tuple(drawn(20 + i, 8) for i in range(8))),
)


def priors(size: int) -> Iterator[tuple[str, Row]]:
    """Priors on that many inputs."""
    if size == 1:
        yield "the only prior", (Fraction(1),)
        return
    if size & (size - 1) == 0:
        yield "uniform", (Fraction(1, size),) * size
    yield ("skewed", law(Fraction(7, 8))) if size == 2 else ("geometric", geometric(size))
    yield "a rare input", law(two(-30), *([Fraction(0)] * (size - 2)))


def mechanisms() -> Iterator[tuple[str, Rows, tuple[int, ...]]]:
    """Mechanisms with the alphabets of the databases that they stand on."""
    for name, rows in CHANNELS:
        yield name, rows, (len(rows),)
    quarter, half = Fraction(1, 4), Fraction(1, 2)
    one, none = law(3 * quarter), law(quarter)
    yield "noisy majority of two bits", (one, HALF, HALF, none), (2, 2)
    yield "tells the exclusive or", (law(1), law(0), law(0), law(1)), (2, 2)
    yield "nothing of the first bit", (one, none, one, none), (2, 2)
    yield "nearly nothing", (
        HALF, law(half + two(-30)), law(half + two(-30)), law(half + two(-29))
    ), (2, 2)
    yield "noisy sum of three bits", tuple(
        drawn(40 + bin(i).count("1"), 4) for i in range(8)
    ), (2, 2, 2)
    yield "drawn, alphabets of 2 and 3", tuple(drawn(50 + i, 3) for i in range(6)), (2, 3)


__all__ = [
    "ALL_ORDERS", "CHANNELS", "DELTAS", "EPSILONS", "FEW_EPSILONS", "LAWS", "LOG3", "ORDERS",
    "SCALES", "SIGMAS", "Exact", "Row", "Rows", "flipping", "mechanisms", "pairs", "priors", "two",
]
