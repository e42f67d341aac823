"""Statements as JSON trees: read and checked, definitions expanded.

Nothing that a file says is believed: numbers are strings p/q in lowest terms or whole JSON numbers
(never `true`), sizes are whole numbers by their form, no interval is empty, no name is bound where
the sort of another variable speaks of it, and sorts are those that follow from the arguments.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from recheck.errors import Rejected, Unsupported, demand
from recheck.signatures import (
    LAWS,
    REAL,
    check_bind,
    check_result,
    kind_of,
    same,
    sort_of,
    whole,
)
from recheck.trees import Scope, Tree, free

MOST_DIGITS = 100_000
# (variables, hypotheses, conclusion, quantifier) of a statement that has been read.
Opened: TypeAlias = tuple[list[Tree], list[Tree], Tree, str]


def rational(text: Any) -> Fraction:
    """A number written as p or p/q."""
    if not isinstance(text, str) or len(text) > MOST_DIGITS:
        raise Rejected("a number isn't written as a string p/q")
    match = re.fullmatch(r"(-?[0-9]+)(?:/([0-9]+))?", text, re.ASCII)
    if not match or (match[2] and not match[2].strip("0")):
        raise Rejected(f"{text[:40]!r} is not a rational number p/q")
    return Fraction(int(match[1]), int(match[2] or 1))


def integer(value: Any, low: int, high: Any = None) -> int:
    """A whole number of JSON from `low` to `high`; `true` is none."""
    if type(value) is not int or value < low or (high is not None and value > high):
        raise Rejected("what must be a whole number in a range is none")
    return value


# --- sorts ----------------------------------------------------------------------------------------


def read_size(term: Tree, scope: Scope) -> Tree:
    """A size: a whole number by its form."""
    found = read_term(term, scope, "number")
    demand(whole(found, scope), "a size isn't a whole number by its form")
    return found


def read_interval(low: Any, high: Any, opens: list[bool]) -> Tree:
    """An interval of real numbers that isn't empty."""
    one, two = (None if end is None else rational(end) for end in (low, high))
    if one is not None and two is not None and (one > two or (one == two and any(opens))):
        raise Rejected("an interval without numbers")
    return ["real", *(None if end is None else str(end) for end in (one, two)), *opens]


def read_sort(sort: Tree, scope: Scope) -> Tree:
    """A sort, its rationals in lowest terms and its terms read."""
    match sort:
        case ["real", low, high, bool(), bool()]:
            return read_interval(low, high, sort[3:])
        case ["size", low, high]:
            return ["size", integer(low, 0), None if high is None else integer(high, low)]
        case ["database"] | ["law"] | ["integerlaw"]:
            return sort
        case ["symbol" | "event" | "pmf" | "framework" | "mixture" as kind, size]:
            return [kind, read_size(size, scope)]
        case ["reals", size, ["real", *_] as element]:
            return ["reals", read_size(size, scope), read_sort(element, scope)]
        case ["joint", [*names], [*sizes]] if len(names) == len(sizes) > 0:
            demand(len(set(map(read_name, names))) == len(names), "a joint law's names")
            return ["joint", names, [read_size(size, scope) for size in sizes]]
        case ["channel", inputs, outputs]:
            return ["channel", read_size(inputs, scope), read_size(outputs, scope)]
        case ["mechanism", database, outputs]:
            return ["mechanism", read_term(database, scope, "database"), read_size(outputs, scope)]
        case ["prior", database, "any" | "independent" | "split" as kind, entry]:
            demand((kind == "split") == (entry is not None), "only a split prior names an entry")
            chosen = None if entry is None else read_size(entry, scope)
            return ["prior", read_term(database, scope, "database"), kind, chosen]
        case ["dataclass", size, "any" | "listed" | "all" | "reweighted" as kind]:
            return ["dataclass", read_size(size, scope), kind]
        case ["member", framework, laws]:
            framework = read_term(framework, scope, "framework")
            laws = read_term(laws, scope, "dataclass")
            demand(same(sort_of(framework, scope)[1], sort_of(laws, scope)[1]), "data of two sizes")
            return ["member", framework, laws]
        case ["queries", "independent" | "sequential" | "partial" as kind, database, *counts]:
            numbers = [read_size(part, scope) for part in counts]
            demand(len(numbers) == 2, "queries have a number and outputs")
            return ["queries", kind, read_term(database, scope, "database"), *numbers]
        case [str(name), *_]:
            raise Unsupported(f"unsupported sort {name}")
    raise Rejected("what stands for a sort is none")


# --- variables ------------------------------------------------------------------------------------


def read_name(name: Any) -> str:
    """A name; the checker's own ones hold characters that can't be printed."""
    if not isinstance(name, str) or not name or not name.isprintable():
        raise Rejected("a name is none")
    return name


def read_variable(var: Tree, scope: Scope) -> tuple[Tree, Scope]:
    """A bound variable, and the scope below it."""
    match var:
        case [name, sort, str(symbol)]:
            sort = read_sort(sort, scope)
            demand(sort[0] not in LAWS, "no variable ranges over all laws on the line")
            return [read_name(name), sort, symbol], {**scope, name: sort}
    raise Rejected("what stands for a variable is none")


def read_variables(items: list[Tree], scope: Scope) -> tuple[list[Tree], Scope]:
    """Variables that range together, each of another name, and the scope below them."""
    found = []
    for item in items:
        var, inner = read_variable(item, scope)
        demand(var[0] not in scope, f"the variable {var[0]} is bound twice")
        found.append(var)
        scope = inner
    return found, scope


def check_apart(name: str, scope: Scope, *parts: Tree) -> None:
    """Refuse to bind a name on which the sort of a variable that is free in a part depends: where
    b is one of a symbols, "for every a: b < a" would speak of two things called a."""
    if name in scope:
        others = {other for other, sort in scope.items() if other != name and name in free(sort)}
        demand(not others & {n for part in parts for n in free(part)},
               f"{name} is bound where another variable depends on it")


# --- terms and formulas ---------------------------------------------------------------------------


def read_term(term: Tree, scope: Scope, kind: str | None = None) -> Tree:
    """A term, each head applied to arguments of the right kinds and sizes."""
    found: Tree
    match term:
        case ["number", str(text)]:
            found = ["number", text if text == "inf" else str(rational(text))]
        case ["var", str(name)]:
            if name not in scope:
                raise Rejected(f"nobody binds the variable {name!r}")
            found = term
        case ["op", str(head), [*args], result, [*detail]]:
            demand(all(isinstance(part, str) for part in detail), f"{head} has other arguments")
            args = [read_term(arg, scope) for arg in args]
            found = ["op", head, args, read_sort(result, scope), detail]
            check_result(found[3], found, scope)
        case ["cases", test, then, otherwise]:
            then, otherwise = read_term(then, scope), read_term(otherwise, scope)
            one, two = sort_of(then, scope), sort_of(otherwise, scope)
            demand(kind_of(one) == kind_of(two) and (kind_of(one) == "number" or same(one, two)),
                   "two cases of different sorts")
            found = ["cases", read_formula(test, scope, False), then, otherwise]
        case ["bind", "sum" | "max" | "min" | "sup" | "inf" | "table" | "event" | "integral"
              as binder, var, guard, body, result]:
            var, inner = read_variable(var, scope)
            plain = binder in ("table", "integral")
            demand((guard is None or not plain) and (binder != "event" or guard is not None),
                   f"a {binder} with or without a guard")
            guard = None if guard is None else read_formula(guard, inner, False)
            body, result = read_term(body, inner), read_sort(result, scope)
            check_bind(binder, var, body, result, inner)
            check_apart(var[0], scope, guard, body)
            found = ["bind", binder, var, guard, body, result]
        case _:
            raise Rejected("what stands for a term is none")
    if kind is not None and kind_of(sort_of(found, scope)) != kind:
        raise Rejected(f"a {kind_of(sort_of(found, scope))} stands where a {kind} must")
    return found


def read_formula(formula: Tree, scope: Scope, expand: bool = True) -> Tree:
    """A formula, with definitions expanded."""
    match formula:
        case ["relation", "<=" | "<" | "=" | ">=" | ">" as op, left, right]:
            return ["relation", op, *(read_term(side, scope, "number") for side in (left, right))]
        case ["not", body]:
            return ["not", read_formula(body, scope, expand)]
        case ["and" | "or" as tag, [*parts]]:
            return [tag, [read_formula(part, scope, expand) for part in parts]]
        case ["quantified", "forall" | "exists" as kind, var, guard, body]:
            var, inner = read_variable(var, scope)
            guard = None if guard is None else read_formula(guard, inner, expand)
            body = read_formula(body, inner, expand)
            check_apart(var[0], scope, guard, body)
            return ["quantified", kind, var, guard, body]
        case ["predicate", str(name), [*args], [*detail]]:
            if not expand or (name, len(args), len(detail)) not in DEFINITIONS:
                raise Unsupported(f"unsupported definition {name} here")
            args = [read_term(arg, scope) for arg in args]
            return DEFINITIONS[name, len(args), len(detail)](scope, *args, *detail)
    raise Rejected("what stands for a formula is none")


def opened_statement(statement: Any) -> Opened:
    """A statement's parts, read."""
    match statement:
        case {"quantifier": "forall" | "exists" as quantifier, "variables": [*variables],
              "given": [*given], "then": then, **others} if not others:
            found, scope = read_variables(variables, {})
            return (found, [read_formula(part, scope) for part in given],
                    read_formula(then, scope), quantifier)
    raise Rejected("the statement is not one")


# --- definitions ----------------------------------------------------------------------------------


def made(scope: Scope, head: str, *args: Tree, detail: tuple[str, ...] = ()) -> Tree:
    """A quantity of terms that have been read."""
    found = ["op", head, list(args), REAL, list(detail)]
    check_result(REAL, found, scope)
    return found


def close_meaning(scope: Scope, p: Tree, q: Tree, epsilon: Tree, delta: Tree) -> Tree:
    """For every event A, P(A) ≤ e^ε Q(A) + δ, and the same with P and Q exchanged; for laws on the
    line or the integers, the largest P(A) − e^ε Q(A) is the hockey-stick divergence."""
    pairs = ((p, q), (q, p))
    if (kind := kind_of(sort_of(p, scope))) in LAWS:
        head = "law_hockey_stick" if kind == "law" else "integer_hockey_stick"
        return ["and", [at_most(head)(scope, *pair, epsilon, delta) for pair in pairs]]
    event = ["var", "\0A"]  # no author's variable is called that
    var = ["\0A", ["event", sort_of(p, scope)[1]], ""]
    inner, parts = {**scope, "\0A": var[1]}, []
    for one, two in pairs:
        least, most = (made(inner, "probability", law, event) for law in (one, two))
        bound = made(inner, "add", made(inner, "mul", made(inner, "exp", epsilon), most), delta)
        parts.append(["quantified", "forall", var, None, ["relation", "<=", least, bound]])
    return ["and", parts]


def dominated_meaning(scope: Scope, p: Tree, q: Tree, r: Tree, s: Tree) -> Tree:
    """Σ_a max(0, S(b) P(a) − R(b) Q(a)) ≤ Σ_c max(0, S(b) R(c) − R(b) S(c)) for every b.

    With γ = R(b)/S(b) that is E_γ(P‖Q) ≤ E_γ(R‖S), which at these γ and 0 is enough: both sides are
    convex in γ, never rise, are 1 at 0, and the right one is linear between the γ and flat after.
    """
    for law in (p, q, r, s):
        demand(sort_of(law, scope)[0] == "pmf", "laws that are not on symbols")
    pairs = [(sort_of(one, scope), sort_of(two, scope)) for one, two in ((p, q), (r, s))]
    demand(all(same(*pair) for pair in pairs), "two laws of a pair on different alphabets")
    over = ["symbol", pairs[1][0][1]]
    inner = {**scope, "\0b": over}
    high, low = (made(inner, "at", law, ["var", "\0b"]) for law in (s, r))

    def stick(one: Tree, two: Tree, name: str) -> Tree:
        sort = ["symbol", sort_of(one, scope)[1]]
        under, at = {**inner, name: sort}, ["var", name]
        gap = made(under, "sub", made(under, "mul", high, made(under, "at", one, at)),
                   made(under, "mul", low, made(under, "at", two, at)))
        body = made(under, "maximum", ["number", "0"], gap)
        return ["bind", "sum", [name, sort, ""], None, body, REAL]

    relation = ["relation", "<=", stick(p, q, "\0a"), stick(r, s, "\0c")]
    return ["quantified", "forall", ["\0b", over, ""], None, relation]


def no_information(scope: Scope, joint: Tree, *groups: str) -> Tree:
    """I(A;B|C) = 0 of a joint law."""
    return ["relation", "=", made(scope, "joint_information", joint, detail=groups),
            ["number", "0"]]


def at_most(head: str) -> Callable[..., Tree]:
    """A quantity of all arguments but the last is at most the last."""
    def meaning(scope: Scope, *args: Tree) -> Tree:
        demand(kind_of(sort_of(args[-1], scope)) == "number", "a bound that is no number")
        return ["relation", "<=", made(scope, head, *args[:-1]), args[-1]]

    return meaning


def independent_meaning(scope: Scope, joint: Tree, a: str, b: str) -> Tree:
    """I(A;B) = 0."""
    return no_information(scope, joint, a, b, "")


def markov_meaning(scope: Scope, joint: Tree, a: str, b: str, c: str) -> Tree:
    """I(A;C|B) = 0."""
    return no_information(scope, joint, a, c, b)


# By name, and the numbers of arguments and of groups of variables.
DEFINITIONS: dict[tuple[str, int, int], Callable[..., Tree]] = {
    ("close", 4, 0): close_meaning,
    ("dp", 3, 0): at_most("dp_delta"),
    ("kl_private", 2, 0): at_most("kl_dp"),
    ("renyi_private", 3, 0): at_most("renyi_dp"),
    ("concentrated", 2, 0): at_most("zcdp"),
    ("dominated", 4, 0): dominated_meaning,
    ("mi_private", 2, 0): at_most("mi_dp"),
    ("pufferfish", 5, 0): at_most("pufferfish_delta"),
    ("mi_pufferfish", 4, 0): at_most("pufferfish_information"),
    ("attribute", 5, 0): at_most("attribute_delta"),
    ("independent", 1, 2): independent_meaning,
    ("markov", 1, 3): markov_meaning,
}
