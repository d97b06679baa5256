"""Public functions of window and discipline answer whatever they are given."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from typing import Any

import pytest

from inspector.core.discipline import HotState
from inspector.core.window.chunk import Chunk, ChunkType, read_instant, write_instant
from inspector.core.window.config import TokenEstimation
from inspector.core.window.events import replay
from inspector.core.window.optimum import optimum
from inspector.core.window.outcome import estimate_tokens
from inspector.core.window.placement import place
from inspector.core.window.report import WindowReport

# The package stands in the shadow of its function of the same name.
DISCIPLINE = importlib.import_module("inspector.core.discipline")
ODD = [
    None, True, -1, 1.5, float("nan"), float("inf"), 10**400, -(10**400), "", "word", "\ud800",
    b"bytes", [], [None], {}, {"a": 1}, {1: 2}, object(), set(), len,
]  # fmt: skip
FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: getattr(DISCIPLINE, name)
    for name in DISCIPLINE.__all__
    if inspect.isfunction(getattr(DISCIPLINE, name))
} | {
    function.__name__: function
    for function in (place, optimum, replay, read_instant, write_instant, estimate_tokens)
}
# What an argument is while another one is odd.
PLAIN: dict[str, Any] = {
    "chunks": [Chunk(id="a", type=ChunkType.TOOL_INPUT, content="x", timestamp_ms=0)],
    "now_ms": 0,
    "available_tokens": 10,
    "hot_state": HotState(session_id="s"),
    "now": "2026-04-03T12:00:00Z",
    "session_id": "s",
    "hot_state_truncated": False,
    "system_prompt_chars": 1,
    "user_content_chars": 1,
    "report": DISCIPLINE.discipline({"session_id": "s"}),
    "metrics": DISCIPLINE.capture_prompt_metrics(
        now="2026-04-03T12:00:00Z",
        session_id="s",
        hot_state={"session_id": "s"},
        hot_state_truncated=False,
        system_prompt_chars=1,
        user_content_chars=1,
    ),
    "turns": [],
    "value": {},
    "limits": None,
    "output": "x",
    "task_description": "x",
    "text": "x",
    "json": "{}",
    "events": [],
    "milliseconds": 0,
    "content_type": "code",
    "estimation": TokenEstimation(),
}
CASES = [
    (name, argument)
    for name, function in FUNCTIONS.items()
    for argument in inspect.signature(function).parameters
]


@pytest.mark.parametrize(("name", "argument"), CASES, ids=[".".join(case) for case in CASES])
def test_an_odd_argument_is_answered_or_refused_with_a_sentence(name: str, argument: str) -> None:
    function = FUNCTIONS[name]
    needed = [
        one.name
        for one in inspect.signature(function).parameters.values()
        if one.default is inspect.Parameter.empty
    ]
    for odd in ODD:
        arguments = {one: PLAIN[one] for one in needed if one in PLAIN} | {argument: odd}
        try:
            answer = function(**arguments)
        except TypeError as error:
            if argument not in str(error):
                pytest.fail(f"{odd!r} is refused without the name of the argument: {error}")
            continue
        except ValueError as error:
            if not str(error):
                pytest.fail(f"{odd!r} is refused without a sentence")
            continue
        if isinstance(answer, WindowReport):
            assert answer.ledger.balances
            assert answer.events[-1].kind.value.startswith("context.optimization.")


def test_every_public_function_can_be_called_with_plain_arguments() -> None:
    assert len(FUNCTIONS) >= 20
    for function in FUNCTIONS.values():
        parameters = inspect.signature(function).parameters.values()
        needed = [one.name for one in parameters if one.default is inspect.Parameter.empty]
        if function is optimum:
            optimum(place(PLAIN["chunks"], now_ms=0, available_tokens=10))
        elif function is not read_instant:
            function(**{name: PLAIN[name] for name in needed})
