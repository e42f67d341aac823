"""Proofs on the summation query: Corollary 1, and what remains of it for many users."""

from __future__ import annotations

from typing import Any

from derivations.patterns.noised import covered, times_eps
from derivations.patterns.numbers import below_root
from derivations.tools import absurd, split_absolute, split_order
from verified.language import absolute, equals, sqrt
from verified.papers.ding_2024.users import growth, others, user, whole
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Real, Symbol, Term


def total_of(d: Steps, numbers: Any, k: Any) -> Line:
    """The sum over all is that over the others and the user's own."""
    return d.identity(equals(whole(numbers), others(numbers) + numbers[k]))


def size(d: Steps, inside: Any, value: Any, *lines: Line) -> Line:
    """|x| = value, from lines that bound |x| and −|x|."""
    sides = [
        split_absolute(d, inside, lambda sign, at, goal=goal: d.arithmetic(
            goal, sign, at, *lines
        ), *lines)
        for goal in (absolute(inside) <= value, value <= absolute(inside))
    ]
    return d.turn(equals(absolute(inside), value), *sides)


def root_of(d: Steps, value: Any, positive: Line) -> tuple[Line, Line, Line]:
    """√v² = v, √v > 0, and v > 0, the line given."""
    x = Real("x", ">0")
    root = d.scalar(sqrt(x) > 0, positive, values={x: value})
    return d.identity(equals(sqrt(value) ** 2, value), positive), root, positive


def close_sums(
    d: Derivation, sums: tuple[Any, Any], variances: tuple[Any, Any], positive: list[Line],
    enough: Any, tail: Line,
) -> Line:
    """Theorem 1 for two Gaussian laws with these means and variances, in one order.

    Args:
        positive: that the variances are.
        enough: from the two roots and lines that make them real to the line (5).
    """
    high, low = (sqrt(value) for value in variances)
    roots = [root_of(d, *both) for both in zip(variances, positive, strict=True)]
    lines = [line for pair in roots for line in pair]
    line = d.cite(
        "ding-2024/theorem-1@deviation", tail, enough(high, low, *lines), *lines, m=sums[0],
        s=high, values={"m'": sums[1], "s'": low},
    )
    for square, *_ in roots:
        line = d.rewrite(square, line)
    return line


@derives("ding-2024/corollary-1a")
def corollary_1a(d: Derivation) -> None:
    """Theorem 1 in both orders; the deviation grows with the user."""
    uncertain, tail, given = d.given
    means, v, t, eps, b = (d.var(name) for name in ("m", "v", "t", "eps", "b"))
    k = d.fix(user)
    some = d.at(uncertain, k)
    gap, spread = total_of(d, means, k), total_of(d, v, k)
    rest, summed = others(v), others(v) + v[k]
    positive = d.arithmetic(summed > 0, some)
    own = d.arithmetic(
        absolute(means[k]) + growth * t <= eps * b, d.at(given, k), some, positive, hints=[eps]
    )

    def order(forward: bool) -> Line:
        ends = (1, -1)[not forward]

        def enough(high: Term, low: Term, *lines: Line) -> Line:
            wide, narrow = (high, low)[::ends]
            grows = larger_root(d, narrow, wide, *lines)
            sizes = (
                size(d, high - low, wide - narrow, grows, *lines),
                size_of_mean(d, (whole(means), others(means))[::ends], means[k], gap),
            )
            left = absolute((whole(means), others(means))[::ends][0]
                            - (whole(means), others(means))[::ends][1])
            return d.arithmetic(
                (left + absolute(high - low) * t) / eps <= b, own, *sizes, *lines, hints=[1 / eps]
            )

        line = close_sums(
            d, (whole(means), others(means))[::ends], (summed, rest)[::ends],
            [positive, some][::ends], enough, tail,
        )
        back = d.turn(equals(spread.formula.right, spread.formula.left), spread)
        return d.rewrite(back, line)

    d.qed(d.forall(k, d.both(order(True), order(False))))


def larger_root(d: Steps, narrow: Any, wide: Any, *lines: Line) -> Line:
    """√r ≤ √(r + v)."""
    rest, summed = narrow.args[0], wide.args[0]
    order = d.arithmetic(rest <= summed)
    return below_root(d, narrow, summed, d.arithmetic(narrow**2 <= summed, order, *lines), *lines)


def size_of_mean(d: Steps, sums: tuple[Any, Any], own: Any, gap: Line) -> Line:
    """|x| = |own|, where x is the difference of the sums, which is the user's mean or its
    negative."""
    inside = sums[0] - sums[1]
    sides = [
        split_absolute(d, inside, lambda s1, a1, goal=goal: split_absolute(
            d, own, lambda s2, a2: d.arithmetic(goal, s1, a1, s2, a2, gap)
        ))
        for goal in (absolute(inside) <= absolute(own), absolute(own) <= absolute(inside))
    ]
    return d.turn(equals(absolute(inside), absolute(own)), *sides)


@derives("ding-2024/corollary-1b")
def corollary_1b(d: Derivation) -> None:
    """The same number is added to both values: two Laplace laws |a − a'| apart."""
    uncertain, given = d.given
    means, v, eps, b = (d.var(name) for name in ("m", "v", "eps", "b"))
    first, second = d.var("a"), d.var("a'")
    near = times_eps(d, given, eps)
    k = d.fix(user)
    some = d.at(uncertain, k)
    rest, spread = others(means), others(v)

    def order(one: Any, two: Any) -> Line:
        places = one + rest, two + rest
        inside = places[0] - places[1]
        apart = split_absolute(d, first - second, lambda s1, a1: split_absolute(
            d, inside, lambda s2, a2: d.arithmetic(
                absolute(inside) <= eps * b, s1, a1, s2, a2, near
            )
        ))
        moved = d.cite(
            "background/noised-couplings.gaussian-moved", some, r=places[0], s=places[1], v=spread
        )
        return d.chain(moved, covered(d, *places, b, eps, apart))

    d.qed(d.forall(k, d.both(order(first, second), order(second, first))))


# --- what is said of large K ----------------------------------------------------------------------


@derives("ding-2024/corollary-1-limit-repaired.vanishes",
         "ding-2024/corollary-1-limit.vanishes@growing-sum")
def vanishing_growth(d: Derivation) -> None:
    """√S − √(S − v) is v/√S at most."""
    below, small = d.given
    whole_sum, own = d.var("S"), d.var("v")
    rest = d.arithmetic(whole_sum - own > 0, below)
    all_of_it = d.obvious(whole_sum > 0)
    lines = [*root_of(d, whole_sum, all_of_it), *root_of(d, whole_sum - own, rest)]
    high, low = sqrt(whole_sum), sqrt(whole_sum - own)
    x, y = Real("x", ">0"), Real("y", ">0")
    square = d.identity(equals(high**2 - low**2, own), *lines)
    grows = larger_root(d, low, high, *lines)
    line = d.rewrite(square, d.scalar(
        x - y <= (x**2 - y**2) / x, grows, *lines, given=[y <= x], values={x: high, y: low}
    ))
    d.qed(d.arithmetic(d.goal, line, small, *lines, hints=[1 / high]))


@derives("ding-2024/corollary-1-limit-repaired.approaches")
def approached(d: Derivation) -> None:
    """|μ_k| ≤ |μ_k| + g_k τ ≤ max |μ_j| + w τ."""
    (small,) = d.given
    means, rises, t, w = d.var("m"), d.var("g"), d.var("t"), d.var("w")
    (limit, bound) = d.goal.parts[0].left, d.goal.parts[0].right
    k = d.fix(Symbol("k", means.of.size))
    own, more = absolute(means[k]), absolute(means[k]) + rises[k] * t
    low = d.bound_sup(limit, d.arithmetic(
        own <= bound, d.below_sup(bound, k), d.obvious(rises[k] >= 0), hints=[t]), k)
    high = d.bound_sup(bound, d.arithmetic(
        more <= limit + t * w, d.below_sup(limit, k), d.at(small, k), hints=[t]), k)
    d.qed(d.both(low, high))


@derives("ding-2024/corollary-1-limit-repaired.growth")
def growth_between(d: Derivation) -> None:
    """Δσ_k (√S + √(S − σ_k²)) is σ_k², and the second root is between 0 and the first."""
    (some,) = d.given
    v, k = d.var("v"), d.var("k")
    spread = total_of(d, v, k)
    positive = d.arithmetic(others(v) + v[k] > 0, some)
    high, low = sqrt(others(v) + v[k]), sqrt(others(v))
    lines = [*root_of(d, others(v) + v[k], positive), *root_of(d, others(v), some)]
    grows = larger_root(d, low, high, *lines)
    back = d.turn(equals(spread.formula.right, spread.formula.left), spread)
    x, y = Real("x", ">0"), Real("y", ">0")
    square = d.identity(equals(high**2 - low**2, v[k]), *lines)
    sides = [
        d.rewrite(square, d.scalar(
            relation, grows, *lines, given=[y <= x], values={x: high, y: low}
        ))
        for relation in ((x**2 - y**2) / (2 * x) <= x - y, x - y <= (x**2 - y**2) / x)
    ]
    d.qed(d.rewrite(back, d.both(*sides), d.goal))


@derives("ding-2024/corollary-1-limit-repaired.bound")
def bound_between(d: Derivation) -> None:
    """Δσ_k is between 0 and what is said of it."""
    some, mean, small = d.given
    t, v, k, w = d.var("t"), d.var("v"), d.var("k"), d.var("w")
    sides = d.cite("ding-2024/corollary-1-limit-repaired.growth", some)
    low, high = d.piece(sides, 0), d.piece(sides, 1)
    spread = total_of(d, v, k)
    every_one = d.arithmetic(whole(v) > 0, spread, some)
    lines = [*root_of(d, whole(v), every_one), some]
    least = d.arithmetic(0 <= growth, low, *lines, hints=[v[k] / sqrt(whole(v))])
    most = d.arithmetic(growth <= w, high, small, *lines)
    one, two = (absolute(d.var("m")[k]) + growth * t, d.var("r") + t * w)
    d.qed(d.both(
        d.arithmetic(absolute(d.var("m")[k]) <= one, least, *lines, hints=[t]),
        d.arithmetic(one <= two, most, mean, *lines, hints=[t]),
    ))


def root_is(d: Steps, square: Any, root: Any, *lines: Line) -> Line:
    """√square = root, for a root ≥ 0 with that square."""
    found = sqrt(square)
    same = d.identity(equals(found**2, root**2), *lines)

    def over(above: Line) -> Line:
        return absurd(d, found <= root, same, above, *lines, hints=[found, root])

    low = split_order(d, found, root, lambda line: line, over, *lines)
    own = d.identity(equals(root**2, square), *lines)
    high = below_root(d, root, square, d.arithmetic(root**2 <= square, own, *lines), *lines)
    return d.turn(equals(found, root), low, high)


@derives("ding-2024/eq-11.reduced")
def identical_users(d: Derivation) -> None:
    """The sum over the others is (K − 1)σ²."""
    K, s, t, eps = (d.var(name) for name in ("K", "s", "t", "eps"))
    k = d.fix(user)
    body = substitute(d.goal.body, {d.goal.var.name: k})
    roots = [root_is(d, count * s**2, s * sqrt(count)) for count in (K, K - 1)]
    first, second = (line.formula.left for line in roots)
    same = d.identity(equals(
        body.left, (absolute(d.var("m")) + (first - second) * t) / eps
    ))
    for line in roots:
        same = d.rewrite(line, same)
    d.qed(d.forall(k, d.chain(same, d.identity(equals(same.formula.right, body.right)))))


def roots_apart(d: Steps, K: Any) -> tuple[Line, Line, Line]:
    """0 ≤ √K − √(K − 1) ≤ 1/√K, and √K > 0."""
    high, low = sqrt(K), sqrt(K - 1)
    x, y = Real("x", ">0"), Real("y", ">=0")
    root = d.scalar(sqrt(x) > 0, values={x: K})
    grows = below_root(d, low, K, d.arithmetic(low**2 <= K, d.identity(equals(low**2, K - 1))))
    most = d.scalar(
        x - y <= (x**2 - y**2) / x, grows, root, given=[y <= x], values={x: high, y: low}
    )
    one = d.identity(equals(high**2 - low**2, 1))
    return d.arithmetic(0 <= high - low, grows), d.rewrite(one, most), root


@derives("ding-2024/eq-11.vanishes")
def vanishes(d: Derivation) -> None:
    """√K − √(K − 1) is between 0 and 1/√K."""
    K, s, t = d.var("K"), d.var("s"), d.var("t")
    lines = roots_apart(d, K)
    d.qed(d.both(*(
        d.arithmetic(part, *lines, hints=[s * t]) for part in d.goal.parts
    )))


@derives("ding-2024/identical-users-limit-repaired")
def many_identical(d: Derivation) -> None:
    """Theorem 1, with στ(√K − √(K − 1)) ≤ στ/√K."""
    tail, given = d.given
    K, m, s, t, eps, b = (d.var(name) for name in ("K", "m", "s", "t", "eps", "b"))
    low, high, root = roots_apart(d, K)
    many = d.obvious(0 < K - 1)
    x = Real("x", ">0")
    rest = d.scalar(sqrt(x) > 0, many, values={x: K - 1})
    enough = d.arithmetic(
        absolute(m) + s * (sqrt(K) - sqrt(K - 1)) * t <= eps * b, given, high, root,
        hints=[eps, s * t],
    )

    def order(ends: int) -> Line:
        counts = (K, K - 1)[::ends]
        roots = [s * sqrt(count) for count in counts]
        inside, gap = roots[0] - roots[1], counts[0] * m - counts[1] * m
        wide = size(d, inside, s * sqrt(K) - s * sqrt(K - 1), d.arithmetic(
            0 <= s * sqrt(K) - s * sqrt(K - 1), low, hints=[s]
        ))
        lines = root, rest
        apart = [
            split_absolute(d, gap, lambda s1, a1, goal=goal: split_absolute(
                d, m, lambda s2, a2: d.arithmetic(goal, s1, a1, s2, a2)
            ))
            for goal in (absolute(gap) <= absolute(m), absolute(m) <= absolute(gap))
        ]
        close = d.arithmetic(
            (absolute(gap) + absolute(inside) * t) / eps <= b, enough, wide, *apart,
            hints=[1 / eps],
        )
        positive = [d.arithmetic(one > 0, *lines, hints=[s]) for one in roots]
        line = d.cite(
            "ding-2024/theorem-1@deviation", tail, close, *positive, m=counts[0] * m, s=roots[0],
            values={"m'": counts[1] * m, "s'": roots[1]},
        )
        for count, one in zip(counts, roots, strict=True):
            line = d.rewrite(d.identity(equals(one**2, count * s**2), *lines), line)
        return line

    d.qed(d.both(order(1), order(-1)))
