"""A Hypothesis strategy for exact instances that meet a statement's hypotheses.

Real variables are set to the tight values that the hypotheses allow; whatever then fails to meet
the hypotheses with certainty is discarded. Hypothesis is imported with this module, which nothing
else imports.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from verified.attack.certify import Instance, exact_reals, with_bounds
from verified.attack.tighten import plan, tightenings
from verified.instances import strategies
from verified.kernel.truth import BallReading, Bounds, decide
from verified.kernel.values import read_moves
from verified.syntax.claims import Statement
from verified.syntax.formulas import And
from verified.syntax.goals import normal

_WIDTH = fmpq(1, 10**15)


def instances_meeting(statement: Statement) -> SearchStrategy[dict[str, Any]]:
    """Exact instances that certainly meet all hypotheses, as the moves of a certificate.

    >>> from hypothesis import find
    >>> from verified.language import TV, Pmf, Real, Size, claim
    >>> n = Size("n")
    >>> P, Q, t = Pmf("P", n), Pmf("Q", n), Real("t", ">=0")
    >>> mine = claim("mine", forall=[P, Q, t], given=[TV(P, Q) <= t], then=TV(Q, P) <= t)
    >>> found = find(instances_meeting(mine.statement), lambda moves: moves["P"] != moves["Q"])
    >>> found["P"], found["Q"], found["t"]
    (['1', '0'], ['0', '1'], '1')
    """
    rules = tightenings(statement.given)
    choices = sorted({(rule.name, rule.side) for rule in rules})

    @st.composite
    def build(draw: DrawFn) -> dict[str, Any]:
        layout = draw(strategies.layouts(statement.variables, statement.given))
        laws = tuple(draw(strategies.exact_laws(layout)))
        free = tuple(draw(strategies.exact_reals(layout)))
        chosen = draw(st.permutations(choices))
        tight = tuple(tuple(own) for own in plan(rules, _once(chosen)))
        instance = Instance(layout, laws, free, tight)
        bounds: Bounds = {}
        reals = with_bounds(bounds, _WIDTH, lambda: exact_reals(instance, BallReading(bounds)))
        assume(reals is not None)
        moves = layout.moves(laws, reals)
        env = read_moves(statement.variables, moves, BallReading())
        given = And(tuple(normal(formula) for formula in statement.given))
        assume(with_bounds(bounds, _WIDTH, lambda: decide(given, env, BallReading(bounds))) is True)
        return moves

    return build()


def _once(chosen: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """One side for each variable: the first."""
    sides: dict[str, str] = {}
    for name, side in chosen:
        sides.setdefault(name, side)
    return list(sides.items())
