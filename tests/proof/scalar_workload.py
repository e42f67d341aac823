"""Scalar inequalities of the papers' proofs, and false neighbours of them: for tests and bench."""

from __future__ import annotations

from verified.language import absolute, binary_entropy, exp, log, minimum, sqrt
from verified.syntax.claims import Statement, build_statement
from verified.syntax.terms import Real, Size, rational

h = binary_entropy
HALF = rational(1, 2)
positive, least = Real("eps", ">0"), Real("eps", ">=0")
x, real, u, t = Real("x", ">0"), Real("x"), Real("u", "[0,1]"), Real("t", "[0,1]")
inner_p, inner_q = Real("p", "(0,1)"), Real("q", "(0,1)")
p, q, d = Real("p", "[0,1]"), Real("q", "[0,1]"), Real("d", "[0,1]")
r, m, any_m = Size("r"), Size("m", 2), Size("m", 1)


def _hoeffding(eps):
    return eps / (exp(eps) - 1)


def _harmonic(eps):
    return eps * ((exp(eps) - 1) * (1 - exp(-eps)) / ((exp(eps) - 1) + (1 - exp(-eps))))


_CASES = {
    "property 1's chain": ([positive], [], _harmonic(positive) <= positive * (1 - exp(-positive))),
    "least of two": ([least], [], least * (1 - exp(-least)) <= minimum(least, least**2)),
    "tanh": ([least], [], least * (exp(least) - 1) / (exp(least) + 1) <= least**2 / 2),
    "entropy below a parabola": ([u], [], h(u) <= log(2) - 2 * (u - HALF) ** 2),
    "binary Pinsker": (
        [inner_p, inner_q], [],
        inner_p * log(inner_p / inner_q) + (1 - inner_p) * log((1 - inner_p) / (1 - inner_q))
        >= 2 * (inner_p - inner_q) ** 2,
    ),
    "ln x": ([x], [], log(x) <= x - 1),
    "x ln x": ([x], [], x * log(x) >= x - 1),
    "exp": ([real], [], exp(real) >= 1 + real),
    "alphabet r and r + 1": (
        [d, r], [], 2 * h(d / (d + 1)) + 2 * (d / (d + 1)) * log(r) <= 2 * h(d) + 2 * d * log(r + 1)
    ),
    "Fano with m - 1": ([d, m], [], h(d) + d * log(m - 1) <= h(d) + d * log(m)),
    "Fano past its range": (
        [d, any_m], [d > (any_m - 1) / any_m], log(any_m) <= h(d) + d * log(any_m)
    ),
    "entropy above 4x(1-x)": ([t], [], log(2) - h((1 - t) / 2) <= t**2 * log(2)),
    "entropy gap": ([t], [], log(2) - h((1 - t) / 2) >= t**2 / 2),
    "Jensen gap of h": (
        [p, q], [q <= p],
        h((p + q) / 2) - (h(p) + h(q)) / 2 >= log(2) - h((1 - absolute(p - q)) / 2),
    ),
    "Hoeffding's exponent": (
        [positive], [], _hoeffding(positive) - 1 - log(_hoeffding(positive)) <= positive**2 / 8
    ),
}

_FALSE = {
    "h(d/(d+1)) <= h(d)": ([d], [], h(d / (d + 1)) <= h(d)),
    "0/0 at 0": ([least], [], _harmonic(least) <= least * (1 - exp(-least))),
    "log of 0": ([least], [], log(least) <= least),
    "x ln x at 0": ([u], [], u * log(u) <= 0),
    "a larger constant": ([least], [], least * (exp(least) - 1) / (exp(least) + 1) <= least**2 / 3),
    "Pinsker with 3": (
        [inner_p, inner_q], [],
        inner_p * log(inner_p / inner_q) + (1 - inner_p) * log((1 - inner_p) / (1 - inner_q))
        >= 3 * (inner_p - inner_q) ** 2,
    ),
    "strict at equality": ([x], [], log(x) < x - 1),
    "strict at an end": ([u], [], u > 0),
    "a pole inside": ([u], [], 1 / (u - HALF) ** 2 >= 0),
    "a root of a negative": ([real], [], sqrt(real) >= 0),
    "false far out": ([least], [], exp(-least) >= rational(1, 10**30)),
    "false at one size": ([any_m], [], any_m**2 >= 5 * any_m - 4),
    "less than nothing": ([positive], [], positive <= 0),
}


def _built(cases) -> dict[str, Statement]:
    return {name: build_statement(name, *parts) for name, parts in cases.items()}


TRUE, FALSE = _built(_CASES), _built(_FALSE)
