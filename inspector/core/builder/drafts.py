"""A block while it is fitted: what it would be, what it can be cut down to, its lines in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from inspector.core.builder.outputs import BlockMeta, BlockType, Priority
from inspector.plurals import count_of
from inspector.project.code.slices import Cut, Slice, SliceLevel
from inspector.project.index import Symbol
from inspector.project.paths import in_bytes, shown_path

UNRANKED = 1_000_000_000
"""The rank of a block that is no file: behind every file of its priority."""

_TYPES = tuple(BlockType)
_PRIORITIES = tuple(Priority)
_SAYINGS = {
    SliceLevel.TARGET_REGION_ONLY: "the named symbols only",
    SliceLevel.SIGNATURES_ONLY: "signatures only",
    SliceLevel.SUMMARY_ONLY: "one line",
}


@dataclass(frozen=True, slots=True)
class Draft:
    """One block with what fitting needs to know of it.

    ``content`` is what would be sent, ``whole`` the text that it was cut from, without secrets.
    ``language`` is the grammar of the file, ``symbols`` the definitions that are meant in a target,
    ``outline`` the signatures and ``summary`` the one line that may stand for the file.
    ``tokens`` is what the block takes with heading and fence, ``needed`` what it takes uncut.
    ``doubt`` says where a file may hold a secret: none of its text is here then, only signatures.
    """

    block_type: BlockType
    priority: Priority
    name: str
    content: str
    meta: BlockMeta = field(default_factory=BlockMeta)
    language: str = ""
    rank: int = UNRANKED
    level: SliceLevel = SliceLevel.FULL_FILE
    whole: str = ""
    cuts: tuple[Cut, ...] = ()
    symbols: tuple[Symbol, ...] = ()
    outline: str = ""
    summary: str = ""
    redactions: int = 0
    doubt: str = ""
    tokens: int = 0
    needed: int = 0
    defined: tuple[Symbol, ...] = ()
    """Every definition of the file that was read without doubt."""

    created: bool = False
    """Whether it is a file that is not there yet."""

    @property
    def is_file(self) -> bool:
        """Whether it is a file's block, whole or cut."""
        return self.block_type is BlockType.FILE

    @property
    def path(self) -> str:
        """The path of the file that it is or comes from, "" for none."""
        return self.meta.path or ""

    @property
    def subject(self) -> str:
        """What tells it from every other block."""
        if self.block_type is BlockType.SYMBOL:
            return f"{self.path}#{self.meta.symbol}"
        return self.path if self.is_file else f"{self.block_type}: {self.name}"

    @property
    def title(self) -> str:
        """What a reader calls it: on one line, and saying what was done to it."""
        notes = ["to be created"] if self.created else []
        if self.level in _SAYINGS:
            notes.append(_SAYINGS[self.level])
        if self.redactions:
            # What is required is never redacted: it refuses the call.
            done = "found" if self.priority is Priority.P0 else "redacted"
            notes.append(f"{count_of(self.redactions, 'secret')} {done}")
        return shown_path(self.name) + (f" ({', '.join(notes)})" if notes else "")

    @property
    def order(self) -> tuple[int, int, bytes, bytes]:
        """Where the block stands in the bundle (Builder INV-CONTEXT-1)."""
        if self.is_file:
            key = self.path
        elif self.block_type is BlockType.SYMBOL:
            key = self.meta.symbol or ""
        else:
            key = self.title
        return (
            _PRIORITIES.index(self.priority),
            _TYPES.index(self.block_type),
            in_bytes(key),
            in_bytes(self.path),
        )

    def cut_down(self, part: Slice) -> Draft:
        """The same block with less of its file. One line holds no text, so nothing redacted."""
        cut = replace(self, content=part.text, level=part.level, cuts=part.cuts)
        is_line = part.level is SliceLevel.SUMMARY_ONLY
        return replace(cut, language="", redactions=0) if is_line else cut


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
