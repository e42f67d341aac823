"""What decisions cost that see a channel's output, and what reproductions within a distortion
tell."""

from __future__ import annotations

from verified.measures import decisions
from verified.measures.readings import measured
from verified.syntax.binders import smallest, total
from verified.syntax.quantity import quantity
from verified.syntax.terms import Channel, Pmf, Real, Reals, Size, Symbol

n, m, actions = Size("n"), Size("m"), Size("actions")
# Whose inputs there may be none of: of these a maximum has no value.
inputs = Size("inputs", low=0)
prior, channel, losses = Pmf("prior", n), Channel("channel", n, m), Reals("losses", actions * n)
x, y, action = Symbol("x", n), Symbol("y", m), Symbol("a", actions)

bayes_risk = quantity(
    "bayes_risk", [prior, channel, losses, actions],
    doc="""The Bayes risk: the least mean loss of a decision that sees the channel's output,
    Σ_y min_a Σ_x P(x) W(y|x) L(x, a) (Wald 1950). The loss of action a at the input x is the number
    a n + x of the table of losses.""",
    text="r[{2} of {3}]({0}; {1})", latex=r"r_{{L = {2}}}\left({0};{1}\right)",
    values="(-inf,inf)", unit="",
    definition=total(y, smallest(
        action, total(x, prior[x] * channel[x, y] * losses[action * n + x])
    )),
    examples=[
        (("1/2,1/2", "9/10,1/10;1/10,9/10", "0,1,1,0", "2"), "1/10"),
        (("1/4,3/4", "1/2,1/2;1/2,1/2", "0,1,1,0", "2"), "1/4"),
        (("1,0", "1,0;0,1", "-3,2", "1"), "-3"),
    ],
)
minimax_risk = quantity(
    "minimax_risk", [
        Channel("channel", inputs, m), Reals("losses", actions * inputs), actions
    ], given=[inputs > 0],
    doc="""The minimax risk: the least over randomised decisions δ of the largest mean loss
    max_x Σ_y W(y|x) Σ_a δ(a|y) L(x, a) (Wald 1950). The loss of action a at the input x is the
    number a n + x of the table of losses, where the channel has n inputs.""",
    text="R*[{1} of {2}]({0})", latex=r"R^{{*}}_{{L = {1}}}\left({0}\right)",
    values="(-inf,inf)", unit="",
    theorem="The Bayes risk of any prior bounds it from below (weak duality).",
    reading=measured(decisions.minimax_risk),
    examples=[
        (("9/10,1/10;1/10,9/10", "0,1,1,0", "2"), "1/10"),
        (("1/2,1/2;1/2,1/2", "0,1,1,0", "2"), "1/2"),
        (("1,0;1/2,1/2", "0,1,1,0", "2"), "1/3"), (("1", "2,-1", "2"), "-1"),
    ],
)

# --- reproductions --------------------------------------------------------------------------------

distortions, level = Reals("distortions", n * m, ">=0"), Real("level")
rate_distortion = quantity(
    "rate_distortion", [Pmf("source", n), distortions, m, level],
    given=[total(x, Pmf("source", n)[x] * smallest(y, distortions[x * m + y])) <= level],
    doc="""The rate–distortion function R(D) of a source, in nats: the least mutual information of
    the source and a reproduction whose mean distortion is at most the level D (Shannon 1959). The
    distortion of the symbol x by the reproduction y of m is the number x m + y of the table, and
    some channel must reach the level.""",
    text="RD_[{0}, {1} of {2}]({3})", latex=r"R_{{{0}, {1}}}\left({3}\right)",
    values="[0,inf)", unit="nats",
    theorem="""Any price s ≥ 0 of distortion and any function u of the source's symbols bound it
    from below by Σ P u − s D − ln max_y Σ_x P(x) e^(u(x) − s d(x, y)) (Csiszár 1974).""",
    reading=measured(decisions.rate_distortion),
    examples=[
        (("1/2,1/2", "0,1,1,0", "2", "1/8"), "0.316377019303"),
        (("3/4,1/4", "0,1,1,0", "2", "1/8"), "0.185564983362"),
        (("3/4,1/4", "0,1,1,0", "2", "0"), "0.562335144618"),
        (("3/4,1/4", "0,1,1,0", "2", "1/4"), "0"), (("1", "3", "1", "3"), "0"),
        (("1/2,1/2", "0,1,1/4,1,0,1/4", "3", "1/4"), "0"),
        (("1/3,1/3,1/3", "0,1,1,1,0,1,1,1,0", "3", "1/3"), "0.2310490601866"),
    ],
)

rate = Real("rate", ">=0")
information_bottleneck = quantity(
    "information_bottleneck", [prior, channel, rate],
    doc="""The information bottleneck, in nats: the most that a T tells of the channel's output, if
    it tells of the input no more than the rate, I(T; X) ≤ r, and of the output by the input alone
    (Witsenhausen & Wyner 1975; Tishby, Pereira & Bialek 1999). One symbol more than there are
    inputs is as many as T needs. Above three inputs of positive mass no more than bounds are known,
    and nothing is searched.""",
    text="IB_[{2}]({0}; {1})", latex=r"\mathrm{{IB}}_{{{2}}}\left({0};{1}\right)",
    values="[0,inf)", unit="nats",
    theorem="""For any β ≥ 0 and any numbers λ with D(qW‖PW) − β D(q‖P) ≤ Σ λ q for all laws q it
    is at most β r + Σ λ P; any T bounds it from below.""",
    reading=measured(decisions.information_bottleneck),
    examples=[
        (("1/2,1/2", "9/10,1/10;1/10,9/10", "1/10"), "0.063178548038"),
        (("1/2,1/2", "9/10,1/10;1/10,9/10", "0"), "0"),
        (("1/2,1/2", "1,0;0,1", "1"), "0.69314718055"),
        (("1/2,1/2", "1,0;0,1", "1/4"), "0.25"), (("1/3,2/3", "1/2,1/2;1/2,1/2", "1/4"), "0"),
    ],
)

__all__ = ["bayes_risk", "information_bottleneck", "minimax_risk", "rate_distortion"]
