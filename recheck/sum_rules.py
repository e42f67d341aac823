"""The rules of sums, maxima and suprema.

Where an alphabet may be empty, a sum over it is 0, a maximum −∞ and a minimum ∞; where its size has
no value, neither has a sum or an extremum.
"""

from recheck.errors import Rejected, Unshown
from recheck.goals import normal
from recheck.learning import ONE, ZERO, op
from recheck.signatures import COUNT
from recheck.steps import Step, Theorem, at
from recheck.trees import Tree, free, substitute


def sums(step: Step) -> Theorem:
    """Σ f ≤ Σ g (or <, =), from f ≤ g for every symbol.

    Assumes: the alphabet's size has a value, and Σ f is defined and not −∞ (`defined`), real where
    there is a guard (`real`); for <, that there is a symbol (`above`).
    """
    first, _ = step.some()
    match step.formula, first.formula:
        case (["relation", op_, ["bind", "sum", a, guard, f, _] as low,
               ["bind", "sum", b, other, g, _]],
              ["quantified", "forall", v, where, ["relation", given, left, right]]):
            step.demand(step.same(a[1], v[1]) and step.same(b[1], v[1]), "other alphabets")
            for var, test, body, side in ((a, guard, f, left), (b, other, g, right)):
                as_bound = {v[0]: ["var", var[0]]}
                step.demand((test is None) == (where is None) and step.same(
                    ["quantified", "forall", var, test and normal(test), body],
                    ["quantified", "forall", var, where and normal(substitute(where, as_bound)),
                     substitute(side, as_bound)]) and var[0] not in free(first.formula),
                    "the sums aren't of the two sides")
            step.demand(op_ in ("<=", given), "it shows less")
            if op_ == "<":
                # Sums over no symbols are equal.
                step.demand(guard is None, "a strict sum with a guard")
                step.facts.above(a[1][1], ZERO, True)
            (step.facts.defined if guard is None else step.facts.real)(low)
            return step.theorem()
    raise Rejected("the formula doesn't compare two sums")


def extremum(formula: Tree) -> tuple[Tree, Tree, bool]:
    """(the bind, the other side, whether it is above) of sup f ≤ c or c ≤ inf f."""
    match formula:
        case ["relation", "<=", ["bind", "sup" | "max", *_] as bind, other]:
            return bind, other, True
        case ["relation", "<=", other, ["bind", "inf" | "min", *_] as bind]:
            return bind, other, False
    raise Rejected("the formula bounds no supremum")


def bound_sup(step: Step) -> Theorem:
    """sup f ≤ c, from f(x) ≤ c for an arbitrary x.

    Assumes: there is an x (`inhabited`), shown by what neither speaks of one nor rests on one; with
    a guard, which no x may meet, that c is real, shown likewise.
    """
    first, more = step.some()
    bind, other, above = extremum(step.formula)
    _, _, (bound, sort, _), guard, body, _ = bind
    name = step.arbitrary(sort)
    body = substitute(body, {bound: ["var", name]})
    sides = [body, other] if above else [other, body]
    step.demand(step.same(["relation", "<=", *sides], first.formula), "it bounds something else")
    held = at(guard, bound, ["var", name])
    found = step.releasing(name, [(first, {step.key(held)} if held else set())], more)
    apart = step.knowing(more)
    if guard is not None:
        apart.real(other)
    if not apart.inhabited(sort):
        raise Unshown("a supremum over what may be empty")
    return found


def below_sup(step: Step) -> Theorem:
    """f(t) ≤ sup f. Assumes t to be a value of the variable's sort (`fits`) that meets a guard, and
    f to be defined everywhere (`everywhere`)."""
    found, term = [], step.term("term")
    if step.formula[:2] == ["relation", "<="]:
        left, right = step.formula[2:]
        found += [(right, left)] if left[:2] in (["bind", "inf"], ["bind", "min"]) else []
        found += [(left, right)] if right[:2] in (["bind", "sup"], ["bind", "max"]) else []
    for side, (_, _, (bound, sort, _), guard, body, _) in found:
        if step.same(substitute(body, {bound: term}), side):
            if guard is not None:
                step.require(at(guard, bound, term))
            step.fits(term, sort)
            step.facts.everywhere(bound, sort, body)
            return step.theorem()
    raise Rejected("the formula is not f(t) ≤ sup f for that term")


def last_term(step: Step) -> Theorem:
    """The sum over one symbol more is the sum and the last term.

    Assumes: the smaller number of symbols is a size (`is_size`), the sum is real (`real`).
    """
    step.one(0)
    match step.formula:
        case ["relation", "=", ["bind", "sum", a, None, f, _] as total,
              ["op", "add", [["bind", "sum", b, None, g, _], last], _, _]] if (
                  a[1][0] == b[1][0] == "symbol"):
            fewer = b[1][1]
            if not step.facts.is_size(fewer):
                raise Unshown("an alphabet's size isn't shown to be one")
            step.facts.equal(a[1][1], op("add", fewer, ONE, sort=COUNT))
            marks = [substitute(x, {v[0]: ["var", "\0v"]}) for x, v in ((f, a), (g, b))]
            step.demand(step.same(*marks), "the sums are of other terms")
            step.demand(step.same(substitute(f, {a[0]: fewer}), last), "it isn't the last term")
            step.facts.real(total)
            return step.theorem()
    raise Rejected("the formula doesn't take the last term off a sum")


def finite_term(step: Step) -> Theorem:
    """f(t) < ∞, from Σ f < c or Σ f ≤ c. Assumes t to be a symbol (`fits`), c to be real if Σ f may
    be c (`real`), and f to be defined and not −∞ everywhere (`everywhere`)."""
    first, _ = step.some()
    match first.formula, step.formula:
        case (["relation", sign, ["bind", "sum", var, None, body, _], right],
              ["relation", "<", part, ["number", "inf"]]):
            term = step.term("term")
            step.demand(step.same(substitute(body, {var[0]: term}), part), "it isn't the body")
            step.fits(term, var[1])
            if sign != "<":
                step.facts.real(right)
            step.facts.everywhere(var[0], var[1], body)
            return step.theorem()
    raise Rejected("the formula is not f(t) < ∞")


RULES = {"sum": sums, "bound-sup": bound_sup, "below-sup": below_sup, "last-term": last_term,
         "finite-term": finite_term}
