"""What a proof may cite: every statement of every paper, and the definitions, by name."""

from __future__ import annotations

from collections.abc import Mapping

from verified.errors import UnknownKeyError
from verified.papers import papers
from verified.proof.derivation import DERIVATIONS, Derivation, ProofError
from verified.quantities.definitions import definitions
from verified.syntax.claims import Claim, Statement


def leaves() -> dict[str, Claim]:
    """Every claim with a statement, by its name ("paper/key", "paper/key.child@reading")."""
    return {
        leaf.name: leaf
        for paper in papers() for row in paper.rows.values() for leaf in row.leaves()
    }


def known_statements() -> Mapping[str, Statement]:
    """Definitions and claims by name. That a claim is here says nothing of whether it holds."""
    found = dict(definitions())
    for name, leaf in leaves().items():
        assert leaf.statement is not None
        found[name] = leaf.statement
    return found


def derive(name: str, known: Mapping[str, Statement] | None = None) -> Derivation:
    """Run the derivation of a claim.

    Raises:
        UnknownKeyError: there is no derivation of that name.
        ProofError: a line doesn't hold.
    """
    if name not in DERIVATIONS:
        raise UnknownKeyError("derivation", name, DERIVATIONS)
    statements = known_statements() if known is None else known
    if name not in statements:
        raise ProofError(f"the derivation {name} is of no claim")
    derivation = Derivation(name, statements[name], statements)
    DERIVATIONS[name](derivation)
    return derivation
