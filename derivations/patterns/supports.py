"""Patterns on the supports of laws: marks of the symbols that a law has."""

from __future__ import annotations

from typing import Any

from derivations.tools import ZERO, absurd
from verified.language import cases, equals
from verified.proof.derivation import Line, Steps
from verified.syntax.terms import Symbol, Term, number


def mark(law: Term, y: Any) -> Term:
    """1 where a law has the symbol, else 0."""
    return cases(law[y] > 0, 1, 0)


def split_mark(d: Steps, law: Term, y: Any, proof: Any) -> Line:
    """What holds whether the law has the symbol or not: `proof` gets that line and the mark's."""
    found = d.cite("definition/case-strict", r=ZERO, s=law[y])
    branches = []
    for part in found.theorem.conclusion.parts:
        held = d.assume(part)
        branches.append(proof(d.piece(held, 0), d.piece(held, 1)))
    return d.cases(found, *branches)


def is_marked(d: Steps, law: Term, y: Any, here: Line) -> Line:
    """1{R(y) > 0} = 1, from R(y) > 0."""
    found = d.cite("definition/case-strict", r=ZERO, s=law[y])
    yes, no = (d.assume(part) for part in found.theorem.conclusion.parts)
    wanted = equals(mark(law, y), 1)
    return d.cases(
        found, d.follows(wanted, d.piece(yes, 1)),
        absurd(d, wanted, d.piece(no, 0), here),
    )


def some_support(d: Steps, R: Term) -> Line:
    """Σ 1{R(y) > 0} ≥ 1."""
    y = d.fix(Symbol("y", R.sort.sizes()[0]))
    most = d.cite("background/probability-bounds", P=R, a=y, part=1)
    line = split_mark(d, R, y, lambda order, value: d.arithmetic(
        R[y] <= mark(R, y), most, value, order
    ))
    sums = d.summed(d.forall(y, line))
    return d.arithmetic(sums.formula.right >= number(1), sums)
