"""Proofs that laws on the line of one density have one entropy and one divergence: mixtures of
normal laws, written in several ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from derivations.patterns.integrals import integrated
from derivations.patterns.line import beside
from derivations.tools import turned
from verified.kernel.polynomial import replaced
from verified.language import (
    density,
    equals,
    gaussian,
)
from verified.proof.derivation import Derivation, Line, Steps, derives
from verified.syntax.formulas import substitute
from verified.syntax.terms import Bind, Real, Term, number


def _integrals(term: Any) -> Iterator[Bind]:
    if isinstance(term, Bind) and term.kind == "integral":
        yield term
        return
    for part in term.args:
        yield from _integrals(part)


def of_other_law(
    d: Steps, whole: Line, law: Term, other: Term, same: Callable[[Any], Line]
) -> Line:
    """A value by integrals of densities left and right of 0, with those of another law.

    Args:
        same: shows that both have one density at a number.
    """
    e = d.fix(Real("e", ">=0"))
    for found in list(_integrals(whole.formula.right)):  # type: ignore[attr-defined]
        body = substitute(found.body, {found.var.name: e})
        for side in (-1, 1):
            at = beside(number(0), e, side)
            goal = replaced(equals(body, body), density(law, at), density(other, at))
            if goal.right == body:
                continue
            line = d.rewrite(same(at), d.identity(equals(body, body)), equals(body, goal.right))
            whole = d.rewrite(integrated(d, line, e), whole)
    return whole


def _listed(
    d: Steps, means: Any, spreads: Any, place: Any, law: Any, at: Any, *lines: Line
) -> Line:
    """The density of one of the laws of a list."""
    found = density(gaussian(means[place], spreads[place]), at)
    line = d.identity(equals(found, found), *lines)
    for entry, value in ((means[place], law.args[0]), (spreads[place], law.args[1])):
        same = d.identity(equals(entry, value), *lines)
        line = d.rewrite(same, line, equals(found, replaced(line.formula, entry, value).right))
    return line


def of_several(d: Steps, several: Any, at: Any, value: Term, laws: list[Any], *lines: Line) -> Line:
    """The density of a mixture of as many laws as are listed."""
    weights, means, spreads = several.args
    whole: Any = d.cite(
        "definition/density-gaussian-mixture", *lines, P=weights, m=means, v=spreads, x=at
    )
    parts = [
        _listed(d, means, spreads, place, law, at, *lines) for place, law in enumerate(laws)
    ]
    factors = [weights[place] for place in range(len(laws))]
    return d.chain(whole, d.arithmetic(
        equals(whole.formula.right, value), *parts, *lines, hints=factors))


def _of_one_entropy(d: Derivation, key: str, same: Callable[[Any], Line], *lines: Line) -> None:
    """The two entropies of the goal, by integrals."""
    law, several = (side.args[0] for side in (d.goal.left, d.goal.right))
    weights, means, spreads = several.args
    whole = d.cite(f"definition/differential-entropy-{key}", c=0)
    other = d.cite(
        "definition/differential-entropy-gaussian-mixture", *lines, P=weights, m=means, v=spreads,
        c=0,
    )
    d.qed(d.chain(of_other_law(d, whole, law, several, same), turned(d, other)))


@derives("background/two-gaussians")
def two_normal_laws(d: Derivation) -> None:
    """Both densities are W(0) p + W(1) q."""
    several = d.goal.right.args[0]
    laws = list(d.goal.left.args[0].args[1:])

    def same(at: Any) -> Line:
        one: Any = d.cite("definition/density-mixture", x=at)
        return d.chain(one, turned(d, of_several(d, several, at, one.formula.right, laws)))

    _of_one_entropy(d, "mixture", same)


@derives("background/three-gaussians")
def three_normal_laws(d: Derivation) -> None:
    """Both densities are P(0) W(0) p + P(0) W(1) q + P(1) p'."""
    P, W = d.var("P"), d.var("W")
    several = d.goal.right.args[0]
    _, pair, third = d.goal.left.args[0].args
    laws = [*pair.args[1:], third]

    def same(at: Any) -> Line:
        inner: Any = d.cite("definition/density-mixture", x=at)
        whole: Any = d.cite("definition/density-mixture-mixture", x=at)
        p, q, last = (density(law, at) for law in laws)
        value = P[0] * W[0] * p + P[0] * W[1] * q + P[1] * last
        line = d.chain(whole, d.arithmetic(
            equals(whole.formula.right, value), inner, hints=[P[0]]))
        return d.chain(line, turned(d, of_several(d, several, at, value, laws)))

    _of_one_entropy(d, "mixture-mixture", same)


@derives("background/gaussian-in-mixture")
def one_normal_law(d: Derivation) -> None:
    """The mixture in which a law has the whole weight has its density."""
    P, x, k, eps = (d.var(name) for name in ("P", "x", "k", "eps"))
    mixed, lone = d.goal.parts[0].left.args[:2]
    whole = d.goal.parts[0].right.args[1]
    spreads = mixed.args[2]

    def same(at: Any) -> Line:
        found: Any = d.cite(
            "definition/density-gaussian-mixture", P=whole.args[0], m=whole.args[1],
            v=whole.args[2], x=at,
        )
        last = _listed(d, x, spreads, k, lone, at)
        own = density(gaussian(x[k], spreads[k]), at)
        return turned(d, d.chain(found, d.identity(equals(found.formula.right, own)), last))

    lines = []
    for key, one in (("mixture-gaussian", True), ("gaussian-mixture", False)):
        first: Any = d.cite(
            f"definition/hockey-stick-{key}", P=P, m=x, v=spreads, r=lone.args[0], u=lone.args[1],
            c=0, eps=eps,
        )
        ends = [P, x, spreads], list(whole.args)
        left, right = ends if one else ends[::-1]
        second = d.cite("definition/hockey-stick-mixtures", c=0, eps=eps, values=dict(zip(
            ("P", "m", "v", "Q", "x", "w"), [*left, *right], strict=True)))
        lines.append(d.chain(of_other_law(d, first, lone, whole, same), turned(d, second)))
    d.qed(d.both(*lines))
