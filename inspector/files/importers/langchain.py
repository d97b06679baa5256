"""Messages as LangChain dumps them, and the states of its graphs."""

from __future__ import annotations

from typing import Any

from inspector.files.account import EVERYTHING, unused_names
from inspector.files.chat.log_entries import Log, Stretch, Thread
from inspector.files.findings import Parsed
from inspector.files.importers.dialects import LANGCHAIN
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

_PLACES = (
    "messages",
    "values/messages",
    "channel_values/messages",
    "checkpoint/channel_values/messages",
    "state/messages",
    "state/values/messages",
    "output/messages",
    "kwargs/messages",
)
_CONTENT = ("data/content", "kwargs/content", "content")


def is_dumped(value: Any) -> bool:
    """Whether a value is a message as LangChain dumps it: a type in the place of a role."""
    return (
        member(value, "role") is None
        and LANGCHAIN.spoken(value) in {*LANGCHAIN.roles, *LANGCHAIN.notices}
        and any(member(value, way) is not None for way in _CONTENT)
        and member(value, "message") is None
    )


def _place(state: Any) -> str | None:
    return next((way for way in _PLACES if any(map(is_dumped, listed(state, way)))), None)


def _sniff(head: Head) -> float:
    alone = [one for one in head.records if is_dumped(one)]
    if head.is_list and 2 * len(alone) > len(head.records):
        return 0.96
    return 0.96 if any(_place(one) for one in head.records) else 0.0


def _read(foreign: Foreign) -> Imported | None:
    log = Log()
    records = list(foreign.records())
    if any(is_dumped(one.value) for one in records):
        _take(records, foreign.head.name, log)
        records = []
    for number, record in enumerate(records, 1):
        place = _place(record.value)
        if place is None:
            log.left_out.append((record, "no messages in it"))
            continue
        way = place.split("/")
        name = text_at(record.value, "config/configurable/checkpoint_id", "checkpoint_id")
        known = (f"{place}/*{EVERYTHING}", "checkpoint_id", "config/configurable/checkpoint_id")
        log.unused += unused_names(record.value, known)
        messages = [record.child(*way, one) for one in range(len(listed(record.value, place)))]
        _take(messages, name or f"state {number}", log)
    return imported_log("messages of LangChain", log, foreign, LANGCHAIN.ways, whole=True)


def _take(messages: list[Parsed], name: str, log: Log) -> None:
    stretch = Stretch([])
    for parsed in messages:
        take_message(LANGCHAIN, parsed, parsed.value, [stretch], log)
    if stretch.entries:
        log.threads.append(Thread(name, [stretch]))


IMPORTERS = (
    Importer(
        "langchain-messages",
        "messages of LangChain",
        (("kwargs/content", "lc"),),
        _sniff,
        _read,
    ),
)
