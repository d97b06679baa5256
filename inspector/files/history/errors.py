"""What a history cannot do, told as problems; what SQLite says is put in plain words."""

from __future__ import annotations

import sqlite3

from inspector.core.problems import Place, Problem, Severity


class HistoryError(Exception):
    """The history could not do what was asked; ``problems`` say why and what would help.

    Nothing that was saved before is lost by it, and nothing of what was asked is saved.
    """

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


def refusal(code: str, message: str, fix: str, name: str) -> Problem:
    """Return an error about the history file ``name``."""
    return Problem(Severity.ERROR, f"history.{code}", message, fix, Place(name))


def damaged(name: str, what: str = "The history file is damaged.") -> Problem:
    """Say that the file holds what this program did not write."""
    fix = "Move the file aside to begin a new history, or put back a copy of it."
    return refusal("damaged", what, fix, name)


def read_only(name: str) -> Problem:
    """Say that nothing can be changed in a history that was opened for reading."""
    message = "The history can only be read; nothing was saved or removed."
    return refusal("read-only", message, "Make the file and its folder writable.", name)


def closed(name: str) -> Problem:
    """Say that a history was used after it was closed."""
    return refusal("closed", "The history was closed; this was not done.", "Open it again.", name)


_SAID = {
    sqlite3.SQLITE_FULL: (
        "disk-full",
        "There is no room left on the disk; this was not saved. What was saved before is intact.",
        "Free some space, then try again.",
    ),
    sqlite3.SQLITE_IOERR: (
        "disk-error",
        "The system could not read or write the history file; this was not saved.",
        "Check the disk, its quota and the largest file size allowed, then try again.",
    ),
    sqlite3.SQLITE_BUSY: (
        "busy",
        "Another program kept the history file to itself for too long.",
        "Try again when it is done.",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "cannot-open",
        "The history file, or the journal beside it, could not be opened.",
        "Check that the file is there and that its folder can be written to.",
    ),
    sqlite3.SQLITE_NOTADB: (
        "not-a-history",
        "This file is not a history; it was left as it is.",
        "Choose another place for the history, or move this file aside.",
    ),
    sqlite3.SQLITE_TOOBIG: (
        "too-large",
        "A result has more bytes than a history can hold; it was not saved.",
        "Save a smaller result.",
    ),
}
# Extended codes, which would be misunderstood by their first byte.
_SAID_EXACTLY = {
    sqlite3.SQLITE_READONLY_DBMOVED: (
        "moved",
        "The history file was moved or removed while it was open; this was not saved.",
        "Open the history again.",
    ),
    sqlite3.SQLITE_READONLY_ROLLBACK: (
        "unfinished",
        "A program was stopped while it wrote to the history, and what it began cannot be undone"
        " where the file can only be read.",
        "Make the file and its folder writable and open the history once.",
    ),
}


def sqlite_problem(error: sqlite3.Error, name: str) -> Problem:
    """Return what an error of SQLite means for the history file ``name``."""
    code = getattr(error, "sqlite_errorcode", None)
    if code in _SAID_EXACTLY:
        return refusal(*_SAID_EXACTLY[code], name)
    primary = None if code is None else code & 0xFF  # the rest of the number is detail
    if primary in _SAID:
        return refusal(*_SAID[primary], name)
    if primary in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return read_only(name)
    # A page that cannot be read, a table that is gone, a text that is not UTF-8.
    return damaged(name)
