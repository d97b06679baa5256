"""The files that the Injection lens can write."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import ValidationError

from inspector.analysis.independent import independent_run
from inspector.analysis.injection_runs import manifest_fingerprint
from inspector.core.injection.report import InjectionReport
from inspector.core.problems import Problem
from inspector.files import manifest_bytes
from inspector.gui.lens import Exporter
from inspector.gui.views.injection.bar_export import bar_png, bar_svg_file
from inspector.gui.views.injection.lens import InjectionLens
from inspector.gui.views.lens_exports import LensExports, Made
from inspector.language import tr
from inspector.present.injection.bar import budget_bar
from inspector.present.injection.bar_filters import TableId
from inspector.present.injection.expectation_table import expectation_table
from inspector.present.injection.html_report import html_report
from inspector.present.injection.ledger_table import ledger_table
from inspector.present.injection.tables import TITLES
from inspector.present.injection.what_if import what_if_name
from inspector.present.table import TableData

PICTURE_WIDTH = 1200  # pixels, where nobody chose another width


def injection_exporters(lens: InjectionLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the result that is shown."""
    made = LensExports(
        "injection",
        lambda: lens.report,
        lambda report, name: what_if_name(name, report.overrides),
    )

    def rows(table: TableId, form: str, make: Callable[[InjectionReport], TableData]) -> Exporter:
        title = tr("{title} as {format}…", title=TITLES[table], format=form.upper())
        return made.rows(f"{table.value}.{form}", title, make)

    picture = tr(
        "The chart in the light theme, {picture_width:,} pixels wide", picture_width=PICTURE_WIDTH
    )
    return (
        made.file(
            "manifest.json",
            tr("Manifest as JSON…"),
            tr("The unified injection manifest of the result."),
            _or_problem(manifest_bytes),
        ),
        rows(TableId.LEDGER, "json", ledger_table),
        rows(TableId.LEDGER, "csv", ledger_table),
        rows(TableId.EXPECTATIONS, "csv", expectation_table),
        made.file(
            "budget-bar.png",
            tr("Budget bar as PNG…"),
            tr("{picture}, twice as sharp.", picture=picture),
            lambda report: bar_png(
                budget_bar(report, independent_run(report)), picture_title(lens), PICTURE_WIDTH
            ),
        ),
        made.file(
            "budget-bar.svg",
            tr("Budget bar as SVG…"),
            tr("{picture}; it can be scaled.", picture=picture),
            lambda report: bar_svg_file(
                budget_bar(report, independent_run(report)), picture_title(lens), PICTURE_WIDTH
            ),
        ),
        made.file(
            "report.html",
            tr("Report as HTML…"),
            tr("One file with summary, chart, balance, reasons, notes and fingerprints."),
            _or_problem(lambda report: _html(lens, report)),
        ),
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
