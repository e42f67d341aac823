"""Normal forms of numbers: quotients, powers, exponentials, logarithms, roots, products."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from flint import fmpq

from verified.kernel.judgements import real
from verified.kernel.known import Known
from verified.kernel.polynomial import (
    ONE,
    Exponent,
    Monomial,
    NotReal,
    Poly,
    common,
    constant,
    divides,
    exponent,
    factors,
    is_constant,
    is_inverse,
    monomial_product,
    multiple,
    plus,
    rational_root,
    scaled_key,
)
from verified.kernel.products import product, reduced, together, written
from verified.kernel.signs import atom_sign, monomial_sign, nonzero, sign
from verified.syntax.terms import REAL, Number, Op, Term


def inverse(known: Known, poly: Poly, what: Term) -> Poly:
    """1 over a normal form that is certainly not 0."""
    if not poly:
        raise NotReal("the divisor {} is 0", what)
    top, bottom = together(known, poly)
    if bottom != constant(1):
        return product(known, inverse(known, top, what), bottom)
    if len(poly) == 1:
        ((monomial, coefficient),) = poly.items()
        for atom, _ in monomial:
            require_nonzero(known, {((atom, 1),): fmpq(1)}, what)
        return {tuple((atom, -power) for atom, power in monomial): 1 / coefficient}
    require_nonzero(known, poly, what)
    scaled = min(poly)
    factor = poly[scaled]
    unit = {monomial: coefficient / factor for monomial, coefficient in poly.items()}
    inverted = known.atom(Op("div", (Number(fmpq(1)), written(known, unit)), REAL))
    return plus({}, inverted, 1 / factor)


def require_nonzero(known: Known, poly: Poly, what: Term) -> None:
    """The divisor isn't 0.

    Raises:
        NotReal: it isn't shown to differ from 0.
    """
    if not nonzero(known, poly):
        raise NotReal("the divisor {} isn't shown to differ from 0", what)


def _power(known: Known, term: Op) -> Poly:
    base, above = term.args
    powers = known.poly(above)
    if is_constant(powers) and powers.get(ONE, fmpq(0)).q == 1:
        count = int(powers.get(ONE, fmpq(0)).p)
        found, result = known.poly(base), constant(1)
        if count < 0:
            found = inverse(known, found, base)
        if abs(count) > 64:
            raise NotReal("the exponent {} is too large to expand", above)
        for _ in range(abs(count)):
            result = product(known, result, found)
        return result
    found = known.poly(base)
    if sign(known, found) == 0 and sign(known, powers) == 1:
        # A base that may be 0: its positive powers are at least 0, and those of 0 are 0.
        root = known.atom(Op("pow", (written(known, found), written(known, powers)), REAL))
        return root if found else {}
    # A positive base: base^y = exp(y log base).
    return exponential(known, product(known, powers, _logarithm(known, found, base)))


def exponential(known: Known, poly: Poly) -> Poly:
    """exp of a sum is the product of the exponentials of its monomials, to their powers."""
    result: Monomial = ONE
    factor = constant(1)
    for monomial, coefficient in poly.items():
        if len(monomial) == 1 and monomial[0][1] == 1 and coefficient.q == 1:
            inside = known.atoms[monomial[0][0]]
            if isinstance(inside, Op) and inside.head == "log":
                base = known.poly(inside.args[0])
                if sign(known, base) == 1:
                    for _ in range(abs(int(coefficient.p))):
                        part = base if coefficient > 0 else inverse(known, base, inside)
                        factor = product(known, factor, part)
                    continue
        (found,) = known.atom(Op("exp", (written(known, {monomial: fmpq(1)}),), REAL))
        result = monomial_product(result, ((found[0][0], exponent(coefficient)),))
    return product(known, factor, {result: fmpq(1)})


def _logarithm(known: Known, poly: Poly, what: Term) -> Poly:
    if sign(known, poly) != 1:
        raise NotReal("{}, whose logarithm is taken, isn't shown to be positive", what)
    top, bottom = together(known, poly)
    for way in (1, -1) if bottom != constant(1) else ():
        above, below = plus({}, top, way), plus({}, bottom, way)
        if sign(known, above) == 1 and sign(known, below) == 1:
            return plus(_logarithm(known, above, what), _logarithm(known, below, what), -1)
    return _log_atoms(known, poly, lambda atom: atom_sign(known, atom) == 1)


def _log_atoms(known: Known, poly: Poly, splits: Callable[[str], bool]) -> Poly:
    """log of a positive normal form; a single monomial splits where each atom does."""
    if len(poly) == 1:
        ((monomial, coefficient),) = poly.items()
        if coefficient > 0 and all(splits(atom) for atom, _ in monomial):
            result = _log_number(known, coefficient)
            for atom, power in monomial:
                result = plus(result, _log_of_atom(known, known.atoms[atom], atom), power)
            return result
    shared = common(poly)
    if shared != ONE and all(atom_sign(known, atom) == 1 for atom, _ in shared):
        divided = tuple((atom, -power) for atom, power in shared)
        rest = {monomial_product(part, divided): c for part, c in poly.items()}
        result = _log_atoms(known, rest, splits)
        for atom, power in shared:
            result = plus(result, _log_of_atom(known, known.atoms[atom], atom), power)
        return result
    content = abs(poly[min(poly)])
    unit = {monomial: coefficient / content for monomial, coefficient in poly.items()}
    return plus(_log_number(known, content), known.atom(Op("log", (written(known, unit),), REAL)))


def _log_of_atom(known: Known, term: Term, key: str) -> Poly:
    if isinstance(term, Op) and term.head == "exp":
        return known.poly(term.args[0])
    if is_inverse(term):
        assert isinstance(term, Op)
        return plus({}, _log_atoms(known, known.poly(term.args[1]), lambda _: True), -1)
    if isinstance(term, Op) and term.head == "sqrt":
        inner = known.poly(term.args[0])
        if sign(known, inner) == 1:
            return plus({}, _logarithm(known, inner, term), fmpq(1, 2))
    return known.atom(Op("log", (term,), REAL))


def _log_number(known: Known, value: fmpq) -> Poly:
    result: Poly = {}
    for part, way in ((value.p, 1), (value.q, -1)):
        for prime, power in part.factor():
            found = known.atom(Op("log", (Number(fmpq(prime)),), REAL))
            result = plus(result, found, way * power)
    return result


def _root(known: Known, poly: Poly, what: Term) -> Poly:
    if sign(known, poly) is None:
        raise NotReal("{}, whose root is taken, isn't shown to be at least 0", what)
    if not poly:
        return {}
    if len(poly) == 1:
        ((monomial, coefficient),) = poly.items()
        root = rational_root(coefficient)
        even = all(isinstance(power, int) and power % 2 == 0 for _, power in monomial)
        if root is not None and even:
            half: Poly = {tuple((atom, int(power) // 2) for atom, power in monomial): root}
            if sign(known, half) is not None:
                return half
    return known.atom(Op("sqrt", (written(known, poly),), REAL))


def _absolute(known: Known, poly: Poly) -> Poly:
    if sign(known, poly) is not None:
        return poly
    opposite = plus({}, poly, -1)
    if sign(known, opposite) is not None:
        return opposite
    first = min(poly)
    chosen = poly if poly[first] > 0 else opposite
    return known.atom(Op("abs", (written(known, chosen),), REAL))


def _normal_cdf(known: Known, poly: Poly) -> Poly:
    """Φ, closed, in (0, 1): Φ(0) = 1/2 and Φ(−u) = 1 − Φ(u), so one of ±u stands for both."""
    if not poly:
        return constant(fmpq(1, 2))
    if poly[min(poly)] < 0:
        return plus(constant(1), _normal_cdf(known, plus({}, poly, -1)), -1)
    found = known.atom(Op("normal_cdf", (written(known, poly),), REAL))
    known.note(found, True)
    known.note(plus(constant(1), found, -1), True)
    return found


def _product(known: Known, factors: list[Term]) -> Poly:
    """A product; a logarithm of what may be 0 needs other factors that vanish with it."""
    weak: list[Term] = []
    rest = constant(1)
    for factor in factors:
        if isinstance(factor, Op) and factor.head == "log" and not real(known, factor):
            weak.append(factor.args[0])
        else:
            rest = product(known, rest, known.poly(factor))
    for inner in weak:
        rest = product(known, rest, _formal_log(known, known.poly(inner), rest, inner))
    return rest


def _formal_log(known: Known, inside: Poly, rest: Poly, what: Term) -> Poly:
    """log t as a formal logarithm, `rest` vanishing where t ≥ 0 does."""
    if sign(known, inside) is None:
        raise NotReal("{}, whose logarithm is taken, isn't shown to be at least 0", what)
    if not inside:
        if rest:
            raise NotReal("log {} is −∞", what)
        return {}
    single = len(inside) == 1
    ((monomial, _),) = inside.items() if single else ((ONE, None),)
    # Each monomial of the rest vanishes with each atom of t that may be 0; no divisor is.
    splits = single and all(
        atom_sign(known, atom) == 1
        or (atom_sign(known, atom) == 0 and all(dict(part).get(atom, 0) > 0 for part in rest))
        for atom, _ in monomial
    )
    if splits:
        return _log_atoms(known, inside, lambda _: True)
    if not (multiple(rest, inside) or all(_dominated(known, part, inside) for part in rest)):
        raise NotReal("log {} may be −∞ where its factor isn't 0", what)
    return _log_atoms(known, inside, lambda _: False)


def _dominated(known: Known, monomial: Monomial, bound: Poly) -> bool:
    """Whether the monomial is certainly 0 where `bound` ≥ 0 is: a part of it is in [0, c·bound]
    by a fact."""
    if any(multiple({((atom, 1),): fmpq(1)}, bound) for atom, power in monomial
           if power > 0):
        return True
    positive = [part for part in monomial if part[1] > 0]
    for count in range(1, len(positive) + 1):
        for chosen in itertools.combinations(positive, count):
            part: Poly = {tuple(chosen): fmpq(1)}
            keys = scaled_key(part), scaled_key(bound)
            if keys[0] and keys[1] and (keys[0][0], keys[1][0]) in known.facts.vanishing:
                return True
            if sign(known, part) is not None and sign(known, plus(bound, part, -1)) is not None:
                return True
    if len(bound) == 1:
        ((divisor, _),) = bound.items()
        told = tuple(known.facts.known.values())
        return any(_bounds(known, fact, divisor, monomial) for fact in told)
    return False


def _bounds(known: Known, fact: Poly, divisor: Monomial, monomial: Monomial) -> bool:
    """Whether the fact says: a part of the monomial ≤ a sum of multiples of the divisor."""
    found = False
    for part, coefficient in fact.items():
        if coefficient > 0:
            if not divides(divisor, part):
                return False
        elif monomial_sign(known, part) is None:
            return False
        else:
            found = found or divides(part, monomial)
    return found


def raised(known: Known, term: Term, found: Poly, power: Exponent) -> Poly:
    """The power of a factor: the square root of r² is r for r ≥ 0 only, that of 4 r is 2 √r."""
    if len(found) == 1:
        ((single, coefficient),) = found.items()
        raised = tuple((atom, exponent(inner * power)) for atom, inner in single)
        if isinstance(power, int):
            return reduced(known, {raised: coefficient ** power})
        if coefficient == 1 and all(atom_sign(known, atom) is not None for atom, _ in single):
            return reduced(known, {raised: fmpq(1)})
    return known.poly(Op("pow", (term, Number(fmpq(power))), REAL))


# --- rules ----------------------------------------------------------------------------------------


def _added(known: Known, term: Op) -> Poly:
    left, right = term.args
    return plus(known.poly(left), known.poly(right))


def _subtracted(known: Known, term: Op) -> Poly:
    left, right = term.args
    return plus(known.poly(left), known.poly(right), -1)


def _negated(known: Known, term: Op) -> Poly:
    return plus({}, known.poly(term.args[0]), -1)


def _multiplied(known: Known, term: Op) -> Poly:
    return _product(known, list(factors(term)))


def _divided(known: Known, term: Op) -> Poly:
    top, bottom = term.args
    return product(known, known.poly(top), inverse(known, known.poly(bottom), bottom))


def _of_number(form: Callable[[Known, Poly], Poly]) -> Callable[[Known, Op], Poly]:
    """The rule of a function of one real number."""

    def rule(known: Known, term: Op) -> Poly:
        return form(known, known.poly(term.args[0]))

    return rule


def _of_range(form: Callable[[Known, Poly, Term], Poly]) -> Callable[[Known, Op], Poly]:
    """The rule of a function of a real number that must be above 0, or at least 0; a refusal
    names it."""

    def rule(known: Known, term: Op) -> Poly:
        (inner,) = term.args
        return form(known, known.poly(inner), inner)

    return rule


RULES = {
    "add": _added, "sub": _subtracted, "neg": _negated, "mul": _multiplied, "div": _divided,
    "pow": _power, "exp": _of_number(exponential), "log": _of_range(_logarithm),
    "sqrt": _of_range(_root), "abs": _of_number(_absolute), "normal_cdf": _of_number(_normal_cdf),
}
