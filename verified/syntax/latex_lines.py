r"""Long formulas in several lines of LaTeX, as `lines` breaks them in text.

A line is broken at the sign that binds most loosely; else the widest piece is opened: brackets of
a fixed size for \left … \right, a quotient on one line for a fraction, a list of cases for their
display. What is opened means what it meant. A script that is too long has a name, which a last line
explains ("where L₁ = …", in the variables that are bound where it stands); the limits of a sum are
set in several lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verified.syntax.latex_boxes import (
    COMMA,
    LEVELS,
    PRODUCT,
    RELATION,
    SMALL,
    Accented,
    Atom,
    Box,
    Called,
    Choice,
    Fenced,
    Fraction,
    Row,
    Scripts,
    Sign,
    deeper,
    row_of,
    tex,
    width,
    worded,
)

# How far a line stands in from the one that it continues, and the room that must be left, in em.
STEP = 1.0
_LEAST = 9.0
# The widest script that has no name, as a share of the line.
_LONGEST_SCRIPT = 0.3
_QUANTIFIERS = (r"\forall", r"\exists")


@dataclass(frozen=True)
class TexLine:
    """One line: how many steps it stands in, its LaTeX in math mode, its estimated width in em."""

    indent: int
    tex: str
    width: float


def tex_lines(
    written: str, room: float, macros: Mapping[str, tuple[int, str]] | None = None
) -> list[TexLine]:
    """A formula in LaTeX in lines that are at most `room` em wide, where it can be broken.

    Args:
        macros: as `latex_boxes.row_of` takes them.
    """
    names: dict[str, tuple[Atom, Row]] = {}
    row = tuple(_named(box, room, names) for box in row_of(written, macros))
    lines = _broken(row, room, 0)
    for place, (name, meaning) in enumerate(names.values()):
        word = worded("and " if place else "where ")
        equation = (word, name, Sign("=", 1.34, RELATION, "{}="), *meaning)
        lines += _moved(_broken(equation, room - STEP, 0), 1)
    return [
        TexLine(indent, _printed(row), indent * STEP + width(row)) for indent, row in lines
    ]


def _named(box: Box, room: float, names: dict[str, tuple[Atom, Row]]) -> Box:
    """A box with names for its scripts that are too long; those of limits stay."""

    def inside(row: Row) -> Row:
        return tuple(_named(part, room, names) for part in row)

    def script(row: Row | None, base: Box) -> Row | None:
        if row is None:
            return None
        row = inside(row)
        limits = isinstance(base, Atom) and base.limits
        if limits or SMALL * width(row) <= _LONGEST_SCRIPT * room:
            return row
        key = tex(row)
        if key not in names:
            names[key] = Atom(rf"\mathsf{{L}}_{{{len(names) + 1}}}", 1.1), row
        return (names[key][0],)

    match box:
        case Fenced(left, right, body, stretches):
            return Fenced(left, right, inside(body), stretches)
        case Fraction(top, bottom):
            return Fraction(inside(top), inside(bottom))
        case Scripts(base, below, above):
            return Scripts(_named(base, room, names), script(below, base), script(above, base))
        case Accented(command, body):
            return Accented(command, inside(body))
        case Choice(rows):
            return Choice(tuple(tuple(inside(cell) for cell in row) for row in rows))
        case Called(_, body):
            found = inside(body)
            # A macro's call can't have the name: it is written out.
            return box if found == body else Called(f"{{{tex(found)}}}", found)
    return box


def aligned(lines: Sequence[TexLine]) -> list[str]:
    """Lines as a display of amsmath."""
    if len(lines) == 1:
        return [r"\[", f"  {lines[0].tex}", r"\]"]
    ends = [r" \\"] * (len(lines) - 1) + [""]
    return [
        r"\begin{align*}",
        *(rf"  &{_indented(line)}{end}" for line, end in zip(lines, ends, strict=True)),
        r"\end{align*}",
    ]


def in_column(lines: Sequence[TexLine]) -> list[str]:
    """Lines for a column of a table."""
    ends = [r"\newline"] * (len(lines) - 1) + [""]
    # TeX drops a space in math mode at the beginning of a line, but not this one.
    return [
        (rf"\hspace*{{{line.indent * STEP:g}em}}" if line.indent else "")
        + rf"$\displaystyle {line.tex}${end}"
        for line, end in zip(lines, ends, strict=True)
    ]


def _indented(line: TexLine) -> str:
    spaces = r"\quad" * line.indent
    return f"{spaces} {line.tex}"


def _printed(row: Row) -> str:
    while row and isinstance(row[0], Atom) and row[0].tex in (r"\;", r"\quad"):
        row = row[1:]
    if row and isinstance(row[0], Sign):
        return f"{row[0].first} {tex(row[1:])}"
    return tex(row)


def _broken(row: Row, room: float, depth: int) -> list[tuple[int, Row]]:
    """A row in lines, each with the steps that it stands in; `depth`: how many brackets are open
    where it begins."""
    if width(row) <= room:
        return [(0, row)]
    inner = max(room - STEP, _LEAST)
    step = 1 if inner < room else 0
    head = _quantifier(row)
    if head is not None:
        return [
            *_broken(row[:head], room, depth),
            *_moved(_broken(row[head:], inner, depth), step),
        ]
    levels = sorted({box.level for box in row[1:-1] if isinstance(box, Sign)})
    for level in levels:
        parts = _parts(row, level)
        if len(parts) > 1:
            return _packed(parts, level, room, inner, depth)
    opened = _open_widest(row, room, depth)
    return [(0, row)] if opened is None else _broken(opened, room, depth)


def _packed(
    parts: Sequence[Row], level: int, room: float, inner: float, depth: int
) -> list[tuple[int, Row]]:
    """Parts in lines, as many in each as there is room for."""
    step = 1 if inner < room else 0
    joins = level % LEVELS in (COMMA, PRODUCT)
    lines: list[tuple[int, Row]] = []
    for part in parts:
        limit = inner if lines else room
        if lines:
            indent, last = lines[-1]
            left = room - indent * step * STEP
            if width((*last, *part)) <= left and (joins or indent <= step):
                lines[-1] = indent, (*last, *part)
                depth += _opens(part)
                continue
        own = _broken(part, limit, depth)
        if lines and joins and len(own) > 1:
            # A factor or argument may begin on the line before it.
            indent, last = lines[-1]
            if width((*last, *own[0][1])) <= room - indent * step * STEP:
                lines[-1] = indent, (*last, *own[0][1])
                own = own[1:]
        lines += _moved(own, step if lines else 0)
        depth += _opens(part)
    return lines


def _opens(row: Row) -> int:
    """How many more brackets are open after a row."""
    return sum(box.opens for box in row if isinstance(box, Atom))


def _moved(lines: Sequence[tuple[int, Row]], step: int) -> list[tuple[int, Row]]:
    return [(indent + step, row) for indent, row in lines]


def _quantifier(row: Row) -> int | None:
    """Where what a quantifier speaks of begins, if the row begins with one."""
    if not (isinstance(row[0], Atom) and row[0].tex in _QUANTIFIERS):
        return None
    for place, box in enumerate(row[:-1]):
        if isinstance(box, Sign) and box.tex == r"\colon":
            return place + 1
    return None


def _parts(row: Row, level: int) -> list[Row]:
    """The parts between the signs of a level; a sign begins its part, a comma ends one."""
    cuts = []
    for place, box in enumerate(row):
        if isinstance(box, Sign) and box.level == level:
            after = level % LEVELS == COMMA or box.tex == r"\colon"
            cut = place + 1 if after else place
            if 0 < cut < len(row):
                cuts.append(cut)
    ends = [*cuts, len(row)]
    return [row[start:end] for start, end in zip([0, *cuts], ends, strict=True)]


# --- opening --------------------------------------------------------------------------------------


def _open_widest(row: Row, room: float, depth: int) -> Row | None:
    """The row with its widest box that can be opened opened; None if there is none."""
    for place in sorted(range(len(row)), key=lambda place: -width(row[place : place + 1])):
        before = depth + _opens(row[:place])
        found = _opened(row[place], room, before)
        if found is not None:
            return (*row[:place], *found, *row[place + 1 :])
    return None


def _opened(box: Box, room: float, depth: int) -> Row | None:
    match box:
        case Fenced(left, right, body, stretches):
            big = ("\\bigl", "\\bigr") if stretches else ("", "")
            return _bracketed(f"{big[0]}{left}", body, f"{big[1]}{right}", depth)
        case Fraction(top, bottom):
            # A sign of its own, that binds like a product.
            over = Sign(r"\big/", 0.6, PRODUCT + depth * LEVELS, r"\big/")
            return (*_factor(top, depth), over, *_factor(bottom, depth))
        case Scripts(base, below, above):
            return _opened_scripts(base, below, above, room, depth)
        case Accented(r"\sqrt", body):
            return _raised(_bracketed(r"\bigl(", body, r"\bigr)", depth), None, row_of("1/2"))
        case Choice(rows):
            semicolon = Sign(r";\;", 0.6, COMMA, r";\;")
            body = tuple(
                part
                for place, cells in enumerate(rows)
                for part in ((semicolon,) if place else ()) + tuple(
                    box for cell in cells for box in cell
                )
            )
            return _bracketed(r"\bigl[", body, r"\bigr]", depth)
        case Called(_, body):
            return deeper(body, depth)
    return None


def _bracketed(left: str, body: Row, right: str, depth: int) -> Row:
    def bracket(sign: str, opens: int) -> Atom:
        return Atom("" if sign.endswith(".") else sign, 0.5, opens=opens)

    # Between brackets of a fixed size \middle has no meaning.
    inside = tuple(
        Sign(box.first, box.width, box.level, box.first)
        if isinstance(box, Sign) and box.tex.startswith(r"\middle") else box
        for box in body
    )
    return (bracket(left, 1), *deeper(inside, depth + 1), bracket(right, -1))


def _factor(row: Row, depth: int) -> Row:
    """A row as a factor on one line."""
    if len(row) == 1 and not isinstance(row[0], Sign):
        return row
    return _bracketed(r"\bigl(", row, r"\bigr)", depth)


def _raised(opened: Row, below: Row | None, above: Row | None) -> Row:
    """Scripts at the closing bracket of what was opened; it counts as closing still."""
    last = opened[-1]
    assert isinstance(last, Atom)
    low = f"_{{{tex(below)}}}" if below else ""
    high = f"^{{{tex(above)}}}" if above else ""
    wide = last.width + SMALL * max(width(below or ()), width(above or ()))
    # TeX takes one subscript and one superscript only.
    base = f"{{{last.tex}}}" if "_" in last.tex or "^" in last.tex else last.tex or "{}"
    return (*opened[:-1], Atom(f"{base}{low}{high}", wide, opens=last.opens))


def _opened_scripts(
    base: Box, below: Row | None, above: Row | None, room: float, depth: int
) -> Row | None:
    longest = max(width(below or ()), width(above or ())) * SMALL
    if longest > 0.3 * room:
        stacked = [None if part is None else _stacked(part, room) for part in (below, above)]
        if stacked != [below, above]:
            return (Scripts(base, *stacked),)
    first: Row = ()
    while isinstance(base, Called) and base.body:
        first, base = (*first, *base.body[:-1]), base.body[-1]
    inner = _opened(base, room, depth)
    if inner is None or not (isinstance(inner[-1], Atom) and inner[-1].opens == -1):
        return None
    return _raised((*deeper(first, depth), *inner), below, above)


def _stacked(row: Row, room: float) -> Row:
    """A script in several lines."""
    lines = _broken(row, max(0.3 * room / SMALL, 6.0), 0)
    if len(lines) < 2:
        return row
    written = r" \\ ".join(_printed(line) for _, line in lines)
    return (Atom(rf"\substack{{{written}}}", max(width(line) for _, line in lines) + 0.2),)


__all__ = ["STEP", "TexLine", "aligned", "in_column", "tex_lines"]
