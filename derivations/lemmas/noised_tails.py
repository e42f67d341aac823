"""Proofs on the probability of numbers up to a place, for a Gaussian number with Laplace noise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.integrals import at_least, at_most
from derivations.patterns.noised import unit_root
from derivations.tools import absurd, split_order
from verified.language import Real, equals, exp, integral, log, normal_cdf, pi, rational, sqrt
from verified.papers.lemmas.noised_tails import below, place, tangent
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Term, number


@derives("lemma/noised-tails.supported")
def supported(d: Derivation) -> None:
    """From q = 1/2 on Φ(y/q) less the tangent falls to 0 at q = 1 and grows from there, shown in
    parts; up to q = 1/2 it is least where q² is left out and Φ(y/q) is Φ(2y)."""
    y, q = d.var("y"), d.var("q")
    small = Real("y", "[0,11/10]")

    def within(low: str, high: str, *lines: Line) -> Line:
        """For q between two numbers, in two parts of the y."""
        def part(ends: str) -> Callable[[Line], Line]:
            own, ratio = Real("y", f"[{ends}]"), Real("q", f"[{low},{high}]")
            return lambda order: d.scalar(
                tangent(own, 1 - ratio**2) <= normal_cdf(own / ratio), order, *lines,
                values={own: y, ratio: q},
            )

        return split_order(d, y, rational(11, 20), part("0,11/20"), part("11/20,11/10"))

    def near(order: Line) -> Line:
        above = Real("q", ">=1")
        return split_order(
            d, q, 1,
            lambda low: split_order(
                d, q, rational(3, 4), lambda least: within("1/2", "3/4", order, least),
                lambda most: within("3/4", "1", most, low),
            ),
            lambda high: d.scalar(
                tangent(small, 1 - above**2) <= normal_cdf(small / above), high,
                values={small: y, above: q},
            ),
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
    """What is below the place is a mean of Φ(x/w) over deviations w above s, whose squares are
    s² + 2E; the mean of the tangent is Φ at the mean variance."""
    x, s, far = (d.var(name) for name in ("x", "s", "v"))
    first, second = d.given[:2]
    total = sqrt(s**2 + 2)
    y = x / total

    density = exp(-(y**2) / 2) / sqrt(2 * pi())

    def shrunk(w: Any) -> Term:
        found: Term = exp((s**2 - w**2) / 2)
        return found

    def integrand(e: Any) -> Term:
        w = s * exp(number(e))
        found: Term = w**2 * shrunk(w) * normal_cdf(x / w)
        return found

    def exact(e: Any) -> Term:
        w = s * exp(number(e))
        found: Term = exp(s**2 / 2) * (
            exp(-x) * normal_cdf(x / w - w) - exp(x) * normal_cdf(-x / w - w)
        ) / 2 - shrunk(w) * normal_cdf(x / w)
        return found

    def supported(e: Any) -> Term:
        w = s * exp(number(e))
        change = y * density * ((w**2 - s**2) / 2) / total**2
        found: Term = -shrunk(w) * (normal_cdf(y) - change)
        return found

    root = unit_root(d)
    deviation = Real("t", ">0")
    positive = d.scalar(sqrt(deviation**2 + 2) > 0, values={deviation: s})
    eps = Real("eps", ">=0")
    mean = integral(eps, integrand(eps))
    e = d.fix(Real("e", ">=0"))
    w = s * exp(e)

    u, v = Real("u", ">=0"), Real("v", ">0")
    some = d.scalar(below(u, v) >= 0, first, values={u: x, v: w})
    same = d.identity(equals(integrand(e), integrand(e)))
    low = d.arithmetic(exact(e) <= 0, some, hints=[shrunk(w)])
    most = at_most(d, mean, exact, None, same, low, root)

    left = d.arithmetic(y <= rational(11, 10), second, positive, hints=[1 / total])
    right = d.arithmetic(0 <= y, first, positive, hints=[1 / total])
    ratio = d.obvious(0 < w / total, positive)
    line = d.cite(
        "lemma/noised-tails.supported", left, right, ratio, positive, y=y, q=w / total
    )
    line = d.rewrite(d.identity(equals(y / (w / total), x / w), positive), line)
    squares = d.identity(equals(total**2 - w**2, 2 * (1 - (w**2 - s**2) / 2)), positive)
    own, other = Real("u", ">0"), Real("v", ">0")
    one, two = 1 - (own / other) ** 2, (other**2 - own**2) / other**2
    sides = [
        d.scalar(less, positive, values={own: w, other: total})
        for less in (one <= two, two <= one)
    ]
    change = d.rewrite(squares, d.turn(
        equals(sides[0].formula.left, sides[0].formula.right), *sides
    ))
    line = d.rewrite(change, line)
    slope = w**2 * shrunk(w) * (
        normal_cdf(y) + y * density * (1 - (w**2 - s**2) / 2) / total**2
    )
    tangents = d.identity(equals(slope, w**2 * shrunk(w) * line.formula.left), positive, root)
    line = d.arithmetic(slope <= integrand(e), tangents, line, positive, root,
                        hints=[w**2 * shrunk(w)])

    share = Real("h", ">0")
    z = log(far / s)
    longer = d.arithmetic(1 <= far / s, d.given[2], hints=[1 / s])
    end = d.scalar(log(share) >= 0, longer, given=[share >= 1], values={share: far / s})
    least = at_least(d, mean, supported, z, line, end, positive, root)
    spread = d.arithmetic(0 <= far**2 - s**2, d.given[2], hints=[s, far])
    reached = d.identity(equals(
        least.formula.left, normal_cdf(y)
        - shrunk(far) * (normal_cdf(y) - y * density * ((far**2 - s**2) / 2) / total**2)
    ), positive, root)
    share_lost = d.obvious(0 <= shrunk(far) * y * density / total**2, first, positive, root)
    gone = d.have(
        0 <= shrunk(far) * y * density * ((far**2 - s**2) / 2) / total**2, "arithmetic",
        share_lost, spread, positive, root, products=[["1/2", [["fact", 0], ["fact", 1]]]],
    )
    most_chance = d.scalar(normal_cdf(place) <= 1, positive, values={place: y})
    small = d.arithmetic(shrunk(far) * normal_cdf(y) <= shrunk(far), most_chance, positive,
                         hints=[shrunk(far)])
    start = d.identity(equals(most.formula.right, below(x, s)))
    back = d.turn(equals(reached.formula.right, reached.formula.left), reached)
    d.qed(d.arithmetic(
        d.goal, d.chain(back, least, most, start), small, gone, positive, root
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
        far = s + 2 / missing
        positive_far = d.obvious(0 < 2 / missing, room, positive)
        longer = d.arithmetic(s <= far, positive_far, room, positive)
        near = d.cite("lemma/noised-tails.near", *d.given, longer, room, positive, v=far)
        small = d.scalar(
            exp((spread**2 - (spread + 2 / gap) ** 2) / 2) < gap, room, positive,
            values={spread: s, gap: missing},
        )
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
