"""What papers state that doesn't hold as it is encoded here, as pages of Markdown: one that sums
up, with a line for each place by kind and paper, and one for each paper, whose entries have the
charitable reading first, the counterexample in sentences, and what holds in its place.

Everything is told from the records: statements and notes, stored plays, proofs, searches.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from verified.report.findings import KINDS, MEANS, Finding
from verified.report.mathematics import mathematical
from verified.report.refutation import quoting, sentences
from verified.report.selection import leaves, nodes
from verified.report.standings import Standings
from verified.report.terminal import standing
from verified.syntax.claims import Claim, Paper
from verified.syntax.lines import statement_lines

COMMAND = "verified findings"
# Where the papers' own pages lie, beside the page that sums up; and where plays lie, as these link
# to them.
FOLDER = "findings"
PLAYS = "../../verified/data/plays/"
WIDTH = 96
# A longer instance isn't told where a row has one line.
LONGEST = 330
# The section of what no repair tells the kind of.
UNKNOWN = ""
_DECIDED = ("proved", "refuted")

_INTRODUCTION = (
    "Statements that don't hold as they are encoded here: each has an exact instance that breaks "
    "it, which two checkers accept. An encoding can be wrong, and a text may mean what wasn't read "
    "in it. None of this is a judgement of a paper: most entries are a degenerate case, a "
    "condition that a careful reader adds, a slip of the pen, or a line of a proof whose theorem "
    "stands."
)
_HOW_TO_READ = (
    "Below each place has one line: what holds in its place, as is proved, and one instance on "
    "which it fails as it was read. Where several readings of one sentence fall, or several lines "
    "for one reason, each is named; the link leads to its entry, with the charitable reading, what "
    "was chosen, the statement, the instance, and how it was found."
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


def findings_page(
    papers: Sequence[Paper], standings: Standings, folder: str = FOLDER
) -> Iterator[str]:
    """The lines of the page that sums up: a line for each place, by kind and paper.

    Args:
        papers: those whose claims are told; each refuted statement needs its play in `standings`.
        folder: where the papers' own pages lie, as the page's links have it.

    Raises:
        FormatError: a play doesn't hold.
    """
    every = {paper.key: _leaves(paper) for paper in papers}
    yield from ("# Findings", "", _INTRODUCTION, "")
    yield from _in_a_minute(papers, every, standings)
    yield from _overview(papers, every, standings)
    yield from (_HOW_TO_READ, "")
    yield (
        f"Written by `{COMMAND}` from the stored evidence. `verified show KEY` tells more of an "
        "entry, `verified recheck` its evidence, `verified cite KEY` cites it."
    )
    yield ""
    for kind in (*KINDS, UNKNOWN):
        yield from _section(kind, papers, every, standings, folder)
    yield from _undecided(papers, every, standings)


def paper_findings(
    paper: Paper, standings: Standings, above: str = f"{FOLDER}.md"
) -> Iterator[str]:
    """The lines of a paper's own page: an entry for each refuted statement, by kind.

    Args:
        above: the name of the page that sums up, which lies in the folder above.

    Raises:
        FormatError: a play doesn't hold.
    """
    below = _leaves(paper)
    yield from (f"# Findings: {_short(paper)}", "")
    yield (
        f"{_prose(paper.title or paper.key)}. Each statement here fails as it is encoded, on an "
        "exact instance; what was chosen in reading it is told, and the charitable reading stands "
        f"first. What the kinds mean, and all papers at a glance: [findings](../{above})."
    )
    yield ""
    if not any(standings.status(leaf) == "refuted" for leaf in below):
        yield "Nothing of it is refuted."
    for kind in (*KINDS, UNKNOWN):
        found = [leaf for leaf in below if _refuted(leaf, kind, standings)]
        if found:
            yield from (f"## {_heading(kind)}", "")
        for leaf in found:
            yield from _entry(leaf, kind, standings)


def _leaves(paper: Paper) -> list[Claim]:
    return leaves(n for row in paper.rows.values() for n in nodes(row))


def _heading(kind: str) -> str:
    return kind.capitalize() or "No kind known"


def _in_a_minute(
    papers: Sequence[Paper], every: dict[str, list[Claim]], standings: Standings
) -> Iterator[str]:
    """How many hold, how many don't, and of which kinds these are, in a sentence each."""
    below = [leaf for paper in papers for leaf in every[paper.key]]
    statuses = Counter(standings.status(leaf) for leaf in below)
    of = f"{len(papers)} papers" if len(papers) > 1 else _short(papers[0])
    yield (
        f"**In a minute.** Of {len(below)} statements and readings of {of} "
        f"{statuses['proved']} are proved here, and {statuses['refuted']} don't hold as they are "
        "encoded. These are"
    )
    yield ""
    for kind in (*KINDS, UNKNOWN):
        count = sum(_refuted(leaf, kind, standings) for leaf in below)
        if count:
            anchor = _heading(kind).lower().replace(" ", "-")
            meaning = MEANS[kind] if kind else "no repair is proved, so that nothing tells the kind"
            yield f"- {count} [{_heading(kind).lower()}](#{anchor}): {meaning}."
    yield ""


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


def _section(
    kind: str, papers: Sequence[Paper], every: dict[str, list[Claim]], standings: Standings,
    folder: str,
) -> Iterator[str]:
    found = {
        paper.key: [leaf for leaf in every[paper.key] if _refuted(leaf, kind, standings)]
        for paper in papers
    }
    if not any(found.values()):
        return
    yield from (f"## {_heading(kind)}", "")
    for paper in papers:
        if not found[paper.key]:
            continue
        yield from (f"### {_heading(kind)}: {_short(paper)}", "")
        rows: dict[str, list[Claim]] = {}
        for leaf in found[paper.key]:
            rows.setdefault(_row_of(leaf), []).append(leaf)
        for listed in rows.values():
            yield _line(listed, standings, folder)
        yield ""


def _row_of(leaf: Claim) -> str:
    """The key of the row that a statement is a part or a reading of."""
    return leaf.key.partition("/")[2].partition(".")[0]


def _line(listed: Sequence[Claim], standings: Standings, folder: str) -> str:
    """The refuted statements of one row, as a line: what holds instead, and where one fails."""
    paper = listed[0].paper.key
    links = ", ".join(
        f"[{_prose(_below(leaf.name))}]({folder}/{paper}.md#{leaf.name})"
        for leaf in listed
    )
    places = dict.fromkeys(_prose(leaf.at) for leaf in listed if leaf.at)
    place = f"**{'; '.join(places)}**: " if places else ""
    found = (standings.findings.get(leaf.name) for leaf in listed)
    repairs = dict.fromkeys(one.repair for one in found if one is not None and one.repair)
    instead = ", ".join(f"`{_below(one)}`" for one in repairs)
    proved = f" Proved in its place: {instead}." if repairs else ""
    # The charitable reading stands first.
    found_at = (_where_it_fails(leaf, standings) for leaf in listed)
    told = next(
        (one for one in found_at if len(one) <= LONGEST), "Its instance is long; the entry has it."
    )
    return f"- {place}{links}.{proved} {told}"


def _below(name: str) -> str:
    """A claim's name without its paper, which the heading has."""
    return name.partition("/")[2]


def _where_it_fails(leaf: Claim, standings: Standings) -> str:
    play = standings.plays[leaf.name].report.certificate
    assert play is not None
    return " ".join(sentences(play, quoting(_quoted)))


def _entry(leaf: Claim, kind: str, standings: Standings) -> Iterator[str]:
    """A finding: charitably, as it was read, as it is stated, where it fails, who found it."""
    finding = standings.findings.get(leaf.name)
    place = f"{_prose(leaf.at)}: " if leaf.at else ""
    yield f'<a id="{leaf.name}"></a>'
    yield ""
    yield f"### {place}`{leaf.name}`"
    yield ""
    yield from _charitably(leaf, kind, finding, standings)
    if leaf.note:
        yield f"**As it was read.** {_prose(leaf.note)}"
        yield ""
    yield "**What is stated there**, as it is encoded:"
    yield ""
    yield from _block(leaf)
    told = _where_it_fails(leaf, standings)
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


__all__ = ["COMMAND", "FOLDER", "findings_page", "paper_findings"]
