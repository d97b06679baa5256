"""The table of changes: every subject that is not the same on both sides."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from inspector.analysis.comparison import Cause, Comparison
from inspector.analysis.comparison.outcomes import FORMS, VERDICTS
from inspector.present.compare.words import cause_text, verdict_text
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

CHANGE_COLUMNS = (
    Column("name", "Subject", "The name people know it by.", Kind.TEXT, ("subject",), width=26),
    Column("before", "A", "What became of it in A.", Kind.ENUM, ("a",), width=12),
    Column("after", "B", "What became of it in B.", Kind.ENUM, ("b", "verdict"), width=12),
    Column("form_a", "A as", "Its rendering or mode in A.", Kind.ENUM, width=8),
    Column("form_b", "B as", "Its rendering or mode in B.", Kind.ENUM, width=8),
    Column(
        "tokens_a", "Tokens A", "Tokens it takes in A.", Kind.INTEGER, visible=False, width=8
    ),
    Column(
        "tokens_b", "Tokens B", "Tokens it takes in B.", Kind.INTEGER, visible=False, width=8
    ),
    Column("gained", "±", "Tokens it takes more in B; negative for fewer.", Kind.INTEGER, width=6),
    Column("cause", "Cause", "The difference of the inputs that does it.", Kind.TEXT, width=26),
    Column("kind", "Kind", "The kind of a card, or what else it is.", Kind.ENUM, visible=False,
           width=11),
    Column("id", "Id", "Its id or reference.", Kind.TEXT, visible=False, width=22,
           elide=Elide.MIDDLE),
)  # fmt: skip

_VERDICT_LABELS = tuple(verdict_text(verdict) for verdict in VERDICTS)


def change_table(comparison: Comparison, causes: Mapping[int, Cause]) -> TableData:
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
            "form_a": Codes(before.forms[order], FORMS),
            "form_b": Codes(after.forms[order], FORMS),
            "tokens_a": Numbers(before.tokens[order]),
            "tokens_b": Numbers(after.tokens[order]),
            "gained": Numbers(after.tokens[order] - before.tokens[order]),
            "cause": Lazy(lambda: told(np.arange(len(order), dtype=np.intp)), told),
            "id": Texts([subject.id for subject in subjects]),
        },
    )
