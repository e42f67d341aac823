"""The rules of logic, order, citation, sums and suprema: whether a step's formula follows.

What a rule leaves to arithmetic is asked of `Facts`, which raise `Unshown` where they can't tell.
"""

from draft_algebra import COUNTS, ONE, ZERO, Unshown, X, conjuncts, free, need, normal, op, substitute
from reals import Rejected, demand
from new_laws import Facts, kind, kind_of

MOST_ATOMS = 20

class Step:
    """One step: its formula in normal form, the theorems used, and its data."""

    def __init__(self, proof, written, formula, premises):
        self.proof, self.formula, self.premises = proof, formula, premises
        self.written, self.data, self.key, self._facts = written, written["data"], proof.key, None
        # What the theorem rests on, where it isn't what the premises do: without some hypotheses,
        # or variables; or wholly other ones.
        self.drop, self.released, self.assumed, self.rests = set(), set(), None, None
        # The variables that the step is about; of others it doesn't know that they have values.
        self.own, chosen = free(formula), set().union(*(free(premise.formula) for premise in premises))
        for tag, *parts in self.data.values():
            if tag == "variable":
                chosen.add(parts[0][0])
            elif tag not in ("json", "statement"):
                self.own = self.own.union(*(free(part) for part in (parts[0].values() if tag == "terms" else parts)))
        self.own = closed(self.own, proof.scope)
        about, self.scope = closed(self.own | chosen, proof.scope), {}
        for name, sort in proof.scope.items():
            if name in about or (name not in proof.doubtful and free(sort) <= set(self.scope)):
                self.scope[name] = sort

    @property
    def facts(self):
        """What arithmetic may use: the premises."""
        if self._facts is None:
            self._facts = Facts(self.scope, [premise.formula for premise in self.premises])
        return self._facts

    def get(self, name, tag):
        """An item of the data, of one kind."""
        found = self.data.get(name)
        demand(isinstance(found, list) and len(found) > 1 and found[0] == tag, f"the step has no {tag} {name!r}")
        return found[1]

    def term(self, name):
        """A term of the data; a variable of the proof is one."""
        match self.data.get(name):
            case ["term", term]:
                return term
            case ["variable", [str(var), *_]]:
                self.own |= closed({var}, self.proof.scope)
                return ["var", var]
        raise Rejected(f"the step has no term {name!r}")

    def same(self, one, two):
        """Whether two trees are equal."""
        return one == two

    def spoken(self, tree):
        """The free variables of a tree, and those in their sorts."""
        found, waiting, scope = set(), free(tree), self.proof.scope
        while waiting:
            found |= waiting
            waiting = free([scope[name] for name in waiting if name in scope]) - found
        return found

    def one(self, count=1):
        """The formulas of exactly so many premises."""
        demand(len(self.premises) == count, f"the rule takes {count} premises")
        return [premise.formula for premise in self.premises]

def closed(names, scope):
    """Variables of a scope, and those that their sorts speak of."""
    found, waiting = set(), [name for name in names if name in scope]
    while waiting:
        found.add(name := waiting.pop())
        waiting += free(scope[name]) - found
    return found

class Theorem:
    """A formula under hypotheses (by canonical form), with the variables whose values it needs."""

    def __init__(self, formula, hypotheses, rests):
        self.formula, self.hypotheses, self.rests = formula, hypotheses, rests

def conclude(step):
    """The theorem that a step makes once its rule has been applied."""
    assumed, rests = step.assumed, step.rests
    if assumed is None:
        assumed = {key: part for premise in step.premises for key, part in premise.hypotheses.items()
                   if key not in step.drop}
    if rests is None:
        rests = {name for name in step.own if name in step.proof.doubtful}
        rests = rests.union(*(premise.rests for premise in step.premises)) - step.released
    # There may be no symbol of an alphabet whose size is arbitrary.
    demand(not step.released & step.spoken([["var", name] for name in rests - step.released]),
           "a symbol's alphabet depends on what isn't arbitrary")
    return Theorem(step.formula, assumed, rests)

# --- sorts ----------------------------------------------------------------------------------------

def certain(size, scope):
    """Whether a size is certainly at least 1."""
    match size:
        case ["number", text]:
            return text != "0" and not text.startswith("-")
        case ["var", name]:
            return scope[name][0] == "size" and scope[name][1] >= 1
        case ["op", "mul", [one, two], *_]:
            return certain(one, scope) and certain(two, scope)
        case ["op", "pow", [one, _], *_]:
            return certain(one, scope)
        case ["op", "add", pair, *_]:
            return any(certain(a, scope) and (certain(b, scope) or counts(b, scope)) for a, b in (pair, pair[::-1]))
    return size[0] == "op" and size[1] in COUNTS

def counts(term, scope):
    """Whether a term is at least 0 by its sort."""
    if term[0] in ("number", "var"):
        return term[1][0] != "-" if term[0] == "number" else scope[term[1]][0] in ("size", "symbol")
    return term[0] == "op" and term[1] in COUNTS

def may_be_empty(sort, scope):
    """Whether a sort isn't certain to have a value."""
    match sort:
        case ["real" | "size" | "reals" | "event" | "database" | "prior", *_]:
            return False
        case ["joint", _, sizes]:
            return not all(certain(size, scope) for size in sizes)
        case ["member", framework, _]:
            return not all(certain(size, scope) for size in Facts(scope).sizes(framework))
        case ["symbol" | "pmf" | "framework", *sizes] | ["channel", *sizes] | ["mechanism", _, *sizes] | [
                "dataclass", *sizes, _] | ["queries", _, _, _, *sizes]:
            return not all(certain(size, scope) for size in sizes)
    return True

def fits(step, term, sort):
    """Refuse a term that isn't a value of a sort; raises Unshown where that isn't shown."""
    own, facts = kind(term, step.scope), step.facts
    demand(own == kind_of(sort), f"a {own} stands for a {sort[0]}")
    if term[0] == "var" and step.scope[term[1]] == sort:
        return
    match sort:
        case ["real", *_]:
            facts.inside(term, sort)
        case ["size", low, high]:
            need(facts.whole(facts.poly(term)), "a term isn't shown to be a whole number")
            facts.above(term, ["number", str(low)])
            if high is not None:
                facts.above(["number", str(high)], term)
        case ["symbol", size]:
            facts.symbol(term, size)
        case ["reals", size, element]:
            inner, part, _ = facts.under(["symbol", size], op("component", term, X))
            need(facts.same(facts.sizes(term)[0], size), "another number of numbers")
            inner.inside(part, element)
        case ["joint", *_]:
            need((step.scope[term[1]] if term[0] == "var" else term[3]) == sort, "another joint law")
            facts.defined(term)
        case [_, *wanted]:
            parts = facts.sizes(term)
            if own in ("prior", "dataclass") and sort[2] == "any":
                wanted, parts = wanted[:1], parts[:1]  # Of any kind.
            elif own == "prior" and (parts[1:2], sort[2]) == (["independent"], "split"):
                wanted, parts = wanted[:1], parts[:1]
            need(len(parts) == len(wanted) and all(map(facts.agree, parts, wanted)), "a term of another sort")
            facts.defined(term)

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
            opposite = key(normal(formula, False))
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
    hypothesis = normal(step.get("hypothesis", "formula"))
    expected = ["or", [normal(hypothesis, False), shown]]
    demand(expected == step.formula, "the formula is not what is discharged")
    step.drop = {step.key(hypothesis)}

def propositional(step):
    shown = [premise.formula for premise in step.premises]
    demand(entails(shown, step.formula, step.key), "it doesn't follow propositionally")

# --- quantifiers ----------------------------------------------------------------------------------

def quantified(formula, kind):
    """(sort, guard, body) of a formula with a quantifier."""
    demand(formula[:2] == ["quantified", kind], f"a formula doesn't say {kind!r}")
    return formula[2:]

def arbitrary(step, sort):
    """The name of the step's arbitrary variable, whose sort must be the bound one's."""
    name, own, _ = step.get("variable", "variable")
    demand(own == sort, f"{name} is of another sort")
    others = free(step.formula).union(*(free(part) for p in step.premises for part in p.hypotheses.values()))
    demand(all(name not in free(step.proof.scope[other]) for other in others - {name} if other in step.proof.scope),
           f"the sort of a variable speaks of {name}")
    return name

def unmentioned(step, name, premises, drop):
    """No hypothesis but those dropped may speak of a variable."""
    for premise in premises:
        for key, formula in premise.hypotheses.items():
            demand(key in drop or name not in step.spoken(formula),
                   f"a hypothesis speaks of {name}, which isn't arbitrary")

def at(part, term):
    """A formula at a term for its bound variable; None stays."""
    return None if part is None else normal(substitute(part, {0: term}))

def generalise(step):
    (shown,) = step.one()
    sort, guard, body = quantified(step.formula, "forall")
    name = arbitrary(step, sort)
    demand(name not in step.spoken(step.formula), f"{name} still occurs")
    if guard is not None:
        test = at(guard, ["var", name])
        step.drop = {step.key(part) for part in [test, *conjuncts(test)]}
    unmentioned(step, name, step.premises, step.drop)
    demand(at(body, ["var", name]) == shown, "the premise isn't the body")
    step.released = {name}

def require(step, formula):
    """A side condition: one of the premises, or obvious."""
    known = {step.key(part) for premise in step.premises
             for part in [premise.formula, *conjuncts(premise.formula)]}
    for part in conjuncts(formula) if step.key(formula) not in known else ():
        if step.key(part) not in known:
            step.facts.obvious(part)

def specialise(step):
    demand(step.premises, "the rule takes a premise")
    sort, guard, body = quantified(step.premises[0].formula, "forall")
    term = step.term("term")
    demand(at(body, term) == step.formula, "it isn't the body at that term")
    if guard is not None:
        require(step, at(guard, term))
    fits(step, term, sort)

def exhibit(step):
    sort, guard, body = quantified(step.formula, "exists")
    term = step.term("term")
    for part in (guard, body):
        if part is not None:
            require(step, at(part, term))
    fits(step, term, sort)

def obtain(step):
    found, rest = step.one(2)
    sort, guard, body = quantified(found, "exists")
    name = arbitrary(step, sort)
    drop = {step.key(at(part, ["var", name])) for part in (guard, body) if part is not None}
    unmentioned(step, name, step.premises[1:], drop)
    demand(name not in step.spoken([step.formula, found]), f"{name} is not arbitrary")
    demand(rest == step.formula, "the second premise isn't the formula")
    first, second = step.premises
    kept = {key: part for key, part in second.hypotheses.items() if key not in drop}
    step.assumed = {**kept, **first.hypotheses}
    step.rests, step.released = (second.rests - {name}) | first.rests, {name}

# --- citation -------------------------------------------------------------------------------------

def cite(step):
    step.cited = step.get("key", "json")
    apply_statement(step, *step.proof.library(step.cited))

def apply_statement(step, statement, fixed=()):
    """The formula must be the statement's conclusion, or a part of it, at the given terms."""
    variables, given, then, quantifier = statement
    values = step.get("values", "terms")
    demand(quantifier == "forall", "the statement is not about every instance")
    demand(set(values) <= {name for name, _, _ in variables}, "a value for no variable")
    chosen, checks = {}, []
    for name, sort, _ in variables:
        if name in fixed:
            demand(values.get(name, ["var", name]) == ["var", name], f"{name} is fixed")
            chosen[name] = ["var", name]
            continue
        demand(name in values, f"no term for {name}")
        checks.append((values[name], substitute(sort, chosen)))
        chosen[name] = values[name]
    conclusion = normal(substitute(then, chosen))
    demand(any(part == step.formula for part in [conclusion, *conjuncts(conclusion)]),
           "the formula isn't the conclusion at these terms")
    for part in given:
        require(step, normal(substitute(part, chosen)))
    for term, sort in checks:
        fits(step, term, sort)

# --- equality and order ---------------------------------------------------------------------------

def rewritten(tree, old, new):
    """A tree with a term in it replaced, but in sorts."""
    if tree == old or not isinstance(tree, list):
        return new if tree == old else tree
    match tree:
        case ["op", head, args, *rest]:
            return ["op", head, rewritten(args, old, new), *rest]
        case ["bind" | "quantified" as tag, kind, sort, *parts]:
            return [tag, kind, sort, *(rewritten(part, old, new) for part in parts)]
    return [rewritten(part, old, new) for part in tree]

def law_of(step, side, sizes):
    """The law, list or channel, if a term is its entry at bound symbols of its whole alphabets."""
    term = side
    for place in range(len(sizes)):
        match term:
            case ["op", "at" | "component" | "row", [law, ["var", index]], *_] if index == place:
                term = law
            case _:
                raise Rejected("the first premise is no equality")
    marked = substitute(term, {place: ["var", "\0"] for place in range(len(sizes))})
    demand(marked == term and all(map(step.facts.agree, sizes, step.facts.sizes(term))), "not every entry is meant")
    return term

def equated(step, formula):
    """The two sides of an equality of numbers, or of laws or channels entry by entry."""
    sizes = []
    while formula[:2] == ["quantified", "forall"] and formula[2][0] == "symbol" and formula[3] is None:
        sizes, formula = [*sizes, formula[2][1]], formula[4]
    demand(formula[:2] == ["relation", "="], "the first premise is no equality")
    return [law_of(step, side, sizes) if sizes else side for side in formula[2:]]

def rewrite(step):
    first, second = step.one(2)
    left, right = equated(step, first)
    demand(kind(left, step.scope) == kind(right, step.scope), "an equality of two sorts")
    before, after = (rewritten(part, left, right) for part in (second, step.formula))
    demand(before == after, "the formulas differ in more than the equality")

def order(step):
    match step.formula:
        case ["or", [["relation", "<=" | "<" as one, a, b], ["relation", "<=" | "<" as two, c, d]]]:
            demand("<=" in (one, two) and step.same(a, d) and step.same(b, c), "not a ≤ b ≤ a")
            step.facts.valued(a)
            step.facts.valued(b)
            return
    raise Rejected("the formula is not a ≤ b or b < a")

def transitive(step):
    match step.one(2), step.formula:
        case [["relation", one, a, b], ["relation", two, c, d]], ["relation", sign, e, f]:
            demand(step.same(b, c) and step.same(a, e) and step.same(d, f), "no chain")
            allowed = {"<": "<" in (one, two), "<=": True, "=": one == two == "="}
            demand(allowed[sign], "the chain shows less")
            return
    raise Rejected("not a chain of two relations")

def turn(step):
    relations = [p.formula for p in step.premises if p.formula[0] == "relation"]
    pairs = {(sign, step.key(a), step.key(b)) for _, sign, a, b in relations}
    a, b = map(step.key, (step.formula[1] if step.formula[0] == "not" else step.formula)[-2:])
    match step.formula:
        case ["relation", "=", _, _]:
            held = ("=", b, a) in pairs or all(
                {("<=", *pair), ("=", *pair)} & pairs for pair in ((a, b), (b, a)))
        case ["relation", "<=", _, _]:
            held = {("<", a, b), ("=", a, b), ("=", b, a)} & pairs
        case ["not", ["relation", "<=" | "<" as sign, _, _]]:
            held = ("<", b, a) in pairs or (sign == "<" and {("<=", b, a), ("=", b, a)} & pairs)
        case _:
            held = False
    for premise in step.premises if not held else ():
        match premise.formula, step.formula:
            case ["not", ["relation", old, *sides]], ["relation", new, *others] if (
                    {old, new} == {"<=", "<"} and step.same(sides, others[::-1])):
                for side in sides:
                    step.facts.valued(side)
                held = True
                break
    demand(held, "no premise turned round is the formula")

# --- sums and suprema -----------------------------------------------------------------------------

def sums(step):
    demand(step.premises, "the rule takes a premise")
    match step.formula, step.premises[0].formula:
        case (["relation", sign, ["bind", "sum", sort, guard, *f] as low, ["bind", "sum", *other]],
              ["quantified", "forall", *var, ["relation", given, left, right]]):
            demand([sort, guard, *f] == [*var, left] and other == [*var, right], "the sums aren't of the two sides")
            demand(given == sign or (sign == "<=" and given in ("=", "<")), "it shows less")
            if sign == "<":
                # Sums over no symbols are equal.
                demand(guard is None, "a strict sum with a guard")
                step.facts.above(sort[1], ZERO, True)
            return (step.facts.valued if guard is None else step.facts.poly)(low)
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
    demand(step.premises, "the rule takes a premise")
    first, *more = step.premises
    bind, other, above = extremum(step.formula)
    _, _, sort, guard, body = bind
    name = arbitrary(step, sort)
    demand(name not in step.spoken(step.formula), f"{name} is not arbitrary")
    if guard is not None:
        # The first premise may rest on the guard; what further ones show must hold without it.
        held = step.key(at(guard, ["var", name]))
        step.drop = set() if any(held in premise.hypotheses for premise in more) else {held}
    unmentioned(step, name, step.premises, step.drop)
    body = substitute(body, {0: ["var", name]})
    sides = [body, other] if above else [other, body]
    demand(["relation", "<=", *sides] == first.formula, "the premise doesn't bound the body")
    step.released = {name}
    # That there is a value isn't known from the arbitrary one.
    scope = {other: of for other, of in step.scope.items() if other != name and name not in free(of)}
    known = [premise.formula for premise in more if free(premise.formula) <= set(scope)]
    facts = Facts(scope, known)
    if guard is not None:
        facts.poly(other)
    if may_be_empty(sort, step.scope):
        need(sort[0] in ("symbol", "pmf"), "a supremum over what may be empty")
        facts.above(sort[1], ZERO, True)

def below_sup(step):
    found, term = [], step.term("term")
    if step.formula[:2] == ["relation", "<="]:
        left, right = step.formula[2:]
        found = [(side, bind) for side, bind, kinds in ((right, left, ("inf", "min")), (left, right, ("sup", "max")))
                 if bind[0] == "bind" and bind[1] in kinds]
    for side, (_, _, sort, guard, body) in found:
        if substitute(body, {0: term}) == side:
            if guard is not None:
                require(step, at(guard, term))
            fits(step, term, sort)
            return step.facts.everywhere(sort, body)
    raise Rejected("the formula is not f(t) ≤ sup f for that term")

def last_term(step):
    step.one(0)
    match step.formula:
        case ["relation", "=", ["bind", "sum", ["symbol", more], None, f] as total,
              ["op", "add", [["bind", "sum", ["symbol", size], None, g], last], *_]]:
            need(step.facts.same(more, op("add", size, ONE)), "not one symbol more")
            demand(f == g and substitute(f, {0: size}) == last, "the sums are of other terms")
            return step.facts.poly(total)
    raise Rejected("the formula doesn't take the last term off a sum")

def finite_term(step):
    demand(step.premises, "the rule takes a premise")
    match step.premises[0].formula, step.formula:
        case ["relation", sign, ["bind", "sum", sort, None, body], right], ["relation", "<", part, ["number", "inf"]]:
            term = step.term("term")
            demand(substitute(body, {0: term}) == part, "it isn't the body")
            fits(step, term, sort)
            if sign != "<":
                step.facts.poly(right)
            return step.facts.everywhere(sort, body)
    raise Rejected("the formula is not f(t) < ∞")

def defined(step):
    match step.formula:
        case ["relation", "=" | "<=", left, right] if step.same(left, right):
            return step.facts.valued(left)
    raise Rejected("the formula is not t = t")

def obvious(step):
    for part in conjuncts(step.formula):
        step.facts.obvious(part)

RULES = {
    "assume": assume, "discharge": discharge, "propositional": propositional, "obvious": obvious,
    "generalise": generalise, "specialise": specialise, "exhibit": exhibit, "obtain": obtain,
    "cite": cite, "rewrite": rewrite, "order": order, "transitive": transitive, "turn": turn,
    "sum": sums, "bound-sup": bound_sup, "below-sup": below_sup, "last-term": last_term,
    "finite-term": finite_term, "defined": defined,
}
