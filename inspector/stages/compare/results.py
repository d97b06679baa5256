"""What a comparison says for other programs and as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from inspector.analysis.comparison import (
    Change,
    ChangeCause,
    Comparison,
    Difference,
    Displacement,
    Subject,
)
from inspector.core.model import Document
from inspector.core.scalars import SchemaVersion
from inspector.files.result_rows import ResultPart, result_from
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


class ComparedState(ResultPart):
    """What became of a subject on one side."""

    verdict: str | None
    """Its verdict; null where it is no candidate."""

    form: str
    """A rendering, ``inlined``, ``listed`` or empty."""

    tokens: int
    """Tokens it takes."""

    reason: str | None
    """The code of the rule that decided; null where the side does not tell."""


class ComparedCause(ResultPart):
    """The differences of the inputs that explain a change."""

    kind: str
    """``alone``, ``either`` (each of them alone), ``together`` (all of them), ``not found``."""

    differences: list[str]
    """Their ids."""


class DisplacedBy(ResultPart):
    """Who stands in the place of a subject that fell out."""

    how: str
    """``alone`` (any one of them), ``together`` (all of them), ``covered`` (an inlined file)."""

    subjects: list[str]
    """Their ids."""


class ComparedChange(ResultPart):
    """A subject that is not the same on both sides."""

    kind: str
    """``card``, ``file``, ``background`` or ``bucket``."""

    subject: str
    """Its id or reference."""

    name: str
    """The name people know it by."""

    group: str
    """The kind of a card, or what else it is."""

    before: ComparedState
    """What became of it in A."""

    after: ComparedState
    """What became of it in B."""

    cause: ComparedCause | None = None
    """Why; null where no cause was looked for, or a side tells no inputs."""

    displaced_by: DisplacedBy | None = None
    """Who took its room; null where nobody did, or it was not looked for."""


class ComparedDifference(ResultPart):
    """One thing that differs between the inputs."""

    id: str
    """Names it, such as ``policy.min_bucket_tokens``."""

    label: str
    """What people call it."""

    before: str
    """What it is in A."""

    after: str
    """What it is in B."""


class Transition(ResultPart):
    """How many subjects went from one verdict to another, or stayed."""

    before: str | None
    """The verdict in A; null for no candidate."""

    after: str | None
    """The verdict in B; null for no candidate."""

    count: int
    """So many subjects."""


class ComparedGroup(ResultPart):
    """The tokens of one group of subjects."""

    group: str
    """A kind of card; ``file``, ``background`` or ``bucket``."""

    account: str
    """``knowledge`` or ``bucket``."""

    before: int
    """Tokens in A."""

    after: int
    """Tokens in B."""

    gained: int
    """Tokens of those that take more in B."""

    lost: int
    """Tokens of those that take fewer in B."""


class ComparedTotals(ResultPart):
    """Budgets of one side and what is used of them. Tokens; null where the side does not say."""

    total_budget: int
    """The whole budget."""

    knowledge_budget: int
    """The half for knowledge cards."""

    bucket_budget: int
    """The half for bucket content."""

    used: int
    """Everything that is in, overhead included."""

    knowledge_used: int | None
    """What is used of the knowledge half."""

    bucket_used: int
    """What is used of the bucket half."""

    overhead: int | None
    """Headings and separators."""


class ComparisonResult(Document):
    """Two runs side by side."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    a: str
    """What the first side is."""

    b: str
    """What the second side is."""

    before: ComparedTotals
    """The tokens of A."""

    after: ComparedTotals
    """The tokens of B."""

    subjects: int
    """How many subjects there are on both sides together."""

    flips: int
    """How many have another verdict."""

    transitions: list[Transition]
    """Every subject in exactly one of them."""

    groups: list[ComparedGroup]
    """Tokens by group."""

    differences: list[ComparedDifference] | None
    """What differs between the inputs; null where a side is a manifest."""

    changes: list[ComparedChange]
    """Every subject that is not the same, cards first."""


def comparison_result(
    comparison: Comparison,
    names: tuple[str, str],
    differing: tuple[Difference, ...] | None,
    causes: Mapping[int, ChangeCause],
    displaced: Mapping[int, Displacement],
) -> dict[str, Any]:
    """Return a comparison as JSON; ``causes`` and ``displaced`` are by place."""
    before, after = comparison.totals
    result = ComparisonResult(
        a=names[0],
        b=names[1],
        before=result_from(ComparedTotals, before),
        after=result_from(ComparedTotals, after),
        subjects=len(comparison),
        flips=len(comparison.flips),
        transitions=[
            Transition(before=one, after=two, count=count)
            for (one, two), count in comparison.matrix.items()
        ],
        groups=[result_from(ComparedGroup, one) for one in comparison.groups],
        differences=None
        if differing is None
        else [result_from(ComparedDifference, one) for one in differing],
        changes=[
            _change(change, causes.get(change.index), displaced.get(change.index))
            for change in comparison.changes
        ],
    )
    return result.model_dump(mode="json")


def _change(
    change: Change, cause: ChangeCause | None, displaced: Displacement | None
) -> ComparedChange:
    return result_from(
        ComparedChange,
        change.subject,
        subject=change.subject.id,
        before=change.before,
        after=change.after,
        cause=cause and result_from(ComparedCause, cause, differences=_ids(cause.differences)),
        displaced_by=displaced
        and result_from(DisplacedBy, displaced, subjects=_ids(displaced.subjects)),
    )


def _ids(named: Iterable[Difference | Subject]) -> list[str]:
    return [one.id for one in named]


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
