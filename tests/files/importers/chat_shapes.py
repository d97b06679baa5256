"""Small files with conversations, as programs for chatting and agents keep and export them."""

from __future__ import annotations

import json
from typing import Any

from tests.files.importers.sent_shapes import Shape, lines


def _told(identity: str, parent: str | None, role: str, text: str) -> dict[str, Any]:
    content = {"content_type": "text", "parts": [text]}
    message = {"author": {"role": role}, "content": content, "create_time": 1767225600.0}
    return {"id": identity, "parent": parent, "message": message}


_CHATGPT = {
    "title": "Harbours",
    "current_node": "d",
    "mapping": {
        "r": {"id": "r", "parent": None, "message": None},
        "a": _told("a", "r", "user", "Name one."),
        "b": _told("b", "a", "assistant", "Abandoned."),
        "c": _told("c", "a", "assistant", "Bergen."),
        "d": _told("d", "c", "user", "Another?"),
    },
}
_CLAUDE = {
    "name": "Ferries",
    "chat_messages": [
        {
            "uuid": "a",
            "sender": "human",
            "text": "Which?",
            "content": [{"type": "text", "text": "Which?"}],
            "attachments": [{"file_name": "t.txt", "extracted_content": "north 10"}],
        },
        {"uuid": "b", "sender": "assistant", "text": "The northern."},
    ],
}
_WEBUI = {
    "title": "Quays",
    "chat": {
        "models": ["m"],
        "history": {
            "currentId": "c",
            "messages": {
                "a": {"id": "a", "parentId": None, "role": "user", "content": "Which quay?"},
                "b": {"id": "b", "parentId": "a", "role": "assistant", "content": "Abandoned."},
                "c": {"id": "c", "parentId": "a", "role": "assistant", "content": "Quay 4."},
            },
        },
    },
}
_GEMINI = [
    {"id": "1", "type": "user", "content": [{"text": "Fix it."}]},
    {"id": "2", "type": "info", "content": "Update available."},
    {
        "id": "3",
        "type": "gemini",
        "content": "Done.",
        "model": "g",
        "thoughts": [{"subject": "Plan", "description": "Read."}],
        "toolCalls": [
            {
                "id": "t",
                "name": "read",
                "args": {"path": "a"},
                "result": [{"functionResponse": {"id": "t", "response": {"output": "x"}}}],
            }
        ],
    },
]
_OPENCODE = {
    "info": {"id": "s", "revert": {"messageID": "c"}},
    "messages": [
        {"info": {"id": "a", "role": "user"}, "parts": [{"type": "text", "text": "Fix it."}]},
        {
            "info": {"id": "b", "role": "assistant", "modelID": "m"},
            "parts": [
                {"type": "step-start"},
                {
                    "type": "tool",
                    "tool": "read",
                    "callID": "t",
                    "state": {"status": "completed", "input": {"p": 1}, "output": "x"},
                },
                {"type": "text", "text": "Done."},
            ],
        },
        {"info": {"id": "c", "role": "user"}, "parts": [{"type": "text", "text": "Undone."}]},
    ],
}
_ATIF = {
    "schema_version": "ATIF-v1.6",
    "session_id": "s",
    "agent": {"name": "a", "model_name": "m", "tool_definitions": [{"type": "function"}]},
    "steps": [
        {"step_id": 1, "source": "user", "message": [{"type": "text", "text": "Go."}]},
        {
            "step_id": 2,
            "source": "agent",
            "message": "Look.",
            "tool_calls": [{"tool_call_id": "c", "function_name": "ls", "arguments": {}}],
            "observation": {"results": [{"source_call_id": "c", "content": "a.py"}]},
        },
        {"step_id": 3, "source": "agent", "message": "Done."},
    ],
}
_DUMPED = [
    {"type": "human", "data": {"content": "Which?", "type": "human"}},
    {"type": "ai", "data": {"content": "", "tool_calls": [{"name": "f", "args": {}, "id": "c"}]}},
    {"type": "tool", "data": {"content": "North.", "tool_call_id": "c"}},
]
_STATE = {"values": {"messages": [{"type": "human", "content": "Which?"}]}, "next": []}

CHAT_SHAPES: dict[str, Shape] = {
    name: (file, text, ("chunks",), {"payloads": payloads, "chunks": chunks})
    for name, file, text, payloads, chunks in (
        ("chatgpt", "a.json", json.dumps([_CHATGPT]), 1, 3),
        ("claude.ai", "a.json", json.dumps([_CLAUDE]), 1, 3),
        ("open webui", "a.json", json.dumps([_WEBUI]), 1, 2),
        ("gemini cli", "a.json", json.dumps({"sessionId": "s", "messages": _GEMINI}), 1, 5),
        (
            "gemini cli, lines",
            "a.jsonl",
            lines(
                {"sessionId": "s", "startTime": "2026-01-01T00:00:00Z"},
                _GEMINI[0],
                {"id": "9", "type": "user", "content": "Taken back."},
                {"$rewindTo": "9"},
                _GEMINI[2],
            ),
            1,
            5,
        ),
        ("opencode", "a.json", json.dumps(_OPENCODE), 1, 4),
        ("atif", "a.json", json.dumps(_ATIF), 2, 7),
        ("langchain, dumped", "a.json", json.dumps(_DUMPED), 1, 3),
        ("langchain, a state of a graph", "a.json", json.dumps(_STATE), 1, 1),
    )
}
