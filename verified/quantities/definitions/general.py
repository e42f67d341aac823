"""Numbers, laws, databases, queries and joint laws: what their quantities are, as statements that
proofs may cite without evidence; the tests attack each like a claim."""

from __future__ import annotations

from verified.quantities.channels import arimoto, capacity, chain, csiszar, output, parallel, sibson
from verified.quantities.databases import (
    alphabet,
    database_of,
    entries,
    entry_given,
    entry_of,
    entry_prior,
    flat_prior,
    hamming,
    instances,
    largest_alphabet,
    one_entry,
    prior_mass,
    with_entry,
)
from verified.quantities.definitions.defining import define, structure
from verified.quantities.divergences import chi_square
from verified.quantities.entropies import min_entropy, renyi_entropy
from verified.quantities.groups import bayesian_epsilon, entry_epsilon, free_lunch_epsilon
from verified.quantities.joints import joint_of, joint_of_outputs
from verified.quantities.laws import indicator, likelihood_ratio
from verified.quantities.leakage import pointwise_maximal_leakage
from verified.quantities.mechanisms import (
    as_mechanism,
    conditional_entry_information,
    database_joint,
    dp_delta,
    entry_channel,
    entry_information,
    flat_mechanism,
    kl_dp,
    mi_dp,
    mi_dp_split,
    on_database,
    on_entry,
)
from verified.quantities.notions import Close, Independent
from verified.quantities.numbers import (
    absolute,
    binary_entropy,
    binary_entropy_inverse,
    exp,
    lambert_w,
    log,
    maximum,
    minimum,
    quotient,
    remainder,
    sqrt,
)
from verified.quantities.words import KL, TV, H, I, hockey_stick, information, renyi
from verified.syntax.binders import cases, inf, largest, pmf_table, sup, total
from verified.syntax.formulas import Formula, both, either, every, implies, negation
from verified.syntax.terms import (
    Channel,
    Database,
    Event,
    Mechanism,
    Pmf,
    Prior,
    Real,
    Reals,
    Size,
    Symbol,
    equals,
    number,
)

n, m = Size("n"), Size("m")
P, Q = Pmf("P", n), Pmf("Q", n)
W = Channel("W", n, m)
Q_out = Pmf("R", m)
a, x, y = Symbol("a", n), Symbol("x", n), Symbol("y", m)
_x_other = Symbol("x'", n)
A = Event("A", n)
r, s, eps = Real("r"), Real("s"), Real("eps")

# --- numbers --------------------------------------------------------------------------------------

define("minimum", [r, s], either(
    both(r <= s, equals(minimum(r, s), r)), both(s <= r, equals(minimum(r, s), s))
))
define("maximum", [r, s], either(
    both(s <= r, equals(maximum(r, s), r)), both(r <= s, equals(maximum(r, s), s))
))
define("absolute", [r], either(
    both(r >= 0, equals(absolute(r), r)), both(r <= 0, equals(absolute(r), -r))
))
_same, _below = cases(equals(r, s), 1, 0), cases(r <= s, 1, 0)
define("case-equal", [r, s], either(
    both(equals(r, s), equals(_same, 1)), both(negation(equals(r, s)), equals(_same, 0))
))
define("case-order", [r, s], either(
    both(r <= s, equals(_below, 1)), both(s < r, equals(_below, 0))
))
_under = cases(s > r, 1, 0)
define("case-strict", [r, s], either(
    both(r < s, equals(_under, 1)), both(s <= r, equals(_under, 0))
))
# Whole numbers have no others between them.
_fewer, _more = Size("r", low=0), Size("s", low=0)
structure("whole", [_fewer, _more], either(_fewer <= _more, _more + 1 <= _fewer))
_divisor, _whole = Size("n"), Size("q", low=0)
_rest = Symbol("v", _divisor)
structure("division", [_divisor, _whole, _rest], both(
    equals(quotient(_whole * _divisor + _rest, _divisor), _whole),
    equals(remainder(_whole * _divisor + _rest, _divisor), _rest),
))
structure("divided", [_divisor, _whole], equals(
    quotient(_whole, _divisor) * _divisor + remainder(_whole, _divisor), _whole
))
_from, _to, _step = Symbol("x", _divisor), Symbol("y", _divisor), Symbol("t", _divisor)
# ln 0 = −∞, and 0 · ln 0 = 0: so u ln u − u ln 0 is +∞ for u > 0.
_mass = Real("u", ">0")
define("infinite-minus-log", [_mass, r, s], r <= s - _mass * log(0))
_half = Real("p", "[0,1/2]")
define("binary-entropy-inverse", [r], equals(
    binary_entropy_inverse(r), sup(_half, _half, where=binary_entropy(_half) <= r)
), [r >= 0, r <= log(2)])
define("lambert-w", [r], both(
    equals(lambert_w(r) * exp(lambert_w(r)), r), lambert_w(r) >= -1
), [r >= -exp(-1)])
# Extended real numbers.
_above, _beneath = number(float("inf")), -number(float("inf"))
define("infinity", [r], both(_beneath < r, r < _above))
define("infinite-logarithms", [r], both(equals(log(0), _beneath), equals(log(_above), _above)))
define("infinite-absolute", [r], both(
    equals(absolute(_above), _above), equals(absolute(_beneath), _above)
))
define("infinite-differences", [r], both(
    equals(_above - r, _above), equals(_beneath - r, _beneath),
    equals(r - _above, _beneath), equals(r - _beneath, _above),
))
define("infinite-sums", [r], both(equals(r + _above, _above), equals(_above + r, _above)))
define("infinite-multiples-none", [], equals(0 * _above, 0))
define("infinite-multiples", [r], equals(r * _above, _above), [r > 0])
define("infinite-multiples-below", [r], equals(r * _above, _beneath), [r < 0])

# --- laws -----------------------------------------------------------------------------------------

structure("indicator", [A, a], either(equals(indicator(A, a), 0), equals(indicator(A, a), 1)))
define("infinite-ratio", [P, Q, a], equals(likelihood_ratio(P, Q, a), _above), [
    P[a] > 0, Q[a] <= 0,
])
_bit = Symbol("b", 2)
define("kl", [P, Q], equals(KL(P, Q), total(a, P[a] * log(P[a]) - P[a] * log(Q[a]))))
define("infinite-root", [_mass], both(equals(_above / _mass, _above), equals(sqrt(_above), _above)))
define("infinite-exponential", [r], both(
    equals(exp(_above), _above), equals(exp(_beneath), 0), equals(-_above, _beneath)
))
# A factor of 0 takes the place of an infinite divergence too: 0 · ∞ = 0.
# So a mean may leave out what has no weight.
_law = Pmf("R", m)
_any = Symbol("j", n)
_later, _last = Channel("K", m, Size("k")), Symbol("z", Size("k"))
define("chain", [W, _later, x, _last], equals(
    chain(W, _later)[x, _last], total(y, W[x, y] * _later[y, _last])
))
define("total-variation", [P, Q], equals(TV(P, Q), total(a, absolute(P[a] - Q[a])) / 2))
define("hockey-stick", [P, Q, eps], equals(
    hockey_stick(P, Q, eps), total(a, maximum(0, P[a] - exp(eps) * Q[a]))
))
define("entropy", [P], equals(H(P), total(a, -(P[a] * log(P[a])))))
define("information", [P, W], equals(
    information(P, W), total(x, P[x] * KL(W[x], output(P, W)))
))
define("capacity", [W], equals(capacity(W), sup(P, information(P, W))))

_listed, _largest, _less = Reals("f", n), Symbol("a", n), Symbol("b", n)

# --- Rényi's and Sibson's quantities --------------------------------------------------------------

_order = Real("alpha", ">0")
_other_order = [negation(equals(_order, 1))]
# Where Q(a) = 0, so is P(a), and the symbol adds nothing. (What may be 0 is compared with 1 added:
# the attack decides no equality of two zeros.)
define("renyi", [P, Q, _order], equals(
    1 + renyi(P, Q, _order),
    1 + log(total(a, P[a] ** _order * Q[a] ** (1 - _order), Q[a] > 0)) / (_order - 1),
), [*_other_order, every(a, either(Q[a] > 0, P[a] <= 0))])
# A factor of 0 takes the place of an infinite divergence too: 0 · ∞ = 0.
define("renyi-null", [P, Q, _order], equals(0 * renyi(P, Q, _order), 0))
# Below order 1 the laws need not have one support; it is infinite if they share no symbol.
_overlap = total(a, P[a] ** _order * Q[a] ** (1 - _order))
define("renyi-below", [P, Q, _order], equals(
    1 + renyi(P, Q, _order), 1 + log(_overlap) / (_order - 1)
), [_order < 1, _overlap > 0])
define("renyi-apart", [P, Q, _order, _mass, r], r <= _mass * renyi(P, Q, _order), [
    _order < 1, _overlap <= 0,
])
# Above it, a symbol that Q doesn't have makes it infinite.
define("renyi-outside", [P, Q, _order, a, _mass, r], r <= _mass * renyi(P, Q, _order), [
    _order > 1, P[a] > 0, Q[a] <= 0,
])
define("renyi-one", [P, Q], equals(renyi(P, Q, 1), KL(P, Q)))
define("renyi-zero", [P, Q], equals(
    1 + renyi(P, Q, 0), 1 - log(total(a, Q[a], P[a] > 0))
))
define("renyi-infinite", [P, Q], equals(
    1 + renyi(P, Q, float("inf")), 1 + log(largest(a, cases(Q[a] > 0, P[a] / Q[a], 0)))
), [every(a, either(Q[a] > 0, P[a] <= 0))])
define("renyi-infinite-outside", [P, Q, a], equals(renyi(P, Q, float("inf")), _above), [
    P[a] > 0, Q[a] <= 0,
])
define("chi-square", [P, Q], equals(
    1 + chi_square(P, Q), total(a, P[a] ** 2 / Q[a], Q[a] > 0)
), [every(a, either(Q[a] > 0, P[a] <= 0))])
define("chi-square-outside", [P, Q, a], equals(1 + chi_square(P, Q), _above), [
    P[a] > 0, Q[a] <= 0,
])
define("renyi-entropy", [P, _order], equals(
    renyi_entropy(P, _order), log(total(a, P[a] ** _order)) / (1 - _order)
), _other_order)
define("min-entropy", [P], equals(min_entropy(P), -log(largest(a, P[a]))))
# Cuff and Yu, (66): the least divergence of the joint law from a product with the prior.
_any_order = Real("alpha", ">=0")
_sent = pmf_table(n * m, lambda s: P[quotient(s, m)] * W[quotient(s, m), remainder(s, m)])
_apart = pmf_table(n * m, lambda s: P[quotient(s, m)] * Q_out[remainder(s, m)])
define("sibson", [P, W, _any_order], equals(
    sibson(P, W, _any_order), inf(Q_out, renyi(_sent, _apart, _any_order))
))
define("sibson-infinite", [P, W], equals(
    sibson(P, W, float("inf")), inf(Q_out, renyi(_sent, _apart, float("inf")))
))
define("csiszar", [P, W, _order], equals(
    csiszar(P, W, _order), inf(Q_out, total(x, P[x] * renyi(W[x], Q_out, _order)))
))
_norms = total(y, total(x, (P[x] * W[x, y]) ** _order) ** (1 / _order))
define("arimoto", [P, W, _order], equals(
    1 + arimoto(P, W, _order),
    1 + renyi_entropy(P, _order) - _order / (1 - _order) * log(_norms),
), _other_order)
define("arimoto-infinite", [P, W], equals(
    1 + arimoto(P, W, number(float("inf"))),
    1 + min_entropy(P) + log(total(y, largest(x, P[x] * W[x, y]))),
))
define("arimoto-one", [P, W], equals(arimoto(P, W, 1), information(P, W)))
define("pointwise-maximal-leakage", [P, W, x, y, r], W[x, y] <= exp(r) * output(P, W)[y], [
    P[x] > 0, pointwise_maximal_leakage(P, W, y) <= r,
])

# --- databases and mechanisms ---------------------------------------------------------------------

D = Database("D")
M = Mechanism("M", D, m)
one, two = Symbol("x", instances(D)), Symbol("x'", instances(D))
near = hamming(D, one, two) <= 1
_eps, _delta = Real("eps", ">=0"), Real("delta", ">=0")


def _pairs(formula: Formula) -> Formula:
    return every(one, every(two, formula, where=near))


def _agree(one_side: Formula, other_side: Formula) -> Formula:
    return both(implies(one_side, other_side), implies(other_side, one_side))


define("dp", [M, _eps, _delta], _agree(
    dp_delta(M, _eps) <= _delta, _pairs(Close(M[one], M[two], _eps, _delta))
))
define("kl-dp", [M, r], _agree(kl_dp(M) <= r, _pairs(KL(M[one], M[two]) <= r)))





# Entries of a database.
i = Symbol("i", entries(D))
own = Symbol("v", alphabet(D, i))
other = Symbol("w", alphabet(D, i))
prior = Prior("P", D)
split = Prior("P", D, "split", i)
entry_law = Pmf("p", alphabet(D, i))
response = Symbol("y", m)
changed = with_entry(D, one, i, own)

# If two instances differ in more than one entry, a step towards the other brings them nearer.
_place = Symbol("j", entries(D))
structure("changed-entry", [D, one, i, own, _place], equals(
    entry_of(D, changed, _place), cases(equals(_place, i), own, entry_of(D, one, _place))
))
structure("one-entry", [n], equals(entries(one_entry(n)), 1))
structure("same-instance", [D, one, two], equals(one, two), [
    every(i, equals(entry_of(D, one, i), entry_of(D, two, i))),
])
define("hamming", [D, one, two], equals(
    hamming(D, one, two), total(i, cases(equals(entry_of(D, one, i), entry_of(D, two, i)), 0, 1))
))
structure("alphabet-largest", [D, i], alphabet(D, i) <= largest_alphabet(D))
define("entry-channel", [M, one, i, own, response], equals(
    entry_channel(M, one, i)[own, response], M[changed][response]
))
_of_entry = Channel("W", alphabet(D, i), m)
define("on-entry", [_of_entry, one, i, response], equals(
    on_entry(_of_entry, D, i)[one][response], _of_entry[entry_of(D, one, i), response]
))
_two = database_of(n, Size("N"))
_pair, _which = Symbol("x", instances(_two)), Symbol("i", entries(_two))
_value = Symbol("v", alphabet(_two, _which))
_of_pairs = Channel("W", n * Size("N"), m)
define("on-database", [_of_pairs, _pair, response], equals(
    on_database(_of_pairs, _two)[_pair][response], _of_pairs[_pair, response]
))
_replaced = with_entry(_two, _pair, _which, _value)
_over, _left = (part(_replaced, Size("N")) for part in (quotient, remainder))
structure("entries-of-pair", [_pair, _which], either(
    every(_value, both(equals(_over, _value), equals(_left, remainder(_pair, Size("N"))))),
    every(_value, both(equals(_over, quotient(_pair, Size("N"))), equals(_left, _value))),
))
define("flat-mechanism", [M, one, response], equals(
    flat_mechanism(M)[one, response], M[one][response]
))
define("flat-prior", [prior, one], equals(flat_prior(prior)[one], prior_mass(prior, one)))
define("as-mechanism", [W, x, y], equals(as_mechanism(W)[x][y], W[x, y]))


# --- information of databases ---------------------------------------------------------------------

define("database-information", [prior, M], equals(
    information(prior, M), information(flat_prior(prior), flat_mechanism(M))
))
define("conditional-entry-information", [prior, M, i], equals(
    conditional_entry_information(prior, M, i),
    total(one, prior_mass(prior, one)
          * information(entry_given(prior, one, i), entry_channel(M, one, i))),
))
define("entry-prior", [D, one, i, entry_law, two], equals(
    prior_mass(entry_prior(D, one, i, entry_law), two),
    total(own, cases(equals(two, changed), entry_law[own], 0)),
))
_entry_rows = entry_channel(M, one, i)
define("entry-epsilon", [M, i, _eps], _agree(entry_epsilon(M, i) <= _eps, every(one, every(
    own, every(other, Close(_entry_rows[own], _entry_rows[other], _eps, 0))
))))
define("free-lunch-epsilon", [M, _eps], _agree(
    free_lunch_epsilon(M) <= _eps, every(one, every(two, Close(M[one], M[two], _eps, 0)))
))
# The group of all the other entries: the conditions name two instances, which must be possible.
define("bayesian-epsilon", [prior, M, one, i, own, other, _eps], Close(
    entry_channel(M, one, i)[own], entry_channel(M, one, i)[other], _eps, 0
), [
    bayesian_epsilon(prior, M) <= _eps,
    prior_mass(prior, changed) > 0, prior_mass(prior, with_entry(D, one, i, other)) > 0,
])
_column = total(other, prior_mass(prior, with_entry(D, one, i, other)))
define("entry-given", [prior, one, i, own], equals(
    _column * entry_given(prior, one, i)[own], prior_mass(prior, changed)
))
define("mi-dp", [M], equals(
    mi_dp(M), sup(i, sup(prior, conditional_entry_information(prior, M, i)))
))
define("mi-dp-split", [M], equals(
    mi_dp_split(M), sup(i, sup(split, conditional_entry_information(split, M, i)))
))
joint = database_joint(prior, M, i)
_rest = Symbol("b", instances(D))
define("database-joint", [prior, M, i, own, _rest, response], equals(
    joint[own, _rest, response],
    total(one, prior_mass(prior, one) * cases(equals(entry_of(D, one, i), own), 1, 0)
          * cases(equals(with_entry(D, one, i, 0), _rest), 1, 0) * M[one][response]),
))
define("entry-information", [prior, M, i], equals(
    entry_information(prior, M, i), I(joint, "A;Y")
))
structure("split-prior", [split, M, i], Independent(database_joint(split, M, i), "A", "B"))
alone = Prior("P", D, "independent")
structure("independent-prior", [alone, M, i], Independent(database_joint(alone, M, i), "A", "B"))

# --- joint laws -----------------------------------------------------------------------------------

chained = joint_of(P, W)
chained = joint_of(P, W)
define("joint-entropy", [P, W], both(
    equals(H(chained, "X"), H(P)), equals(H(chained, "Y"), H(output(P, W))),
    equals(H(chained, "Y|X"), total(x, P[x] * H(W[x]))),
))
V = Channel("V", n, Size("k"))
_both_outputs = Symbol("s", m * Size("k"))
define("parallel", [W, V, x, _both_outputs], equals(
    parallel(W, V)[x, _both_outputs],
    W[x, quotient(_both_outputs, Size("k"))] * V[x, remainder(_both_outputs, Size("k"))],
))
_one_output, _other_output = Symbol("y", m), Symbol("z", Size("k"))
define("joint-of-outputs", [P, W, V, x, _one_output, _other_output], equals(
    joint_of_outputs(P, W, V)[x, _one_output, _other_output],
    P[x] * W[x, _one_output] * V[x, _other_output],
))
