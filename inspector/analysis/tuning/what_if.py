"""The same run with one file only listed, to see which cards its text keeps out."""

from __future__ import annotations

from dataclasses import replace

from inspector.core.injection.report import InjectionReport
from inspector.core.injection.step import Injector


def if_only_listed(report: InjectionReport, reference: str) -> InjectionReport:
    """Return the core's report for the same request if a file could only be listed.

    Its tokens are then free for other files, which may be inlined and suppress cards of their own,
    so a card of it may still be out.
    """
    overrides = report.overrides
    listed = overrides.model_copy(update={"list_only": (*overrides.list_only, reference)})
    found = Injector(report.given).run(report.policy, report.strategy, report.settings, listed)
    return replace(found, problems=report.problems)
