"""Sessions of Claude Code: one request an answer, on its path, with what it recorded."""

from __future__ import annotations

import json
from pathlib import Path

from inspector.core.timeline.log import BlockKind
from inspector.files.session_logs.reading import read_logs
from tests.shared.session_log_parts import ClaudeLog, usage


def test_an_answer_over_several_lines_is_one_request_with_its_last_usage(tmp_path: Path) -> None:
    log = ClaudeLog()
    log.say("Mend the ferry table.")
    log.answer("m1", {"type": "text", "text": "I look."}, usage(900, output=1))
    log.call("m1", "c1", usage(900, output=1), file_path="/w/a.py")
    log.result("c1", "one\ntwo")
    log.call("m1", "c2", usage(900, output=40), file_path="/w/b.py")
    log.result("c2", "three")
    log.answer("m2", {"type": "text", "text": "Done."}, usage(1_000, 897))
    (session,) = read_logs(log.write(tmp_path / "s.jsonl")).sessions
    assert [one.id for one in session.requests] == ["m1", "m2"]
    first, second = session.requests
    assert first.usage is not None
    assert (first.usage.sent, first.usage.output) == (900, 40)
    assert [session.blocks[one].kind for one in first.came] == [BlockKind.USER]
    assert [session.blocks[one].kind for one in second.came] == [
        BlockKind.ASSISTANT,
        BlockKind.CALL,
        BlockKind.RESULT,
        BlockKind.CALL,
        BlockKind.RESULT,
    ]
    assert [session.blocks[one].name for one in second.came[1:3]] == ["a.py", "a.py"]


def test_a_rewind_leaves_its_requests_behind_on_their_own_path(tmp_path: Path) -> None:
    log = ClaudeLog()
    log.say("First.")
    kept = log.answer("m1", {"type": "text", "text": "One."}, usage(500))
    log.say("Left behind.")
    log.answer("m2", {"type": "text", "text": "Two."}, usage(600))
    log.say("Instead.", parent=kept)
    log.answer("m3", {"type": "text", "text": "Three."}, usage(650))
    (session,) = read_logs(log.write(tmp_path / "s.jsonl")).sessions
    assert [(one.id, one.abandoned, one.parent) for one in session.requests] == [
        ("m1", False, -1),
        ("m2", True, 0),
        ("m3", False, 0),
    ]
    texts = [session.blocks[one].text for one in session.requests[2].came]
    assert texts == ["One.", "Instead."]


def test_every_abandoned_message_has_a_block_of_its_own(tmp_path: Path) -> None:
    log = ClaudeLog()
    log.say("First.")
    kept = log.answer("m0", {"type": "text", "text": "One."}, usage(500))
    for number in range(1, 9):
        log.say(f"Left behind {number}.", parent=kept)
        log.answer(f"m{number}", {"type": "text", "text": f"Answer {number}."}, usage(600))
    (session,) = read_logs(log.write(tmp_path / "s.jsonl")).sessions
    for number, one in enumerate(session.requests[1:-1], 1):
        assert one.abandoned
        assert session.blocks[one.came[-1]].text == f"Left behind {number}."
        assert [session.blocks[block].text for block in one.answer] == [f"Answer {number}."]


def test_members_of_any_type_are_read_and_accounted_for(tmp_path: Path) -> None:
    log = ClaudeLog()
    log.say("First.")
    log.call("m1", "c1", usage(500), file_path="/w/a.py")
    log.result("c1", "one")
    for name, value in (("parentUuid", ["x"]), ("sessionId", {}), ("message", 3), ("type", None)):
        broken = json.loads(json.dumps(log.records))
        broken[1][name] = value
        broken[2]["message"]["content"][0]["tool_use_id"] = [value]
        path = tmp_path / "s.jsonl"
        path.write_text("".join(json.dumps(one) + "\n" for one in broken))
        assert read_logs(path).account.balances


def test_a_compaction_takes_the_path_away_and_brings_the_summary(tmp_path: Path) -> None:
    log = ClaudeLog()
    log.say("First.")
    log.answer("m1", {"type": "text", "text": "One."}, usage(500))
    log.compact(520, "This session is being continued: one was said.")
    log.answer("m2", {"type": "text", "text": "Two."}, usage(450))
    (session,) = read_logs(log.write(tmp_path / "s.jsonl")).sessions
    second = session.requests[1]
    assert second.compaction is not None
    assert (second.compaction.trigger, second.compaction.before) == ("auto", 520)
    assert second.gone == {0}
    assert [session.blocks[one].kind for one in second.came] == [BlockKind.SUMMARY]


def test_subagents_have_sessions_of_their_own_under_the_request_that_started_them(
    tmp_path: Path,
) -> None:
    log = ClaudeLog()
    log.say("Look.")
    log.call("m1", "c1", usage(500), prompt="Count the quays.")
    log.result("c1", "Four.")
    log.answer("m2", {"type": "text", "text": "Four."}, usage(600))
    path = log.write(tmp_path / "s.jsonl")
    side = ClaudeLog()
    side.say("Count the quays.")
    side.answer("a1", {"type": "text", "text": "Four."}, usage(200))
    for record in side.records:
        record.update(isSidechain=True, agentId="abc")
    side.write(tmp_path / "s" / "subagents" / "agent-abc.jsonl")
    for named in (path, tmp_path):
        (session,) = read_logs(named).sessions
        assert len(session.requests) == 2
        ((started_by, child),) = session.children
        assert (started_by, len(child.requests)) == (0, 1)


def test_every_line_is_accounted_for_and_a_cut_one_is_a_warning(tmp_path: Path) -> None:
    log = ClaudeLog()
    log.say("First.")
    log.answer("m1", {"type": "text", "text": "One."}, usage(500))
    path = log.write(tmp_path / "s.jsonl")
    with path.open("a") as file:
        file.write("no JSON\n" + json.dumps({"type": "progress", "uuid": "p"}) + '\n{"type": "us')
    read = read_logs(path)
    assert read.account.balances
    assert read.account.records == 5
    reasons = {one.reason: one.count for one in read.account.left_out}
    assert reasons["a line that is no JSON"] == 1
    assert reasons["the cut last line"] == 1
    assert {problem.severity.value for problem in read.problems} == {"warning"}
    assert len(read.sessions[0].requests) == 1


def test_a_folder_of_a_project_opens_with_all_its_sessions(tmp_path: Path) -> None:
    for name in ("one", "two"):
        log = ClaudeLog()
        log.say(name)
        log.answer(f"m-{name}", {"type": "text", "text": name}, usage(500))
        log.write(tmp_path / f"{name}.jsonl")
    assert [one.title for one in read_logs(tmp_path).sessions] == ["one", "two"]


def test_a_file_that_is_no_log_says_so(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"a": 1}')
    read = read_logs(path)
    assert read.sessions == ()
    assert [problem.code for problem in read.problems] == ["timeline.no-log"]
