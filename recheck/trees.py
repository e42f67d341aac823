"""Terms, formulas and sorts as trees: canonical form, free variables, substitution.

A tree is JSON data: lists that begin with a tag. The sort of an operation's value follows from its
arguments, as reading has checked; only a joint law's axes tell more.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeAlias

Tree: TypeAlias = Any
Scope: TypeAlias = dict[str, Tree]
Key: TypeAlias = Callable[[Tree], str]


def is_binder(node: Tree) -> bool:
    """Whether a tree binds a variable."""
    return node[:1] in (["bind"], ["quantified"])


def free(node: Tree) -> set[str]:
    """The names of the free variables of a tree, those in the sorts of bound ones too."""
    found: set[str] = set()
    waiting: list[tuple[Tree, frozenset[str]]] = [(node, frozenset())]
    while waiting:
        part, bound = waiting.pop()
        if not isinstance(part, list):
            continue
        if part[:1] == ["var"] and len(part) == 2:
            if part[1] not in bound:
                found.add(part[1])
        elif is_binder(part):
            _, _, (name, sort, _), guard, body, *_ = part
            waiting.append((sort, bound))
            waiting += [(inner, bound | {name}) for inner in (guard, body)]
        elif part[:1] == ["op"]:
            waiting += [(inner, bound) for inner in part[2]]
        elif part[:1] == ["joint"]:
            waiting.append((part[2], bound))
        else:
            waiting += [(inner, bound) for inner in part]
    return found


def spoken(node: Tree, scope: Scope) -> set[str]:
    """The names of the free variables of a tree, and of those in their sorts, in a scope."""
    found: set[str] = set()
    waiting = free(node)
    while waiting:
        found |= waiting
        waiting = free([scope[name] for name in waiting if name in scope]) - found
    return found


class Canonical:
    """Canonical forms, remembered by the identity of trees, which are kept alive."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[Tree, str]] = {}

    def __call__(self, node: Tree) -> str:
        """Text that two trees share if and only if they differ in bound names only."""
        found = self.known.get(id(node))
        if found is None:
            found = node, repr(canonical(node, {}, 0))
            self.known[id(node)] = found
        return found[1]


def canonical(node: Tree, names: Mapping[str, int], depth: int) -> Tree:
    """A tree of tuples, a bound variable being the depth of its binder."""
    match node:
        case ["var", name]:
            return ("bound", names[name]) if name in names else ("var", name)
        case ["op", head, args, result, detail]:
            axes = canonical(result, names, depth) if result[0] == "joint" else ()
            inner = tuple(canonical(arg, names, depth) for arg in args)
            return "op", head, inner, axes, tuple(detail)
        case ["bind" | "quantified" as tag, kind, [name, sort, _], guard, body, *_]:
            under = {**names, name: depth}
            inside = None if guard is None else canonical(guard, under, depth + 1)
            ranged = canonical(sort, names, depth)
            return tag, kind, ranged, inside, canonical(body, under, depth + 1)
        case ["joint", axes, sizes]:
            return "joint", tuple(axes), canonical(sizes, names, depth)
        case list():
            return tuple(canonical(part, names, depth) for part in node)
    return node


def substitute(node: Tree, values: Mapping[str, Tree]) -> Tree:
    """A tree with free variables replaced by terms; bound names that would capture are changed."""
    if not values or not isinstance(node, list):
        return node
    match node:
        case ["var", name]:
            return values.get(name, node)
        case ["bind" | "quantified" as tag, kind, [name, sort, symbol], guard, *rest]:
            inner = {key: term for key, term in values.items() if key != name}
            sort, new = substitute(sort, values), name
            taken = set[str]().union(*map(free, inner.values()))
            if name in taken:
                used = taken | free(["and", [part for part in (guard, rest[0]) if part]])
                while new in used:
                    new += "'"
                inner[name] = ["var", new]
            body = [substitute(part, inner) for part in (guard, rest[0])]
            result = [substitute(part, values) for part in rest[1:]]
            return [tag, kind, [new, sort, symbol], *body, *result]
        case ["number" | "size" | "database", *_]:
            return node
        case ["joint", axes, sizes]:
            return ["joint", axes, substitute(sizes, values)]
        case ["op", head, args, result, detail]:
            return ["op", head, *(substitute(part, values) for part in (args, result)), detail]
    return [substitute(part, values) for part in node]


def rewritten(
        node: Tree, target: str, term: Tree, names: Collection[str], key: Key) -> Tree:
    """A tree with every part of canonical form `target` replaced by a term, except below a binder
    of one of `names`."""
    if not isinstance(node, list) or not node:
        return node
    if node[0] in ("op", "var", "bind", "cases", "number") and key(node) == target:
        return term

    def inside(part: Tree) -> Tree:
        return rewritten(part, target, term, names, key)

    match node:
        case ["op", head, args, result, detail]:
            return ["op", head, [inside(arg) for arg in args], result, detail]
        case ["bind" | "quantified" as tag, kind, var, guard, body, *rest]:
            if var[0] in names:
                return node
            return [tag, kind, var, inside(guard), inside(body), *rest]
        case ["relation", op, left, right]:
            return ["relation", op, inside(left), inside(right)]
        case ["and" | "or" as tag, parts]:
            return [tag, [inside(part) for part in parts]]
        case ["not", body]:
            return ["not", inside(body)]
        case ["cases", test, then, otherwise]:
            return ["cases", inside(test), inside(then), inside(otherwise)]
    return node


def mentions(node: Tree, heads: Collection[str]) -> bool:
    """Whether one of the heads occurs in a tree."""
    return isinstance(node, list) and (
        (node[:1] == ["op"] and node[1] in heads) or any(mentions(part, heads) for part in node))


def simplified(node: Tree, known: tuple[Mapping[str, Tree], Key]) -> Tree:
    """A tree with quotients and remainders of x·m + y by m worked out, y being one of m symbols.

    Args:
        known: for each whole variable the number of symbols, if it is one of these, or None; and
            canonical forms.
    """
    sizes, key = known
    if not isinstance(node, list):
        return node
    if is_binder(node):
        name, sort = node[2][:2]
        inside = {n: size for n, size in sizes.items() if n != name}
        inside |= {name: sort[1]} if sort[0] == "symbol" else {}
        return [*node[:2], [name, simplified(sort, known), *node[2][2:]],
                *(simplified(part, (inside, key)) for part in node[3:])]
    node = [simplified(part, known) for part in node]
    match node:
        case ["op", "quotient" | "remainder" as head, [
                ["op", "add", [["op", "mul", [first, factor], _, _], second], _, _], size], _, _]:
            if key(factor) == key(size) and is_count(first, sizes, key) and (
                    key(sizes.get(second[1])) == key(size) if second[0] == "var" else
                    second[0] == size[0] == "number" and is_count(second, sizes, key)
                    and int(second[1]) < int(size[1])):
                return first if head == "quotient" else second
    return node


def is_count(term: Tree, sizes: Mapping[str, Tree], key: Key) -> bool:
    """Whether a term is a whole number from 0 on by its form: where there is one of m symbols, m
    is a number."""
    match term:
        case ["op", "add", [["op", "mul", [first, size], _, _], ["var", name]], _, _] if (
                sizes.get(name) is not None and key(sizes[name]) == key(size)):
            return is_count(first, sizes, key)
        case ["var", name]:
            return name in sizes
        case ["number", text]:
            return bool(text.isdigit())
        case ["op", "add" | "mul", args, _, _]:
            return all(is_count(arg, sizes, key) for arg in args)
    return False


def conjuncts(formula: Tree) -> list[Tree]:
    """The parts of a conjunction, through nested ones."""
    if formula[0] == "and":
        return [part for inner in formula[1] for part in conjuncts(inner)]
    return [formula]


def negate(formula: Tree) -> Tree:
    """The negation, pushed inwards to the relations."""
    match formula:
        case ["not", body]:
            return body
        case ["and" | "or" as tag, parts]:
            return ["or" if tag == "and" else "and", [negate(part) for part in parts]]
        case ["quantified", kind, var, guard, body]:
            other = "exists" if kind == "forall" else "forall"
            return ["quantified", other, var, guard, negate(body)]
    return ["not", formula]
