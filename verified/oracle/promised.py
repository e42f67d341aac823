"""What a proved claim promises at given numbers: the conversions between notions that papers prove.

A claim whose conclusion has bounds that are functions of numbers, such as "if M is ε-MI-DP then M
is (0, √(2ε))-DP", is a conversion. Nothing here knows a claim by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from verified.accounting.results import Certified
from verified.errors import InputError, UnknownKeyError
from verified.oracle.expressions import WIDTH, enclose
from verified.report.records import expected_statuses
from verified.syntax.claims import Statement
from verified.syntax.formulas import And, Formula, Predicate, Relation
from verified.syntax.sorts import RealSort, SizeSort
from verified.syntax.terms import Term, free_variables, is_arithmetic

_COMPARED: dict[str, Callable[[Certified, Certified], bool]] = {
    "<=": lambda one, two: one <= two, "<": lambda one, two: one < two,
    ">=": lambda one, two: one >= two, ">": lambda one, two: one > two,
    "=": lambda one, two: one == two,
}


def promised(claim: str, /, *, width: Any = WIDTH, **numbers: Any) -> dict[str, Certified]:
    """The bounds that a proved claim concludes, at numbers: conversions between notions of privacy.

    Args:
        claim: its name with a statement of its own, such as "cuff-yu-2016/lemma-2";
            `verified list --status proved` has them, `verified show NAME` what one says.
        width: the relative width asked for.
        numbers: by the names of the statement's real numbers and sizes.

    Returns:
        each bound under the term that the claim has for it; a note says what was proved.

    Raises:
        UnknownKeyError: no claim, or none of its numbers, is called so.
        InputError: the claim isn't recorded as proved, a hypothesis on the numbers fails, or the
            conclusion has no bound that they set.
        UndecidedError: whether a hypothesis holds isn't decided.
    """
    # The papers are opened only if they are asked for.
    from verified.proof.library import leaves

    known = leaves()
    if claim not in known:
        raise UnknownKeyError("claim with a statement", claim, known)
    statement, status = known[claim].statement, expected_statuses().get(claim)
    assert statement is not None
    if status != "proved" or statement.quantifier != "forall":
        raise InputError(f"{claim} isn't recorded as proved for all, but as {status}")
    names = {
        var.name: var for var in statement.variables if isinstance(var.of, RealSort | SizeSort)
    }
    for name in numbers:
        if name not in names:
            raise UnknownKeyError(f"number of {claim}", name, names)
    for hypothesis in statement.given:
        _check(hypothesis, numbers, width)
    note = f"{claim}, proved: {statement}"
    found = {
        str(term): _noted(enclose(term, width=width, **_needed(term, numbers)), note)
        for term in _bounds(statement, numbers, set(names))
    }
    if not found:
        raise InputError(f"{claim} has no bound that is a function of numbers: {statement}")
    return found


def _noted(value: Certified, note: str) -> Certified:
    return replace(value, notes=(*value.notes, note))


def _needed(term: Term, numbers: Mapping[str, Any]) -> dict[str, Any]:
    free = {var.name for var in free_variables(term).values()}
    return {name: number for name, number in numbers.items() if name in free}


def _check(hypothesis: Formula, numbers: Mapping[str, Any], width: Any) -> None:
    """A hypothesis on nothing but numbers that are given must hold.

    Raises:
        InputError: it fails.
    """
    if not isinstance(hypothesis, Relation):
        return
    sides = (hypothesis.left, hypothesis.right)
    free = {var.name for side in sides for var in free_variables(side).values()}
    if not free or not free <= set(numbers):
        return
    one, two = (enclose(side, width=width, **_needed(side, numbers)) for side in sides)
    if not _COMPARED[hypothesis.op](one, two):
        raise InputError(f"the hypothesis {hypothesis} fails: {one} and {two}")


def _bounds(
    statement: Statement, numbers: Mapping[str, Any], names: set[str]
) -> Iterator[Term]:
    """The terms of a conclusion that are functions of the statement's numbers, and not constant.

    Raises:
        InputError: one needs a number that isn't given.
    """
    for term in _terms(statement.then):
        free = {var.name for var in free_variables(term).values()}
        if not free or not free <= names:
            continue
        missing = sorted(free - set(numbers))
        if missing:
            raise InputError(f"{term} needs {', '.join(missing)}: give {missing[0]}=…")
        yield term


def _terms(formula: Formula) -> Iterator[Term]:
    """Sides of relations and numbers of notions."""
    match formula:
        case And(parts=parts):
            for part in parts:
                yield from _terms(part)
        case Relation(left=left, right=right):
            yield left
            yield right
        case Predicate(args=args):
            yield from (arg for arg in args if is_arithmetic(arg.sort))


__all__ = ["promised"]
