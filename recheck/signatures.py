"""What each head takes and gives: kinds of arguments, and the sizes that they must share.

A file may say any sort for an operation, and two sizes for one law. So the sort of a value is
worked out from the arguments here, and what the file says of it must be the same.
"""

import functools
import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from recheck.errors import Rejected, Unsupported, demand
from recheck.heads import TABLE
from recheck.trees import Scope, Tree, canonical, free

Pattern: TypeAlias = Any
REAL: Tree = ["real", None, None, False, False]
COUNT: Tree = ["size", 0, None]
# Sorts of laws on the line and on the integers, over which nothing ranges.
LAWS = ("law", "integerlaw")


class Signature(NamedTuple):
    """What a head takes and gives: patterns of its arguments, with the alphabets of indices."""

    params: list[Pattern]
    below: list[Pattern | None]
    gives: Pattern
    valued: bool


def _read(text: str) -> list[Pattern]:
    """The patterns of a line's side: each a kind, with terms as [head, term, …]."""
    stack: list[list[Any]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", text):
        if token == "(":
            stack.append([])
        elif token == ")":
            inner = stack.pop()
            stack[-1].append(inner)
        else:
            stack[-1].append(token)
    return stack[0]


def _signatures() -> dict[str, Signature]:
    found: dict[str, Signature] = {}
    for line in TABLE.strip().splitlines():
        names, _, told = line.partition(":")
        params, arrow, gives = re.split("(=>|->)", told)
        parts = [[_read(side) for side in part.split("<")]
                 for part in params.split(",") if part.strip()]
        below = [alphabet[0] if alphabet else None for _, *alphabet in parts]
        found |= {name: Signature([part[0] for part in parts], [one and one[0] for one in below],
                                  _read(gives), arrow == "=>") for name in names.split()}
    return found


HEADS = _signatures()
# Heads with a value wherever their arguments have one, and the ranges of numbers.
VALUED = frozenset(name for name, head in HEADS.items() if head.valued)
COUNTS = frozenset(name for name, head in HEADS.items() if head.gives == ["count"])
WHOLE = COUNTS | {name for name, head in HEADS.items() if head.gives == ["whole"]}
SHARES = frozenset(name for name, head in HEADS.items() if head.gives == ["share"])
NOT_NEGATIVE = WHOLE | SHARES | {
    name for name, head in HEADS.items() if head.gives == ["number+"]}


def kind_of(sort: Tree) -> str:
    """A sort's kind: all that is arithmetic counts as a number, and a mixture is a law on the
    line."""
    kinds = {"real": "number", "size": "number", "symbol": "number", "mixture": "law"}
    return kinds.get(sort[0], str(sort[0]))


def sort_of(term: Tree, scope: Scope) -> Tree:
    """The sort of a term's value."""
    tag = term[0]
    if tag == "var":
        return scope[term[1]]
    if tag == "cases":
        return sort_of(term[2], scope)
    return term[3] if tag == "op" else term[5] if tag == "bind" else REAL


def same(one: Tree, two: Tree) -> bool:
    """Whether two trees differ in bound names, or in the sorts told of numbers, only."""
    return bool(one == two or canonical(one, {}, 0) == canonical(two, {}, 0))


def whole(term: Tree, scope: Scope) -> bool:
    """Whether a term is a whole number by its form, wherever it has a value."""
    match term:
        case ["number", text]:
            return text != "inf" and "/" not in text
        case ["var", name]:
            return scope[name][0] in ("size", "symbol")
        case ["cases", _, one, two] | ["op", "add" | "sub" | "mul", [one, two], _, _]:
            return whole(one, scope) and whole(two, scope)
        case ["op", "pow", [base, exponent], _, _]:
            return whole(base, scope) and whole(exponent, scope) and never_negative(exponent)
        case ["op", head, _, _, _]:
            return head in WHOLE
    return False


def never_negative(term: Tree) -> bool:
    """Whether a whole number is at least 0 by its form: a difference may be less."""
    match term:
        case ["op", "add" | "mul", parts, _, _]:
            return all(map(never_negative, parts))
        case ["number", text]:
            return bool(text.isdigit())
        case ["op", head, _, _, _]:
            return head in WHOLE
    return bool(term[0] == "var")


# --- what a head gives ----------------------------------------------------------------------------


def _parts(kind: str, sort: Tree, term: Tree) -> list[Tree]:
    """What a pattern's terms stand for, an argument's own term last."""
    match sort:
        case ["queries", own, database, count, outputs]:
            fits = {"partial": own == "partial", "ordered": own != "partial",
                    "independent": own == "independent", "queries": True}
            demand(fits.get(kind), f"{own} queries stand where others must")
            return [database, count, outputs, term]
        case ["prior", database, *_]:
            found = [database]
        case ["reals", size, _] | ["dataclass", size, _]:
            found = [size]
        case [("pmf" | "event" | "channel" | "mechanism" | "framework" | "member"), *sizes]:
            found = sizes
        case _:
            found = []
    demand(kind_of(sort) == kind, f"a {kind_of(sort)} stands where a {kind} must")
    return [*found, term]


def _match(pattern: Pattern, term: Tree, names: dict[str, Tree]) -> None:
    """Refuse a term that a pattern isn't of; what its letters stand for is noted."""
    if isinstance(pattern, list):
        head, *parts = pattern
        demand(term[:2] == ["op", head], f"a size is no {head}")
        for part, arg in zip(parts, term[2], strict=True):
            _match(part, arg, names)
    elif pattern.isdigit():
        demand(term == ["number", pattern], "a size is another number")
    else:
        demand(same(names.setdefault(pattern, term), term), "two sizes or databases must be one")


def _made(pattern: Pattern, names: dict[str, Tree]) -> Tree:
    """The term of a pattern."""
    if isinstance(pattern, list):
        return ["op", pattern[0], [_made(part, names) for part in pattern[1:]], COUNT, []]
    return ["number", pattern] if pattern.isdigit() else names[pattern]


def _given(pattern: Pattern, names: dict[str, Tree]) -> Tree:
    """The sort of a pattern."""
    kind, *parts = pattern
    match kind:
        case "joint":
            return ["joint", parts[::2], [_made(part, names) for part in parts[1::2]]]
        case "prior":
            return ["prior", names[parts[0]], parts[1], None]
    return [kind, *(_made(part, names) for part in parts)]


def _product(sizes: list[Tree]) -> Tree:
    """The product of sizes, worked out where two numbers meet."""
    def times(one: Tree, two: Tree) -> Tree:
        if one[0] == two[0] == "number":
            return ["number", str(int(one[1]) * int(two[1]))]
        return ["op", "mul", [one, two], COUNT, []]

    return functools.reduce(times, sizes)


def _written_law(args: list[Tree], *_: Any) -> Tree:
    return ["pmf", ["number", str(len(args))]]


def _written_channel(args: list[Tree], sorts: list[Tree], *_: Any) -> Tree:
    return ["channel", ["number", str(len(args))], sorts[0][1]]


def _cells(args: list[Tree], *_: Any) -> Tree:
    return _written_law(args)


def _of_variables(args: list[Tree], sorts: list[Tree], detail: list[str], *_: Any) -> Tree:
    """A law on tuples of symbols as a joint law."""
    (told,) = detail
    names = told.split(",")
    demand(len(names) == len(set(names)) == len(args) - 1, "a name for each alphabet")
    demand(same(sorts[0][1], _product(args[1:])), "the law is on the tuples of the symbols")
    return ["joint", names, args[1:]]


def _marginal(_args: list[Tree], sorts: list[Tree], detail: list[str], *_: Any) -> Tree:
    (name,) = detail
    demand(name in sorts[0][1], "the joint law has no such variable")
    return ["pmf", sorts[0][2][sorts[0][1].index(name)]]


def _margin(_args: list[Tree], sorts: list[Tree], detail: list[str], *_: Any) -> Tree:
    (told,) = detail
    names = told.split(",")
    return ["joint", names, [sorts[0][2][sorts[0][1].index(name)] for name in names]]


def _conditional(_args: list[Tree], sorts: list[Tree], detail: list[str], *_: Any) -> Tree:
    of, given = (
        _product([sorts[0][2][sorts[0][1].index(name)] for name in group.split(",")])
        for group in detail)
    return ["channel", given, of]


def _member_law(_args: list[Tree], sorts: list[Tree], _detail: list[str], scope: Scope) -> Tree:
    return ["pmf", sort_of(sorts[0][1], scope)[1]]


def _initial(_args: list[Tree], sorts: list[Tree], *_: Any) -> Tree:
    _, kind, database, count, outputs = sorts[0]
    return ["queries", kind, database, count[2][0], outputs]


def _widened(_args: list[Tree], sorts: list[Tree], *_: Any) -> Tree:
    return ["queries", "independent", *sorts[0][2:]]


def _query(args: list[Tree], sorts: list[Tree], *_: Any) -> Tree:
    _, kind, database, _, outputs = sorts[0]
    if kind == "partial":
        database = ["op", "query_database", args, ["database"], []]
    return ["mechanism", database, outputs]


RESULTS: dict[str, Callable[..., Tree]] = {
    "pmf_literal": _written_law, "channel_literal": _written_channel, "law_cells": _cells,
    "as_joint": _of_variables, "marginal": _marginal, "member_law": _member_law,
    "margin": _margin, "conditional": _conditional, "initial": _initial, "query": _query,
    "widened": _widened,
}


def _check_sizes(head: str, args: list[Tree], sorts: list[Tree], detail: list[str],
                 scope: Scope) -> None:
    """What a pattern can't say of a head's sizes, and of the variables that it names."""
    match head:
        case "discrete_laplace" | "discrete_gaussian":
            demand(whole(args[0], scope), "a mean that is no whole number by its form")
        case "binomial":
            demand(whole(args[0], scope), "a count that is no whole number by its form")
        case "integer_shift":
            demand(whole(args[1], scope), "a shift that is no whole number by its form")
        case "law_mixture" | "law_information" | "integer_mixture":
            demand(sorts[0][1] == ["number", str(len(args) - 1)], "a law for each symbol")
        case "on_database":
            demand(args[1][:2] == ["op", "several_entries"], "a database that isn't written out")
            demand(same(sorts[0][1], _product(args[1][2])), "an input for each instance")
        case "gaussian_information" | "laplace_information":
            length = _product([sorts[1][2], args[3]])
            demand(whole(args[3], scope) and same(sorts[2][1], length), "numbers for each symbol")
        case "determinant" | "leading_minor" | "lower_value" | "upper_value":
            sides = args[1:] if head.endswith("value") else args[-1:] * 2
            told = [_product(sides), ["op", "mul", sides, COUNT, []]]
            demand(all(whole(arg, scope) for arg in args[1:]) and any(
                same(sorts[0][1], size) for size in told), "the numbers of another matrix")
        case "transport_cost" | "wasserstein" | "g_leakage":
            sides = [args[3] if head == "g_leakage" else sorts[0][1], sorts[head != "g_leakage"][1]]
            told = [_product(sides), ["op", "mul", sides, COUNT, []]]
            demand(any(same(sorts[2][1], size) for size in told), "the numbers of another table")
        case "bayes_risk" | "minimax_risk":
            sides = [args[-1], sorts[0][1]]
            told = [_product(sides), ["op", "mul", sides, COUNT, []]]
            demand(whole(args[-1], scope) and any(same(sorts[-2][1], size) for size in told),
                   "the numbers of another table")
        case "rate_distortion":
            sides = [sorts[0][1], args[2]]
            told = [_product(sides), ["op", "mul", sides, COUNT, []]]
            demand(whole(args[2], scope) and any(same(sorts[1][1], size) for size in told),
                   "the numbers of another table")
        case "reweighted":
            demand(sort_of(sorts[0][2], scope)[2] in ("all", "reweighted"), "a class that is open")
        case "joint_at":
            demand(len(args) == 1 + len(sorts[0][1]), "a symbol for each variable")
        case "joint_entropy" | "joint_information" | "margin" | "conditional":
            named = [name for group in detail for name in group.split(",") if name]
            groups = {"joint_entropy": 2, "joint_information": 3, "margin": 1, "conditional": 2}
            demand(len(detail) == groups[head] and len(set(named)) == len(
                named) and set(named) <= set(sorts[0][1]), "no groups of a joint law's variables")
            demand(head.startswith("joint") or all(
                all(group.split(",")) for group in detail), "a group without variables")


def _matched(head: str, args: list[Tree], scope: Scope) -> dict[str, Tree]:
    """What the letters of a head's line stand for."""
    params, names = HEADS[head].params, dict[str, Tree]()
    if params and params[-1][-1] == "*":
        least = len(params) - 1
        params = params[:least] + [params[least][:-1]] * (len(args) - least)
    demand(len(args) == len(params), f"{head} has other arguments")
    for (kind, *terms), arg in zip(params, args, strict=True):
        for pattern, part in zip(terms, _parts(kind, sort_of(arg, scope), arg), strict=False):
            _match(pattern, part, names)
    return names


def result_of(head: str, args: list[Tree], detail: list[str], scope: Scope) -> Tree:
    """The sort of what a head gives; REAL for every number.

    Raises:
        Unsupported: there is no such head here.
        Rejected: the arguments are of other kinds or sizes than the head takes.
    """
    if head not in HEADS:
        raise Unsupported(f"unsupported head {head}")
    names, gives = _matched(head, args, scope), HEADS[head].gives
    sorts = [sort_of(arg, scope) for arg in args]
    named = head in ("as_joint", "marginal", "margin", "conditional", "joint_entropy",
                     "joint_information")
    demand(named or not detail, f"{head} speaks of no variables")
    _check_sizes(head, args, sorts, detail, scope)
    if gives[0] in ("number", "number+", "share", "whole", "count"):
        return REAL
    return RESULTS[head](args, sorts, detail, scope) if head in RESULTS else _given(gives, names)


def indices_of(term: Tree, scope: Scope) -> list[tuple[Tree, Tree]]:
    """(symbol, size) for each index among the arguments of a head: it must be in range."""
    _, head, args, _, _ = term
    below = HEADS[head].below
    if not any(below):
        return []
    names = _matched(head, args, scope)
    return [(arg, _made(pattern, names)) for arg, pattern in zip(args, below, strict=True)
            if pattern is not None]


def check_result(told: Tree, term: Tree, scope: Scope) -> None:
    """Refuse the sort that a file says an operation's value has, if it is another one."""
    _, head, args, _, detail = term
    found = result_of(head, args, detail, scope)
    held = kind_of(told) == "number" if found == REAL else same(told, found)
    demand(held, f"{head} gives no such {told[0]}")


def check_bind(kind: str, var: Tree, body: Tree, told: Tree, scope: Scope) -> None:
    """Refuse a binder over other values than it is for, or of another sort than it says.

    Args:
        scope: that of the body.
    """
    sort, inside = var[1], sort_of(body, scope)
    over = {"sum": ("symbol", "event"), "max": ("symbol", "event"), "min": ("symbol", "event"),
            "table": ("symbol",), "event": ("symbol",), "integral": ("real",)}
    demand(sort[0] in over.get(kind, (sort[0],)), f"a {kind} over the values of a {sort[0]}")
    match kind, kind_of(inside):
        case "table", "number":
            fits = told in (["reals", told[1], REAL], ["pmf", told[1]]) and same(told[1], sort[1])
        case "table", "pmf":
            fits = var[0] not in free(inside) and same(told, ["channel", sort[1], inside[1]])
        case "event", _:
            fits = same(told, ["event", sort[1]])
        case _, inner:
            fits = inner == kind_of(told) == "number" and (
                kind != "integral" or sort[1] is not None)
    if not fits:
        raise Rejected(f"a {kind} of a {kind_of(inside)} gives no {told[0]}")
