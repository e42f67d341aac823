"""What the commands share: the application, options, checks of these, and choosing claims."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

import verified
from verified.errors import InputError

if TYPE_CHECKING:
    from verified.syntax.claims import Claim

DIFFERENT = 1
BAD_INPUT = 2
INTERRUPTED = 130
# How hard `check` tries each claim: the whole set within minutes on two cores.
QUICK_BUDGET = 3_000
QUICK_SECONDS = 10.0
ENOUGH_SECONDS = 0.3
BUDGET = 50_000
POWER_SECONDS = 10.0
MOST_WORKERS = 256
# More than anyone waits for; a time limit in proportion to it is still a float.
MOST_EVALUATIONS = 10**12
STATUSES = ("proved", "refuted", "survived", "undecided", "untried", "unwitnessed")
NEGATIVE = re.compile(r"-[0-9.]")
# The commands in the order in which they are listed, each with examples for its help.
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "list": ("list --paper ngo-2024 --status refuted", "list 'cuff-yu-2016/property-*'"),
    "find": ("find 'Theorem 1(b)'", "find capacity"),
    "show": (
        "show cuff-yu-2016/eq-8", "show eq-8.if --proof", "show definition/kl --latex",
        "show mine.py",
    ),
    "new": ("new mine.py",),
    "prove": ("prove cuff-yu-2016/eq-8", "prove mine.py --certificate proofs"),
    "axioms": ("axioms cuff-yu-2016", "axioms --users --json"),
    "check": ("check", "check cuff-yu-2016/eq-8", "check ngo-2024 --anew --json found.json"),
    "diff": ("diff old.json new.json", "diff old.json new.json --json"),
    "attack": (
        "attack mypaper.py --certificate refutation.json", "attack property-1@literal --seed 7",
        "attack 'for all P, Q: D(P||Q) <= 2 TV(P,Q)'", "attack mypaper.claims",
    ),
    "recheck": ("recheck refutation.json", "recheck proofs --verbose", "recheck"),
    "power": ("power cuff-yu-2016/eq-8", "power eq-8 --proofs"),
    "value": (
        "value total_variation 1/3,2/3 1/2,1/2",
        "value capacity '9/10,1/10;1/10,9/10' --width 1e-30",
    ),
    "measure": (
        "measure response.csv",
        "measure mechanism.json --database 2,2 --prior 1/4,1/4,1/4,1/4 --certificate shown.json",
    ),
    "vectors": ("vectors -o vectors",),
    "words": ("words capacity", "words --markdown"),
    "figure": (
        "figure", "figure ngo-2024/figure-1 -o pictures", "figure lemma-1 --seed 1 -o pictures",
        "figure ngo-2024/figure-1 --data --output figure-1.csv",
    ),
    "latex": ("latex cuff-yu-2016/eq-8", "latex --document ngo-2024 -o ngo.tex"),
    "code": (
        "code property-1.forward --lang c",
        "code lemma-1-sharp.bound binary_entropy --lang rust -o bounds.rs",
    ),
    "cite": ("cite ngo-2024", "cite cuff-yu-2016/eq-8"),
    "findings": ("findings ngo-2024", "findings -o findings.md"),
    "audit": ("audit scipy", "audit dp-accounting:get_sigma_gaussian --seconds 20"),
    "report": (
        "report -o site",
        "report cuff-yu-2016 -o site",
        "report mypaper.py refutation.json -o pages",
    ),
}


class Commands(TyperGroup):
    """The commands; however one of them ends early, it says so."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names, in the order of `COMMANDS`."""
        return sorted(super().list_commands(ctx), key=list(COMMANDS).index)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command, whose help ends with examples."""
        found = super().get_command(ctx, cmd_name)
        if found is not None:
            lines = "".join(f"\n  verified {example}" for example in COMMANDS[cmd_name])
            # The mark keeps the lines as they are.
            found.epilog = f"\b\nExamples:{lines}"
        return found

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            # Here a full disk still has a message; at the interpreter's end it has none.
            sys.stdout.flush()
            return result
        except KeyboardInterrupt:
            # Typer would end with the exit code alone.
            complain("interrupted")
            raise typer.Exit(INTERRUPTED) from None


class NumbersMayBeNegative(TyperCommand):
    """A command whose arguments may begin with a minus: `-1/2,3/2` is a law, if a bad one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [f" {arg}" if NEGATIVE.match(arg) else arg for arg in args])


app = typer.Typer(
    cls=Commands,
    add_completion=True,
    no_args_is_help=True,
    # Plain help: it answers at once, and reads the same in a pipe.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def completed_keys(incomplete: str) -> list[str]:
    """The names of claims that begin so, for a shell: from the record, which is read at once."""
    from verified.report.names import keys_beginning

    return keys_beginning(incomplete)


def completed_papers(incomplete: str) -> list[str]:
    """The keys of papers that begin so."""
    from verified.report.names import papers_beginning

    return papers_beginning(incomplete)


def completed_statuses(incomplete: str) -> list[str]:
    """The statuses that begin so."""
    return [status for status in STATUSES if status.startswith(incomplete)]


def _tell_version(asked: bool) -> None:
    if asked:
        print(f"verified {verified.__version__}")
        raise typer.Exit


@app.callback()
def _verified(
    version: Annotated[
        bool,
        typer.Option("--version", help="Tell the version.", is_eager=True, callback=_tell_version),
    ] = False,
) -> None:
    """State a claim of information-theoretic privacy, attack it, certify, recheck."""


Patterns = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PATTERN", help="Keys, such as 'cuff-yu-2016/property-*'.",
        autocompletion=completed_keys,
    ),
]
Seed = Annotated[int, typer.Option(help="Fixes the sequence of the search.")]
Workers = Annotated[int, typer.Option(help="Processes to use.")]
Corpus = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Near misses of earlier runs: replayed first, and kept."),
]


def counted(number: int, one: str, several: str | None = None) -> str:
    """So many of something, as in "1 statement" and "2 statements"."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def complain(message: str) -> None:
    """One message to the error stream; a terminal that it is too long for breaks no word."""
    lines = [f"verified: {message}"]
    if sys.stderr.isatty():
        from verified.report.terminal import console, folded

        lines = folded(lines[0], console(error=True).width)
    for line in lines:
        print(line, file=sys.stderr)


def checked_budget(number: int) -> int:
    """A number of evaluations, if it is one that can be spent."""
    if not 1 <= number <= MOST_EVALUATIONS:
        raise InputError(f"--budget is {number}; it must be from 1 to {MOST_EVALUATIONS}")
    return number


def checked_effort(budget: int | None, seconds: float | None, usual: int) -> int:
    """The evaluations to spend: as many as asked for, else as many as the time allows, else as
    usual.

    Raises:
        InputError: the budget or the time is nothing that can be spent.
    """
    if seconds is not None and not 0 < seconds < float("inf"):
        raise InputError(f"--seconds is {seconds}; it must be a positive number")
    if budget is not None:
        return checked_budget(budget)
    from verified.report.run import ENDLESS

    return usual if seconds is None else ENDLESS


def checked_seed(number: int) -> int:
    """A seed, if it is one."""
    if number < 0:
        raise InputError(f"--seed is {number}; it must be at least 0")
    return number


def checked_workers(number: int) -> int:
    """A number of processes, if a machine may have as many."""
    if not 1 <= number <= MOST_WORKERS:
        raise InputError(f"--workers is {number}; it must be from 1 to {MOST_WORKERS}")
    return number


def selected(patterns: list[str] | None) -> list[Claim]:
    """The claims of the papers here that patterns choose; without patterns, all."""
    from verified.errors import UnknownKeyError
    from verified.papers import all_claims, claims_named
    from verified.report.selection import select

    beside = claims_named(patterns or [])
    if beside is not None:
        # Where a paper has none of a name, all keys are looked through for the nearest.
        with suppress(UnknownKeyError):
            return select(beside, patterns or [])
    return select(all_claims(), patterns or [])


def meant(name: str) -> list[Claim]:
    """The claims that a name means: of a paper, of a file of claims, or the claim of a text."""
    from verified.report.looking import claims_meant

    return claims_meant(name)


def targeted(target: str, number: int = 1) -> list[Claim]:
    """The claims that a file, a pattern or a text means, with all that is below them; the text is
    the first of several, or a later one."""
    from verified.errors import UnknownKeyError
    from verified.report.claimfile import is_file, load
    from verified.report.claimlines import is_lines, is_text, load_lines, of_text
    from verified.report.selection import nodes

    if is_file(target):
        return [node for claim in load(target) for node in nodes(claim)]
    if is_lines(target):
        return load_lines(target)
    if is_text(target):
        return [of_text(target, number)]
    try:
        return selected([target])
    except UnknownKeyError:
        if not target or not Path(target).exists():
            raise
        raise InputError(
            f"{target} is no file of claims; they are read from FILE.py and FILE.claims"
        ) from None


def print_json(value: Any) -> None:
    """Print a value as JSON, in letters that the output has."""
    import json

    # JSON has escapes of its own for what the output's encoding doesn't have.
    plain = (sys.stdout.encoding or "").lower() not in ("utf-8", "utf8")
    print(json.dumps(value, indent=1, ensure_ascii=plain, allow_nan=False))
