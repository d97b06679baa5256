"""The files that the Injection lens can write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from pydantic import ValidationError

from inspector.analysis.injection_runs import manifest_fingerprint
from inspector.core.injection.overrides import NO_OVERRIDES
from inspector.core.injection.report import InjectionReport
from inspector.core.problems import Problem
from inspector.files import manifest_bytes, write_atomically
from inspector.gui.lens import Exporter
from inspector.gui.views.injection.bar_export import bar_png, bar_svg_file
from inspector.gui.views.named_file import FILTERS, SUFFIXES
from inspector.language import tr
from inspector.present.injection.bar import budget_bar
from inspector.present.injection.bar_filters import TableId
from inspector.present.injection.html_report import html_report
from inspector.present.injection.tables import TITLES, RunTables
from inspector.present.injection.what_if import what_if_name
from inspector.present.table import ExportFormat, ExportRequest

if TYPE_CHECKING:
    from inspector.gui.views.injection.lens import InjectionLens

PICTURE_WIDTH = 1200  # pixels, where nobody chose another width


def injection_exporters(lens: InjectionLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the result that is shown."""
    picture = tr(
        "The chart in the light theme, {picture_width:,} pixels wide", picture_width=PICTURE_WIDTH
    )
    return (
        _exporter(
            lens,
            "manifest.json",
            tr("Manifest as JSON…"),
            tr("The unified injection manifest of the result."),
            tr("JSON (*.json)"),
            _manifest,
        ),
        _table_exporter(lens, TableId.LEDGER, ExportFormat.JSON),
        *(_table_exporter(lens, table, ExportFormat.CSV) for table in TableId),
        _exporter(
            lens,
            "budget-bar.png",
            tr("Budget bar as PNG…"),
            tr("{picture}, twice as sharp.", picture=picture),
            tr("PNG (*.png)"),
            lambda report: bar_png(budget_bar(report), picture_title(lens), PICTURE_WIDTH),
        ),
        _exporter(
            lens,
            "budget-bar.svg",
            tr("Budget bar as SVG…"),
            tr("{picture}; it can be scaled.", picture=picture),
            tr("SVG (*.svg)"),
            lambda report: bar_svg_file(budget_bar(report), picture_title(lens), PICTURE_WIDTH),
        ),
        _exporter(
            lens,
            "report.html",
            tr("Report as HTML…"),
            tr("One file with summary, chart, balance, reasons, notes and fingerprints."),
            tr("HTML (*.html)"),
            partial(_html, lens),
        ),
    )


def _exporter(
    lens: InjectionLens,
    file_name: str,
    title: str,
    help_text: str,
    file_filter: str,
    make: Callable[[InjectionReport], bytes],
) -> Exporter:
    def write(path: Path) -> Sequence[Problem]:
        report = lens.report
        if report is None:
            return ()
        try:
            write_atomically(path, make(report))
        except ValidationError:
            # A value too long for a manifest; the fingerprint's problem says which.
            problem = manifest_fingerprint(report)
            return (problem,) if isinstance(problem, Problem) else ()
        return ()

    return Exporter(
        f"injection.{file_name}",
        title,
        help_text,
        file_filter,
        file_name,
        write,
        lambda: lens.report is not None,
        lambda: what_if_name(file_name, lens.report.overrides if lens.report else NO_OVERRIDES),
    )


def _table_exporter(lens: InjectionLens, table: TableId, form: ExportFormat) -> Exporter:
    return _exporter(
        lens,
        f"{table.value}.{SUFFIXES[form]}",
        tr("{titles} as {upper}…", titles=TITLES[table], upper=form.value.upper()),
        tr("Every row of the table, with all its columns."),
        FILTERS[form],
        partial(_whole_table, table=table, form=form),
    )


def _manifest(report: InjectionReport) -> bytes:
    return manifest_bytes(report.manifest)


def _whole_table(report: InjectionReport, table: TableId, form: ExportFormat) -> bytes:
    data = RunTables().table(table, report)
    columns = tuple(column.id for column in data.columns)
    return ExportRequest(form, data, np.arange(data.row_count), columns).text().encode()


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
