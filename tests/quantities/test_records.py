"""Each record agrees with what reads it: printers, files, balls and floats, values on data; what is
forgotten in one is told when it is made."""

from __future__ import annotations

import math
import warnings
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq

from tests.quantities.corners import Instance, example, instances, outcome
from verified import language
from verified.attack.floating import FloatReading
from verified.kernel.normaliser import Normaliser
from verified.language import combinations
from verified.measures.continuous import LawValue
from verified.measures.pufferfish import DataClassValue, MemberValue
from verified.measures.readings import MechanismValue, QueriesValue, Unreadable
from verified.numbers.ball_arrays import BallArray
from verified.numbers.line import Part
from verified.quantities import THEMES
from verified.quantities.integers import discrete_laplace
from verified.quantities.line import laplace
from verified.report.quantities import QUANTITIES as VALUES
from verified.report.quantities import evaluate
from verified.syntax import quantity as records
from verified.syntax.formulas import substitute
from verified.syntax.latex import latex
from verified.syntax.quantity import QUANTITIES, Quantity, RecordError, Word, quantity
from verified.syntax.sorts import ClaimError, IntegerLawSort
from verified.syntax.terms import Op, Pmf, Real, Size, Symbol, free_variables, is_arithmetic
from verified.syntax.text import text
from verified.syntax.wellformed import check_node

NAMES = sorted(QUANTITIES)
n, m = Size("n"), Size("m")
P, a, x = Pmf("P", n), Symbol("a", n), Real("x")


# --- printers and files ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_term_of_the_declared_variables_is_printed_and_well_formed(name: str) -> None:
    record = QUANTITIES[name]
    term = example(record)
    # No claim speaks of all laws on the line, so that these are given.
    laws = {
        v.name: discrete_laplace(0, 1) if isinstance(v.of, IntegerLawSort) else laplace(0, 1)
        for v in free_variables(term).values() if not v.of.is_variable
    }
    check_node(substitute(term, laws))
    assert record.rebuilt(term) == term
    for written in (text(term), latex(term)):
        assert written
        assert written.count("{") == written.count("}")


@pytest.mark.parametrize("name", NAMES)
def test_another_number_of_arguments_is_refused(name: str) -> None:
    record = QUANTITIES[name]
    term = example(record)
    with pytest.raises(ClaimError, match=f"{name} takes .* argument"):
        record.of((*term.args, x) if not record.repeats else ())
    if is_arithmetic(term.sort):
        with pytest.raises(ClaimError):
            check_node(Op(name, term.args, Pmf("P", n).of, term.detail))


# --- known values ---------------------------------------------------------------------------------

# How narrow a value is, where no precision makes it narrower.
WIDTHS = {"information_bottleneck": "1e-5"}
EXAMPLES = [(name, one) for name in NAMES for one in QUANTITIES[name].examples]


@pytest.mark.parametrize(("name", "known"), EXAMPLES)
def test_a_known_value(name: str, known: records.Example) -> None:
    found = evaluate(name, known.arguments, {}, None, WIDTHS.get(name, "1e-14"))
    if known.value == "inf":
        assert found.low == found.high == "inf"
    elif "." not in known.value:
        assert found.exact == known.value
    else:
        # The first digits, cut off.
        step = Fraction(1, 10 ** len(known.value.partition(".")[2]))
        low, high = (Fraction(Decimal(end)) for end in (found.low, found.high))
        assert Fraction(known.value) <= high
        assert low <= Fraction(known.value) + step


def test_every_quantity_that_a_user_can_write_has_a_known_value() -> None:
    """But functions that a library knows, frameworks (which are files) and lists of rows."""
    plain = {"exp", "log", "sqrt", "abs", "minimum", "maximum", "at", "probability", "indicator",
             "likelihood_ratio", "determinant", "leading_minor", "lower_value", "upper_value",
             "gaussian_information", "laplace_information", "group_information"}
    unknown = {
        name for name in set(VALUES) & set(QUANTITIES) if not QUANTITIES[name].examples
        and not any(part.kind == "framework" for part in VALUES[name].parameters)
    }
    # These two take more than their records do.
    assert unknown <= plain | {"dp_epsilon", "joint_information"}


# --- balls and floats -----------------------------------------------------------------------------


def as_floats(value: Any) -> Any:
    """An exact value as a batch of one."""
    match value:
        case fmpq():
            return np.array([int(value.p) / int(value.q)])
        case arb():
            return np.array([float(value)])
        case BallArray():
            data = [float(arb(entry)) for entry in value.data]
            return np.array(data).reshape(1, *value.shape)
        case MechanismValue():
            return MechanismValue(as_floats(value.table), value.database)
        case QueriesValue():
            return QueriesValue(value.kind, tuple(map(as_floats, value.tables)), value.database,
                                value.outputs, value.subsets)
        case DataClassValue():
            laws = None if value.laws is None else as_floats(value.laws)
            return DataClassValue(value.kind, value.listed, laws)
        case MemberValue():
            return value._replace(law=as_floats(value.law))
        case LawValue():
            return LawValue(tuple(
                Part(as_floats(part.weight), part.shape, as_floats(part.location),
                     as_floats(part.spread),
                     *(None if x is None else as_floats(x) for x in (part.noise, part.share)))
                for part in value.parts
            ))
    return value


def entries(value: Any) -> list[float]:
    """The numbers in a value, in a fixed order."""
    match value:
        case int() | float() | np.floating():
            return [float(value)]
        case fmpq() | arb():
            return [float(arb(value))]
        case BallArray():
            return [float(arb(entry)) for entry in value.data]
        case MechanismValue():
            return entries(value.table)
        case MemberValue():
            return entries(value.law)
        case QueriesValue():
            return [part for table in value.tables for part in entries(table)]
        case LawValue():
            return [number for part in value.parts for one in (part.weight, part.location)
                    for number in entries(np.atleast_1d(one) if isinstance(one, float) else one)]
        case np.ndarray():
            return [float(entry) for entry in value.ravel()]
    return []


def radii(value: Any) -> list[float]:
    """The radius of each of the `entries`: a supremum over orders has few digits at few bits."""
    match value:
        case arb():
            return [float(value.rad())]
        case BallArray():
            return [float(arb(entry).rad()) for entry in value.data]
    return [0.0] * len(entries(value))


# A ball that is wider than this tells nothing.
WIDEST = 1e-4


def agree(one: float, two: float, radius: float = 0.0) -> bool:
    """Whether a float lies in a narrow ball around another, but for rounding."""
    if math.isinf(one) or math.isinf(two):
        # Far out, floats overflow or round to what divides by 0.
        return one == two or abs(one) > 30 or abs(two) > 30
    near = 1e-7 + 1e-6 * max(abs(one), abs(two))
    return radius <= WIDEST * max(1, abs(one)) and abs(one - two) <= radius + near


def in_floats(instance: Instance) -> Any:
    env = {name: as_floats(value) for name, value in instance.env.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        return FloatReading().term(instance.term, env)


@pytest.mark.parametrize("name", NAMES)
def test_balls_and_floats_agree(name: str) -> None:
    record = QUANTITIES[name]
    checked = 0
    for instance in instances(record, example(record), seed=2)[:25]:
        exact = outcome(record, instance)
        if exact.unknown or exact.undefined or exact.meets is False:
            continue
        try:
            rough = in_floats(instance)
        except Unreadable:
            continue
        checked += 1
        one, two, spread = entries(exact.value), entries(rough), radii(exact.value)
        assert len(one) == len(two) == len(spread), instance
        assert all(map(agree, one, two, spread)), (instance, exact.value, rough)
    assert checked


# --- what is forgotten ----------------------------------------------------------------------------


def made(**changes: Any) -> Quantity:
    """A record that lacks nothing, but for the changes; it isn't kept."""
    parts: dict[str, Any] = {
        "name": "told", "arguments": [P, a], "doc": "What is told.", "text": "t({0}, {1})",
        "latex": "t({0}, {1})", "values": "[0,1]", "unit": "", "reading": lambda *_: fmpq(0),
    }
    parts.update(changes)
    name, arguments = parts.pop("name"), parts.pop("arguments")
    try:
        return quantity(name, arguments, **parts)
    finally:
        QUANTITIES.pop("told", None)


FORGOTTEN: dict[str, tuple[dict[str, Any], str]] = {
    "a docstring": ({"doc": " "}, "no docstring"),
    "a reading": ({"reading": None}, "neither a reading nor a definition"),
    "a unit": ({"unit": None}, "no unit"),
    "an interval": ({"values": ""}, "in which interval"),
    "an argument of the text": ({"text": "t({0}, {2})"}, "speaks of {2}"),
    "an argument of the formula": ({"latex": "t({0}, {b})"}, "speaks of {b}"),
    "a name of its own": ({"name": "kl"}, "two quantities are called kl"),
    "a variable": ({"given": [Symbol("b", n) < 1]}, "speaks of b, which it doesn't take"),
    "a variable's sort": ({"arguments": [P, Symbol("a", Size("n", low=0))]}, "two variables"),
    "an alphabet": ({"arguments": [x, Symbol("a", n)]}, "n of told can't be found"),
    "an empty alphabet": (
        {"arguments": [language.Event("A", n), x]}, "n of told may be 0: declare it so",
    ),
    "a kind": (
        {"arguments": [language.DataClass("C", n, "all"), x],
         "kinds": {language.DataClass("C", n, "all"): ("listed",)}}, "of a kind that it may not be",
    ),
    "an example's argument": ({"examples": [(("1",), "0")]}, "another number of arguments"),
}


@pytest.mark.parametrize("what", FORGOTTEN)
def test_what_is_forgotten_is_told(what: str) -> None:
    changes, message = FORGOTTEN[what]
    assert made().name == "told"
    with pytest.raises(RecordError, match=message.replace("{", r"\{")):
        made(**changes)


def test_every_quantity_has_a_word_for_authors() -> None:
    for theme in (*THEMES, combinations):
        for name in theme.__all__:
            assert getattr(language, name) is getattr(theme, name)
    assert isinstance(language.KL, Word)
    assert language.KL.__doc__.startswith("Kullback")
    assert language.capacity.__doc__ == QUANTITIES["capacity"].doc


# --- definitions as readings ----------------------------------------------------------------------


@pytest.mark.parametrize("name", [
    name for name in NAMES if QUANTITIES[name].definition is not None
    and QUANTITIES[name].reading is not None
])
def test_a_reading_is_what_the_definition_says(name: str) -> None:
    record = QUANTITIES[name]
    checked = 0
    for instance in instances(record, example(record), seed=3)[:25]:
        one = outcome(record, instance)
        two = outcome(None, Instance(record.defined(instance.term), instance.env))
        if one.unknown or two.unknown or one.meets is False:
            continue
        checked += 1
        assert bool(one.undefined) == bool(two.undefined), instance
        assert all(map(agree, entries(one.value), entries(two.value))), instance
    assert checked


def test_a_quantity_without_a_reading_is_its_definition() -> None:
    double = made(reading=None, definition=2 * P[a], values="[0,2]")
    QUANTITIES["told"] = double
    try:
        reading = FloatReading()
        law = np.array([[0.25, 0.75]])
        assert reading.real(double(P, a), {"n": 2, "P": law, "a": 1}) == pytest.approx(1.5)
        known = Normaliser()
        assert known.sign_of(2 - double(P, a)) == 0
    finally:
        del QUANTITIES["told"]
