"""Opening an audit bundle: every byte is checked, and what it holds becomes a session."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pydantic import BaseModel

from inspector import __version__
from inspector.core.injection.policy import DEFAULT_POLICY
from inspector.core.problems import Place, Problem, Severity
from inspector.core.tokens.counter import ENCODINGS
from inspector.files.audit_bundle.container import first_difference, packed, unpacked
from inspector.files.audit_bundle.index import (
    CANDIDATES,
    CONFIGURATION,
    INDEX,
    INDEX_HASH,
    LEFT_OUT,
    MANIFEST,
    NOTES,
    PARTS,
    POLICY,
    REQUEST,
    SIGN_OFF,
    BundleIndex,
    Configuration,
    sha256,
    signed_over,
)
from inspector.files.candidates import read_inline_candidates
from inspector.files.documents import check
from inspector.files.findings import Findings, Loaded, Progress, gathered
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.manifests import check_signature
from inspector.files.requests import check_policy, check_request
from inspector.files.session_format import NoteEntry
from inspector.files.source import PathLike, as_text, read_bytes, shown
from inspector.files.stage_reading import check_items
from inspector.plurals import count_of
from inspector.session.audit_edits import freeze_inputs
from inspector.session.audit_stage import AuditStage, BundleOrigin, SignOff
from inspector.session.edits import with_source
from inspector.session.session import Note, Session
from inspector.stage import Part

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True)
class BundleContents:
    """What a bundle holds: its index and the parts that are there, checked or not."""

    name: str
    index: BundleIndex
    fingerprint: str
    parts: Mapping[str, bytes]


def load_bundle(path: PathLike) -> Loaded[Session]:
    """Return the session of a bundle; every byte that was changed is a problem with its place.

    What can be read is read, so that a reviewer sees what was sent; nothing is unpacked to disk.
    """

    return gathered(lambda found: read_bundle(path, found))


def read_bundle(
    path: PathLike, found: Findings, progress: Progress | None = None
) -> Session | None:
    """Return the session of a bundle, None where it has no index."""
    data = read_bytes(path, found, progress)
    contents = None if data is None else bundle_contents(data, shown(path), found)
    if contents is None:
        return None
    session = bundle_session(contents, found)
    return with_source(_told_of_changes(session, found), Part.AUDIT, os.fspath(path))


def _told_of_changes(session: Session, found: Findings) -> Session:
    """Have the session remember that its bundle is not as it was written."""
    errors = [one for one in found.problems() if one.severity is Severity.ERROR]
    changes = sum(one.code.startswith(("bundle.", "sign-off.")) for one in errors)
    if not changes or session.audit.bundle is None:
        return session
    origin = session.audit.bundle.model_copy(update={"changes": changes})
    return session.having(audit=session.audit.model_copy(update={"bundle": origin}))


def bundle_contents(data: bytes, name: str, found: Findings) -> BundleContents | None:
    """Return the parts of a bundle, None where it has no index; report every changed byte."""
    members, problems = unpacked(data, name)
    for problem in problems:
        found.add(problem)
    if INDEX not in members:
        if not problems:
            found.add(_problem("no-bundle", "The file is a zip file, but no audit bundle.", name))
        return None
    index = _index(members[INDEX], name, found)
    if index is None:
        return None
    contents = BundleContents(name, index, sha256(members[INDEX]), members)
    for problem in _changes(contents, data):
        found.add(problem)
    return contents


def _index(data: bytes, name: str, found: Findings) -> BundleIndex | None:
    where = f"{name}#{INDEX}"
    source = as_text(where, data, found)
    parsed = parse_json(JsonSpan(source, 0, len(source.data)), found) if source else None
    return check(BundleIndex, parsed, found, what="index") if parsed else None


def _changes(contents: BundleContents, data: bytes) -> Iterator[Problem]:
    """Compare everything with its hash; what is outside of all parts with how it is written."""
    name, index, members = contents.name, contents.index, contents.parts
    sound = True
    if members.get(INDEX_HASH) != f"{contents.fingerprint}\n".encode():
        sound = False
        yield _changed(f"{name}#{INDEX}", "The index is not the one that its hash was made of.")
    listed = {entry.name: entry for entry in index.parts}
    for part in members:
        if part not in (*PARTS, INDEX, INDEX_HASH) or (part in PARTS and part not in listed):
            sound = False
            where = f"{name}#{part if part.isprintable() else '?'}"
            yield _changed(where, "The index does not list this part; it is not used.")
    for part, entry in listed.items():
        if part not in members:
            sound = False
            yield _changed(f"{name}#{part}", "The part is missing.")
        elif sha256(members[part]) != entry.sha256:
            sound = False
            said = f"Its SHA-256 is {sha256(members[part])}, the index says {entry.sha256}."
            yield _changed(f"{name}#{part}", f"The part was changed. {said}")
    if signed_over(index.parts) != index.signed_over:
        sound = False
        yield _changed(f"{name}#{INDEX}", "Its fingerprint of all parts is not that of its parts.")
    offset = first_difference(packed(members), data) if sound else None
    if offset is not None:
        said = f"The byte at offset {offset:,}, outside of all parts, is not as it was written."
        yield _changed(name, said)


def bundle_session(contents: BundleContents, found: Findings) -> Session:
    """Return what a bundle holds as a session; parts that cannot be used are reported."""
    reader = _Reader(contents, found)
    index = contents.index
    for problem in _surroundings(contents):
        found.add(problem)
    configuration = reader.model(CONFIGURATION, Configuration) or Configuration()
    policy = reader.parsed(POLICY)
    candidates = reader.parsed(CANDIDATES)
    request = reader.parsed(REQUEST)
    asked = check_request(request, found) if request else None
    sign_off = reader.model(SIGN_OFF, SignOff)
    if sign_off is not None and sign_off.fingerprint != index.signed_over:
        text = "The sign-off was given for something else: its fingerprint is another one."
        found.add(_changed(f"{contents.name}#{SIGN_OFF}", text))
    signature = check_signature(sign_off)
    if signature is not None and signature.problem is not None:
        found.add(signature.problem.at(Place(f"{contents.name}#{SIGN_OFF}")))
    whole = {one.name: one.whole_sha256 for one in index.parts if one.whole_sha256 is not None}
    origin = BundleOrigin(
        fingerprint=contents.fingerprint,
        core_version=index.core_version,
        left_out=index.left_out,
        whole=whole,
    )
    stage: dict[str, Any] = {"manifest": reader.text(MANIFEST), "bundle": origin}
    if sign_off is not None:
        stage["sign_off"] = sign_off
    session = Session(
        title=configuration.title,
        policy=(policy and check_policy(policy, found)) or DEFAULT_POLICY,
        request=asked and asked[0],
        strategy=configuration.strategy,
        settings=configuration.settings,
        notes=reader.notes(),
    ).having(audit=AuditStage(**stage))
    read = read_inline_candidates(candidates, found, None) if candidates else None
    return freeze_inputs()(session if read is None else replace(session, candidates=read))


def _surroundings(contents: BundleContents) -> Iterator[Problem]:
    """Say what is not the same here as where the bundle was written, and what is not in it."""
    index, where = contents.index, f"{contents.name}#{INDEX}"
    if index.core_version != __version__:
        yield _problem(
            "other-version",
            f"It was written by version {index.core_version}; this is {__version__}.",
            where,
            Severity.NOTE,
            "If the manifest does not reproduce, replay it with that version.",
        )
    encoding = ENCODINGS.get(index.counter or "")
    if encoding is not None and index.vocabulary_sha256 != encoding.sha256:
        yield _problem(
            "other-vocabulary",
            f"Its tokens were counted with another vocabulary of {index.counter} than here.",
            where,
        )
    if index.left_out:
        yield _problem(
            "contents-left-out",
            f"{count_of(index.left_out, 'text')} left out. Every decision can be replayed from"
            " their token counts; whether the counts are those of the texts cannot be checked.",
            f"{contents.name}#{LEFT_OUT}",
            Severity.NOTE,
            "Ask for the texts and compare their SHA-256.",
        )
    if REQUEST not in contents.parts:
        yield _problem(
            "no-inputs",
            "It has no inputs, so the manifest cannot be replayed.",
            contents.name,
            Severity.NOTE,
            "Ask for a bundle with its inputs.",
        )


class _Reader:
    """Reads the parts of a bundle, each of them a file of its own in places."""

    def __init__(self, contents: BundleContents, found: Findings) -> None:
        self._contents = contents
        self._found = found

    def parsed(self, part: str) -> Any:
        data = self._contents.parts.get(part)
        if data is None:
            return None
        source = as_text(f"{self._contents.name}#{part}", data, self._found)
        return parse_json(JsonSpan(source, 0, len(source.data)), self._found) if source else None

    def text(self, part: str) -> str | None:
        data = self._contents.parts.get(part)
        return None if data is None else data.decode("utf-8", "replace")

    def model(self, part: str, model: type[M]) -> M | None:
        parsed = self.parsed(part)
        return check(model, parsed, self._found, what=part) if parsed else None

    def notes(self) -> tuple[Note, ...]:
        parsed = self.parsed(NOTES)
        if parsed is None or not isinstance(parsed.value, list):
            return ()
        good, _ = check_items(NoteEntry, parsed, self._found, what="note")
        return tuple(Note(note.subject, note.text) for note in good)


def _changed(where: str, message: str) -> Problem:
    return _problem("changed", message, where)


def _problem(
    code: str,
    message: str,
    where: str,
    severity: Severity = Severity.ERROR,
    fix: str = "Ask for the bundle again, from whoever wrote it.",
) -> Problem:
    return Problem(severity, f"bundle.{code}", message, fix, Place(where))
