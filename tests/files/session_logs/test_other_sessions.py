"""Sessions of Codex, trajectories, traces and gateway logs: their requests and what they record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from inspector.core.timeline.log import BlockKind, SessionLog, Usage
from inspector.core.timeline.making import timeline
from inspector.files.session_logs.reading import read_logs


def _codex(*records: tuple[str, dict[str, Any]]) -> str:
    lines = [
        {"timestamp": f"2026-05-01T10:00:{at:02d}.000Z", "type": kind, "payload": payload}
        for at, (kind, payload) in enumerate(records)
    ]
    return "".join(json.dumps(one) + "\n" for one in lines)


def _said(role: str, text: str) -> tuple[str, dict[str, Any]]:
    kind = "output_text" if role == "assistant" else "input_text"
    content = [{"type": kind, "text": text}]
    return "response_item", {"type": "message", "role": role, "content": content}


def _count(sent: int, cached: int, total: int) -> tuple[str, dict[str, Any]]:
    last = {
        "input_tokens": sent,
        "cached_input_tokens": cached,
        "output_tokens": 20,
        "reasoning_output_tokens": 4,
    }
    info = {
        "last_token_usage": last,
        "total_token_usage": {"input_tokens": total},
        "model_context_window": 258_400,
    }
    return "event_msg", {"type": "token_count", "info": info}


META = ("session_meta", {"id": "t", "cwd": "/w", "originator": "codex_cli_rs"})
MODEL = ("turn_context", {"model": "gpt-5-codex"})


def _typed(text: str) -> tuple[str, dict[str, Any]]:
    return "event_msg", {"type": "user_message", "message": text}


def _session(path: Path, text: str) -> SessionLog:
    path.write_text(text)
    read = read_logs(path)
    assert read.account.balances
    (session,) = read.sessions
    assert timeline(session, lambda _model: None).balances
    return session


def test_a_token_count_of_codex_that_is_repeated_is_one_request(tmp_path: Path) -> None:
    call = {"type": "function_call", "name": "shell", "call_id": "c", "arguments": '{"cmd":"ls"}'}
    output = {"type": "function_call_output", "call_id": "c", "output": "a.py b.py"}
    session = _session(
        tmp_path / "rollout.jsonl",
        _codex(
            META,
            MODEL,
            _typed("List them."),
            _said("user", "List them."),
            ("event_msg", {"type": "token_count", "info": None}),
            ("response_item", call),
            _count(4_000, 0, 4_000),
            ("response_item", output),
            _count(4_000, 0, 4_000),
            _said("assistant", "Two."),
            _count(4_100, 3_968, 8_100),
        ),
    )
    assert [one.usage.sent for one in session.requests if one.usage] == [4_000, 4_100]
    second = session.requests[1]
    assert second.usage is not None
    assert (second.usage.read, second.usage.fresh) == (3_968, 132)
    assert second.window == 258_400
    assert [session.blocks[one].kind for one in second.came] == [BlockKind.CALL, BlockKind.RESULT]
    assert session.blocks[second.came[1]].name == "ls"


def test_a_roll_back_of_codex_takes_its_turn_off_the_path(tmp_path: Path) -> None:
    session = _session(
        tmp_path / "rollout.jsonl",
        _codex(
            META,
            MODEL,
            _typed("One."),
            _said("user", "One."),
            _said("assistant", "1"),
            _count(4_000, 0, 4_000),
            _typed("A poem."),
            _said("user", "A poem."),
            _said("assistant", "Roses."),
            _count(4_050, 0, 8_050),
            ("event_msg", {"type": "thread_rolled_back", "num_turns": 1}),
            _typed("Two."),
            _said("user", "Two."),
            _said("assistant", "2"),
            _count(4_020, 0, 12_070),
        ),
    )
    assert [one.abandoned for one in session.requests] == [False, True, False]
    last = session.requests[2]
    assert last.parent == 0
    assert [session.blocks[one].text for one in last.came] == ["1", "Two."]


def test_what_a_compaction_of_codex_leaves_is_the_same_block(tmp_path: Path) -> None:
    kept = _said("user", "One.")[1]
    encrypted = {"type": "compaction", "encrypted_content": "x"}
    session = _session(
        tmp_path / "rollout.jsonl",
        _codex(
            META,
            MODEL,
            _typed("One."),
            _said("user", "One."),
            _said("assistant", "A long answer."),
            _count(4_000, 0, 4_000),
            ("compacted", {"message": "", "replacement_history": [kept, encrypted]}),
            _typed("Two."),
            _said("user", "Two."),
            _said("assistant", "2"),
            _count(3_500, 0, 7_500),
        ),
    )
    first, second = session.requests
    assert second.compaction is not None
    assert set(first.came) & second.gone == set()
    kinds = [session.blocks[one].kind for one in second.came]
    assert kinds == [BlockKind.SUMMARY, BlockKind.USER]


def test_each_step_of_the_agent_in_a_trajectory_is_a_request(tmp_path: Path) -> None:
    trajectory = {
        "schema_version": "ATIF-v1.5",
        "session_id": "s",
        "agent": {"name": "a", "version": "1", "model_name": "gpt-5"},
        "steps": [
            {"step_id": 1, "source": "user", "message": "List."},
            {
                "step_id": 2,
                "source": "agent",
                "message": "I look.",
                "tool_calls": [
                    {"tool_call_id": "c", "function_name": "ls", "arguments": {"path": "/w"}}
                ],
                "observation": {"results": [{"source_call_id": "c", "content": "a b"}]},
                "metrics": {"prompt_tokens": 500, "completion_tokens": 30, "cached_tokens": 100},
            },
            {
                "step_id": 3,
                "source": "agent",
                "message": "Two.",
                "metrics": {"prompt_tokens": 560, "completion_tokens": 5},
            },
        ],
    }
    session = _session(tmp_path / "trajectory.json", json.dumps(trajectory))
    first, second = session.requests
    assert first.usage is not None
    assert second.usage is not None
    assert (first.usage.sent, first.usage.read, second.usage.sent) == (500, 100, 560)
    assert [session.blocks[one].kind for one in second.came] == [
        BlockKind.ASSISTANT,
        BlockKind.CALL,
        BlockKind.RESULT,
    ]


def test_requests_of_a_gateway_share_the_blocks_that_they_have_in_common(tmp_path: Path) -> None:
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": "Be short."},
        {"role": "user", "content": "List."},
    ]
    records = []
    for number, more in enumerate(([], [("assistant", "Two."), ("user", "Sure?")])):
        messages = messages + [{"role": role, "content": text} for role, text in more]
        records.append(
            {
                "id": f"r{number}",
                "request": {"model": "gpt-4o", "messages": messages},
                "response": {
                    "usage": {
                        "prompt_tokens": 100 + 20 * number,
                        "completion_tokens": 7,
                        "prompt_tokens_details": {"cached_tokens": 64 * number},
                    }
                },
                "timestamp": f"2026-05-01T10:0{number}:00Z",
            }
        )
    path = tmp_path / "log.jsonl"
    session = _session(path, "".join(json.dumps(one) + "\n" for one in records))
    first, second = session.requests
    assert (first.parent, second.parent) == (-1, 0)
    assert [session.blocks[one].text for one in second.came] == ["Two.", "Sure?"]
    assert second.usage is not None
    assert (second.usage.sent, second.usage.read) == (120, 64)
    assert [session.blocks[one].text for one in first.answer] == ["Two."]


def test_what_a_log_of_requests_writes_to_a_cache_for_an_hour_is_told(tmp_path: Path) -> None:
    record = {
        "request": {"model": "claude-sonnet-4-5", "messages": [{"role": "user", "content": "Hi."}]},
        "response": {
            "usage": {
                "input_tokens": 3,
                "cache_creation_input_tokens": 900,
                "cache_read_input_tokens": 50,
                "cache_creation": {"ephemeral_1h_input_tokens": 700},
                "output_tokens": 5,
            }
        },
    }
    (request,) = _session(tmp_path / "log.jsonl", json.dumps(record)).requests
    assert request.usage == Usage(3, 900, 50, 5, written_for_an_hour=700)


def test_spans_of_a_trace_are_requests_with_their_usage(tmp_path: Path) -> None:
    def span(number: int, texts: list[str], sent: int) -> dict[str, Any]:
        roles = ("user", "assistant")
        said = [
            {"role": roles[at % 2], "parts": [{"type": "text", "content": text}]}
            for at, text in enumerate(texts)
        ]
        return {
            "name": "chat",
            "context": {"trace_id": "t", "span_id": f"s{number}"},
            "start_time": f"2026-05-01T10:0{number}:00Z",
            "attributes": {
                "gen_ai.operation.name": "chat",
                "gen_ai.request.model": "gpt-4o",
                "gen_ai.input.messages": json.dumps(said),
                "gen_ai.usage.input_tokens": sent,
                "gen_ai.usage.output_tokens": 3,
                "gen_ai.usage.cache_read.input_tokens": 8,
            },
        }

    spans = [span(0, ["One?"], 20), span(1, ["One?", "1", "Two?"], 31)]
    path = tmp_path / "spans.jsonl"
    session = _session(path, "".join(json.dumps(one) + "\n" for one in spans))
    assert [one.usage.sent for one in session.requests if one.usage] == [20, 31]
    assert [one.usage.read for one in session.requests if one.usage] == [8, 8]
    assert len(session.requests[1].came) == 2
