"""Claim files that aren't Python: signs of books and of other languages, and how claims say it."""

from __future__ import annotations

import re

_SIGNS = {
    "≤": "<=", "≥": ">=", "≠": "negation(equals(a, b))", "‖": "KL(P, Q)", "∞": "Real('x', '>=0')",
    "×": "*", "·": "*", "−": "-", "²": "** 2", "∀": "forall=[…]", "∃": "exists=[…]",
    "∈": "x = Symbol('x', n)", "⇒": "implies(a, b)", "Σ": "total(x, …)", "∑": "total(x, …)",
    "√": "sqrt(…)", "“": "'", "”": "'", "’": "'",
}
_PATTERNS = (
    (r"\b[IH]\([^()'\"]*;", "variables of a joint law stand in a text: write I(J, 'X;Y|Z')"),
    (
        r"\bthen\s*=[^=,]*[^<>=!,]=(?!=)",
        "= names a part of a claim; equality is equals(a, b)",
    ),
    (r"\|\|", "a divergence is KL(P, Q)"),
    (r"=>", "write >= for a bound, implies(a, b) for formulas"),
    (r"=<", "write <="),
    (r"\blambda\s*=", "lambda is a word of Python's: write lam = Real('lam', latex=r'\\lambda')"),
    (r"\blambda\b(?!.*:)", "lambda is a word of Python's: call the variable lam"),
)


def syntax_slip(error: SyntaxError | ValueError) -> str | None:
    """What is told of a text that isn't Python, or None where Python's own message is best."""
    said = str(getattr(error, "msg", error))
    sign = re.match(r"invalid (?:non-printable )?character '(.)'", said)
    if sign and sign[1] in _SIGNS:
        return f"Python has no {sign[1]}; write {_SIGNS[sign[1]]}"
    if "perhaps you meant \"==\"" in said or "Maybe you meant '=='" in said:
        return "= names a part of a claim; equality is equals(a, b)"
    if said == "invalid decimal literal":
        return "a product has a sign: write 2 * x"
    # What texts hold is in nobody's way.
    line = re.sub(r"""'[^']*'|"[^"]*\"""", "''", getattr(error, "text", None) or "")
    for pattern, told in _PATTERNS:
        if re.search(pattern, line):
            return told
    return None


__all__ = ["syntax_slip"]
