"""Ends that nobody in a command asked for: SIGINT (Ctrl+C) and SIGTERM, also while it starts."""

from __future__ import annotations

import os
import signal
import sys

# Nothing more is imported up here: the program does so before anything else.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from sys import UnraisableHookArgs
    from types import FrameType

_ENDING = (signal.SIGINT, signal.SIGTERM)


class Signals:
    """Ends the program with 130 or 143 when it is told to.

    What is being written is put away first, as behind any other error. An error that a signal
    becomes on its way out of a half imported module is no failure of the program. A second signal
    ends the process as if nothing listened, as does one that comes where no error can be raised.
    """

    def __init__(self) -> None:
        self.number = 0
        """The signal that ends the program now; 0 while none does."""
        self._before: dict[int, object] = {}
        self._unraised = sys.unraisablehook

    def __enter__(self) -> Signals:
        self.number, self._before, self._unraised = 0, {}, sys.unraisablehook
        for kind in _ENDING:
            if signal.getsignal(kind) is signal.SIG_IGN:  # nohup
                continue
            try:
                self._before[kind] = signal.signal(kind, self._end)
            except ValueError:  # not in the main thread, where no signal comes
                return self
        sys.unraisablehook = self._not_raised
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, way: object) -> bool:
        sys.unraisablehook = self._unraised
        for number, handler in self._before.items():
            if self.number or signal.getsignal(number) == self._end:
                signal.signal(number, handler)  # type: ignore[arg-type]
        return self.number > 0

    def code(self, code: int | None) -> int:
        """Return the exit code: that of a signal where one ended the program."""
        return 128 + self.number if self.number else code or 0

    def _end(self, number: int, _frame: FrameType | None) -> None:
        self.number = number
        for kind in self._before:
            signal.signal(kind, signal.SIG_DFL)
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(128 + number)

    def _not_raised(self, told: UnraisableHookArgs, /) -> None:
        """End at once where the signal came while something was thrown away: no error gets out."""
        if self.number and isinstance(told.exc_value, KeyboardInterrupt | SystemExit):
            os.kill(os.getpid(), self.number)
        self._unraised(told)


SIGNALS = Signals()
"""Those of this process; whoever tells of an error looks here for what it was."""


def end_at_once() -> dict[signal.Signals, Callable[[int, FrameType | None], object]]:
    """Let the system end the program while Qt is loaded, and return the handlers to put back.

    Nothing is being written then, and an error that is raised inside its modules is a crash.
    """
    put_away = {}
    for kind in _ENDING:
        handler = signal.getsignal(kind)
        if callable(handler):  # not with nohup, nor where somebody else sees to signals
            try:
                signal.signal(kind, signal.SIG_DFL)
            except ValueError:  # not in the main thread, where no signal comes
                break
            put_away[kind] = handler
    return put_away
