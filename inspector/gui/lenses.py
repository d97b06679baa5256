"""The lenses, in the order of their row."""

from __future__ import annotations

from inspector.gui.lens import LensContext, LensRecord, LensWidget


def _injection(context: LensContext) -> LensWidget:
    from inspector.gui.views.injection.lens import InjectionLens

    return InjectionLens(context)


def _window(context: LensContext) -> LensWidget:
    from inspector.gui.views.window.lens import WindowLens

    return WindowLens(context)


LENSES: tuple[LensRecord, ...] = (
    LensRecord(
        "injection",
        "Injection",
        "Which cards and files are injected under one budget, and why the others are not.",
        "Ctrl+1",
        _injection,
    ),
    LensRecord(
        "window",
        "Window",
        "Which chunks go into the model's window by priority, and what beat the others.",
        "Ctrl+5",
        _window,
    ),
)
