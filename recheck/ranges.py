"""Ranges of real functions on a box: intervals of `reals`, whose infinite ends are left out.

A range may be too wide, never too narrow. A function has one only if all of its parts are shown to
be real numbers everywhere on the box; otherwise `Unsure` is raised.
"""

import itertools
import math
from collections.abc import Callable, Iterable
from fractions import Fraction

from recheck.errors import NotReal, Undefined, Unknown, Unshown, refuse
from recheck.forms import Facts
from recheck.learning import Learning
from recheck.polynomials import (
    Monomial,
    Poly,
    add,
    common,
    divided,
    joined,
    negated,
    number,
    plus,
)
from recheck.reals import INF, LINE, SCALARS, Num, endless, exp, log, num, power
from recheck.trees import Key, Scope, Tree

ZERO = Fraction(0)
MOST_POWER, MOST_ATOMS = 10_000, 4
PAIRS = {"add", "sub", "mul", "div", "pow", "minimum", "maximum"}


class Unsure(Unshown):
    """A term isn't shown to be a real number, or to have a sign."""


def interval(sort: Tree) -> Num:
    """The numbers of a sort of real or whole numbers."""
    low, high = (None if end is None else Fraction(end) for end in sort[1:3])
    opens = sort[3:] if sort[0] == "real" else (False, False)
    return Num(-INF if low is None else low, INF if high is None else high,
               (low is None or opens[0], high is None or opens[1]))


def above(found: Num, strict: bool) -> bool:
    """Whether all of a range is at least 0, or more than 0."""
    return bool(found.lo > 0 or (found.lo == 0 and (found.out[0] or not strict)))


def below(found: Num, strict: bool) -> bool:
    """Whether all of a range is at most 0, or less than 0."""
    return above(-found, strict)


def empty(found: Num) -> bool:
    """Whether nothing is in a range."""
    return bool(found.lo > found.hi or (found.lo == found.hi and any(found.out)))


def whole_power(tree: Tree) -> int | None:
    """The exponent of a power, if it is a whole number."""
    match tree:
        case ["op", "pow", [_, ["number", text]], _, _] if text != "inf" and "/" not in text:
            return int(text)
    return None


def applied(function: Callable[..., Num], *values: Num) -> Num:
    """The range of a function; its values must be real numbers."""
    try:
        found = function(*values)
    except (Undefined, Unknown) as error:
        raise Unsure(f"a part may leave a function's domain: {error}") from None
    if found.infinities:
        raise Unsure("a value may be infinite")
    return found


def real_power(a: Num, b: Num) -> Num:
    """A power of what is positive."""
    return exp(b * log(a)) if a.sign == 1 else refuse(Unknown, "a power of what may be 0")


class Region(Facts):
    """What holds of the points of a box that meet some relations: ranges, normal forms, signs."""

    def __init__(self, formulas: Iterable[Tree], scope: Scope, key: Key,
                 parent: Learning | None = None) -> None:
        self.box = {name: interval(sort) for name, sort in scope.items()}
        self.ranges: dict[str, Num] = {}
        self.told: dict[tuple[tuple[Monomial, Fraction], ...], int | None] = {}
        super().__init__(formulas, scope, key, parent)

    def range(self, tree: Tree, cut: bool = True) -> Num:
        """The range of a term; with `cut`, signs of normal forms help where a part may leave the
        domain of an operation."""
        work: Callable[..., Num]
        match tree:
            case ["number", text] if text != "inf":
                return num(text)
            case ["var", name]:
                return self.box[name]
            case ["op", "pow", [base, _], _, _] if whole_power(tree) is not None:
                n = whole_power(tree)
                if n is None or abs(n) > MOST_POWER:
                    raise Unsure("a power that is too high")
                parts, work = [base], lambda a: power(a, num(n))
            case ["op", "pow", [base, exponent], _, _]:
                parts, work = [base, exponent], real_power
            case ["op", head, parts, _, _] if head in SCALARS and len(parts) == (
                    1 + (head in PAIRS) - (head == "pi")):
                work = SCALARS[head]
            case _:
                raise Unsure("a term of another kind")
        values = [self.range(part, cut) for part in parts]
        try:
            return applied(work, *values)
        except Unsure:
            if not cut:
                raise
            values = [self.cut(part, value) for part, value in zip(parts, values, strict=True)]
            return applied(work, *values)

    def cut(self, term: Tree, found: Num) -> Num:
        """A range without what the sign of the term, or of 1 less the term, excludes."""
        try:
            poly = self.poly(term)
            least, most, below_1 = (
                self.sign(part) for part in (poly, negated(poly), plus(number(1), poly, -1)))
        except NotReal:
            return found
        if least is not None and not above(found, least == 1):
            found = Num(ZERO, found.hi, (least == 1, found.out[1]))
        if most is not None and not below(found, most == 1):
            found = Num(found.lo, ZERO, (found.out[0], most == 1))
        if below_1 is not None and (found.hi > 1 or (found.hi == 1 and below_1 == 1)):
            found = Num(found.lo, Fraction(1), (found.out[0], below_1 == 1))
        return found

    def positive(self, term: Tree, strict: bool = True) -> bool:
        """Whether a term is certainly > 0 (≥ 0) on the region; it is shown to be real."""
        if above(self.range(term), strict):
            return True
        try:
            found = self.sign(self.poly(term))
        except NotReal:
            return False
        return found == 1 or (not strict and found == 0)

    def same(self, one: Tree, two: Tree) -> bool:
        """Whether two terms are equal."""
        return self.is_zero(plus(self.poly(one), self.poly(two), -1))

    # --- signs of polynomials -----------------------------------------------------------------

    def atom_sign(self, atom: str) -> int | None:
        return 1 if above(self.atom_range(atom), True) else super().atom_sign(atom)

    def sign(self, poly: Poly) -> int | None:
        found = super().sign(poly)
        if found == 1 or not poly:
            return found
        key = tuple(sorted(poly.items()))
        if key not in self.told:
            self.told[key] = None  # Against endless questions.
            self.told[key] = self.sign_in_box(poly)
        told = self.told[key]
        return told if found is None or told == 1 else found

    def sign_in_box(self, poly: Poly) -> int | None:
        """The sign by the ranges of the atoms, and by those of their distances from an end."""
        names = sorted({atom for monomial in poly for atom, _ in monomial})
        powers = [power for monomial in poly for _, power in monomial]
        ranges = {name: self.atom_range(name) for name in names}
        ends: list[list[Fraction | None]] = [[None] for _ in names]
        if len(names) <= MOST_ATOMS and all(p.denominator == 1 and p > 0 for p in powers):
            for name, own in zip(names, ends, strict=True):
                own += [end for end in (ranges[name].lo, ranges[name].hi) if not endless(end)]
        best = None
        for move in itertools.product(*ends):
            shifted, near = poly, dict(ranges)
            for name, end in zip(names, move, strict=True):
                if end is not None:
                    turned = 1 if end == ranges[name].lo else -1
                    shifted = moved(shifted, name, end, turned)
                    away = ranges[name] - num(end)
                    near[name] = away if turned == 1 else -away
            found = poly_range(shifted, near)
            if above(found, True):
                return 1
            best = 0 if above(found, False) else best
        return best

    def atom_range(self, name: str) -> Num:
        """The range of an atom; the whole line where none is shown."""
        if name not in self.ranges:
            try:
                self.ranges[name] = self.range(self.atoms[name], False)
            except (Unshown, ArithmeticError):
                self.ranges[name] = LINE
        return self.ranges[name]


def moved(poly: Poly, name: str, end: Fraction, turned: int) -> Poly:
    """A polynomial with an atom, which has whole powers from 0 on, replaced by end ± the atom."""
    result: Poly = {}
    for monomial, value in poly.items():
        rest = tuple(item for item in monomial if item[0] != name)
        n = int(dict(monomial).get(name, 0))
        # (end ± x)^n by the binomial theorem; of (0 ± x)^n only the last power is left.
        for k in range(n + 1) if end else (n,):
            factor = math.comb(n, k) * end ** (n - k) * turned**k
            add(result, joined(rest, ((name, k),)), value * factor)
    return result


def poly_range(poly: Poly, ranges: dict[str, Num]) -> Num:
    """The sum of the ranges of the monomials, times what they share."""
    def of(monomial: Monomial, value: Fraction) -> Num:
        piece = num(value)
        for atom, times in monomial:
            raised = power if times.denominator == 1 else real_power
            piece = applied(lambda a, b: a * b, piece, applied(raised, ranges[atom], num(times)))
        return piece

    shared, result = common(poly), num(0)
    try:
        for monomial, value in divided(poly, shared).items():
            result = result + of(monomial, value)
        return of(shared, Fraction(1)) * result
    except Unsure:
        return LINE
