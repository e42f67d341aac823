"""The former selves of what was mended: each fault takes one mend out, in memory, to see whether
the fuzzer finds a false theorem again.

A fault names functions and says which of their text was what before. Each function is compiled anew
with the old text and put wherever the present one stands. A text that isn't there any more is an
error: the fault must be written again for the code as it is.
"""

from __future__ import annotations

import inspect
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from types import ModuleType
from typing import Any


class Outdated(LookupError):
    """A fault's text isn't in the code any more."""


@dataclass(frozen=True)
class Fault:
    """One mend taken out.

    Attributes:
        name: for the command line and the tests.
        changes: functions, each "module:function" or "module:Class.method" below `verified` or in
            `recheck`, with pairs of the text as it is and as it was; each must occur.
        why: what it was that was mended.
        commit: what mended it.
        rule: one by which it shows: the quickest way to it.
    """

    name: str
    changes: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    why: str
    commit: str
    rule: str

    @property
    def checker(self) -> str:
        """Whose fault it is: "kernel" or "second"."""
        return "second" if self.changes[0][0].startswith("recheck.") else "kernel"

    def take_out(self) -> None:
        """Put the former selves in place of the mended functions, for the rest of this process.

        Raises:
            Outdated: a text isn't there.
        """
        for former in self.formers():
            former.put()

    def formers(self) -> list[_Former]:
        """The functions as they were; raises `Outdated` likewise."""
        return [_former(self.name, place, pairs) for place, pairs in self.changes]


@dataclass(frozen=True)
class _Former:
    """A function as it was: its text, and where the present one stands."""

    module: ModuleType
    owner: Any
    name: str
    source: str

    def put(self) -> None:
        present = inspect.getattr_static(self.owner, self.name)
        former = _compiled(self.source, self.name, self.module)
        setattr(self.owner, self.name, former)
        if self.owner is self.module:
            _replace_everywhere(present, former)


def _former(fault: str, place: str, pairs: Sequence[tuple[str, str]]) -> _Former:
    module_name, _, path = place.partition(":")
    name = module_name if module_name.startswith("recheck.") else f"verified.{module_name}"
    module = import_module(name)
    *owners, last = path.split(".")
    owner: Any = module
    for part in owners:
        owner = getattr(owner, part)
    source = textwrap.dedent(inspect.getsource(inspect.getattr_static(owner, last)))
    for now, then in pairs:
        if now not in source:
            raise Outdated(f"{fault}: {place} doesn't say {now!r}")
        source = source.replace(now, then)
    return _Former(module, owner, last, source)


def _compiled(source: str, name: str, module: ModuleType) -> Any:
    # Annotations stay texts, as in the modules; a rule's decorator registers the former self.
    code = compile("from __future__ import annotations\n" + source, f"<{name} as it was>", "exec")
    space = module.__dict__
    kept = space.get(name)
    exec(code, space)
    found = space[name]
    if kept is None:
        del space[name]
    else:
        space[name] = kept
    return found


def _replace_everywhere(present: Any, former: Any) -> None:
    """What other modules have imported by name, or keep in a table."""
    for module in list(sys.modules.values()):
        for name, value in list(getattr(module, "__dict__", {}).items()):
            if value is present:
                setattr(module, name, former)
            elif isinstance(value, dict) and name.isupper():
                for key in [key for key, kept in value.items() if kept is present]:
                    value[key] = former


def _fault(
    name: str, place: str, rule: str, why: str, commit: str, *before: tuple[str, str]
) -> None:
    FAULTS[name] = Fault(name, ((place, before),), why, commit, rule)


def _also(name: str, place: str, *before: tuple[str, str]) -> None:
    """Another function that the same mend is in."""
    fault = FAULTS[name]
    FAULTS[name] = replace(fault, changes=(*fault.changes, (place, before)))


FAULTS: dict[str, Fault] = {}

# --- 29f0229: circular witnesses, sizes without values, inverses of inverses ----------------------

_fault(
    "inverse-of-inverse", "kernel.products:reduced", "obvious",
    "(1/s)^−1 stayed in a sum, and multiplying out dropped it: −s > 0 read as −1 > 0",
    "29f0229",
    ("elif is_inverse(term) and power < 0:", "elif is_inverse(term) and power < -99:"),
)
_fault(
    "bound-sup-circular", "kernel.analysis:_bound_sup", "bound-sup",
    "that the alphabet isn't empty was shown by a premise about the bound symbol itself",
    "29f0229",
    ("known = Normaliser([theorem.conclusion for theorem in more])",
     "known = Normaliser([theorem.conclusion for theorem in ("
     "more if bind.guard is not None else step.premises)])"),
    ("return step.releasing(var, [(first, drop)], more, [bind])",
     "return step.releasing(var, [(first, drop), *((one, ()) for one in more)], (), [bind])"),
)
_fault(
    "event-of-no-size", "kernel.judgements:defined", "obvious",
    "an event of ⌊1/k⌋ symbols counted as one where that size has no value",
    "29f0229",
    ("return inhabited(known, sorts.EventSort(*var.of.sizes()))", "return True"),
)
_fault(
    "events-of-no-size", "kernel.judgements:inhabited", "obvious",
    "there was always an event (the empty one), whether or not the size has a value",
    "29f0229",
    ("case sorts.EventSort(size) | sorts.RealsSort(size):\n            return is_size(known, size)",
     "case sorts.EventSort(size) | sorts.RealsSort(size):\n            return True"),
)
_fault(
    "table-of-no-size", "kernel.judgements:defined", "obvious",
    "a table on an alphabet whose size has no value was a law",
    "29f0229",
    ("whole = is_size(known, term.sort.sizes()[0])", "whole = True"),
    ("return is_size(known, term.sort.size) and real(inner, body)", "return real(inner, body)"),
)

_fault(
    "pinned-of-no-symbols", "kernel.sum_forms:_pinned", "identity",
    "Σ over v < j of [v = 0] was 1, where j may be 0",
    "with tests/holes",
    ("is_symbol(known, value, size)", "True"),
)

# --- tests/kernel/test_holes.py -------------------------------------------------------------------

_fault(
    "sorts-that-lie", "syntax.wellformed:_alike", "obvious",
    "an operation was of the sort that a file says: the least of two reals at least 5",
    "before test_holes",
    ("told = read.result == REAL or (built.result.is_whole and read.result == SIZE)",
     "told = True"),
)
_fault(
    "table-over-events", "syntax.wellformed:_check_table", "identity",
    "a table might list probabilities of events",
    "before test_holes",
    ("if not isinstance(table.var.of, SymbolSort):", "if False:"),
)
_fault(
    "names-of-the-kernel", "kernel.proof:_check_name", "identity",
    "a proof's variable might be called as normal forms call theirs",
    "b93a984",
    ("if not name or name.startswith(RESERVED):", "if not name:"),
)
_fault(
    "sum-captures", "kernel.analysis:_sum", "sum",
    "a symbol free in the premise was captured by the sums' binders",
    "fe08f2c",
    ("if {a.name, b.name} & set(free_variables(step.premises[0].conclusion)):", "if False:"),
)
_fault(
    "binder-over-a-size", "syntax.wellformed:check_apart", "specialise",
    "a binder might bind a name on which the sort of a free variable depends",
    "b93a984",
    ("if any(bound.name in free_variables(size) for size in var.of.sizes()):", "if False:"),
)
_fault(
    "strict-empty-sum", "kernel.analysis:_sum", "sum",
    "a sum of nothing was less than a sum of nothing",
    "fe08f2c",
    ('if op == "<" and (guard is not None or '
     'step.normaliser().sign_of(a.of.sizes()[0]) != 1):', "if False:"),
)
_fault(
    "divided-in-a-sum", "kernel.sum_forms:_sum_monomial", "identity",
    "what differs from 0 for every symbol was a divisor outside the sum too, where there is none",
    "before test_holes",
    ("if power < 0 or is_inverse(term):", "if False:"),
)
_fault(
    "prior-of-no-database", "kernel.judgements:inhabited", "obvious",
    "a database of an entry of no symbols had a prior",
    "6d74459",
    ("return split and defined(known, database)", "return True"),
)
_fault(
    "function-of-nothing", "kernel.theorem:_mentioned", "intermediate",
    "the symbols that a function speaks of might not exist",
    "b93a984",
    ("found.update(inside)", "pass"),
)
_fault(
    "law-on-a-part", "kernel.sum_forms:_whole_law", "identity",
    "a law on (n + 1) m symbols summed to 1 over n m of them",
    "93a6a1f",
    ("if not isinstance(index, Var) or not isinstance(index.sort, sorts.SymbolSort):",
     "if not isinstance(index, Var) or not self._is_symbol(index, size):"),
    ("if key_of(index.sort.size) != key_of(size):", "if False:"),
)
_fault(
    "roots-lose-factors", "kernel.number_forms:raised", "identity",
    "√(4 r) was √r, √(x²) was x",
    "before test_holes",
    ("if coefficient == 1 and all(atom_sign(known, atom) is not None for atom, _ in single):",
     "if True:"),
)
_fault(
    "whole-parts-of-reals", "kernel.pairs:parts_of", "identity",
    "⌊(r m + y)/m⌋ was r for any real r",
    "60d6b85",
    ("and _is_whole(first)", ""),
)
_fault(
    "delta-of-no-mechanism", "kernel.judgements:arguments_fit", "obvious",
    "δ(ε) of an undefined mechanism was a real number",
    "fe08f2c",
    ("for arg, sort in record.requirements(term))",
     "for arg, sort in record.requirements(term) if term.head != 'dp_delta')"),
)
_fault(
    "divergence-of-no-mechanism", "kernel.judgements:never_minus_infinity", "below-sup",
    "the largest divergence between rows of an undefined mechanism was never −∞",
    "fe08f2c",
    ("return values is not None and values.bounded_below and arguments_fit(known, term)",
     "return values is not None and values.bounded_below"),
)
_fault(
    "roots-of-divisors", "kernel.products:together", "identity",
    "a root of a divisor was multiplied out as a whole power",
    "fe08f2c",
    ("if any(not isinstance(power, int) for power in found):", "if False:"),
)

# --- tests/kernel/test_holes_2.py -----------------------------------------------------------------

_fault(
    "alphabets-opened", "kernel.sum_forms:_depends", "identity",
    "a sum whose alphabet depends on a bound symbol was drawn out of that symbol's sum",
    "89424ce",
    ("return any(var.name in free for var in bound)", "return False"),
)
_fault(
    "prior-of-the-instance", "kernel.sum_forms:_is_law", "identity",
    "instances' probabilities, each under a prior of its own, summed to 1",
    "89424ce",
    ("return whole and name not in free_variables(prior) and defined(known, prior)",
     "return whole and defined(known, prior)"),
)
_fault(
    "two-databases", "syntax.quantity:_Found.same", "identity",
    "a prior on one database was taken with a mechanism on another",
    "before test_holes_2",
    ("if actual == wanted or worked_out(actual) == worked_out(wanted):",
     "if isinstance(actual.sort, DatabaseSort) or worked_out(actual) == worked_out(wanted):"),
)
_fault(
    "guard-shows", "kernel.analysis:_bound_sup", "bound-sup",
    "that a bound is real was shown under the guard, and the guard dropped",
    "89424ce",
    ("if not real(known, other):", "if not real(step.normaliser(), other):"),
    ("return step.releasing(var, [(first, drop)], more, [bind])",
     "return step.releasing(var, [(one, drop) for one in step.premises], (), [bind])"),
)
_fault(
    "obtained-from-itself", "kernel.inference:_obtain", "obtain",
    "that there is a symbol was shown from the very symbol",
    "f315c74",
    ("return step.releasing(var, [(rest, drop)], [found])",
     "return step.releasing(var, [(rest, drop), (found, ())])"),
)
_fault(
    "guard-of-a-law", "kernel.theorem:Step._rests_on", "obvious",
    "a theorem didn't say on which variables without certain values it rests",
    "f315c74",
    ("found |= premise.rests_on", "pass"),
)

# --- tests/kernel/test_holes_3.py -----------------------------------------------------------------

_fault(
    "rows-that-are-no-laws", "syntax.wellformed:_check_table", "obvious",
    "a table whose rows are lists of numbers was a channel",
    "4dca5e4",
    ("if row.result != built.body.sort:", "if False:"),
)
_fault(
    "rows-on-many-alphabets", "syntax.wellformed:_check_table", "identity",
    "each row of a channel might be on an alphabet of its own",
    "4dca5e4",
    ("if outer.name in free_variables(_size(inner)):", "if False:"),
)
_fault(
    "numbers-by-cases", "kernel.judgements:defined", "obvious",
    "a list of numbers by cases had numbers, whether or not both lists do",
    "0145473",
    ("    return False", "    return isinstance(term, Cases)"),
)
_fault(
    "singleton-of-another", "kernel.law_forms:_probability", "obvious",
    "a set of one symbol of another alphabet had a probability",
    "0145473",
    ("if not defined(known, event):", "if False:"),
)
_fault(
    "hidden-size", "syntax.wellformed:_found_in", "identity",
    "a size might hide on whom its variable depends",
    "before test_holes_3",
    ("for part in parts for var in check_scopes(part).values()",
     "for part in parts for var in ({} if isinstance(part, Var) and part.of.sizes() and "
     "isinstance(part.of.sizes()[0], Var) else check_scopes(part)).values()"),
)
_also(
    "hidden-size", "syntax.wellformed:check_scopes",
    ("return _one_each([*_found_in(node.of.sizes()).values(), node])", "return {node.name: node}"),
)
_fault(
    "half-a-coordinate", "syntax.quantity:Quantity._check_kind", "obvious",
    "an answer might have half a coordinate",
    "before test_holes_3",
    ("if isinstance(var.of, SizeSort | SymbolSort) and not _may_be_whole(term):", "if False:"),
)
_also(
    "half-a-coordinate", "kernel.judgements:arguments_fit",
    ("_argument_fits(known, arg, sort)", "(_argument_fits(known, arg, sort) or real(known, arg))"),
)

# --- tests/kernel/test_holes_4.py, proof.py -------------------------------------------------------

_fault(
    "sort-speaks-of-what-is-released", "kernel.theorem:Step._rests_on", "generalise",
    "what rests on a symbol of k was said of every k",
    "708d5f7",
    ("raise Rejected(f\"{name} is not arbitrary: the sort of {var.name} speaks of it\")", "pass"),
)
_fault(
    "settled-with-facts", "kernel.normaliser:Normaliser.poly", "identity",
    "what was found under facts was kept with the term for all later proofs",
    "2d88840 (the condition under which it keeps)",
    ("if trace.asked == asked and not trace.mixed:", "if not trace.mixed:"),
)
_fault(
    "sign-rests-on-itself", "kernel.signs:atom_sign", "obvious",
    "the sign of ln t was found from a fact that speaks of ln t",
    "7ddf832",
    ("if key in known.seeking:", "if False:"),
)
_fault(
    "dependence-by-name", "kernel.linear:_dependence", "dependence",
    "coefficients might speak of a symbol whose alphabet depends on the row",
    "e187ea0",
    ("check_apart(bound, others.values())", "pass"),
)
_fault(
    "logarithm-of-a-case", "kernel.sum_forms:_formal", "identity",
    "the logarithm of any value by cases was 0 where the test holds",
    "2c21590",
    ('case Op("log", (Cases(test, Number(one), _),)) if one == 1:',
     'case Op("log", (Cases(test, _, _),)) if truth(known, test):'),
)
_fault(
    "concluded-of-nothing", "kernel.proof:concluded", "generalise",
    "a proof's conclusion might rest on a value that needn't be",
    "f315c74",
    ("if unsure:", "if False:"),
)
_fault(
    "discharged-any", "kernel.theorem:Step.releasing", "generalise",
    "a variable was generalised though a hypothesis speaks of it",
    "the first kernel",
    ("if name in free_variables(part):", "if False:"),
)

# --- found by the fuzzer --------------------------------------------------------------------------

_fault(
    "sum-of-no-number", "kernel.judgements:never_minus_infinity", "sum",
    "a sum of 0 over ⌊1/0⌋ symbols was defined",
    "c8a71f6, and by the fuzzer alone",
    ("if not has_size(known, var.of):", "if False:"),
)
_fault(
    "maximum-of-no-number", "kernel.analysis:_has_value", "below-sup",
    "a maximum over some of ⌊1/0⌋ symbols was defined",
    "c8a71f6, and by the fuzzer alone",
    ("return has_size(normaliser, term.var.of) and never", "return never"),
)
_fault(
    "integral-of-no-number", "kernel.real_functions:_integral_of_sum", "integral-of-sum",
    "the integral of a sum over ⌊1/0⌋ symbols was defined",
    "c8a71f6, and by the fuzzer alone",
    ("if not has_size(step.normaliser(), a.of):", "if False:"),
)

# --- of the second checker ------------------------------------------------------------------------

_fault(
    "second-bound-sup-circular", "recheck.sum_rules:bound_sup", "bound-sup",
    "that the alphabet isn't empty was shown by a premise about the bound symbol itself",
    "3fcc008",
    ("set())], more)", "set()), *((one, set()) for one in more)])"),
    ("apart = step.knowing(more)", "apart = step.facts"),
)
_fault(
    "second-guard-shows", "recheck.sum_rules:bound_sup", "bound-sup",
    "where nothing meets the guard, the bound needn't be real",
    "3fcc008",
    ("if guard is not None:", "if False:"),
)
_fault(
    "second-strict-empty-sum", "recheck.sum_rules:sums", "sum",
    "a sum of nothing was less than a sum of nothing",
    "3fcc008",
    ("step.facts.above(a[1][1], ZERO, True)", "pass"),
)
_fault(
    "second-sum-of-no-number", "recheck.sum_rules:sums", "sum",
    "a sum that isn't defined was at most itself",
    "3fcc008",
    ("(step.facts.defined if guard is None else step.facts.real)(low)", "pass"),
)
_fault(
    "second-obtained-from-itself", "recheck.logic_rules:obtain", "obtain",
    "that there is a symbol was shown from the very symbol",
    "3fcc008",
    ("[(second, drop)], [first])", "[(second, drop), (first, set())])"),
)
_fault(
    "second-discharged-any", "recheck.steps:Step.releasing", "generalise",
    "a variable was generalised though a hypothesis speaks of it",
    "3fcc008",
    ("self.demand(name not in spoken(part, self.scope),", "self.demand(True,"),
)
_fault(
    "second-symbols-of-none", "recheck.laws:Laws.inhabited", "exhibit",
    "there was a symbol of every alphabet",
    "3fcc008",
    ("return all(self.is_size(size, 1) for size in sizes)", "return True"),
)
