"""Patterns on what outcomes leak of databases: suprema over priors, priors near an instance, and
what notions of privacy say of the leakage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.closeness import ratios
from derivations.tools import multiplied, split_order, substitute_bound
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
    prior_mass,
    resampled_prior,
)
from verified.proof.derivation import Line, Steps
from verified.syntax.formulas import substitute
from verified.syntax.terms import Symbol, Term, number

ZERO, ONE = number(0), number(1)


def bounded(d: Steps, supremum: Any, line: Line, *inner: Any, real: Line | None = None) -> Line:
    """sup f ≤ c from f ≤ c: for suprema and maxima nested in each other, the inmost variable last;
    the line is about arbitrary ones, under the suprema's guards, and `real` shows c to be real."""
    binds, shown = [supremum], () if real is None else (real,)
    while len(binds) < len(inner):
        binds.append(binds[-1].body)
    for bind, var in reversed(list(zip(binds, inner, strict=True))):
        line = d.bound_sup(_renamed(binds, bind, inner), line, var, *shown)
    return line


def _renamed(binds: list[Any], bind: Any, inner: Any) -> Any:
    """A supremum with the variables of those around it as they are named here."""
    values = {}
    for outer, var in zip(binds, inner, strict=True):
        if outer is bind:
            break
        values[outer.var.name] = var
    return substitute(bind, values)


def below_named(d: Steps, named: Line, terms: Any, *guards: Line) -> Line:
    """f(terms) ≤ the named supremum, from its definition; guards show what the suprema ask."""
    bind: Any = named.formula.right  # type: ignore[attr-defined]
    lines = []
    for term in terms:
        lines.append(d.below_sup(bind, term, *guards))
        bind = substitute_bound(bind, term)
    line = lines[-1]
    for outer in reversed(lines[:-1]):
        line = d.chain(line, outer)
    return d.chain(line, d.turn(equals(named.formula.right, named.formula.left), named))  # type: ignore[attr-defined]


def by_limit(
    d: Steps, a: Term, b: Term, eps: Term, proof: Callable[[Term, Line, Line], Line]
) -> Line:
    """a ≤ e^ε b for a, b ≥ 0, where (1 − η) a ≤ e^ε (b + η) for every η in (0, 1).

    Args:
        proof: shows that for a term η, from lines that it is positive and below 1.
    """
    c = exp(eps)

    def too_large(line: Line) -> Line:
        share = (a - c * b) / (1 + a + c)
        room = d.obvious(ZERO < 1 + a + c)
        above = d.arithmetic(ZERO < share, line, room, hints=[1 / (1 + a + c)])
        below = d.arithmetic(
            share < ONE,
            room,
            hints=[1 / (1 + a + c), b / (1 + a + c), c * b / (1 + a + c), c / (1 + a + c)],
        )
        held = proof(share, above, below)
        return multiplied(d, a <= c * b, held, 1 + a + c, room)

    return split_order(d, a, c * b, lambda line: line, too_large)


class Near:
    """The prior near an instance: each of its entries is another one with a small probability.

    Attributes:
        prior: the prior, of independent entries.
        lines: that the share is in (0, 1), which makes it a prior.
        possible: that every instance has a positive probability under it.
        close: that the instance has at least 1 − η.
    """

    def __init__(self, d: Steps, D: Term, x: Term, share: Term, above: Line, below: Line) -> None:
        count = entries(D)
        part = share / (count + 1)
        self.prior = resampled_prior(D, x, part)
        positive = d.arithmetic(ZERO < part, above, hints=[1 / (count + 1)])
        most = d.arithmetic(share < count + 1, below, d.obvious(ONE <= count))
        small = d.arithmetic(part < ONE, most, hints=[1 / (count + 1)])
        self.lines = (positive, small)
        self.possible = d.cite("lemma/resampled.possible", positive, small, D=D, x=x, s=part)
        self.close = d.cite("lemma/resampled.near", above, below, D=D, x=x, s=share)
        self.mass = prior_mass(self.prior, x)


# --- what privacy says of the channels ------------------------------------------------------------


def entry_pairs(d: Steps, M: Term, x: Any, i: Any, y: Any, eps: Any, private: Line) -> Line:
    """The rows of the channel from one entry, at an outcome, under ε-DP."""
    v, w = (d.fix(Symbol(name, alphabet(M.sort.database, i))) for name in ("v", "w"))
    close = d.cite("lemma/entry-close", private, M=M, x=x, i=i, v=v, w=w, eps=eps, delta=0)
    channel = entry_channel(M, x, i)
    return d.forall(v, d.forall(w, ratios(d, close, channel[v], channel[w], eps, y)[0]))


def response_pairs(
    d: Steps, P: Term, M: Term, i: Any, y: Any, eps: Any, possible: Line, private: Line
) -> Line:
    """The laws of the response given an entry of independent ones, under ε-DP."""
    v, w = (d.fix(Symbol(name, alphabet(M.sort.database, i))) for name in ("v", "w"))
    return d.forall(
        v,
        d.forall(
            w,
            d.cite(
                "lemma/independent-entry-response",
                possible,
                private,
                P=P,
                M=M,
                i=i,
                v=v,
                w=w,
                y=y,
                eps=eps,
            ),
        ),
    )


def database_pairs(d: Steps, M: Term, y: Any, eps: Any, private: Line) -> Line:
    """The rows of the channel from the whole database, under free-lunch privacy."""
    x, z = (d.fix(Symbol(name, instances(M.sort.database))) for name in ("x", "x'"))
    close = d.cite("lemma/free-lunch-epsilon", private, M=M, eps=eps, values={"x": x, "x'": z})
    ahead = ratios(d, close, M[x], M[z], eps, y)[0]
    for one in (x, z):
        row: Any = d.cite("definition/flat-mechanism", M=M, x=one, y=y)
        ahead = d.rewrite(row, ahead, exp_less(flat_mechanism(M), x, z, y, eps, one == x, M))
    return d.forall(x, d.forall(z, ahead))


def exp_less(W: Term, x: Any, z: Any, y: Any, eps: Any, first: bool, M: Term) -> Any:
    """W(y|x) ≤ e^ε W(y|x'), the second row still the mechanism's if this is the first step."""
    return W[x, y] <= exp(eps) * (M[z][y] if first else W[z, y])


def leaks_at_most(d: Steps, P: Term, W: Term, y: Any, eps: Any, pairs: Line) -> Line:
    """ℓ ≤ ε, where the rows are close at the outcome."""
    symbol = d.fix(Symbol("a", W.sort.sizes()[0]))
    none = d.forall(symbol, d.obvious(P[symbol] >= ZERO))
    line: Any = d.cite("lemma/leakage-rare", none, pairs, P=P, W=W, y=y, eps=eps, q=0)
    return d.chain(line, d.identity(equals(line.formula.right, eps)))


def all_pairs(d: Steps, M: Term, y: Any, eps: Any, private: Line) -> Line:
    """Any two responses, under free-lunch privacy."""
    x, z = (d.fix(Symbol(name, instances(M.sort.database))) for name in ("x", "x'"))
    close = d.cite("lemma/free-lunch-epsilon", private, M=M, eps=eps, values={"x": x, "x'": z})
    return d.forall(x, d.forall(z, ratios(d, close, M[x], M[z], eps, y)[0]))


def any_response_pairs(
    d: Steps, P: Term, M: Term, i: Any, y: Any, eps: Any, possible: Line, private: Line
) -> Line:
    """The laws of the response given an entry under any prior, under free-lunch privacy."""
    v, w = (d.fix(Symbol(name, alphabet(M.sort.database, i))) for name in ("v", "w"))
    pairs = all_pairs(d, M, y, eps, private)
    return d.forall(
        v,
        d.forall(
            w,
            d.cite(
                "lemma/any-entry-response", possible, pairs, P=P, M=M, i=i, v=v, w=w, y=y, eps=eps
            ),
        ),
    )


Leak = Callable[[Steps, Any, Any, Any, Line, Line], tuple[Line, tuple[Any, ...]]]


def leak_given_others(
    d: Steps, P: Any, y: Any, eps: Any, possible: Line, private: Line
) -> tuple[Line, tuple[Any, ...]]:
    """ℓ(D_i → y | d) ≤ ε under differential privacy."""
    M = d.var("M")
    D = M.sort.database
    i, x = d.fix(Symbol("i", entries(D))), d.fix(Symbol("x", instances(D)))
    pairs = entry_pairs(d, M, x, i, y, eps, private)
    return leaks_at_most(d, entry_given(P, x, i), entry_channel(M, x, i), y, eps, pairs), (i, x)


def leak_of_entry(
    d: Steps, P: Any, y: Any, eps: Any, possible: Line, private: Line
) -> tuple[Line, tuple[Any, ...]]:
    """ℓ(D_i → y) ≤ ε, of independent entries under differential privacy."""
    M = d.var("M")
    i = d.fix(Symbol("i", entries(M.sort.database)))
    pairs = response_pairs(d, P, M, i, y, eps, possible, private)
    return leaks_at_most(d, entry_law(P, i), entry_response(P, M, i), y, eps, pairs), (i,)


def leak_of_any_entry(
    d: Steps, P: Any, y: Any, eps: Any, possible: Line, private: Line
) -> tuple[Line, tuple[Any, ...]]:
    """ℓ(D_i → y) ≤ ε under free-lunch privacy."""
    M = d.var("M")
    i = d.fix(Symbol("i", entries(M.sort.database)))
    pairs = any_response_pairs(d, P, M, i, y, eps, possible, private)
    return leaks_at_most(d, entry_law(P, i), entry_response(P, M, i), y, eps, pairs), (i,)


def leak_of_database(
    d: Steps, P: Any, y: Any, eps: Any, possible: Line, private: Line
) -> tuple[Line, tuple[Any, ...]]:
    """ℓ(X → y) ≤ ε under free-lunch privacy."""
    M = d.var("M")
    pairs = database_pairs(d, M, y, eps, private)
    return leaks_at_most(d, flat_prior(P), flat_mechanism(M), y, eps, pairs), ()
