"""The decision of a corpus in words: what to set or to keep, what it rests on, and the button."""

from __future__ import annotations

from inspector.analysis.corpus.decision import CorpusDecision
from inspector.analysis.corpus.study import CorpusStudy
from inspector.language import in_sentence_case, localized, tr, tr_n
from inspector.present.axis_names import AXIS_TITLES, policy_value, rounded
from inspector.stages.corpus.names import part


def decision_said(found: CorpusDecision | None) -> tuple[str, str, str]:
    """Return what to do in a sentence, what that rests on, and what its button says."""
    if found is None:
        return (
            tr("No request has ground truth, so no value can be told to be better."),
            tr("Add what must be included to the requests (expect.must_include)."),
            "",
        )
    axis, value = found.study.load.range.axis, found.value
    if value is None:
        return _kept(found), _basis(found), tr("Keep {value}", value=_now(found.study))
    change = f"{in_sentence_case(AXIS_TITLES[axis])} {rounded(axis, value)}"
    tokens = tr(
        "{tokens} instead of {tokens_now} tokens a request",
        tokens=localized(round(found.tokens)),
        tokens_now=localized(round(found.tokens_now)),
    )
    if found.recall > found.recall_now:
        recall = tr(
            "{recall} instead of {recall_now} recall",
            recall=part(found.recall),
            recall_now=part(found.recall_now),
        )
    else:
        recall = tr("same recall")
    said = tr("Set {change}: {recall}, {tokens}", change=change, recall=recall, tokens=tokens)
    does = tr("Try as what-if") if axis.limits_candidates else tr("Apply to policy")
    return said, _basis(found), does


def _kept(found: CorpusDecision) -> str:
    study = found.study
    value, axis = _now(study), study.load.range.axis
    if found.recall_best > found.recall_now:
        return tr(
            "Keep {value}: {recall} recall at {best} instead of {recall_now} may be chance",
            value=value,
            recall=part(found.recall_best),
            best=rounded(axis, found.best),
            recall_now=part(found.recall_now),
        )
    names = " · ".join(
        in_sentence_case(AXIS_TITLES[one.load.range.axis]) for one in found.looked_at
    )
    return tr("Keep {value}: no other value has more ({names})", value=value, names=names)


def _now(study: CorpusStudy) -> str:
    axis = study.load.range.axis
    return policy_value(axis, study.current, study.load.overrides)


def _basis(found: CorpusDecision) -> str:
    """Say what the decision rests on: the requests, who changes, and what was looked at."""
    study = found.study
    asking = study.means[0].asking
    said = [
        tr_n(
            "1 request with ground truth",
            "{asking:,} requests with ground truth",
            asking,
            asking=asking,
        )
    ]
    losses = study.losses[0]
    if losses is not None:
        said.append(
            tr(
                "{found:,} of {pieces:,} pieces found now",
                found=losses.found,
                pieces=losses.pieces,
            )
        )
    if found.value is not None:
        said.append(
            tr("{better:,} better, {worse:,} worse", better=found.better, worse=found.worse)
        )
    axes = ", ".join(in_sentence_case(AXIS_TITLES[one.load.range.axis]) for one in found.looked_at)
    said.append(tr("every value evaluated exactly: {axes}", axes=axes))
    return " · ".join(said)
