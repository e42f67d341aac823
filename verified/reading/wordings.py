r"""Wordings that are rewritten before a line is parsed: alphabets as sets, and what isn't an atom
before the hyphen of a notion.

    P on [n], W from {0,1} to {0,...,n-1}: laws and channels on as many symbols
    W is eps^2/2-zCDP: W is (eps^2/2)-zCDP
    E_P[f]: E_{x ~ P}[f(x)]
    tP + (1-t)Q, where t and P are declared: t P + (1-t) Q
"""

from __future__ import annotations

import re

from verified.reading.spelling import Editor, Misspelt, Plain

# {0,1}, {0,1,2}; {0,...,n-1} and {1,...,n}; [n] and [3].
_SET = re.compile(
    r"\b(on|from|to|over)\s+(?:"
    r"(?P<listed>\{\s*0\s*(?:,\s*\d+\s*)+\})"
    r"|\{\s*(?P<first>[01])\s*,(?P<more>(?:\s*\d+\s*,)*)\s*\.\.\.\s*,"
    r"\s*(?P<last>\w+)\s*(?P<less>-\s*1\s*)?\}"
    r"|\[\s*(?P<count>\w+)\s*\]"
    r")(?:\s*\^\s*(?P<power>\w+))?(?:\s*symbols)?"
)
_SYMBOL = re.compile(r"\b[A-Z]\w*[(\[]\s*\d+\s*[)\]]")
# What stands between "is" and the hyphen, where it isn't one atom.
_LEVEL = re.compile(
    r"\b(?:is|are|satisfies|satisfy)\s+(?P<level>[^\s(][^-:;<>=]*?)"
    r"(?=-(?:[a-zA-Z]*DP|differentially|PP|AP)\b)"
)
_MEAN = re.compile(r"(?<![A-Za-z0-9_'])E_([A-Z]'*)\s*[\[(]\s*([a-z]'*)\s*[\])]")
# A number before a law without a sign; dP is of a derivative.
_SHARE = re.compile(r"(?<![A-Za-z0-9_'/])([a-ce-z])([A-Z]'*)(?![A-Za-z0-9_'/])")
_ATOM = re.compile(r"[A-Za-z]\w*'*|\d+(?:\.\d+)?")
_NO_LEVEL = re.compile(r"\b(?:not|at|both|also|an?|the|every|any|and|or|if|then)\b")


def reworded(plain: Plain) -> Plain:
    """The text with these wordings as they are printed.

    Raises:
        Misspelt: symbols are numbered from 1 in a set, and one of them is written by its number.
    """
    editor = Editor(plain)
    for match in _SET.finditer(plain.text):
        size = _size(match)
        if size is None:
            continue
        from_one = match["first"] == "1" or match["count"] is not None
        if from_one and (symbol := _SYMBOL.search(plain.text, match.end())) is not None:
            raise Misspelt(
                "symbols are 0, 1, … here: write 'on n symbols', and 0 for the first one",
                plain.columns[symbol.start()],
            )
        size = size if match["power"] is None else f"({size})^{match['power']}"
        word = "on" if match[1] == "over" else match[1]
        symbols = "" if match[1] == "from" else " symbols"
        editor.put(match.start(), match.end(), f"{word} {size}{symbols}")
    for match in _LEVEL.finditer(plain.text):
        level = match["level"]
        if not _ATOM.fullmatch(level) and not _NO_LEVEL.search(level) and _is_balanced(level):
            start, end = match.span("level")
            editor.put(start, start, "(")
            editor.put(end, end, ")")
    names = set(re.findall(r"[A-Za-z]\w*'*", plain.text))
    letter = next((one for one in "xzuvwyabcd" if one not in names), "x'")
    for match in _MEAN.finditer(plain.text):
        editor.put(*match.span(), f"E_{{{letter} ~ {match[1]}}}[{match[2]}({letter})]")
    for match in _SHARE.finditer(plain.text):
        if all(_stands_alone(name, plain.text) for name in match.groups()):
            editor.put(match.start(2), match.start(2), " ")
    return editor.done()


def _stands_alone(name: str, text: str) -> bool:
    """Whether a letter is a name of its own where the text says what its names are."""
    stated = re.match(r"\s*[Ff]or\s?(?:all|every|any|each)\b([^:]*):", text)
    return stated is not None and re.search(
        rf"(?<![A-Za-z0-9_']){re.escape(name)}(?![A-Za-z0-9_'])", stated[1]) is not None


def _size(match: re.Match[str]) -> str | None:
    """How many symbols a set has; None where it isn't one of the first symbols."""
    if match["listed"] is not None:
        numbers = [int(one) for one in re.findall(r"\d+", match["listed"])]
        return str(len(numbers)) if numbers == list(range(len(numbers))) else None
    if match["count"] is not None:
        return match["count"]
    first = int(match["first"])
    follow = [int(one) for one in re.findall(r"\d+", match["more"])]
    if follow != list(range(first + 1, first + 1 + len(follow))):
        return None
    # From 0 to n − 1, or from 1 to n.
    more = (match["first"] == "0") - (match["less"] is not None)
    last = match["last"]
    if last.isdigit():
        return str(int(last) + more)
    return last if more == 0 else f"{last} {'+' if more > 0 else '-'} 1"


def _is_balanced(text: str) -> bool:
    depth = 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if depth < 0:
            return False
    return depth == 0 and "," not in text


__all__ = ["reworded"]
