"""Assembly stages in files, and the sample that tells the story of the eight steps."""

import json

from inspector.core.assembly import AssemblyStage, Decision, Step
from inspector.core.discipline import DisciplineAction
from inspector.core.reasons import Reason
from inspector.files import FileKind, detect_kind, load_any, load_session, save_session, schemas
from inspector.session.edits import set_policy_fields
from inspector.stage import Part
from inspector.stages.assembly.runs import AssemblyRuns
from tests.shared.samples import sample_path

SAMPLE = sample_path("assembly")


def sample():
    loaded = load_session(SAMPLE)
    assert loaded.problems == ()
    return loaded.value


def rows(assembly):
    return {row.subject: row for row in assembly.ledger.entries}


def test_a_file_of_pieces_is_known_by_its_contents(tmp_path):
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"items": [{"step": 1, "item_id": "a", "text": "b"}]}))
    assert detect_kind(path).value is FileKind.ASSEMBLY
    loaded = load_any(path)
    assert isinstance(loaded.value, AssemblyStage)
    assert loaded.problems == ()


def test_a_bad_piece_is_reported_with_its_place_and_the_rest_loads(tmp_path):
    path = tmp_path / "x.json"
    items = [{"step": 9, "item_id": "a"}, {"step": 1, "item_id": "b", "text": "c"}]
    path.write_text(json.dumps({"items": items, "response_token_reserve": 7}, indent=1))
    loaded = load_any(path)
    assert [item.item_id for item in loaded.value.items] == ["b"]
    assert loaded.value.response_token_reserve == 7
    (problem,) = loaded.problems
    assert problem.place.pointer == "/items/0/step"
    assert problem.place.line == 4


def test_a_session_keeps_its_assembly_when_it_is_saved(tmp_path):
    session = sample()
    path = tmp_path / "copy.inspector.json"
    assert save_session(session, path) == ()
    again = load_session(path).value
    assert again.assembly == session.assembly
    assert again.source(Part.ASSEMBLY).endswith("assembly.json")


def test_the_formats_have_schemas():
    assert {"assembly", "assembly-result"} <= schemas().keys()


# The sample --------------------------------------------------------------------------------------


def test_the_sample_has_something_in_every_step():
    result = AssemblyRuns().run(sample())
    assert result.problems == ()
    assert all(band.tokens for band in result.assembly.bands)
    assert [band.step for band in result.assembly.bands] == list(Step)


def test_relevance_leaves_out_two_nodes_recovers_one_and_forces_one_in():
    found = rows(AssemblyRuns().run(sample()).assembly)
    assert found["user-traits"].reason is Reason.NODE_MASKED
    assert found["gists"].reason is Reason.NODE_RULE_SOFT
    assert found["episodes"].reason is Reason.NODE_RECOVERED
    assert found["world-state"].reason is Reason.NODE_SAFETY


def test_the_hot_state_of_the_sample_is_compressed():
    assembly = AssemblyRuns().run(sample()).assembly
    assert assembly.discipline.type is DisciplineAction.COMPRESS
    assert assembly.discipline.original_tokens > 240 >= assembly.discipline.tokens
    assert {moved.field for moved in assembly.discipline.moved} >= {
        "accepted_decisions",
        "open_questions",
    }


def test_the_request_of_the_sample_agrees_with_its_pieces():
    session = sample()
    assembly = AssemblyRuns().run(session).assembly
    assert session.request.tokens_used_before == assembly.tokens_used_before


def test_four_documents_are_inlined_and_their_cards_step_aside():
    assembly = AssemblyRuns().run(sample()).assembly
    assert len(assembly.injection.materialization.inlined_references) == 4
    assert rows(assembly)["event-october"].reason is Reason.BUCKET_FILE_OVERLAP
    assert rows(assembly)["ent-dialysis"].tokens > 0


def test_the_sample_fits_and_its_last_step_passes_the_soft_limit():
    session = sample()
    runs = AssemblyRuns()
    assert runs.run(session).assembly.decision is Decision.OK
    changed = set_policy_fields(dict(session.story[-1].policy_change))(session)
    larger = runs.run(changed).assembly
    assert larger.decision is Decision.WARN_SOFT_LIMIT
    assert "skerrow-ops:manual-6" in larger.injection.materialization.inlined_references


def test_the_notes_and_steps_of_the_sample_point_at_something():
    session = sample()
    known = rows(AssemblyRuns().run(session).assembly)
    pointed = {note.subject for note in session.notes}
    pointed |= {step.select for step in session.story if step.select}
    assert pointed <= known.keys()
