"""Small files that hold what was retrieved, in the shapes of other programs; texts are made up."""

from __future__ import annotations

import json

from tests.files.importers.answer_shapes import ANSWERS
from tests.files.importers.chat_shapes import CHAT_SHAPES
from tests.files.importers.sent_shapes import CHAT, SENT, Shape, lines

REFUND, SHIPPING = "Refunds within 30 days.", "Shipping takes 3 days."


def attribute(key: str, **value: object) -> dict[str, object]:
    return {"key": key, "value": value}


RETRIEVED: dict[str, Shape] = {
    "retriever span, flat": (
        "a.jsonl",
        lines(
            {
                "name": "retrieve",
                "context": {"trace_id": "t"},
                "attributes": {
                    "openinference.span.kind": "RETRIEVER",
                    "input.value": "refund policy",
                    "retrieval.documents.0.document.content": REFUND,
                    "retrieval.documents.0.document.id": "d1",
                    "retrieval.documents.0.document.score": 0.9,
                },
            },
            {
                "name": "answer",
                "context": {"trace_id": "t"},
                "attributes": {
                    "openinference.span.kind": "LLM",
                    "llm.model_name": "gpt-4o",
                    "llm.input_messages.0.message.role": "user",
                    "llm.input_messages.0.message.content": "refund?",
                },
            },
        ),
        ("candidates", "request", "chunks"),
        {"files": 1, "requests": 1, "payloads": 1, "chunks": 1},
    ),
    "retriever span, nested": (
        "a.json",
        json.dumps(
            [
                {
                    "name": "retrieve",
                    "context": {"trace_id": "t"},
                    "attributes": {
                        "openinference": {"span": {"kind": "RETRIEVER"}},
                        "input": {"value": "refund policy"},
                        "retrieval": {
                            "documents": [
                                {"document": {"content": REFUND, "id": "d1", "score": 0.9}},
                                {"document": {"content": SHIPPING, "id": "d2", "score": 0.2}},
                            ]
                        },
                    },
                }
            ]
        ),
        ("candidates", "request"),
        {"files": 2, "requests": 1},
    ),
    "GenAI span in the protocol's JSON": (
        "a.json",
        json.dumps(
            {
                "resourceSpans": [
                    {
                        "scopeSpans": [
                            {
                                "spans": [
                                    {
                                        "traceId": "t",
                                        "name": "chat gpt-4o",
                                        "attributes": [
                                            attribute("gen_ai.request.model", stringValue="gpt-4o"),
                                            attribute(
                                                "gen_ai.input.messages",
                                                stringValue=json.dumps(
                                                    [
                                                        {
                                                            "role": "user",
                                                            "parts": [
                                                                {"type": "text", "content": "hi"}
                                                            ],
                                                        }
                                                    ]
                                                ),
                                            ),
                                        ],
                                    }
                                ]
                            }
                        ]
                    }
                ]
            }
        ),
        ("chunks",),
        {"payloads": 1, "chunks": 1},
    ),
    "langsmith": (
        "a.json",
        json.dumps(
            {
                "id": "1",
                "run_type": "chain",
                "inputs": {},
                "child_runs": [
                    {
                        "id": "2",
                        "trace_id": "t",
                        "run_type": "retriever",
                        "inputs": {"query": "refund policy"},
                        "outputs": {
                            "documents": [
                                {"page_content": REFUND, "metadata": {"source": "d1"}},
                            ]
                        },
                    },
                    {
                        "id": "3",
                        "trace_id": "t",
                        "run_type": "llm",
                        "name": "answer",
                        "inputs": {
                            "messages": [
                                [
                                    {
                                        "id": ["langchain", "schema", "HumanMessage"],
                                        "kwargs": {"content": "refund?"},
                                    }
                                ]
                            ]
                        },
                    },
                ],
            }
        ),
        ("candidates", "request", "chunks"),
        {"files": 1, "requests": 1, "payloads": 1, "chunks": 1},
    ),
    "langfuse": (
        "a.json",
        json.dumps({"id": "o", "traceId": "t", "type": "GENERATION", "input": CHAT}),
        ("chunks",),
        {"payloads": 1, "chunks": 2},
    ),
    "langchain documents": (
        "a.json",
        json.dumps(
            [
                {"page_content": REFUND, "metadata": {"source": "d1", "score": 0.9}},
                {"page_content": SHIPPING, "metadata": {"source": "d2"}},
            ]
        ),
        ("candidates",),
        {"files": 2},
    ),
    "documents with scores beside them": (
        "a.json",
        json.dumps([[{"page_content": REFUND, "metadata": {}}, 0.4]]),
        ("candidates",),
        {"files": 1},
    ),
    "llamaindex nodes": (
        "a.json",
        json.dumps({"source_nodes": [{"node": {"id_": "n", "text": REFUND}, "score": 0.8}]}),
        ("candidates",),
        {"files": 1},
    ),
    "mem0": (
        "a.json",
        json.dumps({"results": [{"id": "m", "memory": "Is a vegetarian", "score": 0.8}]}),
        ("candidates",),
        {"cards": 1},
    ),
    "zep": (
        "a.json",
        json.dumps({"edges": [{"uuid": "e", "fact": "Ana lives in Rome", "score": 0.8}]}),
        ("candidates",),
        {"cards": 1},
    ),
    "zep facts": (
        "a.json",
        json.dumps({"context": "", "relevant_facts": [{"uuid": "e", "fact": "Ana reads"}]}),
        ("candidates",),
        {"cards": 1},
    ),
    "letta agent": (
        "a.json",
        json.dumps({"id": "a", "memory": {"blocks": [{"label": "human", "value": "Ana"}]}}),
        ("candidates",),
        {"cards": 1},
    ),
    "haystack": (
        "a.json",
        json.dumps({"documents": [{"id": "1", "content": REFUND, "meta": {}, "score": 0.5}]}),
        ("candidates",),
        {"files": 1},
    ),
    "reranker": (
        "a.json",
        json.dumps(
            {"results": [{"index": 0, "relevance_score": 0.9, "document": {"text": REFUND}}]}
        ),
        ("candidates",),
        {"files": 1},
    ),
    "search service": (
        "a.json",
        json.dumps({"value": [{"@search.score": 1.2, "id": "1", "content": REFUND}]}),
        ("candidates",),
        {"files": 1},
    ),
    "retriever spans as rows of a table": (
        "a.jsonl",
        json.dumps(
            {
                "context.trace_id": "t",
                "attributes.input.value": "Refunds?",
                "attributes.retrieval.documents": [
                    {"document.id": "1", "document.content": REFUND, "document.score": 0.2}
                ],
            }
        ),
        ("candidates", "request"),
        {"files": 1, "requests": 1},
    ),
    "reranker span": (
        "a.jsonl",
        json.dumps(
            {
                "trace_id": "t",
                "attributes": {
                    "reranker.query": "Refunds?",
                    "reranker.output_documents.0.document.content": REFUND,
                    "reranker.output_documents.0.document.score": 0.9,
                },
            }
        ),
        ("candidates", "request"),
        {"files": 1, "requests": 1},
    ),
    "letta blocks": (
        "a.json",
        json.dumps([{"id": "b", "label": "human", "value": "Name: Ana", "limit": 2000}]),
        ("candidates",),
        {"cards": 1},
    ),
    "chroma": (
        "a.json",
        json.dumps(
            {
                "ids": [["d1", "d2"]],
                "documents": [[REFUND, SHIPPING]],
                "distances": [[0.1, 0.7]],
                "metadatas": [[{"source": "a"}, None]],
            }
        ),
        ("candidates",),
        {"files": 2},
    ),
    "qdrant": (
        "a.json",
        json.dumps({"result": {"points": [{"id": 1, "score": 0.9, "payload": {"text": REFUND}}]}}),
        ("candidates",),
        {"files": 1},
    ),
    "pinecone": (
        "a.json",
        json.dumps({"matches": [{"id": "v", "score": 0.9, "metadata": {"text": REFUND}}]}),
        ("candidates",),
        {"files": 1},
    ),
    "weaviate": (
        "a.json",
        json.dumps(
            {
                "data": {
                    "Get": {"Doc": [{"text": REFUND, "_additional": {"id": "w", "distance": 0.2}}]}
                }
            }
        ),
        ("candidates",),
        {"files": 1},
    ),
    "elasticsearch": (
        "a.json",
        json.dumps(
            {"hits": {"hits": [{"_id": "e", "_score": 3.2, "_source": {"content": REFUND}}]}}
        ),
        ("candidates",),
        {"files": 1},
    ),
    "ragas": (
        "a.jsonl",
        lines(
            {
                "user_input": "When are refunds given?",
                "retrieved_contexts": [REFUND, SHIPPING],
                "reference_contexts": [REFUND, "Never retrieved."],
            }
        ),
        ("candidates", "request", "corpus"),
        {"files": 2, "requests": 1, "evidence": 2},
    ),
    "hotpotqa": (
        "a.json",
        json.dumps(
            [
                {
                    "_id": "q1",
                    "question": "Where was Ana born?",
                    "supporting_facts": [["Ana", 0]],
                    "context": [["Ana", ["Ana was born in Rome.", " She sings."]], ["Bo", ["No."]]],
                },
                {
                    "_id": "q2",
                    "question": "Who sings?",
                    "supporting_facts": {"title": ["Ana"], "sent_id": [1]},
                    "context": {
                        "title": ["Ana"],
                        "sentences": [["Ana was born in Rome.", " She sings."]],
                    },
                },
            ]
        ),
        ("candidates", "requests", "corpus"),
        {"cards": 3, "files": 2, "requests": 2, "evidence": 2},
    ),
    "musique": (
        "a.jsonl",
        lines(
            {
                "id": "2hop",
                "question": "Who sings?",
                "paragraphs": [
                    {"idx": 0, "title": "Ana", "paragraph_text": "Sings.", "is_supporting": True},
                    {"idx": 1, "title": "Bo", "paragraph_text": "Acts.", "is_supporting": False},
                ],
            }
        ),
        ("candidates", "request", "corpus"),
        {"files": 2, "requests": 1, "evidence": 1},
    ),
    "table": (
        "a.csv",
        f"id,query,text,score\nd1,refund,{REFUND},0.9\nd2,refund,{SHIPPING},0.1\n",
        ("candidates", "request"),
        {"files": 2, "requests": 1},
    ),
}

SHAPES = SENT | CHAT_SHAPES | RETRIEVED | ANSWERS
