"""The assembly of the eight steps: one result, laid out in the model's window."""

from typing import TYPE_CHECKING

from inspector.lazy import load_when_asked

if TYPE_CHECKING:
    from inspector.core.assembly.inputs import AssemblyInputs, HotStateInputs, NodeInputs
    from inspector.core.assembly.pieces import (
        AssemblyItem,
        AssemblyStage,
        Band,
        Piece,
        PieceKind,
        Span,
        Step,
    )
    from inspector.core.assembly.report import Assembly, Decision, PromptLimits
    from inspector.core.assembly.run import assemble, prompt_text, texts_left_out

__all__ = [
    "Assembly",
    "AssemblyInputs",
    "AssemblyItem",
    "AssemblyStage",
    "Band",
    "Decision",
    "HotStateInputs",
    "NodeInputs",
    "Piece",
    "PieceKind",
    "PromptLimits",
    "Span",
    "Step",
    "assemble",
    "prompt_text",
    "texts_left_out",
]

load_when_asked(
    __name__,
    {
        "inputs": "AssemblyInputs HotStateInputs NodeInputs",
        "pieces": "AssemblyItem AssemblyStage Band Piece PieceKind Span Step",
        "report": "Assembly Decision PromptLimits",
        "run": "assemble prompt_text texts_left_out",
    },
)
