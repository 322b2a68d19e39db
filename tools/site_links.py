"""Finds the links of a site that lead nowhere."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit


class PageLinks(HTMLParser):
    """The addresses that a page loads or links to, and the names of its own link targets."""

    def __init__(self, page: Path) -> None:
        """Read a page."""
        super().__init__()
        self.loaded = list[str]()
        self.linked = list[str]()
        self.names = {""}
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the addresses and the names of a tag."""
        for name, value in attrs:
            if name in ("id", "name"):
                self.names.add(value or "")
            elif name in ("href", "src") and value is not None:
                (self.linked if tag == "a" else self.loaded).append(value)


def faults(site: Path, made: str) -> list[str]:
    """Say which links of a site lead nowhere, and what would be loaded from elsewhere.

    Pages in the folder `made` understand steps as link targets. 404.html has links from the root.
    """
    found = list[str]()
    pages = {
        path: PageLinks(path) for path in sorted(site.rglob("*.html")) if path.name != "404.html"
    }
    for page, links in pages.items():
        for address in (*links.loaded, *links.linked):
            where, name = urldefrag(address)
            parts = urlsplit(where)
            if not parts.path:
                target = page
            else:
                target = (page.parent / unquote(parts.path)).resolve()
            if parts.scheme or parts.netloc:
                wrong = address in links.loaded and parts.scheme != "data"
            elif target in pages and made not in target.parts:
                wrong = unquote(name) not in pages[target].names
            else:
                wrong = not target.is_file()
            if wrong:
                found.append(f"{page.relative_to(site)}: {address}")
    return found
