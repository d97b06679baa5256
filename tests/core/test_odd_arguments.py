"""Public functions of the core answer whatever they are given: with a result, or by the name of it.

What is of another type is a ``TypeError`` that names the argument; a value of the right type that
no call can use is a ``ValueError``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from inspector import core
from inspector.core.injection.policy import DEFAULT_SETTINGS
from tests.shared.odd_values import ODD, odd_values

TOKENS = core.estimator("chars")
POLICY = core.UnifiedContextBudgetPolicy(schema_version=1)
REQUEST = core.Request.model_validate(
    {
        "trace_id": "t",
        "timestamp": "2026-01-01T00:00:00Z",
        "user_message": "m",
        "model": {"name": "m", "context_window": 8000, "encoding": "o200k_base"},
    }
)
CANDIDATES = core.CandidateSet.model_validate(
    {
        "set_id": "s",
        "knowledge_cards": [
            {
                "node_id": "n",
                "canonical_name": "n",
                "node_kind": "entity",
                "relevance_score": 1,
                "renderings": {"compact": "hello"},
            }
        ],
        "buckets": [],
    }
)
INDEX = core.ProjectIndex(root="")
STEP = core.BuildRequest.model_validate({"purpose": "intent", "intent": "Say hello."})

CALLS: dict[str, Mapping[str, Any]] = {
    "assemble": {"inputs": core.AssemblyInputs(REQUEST), "tokens": TOKENS},
    "build_bundle": {"step": STEP, "index": INDEX, "scanner": None},
    "canonical_json": {"value": 1},
    "compute_unified_budget": {
        "model_context_window": 8000,
        "tokens_used_before": 0,
        "policy": POLICY,
        "has_bucket_content": True,
        "has_knowledge_cards": True,
        "bucket_is_direct_target": False,
    },
    "detect_bucket_overlap": {
        "bucket_files_to_inline": [{"bucket_id": "b", "file_id": "f"}],
        "knowledge_card_candidates": [{"node_id": "n"}],
    },
    "estimator": {"name": "chars"},
    "fingerprint": {"value": 1},
    "index_project": {"root": "."},
    "inject": {
        "request": REQUEST,
        "candidates": CANDIDATES,
        "policy": POLICY,
        "tokens": TOKENS,
        "settings": DEFAULT_SETTINGS,
    },
    "render": {"report": core.inject(REQUEST, CANDIDATES, POLICY, TOKENS), "tokens": TOKENS},
    "relevance": {"config": core.RelevanceConfig(), "mode": "RESPOND"},
    "tiktoken_counter": {"encoding": "o200k_base"},
}
OF_OTHER_TESTS = ("inspector.core.window.", "inspector.core.discipline.")


class NoSecrets:
    """A scanner that is made at once."""

    name = "none"

    def scan(self, _text: str) -> tuple[()]:
        return ()


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _arguments(name: str) -> dict[str, Any]:
    arguments = dict(CALLS[name])
    return arguments | ({"scanner": NoSecrets()} if "scanner" in arguments else {})


def _refusal(function: Callable[..., object], arguments: Mapping[str, Any]) -> str | None:
    """Return what a call says instead of a result; anything but the two errors goes through."""
    try:
        function(**arguments)
    except (TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return None


def test_every_public_function_is_called_here() -> None:
    public = {
        name
        for name in core.__all__
        if inspect.isfunction(found := getattr(core, name))
        and not found.__module__.startswith(OF_OTHER_TESTS)
    }
    assert public == CALLS.keys()


@pytest.mark.parametrize("name", CALLS)
def test_the_call_itself_is_right(name: str) -> None:
    assert getattr(core, name)(**_arguments(name)) is not None


@pytest.mark.parametrize("name", CALLS)
def test_an_odd_argument_gets_a_result_or_an_error_that_says_so(name: str) -> None:
    function = getattr(core, name)
    for parameter in inspect.signature(function).parameters:
        for odd in ODD:
            if (parameter, odd) == ("scanner", None):
                continue  # that is the usual one, which takes seconds to make
            refusal = _refusal(function, _arguments(name) | {parameter: odd})
            if refusal and refusal.startswith("TypeError"):
                assert parameter in refusal


@given(st.sampled_from(["compute_unified_budget", "detect_bucket_overlap", "relevance"]), st.data())
def test_several_odd_arguments_at_once_do_no_more(name: str, data: st.DataObject) -> None:
    function = getattr(core, name)
    odd = {
        parameter: data.draw(odd_values())
        for parameter in inspect.signature(function).parameters
        if data.draw(st.booleans())
    }
    assert _refusal(function, _arguments(name) | odd) != ""


MODELS = sorted(
    name
    for name in core.__all__
    if inspect.isclass(found := getattr(core, name)) and issubclass(found, BaseModel)
)


@given(st.sampled_from(MODELS), st.data())
def test_a_value_is_made_or_its_fault_is_named(name: str, data: st.DataObject) -> None:
    model: type[BaseModel] = getattr(core, name)
    fields = {field: data.draw(odd_values()) for field in model.model_fields}
    for given_value in (fields, data.draw(odd_values())):
        refusal = _refusal(model.model_validate, {"obj": given_value})
        assert refusal is None or refusal.startswith("ValidationError")
