"""The second checker's modules, as its tests use them."""

from pathlib import Path
from typing import Any

from recheck import (
    calculus,
    certificates,
    curves,
    densities,
    evaluation,
    frameworks,
    goals,
    laws,
    linear_rules,
    meanings,
    plays,
    polynomials,
    proofs,
    quantities,
    ranges,
    reals,
    scalar_goals,
    scalars,
    signatures,
    statements,
)
from recheck.errors import BadInput, Rejected, Unsupported
from recheck.proofs import Counted, Statements

ROOM = Path(__file__).parents[2] / "recheck"



def check(certificate: Any, definitions: Any = None, trials: bool = True) -> list[Counted]:
    """What each step of a proof counted as; nothing for a play.

    Raises:
        Rejected, BadInput: as the checker does.
        Unsupported: as the checker does, or some step isn't exact.
    """
    told = None if definitions is None else Statements(definitions)
    checked = certificates.check(certificate, told, trials)
    steps = [] if checked is None else checked.steps
    if any(how != "exact" for _, how in steps):
        raise Unsupported(f"some steps aren't exact: {steps}")
    return steps


__all__ = ["ROOM", "BadInput", "Rejected", "Unsupported", "calculus", "certificates", "check",
           "curves", "densities", "evaluation", "frameworks", "goals", "laws", "linear_rules",
           "meanings", "plays", "polynomials", "proofs", "quantities", "ranges", "reals",
           "scalar_goals", "scalars", "signatures", "statements"]
