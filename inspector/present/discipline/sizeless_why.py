"""An explanation of something that has no size in tokens."""

from __future__ import annotations

from inspector.present.injection.why import Why


class SizelessWhy(Why):
    """Says nothing about tokens."""

    @property
    def headline(self) -> str:
        """No number matters most here."""
        return ""
