"""A replay in text, as ``--json`` prints it, as a plot, and as a table of what it missed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from inspector.analysis.replay import Budgeted, CommitReplay, Share, Tuned
from inspector.language import localized, tr
from inspector.plurals import count_of
from inspector.present.plot import Curve, Dash, Panel, Plot, Ribbon, Scale, Spot
from inspector.present.shares import shown_share
from inspector.present.table import Column, Elide, Kind, TableData
from inspector.present.table.spec import table_of
from inspector.project.secrets.redaction import without_secrets

_DIGITS = 4
_NAME = 8  # of a commit, in letters


def replay_lines(replay: CommitReplay) -> list[str]:
    """What was replayed, the figures at each budget and of each order, and Why for what is missed.

    Misses are told at the largest budget, where room is the least reason.
    """
    wanted = sum(len(case.wanted) for case in replay.cases)
    commits = count_of(len(replay.cases), "commit")
    return [
        f"{commits} replayed at the parent, {count_of(wanted, 'file')} wanted.",
        "",
        "budget   refused  recall             recall, whole      used",
        *(
            f"{one.budget:>7,}  {one.refused:>3} of {one.builds:<3}"
            f" {_told(one.recall)}  {_told(one.recall_whole)}  {localized(one.used, '.0%')}"
            for one in replay.budgets
        ),
        "",
        "order          recall@5           recall@10          recall@20",
        *(
            f"{one.name:<14} {'  '.join(map(_told, one.recall_at.values()))}"
            for one in replay.signals
        ),
        *_missed(replay),
    ]


def replay_result(replay: CommitReplay) -> dict[str, Any]:
    """The figures under the names of the format. Shares are 0 to 1."""
    return {
        "budgets": [
            {
                "budget": one.budget,
                "builds": one.builds,
                "refused": one.refused,
                "recall": round(one.recall.mean, _DIGITS),
                "recall_whole": round(one.recall_whole.mean, _DIGITS),
                "used": round(one.used, _DIGITS),
            }
            for one in replay.budgets
        ],
        "signals": [
            {"name": str(one.name)}
            | {
                f"recall_at_{depth}": {
                    "mean": round(share.mean, _DIGITS),
                    "low": round(share.low, _DIGITS),
                    "high": round(share.high, _DIGITS),
                }
                for depth, share in one.recall_at.items()
            }
            for one in replay.signals
        ],
    }


def tuned_lines(found: Tuned) -> list[str]:
    """The weights that tuning chose, and what they reach on the commits kept apart."""
    weights = found.weights.model_dump(exclude={"points", "most_files", "most_changes"})
    told = ", ".join(f"{name} {weight}" for name, weight in weights.items())
    apart = count_of(found.held_out, "commit")
    return [
        f"Weights chosen on {count_of(found.tuned_on, 'commit')}: {told}.",
        f"Recall on {apart} kept apart (mean of the first 5, 10 and 20 files):"
        f" {_told(found.after)}, before {_told(found.before)}.",
    ]


def _told(share: Share) -> str:
    return f"{share.mean:.2f} [{share.low:.2f}, {share.high:.2f}]"


def _missed(replay: CommitReplay) -> Iterator[str]:
    if not replay.budgets:
        return
    largest = replay.budgets[-1].budget
    yield from ("", f"Not in the bundle at {count_of(largest, 'token')}:")
    for build in replay.builds:
        if build.budget != largest:
            continue
        if build.code:
            yield f"  {build.case.commit[:_NAME]}  {build.case.target}: refused, {build.code}"
            continue
        for one in build.missed:
            yield f"  {build.case.commit[:_NAME]}  {one.path}: {one.why}"


# In the window --------------------------------------------------------------------------

MISSED_COLUMNS = (
    Column("commit", "Commit", "The commit that was replayed.", Kind.TEXT, width=9,
           of=lambda row: row[0].case.commit[:_NAME]),
    Column("budget", "Budget", "The hard limit, in tokens.", Kind.INTEGER, width=8,
           of=lambda row: row[0].budget),
    Column("target", "Target", "The touched file that was asked for.", Kind.TEXT, width=24,
           elide=Elide.MIDDLE, of=lambda row: row[0].case.target),
    Column("file", "Missed file", "What else the commit touched.", Kind.TEXT, ("path",), width=28,
           elide=Elide.MIDDLE, of=lambda row: row[1]),
    Column("why", "Why", "Why it is not in the bundle.", Kind.TEXT, width=60,
           of=lambda row: without_secrets(row[2])),
    Column("subject", "Subject", "What the commit says of itself.", Kind.TEXT, width=30,
           visible=False, of=lambda row: without_secrets(row[0].case.subject)),
)  # fmt: skip


_ABOVE_ALL = 1.04  # so that the line of 100 % is seen whole


def missed_table(replay: CommitReplay) -> TableData:
    """Return what each build missed, a row a file; all files of a call that was refused."""
    rows = [
        (build, path, why)
        for build in replay.builds
        for path, why in (
            [(one.path, one.why) for one in build.missed]
            if not build.code
            else [(path, tr("Refused: {code}", code=build.code)) for path in build.case.wanted]
        )
    ]
    keys = [f"{build.case.commit}:{build.budget}:{path}" for build, path, _ in rows]
    return table_of(MISSED_COLUMNS, keys, rows)


def replay_plot(replay: CommitReplay) -> Plot:
    """Return recall over the budget, with its interval: what was measured holds until the next."""
    budgets = np.array([one.budget for one in replay.budgets], dtype=np.float64)
    high = float(budgets[-1]) * 1.1
    recalls = [np.array([getattr(one.recall, edge) for one in replay.budgets])
               for edge in ("low", "mean", "high")]  # fmt: skip
    wholes = np.array([one.recall_whole.mean for one in replay.budgets])
    color = "verdict:included"
    return Plot(
        tr("Recall of the files that commits touched"),
        Scale(
            tr("Budget, tokens"),
            float(budgets[0]),
            high,
            lambda tokens: localized(round(tokens)),
            whole=True,
        ),
        (
            Panel(
                Scale(tr("Recall"), 0.0, _ABOVE_ALL, lambda share: f"{100 * share:.0f} %"),
                (
                    Curve("recall", tr("There in any form"), budgets, recalls[1], color),
                    Curve("whole", tr("There whole"), budgets, wholes, color, Dash.DASHED, 1),
                ),
                (Ribbon("interval", tr("95 %"), budgets, recalls[0], recalls[2], color),),
                spots=tuple(
                    Spot(f"{one.budget}", "", one.budget, one.recall.mean, budget_words(one))
                    for one in replay.budgets
                ),
            ),
        ),
    )


def budget_words(one: Budgeted) -> str:
    """Return what a replay found at one budget, in a line."""
    return tr(
        "{budget:,} tokens: recall {mean:.0f} % ({low:.0f} to {high:.0f} %), {whole:.0f} % whole,"
        " {refused} of {builds} refused",
        budget=one.budget,
        mean=100 * shown_share(one.recall.mean, 0),
        low=100 * one.recall.low,
        high=100 * one.recall.high,
        whole=100 * shown_share(one.recall_whole.mean, 0),
        refused=one.refused,
        builds=one.builds,
    )
