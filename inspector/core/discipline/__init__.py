"""Context discipline: a small hot state, artifacts by reference, changes as diffs, metrics."""

from typing import TYPE_CHECKING

from inspector.lazy import load_when_asked

if TYPE_CHECKING:
    from inspector.core.discipline.artifact_store import (
        DEFAULT_MAX_BYTES,
        ArtifactAlias,
        ArtifactCorruptError,
        ArtifactError,
        ArtifactMeta,
        ArtifactNotFoundError,
        ArtifactStore,
        ArtifactTooLargeError,
        InvalidArtifactIdError,
        MemoryArtifactStore,
        StoredArtifact,
        UnstorableContentError,
    )
    from inspector.core.discipline.artifacts import ArtifactRecord, ArtifactRegistry
    from inspector.core.discipline.diff_only import (
        DiffCheck,
        diff_paths,
        is_code_modification_task,
        validate_diff_only,
    )
    from inspector.core.discipline.diff_strict import DiffFormat, DiffReason
    from inspector.core.discipline.hot_state import (
        ArtifactIndexEntry,
        HotState,
        hot_state_tokens,
        read_hot_state,
    )
    from inspector.core.discipline.limits import DEFAULT_LIMITS, DiffMode, DisciplineLimits
    from inspector.core.discipline.metrics import (
        PromptMetrics,
        capture_discipline_metrics,
        capture_prompt_metrics,
    )
    from inspector.core.discipline.orchestrator import discipline
    from inspector.core.discipline.regressions import (
        LoggedMetrics,
        Regression,
        RegressionKind,
        TurnThreshold,
        detect_prompt_regressions,
        detect_series_regressions,
        metric_thresholds,
    )
    from inspector.core.discipline.report import (
        BudgetCheck,
        BudgetViolation,
        DisciplineAction,
        DisciplineReport,
        DisciplineStep,
        FieldTokens,
        MovedField,
        StepName,
        check_hot_state_budget,
        check_prompt_budget,
        estimated_prompt_tokens,
    )
    from inspector.core.discipline.shrink import CappedHotState, cap_hot_state, restore_hot_state
    from inspector.core.discipline.text_signs import (
        looks_like_full_file_rewrite,
        looks_like_json_patch,
        looks_like_unified_diff,
    )

__all__ = [
    "DEFAULT_LIMITS",
    "DEFAULT_MAX_BYTES",
    "ArtifactAlias",
    "ArtifactCorruptError",
    "ArtifactError",
    "ArtifactIndexEntry",
    "ArtifactMeta",
    "ArtifactNotFoundError",
    "ArtifactRecord",
    "ArtifactRegistry",
    "ArtifactStore",
    "ArtifactTooLargeError",
    "BudgetCheck",
    "BudgetViolation",
    "CappedHotState",
    "DiffCheck",
    "DiffFormat",
    "DiffMode",
    "DiffReason",
    "DisciplineAction",
    "DisciplineLimits",
    "DisciplineReport",
    "DisciplineStep",
    "FieldTokens",
    "HotState",
    "InvalidArtifactIdError",
    "LoggedMetrics",
    "MemoryArtifactStore",
    "MovedField",
    "PromptMetrics",
    "Regression",
    "RegressionKind",
    "StepName",
    "StoredArtifact",
    "TurnThreshold",
    "UnstorableContentError",
    "cap_hot_state",
    "capture_discipline_metrics",
    "capture_prompt_metrics",
    "check_hot_state_budget",
    "check_prompt_budget",
    "detect_prompt_regressions",
    "detect_series_regressions",
    "diff_paths",
    "discipline",
    "estimated_prompt_tokens",
    "hot_state_tokens",
    "is_code_modification_task",
    "looks_like_full_file_rewrite",
    "looks_like_json_patch",
    "looks_like_unified_diff",
    "metric_thresholds",
    "read_hot_state",
    "restore_hot_state",
    "validate_diff_only",
]

load_when_asked(
    __name__,
    {
        "artifact_store": (
            "ArtifactAlias ArtifactCorruptError ArtifactError ArtifactMeta "
            "ArtifactNotFoundError ArtifactStore ArtifactTooLargeError DEFAULT_MAX_BYTES "
            "InvalidArtifactIdError MemoryArtifactStore StoredArtifact UnstorableContentError"
        ),
        "artifacts": "ArtifactRecord ArtifactRegistry",
        "diff_only": "DiffCheck diff_paths is_code_modification_task validate_diff_only",
        "text_signs": (
            "looks_like_full_file_rewrite looks_like_json_patch looks_like_unified_diff"
        ),
        "diff_strict": "DiffFormat DiffReason",
        "hot_state": "ArtifactIndexEntry HotState hot_state_tokens read_hot_state",
        "limits": "DEFAULT_LIMITS DiffMode DisciplineLimits",
        "metrics": "PromptMetrics capture_discipline_metrics capture_prompt_metrics",
        "orchestrator": "discipline",
        "regressions": (
            "LoggedMetrics Regression RegressionKind TurnThreshold detect_prompt_regressions "
            "detect_series_regressions metric_thresholds"
        ),
        "report": (
            "BudgetCheck BudgetViolation DisciplineAction DisciplineReport DisciplineStep "
            "FieldTokens MovedField StepName check_hot_state_budget check_prompt_budget "
            "estimated_prompt_tokens"
        ),
        "shrink": "CappedHotState cap_hot_state restore_hot_state",
    },
)
