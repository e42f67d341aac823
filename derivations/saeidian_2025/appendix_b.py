"""Appendix B.1 and B.2: the steps of the proofs of Theorems 4.2 and 4.5."""

from __future__ import annotations

from typing import Any

from derivations.patterns.instances import by_difference
from derivations.tools import (
    ZERO,
    log_below,
    one_term,
    positive_from,
    same,
    split_equal,
    split_zero,
    turned,
)
from verified.language import (
    alphabet,
    cases,
    entry_channel,
    entry_given,
    equals,
    exp,
    instances,
    largest,
    log,
    output,
    smallest,
    total,
    with_entry,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Symbol, Term, number

ONE = number(1)


def least_and_mean(d: Steps, P: Term, W: Term, y: Any, v: Any) -> Line:
    """min W ≤ Σ P W."""
    least = smallest(v, W[v, y])
    each: Any = d.summed(
        d.forall(
            v, d.arithmetic(P[v] * least <= P[v] * W[v, y], d.below_sup(least, v), hints=[P[v]])
        )
    )
    return d.chain(
        d.identity(equals(least, each.formula.left)),
        each,
        d.identity(equals(each.formula.right, output(P, W)[y])),
    )


def at_most_ratio(d: Steps, P: Term, W: Term, y: Any, v: Any, above: Line) -> tuple[Line, Line]:
    """exp(ℓ) ≤ max W/Σ P W where the outcome is possible, and the mean is at most the largest."""
    seen, most = output(P, W)[y], largest(v, W[v, y])
    each: Any = d.summed(
        d.forall(v, d.arithmetic(P[v] * W[v, y] <= P[v] * most, d.below_sup(most, v), hints=[P[v]]))
    )
    mean = d.chain(
        d.identity(equals(seen, each.formula.left)),
        each,
        d.identity(equals(each.formula.right, most)),
    )
    one = d.arithmetic(ONE <= most / seen, mean, above, hints=[1 / seen])
    positive = d.chain(d.obvious(ZERO < ONE), one)
    level = log(most / seen)
    least = d.chain(
        d.identity(equals(ZERO, log(ONE))), log_below(d, ONE, most / seen, one, positive, above)
    )
    value = d.identity(equals(exp(level), most / seen), positive, above)
    row = d.arithmetic(W[v, y] <= most / seen * seen, d.below_sup(most, v), above)
    below = d.forall(v, d.rewrite(value, row, W[v, y] <= exp(level) * seen))
    leaked = d.cite(
        "lemma/leakage-at-most", below, least, positive, above, P=P, W=W, y=y, eps=level
    )
    grown: Any = d.cite(
        "background/exponential-increasing", leaked, positive, above, r=leaked.formula.left, s=level
    )  # type: ignore[attr-defined]
    return d.chain(grown, value), mean


@derives(
    "saeidian-2025/theorem-4.2-steps.bound", "saeidian-2025/theorem-4.2-steps-repaired.bound"
)
def conditional_bound(d: Derivation) -> None:
    """The mean of the likelihoods is at least the least of them."""
    prior, M, i, x, y = (d.var(name) for name in ("P", "M", "i", "d", "y"))
    P, W = entry_given(prior, x, i), entry_channel(M, x, i)
    v = d.fix(Symbol("v", alphabet(M.sort.database, i)))
    seen, least, most = output(P, W)[y], smallest(v, W[v, y]), largest(v, W[v, y])
    leaked = d.goal.left.args[0].args[0]  # type: ignore[attr-defined]
    under = least_and_mean(d, P, W, y, v)

    def never(zero: Line) -> Line:
        value = d.cite(
            "definition/leakage-of-impossible", d.turn(seen <= ZERO, zero), P=P, W=W, y=y
        )
        none = d.arithmetic(equals(leaked, 0), value)
        ends = d.chain(d.below_sup(least, v), d.below_sup(most, v))
        return d.rewrite(none, d.arithmetic(exp(number(0)) * least <= most, ends), d.goal)

    def possible(above: Line) -> Line:
        ratio, _ = at_most_ratio(d, P, W, y, v, above)
        sign = d.obvious(ZERO <= least)
        scaled = d.arithmetic(
            exp(leaked) * least <= most / seen * least, ratio, sign, above, hints=[least]
        )
        rest = d.combined(
            most / seen * least <= most,
            under,
            above,
            products=[["1", [["fact", 0], ["sign", most / seen]]]],
        )
        return d.chain(scaled, rest)

    d.qed(split_zero(d, seen, never, possible))


@derives("saeidian-2025/theorem-4.2-steps-repaired.ratio")
def conditional_ratio(d: Derivation) -> None:
    """Every value of the entry is possible."""
    prior, M, i, x, y = (d.var(name) for name in ("P", "M", "i", "d", "y"))
    instances_possible, above = d.given
    D = M.sort.database
    P, W = entry_given(prior, x, i), entry_channel(M, x, i)
    v = d.fix(Symbol("v", alphabet(D, i)))
    seen, most = output(P, W)[y], largest(v, W[v, y])
    leaked = d.goal.left.args[0]  # type: ignore[attr-defined]
    up, _ = at_most_ratio(d, P, W, y, v, above)
    given: Any = d.cite("definition/entry-given", P=prior, x=x, i=i, v=v)
    mass = d.at(instances_possible, with_entry(D, x, i, v))
    chance = positive_from(d, P[v], given, mass, hints=[given.formula.left.args[0]])
    told = d.cite(
        "definition/pointwise-maximal-leakage",
        chance,
        d.obvious(leaked <= leaked),
        P=P,
        W=W,
        x=v,
        y=y,
        r=leaked,
    )
    top = d.bound_sup(most, told, v)
    down = d.combined(
        most / seen <= exp(leaked), top, above, products=[["1", [["fact", 0], ["sign", 1 / seen]]]]
    )
    d.qed(d.turn(d.goal, up, down))


@derives(
    "saeidian-2025/theorem-4.2-steps-repaired.law",
    "saeidian-2025/theorem-4.5-steps-repaired.kernel",
)
def is_law(d: Derivation) -> None:
    """k − 1 others share ε."""
    d.qed(near_sum(d, d.var("w"), d.var("s"), d.var("k")))


def near_sum(d: Steps, w: Any, s: Any, k: Any) -> Line:
    """The masses of p* sum to 1."""
    v = d.fix(Symbol("v", k))
    body = cases(equals(v, w), 1 - s, s / (k - 1))
    equals(body, same(v, w) * (1 - s) + (1 - same(v, w)) * (s / (k - 1)))

    def either(line: Line, value: Line) -> Line:
        on = value.theorem.conclusion.right  # type: ignore[attr-defined]
        chosen = 1 - s if line.formula == equals(v, w) else s / (k - 1)
        held = d.identity(equals(body, chosen), line)
        plain = d.identity(equals(chosen, on * (1 - s) + (1 - on) * (s / (k - 1))))
        return d.chain(
            held,
            d.rewrite(
                value,
                plain,
                equals(chosen, same(v, w) * (1 - s) + (1 - same(v, w)) * (s / (k - 1))),
            ),
        )

    each: Any = d.summed(d.forall(v, split_equal(d, v, w, either)))
    return d.chain(each, d.identity(equals(each.formula.right, 1)))


@derives(
    "saeidian-2025/theorem-4.2-steps.limit", "saeidian-2025/theorem-4.2-steps-repaired.limit",
    "saeidian-2025/theorem-4.5-steps.kernel-least",
)
def tends_to_least(d: Derivation) -> None:
    """Of the other likelihoods, at most 1, ε is seen."""
    w, s, k, p = (d.var(name) for name in ("w", "s", "k", "p"))
    v = d.fix(Symbol("v", k))
    part = s / (k - 1)
    body = p[v] * cases(equals(v, w), 1 - s, part)
    goal = body <= same(v, w) * (p[w] * (1 - s)) + (1 - same(v, w)) * part

    def either(line: Line, value: Line) -> Line:
        on = value.theorem.conclusion.right  # type: ignore[attr-defined]
        inside = line.formula == equals(v, w)
        chosen = 1 - s if inside else part
        held = d.identity(equals(body, p[v] * chosen), line)
        if inside:
            moved = d.rewrite(line, d.identity(equals(p[w], p[w])), equals(p[v], p[w]))
            less = d.arithmetic(p[v] * chosen <= on * (p[w] * (1 - s)) + (1 - on) * part, moved)
        else:
            unit = d.obvious(p[v] <= ONE)
            less = d.arithmetic(
                p[v] * chosen <= on * (p[w] * (1 - s)) + (1 - on) * part, unit, hints=[part]
            )
        return d.chain(held, d.rewrite(value, less, p[v] * chosen <= goal.right))

    each: Any = d.summed(d.forall(v, split_equal(d, v, w, either)))
    whole = d.identity(equals(each.formula.right, p[w] * (1 - s) + s))
    d.qed(d.arithmetic(d.goal, each, whole, hints=[s * p[w]]))


@derives("saeidian-2025/theorem-4.5-steps-repaired.eq-b6a")
def some_entry(d: Derivation) -> None:
    """Two databases differ in some entry, or are one."""
    M, y, eps = d.var("M"), d.var("y"), d.var("eps")
    D = M.sort.database
    x, z = (d.fix(Symbol(name, instances(D))) for name in ("x", "x'"))
    goal = M[x][y] <= exp(eps) * M[z][y]

    def alike(line: Line) -> Line:
        equal = d.cite("definition/same-instance", line, values={"D": D, "x": x, "x'": z})
        grown = d.cite("background/log-tangent.exponential", eps=eps)
        least = d.arithmetic(M[z][y] <= exp(eps) * M[z][y], grown, hints=[M[z][y], eps * M[z][y]])
        return d.rewrite(equal, least, goal)

    def apart(i: Any, line: Line) -> Line:
        return d.at(d.at(d.at(d.given[0], i), x), z, line)

    d.qed(d.forall(x, d.forall(z, by_difference(d, D, x, z, alike, apart))))


# --- (B.2) ----------------------------------------------------------------------------------------


@derives("saeidian-2025/theorem-4.2-steps.eq-b2b")
def mediant(d: Derivation) -> None:
    """Summed over the settings."""
    (each,) = d.given
    q, a, b, r = (d.var(name) for name in "qabr")
    j = d.fix(Symbol("j", q.sort.sizes()[0]))
    line = d.arithmetic(q[j] * a[j] <= q[j] * (r * b[j]), d.at(each, j), hints=[q[j]])
    rows = d.summed(d.forall(j, line))
    d.qed(d.chain(rows, d.identity(equals(rows.formula.right, d.goal.right))))


@derives("saeidian-2025/theorem-4.2-steps.eq-b3", "saeidian-2025/theorem-4.5-steps.off-centre")
def far_settings(d: Derivation) -> None:
    """ε/(k − 1) is at most 1 − ε, so that each entry more that is off makes it rarer."""
    _, low = d.given
    k, s, j = (d.var(name) for name in "ksj")
    n = d.var("l" if d.key.endswith("eq-b3") else "n")
    rest = k - 1
    share = s / rest
    less = d.combined(share <= 1 - s, low, products=[["1", [["fact", 0], ["sign", 1 / rest]]]])
    positive = d.obvious(0 < share)
    logs = d.cite("background/log-increasing.positive", less, positive, u=share, v=1 - s)
    powers = [j * log(share) + (n - j) * log(1 - s), log(share) + (n - 1) * log(1 - s)]
    more = d.obvious(0 <= j - 1)
    order = d.combined(powers[0] <= powers[1], logs, more, positive, products=[
        ["1", [["fact", 0], ["fact", 1]]]])
    grown = d.cite("background/exponential-increasing", order, r=powers[0], s=powers[1])
    ends = [d.identity(equals(side, exp(power))) for side, power in zip(
        (d.goal.left, d.goal.right), powers, strict=True)]
    d.qed(d.chain(ends[0], grown, turned(d, ends[1])))


@derives(
    "saeidian-2025/theorem-4.2-steps.eq-b2a-bound", "saeidian-2025/theorem-4.5-steps.eq-b5a-bound"
)
def mean_of_likelihoods(d: Derivation) -> None:
    """Each likelihood, and so their mean, is at least p(v)/r."""
    (pairs,) = d.given
    q, p, v, r = (d.var(name) for name in "qpvr")
    a = d.fix(Symbol("a", q.sort.sizes()[0]))
    line = d.arithmetic(q[a] * p[v] <= q[a] * (r * p[a]), d.at(d.at(pairs, v), a), hints=[q[a]])
    rows = d.summed(d.forall(a, line))
    d.qed(d.chain(d.identity(equals(p[v], rows.formula.left)), rows,
                  d.identity(equals(rows.formula.right, d.goal.right))))


@derives(
    "saeidian-2025/theorem-4.2-steps.eq-b2a-approached",
    "saeidian-2025/theorem-4.5-steps.eq-b5a-approached",
)
def ratio_approached(d: Derivation) -> None:
    """The mean under p* is near the least likelihood."""
    least, seen = d.given
    u, w, s, k, p, t = (d.var(name) for name in "uwskpt")
    low = d.cite("saeidian-2025/theorem-4.2-steps.limit", least, k=k, w=w, s=s, p=p)
    below, room = d.chain(seen, low), d.obvious(0 < p[w] + s)
    d.qed(d.combined(d.goal, below, room, products=[
        ["1", [["fact", 0], ["sign", p[u] / (t * (p[w] + s))]]]]))


@derives("saeidian-2025/theorem-4.2-steps.eq-b2b-reached")
def ratio_reached(d: Derivation) -> None:
    """The one mean has (1 − s) a at least, the other b + s at most."""
    (high,) = d.given
    q, x, s, a, b = (d.var(name) for name in "qdsab")
    j = d.fix(Symbol("j", q.sort.sizes()[0]))
    part = one_term(d, x, lambda t: q[t] * a[t], name="t")
    mine: Any = total(j, q[j] * a[j])
    first = d.arithmetic((1 - s) * a[x] <= mine, part, high, hints=[a[x]])

    def either(line: Line, value: Line) -> Line:
        on = value.theorem.conclusion.right  # type: ignore[attr-defined]
        if line.formula == equals(j, x):
            moved = d.rewrite(line, d.identity(equals(b[x], b[x])), equals(b[j], b[x]))
            less = d.arithmetic(q[j] * b[j] <= on * (q[j] * b[x]) + (1 - on) * q[j], moved)
        else:
            less = d.arithmetic(q[j] * b[j] <= on * (q[j] * b[x]) + (1 - on) * q[j],
                                d.obvious(b[j] <= ONE), hints=[q[j]])
        return d.rewrite(value, less, q[j] * b[j] <= same(j, x) * (q[j] * b[x])
                         + (1 - same(j, x)) * q[j])

    rows: Any = d.summed(d.forall(j, split_equal(d, j, x, either)))
    whole = d.identity(equals(rows.formula.right, q[x] * b[x] + 1 - q[x]))
    most = d.piece(d.cite("background/probability-bounds", P=q, a=x), 1)
    second = d.arithmetic(total(j, q[j] * b[j]) <= b[x] + s, rows, whole, high, most, hints=[b[x]])
    middle = d.arithmetic(d.goal.left <= (1 - s) * a[x] * (b[x] + s), second,
                          hints=[(1 - s) * a[x]])
    d.qed(d.chain(middle, d.arithmetic((1 - s) * a[x] * (b[x] + s) <= d.goal.right, first,
                                       hints=[b[x] + s])))


@derives("saeidian-2025/theorem-4.5-steps.mean")
def seen_mean(d: Derivation) -> None:
    """One setting, and the others."""
    at, others = d.given
    q, x, a, c, e = (d.var(name) for name in "qdace")
    j = d.fix(Symbol("j", q.sort.sizes()[0]))

    def either(line: Line, value: Line) -> Line:
        on = value.theorem.conclusion.right  # type: ignore[attr-defined]
        if line.formula == equals(j, x):
            moved = d.rewrite(line, d.identity(equals(q[x], q[x])), equals(q[j], q[x]))
            less = d.arithmetic(q[j] * a[j] <= on * (c * a[j]) + (1 - on) * (e * a[j]), moved, at)
        else:
            less = d.arithmetic(q[j] * a[j] <= on * (c * a[j]) + (1 - on) * (e * a[j]),
                                d.at(others, j, line), hints=[a[j]])
        return d.rewrite(value, less, q[j] * a[j] <= same(j, x) * (c * a[j])
                         + (1 - same(j, x)) * (e * a[j]))

    rows: Any = d.summed(d.forall(j, split_equal(d, j, x, either)))
    d.qed(d.chain(rows, d.identity(equals(rows.formula.right, d.goal.right))))


@derives("saeidian-2025/theorem-4.5-steps.kernel-most")
def most_likely(d: Derivation) -> None:
    """One term of the sum."""
    w, s, k, p = (d.var(name) for name in "wskp")
    part = s / (k - 1)
    line = one_term(d, w, lambda v: p[v] * cases(equals(v, w), 1 - s, part))
    here = d.identity(equals(line.formula.left, (1 - s) * p[w]))
    d.qed(d.chain(d.turn(equals(here.formula.right, here.formula.left), here), line))
