"""Quantities written out by more basic ones: what a reader who knows only these needs to evaluate
a play. Proofs can't cite them; the tests attack each like a definition.

With the definitions that are equalities, they are the data by which the second checker decides
plays, so that it holds no formula of a divergence, an information or a notion of privacy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from verified.kernel.definitions import definitions
from verified.language.claims import Statement, build_statement
from verified.language.databases import entry_channel, entry_of
from verified.language.formulas import Formula, Relation, both
from verified.language.pufferfish import (
    data_given,
    edges,
    private_value,
    private_values,
    public_law,
    public_value,
    public_values,
    secret_channel,
    secret_delta,
    secret_given,
    secret_information,
)
from verified.language.terms import (
    Channel,
    Database,
    Event,
    Framework,
    Mechanism,
    Pmf,
    Real,
    Size,
    Symbol,
    equals,
)
from verified.language.vocabulary import (
    KL,
    capacity,
    cases,
    dp_delta,
    entries,
    hamming,
    hockey_stick,
    indicator,
    information,
    instances,
    kl_dp,
    largest,
    ldp_curve,
    lip_curve,
    maximum,
    mi_dp,
    total,
)

FOUND: dict[str, Statement] = {}


def write_out(
    name: str, forall: Sequence[Any], then: Formula, given: Sequence[Formula] | None = None
) -> None:
    """Add an equation."""
    key = f"unfolding/{name}"
    assert key not in FOUND, key
    FOUND[key] = build_statement(key, forall, given or [], then)


@cache
def unfoldings() -> Mapping[str, Statement]:
    """Every equation by its key, "unfolding/…", and the definitions that are equations."""
    equations = {
        key: statement for key, statement in definitions().items()
        if isinstance(statement.then, Relation) and statement.then.op == "="
    }
    return {**FOUND, **equations}


n, m = Size("n"), Size("m")
P, Q, A, a = Pmf("P", n), Pmf("Q", n), Event("A", n), Symbol("a", n)
write_out("probability", [P, A], equals(P[A], total(a, P[a] * indicator(A, a))))

# Where the curves of mutual-information privacy need no optimisation: at level 0 nothing is told,
# and from one bit on the noiseless channel is allowed.
_level, _eps = Real("mu", ">=0"), Real("eps", ">=0")
write_out("ldp-curve-none", [_level, _eps], equals(1 + ldp_curve(_level, _eps), 1), [_level <= 0])
write_out("ldp-curve-all", [_level, _eps], equals(ldp_curve(_level, _eps), 1), [_level >= 1])
write_out("lip-curve-none", [_level, _eps], equals(1 + lip_curve(_level, _eps), 1), [_level <= 0])

# --- databases ------------------------------------------------------------------------------------

D = Database("D")
M, eps = Mechanism("M", D, m), Real("eps", ">=0")
one, two = Symbol("x", instances(D)), Symbol("x'", instances(D))
i = Symbol("i", entries(D))
write_out("hamming", [D, one, two], equals(
    hamming(D, one, two),
    total(i, cases(equals(entry_of(D, one, i), entry_of(D, two, i)), 0, 1)),
))
_near = hamming(D, one, two) <= 1
write_out("dp-delta", [M, eps], equals(dp_delta(M, eps), largest(
    one, largest(two, hockey_stick(M[one], M[two], eps), where=_near)
)))
write_out("kl-dp", [M], equals(kl_dp(M), largest(one, largest(two, KL(M[one], M[two]), _near))))
# The information given the other entries is an average over these; a point mass there reaches it.
write_out("mi-dp", [M], equals(mi_dp(M), largest(
    i, largest(one, capacity(entry_channel(M, one, i)))
)))

# --- frameworks -----------------------------------------------------------------------------------

F, W = Framework("F", n), Channel("M", n, m)
e, x = Symbol("e", edges(F)), Symbol("x", n)
g, h = Symbol("a", private_values(F, e)), Symbol("b", private_values(F, e))
c = Symbol("c", public_values(F, e))
_public, _secret = public_law(F, P, e)[c], secret_given(F, P, e, c)
_has = both(equals(private_value(F, e, x), g), equals(public_value(F, e, x), c))
_mass = total(x, cases(_has, P[x], 0))
write_out("public-law", [F, P, e, c], equals(
    _public, total(x, cases(equals(public_value(F, e, x), c), P[x], 0))
))
# What has no probability gives the uniform law.
write_out("secret-given", [F, P, e, c, g], equals(
    _secret[g], cases(_public > 0, _mass / _public, 1 / private_values(F, e))
))
_datum = Symbol("t", n)
_this = both(equals(private_value(F, e, _datum), g), equals(public_value(F, e, _datum), c))
write_out("data-given", [F, P, e, c, g, _datum], equals(
    data_given(F, P, e, c)[g, _datum],
    cases(_mass > 0, cases(_this, P[_datum], 0) / _mass, 1 / n),
))
_channel = secret_channel(F, P, W, e, c)
write_out("secret-delta", [F, P, W, eps], equals(secret_delta(F, P, W, eps), maximum(0, largest(
    e, largest(c, largest(g, largest(h, cases(
        both(_public > 0, _secret[g] > 0, _secret[h] > 0),
        hockey_stick(_channel[g], _channel[h], eps), 0,
    ))))
))))
write_out("secret-information", [F, P, W], equals(secret_information(F, P, W), maximum(0, largest(
    e, total(c, _public * information(_secret, _channel))
))))
