"""The page about a user's data names what opens, and all that it names opens as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.files.importers.shapes import SHAPES

PAGE = Path(__file__).parents[3] / "docs" / "your-data.md"
NAMED = {
    "chat completions": ["chat completions"],
    "responses": ["responses"],
    "messages": ["messages with cache marks"],
    "Converse": ["converse"],
    "`contents`": ["contents"],
    "a list of messages": ["list of messages", "request with documents"],
    "batch": ["batch", "batch with params"],
    "fine-tuning lines": ["fine-tuning lines"],
    "conversations for training (ShareGPT)": ["conversations for training"],
    "gateway's log": ["gateway log", "gateway log with bodies"],
    "promptfoo": ["promptfoo"],
    "LHAR": ["archive of a proxy"],
    "Claude Code": ["claude code"],
    "Codex": ["codex"],
    "Gemini CLI": ["gemini cli", "gemini cli, lines"],
    "opencode": ["opencode"],
    "OpenHands": ["events of OpenHands, by action and observation", "events of OpenHands, by kind"],
    "SWE-agent": ["trajectory"],
    "ATIF": ["atif"],
    "ChatGPT": ["chatgpt"],
    "Claude.ai": ["claude.ai"],
    "Open WebUI": ["open webui"],
    "messages of LangChain": ["langchain, dumped"],
    "a graph's state": ["langchain, a state of a graph"],
    "AI SDK": ["messages of the AI SDK", "spans of the AI SDK"],
    "OpenInference": [
        *("retriever span, flat", "retriever span, nested", "reranker span"),
        "retriever spans as rows of a table",
    ],
    "OpenTelemetry GenAI": [
        *("GenAI span in the protocol's JSON", "events of a span", "log records"),
    ],
    "LangSmith": ["langsmith"],
    "Langfuse": ["langfuse"],
    "LangChain": ["langchain documents", "documents with scores beside them"],
    "LlamaIndex": ["llamaindex nodes"],
    "Haystack": ["haystack"],
    "Chroma": ["chroma"],
    "Qdrant": ["qdrant"],
    "Pinecone": ["pinecone"],
    "Weaviate": ["weaviate"],
    "Elasticsearch": ["elasticsearch"],
    "Milvus": ["milvus"],
    "OpenAI vector stores": ["openai vector store"],
    "Bedrock": ["bedrock"],
    "Solr": ["solr"],
    "Typesense": ["typesense"],
    "Vespa": ["vespa"],
    "Tavily": ["tavily"],
    "Azure AI Search": ["search service"],
    "rerankers": ["reranker"],
    "mem0": ["mem0"],
    "Zep": ["zep", "zep facts"],
    "Letta": ["letta agent", "letta blocks"],
    "HotpotQA": ["hotpotqa", "hotpotqa in two lists"],
    "MuSiQue": ["musique"],
    "RAGAS rows": ["ragas"],
    "DPR": ["dpr"],
    "SQuAD": ["squad"],
    "CSV": ["table"],
}
"""What the page calls a kind of file, and the small files of it."""

WORDS = {"chunks": "chunks|placement|list of requests", "candidates": "candidates|corpus"}


def rows() -> list[tuple[str, str]]:
    """Return the rows of the table of what opens, as what one has and what it becomes."""
    table = PAGE.read_text("utf-8").split("## What opens, and as what")[1].split("\n## ")[0]
    found = re.findall(r"^\| (.+?) \| (.+?) \|$", table, re.MULTILINE)
    return [(has, becomes) for has, becomes in found if has not in ("you have", "---")]


@pytest.mark.parametrize("name", NAMED)
def test_what_opens_is_on_the_page_and_becomes_what_it_says(name: str) -> None:
    kinds = {kind for shape in NAMED[name] for kind in SHAPES[shape][2]} & {"chunks", "candidates"}
    said = [becomes for has, becomes in rows() if name in has]
    assert said
    for kind in kinds:
        assert any(re.search(WORDS[kind], becomes) for becomes in said), (name, kind, said)


def test_every_small_file_has_its_name_on_the_page() -> None:
    assert {shape for shapes in NAMED.values() for shape in shapes} == set(SHAPES)


def test_the_page_names_nothing_else_in_its_brackets() -> None:
    known = set(NAMED) | {
        "JSON list",
        "TSV",
        "a BEIR folder",
        "a TREC run and judgements beside their corpus",
        "JSON lines; Parquet with the extra `parquet`",
    }
    for has, _ in rows()[:10]:
        for inside in re.findall(r"\(([^()]+)\)", has):
            if "`NAME" in inside or "any answer" in inside:
                continue
            for name in re.split(r", (?:and |or )?", inside):
                assert any(one in name or name in one for one in known), name
