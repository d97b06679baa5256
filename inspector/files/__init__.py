"""Loading and saving: every problem at once with its place, and what is good still loads."""

from typing import TYPE_CHECKING

from inspector.lazy import load_when_asked

if TYPE_CHECKING:
    from inspector.files.candidates import load_candidates
    from inspector.files.findings import Loaded, Progress
    from inspector.files.kinds import FileKind, detect_kind
    from inspector.files.manifests import (
        ManifestDocument,
        load_audit,
        load_manifest,
        manifest_document,
    )
    from inspector.files.metrics import hot_state_of_text, load_metrics, load_output
    from inspector.files.opening import load_any
    from inspector.files.requests import (
        load_overrides,
        load_policy,
        load_request,
        load_requests,
        policy_storage_path,
        save_overrides,
    )
    from inspector.files.saving import (
        manifest_bytes,
        save_candidates,
        save_policy,
        save_request,
        write_atomically,
    )
    from inspector.files.session_format import schemas
    from inspector.files.session_saving import save_session
    from inspector.files.sessions import load_session
    from inspector.stages.assembly.results import assembly_result
    from inspector.stages.builder.part import load_build_request, load_builder_config
    from inspector.stages.builder.recording import context_bytes, save_artifacts
    from inspector.stages.builder.results import build_result, decision_of
    from inspector.stages.discipline.part import load_discipline
    from inspector.stages.discipline.results import (
        diff_check_result,
        discipline_result,
        regressions_result,
    )
    from inspector.stages.relevance.results import load_relevance, relevance_run
    from inspector.stages.window.results import optimization_result, placement_result

__all__ = [
    "FileKind",
    "Loaded",
    "ManifestDocument",
    "Progress",
    "assembly_result",
    "build_result",
    "context_bytes",
    "decision_of",
    "detect_kind",
    "diff_check_result",
    "discipline_result",
    "hot_state_of_text",
    "load_any",
    "load_audit",
    "load_build_request",
    "load_builder_config",
    "load_candidates",
    "load_discipline",
    "load_manifest",
    "load_metrics",
    "load_output",
    "load_overrides",
    "load_policy",
    "load_relevance",
    "load_request",
    "load_requests",
    "load_session",
    "manifest_bytes",
    "manifest_document",
    "optimization_result",
    "placement_result",
    "policy_storage_path",
    "regressions_result",
    "relevance_run",
    "save_artifacts",
    "save_candidates",
    "save_overrides",
    "save_policy",
    "save_request",
    "save_session",
    "schemas",
    "write_atomically",
]

load_when_asked(
    __name__,
    {
        "candidates": "load_candidates",
        "findings": "Loaded Progress",
        "kinds": "FileKind detect_kind",
        "metrics": "hot_state_of_text load_metrics load_output",
        "manifests": "ManifestDocument load_audit load_manifest manifest_document",
        "opening": "load_any",
        "requests": "load_overrides load_policy load_request load_requests"
        " policy_storage_path save_overrides",
        "saving": "manifest_bytes save_candidates save_policy save_request write_atomically",
        "session_format": "schemas",
        "session_saving": "save_session",
        "sessions": "load_session",
        "inspector.stages.assembly.results": "assembly_result",
        "inspector.stages.builder.recording": "context_bytes save_artifacts",
        "inspector.stages.builder.part": "load_build_request load_builder_config",
        "inspector.stages.builder.results": "build_result decision_of",
        "inspector.stages.discipline.part": "load_discipline",
        "inspector.stages.discipline.results": (
            "diff_check_result discipline_result regressions_result"
        ),
        "inspector.stages.relevance.results": "load_relevance relevance_run",
        "inspector.stages.window.results": "optimization_result placement_result",
    },
)
