"""What the quantities of pufferfish frameworks are, as definitions that proofs may cite.

An edge is a number e, its secrets are pairs (a, c) of a private and a public value. Given c, the
private value a has the law `secret_given`, the data given both the channel `data_given`, and the
response the channel that follows it by the mechanism.
"""

from __future__ import annotations

from verified.quantities.channels import output
from verified.quantities.databases import entries, entry_of, flat_prior, instances
from verified.quantities.definitions.defining import define, structure
from verified.quantities.notions import Close
from verified.quantities.numbers import exp, maximum
from verified.quantities.pufferfish import (
    attribute_delta,
    data_given,
    dp_framework,
    edges,
    largest_image,
    member_law,
    prior_of,
    private_functions,
    private_value,
    private_values,
    public_law,
    public_value,
    public_values,
    pufferfish_delta,
    pufferfish_information,
    pufferfish_stage,
    response_support,
    reweighted,
    secret_channel,
    secret_delta,
    secret_given,
    secret_information,
    secret_joint,
    secret_stage_information,
    without_edges,
    without_public,
)
from verified.quantities.words import I
from verified.syntax.binders import cases, largest, sup, total
from verified.syntax.formulas import both, either, every, implies
from verified.syntax.terms import (
    Channel,
    Database,
    DataClass,
    Framework,
    Mechanism,
    Member,
    Pmf,
    Prior,
    Queries,
    Real,
    Size,
    Symbol,
    Term,
    equals,
)

n, m = Size("n"), Size("m")
F, M, P = Framework("F", n), Channel("M", n, m), Pmf("P", n)
data = DataClass("Theta", n)
member = Member("T", F, data)
eps, delta, r = Real("eps", ">=0"), Real("delta", ">=0"), Real("r")
level = Real("r", ">=0")
e = Symbol("e", edges(F))
a, b = Symbol("a", private_values(F, e)), Symbol("b", private_values(F, e))
c = Symbol("c", public_values(F, e))
x, y = Symbol("x", n), Symbol("y", m)

# --- the notions ----------------------------------------------------------------------------------

define("pufferfish-information", [F, data, M], equals(
    pufferfish_information(F, data, M),
    sup(member, secret_information(F, member_law(member), M)),
))
define("pufferfish-delta", [F, data, M, eps], equals(
    pufferfish_delta(F, data, M, eps), sup(member, secret_delta(F, member_law(member), M, eps))
))
_told = I(secret_joint(F, P, M, e), "A;Y|C")
_most, _every_told = secret_information(F, P, M) <= level, every(e, _told <= level)
define("secret-information", [F, P, M, level], both(
    implies(_most, _every_told), implies(_every_told, _most)
))
_channel = secret_channel(F, P, M, e, c)
_public, _secret = public_law(F, P, e), secret_given(F, P, e, c)
_close = Close(_channel[a], _channel[b], eps, delta)
_least, _every_close = secret_delta(F, P, M, eps) <= delta, every(e, every(c, every(a, every(
    b, implies(both(_public[c] > 0, _secret[a] > 0, _secret[b] > 0), _close)
))))
define("secret-delta", [F, P, M, eps, delta], both(
    implies(_least, _every_close), implies(_every_close, _least)
))
define("response-support", [F, data, M], equals(
    response_support(F, data, M),
    sup(member, total(y, cases(output(member_law(member), M)[y] > 0, 1, 0))),
))
structure("largest-image", [F, e], private_values(F, e) <= largest_image(F))

# Every law belongs to the class of all laws.
_every = DataClass("Theta", n, "all")
define("all-information", [F, _every, M, P, r], secret_information(F, P, M) <= r, [
    pufferfish_information(F, _every, M) <= r
])
define("all-delta", [F, _every, M, P, eps, delta], secret_delta(F, P, M, eps) <= delta, [
    pufferfish_delta(F, _every, M, eps) <= delta
])

# --- the laws of secrets --------------------------------------------------------------------------

_inside = cases(equals(private_value(F, e, x), a), 1, 0) * cases(
    equals(public_value(F, e, x), c), 1, 0
)
_mass = _public[c] * _secret[a]
define("secret-mass", [F, P, e, c, a], equals(_mass, total(x, P[x] * _inside)))
define("data-given", [F, P, e, c, a, x], equals(
    _mass * data_given(F, P, e, c)[a, x], P[x] * _inside
))
define("secret-joint", [F, P, M, e, a, c, y], equals(
    secret_joint(F, P, M, e)[a, c, y], total(x, P[x] * _inside * M[x, y])
))

# --- classes that are closed under reweighting the secrets ----------------------------------------

for _kind in ("all", "reweighted"):
    _class = DataClass("Theta", n, _kind)
    _one = Member("T", F, _class)
    _of_one = member_law(_one)
    _weights = Pmf("q", private_values(F, e))
    _possible = secret_given(F, _of_one, e, c)
    define(f"reweighted-{_kind}", [F, _one, e, c, _weights, x], equals(
        member_law(reweighted(_one, e, c, _weights))[x],
        total(a, _weights[a] * data_given(F, _of_one, e, c)[a, x]),
    ), [public_law(F, _of_one, e)[c] > 0, every(a, either(_weights[a] <= 0, _possible[a] > 0))])

# --- frameworks -----------------------------------------------------------------------------------

_bare = without_edges(F)
structure("without-edges", [F, P, M, eps], both(
    equals(edges(_bare), 0), equals(secret_delta(_bare, P, M, eps), 0),
    equals(secret_information(_bare, P, M), 0),
))
# A framework whose public function is constant: an edge for each private function of F.
_alone = without_public(F)
_function = Symbol("j", edges(_alone))
_constant = Symbol("c", public_values(_alone, _function))
structure("without-public-edges", [F], equals(edges(_alone), private_functions(F)))
structure("without-public", [F, _function, _constant, x], equals(
    public_value(_alone, _function, x), _constant
))
# Attribute privacy speaks of values of the private functions, whatever the edges: for two values
# a and b of one function that are possible, the least δ with P(A|a) ≤ e^ε P(A|b) + δ for every
# event A, which is that of the responses with P(y|a) > e^ε P(y|b).
_listed = DataClass("Theta", n, "listed")
_one_law = Member("T", _alone, _listed)
_first, _second = (Symbol(name, private_values(_alone, _function)) for name in "ab")


def _with_value(value: Term, response: Term | None = None) -> Term:
    """The probability of a value of the private function, and of a response."""
    has = cases(equals(private_value(_alone, _function, x), value), 1, 0)
    mass = member_law(_one_law)[x] * has
    return total(x, mass if response is None else mass * M[x, response])


def _given_value(value: Term) -> Term:
    """P(y|a), for a value that is possible."""
    mass = _with_value(value)
    return _with_value(value, y) / cases(mass > 0, mass, 1)


define("attribute-delta", [F, _listed, M, eps], equals(
    attribute_delta(F, _listed, M, eps),
    sup(_one_law, largest(_function, largest(_first, largest(_second, cases(
        both(_with_value(_first) > 0, _with_value(_second) > 0),
        total(y, maximum(0, _given_value(_first) - exp(eps) * _given_value(_second))), 0,
    ))))),
))
D = Database("D")
_rows = dp_framework(D)
_mechanism, _prior = Mechanism("M", D, m), Prior("P", D)
_i = Symbol("i", entries(D))
structure("dp-edges", [D], equals(edges(_rows), entries(D)))
_law = Pmf("P", instances(D))
_instance = Symbol("x", instances(D))
define("prior-of", [_law, _instance], equals(
    flat_prior(prior_of(_law, D))[_instance], _law[_instance]
))
_one, _two = Symbol("x", instances(D)), Symbol("x'", instances(D))
_own, _rest = (
    equals(value(_rows, _i, _one), value(_rows, _i, _two))
    for value in (private_value, public_value)
)
_j = Symbol("j", entries(D))
_own_alike = equals(entry_of(D, _one, _i), entry_of(D, _two, _i))
_rest_alike = every(_j, either(
    equals(_j, _i), equals(entry_of(D, _one, _j), entry_of(D, _two, _j))
))
# Its private functions are the entries, its public ones all the other entries.
structure("dp-private", [D, _i, _one, _two], both(
    implies(_own, _own_alike), implies(_own_alike, _own)
))
structure("dp-public", [D, _i, _one, _two], both(
    implies(_rest, _rest_alike), implies(_rest_alike, _rest)
))

# --- several responses ----------------------------------------------------------------------------

k = Size("k")
_data = instances(D)
_frame, _law, _laws = Framework("F", _data), Pmf("P", _data), DataClass("Theta", _data)
_edge, _of = Symbol("e", edges(_frame)), Member("T", _frame, _laws)
for _kind in ("independent", "sequential"):
    _all = Queries("S", D, k, m, kind=_kind)
    _query = Symbol("j", k)
    define(f"pufferfish-stage-{_kind}", [_of, _all, _edge, _query, r], secret_stage_information(
        _frame, member_law(_of), _all, _edge, _query
    ) <= r, [pufferfish_stage(_frame, _laws, _all, _query) <= r])
