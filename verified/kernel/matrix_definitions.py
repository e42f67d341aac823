"""What events told by numbers and values of games are, as definitions; the tests attack each like a
claim."""

from __future__ import annotations

from verified.kernel.defining import define
from verified.language.formulas import both, either
from verified.language.matrices import lower_value, upper_value
from verified.language.terms import Pmf, Real, Reals, Size, Symbol, equals
from verified.language.vocabulary import (
    event_where,
    indicator,
    inf,
    largest,
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
