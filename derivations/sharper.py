"""Proofs of the statements that sharpen the papers'."""

from __future__ import annotations

from typing import Any

from derivations.cuff_yu_2016.variations import private_rows
from derivations.databases import equal_tables, is_mi_private, split_bit
from derivations.sharper_lemmas import in_logarithms
from derivations.tools import (
    ZERO,
    everywhere,
    is_zero,
    positive_from,
    split_absolute,
    split_zero,
    summed,
)
from verified.language import (
    TV,
    absolute,
    alphabet,
    binary_entropy,
    both,
    channel_of,
    entries,
    equals,
    exp,
    log,
    pmf_of,
    rational,
)
from verified.language.databases import entry_channel, flat_mechanism, flat_prior
from verified.language.terms import Real, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

# --- patterns -------------------------------------------------------------------------------------


def grows(d: Steps, eps: Term, positive: Line) -> Line:
    """1 < e^ε for ε > 0."""
    line = d.cite("background/log-tangent.exponential", eps=eps)
    return d.arithmetic(1 < exp(eps), line, positive)


# --- closeness (Property 1) -----------------------------------------------------------------------


@derives("sharper/likelihood-range-sharp.bound")
def likelihood_range(d: Derivation) -> None:
    """x ln x lies below its chords on [1, e^b] and [e^−c, 1], x = P(a)/Q(a)."""
    P, Q, b, c = d.var("P"), d.var("Q"), d.var("b"), d.var("c")
    (given,) = d.given
    more = [grows(d, level, d.obvious(ZERO < level)) for level in (b, c)]
    up, down = b * exp(b) / (exp(b) - 1), c / (exp(c) - 1)

    def line(p: Any, q: Any, size: Any) -> Any:
        # up (p − q) where p ≥ q, down (p − q) where p ≤ q.
        return p * log(p) - p * log(q) <= (up + down) / 2 * (p - q) + (up - down) / 2 * size

    def pointwise(a: Any) -> Line:
        p, q = P[a], Q[a]
        both = d.at(given, a)
        low, high = d.piece(both, 0), d.piece(both, 1)

        def nothing(zero: Line) -> Line:
            other = is_zero(d, p, d.arithmetic(p <= 0, high, zero, hints=[exp(b)]))
            plain = d.obvious(line(ZERO, ZERO, absolute(ZERO - 0)), *more)
            plain = d.rewrite(other, plain, line(p, ZERO, absolute(p - 0)))
            return d.rewrite(zero, plain, line(p, q, absolute(p - q)))

        def something(some: Line) -> Line:
            here = positive_from(d, p, low, some, hints=[exp(-c)])
            x, z = p / q, Real("z", ">0")

            def right(sign: Line, size: Line) -> Line:
                least = d.arithmetic(1 <= x, sign, some, hints=[1 / q])
                most = d.arithmetic(x <= exp(b), high, some, hints=[1 / q])
                chord = d.chord(
                    z, z * log(z), 1, x, exp(b),
                    (exp(b) - 1) * (x * log(x)) <= (x - 1) * (exp(b) * b),
                    least, most, here, some, more[0],
                )
                plain = d.arithmetic(
                    line(p, q, p - q), chord, some, here, *more, hints=[q / (exp(b) - 1)]
                )
                return d.rewrite(size, plain, line(p, q, absolute(p - q)))

            def left(sign: Line, size: Line) -> Line:
                least = d.arithmetic(exp(-c) <= x, low, some, hints=[1 / q])
                most = d.arithmetic(x <= 1, sign, some, hints=[1 / q])
                chord = d.chord(
                    z, z * log(z), exp(-c), x, 1,
                    (1 - exp(-c)) * (x * log(x)) <= (1 - x) * (exp(-c) * -c),
                    least, most, here, some,
                )
                plain = d.arithmetic(
                    line(p, q, -(p - q)), chord, some, here, *more,
                    hints=[q * exp(c) / (exp(c) - 1)],
                )
                return d.rewrite(size, plain, line(p, q, absolute(p - q)))

            return by_sign(d, p - q, right, left)

        return split_zero(d, q, nothing, something)

    rest = summed(d, Symbol("a", P.of.size), pointwise, *more)
    value = d.cite("definition/total-variation")
    last = d.arithmetic(
        equals(rest.formula.right, d.goal.right), value, *more, hints=[up - down]
    )
    d.qed(d.chain(d.cite("definition/kl"), rest, last))


def by_sign(d: Steps, r: Term, above: Any, below: Any) -> Line:
    """What holds whichever is |r|: `above` gets r ≥ 0 and |r| = r, `below` r ≤ 0 and |r| = −r."""
    return split_absolute(
        d, r,
        lambda sign, size: (above if size.formula.right == r else below)(sign, size),
    )


@derives("sharper/likelihood-range-sharp.symmetric")
def likelihood_range_symmetric(d: Derivation) -> None:
    """e^b − 1 cancels."""
    b = d.var("b")
    d.qed(d.identity(d.goal, grows(d, b, d.obvious(ZERO < b))))


@derives("sharper/property-1-tv-sharp.bound")
def property_1_tv(d: Derivation) -> None:
    """The likelihood ratio lies in [e^−ε, e^ε]; both chords together have the slope ε."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    (close,) = d.given
    pairs = d.cite("background/closeness-symbols.only-if", close)

    def at_zero(zero: Line) -> Line:
        return d.arithmetic(
            d.goal, d.chain(d.cite("cuff-yu-2016/eq-9.forward", close), d.turn(eps <= 0, zero)),
            zero, hints=[TV(P, Q)],
        )

    def above(positive: Line) -> Line:
        def pair(a: Any) -> Line:
            both = d.at(pairs, a)
            return d.both(
                d.arithmetic(exp(-eps) * Q[a] <= P[a], d.piece(both, 1), hints=[exp(-eps)]),
                d.piece(both, 0),
            )

        bound = d.cite(
            "sharper/likelihood-range-sharp.bound",
            everywhere(d, Symbol("a", P.of.size), pair), positive, b=eps, c=eps,
        )
        slopes = d.cite("sharper/likelihood-range-sharp.symmetric", positive, b=eps)
        return d.rewrite(slopes, bound, d.goal)

    d.qed(split_zero(d, eps, at_zero, above))


@derives("sharper/property-1-tv-sharp.attained")
def property_1_tv_attained(d: Derivation) -> None:
    """The ratios are e^ε, e^−ε and 1."""
    eps, share = d.var("eps"), d.var("s")
    P, Q = d.goal.left.args
    divergence = d.cite("definition/kl", P=P, Q=Q)
    distance = d.cite("definition/total-variation", P=P, Q=Q)
    more = d.cite("background/log-tangent.exponential", eps=eps)
    order = d.arithmetic(Q[0] <= P[0], more, hints=[share / (1 + exp(eps))])
    value = d.identity(
        equals(divergence.formula.right, eps * distance.formula.right), order
    )
    d.qed(d.arithmetic(d.goal, divergence, distance, value, hints=[eps]))


@derives("sharper/property-1-tv-sharp.gain")
def property_1_tv_gain(d: Derivation) -> None:
    """(e^ε + 1)|P − Q| ≤ (e^ε − 1)(P + Q) for each symbol."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    (close,) = d.given
    pairs = d.cite("background/closeness-symbols.only-if", close)
    factor = (exp(eps) - 1) / (exp(eps) + 1)

    def pointwise(a: Any) -> Line:
        both = d.at(pairs, a)
        most = factor * (P[a] + Q[a])
        hint = [1 / (exp(eps) + 1)]
        return d.cite(
            "background/absolute-value.least",
            d.arithmetic(P[a] - Q[a] <= most, both, hints=hint),
            d.arithmetic(-(P[a] - Q[a]) <= most, both, hints=hint), r=P[a] - Q[a], c=most,
        )

    rest = summed(d, Symbol("a", P.of.size), pointwise)
    d.qed(d.arithmetic(d.goal, rest, d.cite("definition/total-variation")))


# --- mechanisms of small ε (Lemma 1, Lemma 9, eq. (53)) -------------------------------------------


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
    close = d.cite("definition/as-mechanism-dp-intro", close_answers(d, rows, eps), W=rows,
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


@derives("sharper/eq-53-sharp.bound")
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


@derives("sharper/eq-53-sharp.relaxed")
def eq_53_relaxed(d: Derivation) -> None:
    """Any two databases are nε-close."""
    P, M, eps = d.var("P"), d.var("M"), d.var("eps")
    (private,) = d.given
    bound = d.cite(
        "lemma/close-rows.square", private_rows(d, M, eps, private),
        P=flat_prior(P), W=flat_mechanism(M), eps=entries(M.sort.database) * eps,
    )
    d.qed(d.chain(d.cite("definition/database-information"), bound))
