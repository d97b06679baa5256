"""Two runs side by side, as rows, bars, a matrix and sentences."""

from inspector.language import marked
from inspector.stage import CommandLine, Door, Format, Stage

STAGE = Stage(
    id="compare",
    title=marked("Compare"),
    help=marked("What changed between two runs, and which input did it."),
    key="Ctrl+3",
    door=Door.COMPARE,
    formats=(
        Format("comparison", "Result of comparing two runs", ".results:ComparisonResult"),
        Format(
            "receipts-comparison",
            "Result of comparing two files of receipts",
            ".receipt_results:ReceiptsComparison",
        ),
    ),
    commands=(CommandLine("compare", ".command", "show what changed between two runs, and why"),),
    lens=".view.lens:CompareLens",
)
