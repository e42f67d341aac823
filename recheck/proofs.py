"""Proofs, step by step: exactly, by rules written here (`rules`).

A step whose side conditions this checker can't show counts as not exact. The statement, what it
cites, and steps that aren't exact are tried at instances (`trials`); the check doesn't rest on
that.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from recheck.affine import seeks
from recheck.errors import Rejected, Unshown, Unsupported, demand
from recheck.forms import Facts
from recheck.goals import goal, normal
from recheck.rules import RULES
from recheck.signatures import COUNT
from recheck.statements import (
    Opened,
    opened_statement,
    read_formula,
    read_variable,
    read_variables,
)
from recheck.steps import Step, Theorem
from recheck.trees import Canonical, Key, Scope, Tree, conjuncts, substitute
from recheck.trials import try_statement, try_steps

FIELDS = {"schema", "kind", "claim", "statement", "digest", "parts", "cites", "shared", "seal"}
HYPOTHESIS = "induction hypothesis"
DEFINITION = "definition/"
# A rule with how a step by it was rechecked: "exact", "tried" (at instances) or "unsupported".
Counted = tuple[str, str]


class Statements:
    """Statements by key, each read when it is first asked for."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.told = told
        self.read: dict[str, Opened] = {}

    def opened(self, key: str) -> Opened:
        """A statement's parts."""
        if key not in self.read:
            self.read[key] = opened_statement(self.told[key])
        return self.read[key]


class Checked(NamedTuple):
    """What a proof has shown, provided that what it cites holds.

    Attributes:
        steps: how each step was rechecked.
        cites: the statements that it cites, by key.
        definitions: the keys of the definitions that it unfolds.
        wanting: those that it would unfold, and that the caller didn't give.
    """

    steps: list[Counted]
    cites: Mapping[str, Any]
    definitions: list[str]
    wanting: list[str]


class Proof:
    """What the steps of one list share: variables, hypotheses of the claim, what may be cited."""

    def __init__(self, statement: tuple[list[Tree], Tree], sources: list[Statements],
                 local: Mapping[str, tuple[Opened, Collection[str]]]) -> None:
        self.statement, self.sources, self.local = statement, sources, local
        self.scope: Scope = {}
        self.key: Key = Canonical()
        self.cited: set[str] = set()
        self.wanting: set[str] = set()
        self.inequalities: set[str] = set()
        self.sure: dict[str, bool] = {}

    def unsure(self, name: str) -> bool:
        """Whether there may be no value of a variable, whatever the variables in its sort are."""
        if name not in self.sure:
            self.sure[name] = Facts([], self.scope, self.key).inhabited(self.scope[name])
        return not self.sure[name]

    def library(self, name: str) -> tuple[Opened, Collection[str]]:
        """A statement that may be cited, and the variables that are fixed in it."""
        if name in self.local:
            return self.local[name]
        for source in self.sources:
            if name in source.told:
                self.cited.add(name)
                return source.opened(name), ()
        if name.startswith(DEFINITION):
            self.wanting.add(name)
            raise Unshown("a definition that isn't given here")
        raise Rejected(f"{name!r} isn't among what the proof cites")


# --- the parts of a file --------------------------------------------------------------------------


def opened(value: Any, trees: list[Any]) -> Any:
    """A tree with its references replaced, each by an earlier tree."""
    match value:
        case ["#", place] if type(place) is int:
            demand(0 <= place < len(trees), "a reference goes nowhere")
            return trees[place]
        case dict():
            return {name: opened(part, trees) for name, part in value.items()}
        case list():
            return [opened(part, trees) for part in value]
    return value


class Part(NamedTuple):
    """One list of steps: the variables in force, and the (hypotheses, conclusion) that it shows."""

    variables: list[Tree]
    shows: tuple[list[Tree], Tree]


def parts_of(statement: Any, induction: str | None) -> list[Part]:
    """What must be shown: the statement, or the base and the step of an induction on a size."""
    _, given, then, quantifier = opened_statement(statement)
    demand(quantifier == "forall", "a derivation shows a statement about every instance")
    variables, values = statement["variables"], [dict[str, Tree]()]
    if induction is not None:
        (size,) = (item for item in variables if item[0] == induction)
        demand(size[1][0] == "size" and size[1][2] is None, "no size on which to induct")
        following = ["op", "add", [["var", induction], ["number", "1"]], COUNT, []]
        values = [{induction: ["number", str(size[1][1])]}, {induction: following}]
    found = []
    for place, chosen in enumerate(values):
        others = [[name, substitute(sort, chosen), symbol] for name, sort, symbol in variables
                  if name != induction]
        kept = [item for item in variables if place and item[0] == induction]
        shows = ([normal(substitute(part, chosen)) for part in given],
                 normal(substitute(then, chosen)))
        found.append(Part([*kept, *others], shows))
    return found


def check_proof(certificate: Any, sealed: str, definitions: Statements | None = None,
                trials: bool = True) -> Checked:
    """Recheck a proof.

    Args:
        sealed: the seal that its content has.
        definitions: the statements of the definitions that may be cited.
        trials: whether statements, and steps that aren't exact, are tried at instances.

    Raises:
        Rejected: a step doesn't follow, or something is false at an instance.
    """
    if set(certificate) != FIELDS or type(certificate["schema"]) is not int or (
            certificate["schema"] != 1):
        raise Rejected("a proof of another form")
    demand(certificate["seal"] == sealed, "the seal doesn't fit the content")
    statement, cites = certificate["statement"], certificate["cites"]
    demand(goal(statement, "refutation")[2] == certificate["digest"],
           "the digest is not that of the statement's goal")
    for key in cites:
        if key.startswith(DEFINITION) or key == HYPOTHESIS:
            raise Rejected(f"{key} isn't for a proof to state")
    for what, told in [("the statement", statement), *cites.items()] if trials else ():
        try_statement(told, what)
    trees: list[Any] = []
    for tree in certificate["shared"]:
        trees.append(opened(tree, trees))
    written = opened(certificate["parts"], trees)
    demand(set(written) == {"induction", "lists"}, "a proof has lists of steps")
    sources = [Statements(cites), *([definitions] if definitions else [])]
    steps: list[Counted] = []
    cited: set[str] = set()
    wanting: set[str] = set()
    lists = zip(parts_of(statement, written["induction"]), written["lists"], strict=True)
    for place, (part, own) in enumerate(lists):
        local = {HYPOTHESIS: (opened_statement(statement), {written["induction"]})}
        proof = Proof(part.shows, sources, local if place else {})
        steps += check_steps(proof, part.variables, own, trials)
        cited |= proof.cited
        wanting |= proof.wanting
    unused = set(cites) - cited
    if unused and all(how == "exact" for _, how in steps):
        raise Rejected(f"the proof lists {min(unused)} and doesn't cite it")
    return Checked(steps, cites, sorted(cited - set(cites)), sorted(wanting))


# --- steps ----------------------------------------------------------------------------------------


def check_steps(proof: Proof, variables: list[Tree], written: Any, trials: bool) -> list[Counted]:
    """Recheck a list of steps; (rule, how) for each."""
    demand(set(written) == {"fixed", "steps"}, "a list of steps fixes variables")
    declared, proof.scope = read_variables([*variables, *written["fixed"]], {})
    steps = written["steps"]
    formulas = [normal(read_formula(step["formula"], proof.scope)) for step in steps]
    demand(not any(map(seeks, formulas)), "no step may speak of every or some number or law")
    theorems: list[Theorem] = []
    open_steps = []
    for number, step in enumerate(steps):
        demand(set(step) == {"rule", "formula", "from", "data"}, "a step of another form")
        check_variables(step["data"], proof.scope)
        if any(type(place) is not int or not 0 <= place < number for place in step["from"]):
            raise Rejected(f"step {number + 1} uses a step that doesn't come before it")
        demand(step["rule"] in RULES, "there is no such rule")
        found = Step(proof, step, formulas[number], [theorems[place] for place in step["from"]])
        try:
            theorems.append(RULES[step["rule"]](found))
        except Unsupported:
            open_steps.append(number)
            theorems.append(Theorem(formulas[number], {}))
        except Rejected as error:
            raise Rejected(f"step {number + 1} ({step['rule']}): {error}") from None
    finish(proof, {name for name, _, _ in variables}, steps, theorems)
    tried = try_steps(declared, steps, formulas, open_steps) if trials else set()
    return [(step["rule"], "exact" if number not in open_steps else "tried" if number in tried
             else "unsupported") for number, step in enumerate(steps)]


def check_variables(data: Any, scope: Scope) -> None:
    """Refuse variables of other sorts than they are declared with: what holds of a variable of one
    sort isn't arbitrary in another."""
    for what in data.values():
        if what[0] == "variable" and (
                what[1][0] not in scope
                or read_variable(what[1], scope)[0][1] != scope[what[1][0]]):
            raise Rejected(f"{what[1][0]} is of two sorts, or of none")


def finish(proof: Proof, variables: set[str], steps: list[Any], theorems: list[Theorem]) -> None:
    """The last step must be the claim, under no other hypotheses, resting on the values of no other
    variables; every other step is used."""
    demand(theorems, "the proof has no steps")
    used = {place for step in steps for place in step["from"]}
    demand(not set(range(len(steps) - 1)) - used, "a step is never used")
    given, then = proof.statement
    last = theorems[-1]
    demand(proof.key(then) == proof.key(last.formula), "the last step isn't the claim's conclusion")
    allowed = {proof.key(part) for formula in given for part in [formula, *conjuncts(formula)]}
    demand(not set(last.hypotheses) - allowed, "the proof assumes what the claim doesn't")
    unsure = last.rests - variables
    if unsure:
        raise Rejected(f"the proof rests on a value of {min(unsure)}, which may have none")
