"""Theorem 4 and Remark 8 with 2/d in B's exponent, in any dimension, for mixtures of one variance.

What the response tells of the secret is its entropy less its entropy given the secret. The first is
at most that of a Gaussian law, the second is bounded by the entropy power inequality for each
secret; ln(e^(2h) + s) is convex in h, and its tangent at the mean entropy bounds the mean.
"""

from __future__ import annotations

from typing import Any

from derivations.patterns.noise import mean_square, public_mean
from derivations.patterns.numbers import growing
from derivations.tools import split_maximum
from verified.language import (
    edges,
    equals,
    exp,
    gaussian_information,
    log,
    pi,
    private_values,
    public_law,
    total,
)
from verified.papers.nuradha_goldfeld_2022.density import (
    entropy,
    entropy_given_secret,
    level_at,
    query_power,
    query_variance,
)
from verified.papers.nuradha_goldfeld_2022.noise import Edge, dims, unit
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Real, Symbol, Term, number


def edge_of(d: Derivation, e: Any) -> Edge:
    """What the claims speak of, at an edge."""
    return Edge(d.var("F"), d.var("P"), d.var("f"), e)


def mean_over_secrets(d: Steps, at: Edge, each: Line) -> Line:
    """The mean of an inequality over the secrets, from it for arbitrary c and u."""
    c, u = at.public, Symbol("u", private_values(at.framework, at.edge))
    line = each
    for chance, symbol in ((at.secret[u], u), (public_law(at.framework, at.law, at.edge)[c], c)):
        left, right = line.formula.left, line.formula.right
        line = d.arithmetic(chance * left <= chance * right, line, hints=[chance])
        line = d.summed(d.forall(symbol, line))
    return line


def entropy_below(d: Derivation, at: Edge, t: Term, s: Term) -> Line:
    """d/2 ln(e^(2h/d) + 2πe s) ≤ h', for the entropies h and h' given the secret."""
    d.fix(at.public)
    u = d.fix(Symbol("u", private_values(at.framework, at.edge)))
    power, law = unit * s, at.data[u]
    before, after = entropy(law, at.query, t), entropy(law, at.query, t + s)
    known = entropy_given_secret(at, t)
    mean = known / dims

    grown = d.cite("background/entropy-power-mixtures", P=law, f=at.query, v=t, s=s, d=dims)
    tangent = d.cite("background/half-logarithm.convex", h=before / dims, m=mean, s=power)
    logs = d.cite(
        "background/half-logarithm.logarithm",
        d.arithmetic(exp(2 * (before / dims)) + power <= exp(2 * (after / dims)), grown),
        h=after / dims, w=exp(2 * (before / dims)) + power,
    )
    ceiling = dims * log(exp(2 * mean) + power) / 2
    slope = exp(2 * mean) / (exp(2 * mean) + power)
    each = d.arithmetic(
        ceiling + slope * (before - known) <= after, tangent, logs, hints=[dims]
    )
    line = mean_over_secrets(d, at, each)
    return d.chain(d.identity(equals(ceiling, line.formula.left)), line)


@derives("nuradha-goldfeld-2022/theorem-4-steps.below@turned")
def below(d: Derivation) -> None:
    """The entropy power inequality for each secret, and a tangent."""
    at = edge_of(d, d.var("e"))
    line = entropy_below(d, at, d.var("t"), d.var("s2"))
    d.qed(d.arithmetic(d.goal, line))


def entropy_above(d: Steps, at: Edge, v: Term, inside: Term) -> Line:
    """h(response|w(X)) ≤ d/2 ln(2πe(S/d + v)), as Theorem 3's steps have it, for S the variance of
    f(V): `inside` is S/d + v in another form."""
    values = {"F": at.framework, "P": at.law, "f": at.query, "e": at.edge, "s2": v}
    most = d.chain(
        d.cite("nuradha-goldfeld-2022/theorem-3-steps.entropy", values=values),
        d.cite("nuradha-goldfeld-2022/theorem-3-steps.concavity", values=values),
    )
    found = most.formula.right.args[0].args[1].args[0]
    return d.rewrite(d.identity(equals(found, unit * inside)), most)


@derives("nuradha-goldfeld-2022/theorem-4-steps.above")
def above(d: Derivation) -> None:
    """Maximum entropy and concavity."""
    at, t, s = edge_of(d, d.var("e")), d.var("t"), d.var("s2")
    d.qed(entropy_above(d, at, t + s, query_variance(at) / dims + s))


def told_by_entropies(d: Steps, at: Edge, v: Term) -> Line:
    """What the response tells of the secret is its entropy less that given the secret."""
    c = d.fix(at.public)
    chain = d.cite(
        "background/noise-chain.gaussian", U=at.secret, V=at.data, f=at.query, v=v, d=dims
    )
    chance = public_law(at.framework, at.law, at.edge)[c]
    response, told = entropy(at.given_public, at.query, v), chain.formula.right.args[0]
    u = Symbol("u", private_values(at.framework, at.edge))
    given = total(u, at.secret[u] * entropy(at.data[u], at.query, v))
    split = d.arithmetic(equals(chance * response, chance * (told + given)), chain, hints=[chance])
    whole = d.summed(d.forall(c, split))
    parts = at.told(gaussian_information, v) + entropy_given_secret(at, v)
    return d.chain(whole, d.identity(equals(whole.formula.right, parts)))


@derives("nuradha-goldfeld-2022/theorem-4-repaired.any-dimension")
def theorem_4(d: Derivation) -> None:
    """2πe(A/d + σ²) ≤ e^(2ε/d) 2πe(B + σ²), and the two bounds on the entropies."""
    e = d.fix(Symbol("e", edges(d.var("F"))))
    at, t, s, eps = edge_of(d, e), d.var("t"), d.var("s2"), d.var("eps")
    (given,) = d.given
    enough = d.at(given, e)
    level = enough.formula.left.args[0]
    grown = growing(d, 2 * eps / dims)
    noise = split_maximum(d, level, 0, lambda order, value: d.arithmetic(
        level <= s, order, value, enough, grown
    ), grown)
    power, spread = query_power(at, turned=True), query_variance(at) / dims
    more = d.arithmetic(
        spread + s <= exp(2 * eps / dims) * (power + s), noise, grown,
        hints=[grown.formula.left],
    )
    d.qed(d.forall(e, private(d, at, t, s, more)))


@derives("nuradha-goldfeld-2022/theorem-4-repaired.lower-bound")
def lower_bound(d: Derivation) -> None:
    """B grows with the entropy, and the noise that is asked for falls with B."""
    e = d.fix(Symbol("e", edges(d.var("F"))))
    at, h, s = edge_of(d, e), d.var("h"), d.var("s2")
    least, given = d.given
    enough = d.at(given, e)
    level = enough.formula.left.args[0]
    grown = growing(d, 2 * d.var("eps") / dims)
    noise = split_maximum(d, level, 0, lambda order, value: d.arithmetic(
        level <= s, order, value, enough, grown
    ), grown)
    power, spread = query_power(at, turned=True), query_variance(at) / dims
    x, y = Real("x"), Real("y")
    own = power.args[0].args[0]
    low = number(2) / dims * h - 1
    less = d.arithmetic(low <= own, d.at(least, e), hints=[2 / dims])
    exponents = d.scalar(exp(x) <= exp(y), less, given=[x <= y], values={x: low, y: own})
    low_power, factor = exp(low) / (2 * pi()), exp(2 * d.var("eps") / dims)
    below = d.arithmetic(low_power <= power, exponents, hints=[1 / (2 * pi())])
    first = d.arithmetic(spread + s <= factor * (low_power + s), noise, grown,
                         hints=[grown.formula.left])
    more = d.arithmetic(spread + s <= factor * (power + s), first, below, hints=[factor])
    d.qed(d.forall(e, private(d, at, d.var("t"), s, more)))


@derives("nuradha-goldfeld-2022/theorem-4.any-dimension@turned")
def theorem_4_turned(d: Derivation) -> None:
    """The repaired statement is the same."""
    names = {name: d.var(name) for name in ("F", "P", "f", "t", "s2", "eps")}
    repaired = "nuradha-goldfeld-2022/theorem-4-repaired.any-dimension"
    d.qed(d.cite(repaired, *d.given, d=dims, **names))


def positive_variance(d: Steps, at: Edge) -> Line:
    """A/d > 0."""
    d.fix(at.public), d.fix(at.axis)
    none = public_mean(d, at, mean_square(d, at.variance()))
    nothing = d.chain(d.identity(equals(number(0), none.formula.left)), none)
    mean = d.arithmetic(at.spread() / dims >= 0, nothing, hints=[1 / dims])
    return d.arithmetic(query_variance(at) / dims > 0, mean)


def private(d: Derivation, at: Edge, t: Term, s: Term, enough: Line) -> Line:
    """I(g(X);M(X)|w(X)) ≤ ε, from A/d + σ² ≤ e^(2ε/d) (B + σ²)."""
    eps, mean = d.var("eps"), entropy_given_secret(at, t + s) / dims
    spread, power = query_variance(at) / dims, query_power(at, turned=True)
    lower = entropy_below(d, at, t, s)
    limit = lower.formula.left.args[0].args[1].args[0]
    same = d.identity(equals(unit * (power + s), limit))
    some = d.arithmetic(limit > 0)
    known = d.cite(
        "background/half-logarithm.power",
        d.arithmetic(log(limit) / 2 <= mean, lower, some, hints=[1 / dims]), some, h=mean, w=limit,
    )
    after, response = mean + eps / dims, unit * (spread + s)
    grew = d.arithmetic(
        response <= exp(2 * after), enough, same, known, hints=[unit, exp(2 * eps / dims)]
    )
    inside = d.arithmetic(response > 0, positive_variance(d, at), hints=[unit])
    bound = d.cite("background/half-logarithm.logarithm", grew, inside, h=after, w=response)
    most = entropy_above(d, at, t + s, spread + s)
    told = told_by_entropies(d, at, t + s)
    return d.arithmetic(
        at.told(gaussian_information, t + s) <= eps, most, bound, told, inside, hints=[dims]
    )


@derives("nuradha-goldfeld-2022/remark-8-free.no-noise@turned")
def free(d: Derivation) -> None:
    """Theorem 4 at σ² = 0."""
    F, eps = d.var("F"), d.var("eps")
    e = d.fix(Symbol("e", edges(F)))
    at, (given,) = edge_of(d, e), d.given
    grown = growing(d, 2 * eps / dims)
    level = level_at(at, turned=True)
    excess = level.args[0]
    small = d.arithmetic(
        excess <= 0, d.at(given, e), grown, hints=[1 / (dims * grown.formula.left)]
    )
    none = split_maximum(d, excess, 0, lambda order, value: d.arithmetic(
        level <= 0, order, value, small, grown
    ), grown)
    d.qed(d.cite(
        "nuradha-goldfeld-2022/theorem-4-repaired.any-dimension", d.forall(e, none),
        F=F, P=d.var("P"), f=d.var("f"), t=d.var("t"), s2=0, eps=eps, d=dims,
    ))


@derives("nuradha-goldfeld-2022/remark-8-order.any-dimension@turned")
def order(d: Derivation) -> None:
    """e^(2h/d) ≤ 2πe A/d, as h is at most the entropy of the query."""
    at, t = edge_of(d, d.var("e")), d.var("t")
    spread, mean = query_variance(at) / dims, entropy_given_secret(at, t) / dims
    inside = d.arithmetic(unit * spread > 0, positive_variance(d, at), hints=[unit])
    most = entropy_above(d, at, t, spread)
    c = d.fix(at.public)
    least = d.cite(
        "background/noise-tells-nothing-less.gaussian", U=at.secret, V=at.data, f=at.query, v=t,
        d=dims,
    )
    chance = public_law(at.framework, at.law, at.edge)[c]
    some = d.summed(d.forall(c, d.arithmetic(
        number(0) <= chance * least.formula.left, least, hints=[chance]
    )))
    told = told_by_entropies(d, at, t)
    below = d.arithmetic(
        mean <= log(unit * spread) / 2, most, told, some, inside, hints=[1 / dims]
    )
    power = d.cite("background/half-logarithm.exponential", below, inside, h=mean, w=unit * spread)
    same = d.identity(equals(unit * query_power(at, turned=True), power.formula.left))
    d.qed(d.arithmetic(d.goal, power, same, hints=[dims / unit]))
