"""The built-in samples, as the menu and the first page list them: by the lesson of each."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from inspector.language import tr
from inspector.resources import resource_path, sample_sessions
from inspector.stage import stages

FIRST = "securities-fraud"
"""The sample that the guide begins with."""
ALTERED = "audit"
"""The sample with a manifest that is not right."""


class SampleEntry(NamedTuple):
    """A sample: its folder's name, what it teaches, its name, its stage (a lens's id), its size."""

    id: str
    lesson: str
    name: str
    lens: str
    size: str

    @property
    def title(self) -> str:
        """What a menu calls it."""
        return f"{self.lesson}: {self.name}"

    @property
    def path(self) -> Path:
        """Its session file."""
        return resource_path(sample_sessions()[self.id])


def samples() -> tuple[SampleEntry, ...]:
    """Return the samples that are sessions, the guide's first, then by stage."""
    found = [
        SampleEntry(one.folder, tr(one.lesson), one.name, stage.id, tr(one.size))
        for stage in stages()
        for one in stage.samples
    ]
    return tuple(sorted(found, key=lambda one: one.id != FIRST))


def sample_named(name: str) -> SampleEntry:
    """Return a sample by the name of its folder."""
    return next(sample for sample in samples() if sample.id == name)
