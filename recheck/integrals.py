"""The rules on integrals over an interval of a real variable."""

from algebra import Facts
from calculus import NULL, derivative
from logic import in_interval, unmentioned
from polynomials import plus
from reals import Rejected
from signs import NotReal
from statements import normal, read_sort
from trees import free, spoken, substitute


def read(side):
    """(bound name, sort, body) of an integral."""
    match side:
        case ["bind", "integral", [name, ["real", *_] as sort, _], None, body, _]:
            return name, sort, body
    raise Rejected("a side is no integral")


def relation(formula):
    """(sign, left, right) of a relation."""
    if formula[0] != "relation":
        raise Rejected("a formula on integrals is a relation")
    return formula[1:]


def arbitrary(step, sort):
    """The name of the step's arbitrary number, of the interval that is integrated over."""
    name, own, _ = step.get("variable", "variable")
    step.demand(step.same(read_sort(own, step.scope), sort), f"{name} is of another interval")
    said = spoken(step.formula, step.scope)
    step.demand(name not in said, f"{name} is not arbitrary")
    step.released = {name}
    return name


def not_negative(facts, body):
    """Refuse an integrand that isn't shown to be at least 0."""
    if facts.sign_of(body) is None:
        raise NotReal("an integrand that may be negative")


def integral(step):
    """∫ f ≤ ∫ g (or =), from f ≤ g at an arbitrary number, f at least 0."""
    step.demand(step.premises, "the rule takes a premise")
    sign, low, high = relation(step.formula)
    (one, sort, f), (two, other, g) = read(low), read(high)
    step.demand(sign != "<" and step.same(sort, other), "integrals over two intervals")
    name = arbitrary(step, sort)
    unmentioned(name, step.premises, set(), step.scope)
    given, left, right = relation(step.premises[0].formula)
    f, g = (substitute(body, {bound: ["var", name]}) for bound, body in ((one, f), (two, g)))
    step.demand(step.same(f, left) and step.same(g, right), "the premise is of other integrands")
    step.demand(given == sign or (sign == "<=" and given in ("=", "<")), "it shows less")
    not_negative(step.facts, f)


def integral_of_sum(step):
    """∫ Σ f = Σ ∫ f over symbols, f at least 0."""
    sign, left, right = relation(step.formula)
    name, sort, body = read(left)
    match body, right:
        case (["bind", "sum", [a, ["symbol", size], _], None, f, _],
              ["bind", "sum", [b, ["symbol", other], _], None, inside, _]) if sign == "=":
            bound, interval, g = read(inside)
            step.demand(step.same(sort, interval) and step.same(size, other), "other ranges")
            step.demand(name not in free(size), "an alphabet that depends on the number")
            step.demand(bound not in free(other), "an alphabet that depends on the number")
            first = substitute(substitute(f, {a: ["var", "\0a"]}), {name: ["var", "\0e"]})
            second = substitute(substitute(g, {bound: ["var", "\0e"]}), {b: ["var", "\0a"]})
            step.demand(step.same(first, second), "the sums are of other integrals")
            inner, f = step.facts.under(name, sort, f)
            inner, f = inner.under(a, ["symbol", size], f)
            not_negative(inner, f)
            return
    raise Rejected("the formula doesn't draw a sum out of an integral")


# --- antiderivatives ------------------------------------------------------------------------------


class Piece:
    """An integral ∫ f over [a, ∞) beside the values of a function F with F' near f."""

    def __init__(self, step, whole, premises):
        bound, sort, body = read(whole)
        step.demand(sort[1] is not None and sort[2] is None and not sort[3],
                    "an integral over another interval than [a, ∞)")
        step.demand(len(step.premises) >= premises, "the rule takes premises on a number")
        self.step, self.low = step, ["number", sort[1]]
        self.name = arbitrary(step, sort)
        self.more = step.premises[premises:]
        self.facts = Facts([p.formula for p in self.more], step.scope, step.key)
        self.primitive = step.term("antiderivative")
        self.integrand = substitute(body, {bound: ["var", self.name]})
        self.end = step.term("end") if "end" in step.data else None
        unmentioned(self.name, self.more, set(), step.scope)
        if self.end is not None:
            said = spoken(self.end, step.scope)
            step.demand(self.name not in said, "the end isn't fixed")
            in_interval(self.facts, self.end, sort)
        not_negative(self.facts, self.integrand)

    def at(self, term):
        """F at a term."""
        return substitute(self.primitive, {self.name: term})

    def place(self, below):
        """The hypothesis v ≤ c, or c ≤ v."""
        sides = [["var", self.name], self.end]
        return self.step.key(normal(["relation", "<=", *(sides if below else sides[::-1])]))

    def assumed(self, premise, dropped):
        """What a premise assumes besides the place of the number."""
        drop = set() if self.end is None else {self.place(dropped)}
        unmentioned(self.name, [premise], drop, self.step.scope)
        return {key: part for key, part in premise.hypotheses.items() if key not in drop}

    def slope(self, premise, above):
        """Refuse a premise that isn't f ≤ F' (or F' ≤ f, if not `above`)."""
        sign, left, right = relation(premise.formula)
        if not above and sign == "=" and self.step.same(left, self.integrand):
            left, right = right, left
        value, slope = (left, right) if above else (right, left)
        self.step.demand(self.step.same(value, self.integrand), "a premise on another function")
        positive, nonzero = [], []
        found = derivative(self.primitive, self.name, positive, nonzero)
        self.facts.real(self.primitive)
        for part in positive:
            self.facts.above(part, NULL, True)
        for part in nonzero:
            self.facts.inverse(self.facts.poly(part))
        gap = plus(self.facts.poly(found), self.facts.poly(slope), -1)
        self.step.demand(self.facts.is_zero(gap), "the premise is of another slope")
        return self.assumed(premise, True)

    def conclude(self, bound, last, *hypotheses):
        """Refuse a bound that isn't last − F(a); the hypotheses of the theorem."""
        poly = self.facts.poly
        gap = plus(plus(poly(last), poly(self.at(self.low)), -1), poly(bound), -1)
        self.step.demand(self.facts.is_zero(gap), "the bound isn't a difference of its values")
        merged = {}
        for found in (*hypotheses, *(premise.hypotheses for premise in self.more)):
            merged |= found
        self.step.assumed = merged


def integral_above(step):
    """∫ f ≤ F(c) − F(a), from f ≤ F' up to c and f ≤ 0 from there on; without an end,
    ∫ f ≤ C − F(a), from f ≤ F' and F ≤ C."""
    sign, whole, bound = relation(step.formula)
    step.demand(sign == "<=", "the formula bounds no integral")
    piece = Piece(step, whole, 2)
    first, second = step.premises[:2]
    _, value, top = relation(second.formula)
    if piece.end is None:
        step.demand(step.same(value, piece.primitive), "a premise on another function")
        step.demand(piece.name not in spoken(top, step.scope), "the bound isn't fixed")
        beyond, last = piece.assumed(second, False), top
    else:
        step.demand(step.same(value, piece.integrand), "a premise on another function")
        piece.facts.above(NULL, top, False)
        beyond, last = piece.assumed(second, False), piece.at(piece.end)
    piece.conclude(bound, last, piece.slope(first, True), beyond)


def integral_below(step):
    """F(c) − F(a) ≤ ∫ f, from F' ≤ f up to c."""
    sign, bound, whole = relation(step.formula)
    step.demand(sign == "<=", "the formula bounds no integral")
    piece = Piece(step, whole, 1)
    step.demand(piece.end is not None, "the step doesn't say where its piece ends")
    piece.conclude(bound, piece.at(piece.end), piece.slope(step.premises[0], False))


RULES = {"integral": integral, "integral-of-sum": integral_of_sum,
         "integral-above": integral_above, "integral-below": integral_below}
