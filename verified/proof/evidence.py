"""Stored evidence: proofs in files beside the code, and what they show together.

A proof holds provided that what it cites holds, so a claim is proved if its proof is accepted and
each statement cited is proved in turn, or is a textbook fact of `background` that nobody has
proved: an axiom, which the claim then rests on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verified.kernel.proof import CheckedProof, check_proof
from verified.kernel.values import Rejected
from verified.language import sorts
from verified.language.claims import Statement
from verified.language.serial import FormatError

STORE = Path(__file__).resolve().parent.parent / "data" / "proofs"
# Only these facts may be cited without proof; none of them mentions a privacy notion.
AXIOM_PREFIX = "background/"


@dataclass(frozen=True)
class Proven:
    """A proof that was accepted.

    Attributes:
        rests_on: the axioms that it cites, directly or not, sorted.
        cites: the claims that it cites itself.
        steps: how many steps the kernel checked.
    """

    rests_on: tuple[str, ...]
    cites: tuple[str, ...]
    steps: int


@dataclass(frozen=True)
class Unproven:
    """Why the stored evidence doesn't prove a claim; `stale` if a change of statements is why."""

    reason: str
    stale: bool = False


def path_of(name: str, store: Path = STORE) -> Path:
    """The file of a claim's proof."""
    paper, _, key = name.partition("/")
    return store / paper / f"{key}.json"


class Evidence:
    """The stored proofs, each rechecked when it is first asked for.

    Args:
        statements: what each claim says today, by name.
        store: the folder of the proofs.
    """

    def __init__(self, statements: Mapping[str, Statement], store: Path = STORE) -> None:
        self.statements = statements
        self.store = store
        self._found: dict[str, Proven | Unproven] = {}
        self._fresh: dict[str, dict[str, Any]] = {}
        self._open: set[str] = set()
        self._checked: dict[str, CheckedProof] = {}

    def checked_elsewhere(self, found: Mapping[str, CheckedProof]) -> None:
        """Take what `check_stored` of this store gave, in other processes, as checked."""
        self._checked.update(found)

    def of(self, name: str) -> Proven | Unproven:
        """What the stored evidence says of a claim."""
        if name not in self._found:
            if name in self._open:
                return Unproven(f"its proof cites {name} itself")
            self._open.add(name)
            self._found[name] = self._judge(name)
            self._open.discard(name)
        return self._found[name]

    def renew(self, name: str, certificate: dict[str, Any]) -> None:
        """Take a new proof in place of the stored one; nothing is written."""
        self._fresh[name] = certificate
        self._found.clear()

    def certificate(self, name: str) -> Any:
        """The proof of a claim as it is stored or renewed; None where there is none.

        Raises:
            FormatError: the file can't be read.
        """
        if name in self._fresh:
            return self._fresh[name]
        path = path_of(name, self.store)
        return _read(path) if path.exists() else None

    def axioms(self, names: Iterable[str]) -> dict[str, list[str]]:
        """The facts that are cited without proof, each with the claims that rest on it."""
        users: dict[str, list[str]] = {}
        for name in names:
            found = self.of(name)
            if isinstance(found, Proven):
                for axiom in found.rests_on:
                    users.setdefault(axiom, []).append(name)
        return dict(sorted(users.items()))

    def _judge(self, name: str) -> Proven | Unproven:
        try:
            certificate = self.certificate(name)
            if certificate is None:
                return Unproven("no proof is stored", stale=True)
            known = None if name in self._fresh else self._checked.get(name)
            checked = check_proof(certificate) if known is None else known
        except (Rejected, FormatError) as error:
            return Unproven(f"its stored proof doesn't hold: {error}")
        if checked.claim != name or checked.statement != self.statements.get(name):
            return Unproven("its stored proof is of another statement", stale=True)
        rests_on: set[str] = set()
        for key, statement in checked.cites.items():
            if statement != self.statements.get(key):
                return Unproven(f"it cites {key}, which says something else now", stale=True)
            found = self.of(key)
            if isinstance(found, Proven):
                rests_on.update(found.rests_on)
            elif key.startswith(AXIOM_PREFIX):
                rests_on.add(key)
            else:
                return Unproven(f"it cites {key}, and {found.reason}", found.stale)
        return Proven(tuple(sorted(rests_on)), tuple(sorted(checked.cites)), checked.steps)


def check_stored(name: str, store: Path = STORE) -> CheckedProof | None:
    """What the kernel says of a claim's stored proof; None where there is none that holds."""
    path = path_of(name, store)
    try:
        return check_proof(_read(path)) if path.exists() else None
    except FormatError:
        return None


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise FormatError(f"{path} can't be read as JSON: {error}") from None


_FINITE = (
    sorts.PmfSort, sorts.ChannelSort, sorts.JointSort, sorts.SymbolSort, sorts.EventSort,
    sorts.MechanismSort, sorts.PriorSort, sorts.QueriesSort,
)


def scope(statement: Statement) -> str:
    """For what a proof of the statement speaks: all that its variables range over."""
    kinds = [var.of for var in statement.variables]
    found = []
    if any(isinstance(kind, sorts.DatabaseSort) for kind in kinds):
        found.append("any number of entries")
    if any(isinstance(kind, (*_FINITE, sorts.DatabaseSort)) for kind in kinds):
        found.append("finite alphabets of any size")
    if any(isinstance(kind, sorts.QueriesSort) for kind in kinds):
        found.append("any number of queries")
    return ", ".join(found) or "all values of its numbers"


__all__ = [
    "AXIOM_PREFIX", "STORE", "Evidence", "Proven", "Unproven", "check_stored", "path_of", "scope",
]
