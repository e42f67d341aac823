"""What proofs rest on: each citation is bound to the digest of the statement that is cited.

A proof holds given what it cites. A citation is *shown* where an accepted proof of that very
statement is at hand whose own citations are shown, and none of them rests on the citation itself;
an *axiom* is one that the caller vouches for; every other one is *given*.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from recheck.certificates import Outcome

# A key and the digest of the statement.
Citation: TypeAlias = tuple[str, str]
DIGITS = 16


class Rests(NamedTuple):
    """The citations that a proof rests on, directly or not, and that nothing here shows."""

    given: frozenset[Citation] = frozenset()
    axioms: frozenset[Citation] = frozenset()


class Evidence:
    """What is at hand.

    Args:
        proofs: the outcomes of all proofs at hand that claim a key.
        axioms: the digests of the caller's axioms by key.
    """

    def __init__(self, proofs: Callable[[str], Iterable[Outcome]],
                 axioms: Mapping[str, str] | None = None) -> None:
        self.proofs, self.axioms = proofs, axioms or {}
        self.known: dict[Citation, Rests] = {}

    def of(self, outcome: Outcome, within: frozenset[Citation] = frozenset()) -> Rests:
        """What an accepted proof rests on.

        Args:
            within: the citations that are being looked into, which show nothing of themselves.
        """
        found = [self.cited(citation, within) for citation in outcome.cites.items()]
        return Rests(frozenset().union(*(one.given for one in found)),
                     frozenset().union(*(one.axioms for one in found)))

    def cited(self, citation: Citation, within: frozenset[Citation]) -> Rests:
        """What a citation rests on."""
        key, digest = citation
        if self.axioms.get(key) == digest:
            return Rests(axioms=frozenset([citation]))
        if citation in within:
            return Rests(given=frozenset([citation]))
        if citation not in self.known:
            shown = [one for one in self.proofs(key)
                     if one.verdict == "accepted" and one.statement == digest]
            rests = self.of(shown[0], within | {citation}) if shown else Rests(
                given=frozenset([citation]))
            if rests.given & within:
                return rests  # Elsewhere it may rest on less.
            self.known[citation] = rests
        return self.known[citation]

    def contradicted(self, outcome: Outcome) -> list[str]:
        """The keys that a proof cites as something else than is claimed under them here."""
        found = []
        for key, digest in outcome.cites.items():
            claimed = {one.statement for one in self.proofs(key) if one.verdict == "accepted"}
            claimed |= {self.axioms[key]} if key in self.axioms else set()
            if claimed and digest not in claimed:
                found.append(key)
        return found

    def judged(self, outcome: Outcome) -> tuple[Outcome, Rests]:
        """An outcome that takes citations into account: a proof that rests on what isn't shown here
        is conditional, one that cites something else than is claimed here is rejected."""
        if outcome.verdict != "accepted":
            return outcome, Rests()
        wrong = self.contradicted(outcome)
        if wrong:
            return outcome._replace(
                verdict="rejected", reason=f"{wrong[0]} says something else here"), Rests()
        rests = self.of(outcome)
        if rests.given:
            outcome = outcome._replace(verdict="conditional")
        return outcome, rests


def told(citations: Iterable[Citation]) -> str:
    """Citations as text: each with the first digits of its statement's digest."""
    return ", ".join(f"{key} ({digest[:DIGITS]})" for key, digest in sorted(citations))
