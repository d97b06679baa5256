"""How a large file of candidates begins: told at once, while the file is still to be loaded.

Nothing is decided by these cards. They are read from the first bytes alone, so that somebody sees
what is being opened; the load reads all of it again, and that is what counts.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import PurePath

from inspector.core.candidates.columns import CardColumns
from inspector.files.bounds import USUAL_MB, exceeds
from inspector.files.candidates import CARDS, read_candidates
from inspector.files.documents import Form, form_of, is_parquet
from inspector.files.findings import Findings
from inspector.files.json_scan import last_cut, list_named
from inspector.files.kinds import FileKind, kind_of
from inspector.files.source import PathLike, Source, as_text, read_head, shown

LARGE = 64 << 20  # bytes; what has fewer is there before anybody has read its first rows
_HEAD = 1 << 20


@dataclass(frozen=True, eq=False)
class Beginning:
    """The first cards of a file of ``size`` bytes, as they are written there."""

    name: str
    size: int
    cards: CardColumns


def first_cards(path: PathLike) -> Beginning | None:
    """Return how a large file of candidates begins; None of any other, or one that cannot be read.

    Why it cannot is for the load to say.
    """
    if is_parquet(path) or (head := read_head(path, LARGE, _HEAD)) is None:
        return None
    data, size = head
    if exceeds(size, USUAL_MB << 20):  # the load refuses it
        return None
    source = _whole_records(data, path)
    if source is None or kind_of(source, path, Findings()) is not FileKind.CANDIDATES:
        return None
    candidates = read_candidates(source, path, Findings())
    if candidates is None or not len(candidates.knowledge_cards):
        return None
    return Beginning(PurePath(os.fspath(path)).name, size, candidates.knowledge_cards)


def _whole_records(head: bytes, path: PathLike) -> Source | None:
    """Return the beginning of a file up to its last whole record, as a document of its own."""
    line = head.rfind(b"\n") + 1
    name = shown(path)
    # A sign that the end cuts in two is no sign: what is told apart first is only looked at.
    form = form_of(Source(name, head), path)
    if form is Form.LINES:
        return as_text(name, head[:line], Findings())
    start = list_named(CARDS, head, 0) if form is Form.JSON else None
    cut = None if start is None else last_cut(head, start)
    return None if cut is None else as_text(name, head[:cut] + b"]}", Findings())
