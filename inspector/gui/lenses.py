"""The lenses, in the order of their row."""

from __future__ import annotations

from inspector.gui.lens import LensRecord

LENSES: tuple[LensRecord, ...] = ()
