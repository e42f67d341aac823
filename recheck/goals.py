"""What evidence must show: goals, and the digests by which goals and statements are named.

A goal is what the moves of a play must meet: for a refutation the hypotheses and the negated
conclusion. Negation and the lifting of suprema are written here independently of the package; the
digest of the goal must come out the same.
"""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from recheck.affine import BEYOND_LISTS, is_program
from recheck.errors import Rejected
from recheck.statements import opened_statement
from recheck.trees import Tree, free, negate, substitute


def normal(formula: Tree) -> Tree:
    """Negations at relations only, which are ≤, < or =."""
    match formula:
        case ["relation", ">=" | ">" as op, left, right]:
            return ["relation", "<=" if op == ">=" else "<", right, left]
        case ["not", ["relation", *_] as relation]:
            return ["not", normal(relation)]
        case ["not", body]:
            return normal(negate(body))
        case ["and" | "or" as tag, parts]:
            return [tag, [normal(part) for part in parts]]
        case ["quantified", kind, var, guard, body]:
            return ["quantified", kind, var, guard and normal(guard), normal(body)]
    return formula


class Lifting:
    """Suprema and infima where one point decides become variables of the instance.

    L ≤ f(x) is evidence for L ≤ sup f, and ¬(f(x) ≤ R) for ¬(sup f ≤ R); infima likewise. For
    ¬(sup f < R) a point with ¬(f(x) < R) is evidence too, but that there is none doesn't show
    sup f < R: r < 1 for all r in [0, 1), and sup r is 1. Such a variable is one of the `points`,
    which are part of the digest, so that no proof of one statement has the other's digest.
    """

    def __init__(self, variables: list[Tree]) -> None:
        self.variables = {var[0]: var for var in variables}
        self.points: set[str] = set()

    def lift(self, formula: Tree) -> Tree:
        """A formula in normal form without the suprema that a point decides."""
        match formula:
            case ["and" | "or" as tag, parts]:
                return [tag, [self.lift(part) for part in parts]]
            case ["relation", "<" | "<=" as op, left, ["bind", "sup", *_] as right]:
                return self.at_point(right, op == "<=", lambda at: ["relation", op, left, at])
            case ["relation", "<" | "<=" as op, ["bind", "inf", *_] as left, right]:
                return self.at_point(left, op == "<=", lambda at: ["relation", op, at, right])
            case ["not", ["relation", "<" | "<=" as op, ["bind", "sup", *_] as left, right]]:
                return self.at_point(
                    left, op == "<", lambda at: ["not", ["relation", op, at, right]])
            case ["not", ["relation", "<" | "<=" as op, left, ["bind", "inf", *_] as right]]:
                return self.at_point(
                    right, op == "<", lambda at: ["not", ["relation", op, left, at]])
        return formula

    def bounded(self, formula: Tree) -> Tree:
        """Suprema that no single point decides as quantifiers: sup f ≤ R where f(x) ≤ R for every
        x (and R has a value), sup f < R where that holds of a number below R, which is one more
        variable of the instance. Infima likewise, the other way round."""
        match formula:
            case ["and" | "or" as tag, parts]:
                return [tag, [self.bounded(part) for part in parts]]
            case ["relation", "<" | "<=" as op, ["bind", "sup", *_] as bind, end] if ranges(bind):
                return self.all_beyond(bind, end, op == "<")
            case ["relation", "<" | "<=" as op, end, ["bind", "inf", *_] as bind] if ranges(bind):
                return self.all_beyond(bind, end, op == "<")
            case ["not", ["relation", "<" | "<=" as op, end, ["bind", "sup", *_] as bind]] if (
                    ranges(bind)):
                return self.all_beyond(bind, end, op == "<=")
            case ["not", ["relation", "<" | "<=" as op, ["bind", "inf", *_] as bind, end]] if (
                    ranges(bind)):
                return self.all_beyond(bind, end, op == "<=")
        return formula

    def all_beyond(self, bind: Tree, end: Tree, strictly: bool) -> Tree:
        """No value is beyond the end, or beyond a number that lies before the end itself."""
        _, kind, (name, sort, symbol), guard, body, _ = bind
        bound = end
        if strictly:
            bound = ["var", self.fresh("r", ["real", None, None, False, False], "")]
        own = name
        while own in free(bound):
            own += "'"
        at = {name: ["var", own]}
        pairs = [(substitute(body, at), bound), (bound, end)]
        within, last = (
            ["relation", op, *(pair if kind == "sup" else pair[::-1])]
            for op, pair in zip(("<=", "<" if strictly else "<="), pairs, strict=True)
        )
        whole = ["quantified", "forall", [own, sort, symbol],
                 guard and normal(substitute(guard, at)), self.bounded(within)]
        return ["and", [whole, last]]

    def opened(self, formula: Tree, kept: bool = False) -> Tree:
        """A formula in normal form without "for some number or law", of which one is a move;
        `kept`: linear programs stay, as they are decided."""
        match formula:
            case ["and" | "or" as tag, parts]:
                return [tag, [self.opened(part, kept) for part in parts]]
            case ["quantified", "exists", [name, [kind, *_] as sort, symbol], guard, body] if (
                    kind in BEYOND_LISTS and not (kept and is_program(formula))):
                at = {name: ["var", self.fresh(name, sort, symbol)]}
                found = self.opened(substitute(body, at), kept)
                return found if guard is None else ["and", [normal(substitute(guard, at)), found]]
        return formula

    def fresh(self, name: str, sort: Tree, symbol: str) -> str:
        """A variable of the instance of another name than those that there are."""
        while name in self.variables:
            name += "'"
        self.variables[name] = [name, sort, symbol]
        return name

    def at_point(self, bind: Tree, point: bool, told: Callable[[Tree], Tree]) -> Tree:
        """What is told of the body of a supremum, whose variable becomes one of the instance."""
        _, _, (name, sort, symbol), guard, body, _ = bind
        fresh = self.fresh(name, sort, symbol)
        self.points |= {fresh} if point else set()
        at = {name: ["var", fresh]}
        found = self.lift(told(substitute(body, at)))
        return found if guard is None else ["and", [normal(substitute(guard, at)), found]]


def ranges(bind: Tree) -> bool:
    """Whether a quantifier may range over what a supremum does."""
    return bind[2][1][0] in (*BEYOND_LISTS, "symbol", "event")


def split(formula: Tree) -> Tree:
    """A supremum isn't a number where it is less or more."""
    match formula:
        case ["and" | "or" as tag, parts]:
            return [tag, [split(part) for part in parts]]
        case ["not", ["relation", "=", left, right]] if any(
                side[:2] in (["bind", "sup"], ["bind", "inf"]) for side in (left, right)):
            return ["or", [["not", ["relation", "<=", left, right]],
                           ["not", ["relation", "<=", right, left]]]]
    return formula


def renamed(node: Tree, names: dict[str, str], depth: int) -> Tree:
    """A tree with free variables renamed, bound ones named by their depth (b0, b1, …)."""
    match node:
        case ["var", name]:
            return ["var", names.get(name, name)]
        case ["bind" | "quantified" as tag, kind, [name, sort, _], guard, *rest]:
            var = [f"b{depth}", renamed(sort, names, depth), ""]
            inner = {**names, name: f"b{depth}"}
            return [tag, kind, var, *(renamed(part, inner, depth + 1) for part in [guard, *rest])]
        case ["joint", axes, sizes]:
            return ["joint", axes, renamed(sizes, names, depth)]
        case ["op", head, args, result, detail]:
            return ["op", head, renamed(args, names, depth), renamed(result, names, depth), detail]
        case list():
            return [renamed(part, names, depth) for part in node]
    return node


def digest(form: Any) -> str:
    """SHA-256 of JSON data."""
    compact = json.dumps(form, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(compact.encode()).hexdigest()


def numbered(variables: list[Tree]) -> tuple[list[Tree], dict[str, str]]:
    """Variables named by their place (v0, v1, …) with their sorts, and these names."""
    names: dict[str, str] = {}
    written = []
    for index, (name, sort, _) in enumerate(variables):
        written.append([f"v{index}", renamed(sort, names, 0)])
        names[name] = f"v{index}"
    return written, names


def goal(statement: Any, polarity: str) -> tuple[list[Tree], Tree, str]:
    """(variables, what they must meet, digest) from a statement and a polarity."""
    variables, hypotheses, concluded, quantifier = opened_statement(statement)
    if polarity == "witness":
        conclusion = ["and", []]
    elif (polarity, quantifier) in (("refutation", "forall"), ("proof", "exists")):
        conclusion = normal(negate(concluded) if polarity == "refutation" else concluded)
    else:
        raise Rejected(f"an instance is no {polarity} of a claim that says {quantifier!r}")
    lifting = Lifting(variables)
    given = [lifting.bounded(lifting.opened(normal(part), kept=True)) for part in hypotheses]
    then = lifting.bounded(lifting.lift(lifting.opened(split(conclusion))))
    body = ["and", [*given, then]]
    found = list(lifting.variables.values())
    written, names = numbered(found)
    form = {"exists": written, "body": renamed(body, names, 0)}
    if lifting.points:
        form["points"] = sorted(names[name] for name in lifting.points)
    return found, body, digest(form)


def statement_digest(statement: Any) -> str:
    """The name of a statement as it is: the same for two that differ in names or in the writing of
    definitions and of ≥ only; nothing is negated or lifted. Citations are bound by it."""
    variables, hypotheses, then, quantifier = opened_statement(statement)
    written, names = numbered(variables)
    given, conclusion = ([renamed(normal(part), names, 0) for part in parts]
                         for parts in (hypotheses, [then]))
    return digest({"quantifier": quantifier, "variables": written, "given": given,
                   "then": conclusion[0]})
