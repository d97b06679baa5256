"""What is allowed in a policy but probably not meant is named from one step beyond its bound on."""

import pytest

from inspector.analysis.injection_lint import lint_policy
from tests.shared.injection_input import policy

SHARES = ("knowledge_card_share_default", "bucket_content_share_default")
FLOORS = ("min_knowledge_card_tokens", "min_bucket_tokens")
CEILINGS = ("procedure_sub_budget_pct", "interaction_policy_sub_budget_pct")


@pytest.mark.parametrize(
    ("fields", "values", "code"),
    [
        (SHARES, (0.4, 0.6), ""),
        (SHARES, (0.4, 0.59), "shares-under-one"),
        (SHARES, (0.4, 0.61), "shares-over-one"),
        (FLOORS, (400, 600), ""),
        (FLOORS, (400, 601), "floors-over-total"),
        (FLOORS, (0, 0), ""),
        (FLOORS, (0, -1), "negative-tokens"),
        (CEILINGS, (0.5, 0.5), ""),
        (CEILINGS, (0.5, 0.51), "ceilings-over-one"),
        (CEILINGS, (1.0, 0.9), ""),  # a whole holds nothing back
        (("max_injection_tokens_pct_of_context",), (0,), "nothing-allowed"),
    ],
)
def test_a_policy_is_warned_of_beyond_a_bound_and_not_at_it(fields, values, code):
    chosen = policy(1_000, **dict(zip(fields, values, strict=True)))
    found = [one.code for one in lint_policy(chosen)]
    assert found == ([f"policy.{code}"] if code else [])
