"""What a comparison says in words: verdicts, causes, who took the room.

The transition matrix: how many subjects went from one verdict to another.

The table of changes: every subject that is not the same on both sides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

import numpy as np

from inspector.analysis.comparison import (
    CauseKind,
    Change,
    ChangeCause,
    Compared,
    Comparison,
    Difference,
    Displacement,
    SubjectState,
    TakenHow,
)
from inspector.analysis.comparison.candidate_differences import Phrase
from inspector.analysis.comparison.outcomes import FORMS, VERDICTS
from inspector.core.injection.report import FORM_LABELS
from inspector.core.reasons import Verdict
from inspector.language import localized, tr, tr_n
from inspector.present.recorded_words import state_words
from inspector.present.table import (
    Codes,
    Column,
    Elide,
    Kind,
    Lazy,
    Numbers,
    Rows,
    TableData,
    Texts,
    Values,
)
from inspector.present.table.spec import KIND_WORDS, table_of

NOWHERE = "absent"
"""Stands for the verdict of a subject that is no candidate on a side."""

_FEW = 3  # names told before the rest is counted


def verdict_text(verdict: Verdict | None) -> str:
    """Return a verdict, or that there is no candidate."""
    return NOWHERE if verdict is None else verdict.value


def state_text(state: SubjectState) -> str:
    """Return verdict, form and tokens of one side."""
    return _state(state.verdict, state.form, state.tokens)


def trial_text(state: tuple[Verdict | None, str, int]) -> str:
    """Return verdict, form and tokens of a trial."""
    return _state(*state)


def change_text(change: Change) -> str:
    """Return what a subject was and is."""
    return f"{state_text(change.before)} → {state_text(change.after)}"


def difference_text(difference: Difference) -> str:
    """Return what differs, and how."""
    return f"{label_text(difference)}: {' → '.join(sides_text(difference))}"


def label_text(difference: Difference) -> str:
    """Return what differs, in the language that is spoken."""
    return _said(difference.label)


def sides_text(difference: Difference) -> tuple[str, str]:
    """Return what it is on each side, in the language that is spoken."""
    return _said(difference.before), _said(difference.after)


def _said(text: str) -> str:
    if not isinstance(text, Phrase):
        return tr(text)  # a field's title, or a value
    values = {name: tr(one) if name == "title" else one for name, one in text.values.items()}
    return tr(text.template, **values)


def cause_text(cause: ChangeCause) -> str:
    """Return a cause in a few words."""
    labels = [label_text(difference) for difference in cause.differences]
    match cause.kind:
        case CauseKind.ALONE:
            return labels[0]
        case CauseKind.EITHER:
            return tr("any of: {names}", names=", ".join(labels))
        case CauseKind.TOGETHER:
            return " + ".join(labels)
        case CauseKind.NOT_FOUND:
            return tr("not narrowed down")


def cause_sentence(cause: ChangeCause) -> str:
    """Return a cause as a sentence that says how it was established."""
    told = "; ".join(difference_text(difference) for difference in cause.differences)
    match cause.kind:
        case CauseKind.ALONE:
            return tr(
                "Taken over alone, this changes it so, and no other difference does: {told}.",
                told=told,
            )
        case CauseKind.EITHER:
            return tr("Each of these alone changes it so: {told}.", told=told)
        case CauseKind.TOGETHER:
            return tr(
                "No difference alone does it. These do together, and none can be spared: {told}.",
                told=told,
            )
        case CauseKind.NOT_FOUND:
            return tr(
                "No difference alone does it; which of them do together would have taken too many"
                " runs to find."
            )


def displaced_text(displaced: Displacement) -> str:
    """Return who stands in a subject's place."""
    names = [tr("“{name}”", name=one.name or one.id) for one in displaced.subjects]
    told = ", ".join(names[:_FEW])
    if len(names) > _FEW:
        told += tr(" and {names:,} more", names=len(names) - _FEW)
    match displaced.how:
        case TakenHow.COVERED:
            return tr("{told} is in full text now, which makes it redundant.", told=told)
        case TakenHow.ALONE if len(names) == 1:
            return tr("{told} took its room: without it, this one is in.", told=told)
        case TakenHow.ALONE:
            return tr("Without any one of these it is in: {told}.", told=told)
        case TakenHow.TOGETHER:
            return tr(
                "These took its room together: without all of them it is in: {told}.", told=told
            )


def own_text(difference: Difference, own: bool | None) -> str:
    """Return whether the subject's own part of a difference is enough."""
    if own is None:
        return tr(
            "{difference}: its own are the same; those of others changed.",
            difference=label_text(difference),
        )
    if own:
        return tr("{difference}: its own change is enough.", difference=label_text(difference))
    return tr(
        "{difference}: its own change is not enough; it takes those of others.",
        difference=label_text(difference),
    )


def _state(verdict: Verdict | None, form: str, tokens: int) -> str:
    if verdict is None or not tokens:
        return verdict_text(verdict)
    said = _FORM_TITLES.get(form, form)
    return f"{verdict_text(verdict)}{', ' + said if said else ''} ({localized(tokens)})"


# Results keep ``inlined`` and ``listed``; a person reads what every ledger says.
_FORM_TITLES = dict(zip(FORMS, FORM_LABELS, strict=True))


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


CHANGE_COLUMNS = (
    Column("name", "Subject", "The name people know it by.", Kind.TEXT, ("subject",), width=26),
    Column("before", "A", "What became of it in A.", Kind.ENUM, ("a",), width=12),
    Column("after", "B", "What became of it in B.", Kind.ENUM, ("b", "verdict"), width=12),
    Column("form_a", "A as", "The form in which it is in A.", Kind.ENUM, width=8),
    Column("form_b", "B as", "The form in which it is in B.", Kind.ENUM, width=8),
    Column("tokens_a", "Tokens A", "Tokens it takes in A.", Kind.INTEGER, visible=False, width=8),
    Column("tokens_b", "Tokens B", "Tokens it takes in B.", Kind.INTEGER, visible=False, width=8),
    Column("gained", "±", "Tokens it takes more in B; negative for fewer.", Kind.INTEGER, width=6),
    Column("cause", "Cause", "The difference of the inputs that does it.", Kind.TEXT, width=26),
    Column("kind", "Kind", "The kind of a card, or what else it is.", Kind.ENUM, visible=False,
           width=16, words=KIND_WORDS),
    Column("id", "Id", "Its id or reference.", Kind.TEXT, visible=False, width=22,
           elide=Elide.MIDDLE),
)  # fmt: skip

_RECORDED_COLUMNS = (
    replace(CHANGE_COLUMNS[0], of=itemgetter("id")),
    Column("before", "A", "Verdict, reason and tokens in A.", Kind.TEXT, ("a",), width=28,
           of=lambda row: state_words(row["before"])),
    Column("after", "B", "Verdict, reason and tokens in B.", Kind.TEXT, ("b",), width=28,
           of=lambda row: state_words(row["after"])),
    Column("kind", "Kind", "What the subject is.", Kind.TEXT, width=11, of=itemgetter("kind")),
)  # fmt: skip


def recorded_table(found: Mapping[str, Any]) -> TableData:
    """Return the rows that differ between two recorded runs of a stage; keys are ``kind:id``."""
    rows = found["rows"]
    return table_of(_RECORDED_COLUMNS, [f"{row['kind']}:{row['id']}" for row in rows], rows)


NOTHING_CHANGED = tr("Nothing changed: both sides are the same.")


def status_text(compared: Compared | None, recorded: Mapping[str, Any] | None) -> str:
    """Return how much differs, in a line."""
    if compared is None:
        rows = len(recorded["rows"]) if recorded else 0
        return tr_n("1 row differs", "{rows:,} rows differ", rows, rows=rows) if recorded else ""
    comparison = compared.comparison
    before, after = comparison.totals
    if not len(comparison.changes) and before == after:
        return NOTHING_CHANGED
    return tr(
        "{used:,} → {used_2:,} tokens used · {changes:,} of {comparison:,} rows changed,"
        " {flips:,} their verdict",
        changes=len(comparison.changes),
        comparison=len(comparison),
        flips=len(comparison.flips),
        used=before.used,
        used_2=after.used,
    )


_VERDICT_LABELS = tuple(verdict_text(verdict) for verdict in VERDICTS)


def change_table(comparison: Comparison, causes: Mapping[int, ChangeCause]) -> TableData:
    """Return the changes, flips of verdicts first; keys are ``kind:id``.

    ``causes`` are by place; a change whose cause is not among them has an empty one.
    """
    flipped = comparison.before.verdicts != comparison.after.verdicts
    changed = comparison.changes.indices
    order = np.concatenate([changed[flipped[changed]], changed[~flipped[changed]]])
    subjects = [comparison.subject(index) for index in order.tolist()]
    groups = tuple(dict.fromkeys(subject.group for subject in subjects))
    code_of = {group: code for code, group in enumerate(groups)}
    before, after = comparison.before, comparison.after

    def told(rows: Rows) -> Values:
        found = (causes.get(index) for index in order[rows].tolist())
        return Texts([cause_text(cause) if cause else "" for cause in found])

    return TableData(
        CHANGE_COLUMNS,
        [f"{subject.kind}:{subject.id}" for subject in subjects],
        {
            "name": Texts([subject.name or subject.id for subject in subjects]),
            "kind": Codes(
                np.array([code_of[subject.group] for subject in subjects], dtype=np.int32), groups
            ),
            "before": Codes(before.verdicts[order], _VERDICT_LABELS),
            "after": Codes(after.verdicts[order], _VERDICT_LABELS),
            "form_a": Codes(before.forms[order], FORM_LABELS),
            "form_b": Codes(after.forms[order], FORM_LABELS),
            "tokens_a": Numbers(before.tokens[order]),
            "tokens_b": Numbers(after.tokens[order]),
            "gained": Numbers(after.tokens[order] - before.tokens[order]),
            "cause": Lazy(lambda: told(np.arange(len(order), dtype=np.intp)), told),
            "id": Texts([subject.id for subject in subjects]),
        },
    )
