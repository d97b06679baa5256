"""The relevance pre-parser as rows, a grid, sentences and lines of text."""

from inspector.language import marked
from inspector.stage import CommandLine, Format, Sample, Stage

STAGE = Stage(
    id="relevance",
    title=marked("Relevance"),
    help=marked(
        "Which context nodes are worth fetching, layer by layer, and what would flip them."
    ),
    key="Alt+1",
    needs=marked("add query signals"),
    inputs=("relevance", "request"),
    input_title=marked("Relevance rules"),
    part="inspector.session.relevance_stage:RelevanceStage",
    holds="model_fields_set",
    about=1,
    subject="node",
    holders=(("node", "The text of the node"),),
    texts=".part:texts",
    exclude=".part:exclude",
    kinds=("relevance configuration",),
    read=".part:relevance_part",
    unreadable=".part:unreadable_part",
    formats=(
        Format(
            "relevance-config",
            "Configuration of the relevance pre-parser",
            "inspector.core.relevance:RelevanceConfig",
        ),
        Format(
            "relevance-run", "Result of a run of the relevance pre-parser", ".results:RelevanceRun"
        ),
    ),
    commands=(
        CommandLine("relevance", ".command", "decide which context nodes are worth fetching"),
    ),
    samples=(
        Sample(
            "relevance",
            marked("Which context nodes are worth fetching"),
            "Fernhill allotments",
            marked("4 requests"),
        ),
    ),
    result=".runs:RelevanceResult",
    record=".results:relevance_record",
    tokens=".summary:token_flow",
    picture=".grid_items:picture",
    lens=".view.lens:RelevanceLens",
)
