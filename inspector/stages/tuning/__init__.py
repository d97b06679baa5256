"""Sweeps, thresholds and the optimum turned into charts, tables and sentences."""

from inspector.language import marked
from inspector.stage import CommandLine, Door, Format, Stage

STAGE = Stage(
    id="tuning",
    title=marked("This request"),
    help=marked(
        "The result as a function of the policy: every breakpoint, thresholds, the optimum."
    ),
    key="Ctrl+7",
    door=Door.OPTIMISE,
    formats=(
        Format(
            "sweep", "Injection as a function of one value of the policy", ".results:SweepResult"
        ),
    ),
    commands=(
        CommandLine(
            "sweep", ".command", "find every value of the policy at which a result changes"
        ),
    ),
    lens=".view.lens:TuningLens",
    lens_commands=".view.commands:TuningCommands",
)
