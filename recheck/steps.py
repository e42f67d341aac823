"""Steps of proofs, and the theorems Γ ⊢ φ that they make.

A theorem holds for all values of its free variables where its hypotheses do. It *rests* on the
variables that it, or what it was shown from, speaks of, if their sorts may have no value: where one
has none, nothing was shown. A rule that takes a variable away must not use what rests on a value of
it to show that there is one: `Step.releasing` is the only way to do so.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from recheck.errors import Rejected, Unshown, demand
from recheck.forms import Facts
from recheck.goals import normal
from recheck.signatures import kind_of, sort_of, whole
from recheck.statements import Opened, read_sort, read_term, read_variable
from recheck.trees import Key, Scope, Tree, conjuncts, free, spoken, substitute


class Theorem(NamedTuple):
    """A formula under hypotheses (by canonical form), with the variables that it rests on."""

    formula: Tree
    hypotheses: dict[str, Tree]
    rests: frozenset[str] = frozenset()


class Context(Protocol):
    """What the steps of one list share."""

    scope: Scope
    key: Key
    # Scalar inequalities that were shown, as text.
    inequalities: set[str]

    def unsure(self, name: str) -> bool:
        """Whether there may be no value of a variable."""

    def library(self, name: str) -> tuple[Opened, Collection[str]]:
        """A statement that may be cited, and the variables that are fixed in it."""


def named(data: Any) -> set[str]:
    """The free variables that an item of a step's data speaks of."""
    match data:
        case ["json", _] | ["statement", _]:
            return set()
        case ["variable", [str(name), *_]]:
            return {name}
        case ["term" | "formula", tree]:
            return free(tree)
        case ["function", [_, sort, _], body]:
            return free(sort) | free(body)
        case ["terms", dict() as terms]:
            return set[str]().union(*map(free, terms.values()))
        case ["list", [*items]]:
            return set[str]().union(*map(named, items))
    raise Rejected("an item of a step's data is of no form")


class Step:
    """One step: its formula in normal form, the theorems used, and its data."""

    def __init__(self, proof: Context, written: Any, formula: Tree,
                 premises: Sequence[Theorem]) -> None:
        self.proof, self.formula, self.premises = proof, formula, premises
        self.data, self.scope, self.key = written["data"], proof.scope, proof.key
        self._facts: Facts | None = None

    # --- what the step is given -------------------------------------------------------------------

    @property
    def facts(self) -> Facts:
        """What arithmetic may use: the premises."""
        if self._facts is None:
            self._facts = self.knowing(self.premises)
        return self._facts

    def knowing(self, premises: Iterable[Theorem]) -> Facts:
        """What arithmetic may use of some premises."""
        return Facts([premise.formula for premise in premises], self.scope, self.key)

    def get(self, name: str, tag: str) -> Any:
        """An item of the data, of one kind."""
        found = self.data.get(name)
        if not isinstance(found, list) or len(found) < 2 or found[0] != tag:
            raise Rejected(f"the step has no {tag} {name!r}")
        return found[1]

    def term(self, name: str) -> Tree:
        """A term of the data; a variable of the proof is one."""
        found = self.data.get(name)
        match found:
            case ["term", term]:
                return read_term(term, self.scope)
            case ["variable", [str(var), *_]]:
                return ["var", var]
        raise Rejected(f"the step has no term {name!r}")

    def function(self) -> tuple[str, Tree, Tree]:
        """(name, sort, body) of a function of the data, of one real variable."""
        match self.data.get("function"):
            case ["function", item, body]:
                (name, sort, _), inner = read_variable(item, {})
                self.demand(sort[0] == "real", "a function of another variable than a real one")
                return name, sort, read_term(body, {**self.scope, **inner}, "number")
        raise Rejected("the step has no function of a variable")

    def arbitrary(self, sort: Tree) -> str:
        """The name of the step's arbitrary variable, whose sort must be the bound one's."""
        name, own, _ = self.get("variable", "variable")
        self.demand(self.same(read_sort(own, self.scope), sort), f"{name} is of another sort")
        return str(name)

    def one(self, count: int = 1) -> list[Tree]:
        """The formulas of exactly so many premises."""
        self.demand(len(self.premises) == count, f"the rule takes {count} premises")
        return [premise.formula for premise in self.premises]

    def some(self) -> tuple[Theorem, Sequence[Theorem]]:
        """The first premise, and the others."""
        self.demand(self.premises, "the rule takes a premise")
        return self.premises[0], self.premises[1:]

    def same(self, one: Tree, two: Tree) -> bool:
        """Whether two trees differ in bound names only."""
        return self.key(one) == self.key(two)

    def demand(self, held: object, what: str) -> None:
        """Refuse what doesn't hold."""
        demand(held, what)

    # --- side conditions --------------------------------------------------------------------------

    def require(self, formula: Tree) -> None:
        """Refuse a side condition that is neither one of the premises nor obvious."""
        known = {self.key(part) for premise in self.premises for part in conjuncts(premise.formula)}
        for part in conjuncts(formula):
            if self.key(part) not in known:
                self.facts.obvious(part)

    def fits(self, term: Tree, sort: Tree) -> None:
        """Refuse a term that isn't shown to be a value of a sort: a real number of an interval, a
        whole number of a range, one of so many symbols, a law that is defined, ….

        A variable of that very sort is one; the theorem rests on it.
        """
        own, facts = sort_of(term, self.scope), self.facts
        kind = kind_of(own)
        self.demand(kind == kind_of(sort), f"a {kind} stands for a {sort[0]}")
        if term[0] == "var" and self.same(own, sort):
            return
        match sort:
            case ["real", *_]:
                in_interval(facts, term, sort)
            case ["size", low, high]:
                self.demand(whole(term, self.scope), "a term isn't shown to be a whole number")
                facts.above(term, ["number", str(low)], False)
                if high is not None:
                    facts.above(["number", str(high)], term, False)
            case ["symbol", size]:
                facts.symbol(term, size)
            case ["reals", size, element]:
                facts.equal(own[1], size)
                match term:
                    case ["bind", "table", [name, alphabet, _], None, body, _]:
                        in_interval(*facts.under(name, alphabet, body), element)
                    case _:
                        in_interval(*facts.any_of(term), element)
            case _:
                if not (self.same(own, sort) or self.wider(own, sort)):
                    raise Unshown("a term of another sort")
                facts.lawful(term)

    def wider(self, own: Tree, sort: Tree) -> bool:
        """Whether priors or classes of laws of one kind are of another one."""
        match own, sort:
            case (["prior", one, _, _], ["prior", two, "any", _]) | (
                    ["prior", one, "independent", _], ["prior", two, "split", _]) | (
                    ["dataclass", one, _], ["dataclass", two, "any"]):
                return self.same(one, two)
        return False

    # --- the theorem ------------------------------------------------------------------------------

    def theorem(self, drop: Collection[str] = ()) -> Theorem:
        """The formula under the hypotheses of the premises but some."""
        merged: dict[str, Tree] = {}
        for premise in self.premises:
            merged |= {key: part for key, part in premise.hypotheses.items() if key not in drop}
        return Theorem(self.formula, merged, self.rests(self.mentioned()))

    def mentioned(self) -> set[str]:
        """The free variables of the formula and of the data."""
        return free(self.formula).union(*map(named, self.data.values()))

    def rests(self, mentioned: Iterable[str], released: str | None = None) -> frozenset[str]:
        """What the theorem rests on where a variable is released: the sort of none of it may
        depend on that, as it could be empty for another value."""
        found = {name for name in mentioned if name in self.scope and self.proof.unsure(name)}
        found = found.union(*(premise.rests for premise in self.premises)) - {released}
        for name in found:
            self.demand(released not in spoken(["var", name], self.scope),
                        f"{released} is not arbitrary: the sort of {name} speaks of it")
        return frozenset(found)

    def releasing(self, name: str, within: Iterable[tuple[Theorem, Collection[str]]],
                  outside: Iterable[Theorem] = (), given: Iterable[Tree] = (),
                  mentioned: Iterable[str] | None = None) -> Theorem:
        """The formula, where premises speak of an arbitrary value of a variable and it doesn't.

        Args:
            within: the premises that hold of every value of the variable, each with the keys of its
                hypotheses that are discharged; no other hypothesis speaks of it.
            outside: premises of which nothing speaks of the variable or rests on a value of it.
            given: what else mustn't speak of it.
            mentioned: what the step speaks of, if not the formula and all of the data.
        """
        hypotheses: dict[str, Tree] = {}
        for premise, drop in within:
            hypotheses |= {key: p for key, p in premise.hypotheses.items() if key not in drop}
        parts = [self.formula, *given]
        for premise in outside:
            hypotheses |= premise.hypotheses
            parts.append(premise.formula)
            self.demand(name not in premise.rests,
                        f"{name} is not arbitrary: a premise rests on a value of it")
        for part in (*parts, *hypotheses.values()):
            self.demand(name not in spoken(part, self.scope), f"{name} is not arbitrary")
        found = self.rests(self.mentioned() if mentioned is None else mentioned, name)
        return Theorem(self.formula, hypotheses, found)


def in_interval(facts: Facts, term: Tree, sort: Tree) -> None:
    """Refuse a term that isn't shown to be a real number of an interval."""
    _, low, high, low_open, high_open = sort
    facts.real(term)
    if low is not None:
        facts.above(term, ["number", low], low_open)
    if high is not None:
        facts.above(["number", high], term, high_open)


def at(part: Tree | None, name: str, term: Tree) -> Tree | None:
    """A formula at a term for a variable; None stays."""
    return normal(substitute(part, {name: term}))


def keys_of(step: Step, *parts: Tree | None) -> set[str]:
    """The keys of formulas and of the parts of those that are conjunctions."""
    return {step.key(one) for part in parts if part is not None
            for one in [part, *conjuncts(part)]}

