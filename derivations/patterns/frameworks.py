"""Patterns on pufferfish frameworks: between the notions and the channels of the secrets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.tools import absurd, split_zero
from verified.language import (
    Close,
    I,
    data_given,
    edges,
    equals,
    exp,
    implies,
    information,
    log,
    member_law,
    negation,
    private_value,
    private_values,
    public_law,
    public_value,
    public_values,
    secret_channel,
    secret_given,
    secret_joint,
)
from verified.proof.derivation import Line, Steps
from verified.syntax.formulas import both
from verified.syntax.terms import Member, Symbol, Term, number

# --- information ----------------------------------------------------------------------------------


def told(F: Term, law: Term, M: Term, e: Any) -> Term:
    """I(g(X);M(X)|w(X)) of an edge under a law."""
    return I(secret_joint(F, law, M, e), "A;Y|C")


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
        "lemma/secret-information", one, *lines, F=F, P=member_law(member), M=M, e=e, r=bound
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
    value = d.cite("background/secret-joint", F=F, P=law, M=M, e=e)
    inner = information(secret_given(F, law, e, c), secret_channel(F, law, M, e, c))
    goal = chance * inner <= chance * bound
    each = split_zero(
        d, chance,
        lambda none: d.rewrite(none, d.obvious(0 * inner <= 0 * bound, *lines), goal),
        lambda seen: d.arithmetic(goal, proof(c, seen), *lines, hints=[chance]),
    )
    mean = d.summed(d.forall(c, each), *lines)
    return d.chain(value, mean, d.identity(equals(mean.formula.right, bound), *lines))


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
        "lemma/secret-information-intro", each, *lines, F=F, P=member_law(member), M=M, r=bound
    )
    whole = d.cite("definition/pufferfish-information", *lines, F=F, Theta=data, M=M)
    return d.chain(whole, d.bound_sup(whole.formula.right, one, member))


# --- closeness ------------------------------------------------------------------------------------


def close_secrets(
    d: Steps, private: Line, F: Term, law: Term, M: Term, e: Any, c: Any, a: Any, b: Any,
    eps: Any, delta: Any, *lines: Line,
) -> Line:
    """The responses given two possible secrets are close, from the bound on one law's least δ."""
    return d.cite(
        "lemma/secret-delta", private, *lines, F=F, P=law, M=M, e=e, c=c, a=a, b=b, eps=eps,
        delta=delta,
    )


def law_private(
    d: Steps, private: Line, F: Term, data: Term, M: Term, member: Term, eps: Any, *lines: Line
) -> Line:
    """The bound on the class's least δ, for one member."""
    whole = d.cite("definition/pufferfish-delta", *lines, F=F, Theta=data, M=M, eps=eps)
    top = d.below_sup(whole.formula.right, member)
    back = d.turn(equals(whole.formula.right, whole.formula.left), whole)
    return d.chain(top, back, private)


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
        "lemma/secret-delta-intro", line, *lines, F=F, P=law, M=M, eps=eps, delta=delta
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


def possible_secrets(
    d: Steps, private: Line, F: Any, law: Any, M: Any, e: Any, c: Any, seen: Line, eps: Any,
    delta: Any, *lines: Line,
) -> Line:
    """For all possible private values a and b, the responses given them and c are close."""
    secret = secret_given(F, law, e, c)
    x, other = (d.fix(Symbol(name, private_values(F, e))) for name in ("x", "x'"))
    first, second = d.assume(secret[x] > 0), d.assume(secret[other] > 0)
    close = close_secrets(
        d, private, F, law, M, e, c, x, other, eps, delta, seen, first, second, *lines
    )
    inner = d.forall(other, close, where=secret[other] > 0)
    return d.forall(x, inner, where=secret[x] > 0)


# --- two mechanisms -------------------------------------------------------------------------------


def some_pairs(d: Steps, M1: Term, M2: Term) -> Line:
    """There is a pair of responses."""
    m, k = M1.sort.outputs, M2.sort.outputs
    ends = [d.obvious(size >= number(1)) for size in (m, k)]
    return d.arithmetic(m * k >= number(1), *ends, hints=[m, k])


def inside(
    d: Steps, F: Term, P: Term, e: Any, c: Any, a: Any, x: Any, seen: Line, *possible: Line
) -> list[Line]:
    """g(x) = a and w(x) = c, from a line P(x|a,c) > 0 and lines that a and c are possible."""
    data = d.cite("definition/data-given", F=F, P=P, e=e, c=c, a=a, x=x)
    mass = public_law(F, P, e)[c] * secret_given(F, P, e, c)[a]
    weight = data_given(F, P, e, c)[a, x]
    some = d.arithmetic(mass > 0, *possible)
    weighted = d.arithmetic(mass * weight > 0, some, seen)
    found = []
    for value, wanted in ((private_value(F, e, x), a), (public_value(F, e, x), c)):
        alternatives = d.cite("definition/case-equal", r=value, s=wanted)
        yes, no = (d.assume(part) for part in alternatives.theorem.conclusion.parts)
        none = d.rewrite(d.piece(no, 1), data)
        zero = d.identity(equals(none.formula.right, 0))
        empty = absurd(d, equals(value, wanted), weighted, d.chain(none, zero))
        found.append(d.cases(alternatives, d.piece(yes, 0), empty))
    return found


def close_together(
    d: Steps, whole: Term, rows: tuple[Any, Any], s: Any, ratios: list[tuple[Line, Term, Term]],
    levels: tuple[Any, Any], *lines: Line,
) -> Line:
    """Two rows of pairs of responses are close, as their likelihood ratios multiply.

    Args:
        ratios: for each response how its two probabilities at the pair `s` compare, and these.
        levels: the ε of the first response, and the sum of both.
        lines: the rows' probabilities as products, and that there is a pair of responses.
    """
    one, two = rows
    first, level = levels
    sides = []
    for index, (left, right) in enumerate(((one, two), (two, one))):
        bounds = [d.piece(ratio, index) for ratio, *_ in ratios]
        small, large = ratios[1][1 + index], ratios[0][2 - index]
        sides.append(d.arithmetic(
            whole[left][s] <= exp(level) * whole[right][s], *bounds, *lines,
            hints=[small, exp(first) * large, exp(level)],
        ))
    symbols = d.forall(s, d.both(*sides))
    return d.cite(
        "background/closeness-symbols.if", symbols, lines[-1], P=whole[one], Q=whole[two],
        eps=level,
    )


def same_spread(d: Steps, line: Line) -> Line:
    """u ln u = v ln v, from a line u = v."""
    u, v = line.formula.left, line.formula.right  # type: ignore[attr-defined]
    same = d.identity(equals(u * log(u), u * log(u)))
    return d.rewrite(line, same, equals(u * log(u), v * log(v)))


# --- all laws of the data -------------------------------------------------------------------------


def symbol_pair(
    d: Steps, private: Line, F: Term, data: Term, M: Term, e: Any, x: Any, other: Any, eps: Any,
    delta: Any, *lines: Line,
) -> Line:
    """M(x) and M(x') are close, as the class of all laws has it."""
    return d.cite("lemma/secret-symbols.pair", private, *lines, values={
        "F": F, "Theta": data, "M": M, "e": e, "x": x, "x'": other, "eps": number(eps),
        "delta": number(delta),
    })


def all_private(
    d: Steps, F: Term, data: Term, M: Term, eps: Any, delta: Any,
    proof: Callable[[Any, Any, Any, Line, Line], Line], *lines: Line,
) -> Line:
    """(ε,δ)-PP under any class.

    Args:
        proof: shows M(x) and M(x') to be close, for an arbitrary edge and arbitrary x and x', from
            the lines that they share the public value and differ in the private one.
    """
    size = F.sort.size  # type: ignore[attr-defined]
    member, e = d.fix(Member("T", F, data)), d.fix(Symbol("edge", edges(F)))
    x, other = d.fix(Symbol("x", size)), d.fix(Symbol("x'", size))
    where = both(
        equals(public_value(F, e, x), public_value(F, e, other)),
        negation(equals(private_value(F, e, x), private_value(F, e, other))),
    )
    held = d.assume(where)
    line = proof(e, x, other, d.piece(held, 0), d.piece(held, 1))
    line = d.follows(implies(where, Close(M[x], M[other], eps, delta)), d.implied(where, line))
    for var in (other, x, e):
        line = d.forall(var, line)
    one = d.cite(
        "lemma/secret-symbols.mixture", line, *lines, F=F, P=member_law(member), M=M, eps=eps,
        delta=delta,
    )
    whole = d.cite("definition/pufferfish-delta", *lines, F=F, Theta=data, M=M, eps=eps)
    return d.chain(whole, d.bound_sup(whole.formula.right, one, member))
