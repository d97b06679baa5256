"""The rows and fields of a manifest in words."""

from __future__ import annotations

from pydantic import ValidationError

from inspector.analysis.audit.replay_findings import shown
from inspector.analysis.audit.rows import AuditRow, RowState
from inspector.core.injection.manifest import ManifestBucket, ManifestCard
from inspector.core.reasons import REASONS_BY_CODE, Reason
from inspector.language import localized, tr


def card_words(card: ManifestCard) -> str:
    """Return what a manifest says of a card: its rendering, or why it is not injected."""
    if not card.suppressed:
        return tr("injected, {tier}", tier=card.rendering_tier)
    reason = REASONS_BY_CODE.get(card.suppression_reason or "")
    if reason is Reason.BUCKET_FILE_OVERLAP:
        return tr("suppressed: text already included")
    if reason is not None:
        told = {"dropped": tr("dropped"), "excluded": tr("excluded")}
        verdict = told.get(reason.verdict.value, tr("not injected"))
        return f"{verdict}: {reason_words(reason.code)}"
    return tr("not injected: {reason}", reason=card.suppression_reason or tr("no reason given"))


def reason_words(text: str) -> str:
    """Return the code of a reason in words, another text as it is."""
    if text == Reason.BUCKET_FILE_OVERLAP.code:
        return tr("text already included")
    return text.replace("_", " ") if text in REASONS_BY_CODE else text


def field_words(name: str) -> str:
    """Return the name of a manifest's field in words."""
    return name.replace("_", " ")


def bucket_words(bucket: ManifestBucket) -> str:
    """Return what a manifest says of a bucket."""
    background = background_words(bucket)
    inlined, listed = localized(bucket.files_inlined), localized(bucket.files_manifested)
    told = tr("{inlined} in full text, {listed} by title", inlined=inlined, listed=listed)
    return f"{told}, {background}" if background else told


def background_words(bucket: ManifestBucket) -> str:
    """Return what became of a bucket's summary, "" where it has none that is in or covered."""
    if bucket.background_included:
        return tr("summary included")
    return tr("summary suppressed") if bucket.background_suppressed_by_overlap else ""


def given_words(row: AuditRow) -> str:
    """Return what the manifest says of a row, "" where it does not have it."""
    if row.state is RowState.MISSING:
        return ""
    if row.kind == "manifest":
        return row.given if isinstance(row.given, str) else shown(row.given)
    return _entry_words(row.entry) if row.entry is not None else tr("cannot be read")


def replayed_words(row: AuditRow) -> str:
    """Return what the replay says of a row, "" where it does not have it, or was not made."""
    if row.kind == "manifest":
        told = row.replayed if isinstance(row.replayed, str) else shown(row.replayed)
        return "" if row.state is RowState.UNKNOWN else told
    if not isinstance(row.replayed, dict):
        return ""
    model = ManifestCard if row.kind == "card" else ManifestBucket
    try:
        return _entry_words(model.model_validate(row.replayed))
    except ValidationError:  # a name of the inputs that no manifest can hold
        return tr("cannot be written in a manifest")


def _entry_words(entry: ManifestCard | ManifestBucket) -> str:
    return card_words(entry) if isinstance(entry, ManifestCard) else bucket_words(entry)
