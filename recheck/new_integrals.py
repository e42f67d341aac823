"""The rules on integrals over an interval of a real variable, of what is at least 0."""

from draft_algebra import ZERO, Unshown, op, substitute
from reals import Rejected, demand
from draft_scalars import derivative
from new_analysis import regular
from new_laws import Facts
from new_logic import arbitrary, unmentioned

def not_negative(facts, body):
    """Refuse an integrand that isn't shown to be at least 0."""
    if facts.sign(body) is None:
        raise Unshown("an integrand that may be negative")

def read(side):
    """(sort, body) of an integral."""
    match side:
        case ["bind", "integral", ["real", *_] as sort, None, body]:
            return sort, body
    raise Rejected("a side is no integral")

def relation(formula, *signs):
    """(sign, left, right) of a relation."""
    demand(formula[0] == "relation" and formula[1] in (signs or ("<=", "<", "=")),
           "another formula than a rule on integrals takes")
    return formula[1:]

def number(step, sort):
    """The name of the step's arbitrary number, of the interval that is integrated over."""
    name = arbitrary(step, sort)
    demand(name not in step.spoken(step.formula), f"{name} is not arbitrary")
    step.released = {name}
    return name

def integral(step):
    """∫ f ≤ ∫ g (or =), from f ≤ g at an arbitrary number, f at least 0."""
    demand(step.premises, "the rule takes a premise")
    sign, low, high = relation(step.formula, "<=", "=")
    (sort, f), (other, g) = read(low), read(high)
    name = number(step, sort)
    unmentioned(step, name, step.premises, set())
    given, *sides = relation(step.premises[0].formula)
    f, *others = (substitute(body, {0: ["var", name]}) for body in (f, g))
    demand(step.same([sort, f, *others], [other, *sides]), "the premise is of other integrands")
    demand(sign in ("<=", given), "the premise shows less")
    not_negative(step.facts, f)

def integral_of_sum(step):
    """∫ Σ f = Σ ∫ f over symbols, f at least 0."""
    _, left, right = relation(step.formula, "=")
    interval, inside = read(left)
    match inside:
        case ["bind", "sum", ["symbol", _] as symbols, None, f]:
            demand(substitute(symbols, {0: ZERO}) == symbols, "its alphabet depends on the number")
            f = substitute(f, {0: ["var", 1], 1: ["var", 0]})
            exchanged = ["bind", "sum", symbols, None, ["bind", "integral", interval, None, f]]
            demand(step.same(exchanged, right), "the sums are of other integrals")
            facts, (*_, f), _ = step.facts.under(interval, inside)
            not_negative(*facts.under(symbols, f)[:2])
            return
    raise Rejected("the formula doesn't draw a sum out of an integral")

# --- antiderivatives ------------------------------------------------------------------------------

class Piece:
    """An integral ∫ f over [a, ∞) beside the values of a function F with F' near f."""

    def __init__(self, step, whole, premises):
        sort, body = read(whole)
        demand(sort[1] is not None and sort[2] is None and not sort[3],
               "an integral over another interval than [a, ∞)")
        demand(len(step.premises) >= premises, "the rule takes premises on a number")
        self.step, self.low, self.name = step, ["number", sort[1]], number(step, sort)
        self.more = step.premises[premises:]
        self.facts = Facts(step.scope, [premise.formula for premise in self.more])
        self.primitive = step.term("antiderivative")
        self.integrand = substitute(body, {0: ["var", self.name]})
        self.end = step.term("end") if "end" in step.data else None
        unmentioned(step, self.name, self.more, set())
        if self.end is not None:
            demand(self.name not in step.spoken(self.end), "the end isn't fixed")
            self.facts.inside(self.end, sort)
        not_negative(self.facts, self.integrand)

    def at(self, term):
        """F at a term."""
        return substitute(self.primitive, {self.name: term})

    def assumed(self, premise, before):
        """What a premise assumes, but for the place of the number: before or beyond the end."""
        sides = [["var", self.name], self.end]
        drop = set() if self.end is None else {
            self.step.key(["relation", "<=", *(sides if before else sides[::-1])])}
        unmentioned(self.step, self.name, [premise], drop)
        return {key: part for key, part in premise.hypotheses.items() if key not in drop}

    def slope(self, premise, above):
        """What the premise assumes that shows f ≤ F' (or F' ≤ f, if not `above`)."""
        sign, left, right = relation(premise.formula)
        if sign == "=" and self.step.same(left if not above else right, self.integrand):
            left, right = right, left
        value, slope = (left, right) if above else (right, left)
        demand(self.step.same(value, self.integrand), "a premise on another function")
        regular(self.facts, self.primitive, self.name, True)
        demand(self.facts.same(derivative(self.primitive, self.name), slope),
               "the premise is of another slope")
        return self.assumed(premise, True)

    def conclude(self, bound, last, *hypotheses):
        """Refuse a bound that isn't last − F(a); the hypotheses of the theorem."""
        found = op("sub", last, self.at(self.low))  # Real: F is, on the interval.
        demand(self.step.same(found, bound) or self.facts.same(found, bound),
               "the bound isn't a difference of its values")
        found = [*hypotheses, *(premise.hypotheses for premise in self.more)]
        self.step.assumed = {key: part for held in found for key, part in held.items()}

def integral_above(step):
    """∫ f ≤ F(c) − F(a), from f ≤ F' up to c and f ≤ 0 from there on; without an end,
    ∫ f ≤ C − F(a), from f ≤ F' and F ≤ C."""
    _, whole, bound = relation(step.formula, "<=")
    piece = Piece(step, whole, 2)
    first, second = step.premises[:2]
    _, value, top = relation(second.formula)
    if piece.end is None:
        demand(step.same(value, piece.primitive), "a premise on another function")
        demand(piece.name not in step.spoken(top), "the bound isn't fixed")
        last = top
    else:
        demand(step.same(value, piece.integrand), "a premise on another function")
        piece.facts.above(ZERO, top)
        last = piece.at(piece.end)
    piece.conclude(bound, last, piece.slope(first, True), piece.assumed(second, False))

def integral_below(step):
    """F(c) − F(a) ≤ ∫ f, from F' ≤ f up to c."""
    _, bound, whole = relation(step.formula, "<=")
    piece = Piece(step, whole, 1)
    demand(piece.end is not None, "the step doesn't say where its piece ends")
    piece.conclude(bound, piece.at(piece.end), piece.slope(step.premises[0], False))

RULES = {"integral": integral, "integral-of-sum": integral_of_sum,
         "integral-above": integral_above, "integral-below": integral_below}
