"""The columns of the table that name the nearest total at which a card gets in, or leaves."""

from hypothesis import given

from inspector.analysis.tuning.axes import Axis
from inspector.analysis.tuning.runs import Item, Tuning
from inspector.analysis.tuning.thresholds import ItemKind, Wanted
from inspector.core.injection.policy import Strategy
from inspector.present.table import Lazy
from inspector.present.threshold_columns import TotalThresholds
from inspector.stages.injection.item_table import ItemTables
from tests.shared.injection_input import card, policy
from tests.shared.tuning_input import report_of, reports

CARDS = [card("first", 1.0, 20), card("second", 0.5, 10)]


def values(report, column):
    lazy = TotalThresholds(report).columns()[column]
    assert isinstance(lazy, Lazy)
    numbers = lazy.make()
    return [
        value if known else None
        for value, known in zip(numbers.values.tolist(), numbers.present.tolist(), strict=True)
    ]


def test_a_card_that_is_out_has_the_total_that_lets_it_in():
    report = report_of(CARDS, chosen=policy(30))
    assert values(report, "in_at") == [35, None]
    assert values(report, "out_at") == [None, 35]


def test_the_best_strategy_has_no_such_numbers_in_the_table():
    report = report_of(CARDS, chosen=policy(30), strategy=Strategy.OPTIMAL)
    assert values(report, "in_at") == [None, None]


@given(reports)
def test_the_columns_agree_with_the_thresholds_of_each_card(report):
    if report.strategy is Strategy.OPTIMAL:
        return
    tuning, found = Tuning(report), {name: values(report, name) for name in ("in_at", "out_at")}
    current = tuning.sweep(Axis.TOTAL).current
    for rank in range(len(report.prepared.cards.order)):
        every = tuning.thresholds(Item(ItemKind.CARD, rank)).thresholds
        for name, wanted in (("in_at", Wanted.IN), ("out_at", Wanted.OUT)):
            known = [one.value for one in every if one.axis is Axis.TOTAL and one.wanted is wanted]
            nearest = min((abs(value - current) for value in known), default=None)
            shown = found[name][rank]
            assert (None if shown is None else abs(shown - current)) == nearest


def test_the_columns_are_there_to_be_chosen_and_hidden_at_first():
    report = report_of(CARDS, chosen=policy(30))
    table = ItemTables(report.prepared).table(report)
    hidden = {column.id for column in table.columns if not column.visible}
    assert {"in_at", "out_at"} <= hidden
