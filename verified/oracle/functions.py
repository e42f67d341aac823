"""The functions of `import verified`: one for each quantity, made from its record, and those of the
accounting room; and how a name finds its function."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from flint import fmpq

from verified import accounting
from verified.accounting.enclosures import WIDTH, Enclosure, relative_width, whole
from verified.accounting.many import TERMS, gaussian_deltas
from verified.accounting.many_laplace import laplace_deltas
from verified.accounting.results import Certified
from verified.errors import InputError, UnknownKeyError
from verified.oracle.arguments import SINGLE, by_name, plain, without_default
from verified.oracle.expressions import enclose, read_number
from verified.oracle.rounds import COMPOSITIONS, composition
from verified.oracle.stated import names_of, numbers_of, stated
from verified.oracle.timing import timed
from verified.oracle.values import Batch, FloatEnds, certify, on_database
from verified.report.inputs import Parameter
from verified.report.matrices import read_file
from verified.report.quantities import QUANTITIES, Quantity
from verified.syntax import quantity as records

# What the accounting room gives, with one certified number each.
ACCOUNTANTS: dict[str, Callable[..., Certified]] = {
    name: getattr(accounting, name) for name in accounting.__all__
    if name.startswith((
        "advanced_composition_", "approximate_dp_", "discrete_", "dp_to_", "exponential_mechanism_",
        "gaussian_", "group_dp_", "laplace_", "noisy_max_", "permute_and_flip_",
        "randomised_response_", "renyi_to_", "sampled_dp_", "shuffled_", "staircase_",
        "subsampled_", "zcdp_to_",
    ))
    and not name.endswith(("_round", "_prior"))
}
# Parameters of theirs that are lists.
LISTS = ("scores", "other_scores", "orders", "levels", "others")
# What it gives besides.
OTHERS = (
    "composition_delta", "composition_deltas", "composition_epsilon", "composition_renyi",
    "gaussian_round", "laplace_round",
)
# Words of the language whose names would hide Python's own.
BUILTINS = ("abs",)
# From so many values on they are worked out together, and to widths from that on.
_FEWEST, _FLOAT_WIDTH = 64, fmpq(1, 10**13)
_OPTIONS = ("width", "normalise", "database")


def _aliases() -> dict[str, str]:
    """What claims call quantities, where that is another name than the command line's."""
    found = {}
    for name in QUANTITIES:
        record = records.QUANTITIES.get(name)
        word = record.written.partition("(")[0] if record is not None else name
        if record is not None and "(" in record.written and word.isidentifier() and word != name:
            found[word] = name
    return {word: name for word, name in found.items() if word not in QUANTITIES}


ALIASES = _aliases()


# --- one value ------------------------------------------------------------------------------------


@timed
def value(
    quantity: str,
    /,
    *arguments: Any,
    file: str | Path | None = None,
    width: Any = None,
    normalise: bool = False,
    database: Sequence[int] | None = None,
    **named: Any,
) -> Certified:
    """The certified value of a quantity, by its name on the command line or in claims.

    Args:
        quantity: its name, such as "capacity", "KL" or "gaussian_delta"; `help(verified)` and
            docs/api.md list them.
        arguments: its arguments in order: laws as lists, channels and mechanisms as lists of rows,
            numbers; arrays, texts such as "1/3, 2/3" and "log(3)", `Path`s of files.
        file: a file that has the arguments that aren't given: an object of them by name, a matrix,
            or laws as rows.
        width: the relative width asked for: 1e-12 where nothing is said, and for inverses what
            their own functions say.
        normalise: divide each law by its sum, for laws that were rounded to floats.
        database: the alphabet sizes of a database's entries, for mechanisms and priors.
        named: arguments by their names.

    Raises:
        InputError: the input breaks a rule, or the value is undefined or not enclosed that
            narrowly; the message names the argument and the rule.
        UnknownKeyError: no quantity or parameter is called so.
        NotReachedError: the width isn't reached by a composition of mechanisms, or in the time that
            a value may take (`time_limit`).
    """
    name = ALIASES.get(quantity, quantity)
    if name in ACCOUNTANTS:
        if file is not None or normalise or database is not None:
            raise InputError(f"{name} takes numbers; file, normalise and database are for laws")
        made = ACCOUNTANTS[name]
        given = by_name(name, accountant_parameters(name), arguments, named, without_default(made))
        if width is not None:
            given["width"] = width
        return made(**{key: _single(key, one) for key, one in given.items()})
    if name in COMPOSITIONS:
        if file is not None or normalise or database is not None:
            raise InputError(f"{name} takes rounds; file, normalise and database are for laws")
        return composition(name, arguments, named, width)
    if name not in QUANTITIES and name in records.QUANTITIES:
        if file is not None or database is not None:
            raise InputError(f"{name} takes no file and no database")
        given = by_name(name, names_of(records.QUANTITIES[name]), arguments, named)
        return stated(name, given, "1e-12" if width is None else width, normalise)
    if name not in QUANTITIES:
        known = [*QUANTITIES, *ALIASES, *ACCOUNTANTS, *COMPOSITIONS]
        raise UnknownKeyError("quantity", quantity, known)
    asked = QUANTITIES[name]
    if file is not None:
        named = _with_file(asked, arguments, named, Path(file))
    given = by_name(name, [part.name for part in asked.parameters], arguments, named)
    return certify(
        asked, given, database=database, width="1e-12" if width is None else width,
        normalise=normalise, term=read_number,
    )


def _single(name: str, given: Any) -> Any:
    """A number as the accounting room takes it, or a list where it takes one.

    Raises:
        InputError: it is a list where a number is wanted.
    """
    if isinstance(given, str):
        return given
    found = plain(given, name)
    if isinstance(found, list) and name not in LISTS:
        raise InputError(
            f"{name} is a list; it must be one number (verified.values takes lists of them)"
        )
    return found


def accountant_parameters(name: str) -> list[str]:
    """The parameters of a function of the accounting room, in order, but for the width."""
    return [part for part in inspect.signature(ACCOUNTANTS[name]).parameters if part != "width"]


def _with_file(
    asked: Quantity, arguments: Sequence[Any], named: Mapping[str, Any], file: Path
) -> dict[str, Any]:
    """The named arguments, with what the file has for parameters that aren't given."""
    content = read_file(file)
    known = {part.name: part for part in asked.parameters}
    if isinstance(content, Mapping):
        for name in content:
            if name not in known:
                raise UnknownKeyError(f"parameter of {asked.name} in {file}", name, known)
        return {**content, **named}
    waiting = [part for part in asked.parameters if part.name not in named][len(arguments):]
    tables = [part for part in waiting if part.kind in ("channel", "mechanism", "joint law")]
    if tables:
        return {tables[0].name: content, **named}
    laws = [part for part in waiting if part.kind in ("pmf", "prior")]
    rows = content if isinstance(content[0], list) else [content]
    if not laws or len(rows) > len(laws):
        raise InputError(f"{file} has {len(rows)} rows, but {asked.name} takes {len(laws)} laws")
    return {**{part.name: row for part, row in zip(laws, rows, strict=False)}, **named}


# --- many values ----------------------------------------------------------------------------------


def values(quantity: str, /, *arguments: Any, width: Any = None, **named: Any) -> Batch:
    """Certified values at many arguments: lists or arrays stand for numbers, all of one length.

    δ of composed rounds at many ε (`subsampled_…_delta` and the like) share their work, at a width
    of 1e-6 where none is asked for; `gaussian_delta` at many floats is worked out by certified
    polynomials, to a width of 1e-13; every other quantity one by one.

    Args:
        quantity: its name.
        arguments: as for `value`, but any argument that is one number may be a list of them.
        width: the relative width asked for.
        named: arguments by their names; `normalise` and `database` too.

    Raises:
        InputError: as for `value`; or no argument is such a list, or two differ in length.
    """
    name = ALIASES.get(quantity, quantity)
    if name in ACCOUNTANTS:
        names, single = accountant_parameters(name), None
    elif name in QUANTITIES:
        parts = QUANTITIES[name].parameters
        names, single = [p.name for p in parts], {p.name for p in parts if p.kind in SINGLE}
    elif name in records.QUANTITIES:
        record = records.QUANTITIES[name]
        names, single = names_of(record), numbers_of(record)
    elif name in COMPOSITIONS:
        raise InputError(f"{name} gives one value; composition_deltas takes many ε")
    else:
        raise UnknownKeyError("quantity", quantity, [*QUANTITIES, *ALIASES, *ACCOUNTANTS])
    options = {key: named.pop(key) for key in _OPTIONS[1:] if key in named}
    needed = without_default(ACCOUNTANTS[name]) if name in ACCOUNTANTS else ()
    given = by_name(name, names, arguments, named, needed)
    many = {}
    for key, one in given.items():
        if key in LISTS or (single is not None and key not in single):
            continue
        listed = one if isinstance(one, str) else plain(one, key)
        if isinstance(listed, list):
            if any(isinstance(each, list) for each in listed):
                raise InputError(f"{key} has more than one axis; many values are one list")
            many[key] = listed
    counts = {key: len(listed) for key, listed in many.items()}
    if not counts:
        raise InputError(f"no argument of {name} is a list; verified.value gives one value")
    if len(set(counts.values())) > 1:
        told = ", ".join(f"{key} has {count}" for key, count in counts.items())
        raise InputError(f"the lists differ in length: {told}")
    if width is not None:
        options["width"] = width
    if list(many) == ["eps"] and name.startswith("subsampled") and name.endswith("delta"):
        return _shared(name, many["eps"], given, options)
    if list(many) == ["eps"] and name in _IN_FLOATS and len(many["eps"]) >= _FEWEST:
        found_together = _together(name, many["eps"], given, options)
        if found_together is not None:
            return found_together
    found = [
        value(name, **{**given, **{key: listed[index] for key, listed in many.items()}}, **options)
        for index in range(next(iter(counts.values())))
    ]
    return Batch(
        [one.enclosure for one in found], found[0].unit if found else "",
        lambda index, goal: found[index].narrowed(goal).enclosure,
    )


def _shared(
    name: str, epsilons: list[Any], given: Mapping[str, Any], options: Mapping[str, Any]
) -> Batch:
    """δ of composed rounds at many ε."""
    left = {key: one for key, one in given.items() if key != "eps"}
    adjacency = left.pop("adjacency", "add-or-remove")
    steps = left.pop("steps")
    make = accounting.gaussian_round if "gaussian" in name else accounting.laplace_round
    rounds = [(make(**left), steps)]
    found = accounting.composition_deltas(
        rounds, epsilons=epsilons, adjacency=adjacency, **options
    )

    def again(index: int, goal: fmpq) -> Enclosure:
        return found[index].narrowed(goal).enclosure

    return Batch([one.enclosure for one in found], "", again)


def _gaussian_floats(
    places: Any, given: Mapping[str, Any], width: fmpq
) -> tuple[tuple[Any, Any, Any], str]:
    steps = whole(given.get("steps", 1), "steps")
    left = {key: part for key, part in given.items() if key != "steps"}
    total = steps * accounting.gaussian_round(**left).ratio ** 2
    return gaussian_deltas(total, places, width), f"certified polynomials of {TERMS} terms, floats"


def _laplace_floats(
    places: Any, given: Mapping[str, Any], width: fmpq
) -> tuple[tuple[Any, Any, Any], str] | None:
    if whole(given.get("steps", 1), "steps") > 1:
        return None
    left = {key: part for key, part in given.items() if key != "steps"}
    return laplace_deltas(accounting.laplace_round(**left).ratio, places), "closed form in floats"


# What is worked out in floats at many ε, from these and the other arguments: None for those of
# which it isn't.
_IN_FLOATS = {"gaussian_delta": _gaussian_floats, "laplace_delta": _laplace_floats}


def _together(
    name: str, epsilons: list[Any], given: Mapping[str, Any], options: Mapping[str, Any]
) -> Batch | None:
    """δ of noise at many floats; None where they aren't floats, or a smaller width is asked for
    than floats have."""
    import numpy as np

    width = relative_width(options.get("width", WIDTH))
    # NumPy's binary64 numbers are floats, its others aren't; True is no number here.
    if width < _FLOAT_WIDTH or not all(
        isinstance(eps, float) or type(eps) is int for eps in epsilons
    ):
        return None
    places = np.array(epsilons, dtype=float)
    if not np.isfinite(places).all() or any(int(p) != eps for p, eps in zip(places, epsilons,
                                            strict=True) if type(eps) is int):
        return None

    def one(index: int, goal: fmpq) -> Enclosure:
        return value(name, **{**given, "eps": epsilons[index]}, width=goal).enclosure

    # One alone refuses what isn't as it should be.
    one(0, width)
    left = {key: part for key, part in given.items() if key not in ("eps", "width")}
    made = _IN_FLOATS[name](places, left, width)
    if made is None:
        return None
    (low, high, done), way = made
    known: dict[float, Enclosure] = {}
    apart = {}
    for index in map(int, np.flatnonzero(~done)):
        # Many of them may be one number, as an atom of the loss.
        key = float(places[index])
        if key not in known:
            known[key] = one(index, width)
        apart[index] = known[key]
    return Batch(FloatEnds(low, high, apart, way), "", one)


# --- functions of their own -----------------------------------------------------------------------


def function(name: str) -> Callable[..., Certified]:
    """The function of a quantity.

    Raises:
        UnknownKeyError: no quantity is called so.
    """
    name = ALIASES.get(name, name)
    if name in ACCOUNTANTS:
        made = ACCOUNTANTS[name]

        @timed
        @functools.wraps(made)
        def accounted(*arguments: Any, **named: Any) -> Certified:
            names = list(inspect.signature(made).parameters)
            if arguments:
                raise InputError(f"{name} takes its arguments by name: {', '.join(names)}")
            given = by_name(name, names, (), named, without_default(made))
            return made(**{key: _single(key, one) for key, one in given.items()})

        accounted.__module__ = "verified"
        return accounted
    if name not in QUANTITIES:
        raise UnknownKeyError("quantity", name, [*QUANTITIES, *ALIASES, *ACCOUNTANTS])
    asked = QUANTITIES[name]

    def call(*arguments: Any, **named: Any) -> Certified:
        return value(name, *arguments, **named)

    call.__name__ = call.__qualname__ = name
    call.__module__ = "verified"
    call.__doc__ = documentation(asked)
    vars(call)["__signature__"] = signature(asked)
    return call


def signature(asked: Quantity) -> inspect.Signature:
    """A quantity's signature: its parameters, then how the value is worked out."""
    parts = [
        inspect.Parameter(
            part.name, inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=inspect.Parameter.empty if part.default is None else part.default,
        )
        for part in asked.parameters
    ]
    options: list[tuple[str, Any]] = [("width", "1e-12"), ("normalise", False), ("file", None)]
    if on_database(asked):
        options.append(("database", None))
    parts += [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)
        for name, default in options
    ]
    return inspect.Signature(parts)


def told(part: Parameter) -> str:
    """What a parameter is, in words."""
    return _WORDS_FOR[part.kind]


_WORDS_FOR = {
    "number": "a number", "size": "a whole number", "index": "the number of a symbol, from 0",
    "event": "a list of symbols' numbers", "list of numbers": "a list of numbers",
    "pmf": "a law: a list of probabilities", "joint law": "a joint law: a list of rows",
    "channel": "a channel: a list of rows, one law for each input",
    "mechanism": "a mechanism: a list of rows, one law for each database",
    "prior": "a law of the database: a list of probabilities",
    "framework": "a pufferfish framework: a mapping, or the path of a JSON file",
}


def documentation(asked: Quantity) -> str:
    """A quantity's docstring."""
    record = records.QUANTITIES.get(asked.name)
    other = f"{asked.meaning[0].upper()}{asked.meaning[1:]}."
    meaning = record.doc if record is not None else other
    lines = [meaning, ""]
    if asked.parameters:
        lines += ["Args:", *(f"    {part.name}: {told(part)}." for part in asked.parameters), ""]
    unit = f", in {asked.unit}" if asked.unit else ""
    lines += [
        f"Returns a certified value{unit}. Options and errors are those of `verified.value`.",
    ]
    return "\n".join(lines)


__all__ = [
    "ACCOUNTANTS", "ALIASES", "BUILTINS", "LISTS", "OTHERS", "Batch", "Certified",
    "accountant_parameters", "documentation", "enclose", "function", "signature", "told", "value",
    "values",
]
