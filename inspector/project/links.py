"""Where a symbolic link leads, found out without following it."""

from __future__ import annotations

import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass

from inspector.project.folders import is_link, opened_folder

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
