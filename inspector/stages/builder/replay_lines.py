"""A replay as lines of text, and as what ``--json`` prints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inspector.analysis.replay.running import Replay, Share, Tuned

_DIGITS = 4
_NAME = 8  # of a commit, in letters


def replay_lines(replay: Replay) -> list[str]:
    """What was replayed, the figures at each budget and of each order, and Why for what is missed.

    Misses are told at the largest budget, where room is the least reason.
    """
    wanted = sum(len(case.wanted) for case in replay.cases)
    return [
        f"{len(replay.cases):,} commits replayed at their parents, {wanted:,} files wanted.",
        "",
        "budget   refused  recall             recall, whole      used",
        *(
            f"{one.budget:>7,}  {one.refused:>3} of {one.builds:<3}"
            f" {_told(one.recall)}  {_told(one.recall_whole)}  {one.used:.0%}"
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


def replay_result(replay: Replay) -> dict[str, Any]:
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
    return [
        f"Weights chosen on {found.tuned_on} commits: {told}.",
        f"Recall on {found.held_out} commits kept apart (mean of the first 5, 10 and 20 files):"
        f" {_told(found.after)}, before {_told(found.before)}.",
    ]


def _told(share: Share) -> str:
    return f"{share.mean:.2f} [{share.low:.2f}, {share.high:.2f}]"


def _missed(replay: Replay) -> Iterator[str]:
    if not replay.budgets:
        return
    largest = replay.budgets[-1].budget
    yield from ("", f"Not in the bundle at {largest:,} tokens:")
    for build in replay.builds:
        if build.budget != largest:
            continue
        if build.code:
            yield f"  {build.case.commit[:_NAME]}  {build.case.target}: refused, {build.code}"
            continue
        for one in build.missed:
            yield f"  {build.case.commit[:_NAME]}  {one.path}: {one.why}"
