"""All requests of a session against all nodes, and what relevance saves with them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inspector.analysis.relevance_runs import RelevanceResult
from inspector.core.relevance import RelevanceReport
from inspector.language import tr
from inspector.present.table import Codes, Column, Elide, Kind, Numbers, TableData, Texts

IN, OUT = "in", "out"
_FIXED = (
    Column("request", "Request", "The request's trace id.", Kind.TEXT, ("trace_id",), width=16,
           elide=Elide.MIDDLE),
    Column("mode", "Mode", "The mode it was decided for.", Kind.TEXT, width=12),
    Column("included", "Included", "Nodes that are in.", Kind.INTEGER, width=7),
    Column("tokens", "Tokens", "Tokens of the nodes that are in.", Kind.INTEGER, width=7),
    Column("saved", "Tokens saved", "Tokens of the nodes that are out.", Kind.INTEGER, width=7),
    Column("fetches", "Fetches saved", "Nodes that need not be fetched.", Kind.INTEGER, width=7),
)  # fmt: skip


def request_table(results: Sequence[RelevanceResult]) -> TableData:
    """Return a row for each run that has a report, and a column for each node; keys are numbers."""
    reports = [found.report for found in results if found.report is not None]
    nodes = tuple(dict.fromkeys(node for report in reports for node in report.inclusion_map))
    columns = [
        Column(f"node_{place}", node, tr("Whether {node} is in.", node=node), Kind.ENUM, width=6)
        for place, node in enumerate(nodes)
    ]
    values: dict[str, Texts | Numbers | Codes] = {
        "request": Texts([_trace_id(found) for found in results if found.report is not None]),
        "mode": Texts([report.mode for report in reports]),
        "included": _numbers([report.total_included for report in reports]),
        "tokens": _numbers([_tokens_in(report) for report in reports]),
        "saved": _numbers([report.tokens_saved for report in reports]),
        "fetches": _numbers([report.fetches_saved for report in reports]),
    }
    for column, node in zip(columns, nodes, strict=True):
        codes = [0 if report.inclusion_map.get(node) else 1 for report in reports]
        values[column.id] = Codes(np.array(codes, dtype=np.uint8), (IN, OUT))
    return TableData((*_FIXED, *columns), [f"request:{i}" for i in range(len(reports))], values)


def saving_text(reports: Sequence[RelevanceReport]) -> str:
    """Return in one line what relevance saves with some runs together."""
    tokens = sum(report.tokens_saved for report in reports)
    every = tokens + sum(_tokens_in(report) for report in reports)
    return tr(
        "{tokens:,} of {every:,} tokens and {fetches:,} of {nodes:,} fetches saved",
        tokens=tokens,
        every=every,
        fetches=sum(report.fetches_saved for report in reports),
        nodes=sum(len(report.inclusion_map) for report in reports),
    )


def _tokens_in(report: RelevanceReport) -> int:
    return sum(report.size(node) for node, is_in in report.inclusion_map.items() if is_in)


def _trace_id(found: RelevanceResult) -> str:
    return found.session.request.trace_id if found.session.request else ""


def _numbers(values: list[int]) -> Numbers:
    return Numbers(np.array(values, dtype=np.int64))
