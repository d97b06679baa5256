"""Writing an audit bundle.

The parts of a bundle, made from a session and its run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from inspector import __version__
from inspector.analysis.audit.audit import as_manifest_says
from inspector.analysis.audit.receipts import is_receipt
from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.steps_before import has_steps
from inspector.core.injection.report import InjectionReport
from inspector.core.problems import Problem
from inspector.core.tokens.counter import ENCODINGS
from inspector.files.audit_bundle.container import packed
from inspector.files.audit_bundle.index import (
    CANDIDATES,
    CONFIGURATION,
    INDEX,
    INDEX_HASH,
    LEDGER,
    LEFT_OUT,
    MANIFEST,
    NOTES,
    PARTS,
    POLICY,
    REQUEST,
    SIGN_OFF,
    BundleIndex,
    Configuration,
    entries_of,
    sha256,
    signed_over,
    without_contents,
)
from inspector.files.manifests import manifest_document
from inspector.files.result_rows import kept_rows
from inspector.files.saving import (
    candidates_fields,
    json_bytes,
    manifest_bytes,
    policy_fields,
    request_fields,
    save_bytes,
)
from inspector.files.source import PathLike
from inspector.session.audit_edits import with_audited_inputs
from inspector.session.session import Session

# In this order, with nothing beside it: a sign-off is given for the very bytes of the ledger.
_OF_ROW = (
    *("id", "kind", "account", "verdict", "reason"),
    *("rule", "tokens", "needed", "left", "cap"),
)


@dataclass(frozen=True)
class Parts:
    """The parts of a bundle by name, and what its index says beside them.

    ``whole`` are the hashes of parts before their contents were left out.
    """

    parts: Mapping[str, bytes]
    counter: str | None = None
    vocabulary: str | None = None
    left_out: int = 0
    whole: Mapping[str, str] = field(default_factory=dict)


def parts_of(session: Session, runs: InjectionRuns, *, contents: bool = True) -> Parts:
    """Return everything that the session's manifest can be checked against.

    Without a manifest under audit it is that of the session's own run. ``contents`` False leaves
    texts out and keeps their hashes and counts.
    """
    text = session.audit.manifest
    parts: dict[str, bytes] = {}
    if text is not None:
        parts[MANIFEST] = text.encode("utf-8", "surrogatepass")
    value = None if text is None else manifest_document(text).value
    if is_receipt(value):  # it is replayed from itself
        return Parts(parts | _said(session))
    session = as_manifest_says(with_audited_inputs(session), value)
    parts |= _said(session)
    request = session.request
    report = runs.run(session).report if request is not None else None
    if request is None or report is None:
        return Parts(parts, whole=dict(session.audit.bundle.whole) if session.audit.bundle else {})
    if text is None:
        parts[MANIFEST] = manifest_bytes(report)
    if has_steps(session):  # a bundle has no steps, so its request says what they take
        used = report.prepared.tokens_used_before
        request = request.model_copy(update={"tokens_used_before": used})
    counter = report.prepared.counted.counter_name
    encoding = ENCODINGS.get(counter)
    parts |= {
        POLICY: json_bytes(policy_fields(session.policy)),
        CONFIGURATION: json_bytes(_configuration(session, report)),
        LEDGER: json_bytes(_ledger(report)),
    }
    whole = {
        CANDIDATES: json_bytes(candidates_fields(session.candidates)),
        REQUEST: json_bytes(request_fields(request)),
    }
    found = Parts({**parts, **whole}, counter, None if encoding is None else encoding.sha256)
    origin = session.audit.bundle
    if origin is not None and origin.left_out:
        # They were left out before; what they were in whole is known from there.
        return replace(found, left_out=origin.left_out, whole=dict(origin.whole))
    if contents:
        return found
    rest = without_contents(report, session.candidates, request, runs.counter(session))
    parts |= {
        CANDIDATES: json_bytes(rest.candidates),
        REQUEST: json_bytes(rest.request),
        LEFT_OUT: json_bytes([one.model_dump(mode="json") for one in rest.left_out]),
    }
    before = {name: sha256(data) for name, data in whole.items()}
    return replace(found, parts=parts, left_out=len(rest.left_out), whole=before)


def _said(session: Session) -> dict[str, bytes]:
    """Return what people said: notes, and the sign-off where there is one."""
    notes = [{"subject": note.subject, "text": note.text} for note in session.notes]
    said = {NOTES: json_bytes(notes)}
    if session.audit.sign_off is not None:
        # In a bundle it can be about no other manifest than the bundle's own.
        word = session.audit.sign_off.model_dump(mode="json", exclude={"manifest_sha256"})
        said[SIGN_OFF] = json_bytes(word)
    return said


def _configuration(session: Session, report: InjectionReport) -> dict[str, Any]:
    return Configuration(
        title=session.title,
        strategy=session.strategy,
        settings=session.settings,
        counter=report.prepared.counted.counter_name,
        tokens_used_before=report.prepared.tokens_used_before,
    ).model_dump(mode="json")


def _ledger(report: InjectionReport) -> dict[str, Any]:
    return {
        "budget": report.ledger.budget,
        "balances": report.ledger.balances,
        "rows": [{name: row[name] for name in _OF_ROW} for row in kept_rows(report.ledger.entries)],
    }


def save_bundle(
    session: Session, path: PathLike, runs: InjectionRuns, *, contents: bool = True
) -> tuple[Problem, ...]:
    """Write the session's manifest with all it can be checked against; return the problems.

    The same session gives the same bytes. ``contents`` False leaves the texts of cards, files and
    the request out and keeps their hashes and token counts.
    """
    return save_bytes(bundle_bytes(session, runs, contents=contents), path)


def bundle_bytes(session: Session, runs: InjectionRuns, *, contents: bool = True) -> bytes:
    """Return the bundle of a session as the bytes of its file."""
    found = parts_of(session, runs, contents=contents)
    index = json_bytes(_index(found).model_dump(mode="json"))
    ordered = {name: found.parts[name] for name in PARTS if name in found.parts}
    digest = f"{sha256(index)}\n".encode()
    return packed({INDEX: index, INDEX_HASH: digest, **ordered})


def bundle_fingerprint(session: Session, runs: InjectionRuns) -> str:
    """Return the fingerprint that a sign-off of the session is given for."""
    return _index(parts_of(session, runs)).signed_over


def _index(found: Parts) -> BundleIndex:
    entries = entries_of(found.parts, found.whole)
    return BundleIndex(
        core_version=__version__,
        counter=found.counter,
        vocabulary_sha256=found.vocabulary,
        left_out=found.left_out,
        signed_over=signed_over(entries),
        parts=entries,
    )
