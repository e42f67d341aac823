"""The divergence of two normal laws of one variance, from their densities."""

from __future__ import annotations

from derivations.patterns.line import beside, gained, gaussian_side, normal_ordered, nothing, short
from derivations.patterns.numbers import by_its_root
from derivations.tools import split_order
from verified.language import absolute, equals, exp, gaussian, sqrt
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Real


@derives("background/gaussian-divergence.value")
def of_two_laws(d: Derivation) -> None:
    """The densities meet with p = e^ε q at t = (r + s)/2 − εv/(s − r), and p is the larger one on
    the other side of t than the mean s is of r."""
    r, s, v, eps = (d.var(name) for name in ("r", "s", "v", "eps"))
    e, spread = d.fix(Real("e", ">=0")), Real("a", ">0")
    law, other, apart = gaussian(r, v), gaussian(s, v), absolute(s - r)
    root, (some,) = d.scalar(sqrt(spread) > 0, values={spread: v}), d.given
    share = by_its_root(d, v, root)

    def beyond(way: int, order: Line) -> Line:
        t = (r + s) / 2 + way * eps * v / apart
        between = d.identity(equals(r - s, way * apart), order)
        whole = d.cite("definition/hockey-stick-gaussian", some, u=v, v=v, c=t)
        mass = gaussian_side(d, r, v, t, way, some)
        taken = gaussian_side(d, s, v, t, way, some, factor=exp(eps))
        halves = []
        for side in (way, -way):
            at = beside(t, e, side)
            far, near = (at - s) ** 2, (at - r) ** 2 + 2 * v * eps
            gap = (r - s) * (2 * way * eps * v / apart + 2 * side * e) - 2 * v * eps
            line = d.rewrite(between, d.identity(equals(far - near, gap), some))
            low, high = (near, far) if side == way else (far, near)
            line = d.arithmetic(low <= high, line, d.obvious(e * apart >= 0), some)
            line = normal_ordered(d, (r, s), v, at, eps, line, some)
            halves.append(
                gained(d, law, other, t, side, eps, line, mass, taken, some, root)
                if side == way else nothing(d, law, other, t, side, eps, line, some)
            )
        line = d.arithmetic(
            equals(d.goal.left, halves[0].formula.right), whole, *halves, some, root)
        dev = apart / sqrt(v)
        for mean, sign, end in ((r, 1, dev / 2 - eps / dev), (s, -1, -dev / 2 - eps / dev)):
            place = short(mean, t, way) / sqrt(v)
            plain = (sign * way * (r - s) / 2 - eps * v / apart) / sqrt(v)
            found = d.rewrite(between, d.identity(equals(place, plain), some, root))
            found = d.chain(found, d.combined(
                equals(found.formula.right, end), share, some, root,
                equalities=[[-eps / apart, 0]]))
            line = d.rewrite(found, line)
        return d.rewrite(d.identity(equals(line.formula.right, d.goal.right), some, root), line,
                         d.goal)

    d.qed(split_order(d, r, s, lambda order: beyond(-1, order), lambda order: beyond(1, order)))
