"""What a response tells of an entry to who knows the others, as a mean over instances."""

from __future__ import annotations

from typing import Any

from derivations.patterns.entries import Entry
from derivations.patterns.entry_means import Mean
from derivations.tools import same, turned
from verified.language import entry_given, equals, prior_mass
from verified.proof.derivation import Derivation, derives


@derives("background/replaced-sums")
def over_near_instances(d: Derivation) -> None:
    """Each of them has one value in the entry, and each value makes one of them."""
    it = Entry(d, d.var("D"))
    f, x, z, v = d.var("f"), d.var("x"), it.z, it.v
    row = d.forall(v, d.arithmetic(equals(
        same(z, it.at(x, v)) * f[v], same(v, it.of(z)) * same(z, it.at(x, v)) * f[v]
    ), it.only_own(z, x, v), hints=[f[v]]))
    each = d.summed(row)
    each = d.chain(each, d.identity(equals(
        each.formula.right, it.near(z, x) * f[it.of(z)]
    )))
    line = d.summed(d.forall(z, each))
    first = d.identity(equals(d.goal.left, line.formula.right))
    last = d.identity(equals(line.formula.left, d.goal.right))
    d.qed(d.chain(first, turned(d, line), last))


@derives("background/conditional-entry-mean")
def mean_over_instances(d: Derivation) -> None:
    """Each instance is taken with those that differ from it in the entry at most."""
    P, M, i = (d.var(name) for name in "PMi")
    mean = Mean(
        d, P.sort.database, M, lambda x: prior_mass(P, x), lambda x: entry_given(P, x, i),
        lambda x, v: d.cite("definition/entry-given", P=P, x=x, i=i, v=v),
    )
    whole: Any = d.cite("definition/conditional-entry-information")
    line, told = mean.line()
    d.qed(d.chain(
        whole, d.identity(equals(whole.formula.right, line.formula.left)), line,
        d.identity(equals(line.formula.right, d.goal.right), *told),
    ))
