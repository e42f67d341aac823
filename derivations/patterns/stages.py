"""Several responses, one after the other: the law of the first ones, and sums over them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verified.kernel.polynomial import replaced
from verified.language import equals, history_law
from verified.proof.derivation import Line, Steps
from verified.syntax.formulas import substitute
from verified.syntax.terms import number


def next_query(S: Any, j: Any, history: Any) -> Any:
    """A query, after the earlier responses."""
    return S[j] if S.sort.kind == "independent" else S[j, history]


def nothing_yet(d: Steps, S: Any, x: Any, h: Any) -> Line:
    """The law of no responses is certain."""
    law = history_law(S, 0, x)
    most = d.obvious(h <= number(0))
    none = d.turn(equals(h, 0), most, d.obvious(number(0) <= h))
    line = d.rewrite(none, d.identity(equals(law[h], law[h])), equals(law[h], law[0]))
    return d.chain(line, d.identity(equals(law[0], 1)))


def first_response(d: Steps, S: Any, at: Any, y: Any, *lines: Line) -> Line:
    """Of one response in all, the law is that of the first query.

    Args:
        lines: what shows that there are responses, and that y is one.
    """
    kind, m = S.sort.kind, S.sort.outputs
    one: Any = d.cite(f"definition/together-{kind}", *lines, S=S, k=1, x=at, h=y)
    law: Any = d.cite(f"definition/history-law-{kind}", S=S, k=1, x=at, j=0, s=0 * m + y)
    for part in range(2):
        law = d.rewrite(d.cite("definition/division", n=m, q=0, v=y, part=part), law)
    law = d.rewrite(d.identity(equals(0 * m + y, y)), law)
    law = d.rewrite(d.identity(equals(number(0) + 1, number(1))), law, equals(
        history_law(S, 1, at)[y], law.formula.right))
    law = d.rewrite(nothing_yet(d, S, at, number(0)), law)
    return d.chain(one, law, d.identity(equals(law.formula.right, next_query(S, 0, 0)[at][y])))


def without_last(
    d: Steps, S: Any, k: Any, j: Any, z: Any, h: Any, y: Any, cell: Any
) -> Line:
    """A sum over instances of what is as probable as some first responses is the same with the last
    query, from the sum without it.

    Args:
        cell: the sum.
    """
    kind = S.sort.kind
    term = substitute(cell.body, {cell.var.name: z})
    line: Any = d.identity(equals(term, term))
    for change in (
        d.cite(f"background/first-responses-{kind}", S=S, k=k, x=z, j=j, h=h),
        d.cite(f"definition/initial-{kind}", S=S, k=k, x=z, j=j, h=h, y=y),
    ):
        left, right = change.formula.left, change.formula.right  # type: ignore[attr-defined]
        line = d.rewrite(change, line, equals(term, replaced(line.formula.right, left, right)))
    return d.summed(d.forall(z, line))


def both_orders(d: Steps, x: Any, symbols: Sequence[Any], lines: Sequence[Line]) -> list[Line]:
    """Lines on an arbitrary instance and responses, for all: the instance first, or last."""
    found = []
    for line in lines:
        for order in ((*reversed(symbols), x), (x, *reversed(symbols))):
            one = line
            for var in order:
                one = d.forall(var, one)
            found.append(one)
    return found
