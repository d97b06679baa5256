"""Reading a unified diff strictly: every hunk has the lines that its header promises.

The parsers on the market read what they can and skip the rest, so that a hunk with too many lines
passes. Here each line either belongs to the diff or is reported as standing around it.

The lines of one hunk, counted against what its header promises.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from inspector.core.discipline.diff_header import (
    HunkRange,
    file_paths,
    git_line,
    git_paths,
    header_name,
    hunk_range,
    is_tool_line,
    unquoted,
)
from inspector.core.problems import Place, Problem, Severity
from inspector.plurals import count_of

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
        lacking = f"{count_of(self.old, 'old line')} and {count_of(self.new, 'new line')}"
        return f"the hunk lacks {lacking} that its header promises"

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


_FIX = "Return the diff as diff or git wrote it."
_BINARY = ("GIT binary patch", "Binary files ")
_CHANGES = (
    {"rename from", "rename to"},
    {"copy from", "copy to"},
    {"old mode", "new mode"},
    {"new file mode"},
    {"deleted file mode"},
)


@dataclass(frozen=True, slots=True)
class FileDiff:
    """One file of a diff. A path is None where there is no such side (``/dev/null``).

    ``line`` is where its header begins, counted from 1.
    """

    line: int
    old_path: str | None
    new_path: str | None
    hunks: tuple[HunkRange, ...] = ()


@dataclass(frozen=True, slots=True)
class DiffReading:
    """The files of a diff, the lines around them, and what is wrong.

    ``around`` holds the text of lines that belong neither to a file nor to what tools write. With
    problems, ``files`` holds what could be read, which is good for naming paths and no more.
    """

    files: tuple[FileDiff, ...]
    around: tuple[str, ...] = field(repr=False)
    problems: tuple[Problem, ...]

    @property
    def paths(self) -> list[str]:
        """All paths of the files, each once, in order."""
        sides = (path for file in self.files for path in (file.old_path, file.new_path))
        return list(dict.fromkeys(path for path in sides if path))


def read_unified_diff(text: str) -> DiffReading:
    """Read a text as a unified diff, as written by diff, git or Subversion, with LF or CRLF.

    New, deleted, renamed and copied files and changes of mode are understood, and the marker for
    a missing line end. Binary changes are problems: they cannot be reviewed.
    """
    reader = _Reader(text)
    reader.read()
    return DiffReading(tuple(reader.files), tuple(reader.around), tuple(reader.problems))


class _Reader:
    """A cursor over the lines of a text.

    Reading takes linear time: the cursor goes back only to the header of a hunk that is wrong, and
    no hunk reaches beyond the next header.
    """

    def __init__(self, text: str) -> None:
        self.lines = [line.removesuffix("\r") for line in text.split("\n")]
        if self.lines[-1] == "":
            self.lines.pop()
        self.at = 0
        self.files: list[FileDiff] = []
        self.around: list[str] = []
        self.problems: list[Problem] = []

    def read(self) -> None:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.startswith("diff --git "):
                self.git_file()
            elif self.at_file_header():
                self.file()
            elif line.startswith(("@@ ", "@@@")):
                self.broken("diff.hunk-without-file", "a hunk stands under no file header")
            elif line.startswith("+++ "):
                self.broken("diff.half-header", "a +++ line has no --- line before it")
            elif self.at_binary():
                self.broken("diff.binary", "a binary change cannot be reviewed as a diff")
            elif not line.strip() or is_tool_line(line):
                self.at += 1
            elif self.files and line.startswith(("+", "-", " ", "@")):
                self.broken("diff.stray-line", "a line like those of a hunk belongs to none")
            else:
                self.around.append(line)
                self.at += 1
        if not self.files and not self.problems:
            self.broken("diff.no-file", "there is no file header of a diff", 0)

    def at_file_header(self) -> bool:
        pair = self.lines[self.at : self.at + 2]
        return len(pair) == 2 and pair[0].startswith("--- ") and pair[1].startswith("+++ ")

    def at_hunk(self) -> bool:
        return self.at < len(self.lines) and self.lines[self.at].startswith("@@")

    def at_binary(self) -> bool:
        return self.at < len(self.lines) and self.lines[self.at].startswith(_BINARY)

    def file(self) -> None:
        """Read a ``---`` and ``+++`` pair and its hunks."""
        start = self.at
        old_name, new_name = (header_name(line) for line in self.lines[start : start + 2])
        old, new = file_paths(old_name, new_name)
        place = len(self.files)
        self.files.append(FileDiff(start + 1, old, new))
        self.at += 2
        if old is None and new is None:
            self.broken("diff.no-file", "both sides are /dev/null", start)
        elif not old_name or not new_name:
            self.broken("diff.no-file", "a side has no file name", start)
        elif not self.at_hunk():
            self.broken("diff.no-hunks", "no hunk follows the file header", start)
        else:
            hunks = tuple(self.hunks(old is None, new is None))
            self.files[place] = FileDiff(start + 1, old, new, hunks)

    def hunks(self, made: bool, deleted: bool) -> Iterator[HunkRange]:
        """Read the hunks of a file that is ``made`` (nothing before) or ``deleted``."""
        reached = -1  # the last old line that a hunk has dealt with
        while self.at_hunk():
            start = self.at
            found = hunk_range(self.lines[start])
            if found is None:
                return self.broken("diff.hunk-header", "the header of a hunk cannot be read")
            wrong = _impossible(found, reached, made, deleted)
            end = read_hunk_body(self.lines, start + 1, found)
            if wrong or end.wrong:
                self.at = start + 1  # what it took for its lines may be the header of the next file
                return self.broken("diff.hunk", wrong or str(end.wrong), start)
            self.at = end.at
            reached = found.old_start + found.old_count - (found.old_count > 0)
            yield found
        return None

    def git_file(self) -> None:
        """Read a file under ``diff --git``, which may have a change without hunks."""
        start = self.at
        facts: dict[str, str] = {}
        self.at += 1
        while self.at < len(self.lines) and (fact := git_line(self.lines[self.at])):
            facts[fact[0]] = fact[1]
            self.at += 1
        named = _named(start + 1, facts, self.lines[start])
        if self.at_file_header():
            self.file()
            self.files[-1] = _renamed(self.files[-1], {named.old_path, named.new_path})
        elif any(facts.keys() >= change for change in _CHANGES) and not self.at_binary():
            self.files.append(named)
        elif not self.at_binary():
            self.broken("diff.no-change", "no change follows the header of a file", start)

    def broken(self, code: str, message: str, line: int | None = None) -> None:
        """Record a problem, and go on to where the next file may begin."""
        place = Place(line=(self.at if line is None else line) + 1)
        self.problems.append(Problem(Severity.ERROR, code, message, _FIX, place))
        self.at += line is None
        while self.at < len(self.lines):
            if self.lines[self.at].startswith("diff --git ") or self.at_file_header():
                return
            self.at += 1


def _impossible(hunk: HunkRange, reached: int, made: bool, deleted: bool) -> str | None:
    """Say what no diff program would write in the header of a hunk."""
    if (hunk.old_count and not hunk.old_start) or (hunk.new_count and not hunk.new_start):
        return "the hunk begins before the first line"
    if made and (hunk.old_count or reached >= 0):
        return "the hunk has old lines of a file that did not exist"
    if deleted and hunk.new_count:
        return "the hunk has new lines of a file that is deleted"
    if hunk.old_start + (hunk.old_count == 0) <= reached:
        return "the hunk overlaps the one before it"
    return None


def _renamed(file: FileDiff, known: set[str | None]) -> FileDiff:
    """Take a one-letter prefix off the paths that git's own header names without it."""

    def path(name: str | None) -> str | None:
        bare = name is not None and name[1:2] == "/" and name not in known and name[2:] in known
        return name[2:] if name is not None and bare else name

    return replace(file, old_path=path(file.old_path), new_path=path(file.new_path))


def _named(line: int, facts: dict[str, str], header: str) -> FileDiff:
    """Return a file without hunks, with the paths that git's own header names."""
    for verb in ("rename", "copy"):
        old, new = facts.get(f"{verb} from"), facts.get(f"{verb} to")
        if old is not None and new is not None:
            return FileDiff(line, unquoted(old), unquoted(new))
    path = next(iter(git_paths(header)), None)
    made, deleted = "new file mode" in facts, "deleted file mode" in facts
    return FileDiff(line, None if made else path, None if deleted else path)
