"""The rules of logic, order, citation, sums and suprema: whether a step's formula follows.

What a rule leaves to arithmetic is asked of `Facts`, which raise `Unshown` where they can't tell.
"""

import itertools

from draft_algebra import COUNTS, ONE, UNIT, ZERO, Unshown, conjuncts, free, normal, op, plus, substitute
from draft_plays import Rejected, demand
from new_laws import Facts, kind_of, read_formula, read_sort, read_term, sort_of

MOST_ATOMS = 20

class Step:
    """One step: its formula in normal form, the theorems used, and its data."""

    def __init__(self, proof, written, formula, premises):
        self.proof, self.formula, self.premises = proof, formula, premises
        self.written, self.data, self.scope = written, written["data"], proof.scope
        self.key, self._facts = proof.key, None
        # What the theorem rests on, where it isn't what the premises do: without some hypotheses,
        # or variables; or wholly other ones.
        self.drop, self.released, self.assumed, self.rests = set(), set(), None, None

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
            case ["term", term] | ["variable", [str(term), *_]]:
                return read_term(["var", term] if isinstance(term, str) else term, self.scope)
        raise Rejected(f"the step has no term {name!r}")

    def same(self, one, two):
        """Whether two trees differ in bound names only."""
        return self.key(one) == self.key(two)

    def demand(self, held, what):
        """Refuse what doesn't hold."""
        demand(held, what)

    def one(self, count=1):
        """The formulas of exactly so many premises."""
        demand(len(self.premises) == count, f"the rule takes {count} premises")
        return [premise.formula for premise in self.premises]

class Theorem:
    """A formula under hypotheses (by canonical form), with the variables whose values it needs."""

    def __init__(self, formula, hypotheses, rests):
        self.formula, self.hypotheses, self.rests = formula, hypotheses, rests
