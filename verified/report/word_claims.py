"""What a word looks like in a claim: for each quantity and each notion a claim in one line, as
plain as can be, which is read back and attacked as any other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from verified.quantities.channels import capacity
from verified.quantities.databases import database_of, entries, flat_prior
from verified.quantities.integers import discrete_gaussian
from verified.quantities.joints import as_joint, conditional
from verified.quantities.laws import cardinality
from verified.quantities.line import gaussian, interval_mass
from verified.quantities.mechanisms import dp_delta, on_database
from verified.quantities.notions import Independent, Markov
from verified.quantities.pufferfish import edges, member_law
from verified.quantities.queries import together
from verified.quantities.words import TV, H, I
from verified.syntax import sorts
from verified.syntax.claims import claim
from verified.syntax.formulas import Definition, Formula, substitute
from verified.syntax.quantity import COUNT, ExtendedSort, Quantity
from verified.syntax.statements import Statement
from verified.syntax.terms import (
    Channel,
    Joint,
    Op,
    Pmf,
    Real,
    Size,
    Symbol,
    Term,
    Var,
    free_variables,
    is_arithmetic,
    number,
)

_n, _m, _k = Size("n"), Size("m"), Size("k")
_pair: Any = Joint("J", X=_n, Y=_m)


def claim_of(record: Quantity) -> Statement:
    """A claim that speaks of the quantity, and holds: that a number lies where the record says, or
    something as plain of what the quantity gives."""
    term = _term(record)
    return _stated(record.name, _plain(record, term), record.conditions(term))


def claim_of_notion(definition: Definition) -> Statement:
    """A claim that assumes the notion, and concludes it."""
    found = _notion(definition)
    found = substitute(found, _claimed(found))
    return _stated(definition.build.__name__.lower(), found, [found])


def _stated(name: str, then: Formula, given: Sequence[Formula]) -> Statement:
    variables = [var for part in (*given, then) for var in free_variables(part).values()]
    stated = claim(name.replace("_", "-"), forall=list(dict.fromkeys(variables)), given=given,
                   then=then)
    assert stated.statement is not None
    return stated.statement


# --- terms ----------------------------------------------------------------------------------------

# Terms of quantities whose arguments must be of some form.
_FORMS: dict[str, Callable[[], Term]] = {
    "on_database": lambda: on_database(Channel("W", _n * _k, _m), database_of(_n, _k)),
    "joint_information": lambda: I(_pair, "X;Y"),
    "joint_at": lambda: _pair[Symbol("x", _n), Symbol("y", _m)],
    "conditional": lambda: conditional(_pair, "Y|X"),
    "as_joint": lambda: as_joint(Pmf("P", _n * _k), U=_n, V=_k),
}


def _term(record: Quantity) -> Op:
    """A term of the quantity's declared variables, as a claim may have them."""
    if record.name in _FORMS:
        return cast(Op, _FORMS[record.name]())
    if record.repeats:
        *first, last = record.arguments
        parts = [Var(f"{last.name}{place}", last.of) for place in (1, 2)]
        values = {COUNT.name: number(2)}
        found = record.of([*(substitute(var, values) for var in first), *parts])
    else:
        found = record.of(record.arguments, _detail(record))
    return cast(Op, substitute(found, _claimed(found)))


def _detail(record: Quantity) -> tuple[str, ...]:
    joint = next((v for v in record.arguments if isinstance(v.of, sorts.JointSort)), None)
    if joint is None or not record.details:
        return ()
    assert isinstance(joint.of, sorts.JointSort)
    return (joint.of.names[0], *[""] * (record.details - 1))


def _claimed(part: Term | Formula) -> dict[str, Term]:
    """What takes the place of variables that no claim has: laws on the line, infinite numbers."""
    values: dict[str, Term] = {}
    for name, var in free_variables(part).items():
        if isinstance(var.of, ExtendedSort):
            values[name] = Real(name, _within(var.of))
        elif not var.of.is_variable:
            values[name] = (
                discrete_gaussian(Size(f"m_{name}", low=0), 1)
                if isinstance(var.of, sorts.IntegerLawSort) else gaussian(Real(f"m_{name}"), 1)
            )
    return values


def _within(sort: ExtendedSort) -> str:
    return "" if sort.low is None else f">{sort.low}"


# --- formulas -------------------------------------------------------------------------------------


def _plain(record: Quantity, term: Any) -> Any:
    """What is plainly true of a term."""
    if not is_arithmetic(term.sort):
        return _measured(term) >= 0
    values = record.values
    if values is None or (values.low is None and values.high is None):
        return term <= term + 1
    if values.low is not None:
        return term > values.low if values.low_open else term >= values.low
    return term < values.high if values.high_open else term <= values.high


def _measured(term: Term) -> Any:
    """A number of an object that isn't one."""
    match term.sort:
        case sorts.PmfSort():
            return H(term)
        case sorts.ChannelSort():
            return capacity(term)
        case sorts.EventSort():
            return cardinality(term)
        case sorts.DatabaseSort():
            return entries(term)
        case sorts.PriorSort():
            return H(flat_prior(term))
        case sorts.JointSort(names=names):
            return H(term, names[0])
        case sorts.LawSort():
            return interval_mass(term, 0, 1)
        case sorts.IntegerLawSort():
            return TV(term, discrete_gaussian(0, 1))
        case sorts.MechanismSort():
            return dp_delta(term, 0)
        case sorts.QueriesSort():
            return dp_delta(together(term), 0)
        case sorts.FrameworkSort():
            return edges(term)
        case sorts.MemberSort():
            return H(member_law(term))
    raise AssertionError(term.sort)


def _notion(definition: Definition) -> Formula:
    if definition.build in (Independent, Markov):
        names = "XYZ" if definition.build is Markov else "XY"
        joint = Joint("J", X=_n, Y=_m, Z=_k)
        return definition.build(joint, *names)
    return definition.build(*definition.takes[0])


__all__ = ["claim_of", "claim_of_notion"]
