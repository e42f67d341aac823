"""What a mechanism leaks of a database and of its entries over all priors, as definitions that
proofs may cite; and what independent entries are."""

from __future__ import annotations

from verified.quantities.channels import output
from verified.quantities.databases import (
    alphabet,
    entries,
    entry_given,
    entry_of,
    flat_prior,
    instances,
    prior_mass,
    with_entry,
)
from verified.quantities.definitions.defining import define, structure
from verified.quantities.leakage import pointwise_maximal_leakage
from verified.quantities.leakage_databases import (
    conditional_leakage,
    conditional_leakage_independent,
    database_leakage,
    database_leakage_independent,
    entry_law,
    entry_leakage,
    entry_leakage_independent,
    entry_response,
    resampled_prior,
)
from verified.quantities.mechanisms import entry_channel, flat_mechanism
from verified.quantities.numbers import exp, log
from verified.syntax.binders import cases, largest, sup, total
from verified.syntax.formulas import every
from verified.syntax.terms import (
    Channel,
    Database,
    Mechanism,
    Pmf,
    Prior,
    Real,
    Size,
    Symbol,
    Term,
    Var,
    equals,
)

n, m = Size("n"), Size("m")
P, W = Pmf("P", n), Channel("W", n, m)
x, y = Symbol("x", n), Symbol("y", m)
_seen = output(P, W)[y]
define("leakage-of-possible", [P, W, y], equals(
    1 + pointwise_maximal_leakage(P, W, y),
    1 + log(largest(x, cases(P[x] > 0, W[x, y], 0)) / _seen),
), [_seen > 0])
define("leakage-of-impossible", [P, W, y], equals(
    1 + pointwise_maximal_leakage(P, W, y), 1
), [_seen <= 0])

D = Database("D")
M = Mechanism("M", D, m)
one, other = Symbol("x", instances(D)), Symbol("x'", instances(D))
i, member = Symbol("i", entries(D)), Symbol("j", entries(D))
own, swapped = Symbol("v", alphabet(D, i)), Symbol("w", alphabet(D, i))
prior, alone = Prior("P", D), Prior("P", D, "independent")
share = Real("s", "(0,1]")


def _where(value: Term) -> Term:
    """1 where an instance x has this value of the entry i."""
    return cases(equals(entry_of(D, one, i), value), 1, 0)


define("entry-law", [prior, i, own], equals(
    entry_law(prior, i)[own], total(one, _where(own) * prior_mass(prior, one))
))
define("entry-response", [prior, M, i, own, y], equals(
    entry_law(prior, i)[own] * entry_response(prior, M, i)[own, y],
    total(one, _where(own) * (prior_mass(prior, one) * M[one][y])),
))
structure("independent-entry", [alone, one, i], equals(
    prior_mass(alone, one),
    entry_law(alone, i)[entry_of(D, one, i)]
    * total(swapped, prior_mass(alone, with_entry(D, one, i, swapped))),
))
define("resampled-prior", [D, one, other, share], equals(
    prior_mass(resampled_prior(D, one, share), other),
    exp(total(member, log(
        cases(equals(entry_of(D, other, member), entry_of(D, one, member)), 1, 0) * (1 - share)
        + share / alphabet(D, member)
    ))),
))


def _over_priors(law: Var, leaked: Term) -> Term:
    """The supremum over priors that make every instance possible, and over responses."""
    return sup(law, sup(y, leaked), where=every(one, prior_mass(law, one) > 0))


for _quantity, _law in ((conditional_leakage, prior), (conditional_leakage_independent, alone)):
    define(_quantity.name.replace("_", "-"), [M], equals(_quantity(M), _over_priors(
        _law, largest(i, largest(one, pointwise_maximal_leakage(
            entry_given(_law, one, i), entry_channel(M, one, i), y
        )))
    )))
for _quantity, _law in ((entry_leakage, prior), (entry_leakage_independent, alone)):
    define(_quantity.name.replace("_", "-"), [M], equals(_quantity(M), _over_priors(
        _law, largest(i, pointwise_maximal_leakage(
            entry_law(_law, i), entry_response(_law, M, i), y
        ))
    )))
for _quantity, _law in ((database_leakage, prior), (database_leakage_independent, alone)):
    define(_quantity.name.replace("_", "-"), [M], equals(_quantity(M), _over_priors(
        _law, pointwise_maximal_leakage(flat_prior(_law), flat_mechanism(M), y)
    )))
