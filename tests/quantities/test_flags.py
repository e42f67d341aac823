"""Flags of records are tested facts: at corners of each signature, and against records that say a
little more than is true."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from tests.quantities.corners import Outcome, example, instances, outcome
from tests.quantities.mutants import flags, outcomes, violations, widened
from verified.kernel.judgements import defined, never_minus_infinity, real
from verified.kernel.normaliser import Normaliser
from verified.measures.continuous import LawValue
from verified.numbers.line import LOGISTIC, STEPPED, STUDENT
from verified.syntax import sorts
from verified.syntax.formulas import Formula, substitute
from verified.syntax.quantity import QUANTITIES, Quantity
from verified.syntax.terms import Op, Real, Size, Var, is_arithmetic

NAMES = sorted(QUANTITIES)
found = cache(outcomes)

# What no corner shows to be false, with why.
UNSHOWN = {
    ("binary_entropy_inverse", "high end open"): "1/2 is reached at ln 2, which is irrational",
    ("csiszar", "low end open"): "a minimum over laws is enclosed, never exact",
    ("as_mechanism", "without inputs > 0"): "of no instances it is a mechanism of which nothing is "
    "asked",
    ("lambert_w", "low end open"): "-1 is reached at -1/e, which is irrational",
    ("lambert_w", "low end moved"): "next to -1/e it isn't enclosed",
}



def is_worked_out(one: Outcome) -> bool:
    """Whether a value is to be expected: sums with laws of steps (but for some with uniform ones),
    logistic or Student ones, and tests of laws of steps have none, at any precision."""
    laws = [value for value in one.instance.env.values() if isinstance(value, LawValue)]
    without = {"law_sum": (*STEPPED, LOGISTIC, STUDENT), "law_trade_off": STEPPED}
    shapes = without.get(one.instance.term.head, ())
    return not any(part.shape in shapes for law in laws for part in law.parts)


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_true_at_its_corners(name: str) -> None:
    record = QUANTITIES[name]
    assert not violations(record, found(record))
    # Most instances are worked out, and conditions are met by some.
    reached = [one for one in found(record) if not one.unknown]
    expected = [one for one in found(record) if is_worked_out(one)]
    assert 3 * len([one for one in expected if not one.unknown]) >= len(expected) > 0
    assert any(one.meets is not False for one in reached)


@pytest.mark.parametrize("name", NAMES)
def test_a_record_that_says_more_is_seen_to_be_false(name: str) -> None:
    record = QUANTITIES[name]
    unseen = {what for what, wrong in flags(record) if not violations(wrong, found(record))}
    for what, term in widened(record):
        beyond = [outcome(record, instance) for instance in instances(record, term)]
        if not violations(record, beyond):
            unseen.add(what)
    assert unseen == {what for own, what in UNSHOWN if own == name}


def test_chi_square_is_not_finite() -> None:
    record = QUANTITIES["chi_square"]
    assert record.values is not None
    wrong = replace(record, values=replace(record.values, high_open=True))
    assert any("is [+/- inf]" in told for told in violations(wrong, found(record)))


def test_an_unknown_value_is_no_violation() -> None:
    record = QUANTITIES["chi_square"]
    (first, *_) = found(record)
    assert not violations(record, [Outcome(first.instance, True, unknown=True)])


# --- what the kernel makes of them ----------------------------------------------------------------


def facts(record: Quantity, term: Op) -> Normaliser:
    return Normaliser([part for part in record.conditions(term) if isinstance(part, Formula)])


def judged(record: Quantity, term: Op, known: Normaliser) -> bool:
    """Whether the kernel is certain of what the record says of a term."""
    if not is_arithmetic(term.sort):
        return defined(known, term)
    if record.values is not None and not record.values.finite:
        return never_minus_infinity(known, term)
    return real(known, term)


# Opened by normal forms: what they must meet is tested with these.
OPENED = {"likelihood_ratio", "div"}


@pytest.mark.parametrize("name", [name for name in NAMES if QUANTITIES[name].certain])
def test_the_kernel_takes_a_quantity_of_its_declared_variables_for_defined(name: str) -> None:
    record = QUANTITIES[name]
    term = example(record)
    assert judged(record, term, facts(record, term))


def wrong(var: Var) -> Var | None:
    """A variable that may be none of the declared sort."""
    name = f"{var.name}'"
    match var.of:
        case sorts.SymbolSort():
            return Var(name, sorts.SymbolSort(Size("other")))
        case sorts.SizeSort(low, _) if low > 0:
            return Size(name, low=0)
        case sorts.RealSort(low, high, _, _) if low is not None or high is not None:
            return Real(name)
        case sorts.RealsSort(size, element) if element != sorts.RealSort():
            return Var(name, sorts.RealsSort(size))
    return None


CASES = [
    (name, var.name) for name in NAMES for var in example(QUANTITIES[name]).args
    if isinstance(var, Var) and wrong(var) is not None
    and name not in OPENED and QUANTITIES[name].certain
]


@pytest.mark.parametrize("name", [name for name in NAMES if not QUANTITIES[name].certain])
def test_the_kernel_is_not_certain_of_what_may_be_none(name: str) -> None:
    record = QUANTITIES[name]
    assert not judged(record, example(record), facts(record, example(record)))


@pytest.mark.parametrize(("name", "argument"), CASES)
def test_the_kernel_refuses_an_argument_out_of_its_sort(name: str, argument: str) -> None:
    record = QUANTITIES[name]
    term = example(record)
    (var,) = (arg for arg in term.args if isinstance(arg, Var) and arg.name == argument)
    other = wrong(var)
    assert other is not None
    changed = substitute(term, {argument: other})
    assert judged(record, term, facts(record, term))
    assert not judged(record, changed, facts(record, changed))


@pytest.mark.parametrize("name", [
    name for name in NAMES if QUANTITIES[name].given and name not in OPENED
    and not callable(QUANTITIES[name].given)
])
def test_the_kernel_asks_for_the_conditions(name: str) -> None:
    record = QUANTITIES[name]
    assert not judged(record, example(record), Normaliser())
