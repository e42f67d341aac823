"""Relations between curves: whether they hold at every number of an interval, by subdivision into
pieces on which the ranges of both sides tell, or their ends where one is convex and the other
straight; and the largest D_α/α over orders."""

import heapq
import itertools
from collections import deque
from collections.abc import Callable
from fractions import Fraction

from recheck.affine import is_affine, is_beyond_lists, speaks
from recheck.errors import Undefined, Unknown, demand
from recheck.evaluation import Env, Evaluation
from recheck.ranges import interval
from recheck.reals import INF, SCALARS, Num, all_of, endless, equal, less, num, opposite, span
from recheck.trees import Tree

MOST_PIECES, MOST_ORDERS = 240, 160
FAR, NARROW = Fraction(2**12), Fraction(1, 2**20)
# Heads with a range where one argument has: its place.
CURVES = {"renyi": 2, "law_renyi": 2, "renyi_dp": 1, "hockey_stick": 2, "law_hockey_stick": 2,
          "dp_delta": 1, "trade_off": 2, "law_trade_off": 2}


# Heads that are convex in that argument, as suprema of lines.
CONVEX = ("trade_off", "law_trade_off")


def is_curve(formula: Tree) -> bool:
    """Whether a quantifier ranges over a real number, and all relations under it have ranges."""
    _, _, (name, sort, _), guard, body = formula
    return bool(sort[0] == "real") and all(
        bounded(part, name) for part in (guard, body) if part is not None)


def bounded(formula: Tree, name: str) -> bool:
    """Whether ranges decide a formula's relations where one variable has a range."""
    match formula:
        case ["relation", _, left, right]:
            return ranged(left, name) and ranged(right, name)
        case ["not", ["relation", *_] as relation]:
            return bounded(relation, name)
        case ["and" | "or", parts]:
            return all(bounded(part, name) for part in parts)
        case ["quantified", _, [other, sort, _], guard, body] if not is_beyond_lists(formula):
            return other != name and not speaks([sort, guard], [name]) and bounded(body, name)
    return False


def ranged(term: Tree, name: str) -> bool:
    """Whether a term has a range where one variable has."""
    if not speaks([term], [name]):
        return True
    match term:
        case ["var", _]:
            return True
        case ["op", head, args, _, _] if head in SCALARS:
            return all(ranged(part, name) for part in args)
        case ["op", head, args, _, _] if head in CURVES:
            place = CURVES[head]
            return not speaks([*args[:place], *args[place + 1:]], [name]) and ranged(
                args[place], name)
    return False


def decided(judge: Evaluation, formula: Tree, env: Env) -> bool | None:
    """The truth of a quantifier over a number; None where no subdivision tells."""
    demand(is_curve(formula), "a quantifier that is neither a linear program nor one of curves")
    _, kind, (name, sort, _), guard, body = formula
    universal = kind == "forall"
    if guard is not None:
        body = ["or", [["not", guard], body]] if universal else ["and", [guard, body]]
    line = interval(sort)
    waiting = deque([line])
    for end, out in zip((line.lo, line.hi), line.out, strict=True):
        # An infinite end is left out, too.
        if not out and judge.truth(body, {**env, name: num(end)}) is (not universal):
            return not universal
    for _ in range(MOST_PIECES):
        if not waiting:
            break
        piece = waiting.popleft()
        if on_piece(judge, body, {**env, name: piece}, name) is universal:
            continue
        middle = middle_of(piece)
        if middle is None:
            return None
        if judge.truth(body, {**env, name: num(middle)}) is (not universal):
            return not universal
        waiting += [Num(piece.lo, middle, (piece.out[0], False)),
                    Num(middle, piece.hi, (False, piece.out[1]))]
    return None if waiting else universal


def middle_of(piece: Num) -> Fraction | None:
    """A number between the ends of a piece; None where it isn't cut."""
    if endless(piece.lo) or endless(piece.hi):
        middle = (Fraction(0) if endless(piece.lo) and endless(piece.hi)
                  else max(2 * piece.lo, piece.lo + 1) if endless(piece.hi)
                  else min(2 * piece.hi, piece.hi - 1))
        return middle if abs(middle) <= FAR else None
    middle = (piece.lo + piece.hi) / 2
    return middle if middle - piece.lo > abs(middle) * NARROW else None


def is_convex(term: Tree, name: str) -> bool:
    """Whether a term is convex in a variable by its form."""
    match term:
        case ["op", "add" | "maximum", args, _, _]:
            return all(is_convex(arg, name) for arg in args)
        case ["op", "sub", [one, two], _, _]:
            return is_convex(one, name) and is_affine(two, [name])
        case ["op", head, [one, two, level], _, _] if head in CONVEX:
            return is_affine(level, [name]) and not speaks([one, two], [name])
    return is_affine(term, [name])


def by_ranges(judge: Evaluation, relation: Tree, env: Env) -> bool | None:
    """True or False where the ranges of both sides on a piece tell that of a relation."""
    _, sign, left, right = relation
    try:
        a, b = judge.term(left, env), judge.term(right, env)
    except (Undefined, Unknown):
        return None
    if a.infinities or b.infinities:
        return None
    a, b = (b, a) if sign[0] == ">" else (a, b)
    return (equal(a, b) if sign == "=" else less(a, b) if sign in "<>"
            else opposite(less(b, a)))


def by_ends(judge: Evaluation, relation: Tree, env: Env, name: str) -> bool:
    """Whether a relation small ≤ large, or <, holds on a piece as it does at both ends: both sides
    are convex, and the large one reaches its chord at the middle, so has no bend in between."""
    _, sign, small, large = relation
    if sign[0] == ">":
        small, large = large, small
    piece = env[name]
    if sign == "=" or endless(piece.lo) or endless(piece.hi) or not (
            is_convex(small, name) and is_convex(large, name)):
        return False
    points = [{**env, name: num(x)} for x in (piece.lo, (piece.lo + piece.hi) / 2, piece.hi)]
    try:
        values = [(judge.term(small, point), judge.term(large, point)) for point in points]
    except (Undefined, Unknown):
        return False
    if any(endless(end) for pair in values for x in pair for end in (x.lo, x.hi)):
        return False
    (a, first), (_, middle), (b, last) = values
    if middle.lo * 2 < first.hi + last.hi:
        return False
    return all(
        less(x, y) is True if len(sign) == 1 else less(y, x) is False
        for x, y in ((a, first), (b, last)))


def on_piece(judge: Evaluation, formula: Tree, env: Env, name: str) -> bool | None:
    """True or False where a formula is that at every number of a piece."""
    match formula:
        case ["relation", *_]:
            found = by_ranges(judge, formula, env)
            return True if found is None and by_ends(judge, formula, env, name) else found
        case ["not", body]:
            return opposite(on_piece(judge, body, env, name))
        case ["and", parts]:
            return all_of(on_piece(judge, part, env, name) for part in parts)
        case ["or", parts]:
            return opposite(all_of(opposite(on_piece(judge, part, env, name)) for part in parts))
    _, kind, var, guard, body = formula
    try:
        told = [on_piece(judge, body, point, name) for point in judge.points(var, env)
                if guard is None or judge.holds(guard, point)]
    except (Undefined, Unknown):
        return None
    return all_of(told) if kind == "forall" else opposite(all_of(map(opposite, told)))


def largest_over_orders(divergence: Callable[[Num], Num], bits: int) -> Num:
    """The supremum of D_α/α over α > 1, for divergences D of which, with u = 1/α, D never rises
    with u and (1 − u) D is convex in u, for α = ∞ too."""

    def at(u: Fraction) -> Num:
        return divergence(num(1 / u if u else INF))

    known = {Fraction(u): at(Fraction(u)) for u in (0, 1)}

    def bound(low: Fraction, high: Fraction) -> Fraction:
        plain: Fraction = high * known[low].hi
        if low == 0 or high == 1:
            return plain
        heights = [(1 - u) * known[u].hi for u in (low, high)]
        # u/(1 − u) rises, and (1 − u) D lies below its chord.
        marks = [low + (high - low) * Fraction(part, 16) for part in range(17)]
        chord = [heights[0] + (heights[1] - heights[0]) * Fraction(part, 16) for part in range(17)]
        below = [u / (1 - u) * max(pair) for u, pair in zip(
            marks[1:], itertools.pairwise(chord), strict=True)]
        most: Fraction = max(below)
        return min(plain, most)

    waiting = [(-bound(Fraction(0), Fraction(1)), Fraction(0), Fraction(1))]
    found = known[Fraction(1)].lo
    for _ in range(MOST_ORDERS):
        most, low, high = waiting[0]
        if -most <= found * (1 + Fraction(1, 2 ** min(bits // 4, 40))):
            break
        heapq.heappop(waiting)
        middle = (low + high) / 2
        known[middle] = at(middle)
        found = max(found, middle * known[middle].lo)
        for part in ((low, middle), (middle, high)):
            heapq.heappush(waiting, (-bound(*part), *part))
    return span(max(found, Fraction(0)), -waiting[0][0])
