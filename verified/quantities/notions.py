"""Defined notions: closeness, the privacy notions, independence.

A predicate is printed by its name; goals and the kernel see what it stands for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verified.quantities.joints import disjoint
from verified.quantities.mechanisms import dp_delta, kl_dp, mi_dp
from verified.quantities.numbers import exp
from verified.quantities.pufferfish import (
    attribute_delta,
    pufferfish_delta,
    pufferfish_information,
)
from verified.quantities.words import I, hockey_stick
from verified.syntax.binders import fresh
from verified.syntax.formulas import DEFINITIONS, Definition, Formula, Predicate, both, every
from verified.syntax.sorts import LawSort
from verified.syntax.terms import (
    Channel,
    Database,
    DataClass,
    Event,
    Framework,
    Joint,
    Mechanism,
    Pmf,
    Real,
    Size,
    Term,
    Var,
    equals,
    number,
    size_of,
)


def _define(
    name: str, latex: str, text: str, expand: Callable[..., Formula],
    build: Callable[..., Predicate], *takes: tuple[Var, ...], spellings: tuple[str, ...] = (),
) -> None:
    DEFINITIONS[name] = Definition(expand, build, latex, text, takes, spellings)


_n, _m = Size("n"), Size("m")
_P, _Q, _joint = Pmf("P", _n), Pmf("Q", _n), Joint("J", X=_n)
_law, _other = Var("L", LawSort()), Var("K", LawSort())
_epsilon, _delta = Real("epsilon", ">=0"), Real("delta", ">=0")
_mechanism = Mechanism("mechanism", Database("D"), _m)
_framework, _laws = Framework("framework", _n), DataClass("laws", _n)
_channel = Channel("channel", _n, _m)


def Close(p: Term, q: Term, epsilon: Any, delta: Any = 0) -> Predicate:
    """(ε,δ)-closeness: P(A) ≤ e^ε Q(A) + δ and Q(A) ≤ e^ε P(A) + δ for every event A."""
    args = hockey_stick(p, q, epsilon).args
    return Predicate("close", (*args, number(delta, "as δ of Close")))


def _expand_close(p: Term, q: Term, epsilon: Term, delta: Term) -> Formula:
    if isinstance(p.sort, LawSort):
        # The largest P(A) − e^ε Q(A) over all measurable events, instead of each event.
        return both(hockey_stick(p, q, epsilon) <= delta, hockey_stick(q, p, epsilon) <= delta)
    event = Event(fresh("A", p, q, epsilon, delta), size_of(p))
    return both(
        every(event, p[event] <= exp(epsilon) * q[event] + delta),
        every(event, q[event] <= exp(epsilon) * p[event] + delta),
    )


_define(
    "close", r"{0} \stackrel{{({2},{3})}}{{\approx}} {1}", "{0} ~({2},{3}) {1}",
    _expand_close, Close, (_P, _Q, _epsilon, _delta), (_law, _other, _epsilon, _delta),
    spellings=("{0} ~_[{2}, {3}] {1}", "{0} ~_({2}, {3}) {1}"),
)


def DP(mechanism: Term, epsilon: Any, delta: Any = 0) -> Predicate:
    """(ε,δ)-differential privacy: responses to neighbouring databases are (ε,δ)-close. Of a channel
    it is local: the rows of any two inputs are, as those of a database of one entry."""
    args = dp_delta(mechanism, epsilon).args
    return Predicate("dp", (*args, number(delta, "as δ of DP")))


_define(
    "dp", r"{0} \text{{ is }} ({1},{2})\text{{-DP}}", "{0} is ({1},{2})-DP",
    lambda m, epsilon, delta: dp_delta(m, epsilon) <= delta, DP, (_mechanism, _epsilon, _delta),
    spellings=("{0} is {1:atom}-DP",),
)


def KLDP(mechanism: Term, epsilon: Any) -> Predicate:
    """ε-KL-DP: the KL divergence between responses to neighbouring databases is at most ε."""
    return Predicate("kl_private", (*kl_dp(mechanism).args, number(epsilon, "as ε of KLDP")))


_define(
    "kl_private", r"{0} \text{{ is }} {1:atom}\text{{-KL-DP}}", "{0} is {1:atom}-KL-DP",
    lambda m, epsilon: kl_dp(m) <= epsilon, KLDP, (_mechanism, _epsilon),
)


def MIDP(mechanism: Term, epsilon: Any) -> Predicate:
    """ε-MI-DP: I(X_i;Y|X^{-i}) ≤ ε for every entry and every prior."""
    return Predicate("mi_private", (*mi_dp(mechanism).args, number(epsilon, "as ε of MIDP")))


_define(
    "mi_private", r"{0} \text{{ is }} {1:atom}\text{{-MI-DP}}", "{0} is {1:atom}-MI-DP",
    lambda m, epsilon: mi_dp(m) <= epsilon, MIDP, (_mechanism, _epsilon),
)


def Independent(joint: Term, first: str, second: str) -> Predicate:
    """Two groups of variables of a joint law are independent."""
    return Predicate("independent", (joint,), disjoint(joint, [first, second]))


_define(
    "independent", r"{a} \perp {b}", "{a} independent of {b} under {0}",
    lambda j, a, b: equals(I(j, f"{a};{b}"), 0), Independent, (_joint,),
    spellings=("{a} independent of {b}", "{a} _|_ {b}"),
)


def Markov(joint: Term, first: str, middle: str, last: str) -> Predicate:
    """`first` − `middle` − `last` is a Markov chain."""
    return Predicate("markov", (joint,), disjoint(joint, [first, middle, last]))


_define(
    "markov", r"{a} - {b} - {c}", "{a} - {b} - {c} under {0}",
    lambda j, a, b, c: equals(I(j, f"{a};{c}|{b}"), 0), Markov, (_joint,),
    spellings=("{a} - {b} - {c}", "{a} -> {b} -> {c}"),
)

# --- pufferfish privacy ---------------------------------------------------------------------------


def PP(framework: Term, data: Term, mechanism: Term, epsilon: Any, delta: Any = 0) -> Predicate:
    """(ε,δ)-pufferfish privacy in a framework with a class of laws (Nuradha & Goldfeld 2022,
    Definitions 1 and 2)."""
    args = pufferfish_delta(framework, data, mechanism, epsilon).args
    return Predicate("pufferfish", (*args, number(delta, "as δ of PP")))


_define(
    "pufferfish", r"{2} \text{{ is }} ({3},{4})\text{{-PP in }} ({0},{1})",
    "{2} is ({3},{4})-PP in ({0},{1})",
    lambda f, laws, m, epsilon, delta: pufferfish_delta(f, laws, m, epsilon) <= delta, PP,
    (_framework, _laws, _channel, _epsilon, _delta),
)


def MIPP(framework: Term, data: Term, mechanism: Term, epsilon: Any) -> Predicate:
    """ε-mutual-information pufferfish privacy (Nuradha & Goldfeld 2022, Definition 3)."""
    args = pufferfish_information(framework, data, mechanism).args
    return Predicate("mi_pufferfish", (*args, number(epsilon, "as ε of MIPP")))


_define(
    "mi_pufferfish", r"{2} \text{{ is }} {3:atom}\text{{-MI-PP in }} ({0},{1})",
    "{2} is {3:atom}-MI-PP in ({0},{1})",
    lambda f, laws, m, epsilon: pufferfish_information(f, laws, m) <= epsilon, MIPP,
    (_framework, _laws, _channel, _epsilon),
)


def AP(framework: Term, data: Term, mechanism: Term, epsilon: Any, delta: Any = 0) -> Predicate:
    """(ε,δ)-attribute privacy of a framework's private functions."""
    args = attribute_delta(framework, data, mechanism, epsilon).args
    return Predicate("attribute", (*args, number(delta, "as δ of AP")))


_define(
    "attribute", r"{2} \text{{ is }} ({3},{4})\text{{-AP in }} ({0},{1})",
    "{2} is ({3},{4})-AP in ({0},{1})",
    lambda f, laws, m, epsilon, delta: attribute_delta(f, laws, m, epsilon) <= delta, AP,
    (_framework, _laws, _channel, _epsilon, _delta),
)

__all__ = ["AP", "DP", "KLDP", "MIDP", "MIPP", "PP", "Close", "Independent", "Markov"]
