"""Metrics read back from the log: the short names of a line become the fields of a turn."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict

from inspector.core.discipline.metrics import LOG_NAMES, PromptMetrics

_SHORT_NAMES = {name: short for short, name in LOG_NAMES}


def _short_name(field: str) -> str:
    return _SHORT_NAMES.get(field, field)


class LoggedMetrics(PromptMetrics):
    """One line of the log. What else a logger wrote into it is ignored."""

    model_config = ConfigDict(alias_generator=_short_name, extra="ignore")

    type: Literal["prompt_metrics"]
    """Tells a line of metrics from the other lines of a log."""

    def metrics(self) -> PromptMetrics:
        """Return the turn that the line is about."""
        return PromptMetrics.model_validate(self.model_dump(exclude={"type"}, exclude_unset=True))
