"""The lenses, in the order of their row."""

from __future__ import annotations

from inspector.gui.lens import LensContext, LensRecord, LensWidget


def _injection(context: LensContext) -> LensWidget:
    from inspector.gui.views.injection.lens import InjectionLens

    return InjectionLens(context)


LENSES: tuple[LensRecord, ...] = (
    LensRecord(
        "injection",
        "Injection",
        "Which cards and files are injected under one budget, and why the others are not.",
        "Ctrl+1",
        _injection,
    ),
)
