"""A sign-off that is signed: what was changed after signing is noticed, whoever hashes again."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from inspector.analysis.injection_runs import InjectionRuns
from inspector.core.problems import Problem
from inspector.files.audit_bundle.container import packed, unpacked
from inspector.files.audit_bundle.index import (
    INDEX,
    INDEX_HASH,
    SIGN_OFF,
    BundleIndex,
    entries_of,
    sha256,
)
from inspector.files.audit_bundle.reading import load_bundle
from inspector.files.audit_bundle.writing import bundle_bytes, bundle_fingerprint
from inspector.files.manifests import check_signature, signed_by
from inspector.files.saving import json_bytes
from inspector.session.audit_edits import sign
from inspector.session.audit_stage import SignatureState, SignOff
from tests.shared.samples import sample_session

needs_keygen = pytest.mark.skipif(
    shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed (openssh-client)"
)
WORD = SignOff(name="R. V.", verdict="accepted", time="2026-04-03T12:00:00Z", fingerprint="0" * 64)


@pytest.fixture(scope="module")
def key(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("keys") / "key"
    command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(path)]
    subprocess.run(command, check=True)
    return path


def fingerprint_of(key: Path) -> str:
    told = subprocess.run(
        ["ssh-keygen", "-l", "-f", str(key)], check=True, capture_output=True, text=True
    )
    return told.stdout.split()[1]


@needs_keygen
def test_a_signature_tells_the_key_that_made_it(key):
    word = signed_by(WORD, key)
    assert word.kind == "signature"
    found = check_signature(word)
    assert (found.state, found.key) == (SignatureState.VALID, fingerprint_of(key))


@needs_keygen
@pytest.mark.parametrize(
    "change",
    [
        {"name": "Somebody else"},
        {"verdict": "rejected"},
        {"remark": "More."},
        {"time": "2026-04-03T12:00:01Z"},
        {"fingerprint": "1" * 64},
        {"signature": "nonsense"},
    ],
)
def test_whatever_is_changed_after_signing_breaks_the_signature(key, change):
    word = SignOff.model_validate(signed_by(WORD, key).model_dump() | change)
    found = check_signature(word)
    assert (found.state, found.key) == (SignatureState.BROKEN, "")
    assert found.problem.code == "sign-off.broken-signature"


@needs_keygen
def test_a_bundle_whose_signer_was_changed_and_hashed_again_is_noticed(key, tmp_path):
    runs = InjectionRuns()
    session = sample_session("direct-target")
    word = WORD.model_copy(update={"fingerprint": bundle_fingerprint(session, runs)})
    (tmp_path / "good.audit.zip").write_bytes(
        bundle_bytes(sign(signed_by(word, key))(session), runs)
    )
    good = load_bundle(tmp_path / "good.audit.zip")
    assert not [one for one in good.problems if one.severity == "error"]
    assert check_signature(good.value.audit.sign_off).state is SignatureState.VALID

    members, _ = unpacked((tmp_path / "good.audit.zip").read_bytes(), "good")
    forged = json.loads(members[SIGN_OFF]) | {"name": "Mallory"}
    parts = {name: data for name, data in members.items() if name not in (INDEX, INDEX_HASH)}
    parts[SIGN_OFF] = json_bytes(forged)
    fields = json.loads(members[INDEX]) | {"parts": entries_of(parts)}
    index = json_bytes(BundleIndex.model_validate(fields).model_dump(mode="json"))
    digest = f"{sha256(index)}\n".encode()
    (tmp_path / "forged.audit.zip").write_bytes(packed({INDEX: index, INDEX_HASH: digest, **parts}))
    found = load_bundle(tmp_path / "forged.audit.zip")
    assert [one.code for one in found.problems if one.severity == "error"] == [
        "sign-off.broken-signature"
    ]
    assert found.value.audit.bundle.changes == 1
    assert found.value.audit.bundle.fingerprint != good.value.audit.bundle.fingerprint


def test_a_word_without_a_signature_is_a_remark_whatever_it_says_of_itself():
    assert SignOff.model_validate(WORD.model_dump() | {"kind": "signature"}).kind == "remark"
    assert check_signature(WORD) is None


def test_without_ssh_keygen_it_is_said_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    refused = signed_by(WORD, tmp_path / "key")
    assert isinstance(refused, Problem)
    assert "ssh-keygen is not installed" in refused.message
    assert "openssh-client" in refused.fix
    word = SignOff.model_validate(WORD.model_dump() | {"signature": "something"})
    found = check_signature(word)
    assert found.state is SignatureState.UNCHECKED
    assert "ssh-keygen is not installed" in found.problem.message


@needs_keygen
def test_a_key_that_cannot_be_used_is_a_problem_with_its_file(tmp_path):
    refused = signed_by(WORD, tmp_path / "missing")
    assert isinstance(refused, Problem)
    assert refused.place.file == str(tmp_path / "missing")


def answering(monkeypatch, code: int, said: bytes = b"", told: bytes = b""):
    """Have ssh-keygen answer so; return the list of how it was asked."""
    asked = []

    def run(command, **options):
        asked.append((command, options))
        return subprocess.CompletedProcess(command, code, said, told)

    monkeypatch.setattr(shutil, "which", lambda _: "/bin/ssh-keygen")
    monkeypatch.setattr(subprocess, "run", run)
    return asked


@pytest.mark.parametrize("terminal", [False, True])
def test_a_passphrase_is_asked_for_only_where_there_is_a_terminal(monkeypatch, terminal):
    asked = answering(monkeypatch, 0, b"SIGNATURE")
    word = signed_by(WORD, "key", terminal=True) if terminal else signed_by(WORD, "key")
    assert word.signature == "SIGNATURE"
    ((command, options),) = asked
    assert command == [
        *("/bin/ssh-keygen", "-Y", "sign", "-q", "-f", "key"),
        *("-n", "sign-off@context-budget-inspector"),
    ]
    assert options["input"] == (
        b'{"fingerprint":"' + b"0" * 64 + b'","name":"R. V.","remark":"",'
        b'"time":"2026-04-03T12:00:00Z","verdict":"accepted"}'
    )
    assert options["env"]["LC_ALL"] == "C"
    assert ("SSH_ASKPASS_REQUIRE" in options["env"]) is not terminal
    assert options["start_new_session"] is not terminal
    assert (options["timeout"], options["capture_output"], options["check"]) == (20, True, False)


@pytest.mark.parametrize(
    ("told", "reason"),
    [(b"", "no reason given."), (b"first\nlast line.\n", "last line."), (b"why", "why.")],
)
def test_why_a_key_cannot_sign_is_the_last_that_was_said(monkeypatch, told, reason):
    answering(monkeypatch, 1, b"SIGNATURE", told)
    refused = signed_by(WORD, "key")
    assert refused.code == "sign-off.cannot-sign"
    assert refused.message == f"ssh-keygen cannot sign with this key: {reason}"
    assert refused.place.file == "key"


@pytest.mark.parametrize(
    ("code", "said", "state", "key"),
    [
        (0, b"Good signature with key SHA256:Ab+/9=", SignatureState.VALID, "SHA256:Ab+/9="),
        (0, b"Good signature", SignatureState.BROKEN, ""),
        (1, b"Good signature with SHA256:Ab", SignatureState.BROKEN, ""),
    ],
)
def test_a_signature_is_valid_with_a_key_and_without_a_complaint(
    monkeypatch, code, said, state, key
):
    asked = answering(monkeypatch, code, said)
    word = SignOff.model_validate(WORD.model_dump() | {"signature": "s"})
    found = check_signature(word)
    assert (found.state, found.key) == (state, key)
    ((command, options),) = asked
    assert command[2] == "check-novalidate"
    assert options["env"]["SSH_ASKPASS_REQUIRE"] == "never"
    if found.problem:
        assert found.problem.message == (
            "The signature is not that of this sign-off: one of the two was changed."
        )
        assert (found.problem.severity, found.problem.place.file) == ("error", None)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (subprocess.TimeoutExpired("x", 20), "ssh-keygen did not answer within 20 seconds."),
        (PermissionError(13, "Permission denied"), "ssh-keygen cannot be run: Permission denied."),
    ],
)
def test_a_program_that_does_not_answer_leaves_a_signature_unchecked(monkeypatch, error, said):
    def run(*_, **__):
        raise error

    monkeypatch.setattr(shutil, "which", lambda _: "/bin/ssh-keygen")
    monkeypatch.setattr(subprocess, "run", run)
    found = check_signature(SignOff.model_validate(WORD.model_dump() | {"signature": "s"}))
    assert found.state is SignatureState.UNCHECKED
    assert (found.problem.severity, found.problem.message) == ("warning", said)
    assert signed_by(WORD, "key").message == said
