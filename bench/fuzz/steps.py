"""Sequences of steps: attempts, what the kernel makes of them, and certificates that say the same.

Every premise is itself a step that was accepted, so a theorem that is false shows a fault in the
step that made it or in one before. What the made-up premises of an episode say is cited as a
statement of the library, which the certificate lists.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from verified.kernel.proof import check_proof, write_proof
from verified.kernel.theorem import Function, Library, Theorem, check_step
from verified.kernel.values import Rejected
from verified.syntax.claims import Statement, build_statement
from verified.syntax.formulas import Formula, Quantified, substitute
from verified.syntax.serial import FormatError
from verified.syntax.sorts import ClaimError
from verified.syntax.terms import Bind, Term, Var, children, free_variables
from verified.syntax.wellformed import check_apart, check_node, check_scopes

# What a rule or a reader may raise of a step that makes no sense: nothing has been shown.
MEANINGLESS = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError,
               RecursionError)


@dataclass(frozen=True, eq=False)
class Attempt:
    """A step that may or may not follow."""

    rule: str
    formula: Formula
    premises: tuple[Derived, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.formula} by {self.rule}"


@dataclass(frozen=True, eq=False)
class Derived:
    """An attempt that was accepted, and the theorem that it makes."""

    attempt: Attempt
    theorem: Theorem

    @property
    def formula(self) -> Formula:
        return self.theorem.conclusion

    @property
    def resting(self) -> list[Var]:
        """The variables that the theorem rests on, in one order whatever their hashes."""
        return sorted(self.theorem.rests_on, key=lambda var: var.name)


class Refused(ValueError):
    """The step isn't accepted; the message says why."""


def checked(attempt: Attempt, library: Library) -> Derived:
    """What the kernel makes of an attempt, its trees checked as those of a file are.

    Raises:
        Refused: it isn't accepted.
    """
    try:
        well_formed(attempt)
        premises = [premise.theorem for premise in attempt.premises]
        found = check_step(attempt.rule, attempt.formula, premises, attempt.data, library)
    except (Rejected, ClaimError, FormatError, *MEANINGLESS) as error:
        # The message is written only when it is read.
        raise Refused(error) from None
    return Derived(attempt, found)


def well_formed(attempt: Attempt) -> None:
    """Refuse trees that no file may hold, as `verified.kernel.proof` does when it reads a step."""
    check_node(attempt.formula)
    check_scopes(attempt.formula)
    for part in trees(attempt.data):
        if isinstance(part, Function):
            check_node(part.variable)
            check_node(part.body)
            free = dict(check_scopes(part.body))
            free.pop(part.variable.name, None)
            check_apart(part.variable, free.values())
        else:
            check_node(part)
            check_scopes(part)


def trees(value: Any) -> Iterator[Any]:
    """The terms, formulas and functions in a step's data."""
    if isinstance(value, Term | Formula | Function):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from trees(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from trees(part)


# --- sequences ------------------------------------------------------------------------------------


def lines(last: Iterable[Attempt]) -> list[Attempt]:
    """All attempts behind some, each after its premises, those some last."""
    found: dict[int, Attempt] = {}

    def visit(attempt: Attempt) -> None:
        if id(attempt) not in found:
            for premise in attempt.premises:
                visit(premise.attempt)
            found[id(attempt)] = attempt

    for attempt in last:
        visit(attempt)
    return list(found.values())


def variables_of(attempts: Iterable[Attempt]) -> dict[str, Var]:
    """The variables that a file with these steps must declare, by name, sizes first.

    Raises:
        Refused: one name stands for two variables, which no file can say.
    """
    found: dict[str, Var] = {}
    for attempt in attempts:
        for part in (attempt.formula, *trees(attempt.data)):
            if isinstance(part, Function):
                part = Bind("sup", part.variable, None, part.body)
            for name, var in free_variables(part).items():
                if found.setdefault(name, var) != var:
                    raise Refused(f"{name} is two variables")
    return found


def renamed_apart(node: Any, taken: set[str]) -> Any:
    """The formula with bound names that are taken changed: a claim's binders shadow nothing."""
    match node:
        case Bind() | Quantified():
            name = node.var.name
            while name in taken:
                name += "'"
            inside = {*taken, name}
            fresh = Var(name, renamed_sort(node.var.of, taken), node.var.symbol)
            guard = None if node.guard is None else _under(node.guard, node.var, fresh, inside)
            body = _under(node.body, node.var, fresh, inside)
            if isinstance(node, Bind):
                return Bind(node.kind, fresh, guard, body, node.result)
            return Quantified(node.kind, fresh, guard, body)
    return rebuilt(node, [renamed_apart(part, taken) for part in children(node)])


def renamed_sort(sort: Any, _taken: set[str]) -> Any:
    # Sizes hold no binders that a claim's variables could clash with, but for events' tests.
    return sort


def _under(part: Any, old: Var, new: Var, taken: set[str]) -> Any:
    return renamed_apart(part if old.name == new.name else _renamed(part, old, new), taken)


def _renamed(part: Any, old: Var, new: Var) -> Any:
    """A bound variable by another name. What is free under its binder and of a sort that speaks of
    the name speaks of another one, which keeps it: no file may say so, but one with a fault might.
    """
    around = [
        var for name, var in free_variables(part).items()
        if name != old.name and old.name in free_variables(var)
    ]
    held = {var.name: Var(f"{var.name}#", var.of) for var in around}
    moved = substitute(part, {**held, old.name: new})
    return substitute(moved, {f"{var.name}#": var for var in around})


def rebuilt(node: Any, parts: Sequence[Any]) -> Any:
    """A node that binds nothing, with other parts."""
    from verified.syntax.formulas import And, Not, Or, Predicate, Relation
    from verified.syntax.terms import Cases, Op

    if list(parts) == list(children(node)):
        return node
    match node:
        case Op():
            return Op(node.head, tuple(parts), node.result, node.detail)
        case Cases():
            return Cases(*parts)
        case Relation():
            return Relation(node.op, *parts)
        case Not():
            return Not(*parts)
        case And() | Or():
            return type(node)(tuple(parts))
        case Predicate():
            return Predicate(node.name, tuple(parts), node.detail)
    return node


def statement_of(derived: Derived) -> Statement:
    """The theorem as a claim about all values of what it speaks of and rests on.

    Raises:
        Refused: no claim says so.
    """
    theorem = derived.theorem
    found: dict[str, Var] = {}
    parts = (*theorem.hypotheses.values(), theorem.conclusion, *derived.resting)
    for part in parts:
        for name, var in free_variables(part).items():
            if found.setdefault(name, var) != var:
                raise Refused(f"{name} is two variables")
    taken = set(found)
    try:
        given = [renamed_apart(part, taken) for part in theorem.hypotheses.values()]
        then = renamed_apart(theorem.conclusion, taken)
    except AttributeError:
        # By its new name a variable of another sort would stand there.
        raise Refused("one name stands for two variables") from None
    try:
        return build_statement("the theorem", list(found.values()), given, then)
    except ClaimError as error:
        raise Refused(str(error)) from None


def certificate_of(
    attempts: Sequence[Attempt], statement: Statement, library: Library, name: str = "fuzz"
) -> dict[str, Any]:
    """The proof file whose steps are all that is behind the last of the attempts.

    Raises:
        Refused: no file says so.
    """
    every = lines(attempts)
    declared = variables_of(every)
    for var in statement.variables:
        if declared.setdefault(var.name, var) != var:
            raise Refused(f"{var.name} is two variables")
    own = {var.name for var in statement.variables}
    fixed = [var for var_name, var in declared.items() if var_name not in own]
    places = {id(attempt): place for place, attempt in enumerate(every)}
    steps = [
        {
            "rule": attempt.rule, "formula": attempt.formula, "data": attempt.data,
            "from": [places[id(premise.attempt)] for premise in attempt.premises],
        }
        for attempt in every
    ]
    cited = {
        str(attempt.data["key"]) for attempt in every
        if attempt.rule == "cite" and "key" in attempt.data
    }
    cites = {
        key: library.statements[key] for key in cited
        if key in library.statements and not key.startswith("definition/")
    }
    try:
        written = write_proof(name, statement, None, [{"fixed": fixed, "steps": steps}], cites)
    except (ClaimError, FormatError, Rejected) as error:
        raise Refused(str(error)) from None
    read: dict[str, Any] = json.loads(json.dumps(written))
    return read


def accepted_as_file(certificate: Any) -> str:
    """Empty if the kernel accepts the file, else why it doesn't."""
    try:
        check_proof(certificate)
    except (Rejected, FormatError) as error:
        return str(error) or type(error).__name__
    return ""
