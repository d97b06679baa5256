"""Saving sessions: what lives in a file of its own stays there, everything else goes inline."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pydantic import BaseModel

from inspector.core.arguments import require
from inspector.core.injection.policy import DEFAULT_POLICY, DEFAULT_SETTINGS, Strategy
from inspector.core.problems import Place, Problem, Severity
from inspector.files.findings import Findings
from inspector.files.requests import (
    load_overrides,
    load_policy,
    load_request,
    load_requests,
    overrides_fields,
)
from inspector.files.saving import (
    candidates_fields,
    json_bytes,
    policy_fields,
    request_fields,
    save_bytes,
)
from inspector.files.source import PathLike, shown
from inspector.files.stage_reading import STAGES, read_stage
from inspector.session.audit_edits import show_manifest, without_known_inputs
from inspector.session.session import Session, StoryStep
from inspector.stage import Part

_LISTS = ("notes", "story")
_DEFAULTS = (None, "", Strategy.COVERAGE.value)


def save_session(session: Session, path: PathLike) -> tuple[Problem, ...]:
    """Write a session; return the problems, which are notes only when it is written.

    A part that was read from a file stays a reference to it, as long as the file says the same;
    what was changed since goes into the session, with a note, and the file is left alone. Paths
    are relative to the session's folder. Members that were not understood when the session was
    loaded are written as they were.
    """
    require(Session, session=session)
    require(str | os.PathLike, path=path)
    writer = _SessionWriter(session, path)
    refused = save_bytes(json_bytes(writer.fields()), path)
    return refused or tuple(writer.notes)


def session_bytes(session: Session, path: PathLike) -> bytes:
    """Return the file that ``save_session`` would write there."""
    return json_bytes(_SessionWriter(session, path).fields())


class _SessionWriter:
    def __init__(self, session: Session, path: PathLike) -> None:
        self.notes: list[Problem] = []
        self._session = session
        self._name = shown(path)
        self._folder = os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120

    def fields(self) -> dict[str, Any]:
        """Return the session as JSON."""
        session = self._session
        settings = None if session.settings == DEFAULT_SETTINGS else session.settings.model_dump()
        fields: dict[str, Any] = {
            "schema_version": 1,
            "title": session.title,
            "policy": self._policy(),
            "candidates": self._candidates(),
            "request": self._request(),
            "requests": self._corpus(),
            "strategy": session.strategy.value,
            "settings": settings,
            "overrides": self._overrides(),
            **{part: self._stage(part) for part in STAGES},
            "notes": [{"subject": note.subject, "text": note.text} for note in session.notes],
            "story": [_step_fields(step) for step in session.story],
        }
        for name, member in session.kept.items():
            if name in _LISTS and isinstance(member, list):
                fields[name] += member
            elif fields.get(name) in _DEFAULTS:
                # It was not understood, and nothing has taken its place since.
                fields[name] = member
        return {name: member for name, member in fields.items() if member is not None}

    def _policy(self) -> dict[str, Any] | None:
        policy = self._session.policy
        if self._may_refer(Part.POLICY, lambda source: load_policy(source).value == policy):
            return self._reference(Part.POLICY)
        # Said also where it is the default one: another version may have another default.
        is_kept = policy == DEFAULT_POLICY and "policy" in self._session.kept
        return None if is_kept else {"inline": policy_fields(policy)}

    def _overrides(self) -> dict[str, Any] | None:
        overrides = self._session.overrides
        if self._may_refer(Part.OVERRIDES, lambda path: load_overrides(path).value == overrides):
            return self._reference(Part.OVERRIDES)
        return {"inline": overrides_fields(overrides)} if overrides else None

    def _candidates(self) -> dict[str, Any] | None:
        # A candidate set is opened, never edited, and too large to be compared on every save.
        if self._may_refer(Part.CANDIDATES, os.path.exists):
            return self._reference(Part.CANDIDATES)
        candidates = self._session.candidates
        if candidates == Session().candidates:
            return None
        return {"inline": candidates_fields(candidates)}

    def _request(self) -> dict[str, Any] | None:
        request, corpus = self._session.request, self._session.requests
        if request is None:
            return None
        if corpus:
            same_id = (other for other in corpus if other.trace_id == request.trace_id)
            if next(same_id, None) == request:
                return {"trace_id": request.trace_id}
        elif self._may_refer(Part.REQUEST, lambda source: load_request(source).value == request):
            return self._reference(Part.REQUEST)
        return {"inline": request_fields(request)}

    def _corpus(self) -> dict[str, Any] | None:
        corpus = self._session.requests
        if not corpus:
            return None
        if self._may_refer(Part.REQUEST, lambda source: load_requests(source).value == corpus):
            return self._reference(Part.REQUEST)
        return {"inline": [request_fields(request) for request in corpus]}

    def _stage(self, part: str) -> dict[str, Any] | None:
        audited = part == Part.AUDIT and part in self._session.parts
        fields = _stage_fields(
            without_known_inputs(self._session) if audited else self._session.part(part)
        )
        in_file = fields  # of several manifests the file does not say which one is shown
        if audited and self._session.audit.place:
            in_file = _stage_fields(without_known_inputs(show_manifest(0)(self._session)))

        def is_same(source: str) -> bool:
            stage = read_stage(source, part, Findings())
            return stage is not None and json_bytes(_stage_fields(stage)) == json_bytes(in_file)

        if self._may_refer(part, is_same):
            return self._reference(part)
        if fields.get("root"):
            fields["root"] = self._relative(fields["root"])
        return {"inline": fields} if fields else None

    def _may_refer(self, part: str, is_same: Callable[[str], bool]) -> bool:
        """Whether a part's file still says what the session holds; note it where it does not."""
        source = self._session.source(part)
        if source is None:
            return False
        if is_same(source):
            return True
        is_there = os.path.exists(source)  # noqa: PTH110
        what = (
            f"The {part} is not what {shown(source)} says"
            if is_there
            else f"{shown(source)} is gone"
        )
        self.notes.append(
            Problem(
                Severity.NOTE,
                "session.part-kept-inside",
                f"{what}, so what is open is kept in the session.",
                "Save it to a file and open that one, to have it there.",
                Place(self._name),
            )
        )
        return False

    def _reference(self, part: str) -> dict[str, Any]:
        return {"path": self._relative(self._session.source(part) or "")}

    def _relative(self, path: str) -> str:
        """Return a path as one that starts at the session's folder, where that is possible."""
        path = os.path.abspath(path)  # noqa: PTH100
        with suppress(ValueError):  # on another drive
            path = os.path.relpath(path, self._folder)
        return path.replace(os.sep, "/")


def _stage_fields(stage: BaseModel) -> dict[str, Any]:
    """Return what was set of a stage as JSON. The order of nodes matters, so it is kept."""
    return stage.model_dump(mode="json", by_alias=True, exclude_unset=True)


def _step_fields(step: StoryStep) -> dict[str, Any]:
    fields: dict[str, Any] = {"title": step.title, "text": step.text}
    if step.select is not None:
        fields["select"] = step.select
    if step.stage is not None:
        fields["stage"] = step.stage
    change: dict[str, Any] = {"policy": dict(step.policy_change)} if step.policy_change else {}
    if step.request is not None:
        change["request"] = step.request
    return {**fields, "change": change} if change else fields
