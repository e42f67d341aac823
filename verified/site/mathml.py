"""Mathematics for pages: MathML of terms, formulas and statements.

It is made from the LaTeX that `verified.syntax.latex` prints, so that a page says what the LaTeX
beside it says.
"""

from __future__ import annotations

import unicodedata
import xml.etree.ElementTree as ET
from functools import cache
from typing import Any

from latex2mathml.converter import convert
from markupsafe import Markup

from verified.syntax.latex import latex

# In a page MathML is known by its place.
_NAMESPACE = ' xmlns="http://www.w3.org/1998/Math/MathML"'
# Browsers know one variant of letters, upright; of the others Unicode has letters of their own.
_VARIANTS = {
    "script": "SCRIPT",
    "double-struck": "DOUBLE-STRUCK",
    "bold": "BOLD",
    "sans-serif": "SANS-SERIF",
}
_DIGITS = ("ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
# What is taller than a line, so that brackets around it must be.
_TALL = frozenset({"mfrac", "mtable", "munder", "mover", "munderover", "mroot", "msqrt"})
_BRACKETS = frozenset("()[]{}")
_FUNCTIONS = frozenset({"ln", "min", "max", "sup"})


def mathml(node: Any) -> Markup:
    """A term, formula or statement as a MathML element.

    Raises:
        ClaimError: the node is none of these.
    """
    return of_latex(latex(node))


@cache
def of_latex(written: str) -> Markup:
    """MathML of what the LaTeX printer has written."""
    root = ET.fromstring(convert(written).replace(_NAMESPACE, ""))
    # The style sheet sets it as a display.
    root.attrib = {}
    _set(root)
    _plain(root)
    return Markup(ET.tostring(root, encoding="unicode"))


def _set(node: ET.Element) -> None:
    """Mend what browsers would set otherwise than TeX does."""
    for child in node:
        _set(child)
    _unwrap(node)
    variant = _VARIANTS.get(node.get("mathvariant", ""))
    if variant is not None:
        del node.attrib["mathvariant"]
        node.text = "".join(_styled(letter, variant) for letter in node.text or "")
    if (node.tag, node.text) == ("mi", "~"):
        # TeX's ∼ is a relation, and no accent.
        node.tag, node.text = "mo", "∼"
    if (node.tag, node.text) == ("mo", "′"):
        node.attrib.update(lspace="0", rspace="0")
    if node.tag == "mrow" and len(node) and node[0].get("fence"):
        _set_brackets(node)
    _part_functions(node)


def _plain(node: ET.Element) -> None:
    """Take out what browsers know by themselves: that brackets are brackets, on which side."""
    for part in node.iter("mo"):
        part.attrib.pop("fence", None)
        if part.text in _BRACKETS:
            part.attrib.pop("form", None)


def _unwrap(node: ET.Element) -> None:
    """Take out rows of one part: they say nothing, and pages are large."""
    for place, child in enumerate(node):
        if child.tag == "mrow" and len(child) == 1 and not child.attrib:
            node[place] = child[0]
    if node.tag == "math" and len(node) == 1 and node[0].tag == "mrow" and not node[0].attrib:
        node[:] = list(node[0])


def _set_brackets(node: ET.Element) -> None:
    """Brackets as high as a line where what they hold is: browsers keep the widest ones' room for
    all that might stretch."""
    if any(part.tag in _TALL for part in node.iter()):
        return
    for child in node:
        if child.get("fence"):
            child.set("stretchy", "false")


def _part_functions(node: ET.Element) -> None:
    """Set a function's name apart from what follows, unless that is in brackets."""
    for place in range(len(node) - 1, 0, -1):
        name, following = node[place - 1], node[place]
        bracketed = following.tag == "mspace" or (len(following) and following[0].get("fence"))
        if name.tag in ("mi", "mo") and name.text in _FUNCTIONS and not bracketed:
            node.insert(place, ET.Element("mspace", width="0.167em"))


def _styled(letter: str, style: str) -> str:
    """A letter or digit in a style, as Unicode has it; itself where Unicode has none."""
    if letter.isascii() and letter.isdigit():
        kind, called = "DIGIT", _DIGITS[int(letter)]
    elif letter.isascii() and letter.isalpha():
        kind, called = "CAPITAL" if letter.isupper() else "SMALL", letter.upper()
    else:
        return letter
    for name in (f"MATHEMATICAL {style} {kind} {called}", f"{style} {kind} {called}"):
        try:
            return unicodedata.lookup(name)
        except KeyError:
            continue
    return letter


__all__ = ["mathml", "of_latex"]
