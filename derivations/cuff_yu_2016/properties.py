"""Sections 4 and 5: composition of mechanisms, and closeness for groups of entries.

That composition is tight, and Example 4.3, are in `properties_tightness`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.databases import some_responses
from derivations.tools import ZERO, substitute_bound
from verified.kernel.inference import replaced
from verified.kernel.proof import HYPOTHESIS
from verified.language import (
    I,
    database_joint,
    entries,
    entry_of,
    equals,
    exp,
    hamming,
    together,
    total,
    with_entry,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import substitute
from verified.syntax.goals import normal
from verified.syntax.terms import Event, Real, Symbol, Term

# --- 4.1 Mutual information -----------------------------------------------------------------------


@derives("cuff-yu-2016/property-4", "cuff-yu-2016/property-5", "cuff-yu-2016/property-6")
def shannon_type(d: Derivation) -> None:
    """A linear combination of Shannon's inequalities."""
    d.qed(d.shannon(d.goal, *d.given))


# --- 4.1 Independent entries ----------------------------------------------------------------------


def over_priors(d: Derivation, outer: Any, proof: Callable[[Any, Any], Line]) -> Line:
    """sup over i and over priors of f ≤ c, where `proof` shows f ≤ c for one prior and entry."""
    i = d.fix(outer.var)
    inner = substitute_bound(outer, i)
    prior = d.fix(inner.var)
    return d.bound_sup(outer, d.bound_sup(inner, proof(prior, i), prior), i)


def one_prior(d: Steps, whole: Line, prior: Any, i: Any) -> Line:
    """I(X_i;Y|X^−i) under a prior is at most what the line says to be the supremum of such."""
    at_entry = d.below_sup(whole.formula.right, i)
    at_prior = d.below_sup(at_entry.formula.left, prior)
    back = d.turn(equals(whole.formula.right, whole.formula.left), whole)
    return d.chain(at_prior, at_entry, back)


@derives("cuff-yu-2016/corollary-4.conditional@split")
def corollary_4_split(d: Derivation) -> None:
    """Such a prior is a prior."""
    split, whole = d.cite("definition/mi-dp-split"), d.cite("definition/mi-dp")
    d.qed(d.chain(split, over_priors(
        d, split.formula.right,
        lambda prior, i: d.chain(one_prior(d, whole, prior, i), *d.given),
    )))


@derives("cuff-yu-2016/corollary-4.conditional@mutual")
def corollary_4_mutual(d: Derivation) -> None:
    """Such a prior is a prior."""
    whole = d.cite("definition/mi-dp")
    d.qed(over_priors(
        d, d.goal.left, lambda prior, i: d.chain(one_prior(d, whole, prior, i), *d.given)
    ))


@derives(
    "cuff-yu-2016/corollary-4.unconditional@split", "cuff-yu-2016/corollary-4.unconditional@mutual"
)
def corollary_4_unconditional(d: Derivation) -> None:
    """Property 4: conditioning on what is independent of X_i adds information."""
    whole, M = d.cite("definition/mi-dp-split"), d.var("M")

    def one(prior: Any, i: Any) -> Line:
        kind = prior.of.kind
        joint = database_joint(prior, M, i)
        apart = d.cite(f"definition/{kind}-prior", P=prior, M=M, i=i)
        alone, given = (
            d.cite("background/database-joint", P=prior, M=M, i=i, part=part) for part in (0, 1)
        )
        more = d.shannon(I(joint, "A;Y") <= I(joint, "A;Y|B"), apart)
        back = d.turn(equals(given.formula.right, given.formula.left), given)
        return d.chain(alone, more, back, one_prior(d, whole, prior, i))

    d.qed(over_priors(d, d.goal.left, one))


def composed(d: Derivation, each: Callable[[Any, Any, Any], Line]) -> None:
    """MIDP of all responses together: what each stage tells adds up.

    Args:
        each: shows what stage j tells of entry i under a prior to be at most ε_j.
    """
    S = d.var("S")
    whole = d.cite("definition/mi-dp", some_responses(d), M=together(S))

    def one(prior: Any, i: Any) -> Line:
        return added_stages(d, prior, i, lambda j: each(prior, i, j))

    d.qed(d.chain(whole, over_priors(d, whole.formula.right, one)))


def added_stages(d: Derivation, prior: Any, i: Any, each: Callable[[Any], Line]) -> Line:
    """I(X_i;Y^k|X^−i) ≤ Σ ε_j, where `each` bounds what stage j tells."""
    S = d.var("S")
    j = d.fix(Symbol("j", d.var("k")))
    sums = d.cite(f"lemma/stages.{S.of.kind}-sum", P=prior, S=S, i=i)
    return d.chain(sums, d.summed(d.forall(j, each(j))))


@derives("cuff-yu-2016/corollary-5", "cuff-yu-2016/corollary-6@each-history")
def corollaries_5_and_6(d: Derivation) -> None:
    """The chain rule; a stage tells at most what its mechanism does, whatever came before."""
    S, eps = d.var("S"), d.var("eps")
    (private,) = d.given

    def each(prior: Any, i: Any, j: Any) -> Line:
        held = d.at(private, j)
        return d.cite(
            f"lemma/stages.{S.of.kind}-stage", held, P=prior, S=S, i=i, j=j, r=eps[j]
        )

    composed(d, each)


@derives("cuff-yu-2016/corollary-6@as-produced")
def corollary_6(d: Derivation) -> None:
    """The chain rule."""
    prior, i = d.var("P"), d.var("i")
    (stages,) = d.given
    d.qed(added_stages(d, prior, i, lambda j: d.at(d.at(stages, j), i)))


# --- 5 Groups of entries --------------------------------------------------------------------------


def geometric(count: Any, eps: Term) -> Term:
    """1 + e^ε + … + e^((count−1)ε)."""
    power = Symbol("l", count)
    return total(power, exp(power * eps))


def last_power(d: Steps, count: Any, eps: Term) -> Line:
    """The sum of count + 1 powers as that of the others and the last one."""
    whole = geometric(count + 1, eps)
    return d.have(equals(whole, geometric(count, eps) + exp(count * eps)), "last-term")


@derives("cuff-yu-2016/property-9@continued")
def property_9(d: Derivation) -> None:
    """By induction on the number of changes: the first one, then the others."""
    base, step = d.induct("k")
    near, *_ = base.given
    x, other = base.var("x"), base.var("x'")
    same = base.cite("background/hamming-equal", near, D=base.var("D"))
    A = base.fix(Event("A", base.var("m")))
    # With the instances equal both parts of the goal are one.
    close = replaced(normal(base.goal), x, other).parts[0]
    plain = base.forall(A, base.identity(substitute(close.body, {close.var.name: A})))
    base.qed(base.rewrite(same, base.both(plain, plain), base.goal))
    step.qed(one_more_change(step))


def one_more_change(d: Steps) -> Line:
    """The goal for k + 1 changes from that for k."""
    D, x, other, k = (d.var(name) for name in ("D", "x", "x'", "k"))
    eps, delta = d.var("eps"), d.var("delta")
    near, private = d.given
    limit = d.cite("lemma/geometric-sum", r=eps)
    A, i = d.fix(Event("A", d.var("m"))), d.fix(Symbol("i", entries(D)))
    distance = hamming(D, x, other)
    powers = last_power(d, k, eps)

    def closer(between: Any, first: Line, others: Line) -> Line:
        """From x to `between` by one change at most, then by k."""
        near_one = d.cite("lemma/dp", first, private, delta=delta,
                          values={"x": x, "x'": between})
        near_rest = d.cite(HYPOTHESIS, others, private, values={"x": between})
        one, rest = ([d.at(d.piece(line, way), A) for way in (0, 1)]
                     for line in (near_one, near_rest))
        up, down = (substitute(normal(d.goal).parts[way].body, {"A": A}) for way in (0, 1))
        return d.follows(
            d.goal,
            d.forall(A, d.arithmetic(up, one[0], rest[0], powers, limit, hints=[exp(eps)])),
            d.forall(A, d.arithmetic(down, one[1], rest[1], powers, hints=[exp(k * eps)])),
        )

    def changed(some: Line) -> Line:
        between = with_entry(D, x, i, entry_of(D, other, i))
        some = d.arithmetic(distance >= 1, some)
        step = d.cite("background/hamming-step", some, D=D)
        found = d.assume(substitute(step.theorem.conclusion.body, {"i": i}))
        own = d.cite("background/with-entry-same", D=D, x=x, i=i)
        first = d.rewrite(own, d.cite(
            "background/with-entry-near", D=D, x=x, i=i, v=entry_of(D, x, i),
            w=entry_of(D, other, i),
        ))
        others = d.arithmetic(hamming(D, between, other) <= k, found, near)
        return d.obtain(step, i, closer(between, first, others))

    def same(none: Line) -> Line:
        nothing = d.cite("background/hamming-zero", D=D, x=x)
        return closer(
            x, d.arithmetic(hamming(D, x, x) <= 1, nothing), d.arithmetic(distance <= k, none)
        )

    whole = d.cite("definition/whole", r=distance, s=ZERO)
    return d.cases(whole, same(d.assume(distance <= 0)), changed(d.assume(distance >= ZERO + 1)))


@derives("cuff-yu-2016/property-7")
def property_7(d: Derivation) -> None:
    """Property 9 with δ = 0."""
    from_property_9(d, delta=ZERO)


@derives("cuff-yu-2016/property-8")
def property_8(d: Derivation) -> None:
    """Property 9 with ε = 0, where the sum is k."""
    from_property_9(d, eps=ZERO)


@derives("cuff-yu-2016/property-9@positive")
def property_9_positive(d: Derivation) -> None:
    """The geometric sum in closed form."""
    positive, *_ = d.given
    eps, z = d.var("eps"), Real("z", ">0")
    more = d.scalar(exp(z) > 1, positive, values={z: eps})
    above = d.arithmetic(exp(eps) - 1 > 0, more)
    limit = d.cite("lemma/geometric-sum", k=d.var("k"), r=eps)
    closed = (exp(d.var("k") * eps) - 1) / (exp(eps) - 1)
    value = d.arithmetic(
        equals(limit.formula.left.args[1], closed), limit, above, hints=[1 / (exp(eps) - 1)]
    )
    from_property_9(d, value, above)


def from_property_9(d: Derivation, *lines: Line, **values: Any) -> None:
    """The goal from Property 9 with the sum, by arithmetic at each event."""
    *_, near, private = d.given
    general = d.cite("cuff-yu-2016/property-9@continued", near, private, **values)
    A = d.fix(Event("A", d.var("m")))
    parts = []
    for way, goal in enumerate(normal(d.goal).parts):
        line = d.at(d.piece(general, way), A)
        parts.append(d.forall(A, d.arithmetic(substitute(goal.body, {"A": A}), line, *lines)))
    d.qed(d.follows(d.goal, *parts))
