"""Proofs of the facts on information: its forms, its range, data processing."""

from __future__ import annotations

from typing import Any

from derivations.patterns.informations import bound_capacity, dominated, information_sum, log_ratio
from derivations.tools import (
    ZERO,
    everywhere,
    same,
    split_equal,
    split_minimum,
    split_zero,
    summed,
    times,
)
from verified.language import (
    KL,
    H,
    I,
    capacity,
    chain,
    equals,
    information,
    joint_of,
    log,
    output,
    quotient,
    remainder,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term, number

# --- forms of information -------------------------------------------------------------------------


def term_of_output(d: Steps, x: Any, y: Any) -> Line:
    """P(x) W(y|x) ≤ q(y): the others aren't negative."""
    P, W = d.var("P"), d.var("W")

    def pointwise(other: Any) -> Line:
        def chosen(_: Line, value: Line) -> Line:
            on = value.theorem.conclusion.right
            plain = d.obvious(on * P[other] * W[other, y] <= P[other] * W[other, y])
            return d.rewrite(
                value, plain, same(other, x) * P[other] * W[other, y] <= P[other] * W[other, y]
            )

        return split_equal(d, other, x, chosen)

    rest = summed(d, Symbol("b", P.of.size), pointwise)
    return d.arithmetic(P[x] * W[x, y] <= output(P, W)[y], rest)


@derives("background/output-dominates.by-input")
def output_dominates(d: Derivation) -> None:
    """A sum is at least each of its terms, where none is negative."""
    P, W = d.var("P"), d.var("W")
    x, y = Symbol("a", P.of.size), Symbol("y", W.of.outputs)
    d.qed(everywhere(d, x, lambda x: everywhere(d, y, lambda y: term_of_output(d, x, y))))


@derives("background/output-dominates.by-output")
def output_dominates_turned(d: Derivation) -> None:
    """The same for every y and x."""
    P, W = d.var("P"), d.var("W")
    x, y = Symbol("a", P.of.size), Symbol("y", W.of.outputs)
    line = d.cite("background/output-dominates.by-input")
    d.qed(everywhere(d, y, lambda y: everywhere(d, x, lambda x: d.at(d.at(line, x), y))))


@derives("background/output-dominates.divergence")
def output_divergence(d: Derivation) -> None:
    """ln(W/q) ≤ −ln P(x), as q ≥ P(x) W."""
    P, W, x = d.var("P"), d.var("W"), d.var("x")
    y = Symbol("y", W.of.outputs)
    (above,) = d.given
    q = output(P, W)
    covers = d.at(d.cite("background/output-dominates.by-input"), x)

    def pointwise(y: Any) -> Line:
        goal = log_ratio(W[x, y], q[y]) <= -(W[x, y] * log(P[x]))
        cover = d.at(covers, y)

        def nothing(zero: Line) -> Line:
            plain = d.obvious(log_ratio(ZERO, q[y]) <= -(0 * log(P[x])), above)
            return d.rewrite(zero, plain, goal)

        def something(positive: Line) -> Line:
            there = d.chain(d.obvious(0 < P[x] * W[x, y], above, positive), cover)
            line = d.cite("background/log-tangent.line", positive, there, x=P[x] * W[x, y] / q[y])
            more = d.arithmetic(P[x] * W[x, y] / q[y] <= 1, cover, there, hints=[1 / q[y]])
            return d.arithmetic(goal, line, more, above, positive, there, hints=[W[x, y]])

        return split_zero(d, W[x, y], nothing, something)

    rows = summed(d, y, pointwise, covers, above)
    first = d.cite("definition/kl", P=W[x], Q=q)
    d.qed(d.chain(first, rows, d.identity(equals(rows.formula.right, -log(P[x])), above)))


@derives("background/information-forms.divergences")
def information_divergences(d: Derivation) -> None:
    """The definition."""
    d.qed(d.cite("definition/information"))


@derives("background/information-forms.sums")
def information_sums(d: Derivation) -> None:
    """Each divergence unfolded; 0 · ∞ counts as 0."""
    P, W = d.var("P"), d.var("W")
    rows = summed(d, Symbol("x", P.of.size), lambda x: d.cite(
        "background/kl-scaled", t=P[x], P=W[x], Q=output(P, W)))
    d.qed(d.chain(d.cite("definition/information"), rows))


@derives("background/information-forms.pair")
def information_pair(d: Derivation) -> None:
    """H(Y) − H(Y|X), of the joint law as of the channel."""
    P, W = d.var("P"), d.var("W")
    told, pair = d.goal.right, joint_of(P, W)
    apart = H(pair, "Y") - H(pair, "Y|X")
    ways = d.shannon(told <= apart), d.shannon(apart <= told)
    entropies = d.cite("definition/joint-entropy")
    form = d.cite("background/information-forms.entropies")
    d.qed(d.arithmetic(
        d.goal, form, d.turn(equals(told, apart), *ways), d.piece(entropies, 1),
        d.piece(entropies, 2),
    ))


@derives("background/information-forms.entropies")
def information_entropies(d: Derivation) -> None:
    """The logarithms of the rows and of the output law, summed apart."""
    P, W = d.var("P"), d.var("W")
    x = Symbol("x", P.of.size)

    def unfold(law: Term) -> Line:
        line = d.cite("definition/entropy", P=law)
        return d.turn(equals(line.formula.right, H(law)), line)

    rows = summed(d, x, lambda x: d.arithmetic(
        equals(P[x] * entropy_sum(W[x]), P[x] * H(W[x])), unfold(W[x]), hints=[P[x]]
    ))
    found = information_sum(d, P, W)
    out = unfold(output(P, W))
    value = d.identity(
        equals(found.formula.right, out.formula.left - rows.formula.left), *dominated(d, P, W)
    )
    d.qed(d.rewrite(rows, d.rewrite(out, d.chain(found, value)), d.goal))


def entropy_sum(law: Term) -> Term:
    """−Σ P ln P."""
    a = Symbol("b", law.sort.sizes()[0])
    return total(a, -(law[a] * log(law[a])))


@derives("background/information-forms.joint")
def joint(d: Derivation) -> None:
    """P W ln(P W) − P W ln(P q) = P W ln W − P W ln q."""
    P, W = d.var("P"), d.var("W")
    n, m = P.sort.sizes()[0], W.sort.outputs
    pair, product = d.goal.right.args
    one = number(1)
    cells = d.arithmetic(one <= n * m, d.obvious(one <= n), d.obvious(one <= m), hints=[m])
    value = d.cite("definition/kl", cells, P=pair, Q=product)
    sums = d.cite("background/information-forms.sums", P=P, W=W)
    covers = d.cite("background/output-dominates.by-input", P=P, W=W)

    def cell(s: Any) -> Line:
        x, y = quotient(s, m), remainder(s, m)
        p, w, q = P[x], W[x, y], output(P, W)[y]
        cover = d.at(d.at(covers, x), y)
        goal = equals(
            p * w * log(w) - p * w * log(q), p * w * log(p * w) - p * w * log(p * q)
        )

        def with_input(some: Line) -> Line:
            def with_output(seen: Line) -> Line:
                out = d.arithmetic(0 < q, cover, d.arithmetic(0 < p * w, some, seen))
                return d.identity(goal, some, seen, out)

            def without(none: Line) -> Line:
                zero = number(0)
                return d.rewrite(none, d.identity(equals(
                    p * zero * log(zero) - p * zero * log(q),
                    p * zero * log(p * zero) - p * zero * log(p * q),
                )), goal)

            return split_zero(d, w, without, with_output)

        def without(none: Line) -> Line:
            zero = number(0)
            return d.rewrite(none, d.identity(equals(
                zero * w * log(w) - zero * w * log(q),
                zero * w * log(zero * w) - zero * w * log(zero * q),
            )), goal)

        line = split_zero(d, p, without, with_input)
        left, first, second = line.formula.left, pair[s], product[s]
        line = d.rewrite(d.identity(equals(second, p * q)), line, equals(
            left, p * w * log(p * w) - p * w * log(second)))
        return d.rewrite(d.identity(equals(first, p * w)), line, equals(
            left, first * log(first) - first * log(second)))

    rows = summed(d, Symbol("s", n * m), cell, covers)
    first = d.identity(equals(sums.formula.right, rows.formula.left), covers)
    back = d.turn(equals(value.formula.right, value.formula.left), value)
    d.qed(d.chain(sums, first, rows, back))


# --- range ----------------------------------------------------------------------------------------


@derives("background/information-range.nonnegative")
def information_nonnegative(d: Derivation) -> None:
    """Shannon-type, for the pair of input and output."""
    P, W = d.var("P"), d.var("W")
    pair = d.shannon(I(joint_of(P, W), "X;Y") >= 0)
    d.qed(d.arithmetic(d.goal, pair, d.cite("background/information-forms.pair")))


@derives(
    "background/information-forms.symmetric",
    "background/information-forms.difference",
    "background/information-forms.conditional",
    "background/information-forms.entropy-chain",
    "background/information-forms.chain",
    "background/information-range.conditional-nonnegative",
    "background/information-range.conditioning",
    "background/information-range.independent",
    "background/dpi-mi.markov",
    "background/dpi-mi.markov-given",
)
def shannon_type(d: Derivation) -> None:
    """Shannon-type."""
    if d.goal.op == "=":
        left, right = d.goal.left, d.goal.right
        ways = d.shannon(left <= right, *d.given), d.shannon(right <= left, *d.given)
        d.qed(d.turn(d.goal, *ways))
    else:
        d.qed(d.shannon(d.goal, *d.given))


@derives("background/information-range.output")
def information_output(d: Derivation) -> None:
    """I = H(q) − Σ P(x) H(W_x)."""
    P, W = d.var("P"), d.var("W")

    def pointwise(x: Any) -> Line:
        return d.arithmetic(
            P[x] * H(W[x]) >= ZERO, d.cite("background/entropy-range.nonnegative", P=W[x]),
            hints=[P[x]],
        )

    rows = summed(d, Symbol("x", P.of.size), pointwise)
    d.qed(d.arithmetic(d.goal, d.cite("background/information-forms.entropies"), rows))


@derives("background/information-range.input")
def information_input(d: Derivation) -> None:
    """P(x) D(W_x‖q) ≤ −P(x) ln P(x)."""
    P, W = d.var("P"), d.var("W")
    q = output(P, W)

    def pointwise(x: Any) -> Line:
        goal = P[x] * KL(W[x], q) <= -(P[x] * log(P[x]))

        def nothing(zero: Line) -> Line:
            line = d.cite("background/kl-scaled", t=0, P=W[x], Q=q)
            none = d.chain(
                line, d.identity(equals(line.formula.right, 0)),
                d.obvious(-(0 * log(ZERO)) >= ZERO),
            )
            return d.rewrite(zero, none, goal)

        def something(above: Line) -> Line:
            line = d.cite("background/output-dominates.divergence", above, x=x)
            return d.arithmetic(goal, line, above, hints=[P[x]])

        return split_zero(d, P[x], nothing, something)

    rows = summed(d, Symbol("x", P.of.size), pointwise)
    entropy = d.cite("definition/entropy")
    d.qed(d.chain(
        d.cite("definition/information"), rows,
        d.turn(equals(rows.formula.right, H(P)), entropy),
    ))


@derives("background/information-range.alphabets")
def information_alphabets(d: Derivation) -> None:
    """Entropies are at most the logarithms of the alphabets' sizes."""
    P, W = d.var("P"), d.var("W")
    n, m = P.of.size, W.of.outputs
    first = d.chain(
        d.cite("background/information-range.input"), d.cite("background/entropy-range.uniform")
    )
    second = d.chain(
        d.cite("background/information-range.output"),
        d.cite("background/entropy-range.uniform", P=output(P, W)),
    )

    def proof(order: Line, value: Line) -> Line:
        chosen = first if value.formula.right == n else second
        return d.rewrite(value, chosen, d.goal)

    d.qed(split_minimum(d, n, m, proof))


@derives("background/information-range.capacity")
def information_capacity(d: Derivation) -> None:
    """The capacity is the supremum."""
    P = d.var("P")
    line = d.cite("definition/capacity")
    below = d.below_sup(line.formula.right, P)
    d.qed(d.chain(below, d.turn(equals(line.formula.right, line.formula.left), line)))


@derives("background/information-range.capacity-alphabets")
def capacity_alphabets(d: Derivation) -> None:
    """For every prior."""
    W = d.var("W")
    d.qed(bound_capacity(d, W, lambda P: d.cite("background/information-range.alphabets", P=P)))


# --- data processing ------------------------------------------------------------------------------


def chained_row(d: Steps, W: Term, K: Term, x: Any) -> Line:
    """The row of a chain is what the row becomes."""
    z = Symbol("z", K.sort.sizes()[1])

    def pointwise(z: Any) -> Line:
        line = d.cite("definition/chain", W=W, K=K, x=x, z=z)
        return d.chain(line, d.identity(equals(line.formula.right, output(W[x], K)[z])))

    return everywhere(d, z, pointwise)


def chained_output(d: Steps, P: Term, W: Term, K: Term) -> Line:
    """The output of a chain is what the output becomes."""
    x, z = Symbol("x", P.sort.sizes()[0]), Symbol("z", K.sort.sizes()[1])

    def pointwise(z: Any) -> Line:
        rows = summed(d, x, lambda x: d.arithmetic(
            equals(P[x] * chain(W, K)[x, z], P[x] * output(W[x], K)[z]),
            d.cite("definition/chain", W=W, K=K, x=x, z=z), hints=[P[x]],
        ))
        start = d.identity(equals(output(P, chain(W, K))[z], rows.formula.left))
        return d.chain(start, rows, d.identity(
            equals(rows.formula.right, output(output(P, W), K)[z])))

    return everywhere(d, z, pointwise)


@derives("background/dpi-mi.output")
def dpi_output(d: Derivation) -> None:
    """Each row's divergence from the output law doesn't grow."""
    P, W, K = d.var("P"), d.var("W"), d.var("K")
    both = chain(W, K)
    out = chained_output(d, P, W, K)

    def pointwise(x: Any) -> Line:
        line = d.cite("background/dpi-kl.channel", P=W[x], Q=output(P, W), W=K)
        line = times(d, P[x], line)
        later = P[x] * KL(both[x], output(P, both))
        row = chained_row(d, W, K, x)
        line = d.rewrite(row, line, P[x] * KL(both[x], output(output(P, W), K))
                         <= line.formula.right)
        return d.rewrite(out, line, later <= line.formula.right)

    rows = summed(d, Symbol("x", P.of.size), pointwise)
    found = d.cite("definition/information")
    d.qed(d.chain(
        d.cite("definition/information", W=both), rows,
        d.turn(equals(rows.formula.right, information(P, W)), found),
    ))


@derives("background/dpi-mi.input")
def dpi_input(d: Derivation) -> None:
    """The outputs' entropies are alike, and a row's entropy is concave."""
    P, W, K = d.var("P"), d.var("W"), d.var("K")
    both = chain(W, K)
    out = chained_output(d, P, W, K)

    def pointwise(x: Any) -> Line:
        concave = d.cite("background/entropy-concave.many", t=W[x], P=K)
        line = d.arithmetic(
            P[x] * concave.theorem.conclusion.left <= P[x] * H(output(W[x], K)), concave,
            hints=[P[x]],
        )
        return d.rewrite(
            chained_row(d, W, K, x), line, line.formula.left <= P[x] * H(both[x])
        )

    rows = summed(d, Symbol("x", P.of.size), pointwise)
    first = d.rewrite(out, d.cite("background/information-forms.entropies", W=both))
    second = d.cite("background/information-forms.entropies", P=output(P, W), W=K)
    d.qed(d.arithmetic(d.goal, first, second, rows))


@derives("background/dpi-mi.capacity")
def dpi_capacity(d: Derivation) -> None:
    """For every prior both hold."""
    W, K = d.var("W"), d.var("K")
    both = chain(W, K)
    first = bound_capacity(d, both, lambda P: d.chain(
        d.cite("background/dpi-mi.output", P=P),
        d.cite("background/information-range.capacity", P=P),
    ))
    second = bound_capacity(d, both, lambda P: d.chain(
        d.cite("background/dpi-mi.input", P=P),
        d.cite("background/information-range.capacity", P=output(P, W), W=K)))
    d.qed(d.cite(
        "background/absolute-value.least-of-two", first, second, r=capacity(W), s=capacity(K),
        c=capacity(both),
    ))
