"""What one step of the slider costs a reader of a profile: files and calls, never the time."""

from inspector.files import load_session
from tests.benchmarks.bench_step import CALLS, FILES, by_file, steps_counted
from tests.shared.samples import FOLDER


def test_a_step_of_the_slider_runs_few_files_and_calls_few_functions(qapp: object) -> None:
    session = load_session(FOLDER / "securities-fraud" / "session.inspector.json").value
    assert session is not None
    files = by_file(steps_counted(session)["until it returns"])
    assert len(files) <= FILES, sorted(files)
    assert sum(files.values()) <= CALLS, files.most_common(12)
