"""The lines of one hunk, counted against what its header promises."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.core.discipline.diff_header import HunkRange

_MARKER = "\\ "  # begins the line that says that the line before it has no end


@dataclass(frozen=True, slots=True)
class HunkEnd:
    """Where a hunk ends: the place of the first line after it, and what is wrong, if anything."""

    at: int
    wrong: str | None = None


def read_hunk_body(lines: Sequence[str], at: int, promised: HunkRange) -> HunkEnd:
    """Read a hunk's lines from ``at`` on, just as many as its header promises.

    An empty line is an empty line of context whose blank was trimmed.
    """
    body = _Body(promised.old_count, promised.new_count)
    while at < len(lines) and (body.unfinished or lines[at].startswith(_MARKER)):
        wrong = body.take(lines[at])
        if wrong is not None:
            return HunkEnd(at, wrong)
        at += 1
    if body.unfinished:
        return HunkEnd(at, body.missing)
    if not body.changes:
        return HunkEnd(at, "the hunk changes nothing")
    return HunkEnd(
        at, "the hunk has more lines than its header says" if _goes_on(lines, at) else None
    )


@dataclass(slots=True)
class _Body:
    """How many lines of each side are still to come, and what may still come."""

    old: int
    new: int
    changes: int = 0
    previous: str = ""
    ended: str = ""  # prefixes that may not follow: the file they belong to has no further line

    @property
    def unfinished(self) -> bool:
        return self.old > 0 or self.new > 0

    @property
    def missing(self) -> str:
        return f"the hunk lacks {self.old} old and {self.new} new lines that its header promises"

    def take(self, line: str) -> str | None:
        """Count one line. Returns what is wrong with it."""
        if line.startswith(_MARKER):
            if not self.previous or self.previous in self.ended:
                return "a marker for a missing line end has no line before it"
            self.ended += {"-": "- ", "+": "+ ", " ": "-+ "}[self.previous]
            return None
        prefix = line[:1] or " "
        if prefix not in " -+":
            return self.missing
        if prefix in self.ended:
            return "a line follows the marker that says there is none"
        if (self.old == 0 and prefix != "+") or (self.new == 0 and prefix != "-"):
            return "the hunk has more lines than its header says"
        self.old -= prefix != "+"
        self.new -= prefix != "-"
        self.changes += prefix != " "
        self.previous = prefix
        return None


def _goes_on(lines: Sequence[str], at: int) -> bool:
    """Say whether lines like those of a hunk follow its last promised one, after blanks or not."""
    blanks = 0
    while at + blanks < len(lines) and not lines[at + blanks]:
        blanks += 1
    following = [*lines[at + blanks : at + blanks + 2], "", ""]
    if following[0].startswith("--- ") and following[1].startswith("+++ "):
        return False
    if following[0] in ("--", "-- "):  # what mail programs write before a signature
        return False
    return following[0].startswith(("+", "-", " "))
