"""A screen that counts what somebody does."""

from __future__ import annotations

from tests.shared.screen import Screen


class Counted:
    """A screen that counts what is done with it. To accept what a file is taken for counts, too."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.done = 0

    @property
    def actions(self) -> int:
        return self.done + len(self.screen.messages.offered)

    def begin_again(self) -> None:
        """Count from here on."""
        self.done = -len(self.screen.messages.offered)

    def __getattr__(self, name: str) -> object:
        if name in ("drop", "click", "press", "type", "do", "choose", "open"):
            self.done += 1
        return getattr(self.screen, name)
