"""Proofs of the lemmas that several proofs share."""

from __future__ import annotations

from typing import Any

from derivations.databases import (
    binary_channel,
    binary_private,
    entry_row,
    equal_tables,
    in_unit,
    law_equality,
    least_delta,
    split_bit,
    substitute_bound,
    two_input_entropies,
)
from derivations.tools import (
    absurd,
    log_below,
    positive_from,
    same,
    split_maximum,
    split_minimum,
    split_order,
    split_zero,
)
from verified.kernel.proof import HYPOTHESIS
from verified.language import (
    DP,
    KL,
    KLDP,
    Close,
    H,
    alphabet,
    as_mechanism,
    binary_entropy,
    capacity,
    cases,
    chain,
    channel_of,
    channel_table,
    dp_delta,
    entries,
    equals,
    event_where,
    exp,
    indicator,
    information,
    log,
    mi_dp,
    output,
    pmf_of,
    pmf_table,
    rational,
    sqrt,
    total,
)
from verified.language.databases import entry_channel, entry_of, entry_prior, with_entry
from verified.language.formulas import substitute
from verified.language.terms import Event, Pmf, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

# --- an entry with the others fixed ---------------------------------------------------------------


@derives("lemma/entry-information")
def entry_information(d: Derivation) -> None:
    """The law on the entry, the others fixed, is one of the priors of the supremum."""
    M, x, i, p = d.var("M"), d.var("x"), d.var("i"), d.var("p")
    value = d.cite("definition/entry-prior-information", part=0, p=p)
    mi = d.cite("definition/mi-dp")
    at_entry = d.below_sup(mi.formula.right, i)
    at_prior = d.below_sup(at_entry.formula.left, entry_prior(M.sort.database, x, i, p))
    back = d.turn(equals(value.formula.right, value.formula.left), value)
    d.qed(d.chain(back, at_prior, at_entry, d.turn(equals(mi.formula.right, mi_dp(M)), mi)))


@derives("lemma/entry-close")
def entry_close(d: Derivation) -> None:
    """Two values of one entry are neighbours."""
    M, x, i, v, w = (d.var(name) for name in ("M", "x", "i", "v", "w"))
    D = M.sort.database
    near = d.cite("definition/with-entry-near", D=D, x=x, i=i, v=v, w=w)
    close = d.cite(
        "definition/dp", near, *d.given,
        values={"x": with_entry(D, x, i, v), "x'": with_entry(D, x, i, w)},
    )
    for symbol in (v, w):
        close = d.rewrite(entry_row(d, M, x, i, symbol), close)
    d.qed(close)


@derives("lemma/entry-kl")
def entry_kl(d: Derivation) -> None:
    """Two values of one entry are neighbours."""
    M, x, i, v, w = (d.var(name) for name in ("M", "x", "i", "v", "w"))
    D = M.sort.database
    near = d.cite("definition/with-entry-near", D=D, x=x, i=i, v=v, w=w)
    close = d.cite(
        "definition/kl-dp", near, *d.given,
        values={"x": with_entry(D, x, i, v), "x'": with_entry(D, x, i, w)},
    )
    for symbol in (v, w):
        close = d.rewrite(entry_row(d, M, x, i, symbol), close)
    d.qed(close)


# --- two inputs -----------------------------------------------------------------------------------


def law_on_two(d: Steps, W: Term, v: Any, w: Any, R: Term) -> tuple[Any, Line]:
    """A law on two of a channel's inputs as a law on all, and the equality of what both tell."""
    rows = channel_of(W[v], W[w])
    wide = output(R, channel_of(*(
        pmf_table(W.sort.inputs, lambda s, v=v: same(s, v)) for v in (v, w)
    )))
    one = d.cite("background/information-forms.entropies", P=wide, W=W)
    two = two_input_entropies(d, R, W[v], W[w])
    outputs = law_equality(d, output(wide, W), output(R, rows))
    one = d.rewrite(outputs, one, equals(
        information(wide, W), H(output(R, rows)) - one.formula.right.args[1]
    ))
    return wide, d.arithmetic(equals(information(R, rows), information(wide, W)), one, two)


@derives("lemma/two-rows.information")
def two_rows(d: Derivation) -> None:
    """The law on the two inputs is a law on all inputs."""
    W, v, w, R = d.var("W"), d.var("x"), d.var("x'"), d.var("R")
    wide, level = law_on_two(d, W, v, w, R)
    d.qed(d.chain(level, d.cite("background/information-range.capacity", P=wide, W=W)))


@derives("lemma/two-rows.capacity")
def two_rows_capacity(d: Derivation) -> None:
    """Of any law on the two inputs."""
    W, v, w = d.var("W"), d.var("x"), d.var("x'")
    R = d.fix(Pmf("R", 2))
    one = d.cite("lemma/two-rows.information", R=R)
    value = d.cite("definition/capacity", W=channel_of(W[v], W[w]))
    d.qed(d.chain(value, d.bound_sup(value.formula.right, one, R)))


@derives("lemma/neighbour-information")
def neighbour_information(d: Derivation) -> None:
    """The two databases are two rows of the channel from the entry in which they differ."""
    M, x, other, R = d.var("M"), d.var("x"), d.var("x'"), d.var("R")
    D = M.sort.database
    exists = d.cite("definition/neighbours", *d.given)
    i = d.fix(Symbol("i", entries(D)))
    moved = d.assume(substitute_bound(exists.formula, i))
    v, w = entry_of(D, x, i), entry_of(D, other, i)
    channel = entry_channel(M, x, i)
    p = d.fix(Pmf("p", alphabet(D, i)))
    value = d.cite("definition/capacity", W=channel)
    bounded = d.chain(value, d.bound_sup(
        value.formula.right, d.cite("lemma/entry-information", p=p), p
    ))
    line = d.chain(
        d.cite("lemma/two-rows.information", values={"W": channel, "x": v, "x'": w, "R": R}),
        bounded,
    )
    for symbol in (v, w):
        line = d.rewrite(entry_row(d, M, x, i, symbol, into=False), line)
    line = d.rewrite(moved, line)
    line = d.rewrite(d.cite("definition/with-entry-same", D=D, x=x, i=i), line)
    d.qed(d.obtain(exists, i, line))


@derives("lemma/event-told")
def event_told(d: Derivation) -> None:
    """The event is a function of the symbol."""
    P, Q, A, R = d.var("P"), d.var("Q"), d.var("A"), d.var("R")
    n = P.of.size

    def holds(y: Any) -> Term:
        return cases(equals(indicator(A, y), 1), 1, 0)

    y = d.fix(Symbol("y", n))
    certain = pmf_table(n, lambda s: same(s, y))
    bound = d.cite("definition/event-bounds", P=certain, part=1)
    bound = d.forall(y, d.arithmetic(holds(y) <= 1, bound))
    told = channel_table(n, 2, lambda y, b: pmf_of(1 - holds(y), holds(y))[b])
    through = chain(channel_of(P, Q), told)
    less = d.cite("background/dpi-mi.output", bound, P=R, W=channel_of(P, Q), K=told)
    limits = [d.cite("definition/event-bounds", P=law, part=1) for law in (P, Q)]
    binary = channel_of(pmf_of(1 - P[A], P[A]), pmf_of(1 - Q[A], Q[A]))
    d.qed(d.rewrite(equal_tables(d, through, binary, bound, *limits), less))


@derives("lemma/binary-information")
def binary_information(d: Derivation) -> None:
    """The entropies of two symbols are binary entropies."""
    R, first, second = d.var("R"), d.var("c"), d.var("e")
    reached = R[0] * first + R[1] * second
    below = [d.obvious(chance <= 1) for chance in (first, second)]
    lines = in_unit(d, reached, *below, hints=[R[0], R[1]])
    line = two_input_entropies(d, R, *(pmf_of(1 - p, p) for p in (first, second)))
    for law, chance in (
        (output(R, binary_channel(first, second)), reached), (pmf_of(1 - first, first), first),
        (pmf_of(1 - second, second), second),
    ):
        entropy = d.cite("definition/entropy", P=law)
        value = d.identity(equals(entropy.formula.right, binary_entropy(chance)), *lines)
        line = d.rewrite(d.chain(entropy, value), line)
    d.qed(line)


@derives("lemma/even-binary")
def even_binary(d: Derivation) -> None:
    """Averaging a binary channel with its mirror image makes it symmetric."""
    c, e = d.var("c"), d.var("e")
    half = rational(1, 2)
    even = pmf_of(half, half)
    mirrored, mean = (1 - e, 1 - c), ((1 + (c - e)) / 2, (1 - (c - e)) / 2)
    limits = [d.obvious(p <= 1) for p in (c, e)]
    limits += [*in_unit(d, mean[0], *limits), *in_unit(d, (c + e) / 2, *limits)]
    values = [
        d.cite("lemma/binary-information", *limits, R=even, c=first, e=second)
        for first, second in ((c, e), mirrored, mean)
    ]
    mixed = d.cite(
        "background/capacity-convex-in-channel.information", *limits, P=even, t=half,
        W=binary_channel(c, e), V=binary_channel(*mirrored),
    )
    table = mixed.formula.left.args[1]
    mixed = d.rewrite(equal_tables(d, table, binary_channel(*mean), *limits), mixed)
    d.qed(d.arithmetic(d.goal, *values, mixed, *limits))


@derives("lemma/even-inputs")
def even_inputs(d: Derivation) -> None:
    """Through the event."""
    P, Q, A = d.var("P"), d.var("Q"), d.var("A")
    limits = [d.cite("definition/event-bounds", P=law, part=1) for law in (P, Q)]
    told = d.cite("lemma/event-told", R=pmf_of(rational(1, 2), rational(1, 2)))
    d.qed(d.chain(d.cite("lemma/even-binary", *limits, c=P[A], e=Q[A]), told))


# --- sums and several outputs ---------------------------------------------------------------------


@derives("lemma/geometric-sum")
def geometric_sum(d: Derivation) -> None:
    """Multiplied out, the sum telescopes."""
    base, step = d.induct("k")
    base.qed(base.identity(base.goal))
    k, r = step.var("k"), step.var("r")
    whole, part = (total(Symbol("l", n), exp(Symbol("l", n) * r)) for n in (k + 1, k))
    last = step.have(equals(whole, part + exp(k * r)), "last-term")
    step.qed(step.arithmetic(step.goal, step.cite(HYPOTHESIS), last))


@derives("lemma/neighbour-event")
def neighbour_event(d: Derivation) -> None:
    """Two neighbours as the inputs of a channel, told apart by the event."""
    M, x, other, B = d.var("M"), d.var("x"), d.var("x'"), d.var("B")
    even = pmf_of(rational(1, 2), rational(1, 2))
    told = d.cite("lemma/even-inputs", P=M[x], Q=M[other], A=B)
    d.qed(d.chain(told, d.cite("lemma/neighbour-information", *d.given, R=even)))


@derives("lemma/binary-close.if")
def binary_close(d: Derivation) -> None:
    """An event of two symbols is nothing, one of them, or both."""
    c, e, eps, delta = (d.var(name) for name in ("c", "e", "eps", "delta"))
    P, Q = pmf_of(1 - c, c), pmf_of(1 - e, e)
    A = d.fix(Event("A", 2))
    marks = [cases(equals(indicator(A, k), 1), 1, 0) for k in (0, 1)]
    limits = [
        d.arithmetic(mark <= 1, d.cite("definition/event-bounds", P=law, A=A, part=1))
        for mark, law in zip(marks, (pmf_of(1, 0), pmf_of(0, 1)), strict=True)
    ]
    grown = d.arithmetic(number(1) <= exp(eps), d.cite("background/log-tangent.exponential"))
    zero, one = marks
    neither = d.arithmetic(number(0) <= (1 - zero) * (1 - one), *limits)
    hints = [zero * (1 - one), one * (1 - zero), zero * one, delta]
    more = d.obvious(number(0) <= delta)

    def side(first: Term, second: Term, *bounds: Line) -> Line:
        return d.forall(A, d.arithmetic(
            first[A] <= exp(eps) * second[A] + delta, *bounds, grown, neither, more, *limits,
            hints=hints,
        ))

    d.qed(d.follows(d.goal, side(P, Q, *d.given[:2]), side(Q, P, *d.given[2:])))


@derives("lemma/binary-close.only-if")
def binary_only_close(d: Derivation) -> None:
    """By the event {1}."""
    c, e, eps, delta = (d.var(name) for name in ("c", "e", "eps", "delta"))
    (close,) = d.given
    b = Symbol("b", 2)
    one = event_where(b, equals(b, 1))
    first = d.arithmetic(c <= exp(eps) * e + delta, d.at(d.piece(close, 0), one))
    second = d.arithmetic(e <= exp(eps) * c + delta, d.at(d.piece(close, 1), one))
    d.qed(d.both(first, second))


@derives("lemma/binary-mechanism")
def binary_mechanism(d: Derivation) -> None:
    """Two inputs are equal, or the two rows in one order or the other."""
    c, e, eps, delta = (d.var(name) for name in ("c", "e", "eps", "delta"))
    (close,) = d.given
    laws = pmf_of(1 - c, c), pmf_of(1 - e, e)
    rows = binary_channel(c, e)
    grown = d.arithmetic(number(1) <= exp(eps), d.cite("background/log-tangent.exponential"))
    more = d.obvious(number(0) <= delta)

    def pair(i: int, j: int) -> Line:
        P, Q = laws[i], laws[j]
        if i == j:
            chance = (c, e)[i]
            bounds = [
                d.arithmetic(p <= exp(eps) * p + delta, grown, more, hints=[p])
                for p in (chance, 1 - chance)
            ]
            line = d.cite("lemma/binary-close.if", *bounds, c=chance, e=chance)
        else:
            line = d.follows(Close(P, Q, eps, delta), close)
        sides = {i: laws[i], j: laws[j]}
        for k in sides:
            sides[k] = rows[k]
            line = d.rewrite(
                law_equality(d, rows[k], laws[k]), line, Close(sides[i], sides[j], eps, delta)
            )
        return line

    x, other = d.fix(Symbol("x", 2)), d.fix(Symbol("x'", 2))
    at_first = [
        split_bit(d, other, lambda w, i=i: Close(rows[i], rows[w], eps, delta),
                  lambda j, i=i: pair(i, j))
        for i in (0, 1)
    ]
    line = split_bit(
        d, x, lambda v: Close(rows[v], rows[other], eps, delta), lambda i: at_first[i]
    )
    every = d.forall(x, d.forall(other, line))
    d.qed(d.cite("definition/as-mechanism-dp-intro", every, W=rows))


@derives("lemma/symmetric-channel")
def symmetric_channel(d: Derivation) -> None:
    """Its capacity is known; its rows are at the distance 1 − 2c."""
    c = d.var("c")
    channel = channel_of([1 - c, c], [c, 1 - c])
    mi = d.cite("definition/as-mechanism-mi", W=channel)
    leaked = d.chain(mi, d.cite("background/bac-capacity.symmetric", p=c))
    delta, one = 1 - 2 * c, exp(number(0))
    bounds = [
        d.obvious(side)
        for side in (
            c <= one * (1 - c) + delta, 1 - c <= one * (1 - (1 - c)) + delta,
            1 - c <= one * c + delta, 1 - (1 - c) <= one * (1 - c) + delta,
        )
    ]
    upper = binary_private(d, channel, c, 1 - c, number(0), delta, *bounds)
    least = dp_delta(as_mechanism(channel), 0)
    lower = d.arithmetic(delta <= least, least_delta(d, channel, 0, 0))
    d.qed(d.both(leaked, d.turn(equals(least, delta), upper, lower)))


@derives("lemma/mirrored-capacity")
def mirrored_capacity(d: Derivation) -> None:
    """The outputs change places through a channel, the inputs as two rows."""
    c, e = d.var("c"), d.var("e")
    rows, swap = binary_channel(c, e), channel_of([0, 1], [1, 0])
    swapped = chain(rows, swap)
    turned = channel_of(swapped[1], swapped[0])
    inputs = d.cite("lemma/two-rows.capacity", values={
        "W": swapped, "x": number(1), "x'": number(0),
    })
    outputs = d.cite("background/dpi-mi.capacity", W=rows, K=swap)
    least = outputs.formula.right
    goal = least <= capacity(rows)
    bound = split_minimum(
        d, *least.args, lambda order, value: d.arithmetic(goal, order, value)
    )
    line = d.chain(inputs, outputs, bound)
    d.qed(d.rewrite(equal_tables(d, turned, binary_channel(1 - e, 1 - c)), line))


# --- the binary entropy ---------------------------------------------------------------------------


@derives("lemma/binary-entropy-strict.increasing")
def entropy_strictly_increasing(d: Derivation) -> None:
    """On the chord from p to 1/2, whose upper end lies above h(p)."""
    p, q = d.var("p"), d.var("q")
    less, most = d.given
    half = rational(1, 2)
    room = d.arithmetic(p < half, less, most)
    t = (half - q) / (half - p)
    share = [
        d.arithmetic(number(0) <= t, most, room, hints=[1 / (half - p)]),
        d.arithmetic(t <= 1, less, room, hints=[1 / (half - p)]),
    ]
    chord = d.cite("background/binary-entropy.concave", *share, room, p=p, q=half, t=t)
    place = d.identity(equals(t * p + (1 - t) * half, q), room)
    chord = d.rewrite(place, chord)
    below = d.cite("cuff-yu-2016/eq-99", x=p)
    gap = d.arithmetic(binary_entropy(p) < log(2), below, room, hints=[half - p])
    d.qed(d.arithmetic(
        d.goal, chord, gap, less, room, hints=[1 / (half - p), (q - p) / (half - p)]
    ))


@derives("lemma/binary-entropy-strict.inverse")
def entropy_inverse(d: Derivation) -> None:
    """Otherwise h(p) would exceed h((1 − q)/2)."""
    p, q = d.var("p"), d.var("q")
    half, level = d.given

    def further(over: Line) -> Line:
        order = d.arithmetic((1 - q) / 2 < p, over)
        strict = d.cite(
            "lemma/binary-entropy-strict.increasing", order, half, p=(1 - q) / 2, q=p
        )
        return absurd(d, d.goal, strict, level)

    d.qed(split_order(d, q, 1 - 2 * p, lambda low: low, further))


@derives("lemma/binary-distance")
def binary_distance(d: Derivation) -> None:
    """Half of |p − q| twice."""
    found = d.cite("definition/total-variation", P=d.goal.left.args[0], Q=d.goal.left.args[1])
    d.qed(d.chain(found, d.identity(equals(found.formula.right, d.goal.right))))


@derives("lemma/entropy-gap.upper")
def entropy_gap(d: Derivation) -> None:
    """A function of one variable."""
    d.var("x")
    d.qed(d.scalar(d.goal))


@derives("lemma/entropy-gap.root")
def entropy_gap_root(d: Derivation) -> None:
    """x ≤ √(2ε) ≤ x (1 + ε/2), as 2ε ≤ x² (1 + x²/2) ≤ x² (1 + ε)."""
    x, eps, _eta = d.var("x"), d.var("eps"), d.var("eta")
    lower, upper, small = d.given
    root, ceiling = sqrt(2 * eps), x * (1 + eps / 2)
    square = d.arithmetic(
        2 * eps <= ceiling**2, upper, lower, d.obvious(number(0) <= x**2 * eps**2), hints=[x**2]
    )
    some = positive_from(d, x, upper, hints=[x, x**3])
    above = split_order(
        d, x, root, lambda low: low,
        lambda over: absurd(d, x <= root, over, lower, hints=[x, root]),
    )
    below = split_order(
        d, root, ceiling, lambda low: low,
        lambda over: absurd(d, root <= ceiling, over, square, hints=[root, ceiling]),
    )
    more = d.arithmetic(number(0) <= root / x - 1, above, some, hints=[1 / x])
    d.qed(d.arithmetic(d.goal, more, below, small, some, hints=[1 / x]))


@derives("lemma/entropy-chord.most")
def entropy_most(d: Derivation) -> None:
    """The tangents of the logarithm at the two weights of the law (1, K)/(1 + K)."""
    p, K = d.var("p"), d.var("K")
    share = K / (1 + K)
    first = d.cite("background/log-tangent.pair", p=p, q=share, s=1)
    second = d.cite("background/log-tangent.pair", p=1 - p, q=1 / (1 + K), s=1)
    d.qed(d.arithmetic(d.goal, first, second))


@derives("lemma/entropy-chord.shrunk")
def entropy_shrunk(d: Derivation) -> None:
    """h is concave, and ln(1 + K) the most of h(s) + s ln K."""
    p, K = d.var("p"), d.var("K")
    s, t = p / (1 + p), 1 - p**2
    unit = [
        d.arithmetic(s <= 1, d.obvious(number(0) <= 1 / (1 + p)), hints=[1 / (1 + p)]),
        d.arithmetic(number(0) <= t, d.obvious(p <= 1), hints=[p, 1 + p]),
        d.obvious(t <= 1),
    ]
    chord = d.cite("background/binary-entropy.concave", *unit, p=s, q=1, t=t)
    place = d.identity(equals(t * s + (1 - t) * 1, p))
    chord = d.rewrite(place, chord)
    most = d.cite("lemma/entropy-chord.most", *unit, p=s, K=K)
    more = log_below(d, K, 1 + K)

    d.qed(d.arithmetic(d.goal, chord, most, more, *unit, hints=[p**2, t * s, s]))


@derives("lemma/positive-part.above", "lemma/positive-part.below")
def positive_part(d: Derivation) -> None:
    """Both numbers are 0 where the maximum is the other one."""
    (sign,) = d.given
    value = d.goal.right

    def case(order: Line, held: Line) -> Line:
        return d.turn(d.goal, *(
            d.arithmetic(bound, sign, order, held)
            for bound in (d.goal.left <= value, value <= d.goal.left)
        ))

    d.qed(split_maximum(d, 0, d.var("r"), case))


# --- the channel that gives one input away --------------------------------------------------------


@derives("lemma/giving-away.capacity")
def giving_away_capacity(d: Derivation) -> None:
    """Both rows are within q of the law (1, q)/(1 + q)."""
    q = d.var("q")
    channel = d.goal.left.args[0]
    s = q / (1 + q)
    centre = pmf_of(1 / (1 + q), s)
    first = d.cite("background/log-tangent.line", x=1 + q)
    below = d.obvious(q <= 1)
    seldom = d.cite("definition/kl", P=channel[0], Q=centre)
    seldom = d.arithmetic(KL(channel[0], centre) <= q, seldom, first)
    value = d.cite("definition/kl", P=channel[1], Q=centre)

    def some(less: Line) -> Line:
        rest = d.arithmetic(number(0) < 1 - q, less)
        second = d.cite("background/log-tangent.line", rest, x=1 - q)
        parts = split_zero(
            d, q,
            lambda zero: d.rewrite(zero, d.obvious(
                0 * log(number(0)) - 0 * log(0 / (1 + number(0))) <= 0 * log(1 + number(0))
            ), q * log(q) - q * log(s) <= q * log(1 + q)),
            lambda above: d.arithmetic(q * log(q) - q * log(s) <= q * log(1 + q), above),
        )
        return d.arithmetic(
            KL(channel[1], centre) <= q, value, first, second, rest, parts,
            hints=[q, 1 - q, q**2, q * (1 - q)],
        )

    def certain(more: Line) -> Line:
        one = d.turn(equals(q, 1), below, more)
        goal = KL(channel[1], centre) <= q
        there = substitute(goal, {"q": number(1)})
        tangent = d.cite("background/log-tangent.line", x=2)
        value = d.cite("definition/kl", P=there.left.args[0], Q=there.left.args[1])
        return d.rewrite(one, d.arithmetic(there, value, tangent), goal)

    often = split_order(d, 1, q, certain, some)
    x = d.fix(Symbol("x", 2))
    rows = split_bit(
        d, x, lambda x: KL(channel[x], centre) <= q, lambda i: (seldom, often)[i]
    )
    d.qed(d.cite(
        "background/redundancy-capacity.radius", d.forall(x, rows), W=channel, Q=centre, r=q
    ))


@derives("lemma/giving-away.private")
def giving_away_private(d: Derivation) -> None:
    """By the event of the output 1, which the input 0 never has."""
    _q, eps, delta = d.var("q"), d.var("eps"), d.var("delta")
    (less,) = d.given
    private = d.assume(DP(d.goal.body.args[0], eps, delta))
    channel = d.goal.body.args[0].args[0]
    close = d.cite("definition/as-mechanism-dp", private, values={
        "W": channel, "x": number(0), "x'": number(1), "eps": eps, "delta": delta,
    })
    b = Symbol("b", 2)
    line = d.at(d.piece(close, 1), event_where(b, equals(b, 1)))
    d.qed(d.follows(d.goal, d.implied(private, d.contradiction(line, less))))


@derives("lemma/giving-away.divergence")
def giving_away_divergence(d: Derivation) -> None:
    """The input 0 never has the output 1."""
    _q, r = d.var("q"), d.var("r")
    private = d.assume(KLDP(d.goal.body.args[0], r))
    channel = d.goal.body.args[0].args[0]
    close = d.cite("definition/as-mechanism-kl", private, values={
        "W": channel, "x": number(1), "x'": number(0), "r": r,
    })
    there = d.at(d.cite(
        "background/kl-finite", close, P=channel[1], Q=channel[0], r=r
    ), number(1))
    first, second = there.theorem.conclusion.parts
    bad = d.cases(there, d.contradiction(d.assume(first)),
                  d.contradiction(d.assume(second), *d.given))
    d.qed(d.follows(d.goal, d.implied(private, bad)))


def rows_as_laws(d: Steps, P: Term, Q: Term) -> list[Line]:
    """For every y: the rows of the channel of P and Q are P and Q."""
    rows = channel_of(P, Q)
    return [law_equality(d, rows[k], law) for k, law in enumerate((P, Q))]


@derives("lemma/pair-mechanism.divergence")
def pair_divergence(d: Derivation) -> None:
    """D(P‖P) = 0."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    rows, laws = channel_of(P, Q), (P, Q)
    equal = rows_as_laws(d, P, Q)
    known = {(0, 1): d.given[0], (1, 0): d.given[1]}
    for k, law in enumerate(laws):
        known[k, k] = d.arithmetic(KL(law, law) <= eps, d.cite("background/gibbs.same", P=law))

    def pair(i: int, j: int) -> Line:
        line = d.rewrite(equal[i], known[i, j], KL(rows[i], rows[i] if i == j else laws[j]) <= eps)
        return line if i == j else d.rewrite(equal[j], line, KL(rows[i], rows[j]) <= eps)

    x, other = d.fix(Symbol("x", 2)), d.fix(Symbol("x'", 2))
    at_first = [
        split_bit(d, other, lambda w, i=i: KL(rows[i], rows[w]) <= eps, lambda j, i=i: pair(i, j))
        for i in (0, 1)
    ]
    line = split_bit(d, x, lambda v: KL(rows[v], rows[other]) <= eps, lambda i: at_first[i])
    pairs = d.forall(x, d.forall(other, line))
    d.qed(d.cite("definition/as-mechanism-kl-intro", pairs, W=rows, r=eps))


@derives("lemma/pair-mechanism.private")
def pair_private(d: Derivation) -> None:
    """The two inputs are neighbours."""
    P, Q, _eps, _delta = (d.var(name) for name in ("P", "Q", "eps", "delta"))
    rows = channel_of(P, Q)
    private = d.assume(d.goal.body)
    close = d.cite("definition/as-mechanism-dp", private, values={
        "W": rows, "x": number(0), "x'": number(1),
    })
    for equal in rows_as_laws(d, P, Q):
        close = d.rewrite(equal, close)
    d.qed(d.follows(d.goal, d.implied(private, close), *d.given))


@derives("lemma/entropy-root")
def entropy_root(d: Derivation) -> None:
    """A function of one variable."""
    d.qed(d.scalar(d.goal))


@derives("lemma/two-steps")
def two_steps(d: Derivation) -> None:
    """By way of the number in the middle."""
    r, s, m, c = (d.var(name) for name in ("r", "s", "m", "c"))
    lines = [*d.given, *(d.cite("background/absolute-value.above", r=x - m) for x in (r, s))]
    sides = [d.arithmetic(side <= 2 * c, *lines) for side in (r - s, -(r - s))]
    d.qed(d.cite("background/absolute-value.least", *sides, r=r - s, c=2 * c))


@derives("lemma/label-forgotten")
def label_forgotten(d: Derivation) -> None:
    """Summed over the label."""
    d.qed(d.identity(d.goal))
