"""What SymPy finds of the closed forms that claims state: simplest form, derivative, inverse,
expansions at 0 and at infinity.

SymPy is believed in nothing: each fact is compared with the term itself, in balls, at points of its
domain, before it is told, and what fails is left out. That is evidence at points, no proof.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

import sympy
from flint import arb, fmpq
from sympy.printing.latex import LatexPrinter

from verified.errors import InputError
from verified.kernel.truth import BallReading, enclosure
from verified.numbers.balls import Indeterminate, Undefined, binary_entropy_inverse, precision
from verified.report.selection import leaves, nodes
from verified.report.tex import Style
from verified.syntax.claims import Claim, relations
from verified.syntax.latex import latex
from verified.syntax.latex_lines import aligned, tex_lines
from verified.syntax.quantity import QUANTITIES
from verified.syntax.sorts import ClaimError, RealSort
from verified.syntax.sympy_view import BinaryEntropyInverse, to_sympy
from verified.syntax.terms import Term, Var, free_variables

sp: Any = sympy

# How long SymPy is waited for, for each fact, in seconds; precision of the comparisons in bits, and
# how close they must come, as relative differences of balls.
SECONDS = 8.0
BITS = 400
CLOSE = fmpq(1, 10**30)
KINDS = ("form", "derivative", "inverse", "zero", "infinity")
_ORDER = 4
# Longer expressions tell a reader nothing.
_MOST_OPERATIONS = 120
_POINTS = 12
_FRACTIONS = [
    fmpq(*pair) for pair in (
        (2, 7), (5, 6), (1, 9), (1, 2), (9, 10), (3, 11), (7, 13), (1, 40), (12, 17), (4, 23),
        (19, 20), (2, 3),
    )
]


@dataclass(frozen=True)
class Fact:
    """One thing that SymPy found and that the comparison confirmed.

    Attributes:
        kind: one of `KINDS`; the last two are expansions.
        expression: in SymPy, without the remainder.
        tex: the equation in LaTeX.
    """

    kind: str
    expression: Any
    tex: str


@dataclass(frozen=True)
class ClosedForm:
    """A term in a real variable, and what was found of it."""

    term: Term
    variable: Var
    facts: tuple[Fact, ...]
    points: int


def closed_sides(claim: Claim) -> Iterator[Term]:
    """The sides of a claim's relations that are closed forms in real variables, each once."""
    assert claim.statement is not None
    seen: list[Term] = []
    for relation in relations(claim.statement.then):
        for side in (relation.right, relation.left):
            if _is_closed(side) and side not in seen:
                seen.append(side)
                yield side


def quantity_term(name: str) -> Term:
    """A quantity of its own arguments.

    Raises:
        InputError: it takes laws or channels, or has no closed form.
    """
    record = QUANTITIES[name]
    if all(isinstance(var.of, RealSort) for var in record.arguments) and not record.repeats:
        arguments = [Var(var.name, RealSort(*_ends(var.of)), var.symbol)
                     for var in record.arguments]
        term = record.of(arguments)
        if _is_closed(term):
            return term
    raise InputError(f"{name} has no closed form in real numbers")


def _ends(sort: Any) -> tuple[Any, ...]:
    return sort.low, sort.high, sort.low_open, sort.high_open


def _is_closed(term: Term) -> bool:
    variables = free_variables(term)
    if not variables or not all(isinstance(var.of, RealSort) for var in variables.values()):
        return False
    try:
        view = to_sympy(term)
    except ClaimError:
        return False
    plain = not view.has(sp.Piecewise, sp.Integral)
    return bool(view.free_symbols) and plain and not view.is_Symbol


def closed_form(term: Term, variable: Var, kinds: Sequence[str] = KINDS) -> ClosedForm:
    """What SymPy finds of a closed form, in one of its variables, as far as it is confirmed.

    Args:
        kinds: what is looked for; without "form" the others are found of what is written.
    """
    view = to_sympy(term)
    at = next(symbol for symbol in view.free_symbols if symbol.name == variable.name)
    points = list(islice(_points(term), _POINTS))
    found = _Found(term, variable, view, at, points)
    makers = {
        "form": found.form, "derivative": found.derivative, "inverse": found.inverse,
        "zero": found.zero, "infinity": found.infinity,
    }
    made = [fact for kind in kinds if (fact := _in_time(makers[kind])) is not None]
    facts = [fact for fact in made if sp.count_ops(fact.expression) <= _MOST_OPERATIONS]
    return ClosedForm(term, variable, tuple(facts), len(points))


def closed_forms_latex(
    name: str, meant: Callable[[str], list[Claim]], style: Style
) -> Iterator[str]:
    """The closed forms of what a name means, a quantity or claims; each once.

    Args:
        meant: finds the claims that a name means.

    Raises:
        InputError: it means a quantity without one, or claims whose relations have none.
        UnknownKeyError: it means nothing.
    """
    if name in QUANTITIES:
        yield from closed_form_latex(name, quantity_term(name), style)
        return
    terms: dict[Term, str] = {}
    for claim in meant(name):
        for leaf in leaves(nodes(claim)):
            for term in closed_sides(leaf):
                terms.setdefault(term, leaf.name)
    if not terms:
        raise InputError(f"{name} states no closed form in real numbers")
    for term, key in terms.items():
        yield from closed_form_latex(key, term, style)


def closed_form_latex(name: str, term: Term, style: Style) -> Iterator[str]:
    """The closed form in each of its variables, as displays."""
    for variable in free_variables(term).values():
        found = closed_form(term, variable)
        yield (
            f"% {name}: a closed form in {variable.name}; each equation agrees with the checked "
            f"term in balls at points of its domain ({found.points} drawn)"
        )
        whole = tex_lines(f"f({latex(variable)}) = {latex(term)}", style.width)
        yield from aligned(whole)
        for fact in found.facts:
            lines = tex_lines(fact.tex, style.width)
            # What is the simplest form as it is written isn't told twice.
            if lines != whole:
                yield from aligned(lines)


class _Printer(LatexPrinter):
    """SymPy's printer, with the signs of functions that SymPy doesn't have."""

    def _print_BinaryEntropyInverse(self, node: Any, exp: str | None = None) -> str:
        told = rf"h^{{-1}}\left({self._print(node.args[0])}\right)"
        return told if exp is None else rf"\left({told}\right)^{{{exp}}}"

    def _print_erfinv(self, node: Any, exp: str | None = None) -> str:
        told = rf"\operatorname{{erf}}^{{-1}}\left({self._print(node.args[0])}\right)"
        return told if exp is None else rf"\left({told}\right)^{{{exp}}}"


class _Found:
    """Facts of one term, each None where SymPy finds nothing or the comparison fails."""

    def __init__(
        self, term: Term, variable: Var, view: Any, at: Any, points: list[dict[str, fmpq]]
    ) -> None:
        self.term, self.variable, self.view, self.at, self.points = term, variable, view, at, points
        self.names = {
            symbol: latex(var)
            for symbol in view.free_symbols for var in free_variables(term).values()
            if var.name == symbol.name
        }
        self.simplest = view

    def tex(self, expression: Any) -> str:
        settings = {"symbol_names": self.names, "ln_notation": True}
        printer: Any = _Printer
        return str(printer(settings).doprint(expression))

    def form(self) -> Fact | None:
        forms = [self.view, sp.simplify(self.view)]
        for function in (sp.tanh, sp.sinh):
            forms.append(sp.simplify(self.view.rewrite(function)))
            forms.append(sp.simplify(sp.simplify(self.view).rewrite(function)))
        forms.append(sp.factor(forms[1]))
        for form in sorted(forms, key=sp.count_ops):
            if form != self.view and sp.count_ops(form) >= sp.count_ops(self.view):
                break
            if self.equal(form):
                self.simplest = form
                break
        name = self.names[self.at]
        return Fact("form", self.simplest, f"f({name}) = {self.tex(self.simplest)}")

    def equal(self, form: Any) -> bool:
        """Whether a form has the term's values at the points where the term has one."""
        return bool(self.points) and all(
            close(ball_of(form, point), value(self.term, point)) for point in self.points
        )

    def derivative(self) -> Fact | None:
        found = min(
            (sp.diff(self.simplest, self.at), sp.simplify(sp.diff(self.simplest, self.at))),
            key=sp.count_ops,
        )
        name = self.names[self.at]
        step = fmpq(1, 10**40)
        for point in self.points:
            inside = point[self.variable.name]
            ends = [value(self.term, {**point, self.variable.name: inside + sign * step})
                    for sign in (1, -1)]
            slope = ball_of(found, point)
            if slope is None or None in ends:
                return None
            with precision(BITS):
                quotient = (arb(ends[0]) - arb(ends[1])) / arb(2 * step)
            if not close(slope, quotient):
                return None
        return Fact("derivative", found, f"f'({name}) = {self.tex(found)}") if self.points else None

    def inverse(self) -> Fact | None:
        free = next(name for name in "yzuw" if name not in {str(one) for one in self.names})
        value_of = sp.Symbol(free, real=True)
        for found in self.solutions(value_of):
            if found.has(sp.Piecewise, sp.RootOf):
                continue
            if self.points and all(self.undone(found, value_of, point) for point in self.points):
                name = self.names[self.at]
                return Fact("inverse", found, f"{free} = f({name}) \\Rightarrow {name} = "
                                              f"{self.tex(found)}")
        return None

    def solutions(self, value_of: Any) -> Iterator[Any]:
        """What might be the inverse: where the variable stands once, function after function is
        undone; else SymPy solves, and of Lambert's W either real branch is meant."""
        for form in dict.fromkeys((self.simplest, self.view)):
            yield from _undone(form, self.at, value_of)
        for found in sp.solve(sp.Eq(self.simplest, value_of), self.at):
            yield found
            if found.has(sp.LambertW):
                yield found.replace(
                    lambda node: isinstance(node, sp.LambertW) and len(node.args) == 1,
                    lambda node: sp.LambertW(node.args[0], -1),
                )

    def undone(self, found: Any, value_of: Any, point: Mapping[str, fmpq]) -> bool:
        reached = value(self.term, point)
        env = {**point, value_of.name: reached}
        return reached is not None and close(ball_of(found, env), point[self.variable.name])

    def zero(self) -> Fact | None:
        series = sp.series(self.simplest, self.at, 0, _ORDER)
        whole = series.removeO()
        near = fmpq(1, 10**6), fmpq(1, 10**8)
        if series.getO() is None or not self.remains_small(whole, near, _ORDER):
            return None
        name = self.names[self.at]
        told = f"f({name}) = {self.tex(whole)} + O({name}^{{{_ORDER}}})"
        return Fact("zero", whole, rf"{told} \text{{ as }} {name} \to 0")

    def infinity(self) -> Fact | None:
        slope = sp.limit(self.simplest / self.at, self.at, sp.oo)
        if not slope.is_finite:
            return None
        rest = sp.limit(self.simplest - slope * self.at, self.at, sp.oo)
        if not rest.is_finite or (slope * self.at + rest).has(sp.Limit, sp.AccumBounds):
            return None
        whole = slope * self.at + rest
        if not self.remains_small(whole, (fmpq(10**4), fmpq(10**6)), None):
            return None
        name = self.names[self.at]
        return Fact("infinity", whole,
                    rf"f({name}) = {self.tex(whole)} + o(1) \text{{ as }} {name} \to \infty")

    def remains_small(self, whole: Any, places: tuple[fmpq, fmpq], order: int | None) -> bool:
        """Whether what an expansion leaves is at most a constant times the power of the variable
        (at 0), or falls to 0 (at infinity, where there is no order): compared at two places."""
        domain = self.variable.of
        assert isinstance(domain, RealSort)
        if not self.points or not all(domain.contains(place) for place in places):
            return False
        for point in self.points[:4]:
            rests = []
            for place in places:
                env = {**point, self.variable.name: place}
                left, right = value(self.term, env), ball_of(whole, env)
                if left is None or right is None:
                    return False
                with precision(BITS):
                    rests.append(abs(float((arb(left) - arb(right)) / arb(place) ** (order or 0))))
            bound = 100 * rests[0] + 1e-9 if order is not None else max(rests[0] / 2, 1e-9)
            if not rests[1] <= bound:
                return False
        return True


def _undone(form: Any, at: Any, value: Any) -> Iterator[Any]:
    """Solutions of form = value for a symbol that stands once in the form, from outside inwards."""
    if form == at:
        yield value
        return
    inner = [arg for arg in form.args if arg.has(at)]
    if len(inner) != 1:
        return
    (arg,) = inner
    others = [other for other in form.args if other is not arg]
    undo = _INVERSES.get(form.func)
    if form.is_Add:
        yield from _undone(arg, at, value - sp.Add(*others))
    elif form.is_Mul:
        yield from _undone(arg, at, value / sp.Mul(*others))
    elif form.is_Pow and arg is form.args[0]:
        root = value ** (1 / form.args[1])
        for sign in (1, -1):
            yield from _undone(arg, at, sign * root)
    elif form.is_Pow:
        yield from _undone(arg, at, sp.log(value) / sp.log(form.args[0]))
    elif undo is not None:
        for back in undo(value):
            yield from _undone(arg, at, back)


def _entropy(p: Any) -> Any:
    return -p * sp.log(p) - (1 - p) * sp.log(1 - p)


# What undoes a function of one argument, on each branch.
_INVERSES: dict[Any, Callable[[Any], tuple[Any, ...]]] = {
    sp.exp: lambda y: (sp.log(y),), sp.log: lambda y: (sp.exp(y),),
    sp.tanh: lambda y: (sp.log((1 + y) / (1 - y)) / 2,),
    sp.coth: lambda y: (sp.log((y + 1) / (y - 1)) / 2,),
    sp.sinh: lambda y: (sp.log(y + sp.sqrt(y**2 + 1)),),
    sp.cosh: lambda y: (sp.log(y + sp.sqrt(y**2 - 1)), -sp.log(y + sp.sqrt(y**2 - 1))),
    sp.Abs: lambda y: (y, -y),
    sp.erf: lambda y: (sp.erfinv(y),), sp.erfc: lambda y: (sp.erfinv(1 - y),),
    BinaryEntropyInverse: lambda y: (_entropy(y),),
}


# --- comparison in balls --------------------------------------------------------------------------


def value(term: Term, point: Mapping[str, Any]) -> Any:
    """The term's enclosure at a point, None where it is undefined or infinite."""
    with precision(BITS):
        found = enclosure(term, dict(point), BallReading())
        finite = isinstance(found, fmpq) or (found is not None and found.is_finite())
        return found if finite else None


def close(one: Any, two: Any) -> bool:
    """Whether two enclosures are as close as one value's must be."""
    if one is None or two is None:
        return False
    with precision(BITS):
        gap = abs(arb(one) - arb(two))
        return bool(gap < arb(CLOSE) * (1 + abs(arb(two))))


def ball_of(expression: Any, point: Mapping[str, Any]) -> Any:
    """A SymPy expression in balls at a point; None where it isn't a real number there, or where it
    has a function that isn't read."""
    with precision(BITS):
        try:
            found = _ball(expression, point)
        except (ValueError, ZeroDivisionError, KeyError, Undefined, Indeterminate):
            return None
        return found if found.is_finite() else None


def _ball(node: Any, point: Mapping[str, Any]) -> Any:
    if node.is_Symbol:
        return arb(point[node.name])
    if node.is_Rational:
        return arb(fmpq(int(node.p), int(node.q)))
    if node is sp.pi:
        return arb.pi()
    if node is sp.E:
        return arb(1).exp()
    parts = [_ball(arg, point) for arg in node.args]
    if node.is_Add:
        return sum(parts, arb(0))
    if node.is_Mul:
        result = arb(1)
        for part in parts:
            result *= part
        return result
    if node.is_Pow:
        power = node.args[1]
        if power.is_Integer:
            return parts[0] ** int(power) if power >= 0 else 1 / parts[0] ** -int(power)
        return parts[0] ** parts[1]
    function = _FUNCTIONS.get(node.func)
    if function is None:
        raise ValueError(f"{node.func} isn't read")
    return function(*parts)


def _lambert(x: Any, branch: Any = None) -> Any:
    """Lambert's W on either of its real branches."""
    lower = branch is not None and bool(branch < 0)
    return x.lambertw(-1 if lower else 0)


_FUNCTIONS: dict[Any, Callable[..., Any]] = {
    sp.exp: lambda x: x.exp(), sp.log: lambda x: x.log(), sp.tanh: lambda x: x.tanh(),
    sp.sinh: lambda x: x.sinh(), sp.cosh: lambda x: x.cosh(), sp.coth: lambda x: 1 / x.tanh(),
    sp.Abs: abs, sp.erf: lambda x: x.erf(), sp.erfc: lambda x: x.erfc(),
    sp.erfinv: lambda x: x.erfinv(), sp.LambertW: _lambert,
    BinaryEntropyInverse: lambda x: arb(binary_entropy_inverse(x)),
    sp.Max: lambda *xs: _extreme(xs, 1), sp.Min: lambda *xs: _extreme(xs, -1),
}


def _extreme(parts: tuple[Any, ...], sign: int) -> Any:
    found = parts[0]
    for part in parts[1:]:
        found = (found + part + sign * abs(found - part)) / 2
    return found


def _points(term: Term) -> Iterator[dict[str, fmpq]]:
    """Points of the variables' domains at which the term has a value."""
    names = sorted(free_variables(term))
    variables = [free_variables(term)[name] for name in names]
    choices = [list(_inside(var.of)) for var in variables]
    for place, chosen in enumerate(product(*choices)):
        # Neighbouring points differ in the last variable only: some are passed over.
        if len(names) > 1 and place % 3:
            continue
        point = dict(zip(names, chosen, strict=True))
        if value(term, point) is not None:
            yield point


def _inside(sort: Any) -> Iterator[fmpq]:
    for part in _FRACTIONS:
        if sort.low is not None and sort.high is not None:
            yield sort.low + part * (sort.high - sort.low)
        elif sort.low is not None:
            yield sort.low + part / (1 - part)
        elif sort.high is not None:
            yield sort.high - part / (1 - part)
        else:
            yield (part - fmpq(1, 3)) / (1 - part)


def _in_time(maker: Callable[[], Fact | None]) -> Fact | None:
    """What SymPy finds in time; None where it finds nothing."""

    def late(*_: object) -> None:
        raise TimeoutError

    limited = threading.current_thread() is threading.main_thread() and hasattr(signal, "SIGALRM")
    if not limited:
        return _tried(maker)
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        return _tried(maker)
    except TimeoutError:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _tried(maker: Callable[[], Fact | None]) -> Fact | None:
    try:
        return maker()
    except (NotImplementedError, ValueError, TypeError, ArithmeticError, RecursionError,
            sp.PoleError, AttributeError):
        # SymPy's ways to say that it doesn't know.
        return None


__all__ = [
    "KINDS", "ClosedForm", "Fact", "ball_of", "close", "closed_form", "closed_form_latex",
    "closed_forms_latex", "closed_sides", "quantity_term", "value",
]
