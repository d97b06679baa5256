"""Recorded runs of sessions that differ in one field name a cause wherever their rows differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from inspector.files.history.differences import run_differences
from inspector.files.recording import record_of
from inspector.session.session import Session
from inspector.stages.discipline.runs import DisciplineRuns
from inspector.stages.relevance.runs import RelevanceRuns
from inspector.stages.window.runs import run_window
from tests.shared.samples import sample_session

NOON = "2026-04-03T12:00:00Z"
STAGES: dict[str, Callable[[Session], Any]] = {
    "relevance": lambda session: RelevanceRuns().run(session),
    "discipline": lambda session: DisciplineRuns().run(session),
    "window": run_window,
}


def others(value: Any, deep: int = 3) -> Iterator[Any]:
    """Yield a value with one of its fields changed, of lists and tables their first."""
    match value:
        case Enum():
            return
        case bool():
            yield not value
        case int():
            yield value * 3 + 50
        case float():
            yield value / 2 + 0.01
        case str():
            yield f"{value} more"
        case BaseModel() if deep:
            given = {name: getattr(value, name) for name in type(value).model_fields}
            for name, one in given.items():
                for other in others(one, deep - 1):
                    yield type(value).model_construct(**given | {name: other})
        case dict() if deep and value:
            name = next(iter(value))
            yield from (value | {name: other} for other in others(value[name], deep - 1))
        case tuple() if deep and value:
            yield from ((other, *value[1:]) for other in others(value[0], deep - 1))


def recorded(stage: str, session: Session) -> Any:
    """Return a run as the history has it, None where there is nothing to record."""
    try:
        record = record_of(STAGES[stage](session), NOON)
    except (ValidationError, ValueError):
        return None  # the change is no session that can be opened
    return record and SimpleNamespace(
        summary=SimpleNamespace(
            id=1, inputs=record.inputs, metrics=record.metrics, verdicts=record.verdicts
        ),
        record=record,
    )


@pytest.mark.parametrize("stage", STAGES)
def test_rows_of_two_runs_never_differ_without_a_cause(stage: str) -> None:
    session = sample_session(stage)
    asked = others(session.request) if session.request else ()
    changed = [replace(session, request=one) for one in asked]
    part = session.parts[stage]
    changed += [replace(session, parts={**session.parts, stage: one}) for one in others(part)]
    before, differed = recorded(stage, session), 0
    for one in changed:
        after = recorded(stage, one)
        found = after and run_differences(before, after)
        if found and any(found[name] for name in ("rows", "metrics", "verdicts")):
            assert found["inputs"] or found["configuration"], found
            differed += 1
    assert differed > 2
