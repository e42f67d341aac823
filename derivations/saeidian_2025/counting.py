"""Section 4.1: the Laplace mechanism on a counting query."""

from __future__ import annotations

from typing import Any

from derivations.patterns.entry_masses import entry_mass, others, some_term
from derivations.patterns.instances import in_range, ranges
from derivations.tools import ZERO, log_below, same, split_absolute, split_minimum, turned
from verified.kernel.inference import replaced
from verified.language import (
    absolute,
    alphabet,
    entries,
    entry_law,
    entry_of,
    equals,
    exp,
    indicator,
    instances,
    log,
    prior_mass,
    quotient,
    rational,
    reals_table,
    remainder,
    total,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Symbol, Term, number

PAPER = "saeidian-2025/"
ONE = number(1)


@derives("saeidian-2025/proposition-4.6")
def counting_query(d: Derivation) -> None:
    """Given one value of the entry the response is as likely as given any other that the predicate
    treats alike, and e^(−1/(nb)) times that at least given the rest."""
    D, F, P, i, b, y, c = (d.var(name) for name in ("D", "f", "P", "i", "b", "y", "c"))
    possible, likely = d.given
    count, size = entries(D), alphabet(D, i)
    x, v, w = d.fix(Symbol("x", instances(D))), d.fix(Symbol("v", size)), d.fix(Symbol("w", size))
    j = Symbol("l'", count)
    kept, u = exp(-(1 / (count * b))), 1 / (count * b)
    law = entry_law(P, i)

    def height(z: Any) -> Term:
        return exp(-(absolute(y - total(j, indicator(F, entry_of(D, z, j))) / count) / b))

    def weighed(value: Any) -> Term:
        """Σ P h over the instances with a value of the entry."""
        return total(x, same(entry_of(D, x, i), value) * (prior_mass(P, x) * height(x)))

    def response(value: Any) -> Term:
        return total(x, same(entry_of(D, x, i), value) * (others(P, i, x) * height(x)))

    seen = total(x, prior_mass(P, x) * height(x))
    marks = d.forall(w, in_range(d, D, w, i))
    known = [d.forall(x, ranges(d, D, x)), marks, in_range(d, D, v, i)]
    table = reals_table(instances(D), height)
    mass = {value: entry_mass(d, P, i, value, possible) for value in (v, w)}
    d.forall(w, mass[w])

    def mean(value: Any) -> Line:
        """Σ P h over the instances with the value is P_i times the response given it."""
        told: Any = d.cite("lemma/independent-entry-mean", *known, P=P, i=i, v=value, h=table)
        return d.chain(
            d.identity(equals(weighed(value), told.formula.left), *known), told,
            d.identity(equals(told.formula.right, law[value] * response(value)), *known),
        )

    # The mean over the entry's values.
    each: Any = d.summed(d.forall(w, mean(w)), *known)
    whole = d.chain(d.identity(equals(seen, each.formula.left), *known), each)
    number(1) * kept + (1 - kept) * c
    below_one = d.arithmetic(kept <= ONE, d.cite(
        "background/exponential-increasing", d.obvious(-u <= ZERO), r=-u, s=0))
    q = total(w, indicator(F, w) * law[w])
    chances = d.at(likely, i)
    low, high = d.piece(chances, 0), d.piece(chances, 1)
    mark = d.cite("definition/indicator", known[2], A=F, a=v)

    def share(part: Any, inside: bool) -> Line:
        """(e^−u + (1 − e^−u) c) T(v) ≤ Σ P_i T, whether v satisfies the predicate or not."""
        held = d.assume(part)

        def weight(value: Any) -> Term:
            return indicator(F, value) if inside else 1 - indicator(F, value)

        other = d.cite("definition/indicator", in_range(d, D, w, i), A=F, a=w)

        def by(case: Any) -> Line:
            told = d.assume(case)
            near: Any = d.cite("lemma/count-response.near", D=D, f=F, P=P, i=i, v=v, w=w, b=b, y=y)
            goal = law[w] * (response(v) * (kept + (1 - kept) * weight(w))) <= law[w] * response(w)
            plain = replaced(goal, indicator(F, w), case.right)
            line: Any = near
            if case.right == (ONE if inside else ZERO):
                line = d.cite(
                    "lemma/count-response.alike",
                    d.arithmetic(equals(indicator(F, v), indicator(F, w)), held, told, *known,
                                 in_range(d, D, w, i)),
                    D=D, f=F, P=P, i=i, v=v, w=w, b=b, y=y)
            return d.rewrite(told, d.arithmetic(plain, line, *known, hints=[law[w]]), goal)

        line = d.cases(other, *(by(case) for case in other.theorem.conclusion.parts))  # type: ignore[attr-defined]
        summed: Any = d.summed(d.forall(w, line), *known)
        chance = q if inside else 1 - q
        left = d.identity(equals(
            summed.formula.left, response(v) * (kept + (1 - kept) * chance)), *known)
        less = d.arithmetic(c <= chance, low if inside else high, *known)
        room = d.arithmetic(ZERO <= 1 - kept, below_one)
        inner = d.combined((1 - kept) * c <= (1 - kept) * chance, less, room, *known,
                           products=[["1", [["fact", 0], ["fact", 1]]]])
        more = d.arithmetic(
            response(v) * (kept + (1 - kept) * c) <= response(v) * (kept + (1 - kept) * chance),
            inner, *known, hints=[response(v)])
        return d.chain(more, turned(d, left), summed, turned(d, whole))

    parts = mark.theorem.conclusion.parts  # type: ignore[attr-defined]
    bound = d.cases(mark, *(share(part, part.right == ONE) for part in parts))
    g = kept + (1 - kept) * c
    positive = d.arithmetic(ZERO < g, d.arithmetic(ZERO <= 1 - kept, below_one),
                            d.obvious(ZERO < kept), hints=[c])
    given = d.combined(equals(weighed(v) / law[v], response(v)), mean(v), mass[v], *known,
                       equalities=[[1 / law[v], 0]])
    under = d.combined(response(v) <= seen / g, bound, positive, *known,
                       products=[["1", [["fact", 0], ["sign", 1 / g]]]])
    most: Any = d.goal.left.args[0].args[0]  # type: ignore[attr-defined]
    masses = [d.forall(v, mass[v]), *known]

    def chosen(value: Any) -> Line:
        """What the largest is taken of, at a value of the entry: all are possible."""
        body = substitute(most.body, {most.var.name: value})
        return d.identity(equals(body, weighed(value) / law[value]), mass[value], *known)

    top = d.bound_sup(most, d.chain(chosen(v), given, under), v, positive, *masses)
    # Some instance is seen.
    z = d.fix(Symbol("z'", instances(D)))
    one = some_term(d, z, ZERO, lambda a: prior_mass(P, a) * height(a), *known, ranges(d, D, z),
                    ranges(d, D, ZERO))
    first = d.obvious(ZERO < prior_mass(P, ZERO) * height(ZERO), d.at(possible, ZERO),
                      ranges(d, D, ZERO))
    there = d.chain(first, one, d.identity(equals(one.formula.right, seen), *known))  # type: ignore[attr-defined]
    least_most = d.chain(turned(d, chosen(w)), d.below_sup(most, w, *masses))
    part = d.combined(weighed(w) <= law[w] * most, least_most, mass[w], *known,
                      *masses, products=[["1", [["fact", 0], ["sign", law[w]]]]])
    total_: Any = d.summed(d.forall(w, part), *masses)
    reached = d.chain(there, d.identity(equals(seen, total_.formula.left), *known), total_,
                      d.identity(equals(total_.formula.right, most), *masses))
    ratio = d.combined(most / seen <= 1 / g, top, there, positive, *masses,
                       products=[["1", [["fact", 0], ["sign", 1 / seen]]]])
    logs = log_below(d, most / seen, 1 / g, ratio, reached, there, positive, *masses)
    inner = 1 - c + c * exp(u)
    room = d.arithmetic(ZERO < inner, d.obvious(c < ONE), hints=[c * exp(u)])
    product = d.cite("background/log-product", room, x=exp(-u), y=inner)
    same_value = d.identity(equals(g, exp(-u) * inner))
    value = d.rewrite(same_value, d.identity(equals(log(1 / g), -log(g)), positive), equals(
        log(1 / g), -log(exp(-u) * inner)))
    d.qed(d.arithmetic(d.goal, logs, value, product, positive, room, *masses, there, reached))


# --- the bound, simplified ------------------------------------------------------------------------


def saved(d: Steps, c: Term, u: Term) -> Line:
    """c u ≤ log((1 − c) + c e^u), for c in [0, 1): e^t ≥ 1 + t at −cu and at (1 − c)u."""
    inner = 1 - c + c * exp(u)
    first = d.cite("background/log-tangent.exponential", eps=-(c * u))
    second = d.cite("background/log-tangent.exponential", eps=u - c * u)
    unit = d.obvious(ZERO <= 1 - c)
    product = exp(-(c * u)) * inner
    above = d.identity(equals(product, (1 - c) * exp(-(c * u)) + c * exp(u - c * u)))
    one = d.arithmetic(
        ONE <= product, above, d.arithmetic(
            (1 - c) * (1 - c * u) <= (1 - c) * exp(-(c * u)), first, unit, hints=[1 - c]),
        second, hints=[c])
    logs = log_below(d, ONE, product, one)
    room = d.arithmetic(ZERO < inner, d.obvious(c < ONE), hints=[c * exp(u)])
    split = d.cite("background/log-product", room, x=exp(-(c * u)), y=inner)
    return d.arithmetic(c * u <= log(inner), logs, split, room)


@derives("saeidian-2025/proposition-4.6-simplified-sharp")
def without_second_term(d: Derivation) -> None:
    """The logarithm of a mean of exponentials is at least the mean of the exponents."""
    b, c = d.var("b"), d.var("c")
    u = 1 / (entries(d.var("D")) * b)
    bound = d.cite(PAPER + "proposition-4.6", *d.given)
    inner = d.arithmetic(ZERO < 1 - c + c * exp(u), d.obvious(c < ONE), hints=[c * exp(u)])
    rest = d.arithmetic(u - log(1 - c + c * exp(u)) <= (1 - c) * u, saved(d, c, u), inner)
    d.qed(d.chain(bound, rest))


@derives("saeidian-2025/proposition-4.6-simplified")
def simplified(d: Derivation) -> None:
    """Even without the second term."""
    line: Any = d.cite(PAPER + "proposition-4.6-simplified-sharp", *d.given)
    d.qed(d.chain(line, d.arithmetic(line.formula.right <= d.goal.right, hints=[  # type: ignore[attr-defined]
        d.var("c") ** 2 / (2 * (entries(d.var("D")) * d.var("b")) ** 2)])))


@derives(
    "saeidian-2025/proposition-4.6-half.none", "saeidian-2025/proposition-4.6-half-repaired.none"
)
def saves_nothing(d: Derivation) -> None:
    """log 1 = 0."""
    d.qed(d.identity(d.goal))


@derives(
    "saeidian-2025/proposition-4.6-half.almost",
    "saeidian-2025/proposition-4.6-half-repaired.almost",
)
def saves_almost_half(d: Derivation) -> None:
    """As without the second term."""
    c, u = d.var("c"), d.var("r")
    inner = d.arithmetic(ZERO < 1 - c + c * exp(u), d.obvious(c < ONE), hints=[c * exp(u)])
    d.qed(d.arithmetic(d.goal, saved(d, c, u), inner))


@derives("saeidian-2025/proposition-4.6-half-repaired.up-to")
def saves_half_at_most(d: Derivation) -> None:
    """e^u − 1 = (e^(u/2) − 1)(e^(u/2) + 1)."""
    c, u = d.var("c"), d.var("r")
    root = exp(rational(1, 2) * u)
    least = d.arithmetic(ONE <= root, d.cite("background/log-tangent.exponential",
                                             eps=rational(1, 2) * u))
    square = d.identity(equals(exp(u), root * root))
    room = d.arithmetic(ZERO <= root - 1, least)
    more = d.combined(c * (root * root - 1) <= root - 1, d.given[0], room,
                      products=[["1", [["fact", 0], ["fact", 1]]]])
    inner = 1 - c + c * exp(u)
    under = d.arithmetic(inner <= root, more, square, hints=[c])
    positive = d.arithmetic(ZERO < inner, d.obvious(c < ONE), hints=[c * exp(u)])
    logs = log_below(d, inner, root, under, positive)
    back = d.identity(equals(log(root), rational(1, 2) * u))
    d.qed(d.arithmetic(d.goal, logs, back, positive))


# --- the proof's step on the mean density ---------------------------------------------------------


@derives("saeidian-2025/proposition-4.6-steps-repaired.increasing",
         "saeidian-2025/proposition-4.6-steps-repaired.decreasing")
def monotone_outside(d: Derivation) -> None:
    """Outside of [0, 1] every share of ones comes nearer, or goes farther, at once."""
    n, _p, b, _y, _later = (d.var(name) for name in ("n", "p", "b", "y", "y'"))
    sides = d.goal.left, d.goal.right  # type: ignore[attr-defined]
    x = d.fix(sides[0].var)
    j = d.fix(Symbol("j", n))
    bit = remainder(quotient(x, number(2) ** j), 2)
    ones = total(j, bit)
    unit = d.forall(j, d.obvious(bit <= ONE))
    least = d.obvious(ZERO <= ones)
    all_ones: Any = d.summed(unit)
    most = d.chain(all_ones, d.identity(equals(all_ones.formula.right, n)))
    share_least = d.arithmetic(ZERO <= ones / n, least, hints=[1 / n])
    share_most = d.arithmetic(ones / n <= ONE, most, hints=[1 / n])
    far, near = (side.body.args[1].args[0].args[0].args[0].args[0] for side in sides)
    goal = absolute(near) <= absolute(far)

    def of_near(sign: Line, value: Line) -> Line:
        return split_absolute(d, far, lambda other, told: d.arithmetic(
            goal, value, told, sign, other, *d.given, share_least, share_most))

    line = split_absolute(d, near, of_near)
    exponent = d.arithmetic(-(absolute(far) / b) <= -(absolute(near) / b), line, hints=[1 / b])
    grown = d.cite("background/exponential-increasing", exponent,
                   r=-(absolute(far) / b), s=-(absolute(near) / b))
    weight = sides[0].body.args[0]
    each = d.arithmetic(sides[0].body <= sides[1].body, grown, hints=[weight])
    d.qed(d.summed(d.forall(x, each)))


@derives("saeidian-2025/proposition-4.6-steps.numerator")
def numerator(d: Derivation) -> None:
    """Neither t nor −t is more than |t|."""
    b, t, weights = d.var("b"), d.var("t"), d.var("w")
    s = d.fix(Symbol("s", weights.of.size))
    size = absolute(t[s])

    def below(sign: int) -> Line:
        less = split_absolute(d, t[s], lambda order, value: d.arithmetic(
            -(size / b) <= sign * t[s] / b, order, value, hints=[1 / b]))
        grown = d.cite("background/exponential-increasing", less, r=-(size / b), s=sign * t[s] / b)
        return d.summed(d.forall(s, d.arithmetic(
            weights[s] * exp(-(size / b)) <= weights[s] * exp(sign * t[s] / b), grown,
            hints=[weights[s]])))

    either = [below(sign) for sign in (-1, 1)]
    d.qed(split_minimum(d, *d.goal.right.args, lambda order, value: d.arithmetic(
        d.goal, order, value, *either)))
