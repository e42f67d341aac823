"""What events told by numbers, determinants and values of games are, as definitions; the tests
attack each like a claim."""

from __future__ import annotations

from verified.quantities.definitions.defining import define, structure
from verified.quantities.laws import indicator
from verified.quantities.matrices import determinant, leading_minor, lower_value, upper_value
from verified.quantities.numbers import quotient, remainder
from verified.syntax.binders import (
    cases,
    event_where,
    inf,
    largest,
    reals_table,
    smallest,
    sup,
    total,
)
from verified.syntax.formulas import both, either
from verified.syntax.terms import Pmf, Real, Reals, Size, Symbol, equals

_n, _level = Size("n"), Real("r")
_values, _symbol, _bound = Reals("f", _n), Symbol("a", _n), Symbol("b", _n)
_low = event_where(_bound, _values[_bound] < _level)
structure("event-below", [_n, _values, _level, _symbol], either(
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

# The first k rows and columns of an m × m matrix. Laplace's expansion along the last row:
# the j-th cofactor is, but for its sign, the minor with the last column in the place of the j-th.
_k, _square, _last = Size("k", low=0), Reals("v", _m * _m), Symbol("z", _m)
_pivot = _square[_last * _m + _last]
_other = Symbol("c", _m)
_exchanged = reals_table(_m * _m, lambda s: cases(
    equals(remainder(s, _m), _other), _square[quotient(s, _m) * _m + _last], _square[s]
))
define("determinant", [_m, _square], equals(
    determinant(_square, _m), leading_minor(_square, _m, _m)
))
define("empty-minor", [_m, _square], equals(leading_minor(_square, 0, _m), 1))
define("minor-expansion", [_k, _m, _square, _last], equals(
    leading_minor(_square, _k + 1, _m),
    _pivot * leading_minor(_square, _k, _m) - total(
        _other, _square[_last * _m + _other] * leading_minor(_exchanged, _k, _m), _other < _last
    ),
), [equals(_last, _k)])
