"""Claims: statements under a paper's labels, with readings and children.

A `Statement` is what is checked: variables, hypotheses, a conclusion. A `Claim` is a statement with
its key and place. A row of a paper that bundles several relations is a `Claim` with children, and
no statement of its own. Papers of ours and of a reviewer are built by the same `Paper.claim`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from verified.errors import UnknownKeyError
from verified.syntax.formulas import (
    And,
    Formula,
    Not,
    Or,
    Predicate,
    Quantified,
    Relation,
    both,
    expand,
    substitute,
)
from verified.syntax.goals import goal
from verified.syntax.places import stated_at
from verified.syntax.sorts import ClaimError
from verified.syntax.statements import Statement, build_statement
from verified.syntax.terms import (
    Number,
    Term,
    Var,
    equals,
    free_variables,
    number,
)
from verified.syntax.written import PRINTERS

KEY = re.compile(r"^[a-z0-9][a-z0-9.-]*$")
# What a child, and what another reading, may say of its own.
_OF_READINGS = ("forall", "given", "then", "exists", "note", "scope", "at")
_OF_CHILDREN = (*_OF_READINGS, "reading", "readings")


# What a statement that has no goal may be read as: who knows of quantities enters it here.
RESTATED: list[Callable[[Statement], Statement]] = []


@dataclass(frozen=True)
class Iff:
    """Two formulas that hold together; a claim makes two children of it."""

    left: Formula
    right: Formula


def iff(left: Formula, right: Formula) -> Iff:
    """`left` holds if and only if `right` does (as the `then` of a claim)."""
    return Iff(left, right)


@dataclass(frozen=True)
class Claim:
    """A statement under its key, or a row of children.

    Attributes:
        key: `paper/claim`, children `paper/claim.child`.
        at: the place in the paper.
        statement: what is claimed; None for a row that has children.
        reading: the reading's name where the text leaves a choice, else "".
        readings: further readings of the same text, each a claim with the same key.
        parent: the row's key, for a child.
        tight: whether the paper calls the bound tight.
        step: whether it is a line of a proof, which may fail while what is proved holds.
        note: what a reader should know of the encoding.
        scope: for what it is stated, where the text says more ("finite alphabets"); else "".
    """

    key: str
    paper: Paper
    at: str = ""
    statement: Statement | None = None
    children: tuple[Claim, ...] = ()
    reading: str = ""
    readings: tuple[Claim, ...] = ()
    parent: str = ""
    tight: bool = False
    step: bool = False
    note: str = ""
    scope: str = ""

    @property
    def name(self) -> str:
        """The key, with the reading after an @ where there is a choice."""
        return f"{self.key}@{self.reading}" if self.reading else self.key

    @property
    def row(self) -> str:
        """The key of the row that it is, or is a child of; keys of rows may have dots."""
        return self.parent or self.key

    @property
    def child(self) -> str:
        """What a child's key has after its row's; "" for a row."""
        return self.key[len(self.row) + 1 :]

    def leaves(self) -> Iterator[Claim]:
        """Every claim with a statement below this one, readings included."""
        if self.statement is not None:
            yield self
        for part in (*self.children, *self.readings):
            yield from part.leaves()

    def _repr_html_(self) -> str:
        return str(PRINTERS["html"](self))

    def __str__(self) -> str:
        return str(PRINTERS["claim"](self))


@dataclass(frozen=True)
class Paper:
    """A paper and its claims.

    Attributes:
        key: short name that opens every claim's key.
        edition: which text was read.
        units: "nats" or "bits", the unit of the paper's logarithms.
        rows: the claims by their keys, without the paper's; `places`: where each is stated, a file
            and a line.
    """

    key: str
    title: str = ""
    authors: str = ""
    venue: str = ""
    year: int = 0
    identifier: str = ""
    edition: str = ""
    units: str = "nats"
    rows: dict[str, Claim] = field(default_factory=dict, compare=False, repr=False)
    places: dict[str, tuple[str, int]] = field(default_factory=dict, compare=False, repr=False)

    def claim(
        self,
        key: str,
        *,
        forall: Sequence[Var] = (),
        given: Sequence[Formula] = (),
        then: Formula | Iff | Mapping[str, Any] | None = None,
        exists: Sequence[Var] = (),
        at: str = "",
        attained_by: Mapping[Var, Any] | None = None,
        reading: str = "",
        readings: Mapping[str, Mapping[str, Any]] | None = None,
        tight: bool = False,
        step: bool = False,
        note: str = "",
        scope: str = "",
    ) -> Claim:
        """State a claim and add it to the paper.

        Args:
            key: lower-case letters, digits, dots and hyphens; unique in the paper.
            forall: the variables; sizes and databases that their sorts mention are added.
            given: the hypotheses.
            then: the conclusion; an `iff` makes the children `only-if` and `if`; a mapping makes
                a child of each entry, whose value is a formula, an `iff`, or a mapping with
                `forall`, `given`, `then`, `exists`, `at`, `note`, `scope`, `reading` and
                `readings` of its own.
            exists: the variables of an existence claim, in place of `forall`.
            at: the place in the paper.
            attained_by: terms for some variables, at which every relation of `then` is claimed to
                be an equality; makes the child `attained`.
            reading: the name of the reading encoded here.
            readings: other readings; each a mapping of what it changes.
            tight: whether the paper calls the bound tight.
            step: whether it is a line of a proof; where the key ends in `-steps` it is anyway.
            note: what a reader should know of the encoding.
            scope: for what it is stated, where the text says more: "finite alphabets", to be read
                as in "proved for finite alphabets". Children and readings have it too, unless they
                have a `scope` of their own ("" where nothing is left out).

        Raises:
            ClaimError: the key is malformed or taken, or the statement is mistyped.
            UnknownKeyError: a child or a reading has a part of another name.
        """
        if not isinstance(key, str):
            raise ClaimError(f"a claim has a key first, as in claim('lemma-1', …), not {key}")
        if not KEY.match(key):
            raise ClaimError(f"the key {key!r} isn't made of a-z, 0-9, dots and hyphens")
        if key in self.rows:
            raise ClaimError(f"the key {key!r} is taken in {self.key}")
        if then is None:
            raise ClaimError(f"the claim {key} has no conclusion: say then=…")
        parts = {
            "forall": forall, "given": given, "then": then, "exists": exists, "note": note,
            "scope": scope, "at": at,
        }
        row = _build(
            Claim(
                f"{self.key}/{key}", self, tight=tight, step=step or "-steps" in key,
                reading=reading,
            ),
            parts, readings,
        )
        if attained_by is not None:
            row = _with_attainment(row, attained_by, at)
        self.rows[key] = row
        self.places[key] = place = stated_at()
        for stated in _LISTENING:
            stated.append((row, place))
        return row


Stated = list[tuple[Claim, tuple[str, int]]]

_LISTENING: list[Stated] = []


@contextmanager
def listening() -> Iterator[Stated]:
    """Every row that is stated meanwhile, with the file and the line that state it."""
    stated: Stated = []
    _LISTENING.append(stated)
    try:
        yield stated
    finally:
        # By identity: lists that have stated the same are equal.
        _LISTENING[:] = [one for one in _LISTENING if one is not stated]


def claim(key: str, **parts: Any) -> Claim:
    """State a claim that belongs to no paper; arguments as in `Paper.claim`."""
    return Paper("mine").claim(key, **parts)


def find(papers: Iterable[Paper], key: str) -> Claim:
    """The row or child with a key; a bare claim's key will do where it is unique.

    Raises:
        UnknownKeyError: there is none; the nearest keys are offered.
    """
    known: dict[str, Claim] = {}
    for paper in papers:
        for row in paper.rows.values():
            for part in (row, *row.children):
                known[part.key] = part
    if key in known:
        return known[key]
    short = [name for name in known if name.split("/", 1)[1] == key]
    if len(short) == 1:
        return known[short[0]]
    raise UnknownKeyError("claim", key, known)


# --- building -------------------------------------------------------------------------------------


def _build(
    stub: Claim, parts: Mapping[str, Any], readings: Mapping[str, Mapping[str, Any]] | None
) -> Claim:
    """Fill a claim's statement or children, then its other readings."""
    then = parts["then"]
    if isinstance(then, Iff):
        then = {
            "only-if": {"given": [*parts["given"], then.left], "then": then.right},
            "if": {"given": [*parts["given"], then.right], "then": then.left},
        }
    if isinstance(then, Mapping):
        children = []
        for name, entry in then.items():
            own = dict(entry) if isinstance(entry, Mapping) else {"then": entry}
            _check_parts(f"{stub.key}.{name}", own, _OF_CHILDREN)
            if "then" not in own:
                raise ClaimError(f"the claim {stub.key}.{name} has no conclusion: say then=…")
            more = own.pop("readings", None)
            label = own.pop("reading", stub.reading)
            inherited = {**parts, **own}
            if own.get("exists"):
                inherited["forall"] = ()
            child = Claim(
                f"{stub.key}.{name}", stub.paper, parent=stub.key, tight=stub.tight,
                step=stub.step, reading=label,
            )
            children.append(_build(child, inherited, more))
        built = replace(stub, children=tuple(children))
    else:
        quantifier = "exists" if parts["exists"] else "forall"
        variables = parts["exists"] or parts["forall"]
        statement = build_statement(stub.key, variables, parts["given"], then, quantifier)
        built = replace(stub, statement=_with_goal(stub.key, statement))
    built = replace(built, at=parts["at"], note=parts["note"], scope=parts["scope"])
    for name, change in (readings or {}).items():
        _check_parts(f"{stub.key}@{name}", change, _OF_READINGS)
    others = tuple(
        _build(replace(stub, reading=name), {**parts, **change}, None)
        for name, change in (readings or {}).items()
    )
    return replace(built, readings=others)


def _check_parts(name: str, parts: Mapping[str, Any], known: Sequence[str]) -> None:
    """A part of an unknown name would be left out unseen: a hypothesis that is misspelt, say."""
    for part in parts:
        if part not in known:
            raise UnknownKeyError(f"part of {name}:", part, known)


def _check_goal(name: str, statement: Statement) -> None:
    """A claim must have a goal: else a supremum stands where no instance can decide it."""
    try:
        goal(statement, "refutation" if statement.quantifier == "forall" else "proof")
    except ClaimError as error:
        raise ClaimError(f"in {name}: {error}") from None


def _with_goal(name: str, statement: Statement) -> Statement:
    """The statement, in other words if only these have a goal."""
    try:
        _check_goal(name, statement)
    except ClaimError:
        for restated in RESTATED:
            other = restated(statement)
            if other != statement:
                _check_goal(name, other)
                return other
        raise
    return statement


def relations(formula: Formula) -> list[Relation]:
    """The relations of a conclusion, through conjunctions and definitions."""
    match formula:
        case Relation():
            return [formula]
        case And(parts):
            return [found for part in parts for found in relations(part)]
        case Predicate():
            return relations(expand(formula))
        case Not() | Or() | Quantified():
            return []
    return []


def _with_attainment(row: Claim, family: Mapping[Var, Any], at: str) -> Claim:
    """Add the child that claims equality on a family.

    A hypothesis on the remaining variables alone (a domain) stays one; that the family meets the
    others is claimed with the equality. Only the main reading is claimed to be attained.
    """
    values: dict[str, Term] = {var.name: number(term) for var, term in family.items()}
    given: list[Formula] = []
    parts: list[Formula] = []
    variables: dict[str, Var] = {}
    for leaf in (row, *row.children):
        if leaf.statement is None:
            continue
        bounds = relations(leaf.statement.then)
        if not bounds:
            raise ClaimError(f"{leaf.key} has no relation to attain")
        for hypothesis in leaf.statement.given:
            place = parts if set(values) & set(free_variables(hypothesis)) else given
            held = substitute(hypothesis, values)
            if held not in place:
                place.append(held)
        for bound in bounds:
            parts.append(substitute(equals(bound.left, bound.right), values))
        for var in leaf.statement.variables:
            if var.name not in values:
                variables[var.name] = var
    used = {name for part in (*given, *parts) for name in free_variables(part)}
    kept = [var for var in variables.values() if var.name in used]
    key = f"{row.key}.attained"
    statement = build_statement(key, kept, given, both(*parts))
    attained = replace(
        row, key=key, at=at, statement=statement, children=(), readings=(), parent=row.key
    )
    if row.statement is not None:
        bound_key = f"{row.key}.bound"
        others = tuple(replace(other, key=bound_key, parent=row.key) for other in row.readings)
        plain = replace(row, key=bound_key, parent=row.key, readings=others)
        return replace(row, statement=None, children=(plain, attained), readings=())
    return replace(row, children=(*row.children, attained))


__all__ = [
    "Claim", "Iff", "Number", "Paper", "Stated", "Statement", "build_statement", "claim", "find",
    "iff", "listening", "relations",
]
