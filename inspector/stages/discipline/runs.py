"""Context discipline run again and again for sessions that differ a little, and its record."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

from inspector.core.discipline import (
    ArtifactStore,
    BudgetCheck,
    DiffCheck,
    DisciplineReport,
    MemoryArtifactStore,
    PromptMetrics,
    Regression,
    TurnThreshold,
    capture_discipline_metrics,
    check_prompt_budget,
    detect_series_regressions,
    discipline,
    estimated_prompt_tokens,
    metric_thresholds,
    read_hot_state,
    validate_diff_only,
)
from inspector.core.ledger import Number
from inspector.core.problems import Place, Problem, Severity
from inspector.core.tokens import MemoCounter, TokenCounter, VocabularyError, counter_by_name
from inspector.files.history import RunRecord
from inspector.files.recording import (
    InputFingerprints,
    problem_codes,
    run_record,
    sources,
    title_of,
    verdict_counts,
)
from inspector.files.result_rows import ResultPart, kept, kept_rows, result_from
from inspector.session.discipline_stage import DisciplineStage
from inspector.session.session import Session
from inspector.stage import Part
from inspector.stages.discipline.results import (
    DiffCheckFile,
    DisciplineResultFile,
    PromptRow,
    RegressionRow,
    diff_check_result,
    discipline_result,
)

CHARACTERS_AT_ONCE = 40_000  # of an output, or of a hot state's texts
TURNS_AT_ONCE = 4_000

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class DisciplineResult:
    """What one session led to.

    ``report``, ``prompt`` and ``prompt_tokens`` (estimated, with the returned state) are None
    without a hot state, and ``prompt_tokens`` for a rejected one, too. ``check`` is None where
    nobody gave an output or a task. ``regressions`` are those of the series of turns.
    """

    session: Session
    report: DisciplineReport | None
    prompt: BudgetCheck | None
    prompt_tokens: int | None
    check: DiffCheck | None
    regressions: tuple[Regression, ...]
    thresholds: tuple[TurnThreshold, ...]
    problems: tuple[Problem, ...]


class DisciplineRuns:
    """Runs sessions, on one thread at a time. Results never depend on what was kept.

    ``counter`` makes a counter of an encoding's name and raises ``ValueError`` for a name it does
    not know.
    """

    def __init__(self, counter: Callable[[str], TokenCounter] = counter_by_name) -> None:
        self._make_counter = counter
        self._counters: dict[str, TokenCounter] = {}
        self._kept: dict[str, tuple[Hashable, Any, Any]] = {}

    def quick(self, session: Session, registry: ArtifactStore | None = None) -> bool:
        """Whether a run takes a few hundredths of a second at most."""
        stage = session.discipline
        return (
            registry is None
            and len(stage.output.text) <= CHARACTERS_AT_ONCE
            and len(stage.turns) <= TURNS_AT_ONCE
            and _characters(stage.hot_state, CHARACTERS_AT_ONCE) < CHARACTERS_AT_ONCE
        )

    def counts(self, session: Session) -> bool:
        """Whether the counter of the session is there; else its vocabulary is still to be read."""
        return session.encoding in self._counters

    def run(
        self, session: Session, registry: ArtifactStore | None = None, *, count: bool = True
    ) -> DisciplineResult:
        """Run the session. What is taken out of the state goes to ``registry``, else is kept here.

        Whatever is wrong with the session is a problem of the result. Without ``count`` tokens are
        only estimated.
        """
        stage = session.discipline
        counter, problems = self._counter(session) if count else (None, ())
        report = prompt = tokens = None
        if stage.hot_state is not None:
            report = discipline(
                stage.hot_state,
                limits=stage.limits,
                enable_compression=stage.enable_compression,
                enable_reference_extraction=stage.enable_reference_extraction,
                reject_on_persistent_overflow=stage.reject_on_persistent_overflow,
                keep_pointers=stage.keep_pointers,
                registry=MemoryArtifactStore() if registry is None else registry,
                counter=counter,
            )
            problems = (*session.placed(Part.DISCIPLINE, report.problems), *problems)
            sizes = stage.prompt
            state = report.hot_state or read_hot_state(stage.hot_state).hot_state
            prompt = check_prompt_budget(
                system_prompt_chars=sizes.system_prompt_chars,
                user_content_chars=sizes.user_content_chars,
                hot_state=state or stage.hot_state,
                rag_chunk_count=sizes.rag_chunk_count,
                inline_artifact_chars=sizes.inline_artifact_chars,
                limits=stage.limits,
            )
            tokens = estimated_prompt_tokens(
                sizes.system_prompt_chars, sizes.user_content_chars, state
            )
        return DisciplineResult(
            session=session,
            report=report,
            prompt=prompt,
            prompt_tokens=tokens,
            check=self._check(session),
            regressions=self._keep(
                "regressions",
                tuple(dict(stage.limits).values()),
                stage.turns,
                lambda: tuple(detect_series_regressions(stage.turns, stage.limits)),
            ),
            thresholds=metric_thresholds(stage.limits),
            problems=problems,
        )

    def _check(self, session: Session) -> DiffCheck | None:
        output = session.discipline.output
        if not output.text and output.task is None:
            return None
        return self._keep(
            "check",
            (output.task, output.mode, output.force_check),
            output.text,
            lambda: validate_diff_only(
                output.text,
                task_description=output.task,
                force_check=output.force_check,
                mode=output.mode,
            ),
        )

    def _keep(self, name: str, facts: Hashable, value: object, work: Callable[[], T]) -> T:
        """Return what was worked out for the same facts and the very same value, else do it."""
        kept = self._kept.get(name)
        if kept is None or kept[0] != facts or kept[1] is not value:
            kept = self._kept[name] = (facts, value, work())
        return kept[2]

    def _counter(self, session: Session) -> tuple[TokenCounter | None, tuple[Problem, ...]]:
        encoding = session.encoding
        try:
            if encoding not in self._counters:
                counter = MemoCounter(self._make_counter(encoding))
                counter.count("")  # loads the vocabulary
                self._counters[encoding] = counter
        except (ValueError, VocabularyError) as error:
            return None, (_uncounted(str(error)),)
        return self._counters[encoding], ()


def turn_of(result: DisciplineResult, now: str) -> PromptMetrics | None:
    """Return the hot state of a result as a turn of a series at a time; None without one."""
    report, stage = result.report, result.session.discipline
    if report is None:
        return None
    session_id = (stage.hot_state or {}).get("session_id")
    return capture_discipline_metrics(
        now=now,
        session_id=session_id if isinstance(session_id, str) and session_id else "unknown",
        report=report,
        system_prompt_chars=stage.prompt.system_prompt_chars,
        user_content_chars=stage.prompt.user_content_chars,
    )


def _characters(value: object, enough: int) -> int:
    """Return about how many characters a JSON value has; counting ends where it is enough."""
    total, waiting = 0, [value]
    while waiting and total < enough:
        one = waiting.pop()
        total += len(one) if isinstance(one, str) else 1
        if isinstance(one, dict):
            waiting += [*one.keys(), *one.values()]
        elif isinstance(one, list | tuple):
            waiting += one
    return total


def _uncounted(reason: str) -> Problem:
    return Problem(
        Severity.WARNING,
        "discipline.uncounted",
        f"the hot state's tokens are only estimated: {reason}",
        "choose another encoding for the model",
        Place(pointer="/model/encoding"),
    )


def discipline_record(
    result: DisciplineResult, recorded_at: str, known: InputFingerprints | None = None
) -> RunRecord | None:
    """Return the record: steps, fields and broken limits by name; no value of any field.

    A check has its verdict only, because its reason and its paths quote the output.
    """
    report, check, session = result.report, result.check, result.session
    stage = session.discipline
    if report is None and check is None and not stage.turns:
        return None
    return run_record(
        stage="discipline",
        recorded_at=recorded_at,
        title=title_of(session, Part.DISCIPLINE),
        inputs=_inputs(stage, known or InputFingerprints()),
        configuration=stage.model_dump(mode="json", exclude={"hot_state", "output", "turns"})
        | {
            "output": {"mode": stage.output.mode, "force_check": stage.output.force_check},
            "sources": sources(session),
        },
        result={
            "state": None if report is None else _state(report),
            "prompt": None
            if result.prompt is None
            else _kept(PromptRow, result.prompt, tokens=result.prompt_tokens),
            "check": None
            if check is None
            else kept(DiffCheckFile, diff_check_result(check)) | {"paths": len(check.paths)},
            "regressions": [
                _kept(RegressionRow, one, timestamp="", session_id="") for one in result.regressions
            ],
            "problems": problem_codes(result.problems),
        },
        metrics={
            **_state_metrics(report),
            "prompt_passed": None if result.prompt is None else result.prompt.passed,
            "prompt_tokens": result.prompt_tokens,
            "output_valid": None if check is None else check.valid,
            "turns": len(stage.turns) or None,
            "regressions": len(result.regressions) if stage.turns else None,
        },
        verdicts={} if report is None else verdict_counts(report.ledger.entries),
    )


def _inputs(stage: DisciplineStage, known: InputFingerprints) -> dict[str, str]:
    return {
        "hot_state": known.of("hot_state", stage.hot_state),
        "output": known.of("output", stage.output, lambda one: one.model_dump(mode="json")),
        "turns": known.of(
            "turns", stage.turns, lambda turns: [one.model_dump(mode="json") for one in turns]
        ),
    }


def _state(report: DisciplineReport) -> dict[str, Any]:
    plain = discipline_result(report, with_contents=False)
    return kept(DisciplineResultFile, plain) | {"ledger": kept_rows(report.ledger.entries)}


def _state_metrics(report: DisciplineReport | None) -> dict[str, Number | None]:
    if report is None:
        return {}
    return {
        "type": report.type.value,
        "tokens": report.tokens,
        "original_tokens": report.original_tokens,
        "counted_tokens": report.counted_tokens,
        "over_limit": report.over_limit,
        "balances": report.ledger.balances,
    }


def _kept(model: type[ResultPart], source: object, **others: Any) -> dict[str, Any]:
    return kept(model, result_from(model, source, **others).model_dump(mode="json"))
