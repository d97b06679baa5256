"""Rescue copies: what is open and not saved, kept apart from the user's files.

Each window that has unsaved changes has one folder of its own, with one copy in it. A window that
ends in order removes it; one that could not is what ``look`` finds at the next start. A copy is
``RescueCopy`` while its window is there, and ``LeftBehind`` afterwards.
"""

from typing import TYPE_CHECKING

from inspector.lazy import load_when_asked

if TYPE_CHECKING:
    from inspector.files.rescue.copies import RescueCopy, RescueHeader, UnsavedState
    from inspector.files.rescue.left_behind import (
        KEPT_DAYS,
        MOST_KEPT,
        LeftBehind,
        LeftBehindCopies,
        load_left_behind,
        look,
    )

__all__ = [
    "KEPT_DAYS",
    "MOST_KEPT",
    "LeftBehind",
    "LeftBehindCopies",
    "RescueCopy",
    "RescueHeader",
    "UnsavedState",
    "load_left_behind",
    "look",
]

load_when_asked(
    __name__,
    {
        "copies": "RescueHeader UnsavedState RescueCopy",
        "left_behind": "LeftBehindCopies KEPT_DAYS LeftBehind MOST_KEPT load_left_behind look",
    },
)
