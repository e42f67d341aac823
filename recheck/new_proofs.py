"""Proofs, step by step: exactly, by rules written here.

Logic, order, citations, sums and suprema are in `new_logic`, convexity and integrals in
`new_analysis` and `new_integrals`; identities, products of facts, scalar inequalities and entropies
are checked by the algebra. A step that isn't shown is “unsupported”, with the reason.
"""

from fractions import Fraction

import draft_algebra
import draft_scalars
import new_analysis
import new_integrals
import new_logic
from draft_algebra import ONE, Unshown, conjuncts, normal, op, opened, substitute
from reals import Rejected, demand
from new_laws import declare, kind, read_formula, read_statement
from new_logic import Step, conclude, may_be_empty

FIELDS = {"schema", "kind", "claim", "statement", "digest", "parts", "cites", "shared", "seal"}
HYPOTHESIS = "induction hypothesis"
# What data without a meaning may raise: it has shown nothing.
MEANINGLESS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)

def by_algebra(check):
    """A rule that looks at a step's formula, premises' formulas and data alone."""
    def rule(step):
        premises = [premise.formula for premise in step.premises]
        try:
            shown = check((step.written["rule"], step.formula, premises, step.data, step.scope))
        except Rejected as error:  # Equal numbers may have other normal forms.
            raise Unshown(str(error)) from None
        if shown is False:
            raise Unshown("the sides have other normal forms")
    return rule

RULES = {**new_logic.RULES, **new_analysis.RULES, **new_integrals.RULES,
         "identity": by_algebra(draft_algebra.identity), "scalar": by_algebra(draft_scalars.scalar),
         "shannon": by_algebra(draft_scalars.shannon), "arithmetic": by_algebra(draft_scalars.arithmetic)}

class Proof:
    """What the steps of one list share: the scope, and what may be cited."""

    def __init__(self, scope, statements, local):
        self.scope, self.keys = scope, {}
        # Those that may have no value.
        self.doubtful = {name for name, sort in scope.items() if may_be_empty(sort, scope)}
        self.statements, self.local, self.cited = statements, local, set()

    def key(self, tree):
        """The text of a tree, remembered by its identity."""
        if id(tree) not in self.keys:
            self.keys[id(tree)] = tree, repr(tree)  # It stays alive.
        return self.keys[id(tree)][1]

    def library(self, name):
        """A statement that may be cited, and the variables that are fixed in it."""
        if name in self.local:
            return self.local[name]
        if name not in self.statements:
            kind = Unshown if name.startswith("definition/") else Rejected
            raise kind(f"{name!r} isn't among what the proof cites")
        self.cited.add(name)
        return read_statement(opened(self.statements[name])), ()

def check_proof(certificate, sealed, definitions=None):
    """Recheck a proof: (rule, "exact" or "unsupported", why) for each step.

    Args:
        definitions: the statements of the definitions that may be cited, by key.

    Raises:
        Rejected: a step doesn't follow, or the steps don't show the statement.
    """
    demand(set(certificate) == FIELDS and certificate["schema"] == 1, "a proof of another form")
    demand(certificate["seal"] == sealed(certificate), "the seal doesn't fit the content")
    cites, trees = certificate["cites"], []
    for name in cites:
        demand(name != HYPOTHESIS and not name.startswith("definition/"), f"{name} isn't for a proof to state")
    for tree in certificate["shared"]:
        trees.append(opened(tree, trees))
    parts, statement = opened(certificate["parts"], trees), read_statement(opened(certificate["statement"]))
    counts, cited = [], set()
    wanted = parts_of(statement, parts["induction"])
    for place, (part, written) in enumerate(zip(wanted, parts["lists"], strict=True)):
        local = {HYPOTHESIS: (statement, (parts["induction"],))} if place else {}
        cited |= check_steps(part, written, {**(definitions or {}), **cites}, local, counts)
    unused = set(cites) - cited
    demand(not unused or any(how != "exact" for _, how, _ in counts), f"the proof doesn't cite {sorted(unused)}")
    return counts

def parts_of(statement, size):
    """(variables, hypotheses, conclusion) that each list of steps must show: one, or for an
    induction on a size the least value and the next one."""
    variables, given, then, quantifier = statement
    demand(quantifier == "forall", "a derivation shows a statement about every instance")
    values = [{}]
    if size is not None:
        (own,) = (item for item in variables if item[0] == size and item[1][0] == "size")
        demand(own[1][2] is None, "an induction on what has an upper end")
        values = [{size: ["number", str(own[1][1])]}, {size: op("add", ["var", size], ONE)}]
    found = []
    for place, chosen in enumerate(values):
        declared = [[name, sort if name == size else substitute(sort, chosen), symbol]
                    for name, sort, symbol in variables if place or name != size]
        found.append((declared, *(normal(substitute(part, chosen)) for part in (["and", given], then))))
    return found

def empty(sort):
    """Whether a sort of numbers certainly has no value: anything can be shown about that."""
    if sort[0] not in ("real", "size") or None in sort[1:3]:
        return False
    low, high = (Fraction(end) for end in sort[1:3])
    return low > high or (low == high and any(sort[3:]))

def read_data(value, scope):
    """Data of a step, its definitions expanded; a variable must be one in force."""
    match value:
        case ["term", term]:
            kind(term, scope)
        case ["terms", dict(values)]:
            [kind(term, scope) for term in values.values()]
        case ["formula", formula]:
            return ["formula", read_formula(formula, scope)]
        case ["variable", [str(name), sort, _]]:
            # What holds of a variable of one sort isn't arbitrary in another.
            demand(scope.get(name) == sort, f"{name} is of two sorts, or of none")
        case ["list", [*items]]:
            return ["list", [read_data(item, scope) for item in items]]
    return value

def check_steps(part, written, statements, local, counts):
    """Recheck a list of steps; (rule, how, why) is added to `counts` for each. What it cites."""
    variables, given, then = part
    scope = {}
    for name, sort, _ in [*variables, *written["fixed"]]:
        declare(name, sort, scope)
        demand(not empty(sort), f"{name} ranges over nothing")
    proof, theorems, used = Proof(scope, statements, local), [], set()
    for number, step in enumerate(written["steps"]):
        where, how = f"step {number + 1} ({step['rule']})", ("exact", "")
        demand(set(step) == {"rule", "formula", "from", "data"} and step["rule"] in RULES, f"{where}: no such rule")
        demand(all(type(place) is int and 0 <= place < number for place in step["from"]),
               f"{where}: it uses a step that doesn't come before it")
        used |= set(step["from"])
        try:
            data = {name: read_data(value, scope) for name, value in step["data"].items()}
            found = Step(proof, {**step, "data": data}, normal(read_formula(step["formula"], scope)),
                         [theorems[place] for place in step["from"]])
            try:
                RULES[step["rule"]](found)
            except Rejected:
                raise
            except MEANINGLESS as error:
                how = "unsupported", f"{type(error).__name__}: {error}"
            theorems.append(conclude(found))
        except Rejected as error:
            raise Rejected(f"{where}: {error}") from None
        counts.append((step["rule"], *how))
    demand(theorems, "the proof has no steps")
    demand(set(range(len(theorems) - 1)) <= used, "a step is never used")
    last, key = theorems[-1], proof.key
    demand(key(then) == key(last.formula), "the last step is not the claim's conclusion")
    allowed = {key(part) for formula in given[1] for part in [formula, *conjuncts(formula)]}
    demand(set(last.hypotheses) <= allowed, "the proof assumes what the claim doesn't")
    unsure = last.rests - {name for name, _, _ in variables}
    demand(not unsure, f"the proof rests on a value of {sorted(unsure)}, which may have none")
    return proof.cited
