"""Fig. 4: the curves of the Gaussian mechanism fall as its noise grows."""

from __future__ import annotations

from derivations.tools import split_maximum
from verified.language import absolute, cases, equals, exp, log, pmf_table, rational, sqrt
from verified.papers.ngo_2024.noise_curves import halves
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Real, Term, number


@derives("ngo-2024/figure-4.two-inputs")
def two_inputs(d: Derivation) -> None:
    """Half the divergence of the two outputs at the order ln(2e^ε − 1), which grows with their
    distance in standard deviations."""
    (given,) = d.given
    eps, less, more = (d.var(name) for name in ("eps", "v", "w"))
    one, minus = number(1), number(-1)
    a, b, e = Real("a", ">0"), Real("b", ">0"), Real("e", ">0")
    near, far = absolute(one - minus) / sqrt(more), absolute(one - minus) / sqrt(less)
    closer = d.scalar(1 / sqrt(b) <= 1 / sqrt(a), given, given=[a <= b], values={a: less, b: more})
    roots = [d.scalar(sqrt(a) > 0, values={a: spread}) for spread in (less, more)]
    closer = d.arithmetic(near <= far, closer, *roots)
    order = log(1 + (exp(eps) - 1) / halves[0])
    real = d.scalar(log(1 + (exp(e) - 1) / rational(1, 2)) >= 0, values={e: eps})
    grown = d.scalar(exp(e) - 1 > 0, values={e: eps})
    falls = d.cite(
        "background/gaussian-divergence.increasing", closer, real, grown, r=minus, s=one, p=minus,
        q=one, v=more, w=less, eps=order,
    )
    below, above = (
        d.cite("background/gaussian-hockey-stick-mixture", W=halves, r=minus, s=one, v=spread,
               w=spread)
        for spread in (more, less)
    )
    d.qed(d.arithmetic(d.goal, below, falls, above, real, grown))


@derives("ngo-2024/figure-4.curve")
def every_input(d: Derivation) -> None:
    """More noise is noise added to less: both divergences shrink for each input, and so does the
    larger of them for the worst input."""
    (given,) = d.given
    law, inputs, eps, less, more = (d.var(name) for name in ("P", "x", "eps", "v", "w"))
    low, high = d.goal.left, d.goal.right
    s = d.fix(low.var)
    point = pmf_table(law.sort.sizes()[0], lambda place: cases(equals(place, s), 1, 0))
    whole = d.identity(equals(less + (more - less), more))
    added = d.arithmetic(number(0) <= more - less, given)

    def under_noise(first: Term, second: Term) -> Line:
        falls = d.cite(
            "background/divergence-under-noise", added, P=first, Q=second, x=inputs, v=less,
            s=more - less, eps=eps,
        )
        return d.rewrite(whole, falls)

    def alone(variance: Term) -> list[Line]:
        both = d.cite(
            "background/gaussian-in-mixture", P=law, x=inputs, v=variance, k=s, eps=eps
        )
        return [d.piece(both, 0), d.piece(both, 1)]

    narrow, wide = alone(less), alone(more)
    falls = [
        d.chain(wide[place], under_noise(*laws), d.turn(
            equals(narrow[place].formula.right, narrow[place].formula.left), narrow[place]
        ))
        for place, laws in enumerate(((law, point), (point, law)))
    ]
    here, there = (substitute(side.body, {side.var.name: s}) for side in (low, high))

    def larger(_: Line, value: Line) -> Line:
        return split_maximum(d, *there.args, lambda order, most: d.arithmetic(
            here <= there, value, order, most, *falls, hints=[exp(-eps)]
        ))

    each = split_maximum(d, *here.args, larger)
    d.qed(d.bound_sup(low, d.chain(each, d.below_sup(high, s)), s))
