"""Certificates of vectors rechecked: plays by the kernel and by the second checker, values by
mpmath alone where there is a second way, else worked out again at a hundredth of the width."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verified.accounting.enclosures import NotReachedError
from verified.audit.second import agrees
from verified.errors import InputError, UnknownKeyError
from verified.kernel.certificate import check
from verified.kernel.values import Rejected
from verified.oracle.vectors.certificates import PLAY, content_digest, held, play
from verified.oracle.vectors.writing import digest_of, evaluated, parsed, read
from verified.report.second import second_verdicts
from verified.syntax.serial import FormatError

# Who looked a second time.
SECOND_CHECKER, KERNEL, MPMATH, AGAIN = (
    "kernel and second checker", "kernel alone", "mpmath", "worked out again"
)
WAYS = (SECOND_CHECKER, KERNEL, MPMATH, AGAIN)


@dataclass(frozen=True)
class Rechecked:
    """What became of one vector's certificate.

    Attributes:
        function, number: which vector: the file's function, and its `tcId`.
        certificate: the id.
        way: who looked, one of `WAYS`.
        fault: what is wrong; empty where nothing is.
        play: the certificate, of a play.
    """

    function: str
    number: int
    certificate: str
    way: str
    fault: str = ""
    play: Mapping[str, Any] | None = None

    @property
    def good(self) -> bool:
        """Whether it holds."""
        return not self.fault


def recheck(
    folder: Path, functions: Collection[str] = (), ids: Collection[str] = ()
) -> Iterator[list[Rechecked]]:
    """What became of the vectors of a folder, a list for each file.

    Args:
        folder: where the files are.
        functions: only of these; of all where there are none.
        ids: only certificates with these ids.

    Raises:
        InputError: there are no vectors, or the second checker isn't here.
        UnknownKeyError: a function has no file, or no vector has such an id.
    """
    files = {made["function"]: made for _, made in read(folder)}
    for name in functions:
        if name not in files:
            raise UnknownKeyError("function with vectors", name, files)
    left = set(ids)
    for function in functions or files:
        chosen = [
            (group, test) for group in files[function]["testGroups"] for test in group["tests"]
            if not ids or test.get("certificate") in left
        ]
        left -= {test["certificate"] for _, test in chosen} if ids else set()
        if chosen:
            yield _rechecked(function, chosen)
    if left:
        raise InputError(f"no vector there has the certificate {', '.join(sorted(left))}")


def _rechecked(
    function: str, chosen: list[tuple[Mapping[str, Any], Mapping[str, Any]]]
) -> list[Rechecked]:
    found = []
    for group, test in chosen:
        given = {**group["parameters"], **test["inputs"]}
        digest = digest_of(function, group["parameters"], test)
        if test["digest"] != digest:
            found.append(_faulty(function, test, AGAIN, "the digest is another vector's"))
        elif test["certificate"].startswith(f"{PLAY}-"):
            found.append(_played(function, given, test))
        elif test["certificate"] != f"value-{digest}":
            found.append(_faulty(function, test, AGAIN, "the certificate is another vector's"))
        else:
            found.append(_valued(function, given, test))
    return _second(found)


def _faulty(function: str, test: Mapping[str, Any], way: str, fault: str) -> Rechecked:
    return Rechecked(function, test["tcId"], test["certificate"], way, fault)


def _played(function: str, given: Mapping[str, Any], test: Mapping[str, Any]) -> Rechecked:
    stated = play(function, parsed(given), test)
    made = None if stated is None else held(function, stated)
    if made is None:
        return _faulty(function, test, KERNEL, "the kernel doesn't accept the play")
    if test["certificate"] != f"{PLAY}-{content_digest(made)}":
        return _faulty(function, test, KERNEL, "the certificate is another play's")
    try:
        # As from a file, by its content alone.
        check(json.loads(json.dumps(made)))
    except (Rejected, FormatError) as error:
        return _faulty(function, test, KERNEL, str(error))
    return Rechecked(function, test["tcId"], test["certificate"], KERNEL, play=made)


def _second(found: list[Rechecked]) -> list[Rechecked]:
    """The second checker's word on the plays among them; what it doesn't know stays with the
    kernel alone."""
    plays = [one.play for one in found if one.play is not None]
    if not plays:
        return found
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "plays.json"
        path.write_text(json.dumps(plays), encoding="utf-8")
        verdicts = second_verdicts([path])
    said = iter([verdicts[str(path), place] for place in range(len(plays))])
    told = []
    for one in found:
        if one.play is None:
            told.append(one)
            continue
        verdict = next(said)
        fault = f"second checker: {verdict.reason}" if verdict.verdict == "rejected" else ""
        way = SECOND_CHECKER if verdict.good or fault else KERNEL
        told.append(Rechecked(one.function, one.number, one.certificate, way, fault, one.play))
    return told


def _valued(function: str, given: Mapping[str, Any], test: Mapping[str, Any]) -> Rechecked:
    answer = agrees(function, given, test)
    if answer is not None:
        fault = "" if answer else "mpmath has another value"
        return Rechecked(function, test["tcId"], test["certificate"], MPMATH, fault)
    try:
        found, _ = evaluated(function, parsed(given), 100)
    except NotReachedError as error:
        return _faulty(function, test, AGAIN, str(error))
    low, high = (float(end) if end.endswith("inf") else end for end in (test["lo"], test["hi"]))
    outside = found.at_least(low) is False or found.at_most(high) is False
    return Rechecked(function, test["tcId"], test["certificate"], AGAIN,
                     "worked out again it is another value" if outside else "")


__all__ = ["AGAIN", "KERNEL", "MPMATH", "SECOND_CHECKER", "WAYS", "Rechecked", "recheck"]
