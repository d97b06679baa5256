"""``inspector tally``."""

from inspector.stages.tally.runs import run_tally

from inspector.cli.recording import session_command

add_options, run = session_command(
    "a session with a note", run_tally, lambda result: f"{result.words} words"
)
