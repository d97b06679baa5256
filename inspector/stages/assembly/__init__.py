"""The assembly as tables, bands and explanations: plain values that any view can show."""

from inspector.language import marked
from inspector.stage import CommandLine, Format, Sample, Stage

STAGE = Stage(
    id="assembly",
    title=marked("Prompt"),
    help=marked("The eight steps of a prompt in the model's window, and whether it may be sent."),
    key="Alt+6",
    specified=marked("Prompt assembly"),
    needs=marked("add a prompt layout"),
    inputs=("policy", "candidates", "request", "assembly"),
    input_title=marked("Prompt layout"),
    part="inspector.core.assembly.pieces:AssemblyStage",
    opened="inspector.stages.assembly.runs:open_assembly",
    holds="items",
    about=6,
    holders=(("item", "The item"),),
    texts=".runs:texts",
    exclude=".runs:exclude",
    kinds=("assembly stage",),
    read=".runs:assembly_part",
    formats=(
        Format(
            "assembly", "Pieces and limits of an assembly", "inspector.core.assembly:AssemblyStage"
        ),
        Format(
            "assembly-result", "Result of assembling the eight steps", ".results:AssemblyResult"
        ),
    ),
    commands=(
        CommandLine("assemble", ".command", "lay the eight steps of a prompt out in the window"),
    ),
    samples=(
        Sample(
            "assembly",
            marked("Eight steps, one prompt"),
            "Fog on the Skerrow crossing",
            marked("17 cards, 5 files"),
        ),
    ),
    result=".runs:AssemblyRun",
    record=".results:assembly_record",
    tokens=".words:token_flow",
    picture=".bands_items:picture",
    lens=".view.lens:AssemblyLens",
)
