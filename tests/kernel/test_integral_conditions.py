"""Rules on integrals and intermediate values: each condition has a step that it alone refuses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kernel.test_inference import P, a, free, given, n, step
from tests.kernel.test_real_functions import (
    accepts,
    crossing,
    decay,
    eps,
    falling,
    p,
    q,
    shown,
    under,
    v,
)
from tests.kernel.test_side_conditions import refused
from verified.kernel.normaliser import Normaliser
from verified.kernel.real_functions import check_continuous
from verified.kernel.theorem import Function
from verified.kernel.values import Rejected
from verified.language import (
    Real,
    Symbol,
    equals,
    exp,
    integral,
    log,
    maximum,
    rational,
    sqrt,
    total,
)
from verified.syntax import sorts
from verified.syntax.formulas import substitute
from verified.syntax.terms import INFINITY, REAL, Bind, Op, Var, number

x, r = Real("x", ">=0"), Real("r")
c = Real("c", ">=0")
AT = {"variable": x}


def over(var: Var, body: Any) -> Bind:
    """An integral that no author may write."""
    return Bind("integral", var, None, body)


def test_integrals_are_compared_over_the_interval_of_the_number() -> None:
    claim = integral(eps, exp(-2 * eps)) <= integral(eps, falling)
    pointwise = free(exp(-2 * x) <= exp(-x))
    step("integral", claim, pointwise, **AT)
    why = "doesn't compare the integrals"
    refused("integral", claim, why="takes a premise", **AT)
    for named in (None, "x", Real("x"), Real("x", ">0"), Symbol("x", n)):
        refused("integral", claim, pointwise, why=why, variable=named)
    for wrong in (exp(-2 * x) <= 1, number(0) <= exp(-x), exp(-x) <= exp(-2 * x)):
        refused("integral", claim, free(wrong), why=why, **AT)
    other = Real("z", "[0,1]")
    refused("integral", integral(other, exp(-2 * other)) <= integral(eps, falling), pointwise,
            why=why, **AT)
    refused("integral", integral(eps, exp(-2 * eps)) <= integral(other, exp(-other)), pointwise,
            why=why, **AT)
    refused("integral", equals(claim.left, claim.right), pointwise, why=why, **AT)
    equal = free(equals(exp(-2 * x), exp(-x)))
    step("integral", claim, equal, **AT)
    step("integral", equals(claim.left, claim.right), equal, **AT)
    step("integral", claim, free(exp(-2 * x) < exp(-x)), **AT)
    refused("integral", claim.left < claim.right, free(exp(-2 * x) < exp(-x)), why=why, **AT)
    # Over symbols there are sums.
    refused("integral", over(a, P[a]) <= over(a, 2 * P[a]), free(P[a] <= 2 * P[a]), why=why,
            variable=a)
    negative = integral(eps, -falling) <= integral(eps, falling)
    refused("integral", negative, free(-exp(-x) <= exp(-x)), why="never to be negative", **AT)


def test_a_sum_under_an_integral_is_the_sum_of_integrals() -> None:
    def claim(low: Any, high: Any) -> Any:
        return equals(integral(eps, total(a, low)), total(a, integral(eps, high)))

    body = P[a] * falling
    step("integral-of-sum", claim(body, body))
    why = "doesn't draw a sum out"
    # Over another interval or another alphabet, where the bodies are alike.
    other, m = Real("z", "[0,1]"), Symbol("b", 3)
    refused("integral-of-sum", equals(integral(eps, total(a, falling)),
                                      total(a, integral(other, exp(-other)))), why=why)
    refused("integral-of-sum", equals(integral(eps, total(a, falling)),
                                      total(m, integral(eps, falling))), why=why)
    refused("integral-of-sum", claim(body, falling), why="not of the same integrals")
    refused("integral-of-sum", claim(-body, -body), why="never to be negative")
    b = Symbol("b", n)
    refused("integral-of-sum", equals(over(b, total(a, P[a])), total(a, over(b, P[a]))), why=why)


def test_the_alphabet_of_a_sum_is_the_same_at_every_number() -> None:
    e, z = Real("e", ">=0"), Real("z", ">=0")
    for size, name in ((e, "e"), (z, "e")):
        symbol = Var("l", sorts.SymbolSort(size))
        left = over(e, Bind("sum", symbol, None, number(1)))
        right = Bind("sum", symbol, None, over(z, number(1)))
        refused("integral-of-sum", equals(left, right), why=f"alphabet of l depends on {name}")


def test_an_antiderivative_is_told_of_and_bounded() -> None:
    claim = integral(eps, falling) <= 1
    slope, bounded = free(equals(exp(-x), exp(-x))), free(-exp(-x) <= 0)
    step("integral-above", claim, slope, bounded, **decay)
    refused("integral-above", claim, slope, why="two premises", **decay)
    for wrong in (exp(-x) <= 1, number(0) <= 1):
        refused("integral-above", claim, slope, free(wrong), why="doesn't bound the anti", **decay)
    refused("integral-above", claim, free(number(0) <= exp(-x)), bounded,
            why="doesn't bound the integrand", **decay)
    refused("integral-above", claim, free(exp(-2 * x) <= exp(-x)), bounded,
            why="doesn't bound the integrand", **decay)
    refused("integral-above", integral(eps, falling) < 1, slope, bounded, why="from above", **decay)
    for named in (None, Real("x"), "x"):
        refused("integral-above", claim, slope, bounded, why="arbitrary number",
                **decay | {"variable": named})
    refused("integral-above", claim, slope, free(-exp(-x) <= x), why="is not arbitrary|bound isn't",
            **decay)


def test_a_piece_ends_within_the_interval() -> None:
    body, part = maximum(0, 1 - eps / c), maximum(0, 1 - x / c)
    values = {"variable": x, "antiderivative": x - x**2 / (2 * c), "end": c}
    inside, beyond = under(part <= 1 - x / c, x <= c), under(part <= 0, c <= x)
    some = free(c > 0)
    above, below = integral(eps, body) <= c / 2, c / 2 <= integral(eps, body)
    step("integral-above", above, inside, beyond, some, **values)
    refused("integral-above", above, inside, under(part <= r, c <= x), some,
            why="may be positive beyond", **values)
    refused("integral-above", above, inside, under(1 - x / c <= 0, c <= x), some,
            why="doesn't bound the integrand beyond", **values)
    under_it = under(1 - x / c <= part, x <= c)
    step("integral-below", below, under_it, some, **values)
    refused("integral-below", below, why="takes a premise", **values)
    refused("integral-below", below, under_it, some, why="where its piece ends",
            **{name: value for name, value in values.items() if name != "end"})
    refused("integral-below", below, under(1 - 2 * x / c <= part, x <= c), some,
            why="isn't the derivative", **values)
    refused("integral-below", below, under(equals(part, 1 - 2 * x / c), x <= c), some,
            why="isn't the derivative", **values)
    refused("integral-below", below, under(1 - x / c <= part * 2, x <= c), some,
            why="doesn't bound the integrand", **values)
    refused("integral-below", below, under(equals(part * 2, 1 - x / c), x <= c), some,
            why="doesn't bound the integrand", **values)
    # The end may lie before the beginning: ∫ exp(−ε) ≥ F(r) − F(0) for r ≥ 0 alone.
    low = 1 - exp(-r) <= integral(eps, falling)
    slope = under(exp(-x) <= exp(-x), x <= r)
    step("integral-below", low, slope, given(r >= 0), **decay, end=r)
    refused("integral-below", low, slope, why="domain", **decay, end=r)
    # Nowhere differentiable at the beginning.
    for term, slope_of in ((sqrt(x), 1 / (2 * sqrt(x))), (log(x), 1 / x)):
        bound = substitute(term, {"x": number(1)}) - substitute(term, {"x": number(0)})
        refused("integral-below", bound <= integral(eps, exp(eps)), free(slope_of <= exp(x)),
                why="isn't shown to be positive", variable=x, antiderivative=term, end=number(1))


@pytest.mark.parametrize("domain", ["[0,1]", ">0", "", "<=0", "(0,1)", "[0,1)"])
def test_an_integral_from_its_antiderivative_begins_and_does_not_end(domain: str) -> None:
    check_no_such_interval(Real("x", domain), Real("e", domain))


def test_an_integral_from_its_antiderivative_is_over_numbers() -> None:
    check_no_such_interval(Symbol("x", n), Symbol("e", n))


def check_no_such_interval(at: Var, bound: Var) -> None:
    refused("integral-above", over(bound, exp(-bound)) <= 1, free(equals(exp(-at), exp(-at))),
            free(-exp(-at) <= 0), why=r"isn't over an interval \[a, ∞\)", variable=at,
            antiderivative=-exp(-at))


# --- intermediate values --------------------------------------------------------------------------


def refuses(why: str, case: Any) -> None:
    rule, formula, premises, values = case
    refused(rule, formula, *premises, why=why, **values)


def test_a_value_in_between_is_of_a_function_of_the_number() -> None:
    accepts(crossing(shown(v)))
    name = "doesn't name its arbitrary number and its function"
    for wrong in (None, number(1), "p"):
        refuses(name, crossing(shown(v), variable=wrong))
    for wrong in (None, q**2):
        refuses(name, crossing(shown(v), function=wrong))
    refuses("isn't one of that number", crossing(shown(v), variable=Symbol("p", n)))
    refuses("isn't one of that number", crossing(
        shown(v), variable=Symbol("p", n), function=Function(Symbol("p", n), number(1))))
    refuses("isn't one of that number", crossing(shown(v), function=Function(Real("q"), q**2)))
    refuses("takes a premise", crossing())
    refuses("not the formula", crossing(shown(v), formula=r <= 1))
    # The function's own number, by another name: f(q) = p q.
    refuses("the function speaks of it", crossing(
        under(r <= 0, r <= 0, equals(p * p, v), p >= 0, p <= 1), given(v <= p),
        function=Function(q, p * q)))


def test_the_ends_are_ordered_and_within_the_domain() -> None:
    refuses("domain", crossing(shown(v), high=number(2)))
    refuses("domain", crossing(shown(v), low=number(-1)))
    refuses("side condition", crossing(shown(v), low=number(1), high=number(0)))
    wide = Real("w", "[0,1]")
    refuses("side condition", crossing(
        under(r <= 0, r <= 0, equals(p**2, v), wide <= p, p <= 1 - wide), given(wide**2 <= v),
        given(v <= (1 - wide) ** 2), low=wide, high=1 - wide))
    refuses("between the values at the ends", crossing(shown(number(2)), value=number(2)))
    refuses("between the values at the ends", crossing(shown(number(-1)), value=number(-1)))
    refuses("isn.t shown", crossing(shown(log(r)), value=log(r)))


@pytest.mark.parametrize(
    ("term", "why"),
    [
        (q ** number(-1), "isn't shown|divisor|0"), (q ** (number(1) / 2), "positive"),
        (q**0, "positive|isn't shown"), (q**v, "positive|isn't shown"), (log(q), "."),
        (q ** rational(3, 2), "positive"), (q * log(q), "."), (exp(q * log(q)), "."),
    ],
)  # fmt: skip
def test_powers_are_continuous_where_their_base_is_positive(term: Any, why: str) -> None:
    point = Real("q", "[0,1]")
    with pytest.raises(Rejected, match=why):
        check_continuous(substitute(term, {"q": point}), point, Normaliser([]))
    inside = Real("q", "(0,1]")
    check_continuous(substitute(term, {"q": inside}), inside, Normaliser([]))


class Lenient(Normaliser):
    """Takes all for real, so that what is asked beyond that shows."""

    def poly(self, term: Any) -> Any:
        return {}


def test_a_logarithm_is_continuous_where_what_it_is_of_is_positive() -> None:
    point = Real("q", "[0,1]")
    with pytest.raises(Rejected, match="q isn't shown to be positive"):
        check_continuous(log(point), point, Lenient())
    with pytest.raises(Rejected, match="q isn't shown to be positive"):
        check_continuous(Op("pow", (point, INFINITY), REAL), point, Lenient())
