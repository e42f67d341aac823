"""Whether two numbers at an instance are one irrational number, which no intervals tell.

A number is taken apart into rational multiples of 1, of logarithms and roots of rationals, and of
functions that intervals don't tell exactly, each known by its head and what it is taken of. Two
numbers with one such sum are equal: logarithms are compared over whole numbers without common
divisors, roots by the squares that are their quotients. A sum that isn't seen to be 0 may be 0 all
the same; nothing follows from it.
"""

import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from recheck.errors import Undefined, Unknown, Unsupported, refuse
from recheck.reals import Num, Precision, endless, exp, less, num, sqrt
from recheck.trees import Tree

# A name is () for 1, ("log", r), ("sqrt", r), ("exp", r), or a head with what it is taken of.
Parts: TypeAlias = dict[Any, Fraction]
Multiples: TypeAlias = list[tuple[Fraction, Any]]

LEAST_BITS = 128
ONE = Fraction(1)


def same(judge: Any, left: Tree, right: Tree, env: Any) -> bool:
    """Whether two terms are shown to be one real number at an instance; `judge` evaluates terms."""
    if Precision.bits < LEAST_BITS:
        return False
    try:
        return is_nothing(summed([(ONE, parts(judge, left, env)),
                                  (-ONE, parts(judge, right, env))]))
    except (Undefined, Unknown, Unsupported):
        return False


def summed(multiples: list[tuple[Fraction, Parts]]) -> Parts:
    """A sum of multiples."""
    found: Parts = {}
    for factor, part in multiples:
        for name, value in part.items():
            found[name] = found.get(name, Fraction(0)) + factor * value
    return {name: value for name, value in found.items() if value}


def parts(judge: Any, term: Tree, env: Any) -> Parts:
    """What a term is a sum of; it must have a value, and a finite one."""
    value = judge.term(term, env)
    if value.exact:
        return {(): exactly(value)}
    if any(map(endless, (value.lo, value.hi))):
        raise Unknown("a number may be infinite")
    match term:
        case ["op", "add" | "sub" as head, [a, b], _, _]:
            return summed([(ONE, parts(judge, a, env)),
                           (ONE if head == "add" else -ONE, parts(judge, b, env))])
        case ["op", "neg", [a], _, _]:
            return summed([(-ONE, parts(judge, a, env))])
        case ["op", "div", [a, b], _, _] if judge.term(b, env).exact:
            return summed([(1 / exactly(judge.term(b, env)), parts(judge, a, env))])
        case ["op", "mul", [a, b], _, _] if judge.term(b, env).exact:
            return summed([(exactly(judge.term(b, env)), parts(judge, a, env))])
        case ["op", "mul", [a, b], _, _] if judge.term(a, env).exact:
            return summed([(exactly(judge.term(a, env)), parts(judge, b, env))])
        case ["op", "maximum" | "minimum" as head, [a, b], _, _]:
            below = less(judge.term(a, env), judge.term(b, env))
            if below is not None:
                return parts(judge, b if below == (head == "maximum") else a, env)
            either = parts(judge, a, env)
            if is_nothing(summed([(ONE, either), (-ONE, parts(judge, b, env))])):
                return either
        case ["op", "abs", [a], _, _]:
            inner, sign = parts(judge, a, env), judge.term(a, env).sign
            if sign is not None:
                return summed([(Fraction(sign), inner)])
            if is_nothing(inner):
                return {}
        case ["op", head, args, _, detail] if head in UNFOLDED:
            values = [exactly(judge.term(arg, env)) for arg in args]
            return summed([(factor, {name: ONE})
                           for factor, name in UNFOLDED[head](*values, *detail)])
        case ["cases", test, then, otherwise]:
            return parts(judge, then if judge.holds(test, env) else otherwise, env)
        case ["bind", "sum", var, guard, body, _]:
            return summed([(ONE, parts(judge, body, point)) for point in judge.points(var, env)
                           if guard is None or judge.holds(guard, point)])
    return {name_of(judge, term, env): ONE}


def name_of(judge: Any, term: Tree, env: Any) -> Any:
    """A function's head with what it is taken of: of the same it is the same. Joint laws come with
    the names of their variables."""
    match term:
        case ["op", "log" | "sqrt" | "exp" as head, [arg], _, _] if judge.term(arg, env).exact:
            return head, exactly(judge.term(arg, env))
        case ["op", head, args, _, detail]:
            return head, tuple(detail), *(
                frozenset(parts(judge, arg, env).items())
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
    return [(-x, ("log", x)) for x in p]


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


UNFOLDED: dict[str, Callable[..., Multiples]] = {
    "entropy": of_law, "kl": of_laws, "information": of_channel, "joint_information": of_groups,
    "joint_entropy": lambda joint, one, given: of_groups(joint, one, one, given),
    "binary_entropy": lambda x: of_law([x, 1 - x]), "hockey_stick": of_stick,
    "min_entropy": lambda p: [(-ONE, ("log", max(p)))],
}


# --- what is 0 ------------------------------------------------------------------------------------


def is_nothing(found: Parts) -> bool:
    """Whether a sum is 0 by its logarithms and its roots; of others nothing is known."""
    kinds: dict[str, Parts] = {"log": {}, "sqrt": {}}
    for name, value in found.items():
        if len(name) != 2 or name[0] not in kinds:
            return False
        kinds[name[0]][name[1]] = value
    return no_product(kinds["log"]) and no_roots(kinds["sqrt"])


def no_product(logs: Parts) -> bool:
    """Whether Σ c ln r = 0, as Π r^c = 1 is told over whole numbers without common divisors."""
    wholes: list[int] = []
    for number in logs:
        for value in number.as_integer_ratio():
            wholes = apart(wholes, value)
    return not any(
        sum(c * (count(int(r.numerator), b) - count(int(r.denominator), b))
            for r, c in logs.items())
        for b in wholes)


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


def no_roots(roots: Parts) -> bool:
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
