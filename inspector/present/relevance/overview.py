"""A run as a whole: its facts, what each layer moved, the sums and the lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.analysis.relevance_runs import RelevanceResult
from inspector.core.relevance import RelevanceReport
from inspector.core.relevance.predicates import show_value
from inspector.language import localized, tr, tr_n
from inspector.present.injection.why import Step
from inspector.present.relevance.grid import STANDINGS, Grid
from inspector.present.relevance.lines import sum_line


@dataclass(frozen=True, slots=True)
class Overview:
    """What stands where nothing is selected. ``lists`` are titles with the names of nodes."""

    title: str
    sentence: str
    facts: tuple[Step, ...]
    layers: tuple[Step, ...]
    sums: tuple[Step, ...]
    lists: tuple[tuple[str, str], ...]


def overview(result: RelevanceResult, report: RelevanceReport, found: Grid) -> Overview:
    """Return a run as a whole."""
    return Overview(
        title=tr("No layer acts") if found.banner else tr("Mode {mode}", mode=report.mode),
        sentence=STANDINGS.get(report.standing, f"{sum_line(report)}."),
        facts=tuple(_facts(result)),
        layers=tuple(
            Step(
                f"{head.layer.value} {head.title}",
                head.moves,
                tr("{included} in", included=head.included),
            )
            for head in found.heads
            if not found.banner
        ),
        sums=tuple(_sums(result, report)),
        lists=node_lists(report),
    )


def node_lists(report: RelevanceReport) -> tuple[tuple[str, str], ...]:
    """Return the lists of a run that are not empty, each with a title."""
    lists = (
        (tr("Excluded"), report.excluded_hard),
        (tr("Excluded (recoverable)"), report.excluded_soft),
        (tr("Forced by urgency"), report.urgency_forced),
        (tr("Recovered"), report.recovered_soft),
        (tr("Added as dependencies"), report.deps_added),
        (tr("Safety overrides"), report.overrides_applied),
    )
    return tuple((title, ", ".join(nodes)) for title, nodes in lists if nodes)


def status_text(report: RelevanceReport) -> str:
    """Return the line below everything."""
    headroom = report.headroom
    parts = [sum_line(report)]
    if headroom is not None:
        verb = "recovers" if headroom.suffices else tr("recovers nothing")
        parts.append(tr("headroom {tokens:,} {verb}", tokens=headroom.tokens, verb=verb))
    return " · ".join([*parts[0].split(", "), *parts[1:]])


def _facts(result: RelevanceResult) -> Iterator[Step]:
    facts = result.facts
    assumed = not facts.mode_given and result.config is not None
    yield Step(
        tr("Mode"), tr("first of the configuration") if assumed else "", facts.mode or "none"
    )
    urgency = "none" if facts.urgency is None else str(facts.urgency)
    yield Step(tr("Urgency"), "", urgency)
    yield Step(tr("Returning from silence"), "", "yes" if facts.silence else "no")
    for name, value in facts.signals.items():
        yield Step(name, "", show_value(value))


def _sums(result: RelevanceResult, report: RelevanceReport) -> Iterator[Step]:
    yield Step(tr("Remaining budget"), "", localized(report.facts.budget))
    yield Step(tr("Estimate of what is in"), "", localized(report.estimated_tokens))
    if report.node_tokens:
        counted = sum(
            report.node_tokens.get(node, 0) for node, is_in in report.inclusion_map.items() if is_in
        )
        whole = "" if report.real_tokens is not None else tr("where there is a text")
        yield Step(tr("Counted by {counter}", counter=result.counter), whole, localized(counted))
    headroom = report.headroom
    if headroom is not None:
        verb = "more" if headroom.suffices else tr("not more")
        yield Step(
            tr("Headroom"),
            tr("{verb} than {threshold:,}", verb=verb, threshold=headroom.threshold),
            localized(headroom.tokens),
        )
    yield Step(
        tr("Saved"),
        tr_n(
            "1 fetch not made",
            "{fetches:,} fetches not made",
            report.fetches_saved,
            fetches=report.fetches_saved,
        ),
        localized(report.tokens_saved),
    )
    closing = report.ledger.entries[-1]
    yield Step(tr("Headroom after nodes"), "", localized(closing.tokens))
