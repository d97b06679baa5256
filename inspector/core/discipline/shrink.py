"""The three ways in which a hot state is made smaller (Discipline C6). Nothing is stored here."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from inspector.core.discipline.cap import MINIMAL_FIELDS, keep_only, removed_fields
from inspector.core.discipline.hot_state import ArtifactIndexEntry, HotState
from inspector.core.discipline.report import MovedField, StepName

COMPRESSED_FIELDS = (
    "session_id",
    "session_key",
    "run_id",
    "current_plan_id",
    "risk_level",
    "objective",
    "artifact_index",
)


@dataclass(frozen=True, slots=True)
class Shrunk:
    """A smaller state, and what had to be taken out of the given one to make it."""

    hot_state: HotState
    moved: tuple[MovedField, ...]

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
    """Move the artifact index of a compressed state behind one entry, when it is too long.

    The index is the only array that compression leaves. An empty one goes without an entry:
    there is nothing to refer to.
    """
    index = shrunk.hot_state.artifact_index
    if index is None or 0 < len(index) <= max_entries:
        return shrunk
    (moved,) = _moved(shrunk.hot_state, ("artifact_index",), StepName.REFERENCE, entry=bool(index))
    values = shrunk.hot_state.model_dump()
    del values["artifact_index"]
    if index:
        entry = ArtifactIndexEntry(
            artifact_id=moved.artifact_id,
            type="data",
            label=moved.label,
            summary=f"{len(index)} artifact_index entries",
        )
        values["artifact_index"] = (entry,)
    return Shrunk(HotState.model_validate(values), (*shrunk.moved, moved))


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
