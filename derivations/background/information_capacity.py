"""Proofs that information is concave in the prior and convex in the channel, and that capacity is
the least redundancy.
"""

from __future__ import annotations

from typing import Any

from derivations.patterns.informations import bound_capacity, dominated, information_sum
from derivations.tools import (
    ZERO,
    everywhere,
    mixes,
    no_divergence,
    same_law,
    split_zero,
    summed,
    unless,
)
from verified.language import (
    KL,
    H,
    capacity,
    channel_of,
    channel_table,
    either,
    equals,
    information,
    largest,
    log,
    output,
    pmf_of,
    pmf_table,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Pmf, Symbol, Term, number

# --- concavity in the prior -----------------------------------------------------------------------


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
        forms = d.cite("background/information-forms.entropies", P=P[j], W=W)
        return d.arithmetic(
            equals(t[j] * (information(P[j], W) + mean_entropy(P[j], W)), own.formula.right),
            own, forms, hints=[t[j]],
        )

    rows = summed(d, j, pointwise)
    line = d.chain(rows, concave)
    line = d.rewrite(same_law(d, output(t, family), mixed), line)
    forms = d.cite("background/information-forms.entropies", P=output(t, P), W=W)
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


# --- convexity in the channel ---------------------------------------------------------------------


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
    sums = [d.cite("background/information-forms.sums", W=one) for one in (W, V)]
    out_mixed = pmf_table(W.of.outputs, lambda a: t * outs[0][a] + (1 - t) * outs[1][a])
    out_law = mixes(d, t, *outs)
    out_same = same_law(d, output(P, mixed), out_mixed, law, out_law)

    def pointwise(x: Any) -> Line:
        parts = [
            d.cite("background/kl-scaled", t=P[x], P=one[x], Q=out)
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
        parts = [d.cite("background/information-range.capacity", P=P, W=one) for one in (W, V)]
        return d.arithmetic(
            line.formula.left <= d.goal.right, line, *parts, law, hints=[t, 1 - t]
        )

    d.qed(bound_capacity(d, mixed, proof, law))


# --- redundancy and capacity ----------------------------------------------------------------------


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


@derives("background/redundancy-capacity.compensation")
def compensation(d: Derivation) -> None:
    """Σ P W ln(W/r) = Σ P W ln(W/q) + Σ q ln(q/r), where all of it is finite."""
    P, W, Q = d.var("P"), d.var("W"), d.var("Q")
    x, y = Symbol("x", P.of.size), Symbol("y", W.of.outputs)
    mean, rest = d.goal.left, d.goal.right
    out = output(P, W)
    unfolded = summed(d, x, lambda x: d.cite("background/kl-scaled", t=P[x], P=W[x], Q=Q))
    first = d.cite("background/kl-jointly-convex.first", t=P, P=W, Q=Q)

    def agree(finite: Line, *more: Line) -> Line:
        """The equality, from a line D(q‖r) < …"""
        common = d.cite("background/kl-finite", finite, *more, P=out, Q=Q, r=KL(out, Q))
        covers = dominated(d, P, W)

        def vanish(x: Any, y: Any) -> Line:
            present = either(Q[y] > 0, P[x] * W[x, y] <= 0)
            absent = d.assume(out[y] <= 0)
            none = d.implied(absent, d.chain(d.at(d.at(covers[0], x), y), absent))
            return d.follows(present, d.at(common, y), none)

        inner = everywhere(d, x, lambda x: everywhere(d, y, lambda y: vanish(x, y)))
        kl = d.cite("definition/kl", P=out, Q=Q)
        parts = [
            d.turn(equals(line.formula.right, line.formula.left), line)
            for line in (information_sum(d, P, W), kl)
        ]
        value = d.identity(
            equals(unfolded.formula.right, parts[0].formula.left + parts[1].formula.left),
            common, covers[0], inner,
        )
        return d.chain(unfolded, d.rewrite(parts[1], d.rewrite(parts[0], value)))

    def low(less: Line) -> Line:
        return d.turn(mean <= rest, agree(below_part(d, less, KL(out, Q)), less))

    def high(less: Line) -> Line:
        finite = d.chain(first, less)
        equal = agree(below_part(d, finite, KL(out, Q)), finite)
        return d.turn(rest <= mean, equal)

    d.qed(d.turn(d.goal, unless(d, mean, rest, low), unless(d, rest, mean, high)))


def below_part(d: Steps, less: Line, part: Term) -> Line:
    """part ≤ part, as a line that rests on a sum being finite."""
    return d.obvious(part <= part, less)


@derives("background/redundancy-capacity.information")
def redundancy(d: Derivation) -> None:
    """The divergence of the output law that compensates isn't negative."""
    P, W, Q = d.var("P"), d.var("W"), d.var("Q")
    found = d.cite("background/redundancy-capacity.compensation")
    rest = found.formula.right
    gibbs = d.cite("background/gibbs.nonnegative", P=output(P, W), Q=Q)

    def proof(less: Line) -> Line:
        return d.arithmetic(information(P, W) <= rest, gibbs, less)

    more = unless(d, information(P, W), rest, proof)
    d.qed(d.chain(more, d.turn(equals(rest, found.formula.left), found)))


@derives("background/redundancy-capacity.radius")
def radius(d: Derivation) -> None:
    """Every prior's mean divergence is at most the largest."""
    W, Q, r = d.var("W"), d.var("Q"), d.var("r")
    (near,) = d.given
    P = d.fix(Pmf("P", W.of.inputs))

    def pointwise(x: Any) -> Line:
        close = d.at(near, x)
        return d.arithmetic(P[x] * KL(W[x], Q) <= P[x] * r, close, hints=[P[x]])

    rows = summed(d, Symbol("x", P.of.size), pointwise)
    mean = d.chain(d.cite("background/redundancy-capacity.information", P=P), rows)
    one = d.chain(mean, d.identity(equals(rows.formula.right, r)))
    most = d.cite("definition/capacity")
    d.qed(d.chain(most, d.bound_sup(most.formula.right, one, P)))


@derives("background/redundancy-capacity.bound")
def redundancy_bound(d: Derivation) -> None:
    """The radius is the largest divergence."""
    W = d.var("W")
    most = d.goal.right

    def proof(less: Line) -> Line:
        near = everywhere(
            d, Symbol("x", W.of.inputs), lambda x: d.below_sup(most, x)
        )
        return d.cite("background/redundancy-capacity.radius", near, less, r=most)

    d.qed(unless(d, capacity(W), most, proof))


@derives("background/redundancy-capacity.optimal-output")
def optimal_output(d: Derivation) -> None:
    """The mean of the rows' divergences, each at most the capacity, under the other prior."""
    P, Q, W = d.var("P"), d.var("Q"), d.var("W")
    x = Symbol("x", P.of.size)
    best = output(P, W)
    near = d.cite("background/redundancy-capacity.optimal-input", *d.given)
    finite = d.cite("background/information-range.capacity-alphabets")

    def weighted(x: Any) -> Line:
        row = d.at(near, x)
        return d.arithmetic(Q[x] * KL(W[x], best) <= Q[x] * capacity(W), row, finite,
                            hints=[Q[x]])

    rows = summed(d, x, weighted, finite)
    mean = d.identity(equals(rows.formula.right, capacity(W)), finite)
    split = d.cite("background/redundancy-capacity.compensation", P=Q, W=W, Q=best)
    below = d.chain(d.turn(equals(split.formula.right, split.formula.left), split), rows, mean)
    told = d.cite("background/information-range.nonnegative", P=Q)
    d.qed(d.arithmetic(d.goal, below, finite, told))
