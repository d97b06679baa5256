"""A stage that counts the words of a note: what a trial adds to a copy of the program."""

from inspector.language import marked
from inspector.stage import CommandLine, Format, Stage

STAGE = Stage(
    id="tally",
    title=marked("Tally"),
    help=marked("How many words a note has."),
    key="Alt+9",
    needs=marked("add a note"),
    inputs=("tally",),
    input_title=marked("Note"),
    part=".runs:TallyStage",
    holds="note",
    about=9,
    subject="note",
    holders=(("note", "The note"),),
    formats=(Format("tally", "A note and how many words it may have", ".runs:TallyStage"),),
    commands=(CommandLine("tally", ".command", "count the words of a note"),),
    result=".runs:TallyResult",
    tokens=".runs:token_flow",
    picture=".runs:picture",
    lens=".view:TallyLens",
)
