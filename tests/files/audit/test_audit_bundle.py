"""The audit bundle: the same bytes again, every changed byte named, contents left out."""

import io
import json
import zipfile
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import hypothesis.strategies as st
import pytest
from hypothesis import given

from inspector.analysis.audit.audit import Audit, Outcome
from inspector.analysis.audit_runs import audit_of
from inspector.analysis.injection_runs import InjectionRuns
from inspector.files import load_any, manifest_bytes, manifest_document
from inspector.files.audit_bundle.container import first_difference, is_bundle, packed
from inspector.files.audit_bundle.reading import load_bundle
from inspector.files.audit_bundle.writing import bundle_bytes, bundle_fingerprint, save_bundle
from inspector.session.audit_edits import sign
from inspector.session.audit_stage import AuditStage, SignOff
from inspector.session.edits import set_at, set_note
from inspector.session.session import Session
from tests.shared.samples import every_sample, sample_session

RUNS = InjectionRuns()


@cache
def session_of(sample: str, encoding: str = "") -> Session:
    found = sample_session(sample)
    if encoding:
        found = set_at("request", "model.encoding", encoding)(found)
    manifest = RUNS.run(found).report.manifest
    return found.having(audit=AuditStage(manifest=manifest_bytes(manifest).decode()))


@cache
def bundle(sample: str = "direct-target", *, contents: bool = True) -> bytes:
    return bundle_bytes(session_of(sample), RUNS, contents=contents)


def opened(data: bytes):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "b.audit.zip"
        path.write_bytes(data)
        return load_bundle(path)


def codes(loaded):
    return [problem.code for problem in loaded.problems]


def audit(session: Session) -> Audit:
    document = manifest_document(session.audit.manifest)
    return audit_of(document.value, document.problems, session, RUNS)


def outcome(session: Session) -> Outcome:
    return audit(session).outcome


@every_sample
@pytest.mark.parametrize("contents", [True, False])
def test_a_bundle_opens_to_a_session_that_reproduces_its_manifest(name, contents):
    session = session_of(name)
    loaded = opened(bundle(name, contents=contents))
    assert loaded.value.audit.manifest == session.audit.manifest
    assert outcome(loaded.value) is Outcome.VERIFIED
    assert not [one for one in loaded.problems if one.code.startswith("bundle.changed")]


@pytest.mark.parametrize("encoding", ["cl100k_base", "general@1", "chars", "discipline@1"])
def test_every_counter_has_fillers_for_what_is_left_out(encoding):
    session = session_of("securities-fraud", encoding)
    assert outcome(opened(bundle_bytes(session, RUNS, contents=False)).value) is Outcome.VERIFIED


def test_the_same_session_is_the_same_bytes_and_so_is_the_session_of_its_bundle():
    assert bundle_bytes(session_of("direct-target"), InjectionRuns()) == bundle()
    again = opened(bundle()).value
    assert bundle_bytes(again, RUNS) == bundle()


@given(st.data())
def test_a_changed_byte_anywhere_is_always_named(data):
    whole = bundle()
    place = data.draw(st.integers(0, len(whole) - 1))
    other = data.draw(st.integers(1, 255))
    changed = whole[:place] + bytes([whole[place] ^ other]) + whole[place + 1 :]
    loaded = opened(changed)
    errors = [one for one in loaded.problems if one.severity == "error"]
    assert errors
    assert all(one.place.file.startswith("/") for one in errors)


@given(st.data())
def test_bytes_cut_off_or_put_behind_are_always_named(data):
    whole = bundle()
    size = data.draw(st.integers(4, len(whole) - 1))
    more = data.draw(st.binary(min_size=1, max_size=40))
    for changed in (whole[:size], whole + more):
        assert [one for one in opened(changed).problems if one.severity == "error"]


@given(st.binary(max_size=200))
def test_what_only_begins_like_a_bundle_is_never_a_crash(rest):
    loaded = opened(b"PK\x03\x04" + rest)
    assert loaded.value is None
    assert loaded.problems


def changed_part(part: str, old: bytes, new: bytes) -> bytes:
    """The bundle with a part changed and packed again as it is written."""
    archive = zipfile.ZipFile(io.BytesIO(bundle()))
    members = {name: archive.read(name) for name in archive.namelist()}
    assert old in members[part]
    members[part] = members[part].replace(old, new, 1)
    return packed(members)


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("manifest.json", b"3110", b"3111"),
        ("candidates.json", b"Crane", b"Drane"),
        ("policy.json", b"0.3", b"0.4"),
        ("ledger.json", b"knowledge", b"Knowledge"),
        ("notes.json", b"subject", b"Subject"),
    ],
)
def test_a_changed_part_is_named(part, old, new):
    loaded = opened(changed_part(part, old, new))
    (problem,) = [one for one in loaded.problems if one.code == "bundle.changed"]
    assert problem.place.file.endswith(f"b.audit.zip#{part}")
    assert "SHA-256" in problem.message


def test_a_changed_index_is_named():
    loaded = opened(changed_part("index.json", b'"left_out": 0', b'"left_out": 9'))
    assert "bundle.changed" in codes(loaded)


@pytest.mark.parametrize("name", ["../evil.json", "/etc/evil", "extra.json", "a\\b"])
def test_a_part_that_no_bundle_has_is_named_and_never_used(name):
    archive = zipfile.ZipFile(io.BytesIO(bundle()))
    members = {one: archive.read(one) for one in archive.namelist()}
    loaded = opened(packed(members | {name: b"{}"}))
    assert "bundle.changed" in codes(loaded)
    (error,) = audit(loaded.value).errors
    assert error.code == "bundle-changed"


def test_a_compressed_bomb_is_refused_unread():
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("index.json", bytes(50_000_000))
    loaded = opened(target.getvalue())
    assert loaded.value is None
    assert "compressed" in loaded.problems[0].message


def test_no_text_is_left_in_a_bundle_without_contents():
    session = session_of("securities-fraud")
    texts = set()
    for card in session.candidates.knowledge_cards:
        texts |= {text for text in card.renderings.model_dump().values() if text}
    for one in session.candidates.buckets:
        texts |= {one.background} if one.background else set()
        texts |= {text for file in one.files for text in (file.text, file.summary) if text}
    texts.add(session.request.user_message)
    data = bundle("securities-fraud", contents=False).decode("utf-8", "replace")
    assert texts
    assert not [text for text in texts if json.dumps(text, ensure_ascii=False)[1:-1] in data]


def test_what_cannot_be_checked_without_contents_is_said():
    loaded = opened(bundle("securities-fraud", contents=False))
    (note,) = [one for one in loaded.problems if one.code == "bundle.contents-left-out"]
    assert "whether the counts are those of the texts cannot be checked" in note.message
    assert loaded.value.audit.bundle.left_out > 100


def test_a_sign_off_holds_with_and_without_contents_and_for_nothing_else():
    session = set_note("ent-scienter", "Checked against the complaint.")(
        session_of("securities-fraud")
    )
    fingerprint = bundle_fingerprint(session, RUNS)
    word = SignOff(
        name="R. Viewer",
        verdict="accepted",
        time="2026-04-03T12:00:00Z",
        fingerprint=fingerprint,
    )
    signed = sign(word)(session)
    assert bundle_fingerprint(signed, RUNS) == fingerprint
    for contents in (True, False):
        loaded = opened(bundle_bytes(signed, RUNS, contents=contents))
        found = loaded.value.audit.sign_off
        assert found.model_copy(update={"manifest_sha256": None}) == word
        assert loaded.value.notes == session.notes
        assert "bundle.changed" not in codes(loaded)
        assert bundle_fingerprint(loaded.value, RUNS) == fingerprint
    noted = set_note("ent-scienter", "On second thoughts…")(signed)
    loaded = opened(bundle_bytes(noted, RUNS))
    assert "bundle.changed" in codes(loaded)


def test_a_bundle_without_inputs_says_that_it_cannot_be_replayed():
    alone = Session().having(audit=session_of("direct-target").audit)
    loaded = opened(bundle_bytes(alone, RUNS))
    assert "bundle.no-inputs" in codes(loaded)
    assert outcome(loaded.value) is Outcome.NOT_REPLAYED


def test_a_manifest_that_is_no_json_is_kept_to_the_last_character():
    text = '{"trace_id": "t", \n  broken'
    session = session_of("direct-target").having(audit=AuditStage(manifest=text))
    assert opened(bundle_bytes(session, RUNS)).value.audit.manifest == text


def test_any_file_can_be_opened_and_a_bundle_is_told_by_its_first_bytes(tmp_path):
    path = tmp_path / "named-oddly.bin"
    assert not save_bundle(session_of("direct-target"), path, RUNS)
    assert is_bundle(path)
    assert not is_bundle(tmp_path)
    assert not is_bundle(tmp_path / "missing\0")
    loaded = load_any(path)
    assert isinstance(loaded.value, Session)
    assert loaded.value.audit.bundle is not None


@given(st.binary(max_size=40), st.binary(max_size=3), st.binary(max_size=3))
def test_the_first_byte_that_differs_is_named(same: bytes, one: bytes, other: bytes) -> None:
    pairs = enumerate(zip(same + one, same + other, strict=False))
    length = min(len(same + one), len(same + other))
    expected = next((place for place, (a, b) in pairs if a != b), length)
    found = first_difference(same + one, same + other)
    assert found == (None if one == other else expected)
