"""Small files of search services and labelled sets, and further ways to write what was sent."""

from __future__ import annotations

import json
from typing import Any

from tests.files.importers.sent_shapes import CHAT, Shape

NORTH, SOUTH = "The northern ferry leaves at ten.", "The southern ferry leaves at noon."
ASKED = "Which ferry leaves at ten?"

_ANSWERS: dict[str, Any] = {
    "openai vector store": {
        "object": "vector_store.search_results.page",
        "search_query": [ASKED],
        "data": [
            {
                "file_id": "f1",
                "filename": "ferry.md",
                "score": 0.8,
                "attributes": {"port": "north quay."},
                "content": [{"type": "text", "text": NORTH}],
            },
            {"file_id": "f2", "score": 0.2, "content": [{"type": "text", "text": SOUTH}]},
        ],
    },
    "bedrock": {
        "retrievalResults": [
            {
                "content": {"text": NORTH, "type": "TEXT"},
                "location": {"s3Location": {"uri": "s3://b/ferry.md"}},
                "score": 0.8,
            },
            {"content": {"text": SOUTH}, "score": 0.2},
        ]
    },
    "solr": {
        "responseHeader": {"status": 0, "params": {"q": ASKED}},
        "response": {
            "numFound": 2,
            "docs": [
                {"id": "1", "title": ["The first one."], "text": [NORTH], "score": 9.1},
                {"id": "2", "text": [SOUTH], "score": 1.2},
            ],
        },
    },
    "typesense": {
        "found": 2,
        "hits": [
            {"document": {"id": "1", "text": NORTH}, "text_match": 900, "highlights": []},
            {"document": {"id": "2", "text": SOUTH}, "text_match": 100},
        ],
        "request_params": {"q": ASKED, "collection_name": "c"},
    },
    "vespa": {
        "root": {
            "id": "toplevel",
            "children": [
                {"id": "i:1", "relevance": 0.8, "fields": {"text": NORTH, "title": "The first."}},
                {"id": "i:2", "relevance": 0.2, "fields": {"text": SOUTH}},
            ],
        }
    },
    "tavily": {
        "query": ASKED,
        "answer": "The northern one.",
        "results": [
            {"url": "https://e.org/1", "title": "The first.", "content": NORTH, "score": 0.8},
            {"url": "https://e.org/2", "content": SOUTH, "score": 0.2, "raw_content": None},
        ],
    },
    "milvus": {
        "data": [
            [
                {"id": 1, "distance": 0.1, "entity": {"text": NORTH}},
                {"id": 2, "distance": 0.6, "entity": {"text": SOUTH}},
            ]
        ]
    },
}
_LABELLED: dict[str, Any] = {
    "dpr": [
        {
            "question": ASKED,
            "answers": ["the northern ferry."],
            "ctxs": [
                {"id": "1", "title": "The first.", "text": NORTH, "score": "8", "has_answer": True},
                {"id": "2", "title": "The other.", "text": SOUTH, "score": "2"},
            ],
        }
    ],
    "squad": {
        "version": "1.1",
        "data": [
            {
                "title": "All ferries.",
                "paragraphs": [
                    {
                        "context": f"{NORTH} {SOUTH}",
                        "qas": [
                            {
                                "id": "q1",
                                "question": ASKED,
                                "answers": [{"text": "The northern ferry.", "answer_start": 0}],
                            }
                        ],
                    }
                ],
            }
        ],
    },
    "hotpotqa in two lists": [
        {
            "id": "q1",
            "question": ASKED,
            "supporting_facts": {"title": ["North"], "sent_id": [0]},
            "context": {"title": ["North", "South"], "sentences": [[NORTH], [SOUTH]]},
        }
    ],
}
_MESSAGES = json.dumps(CHAT)
_SENT: dict[str, Any] = {
    "messages of the AI SDK": [
        {"id": "1", "role": "user", "parts": [{"type": "text", "text": ASKED}]},
        {
            "id": "2",
            "role": "assistant",
            "parts": [
                {"type": "step-start"},
                {"type": "reasoning", "text": "I look it up."},
                {
                    "type": "tool-search",
                    "toolCallId": "c",
                    "state": "output-available",
                    "input": {"query": "ferries at ten."},
                    "output": {"found": NORTH},
                },
                {"type": "text", "text": "The northern one."},
            ],
        },
        {"id": "3", "role": "user", "parts": [{"type": "text", "text": "Are you sure?"}]},
    ],
    "events of a span": [
        {
            "name": "chat",
            "context": {"trace_id": "t", "span_id": "s"},
            "attributes": {"gen_ai.request.model": "gpt-4o"},
            "events": [
                {"name": "gen_ai.system.message", "attributes": {"content": "Be very brief."}},
                {"name": "gen_ai.user.message", "attributes": {"content": ASKED}},
                {"name": "gen_ai.choice", "attributes": {"message": "The northern one."}},
            ],
        }
    ],
    "log records": {
        "resourceLogs": [
            {
                "resource": {"attributes": []},
                "scopeLogs": [
                    {
                        "scope": {"name": "s"},
                        "logRecords": [
                            {
                                "eventName": "gen_ai.user.message",
                                "traceId": "t",
                                "spanId": "s",
                                "body": {
                                    "kvlistValue": {
                                        "values": [
                                            {"key": "content", "value": {"stringValue": ASKED}}
                                        ]
                                    }
                                },
                            }
                        ],
                    }
                ],
            }
        ]
    },
    "spans of the AI SDK": [
        {
            "name": "ai.generateText.doGenerate",
            "context": {"trace_id": "t", "span_id": "b"},
            "parent_id": "a",
            "attributes": {"ai.model.id": "gpt-4o", "ai.prompt.messages": _MESSAGES},
        },
        {
            "name": "ai.generateText",
            "context": {"trace_id": "t", "span_id": "a"},
            "attributes": {"ai.prompt": json.dumps({"messages": CHAT})},
        },
    ],
}

ANSWERS: dict[str, Shape] = {
    name: ("a.json", json.dumps(value), becomes, counts)
    for group, becomes, every in (
        (
            _ANSWERS,
            ("candidates",),
            {name: {"files": 2} for name in ("bedrock", "vespa", "milvus")},
        ),
        (
            _ANSWERS,
            ("candidates", "request"),
            {
                name: {"files": 2, "requests": 1}
                for name in ("openai vector store", "solr", "typesense", "tavily")
            },
        ),
        (
            _LABELLED,
            ("candidates", "request", "corpus"),
            {
                "dpr": {"files": 2, "requests": 1, "evidence": 1},
                "squad": {"files": 1, "requests": 1, "evidence": 1},
                "hotpotqa in two lists": {"cards": 2, "files": 2, "requests": 1, "evidence": 1},
            },
        ),
        (
            _SENT,
            ("chunks",),
            {
                "messages of the AI SDK": {"payloads": 1, "chunks": 6},
                "events of a span": {"payloads": 1, "chunks": 2},
                "log records": {"payloads": 1, "chunks": 1},
                "spans of the AI SDK": {"payloads": 1, "chunks": 2},
            },
        ),
    )
    for name, counts in every.items()
    for value in (group[name],)
}
