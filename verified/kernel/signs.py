"""Signs: what is certainly at least 0, or positive, given what holds.

The sign of a normal form follows from the facts and from the shapes of its atoms.
"""

from __future__ import annotations

from flint import fmpq

from verified.kernel.judgements import arguments_fit, defined, inhabited
from verified.kernel.known import Known
from verified.kernel.polynomial import (
    ONE,
    Monomial,
    NotReal,
    Poly,
    common,
    constant,
    form_sign,
    monomial_product,
    plus,
    scaled_key,
)
from verified.kernel.products import together
from verified.syntax.formulas import Not
from verified.syntax.quantity import QUANTITIES
from verified.syntax.terms import Bind, Cases, Op, Term


def sign_of(known: Known, term: Term) -> int | None:
    """1 if the term is certainly real and positive, 0 if at least 0, None if unknown."""
    try:
        found = sign(known, known.poly(term))
    except NotReal:
        return None
    if found is None and isinstance(term, Cases):
        # Whichever branch holds.
        inside = known.supposing(term.test).sign_of(term.then)
        outside = known.supposing(Not(term.test)).sign_of(term.otherwise)
        return None if inside is None or outside is None else min(inside, outside)
    return found


def sign(known: Known, poly: Poly) -> int | None:
    """The sign of a normal form, as `sign_of`."""
    if _positive_by_form(known, poly):
        return 1
    told = _by_itself(known, poly)
    if told is not None:
        return told
    # A common factor of known sign, such as an exponential, comes out first.
    top, bottom = together(known, poly)
    if bottom != constant(1):
        below = sign(known, bottom)
        above = sign(known, top)
        if below == 1 and above is not None:
            return above
        # A divisor is scaled by one of its coefficients, whatever that one's sign.
        if below is None and sign(known, plus({}, bottom, -1)) == 1:
            turned = sign(known, plus({}, top, -1))
            if turned is not None:
                return turned
    strict = False
    for monomial, coefficient in poly.items():
        found = monomial_sign(known, monomial) if coefficient > 0 else None
        if found is None:
            for way in (_by_known_part, _by_one_fact, _by_indicator):
                by_way = way(known, poly)
                if by_way is not None:
                    return by_way
            return None
        strict = strict or found == 1
    return int(strict)


def closer_sign(known: Known, poly: Poly) -> int | None:
    """As `sign`; what is known to be at least 0 may be more by another fact."""
    found = sign(known, poly)
    return 1 if found == 0 and _by_one_fact(known, poly, least=1) == 1 else found


def nonzero(known: Known, poly: Poly) -> bool:
    """Whether a normal form certainly isn't 0."""
    if _positive_by_form(known, poly):
        return True
    scaled = scaled_key(poly)
    if scaled is not None and scaled[0] in known.facts.nonzero:
        return True
    return closer_sign(known, poly) == 1 or sign(known, plus({}, poly, -1)) == 1


def _positive_by_form(known: Known, poly: Poly) -> bool:
    """Whether all that is added is positive by its sort or form, whatever the facts are."""
    for monomial, coefficient in poly.items():
        if coefficient < 0:
            return False
        for atom, _ in monomial:
            if form_sign(known.atoms[atom]) != 1:
                return False
    return bool(poly)


def _by_indicator(known: Known, poly: Poly) -> int | None:
    """The sign that a normal form has both where an indicator is 0 and where it is 1."""
    for monomial in poly:
        for atom, _ in monomial:
            if not isinstance(known.atoms[atom], Cases):
                continue
            without: Poly = {}
            whole: Poly = {}
            for part, coefficient in poly.items():
                rest = tuple(item for item in part if item[0] != atom)
                whole = plus(whole, {rest: coefficient})
                if rest == part:
                    without = plus(without, {part: coefficient})
            signs = [sign(known, without), sign(known, whole)]
            return None if None in signs else min(found for found in signs if found is not None)
    return None


def _by_one_fact(known: Known, poly: Poly, least: int = 0) -> int | None:
    """The sign, `least` or more, of a positive multiple of one fact and monomials that are at
    least 0."""
    for key, fact in tuple(known.facts.known.items()):
        for monomial in fact:
            if not monomial or monomial not in poly:
                continue
            ratio = poly[monomial] / fact[monomial]
            if ratio <= 0:
                continue
            rest = plus(poly, fact, -ratio)
            signs = [
                monomial_sign(known, part) if coefficient > 0 else None
                for part, coefficient in rest.items()
            ]
            found = int(known.facts.positive[key] or 1 in signs)
            if None not in signs and found >= least:
                return found
    return None


def _by_itself(known: Known, poly: Poly) -> int | None:
    """The sign that a fact or note gives the whole normal form."""
    scaled = scaled_key(poly)
    if scaled is not None and scaled[0] in known.facts.positive:
        return int(known.facts.positive[scaled[0]])
    return None


def _by_known_part(known: Known, poly: Poly) -> int | None:
    """A common monomial of known sign taken out, the rest being known."""
    # What is divided by in one monomial alone, under a test, may be 0 where the test fails:
    # there it can't be taken out of the others.
    shared = tuple(
        (atom, power) for atom, power in common(poly)
        if power > 0 or nonzero(known, {((atom, 1),): fmpq(1)})
    )
    if shared == ONE:
        return None
    outside = monomial_sign(known, shared)
    divided = tuple((atom, -power) for atom, power in shared)
    rest = {monomial_product(m, divided): c for m, c in poly.items()}
    inside = sign(known, rest)
    return None if outside is None or inside is None else min(outside, inside)


def monomial_sign(known: Known, monomial: Monomial) -> int | None:
    """The sign of a product of powers of atoms, as `sign_of`."""
    signs = []
    for atom, power in monomial:
        found = atom_sign(known, atom)
        if found is None:
            if not isinstance(power, int) or power % 2 == 1:
                return None
            found = 0
        # A negative power was accepted only where the atom isn't 0.
        signs.append(1 if power < 0 else found)
    return min(signs, default=1)


def atom_sign(known: Known, key: str) -> int | None:
    """The sign of an atom, as `sign_of`."""
    if form_sign(known.atoms[key]) == 1:
        return 1
    # As `_by_itself` finds it.
    strict = known.facts.positive.get((((key, 1),), True))
    told = None if strict is None else int(strict)
    # Not those of another variable of the same name.
    signs = {} if known.trace.mixed else known.signs
    if told == 1 or key in signs:
        return signs.get(key, told)
    if key in known.seeking:
        # An atom's sign can't rest on itself, as that of log t on a fact that speaks of log t.
        known.trace.cut += 1
        return told
    cut = known.trace.cut
    known.seeking.add(key)
    try:
        found = _shape_sign(known, known.atoms[key])
    finally:
        known.seeking.discard(key)
    if found is None:
        found = told
    if known.trace.cut == cut:
        # Where something was learnt on the way, this table is no longer the one that is asked.
        signs[key] = found
    return found


def _shape_sign(known: Known, term: Term) -> int | None:
    """The sign that an atom has by its form."""
    match term:
        case Op("at" | "probability", (law, _)):
            return 0 if defined(known, law) else None
        case Op("log", (inner,)):
            return sign(known, plus(known.poly(inner), constant(-1)))
        case Op("pow", (base, _)):
            return 0 if sign_of(known, base) is not None else None
        case Op("div", (_, bottom)):
            return 1 if sign(known, known.poly(bottom)) == 1 else None
        case Cases():
            return 0
        case Op("maximum", sides):
            # It is no less than either.
            signs = [found for side in sides if (found := sign_of(known, side)) is not None]
            return max(signs, default=None)
        case Bind("sum" | "max" | "min" | "integral" as kind, var, None, _):
            inner, body = known.under(term)
            below = inner.sign_of(body)
            # Of what is positive everywhere, a sum of one or more is.
            some = below == 1 and kind in ("sum", "max") and inhabited(known, var.of)
            return 1 if some else None if below is None else 0
        case Op(head, _) if (values := QUANTITIES[head].values) is not None:
            # By the interval of the record.
            if values.sign is not None and arguments_fit(known, term):
                return values.sign
    return form_sign(term)
