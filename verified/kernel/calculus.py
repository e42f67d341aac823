"""Derivatives of scalar terms, with the conditions under which they are the derivatives.

`derivative` works term by term and simplifies zeros and ones only. `smoothness` lists the terms
that must be positive (and the divisors that must not be 0) on the inside of a segment for the
derivative to be right there; parts that don't mention the variable need no condition.
"""

from __future__ import annotations

from flint import fmpq

from verified.kernel.values import Rejected
from verified.syntax.terms import REAL, Number, Op, Term, Var, free_variables

ZERO, ONE = Number(fmpq(0)), Number(fmpq(1))


def plus(a: Term, b: Term) -> Term:
    """a + b, without zeros."""
    if a == ZERO:
        return b
    return a if b == ZERO else Op("add", (a, b), REAL)


def minus(a: Term, b: Term) -> Term:
    """a − b, without zeros."""
    if b == ZERO:
        return a
    return negative(b) if a == ZERO else Op("sub", (a, b), REAL)


def negative(a: Term) -> Term:
    """−a."""
    match a:
        case Number(value) if value is not None:
            return Number(-value)
        case Op("neg", (inner,)):
            return inner
    return Op("neg", (a,), REAL)


def times(a: Term, b: Term) -> Term:
    """a·b, without zeros and ones."""
    if a == ZERO or b == ZERO:
        return ZERO
    if a == ONE:
        return b
    return a if b == ONE else Op("mul", (a, b), REAL)


def over(a: Term, b: Term) -> Term:
    """a/b, 0 where a is the number 0."""
    return ZERO if a == ZERO else a if b == ONE else Op("div", (a, b), REAL)


def normal_density(a: Term) -> Term:
    """The standard normal density at a, the derivative of Φ there."""
    two = Number(fmpq(2))
    power = Op("exp", (negative(over(Op("pow", (a, two), REAL), two)),), REAL)
    return over(power, Op("sqrt", (times(two, Op("pi", (), REAL)),), REAL))


def derivative(term: Term, variable: str) -> Term:
    """The derivative of a term by a variable, right where `smoothness` holds.

    Raises:
        Rejected: an operation that isn't differentiable stands over the variable.
    """
    if variable not in free_variables(term):
        return ZERO
    match term:
        case Var():
            return ONE
        case Op("add", (a, b)):
            return plus(derivative(a, variable), derivative(b, variable))
        case Op("sub", (a, b)):
            return minus(derivative(a, variable), derivative(b, variable))
        case Op("neg", (a,)):
            return negative(derivative(a, variable))
        case Op("mul", (a, b)):
            left = times(derivative(a, variable), b)
            return plus(left, times(a, derivative(b, variable)))
        case Op("div", (a, b)):
            change = over(derivative(a, variable), b)
            lower = derivative(b, variable)
            return minus(change, over(times(a, lower), times(b, b)))
        case Op("pow", (a, Number(n))) if n is not None:
            power: Term = ONE if n == 1 else Op("pow", (a, Number(n - 1)), REAL)
            power = a if n == 2 else power
            return times(times(Number(n), power), derivative(a, variable))
        case Op("pow", (a, b)):
            grown = derivative(times(b, Op("log", (a,), REAL)), variable)
            return times(term, grown)
        case Op("exp", (a,)):
            return times(term, derivative(a, variable))
        case Op("log", (a,)):
            return over(derivative(a, variable), a)
        case Op("sqrt", (a,)):
            return over(derivative(a, variable), times(Number(fmpq(2)), term))
        case Op("binary_entropy", (a,)):
            slope = Op("log", (over(minus(ONE, a), a),), REAL)
            return times(slope, derivative(a, variable))
        case Op("binary_entropy_inverse", (a,)):
            slope = Op("log", (over(minus(ONE, term), term),), REAL)
            return over(derivative(a, variable), slope)
        case Op("normal_cdf", (a,)):
            return times(normal_density(a), derivative(a, variable))
    raise Rejected(f"{term} can't be differentiated by {variable}")


def smoothness(term: Term, variable: str) -> tuple[list[Term], list[Term]]:
    """The terms that must be > 0, and those that must not be 0, for `derivative` to be right.

    Definedness of the term itself is a condition beside these.

    Raises:
        Rejected: as `derivative`.
    """
    positive: list[Term] = []
    nonzero: list[Term] = []

    def look(part: Term) -> None:
        if not isinstance(part, Op) or variable not in free_variables(part):
            return
        for arg in part.args:
            look(arg)
        match part:
            case Op("add" | "sub" | "neg" | "mul" | "exp" | "normal_cdf", _):
                pass
            case Op("div", (_, bottom)):
                nonzero.append(bottom)
            case Op("pow", (base, Number(n))) if n is not None and n.q == 1:
                if n < 1:
                    nonzero.append(base)
            case Op("pow", (base, _)):
                positive.append(base)
            case Op("log" | "sqrt", (inner,)):
                positive.append(inner)
            case Op("binary_entropy", (inner,)):
                positive.extend((inner, minus(ONE, inner)))
            case Op("binary_entropy_inverse", (inner,)):
                top = Op("log", (Number(fmpq(2)),), REAL)
                positive.extend((inner, minus(top, inner)))
            case _:
                raise Rejected(f"{part} can't be differentiated by {variable}")

    look(term)
    return positive, nonzero
