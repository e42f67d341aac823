"""A site on disk: pages, certificates and what pages load, written whole or not at all."""

from __future__ import annotations

import base64
import io
import os
import shutil
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from verified.errors import InputError
from verified.report.files import evidence_text
from verified.report.findings import KINDS, MEANS
from verified.report.trusted import GROUPS
from verified.site.book import Book
from verified.site.graph import picture

MENU = (
    ("index.html", "Overview"),
    ("findings.html", "Findings"),
    ("quantities.html", "Quantities"),
    ("graph.html", "What rests on what"),
    ("axioms.html", "Axioms"),
)
# What isn't about claims, and has no place among a user's own.
MORE = (("audit.html", "Audit"), ("vectors.html", "Vectors"))
VECTORS = "vectors.zip"
ASSETS = ("style.css", "site.js")
# By this a folder is known as a site, which may be replaced.
MARK = "site.js"
# Archives of the same certificates are the same bytes.
_DATE = (1980, 1, 1, 0, 0, 0)
# A longer derivation is packed, and unpacked where it is opened: all of them are a third of a site.
PLAIN_STEPS = 12


def write_site(book: Book, folder: Path) -> int:
    """Write a site into a folder, in place of the site that was there.

    Returns:
        How many bytes it has.

    Raises:
        InputError: the folder holds something else, or can't be written to.
    """
    check_folder(folder)
    draft = folder.resolve().with_name(f".{folder.resolve().name}.{os.getpid()}.tmp")
    size = 0
    try:
        for name, content in _files(book):
            path = draft / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            size += len(content)
        if folder.exists():
            shutil.rmtree(folder)
        os.replace(draft, folder.resolve())
    except OSError as error:
        raise InputError(f"can't write {folder}: {error.strerror or error}") from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return size


def check_folder(folder: Path) -> None:
    """See that a site may be written there, before the work and not after it.

    Raises:
        InputError: it may not; the message says why.
    """
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise InputError(f"can't write {folder}: it is no folder")
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise InputError(f"{folder} holds something else; name a new folder, or an earlier site")
    try:
        folder.resolve().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"can't write {folder}: {error.strerror or error}") from None
    if not os.access(folder.resolve().parent, os.W_OK):
        raise InputError(f"can't write {folder}: {folder.resolve().parent} is read-only")


def _files(book: Book) -> Iterator[tuple[str, bytes]]:
    """The files of a site, by their paths in it."""
    templates = _templates(book)

    def page(url: str, template: str, **more: Any) -> tuple[str, bytes]:
        root = "../" * url.count("/")
        told = templates.get_template(template).render(root=root, here=url, **more)
        return url, told.encode()

    cites = {one.row.name: one.cites for one in book.pages}
    statuses = {one.row.name: one.nodes[0].standing.status or "none" for one in book.pages}
    numbers = {name: number for number, name in enumerate(cites)}
    spoken = {
        word.record.name: word.record.written
        for words in book.quantities.values() for word in words
    }
    kinds = [kind for kind in KINDS if kind in book.findings]
    yield page("index.html", "index.html", kinds=kinds)
    yield page("findings.html", "findings.html", means=MEANS)
    yield page("quantities.html", "quantities.html")
    yield page(
        "graph.html", "graph.html", drawn=picture(cites), statuses=statuses, numbers=numbers
    )
    yield page("axioms.html", "axioms.html", groups=GROUPS)
    if not book.material.own:
        yield page("audit.html", "audit.html")
        yield page("vectors.html", "vectors.html", archive=VECTORS)
        yield VECTORS, zipped({
            one.path.name: one.path.read_text(encoding="utf-8") for one in book.vectors[0]
        })
    for one in book.pages:
        yield page(one.url, "claim.html", page=one, spoken=spoken)
        if one.archive:
            yield one.archive, archive(one.files)
    for words in book.quantities.values():
        for word in words:
            yield page(word.url, "quantity.html", word=word)
    loader = templates.loader
    assert loader is not None
    for name in ASSETS:
        yield name, loader.get_source(templates, name)[0].encode()


def archive(files: Mapping[str, Any]) -> bytes:
    """Certificates in a ZIP archive, by the names of their files."""
    return zipped({name: evidence_text(certificate) for name, certificate in files.items()})


def zipped(files: Mapping[str, str]) -> bytes:
    """Texts in a ZIP archive, by the names of their files."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for name, written in files.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            made.writestr(entry, written)
    return held.getvalue()


def packed(written: str) -> str:
    """Markup compressed (zlib, base64); `site.js` puts it in its place."""
    return base64.b64encode(zlib.compress(written.encode(), 9)).decode("ascii")


def _templates(book: Book) -> Environment:
    made = Environment(
        loader=PackageLoader("verified.site"), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )
    made.filters["capitalize_first"] = lambda written: written[:1].upper() + written[1:]
    made.filters["prose"] = _prose
    made.filters["packed"] = packed
    menu = MENU if book.material.own else (*MENU, *MORE)
    made.globals.update(book=book, plain_steps=PLAIN_STEPS, menu=menu)
    return made


def _prose(written: str) -> Markup:
    """A note for a page: what stands between backticks is code."""
    parts = written.split("`")
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if place % 2 else part
        for place, part in enumerate(parts)
    ) if len(parts) % 2 else Markup("{}").format(written)


__all__ = ["archive", "check_folder", "packed", "write_site"]
