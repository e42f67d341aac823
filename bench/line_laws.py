"""Which divergences of which laws on the line have a value, in balls and in the second checker.

Each law beside each other, in both directions, at one instance each, 64 bits and a time limit. A
cell tells both: "both" where each has a value, "wide" instead where the second checker's is more
than 1/100 wide, "balls" or "second" where only one has, "–" where none, "slow" where the limit
ended balls without one. An infinite value is a value, and told by a "∞" behind.

    python -m bench.line_laws [--laws "U;N;…"] [--quantities KL,TV,…] [--seconds S] [--csv FILE]

`--laws` takes pairs of which at least one law is named.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import signal
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb, fmpq
from rich.console import Console
from rich.table import Table

import recheck.densities as second
from recheck import hockey_sticks, line_divergences, students, trade_offs
from recheck.errors import Undefined as SecondUndefined
from recheck.errors import Unknown, Unsupported
from recheck.reals import HALF, INF, ONE, TWO, ZERO, Num, Precision, num
from verified.measures import continuous
from verified.numbers.ball_namespace import Balls
from verified.numbers.balls import Indeterminate, Undefined, precision

BITS, WIDE = 64, Fraction(1, 100)
_XP = Balls()


class _LateError(Exception):
    """The time limit."""


def _in_balls() -> dict[str, Any]:
    xp, q = _XP, fmpq
    normal, laplace, flat = (
        of(xp, q(0), q(1)) for of in (continuous.gaussian, continuous.laplace, continuous.uniform))
    fair = xp.stack([q(1, 2), q(1, 2)], (2,))
    return {
        "N": normal, "Lap": laplace, "Logistic": continuous.logistic(xp, q(0), q(1)),
        "t3": continuous.student(xp, q(0), q(1), q(3)),
        "Cauchy": continuous.student(xp, q(0), q(1), q(1)), "U": flat,
        "Stair": continuous.staircase(xp, q(0), q(1), q(1), q(1, 2)),
        "mix(N, N)": continuous.mixture(xp, fair, normal, continuous.gaussian(xp, q(1), q(1))),
        "mix(U, N)": continuous.mixture(xp, fair, flat, normal),
        "N*Lap": continuous.noised(xp, normal, laplace), "U*N": continuous.noised(xp, flat, normal),
        "U*Lap": continuous.noised(xp, flat, laplace),
        "Lap*Lap": continuous.noised(xp, laplace, continuous.laplace(xp, q(0), q(2))),
        "U*U": continuous.noised(xp, flat, continuous.uniform(xp, q(0), q(2))),
    }


def _in_second() -> dict[str, Any]:
    normal, laplace, flat = (second.gaussian(ZERO, ONE), second.laplace(ZERO, ONE),
                             second.uniform(ZERO, ONE))
    fair = [num(HALF), num(HALF)]
    return {
        "N": normal, "Lap": laplace, "Logistic": second.logistic(ZERO, ONE),
        "t3": students.student(ZERO, ONE, num(3)), "Cauchy": students.student(ZERO, ONE, ONE),
        "U": flat, "Stair": second.staircase(ZERO, ONE, ONE, num(HALF)),
        "mix(N, N)": second.mixture(fair, normal, second.gaussian(ONE, ONE)),
        "mix(U, N)": second.mixture(fair, flat, normal), "N*Lap": second.law_sum(normal, laplace),
        "U*N": second.law_sum(flat, normal), "U*Lap": second.law_sum(flat, laplace),
        "Lap*Lap": second.law_sum(laplace, second.laplace(ZERO, TWO)),
        "U*U": second.law_sum(flat, second.uniform(ZERO, TWO)),
    }


_Measure = Callable[[Any, Any], Any]


def _quantities() -> dict[str, tuple[_Measure, _Measure]]:
    """Each in balls and in the second checker."""
    xp, c, line = _XP, continuous, line_divergences
    kinks, weights = (xp.stack([fmpq(a), fmpq(b)], (2,)) for a, b in ((1, 2), (1, 1)))

    def renyi(order: Any, again: Num) -> tuple[_Measure, _Measure]:
        return (lambda p, q: c.renyi(xp, p, q, order),
                lambda p, q: line.law_renyi(p, q, again))

    return {
        "KL": (lambda p, q: c.kl(xp, p, q), line.law_kl_of),
        "TV": (lambda p, q: c.total_variation(xp, p, q), hockey_sticks.law_total_variation),
        "E": (lambda p, q: c.hockey_stick(xp, p, q, fmpq(1, 2)),
              lambda p, q: hockey_sticks.law_hockey_stick(p, q, num(HALF))),
        "D_1/2": renyi(fmpq(1, 2), num(HALF)), "D_2": renyi(fmpq(2), TWO),
        "D_inf": renyi(arb("inf"), num(INF)),
        "chi2": (lambda p, q: c.chi_square(xp, p, q), line.law_chi_square),
        "H2": (lambda p, q: c.hellinger(xp, p, q), line.law_hellinger),
        "f": (lambda p, q: c.f_divergence(xp, p, q, kinks, weights),
              lambda p, q: line.law_f_divergence(p, q, [ONE, TWO], [ONE, ONE])),
        "T": (lambda p, q: c.trade_off(xp, p, q, fmpq(1, 10)),
              lambda p, q: trade_offs.law_trade_off(p, q, num(Fraction(1, 10)))),
        "LC": (lambda p, q: c.le_cam(xp, p, q), line.law_le_cam),
        "JS": (lambda p, q: c.jensen_shannon(xp, p, q), line.law_jensen_shannon),
    }


def _limited(seconds: float, value: _Measure, p: Any, q: Any) -> Any:
    """The value, None where there is none, "slow" where the time wasn't enough."""
    def late(*_: Any) -> None:
        raise _LateError

    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return value(p, q)
    except _LateError:
        return "slow"
    except (Indeterminate, Undefined, Unknown, Unsupported, SecondUndefined):
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def told(ball: Any, again: Any) -> str:
    """A cell of the table.

    Raises:
        AssertionError: the two values exclude each other.
    """
    if isinstance(again, str):
        again = None
    if ball is None or isinstance(ball, str):
        return "second" if again is not None else ball or "–"
    found = arb(ball)
    infinite = "" if found.is_finite() else " ∞"
    if again is None:
        return f"balls{infinite}"
    low, high = float(again.lo), float(again.hi)
    slack = 1e-12 * max(1.0, abs(low) if low < 1e300 else 1.0)
    assert low - slack <= float(found.upper()), (ball, again)
    assert float(found.lower()) <= high + slack, (ball, again)
    narrow = infinite or again.hi - again.lo <= WIDE
    return f"{'both' if narrow else 'wide'}{infinite}"


def rows(
    laws: list[str], quantities: list[str], seconds: float
) -> list[tuple[str, str, list[str]]]:
    """The table's rows: two laws, and a cell for each quantity."""
    balls, again, measures = _in_balls(), _in_second(), _quantities()
    Precision.bits = BITS
    found = []
    for p, q in itertools.permutations(balls, 2):
        if laws and p not in laws and q not in laws:
            continue
        cells = []
        for name in quantities or measures:
            mine, other = measures[name]
            with precision(BITS):
                ball = _limited(seconds, mine, balls[p], balls[q])
                cells.append(told(ball, _limited(seconds, other, again[p], again[q])))
        found.append((p, q, cells))
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--laws", default="", help="laws of which a pair has one, with ; between")
    parser.add_argument("--quantities", default="", help="with , between")
    parser.add_argument("--seconds", type=float, default=20.0, help="the limit for one value")
    parser.add_argument("--csv", default="", help="a file for the table")
    args = parser.parse_args()
    laws = [one.strip() for one in args.laws.split(";") if one.strip()]
    quantities = [one.strip() for one in args.quantities.split(",") if one.strip()]
    for names, known, what in ((laws, _in_balls(), "law"), (quantities, _quantities(), "quantity")):
        for name in names:
            if name not in known:
                parser.error(f"{name} is no {what} here; known are {'; '.join(known)}")
    found = rows(laws, quantities, args.seconds)
    heads = ["P", "Q", *(quantities or _quantities())]
    table = Table(*heads)
    for p, q, cells in found:
        table.add_row(p, q, *cells)
    Console(width=200).print(table)
    if args.csv:
        with open(args.csv, "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([heads, *([p, q, *cells] for p, q, cells in found)])


if __name__ == "__main__":
    main()
