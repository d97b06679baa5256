"""What of the chunks may hold a secret, and how that is kept out."""

from __future__ import annotations

import json
from collections.abc import Iterator

from inspector.analysis.secret_lint import HeldText, Subject
from inspector.session.session import Session
from inspector.session.store import Edit
from inspector.session.window_edits import (
    record_subject,
    remove_chunk,
    remove_request_chunk,
    subject_in_request,
)

CHUNK, OF_REQUEST = "chunk", "chunk of a request"


def texts(session: Session) -> Iterator[Subject]:
    """Yield the chunks that are shown, then those of the other requests of their file."""
    stage = session.window
    bad = {one.at for one in stage.unusable}
    for at, record in enumerate(stage.records):
        if at in bad:
            text = record if isinstance(record, str) else json.dumps(record, ensure_ascii=False)
            yield CHUNK, record_subject(at), (HeldText("text", text, ("chunks", at)),)
            continue
        held = HeldText("text", record.content or "", ("chunks", at, "content"))
        yield CHUNK, record.id, (held,)
    for place, request in enumerate(stage.requests):
        if request.chunks == stage.chunks:
            continue  # they were looked at as those that are shown
        for at, chunk in enumerate(request.chunks):
            where = ("requests", place, "chunks", at, "content")
            held = HeldText("text", chunk.content or "", where)
            yield OF_REQUEST, subject_in_request(request, chunk), (held,)


def exclude(holder: str, subject: str) -> Edit:
    """Return the edit that takes a chunk out of the session."""
    return remove_chunk(subject) if holder == CHUNK else remove_request_chunk(subject)
