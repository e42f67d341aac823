"""Proofs of conversions between notions of privacy."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import split_bit
from derivations.patterns.closeness import stick
from derivations.patterns.orders import split_strict
from derivations.patterns.renyi import (
    at_least_one,
    bend,
    convexity,
    covered,
    guarded,
    not_one,
    split_guard,
)
from derivations.tools import (
    absurd,
    everywhere,
    log_below,
    positive_from,
    split_order,
    substitute_bound,
    summed,
    turned,
)
from verified.language import (
    Close,
    cases,
    either,
    equals,
    exp,
    hamming,
    instances,
    log,
    maximum,
    quotient,
    rational,
    remainder,
    renyi_dp,
    sqrt,
    total,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import Relation
from verified.syntax.terms import Event, Real, Symbol, Term, number

# --- from Rényi divergences -----------------------------------------------------------------------


@derives("lemma/renyi-sum.covered", "lemma/renyi-sum.above", "lemma/renyi-sum.below")
def sums(d: Derivation) -> None:
    """The sum is e^((α−1)D), and lies above that of α P + (1 − α) Q."""
    P, Q, order, level = (d.var(name) for name in ("P", "Q", "alpha", "r"))
    (finite,) = d.given
    more = d.obvious(1 < order)
    some = d.arithmetic(0 < order, more)
    inside = covered(d, order, finite, more, some)
    if d.key.endswith("covered"):
        return d.qed(inside)
    one = at_least_one(d, P, Q, order, inside, more, some)
    if d.key.endswith("above"):
        return d.qed(one)
    whole = one.formula.left
    positive = d.arithmetic(0 < whole, one)
    value = d.cite("definition/renyi", inside, not_one(d, order, more), more, some)
    logs = d.arithmetic(
        log(whole) <= (order - 1) * level, value, finite, positive, more, some, hints=[order - 1])
    top = d.cite("background/exponential-increasing", logs, positive,
                 r=log(whole), s=(order - 1) * level)
    return d.qed(d.arithmetic(d.goal, top, positive))


def powers(d: Derivation, level: Any, finite: Line, more: Line) -> tuple[Line, Line]:
    """That Q has every symbol of P, and Σ P^α Q^(1−α) ≤ e^((α−1)r), from D_α(P‖Q) ≤ r."""
    P, Q, order = finite.formula.left.args  # type: ignore[attr-defined]
    values = {"P": P, "Q": Q, "alpha": order, "r": level}
    covers, below = (d.cite(f"lemma/renyi-sum.{part}", finite, more, values=values)
                     for part in ("covered", "below"))
    return covers, below


@derives("lemma/renyi-to-closeness.sharp")
def sharp(d: Derivation) -> None:
    """x − 1 ≤ c x^α at x = P/(e^ε Q), by the tangent of a power at 1 − 1/α times that."""
    P, Q, order, level, eps = (d.var(name) for name in ("P", "Q", "alpha", "r", "eps"))
    (finite,) = d.given
    more = d.obvious(1 < order)
    some = d.arithmetic(0 < order, more)
    over = d.arithmetic(0 < order - 1, more)
    inside, top = powers(d, level, finite, more)
    share = (order - 1) / order
    scale = exp(-(order - 1) * eps) * share ** (order - 1) / order
    known = [more, some, over]

    def symbol(a: Any) -> Line:
        part = guarded(P, Q, a, order)
        goal = P[a] - exp(eps) * Q[a] <= scale * part

        def likely(here: Line, there: Line, mark: Line) -> Line:
            ratio = P[a] / Q[a] * exp(-eps) * share
            tangent = d.cite("lemma/power.tangent-above", d.turn(1 <= order, more), here, there,
                             *known, s=ratio, alpha=order)
            return d.arithmetic(goal, tangent, mark, here, there, *known,
                                hints=[Q[a] * exp(eps) / (order - 1)])

        below = split_guard(d, P, Q, a, order, d.at(inside, a), goal, likely, *known)
        return d.cite(
            "background/absolute-value.largest-of-two", d.obvious(0 <= scale * part, *known),
            below, *known, r=0, s=P[a] - exp(eps) * Q[a], c=scale * part)

    rows = summed(d, Symbol("a", P.of.size), symbol, *known)
    d.qed(d.arithmetic(d.goal, stick(d, P, Q, eps), rows, top, *known, hints=[scale]))


@derives("lemma/renyi-to-closeness.mironov")
def plain(d: Derivation) -> None:
    """The factor is at most 1, as ln(1 − 1/α) ≤ −1/α."""
    order, level, eps = d.var("alpha"), d.var("r"), d.var("eps")
    more = d.obvious(1 < order)
    some, over = d.arithmetic(0 < order, more), d.arithmetic(0 < order - 1, more)
    share = (order - 1) / order
    here = d.arithmetic(0 < share, over, some, hints=[1 / order])
    tangent = d.cite("background/log-tangent.line", here, x=share)
    logs = d.arithmetic((order - 1) * log(share) <= number(0), tangent, here, more, some, over,
                        hints=[order - 1, (order - 1) / order])
    most = d.cite("background/exponential-increasing", logs, here,
                  r=(order - 1) * log(share), s=0)
    small = d.arithmetic(share ** (order - 1) / order <= 1, most, more, some, here,
                         hints=[1 / order])
    d.qed(d.arithmetic(d.goal, d.cite("lemma/renyi-to-closeness.sharp", *d.given), small, more,
                       some, here, hints=[exp((order - 1) * (level - eps))]))


# --- mechanisms -----------------------------------------------------------------------------------


@derives("lemma/renyi-private.rows")
def rows_of(d: Derivation) -> None:
    """One of the pairs."""
    near, private = d.given
    whole = d.cite("definition/renyi-dp")
    outer = whole.formula.right
    inner = substitute_bound(outer, d.var("x"))
    one = d.below_sup(inner, d.var("x'"), near)
    d.qed(d.chain(one, d.below_sup(outer, d.var("x")), turned(d, whole), private))


@derives("lemma/renyi-private.intro")
def all_rows(d: Derivation) -> None:
    """Each of the pairs."""
    M, (pairs,) = d.var("M"), d.given
    whole = d.cite("definition/renyi-dp")
    outer = whole.formula.right
    D = M.of.database
    x, y = d.fix(Symbol("x", instances(D))), d.fix(Symbol("x'", instances(D)))
    near = d.assume(hamming(D, x, y) <= 1)
    inner = substitute_bound(outer, x)
    bound = d.at(d.at(pairs, x), y, near)
    d.qed(d.chain(whole, d.bound_sup(outer, d.bound_sup(inner, bound, y), x)))


@derives("lemma/renyi-private.concentrated")
def of_an_order(d: Derivation) -> None:
    """One of the orders."""
    order, (private,) = d.var("alpha"), d.given
    whole = d.cite("definition/zcdp")
    some = d.arithmetic(0 < order, d.obvious(1 < order))
    one = d.chain(d.below_sup(whole.formula.right, order), turned(d, whole), private)
    d.qed(d.arithmetic(d.goal, one, some, hints=[order]))


def swapped_near(d: Derivation, D: Term, x: Any, y: Any, near: Line) -> Line:
    """y and x are neighbours, as x and y are."""
    middle = d.cite("background/hamming-triangle.from-middle", D=D,
                    values={"x": x, "x'": y, "z": x})
    same = d.cite("background/hamming-zero", D=D, x=x)
    return d.arithmetic(hamming(D, y, x) <= 1, middle, same, near)


@derives("lemma/renyi-to-dp.sharp", "lemma/renyi-to-dp.mironov")
def to_privacy(d: Derivation) -> None:
    """Of the rows of any two neighbours, in both orders."""
    M, order = d.var("M"), d.var("alpha")
    (private,) = d.given
    D = M.of.database
    more = d.obvious(1 < order)
    some, over = d.arithmetic(0 < order, more), d.arithmetic(0 < order - 1, more)
    bound = d.goal.args[2]
    sign = d.obvious(0 <= bound, some, over, d.arithmetic(0 < (order - 1) / order, over, some,
                     hints=[1 / order]))
    x, y = d.fix(Symbol("x", instances(D))), d.fix(Symbol("x'", instances(D)))
    near = d.assume(hamming(D, x, y) <= 1)
    back = swapped_near(d, D, x, y, near)

    def side(one: Any, two: Any, apart: Line) -> Line:
        rows = d.cite("lemma/renyi-private.rows", apart, private, some,
                      values={"x": one, "x'": two})
        return d.cite(d.key.replace("dp", "closeness"), rows, P=M[one], Q=M[two])

    close = d.cite("background/closeness-hockey-stick.if", side(x, y, near), side(y, x, back),
                   sign, P=M[x], Q=M[y], delta=bound)
    pairs = d.forall(x, d.forall(y, close, where=hamming(D, x, y) <= 1))
    d.qed(d.cite("lemma/dp-intro", pairs, sign, M=M, delta=bound))


# --- zero-concentrated privacy --------------------------------------------------------------------


@derives("lemma/zcdp-to-dp.orders")
def at_an_order(d: Derivation) -> None:
    """Its Rényi divergences are at most ρ α."""
    rho, order = d.var("rho"), d.var("alpha")
    some = d.arithmetic(0 < order, d.obvious(1 < order))
    level = d.cite("lemma/renyi-private.concentrated", *d.given, some, r=rho)
    d.qed(d.cite("lemma/renyi-to-dp.sharp", level, some, r=rho * order))


def everything(d: Derivation, M: Term, eps: Term, bound: Term, high: Line) -> Line:
    """M is (ε,δ)-DP where 1 ≤ δ."""
    D = M.of.database
    x, y = d.fix(Symbol("x", instances(D))), d.fix(Symbol("x'", instances(D)))
    A = d.fix(Event("A", M.of.outputs))
    sign = d.arithmetic(0 <= bound, high)

    def side(one: Any, two: Any) -> Line:
        most = d.cite("background/event-bounds", P=M[one], A=A)
        return d.forall(A, d.arithmetic(
            M[one][A] <= exp(eps) * M[two][A] + bound, d.piece(most, 1), high,
            hints=[exp(eps) * M[two][A]]))

    close = d.follows(Close(M[x], M[y], eps, bound), side(x, y), side(y, x))
    pairs = d.forall(x, d.forall(y, close, where=hamming(D, x, y) <= 1))
    return d.cite("lemma/dp-intro", pairs, sign, M=M, eps=eps, delta=bound)


@derives("lemma/zcdp-to-dp.bun-steinke")
def best_order(d: Derivation) -> None:
    """The order (ε + ρ)/(2ρ); where it is 1, the bound is 1."""
    M, rho, eps = d.var("M"), d.var("rho"), d.var("eps")
    above, private = d.given
    bound = d.goal.args[2]

    def same(low: Line) -> Line:
        equal = d.turn(equals(eps, rho), low, above)
        value = d.identity(equals(number(1), exp(-((rho - rho) ** 2) / (4 * rho))))
        one = d.rewrite(turned(d, equal), value, equals(number(1), bound))
        return everything(d, M, eps, bound, d.turn(1 <= bound, one))

    def more(high: Line) -> Line:
        order = (eps + rho) / (2 * rho)
        over = d.arithmetic(1 < order, high, hints=[1 / (2 * rho)])
        some = d.arithmetic(0 < order, over)
        level = d.cite("lemma/renyi-private.concentrated", private, over, some, r=rho, alpha=order)
        line = d.cite("lemma/renyi-to-dp.mironov", level, over, some, r=rho * order, alpha=order)
        found = line.theorem.conclusion.right
        return d.chain(line, d.identity(equals(found, bound)))

    d.qed(split_order(d, eps, rho, same, more))


@derives("lemma/zcdp-to-dp.bun-steinke-epsilon")
def enough(d: Derivation) -> None:
    """The ε at which the bound is δ."""
    rho, delta = d.var("rho"), d.var("delta")
    tangent = d.cite("background/log-tangent.line", x=delta)
    depth = log(1 / delta)
    sign = d.arithmetic(0 <= rho * depth, tangent, d.obvious(delta <= 1), hints=[rho])
    root = sqrt(rho * depth)
    eps = rho + 2 * root
    positive = d.obvious(0 <= root, sign)
    above = d.arithmetic(rho <= eps, positive, sign)
    line = d.cite("lemma/zcdp-to-dp.bun-steinke", above, *d.given, d.obvious(0 <= eps, sign),
                  sign, eps=eps)
    found = line.theorem.conclusion.right
    d.qed(d.chain(line, d.identity(equals(found, delta), sign)))


@derives("lemma/dp-to-zcdp")
def from_pure(d: Derivation) -> None:
    """D_α ≤ α ε²/2 of close laws, at every order."""
    M, eps, (private,) = d.var("M"), d.var("eps"), d.given
    D = M.of.database
    whole = d.cite("definition/zcdp")
    bind = whole.formula.right
    order = d.fix(Real(bind.var.name, ">1"))
    some = d.arithmetic(0 < order, d.obvious(1 < order))
    x, y = d.fix(Symbol("x", instances(D))), d.fix(Symbol("x'", instances(D)))
    near = d.assume(hamming(D, x, y) <= 1)
    close = d.cite("lemma/dp", near, private, values={"x": x, "x'": y}, delta=0)
    rows = d.cite("sharper/renyi-sharp.relaxed", close, some, P=M[x], Q=M[y], alpha=order)
    pairs = d.forall(x, d.forall(y, rows, where=hamming(D, x, y) <= 1))
    level = d.cite("lemma/renyi-private.intro", pairs, some, alpha=order, r=order * eps**2 / 2)
    share = d.arithmetic(renyi_dp(M, order) / order <= eps**2 / 2, level, some, hints=[1 / order])
    d.qed(d.chain(whole, d.bound_sup(bind, share, order)))


# --- responses released together ------------------------------------------------------------------


@derives("lemma/closeness-composed")
def composed(d: Derivation) -> None:
    """Of P what lies above e^ε₁ Q counts whole, of the rest what W adds."""
    names = ("P", "Q", "W", "V", "e1", "e2", "d1", "d2")
    P, Q, W, V, one, two, _, after = (d.var(name) for name in names)
    outer, inner = d.given
    J, K = d.goal.left.args[:2]
    n, m = W.of.inputs, W.of.outputs
    size = d.arithmetic(number(1) <= n * m, d.obvious(number(1) <= n), d.obvious(number(1) <= m),
                        hints=[m])
    below_one = d.arithmetic(0 <= 1 - after, d.obvious(after <= 1))

    def apart(a: Any) -> Term:
        return maximum(0, P[a] - exp(one) * Q[a])

    def gap(a: Any, b: Any) -> Term:
        return maximum(0, W[a, b] - exp(two) * V[a, b])

    def mass(a: Any, b: Any) -> Term:
        return J[a * m + b] - exp(one + two) * K[a * m + b]

    def row(a: Any) -> Line:
        over = d.cite("background/absolute-value.above-both", r=0, s=P[a] - exp(one) * Q[a])
        zero, steep = d.piece(over, 0), d.piece(over, 1)
        rest = P[a] - apart(a)
        kept = d.arithmetic(0 <= rest, d.cite(
            "background/absolute-value.largest-of-two", d.obvious(0 <= P[a]),
            d.obvious(P[a] - exp(one) * Q[a] <= P[a]),
            r=0, s=P[a] - exp(one) * Q[a], c=P[a]))

        def cell(b: Any) -> Line:
            ends = d.cite("background/absolute-value.above-both", r=0,
                          s=W[a, b] - exp(two) * V[a, b])
            most = apart(a) * W[a, b] + rest * gap(a, b)
            none = d.arithmetic(0 <= most, zero, kept, d.piece(ends, 0),
                                hints=[W[a, b], gap(a, b), apart(a)])
            some = d.combined(
                mass(a, b) <= most, kept, d.piece(ends, 1), steep, size,
                products=[["1", [["fact", 0], ["fact", 1]]],
                          ["1", [["fact", 2], ["sign", exp(two) * V[a, b]]]]])
            return d.cite("background/absolute-value.largest-of-two", none, some, size,
                          r=0, s=mass(a, b), c=most)

        cells = summed(d, Symbol("b", m), cell)
        second = d.chain(turned(d, stick(d, W[a], V[a], two)), d.at(inner, a))
        return d.combined(
            cells.formula.left <= apart(a) * (1 - after) + P[a] * after, cells, kept, second,
            products=[["1", [["fact", 0]]], ["1", [["fact", 1], ["fact", 2]]]])

    rows = summed(d, Symbol("a", n), row)
    top = d.cite("definition/hockey-stick", size, P=J, Q=K, eps=one + two)
    a, b = Symbol("a", n), Symbol("b", m)
    opened = d.identity(equals(top.formula.right, total(a, total(b, maximum(0, mass(a, b))))), size)
    first = d.chain(turned(d, stick(d, P, Q, one)), outer)
    d.qed(d.arithmetic(d.goal, top, opened, rows, first, below_one, hints=[1 - after]))


@derives("lemma/renyi-composed")
def renyi_composed(d: Derivation) -> None:
    """The powers of a pair are the products of the powers."""
    P, Q, W, V, order, level, after = (d.var(v) for v in ("P", "Q", "W", "V", "alpha", "r", "t"))
    outer, inner = d.given
    J, K = d.goal.left.args[:2]
    n, m = W.of.inputs, W.of.outputs
    more = d.obvious(1 < order)
    some, over = d.arithmetic(0 < order, more), d.arithmetic(0 < order - 1, more)
    size = d.arithmetic(number(1) <= n * m, d.obvious(number(1) <= n), d.obvious(number(1) <= m),
                        hints=[m])
    inside, top = powers(d, level, outer, more)
    a, b = d.fix(Symbol("a", n)), Symbol("b", m)
    within, most = powers(d, after, d.at(inner, a), more)
    within = d.forall(a, within)
    scale = exp((order - 1) * after)
    known = [some, over, size]

    def covers(s: Any) -> Line:
        x, y = quotient(s, m), remainder(s, m)
        goal = either(K[s] > 0, J[s] <= 0)
        first, second = d.at(inside, x), d.at(d.at(within, x), y)
        seen, none = first.theorem.conclusion.parts
        found, lost = second.theorem.conclusion.parts
        return d.cases(
            first,
            d.cases(
                second,
                d.follows(goal, d.obvious(K[s] > 0, d.assume(seen), d.assume(found))),
                d.follows(goal, d.arithmetic(J[s] <= 0, d.assume(lost), hints=[P[x]])),
            ),
            d.follows(goal, d.arithmetic(J[s] <= 0, d.assume(none), hints=[W[x, y]])),
        )

    joined = everywhere(d, Symbol("s", n * m), covers)

    def cell(b: Any) -> Line:
        s = a * m + b
        split = guarded(P, Q, a, order) * guarded(W[a], V[a], b, order)
        goal = guarded(J, K, s, order) <= split

        def likely(here: Line, there: Line, mark: Line) -> Line:
            p, w, q, v = (
                positive_from(d, term, line, size, hints=[factor])
                for term, line, factor in ((P[a], here, W[a, b]), (W[a, b], here, P[a]),
                                           (Q[a], there, V[a, b]), (V[a, b], there, Q[a]))
            )
            one = counted(d, P, Q, a, order, q, p)
            two = counted(d, W[a], V[a], b, order, v, w)
            return d.combined(
                goal, d.turn(one.formula.right <= one.formula.left, one),
                d.turn(two.formula.right <= two.formula.left, two),
                d.turn(mark.formula.left <= mark.formula.right, mark), p, q, w, v, size, *known,
                products=[["1", [["fact", 0], ["sign", two.formula.left]]],
                          ["1", [["fact", 1], ["sign", one.formula.right]]],
                          ["1", [["fact", 2]]]])

        return split_guard(d, J, K, s, order, d.at(joined, s, size), goal, likely, *known)

    cells = summed(d, b, cell, *known)
    part = guarded(P, Q, a, order)
    row = d.arithmetic(cells.formula.left <= part * scale, cells, most,
                       d.obvious(0 <= part, some), *known, hints=[part])
    rows = d.summed(d.forall(a, row), *known)
    one = at_least_one(d, J, K, order, joined, more, some)
    total_mass = one.formula.left
    value = d.cite("definition/renyi", joined, not_one(d, order, more), *known, P=J, Q=K)
    opened = d.identity(equals(total_mass, rows.formula.left), *known)
    upper = d.arithmetic(total_mass <= exp((order - 1) * (level + after)), opened, rows, top,
                         *known, hints=[scale])
    positive = d.arithmetic(0 < total_mass, one)
    logs = log_below(d, total_mass, exp((order - 1) * (level + after)), upper, positive, *known)
    d.qed(d.arithmetic(d.goal, value, logs, positive, *known, hints=[1 / (order - 1)]))


def counted(
    d: Derivation, P: Term, Q: Term, a: Any, order: Term, there: Line, here: Line
) -> Line:
    """`guarded` where P(a) and Q(a) are positive."""
    part, power = guarded(P, Q, a, order), P[a] ** order * Q[a] ** (1 - order)
    goal = equals(part, power)

    def seen(mark: Line, _: Line) -> Line:
        value = d.identity(equals(part, cases(Q[a] > 0, 1, 0) * power), here, there)
        return d.rewrite(mark, value, equals(part, 1 * power))

    return split_strict(
        d, 0, Q[a], lambda mark, _: d.chain(
            seen(mark, _), d.identity(equals(1 * power, power), here, there)),
        lambda _, low: absurd(d, goal, low, there))


@derives("lemma/advanced-composition")
def advanced(d: Derivation) -> None:
    """The order 1 + s/(kε), where the exponent is −s²/(2k)."""
    eps, k, above = d.var("eps"), d.var("k"), d.var("s")
    positive, private = d.given
    order = 1 + above / (k * eps)
    more = d.arithmetic(1 < order, d.obvious(0 < above), positive, hints=[1 / (k * eps)])
    level, at = private.formula.right, d.goal.left.args[2]
    sign = d.arithmetic(
        0 <= level, d.cite("background/log-tangent.exponential"), positive,
        hints=[k * eps / (exp(eps) + 1), above * eps])
    line = d.cite("lemma/renyi-to-closeness.mironov", private, sign, more, positive,
                  alpha=order, r=level, eps=at)
    found = equals(line.theorem.conclusion.right, d.goal.right)
    d.qed(d.chain(line, d.identity(found, more, positive)))


@derives("lemma/close-renyi-hoeffding")
def hoeffding(d: Derivation) -> None:
    """z²/2 − ln cosh z lies above its tangent at ε/2, where z is (α − ½)ε."""
    eps, order = d.var("eps"), d.var("alpha")
    more = d.obvious(1 < order)
    over = d.arithmetic(0 < order - 1, more)
    bound = d.cite("sharper/renyi-sharp.above-one", more, *d.given)
    x, y, z = (order - rational(1, 2)) * eps, eps / 2, Real("z")
    slope = y - (exp(y) - exp(-y)) / (exp(y) + exp(-y))
    tangent = d.tangent(
        z, bend(z), x, y, bend(y) + slope * (x - y) <= bend(x), certificate=convexity())
    d.qed(d.arithmetic(d.goal, bound, tangent, more, over, hints=[1 / (order - 1)]))


# --- what is worst --------------------------------------------------------------------------------


@derives("lemma/close-dominated")
def dominated(d: Derivation) -> None:
    """At e^ε both sides are 0, at e^−ε no difference is negative, and both are tanh(ε/2)."""
    P, Q, eps = d.var("P"), d.var("Q"), d.var("eps")
    R, S = d.goal.args[2:]
    (close,) = d.given
    a, b = Symbol("a", P.of.size), d.fix(Symbol("b", 2))
    symbols = d.cite("background/closeness-symbols.only-if", close)

    def side(one: Any, two: Any, over: Any, at: Any) -> Term:
        return maximum(0, S[at] * one[over] - R[at] * two[over])

    def goal(at: Any) -> Relation:
        c = Symbol("c", 2)
        return total(a, side(P, Q, a, at)) <= total(c, side(R, S, c, at))

    def bound(at: int) -> Line:
        def symbol(a: Any) -> Line:
            up, down = (d.piece(d.at(symbols, a), place) for place in (0, 1))
            gap = S[at] * P[a] - R[at] * Q[a]
            most = number(0) if at == 0 else gap
            share = 1 / (1 + exp(eps))
            return d.cite(
                "background/absolute-value.largest-of-two",
                d.arithmetic(0 <= most, down, hints=[share]),
                d.arithmetic(gap <= most, up, hints=[share]), r=0, s=gap, c=most)

        rows = summed(d, a, symbol)
        ends = []
        for place in (0, 1):
            other = S[at] * R[place] - R[at] * S[place]
            both = d.cite("background/absolute-value.above-both", r=0, s=other)
            ends += [d.piece(both, 0), d.piece(both, 1)]
        return d.arithmetic(goal(at), rows, *ends)

    d.qed(d.forall(b, split_bit(d, b, goal, bound)))
