"""Why of a corpus: what is recommended and how sure that is, a value, or one request."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.corpus.facts import FACTS, Fact
from inspector.analysis.corpus.means import Measure
from inspector.analysis.corpus.study import CorpusStudy
from inspector.present.corpus.names import MEASURE_HELP, part
from inspector.present.corpus.sentences import advice, evidence_lines, loser_lines, value_lines
from inspector.present.corpus.tables import request_key
from inspector.present.injection.why import Step, Why
from inspector.present.tuning.names import AXIS_HELP, AXIS_TITLES, written

_LOSERS = 8
_FACT_TITLES = {
    Fact.MET: "Met",
    Fact.USED: "Tokens used",
    Fact.TOTAL: "Total budget",
    Fact.CARDS: "Cards in",
    Fact.SUPPRESSED: "Cards suppressed",
    Fact.INLINED: "Files inlined",
    Fact.LISTED: "Files listed",
}


def why_corpus(study: CorpusStudy, value: float) -> Why:
    """Explain a value: its measures beside those of the policy as it is, and the evidence."""
    axis, found = study.load.range.axis, study.recommendation
    lines = list(evidence_lines(study))
    if found is not None and found.worse:
        lines.append(
            "Gets worse at the recommended value: " + "; ".join(loser_lines(found, _LOSERS))
        )
    now = value == study.current
    best = found is not None and found.first <= value <= found.last
    return Why(
        key=f"value:{axis.value}",
        name=f"{AXIS_TITLES[axis]} {written(axis, value)}",
        kind="value",
        verdict=None,
        reason="as it is" if now else "recommended" if best else "",
        rule="Injection §2.2",
        sentence=advice(study),
        help=AXIS_HELP[axis],
        tokens=round(float(study.means[0].tokens[study.means[0].place_of(value)])),
        steps=tuple(_value_steps(study, value)),
        passages=(),
        remedies=tuple(lines),
    )


def _value_steps(study: CorpusStudy, value: float) -> Iterator[Step]:
    current = dict(value_lines(study, study.current))
    for title, much in value_lines(study, value):
        was = current[title]
        yield Step(title, "" if was == much else f"{was} now", much)


def why_request(study: CorpusStudy, place: int, value: float) -> Why:
    """Explain one request: every fact at a value, beside what it is now."""
    curve, job = study.curves[0][place], study.jobs[place]
    now, then = curve.current, curve.at(value)
    axis = study.load.range.axis
    steps = [Step("Asked for", "entries of must_include", f"{curve.asked:,}")]
    for fact, was, much in zip(FACTS, now, then, strict=True):
        steps.append(Step(_FACT_TITLES[fact], "" if was == much else f"{was:,} now", f"{much:,}"))
    met_now, met = now[0], then[0]
    change = "the same as now"
    if met != met_now:
        change = "more than now" if met > met_now else "less than now"
    return Why(
        key=request_key(place),
        name=curve.trace_id,
        kind="request",
        verdict=None,
        reason=change,
        rule="",
        sentence=(
            f"At {AXIS_TITLES[axis]} {written(axis, value)}, {met} of {curve.asked} asked for is in"
            f" ({met_now} now)."
            if curve.asked
            else "The request asks for nothing (expect.must_include)."
        ),
        help=MEASURE_HELP[Measure.RECALL],
        tokens=then[1],
        steps=tuple(steps),
        passages=(),
        remedies=(
            *_stretches(study, place),
            f"Of the corpus {study.names[job.corpus]}. Open it in the Injection lens to see why.",
        ),
    )


def _stretches(study: CorpusStudy, place: int) -> Iterator[str]:
    """Yield where along the axis how much of what is asked for is in."""
    curve, axis = study.curves[0][place], study.load.range.axis
    starts, met = curve.starts.tolist(), curve.facts[0].tolist()
    changes = [at for at in range(len(met)) if at == 0 or met[at] != met[at - 1]]
    for at in changes[:_LOSERS]:
        met_part = part(met[at] / max(1, curve.asked), 0)
        yield f"From {written(axis, round(starts[at], 6))}: {met_part} met"
    if len(changes) > _LOSERS:
        yield f"… {len(changes) - _LOSERS:,} more changes"
