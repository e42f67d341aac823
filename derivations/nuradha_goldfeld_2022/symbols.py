"""Where all laws of the data are allowed: privacy is closeness for any two values of the data that
share a public value and differ in the private one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from derivations.databases import substitute_bound
from derivations.nuradha_goldfeld_2022.composition import (
    close_together,
    inside,
    some_pairs,
)
from derivations.nuradha_goldfeld_2022.frameworks import (
    close_secrets,
    is_law_private,
    is_private,
    law_private,
)
from derivations.tools import positive_from, same, split_order, split_zero
from verified.language import (
    chain,
    dp_framework,
    entries,
    equals,
    exp,
    hamming,
    implies,
    instances,
    maximum,
    negation,
    parallel,
    pmf_table,
    quotient,
    remainder,
    total,
    without_edges,
    without_public,
)
from verified.language.databases import flat_mechanism
from verified.language.formulas import both, substitute
from verified.language.notions import Close
from verified.language.pufferfish import (
    data_given,
    edges,
    member_law,
    private_value,
    private_values,
    public_law,
    public_value,
    secret_channel,
    secret_given,
)
from verified.language.terms import Event, Member, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

PAPER = "nuradha-goldfeld-2022/"


@derives("lemma/secret-symbols.pair")
def pair(d: Derivation) -> None:
    """Under the even law on two values of the data, each is a secret of its own."""
    F, data, M, e, x, other, eps, delta = (
        d.var(name) for name in ("F", "Theta", "M", "e", "x", "x'", "eps", "delta")
    )
    private, public, differ = d.given
    law = pmf_table(F.of.size, lambda z: (same(z, x) + same(z, other)) / 2)
    a, b = private_value(F, e, x), private_value(F, e, other)
    turned = d.assume(equals(b, a))
    apart = d.follows(
        negation(equals(b, a)), d.implied(turned, d.turn(equals(a, b), turned)), differ
    )

    def row(point: Any) -> tuple[Line, Line, Line]:
        """The secret of a point is possible, and given it the response is that to the point."""
        v, c = private_value(F, e, point), public_value(F, e, point)
        secret, K, chance = (
            secret_given(F, law, e, c), data_given(F, law, e, c), public_law(F, law, e)[c]
        )
        mass = chance * secret[v]
        whole = d.cite("definition/secret-mass", F=F, P=law, e=e, c=c, a=v)
        half = d.identity(equals(whole.formula.right, number(1) / 2), differ, apart)
        even = d.chain(whole, half)
        seen = positive_from(d, chance, even, hints=[secret[v]])
        there = positive_from(d, secret[v], even, hints=[chance])
        y, z = d.fix(Symbol("y", M.of.outputs)), d.fix(Symbol("z", F.of.size))
        given = d.cite("definition/data-given", F=F, P=law, e=e, c=c, a=v, x=z)
        scaled = d.summed(d.forall(z, d.arithmetic(
            equals(mass * (K[v, z] * M[z, y]), given.formula.right * M[z, y]), given,
            hints=[M[z, y]],
        )))
        value_of = d.identity(equals(scaled.formula.right, M[point, y] / 2), differ, apart)
        told = d.cite("definition/chain", W=K, K=M, x=v, z=y)
        line = d.arithmetic(
            equals(mass * chain(K, M)[v, y], M[point, y] / 2), scaled, value_of, told, hints=[mass]
        )
        agree = d.arithmetic(
            equals(chain(K, M)[v, y], M[point, y]), line, even, hints=[chain(K, M)[v, y]]
        )
        return seen, there, d.forall(y, agree)

    c = public_value(F, e, x)
    back = d.turn(equals(public_value(F, e, other), c), public)
    seen, one, first = row(x)
    _, two, second = row(other)
    two, second = d.rewrite(back, two), d.rewrite(back, second)
    bound = d.cite(
        "definition/all-delta", private, F=F, Theta=data, M=M, P=law, eps=eps, delta=delta
    )
    close = close_secrets(d, bound, F, law, M, e, c, a, b, eps, delta, seen, one, two)
    d.qed(d.rewrite(second, d.rewrite(first, close)))


@derives("lemma/secret-symbols.mixture")
def mixture(d: Derivation) -> None:
    """Closeness passes to mixtures of the two laws."""
    F, P, M, eps, delta = (d.var(name) for name in ("F", "P", "M", "eps", "delta"))
    (given,) = d.given
    x, other = d.fix(Symbol("x", F.of.size)), d.fix(Symbol("x'", F.of.size))
    A = d.fix(Event("A", M.of.outputs))
    grown = d.cite("background/log-tangent.exponential", eps=eps)

    def mixed(K: Term, v: Any) -> Line:
        """P(A|v,c) as a mean."""
        y = d.fix(Symbol("y", M.of.outputs))
        rows = d.forall(y, d.cite("definition/chain", W=K, K=M, x=v, z=y))
        return d.identity(equals(
            chain(K, M)[v][A], total(Symbol("x", F.of.size), K[v, x] * M[x][A])
        ), rows)

    def secrets(e: Any, c: Any, a: Any, b: Any, *seen: Line) -> Line:
        K = data_given(F, P, e, c)
        rows = secret_channel(F, P, M, e, c)

        def alike(equal: Line, _: Line) -> Line:
            trivial = []
            for _side in range(2):
                trivial.append(d.forall(A, d.arithmetic(
                    rows[a][A] <= exp(eps) * rows[a][A] + delta, grown, hints=[rows[a][A]]
                )))
            return d.rewrite(
                equal, d.follows(Close(rows[a], rows[a], eps, delta), *trivial),
                Close(rows[a], rows[b], eps, delta),
            )

        def unlike(unequal: Line, _: Line) -> Line:
            def term(v: Any, w: Any, left: Any, right: Any, known: Callable[..., Line]) -> Line:
                weight = K[v, left] * K[w, right]
                goal = weight * M[left][A] <= weight * (exp(eps) * M[right][A] + delta)

                def zero(none: Line, one: Any, two: Any) -> Line:
                    return d.rewrite(none, d.obvious(
                        one * two * M[left][A] <= one * two * (exp(eps) * M[right][A] + delta)
                    ), goal)

                return split_zero(
                    d, K[v, left], lambda none: zero(none, number(0), K[w, right]),
                    lambda here: split_zero(
                        d, K[w, right], lambda none: zero(none, K[v, left], number(0)),
                        lambda there: d.arithmetic(goal, known(here, there), hints=[weight]),
                    ),
                )

            def closeness(here: Line, there: Line) -> Line:
                """M(x) and M(x') are close, where x is in the secret a and x' in b."""
                first = inside(d, F, P, e, c, a, x, here, seen[0], seen[1])
                second = inside(d, F, P, e, c, b, other, there, seen[0], seen[2])
                public = d.chain(first[1], d.turn(
                    equals(second[1].formula.right, second[1].formula.left), second[1]
                ))
                assumed = d.assume(
                    equals(private_value(F, e, x), private_value(F, e, other))
                )
                same_secret = d.chain(
                    d.turn(equals(a, private_value(F, e, x)), first[0]), assumed, second[0]
                )
                differ = d.follows(
                    negation(assumed.formula), d.implied(assumed, same_secret), unequal
                )
                rule = d.at(d.at(d.at(given, e), x), other)
                return d.follows(
                    Close(M[x], M[other], eps, delta), rule, public, differ
                )

            sides = []
            for index, (v, w, left, right) in enumerate(((a, b, x, other), (b, a, other, x))):
                def known(one: Line, two: Line, index: int = index) -> Line:
                    ends = (one, two) if index == 0 else (two, one)
                    return d.at(d.piece(closeness(*ends), index), A)

                line = term(v, w, left, right, known)
                sums = d.summed(d.forall(left, d.summed(d.forall(right, line))))
                means = mixed(K, v), mixed(K, w)
                sides.append(d.forall(A, d.arithmetic(
                    rows[v][A] <= exp(eps) * rows[w][A] + delta, sums, *means
                )))
            return d.follows(Close(rows[a], rows[b], eps, delta), *sides)

        found = d.cite("definition/case-equal", r=a, s=b)
        yes, no = (d.assume(part) for part in found.theorem.conclusion.parts)
        return d.cases(
            found, alike(d.piece(yes, 0), yes), unlike(d.piece(no, 0), no)
        )

    d.qed(is_law_private(d, F, P, M, eps, delta, secrets))


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


def symbol_pair(
    d: Steps, private: Line, F: Term, data: Term, M: Term, e: Any, x: Any, other: Any, eps: Any,
    delta: Any, *lines: Line,
) -> Line:
    """M(x) and M(x') are close, as the class of all laws has it."""
    return d.cite("lemma/secret-symbols.pair", private, *lines, values={
        "F": F, "Theta": data, "M": M, "e": e, "x": x, "x'": other, "eps": number(eps),
        "delta": number(delta),
    })


@derives(PAPER + "remark-3.all-laws")
def all_laws(d: Derivation) -> None:
    """Any two values of the data in different secrets are told apart by the ratios' product."""
    F, data, M1, M2, first, second = (
        d.var(name) for name in ("F", "Theta", "M1", "M2", "eps1", "eps2")
    )
    pair, size, level = parallel(M1, M2), some_pairs(d, M1, M2), first + second

    def close(e: Any, x: Any, other: Any, public: Line, differ: Line) -> Line:
        s = d.fix(Symbol("s", pair.sort.outputs))
        places = quotient(s, M2.of.outputs), remainder(s, M2.of.outputs)
        ratios = []
        for held, M, eps, place in zip(d.given, (M1, M2), (first, second), places, strict=True):
            near = symbol_pair(d, held, F, data, M, e, x, other, eps, 0, public, differ)
            symbols = d.cite(
                "background/closeness-symbols.only-if", near, P=M[x], Q=M[other], eps=eps
            )
            ratios.append((d.at(symbols, place), M[x][place], M[other][place]))
        known = [d.cite("definition/parallel", W=M1, V=M2, x=v, s=s) for v in (x, other)]
        return close_together(d, pair, (x, other), s, ratios, (first, level), *known, size)

    d.qed(all_private(d, F, data, pair, level, 0, close, size))


@derives(PAPER + "remark-3.all-laws-robust")
def all_laws_robust(d: Derivation) -> None:
    """The pair is (ε₁ + ε₂)-PP, and so (ε₁ + ε₂)-MI-PP."""
    F, data, M1, M2, first, second = (
        d.var(name) for name in ("F", "Theta", "M1", "M2", "eps1", "eps2")
    )
    size = some_pairs(d, M1, M2)
    private = d.cite(PAPER + "remark-3.all-laws", *d.given)
    d.qed(d.cite(
        PAPER + "theorem-1-i", private, size, F=F, Theta=data, M=parallel(M1, M2),
        eps=first + second,
    ))


# --- Remark 1 -------------------------------------------------------------------------------------


def flat_row(d: Steps, M: Term, x: Any, into: bool) -> Line:
    """For every y: the response's probability of y at an instance is the flat mechanism's; the
    sides the other way round unless `into`."""
    y = d.fix(Symbol("y", M.sort.sizes()[1]))
    line = d.cite("definition/flat-mechanism", M=M, x=x, y=y)
    if into:
        line = d.turn(equals(line.formula.right, line.formula.left), line)
    return d.forall(y, line)


@derives(PAPER + "remark-1-dp.only-if")
def remark_1_dp_only_if(d: Derivation) -> None:
    """Two databases that agree in all rows but one are neighbours."""
    M, data, eps, delta = (d.var(name) for name in ("M", "Theta", "eps", "delta"))
    (private,) = d.given
    D = M.of.database
    rows, channel = dp_framework(D), flat_mechanism(M)

    def close(e: Any, x: Any, other: Any, public: Line, _: Line) -> Line:
        near = d.cite("definition/dp-public", public, values={
            "D": D, "i": e, "x": x, "x'": other,
        })
        line = d.cite("definition/dp", near, private, values={
            "M": M, "x": x, "x'": other, "eps": eps, "delta": delta,
        })
        for point in (x, other):
            line = d.rewrite(flat_row(d, M, point, True), line)
        return line

    d.qed(all_private(d, rows, data, channel, eps, delta, close))


@derives(PAPER + "remark-1-dp.if")
def remark_1_dp_if(d: Derivation) -> None:
    """Neighbours are equal, or agree in all rows but one."""
    M, data, eps, delta = (d.var(name) for name in ("M", "Theta", "eps", "delta"))
    (private,) = d.given
    D = M.of.database
    rows, channel = dp_framework(D), flat_mechanism(M)
    x, other = (d.fix(Symbol(name, instances(D))) for name in ("x", "x'"))
    near = d.assume(hamming(D, x, other) <= 1)
    wanted = Close(M[x], M[other], eps, delta)
    found = d.cite("definition/dp-neighbours", near, values={"D": D, "x": x, "x'": other})
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
    d.qed(d.cite("definition/dp-intro", pairs, M=M, eps=eps, delta=delta))


@derives(PAPER + "remark-1-ap.only-if@no-edges")
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


@derives(PAPER + "remark-1-ap.only-if@constant")
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


@derives(PAPER + "remark-1-ap.if@constant")
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
