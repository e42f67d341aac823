"""Section 3: Theorem 1, and what holds of its orderings."""

from __future__ import annotations

from typing import Any

from derivations.patterns.databases import gives_away
from derivations.patterns.numbers import at_most_one, min_below
from derivations.tools import absurd, split_maximum, split_minimum, split_order
from verified.language import entries, equals, exp, largest_alphabet, log, maximum, minimum, sqrt
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Term, number

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


@derives("cuff-yu-2016/theorem-1-order.dp-mi")
def order_dp_mi(d: Derivation) -> None:
    """Lemma 1."""
    M, beta = d.var("M"), d.var("beta")
    low, least = small_enough(d, beta)
    eps = maximum(beta, sqrt(beta))
    d.qed(d.chain(d.cite("cuff-yu-2016/lemma-1", *d.given, low, M=M, eps=eps), least))


@derives("cuff-yu-2016/theorem-1-order.a")
def order_a(d: Derivation) -> None:
    """(21)."""
    M, beta = d.var("M"), d.var("beta")
    low, least = small_enough(d, beta)
    eps = maximum(beta, sqrt(beta))
    d.qed(d.chain(d.cite("cuff-yu-2016/lemma-1-kl", *d.given, low, M=M, eps=eps), least))


@derives("cuff-yu-2016/theorem-1-order.b")
def order_b(d: Derivation) -> None:
    """(22)."""
    d.qed(d.cite("cuff-yu-2016/lemma-1-mi", *d.given, eps=d.var("beta")))


def by_square(d: Steps, M: Term, level: Any, *given: Line) -> Line:
    """(δ)-DP from (δ²/2)-MI-DP."""
    private = d.cite("cuff-yu-2016/lemma-2", *given, M=M, eps=level**2 / 2)
    root = d.identity(equals(sqrt(2 * (level**2 / 2)), level))
    return d.rewrite(root, private)


@derives("cuff-yu-2016/theorem-1-order.c")
def order_c(d: Derivation) -> None:
    """(27)."""
    d.qed(by_square(d, d.var("M"), d.var("beta"), *d.given))


@derives("cuff-yu-2016/theorem-1-order.mi-dp", "cuff-yu-2016/theorem-1-equality.forward")
def order_mi_dp(d: Derivation) -> None:
    """(27), then ε-DP at any ε from 0 on."""
    M, eps, delta = d.var("M"), d.var("eps"), d.var("delta")
    private = by_square(d, M, delta, d.given[-1])
    d.qed(d.cite("cuff-yu-2016/example-1.delta", private, M=M, eps=eps, delta=delta))


# --- no reverse ordering --------------------------------------------------------------------------


@derives("cuff-yu-2016/theorem-1-strict.a")
def strict_a(d: Derivation) -> None:
    """The pair of laws of the second section, as the rows of a channel."""
    pair = d.cite("cuff-yu-2016/properties-strict.property-1")
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


@derives("cuff-yu-2016/theorem-1-strict.b")
def strict_b(d: Derivation) -> None:
    """A channel that gives an input away, seldom."""
    beta, factor = d.var("beta"), d.var("K")
    q, lines = at_most_one(d, beta)
    private = gives_away(d, q, beta, *lines)
    d.qed(d.both(private, d.cite("lemma/giving-away.divergence", *lines, q=q, r=factor)))


@derives("cuff-yu-2016/mi-dp-no-dp")
def no_dp(d: Derivation) -> None:
    """A channel that gives an input away, seldom."""
    eps, eps_new = d.var("eps"), d.var("eps'")
    q, lines = at_most_one(d, eps, *d.given)
    private = gives_away(d, q, eps, *lines)
    d.qed(d.both(private, d.cite(
        "lemma/giving-away.private", *lines, q=q, eps=eps_new, delta=0
    )))


# --- equality where the cardinality is bounded ----------------------------------------------------


@derives("cuff-yu-2016/theorem-1-equality.reverse")
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
    apart = d.cite("cuff-yu-2016/example-1.equality", private, positive, M=M, beta=delta)
    leaked = d.cite("cuff-yu-2016/lemma-3", apart, positive, first, M=M, delta=delta)
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


@derives("cuff-yu-2016/related-3eps")
def related(d: Derivation) -> None:
    """(53)."""
    M, _prior, eps = d.var("M"), d.var("P"), d.var("eps")
    line = d.cite("cuff-yu-2016/eq-53", *d.given)
    most, _ = min_below(d, *line.formula.right.args)
    more = d.obvious(number(0) <= entries(M.sort.database) * eps)
    d.qed(d.arithmetic(d.goal, line, most, more))


@derives("cuff-yu-2016/theorem-1-equality.dependent")
def equality_dependent(d: Derivation) -> None:
    """The capacity of the erasure channel."""
    factor = d.var("K")
    private = d.cite("cuff-yu-2016/example-3.3.private")
    W = private.formula.args[0].args[0]
    told = d.cite("cuff-yu-2016/example-3.3.capacity")
    mi = d.cite("background/as-mechanism-mi", W=W)
    leaks = d.assume(mi.formula.left <= factor)
    bad = d.contradiction(leaks, mi, told, *d.given)
    d.qed(d.both(private, d.follows(d.goal.parts[1], d.implied(leaks, bad))))
