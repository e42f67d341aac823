"""What a claim is made of beside quantities: variables, formulas, sums and other binders, and what
stands for several quantities. Each is told with its docstring and a claim that has it, as Python
says it and in one line; the claim is built from the Python, so that neither can be out of date."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import verified.language
from verified.syntax.statements import Statement

# What the examples below are written with.
_BEGINNING = """
n, m, k = Size("n"), Size("m"), Size("k")
D = Database("D")
P, Q, W, M = Pmf("P", n), Pmf("Q", n), Channel("W", n, m), Mechanism("M", D, m)
R, S = Pmf("R", m), Pmf("S", m)
J = Joint("J", X=n, Y=m)
a, b, A, B = Symbol("a", n), Symbol("b", m), Event("A", n), Event("B", n)
F = Framework("F", n)
e = Symbol("e", edges(F))
c = Symbol("c", public_values(F, e))
x, t, eps, mu = Real("x"), Real("t", "[0,1]"), Real("eps", ">=0"), Real("mu", ">0")
"""


@dataclass(frozen=True)
class Spoken:
    """A word, how it is written, and the parts of a claim that has it: Python for its variables,
    its hypotheses and its conclusion."""

    written: str
    forall: str
    then: str
    given: str = ""


GRAMMAR: Mapping[str, Mapping[str, Spoken]] = {
    "Variables": {
        "Size": Spoken('Size("n")', "n, P", "H(P) <= log(n)"),
        "Symbol": Spoken('Symbol("a", n)', "P, a", "P[a] <= 1"),
        "Event": Spoken('Event("A", n)', "P, A", "P[A] <= 1"),
        "Pmf": Spoken('Pmf("P", n)', "P", "H(P) >= 0"),
        "Channel": Spoken('Channel("W", n, m)', "W", "capacity(W) <= log(n)"),
        "Joint": Spoken('Joint("J", X=n, Y=m)', "J", 'I(J, "X;Y") <= H(J, "X")'),
        "Real": Spoken('Real("eps", ">=0")', "t, eps", "t * eps <= eps"),
        "Reals": Spoken('Reals("r", n, "[0,1]")', 'Reals("r", n, "[0,1]")',
                        'total(a, Reals("r", n, "[0,1]")[a]) <= n'),
        "Mixture": Spoken('Mixture("X", n)', 'Mixture("X", n)',
                          'TV(Mixture("X", n), gaussian(0, 1)) <= 1'),
        "Database": Spoken('Database("D")', "D", "entries(D) >= 1"),
        "Mechanism": Spoken('Mechanism("M", D, m)', "M, eps", "MIDP(M, eps)", "DP(M, eps)"),
        "Prior": Spoken('Prior("P", D, "independent")', 'Prior("P", D, "independent"), M',
                        'information(Prior("P", D, "independent"), M) >= 0'),
        "Queries": Spoken('Queries("S", D, k, m)', 'Queries("S", D, k, m)',
                          'dp_epsilon(together(Queries("S", D, k, m))) >= 0'),
        "Framework": Spoken('Framework("F", n)', 'Framework("F", n)',
                            'private_functions(Framework("F", n)) >= 1'),
        "DataClass": Spoken(
            'DataClass("Theta", n)', 'Framework("F", n), DataClass("Theta", n), W',
            'pufferfish_information(Framework("F", n), DataClass("Theta", n), W) >= 0'),
        "Member": Spoken(
            'Member("P", F, Theta)',
            'Member("P", Framework("F", n), DataClass("Theta", n))',
            'H(member_law(Member("P", Framework("F", n), DataClass("Theta", n)))) >= 0'),
    },
    "Formulas": {
        "equals": Spoken("equals(a, b)", "P, Q", "equals(TV(P, Q), TV(Q, P))"),
        "both": Spoken("both(a <= b, b <= c)", "P, Q", "both(0 <= TV(P, Q), TV(P, Q) <= 1)"),
        "either": Spoken("either(a <= b, b <= a)", "P, Q",
                         "either(H(P) <= H(Q), H(Q) <= H(P))"),
        "negation": Spoken("negation(a <= b)", "P", "negation(H(P) < 0)"),
        "implies": Spoken("implies(a <= b, c <= d)", "P, Q",
                          "implies(TV(P, Q) <= 0, KL(P, Q) <= 0)"),
        "iff": Spoken("iff(a <= b, c <= d)", "P, Q", "iff(TV(P, Q) <= 0, KL(P, Q) <= 0)"),
        "every": Spoken("every(a, P[a] <= 1, where=P[a] > 0)", "P",
                        "every(a, P[a] <= 1, where=P[a] > 0)"),
        "some": Spoken("some(a, P[a] > 0)", "P", "some(a, P[a] > 0)"),
    },
    "Sums, extrema, choices, and lists by their entries": {
        "total": Spoken("total(a, P[a], where=P[a] > Q[a])", "P, Q",
                        "total(a, P[a], where=P[a] > Q[a]) <= 1"),
        "largest": Spoken("largest(a, P[a])", "P", "largest(a, P[a]) <= 1"),
        "smallest": Spoken("smallest(a, P[a])", "P", "smallest(a, P[a]) * n <= 1"),
        "sup": Spoken("sup(P, information(P, W))", "W", "sup(P, information(P, W)) <= log(n)"),
        "inf": Spoken("inf(P, information(P, W))", "W", "inf(P, information(P, W)) >= 0"),
        "integral": Spoken("integral(t, t ** 2)", "x", "integral(t, t ** 2) >= 0"),
        "cases": Spoken("cases(x >= 0, x, -x)", "x", "cases(x >= 0, x, -x) >= 0"),
        "pmf_table": Spoken("pmf_table(n, lambda a: (P[a] + Q[a]) / 2)", "P, Q",
                            "H(pmf_table(n, lambda a: (P[a] + Q[a]) / 2)) >= 0"),
        "channel_table": Spoken(
            "channel_table(n, m, lambda a, b: W[a, b])", "W",
            "capacity(channel_table(n, m, lambda a, b: W[a, b])) >= 0"),
        "reals_table": Spoken("reals_table(n, lambda a: P[a])", "P",
                              "total(a, reals_table(n, lambda a: P[a])[a]) <= 1"),
        "reals_of": Spoken("reals_of(0, 1)", "P, Q",
                           "f_divergence(P, Q, reals_of(0, 1), reals_of(1, 1)) >= 0"),
        "event_where": Spoken("event_where(a, P[a] > Q[a])", "P, Q",
                              "P[event_where(a, P[a] > Q[a])] <= 1"),
        "rational": Spoken('rational(1, 3), rational("0.05")', "t",
                           "t * (1 - t) <= rational(1, 4)"),
    },
    "Short for what is written with quantities": {
        "bits": Spoken("bits(H(P))", "P", "bits(H(P)) >= 0"),
        "log2": Spoken("log2(x)", "P", "H(P) <= log(2) * log2(n)"),
        "sinh": Spoken("sinh(x)", "eps", "sinh(eps) >= eps"),
        "cosh": Spoken("cosh(x)", "x", "cosh(x) >= 1"),
        "tanh": Spoken("tanh(x)", "eps", "tanh(eps) <= eps"),
        "kl_contraction": Spoken("kl_contraction(W)", "W", "kl_contraction(W) <= dobrushin(W)"),
        "chi_square_contraction": Spoken(
            "chi_square_contraction(W)", "W", "chi_square_contraction(W) <= dobrushin(W)"),
        "bottleneck": Spoken(
            "bottleneck(P, W, eps, 2)", "P, W, eps", "bottleneck(P, W, eps, 2) <= eps"),
        "separate": Spoken("separate(A, B)", "P, A, B", "P[A] + P[B] <= 1", "separate(A, B)"),
        "secret_channel": Spoken(
            "secret_channel(F, P, W, e, c)", "F, P, W, e, c",
            "capacity(secret_channel(F, P, W, e, c)) >= 0"),
        "FDP": Spoken("FDP(M, lambda a: f(a))", "M, eps", "FDP(M, lambda a: exp(-eps) * (1 - a))",
                      "DP(M, eps)"),
    },
    "Claims": {
        "claim": Spoken('claim("lemma-1", forall=[P], given=[…], then=H(P) >= 0)', "P",
                        "H(P) >= 0"),
        "Paper": Spoken('Paper("doe-2024", title="…").claim("lemma-1", …)', "P", "H(P) >= 0"),
    },
}


def spoken(word: str) -> Spoken:
    """How a word is written.

    Raises:
        KeyError: it is no such word.
    """
    return next(group[word] for group in GRAMMAR.values() if word in group)


def grammar(patterns: list[str]) -> list[str]:
    """The words that contain a pattern."""
    return [
        word for group in GRAMMAR.values() for word in group
        if any(pattern.lower() in word.lower() for pattern in patterns or [""])
    ]


@cache
def _names() -> dict[str, Any]:
    names = {name: getattr(verified.language, name) for name in verified.language.__all__}
    exec(_BEGINNING, names)
    return names


def statement_with(word: str) -> Statement:
    """A claim that has the word."""
    parts, names = spoken(word), dict(_names())
    variables = eval(f"[{parts.forall}]", names)
    given = eval(f"[{parts.given}]", names)
    made = names["claim"]("word", forall=variables, given=given, then=eval(parts.then, names))
    first = made if made.statement is not None else made.children[0]
    assert isinstance(first.statement, Statement)
    return first.statement


def meaning(word: str) -> str:
    """The first paragraph of what the word's docstring says."""
    told = inspect.getdoc(getattr(verified.language, word)) or ""
    return " ".join(told.split("\n\n")[0].split())


def described_word(word: str) -> list[str]:
    """A word in a few lines."""
    return [spoken(word).written, f"  {meaning(word)}", f"  in a claim: {statement_with(word)}"]


__all__ = ["GRAMMAR", "Spoken", "described_word", "grammar", "meaning", "spoken", "statement_with"]
