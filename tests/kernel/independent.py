"""An evaluation of certificates that shares nothing with the kernel: JSON data in mpmath.

It reads a certificate's raw data, checks the moves against their sorts in `fractions`, and
evaluates both sides of relations at 60 digits by textbook sums. It knows the heads that
`evidence.CLAIMS` and small changes of them use, and refuses all others.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from mpmath import mp, mpf

DIGITS = 60
# Sides that agree to this are equal: the tests' instances have no closer near misses.
CLOSE = mpf(10) ** -35


class Undefined(Exception):
    """A side has no value."""


def shows(certificate: dict[str, Any]) -> bool:
    """Whether the moves are what the certificate says that they are."""
    with mp.workdps(DIGITS):
        statement, moves = certificate["statement"], certificate["moves"]
        env = _moves(statement, moves)
        if not all(holds(formula, env) for formula in statement["given"]):
            return False
        if certificate["polarity"] == "witness":
            return True
        found = holds(statement["then"], env)
        if certificate["polarity"] == "refutation":
            return statement["quantifier"] == "forall" and not found
        return statement["quantifier"] == "exists" and found


def encloses(ends: Any, term: Any, certificate: dict[str, Any]) -> bool:
    """Whether the value of a term at the moves lies between two ends (null: undefined)."""
    with mp.workdps(DIGITS):
        env = _moves(certificate["statement"], certificate["moves"])
        try:
            value = number(term, env)
        except Undefined:
            return ends is None
        if ends is None:
            return False
        low, high = (mpf(end) if "inf" in end else mp.mpmathify(Fraction(end)) for end in ends)
        slack = CLOSE * (1 + abs(value)) if mp.isfinite(value) else 0
        return bool(low - slack <= value <= high + slack)


# --- moves ----------------------------------------------------------------------------------------


def _moves(statement: dict[str, Any], moves: dict[str, Any]) -> dict[str, Any]:
    env: dict[str, Any] = {}
    for name, sort, _ in statement["variables"]:
        env[name] = _value(sort, moves[name], env)
    # Suprema that became variables of the goal.
    for name in set(moves) - set(env):
        env[name] = [Fraction(part) for part in moves[name]]
        assert sum(env[name]) == 1
        assert min(env[name]) >= 0
    return env


def _law(move: list[str], size: int) -> list[Fraction]:
    law = [Fraction(part) for part in move]
    assert len(law) == size
    assert min(law) >= 0
    assert sum(law) == 1
    return law


def _value(sort: list[Any], move: Any, env: dict[str, Any]) -> Any:
    match sort:
        case ["real", low, high, low_open, high_open]:
            value = Fraction(move)
            assert low is None or value > Fraction(low) or (value == Fraction(low) and not low_open)
            assert (
                high is None
                or value < Fraction(high)
                or (value == Fraction(high) and not high_open)
            )
            return value
        case ["size", low, high]:
            assert low <= move
            assert high is None or move <= high
            return move
        case ["symbol", size]:
            assert 0 <= move < _size(size, env)
            return move
        case ["event", size]:
            assert len(set(move)) == len(move)
            assert all(0 <= symbol < _size(size, env) for symbol in move)
            return move
        case ["pmf", size]:
            return _law(move, _size(size, env))
        case ["channel", inputs, outputs]:
            assert len(move) == _size(inputs, env)
            return [_law(row, _size(outputs, env)) for row in move]
        case ["joint", names, sizes]:
            shape = [_size(size, env) for size in sizes]
            cells = list(product(*map(range, shape)))
            return names, dict(zip(cells, _law(move, len(cells)), strict=True))
        case ["database"]:
            assert min(move) >= 1
            return move
        case ["mechanism", database, outputs]:
            sizes = env[database[1]]
            keys = list(product(*map(range, sizes)))
            rows = [_law(row, _size(outputs, env)) for row in move]
            return dict(zip(keys, rows, strict=True))
    raise AssertionError(f"no reading of the sort {sort}")


def _size(term: list[Any], env: dict[str, Any]) -> int:
    value = number(term, env)
    assert value == int(value)
    return int(value)


# --- formulas -------------------------------------------------------------------------------------

COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<=": lambda a, b: a <= b or _same(a, b),
    "<": lambda a, b: a < b and not _same(a, b),
    ">=": lambda a, b: a >= b or _same(a, b),
    ">": lambda a, b: a > b and not _same(a, b),
    "=": lambda a, b: _same(a, b),
}


def _same(a: Any, b: Any) -> bool:
    if not (mp.isfinite(a) and mp.isfinite(b)):
        return bool(a == b)
    return bool(abs(a - b) <= CLOSE * max(1, abs(a), abs(b)))


def holds(formula: Any, env: dict[str, Any]) -> bool:
    """Whether a formula holds; a relation with an undefined side doesn't."""
    match formula:
        case ["relation", op, left, right]:
            # The one point moved bounds a supremum from below: enough to break `sup <= right`.
            assert right[:2] != ["bind", "sup"]
            assert left[:2] != ["bind", "sup"] or op in ("<=", "<")
            try:
                return COMPARE[op](number(left, env), number(right, env))
            except Undefined:
                return False
        case ["not", body]:
            return not holds(body, env)
        case ["and", parts]:
            return all(holds(part, env) for part in parts)
        case ["or", parts]:
            return any(holds(part, env) for part in parts)
        case ["predicate", "close", [p, q, epsilon, delta], []]:
            return _close(value(p, env), value(q, env), number(epsilon, env), number(delta, env))
        case ["predicate", "dp", [mechanism, epsilon, delta], []]:
            least = _dp_delta(value(mechanism, env), number(epsilon, env))
            return COMPARE["<="](least, number(delta, env))
        case ["predicate", "mi_private", [mechanism, epsilon], []]:
            return COMPARE["<="](_mi_dp(value(mechanism, env)), number(epsilon, env))
        case ["predicate", "kl_private", [mechanism, epsilon], []]:
            return COMPARE["<="](_kl_dp(value(mechanism, env)), number(epsilon, env))
        case ["predicate", "markov", [joint], [one, middle, other]]:
            return _same(_information(value(joint, env), one, other, middle), mpf(0))
    raise AssertionError(f"no reading of the formula {formula}")


def _close(p: list[Fraction], q: list[Fraction], epsilon: Any, delta: Any) -> bool:
    """Every event, in both directions, listed."""
    for count in range(len(p) + 1):
        for event in combinations(range(len(p)), count):
            one, two = (_float(sum(law[symbol] for symbol in event)) for law in (p, q))
            for above, below in ((one, two), (two, one)):
                if not COMPARE["<="](above, mp.exp(epsilon) * below + delta):
                    return False
    return True


# --- terms ----------------------------------------------------------------------------------------


def _float(value: Any) -> Any:
    return mp.mpmathify(value)


def number(term: Any, env: dict[str, Any]) -> Any:
    """The value of a numeric term."""
    return _float(value(term, env))


def value(term: Any, env: dict[str, Any]) -> Any:
    """The value of any term: laws are lists, a joint law its names and cells."""
    match term:
        case ["number", "inf"]:
            return mp.inf
        case ["number", text]:
            return Fraction(text)
        case ["var", name]:
            return env[name]
        case ["bind", "sup", [name, _, _], None, body, _] if name in env:
            return value(body, env)
        case ["op", head, args, _, detail]:
            return HEADS[head](*(value(arg, env) for arg in args), *detail)
    raise AssertionError(f"no reading of the term {term}")


def _kl(p: list[Fraction], q: list[Fraction]) -> Any:
    result = mpf(0)
    for one, two in zip(p, q, strict=True):
        if one and not two:
            return mp.inf
        if one:
            result += _float(one) * mp.log(_float(one / two))
    return result


def _chi_square(p: list[Fraction], q: list[Fraction]) -> Any:
    if any(one and not two for one, two in zip(p, q, strict=True)):
        return mp.inf
    return sum((one - two) ** 2 / two for one, two in zip(p, q, strict=True) if two)


def _channel_information(prior: list[Fraction], channel: list[list[Fraction]]) -> Any:
    output = [
        sum((p * row[y] for p, row in zip(prior, channel, strict=True)), Fraction(0))
        for y in range(len(channel[0]))
    ]
    return sum(
        (_float(p) * _kl(row, output) for p, row in zip(prior, channel, strict=True) if p), mpf(0)
    )


def _capacity(channel: list[list[Fraction]]) -> Any:
    """By golden-section search for two inputs, by Blahut and Arimoto's iteration for more."""
    if len(channel) == 1:
        return mpf(0)
    if len(channel) > 2:
        return _blahut(channel)
    low, high, ratio = mpf(0), mpf(1), (mp.sqrt(5) - 1) / 2

    def at(p: Any) -> Any:
        rows = [[_float(w) for w in row] for row in channel]
        total = mpf(0)
        for y in range(len(rows[0])):
            mixed = p * rows[0][y] + (1 - p) * rows[1][y]
            for weight, row in ((p, rows[0]), (1 - p, rows[1])):
                if weight * row[y] > 0:
                    total += weight * row[y] * mp.log(row[y] / mixed)
        return total

    for _ in range(160):
        one, two = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (one, high) if at(one) < at(two) else (low, two)
    return at((low + high) / 2)


def _blahut(channel: list[list[Fraction]]) -> Any:
    rows = [[_float(w) for w in row] for row in channel]
    prior = [mpf(1) / len(rows)] * len(rows)
    for _ in range(3000):
        output = [mp.fdot(prior, [row[y] for row in rows]) for y in range(len(rows[0]))]
        each = [
            sum(w * mp.log(w / q) for w, q in zip(row, output, strict=True) if w) for row in rows
        ]
        weights = [p * mp.exp(d) for p, d in zip(prior, each, strict=True)]
        total = mp.fsum(weights)
        prior = [weight / total for weight in weights]
        if max(each) - mp.log(total) < CLOSE / 10:
            break
    return mp.log(total)


def _contexts(mechanism: dict[tuple[int, ...], list[Fraction]]) -> list[list[list[Fraction]]]:
    """For each entry and each choice of the others, the channel from that entry."""
    found: dict[Any, list[list[Fraction]]] = {}
    for key, row in sorted(mechanism.items()):
        for entry in range(len(key)):
            found.setdefault((entry, key[:entry], key[entry + 1 :]), []).append(row)
    return list(found.values())


def _mi_dp(mechanism: dict[tuple[int, ...], list[Fraction]]) -> Any:
    return max(map(_capacity, _contexts(mechanism)), default=mpf(0))


def _pairs(mechanism: dict[tuple[int, ...], list[Fraction]]) -> list[tuple[Any, Any]]:
    listed = [pair for channel in _contexts(mechanism) for pair in combinations(channel, 2)]
    return listed + [(q, p) for p, q in listed]


def _dp_delta(mechanism: dict[tuple[int, ...], list[Fraction]], epsilon: Any) -> Any:
    worst = mpf(0)
    for p, q in _pairs(mechanism):
        parts = [
            max(mpf(0), _float(one) - mp.exp(_float(epsilon)) * _float(two))
            for one, two in zip(p, q, strict=True)
        ]
        worst = max(worst, mp.fsum(parts))
    return worst


def _kl_dp(mechanism: dict[tuple[int, ...], list[Fraction]]) -> Any:
    return max((_kl(p, q) for p, q in _pairs(mechanism)), default=mpf(0))


def _entropy(law: list[Fraction]) -> Any:
    return -sum((_float(p) * mp.log(_float(p)) for p in law if p), mpf(0))


def _information(joint: Any, one: str, other: str, given: str) -> Any:
    """H(A,C) + H(B,C) − H(A,B,C) − H(C)."""
    names, cells = joint

    def entropy(*groups: str) -> Any:
        wanted = [names.index(name) for group in groups for name in group.split(",") if name]
        law: dict[Any, Fraction] = {}
        for cell, mass in cells.items():
            key = tuple(cell[axis] for axis in wanted)
            law[key] = law.get(key, Fraction(0)) + mass
        return _entropy(list(law.values()))

    return (
        entropy(one, given) + entropy(other, given) - entropy(one, other, given) - entropy(given)
    )


def _csiszar(prior: list[Fraction], channel: list[list[Fraction]], order: Any) -> Any:
    """By golden-section search over binary output laws."""
    assert len(channel[0]) == 2
    alpha = _float(order)

    def renyi(row: list[Fraction], q: Any) -> Any:
        law = (q, 1 - q)
        if alpha == 1:
            return sum(
                _float(w) * mp.log(_float(w) / s) for w, s in zip(row, law, strict=True) if w
            )
        total = sum(
            _float(w) ** alpha * s ** (1 - alpha) for w, s in zip(row, law, strict=True) if w
        )
        return mp.log(total) / (alpha - 1)

    def at(q: Any) -> Any:
        return sum(_float(p) * renyi(row, q) for p, row in zip(prior, channel, strict=True) if p)

    low, high, ratio = mpf(10) ** -50, 1 - mpf(10) ** -50, (mp.sqrt(5) - 1) / 2
    for _ in range(160):
        one, two = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (one, high) if at(one) > at(two) else (low, two)
    return at((low + high) / 2)


def _divided(a: Any, b: Any) -> Any:
    if b == 0:
        raise Undefined
    return _float(a) / _float(b)


def _ratio(p: list[Fraction], q: list[Fraction], symbol: int) -> Any:
    if p[symbol] == q[symbol] == 0:
        raise Undefined
    return mp.inf if q[symbol] == 0 else _float(p[symbol] / q[symbol])


def _binary_entropy(argument: Any) -> Any:
    p = argument if isinstance(argument, Fraction) else _float(argument)
    if p < 0 or p > 1:
        raise Undefined
    return -sum((_float(s) * mp.log(_float(s)) for s in (p, 1 - p) if s), mpf(0))


def _log(argument: Any) -> Any:
    if argument < 0:
        raise Undefined
    return mp.log(_float(argument)) if argument else -mp.inf


def _root(argument: Any) -> Any:
    if argument < 0:
        raise Undefined
    return mp.sqrt(_float(argument))


HEADS: dict[str, Callable[..., Any]] = {
    "add": lambda a, b: _float(a) + _float(b),
    "sub": lambda a, b: _float(a) - _float(b),
    "mul": lambda a, b: _float(a) * _float(b),
    "div": _divided,
    "neg": lambda a: -_float(a),
    "maximum": lambda a, b: max(_float(a), _float(b)),
    "minimum": lambda a, b: min(_float(a), _float(b)),
    "exp": lambda a: mp.exp(_float(a)),
    "log": _log,
    "sqrt": _root,
    "abs": lambda a: abs(_float(a)),
    "binary_entropy": _binary_entropy,
    "kl": _kl,
    "chi_square": _chi_square,
    "total_variation": lambda p, q: sum(abs(a - b) for a, b in zip(p, q, strict=True)) / 2,
    "likelihood_ratio": _ratio,
    "at": lambda p, symbol: p[symbol],
    "probability": lambda p, event: sum((p[symbol] for symbol in event), Fraction(0)),
    "entropy": _entropy,
    "capacity": _capacity,
    "information": _channel_information,
    "csiszar": _csiszar,
    "joint_information": _information,
    "mi_dp": _mi_dp,
    "mi_dp_split": _mi_dp,
    "kl_dp": _kl_dp,
    "dp_delta": _dp_delta,
}
