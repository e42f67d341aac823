"""Remarks 1 and 2: differential and attribute privacy, and MI-DP, as special cases.

Where all laws of the data are allowed, privacy is closeness for any two values of the data that
share a public value and differ in the private one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from derivations.patterns.frameworks import (
    all_private,
    close_secrets,
    is_mi_private,
    is_private,
    law_private,
    symbol_pair,
)
from derivations.tools import positive_from, same, split_order, substitute_bound
from verified.language import (
    Close,
    chain,
    data_given,
    dp_framework,
    edges,
    entries,
    equals,
    exp,
    flat_mechanism,
    flat_prior,
    hamming,
    instances,
    maximum,
    member_law,
    prior_of,
    private_value,
    private_values,
    public_law,
    public_value,
    secret_channel,
    secret_given,
    without_edges,
    without_public,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Event, Member, Prior, Symbol, Term, number

# --- Remark 1: differential privacy ---------------------------------------------------------------


def flat_row(d: Steps, M: Term, x: Any, into: bool) -> Line:
    """For every y: the response's probability of y at an instance is the flat mechanism's; the
    sides the other way round unless `into`."""
    y = d.fix(Symbol("y", M.sort.sizes()[1]))
    line = d.cite("definition/flat-mechanism", M=M, x=x, y=y)
    if into:
        line = d.turn(equals(line.formula.right, line.formula.left), line)
    return d.forall(y, line)


@derives("nuradha-goldfeld-2022/remark-1-dp.only-if")
def remark_1_dp_only_if(d: Derivation) -> None:
    """Two databases that agree in all rows but one are neighbours."""
    M, data, eps, delta = (d.var(name) for name in ("M", "Theta", "eps", "delta"))
    (private,) = d.given
    D = M.of.database
    rows, channel = dp_framework(D), flat_mechanism(M)

    def close(e: Any, x: Any, other: Any, public: Line, _: Line) -> Line:
        near = d.cite("background/dp-public", public, values={
            "D": D, "i": e, "x": x, "x'": other,
        })
        line = d.cite("lemma/dp", near, private, values={
            "M": M, "x": x, "x'": other, "eps": eps, "delta": delta,
        })
        for point in (x, other):
            line = d.rewrite(flat_row(d, M, point, True), line)
        return line

    d.qed(all_private(d, rows, data, channel, eps, delta, close))


@derives("nuradha-goldfeld-2022/remark-1-dp.if")
def remark_1_dp_if(d: Derivation) -> None:
    """Neighbours are equal, or agree in all rows but one."""
    M, data, eps, delta = (d.var(name) for name in ("M", "Theta", "eps", "delta"))
    (private,) = d.given
    D = M.of.database
    rows, channel = dp_framework(D), flat_mechanism(M)
    x, other = (d.fix(Symbol(name, instances(D))) for name in ("x", "x'"))
    near = d.assume(hamming(D, x, other) <= 1)
    wanted = Close(M[x], M[other], eps, delta)
    found = d.cite("background/dp-neighbours", near, values={"D": D, "x": x, "x'": other})
    equal, differ = (d.assume(part) for part in found.theorem.conclusion.parts)
    A = d.fix(Event("A", M.of.outputs))
    grown = d.cite("background/log-tangent.exponential", eps=eps)
    side = d.forall(A, d.arithmetic(
        M[x][A] <= exp(eps) * M[x][A] + delta, grown, hints=[M[x][A]]
    ))
    trivial = d.rewrite(equal, d.follows(Close(M[x], M[x], eps, delta), side), wanted)
    i = d.fix(Symbol("i", entries(D)))
    parts = d.assume(substitute_bound(differ.theorem.conclusion, i))
    line = symbol_pair(
        d, private, rows, data, channel, i, x, other, eps, delta, d.piece(parts, 0),
        d.piece(parts, 1),
    )
    for point in (x, other):
        line = d.rewrite(flat_row(d, M, point, False), line)
    line = d.obtain(differ, i, line)
    pairs = d.cases(found, trivial, line)
    pairs = d.forall(x, d.forall(other, pairs, where=near.formula))
    d.qed(d.cite("lemma/dp-intro", pairs, M=M, eps=eps, delta=delta))


# --- Remark 1: attribute privacy ------------------------------------------------------------------


@derives("nuradha-goldfeld-2022/remark-1-ap.only-if@no-edges")
def remark_1_ap_only_if(d: Derivation) -> None:
    """Without edges there are no secrets."""
    F, data, M, eps, delta = (d.var(name) for name in ("F", "Theta", "M", "eps", "delta"))
    bare = without_edges(F)
    member = d.fix(Member("T", bare, data))
    law = member_law(member)
    none = d.cite("definition/without-edges", part=1, F=F, P=law, M=M, eps=eps)
    one = d.arithmetic(none.formula.left <= delta, none)
    whole = d.cite("definition/pufferfish-delta", F=bare, Theta=data, M=M, eps=eps)
    d.qed(d.chain(whole, d.bound_sup(whole.formula.right, one, member)))


def value_mass(d: Steps, F: Term, law: Term, e: Any, c: Any, a: Any) -> tuple[Line, Line]:
    """P(c) P(a|c) = P(a), where the public value c is constant, and for the symbol x of the data
    that what counts for the secret counts for a."""
    alone = without_public(F)
    x = d.fix(Symbol("x", F.sort.size))  # type: ignore[attr-defined]
    constant = d.cite("definition/without-public", F=F, j=e, c=c, x=x)
    has, public = same(private_value(alone, e, x), a), same(public_value(alone, e, x), c)
    found = d.cite("definition/case-equal", r=public_value(alone, e, x), s=c)
    shown = d.follows(equals(public, 1), found, constant)
    inside = d.arithmetic(
        equals(law[x] * (has * public), law[x] * has), shown, hints=[law[x] * has]
    )
    whole = d.cite("definition/secret-mass", F=alone, P=law, e=e, c=c, a=a)
    return d.chain(whole, d.summed(d.forall(x, inside))), inside


def value_row(
    d: Steps, F: Term, law: Term, M: Term, e: Any, c: Any, a: Any, y: Any, whole: Line,
    inside: Line, seen: Line,
) -> Line:
    """P(y|a,c) = P(y,a)/P(a), from `value_mass` and the line that a is possible."""
    alone = without_public(F)
    x = d.fix(Symbol("x", F.sort.size))  # type: ignore[attr-defined]
    K = data_given(alone, law, e, c)
    row, weight, mass = chain(K, M)[a, y], whole.formula.left, whole.formula.right
    given = d.cite("definition/data-given", F=alone, P=law, e=e, c=c, a=a, x=x)
    scaled = d.summed(d.forall(x, d.arithmetic(
        equals(weight * (K[a, x] * M[x, y]), inside.formula.right * M[x, y]), given, inside,
        hints=[M[x, y]],
    )))
    told = d.cite("definition/chain", W=K, K=M, x=a, z=y)
    hit = scaled.formula.right
    line = d.arithmetic(equals(weight * row, hit), scaled, told, hints=[weight])
    line = d.arithmetic(equals(mass * row, hit), line, whole, hints=[row])
    return d.arithmetic(equals(row, hit / mass), line, seen, hints=[1 / mass])


def apart(
    d: Steps, body: Any, one: Any, two: Any, y: Any, eps: Any,
    known: Sequence[tuple[Line, Line]],
) -> Line:
    """What attribute privacy bounds, for two values that are possible, is the hockey-stick
    divergence of the responses' laws given them.

    Args:
        body: the bounded term, a distinction of whether both are possible.
        one, two: the laws.
        known: for each value the lines that it is possible, and its probability of y.
    """
    unfolded = d.cite("definition/hockey-stick", P=one, Q=two, eps=eps)
    possible, values = zip(*known, strict=True)
    wanted = body.then.body.args[1]
    shares = [value.formula.right for value in values]
    excess = d.arithmetic(
        equals(one[y] - exp(eps) * two[y], shares[0] - exp(eps) * shares[1]), *values, *possible,
    )
    excess = d.chain(excess, d.identity(equals(excess.formula.right, wanted), *possible))
    term = maximum(0, excess.formula.left)
    each = d.rewrite(excess, d.identity(equals(term, term)), equals(term, maximum(0, wanted)))
    opened = d.chain(unfolded, d.summed(d.forall(y, each)))
    return d.chain(opened, d.identity(equals(opened.formula.right, body), *possible))


def some_function(d: Steps, F: Term) -> Line:
    """There is a private function, so that without public functions there is an edge."""
    found = d.cite("definition/without-public-edges", F=F)
    back = d.turn(equals(found.formula.right, found.formula.left), found)
    return d.chain(d.obvious(number(0) < found.formula.right), back)


@derives("nuradha-goldfeld-2022/remark-1-ap.only-if@constant")
def attribute_only_if(d: Derivation) -> None:
    """A constant public value is no condition."""
    F, data, M, eps, delta = (d.var(name) for name in ("F", "Theta", "M", "eps", "delta"))
    (private,) = d.given
    alone, some = without_public(F), some_function(d, F)
    y = d.fix(Symbol("y", M.of.outputs))
    whole = d.cite("definition/attribute-delta")
    back = d.turn(equals(whole.formula.right, whole.formula.left), whole)

    def one(member: Any, e: Any, c: Any, a: Any, b: Any, *seen: Line) -> Line:
        law = member_law(member)
        rows = secret_channel(alone, law, M, e, c)
        known = {}
        for v, there in ((a, seen[1]), (b, seen[2])):
            mass, inside = value_mass(d, F, law, e, c, v)
            above = d.chain(d.obvious(number(0) < mass.formula.left, seen[0], there), mass)
            known[v] = above, value_row(d, F, law, M, e, c, v, y, mass, inside, above)
        sides = []
        for first, second in ((a, b), (b, a)):
            line = d.chain(back, private)
            for term in (member, e, first, second):
                line = d.chain(d.below_sup(line.formula.left, term, some), line)
            pair = known[first], known[second]
            far = apart(d, line.formula.left, rows[first], rows[second], y, eps, pair)
            sides.append(d.chain(far, line))
        return d.cite(
            "background/closeness-hockey-stick.if", *sides, P=rows[a], Q=rows[b], eps=eps,
            delta=delta,
        )

    d.qed(is_private(d, alone, data, M, eps, delta, one))


@derives("nuradha-goldfeld-2022/remark-1-ap.if@constant")
def attribute_if(d: Derivation) -> None:
    """Each value of a private function is a secret, whatever the constant public value."""
    F, data, M, eps, delta = (d.var(name) for name in ("F", "Theta", "M", "eps", "delta"))
    (private,) = d.given
    alone, some, c = without_public(F), some_function(d, F), number(0)
    member, e = d.fix(Member("T", alone, data)), d.fix(Symbol("j", edges(alone)))
    a, b = (d.fix(Symbol(name, private_values(alone, e))) for name in "ab")
    y = d.fix(Symbol("y", M.of.outputs))
    law = member_law(member)
    chance, secret = public_law(alone, law, e)[c], secret_given(alone, law, e, c)
    rows = secret_channel(alone, law, M, e, c)
    whole = d.cite("definition/attribute-delta")
    binds, body = [], whole.formula.right
    for var in (member, e, a, b):
        binds.append((body, var))
        body = substitute(body.body, {body.var.name: var})
    masses = [value_mass(d, F, law, e, c, v) for v in (a, b)]

    def none(zero: Line) -> Line:
        return d.chain(d.identity(equals(body, 0), zero), d.obvious(number(0) <= delta))

    def both_seen(*seen: Line) -> Line:
        parts = [
            d.chain(above, d.turn(equals(mass.formula.right, mass.formula.left), mass))
            for (mass, _), above in zip(masses, seen, strict=True)
        ]
        possible = [
            positive_from(d, secret[v], part, hints=[chance])
            for v, part in zip((a, b), parts, strict=True)
        ]
        certain = positive_from(d, chance, parts[0], hints=[secret[a]])
        bound = law_private(d, private, alone, data, M, member, eps)
        close = close_secrets(d, bound, alone, law, M, e, c, a, b, eps, delta, certain, *possible)
        far = d.cite(
            "background/closeness-hockey-stick.only-if", close, part=0, P=rows[a], Q=rows[b],
            eps=eps, delta=delta,
        )
        known = [
            (above, value_row(d, F, law, M, e, c, v, y, *mass, above))
            for v, mass, above in zip((a, b), masses, seen, strict=True)
        ]
        same_number = apart(d, body, rows[a], rows[b], y, eps, known)
        back = d.turn(equals(same_number.formula.right, same_number.formula.left), same_number)
        return d.chain(back, far)

    first, second = (mass.formula.right for mass, _ in masses)
    line = split_order(d, first, 0, none, lambda one: split_order(
        d, second, 0, none, lambda two: both_seen(one, two)
    ))
    for bind, var in reversed(binds):
        line = d.bound_sup(bind, line, var, some)
    d.qed(d.chain(whole, line))


# --- Remark 2 -------------------------------------------------------------------------------------


@derives("nuradha-goldfeld-2022/remark-2.only-if")
def remark_2_only_if(d: Derivation) -> None:
    """Every law of the database is a prior."""
    M, data, eps = (d.var(name) for name in ("M", "Theta", "eps"))
    (private,) = d.given
    D = M.of.database
    rows, channel = dp_framework(D), flat_mechanism(M)
    same_edges = d.cite("definition/dp-edges", D=D)

    def one(member: Any, e: Any) -> Line:
        law = member_law(member)
        prior = prior_of(law, D)
        x = d.fix(Symbol("x", instances(D)))
        value = d.cite("background/dp-information", same_edges, P=prior, M=M, i=e)
        alike = d.forall(x, d.cite("definition/prior-of", P=law, x=x))
        value = d.rewrite(alike, value)
        whole = d.cite("definition/mi-dp", M=M)
        outer = whole.formula.right
        inner = outer.body
        top = d.below_sup(substitute(inner, {outer.var.name: e}), prior, same_edges)
        most = d.below_sup(outer, e, same_edges)
        back = d.turn(equals(whole.formula.right, whole.formula.left), whole)
        return d.chain(value, top, most, back, private)

    d.qed(is_mi_private(d, rows, data, channel, eps, one))


@derives("nuradha-goldfeld-2022/remark-2.if")
def remark_2_if(d: Derivation) -> None:
    """Every prior is a law of the database."""
    M, data, eps = (d.var(name) for name in ("M", "Theta", "eps"))
    (private,) = d.given
    D = M.of.database
    rows, channel = dp_framework(D), flat_mechanism(M)
    prior, i = d.fix(Prior("P", D)), d.fix(Symbol("i", entries(D)))
    law = flat_prior(prior)
    edges_are = d.cite("definition/dp-edges", D=D)
    one = d.cite("definition/all-information", private, F=rows, Theta=data, M=channel, P=law, r=eps)
    edge = d.cite(
        "lemma/secret-information", one, edges_are, F=rows, P=law, M=channel, e=i, r=eps
    )
    value = d.cite("background/dp-information", P=prior, M=M, i=i)
    back = d.turn(equals(value.formula.right, value.formula.left), value)
    line = d.chain(back, edge)
    whole = d.cite("definition/mi-dp", M=M)
    outer = whole.formula.right
    inner = d.bound_sup(substitute(outer.body, {outer.var.name: i}), line, prior)
    d.qed(d.chain(whole, d.bound_sup(outer, inner, i)))
