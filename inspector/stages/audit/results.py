"""The result of an audit as JSON, for other programs."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

from pydantic import Field

from inspector.analysis.audit.audit import RowState
from inspector.analysis.audit.finding import Finding
from inspector.analysis.audit.replay import RowDifference
from inspector.analysis.comparison.attribution import ChangeCause
from inspector.core.model import Document
from inspector.core.problems import Problem
from inspector.core.scalars import Natural, SchemaVersion
from inspector.files.result_rows import ProblemRow, ResultPart, result_from
from inspector.session.audit_stage import SignOff
from inspector.stages.audit.receipts import ReceiptsResult
from inspector.stages.audit.runs import AuditView


class AuditFinding(ResultPart):
    """One thing that the audit found."""

    severity: str
    """``error``: the manifest is wrong. ``warning``: unusual. ``note``: worth knowing."""

    kind: str
    """``schema``, ``contradiction``, ``changed``, ``difference``, ``input``, ``unusual``,
    ``foreign`` or ``unchecked``."""

    code: str
    """The check."""

    message: str
    """What was found, with its numbers."""

    rule: str
    """The rule of the specification."""

    subject: str | None
    """The card or bucket, where it is about one."""

    file: str | None
    """The manifest's file."""

    line: int | None
    """The line, from 1."""

    column: int | None
    """The column, from 1."""

    pointer: str | None
    """The place as a JSON pointer."""


class AuditField(ResultPart):
    """One field of a row that differs."""

    field: str
    """Its name."""

    expected: Any = None
    """What the replay has; null where it has none."""

    actual: Any = None
    """What the manifest has; null where it has none."""


class AuditDifference(ResultPart):
    """One row that is not what the inputs lead to."""

    kind: str
    """``manifest``, ``card`` or ``bucket``."""

    subject: str
    """The id of the card or bucket, or the field of the manifest."""

    change: str
    """``changed``, ``missing`` or ``extra``."""

    fields: tuple[AuditField, ...]
    """What differs."""

    rule: str
    """The rule by which the replay decided."""

    sentence: str
    """What the replay decided, in plain words."""

    cause: str
    """``alone``, ``either``, ``together`` or ``not found``: how inputs explain it."""

    causes: tuple[str, ...]
    """The inputs that explain it, such as ``strategy`` or ``policy.min_bucket_tokens``."""


class AuditedRow(ResultPart):
    """One row of the manifest: a field of its head, a card with its attribution, or a bucket."""

    kind: str
    """``manifest``, ``card`` or ``bucket``."""

    subject: str
    """The id of the card or bucket, or the name of the field."""

    name: str
    """What people call it."""

    state: str
    """``agrees``, ``differs``, ``missing``, ``extra`` or ``not replayed``."""

    given: Any = None
    """What the manifest says; null where it has no such row."""

    replayed: Any = None
    """What the replay has in its place, where that is something else; else null."""


class AuditResult(Document):
    """What the audit of one manifest comes to."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    file: str
    """The manifest or bundle that was verified."""

    outcome: Literal["verified", "failed", "not comparable", "not replayed"]
    """The verdict. ``verified``: right in itself, and what its inputs lead to. ``not comparable``:
    made from other inputs than those that are open. ``not replayed``: right in itself, and nothing
    was there to replay it with."""

    rows: Natural = 0
    """Rows of the manifest: fields of its head, cards, buckets, and what only the replay has."""

    replayed: bool
    """Whether its inputs were there and were run."""

    counts: dict[str, Natural] = Field(default_factory=dict)
    """Findings by severity."""

    findings: tuple[AuditFinding, ...]
    """Everything that was found, errors first."""

    differences: tuple[AuditDifference, ...]
    """The rows that are not what the inputs lead to."""

    compared: tuple[AuditedRow, ...] = ()
    """Every row of the manifest, and of the replay what it does not have."""

    unseen: tuple[str, ...]
    """What could not be checked without inputs; empty after a replay."""

    problems: tuple[ProblemRow, ...]
    """Problems of the inputs and of the bundle."""

    sign_off: SignOff | None = None
    """The reviewer's word, if there is one; its ``kind`` tells a signature from a remark."""

    signature: str | None = None
    """``valid``, ``broken`` or ``unchecked``; null for a remark."""

    key: str | None = None
    """The fingerprint of the key of a valid signature."""

    covers_sha256: str | None = None
    """SHA-256 of everything that a sign-off is given for; null where it was not worked out."""

    bundle_sha256: str | None = None
    """SHA-256 of the bundle's index: to be compared with what its sender says."""


class FolderResult(Document):
    """What the audits of all manifests and receipts in a folder come to."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    folder: str
    """The folder."""

    counts: dict[str, Natural] = Field(default_factory=dict)
    """Manifests by verdict."""

    results: tuple[AuditResult, ...]
    """One for each manifest or bundle, by path."""

    receipts: tuple[ReceiptsResult, ...] = ()
    """One for each file of receipts, by path."""

    unread: tuple[str, ...] = ()
    """Files that could not be read at all."""


def audit_result(view: AuditView, file: str, problems: tuple[Problem, ...] = ()) -> dict[str, Any]:
    """Return an audit as JSON. Raises ``ValueError`` for a view without one."""
    audit, findings, signature = view.done, view.findings, view.signature
    bundle = view.session.audit.bundle
    done = audit.replay
    result = AuditResult(
        file=file,
        outcome=audit.outcome.value,
        rows=audit.rows,
        replayed=done is not None,
        counts=Counter(one.severity.value for one in findings),
        findings=tuple(map(_finding, findings)),
        differences=tuple(
            _difference(one, audit.causes.get(one.key))
            for one in (done.differences if done else ())
        ),
        compared=tuple(
            result_from(
                AuditedRow, row, replayed=None if row.state is RowState.AGREES else row.replayed
            )
            for row in audit.compared
        ),
        unseen=audit.unseen,
        problems=tuple(map(ProblemRow.model_validate, problems)),
        sign_off=view.session.audit.sign_off,
        signature=signature.state.value if signature else None,
        key=(signature.key or None) if signature else None,
        covers_sha256=view.fingerprint,
        bundle_sha256=None if bundle is None else bundle.fingerprint,
    )
    return result.model_dump(mode="json")


def _finding(one: Finding) -> AuditFinding:
    place = one.place
    return result_from(
        AuditFinding,
        one,
        file=place.file,
        line=place.line,
        column=place.column,
        pointer=place.pointer,
    )


def _difference(one: RowDifference, cause: ChangeCause | None) -> AuditDifference:
    return result_from(
        AuditDifference,
        one,
        kind=one.key[0],
        cause="not found" if cause is None else cause.kind.value,
        causes=tuple(found.id for found in cause.differences) if cause else (),
    )
