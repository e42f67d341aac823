"""Draft of one part: scalar inequalities, linear derivations of entropies, products of facts."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, reduce

from draft_algebra import Algebra, canonical, free, substitute
from reals import INF, SCALARS, Num, Rejected, demand, endless, num, pi, span

REAL, ZERO, ONE, TWO = ["real", None, None, False, False], *(["number", text] for text in "012")
Refusal = (ValueError, ArithmeticError, LookupError, TypeError, RecursionError)

def op(head, *args):
    """A head applied to terms, without zeros and ones in sums and products."""
    match head, *args:
        case ("add", a, b) | ("sub", a, b) if b == ZERO or (a == ZERO and head == "add"):
            return a if b == ZERO else b
        case ("mul", a, b) if ZERO in (a, b) or ONE in (a, b):
            return ZERO if ZERO in (a, b) else b if a == ONE else a
        case ("div", ["number", "0"] as a, _) | ("div", a, ["number", "1"]):
            return a
    return ["op", head, list(args), REAL, []]

def relations(formula):
    """The relations (op, small, large) of a conjunction; ("other", …) for each other part."""
    def zero(law, *groups):
        return [("=", ["op", "joint_information", [law], REAL, list(groups)], ZERO)]
    match formula:
        case ["and", parts]:
            return [relation for part in parts for relation in relations(part)]
        case ["relation", ">=" | ">" as sense, large, small]:
            return [(sense.replace(">", "<"), small, large)]
        case ["relation", "<=" | "<" | "=" as sense, small, large]:
            return [(sense, small, large)]
        case ["not", ["relation", "<=" | "<" as sense, large, small]]:
            return [("<" if sense == "<=" else "<=", small, large)]
        case ["predicate", "independent", [law], [a, b]]:
            return zero(law, a, b, "")
        case ["predicate", "markov", [law], [a, b, c]]:
            return zero(law, a, c, b)
    return [("other", formula, formula)]

def derivative(term, x):
    """The derivative by a variable, right wherever the term and what is returned are numbers."""
    if x not in free(term):
        return ZERO
    if term[0] == "var":
        return ONE
    head, args = term[1:3]
    (a, *rest), (slope, *slopes) = args, [derivative(part, x) for part in args]
    match head, *rest, *slopes:
        case "add" | "sub", _, lower:
            return op(head, slope, lower)
        case "neg",:
            return op("neg", slope)
        case "mul", b, lower:
            return op("add", op("mul", slope, b), op("mul", a, lower))
        case "div", b, lower:
            return op("sub", op("div", slope, b), op("div", op("mul", a, lower), op("mul", b, b)))
        case "pow", ["number", n], _:
            power = op("pow", a, ["number", str(Fraction(n) - 1)])
            return op("mul", op("mul", ["number", n], a if n == "2" else power), slope)
        case "exp",:
            return op("mul", term, slope)
        case "log",:
            return op("div", slope, a)
        case "sqrt",:
            return op("div", slope, op("mul", TWO, term))
        case "binary_entropy",:
            return op("mul", op("log", op("div", op("sub", ONE, a), a)), slope)
        case "normal_cdf",:
            density = op("exp", op("div", op("neg", op("pow", a, TWO)), TWO))
            return op("mul", op("div", density, op("sqrt", op("mul", TWO, op("pi")))), slope)
    raise Rejected(f"{head} has no derivative here")

@dataclass(frozen=True)
class Goal:
    """The term is ≥ 0 (> 0, if strict) where the numbers of a box meet relations (op, a, b)."""

    box: dict
    given: tuple
    term: list
    strict: bool

    @cached_property
    def algebra(self):
        """Normal forms and signs on the region."""
        scope = {name: ["real", *(None if endless(end) else str(end) for end in (x.lo, x.hi)),
                        *x.out] for name, x in self.box.items()}
        return Algebra(scope, [["relation", *part] for part in self.given])

    def read(self, data, *more):
        """A term of a certificate: "p/q", "pi", ["x"] for a variable, or [head, argument, …]."""
        match data:
            case "pi":
                return op("pi")
            case str():
                return ["number", str(Fraction(data))]
            case [str(name)] if name in self.box or name in more:
                return ["var", name]
            case [str(head), *args] if head in SCALARS and args:
                return ["op", head, [self.read(part, *more) for part in args], REAL, []]
        raise Rejected("a certificate holds a malformed term")

    def range(self, term):
        """The range of a term, all of whose parts are shown to be real numbers on the region."""
        match term:
            case ["number", text]:
                return num(Fraction(text))
            case ["var", name]:
                return self.box[name]
            case ["op", "pi", [], *_]:
                return pi()
            case ["op", head, args, *_]:
                *parts, last = (self.range(part) for part in args)
                if head in ("div", "log", "sqrt") and last.sign in (None, 0):
                    last = self.cut(args[-1], last)
                demand(head != "log" or last.sign == 1, "a logarithm of what may be 0 or less")
                found = SCALARS[head](*parts, last)
                demand(not found.infinite, "a term may be infinite")
                return found

    def cut(self, term, found):
        """A range less what the sign of the normal form rules out."""
        for side in (term, op("neg", term)):
            sign = self.algebra.sign(side)
            if sign is not None:
                half = Num(Fraction(0), INF, (sign == 1, True))
                return meet(found, half if side is term else -half)
        return found

    def positive(self, term, strict=True):
        """Whether a term is > 0 (≥ 0, if not strict) on the region; it is shown to be real."""
        found = self.range(term)
        known = found.sign == 1 or (not strict and found.lo >= 0)
        return known or self.algebra.sign(term) in ((1,) if strict else (0, 1))

    def check(self, tree):
        """Refuse a tree of rules that doesn't show the goal."""
        if tree in ("ball", "sign"):
            return demand(self.positive(self.term, self.strict), "a term isn't shown to be so")
        known = RULES.get(tree["rule"], lambda *_: demand(False, "unsupported rule"))
        for goal, part in known(self, tree):
            goal.check(part)

    def outside(self, node):
        """No point of the box meets a hypothesis."""
        sense, small, large = self.given[node["given"]]
        found = replace(self, given=()).range(op("sub", large, small))
        demand(found.hi < 0 or (found.hi == 0 and (sense == "<" or found.out[1])), "it may be met")
        return ()

    def split(self, node):
        """The goal on both sides of an inner point, which the left one holds."""
        name, at = node["variable"], Fraction(node["at"])
        x = self.box[name]
        demand(node["closed"] == "left" and x.lo < at < x.hi, "no inner point")
        for part, side in ((Num(x.lo, at, (x.out[0], False)), "left"),
                           (Num(at, x.hi, (True, x.out[1])), "right")):
            yield replace(self, box={**self.box, name: part}), node[side]

    def narrow(self, node):
        """A hypothesis x ≤ T or T ≤ x shortens the box."""
        sense, *ends = self.given[node["given"]]
        box = dict(self.box)
        for (tag, name, *_), end, up in zip(ends, ends[::-1], (True, False)):
            if tag == "var" and name not in free(end):
                limit = self.range(end)
                half = (Num(-INF, limit.hi, (True, sense == "<" or limit.out[1])) if up else
                        Num(limit.lo, INF, (sense == "<" or limit.out[0], True)))
                box[name] = meet(box[name], half)
        yield replace(self, box=box), node["part"]

    def zero(self, node):
        """The term is 0 everywhere."""
        self.range(self.term)
        demand(not self.strict and self.algebra.same(self.term, ZERO), "a term isn't 0")
        return ()

    def product(self, node):
        """The term is a product of factors that have the sign, or are even powers."""
        self.range(self.term)
        factors = [self.read(factor) for factor in node["factors"]]
        demand(self.algebra.same(self.term, reduce(lambda a, b: op("mul", a, b), factors)),
               "the term isn't the product")
        for factor, tree in zip(factors, node["parts"], strict=True):
            if tree != "even":
                yield replace(self, term=factor), tree
            else:
                head, (_, (tag, power)) = factor[1:3]
                demand(not self.strict and (head, tag) == ("pow", "number")
                       and Fraction(power) % 2 == 0, "no even power")
                self.range(factor)

    def over(self, name, x, *given):
        """The goal with another range for a variable (None: without it), and new hypotheses on it."""
        box = {other: found for other, found in {**self.box, name: x}.items() if found}
        kept = (part for part in self.given if name not in free(list(part[1:])))
        return replace(self, box=box, given=(*kept, *given))

    def monotone(self, node):
        """The goal at an anchor, and the sign of the derivative from there to each point."""
        name, anchor = node["variable"], self.read(node["anchor"])
        x, var = self.box[name], ["var", name]
        demand(node["strict"] == "" and name not in free(anchor), "an anchor that moves")
        gaps = {"above": op("sub", var, anchor), "below": op("sub", anchor, var)}
        given = [side for side in gaps if node.get(side) is not None]
        at = self.range(anchor)
        limit = node["base"] == "limit"
        if limit:
            (side,) = given
            demand(at.exact and set(free(self.term)) == {name} and self.positive(gaps[side]), "no limit")
            found = self.limit(self.term, name, at)
            demand(found.lo >= 0, "a limit that may be negative")
        else:
            demand(not self.strict or any(map(self.positive, gaps.values())), "it may be 0 there")
            at_anchor = substitute(self.term, {name: anchor})
            yield replace(self.over(name, None), term=at_anchor, strict=False), node["base"]
        for side, other in (("above", "below"), ("below", "above")):
            if side not in given:
                demand(self.positive(gaps[other], False), "the variable may lie on the other side")
                continue
            low, high = (at.lo, x.hi) if side == "above" else (x.lo, at.hi)
            ends = (anchor, var) if side == "above" else (var, anchor)
            out = ((limit or at.out[0], x.out[1]) if side == "above" else
                   (x.out[0], limit or at.out[1]))
            self.over(name, Num(low, high, out), ("<=", *ends)).range(self.term)
            inner = self.over(name, Num(low, high, (True, True)), ("<", *ends))
            slope = derivative(self.term, name)
            yield replace(inner, term=slope if side == "above" else op("neg", slope)), node[side]

    def concave(self, node):
        """A concave function is above the lesser of its values at two ends."""
        name, low, high = node["variable"], Fraction(node["low"]), Fraction(node["high"])
        x = self.box[name]
        demand(low <= x.lo and x.hi <= high, "the variable may leave the segment")
        for end, side in ((low, "at_low"), (high, "at_high")):
            at = substitute(self.term, {name: ["number", str(end)]})
            yield replace(self.over(name, None), term=at), node[side]
        self.over(name, Num(low, high)).range(self.term)
        inner = self.over(name, Num(low, high, (True, True)))
        inner.range(slope := derivative(self.term, name))
        yield replace(inner, term=op("neg", derivative(slope, name)), strict=False), node["second"]

    def substitute(self, node):
        """Another variable t for x: x = φ(t), and t = ψ(x) exists for every x."""
        name, new, inverse = node["variable"], node["new"], self.read(node["inverse"])
        by = self.read(node["by"], new)
        demand(new not in self.box and name not in free(by), "no new variable")
        back = substitute(by, {new: inverse})
        self.range(back)
        demand(self.algebra.same(back, ["var", name]), "the new variable isn't the old one")
        part = self.over(name, None).over(new, self.range(inverse))
        yield replace(part, term=substitute(self.term, {name: by})), node["part"]

    def limit(self, term, name, at):
        """The limit of a term where its one variable runs to an end of its range."""
        if term == ["var", name]:
            return at
        if name not in free(term):
            return self.range(term)
        head, args = term[1:3]
        parts = [self.limit(part, name, at) for part in args]
        signs = [part.sign for part in parts]
        if head == "div" and signs[1] == 0:
            if signs[0] == 0:  # As the limit of f'/g', where g' is nowhere 0.
                ratio = op("div", *(derivative(part, name) for part in args))
                self.range(ratio)
                return self.limit(ratio, name, at)
            return num(INF) * num(self.range(args[1]).sign) * num(signs[0])
        demand(head != "pow" or args[1][0] == "number", "a limit of a power")
        demand(head != "mul" or not (0 in signs and any(part.infinite for part in parts)), "0 · ∞")
        return SCALARS[head](*parts)

RULES = {name: getattr(Goal, name) for name in (
    "outside", "split", "narrow", "zero", "product", "monotone", "concave", "substitute")}

def meet(one, two):
    """The numbers in two ranges."""
    low = max((x.lo, x.out[0]) for x in (one, two))
    high = min((x.hi, not x.out[1]) for x in (one, two))
    return Num(low[0], high[0], (low[1], not high[1]))

def scalar(step):
    """An instance of a scalar inequality, whose certificate is checked."""
    _, formula, premises, data, scope = step
    (_, statement), (_, values), (_, trees) = (data[key] for key in ("statement", "values", "certificate"))
    box, facts, chosen = {}, Algebra(scope, premises), {}
    demand(statement["quantifier"] == "forall", "a statement about every instance")
    for name, sort, _ in statement["variables"]:
        kind, low, high, *out = sort
        demand(kind == "real" and name not in box, "a statement about real numbers")
        box[name] = Num(-INF if low is None else Fraction(low), INF if high is None else Fraction(high),
                        (low is None or out[0], high is None or out[1]))
        chosen[name] = values[name]
        facts.poly(values[name])
        for end, gone, way in ((low, out[0], 1), (high, out[1], -1)):
            if end is not None:
                gap = op("sub", values[name], ["number", end])
                demand(facts.sign(gap if way == 1 else op("neg", gap)) in ((1,) if gone else (0, 1)), "a term may leave its sort")
    given = [part for formula in statement["given"] for part in relations(formula)]
    goals = relations(statement["then"])
    demand(set(values) == set(box), "a value for each variable")
    known = [canonical(["relation", *part]) for premise in premises for part in relations(premise)]
    for sense, small, large in (substitute(list(part), chosen) for part in given):
        demand(canonical(["relation", sense, small, large]) in known or facts.sign(op("sub", large, small)) in ((1,) if sense == "<" else (0, 1)), "a hypothesis isn't met")
    made = [canonical(["relation", *substitute(list(part), chosen)]) for part in goals]
    (mine,) = relations(formula)
    demand(canonical(["relation", *mine]) in made, "the formula isn't the instance")
    for (sense, small, large), (_, tree) in zip(goals, trees, strict=True):
        demand(sense in ("<", "<="), "no inequality")
        Goal(box, tuple(given), op("sub", large, small), sense == "<").check(tree)

def shannon(step):
    """A linear relation of the entropies of one joint law: informations and premises add up to it."""
    _, formula, premises, data, scope = step
    facts, laws = Algebra(scope, premises), set()

    def information(form, factor, *groups):
        """Add a multiple of I(A;B|C) = H(AC) + H(BC) − H(ABC) − H(C)."""
        a, b, c = (frozenset(filter(None, group.split(","))) for group in groups)
        for names, sign in ((a | c, 1), (b | c, 1), (a | b | c, -1), (c, -1)):
            if names:
                form[names] = form.get(names, 0) + sign * factor

    def minus(form, factor, sense, small, large):
        """Take a multiple of the gap of a relation away."""
        for monomial, value in facts.poly(op("sub", large, small)).items():
            match [facts.tree[atom] for atom, power in monomial if power == 1]:
                case [["op", "joint_entropy", [law], _, [a, c]]] if len(monomial) == 1:
                    groups = a, a, c
                case [["op", "joint_information", [law], _, groups]] if len(monomial) == 1:
                    pass
                case _:
                    form[monomial] = form.get(monomial, 0) - factor * value
                    continue
            laws.add(canonical(law))
            information(form, -factor * value, *groups)

    ((sense, *sides),) = relations(formula)
    demand(sense in ("<=", "="), "no linear relation")
    known = [relation for premise in premises for relation in relations(premise)]
    certificate = data["certificate"][1]
    for way in ("at_most", "at_least") if sense == "=" else ("at_most",):
        rest = {}
        minus(rest, -1, sense, *(sides if way == "at_most" else sides[::-1]))
        for *groups, factor in certificate[way]["information"]:
            demand(Fraction(factor) >= 0, "a negative multiple of an information")
            information(rest, -Fraction(factor), *groups)
        for factor, relation in zip(certificate[way]["premises"], known, strict=True):
            demand(Fraction(factor) >= 0 or relation[0] == "=", "a negative multiple of a premise")
            if Fraction(factor):
                minus(rest, Fraction(factor), *relation)
        demand(rest.pop((), 0) >= 0 and not any(rest.values()), "they don't add up")
    demand(len(laws) <= 1, "two joint laws")

def arithmetic(step):
    """A relation as a sum of products of facts with rational weights, or a contradiction of facts."""
    _, formula, premises, data, scope = step
    facts = Algebra(scope, premises)
    known = [relation for premise in premises for relation in relations(premise)
             if relation[0] != "other"]

    def plain(value):
        return [plain(part) for part in value[1]] if value[0] == "list" else (
            value[1] if value[0] == "json" else value)

    def gap(place):
        demand(type(place) is int and place >= 0, "a fact that isn't there")
        return op("sub", *known[place][:0:-1])

    def term(tagged):
        return tagged[1] if tagged[0] == "term" else ["var", tagged[1][0]]

    total, strict = ZERO, False
    products = plain(data.get("products", ["list", []]))
    for weight, factors in products:
        piece, positive = ["number", weight], Fraction(weight) > 0
        demand(Fraction(weight) >= 0, "a negative weight")
        for kind, what in factors:
            if kind == "fact":
                factor, sign = gap(what), known[what][0] == "<"
            elif kind == "sign":
                factor, sign = term(what), facts.sign(term(what))
                demand(sign is not None, "a factor isn't shown to be at least 0")
            else:
                demand(kind == "square", "no factor")
                factor, sign = op("mul", term(what), term(what)), 0
            piece, positive = op("mul", piece, factor), positive and sign
        total, strict = op("add", total, piece), strict or positive
    for factor, place in plain(data.get("equalities", ["list", []])):
        demand(known[place][0] == "=", "no equality")
        total = op("add", total, op("mul", term(factor), gap(place)))
    if formula == ["or", []]:
        small, large, sense = ZERO, ZERO, "<="
        value = facts.poly(total)
        demand(set(value) <= {()}, "no number")
        value = value.get((), 0)
        return demand(value < 0 or (value == 0 and strict), "no contradiction")
    ((sense, small, large),) = relations(formula)
    demand(sense in ("<=", "=") or (sense == "<" and strict), "nothing is strictly positive")
    demand(sense != "=" or not products, "inequalities show no equality")
    demand(facts.same(op("sub", large, small), total), "the products aren't the formula")
