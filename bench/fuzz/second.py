"""The same steps before the second checker, through its own entry: each as the last step of a proof
certificate, whose claim is the theorem. The trials of claims at instances are left out: they would
hide faults of rules.

The second checker keeps its theorems to itself, so what a step leaves of its premises' hypotheses
is worked out here. Of the variables that a step may rest on, the claim first lists none but those
that it speaks of, then all: the first such claim that is accepted is the theorem.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from bench.fuzz.steps import (
    MEANINGLESS,
    Attempt,
    Derived,
    Refused,
    certificate_of,
    lines,
    statement_of,
    variables_of,
    well_formed,
)
from recheck.certificates import check
from recheck.errors import BadInput, Rejected, Unsupported
from recheck.proofs import Statements
from verified.kernel.theorem import Function, Library, Theorem
from verified.kernel.values import Rejected as Refusal
from verified.language import indicator, total
from verified.quantities.definitions import definitions
from verified.syntax.formulas import (
    And,
    Formula,
    Quantified,
    Relation,
    either,
    every,
    negation,
    some,
    substitute,
)
from verified.syntax.goals import normal
from verified.syntax.serial import FormatError, statement_data
from verified.syntax.sorts import ClaimError
from verified.syntax.terms import Bind, Var, equals, free_variables


@cache
def stated() -> Statements:
    """The definitions as the second checker reads them."""
    return Statements({key: json.loads(json.dumps(statement_data(value)))
                       for key, value in definitions().items()})


def verdict(certificate: Mapping[str, Any], trials: bool = True) -> str:
    """"accepted", "partial" (a step isn't shown), or why it is rejected.

    Args:
        trials: whether claims are tried at instances too, which rejects more and accepts no more.
    """
    try:
        found = check(certificate, stated(), trials)
    except Unsupported:
        return "partial"
    except (Rejected, BadInput) as error:
        return f"rejected: {error}"
    assert found is not None
    return "accepted" if all(how == "exact" for _, how in found.steps) else "partial"


# --- theorems -------------------------------------------------------------------------------------


def dropped(attempt: Attempt) -> list[list[Formula]]:
    """For each premise, the hypotheses that the rule discharges of it."""
    none: list[list[Formula]] = [[] for _ in attempt.premises]
    data, formula = attempt.data, normal(attempt.formula)
    var = data.get("variable")
    first = attempt.premises[0].formula if attempt.premises else None

    def parts(found: Formula) -> list[Formula]:
        told = normal(found)
        return [told, *(told.parts if isinstance(told, And) else ())]

    def at(part: Formula | None, name: str) -> list[Formula]:
        assert isinstance(var, Var)
        return [] if part is None else parts(substitute(part, {name: var}))

    match attempt.rule, formula:
        case "discharge", _:
            none[0] = [normal(data["hypothesis"])]
        case "generalise", Quantified(_, bound, guard, _) if isinstance(var, Var):
            none[0] = at(guard, bound.name)
        case "obtain", _ if isinstance(first, Quantified) and isinstance(var, Var):
            none[1] = [*at(first.guard, first.var.name), *at(first.body, first.var.name)]
        case "bound-sup", Relation(_, left, right) if isinstance(var, Var):
            for side in (left, right):
                if isinstance(side, Bind):
                    none[0] = [*none[0], *at(side.guard, side.var.name)]
        case "integral-above" | "integral-below", _ if "end" in data and isinstance(var, Var):
            none[0] = [Relation("<=", var, data["end"])]
            if len(none) > 1:
                none[1] = [Relation("<=", data["end"], var)]
        case "intermediate", _ if isinstance(var, Var) and isinstance(data["function"], Function):
            body = substitute(data["function"].body, {data["function"].variable.name: var})
            none[0] = [Relation("=", body, data["value"]), Relation("<=", data["low"], var),
                       Relation("<=", var, data["high"])]
        case "dependence", _ if isinstance(var, Var):
            row, column, weight, event = (data[n] for n in ("row", "column", "weight", "event"))
            for part in (
                every(column, equals(total(row, var[row] * weight), 0)),
                every(row, either(equals(indicator(event, row), 1), equals(var[row], 0))),
                some(row, negation(equals(var[row], 0))),
            ):
                none[0] = [*none[0], *parts(part)]
    return none


def remaining(attempt: Attempt) -> dict[str, Formula]:
    """The hypotheses under which a step holds, if it does."""
    if attempt.rule == "assume":
        told = normal(attempt.formula)
        return {str(told): told}
    found: dict[str, Formula] = {}
    for premise, gone in zip(attempt.premises, dropped(attempt), strict=True):
        for part in premise.theorem.hypotheses.values():
            if part not in gone:
                found[str(part)] = part
    return found


def candidates(attempt: Attempt) -> list[Derived]:
    """What the step may make: resting on nothing but what it speaks of, then on all behind it."""
    told, hypotheses = normal(attempt.formula), remaining(attempt)
    spoken = {
        name: var for part in (*hypotheses.values(), told)
        for name, var in free_variables(part).items()
    }
    behind = {
        name: var for name, var in variables_of(lines([attempt])).items()
        if name not in spoken and attempt.data.get("variable") != var
    }
    found = [Derived(attempt, Theorem(hypotheses, told))]
    if behind:
        found.append(Derived(attempt, Theorem(hypotheses, told, frozenset(behind.values()))))
    return found


def checked(attempt: Attempt, library: Library) -> Derived:
    """What the second checker makes of an attempt.

    Raises:
        Refused: it accepts no proof whose last step this is.
    """
    said = ""
    try:
        well_formed(attempt)
        told = candidates(attempt)
    except (Refusal, ClaimError, FormatError, *MEANINGLESS) as error:
        raise Refused(error) from None
    for derived in told:
        try:
            certificate = certificate_of([attempt], statement_of(derived), library)
        except (Refusal, ClaimError, FormatError, *MEANINGLESS) as error:
            raise Refused(error) from None
        said = verdict(certificate, trials=False)
        if said == "accepted":
            return derived
    raise Refused(said)
