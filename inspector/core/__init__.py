"""The budgeting core: values and pure functions. No Qt, no clock, no randomness.

The names below are the program's public interface; they stay put wherever the code lives. A
function raises ``TypeError`` for an argument of another type and ``ValueError`` for one that no
call can use; both name it.
"""

from typing import TYPE_CHECKING

from inspector.lazy import load_when_asked

if TYPE_CHECKING:
    from inspector.core.assembly import (
        Assembly,
        AssemblyInputs,
        AssemblyItem,
        AssemblyStage,
        assemble,
    )
    from inspector.core.builder.build import build_bundle
    from inspector.core.builder.inputs import BuilderConfig, BuildRequest
    from inspector.core.builder.outputs import (
        BudgetReport,
        ContextBundle,
        ContextManifest,
        RedactionReport,
    )
    from inspector.core.builder.report import BundleReport
    from inspector.core.candidates.candidate_set import Bucket, BucketFile, CandidateSet
    from inspector.core.candidates.card import Card
    from inspector.core.candidates.request import Request
    from inspector.core.canonical import canonical_json, fingerprint
    from inspector.core.discipline import (
        ArtifactRecord,
        ArtifactRegistry,
        DisciplineLimits,
        HotState,
        PromptMetrics,
        cap_hot_state,
        capture_prompt_metrics,
        check_prompt_budget,
        detect_prompt_regressions,
        diff_paths,
        discipline,
        hot_state_tokens,
        is_code_modification_task,
        looks_like_full_file_rewrite,
        looks_like_json_patch,
        looks_like_unified_diff,
        validate_diff_only,
    )
    from inspector.core.injection.manifest import UnifiedInjectionManifest
    from inspector.core.injection.overlap import Overlap, detect_bucket_overlap
    from inspector.core.injection.policy import (
        InjectionBudget,
        InjectionSettings,
        Strategy,
        UnifiedContextBudgetPolicy,
        compute_unified_budget,
    )
    from inspector.core.injection.rendering import Rendered, render
    from inspector.core.injection.report import InjectionReport
    from inspector.core.injection.step import inject
    from inspector.core.ledger import Ledger, LedgerEntry
    from inspector.core.problems import Place, Problem, Severity
    from inspector.core.reasons import Reason, Verdict
    from inspector.core.relevance import RelevanceConfig, relevance
    from inspector.core.tokens import (
        TokenCounter,
        UncountableTextError,
        estimator,
        tiktoken_counter,
    )
    from inspector.core.window.chunk import Chunk
    from inspector.core.window.config import PlacementOptions, WindowConfig
    from inspector.core.window.placement import place
    from inspector.project import index_project
    from inspector.project.index import ProjectIndex

__all__ = [
    "ArtifactRecord",
    "ArtifactRegistry",
    "Assembly",
    "AssemblyInputs",
    "AssemblyItem",
    "AssemblyStage",
    "Bucket",
    "BucketFile",
    "BudgetReport",
    "BuildRequest",
    "BuilderConfig",
    "BundleReport",
    "CandidateSet",
    "Card",
    "Chunk",
    "ContextBundle",
    "ContextManifest",
    "DisciplineLimits",
    "HotState",
    "InjectionBudget",
    "InjectionReport",
    "InjectionSettings",
    "Ledger",
    "LedgerEntry",
    "Overlap",
    "Place",
    "PlacementOptions",
    "Problem",
    "ProjectIndex",
    "PromptMetrics",
    "Reason",
    "RedactionReport",
    "RelevanceConfig",
    "Rendered",
    "Request",
    "Severity",
    "Strategy",
    "TokenCounter",
    "UncountableTextError",
    "UnifiedContextBudgetPolicy",
    "UnifiedInjectionManifest",
    "Verdict",
    "WindowConfig",
    "assemble",
    "build_bundle",
    "canonical_json",
    "cap_hot_state",
    "capture_prompt_metrics",
    "check_prompt_budget",
    "compute_unified_budget",
    "detect_bucket_overlap",
    "detect_prompt_regressions",
    "diff_paths",
    "discipline",
    "estimator",
    "fingerprint",
    "hot_state_tokens",
    "index_project",
    "inject",
    "is_code_modification_task",
    "looks_like_full_file_rewrite",
    "looks_like_json_patch",
    "looks_like_unified_diff",
    "place",
    "relevance",
    "render",
    "tiktoken_counter",
    "validate_diff_only",
]

load_when_asked(
    __name__,
    {
        "assembly": "Assembly AssemblyInputs AssemblyItem AssemblyStage assemble",
        "builder.build": "build_bundle",
        "builder.inputs": "BuildRequest BuilderConfig",
        "builder.outputs": "BudgetReport ContextBundle ContextManifest RedactionReport",
        "builder.report": "BundleReport",
        "candidates.candidate_set": "Bucket BucketFile CandidateSet",
        "candidates.card": "Card",
        "candidates.request": "Request",
        "canonical": "canonical_json fingerprint",
        "discipline": (
            "ArtifactRecord ArtifactRegistry DisciplineLimits HotState PromptMetrics "
            "cap_hot_state capture_prompt_metrics check_prompt_budget "
            "detect_prompt_regressions diff_paths discipline hot_state_tokens "
            "is_code_modification_task looks_like_full_file_rewrite looks_like_json_patch "
            "looks_like_unified_diff validate_diff_only"
        ),
        "injection.manifest": "UnifiedInjectionManifest",
        "injection.overlap": "Overlap detect_bucket_overlap",
        "injection.policy": (
            "InjectionBudget InjectionSettings Strategy UnifiedContextBudgetPolicy "
            "compute_unified_budget"
        ),
        "injection.rendering": "Rendered render",
        "injection.report": "InjectionReport",
        "injection.step": "inject",
        "ledger": "Ledger LedgerEntry",
        "problems": "Place Problem Severity",
        "reasons": "Reason Verdict",
        "relevance": "RelevanceConfig relevance",
        "tokens": "TokenCounter UncountableTextError estimator tiktoken_counter",
        "window.chunk": "Chunk",
        "window.config": "PlacementOptions WindowConfig",
        "window.placement": "place",
        "inspector.project": "index_project",
        "inspector.project.index": "ProjectIndex",
    },
)
