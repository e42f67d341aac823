"""Rules on integrals and intermediate values: what they take, and what they must reject."""

import pytest

from tests.kernel.test_inference import free, given, rejects, step
from verified.kernel.normaliser import Normaliser
from verified.kernel.real_functions import check_continuous
from verified.kernel.theorem import Function, Theorem
from verified.kernel.values import Rejected
from verified.language import (
    Real,
    absolute,
    binary_entropy,
    cases,
    equals,
    exp,
    integral,
    log,
    maximum,
    sqrt,
)
from verified.syntax.goals import normal
from verified.syntax.terms import number

eps, x = Real("eps", ">=0"), Real("x", ">=0")
c, r = Real("c", ">=0"), Real("r")


def under(formula, *hypotheses):
    """A theorem under hypotheses."""
    found = [given(hypothesis) for hypothesis in hypotheses]
    return Theorem({t.key: t.conclusion for t in found}, normal(formula))


# --- integrals ------------------------------------------------------------------------------------

falling = exp(-eps)
falling_at_x = exp(-x)
decay = {"variable": x, "antiderivative": -exp(-x)}


def test_a_tail_from_a_bounded_antiderivative():
    slope, bounded = free(equals(falling_at_x, exp(-x))), free(-exp(-x) <= 0)
    step("integral-above", integral(eps, falling) <= 1, slope, bounded, **decay)
    step("integral-above", integral(eps, falling) <= 0 - (-exp(number(0))), slope, bounded, **decay)
    step(
        "integral-above",
        integral(eps, falling / 2) <= 1,
        free(falling_at_x / 2 <= exp(-x)),
        bounded,
        **decay,
    )
    # Another number, another derivative, an antiderivative that isn't bounded by that.
    rejects("integral-above", integral(eps, falling) <= number(1) / 2, slope, bounded, **decay)
    rejects("integral-above", integral(eps, falling) <= 2, slope, bounded, **decay)
    rejects(
        "integral-above",
        integral(eps, 2 * falling) <= 1,
        free(2 * falling_at_x <= 2 * exp(-x)),
        bounded,
        **decay,
    )
    rejects("integral-above", integral(eps, falling) <= 1, slope, free(-exp(-x) <= x), **decay)
    rejects("integral-above", integral(eps, falling) <= 1, slope, free(exp(-x) <= 1), **decay)
    rejects("integral-above", integral(eps, falling) <= 1, slope, **decay)
    rejects("integral-above", integral(eps, falling) <= 1, bounded, slope, **decay)
    # Not at every number of the interval.
    rejects(
        "integral-above",
        integral(eps, falling) <= 1,
        under(falling_at_x <= exp(-x), x <= 1),
        bounded,
        **decay,
    )
    rejects(
        "integral-above", integral(eps, falling) <= 1, slope, under(-exp(-x) <= 0, x <= 1), **decay
    )
    rejects("integral-above", integral(eps, falling) >= 1, slope, bounded, **decay)


def test_an_integral_that_ends():
    """∫ max(0, 1 − ε/c) = c/2, bounded on both sides."""
    body, part = maximum(0, 1 - eps / c), maximum(0, 1 - x / c)
    values = {"variable": x, "antiderivative": x - x**2 / (2 * c), "end": c}
    some = free(c > 0)
    inside, beyond = under(part <= 1 - x / c, x <= c), under(part <= 0, c <= x)
    step("integral-above", integral(eps, body) <= c / 2, inside, beyond, some, **values)
    below = free(1 - x / c <= part)
    step("integral-below", c / 2 <= integral(eps, body), below, some, **values)
    step(
        "integral-below",
        c / 2 <= integral(eps, body),
        under(1 - x / c <= part, x <= c),
        some,
        **values,
    )
    step(
        "integral-below",
        c / 2 <= integral(eps, body),
        under(equals(part, 1 - x / c), x <= c),
        some,
        **values,
    )
    # The antiderivative isn't differentiable at c = 0, the end may be any other.
    rejects("integral-above", integral(eps, body) <= c / 2, inside, beyond, **values)
    rejects("integral-above", integral(eps, body) <= c, inside, beyond, some, **values)
    rejects(
        "integral-above",
        integral(eps, body) <= c / 2,
        inside,
        beyond,
        some,
        **values | {"end": 2 * c},
    )
    rejects("integral-below", c / 2 <= integral(eps, body), below, some, **values | {"end": -c})
    rejects("integral-below", c / 2 <= integral(eps, body), below, some, **values | {"end": x})
    # Each premise on the wrong side of the end, or an integrand that goes on.
    rejects(
        "integral-above",
        integral(eps, body) <= c / 2,
        under(part <= 1 - x / c, c <= x),
        beyond,
        some,
        **values,
    )
    rejects(
        "integral-above",
        integral(eps, body) <= c / 2,
        inside,
        under(part <= 0, x <= c),
        some,
        **values,
    )
    rejects(
        "integral-above",
        integral(eps, body) <= c / 2,
        inside,
        under(part <= 1, c <= x),
        some,
        **values,
    )
    rejects(
        "integral-below",
        c / 2 <= integral(eps, body),
        under(1 - x / c <= part, c <= x),
        some,
        **values,
    )
    rejects("integral-below", c / 2 <= integral(eps, body), free(part <= 1 - x / c), some, **values)
    rejects("integral-below", c <= integral(eps, body), below, some, **values)
    rejects("integral-below", integral(eps, body) <= c / 2, below, some, **values)


def test_integrands_that_may_be_negative_are_refused():
    """−1 up to 1 and then 0 would have an integral; 1 − ε has none."""
    values = {"variable": x, "antiderivative": x - x**2 / 2, "end": number(1)}
    rejects(
        "integral-below",
        number(1) / 2 <= integral(eps, 1 - eps),
        free(equals(1 - x, 1 - x)),
        **values,
    )
    rejects(
        "integral-above",
        integral(eps, 1 - eps) <= number(1) / 2,
        free(equals(1 - x, 1 - x)),
        under(1 - x <= 0, x >= 1),
        **values,
    )


def test_the_number_under_an_integral_must_be_arbitrary():
    slope, bounded = free(equals(falling_at_x, exp(-x))), free(-exp(-x) <= 0)
    claim = integral(eps, falling) <= 1
    rejects("integral-above", claim, slope, bounded, given(x >= 0), **decay)
    rejects("integral-above", claim, slope, bounded, given(x <= r), **decay)
    rejects("integral-above", claim, slope, bounded, **decay | {"variable": Real("x")})
    rejects("integral-above", claim, slope, bounded, antiderivative=-exp(-x))
    rejects(
        "integral-above",
        integral(eps, falling * exp(-c)) <= 1,
        free(falling_at_x * exp(-x) <= exp(-x)),
        bounded,
        **decay,
    )
    rejects(
        "integral-above",
        integral(eps, exp(-x) * falling) <= 1,
        free(exp(-x) * exp(-x) <= exp(-x)),
        bounded,
        **decay,
    )


def test_only_intervals_that_begin_and_do_not_end():
    for domain in ("[0,1]", ">0", "(0,1)"):
        at, bound = Real("x", domain), Real("eps", domain)
        rejects(
            "integral-above",
            integral(bound, exp(-bound)) <= 1,
            free(equals(exp(-at), exp(-at))),
            free(-exp(-at) <= 0),
            variable=at,
            antiderivative=-exp(-at),
        )
    at, bound = Real("x", "[1,inf)"), Real("eps", "[1,inf)")
    step(
        "integral-above",
        integral(bound, exp(-bound)) <= exp(number(-1)),
        free(equals(exp(-at), exp(-at))),
        free(-exp(-at) <= 0),
        variable=at,
        antiderivative=-exp(-at),
    )


def test_antiderivatives_must_be_differentiable_everywhere():
    """√x isn't at 0, ln x isn't defined there; |x − 1| isn't at 1."""
    for antiderivative, slope in (
        (sqrt(x), 1 / (2 * sqrt(x))),
        (log(x), 1 / x),
        (absolute(x - 1), number(1)),
    ):
        rejects(
            "integral-below",
            antiderivative <= integral(eps, exp(eps)),
            free(slope <= exp(x)),
            variable=x,
            antiderivative=antiderivative,
            end=c,
        )


# --- intermediate values --------------------------------------------------------------------------

p, q, v = Real("p", "[0,1]"), Real("q", "[0,1]"), Real("v", "[0,1]")
square = Function(q, q**2)


def shown(value, *more):
    """r ≤ 0, from p² = v with p between 0 and 1."""
    return under(r <= 0, r <= 0, equals(p**2, value), p >= 0, p <= 1, *more)


def crossing(*premises, formula=r <= 0, **changed):
    values = {"variable": p, "function": square, "low": number(0), "high": number(1), "value": v}
    return "intermediate", formula, premises, values | changed


def accepts(case):
    rule, formula, premises, values = case
    return step(rule, formula, *premises, **values)


def refuses(case):
    rule, formula, premises, values = case
    rejects(rule, formula, *premises, **values)


def test_an_intermediate_value():
    theorem = accepts(crossing(shown(v)))
    assert [str(part) for part in theorem.hypotheses.values()] == ["r <= 0"]
    # The function may fall.
    accepts(
        crossing(
            under(r <= 0, r <= 0, equals(1 - p, v), p >= 0, p <= 1), function=Function(q, 1 - q)
        )
    )
    # A narrower piece, whose ends are shown to lie on both sides.
    half = number(1) / 2
    narrow = under(r <= 0, r <= 0, equals(p**2, v), half <= p, p <= 1)
    accepts(crossing(narrow, free(half**2 <= v), low=half))
    refuses(crossing(narrow, low=half))
    refuses(crossing(shown(2), value=number(2)))
    refuses(crossing(shown(v), low=number(1), high=number(0)))
    refuses(crossing(shown(v), high=number(2)))
    refuses(crossing(shown(v), low=number(-1)))
    # Other hypotheses than those three stay; none of them may speak of the number.
    refuses(crossing(shown(v, p <= v)))
    refuses(crossing(shown(v, equals(p**2, 1))))
    refuses(crossing(under(p <= 0, p <= 0), formula=p <= 0))
    refuses(crossing(shown(v), formula=r <= 1))
    refuses(crossing(shown(v), given(p <= r)))
    refuses(crossing(shown(p), value=p))
    refuses(crossing(shown(v), variable=Real("p")))
    refuses(crossing(shown(v), function=Function(Real("q"), Real("q") ** 2)))
    refuses(crossing())


def test_only_continuous_functions_take_all_values():
    """1 where q ≤ 1/2 and 0 elsewhere; 1/(2q − 1), which isn't defined everywhere."""
    jump = cases(q <= number(1) / 2, 0, 1)
    refuses(
        crossing(
            under(r <= 0, r <= 0, equals(cases(p <= number(1) / 2, 0, 1), v), p >= 0, p <= 1),
            function=Function(q, jump),
        )
    )
    pole = 1 / (2 * q - 1)
    refuses(
        crossing(
            under(r <= 0, r <= 0, equals(1 / (2 * p - 1), v), p >= 0, p <= 1),
            free(v >= -1),
            function=Function(q, pole),
        )
    )


@pytest.mark.parametrize(
    ("term", "fact", "held"),
    [
        (binary_entropy(q), None, True),
        (binary_entropy(q) / q, None, False),
        (binary_entropy(q) / q, q > 0, True),
        (binary_entropy(2 * q), None, False),
        (log(q), None, False),
        (q * log(q), None, False),
        (log(q), q > 0, True),
        (sqrt(q), None, True),
        (sqrt(q - 1), None, False),
        (exp(q) * maximum(q, v) - absolute(q - v), None, True),
        (2**q, None, True),
        (q**v, None, False),
        (q**v, q > 0, True),
        (1 / q**2, None, False),
        (cases(q <= v, q, q), None, False),
        (v / v + q, None, False),
    ],
)
def test_continuity(term, fact, held):
    known = Normaliser([] if fact is None else [normal(fact)])
    if held:
        check_continuous(term, q, known)
    else:
        with pytest.raises(Rejected):
            check_continuous(term, q, known)


# --- infinity -------------------------------------------------------------------------------------


def test_what_is_above_every_number_is_infinite():
    large, most = integral(eps, exp(eps)), number(float("inf"))
    step("unbounded", equals(large, most), free(r <= large), variable=r)
    step("unbounded", equals(large, most), free(r < large), variable=r)
    rejects("unbounded", equals(large, most), given(r <= large), variable=r)
    rejects("unbounded", equals(large, most), under(r <= large, r <= 1), variable=r)
    rejects("unbounded", equals(large, most), free(c <= large), variable=c)
    rejects("unbounded", equals(large, most), free(large <= r), variable=r)
    rejects("unbounded", equals(large, most), free(2 * r <= large), variable=r)
    rejects("unbounded", equals(exp(r), most), free(r <= exp(r)), variable=r)
    rejects("unbounded", equals(large, 1), free(r <= large), variable=r)
    rejects("unbounded", equals(most, large), free(r <= large), variable=r)
    rejects("unbounded", equals(integral(eps, falling), most), free(r <= large), variable=r)
    rejects("unbounded", equals(large, most), free(r <= large))
