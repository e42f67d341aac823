"""Certified values: `value`, `vectors`, `words` and `figure`."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from verified.cli.shared import (
    DIFFERENT,
    NumbersMayBeNegative,
    Seed,
    app,
    checked_budget,
    checked_seed,
    print_json,
)
from verified.errors import InputError

# A parameter by its name; no law, matrix or number is written so.
NAMED = re.compile(r"\s*[A-Za-z_]\w*'*\s*=(?!=)")


@app.command(cls=NumbersMayBeNegative)
def value(
    quantity: Annotated[
        str | None,
        typer.Argument(help="Its name, or a term such as 'log(3)/2'; without one, all are listed."),
    ] = None,
    literals: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="LIST|NAME=VALUE",
            help="Laws '1/3,2/3', matrices '1,0;0,1', numbers, in order or by their names.",
        ),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(help="A matrix, or laws: .csv, .tsv, .npy, .npz, .json; - is standard input."),
    ] = None,
    param: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="A parameter by its name, as without --param."),
    ] = None,
    width: Annotated[
        str | None, typer.Option(help="Relative width of the enclosure; 1e-12 for most.")
    ] = None,
    normalise: Annotated[
        bool, typer.Option("--normalise", help="Divide each law by its sum first.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Give the certified value of a quantity, or of a term, on data of yours."""
    from verified.oracle.command import evaluate, listing
    from verified.report.quantities import value_record

    if quantity is None:
        for line in listing():
            print(line)
        return
    stripped = None if width is None else width.strip()
    plain = [literal for literal in literals or [] if not NAMED.match(literal)]
    named = [literal for literal in literals or [] if NAMED.match(literal)]
    found = evaluate(
        quantity, plain, _named([*(param or []), *named]), file, stripped, normalise
    )
    for note in found.notes:
        print(f"note: {note}", file=sys.stderr)
    if json:
        print_json(value_record(found))
        return
    unit = f" {found.quantity.unit}" if found.quantity.unit else ""
    if found.exact is not None:
        print(f"{quantity} = {found.exact}{unit} exactly")
    elif found.low == found.high:
        print(f"{quantity} = {found.low}{unit}")
    else:
        print(f"{quantity} in [{found.low}, {found.high}]{unit}")


@app.command()
def vectors(
    function: Annotated[
        list[str] | None, typer.Argument(metavar="FUNCTION…", help="Only of these; else of all.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="DIR", help="Where to; with --recheck the file for "
                     "the plays that were rechecked."),
    ] = None,
    recheck: Annotated[
        bool, typer.Option("--recheck", help="Recheck the certificates of vectors instead.")
    ] = False,
    source: Annotated[
        Path | None,
        typer.Option("--from", metavar="DIR", help="The vectors to recheck; else those that come "
                     "with the package."),
    ] = None,
    certificate: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Recheck only that certificate.")
    ] = None,
) -> None:
    """Write test vectors for other libraries, as JSON, with their schema; or recheck them."""
    from verified.errors import UnknownKeyError
    from verified.oracle.vectors.suites import groups
    from verified.oracle.vectors.writing import RELEASE, write

    if recheck:
        _recheck(source or RELEASE, function or [], certificate or [], output)
        return
    if source is not None or certificate:
        raise InputError("--from and --certificate go with --recheck")
    if output is None:
        raise InputError("where to? -o DIR (or --recheck)")
    known = dict.fromkeys(group.function for group in groups())
    for name in function or []:
        if name not in known:
            raise UnknownKeyError("function with vectors", name, known)
    count, size = write(output, function or None)
    print(f"{count} vectors of {len(function or known)} functions, {size} bytes, in {output}")


def _recheck(source: Path, functions: list[str], ids: list[str], output: Path | None) -> None:
    """Recheck certificates of vectors; the exit code is 1 if one doesn't hold."""
    from collections import Counter

    from verified.audit.rechecking import recheck
    from verified.report.files import write_json

    total, faults, plays = 0, 0, []
    for found in recheck(source, functions, ids):
        ways = Counter(one.way for one in found)
        told = ", ".join(f"{count} {way}" for way, count in sorted(ways.items()))
        bad = [one for one in found if not one.good]
        print(f"{found[0].function}: {len(found)} vectors: {told}")
        for one in bad:
            print(f"{one.function} {one.number} ({one.certificate}): {one.fault}", file=sys.stderr)
        total, faults = total + len(found), faults + len(bad)
        plays += [one.play for one in found if one.play is not None]
    if output is not None:
        write_json(output, plays)
        print(f"{len(plays)} plays in {output}")
    print(f"{total} certificates rechecked, {faults} don't hold")
    if faults:
        raise typer.Exit(DIFFERENT)


@app.command()
def words(
    patterns: Annotated[
        list[str] | None, typer.Argument(metavar="PATTERN…", help="Parts of names.")
    ] = None,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="The page docs/vocabulary.md.")
    ] = False,
    api: Annotated[bool, typer.Option("--api", help="The page docs/api.md.")] = False,
    stub: Annotated[
        bool, typer.Option("--stub", help="The types in verified/__init__.pyi.")
    ] = False,
) -> None:
    """Tell what can be said: quantities, what they take and give, notions, variables, formulas."""
    from verified.report.grammar import described_word, grammar
    from verified.report.words import described, described_notion, notions, page
    from verified.report.words import words as chosen

    if api or stub:
        from verified.oracle import reference

        print(reference.page() if api else reference.stub(), end="")
        return
    if markdown:
        print(page(), end="")
        return
    for record in chosen(patterns or []):
        for line in described(record):
            print(line)
    for word, definition in notions(patterns or []).items():
        for line in described_notion(word, definition):
            print(line)
    for word in grammar(patterns or []):
        for line in described_word(word):
            print(line)


@app.command()
def figure(
    key: Annotated[
        str | None,
        typer.Argument(metavar="KEY", help="Such as ngo-2024/figure-1, or a claim."),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All that are listed.")] = False,
    only_missing: Annotated[
        bool, typer.Option("--missing", help="Of these, what DIR doesn't have yet.")
    ] = False,
    data: Annotated[
        bool, typer.Option("--data", help="The data alone, each point enclosed.")
    ] = False,
    table: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Your own CSV, for data about a table: the group, "
                     "the number, and maybe a count."),
    ] = None,
    columns: Annotated[
        str | None,
        typer.Option(metavar="GROUP,NUMBER[,COUNT]", help="The columns of that table to take."),
    ] = None,
    groups: Annotated[
        str | None, typer.Option(metavar="A,B", help="The two groups of that table to compare."),
    ] = None,
    drop_missing: Annotated[
        bool,
        typer.Option("--drop-missing",
                     help="Leave out its records without a group or number: empty, ?, NA, null."),
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="DIR|FILE",
                     help="A folder to draw into; with --data a .csv or .json file."),
    ] = None,
    formats: Annotated[
        str, typer.Option(metavar="LIST", help="Of svg, pdf, png, pgf and csv.")
    ] = "svg,pdf,png,csv",
    json: Annotated[bool, typer.Option("--json", help="Data as JSON instead of CSV.")] = False,
    seed: Seed = 0,
    budget: Annotated[
        int | None,
        typer.Option(help="Evaluations of instances for each panel of a bound; 8000 if not told."),
    ] = None,
) -> None:
    """Draw the papers' figures, bounds, and the instances that refute claims; or list them.

    A bound is drawn with the instances that a search meets along it, and with the sharper bounds
    that are proved. Drawing needs the extra `figures` (matplotlib), and PGF needs pdflatex.
    """
    if data:
        if key is None or every:
            raise InputError("--data takes the key of one figure of a paper")
        of_table = {
            "--columns": columns, "--groups": groups, "--drop-missing": drop_missing or None}
        for name, told in of_table.items():
            if table is None and told is not None:
                raise InputError(f"{name} goes with --table")
        _figure_data(key, table, output, json, _names(columns), _names(groups), drop_missing)
        return
    for name, given in (
        ("--table", table), ("--columns", columns), ("--groups", groups),
        ("--drop-missing", drop_missing or None), ("--json", json or None),
    ):
        if given is not None:
            raise InputError(f"{name} goes with --data")
    if key is not None and every:
        raise InputError("figure takes a key or --all, not both")
    if key is None and not every:
        _list_pictures()
        return
    if output is None:
        raise InputError("a figure is drawn into a folder: name one by -o DIR, or take --data")
    checked_seed(seed)
    _draw(
        key, output, formats, seed, None if budget is None else checked_budget(budget),
        only_missing,
    )


def _names(listed: str | None) -> list[str]:
    """Names separated by commas."""
    return [] if listed is None else listed.split(",")


def _figure_data(
    key: str, table: Path | None, output: Path | None, json: bool, columns: list[str],
    groups: list[str], drop_missing: bool,
) -> None:
    from verified.report.figures import figure_data, format_of, write_figure
    from verified.report.files import check_writable

    form = format_of(output, json)
    if output is not None:
        check_writable(output)
    text = write_figure(figure_data(key, table, columns, groups, drop_missing), output, form)
    if output is None:
        print(text, end="")


def _list_pictures() -> None:
    from verified.drawing.pictures import pictures
    from verified.report.terminal import say

    listed = pictures()
    width = max(map(len, listed))
    for name, shown in listed.items():
        say(f"{name:{width}}  {'; '.join(shown)}")


def _draw(
    key: str | None, folder: Path, formats: str, seed: int, budget: int | None, only_missing: bool
) -> None:
    from verified.drawing.matplotlib import FORMATS, check_installed
    from verified.drawing.pictures import (
        NoPicture,
        Searching,
        formats_of,
        keys_of,
        missing,
        picture_files,
        pictures,
    )
    from verified.report.bound_data import BUDGET
    from verified.report.files import prepare_folder, write_bytes
    from verified.report.results import Results, results_folder
    from verified.report.terminal import say

    asked = formats_of(formats)
    chosen = list(pictures()) if key is None else keys_of(key)
    if set(asked) & set(FORMATS):
        check_installed()
    prepare_folder(folder)
    if only_missing:
        chosen = [name for name in chosen if missing(name, asked, folder)]
    results = Results(results_folder())
    searching = Searching(results, seed, budget or BUDGET)
    for name in chosen:
        try:
            for path, content in picture_files(name, asked, searching):
                target = folder / path
                prepare_folder(target.parent)
                write_bytes(target, content)
                say(str(target))
        except NoPicture as error:
            # One of many that can't be drawn ends nothing.
            if len(chosen) == 1:
                raise
            say(str(error))
    results.close()


def _named(parameters: list[str]) -> dict[str, str]:
    named = {}
    for parameter in parameters:
        name, equals, written = parameter.partition("=")
        if not equals:
            raise InputError(f"--param is {parameter!r}; write NAME=VALUE, such as eps=1/2")
        if name.strip() in named:
            raise InputError(f"--param gives {name.strip()} twice")
        named[name.strip()] = written
    return named
