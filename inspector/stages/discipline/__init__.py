"""Context discipline as rows, charts, trees and sentences. No Qt."""

from inspector.language import marked
from inspector.stage import CommandLine, Format, Sample, Stage

STAGE = Stage(
    id="discipline",
    title=marked("State"),
    help=marked("What was done to make a hot state fit, changes as diffs, and prompts that grow."),
    key="Alt+2",
    specified=marked("Context discipline"),
    needs=marked("add a working state"),
    inputs=("discipline",),
    input_title=marked("Working state"),
    part="inspector.session.discipline_stage:DisciplineStage",
    opened=".part:open_discipline",
    holds="model_fields_set",
    about=2,
    holders=(("field", "The hot state's field"),),
    texts=".part:texts",
    exclude=".part:exclude",
    kinds=("discipline stage", "hot state"),
    read=".part:discipline_part",
    formats=(
        Format("hot-state", "Hot state", "inspector.core.discipline:HotState"),
        Format(
            "metrics",
            "Prompt metrics of one turn, one a line in a series",
            "inspector.core.discipline:PromptMetrics",
        ),
        Format(
            "discipline",
            "Result of context discipline for a hot state",
            ".results:DisciplineResultFile",
        ),
        Format(
            "diff-check",
            "Result of checking an output for being a change only",
            ".results:DiffCheckFile",
        ),
        Format("regressions", "Warnings about a series of turns", ".results:RegressionsFile"),
    ),
    commands=(
        CommandLine("discipline", ".command", "bring a hot state within its limits"),
        CommandLine(
            "diff-check", ".command:DIFF_CHECK", "check that an output changes code by a diff"
        ),
        CommandLine("metrics", ".command:METRICS", "see prompts grow over a series of turns"),
    ),
    samples=(
        Sample(
            "discipline",
            marked("A working state that outgrew its prompt"),
            "Museum catalogue",
            marked("20 turns"),
        ),
    ),
    result=".runs:DisciplineResult",
    record=".runs:discipline_record",
    tokens=".words:token_flow",
    picture=".result_view:picture",
    lens=".view.lens:DisciplineLens",
)
