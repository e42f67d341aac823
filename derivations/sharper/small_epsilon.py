"""Proofs on mechanisms of small ε (Lemma 1, eq. (53)): what they leak."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import equal_tables, split_bit
from derivations.patterns.databases import is_mi_private, private_rows
from derivations.patterns.numbers import grows
from derivations.patterns.rows import in_logarithms
from derivations.tools import ZERO
from verified.language import (
    alphabet,
    binary_entropy,
    both,
    channel_of,
    entries,
    entry_channel,
    equals,
    exp,
    flat_mechanism,
    flat_prior,
    largest_alphabet,
    log,
    pmf_of,
    rational,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Real, Symbol, number

# --- Lemma 1, eq. (23) ----------------------------------------------------------------------------


def leak(eps: Any) -> Any:
    """a − 1 − ln a with a = ε/(e^ε − 1)."""
    ratio = eps / (exp(eps) - 1)
    return ratio - 1 - log(ratio)


def close_entries(d: Steps, M: Any, x: Any, i: Any, private: Line) -> Line:
    """The rows of the channel from an entry to the response are close."""
    size = alphabet(M.sort.database, i)
    v, w = d.fix(Symbol("v", size)), d.fix(Symbol("w", size))
    line = d.cite("lemma/entry-close", private, x=x, i=i, v=v, w=w, delta=ZERO)
    return d.forall(v, d.forall(w, line))


@derives("sharper/lemma-1-sharp.bound")
def lemma_1(d: Derivation) -> None:
    """The rows of each entry's channel are close."""
    M, eps = d.var("M"), d.var("eps")
    positive, private = d.given
    more = grows(d, eps, positive)

    def entry(x: Any, i: Any, law: Any) -> Line:
        return d.cite(
            "lemma/close-rows.information", close_entries(d, M, x, i, private), positive,
            P=law, W=entry_channel(M, x, i),
        )

    d.qed(is_mi_private(d, M, leak(eps), entry, positive, more))


@derives("sharper/lemma-1-sharp.gain")
def lemma_1_gain(d: Derivation) -> None:
    """The second is the tangent of ln at (1 + ε)/(a + ε), and (1 − a)(a + ε − 1) ≥ 0."""
    eps, z = d.var("eps"), Real("z", ">0")
    (positive,) = d.given
    more = grows(d, eps, positive)
    square = d.scalar(leak(z) <= z**2 / 8, positive, values={z: eps})
    a = eps / (exp(eps) - 1)
    up = d.cite("background/log-tangent.exponential", eps=eps)
    down = d.cite("background/log-tangent.exponential", eps=-eps)
    most = d.arithmetic(a <= 1, up, more, hints=[1 / (exp(eps) - 1)])
    least = d.arithmetic(1 <= a + eps, down, more, hints=[exp(eps) / (exp(eps) - 1)])
    x = (1 + eps) / (a * exp(eps))
    here = d.arithmetic(0 < x, more, positive, hints=[(1 + eps) / (eps * exp(eps))])
    touch = d.cite("background/log-tangent.line", positive, more, here, x=x)
    split = d.cite("background/log-product", positive, more, x=1 + eps, y=1 / (a * exp(eps)))
    level = d.arithmetic(equals(a * exp(eps), a + eps), more)
    wide = d.arithmetic(1 + eps <= (2 - a) * (a * exp(eps)), most, least, level, more)
    line = d.arithmetic(
        leak(eps) <= eps - log(1 + eps), touch, split, wide, positive, more, here,
        hints=[1 / (a * exp(eps))],
    )
    d.qed(d.both(square, line))


@derives("sharper/lemma-1-sharp.relaxed")
def lemma_1_relaxed(d: Derivation) -> None:
    """The rows of each entry's channel are close."""
    M, eps = d.var("M"), d.var("eps")
    (private,) = d.given

    def entry(x: Any, i: Any, law: Any) -> Line:
        return d.cite(
            "lemma/close-rows.square", close_entries(d, M, x, i, private),
            P=law, W=entry_channel(M, x, i),
        )

    d.qed(is_mi_private(d, M, eps**2 / 8, entry))


@derives("sharper/lemma-1-binary-sharp.bound")
def lemma_1_binary(d: Derivation) -> None:
    """The rows of each entry's channel are close, and at most two."""
    M, eps = d.var("M"), d.var("eps")
    small, private = d.given
    most = log(number(2)) - binary_entropy(1 / (1 + exp(eps)))

    def entry(x: Any, i: Any, law: Any) -> Line:
        few = d.chain(d.cite("definition/alphabet-largest", D=M.sort.database, i=i), small)
        return d.cite(
            "lemma/close-binary-rows", close_entries(d, M, x, i, private), few,
            P=law, W=entry_channel(M, x, i),
        )

    d.qed(is_mi_private(d, M, most, entry))


def close_answers(d: Steps, rows: Any, eps: Any) -> Line:
    """Any two rows of randomised response are close."""
    x, other, y = (d.fix(Symbol(name, 2)) for name in ("x", "x'", "y"))
    more = d.cite("background/log-tangent.exponential", eps=eps)

    def pair(one: Any, two: Any, bit: Any) -> Any:
        return both(
            rows[one, bit] <= exp(eps) * rows[two, bit],
            rows[two, bit] <= exp(eps) * rows[one, bit],
        )

    def each(one: int, two: int, bit: int) -> Line:
        return d.both(*(
            d.arithmetic(side, more, hints=[1 / (1 + exp(eps)), exp(eps) / (1 + exp(eps))])
            for side in pair(one, two, bit).parts
        ))

    ratios = split_bit(d, x, lambda one: pair(one, other, y), lambda one: split_bit(
        d, other, lambda two: pair(one, two, y), lambda two: split_bit(
            d, y, lambda bit: pair(one, two, bit), lambda bit: each(one, two, bit)
        )
    ))
    close = d.cite(
        "background/closeness-symbols.if", d.forall(y, ratios), P=rows[x], Q=rows[other], eps=eps
    )
    return d.forall(x, d.forall(other, close))


@derives("sharper/lemma-1-binary-sharp.attained")
def lemma_1_binary_attained(d: Derivation) -> None:
    """The capacity of a binary symmetric channel."""
    eps = d.var("eps")
    value = d.goal.parts[1]
    rows = value.left.args[0]
    p = 1 / (1 + exp(eps))
    close = d.cite("lemma/as-mechanism-dp-intro", close_answers(d, rows, eps), W=rows,
                   eps=eps, delta=ZERO)
    capacity = d.cite("background/bac-capacity.symmetric", p=p)
    channel = capacity.formula.left.args[0]
    capacity = d.rewrite(equal_tables(d, channel, rows), capacity)
    known = d.cite("sharper/lemma-1-binary-sharp.value")
    d.qed(d.both(close, d.arithmetic(value, capacity, known)))


@derives("sharper/lemma-1-binary-sharp.value")
def lemma_1_binary_value(d: Derivation) -> None:
    """Both unfolded."""
    law, even = d.goal.left.args[0].args
    kl = d.cite("definition/kl", P=law, Q=even)
    d.qed(d.arithmetic(d.goal, kl))


@derives("sharper/lemma-1-binary-sharp.gain")
def lemma_1_binary_gain(d: Derivation) -> None:
    """What randomised response tells of an even input."""
    eps = d.var("eps")
    (positive,) = d.given
    more = grows(d, eps, positive)
    p = 1 / (1 + exp(eps))
    rows = channel_of([1 - p, p], [p, 1 - p])
    even = pmf_of(rational(1, 2), rational(1, 2))
    bound = d.cite(
        "lemma/close-rows.information", close_answers(d, rows, eps), positive, P=even, W=rows
    )
    value = d.identity(equals(d.goal.left, in_logarithms(d, even, rows).formula.right))
    d.qed(d.arithmetic(d.goal, in_logarithms(d, even, rows), value, bound, more, positive))


# --- eq. (53) -------------------------------------------------------------------------------------


@derives("sharper/eq-53-sharper.bound")
def eq_53(d: Derivation) -> None:
    """Any two databases are nε-close."""
    P, M, eps = d.var("P"), d.var("M"), d.var("eps")
    positive, private = d.given
    level = entries(M.sort.database) * eps
    wide = d.arithmetic(0 < level, positive, hints=[entries(M.sort.database)])
    bound = d.cite(
        "lemma/close-rows.information", private_rows(d, M, eps, private), wide,
        P=flat_prior(P), W=flat_mechanism(M), eps=level,
    )
    d.qed(d.chain(d.cite("definition/database-information"), bound))


@derives("sharper/eq-53-sharper.relaxed")
def eq_53_relaxed(d: Derivation) -> None:
    """Any two databases are nε-close."""
    P, M, eps = d.var("P"), d.var("M"), d.var("eps")
    (private,) = d.given
    bound = d.cite(
        "lemma/close-rows.square", private_rows(d, M, eps, private),
        P=flat_prior(P), W=flat_mechanism(M), eps=entries(M.sort.database) * eps,
    )
    d.qed(d.chain(d.cite("definition/database-information"), bound))


# --- Lemma 1, eq. (22) ----------------------------------------------------------------------------


def far_entries(d: Steps, M: Any, x: Any, i: Any, private: Line, r: Any) -> Line:
    """The divergences between rows of the channel from an entry to the response are bounded."""
    size = alphabet(M.sort.database, i)
    v, w = d.fix(Symbol("v", size)), d.fix(Symbol("w", size))
    return d.forall(v, d.forall(w, d.cite("lemma/entry-kl", private, x=x, i=i, v=v, w=w, r=r)))


@derives("sharper/lemma-1-mi-sharper.prior")
def lemma_1_mi_prior(d: Derivation) -> None:
    """The rows' divergences are bounded."""
    W, eps = d.var("W"), d.var("eps")
    (private,) = d.given
    n = W.sort.inputs
    v, w = d.fix(Symbol("v", n)), d.fix(Symbol("w", n))
    line = d.cite("lemma/as-mechanism-kl", private, values={"x": v, "x'": w, "r": eps})
    d.qed(d.arithmetic(
        d.goal, d.cite("lemma/far-rows.collision", d.forall(v, d.forall(w, line)), r=eps)
    ))


@derives("sharper/lemma-1-mi-sharper.bound")
def lemma_1_mi(d: Derivation) -> None:
    """For each entry, 1 − 1/n grows with the alphabet."""
    M, eps = d.var("M"), d.var("eps")
    (private,) = d.given
    D = M.sort.database
    largest = largest_alphabet(D)
    most = (1 - 1 / largest) * eps

    def entry(x: Any, i: Any, law: Any) -> Line:
        told = d.cite(
            "lemma/far-rows.alphabet", far_entries(d, M, x, i, private, eps),
            P=law, W=entry_channel(M, x, i), r=eps,
        )
        size = alphabet(D, i)
        less = d.cite("definition/alphabet-largest", D=D, i=i)
        return d.arithmetic(
            told.formula.left <= most, told, less, hints=[eps / (size * largest)]
        )

    d.qed(is_mi_private(d, M, most, entry))


@derives("sharper/lemma-1-mi-sharper.binary")
def lemma_1_mi_binary(d: Derivation) -> None:
    """The rows of each entry's channel are at most two, and their divergences bounded."""
    M, eps = d.var("M"), d.var("eps")
    small, private = d.given

    def entry(x: Any, i: Any, law: Any) -> Line:
        few = d.chain(d.cite("definition/alphabet-largest", D=M.sort.database, i=i), small)
        return d.cite(
            "lemma/far-binary-rows", far_entries(d, M, x, i, private, eps), few,
            P=law, W=entry_channel(M, x, i), r=eps,
        )

    d.qed(is_mi_private(d, M, eps / 4, entry))
