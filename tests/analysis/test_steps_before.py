"""What is used before the injection has one source, wherever a session is run."""

from dataclasses import replace

import pytest

from inspector.analysis.audit_runs import audit_of, own_audit
from inspector.analysis.corpus.single_policy import run_corpus
from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.steps_before import has_steps, used_before
from inspector.core.candidates.counting import count_candidates
from inspector.core.tokens import counter_by_name
from inspector.files.audit_bundle.reading import load_bundle
from inspector.files.audit_bundle.writing import bundle_bytes
from inspector.session.edits import set_at
from inspector.session.session import Session
from inspector.stage import Part
from inspector.stages.assembly.runs import AssemblyRuns
from inspector.stages.injection.summary import before_words
from tests.shared.samples import sample_session


@pytest.fixture(scope="module")
def prompt() -> Session:
    session = sample_session("assembly")
    assert session.request is not None
    return set_at("request", "tokens_used_before", 0)(session)


def test_run_prompt_audit_corpus_and_bundle_have_the_same_number(prompt, tmp_path):
    runs = InjectionRuns()
    result, assembled = runs.run(prompt), AssemblyRuns().run(prompt).assembly
    assert result.report is not None
    assert assembled is not None
    used = result.report.prepared.tokens_used_before
    assert used == assembled.tokens_used_before > 0
    assert result.report.manifest == assembled.injection.manifest
    assert not own_audit(result, runs.counter(prompt)).errors
    tokens = counter_by_name(prompt.request.model.encoding)
    counted = count_candidates(prompt.candidates, tokens)
    ((_, report),) = run_corpus(
        (prompt.request,),
        counted,
        tokens,
        prompt.policy,
        prompt.strategy,
        prompt.settings,
        session=prompt,
    )
    assert report.manifest == result.report.manifest
    path = tmp_path / "case.audit.zip"
    path.write_bytes(bundle_bytes(prompt, runs))
    bundle = load_bundle(path).value
    assert bundle is not None
    assert bundle.request.tokens_used_before == used
    assert not audit_of(result.report.manifest.model_dump(mode="json"), (), bundle, runs).errors


def test_a_request_that_says_another_number_is_warned_of_with_both(prompt):
    other = set_at("request", "tokens_used_before", 7)(prompt)
    other = replace(other, sources=((Part.REQUEST, "asked.json"),))
    runs = InjectionRuns()
    result = runs.run(other)
    used = runs.run(prompt).report.prepared.tokens_used_before
    assert result.report.prepared.tokens_used_before == used
    (warning,) = [one for one in result.problems if one.code == "request.tokens-before"]
    assert "7 tokens" in warning.message
    assert f"{used:,}" in warning.message
    assert (warning.place.file, warning.place.pointer) == ("asked.json", "/tokens_used_before")
    assert not [one for one in runs.run(prompt).problems if one.code == "request.tokens-before"]


@pytest.mark.parametrize(("step", "counts"), [(1, True), (5, True), (6, False), (8, False)])
def test_pieces_of_steps_1_to_5_come_before(prompt, step, counts):
    piece = prompt.assembly.items[0].model_copy(update={"step": step})
    alone = replace(prompt, parts={})
    stage = prompt.assembly.model_copy(update={"items": (piece,)})
    assert has_steps(alone.having(assembly=stage)) is counts


def test_without_steps_the_request_says_it_or_nothing_is_stated(prompt):
    alone = replace(prompt, parts={})
    assert not has_steps(alone)
    runs = InjectionRuns()
    stated = set_at("request", "tokens_used_before", 7)(alone)
    assert before_words(runs.run(alone).report.prepared) == "nothing stated as used before"
    assert before_words(runs.run(stated).report.prepared) == "stated by the request"
    assert before_words(runs.run(prompt).report.prepared) == "steps 1 to 5 of the prompt"
    tokens = counter_by_name(alone.request.model.encoding)
    assert used_before(stated, stated.request, tokens).tokens == 7
