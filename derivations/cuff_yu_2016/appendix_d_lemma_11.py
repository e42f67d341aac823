"""Appendix D: Lemma 11, by a mixture of the two laws."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import pair_count
from derivations.tools import split_order, summed
from verified.language import TV, H, absolute, equals, log, maximum, pmf_table, rational, total
from verified.papers.cuff_yu_2016.appendix_d import own_part
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import Relation, substitute
from verified.syntax.terms import Symbol, Term, number

# --- Lemma 11: the mixture ------------------------------------------------------------------------


def positive_part(d: Steps, p: Any, q: Any) -> Line:
    """max{p − q, 0} = (p − q + |p − q|)/2."""
    line = d.cite("background/absolute-value.half-sum", r=p - q, s=0, part=1)
    return d.arithmetic(
        equals(maximum(p - q, 0), (p - q + absolute(p - q)) / 2), line
    )


def total_part(d: Steps, P: Term, Q: Term, part: Any) -> Line:
    """Σ max{P − Q, 0} = TV, where `part` gives the line on a symbol."""
    a = Symbol("a", P.sort.sizes()[0])
    rows = summed(d, a, part)
    distance = d.cite("definition/total-variation", P=P, Q=Q)
    back = d.turn(equals(distance.formula.right, TV(P, Q)), distance)
    return d.chain(rows, d.identity(equals(rows.formula.right, distance.formula.right)), back)


@derives("cuff-yu-2016/lemma-11-steps.parts")
def parts(d: Derivation) -> None:
    """Both parts have the same sum, as the laws' sums are equal."""
    P, Q = d.var("P"), d.var("Q")
    above = total_part(d, P, Q, lambda a: positive_part(d, P[a], Q[a]))
    below = total_part(d, Q, P, lambda a: positive_part(d, Q[a], P[a]))
    symmetric = d.cite("background/total-variation.symmetric", P=Q, Q=P)
    d.qed(d.both(above, d.chain(below, symmetric)))


@derives("cuff-yu-2016/lemma-11-steps.eq-118@different")
def parts_are_laws(d: Derivation) -> None:
    """The parts over their sum."""
    above, below = (d.cite("cuff-yu-2016/lemma-11-steps.parts", part=k) for k in (0, 1))

    def share(goal: Relation, part: Line) -> Line:
        gap = part.formula.right
        divided = d.identity(equals(goal.left, part.formula.left / gap), *d.given)
        divided = d.rewrite(part, divided)
        return d.chain(divided, d.identity(equals(gap / gap, 1), *d.given))

    d.qed(d.both(share(d.goal.parts[0], below), share(d.goal.parts[1], above)))


@derives("cuff-yu-2016/lemma-11-steps.eq-120")
def two_mixtures(d: Derivation) -> None:
    """P + (Q − P)⁺ = Q + (P − Q)⁺."""
    P, Q = d.var("P"), d.var("Q")
    a = d.fix(d.goal.var)
    line = d.arithmetic(
        d.goal.body, positive_part(d, P[a], Q[a]), positive_part(d, Q[a], P[a])
    )
    d.qed(d.forall(a, line))


@derives("cuff-yu-2016/lemma-11-steps.eq-112@different")
def first_mixture(d: Derivation) -> None:
    """By its parts."""
    a = d.fix(d.goal.var)
    d.qed(d.forall(a, d.identity(d.goal.body, *d.given)))


@derives("cuff-yu-2016/lemma-11-steps.eq-113@different")
def second_mixture(d: Derivation) -> None:
    """(120), by its parts."""
    a = d.fix(d.goal.var)
    level = d.at(d.cite("cuff-yu-2016/lemma-11-steps.eq-120"), a)
    rest = d.identity(equals(level.formula.right, d.goal.body.right), *d.given)
    d.qed(d.forall(a, d.chain(level, rest)))


@derives("cuff-yu-2016/lemma-11-steps.monotone")
def monotone(d: Derivation) -> None:
    """δ/(1 + δ) grows, up to 1/2, and the binary entropy with it."""
    delta, more = d.var("delta"), d.var("delta'")
    less, most = d.given
    small, large = delta / (delta + 1), more / (more + 1)
    order = d.arithmetic(small <= large, less, hints=[1 / (delta + 1) / (more + 1)])
    half = d.arithmetic(large <= rational(1, 2), most, hints=[1 / (more + 1)])
    units = [d.arithmetic(large <= 1, half), d.arithmetic(small <= 1, order, half)]
    grown = d.cite(
        "background/binary-entropy.increasing", order, half, *units, p=small, q=large
    )
    d.qed(d.arithmetic(d.goal, grown, order, *units, hints=[log(d.var("u"))]))


# --- Lemma 11: the entropies ----------------------------------------------------------------------


@derives(
    "cuff-yu-2016/lemma-11-steps.eq-124-first",
    "cuff-yu-2016/lemma-11-steps.eq-124-second",
    "cuff-yu-2016/lemma-11-steps-repaired.any-law",
)
def mixture_entropy(d: Derivation) -> None:
    """Each entropy as a sum."""
    d.qed(d.identity(d.goal))


@derives("cuff-yu-2016/lemma-11-steps-repaired.eq-125")
def own_mixture_entropy(d: Derivation) -> None:
    """For the law (Q − P)⁺/δ."""
    P, Q = d.var("P"), d.var("Q")
    size = pair_count(d, d.var("u"), d.var("v"))
    part = d.cite("cuff-yu-2016/lemma-11-steps.eq-118@different", size, *d.given, P=P, Q=Q, part=0)
    d.qed(d.cite("cuff-yu-2016/lemma-11-steps-repaired.any-law", part, *d.given, R=own_part,
                 delta=TV(P, Q)))


@derives("cuff-yu-2016/lemma-11-steps.label")
def label(d: Derivation) -> None:
    """The label is 1 with probability δ/(1 + δ)."""
    d.qed(d.identity(d.goal))


@derives("cuff-yu-2016/lemma-11-steps.information")
def label_information(d: Derivation) -> None:
    """Shannon-type inequalities."""
    low, high = d.goal.parts
    d.qed(d.both(d.shannon(low), d.shannon(high)))


@derives("cuff-yu-2016/lemma-11-steps.entropy")
def conditional_range(d: Derivation) -> None:
    """0 ≤ H(U|V) ≤ H(U) ≤ ln |U|."""
    low, high = d.goal.parts
    J = high.left.args[0]
    P, u, v = J.args
    law = pmf_table(u, lambda a: total(Symbol("b", v), P[a * v + Symbol("b", v)]))
    less = d.shannon(high.left <= H(J, "U"))
    whole = d.cite("definition/entropy", P=law)
    same_entropy = d.identity(equals(H(J, "U"), whole.formula.right))
    back = d.turn(equals(whole.formula.right, H(law)), whole)
    most = d.cite("background/entropy-range.uniform", P=law)
    d.qed(d.both(d.shannon(low), d.chain(less, same_entropy, back, most)))


@derives("cuff-yu-2016/lemma-11-steps.eq-122")
def one_side(d: Derivation) -> None:
    """(124): the mixture's entropy is near P's, as entropies lie in [0, ln |U|] and the label tells
    at most its own entropy."""
    P, R, delta = d.var("P"), d.var("R"), d.var("delta")
    mixed = d.cite("cuff-yu-2016/lemma-11-steps.eq-124-second")
    ranges = [d.cite("cuff-yu-2016/lemma-11-steps.entropy", P=law) for law in (P, R)]
    told = d.cite("cuff-yu-2016/lemma-11-steps.information")
    label_ = d.cite("cuff-yu-2016/lemma-11-steps.label")
    difference, bound = d.goal.left.args[0], d.goal.right
    share = delta / (delta + 1)
    facts = [mixed, *ranges, told, label_, d.obvious(number(0) <= share)]
    hints = [share, 1 / (delta + 1)]
    above = d.arithmetic(difference <= bound, *facts, hints=hints)
    below = d.arithmetic(-difference <= bound, *facts, hints=hints)
    d.qed(d.cite("background/absolute-value.least", above, below, r=difference, c=bound))


@derives("cuff-yu-2016/lemma-11")
def lemma_11(d: Derivation) -> None:
    """A mixture of P and (Q − P)⁺ is one of Q and (P − Q)⁺; (122) twice. Beyond δ = 1 the bound
    exceeds ln |U|."""
    P, Q, delta = d.var("P"), d.var("Q"), d.var("delta")
    u, v = d.var("u"), d.var("v")
    close = d.given[0]
    size = d.arithmetic(number(1) <= u * v, d.obvious(number(1) <= u), d.obvious(number(1) <= v),
                        hints=[u, v])
    s = Symbol("s", u * v)
    gap = total(s, absolute(P[s] - Q[s])) / 2
    near = d.cite("cuff-yu-2016/eq-8.only-if", close, size, P=P, Q=Q, delta=delta, n=u * v)
    value = d.cite("definition/total-variation", size, P=P, Q=Q, n=u * v)
    back = d.turn(equals(value.formula.right, TV(P, Q)), value)
    gap_is = d.chain(d.identity(equals(gap, value.formula.right)), back)
    less = d.chain(gap_is, near)
    one, two = (side for side in (d.goal.left.args[0].args))
    share = delta / (delta + 1)
    unit = d.arithmetic(share <= 1, d.obvious(number(0) <= 1 / (delta + 1)))
    some = d.piece(d.cite("background/binary-entropy.range", unit, p=share), 0)

    def alike(none: Line) -> Line:
        zero = d.chain(d.turn(equals(TV(P, Q), gap), gap_is), none)
        exact = d.cite("cuff-yu-2016/eq-8.if", zero, size, P=P, Q=Q, delta=0, n=u * v)
        both_ = d.cite("background/closeness-symbols.only-if", exact, size, P=P, Q=Q, eps=0,
                       n=u * v)
        place = d.fix(Symbol("k", u * v))
        at = d.at(both_, place)
        same_ = d.turn(
            equals(Q[place], P[place]),
            d.arithmetic(P[place] <= Q[place], at), d.arithmetic(Q[place] <= P[place], at),
        )
        plain = d.arithmetic(absolute(one - one) <= d.goal.right, some, hints=[log(u) * share])
        return d.rewrite(d.forall(place, same_), plain, d.goal)

    def apart(above: Line) -> Line:
        def entry(k: Any, sign: int) -> Term:
            return (sign * (Q[k] - P[k]) + absolute(P[k] - Q[k])) / (2 * gap)

        first, second = (
            pmf_table(u * v, lambda k, sign=sign: entry(k, sign)) for sign in (1, -1)
        )
        place = d.fix(Symbol("k", u * v))
        limits = d.cite("background/absolute-value.above", r=P[place] - Q[place])
        signs = [d.forall(place, d.arithmetic(
            number(0) <= sign * (Q[place] - P[place]) + absolute(P[place] - Q[place]), limits
        )) for sign in (1, -1)]
        sides = [
            d.cite(
                "cuff-yu-2016/lemma-11-steps.eq-122",
                above, sign, size, P=law, R=mixed_in, delta=gap,
            )
            for law, mixed_in, sign in ((P, first, signs[0]), (Q, second, signs[1]))
        ]
        plain = [
            d.cite("lemma/label-forgotten", above, sign, size, P=law, R=mixed_in, delta=gap)
            for law, mixed_in, sign in ((P, first, signs[0]), (Q, second, signs[1]))
        ]
        # P + (Q − P)⁺ = Q + (P − Q)⁺: the mixtures are the same law.
        tables = [line.formula.right.args[0].args[0] for line in plain]
        flat = d.identity(equals(tables[1][place], tables[0][place]), *signs, above)
        sides = [d.rewrite(line, side) for line, side in zip(plain, sides, strict=True)]
        sides[1] = d.rewrite(d.forall(place, flat), sides[1])
        middle = plain[0].formula.right
        bound = sides[0].formula.right
        line = d.cite(
            "lemma/two-steps", *sides, *signs, above,
            r=one, s=two, m=middle, c=bound,
        )
        at_gap = substitute(d.goal.right, {"delta": gap})
        line = d.chain(line, d.identity(equals(line.formula.right, at_gap), above))

        def below(small: Line) -> Line:
            return d.chain(line, d.cite(
                "cuff-yu-2016/lemma-11-steps.monotone", less, small, above, u=u,
                values={"delta": gap, "delta'": delta},
            ))

        def beyond(large: Line) -> Line:
            ranges = [d.cite("cuff-yu-2016/lemma-11-steps.entropy", P=law) for law in (P, Q)]
            half = d.arithmetic(1 <= 2 * share, large, hints=[1 / (delta + 1)])
            enough = d.arithmetic(log(u) <= d.goal.right, half, some, hints=[log(u)])
            sides = [
                d.chain(d.arithmetic(side <= log(u), *ranges), enough)
                for side in (one - two, -(one - two))
            ]
            return d.cite("background/absolute-value.least", *sides, r=one - two, c=d.goal.right)

        return split_order(d, delta, 1, below, beyond)

    d.qed(d.cases(
        d.order(gap, 0), alike(d.assume(gap <= 0)), apart(d.assume(Relation("<", number(0), gap)))
    ))
