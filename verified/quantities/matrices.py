"""Matrices as tuples of numbers: determinants, and values of games.

The entry in row x and column y of a matrix with m columns is the number x m + y of the tuple.
"""

from __future__ import annotations

from verified.measures import matrices
from verified.measures.readings import measured
from verified.syntax.quantity import quantity
from verified.syntax.terms import Reals, Size

rows, columns, order = Size("rows"), Size("columns"), Size("order")
size, first = Size("size", low=0), Size("order", low=0)
payoffs = Reals("payoffs", rows * columns)
# Matching pennies; rock, paper and scissors; a saddle point; and two more.
_GAMES = [
    (("1,-1,-1,1", "2", "2"), "0"), (("0,-1,1,1,0,-1,-1,1,0", "3", "3"), "0"),
    (("4,2,5,1,0,7", "2", "3"), "2"), (("3,-1,-2,1", "2", "2"), "1/7"),
    (("5,-2,1/3", "1", "3"), "-2"),
]

determinant = quantity(
    "determinant", [Reals("entries", order * order), order],
    doc="The determinant of a square matrix of this order.",
    text="det[{1}]({0})", latex=r"\det\nolimits_{{{1}}}\left({0}\right)",
    values="(-inf,inf)", unit="", reading=measured(matrices.determinant),
)
leading_minor = quantity(
    "leading_minor", [Reals("entries", size * size), first, size], given=[first <= size],
    doc="""The determinant of the first `order` rows and columns of a square matrix with `size`
    rows; 1 for order 0.""",
    text="minor[{1} of {2}]({0})",
    latex=r"\det\nolimits_{{{1} \subseteq {2}}}\left({0}\right)",
    values="(-inf,inf)", unit="", reading=measured(matrices.leading_minor),
)
lower_value = quantity(
    "lower_value", [payoffs, rows, columns],
    doc="""max_p min_y Σ_x p(x) v_xy over laws p of the rows: what the row player of a two-person
    zero-sum game is sure of, who is paid v_xy for row x and column y (von Neumann 1928).""",
    text="lower_value[{1} x {2}]({0})",
    latex=r"\underline v_{{{1} \times {2}}}\left({0}\right)",
    values="(-inf,inf)", unit="",
    theorem="Any law of the columns bounds it from above (weak duality).",
    reading=measured(matrices.lower_value), examples=_GAMES,
)
upper_value = quantity(
    "upper_value", [payoffs, rows, columns],
    doc="""min_q max_x Σ_y q(y) v_xy over laws q of the columns: what the column player of a
    two-person zero-sum game has to pay at most.""",
    text="upper_value[{1} x {2}]({0})",
    latex=r"\overline v_{{{1} \times {2}}}\left({0}\right)",
    values="(-inf,inf)", unit="",
    theorem="Any law of the rows bounds it from below (weak duality).",
    reading=measured(matrices.upper_value), examples=_GAMES,
)

__all__ = ["determinant", "leading_minor", "lower_value", "upper_value"]
