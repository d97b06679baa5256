"""A comparison as lines of text, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from inspector.analysis.comparison import ChangeCause, Comparison, Difference, Displacement
from inspector.plurals import count_of
from inspector.stages.compare.picture import mirrored_bars
from inspector.stages.compare.words import (
    cause_text,
    change_text,
    difference_text,
    displaced_text,
    transition_matrix,
    verdict_text,
)

_WIDE = 12


def comparison_lines(
    comparison: Comparison,
    names: tuple[str, str],
    differing: tuple[Difference, ...] | None,
    causes: Mapping[int, ChangeCause],
    displaced: Mapping[int, Displacement],
    most: int,
) -> Iterator[str]:
    """Yield the comparison: sides, differing inputs, matrix, groups, and up to ``most`` changes."""
    before, after = comparison.totals
    yield f"A  {names[0]}  {before.used:,} of {count_of(before.total_budget, 'token')} used"
    yield f"B  {names[1]}  {after.used:,} of {count_of(after.total_budget, 'token')} used"
    yield ""
    if differing is None:
        yield "A side is a manifest: it tells no inputs, so no causes can be found."
    elif not differing:
        yield "The inputs are the same."
    else:
        yield "Inputs that differ"
        yield from (f"  {difference_text(one)}" for one in differing)
    yield ""
    yield from _matrix_lines(comparison)
    yield ""
    yield f"{'tokens':<22}{'A':>10}{'B':>10}{'gained':>10}{'lost':>10}"
    for bar in mirrored_bars(comparison).bars:
        yield (
            f"{bar.title:<22}{bar.before:>10,}{bar.after:>10,}"
            f"{f'+{bar.gained:,}' if bar.gained else '·':>10}"
            f"{f'-{bar.lost:,}' if bar.lost else '·':>10}"
        )
    yield ""
    yield from _change_lines(comparison, causes, displaced, most)


def _matrix_lines(comparison: Comparison) -> Iterator[str]:
    matrix = transition_matrix(comparison)
    heads = "".join(f"{verdict_text(verdict):>{_WIDE}}" for verdict in matrix.verdicts)
    yield f"{'A, down; B, across':<22}{heads}"
    for verdict, row in zip(matrix.verdicts, matrix.cells, strict=True):
        counts = "".join(f"{f'{cell.count:,}' if cell.count else '·':>{_WIDE}}" for cell in row)
        yield f"{verdict_text(verdict):<22}{counts}"


def _change_lines(
    comparison: Comparison,
    causes: Mapping[int, ChangeCause],
    displaced: Mapping[int, Displacement],
    most: int,
) -> Iterator[str]:
    changes = comparison.changes
    flips = len(comparison.flips)
    subjects = count_of(len(comparison), "subject")
    yield f"{len(changes):,} of {subjects} changed, {flips:,} their verdict"
    flipped = set(comparison.flips.tolist())
    order = sorted(changes.indices.tolist(), key=lambda index: (index not in flipped, index))
    for index in order[:most]:
        change = comparison.change(index)
        yield f"  {change.subject.kind} {change.subject.id}: {change_text(change)}"
        if index in causes:
            yield f"      because of {cause_text(causes[index])}"
        if index in displaced:
            yield f"      {displaced_text(displaced[index])}"
    if len(changes) > most:
        yield f"  and {len(changes) - most:,} more; --json lists all of them"
