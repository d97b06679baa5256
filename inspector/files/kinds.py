"""Telling by its contents what a file is, so that any file can simply be opened."""

from __future__ import annotations

import os
from collections.abc import Callable
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING, Any

from inspector.core.arguments import require
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.window.chunk import is_chunk
from inspector.core.window.config import is_configuration
from inspector.files.audit_bundle.container import is_bundle
from inspector.files.bounds import TOO_LARGE, YAML_TOO_LARGE
from inspector.files.documents import Form, form_of, is_parquet, parse_document, record_spans
from inspector.files.findings import Findings, Loaded, gathered
from inspector.files.importers import (
    head_of_rows,
    is_usual_table,
    open_foreign,
    recognised,
    unrecognised,
)
from inspector.files.importers.imported import TOO_MANY, Head
from inspector.files.json_reading import JsonSpan, has_too_many, parse_json, parse_members
from inspector.files.json_scan import (
    is_list,
    list_named,
    members_around,
    raw_members,
    walk_list,
)
from inspector.files.session_format import SUFFIX
from inspector.files.source import PathLike, Source, read_source
from inspector.stage import Part

if TYPE_CHECKING:
    from msgspec import Raw


class FileKind(StrEnum):
    """What a file is."""

    POLICY = "policy"
    CANDIDATES = "candidates"
    REQUEST = "request"
    REQUESTS = "requests"
    SESSION = "session"
    MANIFEST = "manifest"
    RECEIPTS = "receipts"
    FOREIGN = "file of another program"
    CHUNKS = "chunks"
    WINDOW_CONFIG = "window configuration"
    RELEVANCE_CONFIG = "relevance configuration"
    DISCIPLINE = "discipline stage"
    HOT_STATE = "hot state"
    METRICS = "prompt metrics"
    ASSEMBLY = "assembly stage"
    TIMELINE = "timeline stage"
    OVERRIDES = "what-if overrides"
    BUILDER = "builder stage"
    BUILD_REQUEST = "build request"
    BUILDER_CONFIG = "builder configuration"
    AUDIT_BUNDLE = "audit bundle"
    FOLDER = "folder"


REQUEST_MARKS = (
    "purpose",
    "plan_step",
    "intent",
    "user_selected_targets",
    "active_file",
    "last_error",
)
"""Fields that only a request for a bundle has."""

CONFIG_MARKS = (
    "deny",
    "deny_overrides",
    "max_file_bytes",
    "include_optional",
    "max_hops",
    "configuration_files",
)
"""Fields that only the rules of a project have."""

STAGE_MARKS = ("root", "estimator")
"""Fields that only the builder stage has."""

_POLICY = UnifiedContextBudgetPolicy.model_fields.keys() - {"schema_version"}
_PARTS = (*Part, "requests")
_OVERRIDES = Overrides.model_fields.keys() - {"schema_version"}
_RELEVANCE = (
    "template_masks",
    "signal_rules",
    "node_token_estimates",
    "safety_overrides",
    "urgency_overrides",
    "soft_recovery_budget",
    "soft_recovery_priority",
    "max_included_nodes",
    "log_exclusions",
    "node_texts",
)
_RELEVANCE_TOO = {"enabled", "dependencies"}  # fields of it that others could have, too
_DISCIPLINE = (
    *("hot_state", "enable_compression", "enable_reference_extraction", "turns"),
    *("hotState", "enableCompression", "enableReferenceExtraction"),
    *("max_hot_state_tokens", "maxHotStateTokens"),
)
_ASSEMBLY = ("response_token_reserve", "soft_limit_threshold_pct")
_TIMELINE = {"schema_version", "log", "session", "window", "prices", "what_if"}
_HOT_STATE = ("session_id", "session_key", "artifact_index", "current_plan_id", "risk_level")

_OBJECT = ord("{")
_CARDS = "knowledge_cards"

_LONG = 1 << 20  # bytes of a document in which other threads wait for whoever reads it at once
_LOOKED_AT = 100  # records of a list of which one may be a chunk
_MOST_LINES = 10_000  # of which one should be JSON

Fields = dict[str, Any]
"""The members of an object; where only their names are looked at, the values may be None."""

Marks = tuple[tuple[FileKind, Callable[[Fields], bool]], ...]

# In this order, because some fields are in more than one format. Files of other programs are looked
# for between the two: they never have what marks the first, but names that mark the second.
_OWN: Marks = (
    (
        FileKind.RECEIPTS,
        lambda fields: "receipt" in fields and not {"cards", "dropped"}.isdisjoint(fields),
    ),
    (
        FileKind.MANIFEST,
        lambda fields: "total_budget_tokens" in fields and "trace_id" in fields,
    ),
    (
        FileKind.REQUEST,
        # Logs of other programs have both, too, but the model as a name, and messages.
        lambda fields: (
            "trace_id" in fields
            and (isinstance(fields.get("model"), dict) or "user_message" in fields)
        ),
    ),
    (
        FileKind.CANDIDATES,
        lambda fields: not {"set_id", "knowledge_cards", "buckets"}.isdisjoint(fields),
    ),
    (
        FileKind.CANDIDATES,
        lambda fields: "node_id" in fields and "canonical_name" in fields,
    ),
    (
        FileKind.POLICY,
        lambda fields: not _POLICY.isdisjoint(fields) or fields.keys() == {"schema_version"},
    ),
    (
        FileKind.RELEVANCE_CONFIG,
        lambda fields: (
            any(name in fields for name in _RELEVANCE)
            or (bool(fields) and fields.keys() <= _RELEVANCE_TOO)
        ),
    ),
    (
        FileKind.SESSION,
        lambda fields: (
            "story" in fields
            or "strategy" in fields
            or any(_is_part(fields.get(name)) for name in _PARTS)
        ),
    ),
    (FileKind.WINDOW_CONFIG, is_configuration),
)

_PARTS_OF_STAGES: Marks = (
    (FileKind.CHUNKS, lambda fields: "chunks" in fields or is_chunk(fields)),
    (
        FileKind.METRICS,
        lambda fields: (
            not fields.keys().isdisjoint(("hs_tokens", "hot_state_tokens", "hotStateTokens"))
        ),
    ),
    (
        FileKind.ASSEMBLY,
        lambda fields: any(name in fields for name in _ASSEMBLY) or fields.keys() == {"items"},
    ),
    (
        FileKind.TIMELINE,
        # Many files have a log: of this one it is a path, and nothing else is in it.
        lambda fields: (
            "log" in fields and not isinstance(fields["log"], dict) and fields.keys() <= _TIMELINE
        ),
    ),
    (
        FileKind.BUILDER,
        lambda fields: any(name in fields for name in STAGE_MARKS),
    ),
    (
        FileKind.BUILD_REQUEST,
        lambda fields: "bundle_id" not in fields and any(name in fields for name in REQUEST_MARKS),
    ),
    (
        FileKind.BUILDER_CONFIG,
        lambda fields: any(name in fields for name in CONFIG_MARKS),
    ),
    (
        FileKind.DISCIPLINE,
        lambda fields: any(name in fields for name in _DISCIPLINE),
    ),
    (
        FileKind.OVERRIDES,
        lambda fields: not _OVERRIDES.isdisjoint(fields),
    ),
    (FileKind.HOT_STATE, lambda fields: any(name in fields for name in _HOT_STATE)),
)


def detect_kind(path: PathLike) -> Loaded[FileKind]:
    """Return what a file is (``-`` is standard input); a problem says what was looked for.

    Only as much is read as it takes to tell, so the file may still have problems.
    """
    require(str | os.PathLike, path=path)

    def work(found: Findings) -> FileKind | None:
        if os.path.isdir(path):  # noqa: PTH112  # accepts what is no valid Path, too
            return FileKind.FOLDER
        if is_bundle(path):
            return FileKind.AUDIT_BUNDLE
        if is_parquet(path):
            return FileKind.FOREIGN
        source = read_source(path, found)
        return kind_of(source, path, found) if source else None

    return gathered(work)


def kind_of(source: Source, path: PathLike, found: Findings) -> FileKind | None:
    """Return what a text file is, None where it is nothing known or cannot be read."""
    quiet = Findings()
    rows = head_of_rows(source, path)
    # No table is YAML, and a large one would be read as one long text of it.
    is_table = rows is not None and form_of(source, path) is Form.YAML and is_usual_table(rows)
    value = None if is_table else _value(source, path, quiet)
    first = value
    if isinstance(value, list) and value:  # the first of them may be of no use
        first = next(filter(is_chunk, value[:_LOOKED_AT]), value[0])
    fields = first if isinstance(first, dict) else {}
    kind = _kind_of_fields(fields, _OWN)
    if kind is FileKind.REQUEST and isinstance(value, list):
        return FileKind.REQUESTS
    if kind is not None:
        return kind
    looked = Findings()
    is_yaml = os.fspath(path).lower().endswith((".yaml", ".yml"))
    if is_yaml and any(one.code == YAML_TOO_LARGE for one in quiet.problems()):
        rows = Head(os.path.basename(path), (), is_list=False)  # noqa: PTH119  # accepts any text
    head = rows or open_foreign(source, path, looked).head
    if recognised(head) is not None:
        return FileKind.FOREIGN
    kind = _kind_of_fields(fields, _PARTS_OF_STAGES)
    if kind is None and os.fspath(path).endswith(SUFFIX) and isinstance(value, dict):
        return FileKind.SESSION
    if kind is None and is_usual_table(head):
        return FileKind.FOREIGN
    if kind is None:
        # What kept a reader from its first record says more than that nothing is known.
        if rows and rows.is_list:
            open_foreign(source, path, looked)
        bounds = (TOO_MANY, TOO_LARGE)  # no reader is asked more of what is refused
        refused = any(one.code in bounds for one in looked.problems())
        says_more = (quiet.has_errors or head.records) and not refused
        for problem in (quiet if says_more else looked).problems():
            found.add(problem)
        if not found.has_errors:
            found.add(unrecognised(head, path))
    return kind


def _value(source: Source, path: PathLike, found: Findings) -> Any:
    """Return as much of a file's value as tells its kind; None, reported, if it has none."""
    form = form_of(source, path)
    if form is Form.JSON and source.data.lstrip().startswith(b"{"):
        return _fields(source, found)
    if form is not Form.LINES:
        parsed = parse_document(source, path, found)
        return parsed.value if parsed else None
    quiet = Findings()
    for _, start, end in islice(record_spans(source.data), _MOST_LINES):
        parsed = parse_json(JsonSpan(source, start, end), quiet)
        if parsed is not None:
            return [parsed.value]
    return None


def _fields(source: Source, found: Findings) -> Fields | None:
    """Return the members of an object, of values only whether they refer to or hold a part."""
    data = source.data
    # A long list is passed over piece by piece: other threads go on meanwhile.
    start = list_named(_CARDS, data, 0) if len(data) > _LONG else None
    members = None
    if start is not None and (end := walk_list(data, start, is_list)) is not None:
        members = members_around(data, (0, len(data)), _CARDS, (start, end))
    if members is None and not has_too_many(data, 0, len(data)):
        raws = raw_members(memoryview(data))
        if raws is not None:
            return {name: _names_in(raw) for name, raw in raws.items()}
    if members is None:
        members = parse_members(JsonSpan(source, 0, len(data)), found)
    if members is None:
        return None
    fields: Fields = {}
    for member in members:
        inner = JsonSpan(source, member.start, member.end)
        names = None
        if source.data[member.start] == _OBJECT:
            names = parse_members(inner, Findings())
        fields[member.name] = names and dict.fromkeys(name.name for name in names)
    return fields


def _names_in(raw: Raw) -> dict[str, None] | None:
    """Return the names of a value's members, None where it has none."""
    names = raw_members(raw) if memoryview(raw)[0] == _OBJECT else None
    return dict.fromkeys(names) if names else None


def _kind_of_fields(fields: Fields, marks: Marks) -> FileKind | None:
    return next((kind for kind, has in marks if has(fields)), None) if fields else None


def _is_part(value: Any) -> bool:
    return isinstance(value, dict) and len(value) == 1 and not {"path", "inline"}.isdisjoint(value)
