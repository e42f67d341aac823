"""Section 4: differential and free-lunch privacy as constraints on leakage, and Remark B.1."""

from __future__ import annotations

from typing import Any

from derivations.patterns.entry_masses import at_most_one, entry_mass
from derivations.patterns.instances import by_difference
from derivations.patterns.leakage_databases import (
    Leak,
    Near,
    any_response_pairs,
    below_named,
    bounded,
    by_limit,
    database_pairs,
    entry_pairs,
    leak_given_others,
    leak_of_any_entry,
    leak_of_database,
    leak_of_entry,
    response_pairs,
)
from derivations.patterns.levels import half
from derivations.tools import (
    ZERO,
    instance,
    log_below,
    one_term,
    positive_from,
    split_order,
    turned,
    unless,
)
from verified.language import (
    alphabet,
    entries,
    entry_channel,
    entry_given,
    entry_law,
    entry_response,
    equals,
    exp,
    flat_mechanism,
    flat_prior,
    instances,
    log,
    reals_table,
    smallest,
    with_entry,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term, number

PAPER = "saeidian-2025/"


# --- from privacy to leakage ----------------------------------------------------------------------


ONLY_IF: dict[str, Leak] = {
    "theorem-4.2.1": leak_given_others,
    "theorem-4.2.2": leak_given_others,
    "theorem-4.2.3": leak_of_entry,
    "theorem-4.5.1": leak_of_database,
    "theorem-4.5.2": leak_of_database,
    "theorem-4.5.3": leak_of_any_entry,
}


@derives(
    "saeidian-2025/theorem-4.2.1-only-if", "saeidian-2025/theorem-4.2.2-only-if",
    "saeidian-2025/theorem-4.2.3-only-if", "saeidian-2025/theorem-4.5.1-only-if",
    "saeidian-2025/theorem-4.5.2-only-if", "saeidian-2025/theorem-4.5.3-only-if",
)
def leaks_no_more(d: Derivation) -> None:
    """The likelihoods of what leaks are within e^ε of their mean."""
    outer = d.goal.left  # type: ignore[attr-defined]
    y, P = d.fix(outer.var), d.fix(outer.body.var)
    leak = ONLY_IF[d.key.removeprefix(PAPER).removesuffix("-only-if")]
    possible = d.assume(outer.body.guard)
    line, inner = leak(d, P, y, d.var("eps"), possible, d.given[0])
    d.qed(bounded(d, outer, line, y, P, *inner))


# --- and back -------------------------------------------------------------------------------------


def definition_of(d: Steps, M: Term) -> Line:
    """What the named supremum of the hypothesis is."""
    head = d.given[0].formula.left.head  # type: ignore[attr-defined]
    return d.cite(f"definition/{head.replace('_', '-')}", M=M)


@derives(
    "saeidian-2025/theorem-4.2.1-if", "saeidian-2025/theorem-4.2.2-if",
    "saeidian-2025/theorem-4.2.3-if",
)
def private_by_leakage(d: Derivation) -> None:
    """Under the prior near the database with the less likely response, that response is nearly as
    likely as it is on average."""
    M, eps = d.var("M"), d.var("eps")
    D = M.sort.database
    x, i = d.fix(Symbol("x", instances(D))), d.fix(Symbol("i", entries(D)))
    y = d.fix(Symbol("y", M.sort.outputs))
    v, w = (d.fix(Symbol(name, alphabet(D, i))) for name in ("v", "w"))
    above, below = with_entry(D, x, i, v), with_entry(D, x, i, w)
    named = definition_of(d, M)
    unconditional = d.key.endswith("3-if")

    def within(share: Term, positive: Line, less: Line) -> Line:
        near = Near(d, D, below, share, positive, less)
        terms = (near.prior, y, i) if unconditional else (near.prior, y, i, x)
        line = d.chain(below_named(d, named, terms, near.possible, *near.lines), d.given[0])
        part = "entry" if unconditional else "conditional"
        return d.cite(
            f"lemma/leaked-near.{part}",
            near.possible,
            near.close,
            line,
            positive,
            less,
            *near.lines,
            P=near.prior,
            M=M,
            x=x,
            i=i,
            v=v,
            w=w,
            y=y,
            eps=eps,
            h=share,
        )

    line = by_limit(d, M[above][y], M[below][y], eps, within)
    for var in (y, w, v, i, x):
        line = d.forall(var, line)
    d.qed(d.cite("lemma/dp-by-entries", line, M=M, eps=eps))


def is_free_lunch(d: Derivation, y: Any, x: Any, z: Any, line: Line) -> None:
    """The goal, from a line that the likelihoods of y at x and at z are within e^ε."""
    M, eps = d.var("M"), d.var("eps")
    ways = d.forall(x, d.forall(z, line))
    back = d.at(d.at(ways, z), x)
    close = d.cite(
        "background/closeness-symbols.if", d.forall(y, d.both(line, back)), P=M[x], Q=M[z], eps=eps
    )
    d.qed(half(d, "definition/free-lunch-epsilon", 1, d.forall(x, d.forall(z, close))))


@derives("saeidian-2025/theorem-4.5.1-if", "saeidian-2025/theorem-4.5.2-if")
def free_lunch_by_leakage(d: Derivation) -> None:
    """Under the prior near the database with the less likely response."""
    M, eps = d.var("M"), d.var("eps")
    D = M.sort.database
    x, z = (d.fix(Symbol(name, instances(D))) for name in ("x", "x'"))
    y = d.fix(Symbol("y", M.sort.outputs))
    named = definition_of(d, M)

    def within(share: Term, positive: Line, less: Line) -> Line:
        near = Near(d, D, z, share, positive, less)
        line = below_named(d, named, (near.prior, y), near.possible, *near.lines)
        return d.cite(
            "lemma/leaked-near.database",
            near.possible,
            near.close,
            d.chain(line, d.given[0]),
            positive,
            less,
            *near.lines,
            values={"P": near.prior, "M": M, "x": x, "x'": z, "y": y, "eps": eps, "h": share},
        )

    is_free_lunch(d, y, x, z, by_limit(d, M[x][y], M[z][y], eps, within))


@derives("saeidian-2025/theorem-4.5.3-if")
def free_lunch_by_entries(d: Derivation) -> None:
    """An entry in which two databases differ tells which it is, under a prior on these two."""
    M, eps = d.var("M"), d.var("eps")
    D = M.sort.database
    x, z = (d.fix(Symbol(name, instances(D))) for name in ("x", "x'"))
    y = d.fix(Symbol("y", M.sort.outputs))
    goal = M[x][y] <= exp(eps) * M[z][y]

    def same_one(alike: Line) -> Line:
        equal = d.cite("definition/same-instance", alike, values={"D": D, "x": x, "x'": z})
        grown = d.cite("background/log-tangent.exponential", eps=eps)
        least = d.arithmetic(M[z][y] <= exp(eps) * M[z][y], grown, hints=[M[z][y], eps * M[z][y]])
        return d.rewrite(equal, least, goal)

    def apart(i: Any, line: Line) -> Line:
        return by_limit(
            d,
            M[x][y],
            M[z][y],
            eps,
            lambda share, positive, less: d.cite(
                "lemma/leaked-by-two-instances",
                line,
                d.given[0],
                positive,
                less,
                values={"M": M, "x": x, "x'": z, "i": i, "y": y, "eps": eps, "h": share},
            ),
        )

    is_free_lunch(d, y, x, z, by_difference(d, D, x, z, same_one, apart))


# --- what follows ---------------------------------------------------------------------------------


def equal_suprema(d: Derivation, up: str, down: str) -> None:
    """Two named suprema are equal: each is at most every real level that the other is."""
    one, other = d.goal.left, d.goal.right  # type: ignore[attr-defined]

    def no_larger(small: Term, large: Term, part: str) -> Line:
        return unless(
            d,
            small,
            large,
            lambda line: d.cite(
                f"lemma/levels-of-leakage.{part}",
                d.obvious(large <= large, line),
                line,
                M=d.var("M"),
                eps=large,
            ),
        )

    d.qed(d.turn(d.goal, no_larger(one, other, up), no_larger(other, one, down)))


@derives("saeidian-2025/theorem-4.2-equal")
def conditional_and_unconditional(d: Derivation) -> None:
    """Both are the least ε of differential privacy."""
    equal_suprema(d, "conditional", "entry")


@derives("saeidian-2025/theorem-4.5-single-entry")
def one_entry_and_all(d: Derivation) -> None:
    """Both are the least ε of free-lunch privacy."""
    equal_suprema(d, "any-entry", "database")


# --- Remark B.1 -----------------------------------------------------------------------------------


def strictly(d: Derivation, P: Term, W: Term, y: Any, pairs: Line, positive: Any) -> None:
    """ℓ < ε: the rarest symbol's probability q saves ln(1 + q (e^ε − 1)) > 0."""
    eps = d.var("eps")
    above = d.given[-1]
    a, _b = (d.fix(Symbol(name, W.sort.sizes()[0])) for name in ("a", "b"))
    listed = reals_table(W.sort.sizes()[0], lambda s: -P[s])
    exists: Any = d.cite("background/largest-attained", n=W.sort.sizes()[0], f=listed)
    least = d.fix(Symbol("b'", W.sort.sizes()[0]))
    held = d.assume(instance(exists, least))
    q = P[least]
    rarest = d.forall(a, d.arithmetic(P[a] >= q, d.at(held, a)))
    line: Any = d.cite(
        "lemma/leakage-rare", rarest, pairs, at_most_one(d, P, least), P=P, W=W, y=y, eps=eps, q=q
    )
    grown = d.arithmetic(1 + eps <= exp(eps), d.cite("background/log-tangent.exponential", eps=eps))
    chance = positive(least)
    more = d.arithmetic(ZERO < q * (exp(eps) - 1), grown, above, chance, hints=[q])
    gain = 1 + q * (exp(eps) - 1)
    room = d.arithmetic(number(1) < gain, more)
    saved = d.cite(
        "background/log-tangent.line", d.chain(d.obvious(ZERO < number(1)), room), x=1 / gain
    )
    inverse = d.identity(equals(log(1 / gain), -log(gain)), room)
    under = d.combined(1 / gain < 1, room, products=[["1", [["fact", 0], ["sign", 1 / gain]]]])
    strict = d.arithmetic(ZERO < log(gain), saved, inverse, under, room)
    d.qed(d.obtain(exists, least, d.arithmetic(d.goal, line, strict, room)))


@derives("saeidian-2025/remark-b1.4.2-1@informative", "saeidian-2025/remark-b1.4.2-2@informative")
def unattained_conditionally(d: Derivation) -> None:
    """The entry's law given the others has full support."""
    P, M, i, x, y, eps = (d.var(name) for name in ("P", "M", "i", "d", "y", "eps"))
    possible, private, _ = d.given
    D = M.sort.database
    law = entry_given(P, x, i)

    def positive(v: Any) -> Line:
        given: Any = d.cite("definition/entry-given", P=P, x=x, i=i, v=v)
        mass = d.at(possible, with_entry(D, x, i, v))
        column = given.formula.left.args[0]
        return positive_from(d, law[v], given, mass, hints=[column])

    strictly(d, law, entry_channel(M, x, i), y, entry_pairs(d, M, x, i, y, eps, private), positive)


@derives("saeidian-2025/remark-b1.4.2-3@informative", "saeidian-2025/remark-b1.4.5-3@informative")
def unattained_of_entries(d: Derivation) -> None:
    """Each value of an entry is possible."""
    P, M, i, y, eps = (d.var(name) for name in ("P", "M", "i", "y", "eps"))
    possible, private, _ = d.given
    pairs = response_pairs if "4.2-3" in d.key else any_response_pairs
    strictly(
        d,
        entry_law(P, i),
        entry_response(P, M, i),
        y,
        pairs(d, P, M, i, y, eps, possible, private),
        lambda v: entry_mass(d, P, i, v, possible),
    )


@derives("saeidian-2025/remark-b1.4.5-1@informative", "saeidian-2025/remark-b1.4.5-2@informative")
def unattained_of_database(d: Derivation) -> None:
    """Each instance is possible."""
    P, M, y, eps = (d.var(name) for name in ("P", "M", "y", "eps"))
    possible, private, _ = d.given
    strictly(
        d,
        flat_prior(P),
        flat_mechanism(M),
        y,
        database_pairs(d, M, y, eps, private),
        lambda x: d.chain(d.at(possible, x), turned(d, d.cite("definition/flat-prior", P=P, x=x))),
    )


@derives("saeidian-2025/definition-4.1.only-if@possible")
def ratio(d: Derivation) -> None:
    """The likelihoods are within e^ε."""
    private, above, positive = d.given
    M, x, i, v, w, y, eps = (d.var(name) for name in ("M", "d", "i", "v", "w", "y", "eps"))
    channel = entry_channel(M, x, i)
    close = d.cite("lemma/entry-close", private, M=M, x=x, i=i, v=v, w=w, eps=eps, delta=0)
    both = d.at(d.cite("background/closeness-symbols.only-if", close, P=channel[v], Q=channel[w],
                       eps=eps), y)
    share = channel[v, y] / channel[w, y]
    few = d.arithmetic(share <= exp(eps), d.piece(both, 0), positive, hints=[1 / channel[w, y]])
    more = d.combined(0 < share, above, positive, products=[
        ["1", [["fact", 0], ["sign", 1 / channel[w, y]]]]])
    logs = log_below(d, share, exp(eps), few, more, positive)
    d.qed(d.arithmetic(d.goal, logs, more, positive))


@derives("saeidian-2025/definition-4.1.if@possible", "saeidian-2025/definition-4.1.if@literal")
def by_ratios(d: Derivation) -> None:
    """The ratio multiplied out; where the first likelihood is 0, nothing is asked of the second."""
    M, eps = d.var("M"), d.var("eps")
    D = M.sort.database
    x, i = d.fix(Symbol("x", instances(D))), d.fix(Symbol("i", entries(D)))
    y = d.fix(Symbol("y", M.sort.outputs))
    v, w = (d.fix(Symbol(name, alphabet(D, i))) for name in ("v", "w"))
    channel = entry_channel(M, x, i)
    one, two = channel[v, y], channel[w, y]
    goal = one <= exp(eps) * two

    def possible(above: Line) -> Line:
        held = d.given[0]
        for name in (x, i, v, w):
            held = d.at(held, name)
        held = d.at(held, y, above) if d.key.endswith("possible") else d.at(held, y)
        positive, ratio = d.piece(held, 0), d.piece(held, 1)
        share = one / two
        some = d.combined(0 < share, above, positive, products=[
            ["1", [["fact", 0], ["sign", 1 / two]]]])
        grown = d.cite("background/exponential-increasing", ratio, some, positive, above,
                       r=log(share), s=eps)
        value = d.identity(equals(exp(log(share)), share), some, positive)
        few = d.arithmetic(share <= exp(eps), grown, value, some, positive)
        return d.combined(goal, few, positive, products=[["1", [["fact", 0], ["sign", two]]]])

    line = split_order(d, one, 0, lambda none: d.arithmetic(
        goal, none, d.obvious(0 <= exp(eps) * two)), possible)
    ends = [d.cite("definition/entry-channel", M=M, x=x, i=i, v=name, y=y) for name in (v, w)]
    near = d.arithmetic(M[with_entry(D, x, i, v)][y] <= exp(eps) * M[with_entry(D, x, i, w)][y],
                        line, *ends)
    for var in (y, w, v, i, x):
        near = d.forall(var, near)
    d.qed(d.cite("lemma/dp-by-entries", near, M=M, eps=eps))


@derives("saeidian-2025/remark-b1.eq-b4.only-if")
def mean_is_least(d: Derivation) -> None:
    """Σ q (p − min p) is 0, and no term of it is negative."""
    full, mean = d.given
    q, p, k = d.var("q"), d.var("p"), d.var("k")
    v, b, w = d.fix(Symbol("v", k)), d.fix(Symbol("b", k)), Symbol("w", k)
    least = smallest(w, p[w])
    above = d.arithmetic(0 <= p[b] - least, d.below_sup(least, b))
    part = one_term(d, v, lambda b: q[b] * (p[b] - least), above)
    spread = d.identity(equals(part.formula.right, mean.formula.left - least))
    none = d.arithmetic(q[v] * (p[v] - least) <= 0, part, spread, mean)
    most = d.combined(p[v] <= least, none, d.at(full, v),
                      products=[["1", [["fact", 0], ["sign", 1 / q[v]]]]])
    d.qed(d.forall(v, d.turn(equals(p[v], least), most, d.below_sup(least, v))))


@derives("saeidian-2025/remark-b1.eq-b4.if")
def all_are_least(d: Derivation) -> None:
    """The mean of a constant."""
    _, same_value = d.given
    q, p, k = d.var("q"), d.var("p"), d.var("k")
    v = d.fix(Symbol("v", k))
    each = d.at(same_value, v)
    least = each.formula.right

    def order(low: Any, high: Any) -> Line:
        return d.summed(d.forall(v, d.arithmetic(low * q[v] <= high * q[v], each, hints=[q[v]])))

    up, down = order(p[v], least), order(least, p[v])
    d.qed(d.turn(d.goal, *(d.arithmetic(line, up, down) for line in (
        d.goal.left <= d.goal.right, d.goal.right <= d.goal.left))))
