"""What of a bundle's inputs stays where contents are left out, and what is said of the rest."""

import json
import zipfile
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from inspector import __version__
from inspector.analysis.injection_runs import InjectionRuns
from inspector.core.injection.step import inject
from inspector.core.problems import Severity
from inspector.core.tokens.counter import ENCODINGS
from inspector.files.audit_bundle.container import packed, unpacked
from inspector.files.audit_bundle.index import (
    INDEX,
    INDEX_HASH,
    LEDGER,
    LEFT_OUT,
    MANIFEST,
    NOTES,
    PARTS,
    REQUEST,
    BundleIndex,
    entries_of,
    signed_over,
    without_contents,
)
from inspector.files.audit_bundle.index import sha256 as hash_of
from inspector.files.audit_bundle.reading import load_bundle
from inspector.files.audit_bundle.writing import bundle_bytes
from inspector.files.saving import json_bytes
from inspector.session.audit_stage import AuditStage
from inspector.session.session import Session
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)
from tests.shared.samples import sample_session

CANDIDATES = candidate_set(
    [
        card("a", 0.9, 10, lengths={"full": 20}),
        card("b", 0.5, 0),
        card("c", 0.4, 5, token_counts={"compact": 7, "standard": 9}),
    ],
    [
        bucket(
            "k",
            file("f", 1.0, 30, summary="short"),
            file("g", 0.5, 0),
            file("h", 0.2, 8, inlinable=False),
            background="behind",
        ),
        bucket("l", file("f", 1.0, 4)),
    ],
)


def left_out(asked):
    report = inject(asked, CANDIDATES, policy(1000), CHARACTERS)
    return without_contents(report, CANDIDATES, asked, CHARACTERS)


def noted(found):
    return [(one.part, one.pointer, one.length, one.tokens) for one in found.left_out]


def test_texts_give_way_to_their_counts_or_to_fillers_of_as_many_tokens():
    asked = request(
        user_message="what?",
        tokens_used_before={"system": "abc", "history": "de"},
        mode="m",
        signals={"x": 1},
        classification={"y": 1},
        expect={"must_include": ["a"]},
        returning_from_silence=True,
    )
    found = left_out(asked)
    cards = [
        (one["node_id"], one.get("token_counts")) for one in found.candidates["knowledge_cards"]
    ]
    assert cards == [("a", {"compact": 10, "full": 20}), ("b", None), ("c", {"compact": 7})]
    assert not any("renderings" in one for one in found.candidates["knowledge_cards"])
    first, second = found.candidates["buckets"]
    plain = {"title": "t", "relevance_score": 1.0}
    assert list(first["files"]) == [
        plain | {"file_id": "f", "summary": "xxxxx", "token_count": 30},
        plain | {"file_id": "g", "relevance_score": 0.5, "text": ""},
        plain | {"file_id": "h", "relevance_score": 0.2, "inlinable": False},
    ]
    assert first["background"] == " x x x"
    assert list(second["files"]) == [plain | {"file_id": "f", "token_count": 4}]
    assert found.request == {
        "schema_version": 1,
        "trace_id": "t1",
        "timestamp": "2026-04-03T12:00:00Z",
        "model": {"name": "m", "context_window": 1_000_000, "encoding": "characters"},
        "tokens_used_before": 5,
    }
    assert noted(found) == [
        ("candidates", "/knowledge_cards/0/renderings/compact", 10, 10),
        ("candidates", "/knowledge_cards/0/renderings/full", 20, 20),
        ("candidates", "/knowledge_cards/2/renderings/compact", 5, 7),
        ("candidates", "/buckets/0/files/0/text", 30, 30),
        ("candidates", "/buckets/0/files/0/summary", 5, 10),
        ("candidates", "/buckets/0/files/2/text", 8, None),
        ("candidates", "/buckets/0/background", 6, 6),
        ("candidates", "/buckets/1/files/0/text", 4, 4),
        ("request", "/user_message", 5, None),
        ("request", "/tokens_used_before/system", 3, None),
        ("request", "/tokens_used_before/history", 2, None),
    ]
    assert found.left_out[0].sha256 == sha256(b"x" * 10).hexdigest()


def test_of_what_a_request_did_not_see_nothing_is_there():
    asked = request(tokens_used_before=["abc", "😀"], candidates={"only": ["a", "k:f"]})
    found = left_out(asked)
    assert [one["node_id"] for one in found.candidates["knowledge_cards"]] == ["a"]
    assert [one["bucket_id"] for one in found.candidates["buckets"]] == ["k"]
    assert "candidates" not in found.request
    assert found.request["tokens_used_before"] == 4
    assert noted(found)[-2:] == [
        ("request", "/tokens_used_before/0", 3, None),
        ("request", "/tokens_used_before/1", 2, None),
    ]


def test_a_number_of_tokens_before_is_kept():
    assert left_out(request(tokens_used_before=7)).request["tokens_used_before"] == 7


@pytest.mark.parametrize("length", [0, 1, 2, 3, 7, 64, 1000])
def test_a_filler_takes_as_many_tokens_as_what_it_stands_for(length):
    text = "z" * length
    one = candidate_set((), [bucket("k", file("f", 1.0, summary=text), background=text)])
    report = inject(request(), one, policy(10_000), CHARACTERS)
    found = without_contents(report, one, request(), CHARACTERS).candidates["buckets"][0]
    assert len(found.get("background", "")) == length
    assert len(found["files"][0].get("summary", "")) == length


def written(folder, parts, /, **changed):
    """Write a bundle of some parts, its index made anew, with some of its fields changed."""
    entries = entries_of(parts)
    index = BundleIndex(core_version=__version__, signed_over=signed_over(entries), parts=entries)
    data = json_bytes(index.model_copy(update=changed).model_dump(mode="json"))
    path = folder / "b.audit.zip"
    digest = f"{hash_of(data)}\n".encode()
    path.write_bytes(packed({INDEX: data, INDEX_HASH: digest, **parts}))
    return path


@pytest.fixture(scope="module")
def parts():
    session = sample_session("direct-target")
    members, _ = unpacked(bundle_bytes(session, InjectionRuns()), "b")
    return {name: members[name] for name in PARTS if name in members}


def told(path):
    where = str(path)
    return [
        (one.severity, one.code, one.place.file.removeprefix(where), one.message)
        for one in load_bundle(path).problems
    ]


def test_a_bundle_of_this_program_says_nothing(parts, tmp_path):
    encoding = ENCODINGS["o200k_base"]
    path = written(tmp_path, parts, counter="o200k_base", vocabulary_sha256=encoding.sha256)
    assert told(path) == []


@pytest.mark.parametrize(
    ("changed", "severity", "code", "part", "message"),
    [
        (
            {"core_version": "0.0"},
            Severity.NOTE,
            "other-version",
            INDEX,
            f"It was written by version 0.0; this is {__version__}.",
        ),
        (
            {"counter": "o200k_base", "vocabulary_sha256": "0" * 64},
            Severity.ERROR,
            "other-vocabulary",
            INDEX,
            "Its tokens were counted with another vocabulary of o200k_base than here.",
        ),
        (
            {"left_out": 1234},
            Severity.NOTE,
            "contents-left-out",
            LEFT_OUT,
            "1,234 texts left out. Every decision can be replayed from their token counts;"
            " whether the counts are those of the texts cannot be checked.",
        ),
        (
            {"signed_over": "0" * 64},
            Severity.ERROR,
            "changed",
            INDEX,
            "Its fingerprint of all parts is not that of its parts.",
        ),
    ],
)
def test_what_the_index_says_differently_is_told(
    changed, severity, code, part, message, parts, tmp_path
):
    path = written(tmp_path, parts, **changed)
    assert told(path) == [(severity, f"bundle.{code}", f"#{part}", message)]


def test_a_bundle_without_a_request_says_that_it_has_no_inputs(parts, tmp_path):
    path = written(tmp_path, {name: parts[name] for name in (MANIFEST, NOTES)})
    said = "It has no inputs, so the manifest cannot be replayed."
    assert told(path) == [(Severity.NOTE, "bundle.no-inputs", "", said)]


def test_a_part_that_is_missing_or_not_listed_is_told(parts, tmp_path):
    fewer = {name: data for name, data in parts.items() if name != NOTES}
    path = written(
        tmp_path, fewer, parts=entries_of(parts), signed_over=signed_over(entries_of(parts))
    )
    assert told(path) == [(Severity.ERROR, "bundle.changed", f"#{NOTES}", "The part is missing.")]
    entries = entries_of(fewer)
    path = written(tmp_path, parts, parts=entries, signed_over=signed_over(entries))
    unlisted = "The index does not list this part; it is not used."
    assert told(path) == [(Severity.ERROR, "bundle.changed", f"#{NOTES}", unlisted)]
    path = written(tmp_path, parts | {"a\nb": b""}, parts=entries_of(parts))
    assert told(path)[0] == (Severity.ERROR, "bundle.changed", "#?", unlisted)


def test_a_byte_outside_of_all_parts_is_told_by_its_offset(parts, tmp_path):
    path = written(tmp_path, parts)
    data = path.read_bytes()
    changed = bytearray(data)
    changed[10] ^= 1  # the time of the first member
    path.write_bytes(changed)
    said = "The byte at offset 10, outside of all parts, is not as it was written."
    assert told(path) == [(Severity.ERROR, "bundle.changed", "", said)]
    assert load_bundle(path).value.audit.bundle.changes == 1


@pytest.mark.parametrize(
    ("part", "message"),
    [
        (INDEX_HASH, "The index is not the one that its hash was made of."),
        (LEDGER, "The part was changed. Its SHA-256 is "),
    ],
)
def test_of_a_part_that_was_damaged_in_its_place_nothing_else_is_told(
    part, message, parts, tmp_path
):
    path = written(tmp_path, parts)
    with zipfile.ZipFile(path) as archive:
        start = archive.getinfo(part).header_offset + 30 + len(part)
    data = path.read_bytes()
    path.write_bytes(data[:start] + bytes([data[start] ^ 1]) + data[start + 1 :])
    found = [(code, said) for severity, code, _, said in told(path) if severity == Severity.ERROR]
    assert sorted(code for code, _ in found) == ["bundle.changed", "bundle.damaged"]
    assert dict(found)["bundle.changed"].startswith(message)


def test_of_a_part_that_is_compressed_nothing_else_is_told_than_that_it_is_missing(parts, tmp_path):
    path = written(tmp_path, parts)
    with zipfile.ZipFile(path) as archive:
        members = [(one, archive.read(one)) for one in archive.infolist()]
    with zipfile.ZipFile(path, "w") as archive:
        for one, data in members:
            kind = zipfile.ZIP_DEFLATED if one.filename == LEDGER else zipfile.ZIP_STORED
            archive.writestr(one, data, kind)
    found = [(code, said) for severity, code, _, said in told(path) if severity == Severity.ERROR]
    assert sorted(code for code, _ in found) == ["bundle.changed", "bundle.damaged"]
    assert dict(found)["bundle.changed"] == "The part is missing."


def test_a_zip_file_without_an_index_is_no_bundle(tmp_path):
    path = Path(tmp_path, "b")
    path.write_bytes(packed({"a": b"x"}))
    said = "The file is a zip file, but no audit bundle."
    assert told(path) == [(Severity.ERROR, "bundle.no-bundle", "", said)]
    path.write_bytes(packed({INDEX: b"{}"}))
    assert {one[1] for one in told(path)} == {"field.missing"}
    assert load_bundle(path).value is None


def test_a_sign_off_of_something_else_is_told(parts, tmp_path):
    word = {"name": "R", "verdict": "accepted", "time": "2026-04-03T12:00:00Z"}
    signed = json.dumps(word | {"fingerprint": "0" * 64}).encode()
    path = written(tmp_path, parts | {"sign-off.json": signed})
    said = "The sign-off was given for something else: its fingerprint is another one."
    assert told(path) == [(Severity.ERROR, "bundle.changed", "#sign-off.json", said)]


def test_parts_that_cannot_be_used_are_told_and_the_others_are_there(parts, tmp_path):
    odd = parts | {NOTES: b'[5, {"subject": "s", "text": "t"}]', REQUEST: b"[", "policy.json": b"5"}
    loaded = load_bundle(written(tmp_path, odd))
    assert [(note.subject, note.text) for note in loaded.value.notes] == [("s", "t")]
    assert loaded.value.request is None
    places = [(one.code, one.place.file.rpartition("#")[2]) for one in loaded.problems]
    assert sorted(places) == [
        ("field.invalid", NOTES),
        ("field.invalid", "policy.json"),
        ("json.truncated", REQUEST),
    ]
    assert load_bundle(written(tmp_path, parts | {NOTES: b"{}"})).value.notes == ()


def test_a_session_without_anything_is_a_bundle_of_its_notes():
    bare = Session().having(audit=AuditStage())
    members, _ = unpacked(bundle_bytes(replace(bare), InjectionRuns()), "b")
    assert list(members) == [INDEX, INDEX_HASH, NOTES]
    assert members[INDEX_HASH] == f"{hash_of(members[INDEX])}\n".encode()
