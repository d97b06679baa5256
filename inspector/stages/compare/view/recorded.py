"""Runs of the history as sides of a comparison: a run's manifest is what history holds of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from inspector.core.injection.manifest import UnifiedInjectionManifest, WhatIfManifest
from inspector.core.problems import Problem, Severity
from inspector.files.history import HistoryError, Query, open_history
from inspector.files.history.opening import default_history_path
from inspector.language import tr

MOST_LISTED = 100

_GONE = Problem(
    Severity.WARNING,
    "history.no-manifest",
    tr("The history does not hold a manifest of this run that can be used."),
    tr("Choose another run."),
)


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A recorded injection: its number, and what it is called."""

    number: int
    title: str


Recorded = tuple[tuple[RecordedRun, ...], tuple[Problem, ...]]


def recorded_runs(path: Path | None = None) -> Recorded:
    """Return the newest recorded injections, and what is wrong with the history."""
    place = path or default_history_path()
    if not place.exists():  # nothing was recorded yet, and looking makes no file
        return (), ()
    loaded = open_history(place, read_only=True)
    if loaded.value is None:
        return (), loaded.problems
    with loaded.value as history:
        try:
            found = history.search(Query(stage="injection"), limit=MOST_LISTED)
        except HistoryError as error:
            return (), error.problems
    return tuple(
        RecordedRun(one.id, f"{one.last_seen[:16].replace('T', ' ')}  {one.title}") for one in found
    ), loaded.problems


def recorded_manifest(
    number: int, path: Path | None = None
) -> tuple[UnifiedInjectionManifest | None, tuple[Problem, ...]]:
    """Return the manifest of a recorded run."""
    loaded = open_history(path or default_history_path(), read_only=True)
    if loaded.value is None:
        return None, loaded.problems
    with loaded.value as history:
        try:
            run = history.get(number)
        except HistoryError as error:
            return None, error.problems
    result = run.record.result_value if run else None
    return _manifest(result.get("manifest") if isinstance(result, dict) else None)


def _manifest(value: Any) -> tuple[UnifiedInjectionManifest | None, tuple[Problem, ...]]:
    try:
        what_if = isinstance(value, dict) and "what_if" in value
        model = WhatIfManifest if what_if else UnifiedInjectionManifest
        return model.model_validate(value), ()
    except ValidationError:
        return None, (_GONE,)
