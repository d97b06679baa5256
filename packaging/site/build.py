"""Makes a site of the documents, with every link checked.

Usage: python packaging/site/build.py [--output FOLDER] [--check]

Takes the README, the pages beside it and below ``docs`` and ``packaging``, and nothing from a
network; the site asks none, either. A link or a picture that leads nowhere, or to a heading that
is not there, ends it with 1. ``--check`` writes nothing.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from jinja2 import Environment, StrictUndefined
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
PLACES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
FOLDERS = ("docs", "packaging")
FIRST = ("README.md", "docs/your-data.md", "docs/user-guide.md")

# What a heading keeps of its text in the name of its anchor, as code hosts have it.
_LEFT_OUT = re.compile(r"[^\w\- ]")
_PARSER = MarkdownIt("commonmark").enable("table")


@dataclass(slots=True)
class Page:
    """One document."""

    source: Path
    tokens: list[Token]
    title: str = ""
    anchors: set[str] = field(default_factory=set)

    @property
    def target(self) -> Path:
        """The place of the page in the site."""
        if self.source.name == "README.md":
            return self.source.with_name("index.html")
        return self.source.with_suffix(".html")


def main(arguments: Sequence[str]) -> int:
    """Make the site; return 1, with a line for each, where links lead nowhere."""
    parser = argparse.ArgumentParser(description="Make a site of the documents.")
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--check", action="store_true", help="only look at the links")
    options = parser.parse_args(arguments)
    wrong = build(ROOT, None if options.check else options.output)
    for line in wrong:
        print(line, file=sys.stderr)
    if not wrong and not options.check:
        print(f"The site is in {options.output}")
    return 1 if wrong else 0


def build(root: Path, output: Path | None) -> list[str]:
    """Make the site of a checkout in a folder, which is replaced; return what leads nowhere."""
    pages = {source: _read(root, source) for source in _sources(root)}
    files: set[Path] = set()
    wrong = [line for page in pages.values() for line in _links(root, page, pages, files)]
    if wrong or output is None:
        return wrong
    shutil.rmtree(output, ignore_errors=True)
    template = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    made = template.from_string((HERE / "page.html.j2").read_text("utf-8"))
    for page in pages.values():
        listed = [
            (_from(page, other.target), other.title, other is page) for other in _order(pages)
        ]
        body = _PARSER.renderer.render(page.tokens, _PARSER.options, {})
        target = output / page.target
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(made.render(title=page.title, pages=listed, body=body), "utf-8")
    for name in sorted(files):
        (output / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / name, output / name)
    return []


def _sources(root: Path) -> Iterator[Path]:
    for name in PLACES:
        if (root / name).exists():
            yield Path(name)
    for folder in FOLDERS:
        yield from sorted(path.relative_to(root) for path in (root / folder).rglob("*.md"))


def _order(pages: dict[Path, Page]) -> list[Page]:
    """Return the pages as the list beside each has them: the way in first."""
    ways_in = [pages[Path(name)] for name in FIRST if Path(name) in pages]
    return ways_in + [page for page in pages.values() if page not in ways_in]


def _read(root: Path, source: Path) -> Page:
    page = Page(source, _PARSER.parse((root / source).read_text("utf-8")))
    for at, token in enumerate(page.tokens):
        if token.type == "heading_open":
            text = "".join(
                one.content
                for one in page.tokens[at + 1].children or ()
                if one.type in ("text", "code_inline")
            )
            name = base = _LEFT_OUT.sub("", text.strip().lower()).replace(" ", "-")
            again = 0
            while name in page.anchors:
                again += 1
                name = f"{base}-{again}"
            page.anchors.add(name)
            token.attrSet("id", name)
            page.title = page.title or text
    return page


def _links(root: Path, page: Page, pages: dict[Path, Page], files: set[Path]) -> Iterator[str]:
    """Turn the links of a page to those of the site; yield a line for each that leads nowhere."""
    for token in (child for one in page.tokens for child in one.children or ()):
        name = {"link_open": "href", "image": "src"}.get(token.type)
        link = str(token.attrGet(name)) if name else ""
        parts = urlsplit(link)
        if not name or parts.scheme or parts.netloc:
            continue
        place = page.source.parent / unquote(parts.path) if parts.path else page.source
        place = Path(os.path.normpath(place))
        other = pages.get(place)
        if other is None and (place.is_absolute() or ".." in place.parts):
            yield f"{page.source}: {link} is outside of the project"
        elif other is None and not (root / place).is_file():
            yield f"{page.source}: {link} leads to no file"
        elif other is None:
            files.add(place)
        elif parts.fragment and parts.fragment not in other.anchors:
            yield f"{page.source}: {link} leads to no heading"
        else:
            ending = f"#{parts.fragment}" if parts.fragment else ""
            token.attrSet(name, _from(page, other.target) + ending)


def _from(page: Page, target: Path) -> str:
    return Path(os.path.relpath(target, page.target.parent)).as_posix()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
