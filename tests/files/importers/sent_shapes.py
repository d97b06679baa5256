"""Small files that hold what was sent to models, in the shapes of other programs."""

from __future__ import annotations

import json

CHAT = [
    {"role": "system", "content": "You are helpful."},
    {"role": "user", "content": "What is the refund policy?"},
]


def lines(*records: object) -> str:
    return "".join(json.dumps(one) + "\n" for one in records)


Shape = tuple[str, str, tuple[str, ...], dict[str, int]]
"""The file's name and text, what it becomes, and how many of each."""

SENT: dict[str, Shape] = {
    "chat completions": (
        "a.json",
        json.dumps({"model": "gpt-4o", "messages": CHAT}),
        ("chunks",),
        {"payloads": 1, "chunks": 2},
    ),
    "messages with cache marks": (
        "a.json",
        json.dumps(
            {
                "model": "claude-sonnet-4",
                "system": [
                    {"type": "text", "text": "Rules.", "cache_control": {"type": "ephemeral"}}
                ],
                "messages": [{"role": "user", "content": "Hi"}],
            }
        ),
        ("chunks",),
        {"payloads": 1, "chunks": 2},
    ),
    "responses": (
        "a.json",
        json.dumps({"model": "gpt-4o", "instructions": "Be brief.", "input": "Hi"}),
        ("chunks",),
        {"payloads": 1, "chunks": 2},
    ),
    "converse": (
        "a.json",
        json.dumps(
            {
                "modelId": "anthropic.claude-3-haiku",
                "system": [{"text": "Be brief."}, {"cachePoint": {"type": "default"}}],
                "messages": [
                    {"role": "user", "content": [{"text": "Hi"}]},
                    {
                        "role": "assistant",
                        "content": [{"toolUse": {"toolUseId": "t1", "name": "look", "input": {}}}],
                    },
                    {
                        "role": "user",
                        "content": [
                            {"toolResult": {"toolUseId": "t1", "content": [{"json": {"a": 1}}]}}
                        ],
                    },
                ],
                "toolConfig": {"tools": [{"toolSpec": {"name": "look", "inputSchema": {}}}]},
            }
        ),
        ("chunks",),
        {"payloads": 1, "chunks": 5},
    ),
    "contents": (
        "a.json",
        json.dumps(
            {
                "systemInstruction": {"parts": [{"text": "Be brief."}]},
                "contents": [
                    {"role": "user", "parts": [{"text": "Hi"}, {"inlineData": {"data": "x"}}]},
                    {
                        "role": "model",
                        "parts": [{"functionCall": {"name": "look", "args": {"a": 1}}}],
                    },
                    {
                        "role": "user",
                        "parts": [{"functionResponse": {"name": "look", "response": {"b": 2}}}],
                    },
                ],
                "tools": [{"functionDeclarations": [{"name": "look"}, {"name": "find"}]}],
            }
        ),
        ("chunks",),
        {"payloads": 1, "chunks": 7},
    ),
    "list of messages": (
        "a.json",
        json.dumps(CHAT),
        ("chunks",),
        {"payloads": 1, "chunks": 2},
    ),
    "batch": (
        "a.jsonl",
        lines(
            *(
                {"custom_id": name, "method": "POST", "body": {"model": "gpt-4o", "messages": CHAT}}
                for name in ("r1", "r2")
            )
        ),
        ("chunks",),
        {"payloads": 2, "chunks": 4},
    ),
    "batch with params": (
        "a.jsonl",
        lines({"custom_id": "r1", "params": {"model": "claude-3", "messages": CHAT[1:]}}),
        ("chunks",),
        {"payloads": 1, "chunks": 1},
    ),
    "fine-tuning lines": (
        "a.jsonl",
        lines({"messages": CHAT}, {"messages": [*CHAT, {"role": "assistant", "content": "30"}]}),
        ("chunks",),
        {"payloads": 2, "chunks": 5},
    ),
    "gateway log": (
        "a.json",
        json.dumps(
            {
                "id": "chatcmpl-1",
                "trace_id": "t",
                "call_type": "completion",
                "model": "gpt-4o",
                "messages": CHAT,
                "response": {"choices": [{"message": {"role": "assistant", "content": "30"}}]},
            }
        ),
        ("chunks",),
        {"payloads": 1, "chunks": 2},
    ),
    "gateway log with bodies": (
        "a.jsonl",
        lines({"request_id": "q", "request": {"body": {"messages": CHAT}}, "response": {}}),
        ("chunks",),
        {"payloads": 1, "chunks": 2},
    ),
    "conversations for training": (
        "a.jsonl",
        lines({"conversations": [{"from": "human", "value": "a"}, {"from": "gpt", "value": "b"}]}),
        ("chunks",),
        {"payloads": 1, "chunks": 2},
    ),
    "request with documents": (
        "a.json",
        json.dumps(
            {
                "model": "command-r",
                "messages": [{"role": "user", "content": "Refunds?"}],
                "documents": [{"id": "1", "data": {"title": "T", "snippet": "Thirty days."}}],
            }
        ),
        ("chunks",),
        {"payloads": 1, "chunks": 2},
    ),
    "promptfoo": (
        "a.json",
        json.dumps(
            {
                "evalId": "e",
                "results": {
                    "version": 3,
                    "results": [
                        {"prompt": {"raw": json.dumps(CHAT)}, "vars": {}, "response": {}},
                        {"prompt": {"raw": "Say hi."}, "vars": {}, "response": {}},
                    ],
                },
            }
        ),
        ("chunks",),
        {"payloads": 2, "chunks": 3},
    ),
    "archive of a proxy": (
        "a.lhar",
        lines(
            {"type": "session", "trace_id": "t", "tool": "x", "model": "gpt-4o"},
            {
                "type": "entry",
                "id": "1",
                "gen_ai": {"request": {"model": "gpt-4o"}},
                "context_lens": {"composition": []},
                "raw": {"request_body": {"messages": CHAT}},
            },
            {
                "type": "entry",
                "id": "2",
                "gen_ai": {"request": {"model": "gpt-4o"}},
                "context_lens": {
                    "composition": [{"category": "system_prompt", "tokens": 40, "count": 1}]
                },
                "raw": {"request_body": None},
            },
        ),
        ("chunks",),
        {"payloads": 2, "chunks": 3},
    ),
    "claude code": (
        "a.jsonl",
        lines(
            {"type": "summary", "summary": "s"},
            {
                "type": "user",
                "uuid": "1",
                "sessionId": "s",
                "timestamp": "2026-01-01T00:00:00Z",
                "message": {"role": "user", "content": "Fix it"},
            },
            {
                "type": "assistant",
                "uuid": "2",
                "sessionId": "s",
                "message": {
                    "role": "assistant",
                    "model": "claude-sonnet-4",
                    "content": [{"type": "tool_use", "id": "t", "name": "Read", "input": {}}],
                },
            },
            {
                "type": "user",
                "uuid": "3",
                "sessionId": "s",
                "message": {
                    "role": "user",
                    "content": [{"type": "tool_result", "tool_use_id": "t", "content": "x = 1"}],
                },
            },
            {
                "type": "user",
                "uuid": "4",
                "sessionId": "s",
                "isSidechain": True,
                "message": {"role": "user", "content": "Search"},
            },
            {"type": "system", "subtype": "compact_boundary", "sessionId": "s"},
            {
                "type": "user",
                "uuid": "5",
                "sessionId": "s",
                "isCompactSummary": True,
                "message": {"role": "user", "content": "Summary so far"},
            },
        ),
        ("chunks",),
        {"payloads": 3, "chunks": 5},
    ),
    "codex": (
        "a.jsonl",
        lines(
            {"timestamp": "2026-01-01T00:00:00Z", "type": "session_meta", "payload": {"id": "x"}},
            *(
                {"timestamp": "2026-01-01T00:00:01Z", "type": "response_item", "payload": payload}
                for payload in (
                    {
                        "type": "message",
                        "role": "user",
                        "content": [{"type": "input_text", "text": "fix it"}],
                    },
                    {
                        "type": "function_call",
                        "name": "shell",
                        "arguments": "{}",
                        "call_id": "c",
                    },
                    {"type": "function_call_output", "call_id": "c", "output": "ok"},
                )
            ),
        ),
        ("chunks",),
        {"payloads": 1, "chunks": 3},
    ),
    "trajectory": (
        "a.traj",
        json.dumps(
            {
                "trajectory": [],
                "info": {},
                "history": [
                    *CHAT,
                    {"role": "assistant", "content": "ls", "agent": "main"},
                    {"role": "user", "content": "a.py"},
                    {"role": "assistant", "content": "done"},
                ],
            }
        ),
        ("chunks",),
        {"payloads": 2, "chunks": 6},
    ),
    "events of OpenHands, by action and observation": (
        "a.json",
        json.dumps(
            [
                {"id": 0, "source": "agent", "action": "system", "args": {"content": "Be brief."}},
                {"id": 1, "source": "user", "action": "message", "args": {"content": "List."}},
                {
                    "id": 2,
                    "source": "environment",
                    "observation": "agent_state_changed",
                    "content": "",
                    "extras": {"agent_state": "running"},
                },
                *(
                    {
                        "id": 3 + number,
                        "source": "agent",
                        "action": "run",
                        "args": {"command": name},
                        "tool_call_metadata": {
                            "tool_call_id": name,
                            "model_response": {
                                "id": "r",
                                "model": "gpt-4o",
                                "choices": [
                                    {
                                        "message": {
                                            "content": "I look.",
                                            "tool_calls": [
                                                {"id": "ls", "function": {"name": "bash"}},
                                                {"id": "pwd", "function": {"name": "bash"}},
                                            ],
                                        }
                                    }
                                ],
                            },
                        },
                    }
                    for number, name in enumerate(("ls", "pwd"))
                ),
                {
                    "id": 5,
                    "source": "agent",
                    "observation": "run",
                    "content": "a.py",
                    "extras": {},
                    "tool_call_metadata": {"tool_call_id": "ls"},
                },
            ]
        ),
        ("chunks",),
        {"payloads": 1, "chunks": 6},
    ),
    "events of OpenHands, by kind": (
        "a.jsonl",
        lines(
            {
                "id": "a",
                "kind": "SystemPromptEvent",
                "source": "agent",
                "system_prompt": {"type": "text", "text": "Be brief."},
                "tools": [{"type": "function", "function": {"name": "terminal"}}],
            },
            {
                "id": "b",
                "kind": "MessageEvent",
                "source": "user",
                "llm_message": {"role": "user", "content": [{"type": "text", "text": "List."}]},
                "extended_content": [{"type": "text", "text": "Read the manual first."}],
            },
            {
                "id": "c",
                "kind": "ActionEvent",
                "source": "agent",
                "thought": [{"type": "text", "text": "I look."}],
                "tool_name": "terminal",
                "tool_call_id": "t",
                "tool_call": {"id": "t", "name": "terminal", "arguments": '{"command": "ls"}'},
            },
            {
                "id": "d",
                "kind": "ObservationEvent",
                "source": "environment",
                "tool_name": "terminal",
                "tool_call_id": "t",
                "observation": {"content": [{"type": "text", "text": "a.py"}]},
            },
            {"id": "e", "kind": "PauseEvent", "source": "user"},
            {
                "id": "f",
                "kind": "Condensation",
                "source": "environment",
                "forgotten_event_ids": ["c", "d"],
                "summary": "There is a.py.",
                "summary_offset": 1,
            },
            {
                "id": "g",
                "kind": "MessageEvent",
                "source": "agent",
                "llm_message": {"role": "assistant", "content": [{"type": "text", "text": "One."}]},
            },
        ),
        ("chunks",),
        {"payloads": 2, "chunks": 13},
    ),
}
