"""Rules on functions of a real variable and on what exists: convexity, values between, …"""

from draft_algebra import (
    ONE, REAL, X, ZERO, Unshown, conjuncts, free, need, normal, number, op, substitute,
)
from reals import Rejected, demand
from draft_scalars import Goal, derivative, interval, plain
from new_laws import Facts, check_sort, kind
from new_logic import arbitrary, fits, require, unmentioned

# --- functions of a real variable -----------------------------------------------------------------

def function_of(step):
    """(name, sort, body) of the step's function of a real variable."""
    match step.data.get("function"):
        case ["function", [str(name), ["real", *_] as sort, _], body]:
            scope = {**step.scope, name: sort}
            demand(check_sort(sort, {}) and kind(body, scope) == "number", "no real function")
            return name, sort, body
    raise Rejected("the step has no function of a real variable")

def constant(facts, term):
    """The whole number that a term is; None for any other."""
    value = facts.poly(term)
    return value.get((), 0) if {*value} <= {()} and facts.whole(value) else None

def regular(facts, term, name, smooth):
    """Refuse a term that isn't shown to be real, and continuous in a variable (`smooth`:
    differentiable) wherever the facts hold."""
    facts.poly(term)
    if name not in free(term) or term[0] == "var":
        return
    positive = []
    match term:
        case ["op", "add" | "sub" | "neg" | "mul" | "exp" | "normal_cdf", *_]:
            pass
        case ["op", "maximum" | "minimum" | "abs" | "sqrt" | "binary_entropy", *_] if not smooth:
            pass
        case ["op", "div", [_, bottom], *_]:
            facts.power(facts.poly(bottom), number(-1))
        case ["op", "pow", [base, power], *_] if (n := constant(facts, power)) is not None:
            if n < 0:
                facts.power(facts.poly(base), number(-1))
        case ["op", "log" | "pow" | "sqrt", [base, *_], *_]:
            positive = [base]
        case ["op", "binary_entropy", [base], *_]:
            positive = [base, op("sub", ONE, base)]
        case _:
            raise Unshown("a function that may jump, or have no derivative")
    for part in positive:
        facts.above(part, ZERO, True)
    for part in term[2]:
        regular(facts, part, name, smooth)

# --- convexity ------------------------------------------------------------------------------------

def convex(step):
    """(sort, f, f') of a function that is shown to be convex on an open interval."""
    name, sort, body = function_of(step)
    demand((sort[1] is None or sort[3]) and (sort[2] is None or sort[4]),
           "a convex function is given on an open interval")
    facts, body, (new,) = step.facts.under(sort, substitute(body, {name: X}))
    regular(facts, body, new, True)
    slope = derivative(body, new)
    regular(facts, slope, new, True)
    second = derivative(slope, new)
    trees = plain(step.data.get("certificate", ["json", None]))
    if trees is None:
        facts.above(second, ZERO)
    else:
        demand(free(second) == {new}, "a certificate is for a function without parameters")
        (tree,), second = trees, substitute(second, {new: ["var", name]})
        Goal({name: interval(sort)}, [], second).check(tree)
    return sort, *(lambda term, part=part: substitute(part, {new: term}) for part in (body, slope))

def equivalent(step, facts, low, high):
    """Refuse a formula that isn't low ≤ high up to normal forms."""
    _, sense, left, right = step.formula
    demand(sense == "<=" and facts.same(op("sub", right, left), op("sub", high, low)),
           "the formula isn't what convexity gives")

def chord(step):
    """(u − l) f(x) ≤ (u − x) f(l) + (x − l) f(u) for l ≤ x ≤ u and f convex."""
    sort, f, _ = convex(step)
    low, point, high = (step.term(name) for name in ("low", "point", "high"))
    for end, pair in ((low, (low, point)), (high, (point, high))):
        fits(step, end, sort)
        require(step, ["relation", "<=", *pair])
    weighted = [op("mul", op("sub", a, b), f(term)) for a, b, term in (
        (high, low, point), (high, point, low), (point, low, high))]
    # What lies between two numbers of an open interval is one, too.
    least, most = (end if end is None else ["number", end] for end in sort[1:3])
    sides = (least, point), (point, most)
    inside = [["relation", "<", *pair] for pair in sides if None not in pair]
    facts = Facts(step.scope, inside, step.facts)
    equivalent(step, facts, weighted[0], op("add", *weighted[1:]))

def tangent(step):
    """f(y) + f'(y)(x − y) ≤ f(x) for f convex."""
    sort, f, slope = convex(step)
    point, touching = step.term("point"), step.term("touching")
    for term in (point, touching):
        fits(step, term, sort)
    rise = op("mul", slope(touching), op("sub", point, touching))
    equivalent(step, step.facts, op("add", f(touching), rise), f(point))

# --- what exists ----------------------------------------------------------------------------------

def eliminated(step, name, told, *others):
    """The formulas of all premises but the first, which shows the step's formula from what is told
    of arbitrary numbers; nothing else may speak of these."""
    demand(step.premises and step.same(step.premises[0].formula, step.formula),
           "the first premise isn't the formula")
    known = [premise.formula for premise in step.premises[1:]]
    step.drop = {step.key(part) for formula in map(normal, told)
                 for part in [formula, *conjuncts(formula)]}
    for premise in step.premises[1:]:
        demand(not step.drop & set(premise.hypotheses), "a premise assumes what is dropped")
    unmentioned(step, name, step.premises, step.drop)
    demand(name not in step.spoken([step.formula, *others, *known]), f"{name} is not arbitrary")
    step.released = {name}
    return known

def intermediate(step):
    """φ, from φ for an arbitrary p between l and u with f(p) = v, where f is continuous."""
    bound, sort, body = function_of(step)
    name = arbitrary(step, sort)
    low, high, value = (step.term(key) for key in ("low", "high", "value"))
    def at(term):
        return substitute(body, {bound: term})
    def between(p):
        return [["relation", "<=", low, p], ["relation", "<=", p, high]]
    told = [["relation", "=", at(["var", name]), value], *between(["var", name])]
    known = eliminated(step, name, told, low, high, value)
    demand(bound == name or name not in step.spoken(body), f"{name} is not arbitrary")
    facts = Facts(step.scope, known)
    shown = {step.key(part) for formula in known for part in conjuncts(formula)}
    for end in (low, high):
        facts.inside(end, sort)
    facts.poly(value)
    def below(*sides):
        return (step.key(["relation", "<=", *sides]) in shown
                or facts.shows(facts.above, *sides[::-1]))
    rises, falls = (below(at(a), value) and below(value, at(b))
                    for a, b in ((low, high), (high, low)))
    need(below(low, high) and (rises or falls), "the value may lie outside of those at the ends")
    inner, inside, (new,) = facts.under(sort, at(X))
    regular(Facts(inner.scope, between(["var", new]), inner), inside, new, False)

def dependence(step):
    """φ, from φ for arbitrary numbers z_x, 0 outside an event of more than m symbols and not all
    0, with Σ_x z_x t(x, y) = 0 for every y < m."""
    z, x, y = names = [step.get(item, "variable")[0] for item in ("variable", "row", "column")]
    weight, event = step.term("weight"), step.term("event")
    numbers, row, column = (step.scope[name] for name in names)
    rows, count = row[1], column[1]
    demand(numbers == ["reals", rows, REAL] and row[0] == column[0] == "symbol"
           and len({*names}) == 3, "the step has no numbers for rows and columns")
    demand(event[0] == "var" and step.scope[event[1]] == ["event", rows], "no event of rows")
    entry = op("component", ["var", z], ["var", x])
    nothing = ["relation", "=", entry, ZERO]
    member = ["relation", "=", op("indicator", event, ["var", x]), ONE]
    def over(tag, kind, name, sort, body):
        return [tag, kind, sort, None, substitute(body, {name: X})]
    combined = over("bind", "sum", x, row, op("mul", entry, weight))
    known = eliminated(step, z, [
        over("quantified", "forall", y, column, ["relation", "=", combined, ZERO]),
        over("quantified", "forall", x, row, ["or", [member, nothing]]),
        over("quantified", "exists", x, row, ["not", nothing])], weight, event, count)
    demand(not {x, y} & free([event, count, rows]), "a size depends on a row or a column")
    own = free([step.formula, event]) | (free(weight) - {x, y})
    step.rests = {name for name in own if name in step.proof.doubtful}.union(
        *(premise.rests for premise in step.premises))
    facts = Facts(step.scope, known)
    facts.above(op("cardinality", event), count, True)
    for name, sort in ((x, row), (y, column)):
        facts, weight, _ = facts.under(sort, substitute(weight, {name: X}))
    facts.poly(weight)

def unbounded(step):
    """t = ∞, from r ≤ t for an arbitrary real number r."""
    name = arbitrary(step, REAL)
    match step.one(), step.formula:
        case [["relation", "<=" | "<", number, large]], ["relation", "=", term, ["number", "inf"]]:
            demand(number == ["var", name] and step.same(large, term), "another premise")
            demand(name not in step.spoken(term), f"{name} is not arbitrary")
            unmentioned(step, name, step.premises, set())
            step.released = {name}
            return
    raise Rejected("the formula is not t = ∞ for a t above every real number")

RULES = {"chord": chord, "tangent": tangent, "intermediate": intermediate, "unbounded": unbounded,
         "dependence": dependence}
