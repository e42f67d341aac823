"""Rechecking certificate files: only the kernel and what it stands on is imported for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verified.errors import InputError
from verified.kernel.certificate import Checked, check
from verified.kernel.proof import check_proof
from verified.kernel.values import Rejected
from verified.language.goals import goal
from verified.language.serial import FormatError, digest
from verified.report.files import read_json

SHOWS = {
    "refutation": "refutes",
    "proof": "proves",
    "witness": "meets the hypotheses of",
}


@dataclass(frozen=True)
class Outcome:
    """What became of one certificate; `judged` is False for a file that is none."""

    file: str
    good: bool
    judged: bool
    message: str


def recheck_files(paths: Iterable[Path]) -> list[Outcome]:
    """The outcome for each certificate of the files, and of the `.json` files below the folders.

    Raises:
        InputError: a path doesn't exist, or a folder has no `.json` file.
    """
    return [outcome for path in paths for file in _files(path) for outcome in _recheck(file)]


def verdict(outcomes: Iterable[Outcome]) -> int:
    """The exit code: 0 all good, 1 a certificate doesn't hold, 2 a file is no certificate."""
    codes = {0 if outcome.good else 1 if outcome.judged else 2 for outcome in outcomes}
    return max(codes, default=0)


def _files(path: Path) -> list[Path]:
    if not path.exists():
        raise InputError(f"there is no file {path}")
    if not path.is_dir():
        return [path]
    files = sorted(path.rglob("*.json"))
    if not files:
        raise InputError(f"the folder {path} has no .json file")
    return files


def _recheck(file: Path) -> Iterator[Outcome]:
    """A file holds one certificate, or a list of them."""
    try:
        content = read_json(file)
    except InputError as error:
        yield Outcome(str(file), False, False, str(error).removeprefix(f"{file} "))
        return
    if content == []:
        yield Outcome(str(file), False, False, "holds no certificate")
    for certificate in content if isinstance(content, list) else [content]:
        yield _judge(str(file), certificate)


def _judge(file: str, certificate: Any) -> Outcome:
    if isinstance(certificate, dict) and certificate.get("kind") == "proof":
        return _judge_proof(file, certificate)
    try:
        checked = check(certificate)
    except Rejected as error:
        return Outcome(file, False, True, f"rejected: {error}")
    except FormatError as error:
        return Outcome(file, False, False, f"no certificate: {error}")
    shows = SHOWS[checked.polarity]
    if not _is_about(checked):
        why = f"rejected: it says {checked.claim}, but that claim states something else"
        return Outcome(file, False, True, why)
    return Outcome(file, True, True, f"good: {shows} {checked.claim} ({checked.bits} bits)")


def _judge_proof(file: str, certificate: Any) -> Outcome:
    try:
        checked = check_proof(certificate)
    except Rejected as error:
        return Outcome(file, False, True, f"rejected: {error}")
    except FormatError as error:
        return Outcome(file, False, False, f"no certificate: {error}")
    about = Checked(checked.claim, "refutation", checked.statement, {}, 0)
    if not _is_about(about):
        why = f"rejected: it says {checked.claim}, but that claim states something else"
        return Outcome(file, False, True, why)
    rests = f", given {', '.join(sorted(checked.cites))}" if checked.cites else ""
    message = f"good: proves {checked.claim} ({checked.steps} steps{rests})"
    return Outcome(file, True, True, message)


def _is_about(checked: Checked) -> bool:
    """Whether the statement is that of the claim named, where a paper here has such a claim.

    That the certificate holds was checked without the papers; this only guards its name.
    """
    if checked.claim.startswith("mine/"):
        return True
    from verified.papers import papers

    shown = digest(goal(checked.statement, checked.polarity))
    stated = [
        leaf.statement
        for paper in papers()
        if checked.claim.startswith(f"{paper.key}/")
        for row in paper.rows.values()
        for leaf in row.leaves()
        if checked.claim in (leaf.key, leaf.name) and leaf.statement is not None
    ]
    ours = checked.claim.startswith(tuple(f"{paper.key}/" for paper in papers()))
    return not ours or any(digest(goal(one, checked.polarity)) == shown for one in stated)


__all__ = ["Outcome", "recheck_files", "verdict"]
