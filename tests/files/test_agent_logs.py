"""The conversation of a coding agent's log is a path, and every other line has its reason."""

from __future__ import annotations

import pytest

from inspector.files.chat.claude_code_log import read_claude_code
from inspector.files.chat.codex_log import read_codex
from inspector.files.chat.log_entries import Origin, injected_kind
from tests.files.chats.agent_logs import (
    call,
    event,
    item,
    node,
    parsed,
    reasons,
    result,
    stretches,
)


def claude(*records: object):
    return read_claude_code(parsed(records))


def codex(*records: object):
    return read_codex(parsed(records))


PATHS = {
    "what a rewind left behind is abandoned": (
        [
            node("u1", None, "user", "one"),
            node("a1", "u1", "assistant", "1"),
            node("u2", "a1", "user", "two"),
            node("a2", "u2", "assistant", "2"),
            node("u3", "a1", "user", "three"),
        ],
        [["one", "1", "three"]],
        [(3, "abandoned"), (4, "abandoned")],
    ),
    "results of tools called together stand after their calls": (
        [
            node("u1", None, "user", "one"),
            node("a1", "u1", "assistant", call("x"), answer="m"),
            node("a2", "a1", "assistant", call("y"), answer="m"),
            node("r1", "a1", "user", result("x")),
            node("r2", "a2", "user", result("y")),
            node("a3", "r1", "assistant", "done"),
        ],
        [["one", "x", "y", "to x", "to y", "done"]],
        [],
    ),
    "a result that was given again after a rewind is not there twice": (
        [
            node("a1", None, "assistant", call("x")),
            node("r1", "a1", "user", result("x", "first")),
            node("a2", "r1", "assistant", "one"),
            node("r2", "a1", "user", result("x", "second")),
            node("a3", "r2", "assistant", "two"),
        ],
        [["x", "to x", "two"]],
        [(2, "abandoned"), (3, "abandoned")],
    ),
    "a record that stands twice counts once as it was last": (
        [
            node("u1", None, "user", "one"),
            node("a1", "u1", "assistant", "Ber"),
            node("u1", None, "user", "one"),
            node("a1", "u1", "assistant", "Bergen"),
            node("u2", "a1", "user", "two"),
        ],
        [["one", "Bergen", "two"]],
        [(1, "stands"), (2, "stands")],
    ),
    "a summary without a boundary ends what was before": (
        [
            node("u1", None, "user", "old"),
            node("k1", "u1", "user", "summary", isCompactSummary=True),
            node("u2", "k1", "user", "new"),
        ],
        [["old"], ["summary", "new"]],
        [],
    ),
    "a line that is missing does not cut the conversation": (
        [node("u1", None, "user", "one"), 5, node("u2", "gone", "user", "two")],
        [["one", "two"]],
        [(2, "unreadable")],
    ),
    "a log whose records name no parent that it holds is in order": (
        [
            node("u1", None, "user", "one"),
            node("a1", None, "assistant", "1"),
            node("u2", None, "user", "two"),
        ],
        [["one", "1", "two"]],
        [],
    ),
}


@pytest.mark.parametrize(("records", "sent", "left_out"), PATHS.values(), ids=PATHS)
def test_a_log_of_claude_code_is_a_path(records, sent, left_out):
    log = claude(*records)
    assert stretches(log) == sent
    assert reasons(log) == left_out


def test_the_newest_message_is_told_by_its_time_where_all_have_one():
    def at(minute: int) -> str:
        return f"2026-01-01T00:{minute:02}:00Z"

    log = claude(
        node("u1", None, "user", "one", timestamp=at(0)),
        node("u3", "u1", "user", "later", timestamp=at(5)),
        node("u2", "u1", "user", "earlier", timestamp=at(3)),
    )
    assert stretches(log) == [["one", "later"]]


def test_of_snapshots_that_grow_the_last_counts():
    def text(*said: str) -> list[dict[str, str]]:
        return [{"type": "text", "text": one} for one in said]

    log = claude(
        node("u1", None, "user", "one"),
        node("a1", "u1", "assistant", text("Ber"), answer="m"),
        node("a2", "a1", "assistant", text("Bergen"), answer="m"),
        node("a3", "a2", "assistant", text("Genoa"), answer="m"),
    )
    assert stretches(log) == [["one", "Bergen", "Genoa"]]
    assert reasons(log) == [(2, "a")]


@pytest.mark.parametrize("anchor", ["k1", "c1"])
@pytest.mark.parametrize("follows", ["a2", "k1"])
def test_a_compaction_keeps_the_messages_that_it_names(anchor: str, follows: str):
    segment = {"headUuid": "u2", "anchorUuid": anchor, "tailUuid": "a2"}
    log = claude(
        node("u1", None, "user", "old"),
        node("u2", "u1", "user", "kept"),
        node("a2", "u2", "assistant", "2"),
        {
            "type": "system",
            "subtype": "compact_boundary",
            "sessionId": "s",
            "uuid": "c1",
            "parentUuid": None,
            "logicalParentUuid": "a2",
            "compactMetadata": {"preservedSegment": segment},
        },
        node("k1", "c1", "user", "summary", isCompactSummary=True),
        node("u3", "k1" if anchor == "c1" else follows, "user", "new"),
    )
    kept = ["summary", "kept", "2"] if anchor == "k1" else ["kept", "2", "summary"]
    assert stretches(log) == [["old", "kept", "2"], [*kept, "new"]]
    assert log.threads[0].stretches[1].kept == 3


def test_a_notice_of_the_program_was_never_sent():
    log = claude(
        node("u1", None, "user", "one"),
        node("a1", "u1", "assistant", "overloaded", model="<synthetic>"),
        node("a2", "u1", "assistant", "limit", isApiErrorMessage=True),
        node("u2", "a1", "user", "two"),
    )
    assert stretches(log) == [["one", "two"]]
    assert [entry.model for entry in log.threads[0].stretches[0].entries] == [None, None]


def test_a_conversation_whose_records_name_parents_that_are_missing_says_so():
    log = claude(node("u1", None, "user", "one"), 5, node("u2", "gone", "user", "two"))
    assert "parents" in log.readings


def test_what_a_compaction_keeps_may_be_written_after_it():
    kept = {"anchorUuid": "k1", "uuids": ["u2", "a2"]}
    log = claude(
        node("u1", None, "user", "old"),
        node("a1", "u1", "assistant", "1"),
        node("u2", "a1", "user", "kept"),
        {
            "type": "system",
            "subtype": "compact_boundary",
            "sessionId": "s",
            "uuid": "c1",
            "parentUuid": None,
            "logicalParentUuid": "a2",
            "compactMetadata": {"preservedMessages": kept},
        },
        node("k1", "c1", "user", "summary", isCompactSummary=True),
        node("a2", "k1", "assistant", "2"),
        node("u3", "a2", "user", "new"),
    )
    assert stretches(log) == [["old", "1", "kept"], ["summary", "kept", "2", "new"]]


def test_sessions_in_one_file_are_conversations_of_their_own():
    first = node("u1", None, "user", "one")
    other = {**node("v1", None, "user", "other"), "sessionId": "t"}
    log = claude(first, other, node("a1", "u1", "assistant", "1"))
    said = [[entry.message["content"] for entry in one.stretches[0].entries] for one in log.threads]
    assert said == [["one", "1"], ["other"]]
    assert log.left_out == []


def test_parents_in_a_circle_end_where_it_closes():
    log = claude(node("u1", "u2", "user", "one"), node("u2", "u1", "user", "two"))
    assert stretches(log) == [["one", "two"]]


def test_what_hangs_beside_the_path_and_leads_nowhere_was_sent_with_it():
    log = claude(
        node("u1", None, "user", "one"),
        {
            "type": "attachment",
            "sessionId": "s",
            "uuid": "t1",
            "parentUuid": "u1",
            "attachment": {"type": "edited_text_file", "filename": "x", "snippet": "edited"},
        },
        {
            "type": "attachment",
            "sessionId": "s",
            "uuid": "t2",
            "parentUuid": "u1",
            "attachment": {"type": "plan_mode"},
        },
        node("a1", "u1", "assistant", "1"),
    )
    assert stretches(log) == [["one", "edited", "1"]]
    assert reasons(log) == [(3, "an")]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("<system-reminder>Mind.</system-reminder>", "system-reminder"),
        ("<command-name>/x</command-name>\n<command-args></command-args>", "command-name"),
        ("[Request interrupted by user for tool use]", "interruption"),
        ("# AGENTS.md instructions for /w", "instructions"),
        ("<system-reminder>Mind.</system-reminder> and then?", None),
        ("<div>What does this do?</div>", None),
        ("<my-element>", None),
        ("<task-notification>Done.</task-notification>\nRead it.", "task-notification"),
        ("What is it?", None),
        ("", None),
    ],
)
def test_what_a_program_wrote_is_told_by_what_it_is_written_in(text: str, kind: str | None):
    assert injected_kind(text) == kind


def test_a_command_begins_a_turn_only_where_it_became_a_prompt():
    def said(following: dict) -> Origin:
        command = node("u1", None, "user", "<command-name>/x</command-name>")
        return claude(command, following).threads[0].stretches[0].entries[0].origin

    assert said(node("u2", "u1", "user", "Look.", isMeta=True)) is Origin.PERSON
    output = "<local-command-stdout>x</local-command-stdout>"
    assert said(node("u2", "u1", "user", output)) is Origin.INJECTED


def test_a_roll_back_takes_the_last_turns_off():
    log = codex(
        item("user", "one", 1),
        item("assistant", "1", 2),
        item("user", "two", 3),
        item("assistant", "2", 4),
        item("user", "three", 5),
        event("thread_rolled_back", num_turns=2),
        item("user", "four", 6),
    )
    assert stretches(log) == [["one", "1", "four"]]
    assert reasons(log) == [(3, "abandoned"), (4, "abandoned"), (5, "abandoned"), (6, "no")]


def test_a_compaction_in_a_turn_that_was_rolled_back_never_was():
    log = codex(
        item("user", "one", 1),
        item("user", "two", 2),
        {"type": "compacted", "timestamp": "t", "payload": {"message": "summary"}},
        event("thread_rolled_back", num_turns=1),
        item("user", "three", 3),
    )
    assert stretches(log) == [["one", "three"]]


def test_a_compaction_leaves_what_it_lists_else_what_a_person_said_and_a_summary():
    listed = {"message": "", "replacement_history": [item("user", "kept")["payload"]]}
    log = codex(
        item("developer", "rules", 1),
        item("user", "one", 2),
        item("assistant", "1", 3),
        {"type": "compacted", "timestamp": "t", "payload": {"message": "summary"}},
        item("user", "two", 4),
        {"type": "compacted", "timestamp": "u", "payload": listed},
        item("user", "three", 5),
    )
    assert stretches(log) == [
        ["rules", "one", "1"],
        ["rules", "one", "summary", "two"],
        ["kept", "three"],
    ]


def test_the_events_of_a_log_tell_what_a_person_typed():
    log = codex(
        item("user", "Warnings are on.", 1),
        item("user", "Sort it.", 2),
        event("user_message", message="Sort it."),
        event("task_started", model_context_window=258_400),
        event("token_count", info={"last_token_usage": {"input_tokens": 9}}),
    )
    (thread,) = log.threads
    said = [entry.origin for entry in thread.stretches[0].entries]
    assert said == [Origin.INJECTED, Origin.PERSON]
    assert thread.window == 258_400
    assert thread.stretches[0].entries[1].usage == {"last_token_usage": {"input_tokens": 9}}


def test_a_line_that_stands_twice_to_the_byte_counts_once():
    log = codex(item("user", "one", 1), item("user", "one", 1), item("user", "one", 2))
    assert stretches(log) == [["one", "one"]]
    assert reasons(log) == [(2, "stands")]
