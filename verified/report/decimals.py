"""Exact numbers in decimal, correctly rounded in one direction."""

from __future__ import annotations

from decimal import Context, Decimal

from flint import arb, fmpq


def exactly(end: arb) -> fmpq:
    """The end of a ball as the rational that it is."""
    mantissa, exponent = end.man_exp()
    return fmpq(int(mantissa)) * fmpq(2) ** int(exponent)


def decimal(value: fmpq, rounding: str, digits: int) -> str:
    """A rational in so many digits; the rounding is one of the module `decimal`."""
    context = Context(prec=digits, rounding=rounding, Emin=-(10**9), Emax=10**9)
    return str(context.divide(Decimal(int(value.p)), Decimal(int(value.q))))


__all__ = ["decimal", "exactly"]
