"""The same steps before the second checker. Each is read as a file is read, and checked by its rule
after those that were accepted before; one in so many as the last step of a proof certificate too,
whose claim is the theorem, through the checker's own entry. The trials of claims at instances are
left out: they would hide faults of rules.

The second checker keeps its theorems to itself, so what a step leaves of its premises' hypotheses
is worked out here. Of the variables that a step may rest on, the claim first lists none but those
that it speaks of, then all: the first such claim that is accepted is the theorem.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import count
from typing import Any, NamedTuple

from bench.fuzz.steps import (
    MEANINGLESS,
    Attempt,
    Derived,
    Refused,
    certificate_of,
    lines,
    statement_of,
    variables_of,
    well_formed,
)
from recheck.affine import seeks
from recheck.certificates import MEANINGLESS as UNREAD
from recheck.certificates import check
from recheck.errors import BadInput, Rejected, Unsupported, demand
from recheck.goals import normal as read_normal
from recheck.proofs import DEFINITION, Proof, Statements, check_variables
from recheck.rules import RULES
from recheck.statements import read_formula, read_variables
from recheck.steps import Step
from recheck.steps import Theorem as Sequent
from recheck.trees import conjuncts
from verified.kernel.proof import step_data
from verified.kernel.theorem import Function, Library, Theorem
from verified.kernel.values import Rejected as Refusal
from verified.language import indicator, total
from verified.quantities.definitions import definitions
from verified.syntax.formulas import (
    And,
    Formula,
    Quantified,
    Relation,
    either,
    every,
    negation,
    some,
    substitute,
)
from verified.syntax.goals import normal
from verified.syntax.serial import FormatError, sort_data, statement_data
from verified.syntax.serial import data as written_data
from verified.syntax.sorts import ClaimError
from verified.syntax.terms import Bind, Var, equals, free_variables

# The whole file is checked of one attempt in so many.
WHOLE = 12


@cache
def stated() -> Statements:
    """The definitions as the second checker reads them."""
    return Statements({key: json.loads(json.dumps(statement_data(value)))
                       for key, value in definitions().items()})


def verdict(certificate: Mapping[str, Any], trials: bool = True) -> str:
    """"accepted", "partial" (a step isn't shown), or why it is rejected.

    Args:
        trials: whether claims are tried at instances too, which rejects more and accepts no more.
    """
    try:
        found = check(certificate, stated(), trials)
    except Unsupported:
        return "partial"
    except (Rejected, BadInput) as error:
        return f"rejected: {error}"
    assert found is not None
    return "accepted" if all(how == "exact" for _, how in found.steps) else "partial"


# --- theorems -------------------------------------------------------------------------------------


def dropped(attempt: Attempt) -> list[list[Formula]]:
    """For each premise, the hypotheses that the rule discharges of it."""
    none: list[list[Formula]] = [[] for _ in attempt.premises]
    data, formula = attempt.data, normal(attempt.formula)
    var = data.get("variable")
    first = attempt.premises[0].formula if attempt.premises else None

    def parts(found: Formula) -> list[Formula]:
        told = normal(found)
        return [told, *(told.parts if isinstance(told, And) else ())]

    def at(part: Formula | None, name: str) -> list[Formula]:
        assert isinstance(var, Var)
        return [] if part is None else parts(substitute(part, {name: var}))

    match attempt.rule, formula:
        case "discharge", _:
            none[0] = [normal(data["hypothesis"])]
        case "generalise", Quantified(_, bound, guard, _) if isinstance(var, Var):
            none[0] = at(guard, bound.name)
        case "obtain", _ if isinstance(first, Quantified) and isinstance(var, Var):
            none[1] = [*at(first.guard, first.var.name), *at(first.body, first.var.name)]
        case "bound-sup", Relation(_, left, right) if isinstance(var, Var):
            for side in (left, right):
                if isinstance(side, Bind):
                    none[0] = [*none[0], *at(side.guard, side.var.name)]
        case "integral-above" | "integral-below", _ if "end" in data and isinstance(var, Var):
            none[0] = [Relation("<=", var, data["end"])]
            if len(none) > 1:
                none[1] = [Relation("<=", data["end"], var)]
        case "intermediate", _ if isinstance(var, Var) and isinstance(data["function"], Function):
            body = substitute(data["function"].body, {data["function"].variable.name: var})
            none[0] = [Relation("=", body, data["value"]), Relation("<=", data["low"], var),
                       Relation("<=", var, data["high"])]
        case "dependence", _ if isinstance(var, Var):
            row, column, weight, event = (data[n] for n in ("row", "column", "weight", "event"))
            for part in (
                every(column, equals(total(row, var[row] * weight), 0)),
                every(row, either(equals(indicator(event, row), 1), equals(var[row], 0))),
                some(row, negation(equals(var[row], 0))),
            ):
                none[0] = [*none[0], *parts(part)]
    return none


def remaining(attempt: Attempt) -> dict[str, Formula]:
    """The hypotheses under which a step holds, if it does."""
    if attempt.rule == "assume":
        told = normal(attempt.formula)
        return {str(told): told}
    found: dict[str, Formula] = {}
    for premise, gone in zip(attempt.premises, dropped(attempt), strict=True):
        for part in premise.theorem.hypotheses.values():
            if part not in gone:
                found[str(part)] = part
    return found


def candidates(attempt: Attempt) -> list[Derived]:
    """What the step may make: resting on nothing but what it speaks of, then on all behind it."""
    told, hypotheses = normal(attempt.formula), remaining(attempt)
    spoken = {
        name: var for part in (*hypotheses.values(), told)
        for name, var in free_variables(part).items()
    }
    behind = {
        name: var for name, var in variables_of(lines([attempt])).items()
        if name not in spoken and attempt.data.get("variable") != var
    }
    found = [Derived(attempt, Theorem(hypotheses, told))]
    if behind:
        found.append(Derived(attempt, Theorem(hypotheses, told, frozenset(behind.values()))))
    return found


class _Told(Mapping[str, Any]):
    """The statements of a library that a file would list, each written when it is first cited."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def __getitem__(self, key: str) -> Any:
        if key not in self:
            raise KeyError(key)
        return json.loads(json.dumps(statement_data(self.library.statements[key])))

    def __contains__(self, key: object) -> bool:
        return key in self.library.statements and not str(key).startswith(DEFINITION)

    def __iter__(self) -> Iterator[str]:
        return (key for key in self.library.statements if key in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Shown(NamedTuple):
    """What the second checker has shown by an attempt, and the inequalities shown on the way."""

    theorem: Sequent
    inequalities: frozenset[str]


class Steps(Proof):
    """The attempts of an episode as steps of one list, each read as in a file and checked once."""

    def __init__(self, library: Library) -> None:
        super().__init__(([], []), [Statements(_Told(library)), stated()], {})
        self.declared: dict[str, Var] = {}
        self.shown: dict[Attempt, Shown | Refused] = {}

    def of(self, attempt: Attempt) -> Shown:
        """What an attempt has shown, what is behind it being checked first.

        Raises:
            Refused: it isn't accepted, or one before it isn't.
        """
        known = self.shown.get(attempt)
        if known is None:
            try:
                known = self._checked(attempt)
            except Refused as refusal:
                known = refusal
            self.shown[attempt] = known
        if isinstance(known, Refused):
            raise Refused(*known.args)
        return known

    def declare(self, variables: Mapping[str, Var]) -> None:
        """Have some variables, sizes first, in scope.

        Raises:
            TwoScopes: a name is that of another one.
        """
        for name, var in variables.items():
            if self.declared.setdefault(name, var) != var:
                raise TwoScopes(f"{name} is two variables")
        items = [[var.name, json.loads(json.dumps(sort_data(var.of))), var.symbol]
                 for name, var in variables.items() if name not in self.scope]
        _, self.scope = read_variables(items, self.scope)

    def _checked(self, attempt: Attempt) -> Shown:
        premises = [self.of(premise.attempt) for premise in attempt.premises]
        self.inequalities = set[str]().union(*(one.inequalities for one in premises))
        written = json.loads(json.dumps(step_data({
            "rule": attempt.rule, "formula": attempt.formula, "data": attempt.data, "from": []})))
        try:
            formula = read_normal(read_formula(written["formula"], self.scope))
            demand(not seeks(formula), "no step may speak of every or some number or law")
            check_variables(written["data"], self.scope)
            found = Step(self, written, formula, [one.theorem for one in premises])
            demand(attempt.rule in RULES, "there is no such rule")
            return Shown(RULES[attempt.rule](found), frozenset(self.inequalities))
        except Unsupported as error:
            raise Refused(f"partial: {error}") from None
        except (Rejected, BadInput) as error:
            raise Refused(f"rejected: {error}") from None
        except UNREAD as error:
            raise Refused(f"rejected: {type(error).__name__} {error}") from None

    def shows(self, derived: Derived, found: Sequent) -> bool:
        """Whether what was shown is a theorem as it is told: under no other hypotheses, resting on
        no value of what it doesn't speak of."""
        theorem = derived.theorem
        spoken = set[str]()
        for part in (*theorem.hypotheses.values(), theorem.conclusion, *derived.resting):
            spoken.update(free_variables(part))
        allowed = set[str]()
        for given in theorem.hypotheses.values():
            tree = read_normal(read_formula(
                json.loads(json.dumps(written_data(given))), self.scope))
            allowed |= {self.key(part) for part in (tree, *conjuncts(tree))}
        return found.hypotheses.keys() <= allowed and found.rests <= spoken


class TwoScopes(ValueError):
    """Steps that no one list can hold."""


class NoFile(Refused):
    """No claim says what a step does, as where a supremum stands within a relation's side."""


class Unlike(Refused):
    """A step alone, and the file that ends with it, fare differently."""


_CURRENT: list[tuple[Library, Steps]] = []
# Of attempts in this process: which of them are checked as files changes no verdict.
_COUNT = count()


def steps_of(library: Library) -> Steps:
    """The steps of the episode whose library it is: of the present one alone."""
    if not _CURRENT or _CURRENT[0][0] is not library:
        _CURRENT[:] = [(library, Steps(library))]
    return _CURRENT[0][1]


def checked(attempt: Attempt, library: Library) -> Derived:
    """What the second checker makes of an attempt: the step by itself, after those that it has
    accepted already, and of one in so many the whole file too.

    Raises:
        Refused: it accepts no proof whose last step this is.
        Unlike: it accepts the step and not the file, or the other way.
    """
    try:
        well_formed(attempt)
        told = candidates(attempt)
        behind = variables_of(lines([attempt]))
    except (Refusal, ClaimError, FormatError, *MEANINGLESS) as error:
        raise Refused(error) from None
    steps = steps_of(library)
    try:
        steps.declare(behind)
    except TwoScopes:
        return of_file(told, library)
    except (Rejected, BadInput, Unsupported) as error:
        raise Refused(f"rejected: {error}") from None
    found: Derived | Refused
    try:
        found = _of_step(attempt, told, steps)
    except Refused as refusal:
        found = refusal
    if next(_COUNT) % WHOLE == 0:
        whole: Derived | Refused
        try:
            whole = of_file(told, library)
        except NoFile:
            whole = found
        except Refused as refusal:
            whole = refusal
        if (told.index(found) if isinstance(found, Derived) else None) != (
                told.index(whole) if isinstance(whole, Derived) else None):
            raise Unlike(f"as a step: {_said(found)}; as a file: {_said(whole)}")
    if isinstance(found, Refused):
        raise found
    return found


def _said(found: Derived | Refused) -> str:
    return str(found) if isinstance(found, Refused) else "accepted"


def _of_step(attempt: Attempt, told: list[Derived], steps: Steps) -> Derived:
    shown = steps.of(attempt)
    for derived in told:
        if steps.shows(derived, shown.theorem):
            return derived
    raise Refused("rejected: it assumes, or rests on, what the theorem doesn't")


def of_file(told: list[Derived], library: Library) -> Derived:
    """The first of some theorems whose proof file is accepted.

    Raises:
        Refused: none is; `NoFile` where no file says so.
    """
    said = ""
    for derived in told:
        try:
            certificate = certificate_of([derived.attempt], statement_of(derived), library)
        except (Refusal, ClaimError, FormatError, *MEANINGLESS) as error:
            raise NoFile(error) from None
        said = verdict(certificate, trials=False)
        if said == "accepted":
            return derived
    raise Refused(said)
