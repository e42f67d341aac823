"""Stored evidence: proofs in files beside the code, and what they show together.

A proof holds provided that what it cites holds, so a claim is proved if its proof is accepted and
each statement cited is proved in turn, or is a textbook fact of `background` that nobody has
proved: an axiom, which the claim then rests on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verified.syntax.claims import Statement
from verified.syntax.serial import FormatError, statement_digest
from verified.syntax.sorts import SCOPES

STORE = Path(__file__).resolve().parent.parent / "data" / "proofs"
# Only these facts may be cited without proof. Two of them speak of a level of privacy.
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


@dataclass(frozen=True)
class Shown:
    """What a proof that the kernel accepted shows, provided that what it cites holds.

    Attributes:
        statement: the digest of the statement that it proves (`serial.statement_digest`).
        cites: the digests of the statements that it cites, by name, definitions left out.
        steps: how many steps the kernel checked.
    """

    claim: str
    statement: str
    cites: Mapping[str, str]
    steps: int


def check_written(written: bytes, path: Path) -> Shown:
    """What the kernel says of the content of a proof's file.

    Raises:
        FormatError: it can't be read, or is no proof of this version.
        Rejected: something in it doesn't hold.
    """
    return _shown(_read(written, path))


def _shown(certificate: Any) -> Shown:
    # Who asks only for what was checked before does without the kernel.
    from verified.kernel.proof import check_proof

    checked = check_proof(certificate)
    cites = {key: statement_digest(statement) for key, statement in checked.cites.items()}
    return Shown(checked.claim, statement_digest(checked.statement), cites, checked.steps)


def path_of(name: str, store: Path = STORE) -> Path:
    """The file of a claim's proof."""
    paper, _, key = name.partition("/")
    return store / paper / f"{key}.json"


def content(path: Path) -> bytes | None:
    """What is in a proof's file; None where there is none.

    Raises:
        FormatError: it can't be read.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FormatError(f"{path} can't be read: {error.strerror or error}") from None


class Evidence:
    """The stored proofs, each rechecked when it is first asked for.

    Args:
        statements: what each claim says today, by name.
        store: the folder of the proofs.
        known: what is known of a claim's stored proof, None if it must be rechecked here.
    """

    def __init__(
        self,
        statements: Mapping[str, Statement],
        store: Path = STORE,
        known: Callable[[str], Shown | None] = lambda _: None,
    ) -> None:
        self.statements = statements
        self.store = store
        self.known = known
        self._found: dict[str, Proven | Unproven] = {}
        self._fresh: dict[str, dict[str, Any]] = {}
        self._open: set[str] = set()
        self._digests: dict[str, str] = {}

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
        written = content(path)
        return None if written is None else _read(written, path)

    def axioms(self, names: Iterable[str]) -> dict[str, list[str]]:
        """The facts that are cited without proof, each with the claims that rest on it."""
        users: dict[str, list[str]] = {}
        for name in names:
            found = self.of(name)
            if isinstance(found, Proven):
                for axiom in found.rests_on:
                    users.setdefault(axiom, []).append(name)
        return dict(sorted(users.items()))

    def _says(self, name: str) -> str | None:
        """The digest of what a claim says today; None where there is no such claim."""
        if name not in self._digests and name in self.statements:
            self._digests[name] = statement_digest(self.statements[name])
        return self._digests.get(name)

    def _judge(self, name: str) -> Proven | Unproven:
        from verified.kernel.values import Rejected

        try:
            shown = None if name in self._fresh else self.known(name)
            if shown is None:
                certificate = self.certificate(name)
                if certificate is None:
                    return Unproven("no proof is stored", stale=True)
                shown = _shown(certificate)
        except (Rejected, FormatError) as error:
            return Unproven(f"its stored proof doesn't hold: {error}")
        if shown.claim != name or shown.statement != self._says(name):
            return Unproven("its stored proof is of another statement", stale=True)
        rests_on: set[str] = set()
        for key, said in shown.cites.items():
            if said != self._says(key):
                return Unproven(f"it cites {key}, which says something else now", stale=True)
            found = self.of(key)
            if isinstance(found, Proven):
                rests_on.update(found.rests_on)
            elif key.startswith(AXIOM_PREFIX):
                rests_on.add(key)
            else:
                return Unproven(f"it cites {key}, and {found.reason}", found.stale)
        return Proven(tuple(sorted(rests_on)), tuple(sorted(shown.cites)), shown.steps)


def recorded_axioms(names: Iterable[str], store: Path = STORE) -> dict[str, tuple[str, ...]]:
    """The facts that the stored proofs of claims rest on, as the files say: nothing is rechecked.

    Raises:
        FormatError: a file can't be read.
    """
    cited: dict[str, list[str]] = {}
    found = {}
    for name in names:
        reached, waiting = set[str](), [name]
        while waiting:
            current = waiting.pop()
            if current in reached:
                continue
            reached.add(current)
            if current not in cited:
                cited[current] = _cited(current, store)
            waiting += cited[current]
        facts = {fact for fact in reached - {name} if fact.startswith(AXIOM_PREFIX)}
        found[name] = tuple(sorted(fact for fact in facts if not path_of(fact, store).exists()))
    return found


def _cited(name: str, store: Path) -> list[str]:
    """The claims that a stored proof cites; none where there is no proof."""
    path = path_of(name, store)
    written = content(path)
    found = {} if written is None else _read(written, path)
    cites = found.get("cites", {}) if isinstance(found, dict) else {}
    return [key for key in cites if not key.startswith("definition/")]


def _read(written: bytes, path: Path) -> Any:
    try:
        return json.loads(written)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{path} can't be read as JSON: {error}") from None


def scope(statement: Statement) -> str:
    """For what a proof of the statement speaks: all that its variables range over."""
    told = {words for var in statement.variables for words in var.of.scope}
    return ", ".join(words for words in SCOPES if words in told) or "all values of its numbers"


__all__ = [
    "AXIOM_PREFIX", "STORE", "Evidence", "Proven", "Shown", "Unproven", "check_written", "content",
    "path_of", "recorded_axioms", "scope",
]
