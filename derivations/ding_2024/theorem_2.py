"""Proofs of the repaired Theorem 2 and Corollary 2, and of (24)'s row sums.

A mixture's divergence is at most the mean of those of the pairs that a plan couples, and each pair
is one of Gaussian priors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.noised import covered, times_eps
from derivations.tools import split_order
from verified.language import equals, gaussian, hockey_stick, law_sum, reals_table
from verified.papers.ding_2024.theorem_1 import noise
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Symbol, Term


def squares(values: Term) -> Term:
    """The variances of components with these deviations."""
    return reals_table(values.sort.sizes()[0], lambda k: values[k] ** 2)


def in_tables(d: Derivation, shown: Line, places: tuple[Any, Any]) -> Line:
    """What is shown of two components, with their variances written as the mixtures have them."""
    for values, place in zip((d.var("s"), d.var("s'")), places, strict=True):
        same = d.identity(equals(values[place] ** 2, squares(values)[place]))
        shown = d.rewrite(same, shown)
    return shown


def apart(d: Derivation, k: Any, j: Any) -> Term:
    """The divergence of the responses where the data are two components."""
    laws = (
        law_sum(gaussian(d.var(mean)[index], d.var(deviation)[index] ** 2), noise)
        for mean, deviation, index in (("m", "s", k), ("m'", "s'", j))
    )
    return hockey_stick(*laws, d.var("eps"))


def of_plan(d: Derivation, each: Callable[[Any, Any], Line]) -> Line:
    """The mean over the pairs that the plan couples.

    Args:
        each: w·divergence ≤ w·bound, for two components.
    """
    n, m = d.var("n"), d.var("n'")
    k, j = d.fix(Symbol("k", n)), d.fix(Symbol("l", m))
    mixed = d.cite(
        "background/noised-mixtures.plan", n=n, m=m, w=d.var("w"), c=d.var("m"),
        v=squares(d.var("s")), values={"c'": d.var("m'"), "v'": squares(d.var("s'"))},
    )
    inner = d.summed(d.forall(j, in_tables(d, each(k, j), (k, j))))
    return d.chain(mixed, d.summed(d.forall(k, inner)))


@derives("ding-2024/theorem-2-repaired.largest")
def largest(d: Derivation) -> None:
    """Each pair that is coupled is (ε,δ)-close by Theorem 1."""
    tail, given = d.given
    w, delta = d.var("w"), d.var("delta")

    def each(k: Any, j: Any) -> Line:
        weight, divergence = w[k * d.var("n'") + j], apart(d, k, j)
        either = d.at(d.at(given, k), j)
        first, second = either.theorem.conclusion.parts
        goal = weight * divergence <= weight * delta
        zero = d.turn(equals(weight, 0), d.assume(first), d.obvious(weight >= 0))
        none = d.rewrite(zero, d.obvious(0 * divergence <= 0 * delta), goal)
        enough = d.assume(second)
        close = d.cite(
            "ding-2024/theorem-1@deviation", tail, enough, m=d.var("m")[k], s=d.var("s")[k],
            values={"m'": d.var("m'")[j], "s'": d.var("s'")[j]},
        )
        return d.cases(either, none, d.arithmetic(goal, close, hints=[weight]))

    line = of_plan(d, each)
    d.qed(d.chain(line, d.identity(equals(line.formula.right, delta))))


@derives("ding-2024/theorem-2-repaired.split")
def split(d: Derivation) -> None:
    """Each pair with its own δ_ml, by Theorem 1 or as no divergence is above 1."""
    given, enough = d.given
    w, t, slack = d.var("w"), d.var("t"), d.var("d")

    def each(k: Any, j: Any) -> Line:
        place = k * d.var("n'") + j
        weight, own, divergence = w[place], slack[place], apart(d, k, j)
        either = d.at(d.at(given, k), j)
        free, bound = either.theorem.conclusion.parts
        most = d.obvious(divergence <= 1)

        def close(less: Line) -> Line:
            held = d.assume(bound)
            return d.cite(
                "ding-2024/theorem-1@deviation", d.piece(held, 0), d.piece(held, 1), less,
                m=d.var("m")[k], s=d.var("s")[k], t=t[place], delta=own,
                values={"m'": d.var("m'")[j], "s'": d.var("s'")[j]},
            )

        at_one = d.chain(most, d.assume(free))
        other = split_order(d, 1, own, lambda high: d.chain(most, high), close)
        line = d.cases(either, at_one, other)
        return d.arithmetic(weight * divergence <= weight * own, line, hints=[weight])

    d.qed(d.chain(of_plan(d, each), enough))


@derives("ding-2024/corollary-2-repaired")
def corollary_2(d: Derivation) -> None:
    """Each component is moved by εb at most, or has no weight."""
    (given,) = d.given
    n, law, eps, b = (d.var(name) for name in ("n", "P", "eps", "b"))
    k = d.fix(Symbol("k", n))
    means, moved, own = d.var("m"), d.var("m'"), d.var("s")
    table = squares(own)
    mixed = d.cite(
        "background/noised-mixtures.components", n=n, P=law, c=means, v=table,
        values={"c'": moved, "v'": table},
    )
    laws = (law_sum(gaussian(centre[k], table[k]), noise) for centre in (means, moved))
    divergence = hockey_stick(*laws, eps)
    goal = law[k] * divergence <= 0
    either = d.at(given, k)
    first, second = either.theorem.conclusion.parts
    zero = d.turn(equals(law[k], 0), d.assume(first), d.obvious(law[k] >= 0))
    none = d.rewrite(zero, d.obvious(0 * divergence <= 0), goal)
    near = times_eps(d, d.assume(second), eps)
    line = d.chain(
        d.cite("background/noised-couplings.gaussian-moved", r=means[k], s=moved[k], v=table[k]),
        covered(d, means[k], moved[k], b, eps, near),
    )
    each = d.cases(either, none, d.arithmetic(goal, line, hints=[law[k]]))
    whole = d.summed(d.forall(k, each))
    d.qed(d.chain(mixed, whole, d.identity(equals(whole.formula.right, 0))))


@derives("ding-2024/eq-24")
def row_sums(d: Derivation) -> None:
    """A channel's rows are laws."""
    rows, whole = d.goal.parts
    k = d.fix(rows.var)
    row = substitute(rows.body, {rows.var.name: k})
    d.qed(d.both(d.forall(k, d.identity(row)), d.identity(whole)))
