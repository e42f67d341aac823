"""What Section IV-A says of (ε,0)-PP before Theorem 2: convexity and post-processing, and
composability where the secrets determine the data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from derivations.patterns.frameworks import close_secrets, is_private, law_private
from derivations.tools import ZERO, everywhere
from verified.language import chain, data_given, equals, exp, member_law, total
from verified.proof.derivation import Derivation, Line, derives
from verified.syntax.terms import Symbol, Term

# From the rows' masses under the original mechanisms to that under the new one.
Row = Callable[[Term, Any, Any], Line]


def stays_close(d: Derivation, mechanisms: Sequence[Term], new: Term, eps: Any, row: Row,
                each: Callable[..., Line], *known: Line) -> None:
    """A new mechanism is ε-PP, as the given ones are.

    Args:
        row: from the data given a public value, a secret and a response to the mass of the response
            under the new mechanism.
        each: from the two secrets' masses, as `row` has them, and for each mechanism its rows and
            their closeness at every symbol, to the closeness at this response.
        known: that the new mechanism is a channel.
    """
    F, data = d.var("F"), d.var("Theta")

    def one(member: Any, e: Any, c: Any, a: Any, b: Any, *seen: Line) -> Line:
        law = member_law(member)
        K = data_given(F, law, e, c)
        near = []
        for held, M in zip(d.given, mechanisms, strict=True):
            bound = law_private(d, held, F, data, M, member, eps)
            close = close_secrets(d, bound, F, law, M, e, c, a, b, eps, 0, *seen)
            rows = chain(K, M)
            near.append((d.cite(
                "background/closeness-symbols.only-if", close, P=rows[a], Q=rows[b], eps=eps
            ), rows))
        whole = chain(K, new)
        s = d.fix(Symbol("s", whole.sort.outputs))
        masses = row(K, a, s), row(K, b, s)
        sides = [each(whole, left, right, s, masses, near, index)
                 for index, (left, right) in enumerate(((a, b), (b, a)))]
        symbols = d.forall(s, d.both(*sides))
        return d.cite("background/closeness-symbols.if", symbols, *known, P=whole[a], Q=whole[b],
                      eps=eps)

    d.qed(is_private(d, F, data, new, eps, 0, one, *known))


@derives("nuradha-goldfeld-2022/section-4a-properties.convexity")
def convexity(d: Derivation) -> None:
    """Likelihoods are mixed with the same weights given either secret."""
    M1, M2, eps, p = (d.var(name) for name in ("M1", "M2", "eps1", "p"))
    new = d.goal.args[2]
    x, y = Symbol("x", M1.of.inputs), Symbol("y", M1.of.outputs)
    lawful = everywhere(d, x, lambda x: everywhere(d, y, lambda y: d.obvious(
        (1 - p) * M2[x, y] >= ZERO)))

    def row(K: Term, v: Any, s: Any) -> Line:
        parts = [d.cite("definition/chain", lawful, W=K, K=M, x=v, z=s) for M in (new, M1, M2)]
        mixed = p * parts[1].formula.left + (1 - p) * parts[2].formula.left
        return d.arithmetic(equals(parts[0].formula.left, mixed), *parts, lawful)

    def each(
        whole: Term, left: Any, right: Any, s: Any, masses: Any, near: Any, index: int
    ) -> Line:
        bounds = [d.piece(d.at(close, s), index) for close, _ in near]
        return d.arithmetic(whole[left, s] <= exp(eps) * whole[right, s], *bounds, *masses,
                            lawful, hints=[p, 1 - p, exp(eps)])

    stays_close(d, (M1, M2), new, eps, row, each, lawful)


@derives("nuradha-goldfeld-2022/section-4a-properties.post-processing")
def post_processing(d: Derivation) -> None:
    """Likelihoods are weighted with the same chances of the later response given either secret."""
    M, A, eps = (d.var(name) for name in ("M1", "A", "eps1"))
    new = d.goal.args[2]
    y = Symbol("y", M.of.outputs)

    def row(K: Term, v: Any, s: Any) -> Line:
        x = d.fix(Symbol("datum", K.sort.outputs))
        inner = d.cite("definition/chain", W=M, K=A, x=x, z=s)
        rows = d.summed(d.forall(x, d.arithmetic(
            equals(K[v, x] * inner.formula.left, K[v, x] * inner.formula.right), inner,
            hints=[K[v, x]],
        )))
        outer = d.cite("definition/chain", W=K, K=new, x=v, z=s)
        mean = total(y, chain(K, M)[v, y] * A[y, s])
        at = d.fix(Symbol("middle", M.of.outputs))
        own = d.cite("definition/chain", W=K, K=M, x=v, z=at)
        sums = d.summed(d.forall(at, d.arithmetic(
            equals(own.formula.left * A[at, s], own.formula.right * A[at, s]), own,
            hints=[A[at, s]],
        )))
        return d.arithmetic(equals(outer.formula.left, mean), outer, rows, sums)

    def each(
        whole: Term, left: Any, right: Any, s: Any, masses: Any, near: Any, index: int
    ) -> Line:
        (close, rows), = near
        at = d.fix(Symbol("middle", M.of.outputs))
        bound = d.piece(d.at(close, at), index)
        line = d.summed(d.forall(at, d.arithmetic(
            rows[left, at] * A[at, s] <= exp(eps) * rows[right, at] * A[at, s], bound,
            hints=[A[at, s]],
        )))
        return d.arithmetic(whole[left, s] <= exp(eps) * whole[right, s], line, *masses,
                            hints=[exp(eps)])

    stays_close(d, (M,), new, eps, row, each)


@derives("nuradha-goldfeld-2022/section-4a-properties-repaired.composability")
def composability(d: Derivation) -> None:
    """As in Remark 3."""
    names = {name: d.var(name) for name in ("F", "Theta", "M1", "M2", "eps1", "eps2")}
    d.qed(d.cite("nuradha-goldfeld-2022/remark-3.databases", *d.given, **names))
