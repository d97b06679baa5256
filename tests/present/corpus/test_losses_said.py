"""What the evidence of a corpus is said to have been lost to."""

from __future__ import annotations

import pytest

from inspector.analysis.corpus.bootstrap import Interval
from inspector.analysis.corpus.causes import LossCause
from inspector.analysis.corpus.facts import Retrieval
from inspector.analysis.corpus.losses import Loss, Losses
from inspector.stages.corpus.losses import ceiling_text, change_text

NONE = Interval(0.0, 0.0)


def losses(*causes: LossCause) -> Losses:
    each = tuple(Loss(one, 1, NONE, 0.1, NONE, ()) for one in causes)
    return Losses(1, 9, 8, 0.9, 0.9, 0.9, 0, each)


@pytest.mark.parametrize("cause", [LossCause.BELOW_FLOOR, LossCause.BEYOND_TOP_K])
def test_the_ceiling_counts_no_candidate_that_a_what_if_keeps_out(cause: LossCause) -> None:
    assert ceiling_text(losses(cause)) == "among the candidates that the what-if leaves"
    assert ceiling_text(losses(LossCause.NOT_RETRIEVED)) == "among the candidates"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (Retrieval("total", 3947, 0), "max injected tokens 3,947"),
        (
            Retrieval("total", 12000, 0, 0.25),
            "max injected tokens 12,000, max share of free context 25 %",
        ),
        (Retrieval("division", 0.5391, 12), "knowledge : file split 53.91 : 46.09"),
    ],
)
def test_what_brings_a_piece_back_is_a_number_in_groups(change: Retrieval, said: str) -> None:
    assert change_text(change) == said
