"""Small projects in memory, a scanner whose secrets one can read off the page, and requests."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Any

from inspector.core import BuildRequest, BundleReport, ProjectIndex, build_bundle
from inspector.core.builder.report import FateKind
from inspector.core.tokens import estimator
from inspector.project import Refused, SourceText
from inspector.project.code import language_of, parse_source
from inspector.project.contents import Unread, refused_for
from inspector.project.findings import Confidence, SecretFinding
from inspector.project.index import (
    Encoding,
    Exclusion,
    IndexedFile,
    ParseState,
    Relation,
    RelationKind,
)

SURE = re.compile(r"KEY_[A-Z0-9]{8,}")
DOUBTFUL = re.compile(r"(?<=maybe=)[^\s\"'`]+")


class PlainScanner:
    """``KEY_`` and eight capitals or digits is surely a secret, what follows ``maybe=`` may be."""

    name = "plain@1"

    def scan(self, text: str) -> tuple[SecretFinding, ...]:
        sure = [
            SecretFinding(*match.span(), "test-key", "key", Confidence.HIGH)
            for match in SURE.finditer(text)
        ]
        doubtful = [
            SecretFinding(*match.span(), "test-word", "word", Confidence.UNCERTAIN)
            for match in DOUBTFUL.finditer(text)
        ]
        return tuple(sorted(sure + doubtful))


class MemoryReader:
    """Files that are texts of a mapping; what is no text there is refused."""

    def __init__(self, texts: Mapping[str, str | Refused]) -> None:
        self.texts = texts
        self.asked: list[str] = []

    def read(self, path: str) -> SourceText | Refused:
        self.asked.append(path)
        text = self.texts.get(path, refused_for(path, Unread.GONE))
        if isinstance(text, Refused):
            return text
        return SourceText(
            path, text, Encoding.UTF_8, len(text.encode()), len(text.splitlines()), digest(text)
        )


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def indexed(path: str, text: str, *, size: int | None = None) -> IndexedFile:
    parsed = parse_source(path, text)
    return IndexedFile(
        path,
        len(text.encode()) if size is None else size,
        digest(text),
        Encoding.UTF_8,
        len(text.splitlines()),
        language_of(path),
        parsed.parse if parsed else ParseState.NO_GRAMMAR,
        parsed.symbols if parsed else (),
    )


def shut_out(path: str, exclusion: Exclusion, detail: str = "") -> IndexedFile:
    return IndexedFile(path, 10, None, Encoding.UNKNOWN, 0, exclusion=exclusion, detail=detail)


def project(
    texts: Mapping[str, str],
    relations: Iterable[Relation] = (),
    *,
    out: Iterable[IndexedFile] = (),
    sizes: Mapping[str, int] | None = None,
) -> ProjectIndex:
    files = [indexed(path, text, size=(sizes or {}).get(path)) for path, text in texts.items()]
    files += out
    files.sort(key=lambda file: file.path.encode())
    return ProjectIndex("/nowhere", {file.path: file for file in files}, tuple(sorted(relations)))


def imports(source: str, target: str) -> Relation:
    return Relation(source, "", RelationKind.IMPORTS, target, "")


def calls(source: str, target: str) -> Relation:
    """A call from ``path#symbol`` to ``path#symbol``; the symbols may be left out."""
    return _between(source, RelationKind.CALLS, target)


def extends(source: str, target: str) -> Relation:
    return _between(source, RelationKind.BASE_TYPE, target)


def implements(source: str, target: str) -> Relation:
    return _between(source, RelationKind.IMPLEMENTS, target)


def _between(source: str, kind: RelationKind, target: str) -> Relation:
    first, second = source.partition("#"), target.partition("#")
    return Relation(first[0], first[2], kind, second[0], second[2])


def request(*files: str, symbols: Iterable[str] = (), **fields: Any) -> BuildRequest:
    """A request for a diff of files; room for 100,000 tokens unless ``limit`` says otherwise."""
    limit = fields.pop("limit", 100_000)
    step = {"target_files": list(files), "target_symbols": list(symbols)}
    model = {"max_input_tokens": limit, "response_token_reserve": 0}
    return BuildRequest.model_validate(
        {"purpose": "diff", "plan_step": step, "model": model} | fields
    )


def built(
    asked: BuildRequest,
    index: ProjectIndex,
    texts: Mapping[str, str | Refused],
    **more: Any,
) -> BundleReport:
    """Build with the plain scanner; a character is a token. ``more`` is the builder's own."""
    usual = {"tokens": estimator("chars"), "scanner": PlainScanner(), "reader": MemoryReader(texts)}
    return build_bundle(asked, index, **usual | more)


def simple(texts: Mapping[str, str], *targets: str, **fields: Any) -> BundleReport:
    """Build for targets of a project; ``relations`` relate its files."""
    relations = fields.pop("relations", ())
    config = fields.pop("config", None)
    index = project(texts, relations)
    return built(request(*targets, **fields), index, texts, config=config)


def paths_in(report: BundleReport) -> list[str]:
    """The paths of the file blocks, in order."""
    assert report.bundle is not None, report.refusal
    return [block.meta.path or "" for block in report.bundle.blocks if block.block_type == "file"]


def everything_told(report: BundleReport) -> str:
    """All that a report says, in every way in which it can be read.

    Of files that nothing leads to it says nothing; their paths are in the index only.
    """
    fates = [one for one in report.fates.values() if one.kind is not FateKind.NO_CANDIDATE]
    return "\n".join(
        (
            str(report),
            report.bundle.model_dump_json() if report.bundle else "",
            report.manifest.model_dump_json(),
            report.redactions.model_dump_json(),
            report.budget.model_dump_json(),
            repr(report.refusal),
            repr(report.problems),
            repr(report.ranking),
            repr(report.fit_steps),
            repr(fates),
            repr([(entry, entry.sentence) for entry in report.ledger.entries]),
            "\n".join(view.text + repr(view) for view in report.source_views.values()),
            report.rendered,
        )
    )
