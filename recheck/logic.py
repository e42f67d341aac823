"""The rules of logic, order, citation, sums and suprema: whether a step's formula follows.

A step's rule decides alone; what it leaves to arithmetic (that a term is real, or lies in a sort)
is asked of `Facts`, and where that can't tell, the step counts as not shown: `Unshown`.
"""

import itertools

from algebra import Facts
from laws import whole
from polynomials import plus
from reals import Rejected
from signs import COUNTS, Unshown
from statements import kind_of, negate, normal, read_formula, read_sort, read_term, sort_of
from trees import conjuncts, free, rewritten, spoken, substitute

MOST_ATOMS = 20


class Step:
    """One step: its formula in normal form, the theorems used, and its data."""

    def __init__(self, proof, written, formula, premises):
        self.proof, self.formula, self.premises = proof, formula, premises
        self.written, self.data, self.scope = written, written["data"], proof.scope
        self.key, self._facts = proof.key, None
        self.drop, self.released = set(), set()

    @property
    def facts(self):
        """What arithmetic may use: the premises."""
        if self._facts is None:
            self._facts = Facts([p.formula for p in self.premises], self.scope, self.key)
        return self._facts

    def get(self, name, tag):
        """An item of the data, of one kind."""
        found = self.data.get(name)
        if not isinstance(found, list) or len(found) < 2 or found[0] != tag:
            raise Rejected(f"the step has no {tag} {name!r}")
        return found[1]

    def term(self, name):
        """A term of the data; a variable of the proof is one."""
        found = self.data.get(name)
        match found:
            case ["term", term]:
                return read_term(term, self.scope)
            case ["variable", [str(var), *_]]:
                return ["var", var]
        raise Rejected(f"the step has no term {name!r}")

    def same(self, one, two):
        """Whether two trees differ in bound names only."""
        return self.key(one) == self.key(two)

    def demand(self, held, what):
        """Refuse what doesn't hold."""
        if not held:
            raise Rejected(what)

    def one(self, count=1):
        """The formulas of exactly so many premises."""
        self.demand(len(self.premises) == count, f"the rule takes {count} premises")
        return [premise.formula for premise in self.premises]


class Theorem:
    """A formula under hypotheses (by canonical form), with the variables whose values it needs."""

    def __init__(self, formula, hypotheses, rests):
        self.formula, self.hypotheses, self.rests = formula, hypotheses, rests


# --- sorts ----------------------------------------------------------------------------------------


def certain(size, scope):
    """Whether a size is certainly at least 1."""
    match size:
        case ["number", text]:
            return text != "0" and not text.startswith("-")
        case ["var", name]:
            sort = scope[name]
            return sort[0] == "size" and sort[1] >= 1
        case ["op", head, _, _, _] if head in COUNTS:
            return True
        case ["op", "mul", [one, two], _, _]:
            return certain(one, scope) and certain(two, scope)
        case ["op", "pow", [one, _], _, _]:
            return certain(one, scope)
        case ["op", "add", [one, two], _, _]:
            return any(certain(a, scope) and (certain(b, scope) or counts(b, scope))
                       for a, b in ((one, two), (two, one)))
    return False


def counts(term, scope):
    """Whether a term is at least 0 by its sort."""
    sort = sort_of(term, scope)
    return sort[0] in ("size", "symbol") or (term[0] == "number" and term[1][0] != "-")


def may_be_empty(sort, scope):
    """Whether a sort isn't certain to have a value."""
    match sort:
        case ["real" | "size" | "reals" | "event" | "database" | "prior", *_]:
            return False
        case ["joint", _, sizes]:
            return not all(certain(size, scope) for size in sizes)
        case ["member", framework, _]:
            return may_be_empty(sort_of(framework, scope), scope)
        case ["symbol" | "pmf" | "framework", *sizes] | ["channel", *sizes] | [
                "mechanism", _, *sizes] | ["dataclass", *sizes, _]:
            return not all(certain(size, scope) for size in sizes)
        case ["queries", _, _, _, outputs]:
            return not certain(outputs, scope)
    return True


def in_interval(facts, term, sort):
    """Refuse a term that isn't shown to be a real number of an interval."""
    _, low, high, low_open, high_open = sort
    facts.real(term)
    if low is not None:
        facts.above(term, ["number", low], low_open)
    if high is not None:
        facts.above(["number", high], term, high_open)


def fits(step, term, sort):
    """Refuse a term that isn't a value of a sort; raises Unshown where that isn't shown."""
    own = sort_of(term, step.scope)
    kind = kind_of(own)
    step.demand(kind == kind_of(sort), f"a {kind} stands for a {sort[0]}")
    if term[0] == "var" and step.same(own, sort):
        return
    facts = step.facts
    match sort:
        case ["real", *_]:
            in_interval(facts, term, sort)
        case ["size", low, high]:
            step.demand(whole(term, step.scope), "a term isn't shown to be a whole number")
            facts.above(term, ["number", str(low)], False)
            if high is not None:
                facts.above(["number", str(high)], term, False)
        case ["symbol", size]:
            step.demand(whole(term, step.scope), "a term isn't shown to be a symbol")
            facts.symbol(term, size)
        case ["reals", size, element]:
            more = plus(facts.poly(own[1]), facts.poly(size), -1)
            step.demand(facts.is_nothing(more), "another number of numbers")
            listed = term[:2] == ["bind", "table"]
            inner, part = facts.under(*term[2][:2], term[4]) if listed else facts.any_of(term)
            in_interval(inner, part, element)
        case _:
            looser = own[0] == "prior" == sort[0] and step.same(own[1], sort[1]) and (
                sort[2] == "any" or (own[2], sort[2]) == ("independent", "split"))
            # A class of laws of any kind is a class.
            looser |= own[0] == "dataclass" == sort[0] and sort[2] == "any" and step.same(
                own[1], sort[1])
            if not looser and not step.same(own, sort):
                raise Unshown("a term of another sort")
            facts.lawful(term)


# --- propositions ---------------------------------------------------------------------------------


def entails(premises, conclusion, key):
    """Propositional consequence: no values of the atoms make the premises true, the end false."""
    atoms = {}

    def compiled(formula):
        match formula:
            case ["not", body]:
                return ("not", compiled(body))
            case ["and" | "or" as tag, parts]:
                return (tag, [compiled(part) for part in parts])
        text = key(formula)
        if text not in atoms and formula[0] == "quantified":
            opposite = key(normal(negate(formula)))
            if opposite in atoms:
                return ("not", ("atom", atoms[opposite]))
        return ("atom", atoms.setdefault(text, len(atoms)))

    def value(node, known):
        tag, inner = node
        if tag == "atom":
            return known.get(inner)
        if tag == "not":
            found = value(inner, known)
            return None if found is None else not found
        found = [value(part, known) for part in inner]
        ends = tag == "or"
        return ends if ends in found else None if None in found else not ends

    goal = ("and", [compiled(part) for part in premises] + [("not", compiled(conclusion))])
    if len(atoms) > MOST_ATOMS:
        raise Unshown("too many atoms")

    def satisfiable(known):
        found = value(goal, known)
        if found is not None:
            return found
        place = next(number for number in range(len(atoms)) if number not in known)
        return any(satisfiable({**known, place: held}) for held in (True, False))

    return not satisfiable({})


def assume(step):
    step.one(0)
    step.assumed = {step.key(step.formula): step.formula}


def discharge(step):
    (shown,) = step.one()
    hypothesis = normal(read_formula(step.get("hypothesis", "formula"), step.scope))
    expected = normal(["or", [negate(hypothesis), shown]])
    step.demand(step.same(expected, step.formula), "the formula is not what is discharged")
    step.drop = {step.key(hypothesis)}


def propositional(step):
    shown = [premise.formula for premise in step.premises]
    step.demand(entails(shown, step.formula, step.key), "it doesn't follow propositionally")


# --- quantifiers ----------------------------------------------------------------------------------


def quantified(formula, kind):
    """(variable, guard, body) of a formula with a quantifier."""
    if formula[:2] != ["quantified", kind]:
        raise Rejected(f"a formula doesn't say {kind!r}")
    return formula[2:]


def arbitrary(step, sort):
    """The name of the step's arbitrary variable, whose sort must be the bound one's."""
    name, own, _ = step.get("variable", "variable")
    step.demand(step.same(read_sort(own, step.scope), sort), f"{name} is of another sort")
    return name


def unmentioned(name, premises, drop, scope):
    """No hypothesis but those dropped may speak of a variable."""
    for premise in premises:
        for key, formula in premise.hypotheses.items():
            if key not in drop and name in spoken(formula, scope):
                raise Rejected(f"a hypothesis speaks of {name}, which isn't arbitrary")


def at(part, name, term):
    """A formula at a term for a variable; None stays."""
    return None if part is None else normal(substitute(part, {name: term}))


def generalise(step):
    (shown,) = step.one()
    (bound, sort, _), guard, body = quantified(step.formula, "forall")
    name = arbitrary(step, sort)
    step.demand(name not in spoken(step.formula, step.scope), f"{name} still occurs")
    if guard is not None:
        test = at(guard, bound, ["var", name])
        step.drop = {step.key(part) for part in [test, *conjuncts(test)]}
    unmentioned(name, step.premises, step.drop, step.scope)
    step.demand(step.same(at(body, bound, ["var", name]), shown), "the premise isn't the body")
    step.released = {name}


def require(step, formula):
    """A side condition: one of the premises, or obvious."""
    known = {step.key(part) for premise in step.premises
             for part in [premise.formula, *conjuncts(premise.formula)]}
    if step.key(formula) not in known:
        for part in conjuncts(formula):
            if step.key(part) not in known:
                step.facts.obvious(part)


def specialise(step):
    step.demand(step.premises, "the rule takes a premise")
    (bound, sort, _), guard, body = quantified(step.premises[0].formula, "forall")
    term = step.term("term")
    step.demand(step.same(at(body, bound, term), step.formula), "it isn't the body at that term")
    if guard is not None:
        require(step, at(guard, bound, term))
    fits(step, term, sort)


def exhibit(step):
    (bound, sort, _), guard, body = quantified(step.formula, "exists")
    term = step.term("term")
    for part in (guard, body):
        if part is not None:
            require(step, at(part, bound, term))
    fits(step, term, sort)


def obtain(step):
    found, rest = step.one(2)
    (bound, sort, _), guard, body = quantified(found, "exists")
    name = arbitrary(step, sort)
    drop = {step.key(at(part, bound, ["var", name])) for part in (guard, body) if part}
    unmentioned(name, step.premises[1:], drop, step.scope)
    said = spoken(["and", [step.formula, found]], step.scope)
    step.demand(name not in said, f"{name} is not arbitrary")
    step.demand(step.same(rest, step.formula), "the second premise isn't the formula")
    first, second = step.premises
    kept = {key: part for key, part in second.hypotheses.items() if key not in drop}
    step.assumed = {**kept, **first.hypotheses}
    step.rests = surviving(step, second.rests, {name}) | first.rests


# --- citation -------------------------------------------------------------------------------------


def cite(step):
    step.cited = step.get("key", "json")
    statement, fixed = step.proof.library(step.cited)
    apply_statement(step, statement, fixed)


def apply_statement(step, statement, fixed=()):
    """The formula must be the statement's conclusion, or a part of it, at the given terms."""
    variables, given, then, quantifier = statement
    values = step.get("values", "terms")
    step.demand(quantifier == "forall", "the statement is not about every instance")
    step.demand(set(values) <= {name for name, _, _ in variables}, "a value for no variable")
    chosen, checks = {}, []
    for name, sort, _ in variables:
        if name in fixed:
            step.demand(values.get(name, ["var", name]) == ["var", name], f"{name} is fixed")
            chosen[name] = ["var", name]
            continue
        step.demand(name in values, f"no term for {name}")
        term = read_term(values[name], step.scope)
        checks.append((term, substitute(sort, chosen)))
        chosen[name] = term
    conclusion = normal(substitute(then, chosen))
    parts = [conclusion, *conjuncts(conclusion)]
    step.demand(any(step.same(part, step.formula) for part in parts),
                "the formula isn't the conclusion at these terms")
    for part in given:
        require(step, normal(substitute(part, chosen)))
    for term, sort in checks:
        fits(step, term, sort)


# --- equality and order ---------------------------------------------------------------------------


def law_of(term, var, key, scope):
    """The law, if a term is its entry at a bound symbol of its whole alphabet."""
    match term:
        case ["op", "at" | "component", [law, ["var", name]], _, _] if (
                name == var[0] and name not in free(law)):
            return law if key(sort_of(law, scope)[1]) == key(var[1][1]) else None
    return None


def equated(step, formula):
    """The two sides of an equality of numbers, or of laws or channels entry by entry."""
    match formula:
        case ["relation", "=", left, right]:
            return left, right
        case ["quantified", "forall", y, None, ["relation", "=", left, right]]:
            inner = {**step.scope, y[0]: y[1]}
            pair = [law_of(side, y, step.key, inner) for side in (left, right)]
            if None not in pair:
                return pair
        case ["quantified", "forall", x, None,
              ["quantified", "forall", y, None, ["relation", "=", left, right]]]:
            pair, inner = [], {**step.scope, x[0]: x[1], y[0]: y[1]}
            for side in (left, right):
                match law_of(side, y, step.key, inner):
                    case ["op", "row", [channel, ["var", name]], _, _] if (
                            name == x[0] and not {x[0], y[0]} & free(channel)
                            and step.same(sort_of(channel, inner)[1], x[1][1])):
                        pair.append(channel)
            if len(pair) == 2:
                return pair
    raise Rejected("the first premise is no equality")


def rewrite(step):
    first, second = step.one(2)
    left, right = equated(step, first)
    one, two = (sort_of(side, step.scope) for side in (left, right))
    step.demand(kind_of(one) == kind_of(two) and (
        kind_of(one) == "number" or step.same(one, two)), "an equality of two sorts")
    names, target = free(left) | free(right), step.key(left)
    before, after = (rewritten(part, target, right, names, step.key)
                     for part in (second, step.formula))
    step.demand(step.same(before, after), "the formulas differ in more than the equality")


def order(step):
    match step.formula:
        case ["or", [["relation", "<=" | "<" as one, a, b], ["relation", "<=" | "<" as two, c, d]]]:
            step.demand("<=" in (one, two) and step.same(a, d) and step.same(b, c), "not a ≤ b ≤ a")
            step.facts.defined(a)
            step.facts.defined(b)
            return
    raise Rejected("the formula is not a ≤ b or b < a")


def transitive(step):
    match step.one(2), step.formula:
        case [["relation", one, a, b], ["relation", two, c, d]], ["relation", op, e, f]:
            step.demand(step.same(b, c) and step.same(a, e) and step.same(d, f), "no chain")
            allowed = {"<": "<" in (one, two), "<=": True, "=": one == two == "="}
            step.demand(allowed[op], "the chain shows less")
            return
    raise Rejected("not a chain of two relations")


def turn(step):
    relations = [p.formula for p in step.premises if p.formula[0] == "relation"]
    pairs = {(op, step.key(a), step.key(b)) for _, op, a, b in relations}
    match step.formula:
        case ["relation", "=", a, b]:
            a, b = step.key(a), step.key(b)
            if ("=", b, a) in pairs or all(
                    ("<=", *pair) in pairs or ("=", *pair) in pairs for pair in ((a, b), (b, a))):
                return
        case ["relation", "<=", a, b]:
            a, b = step.key(a), step.key(b)
            if {("<", a, b), ("=", a, b), ("=", b, a)} & pairs:
                return
        case ["not", ["relation", "<=" | "<" as op, a, b]]:
            a, b = step.key(a), step.key(b)
            if ("<", b, a) in pairs or (op == "<" and {("<=", b, a), ("=", b, a)} & pairs):
                return
    for premise in step.premises:
        match premise.formula, step.formula:
            case ["not", ["relation", old, a, b]], ["relation", new, c, d] if (
                    (old, new) in (("<=", "<"), ("<", "<="))
                    and step.same(a, d) and step.same(b, c)):
                step.facts.defined(a)
                step.facts.defined(b)
                return
    raise Rejected("no premise turned round is the formula")


# --- sums and suprema -----------------------------------------------------------------------------


def sums(step):
    step.demand(step.premises, "the rule takes a premise")
    match step.formula, step.premises[0].formula:
        case (["relation", op, ["bind", "sum", a, guard, f, _] as low,
               ["bind", "sum", b, other, g, _]],
              ["quantified", "forall", v, where, ["relation", given, left, right]]):
            step.demand(step.same(a[1], v[1]) and step.same(b[1], v[1]), "other alphabets")
            for var, test, body, side in ((a, guard, f, left), (b, other, g, right)):
                as_bound = {v[0]: ["var", var[0]]}
                step.demand((test is None) == (where is None) and step.same(
                    ["quantified", "forall", var, test and normal(test), body],
                    ["quantified", "forall", var, where and normal(substitute(where, as_bound)),
                     substitute(side, as_bound)]) and var[0] not in free(step.premises[0].formula),
                    "the sums aren't of the two sides")
            step.demand(given == op or (op == "<=" and given in ("=", "<")), "it shows less")
            if op == "<":
                # Sums over no symbols are equal.
                step.demand(guard is None, "a strict sum with a guard")
                step.facts.above(a[1][1], ["number", "0"], True)
            (step.facts.defined if guard is None else step.facts.real)(low)
            return
    raise Rejected("the formula doesn't compare two sums")


def extremum(formula):
    """(the bind, the other side, whether it is above) of sup f ≤ c or c ≤ inf f."""
    match formula:
        case ["relation", "<=", ["bind", "sup" | "max", *_] as bind, other]:
            return bind, other, True
        case ["relation", "<=", other, ["bind", "inf" | "min", *_] as bind]:
            return bind, other, False
    raise Rejected("the formula bounds no supremum")


def bound_sup(step):
    step.demand(step.premises, "the rule takes a premise")
    first, *more = step.premises
    bind, other, above = extremum(step.formula)
    _, _, (bound, sort, _), guard, body, _ = bind
    name = arbitrary(step, sort)
    step.demand(name not in spoken(step.formula, step.scope), f"{name} is not arbitrary")
    if guard is not None:
        # The first premise may rest on the guard; what further ones show must hold without it.
        held = step.key(at(guard, bound, ["var", name]))
        step.drop = set() if any(held in premise.hypotheses for premise in more) else {held}
    unmentioned(name, step.premises, step.drop, step.scope)
    body = substitute(body, {bound: ["var", name]})
    sides = [body, other] if above else [other, body]
    step.demand(step.same(["relation", "<=", *sides], first.formula), "it bounds something else")
    step.released = {name}
    sure = [premise.formula for premise in (step.premises if guard is None else more)]
    facts = Facts(sure, step.scope, step.key)
    if guard is not None:
        facts.real(other)
    if may_be_empty(sort, step.scope):
        if sort[0] not in ("symbol", "pmf"):
            raise Unshown("a supremum over what may be empty")
        facts.above(sort[1], ["number", "0"], True)


def below_sup(step):
    found, term = [], step.term("term")
    if step.formula[:2] == ["relation", "<="]:
        left, right = step.formula[2:]
        found += [(right, left)] if left[:2] in (["bind", "inf"], ["bind", "min"]) else []
        found += [(left, right)] if right[:2] in (["bind", "sup"], ["bind", "max"]) else []
    for side, (_, _, (bound, sort, _), guard, body, _) in found:  # noqa: B007, used below
        if step.same(substitute(body, {bound: term}), side):
            break
    else:
        raise Rejected("the formula is not f(t) ≤ sup f for that term")
    if guard is not None:
        require(step, at(guard, bound, term))
    fits(step, term, sort)
    step.facts.everywhere(bound, sort, body)


def last_term(step):
    step.one(0)
    match step.formula:
        case ["relation", "=", ["bind", "sum", a, None, f, _] as total,
              ["op", "add", [["bind", "sum", b, None, g, _], last], _, _]] if (
                  a[1][0] == b[1][0] == "symbol"):
            step.facts.equal(a[1][1], ["op", "add", [b[1][1], ["number", "1"]],
                                       ["size", 0, None], []])
            marks = [substitute(x, {v[0]: ["var", "\0v"]}) for x, v in ((f, a), (g, b))]
            step.demand(step.same(*marks), "the sums are of other terms")
            step.demand(step.same(substitute(f, {a[0]: b[1][1]}), last), "it isn't the last term")
            step.facts.real(total)
            return
    raise Rejected("the formula doesn't take the last term off a sum")


def finite_term(step):
    step.demand(step.premises, "the rule takes a premise")
    match step.premises[0].formula, step.formula:
        case (["relation", op, ["bind", "sum", var, None, body, _], right],
              ["relation", "<", part, ["number", "inf"]]):
            term = step.term("term")
            step.demand(step.same(substitute(body, {var[0]: term}), part), "it isn't the body")
            fits(step, term, var[1])
            if op != "<":
                step.facts.real(right)
            step.facts.everywhere(var[0], var[1], body)
            return
    raise Rejected("the formula is not f(t) < ∞")


RULES = {
    "assume": assume, "discharge": discharge, "propositional": propositional,
    "generalise": generalise, "specialise": specialise, "exhibit": exhibit, "obtain": obtain,
    "cite": cite, "rewrite": rewrite, "order": order, "transitive": transitive, "turn": turn,
    "sum": sums, "bound-sup": bound_sup, "below-sup": below_sup, "last-term": last_term,
    "finite-term": finite_term,
}


def conclude(step):
    """The theorem that a step makes once its rule has been applied."""
    assumed = getattr(step, "assumed", None)
    if assumed is None:
        merged = itertools.chain(*(p.hypotheses.items() for p in step.premises))
        assumed = {key: part for key, part in merged if key not in step.drop}
    rests = getattr(step, "rests", None)
    if rests is None:
        own = free(step.formula)
        for tag, *parts in step.data.values():
            if tag == "terms":
                own = own.union(*map(free, parts[0].values()))
            elif tag == "variable":  # An arbitrary one, which is released, or a term.
                own |= {parts[0][0]}
            elif tag not in ("json", "statement"):
                own |= free(parts)
        rests = {name for name in own
                 if name in step.scope and may_be_empty(step.scope[name], step.scope)}
        rests = rests.union(*(premise.rests for premise in step.premises))
        rests = surviving(step, rests, step.released)
    return Theorem(step.formula, assumed, rests)


def surviving(step, rests, released):
    """What a theorem still rests on where some variables are arbitrary: the alphabet of none of
    it may depend on these, as it could be empty for another value."""
    for name in rests - released:
        step.demand(not released & spoken(["var", name], step.scope), f"{name} depends on it")
    return rests - released


__all__ = ["RULES", "Step", "Theorem", "Unshown", "apply_statement", "conclude", "surviving"]
