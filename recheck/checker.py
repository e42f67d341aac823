#!/usr/bin/env python3
"""A second checker of stored evidence, which shares no code with the package.

    python recheck/checker.py [--json] [--definitions FILE] FILE...

It reads certificates (JSON) and uses Python's standard library alone. Plays are decided (`plays`):
the goal is derived from the statement (`statements`), and moves and quantities are evaluated over
intervals (`reals`, `evaluation`, `densities`, `meanings`). A proof is accepted if each of its steps
is rechecked exactly (`proofs`, with a module for each sort of rule), given what it cites; if some
steps could only be tried at instances, or not even that, it is "partial": neither accepted nor
rejected. The definitions that proofs cite are read from a file: statements by key.

One line for each certificate. The exit code is 0 if all are accepted, 1 if any is rejected, 2 if
there is bad input or a certificate that needs what isn't known here; such a one isn't accepted.

Limits. Plays are unsupported where they need a quantity that `meanings` doesn't have. That a law
with irrational entries sums to 1 is checked to 1024 bits only. A bound counts for a channel with
irrational entries if the numbers in its key agree to eight digits; that it bounds is checked. Where
a value is enclosed more widely here than the evidence has it, the two enclosures must meet.
"""

import argparse
import hashlib
import json
import sys
from collections import Counter

from plays import check_play
from proofs import check_proof
from reals import Rejected, Unsupported

FIELDS = {"schema", "kind", "claim", "polarity", "statement", "digest", "moves", "bounds",
          "evidence", "seal"}
# What a statement without a meaning may raise when it is evaluated: it has shown nothing.
MEANINGLESS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)


class BadInput(ValueError):
    """Not a certificate at all."""


class Partial(Unsupported):
    """A proof of which some steps could only be tried at instances, or not even that."""

    def __init__(self, steps):
        self.steps = steps
        count = Counter(how for _, how in steps)
        super().__init__(f"a proof of {len(steps)} steps: {count['exact']} rechecked exactly, "
                         f"{count['tried']} tried at instances, {count['unsupported']} not")


def check(certificate, definitions=None):
    """Recheck one certificate; for a proof, (rule, how it was rechecked) for each step.

    Args:
        definitions: the statements of the definitions that a proof may cite, by key.

    Raises:
        BadInput: it isn't one.
        Rejected: something in it doesn't hold.
        Unsupported: it needs what isn't known here.
    """
    if isinstance(certificate, dict) and certificate.get("kind") == "proof":
        return guarded(lambda: proof(certificate, definitions))
    if not isinstance(certificate, dict) or set(certificate) != FIELDS:
        raise BadInput("not a certificate: other fields than it must have")
    if (type(certificate["schema"]) is not int
            or (certificate["schema"], certificate["kind"]) != (1, "play")):
        raise BadInput("not a play of schema 1")
    if not all(isinstance(certificate[name], str) for name in ("claim", "polarity", "digest")):
        raise BadInput("a text field holds something else")
    if seal(certificate) != certificate["seal"]:
        raise Rejected("the seal doesn't fit the content")
    guarded(lambda: check_play(certificate))
    return []


def seal(certificate):
    """SHA-256 of everything but the seal."""
    content = {name: part for name, part in certificate.items() if name != "seal"}
    written = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


def proof(certificate, definitions):
    """Recheck a proof; raises Partial where a step isn't rechecked exactly."""
    steps = check_proof(certificate, seal, definitions)
    if any(how != "exact" for _, how in steps):
        raise Partial(steps)
    return steps


def guarded(work):
    """Do the work; whatever has no meaning in it counts as rejected."""
    try:
        return work()
    except (Rejected, Unsupported):
        raise
    except MEANINGLESS as error:
        reason = f"{type(error).__name__} {error}"
        raise Rejected(f"the statement can't be evaluated: {reason}") from None


def certificates(document):
    """The certificates in a document: itself, or all that lie in it."""
    if isinstance(document, dict) and "seal" in document and (
            "moves" in document or "parts" in document):
        yield document
    elif isinstance(document, dict | list):
        for part in document.values() if isinstance(document, dict) else document:
            yield from certificates(part)


def verdicts(path, definitions=None):
    """(claim, polarity, verdict, reason, steps) for each certificate of a file."""
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file, object_pairs_hook=once)
        found = list(certificates(document)) or [document]
    except (OSError, ValueError, RecursionError) as error:
        yield "", "", "bad input", str(error), []
        return
    for certificate in found:
        verdict, reason = "accepted", ""
        try:
            steps = check(certificate, definitions)
        except (Rejected, Unsupported, BadInput) as error:
            kinds = {Rejected: "rejected", Unsupported: "unsupported", Partial: "partial",
                     BadInput: "bad input"}
            verdict, reason = kinds[type(error)], str(error)
            steps = getattr(error, "steps", [])
        known = certificate if isinstance(certificate, dict) else {}
        yield (str(known.get("claim", "")), str(known.get("polarity", "")), verdict, reason,
               steps)


def once(pairs):
    """An object whose names are different."""
    if len({name for name, _ in pairs}) < len(pairs):
        raise BadInput("a name is given twice")
    return dict(pairs)


def main(arguments=None):
    """Check the files; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--definitions", help="the statements that proofs may unfold, by key")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args(arguments)
    # Exact powers may have more digits than Python reads and writes by default.
    sys.set_int_max_str_digits(0)
    found, definitions = [], None
    if options.definitions:
        with open(options.definitions, encoding="utf-8") as file:
            definitions = json.load(file)
    for path in options.files:
        for claim, polarity, verdict, reason, steps in verdicts(path, definitions):
            found.append({"file": path, "claim": claim, "polarity": polarity,
                          "verdict": verdict, "reason": reason, "steps": steps})
            if not options.json:
                print(f"{verdict}{': ' + reason if reason else ''} ({polarity} {claim}, {path})")
    if options.json:
        print(json.dumps(found, indent=1))
    said = {item["verdict"] for item in found}
    return 1 if "rejected" in said else 0 if said == {"accepted"} else 2


if __name__ == "__main__":
    sys.exit(main())
