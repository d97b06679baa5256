"""Reading one path of a project, whoever asks for it and however it is spelled."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass

from inspector.project.contents import (
    FileContents,
    Refused,
    SourceText,
    Unread,
    read_twice,
    refused_for,
    source_text,
    unread_for,
    unread_kind,
)
from inspector.project.index import Exclusion
from inspector.project.paths import (
    BadPath,
    Folder,
    caseless,
    is_link,
    name_of,
    opened_folder,
    parts_of,
    real_root,
    shown_path,
)
from inspector.project.rules import ProjectRules, deny_rules

_MOST_LINKS = 40
# What Windows takes for a place of its own: a drive, a share, a path from the root of a drive.
_ELSEWHERE = re.compile(r"/|\\|[A-Za-z]:")


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """The names that lead from the root to a link's target; None, with a reason, outside."""

    names: tuple[str, ...] | None
    detail: str


def link_target(root: str, folder: Sequence[str], name: str) -> LinkTarget:
    """Find out where a link in a folder leads, links on the way included.

    An absolute link leads outside, even where it names a place in the root: in a copy of the
    project it would lead out of it. So does a link to nothing, because it cannot be known what it
    will lead to.
    """
    reached = list(folder)
    ahead = [name]
    links = 0
    try:
        while ahead:
            part = ahead.pop()
            if part in {"", "."}:
                continue
            if part == "..":
                if not reached:
                    return LinkTarget(None, "a link that leads outside the root")
                reached.pop()
                continue
            with opened_folder(root, reached) as place:
                status = place.status(part)
                text = place.link_text(part) if is_link(status) else None
            if text is None:
                if ahead and not stat.S_ISDIR(status.st_mode):
                    return _NOWHERE
                reached.append(part)
                continue
            links += 1
            if links > _MOST_LINKS:
                return LinkTarget(None, "a link that leads in a circle")
            if _ELSEWHERE.match(text):
                return LinkTarget(None, "a link with an absolute path")
            ahead.extend(reversed(text.split("/")))
    except OSError:
        return _NOWHERE
    return LinkTarget(tuple(reached), "")


_NOWHERE = LinkTarget(None, "a link that leads nowhere")


class ProjectReader:
    """Gives the texts of a project folder, and nothing from outside it."""

    def __init__(self, root: str | os.PathLike[str], config: ProjectRules | None = None) -> None:
        self.config = ProjectRules() if config is None else config
        self._root = real_root(root)
        self._rules = deny_rules(self.config)

    def read(self, path: str) -> SourceText | Refused:
        """Return the text of a file as it is now, or why there is none. Never raises ``OSError``.

        Any text may be asked for: the path is checked as a path, then against the deny rules, then
        name by name against what stands in the folders. No link is followed, nothing but a regular
        file is opened, and two readings in a row must agree.
        """
        parts = parts_of(path)
        if isinstance(parts, BadPath):
            return Refused(shown_path(path), Exclusion.OUTSIDE_SANDBOX, parts.detail)
        plain = "/".join(parts)
        rule = self._rules.rule_for(plain)
        if rule is not None:
            return Refused(plain, Exclusion.DENY_RULE, rule)
        try:
            return self._read(plain, parts)
        except OSError as error:
            return refused_for(plain, unread_for(error))
        except ValueError:  # the root is no place
            return refused_for(plain, Unread.GONE)

    def _read(self, path: str, parts: Sequence[str]) -> SourceText | Refused:
        names: list[str] = []
        for place, part in enumerate(parts):
            with opened_folder(self._root, names) as folder:
                name = _name_on_disk(folder, part)
                if name is None:
                    return refused_for(path, Unread.GONE)
                if not name:
                    return Refused(path, Exclusion.DUPLICATE, AMBIGUOUS)
                status = folder.status(name)
                kind = unread_kind(status)
                if kind is Unread.LINK:
                    return self._refused_link(path, names, name)
                if place == len(parts) - 1:
                    found = read_twice(folder, name, self.config.max_file_bytes)
                    if isinstance(found, FileContents):
                        return source_text(path, found)
                    return refused_for(path, found, _size_of(status))
                if kind is not Unread.FOLDER:
                    return refused_for(path, Unread.GONE)
            names.append(name)
        raise AssertionError("a path has at least one part")

    def _refused_link(self, path: str, folder: Sequence[str], name: str) -> Refused:
        exclusion, detail = about_link(self._root, folder, name)
        return Refused(path, exclusion, detail, Unread.LINK)


AMBIGUOUS = "names in one folder that differ only in case or composition"
"""Detail of names that are one file on some systems and several on others."""


def about_link(root: str, folder: Sequence[str], name: str) -> tuple[Exclusion, str]:
    """Return why a link is out: it leaves the root, or it stands for what has a path of its own."""
    target = link_target(root, folder, name)
    if target.names is None:
        return Exclusion.OUTSIDE_SANDBOX, target.detail
    inside = "/".join(map(name_of, target.names))
    return Exclusion.DUPLICATE, f"a link to {shown_path(inside) or 'the root'}"


def _name_on_disk(folder: Folder, part: str) -> str | None:
    """Return how a folder spells a name: None when it has no such name, "" for several.

    The list is read rather than the name tried, because systems that ignore case, or know short
    names, open more spellings than they list.
    """
    names = [(name_of(name), name) for name in folder.names()]
    same = [on_disk for name, on_disk in names if name == part]
    if not same:
        return None
    key = caseless(part)
    return same[0] if sum(caseless(name) == key for name, _ in names) == 1 else ""


def _size_of(status: os.stat_result) -> int:
    return status.st_size if stat.S_ISREG(status.st_mode) else 0
