"""What a discipline report says about the steps, the fields and the numbers."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest

from inspector.core.discipline import (
    ArtifactMeta,
    ArtifactNotFoundError,
    ArtifactTooLargeError,
    DisciplineLimits,
    HotState,
    MemoryArtifactStore,
    discipline,
    restore_hot_state,
)
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Verdict
from inspector.core.tokens.counter import UncountableTextError
from inspector.session.discipline_stage import DisciplineStage
from inspector.session.session import Session
from inspector.stage import Part
from inspector.stages.discipline.part import open_discipline, set_hot_state

INDEX = [{"artifact_id": f"a{number}", "type": "doc"} for number in range(8)]
BIG = {"session_id": "s", "objective": "Do it", "constraints": ["c" * 40] * 8}


class OneCharacterOneToken:
    """Counts characters, so that numbers can be read off the page."""

    name = "characters"

    def count(self, text: str) -> int:
        if "☃" in text:
            raise UncountableTextError("snow")
        return len(text)

    def count_many(self, texts: Iterable[str]) -> list[int]:
        return [self.count(text) for text in texts]


class BrokenStore(MemoryArtifactStore):
    """Fails when it is asked to store, or stores under another id."""

    def __init__(self, failure: Exception | None) -> None:
        super().__init__()
        self.failure = failure

    def store_text(self, content: str, **options: Any) -> ArtifactMeta:
        if self.failure is not None:
            raise self.failure
        return super().store_text(content + " ", **options)


def _row(entries: Iterable[LedgerEntry], subject: str) -> LedgerEntry:
    return next(entry for entry in entries if entry.subject == subject)


def test_a_state_within_its_limits_is_returned_as_it_is() -> None:
    report = discipline(BIG)
    assert (report.type, report.moved, report.violations) == ("pass", (), ())
    assert report.hot_state == HotState.model_validate(BIG)
    assert [step.name for step in report.steps] == ["check"]
    assert report.problems == ()


def test_exactly_at_a_limit_is_allowed() -> None:
    tokens = discipline(BIG).tokens
    assert discipline(BIG, limits={"max_hot_state_tokens": tokens}).type == "pass"
    assert discipline(BIG, limits={"max_hot_state_tokens": tokens - 1}).type == "compress"
    state = {"session_id": "s", "artifact_index": INDEX}
    assert discipline(state, limits={"max_artifact_index_entries": 8}).type == "pass"


def test_each_step_says_its_tokens_before_and_after_and_what_it_moved_where() -> None:
    store = MemoryArtifactStore()
    state = BIG | {"artifact_index": INDEX}
    limits = DisciplineLimits(max_artifact_index_entries=5)
    report = discipline(state, limits=limits, registry=store)
    check, compress, reference = report.steps
    assert report.type == "reference"
    assert check.tokens_before == check.tokens_after == report.original_tokens
    assert compress.tokens_before == check.tokens_after
    assert reference.tokens_after == report.tokens
    assert check.tokens_after > compress.tokens_after > reference.tokens_after
    assert [moved.field for moved in compress.moved] == ["constraints"]
    assert [moved.field for moved in reference.moved] == ["artifact_index"]
    assert report.moved == (*compress.moved, *reference.moved)
    for moved in report.moved:
        stored = store.get(moved.artifact_id)
        assert stored.content == moved.content
        assert (stored.meta.mime, stored.meta.label) == ("application/json", moved.label)


def test_an_index_moved_as_a_whole_leaves_one_entry_that_leads_to_it() -> None:
    report = discipline(
        {"session_id": "s", "artifact_index": INDEX}, limits={"max_artifact_index_entries": 1}
    )
    (entry,) = report.hot_state.artifact_index
    assert entry.artifact_id == report.moved[0].artifact_id
    assert (entry.type, entry.label) == ("data", "artifact_index.json")
    assert report.referenced_fields == ["artifact_index"]
    assert restore_hot_state(report).artifact_index[7].artifact_id == "a7"


def test_an_index_that_may_have_no_entry_at_all_is_rejected() -> None:
    state = {"session_id": "s", "artifact_index": INDEX}
    assert discipline(state, limits={"max_artifact_index_entries": 0}).type == "reject"


@pytest.mark.parametrize(
    ("switches", "said", "unsaid"),
    [
        ({}, "even after compression and reference extraction", " is off"),
        (
            {"enable_reference_extraction": False},
            "even after compression (reference extraction is off)",
            "and reference",
        ),
        ({"enable_compression": False}, "(compression is off;", "even after"),
    ],
)
def test_a_rejection_says_which_steps_were_tried(
    switches: dict[str, bool], said: str, unsaid: str
) -> None:
    report = discipline(BIG, limits={"max_hot_state_tokens": 3}, **switches)
    assert report.type == "reject"
    assert said in report.reason
    assert unsaid not in report.reason
    assert "Initial: " in report.reason
    assert (report.hot_state, report.json, report.tokens) == (None, None, None)


def test_reference_extraction_needs_the_compressed_state() -> None:
    state = {"session_id": "s", "artifact_index": INDEX}
    report = discipline(state, limits={"max_artifact_index_entries": 5}, enable_compression=False)
    assert report.type == "reject"
    assert [step.tried for step in report.steps] == [True, False, False]


def test_nothing_is_stored_for_a_step_that_did_not_help() -> None:
    store = MemoryArtifactStore()
    report = discipline(BIG, limits={"max_hot_state_tokens": 3}, registry=store)
    assert report.type == "reject"
    assert report.steps[1].moved
    with pytest.raises(ArtifactNotFoundError, match="no artifact"):
        store.get(report.steps[1].moved[0].artifact_id)


def test_with_rejection_off_the_minimal_state_is_returned_and_marked_when_still_over() -> None:
    state = BIG | {"run_id": "r" * 40, "risk_level": "low"}
    fits = discipline(
        state, limits={"max_hot_state_tokens": 25}, reject_on_persistent_overflow=False
    )
    assert (fits.type, fits.over_limit, fits.violations) == ("compress", False, ())
    assert set(fits.hot_state.model_dump()) == {"session_id", "run_id", "risk_level"}
    over = discipline(
        state, limits={"max_hot_state_tokens": 5}, reject_on_persistent_overflow=False
    )
    assert (over.type, over.over_limit) == ("compress", True)
    assert [violation.field for violation in over.violations] == ["hot_state_tokens"]
    assert over.ledger.balances
    assert _row(over.ledger.entries, "over").tokens == 5 - over.tokens
    assert restore_hot_state(over) == HotState.model_validate(state)
    with pytest.raises(TypeError, match="report"):
        restore_hot_state(state)  # type: ignore[arg-type]


def test_a_rejection_names_every_violation() -> None:
    limits = {"max_hot_state_tokens": 3, "max_artifact_index_entries": 2}
    report = discipline({"session_id": "s", "artifact_index": INDEX}, limits=limits)
    fields = [violation.field for violation in report.violations]
    assert fields == ["hot_state_tokens", "artifact_index_entries"]


@pytest.mark.parametrize(
    ("failure", "why"),
    [
        (OSError("disk full at /home/somebody"), "OSError"),
        (OSError(28, "No space left", "kept/ab"), "kept/ab: No space left"),
        (ArtifactTooLargeError(9, 1), "the artifact has 9 bytes, at most 1 are allowed"),
        (None, "it keeps the content under another id than its hash"),
    ],
    ids=["io", "full", "size", "id"],
)
@pytest.mark.parametrize("reject", [True, False])
def test_a_registry_that_cannot_keep_a_field_rejects_the_state(
    failure: Exception | None, why: str, reject: bool
) -> None:
    report = discipline(
        BIG,
        limits={"max_hot_state_tokens": 20},
        registry=BrokenStore(failure),
        reject_on_persistent_overflow=reject,
    )
    assert report.type == "reject"
    assert f"could not keep constraints: {why} (fail closed)" in report.reason
    assert report.violations[0].ambiguous
    assert report.violations[0].actual == -1  # it could not be measured
    assert report.ledger.balances


def test_a_field_too_large_to_be_kept_is_not_taken_out() -> None:
    state = {"session_id": "s", "constraints": ["c" * 600_000]}
    assert discipline(state).type == "reject"


def test_without_a_registry_the_report_says_that_it_holds_the_only_copy() -> None:
    report = discipline(BIG, limits={"max_hot_state_tokens": 20})
    assert [problem.code for problem in report.problems] == ["discipline.no-registry"]
    assert discipline(BIG).problems == ()


@pytest.mark.parametrize("limit", [float("nan"), float("inf"), None, "many", True, 2**53])
def test_a_limit_that_is_not_a_number_rejects_and_says_which(limit: Any) -> None:
    for limits in ({"max_hot_state_tokens": limit}, DisciplineLimits(max_hot_state_tokens=limit)):
        report = discipline({"session_id": "s"}, limits=limits, reject_on_persistent_overflow=False)
        assert report.type == "reject"
        assert "max_hot_state_tokens" in report.reason
        assert report.ledger.budget == 0
        assert report.ledger.balances


@pytest.mark.parametrize("limits", [[1], 5, {"max_tokens": 5}])
def test_limits_that_are_none_of_ours_reject(limits: Any) -> None:
    report = discipline({"session_id": "s"}, limits=limits)
    assert report.type == "reject"
    assert report.problems[0].place.pointer.startswith("/limits")


def test_every_problem_of_state_and_limits_is_reported_together() -> None:
    report = discipline({"x": 1}, limits={"max_rag_chunks": "x", "max_prompt_tokens": None})
    assert [problem.place.pointer for problem in report.problems] == [
        "/limits/max_prompt_tokens",
        "/limits/max_rag_chunks",
        "/session_id",
        "/x",
    ]


def test_a_real_count_stands_beside_the_estimate() -> None:
    report = discipline({"session_id": "s"}, counter=OneCharacterOneToken())
    assert (report.tokens, report.counter, report.counted_tokens) == (5, "characters", 18)
    report = discipline({"session_id": "☃"}, counter=OneCharacterOneToken())
    assert report.type == "pass"
    assert report.counted_tokens is None
    assert [problem.code for problem in report.problems] == ["discipline.uncountable"]


def test_the_ledger_says_what_became_of_every_field() -> None:
    report = discipline(BIG | {"artifact_index": INDEX}, limits={"max_artifact_index_entries": 5})
    entries = report.ledger.entries
    verdicts = {row.subject: row.verdict for row in entries if row.kind == "field"}
    assert verdicts == {
        "session_id": Verdict.INCLUDED,
        "objective": Verdict.INCLUDED,
        "constraints": Verdict.REDUCED,
        "artifact_index": Verdict.REDUCED,
    }
    constraints = _row(entries, "constraints")
    assert (constraints.tokens, constraints.cap) == (0, "max_artifact_index_entries")
    assert report.moved[0].artifact_id in constraints.sentence
    assert {row.account for row in entries} == {"hot_state"}
    tokens = {one.field: (one.before, one.after) for one in report.field_tokens}
    assert tokens["constraints"] == (constraints.needed, 0)
    # "session_id":"s" has 16 characters.
    assert tokens["session_id"] == (4, 4)


def test_an_empty_index_goes_without_a_reference() -> None:
    state = {"session_id": "s", "artifact_index": [], "constraints": ["c"]}
    report = discipline(state, limits={"max_hot_state_tokens": 5})
    assert (report.type, report.referenced_fields) == ("reference", [])
    assert report.json == '{"session_id":"s"}'
    assert _row(report.ledger.entries, "artifact_index").reason.code == "field_empty"
    assert restore_hot_state(report) == HotState.model_validate(state)


def test_a_rejected_state_has_every_field_refused_and_the_budget_unused() -> None:
    report = discipline(BIG, limits={"max_hot_state_tokens": 3})
    rows = [row for row in report.ledger.entries if row.kind == "field"]
    assert {row.verdict for row in rows} == {Verdict.REFUSED}
    assert _row(report.ledger.entries, "unused").tokens == 3
    with pytest.raises(ValueError, match="nothing to restore"):
        restore_hot_state(report)


def test_a_report_does_not_show_contents_when_it_is_printed() -> None:
    secret = "correct-horse-battery"
    state = {"session_id": secret, "constraints": [secret] * 9}
    report = discipline(state, limits={"max_hot_state_tokens": 20})
    assert report.type == "compress"
    assert secret not in repr(report)
    assert secret not in "".join(row.sentence for row in report.ledger.entries)


# Pointers -------------------------------------------------------------------------------


LONG = {
    "session_id": "s",
    "accepted_decisions": ["a decision " * 40, "another"],
    "open_questions": ["a question " * 40],
    "last_successful_step": "a step " * 40,
}


def test_what_compression_takes_out_leaves_one_entry_for_each_field() -> None:
    store = MemoryArtifactStore()
    report = discipline(
        LONG, limits={"max_hot_state_tokens": 200}, keep_pointers=True, registry=store
    )
    assert report.hot_state is not None
    entries = [(one.type, one.label, one.summary) for one in report.hot_state.artifact_index or ()]
    assert entries == [
        ("data", "accepted_decisions", "2 accepted_decisions entries"),
        ("data", "open_questions", "1 open_questions entry"),
        ("data", "last_successful_step", "1 value"),
    ]
    for pointer, moved in zip(report.pointers, report.moved, strict=True):
        assert store.get(pointer.artifact_id).content == moved.content
    assert report.type == "compress"
    assert [step.name.value for step in report.steps] == ["check", "compress"]
    assert report.ledger.balances
    assert restore_hot_state(report, store).model_dump(mode="json") == LONG


@pytest.mark.parametrize(
    "limits", [{"max_hot_state_tokens": 70}, {"max_artifact_index_entries": 2}]
)
def test_one_entry_leads_to_all_where_one_a_field_breaks_a_limit(limits: dict[str, int]) -> None:
    store = MemoryArtifactStore()
    report = discipline(
        LONG, limits={"max_hot_state_tokens": 200} | limits, keep_pointers=True, registry=store
    )
    (pointer,) = report.pointers
    content = json.loads(store.get(pointer.artifact_id).content)
    assert content == {name: LONG[name] for name in list(LONG)[1:]}
    assert pointer.summary == "3 fields: accepted_decisions, open_questions, last_successful_step"
    assert restore_hot_state(report, store).model_dump(mode="json") == LONG


@pytest.mark.parametrize(
    "limits", [{"max_hot_state_tokens": 20}, {"max_artifact_index_entries": 0}]
)
def test_without_room_for_a_pointer_there_is_none_and_the_report_says_so(
    limits: dict[str, int],
) -> None:
    report = discipline(
        LONG,
        limits={"max_hot_state_tokens": 200} | limits,
        keep_pointers=True,
        registry=MemoryArtifactStore(),
    )
    assert report.type == "compress"
    assert report.pointers == ()
    assert [problem.code for problem in report.problems] == ["discipline.no-pointers"]


def test_pointers_are_off_in_the_function_and_on_in_a_new_session_only() -> None:
    assert discipline(LONG, limits={"max_hot_state_tokens": 200}).pointers == ()
    new = set_hot_state(LONG)(Session()).discipline
    assert new.keep_pointers
    opened = open_discipline(DisciplineStage(hot_state=LONG), "state.json")(Session())
    assert opened.discipline == new
    assert opened.source(Part.DISCIPLINE) == "state.json"
    saved = Session().having(discipline=DisciplineStage(hot_state=LONG))
    assert not set_hot_state(BIG)(saved).discipline.keep_pointers
