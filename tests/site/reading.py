"""Reading a site as a browser would: its pages parsed, their links followed, what they load."""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

EMPTY = frozenset({"meta", "link", "input", "br", "img"})
# Attributes whose values a browser follows or loads.
LINKS = ("href", "src", "srcset", "action", "poster", "xlink:href")
ADDRESS = re.compile(r"(?:https?:)?//[\w.-]+\.\w+|@import|url\(")


@dataclass
class Read(HTMLParser):
    """A page: what is wrong with its markup, its ids, its links, and the words on it."""

    open: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    labels: set[str] = field(default_factory=set)
    tags: dict[str, int] = field(default_factory=dict)
    text: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] = self.tags.get(tag, 0) + 1
        names = [name for name, _ in attrs]
        if len(set(names)) < len(names):
            self.faults.append(f"<{tag}> has an attribute twice")
        held = dict(attrs)
        if (own := held.get("id")) is not None:
            if own in self.ids or not own or " " in own:
                self.faults.append(f"the id {own!r} is malformed or taken")
            self.ids.add(own)
        self.links += [held[name] or "" for name in LINKS if name in held]
        self.labels |= {held[name] or "" for name in ("for", "aria-labelledby") if name in held}
        if tag not in EMPTY:
            self.open.append(tag)
        if (packed := held.get("data-packed")) is not None:
            # What a browser puts there once it is opened.
            self.feed_apart(zlib.decompress(base64.b64decode(packed)).decode())

    def feed_apart(self, markup: str) -> None:
        inner = read(markup)
        self.faults += inner.faults
        self.faults += [f"the id {one!r} is taken" for one in inner.ids & self.ids]
        self.ids |= inner.ids
        self.links += inner.links
        self.labels |= inner.labels
        self.text += inner.text
        for tag, count in inner.tags.items():
            self.tags[tag] = self.tags.get(tag, 0) + count

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        self.text += data


def read(page: str) -> Read:
    found = Read()
    found.feed(page)
    found.close()
    if found.open:
        found.faults.append(f"<{found.open[-1]}> isn't closed")
    return found


def read_site(site: Path) -> dict[str, Read]:
    """The pages, by their paths in the site."""
    return {
        str(path.relative_to(site)): read(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
    }


def broken(site: Path, pages: dict[str, Read]) -> list[str]:
    """The links that lead nowhere within the site, or out of it."""
    found = []
    for name, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme == "data":
                continue
            target = (site / name).parent / unquote(parts.path) if parts.path else site / name
            home = target.resolve()
            inside = home.is_relative_to(site.resolve()) and home.is_file()
            if parts.scheme or parts.netloc or not inside:
                found.append(f"{name}: {link}")
            elif parts.fragment:
                other = pages.get(str(home.relative_to(site.resolve())))
                if other is None or unquote(parts.fragment) not in other.ids:
                    found.append(f"{name}: {link}")
    return found
