"""Theorem 3's saddle point for correlated coordinates, and the repaired formula before (49) in any
dimension: determinants of products of matrices, and what textbooks say of the whitened laws.
"""

from __future__ import annotations

from typing import Any

from derivations.patterns.local_privacy import LN2
from derivations.patterns.numbers import log_between
from derivations.patterns.vectors import Vectors, raised
from derivations.tools import ZERO, everywhere, same, split_equal, turned
from verified.language import (
    determinant,
    equals,
    log,
    quotient,
    reals_table,
    remainder,
    sqrt,
    total,
)
from verified.papers.ngo_2024.covariances import (
    in_basis,
    matrix,
    noise_of_data,
    own_noise,
    signal_and_noise,
    with_input,
)
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Real, Symbol, Term, number


class Changed:
    """Matrices in another basis: det(L M Lᵀ) = det L · det M · det Lᵀ."""

    def __init__(self, d: Derivation) -> None:
        self.d, self.L, self.dims = d, d.var("L"), d.var("d")
        P, f, n = d.var("P"), d.var("f"), d.var("n")
        t = Symbol("t", n)

        def apart(at: Any, place: Any) -> Term:
            return f[at * self.dims + place] - total(t, P[t] * f[t * self.dims + place])

        # The centred coordinates, each value times the root of its probability.
        self.vectors = reals_table(self.dims * n, lambda w: sqrt(P[remainder(w, n)]) * apart(
            remainder(w, n), quotient(w, n)))
        self.it = Vectors(d, self.vectors, n, self.dims)
        self.transposed = reals_table(self.dims * self.dims, lambda s: self.L[
            remainder(s, self.dims) * self.dims + quotient(s, self.dims)])
        self.around = determinant(self.L, self.dims) * determinant(self.transposed, self.dims)

    def agree(self, one: Term, two: Term) -> Line:
        """Two matrices are the same, entry by entry."""
        it = self.it
        pair = self.d.identity(equals(it.entry(one, it.x, it.y), it.entry(two, it.x, it.y)))
        return it.agree(one, two, pair)

    def product(self, one: Term, two: Term) -> Line:
        """The determinant of a product."""
        return self.d.cite("background/determinant-product", m=self.dims, v=one, w=two)

    def noise(self) -> Line:
        """det(L Lᵀ) = det L · det Lᵀ."""
        line = self.product(self.L, self.transposed)
        return self.d.rewrite(self.agree(line.formula.left.args[0], matrix(own_noise)), line)

    def whole(self, core: Term, printed: Term) -> Line:
        """det(L M Lᵀ) = det L · det M · det Lᵀ, for the matrix M and L M Lᵀ as it is printed."""
        d = self.d
        right = self.product(core, self.transposed)
        line = self.product(self.L, right.formula.left.args[0])
        line = d.rewrite(right, line)
        line = d.rewrite(self.agree(line.formula.left.args[0], printed), line)
        return d.arithmetic(
            equals(line.formula.left, self.around * determinant(core, self.dims)), line)

    def positive(self, core: Term) -> Line:
        """det(Cov(f(V)) + I) > 0, for the matrix as it is printed."""
        d = self.d
        line = d.cite(
            "background/positive-definite.positive", d.obvious(self.dims <= self.dims),
            k=self.dims, m=self.dims, r=d.var("n"), v=self.vectors, c=number(1))
        return self.of_determinant(line, raised(self.it, self.vectors, number(1)), core)

    def positive_with(self, gains: Term, core: Term, more: Term) -> Line:
        """det(Cov(f(V)) + I + diag(k)) > 0: `more` is that matrix, `core` the one without k."""
        d, m, it = self.d, self.dims, self.it
        x, y = it.x, it.y
        roots = reals_table(m * m, lambda s: sqrt(gains[quotient(s, m)]) * same(
            quotient(s, m), remainder(s, m)))
        line = d.cite(
            "background/positive-definite.sum", d.obvious(m <= m), k=m, m=m, r=d.var("n"),
            v=self.vectors, q=m, u=roots, c=number(1))
        shape = line.formula.left.args[0]

        def squared(y: Any = y) -> Any:
            return equals(sqrt(gains[x]) * sqrt(gains[y]) * same(x, y), gains[x] * same(x, y))

        def apart(value: Line) -> Line:
            return d.arithmetic(squared(), value, hints=[sqrt(gains[x]) * sqrt(gains[y]), gains[x]])

        square = split_equal(d, x, y, lambda alike, value: (
            d.rewrite(alike, d.identity(squared(x)), squared())
            if value.formula.right == number(1) else apart(value)))
        pair = d.arithmetic(
            equals(it.entry(shape, x, y), it.entry(more, x, y)), square,
            d.identity(equals(
                it.entry(shape, x, y), it.entry(core, x, y) + square.formula.left)),
            d.identity(equals(
                it.entry(more, x, y), it.entry(core, x, y) + square.formula.right)))
        minor = d.cite("definition/determinant", m=m, v=shape)
        return d.rewrite(it.agree(shape, more, pair), d.rewrite(turned(d, minor), line))

    def of_determinant(self, line: Line, shape: Term, core: Term) -> Line:
        """A line on the minor of all rows of a matrix, for the determinant as it is printed."""
        minor = self.d.cite("definition/determinant", m=self.dims, v=shape)
        return self.d.rewrite(self.agree(shape, core), self.d.rewrite(turned(self.d, minor), line))


@derives(
    "ngo-2024/theorem-3.signal-correlated",
    "ngo-2024/theorem-3-steps.saddle-signal-any-dimension",
)
def signal_correlated(d: Derivation) -> None:
    """The largest entropy of the covariance, where the noise is white."""
    it, (regular,) = Changed(d), d.given
    told = d.cite("background/gaussian-max-entropy.covariance", P=d.var("P"), f=d.var("f"),
                  d=it.dims, v=number(1))
    core = told.formula.right.args[0].args[0].args[0]
    inside = it.positive(core)
    around = it.noise()
    whole = it.whole(core, matrix(signal_and_noise))
    less, more, own = (determinant(one, it.dims) for one in (
        matrix(own_noise), matrix(signal_and_noise), core))
    product = d.arithmetic(equals(more, less * own), whole, around, hints=[own])
    ratio = d.arithmetic(equals(own, more / less), product, regular, hints=[1 / less])
    told = d.rewrite(ratio, told, told.formula.left <= log(more / less) / 2)
    inside = d.rewrite(ratio, inside, ZERO < more / less)
    d.qed(d.arithmetic(d.goal, told, inside, regular, hints=[1 / LN2]))


@derives(
    "ngo-2024/theorem-3.noise-correlated",
    "ngo-2024/theorem-3-steps.saddle-noise-any-dimension",
)
def noise_correlated(d: Derivation) -> None:
    """The worst noise, where its Gaussian part is white and the signal's covariance diagonal."""
    it, (regular,) = Changed(d), d.given
    told = d.cite("background/worst-additive-noise.covariance", P=d.var("P"), f=d.var("f"),
                  d=it.dims, k=d.var("k"))
    ratio = told.formula.right.args[0].args[0]
    cores = [part.args[0] for part in ratio.args]
    inside = it.positive(cores[1])
    around = it.noise()
    printed = [matrix(in_basis(entry)) for entry in (with_input, noise_of_data)]
    more, less = (it.whole(*pair) for pair in zip(cores, printed, strict=True))
    upper, lower = (determinant(one, it.dims) for one in printed)
    regular = d.arithmetic(ZERO < it.around, around, regular)
    own = ratio.args[1]
    below = d.arithmetic(ZERO < lower, less, inside, regular, hints=[it.around])
    core = ratio.args[0]
    cross = d.arithmetic(equals(upper * own, core * lower), more, less, hints=[own, core])
    half = d.arithmetic(
        equals(upper * own / lower, core), cross, below, hints=[1 / lower])
    value = d.arithmetic(equals(ratio, upper / lower), half, below, inside, hints=[1 / own])
    told = d.rewrite(value, told, told.formula.left >= log(upper / lower) / 2)
    above = it.positive_with(d.var("k"), cores[1], cores[0])
    above = d.arithmetic(ZERO < ratio, above, inside, hints=[1 / own])
    above = d.rewrite(value, above, ZERO < upper / lower)
    y = Real("y", ">=1")
    scales = everywhere(d, Symbol("w", d.var("n") * it.dims), lambda w: d.scalar(
        sqrt(y) > 0, values={y: 1 + d.var("k")[remainder(w, it.dims)]}))
    d.qed(d.arithmetic(d.goal, told, above, below, scales, hints=[1 / LN2]))


def of_eigenvalues(d: Derivation, key: str, upwards: bool) -> None:
    """The determinants' ratio between the two products, by the logarithm."""
    positive = d.cite("background/eigenvalues-of-a-sum.positive", m=d.var("d"), a=d.var("a"),
                      b=d.var("b"), c=d.var("c"))
    line = d.cite(key, *d.given, m=d.var("d"), a=d.var("a"), b=d.var("b"), c=d.var("c"))
    noise, whole = positive.formula.left, line.formula.left
    ratio = whole / noise
    product = next(part for part in line.formula.right.args if part != noise)
    gain = product.args[0]
    above = d.obvious(ZERO < product)
    value = d.identity(equals(log(product), gain), above)
    if upwards:
        line = d.arithmetic(product <= ratio, line, positive, hints=[1 / noise])
        logs = log_between(d, product, ratio, line, above, positive)
        inside = d.chain(above, line)
    else:
        some = d.cite("background/eigenvalues-of-a-sum.sum-positive", m=d.var("d"), a=d.var("a"),
                      b=d.var("b"), c=d.var("c"))
        inside = d.arithmetic(ZERO < ratio, some, positive, hints=[1 / noise])
        line = d.arithmetic(ratio <= product, line, positive, hints=[1 / noise])
        logs = log_between(d, ratio, product, line, inside, above, positive)
    d.qed(d.arithmetic(d.goal, logs, value, inside, positive, above, hints=[1 / LN2]))


@derives("ngo-2024/theorem-3-steps-repaired.least-any-dimension")
def least(d: Derivation) -> None:
    """Eigenvalues in the same order."""
    of_eigenvalues(d, "background/eigenvalues-of-a-sum.least", upwards=True)


@derives("ngo-2024/theorem-3-steps-repaired.most-any-dimension")
def most(d: Derivation) -> None:
    """Eigenvalues in opposite order."""
    of_eigenvalues(d, "background/eigenvalues-of-a-sum.most", upwards=False)
