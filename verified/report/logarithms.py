"""Logarithms of rationals whose exponentials are exact, such as an ε of log(3).

A ball of ln 3 has an exponential that only holds 3, so that a divergence of order e^ε at an atom of
the loss would never be known to be 0. Here the ball keeps what it is the logarithm of, and so do
sums, differences and whole multiples. It serves values on a user's data alone: the kernel has its
own namespace.
"""

from __future__ import annotations

from typing import Any

from flint import arb, fmpq

from verified.kernel.truth import BallReading, Bounds
from verified.numbers import balls
from verified.numbers.ball_namespace import Balls
from verified.syntax.terms import Term

# Larger multiples of logarithms are plain balls.
_MOST_POWER = 1000


class Logarithm(arb):
    """The logarithm of a positive rational, as a ball at the precision in force.

    Whatever is computed with its operators is a plain ball.
    """

    argument: fmpq

    @classmethod
    def of(cls, argument: fmpq) -> Any:
        """ln of a positive rational; exactly 0 for 1."""
        if argument == 1:
            return fmpq(0)
        made = cls(balls.log(argument))
        made.argument = argument
        return made


class ExactExponentials(Balls):
    """The rigorous namespace, in which the exponential of a `Logarithm` is a rational."""

    @staticmethod
    def log(x: Any) -> Any:
        """The natural logarithm."""
        return Logarithm.of(x) if isinstance(x, fmpq) and x > 0 else Balls.log(x)

    @staticmethod
    def exp(x: Any) -> Any:
        """e to the x."""
        return x.argument if isinstance(x, Logarithm) else Balls.exp(x)

    @staticmethod
    def expm1(x: Any) -> Any:
        """e to the x, less 1."""
        return x.argument - 1 if isinstance(x, Logarithm) else Balls.expm1(x)

    @staticmethod
    def add(x: Any, y: Any) -> Any:
        """x + y."""
        if isinstance(x, Logarithm) and isinstance(y, Logarithm):
            return Logarithm.of(x.argument * y.argument)
        return Balls.add(x, y)

    @staticmethod
    def sub(x: Any, y: Any) -> Any:
        """x − y."""
        if isinstance(x, Logarithm) and isinstance(y, Logarithm):
            return Logarithm.of(x.argument / y.argument)
        return Balls.sub(x, y)

    @staticmethod
    def mul(x: Any, y: Any) -> Any:
        """x·y."""
        for times, one in ((x, y), (y, x)):
            if isinstance(one, Logarithm) and isinstance(times, fmpq) and times.q == 1:
                if abs(times) > _MOST_POWER:
                    break
                return Logarithm.of(one.argument ** int(times.p))
        return Balls.mul(x, y)


def reading(bounds: Bounds | None = None) -> BallReading:
    """A reading that knows such exponentials."""
    made = BallReading(bounds)
    made.xp = ExactExponentials()
    return made


def settled(value: Any) -> Any:
    """A parameter's value at the precision in force, where it is a closed term."""
    return reading().real(value, {}) if isinstance(value, Term) else value


__all__ = ["ExactExponentials", "Logarithm", "reading", "settled"]
