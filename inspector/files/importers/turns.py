"""Conversations as placements: one for each turn of a person, with all the model had by its end.

What a compaction replaced is not there any more; a turn that one interrupts is shown before it and
after it. Here the records of a conversation are closed in the account, too.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from inspector.core.problems import Problem
from inspector.core.window.chunk import Chunk, ChunkType
from inspector.files.account import AccountDraft, told, unsaid_names
from inspector.files.bounds import exceeds
from inspector.files.chat import MOST_MESSAGES, TOO_MANY, chunks_from_chat
from inspector.files.chat.log_entries import (
    ABANDONED,
    SENT_WITH_NONE,
    Log,
    LogEntry,
    Origin,
    Stretch,
    Thread,
)
from inspector.files.chat.part_kinds import ESTIMATED
from inspector.files.findings import Parsed, parts_of
from inspector.files.importers.imported import (
    MOST_SENT,
    Foreign,
    Imported,
    Payload,
    TooMuchSentError,
)
from inspector.plurals import count_of

_USER = (ChunkType.CHAT_HISTORY_USER, ChunkType.CURRENT_USER_PROMPT)
_KINDS = {
    Origin.PERSON: "messages of a person",
    Origin.INJECTED: "injected texts",
    Origin.SUMMARY: "summaries",
    Origin.ASSISTANT: "parts of answers",
    Origin.RESULT: "results of tools",
    Origin.INSTRUCTIONS: "instructions",
}
_NOTHING = "nothing in it can be read as text"


def imported_log(
    title: str, log: Log, foreign: Foreign, used: Iterable[str], *, whole: bool = False
) -> Imported | None:
    """Return the conversations of a log as placements, and close the account of its records.

    ``used`` are the members of records that say what a record is and whose its words are. With
    ``whole`` each conversation is one placement, called by its name. Raises ``TooMuchSentError``.
    """
    chunks = {id(thread): _chunks_of(thread, foreign) for thread in log.threads}
    for thread in log.threads:
        if thread.window is not None:
            log.readings["window"] = f"{count_of(thread.window, 'token')}, recorded in the log"
    _close(foreign.account, log, chunks, frozenset(used))
    sent = _sent(_placements(log, chunks, whole=whole), foreign.account)
    return Imported(title, payloads=sent) if sent else None


def _placements(log: Log, chunks: Mapping[int, _Chunks], *, whole: bool) -> Iterator[Payload]:
    several = sum(not one.name for one in log.threads) > 1
    for number, thread in enumerate(log.threads):
        there = chunks[id(thread)]
        if not any(there.values()):
            continue  # nothing of it can be sent, such as of too many messages
        if whole:
            last = thread.stretches[-1]
            said = max(_starts(last), default=None)
            yield _payload(thread.name, thread, last, said, len(last.entries), there)
            continue
        name = f"side conversation {number or 1}, " if thread.name else ""
        if not thread.name and several:
            name = f"session {number + 1}, "
        yield from _payloads(name, thread, there)


def _sent(payloads: Iterable[Payload], account: AccountDraft) -> tuple[Payload, ...]:
    """Return the placements that hold something. Raises ``TooMuchSentError``."""
    found, blocks = [], 0
    for payload in payloads:
        account.go_on()  # each holds all that was said before it
        blocks += len(payload.chunks)
        if exceeds(blocks, MOST_SENT):
            raise TooMuchSentError
        if payload.chunks:
            found.append(payload)
    return tuple(found)


def imported_steps(title: str, log: Log, foreign: Foreign, used: Iterable[str]) -> Imported | None:
    """Return trajectories as placements, one for each answer: what was sent before it.

    Of a thread with several stretches each is what one step sent.

    What is said after the last request was sent with none, and is left out. Raises
    ``TooMuchSentError``.
    """
    chunks = {id(thread): _chunks_of(thread, foreign) for thread in log.threads}
    sent = _sent(_of_steps(log, chunks), foreign.account)
    for thread in log.threads:
        last, end = _steps(thread)[-1]
        after = {id(one.parsed): one.parsed for one in last.entries[end:]}
        del last.entries[end:]
        log.left_out += [(parsed, SENT_WITH_NONE) for parsed in after.values()]
    _close(foreign.account, log, chunks, frozenset(used))
    return Imported(title, payloads=sent) if sent else None


def _of_steps(log: Log, chunks: Mapping[int, _Chunks]) -> Iterator[Payload]:
    for number, thread in enumerate(log.threads):
        if not any(chunks[id(thread)].values()):
            continue
        name = f"side trajectory {number or 1}, " if thread.name else ""
        starts = {id(stretch): _starts(stretch) for stretch in thread.stretches}
        for step, (stretch, end) in enumerate(_steps(thread), 1):
            before = bisect_left(starts[id(stretch)], end)
            said = starts[id(stretch)][before - 1] if before else None
            yield _payload(f"{name}step {step}", thread, stretch, said, end, chunks[id(thread)])


def _steps(thread: Thread) -> list[tuple[Stretch, int]]:
    """Return what each step sent: a stretch of its own, or the only one up to its answer."""
    if thread.stretches[1:]:
        return [(one, len(one.entries)) for one in thread.stretches]
    (stretch,) = thread.stretches
    answers = [place for place, one in enumerate(stretch.entries) if one.answer is not None]
    return [(stretch, end) for end in answers or [len(stretch.entries)]]


_TOOLS = 0
"""Where the chunks of tools stand among those of entries."""

_Chunks = Mapping[int, Sequence[Chunk]]
"""The chunks of each entry, by its identity."""


def _entries(thread: Thread) -> list[LogEntry]:
    """Return the entries of a thread, each once."""
    every = {id(one): one for stretch in thread.stretches for one in stretch.entries}
    return list(every.values())


def _chunks_of(thread: Thread, foreign: Foreign) -> _Chunks:
    entries = _entries(thread)
    chunks, problems = chunks_from_chat([entry.message for entry in entries])
    defined, faults = chunks_from_chat({"messages": [], "tools": list(thread.tools)})
    for fault in faults:
        foreign.found.add_many(fault.code, partial(_itself, fault.at(entries[0].parsed.place())))
    for problem in problems:
        place, *rest = parts_of(problem.place.pointer or "") or ("0",)  # of all of them
        entry = entries[int(place)]
        there = problem.at(entry.parsed.place(*entry.way, *rest))
        foreign.found.add_many(problem.code, partial(_itself, there))
    found: dict[int, list[Chunk]] = {_TOOLS: list(defined)} | {id(one): [] for one in entries}
    for chunk in chunks:
        entry = entries[int(chunk.id.partition("/")[0])]
        found[id(entry)].append(_told(chunk, entry))
    return found


def _itself(problem: Problem) -> Problem:
    return problem


def _told(chunk: Chunk, entry: LogEntry) -> Chunk:
    """Return a chunk with its time, and with who put it in where that was a program."""
    said: dict[str, Any] = {}
    if entry.time_ms is not None:
        said["timestamp_ms"] = entry.time_ms
    if entry.origin in (Origin.INJECTED, Origin.SUMMARY):
        kind = entry.kind or entry.origin.value
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
    return not starts or any(entry.origin is Origin.ASSISTANT for entry in first)


def _payload(
    name: str, thread: Thread, stretch: Stretch, begin: int | None, end: int, chunks: _Chunks
) -> Payload:
    sent = [
        _of_turn(chunk, place == begin)
        for place, entry in enumerate(stretch.entries[:end])
        for chunk in chunks[id(entry)]
    ]
    before = (entry.model for entry in reversed(stretch.entries[:end]) if entry.model)
    model = next(before, thread.first_model)
    return Payload(name, (*chunks[_TOOLS], *sent), model, thread.window)


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
    taken: dict[int, tuple[Parsed, Origin, list[str], bool]] = {}
    compactions = {id(one.compaction) for each in log.threads for one in each.stretches}
    for thread in log.threads:
        for entry in _entries(thread):
            there = chunks[id(thread)][id(entry)]
            known = taken.get(id(entry.parsed))
            texts = [*(known[2] if known else []), *map(told, there)]
            kept = bool(there) or (known is not None and known[3])
            said = known[1] if known else entry.origin
            if id(entry.parsed) in compactions:
                said = Origin.SUMMARY
            taken[id(entry.parsed)] = (entry.parsed, said, texts, kept)
    unplaced = _unplaced(log)
    for parsed, said, texts, kept in taken.values():
        account.met()
        if kept:
            account.took(_KINDS[said])
            account.ignored(*unsaid_names(parsed.value, texts, used))
        else:
            why = TOO_MANY if id(parsed) in unplaced else _NOTHING
            account.left(why, parsed.place())
    for parsed, reason in log.left_out:
        if id(parsed) not in taken:
            account.met()
            account.left(reason, parsed.place())
    account.ignored(*log.unused)
    for what, how in log.readings.items():
        account.read_as(what, how)
    if any(reason == ABANDONED for _, reason in log.left_out):
        account.read_as("conversation", "the way from the newest message to the first")
    if any(said is Origin.INJECTED for _, said, _, _ in taken.values()):
        account.read_as("role", "what a program wrote as the user is injected, and begins no turn")
    every = (one for thread in chunks.values() for several in thread.values() for one in several)
    if any("media" in (one.metadata or {}) for one in every):
        account.read_as("size", ESTIMATED)


def _unplaced(log: Log) -> set[int]:
    """Return the records, by identity, of conversations with more messages than are placed."""
    every = map(_entries, log.threads)
    long = (entries for entries in every if exceeds(len(entries), MOST_MESSAGES))
    return {id(entry.parsed) for entries in long for entry in entries}
