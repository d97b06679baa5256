"""Public functions of files answer whatever they are given: with problems, or by the name of it."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from inspector import core, files
from inspector.core.injection.overrides import NO_OVERRIDES
from inspector.session.session import Session
from inspector.session.window_stage import WindowStage
from tests.shared.odd_values import ODD

TOKENS = core.estimator("chars")
POLICY = core.UnifiedContextBudgetPolicy(schema_version=1)
CANDIDATES = core.CandidateSet(set_id="s")
REQUEST = core.Request.model_validate(
    {
        "trace_id": "t",
        "timestamp": "2026-01-01T00:00:00Z",
        "user_message": "m",
        "model": {"name": "m", "context_window": 8000, "encoding": "o200k_base"},
    }
)


class NoSecrets:
    """A scanner that is made at once."""

    name = "none"

    def scan(self, _text: str) -> tuple[()]:
        return ()


def _bundle() -> core.BundleReport:
    step = core.BuildRequest.model_validate({"purpose": "intent", "intent": "Say hello."})
    return core.build_bundle(step, core.ProjectIndex(root=""), scanner=NoSecrets())


MADE: Mapping[str, Callable[[], Any]] = {
    "assembly": lambda: core.assemble(core.AssemblyInputs(REQUEST), TOKENS),
    "candidates": lambda: CANDIDATES,
    "check": lambda: core.validate_diff_only(""),
    "manifest": lambda: core.inject(REQUEST, CANDIDATES, POLICY, TOKENS).manifest,
    "overrides": lambda: NO_OVERRIDES,
    "policy": lambda: POLICY,
    "regressions": list,
    "request": lambda: REQUEST,
    "session": Session,
    "stage": WindowStage,
    "turns": list,
    "problems": list,
    "text": lambda: "{}",
    "data": lambda: b"",
    "path": lambda: "file.json",
    "folder": lambda: "folder",
    "with_contents": lambda: False,
}
REPORTS: Mapping[str, Callable[[], Any]] = {
    "discipline_result": lambda: core.discipline({}),
    "placement_result": lambda: core.place([], now_ms=0, available_tokens=10),
    "optimization_result": lambda: core.place([], now_ms=0, available_tokens=10),
    "relevance_run": lambda: core.relevance(core.RelevanceConfig(), mode="RESPOND"),
}
PUBLIC = sorted(name for name in files.__all__ if inspect.isfunction(getattr(files, name)))


def _arguments(name: str) -> dict[str, Any]:
    parameters = inspect.signature(getattr(files, name)).parameters.values()
    needed = [one.name for one in parameters if one.default is one.empty]
    return {one: REPORTS.get(name, _bundle)() if one == "report" else MADE[one]() for one in needed}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", StringIO(""))


@pytest.mark.parametrize("name", PUBLIC)
def test_the_call_itself_is_right(name: str) -> None:
    getattr(files, name)(**_arguments(name))


@pytest.mark.parametrize("name", PUBLIC)
def test_an_odd_argument_gets_problems_or_an_error_that_says_so(name: str) -> None:
    function = getattr(files, name)
    arguments = _arguments(name)
    for parameter in inspect.signature(function).parameters:
        for odd in ODD:
            said = None
            try:
                function(**arguments | {parameter: odd})
            except (TypeError, ValueError) as error:
                said = f"{type(error).__name__}: {error}"
            except OSError:
                assert name == "write_atomically"
            if said and said.startswith("TypeError"):
                assert parameter in said, odd
