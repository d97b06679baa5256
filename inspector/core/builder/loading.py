"""Candidates read from the project and screened: blocks that could be sent, and why others are out.

The file as it is now decides, not the index (Builder, edge case 2).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

from inspector.core.builder.candidates import Candidate
from inspector.core.builder.drafts import Draft
from inspector.core.builder.outputs import BlockMeta, BlockSource, BlockType, Priority
from inspector.core.builder.ranking import RankedFile
from inspector.core.builder.report import RedactedSpan, RefusedPlace, span_text
from inspector.core.builder.screen import Screen
from inspector.project.code import parse_source
from inspector.project.code.slices import Cut, SliceLevel
from inspector.project.contents import Refused, SourceText
from inspector.project.findings import Confidence, SecretFinding
from inspector.project.index import Exclusion, Symbol
from inspector.project.paths import in_bytes
from inspector.project.secrets import Redacted


@runtime_checkable
class Reader(Protocol):
    """Reads files of a project by path."""

    def read(self, path: str) -> SourceText | Refused:
        """Return the text of a file as it is now, or why there is none."""
        ...


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A candidate that was read. ``changed`` says that it is not the file that was indexed."""

    candidate: Candidate
    rank: int
    source: SourceText = field(repr=False)
    symbols: tuple[Symbol, ...]
    changed: bool

    @property
    def path(self) -> str:
        """The file's path."""
        return self.candidate.path


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A candidate that could not be read, or may not be."""

    candidate: Candidate
    exclusion: Exclusion
    detail: str


@dataclass(frozen=True, slots=True)
class Screened:
    """What a scanner made of a text: the text without secrets, and whether it may be sent.

    ``shown`` is without everything in ``findings``. ``open`` says that something is found in it
    even so.
    """

    shown: Redacted = field(repr=False)
    findings: tuple[SecretFinding, ...]
    open: bool

    @property
    def doubtful(self) -> bool:
        """Whether a finding is not sure, so that redaction would be a guess."""
        return any(one.confidence is Confidence.UNCERTAIN for one in self.findings)

    @property
    def spans(self) -> tuple[RedactedSpan, ...]:
        """Where the marks stand in the shown text."""
        return tuple(
            RedactedSpan(one.at, one.until, one.kind, one.first_line, one.last_line)
            for one in self.shown.replaced
        )

    @property
    def told(self) -> str:
        """Lines and kinds of what was found."""
        return "; ".join(span_text(span) for span in self.spans)

    def places(self, name: str) -> tuple[RefusedPlace, ...]:
        """Every finding as a place in the text of this name; never none where something is found.

        What is found even after redaction has no line: the text is another one by then.
        """
        lines = dict.fromkeys((one.first_line, one.kind) for one in self.shown.replaced)
        return tuple(RefusedPlace(name, line, kind=kind) for line, kind in lines) or tuple(
            RefusedPlace(name, kind=one.kind) for one in self.findings
        )


def screened(screen: Screen, text: str, path: str = "") -> Screened:
    """Scan a text, take everything out that is found, and scan the result again.

    ``path`` is that of the file whose text it is.

    Where a finding is not sure its lines are taken out whole as well, because its ends are a guess.
    Such a text is shown to the user and never sent.
    """
    findings = screen.findings(text, path)
    guessed = [one for one in findings if one.confidence is Confidence.UNCERTAIN]
    shown = screen.taken_out(text, (*findings, *(_lines_of(text, one) for one in guessed)))
    return Screened(shown, findings, bool(findings) and bool(screen.leftovers(shown, path)))


def _lines_of(text: str, finding: SecretFinding) -> SecretFinding:
    start = text.rfind("\n", 0, finding.start) + 1
    end = text.find("\n", finding.end)
    return replace(finding, start=start, end=len(text) if end < 0 else end)


def read_files(
    ranking: Sequence[RankedFile],
    candidates: Iterable[Candidate],
    reader: Reader,
) -> tuple[list[ReadFile], list[Unreadable]]:
    """Read candidates in order of rank."""
    by_path = {candidate.path: candidate for candidate in candidates}
    files: list[ReadFile] = []
    failed: list[Unreadable] = []
    for ranked in ranking:
        candidate = by_path[ranked.path]
        source = reader.read(ranked.path)
        if isinstance(source, Refused):
            failed.append(Unreadable(candidate, source.exclusion, source.detail))
            continue
        changed = source.hash != candidate.file.hash
        symbols = candidate.file.symbols
        if changed:
            parsed = parse_source(ranked.path, source.text)
            symbols = parsed.symbols if parsed is not None else ()
        files.append(ReadFile(candidate, ranked.rank, source, symbols, changed))
    return files, failed


def file_draft(file: ReadFile, seen: Screened, outline: str = "", summary: str = "") -> Draft:
    """The block of a whole file, its secrets taken out, with what may stand for it."""
    target = file.candidate.target
    names = frozenset(target.symbols) if target is not None else frozenset()
    return Draft(
        BlockType.FILE,
        file.candidate.priority,
        file.path,
        seen.shown.text,
        _meta(file, None, BlockSource.FILESYSTEM),
        language=file.candidate.file.language or "",
        rank=file.rank,
        whole=seen.shown.text,
        symbols=tuple(symbol for symbol in file.symbols if symbol.qualified_name in names),
        outline=outline,
        summary=summary,
        defined=tuple(symbol for symbol in file.symbols if symbol.parsed_cleanly),
        redactions=len(seen.shown.replaced),
    )


def doubtful_draft(file: ReadFile, seen: Screened, outline: str, summary: str) -> Draft:
    """The block of a file that may hold a secret: its signatures, and nothing of its text."""
    draft = file_draft(file, seen, outline, summary)
    lines = file.source.line_count
    return replace(
        draft,
        content=outline,
        whole="",
        level=SliceLevel.SIGNATURES_ONLY,
        cuts=(Cut(0, len(draft.whole), 1, lines),),
        redactions=0,
        doubt=seen.told,
    )


def symbol_drafts(file: ReadFile) -> tuple[Draft, ...]:
    """A block for every definition of a file that a target calls: its signatures, P1.

    They are what the target's code needs to compile against, and stay when the file itself, of
    P2, has to go. A definition that is no longer there makes none.
    """
    drafts = []
    for name in sorted(file.candidate.called, key=in_bytes):
        lines = dict.fromkeys(
            symbol.signature for symbol in file.symbols if symbol.qualified_name == name
        )
        if not lines:
            continue
        source = BlockSource.FILESYSTEM if file.changed else BlockSource.INDEX
        drafts.append(
            Draft(
                BlockType.SYMBOL,
                Priority.P1,
                f"{name} in {file.path}",
                "\n".join(lines),
                _meta(file, name, source),
                language=file.candidate.file.language or "",
                rank=file.rank,
            )
        )
    return tuple(drafts)


def _meta(file: ReadFile, symbol: str | None, source: BlockSource) -> BlockMeta:
    return BlockMeta(
        path=file.path,
        symbol=symbol,
        hash=file.source.hash,
        encoding=file.source.encoding,
        byte_size=file.source.byte_size,
        line_count=file.source.line_count,
        source=source,
    )
