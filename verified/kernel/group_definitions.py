"""What groups of entries are and tell, as definitions that proofs may cite: the groups that two of
them make together, a group as one entry, and Bayesian privacy's adversaries, who know a group."""

from __future__ import annotations

from verified.kernel.defining import define
from verified.language.databases import (
    group_channel,
    group_given,
    group_joint,
    group_values,
    prior_mass,
    response_given,
    with_group,
)
from verified.language.formulas import Formula, both, either, every, implies, negation, some
from verified.language.groups import (
    bayesian_epsilon,
    bayesian_mi,
    cardinality,
    complement,
    group_information,
    singleton,
)
from verified.language.notions import Close
from verified.language.terms import (
    Database,
    Event,
    Mechanism,
    Prior,
    Real,
    Size,
    Symbol,
    Term,
    Var,
    equals,
)
from verified.language.vocabulary import (
    H,
    I,
    cases,
    conditional_entry_information,
    entries,
    hamming,
    indicator,
    information,
    instances,
    largest,
    largest_alphabet,
    sup,
    total,
)

n, m = Size("n"), Size("m")
D = Database("D")
M, prior = Mechanism("M", D, m), Prior("P", D)
one, i, response = Symbol("x", instances(D)), Symbol("i", entries(D)), Symbol("y", m)
eps = Real("eps", ">=0")
single, learned = singleton(i, entries(D)), Event("K", entries(D))
first, second, third, joined = (Event(name, entries(D)) for name in ("I", "J", "K", "U"))
member = Symbol("l", entries(D))


def _agree(one_side: Formula, other_side: Formula) -> Formula:
    return both(implies(one_side, other_side), implies(other_side, one_side))


def _inside(event: Term, symbol: Term) -> Formula:
    return equals(indicator(event, symbol), 1)


def _joins(group: Term, one_group: Term, other_group: Term, symbol: Var) -> Formula:
    """The group is the two others together."""
    either_one = either(_inside(one_group, symbol), _inside(other_group, symbol))
    return every(symbol, _agree(_inside(group, symbol), either_one))


# --- sets of symbols ------------------------------------------------------------------------------

A, a, x = Event("A", n), Symbol("a", n), Symbol("x", n)
define("complement", [A, a], _agree(_inside(complement(A), a), negation(_inside(A, a))))
less, more, alone = Event("B", n), Event("C", n), singleton(a, n)
define("singleton", [a, x], _agree(_inside(alone, x), equals(x, a)))
define("union", [A, less], some(more, _joins(more, A, less, x)))
define("cardinality", [A], equals(cardinality(A), total(x, cases(_inside(A, x), 1, 0))))
define("member", [A], some(a, _inside(A, a)), [cardinality(A) >= 1])
define("others", [A, a], some(less, both(
    cardinality(less) + 1 <= cardinality(A), _joins(A, alone, less, x)
)), [_inside(A, a)])
define("everything", [n], some(A, both(cardinality(A) <= n, every(a, _inside(A, a)))))
define("nothing", [n], some(A, cardinality(A) <= 0))

# --- what groups tell -----------------------------------------------------------------------------

define("group-entry", [prior, M, i], equals(
    conditional_entry_information(prior, M, i),
    group_information(prior, M, single, complement(single)),
))
define("bayesian-mi", [M], equals(bayesian_mi(M), sup(prior, largest(i, largest(
    learned, group_information(prior, M, single, learned)
)))))
groups = group_joint(prior, M, first, second, third)
define("group-joint", [prior, M, first, second, third], both(
    equals(group_information(prior, M, first, third), I(groups, "A;Y|C")),
    equals(group_information(prior, M, second, third), I(groups, "B;Y|C")),
))
define("groups-told", [prior, M, first, second, third, joined], equals(
    group_information(prior, M, joined, third), I(groups, "A,B;Y|C")
), [_joins(joined, first, second, member)])
define("groups-known", [prior, M, first, second, third, joined], equals(
    group_information(prior, M, first, joined), I(groups, "A;Y|B,C")
), [_joins(joined, second, third, member)])
define("all-groups", [prior, M, first, second, third], equals(
    information(prior, M), I(groups, "A,B,C;Y")
), [every(member, either(
    _inside(first, member), _inside(second, member), _inside(third, member)
))])
define("no-group", [prior, M, first, second, third], both(
    equals(H(groups, "A"), 0),
    equals(H(group_joint(prior, M, second, first, third), "B"), 0),
    equals(H(group_joint(prior, M, second, third, first), "C"), 0),
), [cardinality(first) <= 0])

# --- a group as one entry -------------------------------------------------------------------------

value, other_value = (Symbol(name, group_values(D, first)) for name in ("v", "w"))
changed = with_group(D, one, first, value)
define("group-values", [D, first], group_values(D, first) <= (
    largest_alphabet(D) ** cardinality(first)
))
define("with-group-near", [D, one, first, value, other_value], hamming(
    D, changed, with_group(D, one, first, other_value)
) <= cardinality(first))
define("group-channel", [M, one, first, value, response], equals(
    group_channel(M, one, first)[value, response], M[changed][response]
))
others = complement(first)
define("group-information-others", [prior, M, first], equals(
    group_information(prior, M, first, others),
    total(one, prior_mass(prior, one) * information(
        group_given(prior, one, first, others), group_channel(M, one, first)
    )),
))
define("group-information", [prior, M, first, second], equals(
    group_information(prior, M, first, second),
    total(one, prior_mass(prior, one) * information(
        group_given(prior, one, first, second), response_given(prior, M, one, first, second)
    )),
))
# (60): the conditions must be possible.
entry_value, entry_other = (Symbol(name, group_values(D, single)) for name in ("v", "w"))
when = group_given(prior, one, single, learned)
responses = response_given(prior, M, one, single, learned)
define(
    "bayesian-epsilon-known", [prior, M, one, i, learned, entry_value, entry_other, eps],
    Close(responses[entry_value], responses[entry_other], eps, 0), [
        bayesian_epsilon(prior, M) <= eps,
        prior_mass(prior, one) > 0, when[entry_value] > 0, when[entry_other] > 0,
    ],
)
