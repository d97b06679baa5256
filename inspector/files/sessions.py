"""Loading sessions: a session file and every file that it refers to."""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from pydantic import BaseModel

from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.linting import lint_request
from inspector.core.candidates.request import naming_files
from inspector.core.injection.policy import DEFAULT_POLICY
from inspector.core.problems import Place, Problem, Severity
from inspector.files.candidates import read_any_candidates, read_inline_candidates
from inspector.files.documents import (
    Form,
    check,
    check_without_wrong_fields,
    form_of,
    parse_document,
    parse_file,
)
from inspector.files.findings import Findings, Loaded, Parsed, Progress, add_lint, gathered
from inspector.files.json_reading import JsonSpan, parse_json, parse_members
from inspector.files.requests import (
    Corpus,
    ReadRequest,
    check_corpus,
    check_overrides,
    check_policy,
    check_request,
    read_request,
    read_requests,
)
from inspector.files.session_format import (
    ChosenRequest,
    NoteEntry,
    Reference,
    SessionHead,
    StoryChange,
    StoryEntry,
)
from inspector.files.source import STANDARD_INPUT, PathLike, Source, read_source
from inspector.files.stage_reading import STAGES, check_items, check_stage, read_stage
from inspector.plurals import count_of
from inspector.session.audit_edits import with_known_inputs
from inspector.session.session import Note, Session, StoryStep
from inspector.stage import Part

MOST_STEPS = 500  # of a story: each is a run of the whole session

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)


def load_session(path: PathLike, progress: Progress | None = None) -> Loaded[Session]:
    """Return the session of a JSON or YAML file (``-`` is standard input).

    Relative paths in it start at its folder. A part that cannot be used is reported and replaced
    by the default; what the file said about it is kept for when the session is saved.
    """

    def work(found: Findings) -> Session | None:
        source = read_source(path, found, progress)
        return read_session(source, path, found, progress) if source else None

    return gathered(work)


def read_session(
    source: Source, path: PathLike, found: Findings, progress: Progress | None = None
) -> Session | None:
    """Return the session of a text file, and of the files that it refers to."""
    folder = "" if os.fspath(path) == STANDARD_INPUT else os.path.dirname(path)  # noqa: PTH120
    reader = _SessionReader(folder, found, progress)
    if form_of(source, path) is Form.JSON:
        return reader.read_json(JsonSpan(source, 0, len(source.data)))
    parsed = parse_document(source, path, found, progress)
    return reader.read_parsed(parsed) if parsed else None


def read_session_within(
    span: JsonSpan, path: PathLike, found: Findings, progress: Progress | None = None
) -> Session | None:
    """Return the session that a part of a JSON file holds, and the files that it refers to."""
    return _SessionReader(os.path.dirname(path), found, progress).read_json(span)  # noqa: PTH120


class _SessionReader:
    """Reads one session, part by part; its candidate set is not parsed before its turn."""

    def __init__(self, folder: str, found: Findings, progress: Progress | None) -> None:
        self._folder = folder
        self._found = found
        self._progress = progress
        self._members: dict[str, Parsed] = {}
        self._candidates: JsonSpan | None = None
        self._kept: dict[str, Any] = {}
        self._sources: dict[str, str] = {}

    def read_json(self, span: JsonSpan) -> Session | None:
        members = parse_members(span, self._found)
        if members is None:
            return None
        spoiled: list[tuple[str]] = []
        for member in members:
            inner = JsonSpan(span.source, member.start, member.end, (member.name,))
            if member.name == Part.CANDIDATES and self._is_object(inner):
                self._candidates = inner
                continue
            parsed = parse_json(inner, self._found)
            if parsed is None:
                spoiled.append((member.name,))
            else:
                self._members[member.name] = parsed
                spoiled += [(member.name,)] if parsed.spoiled else []
        values = {name: parsed.value for name, parsed in self._members.items()}
        return self._read(Parsed(values, span, (), tuple(spoiled)))

    def read_parsed(self, parsed: Parsed) -> Session | None:
        if not isinstance(parsed.value, dict):
            check(SessionHead, parsed, self._found, what="session")
            return None
        self._members = {name: parsed.child(name) for name in parsed.value}
        return self._read(parsed)

    @staticmethod
    def _is_object(span: JsonSpan) -> bool:
        return span.source.data[span.start] == 0x7B

    def _read(self, whole: Parsed) -> Session | None:
        parts = (
            "policy",
            "candidates",
            "request",
            "requests",
            "overrides",
            *STAGES,
            "notes",
            "story",
        )
        present = [name for name in parts if name in whole.value]
        head, wrong = check_without_wrong_fields(
            SessionHead, whole.without(*present), self._found, what="session"
        )
        if head is None:
            return None
        self._kept |= {name: whole.value[name] for name in wrong}
        self._kept |= head.model_extra or {}
        policy = self._document("policy", check_policy)
        candidates = self._candidate_set()
        read, corpus = self._request()
        if read is not None and candidates is not None:
            add_lint(lint_request(read[0], candidates), read[1], self._found)
        session = Session(
            title=head.title,
            policy=policy or DEFAULT_POLICY,
            request=read and read[0],
            requests=tuple(request for request, _ in corpus),
            strategy=head.strategy,
            settings=head.settings,
            notes=tuple(
                Note(note.subject, note.text) for note in self._items("notes", NoteEntry, "note")
            ),
            story=tuple(self._story({request.trace_id for request, _ in corpus})),
        )
        if candidates is not None:
            asked = (*filter(None, [session.request]), *session.requests)
            named = naming_files(asked, candidates)
            session = replace(
                session,
                candidates=candidates,
                request=session.request and named[0],
                requests=named[len(asked) - len(session.requests) :],
            )
        overrides = self._document("overrides", check_overrides)
        if overrides is not None:
            session = replace(session, overrides=overrides)
        stages: dict[str, Any] = {}
        for part in STAGES:
            stage = self._part(
                part,
                lambda path, part=part: read_stage(path, part, self._found),  # type: ignore[misc]
                lambda value, part=part: check_stage(  # type: ignore[misc]
                    part, value, self._found, self._folder
                ),
            )
            if stage is not None:
                stages[part] = stage
        session = session.having(**stages)
        if Part.AUDIT in stages:
            session = with_known_inputs(session)
        return replace(session, sources=tuple(self._sources.items()), kept=self._kept)

    def _part(
        self,
        name: str,
        from_file: Callable[[str], T | None],
        from_value: Callable[[Parsed], T | None],
    ) -> T | None:
        """Return a part from its file or its copy in the session."""
        member = self._members.get(name)
        if member is None or member.value is None:
            return None
        part: T | None = None
        if isinstance(member.value, dict) and "inline" in member.value:
            part = from_value(member.child("inline"))
        else:
            path = self._path(name, member)
            part = None if path is None else from_file(path)
            if part is not None and path is not None:
                self._sources.setdefault(Part.REQUEST.value if name == "requests" else name, path)
        if part is None:
            self._kept[name] = member.value
        return part

    def _document(self, name: str, make: Callable[[Parsed, Findings], T | None]) -> T | None:
        """Return a part that is made of one value, which is all of a file that holds it."""

        def from_file(path: str) -> T | None:
            parsed = parse_file(path, self._found, dash=False)
            return make(parsed, self._found) if parsed else None

        return self._part(name, from_file, lambda value: make(value, self._found))

    def _path(self, name: str, member: Parsed) -> str | None:
        reference = check(Reference, member, self._found, what=f"reference to the {name}")
        if reference is None:
            return None
        return os.path.normpath(os.path.join(self._folder, reference.path))  # noqa: PTH118

    def _candidate_set(self) -> CandidateSet | None:
        name = Part.CANDIDATES.value
        span = self._candidates
        if span is not None:
            members = parse_members(span, self._found) or []
            inline = next((member for member in members if member.name == "inline"), None)
            if inline is not None:
                value = JsonSpan(span.source, inline.start, inline.end, (name, "inline"))
                candidates = read_inline_candidates(value, self._found, self._progress)
                if candidates is None:
                    whole = parse_json(span, Findings())
                    self._kept[name] = whole.value if whole else None
                return candidates
            parsed = parse_json(span, self._found)
            if parsed is not None:
                self._members[name] = parsed
        return self._part(
            name,
            lambda path: read_any_candidates(path, self._found, self._progress, dash=False),
            lambda value: read_inline_candidates(value, self._found, self._progress),
        )

    def _request(self) -> tuple[ReadRequest | None, Corpus]:
        """Return the current request with what it was read from, and the corpus."""
        corpus = self._part("requests", self._corpus_file, self._corpus) or []
        member = self._members.get("request")
        if member is None or member.value is None:
            return (corpus[0] if corpus else None), corpus
        if isinstance(member.value, dict) and "trace_id" in member.value:
            return self._chosen(member, corpus), corpus
        found = self._part(
            "request", self._request_file, lambda value: check_request(value, self._found)
        )
        if found is None:
            return None, corpus
        # The request of a corpus is one of it, not another one that looks the same.
        return next((read for read in corpus if read[0] == found[0]), found), corpus

    def _chosen(self, member: Parsed, corpus: Corpus) -> ReadRequest | None:
        choice = check(ChosenRequest, member, self._found, what="choice of a request")
        chosen = next(
            (read for read in corpus if choice and read[0].trace_id == choice.trace_id), None
        )
        if chosen is None:
            self._kept["request"] = member.value
        if choice is not None and chosen is None:
            self._found.add(_no_such_request(member.place("trace_id")))
        return chosen

    def _corpus_file(self, path: str) -> Corpus | None:
        source = read_source(path, self._found, dash=False)
        return read_requests(source, path, self._found) or None if source else None

    def _corpus(self, value: Parsed) -> Corpus | None:
        return check_corpus(value, self._found) or None

    def _request_file(self, path: str) -> ReadRequest | None:
        source = read_source(path, self._found, dash=False)
        return read_request(source, path, self._found) if source else None

    def _items(self, name: str, model: type[M], what: str) -> list[M]:
        """Return the good ones of the notes or of the story's steps; keep the bad ones."""
        member = self._members.get(name)
        if member is None:
            return []
        if not isinstance(member.value, list):
            self._kept[name] = member.value
            place = member.place()
            fix = "Put it in [ ]."
            self._found.add(
                Problem(Severity.ERROR, "field.invalid", f"{name} must be a list.", fix, place)
            )
            return []
        most = MOST_STEPS if name == "story" else len(member.value)
        used, more = replace(member, value=member.value[:most]), member.value[most:]
        if more:
            message = (
                f"The story has {count_of(len(member.value), 'step')}; the first {most:,} are used."
            )
            fix, place = "Keep the others in a session of their own.", member.place(most)
            self._found.add(Problem(Severity.ERROR, "story.too-long", message, fix, place))
        good, bad = check_items(model, used, self._found, what=what)
        if bad or more:
            self._kept[name] = [*bad, *more]
        return good

    def _story(self, known: Container[str]) -> Iterator[StoryStep]:
        """Yield the steps; ``known`` are the trace ids of the corpus."""
        for step in self._items("story", StoryEntry, "step"):
            change = step.change or StoryChange()
            policy = change.policy.model_dump(exclude_unset=True)
            policy.pop("schema_version", None)
            if change.request is not None and change.request not in known:
                self._found.add(_no_such_request(self._members["story"].place()))
            yield StoryStep(
                step.title,
                step.text,
                step.select,
                tuple(policy.items()),
                change.request,
                step.stage,
            )


def _no_such_request(place: Place) -> Problem:
    message = "The corpus has no request with this trace_id."
    fix = "Choose one of its requests."
    return Problem(Severity.ERROR, "session.no-such-request", message, fix, place)
