"""What a step of a story shows of an audit, and a story of an inbox that has none of its own.

Each step is one sentence, without codes: how many manifests are right, the worst finding of the one
that is shown, and what that means.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from inspector.analysis.audit.audit import Outcome
from inspector.analysis.injection_runs import InjectionRuns
from inspector.language import localized, tr_n
from inspector.present.drawing_svg import strips_svg
from inspector.present.finding_lines import cause_of, finding_title, headline
from inspector.present.story import Drawn, Picture
from inspector.present.strips import Segment, Strip, Strips
from inspector.session.audit_edits import inbox_of
from inspector.session.session import Session, StoryStep
from inspector.stages.audit.inbox import ORDER, InboxLine, inbox_lines, key_of, verdict_of
from inspector.stages.audit.runs import AuditView, audit_view
from inspector.stages.audit.summary import MARKS, OUTCOME_TITLES, manifest_bar
from inspector.stages.audit.why import why_audit

_MOST = 400  # manifests that are audited, while somebody waits for the story
_HIGH, _GUTTER = 34, 110  # pixels


def picture(width: int) -> Picture:
    """Return what draws verdicts, or the manifest that a finding is in, and explains that."""
    runs = InjectionRuns()

    def draw(session: Session, key: str) -> Drawn:
        view = audit_view(session, runs)
        if view.audit is None:
            return Drawn()
        lines = () if key else _lines(session, runs)
        chart = _verdicts(lines) if len(lines) > 1 else manifest_bar(view.audit.contents)
        svg = "" if chart is None else strips_svg(chart, width, key)
        return Drawn(svg, why_audit(view.audit, view.findings, key) if key else None)

    return draw


def _lines(session: Session, runs: InjectionRuns) -> tuple[InboxLine, ...]:
    """Return the inbox with every verdict; nothing of one that is too large to wait for."""
    inbox = inbox_of(session)
    if len(inbox) > _MOST:
        return ()
    return inbox_lines(session, {key_of(one): verdict_of(one, session, runs) for one in inbox})


def _verdicts(lines: Sequence[InboxLine]) -> Strips:
    """Return a strip for each verdict that there is, with a segment for each manifest."""
    strips = []
    for outcome in ORDER:
        own = [line for line in lines if line.outcome is outcome]
        fill = f"verdict:{MARKS[outcome][0]}-fill"
        segments = (Segment(f"manifest:{one.place}", 1, one.spoken, fill) for one in own)
        if own:
            count = ((localized(len(own)), "text"),)
            strips.append(Strip(OUTCOME_TITLES[outcome], tuple(segments), _HIGH, captions=count))
    return Strips(_counted(lines), tuple(strips), gutter=_GUTTER, span=len(lines))


def _counted(lines: Sequence[InboxLine]) -> str:
    """Say how many of the manifests came to each verdict."""
    told = [
        f"{localized(count)} {OUTCOME_TITLES[one].lower()}"
        for one in ORDER
        if (count := sum(line.outcome is one for line in lines))
    ]
    number = len(lines)
    return tr_n(
        "1 manifest: {told}.", "{number:,} manifests: {told}.", number, number=number,
        told=", ".join(told),
    )  # fmt: skip


def story_of(session: Session) -> tuple[StoryStep, ...]:
    """Return a story of what is under audit; none where nothing is."""
    runs = InjectionRuns()
    view = audit_view(session, runs)
    return () if view.audit is None else tuple(_steps(view, _lines(session, runs)))


def _steps(view: AuditView, lines: Sequence[InboxLine]) -> Iterator[StoryStep]:
    audit = view.done
    if len(lines) > 1:
        yield StoryStep(_counted(lines), "")
    else:
        yield StoryStep(headline(audit), "")
    if audit.outcome is not Outcome.FAILED:
        failed = (line for line in lines if line.outcome is Outcome.FAILED)
        yield from (StoryStep(f"{line.title} · {line.told}.", "") for line in islice(failed, 1))
        return
    worst = cause_of(audit)
    key = f"finding:{worst}"
    why = why_audit(audit, view.findings, key)
    yield StoryStep(f"{finding_title(audit, view.findings[worst]).rstrip('.')}.", "", key)
    if why is not None:
        yield StoryStep(why.help, " ".join(why.remedies), key)
