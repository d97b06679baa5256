"""The same run with one file only listed, to see which cards its text keeps out."""

from __future__ import annotations

from dataclasses import replace

from inspector.core.injection.report import InjectionReport
from inspector.core.injection.step import Injector


def if_only_listed(report: InjectionReport, place: int) -> InjectionReport:
    """Return the core's report for the same request if a file could only be listed.

    ``place`` is that of the file in ``Prepared.files``; files that spell the same reference go
    with it. Its tokens are then free for other files, which may be inlined and suppress cards of
    their own, so a card of it may still be out.
    """
    prepared = report.prepared
    reference = prepared.files[place].counted.reference
    files = tuple(
        replace(file, counted=replace(file.counted, text=None))
        if file.counted.reference == reference
        else file
        for file in prepared.files
    )
    found = Injector(replace(prepared, files=files)).run(
        report.policy, report.strategy, report.settings
    )
    return replace(found, problems=report.problems)
