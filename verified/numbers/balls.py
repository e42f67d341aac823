"""Balls: rigorous numbers, exact wherever the result is rational.

A scalar is an `fmpq` (exact) or an `arb` (a ball, at the precision in force), with ±∞ as the exact
infinite ball. Exactness is not a luxury: at a boundary (ε = 0, equal laws, a zero probability) two
sides are equal, and balls can never certify that.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from flint import acb, arb, ctx, fmpq

from verified.numbers.limits import check_time

Scalar = Any  # fmpq | arb

ZERO, HALF, ONE = fmpq(0), fmpq(1, 2), fmpq(1)
# Powers of rationals stay exact up to this many bits; longer ones become balls.
MOST_EXACT_BITS = 1_000_000


class Undefined(ArithmeticError):
    """The expression has no value: 0/0, ∞ − ∞, the logarithm of a negative number."""


class Indeterminate(ArithmeticError):
    """The ball is too wide to tell: raise the precision."""


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Work at a precision, then go back."""
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


def integral(integrand: Callable[[acb, bool], Any], low: Any, high: Any, **options: Any) -> acb:
    """∫ from one point to another, as `acb.integral` encloses it; what the integrand raises comes
    out. Left to itself python-flint goes on after an exception, Ctrl-C too, and may end with a
    number.
    """
    raised: list[BaseException] = []

    def guarded(z: acb, analytic: bool) -> Any:
        try:
            check_time()
            return acb("nan") if raised else integrand(z, analytic)
        except BaseException as error:
            raised.append(error)
            return acb("nan")

    found = acb.integral(guarded, low, high, **options)
    if raised:
        raise raised[0]
    return found


def infinite(x: Scalar) -> bool:
    """Whether the scalar is +∞ or −∞ (and not a ball that is the whole line, or nan)."""
    return isinstance(x, arb) and not x.is_finite() and (x > 0 or x < 0)


def _checked(x: arb) -> arb:
    """Refuse what arb returns where it knows nothing (and never an infinity made on purpose)."""
    if x.is_nan() or not x.is_finite():
        raise Indeterminate("the precision is too low")
    return x


# --- comparison -----------------------------------------------------------------------------------


def less_equal(a: Scalar, b: Scalar) -> bool | None:
    """Whether a ≤ b; None where the balls don't tell."""
    if a <= b:
        return True
    return False if a > b else None


def less(a: Scalar, b: Scalar) -> bool | None:
    """Whether a < b; None where the balls don't tell."""
    if a < b:
        return True
    return False if a >= b else None


def equal(a: Scalar, b: Scalar) -> bool | None:
    """Whether a = b: True only for two exact numbers, False where they are certainly apart."""
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        return bool(a == b)
    if infinite(a) and infinite(b):
        return bool((a > 0) == (b > 0))
    return False if a < b or a > b else None


# --- scalars --------------------------------------------------------------------------------------


def add(a: Scalar, b: Scalar) -> Scalar:
    """a + b; ∞ − ∞ is undefined."""
    if infinite(a) or infinite(b):
        if infinite(a) and infinite(b) and (a > 0) != (b > 0):
            raise Undefined("∞ − ∞")
        return a if infinite(a) else b
    return a + b


def sub(a: Scalar, b: Scalar) -> Scalar:
    """a − b."""
    return add(a, -b)


def mul(a: Scalar, b: Scalar) -> Scalar:
    """a·b, with 0·∞ = 0."""
    if (isinstance(a, fmpq) and a == 0) or (isinstance(b, fmpq) and b == 0):
        return ZERO
    if infinite(a) or infinite(b):
        return _infinite_product(a, b)
    return a * b


def _infinite_product(a: Scalar, b: Scalar) -> arb:
    signs = []
    for x in (a, b):
        if not (x > 0 or x < 0):
            raise Indeterminate("a factor of ∞ may be 0")
        signs.append(x > 0)
    return arb("inf") if signs[0] == signs[1] else -arb("inf")


def div(a: Scalar, b: Scalar) -> Scalar:
    """a/b; 0/0, ∞/∞ and a/0 are undefined (use `likelihood_ratio` for densities)."""
    if isinstance(b, fmpq):
        if b == 0:
            raise Undefined("division by 0")
        return mul(a, 1 / b)
    if infinite(b):
        if infinite(a):
            raise Undefined("∞/∞")
        return ZERO
    if not (b > 0 or b < 0):
        raise Indeterminate("the divisor may be 0")
    if isinstance(a, fmpq) and a == 0:
        return ZERO
    # Of the inverse of a very wide ball, arb knows nothing.
    return mul(a, _checked(1 / b))


def exp(x: Scalar) -> Scalar:
    """e to the x."""
    if isinstance(x, fmpq) and x == 0:
        return ONE
    if infinite(x):
        return x if x > 0 else ZERO
    return _checked(arb(x).exp())


def expm1(x: Scalar) -> Scalar:
    """e to the x, less 1."""
    if isinstance(x, fmpq) and x == 0:
        return ZERO
    if infinite(x):
        return x if x > 0 else fmpq(-1)
    return _checked(arb(x).expm1())


def log(x: Scalar) -> Scalar:
    """The natural logarithm; −∞ at 0."""
    if isinstance(x, fmpq):
        if x == 1:
            return ZERO
        if x == 0:
            return -arb("inf")
        if x < 0:
            raise Undefined("the logarithm of a negative number")
        # Near 1 the rounding of x would be all that is left.
        return arb(x - 1).log1p() if HALF < x < 2 else arb(x).log()
    if infinite(x) and x > 0:
        return x
    if x < 0:
        raise Undefined("the logarithm of a negative number")
    if not x > 0:
        raise Indeterminate("the logarithm of a ball that touches 0")
    return _checked(x.log())


def log1p(x: Scalar) -> Scalar:
    """ln(1 + x)."""
    if isinstance(x, fmpq) or infinite(x):
        return log(add(ONE, x))
    if x < -1:
        raise Undefined("the logarithm of a negative number")
    if not x > -1:
        raise Indeterminate("the logarithm of a ball that touches 0")
    return _checked(x.log1p())


def sqrt(x: Scalar) -> Scalar:
    """The square root, exact for squares of rationals."""
    if isinstance(x, fmpq):
        if x < 0:
            raise Undefined("the square root of a negative number")
        top, bottom = math.isqrt(int(x.p)), math.isqrt(int(x.q))
        if top * top == x.p and bottom * bottom == x.q:
            return fmpq(top, bottom)
        return arb(x).sqrt()
    if infinite(x) and x > 0:
        return x
    if x < 0:
        raise Undefined("the square root of a negative number")
    if not x >= 0:
        # Taking it for 0 or more would make a relation hold that may be undefined.
        raise Indeterminate("whether the root is of a negative number")
    return _checked(x.sqrt())


def absolute(x: Scalar) -> Scalar:
    """The absolute value."""
    return abs(x)


def maximum(a: Scalar, b: Scalar) -> Scalar:
    """The larger of two; exact where one certainly is."""
    if a >= b:
        return a
    if b >= a:
        return b
    return arb(a).max(arb(b))


def minimum(a: Scalar, b: Scalar) -> Scalar:
    """The smaller of two; exact where one certainly is."""
    if a <= b:
        return a
    if b <= a:
        return b
    return arb(a).min(arb(b))


def power(a: Scalar, b: Scalar) -> Scalar:
    """a to the b: exact for whole exponents of rationals, unless too long; else for a ≥ 0."""
    if isinstance(b, fmpq) and b.q == 1:
        n = int(b.p)
        if isinstance(a, fmpq) and abs(n) * a.height_bits() <= MOST_EXACT_BITS:
            if n < 0 and a == 0:
                raise Undefined("a negative power of 0")
            return a**n if n >= 0 else 1 / a ** (-n)
        if not infinite(a):
            return _whole_power(arb(a), n)
    if isinstance(b, arb) and b.contains_integer() and (infinite(a) or not a > 0):
        # A power of 0, ∞ or a negative number is another one where the exponent is 0 or whole.
        raise Indeterminate("the exponent may be whole")
    if isinstance(a, fmpq) and a == 0:
        if b > 0:
            return ZERO
        raise Undefined("0 to a power that isn't positive")
    whole = isinstance(b, fmpq) and b.q == 1
    if a < 0 and not whole:
        raise Undefined("a fractional power of a negative number")
    if infinite(a):
        if b > 0:
            return -a if a < 0 and int(b.p) % 2 == 0 else a
        return ZERO if b < 0 else ONE
    return exp(mul(b, log(a)))


def _whole_power(a: arb, n: int) -> Scalar:
    if n < 0:
        return div(ONE, _whole_power(a, -n))
    # arb(0, 1)**2 is nan through exp and log; repeated squaring is not.
    result: Scalar = ONE
    while n:
        if n & 1:
            result = result * a
        a, n = a * a, n >> 1
    return result


def positive_part(x: Scalar) -> Scalar:
    """max(0, x)."""
    return maximum(x, ZERO)


def xlogx(p: Scalar) -> Scalar:
    """p·ln p, 0 at 0."""
    if isinstance(p, fmpq):
        return ZERO if p == 0 or p == 1 else p * log(p)
    if p > 0:
        return _checked(p * p.log())
    if p < 0:
        raise Undefined("the logarithm of a negative number")
    # An interval from 0 to u: p·ln p falls from 0 to −1/e at 1/e, then rises.
    upper = p.upper()
    if not upper > 0:
        raise Indeterminate("x ln x of a ball that touches 0")
    end = upper * upper.log()
    low = -(arb(-1).exp()) if not upper < arb(-1).exp() else end
    return arb.union(arb.union(arb(0), low), end)


def relative_entropy_term(p: Scalar, q: Scalar) -> Scalar:
    """p·ln(p/q) − p + q; +∞ where q = 0 < p."""
    if isinstance(p, fmpq) and isinstance(q, fmpq):
        # Truth is a tenth of the price of a comparison with 0, and this is a hot path.
        if not q:
            return arb("inf") if p else ZERO
        if not p:
            return q
        if p == q:
            return ZERO
        return p * (arb(p / q).log() - 1) + q
    if isinstance(p, fmpq) and p == 0:
        return q
    if isinstance(q, fmpq) and q == 0:
        if p > 0:
            return arb("inf")
        raise Indeterminate("a density over a null symbol")
    # The form p ln p − p ln q survives a ball p that touches 0.
    if not p > 0:
        return _checked(xlogx(p) - p * log(q) - p + q)
    return _checked(p * (log(div(p, q)) - 1) + q)


def power_term(p: Scalar, q: Scalar, order: Scalar) -> Scalar:
    """q·((p/q)^α − 1 − α(p/q − 1)), whose sum is Σ p^α q^(1−α) − 1; +∞ where q = 0 < p, α > 1."""
    linear = add(mul(sub(ONE, order), q), mul(order, p))
    if isinstance(q, fmpq) and q == 0:
        if not order > ONE:
            return -linear
        if isinstance(p, fmpq) and p == 0:
            return ZERO
        if p > 0:
            return arb("inf")
        raise Indeterminate("a density over a null symbol")
    return sub(mul(q, power(div(p, q), order)), linear)


def density(p: Scalar, q: Scalar) -> Scalar:
    """p/q, +∞ where q = 0 < p, undefined where both are 0."""
    if isinstance(q, fmpq) and q == 0:
        if p > 0:
            return arb("inf")
        if isinstance(p, fmpq):
            raise Undefined("0/0")
        raise Indeterminate("0/0, or not")
    return div(p, q)


def ratio_or_zero(a: Scalar, b: Scalar) -> Scalar:
    """a/b, 0 where both are 0."""
    return ZERO if isinstance(a, fmpq) and a == 0 else div(a, b)


def log_ratio(p: Scalar, q: Scalar) -> Scalar:
    """ln(p/q): −∞ where p = 0 (also where both are), +∞ where only q is."""
    if isinstance(p, fmpq) and p == 0:
        return -arb("inf")
    if isinstance(q, fmpq) and q == 0:
        if p > 0:
            return arb("inf")
        raise Indeterminate("a probability may be 0")
    return log(div(p, q))


def log_ratio_magnitude(p: Scalar, q: Scalar) -> Scalar:
    """|ln(p/q)|: 0 where both are 0, +∞ where one is."""
    zeros = [isinstance(x, fmpq) and x == 0 for x in (p, q)]
    if all(zeros):
        return ZERO
    return abs(log_ratio(q, p) if zeros[0] else log_ratio(p, q))


def log_excess(above: Scalar, below: Scalar) -> Scalar:
    """ln(1 + above/below); −∞ where above ≤ −below, +∞ where below = 0 < above."""
    if isinstance(below, fmpq) and below == 0:
        if above > 0:
            return arb("inf")
        if above <= 0:
            return -arb("inf")
        raise Indeterminate("a mass may exceed δ")
    total = add(above, below)
    if total <= 0:
        return -arb("inf")
    if not total > 0:
        raise Indeterminate("a mass may equal δ")
    return log(div(total, below))


def binary_entropy(x: Scalar) -> Scalar:
    """h(x) in nats; undefined outside [0, 1]."""
    if x < 0 or x > 1:
        raise Undefined("the binary entropy outside [0, 1]")
    if not (x >= 0 and x <= 1):
        raise Indeterminate("whether the binary entropy is of a number outside [0, 1]")
    if x < ONE:
        # 1 − x would round a tiny x away.
        return -add(xlogx(x), mul(1 - x, log1p(-x)))
    return -add(xlogx(x), xlogx(1 - x))


def lambert_w(x: Scalar) -> Scalar:
    """W_0(x), the w ≥ −1 with w e^w = x; undefined below −1/e."""
    if isinstance(x, fmpq) and x == 0:
        return ZERO
    least = -(arb(-1).exp())
    if x < least:
        raise Undefined("Lambert's W below -1/e")
    if not x >= least:
        raise Indeterminate("whether Lambert's W is of a number below -1/e")
    x = arb(x)
    if x == arb("inf"):
        return x
    found = x.lambertw()
    if not found.is_finite():
        raise Indeterminate("Lambert's W too near -1/e, or of a number that isn't bounded")
    return found


def binary_entropy_inverse(y: Scalar) -> Scalar:
    """The x in [0, 1/2] with h(x) = y, between bounds on which h is compared with y."""
    if isinstance(y, fmpq) and y == 0:
        return ZERO
    top = arb(2).log()
    if y < 0 or y > top:
        raise Undefined("the inverse of the binary entropy outside [0, ln 2]")
    if not (y >= 0 and y <= top):
        raise Indeterminate("whether the inverse is of a number outside [0, ln 2]")
    y = arb(y)
    low = _inverse_end(y.lower(), -1)
    high = _inverse_end(y.upper(), 1)
    return low.union(high)


def _inverse_end(y: arb, side: int) -> arb:
    """A number surely at or below (side −1) or above (side 1) the inverse at an exact y."""
    half = arb(1) / 2
    if not y > 0:
        return arb(0)
    if not y < arb(2).log():
        # Within the rounding of ln 2: no better bound than 1/2 from above.
        if side > 0:
            return half
        y = y - y.abs_upper() * arb(2) ** (4 - ctx.prec)
    guess = _inverse_guess(y)
    pad = arb(2) ** (8 - ctx.prec)
    for _ in range(ctx.prec + 16):
        # Near 1/2 what is small is 1/2 − x, near 0 it is x: widen by a share of the smaller.
        slack = pad * guess.min(half - guess).max(arb(2) ** (-2 * ctx.prec))
        end = (guess + side * slack).mid()
        if end >= half and side > 0:
            return half
        if end <= 0 and side < 0:
            return arb(0)
        # h rises only up to 1/2, so beyond it a value of h bounds nothing.
        if 0 < end < half:
            value = binary_entropy(end)
            if (value >= y) if side > 0 else (value <= y):
                return end
        pad = pad * 2
    if side > 0:
        return half
    # h(1/2 - u) <= ln 2 - 2 u^2, which bounds u where rounding hides all else.
    return (half - ((arb(2).log() - y).upper().max(arb(0)) / 2).sqrt()).lower().max(arb(0))


def _inverse_guess(y: arb) -> arb:
    """Newton's method, in 1/2 − x near the top (where h is flat) and in ln x near 0."""
    top, half = arb(2).log(), arb(1) / 2
    steps = 8 + ctx.prec.bit_length()
    if y > 0.4:
        u = ((top - y) / 2).max(arb(0)).sqrt().mid()
        for _ in range(steps):
            if not (u > 0 and u < half):
                return (half - u).max(arb(0)).mid()
            slope = ((half + u) / (half - u)).log()
            u = (u + (binary_entropy(half - u) - y) / slope).mid()
        return (half - u).mid()
    # x (1 − ln x) ≥ h(x), so the root of x (1 − ln x) = y starts below; Newton climbs in ln x.
    t = y.log() - (1 - y.log()).log()
    for _ in range(steps):
        x = t.mid().exp().mid()
        if not x < half:
            x = half * arb(0.999)
        slope = x * ((1 - x) / x).log()
        t = (x.log() + (y - binary_entropy(x)) / slope).mid()
    return t.exp().mid()
