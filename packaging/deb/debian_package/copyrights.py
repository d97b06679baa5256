"""The copyright file: every part of the package with its licence, readable for programs."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from debian_package import ROOT

COMMON = Path("/usr/share/common-licenses")
"""Where Debian has the texts that a package refers to instead of repeating them."""

_HEAD = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Context Budget Inspector
Upstream-Contact: {contact}
Source: The package is made from the program's own source tree.
Comment:
 Qt, PySide6 and Shiboken are shared libraries in files of their own, below
 /{qt}.
 Whoever wants to may put changed ones in their place.

Files: *
Copyright: {holder}
License: MIT
{text}
"""

# Licences that Debian has already, by the name they have there: from their title to their end.
_SHARED = {
    "GPL-3": r"GNU GENERAL PUBLIC LICENSE\s+Version 3,",
    "GPL-2": r"GNU GENERAL PUBLIC LICENSE\s+Version 2,",
    "GPL-1": r"GNU GENERAL PUBLIC LICENSE\s+Version 1,",
    "LGPL-3": r"GNU LESSER GENERAL PUBLIC LICENSE\s+Version 3,",
    "LGPL-2.1": r"GNU LESSER GENERAL PUBLIC LICENSE\s+Version 2\.1,",
    "LGPL-2": r"GNU LIBRARY GENERAL PUBLIC LICENSE\s+Version 2,",
    "Apache-2.0": r"Apache License\s+Version 2\.0, January 2004",
    "MPL-2.0": r"Mozilla Public License,? Version 2\.0",
}
_LAST_WORDS = (
    r"(?:END OF TERMS AND CONDITIONS"
    # What the licences of GNU and Mozilla add about how to use them.
    r"(?:\s*(?:APPENDIX: )?How to Apply These Terms.*?(?:instead of this License\.(?:\s+But first,"
    r".*?why-not-lgpl\.html>\.)?|That's all there is to it!))?"
    r"|for you to choose that version for the\s+Library\."
    r"|defined by\s+the Mozilla Public\s+License, v\. 2\.0\.)"
)
_SHORTEST_LICENCE = 4000
_LONGEST_TEXT = 100_000
_COPYRIGHT = re.compile(
    r"^\W*((?:copyright\s*(?:\(c\)|©|:|\d)|\(c\)\s+\d|©).*?)[^\w>.)]*$",
    re.IGNORECASE | re.MULTILINE,
)
_PLACEHOLDER = re.compile(r"[\[<{](?:yyyy|year|name|copyright)", re.IGNORECASE)
_EXPRESSION = re.compile(
    r"[\w.+-]+(?:,? (?:and|or) [\w.+-]+)*|[\w.+-]+ with [\w .+-]+ exception", re.ASCII
)
_MOST_HOLDERS = 40


@dataclass(frozen=True)
class Folders:
    """Folders of the program that the file names, relative to it."""

    qt: str
    """The libraries of Qt."""

    licences: str
    """All licences; a text is there under its name."""


@dataclass(frozen=True)
class Component:
    """A work of others: what it is called, whose it is, and where it is in the program."""

    name: str
    version: str
    licence: str
    by: str
    files: tuple[str, ...]
    """Paths relative to the program's folder; none when it is packed into the executable."""

    texts: Mapping[str, str]
    """Texts of its licences by name."""


def components_of(app: Path) -> list[Component]:
    """Return what a frozen folder holds besides this project, as the inventory tells."""
    inventory = str(ROOT / "packaging" / "inventory")
    if inventory not in sys.path:
        sys.path.insert(0, inventory)
    from licences import contents_of

    return [
        Component(
            part.name,
            part.version,
            part.licence,
            part.by,
            tuple(sorted(part.files)),
            {name: path.read_text("utf-8", "replace") for name, path in sorted(part.texts.items())},
        )
        for part in contents_of(app)
    ]


def copyright_file(
    components: Iterable[Component], place: str, licence: str, contact: str, folders: Folders
) -> str:
    """Return the copyright file.

    ``place`` is where the program is below the root, and ``licence`` the text of its own licence.
    """
    holder = holders_in(licence)[0]
    head = _HEAD.format(
        contact=contact, holder=holder, text=_body(licence), qt=f"{place}/{folders.qt}"
    )
    known = sorted(components, key=lambda one: (one.name.lower(), one.version))
    packed = [one for one in known if not one.files]
    parts = [head]
    texts = _Texts(f"{place}/{folders.licences}")
    if packed:
        parts.append(_packed_stanza(packed, place, texts))
    parts += [_stanza(one, place, texts) for one in known if one.files]
    return "\n".join(parts)


def holders_in(text: str) -> list[str]:
    """Return the lines of a licence that say whose the copyright is, without their word for it."""
    found = []
    for line in _COPYRIGHT.findall("\n".join(text.splitlines())):
        said = re.sub(r"^(?:copyright|\(c\)|©|[\s:])+", "", line, flags=re.IGNORECASE).strip()
        if said and said not in found and not _PLACEHOLDER.search(said):
            found.append(said)
    return found


def _stanza(one: Component, place: str, texts: _Texts) -> str:
    files = "\n ".join(_pattern(f"{place}/{name}") for name in one.files)
    return "\n".join(
        [
            f"Files: {files}",
            f"Copyright: {_holders([one])}",
            f"License: {_short_name(one)}",
            *texts.of([one]),
            f"Comment: {one.name} {one.version}".rstrip(),
            "",
        ]
    )


def _packed_stanza(packed: list[Component], place: str, texts: _Texts) -> str:
    names = "\n".join(f"  {one.name} {one.version}: {one.licence}" for one in packed)
    licences = " and ".join(sorted({"MIT", *map(_short_name, packed)}))
    return "\n".join(
        [
            f"Files: {place}/inspector",
            f"Copyright: {_holders(packed)}",
            f"License: {licences}",
            *texts.of(packed),
            "Comment:",
            " The executable has modules of these works packed into it:",
            names,
            "",
        ]
    )


def _holders(components: Iterable[Component]) -> str:
    found: list[str] = []
    for one in components:
        said = [line for text in one.texts.values() for line in holders_in(text)]
        named = said[:_MOST_HOLDERS] or [one.by or f"the authors of {one.name}"]
        found += [line for line in named if line not in found]
    return "\n ".join(found)


def _short_name(one: Component) -> str:
    """Return an expression in the words of the format, with names that have no spaces."""
    expression = one.licence or f"{one.name}-licence"
    expression = re.sub(r"[()]", "", expression)
    expression = re.sub(r"\s+WITH\s+(\S+)", r"-with-\1", expression)
    expression = expression.replace(" AND ", " and ").replace(" OR ", " or ")
    return expression if _EXPRESSION.fullmatch(expression) else re.sub(r"\W+", "-", expression)


class _Texts:
    """The bodies of licences, each one given once."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._said: dict[str, str] = {}

    def of(self, components: Iterable[Component]) -> Iterator[str]:
        """Yield the lines for some components: a text, where it stands already, or its file."""
        for one in components:
            for name, text in one.texts.items():
                body = _body(without_shared(text))
                yield f" ---- {name}"
                yield " ."
                if len(body) > _LONGEST_TEXT:
                    yield f" This long text is in /{self._folder}/{name}."
                else:
                    yield f" As {self._said[body]}, above." if body in self._said else body
                yield " ."
                self._said.setdefault(body, name)


def without_shared(text: str) -> str:
    """Return a text in which licences that Debian has already are replaced by where they are."""
    for name, start in _SHARED.items():
        whole = re.compile(rf"{start}.*?{_LAST_WORDS}", re.DOTALL | re.IGNORECASE)
        told = f"The text of this licence is in {COMMON / name}."

        def shorter(found: re.Match[str], told: str = told) -> str:
            return told if len(found[0]) >= _SHORTEST_LICENCE else found[0]

        text = whole.sub(shorter, text)
    return text


def _body(text: str) -> str:
    """Return a text as the body of a field: indented, and no line empty."""
    lines = [line.rstrip() for line in text.expandtabs().replace("\f", "").strip().splitlines()]
    return "\n".join(f" {line}" if line else " ." for line in lines or [""])


def _pattern(path: str) -> str:
    """Return a path with the signs escaped that a pattern has; a space cannot stand in one."""
    return re.sub(r"([*?\\])", r"\\\1", path).replace(" ", "?")
