"""Proofs on the probability of numbers up to a place, for a Gaussian number with Laplace noise."""

from __future__ import annotations

from typing import Any

from derivations.patterns.integrals import at_least, at_most
from derivations.patterns.noised import unit_root
from derivations.tools import absurd, split_order
from verified.language import Real, equals, exp, integral, normal_cdf, pi, rational, sqrt
from verified.papers.lemmas.noised_tails import below, place, tangent
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Term, number


@derives("lemma/noised-tails.supported")
def supported(d: Derivation) -> None:
    """From q = 1/2 on Φ(y/q) less the tangent falls to 0 at q = 1 and grows from there; up to
    q = 1/2 it is least where q² is left out and Φ(y/q) is Φ(2y)."""
    y, q = d.var("y"), d.var("q")
    small, large = Real("y", "[0,11/10]"), Real("q", ">0")

    def near(order: Line) -> Line:
        half = d.scalar(large >= rational(1, 2), order, given=[large >= rational(1, 2)])
        return d.scalar(
            tangent(small, 1 - large**2) <= normal_cdf(small / large), half,
            given=[large >= rational(1, 2)],
        )

    def far(order: Line) -> Line:
        least = d.scalar(tangent(small, 1) <= normal_cdf(2 * small))
        farther = d.arithmetic(2 * y <= y / q, order, hints=[y, y / q])
        more = d.cite("background/normal-cdf.increasing", farther, x=2 * y, y=y / q)
        lost = d.obvious(0 <= y * exp(-(y**2) / 2) / sqrt(2 * pi()) * q**2 / 2, unit_root(d))
        return d.arithmetic(d.goal, least, more, lost, unit_root(d))

    d.qed(split_order(d, q, rational(1, 2), far, near))


@derives("lemma/noised-tails.near")
def near(d: Derivation) -> None:
    """The mean over the variances s² + 2E is what is below the place; the mean of the tangent is
    Φ at the mean variance."""
    x, s = d.var("x"), d.var("s")
    first, second = d.given
    total = sqrt(s**2 + 2)
    y = x / total

    density = exp(-(y**2) / 2) / sqrt(2 * pi())

    def spread(e: Any) -> Term:
        found: Term = sqrt(s**2 + 2 * number(e))
        return found

    def integrand(e: Any) -> Term:
        found: Term = exp(-number(e)) * normal_cdf(x / spread(e))
        return found

    def exact(e: Any) -> Term:
        w = spread(e)
        found: Term = exp(s**2 / 2) * (
            exp(-x) * normal_cdf(x / w - w) - exp(x) * normal_cdf(-x / w - w)
        ) / 2 - exp(-number(e)) * normal_cdf(x / w)
        return found

    def supported(e: Any) -> Term:
        found: Term = -exp(-number(e)) * (normal_cdf(y) - y * density * number(e) / total**2)
        return found

    eps = Real("eps", ">=0")
    mean = integral(eps, integrand(eps))
    e = d.fix(Real("e", ">=0"))
    u, w = Real("u", ">=0"), Real("w", ">0")
    deviation, argument = Real("t", ">0"), Real("f", ">=0")
    positive = d.scalar(sqrt(deviation**2 + 2 * argument) > 0, values={deviation: s, argument: e})
    some = d.scalar(below(u, w) >= 0, first, positive, values={u: x, w: spread(e)})
    same = d.identity(equals(integrand(e), integrand(e)), positive)
    low = d.arithmetic(exact(e) <= 0, some, positive, hints=[exp(-e)])
    root = unit_root(d)
    most = at_most(d, mean, exact, None, same, low, positive, root)

    whole_positive = d.scalar(sqrt(deviation**2 + 2) > 0, values={deviation: s})
    left = d.arithmetic(y <= rational(11, 10), second, whole_positive, hints=[1 / total])
    right = d.arithmetic(0 <= y, first, whole_positive, hints=[1 / total])
    ratio = d.obvious(0 < spread(e) / total, positive, whole_positive)
    line = d.cite(
        "lemma/noised-tails.supported", left, right, ratio, positive, whole_positive, y=y,
        q=spread(e) / total,
    )
    same = d.identity(equals(y / (spread(e) / total), x / spread(e)), positive, whole_positive)
    line = d.rewrite(same, line)
    slope = exp(-e) * (normal_cdf(y) + y * density * (1 - e) / total**2)
    squares = d.identity(equals(total**2 - spread(e) ** 2, 2 * (1 - e)), positive, whole_positive)
    own, other = Real("u", ">0"), Real("v", ">0")
    one, two = 1 - (own / other) ** 2, (other**2 - own**2) / other**2
    sides = [
        d.scalar(less, positive, whole_positive, values={own: spread(e), other: total})
        for less in (one <= two, two <= one)
    ]
    change = d.rewrite(squares, d.turn(
        equals(sides[0].formula.left, sides[0].formula.right), *sides
    ))
    line = d.rewrite(change, line)
    tangents = d.identity(equals(slope, exp(-e) * line.formula.left), whole_positive, root)
    line = d.arithmetic(slope <= integrand(e), tangents, line, positive, whole_positive, root,
                        hints=[exp(-e)])

    z = d.var("z")
    least = at_least(d, mean, supported, z, line, positive, whole_positive, root)
    lost = d.obvious(0 <= exp(-z) * y * density * z / total**2, first, whole_positive, root)
    most_chance = d.scalar(normal_cdf(place) <= 1, whole_positive, values={place: y})
    small = d.arithmetic(exp(-z) * normal_cdf(y) <= exp(-z), most_chance, whole_positive,
                         hints=[exp(-z)])
    start = d.identity(equals(most.formula.right, below(x, s)))
    d.qed(d.arithmetic(
        d.goal, d.chain(least, most, start), small, lost, whole_positive, root
    ))


@derives("lemma/noised-tails.above")
def above(d: Derivation) -> None:
    """With z so large that e^(−z) is less than half of what would be missing."""
    x, s = d.var("x"), d.var("s")
    spread = Real("t", ">0")
    total = sqrt(s**2 + 2)
    positive = d.scalar(sqrt(spread**2 + 2) > 0, values={spread: s})
    low, high = normal_cdf(x / total), below(x, s)

    def over(above: Line) -> Line:
        gap, missing = Real("g", ">0"), low - high
        room = d.arithmetic(0 < missing, above, positive)
        far = d.obvious(0 <= 2 / missing, room, positive)
        near = d.cite("lemma/noised-tails.near", *d.given, far, room, positive, z=2 / missing)
        small = d.scalar(exp(-2 / gap) < gap, room, positive, values={gap: missing})
        return absurd(d, d.goal, near, small, room, positive)

    d.qed(split_order(d, low, high, lambda order: order, over, positive))


@derives("lemma/noised-tails.scaled")
def scaled(d: Derivation) -> None:
    """Places and deviations are measured in scales of the noise."""
    x, s, b = (d.var(name) for name in ("x", "s", "b"))
    first, second = d.given
    u, w = Real("u", ">0"), Real("w", ">0")
    root, total = sqrt((s / b) ** 2 + 2), sqrt(s**2 + 2 * b**2)
    positive = (
        d.scalar(sqrt(u**2 + 2 * w**2) > 0, values={u: s, w: b}),
        d.scalar(sqrt(u**2 + 2) > 0, values={u: s / b}),
    )
    square = d.identity(equals((total / b) ** 2, root**2), *positive)

    def below_other(one: Term, two: Term) -> Line:
        """one ≤ two, as the squares are equal."""
        return split_order(d, one, two, lambda order: order, lambda order: absurd(
            d, one <= two, order, square, *positive, hints=[one, two]
        ), *positive)

    same = d.turn(
        equals(root, total / b), below_other(root, total / b), below_other(total / b, root)
    )
    near = d.arithmetic(10 * (x / b) <= 11 * (total / b), second, *positive, hints=[1 / b])
    back = d.turn(equals(total / b, root), same)
    line = d.cite(
        "lemma/noised-tails.above", d.arithmetic(0 <= x / b, first, hints=[1 / b]),
        d.rewrite(back, near, 10 * (x / b) <= 11 * root), *positive, x=x / b, s=s / b,
    )
    moved = d.rewrite(same, line)
    place = d.identity(equals(x / b / (total / b), x / total), *positive)
    d.qed(d.rewrite(place, moved))


@derives("lemma/noised-tails.beyond", "lemma/noised-tails.before")
def closed_form(d: Derivation) -> None:
    """The closed form, with Φ(−x) = 1 − Φ(x)."""
    place = d.goal.left.args[0].args[1]
    line = d.cite("background/noised-below", r=d.var("r"), u=d.var("s"), b=d.var("b"), t=place)
    d.qed(d.chain(line, d.identity(equals(line.formula.right, d.goal.right))))
