"""JSON Schemas of the file formats, for editors and other programs."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from inspector.core.assembly import AssemblyStage
from inspector.core.builder.config import BuilderConfig
from inspector.core.builder.outputs import (
    BudgetReport,
    ContextBundle,
    ContextManifest,
    RedactionReport,
)
from inspector.core.builder.request import BuildRequest
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.card import Card
from inspector.core.candidates.request import Request
from inspector.core.discipline import HotState, PromptMetrics
from inspector.core.injection.manifest import UnifiedInjectionManifest
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.relevance import RelevanceConfig
from inspector.core.window.config import WindowConfigFile
from inspector.files.audit_bundle.index import BundleIndex
from inspector.files.session_format import SessionFile
from inspector.session.stages import BuilderStage, WindowStage
from inspector.stages.assembly.results import AssemblyResult
from inspector.stages.audit.results import AuditResult, FolderResult
from inspector.stages.builder.results import BuildResult
from inspector.stages.compare.results import ComparisonResult
from inspector.stages.corpus.results import CorpusResult
from inspector.stages.discipline.results import DiffCheckFile, DisciplineResultFile, RegressionsFile
from inspector.stages.relevance.results import RelevanceRun
from inspector.stages.tuning.results import SweepResult
from inspector.stages.window.results import OptimizationResult, PlacementResult

_FORMATS: tuple[tuple[str, str, type[BaseModel]], ...] = (
    ("policy", "Unified context budget policy", UnifiedContextBudgetPolicy),
    ("candidates", "Candidate set", CandidateSet),
    ("card", "Knowledge card, one a line in JSON lines", Card),
    ("request", "Request, one a line in a corpus", Request),
    ("overrides", "What-if overrides, a patch above a session", Overrides),
    ("session", "Session of the Context Budget Inspector", SessionFile),
    ("manifest", "Unified injection manifest", UnifiedInjectionManifest),
    ("hot-state", "Hot state", HotState),
    ("metrics", "Prompt metrics of one turn, one a line in a series", PromptMetrics),
    ("discipline", "Result of context discipline for a hot state", DisciplineResultFile),
    ("diff-check", "Result of checking an output for being a change only", DiffCheckFile),
    ("regressions", "Warnings about a series of turns", RegressionsFile),
    ("assembly", "Pieces and limits of an assembly", AssemblyStage),
    ("assembly-result", "Result of assembling the eight steps", AssemblyResult),
    ("audit", "Result of auditing a manifest", AuditResult),
    ("audit-folder", "Results of auditing a folder of manifests", FolderResult),
    ("audit-index", "Index of an audit bundle", BundleIndex),
    ("window", "Chunks and how they are placed in a window", WindowStage),
    ("window-config", "Configuration of the window", WindowConfigFile),
    ("placement", "Result of placing chunks in a window", PlacementResult),
    ("optimization", "Placement under the names of the window's specification", OptimizationResult),
    ("builder", "Project, request and rules of the context builder", BuilderStage),
    ("build-request", "Request for a context bundle", BuildRequest),
    ("builder-config", "Rules of a project for context bundles", BuilderConfig),
    ("context-bundle", "Context bundle", ContextBundle),
    ("context-manifest", "Manifest of a context bundle", ContextManifest),
    ("redaction-report", "What was taken out of a context bundle", RedactionReport),
    ("budget-report", "Tokens of a context bundle and what they led to", BudgetReport),
    ("build-result", "Result of building a context bundle", BuildResult),
    ("comparison", "Result of comparing two runs", ComparisonResult),
    ("relevance-config", "Configuration of the relevance pre-parser", RelevanceConfig),
    ("sweep", "Injection as a function of one value of the policy", SweepResult),
    ("corpus", "Many requests over every value of a policy", CorpusResult),
    ("relevance-run", "Result of a run of the relevance pre-parser", RelevanceRun),
)


def schemas() -> dict[str, dict[str, Any]]:
    """Return the JSON Schema (2020-12) of each format by its name.

    ``$id`` names the format and its version. Fields beyond the schema are accepted everywhere,
    with a warning.
    """
    return {name: _schema(name, title, model) for name, title, model in _FORMATS}


def _schema(name: str, title: str, model: type[BaseModel]) -> dict[str, Any]:
    said = model.model_fields.get("schema_version")
    version = 1 if said is None or said.is_required() else said.default
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:context-budget-inspector:{name}:{version}",
        **model.model_json_schema(),
        "title": title,
        "$comment": f"Version {version} of the format.",
    }
