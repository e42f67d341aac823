"""Proofs as files: steps that the kernel checks one by one, ending in the claim itself.

A proof certificate holds the statement, the variables that its steps fix besides the statement's
own, and the steps; each names its rule, the formula that it shows and the earlier steps it uses. A
proof by induction on a size holds two lists of steps. What it cites is listed with the statements
cited; whether these hold is for whoever keeps them to say (`Checked.cites`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flint import fmpq

from verified.kernel import linear, real_functions  # noqa: F401 (they register their rules)
from verified.kernel.analysis import Function
from verified.kernel.certificate import seal
from verified.kernel.inference import conjuncts
from verified.kernel.polynomial import key_of
from verified.kernel.theorem import RULES, Library, Theorem, check_step
from verified.kernel.values import Rejected
from verified.quantities.definitions import DEFINITION, definitions
from verified.syntax import sorts
from verified.syntax.claims import Statement
from verified.syntax.formulas import Formula, substitute, substitute_sort
from verified.syntax.goals import goal, normal
from verified.syntax.serial import (
    Data,
    FormatError,
    Reader,
    data,
    digest,
    read_statement,
    sort_data,
    statement_data,
)
from verified.syntax.sorts import ClaimError
from verified.syntax.terms import Number, Op, Term, Var, free_variables
from verified.syntax.wellformed import (
    check_apart,
    check_node,
    check_scopes,
    check_statement,
)

SCHEMA = 1
FIELDS = ("schema", "kind", "claim", "statement", "digest", "parts", "cites", "shared", "seal")
HYPOTHESIS = "induction hypothesis"
# Normal forms call their own variables so; a fact on one of those would be a fact on every symbol.
RESERVED = ("#", "@", "&")
# Trees smaller than this aren't worth a reference.
SHARE_FROM = 24


@dataclass(frozen=True)
class CheckedProof:
    """What a proof certificate that holds has shown, provided that what it cites holds.

    Attributes:
        cites: the statements cited, by key, definitions left out.
        steps: how many steps were checked.
    """

    claim: str
    statement: Statement
    cites: Mapping[str, Statement]
    steps: int


@dataclass(frozen=True)
class Part:
    """One list of steps: what it must show, with the variables that it may use."""

    name: str
    statement: Statement
    local: Mapping[str, tuple[Statement, frozenset[str]]]


def parts_of(statement: Statement, induction: str | None) -> list[Part]:
    """What must be shown: the statement, or for an induction its base and its step.

    Raises:
        Rejected: the variable of the induction is no size of the statement without an upper end.
    """
    if statement.quantifier != "forall":
        raise Rejected("a derivation shows a statement about every instance")
    if induction is None:
        return [Part("proof", statement, {})]
    for var in statement.variables:
        if var.name == induction and isinstance(var.of, sorts.SizeSort) and var.of.high is None:
            base = _with_size(statement, var, Number(fmpq(var.of.low)), keep=False)
            following = Op("add", (var, Number(fmpq(1))), sorts.SizeSort(0))
            step = _with_size(statement, var, following, keep=True)
            known = {HYPOTHESIS: (statement, frozenset([var.name]))}
            return [Part("base", base, {}), Part("step", step, known)]
    raise Rejected(f"{induction} is no size of the statement on which to induct")


def _with_size(statement: Statement, size: Var, value: Term, keep: bool) -> Statement:
    """The statement with a size replaced by a term, in the sorts of the other variables too."""
    values = {size.name: value}
    variables = [size] if keep else []
    for var in statement.variables:
        if var.name != size.name:
            variables.append(Var(var.name, substitute_sort(var.of, values), var.symbol))
    chosen: dict[str, Term] = {**values, **{v.name: v for v in variables if v.name != size.name}}
    given = tuple(substitute(part, chosen) for part in statement.given)
    return Statement(tuple(variables), given, substitute(statement.then, chosen))


# --- writing --------------------------------------------------------------------------------------


def write_proof(
    claim: str,
    statement: Statement,
    induction: str | None,
    parts: Sequence[Mapping[str, Any]],
    cites: Mapping[str, Statement],
) -> dict[str, Any]:
    """The certificate of a proof.

    Args:
        parts: for each list of steps {"fixed": variables, "steps": [{"rule", "formula", "from",
            "data"}]}, in the order of `parts_of`.
        cites: every statement cited that is no definition.
    """
    written = {
        "induction": induction,
        "lists": [
            {
                "fixed": [_variable_data(var) for var in part["fixed"]],
                "steps": [step_data(step) for step in part["steps"]],
            }
            for part in parts
        ],
    }
    shared: list[Data] = []
    packed = _pack(written, shared, {})
    certificate = {
        "schema": SCHEMA,
        "kind": "proof",
        "claim": claim,
        "statement": statement_data(statement),
        "digest": digest(goal(statement, "refutation")),
        "parts": packed,
        "cites": {key: statement_data(cites[key]) for key in sorted(cites)},
        "shared": shared,
    }
    certificate["seal"] = seal(certificate)
    return certificate


def _variable_data(var: Var) -> Data:
    return [var.name, sort_data(var.of), var.symbol]


def step_data(step: Mapping[str, Any]) -> Data:
    """A step as a file holds it, before repeated trees are shared."""
    return {
        "rule": step["rule"],
        "formula": data(step["formula"]),
        "from": list(step["from"]),
        "data": {name: _tagged(value) for name, value in step["data"].items()},
    }


def _tagged(value: Any) -> Data:
    match value:
        case Function(variable, body):
            return ["function", _variable_data(variable), data(body)]
        case Var():
            return ["variable", _variable_data(value)]
        case Term():
            return ["term", data(value)]
        case Formula():
            return ["formula", data(value)]
        case Statement():
            return ["statement", statement_data(value)]
        case Mapping() if all(isinstance(term, Term) for term in value.values()):
            return ["terms", {name: data(term) for name, term in value.items()}]
        case list() | tuple():
            return ["list", [_tagged(item) for item in value]]
    return ["json", value]


def _pack(value: Data, shared: list[Data], known: dict[str, int]) -> Data:
    """The data with repeated trees replaced by ["#", place in `shared`]."""
    if isinstance(value, dict):
        return {name: _pack(part, shared, known) for name, part in value.items()}
    if not isinstance(value, list):
        return value
    text = json.dumps(value, separators=(",", ":"))
    if text in known:
        return ["#", known[text]]
    packed = [_pack(part, shared, known) for part in value]
    if len(text) < SHARE_FROM or not value or not isinstance(value[0], str):
        return packed
    known[text] = len(shared)
    shared.append(packed)
    return ["#", known[text]]


# --- checking -------------------------------------------------------------------------------------


def unpack(value: Data, shared: Sequence[Data]) -> Data:
    """The data with its references replaced; each refers to an earlier tree.

    Raises:
        FormatError: a reference goes nowhere.
    """
    trees: list[Data] = []

    def opened(part: Data) -> Data:
        if isinstance(part, list):
            if len(part) == 2 and part[0] == "#" and type(part[1]) is int:
                if not 0 <= part[1] < len(trees):
                    raise FormatError("a reference of the proof goes nowhere")
                return trees[part[1]]
            return [opened(inner) if isinstance(inner, list | dict) else inner for inner in part]
        if isinstance(part, dict):
            return {name: opened(inner) for name, inner in part.items()}
        return part

    for tree in shared:
        trees.append(opened(tree))
    return opened(value)


def check_proof(certificate: Any) -> CheckedProof:
    """Recheck a proof from its own content alone.

    Raises:
        FormatError: it isn't a proof certificate of this version.
        Rejected: a step doesn't follow, or the last one isn't the claim.
    """
    if not isinstance(certificate, dict) or certificate.get("kind") != "proof":
        raise FormatError("the certificate is no proof")
    schema = certificate.get("schema")
    if type(schema) is not int or schema != SCHEMA or set(certificate) != set(FIELDS):
        raise FormatError(f"a proof of schema {SCHEMA} has the fields {', '.join(FIELDS)}")
    if certificate["seal"] != seal(certificate):
        raise Rejected("the seal doesn't fit the content")
    try:
        return _check(certificate)
    except (Rejected, FormatError):
        raise
    except ClaimError as error:
        raise Rejected(f"the proof is malformed: {error}") from None
    except RecursionError:
        raise FormatError("the proof is nested too deeply") from None
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError,
            ValueError) as error:
        # Whatever it was, nothing has been shown.
        raise Rejected(f"the proof can't be read: {error}") from None


def _check(certificate: dict[str, Any]) -> CheckedProof:
    statement = _read_closed(certificate["statement"])
    if certificate["digest"] != digest(goal(statement, "refutation")):
        raise Rejected("the digest is not that of the statement's goal")
    cites = {str(key): _read_closed(value) for key, value in certificate["cites"].items()}
    for key in cites:
        if key.startswith(DEFINITION) or key == HYPOTHESIS:
            raise Rejected(f"{key} isn't for a proof to state")
    opened = unpack(certificate["parts"], certificate["shared"])
    library = Library({**definitions(), **cites})
    wanted = parts_of(statement, opened["induction"])
    if len(opened["lists"]) != len(wanted):
        raise FormatError("the proof has another number of parts than it needs")
    count = 0
    for part, written in zip(wanted, opened["lists"], strict=True):
        library.local = part.local
        steps = _read_steps(part, written)
        check_steps(part, steps, library)
        count += len(steps)
    unused = set(cites) - library.cited
    if unused:
        raise Rejected(f"the proof lists {min(unused)} and doesn't cite it")
    return CheckedProof(str(certificate["claim"]), statement, cites, count)


def _read_closed(value: Data) -> Statement:
    """A statement of a file, checked. It stands for itself, so the same text is the same one."""
    return _checked_statement(json.dumps(value))


@lru_cache(maxsize=1024)
def _checked_statement(text: str) -> Statement:
    statement = read_statement(json.loads(text))
    check_statement(statement)
    return statement


def _read_steps(part: Part, written: Mapping[str, Any]) -> list[dict[str, Any]]:
    reader = Reader({var.name: var for var in part.statement.variables})
    for item in written["fixed"]:
        if item[0] in reader.scope:
            raise Rejected(f"{item[0]} is fixed twice")
        check_node(reader.declare(item))
    for name in reader.scope:
        _check_name(name)
    steps = []
    for item in written["steps"]:
        formula = reader.formula(item["formula"])
        check_node(formula)
        check_scopes(formula)
        values = {name: _read(value, reader) for name, value in item["data"].items()}
        steps.append({
            "rule": item["rule"], "formula": formula, "from": item["from"], "data": values,
        })
    return steps


def _check_name(name: str) -> None:
    if not name or name.startswith(RESERVED):
        raise Rejected(f"{name!r} is no name for a variable of a proof")


def _read(value: Data, reader: Reader) -> Any:
    match value:
        case ["variable", item]:
            found: Any = Reader(dict(reader.scope)).declare(item)
            if reader.scope.get(found.name) != found:
                raise Rejected(f"{found.name} is another variable than the one of that name")
        case ["term", item]:
            found = reader.term(item)
        case ["formula", item]:
            found = reader.formula(item)
        case ["statement", item]:
            statement = read_statement(item)
            check_statement(statement)
            return statement
        case ["terms", dict(items)]:
            terms = {str(name): reader.term(item) for name, item in items.items()}
            for term in terms.values():
                check_node(term)
                check_scopes(term)
            return terms
        case ["function", variable, item]:
            inner = Reader(dict(reader.scope))
            var = inner.declare(variable)
            body = inner.term(item)
            _check_name(var.name)
            check_node(var)
            check_node(body)
            free = dict(check_scopes(body))
            free.pop(var.name, None)
            check_apart(var, free.values())
            return Function(var, body)
        case ["list", [*items]]:
            return [_read(item, reader) for item in items]
        case ["json", item]:
            return item
        case _:
            raise FormatError("a step has data of an unknown kind")
    check_node(found)
    check_scopes(found)
    return found


def steps_of(certificate: Mapping[str, Any]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The parts of a proof with their steps, read but not checked, for those who print them."""
    statement = read_statement(certificate["statement"])
    opened = unpack(certificate["parts"], certificate["shared"])
    wanted = parts_of(statement, opened["induction"])
    return [
        (part.name, _read_steps(part, written))
        for part, written in zip(wanted, opened["lists"], strict=True)
    ]


def check_steps(
    part: Part, steps: Sequence[Mapping[str, Any]], library: Library
) -> Theorem:
    """Check a list of steps, the last of which must be the part's statement.

    Raises:
        Rejected: a step doesn't follow, one is never used, or the end is another statement.
    """
    theorems: list[Theorem] = []
    used: set[int] = set()
    for number, step in enumerate(steps):
        chosen = step["from"]
        if any(type(place) is not int or not 0 <= place < number for place in chosen):
            raise Rejected(f"step {number + 1} uses a step that doesn't come before it")
        used.update(chosen)
        try:
            premises = [theorems[place] for place in chosen]
            theorems.append(
                check_step(step["rule"], step["formula"], premises, step["data"], library)
            )
        except Rejected as error:
            raise Rejected(f"step {number + 1} ({step['rule']}): {error}") from None
    idle = set(range(len(steps) - 1)) - used
    if idle:
        raise Rejected(f"step {min(idle) + 1} is never used")
    if not theorems:
        raise Rejected("the proof has no steps")
    return concluded(part.statement, theorems[-1])


def concluded(statement: Statement, theorem: Theorem) -> Theorem:
    """The theorem, if it is the statement: its conclusion under no other hypotheses."""
    allowed = {
        key_of(part)
        for given in statement.given for part in (normal(given), *conjuncts(normal(given)))
    }
    if key_of(normal(statement.then)) != theorem.key:
        raise Rejected("the last step is not the claim's conclusion")
    told = {var.name: var for var in statement.variables}
    for formula in (*statement.given, statement.then):
        for name, var in free_variables(formula).items():
            if told.get(name) != var:
                raise Rejected(f"{var} is not the claim's variable of this name")
    unsure = {var.name for var in theorem.rests_on} - set(told)
    if unsure:
        raise Rejected(f"the proof rests on a value of {min(unsure)}, which may have none")
    for key, hypothesis in theorem.hypotheses.items():
        if key not in allowed:
            raise Rejected(f"the proof assumes {hypothesis}, which the claim doesn't")
    return theorem


__all__ = [
    "HYPOTHESIS", "RULES", "CheckedProof", "Part", "check_proof", "check_steps", "concluded",
    "parts_of", "steps_of", "unpack", "write_proof",
]
