"""Entropies and informations within a support, and the last implication of Theorem 1."""

from __future__ import annotations

from typing import Any

from derivations.databases import law_equality
from derivations.nuradha_goldfeld_2022.composition import same_information
from derivations.nuradha_goldfeld_2022.finite import PAPER, possible_secrets
from derivations.nuradha_goldfeld_2022.frameworks import averaged, is_mi_private, law_private
from derivations.tools import (
    ZERO,
    absurd,
    positive_from,
    split_minimum,
    split_order,
    split_zero,
)
from verified.language import (
    TV,
    H,
    binary_entropy,
    cases,
    channel_table,
    either,
    equals,
    exp,
    information,
    largest_image,
    log,
    minimum,
    output,
    response_support,
    total,
)
from verified.language.pufferfish import (
    member_law,
    public_law,
    public_values,
    secret_channel,
    secret_given,
)
from verified.language.terms import Member, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

KEY = "lemma/support-entropy."
STEPS = PAPER + "theorem-1-steps."


def mark(law: Term, y: Any) -> Term:
    """1 where a law has the symbol, else 0."""
    return cases(law[y] > 0, 1, 0)


def split_mark(d: Steps, law: Term, y: Any, proof: Any) -> Line:
    """What holds whether the law has the symbol or not: `proof` gets that line and the mark's."""
    found = d.cite("definition/case-strict", r=ZERO, s=law[y])
    branches = []
    for part in found.theorem.conclusion.parts:
        held = d.assume(part)
        branches.append(proof(d.piece(held, 0), d.piece(held, 1)))
    return d.cases(found, *branches)


def some_support(d: Steps, R: Term) -> Line:
    """Σ 1{R(y) > 0} ≥ 1."""
    y = d.fix(Symbol("y", R.sort.sizes()[0]))
    most = d.cite("definition/probability-bounds", P=R, a=y, part=1)
    line = split_mark(d, R, y, lambda order, value: d.arithmetic(
        R[y] <= mark(R, y), most, value, order
    ))
    sums = d.summed(d.forall(y, line))
    return d.arithmetic(sums.formula.right >= number(1), sums)


def present(d: Steps, within: Line, R: Term, V: Term, y: Any, above: Line) -> Line:
    """R(y) > 0, from V(y) > 0."""
    case = d.at(within, y)
    gone = d.assume(V[y] <= 0)
    here = d.assume(R[y] > 0)
    return d.cases(case, here, absurd(d, R[y] > 0, gone, above))


def is_marked(d: Steps, law: Term, y: Any, here: Line) -> Line:
    """1{R(y) > 0} = 1, from R(y) > 0."""
    found = d.cite("definition/case-strict", r=ZERO, s=law[y])
    yes, no = (d.assume(part) for part in found.theorem.conclusion.parts)
    wanted = equals(mark(law, y), 1)
    return d.cases(
        found, d.follows(wanted, d.piece(yes, 1)),
        absurd(d, wanted, d.piece(no, 0), here),
    )


def inverse_log(d: Steps, s: Term, some: Line) -> Line:
    """ln(1/s) = −ln s, for a sum s > 0."""
    inverse = d.obvious(1 / s > ZERO, some)
    line = d.cite("background/log-product", some, inverse, x=s, y=1 / s)
    unit = d.identity(equals(line.formula.left, 0), some)
    return d.arithmetic(equals(log(1 / s), -log(s)), line, unit, some)


@derives(KEY + "uniform")
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


@derives(KEY + "continuity")
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
                unit = d.cite("definition/probability-bounds", P=V, a=y, part=1)
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


def log_between(d: Steps, small: Any, large: Any, less: Line, *positive: Line) -> Line:
    """ln u ≤ ln v from 0 < u ≤ v."""
    return d.cite("background/log-increasing.positive", less, *positive, u=small, v=large)


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
        most = d.cite(KEY + "uniform", own, R=R, V=R)
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
                    KEY + "continuity", within, d.chain(swap, close), above, half,
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


@derives(KEY + "rows")
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


# --- Theorem 1 ------------------------------------------------------------------------------------


def fewer_outputs(
    d: Steps, F: Term, M: Term, member: Term, data: Term, e: Any, c: Any, seen: Line
) -> Line:
    """The responses that are possible given a possible public value are at most |supp(M(X))|."""
    law = member_law(member)
    size = M.sort.outputs
    y = d.fix(Symbol("y", size))
    public = public_law(F, law, e)

    def given(value: Any) -> Term:
        return output(secret_given(F, law, e, value), secret_channel(F, law, M, e, value))

    each = channel_table(public_values(F, e), size, lambda u, s: given(u)[s])
    reach = d.at(d.at(d.cite("background/output-dominates.by-input", P=public, W=each), c), y)
    whole = d.cite("definition/secret-output", F=F, P=law, M=M, e=e, y=y)
    R, own = output(law, M), given(c)
    reach = d.arithmetic(public[c] * own[y] <= R[y], reach, whole)
    goal = mark(own, y) <= mark(R, y)

    def present(order: Line, value: Line) -> Line:
        return split_mark(d, R, y, lambda more, other: (
            d.arithmetic(goal, value, other) if more.theorem.conclusion.op == "<"
            else d.cases(
                d.order(own[y], 0), absent(d.assume(own[y] <= 0)),
                absurd(d, goal, more, reach, seen, d.assume(own[y] > 0)),
            )
        ))

    def absent(none: Line) -> Line:
        found = d.cite("definition/case-strict", r=ZERO, s=own[y])
        yes, no = (d.assume(part) for part in found.theorem.conclusion.parts)
        return d.cases(
            found, absurd(d, goal, none, d.piece(yes, 0)),
            d.arithmetic(goal, d.piece(no, 1), d.obvious(mark(R, y) >= ZERO)),
        )

    line = d.cases(
        d.order(own[y], 0), absent(d.assume(own[y] <= 0)), present_if(d, present, own, y)
    )
    sums = d.summed(d.forall(y, line))
    most = d.cite("definition/response-support", F=F, Theta=data, M=M, T=member)
    return d.chain(sums, most)


def present_if(d: Steps, proof: Any, law: Term, y: Any) -> Line:
    """The proof where the law has the symbol."""
    here = d.assume(law[y] > 0)
    return proof(here, is_marked(d, law, y, here))


@derives(STEPS + "total-variation")
def total_variation(d: Derivation) -> None:
    """Given a public value, by the possible responses or by the values of the secret."""
    F, data, M, delta = (d.var(name) for name in ("F", "Theta", "M", "delta"))
    (private,) = d.given
    bound = d.goal.args[3]
    support, most = response_support(F, data, M), largest_image(F)
    fewest = minimum(support, most + 1)
    spread = d.cite("background/binary-entropy.range", p=delta, part=0)

    def one(member: Any, e: Any) -> Line:
        law = member_law(member)
        near = law_private(d, private, F, data, M, member, 0)

        def at(c: Any, seen: Line) -> Line:
            pairs = possible_secrets(d, near, F, law, M, e, c, seen, 0, delta)
            few = d.cite("definition/largest-image", F=F, e=e)
            secret, channel = secret_given(F, law, e, c), secret_channel(F, law, M, e, c)
            line = d.cite(KEY + "rows", few, pairs, P=secret, W=channel, K=most, delta=delta)
            least = some_support(d, output(secret, channel))
            own = minimum(least.formula.left, most + 1)
            fewer = fewer_outputs(d, F, M, member, data, e, c, seen)
            ends = d.cite(
                "background/absolute-value.below-both", r=least.formula.left, s=most + 1
            )
            less = d.cite(
                "background/absolute-value.least-of-two",
                d.chain(d.piece(ends, 0), fewer), d.piece(ends, 1),
                r=support, s=most + 1, c=own,
            )
            positive = split_minimum(d, least.formula.left, most + 1, lambda _, value: (
                d.arithmetic(own > ZERO, value, least)
            ))
            more = d.arithmetic(fewest > ZERO, positive, less)
            grown = log_between(d, own, fewest, less, positive, more)
            return d.arithmetic(
                information(secret, channel) <= bound, line, grown, positive, more, hints=[delta]
            )

        least = real_bound(member)
        return averaged(d, F, law, M, e, bound, at, *least)

    def real_bound(member: Any) -> list[Line]:
        """The bound is a number, and at least 0."""
        law = member_law(member)
        reached = d.cite("definition/response-support", F=F, Theta=data, M=M, T=member)
        count = d.chain(some_support(d, output(law, M)), reached)
        positive = split_minimum(d, support, most + 1, lambda _, value: d.arithmetic(
            fewest >= number(1), value, count
        ))
        above = d.arithmetic(fewest > ZERO, positive)
        logarithm = log_between(
            d, number(1), fewest, positive, d.obvious(number(1) > ZERO), above
        )
        more = d.arithmetic(log(fewest) >= ZERO, logarithm, above)
        return [above, d.arithmetic(bound >= ZERO, spread, more, above, hints=[delta])]

    member = d.fix(Member("T", F, data))
    d.qed(is_mi_private(d, F, data, M, bound, one, *real_bound(member)))


@derives(PAPER + "theorem-1-iii")
def theorem_1_iii(d: Derivation) -> None:
    """First to total variation, then by entropies."""
    F, data, M, eps, delta = (d.var(name) for name in ("F", "Theta", "M", "eps", "delta"))
    private, limit = d.given
    line = d.cite(STEPS + "reduced", private, limit)
    level = line.formula.args[4]
    grown = d.cite("background/log-tangent.exponential", eps=eps)
    nonnegative = d.arithmetic(level >= ZERO, grown, hints=[1 / (exp(eps) + 1), delta])
    d.qed(d.cite(
        STEPS + "total-variation", line, nonnegative, limit, F=F, Theta=data, M=M, delta=level
    ))
