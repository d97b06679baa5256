"""The built-in samples, as the menu and the first page list them: by the lesson of each."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from inspector.language import tr
from inspector.resources import resource_path, sample_sessions

FIRST = "securities-fraud"
"""The sample that the guide begins with."""
ALTERED = "audit"
"""The sample with a manifest that is not right."""


class Sample(NamedTuple):
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


_SAMPLES = (
    Sample(
        FIRST,
        tr("One budget instead of two"),
        "Henderson v. Larkmoor",
        "injection",
        tr("48 cards, 7 files"),
    ),
    Sample(
        "direct-target",
        tr("A named document takes most of the budget"),
        "RB-017",
        "injection",
        tr("27 cards, 5 files"),
    ),
    Sample(
        "starved-budget",
        tr("Floors that do not fit, caps that bind"),
        "Van 14",
        "injection",
        tr("18 cards, 6 files"),
    ),
    Sample(
        ALTERED,
        tr("A manifest altered in three places"),
        "Henderson v. Larkmoor",
        "audit",
        tr("48 cards, 7 files"),
    ),
    Sample(
        "relevance",
        tr("Which context nodes are worth fetching"),
        "Fernhill allotments",
        "relevance",
        tr("4 requests"),
    ),
    Sample(
        "discipline",
        tr("A working state that outgrew its prompt"),
        "Museum catalogue",
        "discipline",
        tr("20 turns"),
    ),
    Sample(
        "builder",
        tr("What one call may see of a project"),
        "Berths of Skerrow Harbour",
        "builder",
        tr("27 files"),
    ),
    Sample(
        "window",
        tr("Chunks packed for a renewal call"),
        "Port of Varnholm",
        "window",
        tr("22 chunks"),
    ),
    Sample(
        "assembly",
        tr("Eight steps, one prompt"),
        "Fog on the Skerrow crossing",
        "assembly",
        tr("17 cards, 5 files"),
    ),
    Sample(
        "with-problems",
        tr("A set with mistakes, loaded as far as usable"),
        "Museum loans",
        "injection",
        tr("8 cards, 4 files"),
    ),
)


def samples() -> tuple[Sample, ...]:
    """Return the samples that are sessions, the guide's first, then by stage."""
    return _SAMPLES


def sample_named(name: str) -> Sample:
    """Return a sample by the name of its folder."""
    return next(sample for sample in _SAMPLES if sample.id == name)
