"""How a proved repair differs from the statement that it repairs: what it leaves out, where else it
speaks, and what it concludes instead.

What can't be read off the formulas is measured at generic instances (`attack/generic.py`): a
condition that all of them meet leaves out a degenerate case only. Where nothing can be measured,
the condition counts as one that leaves out more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from verified.attack.floating import FloatReading, satisfaction
from verified.attack.generic import generic_instances, near_instances
from verified.instances.sorts import search
from verified.kernel.inference import conjuncts
from verified.kernel.polynomial import key_of
from verified.measures.readings import Env, Unreadable
from verified.syntax.claims import Statement
from verified.syntax.formulas import (
    And,
    Formula,
    Or,
    Quantified,
    Relation,
    substitute_sort,
)
from verified.syntax.goals import normal
from verified.syntax.sorts import ClaimError
from verified.syntax.terms import Var, free_variables

# How many generic instances must meet the hypotheses for a measurement.
_ENOUGH = 32
# Two numbers are the same up to so much of their size.
_CLOSE = 1e-6
# The relations that follow from others, once the sides do. (With < turned into ≤ and the same
# sides, the same is meant.)
_WEAKENS = {("=", "<="), ("<", "<"), ("<", "<="), ("<=", "<=")}


@dataclass(frozen=True)
class Difference:
    """How a repair differs.

    Attributes:
        leaves_out: what of the statement's instances the repair says nothing of: "nothing", a
            "degenerate" case, or "more".
        elsewhere: whether it speaks of instances beyond the statement's hypotheses.
        concludes: the "same" (up to degenerate cases), "less", or something "else".
    """

    leaves_out: str
    elsewhere: bool
    concludes: str


@cache
def difference(stated: Statement, repair: Statement) -> Difference | None:
    """Compare two statements; None where they are about different things."""
    if stated.quantifier != "forall" or repair.quantifier != "forall":
        return None
    one, two = opened(stated), opened(repair)
    had = {key_of(part) for part in _parts(one.given)}
    if key_of(normal(two.then)) in had or _apart(one, two):
        return None  # the converse, or nothing to compare by
    shared = _shared(one, two)
    narrower, domains = shared is None, [] if shared is None else shared
    more = [part for part in _parts(two.given) if key_of(part) not in had] + domains
    same = key_of(normal(one.then)) == key_of(normal(two.then))
    variables = _union(one, two)
    if narrower:
        return Difference("more", False, "same" if same else "else")
    left = _left_out(variables, one, more) if more else "nothing"
    elsewhere = left == "more" and _beyond(variables, one, two)
    return Difference(left, elsewhere, "same" if same else _concluded(variables, one, two))


def leaves_out_near(stated: Statement, repair: Statement, moves: Mapping[str, Any]) -> bool:
    """Whether a repair leaves out part of what is near an instance that it leaves out: then it
    isn't for a degenerate case, however few instances have told so.

    Args:
        moves: the instance, as a certificate has it.
    """
    had = {key_of(part) for part in _parts(stated.given)}
    more = [part for part in _parts(repair.given) if key_of(part) not in had]
    more += _shared(stated, repair) or []
    known = {var.name for var in stated.variables}
    if not more or not known >= {name for part in more for name in free_variables(part)}:
        return False
    return any(
        (met & ~_holds(more, env, reading, met)).any()
        for env, reading, met in near_instances(stated.variables, stated.given, moves)
    )


def opened(statement: Statement) -> Statement:
    """With the leading "for every …" of the conclusion among the variables."""
    then = statement.then
    names = {var.name for var in statement.variables}
    if not isinstance(then, Quantified) or then.kind != "forall" or then.var.name in names:
        return statement
    given = statement.given if then.guard is None else (*statement.given, then.guard)
    return opened(replace(
        statement, variables=(*statement.variables, then.var), given=given, then=then.body
    ))


def _parts(given: Sequence[Formula]) -> list[Formula]:
    return [part for formula in given for part in conjuncts(normal(formula))]


def _union(one: Statement, two: Statement) -> tuple[Var, ...]:
    known = {var.name for var in one.variables}
    return (*one.variables, *(var for var in two.variables if var.name not in known))


def _shared(one: Statement, two: Statement) -> list[Formula] | None:
    """What the second statement's narrower domains ask of the shared variables, as formulas; None
    where no formula says it."""
    theirs = {var.name: var for var in two.variables}
    found: list[Formula] = []
    for var in one.variables:
        other = theirs.get(var.name)
        # A symbol is one of the same alphabet, whatever the sizes that this may have.
        if other is None or substitute_sort(var.of, theirs) == other.of:
            continue
        said = None
        if type(other.of) is type(var.of):
            said = search(var.of).within(var, other.of, var.of)
        if said is None:
            return None
        found += said
    return found


def _apart(one: Statement, two: Statement) -> bool:
    """Whether each conclusion speaks of something that the other statement doesn't have."""
    names = [{var.name for var in statement.variables} for statement in (one, two)]
    return all(
        set(free_variables(statement.then)) - others
        for statement, others in zip((one, two), reversed(names), strict=True)
    )


# --- at generic instances -------------------------------------------------------------------------


def _holds(formulas: Sequence[Formula], env: Env, reading: FloatReading, like: Any) -> Any:
    """Which instances meet all of the formulas."""
    result = np.ones(like.shape, dtype=bool)
    for formula in formulas:
        try:
            with np.errstate(all="ignore"):
                found = np.asarray(satisfaction(normal(formula), env, reading), float)
        except (Unreadable, ClaimError, KeyError):
            return np.zeros(like.shape, dtype=bool)
        result &= np.broadcast_to(found >= 0, like.shape)
    return result


def _left_out(variables: Sequence[Var], one: Statement, more: Sequence[Formula]) -> str:
    """What further conditions leave out of a statement's instances, "more" where that can't be
    measured. Hypotheses that have no variable to do with the conditions leave it as it is."""
    about = {name for formula in more for name in free_variables(formula)}
    given = list(_parts(one.given))
    related: list[Formula] = []
    while found := [part for part in given if about & set(free_variables(part))]:
        related += found
        given = [part for part in given if part not in found]
        about |= {name for part in found for name in free_variables(part)}
    # Hypotheses that no generic instance meets tell nothing of what else is degenerate.
    for asked in (related, [part for part in related if _is_met(variables, part)]):
        met = 0
        for env, reading, kept in generic_instances(variables, asked):
            if (kept & ~_holds(more, env, reading, kept)).any():
                return "more"
            met += int(kept.sum())
        if met >= _ENOUGH:
            return "degenerate"
    return "more"


def _is_met(variables: Sequence[Var], formula: Formula) -> bool:
    return any(kept.any() for _, _, kept in generic_instances(variables, [formula]))


def _beyond(variables: Sequence[Var], one: Statement, two: Statement) -> bool:
    """Whether generic instances meet the second statement's hypotheses and not the first's."""
    return any(
        (kept & ~_holds(one.given, env, reading, kept)).any()
        for env, reading, kept in generic_instances(variables, two.given)
    )


def _concluded(variables: Sequence[Var], one: Statement, two: Statement) -> str:
    """What the second statement concludes beside the first, where the first's hypotheses hold."""
    met, equal, implied = 0, True, True
    for env, reading, kept in generic_instances(variables, one.given):
        found = _compared(normal(one.then), normal(two.then), env, reading, kept)
        met, equal, implied = met + int(kept.sum()), equal and found[0], implied and found[1]
        if not equal and not implied:
            return "else"
    if met < _ENOUGH:
        return "else"
    return "same" if equal else "less"


def _compared(
    one: Formula, two: Formula, env: Env, reading: FloatReading, kept: Any
) -> tuple[bool, bool]:
    """Whether two conclusions say the same at some instances, and whether the second then says no
    more than the first."""
    if key_of(one) == key_of(two):
        return True, True
    match one, two:
        case Relation(), Relation():
            with suppress(Unreadable, ClaimError, KeyError), np.errstate(all="ignore"):
                return _sides(one, two, env, reading, kept)
        case (And(first), And(second)) | (Or(first), Or(second)) if len(first) == len(second):
            found = [
                _compared(left, right, env, reading, kept)
                for left, right in zip(first, second, strict=True)
            ]
            return all(equal for equal, _ in found), all(implied for _, implied in found)
        case Quantified("forall", var, None, left), Quantified("forall", other, None, right) if (
            var == other
        ):
            with suppress(Unreadable, ClaimError):
                found = [
                    _compared(left, right, {**env, var.name: point}, reading, kept)
                    for point in reading.gone_through(var.of, env)
                ]
                return all(equal for equal, _ in found), all(implied for _, implied in found)
    return False, False


def _sides(
    one: Relation, two: Relation, env: Env, reading: FloatReading, kept: Any
) -> tuple[bool, bool]:
    """The same for two relations, by their sides."""
    values = [
        np.broadcast_to(np.asarray(reading.real(side, env), float), kept.shape)[kept]
        for side in (one.left, one.right, two.left, two.right)
    ]
    left, right, low, high = values
    if any(np.isnan(value).any() for value in values):
        return False, False
    same = _near(left, low) & _near(right, high)
    if bool(same.all()) and (one.op == two.op or {one.op, two.op} == {"<", "<="}):
        return one.op == two.op, one.op == two.op
    # Something less is said of the same side: reversed or of other sides it is something else.
    below = _between(low, left, right, high)
    if one.op == "=":
        below |= _between(low, right, left, high)
    return False, (one.op, two.op) in _WEAKENS and bool(below.all())


def _between(low: Any, left: Any, right: Any, high: Any) -> Any:
    """Where low ≤ high is left ≤ right with one side moved outwards."""
    return (_near(low, left) & _at_most(right, high)) | (_at_most(low, left) & _near(right, high))


def _near(one: Any, two: Any) -> Any:
    scale = np.maximum(np.abs(one), np.abs(two))
    return (one == two) | (np.abs(one - two) <= _CLOSE * scale)


def _at_most(one: Any, two: Any) -> Any:
    return (one <= two) | _near(one, two)


__all__ = ["Difference", "difference", "leaves_out_near", "opened"]
