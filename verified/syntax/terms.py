"""Variables and exact numbers, and the trees that terms are (`verified.syntax.trees`)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq

from verified.syntax.sorts import (
    ChannelSort,
    ClaimError,
    DatabaseSort,
    DataClassSort,
    EventSort,
    FrameworkSort,
    JointSort,
    MechanismSort,
    MemberSort,
    MixtureSort,
    PmfSort,
    PriorSort,
    QueriesSort,
    RealsSort,
    SizeSort,
    SymbolSort,
    parse_interval,
)
from verified.syntax.trees import (
    BINDERS,
    INFINITY,
    REAL,
    SIZE,
    Bind,
    Cases,
    Number,
    Op,
    Term,
    Var,
    arithmetic,
    children,
    distinct,
    equals,
    free_variables,
    is_arithmetic,
    number,
    walk,
)


def rational(numerator: int | str, denominator: int = 1) -> Number:
    """An exact number: `rational(1, 3)`, `rational("0.25")`, `rational("1e-6")`."""
    try:
        value = Fraction(numerator) / denominator
    except (ValueError, ZeroDivisionError):
        raise ClaimError(f"{numerator!r}/{denominator!r} is not a rational number") from None
    return Number(fmpq(value.numerator, value.denominator))


# --- variables ------------------------------------------------------------------------------------


def size_term(value: Any, place: str) -> Term:
    """Coerce a whole number or a size term.

    Raises:
        ClaimError: anything else.
    """
    term = number(value, place)
    if not term.is_whole:
        raise ClaimError(f"{term} {place} is not a size (a whole number or a Size variable)")
    return term


def _alphabet(value: Any, place: str) -> Term:
    """Coerce an alphabet's size: a law needs at least one symbol."""
    term = size_term(value, place)
    if isinstance(term, Number) and term.value == 0:
        raise ClaimError(f"an alphabet {place} has 0 symbols; a law needs at least one")
    return term


def size_of(term: Term) -> Term:
    """The first size in a term's sort: its alphabet's."""
    return term.sort.sizes()[0]


def Real(name: str, domain: str = "", latex: str = "") -> Var:
    """A real variable on a domain such as ">=0", "[0,1]", "(0,inf)"; all reals when empty."""
    return Var(name, parse_interval(domain), latex)


def Reals(name: str, size: Any, domain: str = "", latex: str = "") -> Var:
    """A tuple of `size` real variables on one domain; its parts are `name[j]`."""
    return Var(name, RealsSort(size_term(size, f"of {name}"), parse_interval(domain)), latex)


def Size(name: str, low: int = 1, high: int | None = None, latex: str = "") -> Var:
    """A whole number of at least `low`: an alphabet's size, a number of queries."""
    return Var(name, SizeSort(low, high), latex)


def Symbol(name: str, size: Any, latex: str = "") -> Var:
    """A symbol of an alphabet with `size` symbols (0, 1, …, size − 1)."""
    return Var(name, SymbolSort(size_term(size, f"of {name}")), latex)


def Event(name: str, size: Any, latex: str = "") -> Var:
    """A subset of an alphabet with `size` symbols."""
    return Var(name, EventSort(size_term(size, f"of {name}")), latex)


def Pmf(name: str, size: Any, latex: str = "") -> Var:
    """A probability mass function on `size` symbols."""
    return Var(name, PmfSort(_alphabet(size, f"of {name}")), latex)


def Joint(name: str, latex: str = "", **alphabets: Any) -> Var:
    """A joint law of named variables: `Joint("J", U=a, V=b)` has U on a symbols and V on b."""
    if not alphabets:
        raise ClaimError(f"the joint law {name} has no variables: write Joint({name!r}, U=a, V=b)")
    sizes = tuple(_alphabet(size, f"of {axis} in {name}") for axis, size in alphabets.items())
    return Var(name, JointSort(tuple(alphabets), sizes), latex)


def Channel(name: str, inputs: Any, outputs: Any, latex: str = "") -> Var:
    """A channel from `inputs` to `outputs` symbols (or a tuple of `inputs` laws)."""
    sort = ChannelSort(_alphabet(inputs, f"of {name}"), _alphabet(outputs, f"of {name}"))
    return Var(name, sort, latex)


def Database(name: str = "D", latex: str = "") -> Var:
    """The shape of a database: any number of entries from one on, any finite alphabets."""
    return Var(name, DatabaseSort(), latex)


def Prior(name: str, database: Term, kind: str = "any", entry: Any = None, latex: str = "") -> Var:
    """A law of the database's entries; `kind` and `entry` as in `PriorSort`."""
    if not isinstance(database.sort, DatabaseSort):
        raise ClaimError(f"the prior {name} stands on {database}, which is not a Database")
    place = f"as the entry of {name}"
    chosen = None if entry is None else size_term(entry, place)
    return Var(name, PriorSort(database, kind, chosen), latex)


def Mechanism(name: str, database: Term, outputs: Any, latex: str = "") -> Var:
    """A mechanism on a database with `outputs` possible responses."""
    if not isinstance(database.sort, DatabaseSort):
        raise ClaimError(f"the mechanism {name} stands on {database}, which is not a Database")
    return Var(name, MechanismSort(database, _alphabet(outputs, f"of {name}")), latex)


def Queries(
    name: str, database: Term, count: Any, outputs: Any, kind: str = "independent", latex: str = ""
) -> Var:
    """`count` mechanisms on one database; `kind` as in `QueriesSort`."""
    if not isinstance(database.sort, DatabaseSort):
        raise ClaimError(f"the queries {name} stand on {database}, which is not a Database")
    sizes = size_term(count, f"of {name}"), _alphabet(outputs, f"of {name}")
    return Var(name, QueriesSort(kind, database, *sizes), latex)


def Framework(name: str, size: Any, latex: str = "") -> Var:
    """Private and public functions on `size` symbols, and edges between them."""
    return Var(name, FrameworkSort(_alphabet(size, f"of {name}")), latex)


def DataClass(name: str, size: Any, kind: str = "any", latex: str = "") -> Var:
    """A class of laws on `size` symbols; `kind` as in `DataClassSort`."""
    return Var(name, DataClassSort(_alphabet(size, f"of {name}"), kind), latex)


def Member(name: str, framework: Term, data: Term, latex: str = "") -> Var:
    """A law of a class, which is used with a framework on the same alphabet."""
    if not isinstance(framework.sort, FrameworkSort) or not isinstance(data.sort, DataClassSort):
        raise ClaimError(f"the member {name} wants a Framework and a DataClass")
    if framework.sort.size != data.sort.size:
        raise ClaimError(f"{framework} and {data} stand on different alphabets")
    return Var(name, MemberSort(framework, data), latex)



def Mixture(name: str, components: Any, latex: str = "") -> Var:
    """A Gaussian mixture with so many components, a law on the real line; for claims that speak of
    the weights, means and variances themselves there is `gaussian_mixture` of three variables."""
    return Var(name, MixtureSort(_alphabet(components, f"of {name}")), latex)


__all__ = [
    "BINDERS", "Bind", "Cases", "Channel", "DataClass", "Database", "Event", "Framework",
    "INFINITY", "Joint", "Mechanism", "Member", "Mixture", "Number", "Op", "Pmf", "Prior",
    "Queries", "REAL", "Real", "Reals", "SIZE", "Size", "Symbol", "Term", "Var", "arithmetic",
    "children", "distinct", "equals", "free_variables", "is_arithmetic", "number", "rational",
    "size_of", "size_term", "walk",
]
