"""What the changelog says, as the two forms that systems read."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, time
from email.utils import format_datetime
from xml.sax.saxutils import escape

PACKAGE = "context-budget-inspector"
MAINTAINER = "The Context Budget Inspector authors <team@context-budget-inspector.invalid>"

_HEADING = re.compile(r"^## (?:(Unreleased)|(\d\S*)\W+(\d{4}-\d\d-\d\d)\W*)$", re.MULTILINE)
_POINT = re.compile(r"^- ((?:.+\n?(?:  .+\n?)*))", re.MULTILINE)
_PRE_RELEASE = re.compile(r"(?<=\d)\.?(a|b|rc|dev)(?=\d)")


class ChangelogError(Exception):
    """The changelog cannot be read, or does not know the version that is packaged."""


@dataclass(frozen=True)
class Release:
    """One version of the program."""

    version: str | None
    """As the program has it; None for what is not released."""

    day: str | None
    """``2026-11-22``."""

    summary: str
    """The text before its first point, if there is any."""

    changes: tuple[str, ...]
    """Its points, each as one line."""


def read_releases(changelog: str) -> tuple[Release, ...]:
    """Return the releases of a changelog, in its order; raises ``ChangelogError``."""
    headings = list(_HEADING.finditer(changelog))
    if len(headings) != len(re.findall(r"^## ", changelog, re.MULTILINE)):
        raise ChangelogError(
            "A heading of CHANGELOG.md is neither '## Unreleased' nor '## VERSION - YYYY-MM-DD'."
        )
    ends = [heading.start() for heading in headings[1:]] + [len(changelog)]
    return tuple(
        _release(heading, changelog[heading.end() : end])
        for heading, end in zip(headings, ends, strict=True)
    )


def _release(heading: re.Match[str], text: str) -> Release:
    before = re.split(r"^(?:### |- )", text, maxsplit=1, flags=re.MULTILINE)[0]
    points = tuple(" ".join(point.split()) for point in _POINT.findall(text))
    return Release(heading[2], heading[3], " ".join(before.split()), points)


def debian_version(version: str) -> str:
    """Return a version of Python as one of Debian, where a pre-release sorts before its release."""
    return _PRE_RELEASE.sub(r"~\1", version)


def debian_changelog(releases: Iterable[Release], version: str, epoch: int) -> str:
    """Return the changelog in Debian's form.

    What is not released stands at the top, as the ``version`` that is packaged; then ``epoch``, in
    seconds since 1970, is its time. Raises ``ChangelogError`` when neither that nor the version is
    there.
    """
    listed = [one for one in releases if one.version or one.changes]
    if not any(one.version in (None, version) for one in listed):
        raise ChangelogError(f"CHANGELOG.md knows no version {version}, and nothing unreleased.")
    return "\n".join(_debian_entry(one, version, epoch) for one in listed)


def _debian_entry(release: Release, version: str, epoch: int) -> str:
    suite = "unstable" if release.version else "UNRELEASED"
    moment = datetime.fromtimestamp(epoch, UTC)
    if release.day:
        moment = datetime.combine(datetime.fromisoformat(release.day), time(12), UTC)
    lines = [
        f"{PACKAGE} ({debian_version(release.version or version)}) {suite}; urgency=medium",
        "",
    ]
    for change in release.changes:
        lines += textwrap.wrap(
            change,
            80,
            initial_indent="  * ",
            subsequent_indent="    ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    return "\n".join([*lines, "", f" -- {MAINTAINER}  {format_datetime(moment)}", ""])


def appstream_releases(releases: Iterable[Release], indent: str = "  ") -> str:
    """Return the element ``releases`` of AppStream; what is not released is no part of it."""
    lines = ["<releases>"]
    for one in releases:
        if one.version is None:
            continue
        start = f'{indent}<release version="{escape(one.version)}" date="{one.day}"'
        if one.summary:
            lines += [
                f"{start}>",
                f"{indent * 2}<description>",
                f"{indent * 3}<p>{escape(one.summary)}</p>",
                f"{indent * 2}</description>",
                f"{indent}</release>",
            ]
        else:
            lines.append(f"{start}/>")
    lines.append("</releases>")
    return f"\n{indent}".join(lines)
