"""The SymPy view of scalar terms and formulas: for simplifying, series, derivatives and code.

It is a view and never the record: SymPy rewrites what it is given (it cancels −1 + 1 whatever it
is told), so nothing reads a claim back from it. Logarithms are natural. Laws of a known size become
tuples of symbols, P_0, P_1, …; where such a symbol is 0 the view stands for the limit (0·ln 0 = 0),
while an entry that is given as 0 is treated exactly.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import mpmath
import sympy

from verified.syntax import sorts
from verified.syntax.formulas import (
    And,
    Formula,
    Not,
    Or,
    Predicate,
    Quantified,
    Relation,
    expand,
)
from verified.syntax.quantity import QUANTITIES
from verified.syntax.terms import Bind, Cases, Number, Op, Term, Var, number

# SymPy is typed in part only, and mypy would count most calls as untyped.
sp: Any = sympy
mp: Any = mpmath

# Above this many symbols, a maximum over all events is too long to write out.
MOST_EVENT_SYMBOLS = 10

Expr = Any
Law = tuple[Expr, ...]
Rows = tuple[Law, ...]


@dataclass(frozen=True)
class _Joint:
    """A joint law: the probability of each tuple of symbols, one for each name."""

    names: tuple[str, ...]
    cells: dict[tuple[int, ...], Expr]

    def of(self, wanted: str) -> Law:
        """The law of the named variables (separated by commas), flattened."""
        axes = [self.names.index(name) for name in wanted.split(",") if name]
        if not axes:
            return (sp.Integer(1),)
        sums: dict[tuple[int, ...], Expr] = {}
        for cell, mass in self.cells.items():
            key = tuple(cell[axis] for axis in axes)
            sums[key] = sums.get(key, sp.Integer(0)) + mass
        return tuple(sums.values())


@dataclass(frozen=True)
class _Numbers:
    """Real numbers called name_0, name_1, …, however many."""

    name: str
    assumptions: dict[str, bool]


def to_sympy(node: Term | Formula, values: Mapping[str, object] | None = None) -> Any:
    """The SymPy view of a scalar term (an expression) or of a formula (a relation or boolean).

    Args:
        values: what some variables stand for, by name: a whole number for a size or symbol, an
            exact number or SymPy expression for a real, a set of symbols for an event, a sequence
            of numbers for a law, of rows for a channel. Sizes of laws must be among them.

    Raises:
        ClaimError: the node has no view (a capacity, a supremum, a mechanism), or a size that it
            needs isn't given.
    """
    view = _View(dict(values or {}))
    return view.formula(node) if isinstance(node, Formula) else view.scalar(node)


class BinaryEntropyInverse(sympy.Function):
    """h⁻¹, from [0, ln 2] to [0, 1/2]: undefined to SymPy but for its derivative and its value."""

    nargs = 1

    @classmethod
    def eval(cls, y: Expr) -> Expr | None:
        """The values at the ends."""
        if y == 0:
            return sp.Integer(0)
        return sp.Rational(1, 2) if y == sp.log(2) else None

    def fdiff(self, argindex: int = 1) -> Expr:
        """1/h'(x) at x = h⁻¹(y)."""
        return 1 / sp.log((1 - self) / self)

    def _eval_evalf(self, prec: int) -> Expr | None:
        # h is flat at 1/2, where half of the digits are lost.
        work = 2 * prec + 20
        argument: Any = self.args[0]
        y = argument._eval_evalf(work)
        if y is None or not y.is_Float:
            return None
        with mp.workprec(work):
            root = _entropy_root(y._to_mpmath(work))
            return None if root is None else sp.Float(root, precision=prec)


def _entropy_root(y: Any) -> Any:
    """The x in [0, 1/2] with h(x) = y, by Newton's method at mpmath's working precision.

    h is concave, so steps from the left of the root stay there; h(x) ≤ 2 ln 2 · √x gives a start.
    """
    if not 0 <= y <= mp.ln2:
        return None
    x = (y / (2 * mp.ln2)) ** 2
    for _ in range(4 * mp.mp.prec):
        if x == 0:
            return x
        slope = mp.log((1 - x) / x)
        height = -x * mp.log(x) - (1 - x) * mp.log1p(-x)
        if slope <= 0 or height >= y:
            break
        step = (y - height) / slope
        x += step
        if step <= mp.ldexp(x, -mp.mp.prec):
            break
    return min(x, mp.mpf(1) / 2)


# --- the walk -------------------------------------------------------------------------------------


class _View:
    """The values of terms as SymPy objects; `env` maps names to what stands for them."""

    def __init__(self, env: dict[str, object]) -> None:
        self.env = env

    def formula(self, node: Formula) -> Any:
        match node:
            case Relation(op, left, right):
                return _RELATIONS[op](self.scalar(left), self.scalar(right))
            case Not(body):
                return sp.Not(self.formula(body))
            case And(parts):
                return sp.And(*map(self.formula, parts))
            case Or(parts):
                return sp.Or(*map(self.formula, parts))
            case Quantified():
                return self.quantified(node)
            case Predicate():
                return self.formula(expand(node))
        raise sorts.ClaimError(f"{node!r} is not a formula")

    def quantified(self, node: Quantified) -> Any:
        """The conjunction or disjunction over all symbols or events."""
        universal = node.kind == "forall"
        narrow, join = (sp.Implies, sp.And) if universal else (sp.And, sp.Or)
        return join(
            *(
                inner.formula(node.body)
                if node.guard is None
                else narrow(inner.formula(node.guard), inner.formula(node.body))
                for inner in self.instances(node.var)
            )
        )

    def scalar(self, node: Term) -> Expr:
        match node:
            case Number(value):
                return sp.oo if value is None else sp.Rational(int(value.p), int(value.q))
            case Var():
                return self.variable(node)
            case Cases():
                then, otherwise = self.scalar(node.then), self.scalar(node.otherwise)
                return sp.Piecewise((then, self.formula(node.test)), (otherwise, True))
            case Bind():
                return self.bind(node)
            case Op():
                return self.quantity(node)
        raise sorts.ClaimError(f"{node!r} is not a term")

    def variable(self, var: Var) -> Expr:
        if var.name in self.env:
            return _exact(self.env[var.name], var.name)
        if not var.of.is_number:
            raise _no_view(var)
        return sp.Symbol(var.name, **dict.fromkeys(var.of.assumptions(), True))

    def size(self, term: Term, what: Term) -> int:
        found = self.scalar(term)
        if not found.is_Integer:
            raise sorts.ClaimError(
                f"the SymPy view of {what} needs a number for the size {term}: give it in `values`"
            )
        return int(found)

    def symbol(self, term: Term) -> int:
        found = self.scalar(term)
        if not found.is_Integer:
            raise sorts.ClaimError(f"the SymPy view needs a number for the symbol {term}")
        return int(found)

    def instances(self, var: Var) -> Iterator[_View]:
        """This view with each value of a bound symbol or event."""
        choices: Iterator[object]
        match var.of:
            case sorts.SymbolSort(size):
                choices = iter(range(self.size(size, var)))
            case sorts.EventSort(size):
                count = self.size(size, var)
                if count > MOST_EVENT_SYMBOLS:
                    raise sorts.ClaimError(
                        f"the SymPy view writes out all events, and {count} symbols have too many"
                    )
                subsets = (itertools.combinations(range(count), k) for k in range(count + 1))
                choices = map(frozenset, itertools.chain.from_iterable(subsets))
            case _:
                raise _no_view(var)
        for choice in choices:
            yield _View({**self.env, var.name: choice})

    def bind(self, node: Bind) -> Expr:
        if node.kind not in _COLLECT:
            raise _no_view(node)
        collect, empty = _COLLECT[node.kind]
        parts = []
        for inner in self.instances(node.var):
            guard = sp.true if node.guard is None else inner.formula(node.guard)
            if guard == sp.false:
                continue
            body = inner.scalar(node.body)
            parts.append(sp.Piecewise((body, guard), (empty, True)))
        return collect(*parts)

    # --- laws -------------------------------------------------------------------------------------

    def given(self, var: Var, shape: tuple[int, ...], name: str) -> Any:
        """A law as nested tuples of the shape: as given, or of symbols name_0, name_1, …"""
        if var.name in self.env:
            return _nested(self.env[var.name], shape, var.name)
        return _symbols(name, shape)

    def law(self, term: Term) -> Law:
        match term:
            case Var(of=sorts.PmfSort(size)):
                law: Law = self.given(term, (self.size(size, term),), term.name)
                return law
            case Bind("table", var, _, body):
                return tuple(inner.scalar(body) for inner in self.instances(var))
            case Op():
                made: Law = self.quantity(term)
                return made
        raise _no_view(term)

    def channel(self, term: Term) -> Rows:
        match term:
            case Var(of=sorts.ChannelSort(inputs, outputs)):
                shape = self.size(inputs, term), self.size(outputs, term)
                rows: Rows = self.given(term, shape, term.name)
                return rows
            case Bind("table", var, _, body):
                return tuple(inner.law(body) for inner in self.instances(var))
            case Op():
                made: Rows = self.quantity(term)
                return made
        raise _no_view(term)

    def joint(self, term: Term) -> _Joint:
        match term:
            case Var(of=sorts.JointSort(names, alphabets)):
                shape = tuple(self.size(size, term) for size in alphabets)
                nested = self.given(term, shape, term.name)
                places = itertools.product(*map(range, shape))
                return _Joint(names, {place: _cell(nested, place) for place in places})
            case Op():
                made: _Joint = self.quantity(term)
                return made
        raise _no_view(term)

    def reals(self, term: Term) -> Law | _Numbers:
        match term:
            case Var(name, sorts.RealsSort(size, element)):
                if name not in self.env:
                    return _Numbers(name, dict.fromkeys(element.assumptions(), True))
                given: Law = self.given(term, (self.size(size, term),), name)
                return given
            case Bind("table", var, _, body):
                return tuple(inner.scalar(body) for inner in self.instances(var))
        raise _no_view(term)

    def event(self, term: Term) -> frozenset[int]:
        if isinstance(term, Var) and term.name in self.env:
            found = self.env[term.name]
            if isinstance(found, set | frozenset):
                return frozenset(found)
        raise sorts.ClaimError(f"the SymPy view needs a set of symbols for the event {term}")

    # --- quantities -------------------------------------------------------------------------------

    def quantity(self, node: Op) -> Any:
        """What a quantity's record says of its arguments' views, or what its definition is."""
        record = QUANTITIES[node.head]
        if record.view is not None:
            declared = itertools.chain(
                record.arguments, itertools.repeat(record.arguments[-1] if node.args else None)
            )
            parts = [
                self.argument(var.of, arg)
                for var, arg in zip(declared, node.args, strict=False) if var is not None
            ]
            return record.view(sys.modules[__name__], *parts, *node.detail)
        if record.definition is not None:
            return self.scalar(record.defined(node))
        raise _no_view(node)

    def argument(self, declared: sorts.Sort, term: Term) -> Any:
        """The view of an argument, by what it is declared to be."""
        match declared:
            case sorts.PmfSort():
                return self.law(term)
            case sorts.ChannelSort():
                return self.channel(term)
            case sorts.JointSort():
                return self.joint(term)
            case sorts.RealsSort():
                return self.reals(term)
            case sorts.EventSort():
                return self.event(term)
            case sorts.SymbolSort():
                return self.symbol(term)
            case sorts.RealSort() | sorts.SizeSort():
                return self.scalar(term)
        raise _no_view(term)


def _no_view(node: Term) -> sorts.ClaimError:
    what = f"the head {node.head} in {node}" if isinstance(node, Op) else f"{node}"
    return sorts.ClaimError(f"{what} has no SymPy view: it isn't a closed form in its arguments")


def _exact(value: object, name: str) -> Expr:
    if isinstance(value, sp.Expr):
        return value
    term = number(value, f"as the value of {name}")
    if not isinstance(term, Number):
        raise sorts.ClaimError(f"the value of {name} must be a number, not the term {term}")
    return _View({}).scalar(term)


def _nested(value: object, shape: tuple[int, ...], name: str) -> Any:
    """A given law as nested tuples, its shape checked."""
    if not shape:
        return _exact(value, name)
    if not isinstance(value, Sequence) or len(value) != shape[0]:
        raise sorts.ClaimError(f"the value of {name} must be {shape[0]} numbers or rows, in order")
    return tuple(_nested(part, shape[1:], name) for part in value)


def _symbols(name: str, shape: tuple[int, ...]) -> Any:
    if not shape:
        return sp.Symbol(name, nonnegative=True)
    return tuple(_symbols(f"{name}_{index}", shape[1:]) for index in range(shape[0]))


def _cell(nested: Any, cell: tuple[int, ...]) -> Expr:
    for index in cell:
        nested = nested[index]
    return nested


# --- formulas that the records speak of -----------------------------------------------------------


def log(x: Expr) -> Expr:
    """ln x, −∞ at 0."""
    return -sp.oo if x == 0 else sp.log(x)


def _mass_log(p: Expr, of: Expr) -> Expr:
    """p ln(of), 0 where p is 0."""
    return sp.Integer(0) if p == 0 else p * log(of)


def part(parts: Sequence[Any] | _Numbers, index: int) -> Any:
    """One of several parts: a probability, a row, a number."""
    if isinstance(parts, _Numbers):
        return sp.Symbol(f"{parts.name}_{index}", **parts.assumptions)
    if not 0 <= index < len(parts):
        raise sorts.ClaimError(f"a term has no symbol {index}: there are {len(parts)}")
    return parts[index]


def probability(law: Law, event: Iterable[int]) -> Expr:
    """A law's probability of an event."""
    return sp.Add(*(part(law, symbol) for symbol in sorted(event)))


def ratio(law: Law, other: Law, symbol: int) -> Expr:
    """P(a)/Q(a), ∞ where Q(a) alone is 0."""
    top, bottom = part(law, symbol), part(other, symbol)
    return sp.oo if bottom == 0 and top != 0 else top / bottom


def push(law: Law, rows: Rows) -> Law:
    """The output's law."""
    columns = zip(*rows, strict=True)
    return tuple(sp.Add(*(p * w for p, w in zip(law, column, strict=True))) for column in columns)


def side_by_side(rows: Rows, others: Rows) -> Rows:
    """The channel with both outputs."""
    pairs = zip(rows, others, strict=True)
    return tuple(tuple(a * b for a in one for b in two) for one, two in pairs)


def joint_of(law: Law, rows: Rows) -> _Joint:
    """The joint law of an input X and an output Y."""
    cells: dict[tuple[int, ...], Expr] = {
        (x, y): law[x] * w for x, row in enumerate(rows) for y, w in enumerate(row)
    }
    return _Joint(("X", "Y"), cells)


def entropy(law: Law) -> Expr:
    """−Σ p ln p."""
    return -sp.Add(*(_mass_log(p, p) for p in law))


def joint_entropy(joint: _Joint, of: str, given: str) -> Expr:
    """H(U|V)."""
    return entropy(joint.of(f"{of},{given}")) - entropy(joint.of(given))


def joint_information(joint: _Joint, one: str, two: str, given: str) -> Expr:
    """I(U;V|W)."""
    single = (entropy(joint.of(f"{group},{given}")) for group in (one, two))
    both = entropy(joint.of(f"{one},{two},{given}"))
    return sp.Add(*single) - both - entropy(joint.of(given))


def binary_entropy(x: Expr) -> Expr:
    """h(x)."""
    return entropy((x, 1 - x))


def information(law: Law, rows: Rows) -> Expr:
    """The mean divergence of the rows from the output's law."""
    mixed = push(law, rows)
    pairs = zip(law, rows, strict=True)
    return sp.Add(*(p * divergence(row, mixed) for p, row in pairs if p != 0))


def divergence(law: Law, other: Law) -> Expr:
    """Σ p ln(p/q)."""
    if any(q == 0 and p != 0 for p, q in zip(law, other, strict=True)):
        return sp.oo
    return sp.Add(*(_mass_log(p, p / q) for p, q in zip(law, other, strict=True) if p != 0))


def variation(law: Law, other: Law) -> Expr:
    """½ Σ |p − q|."""
    return sp.Add(*(abs(p - q) for p, q in zip(law, other, strict=True))) / 2


def hockey_stick(law: Law, other: Law, epsilon: Expr) -> Expr:
    """Σ max(0, p − e^ε q)."""
    scale = sp.exp(epsilon)
    return sp.Add(*(sp.Max(0, p - scale * q) for p, q in zip(law, other, strict=True)))


def chi_square(law: Law, other: Law) -> Expr:
    """Σ (p − q)²/q."""
    pairs = [pair for pair in zip(law, other, strict=True) if pair != (0, 0)]
    if any(q == 0 for _, q in pairs):
        return sp.oo
    return sp.Add(*((p - q) ** 2 / q for p, q in pairs))


def renyi(law: Law, other: Law, order: Expr) -> Expr:
    """ln Σ p^α q^(1−α) / (α − 1), with the limits at 0, 1 and ∞."""
    if order == 1:
        return divergence(law, other)
    pairs = list(zip(law, other, strict=True))
    if order == 0 or (not order.is_number and any(0 in pair for pair in pairs)):
        # The value then depends on which entries are 0.
        if order != 0 or not all(p.is_number for p in law):
            raise sorts.ClaimError(
                "a Rényi divergence has no SymPy view here: give numbers for its order and law"
            )
        return -log(sp.Add(*(q for p, q in pairs if p != 0)))
    pairs = [pair for pair in pairs if pair[0] != 0]
    if order == sp.oo:
        return sp.log(sp.Max(*(sp.oo if q == 0 else p / q for p, q in pairs)))
    if order.is_number and order > 1 and any(q == 0 for _, q in pairs):
        return sp.oo
    total = sp.Add(*(p**order * q ** (1 - order) for p, q in pairs if q != 0))
    return log(total) / (order - 1)


def renyi_entropy(law: Law, order: Expr) -> Expr:
    """ln Σ p^α / (1 − α), with the limits at 0, 1 and ∞."""
    if order == 1:
        return entropy(law)
    if order == sp.oo:
        return -sp.log(sp.Max(*law))
    if order == 0 and not all(p.is_number for p in law):
        raise sorts.ClaimError(
            "a Rényi entropy has no SymPy view here: its order 0 counts the entries above 0"
        )
    return sp.log(sp.Add(*(p**order for p in law if p != 0))) / (1 - order)


_RELATIONS: dict[str, Callable[..., Any]] = {
    "<=": sp.Le,
    "<": sp.Lt,
    ">=": sp.Ge,
    ">": sp.Gt,
    "=": sp.Eq,
}

_COLLECT: dict[str, tuple[Callable[..., Expr], Expr]] = {
    "sum": (sp.Add, sp.Integer(0)),
    "max": (sp.Max, -sp.oo),
    "min": (sp.Min, sp.oo),
}
