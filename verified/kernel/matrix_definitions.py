"""What events told by numbers are, as definitions; the tests attack each like a claim."""

from __future__ import annotations

from verified.kernel.defining import define
from verified.language.formulas import both, either
from verified.language.terms import Real, Reals, Size, Symbol, equals
from verified.language.vocabulary import event_where, indicator

_n, _level = Size("n"), Real("r")
_values, _symbol, _bound = Reals("f", _n), Symbol("a", _n), Symbol("b", _n)
_low = event_where(_bound, _values[_bound] < _level)
define("event-below", [_n, _values, _level, _symbol], either(
    both(_values[_symbol] < _level, equals(indicator(_low, _symbol), 1)),
    both(_level <= _values[_symbol], equals(indicator(_low, _symbol), 0)),
))
