"""A log of any program as sessions: told by its content, each record accounted for."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from inspector.core.model_facts import encoding_of_model
from inspector.core.problems import Place, Problem, Severity
from inspector.core.timeline.log import BlockKind, SessionLog
from inspector.core.tokens import TokenCounter, VocabularyError, counter_by_name
from inspector.files.account import Account, AccountDraft
from inspector.files.bounds import exceeds, is_too_large, most, or_more
from inspector.files.chat.log_entries import Log
from inspector.files.findings import Findings, Line, Parsed
from inspector.files.importers import open_foreign, recognised
from inspector.files.importers.imported import LOOKED_AT, MOST_SENT, Foreign, Head, too_many
from inspector.files.session_logs import calls, claude_code, codex, trajectories
from inspector.files.session_logs.blocks import shown_names
from inspector.files.session_logs.conversations import Conversation, TooLongError
from inspector.files.source import PathLike, Source, read_source, shown

OTHER_ENCODING = "o200k_base"
"""What counts the texts of a model whose tokenizer is not known; its sizes are estimates."""
MOST_LINES = 50_000
"""Lines of one log of an agent: 70,000 with 600 characters each take some 28 seconds."""
MOST_COUNTED = 6_000_000
"""Characters of a log up to which its texts are counted; beyond, sizes are estimated by length."""


@dataclass(frozen=True, slots=True)
class ReadLogs:
    """The sessions of a file or folder, and what became of its records."""

    sessions: tuple[SessionLog, ...]
    account: Account
    problems: tuple[Problem, ...] = ()


@dataclass(slots=True)
class _Opened:
    """A file of a session: its name, its conversations, and the title of what wrote it."""

    path: str
    what: str
    talks: list[Conversation]
    title: str = ""
    problems: list[Problem] = field(default_factory=list)


def read_logs(path: PathLike) -> ReadLogs:
    """Return the sessions of a log, of the folder of a session, or of that of a project.

    Problems say what could not be read. A log that nothing recognises has no session.
    """
    place = Path(os.fspath(path))
    is_folder = os.path.isdir(path)  # noqa: PTH112  # accepts what is in a closed folder
    files = _files(place) if is_folder else [(place, _beside(place))]
    found, account = Findings(), AccountDraft()
    sessions = []
    for main, others in files:
        sessions += _read_session(main, others, found, account)
    if not sessions and is_folder and not found.kinds:
        message = "The folder holds no log of a session."
        fix = "Name a folder with logs, or one of them."
        found.add(Problem(Severity.ERROR, "timeline.folder", message, fix, Place(shown(path))))
    return ReadLogs(tuple(sessions), account.closed(), found.problems())


def _files(folder: Path) -> list[tuple[Path, list[Path]]]:
    """Return the logs of a folder, each with those of its subagents."""
    logs = sorted(one for one in folder.glob("*.jsonl") if one.is_file())
    logs += sorted(one for one in folder.glob("*.json") if one.is_file())
    if not logs:  # a session's own folder: its log stands beside it
        beside = folder.with_suffix(".jsonl")
        if beside.is_file():
            return [(beside, _beside(beside))]
        logs = sorted(one for one in folder.rglob("*.jsonl") if one.is_file())
    agents = {one for log in logs for one in _beside(log)}
    return [(log, _beside(log)) for log in logs if log not in agents]


def _beside(log: Path) -> list[Path]:
    """Return the logs of the subagents of a session."""
    own = log.with_suffix("") / "subagents"
    if not os.path.isdir(own):  # noqa: PTH112  # accepts what is in a closed folder
        return []
    return sorted(one for one in own.rglob("*.jsonl") if one.is_file())


def _read_session(
    main: Path, others: Sequence[Path], found: Findings, account: AccountDraft
) -> list[SessionLog]:
    opened = _opened(main, 0, found, account)
    if opened is None:
        return []
    files = [shown(main)]
    beside: list[_Opened] = []
    for one in others:
        other = _opened(one, len(files), found, account)
        if other is not None:
            files.append(shown(one))
            beside.append(other)
    own = [talk for talk in opened.talks if not talk.name and talk.asked]
    sides = [talk for talk in opened.talks if talk.name and talk.asked]
    for other in beside:
        for talk in other.talks:
            talk.name = talk.name or Path(other.path).stem
            sides += [talk] if talk.asked else []
    if not own and sides:
        own, sides = sides[:1], sides[1:]
    title = opened.title or main.stem
    sessions = [_session(talk, title, opened.what, tuple(files)) for talk in own]
    if sessions:
        children = tuple(
            (
                _starter(own[0], sessions[0], talk),
                _session(talk, talk.name, "subagent", tuple(files)),
            )
            for talk in sides
        )
        sessions[0] = replace(sessions[0], children=children)
    return sessions


def _session(talk: Conversation, title: str, what: str, files: tuple[str, ...]) -> SessionLog:
    models = {one.model for one in talk.asked}
    characters = sum(len(draft.text) for draft in talk.drafts.all)
    encodings = {encoding_of_model(model) for model in models if model}
    exact = len(encodings) == 1 and None not in encodings
    name = next(iter(encodings)) if exact else OTHER_ENCODING
    counter = _counter(name or OTHER_ENCODING) if characters <= MOST_COUNTED else None
    requests = talk.requests()
    (shown_title,) = shown_names((title,))
    return SessionLog(
        shown_title,
        what,
        files,
        talk.drafts.counted(counter, exact=exact),
        requests,
        tuple(shown_names(talk.turns)),
        counter.name if counter is not None else "number of characters",
        counter is None,
    )


def _counter(name: str) -> TokenCounter | None:
    try:
        return counter_by_name(name)
    except (ValueError, VocabularyError):
        return None


def _starter(main: Conversation, session: SessionLog, side: Conversation) -> int:
    """Return the request that started a subagent, -1 where nothing tells it."""
    told = next((draft.text.strip() for draft in side.drafts.all), "")
    call = main.agents.get(side.name.removeprefix("agent-")) or main.agents.get(told)
    if call is not None:
        for number, request in enumerate(session.requests):
            if any(_calls(session, block, call) for block in request.answer):
                return number
    first = next((one.time_ms for one in side.asked if one.time_ms is not None), None)
    if first is None:
        return -1
    earlier = [
        number
        for number, one in enumerate(session.requests)
        if one.time_ms is not None and one.time_ms <= first
    ]
    return max(earlier, default=-1)


def _calls(session: SessionLog, block: int, call: str) -> bool:
    one = session.blocks[block]
    return one.kind is BlockKind.CALL and one.call == call


# One file -----------------------------------------------------------------------------------

_AGENTS: dict[
    str, tuple[str, Callable[[Sequence[Parsed], int], tuple[list[Conversation], Log]]]
] = {
    "claude-code": ("session of Claude Code", claude_code.read_sessions),
    "codex": ("session of Codex", codex.read_sessions),
}


def _opened(path: Path, file: int, found: Findings, account: AccountDraft) -> _Opened | None:
    """Return what is in one log; None, reported, where it cannot be told."""
    try:
        return _open(path, file, found, account)
    except TooLongError as error:
        message = f"The requests up to here send more than {most(MOST_SENT):,} blocks together."
        fix = or_more("Cut the log into sessions: nothing in it is ever compacted or begun anew")
        place = Place(shown(path), error.place.line)
        found.add(Problem(Severity.ERROR, "timeline.too-long", message, fix, place))
        return None


def _open(path: Path, file: int, found: Findings, account: AccountDraft) -> _Opened | None:
    source = read_source(path, found)
    if source is None or is_too_large(len(source.data), lambda: Place(source.name), found):
        return None
    lines = (parsed.value for _, parsed in _records(source, shown(path)) if parsed is not None)
    first = list(islice(lines, LOOKED_AT))
    del lines  # which holds the text
    kind = recognised(Head(path.name, tuple(first), is_list=True)) if first else None
    if kind is not None and kind.name in _AGENTS:
        if exceeds(source.data.count(b"\n"), MOST_LINES):
            too_many(MOST_LINES, "lines", shown(path), found)
            return None
        what, read = _AGENTS[kind.name]
        records = list(_readable(source, shown(path), found, account))
        del source
        talks, log = read(records, file)
        _account(records, talks, log, account)
        return _Opened(str(path), what, talks, _title(records))
    foreign = open_foreign(source, path, found)
    talks, what = _foreign(foreign, file)
    account.add(foreign.account.closed())
    if not talks:
        _refuse(path, found)
        return None
    return _Opened(str(path), what, talks)


def _foreign(foreign: Foreign, file: int) -> tuple[list[Conversation], str]:
    for what, read in (
        ("trajectory (ATIF)", trajectories.read_trajectory),
        ("trace or log of requests", calls.read_calls),
    ):
        talks = read(foreign, file)
        if talks:
            return talks, what
    return [], ""


def _refuse(path: Path, found: Findings) -> None:
    message = "This is no log of a session: no request to a model was found in it."
    fix = "Name the log of a coding agent, a trace, or a log of the requests of one conversation."
    found.add(Problem(Severity.ERROR, "timeline.no-log", message, fix, Place(shown(path))))


def _records(source: Source, name: str) -> Iterator[tuple[int, Parsed | None]]:
    """Yield the line and the record of every line that is not empty; None for what is no JSON."""
    decode = msgspec.json.Decoder().decode
    for number, line in enumerate(io.BytesIO(source.data), 1):
        if not line.strip():
            continue
        try:
            value = decode(line)
        except (msgspec.DecodeError, RecursionError):
            value = _lenient(line)
        yield number, None if value is None else Parsed(value, Line(name, number))


def _lenient(line: bytes) -> Any:
    """Return what Python's own reader makes of a line, such as ``NaN`` or a lone surrogate."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _readable(
    source: Source, name: str, found: Findings, account: AccountDraft
) -> Iterator[Parsed]:
    last = source.data.rstrip().count(b"\n") + 1
    for number, parsed in _records(source, name):
        account.met()
        if parsed is None:
            _leave_line(Place(name, number), number == last, found, account)
        else:
            _drop_twins(parsed.value)
            yield parsed


def _leave_line(place: Place, cut: bool, found: Findings, account: AccountDraft) -> None:
    account.left("the cut last line" if cut else "a line that is no JSON", place)
    message = "The last line is cut off." if cut else "This line is no JSON; it was left out."
    fix = "Nothing: it was being written." if cut else "Look what wrote into the log there."
    problem = Problem(Severity.WARNING, "timeline.line", message, fix, place)
    found.add_many(("timeline.line", cut), lambda: problem)


def _drop_twins(record: object) -> None:
    """Take out of a record what stands in it for the program's screen alone, and may be large."""
    if not isinstance(record, dict):
        return
    if record.get("type") == "progress":
        record.pop("data", None)
    about = record.get("toolUseResult")
    if about is not None:
        agent = about.get("agentId") if isinstance(about, dict) else None
        record["toolUseResult"] = {"agentId": agent}


def _account(
    records: Sequence[Parsed], talks: Sequence[Conversation], log: Log, account: AccountDraft
) -> None:
    """Enter what became of the records of an agent's log."""
    abandoned = {
        request.place.line for talk in talks for request in talk.asked if request.abandoned
    }
    left = 0
    asked = 0
    for parsed, reason in log.left_out:
        if parsed.place().line in abandoned:
            asked += 1
            continue
        account.left(reason, parsed.place())
        left += 1
    account.took("records of abandoned requests", asked)
    account.took("records of the conversation", len(records) - left - asked)
    for what, how in log.readings.items():
        account.read_as(what, how)


def _title(records: Sequence[Parsed]) -> str:
    """Return what a log calls itself, "" where it does not."""
    for parsed in records:
        if isinstance(parsed.value, Mapping) and parsed.value.get("type") == "summary":
            said = parsed.value.get("summary")
            if isinstance(said, str) and said:
                return said
    return ""
