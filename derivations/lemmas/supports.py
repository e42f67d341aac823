"""Proofs on entropies and informations within a support."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import law_equality
from derivations.patterns.informations import same_information
from derivations.patterns.numbers import log_between
from derivations.patterns.supports import is_marked, mark, some_support, split_mark
from derivations.tools import ZERO, absurd, positive_from, split_minimum, split_order, split_zero
from verified.language import (
    TV,
    H,
    binary_entropy,
    cases,
    channel_table,
    either,
    equals,
    information,
    log,
    minimum,
    output,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term, number


def present(d: Steps, within: Line, R: Term, V: Term, y: Any, above: Line) -> Line:
    """R(y) > 0, from V(y) > 0."""
    case = d.at(within, y)
    gone = d.assume(V[y] <= 0)
    here = d.assume(R[y] > 0)
    return d.cases(case, here, absurd(d, R[y] > 0, gone, above))


def inverse_log(d: Steps, s: Term, some: Line) -> Line:
    """ln(1/s) = −ln s, for a sum s > 0."""
    inverse = d.obvious(1 / s > ZERO, some)
    line = d.cite("background/log-product", some, inverse, x=s, y=1 / s)
    unit = d.identity(equals(line.formula.left, 0), some)
    return d.arithmetic(equals(log(1 / s), -log(s)), line, unit, some)


@derives("lemma/support-entropy.uniform")
def uniform(d: Derivation) -> None:
    """The uniform law on the support: ln x ≤ x − 1 at x = 1/(s V(y))."""
    R, V = d.var("R"), d.var("V")
    (within,) = d.given
    some = some_support(d, R)
    s = some.formula.left
    some = d.arithmetic(s > ZERO, some)
    y = d.fix(Symbol("y", R.of.size))
    goal = -(V[y] * log(V[y])) <= V[y] * log(s) + mark(R, y) / s - V[y]

    def never(zero: Line) -> Line:
        plain = split_mark(d, R, y, lambda order, value: d.arithmetic(
            -(0 * log(ZERO)) <= 0 * log(s) + mark(R, y) / s - 0, value, some, hints=[1 / s]
        ))
        return d.rewrite(zero, plain, goal)

    def ever(above: Line) -> Line:
        there = present(d, within, R, V, y, above)
        line = d.cite("background/log-tangent.pair", above, some, p=V[y], q=1 / s, s=1)
        turn = inverse_log(d, s, some)
        marked = is_marked(d, R, y, there)
        even = d.arithmetic(equals(mark(R, y) / s, 1 / s), marked, some, hints=[1 / s])
        return d.arithmetic(goal, line, above, some, even, turn, hints=[V[y]])

    line = d.summed(d.forall(y, split_zero(d, V[y], never, ever)), some)
    entropy = d.cite("definition/entropy", P=V)
    d.qed(d.arithmetic(d.goal, line, entropy, some, hints=[1 / s]))


@derives("lemma/support-entropy.continuity")
def continuity(d: Derivation) -> None:
    """With c = min(R, V) and U = (1 − δ) V + δ 1{R > 0}/s: H(R) ≤ −Σ R ln U, and U is at least
    (1 − δ) V and, where R > 0, at least δ/s."""
    R, V, delta = d.var("R"), d.var("V"), d.var("delta")
    within, near = d.given
    least = some_support(d, R)
    s = least.formula.left
    some = d.arithmetic(s > ZERO, least)
    rest = d.obvious(1 - delta > ZERO)
    floor = d.obvious(delta / s > ZERO, some)
    y = d.fix(Symbol("y", R.of.size))
    c = minimum(R[y], V[y])
    marked_share = delta * (mark(R, y) / s)
    U = (1 - delta) * V[y] + marked_share
    split = inverse_log(d, s, some)

    def goal(least_of: Any, one: Any = R[y], two: Any = V[y]) -> Any:
        return -(one * log(one)) + two * log(two) <= (
            -(least_of * log(1 - delta)) - (one - least_of) * (log(delta) - log(s))
            + ((1 - delta) * two + marked_share) - one
        )

    def gone(zero: Line) -> Line:
        none = d.cases(
            d.at(within, y),
            absurd(d, V[y] <= 0, d.assume(R[y] > 0), zero), d.assume(V[y] <= 0),
        )
        empty = d.turn(equals(V[y], 0), none, d.obvious(V[y] >= ZERO))
        value = d.cite("definition/minimum", r=R[y], s=V[y])
        parts = [d.assume(part) for part in value.theorem.conclusion.parts]
        nothing = d.cases(value, *(
            d.arithmetic(equals(c, 0), d.piece(part, 1), zero, empty) for part in parts
        ))
        plain = d.obvious(goal(ZERO, ZERO, ZERO), some, rest)
        line = d.rewrite(zero, plain, goal(ZERO, two=ZERO))
        return d.rewrite(nothing, d.rewrite(empty, line, goal(ZERO)), goal(c))

    def here(above: Line) -> Line:
        marked = is_marked(d, R, y, above)
        even = d.arithmetic(equals(mark(R, y) / s, 1 / s), marked, some, hints=[1 / s])
        large = d.arithmetic(U >= delta / s, even, rest, some, hints=[V[y], delta])
        positive = d.arithmetic(U > ZERO, large, floor, some)
        tangent = d.cite("background/log-tangent.pair", above, positive, some, p=R[y], q=U, s=1)
        low = log_between(d, delta / s, U, large, floor, positive, some)
        product = d.cite(
            "background/log-product", floor, d.obvious(1 / s > ZERO, some), some, x=delta, y=1 / s
        )
        low = d.arithmetic(
            log(delta) - log(s) <= log(U), low, product, split,
            d.identity(equals(delta * (1 / s), delta / s), some), some, positive,
        )

        def case(order: Line, value: Line) -> Line:
            least_of = value.theorem.conclusion.right

            def none(zero: Line) -> Line:
                if least_of == R[y]:
                    return absurd(d, goal(least_of), order, zero, above)
                void = [
                    d.rewrite(zero, d.identity(equals(0 * log(x), 0), rest, some), equals(
                        V[y] * log(v), 0
                    )) for x, v in ((ZERO, V[y]), (1 - delta, 1 - delta), (delta, delta), (s, s))
                ]
                return d.arithmetic(
                    goal(least_of), tangent, low, *void, above, positive, some, rest, hints=[R[y]]
                )

            def some_here(seen: Line) -> Line:
                share = d.obvious((1 - delta) * V[y] > ZERO, seen, rest)
                over = d.arithmetic(U >= (1 - delta) * V[y], even, some, hints=[delta, 1 / s])
                high = log_between(d, (1 - delta) * V[y], U, over, share, positive, some)
                unit = d.cite("background/probability-bounds", P=V, a=y, part=1)
                negative = d.cite("background/log-tangent.line", seen, x=V[y])
                below = d.arithmetic(log(V[y]) <= ZERO, negative, unit, seen)
                return d.arithmetic(
                    goal(least_of), tangent, low, high, below, order, above, seen, positive, rest,
                    some, hints=[R[y] - least_of, V[y] - least_of, least_of],
                )

            line = split_zero(d, V[y], none, some_here)
            return d.rewrite(value, line, goal(c))

        return split_minimum(d, R[y], V[y], case)

    line = split_zero(d, R[y], gone, here)
    sums = d.summed(d.forall(y, line), some, rest)
    overlap = d.cite("background/total-variation.overlap", P=R, Q=V)
    entropies = [d.cite("definition/entropy", P=law) for law in (R, V)]
    t = TV(R, V)
    bound = d.arithmetic(
        H(R) - H(V) <= -((1 - t) * log(1 - delta)) - t * (log(delta) - log(s)), sums, overlap,
        *entropies, some, rest, hints=[1 / s],
    )
    half = d.obvious(delta <= 1 - delta)
    odds = log_between(d, delta, 1 - delta, half, d.obvious(delta > ZERO), rest)
    large = d.arithmetic(
        log(s) >= ZERO, d.cite("background/log-tangent.line", floor, some, x=1 / s), split, least,
        some, hints=[1 / s],
    )
    d.qed(d.arithmetic(
        d.goal, bound, near, odds, large, some, rest, hints=[delta - t]
    ))


# --- possible rows --------------------------------------------------------------------------------


def distance(d: Steps, near: Line, P: Term, W: Term, x: Any, other: Any, *seen: Line) -> Line:
    """TV(W_x, W_x') ≤ δ for two possible inputs."""
    close = d.at(d.at(near, x, seen[0]), other, seen[1])
    return d.cite("cuff-yu-2016/eq-8.only-if", close, P=W[x], Q=W[other])


def from_mean(d: Steps, near: Line, P: Term, W: Term, delta: Any, x: Any, seen: Line) -> Line:
    """TV(W_x, PW) ≤ δ for a possible input: a mean over the possible ones."""
    mean = d.cite("background/tv-jointly-convex.second", t=P, P=W[x], Q=W)
    j = d.fix(Symbol("j", W.sort.inputs))
    goal = P[j] * TV(W[x], W[j]) <= P[j] * delta

    def possible(there: Line) -> Line:
        return d.arithmetic(
            goal, distance(d, near, P, W, x, j, seen, there), hints=[P[j]]
        )

    each = split_zero(d, P[j], lambda none: d.rewrite(
        none, d.obvious(0 * TV(W[x], W[j]) <= 0 * delta), goal
    ), possible)
    rest = d.summed(d.forall(j, each))
    return d.chain(mean, rest, d.identity(equals(rest.formula.right, delta)))


def by_outputs(d: Derivation, near: Line, s: Term, some: Line) -> Line:
    """I ≤ 2 h(δ) + 2 δ ln s, where s outputs are possible."""
    P, W, delta = d.var("P"), d.var("W"), d.var("delta")
    R = output(P, W)
    goal = information(P, W) <= 2 * binary_entropy(delta) + 2 * delta * log(s)
    spread = d.cite("background/binary-entropy.range", p=delta, part=0)
    y = d.fix(Symbol("y", W.of.outputs))
    positive = d.arithmetic(s > ZERO, some)
    more = d.arithmetic(log(s) >= ZERO, log_between(
        d, number(1), s, some, d.obvious(number(1) > ZERO), positive
    ), positive)

    def large(half: Line) -> Line:
        own = d.forall(y, d.follows(
            either(R[y] > 0, R[y] <= 0), d.order(R[y], 0)
        ))
        most = d.cite("lemma/support-entropy.uniform", own, R=R, V=R)
        line = d.chain(d.cite("background/information-range.output"), most)
        return d.arithmetic(goal, line, half, more, spread, positive)

    def small(half: Line) -> Line:
        def nothing(zero: Line) -> Line:
            x, other = (d.fix(Symbol(name, W.of.inputs)) for name in ("x", "x'"))
            seen = d.assume(P[x] > 0), d.assume(P[other] > 0)
            close = d.at(d.at(near, x, seen[0]), other, seen[1])
            exact = d.rewrite(zero, close)
            pairs = d.forall(
                x, d.forall(other, exact, where=P[other] > 0), where=P[x] > 0
            )
            line = d.cite("lemma/possible-rows", pairs, eps=0)
            return d.arithmetic(goal, line, spread, more, positive, hints=[delta])

        def something(above: Line) -> Line:
            forms = d.cite("background/information-forms.entropies")
            x = d.fix(Symbol("x", W.of.inputs))
            bound = binary_entropy(delta) + delta * log(s)
            part = P[x] * (H(R) - H(W[x])) <= P[x] * bound

            def possible(seen: Line) -> Line:
                reach = d.at(d.at(d.cite("background/output-dominates.by-input"), x), y)
                here = d.order(W[x, y], 0)
                no, yes = (d.assume(p) for p in here.theorem.conclusion.parts)
                wanted = either(R[y] > 0, W[x, y] <= 0)
                there = positive_from(d, R[y], reached(reach, seen, yes))
                within = d.forall(y, d.cases(
                    here, d.follows(wanted, no), d.follows(wanted, there)
                ))
                close = from_mean(d, near, P, W, delta, x, seen)
                swap = d.cite("background/total-variation.symmetric", P=R, Q=W[x])
                line = d.cite(
                    "lemma/support-entropy.continuity", within, d.chain(swap, close), above, half,
                    R=R, V=W[x], delta=delta,
                )
                return d.arithmetic(part, line, positive, hints=[P[x]])

            def reached(reach: Line, seen: Line, yes: Line) -> Line:
                weight = d.arithmetic(P[x] * W[x, y] > ZERO, seen, yes)
                if reach.theorem.conclusion.op == "<=":
                    return d.chain(weight, reach)
                return d.arithmetic(R[y] > ZERO, weight, reach)

            each = split_zero(d, P[x], lambda none: d.rewrite(
                none, d.obvious(0 * (H(R) - H(W[x])) <= 0 * bound, positive), part
            ), possible)
            mean = d.summed(d.forall(x, each), positive)
            return d.arithmetic(goal, mean, forms, spread, more, positive, hints=[delta])

        return split_zero(d, delta, nothing, something)

    return split_order(d, delta, number(1) / 2, small, large)


@derives("lemma/support-entropy.rows")
def rows(d: Derivation) -> None:
    """By the possible outputs, or by the inputs."""
    P, W, most = (d.var(name) for name in ("P", "W", "K"))
    few, near = d.given
    some = some_support(d, output(P, W))
    s = some.formula.left

    def chosen(order: Line, value: Line) -> Line:
        if value.theorem.conclusion.right == most + 1:
            line = by_inputs(d, few, near, most)
        else:
            line = by_outputs(d, near, s, some)
        return d.rewrite(value, line, d.goal)

    d.qed(split_minimum(d, s, most + 1, chosen))


def by_inputs(d: Derivation, few: Line, near: Line, most: Term) -> Line:
    """I ≤ 2 h(δ) + 2 δ ln(K + 1): impossible rows are replaced by the mean one."""
    P, W, delta = d.var("P"), d.var("W"), d.var("delta")
    n, m, R = W.of.inputs, W.of.outputs, output(P, W)
    goal = information(P, W) <= 2 * binary_entropy(delta) + 2 * delta * log(most + 1)
    x, other = d.fix(Symbol("x", n)), d.fix(Symbol("x'", n))
    y = d.fix(Symbol("y", m))
    # Written out, so that the rows' mean is no part of it that a rewriting would meet.
    j = Symbol("j", n)
    V = channel_table(n, m, lambda u, v: cases(P[u] > 0, W[u, v], total(j, P[j] * W[j, v])))
    equal = equals(P[x] * W[x, y], P[x] * V[x, y])
    agree = d.forall(x, d.forall(y, split_zero(
        d, P[x], lambda none: d.rewrite(
            none, d.identity(equals(0 * W[x, y], 0 * V[x, y])), equal
        ),
        lambda above: d.identity(equal, above),
    )))
    level = same_information(d, P, W, V, agree)

    def apart(one: bool, two: bool, *held: Line) -> Line:
        """TV(V_x, V_x') ≤ δ, each input possible or not."""
        laws = W[x] if one else R, W[other] if two else R
        if one and two:
            line = distance(d, near, P, W, x, other, *held)
        elif one:
            line = from_mean(d, near, P, W, delta, x, held[0])
        elif two:
            back = d.cite("background/total-variation.symmetric", P=R, Q=W[other])
            line = d.chain(back, from_mean(d, near, P, W, delta, other, held[1]))
        else:
            found = d.cite("definition/total-variation", P=R, Q=R)
            line = d.chain(found, d.identity(equals(found.formula.right, 0)))
            line = d.arithmetic(TV(R, R) <= delta, line)
        first = law_equality(d, laws[0], V[x], *held)
        line = d.rewrite(first, line, TV(V[x], laws[1]) <= delta)
        second = law_equality(d, laws[1], V[other], *held)
        return d.rewrite(second, line, TV(V[x], V[other]) <= delta)

    def split(law: Any, proof: Any) -> Line:
        found = d.order(P[law], 0)
        low, high = (d.assume(part) for part in found.theorem.conclusion.parts)
        return d.cases(found, proof(False, low), proof(True, high))

    pairs = split(x, lambda one, first: split(
        other, lambda two, second: apart(one, two, first, second)
    ))
    line = d.cite("lemma/near-rows.information", d.forall(x, d.forall(other, pairs)), W=V)
    spread = d.cite("background/binary-entropy.range", p=delta, part=0)
    entropy = d.cite("background/entropy-range.uniform", P=P)
    fewer = d.arithmetic(n <= most + 1, few)
    grow = log_between(d, n, most + 1, fewer, d.obvious(n > ZERO), d.obvious(most + 1 > ZERO))
    more = log_between(
        d, number(1), most + 1, d.obvious(number(1) <= most + 1), d.obvious(number(1) > ZERO),
        d.obvious(most + 1 > ZERO),
    )
    return d.arithmetic(
        goal, level, line, entropy, grow, more, spread, hints=[delta, delta * log(most + 1)]
    )
