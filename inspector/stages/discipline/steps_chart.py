"""The steps of one hot state as bars: what it holds after each, against its limit."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.core.discipline import DisciplineReport, DisciplineStep, StepName
from inspector.core.discipline.limits import finite_number
from inspector.language import localized, tr
from inspector.present.palette import Pattern, Shape
from inspector.present.strips import Limit, Segment, Strip, Strips
from inspector.stages.discipline.names import STEP_TITLES
from inspector.stages.discipline.runs import DisciplineResult

_TITLES = {**{name: tr(title) for name, title in STEP_TITLES.items()}, StepName.CHECK: tr("Given")}


def steps_chart_of(result: DisciplineResult) -> Strips | None:
    """Return the bars of a result; None without a report."""
    limit = finite_number(result.session.discipline.limits.max_hot_state_tokens)
    return None if result.report is None else steps_chart(result.report, limit)


def steps_chart(report: DisciplineReport, limit: float | None) -> Strips:
    """Return the bars of a report; none for a state that does not validate."""
    before = {found.field: found.before for found in report.field_tokens}
    tried = [step for step in report.steps if step.tried]
    strips = tuple(_strip(step, tried, before, limit) for step in report.steps)
    bars = ", ".join(f"{_TITLES[one.name]} {localized(one.tokens_after)}" for one in tried)
    allowed = "" if limit is None else tr(", {limit:,g} allowed", limit=limit)
    title = tr("Tokens of the hot state: {bars}{allowed}", bars=bars, allowed=allowed)
    limits = () if limit is None else (Limit(limit, tr("limit {limit:,g}", limit=limit)),)
    return Strips(title, strips, limits, beyond=148)


def _strip(
    step: DisciplineStep, tried: list[DisciplineStep], before: dict[str, int], limit: float | None
) -> Strip:
    title, key = _TITLES[step.name], f"step:{step.name.value}"
    if not step.tried:
        note = step.skipped or ""
        said = ((tr("skipped: {note}", note=note), "muted"),)
        return Strip(title, key=key, tip=note or tr("Keeps the limits."), said=said)
    note = "; ".join(one.message for one in step.violations)
    color = "verdict:included" if step.passed else "verdict:refused"
    over = 0 if limit is None else step.tokens_after - limit
    words = tr("{over:,g} over", over=over) if over > 0 else tr("index too long")
    return Strip(
        title,
        tuple(_segments(step, tried, before)),
        key=key,
        tip=(not step.passed and note) or tr("Keeps the limits."),
        said=(
            (localized(step.tokens_after), color),
            (tr("fits") if step.passed else words, "muted"),
        ),
        mark=(Shape.DISC if step.passed else Shape.STOP, color),
    )


def _segments(
    step: DisciplineStep, tried: list[DisciplineStep], before: dict[str, int]
) -> Iterator[Segment]:
    """Give what the state holds after a step; what the rounding leaves is the overhead."""
    place = tried.index(step)
    # The minimal state is made of the given one, so it says itself everything that it lost.
    done = [step] if step.name is StepName.MINIMAL else tried[: place + 1]
    out = {moved.field: moved for one in done for moved in one.moved}
    going = {moved.field for one in tried[place + 1 : place + 2] for moved in one.moved}
    kept = {name: tokens for name, tokens in before.items() if name not in out}
    rest = step.tokens_after - sum(kept.values())
    for name in (name for name, moved in out.items() if moved.entry):
        kept[name], rest = rest, 0
    for name, tokens in (kept | ({"": rest} if rest else {})).items():
        fate = tr(" The next step moves it into an artifact.") if name in going else ""
        look = ("part:overhead-fill", Pattern.VERTICAL)
        if name:
            look = ("verdict:included-fill", Pattern.SOLID)
        if name in going:
            look = ("verdict:reduced-fill", Pattern.DIAGONAL)
        told = name or "overhead"
        tip = tr("{name}: {tokens:,} tokens.{fate}", name=told, tokens=tokens, fate=fate)
        yield Segment(f"field:{name}" if name else "balance:overhead", tokens, tip, *look, (told,))
