"""What is known already of a claim: the stored statement that says the same, and what there is.

Two statements say the same if their goals are equal once variables are named by the place where
they are first used: names don't count, nor the order of `forall`, nor which way round ≤ is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from verified.proof.evidence import Evidence, Proven
from verified.proof.library import leaves
from verified.report.checking import kept_plays
from verified.report.results import Results
from verified.report.run import Attacked
from verified.syntax.claims import Claim, Statement
from verified.syntax.goals import Goal, goal
from verified.syntax.serial import digest
from verified.syntax.sorts import sort_name
from verified.syntax.terms import Var, free_variables

# How many conditions a goal has, and the names of the sorts of its variables.
Shape: TypeAlias = tuple[int, tuple[str, ...]]


@dataclass(frozen=True)
class Known:
    """What is stored of a statement.

    Attributes:
        name: the stored claim that says the same.
        proof: its proof, where there is one that holds; else a play that holds refutes it.
    """

    name: str
    proof: Proven | None

    def line(self, own: str) -> str:
        """In words, for who attacked the claim called `own`."""
        what = "proved" if self.proof is not None else "refuted"
        how = " --proof` tells the proof" if self.proof is not None else "` tells the instance"
        same = "" if self.name == own else f" as {self.name}, which says the same"
        facts = () if self.proof is None else self.proof.rests_on
        given = f", given {' and '.join(facts)}" if facts else ""
        return f"{what} already{same}{given}: `verified show {self.name}{how}"


class Stored:
    """The stored statements by what they say, worked out when it is first asked for."""

    def __init__(self, evidence: Evidence, results: Results) -> None:
        self.evidence, self.results = evidence, results
        self._shaped: dict[Shape, list[Claim]] = {}

    def known(self, leaf: Claim) -> Known | None:
        """What there is for a claim, or for one that says the same; None where there is nothing."""
        for other in self._alike(leaf):
            found = self.evidence.of(other.name)
            if isinstance(found, Proven):
                return Known(other.name, found)
            play = kept_plays([other], self.results).get(other.name)
            if play is not None:
                proof = Proven((), (), 0) if play.status == "proved" else None
                return Known(other.name, proof)
        return None

    def _alike(self, leaf: Claim) -> list[Claim]:
        assert leaf.statement is not None
        if not self._shaped:
            for other in leaves().values():
                assert other.statement is not None
                self._shaped.setdefault(_shape(_target(other.statement)), []).append(other)
        # A digest takes long: only what could say the same is given one.
        alike = self._shaped.get(_shape(_target(leaf.statement)), [])
        own = said(leaf.statement)
        found = [other for other in alike
                 if other.statement is not None and said(other.statement) == own]
        # The claim itself, where it is stored, before others that say the same.
        return sorted(found, key=lambda other: other.name != leaf.name)


def settled(outcome: Attacked, known: Known | None) -> Attacked:
    """An attack's outcome, given what is known already.

    Raises:
        RuntimeError: what is proved was refuted: the kernel, or what it rests on, is wrong.
    """
    if known is None:
        return outcome
    if known.proof is not None:
        if outcome.status == "refuted":
            raise RuntimeError(f"{known.name} is proved, and the attack refutes it")
        return replace(outcome, proof=known.proof)
    return replace(outcome, report=replace(outcome.report, status="refuted"))


def said(statement: Statement) -> str:
    """A digest of what a statement says."""
    target = _target(statement)
    return digest(replace(target, variables=tuple(_by_use(target))))


def _target(statement: Statement) -> Goal:
    return goal(statement, "refutation" if statement.quantifier == "forall" else "proof")


def _shape(target: Goal) -> Shape:
    """What goals have in common that are equal once their variables are named alike."""
    return len(target.given), tuple(sorted(sort_name(var.of) for var in target.variables))


def _by_use(target: Goal) -> Iterator[Var]:
    """The variables of a goal in the order of their first use, what a sort mentions before it."""
    known = {var.name: var for var in target.variables}
    seen: set[str] = set()

    def reach(var: Var) -> Iterator[Var]:
        if var.name in seen or var.name not in known:
            return
        seen.add(var.name)
        for size in var.sort.sizes():
            for name in free_variables(size):
                if name in known:
                    yield from reach(known[name])
        yield known[var.name]

    for formula in (target.conclusion, *target.given):
        for name in free_variables(formula):
            if name in known:
                yield from reach(known[name])
    for var in target.variables:
        yield from reach(var)


__all__ = ["Known", "Stored", "said", "settled"]
