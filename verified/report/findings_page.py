"""What papers state that doesn't hold as it is encoded here, as a page of Markdown: by kind and
paper, each with the charitable reading first, the counterexample in sentences, and what holds in
its place.

Everything is told from the records: statements and notes, stored plays, proofs, searches.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from verified.report.findings import KINDS, MEANS, Finding
from verified.report.mathematics import mathematical
from verified.report.refutation import sentences
from verified.report.selection import leaves, nodes
from verified.report.standings import Standings
from verified.report.terminal import standing
from verified.syntax.claims import Claim, Paper
from verified.syntax.lines import statement_lines

COMMAND = "verified findings"
# Where plays lie, as a page in docs/ links to them.
PLAYS = "../verified/data/plays/"
WIDTH = 96
# The section of what no repair tells the kind of.
UNKNOWN = ""
_DECIDED = ("proved", "refuted")

_INTRODUCTION = (
    "Statements that don't hold as they are encoded here: each has an exact instance that breaks "
    "it, which two checkers accept. An encoding can be wrong, and a text may mean what wasn't read "
    "in it; so the charitable reading stands first, and what was chosen is told. None of this is a "
    "judgement of a paper. Most entries are a degenerate case, a condition that a careful reader "
    "adds, a slip of the pen, or a line of a proof whose theorem stands; where several readings of "
    "one sentence fall, or several lines for one reason, each has an entry.",
)
_KINDS = {
    "core": "In its place this holds, as is proved:",
    "hypothesis": "Under a condition that isn't stated at this place, it holds, as is proved:",
    "misprint": "With a term of the print changed, it holds, as is proved:",
    "number": "A printed number, and no statement about mechanisms.",
    "step": "In another form the step holds, as is proved:",
    "edge": "Degenerate cases aside, which are hardly meant, it holds, as is proved:",
    UNKNOWN: "What would hold in its place isn't known here.",
}
_STEP_ALONE = (
    "A line of a proof. That it fails as it is read here doesn't say that what is proved there is "
    "false."
)


def findings_page(papers: Sequence[Paper], standings: Standings) -> Iterator[str]:
    """The lines of the page.

    Args:
        papers: those whose claims are told; each refuted statement needs its play in `standings`.

    Raises:
        FormatError: a play doesn't hold.
    """
    every = {paper.key: leaves(n for row in paper.rows.values() for n in nodes(row))
             for paper in papers}
    yield "# Findings"
    yield ""
    for paragraph in _INTRODUCTION:
        yield from (paragraph, "")
    yield (
        f"Written by `{COMMAND}` from the stored evidence. `verified show KEY` tells more of an "
        "entry, `verified recheck` its evidence, `verified cite KEY` cites it."
    )
    yield ""
    yield from _overview(papers, every, standings)
    for kind in (*KINDS, UNKNOWN):
        yield from _section(kind, papers, every, standings)
    yield from _undecided(papers, every, standings)


def _overview(
    papers: Sequence[Paper], every: dict[str, list[Claim]], standings: Standings
) -> Iterator[str]:
    """How many statements of each paper are proved and refuted, these by kind."""
    kinds = [
        kind for kind in (*KINDS, UNKNOWN)
        if any(_refuted(leaf, kind, standings) for paper in papers for leaf in every[paper.key])
    ]
    yield "| paper | statements and readings | proved | refuted | " + " | ".join(
        kind or "no kind known" for kind in kinds
    ) + " |"
    yield "|---|" + "---|" * (3 + len(kinds))
    for paper in papers:
        below = every[paper.key]
        statuses = Counter(standings.status(leaf) for leaf in below)
        counted = [
            sum(_refuted(leaf, kind, standings) for leaf in below) for kind in kinds
        ]
        cells = (len(below), statuses["proved"], statuses["refuted"], *counted)
        yield f"| {_short(paper)} | " + " | ".join(map(str, cells)) + " |"
    yield ""
    yield "What the kinds say of a statement:"
    yield ""
    yield from (
        f"- **{kind}**: {MEANS[kind]}." if kind else
        "- **no kind known**: no repair is proved, so that nothing tells the kind."
        for kind in kinds
    )
    yield ""


def _section(
    kind: str, papers: Sequence[Paper], every: dict[str, list[Claim]], standings: Standings
) -> Iterator[str]:
    found = {
        paper.key: [leaf for leaf in every[paper.key] if _refuted(leaf, kind, standings)]
        for paper in papers
    }
    if not any(found.values()):
        return
    yield f"## {kind.capitalize() or 'No kind known'}"
    yield ""
    for paper in papers:
        if found[paper.key]:
            yield f"### {kind.capitalize() or 'No kind known'}: {_short(paper)}"
            yield ""
        for leaf in found[paper.key]:
            yield from _entry(leaf, kind, standings)


def _entry(leaf: Claim, kind: str, standings: Standings) -> Iterator[str]:
    """A finding: charitably, as it was read, as it is stated, where it fails, who found it."""
    finding = standings.findings.get(leaf.name)
    place = f"{_prose(leaf.at)}: " if leaf.at else ""
    yield f'<a id="{leaf.name}"></a>'
    yield ""
    yield f"#### {place}`{leaf.name}`"
    yield ""
    yield from _charitably(leaf, kind, finding, standings)
    if leaf.note:
        yield f"**As it was read.** {_prose(leaf.note)}"
        yield ""
    yield "**What is stated there**, as it is encoded:"
    yield ""
    yield from _block(leaf)
    play = standings.plays[leaf.name].report.certificate
    assert play is not None
    told = " ".join(sentences(play, _quoted))
    yield f"**Where it fails.** {told} The instance, exactly: [play]({PLAYS}{leaf.name}.json)."
    yield ""
    yield f"**Found** {_finder(leaf, standings)}."
    yield ""


def _charitably(
    leaf: Claim, kind: str, finding: Finding | None, standings: Standings
) -> Iterator[str]:
    repair = None if finding is None else finding.repair
    if repair is None:
        said = _STEP_ALONE if kind == "step" else _KINDS[kind]
        yield f"**Read charitably.** {said}"
        yield ""
        return
    meant = _named(leaf.paper, repair)
    facts = standings.of(meant).facts
    given = f", given {' and '.join(f'`{fact}`' for fact in facts)}" if facts else ""
    yield f"**Read charitably.** {_KINDS[kind].removesuffix(':')}{given}: `{repair}`"
    yield ""
    yield from _block(meant)
    if meant.note and meant.note != leaf.note:
        yield f"{_prose(meant.note)}"
        yield ""


def _finder(leaf: Claim, standings: Standings) -> str:
    """Who found the instance first, as far as it is recorded."""
    search = standings.searches.get(leaf.name)
    if search is None:
        return "by the search; how long it took wasn't recorded"
    return (
        f"by the search, from a cold start in {search.seconds:.1f} s and {search.evaluations} "
        f"evaluations ({search.date})"
    )


def _undecided(
    papers: Sequence[Paper], every: dict[str, list[Claim]], standings: Standings
) -> Iterator[str]:
    """The statements of which nothing is known for sure."""
    open_ones = [
        leaf for paper in papers for leaf in every[paper.key]
        if standings.status(leaf) not in _DECIDED
    ]
    yield "## Neither proved nor refuted"
    yield ""
    if not open_ones:
        yield "Every other statement of these papers is proved, in the scope that its page tells."
        return
    yield "What survived was searched and not proved: nothing is known against it."
    yield ""
    for leaf in open_ones:
        place = f" ({_prose(leaf.at)})" if leaf.at else ""
        told = standing(standings.status(leaf) or "not recorded", leaf.scope or None)
        yield f"- `{leaf.name}`{place}: {told}"


def _refuted(leaf: Claim, kind: str, standings: Standings) -> bool:
    """Whether a statement is refuted, and a finding of this kind."""
    found = standings.findings.get(leaf.name)
    return standings.status(leaf) == "refuted" and (
        UNKNOWN if found is None else found.kind
    ) == kind


def _named(paper: Paper, name: str) -> Claim:
    (found,) = (
        leaf for row in paper.rows.values() for leaf in leaves(nodes(row)) if leaf.name == name
    )
    return found


def _short(paper: Paper) -> str:
    """A paper as one speaks of it."""
    if not paper.authors:
        return f"`{paper.key}`"
    names = [name.split()[-1] for name in paper.authors.split(", ")]
    who = " & ".join(names) if len(names) < 3 else f"{names[0]} et al."
    return f"{who} {paper.year}"


def _block(leaf: Claim) -> Iterator[str]:
    assert leaf.statement is not None
    yield "```"
    yield from (mathematical(line) for line in statement_lines(leaf.statement, WIDTH))
    yield from ("```", "")


def _quoted(formula: str) -> str:
    return f"`{mathematical(formula)}`"


def _prose(written: str) -> str:
    """Text in which nothing but backquotes marks up."""
    parts = re.split(r"(`[^`]*`)", written)
    return "".join(
        part if part.startswith("`") else re.sub(r"([\\*_<\[\]|#~])", r"\\\1", part)
        for part in parts
    )


__all__ = ["COMMAND", "findings_page"]
