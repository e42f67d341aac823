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
from recheck.reals import (
    ONE,
    ZERO,
    Num,
    Precision,
    endless,
    exp,
    less,
    num,
    positive,
    sqrt,
    total,
)
from recheck.trees import Tree

# A name is () for 1, ("log", r), ("sqrt", r), ("exp", r), or a head with what it is taken of.
Parts: TypeAlias = dict[Any, Fraction]
Multiple: TypeAlias = tuple[Num, Any]

LEAST_BITS = 128


def same(judge: Any, left: Tree, right: Tree, env: Any) -> bool:
    """Whether two terms are shown to be one real number at an instance; `judge` evaluates terms."""
    if Precision.bits < LEAST_BITS:
        return False
    try:
        return is_nothing(summed([(ONE, parts(judge, left, env)),
                                  (-ONE, parts(judge, right, env))]))
    except (Undefined, Unknown, Unsupported):
        return False


def summed(multiples: list[tuple[Num, Parts]]) -> Parts:
    """A sum of multiples, by exact numbers."""
    found: Parts = {}
    for factor, part in multiples:
        for name, value in part.items():
            found[name] = found.get(name, Fraction(0)) + factor.lo * value
    return {name: value for name, value in found.items() if value}


def parts(judge: Any, term: Tree, env: Any) -> Parts:
    """What a term is a sum of; it must have a value, and a finite one."""
    value = judge.term(term, env)
    if endless(value.lo) or endless(value.hi):
        raise Unknown("a number may be infinite")
    if value.exact:
        return {(): value.lo} if value.lo else {}
    match term:
        case ["op", "add" | "sub" as head, [a, b], _, _]:
            return summed([(ONE, parts(judge, a, env)),
                           (ONE if head == "add" else -ONE, parts(judge, b, env))])
        case ["op", "neg", [a], _, _]:
            return summed([(-ONE, parts(judge, a, env))])
        case ["op", "mul" | "div" as head, [a, b], _, _]:
            one, two = judge.term(a, env), judge.term(b, env)
            if two.exact:
                return summed([(two if head == "mul" else ONE / two, parts(judge, a, env))])
            if one.exact and head == "mul":
                return summed([(one, parts(judge, b, env))])
        case ["op", "maximum" | "minimum" as head, [a, b], _, _]:
            below = less(judge.term(a, env), judge.term(b, env))
            if below is not None:
                return parts(judge, b if below == (head == "maximum") else a, env)
        case ["op", head, args, _, detail] if head in UNFOLDED:
            values = [judge.term(arg, env) for arg in args]
            return summed([(factor, {name: Fraction(1)})
                           for factor, name in UNFOLDED[head](*values, *detail)])
        case ["cases", test, then, otherwise]:
            return parts(judge, then if judge.holds(test, env) else otherwise, env)
        case ["bind", "sum", var, guard, body, _]:
            return summed([(ONE, parts(judge, body, point)) for point in judge.points(var, env)
                           if guard is None or judge.holds(guard, point)])
    return {name_of(judge, term, env): Fraction(1)}


def name_of(judge: Any, term: Tree, env: Any) -> Any:
    """A function's head with what it is taken of: of the same it is the same. Of a joint law this
    doesn't tell what its variables are called."""
    match term:
        case ["op", "log" | "sqrt" | "exp" as head, [arg], _, _] if judge.term(arg, env).exact:
            return head, judge.term(arg, env).lo
        case ["op", head, args, [sort, *_], detail] if sort != "joint":
            return head, tuple(detail), *(
                frozenset(parts(judge, arg, env).items())
                if isinstance(judge.term(arg, env), Num) else name_of(judge, arg, env)
                for arg in args)
        case ["var", name] if isinstance(env[name], list):
            return exactly(env[name])
    raise Unsupported("what has no name here")


def exactly(value: Any) -> Any:
    """A rational number, a law or a channel of rational numbers."""
    if isinstance(value, list):
        return tuple(map(exactly, value))
    known = isinstance(value, Num) and value.exact and not value.infinite
    return value.lo if known else refuse(Unsupported, "no rational number")


# --- quantities as multiples of logarithms and exponentials ---------------------------------------


def logs(*multiples: tuple[Num, Num]) -> list[Multiple]:
    """Σ c ln r, over the numbers whose c isn't 0."""
    return [(num(exactly(c)), ("log", exactly(r))) for c, r in multiples if exactly(c)]


def of_law(p: list[Num]) -> list[Multiple]:
    """H(P) = −Σ P ln P."""
    return logs(*((-x, x) for x in p))


def of_laws(p: list[Num], q: list[Num]) -> list[Multiple]:
    """D(P‖Q) = Σ P ln(P/Q), which is finite."""
    return logs(*((x, x / y) for x, y in zip(p, q, strict=True) if positive(x)))


def of_channel(p: list[Num], rows: list[list[Num]]) -> list[Multiple]:
    """I(P;W) = H(PW) − Σ P(x) H(W_x)."""
    seen = [total(x * w for x, w in zip(p, column, strict=True))
            for column in zip(*rows, strict=True)]
    return logs(*((-y, y) for y in seen),
                *((x * w, w) for x, row in zip(p, rows, strict=True) for w in row))


def of_groups(joint: Any, one: str, two: str, given: str) -> list[Multiple]:
    """I(A;B|C) = H(A,C) + H(B,C) − H(A,B,C) − H(C)."""
    found = []
    for sign, groups in ((-ONE, (one, given)), (-ONE, (two, given)), (ONE, (one, two, given)),
                         (ONE, (given,))):
        axes = {joint.names.index(name) for part in groups for name in part.split(",") if name}
        masses: dict[Any, Num] = {}
        for cell, mass in zip(itertools.product(*map(range, joint.shape)), joint.data, strict=True):
            key = tuple(cell[axis] for axis in sorted(axes))
            masses[key] = masses.get(key, ZERO) + mass
        found += logs(*((sign * mass, mass) for mass in masses.values()))
    return found


def of_stick(p: list[Num], q: list[Num], order: Num) -> list[Multiple]:
    """Σ max(0, P − e^ε Q), at an ε of which it is told where that is above 0."""
    told, found = ("exp", exactly(order)), list[Multiple]()
    for x, y in zip(p, q, strict=True):
        gap = x - exp(order) * y
        if gap.sign is None:
            raise Unknown("a difference may be 0")
        found += [(num(exactly(x)), ()), (num(-exactly(y)), told)] if gap.sign == 1 else []
    return found


UNFOLDED: dict[str, Callable[..., list[Multiple]]] = {
    "entropy": of_law, "kl": of_laws, "information": of_channel,
    "binary_entropy": lambda x: of_law([x, ONE - x]), "joint_information": of_groups,
    "joint_entropy": lambda joint, one, given: of_groups(joint, one, one, given),
    "hockey_stick": of_stick,
    "min_entropy": lambda p: logs((-ONE, num(max(map(exactly, p))))),
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
                classes[place] = first, share + c * ratio.lo
                break
        else:
            classes.append((r, c))
    return not any(share for _, share in classes)
