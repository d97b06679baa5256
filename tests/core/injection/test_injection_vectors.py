"""The injection step agrees with the reference implementations, but where it must not."""

import json
import math

import pytest
from pydantic import ValidationError

from inspector.core import (
    UnifiedContextBudgetPolicy,
    UnifiedInjectionManifest,
    compute_unified_budget,
    detect_bucket_overlap,
)
from tests.shared.vectors import cases


@pytest.mark.parametrize("name", ["budget", "budget_edge"])
def test_budgets_equal_the_documents_wherever_that_is_not_negative(name):
    for case in cases(name):
        total = case["input"]["policy"]["max_injection_tokens_absolute"]
        if not float(total).is_integer():
            with pytest.raises(ValidationError):
                compute_unified_budget(**case["input"])
            continue
        budget = compute_unified_budget(**case["input"])
        for field, number in case["expected"].items():
            # Negative, -0, NaN and infinite results are the document's code out of its contract.
            expected = 0 if isinstance(number, str) else max(0, number)
            assert getattr(budget, field) == expected, (case["tag"], field)


@pytest.mark.parametrize("size", [math.nan, math.inf, -math.inf, "100", None, True])
def test_a_window_that_is_no_finite_number_is_an_error(size):
    with pytest.raises(ValueError, match="finite number"):
        compute_unified_budget(
            model_context_window=size,
            tokens_used_before=0,
            policy={"schema_version": 1},
            has_bucket_content=True,
            has_knowledge_cards=True,
            bucket_is_direct_target=False,
        )


def test_overlap_equals_the_documents():
    for case in cases("overlap"):
        overlap = detect_bucket_overlap(**case["input"])
        assert overlap.redundant_card_ids == case["expected"]["redundant_card_ids"], case["tag"]
        assert overlap.retained_card_ids == case["expected"]["retained_card_ids"], case["tag"]


def _error_paths(error: ValidationError) -> list[str]:
    paths = {".".join(str(part) for part in found["loc"]) for found in error.errors()}
    return sorted(paths)


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("policy_schema", UnifiedContextBudgetPolicy),
        ("manifest_schema", UnifiedInjectionManifest),
    ],
)
def test_schemas_accept_and_refuse_what_the_documents_do(name, model):
    for case in cases(name):
        expected = case["expected"]
        if expected["accepted"] and case["tag"] == "lone_surrogate":  # what cannot be written
            with pytest.raises(ValidationError, match="half of a surrogate pair"):
                model.model_validate_json(case["input_text"])
            continue
        if expected["accepted"]:
            value = model.model_validate_json(case["input_text"])
            dumped = json.loads(json.dumps(value.model_dump(mode="json")))
            assert dumped == expected["parsed"], case["tag"]
            continue
        with pytest.raises(ValidationError) as refused:
            model.model_validate_json(case["input_text"])
        if not expected.get("not_json"):
            assert _error_paths(refused.value) == sorted(expected["error_paths"]), case["tag"]
