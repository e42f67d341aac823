"""Proofs on mechanisms of small δ (Lemma 3, Corollary 8): what they leak."""

from __future__ import annotations

from typing import Any

from derivations.patterns.databases import flat_rows_close, is_mi_private
from derivations.patterns.numbers import is_positive
from derivations.patterns.rows import cut_off
from derivations.tools import ZERO, log_below, split_minimum
from verified.language import (
    H,
    I,
    entries,
    entry_channel,
    equals,
    flat_mechanism,
    flat_prior,
    information,
    joint_of,
    largest_alphabet,
    log,
    minimum,
    sqrt,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Pmf, Symbol, Term


def least_alphabet(
    d: Steps, P: Term, W: Term, delta: Any, rows: Line, *lines: Line
) -> Line:
    """I(P;W) ≤ δ ln min(m, n) for rows within δ of each other; lines show δ to lie in [0, 1]."""
    n, m = W.sort.inputs, W.sort.outputs
    told = information(P, W)
    v, w = (d.fix(Symbol(name, n)) for name in ("v", "w"))
    near = d.cite("cuff-yu-2016/eq-8.only-if", d.at(d.at(rows, v), w), *lines, P=W[v], Q=W[w],
                  delta=delta)
    by_input = d.cite("lemma/near-rows.information", d.forall(v, d.forall(w, near)), *lines,
                      P=P, W=W, delta=delta)
    most = d.cite("background/entropy-range.uniform", P=P)
    private = d.cite("lemma/as-mechanism-dp-intro", rows, *lines, W=W, eps=0, delta=delta)
    by_output = d.cite("sharper/lemma-3-leakage-sharp.outputs", private, *lines, W=W, delta=delta)
    most_told = d.cite("background/information-range.capacity", P=P, W=W)

    def chosen(_: Line, value: Line) -> Line:
        least = value.formula.right
        if least == m:
            line = d.chain(most_told, by_output)
        else:
            line = d.arithmetic(told <= delta * log(n), by_input, most, *lines, hints=[delta])
        return d.rewrite(value, line, told <= delta * log(minimum(m, n)))

    return split_minimum(d, m, n, chosen)


@derives("sharper/lemma-3-leakage-sharp.bound")
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
        near = d.cite("background/hamming-entries", values={"D": D, **places})
        return d.cite("cuff-yu-2016/property-8", near, private, k=entries(D), delta=level,
                      values={"M": M, **places})

    limits, rows = cut_off(d, W, least, lambda: flat_rows_close(d, M, close))
    line = least_alphabet(d, law, W, least, rows, *limits)
    d.qed(d.chain(d.cite("definition/database-information", P=prior, M=M), line))


@derives("sharper/corollary-8-sharper.distance")
def corollary_8_distance(d: Derivation) -> None:
    """Group privacy, then the sharp Lemma 3 for the database as one entry."""
    database_leak(d, d.var("delta"), *d.given)


@derives("sharper/corollary-8-sharper.bound")
def corollary_8_bound(d: Derivation) -> None:
    """Lemma 2, then from total variation."""
    M, eps = d.var("M"), d.var("eps")
    database_leak(d, sqrt(2 * eps), d.cite("cuff-yu-2016/lemma-2", *d.given, M=M, eps=eps))


@derives("sharper/lemma-3-leakage-sharp.prior")
def lemma_3_prior(d: Derivation) -> None:
    """What isn't told, H(X) − I(X;Y), stays."""
    P, W, delta = d.var("P"), d.var("W"), d.var("delta")
    (private,) = d.given
    told = d.cite("lemma/near-rows.information", near_channel(d, W, delta, private))
    J = joint_of(P, W)
    pair = d.cite("background/information-forms.pair")
    law = d.cite("definition/joint-entropy", part=0)
    rest = d.shannon(equals(I(J, "X;Y"), H(J, "X") - H(J, "X|Y")))
    d.qed(d.arithmetic(d.goal, told, pair, law, rest))


@derives("sharper/lemma-3-leakage-sharp.outputs")
def lemma_3_outputs(d: Derivation) -> None:
    """Every prior tells as little."""
    W, delta = d.var("W"), d.var("delta")
    near = near_channel(d, W, delta, *d.given)
    law = d.fix(Pmf("P", W.sort.inputs))
    told = d.cite("lemma/support.outputs", near, P=law)
    whole = d.cite("definition/capacity")
    d.qed(d.chain(whole, d.bound_sup(whole.formula.right, told, law)))  # type: ignore


def smaller(d: Steps, m: Any, one: Any, two: Any, less: Line) -> Line:
    """ln min(m, one) ≤ ln min(m, two), from one ≤ two; all are at least 1."""
    both = d.cite("background/absolute-value.below-both", r=m, s=one)
    least = d.cite(
        "background/absolute-value.least-of-two", d.piece(both, 0),
        d.arithmetic(minimum(m, one) <= two, both, less), r=m, s=two, c=minimum(m, one),
    )
    some = split_minimum(d, m, one, lambda _, value: d.arithmetic(0 < minimum(m, one), value, less))
    top = d.arithmetic(0 < minimum(m, two), least, some)
    return log_below(d, minimum(m, one), minimum(m, two), least, some, top)


@derives("sharper/lemma-3-leakage-sharp.gain")
def lemma_3_gain(d: Derivation) -> None:
    """h(δ) ≥ 0, and the logarithm increases."""
    m, n, delta = d.var("m"), d.var("n"), d.var("delta")
    line = smaller(d, m, n, n + 1, d.obvious(n <= n + 1))
    spread = d.cite("background/binary-entropy.range", p=delta, part=0)
    some = [split_minimum(d, m, side, lambda _, value, side=side: d.arithmetic(
        0 < minimum(m, side), value)) for side in (n, n + 1)]
    d.qed(d.arithmetic(d.goal, line, spread, *some, hints=[delta]))


@derives("sharper/corollary-8-sharper.gain")
def corollary_8_gain(d: Derivation) -> None:
    """h(kδ) ≥ 0, and the logarithm increases."""
    k, m, n, delta = (d.var(name) for name in ("k", "m", "n", "delta"))
    level, count = k * delta, n**k
    line = smaller(d, m, count, count + 1, d.obvious(count <= count + 1))
    spread = d.cite("background/binary-entropy.range", *d.given, p=level, part=0)
    some = [split_minimum(d, m, side, lambda _, value, side=side: d.arithmetic(
        0 < minimum(m, side), value)) for side in (count, count + 1)]
    d.qed(d.arithmetic(d.goal, line, spread, *some, *d.given, hints=[level]))


@derives("sharper/lemma-3-leakage-sharp.attained")
def lemma_3_attained(d: Derivation) -> None:
    """Example 3.3."""
    N = d.var("N")
    d.qed(d.both(
        d.cite("cuff-yu-2016/example-3.3.private", N=N),
        d.cite("cuff-yu-2016/example-3.3.capacity", N=N),
    ))


def near_channel(d: Steps, W: Any, delta: Any, private: Line) -> Line:
    """The rows of a channel are near, where it is (0, δ)-private."""
    n = W.sort.inputs
    v, w = d.fix(Symbol("v", n)), d.fix(Symbol("w", n))
    close = d.cite(
        "lemma/as-mechanism-dp", private, values={"x": v, "x'": w, "eps": ZERO, "delta": delta}
    )
    near = d.cite("cuff-yu-2016/eq-8.only-if", close, P=W[v], Q=W[w])
    return d.forall(v, d.forall(w, near))
