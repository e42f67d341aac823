"""Defined notions: closeness, the privacy notions, independence.

A predicate is printed by its name; goals and the kernel see what it stands for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verified.quantities.databases import hamming
from verified.quantities.joints import disjoint
from verified.quantities.line import gaussian
from verified.quantities.mechanisms import (
    dp_delta,
    flat_mechanism,
    kl_dp,
    mi_dp,
    renyi_dp,
    zcdp,
)
from verified.quantities.numbers import exp, maximum
from verified.quantities.pufferfish import (
    attribute_delta,
    pufferfish_delta,
    pufferfish_information,
)
from verified.quantities.words import I, hockey_stick
from verified.syntax.binders import fresh, total
from verified.syntax.formulas import DEFINITIONS, Definition, Formula, Predicate, both, every
from verified.syntax.quantity import Extended
from verified.syntax.sorts import (
    ChannelSort,
    ClaimError,
    IntegerLawSort,
    LawSort,
    MechanismSort,
    PmfSort,
    sort_name,
)
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
    Symbol,
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
_discrete, _second = Var("L", IntegerLawSort()), Var("K", IntegerLawSort())
_epsilon, _delta = Real("epsilon", ">=0"), Real("delta", ">=0")
_R, _S, _rho, _order = Pmf("R", _m), Pmf("S", _m), Real("rho", ">=0"), Extended("alpha", "[0,inf]")
_mechanism = Mechanism("mechanism", Database("D"), _m)
_framework, _laws = Framework("framework", _n), DataClass("laws", _n)
_channel = Channel("channel", _n, _m)


def Close(p: Term, q: Term, epsilon: Any, delta: Any = 0) -> Predicate:
    """(ε,δ)-closeness: P(A) ≤ e^ε Q(A) + δ and Q(A) ≤ e^ε P(A) + δ for every event A."""
    args = hockey_stick(p, q, epsilon).args
    return Predicate("close", (*args, number(delta, "as δ of Close")))


def _expand_close(p: Term, q: Term, epsilon: Term, delta: Term) -> Formula:
    if isinstance(p.sort, LawSort | IntegerLawSort):
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
    (_discrete, _second, _epsilon, _delta),
    spellings=("{0} ~_[{2}, {3}] {1}", "{0} ~_({2}, {3}) {1}"),
)


def DP(mechanism: Term, epsilon: Any, delta: Any = 0) -> Predicate:
    """(ε,δ)-differential privacy: responses to neighbouring databases are (ε,δ)-close. Of a channel
    it is local: the rows of any two inputs are, as those of a database of one entry."""
    args = dp_delta(mechanism, epsilon).args
    return Predicate("dp", (*args, number(delta, "as δ of DP")))


def LDP(channel: Term, epsilon: Any, delta: Any = 0) -> Predicate:
    """(ε,δ)-local differential privacy: the rows of any two inputs of a channel are (ε,δ)-close.

    Raises:
        ClaimError: it isn't a channel: a mechanism on a database has `DP`.
    """
    if not isinstance(channel.sort, ChannelSort):
        raise ClaimError(
            f"LDP is of a channel, and {channel} is a {sort_name(channel.sort)}: write DP({channel}"
            ", eps) for what neighbouring databases tell"
        )
    return DP(channel, epsilon, delta)


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


def RDP(mechanism: Term, alpha: Any, epsilon: Any) -> Predicate:
    """(α,ε)-Rényi differential privacy (Mironov 2017, Definition 4); of a channel it is local."""
    return Predicate("renyi_private", (
        *renyi_dp(mechanism, alpha).args, number(epsilon, "as ε of RDP")
    ))


_define(
    "renyi_private", r"{0} \text{{ is }} ({1},{2})\text{{-RDP}}", "{0} is ({1},{2})-RDP",
    lambda m, alpha, epsilon: renyi_dp(m, alpha) <= epsilon, RDP, (_mechanism, _order, _epsilon),
)


def ZCDP(mechanism: Term, rho: Any) -> Predicate:
    """ρ-zero-concentrated differential privacy: D_α ≤ ρ α between the responses to neighbouring
    databases for every α > 1 (Bun & Steinke 2016, Definition 1.1); of a channel it is local."""
    return Predicate("concentrated", (*zcdp(mechanism).args, number(rho, "as ρ of ZCDP")))


_define(
    "concentrated", r"{0} \text{{ is }} {1:atom}\text{{-zCDP}}", "{0} is {1:atom}-zCDP",
    lambda m, rho: zcdp(m) <= rho, ZCDP, (_mechanism, _rho),
)


def GDP(mechanism: Term, mu: Any) -> Formula:
    """μ-Gaussian differential privacy: responses to neighbouring databases are no easier to tell
    apart than N(0, 1) is from N(μ, 1). It is written as what it is equivalent to, (ε,δ)-privacy for
    every ε ≥ 0 with δ = Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ), the hockey-stick divergence of the two
    laws (Dong, Roth & Su 2022, Corollary 1); of a channel it is local."""
    shift = number(mu, "as μ of GDP")
    epsilon = Real(fresh("level", mechanism, shift), ">=0")
    apart = hockey_stick(gaussian(0, 1), gaussian(shift, 1), epsilon)
    return every(epsilon, dp_delta(mechanism, epsilon) <= apart)


def FDP(mechanism: Term, curve: Callable[[Any], Any]) -> Formula:
    """f-differential privacy: no test tells responses to neighbouring databases apart with a type I
    error α and a type II error below f(α), for a trade-off function f, which is convex (Dong, Roth
    & Su 2022, Definition 2.3 of the preprint); of a channel it is local. As f is convex and every
    test is a mixture of events, it is said of events alone: f(P(A)) ≤ 1 − Q(A).

    Args:
        curve: f as a Python function, as `lambda a: maximum(0, 1 - delta - exp(eps) * a)`.
    """
    if not callable(curve):
        raise ClaimError(f"f of FDP is a function, as lambda a: exp(-eps) * (1 - a), not {curve}")
    rows = flat_mechanism(mechanism) if isinstance(mechanism.sort, MechanismSort) else mechanism
    if not isinstance(rows.sort, ChannelSort):
        raise ClaimError(f"FDP is of a mechanism or a channel, not of {mechanism}")
    x = Symbol(fresh("u", mechanism), rows.sort.inputs)
    other = Symbol(fresh("v", mechanism), rows.sort.inputs)
    event = Event(fresh("A", mechanism), rows.sort.outputs)
    bound = number(curve(rows[x][event]), "as f of FDP") <= 1 - rows[other][event]
    near = None
    if isinstance(mechanism.sort, MechanismSort):
        near = equals(hamming(mechanism.sort.database, x, other), 1)
    return every(x, every(other, every(event, bound), near))


def Dominated(p: Term, q: Term, first: Term, second: Term) -> Predicate:
    """P, Q are dominated by R, S: E_γ(P‖Q) ≤ E_γ(R‖S) for every γ ≥ 0, of the hockey-stick
    divergences of order γ = e^ε (Zhu, Dong & Wang 2022, Definition 7). The laws of the two pairs
    may be on different alphabets."""
    one, two = hockey_stick(p, q, 0).args[:2], hockey_stick(first, second, 0).args[:2]
    for law in (*one, *two):
        if not isinstance(law.sort, PmfSort):
            raise ClaimError(f"Dominated takes laws on finite alphabets, not {law}")
    return Predicate("dominated", (*one, *two))


def _expand_dominated(p: Term, q: Term, first: Term, second: Term) -> Formula:
    """Both sides are convex in γ, and the right one is linear between the ratios R(b)/S(b), flat
    beyond the last; both are 1 at γ = 0. So it is decided at these ratios."""
    names = (p, q, first, second)
    a, b = Symbol(fresh("a", *names), size_of(p)), Symbol(fresh("b", *names), size_of(first))
    c = Symbol(fresh("c", *names), size_of(first))

    def stick(one: Term, two: Term, over: Var) -> Term:
        return total(over, maximum(0, second[b] * one[over] - first[b] * two[over]))

    return every(b, stick(p, q, a) <= stick(first, second, c))


_define(
    "dominated", r"({0},{1}) \preceq ({2},{3})", "pair({0}, {1}) dominated by pair({2}, {3})",
    _expand_dominated, Dominated, (_P, _Q, _R, _S),
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
    spellings=(
        "{a} - {b} - {c}", "{a} -> {b} -> {c}",
        "{a} - {b} - {c} is a Markov chain", "{a} -> {b} -> {c} is a Markov chain",
        "{a} - {b} - {c} form a Markov chain", "{a} -> {b} -> {c} form a Markov chain",
        # The same as independence given the middle.
        "{a} independent of {c} given {b}", "{a} _|_ {c} | {b}",
    ),
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
    (_framework, _laws, _channel, _epsilon, _delta), spellings=("{2} is {3:atom}-PP in ({0},{1})",),
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
    (_framework, _laws, _channel, _epsilon, _delta), spellings=("{2} is {3:atom}-AP in ({0},{1})",),
)

__all__ = [
    "AP", "DP", "FDP", "GDP", "KLDP", "LDP", "MIDP", "MIPP", "PP", "RDP", "ZCDP", "Close",
    "Dominated", "Independent", "Markov",
]
