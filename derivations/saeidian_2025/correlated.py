"""Theorem 4.3: a mechanism that tells nearly all of one of many correlated entries."""

from __future__ import annotations

from typing import Any

from derivations.patterns.channels import split_bit
from derivations.patterns.instances import differ, distance
from derivations.patterns.posteriors import Posterior
from derivations.tools import ZERO, log_below, one_term, same
from verified.kernel.analysis import FALSE
from verified.language import (
    alphabet,
    either,
    entries,
    entry_of,
    equals,
    exp,
    flat_mechanism,
    hamming,
    instances,
    log,
    negation,
    output,
    renyi,
    total,
    with_entry,
)
from verified.papers.saeidian_2025 import correlated as it
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Real, Symbol, number

D = it.D


def near(d: Steps, near: Line, one: Any, two: Any, last: Any) -> list[Line]:
    """Two neighbours' distances from a third database differ by 1 at most."""
    lines = []
    for part in ("from-middle", "to-middle"):
        names = {"x": one, "x'": two} if part == "from-middle" else {"x": two, "x'": one}
        lines.append(d.cite(f"background/hamming-triangle.{part}", D=D,
                            values={**names, "z": last}))
    return [d.arithmetic(hamming(D, two, last) <= hamming(D, one, last) + 1, lines[0], near),
            d.arithmetic(hamming(D, one, last) <= hamming(D, two, last) + 1, lines[1], near)]


def level(d: Steps) -> tuple[Any, Line]:
    """ε, which is −ln r, and that it isn't negative."""
    x = Real("x", "(0,1)")
    return -log(d.var("r")), d.scalar(0 <= -log(x), values={x: d.var("r")})


def rarer(d: Steps, far: Any) -> Line:
    """r^n is at most 1, for a number n of entries."""
    eps, some = level(d)
    less = d.arithmetic(-(eps * far) <= 0, some, hints=[far])
    most = d.cite("background/exponential-increasing", less, r=-(eps * far), s=0)
    return d.arithmetic(d.var("r") ** far <= 1, most)


def some_chance(d: Steps, far: Any) -> Line:
    """r^n is more than 0."""
    return d.arithmetic(0 < d.var("r") ** far, d.obvious(0 < exp(log(d.var("r")) * far)))


def half_at_most(d: Steps, last: Any) -> Line:
    """For every database: the answer 1 has at most half of the probability."""
    a = d.fix(Symbol("s", instances(D)))
    return d.forall(a, rarer(d, hamming(D, a, last)))


@derives("saeidian-2025/theorem-4.3.private")
def private(d: Derivation) -> None:
    """Neighbours' distances from x₁ differ by 1 at most; and ½ (e^ε + e^(−ε)) ≥ 1."""
    last, r = d.var("x1"), d.var("r")
    eps, positive = level(d)
    one, two = (d.fix(Symbol(name, instances(D))) for name in ("x", "x'"))
    close = d.assume(hamming(D, one, two) <= 1)
    up, down = near(d, close, one, two, last)
    far, farther = (hamming(D, name, last) for name in (one, two))

    def grown(low: Any, high: Any, line: Line) -> Line:
        """r^low ≤ r^high / r, from high ≤ low + 1."""
        less = d.arithmetic(-(eps * low) <= eps - eps * high, line, positive, hints=[eps])
        line = d.cite("background/exponential-increasing", less, r=-(eps * low),
                      s=eps - eps * high)
        return d.arithmetic(r**low <= r**high / r, line)

    more, fewer = grown(far, farther, up), grown(farther, far, down)
    most = rarer(d, farther)
    x = Real("x", "(0,1)")
    a = d.scalar(1 <= 1 / x, values={x: r})
    square = d.scalar(2 <= 1 / x + x, values={x: r})
    law = half_at_most(d, last)

    def outcome(value: int) -> Line:
        goal = it.mechanism[one, value] <= it.mechanism[two, value] / r
        if value:
            return d.arithmetic(goal, more, law)
        t = r**farther
        low = d.arithmetic(r * t <= r**far, fewer, hints=[r])
        return d.arithmetic(goal, low, most, square, a, law, hints=[1 / r - 1, 1 - t, t])

    z = d.fix(Symbol("z", 2))
    each = split_bit(
        d, z, lambda bit: it.mechanism[one, bit] <= it.mechanism[two, bit] / r, outcome)
    d.qed(d.forall(one, d.forall(two, d.forall(z, each), where=close.formula)))


# --- opposite databases ---------------------------------------------------------------------------


def all_differ(d: Steps, far: Line, i: Any) -> Line:
    """An entry of opposite databases isn't the same."""
    first, last = it.first, it.last
    left, right = entry_of(D, first, i), entry_of(D, last, i)
    alike = d.assume(equals(left, right))
    part = one_term(d, i, lambda k: 1 - differ(D, first, last, k))
    whole = distance(d, D, first, last)
    rest: Any = d.identity(equals(part.formula.right, entries(D) - whole.formula.right))
    here = d.identity(equals(1 - differ(D, first, last, i), 1), alike)
    clash = d.contradiction(part, rest, here, whole, far)
    return d.follows(negation(equals(left, right)), d.implied(alike, clash))


def is_not(d: Steps, one: Any, two: Any, clash: Any) -> Line:
    """Two databases aren't the same, as that they were would contradict something."""
    alike = d.assume(equals(one, two))
    return d.follows(negation(alike.formula), d.implied(alike, clash(alike)))


def mixed_mass(d: Derivation, here: Any, there: Any, i: Any, apart: Line, far: Line, two: Line
               ) -> Line:
    """With one entry of its opposite's, a database is neither, and has the even share alone."""
    own = entry_of(D, there, i)
    mixed = with_entry(D, here, i, own)
    value = d.cite("background/entry-of-changed", D=D, x=here, i=i, v=own)

    def as_here(alike: Line) -> Line:
        back = d.rewrite(alike, value, equals(entry_of(D, here, i), own))
        if back.formula != apart.formula.body:
            back = d.turn(apart.formula.body, back)
        return d.follows(FALSE, back, apart)

    step = d.cite("background/with-entry-near", D=D, x=here, i=i, v=entry_of(D, here, i), w=own)
    kept = d.cite("background/with-entry-same", D=D, x=here, i=i)
    step = d.rewrite(kept, step, hamming(D, here, mixed) <= 1)
    way = d.cite("background/hamming-triangle.to-middle", D=D,
                 values={"x": mixed, "x'": here, "z": there})
    none = d.cite("background/hamming-zero", D=D, x=there)

    def as_there(alike: Line) -> Line:
        own = d.identity(equals(hamming(D, mixed, there), hamming(D, mixed, there)))
        zero = d.chain(d.rewrite(alike, own, equals(
            hamming(D, mixed, there), hamming(D, there, there))), none)
        return d.contradiction(way, step, zero, far, two)

    off = [is_not(d, mixed, here, as_here), is_not(d, mixed, there, as_there)]
    return d.identity(equals(it.prior[mixed], it.spread / instances(D)), *off)


@derives("saeidian-2025/theorem-4.3.correlated")
def correlated(d: Derivation) -> None:
    """Each of the two has more than the even share."""
    i, first, last, spread = d.var("i"), d.var("x0"), d.var("x1"), d.var("eta")
    far, two = d.given
    apart = all_differ(d, far, i)
    back = d.cite("background/hamming-triangle.from-middle", D=D,
                  values={"x": first, "x'": last, "z": first})
    none = d.cite("background/hamming-zero", D=D, x=first)
    other_way = d.cite("background/hamming-triangle.from-middle", D=D,
                       values={"x": last, "x'": first, "z": last})
    same_last = d.cite("background/hamming-zero", D=D, x=last)
    turned = d.turn(
        equals(hamming(D, last, first), entries(D)),
        d.arithmetic(hamming(D, last, first) <= entries(D), back, none, far),
        d.arithmetic(entries(D) <= hamming(D, last, first), other_way, same_last, far))
    shares = [mixed_mass(d, first, last, i, apart, far, two),
              mixed_mass(d, last, first, i, apart, turned, two)]
    even = spread / instances(D)
    large = []
    for name, other in ((first, last), (last, first)):
        mark = d.obvious(same(name, other) >= ZERO)
        value = d.identity(equals(
            it.prior[name], it.weight + it.weight * same(name, other) + even))
        large.append(d.arithmetic(it.weight + even <= it.prior[name], value, mark,
                                  hints=[it.weight]))
    low, high = d.goal.left, d.goal.right
    product = d.arithmetic((it.weight + even) ** 2 <= high, *large,
                           hints=[it.prior[first], it.weight + even])
    small = d.arithmetic(equals(low, even**2), *shares, hints=[even, it.prior[low.args[0].args[1]]])
    gap = d.obvious(0 < it.weight)
    less = d.arithmetic(even**2 < (it.weight + even) ** 2, gap, hints=[it.weight, even])
    d.qed(d.chain(small, less, product))


# --- the leakage ----------------------------------------------------------------------------------


@derives("saeidian-2025/theorem-4.3.leaks")
def leaks(d: Derivation) -> None:
    """x₁ is told by its rare answer, and with it the entry."""
    i, first, last, r, delta, spread = (d.var(name) for name in (
        "i", "x0", "x1", "r", "delta", "eta"))
    far, only, small = d.given
    apart = all_differ(d, far, i)
    v, w = entry_of(D, last, i), entry_of(D, first, i)
    a = d.fix(Symbol("s", instances(D)))
    channel = half_at_most(d, last)
    half = d.forall(a, d.arithmetic(2 * it.mechanism[a, 1] <= 1, d.at(channel, a), channel))
    law = [channel, d.forall(a, d.obvious(it.prior[a] >= ZERO)),
           d.identity(equals(total(a, it.prior[a]), 1))]
    large = [d.arithmetic(it.weight <= it.prior[name], d.identity(equals(
        it.prior[name], it.weight + it.weight * same(name, other) + spread / instances(D))),
        d.obvious(same(name, other) >= ZERO), hints=[it.weight])
        for name, other in ((last, first), (first, last))]
    none = d.cite("background/hamming-zero", D=D, x=last)
    told = d.arithmetic(1 <= 2 * it.mechanism[last, 1], d.rewrite(
        none, d.identity(equals(it.mechanism[last, 1], it.rare(last)), channel),
        equals(it.mechanism[last, 1], r ** number(0) / 2)), channel)
    q = r ** entries(D)
    rarely = d.arithmetic(2 * it.mechanism[first, 1] <= q, d.rewrite(
        far, d.identity(equals(it.mechanism[first, 1], it.rare(first)), channel),
        equals(it.mechanism[first, 1], q / 2)), channel)
    q_most = rarer(d, entries(D))
    back = d.follows(negation(equals(v, w)), d.implied(
        d.assume(equals(v, w)), d.follows(FALSE, d.turn(equals(w, v), d.assume(equals(v, w))),
                                          apart)))
    turned_only = d.forall(it.value, d.cases(d.at(only, d.fix(it.value)), *(
        d.follows(either(equals(it.value, v), equals(it.value, w)), d.assume(equals(
            it.value, end))) for end in (w, v))))
    weight = it.weight
    gap = d.obvious(0 < 1 - spread)
    square = d.combined(0 < weight**2, d.obvious(0 < weight), products=[
        ["1", [["fact", 0], ["fact", 0]]]])
    left = (1 - weight) * (1 - weight + weight * q)
    value = d.identity(equals(left, weight**2 * small.formula.left), gap)
    flat = d.combined(weight**2 * small.formula.left < weight**2 * exp(delta), small, square, gap,
                      products=[["1", [["fact", 0], ["fact", 1]]]])
    flat = d.arithmetic(left < exp(delta) * weight**2, value, flat, gap)
    ends = [d.identity(equals(it.entry[name, end], 1)) for name, end in ((last, v), (first, w))]
    sure = [d.arithmetic(it.entry[name, end] >= 1, line)
            for (name, end), line in zip(((last, v), (first, w)), ends, strict=True)]
    d.qed(d.cite("lemma/rare-value", *large, *sure, back, turned_only, half, told, rarely, flat,
                 q_most, *law, P=it.prior, W=it.mechanism, U=it.entry, y=1, b=last, c=first, v=v,
                 w=w, t=weight, q=q, d=delta))


# --- the largest leakage --------------------------------------------------------------------------


def full_entry(d: Derivation, law: Any, i: Any, full: Line) -> Line:
    """Every value of an entry is possible, where every database is."""
    believed = output(law, it.entry)
    v = d.fix(Symbol("v", alphabet(D, i)))
    there = with_entry(D, number(0), i, v)
    value = d.cite("background/entry-of-changed", D=D, x=number(0), i=i, v=v)
    a = d.fix(Symbol("s", instances(D)))
    part = d.at(d.forall(a, one_term(d, a, lambda b: law[b] * it.entry[b, v], name="cell")), there)
    own = d.identity(equals(it.entry[there, v], 1), value)
    return d.forall(v, d.arithmetic(0 < believed[v], part, own, d.at(full, there),
                                    hints=[law[there]]))


def at_most(d: Derivation, law: Any, M: Any, z: Any, i: Any, full: Line) -> Line:
    """ℓ(D_i → y) ≤ ε_max(D_i)."""
    posterior = Posterior(d, law, M, z)
    believed, known = output(law, it.entry), output(posterior.term, it.entry)
    possible = full_entry(d, law, i, full)
    above = d.cite("lemma/largest-probability.least", possible, P=believed)
    least = above.formula.left
    v = d.fix(Symbol("v", alphabet(D, i)))
    whole = d.piece(d.cite("background/probability-bounds", *posterior.law, P=known, a=v), 1)
    value = d.identity(equals(exp(-log(least)), 1 / least), above)
    line = d.arithmetic(1 <= exp(-log(least)) * believed[v], value, d.below_sup(least, v), above,
                        hints=[1 / least])
    each = d.forall(v, d.chain(whole, line))
    return d.cite("lemma/largest-ratio.bound", each, above, *posterior.law, P=known, Q=believed,
                  r=-log(least))


@derives("saeidian-2025/theorem-4.3.largest")
def largest(d: Derivation) -> None:
    """A posterior probability is at most 1."""
    law, M, z, i = (d.var(name) for name in "PMzi")
    d.qed(at_most(d, law, M, z, i, d.given[0]))


@derives("saeidian-2025/theorem-4.3.largest-reached")
def largest_reached(d: Derivation) -> None:
    """The value that is released is certain."""
    law, r, i = (d.var(name) for name in "Pri")
    full, rarest = d.given
    top = at_most(d, law, it.entry, r, i, full)
    posterior = Posterior(d, law, it.entry, r)
    believed, known = output(law, it.entry), output(posterior.term, it.entry)
    all_possible = full_entry(d, law, i, full)
    possible = d.at(all_possible, r)
    leaked = renyi(known, believed, float("inf"))
    above = d.cite("lemma/largest-probability.least", all_possible, P=believed)
    least = above.formula.left
    real = [top, above, possible, *posterior.law]
    same_leak = d.arithmetic(leaked <= leaked, *real)
    ratio = d.at(d.cite("lemma/largest-ratio.ratio", same_leak, *real, P=known, Q=believed,
                        r=leaked), r)
    sure = d.identity(equals(known[r], 1), possible)
    low = d.bound_sup(least, d.at(rarest, d.fix(it.value)), it.value)
    line = d.arithmetic(1 <= exp(leaked) * least, ratio, sure, low, *real, hints=[exp(leaked)])
    logs = log_below(d, number(1), exp(leaked) * least, line, *real)
    apart = d.identity(equals(log(exp(leaked) * least), leaked + log(least)), *real)
    under = d.arithmetic(-log(least) <= leaked, logs, apart, *real)
    d.qed(d.turn(d.goal, top, under))


# --- sharp ----------------------------------------------------------------------------------------


@derives("saeidian-2025/theorem-4.3-sharp.bound")
def bound(d: Derivation) -> None:
    """Two databases differ in n entries at most: their likelihoods are within e^(nε)."""
    M, law, i, y, eps = (d.var(name) for name in ("M", "P", "i", "z", "eps"))
    (private,) = d.given
    database = M.sort.database
    channel, far = flat_mechanism(M), entries(database)
    one, two = (d.fix(Symbol(name, instances(database))) for name in "ab")
    most = d.cite("background/hamming-entries", D=database, values={"x": one, "x'": two})
    close = d.cite("cuff-yu-2016/property-7", most, private, M=M, eps=eps, k=far,
                   values={"x": one, "x'": two})
    within = d.piece(d.at(d.cite(
        "background/closeness-symbols.only-if", close, P=M[one], Q=M[two], eps=far * eps), y), 0)
    rows = [d.cite("definition/flat-mechanism", M=M, x=name, y=y) for name in (one, two)]
    g = exp(-(eps * far))
    whole = d.identity(equals(g * exp(far * eps), 1))
    line = d.arithmetic(g * channel[one, y] <= channel[two, y], within, whole, *rows, hints=[g])
    likelihoods = d.forall(one, d.forall(two, line))
    believed = output(law, it.entry)
    v = d.fix(Symbol("u", alphabet(database, i)))
    least = d.goal.right.args[0].args[0].args[0]
    rarest = d.below_sup(least, v)
    chance = d.piece(d.cite("background/probability-bounds", P=believed, a=v), 1)
    low, high = d.bound_sup(least, d.obvious(ZERO <= believed[v]), v), d.chain(rarest, chance)
    fewer = d.cite("background/exponential-increasing", d.obvious(-(eps * far) <= 0),
                   r=-(eps * far), s=0)
    small = d.arithmetic(g <= 1, fewer)
    positive = d.arithmetic(0 < least + (1 - least) * g, d.obvious(0 < g), small, low, high,
                            hints=[least])
    d.qed(d.cite("lemma/attribute-rare", likelihoods, d.forall(v, rarest), positive, low, high,
                 small, P=law, W=channel, U=it.entry, y=y, g=g, q=least))


@derives("saeidian-2025/theorem-4.3-sharp.below-largest")
def below_largest(d: Derivation) -> None:
    """(1 − q) e^(−s) is at least 0."""
    q, s = d.var("q"), d.var("s")
    inner = q + (1 - q) * exp(-s)
    more = d.obvious(0 <= (1 - q) * exp(-s))
    positive = d.obvious(0 < inner)
    logs = log_below(d, q, inner, d.arithmetic(q <= inner, more), d.obvious(0 < q), positive)
    d.qed(d.arithmetic(d.goal, logs, positive))


@derives("saeidian-2025/theorem-4.3-sharp.below-level")
def below_level(d: Derivation) -> None:
    """1 is at least e^(−s)."""
    q, s = d.var("q"), d.var("s")
    inner = q + (1 - q) * exp(-s)
    fewer = d.cite("background/exponential-increasing", d.obvious(-s <= 0), r=-s, s=0)
    low = d.arithmetic(exp(-s) <= inner, fewer, hints=[q])
    logs = log_below(d, exp(-s), inner, low, d.obvious(0 < exp(-s)), d.obvious(0 < inner))
    value = d.identity(equals(log(exp(-s)), -s))
    d.qed(d.arithmetic(d.goal, logs, value, d.obvious(0 < inner)))


@derives("saeidian-2025/theorem-4.3-sharp.attained")
def attained(d: Derivation) -> None:
    """The outcome is r^n times as likely at x₀ as at x₁."""
    i, first, last, factor, q = (d.var(name) for name in ("i", "x0", "x1", "r", "q"))
    (far,) = d.given
    apart = all_differ(d, far, i)
    v, w = entry_of(D, last, i), entry_of(D, first, i)
    channel = half_at_most(d, last)
    a = d.fix(Symbol("s", instances(D)))
    law = [channel, d.forall(a, d.obvious(it.pair[a] >= ZERO)),
           d.identity(equals(total(a, it.pair[a]), 1))]
    none = d.cite("background/hamming-zero", D=D, x=last)
    g = factor ** entries(D)
    posterior = Posterior(d, it.pair, it.mechanism, 1, *law)
    believed, known = output(it.pair, it.entry), output(posterior.term, it.entry)
    kept, own_g = q + (1 - q) * g, factor ** number(0)
    r = -log(kept)
    rare = some_chance(d, entries(D))
    some = d.arithmetic(0 < kept, rare, hints=[1 - q])
    far_off, at_last = (factor ** hamming(D, name, last) for name in (first, last))
    seen = d.identity(equals(posterior.seen, ((1 - q) * far_off + q * at_last) / 2), *law)
    parts = [d.arithmetic(0 < part * chance, some_chance(d, hamming(D, name, last)), hints=[part])
             for part, chance, name in ((1 - q, far_off, first), (q, at_last, last))]
    possible = d.chain(d.arithmetic(ZERO < seen.formula.right, *parts),
                       d.turn(equals(seen.formula.right, seen.formula.left), seen))
    real = [possible, some, *law, *posterior.law]
    back = d.follows(negation(equals(v, w)), d.implied(
        d.assume(equals(v, w)), d.follows(FALSE, d.turn(equals(w, v), d.assume(equals(v, w))),
                                          apart)))

    def posterior_value(name: Any, end: Any, unlike: Line) -> tuple[Line, Line]:
        """P(end|y), and e^r P(end)."""
        def written(one: Any, two: Any) -> Any:
            top = q * two if name is last else (1 - q) * one
            return equals(known[end], top / ((1 - q) * one + q * two))

        line = d.identity(written(far_off, at_last), unlike, *real)
        line = d.rewrite(none, d.rewrite(far, line, written(g, at_last)), written(g, own_g))
        weight, top = (q, q) if name is last else (1 - q, (1 - q) * g)
        line = d.chain(line, d.identity(equals(line.formula.right, top / kept), some))
        return line, d.identity(equals(weight / kept, exp(r) * believed[end]), unlike, *real)

    small = rarer(d, entries(D))
    told, own = posterior_value(last, v, apart)
    rarely, other = posterior_value(first, w, back)
    less = d.arithmetic((1 - q) * g / kept <= (1 - q) / kept, small, some, hints=[(1 - q) / kept])
    bounds = [d.chain(rarely, less, other), d.chain(told, own)]
    u = d.fix(it.value)

    def within(value: Any) -> Any:
        return known[value] <= exp(r) * believed[value]

    bounds[1] = d.turn(within(v), bounds[1])
    def neither(one: Line, two: Line) -> Line:
        """A value that neither database has: it is impossible, before and after."""
        sides = [d.identity(equals(law[u], 0), one, two, *real) for law in (known, believed)]
        return d.arithmetic(within(u), *sides, *real, hints=[exp(r)])

    def split(end: Any, bound: Line, other: Any) -> Line:
        """What holds whether u is that value or not."""
        alike = equals(u, end)
        return d.cases(
            d.follows(either(alike, negation(alike))),
            d.rewrite(d.assume(alike), bound, within(u)), other(d.assume(negation(alike))),
        )

    each = d.forall(u, split(w, bounds[0], lambda one: split(
        v, bounds[1], lambda two: neither(one, two))))
    top = d.cite("lemma/largest-ratio.bound", each, *real, P=known, Q=believed, r=r)
    leaked = renyi(known, believed, float("inf"))
    real = [top, *real]
    same_leak = d.arithmetic(leaked <= leaked, *real)
    ratio = d.at(d.cite("lemma/largest-ratio.ratio", same_leak, *real, P=known, Q=believed,
                        r=leaked), v)
    before = d.identity(equals(exp(leaked) * believed[v], exp(leaked) * q), apart, *real)
    high = d.chain(d.turn(equals(told.formula.right, told.formula.left), told), ratio, before)
    line = d.combined(1 <= exp(leaked) * kept, high, *real, products=[
        ["1", [["fact", 0], ["sign", kept / q]]]])
    logs = log_below(d, number(1), exp(leaked) * kept, line, *real)
    split = d.identity(equals(log(exp(leaked) * kept), leaked + log(kept)), *real)
    under = d.arithmetic(r <= leaked, logs, split, *real)
    d.qed(d.turn(d.goal, top, under))


# --- that the condition is met --------------------------------------------------------------------


@derives("saeidian-2025/theorem-4.3.leaks-met")
def conditions_met(d: Derivation) -> None:
    """With k = (1 + η)/(1 − η) at most 1 + 3η, k² ≤ 1 + 9η and k r^n ≤ 2 r^n."""
    third, part, few = d.given
    eta, delta, k = d.var("eta"), d.var("delta"), it.ratio
    share = d.var("r") ** d.var("n")
    x, e = Real("x", ">0"), Real("e", "[0,1)")
    more = d.scalar(1 < exp(x), values={x: delta})
    inverse = 1 / (1 - eta)
    positive = d.scalar(0 <= e / (1 - e), values={e: eta})
    once = d.identity(equals(eta * inverse, inverse - 1))
    twice = d.identity(equals(eta * eta * inverse, inverse - 1 - eta))
    near = d.arithmetic(
        k <= 1 + 3 * eta, third, positive, once, twice, hints=[eta / (1 - eta)])
    some = d.arithmetic(0 < share, d.obvious(0 < exp(log(d.var("r")) * d.var("n"))))
    least = d.arithmetic(1 <= k, positive, once)
    square = d.arithmetic(
        k * k <= 1 + 9 * eta, near, least, third,
        hints=[k, eta, 1 + 3 * eta, 1 + 3 * eta - k, 1 - 3 * eta],
    )
    product = d.arithmetic(k * share <= 2 * share, near, third, some, hints=[share])
    d.qed(d.arithmetic(d.goal, square, product, part, few, more))


@derives("saeidian-2025/theorem-4.3.leaks-entries")
def entries_enough(d: Derivation) -> None:
    """r^n = e^(n log r) is at most e^(log(e^δ − 1) − log 5)."""
    (given,) = d.given
    n, r, delta = d.var("n"), d.var("r"), d.var("delta")
    x = Real("x", ">0")
    some = d.scalar(0 < exp(x) - 1, values={x: delta})
    bound = log(exp(delta) - 1) - log(5)
    less = d.arithmetic(-(n * -log(r)) <= bound, given, some)
    most = d.cite("background/exponential-increasing", less, some, r=-(n * -log(r)), s=bound)
    d.qed(d.arithmetic(d.goal, most, some))
