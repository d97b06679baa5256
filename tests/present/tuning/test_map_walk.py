"""What a map says under the pointer is what the engine comes to with the two values there."""

from __future__ import annotations

import pytest

from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.analysis.tuning.policy_map import policy_map
from inspector.core.injection.step import Injector
from inspector.present.axis_names import written
from inspector.stages.tuning.map_chart import MapGeometry, MapShade, map_fields, map_readout
from tests.shared.injection_input import bucket, card, file, policy
from tests.shared.tuning_input import report_of

REPORT = report_of(
    [
        *(card(f"p{n}", 1 - n / 20, 20 + n, kind="procedure") for n in range(6)),
        *(card(f"n{n}", 0.9 - n / 20, 35) for n in range(6)),
    ],
    [bucket("b", file("f", 1.0), file("g", 0.5))],
    policy(400),
)
SIZES = ((320.0, 180.0), (901.0, 417.0))
SPANS = (
    (AxisRange(Axis.TOTAL, 0, 700), AxisRange(Axis.DIVISION, 0.0, 1.0)),
    (AxisRange(Axis.PROCEDURES, 0.0, 1.0), AxisRange(Axis.TOTAL, 0, 3)),
    (AxisRange(Axis.TOTAL, 0, 2_000_000_000), AxisRange(Axis.INTERACTION_POLICIES, 0.25, 0.2501)),
)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("spans", SPANS, ids=lambda spans: f"{spans[0].axis}-{spans[1].axis}")
def test_at_first_last_and_middle_pixels_a_map_says_what_the_engine_comes_to(
    spans: tuple[AxisRange, AxisRange], size: tuple[float, float]
) -> None:
    found = policy_map(REPORT, *spans)
    injector = Injector(REPORT.given)
    chart = MapGeometry(found, MapShade.ITEMS, *size)
    wide, high = chart.area
    for across in (0, 1, wide // 2, wide - 1):
        for down in (0, 1, high // 2, high - 1):
            values = chart.values_at(chart.left + across, chart.top + down + 0.5)
            for value, span in zip(values, spans, strict=True):
                assert span.low <= value <= span.high
            policy = REPORT.policy.model_copy(update=map_fields(found, values))
            run = injector.run(policy, REPORT.strategy, REPORT.settings, REPORT.overrides)
            place = ", ".join(
                written(span.axis, value) for span, value in zip(spans, values, strict=True)
            )
            used, total = run.total_tokens_used, run.budget.total_budget
            said = map_readout(found, values)
            assert said.startswith(f"{place}: {used:,} of {total:,} token")
            for at, pixel, span, pixels in zip(
                chart.place_of(values),
                (chart.left + across, chart.top + down),
                spans,
                chart.area,
                strict=True,
            ):
                apart = pixels / (span.high - span.low) if span.axis.whole else 0  # whole numbers
                assert abs(at - pixel) <= 1 + apart
