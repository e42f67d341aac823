"""Covariance matrices in any dimension, as entries: B Bᵀ is any positive semidefinite matrix,
C Cᵀ + c I any positive definite one. And those of finite data in R^d."""

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
    exp,
    pi,
    quotient,
    reals_table,
    remainder,
    sqrt,
    total,
)
from verified.papers.ngo_2024.common import log2
from verified.syntax.formulas import substitute
from verified.syntax.terms import number

dimension = Size("d")
axis = Symbol("j", dimension)
width = Size("r")
half_x, half_y = Reals("B", dimension * width), Reals("C", dimension * width)
floor = Real("c", ">0")
column = Symbol("l", width)


def product(half: Term, one: Any, two: Any) -> Term:
    """An entry of B Bᵀ."""
    return total(column, half[one * width + column] * half[two * width + column])


def unit(one: Any, two: Any) -> Term:
    """An entry of I_d."""
    return cases(equals(one, two), 1, 0)


def matrix(entry: Any) -> Term:
    """The d × d matrix with these entries, row by row."""
    return reals_table(
        dimension * dimension, lambda s: entry(quotient(s, dimension), remainder(s, dimension))
    )


def trace_of(half: Term) -> Term:
    """The trace of B Bᵀ."""
    return total(axis, product(half, axis, axis))


def noise_entry(one: Any, two: Any) -> Term:
    """An entry of K_Y = C Cᵀ + c I."""
    return product(half_y, one, two) + floor * unit(one, two)


def both_entry(one: Any, two: Any) -> Term:
    """An entry of K_X + K_Y."""
    return product(half_x, one, two) + noise_entry(one, two)


def inverse(one: Any, two: Any) -> Term:
    """An entry of K_Y⁻¹, by Cramer's rule."""
    row, unit_column = Symbol("i", dimension), Symbol("h", dimension)
    replaced = matrix(lambda s, t: cases(equals(t, row), unit(s, unit_column), noise_entry(s, t)))
    entry = determinant(replaced, dimension) / determinant(matrix(noise_entry), dimension)
    # Put in afterwards, as the places may speak of another matrix's entries.
    found: Term = substitute(entry, {"i": number(one), "h": number(two)})
    return found


def ratio_entry(one: Any, two: Any) -> Term:
    """An entry of I_d + K_Y⁻¹ K_X."""
    middle = Symbol("k", dimension)
    return unit(one, two) + total(middle, inverse(one, middle) * product(half_x, middle, two))


def normal_entropy(entry: Any) -> Term:
    """The differential entropy of N(0, K) in bits, from the entries of K."""
    shape = determinant(matrix(entry), dimension)
    return (dimension * log2(2 * pi() * exp(1)) + log2(shape)) / 2


def eigenvalues(first: Term, off: Term, second: Term) -> tuple[Term, Term]:
    """The eigenvalues of [[first, off], [off, second]], the larger first."""
    root = sqrt((first - second) ** 2 + 4 * off**2)
    return (first + second + root) / 2, (first + second - root) / 2


# In the basis of K_Y's eigenvectors K_X is Q diag(λ_X) Qᵀ, with Q = (I + S)⁻¹ (I − S), Sᵀ = −S.
turning = Reals("c", dimension * dimension)
TURNED = (
    "K_X = (I − S) diag(λ_X) (I − S)ᵀ and K_Y = (I + S) diag(λ_Y) (I + S)ᵀ with Sᵀ = −S: in the "
    "basis of K_Y's eigenvectors K_X is Q diag(λ_X) Qᵀ with Q = (I + S)⁻¹ (I − S), which is any "
    "matrix of eigenvectors once their signs are chosen (Cayley), and a factor I + S on both sides "
    "of both matrices doesn't change det(K_X + K_Y)/det K_Y."
)


def eigenvectors(values: Term, sign: int) -> Any:
    """The entries of (I ± S) diag(λ) (I ± S)ᵀ."""
    def half(one: Any, two: Any) -> Term:
        skew = turning[one * dimension + two] - turning[two * dimension + one]
        return unit(one, two) + sign * skew

    return lambda one, two: total(
        outer, half(one, outer) * values[outer] * half(two, outer))


# --- covariances of finite data -------------------------------------------------------------------

symbols = Size("n")
law = Pmf("P", symbols)
points = Reals("f", symbols * dimension)
place, other_place = Symbol("s", symbols), Symbol("t", symbols)
# Any regular basis: L is the matrix of its change, so that L N(0, I) is N(0, L Lᵀ).
basis = Reals("L", dimension * dimension)
gains = Reals("k", dimension, ">=0")
outer, inner = Symbol("l", dimension), Symbol("k'", dimension)


def data_entry(one: Any, two: Any) -> Term:
    """An entry of the covariance matrix of f(V)."""
    def apart(at: Any) -> Term:
        here = points[place * dimension + at]
        return here - total(other_place, law[other_place] * points[other_place * dimension + at])

    return total(place, law[place] * apart(one) * apart(two))


def in_basis(entry: Any) -> Any:
    """The entries of L M Lᵀ, from those of M."""
    return lambda one, two: total(outer, basis[one * dimension + outer] * total(
        inner, entry(outer, inner) * basis[two * dimension + inner]))


def own_noise(one: Any, two: Any) -> Term:
    """An entry of L Lᵀ."""
    return total(outer, basis[one * dimension + outer] * basis[two * dimension + outer])


def noise_of_data(one: Any, two: Any) -> Term:
    """A covariance of f(V) + N(0, I)."""
    return data_entry(one, two) + unit(one, two)


def with_input(one: Any, two: Any) -> Term:
    """A covariance of f(V) + N(0, I) + N(0, diag(k))."""
    return data_entry(one, two) + (1 + gains[one]) * unit(one, two)


def signal_and_noise(one: Any, two: Any) -> Term:
    """An entry of K_X + K_Y, where K_X = L Cov(f(V)) Lᵀ and K_Y = L Lᵀ."""
    found: Term = in_basis(data_entry)(one, two) + own_noise(one, two)
    return found
