"""BibTeX of papers and of single claims."""

from __future__ import annotations

from collections.abc import Iterator

from verified.report.tex import escaped
from verified.syntax.claims import Claim, Paper


def bibtex(claim: Claim | None, paper: Paper) -> Iterator[str]:
    """The entry of a paper, or of a claim of it: its place stands in the note.

    A paper of ours that has no authors (textbook facts, lemmas) is cited as what this project
    states.
    """
    published = bool(paper.authors)
    key = paper.key if claim is None else claim.name.replace("/", ":")
    fields: dict[str, str] = {}
    if published:
        fields["author"] = " and ".join(escaped(name) for name in paper.authors.split(", "))
    fields["title"] = f"{{{escaped(paper.title)}}}"
    if paper.venue:
        fields["booktitle"] = escaped(paper.venue)
    if paper.year:
        fields["year"] = str(paper.year)
    if paper.identifier.startswith("doi:"):
        fields["doi"] = paper.identifier.removeprefix("doi:")
    elif paper.identifier.startswith("arXiv:"):
        fields["eprint"] = paper.identifier.removeprefix("arXiv:")
        fields["archiveprefix"] = "arXiv"
    notes = [] if claim is None else [claim.at, f"stated as {claim.name} in `verified'"]
    if claim is None and not published:
        notes = [f"stated as {paper.key} in `verified'"]
    if notes:
        fields["note"] = escaped("; ".join(note for note in notes if note))
    yield f"@{'inproceedings' if paper.venue else 'misc'}{{{key},"
    width = max(map(len, fields))
    yield from (f"  {name:<{width}} = {{{value}}}," for name, value in fields.items())
    yield "}"


__all__ = ["bibtex"]
