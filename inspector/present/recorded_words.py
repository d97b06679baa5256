"""What differs between two recorded runs, in the words of the window.

A history keeps names of fields and codes of reasons, as files do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from inspector.analysis.comparison.outcomes import FORMS
from inspector.analysis.quantities import QUANTITIES
from inspector.core.discipline.limits import DisciplineLimits
from inspector.core.injection.policy import InjectionSettings, UnifiedContextBudgetPolicy
from inspector.core.injection.report import FORM_LABELS
from inspector.core.reasons import REASONS_BY_CODE, Verdict
from inspector.language import capitalized, localized_text, tr
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
