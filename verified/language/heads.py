"""The heads: every operation and quantity of the language, with its sorts and how it is printed.

A head's *meaning* is in `verified.measures.readings`, under the same name; a test holds the two
tables together. `verified.language.text.fill` says how a template is filled. A text template must
stay one piece inside a product or a power.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from verified.language.sorts import (
    ChannelSort,
    ClaimError,
    DatabaseSort,
    DataClassSort,
    EventSort,
    FrameworkSort,
    JointSort,
    LawSort,
    MechanismSort,
    MemberSort,
    PmfSort,
    PriorSort,
    QueriesSort,
    RealsSort,
    Sort,
    sort_name,
)
from verified.language.terms import (
    REAL,
    Op,
    Term,
    is_arithmetic,
    number,
)


@dataclass(frozen=True)
class Head:
    """An operation or quantity: the kinds of its arguments, and its notation."""

    name: str
    params: tuple[str, ...]
    latex: str
    text: str


HEADS: dict[str, Head] = {}

_KINDS: dict[str, tuple[type[Sort], ...]] = {
    "pmf": (PmfSort,),
    "event": (EventSort,),
    "joint": (JointSort,),
    "channel": (ChannelSort,),
    "mechanism": (MechanismSort,),
    "database": (DatabaseSort,),
    "prior": (PriorSort,),
    "queries": (QueriesSort,),
    "reals": (RealsSort,),
    "law": (LawSort,),
    "framework": (FrameworkSort,),
    "dataclass": (DataClassSort,),
    "member": (MemberSort,),
}


def _head(name: str, params: str, latex: str, text: str) -> None:
    HEADS[name] = Head(name, tuple(params.split()), latex, text)


# Arithmetic has printers of its own (precedence); its templates stay empty.
for _name, _count in (("add", 2), ("sub", 2), ("mul", 2), ("div", 2), ("neg", 1), ("pow", 2)):
    _head(_name, " ".join(["number"] * _count), "", "")
_head("exp", "number", "", "")
_head("log", "number", r"\ln {0:factor}", "ln({0})")
_head("sqrt", "number", r"\sqrt{{{0}}}", "sqrt({0})")
_head("abs", "number", r"\left|{0}\right|", "|{0}|")
_head("minimum", "number number", r"\min\left\{{{0}, {1}\right\}}", "min({0}, {1})")
_head("maximum", "number number", r"\max\left\{{{0}, {1}\right\}}", "max({0}, {1})")
_head(
    "quotient",
    "number number",
    r"\left\lfloor \frac{{{0}}}{{{1}}} \right\rfloor",
    "floor({0:atom}/{1:atom})",
)
_head("remainder", "number number", r"{0:atom} \bmod {1:atom}", "({0:atom} mod {1:atom})")
_head("pi", "", r"\pi", "pi")
_head("binary_entropy", "number", r"h\left({0}\right)", "h({0})")
_head("binary_entropy_inverse", "number", r"h^{{-1}}\left({0}\right)", "h^-1({0})")
_head("normal_cdf", "number", r"\Phi\left({0}\right)", "Phi({0})")

_head("at", "pmf number", r"{0:atom}({1})", "{0:atom}({1})")
_head("probability", "pmf event", r"{0:atom}({1})", "{0:atom}({1})")
_head(
    "likelihood_ratio",
    "pmf pmf number",
    r"\frac{{\mathrm d{0:atom}}}{{\mathrm d{1:atom}}}({2})",
    "(d{0:atom}/d{1:atom})({2})",
)
_head("row", "channel number", r"{0:base}_{{{1}}}", "{0:atom}({1})")
_head("indicator", "event number", r"\mathbf 1_{{{0}}}({1})", "1_{0:atom}({1})")
_head("component", "reals number", r"{0:base}_{{{1}}}", "{0:atom}[{1}]")
_head("response", "mechanism number", r"{0:base}_{{{1}}}", "{0:atom}({1})")
_head("pmf_literal", "number*", r"\left({*}\right)", "({*})")
_head("channel_literal", "pmf*", r"\left({*}\right)", "({*})")

_head("kl", "pmf pmf", r"D\left({0}\,\middle\|\,{1}\right)", "D({0} || {1})")
_head("total_variation", "pmf pmf", r"\left\|{0}-{1}\right\|_{{\mathrm{{TV}}}}", "TV({0}, {1})")
_head(
    "hockey_stick",
    "pmf pmf number",
    r"E_{{e^{{{2}}}}}\left({0}\,\middle\|\,{1}\right)",
    "E_exp({2})({0} || {1})",
)
_head(
    "renyi",
    "pmf pmf number",
    r"D_{{{2}}}\left({0}\,\middle\|\,{1}\right)",
    "D_[{2}]({0} || {1})",
)
_head("chi_square", "pmf pmf", r"\chi^2\left({0}\,\middle\|\,{1}\right)", "chi2({0} || {1})")
_head("entropy", "pmf", r"H\left({0}\right)", "H({0})")
_head("min_entropy", "pmf", r"H_\infty\left({0}\right)", "H_min({0})")
_head("renyi_entropy", "pmf number", r"H_{{{1}}}\left({0}\right)", "H_[{1}]({0})")

_head("joint_entropy", "joint", r"H_{{{0}}}({a}{|b})", "H_{0}({a}{|b})")
_head("joint_information", "joint", r"I_{{{0}}}({a};{b}{|c})", "I_{0}({a};{b}{|c})")
_head("marginal", "joint", r"{0:base}_{{{a}}}", "{0:atom}_{a}")
_head("joint_of", "pmf channel", r"{0:atom} \times {1:atom}", "({0:atom} x {1:atom})")
_head(
    "joint_of_outputs", "pmf channel channel",
    r"{0:atom} \times \left({1:atom}, {2:atom}\right)", "({0:atom} x ({1}, {2}))",
)
_head(
    "as_joint", "pmf number*", r"\mathrm{{joint}}_{{{a}}}\left({*}\right)", "joint_[{a}]({*})"
)
_head("output", "pmf channel", r"{0:atom}\,{1:atom}", "({0:atom} {1:atom})")
_head("chain", "channel channel", r"{0:atom}\,{1:atom}", "({0:atom} {1:atom})")
_head("parallel", "channel channel", r"{0:atom} \otimes {1:atom}", "({0:atom} (x) {1:atom})")
_head("information", "pmf channel", r"I\left({0};{1}\right)", "I({0}; {1})")
_head("capacity", "channel", r"C\left({0}\right)", "C({0})")
_head(
    "sibson",
    "pmf channel number",
    r"I^{{\mathsf s}}_{{{2}}}\left({0};{1}\right)",
    "I^s_[{2}]({0}; {1})",
)
_head(
    "arimoto",
    "pmf channel number",
    r"I^{{\mathsf a}}_{{{2}}}\left({0};{1}\right)",
    "I^a_[{2}]({0}; {1})",
)
_head(
    "csiszar",
    "pmf channel number",
    r"I^{{\mathsf c}}_{{{2}}}\left({0};{1}\right)",
    "I^c_[{2}]({0}; {1})",
)
_head(
    "pointwise_maximal_leakage",
    "pmf channel number",
    r"\ell\left[{0}, {1}\right](X \to {2})",
    "l[{0}, {1}](X -> {2})",
)
_head("maximal_leakage", "pmf channel", r"\mathcal L\left({0};{1}\right)", "L({0}; {1})")
_head("leakage_capacity", "channel", r"C_\ell\left({0}\right)", "C_leak({0})")

_head("entries", "database", r"n_{{{0}}}", "entries({0})")
_head("alphabet", "database number", r"\left|{0:base}_{{{1}}}\right|", "|{0:atom}[{1}]|")
_head(
    "largest_alphabet",
    "database",
    r"\max_{{i}} \left|{0:base}_{{i}}\right|",
    "max_i(|{0:atom}[i]|)",
)
_head("instances", "database", r"\left|{0}\right|", "|{0}|")
_head("hamming", "database number number", r"d_H({1}, {2})", "d_H({1}, {2})")
_head(
    "query_database",
    "queries number",
    r"D\left({0:base}_{{{1}}}\right)",
    "database({0:atom}[{1}])",
)

_head("dp_epsilon", "mechanism", r"\epsilon^\star\left({0}\right)", "least_eps({0})")
_head(
    "dp_delta",
    "mechanism number",
    r"\delta^\star_{{{1}}}\left({0}\right)",
    "least_delta[{1}]({0})",
)
_head(
    "kl_dp",
    "mechanism",
    r"\max_{{x \sim \tilde x}} D\left({0:base}_{{x}}\,\middle\|\,{0:base}_{{\tilde x}}\right)",
    "max_{{x~x'}}(D({0:atom}(x) || {0:atom}(x')))",
)
_head(
    "mi_dp",
    "mechanism",
    r"\sup_{{i,\,P_X}} I\left[P_X, {0}\right](X_i;Y|X^{{-i}})",
    "sup_{{i, P_X}}(I[P_X, {0}](X_i;Y|X^-i))",
)
_head(
    "mi_dp_split",
    "mechanism",
    r"\sup_{{i,\,P_X = P_{{X_i}} P_{{X^{{-i}}}}}} I\left[P_X, {0}\right](X_i;Y|X^{{-i}})",
    "sup_{{i, P_X = P_Xi x P_X-i}}(I[P_X, {0}](X_i;Y|X^-i))",
)
_head(
    "entry_information",
    "prior mechanism number",
    r"I\left[{0}, {1}\right](X_{{{2}}};Y)",
    "I[{0}, {1}](X_{2:atom};Y)",
)
_head(
    "conditional_entry_information",
    "prior mechanism number",
    r"I\left[{0}, {1}\right](X_{{{2}}};Y|X^{{-{2:atom}}})",
    "I[{0}, {1}](X_{2:atom};Y|X^-{2:atom})",
)
_head(
    "database_information",
    "prior mechanism",
    r"I\left[{0}, {1}\right](X^n;Y)",
    "I[{0}, {1}](X^n;Y)",
)
_head("query", "queries number", r"{0:base}_{{{1}}}", "{0:atom}[{1}]")
_head(
    "query_given",
    "queries number number",
    r"{0:base}_{{{1}}}(\cdot\,|\,{2})",
    "{0:atom}[{1}](.|{2})",
)
_head("together", "queries", r"\bigotimes {0:atom}", "all({0})")
_head("on_entry", "channel database number", r"{0:atom}(X_{{{2}}})", "{0:atom}(X_{2:atom})")
_head("as_mechanism", "channel", r"{0:atom}", "{0:atom}")

# Parts of databases, priors and mechanisms that proofs speak of.
_head("with_entry", "database number number number", r"{1:atom}^{{{2} \to {3}}}",
      "({1} with [{2}] = {3})")
_head("entry_of", "database number number", r"{1:base}_{{{2}}}", "{1:atom}[{2}]")
_head("entry_channel", "mechanism number number", r"{0:base}_{{{2}|{1}}}", "{0:atom}_[{2}|{1}]")
_head("prior_mass", "database prior number", r"{1:atom}({2})", "{1:atom}({2})")
_head("entry_given", "database prior number number", r"{1:base}_{{{3}|{2}}}",
      "{1:atom}_[{3}|{2}]")
_head("entry_prior", "database number number pmf", r"{3:base}^{{({2}|{1})}}",
      "({3:atom} at [{2}|{1}])")
_head("flat_prior", "database prior", r"{1:atom}", "{1:atom}")
_head("flat_mechanism", "mechanism", r"{0:atom}", "{0:atom}")
_head("database_joint", "prior mechanism number",
      r"\left({0} \times {1}\right)_{{X_{2:atom}, X^{{-{2:atom}}}, Y}}",
      "joint[{0}, {1}](X_{2:atom}, X^-{2:atom}, Y)")
_head("group_joint", "prior mechanism event event event",
      r"\left({0} \times {1}\right)_{{X_{{{2}}}, X_{{{3}}}, X_{{{4}}}, Y}}",
      "joint[{0}, {1}](X_{2:atom}, X_{3:atom}, X_{4:atom}, Y)")
_head("group_values", "database event", r"\left|{0:base}_{{{1}}}\right|", "|{0:atom}[{1}]|")
_head("with_group", "database number event number", r"{1:atom}^{{{2} \to {3}}}",
      "({1} with [{2}] = {3})")
_head("group_channel", "mechanism number event", r"{0:base}_{{{2}|{1}}}", "{0:atom}_[{2}|{1}]")
_head("group_given", "database prior number event event", r"{1:base}_{{{3}|{2}_{{{4}}}}}",
      "{1:atom}_[{3}|{2}, {4}]")
_head("response_given", "prior mechanism number event event",
      r"\left({0} \times {1}\right)_{{Y|{3},{2}_{{{4}}}}}", "({0} {1})_[Y|{3}, {2}, {4}]")
_head("initial", "queries", r"{0:base}_{{<}}", "initial({0})")
_head("final", "queries", r"{0:base}_{{\mathrm{{last}}}}", "final({0})")
_head("stage_joint", "prior queries number",
      r"\left({0} \times {1}\right)_{{X_{2:atom}, X^{{-{2:atom}}}, Y_<, Y_{{\mathrm{{last}}}}}}",
      "joint[{0}, {1}](X_{2:atom}, X^-{2:atom}, Y_<, Y_last)")
_head("history_law", "queries number number", r"{0:base}_{{<{1}|{2}}}", "{0:atom}_[<{1}|{2}]")
_head("entry_given_history", "prior queries number number number number",
      r"{0:base}_{{{3}|{2},Y_{{<{4}}}={5}}}", "{0:atom}_[{3}|{2}, {1:atom}_<{4:atom}={5}]")
_head("widened", "queries number", r"\bar{{{0:base}}}_{{{1}}}", "widened({0}, {1})")
_head("completed", "queries number number", r"{0:base}_{{*|{1},{2}}}",
      "completed({0}, {1}, {2})")

# Groups of entries, and adversaries who know some of them.
_head("cardinality", "event", r"\left|{0}\right|", "|{0}|")
_head("complement", "number event", r"{1:atom}^{{\mathsf c}}", "{1:atom}^c")
_head("singleton", "number number", r"\{{{1}\}}", "{{{1}}}")
_head(
    "group_information",
    "prior mechanism event event",
    r"I\left[{0}, {1}\right](X_{{{2}}};Y|X_{{{3}}})",
    "I[{0}, {1}](X_{2:atom};Y|X_{3:atom})",
)
_head(
    "entry_epsilon",
    "mechanism number",
    r"\epsilon^\star_{{{1}}}\left({0}\right)",
    "least_eps[{1}]({0})",
)
_head(
    "free_lunch_epsilon",
    "mechanism",
    r"\epsilon^\star_{{\text{{all pairs}}}}\left({0}\right)",
    "least_eps[all pairs]({0})",
)
_head(
    "bayesian_epsilon",
    "prior mechanism",
    r"\epsilon^\star_{{{0}}}\left({1}\right)",
    "least_eps[given {0}]({1})",
)
_head(
    "bayesian_mi",
    "mechanism",
    r"\sup_{{i,\,\mathcal I,\,P_X}} I\left[P_X, {0}\right](X_i;Y|X_{{\mathcal I}})",
    "sup_{{i, I, P_X}}(I[P_X, {0}](X_i;Y|X_I))",
)
_head(
    "stage_information",
    "prior queries number number",
    r"I\left[{0}, {1}\right](X_{{{2}}};Y_{{{3}}}|X^{{-{2:atom}}},Y_{{<{3}}})",
    "I[{0}, {1}](X_{2:atom};Y_{3:atom}|X^-{2:atom},Y_<{3:atom})",
)

_head("one_entry", "number", r"[{0}]", "{{one entry of {0} symbols}}")
_head("several_entries", "number*", r"\left[{*}\right]", "{{entries of {*} symbols}}")
_head("on_database", "channel database", r"{0:atom}\left({1}\right)", "{0:atom}({1})")


# Pufferfish frameworks.
_head("private_functions", "framework", r"\left|\mathcal G_{{{0}}}\right|", "functions({0})")
_head("edges", "framework", r"\left|\mathcal E_{{{0}}}\right|", "edges({0})")
_head("private_values", "framework number", r"\left|{0:base}.g_{{{1}}}\right|", "|{0:atom}.g[{1}]|")
_head("public_values", "framework number", r"\left|{0:base}.w_{{{1}}}\right|", "|{0:atom}.w[{1}]|")
_head("largest_image", "framework",
      r"\max_{{g \in {0}}} \left|\mathrm{{Im}}(g)\right|", "max_{{g in {0}}}(|Im(g)|)")
_head("private_value", "framework number number", r"{0:base}.g_{{{1}}}({2})",
      "{0:atom}.g[{1}]({2})")
_head("public_value", "framework number number", r"{0:base}.w_{{{1}}}({2})",
      "{0:atom}.w[{1}]({2})")
_head("public_law", "framework pmf number",
      r"{1:base}_{{{0:base}.w_{{{2}}}}}", "{1:atom}_[{0:atom}.w[{2}]]")
_head("secret_given", "framework pmf number number",
      r"{1:base}_{{{0:base}.g_{{{2}}}|{3}}}", "{1:atom}_[{0:atom}.g[{2}]|{3}]")
_head("data_given", "framework pmf number number",
      r"{1:base}_{{X|{0:base}.g_{{{2}}},{3}}}", "{1:atom}_[X|{0:atom}.g[{2}], {3}]")
_head("secret_joint", "framework pmf channel number",
      r"\left({1} \times {2}\right)_{{{0:base}.g_{{{3}}}, w, M}}",
      "joint[{1}, {2}]({0:atom}.g[{3}], w, M)")
_head("secret_information", "framework pmf channel",
      r"\max_{{g \sim w \text{{ in }} {0}}} I\left[{1}, {2}\right](g(X);M(X)|w(X))",
      "max_{{g~w in {0}}}(I[{1}, {2}](g;M|w))")
_head("secret_delta", "framework pmf channel number",
      r"\delta^\star_{{{3}}}\left[{0}, {1}\right]\left({2}\right)",
      "least_delta[{3}; {0}, {1}]({2})")
_head("member_law", "member", r"{0:atom}", "{0:atom}")
_head("reweighted", "member number number pmf",
      r"{0:base}^{{(g_{{{1}}} \to {3}|{2})}}", "({0:atom} with g[{1}] as {3}|{2})")
_head("pufferfish_information", "framework dataclass channel",
      r"\sup_{{P_X \in {1},\, g \sim w \text{{ in }} {0}}} I\left[P_X, {2}\right](g(X);M(X)|w(X))",
      "sup_{{P_X in {1}, g~w in {0}}}(I[P_X, {2}](g;M|w))")
_head("pufferfish_delta", "framework dataclass channel number",
      r"\delta^\star_{{{3}}}\left[{0}, {1}\right]\left({2}\right)",
      "least_delta[{3}; {0}, {1}]({2})")
_head("pufferfish_epsilon", "framework dataclass channel",
      r"\epsilon^\star\left[{0}, {1}\right]\left({2}\right)", "least_eps[{0}, {1}]({2})")
_head("response_support", "framework dataclass channel",
      r"\max_{{P_X \in {1} \text{{ (}} {0} \text{{)}}}} \left|\mathrm{{supp}}\,{2}(X)\right|",
      "max_{{P_X in {1} ({0})}}(|supp {2:atom}(X)|)")
_head("attribute_delta", "framework dataclass channel number",
      r"\delta^{{\mathrm{{AP}}}}_{{{3}}}\left[{0}, {1}\right]\left({2}\right)",
      "least_attribute_delta[{3}; {0}, {1}]({2})")
_head("dp_framework", "database", r"\mathrm{{DP}}\left({0}\right)", "rows({0})")
_head("prior_of", "pmf database", r"{0:atom}_{{{1}}}", "{0:atom}_[{1}]")
_head("without_public", "framework", r"{0:base}_{{w = \mathrm{{const}}}}", "without_public({0})")
_head("without_edges", "framework", r"{0:base}_{{\mathcal E = \emptyset}}", "without_edges({0})")
_head("secret_stage_joint", "framework pmf queries number",
      r"\left({1} \times {2}\right)_{{{0:base}.g_{{{3}}}, w, Y_<, Y_{{\mathrm{{last}}}}}}",
      "joint[{1}, {2}]({0:atom}.g[{3}], w, Y_<, Y_last)")
_head("secret_stage_information", "framework pmf queries number number",
      r"I\left[{1}, {2}\right]({0:base}.g_{{{3}}}(X);M_{{{4}}}|w(X),M_{{<{4}}})",
      "I[{1}, {2}]({0:atom}.g[{3}];M_{4:atom}|w,M_<{4:atom})")
_head("pufferfish_stage", "framework dataclass queries number",
      r"\sup_{{P_X \in {1},\, g \sim w \text{{ in }} {0}}} "
      r"I\left[P_X, {2}\right](g(X);M_{{{3}}}|w(X),M_{{<{3}}})",
      "sup_{{P_X in {1}, g~w in {0}}}(I[P_X, {2}](g;M_{3:atom}|w,M_<{3:atom}))")

# What mutual-information privacy allows; μ is in bits.
_head("ldp_curve", "number number", r"\delta^{{\mathrm{{LDP}}}}_{{{0}}}({1})",
      "delta_LDP[{0}]({1})")
_head("lip_curve", "number number", r"\delta^{{\mathrm{{LIP}}}}_{{{0}}}({1})",
      "delta_LIP[{0}]({1})")
_head("ldp_floor", "number", r"\bar p_{{{0}}}", "p_bar[{0}]")

# Matrices, listed row by row: determinants, values of games.
_head("determinant", "reals number", r"\det\nolimits_{{{1}}}\left({0}\right)", "det[{1}]({0})")
_head("leading_minor", "reals number number",
      r"\det\nolimits_{{{1} \subseteq {2}}}\left({0}\right)", "minor[{1} of {2}]({0})")
_head("lower_value", "reals number number",
      r"\underline v_{{{1} \times {2}}}\left({0}\right)", "lower_value[{1} x {2}]({0})")
_head("upper_value", "reals number number",
      r"\overline v_{{{1} \times {2}}}\left({0}\right)", "upper_value[{1} x {2}]({0})")

# Laws on the real line.
_head("laplace", "number number", r"\mathrm{{Lap}}\left({0}, {1}\right)", "Lap({0}, {1})")
_head("gaussian", "number number", r"\mathcal N\left({0}, {1}\right)", "N({0}, {1})")
_head("law_mixture", "pmf law*", r"\mathrm{{mix}}\left({*}\right)", "mix({*})")
_head(
    "gaussian_mixture",
    "pmf reals reals",
    r"\mathrm{{mix}}\left({0}, \mathcal N({1}, {2})\right)",
    "mix({0}, N({1}, {2}))",
)
_head("law_shift", "law number", r"\left({0} + {1}\right)", "({0} + {1})")
_head(
    "interval_mass",
    "law number number",
    r"{0:atom}\left(({1}, {2}]\right)",
    "{0:atom}(({1}, {2}])",
)
_head("law_cells", "law number*", r"\mathrm{{cells}}\left({*}\right)", "cells({*})")
_head("law_kl", "law law", r"D\left({0}\,\middle\|\,{1}\right)", "D({0} || {1})")
_head(
    "law_total_variation",
    "law law",
    r"\left\|{0}-{1}\right\|_{{\mathrm{{TV}}}}",
    "TV({0}, {1})",
)
_head(
    "law_hockey_stick",
    "law law number",
    r"E_{{e^{{{2}}}}}\left({0}\,\middle\|\,{1}\right)",
    "E_exp({2})({0} || {1})",
)
_head(
    "law_renyi",
    "law law number",
    r"D_{{{2}}}\left({0}\,\middle\|\,{1}\right)",
    "D_[{2}]({0} || {1})",
)
_head("differential_entropy", "law", r"h\left({0}\right)", "h({0})")
_head(
    "gaussian_information",
    "pmf channel reals number number",
    r"I\left[{0}, {1}\right]\left(U;{2}(V)+\mathcal N(0, {4} I_{{{3}}})\right)",
    "I[{0}, {1}](U;{2}(V) + N(0, {4})^{3:atom})",
)
_head(
    "laplace_information",
    "pmf channel reals number number",
    r"I\left[{0}, {1}\right]\left(U;{2}(V)+\mathrm{{Lap}}(0, {4})^{{{3}}}\right)",
    "I[{0}, {1}](U;{2}(V) + Lap(0, {4})^{3:atom})",
)
_head("law_information", "pmf law*", r"I\left({*}\right)", "I({*})")


def apply(name: str, *values: Any, result: Sort = REAL, detail: tuple[str, ...] = ()) -> Op:
    """Apply a head, checking the sorts of its arguments.

    Raises:
        ClaimError: an argument has the wrong sort; the message names both.
    """
    head = HEADS[name]
    args = tuple(number(value, f"as an argument of {name}") for value in values)
    params = head.params
    if params and params[-1].endswith("*"):
        repeated = (params[-1][:-1],) * (len(args) - len(params) + 1)
        params = (*params[:-1], *repeated)
    if len(args) != len(params):
        raise ClaimError(f"{name} takes {len(params)} arguments, not {len(args)}")
    for arg, param in zip(args, params, strict=True):
        fits = (
            is_arithmetic(arg.sort) if param == "number" else isinstance(arg.sort, _KINDS[param])
        )
        if not fits:
            raise ClaimError(f"{name} wants a {param} here, not the {sort_name(arg.sort)} {arg}")
    _one_database(name, args)
    return Op(name, args, result, detail)


def _one_database(name: str, args: Sequence[Term]) -> None:
    """Refuse a prior on one database with a mechanism on another."""
    found = [
        arg.sort.database for arg in args
        if isinstance(arg.sort, PriorSort | MechanismSort | QueriesSort)
    ]
    found += [arg for arg in args if isinstance(arg.sort, DatabaseSort)]
    for database in found[1:]:
        if database != found[0]:
            raise ClaimError(f"in {name} two databases meet: {found[0]} and {database}")


def size_of(term: Term) -> Term:
    """The first size in a term's sort: its alphabet's."""
    return term.sort.sizes()[0]


def same_alphabet(name: str, left: Term, right: Term) -> None:
    """Two laws on one alphabet: their sizes must be the same term."""
    if isinstance(left.sort, PmfSort) and isinstance(right.sort, PmfSort):
        one, two = left.sort.size, right.sort.size
        if one != two:
            raise ClaimError(
                f"{name} compares laws on one alphabet, but {left} has {one} symbols, "
                f"{right} has {two}"
            )


def meeting(name: str, have: Term, want: Term, what: str) -> None:
    """Refuse two alphabets that should be one; `what` is the rule."""
    if have != want:
        raise ClaimError(f"in {name} {what}: {have} symbols meet {want}")
