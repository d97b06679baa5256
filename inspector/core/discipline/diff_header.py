"""The lines of a unified diff that are not content: file headers, git's lines, mail lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

_HUNK = re.compile(r"@@ -([0-9]{1,9})(?:,([0-9]{1,9}))? \+([0-9]{1,9})(?:,([0-9]{1,9}))? @@.*")
_ESCAPE = re.compile(r"\\([0-7]{3}|.)")
_ESCAPED = {"a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_PREFIX = re.compile("[abciow12]/")

_GIT_LINE = re.compile(
    r"(old mode|new mode|new file mode|deleted file mode|copy from|copy to|rename from|rename to"
    r"|similarity index|dissimilarity index|index) (.*)"
)

# What diff, Subversion, git format-patch and mail programs write around the files of a diff.
_TOOL_LINE = re.compile(
    r"diff .*|Index: .*|={10,}|From [0-9a-f]{40} .*|(?:From|To|Cc|Date|Subject|Message-I[dD]"
    r"|In-Reply-To|References|MIME-Version|Content-[A-Za-z-]+): .*|---|-- ?|[0-9]+(?:\.[0-9]+)+.*"
    r"| .* \| +(?:[0-9]+ ?[+-]*|Bin .*)| [0-9]+ files? changed.*"
    r"| (?:create|delete|mode|rename|copy) .*"
)


@dataclass(frozen=True, slots=True)
class HunkRange:
    """The numbers of a hunk's header: first line and number of lines, in the old and new file."""

    old_start: int
    old_count: int
    new_start: int
    new_count: int


def hunk_range(line: str) -> HunkRange | None:
    """Read ``@@ -1,3 +1,4 @@``; a count that is left out is 1. None for any other line."""
    match = _HUNK.fullmatch(line)
    if match is None:
        return None
    old_start, old_count, new_start, new_count = match.groups()
    return HunkRange(int(old_start), int(old_count or 1), int(new_start), int(new_count or 1))


def git_line(line: str) -> tuple[str, str] | None:
    """Return the name and the value of a line of git's extended header, None for any other."""
    match = _GIT_LINE.fullmatch(line)
    return None if match is None else (match[1], match[2])


def is_tool_line(line: str) -> bool:
    """Say whether a line outside the files of a diff is one that tools write there."""
    return _TOOL_LINE.fullmatch(line) is not None


def header_name(line: str) -> str:
    """Return the file name of a ``---`` or ``+++`` line, without its timestamp, unquoted."""
    return unquoted(line[4:].partition("\t")[0].strip())


def file_paths(old: str, new: str) -> tuple[str | None, str | None]:
    """Return two header names as paths: without prefixes, None for ``/dev/null``.

    ``a/`` and ``b/`` are prefixes. So are git's other letters when the rest is the same path.
    """
    gone, made = old == "/dev/null", new == "/dev/null"
    if (gone or old.startswith("a/")) and (made or new.startswith("b/")):
        return (None if gone else old[2:]), (None if made else new[2:])
    if _PREFIX.match(old) and _PREFIX.match(new) and old[0] != new[0] and old[2:] == new[2:]:
        return old[2:], new[2:]
    return (None if gone else old), (None if made else new)


def git_paths(line: str) -> tuple[str, ...]:
    """Return the one path of ``diff --git a/path b/path``, or nothing when the two differ.

    Names with blanks make the line ambiguous, unless both names are the same.
    """
    rest = line.removeprefix("diff --git ")
    middle = len(rest) // 2
    old, new = unquoted(rest[:middle]), unquoted(rest[middle + 1 :])
    path, same = file_paths(old, new)
    return (path,) if path is not None and path == same and rest[middle : middle + 1] == " " else ()


def unquoted(name: str) -> str:
    """Undo git's quoting of unusual names: C escapes, bytes of UTF-8 in octal."""
    if len(name) < 2 or not (name.startswith('"') and name.endswith('"')):
        return name
    data, done = bytearray(), 1
    for match in _ESCAPE.finditer(name, 1, len(name) - 1):
        data += name[done : match.start()].encode("utf-8", "surrogatepass")
        done, code = match.end(), match[1]
        if len(code) == 3:
            data.append(int(code, 8) & 0xFF)
        elif code in _ESCAPED:
            data.append(_ESCAPED[code])
        else:
            data += code.encode("utf-8", "surrogatepass")
    data += name[done:-1].encode("utf-8", "surrogatepass")
    return data.decode("utf-8", "replace")
