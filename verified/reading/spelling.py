r"""Other spellings of what `verified show` prints: Unicode signs and LaTeX.

`plain` rewrites them: `\varepsilon` and ε become eps, ≤ becomes <=, D(P‖Q) becomes D(P||Q). Each
letter of the result keeps the column of the original that it came from, for messages.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from verified.errors import InputError

_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "eps", "ϵ": "epsilon", "ζ": "zeta",
    "η": "eta", "θ": "theta", "ϑ": "theta", "κ": "kappa", "λ": "lambda", "μ": "mu", "µ": "mu",
    "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "phi", "ϕ": "phi",
    "χ": "chi", "ψ": "psi", "ω": "omega", "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta",
    "Λ": "Lambda", "ι": "iota", "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma", "Φ": "Phi", "Ψ": "Psi",
    "Ω": "Omega", "ℓ": "l",
}
_SIGNS = {
    "≤": "<=", "⩽": "<=", "≥": ">=", "⩾": ">=", "‖": "||", "∥": "||", "∣": "|", "−": "-",
    "–": "-", "·": "*", "⋅": "*", "∗": "*", "×": " x ", "⊗": " (x) ", "≈": "~", "∼": "~",
    "∞": "inf", "∈": " in ", "∀": " for all ", "∃": " exists ", "∧": " and ", "∨": " or ",
    "¬": " not ", "⇒": " => ", "⟹": " => ", "⇔": " iff ", "⟺": " iff ", "→": " -> ", "⟶": " -> ",
    "↔": " - ", "⊥": " _|_ ",
    "⫫": " _|_ ", "∑": "sum", "∫": "integral", "√": "sqrt", "≠": "!=", "∏": "prod", "½": "(1/2)",
    "…": "...", "′": "'", "’": "'", "⊆": " within ", "∪": " cup ", "∩": " cap ",
    "∖": " setminus ", "\xa0": " ", "\u2009": " ", "\u202f": " ",
}
_RAISED = dict(zip("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789", strict=True))
_SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
_COMMANDS = {
    "varepsilon": "eps", "epsilon": "eps", "vartheta": "theta", "varphi": "phi", "ell": "l",
    "varrho": "rho", "le": "<=", "leq": "<=", "leqslant": "<=", "ge": ">=", "geq": ">=",
    "geqslant": ">=", "lt": "<", "gt": ">", "cdot": "*", "times": " x ", "otimes": " (x) ",
    "parallel": "||", "Vert": "||", "mid": "|", "vert": "|", "lvert": "|", "rvert": "|",
    "infty": "inf", "in": " in ", "forall": " for all ", "exists": " exists ",
    "land": " and ", "wedge": " and ", "Longrightarrow": " => ", "lor": " or ", "vee": " or ",
    "neg": " not ",
    "lnot": " not ", "Rightarrow": " => ", "iff": " iff ", "Leftrightarrow": " iff ",
    "implies": " => ", "to": " -> ", "rightarrow": " -> ",
    "leftrightarrow": " - ", "perp": " _|_ ", "approx": "~", "sim": "~", "sum": "sum",
    "int": "integral", "sqrt": "sqrt", "ln": "ln", "log": "log", "exp": "exp",
    "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "max": "max", "Pr": "Pr",
    **dict.fromkeys(("dots", "ldots", "cdots"), "..."),
    "ne": "!=", "neq": "!=", "leftarrow": "<-", "gets": "<-", "min": "min",
    "sup": "sup", "inf": "inf", "star": "*", "subseteq": " within ",
    "cup": " cup ", "cap": " cap ", "setminus": " setminus ", "prime": "'",
    "left": "", "right": "", "big": "", "Big": "", "bigl": "", "bigr": "", "Bigl": "", "Bigr": "",
    "middle": "", "displaystyle": "", "limits": "", "quad": " ", "qquad": " ",
    # What wraps letters in another font, as \mathrm{TV}: the braces are taken off as well.
    **dict.fromkeys((
        "mathrm", "mathsf", "mathbf", "mathbb", "mathcal", "text", "textrm", "operatorname",
        "mathit", "textsf", "boldsymbol",
    ), "\0"),
}
_FONT = re.compile("|".join(rf"\\{name}\b" for name, sign in _COMMANDS.items() if sign == "\0"))
_GREEK_NAMES = {
    name: name for name in (*_GREEK.values(), "Pi", "Xi", "Upsilon") if name not in ("eps", "sum")
}
_FRACTIONS = ("frac", "tfrac", "dfrac")
_SUBSCRIPT_WORD = re.compile(r"[A-Za-z]+")
_MATRIX = re.compile(r"\\begin\{([pb]?matrix)\}(.*?)\\end\{\1\}", re.DOTALL)
_MATRIX_ROW = re.compile(r"(?:(?!\\\\).)+", re.DOTALL)
_TENSOR = re.compile(r"\s*(⊗|\\otimes(?![A-Za-z]))\s*(?=\S)")


@dataclass(frozen=True)
class Plain:
    """A text in plain letters, and for each letter (and the end) its column in the original."""

    text: str
    columns: tuple[int, ...]


class Editor:
    """Replaces parts of a text; what is put in has the column of what it stands for."""

    def __init__(self, plain: Plain) -> None:
        self.plain, self.changes = plain, list[tuple[int, int, str]]()

    def put(self, start: int, end: int, letters: str) -> None:
        self.changes.append((start, end, letters))

    def done(self) -> Plain:
        text, columns = self.plain.text, list(self.plain.columns)
        for start, end, letters in sorted(self.changes, reverse=True):
            text = text[:start] + letters + text[end:]
            columns[start:end] = [columns[start]] * len(letters)
        return Plain(text, tuple(columns))


class _Writer:
    def __init__(self, source: str) -> None:
        self.source, self.latex = source, "\\" in source
        self.letters: list[str] = []
        self.columns: list[int] = []

    def put(self, letters: str, column: int) -> None:
        self.letters.extend(letters)
        self.columns.extend([column] * len(letters))

    def run(self, start: int, end: int) -> None:
        """Write the source from `start` to `end`."""
        place = start
        while place < end:
            place = self.one(place, end)

    def one(self, place: int, end: int) -> int:
        letter = self.source[place]
        if letter == "\\":
            return self.command(place, end)
        if letter == "$":
            return place + 1
        # Where it isn't TeX, X_{i} may be as it is printed.
        braced = self.source.startswith("_{", place) and (
            self.latex or self.last()[-1:] in "dDEHI|~" or self.last().endswith("eta")
        )
        if braced or self.source.startswith("^{", place):
            close = self.closing(place + 1, end)
            written = self.source[place + 2 : close]
            power = _TENSOR.match(written) if letter == "^" else None
            if power is not None:
                # P^{⊗k}: the law of k independent samples.
                self.put("^(", place)
                self.run(place + 2 + power.end(), close)
                self.put(")", close)
                return close + 1
            # A range under a binder keeps its braces, an index gets the brackets of the printer.
            binder = letter == "_" and re.search(r"(sum|max|min|sup|inf|integral)$", self.last())
            opening, closing = ("(", ")") if letter == "^" else ("{", "}") if binder else ("[", "]")
            plainly = letter == "_" and not binder and re.fullmatch(r"[A-Za-z0-9]+'*", written)
            if plainly and len(self.last()) and self.last()[-1] not in "DHW":
                opening = closing = ""
            self.put(letter + opening, place)
            self.run(place + 2, close)
            self.put(closing, close)
            return close + 1
        if letter in _RAISED:
            return self.raised(place, end)
        if letter == "Σ" and self.source.startswith("_", place + 1):
            self.word("sum", place)
        elif letter in _GREEK:
            self.word(_GREEK[letter], place)
            after = self.source[place + 1 : place + 2]
            if after.isascii() and after.isalpha() and letter != "χ":
                # λP is a product.
                self.put(" ", place)
        elif letter in _SUBSCRIPTS:
            self.put(_SUBSCRIPTS[letter], place)
        elif letter in _SIGNS:
            self.put(_SIGNS[letter], place)
        else:
            # Letters of other fonts, as of ℝ and 𝒳.
            alike = unicodedata.normalize("NFKC", letter) if letter > "\x7f" else letter
            self.put(alike if alike.isascii() and alike.isalpha() else letter, place)
        return place + 1

    def raised(self, place: int, end: int) -> int:
        """Raised digits are a power."""
        self.put("^", place)
        while place < end and self.source[place] in _RAISED:
            self.put(_RAISED[self.source[place]], place)
            place += 1
        return place

    def last(self) -> str:
        """The last letters that were written."""
        return "".join(self.letters[-12:])

    def word(self, word: str, place: int) -> None:
        """A word that stands for one sign: it doesn't grow together with a letter before it."""
        # In 1/2σ² nothing parts the 2 from what it may stand below the line with.
        glued = re.search(r"/\d+$", self.last()) is not None
        if self.letters and self.letters[-1].isalnum() and word[0].isalpha() and not glued:
            self.put(" ", place)
        self.put(word, place)

    def command(self, place: int, end: int) -> int:
        match = _SUBSCRIPT_WORD.match(self.source, place + 1, end)
        if match is None:
            sign = self.source[place + 1 : place + 2]
            shown = {"|": "||", "{": "{", "}": "}", "_": "_", "%": "%"}.get(sign, " ")
            self.put(shown, place)
            return min(place + 2, end)
        name, after = match[0], match.end()
        if name in _FRACTIONS:
            return self.fraction(after, end)
        if name == "begin" and (matrix := _MATRIX.match(self.source, place, end)) is not None:
            return self.matrix(matrix)
        written = _COMMANDS.get(name, _GREEK_NAMES.get(name))
        if written is None:
            raise Misspelt(f"\\{name} is no sign that is known here", place)
        if written == "\0":
            if self.source[after : after + 1] != "{":
                return after
            close = self.closing(after, end)
            self.run(after + 1, close)
            return close + 1
        if name == "sqrt" and self.source[after : after + 1] == "{":
            close = self.closing(after, end)
            self.put("sqrt(", place)
            self.run(after + 1, close)
            self.put(")", close)
            return close + 1
        self.word(written, place) if written else None
        if written[-1:].isalpha() and self.source[after : after + 1].isalnum():
            self.put(" ", after)
        # TeX takes the blank after a command; before a bracket it would part what belongs together.
        blank = after
        while after < end and self.source[after] == " " and written[-1:].isalnum():
            after += 1
        if after > blank and _FONT.match(self.source, after, end):
            # \varepsilon \mathbb{P} are two things.
            self.put(" ", after)
        if self.source[after : after + 1].isalnum() and written[-1:].isalnum():
            self.put(" ", after)
        return after

    def matrix(self, match: re.Match[str]) -> int:
        """A matrix as a channel by its rows, a row alone as a law."""
        rows = [row for row in _MATRIX_ROW.finditer(match[2]) if row[0].strip()]
        self.put("(" if len(rows) > 1 else "", match.start())
        for row in rows:
            start = match.start(2) + row.start()
            self.put("(" if row is rows[0] else ", (", start)
            for entry in re.finditer(r"[^&]+", row[0]):
                self.put("" if entry.start() == 0 else ", ", start + entry.start())
                self.run(start + entry.start(), start + entry.end())
            self.put(")", start)
        self.put(")" if len(rows) > 1 else "", match.end() - 1)
        return match.end()

    def fraction(self, after: int, end: int) -> int:
        parts = []
        for _ in range(2):
            if self.source[after : after + 1] == "{":
                close = self.closing(after, end)
                parts.append((after + 1, close))
                after = close + 1
            else:
                parts.append((after, min(after + 1, end)))
                after += 1
        (one, two), (three, four) = parts
        both = self.source[one:two].isdigit() and self.source[three:four].isdigit()
        self.put("(" if both else "((", one)
        self.run(one, two)
        self.put("/" if both else ")/(", two)
        self.run(three, four)
        self.put(")" if both else "))", four)
        return after

    def closing(self, place: int, end: int) -> int:
        """Where the brace that opens here is closed."""
        depth = 0
        for index in range(place, end):
            if self.source[index] == "\\":
                continue
            if self.source[index] in "{}" and self.source[index - 1 : index] != "\\":
                depth += 1 if self.source[index] == "{" else -1
                if depth == 0:
                    return index
        raise Misspelt("this brace isn't closed", place)


class Misspelt(InputError):
    """A sign that can't be rewritten; `column` is its place in the original."""

    def __init__(self, rule: str, column: int) -> None:
        super().__init__(rule)
        self.column = column


def plain(source: str) -> Plain:
    """The text in plain letters.

    Raises:
        Misspelt: a LaTeX command that isn't known, or a brace that isn't closed.
    """
    writer = _Writer(source)
    writer.run(0, len(source))
    return Plain("".join(writer.letters), (*writer.columns, len(source)))


__all__ = ["Editor", "Misspelt", "Plain", "plain"]
