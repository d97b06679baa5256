"""Manifests as other programs wrote them, the sign-off beside each, and the signature under that.

The text of a manifest is kept, whatever is in it. Signatures are made and checked by ``ssh-keygen
-Y``, which people have. What is signed is the reviewer's word as canonical JSON: name, verdict,
remark, time and the fingerprint of everything it is given for. Whoever changes one of these, or
puts another signature there, is noticed: the first by the check, the second by the key's
fingerprint.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from inspector.analysis.audit.finding import Finding
from inspector.core.arguments import require
from inspector.core.canonical import canonical_json
from inspector.core.injection.manifest import UnifiedInjectionManifest, WhatIfManifest
from inspector.core.problems import Place, Problem, Severity
from inspector.files.bounds import TOO_LARGE, exceeds, most, or_more
from inspector.files.documents import check, parse_document, parse_file
from inspector.files.findings import Findings, Loaded, Parsed, gathered, parts_of
from inspector.files.saving import json_bytes, save_bytes
from inspector.files.source import PathLike, Source, as_text, read_source
from inspector.session.audit_stage import (
    AuditStage,
    Signature,
    SignatureState,
    SignOff,
    manifest_sha256,
)

UNNAMED = "manifest"  # what places call a manifest that came from no file
MOST_ROWS = 150_000
"""Of a manifest so many cards and buckets are held against each other; more take over 20 s."""
_MOST_PLACED = 200  # looking up a line takes longer the longer the file is


@dataclass(frozen=True)
class ManifestDocument:
    """The JSON value of a manifest's text, and what was met while reading it.

    ``value`` is None where the text is no JSON (or YAML); ``problems`` are those of reading it and
    of holding it against the format (Injection §5), each with its place in the text.
    """

    name: str
    value: Any
    problems: tuple[Problem, ...]
    parsed: Parsed | None

    def placed(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """Yield findings with file, line and column; of very many, the later ones without line."""
        for number, finding in enumerate(findings):
            place = finding.place
            if place.line is not None or place.pointer is None:
                yield finding
            elif self.parsed is None or number >= _MOST_PLACED:
                yield replace(finding, place=Place(self.name, pointer=place.pointer))
            else:
                where = self.parsed.place(*parts_of(place.pointer))
                # What is nearest stands where a missing part would; the pointer stays its own.
                yield replace(finding, place=replace(where, pointer=place.pointer))


def manifest_document(text: str, name: str = UNNAMED) -> ManifestDocument:
    """Read the text of a manifest. ``name`` is its file; its suffix may say that it is YAML."""
    require(str, text=text, name=name)
    found = Findings()
    source = as_text(name, text.encode("utf-8", "surrogatepass"), found)
    parsed = _parsed(source, name, found) if source else None
    if parsed is not None:
        check_manifest(parsed, found)
    return ManifestDocument(name, parsed and parsed.value, found.problems(), parsed)


def load_manifest(path: PathLike) -> Loaded[UnifiedInjectionManifest]:
    """Return the manifest of a JSON or YAML file, None where a field of it is wrong."""

    def work(found: Findings) -> UnifiedInjectionManifest | None:
        source = read_source(path, found)
        parsed = _parsed(source, path, found) if source else None
        return check_manifest(parsed, found) if parsed else None

    return gathered(work)


def _parsed(source: Source, path: PathLike, found: Findings) -> Parsed | None:
    """Return a manifest's value; None, reported, for one of more rows than are held together."""
    parsed = parse_document(source, path, found)
    value = parsed.value if parsed and isinstance(parsed.value, dict) else {}
    rows = [value.get(name) for name in ("knowledge_cards", "bucket_cards")]
    if parsed is None or not exceeds(
        sum(len(one) for one in rows if isinstance(one, list)), MOST_ROWS
    ):
        return parsed
    message = f"The manifest has more than {most(MOST_ROWS):,} rows; it was not read."
    fix = or_more("Make it from a smaller candidate set")
    found.add(Problem(Severity.ERROR, TOO_LARGE, message, fix, parsed.place()))
    return None


def check_manifest(parsed: Parsed, found: Findings) -> UnifiedInjectionManifest | None:
    """Return the manifest of a parsed value, None where a field of it is wrong.

    One that was made under overrides says so in a field of its own.
    """
    what_if = isinstance(parsed.value, dict) and "what_if" in parsed.value
    model = WhatIfManifest if what_if else UnifiedInjectionManifest
    return check(model, parsed, found, what="manifest")


def load_audit(path: PathLike, *, checked: bool = True) -> Loaded[AuditStage]:
    """Return the manifest of a file as it is, right or wrong (``-`` is standard input).

    What breaks its format is told, unless ``checked`` is false, since an audit tells it anyway.
    """

    def work(found: Findings) -> AuditStage | None:
        source = read_source(path, found)
        return read_audit(source, path, found, checked=checked) if source else None

    return gathered(work)


def read_audit(
    source: Source, path: PathLike, found: Findings, *, checked: bool = True
) -> AuditStage | None:
    """Return a manifest's text to be audited; None for a text that is no JSON at all.

    A sign-off that is kept beside its file comes with it. ``checked`` is that of ``load_audit``.
    """
    parsed = _parsed(source, path, found)
    if parsed is None:
        return None
    if checked:
        check_manifest(parsed, found)
    text = source.data.decode()
    word = _word_beside(path, text, found)
    return (
        AuditStage(manifest=text) if word is None else AuditStage(manifest=text, sign_offs=(word,))
    )


_ELSEWHERE = {"schema_version", "trace_id", "timestamp", "knowledge_cards"}
_OF_MANIFESTS = UnifiedInjectionManifest.model_fields.keys() - _ELSEWHERE


def may_be_manifest(value: Any) -> bool:
    """Whether a JSON value has a field that manifests alone have: it may be a wrong one."""
    return isinstance(value, dict) and not _OF_MANIFESTS.isdisjoint(value)


SIGN_OFF_SUFFIX = ".sign-off.json"


def sign_off_path(path: PathLike) -> Path:
    """Return the file that keeps the sign-off of a manifest beside it."""
    manifest = Path(os.fspath(path))
    return manifest.with_name(manifest.stem + SIGN_OFF_SUFFIX)


def save_sign_off(word: SignOff, path: PathLike) -> tuple[Problem, ...]:
    """Write a sign-off beside the file of its manifest; return the problems."""
    return save_bytes(json_bytes(word.model_dump(mode="json")), sign_off_path(path))


def _word_beside(path: PathLike, text: str, found: Findings) -> SignOff | None:
    """Return the sign-off beside a manifest's file, unless it is about another one."""
    try:
        beside = sign_off_path(path)
        there = os.path.lexists(beside)  # also what is no file: it is refused, and said to be
    except (OSError, ValueError):  # no name of a file: standard input, or a text that was pasted
        return None
    parsed = parse_file(beside, found) if there else None
    word = check(SignOff, parsed, found, what="sign-off") if parsed else None
    if word is None or word.manifest_sha256 == manifest_sha256(text):
        return word
    found.add(
        Problem(
            Severity.WARNING,
            "sign-off.of-another",
            "The sign-off beside the manifest was given for another text of it; it is not used.",
            "Sign it off again, or ask for the manifest that was signed.",
            Place(str(beside)),
        )
    )
    return None


_NAMESPACE = "sign-off@context-budget-inspector"
_SECONDS = 20  # an agent may ask whether a key may be used
_KEY = re.compile(r"(SHA256:[A-Za-z0-9+/=]+)")


class _CannotSignError(Exception):
    """``ssh-keygen`` is missing, did not answer, or refused; the message says which."""


def signed_by(word: SignOff, key: PathLike, *, terminal: bool = False) -> SignOff | Problem:
    """Return the word with a signature by the key in a file, or why there is none.

    A public key stands for its private one in the running agent. ``terminal`` lets a passphrase be
    asked for where the program was started.
    """
    command = ["sign", "-q", "-f", os.fspath(key), "-n", _NAMESPACE]
    try:
        done = _keygen(command, _message(word), terminal=terminal)
    except _CannotSignError as error:
        return _problem("cannot-sign", str(error), os.fspath(key))
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        told = f"ssh-keygen cannot sign with this key: {said[-1] if said else 'no reason given'}"
        return _problem("cannot-sign", told.rstrip(".") + ".", os.fspath(key))
    fields = word.model_dump() | {"signature": done.stdout.decode("ascii", "replace")}
    return SignOff.model_validate(fields)


def check_signature(word: SignOff | None) -> Signature | None:
    """Check the signature of a word; None where it is a remark, or there is no word."""
    if word is None or word.signature is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "signature")
        path.write_text(word.signature, encoding="utf-8", errors="replace")
        command = ["check-novalidate", "-n", _NAMESPACE, "-s", os.fspath(path)]
        try:
            done = _keygen(command, _message(word), terminal=False)
        except _CannotSignError as error:
            problem = _problem("unchecked-signature", str(error), None, Severity.WARNING)
            return Signature(SignatureState.UNCHECKED, problem=problem)
    found = _KEY.search(done.stdout.decode("utf-8", "replace"))
    if done.returncode or found is None:
        text = "The signature is not that of this sign-off: one of the two was changed."
        return Signature(SignatureState.BROKEN, problem=_problem("broken-signature", text, None))
    return Signature(SignatureState.VALID, found[1])


def _message(word: SignOff) -> bytes:
    fields = ("name", "verdict", "remark", "time", "fingerprint")
    return canonical_json({name: getattr(word, name) for name in fields})


def _keygen(
    command: Sequence[str], message: bytes, *, terminal: bool
) -> subprocess.CompletedProcess[bytes]:
    surroundings = os.environ | {"LC_ALL": "C"}
    if not terminal:
        surroundings["SSH_ASKPASS_REQUIRE"] = "never"
    program = shutil.which("ssh-keygen")
    if program is None:
        raise _CannotSignError("ssh-keygen is not installed; it makes and checks signatures.")
    try:
        return subprocess.run(
            [program, "-Y", *command],
            input=message,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
            env=surroundings,
            start_new_session=not terminal,
        )
    except subprocess.TimeoutExpired:
        raise _CannotSignError(f"ssh-keygen did not answer within {_SECONDS} seconds.") from None
    except OSError as error:
        raise _CannotSignError(f"ssh-keygen cannot be run: {error.strerror}.") from None


_FIXES = {
    "cannot-sign": "Give the private key's file, or the public one of a key in your agent"
    " (apt-get install openssh-client).",
    "unchecked-signature": "Install OpenSSH (apt-get install openssh-client) and open it again.",
    "broken-signature": "Ask for it again, from whoever signed.",
}


def _problem(
    code: str, message: str, file: str | None, severity: Severity = Severity.ERROR
) -> Problem:
    return Problem(severity, f"sign-off.{code}", message, _FIXES[code], Place(file))
