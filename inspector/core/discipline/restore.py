"""Putting a hot state together again from what was kept of it (Discipline C6: nothing is lost)."""

from __future__ import annotations

import json

from inspector.core.arguments import require
from inspector.core.discipline.artifact_store import ArtifactStore
from inspector.core.discipline.hot_state import HotState
from inspector.core.discipline.report import DisciplineReport


def restore_hot_state(report: DisciplineReport, store: ArtifactStore | None = None) -> HotState:
    """Return the state that a report began with, equal to it field by field.

    Contents come from ``store``, or from the report itself without one. Raises ``ValueError`` for
    a rejection, which took nothing out, ``ArtifactError`` for content that is missing, and
    ``TypeError`` for what is no report.
    """
    require(DisciplineReport, report=report)
    if report.hot_state is None:
        raise ValueError("a rejected hot state was not changed; there is nothing to restore")
    values = report.hot_state.model_dump()
    if report.pointers:
        values["artifact_index"] = values["artifact_index"][: -len(report.pointers)]
        if not any(one.field == "artifact_index" and one.before for one in report.field_tokens):
            del values["artifact_index"]
    for moved in report.moved:
        content = moved.content if store is None else store.get(moved.artifact_id).content
        values[moved.field] = json.loads(content)
    return HotState.model_validate(values)
