"""Proofs on binary channels next to the one that gives an input away: one that tells more is no
richer.
"""

from __future__ import annotations

from derivations.patterns.channels import law_equality, split_bit
from derivations.patterns.numbers import less_than_rest
from verified.language import KL, equals, exp, log, pmf_of
from verified.proof.derivation import Derivation, derives
from verified.syntax.terms import Real, Symbol


@derives("lemma/near-revealing.divergence")
def divergence(d: Derivation) -> None:
    """By its sum; also where the probability is 0."""
    value = d.cite("definition/kl", P=d.goal.left.args[0], Q=d.goal.left.args[1])
    d.qed(d.chain(value, d.identity(equals(value.formula.right, d.goal.right))))


@derives("lemma/near-revealing.less")
def less(d: Derivation) -> None:
    """ln(1 + t) grows by at most 2 z b, and the first terms are at most b (v − 3 z)."""
    q, v, z = d.var("q"), d.var("v"), d.var("z")
    (least,) = d.given
    rare, scale = exp(-3 * z), 2 * z * exp(-3 * z) * (q + exp(v))
    seldom, odds = q * rare, q * exp(-v)
    more = odds * (1 + scale)
    tangent = d.cite("background/log-tangent.exponential", eps=3 * z)
    some = d.arithmetic(rare < 1, tangent, least, hints=[rare])
    rest = d.arithmetic(0 < 1 - seldom, some, hints=[rare, 1 - q])
    nearly = d.cite("background/log-tangent.line", rest, x=1 - seldom)
    grown = d.cite("background/log-tangent.line", x=(1 + more) / (1 + odds))
    up = d.cite("background/log-tangent.line", x=1 / (1 + scale))
    raised = d.arithmetic(0 <= log(1 + scale), up, hints=[1 / (1 + scale), scale / (1 + scale)])
    d.qed(d.arithmetic(
        d.goal, nearly, grown, raised, least, rest,
        hints=[seldom, 1 - seldom, seldom * (1 - v), seldom * z],
    ))


@derives("lemma/near-revealing.exponent")
def exponent(d: Derivation) -> None:
    """At g = (1 − q)³/20, in w = −ln(1 − q)."""
    q, v = d.var("q"), d.var("v")
    lower, small = d.given
    w = Real("w", ">0")
    p, side = exp(-w), 1 + 2 * w + exp(-w) ** 2 / 9 + v
    tilt = 1 - p + exp(v)
    below = d.cite("background/log-tangent.line", x=1 - q)
    positive = d.arithmetic(0 < -log(1 - q), below)
    line = d.scalar(
        side * (1 + (1 + w) * tilt * p**3 / 10) <= (1 + w) * tilt, lower, positive,
        given=[1 - w / 2 <= v], values={w: -log(1 - q)}, seconds=200,
    )
    level = 1 - log(1 - q)
    factor = 1 - 2 * log(1 - q) + (1 - q) ** 2 / 9 + v
    first = d.arithmetic(0 <= level * (q + exp(v)), positive, hints=[q + exp(v)])
    whole = d.arithmetic(0 <= factor, positive, hints=[q**2, 1 - q, v, q])
    both = d.arithmetic(0 <= factor * (level * (q + exp(v))), first, whole)
    d.qed(d.arithmetic(d.goal, line, small, both))


@derives("lemma/near-revealing.more")
def more(d: Derivation) -> None:
    """Tangents of ln, at q for q (1 + 2g), at 1 − q for the rest, at 1 for 1 + s."""
    q, v, g = d.var("q"), d.var("v"), d.var("g")
    upper, lower, small = d.given
    level, tilt = 1 - log(1 - q), q + exp(v)
    scale, odds = 2 * level * g * tilt, q * exp(-v)
    c, raised = q * (1 + 2 * g), odds * (1 + scale)
    below = d.cite("background/log-tangent.line", x=1 - q)
    positive = d.arithmetic(0 <= -log(1 - q), below)
    scaled = d.arithmetic(0 <= scale, positive, hints=[g * tilt])
    # 1 − c is at least 9/10 of 1 − q.
    x = Real("x", "(0,1)")
    square = d.scalar(x * (1 - x) ** 2 <= 1, values={x: q})
    part = d.arithmetic(9 * (1 - q) / 10 <= 1 - c, small, square, hints=[q, 1 - q])
    rest = d.arithmetic(0 < 1 - c, part, hints=[1 - q])
    ratio = (1 - q) / (1 - c)
    part = d.arithmetic(9 * q * (1 - q) ** 2 / 10 <= q * (1 - q) * (1 - c), part,
                        hints=[q * (1 - q)])
    part = d.arithmetic(9 * q * (1 - q) ** 3 / 10 <= q * (1 - q) ** 2 * (1 - c), part,
                        hints=[1 - q])
    near = d.arithmetic(ratio <= 1 + q * (1 - q) ** 2 / 9, part, small, rest,
                        hints=[1 / (1 - c), q / (1 - c)])
    # The tangents.
    over = d.cite("background/log-tangent.line", x=1 + 2 * g)
    under = d.cite("background/log-tangent.line", rest, x=ratio)
    turned_under = d.cite("background/log-tangent.line", rest, x=1 / ratio)
    there = d.arithmetic(0 < raised, scaled, hints=[odds])
    grown = d.cite("background/log-tangent.line", there, x=(1 + raised) / (1 + odds))
    rise = d.cite("background/log-tangent.line", scaled, x=1 / (1 + scale))
    rising = d.arithmetic(log(1 + raised) - log(1 + odds) <= 2 * level * g * q, grown, there)
    least = d.arithmetic(scale / (1 + scale) <= log(1 + scale), rise, scaled)
    known = d.cite("lemma/near-revealing.exponent", lower, small)
    side = 1 - 2 * log(1 - q) + (1 - q) ** 2 / 9 + v
    weighed = d.arithmetic(2 * q * g * side <= q * log(1 + scale), known, least, scaled,
                           hints=[q * g / (1 + scale), q])
    # By convexity, the entropy at c lies below its tangent.
    chord = d.arithmetic(
        c * log(c) + (1 - c) * log(1 - c) <= q * log(q) + (1 - q) * log(1 - q)
        + 2 * q * g * (log(q) + 2 * g - log(1 - q) + q * (1 - q) ** 2 / 9),
        over, under, turned_under, near, rest, hints=[q, 1 - q, q * g],
    )
    cube = d.scalar((1 - x) ** 3 >= 0, values={x: q})
    both = d.arithmetic(2 * g + q * (1 - q) ** 2 / 9 <= (1 - q) ** 2 / 9, small, cube)
    sign = d.arithmetic(0 <= log(1 + scale), least, scaled, hints=[scale / (1 + scale)])
    d.qed(d.arithmetic(d.goal, chord, rising, weighed, both, sign, upper, scaled, there, rest,
                       hints=[q * g]))


@derives("lemma/near-revealing.capacity")
def radius(d: Derivation) -> None:
    """Both rows are within ln(1 + t) of the law with the raised odds."""
    q, v, z = d.var("q"), d.var("v"), d.var("z")
    least, _, _, small = d.given
    channel, bound = d.goal.left.args[0], d.goal.right
    rare, level = exp(-3 * z), 1 - log(1 - q)
    gap, seldom = z * rare / level, q * rare
    often = q * (1 + 2 * gap)
    raised = q * exp(-v) * (1 + 2 * z * rare * (q + exp(v)))
    below = d.cite("background/log-tangent.line", x=1 - q)
    positive = d.arithmetic(0 < level, below)
    rarely = d.arithmetic(
        rare < 1, d.cite("background/log-tangent.exponential", eps=3 * z), least, hints=[rare])
    share = less_than_rest(d, q, gap, small, positive)
    certain = [
        positive, d.arithmetic(seldom < 1, rarely, hints=[q, 1 - q]),
        d.arithmetic(often < 1, share, positive, hints=[1 - q, gap * (1 - q)]),
    ]
    centre = pmf_of(1 / (1 + raised), raised / (1 + raised))
    told = d.cite("lemma/near-revealing.more", *d.given, positive, g=gap)
    same = d.identity(
        equals(q * exp(-v) * (1 + 2 * level * gap * (q + exp(v))), raised), positive)
    rows = [
        (seldom, d.cite("lemma/near-revealing.less", least)), (often, d.rewrite(same, told))
    ]
    near = []
    for k, (chance, distance) in enumerate(rows):
        value = d.cite("lemma/near-revealing.divergence", *certain, b=chance, t=raised)
        row = law_equality(d, channel[k], pmf_of(1 - chance, chance), *certain)
        near.append(d.rewrite(row, d.chain(value, distance), KL(channel[k], centre) <= bound))
    x = d.fix(Symbol("x", 2))
    both = split_bit(d, x, lambda k: KL(channel[k], centre) <= bound, lambda k: near[k])
    d.qed(d.cite(
        "background/redundancy-capacity.radius", d.forall(x, both), *certain, W=channel, Q=centre,
        r=bound,
    ))
