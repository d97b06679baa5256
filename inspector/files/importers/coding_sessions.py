"""Sessions of coding agents: one placement for each turn, and folders of sessions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from inspector.core.problems import Place, Problem, Severity
from inspector.files.account import EVERYTHING, AccountDraft, unused_names
from inspector.files.chat.claude_code_log import read_claude_code
from inspector.files.chat.codex_log import read_codex
from inspector.files.chat.log_entries import (
    ABANDONED,
    NO_MESSAGE,
    TWICE,
    Log,
    Stretch,
    Thread,
)
from inspector.files.findings import Findings, Parsed
from inspector.files.importers.dialects import GEMINI_CLI
from inspector.files.importers.exports import take_message
from inspector.files.importers.imported import (
    Foreign,
    Head,
    Imported,
    Importer,
    listed,
    member,
    text_at,
)
from inspector.files.importers.turns import imported_log
from inspector.files.source import PathLike, Source, shown, without_packing
from inspector.locks import read_regular

# What says whose a record of Claude Code is and where it belongs.
_OF_CLAUDE_CODE = (
    *("type", "subtype", "uuid", "parentUuid", "logicalParentUuid", "sessionId", "agentId"),
    *("timestamp", "requestId", "origin", "attachment/type", "attachment/commandMode"),
    *("message/id", "message/role", "message/model", "message/type", "message/usage/**"),
    *("message/content/*/type", "message/content/*/id", "message/content/*/tool_use_id"),
    *("message/content/*/name", "compactMetadata/**", "microcompactMetadata/**"),
    *(
        f"message/content/*/source/{name}"
        for name in ("type", "media_type", "data", "url", "file_id")
    ),
)
_OF_CODEX = (
    *("type", "timestamp", "payload/type", "payload/role", "payload/call_id", "payload/name"),
    *("payload/id", "payload/status", "payload/content/*/type", "payload/phase", "role", "id"),
    *("payload/summary/*/type", "payload/output/*/type", "payload/replacement_history/*/type"),
    *("payload/replacement_history/*/role", "payload/replacement_history/*/content/*/type"),
    *("call_id", "name", "content/*/type"),
)


def _read_claude_code(foreign: Foreign) -> Imported | None:
    log = read_claude_code(_lines(foreign))
    return imported_log("session of Claude Code", log, foreign, _OF_CLAUDE_CODE)


def _lines(foreign: Foreign) -> Iterator[Parsed]:
    """Give the lines of a session, also where one document holds them."""
    for record in foreign.records():
        held = listed(record.value, "loglines")
        if held:
            foreign.account.ignored(*unused_names(record.value, (f"loglines/*{EVERYTHING}",)))
            yield from (record.child("loglines", place) for place in range(len(held)))
        else:
            yield record


def _read_codex(foreign: Foreign) -> Imported | None:
    return imported_log("session of Codex", read_codex(foreign.records()), foreign, _OF_CODEX)


def _sniff_claude_code(head: Head) -> float:
    kinds = {text_at(one, "type") for one in head.records}
    named = head.has("sessionId", "message") or head.has("uuid", "message", "parentUuid")
    if head.has("loglines/0/message/role", "loglines/0/type"):
        return 0.95
    return 0.95 if named and kinds & {"user", "assistant"} else 0.0


def _sniff_codex(head: Head) -> float:
    if head.has("type", "payload", "timestamp"):
        kinds = {text_at(one, "type") for one in head.records}
        return 0.95 if kinds & {"session_meta", "response_item", "event_msg"} else 0.0
    items = [one for one in head.records if member(one, "type") in ("message", "function_call")]
    return 0.8 if items and head.has("id", "timestamp") and head.has("role", "content") else 0.0


def _sniff_gemini(head: Head) -> float:
    known = {*GEMINI_CLI.roles, *GEMINI_CLI.notices}
    spoken = any(
        GEMINI_CLI.spoken(one) in known and member(one, "message") is None for one in head.records
    )
    begun = head.has("sessionId", "startTime") and not head.has("messages/0")
    return 0.96 if begun and spoken and not head.has("role") else 0.0


def _read_gemini(foreign: Foreign) -> Imported | None:
    """Replay the lines of a session: a message that is written again, a rewind, a new history."""
    log = Log()
    messages: dict[str, Parsed] = {}
    for parsed in foreign.records():
        back, history = member(parsed.value, "$rewindTo"), member(parsed.value, "$set/messages")
        if isinstance(back, str) or isinstance(history, list):
            ids = list(messages)
            start = ids.index(back) if isinstance(back, str) and back in messages else 0
            for one in ids[start:]:
                log.left_out.append((messages.pop(one), ABANDONED))
        if isinstance(history, list):
            for place, one in enumerate(history):
                child = parsed.child("$set", "messages", place)
                messages[text_at(one, "id") or f"{parsed.place()} {place}"] = child
        name = text_at(parsed.value, "id")
        if name is None or text_at(parsed.value, "type") is None:
            log.left_out.append((parsed, f"{NO_MESSAGE}: about the session"))
            continue
        if name in messages:
            log.left_out.append((messages[name], TWICE))
        messages[name] = parsed
    stretches = [Stretch([])]
    for parsed in messages.values():
        take_message(GEMINI_CLI, parsed, parsed.value, stretches, log)
    if stretches[-1].entries:
        log.threads.append(Thread("", stretches))
    return imported_log("session of Gemini CLI", log, foreign, GEMINI_CLI.ways)


IMPORTERS = (
    Importer(
        "claude-code",
        "session of Claude Code",
        (("sessionId", "message", "type"),),
        _sniff_claude_code,
        _read_claude_code,
    ),
    Importer(
        "codex",
        "session of Codex",
        (("timestamp", "type", "payload"),),
        _sniff_codex,
        _read_codex,
    ),
    Importer(
        "gemini-cli-lines",
        "session of Gemini CLI",
        (("$rewindTo",),),
        _sniff_gemini,
        _read_gemini,
    ),
)


_ENDINGS = (".jsonl", ".json", ".traj")
_DEEPEST = 4  # a project, its sessions, their folders, and one of agents below
_MOST = 500
_LOOKED_INTO = 4
_BEGINNING = 1 << 18  # bytes

Read = Callable[[PathLike, Findings], Imported | None]


def files_in(path: PathLike) -> list[Path]:
    """Return the files below a folder, in order of their names; [] where one is no data."""
    found = list(islice(_below(Path(os.fspath(path)), 0), _MOST + 1))
    data = all(without_packing(one.name.lower()).endswith(_ENDINGS) for one in found)
    return found if data and len(found) <= _MOST else []


def _below(folder: Path, depth: int) -> Iterator[Path]:
    try:
        inside = sorted(one for one in folder.iterdir() if not one.name.startswith("."))
    except OSError:
        return
    for one in inside:
        if one.is_file():
            yield one
        elif one.is_dir() and depth < _DEEPEST and not one.is_symlink():
            yield from _below(one, depth + 1)


def is_folder_of_sessions(path: PathLike, is_session: Callable[[Path], bool]) -> bool:
    """Whether a folder holds nothing but data, and one of its first lines of JSON is a session."""
    files = [one for one in files_in(path) if ".jsonl" in one.name.lower()]
    return any(is_session(one) for one in files[:_LOOKED_INTO])


def beginning_of(path: Path) -> Source | None:
    """Return the first lines of a file, None where they cannot be read as text."""
    try:
        data = read_regular(path, _BEGINNING)
        whole = data if len(data) < _BEGINNING else data[: data.rfind(b"\n") + 1]
        whole.decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return Source(shown(path), whole)


def read_sessions(path: PathLike, found: Findings, read: Read) -> Imported | None:
    """Return the sessions of a folder as one list of placements, each called by its file.

    A file that holds no session is left out with its reason; the others' accounts are joined.
    """
    account = AccountDraft()
    payloads = []
    root = Path(os.fspath(path))
    for file in files_in(path):
        inner = Findings()
        imported = read(file, inner)
        if imported is None or not imported.payloads:
            account.met()
            account.left("a file that holds no session", Place(shown(file)))
            continue
        found.take(inner)
        account.add(imported.account)
        name = file.relative_to(root).as_posix()
        payloads += [replace(one, name=f"{name}: {one.name}") for one in imported.payloads]
    if not payloads:
        message = "The folder holds no session that could be read."
        fix = "Open one of its files to see why."
        found.add(Problem(Severity.ERROR, "import.folder", message, fix, Place(shown(path))))
        return None
    title = "folder of sessions"
    return Imported(title, payloads=tuple(payloads), account=account.closed())
