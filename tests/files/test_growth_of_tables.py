"""Of tables, lines, logs and YAML, too, the cost grows with the size of a file and no faster."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector import cli
from inspector.files import yaml_reading
from inspector.files.importers import imported
from inspector.files.opening import load_any
from inspector.files.session_logs import conversations
from inspector.files.session_logs.reading import read_logs
from tests.files.test_growth import FACTOR, SLACK, _calls, _codes

SMALL = 1_500  # bytes

Rows = Callable[[int], str]


def _filled(row: Rows, head: str = "", end: str = "\n") -> Rows:
    """Return what makes a text of so many bytes out of rows that are numbered."""

    def made(size: int) -> str:
        per = len(row(100)) + len(end)
        return head + end.join(row(at) for at in range(size // per)) + end

    return made


def _line(**fields: Any) -> str:
    return json.dumps(fields)


def _cells(at: int) -> str:
    return f"{at},Passage number {at} says this.,{at % 7}"


def _record(at: int) -> str:
    about = {
        "uuid": f"u{at}",
        "parentUuid": f"u{at - 1}" if at else None,
        "sessionId": "s",
        "timestamp": f"2026-01-01T{at // 3600 % 24:02}:{at // 60 % 60:02}:{at % 60:02}.000Z",
        "isSidechain": False,
    }
    if at % 2 == 0:
        return _line(**about, type="user", message={"role": "user", "content": f"Say {at}."})
    usage = {"input_tokens": 5, "output_tokens": 5}
    said = [{"type": "text", "text": f"It is {at}."}]
    message = {"id": f"m{at}", "role": "assistant", "model": "m", "content": said, "usage": usage}
    if at % 20 == 19:
        return _line(**about, type="system", subtype="compact_boundary")
    return _line(**about, type="assistant", message=message)


def _item(at: int) -> str:
    """A record of Codex: every tenth ends what was before, the others are said in turn."""
    time = f"2026-01-01T{at // 3600 % 24:02}:{at // 60 % 60:02}:{at % 60:02}.000Z"
    if at == 0:
        return _line(
            timestamp=time, type="session_meta", payload={"id": "s", "originator": "codex"}
        )
    if at % 10 == 9:
        kept = {"message": "So far.", "replacement_history": []}
        return _line(timestamp=time, type="compacted", payload=kept)
    role, kind = (("user", "input_text"), ("assistant", "output_text"))[at % 2]
    said = {"type": "message", "role": role, "content": [{"type": kind, "text": f"It is {at}."}]}
    return _line(timestamp=time, type="response_item", payload=said)


def _question(at: int) -> str:
    context = [[f"T{n}", [f"Sentence {at} of {n}."]] for n in range(4)]
    return _line(
        _id=f"q{at}", question=f"Who is {at}?", supporting_facts=[["T0", 0]], context=context
    )


_TURN = {
    "type": "prompt_metrics",
    "ts": "2026-03-16T09:00:00Z",
    "session": "s",
    "run": "r",
    "hs_bytes": 1_246,
    "hs_truncated": False,
    "artifacts": 4,
    "sys_chars": 9_000,
    "user_chars": 4_100,
    "ref_files": 2,
    "budget_violations": 0,
    "budget_ok": True,
}
POLICY = "max_injection_tokens_absolute: 4000\n"
RUN = ["run", "--no-history"]
SHAPES: dict[str, tuple[str, list[str], Rows]] = {
    "rows": ("a.csv", RUN, _filled(_cells, "id,text,score\n")),
    "rows of one id": ("a.csv", RUN, _filled(lambda at: f"1,Text {at}.", "id,text\n")),
    "rows that are none": ("a.csv", RUN, _filled(lambda _at: "1,,x", "id,text,score\n1,a,1\n")),
    "questions": (
        "a.csv",
        RUN,
        _filled(lambda at: f"{at},Text {at}.,Is it {at // 4}?", "id,text,query\n"),
    ),
    "columns": (
        "a.csv",
        ["import", "--map", "text=text", "--"],
        lambda size: (
            f"id,text,{','.join(f'c{at}' for at in range(size // 9))}\n1,a{',x' * (size // 9)}\n"
        ),
    ),
    "lines": ("a.jsonl", RUN, _filled(lambda at: _line(id=at, text=f"Text {at}."))),
    "lines that are none": ("a.jsonl", RUN, _filled(lambda _at: '{"id":')),
    "receipts that are none": ("r.jsonl", ["verify"], _filled(lambda _at: '{"cards": [')),
    "labelled questions": (
        "a.json",
        RUN,
        lambda size: f"[{_filled(_question, end=',')(size)[:-1]}]",
    ),
    "conversations": (
        "a.jsonl",
        ["place", "--no-history"],
        _filled(lambda at: _line(messages=[{"role": "user", "content": f"Say {at}."}])),
    ),
    "messages": (
        "a.json",
        ["place", "--no-history"],
        lambda size: json.dumps(
            {
                "model": "m",
                "messages": [
                    {"role": "user", "content": f"Say {at}.", "id": f"id-{at}"}
                    for at in range(size // 60)
                ],
            }
        ),
    ),
    "a log of Codex": ("a.jsonl", ["timeline", "--no-history"], _filled(_item)),
    "turns": (
        "a.jsonl",
        ["metrics"],
        _filled(lambda at: _line(**_TURN, hs_tokens=300 + at % 7, est_tokens=3_000 + at)),
    ),
    "a log": ("a.jsonl", ["timeline", "--no-history"], _filled(_record)),
    "keys of YAML": ("a.yaml", ["lint"], _filled(lambda at: f"k{at}: 0", POLICY)),
    "a repeated key of YAML": ("a.yaml", ["lint"], _filled(lambda _at: "k: 0", POLICY)),
    "a list of YAML": ("a.yaml", ["lint"], _filled(lambda _at: "- a", f"{POLICY}k:\n")),
    "aliases of YAML": ("a.yaml", ["lint"], _filled(lambda _at: "- *a", f"{POLICY}k:\n- &a x\n")),
    "cards that are swept": (
        "a.json",
        ["sweep"],
        lambda size: json.dumps(
            {
                "schema_version": 1,
                "set_id": "s",
                "knowledge_cards": [
                    {
                        "node_id": f"c{at}",
                        "node_kind": "entity",
                        "canonical_name": "N",
                        "relevance_score": 0.5,
                        "renderings": {"compact": "a word or two " * (at % 3 + 1)},
                    }
                    for at in range(size // 160)
                ],
            }
        ),
    ),
    "steps of a story": (
        "a.inspector.json",
        ["story", "--output", "/dev/null"],
        lambda size: json.dumps(
            {
                "schema_version": 1,
                "strategy": "coverage",
                "story": [{"title": "A", "text": "B"} for _ in range(size // 30)],
            }
        ),
    ),
}


@pytest.mark.parametrize("name", SHAPES)
def test_calls_grow_with_rows_and_no_faster(name: str, tmp_path: Path) -> None:
    file, command, made = SHAPES[name]
    path = tmp_path / file

    def calls(size: int) -> int:
        path.write_text(made(size), "utf-8")
        return _calls([*command, str(path)])

    path.write_text(made(SMALL), "utf-8")
    cli.main([*command, str(path)])  # what is imported and made once
    few, more, many = (calls(SMALL * FACTOR**power) for power in range(3))
    assert many - more <= 1.3 * FACTOR * max(more - few, SLACK)


def test_yaml_of_too_many_parts_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "policy.yaml"
    path.write_text(POLICY + "k:\n" + "- a\n" * 30)
    assert "yaml.too-large" not in _codes(load_any(path).problems)
    monkeypatch.setattr(yaml_reading, "MOST_PARTS", 30)
    [told] = load_any(path).problems
    assert (told.code, told.place.file, bool(told.fix)) == ("yaml.too-large", str(path), True)


def test_a_list_of_too_many_records_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "rows.json"
    path.write_text(json.dumps([{"id": at, "text": "A passage"} for at in range(9)]))
    monkeypatch.setattr(imported, "MOST_RECORDS", 8)
    assert "file.too-many-records" in _codes(load_any(path).problems)


def test_a_log_in_which_all_is_sent_over_and_over_is_refused_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(map(_record, range(12))))
    assert read_logs(path).sessions
    monkeypatch.setattr(conversations, "MOST_SENT", 10)
    monkeypatch.setattr("inspector.files.session_logs.reading.MOST_SENT", 10)
    read = read_logs(path)
    [told] = [one for one in read.problems if one.code == "timeline.too-long"]
    assert (read.sessions, told.place.file, told.place.line) == ((), str(path), 8)
    assert told.fix


def test_a_log_of_too_many_lines_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.jsonl"
    path.write_text("".join(f"{_record(at)}\n" for at in range(9)))
    assert read_logs(path).sessions
    monkeypatch.setattr("inspector.files.session_logs.reading.MOST_LINES", 8)
    read = read_logs(path)
    assert (read.sessions, _codes(read.problems)) == ((), ["file.too-many-records"])
