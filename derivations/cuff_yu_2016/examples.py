"""Examples 4.1 and 5.1: correlated entries, and a mechanism without group privacy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.databases import is_mi_private
from derivations.tools import ZERO, same, split_maximum, turned
from verified.language import (
    KL,
    alphabet,
    binary_entropy,
    cases,
    channel_table,
    entry_channel,
    equals,
    event_where,
    exp,
    log,
    output,
    pmf_of,
    pmf_table,
    quotient,
    rational,
    remainder,
    with_entry,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.goals import normal
from verified.syntax.terms import Pmf, Real, Symbol, number

# --- Example 4.1 ----------------------------------------------------------------------------------


def scale_of(d: Steps) -> Any:
    """1/(nε), the scale of the noise."""
    return 1 / (d.var("n") * d.var("eps"))


@derives("cuff-yu-2016/example-4.1.private")
def example_4_1_private(d: Derivation) -> None:
    """The means are one unit of ε apart, measured by the scale."""
    eps = d.var("eps")
    parts = []
    for goal in normal(d.goal).parts:
        stick = goal.left
        r, s = (law.args[0] for law in stick.args[:2])
        value = d.cite("background/laplace-hockey-stick", r=r, s=s, u=scale_of(d), eps=eps)
        largest = value.formula.right
        bound = split_maximum(
            d, *largest.args, lambda _, most: d.chain(most, d.identity(most.formula.right <= 0))
        )
        parts.append(d.chain(value, bound))
    d.qed(d.follows(d.goal, *parts))


@derives("cuff-yu-2016/example-4.1.private-mi")
def example_4_1_private_mi(d: Derivation) -> None:
    """At most p times the divergence of one law from the other, 1/(nb) + e^(−1/(nb)) − 1 ≤ ε."""
    eps, p = d.var("eps"), d.var("p")
    first, second = (law.args[0] for law in d.goal.left.args[1:])
    least = d.cite(
        "background/law-information.centre", p=p, r=first, s=second, u=scale_of(d)
    )
    value = d.cite("background/laplace-kl", r=second, s=first, u=scale_of(d))
    z = Real("z", ">=0")
    less = d.scalar(z + exp(-z) - 1 <= z, values={z: eps})
    floor = d.cite("background/log-tangent.exponential", eps=-eps)
    d.qed(d.chain(least, d.arithmetic(
        least.formula.right <= eps, value, less, floor, hints=[p, 1 - p]
    )))


@derives("cuff-yu-2016/example-4.1.nothing-more")
def example_4_1_nothing_more(d: Derivation) -> None:
    """An entry that is certain has no entropy."""
    (first, second) = d.goal.left.args[0].args
    lines = []
    for told, p in ((first, number(0)), (second, number(1))):
        r, s = (law.args[0] for law in told.args[1:])
        change = d.identity(equals(1 - p, told.args[0].args[0]))
        for key in ("nonnegative", "input"):
            line = d.cite(
                f"background/law-information.{key}", p=p, r=r, s=s, u=scale_of(d)
            )
            lines.append(d.rewrite(change, line))
    zeros = []
    for line in (lines[1], lines[3]):
        value = d.cite("definition/entropy", P=line.formula.right.args[0])
        zeros.append(d.chain(value, d.identity(equals(value.formula.right, 0))))
    low = d.arithmetic(d.goal.left >= 0, *lines)
    high = d.arithmetic(d.goal.left <= 0, *lines, *zeros)
    d.qed(d.turn(d.goal, low, high))


@derives("cuff-yu-2016/example-4.1.determined")
def example_4_1_determined(d: Derivation) -> None:
    """Each row of the copy is certain."""
    fair, copy = d.goal.left.args[0].args
    mean = d.cite("definition/joint-entropy", P=fair, W=copy, part=2)
    rows = []
    for x in range(2):
        value = d.cite("definition/entropy", P=copy[x])
        rows.append(d.chain(value, d.identity(equals(value.formula.right, 0))))
    d.qed(d.arithmetic(d.goal, mean, *rows))


@derives("cuff-yu-2016/example-4.1.one-bit")
def example_4_1_one_bit(d: Derivation) -> None:
    """Whether the number is above 1/2 tells all but h(e^(−nε/2)/2)."""
    n, eps, eta = d.var("n"), d.var("eps"), d.var("eta")
    (enough,) = d.given
    half = rational(1, 2)
    at = {"p": half, "r": ZERO / n, "s": n / n, "u": scale_of(d)}
    change = d.identity(equals(1 - number(half), half))
    most = d.rewrite(change, d.cite("background/law-information.input", **at))
    bit = d.cite("definition/entropy", P=most.formula.right.args[0])
    threshold = d.rewrite(
        change, d.cite("background/law-information.threshold", x=half, **at)
    )
    # The probability of the wrong side is w²/2 either way.
    w, z = exp(-n * eps / 4), Real("z", "(0,1]")
    sides = threshold.formula.left.args[1].args
    low = d.cite("background/laplace-above", r=at["r"], u=at["u"], t=half)
    high = d.cite("background/laplace-below", r=at["s"], u=at["u"], t=half)
    a = Symbol("a", 2)
    even = d.cite(
        "lemma/even-inputs", P=sides[0], Q=sides[1], A=event_where(a, equals(a, 0))
    )
    wrong = even.formula.left.args[1].args[0]
    value = d.arithmetic(equals(wrong, w**2 / 2), low, high)
    even = d.rewrite(value, even)
    tangent = d.cite("background/log-tangent.exponential", eps=n * eps / 4 - log(1 / eta))
    small = d.arithmetic(w <= eta, tangent, enough, hints=[w])
    unit = d.cite("background/log-tangent.exponential", eps=n * eps / 4)
    inside = d.arithmetic(w <= 1, unit, hints=[w, w * n * eps])
    share = d.arithmetic(w**2 / 2 < 1, inside, hints=[w])
    lost = d.scalar(binary_entropy(z**2 / 2) <= z, inside, values={z: w}, seconds=120)
    least = d.chain(d.arithmetic(
        log(2) - eta <= even.formula.left, lost, small, inside, share
    ), even, threshold)
    flat = d.identity(equals(bit.formula.right, log(2)))
    d.qed(d.both(least, d.chain(most, bit, flat)))


# --- Example 5.1 ----------------------------------------------------------------------------------


@derives("cuff-yu-2016/example-5.1.erasure")
def example_5_1_erasure(d: Derivation) -> None:
    """Both rows are ε ln 2 from the law in their middle, which equal inputs produce."""
    W, share = d.goal.left.args[0], d.var("eps")
    value, even = share * log(2), pmf_of(rational(1, 2), rational(1, 2))

    def rows(centre: Any) -> list[Line]:
        found = []
        for x in range(2):
            kl = d.cite("definition/kl", P=W[x], Q=centre)
            found.append(d.chain(kl, d.identity(equals(kl.formula.right, value))))
        return found

    centre, law = pmf_of(share / 2, 1 - share, share / 2), d.fix(Pmf("law", 2))
    less = d.cite("background/redundancy-capacity.information", P=law, W=W, Q=centre)
    most = d.arithmetic(less.formula.left <= value, less, *rows(centre))
    whole = d.cite("definition/capacity", W=W)
    outer = whole.formula.right
    above = d.chain(whole, d.bound_sup(outer, most, law))
    mean = d.cite("definition/information", P=even, W=W)
    reached = d.arithmetic(value <= mean.formula.left, mean, *rows(output(even, W)))
    below = d.chain(
        reached, d.below_sup(outer, even), d.turn(equals(outer, whole.formula.left), whole)
    )
    d.qed(d.turn(d.goal, above, below))


@derives("cuff-yu-2016/example-5.1.unbounded")
def example_5_1_unbounded(d: Derivation) -> None:
    """On equal entries the mechanism is an erasure channel, which tells ε ln N of N values."""
    N, share, K = d.var("N"), d.var("eps"), d.var("K")
    positive, large = d.given
    P, W = d.goal.right.args if d.goal.op == "<=" else d.goal.left.args
    even = pmf_table(N, lambda _: 1 / N)
    twice = channel_table(N, N * N, lambda v, x: cases(
        equals(quotient(x, N), v), cases(equals(remainder(x, N), v), 1, 0), 0
    ))
    erasure = channel_table(N, N + 2, lambda v, y: cases(
        equals(y, N), 1 - share, cases(equals(y, v), share, 0)
    ))
    x, v = d.fix(Symbol("x", N * N)), d.fix(Symbol("v", N))
    z = d.fix(Symbol("z", N + 2))
    size = d.arithmetic(N * N >= 1, d.obvious(N >= 1), d.obvious(N >= 1))
    law = d.forall(x, d.identity(equals(output(even, twice)[x], P[x])))
    two = d.cite("definition/chain", size, W=twice, K=W, x=v, z=z)
    whole = d.chain(two, d.identity(equals(two.formula.right, erasure[v, z])))
    less = d.cite("background/dpi-mi.input", size, P=even, W=twice, K=W)
    less = d.rewrite(law, d.rewrite(d.forall(v, d.forall(z, whole)), less))
    value, y = share * log(N), d.fix(Symbol("y", N + 2))
    middle = output(even, erasure)
    row = d.forall(v, divergence_of_erasure(d, erasure[v], middle, N, v, value))
    law = d.forall(y, d.identity(equals(middle[y], middle[y])))
    told = d.cite("lemma/equidistant-rows.reached", row, law, P=even, W=erasure, Q=middle, r=value)
    enough = d.arithmetic(K <= value, large, positive, hints=[share])
    d.qed(d.chain(enough, d.turn(equals(value, told.formula.left), told), less))


@derives("cuff-yu-2016/example-5.1.capacity@two-values")
def example_5_1_capacity(d: Derivation) -> None:
    """Every row is ε ln(N + 1) from the law of the best input, which makes the N + 1 answers
    equally likely."""
    N, share = d.var("N"), d.var("eps")
    W, value = d.goal.left.args[0], share * log(N + 1)
    several = d.arithmetic(N > 1, *d.given)
    x = d.fix(Symbol("x", N * N))
    size = d.arithmetic(N * N >= 1, d.obvious(N >= 1), d.obvious(N >= 1))
    answer = cases(equals(quotient(x, N), remainder(x, N)), remainder(x, N), N + 1)
    centre = pmf_table(N + 2, lambda y: cases(equals(y, N), 1 - share, share / (N + 1)))
    best = pmf_table(N * N, lambda x: cases(
        equals(quotient(x, N), remainder(x, N)), 1 / (N + 1), 1 / (N + 1) / N / (N - 1)
    ))
    row = divergence_of_erasure(d, W[x], centre, N, answer, value, size)
    rows = d.forall(x, row)
    above = d.cite("lemma/equidistant-rows.bound", rows, size, W=W, Q=centre, r=value)
    y = d.fix(Symbol("y", N + 2))

    def made(y: Any) -> Any:
        return equals(output(best, W)[y], centre[y])

    def one_answer(at: Line) -> Line:
        return where_equal(d, at, made, size, several)

    def beyond(above: Line) -> Line:
        least = d.arithmetic(y >= N, above)
        next_ = d.cite("definition/whole", r=y, s=N)
        erased = d.assume(y <= N)
        last = d.assume(N + 1 <= y)
        return d.cases(
            next_, one_answer(d.turn(equals(y, N), erased, least)),
            one_answer(d.turn(equals(y, N + 1), last, d.obvious(y <= N + 1))),
        )

    values = d.cite("definition/whole", r=y + 1, s=N)
    below = d.assume(y + 1 <= N)
    inside = d.identity(made(y), below, d.arithmetic(y < N + 1, below), size, several)
    law = d.forall(y, d.cases(values, inside, beyond(d.assume(N + 1 <= y + 1))))
    told = d.cite(
        "lemma/equidistant-rows.reached", rows, law, size, several, P=best, W=W, Q=centre, r=value
    )
    whole = d.cite("definition/capacity", size, W=W)
    reached = d.chain(
        d.turn(value <= told.formula.left, told),
        d.below_sup(whole.formula.right, best, size, several),
        d.turn(equals(whole.formula.right, whole.formula.left), whole),
    )
    d.qed(d.turn(d.goal, above, reached))


@derives("cuff-yu-2016/example-5.1.capacity-by-outputs@two-values")
def example_5_1_by_outputs(d: Derivation) -> None:
    """(N + 2) − 1 is N + 1."""
    line = d.cite("cuff-yu-2016/example-5.1.capacity@two-values", *d.given)
    d.qed(d.arithmetic(d.goal, line))


@derives("cuff-yu-2016/example-5.1.private")
def example_5_1_private(d: Derivation) -> None:
    """Whichever entry varies, the answer is the other one's value or “different”: the rows are
    ε ln 2 from the law in the middle."""
    N, share, M = d.var("N"), d.var("eps"), d.goal.args[0]
    W, D = M.args
    value = share * log(2)
    size = d.arithmetic(N * N >= 1, d.obvious(N >= 1), d.obvious(N >= 1))
    z, y = d.fix(Symbol("z", N * N)), d.fix(Symbol("y", N + 2))
    answer = cases(equals(quotient(z, N), remainder(z, N)), remainder(z, N), N + 1)

    def middle(common: Any) -> Any:
        return pmf_table(N + 2, lambda y: cases(equals(y, N), 1 - share, cases(
            equals(y, common), share / 2, cases(equals(y, N + 1), share / 2, 0)
        )))

    def entry(x: Any, i: Any, law: Any) -> Line:
        channel = entry_channel(M, x, i)
        known = d.cite("background/information-range.capacity", size, P=law, W=channel)
        varies = d.cite("definition/entries-of-pair", n=N, N=N, x=x, i=i)

        def fixed(part: Any, other: Any, index: int) -> Line:
            common = other(x, N)
            row = d.forall(z, divergence_of_erasure(
                d, W[z], middle(other(z, N)), N, answer, value, size
            ))
            held = d.assume(part)
            v = d.fix(Symbol("v", alphabet(D, i)))
            changed = with_entry(D, x, i, v)
            here = d.rewrite(
                d.piece(d.at(held, v), index), d.at(row, changed, size),
                equals(KL(W[changed], middle(common)), value),
            )
            one = d.cite("definition/on-database", size, n=N, N=N, W=W, x=changed, y=y)
            two = d.cite("definition/entry-channel", size, M=M, x=x, i=i, v=v, y=y)
            rows = d.chain(
                d.turn(equals(one.formula.right, one.formula.left), one),
                d.turn(equals(two.formula.right, two.formula.left), two),
            )
            rows = d.forall(v, d.rewrite(d.forall(y, rows), here))
            most = d.cite(
                "lemma/equidistant-rows.bound", rows, size, W=channel, Q=middle(common), r=value
            )
            return d.chain(known, most)

        first, second = varies.theorem.conclusion.parts
        return d.cases(
            varies, fixed(first, remainder, 1), fixed(second, quotient, 0)
        )

    d.qed(is_mi_private(d, M, value, entry, size))


def where_equal(d: Steps, line: Line, goal: Callable[[Any], Any], *lines: Line) -> Line:
    """goal(y), from a line y = e and the goal at e by normal forms."""
    y, e = line.formula.left, line.formula.right
    return d.rewrite(line, d.identity(goal(e), *lines), goal(y))


def divergence_of_erasure(
    d: Steps, row: Any, centre: Any, erased: Any, kept: Any, value: Any, *lines: Line,
) -> Line:
    """D(row‖centre) = value, where the row has the symbols `erased`, as likely as under the centre,
    and `kept`, whose term is the value.

    Args:
        lines: what shows that `erased` and `kept` differ, and that all is real.
    """
    y = d.fix(Symbol("place", row.sort.size))

    def term(y: Any) -> Any:
        return row[y] * log(row[y]) - row[y] * log(centre[y])

    def goal(y: Any) -> Any:
        return equals(term(y), same(y, kept) * value)

    def split(e: Any, rest: Callable[[Line], Line], *known: Line) -> Line:
        found = d.cite("definition/case-equal", r=y, s=e)
        at, away = found.theorem.conclusion.parts
        held, other = d.assume(at), d.assume(away)
        return d.cases(
            found, where_equal(d, d.piece(held, 0), goal, *lines, *known),
            rest(d.piece(other, 0)),
        )

    pointwise = split(erased, lambda first: split(
        kept, lambda second: d.identity(goal(y), first, second, *lines), first
    ))
    kl = d.cite("definition/kl", *lines, P=row, Q=centre)
    # The sum is real since what it equals is.
    terms = d.summed(d.forall(y, turned(d, pointwise)), *lines)
    level = d.identity(equals(terms.formula.left, value), *lines)
    return d.chain(kl, turned(d, terms), level)
