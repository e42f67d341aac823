"""Section 6: personalised, free-lunch, Bayesian and adversarial privacy."""

from __future__ import annotations

from typing import Any

from derivations.patterns.databases import (
    at_most,
    entry_row,
    entry_rows_close,
    flat_rows_close,
    log_ratio_terms,
    pairs_tell,
    told,
)
from derivations.patterns.orders import split_strict
from derivations.tools import instance, is_zero, split_zero, substitute_bound, turned
from verified.kernel.inference import replaced
from verified.language import (
    Event,
    I,
    cardinality,
    cases,
    complement,
    either,
    entries,
    entry_channel,
    entry_given,
    entry_of,
    equals,
    flat_mechanism,
    flat_prior,
    group_given,
    group_joint,
    hamming,
    indicator,
    information,
    instances,
    log,
    output,
    prior_mass,
    response_given,
    singleton,
    with_entry,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.terms import Prior, Symbol, Term, number

# --- 6.1 and 6.2: personalised and free-lunch privacy ---------------------------------------------


@derives("cuff-yu-2016/personalized")
def personalized(d: Derivation) -> None:
    """Lemma 1 for one entry."""
    M, i, levels = d.var("M"), d.var("i"), d.var("eps")
    D = M.sort.database
    prior = d.fix(Prior("P", D))
    x = d.fix(Symbol("x", instances(D)))
    level = d.at(d.given[0], i)
    close = entry_rows_close(d, M, x, i, lambda v, w: d.cite(
        "lemma/entry-epsilon", level, M=M, x=x, i=i, v=v, w=w, eps=levels[i]
    ))
    law, channel = entry_given(prior, x, i), entry_channel(M, x, i)
    one = at_most(d, told(d, law, channel, close, levels[i]), levels[i])
    mass = prior_mass(prior, x)
    weighted = d.arithmetic(mass * one.formula.left <= mass * levels[i], one, hints=[mass])
    mean = d.summed(d.forall(x, weighted))
    line = d.chain(
        d.cite("definition/conditional-entry-information", P=prior, M=M, i=i), mean,
        d.identity(equals(mean.formula.right, levels[i])),
    )
    d.qed(d.bound_sup(d.goal.left, line, prior))


@derives("cuff-yu-2016/free-lunch.information")
def free_lunch_information(d: Derivation) -> None:
    """Any two rows of the channel from the whole database are close."""
    M, eps = d.var("M"), d.var("eps")
    prior = d.fix(Prior("P", M.sort.database))
    close = flat_rows_close(d, M, lambda x, other: d.cite(
        "lemma/free-lunch-epsilon", *d.given, values={"x": x, "x'": other}
    ))
    one = at_most(d, told(d, flat_prior(prior), flat_mechanism(M), close, eps), eps)
    value = d.cite("definition/database-information", P=prior)
    d.qed(d.bound_sup(d.goal.left, d.chain(value, one), prior))


def inside(event: Term, symbol: Any) -> Any:
    """The symbol is in the event."""
    return equals(indicator(event, symbol), 1)


def at_most_all(d: Steps, prior: Term, M: Term, group: Term, known: Term) -> Line:
    """I(X_I;Y|X_J) ≤ I(X^n;Y): the other entries and the known ones add to what is told."""
    rest = complement(group)
    joint = group_joint(prior, M, group, rest, known)
    entry = d.fix(Symbol("l", group.sort.size))
    parted = d.cite("definition/complement", n=group.sort.size, A=group, a=entry)
    covered = d.forall(entry, d.follows(
        either(inside(group, entry), inside(rest, entry), inside(known, entry)), parted
    ))
    part = d.cite("background/group-joint", P=prior, M=M, I=group, J=rest, K=known, part=0)
    whole = d.cite("background/all-groups", covered, P=prior, M=M, I=group, J=rest, K=known)
    more = d.shannon(I(joint, "A;Y|C") <= I(joint, "A,B,C;Y"))
    return d.chain(part, more, turned(d, whole))


@derives("cuff-yu-2016/free-lunch.groups")
def free_lunch_groups(d: Derivation) -> None:
    """A group tells no more than the whole database, and that no more than the capacity."""
    M, group, known = d.var("M"), d.var("I"), d.var("J")
    within, _ = d.given
    prior = d.fix(d.goal.left.var)
    told = at_most_all(d, prior, M, group, known)
    law, W = flat_prior(prior), flat_mechanism(M)
    value = d.cite("definition/database-information", P=prior, M=M)
    capacity = d.cite("definition/capacity", W=W)
    least = d.below_sup(capacity.formula.right, law)
    line = d.chain(told, value, least, turned(d, capacity), within)
    d.qed(d.bound_sup(d.goal.left, line, prior))


# --- 6.3: Bayesian privacy ------------------------------------------------------------------------


@derives("cuff-yu-2016/bayesian.information@possible")
def bayesian_information(d: Derivation) -> None:
    """Given what is known, the laws of the response are close wherever they are defined."""
    entry_told(d, *d.given)


@derives("cuff-yu-2016/bayesian.information@every")
def bayesian_information_every(d: Derivation) -> None:
    """As in the other reading."""
    _, within = d.given
    entry_told(d, within)


def entry_told(d: Derivation, within: Line) -> None:
    """The goal from a bound on ε."""
    prior, M, i, known, eps = (d.var(name) for name in ("P", "M", "i", "I", "eps"))
    D = M.sort.database
    x, own = d.fix(Symbol("x", instances(D))), singleton(i, entries(D))
    law, W = group_given(prior, x, own, known), response_given(prior, M, x, own, known)
    mass = prior_mass(prior, x)
    goal = mass * information(law, W) <= mass * eps

    def possible(there: Line) -> Line:
        v, w = (d.fix(Symbol(name, W.sort.inputs)) for name in ("v", "w"))
        conditions = [law[v] > 0, law[w] > 0]
        line = d.cite("definition/bayesian-epsilon-known", within, there,
                      *(d.assume(held) for held in conditions), P=prior, M=M, x=x, i=i, K=known,
                      v=v, w=w, eps=eps)
        pairs = d.forall(v, d.forall(w, line, where=conditions[1]), where=conditions[0])
        one = d.cite("lemma/possible-rows", pairs, P=law, W=W, eps=eps)
        return d.arithmetic(goal, one, hints=[mass])

    each = split_zero(d, mass, lambda none: d.rewrite(
        none, d.obvious(0 * information(law, W) <= 0 * eps), goal
    ), possible)
    mean = d.summed(d.forall(x, each))
    value = d.cite("background/group-information-mean", P=prior, M=M, I=own, J=known)
    d.qed(d.chain(value, mean, d.identity(equals(mean.formula.right, eps))))


@derives("cuff-yu-2016/bayesian.groups")
def bayesian_groups(d: Derivation) -> None:
    """Entry by entry; each tells at most ε, whatever is known."""
    within, _ = d.given
    d.qed(d.cite("lemma/entries-together", each_tells(d, within), k=cardinality(d.var("I"))))


@derives("cuff-yu-2016/bayesian.database")
def bayesian_database(d: Derivation) -> None:
    """The whole database is the group of all entries, told to who knows none."""
    D, P, M = (d.var(name) for name in ("D", "P", "M"))
    (within,) = d.given
    count = entries(D)
    group, known = d.fix(Event("I", count)), d.fix(Event("J", count))
    everything = d.cite("background/everything", n=count)
    nothing = d.cite("background/nothing", n=count)
    every_one = d.assume(instance(everything, group))
    none = d.assume(instance(nothing, known))
    joint = group_joint(P, M, group, known, known)
    entry = d.fix(Symbol("l", count))
    member = d.at(d.piece(every_one, 1), entry)
    covered = d.forall(entry, d.follows(
        either(inside(group, entry), inside(known, entry), inside(known, entry)), member
    ))
    whole = d.cite("background/all-groups", covered, I=group, J=known, K=known)
    part = d.cite("background/group-joint", I=group, J=known, K=known, part=0)
    told = d.cite("lemma/entries-together", each_tells(d, within), d.piece(every_one, 0), k=count,
                  I=group, J=known)
    unsaid = [
        d.cite("background/no-group", none, I=known, J=group, K=known, part=k) for k in (1, 2)
    ]
    more = d.shannon(I(joint, "A,B,C;Y") <= I(joint, "A;Y|C"), *unsaid)
    line = d.chain(whole, more, turned(d, part), told)
    d.qed(d.obtain(everything, group, d.obtain(nothing, known, line)))


def each_tells(d: Steps, within: Line) -> Line:
    """For every entry and every group that is known: the entry tells at most ε."""
    largest_one = within.formula.left
    j = d.fix(largest_one.var)
    inner = largest_one.body
    learned = d.fix(inner.var)
    one, other = d.below_sup(inner, learned), d.below_sup(largest_one, j)
    return d.forall(j, d.forall(learned, d.chain(one, other, within)))


@derives("cuff-yu-2016/bayesian-stronger.order")
def bayesian_order(d: Derivation) -> None:
    """By ε-MI-DP and Lemma 2."""
    private = d.cite("cuff-yu-2016/bayesian-stronger.mi", *d.given)
    d.qed(d.cite("cuff-yu-2016/lemma-2", private))


@derives("cuff-yu-2016/bayesian-stronger.mi")
def bayesian_stronger(d: Derivation) -> None:
    """What the adversary knows may be all other entries."""
    M, _eps = d.var("M"), d.var("eps")
    D = M.sort.database
    i, prior = d.fix(Symbol("i", entries(D))), d.fix(Prior("P", D))
    whole = d.cite("definition/bayesian-mi")
    at_prior = d.below_sup(whole.formula.right, prior)
    at_entry = d.below_sup(at_prior.formula.left, i)
    at_group = d.below_sup(at_entry.formula.left, complement(singleton(i, entries(D))))
    line = d.chain(
        d.cite("background/group-entry", P=prior), at_group, at_entry, at_prior,
        d.turn(equals(whole.formula.right, whole.formula.left), whole), *d.given,
    )
    value = d.cite("definition/mi-dp")
    outer = value.formula.right
    inner = d.bound_sup(substitute_bound(outer, i), line, prior)
    d.qed(d.chain(value, d.bound_sup(outer, inner, i)))


@derives("cuff-yu-2016/bayesian-stronger.dp")
def bayesian_stronger_dp(d: Derivation) -> None:
    """To who knows all other entries, two neighbours are two values of one entry."""
    P, M, eps = (d.var(name) for name in ("P", "M", "eps"))
    D = M.sort.database
    possible, within = d.given
    x, other = (d.fix(Symbol(name, instances(D))) for name in ("x", "x'"))
    near = d.assume(hamming(D, x, other) <= 1)
    changed = d.cite("background/neighbours", near, values={"D": D, "x": x, "x'": other})
    i = d.fix(changed.theorem.conclusion.var)
    reached = d.assume(instance(changed, i))
    symbols = [entry_of(D, z, i) for z in (x, other)]
    masses = [d.at(possible, with_entry(D, x, i, symbol)) for symbol in symbols]
    line = d.cite("definition/bayesian-epsilon", within, *masses, P=P, M=M, x=x, i=i,
                  v=symbols[0], w=symbols[1], eps=eps)
    for symbol in symbols:
        line = d.rewrite(entry_row(d, M, x, i, symbol, into=False), line)
    line = d.rewrite(d.cite("background/with-entry-same", D=D, x=x, i=i), line)
    line = d.obtain(changed, i, d.rewrite(reached, line))
    pairs = d.forall(x, d.forall(other, line, where=near.formula))
    d.qed(d.cite("lemma/dp-intro", pairs, M=M, eps=eps, delta=0))


# --- 6.4: adversarial privacy ---------------------------------------------------------------------


@derives("cuff-yu-2016/adversarial.mean")
def adversarial_mean(d: Derivation) -> None:
    """Impossible pairs add nothing."""
    P, M = d.var("P"), d.var("M")
    law, whole = flat_prior(P), flat_mechanism(M)
    x, y = d.fix(Symbol("x", instances(M.sort.database))), d.fix(Symbol("y", M.sort.outputs))
    covers = d.cite("background/output-dominates.by-input", P=law, W=whole)
    cover, pair = d.at(d.at(covers, x), y), law[x] * whole[x, y]
    plain, tested = log_ratio_terms(d, law, whole, x, y)
    goal = equals(plain, tested)

    def possible(mark: Line, above: Line) -> Line:
        there = d.chain(above, cover)
        term = pair * log(whole[x, y] / output(law, whole)[y])
        marked = d.identity(equals(tested, cases(pair > 0, 1, 0) * term), above, there)
        value = d.rewrite(mark, marked, equals(tested, 1 * term))
        plainly = d.identity(equals(plain, 1 * term), above, there)
        return d.chain(plainly, d.turn(equals(1 * term, tested), value))

    def impossible(mark: Line, zero: Line) -> Line:
        none = is_zero(d, pair, zero)
        return d.rewrite(none, d.identity(replaced(goal, pair, number(0)), cover), goal)

    each = d.forall(y, split_strict(d, 0, pair, possible, impossible))
    rows = d.summed(d.forall(x, d.summed(each, cover)), covers)
    d.qed(d.chain(
        d.cite("definition/database-information"),
        d.cite("background/information-forms.sums", P=law, W=whole), rows,
        d.identity(equals(rows.formula.right, d.goal.right), covers),
    ))


@derives("cuff-yu-2016/adversarial.information")
def adversarial_information(d: Derivation) -> None:
    """Each pair tells at most ε."""
    P, M, eps = d.var("P"), d.var("M"), d.var("eps")
    law, whole = flat_prior(P), flat_mechanism(M)
    told = pairs_tell(d, law, whole, eps, lambda x, y, above: d.cite(
        "definition/pointwise-maximal-leakage", above, d.at(d.given[0], y), P=law, W=whole,
        x=x, y=y, r=eps,
    ))
    d.qed(d.chain(d.cite("definition/database-information"), told))
