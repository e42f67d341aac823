"""Certified values: a quantity of the language on a user's own laws, channels and mechanisms."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from pathlib import Path
from typing import Any

from flint import arb, fmpq

from verified.errors import InputError, UnknownKeyError
from verified.kernel.truth import PRECISIONS, BallReading, Bounds, MissingBound
from verified.language.heads import HEADS
from verified.language.sorts import RealSort, parse_interval
from verified.language.terms import REAL, Op, Var
from verified.measures import divergences, entropies, information, privacy, pufferfish
from verified.measures.readings import MEANINGS, MechanismValue, Unreadable
from verified.numbers import ball_noise as noise
from verified.numbers.ball_arrays import BallArray
from verified.numbers.balls import Indeterminate, Undefined, precision
from verified.numbers.exact import check_channel, check_pmf, rational
from verified.report.files import read_json
from verified.report.frameworks import Setting, read_setting
from verified.report.matrices import Rows, read_file

SCHEMA = 1


@dataclass(frozen=True)
class Parameter:
    """What a quantity takes: its kind ("pmf", "channel", "joint", "mechanism", "prior", "points",
    "framework", "number" or "index"), for a number its domain, and what it is when it isn't given
    (None: it must be)."""

    name: str
    kind: str
    domain: str = ""
    default: str | None = None


@dataclass(frozen=True)
class Quantity:
    """A quantity of the language: what it takes, its unit, and how it is evaluated."""

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


QUANTITIES: dict[str, Quantity] = {}

P, Q = Parameter("P", "pmf"), Parameter("Q", "pmf")
PRIOR, CHANNEL = Parameter("prior", "pmf"), Parameter("channel", "channel")
MECHANISM, FRAMEWORK = Parameter("mechanism", "mechanism"), Parameter("framework", "framework")
EPS, DELTA = Parameter("eps", "number", ">=0"), Parameter("delta", "number", "[0,1]", "0")
ALPHA = Parameter("alpha", "number", ">=0")
DIMENSION, POINTS = Parameter("dimension", "index"), Parameter("points", "points")
POWER, VARIANCE = Parameter("power", "number", ">=0"), Parameter("variance", "number", ">0")


def _term(head: str, names: Sequence[str]) -> Op:
    """A head of named arguments, for messages: the values themselves are given apart."""
    return Op(head, tuple(Var(name, RealSort()) for name in names), REAL)


def _head(name: str, meaning: str, *parameters: Parameter, unit: str = "nats") -> None:
    """A quantity that is a head of the language, evaluated as in a claim."""
    term = _term(name, [part.name for part in parameters])

    def value(reading: BallReading, given: Mapping[str, Any]) -> Any:
        return MEANINGS[name](reading, term, [given[part.name] for part in parameters])

    assert name in HEADS
    QUANTITIES[name] = Quantity(name, meaning, parameters, unit, value)


_head("kl", "KL divergence D(P‖Q)", P, Q)
_head("total_variation", "total variation distance", P, Q, unit="")
_head("hockey_stick", "hockey-stick divergence at e^ε", P, Q, EPS, unit="")
_head("renyi", "Rényi divergence of order α", P, Q, ALPHA)
_head("chi_square", "χ² divergence", P, Q, unit="")
_head("entropy", "Shannon entropy", P)
_head("min_entropy", "min-entropy", P)
_head("renyi_entropy", "Rényi entropy of order α", P, ALPHA)
_head("binary_entropy", "binary entropy h(x)", Parameter("x", "number", "[0,1]"))
_head("binary_entropy_inverse", "its inverse on [0, 1/2]", Parameter("y", "number", ">=0"), unit="")
_head("information", "mutual information of input and output", PRIOR, CHANNEL)
_head("capacity", "capacity of a channel", CHANNEL)
_head("sibson", "Sibson's α-information", PRIOR, CHANNEL, ALPHA)
_head("arimoto", "Arimoto's α-information", PRIOR, CHANNEL, ALPHA)
_head("csiszar", "Csiszár's α-information", PRIOR, CHANNEL, ALPHA)
_head("pointwise_maximal_leakage", "leakage ℓ(X → y) to one outcome", PRIOR, CHANNEL,
      Parameter("outcome", "index"))
_head("maximal_leakage", "maximal leakage over the prior's support", PRIOR, CHANNEL)
_head("leakage_capacity", "largest pointwise maximal leakage", CHANNEL)
_head("dp_delta", "least δ for which the mechanism is (ε,δ)-DP", MECHANISM, EPS, unit="")
_head("kl_dp", "largest KL divergence between neighbours", MECHANISM)
_head("mi_dp", "sup of I(X_i;Y|X^-i) over entries and priors", MECHANISM)
_BITS = Parameter("mu", "number", ">=0")
_head("ldp_curve", "least δ of (ε,δ)-LDP that a capacity of μ bits allows", _BITS, EPS, unit="")
_head("lip_curve", "least δ of (ε,δ)-LIP that rows within μ bits allow", _BITS, EPS, unit="")
_head("ldp_floor", "what ldp_curve falls to as ε grows", Parameter("mu", "number", "(0,1]"),
      unit="")
_DATABASE_PRIOR = Parameter("prior", "prior")
_head("entry_information", "I(X_i;Y) under a prior on the database",
      _DATABASE_PRIOR, MECHANISM, Parameter("entry", "index"))
_head("conditional_entry_information", "I(X_i;Y|X^-i) under a prior on the database",
      _DATABASE_PRIOR, MECHANISM, Parameter("entry", "index"))


def _peak_capacity(_: BallReading, given: Mapping[str, Any]) -> Any:
    # Shells are proposed in floats, whose rooms are opened only if they are needed.
    from verified.propose.peak_capacity import peak_capacity_ball

    dimension, ratio = given["dimension"], given["power"] / given["variance"]
    if dimension < 1:
        raise InputError("dimension is 0; it must be at least 1")
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
    points, prior = given["points"], given["prior"].data
    if len(points) != len(prior):
        raise InputError(f"there are {len(points)} points, but {len(prior)} prior probabilities")
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


def _pufferfish(head: str, reading: BallReading, given: Mapping[str, Any], *others: Any) -> Any:
    setting: Setting = given["framework"]
    values = [setting.framework, setting.data, given["channel"], *others]
    term = _term(head, ["framework", "laws", "channel", "eps"][: len(values)])
    return MEANINGS[head](reading, term, values)


def _mi_pp(reading: BallReading, given: Mapping[str, Any]) -> Any:
    return _pufferfish("pufferfish_information", reading, given)


def _pp_delta(reading: BallReading, given: Mapping[str, Any]) -> Any:
    return _pufferfish("pufferfish_delta", reading, given, given["eps"])


def _pp_epsilon(reading: BallReading, given: Mapping[str, Any]) -> Any:
    if given["delta"] == 0:
        return _pufferfish("pufferfish_epsilon", reading, given)
    xp, setting = reading.xp, given["framework"]
    level = xp.expand(given["delta"], 1)
    return pufferfish.class_worst(
        xp, setting.framework, setting.data, given["channel"],
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


for _quantity in (
    Quantity("bac_capacity", "capacity of the channel that flips 0 with p and 1 with q",
             (Parameter("p", "number", "[0,1]"), Parameter("q", "number", "[0,1]")), "bits",
             _bac_capacity),
    Quantity("dp_epsilon", "least ε for which the mechanism is (ε,δ)-DP", (MECHANISM, DELTA),
             "nats", _dp_epsilon),
    Quantity("least_epsilon", "least ε for which P and Q are (ε,δ)-close", (P, Q, DELTA), "nats",
             _least_epsilon),
    Quantity("mi_pp", "least ε for which the channel is ε-MI-PP in the framework",
             (FRAMEWORK, CHANNEL), "nats", _mi_pp),
    Quantity("pp_epsilon", "least ε for which the channel is (ε,δ)-PP in the framework",
             (FRAMEWORK, CHANNEL, DELTA), "nats", _pp_epsilon),
    Quantity("pp_delta", "least δ for which the channel is (ε,δ)-PP in the framework",
             (FRAMEWORK, CHANNEL, EPS), "", _pp_delta),
    Quantity("joint_information", "mutual information of a joint law of two variables",
             (Parameter("joint", "joint"),), "nats", _joint_information),
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
) -> Value:
    """The certified value of a quantity.

    Args:
        name: a key of `QUANTITIES`.
        literals: values of the parameters that have none yet, in order: numbers separated by
            commas, rows by semicolons, rationals and decimals taken exactly; for a framework the
            path of a JSON file (see `report.frameworks`).
        named: values by the parameter's name, and for mechanisms `database`, the alphabet sizes
            of the entries (without it, one entry with a symbol for each row).
        file: a CSV, NPY or JSON file (see `read_file`).
        width: the relative width of the enclosure, such as "1e-12".
        normalise: divide each law by its sum, for laws that were rounded to floats.

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
    raw = _collect(quantity, literals, named, file)
    builder = _Builder(raw.pop("database", None), normalise)
    given = {part.name: builder.build(part, raw[part.name]) for part in quantity.parameters}
    _check_shapes(quantity, given)
    found = _enclose(quantity, given, relative)
    return _value(quantity, found, relative, tuple(builder.notes))


def _collect(
    quantity: Quantity, literals: Sequence[str], named: Mapping[str, str], file: Path | None
) -> dict[str, Any]:
    """The raw value of each parameter: rows of texts or numbers."""
    names = [part.name for part in quantity.parameters]
    allowed = [*names, "database"] if MECHANISM in quantity.parameters else names
    for name in named:
        if name not in allowed:
            raise UnknownKeyError(f"parameter of {quantity.name}", name, allowed)
    kinds = {part.name: part.kind for part in quantity.parameters}
    raw: dict[str, Any] = {
        name: _written(kinds.get(name, ""), text) for name, text in named.items()
    }
    if file is not None:
        _from_file(quantity, file, raw, allowed)
    open_names = [name for name in names if name not in raw]
    if len(literals) > len(open_names):
        raise InputError(
            f"{quantity.name} takes {', '.join(names)}: {literals[len(open_names)]!r} is one more"
        )
    raw.update({
        name: _written(kinds[name], text) for name, text in zip(open_names, literals, strict=False)
    })
    for part in quantity.parameters:
        if part.name not in raw:
            if part.default is None:
                raise InputError(f"{quantity.name} lacks {part.name}, a {part.kind}")
            raw[part.name] = _rows(part.default)
    return raw


def _from_file(quantity: Quantity, file: Path, raw: dict[str, Any], allowed: list[str]) -> None:
    content = read_file(file)
    if isinstance(content, Mapping):
        for name, value in content.items():
            if name not in allowed:
                raise UnknownKeyError(f"parameter of {quantity.name} in {file}", name, allowed)
            if name == FRAMEWORK.name:
                raw.setdefault(name, value)
            else:
                raw.setdefault(name, _table(value, f"{name} in {file}"))
        return
    table = _table(content, str(file))
    waiting = [part for part in quantity.parameters if part.name not in raw]
    matrices = [part for part in waiting if part.kind in ("channel", "mechanism", "joint")]
    laws = [part for part in waiting if part.kind in ("pmf", "prior")]
    if matrices:
        database = _leading_axes(content) if matrices[0].kind == "mechanism" else None
        if database is not None:
            raw.setdefault("database", [database])
        raw[matrices[0].name] = table
    elif len(table) <= len(laws):
        raw.update({part.name: [row] for part, row in zip(laws, table, strict=False)})
    else:
        raise InputError(
            f"{file} has {len(table)} rows, but {quantity.name} takes "
            f"{len(laws) or 'no'} laws from a file"
        )


def _written(kind: str, text: str) -> Any:
    """What stands on the command line for a parameter: rows, or the file of a framework."""
    if kind == FRAMEWORK.kind:
        return read_json(Path(text), parse_float=str, parse_constant=str)
    return _rows(text)


def _rows(text: str) -> Rows:
    """Numbers separated by commas, rows by semicolons."""
    return [[part.strip() for part in row.split(",")] for row in text.split(";")]


def _table(value: Any, what: str) -> Rows:
    """A number, a list or nested lists as rows: all but the last axis are run together."""
    if not isinstance(value, list):
        return [[value]]
    if not any(isinstance(part, list) for part in value):
        return [value]
    if not all(isinstance(part, list) for part in value):
        raise InputError(f"{what} mixes numbers and lists")
    return [row for part in value for row in _table(part, what)]


def _leading_axes(value: Any) -> list[int] | None:
    """The alphabet sizes of a mechanism given as an array with one axis for each entry."""
    axes = []
    while isinstance(value, list) and value and isinstance(value[0], list):
        axes.append(len(value))
        value = value[0]
    return axes if len(axes) > 1 else None


class _Builder:
    """Makes exact values of the parameters, and notes what it did to them."""

    def __init__(self, database: Rows | None, normalise: bool) -> None:
        self.database = None if database is None else _sizes(database)
        self.normalise = normalise
        self.notes: list[str] = []

    def build(self, part: Parameter, rows: Any) -> Any:
        match part.kind:
            case "framework":
                return read_setting(rows, part.name, self.scaled)
            case "number":
                return _number(part, _single(part, rows))
            case "index":
                return _index(part, _single(part, rows))
            case "points":
                if len(rows) != 1:
                    raise InputError(f"{part.name} has {len(rows)} rows; points are one")
                return [rational(x, f"{part.name}[{j}]") for j, x in enumerate(rows[0])]
            case "pmf" | "prior":
                if len(rows) != 1:
                    raise InputError(f"{part.name} has {len(rows)} rows; a pmf is one")
                law = check_pmf(self.scaled(rows[0], part.name), part.name)
                return BallArray((len(law),), law)
            case "joint":
                if len({len(row) for row in rows}) != 1:
                    raise InputError(f"the rows of {part.name} differ in length")
                flat = [entry for row in rows for entry in row]
                law = check_pmf(self.scaled(flat, part.name), part.name)
                return BallArray((len(rows), len(rows[0])), law)
        scaled = [self.scaled(row, f"row {i} of {part.name}") for i, row in enumerate(rows)]
        table = check_channel(scaled, part.name)
        flat = [entry for row in table for entry in row]
        if part.kind == "channel":
            return BallArray((len(table), len(table[0])), flat)
        database = self.database or (len(table),)
        if math.prod(database) != len(table):
            raise InputError(
                f"{part.name} has {len(table)} rows, but a database of alphabets "
                f"{', '.join(map(str, database))} has {math.prod(database)} instances"
            )
        return MechanismValue(BallArray((*database, len(table[0])), flat), database)

    def scaled(self, law: list[Any], name: str) -> list[Any]:
        """The law, divided by its sum if that was asked for."""
        if not self.normalise:
            return law
        entries = [rational(part, f"{name}[{index}]") for index, part in enumerate(law)]
        mass = sum(entries, fmpq(0))
        if mass <= 0 or mass == 1:
            return entries
        off = mass - 1
        self.notes.append(f"{name} was divided by its sum, 1 {'+' if off > 0 else '-'} "
                          f"{_decimal(abs(off), ROUND_CEILING, 3)}")
        return [entry / mass for entry in entries]


def _sizes(rows: Rows) -> tuple[int, ...]:
    sizes = [rational(part, f"database[{index}]") for index, part in enumerate(rows[0])]
    for index, size in enumerate(sizes):
        if size.q != 1 or size < 1:
            raise InputError(f"database[{index}] is {size}; an alphabet has at least one symbol")
    return tuple(int(size.p) for size in sizes)


def _single(part: Parameter, rows: Rows) -> Any:
    if len(rows) != 1 or len(rows[0]) != 1:
        raise InputError(f"{part.name} is a list; it must be one number")
    return rows[0][0]


def _number(part: Parameter, written: Any) -> Any:
    if part.name == "alpha" and str(written).strip() in ("inf", "oo", "∞"):
        return arb("inf")
    value = rational(written, part.name)
    domain: RealSort = parse_interval(part.domain)
    if not domain.contains(value):
        raise InputError(f"{part.name} is {written}; it must lie in {domain.describe()}")
    return value


def _index(part: Parameter, written: Any) -> int:
    value = rational(written, part.name)
    if value.q != 1 or value < 0:
        raise InputError(f"{part.name} is {written}; it must be one of 0, 1, 2, …")
    return int(value.p)


def _check_shapes(quantity: Quantity, given: dict[str, Any]) -> None:
    """The alphabets that must agree, and indices within them."""
    if "P" in given and "Q" in given:
        first, second = given["P"].shape[0], given["Q"].shape[0]
        if first != second:
            raise InputError(f"P has {first} symbols, Q has {second}; they must share an alphabet")
    table = given.get("channel")
    if table is not None and "prior" in given and given["prior"].shape[0] != table.shape[0]:
        raise InputError(
            f"the prior has {given['prior'].shape[0]} symbols, the channel {table.shape[0]} inputs"
        )
    if table is not None and "outcome" in given and given["outcome"] >= table.shape[1]:
        last = table.shape[1] - 1
        raise InputError(f"outcome is {given['outcome']}; the channel's are 0 to {last}")
    setting = given.get("framework")
    if table is not None and setting is not None and setting.symbols != table.shape[0]:
        raise InputError(
            f"the framework's data have {setting.symbols} symbols, the channel "
            f"{table.shape[0]} inputs"
        )
    mechanism = given.get("mechanism")
    if mechanism is not None and "prior" in given:
        database = mechanism.database
        if math.prod(database) != given["prior"].shape[0]:
            raise InputError(
                f"the prior has {given['prior'].shape[0]} masses, the database "
                f"{math.prod(database)} instances"
            )
        given["prior"] = BallArray(database, given["prior"].data)
    if mechanism is not None and given.get("entry", 0) >= len(mechanism.database):
        last = len(mechanism.database) - 1
        raise InputError(f"entry is {given['entry']}; the database's are 0 to {last}")


# --- evaluating -----------------------------------------------------------------------------------


def _enclose(quantity: Quantity, given: Mapping[str, Any], width: fmpq) -> Any:
    """The value as an exact rational, or a ball with that relative width."""
    bounds: Bounds = {}
    # Half the width is left to the rounding of the ends to decimals.
    half = width / 2
    try:
        for bits in PRECISIONS:
            with precision(bits):
                try:
                    found = _with_proposals(
                        bounds, half / 2, lambda: quantity.value(BallReading(bounds), given)
                    )
                except Indeterminate:
                    continue
                if _narrow(found, half):
                    return found
    except Undefined as error:
        raise InputError(f"{quantity.name} is undefined here: {error}") from None
    except Unreadable as error:
        raise InputError(f"{quantity.name} can't be evaluated: {error}") from None
    raise InputError(
        f"{quantity.name} isn't enclosed to a relative width of {_decimal(width, ROUND_FLOOR, 3)} "
        f"at {PRECISIONS[-1]} bits; ask for a larger --width"
    )


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


def _value(quantity: Quantity, found: Any, width: fmpq, notes: tuple[str, ...]) -> Value:
    # By `Decimal`, as a width may be below the smallest float.
    digits = max(6, 3 - Decimal(_decimal(width, ROUND_FLOOR, 3)).adjusted())
    if isinstance(found, fmpq):
        low, high = (_decimal(found, way, digits) for way in (ROUND_FLOOR, ROUND_CEILING))
        return Value(quantity, low, high, str(found), notes)
    if not found.is_finite():
        infinite = "inf" if found > 0 else "-inf"
        return Value(quantity, infinite, infinite, None, notes)
    # The ends are rounded to the precision in force: it must be that of the ball, or more.
    with precision(PRECISIONS[-1]):
        lower, upper = _exactly(found.lower()), _exactly(found.upper())
    low, high = _decimal(lower, ROUND_FLOOR, digits), _decimal(upper, ROUND_CEILING, digits)
    return Value(quantity, low, high, None, notes)


def _exactly(end: arb) -> fmpq:
    mantissa, exponent = end.man_exp()
    return fmpq(int(mantissa)) * fmpq(2) ** int(exponent)


def _decimal(value: fmpq, rounding: str, digits: int) -> str:
    """A rational in decimal, correctly rounded in one direction."""
    context = Context(prec=digits, rounding=rounding, Emin=-(10**9), Emax=10**9)
    return str(context.divide(Decimal(int(value.p)), Decimal(int(value.q))))


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


__all__ = ["QUANTITIES", "Parameter", "Quantity", "Value", "evaluate", "value_record"]
