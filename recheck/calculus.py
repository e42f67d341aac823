"""Derivatives of scalar terms, and their limits where they may be undefined.

An expansion at an end is a polynomial in t → 0+, ln t and logarithms of primes, up to a remainder
of order t^end (times powers of ln t). Its coefficients are exact, so a limit of 0 is certain.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from recheck import reals
from recheck.errors import Rejected
from recheck.learning import ONE, ZERO, op
from recheck.polynomials import Monomial, Poly, Power, number, primes, product, whole
from recheck.polynomials import plus as joined_sum
from recheck.ranges import whole_power
from recheck.reals import INF
from recheck.trees import Tree, free

# A polynomial, and the order of the remainder: a Fraction, or INF where there is none.
Germ: TypeAlias = tuple[Poly, Any]
MINUS, TWO = ["number", "-1"], ["number", "2"]
ORDER, MOST_POWER = 12, 32


def plus(a: Tree, b: Tree, head: str = "add") -> Tree:
    """a + b (or a − b), without zeros."""
    if b == ZERO:
        return a
    if a == ZERO:
        return b if head == "add" else times(MINUS, b)
    return op(head, a, b)


def difference(a: Tree, b: Tree) -> Tree:
    """a − b, without zeros."""
    return plus(a, b, "sub")


def times(a: Tree, b: Tree) -> Tree:
    """a · b, without zeros and ones."""
    if ZERO in (a, b):
        return ZERO
    if ONE in (a, b):
        return b if a == ONE else a
    if a == MINUS:
        return op("neg", b)
    return op("mul", a, b)


def over(a: Tree, b: Tree) -> Tree:
    """a / b, 0 where a is the number 0."""
    return ZERO if a == ZERO else op("div", a, b)


def derivative(term: Tree, x: str, positive: list[Tree], nonzero: list[Tree]) -> Tree:
    """The derivative of a term by a variable, right where all of `positive` are > 0 and none of
    `nonzero` is 0 (what must be is added to these lists), and the term is real."""
    if x not in free(term):
        return ZERO
    if term[0] == "var":
        return ONE
    _, head, args, _, _ = term
    a, slope = args[0], derivative(args[0], x, positive, nonzero)
    b = args[-1]
    lower = derivative(b, x, positive, nonzero) if len(args) == 2 else slope
    match head:
        case "add" | "sub":
            return plus(slope, lower, head)
        case "neg":
            return times(MINUS, slope)
        case "mul":
            return plus(times(slope, b), times(a, lower))
        case "div":
            nonzero += [b] if x in free(b) else []
            return plus(over(slope, b), over(times(a, lower), times(b, b)), "sub")
        case "pow" if (n := whole_power(term)) is not None:
            nonzero += [a] if n < 1 else []
            base = ONE if n == 1 else a if n == 2 else op("pow", a, ["number", str(n - 1)])
            return times(times(["number", str(n)], base), slope)
        case "pow":
            positive.append(a)
            return times(term, plus(times(lower, op("log", a)), over(times(b, slope), a)))
        case "exp":
            return times(term, slope)
        case "log":
            positive.append(a)
            return over(slope, a)
        case "sqrt":
            positive.append(a)
            return over(slope, times(TWO, term))
        case "binary_entropy":
            rest = op("sub", ONE, a)
            positive += [a, rest]
            return times(op("log", over(rest, a)), slope)
        case "binary_entropy_inverse":
            positive += [a, op("sub", op("log", TWO), a)]
            return over(slope, op("log", over(op("sub", ONE, term), term)))
        case "normal_cdf":
            power = op("exp", op("div", op("pow", a, TWO), ["number", "-2"]))
            return times(over(power, op("sqrt", times(TWO, op("pi")))), slope)
    raise Rejected(f"{head} has no derivative here")


# --- expansions: (polynomial, end), the remainder being of order t^end --------------------------


def order(monomial: Monomial) -> Power:
    """The power of t."""
    return dict(monomial).get("t", 0)


def low(germ: Germ) -> Any:
    """The least power of t."""
    return min(map(order, germ[0]), default=germ[1])


def kept(poly: Poly, end: Any) -> Germ:
    """A polynomial without the powers of t from `end` on."""
    return {m: value for m, value in poly.items() if order(m) < end}, end


def added(one: Germ, two: Germ, factor: Fraction | int = 1) -> Germ:
    """one + factor · two."""
    return kept(joined_sum(one[0], two[0], factor), min(one[1], two[1]))


def multiplied(one: Germ, two: Germ) -> Germ:
    """The product."""
    return kept(product(one[0], two[0]), min(low(one) + two[1], low(two) + one[1]))


def factored(germ: Germ) -> tuple[Fraction, Any, Germ]:
    """(c, v, u) of c t^v (1 + u), where u vanishes with t and c is rational."""
    first = low(germ)
    lead = [(m, value) for m, value in germ[0].items() if order(m) == first]
    if len(lead) != 1 or len(lead[0][0]) > 1 or (lead[0][0] and lead[0][0][0][0] != "t"):
        raise Rejected("an expansion that doesn't begin with a rational number")
    value = lead[0][1]
    unit = multiplied(germ, ({power("t", -first): 1 / value}, INF))
    return value, first, added(unit, (number(1), INF), -1)


def power(atom: str, n: Any) -> Monomial:
    """A power of an atom as a monomial."""
    return ((atom, whole(Fraction(n))),) if n else ()


def series(u: Germ, coefficient: Callable[[int], Fraction]) -> Germ:
    """Σ coefficient(k) u^k of what vanishes with t, as far as u is known."""
    if u[0] and low(u) < 1:
        raise Rejected("a power series of what doesn't vanish")
    result: Germ = number(coefficient(0)), u[1]
    piece: Germ = number(1), INF
    k = 0
    while u[0] and (k + 1) * low(u) < u[1]:
        k, piece = k + 1, multiplied(piece, u)
        result = added(result, piece, coefficient(k))
    return result


def inverse(germ: Germ) -> Germ:
    """1 over an expansion."""
    value, first, u = factored(germ)
    found = series(u, lambda k: Fraction((-1) ** k))
    return multiplied(found, ({power("t", -first): 1 / value}, INF))


def logarithm(germ: Germ) -> Germ:
    """The logarithm: of c t^v (1 + u) it is ln c + v ln t + ln(1 + u)."""
    value, first, u = factored(germ)
    if value <= 0:
        raise Rejected("the logarithm of what is negative near the end")
    constant = {power("ln t", 1): Fraction(first)} if first else {}
    for part, sign in ((value.numerator, 1), (value.denominator, -1)):
        for prime, count in primes(part):
            constant = joined_sum(constant, {power(f"ln {prime}", 1): Fraction(sign * count)})
    return added(series(u, lambda k: Fraction((-1) ** (k + 1), k) if k else Fraction(0)),
                 (constant, INF))


def exponential(germ: Germ) -> Germ:
    """The exponential of what has a limit, or falls like −c/t^k."""
    if low(germ) < 0 and factored(germ)[0] < 0:
        return {}, Fraction(ORDER)
    if low(germ) < 0 or germ[1] < 1:
        raise Rejected("the exponential of what isn't bounded near the end")
    outside, constant = number(1), {m: v for m, v in germ[0].items() if order(m) == 0}
    for monomial, value in constant.items():
        # e^(n ln t) = t^n and e^(n ln p) = p^n.
        if len(monomial) != 1 or monomial[0][1] != 1 or value.denominator != 1 or (
                abs(value) > MOST_POWER):
            raise Rejected("an exponential of a number that isn't rational")
        base = monomial[0][0].removeprefix("ln ")
        piece = {power("t", value): Fraction(1)} if base == "t" else number(
            Fraction(base) ** int(value))
        outside = product(outside, piece)
    factorial = [Fraction(1)]
    rest = added(germ, (constant, INF), -1)

    def coefficient(k: int) -> Fraction:
        while len(factorial) <= k:
            factorial.append(factorial[-1] * len(factorial))
        return 1 / factorial[k]

    return multiplied(series(rest, coefficient), (outside, INF))


def distribution(germ: Germ) -> Germ:
    """Φ of what vanishes, as 1/2 and a remainder, or of what runs to infinity like c/t^k."""
    if low(germ) > 0:
        return number(Fraction(1, 2)), min(low(germ), Fraction(ORDER))
    if low(germ) == 0:
        raise Rejected("the normal distribution function of what has another limit than 0")
    return number(int(factored(germ)[0] > 0)), Fraction(ORDER)


def expansion(term: Tree, x: str, at: Fraction, side: int) -> Germ:
    """The expansion of a term in one variable x = at ± t."""
    def read(part: Tree) -> Germ:
        match part:
            case ["number", text]:
                return number(Fraction(text)), INF
            case ["var", name] if name == x:
                return joined_sum(number(at), {power("t", 1): Fraction(side)}), Fraction(ORDER)
            case ["op", "add" | "sub" as head, [a, b], _, _]:
                return added(read(a), read(b), 1 if head == "add" else -1)
            case ["op", "neg", [a], _, _]:
                return multiplied((number(-1), INF), read(a))
            case ["op", "mul", [a, b], _, _]:
                return multiplied(read(a), read(b))
            case ["op", "div", [a, b], _, _]:
                return multiplied(read(a), inverse(read(b)))
            case ["op", "pow", [a, _], _, _] if abs(whole_power(part) or 0) in range(
                    1, MOST_POWER + 1):
                n, result = whole_power(part) or 1, (number(1), INF)
                base = read(a) if n > 0 else inverse(read(a))
                for _ in range(abs(n)):
                    result = multiplied(result, base)
                return result
            case ["op", "exp", [a], _, _]:
                return exponential(read(a))
            case ["op", "log", [a], _, _]:
                return logarithm(read(a))
            case ["op", "normal_cdf", [a], _, _]:
                return distribution(read(a))
            case ["op", "binary_entropy", [a], _, _]:
                one = read(a)
                two = added((number(1), INF), one, -1)
                first, second = (multiplied(y, logarithm(y)) for y in (one, two))
                return multiplied((number(-1), INF), added(first, second))
        raise Rejected("a term that has no expansion here")

    return read(term)


def limit_sign(term: Tree, x: str, at: Fraction, side: int) -> int:
    """The sign (1, 0, −1) of the limit of a term at a number, from above (side 1) or below (−1)."""
    poly, end = found = expansion(term, x, at, side)
    if low(found) < 0 or end <= 0:
        raise Rejected("no limit that an expansion tells")
    total = reals.ZERO
    for monomial, value in poly.items():
        if order(monomial) == 0:
            piece = reals.num(value)
            for atom, times_ in monomial:
                if atom == "ln t":
                    raise Rejected("a term that runs to infinity")
                base = reals.log(reals.num(Fraction(atom.removeprefix("ln "))))
                piece *= reals.power(base, reals.num(times_))
            total += piece
    if total.sign is None:
        raise Rejected("a limit that may be 0")
    return total.sign
