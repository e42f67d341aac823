"""Plain text of formulas in the signs of mathematics, for reading: `for all eps >= 0` as `∀ ε ≥ 0`.

What `text` prints, and lines of it, is read sign by sign; two texts that differ stay different.
Names of claims are no formulas: they don't belong here.
"""

from __future__ import annotations

import re

_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eps": "ε", "epsilon": "ϵ", "zeta": "ζ",
    "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "chi": "χ",
    "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ",
    "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}
_WORDS = {"inf": "∞", "sqrt": "√", "prod": "∏", **_GREEK}
_SIGNS = {
    "<=": "≤", ">=": "≥", "!=": "≠", "=>": "⇒", "->": "→", "||": "‖", " * ": " ∗ ", "*": "·",
    " (x) ": " ⊗ ", "-": "−",
}
_UNITS = ("DP", "KL-DP", "MI-DP", "PP", "MI-PP", "AP")
# From the left, the first that fits: what stays, then words, quantifiers and signs.
_TOKEN = re.compile("|".join((
    r"(?P<number>\d+(?:\.\d+)?e[+-]\d+|\d{4}-\d\d-\d\d)",
    rf"(?P<unit>-(?:{'|'.join(_UNITS)})\b)",
    r"\bfor (?P<quantifier>all|every|some) ",
    # A set of numbers; a mechanism is private "in" a framework.
    r"(?P<member> in )(?=[\[(]-?[\d(])",
    r"\bnot (?P<negation>)(?=\()",
    r"\^(?P<power>-?\d+)(?![\d./^])",
    r"(?P<big>sum|integral)_(?=\{)",
    r"(?P<word>(?<![A-Za-z_])[A-Za-z]+)",
    r"(?P<sign>\ \(x\)\ |\ \*\ |<=|>=|!=|=>|->|\|\||\*|-)",
)))
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_BIG = {"sum": "Σ_", "integral": "∫_"}


def mathematical(written: str) -> str:
    """A line of a formula's text in the signs of mathematics."""
    return _TOKEN.sub(_sign, written)


def _sign(found: re.Match[str]) -> str:
    kind = found.lastgroup
    if kind == "quantifier":
        return "∃ " if found["quantifier"] == "some" else "∀ "
    if kind == "member":
        return " ∈ "
    if kind == "negation":
        return "¬"
    if kind == "power":
        return found["power"].translate(_RAISED)
    if kind == "big":
        return _BIG[found["big"]]
    if kind == "word":
        return _WORDS.get(found["word"], found["word"])
    if kind == "sign":
        return _SIGNS[found["sign"]]
    return found[0]


__all__ = ["mathematical"]
