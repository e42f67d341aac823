"""Proofs, step by step: exactly, by rules written here.

Logic, order, citations, sums and suprema are in `logic`, identities and products of facts in
`arithmetic`, certificates (of scalar inequalities, linear derivations, convexity) in `analysis`. A
step whose side conditions this checker can't show counts as not exact. It is tried: instances are
drawn, and where its premises certainly hold and its formula certainly doesn't, it is rejected. The
statement, and what it cites, are tried likewise.
"""

import math
import random
from fractions import Fraction

import analysis
import arithmetic
import integrals
import logic
from evaluation import whole
from logic import Step, Unshown, conclude
from meanings import Reading
from reals import Precision, Rejected, Unsupported
from statements import (
    goal,
    normal,
    opened_statement,
    rational,
    read_formula,
    read_variable,
)
from trees import Canonical, conjuncts, substitute

INSTANCES, BITS, CELLS = 8, 96, 400
# These are enclosed by so many cells that an instance costs more than it tells.
COSTLY = {"law_information", "gaussian_information", "gaussian_mixture", "law_mixture", "lip_curve"}
FIELDS = {"schema", "kind", "claim", "statement", "digest", "parts", "cites", "shared", "seal"}
# Their premises speak of an arbitrary value, so that one value of it tells nothing.
HYPOTHESIS = "induction hypothesis"
RULES = {**logic.RULES, **arithmetic.RULES, **analysis.RULES, **integrals.RULES}
ARBITRARY = {"assume", "generalise", "bound-sup", "sum", "unbounded", "intermediate", "dependence",
             *integrals.RULES}


# --- instances ------------------------------------------------------------------------------------


def draw(sort, generator, judge, env):
    """A move of a sort; small, with zeros and equal laws among the laws."""
    def size(term):
        return whole(judge.term(term, env))

    def shape(term):
        return math.prod(judge.term(term, env))

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
        return [str(Fraction(weight, sum(weights))) for weight in weights]

    def laws(count, outputs):
        if count * outputs > CELLS:
            raise Unsupported("an instance that is too large")
        same = law(outputs) if generator.randrange(6) == 0 else None
        return [same or law(outputs) for _ in range(count)]

    match sort:
        case ["real", low, high, low_open, high_open]:
            closed = [end for end, left_out in ((low, low_open), (high, high_open))
                      if end is not None and not left_out]
            at_end = closed and generator.randrange(5) == 0
            return generator.choice(closed) if at_end else str(real(low, high))
        case ["size", low, high]:
            value = low + generator.randrange(3)
            return value if high is None else min(value, high)
        case ["symbol", count]:
            return generator.randrange(size(count))
        case ["event", count]:
            return [s for s in range(size(count)) if generator.randrange(2)]
        case ["pmf", count]:
            return law(size(count))
        case ["reals", count, element]:
            return [draw(element, generator, judge, env) for _ in range(size(count))]
        case ["channel", inputs, outputs]:
            return laws(size(inputs), size(outputs))
        case ["joint", _, sizes]:
            return laws(1, math.prod(map(size, sizes)))[0]
        case ["database"]:
            return [generator.randrange(1, 4) for _ in range(generator.randrange(1, 3))]
        case ["mechanism", database, outputs]:
            return laws(shape(database), size(outputs))
        case ["prior", database, "any", _]:
            return laws(1, shape(database))[0]
    raise Unsupported(f"no instances of a {sort[0]} are drawn")


class Trial(Reading):
    """Terms at an instance, without what costs too much."""

    def term(self, term, env):
        if term[0] == "op" and term[1] in COSTLY:
            raise Unsupported("an instance that is too costly")
        return super().term(term, env)


def truth(formula, env):
    """Whether a formula holds at an instance: None where it can't be told."""
    Precision.bits = BITS
    judge = Trial()
    try:
        found = judge.truth(formula, env)
    except (ArithmeticError, ValueError, LookupError, TypeError):
        return None
    return None if judge.assumed else found


def instances(variables, generator, count=INSTANCES):
    """Some instances of the variables, those that could be drawn."""
    for _ in range(count):
        Precision.bits, judge, env = BITS, Trial(), {}
        try:
            for name, sort, _ in variables:
                env[name] = judge.value_of(sort, draw(sort, generator, judge, env), env)
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
        self.inequalities = set()  # Scalar ones that were shown, as text.

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
    if rule not in RULES:
        raise Rejected("there is no such rule")
    try:
        RULES[rule](step)
    except (Unshown, Unsupported):
        return False
    return True


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
