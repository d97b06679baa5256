"""Bundles as tables, charts and explanations: plain values that any view can show."""

from inspector.language import marked
from inspector.stage import CommandLine, Format, Sample, Stage

STAGE = Stage(
    id="builder",
    title=marked("Code"),
    help=marked("Which files of a project one call may see, what is cut or taken out, and why."),
    key="Alt+3",
    specified=marked("Context builder"),
    needs=marked("add a project folder"),
    inputs=("builder",),
    input_title=marked("Project"),
    part="inspector.core.builder.inputs:BuilderStage",
    holds="root",
    about=3,
    subject="file",
    kinds=("builder stage", "build request", "builder configuration"),
    read=".part:builder_part",
    formats=(
        Format(
            "builder",
            "Project, request and rules of the context builder",
            "inspector.core.builder.inputs:BuilderStage",
        ),
        Format(
            "build-request",
            "Request for a context bundle",
            "inspector.core.builder.inputs:BuildRequest",
        ),
        Format(
            "builder-config",
            "Rules of a project for context bundles",
            "inspector.core.builder.inputs:BuilderConfig",
        ),
        Format("context-bundle", "Context bundle", "inspector.core.builder.outputs:ContextBundle"),
        Format(
            "context-manifest",
            "Manifest of a context bundle",
            "inspector.core.builder.outputs:ContextManifest",
        ),
        Format(
            "redaction-report",
            "What was taken out of a context bundle",
            "inspector.core.builder.outputs:RedactionReport",
        ),
        Format(
            "budget-report",
            "Tokens of a context bundle and what they led to",
            "inspector.core.builder.outputs:BudgetReport",
        ),
        Format("build-result", "Result of building a context bundle", ".results:BuildResult"),
    ),
    commands=(
        CommandLine("build", ".command", "build the context that a call gets from a project"),
        CommandLine(
            "replay",
            ".replay_command",
            "build for the commits of a checkout and say what was missed",
        ),
    ),
    samples=(
        Sample(
            "builder",
            marked("What one call may see of a project"),
            "Berths of Skerrow Harbour",
            marked("27 files"),
        ),
    ),
    result=".runs:BuilderResult",
    record=".recording:builder_record",
    tokens=".words:token_flow",
    picture=".charts:picture",
    lens=".view.lens:BuilderLens",
    lens_commands=".view.commands:BuilderCommands",
)
