"""Which quantified formulas are linear programs: "for some law, channel or number" of relations
whose sides are affine in it, by their form.

Written independently of the package: whether a hypothesis is one decides how its goal is written.
"""

from collections.abc import Collection, Iterable

from recheck.trees import Tree, free, negate

# What a quantifier may range over without being gone through value by value.
BEYOND_LISTS = ("real", "pmf", "channel", "joint")
PRODUCTS = ("mul", "at", "row", "joint_at", "probability", "marginal", "margin", "output", "chain",
            "joint_of", "joint_of_outputs", "parallel", "component")
SUMS = ("add", "sub", "neg", "channel_literal")
INDEXED = ("at", "row", "joint_at", "probability", "component")


def is_beyond_lists(formula: Tree) -> bool:
    """Whether a formula is a quantifier over laws, channels or numbers."""
    return bool(formula[0] == "quantified" and formula[2][1][0] in BEYOND_LISTS)


def seeks(node: Tree) -> bool:
    """Whether a quantifier over laws, channels or numbers occurs in a tree."""
    return isinstance(node, list) and (
        (node[:1] == ["quantified"] and is_beyond_lists(node)) or any(map(seeks, node)))


def speaks(parts: Iterable[Tree | None], names: Collection[str]) -> bool:
    """Whether some part has one of the names free."""
    return any(part is not None and set(names) & free(part) for part in parts)


def is_affine(term: Tree, names: Collection[str], factor: bool = False) -> bool:
    """Whether a term is affine in all of the names together; `factor`: or free of them."""
    if not speaks([term], names):
        return True
    if factor:
        return False
    match term:
        case ["var", _]:
            return True
        case ["op", "div", [top, bottom], _, _]:
            return is_affine(top, names) and is_affine(bottom, names, factor=True)
        case ["op", head, args, _, _] if head in SUMS:
            return all(is_affine(arg, names) for arg in args)
        case ["op", head, args, _, _] if head in PRODUCTS:
            speaking = [place for place, arg in enumerate(args) if speaks([arg], names)]
            return len(speaking) == 1 and is_affine(args[speaking[0]], names) and not (
                head in INDEXED and speaking[0] > 0)
        case ["cases", test, then, otherwise]:
            return not speaks([test], names) and all(
                is_affine(part, names) for part in (then, otherwise))
        case ["bind", "sum" | "table", [name, sort, _], guard, body, result]:
            inner = [other for other in names if other != name]
            # Entries that are written out may be no law, and then nothing is defined.
            return result[0] != "pmf" and not speaks([guard], inner) and not speaks(
                [sort, result], names) and is_affine(body, inner)
    return False


def sought(formula: Tree) -> tuple[list[Tree], Tree, bool]:
    """The variables that are sought, what they must meet, and whether the formula holds where
    there are such values, or where there are none."""
    exists = formula[1] == "exists"
    body, variables, guards = formula if exists else negate(formula), [], []
    while body[:2] == ["quantified", "exists"] and is_beyond_lists(body):
        _, _, var, guard, body = body
        variables.append(var)
        guards += [guard] if guard else []
    return variables, ["and", [*guards, body]], exists


def is_program(formula: Tree) -> bool:
    """Whether a quantifier over laws, channels or numbers is a linear program."""
    variables, body, _ = sought(formula)
    names = [name for name, _, _ in variables]
    return len(set(names)) == len(names) and not speaks(
        [sort for _, sort, _ in variables], names) and not captures(formula) and (
        is_linear(body, names))


def captures(formula: Tree) -> bool:
    """Whether a guard speaks of something by the name of a variable that is sought below it."""
    body = formula if formula[1] == "exists" else negate(formula)
    guards: list[Tree] = []
    while body[:2] == ["quantified", "exists"] and is_beyond_lists(body):
        _, _, (name, _, _), guard, body = body
        if speaks(guards, [name]):
            return True
        guards.append(guard)
    return False


def is_linear(formula: Tree, names: Collection[str]) -> bool:
    """Whether the sides of all relations are affine, and no range speaks of the names."""
    match formula:
        case ["relation", _, left, right]:
            return is_affine(left, names) and is_affine(right, names)
        case ["not", ["relation", *_] as relation]:
            return is_linear(relation, names)
        case ["not", body]:
            return is_linear(negate(body), names)
        case ["and" | "or", parts]:
            return all(is_linear(part, names) for part in parts)
        case ["quantified", _, [name, sort, _], guard, body] if not is_beyond_lists(formula):
            # What is gone through below must not be called as what is sought.
            return name not in names and not speaks([sort, guard], names) and (
                is_linear(body, names))
    return False
