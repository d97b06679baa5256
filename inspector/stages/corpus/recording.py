"""The records of a corpus over a whole range: one for each request, and one for all together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inspector.analysis.corpus.facts import FACTS
from inspector.analysis.corpus.means import Rate, RequestCurve
from inspector.analysis.corpus.study import CorpusStudy
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.files.history import RunRecord
from inspector.files.recording import InputFingerprints, label, run_record
from inspector.files.requests import overrides_fields
from inspector.plurals import count_of
from inspector.stages.corpus.advice_results import part, recommendation_fields


def corpus_study_records(
    study: CorpusStudy, candidates: tuple[CandidateSet, ...], recorded_at: str, series: str
) -> Iterator[RunRecord]:
    """Yield the record of each request, then that of the study; all belong to ``series``.

    ``candidates`` are the sets of the corpora. A request's record holds its facts now and at the
    recommended value, and how many entries of ``must_include`` are in along the axis.
    """
    known = InputFingerprints()
    sets = [known.of_candidates(one) for one in candidates]
    found = study.recommendation
    for job, curve in zip(study.jobs, study.curves[0], strict=True):
        then = None if found is None else curve.at(found.value)
        yield run_record(
            stage="corpus",
            recorded_at=recorded_at,
            title=label(curve.trace_id),
            inputs=_inputs(study, known)
            | {
                "candidates": sets[job.corpus],
                "request": known.of("request", job.request, _dumped),
            },
            configuration=_configuration(study),
            result={
                "asked": curve.asked,
                "now": _named(curve.current),
                "then": None if then is None else _named(then),
                "met": _met(curve),
            },
            metrics={
                "trace_id": curve.trace_id,
                "corpus": study.names[job.corpus],
                "recall": curve.current[0] / curve.asked if curve.asked else None,
                "recall_then": then[0] / curve.asked if then and curve.asked else None,
                **_named(curve.current),
            },
            verdicts={},
            series=label(series),
        )
    if study.means:
        yield _summary(study, recorded_at, series, known)


def _summary(
    study: CorpusStudy, recorded_at: str, series: str, known: InputFingerprints
) -> RunRecord:
    found, mean = study.recommendation, study.means[0]
    here = mean.place_of(study.current)
    return run_record(
        stage="corpus",
        recorded_at=recorded_at,
        title=label(f"{count_of(len(study.jobs), 'request')}: {', '.join(study.names)}"),
        inputs=_inputs(study, known),
        configuration=_configuration(study),
        result={
            "recommendation": None if found is None else recommendation_fields(study, found),
            "losses": _losses(study),
            "seed": study.seed,
            "runs": study.runs,
            "refused": [one.trace_id for one in study.refused],
        },
        metrics={
            "requests": len(study.jobs),
            "runs": study.runs,
            "value": None if found is None else found.value,
            "recall": None if found is None else found.recall_now,
            "recall_then": None if found is None else found.recall,
            "gain": None if found is None else found.gain,
            "held_out": None if found is None else found.held_out,
            "utilisation": float(mean.measure(Rate.UTILISATION)[here]),
        },
        verdicts={},
        series=label(series),
    )


def _inputs(study: CorpusStudy, known: InputFingerprints) -> dict[str, str]:
    load = study.load
    inputs = {
        "policy": known.of("policy", load.variants[0].policy, _dumped),
        "settings": known.of("settings", load.settings, _dumped),
    }
    if load.overrides:
        inputs["overrides"] = known.of("overrides", load.overrides, _dumped)
    return inputs


def _configuration(study: CorpusStudy) -> dict[str, Any]:
    load = study.load
    what_if = {"overrides": overrides_fields(load.overrides)} if load.overrides else {}
    return {
        **what_if,
        "strategy": load.strategy.value,
        "policies": [_dumped(one.policy) for one in load.variants],
        "strategies": [load.strategy_of(one).value for one in load.variants],
        "settings": _dumped(load.settings),
        "axis": load.range.axis.value,
        "range": [load.range.low, load.range.high],
    }


def _losses(study: CorpusStudy) -> dict[str, Any] | None:
    """Return the limits and the pieces lost by cause, of the policy as it is."""
    found = study.losses[0]
    if found is None:
        return None
    return {
        "ceiling": part(found.ceiling),
        "best_possible": part(found.best_possible),
        "pieces": found.pieces,
        "found": found.found,
        **{one.cause.value: one.pieces for one in found.causes},
    }


def _named(facts: tuple[int, ...]) -> dict[str, int]:
    return {fact.value: number for fact, number in zip(FACTS, facts, strict=True)}


def _met(curve: RequestCurve) -> list[list[float]]:
    """Return where along the axis the number of entries met changes, and to what."""
    steps: list[list[float]] = []
    for start, met in zip(curve.starts.tolist(), curve.facts[0].tolist(), strict=True):
        if not steps or steps[-1][1] != met:
            steps.append([start, met])
    return steps


def _dumped(value: Any) -> Any:
    return value.model_dump(mode="json")
