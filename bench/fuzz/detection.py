"""Whether the fuzzer finds each mended hole again when its mend is taken out.

    python -m bench.fuzz.detection [FAULT…] [--steps N] [--seed N]
        [--rule NAME | --all-rules]

For each fault a process of its own takes the mend out and runs the campaign until a theorem is
false whose proof file the faulty checker accepts and the checker as it is refuses.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from bench.fuzz import second
from bench.fuzz.campaign import Options, Tally, run_episode
from bench.fuzz.episodes import ATTEMPTS
from bench.fuzz.faults import FAULTS
from bench.fuzz.steps import Refused, accepted_as_file, certificate_of, statement_of

STEPS = 30_000
# An episode that takes longer is given up, with its process.
PATIENCE = 120.0


@dataclass(frozen=True)
class Detection:
    """What became of one fault.

    Attributes:
        found: the false statement that shows it; empty where none was found.
        accepted: how many steps were accepted until then.
    """

    fault: str
    found: str
    rule: str
    accepted: int
    seconds: float


def _serve(
    connection: Connection, fault: str, seed: int, first: int, rule: str | None
) -> None:
    FAULTS[fault].take_out()
    # From the files of former holes themselves it would be no feat.
    options = Options(seed=seed, only=rule, holes_every=0,
                      checker=FAULTS[fault].checker)
    number = first
    while True:
        tally = Tally()
        run_episode(options, number, tally)
        shown: list[tuple[str, str, Any]] = []
        for finding in tally.findings:
            derived, library = finding.derived, finding.episode.library
            try:
                certificate = certificate_of([derived.attempt], statement_of(derived), library)
            except Refused:
                continue
            if believed(fault, certificate):
                told = str(statement_of(derived))
                shown.append((derived.attempt.rule, told, certificate))
        connection.send((number, tally.total("accepted"), json.dumps(shown)))
        number += 1


def believed(fault: str, certificate: Any) -> bool:
    """Whether the checker that has the fault accepts the file: the second one by rules alone."""
    if FAULTS[fault].checker == "second":
        return second.verdict(certificate, trials=False) == "accepted"
    return not accepted_as_file(certificate)


def detect(
    fault: str, seed: int = 0, steps: int = STEPS, rule: str | None = None
) -> Detection:
    """Look for a false theorem that one fault lets through, mostly by one rule if one is named."""
    context = multiprocessing.get_context("fork")
    start, accepted, number = time.monotonic(), 0, 0
    while accepted < steps:
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_serve, args=(theirs, fault, seed, number, rule),
                                  daemon=True)
        process.start()
        theirs.close()
        try:
            while accepted < steps and ours.poll(PATIENCE):
                done, count, shown = ours.recv()
                number, accepted = done + 1, accepted + count
                for rule, told, certificate in json.loads(shown):
                    if not believed(fault, certificate):
                        return Detection(fault, told, rule, accepted, time.monotonic() - start)
            number += 1
        except EOFError as error:
            raise RuntimeError(f"the process with {fault} taken out ended by itself") from error
        finally:
            process.terminate()
            process.join()
            ours.close()
    return Detection(fault, "", "", accepted, time.monotonic() - start)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("faults", nargs="*", metavar="FAULT", help="by default all")
    parser.add_argument("--steps", type=int, default=STEPS, help="accepted steps for each")
    parser.add_argument("--all-rules", action="store_true",
                        help="all rules alike; by default mostly one by which the fault shows")
    parser.add_argument("--rule", choices=sorted(ATTEMPTS), metavar="NAME",
                        help="mostly steps of another rule")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    unknown = sorted(set(options.faults) - set(FAULTS))
    if unknown:
        parser.error(f"there is no fault {unknown[0]!r}: they are {', '.join(FAULTS)}")
    missed = 0
    for name in options.faults or FAULTS:
        rule = None if options.all_rules else options.rule or FAULTS[name].rule
        found = detect(name, options.seed, options.steps, rule)
        missed += not found.found
        told = f"found by {found.rule}: {found.found}" if found.found else "not found"
        cost = f"{found.accepted} steps accepted, {found.seconds:.0f} s"
        print(f"{name}: {told} ({cost})", flush=True)
    print(f"{missed} not found" if missed else "all found")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
