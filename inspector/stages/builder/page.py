"""A build as a page: what was decided, the chart of its budget, and its tables."""

from __future__ import annotations

from pathlib import PurePath

import numpy as np

from inspector.core.builder.report import FateKind
from inspector.language import localized, tr
from inspector.present.result_page import Chart, PageTable, result_page
from inspector.project.secrets.telling import without_secrets
from inspector.stages.builder.charts import budget_svg
from inspector.stages.builder.refusal_page import refusal_page
from inspector.stages.builder.shown import Shown
from inspector.stages.builder.summary import banner, index_text
from inspector.stages.builder.tables import TITLES, BuilderTable, builder_table

_ALL = (BuilderTable.LEDGER, BuilderTable.RANKING, BuilderTable.FIT, BuilderTable.REDACTIONS)


def build_page(shown: Shown) -> str:
    """Return a build as one HTML document. No value of a secret is in it."""
    report, refusal = shown.report, refusal_page(shown)
    advice = "" if refusal is None else " ".join((refusal.sentence, *refusal.advice))
    root = shown.session.builder.root or ""
    excluded = np.array([kind is FateKind.EXCLUDED for kind in shown.fates.values()], dtype=bool)
    return result_page(
        tr("Context from {project}", project=without_secrets(PurePath(root).name or root)),
        banner(report) if refusal is None else refusal.title,
        advice=advice,
        figures=(
            (localized(report.budget.estimated_input_tokens), tr("tokens")),
            (localized(report.budget.soft_limit_tokens), tr("soft limit")),
            (localized(report.budget.hard_limit_tokens), tr("hard limit")),
            (localized(len(report.manifest.selection.included_files)), tr("files")),
            (localized(len(report.redactions.redactions)), tr("redactions")),
        ),
        charts=(
            Chart(
                tr("Budget"),
                budget_svg(shown),
                (index_text(shown.index, root), *report.budget.notes[:2]),
            ),
        ),
        tables=(
            *(PageTable(TITLES[one], builder_table(one, shown)) for one in _ALL),
            PageTable(
                tr("Files out by a hard rule"),
                builder_table(BuilderTable.FILES, shown),
                np.flatnonzero(excluded),
            ),
        ),
    )
