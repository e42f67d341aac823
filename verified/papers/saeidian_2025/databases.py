"""Section 4: differential privacy and free-lunch privacy as constraints on leakage; Remark B.1.

A database has any number of entries, each with a finite alphabet of its own, of one symbol or more;
the paper's have one alphabet. d stands for a whole instance, of which ℓ(D_i → y | d) takes all
entries but the i-th. 𝒫 holds the priors that make every instance possible, 𝒬 those of them under
which the entries are independent. An outcome that no instance of an entry's line gives tells
nothing (footnote 5), and of its ratio 0/0 Definition 4.1 says nothing here (`definition-4.1` has
the other reading).
"""

from __future__ import annotations

from typing import Any

from verified.language import (
    DP,
    Database,
    Mechanism,
    Pmf,
    Prior,
    Reals,
    Size,
    Symbol,
    Term,
    alphabet,
    both,
    conditional_leakage,
    conditional_leakage_independent,
    database_leakage,
    database_leakage_independent,
    entries,
    entry_channel,
    entry_given,
    entry_law,
    entry_leakage,
    entry_leakage_independent,
    entry_response,
    equals,
    every,
    flat_mechanism,
    flat_prior,
    free_lunch_epsilon,
    iff,
    instances,
    largest,
    log,
    pointwise_maximal_leakage,
    prior_mass,
    smallest,
    sup,
    total,
)
from verified.papers.saeidian_2025.common import eps, m, paper, y
from verified.syntax.formulas import Formula

D = Database("D")
M = Mechanism("M", D, m)
prior, alone = Prior("P", D), Prior("P", D, "independent")
i, d = Symbol("i", entries(D)), Symbol("d", instances(D))


def possible(law: Term) -> Formula:
    """Every instance has a positive probability."""
    instance = Symbol("x", instances(D))
    return every(instance, prior_mass(law, instance) > 0)


def conditional(law: Term, outcome: Term = y) -> Term:
    """ℓ(D_i → y | d_−i)."""
    return pointwise_maximal_leakage(entry_given(law, d, i), entry_channel(M, d, i), outcome)


def of_entry(law: Term, outcome: Term = y) -> Term:
    """ℓ(D_i → y)."""
    return pointwise_maximal_leakage(entry_law(law, i), entry_response(law, M, i), outcome)


def of_database(law: Term, outcome: Term = y) -> Term:
    """ℓ(X → y)."""
    return pointwise_maximal_leakage(flat_prior(law), flat_mechanism(M), outcome)


def worst(law: Any, leaked: Term) -> Term:
    """sup over outcomes and over priors that make every instance possible."""
    return sup(y, sup(law, leaked, where=possible(law)))


def _constraint(private: Formula, law: Any, leaked: Term, named: Term) -> dict[str, Any]:
    """Privacy exactly where the worst leakage is at most ε: the supremum is written out where it is
    to be bounded, and named where it is the hypothesis."""
    return {
        "only-if": {"given": [private], "then": worst(law, leaked) <= eps},
        "if": {"given": [named <= eps], "then": private},
    }


def _both(rows: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return {f"{name}-{way}": part for name, ways in rows.items() for way, part in ways.items()}


private, free_lunch = DP(M, eps), free_lunch_epsilon(M) <= eps

# --- Definition 4.1 -------------------------------------------------------------------------------

own, other = Symbol("v", alphabet(D, i)), Symbol("w", alphabet(D, i))
_one, _another = (entry_channel(M, d, i)[symbol, y] for symbol in (own, other))
_asked = {"forall": [M, d, i, own, other, y, eps], "then": log(_one / _another) <= eps}


likely, other_likely = _one > 0, _another > 0


def ratios(where: Formula | None = None) -> Formula:
    """The printed ratio has a value, and its logarithm is at most ε: of all that are asked for."""
    within: Formula = both(other_likely, log(_one / _another) <= eps)
    for name in (y, other, own):
        within = every(name, within, where=where if name is y else None)
    return every(d, every(i, within))


paper.claim(
    "definition-4.1",
    at="Definition 4.1",
    scope="finite alphabets",
    forall=[M, eps],
    then={
        "only-if": {
            **_asked,
            "given": [DP(M, eps), likely, other_likely],
            "reading": "possible",
            "readings": {"literal": {
                "given": [DP(M, eps)],
                "note": "Of an outcome that neither value of the entry gives the ratio is 0/0, and "
                "then it is at most no ε.",
            }},
            "note": "Where the first density alone is 0, the logarithm is −∞.",
        },
        "if": {
            "given": [ratios(likely)],
            "then": DP(M, eps),
            "reading": "possible",
            "readings": {"literal": {
                "given": [ratios()],
                "note": "Where 0/0 is at most no ε, the definition asks for more than the usual "
                "one: each value of an entry gives each outcome.",
            }},
            "note": "Where the second density alone is 0, the ratio is infinite, above every ε.",
        },
    },
    note="What ε-differential privacy says here, P(A) ≤ e^ε P'(A) of every event A for databases "
    "that differ in one entry, against the printed ratio of densities.",
)

paper.claim(
    "theorem-4.2",
    at="Theorem 4.2",
    scope="finite alphabets",
    forall=[M, eps],
    then=_both({
        "1": _constraint(private, prior, largest(i, largest(d, conditional(prior))),
                         conditional_leakage(M)),
        "2": _constraint(private, alone, largest(i, largest(d, conditional(alone))),
                         conditional_leakage_independent(M)),
        "3": _constraint(private, alone, largest(i, of_entry(alone)),
                         entry_leakage_independent(M)),
    }),
    note=(
        "The three constraints, each in both directions. In “if” the supremum stands under its "
        "name; `verified show` of its definition writes it out as in “only-if”. Of an outcome that "
        "no value of an entry gives, the others being fixed, the ratio in Definition 4.1 is 0/0, "
        "and nothing is asked. The entries may have alphabets of their own."
    ),
)

paper.claim(
    "theorem-4.2-equal",
    at="after Theorem 4.5",
    scope="finite alphabets",
    forall=[M],
    then=equals(conditional_leakage_independent(M), entry_leakage_independent(M)),
    note="Worst-case conditional and unconditional leakage over independent entries.",
)

paper.claim(
    "theorem-4.5",
    at="Theorem 4.5",
    scope="finite alphabets",
    forall=[M, eps],
    then=_both({
        "1": _constraint(free_lunch, prior, of_database(prior), database_leakage(M)),
        "2": _constraint(free_lunch, alone, of_database(alone), database_leakage_independent(M)),
        "3": _constraint(free_lunch, prior, largest(i, of_entry(prior)), entry_leakage(M)),
    }),
    note="Definition 4.4 is stated by the least ε that it allows.",
)

paper.claim(
    "theorem-4.5-single-entry",
    at="after Theorem 4.5",
    scope="finite alphabets",
    forall=[M],
    then=equals(entry_leakage(M), database_leakage(M)),
    note=(
        "“Under certain distributions” one entry leaks as much as the whole database: read of the "
        "suprema, as Theorem 4.5 implies. No prior need reach them (Remark B.1)."
    ),
)

# --- Remark B.1 -----------------------------------------------------------------------------------

above_zero = eps > 0


def _unattained(private_: Formula, law: Any, leaked: Term, *more: Any) -> dict[str, Any]:
    printed = [possible(law), private_]
    return {
        "forall": [law, M, *more, y, eps], "given": [*printed, above_zero], "then": leaked < eps,
        "reading": "informative", "readings": {"literal": {"given": printed}},
    }


values = Size("k")
belief, likelihood = Pmf("q", values), Reals("p", values, "[0,1]")
_value, _least = Symbol("v", values), smallest(Symbol("w", values), likelihood[Symbol("w", values)])

paper.claim(
    "remark-b1",
    at="Remark B.1",
    scope="finite alphabets",
    then={
        "eq-b4": {
            "forall": [belief, likelihood],
            "given": [every(_value, belief[_value] > 0)],
            "then": iff(
                equals(total(_value, likelihood[_value] * belief[_value]), _least),
                every(_value, equals(likelihood[_value], _least)),
            ),
            "note": "(B.4), for one i and d_−i: a mean under a law of full support is the least "
            "value only where all values are one. The text asks it of all i and all d_−i; a "
            "supremum over these is attained where it holds of one.",
        },
        "4.2-1": _unattained(private, prior, conditional(prior), i, d),
        "4.2-2": _unattained(private, alone, conditional(alone), i, d),
        "4.2-3": _unattained(private, alone, of_entry(alone), i),
        "4.5-1": _unattained(free_lunch, prior, of_database(prior)),
        "4.5-2": _unattained(free_lunch, alone, of_database(alone)),
        "4.5-3": _unattained(free_lunch, prior, of_entry(prior), i),
    },
    note=(
        "By Theorems 4.2 and 4.5 each supremum is the least ε of the notion, so that it isn't "
        "attained exactly where every leakage is below every ε that the notion allows. The "
        "remark's argument ends with a response that is independent of the database, as what "
        "can't be meant: such a mechanism has supremum 0, which every prior attains. It is the "
        "only case that ε > 0 leaves out; `literal` has it. Where the notion allows no ε the "
        "supremum is ∞, which no prior of 𝒫 attains, as ℓ is at most −log min p (`pml-range.most`)."
    ),
)
