"""What became of every file of an index, and what a viewer may show of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from inspector.core.builder.outputs import Priority
from inspector.core.reasons import Reason
from inspector.project.code.slices import Cut, SliceLevel
from inspector.project.index import Exclusion, IndexedFile


class FateKind(StrEnum):
    """What became of a file."""

    INCLUDED = "included"  # whole and unchanged
    SLICED = "sliced"  # parts of it, to fit; redacted as well where there were secrets
    REDACTED = "redacted"  # whole, with secrets taken out
    REMOVED = "removed"  # a candidate that was taken out to fit
    OPTIONAL = "optional"  # of priority P3, and these are off
    EXCLUDED = "excluded"  # by a hard rule, whether it was a candidate or not
    REFUSED = "refused"  # would be in, but the whole bundle was refused
    NO_CANDIDATE = "no_candidate"  # nothing asks for it


@dataclass(frozen=True, slots=True, order=True)
class RedactedSpan:
    """A secret that was taken out: where and what kind, never the value.

    ``start`` and ``end`` (exclusive) are code points of the shown text and cover the mark
    ``[REDACTED:kind]``. Lines count from 1 in the file as it was read, both ends included.
    """

    start: int
    end: int
    kind: str
    first_line: int
    last_line: int


def span_text(span: RedactedSpan) -> str:
    """A place and a kind, as in ``line 3: openai-key``."""
    if span.first_line == span.last_line:
        return f"line {span.first_line}: {span.kind}"
    return f"lines {span.first_line} to {span.last_line}: {span.kind}"


@dataclass(frozen=True, slots=True)
class SourceView:
    """What a viewer may show of a file: its text with every secret replaced by a mark.

    ``text`` is the whole file. ``cuts`` are in its code points and lines: what was left out of the
    bundle. It is kept in memory only, and is no part of any artifact.
    """

    path: str
    level: SliceLevel
    text: str
    cuts: tuple[Cut, ...] = ()
    redactions: tuple[RedactedSpan, ...] = ()

    def __repr__(self) -> str:
        return f"SourceView({self.path!r}, {self.level})"


@dataclass(frozen=True, slots=True)
class FileFate:
    """What became of one file, and why. ``path`` is as it may be told: without secrets.

    ``tokens`` is what its block takes from the budget, 0 for what is out; ``needed`` is what the
    whole file would take, None where it was not counted. ``reason`` is None where nothing asked
    for the file. ``sentence`` says it with this run's numbers.
    """

    path: str
    kind: FateKind
    sentence: str
    reason: Reason | None = None
    tokens: int = 0
    needed: int | None = None
    priority: Priority | None = None
    level: SliceLevel | None = None
    exclusion: Exclusion | None = None
    cuts: tuple[Cut, ...] = ()
    redactions: tuple[RedactedSpan, ...] = ()


class Fates(Mapping[str, FileFate]):
    """The fate of every file by its path; that of a file which is no candidate is made on demand.

    Iterates over the paths of the index in bytewise order. ``shown`` says how paths and
    details are told that hold a secret.
    """

    def __init__(
        self,
        files: Mapping[str, IndexedFile],
        candidates: Mapping[str, FileFate],
        shown: Mapping[str, str],
    ) -> None:
        self._files = files
        self._candidates = candidates
        self._shown = shown

    def __getitem__(self, path: str) -> FileFate:
        known = self._candidates.get(path)
        return known or _fate_of_other(self._files[path], self._shown)

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def __repr__(self) -> str:
        return f"Fates of {len(self)} files"


def _fate_of_other(file: IndexedFile, shown: Mapping[str, str]) -> FileFate:
    path, told = shown.get(file.path, file.path), shown.get(file.detail, file.detail)
    if file.exclusion is None:
        return FileFate(path, FateKind.NO_CANDIDATE, "Nothing in the request leads to it.")
    detail = f": {told}" if told else ""
    return FileFate(
        path,
        FateKind.EXCLUDED,
        f"Never sent ({file.exclusion}{detail}); nothing in the request leads to it.",
        exclusion=file.exclusion,
    )
