"""Sorts: what a variable of a claim may range over, each in one place.

Sizes are terms, so that `Pmf(n)` and `Channel(n, m)` share their alphabets by sharing `n`.
"""

from verified.syntax.sorts.base import SCOPES, SORTS, ClaimError, Sort, sort_name
from verified.syntax.sorts.channel import ChannelSort
from verified.syntax.sorts.databases import (
    PRIOR_KINDS,
    DatabaseSort,
    MechanismSort,
    MechanismValue,
    PriorSort,
)
from verified.syntax.sorts.joint import JointSort
from verified.syntax.sorts.line import IntegerLawSort, LawSort
from verified.syntax.sorts.mixture import MixtureSort
from verified.syntax.sorts.numbers import RealSort, RealsSort, SizeSort, parse_interval
from verified.syntax.sorts.pmf import PmfSort
from verified.syntax.sorts.pufferfish import (
    CLOSED_KINDS,
    DATA_CLASS_KINDS,
    DataClassSort,
    DataClassValue,
    FrameworkSort,
    FrameworkValue,
    MemberSort,
    MemberValue,
    numbered,
)
from verified.syntax.sorts.queries import QUERY_KINDS, QueriesSort, QueriesValue
from verified.syntax.sorts.symbols import EventSort, SymbolSort

__all__ = [
    "CLOSED_KINDS",
    "DATA_CLASS_KINDS",
    "PRIOR_KINDS",
    "QUERY_KINDS",
    "SCOPES",
    "SORTS",
    "ChannelSort",
    "ClaimError",
    "DataClassSort",
    "DataClassValue",
    "DatabaseSort",
    "EventSort",
    "FrameworkSort",
    "FrameworkValue",
    "IntegerLawSort",
    "JointSort",
    "LawSort",
    "MechanismSort",
    "MechanismValue",
    "MemberSort",
    "MemberValue",
    "MixtureSort",
    "PmfSort",
    "PriorSort",
    "QueriesSort",
    "QueriesValue",
    "RealSort",
    "RealsSort",
    "SizeSort",
    "Sort",
    "SymbolSort",
    "numbered",
    "parse_interval",
    "sort_name",
]
