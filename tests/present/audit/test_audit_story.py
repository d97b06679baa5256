"""A story of manifests: how many are right, the worst finding, and what it means."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from inspector.analysis.injection_runs import InjectionRuns
from inspector.files import load_session, manifest_bytes, save_session
from inspector.present.story import made_story, slides
from inspector.session.audit_edits import open_audit
from inspector.session.audit_stage import AuditStage
from inspector.session.session import Session
from inspector.stages.audit.story import story_of
from tests.shared.samples import sample_session


def inbox(wrong: tuple[bool, ...]) -> Session:
    """A session with a manifest for each: right, or with another score; the last is shown."""
    session = sample_session("direct-target")
    report = InjectionRuns().run(session).report
    assert report is not None
    right = json.loads(manifest_bytes(report.manifest))
    for place, is_wrong in enumerate(wrong):
        manifest = json.loads(json.dumps(right))
        if is_wrong:
            manifest["knowledge_cards"][0]["token_count"] += 7
        text = json.dumps(manifest, indent=2) + " " * place
        session = open_audit(AuditStage(manifest=text), f"{place}.json")(session)
    return session


def test_an_inbox_begins_with_how_many_of_its_manifests_failed() -> None:
    told = story_of(inbox((True, False, True)))
    assert told[0].title == "3 manifests: 2 failed, 1 verified."
    assert [step.select is not None for step in told] == [False, True, True]


def test_of_an_inbox_that_shows_one_that_is_right_the_first_that_failed_is_named() -> None:
    told = story_of(inbox((True, False)))
    assert len(told) == 2
    assert "Failed: " in told[1].title
    assert told[1].select is None


def test_an_inbox_without_a_fault_is_one_sentence() -> None:
    assert [step.title for step in story_of(inbox((False, False)))] == ["2 manifests: 2 verified."]
    assert story_of(Session()) == ()


def test_the_stage_of_a_step_is_saved_with_it(tmp_path: Path) -> None:
    told = made_story(sample_session("audit"))
    path = tmp_path / "told.inspector.json"
    save_session(replace(sample_session("audit"), story=told), path)
    assert load_session(path).value.story == told


def test_a_slide_is_of_the_verdicts_or_of_the_manifest_and_says_no_reason_twice() -> None:
    first, second, third = slides(replace(inbox((True, False, True)), story=()))
    assert ">Failed<" in first.chart
    assert ">Failed<" not in second.chart == third.chart
    assert second.reason == ""
    assert third.reason.rstrip(".") in second.title.replace(" · ", ": ")
