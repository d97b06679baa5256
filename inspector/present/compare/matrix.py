"""The transition matrix: how many subjects went from one verdict to another."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.analysis.comparison import Comparison
from inspector.core.reasons import Verdict
from inspector.language import tr
from inspector.present.compare.words import verdict_text

_ORDER: tuple[Verdict | None, ...] = (
    Verdict.INCLUDED,
    Verdict.REDUCED,
    Verdict.SUPPRESSED,
    Verdict.DROPPED,
    Verdict.EXCLUDED,
    None,
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: so many subjects had one verdict before and have another, or the same, after."""

    before: Verdict | None
    after: Verdict | None
    count: int

    @property
    def stayed(self) -> bool:
        """Whether the verdict is the same on both sides."""
        return self.before is self.after

    @property
    def filter(self) -> str:
        """The filter of the table of changes that keeps these subjects."""
        return tr(
            'before:"{verdict_text}" after:"{verdict_text_2}"',
            verdict_text=verdict_text(self.before),
            verdict_text_2=verdict_text(self.after),
        )


@dataclass(frozen=True, slots=True)
class Matrix:
    """Rows are verdicts before, columns verdicts after; lines without a subject are left out."""

    verdicts: tuple[Verdict | None, ...]
    cells: tuple[tuple[Cell, ...], ...]

    @property
    def most_moved(self) -> int:
        """The largest count off the diagonal; 0 where nothing flipped."""
        return max((c.count for row in self.cells for c in row if not c.stayed), default=0)


def transition_matrix(comparison: Comparison) -> Matrix:
    """Return the matrix over all subjects of both sides."""
    counts = comparison.matrix
    there = {verdict for cell in counts for verdict in cell}
    verdicts = tuple(verdict for verdict in _ORDER if verdict in there)
    cells = tuple(
        tuple(Cell(before, after, counts.get((before, after), 0)) for after in verdicts)
        for before in verdicts
    )
    return Matrix(verdicts, cells)
