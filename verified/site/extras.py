"""What the page of a claim has beside its statement and its proof: pictures, and code of its closed
forms; both are kept from one run to the next, as they take long to work out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from markupsafe import Markup

from verified.code.functions import code_of
from verified.drawing.bounds import bound_sheet
from verified.drawing.plays import play_sheet
from verified.drawing.svg import svg
from verified.errors import InputError
from verified.report.bound_data import BUDGET, bound_data, searched
from verified.report.bounds import bounded
from verified.report.digests import (
    ChangedMeanwhile,
    code_digest,
    heads_in,
    heads_of,
    joined,
    quantities,
)
from verified.report.mathematics import mathematical
from verified.report.results import Results
from verified.syntax.claims import Claim
from verified.syntax.serial import FormatError, statement_digest
from verified.syntax.text import text

LANGUAGE = "python"
_CODES, _DRAWS = "verified.code.functions", "verified.site.extras"
# Of a user's own claims pictures are searched for while the site is made.
OWN_BUDGET = 2_000


@dataclass(frozen=True)
class Picture:
    """A picture on a page: what it is called, as SVG, what it shows in words, and the claims whose
    bounds it has besides."""

    title: str
    drawn: Markup
    told: str = ""
    others: tuple[str, ...] = ()


def instance_picture(play: Mapping[str, Any], results: Results) -> Iterator[Picture]:
    """The instance that refutes a claim, where it has anything to draw."""
    digest = _digest(_DRAWS)
    key = None if digest is None else joined([
        "instance", json.dumps(play, sort_keys=True),
        quantities(heads_in(json.dumps(play).encode())), digest,
    ])
    kept = None if key is None else results.get("instance", key)
    drawn = kept if isinstance(kept, str) else _instance(play)
    if key is not None and drawn is not kept:
        results.keep("instance", key, str(play.get("claim")), drawn)
    if drawn:
        yield Picture("The instance, drawn", Markup(drawn))


def _instance(play: Mapping[str, Any]) -> str:
    """A certificate's instance as SVG; empty where there is nothing to draw, or it doesn't hold."""
    try:
        sheet = play_sheet(dict(play))
    except FormatError:
        return ""
    return svg(sheet) if sheet.panels else ""


def bound_picture(
    claim: Claim, status: str | None, play: Mapping[str, Any] | None, results: Results,
    search: bool, own: bool,
) -> Iterator[Picture]:
    """A claim's bound, with what a search met of instances if that is kept, or it may run now."""
    found = bounded(claim)
    if isinstance(found, str):
        return
    data = bound_data(
        found, results, status=status or "not recorded", play=play, search=search or own,
        budget=OWN_BUDGET if own else BUDGET,
    )
    if isinstance(data, str):
        return
    sign = "≤" if found.upper else "≥"
    told = f"{mathematical(text(found.measured))} {sign} {mathematical(text(found.bound))}"
    if not found.curve:
        told += f"; {searched(data)}"
    yield Picture(
        "The bound, and what comes near it", Markup(svg(bound_sheet(data))), told, data.others
    )


def claim_code(claim: Claim, results: Results) -> str:
    """A claim's closed forms as functions; empty where it states none."""
    assert claim.statement is not None
    coded = _digest(_CODES)
    key = None if coded is None else joined([
        "code", LANGUAGE, claim.name, statement_digest(claim.statement),
        quantities(heads_of(claim.statement)), coded,
    ])
    kept = None if key is None else results.get("code", key)
    if isinstance(kept, str):
        return kept
    try:
        made = code_of([claim.name], lambda _: [claim], LANGUAGE)
    except InputError:
        made = ""
    if key is not None:
        results.keep("code", key, claim.name, made)
    return made


@cache
def _digest(root: str) -> str | None:
    """The digest of what writes code or draws; None where that changed since the program began."""
    try:
        return code_digest(root)
    except ChangedMeanwhile:
        return None


__all__ = ["LANGUAGE", "Picture", "bound_picture", "claim_code", "instance_picture"]
