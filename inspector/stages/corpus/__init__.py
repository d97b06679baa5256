"""A corpus as tables, sentences and the numbers of its charts."""

from inspector.language import marked
from inspector.stage import CommandLine, Door, Format, Stage

STAGE = Stage(
    id="corpus",
    title=marked("All requests"),
    help=marked(
        "Every request of a corpus over every value of the policy, and what that recommends."
    ),
    key="Ctrl+Shift+7",
    door=Door.OPTIMISE,
    formats=(
        Format("corpus", "Many requests over every value of a policy", ".results:CorpusResult"),
    ),
    commands=(CommandLine("corpus", ".command", "run many requests over every value of a policy"),),
    lens=".view.lens:CorpusLens",
)
