"""Proofs on Gaussian noise: (16), and where it hides more than Laplace noise of the same power."""

from __future__ import annotations

from derivations.tools import absurd, split_absolute, split_order
from verified.language import Real, equals, exp, normal_cdf, sqrt
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Term


@derives("ding-2024/eq-16.only-if", "ding-2024/eq-16.if")
def summed(d: Derivation) -> None:
    """The two divergences are one number."""
    (given,) = d.given
    same = d.cite(
        "background/gaussian-sums", r=d.var("m"), s=d.var("m'"), v=d.var("s") ** 2,
        w=d.var("s'") ** 2, p=d.var("v"),
    )
    d.qed(d.arithmetic(d.goal, given, same))


def _arguments(line: Line) -> tuple[Term, Term]:
    """Where Φ is taken on the right side of a line for the divergence of two normal laws."""
    first, second = line.formula.right.args
    return first.args[0], second.args[1].args[0]


def _in_deviations(
    d: Derivation, argument: Term, moved: Term, gap: Term, spread: Term, *lines: Line
) -> Line:
    """argument = (±gap/2 − ε spread/gap)/√spread, from gap > 0 and √spread > 0; `moved` is ±gap."""
    g, r, e = Real("g", ">0"), Real("r", ">0"), Real("e", ">0")
    eps, root = d.var("eps"), sqrt(spread)
    sign = 1 if moved == gap else -1
    one = sign * (g / r) / 2 - e / (g / r)
    two = (sign * g / 2 - e * r**2 / g) / r
    low, high = (
        d.scalar(less, *lines, values={g: gap, r: root, e: eps})
        for less in (one <= two, two <= one)
    )
    line = d.turn(equals(low.formula.left, low.formula.right), low, high)
    line = d.rewrite(d.identity(equals(root**2, spread)), line)
    place = (moved / 2 - eps * spread / gap) / root
    first = d.identity(equals(argument, line.formula.left), *lines)
    return d.chain(first, line, d.identity(equals(line.formula.right, place), *lines))


@derives("ding-2024/gaussian-or-laplace-repaired")
def one_deviation(d: Derivation) -> None:
    """The half-line that is best with Gaussian noise tells more with Laplace noise: its end is at
    most 1.1 deviations from either mean, between them."""
    m, own, s, b, eps = (d.var(name) for name in ("m", "m'", "s", "b", "eps"))
    spread = s**2 + 2 * b**2
    root = sqrt(spread)
    u, w = Real("u", ">0"), Real("w", ">0")
    positive = d.scalar(sqrt(u**2 + 2 * w**2) > 0, values={u: s, w: b})

    def told(sign: Line, value: Line) -> Line:
        """From whether the first mean is the larger, and |μ − μ'|."""
        gap = value.formula.right
        turned = gap == m - own
        first, second = (d.rewrite(value, line) for line in d.given[1:])
        known = d.arithmetic(0 < gap**2, first, d.obvious(0 < 2 * eps * spread))
        apart = split_order(
            d, gap, 0, lambda low: absurd(d, 0 < gap, low, sign, known),
            lambda high: high,
        )
        near, far = gap / 2 - eps * spread / gap, gap / 2 + eps * spread / gap
        inner = d.arithmetic(0 <= near, first, apart, hints=[1 / gap])
        shift = 2 * eps * spread / gap
        some = d.arithmetic(0 <= shift, d.obvious(0 < 2 * eps * spread), apart, hints=[1 / gap])
        outer = d.arithmetic(0 <= far, some, apart)
        most = d.arithmetic(10 * far <= 11 * root, second, apart, positive, hints=[1 / gap])
        less = d.arithmetic(10 * near <= 11 * root, most, some, apart, positive)
        heavier = [
            d.cite("lemma/noised-tails.scaled", start, end, apart, x=place)
            for place, start, end in ((near, inner, less), (far, outer, most))
        ]
        names = ("beyond", "before")[:: -1 if turned else 1]
        masses = [
            d.cite(f"lemma/noised-tails.{name}", apart, r=centre, x=place)
            for name, centre, place in zip(names, (m, own), (near, far), strict=True)
        ]
        part = "above" if turned else "below"
        end = m - near if turned else m + near
        same_end = d.identity(equals(own + far if turned else own - far, end), apart)
        masses[1] = d.rewrite(same_end, masses[1])
        event = d.cite(
            f"background/noised-half-lines.{part}", apart, r=m, s=own, v=s**2, w=s**2, t=end
        )
        summed = d.cite(
            "background/gaussian-sums", r=m, s=own, v=s**2, w=s**2, p=2 * b**2
        )
        order = d.arithmetic(own < m if turned else m < own, apart)
        if turned:
            summed = d.chain(summed, d.cite(
                "background/gaussian-hockey-stick-reflected", r=m, s=own, v=2 * b**2 + s**2
            ))
        value = d.cite(
            "background/gaussian-hockey-stick", order, r=own if turned else m,
            s=m if turned else own, v=2 * b**2 + s**2,
        )
        arguments = _arguments(value)
        for argument, moved in zip(arguments, (gap, -gap), strict=True):
            same = _in_deviations(d, argument, moved, gap, spread, apart, positive)
            value = d.rewrite(same, value)
        closed = d.identity(equals(
            value.formula.right, normal_cdf(near / root) - exp(eps) * (1 - normal_cdf(far / root))
        ), apart, positive)
        known = d.chain(summed, value, closed)
        return d.arithmetic(
            known.formula.left <= event.formula.right, known, event, *masses, *heavier, apart,
            positive, hints=[exp(eps)],
        )

    line = split_absolute(d, m - own, told)
    d.qed(d.rewrite(d.given[0], line, d.goal))
