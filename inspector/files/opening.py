"""Opening any file: telling what it is, then loading it as that."""

from __future__ import annotations

import os

from inspector.core.injection.candidates import CandidateSet
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.injection.request import Request
from inspector.files.audit_bundle.container import is_bundle
from inspector.files.audit_bundle.reading import read_bundle
from inspector.files.builder_reading import folder_of
from inspector.files.candidates import read_any_candidates, read_candidates
from inspector.files.documents import parse_document
from inspector.files.findings import Findings
from inspector.files.kinds import Kind, kind_of
from inspector.files.loaded import Loaded, Progress, gathered
from inspector.files.manifests import read_audit
from inspector.files.metrics import read_metrics
from inspector.files.overrides import read_overrides
from inspector.files.policies import read_policy
from inspector.files.requests import read_request, read_requests
from inspector.files.sessions import read_session
from inspector.files.source import PathLike, Source, read_source
from inspector.files.stage_reading import Stage, check_stage
from inspector.session.session import Part, Session
from inspector.session.stages import DisciplineStage

Opened = (
    UnifiedContextBudgetPolicy
    | Overrides
    | CandidateSet
    | Request
    | tuple[Request, ...]
    | Session
    | Stage
)
"""What a file can be opened as; chats, relevance configurations and hot states become stages."""

_STAGES = {
    Kind.CHAT: Part.WINDOW,
    Kind.CHUNKS: Part.WINDOW,
    Kind.RELEVANCE_CONFIG: Part.RELEVANCE,
    Kind.DISCIPLINE: Part.DISCIPLINE,
    Kind.HOT_STATE: Part.DISCIPLINE,
    Kind.ASSEMBLY: Part.ASSEMBLY,
    Kind.BUILDER: Part.BUILDER,
    Kind.BUILD_REQUEST: Part.BUILDER,
    Kind.BUILDER_CONFIG: Part.BUILDER,
}


def load_any(path: PathLike, progress: Progress | None = None) -> Loaded[Opened]:
    """Return what a file or a folder holds, whatever it is (``-`` is standard input)."""

    def work(found: Findings) -> Opened | None:
        if os.path.isdir(path):  # noqa: PTH112  # accepts what is no valid Path, too
            return read_any_candidates(path, found, progress)
        if is_bundle(path):
            return read_bundle(path, found, progress)
        source = read_source(path, found, progress)
        return _opened(source, path, found, progress) if source else None

    return gathered(work)


def _opened(
    source: Source, path: PathLike, found: Findings, progress: Progress | None
) -> Opened | None:
    asked = Findings()
    match kind_of(source, path, asked):
        case Kind.POLICY:
            return read_policy(source, path, found)
        case Kind.OVERRIDES:
            return read_overrides(source, path, found)
        case Kind.CANDIDATES:
            return read_candidates(source, path, found, progress)
        case Kind.REQUEST:
            read = read_request(source, path, found)
            return read and read[0]
        case Kind.REQUESTS:
            corpus = read_requests(source, path, found, progress)
            return tuple(request for request, _ in corpus) or None
        case Kind.SESSION:
            return read_session(source, path, found, progress)
        case Kind.METRICS:
            turns = read_metrics(source, path, found, progress)
            return DisciplineStage(turns=turns) if turns else None
        case Kind.MANIFEST:
            return read_audit(source, path, found)
        case None | Kind.FOLDER:
            for problem in asked.problems():
                found.add(problem)
            return None
        case kind:
            parsed = parse_document(source, path, found, progress)
            if parsed is None:
                return None
            return check_stage(_STAGES[kind], parsed, found, folder_of(path))
