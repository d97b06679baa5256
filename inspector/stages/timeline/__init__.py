"""The timeline of a session of an agent, as a chart, tables and sentences. No Qt."""

from inspector.language import marked
from inspector.stage import CommandLine, Format, Sample, Stage

STAGE = Stage(
    id="timeline",
    title=marked("Session"),
    help=marked("What filled a session, request by request: what it cost, what was lost."),
    key="Alt+7",
    needs=marked("open the log of a session"),
    inputs=("timeline",),
    input_title=marked("Session log"),
    part="inspector.session.timeline_stage:TimelineStage",
    holds="log",
    about=5,
    kinds=("timeline stage",),
    read=".runs:timeline_part",
    formats=(
        Format(
            "timeline-stage",
            "Log of a session and what is asked about it",
            "inspector.session.timeline_stage:TimelineStage",
        ),
        Format("timeline", "Timeline of a session", ".results:TimelineFile"),
    ),
    commands=(
        CommandLine("timeline", ".command", "say what filled a session, request by request"),
    ),
    samples=(
        Sample(
            "timeline",
            marked("What filled a session of an agent"),
            "Tide tables of Varnholm",
            marked("20 requests"),
        ),
    ),
    answers=".results:answers_of",
    result=".runs:TimelineResult",
    record=".results:timeline_record",
    tokens=".summary:token_flow",
    picture=".pages:picture",
    telling=".pages:story_of",
    lens=".view.lens:TimelineLens",
)
