"""Proofs of conversions between notions of privacy."""

from __future__ import annotations

from typing import Any

from derivations.patterns.closeness import stick
from derivations.patterns.renyi import (
    at_least_one,
    covered,
    finite_sum,
    guarded,
    not_one,
    split_guard,
)
from derivations.tools import (
    split_order,
    substitute_bound,
    summed,
    turned,
)
from verified.language import (
    Close,
    equals,
    exp,
    hamming,
    instances,
    log,
    renyi_dp,
    sqrt,
)
from verified.proof.derivation import Derivation, Line, derives
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


@derives("lemma/renyi-to-closeness.sharp")
def sharp(d: Derivation) -> None:
    """x − 1 ≤ c x^α at x = P/(e^ε Q), by the tangent of a power at 1 − 1/α times that."""
    P, Q, order, level, eps = (d.var(name) for name in ("P", "Q", "alpha", "r", "eps"))
    (finite,) = d.given
    more = d.obvious(1 < order)
    some = d.arithmetic(0 < order, more)
    over = d.arithmetic(0 < order - 1, more)
    inside, top = finite_sum(d, level, finite, more)
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
