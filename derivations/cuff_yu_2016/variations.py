"""The end of section 5, and sections 6 and 7: groups, variations, related notions, Rényi's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derivations.databases import substitute_bound
from derivations.orders import by_order, split_one, split_strict
from derivations.tools import is_zero, log_below, split_zero
from verified.kernel.inference import replaced
from verified.language import (
    alphabet,
    cases,
    complement,
    entries,
    equals,
    exp,
    instances,
    log,
    output,
    sibson,
    singleton,
)
from verified.language.databases import (
    entry_channel,
    entry_given,
    flat_mechanism,
    flat_prior,
    prior_mass,
)
from verified.language.terms import Pmf, Prior, Symbol, Term, number
from verified.proof.derivation import Derivation, Line, Steps, derives

PAPER = "cuff-yu-2016/"
INFINITE = float("inf")

# --- rows of channels from databases --------------------------------------------------------------


def flat_rows_close(d: Steps, M: Term, proof: Any) -> Line:
    """The rows of the channel from the whole database are close; `proof` shows M[x], M[x'] so."""
    D = M.sort.database
    x, other = d.fix(Symbol("x", instances(D))), d.fix(Symbol("x'", instances(D)))
    y = d.fix(Symbol("y", M.sort.outputs))
    line = proof(x, other)
    for instance in (x, other):
        row = d.cite("definition/flat-mechanism", M=M, x=instance, y=y)
        back = d.turn(equals(row.formula.right, row.formula.left), row)
        line = d.rewrite(d.forall(y, back), line)
    return d.forall(x, d.forall(other, line))


def entry_rows_close(d: Steps, M: Term, x: Any, i: Any, proof: Any) -> Line:
    """The rows of the channel from one entry are close; `proof` shows it of two symbols."""
    v, w = (d.fix(Symbol(name, alphabet(M.sort.database, i))) for name in ("v", "w"))
    return d.forall(v, d.forall(w, proof(v, w)))


def near_output(d: Steps, P: Term, W: Term, close: Line, eps: Any, *lines: Line) -> Line:
    """Rows that are close are close to the output law."""
    return d.cite("lemma/rows-near-output.close", close, *lines, P=P, W=W, eps=eps)


def told(d: Steps, P: Term, W: Term, close: Line, eps: Any) -> Line:
    """I(P;W) ≤ min{ε, ε²} where the rows are close."""
    near = near_output(d, P, W, close, eps)
    return d.cite("lemma/rows-near-output.information", near, P=P, W=W, eps=eps)


def at_most(d: Steps, line: Line, eps: Any) -> Line:
    """… ≤ ε from … ≤ min{ε, ε²}."""
    least = d.cite("background/absolute-value.below-both", r=eps, s=eps**2, part=0)
    return d.chain(line, least)


def private_rows(d: Steps, M: Term, eps: Any, *given: Line) -> Line:
    """Any two rows of the channel from the whole database, under ε-DP."""
    return flat_rows_close(d, M, lambda x, other: d.cite(
        "lemma/databases-close", *given, values={"M": M, "x": x, "x'": other, "eps": eps}
    ))


# --- 5 A discrepancy ------------------------------------------------------------------------------


@derives(PAPER + "eq-53")
def eq_53(d: Derivation) -> None:
    """Any two databases differ in at most n entries; then as Lemma 1."""
    P, M, eps = d.var("P"), d.var("M"), d.var("eps")
    D = M.sort.database
    bound = told(d, flat_prior(P), flat_mechanism(M), private_rows(d, M, eps, *d.given),
                 entries(D) * eps)
    d.qed(d.chain(d.cite("definition/database-information"), bound))


# --- 6 Variations ---------------------------------------------------------------------------------


@derives(PAPER + "personalized")
def personalized(d: Derivation) -> None:
    """Lemma 1 for one entry."""
    M, i, levels = d.var("M"), d.var("i"), d.var("eps")
    D = M.sort.database
    prior = d.fix(Prior("P", D))
    x = d.fix(Symbol("x", instances(D)))
    level = d.at(d.given[0], i)
    close = entry_rows_close(d, M, x, i, lambda v, w: d.cite(
        "definition/entry-epsilon", level, M=M, x=x, i=i, v=v, w=w, eps=levels[i]
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


@derives(PAPER + "free-lunch.information")
def free_lunch_information(d: Derivation) -> None:
    """Any two rows of the channel from the whole database are close."""
    M, eps = d.var("M"), d.var("eps")
    prior = d.fix(Prior("P", M.sort.database))
    close = flat_rows_close(d, M, lambda x, other: d.cite(
        "definition/free-lunch-epsilon", *d.given, values={"x": x, "x'": other}
    ))
    one = at_most(d, told(d, flat_prior(prior), flat_mechanism(M), close, eps), eps)
    value = d.cite("definition/database-information", P=prior)
    d.qed(d.bound_sup(d.goal.left, d.chain(value, one), prior))


def log_ratio_terms(d: Steps, P: Term, W: Term, x: Any, y: Any) -> tuple[Term, Term]:
    """The term of I(P;W) for a pair, and the same under the test that the pair is possible."""
    q, pair = output(P, W)[y], P[x] * W[x, y]
    plain = P[x] * W[x, y] * log(W[x, y]) - P[x] * W[x, y] * log(q)
    return plain, cases(pair > 0, P[x] * W[x, y] * log(W[x, y] / q), 0)


@derives(PAPER + "adversarial.mean")
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


def pairs_tell(
    d: Steps, P: Term, W: Term, eps: Any, leak: Callable[[Any, Any, Line], Line]
) -> Line:
    """I(P;W) ≤ ε: the mean of ln W(y|x)/q(y), q the output law, which is at most ε where it counts.

    Args:
        leak: shows W(y|x) ≤ e^ε q(y), from the line that the pair is possible.
    """
    x, y = d.fix(Symbol("x", W.sort.inputs)), d.fix(Symbol("y", W.sort.outputs))
    q = output(P, W)[y]
    covers = d.cite("background/output-dominates.by-input", P=P, W=W)
    cover, pair = d.at(d.at(covers, x), y), P[x] * W[x, y]
    plain, _ = log_ratio_terms(d, P, W, x, y)
    goal = plain <= pair * eps

    def possible(above: Line) -> Line:
        there = d.chain(above, cover)
        logs = log_below(d, W[x, y], exp(eps) * q, leak(x, y, above), above, there)
        return d.arithmetic(goal, logs, above, there, hints=[pair])

    each = d.forall(y, split_zero(
        d, pair, lambda none: d.rewrite(
            none, d.obvious(replaced(goal, pair, number(0)), cover), goal), possible,
    ))
    rows = d.summed(d.forall(x, d.summed(each, cover)), covers)
    return d.chain(
        d.cite("background/information-forms.sums", P=P, W=W), rows,
        d.identity(equals(rows.formula.right, eps)),
    )


@derives(PAPER + "adversarial.information")
def adversarial_information(d: Derivation) -> None:
    """Each pair tells at most ε."""
    P, M, eps = d.var("P"), d.var("M"), d.var("eps")
    law, whole = flat_prior(P), flat_mechanism(M)
    told = pairs_tell(d, law, whole, eps, lambda x, y, above: d.cite(
        "definition/pointwise-maximal-leakage", above, d.at(d.given[0], y), P=law, W=whole,
        x=x, y=y, r=eps,
    ))
    d.qed(d.chain(d.cite("definition/database-information"), told))


@derives(PAPER + "bayesian-stronger.mi@mi-dp")
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
        d.cite("definition/group-entry", P=prior), at_group, at_entry, at_prior,
        d.turn(equals(whole.formula.right, whole.formula.left), whole), *d.given,
    )
    value = d.cite("definition/mi-dp")
    outer = value.formula.right
    inner = d.bound_sup(substitute_bound(outer, i), line, prior)
    d.qed(d.chain(value, d.bound_sup(outer, inner, i)))


# --- 7 Lemma 9 and Corollary 10 -------------------------------------------------------------------


def private_entry(d: Steps, M: Term, x: Any, i: Any, eps: Any, *given: Line) -> Line:
    """Any two rows of the channel from one entry, under ε-DP."""
    return entry_rows_close(d, M, x, i, lambda v, w: d.cite(
        "lemma/entry-close", *given, M=M, x=x, i=i, v=v, w=w, eps=eps, delta=0
    ))


def sibson_bound(d: Steps, P: Term, W: Term, order: Any, eps: Any, close: Line) -> Line:
    """Sibson's information of an order α ≥ 0 is at most ε where the rows are close."""
    near = near_output(d, P, W, close, eps)

    def at(value: Any, key: str, equal: Line) -> Line:
        line = d.cite(f"lemma/rows-near-output.{key}", near, P=P, W=W, eps=eps)
        return d.rewrite(equal, line, sibson(P, W, order) <= eps)

    def one(equal: Line) -> Line:
        value = d.cite("definition/sibson-one", P=P, W=W)
        line = d.cite("lemma/rows-near-output.information", near, P=P, W=W, eps=eps)
        return d.rewrite(equal, d.chain(value, at_most(d, line, eps)), sibson(P, W, order) <= eps)

    def positive(above: Line) -> Line:
        return split_one(d, order, one, lambda other: d.cite(
            "lemma/rows-near-output.sibson", near, other, above, P=P, W=W, eps=eps, alpha=order
        ))

    return split_zero(d, order, lambda zero: at(0, "sibson-zero", zero), positive)


@derives(PAPER + "lemma-9@real-orders")
def lemma_9(d: Derivation) -> None:
    """Every row is near the output law."""
    M, x, i, order, eps = (d.var(name) for name in ("M", "x", "i", "alpha", "eps"))
    P = d.fix(Pmf("P", alphabet(M.sort.database, i)))
    close = private_entry(d, M, x, i, eps, *d.given)
    line = sibson_bound(d, P, entry_channel(M, x, i), order, eps, close)
    d.qed(d.bound_sup(d.goal.left, line, P))


@derives(PAPER + "lemma-9@infinite")
def lemma_9_infinite(d: Derivation) -> None:
    """Every row is near the output law."""
    M, x, i, eps = (d.var(name) for name in ("M", "x", "i", "eps"))
    P = d.fix(Pmf("P", alphabet(M.sort.database, i)))
    W = entry_channel(M, x, i)
    near = near_output(d, P, W, private_entry(d, M, x, i, eps, *d.given), eps)
    line = d.cite("lemma/rows-near-output.sibson-infinite", near, P=P, W=W)
    d.qed(d.bound_sup(d.goal.left, line, P))


@derives(PAPER + "lemma-9-steps.ratio")
def lemma_9_ratio(d: Derivation) -> None:
    """Closeness of one response."""
    M, x, i, z, u, y, _eps = (d.var(name) for name in ("M", "x", "i", "z", "u", "y", "eps"))
    W = entry_channel(M, x, i)
    close = d.cite("lemma/entry-close", *d.given, v=u, w=z, delta=0)
    symbols = d.cite("background/closeness-symbols.only-if", close, P=W[u], Q=W[z])
    d.qed(d.piece(d.at(symbols, y), 0))


@derives(PAPER + "lemma-9-steps.constant")
def lemma_9_constant(d: Derivation) -> None:
    """ln e^(ε(α−1)) = ε (α − 1)."""
    d.qed(d.identity(d.goal, *d.given))


@derives(PAPER + "lemma-9-steps.shannon")
def lemma_9_shannon(d: Derivation) -> None:
    """Every row is near the output law."""
    M, x, i, P, eps = (d.var(name) for name in ("M", "x", "i", "P", "eps"))
    close = private_entry(d, M, x, i, eps, *d.given)
    d.qed(at_most(d, told(d, P, entry_channel(M, x, i), close, eps), eps))


@derives(PAPER + "corollary-10@real-orders", PAPER + "eq-71.bound-sibson")
def corollary_10(d: Derivation) -> None:
    """As Lemma 9, for the channel from the whole database, whose rows are nε-close."""
    M, order, eps = d.var("M"), d.var("alpha"), d.var("eps")
    D = M.sort.database
    P = d.fix(Pmf("P", instances(D)))
    close = private_rows(d, M, eps, *d.given)
    line = sibson_bound(d, P, flat_mechanism(M), order, entries(D) * eps, close)
    d.qed(d.bound_sup(d.goal.left, line, P))


@derives(PAPER + "corollary-10@infinite")
def corollary_10_infinite(d: Derivation) -> None:
    """As Lemma 9, for the channel from the whole database, whose rows are nε-close."""
    M, eps = d.var("M"), d.var("eps")
    D = M.sort.database
    P = d.fix(Pmf("P", instances(D)))
    near = near_output(d, P, flat_mechanism(M), private_rows(d, M, eps, *d.given),
                       entries(D) * eps)
    line = d.cite("lemma/rows-near-output.sibson-infinite", near, P=P, W=flat_mechanism(M),
                  eps=entries(D) * eps)
    d.qed(d.bound_sup(d.goal.left, line, P))


@derives(PAPER + "eq-71.bound-csiszar")
def bound_csiszar(d: Derivation) -> None:
    """Each row is within nε of the output law."""
    M, _order, eps = d.var("M"), d.var("alpha"), d.var("eps")
    D = M.sort.database
    P = d.fix(Pmf("P", instances(D)))
    near = near_output(d, P, flat_mechanism(M), private_rows(d, M, eps, *d.given),
                       entries(D) * eps)
    line = d.cite("lemma/rows-near-output.csiszar", near, P=P, W=flat_mechanism(M),
                  eps=entries(D) * eps)
    d.qed(d.bound_sup(d.goal.left, line, P))


# --- 7 Lemma 9, step by step ----------------------------------------------------------------------


def entry_ratios(d: Steps, z: Any, u: Any, y: Any) -> tuple[Term, list[Line]]:
    """The channel from the entry; W(y|u) ≤ e^ε W(y|z) and W(y|z) ≤ e^ε W(y|u)."""
    M, x, i, eps = (d.var(name) for name in ("M", "x", "i", "eps"))
    W = entry_channel(M, x, i)
    private = d.given[-1]
    close = d.cite("lemma/entry-close", private, M=M, x=x, i=i, v=u, w=z, eps=eps, delta=0)
    symbols = d.cite("background/closeness-symbols.only-if", close, P=W[u], Q=W[z])
    at = d.at(symbols, y)
    return W, [d.piece(at, index) for index in (0, 1)]


@derives(PAPER + "lemma-9-steps.bound")
def lemma_9_bound(d: Derivation) -> None:
    """The ratio is at most e^ε; the mean of its power lies between those of e^−ε and e^ε."""
    P, z, order, eps = (d.var(name) for name in ("P", "z", "alpha", "eps"))
    other = d.given[0]
    u, y = d.fix(Symbol("u", P.of.size)), d.fix(Symbol("y", d.var("m")))
    W, (up, down) = entry_ratios(d, z, u, y)
    under = d.arithmetic(exp(-eps) * W[u, y] <= W[z, y], up, hints=[exp(-eps)])
    # In both orders, as a double sum may be read in either.
    close = [d.forall(u, d.forall(y, under)), d.forall(y, d.forall(u, under))]
    pair, ratio = P[u] * W[u, y], W[u, y] / W[z, y]
    tested = cases(pair > 0, pair * ratio ** (order - 1), 0)
    mean = d.goal.left.args[0].args[0]

    def compared(low: Term, high: Term, proof: Callable[[Line, list[Line]], Line]) -> Line:
        goal = low <= high

        def possible(mark: Line, above: Line) -> Line:
            there = d.arithmetic(0 < W[z, y], under, above, hints=[exp(-eps) * W[u, y]])
            marked = d.identity(equals(
                tested, cases(pair > 0, 1, 0) * (pair * ratio ** (order - 1))), above, there)
            value = d.rewrite(mark, marked, equals(tested, 1 * (pair * ratio ** (order - 1))))
            return proof(value, [above, there])

        def impossible(mark: Line, zero: Line) -> Line:
            none = is_zero(d, pair, zero)
            return d.rewrite(none, d.obvious(replaced(goal, pair, number(0))), goal)

        each = d.forall(y, split_strict(d, 0, pair, possible, impossible))
        return d.summed(d.forall(u, d.summed(each, d.forall(y, under))), *close)

    factor, least = exp(eps * (order - 1)), exp(-eps * (order - 1))

    def power(value: Line, lines: list[Line], above: bool, more: Line) -> Line:
        if above:
            small = d.arithmetic(ratio <= exp(eps), up, *lines, hints=[1 / W[z, y]])
            grown = d.cite("lemma/power.increasing", small, more, *lines, s=ratio, t=exp(eps),
                           alpha=order - 1)
            return d.arithmetic(tested <= pair * factor, value, grown, *lines, hints=[pair])
        large = d.arithmetic(exp(-eps) <= ratio, down, *lines,
                             hints=[exp(-eps), exp(-eps) / W[z, y]])
        grown = d.cite("lemma/power.increasing", large, more, *lines, s=exp(-eps), t=ratio,
                       alpha=order - 1)
        return d.arithmetic(pair * least <= tested, value, grown, *lines, hints=[pair])

    def high(more: Line) -> Line:
        top = compared(tested, pair * factor, lambda v, lines: power(v, lines, True, more))
        base = compared(pair * least, tested, lambda v, lines: power(v, lines, False, more))
        some = d.arithmetic(0 < mean, base, *close, hints=[least])
        logs = log_below(d, mean, factor, d.arithmetic(mean <= factor, top, *close), some, *close)
        return d.arithmetic(d.goal, logs, some, more, *close, hints=[1 / (order - 1)])

    def low(less: Line) -> Line:
        def proof(value: Line, lines: list[Line]) -> Line:
            small = d.arithmetic(ratio <= exp(eps), up, *lines, hints=[1 / W[z, y]])
            grown = d.cite("lemma/power.increasing", small, less, *lines, s=ratio, t=exp(eps),
                           alpha=1 - order)
            return d.arithmetic(pair * factor <= tested, value, grown, *lines,
                                hints=[pair * factor * ratio ** (order - 1)])

        base = compared(pair * factor, tested, proof)
        some = d.chain(d.obvious(0 < factor), d.arithmetic(factor <= mean, base, *close))
        logs = log_below(d, factor, mean, some, d.arithmetic(factor <= mean, base, *close), *close)
        return d.arithmetic(d.goal, logs, some, less, *close, hints=[1 / (1 - order)])

    d.qed(by_order(d, order, other, low, high))
