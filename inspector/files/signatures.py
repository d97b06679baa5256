"""Signatures under a sign-off, made and checked by ``ssh-keygen -Y``, which people have.

What is signed is the reviewer's word as canonical JSON: name, verdict, remark, time and the
fingerprint of everything it is given for. Whoever changes one of these, or puts another signature
there, is noticed: the first by the check, the second by the key's fingerprint.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from inspector.core.canonical import canonical_json
from inspector.core.problems import Place, Problem, Severity
from inspector.files.source import PathLike
from inspector.session.audit_stage import Signature, SignatureState, SignOff

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
