"""The placement of chunks, as tables, a ruler and sentences. No Qt."""

from inspector.language import marked
from inspector.stage import CommandLine, Format, Sample, Stage

STAGE = Stage(
    id="window",
    title=marked("Window"),
    help=marked("Which chunks go into the model's window by priority, and what beat the others."),
    key="Alt+5",
    specified=marked("Context window"),
    needs=marked("add chunks"),
    inputs=("window",),
    input_title=marked("Chunks"),
    part="inspector.session.window_stage:WindowStage",
    opened=".part:open_window",
    holds="chunks",
    about=4,
    subject="chunk",
    holders=(("chunk", "The chunk"), ("chunk of a request", "The chunk of a request")),
    texts=".part:texts",
    exclude=".part:exclude",
    kinds=("chunks", "window configuration"),
    read=".part:window_part",
    read_file=".part:chunks_of_another_program",
    formats=(
        Format(
            "window",
            "Chunks and how they are placed in a window",
            "inspector.session.window_stage:WindowStage",
        ),
        Format(
            "window-config",
            "Configuration of the window",
            "inspector.core.window.config:WindowConfigFile",
        ),
        Format("placement", "Result of placing chunks in a window", ".results:PlacementResult"),
        Format(
            "optimization",
            "Placement under the names of the window's specification",
            ".results:OptimizationResult",
        ),
    ),
    commands=(CommandLine("place", ".command", "put chunks into a model's window and say why"),),
    samples=(
        Sample(
            "window",
            marked("Chunks packed for a renewal call"),
            "Port of Varnholm",
            marked("22 chunks"),
        ),
    ),
    result=".runs:WindowResult",
    record=".runs:window_record",
    tokens=".words:token_flow",
    picture=".ruler_items:picture",
    lens=".view.lens:WindowLens",
)
