"""A user's own claims judged for a report: by certificates, by proofs in their file, by attack."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from verified.errors import InputError
from verified.proof.evidence import Proven
from verified.report.checking import ProvedBy, kept_evidence, kept_findings
from verified.report.files import read_json
from verified.report.known import Stored, settled
from verified.report.plays import decided, holds
from verified.report.results import Results
from verified.report.run import Attacked, Settings, attack_leaf
from verified.report.selection import leaves, nodes
from verified.report.standings import Standings
from verified.report.terminal import searched_lines
from verified.syntax.claims import Claim, Paper
from verified.syntax.serial import read_statement, statement_data

_DECIDES = {"refutation": "refuted", "proof": "proved"}


class Own:
    """Claims of a user's own, with all that decides them.

    Args:
        claims: those of their files.
        certificates: files of certificates, or folders of them; what they show of a claim that no
            file states becomes a claim of its own.

    Attributes:
        rows: the claims, in their order.
        standings, evidence, plays: as the pages of a site take them.

    Raises:
        InputError: a certificate doesn't hold, or is of another statement than the claim's; or a
            derivation has a line that doesn't hold.
    """

    def __init__(
        self, claims: Sequence[Claim], certificates: Sequence[Path], settings: Settings,
        results: Results,
    ) -> None:
        from verified.proof.library import known_statements

        self.rows = list(claims)
        self.plays: dict[str, Any] = {}
        proofs: dict[str, Any] = {}
        for file, found in _certificates(certificates):
            self._take(file, found, proofs)
        self.leaves = {leaf.name: leaf for leaf in leaves(
            [node for row in self.rows for node in nodes(row)]
        )}
        own = {
            name: leaf.statement for name, leaf in self.leaves.items() if leaf.statement is not None
        }
        statements = {**known_statements(), **own}
        self.evidence = kept_evidence(statements, results)
        for name, proof in {**_derived(own, statements), **proofs}.items():
            self.evidence.renew(name, proof)
        self._judge(settings, results)

    def _take(self, file: Path, certificate: Any, proofs: dict[str, Any]) -> None:
        """Take a certificate that holds for the claim that it names."""
        name, said = certificate["claim"], read_statement(certificate["statement"])
        here = {leaf.name: leaf for leaf in leaves(
            [node for row in self.rows for node in nodes(row)]
        )}
        stated = here[name].statement if name in here else None
        if stated is None:
            key, _, reading = name.partition("@")
            claim = Claim(key, Paper(key.partition("/")[0]), statement=said, reading=reading)
            self.rows.append(claim)
        elif statement_data(stated) != statement_data(said):
            raise InputError(f"{file} is of another statement than the claim {name} makes")
        if "polarity" not in certificate:
            proofs[name] = certificate
        elif certificate["polarity"] in _DECIDES:
            self.plays[name] = certificate

    def _judge(self, settings: Settings, results: Results) -> None:
        stored = Stored(self.evidence, results)
        outcomes: dict[str, Attacked] = {}
        statuses: dict[str, str] = {}
        axioms: dict[str, Sequence[str]] = {}
        searched: dict[str, Sequence[str]] = {}
        for name, leaf in self.leaves.items():
            proof = self.evidence.of(name)
            play = self.plays.get(name)
            if isinstance(proof, Proven):
                if play is not None and play["polarity"] == "refutation":
                    raise RuntimeError(f"{name} is proved, and a play refutes it")
                statuses[name], axioms[name] = "proved", proof.rests_on
                continue
            if play is not None:
                if not holds(leaf, play):
                    raise InputError(f"the certificate of {name} doesn't decide it")
                outcomes[name] = decided(leaf, play, 0.0)
            else:
                outcomes[name] = outcome = attack_leaf(leaf, settings)
                lines = list(searched_lines(outcome))
                known = None if outcome.status == "refuted" else stored.known(leaf)
                if known is not None:
                    outcomes[name] = settled(outcome, known)
                    lines.insert(0, known.line(name))
                    axioms[name] = () if known.proof is None else known.proof.rests_on
                searched[name] = lines
                if outcome.report.certificate is not None:
                    self.plays[name] = json.loads(json.dumps(outcome.report.certificate))
            statuses[name] = outcomes[name].status
        findings = kept_findings(
            self.leaves.values(), outcomes, ProvedBy(self.evidence), results
        )
        told = {
            name: one for name, one in outcomes.items() if one.report.certificate is not None
        }
        self.standings = Standings(statuses, axioms, findings, told, {}, {}, searched)


def _certificates(paths: Sequence[Path]) -> Iterator[tuple[Path, Any]]:
    """The certificates of files and folders, each rechecked."""
    from verified.report.rechecking import files_of, recheck_files

    for file in (file for path in paths for file in files_of(path)):
        for outcome in recheck_files([file]):
            if not outcome.good:
                raise InputError(f"{file}: {outcome.message}")
        content = read_json(file)
        for certificate in content if isinstance(content, list) else [content]:
            yield file, certificate


def _derived(own: Mapping[str, Any], statements: Mapping[str, Any]) -> dict[str, Any]:
    """The proofs that a user's file derives, of its own claims."""
    from verified.proof.derivation import DERIVATIONS
    from verified.proof.library import derive

    return {
        name: json.loads(json.dumps(derive(name, statements).certificate()))
        for name in own if name in DERIVATIONS
    }


__all__ = ["Own"]
