"""Where the history is unless somebody names another file."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path

from inspector.files.history import history_path

_PROGRAM = "context-budget-inspector"  # the name that the preferences have, too


def default_history_path() -> Path:
    """Return the file in this user's data folder; it need not be there."""
    return history_path(user_data_path(_PROGRAM, appauthor=False))
