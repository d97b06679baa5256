"""``inspector demo``: what the window shows of a built-in sample, as files.

Where there is a display and no folder is named, the program opens the window on the sample instead.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from inspector import resources
from inspector.cli.main import DEFAULT_SAMPLE
from inspector.cli.output import (
    BAD_INPUT,
    DONE,
    STANDARD,
    THIS_RUN,
    UsageError,
    reason,
    report_problems,
    usable,
    write_result,
    write_text,
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "sample",
        nargs="?",
        default=DEFAULT_SAMPLE,
        help=f"a built-in sample ({', '.join(resources.sample_sessions())})",
    )
    parser.add_argument(
        "--output",
        default="demo-output",
        metavar="FOLDER",
        help="where manifest, ledger, report and picture go (demo-output)",
    )


def run(options: argparse.Namespace) -> int:
    """Run the sample and leave manifest, ledger, report and picture in a folder."""
    from inspector.analysis.independent import independent_run
    from inspector.analysis.injection_runs import InjectionRuns
    from inspector.files import load_session, manifest_bytes
    from inspector.present.table import TableQuery, to_csv, visible_rows
    from inspector.stages.injection.bar import bar_svg, budget_bar
    from inspector.stages.injection.ledger_table import ledger_table
    from inspector.stages.injection.report import html_report
    from inspector.stages.injection.summary import summary_lines

    sessions = resources.sample_sessions()
    if options.sample not in sessions:
        names = ", ".join(sessions)
        raise UsageError(f"no sample {options.sample!r}; there are {names}")
    loaded = load_session(resources.resource_path(sessions[options.sample]))
    session = usable(loaded.value, loaded.problems)
    result = InjectionRuns().run(session)
    if result.report is None:
        report_problems(result.problems)
        return BAD_INPUT
    report = result.report
    ledger = ledger_table(report)
    columns = [column.id for column in ledger.columns]
    files = {
        "manifest.json": manifest_bytes(report),
        "ledger.csv": to_csv(ledger, visible_rows(ledger, TableQuery()), columns).encode(),
        "report.html": html_report(report, session.title, session.notes, result.problems).encode(),
        "budget.svg": bar_svg(budget_bar(report, independent_run(report))).encode(),
    }
    folder = Path(options.output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        THIS_RUN.note(str(folder), reason(error))
        files = {}
    written = [name for name, data in files.items() if write_result(str(folder / name), data)]
    lines = summary_lines(report, independent_run(report))
    if written:
        lines += ["", f"written to {folder}: {', '.join(written)}"]
    write_text(STANDARD, "\n".join(lines) + "\n")
    return DONE
