"""The prompt as text: what the model would be given."""

from __future__ import annotations

from inspector.core.assembly.pieces import SEPARATOR, Step
from inspector.core.assembly.report import Assembly
from inspector.core.injection.rendering import render_buckets, render_knowledge


def prompt_text(assembly: Assembly) -> str | None:
    """Return the text of all eight steps; None where a text of a piece that is in is not there.

    ``texts_left_out`` names what is missing. A refused prompt has a text, too: it is for reading.
    """
    if texts_left_out(assembly):
        return None
    parts = []
    for band in assembly.bands:
        if band.step is Step.INJECTION:
            parts += [
                render_knowledge(assembly.injection) or "",
                render_buckets(assembly.injection) or "",
            ]
        for span in band.spans:
            if span.piece.text:
                parts += [span.piece.text, SEPARATOR if span.piece.overhead else ""]
    return "".join(parts)


def texts_left_out(assembly: Assembly) -> tuple[str, ...]:
    """Return the titles of the pieces that are in but whose text is not among the inputs."""
    missing = [
        piece.title
        for piece in assembly.pieces
        if piece.step is not Step.INJECTION and piece.text is None and piece.tokens
    ]
    if render_knowledge(assembly.injection) is None:
        missing.append("knowledge cards")
    if render_buckets(assembly.injection) is None:
        missing.append("bucket files")
    return tuple(missing)
