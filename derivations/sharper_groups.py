"""Proofs of the sharper statements on whole databases (Corollary 8), and of (ε,δ)-DP for any ε
(Theorem 1), from those on rows within δ of each other."""

from __future__ import annotations

from typing import Any

from derivations.cuff_yu_2016.group_bounds import cut_off
from derivations.cuff_yu_2016.lemma_3 import is_positive
from derivations.cuff_yu_2016.patterns import each_pair
from derivations.cuff_yu_2016.variations import flat_rows_close
from derivations.databases import is_mi_private
from derivations.sharper_lemma_3 import smaller
from derivations.tools import split_minimum, split_zero
from verified.language import (
    Close,
    entries,
    equals,
    exp,
    information,
    largest_alphabet,
    log,
    minimum,
    sqrt,
)
from verified.language.databases import entry_channel, flat_mechanism, flat_prior
from verified.language.terms import Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

SHARPER = "sharper/"
PAPER = "cuff-yu-2016/"


def least_alphabet(
    d: Steps, P: Term, W: Term, delta: Any, rows: Line, *lines: Line
) -> Line:
    """I(P;W) ≤ δ ln min(m, n) for rows within δ of each other; lines show δ to lie in [0, 1]."""
    n, m = W.sort.inputs, W.sort.outputs
    told = information(P, W)
    v, w = (d.fix(Symbol(name, n)) for name in ("v", "w"))
    near = d.cite(PAPER + "eq-8.only-if", d.at(d.at(rows, v), w), *lines, P=W[v], Q=W[w],
                  delta=delta)
    by_input = d.cite("lemma/near-rows.information", d.forall(v, d.forall(w, near)), *lines,
                      P=P, W=W, delta=delta)
    most = d.cite("background/entropy-range.uniform", P=P)
    private = d.cite("definition/as-mechanism-dp-intro", rows, *lines, W=W, eps=0, delta=delta)
    by_output = d.cite(SHARPER + "lemma-3-leakage-sharp.outputs", private, *lines, W=W, delta=delta)
    most_told = d.cite("background/information-range.capacity", P=P, W=W)

    def chosen(_: Line, value: Line) -> Line:
        least = value.formula.right
        if least == m:
            line = d.chain(most_told, by_output)
        else:
            line = d.arithmetic(told <= delta * log(n), by_input, most, *lines, hints=[delta])
        return d.rewrite(value, line, told <= delta * log(minimum(m, n)))

    return split_minimum(d, m, n, chosen)


@derives(SHARPER + "lemma-3-leakage-sharp.bound")
def lemma_3_bound(d: Derivation) -> None:
    """For each channel from one entry."""
    M, delta = d.var("M"), d.var("delta")
    D, m = M.sort.database, M.sort.outputs
    most = largest_alphabet(D)

    def entry(x: Any, i: Any, p: Any) -> Line:
        W = entry_channel(M, x, i)
        symbols = W.sort.inputs
        v, w = (d.fix(Symbol(name, symbols)) for name in ("v", "w"))
        rows = d.forall(v, d.forall(w, d.cite(
            "lemma/entry-close", *d.given, x=x, i=i, v=v, w=w, eps=0, delta=delta
        )))
        line = least_alphabet(d, p, W, delta, rows)
        less = smaller(d, m, symbols, most, d.cite("definition/alphabet-largest", D=D, i=i))
        some = is_positive(d, m, symbols), is_positive(d, m, most)
        more = d.arithmetic(
            delta * log(minimum(m, symbols)) <= delta * log(minimum(m, most)), less, *some,
            hints=[delta],
        )
        return d.chain(line, more)

    bound = delta * log(minimum(m, most))
    d.qed(is_mi_private(d, M, bound, entry, is_positive(d, m, most)))


def database_leak(d: Derivation, level: Any, private: Line) -> None:
    """The goal from (0, level)-DP: any two databases differ in n entries at most."""
    prior, M = d.var("P"), d.var("M")
    D = M.sort.database
    law, W = flat_prior(prior), flat_mechanism(M)
    least = minimum(1, entries(D) * level)

    def close(x: Any, other: Any) -> Line:
        places = {"x": x, "x'": other}
        near = d.cite("definition/hamming-entries", values={"D": D, **places})
        return d.cite(PAPER + "property-8", near, private, k=entries(D), delta=level,
                      values={"M": M, **places})

    limits, rows = cut_off(d, W, least, lambda: flat_rows_close(d, M, close))
    line = least_alphabet(d, law, W, least, rows, *limits)
    d.qed(d.chain(d.cite("definition/database-information", P=prior, M=M), line))


@derives(SHARPER + "corollary-8-sharp.distance")
def corollary_8_distance(d: Derivation) -> None:
    """Group privacy, then the sharp Lemma 3 for the database as one entry."""
    database_leak(d, d.var("delta"), *d.given)


@derives(SHARPER + "corollary-8-sharp.bound")
def corollary_8_bound(d: Derivation) -> None:
    """Lemma 2, then from total variation."""
    M, eps = d.var("M"), d.var("eps")
    database_leak(d, sqrt(2 * eps), d.cite(PAPER + "lemma-2", *d.given, M=M, eps=eps))


@derives(SHARPER + "theorem-1-sharp.bound")
def theorem_1_bound(d: Derivation) -> None:
    """Property 3 at ε' = 0, then the sharp Lemma 3."""
    M, eps, delta = d.var("M"), d.var("eps"), d.var("delta")
    (private,) = d.given
    level = 1 - 2 * (1 - delta) / (exp(eps) + 1)
    grown = d.cite("background/log-tangent.exponential", eps=eps)
    share = 1 / (exp(eps) + 1)
    low = d.arithmetic(number(0) <= level, grown, hints=[share, share * delta])
    high = d.arithmetic(level <= 1, d.obvious(0 <= share), hints=[share * (1 - delta)])
    limits = (low, high)

    def none(zero: Line) -> Line:
        plain = d.identity(equals(1 - 2 * (1 - delta) / (exp(number(0)) + 1), delta))
        value = d.rewrite(zero, plain, equals(level, delta))
        return d.chain(d.rewrite(zero, private), d.turn(equals(delta, level), value))

    def some(positive: Line) -> Line:
        def wider(P: Any, Q: Any, close: Line) -> Line:
            line = d.cite(PAPER + "property-3.bound", positive, close, P=P, Q=Q, eps=eps,
                          delta=delta, values={"eps'": number(0)})
            short = d.identity(equals(
                1 - (exp(number(0)) + 1) * (1 - delta) / (exp(eps) + 1), level
            ))
            return d.rewrite(short, line, Close(P, Q, 0, level))

        return each_pair(d, M, 0, level, wider, private, (eps, delta), low)

    near = split_zero(d, eps, none, some)
    line = d.cite(SHARPER + "lemma-3-leakage-sharp.bound", near, *limits, M=M, delta=level)
    d.qed(line)
