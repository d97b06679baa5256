"""What was recorded, in the words of the window: differences of runs, and rows of manifests.

A history keeps names of fields and codes of reasons, as files do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from inspector.analysis.audit.audit import AuditRow, RowState
from inspector.analysis.audit.replay_findings import shown
from inspector.analysis.comparison.outcomes import FORMS
from inspector.analysis.quantities import QUANTITIES
from inspector.core.discipline.limits import DisciplineLimits
from inspector.core.injection.manifest import ManifestBucket, ManifestCard
from inspector.core.injection.policy import InjectionSettings, UnifiedContextBudgetPolicy
from inspector.core.injection.report import FORM_LABELS
from inspector.core.reasons import REASONS_BY_CODE, Reason, Verdict
from inspector.language import capitalized, localized, localized_text, tr
from inspector.present.reason_text import why_in_few_words

_MODELS: dict[str, type[BaseModel]] = {
    "policy": UnifiedContextBudgetPolicy,
    "settings": InjectionSettings,
    "limits": DisciplineLimits,
}
_TITLES = {one.key: tr(one.title) for one in QUANTITIES} | {"hot_state": tr("Working state")}
_FORM_TITLES = dict(zip(FORMS, FORM_LABELS, strict=True))


def name_words(name: str) -> str:
    """Return the name of something recorded, such as ``policy.min_bucket_tokens``, in words."""
    first, _, rest = name.partition(".")
    fields = _MODELS[first].model_fields if first in _MODELS else {}
    if rest in fields and fields[rest].title:
        return tr(fields[rest].title or "")
    known = _TITLES.get(name)
    return known or capitalized(name.replace(".", ": ").replace("_", " "))


def state_words(state: str) -> str:
    """Return what became of a subject, such as ``dropped window_budget 0``, in words."""
    verdict, *said = state.split(" ")
    if verdict not in set(Verdict):
        return localized_text(tr(state))
    told = ", ".join((verdict, *map(_word, said[:-1])))
    return told if said[-1] == "0" else f"{told} ({localized_text(said[-1])})"


def _word(code: str) -> str:
    reason = REASONS_BY_CODE.get(code)
    return _FORM_TITLES.get(code, code) if reason is None else why_in_few_words(reason)


def recorded_differences(found: Mapping[str, Any], *parts: str) -> list[tuple[str, str, str]]:
    """Return what differs in parts of two recorded runs: a name, and what it is in A and in B."""
    return [
        (name_words(name), localized_text(short_value(one)), localized_text(short_value(other)))
        for part in parts
        for name, (one, other) in found[part].items()
    ]


def grouped_value(value: Any) -> str:
    """Return a value of a recorded run in full, a number grouped."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    return f"{value:,}" if isinstance(value, int) else f"{value:,.6g}"


def short_value(value: Any) -> str:
    """Return one side of a difference as people read it.

    Numbers are grouped, a fingerprint is told by its beginning.
    """
    text = "absent" if value is None else grouped_value(value)
    is_hash = len(text) == 64 and set(text) <= set("0123456789abcdef")
    return f"{text[:12]}…" if is_hash else text


def card_words(card: ManifestCard) -> str:
    """Return what a manifest says of a card: its rendering, or why it is not injected."""
    if not card.suppressed:
        is_in = tr("injected, {tier}", tier=card.rendering_tier)
        code = card.suppression_reason  # which a card that is in should not have
        return f"{is_in} ({reason_words(code)})" if code else is_in
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


def value_words(value: Any) -> str:
    """Return a value of a manifest as it is read, a number as the language that is spoken does."""
    return localized_text(shown(value))


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
        return row.given if isinstance(row.given, str) else value_words(row.given)
    return _entry_words(row.entry) if row.entry is not None else tr("cannot be read")


def replayed_words(row: AuditRow) -> str:
    """Return what the replay says of a row, "" where it does not have it, or was not made."""
    if row.kind == "manifest":
        told = row.replayed if isinstance(row.replayed, str) else value_words(row.replayed)
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
