"""Rules for functions of a real variable: integrals over an interval, intermediate values."""

from __future__ import annotations

from collections.abc import Iterable

from verified.kernel.calculus import derivative, smoothness
from verified.kernel.inference import require, same
from verified.kernel.judgements import check_fits, has_size
from verified.kernel.normaliser import Normaliser
from verified.kernel.polynomial import key_of, plus
from verified.kernel.theorem import Function, Step, Theorem, rule
from verified.kernel.values import Rejected
from verified.syntax import sorts
from verified.syntax.formulas import Formula, Relation, substitute
from verified.syntax.goals import normal
from verified.syntax.terms import Bind, Number, Op, Term, Var, free_variables

# --- integrals ------------------------------------------------------------------------------------


@rule("integral")
def _integral(step: Step) -> Theorem:
    """∫ f ≤ ∫ g from f ≤ g for an arbitrary number of the interval, where f is never negative;
    likewise for =. Further premises may show that it isn't.

    Terms are measurable functions of their variables, so that integrals of what isn't negative have
    values, perhaps infinite.
    """
    if not step.premises:
        raise Rejected("the rule takes a premise")
    var, pointwise = step.data.get("variable"), step.premises[0]
    match step.formula, pointwise.conclusion:
        case (
            Relation("<=" | "=" as op, Bind("integral", a, None, f), Bind("integral", b, None, g)),
            Relation(given, left, right),
        ) if isinstance(var, Var) and a.of == b.of == var.of and isinstance(var.of, sorts.RealSort):
            below = substitute(f, {a.name: var})
            bodies = same(below, left) and same(substitute(g, {b.name: var}), right)
            if bodies and (given == op or (op == "<=" and given in ("=", "<"))):
                if step.normaliser().sign_of(below) is None:
                    raise Rejected(f"{f} isn't shown never to be negative")
                return step.releasing(var, [(premise, ()) for premise in step.premises])
    raise Rejected("the formula doesn't compare the integrals of the two sides")


@rule("integral-of-sum")
def _integral_of_sum(step: Step) -> Theorem:
    """∫ Σ f = Σ ∫ f over symbols, of which there is a number, where f is never negative."""
    match step.formula:
        case Relation(
            "=",
            Bind("integral", v, None, Bind("sum", a, None, f)),
            Bind("sum", b, None, Bind("integral", w, None, g)),
        ) if v.of == w.of and isinstance(v.of, sorts.RealSort) and a.of == b.of:
            point, symbol = Var("#any", v.of), Var("#each", a.of)
            if v.name in free_variables(a) or w.name in free_variables(b):
                raise Rejected(f"the alphabet of {a.name} depends on {v.name}")
            if not has_size(step.normaliser(), a.of):
                raise Rejected(f"the alphabet of {a.name} isn't shown to have a size")
            general = substitute(substitute(f, {a.name: symbol}), {v.name: point})
            if not same(general, substitute(substitute(g, {w.name: point}), {b.name: symbol})):
                raise Rejected("the sums are not of the same integrals")
            if step.normaliser().sign_of(general) is None:
                raise Rejected(f"{f} isn't shown never to be negative")
            return step.theorem()
    raise Rejected("the formula doesn't draw a sum out of an integral")


# --- the fundamental theorem of calculus ----------------------------------------------------------


@rule("integral-above")
def _integral_above(step: Step) -> Theorem:
    """∫ f ≤ F(c) − F(a) over [a, ∞), from f ≤ F' where v ≤ c, and f ≤ 0 where c ≤ v. Without an
    end c, ∫ f ≤ C − F(a), from f ≤ F' and F ≤ C everywhere.

    f is never negative. The first two premises speak of an arbitrary number v of the interval;
    further ones show that F is differentiable, c ≥ a, and f ≥ 0.
    """
    match step.formula:
        case Relation("<=", Bind("integral") as whole, bound):
            pass
        case _:
            raise Rejected("the formula bounds no integral from above")
    if len(step.premises) < 2:
        raise Rejected("the rule takes two premises on an arbitrary number")
    piece = _Piece(step, whole)
    first, second = step.premises[:2]
    end = piece.end
    if end is None:
        match second.conclusion:
            case Relation("<=" | "<" | "=", value, top) if same(value, piece.antiderivative):
                apart: tuple[Term, ...] = (top,)
                beyond: Formula | None = None
            case _:
                raise Rejected("the second premise doesn't bound the antiderivative")
        last = top
    else:
        match second.conclusion:
            case Relation("<=" | "<" | "=", value, zero) if same(value, piece.integrand):
                if piece.known.sign(plus({}, piece.known.poly(zero), -1)) is None:
                    raise Rejected("the integrand may be positive beyond the end")
                apart = ()
                beyond = Relation("<=", end, piece.var)
            case _:
                raise Rejected("the second premise doesn't bound the integrand beyond the end")
        last = piece.at(end)
    match first.conclusion:
        case Relation("<=" | "<" | "=", value, slope) if same(value, piece.integrand):
            piece.check_slope(slope)
        case _:
            raise Rejected("the first premise doesn't bound the integrand")
    piece.check_bound(bound, last)
    return piece.theorem([(first, piece.before), (second, beyond)], apart)


@rule("integral-below")
def _integral_below(step: Step) -> Theorem:
    """F(c) − F(a) ≤ ∫ f over [a, ∞), from F' ≤ f where v ≤ c; f is never negative.

    The first premise speaks of an arbitrary number v of the interval; further ones show that F is
    differentiable, c ≥ a, and f ≥ 0.
    """
    match step.formula:
        case Relation("<=", bound, Bind("integral") as whole):
            pass
        case _:
            raise Rejected("the formula bounds no integral from below")
    if not step.premises:
        raise Rejected("the rule takes a premise on an arbitrary number")
    piece = _Piece(step, whole)
    first = step.premises[0]
    if piece.end is None:
        raise Rejected("the step doesn't say where its piece ends")
    match first.conclusion:
        case Relation("<=" | "<" | "=", slope, value) if same(value, piece.integrand):
            piece.check_slope(slope)
        case Relation("=", value, slope) if same(value, piece.integrand):
            piece.check_slope(slope)
        case _:
            raise Rejected("the first premise doesn't bound the integrand")
    piece.check_bound(bound, piece.at(piece.end))
    return piece.theorem([(first, piece.before)])


class _Piece:
    """What the two rules share: the integral, its arbitrary number, the antiderivative F, the end.

    Attributes:
        known: normal forms under the premises that hold of every number of the interval.
    """

    def __init__(self, step: Step, whole: Bind) -> None:
        self.step = step
        var, sort = step.data.get("variable"), whole.var.of
        if not isinstance(var, Var) or var.of != sort:
            raise Rejected("the step doesn't name its arbitrary number")
        if not isinstance(sort, sorts.RealSort) or sort.low is None or sort.low_open:
            raise Rejected("the integral isn't over an interval [a, ∞)")
        if sort.high is not None:
            raise Rejected("the integral isn't over an interval [a, ∞)")
        self.var, self.low = var, Number(sort.low)
        self.antiderivative = step.term("antiderivative")
        count = 1 if isinstance(step.formula, Relation) and step.formula.right == whole else 2
        self.more = step.premises[count:]
        self.known = Normaliser([theorem.conclusion for theorem in self.more])
        self.end: Term | None = None
        if "end" in step.data:
            self.end = step.term("end")
            check_fits(self.known, self.end, sort)
        # Where the premise on the piece itself may hold alone.
        self.before = None if self.end is None else Relation("<=", var, self.end)
        self.integrand = substitute(whole.body, {whole.var.name: var})
        if self.known.sign_of(self.integrand) is None:
            raise Rejected(f"{self.integrand} isn't shown never to be negative")

    def at(self, term: Term) -> Term:
        """The antiderivative at a term."""
        found: Term = substitute(self.antiderivative, {self.var.name: term})
        return found

    def check_slope(self, slope: Term) -> None:
        """Refuse a term that isn't F' on the whole interval."""
        positive, nonzero = smoothness(self.antiderivative, self.var.name)
        for part in positive:
            if self.known.sign_of(part) != 1:
                raise Rejected(f"{part} isn't shown to be positive")
        for part in nonzero:
            self.known.inverse(self.known.poly(part), part)
        self.known.poly(self.antiderivative)
        found = self.known.poly(derivative(self.antiderivative, self.var.name))
        if not self.known.is_zero(plus(found, self.known.poly(slope), -1)):
            raise Rejected(f"{slope} isn't the derivative of {self.antiderivative}")

    def check_bound(self, bound: Term, last: Term) -> None:
        """Refuse a bound that isn't `last` − F(a)."""
        gap = plus(self.known.poly(last), self.known.poly(self.at(self.low)), -1)
        if not self.known.is_zero(plus(gap, self.known.poly(bound), -1)):
            raise Rejected(f"the bound isn't {self.known.term(gap)}")

    def theorem(
        self, bounds: Iterable[tuple[Theorem, Formula | None]], apart: Iterable[Term] = ()
    ) -> Theorem:
        """The step's theorem, from premises that each hold where a relation does."""
        held = [(one, () if where is None else (key_of(normal(where)),)) for one, where in bounds]
        ends = () if self.end is None else (self.end,)
        return self.step.releasing(
            self.var, [*held, *((premise, ()) for premise in self.more)], given=(*ends, *apart)
        )


# --- continuity -----------------------------------------------------------------------------------


@rule("intermediate")
def _intermediate(step: Step) -> Theorem:
    """Γ ⊢ φ from Γ, f(p) = v, l ≤ p, p ≤ u ⊢ φ for an arbitrary number p, where f is continuous on
    [l, u] and v lies between f(l) and f(u). Further premises show that."""
    if not step.premises:
        raise Rejected("the rule takes a premise")
    first, *more = step.premises
    var, function = step.data.get("variable"), step.data.get("function")
    if not isinstance(var, Var) or not isinstance(function, Function):
        raise Rejected("the step doesn't name its arbitrary number and its function")
    if not isinstance(var.of, sorts.RealSort) or function.variable.of != var.of:
        raise Rejected("the function isn't one of that number")
    if first.key != key_of(step.formula):
        raise Rejected("the first premise is not the formula")
    low, high, value = (step.term(name) for name in ("low", "high", "value"))
    facts = [theorem.conclusion for theorem in more]
    known = Normaliser(facts)
    for end in (low, high):
        check_fits(known, end, var.of)
    known.poly(value)
    given = Step(step.formula, more, {}, step.library)
    require(normal(Relation("<=", low, high)), given)
    ends = [substitute(function.body, {function.variable.name: end}) for end in (low, high)]
    for one, two in (ends, ends[::-1]):
        try:
            require(normal(Relation("<=", one, value)), given)
            require(normal(Relation("<=", value, two)), given)
            break
        except Rejected:
            continue
    else:
        raise Rejected(f"{value} isn't shown to lie between the values at the ends")
    point = Var("#any", var.of)
    inside = Normaliser([*facts, Relation("<=", low, point), Relation("<=", point, high)])
    check_continuous(substitute(function.body, {function.variable.name: point}), point, inside)
    at_point = substitute(function.body, {function.variable.name: var})
    places = (Relation("=", at_point, value), Relation("<=", low, var), Relation("<=", var, high))
    drop = {key_of(normal(place)) for place in places}
    if function.variable.name != var.name and var.name in free_variables(function.body):
        raise Rejected(f"{var.name} is not arbitrary: the function speaks of it")
    return step.releasing(var, [(first, drop)], more, [low, high, value])


def check_continuous(term: Term, variable: Var, known: Normaliser) -> None:
    """Refuse a term that isn't shown to be real, and continuous in a variable.

    The facts of `known` hold exactly on the set in question. A composition of continuous functions
    is continuous: each of them is asked for its conditions, everything in it for being real.
    """
    known.poly(term)
    if variable.name not in free_variables(term) or isinstance(term, Var):
        return
    match term:
        case Op("add" | "sub" | "neg" | "mul" | "exp" | "maximum" | "minimum" | "abs", _):
            pass
        case Op("binary_entropy" | "sqrt", _):
            pass  # On the whole of [0, 1], of [0, ∞): where they are real.
        case Op("div", (_, bottom)):
            known.inverse(known.poly(bottom), bottom)
        case Op("log", (inner,)):
            # The normal form of a logarithm may stand for one of 0.
            if known.sign_of(inner) != 1:
                raise Rejected(f"{inner} isn't shown to be positive")
        case Op("pow", (_, Number(n))) if n is not None and n.q == 1 and n >= 1:
            pass
        case Op("pow", (base, _)):
            if known.sign_of(base) != 1:
                raise Rejected(f"{base} isn't shown to be positive")
        case _:
            raise Rejected(f"{term} isn't known to be continuous in {variable}")
    assert isinstance(term, Op)
    for part in term.args:
        check_continuous(part, variable, known)


__all__ = ["check_continuous"]
