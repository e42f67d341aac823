"""A second checker of stored evidence, which shares no code with the package.

    python -m recheck [--json] [--definitions FILE] [--evidence DIR]… [--axioms FILE] FILE…

It reads certificates (JSON) and uses Python's standard library alone. Plays are decided (`plays`),
and each step of a proof is rechecked exactly (`proofs`); a proof of which some steps could only be
tried at instances, or not even that, is "partial": neither accepted nor rejected.

One line for each certificate. An accepted proof holds given what it cites, and the line names each
statement cited with its digest. With `--evidence` or `--axioms` a proof is accepted only if the
folders hold accepted proofs of those very statements, in turn of what these cite, or they are
among the axioms; otherwise it is "conditional". A proof that cites another statement than is
claimed there under that key is rejected. Files of definitions and of axioms hold statements by key;
the caller vouches for them.

The exit code is 0 if all are accepted, 1 if any is rejected, 2 if there is bad input or a
certificate that isn't accepted for another reason.

Limits. Plays are unsupported where they need a quantity that isn't known here. A bound counts for
a channel with irrational entries if the numbers in its key agree to eight digits; that it bounds is
checked. Where a value is enclosed more widely here than the evidence has it, the two enclosures
must meet.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from recheck.certificates import Outcome, certificates, judged, read_json
from recheck.citations import Evidence, Rests, told
from recheck.errors import BadInput, Rejected, Unsupported
from recheck.goals import statement_digest
from recheck.proofs import Statements


class Folders:
    """The proofs below some folders, each checked when its claim is first asked for."""

    def __init__(self, folders: list[Path], definitions: Statements | None) -> None:
        self.definitions = definitions
        self.waiting: dict[str, list[Any]] = {}
        self.checked: dict[str, list[Outcome]] = {}
        for path in (path for folder in folders for path in sorted(folder.rglob("*.json"))):
            for found in certificates(read_json(str(path))):
                if found.get("kind") == "proof":
                    self.waiting.setdefault(str(found.get("claim")), []).append(found)

    def proofs(self, key: str) -> list[Outcome]:
        """The outcomes of all proofs that claim a key."""
        if key not in self.checked:
            self.checked[key] = [
                judged(found, self.definitions) for found in self.waiting.pop(key, [])]
        return self.checked[key]


def outcomes(path: str, definitions: Statements | None) -> Iterator[Outcome]:
    """What becomes of each certificate of a file."""
    try:
        document = read_json(path)
    except BadInput as error:
        yield Outcome("", "", "bad input", str(error))
        return
    for found in list(certificates(document)) or [document]:
        yield judged(found, definitions)


def statements(path: str) -> dict[str, Any]:
    """The statements of a file by key.

    Raises:
        BadInput: it holds none.
    """
    found = read_json(path)
    if not isinstance(found, dict):
        raise BadInput(f"{path} holds no statements by key")
    return found


def line(path: str, outcome: Outcome, rests: Rests) -> str:
    """What is said of a certificate."""
    reason = f": {outcome.reason}" if outcome.reason else ""
    found = f"{outcome.verdict}{reason} ({outcome.polarity} {outcome.claim}, {path})"
    for what, citations in (("given", rests.given), ("by the axioms", rests.axioms)):
        found += f", {what} {told(citations)}" if citations else ""
    return found


def main(arguments: list[str] | None = None) -> int:
    """Check the files; the exit code."""
    parser = argparse.ArgumentParser(
        "python -m recheck", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--definitions", help="the statements that proofs may unfold, by key")
    parser.add_argument("--evidence", type=Path, action="append", default=[], metavar="DIR",
                        help="a folder whose proofs may show what is cited")
    parser.add_argument("--axioms", help="the statements that may be cited without proof, by key")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args(arguments)
    # Exact powers may have more digits than Python reads and writes by default.
    sys.set_int_max_str_digits(0)
    try:
        definitions = Statements(statements(options.definitions)) if options.definitions else None
        axioms = {key: statement_digest(told) for key, told in (
            statements(options.axioms) if options.axioms else {}).items()}
        missing = [folder for folder in options.evidence if not folder.is_dir()]
        if missing:
            raise BadInput(f"there is no folder {missing[0]}")
        evidence = Evidence(Folders(options.evidence, definitions).proofs, axioms)
    except (BadInput, Rejected, Unsupported) as error:
        parser.error(str(error))
    strict = bool(options.evidence or options.axioms)
    found, said = [], set()
    for path in options.files:
        for outcome in outcomes(path, definitions):
            rests = Rests(given=frozenset(outcome.cites.items()))
            if strict:
                outcome, rests = evidence.judged(outcome)
            said.add(outcome.verdict)
            if options.json:
                found.append({"file": path, **outcome._asdict(), "given": sorted(rests.given),
                              "axioms": sorted(rests.axioms)})
            else:
                print(line(path, outcome, rests))
    if options.json:
        print(json.dumps(found, indent=1))
    return 1 if "rejected" in said else 0 if said == {"accepted"} else 2


if __name__ == "__main__":
    sys.exit(main())
