"""The scanner for secrets of one program: made when somebody asks first, and once for all."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inspector.project.findings import SecretScanner


class SharedScanner:
    """Called by whoever looks for secrets, in any thread: loading the rules twice takes seconds.

    Threads may scan with the same scanner at the same time.
    """

    def __init__(self, make: Callable[[], SecretScanner]) -> None:
        self._make = make
        self._lock = Lock()
        self._scanner: SecretScanner | None = None

    def __call__(self) -> SecretScanner:
        """Return the scanner. Raises what ``make`` raises; the next call tries again."""
        with self._lock:
            if self._scanner is None:
                self._scanner = self._make()
            return self._scanner
