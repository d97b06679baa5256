"""A few runs in which everything happens, swept and compared with the core at every piece."""

import pytest

from inspector.analysis.tuning import optimum_pass
from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.analysis.tuning.runs import Item, Tuning
from inspector.analysis.tuning.sweep import optimum_beside, report_at, sweep
from inspector.analysis.tuning.thresholds import ItemKind
from inspector.core.injection.overrides import Forced, Overrides
from inspector.core.injection.policy import Strategy
from inspector.core.injection.report import InjectionReport
from inspector.core.selection.optimal import SelectionTooLargeError
from tests.shared.injection_input import bucket, card, file, policy
from tests.shared.tuning_input import report_of


def run(strategy: Strategy = Strategy.COVERAGE, **overrides: list[str]) -> InjectionReport:
    """Cards of every kind with longer forms, one from a file; files of which one has a summary."""
    cards = [
        card("a", 0.9, 8, lengths={"standard": 15, "full": 21}),
        card("b", 0.8, 9, lengths={"full": 30}, kind="procedure"),
        card("c", 0.8, 7, lengths={"standard": 12}, kind="interaction_policy"),
        card("d", 0.7, 10, lengths={"full": 25}, file="b0:f0", matter_id="m0"),
        card("e", 0.6, 6, lengths={"standard": 6, "full": 9}, matter_id="m0"),
        card("f", 0.0, 5),
        card("g", 0.000000001, 4),
    ]
    buckets = [
        bucket("b0", file("f0", 0.9, 40), file("f1", 0.5, 30, summary="a summary"), background=""),
        bucket("b1", file("f0", 0.2, 20), background="z" * 25, matter_id="m0"),
    ]
    chosen = policy(260, procedure_sub_budget_pct=0.3, interaction_policy_sub_budget_pct=0.2)
    return report_of(cards, buckets, chosen, strategy, overrides=Overrides(**overrides))


def told(report: InjectionReport) -> tuple[object, ...]:
    tiers = dict(zip(report.tiers.ranks.tolist(), report.tiers.tiers.tolist(), strict=True))
    modes = [choice.mode.value for choice in report.materialization.files]
    return tiers, modes, report.total_tokens_used, report.released, report.cards_suppressed


RUNS = [
    (Strategy.COVERAGE, {}),
    (Strategy.COVERAGE, {"pin": ["e", "b"], "exclude": ["a"]}),
    (Strategy.COVERAGE, {"inline": ["b1:f0"], "list_only": ["b0:f0"]}),
    (Strategy.DEPTH, {}),
    (Strategy.OPTIMAL, {}),
]


@pytest.mark.parametrize(("strategy", "overrides"), RUNS)
@pytest.mark.parametrize("axis", [Axis.TOTAL, Axis.DIVISION, Axis.TOP_K])
def test_every_piece_is_what_the_core_decides(
    axis: Axis, strategy: Strategy, overrides: dict[str, list[str]]
) -> None:
    report = run(strategy, **overrides)
    found = sweep(report, AxisRange(axis, 0, 300) if axis is Axis.TOTAL else axis)
    modes = ["inlined", "listed"]
    for piece in range(len(found.pieces)):
        at = report_at(report, axis, float(found.pieces.starts[piece]))
        outcomes = found.outcomes
        cards = dict(zip(*(one.tolist() for one in outcomes.cards.at(piece)), strict=True))
        forms = dict(zip(*(one.tolist() for one in outcomes.files.at(piece)), strict=True))
        files = [
            modes[forms[place]] if place in forms else "omitted"
            for place in range(len(at.materialization.files))
        ]
        sums = (outcomes.used[piece], outcomes.released[piece], outcomes.suppressed[piece])
        assert (cards, files, *sums) == told(at)


@pytest.mark.parametrize("overrides", [{}, {"pin": ["e", "b"]}, {"inline": ["b0:f0", "b1:f0"]}])
def test_the_best_value_at_every_piece_is_the_cores(overrides: dict[str, list[str]]) -> None:
    report = run(**overrides)
    curve = Tuning(report).curve(AxisRange(Axis.TOTAL, 0, 200))
    for piece in range(len(curve.sweep.pieces)):
        at = report_at(report, Axis.TOTAL, float(curve.sweep.pieces.starts[piece]))
        assert (curve.greedy[piece], curve.best[piece]) == optimum_beside(at).values


def test_a_curve_is_worked_out_once_for_an_axis_and_its_range() -> None:
    tuning = Tuning(run())
    assert tuning.curve(Axis.TOTAL) is tuning.curve(tuning.range(Axis.TOTAL))
    assert tuning.curve(AxisRange(Axis.TOTAL, 0, 50)).sweep.pieces.range.high == 50


@pytest.mark.parametrize("cards", [2, 3])
def test_the_best_for_every_budget_is_refused_where_a_choice_for_each_token_is_too_much(
    cards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = {"knowledge_card_share_default": 1.0, "bucket_content_share_default": 0.0}
    report = report_of(
        [card(f"n{number}", 0.9, 10) for number in range(cards)],
        chosen=policy(100, **shares),
        strategy=Strategy.OPTIMAL,
    )
    # The heading takes 13 of 100 tokens; a choice for none is one, too.
    choices = cards * (87 + 1)
    monkeypatch.setattr(optimum_pass, "_CHOICES_LIMIT", choices)
    assert len(sweep(report, AxisRange(Axis.TOTAL, 0, 100)).pieces) > 1
    monkeypatch.setattr(optimum_pass, "_CHOICES_LIMIT", choices - 1)
    with pytest.raises(SelectionTooLargeError, match=f"{cards} cards for every budget up to 87"):
        sweep(report, AxisRange(Axis.TOTAL, 0, 100))


def test_more_candidates_asked_for_than_there_are_change_nothing_and_are_no_trouble() -> None:
    found = sweep(run(), AxisRange(Axis.TOP_K, 0, 10_000_000))
    assert len(found.pieces) <= 9
    assert found.pieces.last_of(len(found.pieces) - 1) == 10_000_000


def test_a_trial_that_is_too_large_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    tuning = Tuning(run())
    found = tuning.thresholds(Item(ItemKind.CARD, 3))
    every = [trial.change for trial in tuning.trials(found)]
    assert any(not isinstance(one, Forced) for one in every)

    def too_large(*_: object) -> InjectionReport:
        raise SelectionTooLargeError("too large", "choose less")

    monkeypatch.setattr(tuning, "report_at", too_large)
    left = [trial.change for trial in tuning.trials(found)]
    assert left == [one for one in every if isinstance(one, Forced)]
