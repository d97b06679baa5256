"""The files that the Injection lens can write."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import ValidationError

from inspector.analysis.injection_runs import manifest_fingerprint
from inspector.core.injection.report import InjectionReport
from inspector.core.problems import Problem
from inspector.files import manifest_bytes
from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import File, Made, exports_of, rows
from inspector.language import tr
from inspector.stages.injection.ledger_table import ledger_table
from inspector.stages.injection.report import html_report
from inspector.stages.injection.tables import TITLES, TableId, expectation_table
from inspector.stages.injection.view.lens import InjectionLens
from inspector.stages.injection.view.middle import bar_file
from inspector.stages.injection.what_if import what_if_name

PICTURE_WIDTH = 1200  # pixels, where nobody chose another width


def injection_exporters(lens: InjectionLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the result that is shown."""
    picture = tr(
        "The chart in the light theme, {picture_width:,} pixels wide", picture_width=PICTURE_WIDTH
    )
    files = (
        File(
            "manifest.json",
            tr("manifest as JSON"),
            tr("The unified injection manifest of the result."),
            _or_problem(manifest_bytes),
        ),
        rows(f"{TableId.LEDGER}.json", TITLES[TableId.LEDGER], ledger_table),
        rows(f"{TableId.LEDGER}.csv", TITLES[TableId.LEDGER], ledger_table),
        rows(f"{TableId.EXPECTATIONS}.csv", TITLES[TableId.EXPECTATIONS], expectation_table),
        File(
            "budget-bar.png",
            tr("budget bar as PNG"),
            tr("{picture}, twice as sharp.", picture=picture),
            lambda report: bar_file(report, picture_title(lens), "png", PICTURE_WIDTH),
        ),
        File(
            "budget-bar.svg",
            tr("budget bar as SVG"),
            tr("{picture}; it can be scaled.", picture=picture),
            lambda report: bar_file(report, picture_title(lens), "svg", PICTURE_WIDTH),
        ),
        File(
            "report.html",
            tr("report as HTML"),
            tr("One file with summary, chart, balance, reasons, notes and fingerprints."),
            _or_problem(lambda report: _html(lens, report)),
        ),
    )
    return exports_of(
        *("injection", "", lambda: lens.report, files),
        lambda report, name: what_if_name(name, report.overrides),
    )


def _or_problem(make: Callable[[InjectionReport], bytes]) -> Callable[[InjectionReport], Made]:
    """Return what says which value is too long for a manifest, where there is one."""

    def made(report: InjectionReport) -> Made:
        try:
            return make(report)
        except ValidationError:
            problem = manifest_fingerprint(report)
            return problem if isinstance(problem, Problem) else None

    return made


def _html(lens: InjectionLens, report: InjectionReport) -> bytes:
    session = lens.context.store.session
    result = lens.context.runner.good
    problems = result.problems if result is not None else ()
    return html_report(report, session.title, session.notes, problems).encode()


def picture_title(lens: InjectionLens) -> str:
    """Return what stands over a picture of the chart."""
    session = lens.context.store.session
    title = session.title or session.candidates.title or tr("Unified injection")
    return tr("{title} (what-if)", title=title) if session.overrides else title
