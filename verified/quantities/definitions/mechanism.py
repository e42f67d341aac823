"""How private mechanisms are by Rényi divergences, as statements that proofs may cite."""

from __future__ import annotations

from verified.quantities.databases import hamming, instances
from verified.quantities.definitions.defining import define
from verified.quantities.mechanisms import renyi_dp, zcdp
from verified.quantities.words import renyi
from verified.syntax.binders import largest, sup
from verified.syntax.terms import Database, Mechanism, Real, Size, Symbol, equals

D = Database("D")
M = Mechanism("M", D, Size("m"))
one, two = Symbol("x", instances(D)), Symbol("x'", instances(D))
_order, _above = Real("alpha", ">=0"), Real("alpha", ">1")

define("renyi-dp", [M, _order], equals(renyi_dp(M, _order), largest(one, largest(
    two, renyi(M[one], M[two], _order), where=hamming(D, one, two) <= 1
))))
define("zcdp", [M], equals(zcdp(M), sup(_above, renyi_dp(M, _above) / _above)))
