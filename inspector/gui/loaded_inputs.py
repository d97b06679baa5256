"""What a session was made of, input by input, in the words of the strip above everything."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import NamedTuple

from inspector.core.candidates.request import default_request
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import DEFAULT_POLICY
from inspector.gui.messages import Answer, Messages, Question
from inspector.language import marked, tr, tr_n
from inspector.present.shares import counted_cards, counted_chunks, counted_files
from inspector.session.audit_edits import inbox_of
from inspector.session.opening import can_be_added, kept_by_adding, parts_gone, replaced_by
from inspector.session.session import Session, has_input
from inspector.session.store import Edit, Store
from inspector.stage import Part, stage_named, stages

_EMPTY = Session().candidates
_TITLES: dict[str, str] = {
    Part.POLICY: tr("Policy"),
    Part.CANDIDATES: tr("Candidates"),
    Part.REQUEST: tr("Request"),
}
INPUTS = (*_TITLES, *(stage.id for stage in stages() if stage.part))
"""The parts of a session that somebody loads, by their ids."""


class LoadedInput(NamedTuple):
    """One input: what it is, its name ("" where there is none), and how much of it there is."""

    title: str
    name: str
    counts: str = ""
    changed: bool = False


def loaded(session: Session, part: str) -> LoadedInput:
    """Return what is said of an input. Whether a file was changed is for others to say."""
    if part == Part.POLICY:
        name = _file_of(session, part)
        counts, changed = what_ifs(session.overrides), not name and session.policy != DEFAULT_POLICY
        return LoadedInput(_TITLES[part], name or tr("default"), counts, changed)
    if part == Part.CANDIDATES:
        return _candidates(session, _TITLES[part])
    if part == Part.REQUEST:
        return _request(session, _TITLES[part])
    if part == Part.OVERRIDES:
        return LoadedInput(tr("What-ifs"), _file_of(session, part))
    stage = stage_named(part)
    title = tr(stage.input_title)
    if part == Part.AUDIT:
        return _audit(session, title)
    if part == Part.WINDOW:
        return _window(session, title)
    if part == Part.BUILDER:
        return LoadedInput(title, PurePath(session.builder.root).name)
    return LoadedInput(title, _name(session, part) if has_input(session, stage) else "")


def what_ifs(overrides: Overrides) -> str:
    """Return what of a session a policy leaves out; "" where that is nothing."""
    parts = [
        tr("top-k {top_k:,}", top_k=overrides.top_k) if overrides.top_k is not None else "",
        tr("relevance floor {floor:g}", floor=overrides.relevance_floor)
        if overrides.relevance_floor is not None
        else "",
        tr_n("1 override", "{count:,} overrides", overrides.count, count=overrides.count)
        if overrides.count
        else "",
    ]
    return ", ".join(part for part in parts if part)


def about_opening(
    session: Session, values: Mapping[Path, tuple[object, bool]], *, elsewhere: bool
) -> tuple[Question | None, Mapping[Path, Part]]:
    """Return what is asked where files meet what is open, and beside what each can be added.

    ``values`` are what was read of each, and whether it can be read again as it is; the question
    is None where nothing would go. ``elsewhere``: they may be opened in another window.
    """
    gone, adding = {}, {}
    for path, (value, is_plain) in values.items():
        source = str(path) if is_plain else None
        gone[path] = replaced_by(value, session, source)
        beside = can_be_added(value, session, source)
        if beside is not None:
            adding[path] = beside
    if not adding and not any(gone.values()):
        return None, adding
    question = _about_open(session, gone, adding)
    return replace(question, other=tr("New window") if elsewhere else None), adding


def _about_open(
    session: Session, gone: Mapping[Path, Sequence[Part]], adding: Mapping[Path, Part]
) -> Question:
    """Return what is asked; those that are ``adding`` can stand beside what is open instead."""
    beside = set(adding.values())
    kept = {path: kept_by_adding(part) for path, part in adding.items()}
    going = {part for path, each in gone.items() for part in each if part not in kept.get(path, ())}
    told = _told(session, going)
    also = _told(session, {part for each in gone.values() for part in each} - going - beside)
    if not adding:
        return about_replacing(", ".join(path.name for path, each in gone.items() if each), told)
    names = ", ".join(path.name for path in adding)
    detail = " ".join(
        tr("{name} is open: {counts}.", name=one.name, counts=one.counts)
        if one.counts
        else tr("{name} is open.", name=one.name)
        for one in (loaded(session, part) for part in Part if part in beside)
    )
    if told:
        detail += " " + tr("Either way it replaces: {parts}.", parts=told)
    if also:
        detail += " " + tr("With Replace, it also replaces: {parts}.", parts=also)
    title = _ADD[next(iter(beside))] if len(beside) == 1 else _ADD_ALL
    return Question(tr(title, names=names), detail, yes=tr("Add"), no=tr("Replace"))


_ADD = {
    Part.CANDIDATES: marked("Add {names} to the candidates that are open?"),
    Part.REQUEST: marked("Add {names} to the requests that are open?"),
    Part.AUDIT: marked("Add {names} to the manifests under audit?"),
}
_ADD_ALL = marked("Add {names} to what is open?")


def about_replacing(name: str, told: str) -> Question:
    """Return what is asked where what is opened takes the place of what is ``told``."""
    title = tr("Open {names} in place of what is open?", names=name)
    return Question(title, tr("It replaces: {parts}.", parts=told), yes=tr("Replace"))


def may_take(
    store: Store,
    messages: Messages,
    name: str,
    edit: Edit,
    source: str | None = None,
    *,
    told: str = "",
) -> bool:
    """Whether what a lens opens may take the place of what is open, asked where something would go.

    ``edit`` takes what is called ``name`` into the session. ``told`` says what goes where that is
    not the whole of a part.
    """
    session = store.session
    gone = _told(session, parts_gone(edit, session, source))
    return not gone or messages.ask(about_replacing(name, told or gone)) is Answer.YES


def _told(session: Session, parts: Collection[Part]) -> str:
    """Return parts of a session in words."""
    found = [loaded(session, part) for part in Part if part in parts]
    return ", ".join(" ".join(filter(None, one[:2])) for one in found)


def request_title(session: Session, place: int) -> str:
    """Return what a request of the open corpus is called: its text, else its id."""
    request = session.requests[place]
    return request.user_message or request.trace_id


def _candidates(session: Session, title: str) -> LoadedInput:
    candidates = session.candidates
    if candidates == _EMPTY:
        return LoadedInput(title, "")
    files = counted_files(sum(len(bucket.files) for bucket in candidates.buckets))
    counts = f"{counted_cards(len(candidates.knowledge_cards))}, {files}"
    return LoadedInput(title, candidates.title or candidates.set_id, counts)


def _request(session: Session, title: str) -> LoadedInput:
    request, several = session.request, session.requests
    default = default_request()
    if request is None:
        return LoadedInput(title, "")
    if request.trace_id == default.trace_id and not several:
        size = tr("{tokens:,} tokens", tokens=request.model.context_window)
        return LoadedInput(title, tr("default request"), size, request != default)
    name = request.user_message or request.trace_id
    for place, one in enumerate(several, start=1):
        if one.trace_id == request.trace_id:
            counts = tr("{place:,} of {n:,}", place=place, n=len(several))
            return LoadedInput(title, name, counts, one != request)
    return LoadedInput(title, name)


def _audit(session: Session, title: str) -> LoadedInput:
    inbox = inbox_of(session)
    if not inbox:
        return LoadedInput(title, "")
    n = len(inbox)
    counts = (
        tr_n("{n:,} receipt", "{n:,} receipts", n, n=n)
        if all(one.receipt_line is not None for one in inbox)
        else tr_n("{n:,} manifest", "{n:,} manifests", n, n=n)
    )
    return LoadedInput(title, _name(session, Part.AUDIT), counts)


def _window(session: Session, title: str) -> LoadedInput:
    stage = session.window
    if not stage.chunks:
        return LoadedInput(title, "")
    chunks = counted_chunks(len(stage.chunks))
    for place, one in enumerate(stage.requests, start=1):
        if one.chunks == stage.chunks:
            where = tr("{place:,} of {n:,}", place=place, n=len(stage.requests))
            return LoadedInput(title, one.name, f"{where}, {chunks}")
    return LoadedInput(title, _name(session, Part.WINDOW), chunks)


def _name(session: Session, part: str) -> str:
    return _file_of(session, part) or tr("kept in the session")


def _file_of(session: Session, part: str) -> str:
    return PurePath(session.source(part) or "").name
