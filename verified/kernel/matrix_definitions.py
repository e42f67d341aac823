"""What events told by numbers, determinants and values of games are, as definitions; the tests
attack each like a claim."""

from __future__ import annotations

from verified.kernel.defining import define
from verified.language.formulas import both, either, negation, some
from verified.language.matrices import (
    determinant,
    leading_minor,
    lower_value,
    upper_value,
)
from verified.language.terms import Pmf, Real, Reals, Size, Symbol, equals
from verified.language.vocabulary import (
    cases,
    event_where,
    indicator,
    inf,
    largest,
    quotient,
    reals_table,
    remainder,
    smallest,
    sup,
    total,
)

_n, _level = Size("n"), Real("r")
_values, _symbol, _bound = Reals("f", _n), Symbol("a", _n), Symbol("b", _n)
_low = event_where(_bound, _values[_bound] < _level)
define("event-below", [_n, _values, _level, _symbol], either(
    both(_values[_symbol] < _level, equals(indicator(_low, _symbol), 1)),
    both(_level <= _values[_symbol], equals(indicator(_low, _symbol), 0)),
))

# --- values of games ------------------------------------------------------------------------------

_m = Size("m")
_payoffs, _row, _column = Reals("v", _n * _m), Symbol("x", _n), Symbol("y", _m)
_rows, _columns = Pmf("p", _n), Pmf("q", _m)
_earned = smallest(_column, total(_row, _rows[_row] * _payoffs[_row * _m + _column]))
_granted = largest(_row, total(_column, _columns[_column] * _payoffs[_row * _m + _column]))
define("lower-value", [_n, _m, _payoffs], equals(
    lower_value(_payoffs, _n, _m), sup(_rows, _earned)
))
define("upper-value", [_n, _m, _payoffs], equals(
    upper_value(_payoffs, _n, _m), inf(_columns, _granted)
))

# --- determinants ---------------------------------------------------------------------------------

# The first k rows and columns of an m × m matrix, by elimination: from the last of them up.
_k, _square, _last = Size("k", low=0), Reals("v", _m * _m), Symbol("z", _m)
_pivot = _square[_last * _m + _last]
_eliminated = reals_table(_m * _m, lambda s: _square[s] - _square[
    quotient(s, _m) * _m + _last
] * _square[_last * _m + remainder(s, _m)] / _pivot)
define("determinant", [_m, _square], equals(
    determinant(_square, _m), leading_minor(_square, _m, _m)
))
define("empty-minor", [_m, _square], equals(leading_minor(_square, 0, _m), 1))
define("minor-step", [_k, _m, _square, _last], equals(
    leading_minor(_square, _k + 1, _m), _pivot * leading_minor(_eliminated, _k, _m)
), [equals(_last, _k), negation(equals(_pivot, 0))])
# A column of zeros makes it 0. (What is 0 is compared with 1 added.)
_emptied = reals_table(_m * _m, lambda s: cases(
    equals(remainder(s, _m), _last), 0, _square[s]
))
define("minor-column", [_k, _m, _square, _last], equals(
    1 + leading_minor(_emptied, _k + 1, _m), 1
), [equals(_last, _k)])
_pair, _over, _under = Symbol("t", _n * _m), Symbol("x", _n), Symbol("y", _m)
define("pair", [_n, _m, _pair], some(_over, some(_under, equals(_pair, _over * _m + _under))))
