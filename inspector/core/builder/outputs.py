"""The four artifacts of a build, in the fields that the specification gives them."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

from pydantic import SerializerFunctionWrapHandler, model_serializer

from inspector.core.builder.inputs import ModelLimits, Purpose
from inspector.core.model import Document
from inspector.core.scalars import AnyText, Natural, UtcDatetime
from inspector.project.index import Encoding, Exclusion


class BlockType(StrEnum):
    """What a block holds, in the order of blocks of one priority (INV-CONTEXT-1)."""

    SYSTEM = "system"
    CONSTRAINTS = "constraints"
    PROJECT_META = "project_meta"
    FILE = "file"
    SYMBOL = "symbol"
    ERROR_CONTEXT = "error_context"
    DIFF_HINT = "diff_hint"


class Priority(StrEnum):
    """How much a block is needed."""

    P0 = "P0"
    P1 = "P1"
    P2 = "P2"
    P3 = "P3"


class BlockSource(StrEnum):
    """Where the content of a block comes from."""

    INDEX = "index"
    FILESYSTEM = "filesystem"
    USER = "user"
    SYSTEM = "system"


class BlockMeta(Document):
    """Facts about the content of a block. Of a file they describe the whole file as read."""

    path: AnyText | None = None
    """Path relative to the root."""

    symbol: AnyText | None = None
    """The definition that the block is about."""

    hash: AnyText | None = None
    """SHA-256 of the file's bytes, in hex."""

    encoding: Encoding = Encoding.UTF_8
    """How the file's bytes are text."""

    byte_size: Natural = 0
    """Size of the file in bytes."""

    line_count: Natural = 0
    """Lines of the file."""

    source: BlockSource = BlockSource.SYSTEM
    """Where the content comes from."""


class ContextBlock(Document):
    """One piece of the bundle (Builder, ContextBlock)."""

    block_id: AnyText
    """UUIDv5 of the bundle's fingerprint and the block's place."""

    block_type: BlockType
    """What the block holds."""

    priority: Priority
    """How much it is needed."""

    title: AnyText
    """What a reader calls it."""

    content: AnyText
    """The text that the model gets."""

    meta: BlockMeta
    """Facts about the content."""


class ContextBundle(Document):
    """What the model gets (Builder, ContextBundle)."""

    bundle_id: AnyText
    """UUIDv5 of the bundle's fingerprint."""

    bundle_version: Literal[1] = 1
    """Version of the format; always 1."""

    created_at: UtcDatetime
    """When the call was made; comes with the request."""

    purpose: Purpose
    """What the call is for."""

    correlation_id: AnyText
    """Joins this call with others; comes with the request."""

    model: ModelLimits
    """The model's limits."""

    blocks: tuple[ContextBlock, ...]
    """The pieces, in the order of INV-CONTEXT-1."""


class InclusionReason(StrEnum):
    """Why a file is in (Builder, ContextManifest)."""

    TARGET = "target"
    DEPENDENCY = "dependency"
    INTERFACE = "interface"
    CALLER = "caller"
    BASE_TYPE = "base_type"
    CONFIG = "config"
    USER_SELECTED = "user_selected"


class IncludedFile(Document):
    """A file that is in the bundle."""

    path: AnyText
    """Path relative to the root."""

    hash: AnyText
    """SHA-256 of the bytes that were read, in hex."""

    encoding: Encoding
    """How the bytes are text."""

    byte_size: Natural
    """Size in bytes."""

    reason: InclusionReason
    """Why it is in."""


class ExcludedCandidate(Document):
    """A candidate that is not in the bundle."""

    path: AnyText
    """Path relative to the root, or as it was asked for."""

    reason: Exclusion
    """Why it is out."""


class BundleSelection(Document):
    """What was asked for, what is in, what is out."""

    target_files: tuple[AnyText, ...] = ()
    """The target files, as paths."""

    target_symbols: tuple[AnyText, ...] = ()
    """The target symbols, as they were asked for."""

    included_files: tuple[IncludedFile, ...] = ()
    """Files in the bundle, in bytewise order of path."""

    excluded_candidates: tuple[ExcludedCandidate, ...] = ()
    """Candidates that are out, in bytewise order of path."""


class Fingerprints(Document):
    """SHA-256 values in hex that the same inputs reproduce anywhere (INV-CONTEXT-2)."""

    project_index_fingerprint: AnyText
    """Of the index."""

    config_fingerprint: AnyText
    """Of the configuration, the scanner and the estimator."""

    bundle_fingerprint: AnyText
    """Of the bundle, without ids and times."""


class AllowedSecret(Document):
    """A finding that a person allowed; its value is nowhere."""

    id: AnyText
    """The finding's id under the key of whoever allowed it."""

    path: AnyText
    """The file, or the title of the text."""

    line: Natural
    """The line, counted from 1."""

    kind: AnyText
    """What it was taken for."""

    reason: AnyText
    """Why it may be sent."""


class ContextManifest(Document):
    """What a reviewer reads (Builder, ContextManifest)."""

    bundle_id: AnyText
    """The bundle that it describes."""

    correlation_id: AnyText
    """Joins this call with others."""

    purpose: Purpose
    """What the call is for."""

    selection: BundleSelection
    """What was asked for, what is in, what is out."""

    fingerprints: Fingerprints
    """What makes the bundle reproducible."""

    allowed_findings: tuple[AllowedSecret, ...] = ()
    """Findings that a person allowed; left out where there are none."""

    @model_serializer(mode="wrap")
    def _without_nothing(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        plain: dict[str, Any] = handler(self)
        if not self.allowed_findings:
            plain.pop("allowed_findings", None)
        return plain


class RedactionType(StrEnum):
    """What was done to content."""

    PATH_EXCLUDED = "path_excluded"
    PATTERN_REDACTED = "pattern_redacted"
    BLOCK_REMOVED = "block_removed"
    CONTENT_SLICED = "content_sliced"


class RedactionReason(StrEnum):
    """Why content was taken out."""

    SECRET = "secret"  # noqa: S105  # a reason, no password
    DENY_RULE = "deny_rule"
    BUDGET = "budget"
    BINARY = "binary"
    POLICY = "policy"


class Redaction(Document):
    """One thing that was taken out."""

    type: RedactionType
    """What was done."""

    target: AnyText
    """The path, or the title of the block."""

    reason: RedactionReason
    """Why."""

    details: AnyText
    """Places and kinds, never values."""


class RedactionReport(Document):
    """Everything that was taken out (Builder, RedactionReport)."""

    bundle_id: AnyText
    """The bundle that it describes."""

    redactions: tuple[Redaction, ...] = ()
    """In bytewise order of target, then of place."""


class BudgetDecision(StrEnum):
    """What the estimate led to."""

    OK = "ok"
    WARN_SOFT_LIMIT = "warn_soft_limit"
    REFUSE_HARD_LIMIT = "refuse_hard_limit"


class BudgetReport(Document):
    """Tokens and what they led to (Builder, BudgetReport)."""

    bundle_id: AnyText
    """The bundle that it describes."""

    estimated_input_tokens: Natural
    """Tokens of all blocks, with what is between them."""

    max_input_tokens: Natural
    """Tokens that the model takes."""

    soft_limit_tokens: Natural
    """Above this the bundle is passed with a warning."""

    hard_limit_tokens: Natural
    """Above this the call is refused."""

    reserve_output_tokens: Natural
    """Tokens kept free for the response."""

    decision: BudgetDecision
    """What the estimate led to."""

    notes: tuple[AnyText, ...] = ()
    """The estimator with its version, warnings, and what fitting did."""
