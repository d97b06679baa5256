"""Writing an audit bundle."""

from __future__ import annotations

from inspector import __version__
from inspector.analysis.injection_runs import InjectionRuns
from inspector.core.problems import Problem
from inspector.files.audit_bundle.container import packed
from inspector.files.audit_bundle.index import (
    INDEX,
    INDEX_HASH,
    PARTS,
    BundleIndex,
    entries_of,
    sha256,
    signed_over,
)
from inspector.files.audit_bundle.parts import Parts, parts_of
from inspector.files.encoding import json_bytes
from inspector.files.saving import save_bytes
from inspector.files.source import PathLike
from inspector.session.session import Session


def save_bundle(
    session: Session, path: PathLike, runs: InjectionRuns, *, contents: bool = True
) -> tuple[Problem, ...]:
    """Write the session's manifest with all it can be checked against; return the problems.

    The same session gives the same bytes. ``contents`` False leaves the texts of cards, files and
    the request out and keeps their hashes and token counts.
    """
    return save_bytes(bundle_bytes(session, runs, contents=contents), path)


def bundle_bytes(session: Session, runs: InjectionRuns, *, contents: bool = True) -> bytes:
    """Return the bundle of a session as the bytes of its file."""
    found = parts_of(session, runs, contents=contents)
    index = json_bytes(_index(found).model_dump(mode="json"))
    ordered = {name: found.parts[name] for name in PARTS if name in found.parts}
    digest = f"{sha256(index)}\n".encode()
    return packed({INDEX: index, INDEX_HASH: digest, **ordered})


def bundle_fingerprint(session: Session, runs: InjectionRuns) -> str:
    """Return the fingerprint that a sign-off of the session is given for."""
    return _index(parts_of(session, runs)).signed_over


def _index(found: Parts) -> BundleIndex:
    entries = entries_of(found.parts, found.whole)
    return BundleIndex(
        core_version=__version__,
        counter=found.counter,
        vocabulary_sha256=found.vocabulary,
        left_out=found.left_out,
        signed_over=signed_over(entries),
        parts=entries,
    )
