"""Tactics on pufferfish frameworks: between the notions and the channels of the secrets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.tools import split_zero
from verified.language import I, edges, equals, information, secret_joint
from verified.language.formulas import both, implies
from verified.language.notions import Close
from verified.language.pufferfish import (
    member_law,
    private_values,
    public_law,
    public_values,
    secret_channel,
    secret_given,
)
from verified.language.terms import Member, Symbol, Term
from verified.proof.derivation import Line, Steps


def told(F: Term, law: Term, M: Term, e: Any) -> Term:
    """I(g(X);M(X)|w(X)) of an edge under a law."""
    return I(secret_joint(F, law, M, e), "A;Y|C")


def is_mi_private(
    d: Steps, F: Term, data: Term, M: Term, bound: Any, proof: Callable[[Any, Any], Line],
    *lines: Line,
) -> Line:
    """The supremum of I(g(X);M(X)|w(X)) is at most a bound.

    Args:
        proof: shows it for an arbitrary member of the class and an arbitrary edge.
        lines: what shows the bound to be real and at least 0.
    """
    member, e = d.fix(Member("T", F, data)), d.fix(Symbol("e", edges(F)))
    each = d.forall(e, proof(member, e))
    one = d.cite(
        "definition/secret-information-intro", each, *lines, F=F, P=member_law(member), M=M, r=bound
    )
    whole = d.cite("definition/pufferfish-information", *lines, F=F, Theta=data, M=M)
    return d.chain(whole, d.bound_sup(whole.formula.right, one, member))


def member_told(
    d: Steps, private: Line, F: Term, data: Term, M: Term, member: Term, e: Any, bound: Any,
    *lines: Line,
) -> Line:
    """I(g(X);M(X)|w(X)) ≤ bound for a member and an edge, from the line that bounds the supremum;
    `lines` show that the member is one, and that the bound is real."""
    whole = d.cite("definition/pufferfish-information", F=F, Theta=data, M=M)
    top = d.below_sup(whole.formula.right, member, *lines)
    back = d.turn(equals(whole.formula.right, whole.formula.left), whole)
    one = d.chain(top, back, private)
    return d.cite(
        "definition/secret-information", one, *lines, F=F, P=member_law(member), M=M, e=e, r=bound
    )


def averaged(
    d: Steps, F: Term, law: Term, M: Term, e: Any, bound: Any,
    proof: Callable[[Any, Line], Line], *lines: Line,
) -> Line:
    """I(g(X);M(X)|w(X)) ≤ bound, a mean over the public values.

    Args:
        proof: shows the bound for an arbitrary public value, from the line that it is possible.
    """
    c = d.fix(Symbol("c", public_values(F, e)))
    chance = public_law(F, law, e)[c]
    value = d.cite("definition/secret-joint", F=F, P=law, M=M, e=e)
    inner = information(secret_given(F, law, e, c), secret_channel(F, law, M, e, c))
    goal = chance * inner <= chance * bound
    each = split_zero(
        d, chance,
        lambda none: d.rewrite(none, d.obvious(0 * inner <= 0 * bound, *lines), goal),
        lambda seen: d.arithmetic(goal, proof(c, seen), *lines, hints=[chance]),
    )
    mean = d.summed(d.forall(c, each), *lines)
    return d.chain(value, mean, d.identity(equals(mean.formula.right, bound), *lines))


def law_private(
    d: Steps, private: Line, F: Term, data: Term, M: Term, member: Term, eps: Any, *lines: Line
) -> Line:
    """The bound on the class's least δ, for one member."""
    whole = d.cite("definition/pufferfish-delta", *lines, F=F, Theta=data, M=M, eps=eps)
    top = d.below_sup(whole.formula.right, member)
    back = d.turn(equals(whole.formula.right, whole.formula.left), whole)
    return d.chain(top, back, private)


def close_secrets(
    d: Steps, private: Line, F: Term, law: Term, M: Term, e: Any, c: Any, a: Any, b: Any,
    eps: Any, delta: Any, *lines: Line,
) -> Line:
    """The responses given two possible secrets are close, from the bound on one law's least δ."""
    return d.cite(
        "definition/secret-delta", private, *lines, F=F, P=law, M=M, e=e, c=c, a=a, b=b, eps=eps,
        delta=delta,
    )


def is_law_private(
    d: Steps, F: Term, law: Term, M: Term, eps: Any, delta: Any,
    proof: Callable[..., Line], *lines: Line,
) -> Line:
    """The least δ under a law is at most a bound.

    Args:
        proof: from e, c, a, b and the lines that c, a and b are possible to the closeness.
    """
    e = d.fix(Symbol("e", edges(F)))
    c = d.fix(Symbol("c", public_values(F, e)))
    a, b = (d.fix(Symbol(name, private_values(F, e))) for name in "vw")
    secret, channel = secret_given(F, law, e, c), secret_channel(F, law, M, e, c)
    where = both(public_law(F, law, e)[c] > 0, secret[a] > 0, secret[b] > 0)
    held = d.assume(where)
    found = proof(e, c, a, b, *(d.piece(held, place) for place in range(3)))
    wanted = implies(where, Close(channel[a], channel[b], eps, delta))
    line = d.follows(wanted, d.implied(where, found))
    for var in (b, a, c, e):
        line = d.forall(var, line)
    return d.cite(
        "definition/secret-delta-intro", line, *lines, F=F, P=law, M=M, eps=eps, delta=delta
    )


def is_private(
    d: Steps, F: Term, data: Term, M: Term, eps: Any, delta: Any, proof: Callable[..., Line],
    *lines: Line,
) -> Line:
    """The mechanism is (ε,δ)-PP: `proof` is as for `is_law_private`, with the member first."""
    member = d.fix(Member("T", F, data))
    one = is_law_private(
        d, F, member_law(member), M, eps, delta, lambda *secret: proof(member, *secret), *lines
    )
    whole = d.cite("definition/pufferfish-delta", *lines, F=F, Theta=data, M=M, eps=eps)
    return d.chain(whole, d.bound_sup(whole.formula.right, one, member))
