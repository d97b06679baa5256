"""Records results in the history of runs, in a worker; nobody ever waits for it but the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QThreadPool, QTimer, Signal

from inspector.core.problems import Problem, Severity
from inspector.gui.messages import Failure, failure_of
from inspector.language import tr

if TYPE_CHECKING:
    from inspector.files.history import History, RunRecord
    from inspector.files.recording import InputFingerprints

STANDS_STILL = 1_500  # milliseconds without a new result of the same stage
_BUSY_SECONDS = 5.0  # the end of the window waits no longer for a program that hangs as it saves


class HistoryRecorder(QObject):
    """Records a result once it has stood still for a while, and the last ones at the end.

    So a drag is one run, not one for each of its ticks. ``wanted`` says whether results are to be
    recorded at all; ``path`` is the history's file, the user's own unless one is named. While
    ``gives_way`` says that something else is worked out, a result waits until then or the next one
    of its stage: what is shown comes first.
    """

    problems_changed = Signal()
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    _saved = Signal(object)  # the problems of one try, none when it was saved, or a Failure

    def __init__(
        self,
        wanted: Callable[[], bool],
        path: Path | None = None,
        parent: QObject | None = None,
        *,
        gives_way: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(parent)
        self.problems: tuple[Problem, ...] = ()
        self._wanted = wanted
        self._gives_way = gives_way
        self._writer = _Writer(path)
        self._waiting: dict[type, tuple[Any, str]] = {}
        self._due: set[type] = set()  # stages of which what waits has stood still
        self._pauses: dict[type, QTimer] = {}
        self._closed = False
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._saved.connect(self._take)

    def note(self, result: Any) -> None:
        """Take a result that is shown now, instead of the one of its stage that still waits."""
        if self._closed or not self._wanted():
            return
        stage = type(result)
        if stage in self._due:
            self._save(stage)
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        self._waiting[stage] = (result, now)
        if stage not in self._pauses:
            pause = QTimer(self, singleShot=True, interval=STANDS_STILL)
            pause.timeout.connect(lambda: self._save_in_turn(stage))
            self._pauses[stage] = pause
        self._pauses[stage].start()

    def close(self) -> None:
        """Save what waits, and wait until it is saved. Nothing is recorded or sent any more."""
        if self._closed:
            return
        for pause in self._pauses.values():
            pause.stop()
        for stage in tuple(self._waiting):
            self._save(stage)
        self._closed = True
        self._pool.waitForDone()
        self._writer.close()

    def _save_in_turn(self, stage: type) -> None:
        if self._gives_way():
            self._due.add(stage)
            self._pauses[stage].start()
        else:
            self._save(stage)

    def _save(self, stage: type) -> None:
        self._due.discard(stage)
        waiting = self._waiting.pop(stage, None)
        if waiting is not None and self._wanted():
            self._pool.start(lambda: self._saved.emit(self._writer.save(*waiting)))

    def _take(self, outcome: tuple[Problem, ...] | Failure) -> None:
        if self._closed:
            return
        if isinstance(outcome, Failure):
            self.failed.emit(outcome)
        elif outcome != self.problems:
            self.problems = outcome
            self.problems_changed.emit()


class _Writer:
    """The worker's part. The file stays open, and is opened again after anything went wrong."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._history: History | None = None
        self._fingerprints: InputFingerprints | None = None

    def save(self, result: Any, recorded_at: str) -> tuple[Problem, ...] | Failure:
        """Save a result and return what is wrong, nothing when it is saved."""
        from inspector.files.history import HistoryError

        try:
            record = self._record(result, recorded_at)
            if record is not None:
                self._opened().add(record)
        except HistoryError as error:
            self.close()
            # What is shown is right all the same.
            return tuple(replace(one, severity=Severity.WARNING) for one in error.problems)
        except BaseException as error:  # noqa: BLE001  # nothing else would ever hear of it
            return failure_of(error, tr("recording a result in the history"))
        return ()

    def close(self) -> None:
        """Close the file."""
        if self._history is not None:
            self._history.close()
            self._history = None

    def _record(self, result: Any, recorded_at: str) -> RunRecord | None:
        from inspector.files.recording import InputFingerprints, record_of

        self._fingerprints = self._fingerprints or InputFingerprints()
        return record_of(result, recorded_at, self._fingerprints)

    def _opened(self) -> History:
        """Return the open history. Raises ``HistoryError`` where it cannot be opened."""
        from inspector.files.history import HistoryError, open_history
        from inspector.files.history.opening import default_history_path

        if self._history is None:
            loaded = open_history(self._path or default_history_path(), busy_seconds=_BUSY_SECONDS)
            if loaded.value is None:
                raise HistoryError(*loaded.problems)
            self._history = loaded.value
        return self._history
