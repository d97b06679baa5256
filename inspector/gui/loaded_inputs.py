"""What a session was made of, input by input, in the words of the strip above everything."""

from __future__ import annotations

from pathlib import PurePath
from typing import NamedTuple

from inspector.core.candidates.request import default_request
from inspector.core.injection.policy import DEFAULT_POLICY
from inspector.language import tr, tr_n
from inspector.session.session import Part, Session

_EMPTY = Session().candidates
_TITLES = {
    Part.POLICY: tr("Policy"),
    Part.CANDIDATES: tr("Candidates"),
    Part.REQUEST: tr("Request"),
    Part.RELEVANCE: tr("Relevance rules"),
    Part.DISCIPLINE: tr("Working state"),
    Part.BUILDER: tr("Project"),
    Part.WINDOW: tr("Chunks"),
    Part.ASSEMBLY: tr("Prompt layout"),
    Part.AUDIT: tr("Manifest"),
}


class Loaded(NamedTuple):
    """One input: what it is, its name ("" where there is none), and how much of it there is."""

    title: str
    name: str
    counts: str = ""
    changed: bool = False


def loaded(session: Session, part: Part) -> Loaded:
    """Return what is said of an input. Whether a file was changed is for others to say."""
    title = _TITLES[part]
    if part is Part.POLICY:
        name = _file_of(session, part)
        return Loaded(title, name or tr("default"), "", not name and _is_changed(session))
    if part is Part.CANDIDATES:
        return _candidates(session, title)
    if part is Part.REQUEST:
        return _request(session, title)
    if part is Part.WINDOW:
        return _window(session, title)
    held = {
        Part.RELEVANCE: session.relevance.config is not None,
        Part.DISCIPLINE: session.discipline.hot_state is not None,
        Part.ASSEMBLY: bool(session.assembly.items),
        Part.AUDIT: session.audit.manifest is not None,
    }
    if part is Part.BUILDER:
        return Loaded(title, PurePath(session.builder.root).name)
    return Loaded(title, _name(session, part) if held[part] else "")


def request_title(session: Session, place: int) -> str:
    """Return what a request of the open corpus is called: its text, else its id."""
    request = session.requests[place]
    return request.user_message or request.trace_id


def _is_changed(session: Session) -> bool:
    return session.policy != DEFAULT_POLICY


def _candidates(session: Session, title: str) -> Loaded:
    candidates = session.candidates
    if candidates == _EMPTY:
        return Loaded(title, "")
    files = sum(len(bucket.files) for bucket in candidates.buckets)
    cards = len(candidates.knowledge_cards)
    counts = ", ".join(
        (
            tr_n("{n:,} card", "{n:,} cards", cards, n=cards),
            tr_n("{n:,} file", "{n:,} files", files, n=files),
        )
    )
    return Loaded(title, candidates.title or candidates.set_id, counts)


def _request(session: Session, title: str) -> Loaded:
    request, several = session.request, session.requests
    default = default_request()
    if request is None:
        return Loaded(title, "")
    if request.trace_id == default.trace_id and not several:
        size = tr("{tokens:,} tokens", tokens=request.model.context_window)
        return Loaded(title, tr("default request"), size, request != default)
    name = request.user_message or request.trace_id
    for place, one in enumerate(several, start=1):
        if one.trace_id == request.trace_id:
            counts = tr("{place:,} of {n:,}", place=place, n=len(several))
            return Loaded(title, name, counts, one != request)
    return Loaded(title, name)


def _window(session: Session, title: str) -> Loaded:
    stage = session.window
    if not stage.chunks:
        return Loaded(title, "")
    chunks = tr_n("{n:,} chunk", "{n:,} chunks", len(stage.chunks), n=len(stage.chunks))
    for place, one in enumerate(stage.requests, start=1):
        if one.chunks == stage.chunks:
            where = tr("{place:,} of {n:,}", place=place, n=len(stage.requests))
            return Loaded(title, one.name, f"{where}, {chunks}")
    return Loaded(title, _name(session, Part.WINDOW), chunks)


def _name(session: Session, part: Part) -> str:
    return _file_of(session, part) or tr("kept in the session")


def _file_of(session: Session, part: Part) -> str:
    return PurePath(session.source(part) or "").name
