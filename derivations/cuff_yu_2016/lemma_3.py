"""Lemma 3, Example 3.3, and the steps of Appendix D."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.databases import is_mi_private, substitute_bound
from derivations.tools import (
    everywhere,
    is_zero,
    log_below,
    same,
    split_absolute,
    split_equal,
    split_minimum,
    split_order,
    split_zero,
    summed,
)
from verified.language import (
    KL,
    TV,
    Close,
    H,
    absolute,
    binary_entropy,
    cases,
    equals,
    exp,
    information,
    largest_alphabet,
    log,
    maximum,
    minimum,
    output,
    pmf_table,
    rational,
    total,
)
from verified.language.databases import entry_channel
from verified.language.formulas import Relation, substitute
from verified.language.terms import Event, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

PAPER = "cuff-yu-2016/"


# --- rows within δ of each other ------------------------------------------------------------------


def rows_apart(d: Steps, W: Term, delta: Any, x: Any, other: Any, *private: Line) -> Line:
    """TV(W_x, W_x') ≤ δ, from a line that the channel is (δ)-DP."""
    close = d.cite("definition/as-mechanism-dp", *private, values={
        "W": W, "x": x, "x'": other, "eps": number(0), "delta": delta,
    })
    return d.cite(PAPER + "eq-8.only-if", close, P=W[x], Q=W[other], delta=delta)


@derives(PAPER + "eq-103.jensen")
def jensen(d: Derivation) -> None:
    """Convexity of the distance in its second argument."""
    P, W, x = d.var("P"), d.var("W"), d.var("x")
    d.qed(d.cite("background/tv-jointly-convex.second", values={"t": P, "P": W[x], "Q": W}))


@derives(PAPER + "eq-103.bound")
def mean_apart(d: Derivation) -> None:
    """A mean of distances that are at most δ."""
    P, W, x, delta = (d.var(name) for name in ("P", "W", "x", "delta"))
    rows = summed(d, d.goal.left.var, lambda other: d.arithmetic(
        P[other] * TV(W[x], W[other]) <= P[other] * delta,
        rows_apart(d, W, delta, x, other, *d.given), hints=[P[other]],
    ))
    d.qed(d.chain(rows, d.identity(equals(rows.formula.right, delta))))


def from_output(d: Steps, P: Term, W: Term, delta: Any, x: Any, *private: Line) -> Line:
    """TV(W_x, q) ≤ δ."""
    jensen_ = d.cite(PAPER + "eq-103.jensen", P=P, W=W, x=x)
    return d.chain(jensen_, d.cite(PAPER + "eq-103.bound", *private, P=P, W=W, x=x, delta=delta))


@derives(PAPER + "eq-103.eq-102")
def near_output(d: Derivation) -> None:
    """(103), as closeness."""
    P, W, x, delta = (d.var(name) for name in ("P", "W", "x", "delta"))
    line = from_output(d, P, W, delta, x, *d.given)
    d.qed(d.cite(PAPER + "eq-8.if", line, P=W[x], Q=output(P, W), delta=delta))


# --- by the output --------------------------------------------------------------------------------


def by_continuity(
    d: Steps, P: Term, W: Term, delta: Any, bound: Term, proof: Callable[[Line, Any], Line],
    private: Line, *lines: Line,
) -> Line:
    """I(P;W) ≤ bound, where `proof` shows |H(q) − H(W_x)| ≤ bound from TV(q, W_x) ≤ δ."""
    q = output(P, W)
    x = Symbol("x", W.sort.inputs)

    def row(x: Any) -> Line:
        near = from_output(d, P, W, delta, x, private)
        near = d.chain(d.cite("background/total-variation.symmetric", P=q, Q=W[x]), near)
        line = proof(near, x)
        above = d.cite("background/absolute-value.above", part=0, r=H(q) - H(W[x]))
        return d.arithmetic(
            P[x] * (H(q) - H(W[x])) <= P[x] * bound, above, line, *lines, hints=[P[x]]
        )

    rows = summed(d, x, row, *lines)
    value = d.cite("background/information-forms.entropies", P=P, W=W)
    left = d.identity(equals(value.formula.right, rows.formula.left))
    return d.chain(value, left, rows, d.identity(equals(rows.formula.right, bound), *lines))


def no_gain(d: Steps, p: Term) -> Line:
    """−p ln p ≥ 0 for a probability p."""
    goal = number(0) <= -(p * log(p))

    def some(positive: Line) -> Line:
        tangent = d.cite("background/log-tangent.line", x=p)
        return d.arithmetic(goal, tangent, positive, d.obvious(p <= 1), hints=[p])

    return split_zero(d, p, lambda zero: d.rewrite(
        zero, d.obvious(number(0) <= -(0 * log(number(0)))), goal
    ), some)


def one_or_more(
    d: Steps, m: Term, one: Callable[[Line], Line], more: Callable[[Line, Line], Line]
) -> Line:
    """What holds whether m ≤ 1 or m ≥ 2; the second gets the line 0 < m − 1 too."""
    either = d.cite("definition/whole", r=m, s=number(1))
    first, second = either.theorem.conclusion.parts
    many = d.arithmetic(number(0) < m - 1, d.assume(second))
    return d.cases(either, one(d.assume(first)), more(d.assume(second), many))


def nothing_at_one(d: Steps, delta: Any, m: Term, few: Line, corner: Line) -> Line:
    """δ = 0, from m ≤ 1 and δ ≤ (m − 1)/m."""
    return is_zero(d, delta, d.arithmetic(delta <= 0, few, corner, hints=[1 / m, m]))


def by_alphabet(d: Steps, P: Term, W: Term) -> Line:
    """I(P;W) ≤ ln m for m outputs."""
    most = d.cite("background/entropy-range.uniform", P=output(P, W))
    return d.chain(d.cite("background/information-range.output", P=P, W=W), most)


@derives(PAPER + "lemma-3-output.large")
def output_large(d: Derivation) -> None:
    """As of any channel."""
    d.qed(by_alphabet(d, d.var("P"), d.var("W")))


@derives(PAPER + "lemma-3-output.small")
def output_small(d: Derivation) -> None:
    """The output law's entropy is near that of each row."""
    P, W, delta = d.var("P"), d.var("W"), d.var("delta")
    m = W.of.outputs
    corner, private = d.given
    bound = d.goal.right

    def one(few: Line) -> Line:
        zero = nothing_at_one(d, delta, m, few, corner)
        none = d.cite("background/log-tangent.line", x=m)
        line = d.arithmetic(
            information(P, W) <= binary_entropy(number(0)) + 0 * log(m - 1),
            by_alphabet(d, P, W), none, few,
        )
        return d.rewrite(zero, line, d.goal)

    def more(many: Line, above: Line) -> Line:
        return by_continuity(d, P, W, delta, bound, lambda near, x: d.cite(
            "background/entropy-continuity.bound", near, corner, many,
            P=output(P, W), Q=W[x], delta=delta, n=m,
        ), private, above)

    d.qed(one_or_more(d, m, one, more))


@derives(PAPER + "lemma-3-output.small-relaxed")
def output_small_relaxed(d: Derivation) -> None:
    """ln(m − 1) ≤ ln m; at m = 1, δ = 0."""
    m, delta = d.var("m"), d.var("delta")
    (corner,) = d.given

    def one(few: Line) -> Line:
        zero = nothing_at_one(d, delta, m, few, corner)
        line = d.obvious(
            binary_entropy(number(0)) + 0 * log(m - 1) <= binary_entropy(number(0)) + 0 * log(m)
        )
        return d.rewrite(zero, line, d.goal)

    def more(_: Line, above: Line) -> Line:
        tangent = d.cite("background/log-tangent.line", above, x=(m - 1) / m)
        less = d.arithmetic(log(m - 1) <= log(m), tangent, above, hints=[1 / m])
        return d.arithmetic(d.goal, less, above, hints=[delta])

    d.qed(one_or_more(d, m, one, more))


@derives(PAPER + "lemma-3-output.large-relaxed")
def output_large_relaxed(d: Derivation) -> None:
    """(1 − δ) ln m ≤ −(1 − δ) ln(1 − δ), as 1 − δ < 1/m."""
    m, delta = d.var("m"), d.var("delta")
    (corner,) = d.given
    rest = 1 - delta

    def below(less: Line) -> Line:
        some = d.arithmetic(number(0) < rest, less)
        tangent = d.cite("background/log-tangent.line", some, x=m * rest)
        under = d.arithmetic(m * rest <= 1, corner, hints=[m])
        first = d.arithmetic(rest * log(m) <= -(rest * log(rest)), tangent, under, some,
                             hints=[rest])
        second = no_gain(d, delta)
        return d.arithmetic(d.goal, first, second, some)

    def certain(more: Line) -> Line:
        one = d.turn(equals(delta, 1), d.obvious(delta <= 1), more)
        return d.rewrite(one, d.identity(
            log(m) <= binary_entropy(number(1)) + 1 * log(m)
        ), d.goal)

    d.qed(split_order(d, 1, delta, certain, below))


# --- by the input ---------------------------------------------------------------------------------


def by_input(d: Steps, P: Term, W: Term, delta: Any, *private: Line) -> Line:
    """I(P;W) ≤ δ ln r for r inputs."""
    r = W.sort.inputs
    x, other = d.fix(Symbol("row", r)), d.fix(Symbol("other", r))
    near = d.forall(x, d.forall(other, rows_apart(d, W, delta, x, other, *private)))
    line = d.cite("lemma/near-rows.information", near, P=P, W=W, delta=delta)
    most = d.cite("background/entropy-range.uniform", P=P)
    return d.arithmetic(information(P, W) <= delta * log(r), line, most, hints=[delta])


@derives(PAPER + "lemma-3-input.bound")
def input_bound(d: Derivation) -> None:
    """δ ln r, of which 2δ/(1 + δ) ln r is more."""
    P, W, delta = d.var("P"), d.var("W"), d.var("delta")
    r = W.of.inputs
    line = by_input(d, P, W, delta, *d.given)
    share = delta / (delta + 1)
    unit = d.arithmetic(share <= 1, d.obvious(number(0) <= 1 / (delta + 1)))
    some = d.piece(d.cite("background/binary-entropy.range", unit, p=share), 0)
    more = d.arithmetic(delta <= 2 * share, d.obvious(delta <= 1), hints=[delta / (delta + 1)])
    d.qed(d.arithmetic(d.goal, line, some, more, hints=[log(r)]))


@derives(PAPER + "lemma-3-input.relaxed")
def input_relaxed(d: Derivation) -> None:
    """h is concave."""
    r, delta = d.var("r"), d.var("delta")
    line = d.cite("lemma/entropy-chord.shrunk", p=delta, K=r)
    d.qed(d.arithmetic(d.goal, line))


# --- the lemma ------------------------------------------------------------------------------------


@derives("lemma/rows-within")
def rows_within(d: Derivation) -> None:
    """By the output or by the input, whichever has fewer symbols."""
    P, W, most, delta = (d.var(name) for name in ("P", "W", "K", "delta"))
    few, rows = d.given
    m, n = W.of.outputs, W.of.inputs
    some = d.piece(d.cite("background/binary-entropy.range", p=delta), 0)
    private = d.cite("definition/as-mechanism-dp-intro", rows, W=W, eps=0, delta=delta)

    def chosen(order: Line, value: Line) -> Line:
        if value.theorem.conclusion.right == m:
            line = by_output(d, P, W, delta, private)
            line = d.arithmetic(
                information(P, W) <= 2 * binary_entropy(delta) + 2 * delta * log(m),
                line, some, hints=[delta * log(m)],
            )
        else:
            line = by_input(d, P, W, delta, private)
            more = log_below(d, n, most + 1, few)
            line = d.arithmetic(
                information(P, W) <= 2 * binary_entropy(delta) + 2 * delta * log(most + 1),
                line, some, more, hints=[delta, delta * log(most + 1)],
            )
        return d.rewrite(value, line, d.goal)

    d.qed(split_minimum(d, m, most + 1, chosen))


def is_positive(d: Steps, m: Any, symbols: Any, *lines: Line) -> Line:
    """min(m, symbols) ≥ 1, for two sizes; the lines show that the second is at least 1."""
    return split_minimum(
        d, m, symbols, lambda _, value: d.arithmetic(
            number(1) <= minimum(m, symbols), value,
            d.obvious(number(1) <= value.theorem.conclusion.right, *lines),
        )
    )


@derives(PAPER + "lemma-3")
def lemma_3(d: Derivation) -> None:
    """For each channel from one entry."""
    M, delta = d.var("M"), d.var("delta")
    D, m = M.sort.database, M.sort.outputs
    r = largest_alphabet(D)
    bound = 2 * binary_entropy(delta) + 2 * delta * log(minimum(m, r + 1))

    def entry(x: Any, i: Any, p: Any) -> Line:
        W = entry_channel(M, x, i)
        v, w = (d.fix(Symbol(name, W.sort.inputs)) for name in ("v", "w"))
        rows = d.forall(v, d.forall(w, d.cite(
            "lemma/entry-close", *d.given, x=x, i=i, v=v, w=w, eps=0, delta=delta
        )))
        few = d.cite("definition/alphabet-largest", D=D, i=i)
        return d.cite("lemma/rows-within", few, rows, P=p, W=W, K=r, delta=delta)

    d.qed(is_mi_private(d, M, bound, entry, is_positive(d, m, r + 1)))


def by_output(d: Steps, P: Term, W: Term, delta: Any, private: Line) -> Line:
    """I(P;W) ≤ h(δ) + δ ln m for m outputs."""
    m = W.sort.outputs
    bound = binary_entropy(delta) + delta * log(m)
    return by_continuity(d, P, W, delta, bound, lambda near, x: d.cite(
        "background/entropy-continuity.relaxed", near,
        P=output(P, W), Q=W[x], delta=delta, n=m,
    ), private)


def tighter(d: Derivation, goal: Relation, delta: Any, by_alphabet: Line, *lines: Line) -> Line:
    """min{b, entry bound} ≤ (35) at a δ, from a line b ≤ h(δ) + δ ln m."""
    m, r = d.var("m"), d.var("r")
    least = goal.left
    some = d.piece(d.cite("background/binary-entropy.range", p=delta), 0)
    relaxed = d.cite(PAPER + "lemma-3-input.relaxed", r=r, delta=delta)
    first, second = (d.cite("background/absolute-value.below-both", *lines, r=least.args[0],
                            s=least.args[1], part=part) for part in (0, 1))

    def chosen(order: Line, value: Line) -> Line:
        if value.theorem.conclusion.right == m:
            line = d.arithmetic(
                least <= 2 * binary_entropy(delta) + 2 * delta * log(m),
                first, by_alphabet, some, *lines, hints=[delta * log(m)],
            )
        else:
            line = d.chain(second, relaxed)
        return d.rewrite(value, line, goal)

    return split_minimum(d, m, r + 1, chosen)


@derives(PAPER + "lemma-3-tighter.small")
def tighter_small(d: Derivation) -> None:
    """(106) or (127); at m = 1, δ = 0."""
    m, delta = d.var("m"), d.var("delta")
    (corner,) = d.given

    def one(few: Line) -> Line:
        zero = nothing_at_one(d, delta, m, few, corner)
        goal = substitute(d.goal, {"delta": number(0)})
        none = d.obvious(goal.left.args[0] <= binary_entropy(number(0)) + 0 * log(m))
        return d.rewrite(zero, tighter(d, goal, number(0), none), d.goal)

    def more(_: Line, above: Line) -> Line:
        line = d.cite(PAPER + "lemma-3-output.small-relaxed", corner)
        return tighter(d, d.goal, delta, line, above)

    d.qed(one_or_more(d, m, one, more))


@derives(PAPER + "lemma-3-tighter.large")
def tighter_large(d: Derivation) -> None:
    """(106) or (127)."""
    line = d.cite(PAPER + "lemma-3-output.large-relaxed", *d.given)
    d.qed(tighter(d, d.goal, d.var("delta"), line))


# --- Lemma 11: the mixture ------------------------------------------------------------------------

STEPS = PAPER + "lemma-11-steps."


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


@derives(STEPS + "parts")
def parts(d: Derivation) -> None:
    """Both parts have the same sum, as the laws' sums are equal."""
    P, Q = d.var("P"), d.var("Q")
    above = total_part(d, P, Q, lambda a: positive_part(d, P[a], Q[a]))
    below = total_part(d, Q, P, lambda a: positive_part(d, Q[a], P[a]))
    symmetric = d.cite("background/total-variation.symmetric", P=Q, Q=P)
    d.qed(d.both(above, d.chain(below, symmetric)))


@derives(STEPS + "eq-118@different")
def parts_are_laws(d: Derivation) -> None:
    """The parts over their sum."""
    above, below = (d.cite(STEPS + "parts", part=k) for k in (0, 1))

    def share(goal: Relation, part: Line) -> Line:
        gap = part.formula.right
        divided = d.identity(equals(goal.left, part.formula.left / gap), *d.given)
        divided = d.rewrite(part, divided)
        return d.chain(divided, d.identity(equals(gap / gap, 1), *d.given))

    d.qed(d.both(share(d.goal.parts[0], below), share(d.goal.parts[1], above)))


@derives(STEPS + "eq-120")
def two_mixtures(d: Derivation) -> None:
    """P + (Q − P)⁺ = Q + (P − Q)⁺."""
    P, Q = d.var("P"), d.var("Q")
    a = d.fix(d.goal.var)
    line = d.arithmetic(
        d.goal.body, positive_part(d, P[a], Q[a]), positive_part(d, Q[a], P[a])
    )
    d.qed(d.forall(a, line))


@derives(STEPS + "eq-112@different")
def first_mixture(d: Derivation) -> None:
    """By its parts."""
    a = d.fix(d.goal.var)
    d.qed(d.forall(a, d.identity(d.goal.body, *d.given)))


@derives(STEPS + "eq-113@different")
def second_mixture(d: Derivation) -> None:
    """(120), by its parts."""
    a = d.fix(d.goal.var)
    level = d.at(d.cite(STEPS + "eq-120"), a)
    rest = d.identity(equals(level.formula.right, d.goal.body.right), *d.given)
    d.qed(d.forall(a, d.chain(level, rest)))


@derives(STEPS + "monotone@up-to-one")
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


# --- Example 3.3 ----------------------------------------------------------------------------------


@derives(PAPER + "example-3.3.private")
def erasure_private(d: Derivation) -> None:
    """Two rows agree on the erasure."""
    W, delta = d.goal.args[0].args[0], d.var("delta")
    N = d.var("N")
    A = d.fix(Event("A", N + 1))
    x, other = (d.fix(Symbol(name, N)) for name in ("x", "x'"))
    marks = {
        place: d.cite("background/absolute-value.membership", A=A, a=place + 1)
        for place in (x, other)
    }
    sides = [
        d.forall(A, d.arithmetic(
            W[one][A] <= exp(number(0)) * W[two][A] + delta, *marks.values(), hints=[delta]
        ))
        for one, two in ((x, other), (other, x))
    ]
    close = d.follows(Close(W[x], W[other], 0, delta), *sides)
    d.qed(d.cite("definition/as-mechanism-dp-intro", d.forall(x, d.forall(other, close)),
                 W=W, eps=0, delta=delta))


def told_apart(N: Term, delta: Any) -> Term:
    """The output law of the erasure channel under the uniform law."""
    return pmf_table(N + 1, lambda y: cases(equals(y, 0), 1 - delta, delta / N))


def erasure_row(d: Steps, W: Term, N: Term, delta: Any, x: Any) -> Line:
    """D(W_x‖r) = δ ln N for that law r."""
    r = told_apart(N, delta)
    y = Symbol("y", N + 1)

    def term(y: Any) -> Line:
        w, q = W[x, y], r[y]
        goal = equals(w * log(w) - w * log(q), same(y, x + 1) * (delta * log(N)))

        def at(first: Line, second: Line, mark: Line) -> Line:
            """The goal from lines w = …, q = … and the value of the indicator."""
            chance, other = (line.theorem.conclusion.right for line in (first, second))
            plain = d.identity(equals(
                chance * log(chance) - chance * log(other),
                mark.theorem.conclusion.right * (delta * log(N)),
            ))
            back = d.rewrite(mark, plain, equals(plain.formula.left, goal.right))
            back = d.rewrite(second, back, equals(
                chance * log(chance) - chance * log(q), goal.right
            ))
            return d.rewrite(first, back, goal)

        def there(which: Line, place: Any, value: Any) -> Line:
            return d.rewrite(which, d.identity(equals(W[x, place], value)), equals(w, value))

        def erased(which: Line, value: Line) -> Line:
            if value.theorem.conclusion.right == number(1):
                none = d.identity(equals(same(number(0), x + 1), 0))
                none = d.rewrite(which, none, equals(same(y, x + 1), 0))
                second = d.rewrite(
                    which, d.identity(equals(r[0], 1 - delta)), equals(q, 1 - delta)
                )
                return at(there(which, number(0), 1 - delta), second, none)
            second = d.have(
                equals(q, delta / N), "arithmetic", value, products=[],
                equalities=[[1 - delta - delta / N, 0]],
            )

            def shown(which: Line, mark: Line) -> Line:
                if mark.theorem.conclusion.right == number(1):
                    return at(there(which, x + 1, delta), second, mark)
                unseen = d.have(
                    equals(w, 0), "arithmetic", value, mark, products=[],
                    equalities=[[1 - delta - same(y, x + 1) * delta, 0], [delta, 1]],
                )
                return at(unseen, second, mark)

            return split_equal(d, y, x + 1, shown)

        return d.turn(equals(goal.right, goal.left), split_equal(d, y, 0, erased))

    rows = summed(d, y, term)
    rows = d.turn(equals(rows.formula.right, rows.formula.left), rows)
    value = d.cite("definition/kl", P=W[x], Q=r)
    return d.chain(value, rows, d.identity(equals(rows.formula.right, delta * log(N))))


@derives(PAPER + "example-3.3.uniform")
def erasure_uniform(d: Derivation) -> None:
    """The output law is that of `told_apart`, from which each row is δ ln N away."""
    N, delta = d.var("N"), d.var("delta")
    uniform, W = d.goal.left.args
    r, out = told_apart(N, delta), output(uniform, W)
    y, x = d.fix(Symbol("y", N + 1)), d.fix(Symbol("z", N))
    either = d.cite("definition/predecessor", n=N, y=y)
    erased, some = either.theorem.conclusion.parts

    def at(place: Any) -> Line:
        return d.identity(equals(out[place], r[place]))

    goal = equals(out[y], r[y])
    first = d.rewrite(d.assume(erased), at(number(0)), goal)
    exists = d.assume(some)
    found = d.rewrite(d.assume(equals(y, x + 1)), at(x + 1), goal)
    same_law = d.forall(y, d.cases(either, first, d.obtain(exists, x, found)))
    x = Symbol("x", N)

    def row(x: Any) -> Line:
        line = erasure_row(d, W, N, delta, x)
        plain = d.identity(equals(uniform[x] * (delta * log(N)), uniform[x] * (delta * log(N))))
        return d.rewrite(
            d.turn(equals(line.formula.right, line.formula.left), line), plain,
            equals(uniform[x] * (delta * log(N)), uniform[x] * KL(W[x], r)),
        )

    rows = summed(d, x, row)
    rows = d.turn(equals(rows.formula.right, rows.formula.left), rows)
    value = d.rewrite(same_law, d.cite("definition/information", P=uniform, W=W))
    d.qed(d.chain(value, rows, d.identity(equals(rows.formula.right, delta * log(N)))))


@derives(PAPER + "example-3.3.uniform-by-outputs")
def erasure_uniform_outputs(d: Derivation) -> None:
    """(N + 1) − 1 is N."""
    line = d.cite(PAPER + "example-3.3.uniform")
    d.qed(d.chain(line, d.identity(equals(line.formula.right, d.goal.right))))


@derives(PAPER + "example-3.3.capacity")
def erasure_capacity(d: Derivation) -> None:
    """No row is further from that law; the uniform law reaches it."""
    N, delta = d.var("N"), d.var("delta")
    W = d.goal.left.args[0]
    x = d.fix(Symbol("x", N))
    row = erasure_row(d, W, N, delta, x)
    near = d.forall(x, d.turn(row.formula.left <= row.formula.right, row))
    upper = d.cite("background/redundancy-capacity.radius", near, W=W, Q=told_apart(N, delta),
                   r=delta * log(N))
    reached = d.cite(PAPER + "example-3.3.uniform")
    uniform = reached.formula.left.args[0]
    lower = d.cite("background/information-range.capacity", P=uniform, W=W)
    back = d.turn(equals(reached.formula.right, reached.formula.left), reached)
    d.qed(d.turn(d.goal, upper, d.chain(back, lower)))


@derives(PAPER + "theorem-1-equality.dependent")
def equality_dependent(d: Derivation) -> None:
    """The capacity of the erasure channel."""
    factor = d.var("K")
    private = d.cite(PAPER + "example-3.3.private")
    W = private.formula.args[0].args[0]
    told = d.cite(PAPER + "example-3.3.capacity")
    mi = d.cite("definition/as-mechanism-mi", W=W)
    leaks = d.assume(mi.formula.left <= factor)
    bad = d.contradiction(leaks, mi, told, *d.given)
    d.qed(d.both(private, d.follows(d.goal.parts[1], d.implied(leaks, bad))))


@derives(PAPER + "example-3.3.one-entry")
def erasure_one_entry(d: Derivation) -> None:
    """There are no others to condition on."""
    prior, N = d.var("P"), d.var("N")
    W = d.goal.left.args[1].args[0]
    none = d.cite("definition/no-others", n=N, P=prior, W=W)
    own, given = (
        d.cite("definition/database-joint", part=k, P=prior, M=d.goal.left.args[1], i=0)
        for k in (0, 1)
    )
    level = d.shannon(equals(given.formula.right, own.formula.right), none)
    d.qed(d.chain(given, level, d.turn(equals(own.formula.right, own.formula.left), own)))


@derives(PAPER + "example-3.3.factor-of-two")
def factor_of_two(d: Derivation) -> None:
    """ln N ≤ ln(N + 1) ≤ ln N + ln 2."""
    N, delta, eta = d.var("N"), d.var("delta"), d.var("eta")
    some, large = d.given
    told = delta * log(N)
    entropy = d.piece(d.cite("background/binary-entropy.range", p=delta), 0)
    lower, upper = log_below(d, N, N + 1), log_below(d, N + 1, 2 * N, d.obvious(number(1) <= N))
    least = d.cite("definition/minimum", r=N + 1, s=N + 1)
    least = d.cases(least, *(
        d.piece(d.assume(part), 1) for part in least.theorem.conclusion.parts
    ))
    plain = 2 * binary_entropy(delta) + 2 * delta * log(N + 1)
    first = d.arithmetic(2 * told <= plain, entropy, lower, hints=[delta])
    enough = d.arithmetic(
        2 * binary_entropy(delta) + 2 * delta * log(2) <= eta * told, large, some,
        hints=[delta * eta],
    )
    second = d.arithmetic(plain <= (2 + eta) * told, enough, upper, hints=[delta])
    d.qed(d.both(
        d.rewrite(least, first, d.goal.parts[0]), d.rewrite(least, second, d.goal.parts[1])
    ))


# --- pairs of an input and an output --------------------------------------------------------------


def scaled_absolute(d: Steps, p: Any, u: Any) -> Line:
    """|p u| = p |u| for p ≥ 0."""
    def value(sign: Line, size: Line) -> Line:
        if size.theorem.conclusion.right == u:
            turned = d.arithmetic(number(0) <= p * u, sign, hints=[p])
            return d.arithmetic(equals(absolute(p * u), p * absolute(u)), size, turned, sign)
        turned = d.arithmetic(number(0) <= -(p * u), sign, hints=[p])
        return d.arithmetic(equals(absolute(p * u), p * absolute(u)), size, turned, sign)

    return split_absolute(d, u, value)


@derives(PAPER + "eq-107.eq-108")
def distance_of_pairs(d: Derivation) -> None:
    """Σ over the outputs of each input."""
    P, W = d.var("P"), d.var("W")
    n, m = W.of.inputs, W.of.outputs
    q = output(P, W)
    size = d.arithmetic(number(1) <= n * m, d.obvious(number(1) <= n), d.obvious(number(1) <= m),
                        hints=[n, m])
    first, second = d.goal.left.args
    whole = d.cite("definition/total-variation", size, P=first, Q=second, n=n * m)
    x, y = Symbol("x", n), Symbol("y", m)

    def row(x: Any) -> Line:
        cells = summed(d, y, lambda y: scaled_absolute(d, P[x], W[x, y] - q[y]))
        distance = d.cite("definition/total-variation", P=W[x], Q=q)
        half = d.identity(equals(cells.formula.left / 2, cells.formula.left / 2))
        half = d.rewrite(cells, half, equals(cells.formula.left / 2, cells.formula.right / 2))
        out = d.identity(equals(cells.formula.right / 2, P[x] * distance.formula.right))
        back = d.turn(equals(distance.formula.right, distance.formula.left), distance)
        return d.chain(half, d.rewrite(back, out, equals(
            cells.formula.right / 2, P[x] * TV(W[x], q)
        )))

    rows = summed(d, x, row)
    sums = d.identity(equals(whole.formula.right, rows.formula.left), size)
    d.qed(d.chain(whole, sums, rows))


@derives(PAPER + "eq-107.eq-107")
def pairs_close(d: Derivation) -> None:
    """A mean of distances of at most δ."""
    P, W, delta = d.var("P"), d.var("W"), d.var("delta")
    n, m = W.of.inputs, W.of.outputs
    apart = d.cite(PAPER + "eq-107.eq-108", P=P, W=W)
    q = output(P, W)
    rows = summed(d, Symbol("x", n), lambda x: d.arithmetic(
        P[x] * TV(W[x], q) <= P[x] * delta, from_output(d, P, W, delta, x, *d.given),
        hints=[P[x]],
    ))
    near = d.chain(apart, rows, d.identity(equals(rows.formula.right, delta)))
    size = d.arithmetic(number(1) <= n * m, d.obvious(number(1) <= n), d.obvious(number(1) <= m),
                        hints=[n, m])
    first, second = apart.formula.left.args
    d.qed(d.cite(PAPER + "eq-8.if", near, size, P=first, Q=second, delta=delta, n=n * m))


# --- Lemma 11: the entropies ----------------------------------------------------------------------


@derives(
    STEPS + "eq-124-first", STEPS + "eq-124-second", PAPER + "lemma-11-steps-repaired"
)
def mixture_entropy(d: Derivation) -> None:
    """Each entropy as a sum."""
    d.qed(d.identity(d.goal))


@derives(STEPS + "label")
def label(d: Derivation) -> None:
    """The label is 1 with probability δ/(1 + δ)."""
    d.qed(d.identity(d.goal))


@derives(STEPS + "information")
def label_information(d: Derivation) -> None:
    """Shannon-type inequalities."""
    low, high = d.goal.parts
    d.qed(d.both(d.shannon(low), d.shannon(high)))


@derives(STEPS + "entropy")
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


@derives(PAPER + "lemma-1-steps.eq-24-average")
def average_information(d: Derivation) -> None:
    """Each information as a sum."""
    mean = d.goal.right
    z = Symbol("z", mean.var.of.size)
    Q = d.var("Q")

    def covered(z: Any, key: str) -> Line:
        inside = substitute_bound(mean, z).args[1]
        return d.cite(
            f"background/output-dominates.{key}", P=inside.args[0], W=inside.args[1]
        )

    def term(z: Any) -> Line:
        value = substitute_bound(mean, z)
        inside = value.args[1]
        sums = d.cite("background/information-forms.sums", P=inside.args[0], W=inside.args[1])
        plain = d.identity(
            equals(Q[z] * sums.formula.right, Q[z] * sums.formula.right), *covers(z)
        )
        back = d.turn(equals(sums.formula.right, sums.formula.left), sums)
        return d.rewrite(back, plain, equals(Q[z] * sums.formula.right, value))

    def covers(z: Any) -> list[Line]:
        return [covered(z, key) for key in ("by-input", "by-output")]

    known = [
        everywhere(d, z, lambda z, key=key: covered(z, key)) for key in ("by-input", "by-output")
    ]
    rows = summed(d, z, term, *known)
    d.qed(d.chain(d.identity(equals(d.goal.left, rows.formula.left), *known), rows))


@derives(PAPER + "lemma-2-steps.eq-30-b")
def certain_others(d: Derivation) -> None:
    """The others' value is certain: no entropy."""
    J = d.goal.left.args[0]
    none = d.identity(equals(H(J, "Z"), 0))
    d.qed(d.shannon(d.goal, none))


@derives(STEPS + "eq-122")
def one_side(d: Derivation) -> None:
    """(124): the mixture's entropy is near P's, as entropies lie in [0, ln |U|] and the label tells
    at most its own entropy."""
    P, R, delta = d.var("P"), d.var("R"), d.var("delta")
    mixed = d.cite(STEPS + "eq-124-second")
    ranges = [d.cite(STEPS + "entropy", P=law) for law in (P, R)]
    told = d.cite(STEPS + "information")
    label_ = d.cite(STEPS + "label")
    difference, bound = d.goal.left.args[0], d.goal.right
    share = delta / (delta + 1)
    facts = [mixed, *ranges, told, label_, d.obvious(number(0) <= share)]
    hints = [share, 1 / (delta + 1)]
    above = d.arithmetic(difference <= bound, *facts, hints=hints)
    below = d.arithmetic(-difference <= bound, *facts, hints=hints)
    d.qed(d.cite("background/absolute-value.least", above, below, r=difference, c=bound))


@derives(PAPER + "lemma-11")
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
    near = d.cite(PAPER + "eq-8.only-if", close, size, P=P, Q=Q, delta=delta, n=u * v)
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
        exact = d.cite(PAPER + "eq-8.if", zero, size, P=P, Q=Q, delta=0, n=u * v)
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
            d.cite(STEPS + "eq-122", above, sign, size, P=law, R=mixed_in, delta=gap)
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
                STEPS + "monotone@up-to-one", less, small, above, u=u,
                values={"delta": gap, "delta'": delta},
            ))

        def beyond(large: Line) -> Line:
            ranges = [d.cite(STEPS + "entropy", P=law) for law in (P, Q)]
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
