"""What a corpus decides: the one value of a policy that is worth setting, over the axes studied.

More recall goes first where it can be told from chance, then fewer tokens for the same recall, or
for as much less of it as somebody allows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from inspector.analysis.corpus.choices import Choices
from inspector.analysis.corpus.facts import FACTS, Fact
from inspector.analysis.corpus.study import CorpusStudy
from inspector.analysis.tuning.axes import axis_fields
from inspector.analysis.tuning.decision import AXES, WORTH, is_saving

__all__ = ["AXES", "WORTH", "CorpusDecision", "decide_all", "has_effect", "policy_at"]

_MET = FACTS.index(Fact.MET)
_RESULTS = [place for place, fact in enumerate(FACTS) if fact is not Fact.TOTAL]  # what was allowed


@dataclass(frozen=True, slots=True, eq=False)
class CorpusDecision:
    """What to set, ``value`` None to keep the policy as it is.

    ``study`` is that of the axis it is about, ``looked_at`` all that it was chosen from: axes on
    which nothing changes are only among them where nothing changes on any. Recall and
    tokens a request are means, now and then; ``best`` is the value of ``study`` with the best mean
    recall, ``recall_best``, which may be no more than chance. ``worse`` and ``better`` count
    requests whose recall changes. ``may_cost`` is the part of recall that fewer tokens may cost.
    """

    study: CorpusStudy
    looked_at: tuple[CorpusStudy, ...]
    value: float | None
    recall_now: float
    recall: float
    tokens_now: float
    tokens: float
    best: float
    recall_best: float
    worse: int
    better: int
    may_cost: float = 0.0


def decide_all(studies: Iterable[CorpusStudy], may_cost: float = 0.0) -> CorpusDecision | None:
    """Return what to set, or to keep; None where no request asks for anything.

    ``may_cost`` is the part of recall that fewer tokens may cost.
    """
    known = [one for one in studies if one.recommendation is not None]
    looked_at = tuple(filter(has_effect, known)) or tuple(known)
    found = [one for study in looked_at for one in _worth_it(study, looked_at, may_cost)]
    kept = [_at(study, None, looked_at) for study in looked_at]
    decided = (
        max(found, key=_merit)
        if found
        else max(kept, key=lambda one: one.recall_best, default=None)
    )
    return None if decided is None else replace(decided, may_cost=may_cost)


def has_effect(study: CorpusStudy) -> bool:
    """Whether the result of any request is another one somewhere on the axis."""
    facts = (curve.facts[_RESULTS] for curve in study.curves[0])
    return any(bool((rows != rows[:, :1]).any()) for rows in facts)


def _merit(found: CorpusDecision) -> tuple[float, float, float]:
    """Return what changes are ordered by: recall gained, then tokens, then recall kept."""
    gained = found.recall if found.recall > found.recall_now else 0.0
    return gained, -_cost(found), found.recall


def _cost(found: CorpusDecision) -> float:
    """Return the tokens that a change is weighed by: a what-if has to save more than the policy."""
    is_what_if = found.study.load.range.axis.limits_candidates
    return found.tokens * (1 + WORTH) if is_what_if else found.tokens


def policy_at(study: CorpusStudy, value: float, variant: int = 0) -> dict[str, float]:
    """Return the fields that make the policy what it is at a value under one of its variants."""
    now, then = (study.load.variants[place].policy.model_dump() for place in (0, variant))
    fields = {name: much for name, much in then.items() if much != now[name]}
    axis = study.load.range.axis
    return fields | (axis_fields(axis, value) if value != study.current else {})


def _worth_it(
    study: CorpusStudy, looked_at: tuple[CorpusStudy, ...], may_cost: float
) -> list[CorpusDecision]:
    """Return what one axis has to offer: a gain that is certain, else what costs little recall."""
    advised = study.recommendation
    if advised is not None and advised.is_certain:
        return [_at(study, advised.value, looked_at)]
    mean = study.means[0]
    choices = Choices(mean, study.load.range, study.current)
    here = mean.place_of(study.current)
    least = mean.recall_steps[here] - may_cost * mean.asking * mean.scale
    places = choices.places[mean.recall_steps[choices.places] >= least]
    if not len(places):
        return []
    place = choices.fewest_tokens(places)
    if not mean.recall_steps[here] or not is_saving(int(mean.used[place]), int(mean.used[here])):
        return []  # fewer tokens for no recall are no gain
    return [_at(study, choices.value_of(place), looked_at)]


def _at(
    study: CorpusStudy, value: float | None, looked_at: tuple[CorpusStudy, ...]
) -> CorpusDecision:
    mean, advised = study.means[0], study.recommendation
    best = study.current if advised is None else advised.value
    now, then, most = (
        mean.place_of(one) for one in (study.current, study.current if value is None else value,
                                       best)
    )  # fmt: skip
    whole = mean.asking * mean.scale
    changes = [
        0 if value is None else curve.at(value)[_MET] - curve.current[_MET]
        for curve in study.curves[0]
        if curve.asked
    ]
    return CorpusDecision(
        study=study,
        looked_at=looked_at,
        value=value,
        recall_now=float(mean.recall_steps[now] / whole),
        recall=float(mean.recall_steps[then] / whole),
        tokens_now=float(mean.tokens[now]),
        tokens=float(mean.tokens[then]),
        best=best,
        recall_best=float(mean.recall_steps[most] / whole),
        worse=sum(change < 0 for change in changes),
        better=sum(change > 0 for change in changes),
    )
