"""Whether two numbers at an instance are one irrational number, which no intervals tell.

A number is taken apart into a fraction of polynomials with rational coefficients in logarithms and
roots of rationals and in functions that intervals don't tell exactly, each known by its head and
what it is taken of. Two numbers are equal if the difference of their fractions has nothing above:
logarithms are compared over whole numbers without common divisors, roots by the squares that are
their quotients. What isn't seen to be nothing may be 0 all the same; nothing follows from it.
"""

import itertools
import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from recheck.errors import Undefined, Unknown, Unsupported, refuse
from recheck.reals import Num, Precision, endless, exp, less, num, sqrt
from recheck.trees import Tree

# A name is ("log", r), ("sqrt", r), ("exp", r), or a head with what it is taken of; a monomial
# says how often each name stands in it. Parts are a polynomial above another one, which isn't 0.
Monomial: TypeAlias = frozenset[tuple[Any, int]]
Polynomial: TypeAlias = dict[Monomial, Fraction]
Parts: TypeAlias = tuple[Polynomial, Polynomial]
# Of 1, which is (), or of names.
Multiples: TypeAlias = list[tuple[Fraction, Any]]

LEAST_BITS = 128
ONE = Fraction(1)
# What has more terms, or a higher power, isn't multiplied out.
LONGEST = 10_000
HIGHER = ("2", "3", "4", "5", "6", "7", "8")


def same(judge: Any, left: Tree, right: Tree, env: Any) -> bool:
    """Whether two terms are shown to be one real number at an instance; `judge` evaluates terms."""
    if Precision.bits < LEAST_BITS:
        return False
    try:
        return is_nothing(summed([(1, parts(judge, left, env)), (-1, parts(judge, right, env))]))
    except (Undefined, Unknown, Unsupported):
        return False


def constant(value: Fraction | int) -> Polynomial:
    """A rational number."""
    return {frozenset(): Fraction(value)} if value else {}


def of_name(name: Any) -> Polynomial:
    """A name alone; () is 1."""
    return {frozenset({(name, 1)}): Fraction(1)} if name else constant(1)


def added(*scaled: tuple[Fraction | int, Polynomial]) -> Polynomial:
    """A sum of multiples."""
    found: Polynomial = {}
    for factor, polynomial in scaled:
        for monomial, value in polynomial.items():
            found[monomial] = found.get(monomial, Fraction(0)) + factor * value
    return {monomial: value for monomial, value in found.items() if value}


def multiplied(one: Polynomial, two: Polynomial) -> Polynomial:
    """A product."""
    if len(one) * len(two) > LONGEST:
        raise Unsupported("a product of too many terms")
    return added(*((x * y, {frozenset((Counter(dict(a)) + Counter(dict(b))).items()): Fraction(1)})
                   for (a, x), (b, y) in itertools.product(one.items(), two.items())))


def product(one: Parts, two: Parts) -> Parts:
    """A product of fractions."""
    return multiplied(one[0], two[0]), multiplied(one[1], two[1])


def summed(multiples: list[tuple[Fraction | int, Parts]]) -> Parts:
    """A sum of multiples of fractions, over one of the divisors where they have the same."""
    found = constant(0), constant(1)
    for factor, (above, below) in multiples:
        if not found[0] or below == found[1]:
            found = added((1, found[0]), (factor, above)), below
        else:
            crosswise = multiplied(found[0], below), multiplied(above, found[1])
            found = (added((1, crosswise[0]), (factor, crosswise[1])),
                     multiplied(found[1], below))
    return found


def parts(judge: Any, term: Tree, env: Any) -> Parts:
    """What a term is a sum of; it must have a value, and a finite one."""
    value = judge.term(term, env)
    if value.exact:
        return constant(exactly(value)), constant(1)
    if any(map(endless, (value.lo, value.hi))):
        raise Unknown("a number may be infinite")
    match term:
        case ["op", "add" | "sub" as head, [a, b], _, _]:
            return summed([(1, parts(judge, a, env)),
                           (1 if head == "add" else -1, parts(judge, b, env))])
        case ["op", "neg", [a], _, _]:
            return summed([(-1, parts(judge, a, env))])
        case ["op", "mul", [a, b], _, _]:
            return product(parts(judge, a, env), parts(judge, b, env))
        case ["op", "div", [a, b], _, _]:
            # What has a value isn't divided by 0.
            return product(parts(judge, a, env), parts(judge, b, env)[::-1])
        case ["op", "pow", [a, ["number", power]], _, _] if power in HIGHER:
            found = base = parts(judge, a, env)
            for _ in HIGHER[:HIGHER.index(power) + 1]:
                found = product(found, base)
            return found
        case ["op", "maximum" | "minimum" as head, [a, b], _, _]:
            below = less(judge.term(a, env), judge.term(b, env))
            if below is not None:
                return parts(judge, b if below == (head == "maximum") else a, env)
            either = parts(judge, a, env)
            if is_nothing(summed([(1, either), (-1, parts(judge, b, env))])):
                return either
        case ["op", "abs", [a], _, _]:
            inner, sign = parts(judge, a, env), judge.term(a, env).sign
            if sign is not None:
                return summed([(sign, inner)])
            if is_nothing(inner):
                return constant(0), constant(1)
        case ["op", "renyi" | "renyi_entropy", [*laws, last], _, _] if (
                order := small_order(judge.term(last, env))) is not None:
            return of_multiples(of_order(order, *(exactly(judge.term(law, env)) for law in laws)))
        case ["op", "dp_epsilon" | "renyi_dp", [mechanism, *last], _, _]:
            table = judge.term(mechanism, env)
            order = level_order([judge.term(arg, env) for arg in last])
            return of_multiples(of_levels((table.shape, exactly(table.data)), order))
        case ["op", head, args, _, detail] if head in UNFOLDED:
            values = [exactly(judge.term(arg, env)) for arg in args]
            return of_multiples(UNFOLDED[head](*values, *detail))
        case ["cases", test, then, otherwise]:
            return parts(judge, then if judge.holds(test, env) else otherwise, env)
        case ["bind", "sum", var, guard, body, _]:
            return summed([(1, parts(judge, body, point)) for point in judge.points(var, env)
                           if guard is None or judge.holds(guard, point)])
    return of_name(name_of(judge, term, env)), constant(1)


def of_multiples(multiples: Multiples) -> Parts:
    """Rational multiples of names."""
    return added(*((factor, of_name(name)) for factor, name in multiples)), constant(1)


def name_of(judge: Any, term: Tree, env: Any) -> Any:
    """A function's head with what it is taken of: of the same it is the same. Joint laws come with
    the names of their variables."""
    match term:
        case ["op", "log" | "sqrt" | "exp" as head, [arg], _, _] if judge.term(arg, env).exact:
            return head, exactly(judge.term(arg, env))
        case ["op", head, args, _, detail]:
            return head, tuple(detail), *(
                tuple(frozenset(part.items()) for part in parts(judge, arg, env))
                if isinstance(judge.term(arg, env), Num) else name_of(judge, arg, env)
                for arg in args)
        case ["var", name]:
            return repr(exactly(env[name]))
    raise Unsupported("what has no name here")


def exactly(value: Any) -> Any:
    """A rational number; a law, channel or joint law of rational numbers."""
    match value:
        case Num() if value.exact and not value.infinite:
            return value.lo
        case list():
            return list(map(exactly, value))
        case (shape, [*masses], names):
            return shape, exactly(masses), names
    return refuse(Unsupported, "no rational number")


# --- quantities of rational laws as multiples of logarithms and exponentials ----------------------


def of_law(p: list[Fraction]) -> Multiples:
    """H(P) = −Σ P ln P."""
    return [(-x, ("log", x)) for x in p if x]


def of_laws(p: list[Fraction], q: list[Fraction]) -> Multiples:
    """D(P‖Q) = Σ P ln(P/Q), which is finite."""
    return [(x, ("log", x / y)) for x, y in zip(p, q, strict=True) if x]


def of_channel(p: list[Fraction], rows: list[list[Fraction]]) -> Multiples:
    """I(P;W) = H(PW) − Σ P(x) H(W_x)."""
    seen = [sum(x * w for x, w in zip(p, column, strict=True))
            for column in zip(*rows, strict=True)]
    told = [(-x * c, name) for x, row in zip(p, rows, strict=True) for c, name in of_law(row)]
    return [*of_law(list(map(Fraction, seen))), *told]


def of_groups(joint: Any, one: str, two: str, given: str) -> Multiples:
    """I(A;B|C) = H(A,C) + H(B,C) − H(A,B,C) − H(C)."""
    shape, data, names = joint
    found: Multiples = []
    for sign, groups in ((1, (one, given)), (1, (two, given)), (-1, (one, two, given)),
                         (-1, (given,))):
        axes = {names.index(name) for part in groups for name in part.split(",") if name}
        masses: dict[Any, Fraction] = {}
        for cell, mass in zip(itertools.product(*map(range, shape)), data, strict=True):
            key = tuple(cell[axis] for axis in sorted(axes))
            masses[key] = masses.get(key, Fraction(0)) + mass
        found += [(sign * c, name) for c, name in of_law(list(masses.values()))]
    return found


def of_stick(p: list[Fraction], q: list[Fraction], order: Fraction) -> Multiples:
    """Σ max(0, P − e^ε Q), where it is told for each symbol which of the two is the larger."""
    found: Multiples = []
    for x, y in zip(p, q, strict=True):
        above = less(exp(num(order)) * num(y), num(x))
        if above is None:
            raise Unknown("a difference may be 0")
        found += [(x, ()), (-y, ("exp", order))] if above else []
    return found


def of_levels(mechanism: Any, order: Fraction | str) -> Multiples:
    """The largest D_α, finite and of a whole order above 1 or of ∞, of the rows of a mechanism of
    rational numbers for instances that differ in one entry."""
    shape, rows = mechanism
    most = ONE
    cells = list(itertools.product(*map(range, shape)))
    for (one, p), (two, q) in itertools.permutations(zip(cells, rows, strict=True), 2):
        if sum(x != y for x, y in zip(one, two, strict=True)) == 1:
            ((_, name),) = of_order(order, p, q)
            most = max(most, name[1])
    return [(ONE if order == "∞" else 1 / (Fraction(order) - 1), ("log", most))]


def level_order(values: list[Num]) -> Fraction | str:
    """The order of a level: ∞ where none is written, else ∞ or a whole one above 1."""
    order = small_order(values[0]) if values else "∞"
    if order is None or (order != "∞" and (Fraction(order).denominator > 1 or Fraction(order) < 2)):
        raise Unsupported("a level of such an order")
    return order


def small_order(value: Num) -> Fraction | str | None:
    """"∞", or a rational order that isn't large."""
    if value.infinite:
        return "∞"
    return exactly(value) if value.exact and 0 <= value.lo <= int(HIGHER[-1]) else None


def of_power(base: Fraction, exponent: Fraction) -> Polynomial:
    """A power of a positive number: that of the whole part, times a root."""
    whole = exponent.numerator // exponent.denominator
    rest, name = exponent - whole, ("power", base, exponent - whole)
    if rest == Fraction(1, 2):
        root = sqrt(num(base))
        if root.exact:
            return constant(base**whole * exactly(root))
        return added((base**whole, of_name(("sqrt", base))))
    return added((base**whole, of_name(name if rest else ())))


def of_powers(pairs: list[tuple[Fraction, Fraction]], order: Fraction) -> Any:
    """The name of ln Σ x^α y^(1−α), which is a real number: of a rational one, or of a sum.

    What the second law lacks adds nothing: the order is below 1 then.
    """
    total = added(*((ONE, multiplied(of_power(x, order), of_power(y, 1 - order)) if x != y
                     else constant(x)) for x, y in pairs if y))
    rational = total.get(frozenset())
    if rational is not None and len(total) == 1:
        return "log", rational
    return "log", frozenset(total.items())


def of_order(order: Fraction | str, p: list[Fraction], *second: list[Fraction]) -> Multiples:
    """D_α(P‖Q), which is finite; of one law H_α(P), for which Q gives each symbol 1 and the sign
    turns: ln Σ P^α Q^(1−α) over α − 1, or its limits, the mean and the largest log ratio."""
    (q,) = second or ([ONE] * len(p),)
    real = [(x, y) for x, y in zip(p, q, strict=True) if x]
    found: Multiples
    match order:
        case 1:
            found = [(x, ("log", x / y)) for x, y in real]
        case Fraction():
            found = [(1 / (order - 1), of_powers(real, order))]
        case _:
            found = [(ONE, ("log", max(x / y for x, y in real)))]
    return found if second else [(-factor, name) for factor, name in found]


def of_guesses(p: list[Fraction], rows: list[list[Fraction]]) -> Multiples:
    """Maximal leakage, ln Σ_y max W(y|x) over the x that there are."""
    there = [row for x, row in zip(p, rows, strict=True) if x]
    return [(ONE, ("log", sum(map(max, zip(*there, strict=True)), Fraction(0))))]


UNFOLDED: dict[str, Callable[..., Multiples]] = {
    "entropy": of_law, "kl": of_laws, "information": of_channel, "joint_information": of_groups,
    "joint_entropy": lambda joint, one, given: of_groups(joint, one, one, given),
    "binary_entropy": lambda x: of_law([x, 1 - x]), "hockey_stick": of_stick,
    "maximal_leakage": of_guesses,
    "min_entropy": lambda p: [(Fraction(-1), ("log", max(p)))],
}


# --- what is 0 ------------------------------------------------------------------------------------


def is_nothing(found: Parts) -> bool:
    """Whether a fraction is 0 by its logarithms and its roots; names of other kinds may stand for
    any number."""
    wholes: list[int] = []
    for name in itertools.chain.from_iterable(found[0]):
        if is_kind(name[0], "log"):
            for value in name[0][1].as_integer_ratio():
                wholes = apart(wholes, value)
    # Beside the rest of a monomial, its roots are one root.
    roots: dict[Monomial, dict[Fraction, Fraction]] = {}
    for monomial, value in found[0].items():
        rest, root = constant(value), Fraction(1)
        for name, times in monomial:
            if is_kind(name, "sqrt"):
                root *= name[1]**times
            else:
                for _ in range(times):
                    rest = multiplied(rest, split(name, wholes))
        for other, share in rest.items():
            classes = roots.setdefault(other, {})
            classes[root] = classes.get(root, Fraction(0)) + share
    return all(map(no_roots, roots.values()))


def is_kind(name: Any, head: str) -> bool:
    """Whether a name is of a function of a rational number."""
    return name[0] == head and isinstance(name[1], Fraction)


def split(name: Any, wholes: list[int]) -> Polynomial:
    """A logarithm of a rational number over those of whole numbers; any other name as it is."""
    if not is_kind(name, "log"):
        return of_name(name)
    r = name[1]
    return added(*((count(r.numerator, b) - count(r.denominator, b), of_name(("log", Fraction(b))))
                   for b in wholes))


def apart(wholes: list[int], value: int) -> list[int]:
    """Whole numbers above 1 without common divisors, of which these and a further one are
    products."""
    for place, one in enumerate(wholes):
        shared = math.gcd(one, value)
        if shared > 1:
            rest = wholes[:place] + wholes[place + 1:]
            for piece in (shared, one // shared, value // shared):
                rest = apart(rest, piece)
            return rest
    return [*wholes, value] if value > 1 else wholes


def count(value: int, divisor: int) -> int:
    """How often a whole number above 1 divides a positive one."""
    found = 0
    while value % divisor == 0:
        value, found = value // divisor, found + 1
    return found


def no_roots(roots: dict[Fraction, Fraction]) -> bool:
    """Whether Σ c √r = 0: those of one class, whose quotients are rational, add up to 0."""
    classes: list[tuple[Fraction, Fraction]] = []
    for r, c in roots.items():
        for place, (first, share) in enumerate(classes):
            ratio = sqrt(num(r / first))
            if ratio.exact:
                classes[place] = first, share + c * exactly(ratio)
                break
        else:
            classes.append((r, c))
    return not any(share for _, share in classes)
