"""Proofs on simple channels: one that gives an input away, two laws as responses, one entry sent,
equal rows; and on the entropies in their bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.channels import after_function, law_equality, pair_count, split_bit
from derivations.patterns.databases import is_mi_private
from derivations.tools import log_below, same, split_order, split_zero, turned
from verified.language import (
    DP,
    KL,
    KLDP,
    H,
    alphabet,
    capacity,
    channel_of,
    channel_table,
    entry_of,
    equals,
    event_where,
    information,
    log,
    on_entry,
    output,
    pmf_of,
    pmf_table,
    with_entry,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Pmf, Symbol, Term, number

# --- entropies ------------------------------------------------------------------------------------


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
    close = d.cite("lemma/as-mechanism-dp", private, values={
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
    close = d.cite("lemma/as-mechanism-kl", private, values={
        "W": channel, "x": number(1), "x'": number(0), "r": r,
    })
    there = d.at(d.cite(
        "background/kl-finite", close, P=channel[1], Q=channel[0], r=r
    ), number(1))
    first, second = there.theorem.conclusion.parts
    bad = d.cases(there, d.contradiction(d.assume(first)),
                  d.contradiction(d.assume(second), *d.given))
    d.qed(d.follows(d.goal, d.implied(private, bad)))


# --- two laws as responses ------------------------------------------------------------------------


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
    d.qed(d.cite("lemma/as-mechanism-kl-intro", pairs, W=rows, r=eps))


@derives("lemma/pair-mechanism.private")
def pair_private(d: Derivation) -> None:
    """The two inputs are neighbours."""
    P, Q, _eps, _delta = (d.var(name) for name in ("P", "Q", "eps", "delta"))
    rows = channel_of(P, Q)
    private = d.assume(d.goal.body)
    close = d.cite("lemma/as-mechanism-dp", private, values={
        "W": rows, "x": number(0), "x'": number(1),
    })
    for equal in rows_as_laws(d, P, Q):
        close = d.rewrite(equal, close)
    d.qed(d.follows(d.goal, d.implied(private, close), *d.given))


@derives("lemma/entropy-root")
def entropy_root(d: Derivation) -> None:
    """A function of one variable."""
    d.qed(d.scalar(d.goal))


# --- one entry through a channel ------------------------------------------------------------------


@derives("lemma/on-entry.bound")
def on_entry_bound(d: Derivation) -> None:
    """The symbol sent is a function of any entry, the others fixed."""
    D, W, i, m = (d.var(name) for name in ("D", "W", "l", "m"))
    M, own = on_entry(W, D, i), alphabet(D, i)

    def entry(x: Any, j: Any, law: Any) -> Line:
        def sent(v: Any) -> Any:
            return entry_of(D, with_entry(D, x, j, v), i)

        function = channel_table(alphabet(D, j), own, lambda v, u: same(u, sent(v)))
        v, y = d.fix(Symbol("v", alphabet(D, j))), d.fix(Symbol("z", m))
        two = d.cite("definition/chain", W=function, K=W, x=v, z=y)
        value = d.identity(equals(two.formula.right, W[sent(v), y]))
        response = d.cite("definition/on-entry", W=W, x=with_entry(D, x, j, v), i=i, y=y)
        channel = d.cite("definition/entry-channel", M=M, x=x, i=j, v=v, y=y)
        whole = d.chain(
            two, value, turned(d, response), turned(d, channel)
        )
        return after_function(d, law, function, W, d.forall(v, d.forall(y, whole)))

    d.qed(is_mi_private(d, M, capacity(W), entry))


@derives("lemma/on-entry.reached")
def on_entry_reached(d: Derivation) -> None:
    """The channel is that of the entry, whatever the others are."""
    D, W, i, m = (d.var(name) for name in ("D", "W", "l", "m"))
    M, x = on_entry(W, D, i), number(0)
    law = d.fix(Pmf("p", alphabet(D, i)))
    v, y = d.fix(Symbol("v", alphabet(D, i))), d.fix(Symbol("y", m))
    channel = d.cite("definition/entry-channel", M=M, x=x, i=i, v=v, y=y)
    response = d.cite("definition/on-entry", W=W, x=with_entry(D, x, i, v), i=i, y=y)
    own = d.cite("background/entry-of-changed", D=D, x=x, i=i, v=v)
    same_rows = d.forall(v, d.forall(y, d.rewrite(own, d.chain(channel, response))))
    line = d.rewrite(same_rows, d.cite("lemma/entry-information", M=M, x=x, i=i, p=law))
    value = d.cite("definition/capacity", W=W)
    outer = value.formula.right
    d.qed(d.chain(value, d.bound_sup(outer, line, law)))


# --- capacities of tables -------------------------------------------------------------------------


def equal_entropies(d: Steps, law: Any, *others: Any, lines: Any = ()) -> Line:
    """H(law) = Σ H(others), by normal forms."""
    whole, *rest = (d.cite("definition/entropy", *lines, P=part) for part in (law, *others))
    right, value = rest[0].formula.right, H(others[0])
    for line, part in zip(rest[1:], others[1:], strict=True):
        right, value = right + line.formula.right, value + H(part)
    sums = d.identity(equals(whole.formula.right, right), *lines)
    return d.arithmetic(equals(H(law), value), whole, *rest, sums)


def capacity_is(
    d: Steps, W: Any, value: Any, most: Callable[[Any], Line], reached: Line, best: Any
) -> Line:
    """C(W) = value, where `most` bounds I(p; W) and a line says that `best` reaches it."""
    whole = d.cite("definition/capacity", W=W)
    outer = whole.formula.right
    law = d.fix(Pmf("law", W.sort.inputs))
    above = d.chain(whole, d.bound_sup(outer, most(law), law))
    below = d.chain(reached, d.below_sup(outer, best), turned(d, whole))
    return d.turn(equals(above.formula.left, value), above, below)


@derives("lemma/constant-channel")
def constant_channel(d: Derivation) -> None:
    """The entropy of the output is that of each row."""
    Q, m = d.var("Q"), d.var("m")
    W = channel_table(m, Q.of.size, lambda _, y: Q[y])
    x = d.fix(Symbol("x", m))
    row = equal_entropies(d, W[x], Q)

    def nothing(law: Any) -> Line:
        forms = d.cite("background/information-forms.entropies", P=law, W=W)
        out = equal_entropies(d, output(law, W), Q)
        term = d.arithmetic(equals(law[x] * H(W[x]), law[x] * H(Q)), row)
        mean = d.summed(d.forall(x, term))
        level = d.identity(equals(mean.formula.right, H(Q)))
        return d.arithmetic(equals(information(law, W), 0), forms, out, mean, level)

    even = pmf_table(m, lambda _: 1 / m)
    some = d.cite("background/information-range.nonnegative", P=even, W=W)
    d.qed(capacity_is(
        d, W, number(0), lambda law: d.turn(information(law, W) <= 0, nothing(law)), some, even
    ))


@derives("lemma/product-entropy")
def product_entropy(d: Derivation) -> None:
    """The logarithm of a product, summed over pairs."""
    P, R = d.var("P"), d.var("R")
    size = pair_count(d, P.of.size, R.of.size)
    d.qed(equal_entropies(d, d.goal.left.args[0], P, R, lines=[size]))
