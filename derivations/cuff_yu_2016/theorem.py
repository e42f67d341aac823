"""Section 3: Theorem 1 and its lemmas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.databases import equal_tables, is_mi_private, substitute_bound
from derivations.tools import absurd, split_maximum, split_minimum, split_order, summed
from verified.language import (
    KL,
    Close,
    binary_entropy,
    binary_entropy_inverse,
    channel_of,
    entries,
    equals,
    exp,
    hamming,
    instances,
    largest_alphabet,
    log,
    maximum,
    mi_dp,
    minimum,
    output,
    rational,
    sqrt,
)
from verified.language.databases import entry_channel
from verified.language.terms import Event, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

PAPER = "cuff-yu-2016/"


def not_negative(d: Steps, first: Any, second: Any, *lines: Line) -> Line:
    """0 ≤ min{first, second}."""
    goal = number(0) <= minimum(first, second)
    return split_minimum(
        d, first, second, lambda _, value: d.arithmetic(goal, value, *lines), *lines
    )


def min_below(d: Steps, first: Any, second: Any, *lines: Line) -> tuple[Line, Line]:
    """min{first, second} ≤ first, and ≤ second."""
    least = minimum(first, second)

    def bound(side: Any) -> Line:
        return split_minimum(
            d, first, second,
            lambda order, value: d.arithmetic(least <= side, order, value, *lines), *lines,
        )

    return bound(number(first)), bound(number(second))


# --- Lemma 1 --------------------------------------------------------------------------------------


@derives(PAPER + "lemma-1-kl")
def lemma_1_kl(d: Derivation) -> None:
    """Property 1 for each pair of neighbours."""
    M, eps = d.var("M"), d.var("eps")
    kl = d.known["definition/kl-dp-intro"].given[0]
    x, other = d.fix(kl.var), d.fix(kl.body.var)
    near = d.assume(kl.body.guard)
    close = d.cite("definition/dp", near, *d.given, delta=0)
    bound = d.cite(PAPER + "property-1-relaxed.forward", close, P=M[x], Q=M[other])
    every = d.forall(x, d.forall(other, bound, kl.body.guard))
    d.qed(d.cite("definition/kl-dp-intro", every, r=minimum(eps, eps**2)))


@derives(PAPER + "lemma-1-radius")
def lemma_1_radius(d: Derivation) -> None:
    """The capacity is at most the mean divergence from the output law."""
    d.qed(d.cite("background/redundancy-capacity.pairs", W=d.var("W")))


@derives(PAPER + "lemma-1-mi")
def lemma_1_mi(d: Derivation) -> None:
    """Given the other entries, the response's laws are within ε of each other."""
    M, eps = d.var("M"), d.var("eps")

    def bound(x: Any, i: Any, p: Any) -> Line:
        channel = entry_channel(M, x, i)
        radius = d.cite(PAPER + "lemma-1-radius", W=channel)
        v, w = (d.fix(Symbol(name, channel.sort.inputs)) for name in ("v", "w"))
        outer = radius.formula.right
        one = d.cite("lemma/entry-kl", *d.given, x=x, i=i, v=v, w=w, r=eps)
        inner = d.bound_sup(substitute_bound(outer, v), one, w)
        return d.chain(
            d.cite("background/information-range.capacity", P=p, W=channel), radius,
            d.bound_sup(outer, inner, v),
        )

    d.qed(is_mi_private(d, M, eps, bound))


@derives(PAPER + "lemma-1")
def lemma_1(d: Derivation) -> None:
    """By (21), then (22)."""
    eps = d.var("eps")
    low = not_negative(d, eps, eps**2)
    kl = d.cite(PAPER + "lemma-1-kl", *d.given)
    d.qed(d.cite(PAPER + "lemma-1-mi", kl, low, eps=minimum(eps, eps**2)))


STEPS = PAPER + "lemma-1-steps."


@derives(STEPS + "eq-24")
def mean_divergence(d: Derivation) -> None:
    """The definition; an entry without probability adds nothing."""
    P, W = d.var("P"), d.var("W")
    means = d.cite("definition/kl-mean", part=0, P=P, W=W, R=output(P, W))
    d.qed(d.chain(
        d.cite("definition/information", P=P, W=W),
        d.turn(equals(means.formula.right, means.formula.left), means),
    ))


def to_others(d: Steps, P: Term, W: Term, x: Any) -> Line:
    """The mean divergence from W_x is the same whether or not entries without probability count."""
    means = d.cite("definition/kl-mean", part=1, P=P, W=W, R=W[x])
    return d.turn(equals(means.formula.right, means.formula.left), means)


@derives(STEPS + "eq-26-jensen")
def mean_from_row(d: Derivation) -> None:
    """Convexity of the divergence in its second argument."""
    P, W, x = d.var("P"), d.var("W"), d.var("x")
    line = d.cite("background/kl-jointly-convex.second", values={"t": P, "P": W[x], "Q": W})
    d.qed(d.chain(line, to_others(d, P, W, x)))


@derives(STEPS + "eq-26-bound")
def mean_bound(d: Derivation) -> None:
    """A mean of divergences that are at most ε."""
    P, W, x, eps = (d.var(name) for name in ("P", "W", "x", "eps"))

    def row(other: Any) -> Line:
        one = d.cite("definition/as-mechanism-kl", *d.given, values={
            "W": W, "x": x, "x'": other, "r": eps,
        })
        return d.arithmetic(
            P[other] * KL(W[x], W[other]) <= P[other] * eps, one, hints=[P[other]]
        )

    rows = summed(d, d.goal.left.var, row)
    means = d.cite("definition/kl-mean", part=1, P=P, W=W, R=W[x])
    d.qed(d.chain(means, rows, d.identity(equals(rows.formula.right, eps))))


# --- Lemma 2 --------------------------------------------------------------------------------------


def below_root(d: Steps, u: Any, square: Any, line: Line, *lines: Line) -> Line:
    """u ≤ √square, from a line u² ≤ square."""
    root = sqrt(square)
    goal = number(u) <= root

    def over(above: Line) -> Line:
        positive = d.arithmetic(number(0) < u, above, *lines, hints=[root])
        return absurd(d, goal, line, above, positive, *lines, hints=[root])

    return split_order(d, u, root, lambda low: low, over, *lines)


def close_by_events(
    d: Steps, P: Term, Q: Term, delta: Any, proof: Callable[[Term, Term, Any], Line],
    *lines: Line,
) -> Line:
    """(0, δ)-closeness of P and Q, where `proof` shows P(A) − Q(A) ≤ δ for any two such laws and
    any event."""
    A = d.fix(Event("A", P.sort.sizes()[0]))

    def side(first: Term, second: Term) -> Line:
        line = d.arithmetic(
            first[A] <= exp(number(0)) * second[A] + delta, proof(first, second, A), *lines
        )
        return d.forall(A, line)

    return d.follows(Close(P, Q, 0, delta), side(P, Q), side(Q, P))


def is_private(
    d: Steps, M: Term, eps: Any, delta: Any, proof: Callable[[Any, Any, Line], Line],
    *lines: Line,
) -> Line:
    """(ε,δ)-DP, where `proof` shows the closeness of the responses to two databases from a line
    that they are neighbours; the lines show ε and δ to be at least 0."""
    (wanted,) = d.known["definition/dp-intro"].given
    D = M.sort.database
    x, other = (d.fix(Symbol(var.name, instances(D))) for var in (wanted.var, wanted.body.var))
    near = hamming(D, x, other) <= 1
    line = proof(x, other, d.assume(near))
    pairs = d.forall(x, d.forall(other, line, near))
    return d.cite("definition/dp-intro", pairs, *lines, M=M, eps=eps, delta=delta)


def private_by_information(
    d: Steps, M: Term, delta: Any, proof: Callable[..., Line], *lines: Line
) -> Line:
    """(δ)-DP, where `proof` shows u ≤ δ for a u of which it gets the line
    ln 2 − h((1 − u)/2) ≤ mi_dp(M), and others that show u to lie in [−1, 1]."""

    def close(x: Any, other: Any, near: Line) -> Line:
        def event(P: Term, Q: Term, B: Any) -> Line:
            told = d.cite("lemma/neighbour-event", near, values={
                "M": M, "x": x, "x'": other, "B": B,
            })
            limits = [d.cite("definition/event-bounds", P=law, A=B, part=1) for law in (P, Q)]
            # h is symmetric, so that u may be either difference.
            told = d.arithmetic(
                log(2) - binary_entropy((1 - (P[B] - Q[B])) / 2) <= mi_dp(M), told, *limits
            )
            return proof(P[B] - Q[B], told, *limits)

        return close_by_events(d, M[x], M[other], delta, event, *lines)

    return is_private(d, M, 0, delta, close, *lines)


@derives(PAPER + "lemma-2")
def lemma_2(d: Derivation) -> None:
    """By (28) and (99)."""
    M, eps = d.var("M"), d.var("eps")
    (private,) = d.given

    def bound(u: Term, told: Line, *limits: Line) -> Line:
        place = (1 - u) / 2
        below = d.cite(PAPER + "eq-99", *limits, x=place)
        square = d.arithmetic(u * u <= 2 * eps, told, below, private, *limits)
        return below_root(d, u, 2 * eps, square)

    d.qed(private_by_information(d, M, sqrt(2 * eps), bound))


def crossover_of(d: Steps, eps: Any, *lines: Line) -> tuple[Term, list[Line]]:
    """The crossover c of the symmetric channel of capacity ε, with 0 ≤ c ≤ 1/2 and
    h(c) = ln 2 − ε; the lines show ε ≤ ln 2."""
    level = log(2) - eps
    room = d.arithmetic(number(0) <= level, *lines)
    facts = d.cite("definition/binary-entropy-inverse", room, *lines, r=level)
    return binary_entropy_inverse(level), [room, *(d.piece(facts, k) for k in range(3))]


@derives(PAPER + "lemma-2-tight.bound")
def lemma_2_tight(d: Derivation) -> None:
    """h((1 − u)/2) ≥ ln 2 − ε for each difference u, and h grows up to 1/2."""
    M, eps = d.var("M"), d.var("eps")
    small, private = d.given
    c, facts = crossover_of(d, eps, small)

    def bound(u: Term, told: Line, *limits: Line) -> Line:
        def positive(above: Line) -> Line:
            level = d.arithmetic(
                binary_entropy(c) <= binary_entropy((1 - u) / 2), told, private, *facts, *limits
            )
            half = d.arithmetic(c <= rational(1, 2), *facts)
            return d.cite(
                "lemma/binary-entropy-strict.inverse", half, level, above, *facts, *limits,
                p=c, q=u,
            )

        return split_order(
            d, u, 0, lambda low: d.arithmetic(u <= 1 - 2 * c, low, *facts), positive, *limits
        )

    room = d.arithmetic(number(0) <= 1 - 2 * c, *facts)
    d.qed(private_by_information(d, M, 1 - 2 * c, bound, room, *facts))


@derives(PAPER + "lemma-2-tight.vacuous")
def lemma_2_vacuous(d: Derivation) -> None:
    """No probability exceeds 1."""
    M = d.var("M")

    def close(x: Any, other: Any, _: Line) -> Line:
        return close_by_events(d, M[x], M[other], 1, lambda P, Q, A: d.arithmetic(
            P[A] - Q[A] <= 1, d.cite("definition/event-bounds", P=P, A=A, part=1)
        ))

    d.qed(is_private(d, M, 0, 1, close))


@derives(PAPER + "lemma-2-asymptotic.looser")
def lemma_2_looser(d: Derivation) -> None:
    """By (99) at the crossover."""
    eps = d.var("eps")
    c, facts = crossover_of(d, eps, *d.given)
    one = d.arithmetic(c <= 1, *facts)
    below = d.cite(PAPER + "eq-99", one, *facts, x=c)
    u = 1 - 2 * c
    square = d.arithmetic(u * u <= 2 * eps, below, *facts)
    d.qed(below_root(d, u, 2 * eps, square, *facts))


@derives(PAPER + "lemma-2-tight.attained")
def lemma_2_attained(d: Derivation) -> None:
    """The symmetric channel with that crossover has the capacity ε and the distance 1 − 2c."""
    c, facts = crossover_of(d, d.var("eps"), *d.given)
    half = d.arithmetic(c <= rational(1, 2), *facts)
    both_ = d.cite("lemma/symmetric-channel", half, *facts, c=c)
    information_ = d.piece(both_, 0)
    private = d.arithmetic(information_.formula.left <= d.var("eps"), information_, *facts)
    d.qed(d.both(private, d.piece(both_, 1)))


@derives(PAPER + "lemma-2-tight.beyond")
def lemma_2_beyond(d: Derivation) -> None:
    """The noiseless channel has the capacity ln 2, and rows at distance 1."""
    eps = d.var("eps")
    both_ = d.cite("lemma/symmetric-channel", c=0)
    channel = both_.theorem.conclusion.parts[0].left.args[0].args[0]
    noiseless = channel_of([1, 0], [0, 1])
    values = d.rewrite(equal_tables(d, channel, noiseless), both_)
    information_, distance = d.piece(values, 0), d.piece(values, 1)
    private = d.arithmetic(information_.formula.left <= eps, information_, *d.given)
    one = d.identity(equals(distance.formula.right, 1))
    d.qed(d.both(private, d.chain(distance, one)))


@derives(PAPER + "lemma-2-asymptotic.limit")
def lemma_2_limit(d: Derivation) -> None:
    """ε lies between u²/2 and u²/2 + u⁴/4 for u = 1 − 2c."""
    eps, eta = d.var("eps"), d.var("eta")
    positive, most = d.given
    first, second = min_below(d, log(2), 2 * eta)
    small, large = d.chain(most, first), d.chain(most, second)
    c, facts = crossover_of(d, eps, small)
    u = 1 - 2 * c
    one = d.arithmetic(c <= 1, *facts)
    lower = d.cite(PAPER + "eq-99", one, *facts, x=c)
    upper = d.cite("lemma/entropy-gap.upper", *facts, one, x=u)
    upper = d.arithmetic(eps <= u**2 / 2 + u**4 / 4, upper, *facts, one)
    lower = d.arithmetic(u**2 / 2 <= eps, lower, *facts, one)
    d.qed(d.cite("lemma/entropy-gap.root", lower, upper, large, positive, *facts, one, x=u))


# --- the equivalence ------------------------------------------------------------------------------


def small_enough(d: Steps, beta: Any) -> tuple[Line, Line]:
    """0 ≤ ε and min{ε, ε²} ≤ β for ε = max{β, √β}."""
    eps = maximum(beta, sqrt(beta))
    low = split_maximum(
        d, beta, sqrt(beta), lambda _, value: d.arithmetic(number(0) <= eps, value)
    )
    first, second = min_below(d, eps, eps**2, low)
    least = minimum(eps, eps**2)

    def bound(_: Line, value: Line) -> Line:
        if value.theorem.conclusion.right == beta:
            return d.arithmetic(least <= beta, first, value)
        square = d.rewrite(value, second, least <= sqrt(beta) ** 2)
        return d.arithmetic(least <= beta, square, low)

    return low, split_maximum(d, beta, sqrt(beta), bound)


@derives(PAPER + "theorem-1-order.dp-mi")
def order_dp_mi(d: Derivation) -> None:
    """Lemma 1."""
    M, beta = d.var("M"), d.var("beta")
    low, least = small_enough(d, beta)
    eps = maximum(beta, sqrt(beta))
    d.qed(d.chain(d.cite(PAPER + "lemma-1", *d.given, low, M=M, eps=eps), least))


@derives(PAPER + "theorem-1-order.a")
def order_a(d: Derivation) -> None:
    """(21)."""
    M, beta = d.var("M"), d.var("beta")
    low, least = small_enough(d, beta)
    eps = maximum(beta, sqrt(beta))
    d.qed(d.chain(d.cite(PAPER + "lemma-1-kl", *d.given, low, M=M, eps=eps), least))


@derives(PAPER + "theorem-1-order.b")
def order_b(d: Derivation) -> None:
    """(22)."""
    d.qed(d.cite(PAPER + "lemma-1-mi", *d.given, eps=d.var("beta")))


def by_square(d: Steps, M: Term, level: Any, *given: Line) -> Line:
    """(δ)-DP from (δ²/2)-MI-DP."""
    private = d.cite(PAPER + "lemma-2", *given, M=M, eps=level**2 / 2)
    root = d.identity(equals(sqrt(2 * (level**2 / 2)), level))
    return d.rewrite(root, private)


@derives(PAPER + "theorem-1-order.c")
def order_c(d: Derivation) -> None:
    """(27)."""
    d.qed(by_square(d, d.var("M"), d.var("beta"), *d.given))


@derives(PAPER + "theorem-1-order.mi-dp", PAPER + "theorem-1-equality.forward")
def order_mi_dp(d: Derivation) -> None:
    """(27), then ε-DP at any ε from 0 on."""
    M, eps, delta = d.var("M"), d.var("eps"), d.var("delta")
    private = by_square(d, M, delta, d.given[-1])
    d.qed(d.cite(PAPER + "example-1.delta", private, M=M, eps=eps, delta=delta))


# --- no reverse ordering --------------------------------------------------------------------------


def at_most_one(d: Steps, level: Any, *lines: Line) -> tuple[Term, list[Line]]:
    """q = min{1, level}, with 0 < q, q ≤ 1 and q ≤ level; the lines show the level positive."""
    q = minimum(1, level)
    positive = split_minimum(d, 1, level, lambda _, value: d.arithmetic(
        number(0) < q, value, d.obvious(number(0) < value.theorem.conclusion.right, *lines)
    ), *lines)
    return q, [positive, *min_below(d, 1, level, *lines)]


def gives_away(d: Steps, q: Any, level: Any, *lines: Line) -> Line:
    """The channel that gives input 1 away with probability q ≤ level is level-MI-DP."""
    told = d.cite("lemma/giving-away.capacity", *lines, q=q)
    mi = d.cite("definition/as-mechanism-mi", *lines, W=told.formula.left.args[0])
    return d.arithmetic(mi.formula.left <= level, mi, told, *lines)


@derives(PAPER + "theorem-1-strict.a")
def strict_a(d: Derivation) -> None:
    """The pair of laws of the second section, as the rows of a channel."""
    pair = d.cite(PAPER + "properties-strict.property-1")
    forward, reverse, apart = (d.piece(pair, k) for k in range(3))
    P, Q = forward.formula.left.args
    beta, factor = d.var("beta"), d.var("K")
    r, s = P.args[1], Q.args[1]
    first, _ = min_below(d, *r.args)
    positive = split_minimum(d, *r.args, lambda _, value: d.arithmetic(
        number(0) < r, value, d.obvious(number(0) < value.theorem.conclusion.right)
    ))
    tangent = d.cite("background/log-tangent.exponential", eps=factor + 1)
    shrunk = d.arithmetic(exp(-factor - 1) <= 1, tangent, hints=[exp(-factor - 1)])
    rarer = d.arithmetic(s <= r, shrunk, positive, hints=[r])
    lines = [positive, d.arithmetic(r <= 1, first), d.arithmetic(s <= 1, rarer, first)]
    private = d.cite("lemma/pair-mechanism.divergence", forward, reverse, *lines,
                     P=P, Q=Q, eps=beta)
    d.qed(d.both(private, d.cite(
        "lemma/pair-mechanism.private", apart, *lines, P=P, Q=Q, eps=factor, delta=0
    )))


@derives(PAPER + "theorem-1-strict.b")
def strict_b(d: Derivation) -> None:
    """A channel that gives an input away, seldom."""
    beta, factor = d.var("beta"), d.var("K")
    q, lines = at_most_one(d, beta)
    private = gives_away(d, q, beta, *lines)
    d.qed(d.both(private, d.cite("lemma/giving-away.divergence", *lines, q=q, r=factor)))


@derives(PAPER + "mi-dp-no-dp")
def no_dp(d: Derivation) -> None:
    """A channel that gives an input away, seldom."""
    eps, eps_new = d.var("eps"), d.var("eps'")
    q, lines = at_most_one(d, eps, *d.given)
    private = gives_away(d, q, eps, *lines)
    d.qed(d.both(private, d.cite(
        "lemma/giving-away.private", *lines, q=q, eps=eps_new, delta=0
    )))


@derives(PAPER + "eq-33.threshold")
def threshold(d: Derivation) -> None:
    """The input 0 never has the output 1."""
    q, _eps, eps_new, delta = (d.var(name) for name in ("q", "eps", "eps'", "delta"))
    most, less = d.given
    mi = d.cite("definition/as-mechanism-mi", W=most.formula.left.args[0])
    d.qed(d.both(d.chain(mi, most), d.cite(
        "lemma/giving-away.private", less, q=q, eps=eps_new, delta=delta
    )))


@derives(PAPER + "eq-33.positive")
def threshold_positive(d: Derivation) -> None:
    """Its capacity is at most the probability."""
    eps, eps_new, delta = (d.var(name) for name in ("eps", "eps'", "delta"))
    some, less = d.given
    q, lines = at_most_one(d, eps, some)
    private = gives_away(d, q, eps, *lines)
    d.qed(d.both(private, d.cite(
        "lemma/giving-away.private", less, *lines, q=q, eps=eps_new, delta=delta
    )))


# --- equality where the cardinality is bounded ----------------------------------------------------


@derives(PAPER + "theorem-1-equality.reverse")
def equality_reverse(d: Derivation) -> None:
    """Property 3 at ε' = 0, then Lemma 3, where h(δ) ≤ 2 ln 2 √δ."""
    M, N, beta = d.var("M"), d.var("N"), d.var("beta")
    fewer, private = d.given
    D, m = M.sort.database, M.sort.outputs
    r = largest_alphabet(D)
    spread = 2 * log(N + 1) + 4 * log(2)
    delta = private.formula.args[1]
    positive = split_minimum(d, *delta.args, lambda _, value: d.arithmetic(
        number(0) < delta, value, d.obvious(number(0) < value.theorem.conclusion.right)
    ))
    first, second = min_below(d, *delta.args)
    apart = d.cite(PAPER + "example-1.equality", private, positive, M=M, beta=delta)
    leaked = d.cite(PAPER + "lemma-3", apart, positive, first, M=M, delta=delta)
    s = sqrt(delta)
    unit = below_one(d, s, first, positive)
    root = split_order(d, s, beta / spread, lambda low: low, lambda high: absurd(
        d, s <= beta / spread, high, second, positive, hints=[s, beta / spread]
    ), positive)
    entropy = d.cite("lemma/entropy-root", unit, positive, s=s)

    symbols = minimum(m, r + 1)

    def size(outer: Line, value: Line) -> Line:
        return split_minimum(d, m, r, lambda order, least: d.arithmetic(
            symbols <= N + 1, value, fewer, least, order, outer
        ))

    most = split_minimum(d, m, r + 1, size)
    some = split_minimum(d, m, r + 1, lambda _, value: d.arithmetic(
        number(0) < symbols, value, d.obvious(number(0) < value.theorem.conclusion.right)
    ))
    tangent = d.cite("background/log-tangent.line", some, x=symbols / (N + 1))
    less = d.arithmetic(log(symbols) <= log(N + 1), tangent, most, some, hints=[1 / (N + 1)])
    bound = d.arithmetic(
        leaked.theorem.conclusion.right <= s * spread, entropy, less, unit, positive, some, first,
        hints=[delta, s * log(N + 1)],
    )
    last = d.arithmetic(s * spread <= beta, root, positive, hints=[spread])
    d.qed(d.chain(leaked, bound, last))


def below_one(d: Steps, s: Term, square: Line, *lines: Line) -> Line:
    """s ≤ 1, from s² ≤ 1."""
    return split_order(d, s, 1, lambda low: low, lambda high: absurd(
        d, s <= 1, high, square, *lines, hints=[s]
    ), *lines)


@derives(PAPER + "related-3eps")
def related(d: Derivation) -> None:
    """(53)."""
    M, _prior, eps = d.var("M"), d.var("P"), d.var("eps")
    line = d.cite(PAPER + "eq-53", *d.given)
    most, _ = min_below(d, *line.formula.right.args)
    more = d.obvious(number(0) <= entries(M.sort.database) * eps)
    d.qed(d.arithmetic(d.goal, line, most, more))
