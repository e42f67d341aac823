"""Whether a law, a channel or a number meets linear conditions: by a point that does, or by
multipliers by which none can (Farkas 1902), both found in rational numbers and then checked."""

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from recheck.affine import is_program, sought
from recheck.errors import Rejected, Undefined, Unknown, Unsupported
from recheck.evaluation import SOUGHT, Env, Evaluation, Table, whole
from recheck.reals import ONE, ZERO, Num, endless, largest, less, num, opposite
from recheck.subdivision import decided as subdivided
from recheck.trees import Tree, negate

MOST_WAYS, MOST_RELATIONS, MOST_UNKNOWNS = 64, 2_000, 400
Row: TypeAlias = list[Fraction]
Way: TypeAlias = list[tuple[Tree, Env]]


class Unknowns(NamedTuple):
    """A variable that is sought: so many laws on so many symbols, or a number from low to high."""

    name: str
    sort: Tree
    shape: tuple[int, ...]
    rows: int
    symbols: int

    def value(self, rows: list[list[Num]]) -> Any:
        """The variable's value from its laws, or from its number."""
        match self.sort[0]:
            case "real":
                return rows[0][0]
            case "joint":
                return Table(self.shape, rows[0], tuple(self.sort[1]))
        return rows if self.sort[0] == "channel" else rows[0]


def unknown(judge: Evaluation, var: Tree, env: Env) -> Unknowns:
    """What is sought for a variable at an instance."""
    name, sort, _ = var
    if sort[0] == "real":
        return Unknowns(name, sort, (), 1, 0)
    sizes = sort[2] if sort[0] == "joint" else sort[1:]
    try:
        shape = tuple(whole(judge.term(size, env)) for size in sizes)
    except Undefined:
        # There is no law on an alphabet whose size has no value.
        return Unknowns(name, sort, (0,), 1, 0)
    rows = shape[0] if sort[0] == "channel" else 1
    if rows == 0:
        raise Unsupported("a channel without inputs that is sought")
    return Unknowns(name, sort, shape, rows, math.prod(shape) // rows)


def open_ends(var: Tree) -> Iterator[Tree]:
    """That a number is none of the ends that its interval leaves out."""
    name, sort, _ = var
    if sort[0] == "real":
        _, low, high, no_low, no_high = sort
        if low is not None and no_low:
            yield ["relation", "<", ["number", low], ["var", name]]
        if high is not None and no_high:
            yield ["relation", "<", ["var", name], ["number", high]]


def decided(judge: Evaluation, formula: Tree, env: Env) -> bool | None:
    """The truth of a quantifier over laws, channels or numbers; None where it isn't told."""
    if not is_program(formula):
        return subdivided(judge, formula, env)
    variables, body, exists = sought(formula)
    unknowns = [unknown(judge, var, env) for var in variables]
    if any(0 in one.shape for one in unknowns):
        # There is no law on no symbols.
        return not exists
    ends = [(end, env) for var in variables for end in open_ends(var)]
    options = [[*way, *ends] for way in ways(judge, body, env)]
    if sum(map(len, options)) > MOST_RELATIONS or sum(
            one.rows * one.symbols for one in unknowns) > MOST_UNKNOWNS:
        raise Unsupported("a linear program that is too large")
    try:
        found = [met(judge, unknowns, way) for way in options]
    except (Undefined, Unknown):
        return None
    held = True if True in found else None if None in found else False
    return held if exists else opposite(held)


def ways(judge: Evaluation, formula: Tree, env: Env) -> Iterator[Way]:
    """The lists of relations <=, < or = of which all of one must hold."""
    match formula:
        case ["relation", ">=" | ">" as op, left, right]:
            yield [(["relation", "<=" if op == ">=" else "<", right, left], env)]
        case ["relation", *_]:
            yield [(formula, env)]
        case ["not", ["relation", "=", left, right]]:
            yield [(["relation", "<", left, right], env)]
            yield [(["relation", "<", right, left], env)]
        case ["not", ["relation", op, left, right]]:
            turned = {"<=": "<", "<": "<=", ">=": "<", ">": "<="}[op]
            pair = [right, left] if op in ("<=", "<") else [left, right]
            yield [(["relation", turned, *pair], env)]
        case ["not", body]:
            yield from ways(judge, negate(body), env)
        case ["and", parts]:
            yield from together([lambda part=part: ways(judge, part, env) for part in parts])
        case ["or", parts]:
            for part in parts:
                yield from ways(judge, part, env)
        case ["quantified", kind, var, guard, body]:
            points = [point for point in judge.gone_through(var, env)
                      if guard is None or judge.holds(guard, point)]
            if kind == "forall":
                yield from together([
                    lambda point=point: ways(judge, body, point) for point in points])
            else:
                for point in points:
                    yield from ways(judge, body, point)
        case _:
            raise Rejected("what stands for a formula is none")


def together(parts: list[Any]) -> Iterator[Way]:
    """One way of each part, in all combinations."""
    choices = [list(itertools.islice(part(), MOST_WAYS + 1)) for part in parts]
    if math.prod(map(len, choices)) > MOST_WAYS:
        raise Unsupported("too many ways to meet what is sought")
    for chosen in itertools.product(*choices):
        yield [one for part in chosen for one in part]


# --- the numbers of the conditions ----------------------------------------------------------------


def values(unknowns: list[Unknowns], chosen: dict[tuple[int, int], int]) -> Env:
    """The variables where each law is certain of a symbol, the first if none is told, and each
    number is what is told, or 0."""
    found: Env = {}
    for place, one in enumerate(unknowns):
        rows = []
        for row in range(one.rows):
            told = chosen.get((place, row), 0)
            rows.append([ONE if symbol == told else ZERO for symbol in range(one.symbols)]
                        if one.symbols else [num(told)])
        found[one.name] = one.value(rows)
    return found


def gap(judge: Evaluation, relation: Tree, env: Env) -> Num:
    """The left side less the right one, a real number."""
    found: Num = judge.term(relation[2], env) - judge.term(relation[3], env)
    if endless(found.lo) or endless(found.hi):
        raise Unknown("a side that may be infinite")
    return found


def met(judge: Evaluation, unknowns: list[Unknowns], way: Way) -> bool | None:
    """Whether some values meet all relations of a way.

    A condition is its value where all laws are certain of their first symbol and all numbers are 0,
    and how much more it is where one law is certain of another symbol, or one number is 1.
    """
    columns = [(place, row, symbol) for place, one in enumerate(unknowns)
               for row in range(one.rows)
               for symbol in (range(one.symbols) if one.symbols else [1])]
    start = values(unknowns, {})
    moved = [values(unknowns, {(place, row): symbol}) for place, row, symbol in columns]
    constants = [gap(judge, relation, env | start) for relation, env in way]
    slopes = [[gap(judge, relation, env | there) - constant for there in moved]
              for (relation, env), constant in zip(way, constants, strict=True)]
    ops = [relation[1] for relation, _ in way]
    point, weights = proposed(unknowns, ops, [[*map(middle, line)] for line in slopes],
                              [*map(middle, constants)])
    if point is not None:
        found, at, within = {}, 0, True
        for one in unknowns:
            width = one.symbols or 1
            rows = [point[at + row * width:at + (row + 1) * width] for row in range(one.rows)]
            at += one.rows * width
            found[one.name] = one.value([[*map(num, row)] for row in rows])
            within = within and inside(one, rows)
        if within and all(judge.truth(relation, env | found) for relation, env in way):
            return True
    return False if refuted(unknowns, ops, slopes, constants, weights) else None


def inside(one: Unknowns, rows: list[Row]) -> bool:
    """Whether rows are laws, or a number lies in its interval."""
    if one.symbols:
        return all(sum(row) == 1 and min(row) >= 0 for row in rows)
    low, high, *out = one.sort[1:]
    value = rows[0][0]
    for end, gone, sign in ((low, out[0], 1), (high, out[1], -1)):
        beyond = end is not None and sign * (value - Fraction(end))
        if end is not None and (beyond < 0 or (gone and beyond == 0)):
            return False
    return True


def refuted(unknowns: list[Unknowns], ops: list[str], slopes: list[list[Num]],
            constants: list[Num], weights: Row) -> bool:
    """Whether the conditions, weighed and added, fail everywhere: the sum, which must be at most 0,
    is above it, or it isn't below 0, though a condition that must be strict has a weight."""
    if len(weights) != len(ops) or any(
            weight < 0 and op != "=" for weight, op in zip(weights, ops, strict=True)):
        return False
    lowest = ZERO
    for weight, constant in zip(weights, constants, strict=True):
        lowest = lowest + num(weight) * constant
    sums = [ZERO] * len(slopes[0])
    for weight, line in zip(weights, slopes, strict=True):
        sums = [known + num(weight) * slope for known, slope in zip(sums, line, strict=True)]
    at = 0
    for one in unknowns:
        for _ in range(one.rows):
            width = one.symbols or 1
            part, at = sums[at:at + width], at + width
            if one.symbols:
                lowest = lowest - largest(*(-slope for slope in part))
                continue
            ends = [None if end is None else part[0] * num(Fraction(end)) for end in one.sort[1:3]]
            if part[0].sign == 0:
                continue
            side = ends[0] if part[0].sign == 1 else ends[1] if part[0].sign == -1 else None
            if side is None:
                return False
            lowest = lowest + side
    strict = any(weight > 0 and op == "<" for weight, op in zip(weights, ops, strict=True))
    return less(ZERO, lowest) is True or (strict and less(lowest, ZERO) is False)


def middle(x: Num) -> Fraction:
    """The middle of an interval."""
    return (Fraction(x.lo) + Fraction(x.hi)) / 2


# --- proposals ------------------------------------------------------------------------------------


def proposed(unknowns: list[Unknowns], ops: list[str], slopes: list[Row], constants: Row
             ) -> tuple[Row | None, Row]:
    """A point that meets the conditions, if there is one, and weights of the conditions by which
    there is none, for whoever checks both.

    A number is a start and what is added to it, or the difference of two where it has no ends. The
    last two columns are the room that strict conditions have, and what it lacks to 1.
    """
    columns: list[list[Any]] = [list(line) for line in slopes]
    shown: list[tuple[Fraction, list[tuple[int, int]]]] = []
    caps, simplices, width, at = list[tuple[int, Fraction]](), list[list[int]](), 0, 0
    table: list[Row] = [[] for _ in ops]
    shift = list(constants)
    for one in unknowns:
        for _ in range(one.rows):
            if one.symbols:
                simplices.append(list(range(width, width + one.symbols)))
            low, high = (None, None) if one.symbols else (
                None if end is None else Fraction(end) for end in one.sort[1:3])
            signs = [1] * one.symbols or ([1] if low is not None else
                                          [-1] if high is not None else [1, -1])
            begin = Fraction(0) if one.symbols else low if low is not None else high or Fraction(0)
            for k, sign in enumerate(signs):
                source = at + (k if one.symbols else 0)
                for line, told in zip(table, columns, strict=True):
                    line.append(sign * told[source])
                if one.symbols:
                    shown.append((begin, [(width + k, 1)]))
            if not one.symbols:
                shown.append((begin, [(width + k, sign) for k, sign in enumerate(signs)]))
                shift = [was + told[at] * begin for was, told in zip(shift, columns, strict=True)]
                if low is not None and high is not None:
                    caps.append((width, high - low))
            at, width = at + (one.symbols or 1), width + len(signs)
    count = len(ops)
    slacks = [place for place, op in enumerate(ops) if op != "="]
    total = width + len(slacks) + len(caps) + 2
    lines, bounds = [], []
    for place, line in enumerate(table):
        extra = [Fraction(int(k == place)) for k in slacks] + [Fraction(0)] * len(caps)
        lines.append([*line, *extra, Fraction(int(ops[place] == "<")), Fraction(0)])
        bounds.append(-shift[place])
    for inner in simplices:
        lines.append([Fraction(int(j in inner)) for j in range(total)])
        bounds.append(Fraction(1))
    for k, (column, limit) in enumerate(caps):
        own = (column, width + len(slacks) + k)
        lines.append([Fraction(int(j in own)) for j in range(total)])
        bounds.append(limit)
    lines.append([Fraction(int(j >= total - 2)) for j in range(total)])
    bounds.append(Fraction(1))
    gains = [Fraction(0)] * (total - 2) + [Fraction(int("<" in ops)), Fraction(0)]
    solution, prices = simplex(lines, bounds, gains)
    point = None if solution is None else [
        begin + sum((sign * solution[column] for column, sign in parts), Fraction(0))
        for begin, parts in shown]
    return point, prices[:count]


def simplex(lines: list[Row], bounds: Row, gains: Row) -> tuple[Row | None, Row]:
    """The largest Σ gain · x with lines · x = bounds and x ≥ 0, by Bland's rule: x, or None where
    there is none, and prices of the lines (where there is none, by which there is none)."""
    height, width = len(lines), len(gains)
    signs = [-1 if bound < 0 else 1 for bound in bounds]
    table = [[sign * part for part in line] + [Fraction(int(i == k)) for k in range(height)]
             + [sign * bound]
             for i, (line, bound, sign) in enumerate(zip(lines, bounds, signs, strict=True))]
    basis = list(range(width, width + height))
    goal = [-sum((row[j] for row in table), Fraction(0)) for j in range(width)]
    goal += [Fraction(0)] * height + [-sum((row[-1] for row in table), Fraction(0))]
    pivots(table, basis, goal, width)
    if goal[-1] < 0:
        return None, [sign * (part - 1) for sign, part in zip(signs, goal[width:-1], strict=True)]
    for place, variable in enumerate(basis):
        if variable >= width:
            column = next((j for j in range(width) if table[place][j]), None)
            if column is not None:
                turn(table, basis, goal, place, column)
    goal = [-gain for gain in gains] + [Fraction(0)] * (height + 1)
    for place, variable in enumerate(basis):
        if variable < width and goal[variable]:
            factor = goal[variable]
            goal = [x - factor * y for x, y in zip(goal, table[place], strict=True)]
    pivots(table, basis, goal, width)
    found = [Fraction(0)] * width
    for place, variable in enumerate(basis):
        if variable < width:
            found[variable] = table[place][-1]
    return found, [sign * part for sign, part in zip(signs, goal[width:-1], strict=True)]


def pivots(table: list[Row], basis: list[int], goal: Row, width: int) -> None:
    """Pivot until nothing gains, on the first column that does and the first row that binds."""
    while True:
        column = next((j for j in range(width) if goal[j] < 0), None)
        if column is None:
            return
        limits = [(row[-1] / row[column], basis[i], i) for i, row in enumerate(table)
                  if row[column] > 0]
        if not limits:
            return
        turn(table, basis, goal, min(limits)[2], column)


def turn(table: list[Row], basis: list[int], goal: Row, place: int, column: int) -> None:
    """Take a column into the basis at a row."""
    pivot = table[place][column]
    table[place] = [part / pivot for part in table[place]]
    basis[place] = column
    for row in (*table[:place], *table[place + 1:], goal):
        if row[column]:
            factor = row[column]
            row[:] = [x - factor * y for x, y in zip(row, table[place], strict=True)]


SOUGHT.append(decided)
