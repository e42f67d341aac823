"""The rules on integrals over an interval of a real variable.

An integral of what is never negative has a value, perhaps ∞; these rules take no others.
"""

from collections.abc import Iterable

from recheck.errors import NotReal, Rejected
from recheck.forms import Facts
from recheck.goals import normal
from recheck.learning import ZERO
from recheck.polynomials import plus
from recheck.real_rules import differentiable
from recheck.steps import Step, Theorem, in_interval
from recheck.trees import Tree, free, substitute


def read(side: Tree) -> tuple[str, Tree, Tree]:
    """(bound name, sort, body) of an integral."""
    match side:
        case ["bind", "integral", [name, ["real", *_] as sort, _], None, body, _]:
            return name, sort, body
    raise Rejected("a side is no integral")


def relation(formula: Tree) -> tuple[str, Tree, Tree]:
    """(sign, left, right) of a relation."""
    if formula[0] != "relation":
        raise Rejected("a formula on integrals is a relation")
    return formula[1], formula[2], formula[3]


def not_negative(facts: Facts, body: Tree) -> None:
    """Refuse an integrand that isn't shown to be real and at least 0."""
    if facts.sign_of(body) is None:
        raise NotReal("an integrand that may be negative")


def integral(step: Step) -> Theorem:
    """∫ f ≤ ∫ g (or =), from f ≤ g at an arbitrary number of the interval. Assumes f to be real
    and at least 0 there (`not_negative`)."""
    first, _ = step.some()
    sign, low, high = relation(step.formula)
    (one, sort, f), (two, other, g) = read(low), read(high)
    step.demand(sign != "<" and step.same(sort, other), "integrals over two intervals")
    name = step.arbitrary(sort)
    given, left, right = relation(first.formula)
    f, g = (substitute(body, {bound: ["var", name]}) for bound, body in ((one, f), (two, g)))
    step.demand(step.same(f, left) and step.same(g, right), "the premise is of other integrands")
    step.demand(sign == "<=" or given == "=", "it shows less")
    not_negative(step.facts, f)
    return step.releasing(name, [(premise, ()) for premise in step.premises])


def integral_of_sum(step: Step) -> Theorem:
    """∫ Σ f = Σ ∫ f over symbols. Assumes f to be real and at least 0 everywhere, and the number of
    symbols to be a size (`under`) that doesn't depend on the number."""
    sign, left, right = relation(step.formula)
    name, sort, body = read(left)
    match body, right:
        case (["bind", "sum", [a, ["symbol", size], _], None, f, _],
              ["bind", "sum", [b, ["symbol", other], _], None, inside, _]) if sign == "=":
            bound, interval, g = read(inside)
            step.demand(step.same(sort, interval) and step.same(size, other), "other ranges")
            step.demand(name not in free(size), "an alphabet that depends on the number")
            first = substitute(substitute(f, {a: ["var", "\0a"]}), {name: ["var", "\0e"]})
            second = substitute(substitute(g, {bound: ["var", "\0e"]}), {b: ["var", "\0a"]})
            step.demand(step.same(first, second), "the sums are of other integrals")
            inner, f = step.facts.under(name, sort, f)
            inner, f = inner.under(a, ["symbol", size], f)
            not_negative(inner, f)
            return step.theorem()
    raise Rejected("the formula doesn't draw a sum out of an integral")


# --- antiderivatives ------------------------------------------------------------------------------


class Piece:
    """An integral ∫ f over [a, ∞) beside the values of a function F with F' near f.

    Assumes, shown by premises that neither speak of the number v of [a, ∞) nor rest on it: f is
    real and at least 0 (`not_negative`), F is differentiable (`differentiable`), the end c of the
    piece lies in [a, ∞) (`in_interval`). No relation but v ≤ c or c ≤ v is assumed of v.
    """

    def __init__(self, step: Step, whole: Tree, premises: int) -> None:
        bound, sort, body = read(whole)
        step.demand(sort[1] is not None and sort[2] is None and not sort[3],
                    "an integral over another interval than [a, ∞)")
        step.demand(len(step.premises) >= premises, "the rule takes premises on a number")
        self.step, self.low = step, ["number", sort[1]]
        self.name = step.arbitrary(sort)
        self.more = step.premises[premises:]
        self.facts = step.knowing(self.more)
        self.primitive = step.term("antiderivative")
        self.integrand = substitute(body, {bound: ["var", self.name]})
        self.ends = [step.term("end")] if "end" in step.data else []
        for end in self.ends:
            in_interval(self.facts, end, sort)
        not_negative(self.facts, self.integrand)

    def at(self, term: Tree) -> Tree:
        """F at a term."""
        return substitute(self.primitive, {self.name: term})

    def place(self, below: bool) -> set[str]:
        """The key of the hypothesis v ≤ c, or c ≤ v; of none without an end."""
        way = 1 if below else -1
        return {self.step.key(normal(["relation", "<=", *[["var", self.name], end][::way]]))
                for end in self.ends}

    def check_slope(self, premise: Theorem, above: bool) -> None:
        """Refuse a premise that isn't f ≤ F' (or F' ≤ f, if not `above`)."""
        sign, left, right = relation(premise.formula)
        if not above and sign == "=" and self.step.same(left, self.integrand):
            left, right = right, left
        value, slope = (left, right) if above else (right, left)
        self.step.demand(self.step.same(value, self.integrand), "a premise on another function")
        found = differentiable(self.facts, self.primitive, self.name)
        gap = plus(self.facts.poly(found), self.facts.poly(slope), -1)
        self.step.demand(self.facts.is_zero(gap), "the premise is of another slope")

    def theorem(self, bound: Tree, last: Tree, within: Iterable[tuple[Theorem, set[str]]],
                given: Iterable[Tree] = ()) -> Theorem:
        """The step's theorem, if its bound is last − F(a)."""
        poly = self.facts.poly
        gap = plus(plus(poly(last), poly(self.at(self.low)), -1), poly(bound), -1)
        self.step.demand(self.facts.is_zero(gap), "the bound isn't a difference of its values")
        return self.step.releasing(self.name, within, self.more, [*self.ends, *given])


def integral_above(step: Step) -> Theorem:
    """∫ f ≤ F(c) − F(a), from f ≤ F' up to c and f ≤ 0 from there on; without an end,
    ∫ f ≤ C − F(a), from f ≤ F' and F ≤ C. Assumes what `Piece` does."""
    sign, whole, bound = relation(step.formula)
    step.demand(sign == "<=", "the formula bounds no integral")
    piece = Piece(step, whole, 2)
    first, second = step.premises[:2]
    _, value, top = relation(second.formula)
    function, last, apart = piece.primitive, top, [top]
    for end in piece.ends:
        piece.facts.above(ZERO, top, False)
        function, last, apart = piece.integrand, piece.at(end), []
    step.demand(step.same(value, function), "a premise on another function")
    piece.check_slope(first, True)
    within = [(first, piece.place(True)), (second, piece.place(False))]
    return piece.theorem(bound, last, within, apart)


def integral_below(step: Step) -> Theorem:
    """F(c) − F(a) ≤ ∫ f, from F' ≤ f up to c. Assumes what `Piece` does."""
    sign, bound, whole = relation(step.formula)
    step.demand(sign == "<=", "the formula bounds no integral")
    piece = Piece(step, whole, 1)
    step.demand(piece.ends, "the step doesn't say where its piece ends")
    (end,) = piece.ends
    piece.check_slope(step.premises[0], False)
    return piece.theorem(bound, piece.at(end), [(step.premises[0], piece.place(True))])


RULES = {"integral": integral, "integral-of-sum": integral_of_sum,
         "integral-above": integral_above, "integral-below": integral_below}
