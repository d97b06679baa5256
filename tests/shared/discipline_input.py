"""Hot states, turns and outputs for tests of the discipline stage."""

from __future__ import annotations

from typing import Any

from inspector.core.discipline import PromptMetrics
from inspector.core.tokens import TokenCounter, estimator
from inspector.session.discipline_stage import DisciplineStage
from inspector.session.session import Session
from inspector.stages.discipline.runs import DisciplineResult, DisciplineRuns

STATE: dict[str, Any] = {
    "session_id": "ferry",
    "objective": "Move the timetable to the new quay.",
    "accepted_decisions": ["Keep the numbers of the berths.", "Winter times stay."],
    "open_questions": ["Who tells the school?"],
    "artifact_index": [
        {"artifact_id": f"a{number}", "type": "doc", "label": f"Sheet {number}"}
        for number in range(1, 5)
    ],
}
BROKEN_DIFF = "--- a/times.py\n+++ b/times.py\n@@ -1,3 +1,1 @@\n-old\n+new\n"
GOOD_DIFF = "--- a/times.py\n+++ b/times.py\n@@ -1 +1 @@\n-old\n+new\n"


def turn(number: int, tokens: int, **more: Any) -> PromptMetrics:
    values: dict[str, Any] = {
        "timestamp": f"2026-01-{number:02d}T00:00:00Z",
        "session_id": "ferry",
        "hot_state_tokens": tokens,
        "hot_state_bytes": tokens * 4,
        "hot_state_truncated": False,
        "artifact_index_count": 2,
        "artifact_types": ["doc"],
        "system_prompt_chars": 100,
        "user_content_chars": 200,
        "estimated_prompt_tokens": 500,
        "artifact_ref_bootstrap_files": 0,
        "budget_violation_count": 0,
        "budget_passed": True,
    }
    return PromptMetrics.model_validate(values | more)


GROWING = tuple(turn(number, 200 * number) for number in range(1, 6))


def _counter(_name: str) -> TokenCounter:
    return estimator("discipline")


def result_of(**stage: Any) -> DisciplineResult:
    session = Session().having(
        discipline=DisciplineStage.model_validate({"hot_state": STATE} | stage)
    )
    return DisciplineRuns(_counter).run(session)
