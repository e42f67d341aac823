"""Textbook facts on matrices: elimination, and Hadamard's inequality."""

from __future__ import annotations

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
emptied = reals_table(
    dims * dims, lambda s: cases(equals(remainder(s, dims), last), 0, square[s])
)

paper.claim(
    "minor-step",
    forall=[order, dims, square, last],
    given=[equals(last, order), negation(equals(pivot, 0))],
    then=equals(
        leading_minor(square, order + 1, dims), pivot * leading_minor(eliminated, order, dims)
    ),
    note="Gauss's elimination, from the last row of a minor up.",
)

paper.claim(
    "minor-column",
    forall=[order, dims, square, last],
    given=[equals(last, order)],
    then=equals(1 + leading_minor(emptied, order + 1, dims), 1),
    note="A column of zeros makes it 0. (What is 0 is compared with 1 added: the attack decides no "
    "equality of two zeros.)",
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
