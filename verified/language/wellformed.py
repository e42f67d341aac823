"""Statements from outside: accepted only if the language itself would have built them.

A file may claim any sort for any operation, two sizes for one law, or groups of variables that
overlap, and still print like an honest statement. So each tree is built again by the functions that
authors use, and must come out the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from verified.language import databases, groups, heads, matrices, notions, pufferfish, vocabulary
from verified.language.claims import Statement, build_statement
from verified.language.formulas import (
    Formula,
    Predicate,
    Quantified,
    Relation,
    every,
    relation,
    some,
)
from verified.language.sorts import (
    ClaimError,
    DatabaseSort,
    DataClassSort,
    FrameworkSort,
    JointSort,
    MechanismSort,
    MemberSort,
    PriorSort,
    QueriesSort,
    RealSort,
    RealsSort,
    SizeSort,
    Sort,
    SymbolSort,
)
from verified.language.terms import (
    REAL,
    SIZE,
    Bind,
    Cases,
    Op,
    Term,
    Var,
    arithmetic,
    children,
    free_variables,
    is_arithmetic,
    size_term,
)


def check_statement(statement: Statement) -> None:
    """Refuse a statement that no author could have written.

    Raises:
        ClaimError: the message names the part and the rule.
    """
    built = build_statement(
        "the statement", statement.variables, statement.given, statement.then, statement.quantifier
    )
    if built != statement:
        raise ClaimError("the statement doesn't list its variables, sizes before what they size")
    for var in statement.variables:
        check_node(var)
    for formula in (*statement.given, statement.then):
        check_node(formula)
        check_scopes(formula)


def check_node(node: Any) -> None:
    """A term or formula and all of its parts, what sorts depend on included.

    A tree that was found good is marked so, and isn't looked at again.

    Raises:
        ClaimError: a part that no author could have written.
    """
    if node.__dict__.get("_well_formed"):
        return
    _check_one(node)
    for part in children(node):
        check_node(part)
    node.__dict__["_well_formed"] = True


def _check_one(node: Any) -> None:
    match node:
        case Var():
            _check_sort(node.of)
        case Op():
            if not _alike(_rebuilt(node), node):
                raise ClaimError(f"{node} is not of the sort that it says")
            for size in node.result.sizes():
                check_node(size)
        case Cases(test, then, otherwise):
            vocabulary.cases(test, then, otherwise)
        case Bind("table"):
            _check_table(node)
        case Bind("event", var, guard, _):
            _check_sort(var.of)
            if guard is None or vocabulary.event_where(var, guard) != node:
                raise ClaimError(f"{node} is no event")
        case Bind(kind, var, guard, body):
            _check_sort(var.of)
            guards = () if kind == "integral" else (guard,)
            if getattr(vocabulary, _BINDERS[kind])(var, body, *guards) != node:
                raise ClaimError(f"{node} is not of the sort that it says")
        case Quantified(kind, var, guard, body):
            _check_sort(var.of)
            {"forall": every, "exists": some}[kind](var, body, guard)
        case Relation(op, left, right):
            relation(op, left, right)
        case Predicate():
            if _rebuilt_predicate(node) != node:
                raise ClaimError(f"{node} is not the notion that it says")


def check_scopes(node: Any) -> Mapping[str, Var]:
    """The free variables by name; none of them is of a size that a binder around it rebinds.

    Where b is a symbol of a symbols, "for every a: b < a" would speak of two things called a.

    Raises:
        ClaimError: a binder rebinds a name on which the sort of a variable free in it depends.
    """
    if isinstance(node, Var):
        return {node.name: node}
    known: Mapping[str, Var] | None = node.__dict__.get("_scoped")
    if known is None:
        known = node.__dict__["_scoped"] = _check_scopes(node)
    return known


def _check_scopes(node: Any) -> Mapping[str, Var]:
    if not isinstance(node, Bind | Quantified):
        sizes = node.result.sizes() if isinstance(node, Op) else ()
        return _found_in((*children(node), *sizes))
    inside = _found_in((node.body,) if node.guard is None else (node.guard, node.body))
    inside.pop(node.var.name, None)
    check_apart(node.var, inside.values())
    # The bound variable's own sort, and the binder's, are outside of its scope.
    sizes = node.result.sizes() if isinstance(node, Bind) else ()
    return {**_found_in((*node.var.of.sizes(), *sizes)), **inside}


def _found_in(parts: Iterable[Any]) -> dict[str, Var]:
    found: dict[str, Var] = {}
    for part in parts:
        found.update(check_scopes(part))
    return found


def check_apart(bound: Var, free: Iterable[Var]) -> None:
    """Refuse a bound variable on whose name the sort of a free one depends."""
    for var in free:
        if any(bound.name in free_variables(size) for size in var.of.sizes()):
            raise ClaimError(f"{bound.name} is bound where {var.name} depends on another one")


_BINDERS = {
    "sum": "total", "max": "largest", "min": "smallest", "sup": "sup", "inf": "inf",
    "integral": "integral",
}


def _check_table(table: Bind) -> None:
    """A law, a channel or real numbers by their entries, as `pmf_table`, `channel_table` and
    `reals_table` list them."""
    row = table.body
    if not isinstance(table.var.of, SymbolSort):
        raise ClaimError(f"{table} lists probabilities of other things than symbols")
    if isinstance(row, Bind) and row.kind == "table":
        outer, inner = table.var, row.var
        if not isinstance(inner.of, SymbolSort):
            raise ClaimError(f"{table} lists probabilities of other things than symbols")
        if outer.name in free_variables(_size(inner)):
            raise ClaimError(f"the laws of {table} are on alphabets that depend on {outer.name}")
        built = vocabulary.channel_table(_size(outer), _size(inner), lambda _x, _y: row.body)
        if row.result != built.body.sort:
            raise ClaimError(f"{table} is no table of laws")
        result, body = built.result, row.body
    else:
        reals = isinstance(table.result, RealsSort)
        listed = vocabulary.reals_table if reals else vocabulary.pmf_table
        result, body = listed(_size(table.var), lambda _: row).result, row
    if table.result != result or table.guard is not None or not is_arithmetic(body.sort):
        raise ClaimError(f"{table} is no table of numbers")
    _check_sort(table.var.of)


def _size(var: Var) -> Term:
    if len(var.of.sizes()) != 1:
        raise ClaimError(f"{var} doesn't range over symbols")
    return var.of.sizes()[0]


def _alike(built: Term, read: Op) -> bool:
    """Whether two operations are equal; a number may be told to be any real or whole number that
    it certainly is."""
    if not isinstance(built, Op):
        return False
    same = built.head == read.head and built.args == read.args and built.detail == read.detail
    whole = isinstance(built.result, SizeSort | SymbolSort)
    told = read.result == REAL or (whole and read.result == SIZE)
    return same and (built.result == read.result or (is_arithmetic(built.result) and told))


def _check_sort(sort: Sort) -> None:
    match sort:
        case RealSort(low, high, low_open, high_open):
            if low is not None and high is not None and (
                low > high or (low == high and (low_open or high_open))
            ):
                raise ClaimError(f"the interval {sort.describe()} is empty")
            sizes: tuple[Term, ...] = ()
        case SizeSort(least, most):
            if least < 0 or (most is not None and most < least):
                raise ClaimError(f"no whole number lies between {least} and {most}")
            sizes = ()
        case RealsSort(size, element):
            _check_sort(element)
            sizes = (size,)
        case JointSort(names, alphabets):
            clean = all(isinstance(name, str) and name.isidentifier() for name in names)
            if not clean or not names or len(set(names)) < len(names):
                raise ClaimError("the variables of a joint law have names, each its own")
            if len(names) != len(alphabets):
                raise ClaimError("a joint law has one alphabet for each variable")
            sizes = alphabets
        case PriorSort(database, _, entry):
            sizes = () if entry is None else (entry,)
            _check_database(database)
        case MechanismSort(database, outputs):
            sizes = (outputs,)
            _check_database(database)
        case QueriesSort(_, database, count, outputs):
            sizes = (count, outputs)
            _check_database(database)
        case MemberSort(framework, data):
            on_one = isinstance(framework.sort, FrameworkSort) and isinstance(
                data.sort, DataClassSort
            ) and framework.sort.size == data.sort.size
            if not on_one:
                raise ClaimError(f"{framework} and {data} are no framework and class on one set")
            sizes = ()
        case _:
            sizes = sort.sizes()
    for size in sizes:
        size_term(size, f"in the sort {type(sort).__name__}")
    for part in sort.sizes():
        check_node(part)


def _check_database(database: Term) -> None:
    if not isinstance(database.sort, DatabaseSort):
        raise ClaimError(f"{database} is not a database")


# --- operations -----------------------------------------------------------------------------------

_ARITHMETIC = (
    "add", "sub", "mul", "div", "neg", "pow", "exp", "log", "sqrt", "abs", "minimum", "maximum",
)
_INDEXED = ("at", "probability", "row", "component", "response", "query", "query_given")
# Heads whose builder has their own name, and those whose builder is called something else.
_BUILDERS: dict[str, Callable[..., Term]] = {
    name: getattr(vocabulary, name)
    for name in (
        "quotient", "remainder", "binary_entropy", "binary_entropy_inverse", "likelihood_ratio",
        "indicator", "joint_of_outputs", "pi", "normal_cdf", "ldp_curve", "lip_curve", "ldp_floor",
        "hockey_stick", "renyi", "chi_square", "min_entropy", "renyi_entropy", "joint_of", "output",
        "chain", "parallel", "information", "capacity", "sibson", "arimoto", "csiszar",
        "pointwise_maximal_leakage", "maximal_leakage", "leakage_capacity", "entries", "alphabet",
        "largest_alphabet", "instances", "hamming", "dp_epsilon", "dp_delta", "kl_dp", "mi_dp",
        "mi_dp_split", "entry_information", "conditional_entry_information", "together", "on_entry",
        "as_mechanism", "on_database",
    )
}
_BUILDERS |= {
    **{
        name: getattr(vocabulary, name)
        for name in (
            "laplace", "gaussian", "law_mixture", "gaussian_mixture", "law_shift",
            "law_cells", "interval_mass", "differential_entropy", "gaussian_information",
            "laplace_information",
        )
    },
    "law_kl": vocabulary.KL,
    "law_total_variation": vocabulary.TV,
    "law_hockey_stick": vocabulary.hockey_stick,
    "law_renyi": vocabulary.renyi,
    "law_information": vocabulary.information,
    "kl": vocabulary.KL,
    "total_variation": vocabulary.TV,
    "entropy": vocabulary.H,
    "pmf_literal": vocabulary.pmf_of,
    "channel_literal": vocabulary.channel_of,
    "database_information": vocabulary.information,
    "query_database": lambda *args: heads.apply("query_database", *args, result=DatabaseSort()),
    "several_entries": vocabulary.database_of,
    "one_entry": lambda size: Op("one_entry", (size_term(size, "as an entry"),), DatabaseSort()),
}


_BUILDERS |= {
    name: getattr(databases, name)
    for name in (
        "with_entry", "entry_of", "entry_channel", "entry_prior", "flat_mechanism",
        "database_joint", "group_joint", "initial", "final", "stage_joint", "history_law",
        "entry_given_history", "widened", "completed", "group_values", "with_group",
        "group_channel", "response_given",
    )
}
# The first argument of these is the database of the second.
_BUILDERS |= {
    "prior_mass": lambda _, prior, instance: databases.prior_mass(prior, instance),
    "entry_given": lambda _, *args: databases.entry_given(*args),
    "group_given": lambda _, *args: databases.group_given(*args),
    "flat_prior": lambda _, prior: databases.flat_prior(prior),
}

_BUILDERS |= {
    name: getattr(groups, name)
    for name in (
        "cardinality", "group_information", "entry_epsilon", "free_lunch_epsilon",
        "bayesian_epsilon", "bayesian_mi", "stage_information",
    )
}
_BUILDERS |= {
    "complement": lambda _, event: groups.complement(event),
    "singleton": lambda size, symbol: groups.singleton(symbol, size),
}


_BUILDERS |= {name: getattr(pufferfish, name) for name in pufferfish.BUILDERS}
_BUILDERS |= {name: getattr(matrices, name) for name in matrices.__all__}


def _rebuilt(node: Op) -> Term:
    """The operation as its builder makes it of the same arguments."""
    head, args, detail = node.head, node.args, node.detail
    params = heads.HEADS[head].params
    if not (params and params[-1].endswith("*")) and len(args) != len(params):
        raise ClaimError(f"{head} takes {len(params)} arguments, not {len(args)}")
    if head in _ARITHMETIC:
        return arithmetic(head, *args)
    if head in _INDEXED:
        return vocabulary.item(args[0], args[1] if len(args) == 2 else args[1:])
    if head == "joint_entropy" and len(detail) == 2:
        return vocabulary.H(args[0], "|".join(detail))
    if head == "joint_information" and len(detail) == 3:
        return vocabulary.I(args[0], f"{detail[0]};{detail[1]}|{detail[2]}")
    if head == "marginal" and len(detail) == 1:
        return vocabulary.marginal(args[0], detail[0])
    if head == "as_joint" and len(detail) == 1:
        names = detail[0].split(",")
        if len(set(names)) < len(names) or len(names) != len(args) - 1:
            raise ClaimError("as_joint has one alphabet for each variable, and each its own name")
        return vocabulary.as_joint(args[0], **dict(zip(names, args[1:], strict=True)))
    if head not in _BUILDERS:
        raise ClaimError(f"{head} has other arguments than these")
    return _BUILDERS[head](*args)


def _rebuilt_predicate(node: Predicate) -> Formula:
    args, detail = node.args, node.detail
    builders: dict[str, Callable[..., Predicate]] = {
        "close": notions.Close,
        "dp": notions.DP,
        "kl_private": notions.KLDP,
        "mi_private": notions.MIDP,
        "pufferfish": pufferfish.PP,
        "mi_pufferfish": pufferfish.MIPP,
        "attribute": pufferfish.AP,
        "independent": notions.Independent,
        "markov": notions.Markov,
    }
    counts = {"close": 4, "dp": 3, "kl_private": 2, "mi_private": 2,
              "pufferfish": 5, "mi_pufferfish": 4, "attribute": 5}
    groups = {"independent": 2, "markov": 3}
    if len(args) != counts.get(node.name, 1) or len(detail) != groups.get(node.name, 0):
        raise ClaimError(f"{node.name} has other arguments than these")
    return builders[node.name](*args, *detail)


__all__ = ["check_apart", "check_node", "check_scopes", "check_statement"]
