"""Textbook facts on matrices: elimination, and Hadamard's inequality."""

from __future__ import annotations

from typing import Any

from verified.language import (
    Pmf,
    Real,
    Reals,
    Size,
    Symbol,
    Term,
    cases,
    determinant,
    equals,
    every,
    exp,
    leading_minor,
    log,
    negation,
    quotient,
    reals_table,
    remainder,
    total,
)
from verified.papers.background import COVER_THOMAS, paper

dims, width, order = Size("m"), Size("r"), Size("k", low=0)
vectors, bounds, bound = Reals("v", dims * width), Reals("b", dims, ">0"), Real("c", ">0")
i, j, axis = Symbol("i", dims), Symbol("j", dims), Symbol("l", width)
symbols = Size("n")
law, query = Pmf("P", symbols), Reals("f", symbols * dims)
symbol, other = Symbol("s", symbols), Symbol("t", symbols)


def product(one: Term, two: Term) -> Term:
    """The inner product of two of the vectors."""
    return total(axis, vectors[one * width + axis] * vectors[two * width + axis])


def apart(at: Term, place: Term) -> Term:
    """A coordinate of the query less its mean."""
    return query[at * dims + place] - total(other, law[other] * query[other * dims + place])


def covariance(one: Term, two: Term) -> Term:
    """The covariance of two coordinates of the query."""
    return total(symbol, law[symbol] * apart(symbol, one) * apart(symbol, two))


coarse = exp(total(j, log(1 + product(j, j))))
products = reals_table(
    dims * dims, lambda s: product(quotient(s, dims), remainder(s, dims))
)
covariances = reals_table(
    dims * dims, lambda s: covariance(quotient(s, dims), remainder(s, dims))
)

# --- elimination ----------------------------------------------------------------------------------

square, last = Reals("v", dims * dims), Symbol("z", dims)
pivot = square[last * dims + last]
eliminated = reals_table(dims * dims, lambda s: square[s] - square[
    quotient(s, dims) * dims + last
] * square[last * dims + remainder(s, dims)] / pivot)

paper.claim(
    "minor-step",
    at="Horn and Johnson, Matrix Analysis (2nd edition), Section 0.8.5 (Schur complements)",
    forall=[order, dims, square, last],
    given=[equals(last, order), negation(equals(pivot, 0))],
    then=equals(
        leading_minor(square, order + 1, dims), pivot * leading_minor(eliminated, order, dims)
    ),
    note="Gauss's elimination, from the last row of a minor up.",
)

empty_one = Symbol("y", dims)


def without_column(place: Term) -> Term:
    """The matrix with 0 in a column."""
    return reals_table(
        dims * dims, lambda s: cases(equals(remainder(s, dims), place), 0, square[s])
    )


paper.claim(
    "minor-of-zeros",
    at="Horn and Johnson, Matrix Analysis (2nd edition), Section 0.3.1",
    forall=[order, dims, square, empty_one],
    given=[empty_one + 1 <= order, order <= dims],
    then=equals(1 + leading_minor(without_column(empty_one), order, dims), 1),
    note="A column of zeros makes it 0. (Compared with 1 added, as below.)",
)

paper.claim(
    "minor-column",
    at="Horn and Johnson, Matrix Analysis (2nd edition), Section 0.3.1 (along the column)",
    forall=[order, dims, square, last],
    given=[equals(last, order)],
    then=equals(1 + leading_minor(without_column(last), order + 1, dims), 1),
    note="A column of zeros makes it 0. (What is 0 is compared with 1 added: the attack decides no "
    "equality of two zeros.)",
)

entries, changed = Reals("v", dims * dims), Reals("w", dims * dims)
axis_of = Symbol("l", dims)

paper.claim(
    "minor-entries",
    forall=[order, dims, entries, changed],
    given=[
        order <= dims,
        every(i, every(j, equals(entries[i * dims + j], changed[i * dims + j]), where=j < order),
              where=i < order),
    ],
    then=equals(
        1 + leading_minor(entries, order, dims), 1 + leading_minor(changed, order, dims)
    ),
    note="A minor is made of its own entries. (Compared with 1 added, as above.)",
)

paper.claim(
    "determinant-product",
    at="Horn and Johnson, Matrix Analysis (2nd edition), Section 0.3",
    forall=[dims, entries, changed],
    then=equals(
        determinant(reals_table(dims * dims, lambda s: total(
            i, entries[quotient(s, dims) * dims + i] * changed[i * dims + remainder(s, dims)]
        )), dims),
        determinant(entries, dims) * determinant(changed, dims),
    ),
    note="The determinant of a product of two matrices.",
)

row, unit_column = Symbol("x", dims), Symbol("y", dims)
solved = reals_table(dims * dims, lambda s: cases(
    equals(remainder(s, dims), axis_of),
    cases(equals(quotient(s, dims), unit_column), 1, 0),
    entries[s],
))

paper.claim(
    "cramer",
    at="Horn and Johnson, Matrix Analysis (2nd edition), Section 0.8",
    forall=[dims, entries, row, unit_column],
    then=equals(
        total(axis_of, entries[row * dims + axis_of] * determinant(solved, dims)),
        cases(equals(row, unit_column), 1, 0) * determinant(entries, dims),
    ),
    note=(
        "Cramer's rule: det K · K⁻¹ has the determinant of K with its column l replaced by e_y in "
        "row l and column y."
    ),
)

# --- Hadamard's inequality ------------------------------------------------------------------------

paper.claim(
    "hadamard-determinant",
    at=f"{COVER_THOMAS}, Theorem 17.9.2",
    forall=[dims, width, vectors],
    then={
        "minors": {
            "forall": [order, dims, width, vectors, bounds],
            "given": [order <= dims, every(j, product(j, j) <= bounds[j])],
            "then": leading_minor(products, order, dims)
            <= exp(total(j, log(bounds[j]), where=j < order)),
            "note": "For the first k vectors, and bounds b_j on their squared lengths.",
        },
        "nonnegative": {
            "forall": [order, dims, width, vectors],
            "given": [order <= dims],
            "then": leading_minor(products, order, dims) >= 0,
        },
        "diagonal": {
            "given": [every(j, product(j, j) > 0)],
            "then": determinant(products, dims) <= exp(total(j, log(product(j, j)))),
        },
        "covariance": {
            "forall": [symbols, dims, law, query],
            "given": [every(j, covariance(j, j) > 0)],
            "then": determinant(covariances, dims) <= exp(total(j, log(covariance(j, j)))),
            "note": "The covariance matrix of a vector with finitely many values.",
        },
        "one-bound": {
            "forall": [dims, width, vectors, i, bound],
            "given": [product(i, i) <= bound],
            "then": determinant(products, dims) <= bound * coarse,
        },
        "singular": {
            "forall": [dims, width, vectors, i],
            "then": determinant(products, dims) <= product(i, i) * coarse,
            "note": "So that the determinant is 0 where an entry of the diagonal is.",
        },
    },
    note=(
        "det K ≤ Π K_jj for a positive semidefinite matrix K: every one is A Aᵀ, the matrix of the "
        "inner products of vectors. The product is e to the power Σ ln K_jj, where no K_jj is 0."
    ),
)

# --- positive definite matrices -------------------------------------------------------------------

level, more, weight = Real("c", ">0"), Real("p", ">=0"), Real("s", ">=0")
update = Reals("h", dims)


def same_place(one: Term, two: Term) -> Term:
    """An entry of the unit matrix."""
    return cases(equals(one, two), 1, 0)


def raised(by: Term) -> Term:
    """A Aᵀ + c I, row by row."""
    return reals_table(dims * dims, lambda s: product(quotient(s, dims), remainder(s, dims))
                       + by * same_place(quotient(s, dims), remainder(s, dims)))


updated = reals_table(dims * dims, lambda s: product(quotient(s, dims), remainder(s, dims))
                      + level * same_place(quotient(s, dims), remainder(s, dims))
                      + weight * update[quotient(s, dims)] * update[remainder(s, dims)])
other_width = Size("q")
others, other_axis = Reals("u", dims * other_width), Symbol("l", other_width)
summed = reals_table(dims * dims, lambda s: product(quotient(s, dims), remainder(s, dims)) + total(
    other_axis,
    others[quotient(s, dims) * other_width + other_axis]
    * others[remainder(s, dims) * other_width + other_axis],
) + level * same_place(quotient(s, dims), remainder(s, dims)))
raised_bounds = every(j, product(j, j) + level <= bounds[j])

paper.claim(
    "positive-definite",
    forall=[order, dims, width, vectors, level],
    given=[order <= dims],
    then={
        "positive": leading_minor(raised(level), order, dims) > 0,
        "sum": {
            "forall": [order, dims, width, vectors, other_width, others, level],
            "then": leading_minor(summed, order, dims) > 0,
            "note": "Of A Aᵀ + B Bᵀ + c I.",
        },
        "hadamard": {
            "forall": [order, dims, width, vectors, level, bounds],
            "given": [order <= dims, raised_bounds],
            "then": leading_minor(raised(level), order, dims)
            <= exp(total(j, log(bounds[j]), where=j < order)),
            "note": "Hadamard's inequality again, for bounds b_j on the diagonal.",
        },
        "rank-one": {
            "forall": [order, dims, width, vectors, level, weight, update],
            "then": leading_minor(updated, order, dims)
            >= leading_minor(raised(level), order, dims),
            "note": "More of a positive semidefinite matrix of rank one.",
        },
        "more-noise": {
            "forall": [order, dims, width, vectors, level, more, bounds],
            "given": [order <= dims, raised_bounds],
            "then": leading_minor(raised(level + more), order, dims)
            >= leading_minor(raised(level), order, dims)
            * exp(total(j, log(1 + more / bounds[j]), where=j < order)),
            "note": (
                "det(K + p I) ≥ det K · Π (1 + p/b_j), where b_j bounds K_jj: a pivot of K + p I "
                "is one of K and p at least, and a pivot of K at most K_jj."
            ),
        },
    },
    note=(
        "Every positive definite matrix is A Aᵀ + c I, for a c > 0 below its eigenvalues. Minors "
        "of its first k rows and columns."
    ),
)

# --- eigenvalues of a sum -------------------------------------------------------------------------

signals, noises = Reals("a", dims, ">=0"), Reals("b", dims, ">0")
turning = Reals("c", dims * dims)
falling = every(i, every(j, signals[i] >= signals[j], where=i <= j))
with_these = every(i, every(j, noises[i] >= noises[j], where=i <= j))
against_these = every(i, every(j, noises[i] <= noises[j], where=i <= j))


def skew(one: Any, two: Any) -> Term:
    """An entry of a matrix S with Sᵀ = −S."""
    return turning[one * dims + two] - turning[two * dims + one]


def turned(values: Term, sign: int) -> Any:
    """The entries of (I ± S) D (I ± S)ᵀ, D having the values on its diagonal."""
    def half(one: Any, two: Any) -> Term:
        return same_place(one, two) + sign * skew(one, two)

    return lambda one, two: total(
        axis_of, half(one, axis_of) * values[axis_of] * half(two, axis_of))


def table_of(entry: Any) -> Term:
    """The matrix with these entries, row by row."""
    return reals_table(dims * dims, lambda s: entry(quotient(s, dims), remainder(s, dims)))


signal_entry, noise_entry = turned(signals, -1), turned(noises, 1)
turned_noise = determinant(table_of(noise_entry), dims)
turned_sum = determinant(
    table_of(lambda one, two: signal_entry(one, two) + noise_entry(one, two)), dims)

product_of_ratios = exp(total(j, log(1 + signals[j] / noises[j])))

paper.claim(
    "eigenvalues-of-a-sum",
    at=(
        "Fiedler, Bounds for the determinant of the sum of Hermitian matrices, Proceedings of the "
        "American Mathematical Society 30 (1971)"
    ),
    forall=[dims, signals, noises, turning],
    then={
        "positive": turned_noise > 0,
        "sum-positive": turned_sum > 0,
        "least": {
            "given": [falling, with_these],
            "then": turned_sum >= turned_noise * product_of_ratios,
            "note": "The eigenvalues in the same order.",
        },
        "most": {
            "given": [falling, against_these],
            "then": turned_sum <= turned_noise * product_of_ratios,
            "note": "The eigenvalues in opposite order.",
        },
    },
    note=(
        "det(A + B) lies between Π (α_i + β_i) and Π (α_i + β_(d+1−i)) for positive semidefinite A "
        "and B with the eigenvalues α_1 ≥ … ≥ α_d and β_1 ≥ … ≥ β_d. In the basis of B's "
        "eigenvectors, A is Q diag(α) Qᵀ, and Q = (I + S)⁻¹ (I − S) with Sᵀ = −S once its columns "
        "have the right signs (Cayley), which A doesn't depend on. Both matrices are multiplied by "
        "I + S and its transpose here, and the products are divided by that of the β_i."
    ),
)
