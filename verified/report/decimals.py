"""Exact numbers in decimal, correctly rounded in one direction."""

from __future__ import annotations

from decimal import Context, Decimal

from flint import arb, fmpq

# The binary exponent of the smallest number that is told.
_LEAST = -100_000


def exactly(end: arb) -> fmpq:
    """The end of a ball as the rational that it is."""
    mantissa, exponent = end.man_exp()
    return fmpq(int(mantissa)) * fmpq(2) ** int(exponent)


def ends_of(value: arb) -> tuple[fmpq, fmpq]:
    """The ends of a ball at the precision in force. One that is smaller in size than 2^−100000,
    whose digits could fill a memory, is moved outwards: to 0, or to that number."""
    tiny = arb(2) ** _LEAST

    def end(at: arb, outwards: int) -> fmpq:
        if not abs(at) < tiny:
            return exactly(at)
        return outwards * fmpq(2) ** _LEAST if outwards * at > 0 else fmpq(0)

    return end(value.lower(), -1), end(value.upper(), 1)


def decimal(value: fmpq, rounding: str, digits: int) -> str:
    """A rational in so many digits; the rounding is one of the module `decimal`."""
    context = Context(prec=digits, rounding=rounding, Emin=-(10**9), Emax=10**9)
    return str(context.divide(Decimal(int(value.p)), Decimal(int(value.q))))


__all__ = ["decimal", "ends_of", "exactly"]
