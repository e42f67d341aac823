"""Proofs of textbook facts on entropy, information, capacity."""

from __future__ import annotations

from typing import Any

from derivations.tools import (
    ZERO,
    everywhere,
    mixes,
    no_divergence,
    same_law,
    split_minimum,
    split_zero,
    summed,
    times,
    unless,
)
from verified.language import (
    KL,
    H,
    I,
    capacity,
    chain,
    channel_of,
    channel_table,
    equals,
    information,
    joint_of,
    largest,
    log,
    output,
    pmf_of,
    pmf_table,
    total,
)
from verified.language.terms import Pmf, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

RANGE = "background/information-range"
FORMS = "background/information-forms"

# --- entropy --------------------------------------------------------------------------------------


@derives("background/entropy-range.nonnegative")
def entropy_nonnegative(d: Derivation) -> None:
    """−p ln p ≥ p (1 − p) ≥ 0."""
    P = d.var("P")

    def pointwise(a: Any) -> Line:
        goal = -(P[a] * log(P[a])) >= ZERO
        bounds = d.cite("definition/probability-bounds", a=a)

        def something(above: Line) -> Line:
            line = d.cite("background/log-tangent.line", above, x=P[a])
            return d.arithmetic(goal, line, above, bounds, hints=[P[a]])

        return split_zero(
            d, P[a], lambda zero: d.rewrite(zero, d.obvious(-(0 * log(ZERO)) >= ZERO), goal),
            something,
        )

    rows = summed(d, Symbol("a", P.of.size), pointwise)
    entropy = d.cite("definition/entropy")
    none = d.identity(equals(number(0), rows.formula.left))
    d.qed(d.chain(none, rows, d.turn(equals(rows.formula.right, H(P)), entropy)))


@derives("background/entropy-range.divergence")
def entropy_divergence(d: Derivation) -> None:
    """ln(P n) = ln P + ln n."""
    d.var("P")
    uniform = d.goal.right.args[1].args[1]
    kl = d.cite("definition/kl", Q=uniform)
    d.qed(d.arithmetic(d.goal, kl, d.cite("definition/entropy")))


@derives("background/entropy-range.uniform")
def entropy_uniform(d: Derivation) -> None:
    """The divergence from the uniform law isn't negative."""
    line = d.cite("background/entropy-range.divergence")
    divergence = line.formula.right.args[1]
    uniform = divergence.args[1]
    d.qed(d.arithmetic(
        d.goal, line, d.cite("background/gibbs.nonnegative", Q=uniform),
        d.cite("definition/kl", Q=uniform),
    ))


@derives(f"{RANGE}.nonnegative")
def information_nonnegative(d: Derivation) -> None:
    """Shannon-type, for the pair of input and output."""
    P, W = d.var("P"), d.var("W")
    pair = d.shannon(I(joint_of(P, W), "X;Y") >= 0)
    d.qed(d.arithmetic(d.goal, pair, d.cite("definition/joint-information")))


@derives(
    f"{RANGE}.conditional-nonnegative", f"{RANGE}.conditioning", f"{FORMS}.symmetric",
    f"{FORMS}.difference", f"{FORMS}.conditional", f"{FORMS}.entropy-chain", f"{FORMS}.chain",
    f"{RANGE}.independent", "background/dpi-mi.markov", "background/dpi-mi.markov-given",
)
def shannon_type(d: Derivation) -> None:
    """Shannon-type."""
    if d.goal.op == "=":
        left, right = d.goal.left, d.goal.right
        ways = d.shannon(left <= right, *d.given), d.shannon(right <= left, *d.given)
        d.qed(d.turn(d.goal, *ways))
    else:
        d.qed(d.shannon(d.goal, *d.given))


@derives(f"{RANGE}.output")
def information_output(d: Derivation) -> None:
    """I = H(q) − Σ P(x) H(W_x)."""
    P, W = d.var("P"), d.var("W")

    def pointwise(x: Any) -> Line:
        return d.arithmetic(
            P[x] * H(W[x]) >= ZERO, d.cite("background/entropy-range.nonnegative", P=W[x]),
            hints=[P[x]],
        )

    rows = summed(d, Symbol("x", P.of.size), pointwise)
    d.qed(d.arithmetic(d.goal, d.cite(f"{FORMS}.entropies"), rows))


@derives(f"{RANGE}.input")
def information_input(d: Derivation) -> None:
    """P(x) D(W_x‖q) ≤ −P(x) ln P(x)."""
    P, W = d.var("P"), d.var("W")
    q = output(P, W)

    def pointwise(x: Any) -> Line:
        goal = P[x] * KL(W[x], q) <= -(P[x] * log(P[x]))

        def nothing(zero: Line) -> Line:
            line = d.cite("definition/kl-scaled", t=0, P=W[x], Q=q)
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


@derives(f"{RANGE}.alphabets")
def information_alphabets(d: Derivation) -> None:
    """Entropies are at most the logarithms of the alphabets' sizes."""
    P, W = d.var("P"), d.var("W")
    n, m = P.of.size, W.of.outputs
    first = d.chain(
        d.cite(f"{RANGE}.input"), d.cite("background/entropy-range.uniform")
    )
    second = d.chain(
        d.cite(f"{RANGE}.output"), d.cite("background/entropy-range.uniform", P=output(P, W))
    )

    def proof(order: Line, value: Line) -> Line:
        chosen = first if value.formula.right == n else second
        return d.rewrite(value, chosen, d.goal)

    d.qed(split_minimum(d, n, m, proof))


@derives(f"{RANGE}.capacity")
def information_capacity(d: Derivation) -> None:
    """The capacity is the supremum."""
    P = d.var("P")
    line = d.cite("definition/capacity")
    below = d.below_sup(line.formula.right, P)
    d.qed(d.chain(below, d.turn(equals(line.formula.right, line.formula.left), line)))


@derives(f"{RANGE}.capacity-alphabets")
def capacity_alphabets(d: Derivation) -> None:
    """For every prior."""
    W = d.var("W")
    d.qed(bound_capacity(d, W, lambda P: d.cite(f"{RANGE}.alphabets", P=P)))


def bound_capacity(d: Steps, W: Term, proof: Any, *lines: Line) -> Line:
    """capacity(W) ≤ c, where `proof` shows information(P, W) ≤ c for an arbitrary prior.

    `lines` show that W is a channel.
    """
    P = d.fix(Pmf("prior", W.sort.sizes()[0]))
    line = d.cite("definition/capacity", *lines, W=W)
    return d.chain(line, d.bound_sup(line.formula.right, proof(P), P))


# --- concavity ------------------------------------------------------------------------------------


@derives("background/entropy-concave.many")
def entropy_concave(d: Derivation) -> None:
    """The information about the index isn't negative."""
    t, P = d.var("t"), d.var("P")
    forms = d.cite(f"{FORMS}.entropies", P=t, W=P)
    d.qed(d.arithmetic(d.goal, forms, d.cite(f"{RANGE}.nonnegative", P=t, W=P)))


@derives("background/entropy-concave.mixing")
def entropy_mixing(d: Derivation) -> None:
    """The information about the index is at most its entropy."""
    t, P = d.var("t"), d.var("P")
    forms = d.cite(f"{FORMS}.entropies", P=t, W=P)
    d.qed(d.arithmetic(d.goal, forms, d.cite(f"{RANGE}.input", P=t, W=P)))


@derives("background/entropy-concave.two")
def entropy_concave_two(d: Derivation) -> None:
    """A family of two."""
    P, Q, t = d.var("P"), d.var("Q"), d.var("t")
    weights, family = pmf_of(t, 1 - t), channel_of(P, Q)
    line = d.cite("background/entropy-concave.many", t=weights, P=family)
    first, second = (H(family[index]) for index in (0, 1))
    line = d.arithmetic(
        t * first + (1 - t) * second <= H(output(weights, family)), line
    )
    for index, law in enumerate((P, Q)):
        line = d.rewrite(same_law(d, family[index], law), line)
    mean = d.goal
    law = (mean.left if mean.op == ">=" else mean.right).args[0]
    d.qed(d.rewrite(same_law(d, output(weights, family), law, mixes(d, t, P, Q)), line, d.goal))


@derives("background/mi-concave-in-prior.many")
def information_concave(d: Derivation) -> None:
    """The entropy of the output is concave; the rest is linear."""
    t, P, W = d.var("t"), d.var("P"), d.var("W")
    k, m = t.of.size, W.of.outputs
    j = Symbol("j", k)
    family = channel_table(k, m, lambda j, y: output(P[j], W)[y])
    concave = d.cite("background/entropy-concave.many", t=t, P=family)
    mixed = output(output(t, P), W)

    def pointwise(j: Any) -> Line:
        own = d.have(
            equals(t[j] * H(family[j]), t[j] * H(family[j])), "defined"
        )
        own = d.rewrite(
            same_law(d, family[j], output(P[j], W)), own,
            equals(t[j] * H(output(P[j], W)), t[j] * H(family[j])),
        )
        forms = d.cite(f"{FORMS}.entropies", P=P[j], W=W)
        return d.arithmetic(
            equals(t[j] * (information(P[j], W) + mean_entropy(P[j], W)), own.formula.right),
            own, forms, hints=[t[j]],
        )

    rows = summed(d, j, pointwise)
    line = d.chain(rows, concave)
    line = d.rewrite(same_law(d, output(t, family), mixed), line)
    forms = d.cite(f"{FORMS}.entropies", P=output(t, P), W=W)
    d.qed(d.arithmetic(d.goal, line, forms))


def mean_entropy(P: Term, W: Term) -> Term:
    """Σ P(x) H(W_x)."""
    x = Symbol("x", P.sort.sizes()[0])
    return total(x, P[x] * H(W[x]))


@derives("background/mi-concave-in-prior.two")
def information_concave_two(d: Derivation) -> None:
    """A family of two."""
    P, Q, W, t = d.var("P"), d.var("Q"), d.var("W"), d.var("t")
    weights, family = pmf_of(t, 1 - t), channel_of(P, Q)
    line = d.cite("background/mi-concave-in-prior.many", t=weights, P=family, W=W)
    line = d.arithmetic(
        t * information(family[0], W) + (1 - t) * information(family[1], W)
        <= information(output(weights, family), W), line,
    )
    for index, law in enumerate((P, Q)):
        line = d.rewrite(same_law(d, family[index], law), line)
    mean = d.goal
    law = (mean.left if mean.op == ">=" else mean.right).args[0]
    d.qed(d.rewrite(same_law(d, output(weights, family), law, mixes(d, t, P, Q)), line, d.goal))


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
    first = d.rewrite(out, d.cite(f"{FORMS}.entropies", W=both))
    second = d.cite(f"{FORMS}.entropies", P=output(P, W), W=K)
    d.qed(d.arithmetic(d.goal, first, second, rows))


@derives("background/dpi-mi.capacity")
def dpi_capacity(d: Derivation) -> None:
    """For every prior both hold."""
    W, K = d.var("W"), d.var("K")
    both = chain(W, K)
    first = bound_capacity(d, both, lambda P: d.chain(
        d.cite("background/dpi-mi.output", P=P), d.cite(f"{RANGE}.capacity", P=P)))
    second = bound_capacity(d, both, lambda P: d.chain(
        d.cite("background/dpi-mi.input", P=P),
        d.cite(f"{RANGE}.capacity", P=output(P, W), W=K)))
    d.qed(d.cite(
        "background/absolute-value.least-of-two", first, second, r=capacity(W), s=capacity(K),
        c=capacity(both),
    ))


# --- capacity -------------------------------------------------------------------------------------


def mixed_channel(d: Steps, t: Term, V: Term) -> Line:
    """(1 − t) V(y|x) ≥ 0 everywhere: so t W + (1 − t) V is a channel."""
    x, y = Symbol("x", V.sort.sizes()[0]), Symbol("y", V.sort.sizes()[1])
    return everywhere(d, x, lambda x: everywhere(d, y, lambda y: d.obvious(
        (1 - t) * V[x, y] >= ZERO)))


@derives("background/capacity-convex-in-channel.information")
def information_convex(d: Derivation) -> None:
    """The divergence is jointly convex, for each row and the output law."""
    P, W, V, t = d.var("P"), d.var("W"), d.var("V"), d.var("t")
    mixed = d.goal.left.args[1]
    x, a = Symbol("x", P.of.size), Symbol("a", W.of.outputs)
    law = mixed_channel(d, t, V)
    outs = output(P, W), output(P, V)
    sums = [d.cite(f"{FORMS}.sums", W=one) for one in (W, V)]
    out_mixed = pmf_table(W.of.outputs, lambda a: t * outs[0][a] + (1 - t) * outs[1][a])
    out_law = mixes(d, t, *outs)
    out_same = same_law(d, output(P, mixed), out_mixed, law, out_law)

    def pointwise(x: Any) -> Line:
        parts = [
            d.cite("definition/kl-scaled", t=P[x], P=one[x], Q=out)
            for one, out in zip((W, V), outs, strict=True)
        ]
        divergence = KL(mixed[x], output(P, mixed))
        goal = P[x] * divergence <= t * parts[0].formula.right + (1 - t) * parts[1].formula.right

        def nothing(zero: Line) -> Line:
            none = no_divergence(d, mixed[x], output(P, mixed), law, out_law, d.at(law, x))
            rest = [
                total(a, 0 * one[x, a] * log(one[x, a]) - 0 * one[x, a] * log(out[a]))
                for one, out in zip((W, V), outs, strict=True)
            ]
            plain = d.chain(none, d.identity(equals(number(0), t * rest[0] + (1 - t) * rest[1])))
            return d.rewrite(zero, d.turn(none.formula.left <= plain.formula.right, plain), goal)

        def something(above: Line) -> Line:
            finite = [d.cite("background/output-dominates.divergence", above, W=one, x=x)
                      for one in (W, V)]
            row = pmf_table(W.of.outputs, lambda a: t * W[x, a] + (1 - t) * V[x, a])
            row_law = mixes(d, t, W[x], V[x])
            convex = d.cite(
                "background/kl-jointly-convex.two", P1=W[x], P2=V[x], Q1=outs[0], Q2=outs[1]
            )
            line = d.rewrite(
                same_law(d, mixed[x], row, law, out_law, d.at(law, x), row_law), convex,
                KL(mixed[x], convex.formula.left.args[1]) <= convex.formula.right,
            )
            line = d.rewrite(out_same, line, divergence <= convex.formula.right)
            line = d.arithmetic(
                P[x] * divergence <= t * (P[x] * convex.formula.right.args[0].args[1])
                + (1 - t) * (P[x] * convex.formula.right.args[1].args[1]),
                line, *finite, above, law, out_law, d.at(law, x), hints=[P[x]],
            )
            for part in parts:
                line = d.rewrite(part, line)
            return line

        return split_zero(d, P[x], nothing, something)

    rows = summed(d, x, pointwise, law, out_law)
    forms = d.cite("definition/information", law, W=mixed)
    whole = t * sums[0].formula.right + (1 - t) * sums[1].formula.right
    covers = [d.cite("background/output-dominates.by-input", W=one) for one in (W, V)]
    line = d.chain(forms, rows, d.identity(equals(rows.formula.right, whole), *covers))
    for one in sums:
        line = d.rewrite(d.turn(equals(one.formula.right, one.formula.left), one), line)
    d.qed(line)


@derives("background/capacity-convex-in-channel.capacity")
def capacity_convex(d: Derivation) -> None:
    """For every prior."""
    W, V, t = d.var("W"), d.var("V"), d.var("t")
    mixed = d.goal.left.args[0]
    law = mixed_channel(d, t, V)

    def proof(P: Any) -> Line:
        line = d.cite("background/capacity-convex-in-channel.information", P=P)
        parts = [d.cite(f"{RANGE}.capacity", P=P, W=one) for one in (W, V)]
        return d.arithmetic(
            line.formula.left <= d.goal.right, line, *parts, law, hints=[t, 1 - t]
        )

    d.qed(bound_capacity(d, mixed, proof, law))


@derives("background/redundancy-capacity.pairs")
def capacity_pairs(d: Derivation) -> None:
    """A row's divergence from the output law is at most the mean of those from the rows."""
    W = d.var("W")
    most = d.goal.right
    x, other = Symbol("x", W.of.inputs), Symbol("b", W.of.inputs)

    def proof(less: Line) -> Line:
        def bounded(P: Any) -> Line:
            def near(x: Any) -> Line:
                inner = largest(other, KL(W[x], W[other]))

                def pointwise(b: Any) -> Line:
                    line = d.chain(
                        d.below_sup(inner, b), d.below_sup(most, x)
                    )
                    return d.arithmetic(
                        P[b] * KL(W[x], W[b]) <= P[b] * most, line, less, hints=[P[b]]
                    )

                rows = summed(d, other, pointwise, less)
                convex = d.cite("background/kl-jointly-convex.second", t=P, P=W[x], Q=W)
                line = d.chain(convex, rows, d.identity(equals(rows.formula.right, most), less))
                return d.arithmetic(P[x] * line.formula.left <= P[x] * most, line, less,
                                    hints=[P[x]])

            rows = summed(d, x, near, less)
            found = d.cite("definition/information", P=P)
            return d.chain(found, rows, d.identity(equals(rows.formula.right, most), less))

        return bound_capacity(d, W, bounded)

    d.qed(unless(d, capacity(W), most, proof))
