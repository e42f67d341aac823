"""What is certain of a term wherever the facts hold: judgements, each with what it means.

They are read off the records of quantities (`verified.syntax.quantity`): a quantity has a value of
its sort if its arguments fit their declared sorts and meet its conditions, and the value lies in
the interval of the record. Laws, lists and events that are written out are judged by their form.
None is a matter of names: a quantity is known by its record only.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq

from verified.kernel.known import Known
from verified.kernel.pairs import parts_of
from verified.kernel.polynomial import NotReal, Poly, constant, key_of, plus
from verified.kernel.values import Rejected
from verified.syntax import sorts
from verified.syntax.formulas import Formula, Not, Relation, substitute
from verified.syntax.goals import normal
from verified.syntax.quantity import QUANTITIES, ExtendedSort
from verified.syntax.serial import sort_data
from verified.syntax.terms import (
    INFINITY,
    REAL,
    Bind,
    Cases,
    Number,
    Op,
    Term,
    Var,
    is_arithmetic,
)

# --- numbers --------------------------------------------------------------------------------------


def real(known: Known, term: Term) -> bool:
    """The term is a real number: it has a normal form."""
    try:
        known.poly(term)
    except NotReal:
        return False
    return True


def is_size(known: Known, term: Term, least: int = 0) -> bool:
    """The term is a whole number, and no less than `least` (0 or 1)."""
    found = known.sign_of(term) if term.is_whole else None
    return found is not None and found >= least


def has_size(known: Known, sort: sorts.Sort) -> bool:
    """What the sort counts has a number, perhaps 0: a sum over its values has a value."""
    return all(is_size(known, size) for size in sort.sizes())


def check_below(known: Known, size: Term, term: Term) -> None:
    """The term is one of so many symbols: a whole number from 0 on and below the size.

    Raises:
        NotReal: it isn't shown to be.
    """
    if isinstance(size, Op) and size.head == "mul":
        found = parts_of(term, size.args[1])
        if found is not None:
            check_below(known, size.args[0], found[0])
            return
    if isinstance(term.sort, sorts.SymbolSort) and key_of(term.sort.size) == key_of(size):
        if not isinstance(term, Var):
            known.poly(term)  # its own indices are in range
        return
    if isinstance(term, Cases):
        for part in (term.then, term.otherwise):
            check_below(known, size, part)
        return
    if term.is_whole:
        number = known.poly(term)
        less = plus(plus(known.poly(size), number, -1), constant(-1))
        if known.sign(less) is not None and known.sign(number) is not None:
            return
    raise NotReal("{} isn't shown to be one of {} symbols", term, size)


def is_symbol(known: Known, term: Term, size: Term) -> bool:
    """As `check_below`, as a truth value."""
    try:
        check_below(known, size, term)
    except NotReal:
        return False
    return True


def never_minus_infinity(known: Known, term: Term) -> bool:
    """The term is defined and not −∞: a real number, or +∞."""
    if real(known, term):
        return True
    match term:
        case Op("add", (left, right)):
            return never_minus_infinity(known, left) and never_minus_infinity(known, right)
        case Op("sub", (left, right)) if real(known, right):
            return never_minus_infinity(known, left)
        case Op("sub", (left, Op("mul", (factor, Op("log", (inner,)))))):
            # − u log t with u, t ≥ 0 and t real is in (−∞, ∞].
            small = known.sign_of(factor) is not None and known.sign_of(inner) is not None
            return never_minus_infinity(known, left) and small
        case Op("mul", (left, right)):
            one = known.sign_of(left) is not None and never_minus_infinity(known, right)
            return one or (known.sign_of(right) is not None and never_minus_infinity(known, left))
        case Op("div", (top, bottom)):
            return known.sign_of(bottom) == 1 and never_minus_infinity(known, top)
        case Op(head, _):
            values = QUANTITIES[head].values
            return values is not None and values.bounded_below and arguments_fit(known, term)
        case Bind("sum", var, None, _):
            # Over an alphabet whose size has no value there is no sum, whatever its body is.
            if not has_size(known, var.of):
                return False
            inner, body = known.under(term)
            return never_minus_infinity(inner, body)
        case Bind("integral", _, None, _):
            # Of what is never negative it is defined, perhaps infinite.
            inner, body = known.under(term)
            return inner.sign_of(body) is not None
        case Bind("sup" | "max", var, None, body) if inhabited(known, var.of):
            return never_minus_infinity(
                known, substitute(body, {var.name: known.fresh(var.of)})
            )
    return False


# --- values of sorts ------------------------------------------------------------------------------


def inhabited(known: Known, sort: sorts.Sort) -> bool:
    """The sort has a value: its sizes have values, and where they count symbols of which there must
    be one, they aren't 0."""
    match sort:
        case sorts.RealSort() | sorts.SizeSort() | sorts.DatabaseSort():
            return True
        case sorts.EventSort(size) | sorts.RealsSort(size):
            return is_size(known, size)
        case sorts.SymbolSort() | sorts.PmfSort() | sorts.JointSort() | sorts.ChannelSort():
            return all(is_size(known, size, 1) for size in sort.sizes())
        case sorts.FrameworkSort(size) | sorts.DataClassSort(size):
            return is_size(known, size, 1)
        case sorts.MemberSort(framework, data):
            held = defined(known, framework) and defined(known, data)
            return held and inhabited(known, framework.sort)
        case sorts.MechanismSort(database, outputs):
            return defined(known, database) and is_size(known, outputs, 1)
        case sorts.QueriesSort(_, database, count, outputs):
            whole = is_size(known, count) and is_size(known, outputs, 1)
            return whole and defined(known, database)
        case sorts.PriorSort(database, _, entry):
            split = entry is None or is_symbol(known, entry, QUANTITIES["entries"](database))
            return split and defined(known, database)
    return False


def defined(known: Known, term: Term) -> bool:
    """The term has a value of its sort: a law, a channel, an event, a database, …; of a number, it
    is real. A variable stands for any value of its sort, so it has one."""
    if is_arithmetic(term.sort):
        return real(known, term)
    match term:
        case Var():
            return True
        case Op("pmf_literal", _):
            return never_negative(known, term) and sums_to_one(known, term)
        case Op():
            return arguments_fit(known, term)
        case Bind("event", var, _, _):
            return inhabited(known, sorts.EventSort(*var.of.sizes()))
        case Bind("table"):
            if isinstance(term.sort, sorts.RealsSort):
                inner, body = known.under(term)
                return is_size(known, term.sort.size) and real(inner, body)
            whole = is_size(known, term.sort.sizes()[0])
            return whole and never_negative(known, term) and sums_to_one(known, term)
    return False


def arguments_fit(known: Known, term: Op) -> bool:
    """The arguments of a quantity are of their declared sorts and meet its conditions, so it has a
    value of its sort, in the interval of its record."""
    record = QUANTITIES[term.head]
    if not record.certain:
        return False
    return all(_argument_fits(known, arg, sort) for arg, sort in record.requirements(term)) and all(
        shown(known, normal(condition)) for condition in record.conditions(term)
    )


def _argument_fits(known: Known, arg: Term, sort: sorts.Sort) -> bool:
    """An argument whose sort has been matched with the declared one is a value of that sort."""
    match sort:
        case ExtendedSort() if arg == INFINITY:
            return not sort.finite
        case sorts.RealSort() | sorts.SizeSort() | sorts.SymbolSort():
            pass
        case sorts.RealsSort(_, element) if element != REAL:
            pass
        case _:
            return defined(known, arg)
    try:
        check_fits(known, arg, sort)
    except Rejected:
        return False
    return True


def check_fits(known: Known, term: Term, sort: sorts.Sort) -> None:
    """The term denotes a value of the sort.

    Raises:
        Rejected: it isn't shown to.
    """
    match sort:
        case sorts.RealSort(low, high, low_open, high_open):
            value = known.poly(term)
            _check_ends(known, term, sort, value, low, high, low_open, high_open)
            return
        case sorts.SizeSort(lowest, highest):
            if not term.is_whole:
                raise Rejected(f"{term} is not a whole number")
            _check_ends(known, term, sort, known.poly(term), lowest, highest, False, False)
            return
        case sorts.SymbolSort(size):
            if not term.is_whole:
                raise Rejected(f"{term} is not a symbol")
            check_below(known, size, term)
            return
        case sorts.EventSort(size):
            given = term.sort
            sized = isinstance(given, sorts.EventSort) and key_of(given.size) == key_of(size)
            if sized and defined(known, term):
                return
        case sorts.RealsSort(size, element) if isinstance(term.sort, sorts.RealsSort):
            # As many numbers as there must be, and an arbitrary one of them fits.
            more = plus(known.poly(term.sort.size), known.poly(size), -1)
            if known.is_zero(more) and (isinstance(term, Bind) or defined(known, term)):
                inner, part = known.under(term) if isinstance(term, Bind) else _part(known, term)
                check_fits(inner, part, element)
                return
        case _:
            alike = _sort_key(term.sort) == _sort_key(sort) or _looser(term.sort, sort)
            if alike and defined(known, term):
                return
    raise Rejected(f"{term} isn't shown to be a {sorts.sort_name(sort)} of that kind")


def _check_ends(
    known: Known, term: Term, sort: sorts.Sort, value: Poly, low: Any, high: Any, low_open: bool,
    high_open: bool,
) -> None:
    """A number lies between two ends, where there are some."""
    for end, way, strict in ((low, 1, low_open), (high, -1, high_open)):
        if end is None:
            continue
        found = known.sign(plus(plus({}, value, way), constant(end), -way))
        if found is None or (strict and found != 1):
            raise Rejected(f"{term} isn't shown to lie in the domain of {sorts.sort_name(sort)}")


def _part(known: Known, reals: Term) -> tuple[Any, Term]:
    """An arbitrary one of several real numbers, and what is known where its index is."""
    assert isinstance(reals.sort, sorts.RealsSort)
    index = known.fresh(sorts.SymbolSort(reals.sort.size))
    part = Op("component", (reals, index), reals.sort.element)
    return known.under(Bind("sum", index, None, part))


def _sort_key(sort: sorts.Sort) -> str:
    return str(sort_data(sort))


def _looser(given: sorts.Sort, wanted: sorts.Sort) -> bool:
    """A prior of any kind is a prior; where all entries are independent, each is of the others. A
    class of any kind is a class."""
    if isinstance(given, sorts.DataClassSort) and isinstance(wanted, sorts.DataClassSort):
        return wanted.kind == "any" and key_of(given.size) == key_of(wanted.size)
    if isinstance(given, sorts.PriorSort) and isinstance(wanted, sorts.PriorSort):
        apart = given.kind == "independent" and wanted.kind == "split"
        loose = wanted.kind == "any" or apart
        return loose and key_of(given.database) == key_of(wanted.database)
    return False


# --- laws that are written out --------------------------------------------------------------------


def never_negative(known: Known, law: Term) -> bool:
    """The entries of a law or channel that is written out are at least 0."""
    match law:
        case Op("pmf_literal", entries):
            return all(known.sign_of(entry) is not None for entry in entries)
        case Bind("table", _, None, body):
            inner, renamed = known.under(law)
            if isinstance(body, Bind) and isinstance(body.sort, sorts.PmfSort):
                return never_negative(inner, renamed)
            return inner.sign_of(renamed) is not None
    return False


def sums_to_one(known: Known, law: Term) -> bool:
    """The entries of a law that is written out, or of each row of a channel, sum to 1."""
    match law:
        case Op("pmf_literal", (first, *others)):
            mass = first
            for entry in others:
                mass = Op("add", (mass, entry), REAL)
        case Bind("table", var, None, body):
            if isinstance(body, Bind) and isinstance(body.sort, sorts.PmfSort):
                inner, renamed = known.under(law)
                return sums_to_one(inner, renamed)
            mass = Bind("sum", var, None, body)
        case _:
            return False
    return shown(known, Relation("=", mass, Number(fmpq(1))))


# --- relations ------------------------------------------------------------------------------------


def shown(known: Known, formula: Formula) -> bool:
    """Normal forms and signs decide a relation, both of whose sides are real, in its favour."""
    try:
        match formula:
            case Relation("=", left, right):
                difference = plus(known.poly(right), known.poly(left), -1)
                # By itself, or since the facts say both ≥ 0 and ≤ 0.
                return known.is_zero(difference) or None not in (
                    known.sign(difference), known.sign(plus({}, difference, -1))
                )
            case Relation("<=" | "<" as op, left, right):
                difference = plus(known.poly(right), known.poly(left), -1)
                found = known.sign(difference)
                if found is None:
                    return op == "<=" and known.is_zero(difference)
                return found == 1 or op == "<="
            case Not(Relation("<=" | "<" as op, left, right)):
                return shown(known, Relation("<" if op == "<=" else "<=", right, left))
    except NotReal:
        return False
    return False
