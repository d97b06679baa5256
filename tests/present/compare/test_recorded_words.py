"""What differs between two recorded runs is told in words, whatever is recorded."""

from __future__ import annotations

import re

import pytest

from inspector.core.discipline.limits import DisciplineLimits
from inspector.core.injection.policy import InjectionSettings, UnifiedContextBudgetPolicy
from inspector.core.reasons import Reason
from inspector.present.recorded_words import name_words, recorded_differences, state_words

MODELS = {
    "policy": UnifiedContextBudgetPolicy,
    "settings": InjectionSettings,
    "limits": DisciplineLimits,
}
_CODE = re.compile(r"[_.]")


@pytest.mark.parametrize("part", MODELS)
def test_a_field_is_called_by_its_title(part: str) -> None:
    for name, field in MODELS[part].model_fields.items():
        said = name_words(f"{part}.{name}")
        assert said == (field.title or said)
        assert not _CODE.search(said)


def test_a_name_without_a_title_is_told_as_words() -> None:
    assert [name_words(one) for one in ("options.prefer_recent", "hot_state", "used")] == [
        "Options: prefer recent",
        "Working state",
        "Tokens used",
    ]


@pytest.mark.parametrize("reason", tuple(Reason))
def test_no_reason_is_told_by_its_code(reason: Reason) -> None:
    said = state_words(f"{reason.verdict.value} {reason.code} 1,234")
    assert said.startswith(f"{reason.verdict.value}, ")
    assert said.endswith(" (1,234)")
    assert not _CODE.search(said)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("reduced listed 54", "reduced, title only (54)"),
        ("dropped 0", "dropped"),
        ("dropped window_budget 0", "dropped, window budget"),
        ("no candidate", "no candidate"),
        ("12,345", "12,345"),
    ],
)
def test_a_state_is_told_with_its_form_or_reason_and_its_tokens(state: str, said: str) -> None:
    assert state_words(state) == said


def test_both_sides_of_a_difference_are_told_after_its_name() -> None:
    found = {"metrics": {"used": [500, 1000]}, "inputs": {"policy": ["a" * 64, None]}}
    assert recorded_differences(found, "metrics", "inputs") == [
        ("Tokens used", "500", "1,000"),
        ("Policy", "aaaaaaaaaaaa…", "absent"),
    ]
