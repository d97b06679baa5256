"""The lint for secrets finds every holder in a session, tells no value, and keeps what it knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis import secret_lint
from inspector.analysis.secret_lint import HeldSecret, SecretLints, exclude, has_texts
from inspector.analysis.watched_counter import StoppedError
from inspector.core.assembly.pieces import AssemblyStage
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request
from inspector.core.problems import Severity
from inspector.project.findings import SecretFinding
from inspector.project.secrets import PatternScanner, ScannerProcess
from inspector.session.discipline_stage import DisciplineStage
from inspector.session.relevance_stage import RelevanceStage
from inspector.session.session import Session
from inspector.session.window_stage import WindowStage
from inspector.stage import Part, stages

HOLDERS = [holder for stage in stages() for holder, _ in stage.holders]
VALUE = "correct-horse-7"
LEAK = f"one\npassword={VALUE}\n"
CLEAN = {"id": "c", "type": "tool_output", "content": "nothing", "timestamp_ms": 0}
KEY = f"-----BEGIN PRIVATE KEY-----\n{'QUJD' * 16}\n-----END PRIVATE KEY-----"


def card(node_id: str, **texts: str) -> dict[str, object]:
    return {
        "node_id": node_id,
        "node_kind": "entity",
        "canonical_name": "A name",
        "relevance_score": 0.5,
        "renderings": texts,
    }


def candidates(*cards: dict[str, object], file: str = "", background: str = "") -> CandidateSet:
    files = [{"file_id": "f", "title": "F", "text": file, "relevance_score": 0.5}] if file else []
    bucket = {"bucket_id": "b", "bucket_title": "B", "background": background, "files": files}
    return CandidateSet.model_validate(
        {"set_id": "s", "knowledge_cards": list(cards), "buckets": [bucket]}
    )


def session_with(leak: str) -> Session:
    chunk = {"id": "k", "type": "tool_output", "content": leak, "timestamp_ms": 0}
    item = {"step": 1, "item_id": "i", "text": leak}
    return Session(
        candidates=candidates(card("c", compact="a", full=leak), file=leak, background=leak)
    ).having(
        window=WindowStage.model_validate(
            {"chunks": [chunk], "requests": [{"name": "r", "chunks": [chunk, CLEAN]}]}
        ),
        discipline=DisciplineStage(hot_state={"session_id": "x", "objective": leak}),
        assembly=AssemblyStage.model_validate({"items": [item]}),
        relevance=RelevanceStage(node_texts={"n": leak}),
    )


class CountingScanner:
    """Counts the texts that it is given."""

    name = "counting"

    def __init__(self) -> None:
        self.texts: list[str] = []

    def scan(self, text: str) -> tuple[SecretFinding, ...]:
        self.texts.append(text)
        return PatternScanner().scan(text)


def lint(session: Session) -> tuple[HeldSecret, ...]:
    return SecretLints(PatternScanner()).lint(session)


def test_every_holder_is_looked_at() -> None:
    assert [(one.holder, one.subject) for one in lint(session_with(LEAK))] == [
        ("card", "c"),
        ("background", "b"),
        ("file", "b:f"),
        ("node", "n"),
        ("field", "objective"),
        ("chunk", "k"),
        ("chunk of a request", "r: k"),
        ("item", "i"),
    ]
    assert lint(session_with("nothing")) == ()


def test_a_problem_tells_subject_kind_and_line_and_never_the_value() -> None:
    session = session_with(LEAK)
    session = replace(session, sources=((Part.CANDIDATES, "set.json"),))
    problems = [one.problem for one in lint(session)]
    first = problems[0]
    assert first.message == "The card c may hold a secret: password in line 2 of its full text."
    assert str(first.place) == "set.json /knowledge_cards/0/renderings/full"
    assert {problem.severity for problem in problems} == {Severity.WARNING}
    assert not any(VALUE in str(problem) for problem in problems)


@pytest.mark.parametrize(("count", "more"), [(5, ""), (6, "; and 1 more"), (7, "; and 2 more")])
def test_five_places_of_a_subject_are_told_and_the_others_are_counted(
    count: int, more: str
) -> None:
    leaks = "".join(f"password={VALUE}{number}\n" for number in range(count))
    [one] = lint(Session(candidates=candidates(card("c", full=leaks))))
    _, _, told = one.problem.message.partition(": ")
    assert told.count(" in line ") == 5
    assert told.endswith(f"line 5 of its full text{more}.")


def test_a_structure_is_certain_and_a_name_is_not() -> None:
    session = Session(candidates=candidates(card("a", full=KEY), card("b", full=LEAK)))
    assert [one.problem.code for one in lint(session)] == ["secrets.certain", "secrets.uncertain"]


def test_a_name_of_the_hot_state_tells_about_its_value() -> None:
    state = {"session_id": "x", "artifact_index": [{"api_key": "Zx81Qw77"}]}
    [held] = lint(Session().having(discipline=DisciplineStage(hot_state=state)))
    assert (held.holder, held.subject) == ("field", "artifact_index")


@pytest.mark.parametrize("holder", HOLDERS)
def test_what_is_excluded_is_no_problem_any_more(holder: str) -> None:
    session = session_with(LEAK)
    found = lint(session)
    [held] = [one for one in found if one.holder == holder]
    edit = exclude(held.holder, held.subject)
    assert edit is not None
    assert lint(edit(session)) == tuple(one for one in found if one is not held)


def test_what_cannot_be_done_without_is_told_and_not_excluded() -> None:
    [held] = lint(Session().having(discipline=DisciplineStage(hot_state={"session_id": LEAK})))
    assert held.exclusion is None
    assert "Exclude" not in held.problem.fix


def test_what_is_known_is_not_scanned_again() -> None:
    scanner = CountingScanner()
    lints = SecretLints(scanner)
    session = session_with(LEAK)
    first = lints.lint(session)
    seen = len(scanner.texts)
    assert seen < 10
    assert lints.lint(replace(session, title="Another")) == first
    changed = session.having(assembly=AssemblyStage())
    assert lints.lint(changed) == tuple(one for one in first if one.holder != "item")
    assert len(scanner.texts) == seen


@pytest.mark.parametrize("at_once", [1, 60, 100_000])
def test_texts_go_to_the_scanner_some_at_a_time(
    monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(secret_lint, "_CHARACTERS_AT_ONCE", at_once)
    texts = [LEAK, "plain", LEAK, KEY, "", LEAK + "1"]
    session = Session(
        candidates=candidates(*(card(f"c{at}", full=text) for at, text in enumerate(texts)))
    )
    asked: list[int] = []

    class Scanner(ScannerProcess):
        def scan_all(self, texts: Sequence[str]) -> list[tuple[SecretFinding, ...]]:
            asked.append(len(texts))
            return super().scan_all(texts)

    scanner = Scanner(PatternScanner)
    assert SecretLints(scanner).lint(session) == lint(session)
    assert len(lint(session)) == 4
    assert sum(asked) == 5  # the name, and each other text once
    assert len(asked) == {1: 4, 60: 3, 100_000: 1}[at_once]
    scanner.close()


def test_what_was_found_last_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secret_lint, "_TEXTS_REMEMBERED", 3)
    scanner = CountingScanner()
    lints = SecretLints(scanner)

    def scanned(*texts: str) -> list[str]:
        scanner.texts.clear()
        cards = [card(f"c{at}", full=text) for at, text in enumerate(texts)]
        lints.lint(Session(candidates=candidates(*cards)))
        return scanner.texts

    assert scanned("one", "two") == ["A name", "one", "two"]
    assert scanned("two", "three") == ["three"]
    assert scanned("two", "three") == []
    assert scanned("one") == ["one"]


def test_a_lint_stops_when_it_is_told_to() -> None:
    scanner = CountingScanner()
    cards = [card(f"c{number}", full=f"text {number}") for number in range(50)]
    with pytest.raises(StoppedError):
        SecretLints(scanner).lint(
            Session(candidates=candidates(*cards)), lambda done, total: done < 5 <= total
        )
    assert len(scanner.texts) < 12


def test_an_empty_session_has_nothing_to_lint() -> None:
    assert not has_texts(Session())
    assert has_texts(session_with("x"))


@given(st.lists(st.sampled_from([LEAK, KEY, "plain", ""]), max_size=8))
def test_lints_depend_on_nothing_but_the_session(texts: list[str]) -> None:
    lints = SecretLints(PatternScanner())
    for count in range(len(texts) + 1):
        cards = [card(f"c{at}", full=text) for at, text in enumerate(texts[:count])]
        session = Session(candidates=candidates(*cards))
        found = lints.lint(session)
        assert found == lint(session)
        assert [one.subject for one in found] == [
            f"c{at}" for at, text in enumerate(texts[:count]) if text in (LEAK, KEY)
        ]


def test_what_only_the_request_brings_is_looked_at_where_the_request_holds_it():
    own = candidates(card("mine", full=LEAK), file=LEAK)
    asked = Request.model_validate(
        {
            "trace_id": "t",
            "timestamp": "2026-04-03T12:00:00Z",
            "model": {"name": "m", "context_window": 1000},
            "candidates": {"knowledge_cards": own.knowledge_cards, "buckets": own.buckets},
        }
    )
    session = Session(request=asked, sources=((Part.REQUEST, "r.json"),))
    found = SecretLints(PatternScanner()).lint(session)
    assert [(one.subject, str(one.problem.place)) for one in found] == [
        ("mine", "r.json /candidates/knowledge_cards/0/renderings/full"),
        ("b:f", "r.json /candidates/buckets/0/files/0/text"),
    ]
    excluded = exclude(found[0].holder, "mine")(session)
    assert [one.subject for one in SecretLints(PatternScanner()).lint(excluded)] == ["b:f"]
