"""Making a hot state smaller, and putting it together again (Discipline C1, C6: nothing is lost).

There are three ways of making it smaller; fitting it under a token cap is one step. Nothing is
stored here.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.core.arguments import require
from inspector.core.discipline.artifact_store import ArtifactStore
from inspector.core.discipline.hot_state import ArtifactIndexEntry, HotState, hot_state_tokens
from inspector.core.discipline.limits import finite_number
from inspector.core.discipline.report import DisciplineReport, MovedField, StepName
from inspector.plurals import count_of

MINIMAL_FIELDS = ("session_id", "session_key", "run_id", "risk_level")


@dataclass(frozen=True, slots=True)
class CappedHotState:
    """A hot state under a cap, or the minimal one that is as near as it gets.

    ``removed`` names the fields of the input that are not in ``hot_state``; ``over_limit`` says
    that even the minimal state has more than the cap.
    """

    hot_state: HotState
    json: str
    tokens: int
    was_truncated: bool
    removed: tuple[str, ...]
    over_limit: bool


def cap_hot_state(hot_state: HotState, max_tokens: float = 1000) -> CappedHotState:
    """Return the state as it is when it has at most ``max_tokens``, else the minimal state.

    The cap is rounded down to a whole number of tokens, at least 1; a cap that is not a number
    is 1 (fail closed). Raises TypeError for what is no ``HotState``.
    """
    require(HotState, hot_state=hot_state)
    number = finite_number(max_tokens)
    cap = 1 if number is None else max(1, math.floor(number))
    fits = hot_state_tokens(hot_state.to_json()) <= cap
    kept = hot_state if fits else keep_only(hot_state, MINIMAL_FIELDS)
    json = kept.to_json()
    tokens = hot_state_tokens(json)
    return CappedHotState(
        hot_state=kept,
        json=json,
        tokens=tokens,
        was_truncated=not fits,
        removed=removed_fields(hot_state, kept),
        over_limit=tokens > cap,
    )


def keep_only(hot_state: HotState, fields: tuple[str, ...]) -> HotState:
    """Return a hot state with the given fields of another one, those that it has."""
    return HotState.model_validate(
        {name: value for name, value in hot_state.model_dump().items() if name in fields}
    )


def removed_fields(before: HotState, after: HotState) -> tuple[str, ...]:
    """Return the fields that ``before`` has and ``after`` lacks, in schema order."""
    had, kept = before.model_dump(), after.model_dump()
    return tuple(name for name in had if name not in kept)


COMPRESSED_FIELDS = (
    "session_id",
    "session_key",
    "run_id",
    "current_plan_id",
    "risk_level",
    "objective",
    "artifact_index",
)

SHORT_ARRAY = 5  # entries that an array keeps; a longer one may go behind a reference

BUNDLE = "removed_fields"  # the label of all removed fields as one artifact


@dataclass(frozen=True, slots=True)
class Shrunk:
    """A smaller state, and what had to be taken out of the given one to make it.

    ``pointers`` are the entries of its index that lead to what was taken out; ``bundle`` is the
    artifact of the one that leads to all of it.
    """

    hot_state: HotState
    moved: tuple[MovedField, ...]
    pointers: tuple[ArtifactIndexEntry, ...] = ()
    bundle: MovedField | None = None

    @property
    def referenced_fields(self) -> list[str]:
        """The fields that the state now refers to by an entry of its artifact index."""
        return [moved.field for moved in self.moved if moved.entry]


def compressed(hot_state: HotState) -> Shrunk:
    """Keep what identifies the state and its task, and take out the rest."""
    kept = keep_only(hot_state, COMPRESSED_FIELDS)
    return Shrunk(kept, _moved(hot_state, removed_fields(hot_state, kept), StepName.COMPRESS))


def minimal(hot_state: HotState) -> Shrunk:
    """Keep only what identifies the state and its risk."""
    kept = keep_only(hot_state, MINIMAL_FIELDS)
    return Shrunk(kept, _moved(hot_state, removed_fields(hot_state, kept), StepName.MINIMAL))


def referenced(shrunk: Shrunk, max_entries: float) -> Shrunk:
    """Move the artifact index of a compressed state behind one entry, when it is long.

    The index is the only array that compression leaves. It is long with more than five entries,
    or with more than its limit allows. An empty one goes without an entry: there is nothing to
    refer to.
    """
    index = shrunk.hot_state.artifact_index
    if index is None or 0 < len(index) <= min(max_entries, SHORT_ARRAY):
        return shrunk
    (moved,) = _moved(shrunk.hot_state, ("artifact_index",), StepName.REFERENCE, entry=bool(index))
    values = shrunk.hot_state.model_dump()
    del values["artifact_index"]
    if index:
        entry = ArtifactIndexEntry(
            artifact_id=moved.artifact_id,
            type="data",
            label=moved.label,
            summary=count_of(len(index), "artifact_index entry", ""),
        )
        values["artifact_index"] = (entry,)
    return Shrunk(HotState.model_validate(values), (*shrunk.moved, moved))


def with_pointers(shrunk: Shrunk, *, together: bool) -> Shrunk:
    """Let the index lead to what compression took out: one entry a field, or one for all."""
    removed = [moved for moved in shrunk.moved if moved.step is StepName.COMPRESS]
    bundle = _bundle(removed) if together else None
    if bundle is None:
        pointers = tuple(_pointer(moved, moved.field, _count(moved)) for moved in removed)
    else:
        names = ", ".join(moved.field for moved in removed)
        pointers = (_pointer(bundle, bundle.field, f"{count_of(len(removed), 'field')}: {names}"),)
    values = shrunk.hot_state.model_dump()
    index = shrunk.hot_state.artifact_index or ()
    values["artifact_index"] = (*index, *pointers)
    moved = tuple(
        replace(one, entry=True) if one.step is StepName.COMPRESS else one for one in shrunk.moved
    )
    return Shrunk(HotState.model_validate(values), moved, pointers, bundle)


def _pointer(moved: MovedField, label: str, summary: str) -> ArtifactIndexEntry:
    return ArtifactIndexEntry(
        artifact_id=moved.artifact_id, type="data", label=label, summary=summary
    )


def _count(moved: MovedField) -> str:
    value = json.loads(moved.content)
    if not isinstance(value, list | dict):
        return "1 value"
    return count_of(len(value), f"{moved.field} entry", "")


def _bundle(removed: Sequence[MovedField]) -> MovedField:
    """Return all removed fields as one artifact: an object with their values."""
    members = (f"{json.dumps(moved.field)}:{moved.content}" for moved in removed)
    content = "{" + ",".join(members) + "}"
    data = content.encode("utf-8")
    digest = hashlib.sha256(data).hexdigest()
    return MovedField(BUNDLE, StepName.COMPRESS, digest, len(data), entry=True, content=content)


def _moved(
    hot_state: HotState, fields: tuple[str, ...], step: StepName, *, entry: bool = False
) -> tuple[MovedField, ...]:
    values = hot_state.field_json()
    moved = []
    for name in fields:
        data = values[name].encode("utf-8")
        digest = hashlib.sha256(data).hexdigest()
        moved.append(MovedField(name, step, digest, len(data), entry, values[name]))
    return tuple(moved)


def restore_hot_state(report: DisciplineReport, store: ArtifactStore | None = None) -> HotState:
    """Return the state that a report began with, equal to it field by field.

    Contents come from ``store``, or from the report itself without one. Raises ``ValueError`` for
    a rejection, which took nothing out, ``ArtifactError`` for content that is missing, and
    ``TypeError`` for what is no report.
    """
    require(DisciplineReport, report=report)
    if report.hot_state is None:
        raise ValueError("a rejected hot state was not changed; there is nothing to restore")
    values = report.hot_state.model_dump()
    if report.pointers:
        values["artifact_index"] = values["artifact_index"][: -len(report.pointers)]
        if not any(one.field == "artifact_index" and one.before for one in report.field_tokens):
            del values["artifact_index"]
    for moved in report.moved:
        content = moved.content if store is None else store.get(moved.artifact_id).content
        values[moved.field] = json.loads(content)
    return HotState.model_validate(values)
