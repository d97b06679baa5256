"""The history of runs: every result of every stage, in one SQLite file.

Nothing but this package knows SQLite. ``open_history`` gives a ``History``; a ``RunRecord`` is
what is saved, a ``Query`` what is looked for, and ``HistoryError`` what goes wrong.
"""

from typing import TYPE_CHECKING

from inspector.lazy import load_when_asked

if TYPE_CHECKING:
    from inspector.files.history.connection import HistoryError
    from inspector.files.history.opening import ask_history, history_path, move_aside, open_history
    from inspector.files.history.record import RunRecord
    from inspector.files.history.rows import (
        Comparator,
        MetricCondition,
        Query,
        RunSummary,
        StoredRun,
    )
    from inspector.files.history.store import History

__all__ = [
    "Comparator",
    "History",
    "HistoryError",
    "MetricCondition",
    "Query",
    "RunRecord",
    "RunSummary",
    "StoredRun",
    "ask_history",
    "history_path",
    "move_aside",
    "open_history",
]

load_when_asked(
    __name__,
    {
        "connection": "HistoryError",
        "opening": "ask_history history_path move_aside open_history",
        "record": "RunRecord",
        "rows": "Comparator MetricCondition Query RunSummary StoredRun",
        "store": "History",
    },
)
