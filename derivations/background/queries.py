"""What several responses tell of an entry, stage by stage, from the joint laws of the stages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.patterns.entries import Entry
from derivations.patterns.entry_joints import Responses
from derivations.patterns.entry_means import Mean
from derivations.patterns.informations import of_tuples
from derivations.patterns.numbers import power_at_least_one
from derivations.patterns.sequences import Pairs, resized
from derivations.patterns.stages import (
    both_orders,
    first_response,
    next_query,
    nothing_yet,
    without_last,
)
from derivations.tools import ZERO, absurd, one_term, split_whole, turned
from verified.kernel.polynomial import replaced
from verified.kernel.proof import HYPOTHESIS
from verified.language import (
    I,
    entry_given_history,
    equals,
    history_law,
    initial,
    log,
    prior_mass,
    quotient,
    reals_table,
    remainder,
    stage_joint,
    together,
    total,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Symbol, Term, number


def stage(d: Derivation, prior: Any, S: Any, i: Any, j: Any) -> Responses:
    """The joint law of an entry, the others, and the responses at a stage."""
    kind, m = S.sort.kind, S.sort.outputs
    h, y = Symbol("h", m ** number(j)), Symbol("response", m)
    some = power_at_least_one(d, m, number(j))
    return Responses(
        d, prior, i, [
            (h, lambda at: history_law(S, j, at)[h]),
            (y, lambda at: next_query(S, j, h)[at][y]),
        ], stage_joint(prior, S, i, j),
        lambda a, b, told, answer: d.cite(
            f"definition/stage-joint-{kind}", P=prior, S=S, i=i, j=j, a=a, b=b, h=told, y=answer),
        some,
    )


@derives("background/stage-sums-independent", "background/stage-sums-sequential")
def sums_at_a_stage(d: Derivation) -> None:
    """The joint law by what instances with one response have in common."""
    prior, S, i, j = (d.var(name) for name in "PSij")
    here = stage(d, prior, S, i, j)
    joint, near, _ = here.information("A;Z|B,Y")
    value = d.cite(f"definition/stage-information-{S.sort.kind}", P=prior, S=S, i=i, j=j)
    d.qed(d.chain(value, joint, d.identity(
        equals(joint.formula.right, d.goal.right),
        *both_orders(d, here.it.x, here.symbols, near))))


@derives("background/stage-mean-independent", "background/stage-mean-sequential")
def mean_at_a_stage(d: Derivation) -> None:
    """The mean over the earlier responses of what is told of an entry as a mean over instances."""
    prior, S, i, j = (d.var(name) for name in "PSij")
    kind = S.sort.kind
    h = d.fix(Symbol("h", S.sort.outputs ** number(j)))
    mean = Mean(
        d, prior.sort.database, next_query(S, j, h),
        lambda x: prior_mass(prior, x) * history_law(S, j, x)[h],
        lambda x: entry_given_history(prior, S, x, i, j, h),
        lambda x, v: d.cite(f"definition/entry-given-history-{kind}", P=prior, S=S, x=x, i=i, j=j,
                            h=h, v=v),
    )
    line, told = mean.line()
    known = [d.forall(h, one) for one in told]
    rows: Any = d.summed(d.forall(h, line), *known)
    whole = d.identity(equals(d.goal.right, rows.formula.left))
    sums = d.cite(f"background/stage-sums-{kind}", P=prior, S=S, i=i, j=j)
    z, y = mean.it.z, mean.y
    known += both_orders(d, z, [h, y], [d.at(d.at(one, z), y) for one in told])
    last = d.identity(equals(rows.formula.right, sums.formula.right), *known)
    d.qed(d.chain(sums, turned(d, d.chain(whole, rows, last))))


# --- the responses to the first queries -----------------------------------------------------------


@derives("background/longer-sums")
def sums_of_pairs(d: Derivation) -> None:
    """Both are sums over pairs of a shorter sequence and a last symbol."""
    f = d.var("f")
    it = Pairs(d, d.var("k"), d.var("m"))
    line = it.as_pairs(lambda s: f[s])
    d.qed(d.chain(line, d.identity(equals(line.formula.right, d.goal.right), it.within)))


@derives("background/single-sums")
def sums_of_one(d: Derivation) -> None:
    """There are as many."""
    f, m = d.var("f"), d.var("m")
    y = Symbol("y", m)
    within = d.obvious(m ** number(1) - d.fix(y) - 1 >= ZERO)
    d.qed(resized(d, Symbol("s", m ** number(1)), y, lambda s: f[s], d.forall(y, within)))


@derives("background/first-responses-independent", "background/first-responses-sequential")
def first_ones_are_kept(d: Derivation) -> None:
    """By induction: a response more is that of the same query."""
    kind = d.var("S").sort.kind
    base, step = d.induct("j")
    queries, at, none = (base.var(name) for name in "Sxh")
    base.qed(base.chain(nothing_yet(base, initial(queries), at, none),
                        turned(base, nothing_yet(base, queries, at, none))))
    S, x, j, h, k, m = (step.var(name) for name in "Sxjhkm")
    (fewer,) = step.given
    before, last = quotient(h, m), remainder(h, m)
    whole = step.cite("definition/divided", n=m, q=h)
    within = step.arithmetic(m**j * m - h - 1 >= ZERO, step.obvious(m ** (j + 1) - h - 1 >= ZERO))
    most = split_whole(
        step, before + 1, m**j, lambda line: step.arithmetic(before <= m**j - 1, line),
        lambda line: absurd(step, before <= m**j - 1, step.arithmetic(
            m**j <= before, line), whole, within, step.obvious(last >= ZERO), hints=[m]),
    )
    near = step.arithmetic(j <= k - 1, fewer)
    known = step.cite(HYPOTHESIS, step.arithmetic(j <= k, fewer), most, h=before)
    rules = [
        step.cite(f"definition/history-law-{kind}", near, within, S=queries, k=count, x=x, j=j, s=h)
        for queries, count in ((initial(S), k), (S, k + 1))
    ]
    same_query = step.cite(f"definition/initial-{kind}", near, most, S=S, k=k, x=x, j=j, h=before,
                           y=last)
    line: Any = rules[0]
    for change in (known, same_query):
        left, right = change.formula.left, change.formula.right  # type: ignore[attr-defined]
        line = step.rewrite(change, line, equals(
            line.formula.left, replaced(line.formula.right, left, right)))
    step.qed(step.chain(line, turned(step, rules[1])))


# --- what they tell of an entry, stage by stage ---------------------------------------------------


class AllTold:
    """What all responses tell of an entry, as a mean over instances, once each is written by the
    responses one after the other."""

    def __init__(self, d: Derivation, prior: Any, M: Any, i: Any) -> None:
        self.d, self.prior, self.M = d, prior, M
        self.it = Entry(d, prior.sort.database, i)

    def mass(self, at: Any, response: Term | None = None) -> Term:
        mass: Term = prior_mass(self.prior, at)
        return mass if response is None else mass * response

    def term(self, told: Callable[[Any], Term]) -> Term:
        """What an instance and a response add, where `told` says how likely the response is."""
        it = self.it
        weight = self.mass(it.x, told(it.x))
        ends = it.at(it.x, it.v)
        column = total(it.v, self.mass(ends))
        response = total(it.v, self.mass(ends, told(ends)))
        return weight * log(told(it.x)) + weight * log(column) - weight * log(response)

    def covers(self, told: Callable[[Any], Term]) -> list[Line]:
        """An instance is no more probable than the other entries of it, with a response or
        without."""
        d, it = self.d, self.it
        kept = d.cite("background/with-entry-same", D=it.D, x=it.x, i=it.i)
        found = []
        for some in (told, None):
            def mass(v: Any, some: Any = some) -> Term:
                at = it.at(it.x, v)
                return self.mass(at, some(at) if some else None)

            own = d.at(d.forall(it.v, one_term(d, it.v, mass, name="value")), it.of(it.x))
            found.append(d.rewrite(kept, own, replaced(
                own.formula, it.at(it.x, it.of(it.x)), it.x)))
        return found

    def changed(self, old: Callable[[Any], Term], new: Callable[[Any], Term],
                same_one: Callable[[Any], Line], *covers: Line) -> Line:
        """A term is the same where a response is written in another way."""
        d, it = self.d, self.it
        ends = it.at(it.x, it.v)
        start = self.term(old)
        line = d.have(equals(start, start), "defined", *covers)
        mass = self.mass(ends)
        row = d.arithmetic(equals(mass * old(ends), mass * new(ends)), same_one(ends), *covers,
                           hints=[mass])
        for change in (d.summed(d.forall(it.v, row)), same_one(it.x)):
            left, right = change.formula.left, change.formula.right  # type: ignore[attr-defined]
            line = d.rewrite(change, line, equals(
                start, replaced(line.formula.right, left, right)))  # type: ignore[attr-defined]
        return line


def told_by_all(
    d: Derivation, prior: Any, S: Any, i: Any, k: Any, here: Responses
) -> tuple[Line, list[Line]]:
    """I(X_i;Y^(k+1)|X^−i) as a mean over instances, the first k responses and the last one."""
    kind, m = S.sort.kind, S.sort.outputs
    all_ = AllTold(d, prior, together(S), i)
    it, (h, y) = all_.it, here.symbols
    some = power_at_least_one(d, m, S.sort.count)
    mean: Any = d.cite("background/conditional-entry-mean", some, P=prior, M=together(S), i=i)
    place = h * m + y
    within = d.arithmetic(
        m ** number(S.sort.count) - place - 1 >= ZERO,
        d.obvious(m**number(k) - h - 1 >= ZERO), d.obvious(m - y - 1 >= ZERO), hints=[m])

    def whole(at: Any, s: Any) -> Term:
        return together(S)[at][s]

    def parted(at: Any) -> Term:
        return history_law(S, k, at)[h] * next_query(S, k, h)[at][y]

    def known(at: Any) -> Line:
        one = d.cite(f"definition/together-{kind}", some, within, S=S, k=S.sort.count, x=at,
                     h=place)
        law: Any = d.cite(f"definition/history-law-{kind}", S=S, k=S.sort.count, x=at, j=k, s=place)
        for part in range(2):
            law = d.rewrite(d.cite("definition/division", n=m, q=h, v=y, part=part), law)
        return d.chain(one, law)

    # Σ over all responses is one over the first and the last.
    s = d.fix(Symbol("word", m ** number(S.sort.count)))
    cover = all_.covers(lambda at: whole(at, s))
    every = [d.forall(s, one) for one in cover]
    own = all_.term(lambda at: whole(at, s))
    table = reals_table(s.of.size, lambda t: substitute(own, {s.name: t}))
    sums: Any = d.cite("background/longer-sums", *every, some, m=m, k=k, f=table)
    at_pair = substitute(own, {s.name: place})
    inside = [d.at(one, place, within) for one in every]
    ends = [d.forall(h, d.forall(y, one)) for one in inside]
    left = d.identity(equals(total(s, own), sums.formula.left), *every, some)
    right = d.identity(equals(
        sums.formula.right, total(h, total(y, at_pair))), *every, *ends,
        d.forall(h, d.forall(y, within)), some)
    line = d.chain(left, sums, right)
    change = all_.changed(lambda at: whole(at, place), parted, known, *inside, within)
    inner = d.summed(d.forall(h, d.summed(
        d.forall(y, change), *[d.forall(y, one) for one in (*inside, within)])), *ends,
        d.forall(h, d.forall(y, within)))
    line = d.chain(line, inner)
    over = [d.forall(it.x, one) for one in every]
    line = d.summed(d.forall(it.x, line), *over)
    start = d.identity(equals(mean.formula.right, line.formula.left), *over)  # type: ignore[attr-defined]
    return d.chain(mean, start, line), all_.covers(parted)


@derives("background/last-stage-independent", "background/last-stage-sequential")
def told_at_last(d: Derivation) -> None:
    """All are means of logarithms of what instances with one response have in common."""
    prior, S, i, k = (d.var(name) for name in "PSik")
    kind, m = S.sort.kind, S.sort.outputs
    here = stage(d, prior, S, i, k)
    h = here.symbols[0]
    lines = []
    whole, covers = told_by_all(d, prior, S, i, k, here)
    told, near, _ = here.information("A;Y,Z|B")
    known = both_orders(d, here.it.x, here.symbols, [*near, *covers])
    lines.append(d.chain(whole, d.identity(
        equals(whole.formula.right, told.formula.right), *known), turned(d, told)))

    fewer = initial(S)
    all_ = AllTold(d, prior, together(fewer), i)
    some = power_at_least_one(d, m, k)
    mean: Any = d.cite("background/conditional-entry-mean", some, P=prior, M=together(fewer), i=i)

    def before(at: Any) -> Line:
        one = d.cite(f"definition/together-{kind}", some, S=fewer, k=k, x=at, h=h)
        kept = d.cite(f"background/first-responses-{kind}", S=S, k=k, x=at, j=k, h=h)
        return d.chain(one, kept)

    def own(at: Any) -> Term:
        return together(fewer)[at][h]

    real = all_.covers(own)
    change = all_.changed(own, lambda at: history_law(S, k, at)[h], before, *real)
    rows: Any = d.summed(d.forall(h, change), *[d.forall(h, one) for one in real])
    outer = both_orders(d, here.it.x, [h], real)
    rows = d.summed(d.forall(here.it.x, rows), *outer)
    start = d.identity(equals(mean.formula.right, rows.formula.left), *outer)
    told, near, _ = here.information("A;Y|B")
    known = both_orders(d, here.it.x, [h], [
        *near, *all_.covers(lambda at: history_law(S, k, at)[h])])
    lines.append(d.chain(mean, start, rows, d.identity(
        equals(rows.formula.right, told.formula.right), *known), turned(d, told)))
    lines.append(d.cite(f"definition/stage-information-{kind}", P=prior, S=S, k=k + 1, i=i, j=k))
    d.qed(d.both(*lines))


@derives("background/first-stage-independent", "background/first-stage-sequential")
def told_at_first(d: Derivation) -> None:
    """Before the first response there is one sequence of none."""
    prior, S, i = (d.var(name) for name in "PSi")
    kind, m = S.sort.kind, S.sort.outputs
    all_ = AllTold(d, prior, together(S), i)
    it, y = all_.it, d.fix(Symbol("response", m))
    x = it.x
    some = power_at_least_one(d, m, number(1))
    mean: Any = d.cite("background/conditional-entry-mean", some, P=prior, M=together(S), i=i)
    within = d.obvious(m ** number(1) - y - 1 >= ZERO)

    def whole(at: Any, s: Any) -> Term:
        return together(S)[at][s]

    def parted(at: Any) -> Term:
        return next_query(S, 0, 0)[at][y]

    def known(at: Any) -> Line:
        return first_response(d, S, at, y, some, within)

    s = d.fix(Symbol("word", m ** number(1)))
    cover = all_.covers(lambda at: whole(at, s))
    every = [d.forall(s, one) for one in cover]
    own = all_.term(lambda at: whole(at, s))
    table = reals_table(s.of.size, lambda t: substitute(own, {s.name: t}))
    sums: Any = d.cite("background/single-sums", *every, some, m=m, f=table)
    at_end = substitute(own, {s.name: y})
    inside = [d.at(one, y, within) for one in every]
    ends = [d.forall(y, one) for one in (*inside, within)]
    line = d.chain(
        d.identity(equals(total(s, own), sums.formula.left), *every, some), sums,
        d.identity(equals(sums.formula.right, total(y, at_end)), *every, *ends, some))
    change = all_.changed(lambda at: whole(at, y), parted, known, *inside, within)
    line = d.chain(line, d.summed(d.forall(y, change), *ends))
    over = [d.forall(x, one) for one in every]
    line = d.summed(d.forall(x, line), *over)
    line = d.chain(
        mean, d.identity(equals(mean.formula.right, line.formula.left), *over), line)  # type: ignore[attr-defined]

    # The other side, at the one sequence of no responses.
    sums: Any = d.cite(f"background/stage-sums-{kind}", P=prior, S=S, k=1, i=i, j=0)
    h = d.fix(Symbol("h", m ** number(0)))
    term = sums.formula.right
    for symbol in (x, h, y):
        term = substitute(term.body, {term.var.name: symbol})
    before = AllTold(d, prior, None, i)
    before.mass = lambda at, response=None: (  # type: ignore[method-assign]
        prior_mass(prior, at) * history_law(S, 0, at)[h] * (1 if response is None else response))
    near = before.covers(lambda at: next_query(S, 0, h)[at][y])
    row = d.have(equals(term, term), "defined", *near)
    ends = it.at(x, it.v)
    mass, answer = prior_mass(prior, ends), next_query(S, 0, h)[ends][y]
    one = history_law(S, 0, ends)[h]
    for left, right in ((mass * one, mass), (mass * one * answer, mass * answer)):
        value = d.arithmetic(equals(left, right), nothing_yet(d, S, ends, h), hints=[right])
        change = d.summed(d.forall(it.v, value))
        row = d.rewrite(change, row, equals(term, replaced(
            row.formula.right, total(it.v, left), total(it.v, right))))  # type: ignore[attr-defined]
    none = d.turn(equals(h, 0), d.obvious(h <= number(0)), d.obvious(number(0) <= h))
    for change in (nothing_yet(d, S, x, h), none):
        left, right = change.formula.left, change.formula.right  # type: ignore[attr-defined]
        row = d.rewrite(change, row, equals(term, replaced(
            row.formula.right, left, right)))  # type: ignore[attr-defined]
    for symbol in (y, h, x):
        near = [d.forall(symbol, known) for known in near]
        row = d.summed(d.forall(symbol, row), *near)
    covers = both_orders(d, x, [y], all_.covers(parted))
    d.qed(d.chain(line, d.identity(equals(
        line.formula.right, row.formula.right), *covers), turned(d, d.chain(sums, row))))


@derives("background/earlier-stage-independent", "background/earlier-stage-sequential")
def told_earlier(d: Derivation) -> None:
    """The joint law of a stage before the last one is the same without the last query."""
    prior, S, i, j, k = (d.var(name) for name in "PSijk")
    kind = S.sort.kind
    values = []
    for queries, count in ((initial(S), k), (S, k + 1)):
        here = stage(d, prior, S, i, j)
        here.joint = stage_joint(prior, queries, i, j)
        z = here.it.z

        def cell(
            a: Any, b: Any, h: Any, y: Any, queries: Any = queries, count: Any = count, z: Any = z,
        ) -> Line:
            line: Any = d.cite(f"definition/stage-joint-{kind}", P=prior, S=queries, k=count, i=i,
                               j=j, a=a, b=b, h=h, y=y)
            if queries is S:
                return line
            return d.chain(line, without_last(d, S, k, j, z, h, y, line.formula.right))

        here.cell = cell
        agree, made = here.tuples()
        told = of_tuples(d, lambda joint: I(joint, "A;Z|B,Y"), agree, made)
        value = d.cite(f"definition/stage-information-{kind}", P=prior, S=queries, k=count, i=i,
                       j=j)
        values.append(d.chain(value, told))
    d.qed(d.chain(values[0], turned(d, values[1])))
