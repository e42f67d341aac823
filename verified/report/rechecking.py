"""Rechecking certificate files: only the kernel and what it stands on is imported for it."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from verified.errors import InputError
from verified.kernel.certificate import Checked, check
from verified.kernel.proof import CheckedProof, check_proof
from verified.kernel.values import Rejected
from verified.processes import processes
from verified.proof.evidence import path_of
from verified.report.files import read_json
from verified.syntax.claims import Statement
from verified.syntax.goals import goal
from verified.syntax.serial import FormatError, digest, statement_digest

SHOWS = {
    "refutation": "refutes",
    "proof": "proves",
    "witness": "meets the hypotheses of",
}
# How many more objects there are in a process that rechecks before cycles are looked for.
COLLECT_AFTER = 10_000
# All plays and proofs that come with the package.
EVIDENCE = tuple(
    Path(__file__).resolve().parent.parent / "data" / kind for kind in ("plays", "proofs")
)


@dataclass(frozen=True)
class Outcome:
    """What became of one certificate; `judged` is False for a file that is none.

    Attributes:
        kind: "play", "proof", or "" for what is neither.
    """

    file: str
    kind: str
    good: bool
    judged: bool
    message: str


@dataclass(frozen=True)
class Shown:
    """What a good certificate says that it shows, and the digest of the goal that it does show.

    Attributes:
        cites: the digests of the statements that a proof cites, by the claims' names.
    """

    claim: str
    polarity: str
    digest: str
    cites: Mapping[str, str] = field(default_factory=dict)


def recheck_files(paths: Iterable[Path], workers: int = 1) -> list[Outcome]:
    """The outcome for each certificate of the files, and of the `.json` files below the folders.

    Args:
        workers: how many processes judge the files; this one does, if 1 is enough.

    Raises:
        InputError: a path doesn't exist, or a folder has no `.json` file.
    """
    files = [file for path in paths for file in files_of(path)]
    # Names are compared as verdicts come in, while the other processes go on.
    named = {
        file: [_named(outcome, shown) for outcome, shown in judged]
        for file, judged in _judged(files, workers)
    }
    return [outcome for file in files for outcome in named[file]]


def judge_files(
    files: Sequence[Path], workers: int = 1
) -> dict[Path, list[tuple[Outcome, Shown | None]]]:
    """What the kernel says of each certificate of each file, whatever claim it names."""
    return dict(_judged(files, workers))


def _judged(
    files: Sequence[Path], workers: int
) -> Iterator[tuple[Path, list[tuple[Outcome, Shown | None]]]]:
    workers = min(workers, len(files))
    if workers <= 1:
        yield from ((file, _recheck(file)) for file in files)
        return
    # The longest first, so that no process is left with them at the end.
    ordered = sorted(files, key=lambda file: -file.stat().st_size)
    with processes(workers, _prepare_process) as executor:
        yield from zip(ordered, executor.map(_recheck, ordered), strict=True)


def _prepare_process() -> None:
    # What is imported stays, and trees hold few cycles: to look for them less often is enough.
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER)


def verdict(outcomes: Iterable[Outcome]) -> int:
    """The exit code: 0 all good, 1 a certificate doesn't hold, 2 a file is no certificate."""
    codes = {0 if outcome.good else 1 if outcome.judged else 2 for outcome in outcomes}
    return max(codes, default=0)


def files_of(path: Path) -> list[Path]:
    """A file, or the `.json` files below a folder.

    Raises:
        InputError: there is none.
    """
    if not path.exists():
        raise InputError(f"there is no file {path}")
    if not path.is_dir():
        return [path]
    try:
        files = sorted(path.rglob("*.json"))
    except OSError as error:
        # A folder that goes while it is searched, or that may not be read.
        raise InputError(f"can't read {error.filename or path}: {error.strerror}") from None
    if not files:
        raise InputError(f"the folder {path} has no .json file")
    return files


def _recheck(file: Path) -> list[tuple[Outcome, Shown | None]]:
    """A file holds one certificate, or a list of them."""
    try:
        content = read_json(file)
    except InputError as error:
        return [(Outcome(str(file), "", False, False, str(error).removeprefix(f"{file} ")), None)]
    if content == []:
        return [(Outcome(str(file), "", False, False, "holds no certificate"), None)]
    certificates = content if isinstance(content, list) else [content]
    return [_judge(str(file), certificate) for certificate in certificates]


def _judge(file: str, certificate: Any) -> tuple[Outcome, Shown | None]:
    kind = certificate.get("kind") if isinstance(certificate, dict) else None
    kind = kind if kind in ("play", "proof") else ""
    try:
        checked = check_proof(certificate) if kind == "proof" else check(certificate)
    except Rejected as error:
        return Outcome(file, kind, False, True, f"rejected: {error}"), None
    except FormatError as error:
        return Outcome(file, kind, False, False, f"no certificate: {_what(certificate) or error}"
                       ), None
    polarity = checked.polarity if isinstance(checked, Checked) else "refutation"
    # The check has compared the digest that is told with the goal's.
    cites = checked.cites if isinstance(checked, CheckedProof) else {}
    said = {name: statement_digest(statement) for name, statement in sorted(cites.items())}
    shown = Shown(checked.claim, polarity, certificate["digest"], said)
    return Outcome(file, kind, True, True, f"good: {_told(checked)}"), shown


def _what(content: Any) -> str | None:
    """What a file without a certificate is instead, as far as that can be told."""
    if not isinstance(content, dict) or "kind" in content:
        return None
    if {"quantity", "low", "high"} <= set(content):
        return (
            "this is a value that `verified value --json` printed. It says between which numbers "
            f"the {content['quantity']} lies and not of which data; the command, run on these "
            "again, checks it"
        )
    if "claims" in content:
        return "this is a record, of `verified check --json` or the like, that shows nothing itself"
    return None if "schema" in content else "it has neither `kind` nor `schema`"


def _told(checked: Checked | CheckedProof) -> str:
    if isinstance(checked, Checked):
        return f"{SHOWS[checked.polarity]} {checked.claim} ({checked.bits} bits)"
    return f"proves {checked.claim} ({checked.steps} steps)"


def _named(outcome: Outcome, shown: Shown | None) -> Outcome:
    """The outcome, rejected if the statement is not that of the claim named, or one that is cited
    not that of the claim cited, where a paper here has such a claim.

    That the certificate holds was checked without the papers; this only guards its names.
    """
    if shown is None:
        return outcome
    stated = None if _is_own(shown.claim) else _stated(shown.claim, shown.polarity)
    if stated is not None and shown.digest not in stated:
        why = f"rejected: it says {shown.claim}, but that claim states something else"
        return replace(outcome, good=False, message=why)
    for name, said in shown.cites.items():
        if not _is_own(name) and _cited(name) not in (None, said):
            why = f"rejected: it cites {name}, but that is no such claim here"
            return replace(outcome, good=False, message=why)
    rests = f", given {'; '.join(map(_given, shown.cites))}" if shown.cites else ""
    return replace(outcome, message=outcome.message + rests)


def _given(name: str) -> str:
    """A claim that a proof cites, and what there is for it here."""
    if _is_own(name) or _cited(name) is None:
        return f"{name}, which is no claim here"
    return name if path_of(name).exists() else f"{name}, which has no proof here"


def _is_own(name: str) -> bool:
    """Whether a name is that of an author's own claim: no paper here has it."""
    return name.startswith("mine/")


@cache
def _cited(name: str) -> str | None:
    """The digest of the statement that citing a name of a paper here means, empty where it has no
    such claim; None if there is no such paper here."""
    from verified.proof.library import known_statements

    found = known_statements().get(name)
    if found is not None:
        return statement_digest(found)
    papers = {*_statements(), "definition"}
    return "" if name.partition("/")[0] in papers else None


@cache
def _stated(name: str, polarity: str) -> frozenset[str] | None:
    """The digests of the claims of that name; None if it is no name of a paper here."""
    statements = _statements()
    if not name.startswith(tuple(f"{paper}/" for paper in statements)):
        return None
    named = statements[name.partition("/")[0]].get(name, ())
    return frozenset(digest(goal(statement, polarity)) for statement in named)


@cache
def _statements() -> dict[str, dict[str, list[Statement]]]:
    """The statements of all papers here, by paper and by the names of their claims."""
    from verified.papers import papers

    found: dict[str, dict[str, list[Statement]]] = {}
    for paper in papers():
        of_paper = found.setdefault(paper.key, {})
        for row in paper.rows.values():
            for leaf in row.leaves():
                if leaf.statement is not None:
                    for name in {leaf.key, leaf.name}:
                        of_paper.setdefault(name, []).append(leaf.statement)
    return found


__all__ = ["EVIDENCE", "Outcome", "files_of", "judge_files", "recheck_files", "verdict"]
