"""Conversations as placements: one for each turn of a person, with all the model had by its end.

What a compaction replaced is not there any more; a turn that one interrupts is shown before it and
after it. Here the records of a conversation are closed in the account, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from inspector.core.problems import Problem
from inspector.core.window.chunk import Chunk, ChunkType
from inspector.files.account import AccountDraft
from inspector.files.chat import chunks_from_chat
from inspector.files.chat.log_entries import Entry, Log, Said, Stretch, Thread
from inspector.files.findings import Parsed, parts_of
from inspector.files.importers.imported import Foreign, Imported, Payload

_USER = (ChunkType.CHAT_HISTORY_USER, ChunkType.CURRENT_USER_PROMPT)
_KINDS = {
    Said.PERSON: "messages of a person",
    Said.INJECTED: "injected texts",
    Said.SUMMARY: "summaries",
    Said.ASSISTANT: "parts of answers",
    Said.RESULT: "results of tools",
    Said.INSTRUCTIONS: "instructions",
}
_NOTHING = "nothing in it can be read as text"


def imported_log(title: str, log: Log, foreign: Foreign, used: Iterable[str]) -> Imported | None:
    """Return the conversations of a log as placements, and close the account of its records.

    ``used`` are the members of records that say what a record is and whose its words are.
    """
    chunks = {id(thread): _chunks_of(thread, foreign) for thread in log.threads}
    for thread in log.threads:
        if thread.window is not None:
            log.readings["window"] = f"{thread.window:,} tokens, recorded in the log"
    _close(foreign.account, log, chunks, frozenset(used))
    payloads: list[Payload] = []
    for number, thread in enumerate(log.threads):
        name = f"side conversation {number or 1}, " if thread.name else ""
        payloads += _payloads(name, thread, chunks[id(thread)])
    sent = tuple(one for one in payloads if one.chunks)
    return Imported(title, payloads=sent) if sent else None


_Chunks = Mapping[int, Sequence[Chunk]]
"""The chunks of each entry, by its identity."""


def _entries(thread: Thread) -> list[Entry]:
    """Return the entries of a thread, each once."""
    every = {id(one): one for stretch in thread.stretches for one in stretch.entries}
    return list(every.values())


def _chunks_of(thread: Thread, foreign: Foreign) -> _Chunks:
    entries = _entries(thread)
    chunks, problems = chunks_from_chat([entry.message for entry in entries])
    for problem in problems:
        place, *rest = parts_of(problem.place.pointer or "")
        entry = entries[int(place)]
        there = problem.at(entry.parsed.place(*entry.way, *rest))
        foreign.found.add_many(problem.code, partial(_itself, there))
    found: dict[int, list[Chunk]] = {id(entry): [] for entry in entries}
    for chunk in chunks:
        entry = entries[int(chunk.id.partition("/")[0])]
        found[id(entry)].append(_told(chunk, entry))
    return found


def _itself(problem: Problem) -> Problem:
    return problem


def _told(chunk: Chunk, entry: Entry) -> Chunk:
    """Return a chunk with its time, and with who put it in where that was a program."""
    said: dict[str, Any] = {}
    if entry.time_ms is not None:
        said["timestamp_ms"] = entry.time_ms
    if entry.said in (Said.INJECTED, Said.SUMMARY):
        kind = entry.kind or entry.said.value
        said["metadata"] = {**(chunk.metadata or {}), "injected": kind}
    return chunk.model_copy(update=said) if said else chunk


def _payloads(name: str, thread: Thread, chunks: _Chunks) -> Iterator[Payload]:
    turn = 0
    for number, stretch in enumerate(thread.stretches):
        after = stretch.compaction is not None
        starts = _starts(stretch)
        following = thread.stretches[number + 1 : number + 2]
        before = any(_goes_on(one, _starts(one)) for one in following)
        if not starts or (number > 0 and _goes_on(stretch, starts)):
            turn = turn or 1
            end = starts[0] if starts else len(stretch.entries)
            label = f"{name}turn {turn}{_beside(after, before and not starts)}"
            yield _payload(label, thread, stretch, None, end, chunks)
        for begin, end in pairwise((*starts, len(stretch.entries))):
            turn += 1
            label = f"{name}turn {turn}{_beside(after, before and end == len(stretch.entries))}"
            yield _payload(label, thread, stretch, begin, end, chunks)


def _beside(after: bool, before: bool) -> str:
    if after and before:
        return " (between compactions)"
    return " (after a compaction)" if after else " (before a compaction)" if before else ""


def _starts(stretch: Stretch) -> list[int]:
    """Return where turns begin: where a person speaks, what a compaction kept left aside."""
    return [
        place
        for place, entry in enumerate(stretch.entries)
        if place >= stretch.kept and entry.begins_turn
    ]


def _goes_on(stretch: Stretch, starts: list[int]) -> bool:
    """Whether a turn that began before a compaction goes on after it."""
    first = stretch.entries[stretch.kept : starts[0] if starts else None]
    return not starts or any(entry.said is Said.ASSISTANT for entry in first)


def _payload(
    name: str, thread: Thread, stretch: Stretch, begin: int | None, end: int, chunks: _Chunks
) -> Payload:
    sent = [
        _of_turn(chunk, place == begin)
        for place, entry in enumerate(stretch.entries[:end])
        for chunk in chunks[id(entry)]
    ]
    models = [entry.model for entry in stretch.entries[:end] if entry.model]
    later = [entry.model for entry in _entries(thread) if entry.model]
    model = next(iter(models[-1:] or later), None)
    return Payload(name, tuple(sent), model, thread.window)


def _of_turn(chunk: Chunk, begins: bool) -> Chunk:
    """Return a chunk as it stands in a turn: what began the turn is the current prompt."""
    if chunk.type not in _USER:
        return chunk
    kind = ChunkType.CURRENT_USER_PROMPT if begins else ChunkType.CHAT_HISTORY_USER
    return chunk if chunk.type is kind else chunk.model_copy(update={"type": kind})


def _close(
    account: AccountDraft, log: Log, chunks: Mapping[int, _Chunks], used: frozenset[str]
) -> None:
    """Enter every record once: as what it was taken, or with the reason why it was not."""
    taken: dict[int, tuple[Parsed, Said, list[str], bool]] = {}
    for thread in log.threads:
        for entry in _entries(thread):
            there = chunks[id(thread)][id(entry)]
            known = taken.get(id(entry.parsed))
            texts = [*(known[2] if known else []), *(one.content or "" for one in there)]
            kept = bool(there) or (known is not None and known[3])
            taken[id(entry.parsed)] = (entry.parsed, entry.said, texts, kept)
    for parsed, said, texts, kept in taken.values():
        account.met()
        if kept:
            account.took(_KINDS[said])
            account.ignored(*unused_names(parsed.value, texts, used))
        else:
            account.left(_NOTHING, parsed.place())
    for parsed, reason in log.left_out:
        if id(parsed) not in taken:
            account.met()
            account.left(reason, parsed.place())
    for what, how in log.readings.items():
        account.read_as(what, how)


def unused_names(record: Any, texts: Sequence[str], used: frozenset[str]) -> list[str]:
    """Return the ways to what a record says and none of its texts holds, whole parts by their top.

    ``used`` are ways whose values say what the record is; those are no text of their own.
    """
    whole = "\n".join(texts)
    names, any_used = _unused(record, "", whole, used)
    return sorted(names) if any_used else []


def _unused(value: Any, way: str, whole: str, used: frozenset[str]) -> tuple[set[str], bool]:
    if way in used:
        return set(), True
    if isinstance(value, Mapping | list):
        pairs = value.items() if isinstance(value, Mapping) else (("*", one) for one in value)
        names: set[str] = set()
        any_used = False
        for name, inner in pairs:
            found, there = _unused(inner, f"{way}/{name}" if way else str(name), whole, used)
            names |= found
            any_used = any_used or there
        return (names, any_used) if any_used or not names or not way else ({way}, False)
    if value is None or value == "" or isinstance(value, bool):
        return set(), False
    written = value if isinstance(value, str) else repr(value)
    there = written in whole or (isinstance(value, str) and _escaped(value) in whole)
    return (set(), True) if there else ({way}, False)


def _escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
