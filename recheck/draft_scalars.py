"""Draft of one part: scalar inequalities, linear derivations of entropies, products of facts."""

from fractions import Fraction
from functools import reduce
from itertools import accumulate, chain
from math import comb

from draft_algebra import (
    HEADS, LAWS, ONE, ZERO, Algebra, Poly, canonical, common, conjuncts, free, joined, need,
    normal, number, op, plus, substitute,
)
from reals import INF, SCALARS, Num, demand, endless, num, pi, power, total

MINUS, TWO, POSITIVE = ["number", "-1"], ["number", "2"], Num(Fraction(0), INF, (True, True))
SHOWN = {"<": (1,), "<=": (0, 1), "=": ()}  # The signs of b − a that show a < b or a ≤ b.
PARTIALS = {  # The derivatives of a term t by its arguments a and b.
    "add": lambda t, a, b: (ONE, ONE), "sub": lambda t, a, b: (ONE, MINUS),
    "neg": lambda t, a: (MINUS,), "mul": lambda t, a, b: (b, a),
    "div": lambda t, a, b: (op("div", ONE, b), op("neg", op("div", t, b))),
    "pow": lambda t, a, b: (op("mul", b, op("pow", a, op("sub", b, ONE))),
                            op("mul", t, op("log", a))),
    "exp": lambda t, a: (t,), "log": lambda t, a: (op("div", ONE, a),),
    "sqrt": lambda t, a: (op("div", ONE, op("mul", TWO, t)),),
    "binary_entropy": lambda t, a: (op("log", op("div", op("sub", ONE, a), a)),),
    "normal_cdf": lambda t, a: (op("div", op("exp", op("neg", op("div", op("pow", a, TWO), TWO))),
                                   op("sqrt", op("mul", TWO, op("pi")))),)}
LAWS |= {  # Joint laws, and the events that they speak of; the values of a game.
    "as_mechanism": lambda s, c: ([op("one_entry", s.sizes(c)[0]), *s.sizes(c)[1:]], [], []),
    "joint_of_outputs": lambda s, p, *c: ([], [], [s.sizes(part)[0] for part in (p, *c)]),
    "database_joint": lambda s, p, m, i: ([], [(i, ONE if s.sizes(p)[0][1] == "one_entry" else op(
        "entries", s.sizes(p)[0]))], [s.sizes(p)[0], s.sizes(m)[0]]),
    "group_joint": lambda s, p, m, *events: ([], [], [s.sizes(p)[0], s.sizes(m)[0]]),
    "stage_joint": lambda s, p, q, i: (
        [], [(i, op("entries", s.sizes(p)[0]))], [s.sizes(p)[0], s.sizes(q)[1]]),
    "secret_stage_joint": lambda s, f, p, q, e: (
        [], [(e, op("edges", f))], [s.sizes(f), s.sizes(p)]),
    "complement": lambda s, size, event: ([], [], []),
    "singleton": lambda s, size, x: ([], [(x, size)], []),
    "lower_value": lambda s, v, n, m: (
        [], [(ZERO, n), (ZERO, m)], [s.poly(s.sizes(v)[0]), s.product(n, m)]),
}
HEADS["binary_entropy_inverse"] = lambda s, x: need(
    None not in (s.sign(x), s.sign(op("sub", op("log", TWO), x)))) and s.atom(
        op("binary_entropy_inverse", s.term(s.poly(x))))

def derivative(term, x):
    """The derivative by a variable, right wherever the term and what is returned are numbers."""
    if term == ["var", x] or x not in free(term):
        return ONE if term == ["var", x] else ZERO
    pairs = zip(PARTIALS[term[1]](term, *term[2]), term[2], strict=True)
    parts = [op("mul", partial, derivative(arg, x)) for partial, arg in pairs if x in free(arg)]
    return reduce(lambda a, b: op("add", a, b), parts)

def parts_of(*formulas):
    """The parts of conjunctions, in normal form."""
    return [part for formula in formulas for part in conjuncts(normal(formula))]

def plain(value):
    """Data of a step without its tags."""
    if value[0] == "variable":
        return ["var", value[1][0]]
    return [plain(part) for part in value[1]] if value[0] == "list" else value[1]

class Goal(Algebra):
    """A claim t ≥ 0 (t > 0, if strict) where the numbers of a box meet what is given."""

    def __init__(self, box, given, claim, strict=False, scope=()):
        self.box, self.given, self.claim, self.strict = box, given, claim, strict
        sorts = {name: ["real", *(None if endless(end) else str(end) for end in (x.lo, x.hi)),
                        *x.out] for name, x in box.items()}
        super().__init__({**dict(scope), **sorts}, given)

    def over(self, box, claim, *given):
        """A goal with other ranges of variables (None: without them), what spoke of them lost."""
        kept = [part for part in self.given if not free(part) & set(box)]
        box = {name: x for name, x in {**self.box, **box}.items() if x}
        return Goal(box, [*kept, *given], claim)

    def write(self, data, *more):
        """A term of a certificate: "p/q", "pi", ["x"] for a variable, or [head, argument, …]."""
        if isinstance(data, str):
            return op("pi") if data == "pi" else ["number", str(Fraction(data))]
        if len(data) == 1 and demand(data[0] in self.box or data[0] in more, "no variable"):
            return ["var", data[0]]
        return op(data[0], *(self.write(part, *more) for part in data[1:]))

    def span(self, term, cut=True, at=None):
        """The range of a term whose parts are shown to be real (`cut`: by normal forms too), or
        its limit where its one variable runs to an end `at` of its range."""
        match term:
            case ["number", text]:
                return num(Fraction(text))
            case ["var", name]:
                return at or self.box[name]
            case ["op", "pi", *_]:
                return pi()
        demand(term[0] == "op" and term[1] in SCALARS, "no scalar term")
        _, head, args, *_ = term
        *parts, last = values = [self.span(part, cut, at) for part in args]
        if at and head == "div" and last.sign == 0:
            if parts[0] != num(0):
                return num(INF * self.span(args[1]).sign * parts[0].sign)
            ratio = op("div", *(derivative(part, *free(term)) for part in args))
            return self.span(ratio) and self.span(ratio, cut, at)  # Its divisor is nowhere 0.
        if cut and not at and head in ("div", "log") and last.sign in (None, 0):
            signs = [self.sign(side) for side in (args[-1], op("neg", args[-1]))]
            last = POSITIVE if signs[0] == 1 else -POSITIVE if signs[1] == 1 else last
        found, infinite = SCALARS[head](*parts, last), any(x.infinite for x in values)
        fine = (head != "log" or last.sign == 1) and not infinite and not found.infinite
        if at:
            fine = (head != "mul" or not infinite or found != num(0)) and (
                head != "pow" or args[1][0] == "number")
        return demand(fine, "a part may be no number") and found

    def holds(self, term, sense="<="):
        """Whether 0 ≤ t (0 < t); the term is shown to be real."""
        found = self.span(term)
        return found.sign == 1 or (sense == "<=" and found.lo >= 0) or (
            self.sign(term) in SHOWN[sense])

    def sense(self, poly, deep=True):
        """The sign of a normal form: by facts, or by how far its atoms are from their ends."""
        best, powers = super().sense(poly, deep), list(chain(*poly))
        try:
            ranges = {atom: self.span(self.tree[atom], False) for atom, _ in powers}
            found = [self.near(poly, ranges, powers, side) for side in (0, 1) if best != 1]
        except (ValueError, ArithmeticError, LookupError):
            return best
        signs = [1 if x.sign == 1 else 0 for x in found if x.lo >= 0]
        return max([*signs, *([] if best is None else [best])], default=None)

    def near(self, poly, ranges, powers, side):
        """The range of a normal form in its atoms' distances from their low (high) ends."""
        moved = poly
        for atom, x in ranges.items():
            end, way = ((x.lo, 1), (x.hi, -1))[side]
            if endless(end) or any(n <= 0 or n % 1 for a, n in powers if a == atom):
                continue
            ranges, old, moved = {**ranges, atom: (x - num(end)) * num(way)}, moved, Poly()
            for m, v in old.items():  # The atom is end ± t.
                top, rest = int(dict(m).get(atom, 0)), tuple(i for i in m if i[0] != atom)
                moved += reduce(Poly.__add__, (Poly({joined(rest, ((atom, Fraction(n)),)): (
                    v * comb(top, n) * end ** (top - n) * way**n)}) for n in range(top + 1)))
        shared = common(moved)
        outer, *pieces = [reduce(Num.__mul__, (power(ranges[a], num(n)) for a, n in m), num(v))
                          for m, v in ((shared, 1), *moved.over(shared).items())]
        return outer * total(pieces)

    def factored(self, poly):
        """Polynomials of one atom that are 0 at 1 or −1 are divided there."""
        shared = common(poly)
        rest = Poly(poly).over(shared)
        ((atom, top),) = max(rest) if len(dict(chain(*rest))) == 1 else ((None, 0),)
        powers = [((atom, Fraction(n)),) if n else () for n in range(int(top) + 1)]
        for root in (1, -1) if top > 1 and rest.keys() <= set(powers) else ():
            *parts, last = accumulate((rest.get(m, Fraction(0)) for m in powers[::-1]),
                                      lambda value, more: value * root + more)  # noqa: B023
            if not last:
                parts = Poly({m: v for m, v in zip(powers, parts[::-1], strict=False) if v})
                line = Poly({powers[1]: Fraction(1), (): Fraction(-root)})
                (one, first), (two, second) = map(self.factored, (line, parts))
                return one * two, joined(joined(first, second), shared)
        return super().factored(poly)

    def check(self, tree):
        """Refuse a tree of rules that doesn't show the goal."""
        if isinstance(tree, str):
            sense = "<" if self.strict else "<="
            demand(tree in ("ball", "sign") and self.holds(self.claim, sense), "no sign is shown")
            return
        for goal, part in self.parts(tree):
            goal.check(part)

    def parts(self, node):
        """What a rule leaves to show: goals, and the tree of each."""
        name, claim, rule = node.get("variable"), self.claim, node["rule"]
        x, var = self.box.get(name), ["var", name]
        demand(not self.strict or rule in ("split", "narrow"), "an unsupported strict rule")
        match node:
            case {"rule": "split", "closed": "left"} if x.lo < (at := Fraction(node["at"])) < x.hi:
                for side, part in (("left", Num(x.lo, at, (x.out[0], False))),
                                   ("right", Num(at, x.hi, (True, x.out[1])))):
                    yield Goal({**self.box, name: part}, self.given, claim, self.strict), node[side]
            case {"rule": "outside", "given": place}:
                _, sense, small, large = self.given[place]
                sense = "<=" if sense == "<" else "<"
                demand(self.holds(op("sub", small, large), sense), "no contradiction")
            case {"rule": "narrow", "given": place} if self.given[place][3][0] == "var":
                _, sense, low, (_, name) = self.given[place]
                x, end = self.box[name], self.span(low)
                low, out = max((x.lo, x.out[0]), (end.lo, end.out[0] or sense == "<"))
                box = {**self.box, name: Num(low, x.hi, (out, x.out[1]))}
                yield Goal(box, self.given, claim, self.strict), node["part"]
            case {"rule": "zero"}:
                demand(self.span(claim) == num(0) or self.same(claim, ZERO), "no 0")
            case {"rule": "product", "factors": factors, "parts": trees}:
                terms = [self.write(factor) for factor in factors]
                product = reduce(lambda a, b: op("mul", a, b), terms)
                demand(self.span(claim) and self.same(claim, product), "another product")
                for term, tree in zip(terms, trees, strict=True):
                    match tree, term:
                        case "even", ["op", "pow", [_, ["number", n]], *_] if Fraction(n) % 2 == 0:
                            self.span(term)
                        case _:
                            yield Goal(self.box, self.given, term), tree
            case {"rule": "monotone", "base": base, "strict": ""}:
                at, limit = self.write(node["anchor"]), base == "limit"
                end, slope = self.span(at), derivative(claim, name)
                demand(name not in free(at), "an anchor that moves")
                if not limit:
                    yield self.over({name: None}, substitute(claim, {name: at})), base
                for side, (low, a), (high, b) in (
                        ("above", (end, at), (x, var)), ("below", (x, var), (end, at))):
                    if node.get(side) is None:
                        demand(self.holds(op("sub", a, b)), "it may lie on the other side")
                        continue
                    out = [z.out[k] or (limit and z is end) for k, z in enumerate((low, high))]
                    path = Num(low.lo, high.hi, tuple(out))
                    closed = self.over({name: path}, claim, ["relation", "<=", a, b])
                    demand(closed.span(claim) and (not limit or (
                        end.exact and free(claim) == {name} and self.holds(op("sub", b, a), "<")
                        and closed.span(claim, at=end).lo >= 0)), "a limit that may be negative")
                    yield self.over({name: Num(path.lo, path.hi, (True, True))},
                                    slope if side == "above" else op("neg", slope),
                                    ["relation", "<", a, b]), node[side]
            case {"rule": "concave", "low": low, "high": high}:
                path, slope = Num(Fraction(low), Fraction(high)), derivative(claim, name)
                demand(path.lo <= x.lo and x.hi <= path.hi, "it may leave the segment")
                for end, side in ((low, "at_low"), (high, "at_high")):
                    at_end = substitute(claim, {name: ["number", str(Fraction(end))]})
                    yield self.over({name: None}, at_end), node[side]
                inner = self.over({name: Num(path.lo, path.hi, (True, True))},
                                  op("neg", derivative(slope, name)))
                demand(self.over({name: path}, claim).span(claim) and inner.span(slope), "no slope")
                yield inner, node["second"]
            case {"rule": "substitute", "new": new, "by": by, "inverse": inverse}:
                by, inverse = self.write(by, new), self.write(inverse)
                back = substitute(by, {new: inverse})
                demand(new not in self.box and name not in free(by) and self.span(back)
                       and self.same(back, var), "no new variable for the old one")
                box = {name: None, new: self.span(inverse)}
                yield self.over(box, substitute(claim, {name: by})), node["part"]
            case _:
                demand(False, "an unsupported rule")

def interval(sort):
    """The numbers of a sort."""
    kind, low, high, *out = sort
    demand(kind == "real", "no sort of real numbers")
    return Num(Fraction(low) if low else -INF, Fraction(high) if high else INF,
               (out[0] or not low, out[1] or not high))

def scalar(step):
    """A conclusion of a scalar statement, at terms that meet its hypotheses."""
    _, formula, premises, data, scope = step
    statement, values, trees = (plain(data[key]) for key in ("statement", "values", "certificate"))
    box = {name: interval(sort) for name, sort, _ in statement["variables"]}
    given, goals = parts_of(*statement["given"]), parts_of(statement["then"])
    demand(statement["quantifier"] == "forall" and set(values) == set(box), "other variables")
    for (_, sense, small, large), tree in zip(goals, trees, strict=True):
        Goal(box, given, op("sub", large, small), {"<": True, "<=": False}[sense]).check(tree)
    wanted = given + [
        ["relation", "<" if x.out[k] else "<=", *(["number", str(end)], ["var", name])[::1 - 2 * k]]
        for name, x in box.items() for k, end in enumerate((x.lo, x.hi)) if not endless(end)]
    known = [canonical(part) for part in parts_of(*premises)]
    real = {name: interval(sort) for name, sort in scope.items() if sort[0] == "real"}
    facts = Goal(real, premises, ZERO, scope=scope)
    demand(all(map(facts.real, values.values())), "a term may be no number")
    for part in substitute(wanted, values):
        demand(canonical(part) in known or facts.sign(op("sub", *part[:1:-1])) in SHOWN[part[1]],
               "a term may leave its sort, or a hypothesis may not hold")
    made = map(canonical, substitute(goals, values))
    demand(canonical(normal(formula)) in made, "the formula is another")

def information(law, *groups):
    """I(A;B|C) = H(AC) + H(BC) − H(ABC) − H(C), as a term."""
    a, b, c = (set(filter(None, group.split(","))) for group in groups)
    parts = [[*op("joint_entropy", law)[:4], [",".join(sorted(names)), ""]] if names else ZERO
             for names in (a | c, b | c, a | b | c, c)]
    return op("sub", op("add", *parts[:2]), op("add", *parts[2:]))

def entropies(tree, laws):
    """A tree in joint entropies alone; their laws are listed."""
    match tree:
        case ["op", "joint_entropy" | "joint_information", [law], _, [a, *middle, c]]:
            laws.append(law)
            return information(law, a, *(middle or [a]), c)
        case ["predicate", "independent" | "markov", [law], [a, *middle, b]]:
            return ["relation", "=", information(law, a, b, *(middle or [""])), ZERO]
    return [entropies(part, laws) for part in tree] if isinstance(tree, list) else tree

def gap(facts, relation):
    """The normal form of the difference of a relation's sides."""
    demand(relation[0] == "relation", "no relation")
    return facts.poly(op("sub", *relation[:1:-1]))

def shannon(step):
    """A linear relation of entropies of a joint law: informations and premises add up to it."""
    _, formula, premises, data, scope = step
    facts, laws = Algebra(scope, premises), []
    (target,), known = (entropies(parts_of(*part), laws) for part in ((formula,), premises))
    demand(target[1] in ("<=", "="), "no linear relation")
    for direction, way in (("at_most", 1), ("at_least", -1))[:1 + (target[1] == "=")]:
        rest, combination = plus({}, gap(facts, target), way), plain(data["certificate"])[direction]
        parts = [(factor, ["relation", "<=", ZERO, information(laws[0], *groups)])
                 for *groups, factor in combination["information"]]
        for factor, part in parts + list(zip(combination["premises"], known, strict=True)):
            demand(Fraction(factor) >= 0 or part[1] == "=", "a negative multiple")
            rest = plus(rest, gap(facts, part), -Fraction(factor)) if factor != "0" else rest
        demand(rest.pop((), 0) >= 0 and not rest, "they don't add up")

def arithmetic(step):
    """A relation as a sum of products of facts with rational weights; or a contradiction."""
    _, formula, premises, data, scope = step
    facts, found, strict = Algebra(scope, premises), {}, False
    known = [["relation", "<" if part[1][1] == "<=" else "<=", *part[1][:1:-1]]
             if part[0] == "not" and part[1][1] in ("<", "<=") else part
             for part in parts_of(*premises)]
    known = [part for part in known if part[0] == "relation"]
    (target,) = [["relation", "<", ZERO, ZERO]] if formula == ["or", []] else parts_of(formula)
    products, equalities = (plain(data.get(key) or ["list", []])
                            for key in ("products", "equalities"))
    for weight, factors in products:
        piece, positive = number(Fraction(weight)), Fraction(weight) > 0
        demand(Fraction(weight) >= 0, "a negative weight")
        for kind, what in factors:
            value = gap(facts, known[what]) if kind == "fact" else facts.poly(what)
            sign = known[what][1] == "<" if kind == "fact" else (
                0 if kind == "square" else facts.sense(value))
            demand(kind in ("fact", "square", "sign") and sign is not None, "it may be negative")
            piece = facts.times(piece, *[value] * (1 + (kind == "square")))
            positive = positive and sign
        found, strict = plus(found, piece), strict or positive
    for factor, place in equalities:
        demand(known[place][1] == "=", "no equality")
        found = plus(found, facts.times(facts.poly(factor), gap(facts, known[place])))
    rest = plus(gap(facts, target), found, -1)
    slack = rest.get((), 0) if set(rest) <= {()} else -bool(facts.cleared(rest)[0])
    demand(slack >= 0 and (target[1] != "<" or slack or strict), "the products aren't the formula")
    demand(target[1] != "=" or (not products and not slack), "inequalities show no equality")
