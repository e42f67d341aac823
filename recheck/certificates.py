"""One certificate, a play or a proof: its format, its seal, and what became of it."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from recheck.errors import BadInput, Rejected, Unsupported, demand
from recheck.goals import statement_digest
from recheck.plays import check_play
from recheck.proofs import Checked, Counted, Statements, check_proof

FIELDS = {"schema", "kind", "claim", "polarity", "statement", "digest", "moves", "bounds",
          "evidence", "seal"}
# What a statement without a meaning may raise when it is evaluated: it has shown nothing.
MEANINGLESS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)


class Outcome(NamedTuple):
    """What became of a certificate.

    Attributes:
        verdict: accepted, rejected, unsupported, partial (a proof of which some steps could only be
            tried at instances, or not even that), bad input; `citations` adds conditional.
        statement: the digest of what a proof shows.
        cites: the digests of the statements that a proof cites, by key.
        definitions: the definitions that a proof unfolds.
    """

    claim: str
    polarity: str
    verdict: str
    reason: str = ""
    steps: tuple[Counted, ...] = ()
    statement: str = ""
    cites: dict[str, str] = {}  # noqa: RUF012 (never changed)
    definitions: tuple[str, ...] = ()


def seal(certificate: dict[str, Any]) -> str:
    """SHA-256 of everything but the seal."""
    content = {name: part for name, part in certificate.items() if name != "seal"}
    written = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


def check(certificate: Any, definitions: Statements | None = None, trials: bool = True
          ) -> Checked | None:
    """Recheck one certificate; for a proof, what it has shown.

    Args:
        definitions: the statements of the definitions that a proof may cite.
        trials: whether proofs are tried at instances too, which rejects more and accepts no more.

    Raises:
        BadInput: it isn't one.
        Rejected: something in it doesn't hold.
        Unsupported: it needs what isn't known here.
    """
    try:
        if isinstance(certificate, dict) and certificate.get("kind") == "proof":
            return check_proof(certificate, seal(certificate), definitions, trials)
        check_format(certificate)
        demand(seal(certificate) == certificate["seal"], "the seal doesn't fit the content")
        check_play(certificate)
    except (Rejected, Unsupported, BadInput):
        raise
    except MEANINGLESS as error:
        reason = f"{type(error).__name__} {error}"
        raise Rejected(f"the statement can't be evaluated: {reason}") from None
    return None


def check_format(certificate: Any) -> None:
    """Refuse what is no play of this schema."""
    if not isinstance(certificate, dict) or set(certificate) != FIELDS:
        raise BadInput("not a certificate: other fields than it must have")
    if type(certificate["schema"]) is not int or (
            (certificate["schema"], certificate["kind"]) != (1, "play")):
        raise BadInput("not a play of schema 1")
    if not all(isinstance(certificate[name], str) for name in ("claim", "polarity", "digest")):
        raise BadInput("a text field holds something else")


def judged(certificate: Any, definitions: Statements | None = None) -> Outcome:
    """What becomes of a certificate, whatever it is."""
    known = certificate if isinstance(certificate, dict) else {}
    found = Outcome(str(known.get("claim", "")), str(known.get("polarity", "")), "accepted")
    try:
        checked = check(certificate, definitions)
    except Rejected as error:
        return found._replace(verdict="rejected", reason=str(error))
    except Unsupported as error:
        return found._replace(verdict="unsupported", reason=str(error))
    except BadInput as error:
        return found._replace(verdict="bad input", reason=str(error))
    if checked is None:
        return found
    found = found._replace(
        polarity="proof", steps=tuple(checked.steps), definitions=tuple(checked.definitions),
        statement=statement_digest(certificate["statement"]),
        cites={key: statement_digest(told) for key, told in checked.cites.items()})
    count = Counter(how for _, how in checked.steps)
    if count["exact"] == len(checked.steps):
        return found
    wanting = "; it unfolds what --definitions doesn't give: " + ", ".join(checked.wanting)
    return found._replace(verdict="partial", reason=(
        f"a proof of {len(checked.steps)} steps: {count['exact']} rechecked exactly, "
        f"{count['tried']} tried at instances, {count['unsupported']} not"
        + (wanting if checked.wanting else "")))


# --- files ----------------------------------------------------------------------------------------


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names are different."""
    if len({name for name, _ in pairs}) < len(pairs):
        raise BadInput("a name is given twice")
    return dict(pairs)


def read_json(path: str) -> Any:
    """The content of a file.

    Raises:
        BadInput: it can't be read as JSON.
    """
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file, object_pairs_hook=once)
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput(f"{path} can't be read: {error}") from None


def certificates(document: Any) -> Iterator[dict[str, Any]]:
    """The certificates in a document: itself, or all that lie in it."""
    if isinstance(document, dict) and "seal" in document and (
            "moves" in document or "parts" in document):
        yield document
    elif isinstance(document, dict | list):
        for part in document.values() if isinstance(document, dict) else document:
            yield from certificates(part)
