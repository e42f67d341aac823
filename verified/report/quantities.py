"""Certified values: a quantity of the language on a user's own laws, channels and mechanisms.

Every quantity that is a real number of what a user can write is here by its record; some that are
no words of the language are added.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from pathlib import Path
from typing import Any

from flint import arb, ctx, fmpq

import verified.quantities  # noqa: F401 (enters the records)
from verified.errors import InputError, UnknownKeyError
from verified.kernel.truth import PRECISIONS, BallReading, Bounds, MissingBound, truth
from verified.measures import divergences, entropies, information, privacy, pufferfish
from verified.measures.readings import Unreadable
from verified.numbers import ball_noise as noise
from verified.numbers.balls import Indeterminate, Undefined, infinite, precision
from verified.numbers.exact import rational
from verified.report import logarithms
from verified.report.decimals import decimal, exactly
from verified.report.frameworks import Setting
from verified.report.inputs import KINDS, Builder, Instance, Parameter, collect
from verified.syntax import quantity as records
from verified.syntax.sorts import DataClassSort, FrameworkSort
from verified.syntax.terms import (
    REAL,
    Channel,
    Database,
    Framework,
    Joint,
    Mechanism,
    Pmf,
    Real,
    Reals,
    Size,
)

SCHEMA = 1
_ALL = fmpq(1)


@dataclass(frozen=True)
class Quantity:
    """A quantity that `verified value` gives: what it takes, its unit, and how it is evaluated, of
    the values by the parameters' names."""

    name: str
    meaning: str
    parameters: tuple[Parameter, ...]
    unit: str
    value: Callable[[BallReading, Mapping[str, Any]], Any]


@dataclass(frozen=True)
class Value:
    """A certified value: it lies in [low, high]; `exact` where it is a known rational.

    `notes` say what was done to the input before, such as dividing rows by their sums.
    """

    quantity: Quantity
    low: str
    high: str
    exact: str | None
    notes: tuple[str, ...]


class NotEnclosedError(InputError):
    """A value isn't enclosed to the width asked for; `best` is the ball that was found, if any."""

    def __init__(self, message: str, best: Any = None) -> None:
        super().__init__(message)
        self.best = best


QUANTITIES: dict[str, Quantity] = {}


# --- quantities of the language -------------------------------------------------------------------


def _of_record(record: records.Quantity) -> Quantity:
    term = record.of(record.arguments)

    def value(reading: BallReading, given: Mapping[str, Any]) -> Any:
        for condition in record.conditions(term):
            if truth(condition, given, reading) is False:
                raise Undefined(f"{condition} doesn't hold")
        return reading.real(term, given)

    parameters = tuple(
        Parameter(var) for var in record.arguments if not isinstance(var.of, DataClassSort)
    )
    sentence = record.doc.partition(". ")[0].rstrip(".")
    return Quantity(record.name, sentence, parameters, record.unit, value)


def _givable(record: records.Quantity) -> bool:
    """Whether a quantity is a real number of what a user can write."""
    sorts = [type(var.of) for var in record.arguments]
    classes = DataClassSort in sorts and FrameworkSort not in sorts
    known = all(sort in KINDS or sort is DataClassSort for sort in sorts)
    named = record.details > 0 or record.repeats
    return record.result == REAL and bool(record.text) and known and not classes and not named


for _record in records.QUANTITIES.values():
    if _givable(_record):
        QUANTITIES[_record.name] = _of_record(_record)

# --- others ---------------------------------------------------------------------------------------

_n, _m, _D = Size("n"), Size("m"), Database("D")
P, Q = Parameter(Pmf("P", _n)), Parameter(Pmf("Q", _n))
PRIOR, CHANNEL = Parameter(Pmf("prior", _n)), Parameter(Channel("channel", _n, _m))
MECHANISM = Parameter(Mechanism("mechanism", _D, _m))
FRAMEWORK = Parameter(Framework("framework", _n))
EPS, DELTA = Parameter(Real("eps", ">=0")), Parameter(Real("delta", "[0,1]"), "0")
DIMENSION, POINTS = Parameter(Size("dimension")), Parameter(Reals("points", _n))
TARGET = Parameter(Real("delta", "[0,1]"))
POWER, VARIANCE = Parameter(Real("power", ">=0")), Parameter(Real("variance", ">0"))


def _peak_capacity(_: BallReading, given: Mapping[str, Any]) -> Any:
    # Shells are proposed in floats, whose rooms are opened only if they are needed.
    from verified.propose.peak_capacity import peak_capacity_ball

    dimension, ratio = given["dimension"], given["power"] / given["variance"]
    if ratio == 0:
        return fmpq(0)
    return peak_capacity_ball(dimension, ratio) / arb(2).log()


def _gaussian_ldp(_: BallReading, given: Mapping[str, Any]) -> Any:
    return noise.ldp_delta(given["dimension"], given["power"], given["variance"], given["eps"])


def _gaussian_lip(_: BallReading, given: Mapping[str, Any]) -> Any:
    return _noisy_input(given).lip_delta(given["eps"]).value


def _noisy_information(_: BallReading, given: Mapping[str, Any]) -> Any:
    return arb(_noisy_input(given).information()) / arb(2).log()


def _noisy_input(given: Mapping[str, Any]) -> noise.NoisyInput:
    points, prior = given["points"].data, given["prior"].data
    used = [(point, mass) for point, mass in zip(points, prior, strict=True) if mass != 0]
    return noise.NoisyInput([p for p, _ in used], [mass for _, mass in used], given["variance"])


def _dp_epsilon(reading: BallReading, given: Mapping[str, Any]) -> Any:
    mechanism, delta = given["mechanism"], given["delta"]
    entries = len(mechanism.database)
    if delta == 0:
        return privacy.dp_epsilon(reading.xp, mechanism.table, entries)
    return privacy.dp_epsilon_at(reading.xp, mechanism.table, entries, delta)


def _least_epsilon(reading: BallReading, given: Mapping[str, Any]) -> Any:
    return divergences.least_epsilon(reading.xp, given["P"], given["Q"], given["delta"])


def _of_class(name: str) -> Callable[[BallReading, Mapping[str, Any]], Any]:
    """A quantity of the language of a framework with its class, given as one."""
    record = records.QUANTITIES[name]
    term = record.of(record.arguments)
    return lambda reading, given: reading.real(term, given)


def _pp_epsilon(reading: BallReading, given: Mapping[str, Any]) -> Any:
    if given["delta"] == 0:
        return _of_class("pufferfish_epsilon")(reading, given)
    xp = reading.xp
    level = xp.expand(given["delta"], 1)
    return pufferfish.class_worst(
        xp, given["framework"], given["laws"], given["channel"],
        lambda p, q: xp.over_laws(
            p, q, lambda one, two: divergences.least_epsilon(xp, one, two, level)
        ),
    )


def _joint_information(reading: BallReading, given: Mapping[str, Any]) -> Any:
    return information.mutual_information(reading.xp, given["joint"], 2, (0,), (1,))


def _bac_capacity(reading: BallReading, given: Mapping[str, Any]) -> Any:
    """By its closed form (Ngo et al. 2024, (11)), which is checked against `capacity` by a proof:
    with p + q > 1 the outputs change places, with p + q = 1 they tell nothing."""
    xp, p, q = reading.xp, given["p"], given["q"]
    if p + q == 1:
        return fmpq(0)
    if p + q > 1:
        p, q = 1 - p, 1 - q
    first, second = (entropies.binary_entropy(xp, x) for x in (p, q))
    spread = xp.constant(1 - p - q)
    grown = xp.exp(xp.div(xp.sub(first, second), spread))
    parts = xp.sub(xp.mul(p, second), xp.mul(1 - q, first))
    told = xp.add(xp.div(parts, spread), xp.log1p(grown))
    return xp.div(told, xp.log(fmpq(2)))


_PRIORS = tuple(
    Parameter(part)
    for side, count in (("", _n), ("other_", _m))
    for part in (
        Pmf(f"{side}weights", count), Reals(f"{side}means", count),
        Reals(f"{side}variances", count, ">0"),
    )
)  # fmt: skip


def _on_priors(name: str, noise: str, least: bool) -> Quantity:
    """δ, or the least noise, for additive noise on two Gaussian-mixture priors, both ways."""
    size = Parameter(Real("scale" if noise == "laplace" else "deviation", ">=0"))

    def value(_: BallReading, given: Mapping[str, Any]) -> Any:
        from verified import accounting

        columns = [given[part.name].data for part in _PRIORS]
        pair = [accounting.prior_of(*part) for part in (columns[:3], columns[3:])]
        width = fmpq(1, 2 ** (ctx.prec - 20))
        try:
            if least:
                found = accounting.prior_least_scale(
                    *pair, noise=noise, eps=given["eps"], delta=given["delta"], width=width
                )
            else:
                found = accounting.prior_delta(
                    *pair, noise=noise, scale=given[size.name], eps=given["eps"], width=width
                )
        except accounting.NotReachedError as error:
            raise InputError(f"{name} isn't enclosed here: {error}") from None
        return found.enclosure.low if found.exact else found.enclosure.ball()

    what = "least scale of Laplace noise" if noise == "laplace" else "least deviation of noise"
    of = f"{what} that meets (ε,δ)" if least else f"least δ of {noise.capitalize()} noise"
    places = (EPS, TARGET) if least else (size, EPS)
    return Quantity(name, f"{of} on two Gaussian-mixture priors", (*_PRIORS, *places), "", value)


for _quantity in (
    _on_priors("prior_laplace_delta", "laplace", least=False),
    _on_priors("prior_gaussian_delta", "gaussian", least=False),
    _on_priors("prior_laplace_scale", "laplace", least=True),
    _on_priors("prior_gaussian_deviation", "gaussian", least=True),
    Quantity("bac_capacity", "capacity of the channel that flips 0 with p and 1 with q",
             (Parameter(Real("p", "[0,1]")), Parameter(Real("q", "[0,1]"))), "bits", _bac_capacity),
    Quantity("dp_epsilon", "least ε for which the mechanism is (ε,δ)-DP", (MECHANISM, DELTA),
             "nats", _dp_epsilon),
    Quantity("least_epsilon", "least ε for which P and Q are (ε,δ)-close", (P, Q, DELTA), "nats",
             _least_epsilon),
    Quantity("mi_pp", "least ε for which the channel is ε-MI-PP in the framework",
             (FRAMEWORK, CHANNEL), "nats", _of_class("pufferfish_information")),
    Quantity("pp_epsilon", "least ε for which the channel is (ε,δ)-PP in the framework",
             (FRAMEWORK, CHANNEL, DELTA), "nats", _pp_epsilon),
    Quantity("pp_delta", "least δ for which the channel is (ε,δ)-PP in the framework",
             (FRAMEWORK, CHANNEL, EPS), "", _of_class("pufferfish_delta")),
    Quantity("joint_information", "mutual information of a joint law of two variables",
             (Parameter(Joint("joint", X=_n, Y=_m)),), "nats", _joint_information),
    Quantity("peak_capacity", "capacity of Gaussian noise in d dimensions, inputs ‖x‖² ≤ power",
             (DIMENSION, POWER, VARIANCE), "bits", _peak_capacity),
    Quantity("gaussian_ldp", "least δ of (ε,δ)-LDP of Gaussian noise in d dimensions, "
             "inputs ‖x‖² ≤ power", (DIMENSION, POWER, VARIANCE, EPS), "", _gaussian_ldp),
    Quantity("gaussian_lip", "least δ of (ε,δ)-LIP of Gaussian noise on points of the line",
             (POINTS, PRIOR, VARIANCE, EPS), "", _gaussian_lip),
    Quantity("noisy_information", "information of points of the line with Gaussian noise",
             (POINTS, PRIOR, VARIANCE), "bits", _noisy_information),
):
    QUANTITIES[_quantity.name] = _quantity


# --- the command ----------------------------------------------------------------------------------


def evaluate(
    name: str,
    literals: Sequence[str],
    named: Mapping[str, str],
    file: Path | None,
    width: str,
    normalise: bool = False,
    term: Callable[[str, str], Any] | None = None,
) -> Value:
    """The certified value of a quantity.

    Args:
        name: a key of `QUANTITIES`.
        literals: values of the parameters that have none yet, in order: numbers separated by
            commas, rows by semicolons, rationals and decimals taken exactly; for a framework the
            path of a JSON file (see `report.frameworks`).
        named: values by the parameter's name, and for mechanisms `database`, the alphabet sizes
            of the entries (without it, one entry with a symbol for each row).
        file: a file of numbers (see `read_file`).
        width: the relative width of the enclosure, such as "1e-12".
        normalise: divide each law by its sum, for laws that were rounded to floats.
        term: reads what stands for a number and is no rational; see `Builder`.

    Raises:
        UnknownKeyError: no quantity or parameter is called so.
        InputError: the input breaks a rule, or the value is undefined or not enclosed that
            narrowly.
    """
    if name not in QUANTITIES:
        raise UnknownKeyError("quantity", name, QUANTITIES)
    quantity = QUANTITIES[name]
    relative = rational(width, "the width")
    if not 0 < relative < 1:
        raise InputError(f"the width is {width}; a relative width lies between 0 and 1")
    raw = collect(quantity.name, quantity.parameters, literals, named, file)
    values, notes = given_values(quantity, raw, normalise, term)
    found, _ = enclosed(quantity, values, relative, fmpq(1, 2))
    return value_of(quantity, found, relative, notes)


def given_values(
    quantity: Quantity,
    raw: Mapping[str, Any],
    normalise: bool = False,
    term: Callable[[str, str], Any] | None = None,
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The exact values of a quantity's parameters, with those of the sizes in their sorts.

    Args:
        quantity: whose.
        raw: rows of texts or numbers by the parameter's name, and perhaps the `database`.
        normalise: divide each law by its sum.
        term: reads what stands for a number and is no rational; see `Builder`.

    Returns:
        the values, and notes on what was done to the input.

    Raises:
        InputError: the input breaks a rule.
    """
    left = dict(raw)
    builder = Builder(left.pop("database", None), normalise, term)
    given = {part.var: builder.build(part, left[part.name]) for part in quantity.parameters}
    values = dict(Instance(given, BallReading(), builder.database).values)
    for value in given.values():
        if isinstance(value, Setting):
            # A framework is given with its class.
            values["laws"] = value.data
    return values, tuple(builder.notes)


# --- evaluating -----------------------------------------------------------------------------------


def enclosed(
    quantity: Quantity, given: Mapping[str, Any], relative: fmpq, share: fmpq = _ALL
) -> tuple[Any, str]:
    """The value as an exact rational, or a ball with that relative width, and how it was found.

    Args:
        quantity: whose.
        given: the values of its parameters (see `given_values`). A closed term among them is worked
            out at each precision.
        relative: the relative width.
        share: what part of it the ball may take, where its ends are rounded afterwards.

    Raises:
        InputError: the value is undefined here, can't be evaluated, or isn't enclosed that
            narrowly.
    """
    bounds: Bounds = {}
    width, best, reason = relative * share, None, ""
    try:
        for bits in PRECISIONS:
            with precision(bits):
                try:
                    found = _with_proposals(
                        bounds, width / 2,
                        lambda: quantity.value(
                            logarithms.reading(bounds),
                            {name: logarithms.settled(one) for name, one in given.items()},
                        ),
                    )
                except Indeterminate as error:
                    reason = str(error)
                    continue
                best = found
                if _narrow(found, width):
                    return found, _way(found, bits, bounds)
    except Undefined as error:
        raise InputError(
            f"{quantity.name} is undefined here: {error}{_told_infinite(given)}") from None
    except Unreadable as error:
        raise InputError(f"{quantity.name} can't be evaluated: {error}") from None
    except InputError:
        raise
    except (MemoryError, OverflowError, ValueError, ZeroDivisionError):
        # Of floats, in which what is enclosed is planned, or of tables that are planned too large.
        raise NotEnclosedError(
            f"{quantity.name} isn't enclosed: {', '.join(given)} are beyond what floats can plan",
            best,
        ) from None
    if best is None and reason:
        # No width would help.
        raise NotEnclosedError(
            f"{quantity.name} has no value here to any width, at any precision up to "
            f"{PRECISIONS[-1]} bits: {reason}", best)
    asked = decimal(relative, ROUND_FLOOR, 3)
    raise NotEnclosedError(
        f"{quantity.name} isn't enclosed to a relative width of {asked} "
        f"at {PRECISIONS[-1]} bits; ask for a larger --width",
        best,
    )


def _told_infinite(given: Mapping[str, Any]) -> str:
    """Which arguments are infinite numbers, where some are."""
    settled = {name: logarithms.settled(one) for name, one in given.items()}
    found = [name for name, one in settled.items()
             if isinstance(one, fmpq | arb) and infinite(one)]
    return f" ({', '.join(found)} {'is' if len(found) == 1 else 'are'} infinite)" if found else ""


def _way(found: Any, bits: int, bounds: Bounds) -> str:
    if isinstance(found, fmpq):
        return "exact rational arithmetic"
    proposed = ", a prior proposed and its bounds certified" if bounds else ""
    return f"balls of {bits} bits{proposed}"


def _with_proposals(bounds: Bounds, width: fmpq, value: Callable[[], Any]) -> Any:
    """The value, with a prior proposed for each capacity that it takes.

    The proposals come from floats, so the rooms of the attack are opened only if one is needed;
    the enclosure holds whatever was proposed.
    """
    try:
        return value()
    except MissingBound:
        from verified.attack.certify import with_bounds

        return with_bounds(bounds, width, value)


def _narrow(found: Any, width: fmpq) -> bool:
    if isinstance(found, fmpq) or not found.is_finite():
        return True
    return bool(arb(2) * found.rad() <= width * found.abs_lower())


def value_of(quantity: Quantity, found: Any, width: fmpq, notes: tuple[str, ...]) -> Value:
    """A value in decimals, its ends rounded outwards to the digits that a width asks for."""
    # By `Decimal`, as a width may be below the smallest float.
    digits = max(6, 3 - Decimal(decimal(width, ROUND_FLOOR, 3)).adjusted())
    if isinstance(found, fmpq):
        low, high = (decimal(found, way, digits) for way in (ROUND_FLOOR, ROUND_CEILING))
        return Value(quantity, low, high, str(found), notes)
    if not found.is_finite():
        end = "inf" if found > 0 else "-inf"
        return Value(quantity, end, end, None, notes)
    # The ends are rounded to the precision in force: it must be that of the ball, or more.
    with precision(PRECISIONS[-1]):
        lower, upper = exactly(found.lower()), exactly(found.upper())
    low, high = decimal(lower, ROUND_FLOOR, digits), decimal(upper, ROUND_CEILING, digits)
    return Value(quantity, low, high, None, notes)


def value_record(value: Value) -> dict[str, Any]:
    """The value for a program to read."""
    return {
        "schema": SCHEMA,
        "quantity": value.quantity.name,
        "unit": value.quantity.unit or None,
        "low": value.low,
        "high": value.high,
        "exact": value.exact,
        "notes": list(value.notes),
    }


__all__ = [
    "QUANTITIES", "NotEnclosedError", "Parameter", "Quantity", "Value", "enclosed", "evaluate",
    "given_values", "value_of", "value_record",
]
