"""The repaired formula before (49): eigenvalues of two covariance matrices of order 2.

With t, r the sum and the difference of the eigenvalues of K_X, and u, q those of K_Y,
λ_1 λ_2 = ac − b² and μ_1 μ_2 = eg − f². det(K_X + K_Y) exceeds Π(λ_i + μ_i) by
(rq − (a − c)(e − g) − 4bf)/2, which Cauchy and Schwarz show to be at least 0; with the eigenvalues
of one matrix in the other order r changes its sign.
"""

from __future__ import annotations

from derivations.patterns.local_privacy import LN2
from derivations.tools import ZERO, absurd, split_order
from verified.language import equals, sqrt
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Term


def cauchy(d: Derivation, sign: int, *real: Line) -> Line:
    """±((a − c)(e − g) + 4bf) ≤ rq."""
    a, b, c, e, f, g = (d.var(name) for name in "abcefg")
    first, second = (a - c) ** 2 + 4 * b**2, (e - g) ** 2 + 4 * f**2
    inner, both = sign * ((a - c) * (e - g) + 4 * b * f), sqrt(first) * sqrt(second)
    squares = d.have(
        inner**2 <= first * second, "arithmetic",
        products=[["4", [["square", (a - c) * f - b * (e - g)]]]],
    )

    def above(line: Line) -> Line:
        more = d.arithmetic(both**2 < inner**2, line, *real, hints=[both])
        return absurd(d, inner <= both, more, squares, *real)

    return split_order(d, inner, both, lambda low: low, above, *real)


def below_sum(d: Derivation, first: Term, second: Term, off: Term, *lines: Line) -> Line:
    """√((x − y)² + 4z²) ≤ x + y, or < where the line says xy > z²."""
    spread = (first - second) ** 2 + 4 * off**2
    root, whole = sqrt(spread), first + second
    strict = lines[0].formula.op in ("<", ">")
    goal = root < whole if strict else root <= whole

    def wrong(line: Line) -> Line:
        more = d.arithmetic(whole**2 <= root**2, line, *lines[1:], hints=[root, whole])
        return absurd(d, goal, more, *lines)

    def wrong_strictly(line: Line) -> Line:
        positive = d.arithmetic(ZERO < root, line, *lines[1:], hints=[whole])
        more = d.arithmetic(whole**2 < root**2, line, positive, *lines[1:], hints=[root, whole])
        return absurd(d, goal, more, *lines)

    if strict:
        return split_order(d, whole, root, wrong, lambda line: line, *lines[1:])
    return split_order(d, root, whole, lambda line: line, wrong_strictly, *lines[1:])


def by_order(d: Derivation, sign: int) -> None:
    """The eigenvalues of K_X with those of K_Y in the same order (sign 1) or the other (−1)."""
    signal, noise = d.given
    a, b, c, e, f, g = (d.var(name) for name in "abcefg")
    real = [
        d.have(ZERO <= (x - y) ** 2 + 4 * z**2, "arithmetic",
               products=[["1", [["square", x - y]]], ["4", [["square", z]]]])
        for x, y, z in ((a, c, b), (e, g, f))
    ]  # fmt: skip
    r, q = sqrt((a - c) ** 2 + 4 * b**2), sqrt((e - g) ** 2 + 4 * f**2)
    low = below_sum(d, a, c, b, signal, real[0])
    high = below_sum(d, e, g, f, noise, real[1])
    known = [low, high, *real]
    signals = (a + c + r) / 2, (a + c - r) / 2
    noises = (e + g + sign * q) / 2, (e + g - sign * q) / 2
    ends = []
    for value, added in zip(signals, noises, strict=True):
        apart = d.arithmetic(added > 0, *known, hints=[q])
        least = d.arithmetic(value >= 0, *known, hints=[r])
        ends.append((value, added, apart, d.arithmetic(
            1 + value / added > 0, apart, least, *real, hints=[1 / added]
        )))
    (first, one, one_positive, x_positive), (second, two, two_positive, y_positive) = ends
    x, y = 1 + first / one, 1 + second / two
    area, whole = e * g - f**2, (a + e) * (c + g) - (b + f) ** 2
    positive = d.arithmetic(area > 0, noise)
    product = d.identity(equals(one * two, area), *real)
    spread = d.identity(
        equals(x * y * (one * two), (one + first) * (two + second)),
        one_positive, two_positive, *real,
    )
    spread = d.rewrite(product, spread)
    order = cauchy(d, sign, *real)
    sums = (one + first) * (two + second)
    compared = d.arithmetic(
        sums <= whole if sign > 0 else whole <= sums, order, *real
    )
    ratio = whole / area
    determinant = d.arithmetic(
        whole > 0, signal, positive, cauchy(d, 1, *real), low, high, *real, hints=[e + g, r]
    )
    facts = [
        positive, determinant, one_positive, two_positive, x_positive, y_positive, *real,
    ]
    facts.append(d.arithmetic(ratio > 0, determinant, positive, hints=[1 / area]))
    facts.append(d.arithmetic(x * y > 0, x_positive, y_positive, *facts, hints=[x, y]))
    small, large = (x * y, ratio) if sign > 0 else (ratio, x * y)
    ordered = d.arithmetic(small <= large, compared, spread, *facts, hints=[1 / area])
    logs = d.cite("background/log-product", *facts, x=x, y=y)
    below = d.cite("background/log-increasing.positive", ordered, *facts, u=small, v=large)
    d.qed(d.arithmetic(d.goal, below, logs, *facts, hints=[1 / LN2]))


@derives("ngo-2024/theorem-3-steps-repaired.least")
def least(d: Derivation) -> None:
    """The product of the sums in the same order is at most the determinant."""
    by_order(d, 1)


@derives("ngo-2024/theorem-3-steps-repaired.most")
def most(d: Derivation) -> None:
    """The product of the sums in opposite order is at least the determinant."""
    by_order(d, -1)
