"""Which lines of a file that was cut down are there, and which were cut, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.core.builder.drafts import Draft
from inspector.project.code.slices import Cut, SliceLevel


def lines_there(draft: Draft) -> str:
    """Say what is there of a file that was cut down: its lines, signatures, or its names."""
    if draft.level is SliceLevel.SUMMARY_ONLY:
        return "path and names are there; "
    cut = {line for one in draft.cuts for line in range(one.first_line, one.last_line + 1)}
    there = [line for line in range(1, draft.meta.line_count + 1) if line not in cut]
    if there:
        return f"{_named(there)} {'is' if len(there) == 1 else 'are'} there; "
    begins = sorted({one.start_line for one in draft.defined if one.signature})
    if not begins:
        return ""
    told = "the signature of {} is" if len(begins) == 1 else "signatures of {} are"
    return f"{told.format(_named(begins))} there; "


def lines_cut(draft: Draft) -> str:
    """Name the lines that were cut; of one that begins or ends beside a cut, a part is there."""
    partly = {line for one in draft.cuts for line in _ends_inside(one, draft.whole)}
    cut = {line for one in draft.cuts for line in range(one.first_line, one.last_line + 1)}
    whole = sorted(cut - partly)
    told = [_named(whole)] if whole else []
    if partly:
        told.append(f"part of {_named(sorted(partly))}")
    return " and ".join(told)


def _ends_inside(cut: Cut, text: str) -> Iterator[int]:
    """Yield the lines at the ends of a cut of which there is more than the cut."""
    if text[text.rfind("\n", 0, cut.start) + 1 : cut.start].strip():
        yield cut.first_line
    end = text.find("\n", cut.end)
    if text[cut.end : len(text) if end < 0 else end].strip():
        yield cut.last_line


def _named(lines: Sequence[int]) -> str:
    return f"line{'' if len(lines) == 1 else 's'} {_ranges(lines)}"


def _ranges(lines: Sequence[int]) -> str:
    found: list[list[int]] = []
    for line in lines:
        if found and found[-1][1] == line - 1:
            found[-1][1] = line
        else:
            found.append([line, line])
    return ", ".join(f"{a}-{b}" if b > a else f"{a}" for a, b in found)
