"""Inequalities solved for one of their real variables: P(a) ≤ e^ε Q(a) + δ gives the least ε, and
the least δ.

A variable that stands once in a side is freed step by step, from the outside in, by what undoes
each operation. Where an operation is monotone only on a part of the line, the step assumes that
part: the bound found is a proposal, which the search scores and the kernel checks as all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from verified.syntax.quantity import QUANTITIES
from verified.syntax.sorts import RealSort, SizeSort
from verified.syntax.terms import Number, Op, Term, Var, free_variables

LEAST, GREATEST = "least", "greatest"
_OTHER = {LEAST: GREATEST, GREATEST: LEAST}


@dataclass(frozen=True)
class Isolated:
    """A real variable and a bound on it.

    Attributes:
        side: whether `bound` is the "least" or the "greatest" that the inequality allows.
        bound: a term that doesn't mention the variable.
    """

    variable: Var
    side: str
    bound: Term


def isolated(lesser: Term, greater: Term) -> Iterator[Isolated]:
    """What `lesser ≤ greater` says of each real variable that stands in it once."""
    for variable in free_variables(lesser - greater).values():
        if not isinstance(variable.of, RealSort):
            continue
        below, above = _occurrences(lesser, variable), _occurrences(greater, variable)
        if below + above != 1:
            continue
        if above:
            found = _freed(greater, lesser, LEAST, variable)
        else:
            found = _freed(lesser, greater, GREATEST, variable)
        if found is not None:
            yield found


def _occurrences(term: Term, variable: Var) -> int:
    """How often a variable stands where a step may free it; more than once under anything else."""
    if term == variable:
        return 1
    if variable.name not in free_variables(term):
        return 0
    if isinstance(term, Op) and term.head in _STEPS:
        return sum(_occurrences(part, variable) for part in term.args)
    return 2


def _freed(term: Term, bound: Term, side: str, variable: Var) -> Isolated | None:
    """The bound on the variable, where `term` is at least (or at most) `bound`."""
    while term != variable:
        assert isinstance(term, Op)
        place = next(
            index for index, part in enumerate(term.args)
            if variable.name in free_variables(part)
        )
        step = _STEPS[term.head](term.args, place, bound, side)
        if step is None:
            return None
        term, (bound, side) = term.args[place], step
    return Isolated(variable, side, bound)


Step = tuple[Term, str] | None
# What undoes an operation: from its arguments, which of them has the variable, the bound on the
# whole and its side to the bound on that argument and its side.
Undo = Callable[[tuple[Term, ...], int, Term, str], Step]


def _add(args: tuple[Term, ...], place: int, bound: Term, side: str) -> Step:
    for index, part in enumerate(args):
        if index != place:
            bound = bound - part
    return bound, side


def _sub(args: tuple[Term, ...], place: int, bound: Term, side: str) -> Step:
    return (bound + args[1], side) if place == 0 else (args[0] - bound, _OTHER[side])


def _neg(args: tuple[Term, ...], place: int, bound: Term, side: str) -> Step:
    return -bound, _OTHER[side]


def _mul(args: tuple[Term, ...], place: int, bound: Term, side: str) -> Step:
    for index, part in enumerate(args):
        if index == place:
            continue
        sign = _sign(part)
        if sign == 0:
            return None
        bound = bound / part
        side = side if sign > 0 else _OTHER[side]
    return bound, side


def _div(args: tuple[Term, ...], place: int, bound: Term, side: str) -> Step:
    top, bottom = args
    if place == 0:
        sign = _sign(bottom)
        return None if sign == 0 else (bound * bottom, side if sign > 0 else _OTHER[side])
    # Of positive numbers: top/bottom ≥ bound is bottom ≤ top/bound.
    return (top / bound, _OTHER[side]) if _sign(top) > 0 and _sign(bound) > 0 else None


def _pow(args: tuple[Term, ...], place: int, bound: Term, side: str) -> Step:
    _, exponent = args
    if place == 0 and isinstance(exponent, Number) and exponent.value is not None:
        # On the part of the line where the base is positive.
        return bound ** (1 / exponent), side if exponent.value > 0 else _OTHER[side]
    return None


def _applied(name: str) -> Undo:
    def step(args: tuple[Term, ...], place: int, bound: Term, side: str) -> Step:
        return QUANTITIES[name](bound), side

    return step


def _sqrt(args: tuple[Term, ...], place: int, bound: Term, side: str) -> Step:
    return bound * bound, side


def _max(args: tuple[Term, ...], place: int, bound: Term, side: str) -> Step:
    """max(x, y) ≤ b gives x ≤ b, and |x| ≤ b too; from below neither says anything of x alone."""
    return (bound, side) if side == GREATEST else None


def _min(args: tuple[Term, ...], place: int, bound: Term, side: str) -> Step:
    return (bound, side) if side == LEAST else None


_STEPS: dict[str, Undo] = {
    "add": _add, "sub": _sub, "neg": _neg, "mul": _mul, "div": _div, "pow": _pow,
    "exp": _applied("log"), "log": _applied("exp"), "sqrt": _sqrt,
    "maximum": _max, "minimum": _min, "abs": _max,
}


def _sign(term: Term) -> int:
    """1 for what is at least 0 as its shape says, -1 for what is at most 0, else 0."""
    match term:
        case Number(value):
            return 0 if value is None else (1 if value > 0 else -1 if value < 0 else 0)
        case Var(of=SizeSort()):
            return 1
        case Var(of=RealSort(low=low, high=high)):
            if low is not None and low >= 0:
                return 1
            return -1 if high is not None and high <= 0 else 0
        case Op("neg", (part,)):
            return -_sign(part)
        case Op("add", parts):
            signs = {_sign(part) for part in parts}
            return signs.pop() if len(signs) == 1 else 0
        case Op("sub", (one, other)):
            return _sign(one) if _sign(one) == -_sign(other) else 0
        case Op("mul" | "div", parts):
            product = 1
            for part in parts:
                product *= _sign(part)
            return product
        case Op("pow", (base, Number(exponent))) if exponent is not None:
            return 1 if _sign(base) > 0 or (exponent.q == 1 and exponent.p % 2 == 0) else 0
        case Op(head) if head in QUANTITIES:
            values = QUANTITIES[head].values
            return 1 if values is not None and values.low is not None and values.low >= 0 else 0
    return 0
