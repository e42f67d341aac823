"""Proofs of the sharper statements from bounded divergences to information (Lemma 1, eq. (22))."""

from __future__ import annotations

from typing import Any

from derivations.databases import is_mi_private
from derivations.tools import same, split_equal, summed
from verified.language import KL, alphabet, equals, largest_alphabet, output, total
from verified.language.databases import entry_channel
from verified.language.terms import Symbol, number
from verified.proof.derivation import Derivation, Line, Steps, derives

# --- rows of bounded divergence -------------------------------------------------------------------


@derives("lemma/far-rows.collision")
def far_rows(d: Derivation) -> None:
    """D(W_x‖q) is at most the mean of D(W_x‖W_j), where j = x adds nothing."""
    P, W, r = d.var("P"), d.var("W"), d.var("r")
    (given,) = d.given
    n = W.sort.inputs

    def row(x: Any) -> Line:
        def other(j: Any) -> Line:
            goal = P[j] * KL(W[x], W[j]) <= P[j] * (1 - same(j, x)) * r

            def case(alike: Line, value: Line) -> Line:
                if value.formula.right == number(0):
                    plain = d.arithmetic(
                        goal.left <= P[j] * (1 - number(0)) * r, d.at(d.at(given, x), j),
                        hints=[P[j]],
                    )
                    return d.rewrite(value, plain, goal)
                none = d.cite("background/gibbs.same", P=W[x])
                none = d.arithmetic(P[x] * KL(W[x], W[x]) <= P[x] * (1 - number(1)) * r, none,
                                    hints=[P[x]])
                plain = d.rewrite(alike, none, goal.left <= P[j] * (1 - number(1)) * r)
                return d.rewrite(value, plain, goal)

            return split_equal(d, j, x, case)

        told = d.chain(
            d.cite("background/kl-jointly-convex.second", t=P, P=W[x], Q=W),
            summed(d, Symbol("j", n), other),
        )
        most = (1 - P[x]) * r
        return d.arithmetic(P[x] * KL(W[x], output(P, W)) <= P[x] * most, told, hints=[P[x]])

    rest = summed(d, Symbol("x", n), row)
    whole = d.cite("background/information-forms.divergences")
    d.qed(d.chain(whole, rest, d.identity(equals(rest.formula.right, d.goal.right))))


@derives("lemma/far-rows.alphabet")
def far_rows_alphabet(d: Derivation) -> None:
    """Σ (P − 1/n)² ≥ 0."""
    P, r = d.var("P"), d.var("r")
    n = P.of.size
    told = d.cite("lemma/far-rows.collision", *d.given)

    def square(a: Any) -> Line:
        root = P[a] - 1 / n
        return d.have(
            2 / n * P[a] - 1 / n / n <= P[a] * P[a], "arithmetic",
            products=[["1", [["square", root]]]],
        )

    rest = summed(d, Symbol("a", n), square)
    d.qed(d.arithmetic(d.goal, told, rest, hints=[r]))


def far_entries(d: Steps, M: Any, x: Any, i: Any, private: Line, r: Any) -> Line:
    """The divergences between rows of the channel from an entry to the response are bounded."""
    size = alphabet(M.sort.database, i)
    v, w = d.fix(Symbol("v", size)), d.fix(Symbol("w", size))
    return d.forall(v, d.forall(w, d.cite("lemma/entry-kl", private, x=x, i=i, v=v, w=w, r=r)))


@derives("sharper/lemma-1-mi-sharp.prior")
def lemma_1_prior(d: Derivation) -> None:
    """The rows' divergences are bounded."""
    W, eps = d.var("W"), d.var("eps")
    (private,) = d.given
    n = W.sort.inputs
    v, w = d.fix(Symbol("v", n)), d.fix(Symbol("w", n))
    line = d.cite("definition/as-mechanism-kl", private, values={"x": v, "x'": w, "r": eps})
    d.qed(d.arithmetic(
        d.goal, d.cite("lemma/far-rows.collision", d.forall(v, d.forall(w, line)), r=eps)
    ))


@derives("sharper/lemma-1-mi-sharp.bound")
def lemma_1(d: Derivation) -> None:
    """For each entry, 1 − 1/n grows with the alphabet."""
    M, eps = d.var("M"), d.var("eps")
    (private,) = d.given
    D = M.sort.database
    largest = largest_alphabet(D)
    most = (1 - 1 / largest) * eps

    def entry(x: Any, i: Any, law: Any) -> Line:
        told = d.cite(
            "lemma/far-rows.alphabet", far_entries(d, M, x, i, private, eps),
            P=law, W=entry_channel(M, x, i), r=eps,
        )
        size = alphabet(D, i)
        less = d.cite("definition/alphabet-largest", D=D, i=i)
        return d.arithmetic(
            told.formula.left <= most, told, less, hints=[eps / (size * largest)]
        )

    d.qed(is_mi_private(d, M, most, entry))
