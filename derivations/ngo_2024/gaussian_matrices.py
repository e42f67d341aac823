"""Theorem 3 for covariance matrices in any dimension: (19), and the optimal ones in (17)."""

from __future__ import annotations

from typing import Any

from derivations.patterns.local_privacy import LN2
from derivations.patterns.noise import not_negative
from derivations.patterns.numbers import log_between
from derivations.patterns.vectors import Vectors, raised
from derivations.tools import ZERO, everywhere, same, substitute_bound, summed, turned
from verified.language import (
    determinant,
    equals,
    exp,
    log,
    reals_table,
    sqrt,
    total,
)
from verified.papers.ngo_2024.covariances import (
    both_entry,
    inverse,
    matrix,
    noise_entry,
    ratio_entry,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Real, Symbol, Term, number


def length(it: Vectors, j: Any) -> Line:
    """(v_j, v_j) ≥ 0."""
    rows = summed(it.d, it.axis, lambda axis: not_negative(it.d, it.v[j * it.r + axis]))
    return it.d.arithmetic(it.product(it.v, j, j) >= 0, rows)


def agreeing(it: Vectors, one: Term, two: Term, *lines: Line) -> Line:
    """Two matrices are the same, entry by entry."""
    x, y = it.x, it.y
    pair = it.d.identity(equals(it.entry(one, x, y), it.entry(two, x, y)), *lines)
    return it.agree(one, two, pair)


def as_determinant(it: Vectors, line: Line, shape: Term, matrix: Term, *lines: Line) -> Line:
    """A line on the minor of order d of a matrix, for the determinant as the claim prints it."""
    d = it.d
    minor = d.cite("definition/determinant", *lines, m=it.m, v=shape)
    line = d.rewrite(turned(d, minor), line)
    return d.rewrite(agreeing(it, shape, matrix, *lines), line)


@derives("ngo-2024/theorem-3.best-input-covariance")
def best_input_covariance(d: Derivation) -> None:
    """Hadamard's inequality, and the best input among the diagonal ones."""
    (given,) = d.given
    dims, width, half, level, noise = (d.var(name) for name in "drBpw")
    scaled = reals_table(dims * width, lambda t: half[t] * sqrt(1 / noise))
    it, own = Vectors(d, scaled, width, dims), Vectors(d, half, width, dims)
    j = it.j
    variances = reals_table(dims, lambda j: own.product(half, j, j))
    bounds = reals_table(dims, lambda j: 1 + own.product(half, j, j) / noise)
    lengths = everywhere(d, j, lambda j: length(own, j))
    some = everywhere(d, j, lambda j: d.arithmetic(
        ZERO < bounds[j], d.at(lengths, j), hints=[1 / noise]))
    y = Real("y", ">0")
    root = d.scalar(sqrt(y) > 0, values={y: 1 / noise})
    below = everywhere(d, j, lambda j: d.turn(
        it.product(scaled, j, j) + 1 <= bounds[j],
        d.identity(equals(it.product(scaled, j, j) + 1, bounds[j]), root), root))
    shape = raised(it, scaled, number(1))
    whole = d.obvious(dims <= dims)
    most = d.cite(
        "background/positive-definite.hadamard", whole, below, some, root, k=dims, m=dims, r=width,
        v=scaled, c=number(1), b=bounds)
    positive = d.cite(
        "background/positive-definite.positive", whole, root, k=dims, m=dims, r=width, v=scaled,
        c=number(1))
    logs = total(j, log(1 + variances[j] / noise))
    upper = most.formula.right
    matrix = d.goal.left.args[0].args[0].args[0].args[0]
    most, positive = (as_determinant(it, line, shape, matrix, root) for line in (most, positive))
    line = log_between(d, most.formula.left, upper, most, positive, some)
    line = d.chain(line, d.identity(equals(log(upper), logs), some))
    best = d.cite(
        "ngo-2024/theorem-3.best-input",
        d.arithmetic(total(j, variances[j]) <= dims * level, given), lengths,
        d=dims, a=variances, p=level, w=noise)
    d.qed(d.arithmetic(d.goal, line, best, positive, hints=[1 / LN2]))


@derives("ngo-2024/theorem-3.best-noise-covariance")
def best_noise_covariance(d: Derivation) -> None:
    """Pivots by their bounds on the diagonal, and the best noise among the diagonal ones."""
    (given,) = d.given
    dims, width, half, least, level, noise = (d.var(name) for name in "drCcpw")
    it, (more, less) = Vectors(d, half, width, dims), (least + level, least)
    j = it.j
    variances = reals_table(dims, lambda j: it.product(half, j, j) + least)
    lengths = everywhere(d, j, lambda j: length(it, j))
    some = everywhere(d, j, lambda j: d.arithmetic(ZERO < variances[j], d.at(lengths, j)))
    below = everywhere(d, j, lambda j: d.obvious(
        it.product(half, j, j) + least <= variances[j]))
    whole = d.obvious(dims <= dims)
    grown = d.cite(
        "background/positive-definite.more-noise", whole, below, some, k=dims, m=dims, r=width,
        v=half, c=least, p=level, b=variances)
    ratio = d.goal.left.args[0].args[0].args[0]
    tables = [part.args[0] for part in ratio.args]
    positive = d.cite(
        "background/positive-definite.positive", whole, k=dims, m=dims, r=width, v=half, c=least)
    for table, size in zip(tables, (more, less), strict=True):
        grown = as_determinant(it, grown, raised(it, half, size), table)
    positive = as_determinant(it, positive, raised(it, half, less), tables[1])
    upper, lower = ratio.args
    gain = total(j, log(1 + level / variances[j]))
    factor = next(part for part in grown.theorem.conclusion.left.args if part != lower)
    same_factor = d.identity(equals(factor, exp(gain)), some)
    grown = d.rewrite(same_factor, grown, lower * exp(gain) <= upper)
    part = d.arithmetic(exp(gain) <= ratio, grown, positive, hints=[1 / lower])
    above = d.obvious(ZERO < exp(gain), some)
    line = log_between(d, exp(gain), ratio, part, above, some, positive)
    line = d.chain(d.identity(equals(gain, log(exp(gain))), some), line)
    mean = d.arithmetic(total(j, variances[j]) <= dims * noise, given)
    best = d.cite(
        "ngo-2024/theorem-3.best-noise", mean, some, d=dims, b=variances, p=level, w=noise)
    inside = d.chain(above, part)
    d.qed(d.arithmetic(d.goal, line, best, inside, some, positive, hints=[1 / LN2]))


@derives("ngo-2024/theorem-3.value-any-dimension", "ngo-2024/theorem-3-steps.value")
def value_any_dimension(d: Derivation) -> None:
    """det K_Y · det(I + K_Y⁻¹ K_X) = det(K_Y + K_X), as K_Y K_Y⁻¹ = I by Cramer's rule."""
    dims, width, half, least = (d.var(name) for name in "drCc")
    it = Vectors(d, half, width, dims)
    x, y = it.x, it.y
    noise, both, whole = matrix(noise_entry), matrix(both_entry), matrix(ratio_entry)
    every = d.obvious(dims <= dims)
    positive = as_determinant(it, d.cite(
        "background/positive-definite.positive", every, k=dims, m=dims, r=width, v=half, c=least,
    ), raised(it, half, least), noise)
    product = d.cite("background/determinant-product", positive, m=dims, v=noise, w=whole)
    table = product.formula.left.args[0]
    k = d.fix(Symbol("k", dims))
    rule = d.cite("background/cramer", m=dims, v=noise, x=x, y=k)
    det, i = determinant(noise, dims), d.fix(Symbol("i", dims))
    cofactor = inverse(i, k).args[0]
    given = substitute_bound(rule.formula.left, i)
    printed, listed = cofactor.args[0], given.args[1].args[0]
    alike = agreeing(it, listed, printed)
    same_minors = d.rewrite(alike, d.identity(equals(given.args[1], given.args[1])),
                            equals(given.args[1], cofactor))
    each = d.rewrite(same_minors, d.identity(equals(given, noise_entry(x, i) * given.args[1])),
                     equals(given, noise_entry(x, i) * cofactor))
    rows = d.summed(d.forall(i, each))
    known = d.chain(turned(d, rows), rule)
    one = d.identity(
        equals(total(i, noise_entry(x, i) * inverse(i, k)), known.formula.left / det), positive)
    one = d.arithmetic(
        equals(one.formula.left, known.formula.right / det), one, known, positive,
        hints=[1 / det])
    signal = it.product(d.var("B"), k, y)
    each = d.arithmetic(
        equals(one.formula.left * signal, same(x, k) * signal), one, positive)
    rows = d.summed(d.forall(k, each), positive)

    entry = it.entry(table, x, y)
    entry = d.identity(equals(entry, noise_entry(x, y) + rows.formula.left), positive)
    entry = d.arithmetic(
        equals(it.entry(table, x, y), it.entry(both, x, y)), entry, rows,
        d.identity(equals(rows.formula.right, it.product(d.var("B"), x, y))),
        d.identity(equals(it.entry(both, x, y), it.product(d.var("B"), x, y) + noise_entry(x, y))),
        positive)
    product = d.rewrite(it.agree(table, both, entry), product)

    larger = d.cite(
        "background/positive-definite.sum", every, k=dims, m=dims, r=width, v=d.var("B"), q=width,
        u=half, c=least)
    shape = larger.formula.left.args[0]
    larger = as_determinant(it, larger, shape, both)
    ratio, upper = determinant(whole, dims), determinant(both, dims)
    quotients = d.arithmetic(equals(upper / det, ratio), product, positive, hints=[1 / det])
    inside = d.arithmetic(ZERO < upper / det, larger, positive, hints=[1 / det])
    logs = d.identity(equals(log(upper / det), log(upper) - log(det)), larger, positive)
    logs = d.rewrite(quotients, logs, equals(log(ratio), log(upper) - log(det)))
    inside = d.rewrite(quotients, inside)
    d.qed(d.arithmetic(d.goal, logs, larger, positive, inside, hints=[1 / LN2]))
