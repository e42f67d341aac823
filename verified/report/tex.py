r"""Statements, proofs and words of ours as LaTeX: displays, tables of steps, preambles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from verified.errors import InputError
from verified.kernel.proof import steps_of
from verified.report.plainer import plainer, simplification
from verified.report.proofs import reason_told
from verified.syntax.latex import latex
from verified.syntax.latex_lines import TexLine, aligned, in_column, tex_lines
from verified.syntax.latex_macros import macros, meanings, with_macros
from verified.syntax.statements import Statement

# The width of a line in em: that of LaTeX's class `article` at 10 points.
WIDTH = 34.0
_NARROWEST, _WIDEST = 20.0, 400.0
# The columns of a proof beside that of its formulas, in em: numbers, reasons, the space between.
_NUMBERS, _REASONS, _BETWEEN = 2.6, 8.5, 1.6
# The most lines of a formula in one row of a proof's table.
_ROW = 6
PACKAGES = ("amsmath", "amssymb", "array", "longtable")

# What the notes of claims write beyond TeX's letters, in math mode.
_SIGNS = {
    "∀": r"\forall", "∈": r"\in", "Ω": r"\Omega", "ε": r"\epsilon", "≥": r"\ge", "−": "-",
    "²": "^2", "→": r"\to", "η": r"\eta", "√": r"\surd", "β": r"\beta", "δ": r"\delta",
    "π": r"\pi", "≤": r"\le", "⪰": r"\succeq", "α": r"\alpha", "∞": r"\infty", "…": r"\dots",
    "⊥": r"\perp", "Û": r"\hat U", "𝒰": r"\mathcal U",
    "≈": r"\approx", "≠": r"\ne", "‖": r"\|", "μ": r"\mu", "⁺": "^+", "⁻": "^-", "Θ": r"\Theta",
    "↦": r"\mapsto", "Δ": r"\Delta", "₂": "_2", "σ": r"\sigma", "½": r"\tfrac12", "ρ": r"\rho",
    "𝒲": r"\mathcal W", "τ": r"\tau", "𝒫": r"\mathcal P", "·": r"\cdot", "Σ": r"\sum",
    "¹": "^1", "θ": r"\theta", "±": r"\pm", "Π": r"\Pi", "ᵀ": r"^{\mathsf T}", "Φ": r"\Phi",
    "ν": r"\nu", "∅": r"\emptyset", "⁴": "^4", "³": "^3", "₁": "_1", "₀": "_0", "ln": r"\ln",
    "λ": r"\lambda", "γ": r"\gamma", "κ": r"\kappa", "φ": r"\varphi", "ω": r"\omega",
    "ℓ": r"\ell", "∪": r"\cup", "∩": r"\cap", "⊆": r"\subseteq", "∑": r"\sum", "×": r"\times",
    "≪": r"\ll", "≫": r"\gg", "⁰": "^0", "ᵢ": "_i", "ⁿ": "^n", "∃": r"\exists", "¬": r"\neg",
    "≡": r"\equiv", "∂": r"\partial", "∫": r"\int", "⇒": r"\Rightarrow", "ψ": r"\psi",
    "χ": r"\chi", "ξ": r"\xi", "ζ": r"\zeta", "Γ": r"\Gamma", "Λ": r"\Lambda", "ι": r"\iota",
}
_PLAIN = {"“": "``", "”": "''", "‘": "`", "’": "'", "–": "--", "—": "---", "\xa0": "~"}
_MARKS = {"\u0303": r"\tilde", "\u0304": r"\bar", "\u0302": r"\hat"}
_SPECIAL = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}",
    "Ỹ": r"\ensuremath{\tilde Y}",
    **{sign: f"\\{sign}" for sign in "#$%&_{}"},
}


@dataclass(frozen=True)
class Style:
    """How formulas are set: lines of at most `width` em, notation by macros or written out."""

    width: float = WIDTH
    macros: bool = False


def checked_style(width: float, macros: bool) -> Style:
    """A style, if lines of its width can be set.

    Raises:
        InputError: the width isn't between 20 and 400 em.
    """
    if not _NARROWEST <= width <= _WIDEST:
        raise InputError(
            f"--width is {width:g}; it must be from {_NARROWEST:g} to {_WIDEST:g} (em)"
        )
    return Style(width, macros)


def preamble() -> list[str]:
    """The packages that the LaTeX asks for, and a macro for each quantity and notion."""
    return [
        *(rf"\usepackage{{{package}}}" for package in PACKAGES),
        r"\allowdisplaybreaks",
        "% The notation of each quantity; what is defined before these lines stays as it is.",
        *(macro.definition for macro in macros().values()),
    ]


def formula_inline(node: Any, style: Style) -> str:
    """A term or formula within a sentence, simplified for print."""
    with with_macros() if style.macros else nullcontext():
        return f"${latex(plainer(node))}$"


def formula_lines(node: Any, style: Style, room: float | None = None) -> list[TexLine]:
    """A term, formula or statement in lines, simplified for print."""
    with with_macros() if style.macros else nullcontext():
        written = latex(plainer(node))
    return tex_lines(written, room or style.width, meanings() if style.macros else None)


def statement_latex(name: str, statement: Statement, style: Style) -> list[str]:
    """A statement as a display of amsmath, after comments that name it and say what was simplified
    for print."""
    told = simplification(statement)
    return [
        f"% {name}",
        *([f"% printed form: {told}"] if told else []),
        *aligned(formula_lines(statement, style)),
    ]


def proof_latex(certificate: Mapping[str, Any], style: Style) -> Iterator[str]:
    """A proof as a table for each of its parts, which pages may break: number, formula, reason."""
    room = style.width - _NUMBERS - _REASONS - _BETWEEN
    for name, steps in steps_of(certificate):
        if name != "proof":
            yield rf"\paragraph{{{escaped(name.capitalize())}.}}"
        yield (
            rf"\begin{{longtable}}{{@{{}}>{{\raggedleft\arraybackslash}}p{{{_NUMBERS:g}em}}"
            rf"@{{\hspace{{{_BETWEEN / 2:g}em}}}}>{{\lineskip3pt\lineskiplimit3pt\raggedright"
            rf"\arraybackslash}}p{{{room:g}em}}"
            rf"@{{\hspace{{{_BETWEEN / 2:g}em}}}}"
            rf">{{\raggedright\arraybackslash\footnotesize}}p{{{_REASONS:g}em}}@{{}}}}"
        )
        for number, step in enumerate(steps, start=1):
            lines = formula_lines(step["formula"], style, room)
            label, why = f"({number})", breakable(reason_told(step), 10)
            # Pages break between rows only: what may be higher than a page has several.
            for start in range(0, len(lines), _ROW):
                more = start + _ROW < len(lines)
                first, *rest = in_column(lines[start : start + _ROW])
                yield f"{label} & {first}"
                yield from (f"  {line}" for line in rest)
                yield rf"  & {why} \\[{2 if more else 3}pt]"
                label = why = ""
        yield r"\end{longtable}"


# --- words ----------------------------------------------------------------------------------------


def escaped(words: str) -> str:
    """Words in LaTeX's text mode; signs of mathematics in math mode."""
    return _each(words, lambda sign: _SPECIAL.get(sign, sign))


def prose(words: str) -> str:
    """A note as it's written in the sources, with what stands between backquotes as code."""
    parts = words.split("`")
    if len(parts) % 2 == 0:
        return breakable(words)
    return "".join(
        rf"\texttt{{{breakable(part)}}}" if place % 2 else breakable(part)
        for place, part in enumerate(parts)
    )


def breakable(words: str, longest: int = 18) -> str:
    """Words of which those that are longer than so many letters may be broken after each sign that
    is no letter or digit, and within long runs of these: keys, formulas in plain text."""
    return " ".join(
        escaped(word) if len(word) <= longest else _opened(word) for word in words.split(" ")
    )


def _opened(word: str) -> str:
    runs = re.sub(r"([^\W_]{16})(?=[^\W_])", "\\1\u200b", word)
    opened = re.sub(r"((?:[^\w\u200b]|_))(?=.)", "\\1\u200b", runs)
    return escaped(opened).replace("\u200b", r"\allowbreak{}")


def _each(words: str, special: Callable[[str], str]) -> str:
    written: list[str] = []
    for sign in words:
        if sign in _MARKS:
            base = written.pop() if written else ""
            written.append(rf"\ensuremath{{{_MARKS[sign]}{{{base}}}}}")
        elif sign in _SIGNS:
            written.append(rf"\ensuremath{{{_SIGNS[sign]}}}")
        else:
            written.append(_PLAIN.get(sign) or special(sign))
    return "".join(written)


__all__ = [
    "PACKAGES", "WIDTH", "Style", "breakable", "checked_style", "escaped", "formula_inline",
    "formula_lines", "preamble", "proof_latex", "prose", "statement_latex",
]
