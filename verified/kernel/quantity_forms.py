"""Normal forms of variables and of quantities that stay closed, in their ranges."""

from __future__ import annotations

from flint import fmpq

from verified.kernel.judgements import arguments_fit, check_below, defined, inhabited
from verified.kernel.known import Known
from verified.kernel.pairs import simplified, unfolded
from verified.kernel.polynomial import (
    ONE,
    NotReal,
    Poly,
    constant,
    is_constant,
    is_integer,
    key_of,
    plus,
)
from verified.kernel.products import product
from verified.kernel.signs import sign
from verified.syntax import sorts
from verified.syntax.formulas import substitute
from verified.syntax.quantity import QUANTITIES, ExtendedSort
from verified.syntax.terms import Bind, Op, Term, Var


def variable(known: Known, term: Var) -> Poly:
    """A variable, with what its domain says of it."""
    found = known.atom(term)
    match term.sort:
        case sorts.RealSort():
            _within(known, found, term.sort)
        case sorts.SizeSort(least, most):
            known.note(plus(found, constant(least), -1), False)
            if most is not None:
                known.note(plus(constant(most), found, -1), False)
        case sorts.SymbolSort(size):
            count = known.poly(size)
            known.note(plus(plus(count, found, -1), constant(-1)), False)
        case _:
            raise NotReal("{} is no number", term)
    return found


def _within(known: Known, found: Poly, domain: sorts.RealSort) -> Poly:
    """The number, noted to lie in its domain."""
    if domain.high is not None:
        known.note(plus(constant(domain.high), found, -1), domain.high_open)
    if domain.low is not None:
        known.note(plus(found, constant(domain.low), -1), domain.low_open)
    return found


def closed(known: Known, term: Term) -> Poly:
    """A quantity that stays closed, if it is a real number."""
    try:
        return _closed_by_form(known, term)
    except NotReal:
        if key_of(term) in known.facts.real_keys:
            return known.atom(term)
        raise


def _closed_by_form(known: Known, term: Term) -> Poly:
    match term:
        case Op("edges", (Op("dp_framework", (database,)),)):
            # An edge for each entry.
            return known.poly(Op("entries", (database,), sorts.SizeSort(0)))
        case Op("instances", (Op("one_entry" | "several_entries", sizes) as database,)):
            if defined(known, database):
                found = constant(1)
                for size in sizes:
                    found = product(known, found, known.poly(size))
                return found
        case Op("quotient" | "remainder" as head, (a, b)):
            return _divided(known, head, a, b)
        case Op("component", (Bind("table", var, _, body) as reals, index)):
            check_below(known, reals.sort.sizes()[0], index)
            if not defined(known, reals):
                raise NotReal("{} aren't shown to be real numbers", reals)
            return known.poly(simplified(substitute(body, {var.name: index})))
        case Op(head, _):
            values = QUANTITIES[head].values
            finite = values is None or (values.finite and values.bounded_below)
            if finite and arguments_fit(known, term):
                return _ranged(known, term, values)
        case Bind("max" | "min", var, None, _) if isinstance(
            var.of, sorts.SymbolSort | sorts.EventSort
        ):
            # The extremum of real numbers over an alphabet that isn't empty, or over its
            # events, of which the empty one is there if the alphabet's size has a value.
            if inhabited(known, var.of):
                inner, body = known.under(term)
                inner.poly(body)
                return known.atom(term)
    raise NotReal("{} isn't shown to be a real number", term)


def _ranged(known: Known, term: Op, values: ExtendedSort | None) -> Poly:
    """A quantity that stays closed, noted to lie where its record and its sort say."""
    found = known.atom(term)
    if isinstance(term.result, sorts.SymbolSort):
        known.note(plus(plus(known.poly(term.result.size), found, -1), constant(-1)), False)
    elif isinstance(term.result, sorts.RealSort):
        _within(known, found, term.result)
    if values is not None:
        _within(known, found, values)
    return found


def _divided(known: Known, head: str, a: Term, b: Term) -> Poly:
    """⌊a/b⌋ or a mod b of whole numbers, b ≥ 1: closed, with their ranges noted."""
    top, bottom = known.poly(a), known.poly(b)
    whole = is_integer(a) and is_integer(b)
    if not whole or sign(known, top) is None or sign(known, bottom) != 1:
        raise NotReal("{} isn't shown to be a whole number, or {} not to be above 0", a, b)
    if not top:
        return {}
    if is_constant(top) and is_constant(bottom):
        over, under = (int(part.get(ONE, fmpq(0)).p) for part in (top, bottom))
        return constant(over // under if head == "quotient" else over % under)
    found = known.atom(Op(head, (a, b), sorts.SizeSort(0)))
    if head == "remainder":
        known.note(plus(plus(bottom, found, -1), constant(-1)), False)
    elif isinstance(a.sort, sorts.SymbolSort):
        match a.sort.size:
            case Op("mul", (left, right)) | Op(
                "instances", (Op("several_entries", (left, right)),)
            ):
                for one, other in ((left, right), (right, left)):
                    if key_of(one) == key_of(b):
                        least = plus(plus(known.poly(other), found, -1), constant(-1))
                        known.note(least, False)
    return found


# --- rules ----------------------------------------------------------------------------------------


def _by_definition(known: Known, term: Op) -> Poly:
    """What it is by its record."""
    return known.poly(QUANTITIES[term.head].defined(term))


def _of_tuple(known: Known, term: Op) -> Poly:
    """An entropy or information of a joint law: closed, or written out for a joint law that is
    made of a law on a product, where that is asked for."""
    match term:
        case Op(_, (Op("as_joint", _) as joint,)):
            if not defined(known, joint):
                raise NotReal("{} isn't shown to be a law", joint)
            if not known.unfolds:
                return known.atom(term)
            return known.poly(unfolded(term, known.fresh_symbol))
    return closed(known, term)


RULES = {
    "binary_entropy": _by_definition, "joint_entropy": _of_tuple, "joint_information": _of_tuple,
}
