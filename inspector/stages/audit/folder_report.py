"""One report for many manifests: all of them with their verdicts, then what was found in each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from inspector.analysis.audit.audit import Outcome
from inspector.language import localized, tr, tr_n
from inspector.present.finding_lines import decision
from inspector.stages.audit.report import (
    LOOKS,
    AuditReport,
    Head,
    findings_section,
    page_of,
    section,
    signed_words,
)
from inspector.stages.audit.runs import AuditView
from inspector.stages.audit.summary import request_of

_WORST = (Outcome.FAILED, Outcome.NOT_COMPARABLE, Outcome.NOT_REPLAYED)


def folder_report_of(
    named: Sequence[tuple[str, AuditView]], title: str, unread: Sequence[str] = ()
) -> AuditReport:
    """Return one report for many manifests: all of them in a table, then what was found in each."""
    counts = Counter(view.done.outcome for _, view in named)
    signed = sum(view.session.audit.sign_off is not None for _, view in named)
    worst = next((one for one in _WORST if counts[one]), Outcome.NOT_REPLAYED)
    heads = (
        Head(tr("Manifest"), 3, mono=True),
        Head(tr("Request"), 3),
        Head(tr("Verdict"), 5),
        Head(tr("Rows"), 1, number=True),
        Head(tr("Sign-off"), 4),
    )
    rows = [
        (
            PurePath(name).as_posix(),
            request_of(view.done.value),
            decision(view.done),
            localized(view.done.rows),
            signed_words(view),
        )
        for name, view in named
    ]
    sections = [section(tr("Manifests"), "", heads, rows)]
    for name, view in named:
        if view.done.outcome is not Outcome.VERIFIED:
            found = findings_section(view)
            sections.append(replace(found, title=tr("Findings in {name}", name=name)))
    if unread:
        on = (Head(tr("File"), 6, mono=True),)
        names = [(PurePath(name).name,) for name in unread]
        sections.append(section(tr("Files that could not be read"), "", on, names))
    return AuditReport(
        title=tr("Audit of {title}", title=title),
        subtitle=tr_n("{count:,} manifest.", "{count:,} manifests.", len(named), count=len(named)),
        headline=tr(
            "{failed:,} failed, {other:,} not comparable, {missing:,} not replayed,"
            " {verified:,} verified.",
            failed=counts[Outcome.FAILED],
            other=counts[Outcome.NOT_COMPARABLE],
            missing=counts[Outcome.NOT_REPLAYED],
            verified=counts[Outcome.VERIFIED],
        ),
        look=LOOKS[worst],
        sign_off=tr("{signed:,} of {all:,} signed off.", signed=signed, all=len(named)),
        figures=tuple(
            (localized(counts[one]), tr(one.value)) for one in (*_WORST, Outcome.VERIFIED)
        ),
        bar_svg="",
        sections=tuple(sections),
    )


def folder_report(
    named: Sequence[tuple[str, AuditView]], title: str, unread: Sequence[str] = ()
) -> str:
    """Return one report for many manifests as one HTML document."""
    return page_of(folder_report_of(named, title, unread))
