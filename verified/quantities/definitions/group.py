"""What groups of entries are and tell, as definitions that proofs may cite: the groups that two of
them make together, a group as one entry, and Bayesian privacy's adversaries, who know a group."""

from __future__ import annotations

from verified.quantities.databases import alphabet, entries, entry_of, instances, prior_mass
from verified.quantities.definitions.defining import define, structure
from verified.quantities.groups import (
    bayesian_epsilon,
    bayesian_mi,
    group_channel,
    group_given,
    group_information,
    group_joint,
    group_values,
    response_given,
    with_group,
)
from verified.quantities.laws import cardinality, complement, indicator, singleton
from verified.quantities.notions import Close
from verified.quantities.numbers import log
from verified.quantities.words import I
from verified.syntax.binders import cases, largest, sup, total
from verified.syntax.formulas import Formula, both, either, every, implies, negation
from verified.syntax.terms import (
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

n, m = Size("n"), Size("m")
D = Database("D")
M, prior = Mechanism("M", D, m), Prior("P", D)
one, i, response = Symbol("x", instances(D)), Symbol("i", entries(D)), Symbol("y", m)
near = Symbol("z", instances(D))
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
structure("complement", [A, a], _agree(_inside(complement(A), a), negation(_inside(A, a))))
less, more, alone = Event("B", n), Event("C", n), singleton(a, n)
structure("singleton", [a, x], _agree(_inside(alone, x), equals(x, a)))
define("cardinality", [A], equals(cardinality(A), total(x, cases(_inside(A, x), 1, 0))))

# --- what groups tell -----------------------------------------------------------------------------

define("bayesian-mi", [M], equals(bayesian_mi(M), sup(prior, largest(i, largest(
    learned, group_information(prior, M, single, learned)
)))))


def only(instance: Term, group: Term) -> Term:
    """What the entries of a group are: the instance with all others 0."""
    return with_group(D, instance, complement(group), 0)


_own, _other, _third = (Symbol(name, instances(D)) for name in "abc")
define("group-joint", [prior, M, first, second, third, _own, _other, _third, response], equals(
    group_joint(prior, M, first, second, third)[_own, _other, _third, response],
    total(one, prior_mass(prior, one)
          * cases(equals(only(one, first), _own), 1, 0)
          * cases(equals(only(one, second), _other), 1, 0)
          * cases(equals(only(one, third), _third), 1, 0)
          * M[one][response]),
))
define("group-information", [prior, M, first, second], equals(
    group_information(prior, M, first, second),
    I(group_joint(prior, M, first, second, second), "A;Y|C"),
))

# --- a group as one entry -------------------------------------------------------------------------

# The product of the alphabet sizes of its entries, written with logarithms.
define("group-values", [D, first], equals(
    log(group_values(D, first)),
    total(member, cases(_inside(first, member), log(alphabet(D, member)), 0)),
))
value, other_value = (Symbol(name, group_values(D, first)) for name in ("v", "w"))
changed = with_group(D, one, first, value)
define("group-channel", [M, one, first, value, response], equals(
    group_channel(M, one, first)[value, response], M[changed][response]
))
# Its first value is that all are the symbol 0.
structure("with-group", [D, one, first, value, member], both(
    implies(negation(_inside(first, member)), equals(
        entry_of(D, changed, member), entry_of(D, one, member)
    )),
    implies(_inside(first, member), equals(
        entry_of(D, with_group(D, one, first, 0), member), 0
    )),
))
# The same value makes the group the same in every instance, and each instance has one value of it.
structure("with-group-inside", [D, one, near, first, value, member], implies(
    _inside(first, member), equals(
        entry_of(D, changed, member), entry_of(D, with_group(D, near, first, value), member)
    )
))


def has(instance: Term, of_group: Term) -> Term:
    """1 where the instance's group has a value: it is the same with that in it."""
    return cases(equals(with_group(D, instance, first, of_group), instance), 1, 0)


structure("group-value", [D, one, first], equals(total(value, has(one, value)), 1))

# --- what is told of a group where another one is known -------------------------------------------


def _known(instance: Term) -> Term:
    """1 where the group that is known is as in the instance x."""
    return cases(equals(only(instance, second), only(one, second)), 1, 0)


# P(X_J = x_J) P(X_I = v|X_J = x_J) = P(X_J = x_J, X_I = v), and so with the response.
_alone = total(near, prior_mass(prior, near) * _known(near))
_valued = total(near, prior_mass(prior, near) * _known(near) * has(near, value))
_answered = total(
    near, prior_mass(prior, near) * _known(near) * has(near, value) * M[near][response])
define("group-given", [prior, one, first, second, value], equals(
    _alone * group_given(prior, one, first, second)[value], _valued
))
define("response-given", [prior, M, one, first, second, value, response], equals(
    _valued * response_given(prior, M, one, first, second)[value, response], _answered
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
