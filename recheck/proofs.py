"""Proofs, step by step: exactly where the rule is written here, else tried at instances.

Logic, order, citations, sums and suprema (`logic`), identities and products of facts
(`arithmetic`) and linear derivations between entropies (below) are rechecked exactly. A step whose
side conditions or algebra this checker can't reproduce is tried: instances are drawn, and where its
premises certainly hold and its formula certainly doesn't, it is rejected. So are trees of scalar
rules and convexity. The statement, and what it cites, are tried likewise.
"""

import math
import random
from fractions import Fraction

import arithmetic
import intervals as iv
import logic
from evaluation import Evaluation, whole
from intervals import Precision
from logic import Step, Unshown, conclude
from quantities import Event, Queries, Rejected, Table
from statements import (
    Unsupported,
    goal,
    kind_of,
    normal,
    rational,
    read_formula,
    read_variable,
    sort_of,
)
from trees import Canonical, conjuncts, substitute

INSTANCES, BITS, CELLS = 8, 96, 400
FIELDS = {"schema", "kind", "claim", "statement", "digest", "parts", "cites", "shared", "seal"}
# Their premises speak of an arbitrary value, so that one value of it tells nothing.
HYPOTHESIS = "induction hypothesis"
RULES = {**logic.RULES, **arithmetic.RULES}
UNSUPPORTED = {"chord", "tangent"}
ARBITRARY = {"assume", "generalise", "bound-sup", "sum"}


# --- linear derivations ---------------------------------------------------------------------------


class Form:
    """A linear form in the entropies H(S), S a set of variables, numeric variables, and 1 (key ()).

    `scope` has the sorts of the variables in force.
    """

    def __init__(self, joint, scope):
        self.joint, self.scope, self.parts = joint, scope, {}
        self.names = sort_of(joint, scope)[1]

    def add(self, key, factor):
        value = self.parts.get(key, 0) + factor
        self.parts[key] = value
        if value == 0:
            del self.parts[key]

    def entropy(self, variables, factor):
        if variables:
            self.add(frozenset(variables), factor)

    def information(self, groups, factor):
        """I(A;B|C) = H(AC) + H(BC) − H(ABC) − H(C)."""
        a, b, c = (self.group(group) for group in groups)
        for variables, times in ((a | c, 1), (b | c, 1), (a | b | c, -1), (c, -1)):
            self.entropy(variables, times * factor)

    def group(self, written):
        names = written.split(",") if written else []
        if len(set(names)) < len(names) or not set(names) <= set(self.names):
            raise Rejected(f"{written!r} is no group of variables of the joint law")
        return set(names)

    def disjoint(self, *groups):
        if len(set().union(*map(self.group, groups))) < sum(len(self.group(g)) for g in groups):
            raise Rejected("groups of variables that overlap")

    def read(self, term, factor):
        """Add a term, times a number."""
        number = constant(term)
        if number is not None:
            self.add((), factor * number)
            return
        match term:
            case ["op", "add" | "sub" as head, [left, right], _, _]:
                self.read(left, factor)
                self.read(right, factor if head == "add" else -factor)
            case ["op", "neg", [body], _, _]:
                self.read(body, -factor)
            case ["op", "mul", [left, right], _, _] if constant(left) is not None:
                self.read(right, factor * constant(left))
            case ["op", "mul" | "div" as head, [left, right], _, _] if constant(right) is not None:
                number = constant(right)
                if head == "div" and number == 0:
                    raise Rejected("a division by 0")
                self.read(left, factor * number if head == "mul" else factor / number)
            case ["op", "joint_entropy", [_], _, [group, given]]:
                self.disjoint(group, given)
                self.information((group, group, given), factor)
            case ["op", "joint_information", [_], _, [first, second, given]]:
                self.disjoint(first, second, given)
                self.information((first, second, given), factor)
            case ["var", name] if kind_of(self.scope[name]) == "number":
                self.add(name, factor)
            case _:
                # It may be infinite or undefined.
                raise Unsupported("a linear derivation with other terms than these")


def constant(term):
    """The number that a term without variables is, by field operations; None elsewhere."""
    match term:
        case ["number", text] if text != "inf":
            return Fraction(text)
        case ["op", "neg", [body], _, _]:
            value = constant(body)
            return None if value is None else -value
        case ["op", "add" | "sub" | "mul" | "div" as head, [left, right], _, _]:
            one, two = constant(left), constant(right)
            if one is None or two is None or (head == "div" and two == 0):
                return None
            return {"add": iv.add, "sub": iv.sub, "mul": iv.mul, "div": iv.div}[head](one, two)
    return None


def relations(formula):
    """The relations that a formula in normal form is a conjunction of."""
    if formula[0] == "and":
        return [part for item in formula[1] for part in relations(item)]
    if formula[0] != "relation":
        raise Rejected("a linear derivation uses relations only")
    return [formula]


def joint_laws(node):
    """All joint laws whose entropies occur in a tree."""
    if not isinstance(node, list):
        return []
    found = [law for part in node for law in joint_laws(part)]
    if node[:1] == ["op"] and node[1] in ("joint_entropy", "joint_information"):
        found.append(node[2][0])
    return found


def check_linear(conclusion, premises, certificate, scope):
    """The conclusion as a combination of the premises and of informations, which are at least 0.

    Args:
        conclusion: a relation with ≤ or =, in normal form; premises: formulas in normal form.
        scope: the sorts of the variables in force.
    """
    known = [part for premise in premises for part in relations(premise)]
    (target,) = relations(conclusion)
    laws = joint_laws([target, *known])
    if not laws or any(law != laws[0] for law in laws) or target[1] == "<":
        raise Rejected("a linear derivation is of one relation, not strict, on one joint law")
    directions = {"at_most": 1} | ({"at_least": -1} if target[1] == "=" else {})
    if set(certificate) != set(directions):
        raise Rejected("a linear derivation of other directions")
    for direction, times in directions.items():
        combination = certificate[direction]
        rest = Form(laws[0], scope)
        rest.read(target[3], times)
        rest.read(target[2], -times)
        if set(combination) != {"information", "premises"} or (
                len(combination["premises"]) != len(known)):
            raise Rejected("a combination has other parts than it must")
        for *groups, text in combination["information"]:
            if rational(text) < 0:
                raise Rejected("an information has a negative multiplier")
            rest.information(groups, -rational(text))
        for text, premise in zip(combination["premises"], known, strict=True):
            factor = rational(text)
            if factor < 0 and premise[1] != "=":
                raise Rejected("an inequality has a negative multiplier")
            rest.read(premise[3], -factor)
            rest.read(premise[2], factor)
        # What is left must be a number that is at least 0.
        if rest.parts.pop((), 0) < 0 or rest.parts:
            raise Rejected("the combination is not the difference of the sides")


# --- instances ------------------------------------------------------------------------------------


def draw(sort, generator, judge, env):
    """A value of a sort; small, with zeros and equal laws among the laws."""
    def size(term):
        return whole(judge.term(term, env))

    def real(low, high):
        low, high = (None if end is None else rational(end) for end in (low, high))
        step = Fraction(generator.randrange(1, 40), generator.choice([4, 10, 16, 40]))
        if low is not None and high is not None:
            return low + (high - low) * Fraction(generator.randrange(1, 16), 16)
        if low is None and high is None:
            return step * generator.choice([-1, 1])
        return low + step if low is not None else high - step

    def law(count):
        weights = [generator.choice([0, 1, 1, 2, 3, 7]) for _ in range(count)]
        weights[generator.randrange(count)] += 1
        return [Fraction(weight, sum(weights)) for weight in weights]

    def laws(count, outputs):
        if count * outputs > CELLS:
            raise Unsupported("an instance that is too large")
        same = law(outputs) if generator.randrange(6) == 0 else None
        return [same or law(outputs) for _ in range(count)]

    match sort:
        case ["real", low, high, low_open, high_open]:
            closed = [rational(end) for end, left_out in ((low, low_open), (high, high_open))
                      if end is not None and not left_out]
            return generator.choice(closed) if closed and generator.randrange(5) == 0 else real(
                low, high)
        case ["size", low, high]:
            value = low + generator.randrange(3)
            return Fraction(value if high is None else min(value, high))
        case ["symbol", count]:
            return Fraction(generator.randrange(size(count)))
        case ["event", count]:
            chosen = (s for s in range(size(count)) if generator.randrange(2))
            return Event(size(count), frozenset(chosen))
        case ["pmf", count]:
            return law(size(count))
        case ["reals", count, element]:
            return [draw(element, generator, judge, env) for _ in range(size(count))]
        case ["channel", inputs, outputs]:
            return laws(size(inputs), size(outputs))
        case ["joint", names, sizes]:
            shape = tuple(map(size, sizes))
            return Table(shape, laws(1, math.prod(shape))[0], names)
        case ["database"]:
            return tuple(generator.randrange(1, 4) for _ in range(generator.randrange(1, 3)))
        case ["mechanism", database, outputs]:
            shape = judge.term(database, env)
            return Table(shape, laws(math.prod(shape), size(outputs)))
        case ["queries", "independent", database, count, outputs]:
            shape = judge.term(database, env)
            tables = [laws(math.prod(shape), size(outputs)) for _ in range(size(count))]
            return Queries("independent", tables, shape, size(outputs), [])
    raise Unsupported(f"no instances of a {sort[0]} are drawn")


def truth(formula, env):
    """Whether a formula holds at an instance: None where it can't be told."""
    Precision.bits = BITS
    judge = Evaluation({})
    try:
        found = judge.truth(formula, env)
    except (ArithmeticError, ValueError, LookupError, TypeError):
        return None
    return None if judge.assumed else found


def instances(variables, generator, count=INSTANCES):
    """Some instances of the variables, those that could be drawn."""
    for _ in range(count):
        Precision.bits, judge, env = BITS, Evaluation({}), {}
        try:
            for name, sort, _ in variables:
                env[name] = draw(sort, generator, judge, env)
        except (ArithmeticError, ValueError, LookupError, TypeError):
            continue
        yield env


def try_statement(statement, what):
    """Refuse a universal statement that an instance breaks; whether any instance told."""
    try:
        variables, body, _ = goal(statement, "refutation")
    except (Rejected, Unsupported):
        return False  # An existence claim, or one whose refutation no instance decides.
    told = [truth(body, env) for env in instances(variables, random.Random(what))]
    if True in told:
        raise Rejected(f"{what} is false at an instance")
    return False in told


# --- proofs ---------------------------------------------------------------------------------------


def opened(value, trees):
    """A tree with its references replaced, each by an earlier tree."""
    match value:
        case ["#", int(place)]:
            if not 0 <= place < len(trees):
                raise Rejected("a reference goes nowhere")
            return trees[place]
        case dict():
            return {name: opened(part, trees) for name, part in value.items()}
        case list():
            return [opened(part, trees) for part in value]
    return value


def replaced(node, name, term):
    """A tree of sorts or terms with a variable replaced by a term."""
    if isinstance(node, list):
        return term if node == ["var", name] else [replaced(part, name, term) for part in node]
    return node


def parts_of(statement, induction):
    """The variables in force in each list of steps: one, or two for an induction on a size."""
    variables = statement["variables"]
    if induction is None:
        return [variables]
    (size,) = (item for item in variables if item[0] == induction and item[1][0] == "size")
    others = [item for item in variables if item[0] != induction]
    low = ["number", str(size[1][1])]
    following = ["op", "add", [["var", induction], ["number", "1"]], ["size", 0, None], []]
    return [
        [[name, replaced(sort, induction, low), symbol] for name, sort, symbol in others],
        [size] + [[name, replaced(sort, induction, following), s] for name, sort, s in others],
    ]


class Proof:
    """What the steps of one list share: scope, hypotheses of the claim, and what may be cited."""

    def __init__(self, statement, variables, statements, local):
        self.scope, self.key = {}, Canonical()
        self.statement, self.variables = statement, variables
        self.statements, self.local, self.cited = statements, local, set()

    def library(self, name):
        """A statement that may be cited, and the variables that are fixed in it."""
        if name in self.local:
            return self.local[name]
        if name not in self.statements:
            if name.startswith("definition/"):
                raise Unshown("a definition that isn't given here")
            raise Rejected(f"{name!r} isn't among what the proof cites")
        self.cited.add(name)
        return opened_statement(self.statements[name]), ()


def opened_statement(statement):
    """(variables, hypotheses, conclusion, quantifier), read."""
    scope, variables = {}, []
    for item in statement["variables"]:
        var, scope = read_variable(item, scope)
        variables.append(var)
    given = [read_formula(part, scope) for part in statement["given"]]
    return variables, given, read_formula(statement["then"], scope), statement["quantifier"]


def check_proof(certificate, sealed, definitions=None):
    """Recheck a proof; what each step counted as is returned: exact, tried or unsupported.

    Args:
        definitions: the statements of the definitions that may be cited, by key.

    Raises:
        Rejected: a step doesn't follow, or something is false at an instance.
    """
    if set(certificate) != FIELDS or certificate["schema"] != 1:
        raise Rejected("a proof of another form")
    if certificate["seal"] != sealed(certificate):
        raise Rejected("the seal doesn't fit the content")
    statement = certificate["statement"]
    if goal(statement, "refutation")[2] != certificate["digest"]:
        raise Rejected("the digest is not that of the statement's goal")
    for what, tried in [("the statement", statement), *certificate["cites"].items()]:
        if what.startswith("definition/") or what == HYPOTHESIS:
            raise Rejected(f"{what} isn't for a proof to state")
        try_statement(tried, what)
    trees = []
    for tree in certificate["shared"]:
        trees.append(opened(tree, trees))
    parts = opened(certificate["parts"], trees)
    scopes = parts_of(statement, parts["induction"])
    wanted = claims_of(statement, parts["induction"])
    known = {**(definitions or {}), **certificate["cites"]}
    counts, cited = [], set()
    for place, (variables, written) in enumerate(zip(scopes, parts["lists"], strict=True)):
        local = {}
        if place == 1:
            local[HYPOTHESIS] = opened_statement(statement), (parts["induction"],)
        proof = Proof(wanted[place], variables, known, local)
        check_steps(proof, written, counts)
        cited |= proof.cited
    unused = set(certificate["cites"]) - cited
    if unused and all(status == "exact" for _, status in counts):
        raise Rejected(f"the proof lists {min(unused)} and doesn't cite it")
    return counts


def claims_of(statement, induction):
    """(hypotheses, conclusion) that each list of steps must show, in normal form."""
    _, given, then, quantifier = opened_statement(statement)
    if quantifier != "forall":
        raise Rejected("a derivation shows a statement about every instance")
    if induction is None:
        values = [{}]
    else:
        (low,) = (sort[1] for name, sort, _ in statement["variables"] if name == induction)
        following = ["op", "add", [["var", induction], ["number", "1"]], ["size", 0, None], []]
        values = [{induction: ["number", str(low)]}, {induction: following}]
    return [([normal(substitute(part, chosen)) for part in given],
             normal(substitute(then, chosen))) for chosen in values]


def empty(sort):
    """Whether a sort of numbers certainly has no value: anything can be shown about that."""
    if sort[0] not in ("real", "size") or None in sort[1:3]:
        return False
    low, high = (Fraction(end) for end in sort[1:3])
    return low > high or (low == high and any(sort[3:]))


def check_steps(proof, written, counts):
    """Recheck a list of steps; (rule, how) is added to `counts` for each."""
    scope, declared = {}, []
    for item in [*proof.variables, *written["fixed"]]:
        var, scope = read_variable(item, scope)
        if empty(var[1]) or var[0] in (name for name, _, _ in declared):
            raise Rejected(f"{var[0]} ranges over nothing, or is declared twice")
        declared.append(var)
    proof.scope = scope
    formulas, steps, theorems, shown = [], written["steps"], [], []
    for step in steps:
        formulas.append(normal(read_formula(step["formula"], scope)))
    for number, step in enumerate(steps):
        for what in step["data"].values():
            # What holds of a variable of one sort isn't arbitrary in another.
            if what[0] == "variable" and (
                    what[1][0] not in scope
                    or read_variable(what[1], scope)[0][1] != scope[what[1][0]]):
                raise Rejected(f"{what[1][0]} is of two sorts, or of none")
        if any(type(place) is not int or not 0 <= place < number for place in step["from"]):
            raise Rejected(f"step {number + 1} uses a step that doesn't come before it")
        premises = [theorems[place] for place in step["from"]]
        found = Step(proof, step, formulas[number], premises)
        try:
            shown.append(apply_rule(found, step["rule"]))
        except Rejected as error:
            raise Rejected(f"step {number + 1} ({step['rule']}): {error}") from None
        theorems.append(conclude(found))
    finish(proof, steps, theorems)
    open_steps = [number for number, exact in enumerate(shown) if not exact]
    tried = try_steps(declared, steps, formulas, open_steps)
    for number, step in enumerate(steps):
        status = "exact" if shown[number] else "tried" if number in tried else "unsupported"
        counts.append((step["rule"], status))


def apply_rule(step, rule):
    """Whether the rule is shown to give the step's formula; raises Rejected if it doesn't."""
    if rule == "shannon":
        _, certificate = step.data["certificate"]
        try:
            check_linear(step.formula, [p.formula for p in step.premises], certificate, step.scope)
        except Unsupported:
            return False
        return True
    if rule == "scalar":
        try_scalar(step)
        return False
    if rule not in RULES:
        if rule not in UNSUPPORTED:
            raise Rejected("there is no such rule")
        return False
    try:
        RULES[rule](step)
    except (Unshown, Unsupported):
        return False
    return True


def try_scalar(step):
    """A scalar inequality is tried at instances; that the step is an instance of it is checked.
    Its certificate, a tree of rules, isn't rechecked."""
    statement = step.get("statement", "statement")
    try_statement(statement, "a scalar inequality")
    try:
        logic.apply_statement(step, opened_statement(statement))
    except (Unshown, Unsupported):
        return


def finish(proof, steps, theorems):
    """The last step must be the claim, under no other hypotheses; every other step is used."""
    if not theorems:
        raise Rejected("the proof has no steps")
    used = {place for step in steps for place in step["from"]}
    if set(range(len(steps) - 1)) - used:
        raise Rejected("a step is never used")
    given, then = proof.statement
    last = theorems[-1]
    if proof.key(then) != proof.key(last.formula):
        raise Rejected("the last step is not the claim's conclusion")
    allowed = {proof.key(part) for formula in given for part in [formula, *conjuncts(formula)]}
    if set(last.hypotheses) - allowed:
        raise Rejected("the proof assumes what the claim doesn't")
    unsure = last.rests - {name for name, _, _ in proof.variables}
    if unsure:
        raise Rejected(f"the proof rests on a value of {min(unsure)}, which may have none")


def try_steps(declared, steps, formulas, numbers):
    """Those of the given steps that were tried at an instance where their premises hold."""
    seen = set()
    used = {place for number in numbers for place in [number, *steps[number]["from"]]}
    for env in instances(declared, random.Random(len(steps))) if used else ():
        told = {place: truth(formulas[place], env) for place in sorted(used)}
        for number in numbers:
            rule = steps[number]["rule"]
            if rule in ARBITRARY or told[number] is None:
                continue
            if all(told[place] for place in steps[number]["from"]):
                seen.add(number)
                if told[number] is False:
                    raise Rejected(f"step {number + 1} ({rule}) doesn't follow at an instance")
    return seen
