"""A user's own mechanism: `measure`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from verified.cli.shared import app, counted, print_json, selected
from verified.errors import InputError

if TYPE_CHECKING:
    from verified.report.measuring import Measured, Subject
    from verified.report.promises import Promise

# Whose claims are asked where none are named.
PAPERS = (
    "cuff-yu-2016", "nuradha-goldfeld-2022", "ngo-2024", "ding-2024", "saeidian-2025", "sharper",
)
SCHEMA = 1


@app.command()
def measure(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Rows of a mechanism, or an object with "
                             "mechanism, database, prior: .csv, .tsv, .json, .npy, .npz; -.")
    ],
    prior: Annotated[
        str | None, typer.Option(metavar="LIST", help="A law of the inputs, or a file of it.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="LIST", help="The entries' alphabet sizes, such as 2,2; without it "
                     "any two inputs are neighbours."),
    ] = None,
    quantity: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this quantity; repeatable.")
    ] = None,
    claims: Annotated[
        list[str] | None,
        typer.Option(metavar="PATTERN", help="Only these claims, with all of their readings."),
    ] = None,
    theorems: Annotated[
        bool, typer.Option("--theorems/--no-theorems", help="What the papers promise, too.")
    ] = True,
    eps: Annotated[str | None, typer.Option(metavar="LIST", help="At which ε; 0,1.")] = None,
    delta: Annotated[str | None, typer.Option(metavar="LIST", help="At which δ; 0,1e-6.")] = None,
    alpha: Annotated[str | None, typer.Option(metavar="LIST", help="Of which orders; 2.")] = None,
    width: Annotated[str, typer.Option(help="Relative width of the values.")] = "1e-12",
    normalise: Annotated[
        bool, typer.Option("--normalise", help="Divide each law by its sum first.")
    ] = False,
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a certificate of each value.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Measure a mechanism by every notion, beside what the papers' theorems promise of it."""
    from verified.report import measuring
    from verified.report.files import check_writable

    if certificate is not None:
        check_writable(certificate)
    given = {"eps": eps, "delta": delta, "alpha": alpha}
    numbers = {name: _list(text) for name, text in given.items() if text is not None}
    of = measuring.read_subject(file, prior, database, normalise)
    for note in of.notes:
        print(f"note: {note}", file=sys.stderr)
    chosen = _claims(claims) if theorems else []
    values = []
    for one in measuring.measure(of, quantity or (), numbers, width):
        values.append(one)
        if not json:
            print(measuring.told(one), flush=True)
    written = None if certificate is None else _certificates(values, of, certificate)
    said = list(_promises(of, chosen, numbers, integrals=bool(claims), show=not json))
    if json:
        print_json(_document(of, values, said, written))
    elif written is not None:
        print(f"{counted(len(written), 'certificate')} in {certificate}")


def _list(text: str) -> list[str]:
    found = [part.strip() for part in text.split(",")]
    if not all(found):
        raise InputError(f"{text!r} is no list of numbers; write them with commas between them")
    return found


def _claims(patterns: list[str] | None) -> list[Any]:
    from verified.report.selection import leaves, nodes

    rows = selected(patterns)
    if not patterns:
        rows = [row for row in rows if row.paper.key in PAPERS]
    found = leaves(node for row in rows for node in nodes(row))
    return list({claim.name: claim for claim in found}.values())


def _promises(
    of: Subject, claims: list[Any], numbers: Any, integrals: bool, show: bool
) -> Iterable[Promise | tuple[str, str]]:
    """What each claim says, told as it comes."""
    from verified.report.promises import Promise, promise_lines, promises
    from verified.report.records import expected_statuses

    silent = speaking = 0
    if show and claims:
        print()
    for said in promises(of, claims, expected_statuses(), numbers, integrals):
        yield said
        if not isinstance(said, Promise):
            silent += 1
            continue
        speaking += 1
        # What is false in general is told where this mechanism shows it.
        if show and (said.status != "refuted" or said.holds is False):
            for line in promise_lines(said):
                print(line, flush=True)
    if show and claims:
        speak = "claim speaks" if speaking == 1 else "claims speak"
        print(f"{speaking} {speak} of this mechanism; {silent} don't, or weren't evaluated "
              "(--json says why)")


def _certificates(values: list[Measured], of: Subject, file: Path) -> dict[int, str]:
    """The seals of the certificates, by the place of the value."""
    from verified.report.files import write_evidence
    from verified.report.measuring import certificate

    made = {place: certificate(one, of) for place, one in enumerate(values)}
    kept = {place: one for place, one in made.items() if one is not None}
    if kept:
        write_evidence(file, list(kept.values()))
    return {place: one["seal"] for place, one in kept.items()}


def _document(
    of: Subject, values: list[Measured], said: list[Promise | tuple[str, str]],
    seals: dict[int, str] | None,
) -> dict[str, Any]:
    from verified.report.measuring import measured_record
    from verified.report.promises import Promise, promise_record

    records = []
    for place, one in enumerate(values):
        record = measured_record(one)
        if seals is not None:
            record["certificate"] = seals.get(place)
        records.append(record)
    return {
        "schema": SCHEMA,
        "mechanism": [[str(entry) for entry in row] for row in of.rows],
        "database": list(of.database),
        "prior": None if of.prior is None else [str(mass) for mass in of.prior],
        "notes": list(of.notes),
        "values": records,
        "claims": [promise_record(one) for one in said if isinstance(one, Promise)],
        "silent": [
            {"claim": one[0], "reason": one[1]} for one in said if not isinstance(one, Promise)
        ],
    }
